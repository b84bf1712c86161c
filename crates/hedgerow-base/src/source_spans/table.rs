//! The tables of the positions of nodes and attributes. Entries are small, because a page has many of them. Spans that are too long
//! for an entry are stored in side tables.

use crate::{AttributeName, NameId, Namespace, SideTable, Span};

/// Flags: the parts of a node's position that are known. Without flags, the table has no entry for the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Known(u8);

impl Known {
    /// The node was created for a token of its own: for an element, its start tag.
    const TOKEN: Self = Self(1);
    /// The element is a copy of another one, and the start tag is that of the original.
    const COPY: Self = Self(1 << 1);
    /// Another token implied the element.
    const IMPLIED: Self = Self(1 << 2);
    /// The node is a text with several pieces.
    const PIECES: Self = Self(1 << 3);
    /// The element has an end tag.
    const END_TAG: Self = Self(1 << 4);
    /// Another token implied the end of the element.
    const IMPLIED_END: Self = Self(1 << 5);

    fn has(self, flags: Self) -> bool {
        self.0 & flags.0 != 0
    }

    /// Whether the end of the element is known.
    fn has_end(self) -> bool {
        self.has(Self(Self::END_TAG.0 | Self::IMPLIED_END.0))
    }
}

/// The start of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartTagSource {
    /// The start tag.
    Tag(Span),
    /// The start tag of another element, of which this one is a copy. The parser copies misnested formatting elements.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements>
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm>
    Copy(Span),
    /// The start of the token that implied the element: a tag, the first character of a text, or the end of the source.
    Implied(Span),
}

/// The end of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndTagSource {
    /// The end tag. It has the name of the element, except that a heading may end with another heading's tag, as in
    /// `<h1></h2>`.
    Tag(Span),
    /// The start of the token that implied the end: a tag, the first character of a text, or the end of the source.
    Implied(Span),
    /// No token: the element ends with its start tag, because it cannot have contents; or the parser stopped inside the element.
    None,
}

/// The position of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct AttributeSource {
    /// The name in the tree.
    pub attribute: AttributeName,
    /// The span of the name.
    pub name: Span,
    /// The span of the value without its quotes; empty if nothing follows the equals sign. `None` if there is no equals sign.
    pub value: Option<Span>,
}

/// The position of a node.
#[derive(Clone, Copy, Debug, Default)]
struct NodeEntry {
    /// The start of the node; for an element, the start of its start tag or of the token that implied it.
    start: u32,
    /// The end of the node; for an element, the start of the token that ended it.
    end: u32,
    /// For an element, the length of the token at `start`.
    start_length: u16,
    /// For an element, the length of the token at `end`.
    end_length: u8,
    known: Known,
}

const _: () = assert!(size_of::<NodeEntry>() == 12);

impl NodeEntry {
    /// Records the end of an element. Returns whether the span is too long for the entry.
    #[inline]
    #[must_use]
    fn set_end(&mut self, known: Known, span: Span) -> bool {
        self.end = span.start;
        self.end_length = u8::try_from(span.len()).unwrap_or(LONG_END);
        self.known.0 = self.known.0 & !(Known::END_TAG.0 | Known::IMPLIED_END.0) | known.0;
        self.end_length == LONG_END
    }
}

/// The `start_length` that marks a token of this length or longer. The span of such a token is in a side table.
const LONG_START: u16 = u16::MAX;

/// The `end_length` that marks a token of this length or longer. The span of such a token is in a side table.
const LONG_END: u8 = u8::MAX;

/// The positions of the nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeTable {
    entries: Vec<NodeEntry>,
    long_starts: SideTable<usize, Span>,
    long_ends: SideTable<usize, Span>,
}

impl NodeTable {
    /// Removes all entries, but keeps the memory.
    pub(super) fn clear(&mut self) {
        let Self { entries, long_starts, long_ends } = self;
        entries.clear();
        long_starts.clear();
        long_ends.clear();
    }

    /// Reserves room for nodes.
    pub(super) fn make_room_for(&mut self, nodes: usize) {
        self.entries.reserve_exact(nodes);
    }

