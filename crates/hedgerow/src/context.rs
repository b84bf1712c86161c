//! [`Context`]: the element in which a fragment is parsed.

use std::fmt;
use std::str::FromStr;

use hedgerow_base::{
    ElementName, NameId, Namespace, adjust_svg_tag_name, is_valid_element_local_name, known,
};
use hedgerow_dom::search;
use hedgerow_dom::{NodeRef, QuirksMode};
use hedgerow_tree::FragmentContext;

/// A name that belongs to no element of the standard.
const UNKNOWN_NAME: &str = "x";

/// The only element whose attributes matter as a context.
const ANNOTATION_XML: ElementName =
    ElementName { namespace: Namespace::MathMl, local: known::ANNOTATION_XML };

/// The context element of a fragment: the element that the markup is parsed inside.
///
/// For a context that is written in a program, use [`html`](Self::html), [`svg`](Self::svg) or [`mathml`](Self::mathml),
/// which panic if the text is not a name. A context that comes from input is [parsed](#impl-FromStr-for-Context), which
/// returns an error instead.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>
///
/// ```
/// use hedgerow::Context;
/// let cell = Context::html("tr");
/// assert_eq!("svg path".parse(), Ok(Context::svg("path")));
/// assert_eq!(cell.to_string(), "tr");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    pub(crate) namespace: Namespace,
    pub(crate) local_name: String,
    pub(crate) encoding: Option<String>,
    pub(crate) is_in_form: bool,
    pub(crate) quirks_mode: QuirksMode,
}

impl Context {
    fn new(namespace: Namespace, local_name: &str) -> Self {
        Self {
            namespace,
            local_name: local_name.to_owned(),
            encoding: None,
            is_in_form: false,
            quirks_mode: QuirksMode::NoQuirks,
        }
    }

    /// Creates a context of an HTML element from its tag name, in upper or lower case.
    ///
    /// ```
    /// let fragment = hedgerow::parse_fragment("<td>1<td>2", &hedgerow::Context::html("tr"));
    /// assert_eq!(fragment.root().children().count(), 2);
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is not the name of an element: for example, if it is empty, begins with a digit,
    /// or contains whitespace, `/`, `>` or U+0000. [`try_html`](Self::try_html) returns an error instead.
    #[must_use]
    #[track_caller]
    pub fn html(name: &str) -> Self {
        Self::named(Namespace::Html, name)
    }

    /// Creates a context of an HTML element from a tag name that may be invalid. The other namespaces are written before the name:
    /// `"svg path".parse::<Context>()`.
    ///
    /// ```
    /// use hedgerow::Context;
    /// assert_eq!(Context::try_html("tr"), Ok(Context::html("tr")));
    /// assert!(Context::try_html("<tr>").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not the name of an element.
    pub fn try_html(name: &str) -> Result<Self, UnknownContext> {
        Self::from_tag_name(Namespace::Html, name).ok_or_else(|| UnknownContext(name.to_owned()))
    }

    /// Creates a context of an SVG element from its tag name, in upper or lower case.
    ///
    /// ```
    /// use hedgerow::ToHtml;
    /// let fragment = hedgerow::parse_fragment("<lineargradient>", &hedgerow::Context::svg("defs"));
    /// assert_eq!(fragment.root().inner_html(), "<linearGradient></linearGradient>");
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is not the name of an element, as for [`html`](Self::html).
    #[must_use]
    #[track_caller]
    pub fn svg(name: &str) -> Self {
        Self::named(Namespace::Svg, name)
    }

