//! `hedgerow tokens`: prints the tokens of documents, which [`Parser::trace_tokens`](hedgerow::Parser::trace_tokens) reports.

use std::io::{self, Write};

use anstream::ColorChoice;
use anyhow::Result;
use hedgerow::stages::{TraceStep, TracedToken};
use serde::Serialize;

use super::common::{Settings, inputs};
use super::documents;
use super::steps::{Observer, ObserverTask, WIDTH_OF_POSITIONS, names, write_token};
use crate::Outcome;
use crate::args::TokensArguments;
use crate::json_text::{Position, write_line};
use crate::render::Palette;

pub(super) fn run(arguments: TokensArguments, settings: &Settings) -> Result<Outcome> {
    let TokensArguments { format, states, documents } = arguments;
    let tokens = Tokens {
        json: format.is_json(),
        states,
        palette: Palette::new(settings.colour_choice() != ColorChoice::Never),
    };
    let task = ObserverTask::new(&documents, tokens)?;
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
            let states = self.palette.cut(names(step.states).join(", "), WIDTH_OF_POSITIONS + 1);
            writeln!(writer, "{:WIDTH_OF_POSITIONS$} {quiet}{states}{quiet:#}", "")?;
        }
        Ok(())
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
            let longest = longest_line(&Tokens { json: false, states: true, palette });
            assert!((width - 20..=width).contains(&longest), "{longest} of {width}");
        }
    }
}
