//! Parses a line of the input into a request.

use std::fmt;

use hedgerow::Context;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::json_text::replace_lone_surrogates;

/// The request of a line.
#[derive(Debug)]
pub(super) struct Request {
    /// The id as JSON, unchanged; `null` if the request has no id.
    pub(super) id: String,
    pub(super) html: String,
    pub(super) context: Option<Context>,
    pub(super) scripting: bool,
    pub(super) shadow_roots: bool,
    /// The results, each of them once.
    pub(super) results: Vec<ResultKind>,
    /// The address of the page.
    pub(super) url: Option<String>,
}

/// The kind of a result: the part of a document, and its form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum ResultKind {
    Tree,
    Text,
    MainText,
    Markdown,
    MainMarkdown,
}

impl ResultKind {
    /// The name of the result in requests and answers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Text => "text",
            Self::MainText => "mainText",
            Self::Markdown => "markdown",
            Self::MainMarkdown => "mainMarkdown",
        }
    }
}

/// The error of a malformed line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed {
    /// The id as JSON, unchanged; `null` if the id is not known.
    pub(super) id: String,
    pub(super) reason: String,
}

/// The known members of the object, as raw JSON. Of members with the same name, the last counts.
#[derive(Debug, Default)]
struct Members<'l> {
    id: Option<&'l RawValue>,
    html: Option<&'l RawValue>,
    context: Option<&'l RawValue>,
    scripting: Option<&'l RawValue>,
    shadow_roots: Option<&'l RawValue>,
    results: Option<&'l RawValue>,
    url: Option<&'l RawValue>,
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ReadMembers)
    }
}

struct ReadMembers;

impl<'de> Visitor<'de> for ReadMembers {
    type Value = Members<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Members::default();
        while let Some(name) = map.next_key::<String>()? {
            let member = match name.as_str() {
                "id" => &mut members.id,
                "html" => &mut members.html,
                "context" => &mut members.context,
                "scripting" => &mut members.scripting,
                "shadowRoots" => &mut members.shadow_roots,
                "results" => &mut members.results,
                "url" => &mut members.url,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *member = Some(map.next_value()?);
        }
        Ok(members)
    }
}

impl Request {
    /// Parses a line.
    pub(super) fn read(line: &[u8]) -> Result<Self, Malformed> {
        match str::from_utf8(line) {
            Ok(text) => Self::read_text(text),
            Err(error) => {
                // The id may still be readable.
                let text = String::from_utf8_lossy(line);
                let id = serde_json::from_str(&text).map_or_else(|_| null(), |members| id_of(&members));
                let reason = format!("malformed UTF-8 in column {}", error.valid_up_to() + 1);
                Err(Malformed { id, reason })
            }
        }
    }

    fn read_text(text: &str) -> Result<Self, Malformed> {
        if text.trim_ascii().is_empty() {
            return Err(Malformed { id: null(), reason: "empty line; expected a JSON object".to_owned() });
        }
        let repaired;
        let members: Members<'_> = match serde_json::from_str(text) {
            Ok(members) => members,
            Err(error) => {
                // The name of a member may hold a lone surrogate.
                repaired = replace_lone_surrogates(text);
                serde_json::from_str(&repaired).map_err(|_| Malformed {
                    id: null(),
                    reason: format!("not a JSON object: {}", with_column(&error)),
                })?
            }
        };
        Self::from_members(&members).map_err(|reason| Malformed { id: id_of(&members), reason })
    }

    fn from_members(members: &Members<'_>) -> Result<Self, String> {
        let Some(html) = members.html else {
            return Err("the member \"html\" is missing".to_owned());
        };
        let html = string(html.get()).map_err(in_member("html"))?;
        let optional = |json: Option<&RawValue>, name| match json.map(RawValue::get) {
            None | Some("null") => Ok(None),
            Some(text) => string(text).map(Some).map_err(in_member(name)),
        };
        let context = optional(members.context, "context")?;
        let setting = |json: Option<&RawValue>, name| match json {
            None => Ok(false),
            Some(json) => {
                serde_json::from_str(json.get()).map(Option::unwrap_or_default).map_err(in_member(name))
            }
        };
        let context = context.as_deref().map(str::parse).transpose();
        Ok(Self {
            id: id_of(members),
            html,
            context: context.map_err(|error| format!("\"context\": {error}"))?,
            scripting: setting(members.scripting, "scripting")?,
            shadow_roots: setting(members.shadow_roots, "shadowRoots")?,
            results: results(members.results)?,
            url: optional(members.url, "url")?,
        })
    }
}

