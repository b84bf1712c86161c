//! The findings of `hedgerow check`, in each format. `commands/check.rs` reads and parses the files.

mod excerpt;
mod github;
mod human;
mod json;
mod levels;
mod sarif;

use std::io;

use hedgerow::Parsed;
use hedgerow::errors::{ErrorKind, ParseError};
use hedgerow::source::Location;

use crate::args::CheckFormat;
use crate::input::Name;

pub(crate) use levels::{Level, Levels};
pub(crate) use sarif::Log;

/// A file that was checked.
pub(crate) struct Checked<'c> {
    document: &'c Name,
    /// The name for messages.
    name: String,
    /// The decoded text.
    source: &'c str,
    findings: Vec<Finding<'c>>,
    /// The number of further findings of each kind.
    left_out: Vec<(ErrorKind, Level, usize)>,
}

/// An error and its severity, or a run of adjacent characters with the same error.
struct Finding<'c> {
    /// The error, or the first of the run.
    error: &'c ParseError,
    /// The end of the error or of the run.
    end: Location,
    level: Level,
    /// The position after the last character, if the error is about characters.
    after: Option<Location>,
}

/// The number of previous findings that a new one may extend, because a character may have several kinds of errors.
const MAX_KINDS_OF_RUNS: usize = 4;

/// Returns the position after the character or character reference that an error is about; `None` for other errors.
fn after_character(error: &ParseError, source: &str) -> Option<Location> {
    let (start, end) = (error.start(), error.end());
    if start < end {
        let text = source.get(error.span().range())?;
        return (text.starts_with('&') || text.chars().nth(1).is_none()).then_some(end);
    }
    let character = source.get(start.offset as usize..)?.chars().next()?;
    let mut after = start;
    after.offset += character.len_utf8() as u32;
    after.column += 1;
    after.utf16_column += character.len_utf16() as u32;
    Some(after)
}

/// The numbers of findings.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    /// The number of findings that are not shown.
    pub(crate) left_out: usize,
}

impl Counts {
    fn add(&mut self, level: Level, count: usize) {
        match level {
            Level::Error => self.errors += count,
            Level::Warning => self.warnings += count,
            Level::Allowed => {}
        }
    }
}

impl<'c> Checked<'c> {
    pub(crate) fn new(document: &'c Name, source: &'c str, parsed: &'c Parsed, levels: &Levels) -> Self {
        let mut findings: Vec<Finding<'c>> = Vec::new();
        for error in parsed.errors() {
            let after = after_character(error, source);
            let is_continued = |finding: &&mut Finding<'_>| {
                let end = finding.after.map(|end| end.offset);
                after.is_some() && finding.error.kind() == error.kind() && end == Some(error.start().offset)
            };
            let run = findings.iter_mut().rev().take(MAX_KINDS_OF_RUNS).find(is_continued);
            if let (Some(run), Some(end)) = (run, after) {
                run.end = end;
                run.after = after;
            } else {
                let level = levels.of(error.kind());
                findings.push(Finding { error, end: error.end(), level, after });
            }
        }
        Self {
            document,
            name: document.for_message(),
            source,
            findings,
            left_out: parsed.errors_left_out().map(|(kind, count)| (kind, levels.of(kind), count)).collect(),
        }
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for finding in &self.findings {
            counts.add(finding.level, 1);
        }
        for &(_, level, count) in &self.left_out {
            counts.add(level, count);
            counts.left_out += count;
        }
        counts
    }
}

/// The format of the findings.
#[derive(Clone, Debug)]
pub(crate) enum Format {
    /// As compilers print them, or one line each.
    Human(human::Style),
    Json,
    Sarif,
    Github,
}

impl Format {
    pub(crate) fn new(format: CheckFormat, is_coloured: bool) -> Self {
        match format {
            CheckFormat::Human => Self::Human(human::Style::new(is_coloured, false)),
            CheckFormat::Short => Self::Human(human::Style::new(is_coloured, true)),
            CheckFormat::Json => Self::Json,
            CheckFormat::Sarif => Self::Sarif,
            CheckFormat::Github => Self::Github,
        }
    }

    /// Formats the findings of a file.
    pub(crate) fn describe(&self, checked: &Checked<'_>) -> io::Result<Vec<u8>> {
        let mut output = Vec::new();
        match self {
            Self::Human(style) => style.write(checked, &mut output),
            Self::Json => json::write(checked, &mut output)?,
            Self::Sarif => sarif::write(checked, &mut output)?,
            Self::Github => github::write(checked, &mut output)?,
        }
        Ok(output)
    }

    /// Formats the entry for a file that cannot be read, besides the message on the standard error.
    pub(crate) fn describe_unreadable(&self, name: &str, message: &str) -> io::Result<Vec<u8>> {
        let mut output = Vec::new();
        match self {
            Self::Json => json::write_unreadable(name, message, &mut output)?,
            Self::Github => github::write_unreadable(name, message, &mut output)?,
            // A SARIF log lists these files at its end.
            Self::Sarif | Self::Human(_) => {}
        }
        Ok(output)
    }
}
