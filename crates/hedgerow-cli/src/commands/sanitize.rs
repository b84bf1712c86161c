//! `hedgerow sanitize`: removes scripts and everything else that is not allowed, and writes documents as HTML for a browser.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use hedgerow::Parser;
use hedgerow::sanitize::{Preset, Sanitized, Sanitizer, StrictSanitizerConfig};
use hedgerow::serialize::LimitedWriter;
use hedgerow::source::LocationTracker;
use serde::Serialize;

use super::common::{Settings, describe_stop, inputs};
use super::documents::{self, Hints, OutputBound, Task, decoded};
use crate::Outcome;
use crate::args::HtmlFormat;
use crate::args::sanitize::SanitizeArguments;
use crate::input::{Document, Name};
use crate::json_text::{Position, write_line};

pub(super) fn run(arguments: SanitizeArguments, settings: &Settings) -> Result<Outcome> {
    let sanitizer = match &arguments.config {
        Some(path) => {
            read_config(path).with_context(|| format!("cannot use the configuration {}", path.display()))?
        }
        None => arguments.preset.unwrap_or(Preset::Default).sanitizer(),
    };
    let task = Sanitize {
        sanitizer,
        parser: Parser::new().limits(arguments.limits.limits()),
        hints: Hints::new(&arguments.encoding)?,
        reports: arguments.report,
        is_json: arguments.format == Some(HtmlFormat::Json),
        // The sanitizer bounds the HTML itself.
        output_bound: OutputBound::of_json(&arguments.limits),
    };
    documents::run(task, inputs(arguments.files, "sanitize", &arguments.limits)?, settings)
}

fn read_config(path: &Path) -> Result<Sanitizer> {
    let text = fs::read_to_string(path)?;
    let StrictSanitizerConfig(config) = serde_json::from_str(&text)?;
    Ok(Sanitizer::from_config(config)?)
}

/// Sanitizes documents.
struct Sanitize {
    sanitizer: Sanitizer,
    parser: Parser,
    hints: Hints,
    reports: bool,
    is_json: bool,
    output_bound: OutputBound,
}

/// A sanitized document, as a line of JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    html: String,
    /// The first removals and changes, with `--report`.
    #[serde(skip_serializing_if = "Option::is_none")]
    removals: Option<Vec<Removed>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removal_count: Option<usize>,
}

/// A removal, with its place in the source if that is known.
#[derive(Serialize)]
struct Removed {
    message: String,
    start: Option<Position>,
    end: Option<Position>,
}

impl Task for Sanitize {
    type Answer = Line;

    fn answer(&self, name: &Name, document: Document) -> Result<Line> {
        // The document is parsed first, because a `meta` element may declare the encoding.
        let parsed = self.parser.parse_bytes(&document.bytes, &self.hints.of(&document));
        let source = decoded(&document, &parsed);
        drop(parsed);
        let Sanitized { html, report, stop, .. } = self.parser.sanitize(&source, &self.sanitizer);
        if let Some(stop) = stop {
            return Err(anyhow!("cannot sanitize {}: {}", name.for_message(), describe_stop(stop)));
        }
        if !self.reports {
            return Ok(Line { html, removals: None, removal_count: None });
        }
        let mut locations = LocationTracker::default();
        let removals = report.removals().iter().map(|removal| Removed {
            message: removal.to_string(),
            start: removal.span.map(|span| locations.locate(&source, span.start).into()),
            end: removal.span.map(|span| locations.locate(&source, span.end).into()),
        });
        Ok(Line { html, removals: Some(removals.collect()), removal_count: Some(report.count()) })
    }

    fn is_json(&self) -> bool {
        self.is_json
    }

    fn output_bound(&self) -> OutputBound {
        self.output_bound
    }

    fn write(&self, answer: &Line, writer: &mut LimitedWriter<impl Write>) -> io::Result<()> {
        if self.is_json {
            return write_line(answer, writer);
        }
        let Some(removals) = &answer.removals else {
            writer.write_all(answer.html.as_bytes())?;
            return writer.write_all(b"\n");
        };
        for Removed { message, start, .. } in removals {
            match start {
                Some(start) => writeln!(writer, "{}:{}: {message}", start.line, start.column)?,
                None => writeln!(writer, "{message}")?,
            }
        }
        match answer.removal_count.unwrap_or_default().saturating_sub(removals.len()) {
            0 => Ok(()),
            more => writeln!(writer, "and {more} more"),
        }
    }
}
