//! Findings as a SARIF 2.1.0 log, which code-scanning programs read.
//!
//! The log is streamed: first a head with all rules, then the results of each file, and at the end the list of files.

use std::io::{self, Write};

use hedgerow::errors::ErrorKind;
use hedgerow::source::Location;
use serde_json::{Value, json};

use super::Checked;
use super::levels::default_level;
use crate::input::Name;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The address of the project.
const ADDRESS: &str = "https://docs.rs/hedgerow";

/// Appends a result for each finding, separated by commas.
pub(super) fn write(checked: &Checked<'_>, output: &mut Vec<u8>) -> io::Result<()> {
    let rules: Vec<ErrorKind> = ErrorKind::all().collect();
    for (number, finding) in checked.findings.iter().enumerate() {
        let error = finding.error;
        if number > 0 {
            output.extend_from_slice(b",\n");
        }
        let result = json!({
            "ruleId": error.code(),
            "ruleIndex": rules.iter().position(|&rule| rule == error.kind()),
            "level": finding.level.name(),
            "message": message(&error.message()),
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": address(checked.document) },
                "region": region(error.start(), finding.end),
            } }],
        });
        serde_json::to_writer(&mut *output, &result)?;
    }
    Ok(())
}

/// The parts of a log that are not about one file.
#[derive(Debug, Default)]
pub(crate) struct Log {
    has_results: bool,
    artifacts: Vec<Value>,
    notifications: Vec<Value>,
    is_incomplete: bool,
}

impl Log {
    /// Writes the beginning of the log.
    pub(crate) fn begin(writer: &mut impl Write) -> io::Result<()> {
        let driver = json!({
            "name": "hedgerow",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": ADDRESS,
            "rules": ErrorKind::all().map(rule).collect::<Vec<_>>(),
        });
        writeln!(
            writer,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
             \"columnKind\":\"utf16CodeUnits\",\"newlineSequences\":[\"\\r\\n\",\"\\n\",\"\\r\"],\"results\":["
        )
    }

    /// Writes the results of a file.
    pub(crate) fn write_results(&mut self, results: &[u8], writer: &mut impl Write) -> io::Result<()> {
        if results.is_empty() {
            return Ok(());
        }
        if std::mem::replace(&mut self.has_results, true) {
            writer.write_all(b",\n")?;
        }
        writer.write_all(results)
    }

    /// Records a file, and its encoding if it could be read.
    pub(crate) fn push_artifact(&mut self, document: &Name, encoding: Option<&str>) {
        let mut artifact = json!({
            "location": { "uri": address(document) },
            "sourceLanguage": "html",
            "roles": ["analysisTarget"],
        });
        if let Some(encoding) = encoding {
            artifact["encoding"] = encoding.into();
        }
        self.artifacts.push(artifact);
    }

    /// Records a message about omitted results or an unreadable file.
    pub(crate) fn push_notification(&mut self, text: &str, is_error: bool) {
        self.is_incomplete |= is_error;
        let level = if is_error { "error" } else { "note" };
        self.notifications.push(json!({ "level": level, "message": message(text) }));
    }

    /// Writes the end of the log.
    pub(crate) fn end(self, writer: &mut impl Write) -> io::Result<()> {
        let Self { has_results: _, artifacts, notifications, is_incomplete } = self;
        let invocation =
            json!({ "executionSuccessful": !is_incomplete, "toolExecutionNotifications": notifications });
        let artifacts = Value::from(artifacts);
        writeln!(writer, "\n],\"artifacts\":{artifacts},\"invocations\":[{invocation}]}}]}}")
    }
}

/// Returns the rule object of a kind of error.
fn rule(kind: ErrorKind) -> Value {
    let help = kind.fix().unwrap_or_else(|| kind.details());
    json!({
        "id": kind.code(),
        "shortDescription": message(kind.explanation()),
        "fullDescription": message(kind.details()),
        "help": message(help),
        "helpUri": kind.address(),
        "defaultConfiguration": { "level": default_level(kind).name() },
        "properties": { "standard": kind.is_standard() },
    })
}

/// Returns a message object, with braces escaped because they denote arguments.
fn message(text: &str) -> Value {
    json!({ "text": text.replace('{', "{{").replace('}', "}}") })
}

/// Returns a region object: columns count UTF-16 code units, and the end is exclusive.
fn region(start: Location, end: Location) -> Value {
    json!({
        "startLine": start.line,
        "startColumn": start.utf16_column,
        "endLine": end.line,
        "endColumn": end.utf16_column,
    })
}

/// Returns the URI of a document, relative for a relative path.
fn address(document: &Name) -> String {
    match document {
        // Existing escapes are kept.
        Name::Address(address) => escape(address.as_bytes(), b"-._~/:?#[]@!$&'()*+,;=%"),
        Name::StandardInput | Name::File(_) => address_of_file(&document.heading()),
    }
}

fn address_of_file(name: &[u8]) -> String {
    let mut address = if cfg!(windows) {
        escape(
            &name.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect::<Vec<_>>(),
            b"-._~/",
        )
    } else {
        escape(name, b"-._~/")
    };
    if address.starts_with('/') {
        address.insert_str(0, "file://");
    } else if cfg!(windows) && address.get(1..4) == Some("%3A") {
        address.replace_range(1..4, ":");
        address.insert_str(0, "file:///");
    }
    address
}

/// Percent-encodes bytes, except letters, digits and the allowed punctuation.
fn escape(bytes: &[u8], allowed: &[u8]) -> String {
    let mut escaped = String::new();
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || allowed.contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.extend(['%', hexadecimal(byte >> 4), hexadecimal(byte & 0xF)]);
        }
    }
    escaped
}

/// Returns the hexadecimal digit for a number below 16.
fn hexadecimal(number: u8) -> char {
    char::from_digit(number.into(), 16).unwrap_or_default().to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_escaped() {
        assert_eq!(address_of_file(b"a b/c%d.html"), "a%20b/c%25d.html");
        assert_eq!(address_of_file("\u{E9}:x".as_bytes()), "%C3%A9%3Ax");
        if cfg!(unix) {
            assert_eq!(address_of_file(b"/tmp/a\\b.html"), "file:///tmp/a%5Cb.html");
        }
        let record = Name::Address("https://example.org/?a=%20b c".to_owned());
        assert_eq!(address(&record), "https://example.org/?a=%20b%20c");
    }

    #[test]
    fn braces_are_doubled() {
        assert_eq!(message("a {0} b"), json!({ "text": "a {{0}} b" }));
    }
}