    /// Returns the entry of a node.
    fn get(&self, node: usize) -> Option<&NodeEntry> {
        self.entries.get(node).filter(|entry| entry.known != Known::default())
    }

    /// Writes the entry of a node.
    #[inline]
    fn set(&mut self, node: usize, entry: NodeEntry) {
        // OPTIMIZATION: nodes usually come in the order of their indices.
        if node == self.entries.len() {
            self.entries.push(entry);
        } else {
            self.set_out_of_order(node, entry);
        }
    }

    #[cold]
    fn set_out_of_order(&mut self, node: usize, entry: NodeEntry) {
        if node >= self.entries.len() {
            self.entries.resize(node + 1, NodeEntry::default());
        }
        self.entries[node] = entry;
    }

    /// Records the span of a node that is not an element.
    #[inline]
    pub(super) fn set_node(&mut self, node: usize, span: Span) {
        let Span { start, end } = span;
        self.set(node, NodeEntry { start, end, known: Known::TOKEN, ..NodeEntry::default() });
    }

    /// Records the start of an element.
    #[inline(always)]
    pub(super) fn set_start(&mut self, element: usize, start: StartTagSource) {
        let (known, span) = match start {
            StartTagSource::Tag(span) => (Known::TOKEN, span),
            StartTagSource::Copy(span) => (Known::COPY, span),
            StartTagSource::Implied(span) => (Known::IMPLIED, span),
        };
        let start_length = u16::try_from(span.len()).unwrap_or(LONG_START);
        self.set(element, NodeEntry { start: span.start, start_length, known, ..NodeEntry::default() });
        if start_length == LONG_START {
            self.add_long_start(element, span);
        }
    }

    #[cold]
    fn add_long_start(&mut self, element: usize, span: Span) {
        self.long_starts.insert(element, span);
    }

    /// Records the end of an element. A later call replaces it.
    #[inline]
    pub(super) fn set_end(&mut self, element: usize, end: EndTagSource) {
        let Some(entry) = self.entries.get_mut(element) else { return };
        let (known, span) = match end {
            EndTagSource::None => return,
            EndTagSource::Tag(span) => (Known::END_TAG, span),
            EndTagSource::Implied(span) => (Known::IMPLIED_END, span),
        };
        if entry.set_end(known, span) {
            self.add_long_end(element, span);
        }
    }

    #[cold]
    #[inline(never)]
    fn add_long_end(&mut self, element: usize, span: Span) {
        self.long_ends.insert(element, span);
    }

    /// Records the end tag of an element, unless its end is known.
    #[inline]
    pub(super) fn set_first_end_tag(&mut self, element: usize, tag: Span) {
        // OPTIMIZATION: looks up the entry only once.
        let Some(entry) = self.entries.get_mut(element) else { return };
        if !entry.known.has_end() && entry.set_end(Known::END_TAG, tag) {
            self.add_long_end(element, tag);
        }
    }

    /// Returns the span of a node that is not an element, or of the first piece of a text.
    pub(super) fn node(&self, node: usize) -> Option<Span> {
        self.get(node).map(|entry| Span { start: entry.start, end: entry.end })
    }

    /// Returns the start of an element.
    pub(super) fn start(&self, element: usize) -> Option<StartTagSource> {
        let entry = self.get(element)?;
        let span = if entry.start_length == LONG_START {
            *self.long_starts.get(&element)?
        } else {
            Span { start: entry.start, end: entry.start + u32::from(entry.start_length) }
        };
        Some(if entry.known.has(Known::TOKEN) {
            StartTagSource::Tag(span)
        } else if entry.known.has(Known::COPY) {
            StartTagSource::Copy(span)
        } else {
            StartTagSource::Implied(span)
        })
    }

    /// Returns the end of an element.
    pub(super) fn end(&self, element: usize) -> EndTagSource {
        let Some(entry) = self.get(element) else { return EndTagSource::None };
        let span = if entry.end_length == LONG_END {
            self.long_ends.get(&element).copied().unwrap_or_default()
        } else {
            Span { start: entry.end, end: entry.end + u32::from(entry.end_length) }
        };
        if entry.known.has(Known::END_TAG) {
            EndTagSource::Tag(span)
        } else if entry.known.has(Known::IMPLIED_END) {
            EndTagSource::Implied(span)
        } else {
            EndTagSource::None
        }
    }

