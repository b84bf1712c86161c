//! Writing documents out: the standard's serialization, and a writer with options.
//!
//! ```text
//! tree → walk ─┬→ standard: the HTML fragment serialization algorithm
//!              └→ items ─┐
//! HtmlEvent  ────────────┴→ charset of the meta → whitespace → optional tags → markup
//! ```
//!
//! | file | what |
//! |---|---|
//! | `walk.rs` | the order of tags, text, comments, … of a tree |
//! | `standard.rs`, `escape.rs` | the algorithm of the standard |
//! | `options.rs` | [`WriteOptions`] and its presets |
//! | `writer.rs` | [`HtmlWriter`]: items from a tree or from events, one after the other |
//! | `charset.rs` | the declaration of the encoding |
//! | `whitespace.rs` | whitespace that is collapsed, removed or added |
//! | `optional_tags.rs` | tags that may be left out |
//! | `markup.rs` | how an item is written |
//! | `limited.rs` | a bound on the length of the output |
//!
//! What is not here: the dump of the test suite (`test_format.rs`).

mod charset;
mod escape;
mod generated;
mod item;
mod limited;
mod markup;
mod optional_tags;
mod options;
mod standard;
mod walk;
mod whitespace;
mod writer;

use std::fmt::{self, Write};
use std::io;

use crate::node_id::NodeId;
use crate::node_ref::NodeRef;

pub(crate) use standard::has_literal_text;

pub use escape::{escape_attribute, escape_text};
pub use limited::{LimitedWriter, OutputLimit};
pub use options::{
    AttributeQuotes, Escapes, MetaCharset, NonAscii, OptionalTags, QuoteCharacter, ShadowRoots,
    TrailingSolidus, Whitespace, WriteOptions,
};
pub use writer::{EventAttribute, HtmlEvent, HtmlWriter};

/// The arguments of the HTML fragment serialization algorithm.
/// <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
///
/// ```
/// use hedgerow_dom::{Document, SerializeOptions, ShadowRootInit};
/// let mut document = Document::new();
/// let host = document.create_element("div").unwrap();
/// let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
/// let mut html = String::new();
/// let shadow_roots = [shadow];
/// let options = SerializeOptions::default().shadow_roots(&shadow_roots);
/// document.node(host).write_outer_html(&mut html, options)?;
/// assert_eq!(html, r#"<div><template shadowrootmode="open"></template></div>"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct SerializeOptions<'r> {
    /// Scripting is enabled for the node: the text in `noscript` elements is written literally.
    pub scripting: bool,
    /// *serializableShadowRoots*: write the shadow roots that are serializable, as `template` elements.
    pub serializable_shadow_roots: bool,
    /// *shadowRoots*: write these shadow roots, serializable or not.
    pub shadow_roots: &'r [NodeId],
}

impl<'r> SerializeOptions<'r> {
    hedgerow_names::setters!(scripting: bool, serializable_shadow_roots: bool, shadow_roots: &'r [NodeId]);
}

/// Serialization.
impl NodeRef<'_> {
    /// The HTML of the children of the node, with the default [`SerializeOptions`].
    /// <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p").unwrap();
    /// document.append_text(paragraph, "1 < 2").unwrap();
    /// assert_eq!(document.node(paragraph).inner_html(), "1 &lt; 2");
    /// ```
    #[must_use]
    pub fn inner_html(self) -> String {
        let mut html = String::new();
        let result = self.write_inner_html(&mut html, SerializeOptions::default());
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        html
    }

    /// The HTML of the node itself, with the default [`SerializeOptions`]; for a `Document` or
    /// `DocumentFragment`, that of its children.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let element = document.create_element("br").unwrap();
    /// assert_eq!(document.node(element).outer_html(), "<br>");
    /// ```
    #[must_use]
    pub fn outer_html(self) -> String {
        let mut html = String::new();
        let result = self.write_outer_html(&mut html, SerializeOptions::default());
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        html
    }

