//! Parses or sanitizes a page several times and does nothing else, so that callgrind can count the instructions.
//!
//! `hedgerow-repeat PAGE COUNT [MODE]`; PAGE is the name of a generated page, or a file; MODE is an entry of `MODES`, the
//! first one by default.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context as _, Result};
use hedgerow::sanitize::{Sanitizer, sanitize};
use hedgerow::{Document, DynamicMarkup as _, Limits, Parser};

/// A mode of parsing: its name, and the function that parses a page. The result is freed.
type Mode = (&'static str, fn(&str));

const MODES: &[Mode] = &[
    ("whole", |html| drop(black_box(hedgerow::parse(html)))),
    ("fragment", set_inner_html),
    ("bytes", |html| drop(black_box(hedgerow::parse_bytes(html.as_bytes())))),
    ("chunks", hedgerow_bench::parse_in_chunks),
    ("pieces", hedgerow_bench::parse_in_pieces),
    ("errors", |html| drop(black_box(Parser::new().collect_errors(true).parse(html)))),
    ("spans", |html| drop(black_box(Parser::new().source_spans(true).parse(html)))),
    ("both", |html| drop(black_box(Parser::new().collect_errors(true).source_spans(true).parse(html)))),
    ("sanitized", |html| drop(black_box(Parser::new().parse_sanitized(html, &SANITIZER)))),
    ("sanitize", |html| drop(black_box(sanitize(html, &SANITIZER)))),
    #[cfg(feature = "peers")]
    ("ammonia", |html| drop(black_box(ammonia::clean(html)))),
    ("limits", |html| drop(black_box(Parser::new().limits(Limits::BROWSER).parse(html)))),
];

static SANITIZER: LazyLock<Sanitizer> = LazyLock::new(Sanitizer::new);

/// Parses the page as the contents of an element.
fn set_inner_html(html: &str) {
    let mut document = Document::new();
    let element = document.create_element("div").expect("the name is valid");
    document.set_inner_html(element, html).expect("the node is an element");
    drop(black_box(document));
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let source = arguments.next().context("the argument PAGE is missing")?;
    let count: usize = arguments.next().context("the argument COUNT is missing")?.parse()?;
    let mode = arguments.next().unwrap_or_else(|| MODES[0].0.to_owned());
    let (_, parse) = MODES.iter().find(|(name, _)| *name == mode).context("there is no such MODE")?;
    let page = hedgerow_bench::small()
        .into_iter()
        .chain(hedgerow_bench::generated())
        .find(|page| page.name == source)
        .map_or_else(|| hedgerow_bench::read(Path::new(&source)), Ok)?;
    for _ in 0..count {
        parse(&page.text);
    }
    Ok(())
}
