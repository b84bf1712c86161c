//! Generates `crates/hedgerow-serialize/src/generated.rs` from `xtask/data/entities.txt`: the name of the reference for each
//! character beyond ASCII that has one.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, Result};

pub(crate) use super::entities::SOURCE;
/// The generated file.
pub(crate) const TARGET: &str = "crates/hedgerow-serialize/src/generated.rs";

/// Returns the text of the generated file.
pub(crate) fn generate(source: &str) -> Result<String> {
    let mut names: BTreeMap<u32, &str> = BTreeMap::new();
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        // Only names that stand for one character and end with a semicolon are used.
        let [name, code_point] = words.as_slice() else { continue };
        let Some(name) = name.strip_suffix(';') else { continue };
        let code_point = u32::from_str_radix(code_point, 16)
            .with_context(|| format!("{SOURCE}: not a code point: {line}"))?;
        if code_point < 0x80 {
            continue;
        }
        // The shortest name is used; among several, a lowercase one, the first in the alphabet.
        let rank =
            |name: &str| (name.len(), name.bytes().any(|byte| byte.is_ascii_uppercase()), name.to_owned());
        let best = names.entry(code_point).or_insert(name);
        if rank(name) < rank(best) {
            *best = name;
        }
    }
    let mut out = super::header(SOURCE);
    writeln!(out, "/// The number of characters with a name.")?;
    writeln!(out, "pub(crate) const COUNT: usize = {};\n", names.len())?;
    writeln!(out, "/// The code points of the characters with a name, sorted.")?;
    writeln!(out, "pub(crate) static CODE_POINTS: [u32; COUNT] = [")?;
    let code_points = names.keys().map(|code_point| format!("0x{code_point:04X}"));
    writeln!(out, "{}\n];\n", super::filled(code_points))?;
    writeln!(out, "/// The end of each name.")?;
    writeln!(out, "pub(crate) static ENDS: [u16; COUNT] = [")?;
    let ends = names.values().scan(0, |end, name| {
        *end += name.len();
        Some(end.to_string())
    });
    writeln!(out, "{}\n];\n", super::filled(ends))?;
    writeln!(out, "/// The names, concatenated.")?;
    writeln!(out, "pub(crate) static NAMES: &str = \"{}\";", names.into_values().collect::<String>())?;
    Ok(out)
}
