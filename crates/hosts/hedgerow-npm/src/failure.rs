//! [`Failure`]: an error that becomes an error of JavaScript.

use std::fmt;

use hedgerow::limits::Stop;
use serde::Serialize;

/// An error with a code for programs and a message for people.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
}

/// A place in the argument that is wrong, such as a selector.
#[derive(Debug, Serialize)]
pub(crate) struct Place {
    /// The line, from 1.
    pub(crate) line: usize,
    /// The column, from 1.
    pub(crate) column: usize,
    /// The offset in UTF-16 code units.
    pub(crate) offset: usize,
}

impl Failure {
    #[cold]
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: None }
    }

    /// An argument that cannot be used.
    #[cold]
    pub(crate) fn argument(message: impl fmt::Display) -> Self {
        Self::new("invalid-argument", message.to_string())
    }

    /// Adds the place in a text, given as an offset in bytes.
    #[cold]
    pub(crate) fn at(self, text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |line_feed| line_feed + 1);
        let units = |text: &str| text.encode_utf16().count();
        let line = before.matches('\n').count() + 1;
        let place = Place { line, column: units(&before[line_start..]) + 1, offset: units(before) };
        Self { place: Some(place), ..self }
    }

    /// Adds the name of the field in which the error is.
    #[cold]
    pub(crate) fn in_field(self, name: &str) -> Self {
        Self { message: format!("in the field {name:?}: {}", self.message), ..self }
    }

    /// The error as JSON.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// A limit was exceeded.
impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::new("limit", stop.to_string())
    }
}

impl From<hedgerow::serialize::OutputLimit> for Failure {
    fn from(limit: hedgerow::serialize::OutputLimit) -> Self {
        Self::new("limit", format!("{limit}, which is the limit; limits.output sets it"))
    }
}

impl From<hedgerow::dom::MutationError> for Failure {
    fn from(error: hedgerow::dom::MutationError) -> Self {
        Self::new("refused", error.to_string())
    }
}
