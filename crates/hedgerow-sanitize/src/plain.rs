//! Recognizes *plain* trees. If a plain tree is written as HTML and parsed again, the result is the same tree.
//!
//! The idea: while the parser reads the written HTML of such a tree, two invariants hold. The stack of open elements is the path
//! to the element that is being read, because no start tag closes an open element, and each end tag finds its element as the
//! current node. And each formatting element in the list of active formatting elements is on that stack, so none is
//! reconstructed. The rules below say where each start tag preserves both invariants. Elements that need other rules are not
//! plain.
//!
//! The rules hold in each element that can contain paragraphs, with scripting enabled or disabled, in every quirks mode.

use hedgerow_base::{ElementName, NameId, Namespace, known};
use known::{
    A, ABBR, ADDRESS, AREA, ARTICLE, ASIDE, AUDIO, B, BDI, BDO, BIG, BLOCKQUOTE, BR, CAPTION, CENTER, CIRCLE,
    CITE, CLIP_PATH, CODE, COL, COLGROUP, DATA, DD, DEFS, DEL, DESC, DETAILS, DFN, DIV, DL, DT, ELLIPSE, EM,
    FIGCAPTION, FIGURE, FONT, FOOTER, G, H1, H2, H3, H4, H5, H6, HEADER, HGROUP, HR, I, IMG, INS, KBD, LI,
    LINE, LINEAR_GRADIENT, MAIN, MARK, MARKER, MASK, MENU, METADATA, NAV, OL, P, PATH, PATTERN, PICTURE,
    POLYGON, POLYLINE, PRE, Q, RADIAL_GRADIENT, RECT, RP, RT, RUBY, S, SAMP, SEARCH, SECTION, SMALL, SOURCE,
    SPAN, STOP, STRIKE, STRONG, SUB, SUMMARY, SUP, SVG, SYMBOL, TABLE, TBODY, TD, TEXT, TEXT_PATH, TFOOT, TH,
    THEAD, TIME, TITLE, TR, TRACK, TSPAN, TT, U, UL, VAR, VIDEO, WBR,
};

/// A plain element that is open, and the kind of content that it may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    content: Content,
    /// Whether a `p` element is open that the start tag of a block would close.
    is_in_p: bool,
    /// Whether an `a` element is open that the start tag of another `a` would close.
    is_in_a: bool,
}

/// The contents of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    Flow,
    /// Flow content and `li` elements.
    Items,
    /// Flow content, `dt` and `dd` elements.
    Descriptions,
    /// Flow content without headings, because the start tag of a heading would close this heading.
    Heading,
    /// Flow content. The parser drops a line feed at the start, so an additional line feed must be written there.
    Preformatted,
    /// Flow content, `rt` and `rp` elements.
    Ruby,
    Table,
    TableBody,
    Row,
    Columns,
    /// Graphics, not HTML.
    Svg,
    Text,
    Nothing,
}

/// The effect of the start tag of an element of HTML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tag {
    /// Not plain: the tag has an effect that is not listed below.
    Other,
    /// Inserts an element of running text, such as a formatting element.
    Inline,
    /// Closes another `a`.
    A,
    /// Inserts an element without contents.
    Void,
    /// Closes a `p` element, like the variants from here to `Table`.
    Block(Content),
    P,
    Hr,
    /// Closes a heading that is the current node.
    Heading,
    /// Closes the previous `li`, unless a list is nearer.
    Item,
    /// Closes the previous `dt` or `dd`, unless a list is nearer.
    Description,
    Table,
    Caption,
    Columns,
    Column,
    TableBody,
    Row,
    Cell,
    Ruby,
    RubyText,
    /// Its contents are read as text, with character references.
    Title,
}

/// An array with an entry for each known name.
type Names<T> = [T; known::KNOWN_NAME_COUNT as usize];

const fn mark<T: Copy, const N: usize>(mut names: Names<T>, marked: [NameId; N], with: T) -> Names<T> {
    let mut index = 0;
    while index < N {
        names[marked[index].index()] = with;
        index += 1;
    }
    names
}

