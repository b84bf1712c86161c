//! [`DynamicMarkup`]: replaces or inserts parts of a document from markup.
//!
//! <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html>
//! `document.write()` is input of the parser, so it is in `stream/`.

use hedgerow_dom::{Document, MutationError, NodeId};
use memchr::memchr_iter;

use crate::markup_place::{AdjacentPosition, MarkupPlace};
use crate::{Context, Parser};

/// Replaces or inserts parts of a document from markup, parsed with the settings of [`Parser::new`]. The methods of the same
/// names on [`Parser`] use the settings of that parser.
///
/// The nodes that are replaced are [removed](Document::remove).
pub trait DynamicMarkup: crate::sealed::Sealed {
    /// Replaces the contents of an element or a fragment with parsed markup; for a `template` element, its template
    /// contents.
    /// <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-innerhtml>
    ///
    /// ```
    /// use hedgerow::{Document, DynamicMarkup as _, ToHtml};
    /// let mut document = Document::new();
    /// let row = document.create_element("tr")?;
    /// document.set_inner_html(row, "<td>1<td>2")?;
    /// assert_eq!(document.node(row).inner_html(), "<td>1</td><td>2</td>");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node is neither an element nor a fragment, so that it cannot contain markup.
    #[doc(alias = "innerHTML")]
    fn set_inner_html(&mut self, node: NodeId, html: &str) -> Result<(), MutationError>;

    /// Replaces a node with parsed markup.
    /// <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-outerhtml>
    ///
    /// ```
    /// use hedgerow::{Document, DynamicMarkup as _, ToHtml};
    /// let mut document = hedgerow::parse("<p>Hello <b>world</b>");
    /// let bold = document.root().descendants().find(|node| node.local_name_text() == "b").unwrap().id();
    /// document.set_outer_html(bold, "<i>you</i>!")?;
    /// assert!(document.root().inner_html().ends_with("<p>Hello <i>you</i>!</p></body></html>"));
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node has no parent, or is a child of a document.
    #[doc(alias = "outerHTML")]
    fn set_outer_html(&mut self, node: NodeId, html: &str) -> Result<(), MutationError>;

    /// Inserts parsed markup before or after an element, or as its first or last children.
    /// <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml>
    ///
    /// ```
    /// use hedgerow::dom::AdjacentPosition;
    /// use hedgerow::{Document, DynamicMarkup as _};
    /// let mut document = Document::new();
    /// let list = document.create_element("ul")?;
    /// document.insert_adjacent_html(list, AdjacentPosition::BeforeEnd, "<li>1<li>2")?;
    /// document.insert_adjacent_html(list, AdjacentPosition::AfterBegin, "<li>0")?;
    /// assert_eq!(document.node(list).text(), "012");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the markup would be a sibling of a node without a parent or of a child of a document, or a child of a node that is
    /// neither an element nor a fragment.
    #[doc(alias = "insertAdjacentHTML")]
    fn insert_adjacent_html(
        &mut self,
        node: NodeId,
        position: AdjacentPosition,
        html: &str,
    ) -> Result<(), MutationError>;
}

impl DynamicMarkup for Document {
    fn set_inner_html(&mut self, node: NodeId, html: &str) -> Result<(), MutationError> {
        Parser::new().set_inner_html(self, node, html)
    }

    fn set_outer_html(&mut self, node: NodeId, html: &str) -> Result<(), MutationError> {
        Parser::new().set_outer_html(self, node, html)
    }

    fn insert_adjacent_html(
        &mut self,
        node: NodeId,
        position: AdjacentPosition,
        html: &str,
    ) -> Result<(), MutationError> {
        Parser::new().insert_adjacent_html(self, node, position, html)
    }
}

/// Replaces or inserts parts of a document from markup.
///
/// If a [limit](Parser::limits) is exceeded, the markup is cut there, and the part before is inserted. To detect this, use
/// [`parse_fragment`](Parser::parse_fragment) with [`Context::of`], and [import](Document::import) the root of the
/// result.
impl Parser {
    /// Replaces the contents of a node with parsed markup: [`DynamicMarkup::set_inner_html`] with the settings of this
    /// parser.
    ///
    /// ```
    /// use hedgerow::stages::ScriptingMode;
    /// use hedgerow::{Document, Parser};
    /// let mut document = Document::new();
    /// let element = document.create_element("div")?;
    /// let parser = Parser::new().scripting_mode(ScriptingMode::Fragment);
    /// parser.set_inner_html(&mut document, element, "<noscript><p>")?;
    /// assert_eq!(document.node(element).descendants().count(), 2);
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node is neither an element nor a fragment.
    pub fn set_inner_html(
        &self,
        document: &mut Document,
        node: NodeId,
        html: &str,
    ) -> Result<(), MutationError> {
        self.put_markup(document, MarkupPlace::Inner(node), html)
    }

    /// Replaces a node with parsed markup: [`DynamicMarkup::set_outer_html`] with the settings of this parser.
    ///
    /// ```
    /// use hedgerow::{Document, Parser, ToHtml};
    /// let mut document = Document::new();
    /// let [outer, inner] = ["div", "p"].map(|name| document.create_element(name).unwrap());
    /// document.append(outer, inner)?;
    /// Parser::new().set_outer_html(&mut document, inner, "text")?;
    /// assert_eq!(document.node(outer).inner_html(), "text");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node has no parent, or is a child of a document.
    pub fn set_outer_html(
        &self,
        document: &mut Document,
        node: NodeId,
        html: &str,
    ) -> Result<(), MutationError> {
        self.put_markup(document, MarkupPlace::Outer(node), html)
    }

    /// Inserts parsed markup beside or inside an element: [`DynamicMarkup::insert_adjacent_html`] with the settings of this
    /// parser.
    ///
    /// ```
    /// use hedgerow::dom::AdjacentPosition;
    /// use hedgerow::{Document, Parser, ToHtml};
    /// let mut document = Document::new();
    /// let element = document.create_element("div")?;
    /// Parser::new().insert_adjacent_html(&mut document, element, AdjacentPosition::BeforeEnd, "<br>")?;
    /// assert_eq!(document.node(element).inner_html(), "<br>");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// In the same cases as [`DynamicMarkup::insert_adjacent_html`].
    pub fn insert_adjacent_html(
        &self,
        document: &mut Document,
        node: NodeId,
        position: AdjacentPosition,
        html: &str,
    ) -> Result<(), MutationError> {
        self.put_markup(document, MarkupPlace::Adjacent(node, position), html)
    }

    /// <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#fragment-parsing-algorithm-steps>
    fn put_markup(
        &self,
        document: &mut Document,
        place: MarkupPlace,
        html: &str,
    ) -> Result<(), MutationError> {
        let context = match place.context(document)? {
            // OPTIMIZATION: without a `form` start tag in the markup, skips the search for an enclosing form, which may be many
            // ancestors away.
            Some(element) => Context::of_markup(element, mentions_forms(html)),
            None => Context::html("body").quirks_mode(document.quirks_mode()),
        };
        let parsed = self.parse_fragment(html, &context);
        let fragment = document.import(parsed.document().root())?;
        let put = place.put(document, fragment);
        document.remove(fragment)?;
        put
    }
}

/// Whether the markup may contain a `form` start tag.
fn mentions_forms(html: &str) -> bool {
    let html = html.as_bytes();
    memchr_iter(b'<', html)
        .any(|tag| html.get(tag + 1..tag + 5).is_some_and(|name| name.eq_ignore_ascii_case(b"form")))
}
