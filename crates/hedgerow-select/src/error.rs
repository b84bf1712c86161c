//! [`SelectorError`]: a syntax error in a selector, its position, and its message.
//!
//! The `selectors` crate reports the problem without a position, so the position is searched for: it is the start of the first
//! token after which no continuation makes the text valid.

use std::error::Error;
use std::fmt;

use cssparser::{BasicParseErrorKind, ParseError, ParseErrorKind};
use hedgerow_base::TextPosition;
use selectors::parser::SelectorParseErrorKind;

use crate::syntax::{self, Dialect, MOST_COMPOUNDS, Problem};

/// The kind of a [`SelectorError`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SelectorErrorKind {
    /// The text does not have the form of a selector.
    Syntax,
    /// There is no pseudo-class with this name.
    UnknownPseudoClass,
    /// There is no pseudo-element with this name.
    UnknownPseudoElement,
    /// The prefix of a namespace was not declared.
    UndeclaredPrefix,
    /// An [extension](crate#extensions) is used where extensions are not allowed.
    Extension,
    /// The selector is nested too deeply or has too many parts.
    TooComplex,
    /// The selector finds strings where elements are expected, elements where strings are expected, or both.
    WrongResult,
    /// The selector is valid, but cannot be used for this purpose.
    Unsupported,
}

/// The error for a text that is not a valid selector, or for a selector that a method cannot use: a position and a message.
///
/// ```
/// use hedgerow::Selector;
/// let error = Selector::parse("div > .!up").unwrap_err();
/// assert_eq!((error.line(), error.column()), (1, 8));
/// assert_eq!(
///     error.to_string(),
///     "1:8: expected a class name after the full stop\n\
///      div > .!up\n\
///      \u{20}      ^"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectorError {
    kind: SelectorErrorKind,
    selector: Box<str>,
    offset: usize,
    message: Box<str>,
}

impl SelectorError {
    pub(crate) fn new(text: &str, dialect: &Dialect, error: &ParseError<Problem>) -> Self {
        let offset = error_offset(text, dialect);
        Self { kind: kind(&error.kind), selector: text.into(), offset, message: message(&error.kind).into() }
    }

    /// The error for a valid selector that cannot be used for a purpose. The unusable part is the first token of the text
    /// that begins with one of `parts`; if no token does, the first of `parts` is a description of it.
    pub(crate) fn at_part(kind: SelectorErrorKind, text: String, parts: &[&str], reason: &str) -> Self {
        let found = std::iter::once(0).chain(token_ends(&text)).find_map(|start| {
            let part = parts.iter().find(|part| text[start..].starts_with(**part))?;
            Some((start, *part))
        });
        let (offset, part) = found.unwrap_or((0, parts.first().copied().unwrap_or_default()));
        Self { kind, offset, message: format!("{} {reason}", part.trim_end()).into(), selector: text.into() }
    }

    /// The error for a selector whose end is missing.
    pub(crate) fn at_end(kind: SelectorErrorKind, text: String, message: &str) -> Self {
        Self { kind, offset: text.len(), selector: text.into(), message: message.into() }
    }

    /// The kind of the error.
    ///
    /// ```
    /// use hedgerow::Selector;
    /// use hedgerow::select::SelectorErrorKind;
    /// let kind = |text| Selector::parse(text).unwrap_err().kind();
    /// assert_eq!(kind("p::nope"), SelectorErrorKind::UnknownPseudoElement);
    /// assert_eq!(kind("p >"), SelectorErrorKind::Syntax);
    /// ```
    #[must_use]
    pub fn kind(&self) -> SelectorErrorKind {
        self.kind
    }

    /// The text of the selector.
    #[must_use]
    pub fn selector(&self) -> &str {
        &self.selector
    }

    /// The byte offset of the first token that makes the selector invalid; the length of the text if something is missing.
    ///
    /// ```
    /// use hedgerow::Selector;
    /// assert_eq!(Selector::parse("p:nope").unwrap_err().offset(), 2);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line of the [offset](Self::offset), from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.position().line()
    }

    /// The column of the [offset](Self::offset) in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.position().column()
    }

    /// The message: what is wrong or was expected.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    fn position(&self) -> TextPosition<'_> {
        TextPosition { text: &self.selector, offset: self.offset }
    }
}

/// Shows the position, the message, the line of the selector, and a caret under the error.
impl fmt::Display for SelectorError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position().write_message(formatter, &self.message)
    }
}

impl Error for SelectorError {}

fn kind(kind: &ParseErrorKind<Problem>) -> SelectorErrorKind {
    match kind {
        ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => SelectorErrorKind::TooComplex,
        ParseErrorKind::Basic(_) => SelectorErrorKind::Syntax,
        ParseErrorKind::Custom(problem) => match problem {
            Problem::UnknownPseudoClass(_)
            | Problem::Kind(SelectorParseErrorKind::UnsupportedPseudoClassOrElement) => {
                SelectorErrorKind::UnknownPseudoClass
            }
            Problem::PseudoElement(_) => SelectorErrorKind::UnknownPseudoElement,
            Problem::Kind(SelectorParseErrorKind::ExpectedNamespace) => SelectorErrorKind::UndeclaredPrefix,
            Problem::Extension(_) => SelectorErrorKind::Extension,
            Problem::Mixed => SelectorErrorKind::WrongResult,
            Problem::TooComplex => SelectorErrorKind::TooComplex,
            Problem::NestedHas | Problem::Expected(_) | Problem::Kind(_) => SelectorErrorKind::Syntax,
        },
    }
}

