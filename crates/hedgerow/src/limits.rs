//! [`Limits`]: what a caller allows, and [`Stop`]: why a parser stopped before the end.

use std::fmt;

/// The most text that is parsed in any case: offsets into it are `u32`, and a NUL becomes three bytes.
pub(crate) const MOST_BYTES_OF_TEXT: u64 = 1 << 30;

/// Bounds on what a document may cost. What is `None` is not bounded.
///
/// There may be more of them one day: begin with [`UNLIMITED`](Self::UNLIMITED) or [`BROWSER`](Self::BROWSER), and set what
/// is to be different.
///
/// When a bound is exceeded, the parser stops; the result has the tree so far, and says so: [`Parsed::stop`], or as a
/// `Result` [`Parsed::complete`].
///
/// ```
/// use hedgerow::limits::{Limit, Stop};
/// use hedgerow::{Limits, Parser};
/// let limits = Limits::UNLIMITED.depth(4);
/// let parsed = Parser::new().limits(limits).parse("<p>a<ul><li>b<div>c");
/// assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::Depth { most: 4 })));
/// assert_eq!(parsed.document().root().text(), "ab");
/// ```
///
/// [`Parsed::stop`]: crate::Parsed::stop
/// [`Parsed::complete`]: crate::Parsed::complete
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of input, and as many that scripts write. Only the first so many are parsed.
    ///
    /// More than 1 GiB of text are never parsed, whatever this says.
    pub bytes: Option<u64>,
    /// Nodes of the document, those that were removed from it included. The parser stops after the token with which there
    /// are more; where one token makes many, as the clones of an option and the formatting elements that are reconstructed, it
    /// ends early, so that there are never more than about twice as many.
    pub nodes: Option<u32>,
    /// Elements that are open inside of one another, `html` and `body` included: the stack of open elements. What a
    /// `<template for>` inserts counts from the place where it is inserted. The parser stops after the token with which there are
    /// more.
    ///
    /// The standard leaves two things uncounted: a `form` that was closed before the elements in it, and how deep the clones of
    /// an option stand in a `selectedcontent` element. Each of them at most doubles the depth, so no tree has more than four times
    /// as many elements inside of one another.
    pub depth: Option<u32>,
    /// Attributes of one element. The parser stops before a tag that would give an element more: a start tag with more, or a
    /// second `<html>` or `<body>` whose attributes the element does not have yet.
    pub attributes: Option<u32>,
    /// Bytes of text that are copied because one of several clones is appended to. Clones of an option share its text until
    /// then, so a short input can ask for a long copy again and again. The parser stops after the token with which there are
    /// more.
    pub copied_text: Option<u64>,
    /// Steps of work: a bound on the time, which is the same on each machine, at each run, and however the input is cut. The
    /// parser stops after the token with which there are more, and within a token as for [`nodes`](Self::nodes).
    ///
    /// A step is a tag, a comment, a doctype or a processing instruction; an attribute of a start tag; a node that is made; 64
    /// bytes of [copied text](Self::copied_text); or a node that is visited in a search for the `select` around an option or the
    /// marker that a `<template for>` names. A step takes some 20 to 50 nanoseconds. Reading text takes no step: it is bounded
    /// by [`bytes`](Self::bytes).
    pub steps: Option<u64>,
    /// Parse errors, if they are collected. The parser stops after the first tag, comment or the like that has more before it.
    pub errors: Option<u32>,
}

