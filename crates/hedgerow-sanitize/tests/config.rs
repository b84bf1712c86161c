//! Configurations: their JSON, their defaults, their validity, and the methods that modify them.
#![cfg(feature = "serde")]

use hedgerow_sanitize::{
    Preset, Sanitizer, SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
};
use serde_json::{Value, json};

fn sanitizer(config: Value) -> Sanitizer {
    Sanitizer::from_config_unsafe(serde_json::from_value(config).unwrap()).unwrap()
}

fn config_of(sanitizer: &Sanitizer) -> Value {
    serde_json::to_value(sanitizer.config()).unwrap()
}

/// The message for a configuration that is not valid.
fn error(config: Value) -> String {
    let config: SanitizerConfig = serde_json::from_value(config).unwrap();
    let error = Sanitizer::from_config(config).unwrap_err().to_string();
    error.strip_prefix("invalid sanitizer configuration: ").unwrap().to_owned()
}

#[test]
fn the_built_in_default_has_the_lists_of_the_standard() {
    let config = Sanitizer::new().config();
    assert_eq!(config.elements.as_ref().unwrap().len(), 121);
    assert_eq!(config.attributes.as_ref().unwrap().len(), 58);
    assert_eq!(
        (config.comments, config.data_attributes, config.javascript_urls),
        (Some(false), Some(false), Some(false))
    );
    assert_eq!(config.processing_instructions, Some(Vec::new()));
    let mut safe = Sanitizer::new();
    assert!(!safe.remove_unsafe(), "the default has nothing that is unsafe");
}

#[test]
fn a_configuration_survives_json() {
    for preset in Preset::ALL {
        let config = preset.sanitizer().config();
        let json = serde_json::to_string(&config).unwrap();
        let again: SanitizerConfig = serde_json::from_str(&json).unwrap();
        assert_eq!(Sanitizer::from_config(again).unwrap().config(), config, "{preset}");
        assert_eq!(preset.name().parse(), Ok(preset));
    }
}

#[test]
fn missing_members_have_the_defaults_of_safe_and_unsafe_functions() {
    let permissive = json!({
        "removeElements": [], "removeAttributes": [], "removeProcessingInstructions": [], "comments": true, "javascriptURLs": true
    });
    assert_eq!(config_of(&sanitizer(json!({}))), permissive);
    let safe = Sanitizer::from_config(SanitizerConfig::default()).unwrap();
    let expected = json!({
        "removeElements": [], "removeAttributes": [], "processingInstructions": [], "comments": false, "javascriptURLs": false
    });
    assert_eq!(config_of(&safe), expected);
    let with_list = sanitizer(json!({ "attributes": ["a"] }));
    assert_eq!(with_list.config().data_attributes, Some(true));
}

#[test]
fn names_are_canonical_and_sorted() {
    let sanitizer = sanitizer(json!({
        "removeElements": ["p", { "name": "svg", "namespace": "http://www.w3.org/2000/svg" }, { "name": "a", "namespace": "" }, 1],
        "removeAttributes": [{ "name": "b", "namespace": null }, "a", { "name": "x", "namespace": "" }],
        "unknown": [1, { "a": null }]
    }));
    let config = config_of(&sanitizer);
    let html = "http://www.w3.org/1999/xhtml";
    assert_eq!(
        config["removeElements"],
        json!([
            { "name": "a", "namespace": null },
            { "name": "1", "namespace": html },
            { "name": "p", "namespace": html },
            { "name": "svg", "namespace": "http://www.w3.org/2000/svg" },
        ])
    );
    let names: Vec<&Value> =
        config["removeAttributes"].as_array().unwrap().iter().map(|item| &item["name"]).collect();
    assert_eq!(names, ["a", "b", "x"]);
}

#[test]
fn an_invalid_configuration_names_the_entry() {
    for (config, part) in [
        (json!({ "elements": [], "removeElements": [] }), "both `elements` and `removeElements` are given"),
        (
            json!({ "attributes": [], "removeAttributes": [] }),
            "both `attributes` and `removeAttributes` are given",
        ),
        (
            json!({ "processingInstructions": [], "removeProcessingInstructions": [] }),
            "both `processingInstructions` and `removeProcessingInstructions` are given",
        ),
        (json!({ "elements": ["p", "b", "p"] }), "`p` is listed twice in `elements`"),
        (json!({ "removeElements": ["p", "p"] }), "`p` is listed twice in `removeElements`"),
        (
            json!({ "replaceWithChildrenElements": ["p", "p"] }),
            "`p` is listed twice in `replaceWithChildrenElements`",
        ),
        (json!({ "attributes": ["p", "p"] }), "`p` is listed twice in `attributes`"),
        (json!({ "removeAttributes": ["p", { "name": "p" }] }), "`p` is listed twice in `removeAttributes`"),
        (
            json!({ "processingInstructions": ["p", { "target": "p" }] }),
            "`p` is listed twice in `processingInstructions`",
        ),
        (
            json!({ "replaceWithChildrenElements": ["html"] }),
            "`html` in `replaceWithChildrenElements` cannot be replaced",
        ),
        (
            json!({ "replaceWithChildrenElements": [{ "name": "svg", "namespace": "http://www.w3.org/2000/svg" }] }),
            "`svg svg` in `replaceWithChildrenElements` cannot be replaced",
        ),
        (
            json!({ "elements": ["p"], "replaceWithChildrenElements": ["p"] }),
            "`p` is both in `elements` and in `replaceWithChildrenElements`",
        ),
        (
            json!({ "removeElements": ["p"], "replaceWithChildrenElements": ["p"] }),
            "`p` is both in `removeElements` and in `replaceWithChildrenElements`",
        ),
        (
            json!({ "elements": [{ "name": "p", "attributes": ["a"] }], "attributes": ["a"] }),
            "`a` is both in the global `attributes` and in `attributes` of the element `p`",
        ),
        (
            json!({ "elements": [{ "name": "p", "removeAttributes": ["a"] }], "attributes": [] }),
            "`a` in `removeAttributes` of the element `p` is not in the global `attributes` list",
        ),
        (
            json!({ "elements": [{ "name": "p", "attributes": ["a"] }], "removeAttributes": ["a"] }),
            "`a` is both in the global `removeAttributes` and in `attributes` of the element `p`",
        ),
        (
            json!({ "elements": [{ "name": "p", "attributes": ["a"], "removeAttributes": ["b"] }] }),
            "the element `p` has both `attributes` and `removeAttributes`, which is allowed only with a global `attributes` list",
        ),
        (
            json!({ "elements": [{ "name": "p", "attributes": ["a", "a"] }] }),
            "`a` is listed twice in `attributes` of the element `p`",
        ),
        (
            json!({ "attributes": ["data-a"], "dataAttributes": true }),
            "`data-a` is in `attributes`, but `dataAttributes`",
        ),
        (
            json!({ "removeAttributes": [], "dataAttributes": true }),
            "`dataAttributes` is given without an `attributes` list",
        ),
    ] {
        let message = error(config.clone());
        assert!(message.starts_with(part), "{config}: {message}");
    }
}

