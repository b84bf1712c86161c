//! Minifying and formatting keep the rendered text.
//!
//! Pages are generated at random: blocks, inline elements and parts of tables, with the attributes that hide an element or take
//! it out of the flow. `HEDGEROW_PAGES` is the number of pages (400 by default), `HEDGEROW_SEED` the seed of the first one. Real
//! pages are read from the folder that `HEDGEROW_SHARED` names.

use std::io::Write as _;
use std::path::PathBuf;

use hedgerow::serialize::{Whitespace, WriteOptions};
use hedgerow::{Document, ToHtml as _};
use hedgerow_testing::Random;

const ELEMENTS: &[&str] = &[
    "div", "div", "p", "p", "span", "span", "b", "i", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption",
    "tbody", "tr", "td", "th", "pre", "textarea", "dialog", "details", "summary", "select", "optgroup",
    "option", "button", "ruby", "rt", "rp", "fieldset", "legend", "form", "center", "h1", "section", "a",
    "q", "noscript", "datalist", "template", "script", "object", "video", "iframe", "label", "svg", "text",
    "foreignObject", "math", "mi", "mtext", "slot", "nobr", "address", "menu", "marquee", "listing",
];

const VOID: &[&str] = &["br", "br", "hr", "img", "input", "wbr", "meta", "link"];

const ATTRIBUTES: &[&str] = &[
    "", "", "", "", " hidden", " hidden=until-found", " popover", " open", " align=left", " class='a b'",
    " type=hidden", " controls",
];

const TEXTS: &[&str] =
    &["a", "b", " a", "b ", " a b ", " ", "\n", "  \n", "\t", "\u{A0}", "l\n\u{200B}m", "<!--c-->"];

/// Returns markup of random elements.
fn page(random: &mut Random) -> String {
    let mut html = String::from(if random.below(4) == 0 { "" } else { "<!DOCTYPE html>" });
    let mut open = Vec::new();
    for _ in 0..random.below(24) {
        match random.below(9) {
            0..=2 => {
                let name = random.pick(ELEMENTS);
                html.extend(["<", name, random.pick(ATTRIBUTES), ">"]);
                open.push(name);
            }
            3 => html.extend(["<", random.pick(VOID), random.pick(ATTRIBUTES), ">"]),
            4..=5 => {
                if let Some(name) = open.pop() {
                    html.extend(["</", name, ">"]);
                }
            }
            _ => html.push_str(random.pick(TEXTS)),
        }
    }
    html
}

fn all_options() -> [(&'static str, WriteOptions); 4] {
    [
        ("minified", WriteOptions::minify()),
        ("collapsed", WriteOptions::default().keep_newlines(true).whitespace(Whitespace::Collapse)),
        ("pretty", WriteOptions::pretty()),
        ("pretty, in short lines", WriteOptions::pretty().max_line_width(Some(8))),
    ]
}

/// Returns the first difference between the rendered texts of a document before and after writing it.
fn difference(document: &Document) -> Option<String> {
    let before = document.rendered_text();
    all_options().iter().find_map(|(name, options)| {
        let html = document.root().to_html(options);
        let after = hedgerow::parse(&html).rendered_text();
        (before != after).then(|| {
            let common = before.bytes().zip(after.bytes()).take_while(|(one, other)| one == other).count();
            let part = |text: &str| {
                let bytes = text.as_bytes();
                let part = &bytes[common.saturating_sub(40).min(bytes.len())..(common + 40).min(bytes.len())];
                String::from_utf8_lossy(part).into_owned()
            };
            let html: String = html.chars().take(400).collect();
            format!("{name}: {:?} became {:?}\n  {html:?}", part(&before), part(&after))
        })
    })
}

/// Parses a page whose tree the standard's serialization keeps; `None` for another page.
fn parse_kept(html: &str) -> Option<Document> {
    let document = hedgerow::parse(html);
    let written = document.root().to_html(&WriteOptions::default().keep_newlines(true));
    let again = hedgerow::parse(&written);
    let is_kept = again.quirks_mode() == document.quirks_mode()
        && again.root().to_html(&WriteOptions::default().keep_newlines(true)) == written;
    is_kept.then_some(again)
}

#[test]
fn generated_pages_keep_their_text() {
    let variable = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let first: u64 = variable("HEDGEROW_SEED").unwrap_or(1);
    let count = variable("HEDGEROW_PAGES").unwrap_or(400);
    let mut failures = Vec::new();
    for seed in first..first + count {
        let html = page(&mut Random::new(seed));
        let Some(document) = parse_kept(&html) else { continue };
        if let Some(difference) = difference(&document) {
            failures.push(format!("{seed}: {html:?}\n  {difference}"));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn real_pages_keep_their_text() {
    let Some(shared) = std::env::var_os("HEDGEROW_SHARED").map(PathBuf::from) else {
        // The test harness does not capture what is written directly.
        let _ = writeln!(std::io::stderr(), "NOT TESTED: real pages, because HEDGEROW_SHARED is not set");
        return;
    };
    let mut failures = Vec::new();
    let mut folders = vec![shared.join("corpus")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                files.push(path);
            }
        }
    }
    for path in files {
        let bytes = std::fs::read(&path).unwrap();
        let page = hedgerow::parse_bytes(&bytes);
        // The documented exceptions: U+000C counts as whitespace, and whitespace next to a U+200B may change.
        if page.root().text().contains(['\x0C', '\u{200B}']) {
            continue;
        }
        if let Some(difference) = difference(&page) {
            failures.push(format!("{}: {difference}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
