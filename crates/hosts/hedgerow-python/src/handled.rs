//! The objects that handlers of a [`Rewriter`](crate::rewriter::Rewriter) receive.
//!
//! An object has copies of what its handler may read, and collects the handler's edits, which are made after the handler has returned:
//! the element itself borrows the rewriter, so no object of Python can refer to it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hedgerow::dom::Namespace;
use hedgerow::rewrite::{self, Content, EditError, HandlerResult};
use pyo3::PyClass;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error;

/// An edit.
pub(crate) enum Edit {
    SetAttribute(String, String),
    RemoveAttribute(String),
    Rename(String),
    Before(Markup),
    After(Markup),
    Prepend(Markup),
    Append(Markup),
    SetContents(Markup),
    Replace(Markup),
    Remove,
    RemoveAndKeepContents,
    SetText(String),
    OnEnd(Py<PyAny>),
}

/// The content that an edit inserts.
pub(crate) struct Markup {
    text: String,
    is_text: bool,
}

impl Markup {
    fn new(html: &str, is_text: bool) -> Self {
        Self { text: html.to_owned(), is_text }
    }

    fn content(&self) -> Content<'_> {
        if self.is_text { Content::Text(&self.text) } else { Content::Html(&self.text) }
    }
}

/// The edits of a handler, in the order of its calls. The object that the handler receives shares them.
#[derive(Default)]
pub(crate) struct Edits(Mutex<Collected>);

#[derive(Default)]
struct Collected {
    edits: Vec<Edit>,
    /// Whether an edit removes the item.
    removes: bool,
    /// Whether the handler has returned.
    is_closed: bool,
}

impl Edits {
    fn lock(&self) -> MutexGuard<'_, Collected> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an edit. One that is refused is dropped after the lock is released, because it may own an object of Python.
    fn add(&self, edit: Edit) -> PyResult<()> {
        let mut collected = self.lock();
        if collected.is_closed {
            return Err(PyRuntimeError::new_err("edits can be made only while the handler runs"));
        }
        collected.removes |= matches!(edit, Edit::Remove | Edit::RemoveAndKeepContents | Edit::Replace(_));
        collected.edits.push(edit);
        Ok(())
    }

    /// Whether an edit removes the item.
    fn removes(&self) -> bool {
        self.lock().removes
    }

    /// Takes the edits when the handler has returned.
    fn close(&self) -> Vec<Edit> {
        let mut collected = self.lock();
        collected.is_closed = true;
        std::mem::take(&mut collected.edits)
    }
}

/// An argument of a handler, for which an object is made.
pub(crate) trait Handled {
    type Object: PyClass + Into<PyClassInitializer<Self::Object>>;

    /// Returns the object, to which edits can be added.
    fn object(&self, edits: Arc<Edits>) -> Self::Object;
    /// The offset in the source, for errors.
    fn offset(&self) -> Option<u64>;
    fn edit(&mut self, edit: Edit) -> Result<(), EditError>;
}

/// Calls a handler of Python, and makes its edits.
pub(crate) fn call<T: Handled>(handler: &Py<PyAny>, item: &mut T) -> HandlerResult {
    let edits = Arc::new(Edits::default());
    let result = Python::attach(|py| {
        let object = Bound::new(py, item.object(Arc::clone(&edits)))?;
        handler.call1(py, (object,)).map(drop)
    });
    let edits = edits.close();
    result?;
    for edit in edits {
        let offset = item.offset();
        item.edit(edit).map_err(|error| match offset {
            Some(start) => error::rewrite(format!("at byte {start}: {error}"), offset),
            None => error::rewrite(error.to_string(), None),
        })?;
    }
    Ok(())
}

/// An element that matches a selector, in a handler of a Rewriter. It can be changed only while the handler runs.
///
/// In methods that take html, text=True makes it a text, which is escaped. The edits are made when the handler has returned: if a parser
/// would understand one differently, feed() or finish() raises a RewriteError.
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct Element {
    local_name: String,
    namespace: &'static str,
    source_offset: u64,
    is_in_source_order: bool,
    has_start_tag: bool,
    can_have_contents: bool,
    is_removed: bool,
    contents: Option<String>,
    /// The attributes after the edits, in source order.
    attributes: Mutex<Vec<(String, String)>>,
    edits: Arc<Edits>,
}

