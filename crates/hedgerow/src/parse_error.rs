//! [`ErrorKind`], a kind of parse error or a rule for authors, and [`ParseError`], an error of such
//! a kind with its position and subject.
//!
//! The explanations of the kinds are in the crate `hedgerow-error-codes`.

use std::borrow::Cow;
use std::fmt;

use hedgerow_base::KeptName;
use hedgerow_error_codes::{Explanation, Level};
use hedgerow_input::{Location, MalformedBytes, Span};
use hedgerow_tokenizer::ParseErrorCode;
use hedgerow_tree::TreeConstructionError;

use crate::errors::AuthoringRule;

/// The code of [`ErrorKind::MalformedBytes`].
const MALFORMED_BYTES: &str = "malformed-bytes-in-input-stream";

/// The explanation of [`ErrorKind::MalformedBytes`].
const EXPLAINED_MALFORMED_BYTES: Explanation =
    Explanation::of(MALFORMED_BYTES, " Bytes that are invalid in the encoding of the document.");

const _: () = assert!(
    ParseErrorCode::ALL.len() + TreeConstructionError::ALL.len() + 1 + AuthoringRule::ALL.len()
        == Explanation::COUNT,
    "a file in hedgerow-error-codes explains an unknown code"
);

/// A kind of parse error, or a rule for authors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An error with a code of the standard.
    Standard(ParseErrorCode),
    /// An error of tree construction; its code is provisional.
    TreeConstruction(TreeConstructionError),
    /// Bytes that are malformed in the encoding, and have become U+FFFD. The standard has no code for this error; the code
    /// `malformed-bytes-in-input-stream` is provisional.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
    MalformedBytes,
    /// The violation of a rule for authors, which is not a parse error. Only the conformance checker reports it.
    Authoring(AuthoringRule),
}

impl ErrorKind {
    /// All kinds of errors: first the standard's, in its order.
    ///
    /// ```
    /// use hedgerow::errors::ErrorKind;
    /// assert_eq!(ErrorKind::all().filter(|kind| kind.is_standard()).count(), 52);
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        let standard = ParseErrorCode::ALL.iter().copied().map(Self::Standard);
        let tree_construction = TreeConstructionError::ALL.iter().copied().map(Self::TreeConstruction);
        let authoring = AuthoringRule::ALL.iter().copied().map(Self::Authoring);
        standard.chain(tree_construction).chain([Self::MalformedBytes]).chain(authoring)
    }

    /// The kind of error with this code; `None` if no kind has this code.
    ///
    /// ```
    /// use hedgerow::errors::{ErrorKind, ParseErrorCode};
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
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Standard(code) => code.code(),
            Self::TreeConstruction(error) => error.code(),
            Self::MalformedBytes => MALFORMED_BYTES,
            Self::Authoring(rule) => rule.code(),
        }
    }

    /// Whether the code is defined by the standard, and not provisional.
    #[must_use]
    pub fn is_standard(self) -> bool {
        matches!(self, Self::Standard(_))
    }

    /// Whether the kind is a parse error, not a rule for authors.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
    ///
    /// ```
    /// use hedgerow::errors::ErrorKind;
    /// assert!(ErrorKind::from_code("duplicate-attribute").unwrap().is_parse_error());
    /// assert!(!ErrorKind::from_code("duplicate-id").unwrap().is_parse_error());
    /// ```
    #[must_use]
    pub fn is_parse_error(self) -> bool {
        !matches!(self, Self::Authoring(_))
    }

    /// How serious errors of this kind are. A single [finding](crate::Parsed::check) may have another level.
    #[must_use]
    pub fn level(self) -> Level {
        match self {
            Self::Authoring(rule) => rule.level(),
            _ => Level::Error,
        }
    }

    /// Returns the explanation: the problem, how the parser handles it, how to fix it, an example, and the address of the definition.
    ///
    /// ```
    /// let explanation = hedgerow::errors::ErrorKind::from_code("eof-in-comment").unwrap().explanation();
    /// assert_eq!(explanation.summary(), "The document ends inside a comment.");
    /// let example = explanation.example().unwrap();
    /// assert_eq!((example.before, example.after), ("<p>a</p><!-- b", "<p>a</p><!-- b -->"));
    /// assert!(explanation.address().ends_with("#parse-error-eof-in-comment"));
    /// ```
    #[must_use]
    pub fn explanation(self) -> Explanation {
        match self {
            Self::Standard(code) => code.explanation(),
            Self::TreeConstruction(error) => error.explanation(),
            Self::MalformedBytes => EXPLAINED_MALFORMED_BYTES,
            Self::Authoring(rule) => rule.explanation(),
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

/// The subject of an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    Nothing,
    /// The name of an element or an attribute.
    Name(KeptName),
    Bytes(MalformedBytes),
    /// The finding of the checker.
    #[cfg_attr(not(feature = "lint"), allow(dead_code, reason = "only the checker has findings"))]
    Finding(Box<FindingTexts>),
}

/// The texts of a finding of the checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FindingTexts {
    pub(crate) level: Level,
    pub(crate) subject: Option<String>,
    pub(crate) message: String,
    pub(crate) allowed: Option<Cow<'static, str>>,
    pub(crate) address: Cow<'static, str>,
}

