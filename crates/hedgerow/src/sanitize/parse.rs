//! Parses documents and fragments, and sanitizes them during parsing.

use hedgerow_base::NameId;
use hedgerow_dom::{Document, NodeId, Slot, search};
use hedgerow_input::{NewlineMap, Span, normalize_newlines};
use hedgerow_sanitize::{DocumentSink, Report, Rules, Sanitizer, SanitizingSink};
use hedgerow_tokenizer::{AttributePlace, Tokenizer};
use hedgerow_tree::{ElementAttributes, TreeBuilder};

use crate::dom_sink::DomSink;
use crate::limits::{Limit, Stop, cut};
use crate::watch::Watch;
use crate::{Context, Parsed, Parser};

/// Parses a document and sanitizes it during parsing.
///
/// Scripting is disabled, and declarative shadow roots are attached.
///
/// In the standard: `Document.parseHTML()`.
///
/// ```
/// use hedgerow::ToHtml;
/// use hedgerow::sanitize::{Sanitizer, parse_sanitized};
/// let document = parse_sanitized("<p onclick=x()>Hello<script>x()</script>!", &Sanitizer::new());
/// assert_eq!(document.body().unwrap().inner_html(), "<p>Hello!</p>");
/// ```
#[must_use]
pub fn parse_sanitized(html: &str, sanitizer: &Sanitizer) -> Document {
    Parser::new().allow_declarative_shadow_roots(true).parse_sanitized(html, sanitizer).into_document()
}

/// Parses a fragment in the context of an element and sanitizes it during parsing.
///
/// As in a browser, the contents of `noscript` elements are not parsed as markup, but stay text.
///
/// ```
/// use hedgerow::sanitize::{Sanitizer, parse_fragment_sanitized};
/// use hedgerow::{Context, ToHtml};
/// let mut sanitizer = Sanitizer::new();
/// sanitizer.replace_element_with_children("div");
/// let fragment = parse_fragment_sanitized("<b><div>Text</b>", &Context::html("body"), &sanitizer);
/// assert_eq!(fragment.root().inner_html(), "<b>Text</b><b></b>");
/// ```
#[must_use]
pub fn parse_fragment_sanitized(html: &str, context: &Context, sanitizer: &Sanitizer) -> Document {
    Parser::new().scripting(true).parse_fragment_sanitized(html, context, sanitizer).into_document()
}

/// Whether the memory of removed nodes is freed after the parse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detached {
    Freed,
    /// The removed nodes stay in memory, because the document is dropped soon.
    Kept,
}

/// Parsing and sanitizing with the settings of a parser.
///
/// Parse errors and source spans are not collected.
impl Parser {
    /// Parses a document and sanitizes it during parsing.
    ///
    /// ```
    /// use hedgerow::sanitize::Sanitizer;
    /// use hedgerow::{Limits, Parser};
    /// let parser = Parser::new().limits(Limits::UNLIMITED.nodes(100));
    /// assert!(parser.parse_sanitized("<p>a<script>b", &Sanitizer::new()).stop().is_none());
    /// ```
    #[must_use]
    pub fn parse_sanitized(&self, html: &str, sanitizer: &Sanitizer) -> Parsed {
        self.run(html, None, sanitizer.rules(), Detached::Freed, false).0
    }

    /// Parses a fragment in the context of an element and sanitizes it during parsing.
    ///
    /// ```
    /// use hedgerow::sanitize::Sanitizer;
    /// use hedgerow::{Context, Parser, ToHtml};
    /// let parsed = Parser::new().parse_fragment_sanitized("<td>a", &Context::html("tr"), &Sanitizer::new());
    /// assert_eq!(parsed.document().root().inner_html(), "<td>a</td>");
    /// ```
    #[must_use]
    pub fn parse_fragment_sanitized(&self, html: &str, context: &Context, sanitizer: &Sanitizer) -> Parsed {
        self.run(html, Some(context), sanitizer.rules(), Detached::Freed, false).0
    }

    /// Parses a document, or a fragment if there is a context, sanitizes it during parsing, and reports what was removed and
    /// changed, with the places in the source.
    ///
    /// ```
    /// use hedgerow::Parser;
    /// use hedgerow::sanitize::Sanitizer;
    /// let (_, report) = Parser::new().parse_sanitized_with_report("<p onclick=x()>", None, &Sanitizer::new());
    /// let removal = &report.removals()[0];
    /// assert_eq!(removal.to_string(), "removed attribute onclick of p: not allowed by the configuration");
    /// assert_eq!((removal.span.unwrap().start, removal.span.unwrap().end), (3, 14));
    /// ```
    #[must_use]
    pub fn parse_sanitized_with_report(
        &self,
        html: &str,
        context: Option<&Context>,
        sanitizer: &Sanitizer,
    ) -> (Parsed, Report) {
        self.run(html, context, sanitizer.rules(), Detached::Freed, true)
    }

