//! The parts that `hedgerow tokens` and `hedgerow trace` share: parsing under an observer, and the row of a token.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::Result;
use hedgerow::serialize::LimitedWriter;
use hedgerow::stages::{TraceStep, TracedToken};

use super::documents::{OutputBound, Reading, Task, decoded};
use crate::args::DocumentArguments;
use crate::input::{Document, Name, Share};
use crate::render::Palette;

/// The minimum widths of the columns of positions and of token kinds.
pub(super) const WIDTH_OF_POSITIONS: usize = 13;
const WIDTH_OF_KINDS: usize = 12;

/// Writes each step of the parser.
pub(super) trait Observer: Send + Sync + 'static {
    /// Whether the operations of each token are recorded, which is expensive.
    const NEEDS_RULES: bool;

    /// Whether each step is a line of JSON.
    fn is_json(&self) -> bool;

    /// Writes a step, with a newline at its end.
    fn write(&self, step: &TraceStep<'_>, writer: &mut impl Write) -> io::Result<()>;
}

/// The task that parses documents under an observer.
pub(super) struct ObserverTask<O> {
    reading: Reading,
    observer: O,
    output_bound: OutputBound,
}

/// The number of passes over the text of a document: it is parsed, and then parsed again under the observer.
const PASSES: usize = 2;

/// The text of a document.
pub(super) struct DecodedText {
    text: String,
    /// The document's share of the progress. The first pass may have counted a part of this share.
    share: Share,
}

impl<O> ObserverTask<O> {
    pub(super) fn new(arguments: &DocumentArguments, observer: O) -> Result<Self> {
        let output_bound = OutputBound::of_lines(&arguments.limits);
        Ok(Self { reading: Reading::new(arguments)?, observer, output_bound })
    }
}

impl<O: Observer> Task for ObserverTask<O> {
    type Answer = DecodedText;

    fn answer(&self, name: &Name, document: Document) -> Result<DecodedText> {
        // The document is parsed first, because a declaration may change the encoding during parsing.
        let parsed = self.reading.parse_in_passes(name, &document, PASSES)?;
        let text = decoded(&document, &parsed).into_owned();
        Ok(DecodedText { text, share: document.share })
    }

    fn is_json(&self) -> bool {
        self.observer.is_json()
    }

    fn output_bound(&self) -> OutputBound {
        self.output_bound
    }

    fn write(&self, answer: &DecodedText, writer: &mut LimitedWriter<impl Write>) -> io::Result<()> {
        let Self { reading, observer, .. } = self;
        let DecodedText { text, share } = answer;
        let mut result = Ok(());
        let write = |step: &TraceStep<'_>| {
            share.reach(text.len() + step.end.offset as usize, PASSES * text.len());
            result = observer.write(step, writer);
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        if O::NEEDS_RULES {
            reading.parser.trace(text, reading.context.as_ref(), write);
        } else {
            reading.parser.trace_tokens(text, reading.context.as_ref(), write);
        }
        result
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
pub(super) fn names(items: &[impl ToString]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// Returns the number of characters of the longest line for a document with long tokens, deep nesting and errors.
#[cfg(test)]
pub(super) fn longest_line(observer: &impl Observer) -> usize {
    let long = "long ".repeat(100);
    let html = format!(
        "<!DOCTYPE html><title>{long}</title><p class='{long}'>{long}<!--{long}--><{}>{}</p><table>{long}",
        "name".repeat(100),
        "<b>".repeat(100)
    );
    let mut output = Vec::new();
    hedgerow::Parser::new().trace(&html, None, |step| {
        observer.write(step, &mut output).unwrap();
        ControlFlow::Continue(())
    });
    String::from_utf8(output).unwrap().lines().map(|line| line.chars().count()).max().unwrap()
}