impl Element {
    /// Calls a function with the attributes. It runs no Python code.
    fn with_attributes<R>(&self, read: impl FnOnce(&mut Vec<(String, String)>) -> R) -> R {
        read(&mut self.attributes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Element {
    /// The local name: in lower case for HTML elements.
    #[getter]
    fn local_name(&self) -> &str {
        &self.local_name
    }

    /// The namespace: "html", "svg" or "math".
    #[getter]
    fn namespace(&self) -> &'static str {
        self.namespace
    }

    /// The offset of the start tag in bytes of the source; for a str, of its UTF-8 form.
    #[getter]
    fn source_offset(&self) -> u64 {
        self.source_offset
    }

    /// Whether the place of the element in the tree is that of its start tag in the source.
    #[getter]
    fn is_in_source_order(&self) -> bool {
        self.is_in_source_order
    }

    /// Whether the element has a start tag of its own. Otherwise it is implied, or a copy of a formatting element.
    #[getter]
    fn has_start_tag(&self) -> bool {
        self.has_start_tag
    }

    /// Whether the element can have contents in the source.
    #[getter]
    fn can_have_contents(&self) -> bool {
        self.can_have_contents
    }

    /// Whether the element was removed or replaced.
    #[getter]
    fn is_removed(&self) -> bool {
        self.is_removed || self.edits.removes()
    }

    /// The source of the contents, in a handler of on_contents; otherwise None.
    #[getter]
    fn contents(&self) -> Option<&str> {
        self.contents.as_deref()
    }

    /// A new dict of the attributes, in source order.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        for (name, value) in self.with_attributes(|attributes| attributes.clone()) {
            attributes.set_item(name, value)?;
        }
        Ok(attributes)
    }

    /// The value of an attribute, or None.
    fn attribute(&self, name: &str) -> Option<String> {
        self.with_attributes(|attributes| {
            let attribute = attributes.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
            attribute.map(|(_, value)| value.clone())
        })
    }

    /// Sets the value of an attribute, and adds the attribute if it is missing.
    fn set_attribute(&self, name: &str, value: &str) -> PyResult<()> {
        self.edits.add(Edit::SetAttribute(name.to_owned(), value.to_owned()))?;
        self.with_attributes(|attributes| {
            match attributes.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(name)) {
                Some((_, old)) => value.clone_into(old),
                None => attributes.push((name.to_ascii_lowercase(), value.to_owned())),
            }
        });
        Ok(())
    }

    /// Removes an attribute. Returns whether there was one.
    fn remove_attribute(&self, name: &str) -> PyResult<bool> {
        self.edits.add(Edit::RemoveAttribute(name.to_owned()))?;
        Ok(self.with_attributes(|attributes| {
            let count = attributes.len();
            attributes.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
            attributes.len() < count
        }))
    }

    /// Changes the name, in the start tag and in the end tag.
    fn rename(&self, name: &str) -> PyResult<()> {
        self.edits.add(Edit::Rename(name.to_owned()))
    }

    /// Inserts HTML before the element.
    #[pyo3(signature = (html, *, text = false))]
    fn before(&self, html: &str, text: bool) -> PyResult<()> {
        self.edits.add(Edit::Before(Markup::new(html, text)))
    }

    /// Inserts HTML after the element, before what earlier calls inserted.
    #[pyo3(signature = (html, *, text = false))]
    fn after(&self, html: &str, text: bool) -> PyResult<()> {
        self.edits.add(Edit::After(Markup::new(html, text)))
    }

    /// Inserts HTML before the first child, before what earlier calls inserted.
    #[pyo3(signature = (html, *, text = false))]
    fn prepend(&self, html: &str, text: bool) -> PyResult<()> {
        self.edits.add(Edit::Prepend(Markup::new(html, text)))
    }

    /// Inserts HTML after the last child.
    #[pyo3(signature = (html, *, text = false))]
    fn append(&self, html: &str, text: bool) -> PyResult<()> {
        self.edits.add(Edit::Append(Markup::new(html, text)))
    }

    /// Replaces the contents. Handlers are not called for the old ones.
    #[pyo3(signature = (html, *, text = false))]
    fn set_contents(&self, html: &str, text: bool) -> PyResult<()> {
        self.edits.add(Edit::SetContents(Markup::new(html, text)))
    }

    /// Replaces the element with its contents.
    #[pyo3(signature = (html, *, text = false))]
    fn replace(&self, html: &str, text: bool) -> PyResult<()> {
        self.edits.add(Edit::Replace(Markup::new(html, text)))
    }

    /// Removes the element with its contents.
    fn remove(&self) -> PyResult<()> {
        self.edits.add(Edit::Remove)
    }

    /// Removes the element, and keeps its contents.
    fn remove_and_keep_contents(&self) -> PyResult<()> {
        self.edits.add(Edit::RemoveAndKeepContents)
    }

    /// Calls a function with an EndTag at the end of the element, before its end tag if there is one. Returns the function, so this is
    /// also a decorator.
    #[pyo3(signature = (handler: "Callable[[EndTag], object]") -> "Callable[[EndTag], object]")]
    fn on_end<'py>(&self, handler: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.edits.add(Edit::OnEnd(handler.clone().unbind()))?;
        Ok(handler.clone())
    }
}

