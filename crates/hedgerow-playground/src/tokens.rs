//! [`TokenRow`]: a token with its position and the states that read it.

use std::ops::ControlFlow;

use hedgerow::source::Span;
use hedgerow::{Context, Parser};
use serde::Serialize;

use crate::excerpt::excerpt;
use crate::utf16::Utf16Offsets;

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
    /// The states in which the tokenizer read it.
    pub states: Vec<String>,
    /// The insertion mode after it.
    pub insertion_mode: String,
}

/// The first tokens, and whether these are all.
pub(crate) fn rows(
    parser: &Parser,
    html: &str,
    context: Option<&Context>,
    offsets: &Utf16Offsets<'_>,
    most: usize,
) -> (Vec<TokenRow>, bool) {
    let mut rows = Vec::new();
    let mut is_complete = true;
    parser.trace_tokens(html, context, |step| {
        if rows.len() == most {
            is_complete = false;
            return ControlFlow::Break(());
        }
        rows.push(TokenRow {
            kind: step.token.kind(),
            text: excerpt(&step.token.to_string()),
            line: step.start.line,
            column: step.start.column,
            span: offsets.span(Span { start: step.start.offset, end: step.end.offset }),
            states: step.states.iter().map(ToString::to_string).collect(),
            insertion_mode: step.insertion_mode().to_string(),
        });
        ControlFlow::Continue(())
    });
    (rows, is_complete)
}
