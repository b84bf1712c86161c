//! The reader of the serializer suite's files, which are JSON, and of corrections for outdated expectations.
//!
//! A test is a list of tokens and its correct outputs, as HTML and in some tests as XHTML.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use hedgerow::dom::Namespace;
use serde::Deserialize;
use serde_json::Value;

use super::case::{Case, SuiteFile};
use crate::workspace;

/// The path of the expectations that replace upstream's.
const CORRECTIONS: &str = "html5lib-tests/serializer-corrections.json";

/// A token as the suite writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SerializerToken {
    /// `["StartTag", namespace, name, [attributes]]`, or `["EmptyTag", name, [attributes]]`
    StartTag { namespace: Namespace, name: String, attributes: Vec<SerializerAttribute> },
    /// `["EndTag", namespace, name]`
    EndTag { namespace: Namespace, name: String },
    /// `["Characters", data]`
    Characters(String),
    /// `["Comment", data]`
    Comment(String),
    /// `["ProcessingInstruction", target, data]`, which only our own tests have
    ProcessingInstruction { target: String, data: String },
    /// `["Doctype", name, public identifier, system identifier]`
    Doctype { name: String, public_id: String, system_id: String },
}

/// `{"namespace": null, "name": "title", "value": "foo"}`
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SerializerAttribute {
    /// The URL of the namespace.
    pub(crate) namespace: Option<String>,
    /// The local name.
    pub(crate) name: String,
    /// The value.
    pub(crate) value: String,
}

/// The options of a test; missing options have the suite's defaults. The last three occur only in our own tests.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SerializerOptions {
    pub(crate) quote_attr_values: Option<bool>,
    pub(crate) quote_char: Option<char>,
    pub(crate) escape_lt_in_attrs: Option<bool>,
    pub(crate) escape_rcdata: Option<bool>,
    pub(crate) minimize_boolean_attributes: Option<bool>,
    pub(crate) omit_optional_tags: Option<bool>,
    pub(crate) use_trailing_solidus: Option<bool>,
    pub(crate) space_before_trailing_solidus: Option<bool>,
    pub(crate) alphabetical_attributes: Option<bool>,
    pub(crate) strip_whitespace: Option<bool>,
    pub(crate) inject_meta_charset: Option<bool>,
    pub(crate) encoding: Option<String>,
    /// `standard`, `minify` or `pretty`: the defaults of the other options.
    pub(crate) preset: Option<String>,
    /// `numbers` or `names`: the kind of references for characters beyond ASCII.
    pub(crate) non_ascii: Option<String>,
    pub(crate) scripting: Option<bool>,
}

