//! [`SelectorError`]: what is wrong with a selector, where, and how to say so.
//!
//! The `selectors` crate says what is wrong but not where, so the place is looked for when it is needed: it is the first
//! token up to which no ending makes the text valid.

use std::error::Error;
use std::fmt;

use cssparser::{BasicParseErrorKind, ParseError, ParseErrorKind};
use selectors::parser::SelectorParseErrorKind;

use crate::names::Namespaces;
use crate::selector::Selector;
use crate::syntax::{self, Problem};

/// The most characters of a line that are shown on each side of the place.
const SHOWN: usize = 40;

/// A text that is not a valid selector: where that shows, and what was expected there.
///
/// ```
/// use hedgerow_select::Selector;
/// let error = Selector::parse("div > .!up").unwrap_err();
/// assert_eq!((error.line(), error.column()), (1, 8));
/// assert_eq!(
///     error.to_string(),
///     "1:8: expected the name of a class behind the full stop\n\
///      div > .!up\n\
///      \u{20}      ^"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectorError {
    selector: Box<str>,
    offset: usize,
    message: Box<str>,
}

impl SelectorError {
    pub(crate) fn new(text: &str, namespaces: &Namespaces, error: &ParseError<Problem>) -> Self {
        let offset = place(text, namespaces);
        Self { selector: text.into(), offset, message: message(&error.kind).into() }
    }

    /// A part of a valid selector does not do for a purpose; `part` is how it begins, or what it is.
    pub(crate) fn at_part(selector: &Selector, part: &str, reason: &str) -> Self {
        let text = selector.to_string();
        let offset = text.find(part).unwrap_or_default();
        Self { selector: text.into(), offset, message: format!("{part} {reason}").into() }
    }

    /// The text that is not a valid selector.
    ///
    /// ```
    /// use hedgerow_select::Selector;
    /// assert_eq!(Selector::parse("p,").unwrap_err().selector(), "p,");
    /// ```
    #[must_use]
    pub fn selector(&self) -> &str {
        &self.selector
    }

    /// The offset in bytes of the first token that makes it invalid; the length of the text if something is missing.
    ///
    /// ```
    /// use hedgerow_select::Selector;
    /// assert_eq!(Selector::parse("p:nope").unwrap_err().offset(), 2);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line of that place, from 1.
    ///
    /// ```
    /// use hedgerow_select::Selector;
    /// assert_eq!(Selector::parse("p,\n!").unwrap_err().line(), 2);
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.before().matches('\n').count() + 1
    }

    /// The column of that place in characters, from 1.
    ///
    /// ```
    /// use hedgerow_select::Selector;
    /// assert_eq!(Selector::parse("\u{E9}t\u{E9} !").unwrap_err().column(), 5);
    /// ```
    #[must_use]
    pub fn column(&self) -> usize {
        self.before().rsplit('\n').next().unwrap_or_default().chars().count() + 1
    }

    /// What was expected, or what is wrong.
    ///
    /// ```
    /// use hedgerow_select::Selector;
    /// assert_eq!(Selector::parse("").unwrap_err().message(), "expected a selector");
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    fn before(&self) -> &str {
        self.selector.get(..self.offset).unwrap_or_default()
    }
}

/// The place, what is wrong, the line of the selector, and a caret below the place.
impl fmt::Display for SelectorError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.before().rsplit('\n').next().unwrap_or_default();
        let after =
            self.selector.get(self.offset..).unwrap_or_default().split('\n').next().unwrap_or_default();
        let skipped = before.chars().count().saturating_sub(SHOWN);
        let cut = if skipped > 0 { "…" } else { "" };
        let shown_before: String = before.chars().skip(skipped).map(visible).collect();
        let shown_after: String = after.chars().take(SHOWN).map(visible).collect();
        let rest = if after.chars().nth(SHOWN).is_some() { "…" } else { "" };
        let indent = " ".repeat(cut.chars().count() + shown_before.chars().count());
        write!(
            formatter,
            "{}:{}: {}\n{cut}{shown_before}{shown_after}{rest}\n{indent}^",
            self.line(),
            self.column(),
            self.message
        )
    }
}

impl Error for SelectorError {}

/// A character that takes one place on its line.
fn visible(character: char) -> char {
    if character.is_control() { ' ' } else { character }
}

/// What to say about a problem.
fn message(kind: &ParseErrorKind<Problem>) -> String {
    use SelectorParseErrorKind as Kind;
    let text = match kind {
        ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => "nested too deep",
        ParseErrorKind::Basic(BasicParseErrorKind::EndOfInput) => "something is missing here",
        ParseErrorKind::Basic(_) => "unexpected here",
        ParseErrorKind::Custom(problem) => match problem {
            Problem::UnknownPseudoClass(name) => return format!("there is no pseudo-class called {name}"),
            Problem::PseudoElement(name) => {
                return format!("{name} is a pseudo-element, which is no node of the tree");
            }
            Problem::NestedHas => ":has() is not allowed inside of :has()",
            Problem::TooComplex => "too many combinators",
            Problem::Expected(what) => return format!("expected {what}"),
            Problem::Kind(kind) => match kind {
                Kind::NoQualifiedNameInAttributeSelector | Kind::InvalidQualNameInAttr => {
                    "expected the name of an attribute"
                }
                Kind::EmptySelector | Kind::DanglingCombinator => "expected a selector",
                Kind::UnexpectedTokenInAttributeSelector | Kind::ExpectedBarInAttr => {
                    "expected one of = ~= |= ^= $= *= or the closing bracket"
                }
                Kind::BadValueInAttr => "expected a value: an identifier or a string",
                Kind::PseudoElementExpectedColon
                | Kind::PseudoElementExpectedIdent
                | Kind::NoIdentForPseudo => "expected the name of a pseudo-class behind the colon",
                Kind::UnsupportedPseudoClassOrElement => "there is no such pseudo-class",
                Kind::ExpectedNamespace => {
                    "this namespace prefix is not declared; html, svg, math, xlink, xml and xmlns always are"
                }
                Kind::ClassNeedsIdent => "expected the name of a class behind the full stop",
                Kind::ExplicitNamespaceUnexpectedToken => "expected a name or * behind the bar",
                Kind::UnexpectedIdent => "this name is not expected here",
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

/// The offset of the first token up to which no ending makes the text valid.
fn place(text: &str, namespaces: &Namespaces) -> usize {
    let ends = token_ends(text);
    // What is hopeless stays hopeless, so the place can be found by halving.
    let hopeful =
        ends.partition_point(|&end| text.get(..end).is_none_or(|prefix| can_be_ended(prefix, namespaces)));
    match hopeful {
        0 => 0,
        count => ends.get(count - 1).copied().unwrap_or(0),
    }
}

/// Whether some ending makes a valid selector of it.
fn can_be_ended(prefix: &str, namespaces: &Namespaces) -> bool {
    // A name, a number, the argument of a pseudo-class and its name: after what takes no space, and after what needs it.
    const ENDINGS: [&str; 8] = ["", "x", "1", "ltr", "root", " x", " 1", " root"];
    ENDINGS.iter().any(|ending| syntax::parse(&format!("{prefix}{ending}"), namespaces).is_ok())
}

/// Where each token of a text ends. Tokens are those of CSS, except that a function's name goes with its parenthesis, a
/// prefix with its bar, and two colons with what follows.
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
            let behind = &text[length..];
            let goes_on = behind.starts_with('(') || behind.starts_with('|') && !behind.starts_with("|=");
            length + usize::from(goes_on)
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

/// The length of the name or number that a text begins with.
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
