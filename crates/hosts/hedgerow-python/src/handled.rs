//! The objects that handlers of a [`Rewriter`](crate::rewriter::Rewriter) receive. Each refers to an item that borrows the rewriter, so it
//! can be used only while its handler runs, in the same thread.

use std::sync::atomic::{AtomicU64, Ordering};

use hedgerow::dom::Namespace;
use hedgerow::rewrite::{self, Content, EditError, HandlerResult};
use pyo3::PyClass;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoped_tls_hkt::scoped_thread_local;

use crate::error;

/// The argument of a handler.
pub(crate) enum Item<'i, 'e> {
    Element(&'i mut rewrite::Element<'e, 'static>),
    EndTag(&'i mut rewrite::EndTag<'e>),
    TextChunk(&'i mut rewrite::TextChunk<'e>),
    Comment(&'i mut rewrite::Comment<'e>),
    Doctype(&'i mut rewrite::Doctype<'e>),
    DocumentEnd(&'i mut rewrite::DocumentEnd<'e>),
}

/// An argument of a handler that is running. A trait, because the lifetimes of an [`Item`] cannot be part of a static.
pub(crate) trait Lent {
    fn number(&self) -> u64;
    fn lend(&mut self, read: &mut dyn FnMut(Item<'_, '_>));
}

pub(crate) struct Loan<'l, T> {
    number: u64,
    item: &'l mut T,
}

scoped_thread_local!(
    /// The argument of the innermost handler that runs in this thread.
    static mut LENT: for<'l> &'l mut (dyn Lent + 'l)
);

/// The number of the last argument of a handler.
static LAST: AtomicU64 = AtomicU64::new(0);

/// A class whose objects refer to arguments of handlers.
pub(crate) trait Handled {
    type Object: PyClass;
    fn object(number: u64) -> Self::Object;
}

/// Calls a handler of Python.
pub(crate) fn call<T: Handled>(handler: &Py<PyAny>, item: &mut T) -> HandlerResult
where
    for<'l> Loan<'l, T>: Lent,
    T::Object: Into<PyClassInitializer<T::Object>>,
{
    let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    let mut loan = Loan { number, item };
    Python::attach(|py| {
        let object = Bound::new(py, T::object(number))?;
        LENT.set(&mut loan, || handler.call1(py, (object,)))?;
        Ok::<_, PyErr>(())
    })?;
    Ok(())
}

/// Passes an item to a function, which must not run Python code.
fn lend<R>(number: u64, read: impl FnOnce(Item<'_, '_>) -> Option<R>) -> PyResult<R> {
    let (mut read, mut result) = (Some(read), None);
    if LENT.is_set() {
        LENT.with(|lent| {
            if lent.number() == number {
                lent.lend(&mut |item| result = read.take().and_then(|read| read(item)));
            }
        });
    }
    result.ok_or_else(|| {
        PyRuntimeError::new_err(
            "this object can be used only in the handler that received it, while the handler runs",
        )
    })
}

/// Converts the result of an edit at an offset in the source.
fn edited<R>((result, offset): (Result<R, EditError>, u64)) -> PyResult<R> {
    result.map_err(|error| error::rewrite(format!("at byte {offset}: {error}"), Some(offset)))
}

fn content(html: &str, is_text: bool) -> Content<'_> {
    if is_text { Content::Text(html) } else { Content::Html(html) }
}

/// Connects a class with its items.
macro_rules! handled {
    ($name:ident, $item:ty) => {
        impl $name {
            /// Passes the item to a function, which must not run Python code.
            fn read<R>(&self, read: impl FnOnce(&mut $item) -> R) -> PyResult<R> {
                lend(self.0, |item| match item {
                    Item::$name(item) => Some(read(item)),
                    _ => None,
                })
            }
        }

        impl Lent for Loan<'_, $item> {
            fn number(&self) -> u64 {
                self.number
            }

            fn lend(&mut self, read: &mut dyn FnMut(Item<'_, '_>)) {
                read(Item::$name(self.item));
            }
        }

        impl Handled for $item {
            type Object = $name;

            fn object(number: u64) -> $name {
                $name(number)
            }
        }
    };
}

