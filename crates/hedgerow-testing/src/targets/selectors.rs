//! Selectors: random selectors match the same elements of random documents as an oracle, which implements the definitions without
//! caches or indexes. Any text is a selector or an error.

use hedgerow::dom::{NodeKind, QuirksMode};
use hedgerow::{Document, NodeRef, Select, Selector};

use crate::input::{Choices, Input};

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let text = &*input.text();
    let list = input.choices.list(2, |choices| complex(choices, 2, false));
    let html = html(&mut input.choices);
    let document = hedgerow::parse(&html);
    let definition = text_of_list(&list, false);
    let found = selected(&document, &definition);
    let mut expected = elements(&document);
    expected.retain(|element| matches_any(&list, *element));
    assert_eq!(found, expected, "{definition} in {html}");

    // For any other selector, a query finds exactly the elements for which `matches` returns true. `:scope` and `&` are excepted, because
    // they mean the element itself in `matches`; so are escapes, which may spell `:scope`.
    let Ok(selector) = Selector::parse(text) else { return };
    let found = selected(&document, text);
    if !text.to_ascii_lowercase().contains("scope") && !text.contains(['\\', '&']) {
        let matches =
            |element: &NodeRef<'_>| element.matches(&selector).unwrap_or_else(|error| panic!("{error}"));
        let expected: Vec<_> = elements(&document).into_iter().filter(matches).collect();
        assert_eq!(found, expected, "{text} in {html}");
    }
}

/// Returns the matches, which must be the same for 13 queries: the first walks the tree, the later ones may read the arena in
/// order, and the last may use the index, which is built after a dozen requests.
fn selected<'d>(document: &'d Document, selector: &str) -> Vec<NodeRef<'d>> {
    let select = || -> Vec<NodeRef<'d>> {
        document.select(selector).unwrap_or_else(|error| panic!("{error}")).collect()
    };
    let first = select();
    for _ in 0..12 {
        assert_eq!(first, select(), "{selector}");
    }
    first
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Combinator {
    Descendant,
    Child,
    Next,
    Later,
}

const COMBINATORS: [Combinator; 4] =
    [Combinator::Descendant, Combinator::Child, Combinator::Next, Combinator::Later];

impl Combinator {
    fn text(self) -> &'static str {
        match self {
            Self::Descendant => " ",
            Self::Child => " > ",
            Self::Next => " + ",
            Self::Later => " ~ ",
        }
    }

    /// Whether the combinator relates two elements.
    fn holds(self, left: NodeRef<'_>, right: NodeRef<'_>) -> bool {
        match self {
            Self::Descendant => right.ancestors().any(|ancestor| ancestor == left),
            Self::Child => right.parent() == Some(left),
            Self::Next => siblings(right).windows(2).any(|pair| pair == [left, right]),
            Self::Later => {
                let siblings = siblings(right);
                let position = |node| siblings.iter().position(|sibling| *sibling == node);
                left != right && position(left).is_some_and(|left| Some(left) < position(right))
            }
        }
    }
}

/// Returns the element and its sibling elements, in order.
fn siblings(element: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    let Some(parent) = element.parent() else { return vec![element] };
    parent.children().filter(|node| node.kind() == NodeKind::Element).collect()
}

fn elements(document: &Document) -> Vec<NodeRef<'_>> {
    document.root().descendants().filter(|node| node.kind() == NodeKind::Element).collect()
}

type Compound = Vec<Simple>;

/// Compound selectors, each with the combinator before it. The first combinator is ignored unless it is in an argument of
/// `:has()`.
type Complex = Vec<(Combinator, Compound)>;