    /// Whether the end of an element is known.
    #[inline]
    pub(super) fn has_end(&self, element: usize) -> bool {
        self.entries.get(element).is_some_and(|entry| entry.known.has_end())
    }

    /// Whether the token that starts at this offset is the element's start tag.
    #[inline]
    pub(super) fn is_for_the_tag_at(&self, element: usize, start: u32) -> bool {
        let entry = self.entries.get(element);
        entry.is_some_and(|entry| entry.known.has(Known::TOKEN) && entry.start == start)
    }

    /// Records the first piece of a text, or extends the first piece by a piece that follows it.
    ///
    /// # Errors
    ///
    /// Returns the first piece if the text has several pieces. The caller must then record the new one.
    #[inline(always)]
    pub(super) fn extend_text(&mut self, text: usize, piece: Span) -> Result<(), Span> {
        // OPTIMIZATION: most texts are new, and have one piece.
        if text == self.entries.len() {
            self.set_node(text, piece);
            return Ok(());
        }
        self.extend_recorded_text(text, piece)
    }

    #[inline(never)]
    fn extend_recorded_text(&mut self, text: usize, piece: Span) -> Result<(), Span> {
        match self.entries.get_mut(text) {
            Some(entry) if entry.known != Known::default() => {
                let mut first = Span { start: entry.start, end: entry.end };
                if entry.known.has(Known::PIECES) || !extend(&mut first, piece) {
                    entry.known.0 |= Known::PIECES.0;
                    return Err(first);
                }
                entry.end = first.end;
            }
            _ => self.set_node(text, piece),
        }
        Ok(())
    }

    /// Removes the entry of a node. Returns whether the node had an entry.
    pub(super) fn forget(&mut self, node: usize) -> bool {
        self.long_starts.remove(&node);
        self.long_ends.remove(&node);
        let entry = self.entries.get_mut(node);
        entry.is_some_and(|entry| std::mem::take(entry).known != Known::default())
    }
}

/// Extends `piece` by `next` if `next` starts directly after `piece` or inside it; returns whether it does. Both characters
/// of a character reference have the span of the whole reference.
#[inline]
pub(super) fn extend(piece: &mut Span, next: Span) -> bool {
    let follows = (piece.start..=piece.end).contains(&next.start);
    if follows {
        piece.end = piece.end.max(next.end);
    }
    follows
}

/// [`AttributeSource`] in fewer bytes.
#[derive(Clone, Copy, Debug)]
struct AttributeEntry {
    local: NameId,
    /// The start of the name.
    name: u32,
    /// The start of the value; if there is no value, the start of the name.
    value: u32,
    lengths: Lengths,
}

const _: () = assert!(size_of::<AttributeEntry>() == 16);

/// The lengths of a value and of a name, and the namespace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lengths {
    value: u16,
    /// The length of the name, or [`LONG_ATTRIBUTE`].
    name: u8,
    namespace: Namespace,
}

/// Marks an attribute whose spans are in a map.
const LONG_ATTRIBUTE: u8 = u8::MAX;

/// The positions of the attributes of start tags, in source order.
#[derive(Clone, Debug, Default)]
pub(super) struct AttributeTable {
    entries: Vec<AttributeEntry>,
    /// The attributes that are too long for an entry, by index.
    long: SideTable<usize, AttributeSource>,
}

impl AttributeTable {
    /// Removes all entries, but keeps the memory.
    pub(super) fn clear(&mut self) {
        let Self { entries, long } = self;
        entries.clear();
        long.clear();
    }

    /// Reserves room for attributes.
    pub(super) fn make_room_for(&mut self, attributes: usize) {
        self.entries.reserve_exact(attributes);
    }

