//! What `hedgerow check` says about a file, in each format.
//!
//! What is not here: who reads and parses the files (`commands/check.rs`), and what is said about an error, which is the crate
//! `hedgerow`.

mod excerpt;
mod github;
mod human;
mod json;
mod levels;
mod sarif;

use std::io;

use hedgerow::{ErrorKind, Location, ParseError, Parsed};

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
    /// How many more there are of each kind.
    left_out: Vec<(ErrorKind, Level, usize)>,
}

/// An error that was found, and how serious it is; or a run of characters each of which is the same error.
struct Finding<'c> {
    /// The error, or the first of the run.
    error: &'c ParseError,
    /// Where it ends, or where the run does.
    end: Location,
    level: Level,
    /// The place behind the last character, if it is about characters.
    behind: Option<Location>,
}

/// How many findings are looked at for a run that goes on: as many kinds of errors may be about each character of it.
const MOST_KINDS_OF_RUNS: usize = 4;

/// The place behind a character, or behind a reference to one, that an error is about; `None` if it is about something else.
fn behind_character(error: &ParseError, source: &str) -> Option<Location> {
    let (start, end) = (error.start(), error.end());
    if start < end {
        let text = source.get(error.span().range())?;
        return (text.starts_with('&') || text.chars().nth(1).is_none()).then_some(end);
    }
    let character = source.get(start.offset as usize..)?.chars().next()?;
    let mut behind = start;
    behind.offset += character.len_utf8() as u32;
    behind.column += 1;
    behind.utf16_column += character.len_utf16() as u32;
    Some(behind)
}

/// How many findings there are.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    /// How many of them are not shown.
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
            let behind = behind_character(error, source);
            let is_continued = |finding: &&mut Finding<'_>| {
                let end = finding.behind.map(|end| end.offset);
                behind.is_some() && finding.error.kind() == error.kind() && end == Some(error.start().offset)
            };
            let run = findings.iter_mut().rev().take(MOST_KINDS_OF_RUNS).find(is_continued);
            if let (Some(run), Some(end)) = (run, behind) {
                run.end = end;
                run.behind = behind;
            } else {
                let level = levels.of(error.kind());
                findings.push(Finding { error, end: error.end(), level, behind });
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

/// How findings are written.
#[derive(Clone, Debug)]
pub(crate) enum Format {
    /// As compilers print them, or a line each.
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

    /// What is written about a file.
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

    /// What is written about a file that cannot be read, apart from the line on the standard error.
    pub(crate) fn describe_unreadable(&self, name: &str, message: &str) -> io::Result<Vec<u8>> {
        let mut output = Vec::new();
        match self {
            Self::Json => json::write_unreadable(name, message, &mut output)?,
            Self::Github => github::write_unreadable(name, message, &mut output)?,
            // A log of SARIF says it at its end.
            Self::Sarif | Self::Human(_) => {}
        }
        Ok(output)
    }
}
