//! States and modes of the standard: each must have one function, with its name and a link to its anchor.

use super::Source;
use super::anchors::{Pinned, StandardItem};

/// The folder of the functions of the states.
const STATES: &str = "crates/hedgerow-tokenizer/src/states/";

/// The file of the variants of the states.
const VARIANTS: &str = "crates/hedgerow-tokenizer/src/state.rs";

/// The folder of the functions of the modes.
const MODES: &str = "crates/hedgerow-tree/src/modes/";

/// A named item, and the anchor that its documentation links to.
#[derive(Debug, PartialEq, Eq)]
struct Item<'s> {
    name: &'s str,
    anchor: Option<&'s str>,
    /// File and line.
    place: String,
}

/// Returns all complaints about states and modes.
pub(super) fn check(sources: &[Source], pinned: &Pinned) -> Vec<String> {
    let in_folder = |folder: &str| -> Vec<Item<'_>> {
        let sources = sources.iter().filter(|source| source.path.starts_with(folder));
        sources.flat_map(|source| items(source, function_name)).collect()
    };
    let states = in_folder(STATES);
    let mut complaints = check_functions("state", &pinned.states, &states);
    for item in states.iter().filter(|item| item.name.ends_with("_state")) {
        let is_state = pinned.states.iter().any(|state| state.function == item.name);
        if let Some(anchor) = item.anchor.filter(|anchor| anchor.ends_with("-state") && !is_state) {
            complaints.push(format!("{}: {} links to #{anchor}", item.place, item.name));
        }
    }
    complaints.extend(check_functions("insertion mode", &pinned.modes, &in_folder(MODES)));
    if let Some(source) = sources.iter().find(|source| source.path == VARIANTS) {
        let variants: Vec<Item<'_>> =
            items(source, variant_name).into_iter().filter(|item| item.anchor.is_some()).collect();
        complaints.extend(check_variants(&pinned.states, &variants));
    }
    complaints
}

/// Checks that each state or mode has one function with its name and its anchor.
fn check_functions(kind: &str, required: &[StandardItem], items: &[Item<'_>]) -> Vec<String> {
    let mut complaints = Vec::new();
    for required in required {
        let functions: Vec<&Item<'_>> = items.iter().filter(|item| item.name == required.function).collect();
        match functions.as_slice() {
            [] => complaints
                .push(format!("no function {} for the {kind} #{}", required.function, required.anchor)),
            [function] if function.anchor == Some(&required.anchor) => {}
            [function] => complaints
                .push(format!("{}: {} does not link to #{}", function.place, function.name, required.anchor)),
            [_, second, ..] => complaints.push(format!("{}: {} is defined twice", second.place, second.name)),
        }
    }
    complaints
}

/// Checks that the variants are the states, in the same order.
fn check_variants(states: &[StandardItem], variants: &[Item<'_>]) -> Vec<String> {
    let mut complaints = Vec::new();
    if states.len() != variants.len() {
        complaints.push(format!("{VARIANTS}: {} variants for {} states", variants.len(), states.len()));
    }
    for (state, variant) in states.iter().zip(variants) {
        let name = camel_case(state.function.trim_end_matches("_state"));
        if variant.name != name || variant.anchor != Some(&state.anchor) {
            complaints.push(format!("{}: expected {name} with #{}", variant.place, state.anchor));
            break;
        }
    }
    complaints
}

fn camel_case(name: &str) -> String {
    name.split('_').fold(String::new(), |mut out, word| {
        out.extend(word.chars().take(1).map(|first| first.to_ascii_uppercase()));
        out.push_str(word.get(1..).unwrap_or_default());
        out
    })
}

/// Returns the items of a file, each with the first anchor in its documentation.
fn items(source: &Source, name_of: fn(&str) -> Option<&str>) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let mut anchor = None;
    for (number, line) in source.lines() {
        let line = line.trim_start();
        if let Some(comment) = line.strip_prefix("///") {
            anchor = anchor.or_else(|| anchor_in(comment));
        } else if let Some(name) = name_of(line) {
            items.push(Item { name, anchor: anchor.take(), place: format!("{}:{number}", source.path) });
        } else if !line.starts_with("#[") {
            anchor = None;
        }
    }
    items
}

/// Returns the anchor of a link to the page on parsing.
fn anchor_in(comment: &str) -> Option<&str> {
    let (_, rest) = comment.split_once("html.spec.whatwg.org/multipage/parsing.html#")?;
    rest.split(['>', ' ']).next()
}

/// Returns the name of the function that begins on a line.
fn function_name(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("fn ")?;
    let is_head = before
        .split_whitespace()
        .all(|word| word.starts_with("pub") || word.ends_with(')') || word == "const");
    let end = rest.find(|character: char| !character.is_ascii_alphanumeric() && character != '_')?;
    is_head.then_some(&rest[..end])
}

/// Returns the name of the variant on a line.
fn variant_name(line: &str) -> Option<&str> {
    let name = line.strip_suffix(',')?;
    name.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { path: format!("{STATES}data.rs"), text: text.to_owned(), is_generated: false }
    }

    fn standard_item(anchor: &str, function: &str) -> StandardItem {
        StandardItem { anchor: anchor.to_owned(), function: function.to_owned() }
    }

    #[test]
    fn finds_functions_and_their_anchors() {
        let text = "/// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>\n\
                    #[inline]\n    pub(crate) fn data_state<'a>(&mut self) {\n}\n\
                    // No fn data_state here.\nfn other() {}\n";
        let source = source(text);
        let items = items(&source, function_name);
        let found: Vec<(&str, Option<&str>)> = items.iter().map(|item| (item.name, item.anchor)).collect();
        assert_eq!(found, [("data_state", Some("data-state")), ("other", None)]);
        assert!(check_functions("state", &[standard_item("data-state", "data_state")], &items).is_empty());
        assert_eq!(
            check_functions("state", &[standard_item("tag-open-state", "data_state")], &items).len(),
            1
        );
        assert_eq!(check_functions("state", &[standard_item("x-state", "x_state")], &items).len(), 1);
    }

    #[test]
    fn variants_have_the_names_of_the_states() {
        assert_eq!(camel_case("attribute_value_double_quoted"), "AttributeValueDoubleQuoted");
        let source =
            source("/// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>\nRcdata,\n");
        let items = items(&source, variant_name);
        assert!(check_variants(&[standard_item("rcdata-state", "rcdata_state")], &items).is_empty());
        assert_eq!(check_variants(&[standard_item("data-state", "data_state")], &items).len(), 1);
    }
}
