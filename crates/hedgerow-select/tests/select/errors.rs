//! Tests the messages for invalid selectors, and that no text makes the parser panic.

use std::fmt::Write as _;

use hedgerow_select::{IncrementalMatcher, Select, Selector};
use proptest::prelude::*;

#[test]
fn errors_name_the_problem_and_its_position() {
    let long = format!("{} !{}", "a ".repeat(60), " b".repeat(60));
    let nested = format!("{}a{}", ":not(".repeat(40), ")".repeat(40));
    let combined = "a ".repeat(300) + "a";
    let texts = [
        "", "  ", "p,", ", p", "p >", "> p", "p > > a", "p..a", "div .3", "a[", "a[href", "a[href=",
        "a[href=]", "a[href?=x]", "a[=x]", "a[href='x", "a[href=x y]", "#", "#1", "p:", "p:hovr",
        "p:hovr(1)", "p::nope", "p::nope(1)", "a:not()", "a:not(b, )", "a:has(:has(b))", "a:has()",
        "li:nth-child()", "li:nth-child(2n + )", "li:nth-child(odd of)", "p:lang(1)", "p:dir()", "x|y",
        "a|*[x|y]", "[x|y]", "svg|", "p { color: red }", "div\n  p !important\nspan",
        "\u{E9}t\u{E9} \u{1F98A} $", "a)", "a/**/, /* */ b,,", "&x", &long, &nested, &combined,
    ];
    let mut all = String::new();
    for text in texts {
        let shown = match Selector::parse(text) {
            Ok(selector) => format!("valid: {selector}"),
            Err(error) => error.to_string(),
        };
        let name: String = text.chars().take(30).collect();
        writeln!(all, "{name:?}\n{shown}\n").unwrap();
    }
    insta::assert_snapshot!(all);
}

#[test]
fn the_largest_selectors_can_be_matched() {
    let depth = 300;
    let document = hedgerow::parse(&"<div>".repeat(depth));
    let widest = "div ".repeat(255) + "div";
    assert_eq!(document.select(&widest).unwrap().count(), depth - 255);
    let deepest = ":not(".repeat(30) + "div" + &")".repeat(30);
    assert_eq!(document.select(&deepest).unwrap().count(), depth);
    let both = format!("{}{}", ":is(div ".repeat(30) + "div", ")".repeat(30));
    assert_eq!(document.select(&both).unwrap().count(), depth - 1);
    let many = "div, ".repeat(10_000) + "b";
    assert_eq!(document.select(&many).unwrap().count(), depth);
}

/// Concatenated pieces of selectors, some of which are invalid.
fn soup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a", "b", "div", "*", "|", "svg|", "#x", ".y", ".", "#", "[", "]", "[a", "[a=", "[a='b' i]", "='x'",
        "(", ")", ":", "::", ":not(", ":is(", ":where(", ":has(", ":nth-child(", "2n+1", "of",
        ":first-child", ":lang(", "en", ":dir(", "rtl", ":host(", ":root", ":scope", ":empty", ":checked",
        ":hover", " ", " > ", "+", "~", ",", ">", "\"", "'", "\\", "\\61 ", "/*", "*/", "{", "}", ";", "!",
        "&", "@x", "-", "--", "1", "é", "\n", "\0", "u+1", "<!--", "-->", "url(", "%", "::slotted(",
        "::part(x)", "||", "i", "x|y",
    ]);
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_selector_or_an_error(text in prop_oneof![soup(), ".{0,12}"]) {
        match Selector::parse(&text) {
            Ok(selector) => {
                let document = hedgerow::parse("<div id=x><a class=y lang=en>1<a><b dir=auto></b></div>");
                let found: Vec<_> = document.select(&selector).unwrap().collect();
                let shown = selector.to_string();
                let again = Selector::parse(&shown);
                // An invalid part of a forgiving list is kept unchanged, and may lack a bracket.
                prop_assume!(again.is_ok() || !(text.contains(":is(") || text.contains(":where(")));
                prop_assert!(again.is_ok(), "{shown:?} is not valid");
                let found_again: Vec<_> = document.select(again.unwrap()).unwrap().collect();
                prop_assert_eq!(found, found_again, "{}", shown);
            }
            Err(error) => {
                prop_assert!(text.is_char_boundary(error.offset()) && error.offset() <= text.len());
                let place = format!("{}:{}: ", error.line(), error.column());
                prop_assert!(error.to_string().starts_with(&place));
                prop_assert_eq!(error.selector(), &text);
            }
        }
    }
}

#[test]
fn selectors_that_depend_on_more_than_ancestors_are_refused() {
    let parts = [
        ("p + b", "+"),
        ("p ~ b", "~"),
        ("li:nth-child(2)", ":nth-child"),
        ("a :not(b:nth-last-of-type(odd)) c", ":nth-last-of-type"),
        ("p:empty", ":empty"),
        ("p, b:has(i)", ":has"),
        (":lang(en)", ":lang"),
        ("p:dir(ltr)", ":dir"),
        (":scope > p", ":scope"),
        ("& > p", "&"),
        ("p:first-of-type", ":first-of-type"),
        ("p:last-of-type", ":last-of-type"),
        ("p:only-of-type", ":only-of-type"),
        ("p:only-child", ":only-child"),
        ("p:nth-child(1)", ":nth-child"),
        ("[title='+'] + b", "+ b"),
        ("[title~='~'] ~ b", "~ b"),
        ("p:nth-child(2n+1) + b", "+ b"),
    ];
    for (text, part) in parts {
        let error = IncrementalMatcher::new(&Selector::parse(text).unwrap()).unwrap_err();
        assert!(error.message().starts_with(part.trim_end_matches(" b")), "{error}");
        assert!(error.selector()[error.offset()..].starts_with(part), "{error}");
    }
    assert!(IncrementalMatcher::new(&Selector::parse("a:checked").unwrap()).is_err());
}

#[test]
fn a_selector_with_many_parts_is_decided_like_one_with_few() {
    let document = hedgerow::parse("<p><b>");
    let mut matcher =
        IncrementalMatcher::new(&Selector::parse(&("i b, ".repeat(100) + "html > body b")).unwrap()).unwrap();
    let mut state = None;
    for name in ["html", "body", "p", "b"] {
        let element = document.select_first(name).unwrap().unwrap();
        state = Some(matcher.enter(element, state.as_ref()));
    }
    assert!(state.unwrap().is_match());
}
