//! Adversarial trees: no query overflows a small stack, and every selector takes time linear in the tree, however deep or
//! wide it is.

use std::thread;

use hedgerow::Document;
use hedgerow::dom::{AttributeName, ElementName, NameId, Slot, known};
use hedgerow_select::{Select, Selector};
use hedgerow_testing::assert_linear_time;

/// Appends an element.
fn append(document: &mut Document, parent: Slot, name: NameId, attributes: &[(NameId, &str)]) -> Slot {
    let attributes = attributes.iter().map(|&(name, value)| (AttributeName::plain(name), value));
    let element = document.unchecked().create_element(ElementName::html(name), attributes);
    document.unchecked().append(parent, element);
    element
}

/// `depth` nested elements, with a `b` in the innermost one.
fn chain(name: NameId, depth: usize) -> Document {
    let mut document = Document::new();
    let mut parent = document.root().slot();
    for _ in 0..depth {
        parent = append(&mut document, parent, name, &[]);
    }
    append(&mut document, parent, known::B, &[]);
    document
}

/// An element with `children` children.
fn row(name: NameId, attributes: &[(NameId, &str)], children: usize, child: NameId) -> Document {
    let mut document = Document::new();
    let root = document.root().slot();
    let parent = append(&mut document, root, name, attributes);
    for _ in 0..children {
        append(&mut document, parent, child, &[]);
    }
    document
}

/// Siblings with distinct names.
fn other_names(children: usize) -> Document {
    let mut document = row(known::DIV, &[], 0, known::B);
    let parent = document.root().first_child().unwrap().slot();
    for number in 0..children {
        let name = document.unchecked().intern(&format!("x-{number}"));
        append(&mut document, parent, name, &[]);
    }
    document
}

/// Comments, followed by the same number of elements.
fn comments(children: usize) -> Document {
    let mut document = row(known::DIV, &[], 0, known::B);
    let parent = document.root().first_child().unwrap().slot();
    for _ in 0..children {
        let comment = document.unchecked().create_comment("");
        document.unchecked().append(parent, comment);
    }
    for _ in 0..children {
        append(&mut document, parent, known::B, &[]);
    }
    document
}

#[test]
fn queries_of_a_deep_tree_fit_a_small_stack() {
    // More levels than the stack has bytes, so that any recursion overflows it.
    const DEPTH: usize = 100_000;
    let document = chain(known::DIV, DEPTH);
    let work = || {
        let count = |selector: &str| document.select(selector).unwrap().count();
        let all = DEPTH + 1;
        let expected = [
            ("div", DEPTH),
            ("div b", 1),
            ("p b, p div, div.x div", 0),
            ("div > div", DEPTH - 1),
            (":root div > div", DEPTH - 2),
            ("p div > div, p > div div b", 0),
            (":has(b)", DEPTH),
            (":has(> b)", 1),
            (":has(p), :has(> div > p), :has(div p), :has(~ p), :has(+ p > b)", 0),
            (":has(div b)", DEPTH - 1),
            (":has(> div > b)", 1),
            ("div:not(:has(b)) b, :has(p) b", 0),
            (":nth-child(1)", all),
            (":nth-of-type(1):nth-last-child(1 of div, b):only-of-type", all),
            ("p ~ *, p + *", 0),
            (":is(div > b, p div)", 1),
            (":not(:is(div div, :root))", 1),
            (":dir(ltr)", all),
            (":lang(en)", 0),
            (":read-write, :disabled, :enabled, :empty div", 0),
            (":read-only", all),
            (":scope > div b", 1),
        ];
        for (selector, number) in expected {
            assert_eq!(count(selector), number, "{selector}");
        }
        let deepest = document.select_first("b").unwrap().unwrap();
        assert!(deepest.closest("p").unwrap().is_none() && deepest.closest(":root").unwrap().is_some());
        assert!(deepest.matches(":root b:dir(ltr):not(:lang(en))").unwrap());
        assert!(deepest.matches("div div > div b:not(p *)").unwrap());
    };
    if cfg!(target_family = "wasm") {
        // The WebAssembly target has no threads, but its whole stack is also too small for a recursion of this depth.
        return work();
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(64 << 10).spawn_scoped(scope, work);
        thread.unwrap().join().unwrap();
    });
}

