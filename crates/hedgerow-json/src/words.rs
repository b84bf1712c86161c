//! The words that represent the values of enumerations in JSON.

use hedgerow_base::{Namespace, QuirksMode, ShadowRootMode, SlotAssignment};
use hedgerow_dom::NodeKind;

/// An enumeration whose values are written as words.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// The name of the enumeration in messages.
    const SUBJECT: &'static str;
    /// All values with their words.
    const WORDS: &'static [(Self, &'static str)];

    /// Returns the word for this value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(value, _)| *value == self).map_or("", |(_, word)| word)
    }
}

/// Returns the value for a word, or a message.
pub(crate) fn value_of<W: Word>(word: &str) -> Result<W, String> {
    let found = W::WORDS.iter().find(|(_, other)| *other == word);
    found.map(|(value, _)| *value).ok_or_else(|| format!("there is no {} {word:?}", W::SUBJECT))
}

impl Word for NodeKind {
    const SUBJECT: &'static str = "type";
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Document, "document"),
        (Self::DocumentFragment, "document-fragment"),
        (Self::ShadowRoot, "shadow-root"),
        (Self::DocumentType, "doctype"),
        (Self::Element, "element"),
        (Self::Text, "text"),
        (Self::Comment, "comment"),
        (Self::ProcessingInstruction, "processing-instruction"),
    ];
}

impl Word for Namespace {
    const SUBJECT: &'static str = "namespace";
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Html, "html"),
        (Self::MathMl, "math"),
        (Self::Svg, "svg"),
        (Self::XLink, "xlink"),
        (Self::Xml, "xml"),
        (Self::XmlNs, "xmlns"),
        (Self::None, "none"),
    ];
}

impl Word for QuirksMode {
    const SUBJECT: &'static str = "mode";
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::NoQuirks, Self::NoQuirks.as_str()),
        (Self::LimitedQuirks, Self::LimitedQuirks.as_str()),
        (Self::Quirks, Self::Quirks.as_str()),
    ];
}

impl Word for ShadowRootMode {
    const SUBJECT: &'static str = "shadow root mode";
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Open, Self::Open.as_str()), (Self::Closed, Self::Closed.as_str())];
}

impl Word for SlotAssignment {
    const SUBJECT: &'static str = "slot assignment";
    const WORDS: &'static [(Self, &'static str)] = &[(Self::Named, "named"), (Self::Manual, "manual")];
}
