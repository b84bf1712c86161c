//! The parts of the source to color: tags, attributes and so on, as the tokenizer reads them.

use std::ops::{ControlFlow, Range};

use hedgerow::source::Span;
use hedgerow::stages::{State, TraceStep, TracedToken};
use hedgerow::{Context, Parser};
use serde::Serialize;

use crate::steps::span_of;
use crate::utf16::Source;

/// A part of the source that has a color: `tag`, `name` or `value` (of an attribute), `comment`, `reference`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Color(pub &'static str, pub [u32; 2]);

/// Returns the colored parts of the source between two offsets. An outer part comes before the parts within it.
pub(crate) fn colors(
    parser: &Parser,
    source: &Source,
    context: Option<&Context>,
    places: &Range<u32>,
) -> Vec<Color> {
    let mut colors = Vec::new();
    parser.trace_tokens(source.text(), context, |step| {
        if step.start.offset > places.end {
            return ControlFlow::Break(());
        }
        if step.end.offset >= places.start {
            let outer = kind_of(step).map(|kind| (kind, span_of(step)));
            let parts = outer.into_iter().chain(attributes_of(&step.token));
            colors.extend(parts.map(|(kind, span)| Color(kind, source.span(span))));
        }
        ControlFlow::Continue(())
    });
    colors
}

/// The color of a whole token.
fn kind_of(step: &TraceStep<'_>) -> Option<&'static str> {
    match step.token {
        TracedToken::StartTag { .. } | TracedToken::EndTag { .. } => Some("tag"),
        TracedToken::Doctype { .. }
        | TracedToken::Comment { .. }
        | TracedToken::ProcessingInstruction { .. } => Some("comment"),
        _ => step.states.contains(&State::CharacterReference).then_some("reference"),
    }
}

/// The colors within a token.
fn attributes_of(token: &TracedToken<'_>) -> Vec<(&'static str, Span)> {
    let TracedToken::StartTag { attributes, .. } = token else { return Vec::new() };
    let parts = |name, value: Option<Span>| [Some(("name", name)), value.map(|value| ("value", value))];
    attributes
        .iter()
        .flat_map(|attribute| parts(attribute.name_span, attribute.value_span))
        .flatten()
        .collect()
}
