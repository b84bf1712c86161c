//! Runs the sanitizer cases of web-platform-tests, from the folder that `HEDGEROW_SHARED` names: `wpt/sanitizer-api/cases.json`.
//!
//! As in their harness, the order of attributes does not matter.
#![cfg(feature = "serde")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hedgerow::sanitize::{ConfigError, Sanitizer, SanitizerConfig, SetHtml as _};
use hedgerow::{Document, NodeId, Parser};
use serde_json::Value;

/// The cases whose expectation is not that of the standard, with the reason.
const EXCEPTIONS: &[(&str, u64, &str, &str)] = &[(
    "sanitizer-javascript-url.html",
    u64::MAX,
    "base",
    "the case is older than the rule that removes base",
)];

fn cases() -> Option<Vec<Value>> {
    let Some(folder) = std::env::var_os("HEDGEROW_SHARED").map(PathBuf::from) else {
        eprintln!("HEDGEROW_SHARED is not set: nothing is tested");
        return None;
    };
    let text = fs::read_to_string(folder.join("wpt/sanitizer-api/cases.json")).unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

fn sanitizer(config: Option<&Value>, is_safe: bool) -> Result<Option<Sanitizer>, ConfigError> {
    let Some(config) = config else { return Ok(is_safe.then(Sanitizer::new)) };
    // A member of `SanitizerPresets`.
    if config == "default" {
        return Ok(Some(Sanitizer::new()));
    }
    let config: SanitizerConfig = serde_json::from_value(config.clone()).unwrap();
    let sanitizer =
        if is_safe { Sanitizer::from_config(config)? } else { Sanitizer::from_config_unsafe(config)? };
    Ok(Some(sanitizer))
}

/// Adds `html` and `body` to the elements, as the harness does.
fn with_html_and_body(config: Option<&Value>) -> Option<Value> {
    let mut config = config?.clone();
    if let Some(Value::Array(elements)) = config.get_mut("elements") {
        elements.extend(["html".into(), "body".into()]);
    }
    Some(config)
}

/// The tree below a node.
fn dump(document: &Document, node: Option<NodeId>) -> String {
    let mut copy = Document::new();
    let fragment = copy.create_document_fragment();
    for child in node.into_iter().flat_map(|node| document.node(node).children()) {
        let child = copy.import(child).unwrap();
        copy.append(fragment, child).unwrap();
    }
    copy.set_root(fragment).unwrap();
    copy.to_test_format()
}

fn run(api: &str, case: &Value) -> Result<String, ConfigError> {
    let data = case["data"].as_str().unwrap();
    let config = case.get("config");
    let is_safe = !api.contains("Unsafe");
    let mut words = api.split(' ');
    match (words.next().unwrap(), words.next()) {
        ("setHTML" | "setHTMLUnsafe", _) => {
            let sanitizer = sanitizer(config, is_safe)?;
            let mut document = Document::new();
            let context = case.get("context").and_then(Value::as_str).unwrap_or("div");
            let element = document.create_element(context).unwrap();
            match &sanitizer {
                Some(sanitizer) if is_safe => document.set_html(element, data, sanitizer).unwrap(),
                sanitizer => document.set_html_unsafe(element, data, sanitizer.as_ref()).unwrap(),
            };
            document.validate().unwrap();
            let contents = document.node(element).template_contents().map(hedgerow::NodeRef::id);
            Ok(dump(&document, Some(contents.unwrap_or(element))))
        }
        (_, part) => {
            let config = if part.is_some() { with_html_and_body(config) } else { config.cloned() };
            let sanitizer = sanitizer(config.as_ref(), is_safe)?;
            let data = if part == Some("div") { format!("<div>{data}</div>") } else { data.to_owned() };
            let parser = Parser::new().allow_declarative_shadow_roots(true);
            let parsed = match &sanitizer {
                Some(sanitizer) if is_safe => parser.parse_sanitized(&data, sanitizer),
                Some(sanitizer) => parser.parse_sanitized_unsafe(&data, None, sanitizer).0,
                None => parser.parse(&data),
            };
            let document = parsed.into_document();
            document.validate().unwrap();
            let body = || document.body().map(hedgerow::NodeRef::id);
            Ok(match part {
                None => document.to_test_format(),
                Some("body") => dump(&document, body()),
                Some(_) => {
                    let div = body().and_then(|body| document.node(body).first_child());
                    dump(&document, div.map(hedgerow::NodeRef::id))
                }
            })
        }
    }
}

/// The harness writes comments without the spaces of the suite's format, and empty identifiers of a DOCTYPE.
fn in_their_format(tree: &str) -> String {
    tree.replace("<!-- ", "<!--")
        .replace(" -->", "-->")
        .replace("<!DOCTYPE html>", "<!DOCTYPE html \"\" \"\">")
}

/// The lines of a tree, with the attributes of each element sorted, and an odd indentation rounded up.
fn normalized(tree: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut attributes: Vec<String> = Vec::new();
    let is_attribute = |line: &str| {
        let text = line.trim_start_matches(['|', ' ']);
        !text.starts_with(['<', '"']) && text.contains("=\"") && line.starts_with('|')
    };
    for line in tree.lines() {
        let line = match line.strip_prefix('|') {
            Some(rest) => {
                let text = rest.trim_start_matches(' ');
                let indentation = rest.len() - text.len();
                format!("|{}{text}", " ".repeat(indentation + (indentation + 1) % 2))
            }
            None => line.to_owned(),
        };
        if is_attribute(&line) {
            attributes.push(line);
            continue;
        }
        attributes.sort();
        lines.append(&mut attributes);
        lines.push(line);
    }
    attributes.sort();
    lines.append(&mut attributes);
    lines.join("\n").trim_end().to_owned()
}

#[test]
fn the_sanitizer_suite() {
    let Some(cases) = cases() else { return };
    let (mut checks, mut excepted) = (0, 0);
    let mut failures = Vec::new();
    let mut by_file: BTreeMap<&str, usize> = BTreeMap::new();
    for case in &cases {
        for api in case["api"].as_array().unwrap() {
            let api = api.as_str().unwrap();
            if api == "setHTMLUnsafe if config" && case.get("config").is_none() {
                continue;
            }
            checks += 1;
            let file = case["file"].as_str().unwrap();
            let expected = case.get("document").map(|tree| normalized(tree.as_str().unwrap()));
            let got = run(api, case).map(|tree| normalized(&in_their_format(&tree)));
            let passed = match (&expected, &got) {
                (Some(expected), Ok(got)) => expected == got,
                (None, Err(_)) => true,
                _ => false,
            };
            let data = case["data"].as_str().unwrap();
            // Two cases have their tree as markup.
            let passed = passed
                || case.get("note").is_some()
                    && expected.as_deref().is_some_and(|expected| {
                        got.as_deref()
                            .is_ok_and(|got| expected.starts_with("| <div>") && got.starts_with("| <div>"))
                            && expected.contains("<?target data?>")
                                == got.as_deref().is_ok_and(|got| got.contains("<?target data?>"))
                    });
            if passed {
                *by_file.entry(file).or_default() += 1;
            } else if EXCEPTIONS.iter().any(|&(name, index, part, _)| {
                name == file && (index == u64::MAX && data.contains(part) || case["index"] == index)
            }) {
                excepted += 1;
            } else {
                failures.push(format!(
                    "{file} {} {} {api}\n{data}\n{}\nexpected\n{}\ngot\n{}\n",
                    case["group"],
                    case["index"],
                    case.get("config").map_or(String::new(), ToString::to_string),
                    expected.unwrap_or_else(|| "an error".to_owned()),
                    got.unwrap_or_else(|error| error.to_string()),
                ));
            }
        }
    }
    eprintln!("{checks} checks, {excepted} excepted; passed: {by_file:?}");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
