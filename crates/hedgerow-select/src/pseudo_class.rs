//! [`PseudoClass`] and [`PseudoElement`]: the parts of selectors that the `selectors` crate leaves to its users.
//!
//! Matching is in `state.rs`, `language.rs`, `direction.rs`, `has.rs` and `contains.rs`; pseudo-elements are in
//! `strings.rs`.

use std::fmt::{self, Write};

use cssparser::{CssStringWriter, ToCss};
use hedgerow_base::Namespace;
use selectors::parser::{self, Selector};

use crate::words::{Implementation, Word};

/// A pseudo-class that the `selectors` crate does not implement itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PseudoClass {
    /// `:has()`. <https://drafts.csswg.org/selectors-4/#relational>
    Has(Has),
    /// `:lang()`. <https://drafts.csswg.org/selectors-4/#the-lang-pseudo>
    Lang(Box<[Box<str>]>),
    /// `:dir()`. <https://drafts.csswg.org/selectors-4/#the-dir-pseudo>
    Dir(DirArgument),
    /// `:contains()`, an extension.
    Contains(Contains),
    /// A state that attributes and the tree determine.
    State(State),
    /// A pseudo-class that depends on a user or a running page: it never matches. The index is into [`NEVER_MATCHING`].
    Never(usize),
    /// The same with identifiers as arguments. The index is into [`NEVER_MATCHING_FUNCTIONS`].
    NeverFor(usize, Box<[Box<str>]>),
}

/// The argument of `:has()`: relative selectors, each with the anchor before it.
/// <https://drafts.csswg.org/selectors-4/#relative-selector>
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Has(pub(crate) Box<[Selector<Implementation>]>);

/// The argument of `:contains()`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contains {
    pub(crate) text: Box<str>,
    /// Whether the case of ASCII letters is ignored.
    pub(crate) ignores_case: bool,
}

/// The argument of `:dir()`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DirArgument {
    /// `ltr`.
    LeftToRight,
    /// `rtl`.
    RightToLeft,
    /// Another identifier: valid, but never matches.
    Other(Box<str>),
}

/// The pseudo-classes that attributes and the tree determine.
/// <https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    AnyLink,
    Link,
    Checked,
    Defined,
    Disabled,
    Enabled,
    Open,
    Optional,
    PlaceholderShown,
    ReadOnly,
    ReadWrite,
    Required,
}

/// The names of the [`State`]s.
const STATES: [(&str, State); 13] = [
    ("any-link", State::AnyLink),
    // An alias comes after the name that is written.
    ("-webkit-any-link", State::AnyLink),
    ("link", State::Link),
    ("checked", State::Checked),
    ("defined", State::Defined),
    ("disabled", State::Disabled),
    ("enabled", State::Enabled),
    ("open", State::Open),
    ("optional", State::Optional),
    ("placeholder-shown", State::PlaceholderShown),
    ("read-only", State::ReadOnly),
    ("read-write", State::ReadWrite),
    ("required", State::Required),
];

/// The pseudo-classes that are valid and never match.
pub(crate) const NEVER_MATCHING: [&str; 43] = [
    "active", "active-view-transition", "autofill", "blank", "buffering", "current", "default", "focus",
    "focus-visible", "focus-within", "fullscreen", "future", "hover", "in-range", "indeterminate",
    "interest-source", "interest-target", "invalid", "local-link", "modal", "muted", "out-of-range", "past",
    "paused", "picture-in-picture", "playing", "popover-open", "seeking", "stalled", "target",
    "target-current", "target-within", "user-invalid", "user-valid", "valid", "visited", "volume-locked",
    "xr-overlay", "-webkit-autofill", "-webkit-drag", "-webkit-full-page-media", "-webkit-full-screen",
    "-webkit-full-screen-ancestor",
];

/// The pseudo-classes that are valid with identifiers as arguments and never match.
pub(crate) const NEVER_MATCHING_FUNCTIONS: [&str; 2] = ["state", "active-view-transition-type"];

impl PseudoClass {
    /// The pseudo-class without an argument that has this name, ignoring case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        if let Some((_, state)) = STATES.iter().find(|(text, _)| name.eq_ignore_ascii_case(text)) {
            return Some(Self::State(*state));
        }
        NEVER_MATCHING.iter().position(|text| name.eq_ignore_ascii_case(text)).map(Self::Never)
    }
}

impl parser::NonTSPseudoClass for PseudoClass {
    fn is_active_or_hover(&self) -> bool {
        false
    }

    fn is_user_action_state(&self) -> bool {
        false
    }
}

