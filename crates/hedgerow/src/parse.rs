//! The simplest entry points: [`parse`], [`parse_bytes`], [`parse_fragment`], and their result [`Parsed`].

use std::fmt;

use hedgerow_dom::Document;
use hedgerow_input::{EncodingHints, SniffedEncoding};

use crate::errors::{ErrorKind, ParseError};
use crate::limits::Stop;
use crate::{Context, Parser};

/// The result of a parse: the tree, the errors, the encoding, and the reason for an early stop.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub(crate) document: Document,
    pub(crate) errors: Vec<ParseError>,
    /// The number of parse errors of each kind that are not kept.
    pub(crate) errors_left_out: Vec<(ErrorKind, usize)>,
    pub(crate) encoding: Option<SniffedEncoding>,
    pub(crate) malformed_sequences: Option<u64>,
    pub(crate) stop: Option<Stop>,
}

impl Parsed {
    /// A result with a document only.
    #[cfg(feature = "sanitize")]
    pub(crate) fn of(document: Document) -> Self {
        let (errors, errors_left_out) = (Vec::new(), Vec::new());
        Self { document, errors, errors_left_out, encoding: None, malformed_sequences: None, stop: None }
    }

    /// The tree.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The tree, as an owned document.
    #[must_use]
    pub fn into_document(self) -> Document {
        self.document
    }

    /// The tree and the [errors](Self::errors), both owned.
    ///
    /// ```
    /// let (document, errors) = hedgerow::Parser::new().collect_errors(true).parse("<p>a").into_parts();
    /// assert_eq!((document.root().text().as_str(), errors[0].code()), ("a", "missing-doctype"));
    /// ```
    #[must_use]
    pub fn into_parts(self) -> (Document, Vec<ParseError>) {
        (self.document, self.errors)
    }

    /// The parse errors in source order; empty unless [errors are collected](Parser::collect_errors).
    #[must_use]
    pub fn errors(&self) -> &[ParseError] {
        &self.errors
    }

