//! Findings as lines of JSON. `hedgerow check --help` describes them.

use std::io;

use serde::Serialize;

use super::{Checked, Related};
use crate::json_text::{Position, write_line};

/// A line.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'l> {
    /// A finding.
    Finding {
        file: &'l str,
        severity: &'static str,
        code: &'static str,
        standard: bool,
        message: String,
        subject: Option<&'l str>,
        fix: Option<&'static str>,
        start: Position,
        end: Position,
        related: Vec<Place<'l>>,
        address: &'static str,
    },
    /// The number of further findings of a kind.
    LeftOut { file: &'l str, severity: &'static str, code: &'static str, count: usize },
    /// A file that cannot be read.
    Unreadable { file: &'l str, message: &'l str },
}

/// Another place that explains a finding.
#[derive(Serialize)]
struct Place<'l> {
    message: &'l str,
    start: Position,
    end: Position,
}

impl<'l> Place<'l> {
    fn of(related: &'l Related) -> Self {
        Self { message: &related.message, start: related.start.into(), end: related.end.into() }
    }
}

/// Appends a line for each finding, and one for each kind with further findings.
pub(super) fn write(checked: &Checked<'_>, output: &mut Vec<u8>) -> io::Result<()> {
    for finding in &checked.findings {
        let error = finding.error;
        let line = Line::Finding {
            file: &checked.file,
            severity: finding.level.name(),
            code: error.code(),
            standard: error.is_standard(),
            message: error.message(),
            subject: error.subject(),
            fix: error.kind().fix(),
            start: finding.start.into(),
            end: finding.end.into(),
            related: finding.related.iter().map(Place::of).collect(),
            address: error.kind().address(),
        };
        write_line(&line, output)?;
    }
    for &(kind, level, count) in &checked.left_out {
        let line = Line::LeftOut { file: &checked.file, severity: level.name(), code: kind.code(), count };
        write_line(&line, output)?;
    }
    Ok(())
}

/// Appends a line about a file that cannot be read.
pub(super) fn write_unreadable(name: &str, message: &str, output: &mut Vec<u8>) -> io::Result<()> {
    write_line(&Line::Unreadable { file: name, message }, output)
}
