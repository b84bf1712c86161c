//! Checks edits of a source. The bytes between the edits are unchanged, an attribute that was set is found when the edited source
//! is parsed, and a refused edit has no effect.

use hedgerow::source::{NodeSource, SourceEditError, SourceEdits, StartTagSource};
use hedgerow::{Document, NodeId, NodeRef, Parser};

use crate::input::{Choices, Input};
use crate::trees::nodes;

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let html = &*input.text();
    let choices = &mut input.choices;
    let document = parse(html);
    let nodes = nodes(&document);
    if nodes.is_empty() {
        return;
    }
    set_an_attribute(html, &document, choices.of(&nodes), choices);

    let mut edits = SourceEdits::new(&document);
    for _ in 0..choices.below(6) {
        let before = edits.clone();
        if edit(&mut edits, choices.of(&nodes).id(), choices).is_err() {
            assert_eq!(before.edits(), edits.edits(), "a refused edit has no effect");
        }
    }
    let (Ok(changed), Ok(edits)) = (edits.apply(), edits.edits()) else { return };
    // The parts between the edits are unchanged.
    let mut rest = &*changed;
    let mut start = 0;
    for edit in edits {
        let range = edit.span.range();
        let kept = format!("{}{}", &html[start..range.start], edit.replacement);
        assert!(rest.starts_with(&kept), "{rest:?} instead of {kept:?}");
        rest = &rest[kept.len()..];
        start = range.end;
    }
    assert_eq!(rest, &html[start..]);
}

fn parse(html: &str) -> Document {
    Parser::new().source_spans(true).parse(html).into_document()
}

/// Sets an attribute and checks that the start tag at the same offset has it afterwards.
fn set_an_attribute(html: &str, document: &Document, node: NodeRef<'_>, choices: &mut Choices<'_>) {
    let Some(StartTagSource::Tag(tag)) = node.start_tag() else { return };
    let name = choices.of(&["a", "href", "class", "data-new", "xlink:href", "viewBox"]);
    let value = choices.of(&["", "x", "a\"b", "'&quot;'", "\r\n\u{e9}>", "a b", "/"]);
    let mut edits = SourceEdits::new(document);
    if edits.set_attribute(node.id(), name, value).is_err() {
        return;
    }
    let Ok(changed) = edits.apply() else { panic!("one edit overlaps with nothing") };
    // The attribute is in the start tag, or in a later `html` or `body` tag that added it to the element.
    let present = node.attribute_span(name).map(|spans| spans.value.unwrap_or(spans.name));
    let end = present.map_or(tag.end, |span| span.end.max(tag.end)) as usize;
    assert!(changed.starts_with(&html[..tag.range().start]) && changed.ends_with(&html[end..]));
    let again = parse(&changed);
    let has_same_start =
        |node: &NodeRef<'_>| node.start_tag_span().is_some_and(|span| span.start == tag.start);
    let is_known_case = !name.contains(|character: char| character.is_ascii_uppercase() || character == ':');
    if is_known_case && let Some(found) = nodes(&again).into_iter().find(has_same_start) {
        assert_eq!(found.attribute(name), Some(value), "{changed:?}");
    }
}

/// Makes a random edit of a node.
pub(super) fn edit(
    edits: &mut SourceEdits<'_>,
    id: NodeId,
    choices: &mut Choices<'_>,
) -> Result<(), SourceEditError> {
    let name = choices.of(&["a", "href", "class", "id", "b", "not a name"]);
    let html = choices.of(&["", "text", "<b>x</b>", "<p>", "</div>", "<!--", "\n", "&amp;", "<a", "\0"]);
    match choices.below(11) {
        0 => edits.set_attribute(id, name, html),
        1 => edits.remove_attribute(id, name),
        2 => edits.rename_attribute(id, name, choices.of(&["a", "title", "x y"])),
        3 => edits.rename_element(id, name),
        4 => edits.set_html(id, html),
        5 => edits.set_text(id, html),
        6 => edits.replace(id, html),
        7 => edits.insert_before(id, html),
        8 => edits.insert_after(id, html),
        9 => edits.prepend_html(id, html),
        _ => edits.append_html(id, html),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_may_be_in_a_later_tag() {
        check(b"<html><p><html a=b>\0");
    }
}
