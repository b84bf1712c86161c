//! [`TokenRow`]: a token with its position and the states that read it.

use std::ops::ControlFlow;

use hedgerow::stages::TraceStep;
use hedgerow::{Context, Parser};
use serde::Serialize;

use crate::excerpt::excerpt;
use crate::steps::span_of;
use crate::utf16::Source;

/// A row of the list of tokens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenRow {
    /// The kind of the token, in the standard's words.
    pub kind: &'static str,
    /// The token on one line, or its beginning.
    pub text: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in code points, from 1.
    pub column: u32,
    /// Start and end in the source.
    pub span: [u32; 2],
    /// The states in which the tokenizer read the token.
    pub states: Vec<String>,
    /// The insertion mode after the token.
    pub insertion_mode: String,
}

impl TokenRow {
    pub(crate) fn new(step: &TraceStep<'_>, source: &Source) -> Self {
        Self {
            kind: step.token.kind(),
            text: excerpt(&step.token.to_string()),
            line: step.start.line,
            column: step.start.column,
            span: source.span(span_of(step)),
            states: step.states.iter().map(ToString::to_string).collect(),
            insertion_mode: step.insertion_mode().to_string(),
        }
    }
}

/// Returns at most `most` tokens, starting at the token with the index `from`, and the number of all tokens. Without
/// `counts_all`, stops after the last token that is returned, and returns the number of tokens up to there.
pub(crate) fn rows(
    parser: &Parser,
    source: &Source,
    context: Option<&Context>,
    from: usize,
    most: usize,
    counts_all: bool,
) -> (Vec<TokenRow>, usize) {
    let mut rows = Vec::new();
    let mut count = 0;
    parser.trace_tokens(source.text(), context, |step| {
        if count >= from && rows.len() < most {
            rows.push(TokenRow::new(step, source));
        }
        count += 1;
        if counts_all || rows.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (rows, count)
}