    /// Creates a context of a `MathML` element from its tag name, in upper or lower case.
    ///
    /// ```
    /// use hedgerow::ToHtml;
    /// let fragment = hedgerow::parse_fragment("<mi>x", &hedgerow::Context::mathml("mrow"));
    /// assert_eq!(fragment.root().inner_html(), "<mi>x</mi>");
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is not the name of an element, as for [`html`](Self::html).
    #[must_use]
    #[track_caller]
    pub fn mathml(name: &str) -> Self {
        Self::named(Namespace::MathMl, name)
    }

    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "documented by the three functions that call this; `FromStr` is for text from input"
    )]
    fn named(namespace: Namespace, name: &str) -> Self {
        match Self::from_tag_name(namespace, name) {
            Some(context) => context,
            None => panic!(
                "{name:?} is not the name of an element; an SVG element is written as `Context::svg(\"path\")`"
            ),
        }
    }

    /// The element that a tag with this name creates, or `None` if the text is not the name of an element.
    fn from_tag_name(namespace: Namespace, name: &str) -> Option<Self> {
        if !is_valid_element_local_name(name) {
            return None;
        }
        let lowercase = name.to_ascii_lowercase();
        let adjusted = match namespace {
            Namespace::Svg => NameId::find_known(&lowercase).map(adjust_svg_tag_name),
            _ => None,
        };
        Some(Self::new(namespace, adjusted.and_then(NameId::known_text).unwrap_or(&lowercase)))
    }

    /// The context for markup that is inserted into a node of a document: the element itself, with its attributes, its
    /// enclosing form and the document's mode. For template contents or a shadow root it is their host; for any other node
    /// it is a `body` element of the same document.
    ///
    /// ```
    /// use hedgerow::{Context, Document, ToHtml, parse_fragment};
    /// let mut document = Document::new();
    /// let [form, row] = ["form", "tr"].map(|name| document.create_element(name).unwrap());
    /// document.append(form, row)?;
    /// let context = Context::of(document.node(row));
    /// assert_eq!(parse_fragment("<td><form>1", &context).root().inner_html(), "<td>1</td>");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    #[must_use]
    pub fn of(node: NodeRef<'_>) -> Self {
        let local_name = element_of(node).map_or("body", NodeRef::local_name_text);
        Self::of_element(node, local_name).inside_form(is_in_form(node))
    }

    /// Like [`of`](Self::of), but limited to the facts that the markup can depend on: an unknown name is replaced by a short
    /// one, so that its length costs no time, and the enclosing form is searched for only if the markup may contain a `form`
    /// tag.
    pub(crate) fn of_markup(node: NodeRef<'_>, mentions_forms: bool) -> Self {
        let Some(name) = element_of(node).and_then(search::element_name) else {
            return Self::of_element(node, "body");
        };
        let context = Self::of_element(node, name.local.known_text().unwrap_or(UNKNOWN_NAME));
        if mentions_forms { context.inside_form(is_in_form(node)) } else { context }
    }

    /// The context for markup that is inserted into a node. `local_name` is the local name of the context element.
    fn of_element(node: NodeRef<'_>, local_name: &str) -> Self {
        let element = element_of(node);
        let name = element.and_then(search::element_name);
        // OPTIMIZATION: skips the attributes of other elements, which do not matter here and may be many.
        let with_encoding = element.filter(|_| name.is_some_and(|name| name == ANNOTATION_XML));
        Self {
            encoding: with_encoding.and_then(|element| element.attribute("encoding")).map(str::to_owned),
            quirks_mode: node.document().quirks_mode(),
            ..Self::new(name.map_or(Namespace::Html, |name| name.namespace), local_name)
        }
    }

    /// The input of the fragment parsing algorithm; `local` is the interned local name.
    pub(crate) fn for_tree_construction(&self, local: NameId) -> FragmentContext {
        let mut context = FragmentContext::new(ElementName { namespace: self.namespace, local });
        if let Some(encoding) = &self.encoding {
            context = context.with_encoding(encoding);
        }
        context.is_in_form |= self.is_in_form;
        context.quirks_mode = self.quirks_mode;
        context
    }

    /// Sets the value of the `encoding` attribute, which can make a `MathML` `annotation-xml` element an HTML
    /// integration point.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point>
    ///
    /// ```
    /// use hedgerow::{Context, ToHtml, parse_fragment};
    /// let context = Context::mathml("annotation-xml");
    /// assert!(parse_fragment("<p>", &context.clone().encoding("text/html")).root().inner_html().starts_with("<p>"));
    /// ```
    #[must_use]
    pub fn encoding(mut self, value: &str) -> Self {
        self.encoding = Some(value.to_owned());
        self
    }

    /// Sets whether the element is inside a `form` element, so that a `form` tag in the fragment is ignored.
    ///
    /// ```
    /// use hedgerow::{Context, ToHtml, parse_fragment};
    /// let fragment = parse_fragment("<form>a</form>", &Context::html("div").inside_form(true));
    /// assert_eq!(fragment.root().inner_html(), "a");
    /// ```
    #[must_use]
    pub fn inside_form(mut self, is_in_form: bool) -> Self {
        self.is_in_form = is_in_form;
        self
    }

    /// Sets the mode of the element's document. In quirks mode a `table` does not close a `p`.
    ///
    /// ```
    /// use hedgerow::dom::QuirksMode;
    /// use hedgerow::{Context, ToHtml, parse_fragment};
    /// let context = Context::html("div").quirks_mode(QuirksMode::Quirks);
    /// assert_eq!(parse_fragment("<p><table>", &context).root().inner_html(), "<p><table></table></p>");
    /// ```
    #[must_use]
    pub fn quirks_mode(mut self, mode: QuirksMode) -> Self {
        self.quirks_mode = mode;
        self
    }
}

