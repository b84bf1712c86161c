//! `::text`, `::attr()` and `:contains()`: what they find, and where they are refused.

use hedgerow::Document;
use hedgerow_dom::{NodeKind, NodeRef};
use hedgerow_select::{IncrementalMatcher, Select, Selector, SelectorBuilder, SelectorError};
use proptest::prelude::*;

fn strings<'d>(document: &'d Document, selector: &str) -> Vec<&'d str> {
    document.select_text(selector).unwrap_or_else(|error| panic!("{error}")).collect()
}

fn extended(selector: &str) -> Result<Selector, SelectorError> {
    SelectorBuilder::new().extensions().parse(selector)
}

/// The ids of the elements that match.
fn ids(document: &Document, selector: &str) -> String {
    let selector = extended(selector).unwrap_or_else(|error| panic!("{error}"));
    let found = document.select(&selector).unwrap_or_else(|error| panic!("{error}"));
    found.filter_map(|element| element.attribute("id")).collect::<Vec<_>>().join(" ")
}

/// Expects the results of parsel 1.12 for the same document. Only `::attr(HREF)` differs, because parsel compares the
/// names of attributes case-sensitively.
#[test]
fn strings_are_those_of_parsel() {
    let document = hedgerow::parse(
        "<div id=a>one<p>two<b>three</b></p>four</div><div id=b><!--c--></div><a href=x HREF=y title=''>l</a>",
    );
    let none: &[&str] = &[];
    for (selector, expected) in [
        ("div::text", &["one", "four"][..]),
        ("div ::text", &["one", "two", "three", "four"]),
        ("div *::text", &["one", "two", "three", "four"]),
        ("::text", &["one", "two", "three", "four", "l"]),
        ("div > ::text", &["two"]),
        ("p::attr(x)", none),
        ("a::attr(href)", &["x"]),
        ("a::attr('href')", &["x"]),
        ("::attr(href)", &["x"]),
        ("a::attr(title)", &[""]),
        ("div::text, a::attr(href)", &["one", "four", "x"]),
        ("a::TEXT", &["l"]),
        ("a::attr(HREF)", &["x"]),
        ("div::attr(id), div *::text, b::text, #a::attr(id)", &["a", "one", "two", "three", "four", "b"]),
        ("p:contains(two)::text", &["two"]),
    ] {
        assert_eq!(strings(&document, selector), expected, "{selector}");
    }
}

#[test]
fn a_node_is_searched_with_its_own_text_and_attributes() {
    let document = hedgerow::parse("<ul><li id=1>One<b>!</b><li id=2>Two</ul>");
    let items = document.select("li").unwrap();
    let found = items.map(|item| {
        let strings = item.select_text("::attr(id), ::text").unwrap();
        strings.collect::<Vec<_>>().join(" ")
    });
    assert_eq!(found.collect::<Vec<_>>(), ["1 One !", "2 Two"]);
}

#[test]
fn attributes_of_other_namespaces_and_of_foreign_elements() {
    let document = hedgerow::parse("<svg viewBox=1><use xlink:href=2 href=3 /></svg>");
    for (selector, expected) in [
        ("::attr(viewBox)", &["1"][..]),
        ("::attr(viewbox)", &[]),
        ("use::attr(href)", &["3"]),
        ("use::attr(xlink|href)", &["2"]),
        ("use::attr(*|href)", &["2", "3"]),
    ] {
        assert_eq!(strings(&document, selector), expected, "{selector}");
    }
}

#[test]
fn template_contents_and_shadow_trees_are_searched_on_request() {
    let document = hedgerow::parse(
        "<div>1<template shadowrootmode=open>2<p>3</template>4</div><template>5<p>6<template><p>7</template></template>8",
    );
    assert_eq!(strings(&document, "::text"), ["1", "4", "8"]);
    let deep = |selector: &str| document.select_text_deep(selector).unwrap().collect::<String>();
    // A text that is directly in a fragment is not found, because its parent is not an element.
    assert_eq!(deep("::text"), "134678");
    assert_eq!(deep("p::text"), "367");
    assert_eq!(deep("div::text"), "14");
}