/// A parse error that was found, or a violation of a rule for authors.
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
    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The code, such as `eof-in-tag`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The malformed bytes, if the error is [`ErrorKind::MalformedBytes`]. Their offset is relative to the first byte of the
    /// input.
    ///
    /// ```
    /// use hedgerow::encoding::MalformedBytes;
    /// use hedgerow::{EncodingHints, Parser};
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
            Subject::Nothing | Subject::Name(_) | Subject::Finding(_) => None,
        }
    }

    /// The name of the element or the attribute that the error concerns, if there is one.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html></I>");
    /// assert_eq!(parsed.errors()[0].subject(), Some("i"));
    /// ```
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        match &self.subject {
            Subject::Name(name) => Some(name.as_str()),
            Subject::Finding(finding) => finding.subject.as_deref(),
            Subject::Nothing | Subject::Bytes(_) => None,
        }
    }

    /// The problem and its subject, in one line without a full stop.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html><p a=1 a=2>");
    /// assert_eq!(parsed.errors()[0].message(), "Duplicate attribute `a`");
    /// ```
    #[must_use]
    pub fn message(&self) -> String {
        match &self.subject {
            Subject::Finding(finding) => finding.message.clone(),
            _ => self.kind.explanation().message(self.subject()),
        }
    }

    /// How serious the error is. A parse error is an error; a [finding](crate::Parsed::check) may be a warning.
    #[must_use]
    pub fn level(&self) -> Level {
        match &self.subject {
            Subject::Finding(finding) => finding.level,
            _ => self.kind.level(),
        }
    }

    /// Returns the allowed content or values, as a noun phrase, if the requirement has them. Only [findings](crate::Parsed::check) have it.
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().source_spans(true).parse("<p dir=up>");
    /// let findings = parsed.check(100).list;
    /// let finding = findings.iter().find(|finding| finding.code() == "invalid-attribute-value").unwrap();
    /// assert_eq!(finding.allowed(), Some("`ltr`, `rtl`, `auto`"));
    /// ```
    #[must_use]
    pub fn allowed(&self) -> Option<&str> {
        match &self.subject {
            Subject::Finding(finding) => finding.allowed.as_deref(),
            _ => None,
        }
    }

    /// The address of the requirement: that of the [kind](ErrorKind::explanation), or a more exact one.
    #[must_use]
    pub fn address(&self) -> String {
        match &self.subject {
            Subject::Finding(finding) => finding.address.clone().into_owned(),
            _ => self.kind.explanation().address(),
        }
    }

    /// Whether the code is defined by the standard, and not provisional.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.kind.is_standard()
    }

    /// The start of the error. Its offset is an offset in the source, as in the [span](Self::span).
    ///
    /// ```
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse("<!DOCTYPE html>\n<p");
    /// assert_eq!((parsed.errors()[0].start().line, parsed.errors()[0].start().column), (2, 3));
    /// ```
    #[must_use]
    pub fn start(&self) -> Location {
        self.start
    }

    /// The end of the error, which may be equal to its start: see the [span](Self::span).
    #[must_use]
    pub fn end(&self) -> Location {
        self.end
    }

    /// The span of the error in the source: the text as given, or the decoded bytes. An empty span refers to the character
    /// at that position, or to the end of the input.
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

/// For callers that treat an error in the input as a failure; the parser itself continues after it.
impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use hedgerow_error_codes::Example;

    use super::*;
    use crate::Parser;

    fn errors(kind: ErrorKind, text: &str, context: Option<&str>) -> Vec<ParseError> {
        let parser = Parser::new().collect_errors(true).source_spans(true);
        let parsed = match context {
            None => parser.parse(text),
            Some(context) => parser.parse_fragment(text, &context.parse().expect("the context is valid")),
        };
        let mut errors = parsed.errors().to_vec();
        if !kind.is_parse_error() {
            // Another rule may apply to an example, too, because the examples are short.
            errors.extend(parsed.check(usize::MAX).list.into_iter().filter(|finding| finding.kind() == kind));
        }
        errors
    }

    #[test]
    fn every_example_has_its_error_only_before_the_fix() {
        let mut without = Vec::new();
        for kind in ErrorKind::all() {
            let Some(Example { before, after, context, .. }) = kind.explanation().example() else {
                without.push(kind.code());
                continue;
            };
            let found = errors(kind, before, context);
            assert!(found.iter().any(|error| error.kind() == kind), "{kind}: {before:?} has {found:?}");
            let left = errors(kind, after, context);
            assert!(left.is_empty(), "{kind}: {after:?} has {left:?}");
        }
        // Text cannot contain the first two, and the third needs 1024 bytes.
        assert_eq!(
            without,
            ["surrogate-in-input-stream", "malformed-bytes-in-input-stream", "late-encoding-declaration"]
        );
    }

    #[test]
    fn every_message_names_its_subject() {
        for kind in ErrorKind::all() {
            let Some(Example { before, context, .. }) = kind.explanation().example() else { continue };
            let errors = errors(kind, before, context);
            let Some(error) = errors.iter().find(|error| error.kind() == kind) else { continue };
            // The checker writes the messages of its findings itself.
            let Subject::Name(_) = &error.subject else { continue };
            let Some(subject) = error.subject() else { continue };
            if kind.code() == "missing-doctype" {
                // The subject is the first tag, but the message is about the document.
                continue;
            }
            let message = error.message();
            let mut code_spans = message.split('`').skip(1).step_by(2);
            let is_named = code_spans.any(|code| code.trim_matches(['<', '/', '>']) == subject);
            assert!(is_named, "{kind}: {message} ({subject})");
        }
    }

    #[test]
    fn every_code_has_a_kind_and_an_explanation() {
        for kind in ErrorKind::all() {
            assert_eq!(ErrorKind::from_code(kind.code()), Some(kind));
            assert_eq!(Explanation::find(kind.code()), Some(kind.explanation()));
        }
        assert_eq!(ErrorKind::from_code("error"), None);
    }
}
