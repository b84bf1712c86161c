//! [`ElementView`], an element with its attributes, and the checks of attributes.

use std::fmt::Display;

use hedgerow_base::{Namespace, Span};
use hedgerow_dom::NodeRef;

use crate::Level;
use crate::checker::Checker;
use crate::checks::{self, Violation};
use crate::condition::{Condition, Marks};
use crate::content_model::RowIndex;
use crate::tables::{Kind, Requirement, Row, namespace_index};
use crate::values::{Flaw, Syntax};

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute<'d> {
    /// The local name; for a name with a prefix, the prefix, a colon, and the local name.
    pub(crate) name: &'d str,
    pub(crate) namespace: Namespace,
    pub(crate) value: &'d str,
}

/// An element that is being checked.
#[derive(Debug)]
pub(crate) struct ElementView<'d> {
    pub(crate) node: NodeRef<'d>,
    /// The local name.
    pub(crate) name: &'d str,
    pub(crate) namespace: Namespace,
    pub(crate) row: Option<RowIndex>,
    pub(crate) attributes: Vec<Attribute<'d>>,
    /// The marks of its ancestors.
    pub(crate) ancestors: Marks,
    /// The bits of the names of the attributes: [`name_bit`].
    pub(crate) names: u64,
}

/// Returns a bit for the name of an attribute. Names with different bits differ.
pub(crate) fn name_bit(name: &str) -> u64 {
    let last = name.bytes().last().unwrap_or_default();
    1 << ((name.len() * 7 + usize::from(last)) % 64)
}

impl<'d> ElementView<'d> {
    /// Returns the value of an attribute.
    pub(crate) fn value(&self, name: &str) -> Option<&'d str> {
        self.attributes.iter().find(|attribute| attribute.name == name).map(|attribute| attribute.value)
    }

    /// Whether an attribute has a value, in any case.
    pub(crate) fn has(&self, name: &str, value: &str) -> bool {
        self.value(name).is_some_and(|found| found.eq_ignore_ascii_case(value))
    }

    pub(crate) fn is_html(&self, names: &[&str]) -> bool {
        self.namespace == Namespace::Html && names.contains(&self.name)
    }

    /// Returns the type of an `input`, whose default is `text`.
    /// <https://html.spec.whatwg.org/multipage/input.html#attr-input-type>
    pub(crate) fn input_type(&self) -> &'d str {
        const TYPES: [&str; 22] = [
            "hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
            "datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image",
            "reset", "button",
        ];
        let kind = self.value("type").unwrap_or("text");
        if TYPES.iter().any(|known| known.eq_ignore_ascii_case(kind)) { kind } else { "text" }
    }
}

/// The maximum number of unknown attributes that are reported for an element. Each search for the place of an attribute takes
/// linear time.
pub(crate) const MOST_UNKNOWN: usize = 100;

/// Shortens a value for a message.
pub(crate) fn shown(value: &str) -> String {
    const MOST: usize = 60;
    let mut characters = value.chars();
    let mut short: String =
        characters.by_ref().take(MOST).map(|one| if one.is_control() { ' ' } else { one }).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short.replace('`', "'")
}

/// Whether the name is that of a custom data attribute.
/// <https://html.spec.whatwg.org/multipage/dom.html#custom-data-attribute>
fn is_data_attribute(name: &str) -> bool {
    name.strip_prefix("data-").is_some_and(|rest| !rest.is_empty())
}