/// Whether the context element is a `form` element or has one as an ancestor.
fn is_in_form(node: NodeRef<'_>) -> bool {
    let is_form = |node: NodeRef<'_>| node.is_html(known::FORM);
    element_of(node).is_some_and(|element| element.inclusive_ancestors().any(is_form))
}

/// The context element for markup that is inserted into a node: the node itself, or its host.
fn element_of(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    if node.element_name().is_some() { Some(node) } else { node.host() }
}

impl fmt::Display for Context {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = match self.namespace {
            Namespace::Svg => "svg ",
            Namespace::MathMl => "math ",
            _ => "",
        };
        write!(formatter, "{prefix}{}", self.local_name)
    }
}

/// The error for a text that does not have the form `div`, `svg path` or `math mi`. The name may be
/// in upper or lower case, the prefix only in lower case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownContext(String);

impl fmt::Display for UnknownContext {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "invalid context element {:?}; examples of valid ones are `div`, `svg path` and `math mi`",
            self.0
        )
    }
}

impl std::error::Error for UnknownContext {}

impl FromStr for Context {
    type Err = UnknownContext;

    fn from_str(text: &str) -> Result<Self, UnknownContext> {
        let (namespace, name) = match text.split_once(' ') {
            None => (Namespace::Html, text),
            Some(("svg", name)) => (Namespace::Svg, name),
            Some(("math", name)) => (Namespace::MathMl, name),
            Some(_) => return Err(UnknownContext(text.to_owned())),
        };
        Self::from_tag_name(namespace, name).ok_or_else(|| UnknownContext(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hedgerow_serialize::{ToHtml, ToTestFormat};

    #[test]
    fn a_context_is_read_as_it_is_written() {
        for text in ["div", "my-element", "svg path", "svg foreignObject", "math annotation-xml"] {
            assert_eq!(text.parse::<Context>().map(|context| context.to_string()), Ok(text.to_owned()));
        }
        for text in ["", " ", "svg", "xml a", "svg ", "<div>", "div a", "1", "svg a b", "math  mi"] {
            let parsed = text.parse::<Context>();
            assert_eq!(parsed.is_err(), text != "svg", "{text:?}");
        }
    }

    #[test]
    fn names_are_read_as_in_tags() {
        for (context, expected) in [
            (Context::html("TR"), "tr"),
            (Context::html("a\"b<c"), "a\"b<c"),
            (Context::svg("FOREIGNOBJECT"), "svg foreignObject"),
            (Context::svg("foreignObject"), "svg foreignObject"),
            (Context::mathml("MI"), "math mi"),
        ] {
            assert_eq!(context.to_string(), expected);
            assert_eq!(expected.parse(), Ok(context));
        }
        assert_eq!("TR".parse(), Ok(Context::html("tr")));
        assert_eq!(crate::parse_fragment("<td>x", &Context::html("TR")).root().inner_html(), "<td>x</td>");
    }

    #[test]
    fn an_invalid_name_is_refused() {
        for name in ["svg path", "a b<c", "<tr>", "", "a/"] {
            let panic = std::panic::catch_unwind(|| Context::html(name)).unwrap_err();
            let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            assert!(message.contains("is not the name of an element"), "{message}");
        }
        for text in ["a b<c", "<tr>", "", "svg  path", "svg a/"] {
            assert_eq!(text.parse::<Context>(), Err(UnknownContext(text.to_owned())));
        }
    }

    #[test]
    fn only_annotation_xml_becomes_an_integration_point_by_its_encoding() {
        for (context, expected) in [
            (Context::mathml("annotation-xml").encoding("Text/HTML"), "| <g>"),
            (Context::mathml("annotation-xml").encoding("text/plain"), "| <math g>"),
            (Context::svg("annotation-xml").encoding("text/html"), "| <svg g>"),
            (Context::mathml("mrow").encoding("text/html"), "| <math g>"),
        ] {
            assert_eq!(crate::parse_fragment("<g>", &context).to_test_format(), expected, "{context}");
        }
    }
}