    /// Parses a document, or a fragment if there is a context, and removes only the parts that the configuration does not
    /// allow: scripts stay if the configuration allows them.
    ///
    /// ```
    /// use hedgerow::sanitize::{Sanitizer, SanitizerConfig};
    /// use hedgerow::{Context, Parser, ToHtml};
    /// let all = Sanitizer::from_config_unsafe(SanitizerConfig::default()).unwrap();
    /// let (parsed, _) = Parser::new().parse_sanitized_unsafe("<p onclick=x()>", Some(&Context::html("div")), &all);
    /// assert_eq!(parsed.document().root().inner_html(), "<p onclick=\"x()\"></p>");
    /// ```
    #[must_use]
    pub fn parse_sanitized_unsafe(
        &self,
        html: &str,
        context: Option<&Context>,
        sanitizer: &Sanitizer,
    ) -> (Parsed, Report) {
        self.run(html, context, sanitizer.rules_unsafe(), Detached::Freed, true)
    }

    /// Parses and sanitizes a document, or a fragment if there is a context.
    pub(super) fn run(
        &self,
        html: &str,
        context: Option<&Context>,
        rules: &Rules,
        detached: Detached,
        reports: bool,
    ) -> (Parsed, Report) {
        let most = self.limits.most_bytes();
        let (html, is_cut) = cut(html, most);
        let text = normalize_newlines(html);
        let watch = Watch::new(self.limits, None, None);
        let mut inner = DomSink::new(true, false, None, watch);
        inner.begin(Some((&*text).into()), &mut None, false);
        let options = self.tree_builder_options(context.is_some());
        let mut tokenizer = match context {
            None => Tokenizer::new(TreeBuilder::new(SanitizingSink::new(inner, rules, reports), options)),
            Some(context) => {
                let (context, fragment) = inner.begin_fragment(context);
                let state = context.tokenizer_state(options.scripting_mode);
                let sink = SanitizingSink::new(inner, rules, reports);
                let mut builder = TreeBuilder::for_fragment(sink, options, context, fragment);
                builder.sink_mut().forget_report();
                Tokenizer::starting_in(state, None, builder)
            }
        };
        // Only a limit can suspend the tokenizer here, so it runs once.
        tokenizer.run(&text, !is_cut);
        let (mut inner, report, roots) = tokenizer.into_sink().into_sink().into_parts();
        let mut stop = inner.watch.stop_reason();
        let mut document = inner.take_document(false);
        if document.has_lost_text() {
            stop = stop.or(Some(Stop::Limit(Limit::Text)));
        }
        let roots = roots.into_iter().filter(|_| detached == Detached::Freed);
        let roots: Vec<NodeId> = roots.map(|root| root.node(&document).id()).collect();
        for root in roots {
            let removed = document.remove(root);
            debug_assert!(removed.is_ok(), "nodes without a parent can be removed");
        }
        if is_cut {
            stop = stop.or(Some(Stop::Limit(Limit::Bytes { most })));
        }
        let report = if reports {
            let newlines = NewlineMap::of(html);
            report.map_spans(|span| newlines.span_in_source(span))
        } else {
            Report::default()
        };
        (Parsed { stop, ..Parsed::of(document) }, report)
    }
}

impl DocumentSink for DomSink<'_> {
    fn document_so_far_mut(&mut self) -> &mut Document {
        &mut self.document
    }

    #[inline]
    fn name_text(&self, name: NameId) -> &str {
        search::names(&self.document).text(name)
    }

    #[inline]
    fn has_source(&self) -> bool {
        self.has_source
    }

    fn exceeds_the_limit_of_attributes(&mut self, element: Slot, attributes: ElementAttributes<'_>) -> bool {
        self.exceeds_the_limit_of_attributes(element, attributes)
    }

    #[inline]
    fn token_span(&self) -> Span {
        self.recorder.token_span()
    }

    fn keep_attribute_places(&mut self) {
        self.recorder.keeps_attribute_places = true;
    }

    fn place_of_attribute(&self, index: usize) -> Option<AttributePlace> {
        self.recorder.place_of_attribute(index)
    }
}