#[derive(Debug)]
enum Simple {
    Name(&'static str),
    Class(&'static str),
    Id(&'static str),
    Attribute { operator: &'static str, value: &'static str, flag: &'static str },
    Nth { from_end: bool, of_type: bool, step: i32, offset: i32, of: Vec<Complex> },
    Empty,
    Root,
    Is(Vec<Complex>),
    Not(Vec<Complex>),
    Has(Vec<Complex>),
    Language(&'static str),
}

fn simple(choices: &mut Choices<'_>, depth: usize, in_has: bool) -> Simple {
    let list =
        |choices: &mut Choices<'_>, in_has| choices.list(2, |choices| complex(choices, depth - 1, in_has));
    match choices.below(if depth > 0 { 14 } else { 7 }) {
        0 | 1 => Simple::Class(choices.of(&["a", "b", "A"])),
        2 => Simple::Id(choices.of(&["i", "J"])),
        3 => Simple::Attribute {
            operator: choices.of(&["=", "~=", "|=", "^=", "$=", "*="]),
            value: choices.of(&["x", "x y", "X-y", "", "y"]),
            flag: choices.of(&["", "", " i", " s"]),
        },
        4 => Simple::Empty,
        5 => Simple::Root,
        6 => Simple::Language(choices.of(&["en", "fr-CA", "*"])),
        7 | 8 => {
            let of_type = choices.below(2) == 1;
            Simple::Nth {
                from_end: choices.below(2) == 1,
                of_type,
                step: choices.of(&[0, 0, 1, 2, -1, 3]),
                offset: choices.of(&[1, 2, 0, 3, -1]),
                of: if !of_type && choices.below(3) == 0 { list(choices, in_has) } else { Vec::new() },
            }
        }
        9 | 10 => Simple::Is(list(choices, in_has)),
        11 => Simple::Not(list(choices, in_has)),
        _ if in_has => Simple::Not(list(choices, in_has)),
        _ => Simple::Has(list(choices, true)),
    }
}

fn complex(choices: &mut Choices<'_>, depth: usize, in_has: bool) -> Complex {
    choices.list(3, |choices| {
        let combinator = choices.of(&COMBINATORS);
        let name = Simple::Name(choices.of(&["*", "div", "P", "b", "i", "div"]));
        let mut compound = vec![name];
        for _ in 0..choices.below(3) {
            compound.push(simple(choices, depth, in_has));
        }
        (combinator, compound)
    })
}

fn text_of_list(list: &[Complex], is_relative: bool) -> String {
    let texts: Vec<String> = list.iter().map(|complex| text_of(complex, is_relative)).collect();
    texts.join(", ")
}

fn text_of(complex: &Complex, is_relative: bool) -> String {
    let mut text = String::new();
    for (index, (combinator, compound)) in complex.iter().enumerate() {
        if index > 0 || is_relative {
            text += combinator.text();
        }
        for simple in compound {
            text += &text_of_simple(simple);
        }
    }
    text
}

fn text_of_simple(simple: &Simple) -> String {
    match simple {
        Simple::Name(name) => (*name).to_owned(),
        Simple::Class(class) => format!(".{class}"),
        Simple::Id(id) => format!("#{id}"),
        Simple::Attribute { operator, value, flag } => format!("[data-x{operator}\"{value}\"{flag}]"),
        Simple::Nth { from_end, of_type, step, offset, of } => {
            let last = if *from_end { "last-" } else { "" };
            let kind = if *of_type { "of-type" } else { "child" };
            let of = if of.is_empty() { String::new() } else { format!(" of {}", text_of_list(of, false)) };
            format!(":nth-{last}{kind}({step}n{offset:+}{of})")
        }
        Simple::Empty => ":empty".into(),
        Simple::Root => ":root".into(),
        Simple::Is(list) => format!(":is({})", text_of_list(list, false)),
        Simple::Not(list) => format!(":not({})", text_of_list(list, false)),
        Simple::Has(list) => format!(":has({})", text_of_list(list, true)),
        Simple::Language(range) => format!(":lang(\"{range}\")"),
    }
}

/// Whether an element matches a complex selector. With an anchor, the first combinator must relate the anchor to the element that
/// matches the first compound selector.
fn matches(complex: &[(Combinator, Compound)], element: NodeRef<'_>, anchor: Option<NodeRef<'_>>) -> bool {
    let Some(((combinator, compound), left)) = complex.split_last() else { return false };
    compound.iter().all(|simple| passes(simple, element))
        && if left.is_empty() {
            anchor.is_none_or(|anchor| combinator.holds(anchor, element))
        } else {
            elements(element.document())
                .into_iter()
                .any(|other| combinator.holds(other, element) && matches(left, other, anchor))
        }
}

fn matches_any(list: &[Complex], element: NodeRef<'_>) -> bool {
    list.iter().any(|complex| matches(complex, element, None))
}

fn passes(simple: &Simple, element: NodeRef<'_>) -> bool {
    let is_quirky = element.document().quirks_mode() == QuirksMode::Quirks;
    let same = |one: &str, other: &str| one == other || is_quirky && one.eq_ignore_ascii_case(other);
    match simple {
        Simple::Name(name) => *name == "*" || element.local_name_text() == name.to_lowercase(),
        Simple::Class(class) => {
            let classes = element.attribute("class").unwrap_or_default();
            classes.split_ascii_whitespace().any(|token| same(token, class))
        }
        Simple::Id(id) => element.attribute("id").is_some_and(|value| same(value, id)),
        Simple::Attribute { operator, value, flag } => element.attribute("data-x").is_some_and(|actual| {
            let [actual, value] =
                [actual, value].map(|text| if *flag == " i" { text.to_lowercase() } else { text.to_owned() });
            match *operator {
                "=" => actual == value,
                "~=" => actual.split(' ').any(|token| !token.is_empty() && token == value),
                "|=" => actual == value || actual.starts_with(&format!("{value}-")),
                _ if value.is_empty() => false,
                "^=" => actual.starts_with(&value),
                "$=" => actual.ends_with(&value),
                _ => actual.contains(&value),
            }
        }),
        Simple::Nth { from_end, of_type, step, offset, of } => {
            let mut counted = siblings(element);
            counted.retain(|sibling| {
                (!of_type || sibling.element_name() == element.element_name())
                    && (of.is_empty() || matches_any(of, *sibling))
            });
            if *from_end {
                counted.reverse();
            }
            let position = counted.iter().position(|sibling| *sibling == element);
            let number = position.and_then(|position| i32::try_from(position + 1).ok());
            number.is_some_and(|number| (0..100).any(|n| step * n + offset == number))
        }
        Simple::Empty => {
            let counts = |node: NodeRef<'_>| match node.kind() {
                NodeKind::Element => true,
                NodeKind::Text => node.data() != Some(""),
                _ => false,
            };
            !element.children().any(counts)
        }
        Simple::Root => element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document),
        Simple::Is(list) => matches_any(list, element),
        Simple::Not(list) => !matches_any(list, element),
        Simple::Has(list) => elements(element.document())
            .into_iter()
            .any(|found| list.iter().any(|relative| matches(relative, found, Some(element)))),
        Simple::Language(range) => {
            let stated =
                std::iter::once(element).chain(element.ancestors()).find_map(|node| node.attribute("lang"));
            match (stated.unwrap_or_default(), *range) {
                ("", _) => false,
                (_, "*") => true,
                (language, range) => language == range || language.starts_with(&format!("{range}-")),
            }
        }
    }
}

fn html(choices: &mut Choices<'_>) -> String {
    let mut html = choices.of(&["", "<!DOCTYPE html>"]).to_owned();
    for _ in 0..choices.below(40) {
        let start = match choices.below(9) {
            0 => "<!---->".to_owned(),
            1 => "text".to_owned(),
            2 | 3 => choices.of(&["</div>", "</p>", "</b>"]).to_owned(),
            _ => {
                let name = choices.of(&["div", "p", "b", "i", "div"]);
                let class = choices.of(&["", "", " class='a'", " class='b a'", " class=A"]);
                let id = choices.of(&["", "", "", " id=i", " id=j"]);
                let data = choices.of(&["", "", " data-x='x y'", " data-x=X-y", " data-x=xx", " data-x=''"]);
                let language = choices.of(&["", "", "", "", " lang=en", " lang=fr-CA", " lang=''"]);
                format!("<{name}{class}{id}{data}{language}>")
            }
        };
        html += &start;
    }
    html
}
