//! `hedgerow batch`: reads and writes JSON lines.
//!
//! One thread reads, all cores answer the lines that have arrived, without waiting for more lines, and the main thread writes.
//! `crate::batch` parses and answers the lines.

use std::io::{self, Read, Write as _};

use anyhow::{Context as _, Error, Result};

use super::common::{CANNOT_WRITE, Settings};
use crate::Outcome;
use crate::args::BatchArguments;
use crate::batch::{Answers, LineReader, Lines, RequestLimits, answer};
use crate::ordered::{ResultSender, Weight, in_order};

pub(super) fn run(arguments: &BatchArguments, settings: &Settings) -> Result<Outcome> {
    settings.start_threads()?;
    let BatchArguments { bytes, answer, .. } = *arguments;
    let limits = RequestLimits { parser: arguments.limits(), bytes, answer };
    let reader = Groups { reader: LineReader::new(io::stdin(), bytes), is_at_end: false };
    let mut outcome = Outcome::Done;
    let mut unreadable = None;
    let mut output = io::stdout().lock();
    let answer_group =
        move |group, sender: &mut ResultSender<'_, Result<Answers>>| answer_group(group, &limits, sender);
    in_order(reader, answer_group, |result: Result<Answers>| match result {
        Ok(answers) => {
            if answers.some_malformed {
                outcome = Outcome::SomeMalformed;
            }
            output.write_all(&answers.lines)?;
            output.flush()
        }
        Err(error) => {
            unreadable = Some(error);
            Ok(())
        }
    })
    .context(CANNOT_WRITE)?;
    unreadable.map_or(Ok(outcome), Err)
}

/// Lines that arrived together, or the error that ends the input.
type Group = io::Result<Lines>;

impl Weight for Group {
    fn weight(&self) -> usize {
        match self {
            Ok(Lines::Whole { bytes, .. }) => bytes.len(),
            Ok(Lines::TooLong { .. }) | Err(_) => 0,
        }
    }
}

impl Weight for Result<Answers> {
    fn weight(&self) -> usize {
        self.as_ref().map_or(0, Weight::weight)
    }
}

fn answer_group(
    group: Group,
    limits: &RequestLimits,
    sender: &mut ResultSender<'_, Result<Answers>>,
) -> io::Result<()> {
    match group {
        Ok(lines) => answer(&lines, limits, &mut |answers| sender.send(Ok(answers))),
        Err(error) => sender.send(Err(Error::from(error).context("cannot read standard input"))),
    }
}

/// The lines of the input in groups, up to the end or the first error.
struct Groups<R> {
    reader: LineReader<R>,
    is_at_end: bool,
}

impl<R: Read> Iterator for Groups<R> {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        if self.is_at_end {
            return None;
        }
        let group = self.reader.next_lines().transpose();
        self.is_at_end = !matches!(group, Some(Ok(_)));
        group
    }
}
