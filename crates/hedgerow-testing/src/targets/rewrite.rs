//! The rewriter: without edits, the output is the input; handlers see the elements that a query of the finished document finds; and the
//! output with edits is parsed to the document with the same changes, or the edits are refused.

use hedgerow::dom::{AdjacentPosition, NodeId, NodeKind};
use hedgerow::rewrite::{Content, EditResult, Element, Rewriter};
use hedgerow::{Document, DynamicMarkup, EncodingHints, NodeRef, Select, Selector, ToHtml};

use crate::input::{Choices, Input};

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let html = html(&mut input.choices);
    check_identity(input.bytes, &mut input.choices);
    check_identity(html.as_bytes(), &mut input.choices);
    check_matches(&html, &mut input.choices);
    check_edits(&html, &mut input.choices);
}

/// Checks that bytes are written unchanged, in whatever encoding and pieces.
fn check_identity(bytes: &[u8], choices: &mut Choices<'_>) {
    let rewriter = Rewriter::new()
        .on("a, b, td, body :nth-child(2n)", |element| {
            // Elements without contents refuse the function.
            let _ = element.on_end(|_| Ok(()));
            Ok(())
        })
        .expect("the selector is valid")
        .on_every_text(|_| Ok(()))
        .on_every_comment(|_| Ok(()));
    let pieces = rewriter.pieces(&EncodingHints::new(), choices.pieces(bytes));
    let output: Result<Vec<_>, _> = pieces.collect();
    assert_eq!(output.expect("no limit is exceeded").concat(), bytes);
}

/// Checks that a selector finds the same elements as in the finished document, unless the parser has moved nodes.
fn check_matches(html: &str, choices: &mut Choices<'_>) {
    let text = choices.list(2, selector).join(", ");
    let selector = Selector::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut found = Vec::new();
    let rewriter = Rewriter::new().on(&selector, |element| {
        found.push((element.local_name().to_owned(), number(element)));
        Ok(())
    });
    let mut stream = rewriter.expect("the selector can be decided").stream_text(Vec::new());
    for piece in choices.text_pieces(html) {
        stream.feed(piece.as_bytes()).expect("no limit is exceeded");
    }
    let (output, outcome) = stream.finish().expect("no limit is exceeded");
    assert_eq!(output, html.as_bytes());
    if outcome.moves > 0 {
        return;
    }
    let document = hedgerow::parse(html);
    let expected = document.select_deep(&selector).expect("the selector finds elements");
    let expected: Vec<_> = expected
        .map(|element| {
            (element.local_name_text().to_owned(), element.attribute("n").unwrap_or_default().to_owned())
        })
        .collect();
    assert_eq!(found, expected, "{text} in {html}");
}

fn number(element: &Element<'_, '_>) -> String {
    element.attribute("n").unwrap_or_default().to_owned()
}

