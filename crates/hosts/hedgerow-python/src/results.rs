//! [`Results`]: the results of many pages, one by one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyString};
use rayon::prelude::*;

use crate::cores::interruptible;
use crate::error;
use crate::extractor::Extraction;
use crate::fields::{Failure, Value};
use crate::options::Options;
use crate::page::Source;
use crate::parse::Outcome;

/// The maximum number of pages of a block. The pages of a block are processed in parallel.
const MOST_PAGES: usize = 128;

/// The number of bytes of pages after which a block ends.
const MOST_BYTES: usize = 16 << 20;

/// The work on each page.
#[derive(Clone)]
pub(crate) enum Work {
    Documents(Arc<Options>),
    Records(Arc<Extraction>),
}

/// A page that was processed.
enum Done {
    Document(Box<Outcome>),
    Record(Result<Value<'static>, Failure>),
    /// The block was cancelled.
    Nothing,
}

impl Work {
    fn options(&self) -> &Options {
        match self {
            Self::Documents(options) => options,
            Self::Records(extraction) => &extraction.options,
        }
    }

    fn run(&self, source: Source) -> Done {
        let outcome = source.parse_here(self.options(), None);
        match self {
            Self::Records(extraction) if outcome.stop().is_none() => {
                Done::Record(extraction.read(&outcome).map(Value::into_owned))
            }
            _ => Done::Document(Box::new(outcome)),
        }
    }
}

/// The results of many pages, one by one. Pages are read and processed in blocks, when their results are requested.
///
/// If a page causes an exception, next() raises it, and the call after that returns the result of the next page.
#[pyclass(module = "hedgerow")]
pub(crate) struct Results {
    /// `None` after the last page.
    pages: Option<Py<PyIterator>>,
    work: Work,
    ready: VecDeque<PyResult<Done>>,
    /// The exception of the iterable, which is raised after the results of the pages before it.
    failure: Option<PyErr>,
    return_exceptions: bool,
    /// The number of results that were returned.
    count: usize,
}

impl Results {
    pub(crate) fn new(pages: &Bound<'_, PyAny>, work: Work, return_exceptions: bool) -> PyResult<Self> {
        if pages.is_instance_of::<PyString>() || pages.is_instance_of::<PyBytes>() {
            let message = format!("expected an iterable of pages, not one {}", pages.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        }
        let pages = Some(pages.try_iter()?.unbind());
        Ok(Self { pages, work, ready: VecDeque::new(), failure: None, return_exceptions, count: 0 })
    }

    /// Reads and processes a block of pages.
    fn refill(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(pages) = &self.pages else { return Ok(()) };
        let mut pages = pages.bind(py).clone();
        let (mut block, mut bytes) = (Vec::new(), 0);
        while block.len() < MOST_PAGES && bytes < MOST_BYTES {
            match pages.next() {
                None => {
                    self.pages = None;
                    break;
                }
                Some(Ok(page)) => {
                    let source = Source::of(&page, self.work.options());
                    bytes += source.as_ref().map_or(0, Source::len);
                    block.push(source);
                }
                Some(Err(error)) => {
                    (self.pages, self.failure) = (None, Some(error));
                    break;
                }
            }
        }
        let work = self.work.clone();
        let process = move |cancelled: &AtomicBool| {
            let run = |source: PyResult<Source>| match source {
                Ok(_) if cancelled.load(Ordering::Relaxed) => Ok(Done::Nothing),
                source => source.map(|source| work.run(source)),
            };
            block.into_par_iter().map(run).collect::<Vec<_>>()
        };
        self.ready = interruptible(py, process)?.into();
        Ok(())
    }

    fn convert<'py>(&self, py: Python<'py>, done: Done) -> PyResult<Bound<'py, PyAny>> {
        match (&self.work, done) {
            (_, Done::Document(outcome)) => {
                Ok(outcome.into_document(py, self.work.options().scripting)?.into_any())
            }
            (Work::Records(extraction), Done::Record(value)) => extraction.convert(py, value),
            _ => Ok(py.None().into_bound(py)),
        }
    }
}

#[pymethods]
impl Results {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.ready.is_empty() {
            self.refill(py)?;
        }
        let Some(done) = self.ready.pop_front() else { return self.failure.take().map_or(Ok(None), Err) };
        let result = done.and_then(|done| self.convert(py, done));
        let index = self.count;
        self.count += 1;
        match result.map_err(|error| error::in_document(py, error, index)) {
            Err(error) if self.return_exceptions && error.is_instance_of::<PyException>(py) => {
                Ok(Some(error.into_value(py).into_bound(py).into_any()))
            }
            result => result.map(Some),
        }
    }
}
