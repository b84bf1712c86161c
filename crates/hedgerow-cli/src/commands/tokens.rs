//! `hedgerow tokens`: prints the tokens of documents, which [`Parser::trace_tokens`](hedgerow::Parser::trace_tokens) reports.

use std::io::{self, Write};

use anstream::ColorChoice;
use anyhow::Result;
use hedgerow::stages::{TraceStep, TracedToken};
use serde::Serialize;

use super::documents;
use super::trace::{ObservedText, Observer};
use super::{Settings, inputs};
use crate::Outcome;
use crate::args::TokensArguments;
use crate::json_text::{Position, write_line};
use crate::render::Palette;

/// The minimum widths of the columns of positions and of token kinds.
const WIDTH_OF_POSITIONS: usize = 13;
const WIDTH_OF_KINDS: usize = 12;

pub(super) fn run(arguments: TokensArguments, settings: &Settings) -> Result<Outcome> {
    let TokensArguments { format, states, documents } = arguments;
    let tokens = Tokens {
        json: format.is_json(),
        states,
        palette: Palette::new(settings.colour_choice() != ColorChoice::Never),
    };
    let task = ObservedText::new(&documents, tokens)?;
    documents::run(task, inputs(documents.files, "tokens", &documents.limits)?, settings)
}

/// Writes tokens.
struct Tokens {
    json: bool,
    states: bool,
    palette: Palette,
}

/// A token as a line of JSON.
#[derive(Serialize)]
struct Line<'t> {
    #[serde(flatten)]
    token: &'t TracedToken<'t>,
    start: Position,
    end: Position,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<Vec<String>>,
}

impl Observer for Tokens {
    const NEEDS_RULES: bool = false;

    fn is_json(&self) -> bool {
        self.json
    }

    fn write(&self, step: &TraceStep<'_>, writer: &mut impl Write) -> io::Result<()> {
        if self.json {
            let states = self.states.then(|| names(step.states));
            let line = Line { token: &step.token, start: step.start.into(), end: step.end.into(), states };
            return write_line(&line, writer);
        }
        write_token(step, &self.palette, writer)?;
        if self.states {
            let quiet = self.palette.quiet;
            let states = names(step.states).join(", ");
            writeln!(writer, "{:WIDTH_OF_POSITIONS$} {quiet}{states}{quiet:#}", "")?;
        }
        Ok(())
    }
}

/// Writes the position, the kind and the markup of a token.
pub(super) fn write_token(
    step: &TraceStep<'_>,
    palette: &Palette,
    writer: &mut impl Write,
) -> io::Result<()> {
    let TraceStep { token, start, end, .. } = step;
    let position = if end.offset > start.offset {
        format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column)
    } else {
        format!("{}:{}", start.line, start.column)
    };
    let (quiet, kind, style) = (palette.quiet, token.kind(), palette.of_token(token));
    write!(writer, "{quiet}{position:WIDTH_OF_POSITIONS$}{quiet:#} ")?;
    match token {
        TracedToken::EndOfFile => writeln!(writer, "{style}{kind}{style:#}"),
        token => {
            let markup = palette.cut(token.to_string(), WIDTH_OF_POSITIONS + WIDTH_OF_KINDS + 2);
            writeln!(writer, "{style}{kind:WIDTH_OF_KINDS$}{style:#} {markup}")
        }
    }
}

/// Returns the names of states or modes.
pub(super) fn names(things: &[impl ToString]) -> Vec<String> {
    things.iter().map(ToString::to_string).collect()
}
