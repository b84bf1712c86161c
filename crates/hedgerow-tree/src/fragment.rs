//! [`FragmentContext`], the context element of the fragment parsing algorithm.

use hedgerow_base::known::{
    ANNOTATION_XML, FORM, IFRAME, NOEMBED, NOFRAMES, NOSCRIPT, PLAINTEXT, SCRIPT, STYLE, TEXTAREA, TITLE, XMP,
};
use hedgerow_base::{ElementFlags, ElementName, Namespace, QuirksMode};
use hedgerow_tokenizer::State;

use crate::ScriptingMode;

/// The properties of the fragment context element that the algorithm reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FragmentContext {
    /// The name of the element.
    pub name: ElementName,
    /// The sets that the element belongs to.
    pub(crate) flags: ElementFlags,
    /// Whether the element is a `form` element, or is inside one.
    pub is_in_form: bool,
    /// The quirks mode of the element's document.
    pub quirks_mode: QuirksMode,
}

impl FragmentContext {
    /// Creates a context for an element that is not inside a `form`, in a document in no-quirks mode.
    #[must_use]
    pub fn new(name: ElementName) -> Self {
        Self {
            name,
            flags: ElementFlags::of(name),
            is_in_form: name.is_html(FORM),
            quirks_mode: QuirksMode::NoQuirks,
        }
    }

    /// Returns the same context with an `encoding` attribute, which can make a `MathML` `annotation-xml` element an
    /// HTML integration point.
    ///
    /// ```
    /// use hedgerow_base::{ElementName, Namespace, known};
    /// use hedgerow_tree::FragmentContext;
    /// let name = ElementName { namespace: Namespace::MathMl, local: known::ANNOTATION_XML };
    /// assert_ne!(FragmentContext::new(name).with_encoding("text/html"), FragmentContext::new(name));
    /// ```
    #[must_use]
    pub fn with_encoding(mut self, encoding: &str) -> Self {
        self.flags = flags_with_encoding(self.name, Some(encoding));
        self
    }

    /// Returns the initial state of the tokenizer.
    ///
    /// ```
    /// use hedgerow_base::{ElementName, known};
    /// use hedgerow_tokenizer::State;
    /// use hedgerow_tree::{FragmentContext, ScriptingMode};
    /// let title = FragmentContext::new(ElementName::html(known::TITLE));
    /// assert_eq!(title.tokenizer_state(ScriptingMode::Inert), State::Rcdata);
    /// ```
    #[must_use]
    pub fn tokenizer_state(&self, scripting_mode: ScriptingMode) -> State {
        if self.name.namespace != Namespace::Html {
            return State::Data;
        }
        match self.name.local {
            TITLE | TEXTAREA => State::Rcdata,
            STYLE | XMP | IFRAME | NOEMBED | NOFRAMES => State::Rawtext,
            SCRIPT => State::ScriptData,
            NOSCRIPT if scripting_mode != ScriptingMode::Disabled => State::Rawtext,
            PLAINTEXT => State::Plaintext,
            _ => State::Data,
        }
    }
}

/// Returns the sets of an element whose start tag has this `encoding` attribute, which can make a `MathML`
/// `annotation-xml` element an HTML integration point.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point>
pub(crate) fn flags_with_encoding(name: ElementName, encoding: Option<&str>) -> ElementFlags {
    let flags = ElementFlags::of(name);
    let is_annotation_xml = name.namespace == Namespace::MathMl && name.local == ANNOTATION_XML;
    let is_html = |encoding: &str| {
        encoding.eq_ignore_ascii_case("text/html") || encoding.eq_ignore_ascii_case("application/xhtml+xml")
    };
    if is_annotation_xml && encoding.is_some_and(is_html) {
        flags | ElementFlags::HTML_INTEGRATION_POINT
    } else {
        flags
    }
}
