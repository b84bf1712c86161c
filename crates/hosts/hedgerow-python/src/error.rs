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
    pyo3::import_exception!(hedgerow._errors, RewriteError);
    pyo3::import_exception!(hedgerow._errors, SelectorError);
    pyo3::import_exception!(hedgerow._errors, StaleNodeError);
    pyo3::import_exception!(hedgerow._errors, XPathError);
}

/// Parts of selectors of other packages, and the selectors that replace them.
const SELECTOR_HINTS: [(&str, &str); 7] = [
    ("-soup-contains", ":contains(\"text\")"),
    ("lexbor-contains", ":contains(\"text\")"),
    (":has-text", ":contains(\"text\")"),
    ("!=", ":not([name=value])"),
    (":first", "css_first() for the first match, or :first-child"),
    (":last", "css()[-1] for the last match, or :last-child"),
    (":eq(", "css()[n], or :nth-child(n)"),
];

/// Functions of other packages and of later versions of XPath, and the expressions that replace them.
const XPATH_HINTS: [(&str, &str); 5] = [
    ("has-class", "css(), or contains(concat(' ', normalize-space(@class), ' '), ' name ')"),
    ("ends-with", "re:test(@name, 'text$')"),
    ("matches", "re:test(@name, 'pattern')"),
    ("lower-case", "translate()"),
    ("string-join", "xpath_text() and str.join()"),
];

/// Adds a hint to a message if the text has a part for which there is one.
fn with_hint(message: String, text: &str, hints: &[(&str, &str)]) -> String {
    let hint = hints.iter().find(|(part, _)| text.contains(part)).map(|(_, hint)| *hint);
    let relative = Some(":scope > name").filter(|_| text.trim_start().starts_with(['>', '+', '~']));
    match hint.or(relative) {
        Some(hint) => format!("{message}\nhint: use {hint}"),
        None => message,
    }
}

/// The exception for an invalid CSS selector.
#[cold]
pub(crate) fn selector(error: &SelectorError) -> PyErr {
    let place = (error.line(), error.column());
    classes::SelectorError::new_err((
        with_hint(error.to_string(), error.selector(), &SELECTOR_HINTS),
        error.selector().to_owned(),
        place.0,
        place.1,
    ))
}

/// The exception for an invalid XPath expression.
#[cold]
pub(crate) fn xpath(error: &XPathError) -> PyErr {
    let place = (error.line(), error.column());
    classes::XPathError::new_err((
        with_hint(error.to_string(), error.expression(), &XPATH_HINTS),
        error.expression().to_owned(),
        place.0,
        place.1,
    ))
}

/// The exception for an XPath expression that cannot be evaluated.
#[cold]
pub(crate) fn evaluation(expression: &str, error: &EvaluationError) -> PyErr {
    let way_out = match error {
        EvaluationError::TooManySteps { .. } => ": xpath(expression, steps=...)",
        _ => "",
    };
    classes::XPathError::new_err((format!("{error}{way_out}\n{expression}"), expression.to_owned(), 1, 1))
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

/// The exception for a document with more errors than the limit.
#[cold]
pub(crate) fn errors(most: usize) -> PyErr {
    let message = format!("the document has more than {most} errors, which is the limit; raise max_errors");
    classes::LimitError::new_err((message, None::<Py<PyAny>>))
}

/// The exception for a result that is longer than the limit of its document.
#[cold]
pub(crate) fn output(limit: OutputLimit) -> PyErr {
    let message = format!("{limit}, which is the limit; raise Document.max_output");
    classes::LimitError::new_err((message, None::<Py<PyAny>>))
}

/// The exception for text that would have to be held beyond a limit.
#[cold]
pub(crate) fn held(most: usize) -> PyErr {
    let message = format!(
        "more than {most} bytes of text or of names would have to be held, which is the limit; raise max_held"
    );
    classes::LimitError::new_err((message, None::<Py<PyAny>>))
}

/// The exception for an edit that is refused, with the offset of its place in the source if it is known.
#[cold]
pub(crate) fn rewrite(message: String, offset: Option<u64>) -> PyErr {
    classes::RewriteError::new_err((message, offset))
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
