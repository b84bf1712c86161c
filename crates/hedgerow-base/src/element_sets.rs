//! The standard's sets of elements ("special", "formatting", the scopes, …) as flags of an element's name.
//!
//! Each set is defined once, in the standard's words and order; the flags are computed from the sets at compile time.

use std::ops::BitOr;

use crate::known::{
    A, ADDRESS, ANNOTATION_XML, APPLET, AREA, ARTICLE, ASIDE, B, BASE, BASEFONT, BGSOUND, BIG, BLOCKQUOTE,
    BODY, BR, BUTTON, CAPTION, CENTER, CODE, COL, COLGROUP, DD, DESC, DETAILS, DIALOG, DIR, DIV, DL, DT, EM,
    EMBED, FIELDSET, FIGCAPTION, FIGURE, FONT, FOOTER, FOREIGN_OBJECT, FORM, FRAME, FRAMESET, H1, H2, H3, H4,
    H5, H6, HEAD, HEADER, HGROUP, HR, HTML, HTML_ELEMENT_COUNT, I, IFRAME, IMAGE, IMG, INPUT, KEYGEN, LI,
    LINK, LISTING, MAIN, MARQUEE, MATH, MENU, META, MI, MN, MO, MS, MTEXT, NAV, NOBR, NOEMBED, NOFRAMES,
    NOSCRIPT, OBJECT, OL, OPTGROUP, OPTION, P, PARAM, PLAINTEXT, PRE, RB, RP, RT, RTC, RUBY, S, SCRIPT,
    SEARCH, SECTION, SELECT, SELECTEDCONTENT, SMALL, SOURCE, SPAN, STRIKE, STRONG, STYLE, SUB, SUMMARY, SUP,
    SVG, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TITLE, TR, TRACK, TT, U, UL, VAR, WBR, XMP,
};
use crate::{NameId, Namespace, known};

/// The name of an element: its namespace and its local name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ElementName {
    /// The namespace: HTML, `MathML` or SVG.
    pub namespace: Namespace,
    /// The local name.
    pub local: NameId,
}

impl ElementName {
    /// Returns the name of an element in the HTML namespace.
    #[must_use]
    pub const fn html(local: NameId) -> Self {
        Self { namespace: Namespace::Html, local }
    }

    /// Whether this is the name of the HTML element with this local name.
    ///
    /// ```
    /// use hedgerow::dom::{ElementName, Namespace, known};
    /// let title = ElementName { namespace: Namespace::Svg, local: known::TITLE };
    /// assert!(!title.is_html(known::TITLE));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_html(self, local: NameId) -> bool {
        self.namespace == Namespace::Html && self.local == local
    }

    /// Whether the text in this element is serialized without escapes. For `noscript`, this is so only if `scripting`
    /// is true.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
    ///
    /// ```
    /// use hedgerow::dom::{ElementName, known};
    /// assert!(ElementName::html(known::SCRIPT).has_literal_text(false));
    /// assert!(!ElementName::html(known::NOSCRIPT).has_literal_text(false));
    /// ```
    #[must_use]
    pub fn has_literal_text(self, scripting: bool) -> bool {
        ElementFlags::of(self).has(ElementFlags::SERIALIZES_TEXT_LITERALLY)
            || scripting && self.is_html(NOSCRIPT)
    }
}

/// The name of an attribute: its namespace and its local name.
///
/// The prefix follows from the namespace ([`Namespace::prefix`]), except that the attribute `xmlns` has no prefix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttributeName {
    /// The namespace: nearly always [`Namespace::None`].
    pub namespace: Namespace,
    /// The local name.
    pub local: NameId,
}

impl AttributeName {
    /// Returns the name of an attribute in no namespace.
    #[must_use]
    pub const fn plain(local: NameId) -> Self {
        Self { namespace: Namespace::None, local }
    }

    /// Returns the serialized prefix, such as `xlink:`, or an empty text.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute's-serialised-name>
    ///
    /// ```
    /// use hedgerow::dom::{AttributeName, Namespace, known};
    /// let href = AttributeName { namespace: Namespace::XLink, local: known::HREF };
    /// assert_eq!(href.serialized_prefix(), "xlink:");
    /// let xmlns = AttributeName { namespace: Namespace::XmlNs, local: known::XMLNS };
    /// assert_eq!(xmlns.serialized_prefix(), "");
    /// ```
    #[must_use]
    pub fn serialized_prefix(self) -> &'static str {
        match self.namespace {
            Namespace::Xml => "xml:",
            Namespace::XmlNs if self.local == known::XMLNS => "",
            Namespace::XmlNs => "xmlns:",
            Namespace::XLink => "xlink:",
            Namespace::None | Namespace::Html | Namespace::MathMl | Namespace::Svg => "",
        }
    }
}

