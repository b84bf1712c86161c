//! [`XPathError`] for expressions that do not compile, [`EvaluationError`] for expressions that cannot be evaluated.

use std::error::Error;
use std::fmt;

use hedgerow_base::TextPosition;

/// The error for a text that is not a valid expression: its position, and what was expected there.
///
/// ```
/// use hedgerow::xpath::XPath;
/// let error = XPath::parse("//div[@class='a'").unwrap_err();
/// assert_eq!((error.line(), error.column()), (1, 17));
/// assert_eq!(
///     error.to_string(),
///     "1:17: expected ] to close the predicate\n\
///      //div[@class='a'\n\
///      \u{20}               ^"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XPathError {
    expression: Box<str>,
    offset: usize,
    message: Box<str>,
}

impl XPathError {
    pub(crate) fn new(expression: &str, offset: usize, message: String) -> Self {
        Self { expression: expression.into(), offset, message: message.into() }
    }

    /// Returns the text that is not a valid expression; an empty text if the expression is too long.
    #[must_use]
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// Returns the offset in bytes at which the expression becomes invalid; its length if something is missing at the end.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the line of the [offset](Self::offset), from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.position().line()
    }

    /// Returns the column of the [offset](Self::offset) in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.position().column()
    }

    /// Returns the message without its position.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    fn position(&self) -> TextPosition<'_> {
        TextPosition { text: &self.expression, offset: self.offset }
    }
}

/// Shows the position, the message, the line of the expression, and a caret under the error.
impl fmt::Display for XPathError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position().write_message(formatter, &self.message)
    }
}

impl Error for XPathError {}

/// The reason why an expression cannot be evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The evaluation took more steps than its [`Limits`](crate::Limits) allow.
    TooManySteps {
        /// The limit.
        most: u64,
    },
    /// The expression refers to a variable that has no value.
    UnboundVariable {
        /// The name in the expression, without the dollar sign.
        name: Box<str>,
    },
    /// A node-set is required, but the value is a string, a number or a boolean, which cannot be converted to a
    /// node-set.
    NotANodeSet {
        /// The part of the expression or the call that requires the node-set.
        place: Box<str>,
    },
    /// The value of a variable or of a function of the caller contains nodes of another document.
    ForeignNodes,
    /// A function of the caller failed.
    Function {
        /// The name of the function in the expression.
        name: Box<str>,
        /// The function's message.
        message: Box<str>,
    },
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManySteps { most } => {
                write!(
                    formatter,
                    "the expression takes more than {most} steps on this document; raise the limit on steps"
                )
            }
            Self::UnboundVariable { name } => write!(formatter, "the variable ${name} has no value"),
            Self::NotANodeSet { place } => write!(formatter, "{place} requires a node-set"),
            Self::ForeignNodes => {
                formatter.write_str("the value of a variable or function contains nodes of another document")
            }
            Self::Function { name, message } => write!(formatter, "{name}(): {message}"),
        }
    }
}

impl Error for EvaluationError {}
