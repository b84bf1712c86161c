//! [`Page`]: a page with the header and the address of its response; [`Source`]: what is parsed.

use hedgerow::{Context, EncodingHints};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cores::interruptible;
use crate::input::Input;
use crate::options::Options;
use crate::parse::Outcome;

/// The minimum number of bytes for which parsing releases the interpreter's lock. For a shorter input, releasing the lock costs
/// more than it gains.
const LONG: usize = 4096;

/// The minimum number of bytes that another thread parses, so that this one can react to signals. This many bytes take about 50
/// milliseconds.
const VERY_LONG: usize = 2 << 20;

/// A page to parse, with the address and the Content-Type header of its response.
///
/// >>> page = Page(b"<title>\xe4\xd5\xc2</title>", content_type="text/html; charset=koi8-r", url="https://trees.example/")
/// >>> [document.title for document in parse_many([page, "<title>Elm"])]
/// ['Дуб', 'Elm']
#[pyclass(frozen, get_all, module = "hedgerow")]
pub(crate) struct Page {
    /// The text, or the bytes.
    data: Py<PyAny>,
    /// The address of the page.
    url: Option<String>,
    /// The Content-Type header, for bytes.
    content_type: Option<String>,
}

#[pymethods]
impl Page {
    #[new]
    #[pyo3(signature = (data: "str | Buffer", *, url = None, content_type = None))]
    fn new(data: Py<PyAny>, url: Option<String>, content_type: Option<String>) -> Self {
        Self { data, url, content_type }
    }

    /// The arguments of the constructor, for pickle.
    #[pyo3(signature = () -> "tuple[tuple[Any], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("url", &self.url)?;
        options.set_item("content_type", &self.content_type)?;
        Ok((PyTuple::new(py, [&self.data])?, options))
    }

    fn __repr__(&self) -> String {
        format!("<Page {}>", self.url.as_deref().unwrap_or("without a url"))
    }
}

/// The input of the parser, with the settings that it does not share with other pages.
pub(crate) struct Source {
    input: Input,
    url: Option<String>,
    /// The hints, if they differ from those of the options.
    hints: Option<EncodingHints>,
}

impl Source {
    /// Reads an argument: a `Page`, or its data.
    pub(crate) fn of(page: &Bound<'_, PyAny>, options: &Options) -> PyResult<Self> {
        let Ok(page) = page.cast::<Page>() else {
            let input = Input::of(page)?;
            options.check(&input)?;
            return Ok(Self { input, url: None, hints: None });
        };
        let (py, page) = (page.py(), page.get());
        let input = Input::of(page.data.bind(py))?;
        let mut source = Self { input, url: None, hints: None };
        source.set(options, page.url.as_deref(), page.content_type.as_deref())?;
        options.check(&source.input)?;
        Ok(source)
    }

    /// Sets the address and the header of the page.
    pub(crate) fn set(
        &mut self,
        options: &Options,
        url: Option<&str>,
        content_type: Option<&str>,
    ) -> PyResult<()> {
        if let Some(url) = url {
            self.url = Some(url.to_owned());
        }
        if let Some(content_type) = content_type {
            Options::check_bytes(&self.input)?;
            self.hints = Some(options.hints.clone().content_type(content_type));
        }
        Ok(())
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.input.len()
    }

    /// Parses the page in this thread.
    pub(crate) fn parse_here(self, options: &Options, context: Option<&Context>) -> Outcome {
        let (parsed, out_of_time) =
            options.parse(&self.input, self.hints.as_ref().unwrap_or(&options.hints), context);
        Outcome { parsed, out_of_time, url: self.url }
    }

    /// Parses the page. Releases the interpreter's lock if the page is long. If it is very long, a signal such as Ctrl-C ends the
    /// call, while the other thread finishes the page.
    pub(crate) fn parse(
        self,
        py: Python<'_>,
        options: Options,
        context: Option<Context>,
    ) -> PyResult<Outcome> {
        match self.len() {
            VERY_LONG.. => interruptible(py, move |_| self.parse_here(&options, context.as_ref())),
            LONG.. => Ok(py.detach(|| self.parse_here(&options, context.as_ref()))),
            _ => Ok(self.parse_here(&options, context.as_ref())),
        }
    }
}
