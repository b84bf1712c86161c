//! [`XmlError`]: why a tree cannot be written as XML.

use std::fmt;

use hedgerow_dom::NodeId;

/// The error for a tree that XML cannot represent, or for a writer that failed.
///
/// ```
/// use hedgerow::serialize::{ToXml, XmlRule};
/// let document = hedgerow::parse("<!-- a -- b -->");
/// let error = document.to_xml().unwrap_err();
/// assert_eq!(error.rule(), Some(XmlRule::Comment));
/// assert_eq!(error.to_string(), "XML does not allow -- in a comment, or - at its end");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct XmlError {
    /// `None` if the writer failed.
    broken: Option<(XmlRule, NodeId)>,
}

/// A rule of XML that a tree breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum XmlRule {
    /// A text or a value contains a character that XML does not allow, such as a form feed.
    Character,
    /// The name of an element or of an attribute is not a name without a colon.
    Name,
    /// A comment contains `--`, ends with `-`, or contains a character that XML does not allow.
    Comment,
    /// The target of a processing instruction is `xml` or not a name without a colon, or its data contains `?>` or a character that
    /// XML does not allow.
    ProcessingInstruction,
    /// The name or an identifier of a DOCTYPE contains a character that XML does not allow there.
    Doctype,
    /// An attribute declares a namespace in a way that XML does not allow, or an element is in the namespace of declarations. An
    /// attribute `xmlns` of an HTML element is in no namespace, so it counts as well.
    Namespace,
    /// Two attributes have the same name after both were changed by [`XmlOptions::coerce`](super::XmlOptions::coerce).
    DuplicateAttribute,
    /// The document has no root element.
    NoRootElement,
}

impl XmlRule {
    pub(super) fn broken_by(self, node: NodeId) -> XmlError {
        XmlError { broken: Some((self, node)) }
    }

    fn message(self) -> &'static str {
        match self {
            Self::Character => "XML does not allow a character of a text or of an attribute's value",
            Self::Name => "the name of an element or of an attribute is not a name of XML without a colon",
            Self::Comment => "XML does not allow -- in a comment, or - at its end",
            Self::ProcessingInstruction => {
                "XML does not allow the target or the data of a processing instruction"
            }
            Self::Doctype => "XML does not allow the name or an identifier of the DOCTYPE",
            Self::Namespace => {
                "an element or an attribute conflicts with the declarations of namespaces in XML"
            }
            Self::DuplicateAttribute => "two attributes of an element have the same name in XML",
            Self::NoRootElement => "a document of XML must have a root element",
        }
    }
}

impl XmlError {
    /// The rule that is broken; `None` if the writer returned an error.
    #[must_use]
    pub fn rule(&self) -> Option<XmlRule> {
        self.broken.map(|(rule, _)| rule)
    }

    /// The node that breaks the rule; the element of an attribute.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        self.broken.map(|(_, node)| node)
    }
}

impl From<fmt::Error> for XmlError {
    fn from(_: fmt::Error) -> Self {
        Self { broken: None }
    }
}

impl fmt::Display for XmlError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.broken.map_or("the writer returned an error", |(rule, _)| rule.message()))
    }
}

impl std::error::Error for XmlError {}
