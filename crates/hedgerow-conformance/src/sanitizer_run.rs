//! Runs a case of the sanitizer suite with each of its methods.
//!
//! As in the harness of web-platform-tests, the order of attributes does not matter, and the number of spaces after `| ` is
//! rounded up to an even number.

use hedgerow::sanitize::{ConfigError, Sanitizer, SanitizerConfig, SetHtml as _};
use hedgerow::serialize::ToTestFormat;
use hedgerow::{Context, Document, NodeId, NodeRef, Parser};
use serde_json::Value;

use super::case::{Problem, Run};
use super::sanitizer_file::SanitizerCase;

/// Returns all runs of a case: one for each method. A method marked `if config` is run only if the
/// case has a configuration.
pub(crate) fn run(case: &SanitizerCase) -> Vec<Run> {
    let methods = case.api.iter().filter_map(|api| match api.strip_suffix(" if config") {
        Some(api) => case.config.is_some().then_some(api),
        None => Some(&**api),
    });
    let run = |method: &str| {
        Run::new(method.to_owned(), false, || {
            let expected = expected_tree(case);
            let got = match tree(method, case) {
                Ok(tree) => normalized(&in_the_format_of_the_harness(&tree)),
                // The case does not determine the message of the error.
                Err(Failure::Config(_)) if case.document.is_none() => expected.clone(),
                Err(Failure::Config(error)) => error.to_string(),
                Err(Failure::Other(message)) => message,
            };
            Problem::unless_equal("tree", expected, got).into_iter().collect()
        })
    };
    methods.map(run).collect()
}

/// The reason why there is no tree.
enum Failure {
    Config(ConfigError),
    Other(String),
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::Config(error)
    }
}

/// Returns a failure other than a refused configuration.
#[allow(clippy::needless_pass_by_value)]
fn other(error: impl ToString) -> Failure {
    Failure::Other(error.to_string())
}

fn expected_tree(case: &SanitizerCase) -> String {
    match &case.document {
        None => "an error".to_owned(),
        // In a case with a note, the tree is written as markup.
        Some(tree) if case.note.is_some() => {
            let markup = tree.trim_start_matches("| ");
            let fragment = Parser::new().parse_fragment(markup, &Context::html("div")).into_document();
            normalized(&in_the_format_of_the_harness(&fragment.to_test_format()))
        }
        Some(tree) => normalized(tree),
    }
}

/// Runs a method, and returns the tree.
fn tree(method: &str, case: &SanitizerCase) -> Result<String, Failure> {
    let is_safe = !method.contains("Unsafe");
    let (method, part) = match method.split_once(' ') {
        Some((method, part)) => (method, Some(part)),
        None => (method, None),
    };
    match method {
        "setHTML" | "setHTMLUnsafe" => {
            let sanitizer = sanitizer(case.config.as_ref(), is_safe)?;
            let mut document = Document::new();
            let element = document.create_element(case.context.as_deref().unwrap_or("div")).map_err(other)?;
            match &sanitizer {
                Some(sanitizer) if is_safe => document.set_html(element, &case.data, sanitizer),
                sanitizer => document.set_html_unsafe(element, &case.data, sanitizer.as_ref()),
            }
            .map_err(other)?;
            document.validate().map_err(other)?;
            let contents = document.node(element).template_contents().map(NodeRef::id);
            dump(&document, contents.unwrap_or(element))
        }
        "parseHTML" | "parseHTMLUnsafe" => {
            let config = case.config.clone();
            let config = if part.is_some() { config.map(with_html_and_body) } else { config };
            let sanitizer = sanitizer(config.as_ref(), is_safe)?;
            let data = match part {
                Some("div") => format!("<div>{}</div>", case.data),
                _ => case.data.clone(),
            };
            let parser = Parser::new().allow_declarative_shadow_roots(true);
            let parsed = match &sanitizer {
                Some(sanitizer) if is_safe => parser.parse_sanitized(&data, sanitizer),
                Some(sanitizer) => parser.parse_sanitized_unsafe(&data, None, sanitizer).0,
                None => parser.parse(&data),
            };
            let document = parsed.into_document();
            document.validate().map_err(other)?;
            let body = || document.body().ok_or_else(|| other("no body"));
            match part {
                None => Ok(document.to_test_format()),
                Some("body") => dump(&document, body()?.id()),
                Some("div") => match body()?.first_child() {
                    Some(div) => dump(&document, div.id()),
                    None => Err(other("no div")),
                },
                Some(part) => Err(other(format!("unknown part {part}"))),
            }
        }
        _ => Err(other(format!("unknown method {method}"))),
    }
}