/// A test of the serializer suite.
#[derive(Clone, Debug)]
pub(crate) struct SerializerCase {
    /// The description.
    pub(crate) description: String,
    /// The tokens to write.
    pub(crate) tokens: Vec<SerializerToken>,
    /// The options for writing.
    pub(crate) options: SerializerOptions,
    /// The correct outputs as HTML.
    pub(crate) expected: Vec<String>,
    /// The correct outputs as XHTML; may be empty.
    pub(crate) xhtml: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    tests: Vec<Test>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Test {
    #[serde(default)]
    description: String,
    input: Vec<Vec<Value>>,
    #[serde(default)]
    options: SerializerOptions,
    expected: Vec<String>,
    #[serde(default)]
    xhtml: Vec<String>,
}

/// Reads a file.
pub(crate) fn parse(bytes: &[u8]) -> Result<Vec<SerializerCase>> {
    let file: File = serde_json::from_slice(bytes)?;
    let case = |test: Test| -> Result<SerializerCase> {
        let tokens = test.input.iter().map(|token| read_token(token)).collect::<Result<_>>();
        Ok(SerializerCase {
            tokens: tokens.with_context(|| test.description.clone())?,
            description: test.description,
            options: test.options,
            expected: test.expected,
            xhtml: test.xhtml,
        })
    };
    file.tests.into_iter().map(case).collect()
}

fn read_token(token: &[Value]) -> Result<SerializerToken> {
    let text = |index: usize| token.get(index).and_then(Value::as_str);
    let needed =
        |index: usize| text(index).map(str::to_owned).with_context(|| format!("not a token: {token:?}"));
    let optional = |index: usize| text(index).unwrap_or_default().to_owned();
    Ok(match needed(0)?.as_str() {
        "StartTag" => SerializerToken::StartTag {
            namespace: element_namespace(&needed(1)?)?,
            name: needed(2)?,
            attributes: read_attributes(token.get(3))?,
        },
        "EmptyTag" => SerializerToken::StartTag {
            namespace: Namespace::Html,
            name: needed(1)?,
            attributes: read_attributes(token.get(2))?,
        },
        "EndTag" => SerializerToken::EndTag { namespace: element_namespace(&needed(1)?)?, name: needed(2)? },
        "Characters" => SerializerToken::Characters(needed(1)?),
        "Comment" => SerializerToken::Comment(needed(1)?),
        "ProcessingInstruction" => {
            SerializerToken::ProcessingInstruction { target: needed(1)?, data: needed(2)? }
        }
        "Doctype" => {
            SerializerToken::Doctype { name: needed(1)?, public_id: optional(2), system_id: optional(3) }
        }
        other => bail!("not a token: {other:?}"),
    })
}

/// Reads attributes. The suite writes an empty list as `{}`.
fn read_attributes(attributes: Option<&Value>) -> Result<Vec<SerializerAttribute>> {
    match attributes {
        None | Some(Value::Object(_)) => Ok(Vec::new()),
        Some(list) => Ok(serde_json::from_value(list.clone())?),
    }
}

fn element_namespace(url: &str) -> Result<Namespace> {
    namespace(url).with_context(|| format!("not a namespace of elements: {url:?}"))
}

/// Returns the namespace with this URL.
pub(crate) fn namespace(url: &str) -> Option<Namespace> {
    let all = [
        Namespace::Html,
        Namespace::MathMl,
        Namespace::Svg,
        Namespace::XLink,
        Namespace::Xml,
        Namespace::XmlNs,
    ];
    all.into_iter().find(|namespace| namespace.as_str() == url)
}

/// The contents of the file of corrections.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corrections {
    #[serde(rename = "about")]
    _about: String,
    cases: BTreeMap<String, Correction>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Correction {
    /// The rule of the standard.
    #[serde(rename = "rule")]
    _rule: String,
    expected: Vec<String>,
}

/// Replaces the outdated expectations. It is an error if the case of a correction does not exist, or if the case
/// already expects one of the corrected outputs.
pub(crate) fn correct(files: &mut [SuiteFile]) -> Result<()> {
    let text = workspace::read(CORRECTIONS)?;
    let mut corrections: Corrections = serde_json::from_str(&text).with_context(|| CORRECTIONS.to_owned())?;
    for file in files {
        for (number, case) in &mut file.cases {
            let name = format!("{}:{number}", file.name);
            if let Some(correction) = corrections.cases.remove(&name)
                && let Case::Serializer(case) = case
            {
                if correction.expected.iter().any(|expected| case.expected.contains(expected)) {
                    bail!("{CORRECTIONS}: {name} expects that already");
                }
                case.expected = correction.expected;
            }
        }
    }
    match corrections.cases.keys().next() {
        Some(name) => bail!("{CORRECTIONS}: there is no case {name}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_tokens() {
        let json = r#"{"tests": [{"input": [
            ["StartTag", "http://www.w3.org/2000/svg", "a", [{"namespace": null, "name": "b", "value": "c"}]],
            ["EmptyTag", "br", {}], ["Doctype", "html"], ["EndTag", "http://www.w3.org/1999/xhtml", "p"]
        ], "expected": ["x"]}]}"#;
        let cases = parse(json.as_bytes()).expect("it is well-formed");
        let attribute = SerializerAttribute { namespace: None, name: "b".to_owned(), value: "c".to_owned() };
        let start = SerializerToken::StartTag {
            namespace: Namespace::Svg,
            name: "a".to_owned(),
            attributes: vec![attribute],
        };
        assert_eq!(cases[0].tokens[0], start);
        assert_eq!(cases[0].tokens.len(), 4);
        assert!(cases[0].xhtml.is_empty());
    }

    #[test]
    fn unknown_tokens_and_options_are_errors() {
        assert!(parse(br#"{"tests": [{"input": [["Nothing", "x"]], "expected": []}]}"#).is_err());
        assert!(parse(br#"{"tests": [{"input": [], "options": {"x": 1}, "expected": []}]}"#).is_err());
    }
}
