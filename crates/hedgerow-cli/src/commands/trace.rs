//! `hedgerow trace`: prints the steps that [`Parser::trace`](hedgerow::Parser::trace) reports for each token.

use std::io::{self, Write};

use anstream::ColorChoice;
use anyhow::Result;
use hedgerow::stages::{AppliedRules, TraceStep, TracedToken};
use serde::Serialize;

use super::common::{Settings, inputs};
use super::documents;
use super::steps::{Observer, ObserverTask, names, write_token};
use crate::Outcome;
use crate::args::TraceArguments;
use crate::json_text::{Position, write_line};
use crate::render::Palette;

/// The width of the column of the names of rules.
const WIDTH_OF_RULES: usize = 18;

/// Printed for rules without operations and errors, and for an empty stack.
const NOTHING: &str = "-";

/// Printed for a marker in the list of active formatting elements.
const MARKER: &str = "marker";

pub(super) fn run(arguments: TraceArguments, settings: &Settings) -> Result<Outcome> {
    let TraceArguments { format, stack, documents } = arguments;
    let trace = Trace {
        json: format.is_json(),
        stack,
        palette: Palette::new(settings.colour_choice() != ColorChoice::Never),
    };
    let task = ObserverTask::new(&documents, trace)?;
    documents::run(task, inputs(documents.files, "trace", &documents.limits)?, settings)
}

/// Writes steps as text or JSON.
struct Trace {
    json: bool,
    /// The maximum number of printed entries of the stack of open elements, and of the list of active formatting elements.
    stack: usize,
    palette: Palette,
}

/// A step as a line of JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'t> {
    token: &'t TracedToken<'t>,
    start: Position,
    end: Position,
    states: Vec<String>,
    errors: Vec<&'static str>,
    rules: &'t [AppliedRules],
    insertion_mode: String,
    open_elements: Vec<String>,
    open_element_count: usize,
    active_formatting_elements: Vec<Option<String>>,
}

impl Observer for Trace {
    const NEEDS_RULES: bool = true;

    fn is_json(&self) -> bool {
        self.json
    }

    fn write(&self, step: &TraceStep<'_>, writer: &mut impl Write) -> io::Result<()> {
        // Both iterators begin at the last entry, so the order is reversed. For text, one more entry of the list is requested, to
        // find out whether there are more entries than are printed.
        let entries_of_list = if self.json { self.stack } else { self.stack.saturating_add(1) };
        let mut stack: Vec<String> = step.open_elements_upwards().take(self.stack).collect();
        stack.reverse();
        let mut list: Vec<Option<String>> = step.active_formatting_elements().take(entries_of_list).collect();
        list.reverse();
        if self.json {
            let line = Line {
                token: &step.token,
                start: step.start.into(),
                end: step.end.into(),
                states: names(step.states),
                errors: step.errors.iter().map(|error| error.code()).collect(),
                rules: &step.rules,
                insertion_mode: step.insertion_mode().to_string(),
                open_elements: stack,
                open_element_count: step.open_element_count(),
                active_formatting_elements: list,
            };
            return write_line(&line, writer);
        }
        write_token(step, &self.palette, writer)?;
        self.write_row("states", &names(step.states).join(", "), writer)?;
        for error in step.errors {
            self.write_error(error.code(), "", writer)?;
        }
        for applied in &step.rules {
            let mut name = applied.rules.to_string();
            if applied.operations.is_empty() && applied.errors.is_empty() {
                self.write_row(&name, NOTHING, writer)?;
            }
            for error in &applied.errors {
                self.write_error(error, &std::mem::take(&mut name), writer)?;
            }
            for operation in &applied.operations {
                self.write_row(&std::mem::take(&mut name), &operation.to_string(), writer)?;
            }
        }
        let mode = step.insertion_mode().to_string();
        if step.rules.last().is_none_or(|done| done.rules.to_string() != mode) {
            self.write_row("then", &mode, writer)?;
        }
        let more = step.open_element_count() - stack.len();
        if more > 0 {
            stack.insert(0, format!("({more} more)"));
        }
        if stack.is_empty() {
            stack.push(NOTHING.to_owned());
        }
        self.write_row("open elements", &stack.join(" "), writer)?;
        if list.is_empty() {
            return Ok(());
        }
        if list.len() > self.stack {
            list[0] = Some("(more)".to_owned());
        }
        let entries: Vec<&str> = list.iter().map(|entry| entry.as_deref().unwrap_or(MARKER)).collect();
        self.write_row("active formatting", &entries.join(" "), writer)
    }
}

impl Trace {
    fn write_row(&self, name: &str, text: &str, writer: &mut impl Write) -> io::Result<()> {
        let quiet = self.palette.quiet;
        let text = self.palette.cut(text.to_owned(), WIDTH_OF_RULES + 5);
        writeln!(writer, "    {quiet}{name:WIDTH_OF_RULES$}{quiet:#} {text}")
    }

    fn write_error(&self, code: &str, name: &str, writer: &mut impl Write) -> io::Result<()> {
        let error = self.palette.error;
        self.write_row(name, &format!("{error}parse error{error:#} {code}"), writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::steps::longest_line;

    #[test]
    fn lines_are_as_wide_as_the_terminal() {
        for width in [80, 200] {
            let palette = Palette::of_width(width);
            let longest = longest_line(&Trace { json: false, stack: usize::MAX, palette });
            assert!((width - 20..=width).contains(&longest), "{longest} of {width}");
        }
    }
}
