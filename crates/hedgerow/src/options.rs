//! [`Parser`]: the settings of a parse. The methods that start it are in `parsing.rs`.

use hedgerow_tree::{ScriptingMode, TreeBuilderOptions};

use crate::Limits;
use crate::errors::ErrorKind;

/// A parser with settings, which can parse any number of documents.
///
/// ```
/// use hedgerow::{Parser, ToHtml};
/// let parser = Parser::new().scripting(true);
/// let document = parser.parse("<noscript><p>no</noscript>").into_document();
/// assert!(document.root().inner_html().contains("<noscript>&lt;p&gt;no</noscript>"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parser {
    pub(crate) scripting: Option<ScriptingMode>,
    pub(crate) collect_errors: bool,
    pub(crate) source_spans: bool,
    pub(crate) most_kept_errors: usize,
    pub(crate) ignored_errors: Vec<ErrorKind>,
    pub(crate) allow_declarative_shadow_roots: bool,
    pub(crate) iframe_srcdoc: bool,
    pub(crate) pause_at_scripts: bool,
    pub(crate) limits: Limits,
}

impl Default for Parser {
    fn default() -> Self {
        Self {
            scripting: None,
            collect_errors: false,
            source_spans: false,
            most_kept_errors: usize::MAX,
            ignored_errors: Vec::new(),
            allow_declarative_shadow_roots: false,
            iframe_srcdoc: false,
            pause_at_scripts: false,
            limits: Limits::UNLIMITED,
        }
    }
}

impl Parser {
    /// Creates a parser with the settings of a browser's `DOMParser`: scripting disabled, declarative shadow roots left as
    /// templates. Errors are not collected.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether scripting is enabled. No script is executed either way; with scripting, `noscript` contains only text.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scripting-mode>
    ///
    /// ```
    /// use hedgerow::ToHtml;
    /// let parsed = hedgerow::Parser::new().scripting(false).parse("<body><noscript><p>no</noscript>");
    /// assert!(parsed.document().root().inner_html().contains("<noscript><p>no</p></noscript>"));
    /// ```
    #[must_use]
    pub fn scripting(mut self, enabled: bool) -> Self {
        // Enabled means "normal" for a document and "inert" for a fragment. `tree_builder_options` makes this distinction.
        self.scripting = enabled.then_some(ScriptingMode::Normal);
        self
    }

    /// Sets the scripting mode, which distinguishes more cases than [`scripting`](Self::scripting).
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scripting-mode>
    ///
    /// ```
    /// use hedgerow::stages::ScriptingMode;
    /// use hedgerow::{Context, Parser};
    /// let parser = Parser::new().scripting_mode(ScriptingMode::Fragment);
    /// assert_eq!(parser.parse_fragment("<noscript><p>", &Context::html("div")).document().root().text(), "<p>");
    /// ```
    #[must_use]
    pub fn scripting_mode(mut self, mode: ScriptingMode) -> Self {
        self.scripting = Some(mode);
        self
    }

    /// Sets whether parse errors are collected. If they are not, error detection costs nothing.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
    ///
    /// ```
    /// assert_eq!(hedgerow::Parser::new().collect_errors(true).parse("<p></b>").errors().len(), 2);
    /// assert!(hedgerow::Parser::new().parse("<p></b>").errors().is_empty());
    /// ```
    #[must_use]
    pub fn collect_errors(mut self, collect: bool) -> Self {
        self.collect_errors = collect;
        self
    }

    /// Collects parse errors, and keeps the first `most` of them in source order. The others are only
    /// [counted](crate::Parsed::error_count), which bounds the memory for errors.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().keep_errors(100).parse(&"</b>".repeat(60_000));
    /// assert_eq!((parsed.errors().len(), parsed.error_count()), (100, 60_001));
    /// ```
    #[must_use]
    pub fn keep_errors(mut self, most: usize) -> Self {
        self.collect_errors = true;
        self.most_kept_errors = most;
        self
    }

    /// Whether the differences between the original and the normalized source must be recorded.
    pub(crate) fn needs_the_newlines(&self) -> bool {
        self.collect_errors || self.source_spans
    }

    /// Neither collects nor counts parse errors of the given kinds.
    ///
    /// ```
    /// use hedgerow::errors::ErrorKind;
    /// use hedgerow::Parser;
    /// let kind = ErrorKind::from_code("missing-doctype").unwrap();
    /// let parsed = Parser::new().collect_errors(true).ignore_errors([kind]).parse("<p>");
    /// assert!(parsed.errors().is_empty());
    /// ```
    #[must_use]
    pub fn ignore_errors(mut self, kinds: impl IntoIterator<Item = ErrorKind>) -> Self {
        for kind in kinds {
            if let Err(position) = self.ignored_errors.binary_search(&kind) {
                self.ignored_errors.insert(position, kind);
            }
        }
        self
    }

