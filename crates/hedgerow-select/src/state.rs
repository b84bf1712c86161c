//! The pseudo-classes that attributes and the tree determine, such as `:link`, `:defined` and the states of form controls.
//! <https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes>

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, is_valid_custom_element_name, known};
use hedgerow_dom::{NodeKind, NodeRef, search};

use crate::element::{group_name, has, has_type, is_radio_button, value};
use crate::matcher::{Effort, Matcher};
use crate::pseudo_class::State;
use crate::slots::StateSlots;

/// Whether an element is in a state.
pub(crate) fn matches<'q>(
    matcher: &mut Matcher<'_, 'q>,
    slots: StateSlots,
    element: NodeRef<'q>,
    state: State,
) -> bool {
    match state {
        State::AnyLink | State::Link => is_link(element),
        State::Checked => is_checked(matcher, element),
        State::Defined => is_defined(element),
        State::Disabled => is_disableable(element) && is_actually_disabled(matcher, slots, element),
        State::Enabled => is_disableable(element) && !is_actually_disabled(matcher, slots, element),
        State::Open => element.is_html_any(&[known::DETAILS, known::DIALOG]) && has(element, known::OPEN),
        State::Optional => {
            element.is_html_any(&[known::INPUT, known::SELECT, known::TEXTAREA]) && !is_required(element)
        }
        State::PlaceholderShown => is_placeholder_shown(element),
        State::ReadOnly => is_html(element) && !is_read_write(matcher, slots, element),
        State::ReadWrite => is_html(element) && is_read_write(matcher, slots, element),
        State::Required => is_required(element),
    }
}

fn is_html(element: NodeRef<'_>) -> bool {
    element.namespace() == Some(Namespace::Html)
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-link>
fn is_link(element: NodeRef<'_>) -> bool {
    match search::element_name(element) {
        Some(ElementName { namespace: Namespace::Html, local: known::A | known::AREA }) => {
            has(element, known::HREF)
        }
        Some(ElementName { namespace: Namespace::Svg, local: known::A }) => {
            let linked = AttributeName { namespace: Namespace::XLink, local: known::HREF };
            has(element, known::HREF) || search::attribute_value(element, linked).is_some()
        }
        _ => false,
    }
}

/// The checkedness that follows from the attributes, before a user has changed anything.
/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-checked>
fn is_checked(matcher: &mut Matcher<'_, '_>, element: NodeRef<'_>) -> bool {
    if element.is_html(known::INPUT) {
        if !has(element, known::CHECKED) {
            return false;
        }
        if !is_radio_button(element) || group_name(element).is_none() {
            return has_type(element, &["checkbox", "radio"]);
        }
    } else if !element.is_html(known::OPTION) {
        return false;
    }
    matcher.checked_controls().contains_key(&element.slot())
}

/// Custom elements are not defined, because scripts are not run.
/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-defined>
fn is_defined(element: NodeRef<'_>) -> bool {
    !is_html(element) || !is_valid_custom_element_name(element.local_name_text()) && !has(element, known::IS)
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
    element.is_html_any(&DISABLEABLE)
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#concept-element-disabled>
fn is_actually_disabled<'q>(matcher: &mut Matcher<'_, 'q>, slots: StateSlots, element: NodeRef<'q>) -> bool {
    if has(element, known::DISABLED) {
        return true;
    }
    if element.is_html(known::OPTGROUP) {
        return false;
    }
    if element.is_html(known::OPTION) {
        return is_in_disabled_optgroup(matcher, slots, element);
    }
    is_in_disabled_fieldset(matcher, slots, element)
}

/// Whether the nearest enclosing `optgroup` of an `option`, within its `select`, is disabled.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-disabled>
fn is_in_disabled_optgroup<'q>(
    matcher: &mut Matcher<'_, 'q>,
    slots: StateSlots,
    option: NodeRef<'q>,
) -> bool {
    let own = |node: NodeRef<'_>, _: &mut Effort<'_>| {
        if node.is_html(known::OPTGROUP) {
            return Some(has(node, known::DISABLED));
        }
        (node.is_html(known::SELECT) || node.kind() == NodeKind::ShadowRoot).then_some(false)
    };
    matcher.inherited(slots.disabled_option, option, own, |_| false)
}

/// Whether an ancestor is a disabled `fieldset` and the element is not in its first `legend`.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-fieldset-disabled>
fn is_in_disabled_fieldset<'q>(
    matcher: &mut Matcher<'_, 'q>,
    slots: StateSlots,
    element: NodeRef<'q>,
) -> bool {
    let own = |node: NodeRef<'_>, effort: &mut Effort<'_>| {
        let Some(parent) = node.parent() else { return Some(false) };
        let is_disabled = parent.is_html(known::FIELDSET) && has(parent, known::DISABLED);
        (is_disabled && !is_first_legend(node, effort)).then_some(true)
    };
    matcher.inherited(slots.disabled, element, own, |_| false)
}