/// Reads the list of results; by default, the tree.
fn results(json: Option<&RawValue>) -> Result<Vec<ResultKind>, String> {
    let kinds: Option<Vec<ResultKind>> = match json {
        None => None,
        Some(json) => serde_json::from_str(json.get()).map_err(in_member("results"))?,
    };
    let mut results = Vec::new();
    for kind in kinds.unwrap_or_else(|| vec![ResultKind::Tree]) {
        if !results.contains(&kind) {
            results.push(kind);
        }
    }
    Ok(results)
}

/// Parses a JSON string.
fn string(json: &str) -> serde_json::Result<String> {
    serde_json::from_str(json)
        .or_else(|error| serde_json::from_str(&replace_lone_surrogates(json)).map_err(|_| error))
}

fn in_member(name: &str) -> impl Fn(serde_json::Error) -> String + '_ {
    move |error| {
        let reason = without_position(&error);
        format!("\"{name}\": {reason}")
    }
}

fn id_of(members: &Members<'_>) -> String {
    members.id.map_or_else(null, |id| id.get().to_owned())
}

fn null() -> String {
    "null".to_owned()
}

/// Returns the message of an error without its line and column.
fn without_position(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&position).map(str::to_owned).unwrap_or(message)
}

/// Returns the message of an error without its line, and with its column if the column is known.
fn with_column(error: &serde_json::Error) -> String {
    match (without_position(error), error.column()) {
        (message, 0) => message,
        (message, column) => format!("{message} in column {column}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn malformed(line: &[u8]) -> (String, String) {
        let malformed = Request::read(line).unwrap_err();
        (malformed.id, malformed.reason)
    }

    #[test]
    fn an_id_is_unchanged() {
        for id in ["null", "1e999", "12345678901234567890123", r#""\u0061\ud800""#, r#"{"a" : [1, 2]}"#] {
            let request = Request::read(format!(r#"{{"id": {id} , "html": ""}}"#).as_bytes()).unwrap();
            assert_eq!(request.id, id);
        }
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let request = Request::read(format!(r#"{{"id":{deep},"html":""}}"#).as_bytes()).unwrap();
        assert_eq!(request.id, deep);
    }

    #[test]
    fn missing_members_have_defaults() {
        let request =
            Request::read(br#"{"html": "a", "context": null, "scripting": null, "more": []}"#).unwrap();
        assert_eq!((request.id.as_str(), request.context, request.scripting), ("null", None, false));
    }

    #[test]
    fn a_lone_surrogate_is_replaced() {
        let request = Request::read(br#"{"html": "a\ud800b\ud83d\ude00", "\udfff": 1}"#).unwrap();
        assert_eq!(request.html, "a\u{FFFD}b\u{1F600}");
    }

    #[test]
    fn a_malformed_line_has_a_reason() {
        for (line, id, reason) in [
            (&b" \r"[..], "null", "empty line; expected a JSON object"),
            (b"{", "null", "not a JSON object: EOF while parsing an object in column 1"),
            (b"[1]", "null", "not a JSON object: invalid type: sequence, expected an object"),
            (br#"{"id": 7}"#, "7", "the member \"html\" is missing"),
            (br#"{"id": 7, "html": 5}"#, "7", "\"html\": invalid type: integer `5`, expected a string"),
            (br#"{"html": null}"#, "null", "\"html\": invalid type: null, expected a string"),
            (b"{\"id\": 7, \"html\": \"a\xFFb\"}", "7", "malformed UTF-8 in column 21"),
            (b"\xFF", "null", "malformed UTF-8 in column 1"),
        ] {
            assert_eq!(malformed(line), (id.to_owned(), reason.to_owned()));
        }
        let (_, reason) = malformed(br#"{"html": "", "context": "xml a"}"#);
        assert!(reason.starts_with("\"context\": invalid context element \"xml a\""), "{reason}");
        let (_, reason) = malformed(br#"{"html": "", "results": ["tree", "forest"]}"#);
        assert!(
            reason.starts_with("\"results\": unknown variant `forest`, expected one of `tree`"),
            "{reason}"
        );
        let (_, reason) = malformed(br#"{"html": "", "scripting": 1}"#);
        assert!(reason.starts_with("\"scripting\": invalid type"), "{reason}");
    }
}
