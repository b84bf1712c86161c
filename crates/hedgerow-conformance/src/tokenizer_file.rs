//! The reader of the tokenizer suite's files, which are JSON.
//!
//! A string of a `doubleEscaped` test is unescaped once more into UTF-16 code units, because it may contain lone surrogates.
//! Rust strings cannot contain these: [`decode_utf16`] replaces each with U+FFFD and reports it, and the expectation is
//! translated in the same way, so that such a test expects U+FFFD instead of upstream's `\uD800`. In other tests a lone surrogate
//! is not valid JSON text, and the file is refused.

use std::fmt;

use anyhow::{Context as _, Result, bail, ensure};
use hedgerow_input::{InputStreamError, decode_utf16};
use hedgerow_tokenizer::State;
use serde::Deserialize;
use serde_json::Value;

/// A token as the suite writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TestToken {
    /// `["DOCTYPE", name, public_id, system_id, correctness]`
    Doctype {
        name: Option<String>,
        public_identifier: Option<String>,
        system_identifier: Option<String>,
        force_quirks: bool,
    },
    /// `["StartTag", name, {attributes}, true?]`, with the attributes sorted
    StartTag { name: String, attributes: Vec<(String, String)>, self_closing: bool },
    /// `["EndTag", name]`
    EndTag(String),
    /// `["Comment", data]`
    Comment(String),
    /// `["ProcessingInstruction", target, data]`
    ProcessingInstruction { target: String, data: String },
    /// `["Character", data]`, with all adjacent characters in one
    Characters(String),
}

impl fmt::Display for TestToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Doctype { name, public_identifier, system_identifier, force_quirks } => {
                let quirks = if *force_quirks { " force-quirks" } else { "" };
                write!(formatter, "DOCTYPE {name:?} {public_identifier:?} {system_identifier:?}{quirks}")
            }
            Self::StartTag { name, attributes, self_closing } => {
                write!(formatter, "StartTag {name:?}")?;
                for (name, value) in attributes {
                    write!(formatter, " {name:?}={value:?}")?;
                }
                formatter.write_str(if *self_closing { " self-closing" } else { "" })
            }
            Self::EndTag(name) => write!(formatter, "EndTag {name:?}"),
            Self::Comment(data) => write!(formatter, "Comment {data:?}"),
            Self::ProcessingInstruction { target, data } => {
                write!(formatter, "ProcessingInstruction {target:?} {data:?}")
            }
            Self::Characters(data) => write!(formatter, "Character {data:?}"),
        }
    }
}

/// A parse error as the suite writes it. Errors are sorted by position, then by code, before they are compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TestError {
    /// The line, from 1.
    pub(crate) line: u32,
    /// The column in UTF-16 code units, from 1.
    #[serde(rename = "col")]
    pub(crate) column: u32,
    /// The standard's code.
    pub(crate) code: String,
}

impl fmt::Display for TestError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "({}:{}) {}", self.line, self.column, self.code)
    }
}

/// A test of the tokenizer suite.
#[derive(Debug)]
pub(crate) struct TokenizerCase {
    /// The description.
    pub(crate) description: String,
    /// The characters of the input stream, not preprocessed.
    pub(crate) input: String,
    /// The offsets in `input` of the replaced lone surrogates.
    pub(crate) lone_surrogates: Vec<usize>,
    /// The states that the tokenizer starts in, each with its name in the suite. Each is a separate run.
    pub(crate) initial_states: Vec<(String, State)>,
    /// The name of the last start tag, which determines the appropriate end tag.
    pub(crate) last_start_tag: Option<String>,
    /// The expected tokens, without the end-of-file token.
    pub(crate) tokens: Vec<TestToken>,
    /// The expected errors, sorted.
    pub(crate) errors: Vec<TestError>,
}

impl TokenizerCase {
    /// Replaces the expectation of the file.
    pub(crate) fn replace_expectation(&mut self, tokens: Vec<TestToken>, mut errors: Vec<TestError>) {
        errors.sort();
        self.tokens = tokens;
        self.errors = errors;
    }
}

