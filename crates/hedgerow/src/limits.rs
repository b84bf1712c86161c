//! [`Limits`]: bounds on the cost of a document, and [`Stop`]: why a parser stopped before the end.

use std::fmt;

/// The maximum number of bytes of text that are parsed: offsets are `u32`, and each NUL may become three bytes.
pub(crate) const MOST_BYTES_OF_TEXT: u64 = 1 << 30;

/// The default of [`Limits::output`] for each byte of input. Escapes, end tags and quotes take at most a few bytes for each byte
/// of input; the rest is for attributes that a few elements share.
#[cfg(feature = "sanitize")]
const OUTPUT_PER_BYTE: u64 = 16;

/// The default of [`Limits::output`] for an empty input.
#[cfg(feature = "sanitize")]
const LEAST_OUTPUT: u64 = 1 << 20;

/// Bounds on the cost of a document. `None` means no bound.
///
/// More bounds may be added: start from [`UNLIMITED`](Self::UNLIMITED) or [`BROWSER`](Self::BROWSER), and change single
/// bounds.
///
/// When a bound is exceeded, the parser stops. The result contains the tree so far and the reason: see [`Parsed::stop`], or
/// [`Parsed::complete`] for a `Result`.
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
    /// Bytes of input, and separately bytes that scripts write. The input after that many bytes is not parsed.
    ///
    /// If parsing [restarts](crate::stream::StreamParser::has_restarted) in another encoding, the scripts run again, and what they
    /// write is counted from zero.
    ///
    /// More than 1 GiB of text is never parsed, even without this bound.
    pub bytes: Option<u64>,
    /// Nodes that the document has at a time, including detached ones; nodes that were freed do not count. The parser stops
    /// after the token that exceeds the bound. A token that creates many nodes, because an option is cloned or formatting
    /// elements are reconstructed, is stopped midway, so the tree never has more than about twice as many nodes.
    pub nodes: Option<u32>,
    /// Nested open elements, `html` and `body` included: the depth of the stack of open elements. For the contents of a
    /// `<template for>`, the depth is counted from the place of insertion. The parser stops after the token that exceeds the
    /// bound.
    ///
    /// The depth does not include a `form` that was closed before the elements in it, nor the depth of an option's clones in a
    /// `selectedcontent` element. Each of the two at most doubles the depth, so elements are never nested more than four times
    /// as deep as the bound.
    pub depth: Option<u32>,
    /// Attributes of one element. The parser stops before a tag that would exceed the bound: a start tag with more
    /// attributes, or a second `<html>` or `<body>` that adds attributes to the element.
    pub attributes: Option<u32>,
    /// Bytes of text that are copied because one of several clones is modified. The clones of an option share its text until
    /// then, so a short input can cause many long copies. The parser stops after the token that exceeds the bound.
    pub copied_text: Option<u64>,
    /// Steps of work. This bounds the time by a number that is the same on every machine, in every run, and for every way of
    /// cutting the input into chunks. The parser stops after the token that exceeds the bound, and midway through a token as
    /// for [`nodes`](Self::nodes).
    ///
    /// One step is a tag, a comment, a doctype or a processing instruction; an attribute of a start tag; a created node; 64
    /// bytes of [copied text](Self::copied_text); or a node that is visited in the search for the `select` around an option
    /// or for the marker that a `<template for>` names. A step takes about 20 to 50 nanoseconds. Reading text takes no
    /// steps: it is bounded by [`bytes`](Self::bytes).
    pub steps: Option<u64>,
    /// Parse errors, if they are collected. If more errors than the bound come before a tag, a comment or a similar
    /// token, or before the end of the input, the parser stops after that token.
    pub errors: Option<u32>,
    /// Bytes of HTML that [sanitizing](crate::sanitize) writes. Elements can share a long attribute, which is written for each
    /// of them, so HTML can be much longer than the input. The HTML ends before the node that would exceed the bound, and the
    /// elements that contain this node are closed.
    ///
    /// Here, `None` means 16 bytes for each byte of input, and 1 MiB more. For more, set a greater number.
    ///
    /// For the methods that write HTML, JSON or text to a writer, [`LimitedWriter`](crate::serialize::LimitedWriter) sets the
    /// bound.
    pub output: Option<u64>,
}

