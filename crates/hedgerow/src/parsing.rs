//! The methods of [`Parser`] that start a parse.

use std::io::{self, Read};
use std::ops::ControlFlow;

use hedgerow_dom::{Document, NodeRef, SharedText};
use hedgerow_input::{Encoding, EncodingHints};

use crate::stream::{ByteStreamParser, StreamParser};
use crate::whole::{DecodedText, Job};
use crate::{Context, Parsed, Parser};

impl Parser {
    /// Parses a document.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing>
    ///
    /// ```
    /// let document = hedgerow::Parser::new().parse("<title>Hedge</title>").into_document();
    /// assert_eq!(document.root().text(), "Hedge");
    /// ```
    #[must_use]
    pub fn parse(&self, html: &str) -> Parsed {
        Job::new(self, None).parse(&html.into())
    }

    /// Parses a document whose nodes refer to the given text, not to a copy, which saves up to a seventh of the time.
    ///
    /// The result is the same as with [`parse`](Self::parse). The document keeps the whole text in memory.
    ///
    /// ```
    /// use hedgerow::Parser;
    /// use hedgerow::dom::SharedText;
    /// let page = String::from("<title>Hedge</title>");
    /// let document = Parser::new().parse_shared(SharedText::new(page)).into_document();
    /// assert_eq!(document.root().text(), "Hedge");
    /// ```
    #[must_use]
    pub fn parse_shared(&self, html: SharedText) -> Parsed {
        Job::new(self, None).parse(&html.into())
    }

    /// Parses a document until the caller asks to stop. The callback receives each element when it is finished, that is,
    /// no longer on the stack of open elements, and without an open element in it. The callback must be `Send`, because the
    /// parser stores it like the callback of [`StreamParser::stop_when`], and a stream parser can be moved to another thread.
    ///
    /// A void element such as `meta` is finished immediately; an element that is never closed is finished at the end of the
    /// document. Metadata between the end of the `head` and the body is inserted into the `head`, which is then finished once more.
    /// The parser may still move elements that are misnested.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use hedgerow::dom::known;
    /// use hedgerow::limits::Stop;
    /// use hedgerow::Parser;
    /// let mut title = None;
    /// let parsed = Parser::new().parse_until("<title>Hedge</title><p>and much more", |element| {
    ///     if element.is_html(known::TITLE) {
    ///         title = Some(element.text());
    ///         return ControlFlow::Break(());
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(title.as_deref(), Some("Hedge"));
    /// assert_eq!(parsed.stop(), Some(Stop::Caller));
    /// assert_eq!(parsed.document().root().text(), "Hedge");
    /// ```
    #[must_use]
    pub fn parse_until(
        &self,
        html: &str,
        watcher: impl FnMut(NodeRef<'_>) -> ControlFlow<()> + Send,
    ) -> Parsed {
        Job { watcher: Some(Box::new(watcher)), ..Job::new(self, None) }.parse(&html.into())
    }

    /// Parses a document, reusing the memory of another document that is no longer needed.
    ///
    /// The result is the same as with [`parse`](Self::parse). When many large documents are parsed one after the other, this
    /// saves a considerable part of the time, because memory is not returned to the system and requested again. Unlike
    /// the result of `parse`, the document keeps its unused memory, so that the next parse can reuse it.
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
    #[must_use]
    pub fn parse_reusing(&self, html: &str, spare: Document) -> Parsed {
        Job { spare: Some(spare), keeps_reserve: true, ..Job::new(self, None) }.parse(&html.into())
    }

    /// Parses a document from bytes: determines their encoding, decodes and parses them. If a `meta` element that is found
    /// during parsing declares another encoding, the bytes are decoded and parsed again.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
    ///
    /// ```
    /// use hedgerow::{EncodingHints, Parser};
    /// let hints = EncodingHints::new().content_type("text/html; charset=shift_jis");
    /// let parsed = Parser::new().parse_bytes(b"<p>\x90\xB6\x8A_", &hints);
    /// assert_eq!(parsed.document().root().text(), "生垣");
    /// ```
    #[must_use]
    pub fn parse_bytes(&self, bytes: &[u8], hints: &EncodingHints) -> Parsed {
        Job::new(self, None).parse_bytes(bytes, hints)
    }

    /// Parses bytes that [were decoded](DecodedText), as a document, or as a fragment if there is a context. The result is that of
    /// [`parse_bytes`](Self::parse_bytes), but the limit on [bytes](crate::Limits::bytes) counts those of the text in UTF-8.
    ///
    /// # Errors
    ///
    /// If a `meta` element declares another encoding: the encoding with which the bytes must be [decoded again](DecodedText::again).
    pub fn parse_decoded(
        &self,
        decoded: DecodedText,
        context: Option<&Context>,
    ) -> Result<Parsed, &'static Encoding> {
        Job::new(self, context).parse_decoded(decoded)
    }

