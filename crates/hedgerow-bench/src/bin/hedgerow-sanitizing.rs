//! Sanitizes pages several times and does nothing else, so that callgrind can count the instructions.
//!
//! `hedgerow-sanitizing OPERATION PRESET COUNT PATH…`; the operations are those of [`operation`].
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use hedgerow::sanitize::{Preset, Sanitizer, sanitize};
use hedgerow::{Context, Parser};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |what| arguments.next().with_context(|| format!("the argument {what} is missing"));
    let operation = operation(&next("OPERATION")?)?;
    let sanitizer = next("PRESET")?.parse::<Preset>()?.sanitizer();
    let count: usize = next("COUNT")?.parse()?;
    let paths: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let pages = hedgerow_bench::load(&paths)?;
    for _ in 0..count {
        for page in &pages {
            operation(black_box(&page.text), &sanitizer);
        }
    }
    Ok(())
}

/// Returns the operation with a name.
fn operation(name: &str) -> Result<fn(&str, &Sanitizer)> {
    Ok(match name {
        "parse" => |html, _| drop(black_box(hedgerow::parse(html))),
        "parse-sanitized" => |html, sanitizer| {
            drop(black_box(Parser::new().parse_sanitized(html, sanitizer)));
        },
        "parse-fragment" => |html, _| {
            drop(black_box(Parser::new().parse_fragment(html, &Context::html("div"))));
        },
        "parse-fragment-sanitized" => |html, sanitizer| {
            let context = Context::html("div");
            drop(black_box(Parser::new().parse_fragment_sanitized(html, &context, sanitizer)));
        },
        "sanitize" => |html, sanitizer| drop(black_box(sanitize(html, sanitizer))),
        "ammonia" => |html, _| drop(black_box(ammonia::clean(html))),
        _ => bail!("unknown operation {name:?}"),
    })
}