/// The sets that an element belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ElementFlags(u32);

impl ElementFlags {
    /// No sets.
    pub const NONE: Self = Self(0);
    /// The special category. <https://html.spec.whatwg.org/multipage/parsing.html#special>
    pub const SPECIAL: Self = Self(1);
    /// The formatting category. <https://html.spec.whatwg.org/multipage/parsing.html#formatting>
    pub const FORMATTING: Self = Self(1 << 1);
    /// Ends the scope of "has an element in scope". <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope>
    pub const SCOPE: Self = Self(1 << 2);
    /// Ends the list item scope. <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope>
    pub const LIST_ITEM_SCOPE: Self = Self(1 << 3);
    /// Ends the button scope. <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope>
    pub const BUTTON_SCOPE: Self = Self(1 << 4);
    /// Ends the table scope. <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope>
    pub const TABLE_SCOPE: Self = Self(1 << 5);
    /// Popped by "generate implied end tags". <https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags>
    pub const IMPLIED_END_TAG: Self = Self(1 << 6);
    /// Popped by "generate all implied end tags thoroughly".
    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly>
    pub const IMPLIED_END_TAG_THOROUGHLY: Self = Self(1 << 7);
    /// May be open at the end of the body without a parse error.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    pub const OPEN_AT_END_OF_BODY: Self = Self(1 << 8);
    /// `h1` to `h6`.
    pub const HEADING: Self = Self(1 << 9);
    /// `table`, `tbody`, `tfoot`, `thead`, `tr`: the targets that foster parenting moves content out of.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#foster-parent>
    pub const FOSTERS_CONTENT: Self = Self(1 << 10);
    /// The elements at which "clear the stack back to a table body context" stops.
    pub const TABLE_BODY_CONTEXT: Self = Self(1 << 11);
    /// The elements at which "clear the stack back to a table row context" stops.
    pub const TABLE_ROW_CONTEXT: Self = Self(1 << 12);
    /// Special, but passed by the loops of the `li`, `dd` and `dt` start tags: `address`, `div`, `p`.
    pub const ADDRESS_DIV_P: Self = Self(1 << 13);
    /// Serializes as void. <https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void>
    pub const SERIALIZES_AS_VOID: Self = Self(1 << 14);
    /// The element's text is serialized literally. `noscript`, which depends on scripting, is not in this set.
    pub const SERIALIZES_TEXT_LITERALLY: Self = Self(1 << 15);
    /// A `MathML` text integration point.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point>
    pub const MATHML_TEXT_INTEGRATION_POINT: Self = Self(1 << 16);
    /// An HTML integration point. For `annotation-xml` the start tag decides, so the caller must add this flag.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point>
    pub const HTML_INTEGRATION_POINT: Self = Self(1 << 17);
    /// `template`, whose children go into its template contents.
    pub const TEMPLATE: Self = Self(1 << 18);
    /// `option`, whose end may change a `selectedcontent` element.
    pub const OPTION: Self = Self(1 << 19);
    /// `html`, whose children may be inserted at another location in a fragment.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjusted-insertion-location>
    pub const HTML: Self = Self(1 << 20);
    /// Not an element of HTML.
    pub const FOREIGN: Self = Self(1 << 21);
    /// Elements whose start tags are "any other start tag" in the rules of "in body", which then only reconstruct the
    /// active formatting elements and insert an element. `selectedcontent` is not in this set.
    pub const INSERTED_IN_BODY: Self = Self(1 << 22);
    /// Elements whose start tags, by the rules of "in body", close a `p` element in button scope, and then insert an
    /// element.
    pub const CLOSES_P_IN_BODY: Self = Self(1 << 23);
    /// Elements whose start tags, by the rules of "in body", reconstruct the active formatting elements, insert an
    /// element, and push it onto the list of active formatting elements: the formatting category without `nobr`. For
    /// `a`, the rules have more steps if the list contains an `a` element.
    pub const FORMATS_IN_BODY: Self = Self(1 << 24);
    /// Elements whose end tags, by the rules of "in body", only pop the current node, and remove it from the list of
    /// active formatting elements, if the current node has the name of the end tag.
    pub const POPPED_IN_BODY: Self = Self(1 << 25);
    /// Elements whose start tags end foreign content, whatever their attributes.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>
    pub const BREAKS_OUT_OF_FOREIGN_CONTENT: Self = Self(1 << 26);
    /// Not a set: a free bit for code that stores the flags of an element.
    pub const MARK: Self = Self(1 << 31);
    /// Another free bit for code that stores the flags of an element.
    pub const SECOND_MARK: Self = Self(1 << 30);

