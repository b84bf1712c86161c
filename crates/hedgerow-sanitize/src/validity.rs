//! Whether a configuration is valid, and the error if it is not.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::hash::Hash;

use crate::builtins::builtins;
use crate::config::{SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes};

/// The reason why a [`SanitizerConfig`] is not valid. The standard throws a `TypeError` instead.
///
/// ```
/// use hedgerow::sanitize::{Sanitizer, SanitizerConfig};
/// let config = SanitizerConfig {
///     elements: Some(vec!["p".into(), "div".into()]),
///     replace_with_children_elements: Some(vec!["div".into()]),
///     ..SanitizerConfig::default()
/// };
/// let error = Sanitizer::from_config(config).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid sanitizer configuration: `div` is both in `elements` and in `replaceWithChildrenElements`; \
///      remove it from one of them"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConfigError {
    /// Two lists are given, but only one of them is allowed.
    BothLists {
        /// The lists.
        lists: [&'static str; 2],
        /// The element that has the lists, if they are not global.
        element: Option<String>,
    },
    /// An entry is listed twice.
    Duplicate {
        /// The entry.
        entry: String,
        /// The list.
        list: String,
    },
    /// An entry is in two lists that may not share entries.
    InTwoLists {
        /// The entry.
        entry: String,
        /// The lists.
        lists: [String; 2],
    },
    /// An element cannot be replaced with its children.
    NotReplaceable {
        /// The element.
        element: String,
    },
    /// An attribute is removed from one element, but is not allowed in general.
    NotInGlobalAttributes {
        /// The attribute.
        attribute: String,
        /// The element.
        element: String,
    },
    /// A custom data attribute is listed although all of them are allowed.
    CustomDataAttribute {
        /// The attribute.
        attribute: String,
        /// The list.
        list: String,
    },
    /// `dataAttributes` is given without `attributes`.
    DataAttributesWithoutAttributes,
}

impl Display for ConfigError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("invalid sanitizer configuration: ")?;
        match self {
            Self::BothLists { lists: [one, other], element: None } => {
                write!(formatter, "both `{one}` and `{other}` are given; remove one of them")
            }
            Self::BothLists { lists: [one, other], element: Some(element) } => write!(
                formatter,
                "the element `{element}` has both `{one}` and `{other}`, which is allowed only with a global \
                 `attributes` list; remove one of them, or add the global list"
            ),
            Self::Duplicate { entry, list } => {
                write!(formatter, "`{entry}` is listed twice in {list}; remove one entry")
            }
            Self::InTwoLists { entry, lists: [one, other] } => {
                write!(formatter, "`{entry}` is both in {one} and in {other}; remove it from one of them")
            }
            Self::NotReplaceable { element } => write!(
                formatter,
                "`{element}` in `replaceWithChildrenElements` cannot be replaced with its children; remove the entry"
            ),
            Self::NotInGlobalAttributes { attribute, element } => write!(
                formatter,
                "`{attribute}` in `removeAttributes` of the element `{element}` is not in the global `attributes` list; \
                 remove the entry"
            ),
            Self::CustomDataAttribute { attribute, list } => write!(
                formatter,
                "`{attribute}` is in {list}, but `dataAttributes` already allows it; remove the entry"
            ),
            Self::DataAttributesWithoutAttributes => formatter.write_str(
                "`dataAttributes` is given without an `attributes` list; add the list or remove `dataAttributes`",
            ),
        }
    }
}

impl std::error::Error for ConfigError {}

