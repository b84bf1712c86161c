//! The requirements that code checks: a row for each, with its rule, its address in a specification, and its message.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

use crate::{AuthoringRule, Level};

/// A requirement that code checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    rule: AuthoringRule,
    /// The address; empty if it depends on the element or the role.
    address: &'static str,
    /// The message, in which `{}` stands for names and values.
    message: &'static str,
}

/// A violation of a requirement, without its place.
pub(crate) struct Violation {
    pub(crate) rule: AuthoringRule,
    pub(crate) level: Level,
    pub(crate) address: &'static str,
    pub(crate) message: String,
    pub(crate) allowed: Option<Cow<'static, str>>,
}

impl Violation {
    pub(crate) fn new(rule: AuthoringRule, address: &'static str, message: String) -> Self {
        Self { rule, level: rule.level(), address, message, allowed: None }
    }

    pub(crate) fn warning(self) -> Self {
        Self { level: Level::Warning, ..self }
    }

    pub(crate) fn level(self, level: Option<Level>) -> Self {
        Self { level: level.unwrap_or(self.level), ..self }
    }

    pub(crate) fn allowed(self, allowed: Option<Cow<'static, str>>) -> Self {
        Self { allowed, ..self }
    }

    pub(crate) fn at(self, address: &'static str) -> Self {
        Self { address, ..self }
    }
}

impl From<Check> for Violation {
    fn from(check: Check) -> Self {
        check.with(&[])
    }
}

impl Check {
    /// Returns a violation, with names or values in the places of its message.
    pub(crate) fn with(self, values: &[&dyn Display]) -> Violation {
        let mut parts = self.message.split("{}");
        let mut message = parts.next().unwrap_or_default().to_owned();
        for (value, part) in values.iter().zip(parts) {
            let result = write!(message, "{value}{part}");
            debug_assert!(result.is_ok(), "writing to a string does not fail");
        }
        Violation::new(self.rule, self.address, message)
    }
}

macro_rules! checks {
    ($($name:ident: $rule:ident, $address:literal, $message:literal;)*) => {
        $(pub(crate) const $name: Check =
            Check { rule: AuthoringRule::$rule, address: $address, message: $message };)*
    };
}