    /// Returns the sets of an element.
    ///
    /// ```
    /// use hedgerow::dom::{ElementName, Namespace, known};
    /// use hedgerow_base::ElementFlags;
    /// assert!(ElementFlags::of(ElementName::html(known::TABLE)).has(ElementFlags::TABLE_SCOPE));
    /// let title = ElementName { namespace: Namespace::Svg, local: known::TITLE };
    /// assert!(ElementFlags::of(title).has(ElementFlags::HTML_INTEGRATION_POINT));
    /// ```
    #[inline]
    #[must_use]
    pub fn of(name: ElementName) -> Self {
        match name.namespace {
            Namespace::Html => match HTML_FLAGS.get(name.local.index()) {
                Some(&flags) => flags,
                // The rules of "in body" for the start tags `math` and `svg` insert elements of other namespaces.
                None if matches!(name.local, MATH | SVG) => Self::POPPED_IN_BODY,
                None => OTHER_HTML_ELEMENT,
            },
            Namespace::MathMl => mathml_flags(name.local),
            Namespace::Svg => svg_flags(name.local),
            _ => Self::FOREIGN,
        }
    }

    /// Whether the element is in one of `sets`.
    ///
    /// ```
    /// use hedgerow::dom::{ElementName, known};
    /// use hedgerow_base::ElementFlags;
    /// let flags = ElementFlags::of(ElementName::html(known::LI));
    /// assert!(flags.has(ElementFlags::FORMATTING | ElementFlags::IMPLIED_END_TAG));
    /// ```
    #[inline]
    #[must_use]
    pub const fn has(self, sets: Self) -> bool {
        self.0 & sets.0 != 0
    }

    /// Whether the element is in all sets of `these`, and in no other set of `sets`. All sets of `these` must be among `sets`.
    ///
    /// ```
    /// use hedgerow::dom::{ElementName, known};
    /// use hedgerow_base::ElementFlags;
    /// let (all, special) = (ElementFlags::SPECIAL | ElementFlags::SCOPE, ElementFlags::SPECIAL);
    /// assert!(ElementFlags::of(ElementName::html(known::DIV)).has_exactly(all, special));
    /// assert!(!ElementFlags::of(ElementName::html(known::TD)).has_exactly(all, special));
    /// ```
    #[inline]
    #[must_use]
    pub const fn has_exactly(self, sets: Self, these: Self) -> bool {
        self.0 & sets.0 == these.0
    }

    /// Returns these sets and `sets`, like [`BitOr`], but as a `const` function.
    #[inline]
    #[must_use]
    pub const fn or(self, sets: Self) -> Self {
        Self(self.0 | sets.0)
    }

    /// Returns these sets without `sets`.
    #[inline]
    #[must_use]
    pub const fn without(self, sets: Self) -> Self {
        Self(self.0 & !sets.0)
    }
}

impl BitOr for ElementFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

const SPECIAL: &[NameId] = &[
    ADDRESS, APPLET, AREA, ARTICLE, ASIDE, BASE, BASEFONT, BGSOUND, BLOCKQUOTE, BODY, BR, BUTTON, CAPTION,
    CENTER, COL, COLGROUP, DD, DETAILS, DIR, DIV, DL, DT, EMBED, FIELDSET, FIGCAPTION, FIGURE, FOOTER, FORM,
    FRAME, FRAMESET, H1, H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML, IFRAME, IMG, INPUT, KEYGEN, LI,
    LINK, LISTING, MAIN, MARQUEE, MENU, META, NAV, NOEMBED, NOFRAMES, NOSCRIPT, OBJECT, OL, P, PARAM,
    PLAINTEXT, PRE, SCRIPT, SEARCH, SECTION, SELECT, SOURCE, STYLE, SUMMARY, TABLE, TBODY, TD, TEMPLATE,
    TEXTAREA, TFOOT, TH, THEAD, TITLE, TR, TRACK, UL, WBR, XMP,
];
const FORMATTING: &[NameId] = &[A, B, BIG, CODE, EM, FONT, I, NOBR, S, SMALL, STRIKE, STRONG, TT, U];
const SCOPE: &[NameId] = &[APPLET, CAPTION, HTML, TABLE, TD, TH, MARQUEE, OBJECT, SELECT, TEMPLATE];
const IMPLIED_END_TAG: &[NameId] = &[DD, DT, LI, OPTGROUP, OPTION, P, RB, RP, RT, RTC];
const IMPLIED_END_TAG_THOROUGHLY: &[NameId] =
    &[CAPTION, COLGROUP, DD, DT, LI, OPTGROUP, OPTION, P, RB, RP, RT, RTC, TBODY, TD, TFOOT, TH, THEAD, TR];
