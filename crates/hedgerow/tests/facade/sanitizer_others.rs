//! The cases of html5lib's and ammonia's sanitizers: each gives the same tree here, or is listed with the reason.
//!
//! The cases are read from the folder that `HEDGEROW_SHARED` names. `docs/sanitizing.md` has the numbers.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use hedgerow::sanitize::{Policy, Preset, Sanitizer, SanitizerConfig, SanitizerElement, sanitize};
use hedgerow::serialize::ToTestFormat as _;
use hedgerow::{Context, Parser};
use serde_json::Value;

/// Reasons why trees of html5lib's cases differ, each with the names of the cases.
const HTML5LIB: &[(&str, &[&str])] = &[
    (
        "elements that are not allowed become text there, and are removed here",
        &[
            "IE_Comments_2",
            "no_closing_script_tags",
            "non_alpha_non_digit",
            "protocol_resolution_in_script_tag",
            "should_allow_anchors",
            "should_handle_malformed_image_tags",
            "should_sanitize_invalid_script_tag",
            "should_sanitize_script_tag_with_multiple_open_brackets",
            "should_sanitize_unclosed_script",
        ],
    ),
    (
        "the list of allowed names there lacks the element or attribute; here, there is no such list, and it is harmless",
        &[
            "bgsound", "link_stylesheets", "link_stylesheets_2", "should_sanitize_tag_broken_up_by_null",
            "xml_base",
        ],
    ),
    (
        "CSS is checked only with `Policy::css_properties` here, and kept as it is written",
        &[
            "absolute_uri_ref_with_space_in svg_attribute",
            "absolute_uri_refs_in_svg_attributes",
            "div_background_image_unicode_encoded",
            "div_expression",
            "list_style_image",
            "platypus",
            "style_attr_end_with_nothing",
            "style_attr_end_with_semicolon_space",
            "style_attr_end_with_space",
            "xul",
        ],
    ),
    (
        "other URLs than `javascript:` are checked only with `Policy::url_schemes` here",
        &["grave_accents", "img_vbscript", "should_not_fall_for_xss_image_hack_14"],
    ),
];

/// Reasons why trees of ammonia's cases differ, each with the names of the cases.
const AMMONIA: &[(&str, &[&str])] = &[
    ("the preset keeps `rel` attributes", &["replace_rel", "consider_rel_still_banned"]),
    ("`iframe` elements are always removed here", &["ns_svg"]),
    (
        "elements in another namespace than their usual one are removed there",
        &["ns_svg_2", "ns_mathml", "ns_mathml_2"],
    ),
    ("`selectedcontent` elements in a `select` are emptied there", &["selectedcontent_not_in_select"]),
    ("the attributes of an element are allowed on all elements in this comparison", &["id_prefixed"]),
    ("an id that begins with the prefix gets it, too", &["id_already_prefixed"]),
];

fn cases(file: &str) -> Option<Value> {
    let Some(shared) = std::env::var_os("HEDGEROW_SHARED").map(PathBuf::from) else {
        // The test harness does not capture what is written directly.
        let _ = writeln!(std::io::stderr(), "NOT TESTED: {file}, because HEDGEROW_SHARED is not set");
        return None;
    };
    let folder = shared.join("sanitizer");
    Some(serde_json::from_str(&fs::read_to_string(folder.join(file)).unwrap()).unwrap())
}

fn text<'c>(case: &'c Value, member: &str) -> Option<&'c str> {
    case.get(member)?.as_str()
}

