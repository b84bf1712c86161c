//! [`SelectorBuilder`]: declares the prefixes and the default namespace of a selector, and allows extensions.

use hedgerow_base::Namespace;

use crate::error::SelectorError;
use crate::selector::Selector;
use crate::syntax::Dialect;

/// Compiles selectors with namespaces that the caller declares.
///
/// The prefixes `html`, `svg` and `math`, and for attributes `xlink`, `xml` and `xmlns`, are always declared. By default
/// there is no default namespace, so a type selector without a prefix matches elements of all namespaces.
/// <https://drafts.csswg.org/css-namespaces/#declaration>
///
/// ```
/// use hedgerow::dom::Namespace;
/// use hedgerow::Select;
/// use hedgerow::select::SelectorBuilder;
/// let document = hedgerow::parse("<title>Page</title><svg><title>Drawing</title></svg>");
/// let titles = SelectorBuilder::new().default_namespace(Namespace::Svg).parse("title")?;
/// assert_eq!(document.select_first(&titles)?.map(|title| title.text()).as_deref(), Some("Drawing"));
/// # Ok::<(), hedgerow::select::SelectorError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SelectorBuilder {
    dialect: Dialect,
}

impl SelectorBuilder {
    /// Creates a builder with the predefined prefixes and no default namespace.
    ///
    /// ```
    /// use hedgerow::select::SelectorBuilder;
    /// assert!(SelectorBuilder::new().parse("svg|a").is_ok());
    /// assert!(SelectorBuilder::new().parse("drawing|a").is_err());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares a prefix.
    ///
    /// ```
    /// use hedgerow::dom::Namespace;
    /// use hedgerow::select::SelectorBuilder;
    /// let builder = SelectorBuilder::new().prefix("drawing", Namespace::Svg);
    /// assert_eq!(builder.parse("drawing|a")?.to_string(), "drawing|a");
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn prefix(mut self, prefix: &str, namespace: Namespace) -> Self {
        self.dialect.prefixes.push((prefix.into(), namespace));
        self
    }

    /// Declares the namespace of type selectors and universal selectors without a prefix.
    ///
    /// ```
    /// use hedgerow::dom::Namespace;
    /// use hedgerow::Select;
    /// use hedgerow::select::SelectorBuilder;
    /// let document = hedgerow::parse("<a></a><svg><a></a></svg>");
    /// let links = SelectorBuilder::new().default_namespace(Namespace::Html).parse("a")?;
    /// assert_eq!(document.select(&links)?.count(), 1);
    /// assert_eq!(document.select("a")?.count(), 2);
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn default_namespace(mut self, namespace: Namespace) -> Self {
        self.dialect.default = Some(namespace);
        self
    }

    /// Allows `::text`, `::attr()` and `:contains()`, which are [not part of CSS](crate#extensions).
    ///
    /// ```
    /// use hedgerow::Select;
    /// use hedgerow::select::SelectorBuilder;
    /// let document = hedgerow::parse("<p>Oak<p>Old yew");
    /// let yews = SelectorBuilder::new().extensions().parse("p:contains('YEW' i)")?;
    /// assert_eq!(document.select_first(&yews)?.map(|yew| yew.text()).as_deref(), Some("Old yew"));
    ///
    /// let error = SelectorBuilder::new().parse("p:contains(yew)").unwrap_err();
    /// assert_eq!(error.message(), ":contains() is an extension of CSS, which is not allowed here");
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn extensions(mut self) -> Self {
        self.dialect.has_extensions = true;
        self
    }

    /// Compiles a selector.
    ///
    /// # Errors
    ///
    /// If the text is not a valid selector list.
    pub fn parse(&self, text: &str) -> Result<Selector, SelectorError> {
        Selector::with_dialect(text, &self.dialect)
    }
}
