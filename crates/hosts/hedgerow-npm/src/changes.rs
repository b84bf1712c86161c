//! [`change`]: changes all elements of a document that a selector finds.

use hedgerow::dom::AdjacentPosition;
use hedgerow::{Document, DynamicMarkup as _, NodeId, NodeRef};
use serde::Deserialize;

use crate::border::{Answer, Call};
use crate::failure::Failure;
use crate::pages::with_kept;
use crate::query::nodes;
use crate::selectors::selector;

/// A change, as JavaScript describes it.
#[derive(Deserialize)]
struct Change {
    selector: String,
    kind: Kind,
    /// The name of an attribute or an element.
    #[serde(default)]
    name: String,
    /// The value of an attribute, HTML, or text.
    #[serde(default)]
    value: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kind {
    Remove,
    RemoveAttribute,
    Rename,
    ReplaceWith,
    SetAttribute,
    SetInnerHtml,
    SetText,
    Unwrap,
    #[serde(rename = "beforebegin")]
    BeforeBegin,
    #[serde(rename = "afterbegin")]
    AfterBegin,
    #[serde(rename = "beforeend")]
    BeforeEnd,
    #[serde(rename = "afterend")]
    AfterEnd,
}

/// Makes a change, and returns the number of changed elements.
pub(crate) fn change(call: &mut Call) -> Result<Answer, Failure> {
    let change: Change = serde_json::from_str(&call.query).map_err(Failure::argument)?;
    let selector = selector(&change.selector)?;
    if selector.yields_strings() {
        return Err(Failure::argument("::text and ::attr() find strings, but a change needs elements"));
    }
    with_kept(call.page, |kept| {
        let document = &mut kept.document;
        let found: Vec<NodeId> = nodes(document.root(), &selector).map(NodeRef::id).collect();
        let mut count = 0;
        for node in found {
            // An element may have gone with one around it.
            if document.get(node).is_some_and(|node| node.parent().is_some()) {
                apply(document, node, &change)?;
                count += 1;
            }
        }
        Ok(Answer::Number(f64::from(count)))
    })
}

fn apply(document: &mut Document, node: NodeId, change: &Change) -> Result<(), Failure> {
    let Change { kind, name, value, .. } = change;
    let mut insert = |position| document.insert_adjacent_html(node, position, value);
    match kind {
        Kind::BeforeBegin => insert(AdjacentPosition::BeforeBegin)?,
        Kind::AfterBegin => insert(AdjacentPosition::AfterBegin)?,
        Kind::BeforeEnd => insert(AdjacentPosition::BeforeEnd)?,
        Kind::AfterEnd => insert(AdjacentPosition::AfterEnd)?,
        Kind::Remove => document.remove(node)?,
        Kind::RemoveAttribute => drop(document.remove_attribute(node, name.as_str())?),
        Kind::Rename => drop(document.rename_element(node, name.as_str())?),
        Kind::ReplaceWith => document.set_outer_html(node, value)?,
        Kind::SetAttribute => drop(document.set_attribute(node, name.as_str(), value)?),
        Kind::SetInnerHtml => document.set_inner_html(node, value)?,
        Kind::SetText => {
            document.remove_children(node)?;
            document.append_text(node, value)?;
        }
        Kind::Unwrap => document.replace_with_children(node)?,
    }
    Ok(())
}
