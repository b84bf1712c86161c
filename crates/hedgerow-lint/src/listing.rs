//! [`requirements`]: the tables as a list, for other programs.

use std::borrow::Cow;

use crate::tables::{Kind, Row, Tables};
use crate::{AuthoringRule, Level, full_address};

/// A requirement that [`check`](crate::check) compares documents with.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Requirement {
    /// The rule of its findings.
    pub rule: AuthoringRule,
    /// The level of its findings.
    pub level: Level,
    /// The language of the element: `html`, `svg` or `mathml`.
    pub language: &'static str,
    /// The name of the element; `*` is any element.
    pub element: &'static str,
    /// The attribute, if the requirement is about an attribute.
    pub attribute: Option<&'static str>,
    /// The requirement: the content model, the allowed values, or the condition.
    pub text: String,
    /// The address of the requirement.
    pub address: Cow<'static, str>,
}

/// Returns the requirements of the tables: content models, attributes with their values, and conditions. The rules that are code
/// are listed by [`AuthoringRule::ALL`] only.
///
/// ```
/// let all = hedgerow::requirements();
/// let start = all.iter().find(|one| one.element == "ol" && one.attribute == Some("start")).unwrap();
/// assert_eq!(start.text, "an integer");
/// ```
#[must_use]
pub fn requirements() -> Vec<Requirement> {
    let tables = Tables::get();
    let mut list = Vec::new();
    for (language, global) in LANGUAGES.into_iter().zip(&tables.globals) {
        add_row(&mut list, language, "*", global);
    }
    for row in &tables.rows {
        add_row(&mut list, LANGUAGES[tables.language_of(row)], row.name, row);
    }
    list
}

const LANGUAGES: [&str; 3] = ["html", "svg", "mathml"];

fn add_row(list: &mut Vec<Requirement>, language: &'static str, element: &'static str, row: &'static Row) {
    let mut add = |rule: AuthoringRule, level: Level, attribute, text, address| {
        let address = full_address(address);
        list.push(Requirement { rule, level, language, element, attribute, text, address });
    };
    for (condition, model) in &row.models {
        let condition = condition.as_ref().map(|condition| format!(" if {}", condition.describe()));
        let text = format!("content: {}{}", model.source, condition.unwrap_or_default());
        add(AuthoringRule::DisallowedElement, Level::Error, None, text, row.address);
    }
    let mut attributes: Vec<_> = row.attributes.iter().collect();
    attributes.sort_by_key(|(name, _)| **name);
    for (name, syntax) in attributes {
        let text = syntax.allowed(name).into_owned();
        let address = syntax.address().unwrap_or(row.address);
        add(AuthoringRule::InvalidAttributeValue, Level::Error, Some(*name), text, address);
    }
    for requirement in &row.requirements {
        let condition = requirement.condition.as_ref().map(crate::condition::Condition::describe);
        let condition = condition.unwrap_or_else(|| "always".to_owned());
        let level = requirement.level.unwrap_or_else(|| requirement.rule.level());
        let mut add = |attribute, text| add(requirement.rule, level, attribute, text, requirement.address);
        if requirement.kind == Kind::Not {
            add(None, format!("{} ({condition})", requirement.message));
        }
        for (name, values) in &requirement.attributes {
            let value = values.map(|values| format!(" with the value `{values}`")).unwrap_or_default();
            let text = match requirement.kind {
                Kind::Only => format!("allowed only if {condition}"),
                Kind::Never => format!("not allowed{value} if {condition}"),
                Kind::Needs => format!("required if {condition}"),
                Kind::Value => {
                    let allowed = requirement.syntax.map(|syntax| syntax.allowed(name)).unwrap_or_default();
                    format!("{allowed} if {condition}")
                }
                Kind::Not => continue,
            };
            add(Some(*name), text);
        }
    }
}
