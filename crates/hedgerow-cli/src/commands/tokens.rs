//! `hedgerow tokens`: documents in, their tokens out.
//!
//! What is not here: the tokens themselves, which are the crate `hedgerow`'s ([`Parser::trace_tokens`](hedgerow::Parser::trace_tokens)).

use std::io::{self, Write};

use anstream::ColorChoice;
use anyhow::Result;
use hedgerow::{TraceStep, TracedToken};
use serde::Serialize;

use super::documents;
use super::trace::{ObservedText, Observer};
use super::{Settings, inputs};
use crate::Outcome;
use crate::args::TokensArguments;
use crate::json_text::{Place, write_line};
use crate::render::Palette;

/// How wide the columns are of places and of kinds of tokens, unless something is wider.
const WIDTH_OF_PLACES: usize = 13;
const WIDTH_OF_KINDS: usize = 12;

pub(super) fn run(arguments: TokensArguments, settings: &Settings) -> Result<Outcome> {
    let TokensArguments { json, states, documents } = arguments;
    let tokens =
        Tokens { json, states, palette: Palette::new(settings.colour_choice() != ColorChoice::Never) };
    let task = ObservedText::new(&documents, tokens)?;
    documents::run(task, inputs(documents.files, "tokens", &documents.limits)?, settings)
}

/// How tokens are written.
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
    start: Place,
    end: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<Vec<String>>,
}

impl Observer for Tokens {
    const NEEDS_RULES: bool = false;

    fn write(&self, step: &TraceStep<'_>, writer: &mut impl Write) -> io::Result<()> {
        if self.json {
            let states = self.states.then(|| names(step.states));
            let line = Line { token: &step.token, start: step.start.into(), end: step.end.into(), states };
            let mut json = Vec::new();
            write_line(&line, &mut json)?;
            return writer.write_all(&json);
        }
        write_token(step, &self.palette, writer)?;
        if self.states {
            let quiet = self.palette.quiet;
            let states = names(step.states).join(", ");
            writeln!(writer, "{:WIDTH_OF_PLACES$} {quiet}{states}{quiet:#}", "")?;
        }
        Ok(())
    }
}

/// Writes where a token stands, which kind it is, and the token.
pub(super) fn write_token(
    step: &TraceStep<'_>,
    palette: &Palette,
    writer: &mut impl Write,
) -> io::Result<()> {
    let TraceStep { token, start, end, .. } = step;
    let place = if end.offset > start.offset {
        format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column)
    } else {
        format!("{}:{}", start.line, start.column)
    };
    let (quiet, kind, style) = (palette.quiet, token.kind(), palette.of_token(token));
    write!(writer, "{quiet}{place:WIDTH_OF_PLACES$}{quiet:#} ")?;
    match token {
        TracedToken::EndOfFile => writeln!(writer, "{style}{kind}{style:#}"),
        token => writeln!(writer, "{style}{kind:WIDTH_OF_KINDS$}{style:#} {token}"),
    }
}

/// The names of states or modes.
pub(super) fn names(things: &[impl ToString]) -> Vec<String> {
    things.iter().map(ToString::to_string).collect()
}