/// Checks that queries of a tree that is sixteen times as large take about sixteen times as long.
#[track_caller]
fn check(tree: impl Fn(usize) -> Document, selectors: &[&str]) {
    let (once, sixteen_times) = (tree(1_500), tree(24_000));
    for text in selectors {
        let selector = Selector::parse(text).unwrap();
        let tree = |size: usize| if size == 1_500 { &once } else { &sixteen_times };
        assert_linear_time(1_500, tree, |document| {
            document.select(&selector).unwrap().count();
        });
    }
}

#[test]
fn deep_trees_take_linear_time() {
    let selectors = [
        "p div", "p.x div", "#x > div div", "x-y div", "p div > div", ":is(p, .x) > div div > div div",
        "div:not(p div > div)", ":has(p)", ":has(b) p div", "div:has(b)", ":has(div p)", ":has(div > p)",
        ":has(> div > div p)", ":has(div + p)", ":is(:has(div b)) p", ":lang(en)", ":dir(rtl)",
        ":read-write", ":nth-child(2) div", ":nth-last-child(1 of p div)",
    ];
    check(|size| chain(known::DIV, size), &selectors);
    check(|size| chain(known::BUTTON, size), &[":disabled", ":enabled"]);
    check(|size| chain(known::OPTION, size), &[":disabled", ":checked"]);
    check(|size| chain(known::BDI, size), &[":dir(rtl)"]);
}

#[test]
fn asking_each_element_of_a_deep_tree_takes_linear_time() {
    for (name, text) in [(known::DIV, ":lang(en)"), (known::OPTGROUP, ":checked")] {
        let selector = Selector::parse(text).unwrap();
        let (once, sixteen_times) = (chain(name, 1_500), chain(name, 24_000));
        let tree = |size: usize| if size == 1_500 { &once } else { &sixteen_times };
        assert_linear_time(1_500, tree, |document| {
            let elements = document.root().descendants();
            assert_eq!(elements.filter(|node| node.matches(&selector).unwrap()).count(), 0);
        });
    }
}

#[test]
fn wide_trees_take_linear_time() {
    let selectors = [
        "p ~ b",
        "p + b ~ b",
        "p ~ b + b",
        "p ~ b ~ b",
        ":nth-child(2n)",
        ":nth-last-child(2n)",
        ":nth-of-type(2n)",
        ":nth-last-of-type(2n)",
        ":only-of-type",
        ":nth-child(2n of b)",
        ":nth-last-child(2n of p ~ b)",
        ":nth-child(2n of :nth-last-child(3n of b))",
        ":has(~ p)",
        ":has(~ b + p)",
        ":has(+ b ~ p)",
        ":has(~ b ~ p)",
        "div:has(b ~ p) b",
        ":has(> b ~ p) > b",
    ];
    check(|size| row(known::DIV, &[], size, known::B), &selectors);
    check(other_names, &[":nth-of-type(2)", ":nth-last-of-type(2)", ":first-of-type", ":last-of-type"]);
    check(comments, &[":empty > b", ":first-child ~ b", ":empty b", "div > b + b"]);
    check(|size| row(known::DIV, &[(known::DIR, "auto")], size, known::B), &[":dir(rtl)"]);
    check(|size| row(known::FIELDSET, &[(known::DISABLED, "")], size, known::BUTTON), &[":disabled"]);
    check(|size| row(known::SELECT, &[], size, known::OPTION), &[":checked"]);
    let long = |size: usize| "y ".repeat(size);
    check(|size| row(known::DIV, &[(known::CLASS, &long(size))], size, known::B), &[".x > b", ".x b"]);
    check(|size| row(known::DIV, &[(known::LANG, &long(size))], size, known::B), &[":lang(en)"]);
    check(|size| row(known::DIV, &[(known::ID, &long(size))], size, known::B), &["[id*=x] > b", "[id~=x] b"]);
}
