//! [`sanitize`]: converts untrusted HTML to HTML that is safe in a browser.

use std::fmt::Write as _;
use std::sync::LazyLock;

use hedgerow_dom::search::TraverseWhole;
use hedgerow_dom::{Document, NodeEdge, NodeId, NodeKind, NodeRef};
use hedgerow_sanitize::{
    Reason, Report, Sanitizer, SanitizerConfig, Subject, Unwritten, make_writable, write_plain,
};
use hedgerow_serialize::{LimitedWriter, ToHtml, WriteOptions, escape_attribute, escape_text};

use super::parse::Detached;
use crate::limits::{Limit, Stop};
use crate::{Context, Limits, Parsed, Parser};

/// A number of nodes that is at least that of the nodes that a parser creates for a fragment in addition to its contents.
const NODES_OF_A_FRAGMENT: u32 = 16;

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
    /// Why the HTML is incomplete: the parser stopped before the end of the input, or the HTML would be longer than
    /// [`Limits::output`]. `None` if it is complete.
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
/// The HTML may be longer than the input, because an attribute that elements share is written for each of them. If it would be
/// longer than 16 bytes for each byte of input and 1 MiB, it ends with the last node that fits; [`sanitize_with_report`] says so
/// in [`Sanitized::stop`], and [`Parser::try_sanitize`] returns an error. [`Limits::output`] sets another limit for the methods of
/// [`Parser`].
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
    /// [Sanitizes](sanitize_with_report) HTML within the limits of this parser. [`Limits::output`] bounds the HTML; the other limits
    /// apply to each tree that is built, because some trees are written and parsed again.
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

    /// [Sanitizes](sanitize) HTML within the limits of this parser, or returns the reason why the result would be incomplete.
    ///
    /// ```
    /// use hedgerow::sanitize::Sanitizer;
    /// use hedgerow::{Limits, Parser};
    /// let parser = Parser::new().limits(Limits::UNLIMITED.output(10));
    /// assert_eq!(parser.try_sanitize("<b>x", &Sanitizer::new()).unwrap(), "<b>x</b>");
    /// let stop = parser.try_sanitize("<b>longer", &Sanitizer::new()).unwrap_err();
    /// assert!(stop.to_string().starts_with("the output is longer than 10 bytes"));
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is exceeded.
    pub fn try_sanitize(&self, html: &str, sanitizer: &Sanitizer) -> Result<String, Stop> {
        let Sanitized { html, stop, .. } = self.run_sanitize(html, sanitizer, false);
        stop.map_or(Ok(html), Err)
    }

    fn run_sanitize(&self, html: &str, sanitizer: &Sanitizer, reports: bool) -> Sanitized {
        let most = self.limits.most_output(html.len());
        let context = Context::html("div");
        let parser = self.clone().scripting(true).allow_declarative_shadow_roots(false);
        let rules = sanitizer.rules();
        let (parsed, mut report) = parser.run(html, Some(&context), rules, Detached::Kept, reports);
        let Parsed { mut document, mut stop, .. } = parsed;
        // Written HTML may be longer than the input. The limit on the output bounds it.
        let parser = parser.limits(Limits { bytes: None, ..self.limits });
        let mut is_cut = false;
        for _ in 0..MOST_ROUNDS {
            let root = document.root_id();
            let written = match write_plain(&document, root, usize::try_from(most).unwrap_or(usize::MAX)) {
                Ok(html) => {
                    debug_assert!(comes_back(&document, &html, &parser, &context), "not plain: {html:?}");
                    return Sanitized { html, report, stop };
                }
                Err(Unwritten::TooLong) => None,
                Err(Unwritten::NotPlain) => {
                    make_writable(&mut document, root, &mut report);
                    write(&document, most)
                }
            };
            let Some(mut html) = written else {
                // The sizes of nodes are upper bounds, so the rest of the tree is not too long.
                if is_cut {
                    break;
                }
                is_cut = true;
                cut_to_length(&mut document, most);
                stop = stop.or(Some(Stop::Limit(Limit::Output { most })));
                continue;
            };
            // In ISO-2022-JP, which a browser may guess for a page without a declaration, this character switches to
            // another character set.
            if html.contains('\u{1B}') {
                report.push(Subject::Tree, Reason::NotWritable, None);
                html = html.replace('\u{1B}', "\u{FFFD}");
            }
            if comes_back(&document, &html, &parser, &context) {
                return Sanitized { html, report, stop };
            }
            report.push(Subject::Tree, Reason::OtherTree, None);
            is_cut = false;
            let rules = sanitizer.rules_after_prefixing();
            let parsed = parser.run(&html, Some(&context), &rules, Detached::Kept, false).0;
            stop = stop.or(parsed.stop);
            document = parsed.document;
        }
        // No attempt succeeded, so only the text of the tree is written.
        report.push(Subject::Tree, Reason::NotWritable, None);
        let mut text = LimitedWriter::new(String::new(), most);
        for node in document.root().descendants().filter(|node| node.kind() == NodeKind::Text) {
            if text.write_str(&escape_text(node.data().unwrap_or_default())).is_err() {
                stop = stop.or(Some(Stop::Limit(Limit::Output { most })));
                break;
            }
        }
        Sanitized { html: text.into_inner(), report, stop }
    }
}

