//! [`Selector`], a compiled selector list, and [`IntoSelector`], the types that can be used as a selector.
//!
//! The syntax is in `syntax.rs`, matching in `query.rs`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use cssparser::ToCss;
use selectors::parser::SelectorList;

use crate::compile::{Compiler, Output};
use crate::error::{SelectorError, SelectorErrorKind};
use crate::plan::Plan;
use crate::specificity::{self, Specificity};
use crate::syntax::{self, Dialect};
use crate::words::Implementation;

/// A compiled selector list, which can be used with any documents, from any thread. Cloning is cheap.
/// <https://drafts.csswg.org/selectors-4/#selector-list>
///
/// ```
/// use hedgerow::{Select, Selector};
/// let links = Selector::parse("a[href], area[href]")?;
/// let document = hedgerow::parse("<a href=1>1</a> <a>2</a> <a href=3>3</a>");
/// assert_eq!(document.select(&links)?.map(|link| link.text()).collect::<String>(), "13");
/// # Ok::<(), hedgerow::select::SelectorError>(())
/// ```
#[derive(Clone)]
pub struct Selector {
    compiled: Arc<Compiled>,
}

/// The compiled form of a selector list.
pub(crate) struct Compiled {
    /// The parsed list, for comparing and displaying.
    list: SelectorList<Implementation>,
    /// The compiled selectors of the list.
    pub(crate) plans: Box<[Plan]>,
    /// The kind of results of each selector in `plans`.
    pub(crate) outputs: Box<[Output]>,
    /// The names without a fixed id; the position of a name is its slot.
    pub(crate) unknown_names: Box<[Box<str>]>,
    /// The number of caches for yes-or-no answers that a query needs.
    pub(crate) answers: usize,
    /// The number of caches for numbers that a query needs.
    pub(crate) numbers: usize,
}

impl Selector {
    /// Compiles a selector. The prefixes `html`, `svg`, `math`, `xlink`, `xml` and `xmlns` are declared; see
    /// [`SelectorBuilder`](crate::SelectorBuilder) for others.
    ///
    /// ```
    /// use hedgerow::Selector;
    /// assert!(Selector::parse("ul > li:nth-child(2n + 1)").is_ok());
    /// assert_eq!(Selector::parse("ul >").unwrap_err().offset(), 4);
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a valid selector list.
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        Self::with_dialect(text, &Dialect::default())
    }

    pub(crate) fn with_dialect(text: &str, dialect: &Dialect) -> Result<Self, SelectorError> {
        let list = syntax::parse(text, dialect).map_err(|error| SelectorError::new(text, dialect, &error))?;
        Ok(Self::compile(list))
    }

    fn compile(list: SelectorList<Implementation>) -> Self {
        let mut compiler = Compiler::default();
        let selectors = list.slice().iter().flat_map(|selector| compiler.selectors(selector));
        let (plans, outputs): (Vec<_>, Vec<_>) =
            selectors.map(|(complex, output)| (Plan::new(complex), output)).unzip();
        let (plans, outputs) = (plans.into(), outputs.into());
        let Compiler { unknown_names, answers, numbers, .. } = compiler;
        let unknown_names = unknown_names.into_list();
        let compiled = Compiled { list, plans, outputs, unknown_names, answers, numbers };
        Self { compiled: Arc::new(compiled) }
    }

    /// Returns each selector of the list as a selector of its own, in order. Each one is compiled when it is requested.
    ///
    /// ```
    /// use hedgerow::{Select, Selector};
    /// let document = hedgerow::parse("<p class=a>1<p>2");
    /// let rule = Selector::parse("p, .a")?;
    /// // The declarations of a rule of CSS apply with the specificity of the selector that matches.
    /// let first = document.select("p")?.next().unwrap();
    /// let matching = rule.iter().filter(|selector| first.matches(selector).unwrap());
    /// assert_eq!(matching.map(|selector| selector.specificity().classes).max(), Some(1));
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + '_ {
        self.list().slice().iter().map(|selector| Self::compile(SelectorList::from_one(selector.clone())))
    }

    /// The specificity; of a list, the greatest one of its selectors, as in `:is()`. [`iter`](Self::iter) returns the selectors
    /// of a list. <https://drafts.csswg.org/selectors-4/#specificity-rules>
    ///
    /// ```
    /// use hedgerow::Selector;
    /// use hedgerow::select::Specificity;
    /// assert_eq!(Selector::parse("p.a")?.specificity(), Specificity { ids: 0, classes: 1, types: 1 });
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    #[must_use]
    #[doc(alias = "weight")]
    pub fn specificity(&self) -> Specificity {
        specificity::of_list(self.list().slice())
    }

    /// Whether the selector finds strings, by `::text` or `::attr()`, and not elements.
    ///
    /// ```
    /// use hedgerow::Selector;
    /// use hedgerow::select::SelectorBuilder;
    /// assert!(SelectorBuilder::new().extensions().parse("a::attr(href)")?.yields_strings());
    /// assert!(!Selector::parse("a[href]")?.yields_strings());
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn yields_strings(&self) -> bool {
        self.list().slice().iter().any(syntax::yields_strings)
    }

    /// The selector, or an error if it finds strings.
    pub(crate) fn for_elements(self) -> Result<Self, SelectorError> {
        if !self.yields_strings() {
            return Ok(self);
        }
        let reason = "finds strings, not elements: use select_text()";
        let kind = SelectorErrorKind::WrongResult;
        Err(SelectorError::at_part(kind, self.to_string(), &["::text", "::attr"], reason))
    }

    /// The selector, or an error if it finds elements.
    pub(crate) fn for_strings(self) -> Result<Self, SelectorError> {
        if self.yields_strings() {
            return Ok(self);
        }
        Err(SelectorError::at_end(
            SelectorErrorKind::WrongResult,
            self.to_string(),
            "expected ::text or ::attr(), because strings are searched for",
        ))
    }

    /// The selectors of the list, as they were parsed.
    pub(crate) fn list(&self) -> &SelectorList<Implementation> {
        &self.compiled.list
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Returns the address of the compiled selector, which identifies it as long as it exists.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.compiled).addr()
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        Self::parse(text)
    }
}

