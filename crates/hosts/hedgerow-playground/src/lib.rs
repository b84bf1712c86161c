//! The parser for the page in `docs/playground/`: a [`Session`] parses a text once, and returns data about it as JSON.
//!
//! Places are offsets in UTF-16 code units, as JavaScript counts them. Lists are returned in parts, because the page shows only
//! the rows that are visible; long texts in a row are cut.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod colors;
mod excerpt;
mod findings;
mod session;
mod steps;
mod tokens;
mod tree;
mod utf16;

pub use colors::Color;
pub use findings::Finding;
pub use session::{Form, Found, Rows, Session, Summary, Tokens};
pub use steps::{Overview, Step};
pub use tokens::TokenRow;
pub use tree::{AttributeText, Origin, TreeRow};

use hedgerow::Parser;
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The parser with the settings of the page.
pub(crate) fn parser(scripting: bool) -> Parser {
    Parser::new().scripting(scripting).allow_declarative_shadow_roots(true)
}

/// The interface for JavaScript: each method returns the result of the method of [`Session`] with the same name, as JSON.
#[wasm_bindgen(js_name = Session)]
#[derive(Debug)]
pub struct JsSession(Session);

#[wasm_bindgen(js_class = Session)]
impl JsSession {
    /// See [`Session::new`].
    ///
    /// # Errors
    ///
    /// If the context is not written as `div`, `svg path` or `math mi`.
    #[wasm_bindgen(constructor)]
    pub fn new(html: String, context: &str, scripting: bool) -> Result<Self, JsError> {
        Ok(Self(Session::new(html, context, scripting)?))
    }

    /// See [`Session::summary`].
    #[must_use]
    pub fn summary(&self, most: usize) -> String {
        to_json(&self.0.summary(most))
    }

    /// See [`Session::fold`].
    pub fn fold(&mut self, whitespace: bool, collapsed: &str) {
        self.0.fold(whitespace, collapsed);
    }

    /// See [`Session::rows`].
    #[must_use]
    pub fn rows(&self, of_step: bool, from: usize, count: usize) -> String {
        to_json(&self.0.rows(of_step, from, count))
    }

    /// See [`Session::row_of`]; -1 if there is no such row.
    #[wasm_bindgen(js_name = rowOf)]
    #[must_use]
    pub fn row_of(&self, of_step: bool, node: usize) -> i32 {
        index_or_minus_one(self.0.row_of(of_step, node))
    }

    /// See [`Session::row_at`]; -1 if there is no such row.
    #[wasm_bindgen(js_name = rowAt)]
    #[must_use]
    pub fn row_at(&self, of_step: bool, offset: u32) -> i32 {
        index_or_minus_one(self.0.row_at(of_step, offset))
    }

    /// See [`Session::tokens`].
    pub fn tokens(&mut self, from: usize, count: usize) -> String {
        to_json(&self.0.tokens(from, count))
    }

    /// See [`Session::colors`].
    #[must_use]
    pub fn colors(&self, from: u32, to: u32) -> String {
        to_json(&self.0.colors(from, to))
    }

    /// See [`Session::text`].
    ///
    /// # Errors
    ///
    /// If the name of the form is unknown.
    pub fn text(&self, form: &str) -> Result<String, JsError> {
        let form = Form::named(form).ok_or_else(|| JsError::new("unknown form"))?;
        Ok(self.0.text(form))
    }

    /// See [`Session::overview`].
    pub fn overview(&mut self) -> String {
        to_json(self.0.overview())
    }

    /// See [`Session::step`].
    pub fn step(&mut self, index: usize) -> String {
        to_json(&self.0.step(index))
    }

    /// See [`Session::step_making`]; -1 if there is no such step.
    #[wasm_bindgen(js_name = stepMaking)]
    pub fn step_making(&mut self, node: usize) -> i32 {
        index_or_minus_one(self.0.step_making(node))
    }

    /// See [`Session::select`].
    ///
    /// # Errors
    ///
    /// If the selector is invalid.
    pub fn select(&self, selector: &str, most: usize) -> Result<String, JsError> {
        let found = self.0.select(selector, most).map_err(|message| JsError::new(&message))?;
        Ok(to_json(&found))
    }
}

fn index_or_minus_one(index: Option<usize>) -> i32 {
    index.and_then(|index| i32::try_from(index).ok()).unwrap_or(-1)
}

/// Returns a value as JSON. Serialization cannot fail; `unwrap_or_default` is used because the WebAssembly module is
/// smaller without error messages.
fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