/// Returns a tree, without the `rel` attributes that ammonia adds.
fn tree(html: &str) -> String {
    let document = Parser::new().parse_fragment(html, &Context::html("div"));
    let dump = document.document().to_test_format();
    let lines =
        dump.lines().filter(|line| !line.trim_start_matches(['|', ' ']).starts_with("rel=\"noopener"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Checks that only listed cases differ, and that each listed name has a case that differs. Several cases of ammonia
/// have the same name.
fn check(compared: &[(String, bool)], different: &[(&str, &[&str])]) {
    let mut reasons = BTreeMap::new();
    for (name, is_equal) in compared {
        let listed = different.iter().find(|(_, names)| names.contains(&&**name)).map(|(reason, _)| *reason);
        assert!(*is_equal || listed.is_some(), "{name} differs");
        let reason = listed.filter(|_| !is_equal).unwrap_or("equal");
        *reasons.entry(reason).or_insert(0) += 1;
    }
    eprintln!("{reasons:#?}");
    for name in different.iter().flat_map(|(_, names)| *names) {
        assert!(compared.contains(&((*name).to_owned(), false)), "{name} no longer differs");
    }
}

#[test]
fn cases_of_html5lib() {
    let Some(cases) = cases("html5lib-python-tests1.dat") else { return };
    let sanitizer = Sanitizer::from_config(SanitizerConfig::default()).unwrap();
    let compare = |case: &Value| {
        let (input, output) = (text(case, "input")?, text(case, "output")?);
        Some((text(case, "name")?.to_owned(), tree(&sanitize(input, &sanitizer)) == tree(output)))
    };
    let compared: Vec<_> = cases.as_array().unwrap().iter().filter_map(compare).collect();
    assert_eq!(compared.len(), 72);
    check(&compared, HTML5LIB);
}

#[test]
fn cases_of_ammonia() {
    let Some(cases) = cases("ammonia-cases.json") else { return };
    let mut without_counterpart = 0;
    let mut compared = Vec::new();
    for case in cases["cases"].as_array().unwrap() {
        let (Some(input), Some(expected)) = (text(case, "input"), text(case, "expected")) else { continue };
        let Some(sanitizer) = case["config"].as_array().and_then(|calls| counterpart(calls)) else {
            without_counterpart += 1;
            continue;
        };
        let is_equal = tree(&sanitize(input, &sanitizer)) == tree(expected);
        compared.push((text(case, "test").unwrap().to_owned(), is_equal));
    }
    eprintln!("{without_counterpart} cases have options without a counterpart");
    check(&compared, AMMONIA);
}

fn words(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Returns the sanitizer for the calls of ammonia's builder, if each has a counterpart here.
fn counterpart(calls: &[Value]) -> Option<Sanitizer> {
    let mut sanitizer = Preset::Article.sanitizer();
    let mut policy = Policy::new().url_schemes(["http", "https", "mailto"]);
    for (name, value) in calls.iter().filter_map(Value::as_object).flatten() {
        match (&**name, value) {
            ("link_rel", Value::Null) => {}
            ("url_relative", Value::String(kind)) if kind == "PassThrough" => {}
            ("url_relative", Value::String(kind)) if kind == "Deny" => policy = policy.remove_relative_urls(),
            // Here, elements that are not allowed are always removed with their contents.
            ("clean_content_tags", _) => {}
            ("strip_comments", Value::Bool(strips)) => {
                sanitizer.set_comments(!strips);
            }
            ("add_tags", names) => {
                for name in words(names) {
                    sanitizer.allow_element(name);
                    sanitizer.allow_element(SanitizerElement::svg(name));
                    sanitizer.allow_element(SanitizerElement::mathml(name));
                }
            }
            ("rm_tags", names) => {
                for name in words(names) {
                    sanitizer.remove_element(name);
                }
            }
            ("generic_attributes", names) => {
                for name in words(names) {
                    sanitizer.allow_attribute(name);
                }
            }
            ("tag_attributes", Value::Object(elements)) => {
                // Here, the attributes that ammonia allows on single elements are allowed on all elements.
                for name in elements.values().flat_map(words) {
                    sanitizer.allow_attribute(name);
                }
            }
            ("id_prefix", Value::String(prefix)) => policy = policy.prefix_ids(prefix),
            ("allowed_classes", Value::Object(elements)) => {
                sanitizer.allow_attribute("class");
                policy = policy.classes([] as [&str; 0]);
                for (element, classes) in elements {
                    policy = policy.classes_of(element, words(classes));
                }
            }
            _ => return None,
        }
    }
    Some(sanitizer.with_policy(policy))
}