#[test]
fn contains_searches_the_joined_text_of_an_element() {
    let document = hedgerow::parse(
        "<div id=1><p id=2>the o<b id=3>ld y</b>ew<p id=4>the Old yew<!-- the old yew --></div><p id=5>the old<p id=6>yew",
    );
    assert_eq!(ids(&document, ":contains('old yew')"), "1 2");
    assert_eq!(ids(&document, "p:contains('old yew' i)"), "2 4");
    assert_eq!(ids(&document, ":contains(ld)"), "1 2 3 4 5");
    assert_eq!(ids(&document, "p:not(:contains('OLD' i))"), "6");
    assert_eq!(
        ids(&document, "div:has(> p:contains(Old)) b:contains(y), :not(html, body):contains('')"),
        "1 2 3 4 5 6"
    );
    assert!(extended(r#"p:contains(a "b" i)"#).is_err());
    assert_eq!(extended(r"p:CONTAINS('a\'b' I)").unwrap().to_string(), r#"p:contains("a'b" i)"#);
    assert_eq!(extended("a::ATTR('x y'), b::attr( svg|* | c)").unwrap_err().message(), "unexpected token");
    assert_eq!(extended("a::ATTR('x y'), ::TEXT").unwrap().to_string(), "a::attr(x\\ y), ::text");
}

#[test]
fn extensions_are_refused_where_they_have_no_meaning() {
    let document = hedgerow::parse("<p>");
    let message = |result: Result<(), SelectorError>| result.unwrap_err().to_string();
    let text = extended("p::text").unwrap();
    let elements = extended("p").unwrap();
    for (error, expected) in [
        (
            message(Selector::parse("p::text").map(drop)),
            "::text is an extension of CSS, which is not allowed here",
        ),
        (
            message(Selector::parse("p::attr(x)").map(drop)),
            "::attr() is an extension of CSS, which is not allowed here",
        ),
        (
            message(Selector::parse("p:contains(x)").map(drop)),
            ":contains() is an extension of CSS, which is not allowed here",
        ),
        (
            message(document.select(&text).map(drop)),
            "1:2: ::text finds strings, not elements: use select_text()",
        ),
        (
            message(document.select(extended("[a='::text']::attr(b)").unwrap()).map(drop)),
            "1:13: ::attr finds strings, not elements: use select_text()",
        ),
        (message(document.root().matches(&text).map(drop)), "use select_text()"),
        (message(IncrementalMatcher::new(&text).map(drop)), "use select_text()"),
        (message(document.select_text(&elements).map(drop)), "1:2: expected ::text or ::attr()"),
        (message(document.select_text("p").map(drop)), "1:2: expected ::text or ::attr()"),
        (message(extended("p, p::text").map(drop)), "a list cannot mix elements and strings"),
        (message(extended("p::text b").map(drop)), "1:9: "),
        (message(extended("p:not(::text)").map(drop)), "1:7: not allowed here"),
        (message(extended("p::text::text").map(drop)), "not allowed here"),
        (message(extended("p::attr()").map(drop)), "1:9: expected the name of an attribute"),
        (message(extended("p::attr(x|y)").map(drop)), "undeclared namespace prefix"),
        (message(extended("p:contains()").map(drop)), "1:12: expected a string"),
        (message(extended("p:contains(a, b)").map(drop)), "1:13: unexpected token"),
    ] {
        assert!(error.contains(expected), "{error}\nexpected: {expected}");
    }
    let decided = IncrementalMatcher::new(&extended("p:contains(x)").unwrap());
    assert!(decided.unwrap_err().message().starts_with(":contains cannot be decided"));
}

/// Markup with few distinct letters, so that a string often spans several nodes.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[ab]{1,3}".boxed(),
        Just("A".to_owned()).boxed(),
        Just("<i>".to_owned()).boxed(),
        Just("<b>".to_owned()).boxed(),
        Just("<b title=c>".to_owned()).boxed(),
        Just("</i>".to_owned()).boxed(),
        Just("</b>".to_owned()).boxed(),
        Just("<!--a-->".to_owned()).boxed(),
        Just("<div>".to_owned()).boxed(),
        Just("</div>".to_owned()).boxed(),
    ];
    prop::collection::vec(piece, 0..150).prop_map(|pieces| pieces.concat())
}

fn text_of(element: NodeRef<'_>) -> String {
    element.descendants().filter(|node| node.kind() == NodeKind::Text).filter_map(NodeRef::data).collect()
}

proptest! {
    /// Compares with a plain search. A query of the document may exhaust its budget of steps, but a query of one element
    /// rarely does, so both algorithms are used.
    #[test]
    fn contains_is_a_search_in_the_text(html in markup(), wanted in "[abA]{1,4}", ignores_case: bool) {
        let html = html.repeat(3);
        let document = hedgerow::parse(&html);
        let flag = if ignores_case { " i" } else { "" };
        let selector = extended(&format!(":contains('{wanted}'{flag})")).unwrap();
        let expected = document.root().descendant_elements().filter(|element| {
            let text = text_of(*element);
            if ignores_case {
                text.to_ascii_lowercase().contains(&wanted.to_ascii_lowercase())
            } else {
                text.contains(&wanted)
            }
        });
        let expected: Vec<_> = expected.collect();
        let found: Vec<_> = document.select(&selector).unwrap().collect();
        prop_assert_eq!(&found, &expected);
        let alone: Vec<_> = document.root().descendant_elements()
            .filter(|element| element.matches(&selector).unwrap()).collect();
        prop_assert_eq!(alone, expected);
    }

    /// The strings of `E::text` are the text nodes whose parents are among the elements `E`, and those of `E::attr()` are values
    /// of their attributes, all in tree order. The queries are repeated, so that all sources of candidates are used.
    #[test]
    fn strings_are_those_of_matches(html in markup(), choice in 0..4_usize) {
        let (texts, titles) = [("b > i, div", ""), ("b i", "b > b, div > b"), ("", "i b"), ("b", "b")][choice];
        let document = hedgerow::parse(&html);
        let selectors = [(texts, "::text"), (titles, "::attr(title)")];
        let selectors: Vec<_> = selectors.iter().filter(|(list, _)| !list.is_empty()).flat_map(|(list, end)| {
            list.split(", ").map(move |selector| format!("{selector}{end}"))
        }).collect();
        let selector = extended(&selectors.join(", ")).unwrap();
        let is_among = |list: &str, node: NodeRef<'_>| !list.is_empty() && node.matches(list).unwrap();
        for scope in document.root().inclusive_descendants() {
            let expected: Vec<_> = scope.inclusive_descendants().filter_map(|node| match node.kind() {
                NodeKind::Text => {
                    let parent = node.parent().filter(|_| node != scope)?;
                    node.data().filter(|_| is_among(texts, parent))
                }
                _ => node.attribute("title").filter(|_| is_among(titles, node)),
            }).collect();
            let repetitions = if scope == document.root() { 8 } else { 1 };
            for _ in 0..repetitions {
                prop_assert_eq!(scope.select_text(&selector).unwrap().collect::<Vec<_>>(), expected.clone());
                prop_assert_eq!(scope.select_text_deep(&selector).unwrap().collect::<Vec<_>>(), expected.clone());
            }
        }
    }
}
