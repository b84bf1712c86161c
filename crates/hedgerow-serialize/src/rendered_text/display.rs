//! The display type of elements, without author styles.
//!
//! <https://html.spec.whatwg.org/multipage/rendering.html#the-css-user-agent-style-sheet-and-presentational-hints>
//!
//! `white-space`, which is inherited, is in `mod.rs`.

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, known};

use super::RenderedTextOptions;
use crate::item::is_any;
use hedgerow_dom::NodeRef;
use hedgerow_dom::search;

/// The values of 'display' that the text depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Display {
    /// The element and its descendants are not rendered.
    None,
    /// Inline, or without a box.
    Inline,
    /// An inline box that contains its own lines.
    InlineBlock,
    /// A `q` element: inline; its quotation marks are not part of the text.
    Quoted,
    /// Inline, without text inside.
    Replaced,
    /// A `br` element.
    LineBreak,
    Block,
    /// A `p` element, which is a block.
    Paragraph,
    Table,
    InlineTable,
    TableCaption,
    TableRowGroup,
    TableRow,
    TableCell,
}

impl Display {
    /// The display type of an element whose parent renders it. Nodes that are not elements are [`Inline`](Self::Inline).
    pub(super) fn of(node: NodeRef<'_>, options: RenderedTextOptions) -> Self {
        let Some(name) = search::element_name(node) else { return Self::Inline };
        // OPTIMIZATION: most elements have no attributes.
        if node.attributes().len() > 0 && is_hidden_by_an_attribute(name, |attribute| value(node, attribute))
        {
            return Self::None;
        }
        Self::by_attributes(name, parent_name(node), options, |attribute| value(node, attribute))
    }

    /// The display type of a node with rendered children.
    ///
    /// Attributes are not looked up, because that would be repeated for each child, and the node may have many attributes.
    /// Instead, each attribute counts as present and empty, so a block formula is treated as an inline one.
    pub(super) fn of_parent(node: NodeRef<'_>, options: RenderedTextOptions) -> Self {
        let Some(name) = search::element_name(node) else { return Self::Inline };
        Self::by_attributes(name, parent_name(node), options, |_| Some(""))
    }

    /// The display type of an element that no attribute hides. `value` returns the values of its attributes.
    pub(super) fn by_attributes<'v>(
        name: ElementName,
        parent: Option<ElementName>,
        options: RenderedTextOptions,
        value: impl Fn(NameId) -> Option<&'v str>,
    ) -> Self {
        let display = match name.namespace {
            Namespace::Html => of_html(name.local, parent, options, value),
            Namespace::Svg => of_svg(name.local),
            Namespace::MathMl => of_mathml(name.local, value),
            _ => return Self::Inline,
        };
        if parent.is_some_and(is_math_container) { display.blockified() } else { display }
    }

    /// Whether white space directly in the element is not rendered, because it separates parts of a table.
    pub(super) fn is_table_structure(self) -> bool {
        matches!(self, Self::Table | Self::InlineTable | Self::TableRowGroup | Self::TableRow)
    }

    /// <https://drafts.csswg.org/css-display/#blockify>
    fn blockified(self) -> Self {
        match self {
            Self::Inline
            | Self::InlineBlock
            | Self::Quoted
            | Self::TableRowGroup
            | Self::TableRow
            | Self::TableCell => Self::Block,
            Self::InlineTable => Self::Table,
            _ => self,
        }
    }

    /// <https://drafts.csswg.org/css-display/#inlinify>
    pub(super) fn inlinified(self) -> Self {
        match self {
            Self::Block => Self::InlineBlock,
            Self::Table => Self::InlineTable,
            _ => self,
        }
    }
}

