//! Compares edits of a source with the same changes of the document: the edited source is parsed to the changed document, or the edits
//! are refused. The order of the calls makes no difference.
//!
//! The markup is generated from the choices without parse errors, but often without optional end tags. Where the changed
//! document cannot be written as HTML at all, the trees are not compared. In all cases, text does not become markup.

use hedgerow::dom::NodeKind;
use hedgerow::serialize::{ToHtml as _, ToTestFormat};
use hedgerow::source::{NodeSource, SourceEditError, SourceEdits, StartTagSource};
use hedgerow::{Document, NodeId, NodeRef, Parser};

use crate::input::{Choices, Input};

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let mut html = String::from("<!DOCTYPE html><html><head></head><body>");
    html.push_str(&input.text());
    flow(&mut html, 3, &mut input.choices);
    html.push_str(input.choices.of(&["", "</body>", "</body></html>", "</body>a<p>b"]));
    let list = input.choices.list(3, |choices| Edit::new(choices));
    check_edits(&html, &list);
}

/// Appends content, in which elements may lack their optional end tags.
fn flow(html: &mut String, depth: usize, choices: &mut Choices<'_>) {
    for _ in 0..=choices.below(3) {
        let kind = choices.below(if depth > 0 { 20 } else { 10 });
        html.push_str(match kind {
            0 => "a",
            1 => "<br>",
            2 => "<!--c-->",
            3 => "<b a=1 class=c>t</b>",
            4 => choices.of(&["<pre>\na</pre>", "<pre>a</pre>", "<pre></pre>", "<pre><br>\na</pre>"]),
            5 => choices.of(&[
                "<style>a</style>", "<textarea>\nb</textarea>", "<style>a<b</style>", "<title>x</title>",
            ]),
            6 => "<p a=''>",
            7 => "\n",
            8 => choices.of(&[
                "<style>a<x-text></style>",
                "<title><x-text></title>",
                "<style/><x-text>",
                "<xmp>&<x-text></xmp>",
                "<a title='</style></title><x-text>'></a>",
                "<font size=1>a</font>",
            ]),
            9 => choices.of(&[
                "<svg><![CDATA[<x-text>]]></svg>",
                "<svg><style>a</style><path/></svg>",
                "<svg><g>",
                "<svg><title/>",
                "<math><mi>a</mi><annotation-xml encoding=text/html>",
                "<svg><font/></svg>",
            ]),
            10 => "<dl>",
            11 => "<table>",
            12 => "<select>",
            13 => "<ruby>",
            14 => "<template>",
            16 => "<div>",
            17 => "<ul>",
            18 => choices.of(&["<svg>", "<svg><g>", "<svg><desc>", "<svg><foreignObject>"]),
            19 => choices.of(&["<math>", "<math><mi>", "<math><annotation-xml encoding=text/html>"]),
            _ => "<section class='x' b= >",
        });
        let children = |html: &mut String, names: &[&str], choices: &mut Choices<'_>| {
            for _ in 0..choices.below(4) {
                let name = choices.of(names);
                html.extend(["<", name, ">"]);
                flow(html, depth - 1, choices);
                if choices.below(2) == 1 {
                    html.extend(["</", name, ">"]);
                }
            }
        };
        match kind {
            6 => {
                html.push_str(choices.of(&["", "x", "<i>x</i>", "x</p>"]));
            }
            14..=16 | 18 | 19 => flow(html, depth - 1, choices),
            17 => children(html, &["li"], choices),
            10 => children(html, &["dt", "dd"], choices),
            11 => {
                html.push_str(
                    choices.of(&["", "<caption>x", "<colgroup><col>", "<tbody>", "<thead><tr><th>x<tbody>"]),
                );
                for _ in 0..choices.below(3) {
                    html.push_str(choices.of(&["<tr>", "<tr>", "<tr>\n", "<tbody><tr>"]));
                    children(html, &["td", "th"], choices);
                }
            }
            12 => html.push_str(
                choices.of(&["<option>a<option>b", "<optgroup><option>a<optgroup>", "<option>a</option>"]),
            ),
            13 => html.push_str(choices.of(&["a<rt>b", "a<rp>(<rt>b<rp>)", "a<rt>b<rt>c</rt>"])),
            _ => {}
        }
        html.push_str(match kind {
            16 => "</div>",
            17 => "</ul>",
            18 => choices.of(&["</svg>", "</desc></svg>", "</foreignObject></svg>"]),
            19 => choices.of(&["</math>", "</mi></math>", "</annotation-xml></math>"]),
            10 => "</dl>",
            11 => "</table>",
            12 => "</select>",
            13 => "</ruby>",
            14 => "</template>",
            15 => "</section>",
            _ => "",
        });
    }
}

