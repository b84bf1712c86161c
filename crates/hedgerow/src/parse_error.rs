//! [`ErrorKind`], which parse error it is, and [`ParseError`], one that was found: where, and about what.
//!
//! What is said about each kind is in `error_table/`.

use std::fmt;

use hedgerow_input::{Location, MalformedBytes, Span};
use hedgerow_names::KeptName;
use hedgerow_tokenizer::ParseErrorCode;
use hedgerow_tree::TreeConstructionError;

use crate::AuthoringRule;
use crate::error_table::{self, Example};

/// The code of [`ErrorKind::MalformedBytes`].
const MALFORMED_BYTES: &str = "malformed-bytes-in-input-stream";

/// Where the pages of the standard are.
const STANDARD: &str = "https://html.spec.whatwg.org/multipage/";

/// The page to which the anchors of parse errors belong.
const PAGE: &str = "https://html.spec.whatwg.org/multipage/parsing.html";

/// Which parse error it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An error to which the standard gives a code.
    Standard(ParseErrorCode),
    /// An error of tree construction; its code is provisional.
    TreeConstruction(TreeConstructionError),
    /// Bytes that are malformed in the encoding, and have become U+FFFD. The standard has no code for it; this one is
    /// provisional: `malformed-bytes-in-input-stream`.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
    MalformedBytes,
    /// No parse error, but a rule for authors that is broken, if [they are looked at](crate::Parser::authoring_rules).
    Authoring(AuthoringRule),
}

