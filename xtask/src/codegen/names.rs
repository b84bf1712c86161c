//! Generates `crates/hedgerow-names/src/known/generated.rs` from `xtask/data/known-names.txt`:
//! a constant for each known name and the perfect hash over all of them.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use hedgerow_names::known::hash::{self, BUCKETS, NameWords, SLOTS};

/// Where the names are listed.
pub(crate) const SOURCE: &str = "xtask/data/known-names.txt";
/// Where the table goes.
pub(crate) const TARGET: &str = "crates/hedgerow-names/src/known/generated.rs";

/// A slot of the hash table that holds no name.
const EMPTY: u16 = u16::MAX;

/// The `max_width` of `.rustfmt.toml`.
const MAX_WIDTH: usize = 110;

/// The text of the generated file.
pub(crate) fn generate(source: &str) -> Result<String> {
    let (names, html_elements) = read_names(source)?;
    let (displacements, slots) = perfect_hash(&names)?;

    let mut out = super::header(SOURCE);
    writeln!(out, "use crate::NameId;\n")?;
    writeln!(out, "/// The number of known names.")?;
    writeln!(out, "pub(super) const COUNT: usize = {};", names.len())?;
    writeln!(out, "/// The number of names that are elements of HTML: the ids below this one.")?;
    writeln!(out, "pub const HTML_ELEMENT_COUNT: usize = {html_elements};\n")?;
    for (id, name) in names.iter().enumerate() {
        writeln!(out, "/// `{name}`")?;
        writeln!(out, "pub const {}: NameId = NameId::known({id});", constant_name(name))?;
    }
    writeln!(out, "\n/// The names by their ids.")?;
    writeln!(out, "pub(super) static NAMES: [&str; COUNT] = [")?;
    for name in &names {
        writeln!(out, "    {name:?},")?;
    }
    writeln!(out, "];\n")?;
    write_table(
        &mut out,
        "/// The displacement of each bucket.",
        "DISPLACEMENTS",
        "BUCKETS",
        &displacements,
    )?;
    write_table(&mut out, "/// The id in each slot, or `u16::MAX`.", "IDS", "SLOTS", &slots)?;
    Ok(out)
}

/// The names in the order of their ids, and how many of them are elements of HTML.
fn read_names(source: &str) -> Result<(Vec<&str>, usize)> {
    let mut names = Vec::new();
    let mut html_elements = 0;
    let mut section = "";
    for line in source.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(heading) = line.strip_prefix('[') {
            section =
                heading.strip_suffix(']').with_context(|| format!("{SOURCE}: {line}: no closing bracket"))?;
            continue;
        }
        for name in line.split_ascii_whitespace() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if section == "html elements" {
            html_elements = names.len();
        }
    }
    Ok((names, html_elements))
}

/// `viewBox` becomes `VIEW_BOX`, `accept-charset` `ACCEPT_CHARSET`.
fn constant_name(name: &str) -> String {
    if name == "clip-path" {
        // `CLIP_PATH` is the element `clipPath`.
        return "CLIP_PATH_PROPERTY".to_owned();
    }
    let mut constant = String::new();
    let mut after_lower = false;
    for character in name.chars() {
        if character.is_ascii_uppercase() && after_lower {
            constant.push('_');
        }
        after_lower = character.is_ascii_lowercase() || character.is_ascii_digit();
        constant.push(if character.is_ascii_alphanumeric() { character.to_ascii_uppercase() } else { '_' });
    }
    constant
}

/// Hash and displace: buckets, largest first, each take the first displacement that puts all their names
/// into free slots.
fn perfect_hash(names: &[&str]) -> Result<(Vec<u16>, Vec<u16>)> {
    let mut buckets = vec![Vec::new(); BUCKETS];
    for (id, name) in names.iter().enumerate() {
        let mixed = NameWords::exact(name.as_bytes()).mixed();
        buckets[hash::bucket(mixed)].push((u16::try_from(id)?, mixed));
    }
    let mut order: Vec<usize> = (0..BUCKETS).collect();
    order.sort_by_key(|&bucket| std::cmp::Reverse(buckets[bucket].len()));

    let mut displacements = vec![0; BUCKETS];
    let mut slots = vec![EMPTY; SLOTS];
    'bucket: for bucket in order {
        'displacement: for displacement in 0..u16::try_from(SLOTS)? {
            let mut taken = Vec::new();
            for &(id, mixed) in &buckets[bucket] {
                let slot = hash::slot(mixed, displacement);
                if slots[slot] != EMPTY || taken.iter().any(|&(other, _)| other == slot) {
                    continue 'displacement;
                }
                taken.push((slot, id));
            }
            for (slot, id) in taken {
                slots[slot] = id;
            }
            displacements[bucket] = displacement;
            continue 'bucket;
        }
        bail!("no displacement for bucket {bucket}: change the hash in known/hash.rs");
    }
    Ok((displacements, slots))
}

fn write_table(out: &mut String, comment: &str, name: &str, size: &str, values: &[u16]) -> Result<()> {
    writeln!(out, "{comment}")?;
    writeln!(out, "pub(super) static {name}: [u16; super::hash::{size}] = [")?;
    // As rustfmt fills the lines, so that it leaves the file as it is.
    let mut line = "   ".to_owned();
    for value in values {
        let item = format!(" {value},");
        if line.len() + item.len() >= MAX_WIDTH {
            writeln!(out, "{line}")?;
            line.truncate("   ".len());
        }
        line.push_str(&item);
    }
    writeln!(out, "{line}\n];")?;
    Ok(())
}