    /// The number of parse errors, including those that [are not kept](Parser::keep_errors). If the parser
    /// [stopped](Self::stop), the number is not exact: it may include errors after the place where it stopped.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().keep_errors(1).parse("<p></b></i>");
    /// assert_eq!(parsed.errors()[0].to_string(), "1:1: missing-doctype");
    /// assert_eq!((parsed.errors().len(), parsed.error_count()), (1, 3));
    /// ```
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.errors.len() + self.errors_left_out.iter().map(|(_, count)| count).sum::<usize>()
    }

    /// The number of parse errors of each kind that are not kept because [enough others](Parser::keep_errors) come before
    /// them. After a [stop](Self::stop), the numbers are not exact, as for [`error_count`](Self::error_count).
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().keep_errors(1).parse("<p></b></i></u></b =>");
    /// let (kind, count) = parsed.errors_left_out().next().unwrap();
    /// assert_eq!((kind.code(), count), ("end-tag-with-attributes", 1));
    /// ```
    pub fn errors_left_out(&self) -> impl Iterator<Item = (ErrorKind, usize)> {
        self.errors_left_out.iter().copied()
    }

    pub(crate) fn set_encoding(&mut self, encoding: Option<SniffedEncoding>) {
        self.encoding = encoding;
        if let Some(sniffed) = encoding {
            self.document.set_character_set(sniffed.encoding.name());
        }
    }

    /// The encoding with which the bytes were finally decoded, if bytes were parsed; with its confidence and its origin.
    ///
    /// If the parser [stopped](Self::stop) early, this is the encoding that it had found so far; `None` if it had not found one yet,
    /// which is possible if the bytes came in chunks.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
    ///
    /// ```
    /// use hedgerow::encoding::{Confidence, EncodingReason};
    /// use hedgerow::{EncodingHints, Parser};
    /// let parsed = Parser::new().parse_bytes(b"<meta charset=koi8-r>\xCB\xD5\xD3\xD4", &EncodingHints::new());
    /// let encoding = parsed.encoding().unwrap();
    /// assert_eq!((encoding.encoding.name(), encoding.reason), ("KOI8-R", EncodingReason::Meta));
    /// assert_eq!(encoding.confidence, Confidence::Certain, "the parser has found the element, too");
    /// assert_eq!(parsed.document().root().text(), "куст");
    /// ```
    #[must_use]
    pub fn encoding(&self) -> Option<SniffedEncoding> {
        self.encoding
    }

    /// The number of malformed byte sequences, each of which became a U+FFFD; `None` if text was parsed, or bytes in chunks.
    ///
    /// ```
    /// use hedgerow::{EncodingHints, Parser};
    /// let parsed = Parser::new().parse_bytes(b"<meta charset=utf-8>a\xFFb\xC3", &EncodingHints::new());
    /// assert_eq!(parsed.malformed_sequences(), Some(2));
    /// ```
    #[must_use]
    pub fn malformed_sequences(&self) -> Option<u64> {
        self.malformed_sequences
    }

    /// Why the parser stopped before the end of the input, so that the tree is incomplete; `None` if it reached the end.
    ///
    /// ```
    /// use hedgerow::{Limits, Parser};
    /// let limits = Limits::UNLIMITED.nodes(3);
    /// assert!(Parser::new().limits(limits).parse("<p>a<p>b").stop().is_some());
    /// assert!(Parser::new().parse("<p>a<p>b").stop().is_none());
    /// ```
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Returns this result if the parser reached the end of the input.
    ///
    /// ```
    /// use hedgerow::{Limits, Parser};
    /// let parser = Parser::new().limits(Limits::UNLIMITED.bytes(5));
    /// assert!(parser.parse("<p>a").complete().is_ok());
    /// let incomplete = parser.parse("<p>abc").complete().unwrap_err();
    /// assert!(incomplete.to_string().starts_with("the input is longer than 5 bytes"));
    /// assert_eq!(incomplete.parsed.document().root().text(), "ab");
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit was exceeded, or the caller stopped the parser. The error contains the tree so far.
    pub fn complete(self) -> Result<Self, Incomplete> {
        match self.stop {
            None => Ok(self),
            Some(reason) => Err(Incomplete { reason, parsed: Box::new(self) }),
        }
    }
}

/// The error for a parse that stopped before the end of the input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Incomplete {
    /// Why the parser stopped.
    pub reason: Stop,
    /// The tree so far.
    pub parsed: Box<Parsed>,
}

impl fmt::Display for Incomplete {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(formatter)
    }
}

impl std::error::Error for Incomplete {}

/// Parses a document.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing>
///
/// ```
/// let document = hedgerow::parse("<p>Hello <b>world</b>");
/// assert_eq!(document.root().text(), "Hello world");
/// ```
#[must_use]
pub fn parse(html: &str) -> Document {
    Parser::new().parse(html).into_document()
}

/// Parses a document from bytes: determines their encoding, decodes and parses them.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
///
/// ```
/// let document = hedgerow::parse_bytes(b"\xFE\xFF\0<\0p\0>\0\xE9");
/// assert_eq!(document.root().text(), "é");
/// ```
#[must_use]
pub fn parse_bytes(bytes: &[u8]) -> Document {
    Parser::new().parse_bytes(bytes, &EncodingHints::new()).into_document()
}

/// Parses a fragment in the context of an element. The root of the result is a `DocumentFragment`.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>
///
/// ```
/// use hedgerow::dom::NodeKind;
/// use hedgerow::{Context, ToHtml, parse_fragment};
/// let cells = parse_fragment("<td>1<td>2", &Context::html("tr"));
/// assert_eq!(cells.root().kind(), NodeKind::DocumentFragment);
/// assert_eq!(cells.root().inner_html(), "<td>1</td><td>2</td>");
/// ```
#[must_use]
pub fn parse_fragment(html: &str, context: &Context) -> Document {
    Parser::new().parse_fragment(html, context).into_document()
}