handled!(Element, rewrite::Element<'_, 'static>);
handled!(EndTag, rewrite::EndTag<'_>);
handled!(TextChunk, rewrite::TextChunk<'_>);
handled!(Comment, rewrite::Comment<'_>);
handled!(Doctype, rewrite::Doctype<'_>);
handled!(DocumentEnd, rewrite::DocumentEnd<'_>);

/// An element that matches a selector, in a handler of a Rewriter. It can be used only while the handler runs.
///
/// In methods that take html, text=True makes it a text, which is escaped. An edit that a parser would understand differently is a
/// RewriteError.
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct Element(u64);

#[pymethods]
impl Element {
    /// The local name: in lower case for HTML elements.
    #[getter]
    fn local_name(&self) -> PyResult<String> {
        self.read(|item| item.local_name().to_owned())
    }

    /// The namespace: "html", "svg" or "math".
    #[getter]
    fn namespace(&self) -> PyResult<&'static str> {
        self.read(|item| match item.namespace() {
            Namespace::Svg => "svg",
            Namespace::MathMl => "math",
            _ => "html",
        })
    }

    /// The offset of the start tag in bytes of the source; for a str, of its UTF-8 form.
    #[getter]
    fn source_offset(&self) -> PyResult<u64> {
        self.read(|item| item.source_offset())
    }

    /// Whether the place of the element in the tree is that of its start tag in the source.
    #[getter]
    fn is_in_source_order(&self) -> PyResult<bool> {
        self.read(|item| item.is_in_source_order())
    }

    /// Whether the element has a start tag of its own. Otherwise it is implied, or a copy of a formatting element.
    #[getter]
    fn has_start_tag(&self) -> PyResult<bool> {
        self.read(|item| item.has_start_tag())
    }

    /// Whether the element can have contents in the source.
    #[getter]
    fn can_have_contents(&self) -> PyResult<bool> {
        self.read(|item| item.can_have_contents())
    }

    /// Whether the element was removed or replaced.
    #[getter]
    fn is_removed(&self) -> PyResult<bool> {
        self.read(|item| item.is_removed())
    }

    /// The source of the contents, in a handler of on_contents; otherwise None.
    #[getter]
    fn contents(&self) -> PyResult<Option<String>> {
        self.read(|item| item.contents().map(str::to_owned))
    }

    /// A new dict of the attributes, in source order.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let pairs: Vec<(String, String)> = self.read(|item| item.attributes().map(owned).collect())?;
        let attributes = PyDict::new(py);
        for (name, value) in pairs {
            attributes.set_item(name, value)?;
        }
        Ok(attributes)
    }

    /// The value of an attribute, or None.
    fn attribute(&self, name: &str) -> PyResult<Option<String>> {
        self.read(|item| item.attribute(name).map(str::to_owned))
    }

    /// Sets the value of an attribute, and adds the attribute if it is missing.
    fn set_attribute(&self, name: &str, value: &str) -> PyResult<()> {
        edited(self.read(|item| (item.set_attribute(name, value), item.source_offset()))?)
    }

    /// Removes an attribute. Returns whether there was one.
    fn remove_attribute(&self, name: &str) -> PyResult<bool> {
        edited(self.read(|item| (item.remove_attribute(name), item.source_offset()))?)
    }

    /// Changes the name, in the start tag and in the end tag.
    fn rename(&self, name: &str) -> PyResult<()> {
        edited(self.read(|item| (item.rename(name), item.source_offset()))?)
    }

    /// Inserts HTML before the element.
    #[pyo3(signature = (html, *, text = false))]
    fn before(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.before(content(html, text)), item.source_offset()))?)
    }

    /// Inserts HTML after the element, before what earlier calls inserted.
    #[pyo3(signature = (html, *, text = false))]
    fn after(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.after(content(html, text)), item.source_offset()))?)
    }

    /// Inserts HTML before the first child, before what earlier calls inserted.
    #[pyo3(signature = (html, *, text = false))]
    fn prepend(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.prepend(content(html, text)), item.source_offset()))?)
    }

    /// Inserts HTML after the last child.
    #[pyo3(signature = (html, *, text = false))]
    fn append(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.append(content(html, text)), item.source_offset()))?)
    }

    /// Replaces the contents. Handlers are not called for the old ones.
    #[pyo3(signature = (html, *, text = false))]
    fn set_contents(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.set_contents(content(html, text)), item.source_offset()))?)
    }

    /// Replaces the element with its contents.
    #[pyo3(signature = (html, *, text = false))]
    fn replace(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.replace(content(html, text)), item.source_offset()))?)
    }

    /// Removes the element with its contents.
    fn remove(&self) -> PyResult<()> {
        edited(self.read(|item| (item.remove(), item.source_offset()))?)
    }

    /// Removes the element, and keeps its contents.
    fn remove_and_keep_contents(&self) -> PyResult<()> {
        edited(self.read(|item| (item.remove_and_keep_contents(), item.source_offset()))?)
    }

    /// Calls a function with an EndTag at the end of the element, before its end tag if there is one. Returns the function, so this is
    /// also a decorator.
    #[pyo3(signature = (handler: "Callable[[EndTag], object]") -> "Callable[[EndTag], object]")]
    fn on_end<'py>(&self, handler: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let function = handler.clone().unbind();
        let on_end = move |end: &mut rewrite::EndTag<'_>| call(&function, end);
        edited(self.read(|item| (item.on_end(on_end), item.source_offset()))?)?;
        Ok(handler.clone())
    }
}

