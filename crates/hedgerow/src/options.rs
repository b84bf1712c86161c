//! [`Parser`]: the settings of a parse, and the ways to start it.

use hedgerow_dom::Document;
use hedgerow_input::{EncodingHints, decode, normalize_newlines};
use hedgerow_tree::{ScriptingMode, TreeBuilderOptions};

use crate::parse::Parsed;
use crate::stream::parse_preprocessed;
use crate::{Context, StreamParser};

/// A parser with settings. It can be used for any number of documents.
///
/// ```
/// use hedgerow::Parser;
/// let parser = Parser::new().scripting(true);
/// let document = parser.parse("<noscript><p>no</noscript>").into_document();
/// assert!(document.root().inner_html().contains("<noscript>&lt;p&gt;no</noscript>"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parser {
    pub(crate) scripting: Option<ScriptingMode>,
    pub(crate) collect_errors: bool,
    pub(crate) allow_declarative_shadow_roots: bool,
    pub(crate) iframe_srcdoc: bool,
}

impl Parser {
    /// The settings of a browser's `DOMParser`: scripting disabled, declarative shadow roots left as templates; and no
    /// errors collected.
    ///
    /// ```
    /// assert_eq!(hedgerow::Parser::new(), hedgerow::Parser::default());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether scripting is enabled. Nothing is executed either way; with scripting, `noscript` contains only text.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scripting-mode>
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().scripting(false).parse("<body><noscript><p>no</noscript>");
    /// assert!(parsed.document().root().inner_html().contains("<noscript><p>no</p></noscript>"));
    /// ```
    #[must_use]
    pub fn scripting(mut self, enabled: bool) -> Self {
        // Enabled means "normal" for a document and "inert" for a fragment, where it is resolved.
        self.scripting = enabled.then_some(ScriptingMode::Normal);
        self
    }

    /// The scripting mode, where enabled or not is not enough.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scripting-mode>
    ///
    /// ```
    /// use hedgerow::{Context, Parser, ScriptingMode};
    /// let parser = Parser::new().scripting_mode(ScriptingMode::Fragment);
    /// assert_eq!(parser.parse_fragment("<noscript><p>", &Context::html("div")).document().root().text(), "<p>");
    /// ```
    #[must_use]
    pub fn scripting_mode(mut self, mode: ScriptingMode) -> Self {
        self.scripting = Some(mode);
        self
    }

    /// Whether parse errors are collected. If not, looking for them costs nothing.
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

    /// Whether `<template shadowrootmode>` attaches a shadow root, as when a browser loads a page. Initially it does not:
    /// it stays a `template` element in the tree, and nothing of the source is hidden from who walks or serializes it.
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

    /// Whether the document is an `iframe` `srcdoc` document, which is never in quirks mode.
    ///
    /// <https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document>
    ///
    /// ```
    /// use hedgerow::{Parser, QuirksMode};
    /// let parsed = Parser::new().iframe_srcdoc(true).parse("<p>");
    /// assert_eq!(parsed.document().quirks_mode(), QuirksMode::NoQuirks);
    /// ```
    #[must_use]
    pub fn iframe_srcdoc(mut self, srcdoc: bool) -> Self {
        self.iframe_srcdoc = srcdoc;
        self
    }

    /// Parses a document.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing>
    ///
    /// ```
    /// let document = hedgerow::Parser::new().parse("<title>Hedge</title>").into_document();
    /// assert_eq!(document.root().text(), "Hedge");
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is longer than 4 GiB.
    #[must_use]
    pub fn parse(&self, html: &str) -> Parsed {
        parse_preprocessed(self, None, &normalize_newlines(html), None)
    }

    /// Parses a document into the memory of another one that is not needed any more.
    ///
    /// The result is that of [`parse`](Self::parse). Whoever parses many documents one after the other saves the system the
    /// work of taking memory back and giving it out again, which is a good part of the time for large ones.
    ///
    /// ```
    /// use hedgerow::{Document, Parser};
    /// let parser = Parser::new();
    /// let mut document = Document::new();
    /// for html in ["<title>One</title>", "<title>Two</title>"] {
    ///     document = parser.parse_reusing(html, document).into_document();
    ///     assert_eq!(document.root().text().len(), 3);
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is longer than 4 GiB.
    #[must_use]
    pub fn parse_reusing(&self, html: &str, spare: Document) -> Parsed {
        parse_preprocessed(self, None, &normalize_newlines(html), Some(spare))
    }

