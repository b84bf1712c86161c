//! The parser for the page in `docs/playground/`: [`parse`], and [`parse_colors`] for the source itself, which answer with JSON.
//!
//! Places are offsets in UTF-16 code units, as JavaScript counts them. What is shown of a large document is bounded, so that the
//! page stays quick: rows of the tree, tokens, errors, and the length of each text.
//!
//! What is not here: how it looks. That is the page's.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod answer;
mod colors;
mod excerpt;
mod tokens;
mod tree;
mod utf16;

pub use answer::{Answer, ErrorRow, Shown, UnknownView, View, answer};
pub use colors::{Color, colors};
pub use tokens::TokenRow;
pub use tree::{AttributeText, Origin, TreeRow};

use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Parses a document, or a fragment if the context is not empty, and answers with an [`Answer`] as JSON.
///
/// `view` is one of [`View`]'s names; of what it shows, at most so many rows are in the answer, and as many errors.
///
/// # Errors
///
/// If there is no such view, or the context is not written as `div`, `svg path` or `math mi`.
#[wasm_bindgen]
pub fn parse(html: &str, context: &str, scripting: bool, view: &str, rows: usize) -> Result<String, JsError> {
    to_json(&answer(html, context, scripting, view.parse()?, rows)?)
}

/// The parts of the source that have a color, as JSON: see [`colors`].
///
/// # Errors
///
/// If the context is not written as `div`, `svg path` or `math mi`.
#[wasm_bindgen(js_name = parseColors)]
pub fn parse_colors(html: &str, context: &str, scripting: bool) -> Result<String, JsError> {
    to_json(&colors(html, context, scripting)?)
}

/// What is answered, as JSON. That cannot fail, so that the texts of all errors of `serde_json` are not worth their room.
fn to_json(answer: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(answer).map_err(|_| JsError::new("the answer cannot be written as JSON"))
}
