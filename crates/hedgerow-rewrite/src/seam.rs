//! Seams: places where new content, or the source after a removed node, follows source that it was not written after. There, a parser
//! must not join both to a tag or a character reference.

use hedgerow_base::{ElementName, known};

use crate::window::{NONE, Slot, Window};

/// The number of bytes before a place that may continue after it.
pub(crate) const CONTEXT: usize = 64;

/// The longest name of a character reference, and some digits.
const LONGEST_NAME: usize = 40;

/// The end of the text before a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextEnd {
    /// Nothing can continue it.
    Closed,
    /// A `<`, which a name would make a tag.
    Tag,
    /// The start of an end tag in a `title` or a `textarea`, which is text if it does not continue.
    EndTag,
    /// The start of a character reference, or a reference without a semicolon.
    Reference,
}

impl TextEnd {
    /// Reads the end of some text that is read as markup.
    pub(crate) fn of(text: &str) -> Self {
        let text = tail(text, CONTEXT);
        if text.ends_with('<') {
            return Self::Tag;
        }
        let rest = text.trim_end_matches(|character: char| character.is_ascii_alphanumeric());
        let run = text.get(rest.len()..).unwrap_or_default();
        // Numbers in references may be longer than the text that is still there.
        let may_be_number = run.len() > LONGEST_NAME && run.bytes().all(|byte| byte.is_ascii_hexdigit());
        if rest.ends_with("</") {
            Self::EndTag
        } else if rest.ends_with('&') || rest.ends_with("&#") || may_be_number {
            Self::Reference
        } else {
            Self::Closed
        }
    }

    /// Whether the end and a character after it are read in another way than apart.
    pub(crate) fn joins(self, next: char) -> bool {
        match self {
            Self::Closed => false,
            Self::Tag => next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'),
            Self::EndTag => {
                next.is_ascii_alphanumeric() || next.is_ascii_whitespace() || matches!(next, '/' | '>')
            }
            Self::Reference => next.is_ascii_alphanumeric() || matches!(next, '#' | ';'),
        }
    }
}

/// An element that contains a place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Container<'w> {
    /// The names, if the text of the element has no markup and no references.
    literal: Option<(ElementName, &'w str)>,
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
        let literal = name.has_literal_text(window.has_scripting).then(|| (name, window.local_name(slot)));
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
        self.literal.is_some_and(|(name, local_name)| joins_literally(name, local_name, before, after))
    }
}

/// The sequences with an effect in an element whose text has no markup and no references.
fn markers(name: ElementName, local_name: &str) -> Vec<String> {
    let mut markers = vec![format!("</{local_name}")];
    if name.is_html(known::SCRIPT) {
        markers.extend(["<!--", "<script", "-->"].map(str::to_owned));
    }
    markers
}

/// Whether literal text of an element has an effect of its own, or may have one together with text after it.
pub(crate) fn has_literal_effect(name: ElementName, local_name: &str, text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    markers(name, local_name).iter().any(|marker| text.contains(marker) || may_begin(marker, &text))
}

fn joins_literally(name: ElementName, local_name: &str, before: &str, after: &str) -> bool {
    let before = tail(before, CONTEXT).to_ascii_lowercase();
    let after = after.get(..CONTEXT).unwrap_or(after).to_ascii_lowercase();
    markers(name, local_name).iter().any(|marker| {
        (1..marker.len()).any(|length| {
            let (start, end) = marker.split_at(length);
            before.ends_with(start) && (after.starts_with(end) || end.starts_with(after.as_str()))
        })
    })
}

/// Whether a text ends with a part of a marker.
fn may_begin(marker: &str, text: &str) -> bool {
    (1..marker.len()).any(|length| text.ends_with(&marker[..length]))
}

/// Returns the end of a text, with at most some bytes.
fn tail(text: &str, length: usize) -> &str {
    let mut start = text.len().saturating_sub(length);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}
