//! Random trees and selectors: `select` agrees with `matches`, the fast path agrees with the general path, and `:has()`
//! agrees with a search that caches nothing.

use hedgerow::dom::NodeKind;
use hedgerow::{Document, NodeId, NodeRef};
use std::collections::HashMap;

use hedgerow_select::{IncrementalMatcher, MatchState, Select, Selector};
use proptest::prelude::*;

const NAMES: [&str; 7] = ["div", "p", "b", "x-y", "svg", "table", "template"];

/// Documents of nested elements with few names, ids and classes, sometimes so deep that answers are cached.
fn html() -> impl Strategy<Value = String> {
    let tag = (0..NAMES.len(), 0..6_usize, 0..5_usize, any::<bool>()).prop_map(|(name, class, id, ends)| {
        let name = NAMES[name];
        let class = ["", "", "a", "b", "a b", "A"][class];
        let id = ["", "", "", "i", "J"][id];
        let start = format!("<{name} class='{class}' id='{id}'>text");
        if ends { start + "</" + name + ">" } else { start }
    });
    let doctype = prop::sample::select(vec!["", "<!DOCTYPE html>"]);
    let nesting = prop::sample::select(vec![0, 3, 40]);
    (doctype, nesting, prop::collection::vec(tag, 0..24))
        .prop_map(|(doctype, nesting, tags)| format!("{doctype}{}{}", "<div>".repeat(nesting), tags.concat()))
}

/// Compound selectors.
fn compound() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["", "", "*", "div", "P", "x-y", "svg", "no-such", "html|b", "|b"]);
    let rest = prop::sample::select(vec![
        "", "", "", ".a", ".b", ".A", "#i", "#J", "[class]", "[id=i]", ".a.b", ":not(.a)", ":first-child",
        ":nth-child(2n+1)", ":nth-last-of-type(2)", ":empty", ":scope", ":is(div p, .b)", ":not(div > *)",
        ":has(.a)", ":has(> b)", ":has(~ .b)", ":has(+ p)", ":nth-child(odd of .a)", ":only-of-type",
    ]);
    (name, rest).prop_map(|(name, rest)| {
        if name.is_empty() && rest.is_empty() { "*".into() } else { format!("{name}{rest}") }
    })
}

/// Selector lists.
fn selector() -> impl Strategy<Value = String> {
    let combinator = prop::sample::select(vec![" ", " > ", " + ", " ~ ", ", "]);
    (compound(), prop::collection::vec((combinator, compound()), 0..4)).prop_map(|(first, rest)| {
        rest.into_iter().fold(first, |selector, (combinator, next)| selector + combinator + &next)
    })
}

/// Selector lists that depend only on an element and its ancestors.
fn selector_of_ancestors() -> impl Strategy<Value = String> {
    let compound = prop::sample::select(vec![
        "*", "div", "P", "x-y", "no-such", "html|b", ".a", "p.A", "#i", "[class]", "b[id=i]", ".a.b",
        "p:not(.a)", ":is(div p, .b)", "b:not(div > *)", ":root", ":not(:is(:root > body *, .b div))",
    ]);
    let combinator = prop::sample::select(vec![" ", " > ", ", "]);
    (compound.clone(), prop::collection::vec((combinator, compound), 0..4)).prop_map(|(first, rest)| {
        rest.into_iter().fold(first.to_owned(), |selector, (combinator, next)| selector + combinator + next)
    })
}

fn elements(document: &Document) -> impl Iterator<Item = NodeRef<'_>> {
    document.root().descendants().filter(|node| node.kind() == NodeKind::Element)
}

fn select<'d>(document: &'d Document, selector: &str) -> Vec<NodeRef<'d>> {
    // The first query walks the tree, the second may scan the node array, and the last may use the table of ids.
    let mut results = (0..16).map(|_| document.select(selector).unwrap().collect::<Vec<_>>());
    let walked = results.next().unwrap();
    assert!(results.all(|found| found == walked), "{selector}");
    walked
}

/// Documents with form controls in several trees.
fn controls() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "<div lang=en>",
        "</div>",
        "<template>",
        "<template>",
        "</template>",
        "<section><template shadowrootmode=open>",
        "</section>",
        "<select>",
        "<option>",
        "<option selected>",
        "</select>",
        "<form>",
        "</form>",
        "<p class=a>",
        "<input type=radio name=a checked>",
        "<input type=radio name=b checked>",
        "<input type=checkbox checked>",
        "<fieldset disabled>",
        "</fieldset>",
    ]);
    prop::collection::vec(tag, 0..24).prop_map(|tags| tags.concat())
}