/// An edit of the source and of the document: a choice of the node, and what to do with it.
#[derive(Clone, Copy, Debug)]
struct Edit {
    node: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Rename(&'static str),
    SetText(&'static str),
    SetHtml(Markup),
    Prepend(Markup),
    Append(Markup),
    Before(Markup),
    After(Markup),
    Replace(Option<Markup>),
    SetAttribute(&'static str, &'static str),
    RemoveAttribute(&'static str),
}

impl Kind {
    fn inserts_element(self) -> bool {
        match self {
            Self::SetHtml(markup) | Self::Prepend(markup) | Self::Append(markup) => markup.is_element(),
            Self::Before(markup) | Self::After(markup) => markup.is_element(),
            Self::Replace(markup) => markup.is_some_and(Markup::is_element),
            Self::Rename(_) | Self::SetText(_) | Self::SetAttribute(..) | Self::RemoveAttribute(_) => false,
        }
    }
}

/// Markup of one node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Markup {
    Comment(u8),
    Text(&'static str),
    Element(&'static str),
}

impl Markup {
    fn new(choices: &mut Choices<'_>) -> Self {
        match choices.below(4) {
            0 => Self::Text(choices.of(&["z", "\ny", " "])),
            1 => Self::Element(choices.of(&["i", "p", "li", "td", "tr", "hr", "option", "div"])),
            number => Self::Comment(number as u8),
        }
    }

    fn is_element(self) -> bool {
        matches!(self, Self::Element(_))
    }

    fn html(self) -> String {
        match self {
            Self::Comment(number) => format!("<!--{number}-->"),
            Self::Text(text) => text.to_owned(),
            Self::Element("hr") => "<hr>".to_owned(),
            Self::Element(name) => format!("<{name}></{name}>"),
        }
    }

    fn node(self, document: &mut Document) -> NodeId {
        match self {
            Self::Comment(number) => document.create_comment(&number.to_string()),
            Self::Text(text) => document.create_text(text),
            Self::Element(name) => document.create_element(name).unwrap(),
        }
    }
}

impl Edit {
    fn new(choices: &mut Choices<'_>) -> Self {
        let node = choices.below(1 << 16);
        let kind = match choices.below(11) {
            0 => Kind::Rename(choices.of(&[
                "div", "p", "h1", "span", "pre", "style", "li", "hr", "x-y", "ol", "dd", "svg", "math", "g",
                "desc", "foreignObject", "title", "mi", "mglyph", "annotation-xml", "font",
            ])),
            1 => Kind::SetText(choices.of(&["", "x", "\nx", "<&", "</style>", " ", "<x-new>"])),
            2 => Kind::SetHtml(Markup::new(choices)),
            3 => Kind::Prepend(Markup::new(choices)),
            4 => Kind::Append(Markup::new(choices)),
            5 => Kind::Before(Markup::new(choices)),
            6 => Kind::After(Markup::new(choices)),
            7 => Kind::Replace(Some(Markup::new(choices))),
            8 => Kind::Replace(None),
            9 => Kind::SetAttribute(
                choices.of(&["a", "b", "class", "d", "size", "encoding"]),
                choices.of(&["", "\"", "x y", "text/html"]),
            ),
            _ => Kind::RemoveAttribute(choices.of(&["a", "b", "class", "size", "encoding"])),
        };
        Self { node, kind }
    }

    fn of_source(self, edits: &mut SourceEdits<'_>, id: NodeId) -> Result<(), SourceEditError> {
        match self.kind {
            Kind::Rename(name) => edits.rename_element(id, name),
            Kind::SetText(text) => edits.set_text(id, text),
            Kind::SetHtml(markup) => edits.set_html(id, &markup.html()),
            Kind::Prepend(markup) => edits.prepend_html(id, &markup.html()),
            Kind::Append(markup) => edits.append_html(id, &markup.html()),
            Kind::Before(markup) => edits.insert_before(id, &markup.html()),
            Kind::After(markup) => edits.insert_after(id, &markup.html()),
            Kind::Replace(markup) => edits.replace(id, &markup.map_or_else(String::new, Markup::html)),
            Kind::SetAttribute(name, value) => edits.set_attribute(id, name, value),
            Kind::RemoveAttribute(name) => edits.remove_attribute(id, name),
        }
    }

    /// Makes the change in a document; returns false if the document refuses it.
    fn of_document(self, document: &mut Document, id: NodeId) -> bool {
        let done = match self.kind {
            Kind::Rename(name) => document.rename_element(id, name),
            Kind::SetText(text) => document.set_text(id, text),
            Kind::SetHtml(markup) => {
                let new = markup.node(document);
                document.remove_children(id).and_then(|()| document.append(id, new))
            }
            Kind::Prepend(markup) => {
                let new = markup.node(document);
                document.prepend(id, new)
            }
            Kind::Append(markup) => {
                let new = markup.node(document);
                document.append(id, new)
            }
            Kind::Before(markup) => {
                let new = markup.node(document);
                document.insert_before(id, new)
            }
            Kind::After(markup) => {
                let new = markup.node(document);
                document.insert_after(id, new)
            }
            Kind::Replace(None) => document.remove(id),
            Kind::Replace(Some(markup)) => {
                let new = markup.node(document);
                document.replace(id, new)
            }
            Kind::SetAttribute(name, value) => document.set_attribute(id, name, value),
            Kind::RemoveAttribute(name) => document.remove_attribute(id, name).map(|_| ()),
        };
        done.is_ok()
    }
}

fn parse(html: &str) -> Document {
    Parser::new().source_spans(true).parse(html).into_document()
}

fn ids(document: &Document) -> Vec<NodeId> {
    document.root().deep_descendants().map(NodeRef::id).collect()
}

fn check_edits(html: &str, list: &[Edit]) {
    let parsed = Parser::new().source_spans(true).collect_errors(true).parse(html);
    let is_clean = parsed.errors().is_empty();
    let document = parsed.into_document();
    let nodes = ids(&document);
    let target = |edit: &Edit| nodes[edit.node % nodes.len()];
    let mut edits = SourceEdits::new(&document);
    let mut accepted: Vec<Edit> = Vec::new();
    for edit in list {
        // Insertions at the same place have the order of the calls.
        let is_same = |other: &Edit| {
            target(other) == target(edit)
                && std::mem::discriminant(&other.kind) == std::mem::discriminant(&edit.kind)
        };
        if !accepted.iter().any(is_same) && edit.of_source(&mut edits, target(edit)).is_ok() {
            accepted.push(*edit);
        }
    }
    let changed = edits.apply();
    let mut edits = SourceEdits::new(&document);
    for edit in accepted.iter().rev() {
        // A removed attribute returns at its place.
        if edit.of_source(&mut edits, target(edit)).is_err() {
            return;
        }
    }
    let has_attributes =
        |edit: &Edit| matches!(edit.kind, Kind::SetAttribute(..) | Kind::RemoveAttribute(..));
    if !accepted.iter().any(has_attributes) {
        assert_eq!(
            edits.apply().ok(),
            changed.clone().ok(),
            "the order of {accepted:?} in {html:?} does not matter"
        );
    }
    let Ok(changed) = changed else { return };
    let has_element = |html: &str, name: &str| {
        parse(html).root().deep_descendants().any(|node| node.local_name_text() == name)
    };
    assert!(
        has_element(html, "x-new") || !has_element(&changed, "x-new"),
        "{html:?} became {changed:?} by {accepted:?}: no new text becomes an element"
    );
    // Inserted elements may move those after them, for example a row in a cell.
    assert!(
        accepted.iter().any(|edit| edit.kind.inserts_element())
            || has_element(html, "x-text")
            || !has_element(&changed, "x-text"),
        "{html:?} became {changed:?} by {accepted:?}: no text becomes an element"
    );
    if !is_clean || accepted.iter().any(|edit| is_beside_implied(document.node(target(edit)), edit.kind)) {
        return;
    }
    let mut expected = parse(html);
    let expected_nodes = ids(&expected);
    // Of several changes of an attribute, the last call applies.
    accepted.sort_by_key(|edit| Some(edit.kind).filter(|_| !has_attributes(edit)));
    for (index, edit) in accepted.iter().enumerate() {
        // An attribute that is removed and then set keeps its place in the source, as if it were only set.
        let is_set_later = matches!(edit.kind, Kind::RemoveAttribute(removed) if accepted[index + 1..]
            .iter()
            .any(|later| target(later) == target(edit)
                && matches!(later.kind, Kind::SetAttribute(name, _) if name == removed)));
        if !is_set_later && !edit.of_document(&mut expected, expected_nodes[edit.node % nodes.len()]) {
            return;
        }
    }
    let expected = normalized(expected);
    let written = expected.root().outer_html();
    if normalized(parse(&written)).to_test_format() != expected.to_test_format() {
        return;
    }
    let result = normalized(parse(&changed));
    assert_eq!(
        result.to_test_format(),
        expected.to_test_format(),
        "{html:?} became {changed:?} by {:?}",
        accepted.iter().map(|edit| (document.node(target(edit)), edit.kind)).collect::<Vec<_>>()
    );
    let result = result.root().outer_html();
    assert_eq!(result, written, "the order of the attributes");
}

/// Whether an edit may have the documented effects elsewhere: the parser may put new markup elsewhere, because it would imply an
/// element; or the document keeps the contents of a template apart from its children.
fn is_beside_implied(node: NodeRef<'_>, kind: Kind) -> bool {
    let is_implied = |node: NodeRef<'_>| matches!(node.start_tag(), Some(StartTagSource::Implied(_)));
    let is_template = node.template_contents().is_some()
        && matches!(kind, Kind::SetText(_) | Kind::SetHtml(_) | Kind::Prepend(_) | Kind::Append(_));
    // Without its doctype, a document is in quirks mode, in which a `table` does not close a `p`.
    let is_doctype = node.kind() == NodeKind::DocumentType;
    is_template
        || is_doctype
        || node.inclusive_ancestors().any(is_implied)
        || node.children().any(is_implied)
        || node.previous_sibling().is_some_and(is_implied)
        || node.next_sibling().is_some_and(is_implied)
}

/// Joins adjacent texts and removes empty ones, also in template contents.
fn normalized(mut document: Document) -> Document {
    let roots: Vec<NodeId> = std::iter::once(document.root())
        .chain(document.root().deep_descendants())
        .filter(|node| node.kind() != NodeKind::Text && node.parent().is_none())
        .map(NodeRef::id)
        .collect();
    for root in roots {
        document.normalize(root).unwrap();
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn a_removed_attribute_that_is_set_again_keeps_its_place() {
        let html = "<!DOCTYPE html><html><head></head><body><b a=1 class=c>t</b></body></html>";
        for node in 0..ids(&parse(html)).len() {
            let kinds = [Kind::RemoveAttribute("a"), Kind::SetAttribute("a", "x y")];
            check_edits(html, &kinds.map(|kind| Edit { node, kind }));
        }
    }

    #[test]
    fn many_pairs_of_edits_are_those_of_the_document() {
        let mut random = Random::new(7);
        for _ in 0..2_000 {
            let mut data: Vec<u8> = (0..30 + random.below(60)).map(|_| random.below(256) as u8).collect();
            data.push(data.len() as u8);
            check(&data);
        }
    }
}