    /// Sets whether the document records the source spans of its nodes and attributes: see
    /// [`NodeSource::source_span`](crate::source::NodeSource::source_span), and [`SourceEdits`](crate::source::SourceEdits), which changes
    /// single nodes in a source and leaves every other byte unchanged. If spans are not recorded, they cost nothing.
    ///
    /// Spans are byte offsets into the decoded text, whether or not it comes in chunks. While a document is parsed in
    /// chunks, a CR LF counts as one character; the [final result](crate::stream::StreamParser::finish) has the correct offsets. Text that
    /// a script writes is counted where it is inserted. A [`ByteMap`](crate::source::ByteMap) converts offsets to those of the
    /// original bytes.
    ///
    /// ```
    /// use hedgerow::source::{NodeSource, SourceEdits};
    /// use hedgerow::Parser;
    /// let html = "<p>See <A  HREF='http://one.example'>one</a>\r\n and <a title=x href=http://two.example/?a>two</a>";
    /// let document = Parser::new().source_spans(true).parse(html).into_document();
    /// let mut edits = SourceEdits::new(&document);
    /// for link in document.root().descendants() {
    ///     let Some(target) = link.attribute("href") else { continue };
    ///     let span = link.attribute_span("href").unwrap().value.unwrap();
    ///     assert_eq!(span.of(html), Some(target));
    ///     edits.set_attribute(link.id(), "href", &target.replace("http:", "https:"))?;
    /// }
    /// assert_eq!(
    ///     edits.apply()?,
    ///     "<p>See <A  HREF='https://one.example'>one</a>\r\n and <a title=x href=\"https://two.example/?a\">two</a>"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "source")]
    #[must_use]
    pub fn source_spans(mut self, keep: bool) -> Self {
        self.source_spans = keep;
        self
    }

    /// Sets whether `<template shadowrootmode>` attaches a shadow root, as when a browser loads a page. By default it does
    /// not: the element stays a `template` in the tree, so that traversal and serialization include everything in the
    /// source.
    ///
    /// A `<template shadowrootmode>` directly in a fragment always stays a `template`: its host would be the context
    /// element, which is not part of the result.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#allow-declarative-shadow-roots>
    ///
    /// ```
    /// let html = "<div><template shadowrootmode=open>x</template></div>";
    /// let parsed = hedgerow::Parser::new().allow_declarative_shadow_roots(true).parse(html);
    /// let document = parsed.document();
    /// let host = document.root().descendants().find(|node| node.shadow_root().is_some()).unwrap();
    /// assert_eq!(host.shadow_root().unwrap().text(), "x");
    /// ```
    #[must_use]
    pub fn allow_declarative_shadow_roots(mut self, allow: bool) -> Self {
        self.allow_declarative_shadow_roots = allow;
        self
    }

    /// Sets whether the document is an `iframe` `srcdoc` document, which is never in quirks mode.
    ///
    /// <https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document>
    ///
    /// ```
    /// use hedgerow::dom::QuirksMode;
    /// use hedgerow::Parser;
    /// let parsed = Parser::new().iframe_srcdoc(true).parse("<p>");
    /// assert_eq!(parsed.document().quirks_mode(), QuirksMode::NoQuirks);
    /// ```
    #[must_use]
    pub fn iframe_srcdoc(mut self, srcdoc: bool) -> Self {
        self.iframe_srcdoc = srcdoc;
        self
    }

    /// Sets whether a [`StreamParser`](crate::stream::StreamParser) pauses where a script would run, so that the caller can run it.
    ///
    /// Scripts run only if scripting is enabled: in documents, and in fragments if the mode is [`ScriptingMode::Fragment`].
    /// Otherwise this setting has no effect.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scriptEndTag>
    ///
    /// ```
    /// use hedgerow::stream::Progress;
    /// use hedgerow::Parser;
    /// let mut stream = Parser::new().scripting(true).pause_at_scripts(true).stream();
    /// assert!(matches!(stream.feed("<script>1</script><p>"), Progress::Script(_)));
    /// assert_eq!(stream.document().root().descendants().count(), 4); // html, head, script and its text
    /// assert_eq!(stream.finish_script(), Progress::NeedsInput);
    /// assert_eq!(stream.document().root().descendants().count(), 6);
    /// ```
    #[must_use]
    pub fn pause_at_scripts(mut self, pause: bool) -> Self {
        self.pause_at_scripts = pause;
        self
    }

    /// Bounds the cost of a document. By default only the length is bounded, by 1 GiB.
    ///
    /// ```
    /// use hedgerow::{Limits, Parser};
    /// let parsed = Parser::new().limits(Limits::BROWSER).parse(&"<div>".repeat(600));
    /// assert_eq!(parsed.complete().unwrap_err().parsed.document().root().descendants().count(), 514);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether a stream parser pauses at scripts.
    pub(crate) fn pauses_at_scripts(&self, is_fragment: bool) -> bool {
        let mode = self.tree_builder_options(is_fragment).scripting_mode;
        self.pause_at_scripts && matches!(mode, ScriptingMode::Normal | ScriptingMode::Fragment)
    }

    /// The settings of tree construction, for a document or a fragment.
    pub(crate) fn tree_builder_options(&self, is_fragment: bool) -> TreeBuilderOptions {
        let scripting_mode = match self.scripting {
            None => ScriptingMode::Disabled,
            Some(ScriptingMode::Normal) if is_fragment => ScriptingMode::Inert,
            Some(mode) => mode,
        };
        TreeBuilderOptions::default()
            .scripting_mode(scripting_mode)
            .allow_declarative_shadow_roots(self.allow_declarative_shadow_roots)
            .iframe_srcdoc(self.iframe_srcdoc)
    }
}