fn of_html<'v>(
    name: NameId,
    parent: Option<ElementName>,
    options: RenderedTextOptions,
    value: impl Fn(NameId) -> Option<&'v str>,
) -> Display {
    let has = |attribute| value(attribute).is_some();
    match name {
        known::AREA
        | known::BASE
        | known::BASEFONT
        | known::COL
        | known::COLGROUP
        | known::DATALIST
        | known::HEAD
        | known::LINK
        | known::META
        | known::NOEMBED
        | known::NOFRAMES
        | known::PARAM
        | known::RP
        | known::SCRIPT
        | known::STYLE
        | known::TEMPLATE
        | known::TITLE => Display::None,
        known::NOSCRIPT if options.scripting => Display::None,
        known::DIALOG if !has(known::OPEN) => Display::None,
        known::FORM if parent.is_some_and(is_part_of_a_table) => Display::None,
        known::AUDIO if !has(known::CONTROLS) => Display::None,
        // Without these attributes, an embed element represents nothing:
        // <https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-embed-element>
        known::EMBED if !has(known::SRC) && !has(known::TYPE) => Display::None,
        known::BR => Display::LineBreak,
        known::P => Display::Paragraph,
        known::AUDIO
        | known::CANVAS
        | known::EMBED
        | known::FRAME
        | known::IFRAME
        | known::IMG
        | known::INPUT
        | known::METER
        | known::OBJECT
        | known::PROGRESS
        | known::TEXTAREA
        | known::VIDEO => Display::Replaced,
        known::BUTTON | known::MARQUEE | known::SELECT => Display::InlineBlock,
        known::Q => Display::Quoted,
        known::TABLE => Display::Table,
        known::CAPTION => Display::TableCaption,
        known::TBODY | known::TFOOT | known::THEAD => Display::TableRowGroup,
        known::TR => Display::TableRow,
        known::TD | known::TH => Display::TableCell,
        known::ADDRESS
        | known::ARTICLE
        | known::ASIDE
        | known::BLOCKQUOTE
        | known::BODY
        | known::CENTER
        | known::DD
        | known::DETAILS
        | known::DIALOG
        | known::DIR
        | known::DIV
        | known::DL
        | known::DT
        | known::FIELDSET
        | known::FIGCAPTION
        | known::FIGURE
        | known::FOOTER
        | known::FORM
        | known::FRAMESET
        | known::H1
        | known::H2
        | known::H3
        | known::H4
        | known::H5
        | known::H6
        | known::HEADER
        | known::HGROUP
        | known::HR
        | known::HTML
        | known::LEGEND
        | known::LI
        | known::LISTING
        | known::MAIN
        | known::MENU
        | known::NAV
        | known::OL
        | known::OPTGROUP
        | known::OPTION
        | known::PLAINTEXT
        | known::PRE
        | known::SEARCH
        | known::SECTION
        | known::SUMMARY
        | known::UL
        | known::XMP => Display::Block,
        _ => Display::Inline,
    }
}

/// <https://html.spec.whatwg.org/multipage/rendering.html#tables-2>
fn is_part_of_a_table(parent: ElementName) -> bool {
    is_any(parent, &[known::TABLE, known::THEAD, known::TBODY, known::TFOOT, known::TR])
}

/// <https://html.spec.whatwg.org/multipage/rendering.html#hidden-elements>
pub(super) fn is_hidden_by_an_attribute<'v>(
    name: ElementName,
    value: impl Fn(NameId) -> Option<&'v str>,
) -> bool {
    if name.namespace != Namespace::Html {
        return false;
    }
    let is_popover =
        value(known::POPOVER).is_some() && !(name.is_html(known::DIALOG) && value(known::OPEN).is_some());
    let is_hidden = value(known::HIDDEN).is_some_and(|state| !is_until_found(state));
    let is_hidden_input = || {
        name.is_html(known::INPUT)
            && value(known::TYPE).is_some_and(|value| value.eq_ignore_ascii_case("hidden"))
    };
    is_popover || is_hidden && !name.is_html(known::EMBED) || is_hidden_input()
}

/// <https://html.spec.whatwg.org/multipage/interaction.html#attr-hidden-until-found-state>
fn is_until_found(hidden: &str) -> bool {
    hidden.eq_ignore_ascii_case("until-found")
}

/// Only SVG elements that draw text, and those that may contain such elements, are rendered as text. All others are drawn as
/// shapes or never rendered.
fn of_svg(name: NameId) -> Display {
    match name {
        known::SVG => Display::InlineBlock,
        known::TEXT | known::FOREIGN_OBJECT => Display::Block,
        known::A | known::G | known::SWITCH | known::TEXT_PATH | known::TSPAN => Display::Inline,
        _ => Display::None,
    }
}

/// <https://w3c.github.io/mathml-core/#user-agent-stylesheet>
fn of_mathml<'v>(name: NameId, value: impl Fn(NameId) -> Option<&'v str>) -> Display {
    match name {
        known::MPHANTOM => Display::None,
        known::MATH if value(known::DISPLAY).is_some_and(|value| value.eq_ignore_ascii_case("block")) => {
            Display::Block
        }
        known::MATH => Display::InlineBlock,
        known::MTABLE => Display::InlineTable,
        known::MTR => Display::TableRow,
        known::MTD => Display::TableCell,
        _ => Display::Block,
    }
}

