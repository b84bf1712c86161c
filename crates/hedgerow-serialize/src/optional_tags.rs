//! Omits optional tags.
//!
//! <https://html.spec.whatwg.org/multipage/syntax.html#optional-tags>
//!
//! The stage holds back one item, because whether a tag is optional depends on the next item.
//!
//! The standard's rules apply to conforming documents. For any other document, [`OptionalTags::OmitIfRestored`] also
//! checks that a parser restores the tag. This depends on the parent of the element; a comment at each rule gives the
//! reason.

use hedgerow_base::{
    ElementName, NameId, Namespace,
    known::{
        A, ADDRESS, ARTICLE, ASIDE, AUDIO, BASE, BASEFONT, BGSOUND, BLOCKQUOTE, BODY, BUTTON, CAPTION,
        CENTER, COL, COLGROUP, DD, DEL, DETAILS, DIALOG, DIR, DIV, DL, DT, FIELDSET, FIGCAPTION, FIGURE,
        FOOTER, FORM, FRAMESET, H1, H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML, INS, LI, LINK,
        LISTING, MAIN, MAP, MENU, META, NAV, NOFRAMES, NOSCRIPT, OL, OPTGROUP, OPTION, P, PRE, RP, RT, RUBY,
        SCRIPT, SEARCH, SECTION, SELECT, STYLE, SUMMARY, TABLE, TBODY, TD, TEMPLATE, TFOOT, TH, THEAD, TITLE,
        TR, UL, VIDEO,
    },
};
use hedgerow_dom::{NodeKind, NodeRef, search::element_name};

use crate::item::{ElementSet, Item, Parents, PlacedItem, Tag, TagAttributes, TextItem, is_any};
use crate::options::OptionalTags;

/// The stage that omits tags.
#[derive(Debug)]
pub(crate) struct OptionalTagsStage<'d> {
    mode: OptionalTags,
    pending: Option<PlacedItem<'d>>,
    /// The element whose end tag came before the pending item and was omitted.
    omitted_end_tag: Option<ElementName>,
}

impl<'d> OptionalTagsStage<'d> {
    pub(crate) fn new(mode: OptionalTags) -> Self {
        Self { mode, pending: None, omitted_end_tag: None }
    }

    /// Whether all items pass through unchanged.
    pub(crate) fn is_idle(&self) -> bool {
        self.mode == OptionalTags::Write
    }

    /// Takes an item; returns the previous item, unless it is omitted.
    pub(crate) fn push(&mut self, next: PlacedItem<'d>) -> Option<PlacedItem<'d>> {
        let current = self.pending.replace(next)?;
        self.decide(current, Some(&next.item))
    }

    /// Returns the last item, unless it is omitted.
    pub(crate) fn finish(&mut self) -> Option<PlacedItem<'d>> {
        let current = self.pending.take()?;
        self.decide(current, None)
    }

    fn decide(&mut self, current: PlacedItem<'d>, next: Option<&Item<'d>>) -> Option<PlacedItem<'d>> {
        let next = Next { item: next };
        let must_be_restored = self.mode == OptionalTags::OmitIfRestored;
        let (omit, omitted_end_tag) = match current.item {
            Item::StartTag { tag, attributes } => (
                tag.name.namespace == Namespace::Html
                    && self.may_omit_start_tag(tag.name.local, &next, must_be_restored)
                    && attributes.is_empty()
                    && (!must_be_restored || start_tag_is_restored(tag.name.local, current.parents, &next)),
                None,
            ),
            Item::EndTag(tag) => {
                let omit = tag.name.namespace == Namespace::Html
                    && may_omit(tag.name.local, &next)
                    && (!must_be_restored || end_tag_is_restored(tag.name.local, current.parents, &next));
                (omit, omit.then_some(tag.name))
            }
            _ => (false, None),
        };
        self.omitted_end_tag = omitted_end_tag;
        (!omit).then_some(current)
    }

    /// The standard's rules for start tags.
    fn may_omit_start_tag(&self, element: NameId, next: &Next<'_>, must_be_restored: bool) -> bool {
        let follows_omitted = |names: &[NameId]| self.omitted_end_tag.is_some_and(|name| is_any(name, names));
        match element {
            // An html element's start tag may be omitted if the first thing inside the html element is not a
            // comment. It is not omitted before whitespace either, because the parser would drop the whitespace.
            HTML => !next.is_comment_or_whitespace(),
            // A head element's start tag may be omitted if the element is empty, or if the first thing inside the
            // head element is an element.
            HEAD => next.ends(HEAD) || next.item.is_none() || next.is_start_tag(),
            // A body element's start tag may be omitted if the element is empty, or if the first thing inside the
            // body element is not ASCII whitespace or a comment, except if the first thing inside the body element
            // is a meta, noscript, link, script, style, or template element.
            BODY => {
                let stays_in_head = next.starts_any(&[META, NOSCRIPT, LINK, SCRIPT, STYLE, TEMPLATE])
                    || must_be_restored && next.starts_any(NOT_FIRST_IN_BODY);
                !next.is_comment_or_whitespace() && !stays_in_head
            }
            // A colgroup element's start tag may be omitted if the first thing inside the colgroup element is a col
            // element, and if the element is not immediately preceded by another colgroup element whose end tag has
            // been omitted.
            COLGROUP => next.starts_any(&[COL]) && !follows_omitted(&[COLGROUP]),
            // A tbody element's start tag may be omitted if the first thing inside the tbody element is a tr element,
            // and if the element is not immediately preceded by a tbody, thead, or tfoot element whose end tag has
            // been omitted.
            TBODY => next.starts_any(&[TR]) && !follows_omitted(&[TBODY, THEAD, TFOOT]),
            _ => false,
        }
    }
}

