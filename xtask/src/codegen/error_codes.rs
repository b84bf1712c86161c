//! Generates `crates/hedgerow-error-codes/src/tables.rs` and `index.md` from the files of
//! `crates/hedgerow-error-codes/error_codes/`: tables for the library, and a page for its documentation.
//!
//! A file is made of paragraphs:
//!
//! ````markdown
//! # the-code
//!
//! The summary, one sentence.
//!
//! Message: the summary of one occurrence, which names its `{subject}`. (Optional.)
//!
//! The details, in any number of paragraphs.
//!
//! Fix: what to do, in one sentence. (Optional.)
//!
//! Wrong, in `body`: (The context of a fragment; without one, the example is a document.)
//!
//! ```html
//! <markup with=the-error>
//! ```
//!
//! Right:
//!
//! ```html
//! <markup>
//! ```
//!
//! <https://the-address-in-the-standard>
//! ````
//!
//! In examples, `\u{7}` stands for the character U+0007.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, anyhow};

use crate::workspace;

/// The folder of the files.
pub(crate) const SOURCE: &str = "crates/hedgerow-error-codes/error_codes";
/// The generated tables.
pub(crate) const TABLES: &str = "crates/hedgerow-error-codes/src/tables.rs";
/// The generated page.
pub(crate) const INDEX: &str = "crates/hedgerow-error-codes/src/index.md";

/// The beginning of all addresses.
const STANDARD: &str = "https://html.spec.whatwg.org/multipage/";

/// Returns the texts of the generated files.
pub(crate) fn generate() -> Result<(String, String)> {
    let folder = workspace::path(SOURCE);
    let mut paths = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))? {
        paths.push(entry?.path());
    }
    paths.sort();

    let mut codes = String::new();
    let mut text = String::new();
    let mut parts = String::new();
    let mut examples = String::new();
    let mut index = "Every error: its explanation, how to fix it, and an example.\n\n".to_owned();
    for path in &paths {
        let code = path.file_stem().and_then(|stem| stem.to_str()).context("a name is not ASCII")?;
        let source = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let file = File::parse(code, &source).map_err(|problem| anyhow!("{}: {problem}", path.display()))?;
        writeln!(codes, "    {code:?},")?;
        writeln!(parts, "    {},", file.parts(&mut text))?;
        writeln!(examples, "    {},", file.example())?;
        index += &source;
        index.push('\n');
    }
    let count = paths.len();
    let tables = format!(
        "{}use crate::{{Example, Parts}};\n\n\
         pub(super) const STANDARD: &str = {STANDARD:?};\n\n\
         pub(super) const CODES: [&str; {count}] = [\n{codes}];\n\n\
         pub(super) const TEXT: &str = {text:?};\n\n\
         pub(super) static PARTS: [Parts; {count}] = [\n{parts}];\n\n\
         pub(super) static EXAMPLES: [Option<Example>; {count}] = [\n{examples}];\n",
        super::header(SOURCE)
    );
    Ok((tables, index))
}

/// A file that was read.
#[derive(Default)]
struct File {
    summary: String,
    message: Option<String>,
    details: Vec<String>,
    fix: Option<String>,
    /// The context element of the example; without it, the example is a document.
    context: Option<String>,
    /// The wrong markup and the right markup of the example, if there is an example.
    markup: Vec<String>,
    /// The address in the standard, without [`STANDARD`].
    address: String,
}

impl File {
    fn parse(code: &str, text: &str) -> Result<Self, String> {
        let mut file = Self::default();
        let mut paragraphs = text.trim_end().split("\n\n");
        if paragraphs.next() != Some(&format!("# {code}")) {
            return Err("does not begin with a heading that is the code".to_owned());
        }
        for paragraph in paragraphs {
            if let Some(markup) = paragraph.strip_prefix("```html\n") {
                let markup = markup.strip_suffix("\n```").ok_or("an example does not end")?;
                file.markup.push(unescaped(markup)?);
                continue;
            }
            let paragraph = paragraph.replace('\n', " ");
            if let Some(message) = paragraph.strip_prefix("Message: ") {
                file.message = Some(message.trim_end_matches('.').to_owned());
            } else if let Some(fix) = paragraph.strip_prefix("Fix: ") {
                file.fix = Some(fix.to_owned());
            } else if let Some(place) = paragraph.strip_prefix("Wrong") {
                let context = place.strip_prefix(", in `").and_then(|context| context.strip_suffix("`:"));
                file.context = context.map(str::to_owned);
            } else if let Some(address) = paragraph.strip_prefix('<') {
                let address = address.trim_end_matches('>').strip_prefix(STANDARD);
                let address = address.filter(|address| address.contains('#'));
                address.ok_or("the address is not a passage of the standard")?.clone_into(&mut file.address);
            } else if file.summary.is_empty() {
                file.summary = paragraph;
            } else if paragraph != "Right:" {
                file.details.push(paragraph);
            }
        }
        let problems = [
            (file.summary.is_empty(), "no summary"),
            (file.details.is_empty(), "no details"),
            (file.address.is_empty(), "no address"),
            (!matches!(file.markup.len(), 0 | 2), "an example has two parts"),
            (file.message.as_ref().is_some_and(|text| !text.contains("{subject}")), "no {subject}"),
        ];
        match problems.iter().find(|(is_so, _)| *is_so) {
            Some((_, problem)) => Err((*problem).to_owned()),
            None => Ok(file),
        }
    }

    /// Returns the Rust source of the `Parts` of this file. Appends to `text` the parts that it does not contain yet.
    fn parts(&self, text: &mut String) -> String {
        let mut part = |part: &str| {
            let start = text.find(part).unwrap_or_else(|| {
                text.push_str(part);
                text.len() - part.len()
            });
            format!("({start}, {})", start + part.len())
        };
        format!(
            "Parts {{ summary: {}, message: {}, details: {}, fix: {}, address: {} }}",
            part(&self.summary),
            part(self.message.as_deref().unwrap_or_default()),
            part(&self.details.join(" ")),
            part(self.fix.as_deref().unwrap_or_default()),
            part(&self.address),
        )
    }

    /// Returns the Rust source of the `Option<Example>` of this file.
    fn example(&self) -> String {
        match self.markup.as_slice() {
            [before, after] => {
                let context = &self.context;
                format!("Some(Example {{ before: {before:?}, after: {after:?}, context: {context:?} }})")
            }
            _ => "None".to_owned(),
        }
    }
}

/// Returns the markup of an example with its escapes replaced.
fn unescaped(markup: &str) -> Result<String, String> {
    let mut parts = markup.split("\\u{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_once('}').ok_or("an escape does not end")?;
        let number = u32::from_str_radix(digits, 16).map_err(|error| error.to_string())?;
        out.push(char::from_u32(number).ok_or("an escape does not denote a character")?);
        out.push_str(rest);
    }
    Ok(out)
}
