//! [`Select`]: queries, as methods of documents and nodes.

use hedgerow_dom::{Document, NodeRef, Selection};

use crate::error::SelectorError;
use crate::query::{LazyCache, Matches, Query};
use crate::selector::IntoSelector;
use crate::strings::Strings;

/// CSS selector queries on a [`Document`] and on its nodes.
///
/// A selector is either a string, which is compiled in each call, or a [`Selector`](crate::Selector).
///
/// ```
/// use hedgerow::{Select, Selector};
/// let document = hedgerow::parse("<title>Hedges</title><ul><li class=old>Oak<li>Elm</ul>");
/// let title = document.select_first("title")?.map(|title| title.text());
/// assert_eq!(title.as_deref(), Some("Hedges"));
///
/// let items = Selector::parse("ul > li")?;
/// for item in document.select(&items)? {
///     assert_eq!(item.matches(".old")?, item.text() == "Oak");
/// }
/// # Ok::<(), hedgerow::select::SelectorError>(())
/// ```
pub trait Select<'d>: Sized + crate::sealed::Sealed {
    /// The node whose descendants are searched, and which `:scope` matches. For a document, this is its root, and
    /// `:scope` matches the root element.
    fn scope(self) -> NodeRef<'d>;

    /// The descendants that match, in tree order. Template contents and shadow trees are not searched; use
    /// [`select_deep`](Self::select_deep) for them.
    /// <https://drafts.csswg.org/selectors-4/#match-against-tree>
    ///
    /// ```
    /// use hedgerow::Select;
    /// let document = hedgerow::parse("<p>1<p class=a>2<p class='a b'>3");
    /// let texts: String = document.select("p.a")?.map(|paragraph| paragraph.text()).collect();
    /// assert_eq!(texts, "23");
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the selector is invalid.
    #[doc(alias("querySelectorAll", "query_selector_all", "css", "find_all", "cssselect"))]
    fn select(self, selector: impl IntoSelector) -> Result<Matches<'d>, SelectorError> {
        Ok(Matches::new(self.scope(), selector.into_selector()?))
    }

    /// The matches among the descendants, including those in template contents and shadow trees, in the order of
    /// [`NodeRef::deep_descendants`].
    ///
    /// Template contents and shadow trees are still separate trees: combinators do not cross their roots. Serialization writes
    /// template contents, so use this method to sanitize a document.
    ///
    /// ```
    /// use hedgerow::Select;
    /// let document = hedgerow::parse("<p>1<template><div><p>2</template><p>3");
    /// let texts = |matches: hedgerow::select::Matches<'_>| matches.map(|found| found.text()).collect::<String>();
    /// assert_eq!(texts(document.select("p")?), "13");
    /// assert_eq!(texts(document.select_deep("p")?), "123");
    /// assert_eq!(texts(document.select_deep("template p")?), "");
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the selector is invalid.
    fn select_deep(self, selector: impl IntoSelector) -> Result<Matches<'d>, SelectorError> {
        Ok(Matches::deep(self.scope(), selector.into_selector()?))
    }

    /// The first descendant that matches.
    ///
    /// ```
    /// use hedgerow::Select;
    /// let document = hedgerow::parse("<p>1<p>2");
    /// assert_eq!(document.select_first("p + p")?.map(|paragraph| paragraph.text()).as_deref(), Some("2"));
    /// assert_eq!(document.select_first("h1")?, None);
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the selector is invalid.
    #[doc(alias("querySelector", "query_selector", "find", "css_first", "select_one"))]
    fn select_first(self, selector: impl IntoSelector) -> Result<Option<NodeRef<'d>>, SelectorError> {
        Ok(self.select(selector)?.next())
    }

    /// The strings that a selector with `::text` or `::attr()` finds: texts and values of attributes, in tree order.
    ///
    /// Unlike [`select`](Self::select), this method also searches the text and the attributes of the node itself, so that the
    /// same selectors work on a document and on an element that was found in it. See [extensions](crate#extensions).
    ///
    /// ```
    /// use hedgerow::Select;
    /// let document = hedgerow::parse("<p><a href=1>One</a><p>Two <a href=2 title=x>and <b>a half</b></a>");
    /// assert!(document.select_text("a::text")?.eq(["One", "and "]));
    /// assert!(document.select_text("a ::text")?.eq(["One", "and ", "a half"]));
    /// assert!(document.select_text("a::attr(href), a::attr(title)")?.eq(["1", "2", "x"]));
    /// for link in document.select("a")? {
    ///     assert!(link.select_text("::attr(href)")?.next().is_some());
    /// }
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the selector is invalid, or finds elements instead of strings.
    #[doc(alias("css", "getall", "extract", "text_content", "attr"))]
    fn select_text(self, selector: impl IntoSelector) -> Result<Strings<'d>, SelectorError> {
        Ok(Strings::new(self.scope(), selector.into_extended_selector()?.for_strings()?))
    }

    /// Like [`select_text`](Self::select_text), including template contents and shadow trees.
    ///
    /// ```
    /// use hedgerow::Select;
    /// let document = hedgerow::parse("<p>1<template><p>2</template><p>3");
    /// assert!(document.select_text("p::text")?.eq(["1", "3"]));
    /// assert!(document.select_text_deep("p::text")?.eq(["1", "2", "3"]));
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the selector is invalid, or finds elements instead of strings.
    fn select_text_deep(self, selector: impl IntoSelector) -> Result<Strings<'d>, SelectorError> {
        Ok(Strings::deep(self.scope(), selector.into_extended_selector()?.for_strings()?))
    }

    /// Whether the node is an element that matches; `:scope` matches the node itself. For a document, always false.
    /// <https://dom.spec.whatwg.org/#dom-element-matches>
    ///
    /// Calls share caches only for `:lang()` and `:checked`: with a selector such as `a b` or `:nth-child(2)`, a call takes time
    /// in proportion to the number of ancestors or siblings. To test many elements, use one [`select`](Self::select).
    ///
    /// ```
    /// use hedgerow::Select;
    /// let document = hedgerow::parse("<p lang=en>Hedge");
    /// let paragraph = document.select_first("p")?.unwrap();
    /// assert!(paragraph.matches("body > :lang(en)")?);
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the selector is invalid.
    fn matches(self, selector: impl IntoSelector) -> Result<bool, SelectorError>
    where
        Self: Into<NodeRef<'d>>,
    {
        let node: NodeRef<'d> = self.into();
        let query = Query::new(node, selector.into_selector()?);
        Ok(query.matches(node, &mut LazyCache::default()))
    }

    /// The nearest inclusive ancestor that matches. For a document, always `None`.
    /// <https://dom.spec.whatwg.org/#dom-element-closest>
    ///
    /// Each ancestor up to the match is tested, as by [`matches`](Self::matches).
    ///
    /// ```
    /// use hedgerow::Select;
    /// let document = hedgerow::parse("<div id=outer><div id=inner><b>text</b></div></div>");
    /// let bold = document.select_first("b")?.unwrap();
    /// assert_eq!(bold.closest("div")?.and_then(|found| found.attribute("id")), Some("inner"));
    /// assert_eq!(bold.closest("p")?, None);
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the selector is invalid.
    fn closest(self, selector: impl IntoSelector) -> Result<Option<NodeRef<'d>>, SelectorError>
    where
        Self: Into<NodeRef<'d>>,
    {
        let node: NodeRef<'d> = self.into();
        let query = Query::new(node, selector.into_selector()?);
        let mut cache = LazyCache::default();
        let mut nodes = std::iter::once(node).chain(node.ancestors());
        Ok(nodes.find(|node| query.matches(*node, &mut cache)))
    }
}

