//! [`sanitize`]: converts untrusted HTML to HTML that is safe in a browser.

use hedgerow_dom::search::{self, TraverseWhole};
use hedgerow_dom::{Document, NodeEdge, NodeKind, NodeRef};
use hedgerow_sanitize::{Reason, Report, Sanitizer, Subject, make_writable, write_plain};
use hedgerow_serialize::{ToHtml, WriteOptions, escape_text};

use super::parse::Detached;
use crate::limits::Stop;
use crate::{Context, Limits, Parsed, Parser};

/// The maximum number of attempts to write HTML that is parsed to the same tree again.
const MOST_ROUNDS: usize = 8;

/// HTML that was sanitized, and a report of the removals.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Sanitized {
    /// The HTML.
    pub html: String,
    /// The list of everything that was removed and changed; spans refer to the given HTML.
    pub report: Report,
    /// Why the parser stopped before the end of the input, so that the HTML is incomplete; `None` if it reached the end.
    pub stop: Option<Stop>,
}

/// Sanitizes HTML that is put into a page: the contents of a `div`, a `td`, a `li`, an `article` or another element that contains
/// paragraphs.
///
/// The result is safe wherever a browser parses it as HTML, because each `<` in it begins a tag that was checked. If it is
/// parsed in one of the elements above, with scripting enabled or not, the sanitized tree is built again. A part of the tree
/// that cannot be written in this way is removed, or replaced by the tree that a browser would build from its markup;
/// [`sanitize_with_report`] reports these changes.
///
/// ```
/// use hedgerow::sanitize::{Sanitizer, sanitize};
/// let html = "<p onclick=x()>a <a href=javascript:x()>b</a> <a href=/c>c</a><svg><script>1</script></svg>";
/// assert_eq!(
///     sanitize(html, &Sanitizer::new()),
///     "<p>a <a>b</a> <a href=\"/c\">c</a><svg></svg></p>"
/// );
/// ```
#[must_use]
pub fn sanitize(html: &str, sanitizer: &Sanitizer) -> String {
    Parser::new().run_sanitize(html, sanitizer, false).html
}

/// [Sanitizes](sanitize) HTML, and reports what was removed and changed.
///
/// ```
/// use hedgerow::sanitize::{Sanitizer, sanitize_with_report};
/// let sanitized = sanitize_with_report("<p>a<script>b</script>", &Sanitizer::new());
/// assert_eq!(sanitized.html, "<p>a</p>");
/// assert_eq!(
///     sanitized.report.removals()[0].to_string(),
///     "removed element script: not allowed by the configuration"
/// );
/// ```
#[must_use]
pub fn sanitize_with_report(html: &str, sanitizer: &Sanitizer) -> Sanitized {
    Parser::new().sanitize(html, sanitizer)
}

impl Parser {
    /// [Sanitizes](sanitize_with_report) HTML within the limits of this parser.
    ///
    /// ```
    /// use hedgerow::sanitize::Sanitizer;
    /// use hedgerow::{Limits, Parser};
    /// let parser = Parser::new().limits(Limits::UNLIMITED.nodes(1000));
    /// let sanitized = parser.sanitize(&"<b>x<p>".repeat(1000), &Sanitizer::new());
    /// assert!(sanitized.stop.is_some());
    /// ```
    #[must_use]
    pub fn sanitize(&self, html: &str, sanitizer: &Sanitizer) -> Sanitized {
        self.run_sanitize(html, sanitizer, true)
    }

    fn run_sanitize(&self, html: &str, sanitizer: &Sanitizer, reports: bool) -> Sanitized {
        let context = Context::html("div");
        let parser = self.clone().scripting(true).allow_declarative_shadow_roots(false);
        let rules = sanitizer.rules();
        let (parsed, mut report) = parser.run(html, Some(&context), rules, Detached::Kept, reports);
        let Parsed { mut document, stop, .. } = parsed;
        // The written HTML may have more tokens than the input, so the limits could cut it.
        let parser = parser.limits(Limits::UNLIMITED);
        let comes_back = |document: &Document, html: &str| {
            is_same_tree(document.root(), parser.parse_fragment(html, &context).document().root())
        };
        for _ in 0..MOST_ROUNDS {
            let root = document.root_id();
            if let Some(html) = write_plain(&document, root) {
                debug_assert!(comes_back(&document, &html), "not plain: {html:?}");
                return Sanitized { html, report, stop };
            }
            make_writable(&mut document, root, &mut report);
            let mut html = write(&document);
            // In ISO-2022-JP, which a browser may guess for a page without a declaration, this character switches to
            // another character set.
            if html.contains('\u{1B}') {
                report.push(Subject::Tree, Reason::NotWritable, None);
                html = html.replace('\u{1B}', "\u{FFFD}");
            }
            if comes_back(&document, &html) {
                return Sanitized { html, report, stop };
            }
            report.push(Subject::Tree, Reason::OtherTree, None);
            let rules = sanitizer.rules_after_prefixing();
            document = parser.run(&html, Some(&context), &rules, Detached::Kept, false).0.into_document();
        }
        // No attempt succeeded, so only the text of the tree is written.
        report.push(Subject::Tree, Reason::NotWritable, None);
        Sanitized { html: escape_text(&document.root().text()).into_owned(), report, stop }
    }
}

/// Writes the contents of the root.
fn write(document: &Document) -> String {
    // A parser drops a line feed at the start of some elements, so one more is written there.
    document.root().to_html(&WriteOptions::default().keep_newlines(true))
}

/// Whether two fragments have the same nodes.
fn is_same_tree(one: NodeRef<'_>, other: NodeRef<'_>) -> bool {
    let (mut one, mut other) = (TraverseWhole::new(one), TraverseWhole::new(other));
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(NodeEdge::Enter(one)), Some(NodeEdge::Enter(other))) if is_same_node(one, other) => {}
            (Some(NodeEdge::Leave(_)), Some(NodeEdge::Leave(_))) => {}
            _ => return false,
        }
    }
}

fn is_same_node(one: NodeRef<'_>, other: NodeRef<'_>) -> bool {
    if one.kind() != other.kind() {
        return false;
    }
    match one.kind() {
        NodeKind::Element => {
            let (one_name, other_name) = (search::element_name(one), search::element_name(other));
            let is_same_name = match (one_name, other_name) {
                (Some(one_name), Some(other_name)) => {
                    one_name.namespace == other_name.namespace
                        && one.local_name_text() == other.local_name_text()
                }
                _ => false,
            };
            is_same_name
                && one.attributes().len() == other.attributes().len()
                && one.attributes().zip(other.attributes()).all(|(one, other)| {
                    one.namespace() == other.namespace()
                        && one.name_text() == other.name_text()
                        && one.value() == other.value()
                })
        }
        NodeKind::ProcessingInstruction => one.processing_instruction() == other.processing_instruction(),
        _ => one.data() == other.data(),
    }
}
