//! The first lines a user writes: [`parse`], [`parse_bytes`], [`parse_fragment`], and the [`Parsed`] result.

use hedgerow_dom::Document;
use hedgerow_input::{EncodingHints, SniffedEncoding};

use crate::{Context, ParseError, Parser};

/// What a parse returns: the tree, and what was found out on the way.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub(crate) document: Document,
    pub(crate) errors: Vec<ParseError>,
    pub(crate) encoding: Option<SniffedEncoding>,
}

impl Parsed {
    /// The tree.
    ///
    /// ```
    /// assert_eq!(hedgerow::Parser::new().parse("<p>a").document().root().text(), "a");
    /// ```
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The tree, to be kept.
    ///
    /// ```
    /// let document: hedgerow::Document = hedgerow::Parser::new().parse("<p>a").into_document();
    /// assert_eq!(document.root().text(), "a");
    /// ```
    #[must_use]
    pub fn into_document(self) -> Document {
        self.document
    }

    /// The parse errors in the order of their places; none unless they were asked for.
    ///
    /// ```
    /// assert!(hedgerow::Parser::new().parse("<p>a").errors().is_empty());
    /// ```
    #[must_use]
    pub fn errors(&self) -> &[ParseError] {
        &self.errors
    }

    /// The encoding of the bytes, if bytes were parsed.
    ///
    /// ```
    /// use hedgerow::{Confidence, EncodingHints, Parser};
    /// let parsed = Parser::new().parse_bytes(b"\xEF\xBB\xBF<p>", &EncodingHints::new());
    /// assert_eq!(parsed.encoding().unwrap().confidence, Confidence::Certain);
    /// ```
    #[must_use]
    pub fn encoding(&self) -> Option<SniffedEncoding> {
        self.encoding
    }
}

/// Parses a document.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing>
///
/// ```
/// let document = hedgerow::parse("<p>Hello <b>world</b>");
/// assert_eq!(document.root().text(), "Hello world");
/// ```
///
/// # Panics
///
/// If the text is longer than 4 GiB.
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
///
/// # Panics
///
/// If the text is longer than 4 GiB.
#[must_use]
pub fn parse_bytes(bytes: &[u8]) -> Document {
    Parser::new().parse_bytes(bytes, &EncodingHints::new()).into_document()
}

/// Parses a fragment in the context of an element. The root of the result is a `DocumentFragment`.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>
///
/// ```
/// use hedgerow::{Context, NodeKind, parse_fragment};
/// let cells = parse_fragment("<td>1<td>2", &Context::html("tr"));
/// assert_eq!(cells.root().kind(), NodeKind::DocumentFragment);
/// assert_eq!(cells.root().inner_html(), "<td>1</td><td>2</td>");
/// ```
///
/// # Panics
///
/// If the text is longer than 4 GiB.
#[must_use]
pub fn parse_fragment(html: &str, context: &Context) -> Document {
    Parser::new().parse_fragment(html, context).into_document()
}