/// Methods that set one bound each, and have its name.
macro_rules! setters {
    ($($(#[$documentation:meta])* $field:ident: $number:ty,)*) => {
        $(
            $(#[$documentation])*
            #[must_use]
            pub const fn $field(mut self, most: $number) -> Self {
                self.$field = Some(most);
                self
            }
        )*
    };
}

impl Limits {
    /// No bounds but that on the length: the standard has none. This is the default.
    pub const UNLIMITED: Self = Self {
        bytes: None,
        nodes: None,
        depth: None,
        attributes: None,
        copied_text: None,
        steps: None,
        errors: None,
    };

    /// A depth of 512, and 1 MiB of copied text. Browsers go on with a flatter tree at that depth, which the standard does not
    /// know; this parser stops.
    pub const BROWSER: Self = Self { depth: Some(512), copied_text: Some(1 << 20), ..Self::UNLIMITED };

    setters! {
        /// Sets [`bytes`](field@Self::bytes).
        bytes: u64,
        /// Sets [`nodes`](field@Self::nodes).
        nodes: u32,
        /// Sets [`depth`](field@Self::depth).
        depth: u32,
        /// Sets [`attributes`](field@Self::attributes).
        attributes: u32,
        /// Sets [`copied_text`](field@Self::copied_text).
        copied_text: u64,
        /// Sets [`steps`](field@Self::steps).
        steps: u64,
        /// Sets [`errors`](field@Self::errors).
        errors: u32,
    }

    /// Whether something is bounded that must be looked at for each token.
    pub(crate) fn bound_the_tree(&self) -> bool {
        let Self { bytes: _, nodes, depth, attributes, copied_text, steps, errors } = *self;
        [nodes, depth, attributes, errors].into_iter().any(|limit| limit.is_some())
            || copied_text.or(steps).is_some()
    }

    /// The most bytes of input.
    pub(crate) fn most_bytes(&self) -> u64 {
        self.bytes.unwrap_or(MOST_BYTES_OF_TEXT).min(MOST_BYTES_OF_TEXT)
    }
}

/// The first bytes of a text, up to a boundary of characters; and whether that is not all.
pub(crate) fn cut(text: &str, most: u64) -> (&str, bool) {
    if text.len() as u64 <= most {
        return (text, false);
    }
    let mut end = most as usize;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (&text[..end], true)
}

/// A limit that was exceeded, with the most that was allowed.
///
/// ```
/// use hedgerow::limits::Stop;
/// use hedgerow::{Limits, Parser};
/// let parsed = Parser::new().limits(Limits::UNLIMITED.bytes(3)).parse("<p>a");
/// let Some(Stop::Limit(limit)) = parsed.stop() else { panic!() };
/// let error: Box<dyn std::error::Error> = limit.into();
/// assert_eq!(error.to_string(), "the input is longer than 3 bytes");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::bytes`]
    Bytes {
        /// The bytes that were parsed.
        most: u64,
    },
    /// [`Limits::nodes`]
    Nodes {
        /// The most nodes.
        most: u32,
    },
    /// [`Limits::depth`]
    Depth {
        /// The most elements inside of one another.
        most: u32,
    },
    /// [`Limits::attributes`]
    Attributes {
        /// The most attributes of one element.
        most: u32,
    },
    /// [`Limits::copied_text`]
    CopiedText {
        /// The most bytes of text that are copied.
        most: u64,
    },
    /// [`Limits::steps`]
    Steps {
        /// The most steps.
        most: u64,
    },
    /// The text of a document, with comments, values of attributes, and the source if the document was parsed at once: some of
    /// it was [left out](hedgerow_dom::Document::has_lost_text). This limit cannot be set.
    Text,
    /// [`Limits::errors`]
    Errors {
        /// The most parse errors.
        most: u32,
    },
}

impl fmt::Display for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes { most } => write!(formatter, "the input is longer than {most} bytes"),
            Self::Nodes { most } => write!(formatter, "the document has more than {most} nodes"),
            Self::Depth { most } => {
                write!(formatter, "more than {most} elements are open inside of one another")
            }
            Self::CopiedText { most } => {
                write!(
                    formatter,
                    "more than {most} bytes of text are copied, because clones of them are changed"
                )
            }
            Self::Steps { most } => write!(formatter, "parsing takes more than {most} steps"),
            Self::Text => formatter.write_str("the text of the document is longer than 4 GiB"),
            Self::Attributes { most } => write!(formatter, "an element has more than {most} attributes"),
            Self::Errors { most } => write!(formatter, "there are more than {most} parse errors"),
        }
    }
}

impl std::error::Error for Limit {}

/// Why a parser stopped before the end of the input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// A limit was exceeded.
    Limit(Limit),
    /// The caller has seen enough: [`ControlFlow::Break`](std::ops::ControlFlow::Break).
    Caller,
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(Limit::Text) => {
                write!(
                    formatter,
                    "{}, which is the most that there can be; some of it is missing",
                    Limit::Text
                )
            }
            Self::Limit(limit) => {
                write!(formatter, "{limit}, which is the limit that was set; the tree ends there")
            }
            Self::Caller => formatter.write_str("the caller has stopped the parser; the tree ends there"),
        }
    }
}

/// The limit is no [source](std::error::Error::source) of it, because the message has it already.
impl std::error::Error for Stop {}