/// The item after the tag that may be omitted, or `None` at the end of the output.
struct Next<'i> {
    item: Option<&'i Item<'i>>,
}

impl Next<'_> {
    fn is_start_tag(&self) -> bool {
        matches!(self.item, Some(Item::StartTag { .. }))
    }

    /// Whether the item is whitespace or a comment, or a processing instruction, which the parser handles like a comment.
    fn is_comment_or_whitespace(&self) -> bool {
        match self.item {
            Some(Item::Comment(_) | Item::ProcessingInstruction { .. } | Item::NewLine(_)) => true,
            Some(Item::Text(text)) => {
                text.data.starts_with(|character: char| character.is_ascii_whitespace())
            }
            _ => false,
        }
    }

    fn starts_any(&self, names: &[NameId]) -> bool {
        matches!(self.item, Some(Item::StartTag { tag, .. }) if is_any(tag.name, names))
    }

    fn starts_one_of(&self, elements: &ElementSet) -> bool {
        matches!(self.item, Some(Item::StartTag { tag, .. }) if elements.has(tag.name))
    }

    fn ends(&self, name: NameId) -> bool {
        self.item.is_some_and(|item| item.ends(name))
    }

    /// Whether there is no more content in the parent element.
    fn is_end_of_parent(&self) -> bool {
        matches!(self.item, None | Some(Item::EndTag(_)))
    }

    /// Whether there is no more content in the parent element, and the parent allows the end tag of a `p` to be omitted.
    fn is_end_of_parent_of_p(&self) -> bool {
        match self.item {
            None => true,
            // … and the parent element is an HTML element that is not an a, audio, del, ins, map, noscript, or video
            // element, or an autonomous custom element.
            Some(Item::EndTag(Tag { name, text })) => {
                name.namespace == Namespace::Html
                    && !is_any(*name, &[A, AUDIO, DEL, INS, MAP, NOSCRIPT, VIDEO])
                    && !text.contains('-')
            }
            _ => false,
        }
    }
}

/// Whether the standard allows the end tag of this element to be omitted at its position, in a conforming document. `false`
/// for elements that always need their end tag.
///
/// <https://html.spec.whatwg.org/multipage/syntax.html#optional-tags>
///
/// ```
/// use hedgerow::Document;
/// use hedgerow::serialize::may_omit_end_tag;
/// let mut document = Document::new();
/// let list = document.create_element("dl").unwrap();
/// let term = document.create_element("dt").unwrap();
/// document.append(list, term);
/// assert!(!may_omit_end_tag(document.node(term)));
/// let description = document.create_element("dd").unwrap();
/// document.append(list, description);
/// assert!(may_omit_end_tag(document.node(term)));
/// ```
#[must_use]
pub fn may_omit_end_tag(element: NodeRef<'_>) -> bool {
    let Some(ElementName { namespace: Namespace::Html, local }) = element_name(element) else {
        return false;
    };
    let item = match element.next_sibling() {
        None => element.parent_element().and_then(tag_of).map(Item::EndTag),
        Some(next) => match next.kind() {
            NodeKind::Element => {
                tag_of(next).map(|tag| Item::StartTag { tag, attributes: TagAttributes::Element(next) })
            }
            NodeKind::Text => {
                Some(Item::Text(TextItem { data: next.data().unwrap_or_default(), is_collapsed: false }))
            }
            _ => Some(Item::Comment("")),
        },
    };
    may_omit(local, &Next { item: item.as_ref() })
}

