//! Generates `crates/hedgerow-base/src/known/generated.rs` from `xtask/data/known-names.txt`:
//! a constant for each known name and the perfect hash over all of them.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use hedgerow_base::known::hash::{self, BUCKETS, NameWords, SLOTS};

/// The list of names.
pub(crate) const SOURCE: &str = "xtask/data/known-names.txt";
/// The generated file.
pub(crate) const TARGET: &str = "crates/hedgerow-base/src/known/generated.rs";

/// An empty slot of the hash table.
const EMPTY: u16 = u16::MAX;

/// Returns the text of the generated file.
pub(crate) fn generate(source: &str) -> Result<String> {
    let (names, html_elements) = read_names(source)?;
    let (seed, displacements, slots) = search(&names)?;

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
    writeln!(out, "/// The seed of the hash.")?;
    writeln!(out, "pub(super) const HASH_SEED: u64 = 0x{};\n", in_groups(seed))?;
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

/// Returns the names in the order of their ids, and the number of HTML elements among them.
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

/// Returns a number in hexadecimal digits, in groups of four.
fn in_groups(number: u64) -> String {
    let groups: Vec<String> =
        number.to_be_bytes().chunks(2).map(|pair| format!("{:02x}{:02x}", pair[0], pair[1])).collect();
    groups.join("_")
}

/// Tries seeds until one of them gives a perfect hash.
fn search(names: &[&str]) -> Result<(u64, Vec<u16>, Vec<u16>)> {
    // The seeds are odd multiples of the golden ratio, not random numbers, so that each run generates the same file.
    let mut seeds = (1..1000_u64).map(|number| (2 * number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    seeds
        .find_map(|seed| perfect_hash(names, seed).map(|(displacements, slots)| (seed, displacements, slots)))
        .context("no seed gives a perfect hash: change known/hash.rs")
}

/// Hash and displace: buckets, largest first, each take the first displacement that puts all their names
/// into free slots.
fn perfect_hash(names: &[&str], seed: u64) -> Option<(Vec<u16>, Vec<u16>)> {
    let mut buckets = vec![Vec::new(); BUCKETS];
    for (id, name) in (0..).zip(names) {
        let mixed = NameWords::exact(name.as_bytes()).mixed(seed);
        buckets[hash::bucket(mixed)].push((id, mixed));
    }
    let mut order: Vec<usize> = (0..BUCKETS).collect();
    order.sort_by_key(|&bucket| std::cmp::Reverse(buckets[bucket].len()));

    let mut displacements = vec![0; BUCKETS];
    let mut slots = vec![EMPTY; SLOTS];
    for bucket in order {
        let (displacement, taken) = (0..SLOTS)
            .find_map(|displacement| fit(&buckets[bucket], u16::try_from(displacement).ok()?, &slots))?;
        for (slot, id) in taken {
            slots[slot] = id;
        }
        displacements[bucket] = displacement;
    }
    Some((displacements, slots))
}

/// Returns the slots to which a displacement moves the names of a bucket; `None` if one of the slots is not free.
fn fit(bucket: &[(u16, u64)], displacement: u16, slots: &[u16]) -> Option<(u16, Vec<(usize, u16)>)> {
    let mut taken: Vec<(usize, u16)> = Vec::new();
    for &(id, mixed) in bucket {
        let slot = hash::slot(mixed, displacement);
        if slots[slot] != EMPTY || taken.iter().any(|&(other, _)| other == slot) {
            return None;
        }
        taken.push((slot, id));
    }
    Some((displacement, taken))
}

fn write_table(out: &mut String, comment: &str, name: &str, size: &str, values: &[u16]) -> Result<()> {
    writeln!(out, "{comment}")?;
    writeln!(out, "pub(super) static {name}: [u16; super::hash::{size}] = [")?;
    writeln!(out, "{}\n];", super::filled(values.iter().map(u16::to_string)))?;
    Ok(())
}