/// Whether the children of a node are blocks, because the node is an element of a formula, but not a part of a table.
/// <https://w3c.github.io/mathml-core/#dfn-math-container>
fn is_math_container(name: ElementName) -> bool {
    name.namespace == Namespace::MathMl && !matches!(name.local, known::MTABLE | known::MTR | known::MTD)
}

/// Whether an element makes its children, and the children of inline elements in it, inline.
/// <https://drafts.csswg.org/css-ruby/#box-style>
pub(super) fn inlinifies_children(name: ElementName) -> bool {
    is_any(name, &[known::RUBY, known::RT])
}

/// Whether an element that renders children renders its text children. In a formula, only tokens and parts of tables do.
pub(super) fn renders_texts(element: NodeRef<'_>) -> bool {
    match search::element_name(element) {
        Some(ElementName { namespace: Namespace::MathMl, local }) => matches!(
            local,
            known::MI
                | known::MN
                | known::MO
                | known::MS
                | known::MTEXT
                | known::MTABLE
                | known::MTR
                | known::MTD
        ),
        _ => true,
    }
}

/// Whether an element renders children.
pub(super) fn renders_children(element: NodeRef<'_>, display: Display) -> bool {
    let is_space = |name| name == ElementName { namespace: Namespace::MathMl, local: known::MSPACE };
    !matches!(display, Display::None | Display::Replaced | Display::LineBreak)
        && !skips_contents(element, display)
        && !search::element_name(element).is_some_and(is_space)
}

/// Whether an element is hidden until found. This has no effect on boxes to which size containment does not apply.
/// <https://drafts.csswg.org/css-contain/#containment-size>
fn skips_contents(element: NodeRef<'_>, display: Display) -> bool {
    matches!(display, Display::Block | Display::Paragraph | Display::InlineBlock | Display::TableCaption)
        && element.namespace() == Some(Namespace::Html)
        && value(element, known::HIDDEN).is_some_and(is_until_found)
}

/// Whether an element is a `details` that shows only its summary.
pub(super) fn is_closed_details(element: NodeRef<'_>) -> bool {
    element.is_html(known::DETAILS) && !has(element, known::OPEN)
}

/// Whether a parent that renders children renders this child. The caller passes whether the parent is a closed `details`, so
/// that the attributes of the parent are not searched again for each child.
pub(super) fn renders_child(parent: NodeRef<'_>, child: NodeRef<'_>, is_closed_details: bool) -> bool {
    match search::element_name(parent) {
        _ if is_closed_details => is_first_summary(child),
        // <https://html.spec.whatwg.org/multipage/dom.html#rendered-text-collection-steps>
        // 3. […] select elements have an associated non-replaced inline CSS box whose child boxes include only those of
        //    optgroup and option element child nodes; […]
        Some(ElementName { namespace: Namespace::Html, local: known::SELECT }) => {
            child.is_html_any(&[known::OPTION, known::OPTGROUP])
        }
        Some(ElementName { namespace: Namespace::Html, local: known::OPTGROUP }) => {
            child.is_html(known::OPTION)
        }
        Some(ElementName { namespace: Namespace::MathMl, local: known::MACTION | known::SEMANTICS }) => {
            search::element_name(child).is_some() && child.previous_element_sibling().is_none()
        }
        // HTML elements are rendered in a formula only inside its tokens and tables.
        Some(ElementName { namespace: Namespace::MathMl, .. }) if !renders_texts(parent) => {
            child.namespace() == Some(Namespace::MathMl)
        }
        _ => true,
    }
}

/// Whether a child of a `details` element is its summary.
fn is_first_summary(child: NodeRef<'_>) -> bool {
    let is_summary = |node: NodeRef<'_>| node.is_html(known::SUMMARY);
    is_summary(child) && !child.previous_element_siblings().any(is_summary)
}

fn value(element: NodeRef<'_>, name: NameId) -> Option<&str> {
    search::attribute_value(element, AttributeName::plain(name))
}

fn parent_name(node: NodeRef<'_>) -> Option<ElementName> {
    node.parent().and_then(search::element_name)
}

fn has(element: NodeRef<'_>, name: NameId) -> bool {
    value(element, name).is_some()
}