/// The end of an element, in a handler of Element.on_end().
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct EndTag(u64);

#[pymethods]
impl EndTag {
    /// The local name of the element.
    #[getter]
    fn local_name(&self) -> PyResult<String> {
        self.read(|item| item.local_name().to_owned())
    }

    /// Whether there is an end tag. Otherwise the end is implied.
    #[getter]
    fn has_tag(&self) -> PyResult<bool> {
        self.read(|item| item.has_tag())
    }

    /// Inserts HTML after the last child.
    #[pyo3(signature = (html, *, text = false))]
    fn before(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.before(content(html, text)), item.source_offset()))?)
    }

    /// Inserts HTML after the element.
    #[pyo3(signature = (html, *, text = false))]
    fn after(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.after(content(html, text)), item.source_offset()))?)
    }
}

/// A part of a text, in a handler of Rewriter.on_text(). A text may come in several parts.
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct TextChunk(u64);

#[pymethods]
impl TextChunk {
    /// The characters, with their references replaced.
    #[getter]
    fn text(&self) -> PyResult<String> {
        self.read(|item| item.as_str().to_owned())
    }

    /// Whether the characters are written in the source as they are, and not as a character reference.
    #[getter]
    fn is_literal(&self) -> PyResult<bool> {
        self.read(|item| item.is_literal())
    }

    /// Whether the place of the node in the tree is that in the source.
    #[getter]
    fn is_in_source_order(&self) -> PyResult<bool> {
        self.read(|item| item.is_in_source_order())
    }

    /// Whether the node was removed or replaced.
    #[getter]
    fn is_removed(&self) -> PyResult<bool> {
        self.read(|item| item.is_removed())
    }

    /// Removes the node.
    fn remove(&self) -> PyResult<()> {
        self.read(|item| item.remove())
    }

    /// Inserts HTML before the node.
    #[pyo3(signature = (html, *, text = false))]
    fn before(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.before(content(html, text)), item.source_offset()))?)
    }

    /// Inserts HTML after the node, before what earlier calls inserted.
    #[pyo3(signature = (html, *, text = false))]
    fn after(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.after(content(html, text)), item.source_offset()))?)
    }

    /// Replaces the node.
    #[pyo3(signature = (html, *, text = false))]
    fn replace(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.replace(content(html, text)), item.source_offset()))?)
    }
}

/// A comment, in a handler of Rewriter.on_comment().
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct Comment(u64);

#[pymethods]
impl Comment {
    /// The text of the comment as it is written in the source.
    #[getter]
    fn text(&self) -> PyResult<String> {
        self.read(|item| item.text().to_owned())
    }

    /// Changes the text.
    fn set_text(&self, text: &str) -> PyResult<()> {
        edited(self.read(|item| (item.set_text(text), item.source_offset()))?)
    }

    /// Whether the place of the node in the tree is that in the source.
    #[getter]
    fn is_in_source_order(&self) -> PyResult<bool> {
        self.read(|item| item.is_in_source_order())
    }

    /// Whether the node was removed or replaced.
    #[getter]
    fn is_removed(&self) -> PyResult<bool> {
        self.read(|item| item.is_removed())
    }

    /// Removes the node.
    fn remove(&self) -> PyResult<()> {
        self.read(|item| item.remove())
    }

    /// Inserts HTML before the node.
    #[pyo3(signature = (html, *, text = false))]
    fn before(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.before(content(html, text)), item.source_offset()))?)
    }

    /// Inserts HTML after the node, before what earlier calls inserted.
    #[pyo3(signature = (html, *, text = false))]
    fn after(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.after(content(html, text)), item.source_offset()))?)
    }

    /// Replaces the node.
    #[pyo3(signature = (html, *, text = false))]
    fn replace(&self, html: &str, text: bool) -> PyResult<()> {
        edited(self.read(|item| (item.replace(content(html, text)), item.source_offset()))?)
    }
}

/// The doctype, in a handler of Rewriter.on_doctype().
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct Doctype(u64);

#[pymethods]
impl Doctype {
    /// The doctype as it is written in the source.
    #[getter]
    fn source(&self) -> PyResult<String> {
        self.read(|item| item.source().to_owned())
    }

    /// Removes the doctype. This changes the quirks mode.
    fn remove(&self) -> PyResult<()> {
        self.read(|item| item.remove())
    }
}

/// The end of the document, in a handler of Rewriter.on_document_end().
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct DocumentEnd(u64);

#[pymethods]
impl DocumentEnd {
    /// Writes HTML after the document. A parser puts it at the end of the innermost element that is still open.
    #[pyo3(signature = (html, *, text = false))]
    fn append(&self, html: &str, text: bool) -> PyResult<()> {
        let result = self.read(|item| item.append(content(html, text)))?;
        result.map_err(|error| error::rewrite(error.to_string(), None))
    }
}
