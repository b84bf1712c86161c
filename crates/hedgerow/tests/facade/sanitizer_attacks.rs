//! Attacks on the sanitizer: random markup made of constructs that have broken sanitizers, and the payloads in the tests of
//! other sanitizers.
//!
//! `HEDGEROW_ATTACKS` is the number of random inputs (3,000 by default), `HEDGEROW_SEED` the seed. With more than 100,000
//! inputs, the written HTML is parsed in eight random contexts instead of all, with scripting either on or off instead of
//! both, and each sanitizer is used for fifty inputs: `HEDGEROW_ATTACKS=5000000 nice cargo test --profile fuzz --package
//! hedgerow --features serde,sanitize-css --test facade sanitizer_attacks::random`. The payloads of `DOMPurify`, ammonia and
//! html5lib are read from the folder that `HEDGEROW_SHARED` names.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use hedgerow::sanitize::{Policy, Sanitizer, SanitizerConfig, sanitize, sanitize_with_report};
use hedgerow::serialize::ToTestFormat;
use hedgerow::{Context, Document, Parser};
use hedgerow_testing::AttackGenerator;
use serde_json::Value;

use crate::sanitizer_oracle::{depth, first_script, first_stray_markup};
use crate::sanitizer_plain::{contents, number};

/// The contexts that the written HTML is meant for.
const MEANT: &[&str] = &["div", "body", "span", "td", "li", "article", "section", "blockquote", "dd", "th"];

/// Other contexts, in which no script may run either.
const OTHER: &[&str] = &[
    "p", "template", "table", "tr", "select", "form", "a", "button", "title", "textarea", "style",
    "noscript", "xmp", "head", "html", "svg svg", "svg foreignObject", "svg title", "math math", "math mi",
    "math annotation-xml",
];

fn check_tree(document: &Document, html: &str, what: &str) {
    document.validate().unwrap();
    if let Some(script) = first_script(document) {
        panic!("{what}: {script} in the tree of {html:?}\n{}", document.to_test_format());
    }
}

/// Checks all properties of one input.
fn attack(html: &str, sanitizer: &Sanitizer, random: &mut AttackGenerator) {
    let name = if random.below(2) == 0 {
        MEANT[random.below(MEANT.len())]
    } else {
        OTHER[random.below(OTHER.len())]
    };
    let context: Context = name.parse().unwrap();
    let parser =
        Parser::new().scripting(random.below(2) == 0).allow_declarative_shadow_roots(random.below(2) == 0);
    // Sanitizes while parsing, with and without a report.
    let parsed = parser.parse_fragment_sanitized(html, &context, sanitizer).into_document();
    check_tree(&parsed, html, name);
    let (reported, report) = parser.parse_sanitized_with_report(html, Some(&context), sanitizer);
    assert_eq!(
        reported.document().to_test_format(),
        parsed.to_test_format(),
        "the report changes nothing: {html:?}"
    );
    for removal in report.removals() {
        let span = removal.span.expect("each removal has a place");
        assert!(html.get(span.start as usize..span.end as usize).is_some(), "{removal} {span:?} {html:?}");
    }
    check_tree(parser.parse_sanitized(html, sanitizer).document(), html, "document");
    // Sanitizes a finished tree.
    let mut finished = parser.parse_fragment(html, &context).into_document();
    let root = finished.root_id();
    sanitizer.sanitize_tree(&mut finished, root);
    check_tree(&finished, html, "finished tree");
    let once = finished.to_test_format();
    sanitizer.clone().map_policy(Policy::without_prefix).sanitize_tree(&mut finished, root);
    assert_eq!(finished.to_test_format(), once, "sanitized twice: {html:?}");
    // Sanitizes text.
    let written = sanitize(html, sanitizer);
    assert_eq!(written, sanitize_with_report(html, sanitizer).html);
    check_text(html, &written, random);
}

/// Checks that written HTML is safe in every context, and that it is parsed to the same tree in each context of `MEANT`.
fn check_text(html: &str, written: &str, random: &mut AttackGenerator) {
    if let Some(markup) = first_stray_markup(written) {
        panic!("{markup:?} in {written:?}, written for {html:?}");
    }
    let tree = |context: &str, scripting: bool| {
        let parser = Parser::new().scripting(scripting).allow_declarative_shadow_roots(true);
        let document = parser.parse_fragment(written, &context.parse().unwrap()).into_document();
        check_tree(&document, written, context);
        document.to_test_format()
    };
    let expected = tree("div", false);
    let has_many_inputs = has_many_inputs();
    let mut some = |of: &'static [&'static str]| {
        if has_many_inputs { (0..4).map(|_| random.choose(of)).collect() } else { of.to_vec() }
    };
    let (meant, other) = (some(MEANT), some(OTHER));
    let modes = if has_many_inputs { vec![random.below(2) == 0] } else { vec![false, true] };
    for scripting in modes {
        for context in &meant {
            assert_eq!(tree(context, scripting), expected, "in {context}: {written:?}, written for {html:?}");
        }
        for context in &other {
            tree(context, scripting);
        }
        let page = format!("<!DOCTYPE html><body><div>{written}</div><p>after");
        let page = Parser::new().scripting(scripting).allow_declarative_shadow_roots(true).parse(&page);
        check_tree(page.document(), written, "page");
        let div =
            page.document().body().and_then(hedgerow::NodeRef::first_child).expect("the page has a div");
        let after = div.next_sibling().map(hedgerow::NodeRef::text);
        assert_eq!(after.as_deref(), Some("after"), "{written:?}, written for {html:?}");
        assert_eq!(contents(div), expected, "in a page: {written:?}, written for {html:?}");
    }
}

