//! `hedgerow explain`: explains an error code with an example, or lists all codes.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use anyhow::{Context as _, Result};
use hedgerow::errors::{ErrorKind, Example};
use serde::Serialize;

use super::common::CANNOT_WRITE;
use crate::Outcome;
use crate::args::{ExplainArguments, TextFormat};
use crate::check::default_level;
use crate::codes;
use crate::json_text::write_line;

/// The width at which lines are broken.
const WIDTH: usize = 100;

pub(super) fn run(arguments: &ExplainArguments) -> Result<Outcome> {
    let kinds: Vec<ErrorKind> =
        arguments.codes.iter().map(|code| codes::find(code, &[])).collect::<Result<_>>()?;
    if arguments.format == TextFormat::Json {
        let kinds = if kinds.is_empty() { ErrorKind::all().collect() } else { kinds };
        let mut output = io::stdout().lock();
        return kinds
            .into_iter()
            .try_for_each(|kind| write_line(&Line::of(kind), &mut output))
            .and_then(|()| output.flush())
            .map(|()| Outcome::Done)
            .context(CANNOT_WRITE);
    }
    let text = if kinds.is_empty() {
        list()
    } else {
        kinds.into_iter().map(explain).collect::<Vec<_>>().join("\n\n")
    };
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).context(CANNOT_WRITE)?;
    Ok(Outcome::Done)
}

/// A code as a line of JSON.
#[derive(Serialize)]
struct Line {
    code: &'static str,
    severity: &'static str,
    standard: bool,
    summary: &'static str,
    details: &'static str,
    fix: Option<&'static str>,
    example: Option<Markup>,
    address: String,
}

/// The example of a code.
#[derive(Serialize)]
struct Markup {
    wrong: &'static str,
    right: &'static str,
    context: Option<&'static str>,
}

impl Line {
    fn of(kind: ErrorKind) -> Self {
        let markup = |Example { before, after, context, .. }| Markup { wrong: before, right: after, context };
        let explanation = kind.explanation();
        Self {
            code: kind.code(),
            severity: default_level(kind).name(),
            standard: kind.is_standard(),
            summary: explanation.summary(),
            details: explanation.details(),
            fix: explanation.fix(),
            example: explanation.example().map(markup),
            address: explanation.address(),
        }
    }
}

/// Lists all codes, each with its summary.
fn list() -> String {
    let mut text = String::new();
    for kind in ErrorKind::all() {
        writeln!(text, "{kind}\n    {}", kind.explanation().summary()).unwrap_or_default();
    }
    text
}

/// Explains a code.
fn explain(kind: ErrorKind) -> String {
    let origin = match (kind.is_standard(), kind.is_parse_error()) {
        (true, _) => "parse error; the code is in the standard",
        (false, true) => "parse error; the code is provisional",
        (false, false) => "rule for authors; the code is provisional",
    };
    let explanation = kind.explanation();
    let mut paragraphs = vec![format!("{kind} ({origin})"), wrap(explanation.summary())];
    if explanation.details() != explanation.summary() {
        paragraphs.push(wrap(explanation.details()));
    }
    paragraphs.extend(explanation.fix().map(|fix| wrap(&format!("Fix: {fix}"))));
    if let Some(Example { before, after, context, .. }) = explanation.example() {
        let place = context.map_or_else(String::new, |context| format!(", inside <{context}>"));
        paragraphs.push(format!("Wrong{place}:\n\n{}", indent(before)));
        paragraphs.push(format!("Right:\n\n{}", indent(after)));
    }
    paragraphs.push(format!("{}\n", explanation.address()));
    paragraphs.join("\n\n")
}

/// Indents the lines of an example, with escapes for control characters.
fn indent(markup: &str) -> String {
    markup.lines().map(|line| format!("    {}", visible(line))).collect::<Vec<_>>().join("\n")
}

fn visible(line: &str) -> String {
    line.chars().fold(String::new(), |mut text, character| {
        if character.is_control() {
            text.extend(character.escape_unicode());
        } else {
            text.push(character);
        }
        text
    })
}

/// Breaks a text into lines.
fn wrap(text: &str) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            wrapped.push('\n');
            column = 0;
        } else if column > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += width;
    }
    wrapped
}