impl Handled for rewrite::Element<'_, 'static> {
    type Object = Element;

    fn object(&self, edits: Arc<Edits>) -> Element {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Element {
            local_name: self.local_name().to_owned(),
            namespace: match self.namespace() {
                Namespace::Svg => "svg",
                Namespace::MathMl => "math",
                _ => "html",
            },
            source_offset: self.source_offset(),
            is_in_source_order: self.is_in_source_order(),
            has_start_tag: self.has_start_tag(),
            can_have_contents: self.can_have_contents(),
            is_removed: self.is_removed(),
            contents: self.contents().map(str::to_owned),
            attributes: Mutex::new(self.attributes().map(owned).collect()),
            edits,
        }
    }

    fn offset(&self) -> Option<u64> {
        Some(self.source_offset())
    }

    fn edit(&mut self, edit: Edit) -> Result<(), EditError> {
        match edit {
            Edit::SetAttribute(name, value) => self.set_attribute(&name, &value),
            Edit::RemoveAttribute(name) => self.remove_attribute(&name).map(drop),
            Edit::Rename(name) => self.rename(&name),
            Edit::Before(markup) => self.before(markup.content()),
            Edit::After(markup) => self.after(markup.content()),
            Edit::Prepend(markup) => self.prepend(markup.content()),
            Edit::Append(markup) => self.append(markup.content()),
            Edit::SetContents(markup) => self.set_contents(markup.content()),
            Edit::Replace(markup) => self.replace(markup.content()),
            Edit::Remove => self.remove(),
            Edit::RemoveAndKeepContents => self.remove_and_keep_contents(),
            Edit::OnEnd(function) => self.on_end(move |end| call(&function, end)),
            Edit::SetText(_) => Ok(()),
        }
    }
}

/// The end of an element, in a handler of Element.on_end().
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct EndTag {
    local_name: String,
    has_tag: bool,
    edits: Arc<Edits>,
}

#[pymethods]
impl EndTag {
    /// The local name of the element.
    #[getter]
    fn local_name(&self) -> &str {
        &self.local_name
    }

    /// Whether there is an end tag. Otherwise the end is implied.
    #[getter]
    fn has_tag(&self) -> bool {
        self.has_tag
    }

    /// Inserts HTML after the last child.
    #[pyo3(signature = (html, *, text = false))]
    fn before(&self, html: &str, text: bool) -> PyResult<()> {
        self.edits.add(Edit::Before(Markup::new(html, text)))
    }

    /// Inserts HTML after the element.
    #[pyo3(signature = (html, *, text = false))]
    fn after(&self, html: &str, text: bool) -> PyResult<()> {
        self.edits.add(Edit::After(Markup::new(html, text)))
    }
}

impl Handled for rewrite::EndTag<'_> {
    type Object = EndTag;

    fn object(&self, edits: Arc<Edits>) -> EndTag {
        EndTag { local_name: self.local_name().to_owned(), has_tag: self.has_tag(), edits }
    }

    fn offset(&self) -> Option<u64> {
        Some(self.source_offset())
    }

    fn edit(&mut self, edit: Edit) -> Result<(), EditError> {
        match edit {
            Edit::Before(markup) => self.before(markup.content()),
            Edit::After(markup) => self.after(markup.content()),
            _ => Ok(()),
        }
    }
}

