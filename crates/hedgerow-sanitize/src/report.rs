//! [`Report`]: the list of everything that a sanitizer removed and changed.

use std::fmt;

use hedgerow_base::Span;

/// Why something was removed or changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The configuration does not allow it.
    NotAllowed,
    /// It is an event handler, which no safe configuration allows.
    EventHandler,
    /// It is a `javascript:` URL.
    JavascriptUrl,
    /// It animates the URL of a link.
    AnimatesUrl,
    /// It has a URL with a scheme that is not allowed.
    UrlScheme,
    /// Some of its classes are not allowed.
    Class,
    /// Some of its CSS declarations are not allowed.
    Css,
    /// Ids and names get a prefix.
    Prefix,
    /// The policy for links sets this attribute.
    LinkPolicy,
    /// A callback decided to remove or change it.
    Callback,
    /// It cannot be written as HTML that every parser reads in the same way.
    NotWritable,
    /// A parser would read the written HTML as another tree, so the result is that other tree.
    OtherTree,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NotAllowed => "not allowed by the configuration",
            Self::EventHandler => "event handler",
            Self::JavascriptUrl => "javascript: URL",
            Self::AnimatesUrl => "animates the URL of a link",
            Self::UrlScheme => "URL scheme not allowed",
            Self::Class => "class not allowed",
            Self::Css => "CSS not allowed",
            Self::Prefix => "the policy adds a prefix to ids and names",
            Self::LinkPolicy => "set by the policy for links",
            Self::Callback => "decided by a callback",
            Self::NotWritable => "cannot be written as HTML that every parser reads in the same way",
            Self::OtherTree => "a parser would read the written HTML as another tree",
        })
    }
}

/// The part of the document that was removed or changed. Names are cut after 256 bytes, because a hostile input could
/// repeat a long name in each entry.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// An element that was removed with its descendants.
    Element(String),
    /// An element that was replaced with its children.
    ReplacedElement(String),
    /// An attribute that was removed.
    Attribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: String,
    },
    /// An attribute that got another value.
    ChangedAttribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: String,
    },
    /// A comment.
    Comment,
    /// A processing instruction with this target.
    ProcessingInstruction(String),
    /// The structure of the tree.
    Tree,
}

/// An entry of a [`Report`].
///
/// It is displayed as one line, such as `removed attribute onclick of p: event handler`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The part of the document that was removed or changed.
    pub subject: Subject,
    /// The reason.
    pub reason: Reason,
    /// The span of the tag, the attribute with its value, or the comment in the source, in bytes; `None` if it is not known.
    pub span: Option<Span>,
}

impl fmt::Display for Removal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            Subject::Element(name) => write!(formatter, "removed element {name}")?,
            Subject::ReplacedElement(name) => write!(formatter, "replaced element {name} with its children")?,
            Subject::Attribute { element, attribute } => {
                write!(formatter, "removed attribute {attribute} of {element}")?;
            }
            Subject::ChangedAttribute { element, attribute } => {
                write!(formatter, "changed attribute {attribute} of {element}")?;
            }
            Subject::Comment => formatter.write_str("removed comment")?,
            Subject::ProcessingInstruction(target) => {
                write!(formatter, "removed processing instruction {target}")?;
            }
            Subject::Tree => formatter.write_str("changed the structure of the tree")?,
        }
        write!(formatter, ": {}", self.reason)
    }
}

/// The maximum number of entries that a report keeps, because a hostile input could have more than fit in memory.
const MOST_ENTRIES: usize = 100_000;

/// The maximum number of bytes of a name that an entry keeps.
const LONGEST_NAME: usize = 256;

/// The list of everything that a sanitizer removed and changed, in the order of the removals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    removals: Vec<Removal>,
    count: usize,
}

impl Report {
    /// Returns the first 100,000 entries.
    #[must_use]
    pub fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// Returns the number of entries, including those that are not kept.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether nothing was removed or changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns a name, cut to at most 256 bytes, as the entries of a report store it.
    ///
    /// ```
    /// use hedgerow::sanitize::Report;
    /// assert_eq!(Report::name("onclick"), "onclick");
    /// assert_eq!(Report::name(&"é".repeat(200)), "é".repeat(128));
    /// ```
    #[must_use]
    pub fn name(name: &str) -> String {
        // `str::floor_char_boundary` requires Rust 1.91.
        let end = (0..=LONGEST_NAME.min(name.len())).rev().find(|&end| name.is_char_boundary(end));
        name[..end.unwrap_or(0)].to_owned()
    }

    /// Adds an entry.
    pub fn push(&mut self, subject: Subject, reason: Reason, span: Option<Span>) {
        self.count += 1;
        if self.removals.len() < MOST_ENTRIES {
            self.removals.push(Removal { subject, reason, span });
        }
    }

    /// Replaces each span with the result of a function.
    #[must_use]
    pub fn map_spans(mut self, map: impl Fn(Span) -> Span) -> Self {
        for removal in &mut self.removals {
            removal.span = removal.span.map(&map);
        }
        self
    }
}