static TAGS: Names<Tag> = {
    let tags = [Tag::Other; known::KNOWN_NAME_COUNT as usize];
    let formatting = [B, BIG, CODE, EM, FONT, I, S, SMALL, STRIKE, STRONG, TT, U];
    let tags = mark(tags, formatting, Tag::Inline);
    let ordinary = [
        ABBR, AUDIO, BDI, BDO, CITE, DATA, DEL, DFN, INS, KBD, MARK, PICTURE, Q, SAMP, SPAN, SUB, SUP, TIME,
        VAR, VIDEO,
    ];
    let tags = mark(tags, ordinary, Tag::Inline);
    let tags = mark(tags, [A], Tag::A);
    let tags = mark(tags, [AREA, BR, IMG, SOURCE, TRACK, WBR], Tag::Void);
    let blocks = [
        ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, CENTER, DETAILS, DIV, FIGCAPTION, FIGURE, FOOTER, HEADER,
        HGROUP, MAIN, NAV, SEARCH, SECTION, SUMMARY,
    ];
    let tags = mark(tags, blocks, Tag::Block(Content::Flow));
    let tags = mark(tags, [MENU, OL, UL], Tag::Block(Content::Items));
    let tags = mark(tags, [DL], Tag::Block(Content::Descriptions));
    let tags = mark(tags, [PRE], Tag::Block(Content::Preformatted));
    let tags = mark(tags, [P], Tag::P);
    let tags = mark(tags, [HR], Tag::Hr);
    let tags = mark(tags, [H1, H2, H3, H4, H5, H6], Tag::Heading);
    let tags = mark(tags, [LI], Tag::Item);
    let tags = mark(tags, [DD, DT], Tag::Description);
    let tags = mark(tags, [TABLE], Tag::Table);
    let tags = mark(tags, [CAPTION], Tag::Caption);
    let tags = mark(tags, [COLGROUP], Tag::Columns);
    let tags = mark(tags, [COL], Tag::Column);
    let tags = mark(tags, [TBODY, TFOOT, THEAD], Tag::TableBody);
    let tags = mark(tags, [TR], Tag::Row);
    let tags = mark(tags, [TD, TH], Tag::Cell);
    let tags = mark(mark(tags, [RUBY], Tag::Ruby), [RP, RT], Tag::RubyText);
    mark(tags, [TITLE], Tag::Title)
};

/// The contents of elements of SVG. No start tag with one of these names ends foreign content.
static SVG_CONTENTS: Names<Option<Content>> = {
    let contents = [None; known::KNOWN_NAME_COUNT as usize];
    let graphics = [
        A, CIRCLE, CLIP_PATH, DEFS, ELLIPSE, G, LINE, LINEAR_GRADIENT, MARKER, MASK, METADATA, PATH, PATTERN,
        POLYGON, POLYLINE, RADIAL_GRADIENT, RECT, STOP, SVG, SYMBOL, TEXT, TEXT_PATH, TSPAN,
    ];
    // Tags in these two elements would be parsed as HTML, so the elements may contain only text.
    mark(mark(contents, graphics, Some(Content::Svg)), [DESC, TITLE], Some(Content::Text))
};

impl Open {
    /// The element that contains the whole tree.
    pub(crate) const ROOT: Self = Self { content: Content::Flow, is_in_p: false, is_in_a: false };

    /// Returns the state in a child element, or `None` if the tree is not plain.
    #[inline]
    pub(crate) fn enter(self, name: ElementName) -> Option<Self> {
        let index = name.local.index();
        if name.namespace == Namespace::Svg {
            let may_be_here = match self.content {
                Content::Svg => true,
                Content::Flow
                | Content::Items
                | Content::Descriptions
                | Content::Heading
                | Content::Preformatted
                | Content::Ruby => name.local == SVG,
                _ => false,
            };
            let content = SVG_CONTENTS.get(index).copied().flatten();
            return content.filter(|_| may_be_here).map(|content| Self { content, ..self });
        }
        let tag = TAGS.get(index).copied().filter(|_| name.namespace == Namespace::Html)?;
        match self.content {
            Content::Flow | Content::Preformatted => self.enter_in_flow(tag, None),
            Content::Items => self.enter_in_flow(tag, Some(Tag::Item)),
            Content::Descriptions => self.enter_in_flow(tag, Some(Tag::Description)),
            Content::Ruby => self.enter_in_flow(tag, Some(Tag::RubyText)),
            Content::Heading if tag == Tag::Heading => None,
            Content::Heading => self.enter_in_flow(tag, None),
            Content::Table => match tag {
                Tag::Caption => Some(self.with(Content::Flow)),
                Tag::Columns => Some(self.with(Content::Columns)),
                Tag::TableBody => Some(self.with(Content::TableBody)),
                _ => None,
            },
            Content::TableBody => (tag == Tag::Row).then(|| self.with(Content::Row)),
            Content::Row => (tag == Tag::Cell).then(|| self.with(Content::Flow)),
            Content::Columns => (tag == Tag::Column).then(|| self.with(Content::Nothing)),
            Content::Svg | Content::Text | Content::Nothing => None,
        }
    }

