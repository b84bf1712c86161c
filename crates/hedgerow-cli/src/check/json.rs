//! Findings as lines of JSON. `hedgerow check --help` describes them.

use std::borrow::Cow;
use std::io;

use serde::Serialize;

use super::findings::{Checked, Related};
use crate::input::Name;
use crate::json_text::{Position, write_line};

/// A line.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'l> {
    /// A finding.
    Finding {
        #[serde(flatten)]
        file: FileName<'l>,
        severity: &'static str,
        code: &'static str,
        standard: bool,
        message: String,
        subject: Option<&'l str>,
        fix: Option<Cow<'l, str>>,
        start: Position,
        end: Position,
        related: Vec<Place<'l>>,
        address: String,
    },
    /// The number of findings of one kind of error that are left out.
    LeftOut {
        #[serde(flatten)]
        file: FileName<'l>,
        severity: &'static str,
        code: &'static str,
        count: usize,
    },
    /// A file that cannot be read.
    Unreadable {
        #[serde(flatten)]
        file: FileName<'l>,
        message: &'l str,
    },
}

/// The name of a file.
#[derive(Clone, Serialize)]
struct FileName<'l> {
    file: Cow<'l, str>,
    /// The URL of a name that is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

impl<'l> FileName<'l> {
    fn of(name: &'l Name) -> Self {
        Self { file: name.text(), url: name.exact_url() }
    }
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

/// Appends a line for each finding, and a line for each kind of error with findings that are left out.
pub(super) fn write(checked: &Checked<'_>, output: &mut Vec<u8>) -> io::Result<()> {
    let file = FileName::of(checked.document);
    for finding in &checked.findings {
        let error = finding.error;
        let line = Line::Finding {
            file: file.clone(),
            severity: finding.level.name(),
            code: error.code(),
            standard: error.is_standard(),
            message: finding.message(),
            subject: error.subject(),
            fix: finding.fix(),
            start: finding.start.into(),
            end: finding.end.into(),
            related: finding.related.iter().map(Place::of).collect(),
            address: error.address(),
        };
        write_line(&line, output)?;
    }
    for &(kind, level, count) in &checked.left_out {
        let line = Line::LeftOut { file: file.clone(), severity: level.name(), code: kind.code(), count };
        write_line(&line, output)?;
    }
    Ok(())
}

/// Appends a line about a file that cannot be read.
pub(super) fn write_unreadable(name: &Name, message: &str, output: &mut Vec<u8>) -> io::Result<()> {
    write_line(&Line::Unreadable { file: FileName::of(name), message }, output)
}