impl<'d> Select<'d> for &'d Document {
    fn scope(self) -> NodeRef<'d> {
        self.root()
    }
}

impl<'d> Select<'d> for NodeRef<'d> {
    fn scope(self) -> Self {
        self
    }
}

/// Queries whose matches can be changed.
///
/// ```
/// use hedgerow::select::SelectMut;
/// use hedgerow::ToHtml;
/// let mut document = hedgerow::parse("<p>Old <b>bold</b> text<script>1</script>");
/// document.select_mut("script")?.remove()?;
/// document.select_mut("b")?.rename("strong")?.set_attribute("class", "was-bold")?;
/// assert_eq!(document.body().unwrap().inner_html(), "<p>Old <strong class=\"was-bold\">bold</strong> text</p>");
/// # Ok::<(), hedgerow::Error>(())
/// ```
pub trait SelectMut: crate::sealed::Sealed {
    /// Selects the descendants of the root that match, so that they can be changed.
    ///
    /// See [`Select::select`] and [`Selection`].
    ///
    /// # Errors
    ///
    /// If the selector is invalid.
    fn select_mut(&mut self, selector: impl IntoSelector) -> Result<Selection<'_>, SelectorError>;

    /// Like [`select_mut`](Self::select_mut), including template contents and shadow trees.
    ///
    /// See [`Select::select_deep`] and [`Selection`].
    ///
    /// # Errors
    ///
    /// If the selector is invalid.
    fn select_deep_mut(&mut self, selector: impl IntoSelector) -> Result<Selection<'_>, SelectorError>;
}

impl SelectMut for Document {
    fn select_mut(&mut self, selector: impl IntoSelector) -> Result<Selection<'_>, SelectorError> {
        let nodes: Vec<_> = self.select(selector)?.map(NodeRef::id).collect();
        Ok(self.change(nodes))
    }

    fn select_deep_mut(&mut self, selector: impl IntoSelector) -> Result<Selection<'_>, SelectorError> {
        let nodes: Vec<_> = self.select_deep(selector)?.map(NodeRef::id).collect();
        Ok(self.change(nodes))
    }
}