/// Writes the contents of the root. Returns `None` if the HTML is longer than `most` bytes.
fn write(document: &Document, most: u64) -> Option<String> {
    let mut html = LimitedWriter::new(String::new(), most);
    // A parser drops a line feed at the start of some elements, so one more is written there.
    document.root().write_html(&mut html, &WriteOptions::default().keep_newlines(true)).ok()?;
    html.finish().ok()
}

/// Removes the first node whose HTML, with that of all nodes before it, may have more than `most` bytes, and all nodes after it.
fn cut_to_length(document: &mut Document, most: u64) {
    let mut left = most;
    let is_too_long = |node: &NodeRef<'_>| match left.checked_sub(most_bytes_of(*node)) {
        Some(rest) => {
            left = rest;
            false
        }
        None => true,
    };
    // Template contents are written, too. The fragment that contains them is not a node of its own in the HTML.
    let has_parent = |node: &NodeRef<'_>| node.parent().is_some();
    let found = document.root().deep_descendants().filter(has_parent).find(is_too_long);
    let Some(first) = found else { return };
    let ancestors = std::iter::successors(Some(first), |node| node.parent().or_else(|| node.host()))
        .take_while(|node| *node != document.root());
    let after =
        ancestors.flat_map(|node| std::iter::successors(node.next_sibling(), |node| node.next_sibling()));
    let removed: Vec<NodeId> = std::iter::once(first).chain(after).map(NodeRef::id).collect();
    for node in removed {
        let removed = document.remove(node);
        debug_assert!(removed.is_ok(), "the nodes are in the tree");
    }
}

/// The maximum number of bytes of the HTML of a node without its children.
fn most_bytes_of(node: NodeRef<'_>) -> u64 {
    // U+000D is written as `&#13;`.
    let text = |text: &str| escape_attribute(text).len() + 4 * text.matches('\r').count();
    let bytes = match node.kind() {
        // The tags and a line feed, and for each attribute a space, a prefix, an equals sign and quotes.
        NodeKind::Element => {
            let attributes = node.attributes();
            let attributes =
                attributes.map(|attribute| attribute.name_text().len() + text(attribute.value()) + 10);
            2 * node.local_name_text().len() + 6 + attributes.sum::<usize>()
        }
        NodeKind::ProcessingInstruction => {
            let (target, data) = node.processing_instruction().unwrap_or_default();
            target.len() + data.len() + 5
        }
        _ => text(node.data().unwrap_or_default()) + 7,
    };
    bytes as u64
}

/// A sanitizer that removes nothing.
static EVERYTHING: LazyLock<Sanitizer> =
    LazyLock::new(|| Sanitizer::from_config_unsafe(SanitizerConfig::default()).unwrap_or_default());

/// Whether a parser reads HTML as the same tree. The parser is the one that sanitizes, so that a program that only sanitizes is linked
/// with one parser.
fn comes_back(document: &Document, html: &str, parser: &Parser, context: &Context) -> bool {
    // A tree with more nodes is another tree. The depth and the steps are those of the same tree.
    let nodes = u32::try_from(document.node_count()).unwrap_or(u32::MAX).saturating_add(NODES_OF_A_FRAGMENT);
    let limits = Limits { copied_text: parser.limits.copied_text, ..Limits::UNLIMITED.nodes(nodes) };
    let parser = parser.clone().limits(limits);
    let (parsed, _) = parser.run(html, Some(context), EVERYTHING.rules_unsafe(), Detached::Kept, false);
    parsed.stop().is_none() && is_same_tree(document.root(), parsed.document().root())
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

/// Whether two nodes are equal, apart from their contents.
fn is_same_node(one: NodeRef<'_>, other: NodeRef<'_>) -> bool {
    one.kind() == other.kind()
        && one.element_name() == other.element_name()
        && one.attributes().eq(other.attributes())
        && one.processing_instruction() == other.processing_instruction()
        && one.data() == other.data()
}
