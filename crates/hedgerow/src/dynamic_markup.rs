//! [`DynamicMarkup`]: parts of a document from markup.
//!
//! <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html>
//!
//! What is not here: `document.write()`, which is an input of the parser (`stream/`), and where in the tree markup may go
//! (`hedgerow-dom`).

use hedgerow_dom::{AdjacentPosition, Document, MarkupPlace, MutationError, NodeId};

use crate::{Context, Parser};

/// Parts of a document from markup, parsed as a [`Parser::new`] does; a parser with settings has methods of the same names.
///
/// What was there before is [removed](Document::remove).
pub trait DynamicMarkup {
    /// Fills an element or a fragment with parsed markup, instead of what is in it; a `template` element's template contents.
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
    /// If the node can have no markup in it: it is no element and no fragment.
    #[doc(alias = "innerHTML")]
    fn set_inner_html(&mut self, node: NodeId, html: &str) -> Result<(), MutationError>;

    /// Puts parsed markup in the place of a node.
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

    /// Inserts parsed markup beside an element, or at an end of it.
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
    /// Beside a node that has no parent or is a child of a document; in a node that is no element and no fragment.
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

/// Parts of a document from markup.
///
/// A [limit](Parser::limits) that is reached cuts the markup; what was parsed until then is still inserted. To learn of it, use
/// [`parse_fragment`](Parser::parse_fragment) with [`Context::of`], and [import](Document::import) its root.
impl Parser {
    /// Fills a node with parsed markup: [`DynamicMarkup::set_inner_html`] with the settings of this parser.
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
    /// If the node can have no markup in it.
    pub fn set_inner_html(
        &self,
        document: &mut Document,
        node: NodeId,
        html: &str,
    ) -> Result<(), MutationError> {
        self.put_markup(document, node, MarkupPlace::Inner, html)
    }

    /// Puts parsed markup in the place of a node: [`DynamicMarkup::set_outer_html`] with the settings of this parser.
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
        self.put_markup(document, node, MarkupPlace::Outer, html)
    }

    /// Inserts parsed markup beside an element, or at an end of it: [`DynamicMarkup::insert_adjacent_html`] with the settings
    /// of this parser.
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
    /// If there can be no markup.
    pub fn insert_adjacent_html(
        &self,
        document: &mut Document,
        node: NodeId,
        position: AdjacentPosition,
        html: &str,
    ) -> Result<(), MutationError> {
        self.put_markup(document, node, MarkupPlace::Adjacent(position), html)
    }

    /// <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#fragment-parsing-algorithm-steps>
    fn put_markup(
        &self,
        document: &mut Document,
        node: NodeId,
        place: MarkupPlace,
        html: &str,
    ) -> Result<(), MutationError> {
        let context = match document.context_of_markup(node, place)? {
            // OPTIMIZATION: a form around the element may be far away.
            Some(element) => Context::of_markup(document.node(element), mentions_forms(html)),
            None => Context::html("body").quirks_mode(document.quirks_mode()),
        };
        let parsed = self.parse_fragment(html, &context);
        let fragment = document.import(parsed.document().root())?;
        let put = document.put_markup(node, place, fragment);
        document.remove(fragment)?;
        put
    }
}

/// Whether there may be a tag of a form in markup.
fn mentions_forms(html: &str) -> bool {
    html.as_bytes().windows(4).any(|word| word.eq_ignore_ascii_case(b"form"))
}