/// Whether each input is tried in only some of the contexts, because there are many inputs.
fn has_many_inputs() -> bool {
    number("HEDGEROW_ATTACKS", 0) > 100_000
}

#[test]
fn random_attacks() {
    let count = number("HEDGEROW_ATTACKS", 3_000);
    let seed = number("HEDGEROW_SEED", 1);
    // Making a sanitizer takes longer than using it.
    let inputs_per_sanitizer = if has_many_inputs() { 50 } else { 1 };
    let mut sanitizer = Sanitizer::new();
    for index in 0..count {
        let mut random = AttackGenerator::new(seed.wrapping_mul(1 << 40).wrapping_add(index));
        if index % inputs_per_sanitizer == 0 {
            sanitizer = random.sanitizer();
        }
        let html = if index % 4 == 3 { random.nearly_plain() } else { random.markup() };
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            attack(&html, &sanitizer, &mut random);
        }));
        assert!(result.is_ok(), "seed {seed}, input {index}: {html:?}\n{:?}", sanitizer.config());
    }
}

#[test]
fn the_oracle_finds_scripts_that_are_not_removed() {
    let unsanitized = |index| {
        let html = AttackGenerator::new(index).markup();
        let document = Parser::new().parse_fragment(&html, &Context::html("div")).into_document();
        (first_script(&document).is_some(), first_stray_markup(&html).is_some())
    };
    let found: Vec<_> = (0..1000).map(unsanitized).collect();
    assert!(found.iter().filter(|(script, _)| *script).count() > 500);
    assert!(found.iter().filter(|(_, markup)| *markup).count() > 500);
    assert_eq!(first_stray_markup("<p title=\"&lt;\">a</p><!-- b --><br>"), None);
}

/// Collects the texts of the members with these names.
fn collect_texts(value: &Value, names: &[&str], found: &mut Vec<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect_texts(value, names, found)),
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(text) if names.contains(&&**name) => found.push(text.clone()),
                    value => collect_texts(value, names, found),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn payloads_of_other_sanitizers() {
    let Some(folder) = std::env::var_os("HEDGEROW_SHARED").map(PathBuf::from) else {
        // The test harness does not capture what is written directly.
        let _ = writeln!(
            std::io::stderr(),
            "NOT TESTED: the payloads of other sanitizers, because HEDGEROW_SHARED is not set"
        );
        return;
    };
    let mut payloads = Vec::new();
    for file in ["dompurify-payloads.json", "ammonia-cases.json", "html5lib-python-tests1.dat"] {
        let text = fs::read_to_string(folder.join("sanitizer").join(file)).unwrap();
        collect_texts(&serde_json::from_str(&text).unwrap(), &["payload", "input"], &mut payloads);
    }
    assert!(payloads.len() > 300, "{}", payloads.len());
    eprintln!("{} payloads", payloads.len());
    for payload in &payloads {
        for index in 0..40 {
            let mut random = AttackGenerator::new(index);
            let sanitizer = random.sanitizer();
            attack(payload, &sanitizer, &mut random);
        }
    }
}

#[test]
fn deep_and_wide_attacks_end() {
    for unit in [
        "<div>", "<b>", "<svg>", "<a><div>", "<table><tr><td>", "<template>", "<i><p>", "<math><mi>",
        "<select><option>", "<form>", "<p><b><i><u>", "<!--", "<?a ", "<b a1 a2 a3 a4 onclick=x>", "</p>",
        "<div onclick=x>", "<br>",
    ] {
        let html = unit.repeat(4_000);
        for sanitizer in [Sanitizer::new(), Sanitizer::from_config(SanitizerConfig::default()).unwrap(), {
            let mut sanitizer = Sanitizer::new();
            for name in ["div", "b", "p", "table", "tr", "td", "template", "i", "u"] {
                sanitizer.replace_element_with_children(name);
            }
            sanitizer
        }] {
            let written = sanitize(&html, &sanitizer);
            assert_eq!(first_stray_markup(&written), None);
            let depth = depth(&Parser::new().parse_fragment(&written, &Context::html("div")).into_document());
            assert!(depth <= 256, "{unit}: {depth}");
            let mut finished = Parser::new().parse(&html).into_document();
            let root = finished.root_id();
            sanitizer.sanitize_tree(&mut finished, root);
            finished.validate().unwrap();
        }
    }
}
