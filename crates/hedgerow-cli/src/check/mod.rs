//! The findings of `hedgerow check`, in each format. `commands/check.rs` reads and parses the files.

mod excerpt;
mod findings;
mod fixes;
mod github;
mod human;
mod json;
mod levels;
mod places;
mod sarif;
mod suppressions;

use std::io;

use crate::args::CheckFormat;
use crate::input::Name;

pub(crate) use findings::{Checked, Counts};
pub(crate) use levels::{Level, Levels, default_level};
pub(crate) use sarif::Log;
pub(crate) use suppressions::has_suppressions;

/// The format of the findings.
#[derive(Clone, Debug)]
pub(crate) enum Format {
    /// As compilers print findings, or on one line for each finding.
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

    /// Formats the entry for a file that cannot be read, which is written in addition to the message on the standard
    /// error.
    pub(crate) fn describe_unreadable(&self, name: &Name, message: &str) -> io::Result<Vec<u8>> {
        let mut output = Vec::new();
        match self {
            Self::Json => json::write_unreadable(name, message, &mut output)?,
            Self::Github => github::write_unreadable(&name.text(), message, &mut output)?,
            // A SARIF log lists these files at its end.
            Self::Sarif | Self::Human(_) => {}
        }
        Ok(output)
    }
}
