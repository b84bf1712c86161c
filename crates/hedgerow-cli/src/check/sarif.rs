//! Findings as a SARIF 2.1.0 log, which code-scanning programs read.
//!
//! The log is streamed: first a head with all rules, then the results of each file, and at the end the list of files.

use std::collections::HashMap;
use std::io::{self, Write};

use hedgerow::errors::ErrorKind;
use hedgerow::source::Location;
use serde_json::{Value, json};

use super::findings::{Checked, Finding};
use super::levels::default_level;
use crate::input::Name;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Appends a result for each finding, separated by commas.
pub(super) fn write(checked: &Checked<'_>, output: &mut Vec<u8>) -> io::Result<()> {
    let rules: Vec<ErrorKind> = ErrorKind::all().collect();
    let mut seen: HashMap<u64, u32> = HashMap::new();
    for (number, finding) in checked.findings.iter().enumerate() {
        let error = finding.error;
        if number > 0 {
            output.extend_from_slice(b",\n");
        }
        let place = |start, end| json!({ "artifactLocation": { "uri": checked.document.url() }, "region": region(start, end) });
        let related = finding.related.iter().zip(1..).map(|(related, id)| {
            json!({
                "id": id,
                "message": message(&related.message),
                "physicalLocation": place(related.start, related.end),
            })
        });
        let hash = fingerprint(checked, finding);
        let count = seen.entry(hash).or_default();
        *count += 1;
        let result = json!({
            "ruleId": error.code(),
            "ruleIndex": rules.iter().position(|&rule| rule == error.kind()),
            "level": finding.level.name(),
            "message": message(&finding.message()),
            "locations": [{ "physicalLocation": place(finding.start, finding.end) }],
            "relatedLocations": related.collect::<Vec<_>>(),
            "partialFingerprints": { "hedgerowContextHash/v1": format!("{hash:016x}:{count}") },
        });
        serde_json::to_writer(&mut *output, &result)?;
    }
    Ok(())
}

/// Returns a hash of the code, the subject and the line of a finding, which stays the same when other lines change.
fn fingerprint(checked: &Checked<'_>, finding: &Finding<'_>) -> u64 {
    let start = finding.start.offset as usize;
    let (before, after) = checked.source.split_at_checked(start).unwrap_or_default();
    let begin =
        before.rfind('\n').map_or(0, |newline| newline + 1).max(before.len().saturating_sub(MAX_CONTEXT));
    let end = after.find('\n').unwrap_or(after.len()).min(MAX_CONTEXT);
    let line = &checked.source.as_bytes()[begin..start + end];
    let subject = finding.error.subject().unwrap_or_default();
    let parts = [finding.error.code().as_bytes(), subject.as_bytes(), line.trim_ascii()];
    // FNV-1a, because the hash of the standard library may change.
    parts
        .join(&0)
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// The maximum number of bytes before and after the start of a finding on which its fingerprint depends.
const MAX_CONTEXT: usize = 200;

/// The parts of a log that are collected from all files.
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
            "location": { "uri": document.url() },
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
    let explanation = kind.explanation();
    let help = explanation.fix().unwrap_or_else(|| explanation.details());
    json!({
        "id": kind.code(),
        "shortDescription": message(explanation.summary()),
        "fullDescription": message(explanation.details()),
        "help": message(help),
        "helpUri": explanation.address(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_are_doubled() {
        assert_eq!(message("a {0} b"), json!({ "text": "a {{0}} b" }));
    }
}