    /// Adds an attribute, which is after all others in the source.
    #[inline]
    pub(super) fn push(&mut self, source: AttributeSource) {
        let AttributeSource { attribute, name, value } = source;
        debug_assert!(self.entries.last().is_none_or(|last| last.name < name.start), "the source's order");
        let value = value.unwrap_or(Span { start: name.start, end: name.start });
        let lengths = match (u16::try_from(value.len()), u8::try_from(name.len())) {
            (Ok(value), Ok(name)) if name != LONG_ATTRIBUTE => {
                Lengths { value, name, namespace: attribute.namespace }
            }
            _ => {
                self.add_long(source);
                Lengths { value: 0, name: LONG_ATTRIBUTE, namespace: attribute.namespace }
            }
        };
        let local = attribute.local;
        self.entries.push(AttributeEntry { local, name: name.start, value: value.start, lengths });
    }

    #[cold]
    #[inline(never)]
    fn add_long(&mut self, source: AttributeSource) {
        self.long.insert(self.entries.len(), source);
    }

    /// Returns the attributes of a start tag.
    pub(super) fn of_tag(&self, tag: Span) -> impl Iterator<Item = AttributeSource> {
        let first = self.entries.partition_point(|entry| entry.name < tag.start);
        let entries = self.entries[first..].iter().take_while(move |entry| entry.name < tag.end);
        entries.zip(first..).filter_map(|(entry, index)| self.source(entry, index))
    }

    fn source(&self, entry: &AttributeEntry, index: usize) -> Option<AttributeSource> {
        let Lengths { value, name, namespace } = entry.lengths;
        if name == LONG_ATTRIBUTE {
            return self.long.get(&index).copied();
        }
        let has_value = entry.value != entry.name;
        Some(AttributeSource {
            attribute: AttributeName { namespace, local: entry.local },
            name: Span { start: entry.name, end: entry.name + u32::from(name) },
            value: has_value.then(|| Span { start: entry.value, end: entry.value + u32::from(value) }),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::known;

    use super::*;

    fn span(start: u32, length: u32) -> Span {
        Span { start, end: start + length }
    }

    #[test]
    fn tags_of_any_length_are_stored_exactly() {
        let element = 1;
        let limits = [u32::from(LONG_END), u32::from(LONG_START)];
        for length in limits.into_iter().flat_map(|limit| limit - 1..=limit + 1).chain([0, 1, 1 << 30]) {
            for span in [span(0, length), span(77, length)] {
                let mut table = NodeTable::default();
                table.set_start(element, StartTagSource::Copy(span));
                assert_eq!(table.start(element), Some(StartTagSource::Copy(span)));
                assert_eq!(table.end(element), EndTagSource::None);
                table.set_end(element, EndTagSource::Implied(span));
                assert_eq!(table.end(element), EndTagSource::Implied(span));
                table.set_end(element, EndTagSource::Tag(Span { start: 1, end: 2 }));
                assert_eq!(
                    table.end(element),
                    EndTagSource::Tag(Span { start: 1, end: 2 }),
                    "the second call replaces the first"
                );
                assert!(table.forget(element));
                assert_eq!((table.start(element), table.end(element)), (None, EndTagSource::None));
                assert!(!table.forget(element));
            }
        }
    }

    #[test]
    fn attributes_of_any_length_are_stored_exactly() {
        let lengths = [1, 254, 255, 256, 65_534, 65_535, 65_536, 1 << 20];
        let (mut table, mut written, mut offset) = (AttributeTable::default(), Vec::new(), 0);
        for name in lengths {
            for value in [None, Some(0)].into_iter().chain(lengths.map(Some)) {
                let name = span(offset + 1, name);
                let value = value.map(|length| span(name.end + 2, length));
                let attribute = AttributeName { namespace: Namespace::XLink, local: known::HREF };
                let source = AttributeSource { attribute, name, value };
                table.push(source);
                written.push(source);
                offset = value.unwrap_or(name).end;
            }
        }
        assert!(table.of_tag(Span { start: 0, end: offset }).eq(written.iter().copied()));
        for source in written {
            assert!(table.of_tag(source.name).eq([source]));
        }
    }
}
