//! [`colors`]: the parts of the source to color: tags, attributes and so on, as the tokenizer reads them.

use std::ops::ControlFlow;

use hedgerow::errors::UnknownContext;
use hedgerow::source::Span;
use hedgerow::stages::{State, TraceStep, TracedToken};
use serde::Serialize;

use crate::answer::{context_of, parser};
use crate::utf16::Utf16Offsets;

/// A part of the source that has a color: `tag`, `name` or `value` (of an attribute), `comment`, `reference`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Color(pub &'static str, pub [u32; 2]);

/// The parts of the source that have a color, the outer ones before those within them.
///
/// ```
/// use hedgerow_playground::{Color, colors};
/// assert_eq!(colors("a<b>", "", false), Ok(vec![Color("tag", [1, 4])]));
/// ```
///
/// # Errors
///
/// If the context is not written as `div`, `svg path` or `math mi`.
pub fn colors(html: &str, context: &str, scripting: bool) -> Result<Vec<Color>, UnknownContext> {
    let offsets = Utf16Offsets::new(html);
    let mut colors = Vec::new();
    parser(scripting).trace_tokens(html, context_of(context)?.as_ref(), |step| {
        let of_step = |kind| (kind, Span { start: step.start.offset, end: step.end.offset });
        let outer = kind_of(step).map(of_step);
        let inner = attributes_of(&step.token);
        colors.extend(outer.into_iter().chain(inner).map(|(kind, span)| Color(kind, offsets.span(span))));
        ControlFlow::Continue(())
    });
    Ok(colors)
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
