//! Exceptions: the classes are in `python/hedgerow/_errors.py`, because a class of the stable ABI cannot extend `ValueError`
//! before Python 3.12.
//!
//! An exception may be needed while a tree is locked, when no object may be created that the garbage collector tracks. So the
//! functions here return lazy errors: `PyErr` creates the exception when Python code receives it.

use hedgerow::dom::{MutationError, MutationRule};
use hedgerow::select::SelectorError;
use hedgerow::serialize::OutputLimit;
use hedgerow::xpath::{EvaluationError, XPathError};
use pyo3::prelude::*;

mod classes {
    pyo3::import_exception!(hedgerow._errors, ExtractionError);
    pyo3::import_exception!(hedgerow._errors, LimitError);
    pyo3::import_exception!(hedgerow._errors, MutationError);
    pyo3::import_exception!(hedgerow._errors, SelectorError);
    pyo3::import_exception!(hedgerow._errors, StaleNodeError);
    pyo3::import_exception!(hedgerow._errors, XPathError);
}

/// The exception for an invalid CSS selector.
#[cold]
pub(crate) fn selector(error: &SelectorError) -> PyErr {
    let place = (error.line(), error.column());
    classes::SelectorError::new_err((error.to_string(), error.selector().to_owned(), place.0, place.1))
}

/// The exception for an invalid XPath expression.
#[cold]
pub(crate) fn xpath(error: &XPathError) -> PyErr {
    let place = (error.line(), error.column());
    classes::XPathError::new_err((error.to_string(), error.expression().to_owned(), place.0, place.1))
}

/// The exception for an XPath expression that cannot be evaluated.
#[cold]
pub(crate) fn evaluation(expression: &str, error: &EvaluationError) -> PyErr {
    classes::XPathError::new_err((format!("{error}\n{expression}"), expression.to_owned(), 1, 1))
}

/// The exception for a change that the DOM refuses.
#[cold]
pub(crate) fn mutation(error: &MutationError) -> PyErr {
    if error.rule() == MutationRule::NoSuchNode {
        return stale();
    }
    classes::MutationError::new_err((error.to_string(), error.rule().exception_name()))
}

/// The exception for a node that was destroyed.
#[cold]
pub(crate) fn stale() -> PyErr {
    let message = "this node was destroyed, by decompose() or because its parent's content was replaced; remove() keeps nodes";
    classes::StaleNodeError::new_err((message,))
}

/// The exception for input that exceeds a limit; it has the document as far as it was parsed.
#[cold]
pub(crate) fn limit(message: String, document: Py<PyAny>) -> PyErr {
    classes::LimitError::new_err((message, document))
}

/// The exception for a result that is longer than the limit of its document.
#[cold]
pub(crate) fn output(limit: OutputLimit) -> PyErr {
    let message = format!("{limit}, which is the limit; raise Document.max_output");
    classes::LimitError::new_err((message, None::<Py<PyAny>>))
}

/// The exception for a page without a required field.
#[cold]
pub(crate) fn extraction(field: String) -> PyErr {
    classes::ExtractionError::new_err((format!("nothing matches the required field {field:?}"), field))
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

/// Adds a note to an error, which Python shows after the message. Python 3.10 only stores it.
fn noted(py: Python<'_>, error: PyErr, note: String) -> PyErr {
    let value = error.value(py);
    let add = || match value.getattr_opt("add_note")? {
        Some(add_note) => add_note.call1((note,)).map(drop),
        None => value.setattr("__notes__", [note]),
    };
    add().err().unwrap_or(error)
}