checks! {
    // The document.
    NO_LANGUAGE: MissingLanguage, "dom.html#attr-lang", "The document does not declare its language: `lang` on `html` is missing";
    OTHER_XML_LANG: ContradictoryValues, "dom.html#attr-lang", "`xml:lang` and `lang` must have the same value";
    AUTOFOCUS_TWICE: DuplicateElement, "interaction.html#the-autofocus-attribute", "Another element has `autofocus` in the same document, dialog or popover";
    SOLIDUS: UnnecessarySolidus, "syntax.html#start-tags", "The slash at the end of `{}` has no effect";
    UNKNOWN_ELEMENT: UnknownElement, "dom.html#elements", "`{}` is not an element of {}";
    NO_TITLE: MissingChild, "semantics.html#the-title-element", "`head` is incomplete: `title` is missing";
    EMPTY_TITLE: MissingChild, "semantics.html#the-title-element", "`title` must not be empty";
    TWICE_IN_HEAD: DuplicateElement, "semantics.html#the-head-element", "The document has another `{}`";
    LATE_BASE: DisallowedElement, "semantics.html#the-base-element", "`base` must precede all elements with URLs";
    TWO_ENCODINGS: DuplicateElement, "semantics.html#charset", "A document must not declare its encoding with both `charset` and `http-equiv`";
    SECOND_MAIN: DuplicateElement, "grouping-content.html#the-main-element", "The document has another visible `main`";
    SECOND_ROLE_MAIN: DuplicateElement, "grouping-content.html#the-main-element", "The document has another visible element with the role `main`";
    BLOCKED_ELEMENT: BlockedByPolicy, "semantics.html#attr-meta-http-equiv-content-security-policy", "The content security policy blocks the inline `{}`";
    BLOCKED_ATTRIBUTE: BlockedByPolicy, "semantics.html#attr-meta-http-equiv-content-security-policy", "The content security policy blocks the attribute `{}`";

    // Content.
    INCOMPLETE: MissingChild, "", "`{}` is incomplete: {} is missing";
    TEXT_NOT_ALLOWED: DisallowedText, "", "Text is not allowed in `{}`";
    CHILD_NOT_ALLOWED: DisallowedElement, "", "`{}` is not allowed in `{}`{}";
    DESCENDANT_NOT_ALLOWED: DisallowedDescendant, "", "`{}`{} is not allowed inside `{}`";
    EMPTY_HEADING: EmptyHeading, "sections.html#the-h1,-h2,-h3,-h4,-h5,-and-h6-elements", "`{}` is empty";
    SKIPPED_LEVEL: SkippedHeadingLevel, "sections.html#headings-and-outlines-2", "`{}` has the level {}, but the heading before has the level {}";
    NO_HEADING: MissingHeading, "sections.html#the-article-element", "`{}` has no heading";
    TERM_TWICE: DuplicateTerm, "grouping-content.html#the-dl-element", "The term `{}` occurs twice in the `dl`";
    NO_ALTERNATIVE: MissingAccessibleName, "images.html#alt", "`img` needs a text alternative: the attribute `alt`";
    NO_NAME: MissingAccessibleName, "images.html#alt", "`img` with `{}` needs a name: the attribute `alt`";
    SCRIPT_DATA: InvalidScriptData, "scripting.html#the-script-element", "The content of the `script` with `type={}` is not valid: {}";
    DEFAULT_TWICE: DuplicateElement, "media.html#attr-track-default", "Another `track` of the same element has `default`";
    MAP_WITH_OTHER_ID: ContradictoryValues, "image-maps.html#attr-map-name", "The `id` of a `map` must be equal to its `name`";

    // Tables.
    TWO_CAPTIONS: DisallowedElement, "tables.html#the-caption-element", "`caption` should be omitted, because the `figcaption` is the caption of the table";
    OVERLAPPING_CELL: OverlappingCells, "tables.html#table-model-error", "The cell `{}` overlaps a cell of a row before";
    UNEVEN_ROW: UnevenTable, "tables.html#table-model-error", "The row has {} columns, but {} {}";
    LONG_CELL: UnevenTable, "tables.html#table-model-error", "The cell `{}` extends past the last row of its row group";
    EMPTY_COLUMN: UnevenTable, "tables.html#table-model-error", "A column that this `{}` establishes has no cell that begins in it";
    EMPTY_COLUMNS: UnevenTable, "tables.html#table-model-error", "{} columns that this `{}` establishes have no cells that begin in them";

    // Forms.
    TWO_CONTROLS: DuplicateElement, "forms.html#the-label-element", "A `label` may contain only one form control";
    OTHER_CONTROL: UnsuitableReference, "forms.html#the-label-element", "The form control in the `label` is not the one that `for` names";
    ROLE_OF_LABEL: DisallowedRole, "https://w3c.github.io/html-aria/#el-label", "`role` is not allowed on the `label` of a form control";
    METER_WITHOUT_VALUE: MissingAttribute, "form-elements.html#the-meter-element", "`meter` needs the attribute `value`";
    WRONG_ORDER: ContradictoryValues, "form-elements.html#the-meter-element", "`{}` ({}) must not be greater than `{}` ({}) on `{}`";
    EMPTY_OPTION: MissingChild, "form-elements.html#the-option-element", "`option` without `label` must not be empty";
    SELECTED_TWICE: DuplicateElement, "form-elements.html#attr-option-selected", "Only one `option` of a `select` without `multiple` may be selected";
    NO_PLACEHOLDER: ConflictingAttribute, "form-elements.html#placeholder-label-option", "The first `option` of a required `select` must be a placeholder with an empty value";

    // Attributes and references.
    INVALID_VALUE: InvalidAttributeValue, "", "`{}` is not a valid value of `{}` on `{}`: {}";
    QUESTIONABLE_VALUE: QuestionableValue, "", "`{}` is a questionable value of `{}` on `{}`: {}";
    ATTRIBUTE_NOT_ALLOWED: DisallowedAttribute, "", "The attribute `{}` is not allowed on `{}`";
    NAME_OF_ANCHOR: ObsoleteAttribute, "obsolete.html#obsolete-but-conforming-features", "`name` {}";
    DANGLING: DanglingReference, "", "`{}` of `{}` refers to `{}`, but no element has this id";
    UNSUITABLE: UnsuitableReference, "", "`{}` of `{}` must refer to {}, not to a `{}`";
    ITEM_TWICE: UnsuitableReference, "", "`itemref` refers to `{}` twice";
    NO_MAP: DanglingReference, "image-maps.html#attr-hyperlink-usemap", "`usemap` refers to `{}`, but no `map` has this name";

    // ARIA.
    UNKNOWN_ROLE: UnknownRole, "infrastructure.html#attr-aria-role", "`{}` is not a role that authors may use";
    IMPLICIT_ROLE: UnnecessaryRole, "", "The role `{}` is unnecessary on `{}`, which has it already";
    ROLE_WITHOUT_EFFECT: UnnecessaryRole, "https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none", "The role `{}` has no effect on `{}`, because it has `{}`";
    ROLE_NOT_ALLOWED: DisallowedRole, "", "The role `{}` is not allowed on `{}`";
    DEPRECATED_ROLE: UnnecessaryRole, "", "The role `{}` is deprecated";
    ROLE_NOT_ALLOWED_IN_ROLE: DisallowedRole, "", "The role `{}` is not allowed in the role `{}`";
    ROLE_IN_HEADING: DisallowedDescendant, "", "The role `{}` is not allowed inside a heading";
    HEADING_IN_ROLE: DisallowedDescendant, "", "A heading is not allowed inside the role `{}`";
    HIDDEN_IN_ROLE: HiddenSemantics, "", "`{}`{} should not be inside the role `{}`";
    ORPHANED_ROLE: MissingRoleAncestor, "", "The role `{}` must be inside {}";
    UNKNOWN_ARIA: DisallowedAttribute, "https://www.w3.org/TR/wai-aria-1.2/#state_prop_def", "`{}` is not an attribute of ARIA";
    MISSING_ARIA: MissingAriaAttribute, "", "The role `{}` needs the attribute `{}`";
    NO_ARIA: DisallowedAriaAttribute, "", "`{}` is not allowed on `{}`, on which no {} allowed";
    ARIA_NAME: DisallowedAriaAttribute, "", "`{}` is not allowed on {}, because it must not be named; add a role that may have a name";
    UNSUPPORTED_ARIA: DisallowedAriaAttribute, "", "`{}` is not allowed on {}, which does not support it";
    UNSUITABLE_ARIA: UnsuitableAriaAttribute, "", "`{}` should not be used on {}, which does not support it";
    DEPRECATED_ARIA: UnsuitableAriaAttribute, "", "`{}` is deprecated{}";
}
