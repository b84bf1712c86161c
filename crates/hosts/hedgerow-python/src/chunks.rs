//! [`Chunks`]: an input of any length, from an open file, an iterable, or one string; and [`TakenOut`], for iterators that read one.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::input::Input;

/// The number of bytes or characters that are read at a time.
const BLOCK: usize = 1 << 16;

/// An input of any length.
pub(crate) enum Chunks {
    /// The method `read` of an open file.
    File(Py<PyAny>),
    Iterator(Py<PyIterator>),
    One(Input),
    Ended,
}

impl Chunks {
    /// Reads the argument of a function: an open file, an iterable of str or bytes, or one of these.
    pub(crate) fn of(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if source.hasattr("__fspath__")? {
            return Err(PyTypeError::new_err("the source must not be a path; pass open(path, 'rb')"));
        }
        if let Some(read) = source.getattr_opt("read")? {
            return Ok(Self::File(read.unbind()));
        }
        match Input::of(source) {
            Ok(input) => Ok(Self::One(input)),
            Err(error) => match source.try_iter() {
                Ok(iterator) => Ok(Self::Iterator(iterator.unbind())),
                Err(_) => Err(error),
            },
        }
    }

    /// Reads the next chunk, which is not empty. Python code may run.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Input>> {
        loop {
            let object = match self {
                Self::File(read) => Some(read.bind(py).call1((BLOCK,))?),
                Self::Iterator(iterator) => iterator.bind(py).clone().next().transpose()?,
                Self::One(_) | Self::Ended => None,
            };
            let input = match object {
                Some(object) => Some(Input::of(&object)?),
                None => match std::mem::replace(self, Self::Ended) {
                    Self::One(input) => Some(input),
                    _ => None,
                },
            };
            match input {
                Some(input) if input.len() == 0 && !matches!(self, Self::File(_)) => {}
                Some(input) if input.len() > 0 => return Ok(Some(input)),
                _ => {
                    *self = Self::Ended;
                    return Ok(None);
                }
            }
        }
    }
}

/// The state of an iterator. It is taken out for the time of a call, so that nothing is locked while the source runs Python code.
pub(crate) struct TakenOut<T>(Mutex<Option<T>>);

impl<T> TakenOut<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(Some(value)))
    }

    pub(crate) fn take(&self) -> PyResult<T> {
        let value = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.ok_or_else(|| {
            PyRuntimeError::new_err(
                "the iterator is in use by its own source or by another thread, or it has raised an exception",
            )
        })
    }

    pub(crate) fn put_back(&self, value: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }
}
