//! [`Event`]: a change of the tree that [`Stage`](crate::stage::Stage) processes.

use hedgerow_select::Decision;

use super::Slot;

/// Offsets in the whole preprocessed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Range {
    pub(crate) start: u64,
    pub(crate) end: u64,
}

/// A change of the tree, in the order of tree construction.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) kind: EventKind,
    /// The token that is the cause; for text, the text.
    pub(crate) token: Range,
    /// The first offset of the events of the token: text in a table is inserted when the next token is processed.
    pub(crate) from: u64,
    /// The element, or the parent of a text or comment.
    pub(crate) node: Slot,
    /// The number of departures from the source order so far.
    pub(crate) moves: u32,
    /// The formatting elements after the token.
    pub(crate) formatting: Formatting,
}

#[derive(Debug)]
pub(crate) enum EventKind {
    /// An element that matches, or may match, was inserted. Stores the numbers of the handlers.
    Start {
        matches: Vec<(usize, Decision)>,
        /// The parent, which another token may change before the event is processed.
        parent: Slot,
        origin: Origin,
        is_in_order: bool,
    },
    /// An element that does not match has ended, in the same token as the next event.
    ImpliedEnd,
    /// An element that matched, or might match, has ended; with its own end tag or not.
    End {
        has_tag: bool,
    },
    /// The end tag of the `body` or `html` element, which stays open.
    EndTagSeen,
    /// Characters; whether they are inserted at the end of the current node. Stores them if they differ from the input.
    Text {
        is_in_order: bool,
        stored: Option<Box<str>>,
    },
    Comment,
    Doctype,
}

/// The origin of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    StartTag,
    /// Another token implied the element.
    Implied,
    /// The parser has copied a formatting element.
    Copied,
}

/// The state of the list of active formatting elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Formatting {
    /// Whether the next text would be put into a copy of the last element of the list.
    pub(crate) is_pending: bool,
    /// Whether a formatting element that is not open is in the list, before or after the token.
    pub(crate) is_any_pending: bool,
    /// The number of markers in the list, after the token.
    pub(crate) markers: usize,
    /// Whether the insertion mode is "in body".
    pub(crate) is_in_body: bool,
}
