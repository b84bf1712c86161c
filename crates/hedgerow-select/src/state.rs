//! The pseudo-classes that attributes and the tree decide: links, and the states of form controls.
//! <https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes>

use hedgerow_dom::{NodeId, NodeKind, NodeRef};
use hedgerow_names::{AttributeName, ElementName, NameId, Namespace, known};

use crate::element::attribute_value;
use crate::pseudo_class::State;

/// Whether an element is in a state.
pub(crate) fn matches(state: State, element: NodeRef<'_>) -> bool {
    match state {
        State::AnyLink | State::Link => is_link(element),
        State::Checked => is_checked(element),
        State::Defined => is_defined(element),
        State::Disabled => is_disableable(element) && is_actually_disabled(element),
        State::Enabled => is_disableable(element) && !is_actually_disabled(element),
        State::Open => is_html_any(element, &[known::DETAILS, known::DIALOG]) && has(element, known::OPEN),
        State::Optional => {
            is_html_any(element, &[known::INPUT, known::SELECT, known::TEXTAREA]) && !is_required(element)
        }
        State::PlaceholderShown => is_placeholder_shown(element),
        State::ReadOnly => is_html(element) && !is_read_write(element),
        State::ReadWrite => is_html(element) && is_read_write(element),
        State::Required => is_required(element),
    }
}

fn is_html(element: NodeRef<'_>) -> bool {
    element.namespace() == Some(Namespace::Html)
}

/// Whether it is an HTML element with one of these names.
fn is_html_any(element: NodeRef<'_>, names: &[NameId]) -> bool {
    element
        .element_name()
        .is_some_and(|name| name.namespace == Namespace::Html && names.contains(&name.local))
}

fn value(element: NodeRef<'_>, name: NameId) -> Option<&str> {
    attribute_value(element.document(), element.id(), AttributeName::plain(name))
}

fn has(element: NodeRef<'_>, name: NameId) -> bool {
    value(element, name).is_some()
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-link>
fn is_link(element: NodeRef<'_>) -> bool {
    match element.element_name() {
        Some(ElementName { namespace: Namespace::Html, local: known::A | known::AREA }) => {
            has(element, known::HREF)
        }
        Some(ElementName { namespace: Namespace::Svg, local: known::A }) => {
            let linked = AttributeName { namespace: Namespace::XLink, local: known::HREF };
            has(element, known::HREF) || attribute_value(element.document(), element.id(), linked).is_some()
        }
        _ => false,
    }
}

/// Whether the `type` of an `input` element is one of these.
fn has_type(input: NodeRef<'_>, types: &[&str]) -> bool {
    value(input, known::TYPE).is_some_and(|value| types.iter().any(|other| value.eq_ignore_ascii_case(other)))
}

/// As the attributes say, before a user has changed anything.
/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-checked>
fn is_checked(element: NodeRef<'_>) -> bool {
    if is_html_any(element, &[known::INPUT]) {
        has(element, known::CHECKED) && has_type(element, &["checkbox", "radio"])
    } else {
        is_html_any(element, &[known::OPTION]) && has(element, known::SELECTED)
    }
}

/// Without scripts no custom element is defined.
/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-defined>
fn is_defined(element: NodeRef<'_>) -> bool {
    !is_html(element)
        || element.local_name_text().bytes().all(|byte| byte != b'-') && !has(element, known::IS)
}

/// The elements that may match `:enabled` and `:disabled`.
/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-enabled>
fn is_disableable(element: NodeRef<'_>) -> bool {
    const DISABLEABLE: [NameId; 7] = [
        known::BUTTON,
        known::INPUT,
        known::SELECT,
        known::TEXTAREA,
        known::OPTGROUP,
        known::OPTION,
        known::FIELDSET,
    ];
    is_html_any(element, &DISABLEABLE)
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#concept-element-disabled>
fn is_actually_disabled(element: NodeRef<'_>) -> bool {
    if has(element, known::DISABLED) {
        return true;
    }
    if is_html_any(element, &[known::OPTGROUP]) {
        return false;
    }
    if is_html_any(element, &[known::OPTION]) {
        return element
            .parent()
            .is_some_and(|parent| is_html_any(parent, &[known::OPTGROUP]) && has(parent, known::DISABLED));
    }
    is_in_disabled_fieldset(element)
}

/// Whether an ancestor is a disabled `fieldset` in whose first `legend` the element is not.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-fieldset-disabled>
fn is_in_disabled_fieldset(element: NodeRef<'_>) -> bool {
    let mut child = element;
    for ancestor in element.ancestors() {
        if is_html_any(ancestor, &[known::FIELDSET])
            && has(ancestor, known::DISABLED)
            && first_legend(ancestor) != Some(child.id())
        {
            return true;
        }
        child = ancestor;
    }
    false
}

fn first_legend(fieldset: NodeRef<'_>) -> Option<NodeId> {
    fieldset.children().find(|child| is_html_any(*child, &[known::LEGEND])).map(NodeRef::id)
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-required>
fn is_required(element: NodeRef<'_>) -> bool {
    const NOT_REQUIRABLE: [&str; 7] = ["hidden", "range", "color", "submit", "image", "reset", "button"];
    has(element, known::REQUIRED)
        && (is_html_any(element, &[known::SELECT, known::TEXTAREA])
            || is_html_any(element, &[known::INPUT]) && !has_type(element, &NOT_REQUIRABLE))
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-read-write>
fn is_read_write(element: NodeRef<'_>) -> bool {
    // The types that the `readonly` attribute does not apply to; all others are text fields, also unknown ones.
    const NO_TEXT: [&str; 10] =
        ["hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button"];
    if is_html_any(element, &[known::INPUT, known::TEXTAREA]) {
        let is_text = is_html_any(element, &[known::TEXTAREA]) || !has_type(element, &NO_TEXT);
        return is_text && !has(element, known::READONLY) && !is_actually_disabled(element);
    }
    is_editable(element)
}

/// Whether the element is an editing host or in one.
/// <https://html.spec.whatwg.org/multipage/interaction.html#contenteditable>
fn is_editable(element: NodeRef<'_>) -> bool {
    let nodes = std::iter::once(element).chain(element.ancestors());
    for node in nodes.filter(|node| is_html(*node)) {
        match value(node, known::CONTENTEDITABLE) {
            Some(state) if is_any(state, &["", "true", "plaintext-only"]) => return true,
            Some(state) if state.eq_ignore_ascii_case("false") => return false,
            _ => {}
        }
    }
    false
}

fn is_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-placeholder-shown>
fn is_placeholder_shown(element: NodeRef<'_>) -> bool {
    const WITHOUT_PLACEHOLDER: [&str; 15] = [
        "hidden",
        "range",
        "color",
        "checkbox",
        "radio",
        "file",
        "submit",
        "image",
        "reset",
        "button",
        "date",
        "month",
        "week",
        "time",
        "datetime-local",
    ];
    if !has(element, known::PLACEHOLDER) {
        return false;
    }
    if is_html_any(element, &[known::INPUT]) {
        !has_type(element, &WITHOUT_PLACEHOLDER) && value(element, known::VALUE).is_none_or(str::is_empty)
    } else {
        is_html_any(element, &[known::TEXTAREA])
            && element.children().all(|child| child.kind() != NodeKind::Text || child.data() == Some(""))
    }
}