const OPEN_AT_END_OF_BODY: &[NameId] =
    &[DD, DT, LI, OPTGROUP, OPTION, P, RB, RP, RT, RTC, TBODY, TD, TFOOT, TH, THEAD, TR, BODY, HTML];
/// Elements whose start tags, in "in body", follow neither the rules of [`CLOSES_P_IN_BODY`] or [`FORMATS_IN_BODY`] nor
/// those of "any other start tag". `math` and `svg` are omitted, because they are not in the table of HTML elements.
const OTHER_ROWS_OF_START_TAGS: &[NameId] = &[
    HTML, BASE, BASEFONT, BGSOUND, LINK, META, NOFRAMES, SCRIPT, STYLE, TEMPLATE, TITLE, BODY, FRAMESET, H1,
    H2, H3, H4, H5, H6, PRE, LISTING, FORM, LI, DD, DT, PLAINTEXT, BUTTON, NOBR, APPLET, MARQUEE, OBJECT,
    TABLE, AREA, BR, EMBED, IMG, KEYGEN, WBR, INPUT, PARAM, SOURCE, TRACK, HR, IMAGE, TEXTAREA, XMP, IFRAME,
    NOEMBED, NOSCRIPT, SELECT, OPTION, OPTGROUP, RB, RTC, RP, RT, CAPTION, COL, COLGROUP, FRAME, HEAD, TBODY,
    TD, TFOOT, TH, THEAD, TR,
];
const CLOSES_P_IN_BODY: &[NameId] = &[
    ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, CENTER, DETAILS, DIALOG, DIR, DIV, DL, FIELDSET, FIGCAPTION, FIGURE,
    FOOTER, HEADER, HGROUP, MAIN, MENU, NAV, OL, P, SEARCH, SECTION, SUMMARY, UL,
];
const FORMATS_IN_BODY: &[NameId] = &[A, B, BIG, CODE, EM, FONT, I, S, SMALL, STRIKE, STRONG, TT, U];
/// Elements whose end tags do more than pop the current node, by the rules of "in body" or of a mode that uses these
/// rules for most other tags. The end of an option may change a `selectedcontent` element.
const NOT_ONLY_POPPED_IN_BODY: &[NameId] = &[
    HTML, HEAD, BODY, TEMPLATE, FRAMESET, FORM, APPLET, MARQUEE, OBJECT, OPTION, BR, TABLE, CAPTION, COL,
    COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR, SCRIPT,
];
const SERIALIZES_AS_VOID: &[NameId] = &[
    AREA, BASE, BR, COL, EMBED, HR, IMG, INPUT, LINK, META, SOURCE, TRACK, WBR, BASEFONT, BGSOUND, FRAME,
    KEYGEN, PARAM,
];
const SERIALIZES_TEXT_LITERALLY: &[NameId] = &[STYLE, SCRIPT, XMP, IFRAME, NOEMBED, NOFRAMES, PLAINTEXT];
const BREAKS_OUT_OF_FOREIGN_CONTENT: &[NameId] = &[
    B, BIG, BLOCKQUOTE, BODY, BR, CENTER, CODE, DD, DIV, DL, DT, EM, EMBED, H1, H2, H3, H4, H5, H6, HEAD, HR,
    I, IMG, LI, LISTING, MENU, META, NOBR, OL, P, PRE, RUBY, S, SMALL, SPAN, STRONG, STRIKE, SUB, SUP, TABLE,
    TT, U, UL, VAR,
];