#[derive(Clone, Copy, Debug)]
enum Edit {
    Attribute,
    NoAttribute,
    Before(Content<'static>),
    After(Content<'static>),
    Prepend(Content<'static>),
    Append(Content<'static>),
    Contents(Content<'static>),
    Replace(Content<'static>),
    Unwrap,
    Rename(&'static str),
}

fn edit(choices: &mut Choices<'_>) -> Edit {
    let html = Content::Html(choices.of(&[
        "<i>x</i>", "<div>x</div>", "<p>x</p>", "<!--x-->", "<br>", "<li>x</li>", "<tr><td>x</td></tr>",
        "<p>x", "<b>x", "x</div>", "<td>x</td>", "<a>x</a>", "<table></table>", "&amp", "<script>x</script>",
        "\n",
    ]));
    let content = choices.of(&[html, html, Content::Text("t"), Content::Text("in;"), Content::Text(" <&")]);
    match choices.below(10) {
        0 => Edit::Attribute,
        1 => Edit::NoAttribute,
        2 => Edit::Before(content),
        3 => Edit::After(content),
        4 => Edit::Prepend(content),
        5 => Edit::Append(content),
        6 => Edit::Contents(content),
        7 => Edit::Replace(choices.of(&[content, Content::Text("")])),
        8 => Edit::Unwrap,
        _ => Edit::Rename(choices.of(&["span", "section", "p", "strong", "th", "x-y"])),
    }
}

impl Edit {
    fn make(self, element: &mut Element<'_, '_>) -> EditResult {
        match self {
            Self::Attribute => element.set_attribute("data-x", "\"&<"),
            Self::NoAttribute => element.remove_attribute("class").map(drop),
            Self::Before(content) => element.before(content),
            Self::After(content) => element.after(content),
            Self::Prepend(content) => element.prepend(content),
            Self::Append(content) => element.append(content),
            Self::Contents(content) => element.set_contents(content),
            Self::Replace(content) => element.replace(content),
            Self::Unwrap => element.remove_and_keep_contents(),
            Self::Rename(name) => element.rename(name),
        }
    }

    /// Makes the same change of a document.
    fn apply(self, document: &mut Document, element: NodeId) {
        let mut insert = |position, content| {
            document
                .insert_adjacent_html(element, position, &markup(content))
                .expect("the element has a parent");
        };
        match self {
            Self::Attribute => document.set_attribute(element, "data-x", "\"&<").map(drop),
            Self::NoAttribute => document.remove_attribute(element, "class").map(drop),
            Self::Before(content) => return insert(AdjacentPosition::BeforeBegin, content),
            Self::After(content) => return insert(AdjacentPosition::AfterEnd, content),
            Self::Prepend(content) => return insert(AdjacentPosition::AfterBegin, content),
            Self::Append(content) => return insert(AdjacentPosition::BeforeEnd, content),
            Self::Contents(content) => document.set_inner_html(element, &markup(content)),
            Self::Replace(content) => document.set_outer_html(element, &markup(content)),
            Self::Unwrap => document.replace_with_children(element),
            Self::Rename(name) => document.rename_element(element, name),
        }
        .unwrap_or_else(|error| panic!("{self:?}: {error}"));
    }
}

fn markup(content: Content<'_>) -> String {
    match content {
        Content::Html(html) => html.to_owned(),
        Content::Text(text) => hedgerow::serialize::escape_text(text).to_string(),
    }
}

/// Checks that the output is parsed to the document with the edits, unless the parser has moved nodes, or the run ends with an
/// error because of the edits.
fn check_edits(html: &str, choices: &mut Choices<'_>) {
    let mut made = Vec::new();
    let mut removed = Vec::new();
    let mut edits = choices.clone();
    let removes_comments = edits.one_in(2);
    let later = edits.of(&[
        "", "", "", ":has(*)", ":not(:last-child)", ":only-child", ":nth-last-of-type(odd)", ":not(:empty)",
    ]);
    let rewriter = Rewriter::new().on(&format!(":not(html, head, body){later}") as &str, |element| {
        for _ in 0..=edits.below(2) {
            let edit = edit(&mut edits);
            if number(element).is_empty() || element.is_removed() {
                return Ok(());
            }
            // The contents of a template are not its children.
            let is_inside = matches!(edit, Edit::Prepend(_) | Edit::Append(_) | Edit::Unwrap);
            if is_inside && element.local_name() == "template" {
                return Ok(());
            }
            if edits.below(3) == 0 && edit.make(element).is_ok() {
                made.push((number(element), edit));
            }
        }
        Ok(())
    });
    let rewriter = rewriter.expect("the selector is valid").on_every_comment(|comment| {
        if removes_comments {
            removed.push(comment.text().to_owned());
            comment.remove();
        }
        Ok(())
    });
    let mut stream = rewriter.stream_text(Vec::new());
    let result = stream.feed(html.as_bytes()).and_then(|()| stream.finish());
    let Ok((output, outcome)) = result else { return };
    if outcome.moves > 0 {
        return;
    }
    let output = String::from_utf8(output).expect("edits are UTF-8");
    let mut document = hedgerow::parse(html);
    let is_removed = |node: &NodeRef<'_>| {
        node.kind() == NodeKind::Comment
            && node.data().is_some_and(|text| removed.iter().any(|other| other == text))
    };
    let comments: Vec<NodeId> =
        document.root().deep_descendants().filter(is_removed).map(NodeRef::id).collect();
    for comment in comments {
        document.remove(comment).expect("the comment has a parent");
    }
    for (number, edit) in &made {
        let element = document.select_deep(&format!("[n='{number}']") as &str).expect("a selector").next();
        let Some(element) = element.map(NodeRef::id) else { continue };
        edit.apply(&mut document, element);
    }
    let found = hedgerow::parse(&output);
    assert_eq!(
        found.root().inner_html(),
        document.root().inner_html(),
        "{made:?} change {html}\nto {output}"
    );
}

/// A selector that can be decided while a tree is built.
fn selector(choices: &mut Choices<'_>) -> String {
    let compounds = choices.list(3, |choices| compound(choices, 1));
    let mut text = String::new();
    for (index, compound) in compounds.iter().enumerate() {
        text += if index > 0 { choices.of(&[" ", " > ", " + ", " ~ "]) } else { "" };
        text += compound;
    }
    text
}

fn compound(choices: &mut Choices<'_>, depth: usize) -> String {
    let mut text = choices.of(&["*", "div", "p", "b", "li", "td", "*"]).to_owned();
    for _ in 0..choices.below(3) {
        let simple = match choices.below(if depth > 0 { 16 } else { 8 }) {
            0 => ".a".to_owned(),
            1 => "[n]".to_owned(),
            2 => ":first-child".to_owned(),
            3 => ":root".to_owned(),
            4 => ":first-of-type".to_owned(),
            5 => choices.of(&[":nth-child(2n)", ":nth-of-type(2)", ":nth-child(n+2)"]).to_owned(),
            6 => ":last-child".to_owned(),
            7 => choices
                .of(&[
                    ":empty", ":only-child", ":last-of-type", ":nth-last-child(2n)", ":nth-last-of-type(2)",
                ])
                .to_owned(),
            8 => format!(":nth-child(2n+1 of {})", choices.of(&[".a", "p, [n]", ":not(b + i)"])),
            9 => format!(":is({} {}, p)", compound(choices, 0), compound(choices, 0)),
            10 => format!(":not({} ~ {})", compound(choices, 0), compound(choices, 0)),
            11 => format!(":not({} > {})", compound(choices, 0), compound(choices, 0)),
            12 => format!(":has({} {})", choices.of(&[">", "+", "~", ""]), compound(choices, 0)),
            13 => format!(":nth-last-child({} of .a, p)", choices.of(&["1", "2n", "-n+2"])),
            _ => {
                let combinators = [(); 2].map(|()| choices.of(&[" ", " > ", " + ", " ~ "]));
                let [first, second] = [(); 2].map(|()| compound(choices, 0));
                format!(":not(:has({}{first}{}{second}))", combinators[0], combinators[1])
            }
        };
        text += &simple;
    }
    text
}

/// A document in which each start tag has a number.
fn html(choices: &mut Choices<'_>) -> String {
    let mut html = choices.of(&["", "<!DOCTYPE html>", "<!DOCTYPE html><body>"]).to_owned();
    for number in 0..choices.below(24) {
        let piece = match choices.below(10) {
            0 => {
                choices.of(&["&amp;", " ", "\n", "\r\n", "x &not", "x< ", "<", "&am", "p;", "b>"]).to_owned()
            }
            1 => format!("<!--{number}-->"),
            2 => "text".to_owned(),
            3..=5 => {
                let name = choices.of(&[
                    "div", "p", "b", "i", "ul", "li", "table", "tr", "td", "template", "span", "a", "h2",
                    "svg", "pre", "textarea",
                ]);
                format!("</{name}>")
            }
            _ => {
                let name = choices.of(&[
                    "div", "p", "b", "i", "ul", "li", "table", "tr", "td", "template", "span", "a", "h2",
                    "br", "svg", "title", "pre", "textarea",
                ]);
                let class = choices.of(&["", "", " class=a", " class='b a'"]);
                format!("<{name} n={number}{class}>")
            }
        };
        html += &piece;
    }
    // The document may end in an incomplete token.
    html += choices.of(&["", "", "<p a='", "<textx &not", "</b ", "<!-- x -", "</", "<!x", "<![CDATA[x"]);
    html
}