/// The selector as CSS text, which may differ from the source in form.
impl fmt::Display for Selector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.compiled.list.to_css(formatter)
    }
}

impl fmt::Debug for Selector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Selector({:?})", self.to_string())
    }
}

impl PartialEq for Selector {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.compiled, &other.compiled) || self.compiled.list == other.compiled.list
    }
}

impl Eq for Selector {}

/// Types that can be used as a selector: a string, which is compiled in each call, or a [`Selector`].
///
/// ```
/// use hedgerow::select::IntoSelector;
/// use hedgerow::Selector;
/// let compiled: Selector = "p".parse()?;
/// assert_eq!("p".into_selector()?, (&compiled).into_selector()?);
/// # Ok::<(), hedgerow::select::SelectorError>(())
/// ```
pub trait IntoSelector {
    /// The compiled selector, which finds elements.
    ///
    /// # Errors
    ///
    /// If a text is not a valid selector list, or the selector finds strings.
    fn into_selector(self) -> Result<Selector, SelectorError>;

    /// The compiled selector; a string may use [extensions](crate#extensions).
    ///
    /// ```
    /// use hedgerow::select::IntoSelector;
    /// assert!("a::attr(href)".into_extended_selector().is_ok());
    /// assert!("a::attr(href)".into_selector().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If a text is not a valid selector list.
    fn into_extended_selector(self) -> Result<Selector, SelectorError>
    where
        Self: Sized,
    {
        self.into_selector()
    }
}

impl IntoSelector for &str {
    fn into_selector(self) -> Result<Selector, SelectorError> {
        Selector::parse(self)
    }

    fn into_extended_selector(self) -> Result<Selector, SelectorError> {
        Selector::with_dialect(self, &Dialect::extended())
    }
}

impl IntoSelector for &String {
    fn into_selector(self) -> Result<Selector, SelectorError> {
        Selector::parse(self)
    }

    fn into_extended_selector(self) -> Result<Selector, SelectorError> {
        Selector::with_dialect(self, &Dialect::extended())
    }
}

impl IntoSelector for &Selector {
    fn into_selector(self) -> Result<Selector, SelectorError> {
        self.clone().for_elements()
    }

    fn into_extended_selector(self) -> Result<Selector, SelectorError> {
        Ok(self.clone())
    }
}

impl IntoSelector for Selector {
    fn into_selector(self) -> Result<Selector, SelectorError> {
        self.for_elements()
    }

    fn into_extended_selector(self) -> Result<Selector, SelectorError> {
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selector_is_send_sync_and_cheap_to_clone() {
        fn assert_properties<T: Send + Sync + Clone + 'static>() {}
        assert_properties::<Selector>();
        assert_properties::<SelectorError>();
    }

    #[test]
    fn unknown_names_are_numbered_once() {
        let text = "x-a[x-b]:not(X-c):has(> x-d):nth-child(2 of x-e) x-a, x-b:is(x-f), p[href]";
        let selector = Selector::parse(text).unwrap();
        let mut names: Vec<&str> = selector.compiled().unknown_names.iter().map(|name| &**name).collect();
        names.sort_unstable();
        assert_eq!(names, ["X-c", "x-a", "x-b", "x-c", "x-d", "x-e", "x-f"]);
    }
}