/// The sets of each HTML element, by its id.
static HTML_FLAGS: [ElementFlags; HTML_ELEMENT_COUNT] = {
    let sets: &[(ElementFlags, &[NameId])] = &[
        (ElementFlags::SPECIAL, SPECIAL),
        (ElementFlags::FORMATTING, FORMATTING),
        (ElementFlags::SCOPE, SCOPE),
        (ElementFlags::LIST_ITEM_SCOPE, SCOPE),
        (ElementFlags::LIST_ITEM_SCOPE, &[OL, UL]),
        (ElementFlags::BUTTON_SCOPE, SCOPE),
        (ElementFlags::BUTTON_SCOPE, &[BUTTON]),
        (ElementFlags::TABLE_SCOPE, &[HTML, TABLE, TEMPLATE]),
        (ElementFlags::IMPLIED_END_TAG, IMPLIED_END_TAG),
        (ElementFlags::IMPLIED_END_TAG_THOROUGHLY, IMPLIED_END_TAG_THOROUGHLY),
        (ElementFlags::OPEN_AT_END_OF_BODY, OPEN_AT_END_OF_BODY),
        (ElementFlags::HEADING, &[H1, H2, H3, H4, H5, H6]),
        (ElementFlags::FOSTERS_CONTENT, &[TABLE, TBODY, TFOOT, THEAD, TR]),
        (ElementFlags::TABLE_BODY_CONTEXT, &[TBODY, TFOOT, THEAD, TEMPLATE, HTML]),
        (ElementFlags::TABLE_ROW_CONTEXT, &[TR, TEMPLATE, HTML]),
        (ElementFlags::ADDRESS_DIV_P, &[ADDRESS, DIV, P]),
        (ElementFlags::TEMPLATE, &[TEMPLATE]),
        (ElementFlags::OPTION, &[OPTION]),
        (ElementFlags::HTML, &[HTML]),
        (ElementFlags::SERIALIZES_AS_VOID, SERIALIZES_AS_VOID),
        (ElementFlags::SERIALIZES_TEXT_LITERALLY, SERIALIZES_TEXT_LITERALLY),
        (ElementFlags::CLOSES_P_IN_BODY, CLOSES_P_IN_BODY),
        (ElementFlags::FORMATS_IN_BODY, FORMATS_IN_BODY),
        (ElementFlags::BREAKS_OUT_OF_FOREIGN_CONTENT, BREAKS_OUT_OF_FOREIGN_CONTENT),
    ];
    let not: &[(ElementFlags, &[NameId])] = &[
        (ElementFlags::INSERTED_IN_BODY, CLOSES_P_IN_BODY),
        (ElementFlags::INSERTED_IN_BODY, FORMATS_IN_BODY),
        (ElementFlags::INSERTED_IN_BODY, OTHER_ROWS_OF_START_TAGS),
        // After the insertion of a `selectedcontent` element, an option may have to be cloned into it.
        (ElementFlags::INSERTED_IN_BODY, &[SELECTEDCONTENT]),
        (ElementFlags::POPPED_IN_BODY, NOT_ONLY_POPPED_IN_BODY),
    ];
    let mut table = [OTHER_HTML_ELEMENT; HTML_ELEMENT_COUNT];
    let mut set = 0;
    while set < sets.len() {
        let (flag, names) = sets[set];
        let mut name = 0;
        while name < names.len() {
            table[names[name].index()].0 |= flag.0;
            name += 1;
        }
        set += 1;
    }
    let mut set = 0;
    while set < not.len() {
        let (flag, names) = not[set];
        let mut name = 0;
        while name < names.len() {
            let flags = &mut table[names[name].index()];
            *flags = flags.without(flag);
            name += 1;
        }
        set += 1;
    }
    table
};

/// The sets of an HTML element that is in no list.
const OTHER_HTML_ELEMENT: ElementFlags =
    ElementFlags(ElementFlags::INSERTED_IN_BODY.0 | ElementFlags::POPPED_IN_BODY.0);

/// The flags of a foreign element that is special and ends every scope except table scope.
const SPECIAL_AND_SCOPE: ElementFlags = ElementFlags(
    ElementFlags::SPECIAL.0
        | ElementFlags::SCOPE.0
        | ElementFlags::LIST_ITEM_SCOPE.0
        | ElementFlags::BUTTON_SCOPE.0
        | ElementFlags::FOREIGN.0,
);

fn mathml_flags(local: NameId) -> ElementFlags {
    match local {
        MI | MO | MN | MS | MTEXT => SPECIAL_AND_SCOPE | ElementFlags::MATHML_TEXT_INTEGRATION_POINT,
        ANNOTATION_XML => SPECIAL_AND_SCOPE,
        _ => ElementFlags::FOREIGN,
    }
}

fn svg_flags(local: NameId) -> ElementFlags {
    match local {
        FOREIGN_OBJECT | DESC | TITLE => SPECIAL_AND_SCOPE | ElementFlags::HTML_INTEGRATION_POINT,
        _ => ElementFlags::FOREIGN,
    }
}
