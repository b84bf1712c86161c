//! The parser for the page in `docs/playground/`: [`parse`], and [`parse_colors`] for the editor. Both return JSON.
//!
//! Places are offsets in UTF-16 code units, as JavaScript counts them. The numbers of rows, tokens and errors and the length of each
//! text are bounded, so that the page stays fast for large documents.
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

/// Parses a document, or a fragment if the context is not empty, and returns an [`Answer`] as JSON.
///
/// `view` is the name of a [`View`]; the answer has at most `rows` of its rows, and at most `rows` errors.
///
/// # Errors
///
/// If the view is unknown, or the context is not written as `div`, `svg path` or `math mi`.
#[wasm_bindgen]
pub fn parse(html: &str, context: &str, scripting: bool, view: &str, rows: usize) -> Result<String, JsError> {
    to_json(&answer(html, context, scripting, view.parse()?, rows)?)
}

/// Returns the parts of the source that have a color, as JSON: see [`colors`].
///
/// # Errors
///
/// If the context is not written as `div`, `svg path` or `math mi`.
#[wasm_bindgen(js_name = parseColors)]
pub fn parse_colors(html: &str, context: &str, scripting: bool) -> Result<String, JsError> {
    to_json(&colors(html, context, scripting)?)
}

/// Writes an answer as JSON. This cannot fail, so the error has no details: the error texts of `serde_json` would need space in the module.
fn to_json(answer: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(answer).map_err(|_| JsError::new("the answer cannot be written as JSON"))
}
