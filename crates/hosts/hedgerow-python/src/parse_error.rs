//! [`ParseError`]: a parse error, as Python sees it.

use pyo3::prelude::*;

use crate::character_index::CharacterIndex;

/// A parse error, or a violation of a rule for authors that check() reports.
#[pyclass(frozen, eq, get_all, module = "hedgerow")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ParseError {
    /// The code of the standard, such as "duplicate-attribute", or one of this library.
    code: &'static str,
    /// "error", "warning" or "advice".
    level: &'static str,
    /// The message: the mistake in words.
    message: String,
    /// How to repair the mistake; None if that depends on what the author meant.
    fix: Option<&'static str>,
    /// The line of the start, from 1.
    line: u32,
    /// The column of the start, in characters, from 1.
    column: u32,
    /// The line of the end.
    end_line: u32,
    /// The column of the end.
    end_column: u32,
    /// The start and the end in document.source, in characters.
    span: (u32, u32),
    /// The URL of the section of the standard.
    url: String,
}

impl ParseError {
    /// Converts an error. The source is needed to count offsets in characters.
    pub(crate) fn new(error: &hedgerow::errors::ParseError, source: Option<(&str, &CharacterIndex)>) -> Self {
        let (start, end) = (error.start(), error.end());
        let characters = |offset| source.map_or(offset, |(text, index)| index.characters(text, offset));
        Self {
            code: error.code(),
            level: error.level().name(),
            message: error.message(),
            fix: error.kind().explanation().fix(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            span: (characters(start.offset), characters(end.offset)),
            url: error.address(),
        }
    }
}

#[pymethods]
impl ParseError {
    fn __repr__(&self) -> String {
        format!("<ParseError {}:{} {}>", self.line, self.column, self.code)
    }

    fn __str__(&self) -> String {
        format!("{}:{}: {} ({})", self.line, self.column, self.message, self.code)
    }
}