impl ErrorKind {
    /// All kinds of errors: first those of the standard, in its order.
    ///
    /// ```
    /// use hedgerow::ErrorKind;
    /// assert_eq!(ErrorKind::all().filter(|kind| kind.is_standard()).count(), 52);
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        error_table::kinds()
    }

    /// The kind that has this code.
    ///
    /// ```
    /// use hedgerow::{ErrorKind, ParseErrorCode};
    /// assert_eq!(ErrorKind::from_code("eof-in-tag"), Some(ErrorKind::Standard(ParseErrorCode::EofInTag)));
    /// assert_eq!(ErrorKind::from_code("no-such-code"), None);
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        let standard = ParseErrorCode::from_code(code).map(Self::Standard);
        standard
            .or_else(|| TreeConstructionError::from_code(code).map(Self::TreeConstruction))
            .or_else(|| (code == MALFORMED_BYTES).then_some(Self::MalformedBytes))
            .or_else(|| AuthoringRule::from_code(code).map(Self::Authoring))
    }

    /// The code, such as `eof-in-tag`.
    ///
    /// ```
    /// assert_eq!(hedgerow::ErrorKind::MalformedBytes.code(), "malformed-bytes-in-input-stream");
    /// ```
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Standard(code) => code.code(),
            Self::TreeConstruction(error) => error.code(),
            Self::MalformedBytes => MALFORMED_BYTES,
            Self::Authoring(rule) => rule.code(),
        }
    }

    /// Whether the code is the standard's, and not a provisional one.
    ///
    /// ```
    /// assert!(!hedgerow::ErrorKind::MalformedBytes.is_standard());
    /// ```
    #[must_use]
    pub fn is_standard(self) -> bool {
        matches!(self, Self::Standard(_))
    }

    /// Whether it is a parse error, and not a rule for authors.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
    ///
    /// ```
    /// use hedgerow::ErrorKind;
    /// assert!(ErrorKind::from_code("duplicate-attribute").unwrap().is_parse_error());
    /// assert!(!ErrorKind::from_code("duplicate-id").unwrap().is_parse_error());
    /// ```
    #[must_use]
    pub fn is_parse_error(self) -> bool {
        !matches!(self, Self::Authoring(_))
    }

    /// What is wrong, in one sentence.
    ///
    /// ```
    /// let kind = hedgerow::ErrorKind::from_code("eof-in-comment").unwrap();
    /// assert_eq!(kind.explanation(), "The document ends in the middle of a comment.");
    /// ```
    #[must_use]
    pub fn explanation(self) -> &'static str {
        error_table::texts(self).explanation
    }

    /// What the parser makes of it, and how it comes about.
    ///
    /// ```
    /// let kind = hedgerow::ErrorKind::from_code("eof-in-comment").unwrap();
    /// assert_eq!(kind.details(), "All that follows the beginning of the comment belongs to it.");
    /// ```
    #[must_use]
    pub fn details(self) -> &'static str {
        error_table::texts(self).details
    }

    /// What to do about it, in one sentence, if that can be said.
    ///
    /// ```
    /// let kind = hedgerow::ErrorKind::from_code("eof-in-comment").unwrap();
    /// assert_eq!(kind.fix(), Some("End the comment with `-->`."));
    /// ```
    #[must_use]
    pub fn fix(self) -> Option<&'static str> {
        error_table::texts(self).fix
    }

    /// Markup that has the error, and the same without it; `None` where no text can have it.
    ///
    /// ```
    /// let kind = hedgerow::ErrorKind::from_code("eof-in-comment").unwrap();
    /// let example = kind.example().unwrap();
    /// assert_eq!((example.before, example.after), ("<p>a</p><!-- b", "<p>a</p><!-- b -->"));
    /// ```
    #[must_use]
    pub fn example(self) -> Option<Example> {
        error_table::example(self)
    }

    /// Where the standard speaks of it.
    ///
    /// ```
    /// let kind = hedgerow::ErrorKind::from_code("eof-in-tag").unwrap();
    /// assert_eq!(kind.address(), "https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-in-tag");
    /// ```
    #[must_use]
    pub fn address(self) -> String {
        match self {
            Self::Standard(code) => format!("{PAGE}#parse-error-{code}"),
            Self::Authoring(_) => format!("{STANDARD}{}", error_table::texts(self).anchor),
            _ => format!("{PAGE}#{}", error_table::texts(self).anchor),
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

/// What an error is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    Nothing,
    /// An element or an attribute.
    Name(KeptName),
    Bytes(MalformedBytes),
}

/// A parse error that was found.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub(crate) kind: ErrorKind,
    pub(crate) start: Location,
    pub(crate) end: Location,
    pub(crate) subject: Subject,
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
        self.kind.code()
    }

    /// The bytes that are malformed, if that is the error: their offset counts from the first byte of the input.
    ///
    /// ```
    /// use hedgerow::{EncodingHints, MalformedBytes, Parser};
    /// let parser = Parser::new().collect_errors(true);
    /// let parsed = parser.parse_bytes(b"\xEF\xBB\xBF<!DOCTYPE html><p>\xE2\x82", &EncodingHints::new());
    /// let error = &parsed.errors()[0];
    /// assert_eq!(error.to_string(), "1:19: malformed-bytes-in-input-stream");
    /// assert_eq!(error.malformed_bytes(), Some(MalformedBytes { offset: 21, length: 2 }));
    /// ```
    #[must_use]
    pub fn malformed_bytes(&self) -> Option<MalformedBytes> {
        match self.subject {
            Subject::Bytes(bytes) => Some(bytes),
            Subject::Nothing | Subject::Name(_) => None,
        }
    }

    /// The name of the element or of the attribute that it is about, if there is one.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html></I>");
    /// assert_eq!(parsed.errors()[0].subject(), Some("i"));
    /// ```
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        match &self.subject {
            Subject::Name(name) => Some(name.as_str()),
            Subject::Nothing | Subject::Bytes(_) => None,
        }
    }

    /// What is wrong, and with what, in one line without a full stop.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html><p a=1 a=2>");
    /// assert_eq!(parsed.errors()[0].message(), "An element has the same attribute twice: `a`");
    /// ```
    #[must_use]
    pub fn message(&self) -> String {
        let explanation = self.kind.explanation().trim_end_matches('.');
        match self.subject() {
            Some(subject) if !error_table::texts(self.kind).names_the_subject => {
                format!("{explanation}: `{subject}`")
            }
            _ => explanation.to_owned(),
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
        self.kind.is_standard()
    }

    /// Where it begins. The offset counts in the source, as that of the [span](Self::span) does.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html>\n<p");
    /// assert_eq!((parsed.errors()[0].start().line, parsed.errors()[0].start().column), (2, 3));
    /// ```
    #[must_use]
    pub fn start(&self) -> Location {
        self.start
    }

    /// Where it ends, which may be where it begins: see the [span](Self::span).
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html><b/>");
    /// assert_eq!(parsed.errors()[0].end().offset, 19);
    /// ```
    #[must_use]
    pub fn end(&self) -> Location {
        self.end
    }

    /// The bytes from its start to its end in the source: the text as it was given, or the bytes as they were decoded. If there
    /// are none, it is about the character that begins there, or about the end of the input.
    ///
    /// ```
    /// let html = "<!DOCTYPE html>\r\n<p></b>";
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse(html);
    /// let span = parsed.errors()[0].span();
    /// assert_eq!(&html[span.start as usize..span.end as usize], "</b>");
    /// ```
    #[must_use]
    pub fn span(&self) -> Span {
        Span { start: self.start.offset, end: self.end.offset }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.start.line, self.start.column, self.code())
    }
}
