//! The page as one file: style sheet and compressed module inline, and scripts as data URLs in the import map.
//!
//! Browsers do not load scripts or modules from other files for a page that is opened from a file.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};

use crate::gzip::gzip;

/// The parts of the page that are replaced: the style sheet and the import map.
const STYLE: &str = "<link rel=\"stylesheet\" href=\"style.css\">";
const IMPORTS: &str = "{ \"imports\": { \"playground/\": \"./\" } }";

/// Returns the page in a folder as one file.
pub(super) fn page(folder: &Path) -> Result<String> {
    let read = |name: &str| fs::read(folder.join(name)).with_context(|| format!("cannot read {name}"));
    let text = |name: &str| Ok::<_, anyhow::Error>(String::from_utf8(read(name)?)?);
    let mut imports = Map::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "js") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let address = format!("data:text/javascript;base64,{}", BASE64_STANDARD.encode(read(&name)?));
            imports.insert(format!("playground/{name}"), Value::String(address));
        }
    }
    let style = format!("<style>\n{}</style>", text("style.css")?);
    let module = BASE64_STANDARD.encode(gzip(&read("parser_bg.wasm")?)?);
    let module = format!("<script id=\"parser-module\" type=\"application/gzip\">{module}</script>");
    let mut page = text("index.html")?;
    for (what, replacement) in
        [(STYLE, format!("{style}\n{module}")), (IMPORTS, json!({ "imports": imports }).to_string())]
    {
        if page.matches(what).count() != 1 {
            bail!("index.html must contain this exactly once: {what}");
        }
        page = page.replace(what, &replacement);
    }
    Ok(page)
}