/// Methods that set one bound each, named after it.
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
    /// No bounds, as in the standard, except the 1 GiB of text and the default of [`output`](field@Self::output). This is the
    /// default.
    pub const UNLIMITED: Self = Self {
        bytes: None,
        nodes: None,
        depth: None,
        attributes: None,
        copied_text: None,
        steps: None,
        errors: None,
        output: None,
    };

    /// A depth of 512, and 1 MiB of copied text. At that depth, browsers continue with a flatter tree, which the standard
    /// does not describe; this parser stops.
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
        /// Sets [`output`](field@Self::output).
        output: u64,
    }

    /// Whether a bound is set that must be checked after each token.
    #[inline(always)]
    pub(crate) fn bound_the_tree(&self) -> bool {
        let Self { bytes: _, nodes, depth, attributes, copied_text, steps, errors, output: _ } = *self;
        [nodes, depth, attributes, errors].into_iter().any(|limit| limit.is_some())
            || copied_text.or(steps).is_some()
    }

    /// The maximum number of bytes of HTML that sanitizing writes for an input with a number of bytes.
    #[cfg(feature = "sanitize")]
    pub(crate) fn most_output(&self, input: usize) -> u64 {
        self.output
            .unwrap_or_else(|| OUTPUT_PER_BYTE.saturating_mul(input as u64).saturating_add(LEAST_OUTPUT))
    }

    /// The maximum number of bytes of input.
    pub(crate) fn most_bytes(&self) -> u64 {
        self.bytes.unwrap_or(MOST_BYTES_OF_TEXT).min(MOST_BYTES_OF_TEXT)
    }
}

/// The longest prefix of a text that ends at a character boundary and has at most `most` bytes; and whether the text was
/// cut.
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

/// A limit that was exceeded, with its value.
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
        /// The number of bytes that were parsed.
        most: u64,
    },
    /// [`Limits::nodes`]
    Nodes {
        /// The maximum number of nodes.
        most: u32,
    },
    /// [`Limits::depth`]
    Depth {
        /// The maximum depth.
        most: u32,
    },
    /// [`Limits::attributes`]
    Attributes {
        /// The maximum number of attributes of one element.
        most: u32,
    },
    /// [`Limits::copied_text`]
    CopiedText {
        /// The maximum number of copied bytes.
        most: u64,
    },
    /// [`Limits::steps`]
    Steps {
        /// The maximum number of steps.
        most: u64,
    },
    /// The source, texts, comments and attribute values of the document together exceed 4 GiB, and some text was
    /// [dropped](hedgerow_dom::Document::has_lost_text). This limit cannot be set.
    Text,
    /// [`Limits::errors`]
    Errors {
        /// The maximum number of parse errors.
        most: u32,
    },
    /// [`Limits::output`]
    Output {
        /// The maximum number of bytes of output.
        most: u64,
    },
}

impl fmt::Display for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes { most } => write!(formatter, "the input is longer than {most} bytes"),
            Self::Nodes { most } => write!(formatter, "the document has more than {most} nodes"),
            Self::Depth { most } => {
                write!(formatter, "more than {most} elements are nested in one another")
            }
            Self::CopiedText { most } => {
                write!(formatter, "changes to cloned options copied more than {most} bytes of text")
            }
            Self::Steps { most } => write!(formatter, "parsing takes more than {most} steps"),
            Self::Text => formatter.write_str("the text of the document is longer than 4 GiB"),
            Self::Attributes { most } => write!(formatter, "an element has more than {most} attributes"),
            Self::Output { most } => write!(formatter, "the output is longer than {most} bytes"),
            Self::Errors { most } => write!(formatter, "the document has more than {most} parse errors"),
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
    /// The caller asked to stop: [`ControlFlow::Break`](std::ops::ControlFlow::Break).
    Caller,
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(Limit::Text) => {
                write!(formatter, "{}, which is the maximum; part of the text is missing", Limit::Text)
            }
            Self::Limit(limit @ Limit::Output { .. }) => {
                write!(
                    formatter,
                    "{limit}, which is the limit; Limits::output sets it; the output ends there"
                )
            }
            Self::Limit(limit) => {
                write!(formatter, "{limit}, which is the limit that was set; the tree ends there")
            }
            Self::Caller => formatter.write_str("the caller stopped the parser; the tree ends there"),
        }
    }
}

/// The limit is not the [source](std::error::Error::source), because the message contains it already.
impl std::error::Error for Stop {}