    /// Parses a document from bytes, read in chunks. Reading ends when the parser [stops](Parsed::stop).
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
    ///
    /// ```
    /// use hedgerow::{EncodingHints, Parser};
    /// let file: &[u8] = b"<p>Yew"; // or std::fs::File, std::io::stdin(), …
    /// let parsed = Parser::new().parse_reader(file, &EncodingHints::new())?;
    /// assert_eq!(parsed.document().root().text(), "Yew");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the reader returns an error other than [`ErrorKind::Interrupted`](io::ErrorKind::Interrupted).
    pub fn parse_reader(&self, reader: impl Read, hints: &EncodingHints) -> io::Result<Parsed> {
        let mut stream = self.stream_bytes(hints);
        stream.feed_all(reader)?;
        Ok(stream.finish())
    }

    /// Parses a fragment in the context of an element. The root of the result is a `DocumentFragment`.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>
    ///
    /// ```
    /// use hedgerow::{Context, Parser, ToHtml};
    /// let parsed = Parser::new().parse_fragment("a<td>b", &Context::html("div"));
    /// assert_eq!(parsed.document().root().inner_html(), "ab");
    /// ```
    #[must_use]
    pub fn parse_fragment(&self, html: &str, context: &Context) -> Parsed {
        Job::new(self, Some(context)).parse(&html.into())
    }

    /// Parses a fragment from bytes: determines their encoding, decodes and parses them.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>
    ///
    /// ```
    /// use hedgerow::{Context, EncodingHints, Parser};
    /// let context = Context::html("ul");
    /// let parsed = Parser::new().parse_fragment_bytes(b"<li>\xC3\xA9", &EncodingHints::new(), &context);
    /// assert_eq!(parsed.document().root().text(), "é");
    /// ```
    #[must_use]
    pub fn parse_fragment_bytes(&self, bytes: &[u8], hints: &EncodingHints, context: &Context) -> Parsed {
        Job::new(self, Some(context)).parse_bytes(bytes, hints)
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
        StreamParser::of_text(self, None)
    }

    /// Starts to parse a document whose bytes come in chunks.
    ///
    /// ```
    /// let mut stream = hedgerow::Parser::new().stream_bytes(&hedgerow::EncodingHints::new());
    /// stream.feed(b"<p>caf\xC3");
    /// stream.feed(b"\xA9");
    /// assert_eq!(stream.finish().document().root().text(), "café");
    /// ```
    #[must_use]
    pub fn stream_bytes(&self, hints: &EncodingHints) -> ByteStreamParser {
        ByteStreamParser::of_bytes(self, None, hints)
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
        StreamParser::of_text(self, Some(context))
    }

    /// Starts to parse a fragment whose bytes come in chunks.
    ///
    /// ```
    /// use hedgerow::{Context, EncodingHints, Parser, ToHtml};
    /// let mut stream = Parser::new().stream_fragment_bytes(&EncodingHints::new(), &Context::html("tr"));
    /// stream.feed(b"<td>1");
    /// assert_eq!(stream.finish().document().root().inner_html(), "<td>1</td>");
    /// ```
    #[must_use]
    pub fn stream_fragment_bytes(&self, hints: &EncodingHints, context: &Context) -> ByteStreamParser {
        ByteStreamParser::of_bytes(self, Some(context), hints)
    }
}