#[test]
fn wrong_shapes_are_errors_that_name_the_expected_type() {
    for (config, part) in [
        (json!([]), "expected an object with the members of a sanitizer configuration"),
        (json!({ "elements": "p" }), "expected a list; each entry is the name of an element"),
        (json!({ "elements": [null] }), "expected the name of an element, or an object"),
        (json!({ "elements": [{}] }), "missing field `name`"),
        (json!({ "attributes": [{ "namespace": "x" }] }), "missing field `name`"),
        (json!({ "processingInstructions": [{}] }), "missing field `target`"),
        (json!({ "comments": "yes" }), "expected a boolean"),
    ] {
        let message = serde_json::from_value::<SanitizerConfig>(config.clone()).unwrap_err().to_string();
        assert!(message.contains(part), "{config}: {message}");
    }
}

#[test]
fn modifiers_of_an_allow_list_return_whether_they_changed_anything() {
    let mut sanitizer =
        sanitizer(json!({ "elements": ["p", "b"], "attributes": ["title"], "dataAttributes": false }));
    assert!(!sanitizer.allow_element("p"));
    assert!(sanitizer.allow_element("i"));
    let link = || SanitizerElementWithAttributes::from("a").attributes(["href", "href", "title"]);
    assert!(sanitizer.allow_element(link()));
    assert!(!sanitizer.allow_element(link()), "duplicates and global attributes do not count");
    assert!(sanitizer.replace_element_with_children("b"));
    assert!(!sanitizer.replace_element_with_children("b"));
    assert!(!sanitizer.replace_element_with_children("html"));
    assert!(sanitizer.allow_element("b"), "it is no longer replaced");
    assert!(sanitizer.remove_element("b"));
    assert!(!sanitizer.remove_element("b"));
    assert!(sanitizer.allow_attribute("href"), "it moves from the element to the global list");
    assert!(!sanitizer.allow_attribute("href"));
    assert!(sanitizer.remove_attribute("href"));
    assert!(!sanitizer.remove_attribute("href"));
    assert!(sanitizer.allow_attribute("data-x"));
    assert!(sanitizer.set_data_attributes(true));
    assert!(!sanitizer.set_data_attributes(true));
    assert!(!sanitizer.allow_attribute("data-x"), "all data attributes are allowed");
    assert!(sanitizer.set_comments(false));
    assert!(!sanitizer.set_comments(false));
    assert!(sanitizer.set_javascript_urls_unsafe(false));
    assert!(!sanitizer.set_javascript_urls_unsafe(false));
    assert!(sanitizer.remove_processing_instruction("x"));
    assert!(!sanitizer.remove_processing_instruction("x"));
    assert!(sanitizer.allow_processing_instruction("x"));
}

#[test]
fn modifiers_of_a_remove_list_return_whether_they_changed_anything() {
    let mut sanitizer = sanitizer(json!({ "removeElements": ["p"], "removeAttributes": ["title"] }));
    assert!(sanitizer.allow_element("p"));
    assert!(!sanitizer.allow_element("p"));
    assert!(!sanitizer.allow_element(SanitizerElementWithAttributes::from("p").attributes(["a"])));
    assert!(sanitizer.remove_element(SanitizerElement::svg("a")));
    assert!(!sanitizer.remove_element(SanitizerElement::svg("a")));
    assert!(sanitizer.remove_attribute(SanitizerAttribute::xlink("href")));
    assert!(!sanitizer.remove_attribute(SanitizerAttribute::xlink("href")));
    assert!(sanitizer.allow_attribute("title"));
    assert!(!sanitizer.allow_attribute("title"));
    assert!(!sanitizer.set_data_attributes(true), "there is no list of attributes");
}

#[test]
fn remove_unsafe_adds_the_baseline_to_remove_lists() {
    let mut sanitizer = sanitizer(json!({}));
    assert!(sanitizer.remove_unsafe());
    assert!(!sanitizer.remove_unsafe());
    let config = sanitizer.config();
    let names: Vec<String> = config.remove_elements.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["base", "embed", "frame", "iframe", "object", "script", "svg script", "svg use"]);
    let removed = config.remove_attributes.unwrap();
    assert!(removed.contains(&"onclick".into()) && removed.contains(&"oncommand".into()));
    assert_eq!(config.javascript_urls, Some(false));
}