impl ToCss for PseudoClass {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        match self {
            Self::Has(has) => {
                out.write_str(":has(")?;
                for (index, selector) in has.0.iter().enumerate() {
                    if index > 0 {
                        out.write_str(", ")?;
                    }
                    selector.to_css(out)?;
                }
                out.write_char(')')
            }
            Self::Lang(ranges) => {
                out.write_str(":lang(")?;
                for (index, range) in ranges.iter().enumerate() {
                    out.write_str(if index == 0 { "\"" } else { ", \"" })?;
                    CssStringWriter::new(out).write_str(range)?;
                    out.write_char('"')?;
                }
                out.write_char(')')
            }
            Self::Dir(argument) => {
                out.write_str(":dir(")?;
                match argument {
                    DirArgument::LeftToRight => out.write_str("ltr")?,
                    DirArgument::RightToLeft => out.write_str("rtl")?,
                    DirArgument::Other(text) => cssparser::serialize_identifier(text, out)?,
                }
                out.write_char(')')
            }
            Self::Contains(contains) => {
                out.write_str(":contains(\"")?;
                CssStringWriter::new(out).write_str(&contains.text)?;
                out.write_str(if contains.ignores_case { "\" i)" } else { "\")" })
            }
            Self::State(state) => {
                let name = STATES.iter().find(|(_, other)| other == state).map_or("", |(name, _)| name);
                write!(out, ":{name}")
            }
            Self::NeverFor(index, arguments) => {
                write!(out, ":{}(", NEVER_MATCHING_FUNCTIONS.get(*index).copied().unwrap_or_default())?;
                for (index, argument) in arguments.iter().enumerate() {
                    out.write_str(if index == 0 { "" } else { ", " })?;
                    cssparser::serialize_identifier(argument, out)?;
                }
                out.write_char(')')
            }
            Self::Never(index) => write!(out, ":{}", NEVER_MATCHING.get(*index).copied().unwrap_or_default()),
        }
    }
}

/// The pseudo-elements of CSS. They never match, because they are not nodes of the tree.
const PSEUDO_ELEMENTS: [&str; 23] = [
    "after", "backdrop", "before", "checkmark", "column", "cue", "details-content", "file-selector-button",
    "first-letter", "first-line", "grammar-error", "marker", "picker-icon", "placeholder", "scroll-marker",
    "scroll-marker-group", "search-text", "selection", "spelling-error", "target-text", "view-transition",
    "interest-hint", "permission-icon",
];

/// The pseudo-elements whose argument consists of identifiers.
const PSEUDO_ELEMENT_FUNCTIONS: [&str; 8] = [
    "highlight", "part", "picker", "scroll-button", "view-transition-group", "view-transition-image-pair",
    "view-transition-new", "view-transition-old",
];

/// A pseudo-element that is valid in a selector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PseudoElement {
    /// A pseudo-element of CSS: an index into [`PSEUDO_ELEMENTS`].
    Css(usize),
    /// A pseudo-element of CSS with an argument: an index into [`PSEUDO_ELEMENT_FUNCTIONS`], and the words of the argument.
    Function(usize, Box<[Word]>),
    /// `::slotted()`. <https://drafts.csswg.org/css-shadow-1/#slotted-pseudo>
    Slotted(Box<Selector<Implementation>>),
    /// An unknown `-webkit-` pseudo-element: its name in lower case. <https://drafts.csswg.org/selectors-4/#compat>
    WebKit(Box<str>),
    /// `::text`, an extension.
    Text,
    /// `::attr()`, an extension.
    Attribute { namespace: AttributeNamespace, name: Word },
}

/// The namespace in the argument of `::attr()`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AttributeNamespace {
    None,
    /// `*`.
    Any,
    /// A prefix, and the namespace that it stands for.
    Declared(Word, Namespace),
}

impl PseudoElement {
    /// Returns the valid pseudo-element without an argument that has this name, in any case of letters.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        if let Some(index) = PSEUDO_ELEMENTS.iter().position(|known| *known == name) {
            return Some(Self::Css(index));
        }
        name.starts_with("-webkit-").then(|| Self::WebKit(name.into()))
    }
}

impl PseudoElement {
    /// Returns the index of a pseudo-element with an argument, by its name in any case of letters.
    pub(crate) fn function(name: &str) -> Option<usize> {
        PSEUDO_ELEMENT_FUNCTIONS.iter().position(|known| name.eq_ignore_ascii_case(known))
    }
}

impl parser::PseudoElement for PseudoElement {}

impl ToCss for PseudoElement {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        match self {
            Self::Css(index) => write!(out, "::{}", PSEUDO_ELEMENTS.get(*index).copied().unwrap_or_default()),
            Self::Function(index, words) => {
                let name = PSEUDO_ELEMENT_FUNCTIONS.get(*index).copied().unwrap_or_default();
                write!(out, "::{name}(")?;
                for (index, word) in words.iter().enumerate() {
                    out.write_str(if index > 0 { " " } else { "" })?;
                    if word.as_str() == "*" {
                        out.write_char('*')?;
                    } else {
                        word.to_css(out)?;
                    }
                }
                out.write_char(')')
            }
            Self::Slotted(argument) => {
                out.write_str("::slotted(")?;
                argument.to_css(out)?;
                out.write_char(')')
            }
            Self::WebKit(name) => {
                out.write_str("::")?;
                cssparser::serialize_identifier(name, out)
            }
            Self::Text => out.write_str("::text"),
            Self::Attribute { namespace, name } => {
                out.write_str("::attr(")?;
                match namespace {
                    AttributeNamespace::None => {}
                    AttributeNamespace::Any => out.write_str("*|")?,
                    AttributeNamespace::Declared(prefix, _) => {
                        prefix.to_css(out)?;
                        out.write_char('|')?;
                    }
                }
                name.to_css(out)?;
                out.write_char(')')
            }
        }
    }
}
