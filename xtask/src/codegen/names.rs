//! Generates `crates/hedgerow-base/src/known/generated.rs` from `crates/hedgerow-base/known-names.txt`:
//! a constant for each known name and the perfect hash over all of them.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use hedgerow_base::known::hash::{self, BUCKETS, NameWords, SHORT_SLOTS, SLOTS};

/// The list of names.
pub(crate) const SOURCE: &str = "crates/hedgerow-base/known-names.txt";
/// The generated file.
pub(crate) const TARGET: &str = "crates/hedgerow-base/src/known/generated.rs";

/// An empty slot of the hash table.
const EMPTY: u16 = u16::MAX;

/// Returns the text of the generated file.
pub(crate) fn generate(source: &str) -> Result<String> {
    let Names { names, html_elements, of_html } = read_names(source)?;
    let (seed, displacements, slots) = search(&names)?;
    let (short_seed, short_slots) = search_short(&names, &of_html)?;

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
    writeln!(out, "{}\n];\n", super::filled(names.iter().map(|name| format!("{name:?}"))))?;
    writeln!(out, "/// The seed of the hash.")?;
    writeln!(out, "pub(super) const HASH_SEED: u64 = 0x{};\n", in_groups(seed))?;
    write_table(
        &mut out, "/// The displacement of each bucket.", "DISPLACEMENTS", "BUCKETS", &displacements,
    )?;
    write_table(&mut out, "/// The id in each slot, or `u16::MAX`.", "IDS", "SLOTS", &slots)?;
    writeln!(out, "\n/// The seed of the hash of short names.")?;
    writeln!(out, "pub(super) const SHORT_SEED: u64 = 0x{};\n", in_groups(short_seed))?;
    let comment = "/// The id of a short name in each slot, or `u16::MAX`.";
    write_table(&mut out, comment, "SHORT_IDS", "SHORT_SLOTS", &short_slots)?;
    Ok(out)
}

/// The names in the order of their ids.
#[allow(clippy::struct_field_names)]
struct Names<'s> {
    names: Vec<&'s str>,
    /// The number of elements of HTML, which come first.
    html_elements: usize,
    /// The ids of the elements and attributes of HTML.
    of_html: Vec<usize>,
}

fn read_names(source: &str) -> Result<Names<'_>> {
    let mut names = Vec::new();
    let mut html_elements = 0;
    let mut of_html = Vec::new();
    let mut section = "";
    for line in source.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(heading) = line.strip_prefix('[') {
            section =
                heading.strip_suffix(']').with_context(|| format!("{SOURCE}: {line}: no closing bracket"))?;
            continue;
        }
        for name in line.split_ascii_whitespace() {
            let id = names.iter().position(|&other| other == name).unwrap_or(names.len());
            if id == names.len() {
                names.push(name);
            }
            if section.starts_with("html") {
                of_html.push(id);
            }
        }
        if section == "html elements" {
            html_elements = names.len();
        }
    }
    Ok(Names { names, html_elements, of_html })
}

/// Returns the constant of a name: `VIEW_BOX` for `viewBox`, `ACCEPT_CHARSET` for `accept-charset`.
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

/// Returns the seeds to try: odd multiples of the golden ratio, not random numbers, so that each run generates the same file.
fn seeds(most: u64) -> impl Iterator<Item = u64> {
    (1..most).map(|number| (2 * number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Tries seeds until each of the short names of HTML has a slot of its own. Each other short name gets its slot only if the slot
/// is still free.
fn search_short(names: &[&str], of_html: &[usize]) -> Result<(u64, Vec<u16>)> {
    let word = |name: &str| {
        let is_short = name.bytes().all(hash::may_be_in_a_short_name);
        hash::short_word(format!("{name:8}").as_bytes(), name.len()).filter(|_| is_short)
    };
    let words: Vec<Option<u64>> = names.iter().map(|name| word(name)).collect();
    let of_html = {
        let mut ids: Vec<usize> = of_html.iter().copied().filter(|&id| words[id].is_some()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let place = |slots: &mut [u16], id: usize, seed: u64| {
        let slot = &mut slots[hash::short_slot(words[id]?, seed)];
        (*slot == EMPTY).then(|| *slot = id as u16)
    };
    for seed in seeds(100_000) {
        let mut slots = vec![EMPTY; SHORT_SLOTS];
        if of_html.iter().all(|&id| place(&mut slots, id, seed).is_some()) {
            (0..names.len()).for_each(|id| _ = place(&mut slots, id, seed));
            return Ok((seed, slots));
        }
    }
    bail!("no seed separates the short names of HTML: change SHORT_SLOTS in known/hash.rs")
}

/// Tries seeds until one of them gives a perfect hash.
fn search(names: &[&str]) -> Result<(u64, Vec<u16>, Vec<u16>)> {
    seeds(1000)
        .find_map(|seed| perfect_hash(names, seed).map(|(displacements, slots)| (seed, displacements, slots)))
        .context("no seed gives a perfect hash: change known/hash.rs")
}

/// Builds the table by "hash and displace": the buckets are processed from the largest to the smallest, and each takes the first
/// displacement that moves all its names to free slots.
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
