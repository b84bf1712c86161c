//! Generates `crates/hedgerow-tokenizer/src/entities/generated.rs` from `xtask/data/entities.txt`:
//! the table of named character references as a perfect hash map.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, ensure};

/// Where the references are listed: a name, then one or two code points.
pub(crate) const SOURCE: &str = "xtask/data/entities.txt";
/// Where the map goes.
pub(crate) const TARGET: &str = "crates/hedgerow-tokenizer/src/entities/generated.rs";

/// The number of names in the standard's table, which is frozen.
const COUNT: usize = 2231;

/// The text of the generated file.
pub(crate) fn generate(source: &str) -> Result<String> {
    let mut map = phf_codegen::Map::new();
    let mut count = 0;
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_ascii_whitespace();
        let Some(name) = words.next() else { continue };
        let characters = words
            .map(|word| u32::from_str_radix(word, 16).ok().and_then(char::from_u32))
            .collect::<Option<String>>()
            .with_context(|| format!("{SOURCE}: not a code point: {line}"))?;
        let escaped: String =
            characters.chars().map(|character| character.escape_unicode().to_string()).collect();
        map.entry(name, format!("\"{escaped}\""));
        count += 1;
    }
    ensure!(count == COUNT, "{SOURCE}: {count} names instead of {COUNT}");

    let mut out = super::header(SOURCE);
    writeln!(
        out,
        "/// The characters for each name, without its ampersand, with its semicolon where it has one."
    )?;
    writeln!(
        out,
        "pub(super) static NAMED_CHARACTER_REFERENCES: phf::Map<&'static str, &'static str> = {};",
        map.build()
    )?;
    Ok(out)
}
