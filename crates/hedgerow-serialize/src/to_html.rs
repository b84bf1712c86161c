//! [`ToHtml`], the trait that writes documents and nodes.

use std::fmt::{self, Write};
use std::io;

use hedgerow_dom::{Document, NodeId, NodeRef};

use crate::options::WriteOptions;
use crate::rendered_text::{self, RenderedTextOptions};
use crate::{standard, walk, writer};

/// The arguments of the HTML fragment serialization algorithm.
/// <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
///
/// ```
/// use hedgerow::Document;
/// use hedgerow::dom::ShadowRootInit;
/// use hedgerow::serialize::SerializeOptions;
/// use hedgerow::ToHtml;
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
    /// Scripting is enabled for the node: the text in `noscript` elements is written literally, except in template contents,
    /// where scripting is always disabled.
    pub scripting: bool,
    /// *serializableShadowRoots*: write the shadow roots that are serializable, as `template` elements.
    pub serializable_shadow_roots: bool,
    /// *shadowRoots*: write these shadow roots, serializable or not.
    pub shadow_roots: &'r [NodeId],
}

impl<'r> SerializeOptions<'r> {
    hedgerow_base::setters!(scripting: bool, serializable_shadow_roots: bool, shadow_roots: &'r [NodeId]);
}

/// Serialization of a document or a node as HTML, or as the text that would be rendered.
///
/// A document is written like its root.
///
/// ```
/// use hedgerow::ToHtml;
/// let document = hedgerow::parse("<p>1 &lt; 2");
/// assert_eq!(document.body().unwrap().inner_html(), "<p>1 &lt; 2</p>");
/// assert_eq!(document.rendered_text(), "1 < 2");
/// ```
pub trait ToHtml<'d>: Sized + crate::sealed::Sealed {
    /// The node that is written; for a document, its root.
    #[doc(hidden)]
    fn written_node(self) -> NodeRef<'d>;

    /// The HTML of the children of the node, with the default [`SerializeOptions`].
    /// <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p").unwrap();
    /// document.append_text(paragraph, "1 < 2").unwrap();
    /// assert_eq!(document.node(paragraph).inner_html(), "1 &lt; 2");
    /// ```
    #[doc(alias = "innerHTML")]
    #[must_use]
    fn inner_html(self) -> String {
        let mut html = String::new();
        let result = self.write_inner_html(&mut html, SerializeOptions::default());
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        html
    }

    /// The HTML of the node itself, with the default [`SerializeOptions`]; for a `Document` or
    /// `DocumentFragment`, that of its children.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let element = document.create_element("br").unwrap();
    /// assert_eq!(document.node(element).outer_html(), "<br>");
    /// ```
    #[doc(alias("outerHTML", "html", "serialize"))]
    #[must_use]
    fn outer_html(self) -> String {
        let mut html = String::new();
        let result = self.write_outer_html(&mut html, SerializeOptions::default());
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        html
    }

    /// Writes the HTML of the children of the node, piece by piece.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::serialize::SerializeOptions;
    /// use hedgerow::ToHtml;
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
    /// If the writer returns an error.
    fn write_inner_html<W: Write>(self, writer: &mut W, options: SerializeOptions<'_>) -> fmt::Result {
        let node = self.written_node();
        let mut serializer = standard::Serializer::new(node, writer, options);
        walk::walk_inner(node, &mut serializer)
    }

    /// Writes the HTML of the node itself, piece by piece; for a `Document` or `DocumentFragment`, that of its
    /// children.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::serialize::SerializeOptions;
    /// use hedgerow::ToHtml;
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
    /// If the writer returns an error.
    fn write_outer_html<W: Write>(self, writer: &mut W, options: SerializeOptions<'_>) -> fmt::Result {
        let node = self.written_node();
        let mut serializer = standard::Serializer::new(node, writer, options);
        walk::walk_outer(node, &mut serializer)
    }

    /// Writes the HTML of the children of the node as UTF-8, in many small pieces, so use a buffered writer.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::serialize::SerializeOptions;
    /// use hedgerow::ToHtml;
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
    /// If the writer returns an error.
    fn write_inner_html_to<W: io::Write>(
        self,
        writer: &mut W,
        options: SerializeOptions<'_>,
    ) -> io::Result<()> {
        write_utf8(writer, |output| self.write_inner_html(output, options))
    }

    /// Writes the HTML of the node itself as UTF-8, in many small pieces, so use a buffered writer.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::serialize::SerializeOptions;
    /// use hedgerow::ToHtml;
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
    /// If the writer returns an error.
    fn write_outer_html_to<W: io::Write>(
        self,
        writer: &mut W,
        options: SerializeOptions<'_>,
    ) -> io::Result<()> {
        write_utf8(writer, |output| self.write_outer_html(output, options))
    }