/// The message for a problem.
fn message(kind: &ParseErrorKind<Problem>) -> String {
    use SelectorParseErrorKind as Kind;
    let text = match kind {
        ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => "nested too deeply",
        ParseErrorKind::Basic(BasicParseErrorKind::EndOfInput) => "the selector is incomplete",
        ParseErrorKind::Basic(_) => "unexpected token",
        ParseErrorKind::Custom(problem) => match problem {
            Problem::UnknownPseudoClass(name) => return format!("unknown pseudo-class {name}"),
            Problem::PseudoElement(name) => {
                return format!("unknown pseudo-element {name}");
            }
            Problem::Extension(css) => {
                return format!("{css} is an extension of CSS, which is not allowed here");
            }
            Problem::Mixed => {
                "a list cannot mix elements and strings: end every selector with ::text or ::attr(), or no selector"
            }
            Problem::NestedHas => ":has() is not allowed inside :has()",
            Problem::TooComplex => {
                return format!("a selector can have at most {MOST_COMPOUNDS} compound selectors");
            }
            Problem::Expected(what) => return format!("expected {what}"),
            Problem::Kind(kind) => match kind {
                Kind::NoQualifiedNameInAttributeSelector | Kind::InvalidQualNameInAttr => {
                    "expected an attribute name"
                }
                Kind::EmptySelector | Kind::DanglingCombinator => "expected a selector",
                Kind::UnexpectedTokenInAttributeSelector | Kind::ExpectedBarInAttr => {
                    "expected one of = ~= |= ^= $= *= or the closing bracket"
                }
                Kind::BadValueInAttr => "expected a value: an identifier or a string",
                Kind::PseudoElementExpectedColon
                | Kind::PseudoElementExpectedIdent
                | Kind::NoIdentForPseudo => "expected the name of a pseudo-class after the colon",
                Kind::UnsupportedPseudoClassOrElement => "unknown pseudo-class",
                Kind::ExpectedNamespace => {
                    "undeclared namespace prefix; html, svg, math, xlink, xml and xmlns are always declared"
                }
                Kind::ClassNeedsIdent => "expected a class name after the full stop",
                Kind::ExplicitNamespaceUnexpectedToken => "expected a name or * after the bar",
                Kind::UnexpectedIdent => "unexpected name",
                Kind::InvalidState
                | Kind::NonCompoundSelector
                | Kind::NonPseudoElementAfterSlotted
                | Kind::InvalidPseudoElementAfterSlotted
                | Kind::InvalidPseudoElementInsideWhere => "not allowed here",
            },
        },
    };
    text.to_owned()
}

/// The offset of the start of the first token after which no continuation makes the text valid.
fn error_offset(text: &str, dialect: &Dialect) -> usize {
    let ends = token_ends(text);
    // If a prefix has no valid continuation, longer prefixes have none either, so a binary search works.
    let valid_prefixes = ends
        .partition_point(|&end| text.get(..end).is_none_or(|prefix| has_valid_continuation(prefix, dialect)));
    match valid_prefixes {
        0 => 0,
        count => ends.get(count - 1).copied().unwrap_or(0),
    }
}

/// Whether some continuation turns the text into a valid selector.
fn has_valid_continuation(prefix: &str, dialect: &Dialect) -> bool {
    // The continuations that are tried: nothing, a name, a number, an argument of `:dir()`, a pseudo-class, and three
    // of these after a space.
    const ENDINGS: [&str; 8] = ["", "x", "1", "ltr", "root", " x", " 1", " root"];
    ENDINGS.iter().any(|ending| syntax::parse(&format!("{prefix}{ending}"), dialect).is_ok())
}

/// The end offset of each token of a text. The tokens are those of CSS, except that a namespace prefix includes its
/// bar, an operator such as `~=` is one token, and two colons include the name after them.
fn token_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        rest = rest.get(token_length(rest)..).unwrap_or_default();
        ends.push(text.len() - rest.len());
    }
    ends
}

/// The length of the first token of a text that is not empty.
fn token_length(text: &str) -> usize {
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return 0 };
    match first {
        '"' | '\'' => string_length(text, first),
        _ if first.is_ascii_whitespace() => {
            text.find(|character: char| !character.is_ascii_whitespace()).unwrap_or(text.len())
        }
        '/' if text.starts_with("/*") => text.find("*/").map_or(text.len(), |end| end + 2),
        '~' | '|' | '^' | '$' | '*' if characters.next() == Some('=') => 2,
        ':' if text.starts_with("::") => 2 + name_length(&text[2..]),
        _ if is_of_name(first) => {
            let length = name_length(text);
            let rest = &text[length..];
            let is_continued = rest.starts_with('(') || rest.starts_with('|') && !rest.starts_with("|=");
            length + usize::from(is_continued)
        }
        _ => first.len_utf8(),
    }
}

/// The length of a string with its quotation marks.
fn string_length(text: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (offset, character) in text.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == mark => return offset + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the name or number at the start of a text.
fn name_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (offset, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if is_of_name(character) => {}
            _ => return offset,
        }
    }
    text.len()
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || !character.is_ascii() || matches!(character, '-' | '_' | '\\')
}
