//! [`ParseError`]: what is wrong with the markup, and where.

use std::fmt;

use hedgerow_input::{Location, MalformedBytes};
use hedgerow_tokenizer::ParseErrorCode;
use hedgerow_tree::TreeConstructionError;

/// Which parse error it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ErrorKind {
    /// An error to which the standard gives a code.
    Standard(ParseErrorCode),
    /// An error of tree construction; its code is provisional.
    TreeConstruction(TreeConstructionError),
    /// Bytes that are malformed in the encoding, and have become U+FFFD. The standard has no code for it; this one is
    /// provisional: `malformed-bytes-in-input-stream`.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
    MalformedBytes(MalformedBytes),
}

/// A parse error with its place in the preprocessed text.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub(crate) kind: ErrorKind,
    pub(crate) start: Location,
    pub(crate) end: Location,
}

impl ParseError {
    /// Which error it is.
    ///
    /// ```
    /// use hedgerow::{ErrorKind, ParseErrorCode, Parser};
    /// let parsed = Parser::new().collect_errors(true).parse("<!DOCTYPE html><p></p a=b>");
    /// assert_eq!(parsed.errors()[0].kind(), ErrorKind::Standard(ParseErrorCode::EndTagWithAttributes));
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The code, such as `eof-in-tag`.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html><p");
    /// assert_eq!(parsed.errors()[0].code(), "eof-in-tag");
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.kind {
            ErrorKind::Standard(code) => code.code(),
            ErrorKind::TreeConstruction(error) => error.code(),
            ErrorKind::MalformedBytes(_) => "malformed-bytes-in-input-stream",
        }
    }

    /// The bytes that are malformed, if that is the error: their offset counts from the first byte of the input.
    ///
    /// ```
    /// use hedgerow::{EncodingHints, MalformedBytes, Parser};
    /// let parser = Parser::new().collect_errors(true);
    /// let parsed = parser.parse_bytes(b"\xEF\xBB\xBF<!DOCTYPE html><p>\xE2\x82", &EncodingHints::new());
    /// let error = parsed.errors()[0];
    /// assert_eq!(error.to_string(), "1:19: malformed-bytes-in-input-stream");
    /// assert_eq!(error.malformed_bytes(), Some(MalformedBytes { offset: 21, length: 2 }));
    /// ```
    #[must_use]
    pub fn malformed_bytes(&self) -> Option<MalformedBytes> {
        match self.kind {
            ErrorKind::MalformedBytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Whether the code is the standard's, and not a provisional one.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("");
    /// assert!(!parsed.errors()[0].is_standard());
    /// ```
    #[must_use]
    pub fn is_standard(&self) -> bool {
        matches!(self.kind, ErrorKind::Standard(_))
    }

    /// Where it begins.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html>\n<p");
    /// assert_eq!((parsed.errors()[0].start().line, parsed.errors()[0].start().column), (2, 3));
    /// ```
    #[must_use]
    pub fn start(&self) -> Location {
        self.start
    }

    /// Where it ends; the same place where it begins if it is about one character.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html><b/>");
    /// assert_eq!(parsed.errors()[0].end().offset, 19);
    /// ```
    #[must_use]
    pub fn end(&self) -> Location {
        self.end
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.start.line, self.start.column, self.code())
    }
}