/// The contents of a file of the tokenizer suite.
#[derive(Debug)]
pub(crate) enum TokenizerFile {
    /// The cases of `tests`.
    Tests(Vec<TokenizerCase>),
    /// The number of `xmlViolationTests`.
    XmlViolationTests(usize),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    tests: Option<Vec<RawTest>>,
    #[serde(rename = "xmlViolationTests")]
    xml_violation_tests: Option<Vec<Value>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RawTest {
    description: String,
    input: String,
    output: Vec<Value>,
    initial_states: Option<Vec<String>>,
    last_start_tag: Option<String>,
    #[serde(default)]
    errors: Vec<TestError>,
    #[serde(default)]
    double_escaped: bool,
}

/// Reads a file.
pub(crate) fn parse(bytes: &[u8]) -> Result<TokenizerFile> {
    let file: RawFile = serde_json::from_slice(bytes)?;
    match (file.tests, file.xml_violation_tests) {
        (Some(tests), None) => {
            let tests = tests.into_iter().enumerate();
            let tests = tests.map(|(index, test)| case(test).with_context(|| format!("test {}", index + 1)));
            tests.collect::<Result<_>>().map(TokenizerFile::Tests)
        }
        (None, Some(tests)) => Ok(TokenizerFile::XmlViolationTests(tests.len())),
        _ => bail!("neither \"tests\" nor \"xmlViolationTests\""),
    }
}

fn case(test: RawTest) -> Result<TokenizerCase> {
    let units =
        if test.double_escaped { unescape(&test.input)? } else { test.input.encode_utf16().collect() };
    let (input, surrogates) = decode_utf16(&units);
    let initial_states = test.initial_states.unwrap_or_else(|| vec!["Data state".to_owned()]);
    ensure!(!initial_states.is_empty(), "\"initialStates\" is empty");
    let mut case = TokenizerCase {
        description: test.description,
        input,
        lone_surrogates: surrogates
            .into_iter()
            .filter(|&(_, error)| error == InputStreamError::Surrogate)
            .map(|(offset, _)| offset)
            .collect(),
        initial_states: initial_states
            .into_iter()
            .map(|name| state(&name).map(|state| (name, state)))
            .collect::<Result<_>>()?,
        last_start_tag: test.last_start_tag,
        tokens: Vec::new(),
        errors: Vec::new(),
    };
    case.replace_expectation(tokens(&test.output, test.double_escaped)?, test.errors);
    Ok(case)
}

/// Returns the state with this name in the suite.
fn state(name: &str) -> Result<State> {
    Ok(match name {
        "Data state" => State::Data,
        "PLAINTEXT state" => State::Plaintext,
        "RCDATA state" => State::Rcdata,
        "RAWTEXT state" => State::Rawtext,
        "Script data state" => State::ScriptData,
        "CDATA section state" => State::CdataSection,
        _ => bail!("unknown initial state {name:?}"),
    })
}

/// Reads the tokens of a test's `output`.
pub(crate) fn tokens(output: &[Value], double_escaped: bool) -> Result<Vec<TestToken>> {
    output.iter().map(|value| token(value, double_escaped)).collect()
}

fn token(value: &Value, double_escaped: bool) -> Result<TestToken> {
    let parts = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let [Value::String(kind), rest @ ..] = parts else { bail!("not a token: {value}") };
    let text = |value: &Value| -> Result<String> {
        let text = value.as_str().with_context(|| format!("not a string: {value}"))?;
        if double_escaped { Ok(decode_utf16(&unescape(text)?).0) } else { Ok(text.to_owned()) }
    };
    let optional = |value: &Value| if value.is_null() { Ok(None) } else { text(value).map(Some) };
    Ok(match (kind.as_str(), rest) {
        ("DOCTYPE", [name, public_identifier, system_identifier, Value::Bool(correctness)]) => {
            TestToken::Doctype {
                name: optional(name)?,
                public_identifier: optional(public_identifier)?,
                system_identifier: optional(system_identifier)?,
                force_quirks: !correctness,
            }
        }
        ("StartTag", [name, Value::Object(attributes), self_closing @ ..]) => {
            let mut attributes = attributes
                .iter()
                .map(|(name, value)| Ok((text(&Value::from(name.as_str()))?, text(value)?)))
                .collect::<Result<Vec<_>>>()?;
            attributes.sort();
            let self_closing = match self_closing {
                [] => false,
                [Value::Bool(true)] => true,
                _ => bail!("not a token: {value}"),
            };
            TestToken::StartTag { name: text(name)?, attributes, self_closing }
        }
        ("EndTag", [name]) => TestToken::EndTag(text(name)?),
        ("Comment", [data]) => TestToken::Comment(text(data)?),
        ("ProcessingInstruction", [target, data]) => {
            TestToken::ProcessingInstruction { target: text(target)?, data: text(data)? }
        }
        ("Character", [data]) => TestToken::Characters(text(data)?),
        _ => bail!("not a token: {value}"),
    })
}

/// Replaces each `\uHHHH` with its code unit; there are no other escapes.
fn unescape(text: &str) -> Result<Vec<u16>> {
    let mut units = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\u") {
        units.extend(before.encode_utf16());
        let digits = after.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let digits = digits.with_context(|| format!("\\u without four digits in {text:?}"))?;
        units.push(u16::from_str_radix(digits, 16)?);
        rest = &after[4..];
    }
    units.extend(rest.encode_utf16());
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only_test(test: &str) -> Result<TokenizerCase> {
        match parse(format!("{{\"tests\": [{test}]}}").as_bytes())? {
            TokenizerFile::Tests(mut tests) => Ok(tests.remove(0)),
            TokenizerFile::XmlViolationTests(_) => bail!("not tests"),
        }
    }