fn sanitizer(config: Option<&Value>, is_safe: bool) -> Result<Option<Sanitizer>, Failure> {
    let Some(config) = config else { return Ok(is_safe.then(Sanitizer::new)) };
    // A member of `SanitizerPresets`.
    if config == "default" {
        return Ok(Some(Sanitizer::new()));
    }
    let config: SanitizerConfig = serde_json::from_value(config.clone()).map_err(other)?;
    let sanitizer =
        if is_safe { Sanitizer::from_config(config)? } else { Sanitizer::from_config_unsafe(config)? };
    Ok(Some(sanitizer))
}

/// Adds `html` and `body` to the elements, as the harness does.
fn with_html_and_body(mut config: Value) -> Value {
    if let Some(Value::Array(elements)) = config.get_mut("elements") {
        elements.extend(["html".into(), "body".into()]);
    }
    config
}

/// Returns the tree below a node in the format of the tree suite.
fn dump(document: &Document, node: NodeId) -> Result<String, Failure> {
    let mut copy = Document::new();
    let fragment = copy.create_document_fragment();
    for child in document.node(node).children() {
        let child = copy.import(child).map_err(other)?;
        copy.append(fragment, child).map_err(other)?;
    }
    copy.set_root(fragment).map_err(other)?;
    Ok(copy.to_test_format())
}

/// Converts a tree to the format of the harness. The harness writes comments without the spaces of the tree suite's
/// format, and a DOCTYPE with its empty identifiers.
fn in_the_format_of_the_harness(tree: &str) -> String {
    tree.replace("<!-- ", "<!--")
        .replace(" -->", "-->")
        .replace("<!DOCTYPE html>", "<!DOCTYPE html \"\" \"\">")
}

/// Returns the lines of a tree. The attributes of each element are sorted, and the number of spaces after `| ` is rounded up to
/// an even number.
fn normalized(tree: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut attributes: Vec<String> = Vec::new();
    for line in tree.lines() {
        let Some(rest) = line.strip_prefix('|') else {
            lines.append(&mut attributes);
            lines.push(line.to_owned());
            continue;
        };
        let text = rest.trim_start_matches(' ');
        let indentation = rest.len() - text.len();
        let line = format!("|{}{text}", " ".repeat(indentation + (indentation + 1) % 2));
        if !text.starts_with(['<', '"']) && text.contains("=\"") {
            attributes.push(line);
            attributes.sort();
        } else {
            lines.append(&mut attributes);
            lines.push(line);
        }
    }
    lines.append(&mut attributes);
    lines.join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_compared_as_the_harness_does() {
        let one = "| <p>\n|   b=\"\"\n|   a=\"\"\n|   \"x\"\n";
        let other = "| <p>\n|  a=\"\"\n|   b=\"\"\n|   \"x\"";
        assert_eq!(normalized(one), normalized(other));
        assert_ne!(normalized(one), normalized("| <p>\n|   a=\"\"\n|   \"x\""));
        assert_ne!(normalized("| <p>\n| <p>"), normalized("| <p>\n|   <p>"));
    }

    #[test]
    fn a_wrong_tree_is_a_problem_and_a_refused_configuration_is_not() {
        let run_one = |config: &str, document: Option<&str>| {
            let json = serde_json::json!([{
                "file": "f", "group": "g", "index": 0, "api": ["setHTML"], "data": "<p>x",
                "config": serde_json::from_str::<Value>(config).expect("it is JSON"),
                "document": document,
            }]);
            let files = super::super::sanitizer_file::parse(json.to_string().as_bytes()).expect("a case");
            let runs = run(&files["f"][0]);
            assert_eq!(runs.len(), 1);
            runs[0].passed()
        };
        assert!(run_one("{}", Some("| <p>\n|   \"x\"")));
        assert!(!run_one("{}", Some("| <p>")));
        assert!(!run_one("{}", None));
        let wrong = r#"{"elements": ["p"], "removeElements": ["p"]}"#;
        assert!(run_one(wrong, None));
        assert!(!run_one(wrong, Some("| <p>\n|   \"x\"")));
    }
}