impl SanitizerConfig {
    /// Checks a configuration that was canonicalized.
    ///
    /// In the standard: "determine whether a canonical `SanitizerConfig` is valid".
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        // 2., 4., 6.
        not_both(["elements", "removeElements"], self.elements.is_some() && self.remove_elements.is_some())?;
        not_both(
            ["processingInstructions", "removeProcessingInstructions"],
            self.processing_instructions.is_some() && self.remove_processing_instructions.is_some(),
        )?;
        not_both(
            ["attributes", "removeAttributes"],
            self.attributes.is_some() && self.remove_attributes.is_some(),
        )?;
        // 8. to 14.
        let elements: Option<Vec<&SanitizerElement>> =
            self.elements.as_ref().map(|elements| elements.iter().map(|entry| &entry.element).collect());
        let elements = distinct(elements.iter().flatten().copied(), "`elements`")?;
        let removed = distinct(self.remove_elements.iter().flatten(), "`removeElements`")?;
        let replaced =
            distinct(self.replace_with_children_elements.iter().flatten(), "`replaceWithChildrenElements`")?;
        distinct(self.processing_instructions.iter().flatten(), "`processingInstructions`")?;
        distinct(self.remove_processing_instructions.iter().flatten(), "`removeProcessingInstructions`")?;
        let attributes = distinct(self.attributes.iter().flatten(), "`attributes`")?;
        let removed_attributes = distinct(self.remove_attributes.iter().flatten(), "`removeAttributes`")?;
        // 15. If config["replaceWithChildrenElements"] exists:
        for element in self.replace_with_children_elements.iter().flatten() {
            if builtins().non_replaceable.contains(element) {
                return Err(ConfigError::NotReplaceable { element: element.to_string() });
            }
        }
        disjoint(&replaced, "`replaceWithChildrenElements`", &elements, "`elements`")?;
        disjoint(&replaced, "`replaceWithChildrenElements`", &removed, "`removeElements`")?;
        // 16. and 17.
        for element in self.elements.iter().flatten() {
            self.check_the_attributes_of(element, &attributes, &removed_attributes)?;
        }
        if self.data_attributes == Some(true) {
            no_custom_data(self.attributes.as_deref(), "`attributes`")?;
        }
        if self.attributes.is_none() && self.data_attributes.is_some() {
            return Err(ConfigError::DataAttributesWithoutAttributes);
        }
        Ok(())
    }

    /// Steps 16.2.1 and 17.1.1.
    fn check_the_attributes_of(
        &self,
        entry: &SanitizerElementWithAttributes,
        global: &HashSet<&SanitizerAttribute>,
        removed_globally: &HashSet<&SanitizerAttribute>,
    ) -> Result<(), ConfigError> {
        let element = entry.element.to_string();
        let list = |name: &str| format!("`{name}` of the element `{element}`");
        if self.attributes.is_none() && entry.attributes.is_some() && entry.remove_attributes.is_some() {
            let lists = ["attributes", "removeAttributes"];
            return Err(ConfigError::BothLists { lists, element: Some(element) });
        }
        let local = distinct(entry.attributes.iter().flatten(), &list("attributes"))?;
        let local_removed = distinct(entry.remove_attributes.iter().flatten(), &list("removeAttributes"))?;
        if self.attributes.is_some() {
            disjoint(&local, &list("attributes"), global, "the global `attributes`")?;
            if let Some(attribute) =
                entry.remove_attributes.iter().flatten().find(|item| !global.contains(item))
            {
                let attribute = attribute.to_string();
                return Err(ConfigError::NotInGlobalAttributes { attribute, element });
            }
            if self.data_attributes == Some(true) {
                no_custom_data(entry.attributes.as_deref(), &list("attributes"))?;
            }
        } else {
            let global = "the global `removeAttributes`";
            disjoint(&local, &list("attributes"), removed_globally, global)?;
            disjoint(&local_removed, &list("removeAttributes"), removed_globally, global)?;
        }
        Ok(())
    }
}

fn not_both(lists: [&'static str; 2], are_given: bool) -> Result<(), ConfigError> {
    if are_given { Err(ConfigError::BothLists { lists, element: None }) } else { Ok(()) }
}

/// The entries of a list as a set, or an error if there is a duplicate.
fn distinct<'a, T: Eq + Hash + Display>(
    entries: impl Iterator<Item = &'a T>,
    list: &str,
) -> Result<HashSet<&'a T>, ConfigError> {
    let mut set = HashSet::new();
    for entry in entries {
        if !set.insert(entry) {
            return Err(ConfigError::Duplicate { entry: entry.to_string(), list: list.to_owned() });
        }
    }
    Ok(set)
}

fn disjoint<T: Eq + Hash + Display>(
    one: &HashSet<&T>,
    list: &str,
    other: &HashSet<&T>,
    other_list: &str,
) -> Result<(), ConfigError> {
    // The alphabetically first entry is reported, so that the message is always the same.
    match one.intersection(other).map(ToString::to_string).min() {
        None => Ok(()),
        Some(entry) => {
            Err(ConfigError::InTwoLists { entry, lists: [other_list.to_owned(), list.to_owned()] })
        }
    }
}

fn no_custom_data(list: Option<&[SanitizerAttribute]>, name: &str) -> Result<(), ConfigError> {
    match list.unwrap_or_default().iter().find(|attribute| attribute.is_custom_data()) {
        None => Ok(()),
        Some(attribute) => {
            Err(ConfigError::CustomDataAttribute { attribute: attribute.to_string(), list: name.to_owned() })
        }
    }
}
