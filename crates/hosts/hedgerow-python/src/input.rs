//! [`Input`]: the text or bytes to parse, borrowed if the Python object cannot change and is valid Unicode, otherwise copied.

use hedgerow::dom::SharedText;
use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyMemoryView, PyString};

/// Text or bytes to parse, which other threads can read and nobody can change.
pub(crate) enum Input {
    /// The text of a `str`. It is copied only if it has lone surrogates, which UTF-8 cannot represent.
    Text(SharedText),
    /// A `bytes`, which is not copied, or a copy of another buffer.
    Bytes(PyBackedBytes),
}

/// [`Input`] as text or as bytes.
pub(crate) enum Content<'i> {
    Text(&'i SharedText),
    Bytes(&'i [u8]),
}

impl Input {
    /// Reads an argument of a function.
    pub(crate) fn of(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = data.cast::<PyString>() {
            return Self::of_text(text);
        }
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone().into()));
        }
        // The stable ABI has no functions for buffers before Python 3.11. A view is copied, because the owner of the buffer may
        // write to it while the interpreter's lock is released.
        let bytes = PyMemoryView::from(data).and_then(|view| match view.getattr("format")?.extract()? {
            "B" | "b" | "c" => view.call_method0("tobytes"),
            _ => Err(PyTypeError::new_err("the items of the buffer are not bytes")),
        });
        match bytes.as_ref().map(|bytes| bytes.cast::<PyBytes>()) {
            Ok(Ok(bytes)) => Ok(Self::Bytes(bytes.clone().into())),
            _ => Err(PyTypeError::new_err(format!(
                "expected str, bytes or a buffer of bytes, not {}; for a file, pass its content: parse(path.read_bytes())",
                data.get_type().name()?
            ))),
        }
    }

    fn of_text(text: &Bound<'_, PyString>) -> PyResult<Self> {
        if !text.is_exact_instance_of::<PyString>() {
            // A subclass may have a finalizer, which must not run when a change of the tree drops the text.
            return Self::of_text(PyString::new(text.py(), "").add(text)?.cast()?);
        }
        match PyBackedStr::try_from(text.clone()) {
            Ok(text) => Ok(Self::Text(SharedText::new(text))),
            Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(text.py()) => {
                let units = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
                let units = units.cast::<PyBytes>()?.as_bytes().chunks_exact(2);
                let units = units.map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
                let mended =
                    char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
                Ok(Self::Text(SharedText::new(mended.collect::<String>())))
            }
            Err(error) => Err(error),
        }
    }

    /// The text or the bytes.
    pub(crate) fn content(&self) -> Content<'_> {
        match self {
            Self::Text(text) => Content::Text(text),
            Self::Bytes(bytes) => Content::Bytes(bytes),
        }
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> usize {
        match self.content() {
            Content::Text(text) => text.len(),
            Content::Bytes(bytes) => bytes.len(),
        }
    }
}
