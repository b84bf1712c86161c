//! [`RecordError`] and [`Problem`]: the reasons why records cannot be read.

use std::error::Error;
use std::fmt;
use std::io;

/// A record that cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecordError {
    /// The number of the record; for [`Problem::DamageAfter`], of the last record before the damage.
    pub number: u64,
    /// The offset of the record in the file, as in [`Record::offset`](crate::Record::offset).
    pub offset: u64,
    /// The address of the archived resource, if the head of the record states it.
    pub target: Option<String>,
    /// The problem.
    pub problem: Problem,
    /// The number of apparent records inside this record that were skipped with it.
    pub lost: u64,
}

impl fmt::Display for RecordError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Problem::DamageAfter(_) => {
                write!(formatter, "cannot read the bytes after record {}", self.number)?;
            }
            _ => write!(formatter, "cannot read record {}", self.number)?,
        }
        if let Some(target) = &self.target {
            write!(formatter, " ({target})")?;
        }
        write!(formatter, ": {}", self.reason())
    }
}

impl Error for RecordError {}

impl RecordError {
    /// Returns the problem as text, with the number of lost records.
    #[must_use]
    pub fn reason(&self) -> String {
        match self.lost {
            0 => self.problem.to_string(),
            1 => format!("{}; 1 record that seems to begin inside it was skipped", self.problem),
            lost => format!("{}; {lost} records that seem to begin inside it were skipped", self.problem),
        }
    }
}

/// The reason why a record cannot be read, or is incomplete.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The bytes after the record are damaged.
    DamageAfter(io::Error),
    /// The head has no empty line at its end.
    HeadWithoutEnd,
    /// The record does not begin with a WARC version.
    NoVersion,
    /// The head has no `Content-Length`.
    NoLength,
    /// The record is longer than the caller allows.
    TooLong {
        /// The maximum length in bytes.
        most: usize,
    },
    /// The record is cut off: the next record or the end of the archive comes before its stated end.
    CutOff {
        /// The number of bytes that the archive contains.
        there: usize,
        /// The stated number of bytes.
        length: usize,
    },
    /// The record does not end after its stated length.
    LongerThanStated {
        /// The stated number of bytes.
        length: usize,
    },
    /// The record cannot be decompressed to its end.
    Damaged {
        /// The number of bytes that can be read.
        there: usize,
        /// The stated number of bytes.
        length: usize,
        /// The error of the decoder.
        damage: io::Error,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DamageAfter(damage) => damage.fmt(formatter),
            Self::HeadWithoutEnd => formatter.write_str("its head is not complete"),
            Self::NoVersion => formatter.write_str("it does not begin with a WARC version"),
            Self::NoLength => formatter.write_str("its Content-Length is missing"),
            Self::TooLong { most } => write!(formatter, "it has more than {most} bytes"),
            Self::CutOff { there, length } => {
                write!(formatter, "it is cut off, {there} of {length} bytes are there")
            }
            Self::LongerThanStated { length } => {
                write!(formatter, "it does not end after the {length} bytes that its Content-Length states")
            }
            Self::Damaged { there, length, damage } => {
                write!(formatter, "it is damaged, {there} of {length} bytes can be read: {damage}")
            }
        }
    }
}