impl<'d> Checker<'d, '_> {
    /// Checks the names and values of the attributes of an element.
    pub(crate) fn check_attributes(&mut self, element: &ElementView<'d>, row: Option<&'static Row>) {
        let globals = &self.tables.globals[namespace_index(element.namespace)];
        // An autonomous custom element and an unknown element may have any attributes.
        let is_open = row.is_none_or(|row| row.has_any_attribute);
        let mut unknown = 0;
        for attribute in &element.attributes {
            let syntax =
                globals.attributes.get(attribute.name).or_else(|| row?.attributes.get(attribute.name));
            match syntax {
                Some(syntax) => self.check_value(element, attribute, *syntax),
                None if is_open
                    || is_data_attribute(attribute.name)
                    || attribute.name.starts_with("aria-") => {}
                None if attribute.name == "xmlns" || attribute.name.starts_with("xmlns:") => {}
                None if unknown < MOST_UNKNOWN => {
                    unknown += 1;
                    self.report_unknown_attribute(element, attribute);
                }
                None => {}
            }
        }
        if element.namespace == Namespace::Html {
            for requirement in
                globals.requirements.iter().chain(row.into_iter().flat_map(|row| &row.requirements))
            {
                self.check_requirement(element, requirement);
            }
        }
    }

    fn check_value(&mut self, element: &ElementView<'d>, attribute: &Attribute<'d>, syntax: Syntax) {
        if let Err(flaw) = syntax.check(attribute.name, attribute.value) {
            self.report_flaw(element, attribute, syntax, flaw, None);
        }
    }

    /// Reports a value that does not have its syntax.
    pub(crate) fn report_flaw(
        &mut self,
        element: &ElementView<'d>,
        attribute: &Attribute<'d>,
        syntax: Syntax,
        flaw: Flaw,
        level: Option<Level>,
    ) {
        // `check_id` and `check_encoding` of the rules for the syntax report these.
        if attribute.name == "charset" && element.name == "meta" {
            return;
        }
        let place = self.value_place(element.node, attribute.name, attribute.value, flaw.part);
        let values: [&dyn Display; 4] =
            [&shown(attribute.value), &attribute.name, &element.name, &flaw.reason];
        let violation = checks::INVALID_VALUE.with(&values).level(level);
        let violation = violation.at(syntax.address().unwrap_or("dom.html#global-attributes"));
        self.report(place, violation.allowed(Some(syntax.allowed(attribute.name))));
    }

    fn report_unknown_attribute(&mut self, element: &ElementView<'d>, attribute: &Attribute<'d>) {
        if element.namespace == Namespace::Html
            && crate::obsolete::is_obsolete_attribute(element.name, attribute.name, attribute.value)
        {
            return;
        }
        let violation = checks::ATTRIBUTE_NOT_ALLOWED.with(&[&attribute.name, &element.name]);
        self.report_name(element.node, attribute.name, violation.at(self.row_address(element)));
    }

    pub(crate) fn check_requirement(&mut self, element: &ElementView<'d>, requirement: &'static Requirement) {
        if requirement.names & element.names == 0 && !matches!(requirement.kind, Kind::Needs | Kind::Not) {
            return;
        }
        let holds = || requirement.condition.as_ref().is_none_or(|condition| condition.holds(element));
        let condition = || requirement.condition.as_ref().map(Condition::describe).unwrap_or_default();
        let if_condition = || {
            let condition = condition();
            if condition.is_empty() { condition } else { format!(" if {condition}") }
        };
        let violation =
            |message| Violation::new(requirement.rule, requirement.address, message).level(requirement.level);
        let name = element.name;
        let present = requirement.attributes.iter().filter_map(|(attribute, values)| {
            let found = element.attributes.iter().find(|found| found.name == *attribute)?;
            let is_meant = values.is_none_or(|values| {
                values.split(',').any(|value| value.eq_ignore_ascii_case(found.value.trim_ascii()))
            });
            is_meant.then_some((found, *values))
        });
        match requirement.kind {
            Kind::Only => {
                let mut is_wrong = None;
                for (attribute, _) in present {
                    if *is_wrong.get_or_insert_with(|| !holds()) {
                        let message =
                            format!("`{}` is allowed on `{name}` only if {}", attribute.name, condition());
                        self.report_name(element.node, attribute.name, violation(message));
                    }
                }
            }
            Kind::Never => {
                let mut is_wrong = None;
                for (attribute, values) in present {
                    if *is_wrong.get_or_insert_with(holds) {
                        let shown = match values {
                            Some("") => format!("An empty `{}`", attribute.name),
                            Some(_) => {
                                format!("The value `{}` of `{}`", shown(attribute.value), attribute.name)
                            }
                            None => format!("`{}`", attribute.name),
                        };
                        let verb =
                            if requirement.level.is_some() { "should not be used" } else { "is not allowed" };
                        let message = format!("{shown} {verb} on `{name}`{}", if_condition());
                        let place = match values {
                            Some(_) => self.value_place(element.node, attribute.name, attribute.value, None),
                            None => Self::name_place(element.node, attribute.name),
                        };
                        self.report(place, violation(message));
                    }
                }
            }
            Kind::Needs => {
                if present.count() == 0 && holds() {
                    let names: Vec<_> =
                        requirement.attributes.iter().map(|(name, _)| format!("`{name}`")).collect();
                    let (names, reason) = (names.join(" or "), if_condition());
                    let message = format!("`{name}` needs the attribute {names}{reason}");
                    self.report_tag(element.node, violation(message));
                }
            }
            Kind::Not if holds() => {
                self.report_tag(element.node, violation(requirement.message.to_owned()));
            }
            Kind::Not => {}
            Kind::Value => {
                let Some(syntax) = requirement.syntax else { return };
                let attribute = requirement
                    .attributes
                    .first()
                    .and_then(|(name, _)| element.attributes.iter().find(|found| found.name == *name));
                if let Some(attribute) = attribute
                    && holds()
                    && let Err(flaw) = syntax.check(attribute.name, attribute.value)
                {
                    self.report_flaw(element, attribute, syntax, flaw, requirement.level);
                }
            }
        }
    }

    /// Returns the address of the definition of an element.
    pub(crate) fn row_address(&self, element: &ElementView<'_>) -> &'static str {
        hedgerow_dom::search::element_name(element.node)
            .and_then(|name| self.tables.find(name, element.name))
            .map_or("dom.html#elements", |row| self.tables.row(row).address)
    }

    /// The empty span at the start, for nodes without a place.
    pub(crate) const NOWHERE: Span = Span { start: 0, end: 0 };
}