    /// Writes the HTML of the children of the node, piece by piece.
    ///
    /// ```
    /// use hedgerow_dom::{Document, SerializeOptions};
    /// let mut document = Document::new();
    /// let noscript = document.create_element("noscript").unwrap();
    /// document.append_text(noscript, "<p>").unwrap();
    /// let mut html = String::new();
    /// let options = SerializeOptions::default().scripting(true);
    /// document.node(noscript).write_inner_html(&mut html, options)?;
    /// assert_eq!(html, "<p>");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_inner_html<W: Write>(self, writer: &mut W, options: SerializeOptions<'_>) -> fmt::Result {
        let mut serializer = standard::Serializer::new(self.document(), writer, options);
        walk::walk_inner(self.document(), self.slot(), &mut serializer)
    }

    /// Writes the HTML of the node itself, piece by piece; for a `Document` or `DocumentFragment`, that of its
    /// children.
    ///
    /// ```
    /// use hedgerow_dom::{Document, SerializeOptions};
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// let mut html = String::new();
    /// document.node(comment).write_outer_html(&mut html, SerializeOptions::default())?;
    /// assert_eq!(html, "<!--note-->");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_outer_html<W: Write>(self, writer: &mut W, options: SerializeOptions<'_>) -> fmt::Result {
        let mut serializer = standard::Serializer::new(self.document(), writer, options);
        walk::walk_outer(self.document(), self.slot(), &mut serializer)
    }

    /// Writes the HTML of the children of the node as UTF-8, in many small pieces: give it a buffered writer.
    ///
    /// ```
    /// use hedgerow_dom::{Document, SerializeOptions};
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment).unwrap();
    /// let mut bytes = Vec::new();
    /// document.root().write_inner_html_to(&mut bytes, SerializeOptions::default())?;
    /// assert_eq!(bytes, b"<!--note-->");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_inner_html_to<W: io::Write>(
        self,
        writer: &mut W,
        options: SerializeOptions<'_>,
    ) -> io::Result<()> {
        write_utf8(writer, |output| self.write_inner_html(output, options))
    }

    /// Writes the HTML of the node itself as UTF-8, in many small pieces: give it a buffered writer.
    ///
    /// ```
    /// use hedgerow_dom::{Document, SerializeOptions};
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// let mut bytes = Vec::new();
    /// document.node(comment).write_outer_html_to(&mut bytes, SerializeOptions::default())?;
    /// assert_eq!(bytes, b"<!--note-->");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_outer_html_to<W: io::Write>(
        self,
        writer: &mut W,
        options: SerializeOptions<'_>,
    ) -> io::Result<()> {
        write_utf8(writer, |output| self.write_outer_html(output, options))
    }

    /// The HTML of the node itself, written with options; for a `Document` or `DocumentFragment`, that of its
    /// children.
    ///
    /// ```
    /// use hedgerow_dom::{Document, WriteOptions};
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert_eq!(document.node(element).to_html(&WriteOptions::minify()), "<p id=x></p>");
    /// ```
    #[must_use]
    pub fn to_html(self, options: &WriteOptions) -> String {
        let mut html = String::new();
        let result = self.write_html(&mut html, options);
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        html
    }

    /// Writes the HTML of the node itself with options, piece by piece.
    ///
    /// ```
    /// use hedgerow_dom::{Document, WriteOptions};
    /// let mut document = Document::new();
    /// let doctype = document.create_doctype("html", "", "about:legacy-compat").unwrap();
    /// let mut html = String::new();
    /// document.node(doctype).write_html(&mut html, &WriteOptions::pretty())?;
    /// assert_eq!(html, "<!DOCTYPE html SYSTEM \"about:legacy-compat\">");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_html<W: Write>(self, writer: &mut W, options: &WriteOptions) -> fmt::Result {
        writer::write_tree(self, writer, options)
    }

    /// Writes the HTML of the node itself with options as UTF-8, in many small pieces: give it a buffered writer.
    ///
    /// ```
    /// use hedgerow_dom::{Document, WriteOptions};
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// let mut bytes = Vec::new();
    /// document.node(comment).write_html_to(&mut bytes, &WriteOptions::default())?;
    /// assert_eq!(bytes, b"<!--note-->");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_html_to<W: io::Write>(self, writer: &mut W, options: &WriteOptions) -> io::Result<()> {
        write_utf8(writer, |output| self.write_html(output, options))
    }
}

/// Lets something that writes text write to a writer of bytes.
fn write_utf8<W: io::Write>(
    writer: &mut W,
    write: impl FnOnce(&mut Utf8Output<'_, W>) -> fmt::Result,
) -> io::Result<()> {
    let mut output = Utf8Output { writer, result: Ok(()) };
    match write(&mut output) {
        Ok(()) => Ok(()),
        Err(fmt::Error) => output.result,
    }
}

/// A writer of bytes as a writer of text, which remembers the error.
struct Utf8Output<'w, W> {
    writer: &'w mut W,
    result: io::Result<()>,
}

impl<W: io::Write> Write for Utf8Output<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.result = self.writer.write_all(text.as_bytes());
        self.result.as_ref().map_err(|_| fmt::Error).copied()
    }
}