    fn with(self, content: Content) -> Self {
        Self { content, ..self }
    }

    /// Like [`enter`](Self::enter), for an HTML element in flow content. `special` is the kind of tag that only this content
    /// allows, such as [`Tag::Item`] in a list.
    #[inline]
    fn enter_in_flow(self, tag: Tag, special: Option<Tag>) -> Option<Self> {
        let is_block_possible = !self.is_in_p;
        match tag {
            Tag::Inline => Some(self.with(Content::Flow)),
            Tag::A if !self.is_in_a => Some(Self { content: Content::Flow, is_in_a: true, ..self }),
            Tag::Void => Some(self.with(Content::Nothing)),
            Tag::Title => Some(self.with(Content::Text)),
            Tag::Ruby => Some(self.with(Content::Ruby)),
            Tag::Block(content) if is_block_possible => Some(self.with(content)),
            Tag::P if is_block_possible => Some(Self { content: Content::Flow, is_in_p: true, ..self }),
            Tag::Hr if is_block_possible => Some(self.with(Content::Nothing)),
            Tag::Heading if is_block_possible => Some(self.with(Content::Heading)),
            Tag::Table if is_block_possible => Some(self.with(Content::Table)),
            Tag::Item | Tag::Description if is_block_possible && special == Some(tag) => {
                Some(self.with(Content::Flow))
            }
            Tag::RubyText if special == Some(tag) => Some(self.with(Content::Flow)),
            _ => None,
        }
    }

    /// Whether the element may have this text as a child.
    #[inline]
    pub(crate) fn allows_text(self, text: &str) -> bool {
        match self.content {
            // Other text would be moved before the table.
            Content::Table | Content::TableBody | Content::Row | Content::Columns => {
                text.bytes().all(|byte| byte.is_ascii_whitespace())
            }
            Content::Nothing => false,
            _ => true,
        }
    }

    /// Whether the parser drops a line feed directly after the start tag.
    #[inline]
    pub(crate) fn drops_first_newline(self) -> bool {
        self.content == Content::Preformatted
    }

    /// Whether the element has no end tag.
    #[inline]
    pub(crate) fn is_void(self) -> bool {
        self.content == Content::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the HTML elements that are plain in some content.
    fn plain_names() -> impl Iterator<Item = (NameId, Tag)> {
        NameId::all_known().map(|name| (name, TAGS[name.index()])).filter(|(_, tag)| *tag != Tag::Other)
    }

    #[test]
    fn the_void_elements_are_those_without_contents() {
        use hedgerow_base::ElementFlags;
        for (name, tag) in plain_names() {
            let is_void = matches!(tag, Tag::Void | Tag::Hr | Tag::Column);
            let flags = ElementFlags::of(ElementName::html(name));
            assert_eq!(flags.has(ElementFlags::SERIALIZES_AS_VOID), is_void, "{:?}", name.known_text());
            assert!(!flags.has(ElementFlags::SERIALIZES_TEXT_LITERALLY), "{:?}", name.known_text());
        }
    }

    #[test]
    fn plain_elements_can_be_written() {
        let svg = NameId::all_known().filter(|name| SVG_CONTENTS[name.index()].is_some());
        for name in plain_names().map(|(name, _)| name).chain(svg) {
            assert!(crate::strict::is_writable_known_element(name), "{:?}", name.known_text());
        }
    }
}