    /// The HTML of the node itself, written with options; for a `Document` or `DocumentFragment`, the HTML of its children.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// use hedgerow::serialize::WriteOptions;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert_eq!(document.node(element).to_html(&WriteOptions::minify()), "<p id=x></p>");
    /// ```
    #[doc(alias = "prettify")]
    #[must_use]
    fn to_html(self, options: &WriteOptions) -> String {
        let mut html = String::new();
        let result = self.write_html(&mut html, options);
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        html
    }

    /// Writes the HTML of the node itself with options, piece by piece.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// use hedgerow::serialize::WriteOptions;
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
    /// If the writer returns an error.
    fn write_html<W: Write>(self, writer: &mut W, options: &WriteOptions) -> fmt::Result {
        writer::write_tree(self.written_node(), writer, options)
    }

    /// Writes the HTML of the node itself with options as UTF-8, in many small pieces, so use a buffered writer.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// use hedgerow::serialize::WriteOptions;
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
    /// If the writer returns an error.
    fn write_html_to<W: io::Write>(self, writer: &mut W, options: &WriteOptions) -> io::Result<()> {
        write_utf8(writer, |output| self.write_html(output, options))
    }

    /// The text of the node as a user would see it: without hidden parts, with white space collapsed, line breaks between
    /// blocks, an empty line around each `p`, and a tab between the cells of a table.
    /// <https://html.spec.whatwg.org/multipage/dom.html#dom-innertext>
    ///
    /// This is the `innerText` getter. Because there are no styles, this method makes these assumptions:
    ///
    /// - All elements have the `display` and `white-space` of the standard's rendering section; style sheets, `style`
    ///   attributes and presentational attributes such as `align` are ignored.
    /// - The node is rendered alone: content around it does not add spaces at its ends. But if an ancestor hides the node,
    ///   it is not rendered, and the result is all of its text, as the standard defines.
    /// - Elements that the standard hides are not rendered (`head`, `title`, `script`, `style`, `template`, `datalist`,
    ///   `rp`, …), nor are elements with a `hidden` or `popover` attribute, a `dialog` that is not open, the content of a
    ///   closed `details` except its summary, `input` of type hidden, and `audio` without controls. `noscript` is rendered,
    ///   because scripting is disabled.
    /// - Images, media, frames, objects and all controls except `button` and `select` have no text: their fallback content,
    ///   `alt` and values are ignored. A `select` shows its options, even if it is closed.
    /// - In SVG, text is rendered inside `text` and `foreignObject`; in MathML, inside tokens such as `mi` and inside
    ///   tables, and each token is a block, as in browsers. No `text-transform` is applied.
    /// - Shadow roots are ignored; the children of a host are rendered in their place.
    /// - A line feed in collapsed text becomes a space in all writing systems; next to a U+200B ZERO WIDTH SPACE it is
    ///   removed.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// for words in ["one \n two", " three"] {
    ///     let paragraph = document.create_element("p").unwrap();
    ///     document.append(fragment, paragraph).unwrap();
    ///     document.append_text(paragraph, words).unwrap();
    /// }
    /// assert_eq!(document.node(fragment).rendered_text(), "one two\n\nthree");
    /// ```
    #[doc(alias("innerText", "get_text"))]
    #[must_use]
    fn rendered_text(self) -> String {
        let mut text = String::new();
        let result = self.write_rendered_text(&mut text, RenderedTextOptions::default());
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        text
    }

    /// Writes the result of [`rendered_text`](Self::rendered_text), piece by piece, with options.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::serialize::RenderedTextOptions;
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p").unwrap();
    /// document.append_text(paragraph, " Hello ").unwrap();
    /// let mut text = String::new();
    /// document.node(paragraph).write_rendered_text(&mut text, RenderedTextOptions::default())?;
    /// assert_eq!(text, "Hello");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the writer returns an error.
    fn write_rendered_text<W: Write>(self, writer: &mut W, options: RenderedTextOptions) -> fmt::Result {
        rendered_text::write(self.written_node(), writer, options)
    }
}

impl<'d> ToHtml<'d> for NodeRef<'d> {
    fn written_node(self) -> Self {
        self
    }
}

impl<'d> ToHtml<'d> for &'d Document {
    fn written_node(self) -> NodeRef<'d> {
        self.root()
    }
}

/// Calls a function that writes text, and writes this text as UTF-8 to a writer of bytes.
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

/// Adapts a writer of bytes to text, and stores its error.
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