    #[test]
    fn reads_all_kinds_of_tokens() {
        let case = only_test(
            r#"{"description": "all", "input": "\ud83d\ude00", "lastStartTag": "xmp",
                "initialStates": ["RCDATA state", "CDATA section state"],
                "output": [["DOCTYPE", "html", null, "s", false], ["StartTag", "p", {"b": "2", "a": "1"}, true],
                           ["EndTag", "p"], ["Comment", "c"], ["ProcessingInstruction", "t", "d"], ["Character", "x"]],
                "errors": [{"code": "b", "line": 2, "col": 1}, {"code": "a", "line": 1, "col": 3}]}"#,
        )
        .expect("it is well-formed");
        assert_eq!(case.input, "\u{1F600}");
        assert_eq!(case.last_start_tag.as_deref(), Some("xmp"));
        let states: Vec<State> = case.initial_states.iter().map(|&(_, state)| state).collect();
        assert_eq!(states, [State::Rcdata, State::CdataSection]);
        let lines: Vec<String> = case.tokens.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "DOCTYPE Some(\"html\") None Some(\"s\") force-quirks",
                "StartTag \"p\" \"a\"=\"1\" \"b\"=\"2\" self-closing",
                "EndTag \"p\"",
                "Comment \"c\"",
                "ProcessingInstruction \"t\" \"d\"",
                "Character \"x\"",
            ]
        );
        let errors: Vec<String> = case.errors.iter().map(ToString::to_string).collect();
        assert_eq!(errors, ["(1:3) a", "(2:1) b"]);
    }

    #[test]
    fn unescapes_twice_and_translates_lone_surrogates() {
        let case = only_test(
            r#"{"description": "", "doubleEscaped": true, "input": "a\\uD800\\u0000\\ud83d\\ude00",
                "output": [["Character", "a\\uD800\\u0000\\ud83d\\ude00"]]}"#,
        )
        .expect("it is well-formed");
        assert_eq!(case.input, "a\u{FFFD}\0\u{1F600}");
        assert_eq!(case.lone_surrogates, [1]);
        assert_eq!(case.tokens, [TestToken::Characters("a\u{FFFD}\0\u{1F600}".to_owned())]);
        let states: Vec<State> = case.initial_states.iter().map(|&(_, state)| state).collect();
        assert_eq!(states, [State::Data]);
    }

    #[test]
    fn malformed_tests_are_refused() {
        assert!(only_test(r#"{"description": "", "input": "\ud800", "output": []}"#).is_err());
        assert!(only_test(r#"{"description": "", "input": "", "output": [["Text", "x"]]}"#).is_err());
        assert!(only_test(r#"{"description": "", "input": "", "output": [], "initialStates": []}"#).is_err());
        assert!(
            only_test(r#"{"description": "", "input": "", "output": [], "ignoreErrorOrder": true}"#).is_err()
        );
        let double = r#"{"description": "", "input": "\\uD8", "output": [], "doubleEscaped": true}"#;
        assert!(only_test(double).is_err());
    }

    #[test]
    fn counts_the_tests_that_need_an_infoset() {
        let file = parse(br#"{"xmlViolationTests": [{"description": ""}, {"description": ""}]}"#);
        assert!(matches!(file, Ok(TokenizerFile::XmlViolationTests(2))));
    }
}
