//! The pages: those of a folder, or pages that are written here, always the same ones.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Where real pages are looked for, beside the project.
const CORPUS: &str = "../shared/corpus";

/// A page as text.
pub(crate) struct Page {
    /// Its file name, or what it is made of.
    pub(crate) name: String,
    /// The text, with malformed bytes replaced.
    pub(crate) text: String,
}

/// The pages of the folders and files; without any, the real pages, or if there are none, the written ones.
pub(crate) fn load(paths: &[PathBuf]) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    if paths.is_empty() {
        let corpus = Path::new(CORPUS);
        if !corpus.is_dir() {
            eprintln!("{CORPUS} is not there: measuring generated pages");
            return Ok(generate());
        }
        collect(corpus, &mut pages)?;
    }
    for path in paths {
        collect(path, &mut pages)?;
    }
    pages.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(pages)
}

fn collect(path: &Path, pages: &mut Vec<Page>) -> Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
            let entry = entry?.path();
            if entry.is_dir()
                || entry.extension().is_some_and(|extension| extension == "html" || extension == "htm")
            {
                collect(&entry, pages)?;
            }
        }
        return Ok(());
    }
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    pages.push(Page { name, text: String::from_utf8_lossy(&bytes).into_owned() });
    Ok(())
}

/// Pages with a mix like that of real ones: scripts and styles, attributes, text, and dense markup.
fn generate() -> Vec<Page> {
    (1..=6)
        .map(|size| Page { name: format!("article-{size}"), text: article(size * 12) })
        .chain((1..=2).map(|size| Page { name: format!("manual-{size}"), text: manual(size * 2000) }))
        .collect()
}

/// Much script and style, attributes with long values, paragraphs.
fn article(sections: usize) -> String {
    let mut page = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>A walk along the hedge</title>\n",
    );
    page.push_str("<style>\n");
    for rule in 0..sections * 4 {
        let _ = writeln!(page, ".box-{rule} > a:hover {{ color: #{rule:06x}; margin: 0 {rule}px; }}");
    }
    page.push_str("</style>\n<script>\n");
    for line in 0..sections * 10 {
        let _ = writeln!(
            page,
            "window.rows = window.rows || []; if (rows.length < {line}) rows.push({{ id: {line} }});"
        );
    }
    page.push_str("</script>\n</head>\n<body class=\"page page--wide\">\n");
    for section in 0..sections {
        let _ = writeln!(
            page,
            "<section id=\"part-{section}\" class=\"section section--plain\" data-index=\"{section}\">\n\
             <h2><a href=\"/articles/hedges/part-{section}.html?from=list&amp;order=date\">Part {section}</a></h2>"
        );
        for paragraph in 0..4 {
            let _ = writeln!(
                page,
                "<p>The hawthorn stands in a row, and between its stems <em>dog rose</em> and bramble climb toward the \
                 light; a wren &mdash; the smallest of the singers &mdash; nests in paragraph {paragraph}.\n\
                 <img src=\"/images/hedge-{section}-{paragraph}.jpg\" alt=\"A hedge\" width=640 height=480 loading=lazy></p>"
            );
        }
        page.push_str("<ul class=\"links\">\n");
        for link in 0..8 {
            let _ = writeln!(
                page,
                "<li><a class=\"link\" rel=\"nofollow\" href=\"https://example.org/{section}/{link}\">Link {link}</a></li>"
            );
        }
        page.push_str("</ul>\n</section>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// Dense markup: many short tags, little text.
fn manual(entries: usize) -> String {
    let mut page = String::from("<!DOCTYPE html><html><head><title>Manual</title></head><body>\n");
    for entry in 0..entries {
        let _ = writeln!(
            page,
            "<dt><a name=\"entry-{entry}\"></a><code>set</code> <var>x</var></dt>\n<dd><p>See <a href=\"#entry-{entry}\">\
             <samp>{entry}</samp></a>.</p></dd>\n<tr><td>a<td><b>b</b></tr>"
        );
    }
    page
}