/// Selectors whose answers depend on the tree that an element is in.
fn selector_of_states() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        ":checked", ":not(:checked)", "option:checked", ":has(:checked)", ":has(+ :checked)",
        "input:checked ~ *", ":disabled", ":enabled", ":lang(en)", ":dir(rtl)", ":root", ":host *",
        ":host > .a", ":read-write", ":empty", ":nth-child(2 of :checked)", "div > *", ":not(div > *)",
        ":is(.a, :checked)", ":defined", ":optional",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn select_agrees_with_matches(html in html(), text in selector()) {
        // The scope of `matches` is the element itself.
        prop_assume!(!text.contains(":scope"));
        let document = hedgerow::parse(&html);
        let selector = Selector::parse(&text).unwrap();
        let one_by_one: Vec<_> = elements(&document).filter(|node| node.matches(&selector).unwrap()).collect();
        prop_assert_eq!(select(&document, &text), one_by_one, "{}", text);
    }

    #[test]
    fn select_deep_agrees_with_matches(html in controls(), text in selector_of_states()) {
        let document = hedgerow::parse(&html);
        let selector = Selector::parse(text).unwrap();
        let everything = document.root().deep_descendants();
        let one_by_one: Vec<_> =
            everything.filter(|node| node.kind() == NodeKind::Element && node.matches(&selector).unwrap()).collect();
        // The first query cannot use facts that the document keeps.
        let fresh = document.clone();
        for document in [&document, &fresh] {
            let found: Vec<_> = document.select_deep(&selector).unwrap().map(NodeRef::id).collect();
            prop_assert_eq!(found, one_by_one.iter().map(|node| node.id()).collect::<Vec<_>>(), "{}", text);
        }
    }

    #[test]
    fn matches_follow_the_definitions(choices in prop::collection::vec(any::<u8>(), 255)) {
        hedgerow_testing::SELECTORS.run(&[&*choices, &[255]].concat());
    }

    #[test]
    fn the_fast_path_finds_the_same_matches(html in html(), text in compound()) {
        let document = hedgerow::parse(&html);
        // The plan does not look inside :is(), so the second query takes the general path.
        prop_assert_eq!(select(&document, &text), select(&document, &format!(":is({text})")), "{}", text);
    }

    #[test]
    fn descendants_of_a_node_are_found_like_those_of_the_document(html in html(), text in selector()) {
        prop_assume!(!text.contains(":scope"));
        let document = hedgerow::parse(&html);
        let selector = Selector::parse(&text).unwrap();
        let all = select(&document, &text);
        for top in elements(&document) {
            let inside: Vec<_> = top.select(&selector).unwrap().collect();
            let expected: Vec<_> =
                all.iter().copied().filter(|node| node.ancestors().any(|ancestor| ancestor == top)).collect();
            prop_assert_eq!(inside, expected, "{}", text);
        }
    }

    #[test]
    fn incremental_matches_agree_with_queries(html in html(), text in selector_of_ancestors()) {
        let document = hedgerow::parse(&html);
        let mut matcher = IncrementalMatcher::new(&Selector::parse(&text).unwrap()).unwrap();
        let mut states: HashMap<NodeId, MatchState> = HashMap::new();
        for element in elements(&document) {
            let parent = element.parent().and_then(|parent| states.get(&parent.id()));
            let state = matcher.enter(element, parent);
            states.insert(element.id(), state);
        }
        let decided: Vec<_> = elements(&document).filter(|element| states[&element.id()].is_match()).collect();
        prop_assert_eq!(select(&document, &text), decided, "{}", text);
    }

    #[test]
    fn has_agrees_with_a_search(html in html(), inner in compound()) {
        prop_assume!(!inner.contains(":has") && !inner.contains(":scope"));
        let document = hedgerow::parse(&html);
        let is_inner: Vec<NodeRef<'_>> = select(&document, &inner);
        let has = |combinator: &str| select(&document, &format!(":has({combinator} {inner})"));
        let search = |holds: &dyn Fn(NodeRef<'_>, NodeRef<'_>) -> bool| -> Vec<NodeRef<'_>> {
            elements(&document).filter(|anchor| is_inner.iter().any(|found| holds(*anchor, *found))).collect()
        };
        let next = |node: NodeRef<'_>| node.next_siblings().find(|node| node.kind() == NodeKind::Element).map(NodeRef::id);
        prop_assert_eq!(has(""), search(&|anchor, found| found.ancestors().any(|node| node == anchor)));
        prop_assert_eq!(has(">"), search(&|anchor, found| found.parent() == Some(anchor)));
        prop_assert_eq!(has("~"), search(&|anchor, found| anchor.next_siblings().any(|node| node == found)));
        prop_assert_eq!(has("+"), search(&|anchor, found| next(anchor) == Some(found.id())));
        // With two combinators, a match must be at least two levels below the anchor.
        prop_assert_eq!(has("* >"), select(&document, &format!(":has(:is(* > *):is({inner}):not(:root > *, :root))"))
            .into_iter().filter(|anchor| anchor.descendants().any(|node| {
                is_inner.contains(&node) && node.parent() != Some(*anchor)
            })).collect::<Vec<_>>());
    }
}
