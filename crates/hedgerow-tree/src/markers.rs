//! Marker names: the `name` pseudo-attributes of the processing instructions at which `<template for>` inserts its content.

use hedgerow_base::pseudo_attributes;

/// Returns the marker name of a processing instruction, or `None` if its target is neither "marker" nor "start", or if it
/// has no name.
///
/// <https://html.spec.whatwg.org/multipage/scripting.html#find-markers>
///
/// ```
/// use hedgerow_tree::marker_name;
/// assert_eq!(marker_name("marker", "name='a'").as_deref(), Some("a"));
/// assert_eq!(marker_name("end", "name='a'"), None);
/// ```
#[must_use]
pub fn marker_name(target: &str, data: &str) -> Option<String> {
    if !matches!(target, "marker" | "start") {
        return None;
    }
    let name = pseudo_attributes(data)?.into_iter().find(|(name, _)| *name == "name");
    name.map(|(_, value)| value.into_owned())
}