/// Defines the class of a text or a comment: the name, a field of its own with its value, methods of its own, and how its text is set.
macro_rules! leaf {
    (
        $(#[$attribute:meta])*
        $name:ident { $($field:ident: $value:expr),* } $text:ident, $set_text:expr;
        $($methods:tt)*
    ) => {
        $(#[$attribute])*
        #[pyclass(frozen, module = "hedgerow.rewrite")]
        pub(crate) struct $name {
            text: String,
            $($field: bool,)*
            is_in_source_order: bool,
            is_removed: bool,
            edits: Arc<Edits>,
        }

        #[pymethods]
        impl $name {
            $($methods)*

            /// Whether the place of the node in the tree is that in the source.
            #[getter]
            fn is_in_source_order(&self) -> bool {
                self.is_in_source_order
            }

            /// Whether the node was removed or replaced.
            #[getter]
            fn is_removed(&self) -> bool {
                self.is_removed || self.edits.removes()
            }

            /// Removes the node.
            fn remove(&self) -> PyResult<()> {
                self.edits.add(Edit::Remove)
            }

            /// Inserts HTML before the node.
            #[pyo3(signature = (html, *, text = false))]
            fn before(&self, html: &str, text: bool) -> PyResult<()> {
                self.edits.add(Edit::Before(Markup::new(html, text)))
            }

            /// Inserts HTML after the node, before what earlier calls inserted.
            #[pyo3(signature = (html, *, text = false))]
            fn after(&self, html: &str, text: bool) -> PyResult<()> {
                self.edits.add(Edit::After(Markup::new(html, text)))
            }

            /// Replaces the node.
            #[pyo3(signature = (html, *, text = false))]
            fn replace(&self, html: &str, text: bool) -> PyResult<()> {
                self.edits.add(Edit::Replace(Markup::new(html, text)))
            }
        }

        impl Handled for rewrite::$name<'_> {
            type Object = $name;

            fn object(&self, edits: Arc<Edits>) -> $name {
                $name {
                    text: self.$text().to_owned(),
                    $($field: $value(self),)*
                    is_in_source_order: self.is_in_source_order(),
                    is_removed: self.is_removed(),
                    edits,
                }
            }

            fn offset(&self) -> Option<u64> {
                Some(self.source_offset())
            }

            fn edit(&mut self, edit: Edit) -> Result<(), EditError> {
                match edit {
                    Edit::Before(markup) => self.before(markup.content()),
                    Edit::After(markup) => self.after(markup.content()),
                    Edit::Replace(markup) => self.replace(markup.content()),
                    Edit::Remove => {
                        self.remove();
                        Ok(())
                    }
                    Edit::SetText(text) => $set_text(self, &text),
                    _ => Ok(()),
                }
            }
        }
    };
}

leaf! {
    /// A part of a text, in a handler of Rewriter.on_text(). A text may come in several parts.
    TextChunk { is_literal: rewrite::TextChunk::is_literal } as_str, |_: &mut Self, _: &str| Ok(());

    /// The characters, with their references replaced.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Whether the characters are written in the source as they are, and not as a character reference.
    #[getter]
    fn is_literal(&self) -> bool {
        self.is_literal
    }
}

leaf! {
    /// A comment, in a handler of Rewriter.on_comment().
    Comment {} text, rewrite::Comment::set_text;

    /// The text of the comment as it is written in the source.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Changes the text.
    fn set_text(&self, text: &str) -> PyResult<()> {
        self.edits.add(Edit::SetText(text.to_owned()))
    }
}

/// The doctype, in a handler of Rewriter.on_doctype().
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct Doctype {
    source: String,
    edits: Arc<Edits>,
}

#[pymethods]
impl Doctype {
    /// The doctype as it is written in the source.
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }

    /// Removes the doctype. This changes the quirks mode.
    fn remove(&self) -> PyResult<()> {
        self.edits.add(Edit::Remove)
    }
}

impl Handled for rewrite::Doctype<'_> {
    type Object = Doctype;

    fn object(&self, edits: Arc<Edits>) -> Doctype {
        Doctype { source: self.source().to_owned(), edits }
    }

    fn offset(&self) -> Option<u64> {
        None
    }

    fn edit(&mut self, edit: Edit) -> Result<(), EditError> {
        if let Edit::Remove = edit {
            self.remove();
        }
        Ok(())
    }
}

/// The end of the document, in a handler of Rewriter.on_document_end().
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct DocumentEnd {
    edits: Arc<Edits>,
}

#[pymethods]
impl DocumentEnd {
    /// Writes HTML after the document. A parser puts it at the end of the innermost element that is still open.
    #[pyo3(signature = (html, *, text = false))]
    fn append(&self, html: &str, text: bool) -> PyResult<()> {
        self.edits.add(Edit::Append(Markup::new(html, text)))
    }
}

impl Handled for rewrite::DocumentEnd<'_> {
    type Object = DocumentEnd;

    fn object(&self, edits: Arc<Edits>) -> DocumentEnd {
        DocumentEnd { edits }
    }

    fn offset(&self) -> Option<u64> {
        None
    }

    fn edit(&mut self, edit: Edit) -> Result<(), EditError> {
        match edit {
            Edit::Append(markup) => self.append(markup.content()),
            _ => Ok(()),
        }
    }
}
