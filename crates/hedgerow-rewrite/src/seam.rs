//! Seams: places where new content, or the source after a removed node, follows source that it was not written after. There, a parser
//! must not join both to a tag or a character reference.

use hedgerow_base::known;
use hedgerow_base::seams::{joins_literally, markers};

use crate::window::{NONE, Slot, Window};

/// An element that contains a place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Container<'w> {
    /// The name, if the text of the element has no markup and no references.
    literal: Option<&'w str>,
    /// Whether markup and references are read.
    pub(crate) is_markup: bool,
    /// Whether a parser ignores a newline directly after the start tag.
    pub(crate) ignores_a_newline: bool,
    /// The end of the start tag.
    pub(crate) start: u64,
}

impl<'w> Container<'w> {
    pub(crate) fn of(window: &'w Window, slot: Slot) -> Self {
        let node = window.node(slot);
        let Some((node, name)) = node.and_then(|node| Some((node, node.name?))) else {
            return Self::markup();
        };
        let literal = name.has_literal_text(window.has_scripting).then(|| window.local_name(slot));
        let ignores_a_newline =
            [known::PRE, known::LISTING, known::TEXTAREA].iter().any(|&local| name.is_html(local));
        Self { literal, is_markup: literal.is_none(), ignores_a_newline, start: node.token.end }
    }

    /// A container with markup, about which nothing else is known.
    pub(crate) fn markup() -> Self {
        Self { is_markup: true, ..Self::default() }
    }

    /// The parent of an element.
    pub(crate) fn around(window: &'w Window, element: Slot) -> Self {
        Self::of(window, window.node(element).map_or(NONE, |node| node.parent))
    }

    /// Whether literal text may have an effect together with text after it. An empty text after it stands for unknown text.
    pub(crate) fn joins_literally(self, before: &str, after: &str) -> bool {
        self.literal.is_some_and(|name| joins_literally(name, before, after))
    }
}

/// Whether the text of an element without markup has an effect of its own, or may have one together with text after it.
pub(crate) fn has_literal_effect(local_name: &str, text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let may_begin = |marker: &str| (1..marker.len()).any(|length| text.ends_with(&marker[..length]));
    markers(local_name).any(|marker| text.contains(&marker) || may_begin(&marker))
}
