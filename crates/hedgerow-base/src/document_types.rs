//! Types of the DOM standard that tree construction sets and a document stores: the quirks mode, and the properties of a shadow
//! root.

/// The mode of a document. <https://dom.spec.whatwg.org/#concept-document-mode>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum QuirksMode {
    /// No-quirks mode.
    #[default]
    NoQuirks,
    /// Limited-quirks mode.
    LimitedQuirks,
    /// Quirks mode.
    Quirks,
}

impl QuirksMode {
    /// Returns the DOM standard's name of the mode.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoQuirks => "no-quirks",
            Self::LimitedQuirks => "limited-quirks",
            Self::Quirks => "quirks",
        }
    }
}

/// The mode of a shadow root. <https://dom.spec.whatwg.org/#shadowroot-mode>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ShadowRootMode {
    /// `open`.
    #[default]
    Open,
    /// `closed`.
    Closed,
}

impl ShadowRootMode {
    /// Returns the DOM standard's name of the mode.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
        }
    }
}

/// The slot assignment of a shadow root. <https://dom.spec.whatwg.org/#shadowroot-slot-assignment>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SlotAssignment {
    /// `named`.
    #[default]
    Named,
    /// `manual`.
    Manual,
}

/// The properties with which a shadow root is attached. <https://dom.spec.whatwg.org/#concept-attach-a-shadow-root>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct ShadowRootInit {
    /// The mode. <https://dom.spec.whatwg.org/#shadowroot-mode>
    pub mode: ShadowRootMode,
    /// Delegates focus. <https://dom.spec.whatwg.org/#shadowroot-delegates-focus>
    pub delegates_focus: bool,
    /// Serializable. <https://dom.spec.whatwg.org/#shadowroot-serializable>
    pub serializable: bool,
    /// Clonable. <https://dom.spec.whatwg.org/#shadowroot-clonable>
    pub clonable: bool,
    /// The slot assignment. <https://dom.spec.whatwg.org/#shadowroot-slot-assignment>
    pub slot_assignment: SlotAssignment,
    /// Declarative: created by the parser. <https://dom.spec.whatwg.org/#shadowroot-declarative>
    pub declarative: bool,
    /// The shadow root has no custom element registry, although its document has one.
    /// <https://dom.spec.whatwg.org/#shadowroot-custom-element-registry>
    pub custom_element_registry_is_null: bool,
}

impl ShadowRootInit {
    crate::setters!(
        mode: ShadowRootMode,
        delegates_focus: bool,
        serializable: bool,
        clonable: bool,
        slot_assignment: SlotAssignment,
        declarative: bool,
        custom_element_registry_is_null: bool,
    );
}