    /// Parses a document from bytes: determines their encoding, decodes and parses them.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
    ///
    /// ```
    /// use hedgerow::{EncodingHints, Parser, encoding_for_label};
    /// let shift_jis = encoding_for_label("shift_jis").unwrap();
    /// let parsed = Parser::new().parse_bytes(b"<p>\x90\xB6\x8A_", &EncodingHints::new().transport(shift_jis));
    /// assert_eq!(parsed.document().root().text(), "生垣");
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is longer than 4 GiB.
    #[must_use]
    pub fn parse_bytes(&self, bytes: &[u8], hints: &EncodingHints) -> Parsed {
        let decoded = decode(bytes, hints);
        let mut parsed = self.parse(&decoded.text);
        parsed.encoding = Some(decoded.encoding);
        parsed
    }

    /// Parses a fragment in the context of an element. The root of the result is a `DocumentFragment`.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>
    ///
    /// ```
    /// use hedgerow::{Context, Parser};
    /// let parsed = Parser::new().parse_fragment("a<td>b", &Context::html("div"));
    /// assert_eq!(parsed.document().root().inner_html(), "ab");
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is longer than 4 GiB.
    #[must_use]
    pub fn parse_fragment(&self, html: &str, context: &Context) -> Parsed {
        parse_preprocessed(self, Some(context), &normalize_newlines(html), None)
    }

    /// Parses a fragment from bytes: determines their encoding, decodes and parses them.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>
    ///
    /// ```
    /// use hedgerow::{Context, EncodingHints, Parser};
    /// let parsed = Parser::new().parse_fragment_bytes(b"<li>\xC3\xA9", &EncodingHints::new(), &Context::html("ul"));
    /// assert_eq!(parsed.document().root().text(), "é");
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is longer than 4 GiB.
    #[must_use]
    pub fn parse_fragment_bytes(&self, bytes: &[u8], hints: &EncodingHints, context: &Context) -> Parsed {
        let decoded = decode(bytes, hints);
        let mut parsed = self.parse_fragment(&decoded.text, context);
        parsed.encoding = Some(decoded.encoding);
        parsed
    }

    /// Starts to parse a document whose text comes in chunks.
    ///
    /// ```
    /// let mut stream = hedgerow::Parser::new().stream();
    /// stream.feed("<p>Hel");
    /// stream.feed("lo</");
    /// stream.feed("p>");
    /// assert_eq!(stream.finish().document().root().text(), "Hello");
    /// ```
    #[must_use]
    pub fn stream(&self) -> StreamParser {
        StreamParser::new(self, None)
    }

    /// Starts to parse a fragment whose text comes in chunks.
    ///
    /// ```
    /// let mut stream = hedgerow::Parser::new().stream_fragment(&hedgerow::Context::html("title"));
    /// stream.feed("1 <");
    /// stream.feed(" 2");
    /// assert_eq!(stream.finish().document().root().text(), "1 < 2");
    /// ```
    #[must_use]
    pub fn stream_fragment(&self, context: &Context) -> StreamParser {
        StreamParser::new(self, Some(context))
    }

    /// The settings of tree construction, for a document or a fragment.
    pub(crate) fn tree_builder_options(&self, is_fragment: bool) -> TreeBuilderOptions {
        let scripting_mode = match self.scripting {
            None => ScriptingMode::Disabled,
            Some(ScriptingMode::Normal) if is_fragment => ScriptingMode::Inert,
            Some(mode) => mode,
        };
        TreeBuilderOptions {
            scripting_mode,
            allow_declarative_shadow_roots: self.allow_declarative_shadow_roots,
            iframe_srcdoc: self.iframe_srcdoc,
        }
    }
}