fn is_first_legend(child: NodeRef<'_>, effort: &mut Effort<'_>) -> bool {
    let is_legend = |node: NodeRef<'_>| {
        effort.steps += 1;
        node.is_html(known::LEGEND)
    };
    child.is_html(known::LEGEND) && !child.previous_siblings().any(is_legend)
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-required>
fn is_required(element: NodeRef<'_>) -> bool {
    const NOT_REQUIRABLE: [&str; 7] = ["hidden", "range", "color", "submit", "image", "reset", "button"];
    has(element, known::REQUIRED)
        && (element.is_html_any(&[known::SELECT, known::TEXTAREA])
            || element.is_html(known::INPUT) && !has_type(element, &NOT_REQUIRABLE))
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-read-write>
fn is_read_write<'q>(matcher: &mut Matcher<'_, 'q>, slots: StateSlots, element: NodeRef<'q>) -> bool {
    // The types to which the `readonly` attribute does not apply. It applies to all other types, even to unknown ones, which
    // stand for text fields.
    const NO_TEXT: [&str; 10] =
        ["hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button"];
    if element.is_html_any(&[known::INPUT, known::TEXTAREA]) {
        let is_text = element.is_html(known::TEXTAREA) || !has_type(element, &NO_TEXT);
        return is_text && !has(element, known::READONLY) && !is_actually_disabled(matcher, slots, element);
    }
    is_editable(matcher, slots, element)
}

/// Whether the element is an editing host or editable. Of the elements of SVG and `MathML`, only `svg` and `math` are editable,
/// and the parent of an editable element is editable.
/// <https://w3c.github.io/editing/docs/execCommand/#editable>
fn is_editable<'q>(matcher: &mut Matcher<'_, 'q>, slots: StateSlots, element: NodeRef<'q>) -> bool {
    let own = |node: NodeRef<'_>, _: &mut Effort<'_>| match value(node, known::CONTENTEDITABLE)
        .filter(|_| is_html(node))
    {
        Some(state) if is_any(state, &["", "true", "plaintext-only"]) => Some(true),
        Some(state) if state.eq_ignore_ascii_case("false") => Some(false),
        // The host of a shadow root is not an ancestor.
        _ => (node.kind() == NodeKind::ShadowRoot || is_inside_foreign_content(node)).then_some(false),
    };
    matcher.inherited(slots.editable, element, own, |_| false)
}

/// Whether a node is an element of SVG or `MathML` other than `svg` and `math`.
fn is_inside_foreign_content(node: NodeRef<'_>) -> bool {
    match search::element_name(node) {
        Some(ElementName { namespace: Namespace::Html, .. }) | None => false,
        Some(ElementName { namespace: Namespace::Svg, local }) => local != known::SVG,
        Some(ElementName { namespace: Namespace::MathMl, local }) => local != known::MATH,
        Some(_) => true,
    }
}

fn is_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// <https://html.spec.whatwg.org/multipage/semantics-other.html#selector-placeholder-shown>
fn is_placeholder_shown(element: NodeRef<'_>) -> bool {
    const WITHOUT_PLACEHOLDER: [&str; 15] = [
        "hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button",
        "date", "month", "week", "time", "datetime-local",
    ];
    if !has(element, known::PLACEHOLDER) {
        return false;
    }
    if element.is_html(known::INPUT) {
        !has_type(element, &WITHOUT_PLACEHOLDER) && has_empty_value(element)
    } else {
        element.is_html(known::TEXTAREA)
            && element.children().all(|child| child.kind() != NodeKind::Text || child.data() == Some(""))
    }
}

/// Whether the value of an `input` is empty after sanitization.
/// <https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm>
fn has_empty_value(input: NodeRef<'_>) -> bool {
    let value = value(input, known::VALUE).unwrap_or_default();
    if has_type(input, &["email", "url"]) {
        value.bytes().all(|byte| byte.is_ascii_whitespace())
    } else if has_type(input, &["number"]) {
        !is_valid_floating_point_number(value)
    } else {
        value.bytes().all(|byte| matches!(byte, b'\n' | b'\r'))
    }
}

/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number>
fn is_valid_floating_point_number(text: &str) -> bool {
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (integer, fraction) = number.split_once('.').unwrap_or((number, "0"));
    are_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))
        && are_digits(fraction)
        && (are_digits(integer) || integer.is_empty() && number.starts_with('.'))
}
