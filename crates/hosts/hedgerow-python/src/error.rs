//! Exceptions: the classes are in `python/hedgerow/_errors.py`, because a class of the stable ABI cannot extend `ValueError`
//! before Python 3.12.

use hedgerow::dom::{MutationError, MutationRule};
use hedgerow::select::SelectorError;
use hedgerow::serialize::OutputLimit;
use hedgerow::xpath::{EvaluationError, XPathError};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// Creates an exception of a class in `hedgerow._errors`.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let create = || py.import("hedgerow._errors")?.getattr(class)?.call1(arguments);
    match create() {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// The exception for an invalid CSS selector.
#[cold]
pub(crate) fn selector(py: Python<'_>, error: &SelectorError) -> PyErr {
    let place = (error.line(), error.column());
    exception(py, "SelectorError", (error.to_string(), error.selector(), place.0, place.1))
}

/// The exception for an invalid XPath expression.
#[cold]
pub(crate) fn xpath(py: Python<'_>, error: &XPathError) -> PyErr {
    let place = (error.line(), error.column());
    exception(py, "XPathError", (error.to_string(), error.expression(), place.0, place.1))
}

/// The exception for an XPath expression that cannot be evaluated.
#[cold]
pub(crate) fn evaluation(py: Python<'_>, expression: &str, error: &EvaluationError) -> PyErr {
    exception(py, "XPathError", (format!("{error}\n{expression}"), expression, 1, 1))
}

/// The exception for a change that the DOM refuses.
#[cold]
pub(crate) fn mutation(py: Python<'_>, error: &MutationError) -> PyErr {
    if error.rule() == MutationRule::NoSuchNode {
        return stale(py);
    }
    exception(py, "MutationError", (error.to_string(), error.rule().exception_name()))
}

/// The exception for a node that was destroyed.
#[cold]
pub(crate) fn stale(py: Python<'_>) -> PyErr {
    let message = "this node was destroyed, by decompose() or because its parent's content was replaced; remove() keeps nodes";
    exception(py, "StaleNodeError", (message,))
}

/// The exception for input that exceeds a limit; it has the document as far as it was parsed.
#[cold]
pub(crate) fn limit<'py>(py: Python<'py>, message: &str, document: Bound<'py, PyAny>) -> PyErr {
    exception(py, "LimitError", (message, document))
}

/// The exception for a result that is longer than the limit of its document.
#[cold]
pub(crate) fn output(py: Python<'_>, limit: OutputLimit) -> PyErr {
    let message = format!("{limit}, which is the limit; raise Document.max_output");
    exception(py, "LimitError", (message, py.None()))
}

/// Adds the position in a list of documents to an error.
#[cold]
pub(crate) fn in_document(py: Python<'_>, error: PyErr, index: usize) -> PyErr {
    noted(py, error, format!("in the document with the index {index}"))
}

/// Adds the name of a field to an error.
#[cold]
pub(crate) fn in_field(py: Python<'_>, error: PyErr, name: &str) -> PyErr {
    noted(py, error, format!("in the field {name:?}"))
}

/// Adds a note to an error, which Python shows after the message.
fn noted(py: Python<'_>, error: PyErr, note: String) -> PyErr {
    error.add_note(py, note).err().unwrap_or(error)
}
