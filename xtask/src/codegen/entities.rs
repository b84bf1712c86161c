//! Generates `crates/hedgerow-tokenizer/src/entities/generated.rs` from `xtask/data/entities.txt`:
//! the table of named character references as a perfect hash map.

use std::cmp::Reverse;
use std::fmt::{self, Write as _};
use std::hash::Hasher;

use anyhow::{Context as _, Result, ensure};
use phf_shared::{FmtConst, PhfHash};

/// The list of references: each line has a name, then one or two code points.
pub(crate) const SOURCE: &str = "xtask/data/entities.txt";
/// The generated file.
pub(crate) const TARGET: &str = "crates/hedgerow-tokenizer/src/entities/generated.rs";

/// The number of names in the standard's table, which is frozen.
const COUNT: usize = 2231;

/// Returns the text of the generated file.
pub(crate) fn generate(source: &str) -> Result<String> {
    let mut references = Vec::new();
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_ascii_whitespace();
        let Some(name) = words.next() else { continue };
        let characters = words
            .map(|word| u32::from_str_radix(word, 16).ok().and_then(char::from_u32))
            .collect::<Option<String>>()
            .with_context(|| format!("{SOURCE}: not a code point: {line}"))?;
        references.push((name, characters));
    }
    ensure!(references.len() == COUNT, "{SOURCE}: {} names instead of {COUNT}", references.len());
    // The long names are added first, because many contain a shorter name.
    references.sort_by_key(|(name, _)| Reverse(name.len()));
    let mut map = phf_codegen::Map::new();
    let mut names = Packed::default();
    let mut texts = Packed::default();
    for (name, characters) in &references {
        let letters = name.strip_suffix(';');
        let start = names.add(&format!("{};", letters.unwrap_or(name)));
        let source = format!("Name::new({start}, {})", letters.is_some());
        let (start, length) = (texts.add(characters), characters.len());
        map.entry(Name { text: name, source }, format!("Characters::new({start}, {length})"));
    }

    let mut out = super::header(SOURCE);
    writeln!(out, "use super::{{Characters, Name}};\n")?;
    writeln!(
        out,
        "/// The names without their ampersands, each with a semicolon; a name may be the end of another name."
    )?;
    writeln!(out, "pub(super) static NAMES: &str = \"{}\";\n", names.text)?;
    writeln!(out, "/// The characters of the references, concatenated.")?;
    writeln!(out, "pub(super) static CHARACTERS: &str = \"{}\";\n", texts.text.escape_unicode())?;
    writeln!(out, "/// The characters for each name.")?;
    writeln!(
        out,
        "pub(super) static NAMED_CHARACTER_REFERENCES: phf::Map<Name, Characters> = {};",
        map.build()
    )?;
    Ok(out)
}

/// Several texts in one string, in which each occurs at least once.
#[derive(Default)]
struct Packed {
    text: String,
}

impl Packed {
    /// Returns the offset of a text, which is appended if it does not occur.
    fn add(&mut self, text: &str) -> usize {
        self.text.find(text).unwrap_or_else(|| {
            self.text.push_str(text);
            self.text.len() - text.len()
        })
    }
}

/// A key of the map. It is hashed as the text of a name, and written as the expression for the
/// position of that name in [`Packed`].
#[derive(PartialEq, Eq, Hash)]
struct Name<'n> {
    text: &'n str,
    source: String,
}

impl PhfHash for Name<'_> {
    fn phf_hash<H: Hasher>(&self, state: &mut H) {
        self.text.phf_hash(state);
    }
}

impl FmtConst for Name<'_> {
    fn fmt_const(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.source)
    }
}
