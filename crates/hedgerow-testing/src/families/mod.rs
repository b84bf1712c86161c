//! The families of hostile inputs, one file for each group.

mod changes;
mod characters;
mod formatting;
mod forms;
mod heads;
mod nests;
mod other_modes;
mod output;
mod sanitizing;
mod selectors;
mod streams;
mod tables;
mod tags;
mod templates;

use crate::Family;

/// All families, group by group.
pub fn families() -> impl Iterator<Item = &'static Family> {
    [
        nests::FAMILIES,
        formatting::FAMILIES,
        tables::FAMILIES,
        templates::FAMILIES,
        forms::FAMILIES,
        heads::FAMILIES,
        tags::FAMILIES,
        characters::FAMILIES,
        streams::FAMILIES,
        selectors::FAMILIES,
        changes::FAMILIES,
        output::FAMILIES,
        other_modes::FAMILIES,
    ]
    .into_iter()
    .chain(sanitizing::FAMILIES.iter().copied())
    .flatten()
}
