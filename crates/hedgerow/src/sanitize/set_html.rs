//! [`SetHtml`]: the methods of the DOM that parse and sanitize HTML into a tree, and that write a tree as HTML.

use hedgerow_base::Namespace;
use hedgerow_dom::{Document, MutationError, NodeId};
use hedgerow_sanitize::{Report, Sanitizer, SanitizerConfig};
use hedgerow_serialize::{SerializeOptions, ToHtml};

use crate::markup_place::MarkupPlace;
use crate::{Context, Parser};

/// The shadow roots that [`SetHtml::get_html`] writes.
///
/// In the standard: `GetHTMLOptions`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GetHtmlOptions<'r> {
    /// Whether the shadow roots that are serializable are written.
    pub serializable_shadow_roots: bool,
    /// These shadow roots are written, serializable or not.
    pub shadow_roots: &'r [NodeId],
}

/// The methods of the DOM that parse and sanitize HTML into a tree, and that write a tree as HTML.
pub trait SetHtml: crate::sealed::Sealed {
    /// Replaces the contents of an element, or of a shadow root, with parsed and sanitized HTML; for a `template` element, its
    /// template contents. If the element is a `script`, nothing happens.
    ///
    /// In the standard: `Element.setHTML()`.
    ///
    /// ```
    /// use hedgerow::sanitize::{Sanitizer, SetHtml as _};
    /// use hedgerow::{Document, ToHtml};
    /// let mut document = Document::new();
    /// let row = document.create_element("tr")?;
    /// document.set_html(row, "<td onclick=x()>1<td><script>2</script>", &Sanitizer::new())?;
    /// assert_eq!(document.node(row).inner_html(), "<td>1</td><td></td>");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node is neither an element nor a fragment.
    #[doc(alias = "setHTML")]
    fn set_html(&mut self, node: NodeId, html: &str, sanitizer: &Sanitizer) -> Result<Report, MutationError>;

    /// Replaces the contents of an element, or of a shadow root, with parsed HTML. If there is a sanitizer, the parts that
    /// it does not allow are removed, but nothing else.
    ///
    /// In the standard: `Element.setHTMLUnsafe()`.
    ///
    /// ```
    /// use hedgerow::sanitize::SetHtml as _;
    /// use hedgerow::{Document, ToHtml};
    /// let mut document = Document::new();
    /// let host = document.create_element("div")?;
    /// document.set_html_unsafe(host, "<p onclick=x()>1", None)?;
    /// assert_eq!(document.node(host).inner_html(), "<p onclick=\"x()\">1</p>");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node is neither an element nor a fragment.
    #[doc(alias = "setHTMLUnsafe")]
    fn set_html_unsafe(
        &mut self,
        node: NodeId,
        html: &str,
        sanitizer: Option<&Sanitizer>,
    ) -> Result<Report, MutationError>;

    /// Returns the HTML of the contents of a node, with shadow roots.
    ///
    /// If this HTML is parsed again, the result may be another tree: use [`sanitize`](super::sanitize) if untrusted HTML has
    /// to be written.
    ///
    /// In the standard: `Element.getHTML()`.
    ///
    /// ```
    /// use hedgerow::sanitize::{GetHtmlOptions, SetHtml as _};
    /// use hedgerow::{Document, ToHtml};
    /// let mut document = Document::new();
    /// let host = document.create_element("div")?;
    /// let html = "<p><template shadowrootmode=open shadowrootserializable>1</template></p>";
    /// document.set_html_unsafe(host, html, None)?;
    /// assert_eq!(document.get_html(host, GetHtmlOptions::default()), "<p></p>");
    /// let options = GetHtmlOptions { serializable_shadow_roots: true, ..GetHtmlOptions::default() };
    /// assert!(document.get_html(host, options).contains("shadowrootmode=\"open\""));
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[doc(alias = "getHTML")]
    fn get_html(&self, node: NodeId, options: GetHtmlOptions<'_>) -> String;
}

impl SetHtml for Document {
    fn set_html(&mut self, node: NodeId, html: &str, sanitizer: &Sanitizer) -> Result<Report, MutationError> {
        filter_and_set_html(self, node, html, Some(sanitizer), true)
    }

    fn set_html_unsafe(
        &mut self,
        node: NodeId,
        html: &str,
        sanitizer: Option<&Sanitizer>,
    ) -> Result<Report, MutationError> {
        filter_and_set_html(self, node, html, sanitizer, false)
    }

    fn get_html(&self, node: NodeId, options: GetHtmlOptions<'_>) -> String {
        let GetHtmlOptions { serializable_shadow_roots, shadow_roots } = options;
        let options = SerializeOptions::default()
            .serializable_shadow_roots(serializable_shadow_roots)
            .shadow_roots(shadow_roots);
        let mut html = String::new();
        let written = self.node(node).write_inner_html(&mut html, options);
        debug_assert!(written.is_ok(), "writing to a string does not fail");
        html
    }
}

/// In the standard: "set and filter HTML".
fn filter_and_set_html(
    document: &mut Document,
    node: NodeId,
    html: &str,
    sanitizer: Option<&Sanitizer>,
    is_safe: bool,
) -> Result<Report, MutationError> {
    // 1. Let context be target if target is an Element; otherwise target's host.
    let context = match MarkupPlace::Inner(node).context(document)? {
        Some(element) => Context::of(element),
        None => Context::html("body").quirks_mode(document.quirks_mode()),
    };
    // 3. If safe, and context is a script element of HTML or SVG, then return. (There, the text would be a script.)
    if is_safe && context.local_name == "script" && context.namespace != Namespace::MathMl {
        return Ok(Report::default());
    }
    // 5. Let scriptingMode be Inert. 7. … given target, html, true, and scriptingMode.
    let parser = Parser::new().scripting(true).allow_declarative_shadow_roots(true);
    let everything;
    let sanitizer = if let Some(sanitizer) = sanitizer {
        sanitizer
    } else {
        everything = Sanitizer::from_config_unsafe(SanitizerConfig::default()).unwrap_or_default();
        &everything
    };
    let (parsed, report) = if is_safe {
        parser.parse_sanitized_with_report(html, Some(&context), sanitizer)
    } else {
        parser.parse_sanitized_unsafe(html, Some(&context), sanitizer)
    };
    let fragment = document.import(parsed.document().root())?;
    let put = MarkupPlace::Inner(node).put(document, fragment);
    document.remove(fragment)?;
    put.map(|()| report)
}
