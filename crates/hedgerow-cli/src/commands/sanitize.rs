//! `hedgerow sanitize`: removes from documents what untrusted HTML may not have, and writes them as HTML for a browser.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, ensure};
use hedgerow::Parser;
use hedgerow::sanitize::{Preset, Sanitized, Sanitizer, SanitizerConfig};
use hedgerow::source::LocationTracker;
use serde_json::Value;

use super::documents::{self, Hints, Task, decoded};
use super::{Settings, describe_stop, inputs};
use crate::Outcome;
use crate::args::sanitize::SanitizeArguments;
use crate::input::{Document, Name};

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
    };
    documents::run(task, inputs(arguments.files, "sanitize", &arguments.limits)?, settings)
}

/// The members of a configuration, because a misspelled one would allow what its author forbids.
const MEMBERS: &[&str] = &[
    "attributes",
    "comments",
    "dataAttributes",
    "elements",
    "javascriptURLs",
    "processingInstructions",
    "removeAttributes",
    "removeElements",
    "removeProcessingInstructions",
    "replaceWithChildrenElements",
];

fn read_config(path: &Path) -> Result<Sanitizer> {
    let text = fs::read_to_string(path)?;
    let value: Value = serde_json::from_str(&text)?;
    for member in value.as_object().into_iter().flat_map(|members| members.keys()) {
        ensure!(
            MEMBERS.contains(&&**member),
            "a configuration has no member `{member}`; its members are {}",
            MEMBERS.join(", ")
        );
    }
    let config: SanitizerConfig = serde_json::from_value(value)?;
    Ok(Sanitizer::from_config(config)?)
}

/// Sanitizes documents.
struct Sanitize {
    sanitizer: Sanitizer,
    parser: Parser,
    hints: Hints,
    reports: bool,
}

impl Task for Sanitize {
    type Answer = String;

    fn answer(&self, name: &Name, document: Document) -> Result<String> {
        // A `meta` element may declare the encoding.
        let parsed = self.parser.parse_bytes(&document.bytes, &self.hints.of(&document));
        let source = decoded(&document, &parsed);
        drop(parsed);
        let Sanitized { html, report, stop, .. } = self.parser.sanitize(&source, &self.sanitizer);
        if let Some(stop) = stop {
            return Err(anyhow!("cannot parse {}: {}", name.for_message(), describe_stop(stop)));
        }
        if !self.reports {
            return Ok(html);
        }
        let mut locations = LocationTracker::default();
        let mut lines = Vec::new();
        for removal in report.removals() {
            lines.push(match removal.span {
                Some(span) => {
                    let location = locations.locate(&source, span.start);
                    format!("{}:{}: {removal}", location.line, location.column)
                }
                None => removal.to_string(),
            });
        }
        if report.count() > report.removals().len() {
            lines.push(format!("and {} more", report.count() - report.removals().len()));
        }
        Ok(lines.join("\n"))
    }

    fn write(&self, answer: &String, writer: &mut impl Write) -> io::Result<()> {
        if answer.is_empty() && self.reports {
            return Ok(());
        }
        writer.write_all(answer.as_bytes())?;
        writer.write_all(b"\n")
    }
}