/// Whether the standard allows omitting an element's end tag before a start tag with this name. In the source, this tag may
/// follow the element directly although the tree has other nodes between, which the parser moved there.
#[must_use]
pub fn may_omit_end_tag_before(element: NodeRef<'_>, start_tag: &str) -> bool {
    let Some(ElementName { namespace: Namespace::Html, local }) = element_name(element) else {
        return false;
    };
    let Some(name) = NameId::find_known(start_tag) else { return false };
    let tag = Tag { name: ElementName::html(name), text: start_tag };
    let item = Item::StartTag { tag, attributes: TagAttributes::MetaCharset };
    may_omit(local, &Next { item: Some(&item) })
}

fn tag_of(element: NodeRef<'_>) -> Option<Tag<'_>> {
    element_name(element).map(|name| Tag { name, text: element.local_name_text() })
}

/// The elements before which the end tag of a `p` may be omitted.
static ENDS_P: ElementSet = ElementSet::of(&[
    ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, DETAILS, DIALOG, DIV, DL, FIELDSET, FIGCAPTION, FIGURE, FOOTER,
    FORM, H1, H2, H3, H4, H5, H6, HEADER, HGROUP, HR, MAIN, MENU, NAV, OL, P, PRE, SEARCH, SECTION, TABLE,
    UL,
]);

/// The standard's rules for end tags.
fn may_omit(element: NameId, next: &Next<'_>) -> bool {
    match element {
        // An html (body) element's end tag may be omitted if the html (body) element is not immediately followed by a
        // comment. It is not omitted before whitespace either, because the parser would insert the whitespace into the
        // body.
        HTML | BODY => !next.is_comment_or_whitespace(),
        // A head (colgroup, caption) element's end tag may be omitted if the element is not immediately followed by
        // ASCII whitespace or a comment.
        HEAD | COLGROUP | CAPTION => !next.is_comment_or_whitespace(),
        // An li element's end tag may be omitted if the li element is immediately followed by another li element or if
        // there is no more content in the parent element.
        LI => next.starts_any(&[LI]) || next.is_end_of_parent(),
        // A dt element's end tag may be omitted if the dt element is immediately followed by another dt element or a dd
        // element.
        DT => next.starts_any(&[DT, DD]),
        // A dd element's end tag may be omitted if the dd element is immediately followed by another dd element or a dt
        // element, or if there is no more content in the parent element.
        DD => next.starts_any(&[DD, DT]) || next.is_end_of_parent(),
        // A p element's end tag may be omitted if the p element is immediately followed by an address, … element, or if
        // there is no more content in the parent element and the parent element is …
        P => next.starts_one_of(&ENDS_P) || next.is_end_of_parent_of_p(),
        // An rt (rp) element's end tag may be omitted if the element is immediately followed by an rt or rp element, or
        // if there is no more content in the parent element.
        RT | RP => next.starts_any(&[RT, RP]) || next.is_end_of_parent(),
        // An optgroup element's end tag may be omitted if the optgroup element is immediately followed by another
        // optgroup element, if it is immediately followed by an hr element, or if there is no more content in the
        // parent element.
        OPTGROUP => next.starts_any(&[OPTGROUP, HR]) || next.is_end_of_parent(),
        // An option element's end tag may be omitted if the option element is immediately followed by another option
        // element, …, by an optgroup element, …, by an hr element, or if there is no more content in the parent
        // element.
        OPTION => next.starts_any(&[OPTION, OPTGROUP, HR]) || next.is_end_of_parent(),
        // A thead element's end tag may be omitted if the thead element is immediately followed by a tbody or tfoot
        // element.
        THEAD => next.starts_any(&[TBODY, TFOOT]),
        // A tbody element's end tag may be omitted if the tbody element is immediately followed by a tbody or tfoot
        // element, or if there is no more content in the parent element.
        TBODY => next.starts_any(&[TBODY, TFOOT]) || next.is_end_of_parent(),
        // A tfoot element's end tag may be omitted if there is no more content in the parent element.
        TFOOT => next.is_end_of_parent(),
        // A tr element's end tag may be omitted if the tr element is immediately followed by another tr element, or if
        // there is no more content in the parent element.
        TR => next.starts_any(&[TR]) || next.is_end_of_parent(),
        // A td (th) element's end tag may be omitted if the element is immediately followed by a td or th element, or if
        // there is no more content in the parent element.
        TD | TH => next.starts_any(&[TD, TH]) || next.is_end_of_parent(),
        _ => false,
    }
}

/// The elements that the rules for "in head" insert into the head.
const HEAD_CONTENT: &[NameId] =
    &[BASE, BASEFONT, BGSOUND, LINK, META, NOFRAMES, NOSCRIPT, SCRIPT, STYLE, TEMPLATE, TITLE];

/// Elements that the standard's rule for the start tag of `body` does not name, although the rules for "in head" and "after
/// head" do not insert them into the body.
const NOT_FIRST_IN_BODY: &[NameId] = &[BASE, BASEFONT, BGSOUND, TITLE, NOFRAMES, FRAMESET, HEAD, BODY, HTML];

/// Elements whose end tag also closes an `li`, `dd`, `dt` or `p` that is still open in them, because the parser's rules for
/// the end tag generate implied end tags.
static GENERATES_IMPLIED_END_TAGS: ElementSet = ElementSet::of(&[
    ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, BODY, BUTTON, CENTER, DD, DETAILS, DIALOG, DIR, DIV, DL, DT,
    FIELDSET, FIGCAPTION, FIGURE, FOOTER, HEADER, HGROUP, LI, LISTING, MAIN, MENU, NAV, OL, PRE, SEARCH,
    SECTION, SUMMARY, TD, TH, UL,
]);

/// Whether a parser creates the same element if the start tag is omitted.
fn start_tag_is_restored(element: NameId, parents: Parents, next: &Next<'_>) -> bool {
    match element {
        // "Before html", anything else. The element must have no parent and must begin with a head, because the parser
        // always creates a head.
        HTML => parents.parent.is_none() && next.starts_any(&[HEAD]),
        // "Before head", anything else, and then "in head".
        HEAD => parents.is_in(&[HTML]) && (next.ends(HEAD) || next.starts_any(HEAD_CONTENT)),
        // "After head", anything else.
        BODY => parents.is_in(&[HTML]),
        // "In table", the start tags col and tr.
        COLGROUP | TBODY => parents.is_in(&[TABLE]),
        _ => false,
    }
}

/// Whether a parser closes the element if the end tag is omitted.
fn end_tag_is_restored(element: NameId, parents: Parents, next: &Next<'_>) -> bool {
    let is_end_of_parent = next.is_end_of_parent();
    match element {
        HTML => parents.parent.is_none(),
        BODY => parents.is_in(&[HTML]),
        // "In head", anything else.
        HEAD => parents.is_in(&[HTML]) && (next.starts_any(&[BODY, FRAMESET]) || next.ends(HTML)),
        // The start tag li closes an li that is the current node, and the start tags dd and dt close a dd or dt.
        LI | DD | DT if !is_end_of_parent => true,
        // A dd that is the last child of an li (or the reverse) keeps its end tag. If both were left open, the start tag of the
        // next li would not close the first li, because its search of the stack stops at the dd.
        LI | DD | DT => parents.is_in_one_of(&GENERATES_IMPLIED_END_TAGS) && !parents.is_in(&[LI, DD, DT]),
        // In quirks mode a table start tag does not close a p. "In table", a form start tag does not close a p either. This
        // matters for fragments, because the context in which the output is parsed is unknown.
        P if !is_end_of_parent => !next.starts_any(&[TABLE, FORM]),
        P => parents.is_in_one_of(&GENERATES_IMPLIED_END_TAGS),
        // The start tags rt and rp close an open rt or rp only if a ruby element is in scope. The end tag ruby closes them, too.
        RT | RP => parents.is_in(&[RUBY]),
        // Outside a select, the start tags option and optgroup close an option but no optgroup, and the end tag of the
        // parent may close neither.
        OPTION => is_in_select(parents) || parents.is_in(&[OPTGROUP]) && parents.grandparent_is(SELECT),
        OPTGROUP => is_in_select(parents),
        // "In column group", anything else; but a template would be inserted into the colgroup.
        COLGROUP => {
            parents.is_in(&[TABLE])
                && (next.ends(TABLE) || next.starts_any(&[CAPTION, COLGROUP, TBODY, TFOOT, THEAD, TR]))
        }
        // "In caption", the start tags caption, col, …; and the end tag table.
        CAPTION => {
            parents.is_in(&[TABLE])
                && (next.ends(TABLE) || next.starts_any(&[CAPTION, COL, COLGROUP, TBODY, TFOOT, THEAD, TR]))
        }
        // "In table body", "in row" and "in cell" close these elements.
        THEAD | TBODY | TFOOT => parents.is_in(&[TABLE]),
        TR => parents.is_in(&[TBODY, THEAD, TFOOT]),
        TD | TH => parents.is_in(&[TR]),
        _ => false,
    }
}

fn is_in_select(parents: Parents) -> bool {
    parents.is_in(&[SELECT])
}

impl Parents {
    fn is_in_one_of(self, elements: &ElementSet) -> bool {
        self.parent.is_some_and(|parent| elements.has(parent))
    }

    fn grandparent_is(self, name: NameId) -> bool {
        self.grandparent.is_some_and(|grandparent| grandparent.is_html(name))
    }
}
