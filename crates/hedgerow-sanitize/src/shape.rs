//! Reads and writes configurations as JSON objects with the members of the standard's dictionaries.
//!
//! As in the standard, unknown members are ignored, and an integer is accepted as a string. The derived `Serialize` of
//! the types in `config.rs` does most of the writing.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::config::{SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes};

/// The members of the dictionaries in lists. A dictionary for an element, an attribute or a processing instruction has only some
/// of these members.
#[derive(Default)]
#[allow(clippy::option_option, reason = "a missing member differs from one that is null")]
struct Members {
    name: Option<String>,
    /// The outer option tells whether the member exists.
    namespace: Option<Option<String>>,
    target: Option<String>,
    attributes: Option<Vec<SanitizerAttribute>>,
    remove_attributes: Option<Vec<SanitizerAttribute>>,
}

/// An entry of a list: a dictionary, or a string that stands for a dictionary.
trait Item: Sized {
    const EXPECTED: &'static str;
    fn from_text(text: &str) -> Self;
    /// # Errors
    ///
    /// Returns the name of a required member that is missing.
    fn from_members(members: Members) -> Result<Self, &'static str>;
}

impl Item for SanitizerElement {
    const EXPECTED: &'static str = "the name of an element, or an object with `name` and `namespace`";

    fn from_text(text: &str) -> Self {
        text.into()
    }

    fn from_members(members: Members) -> Result<Self, &'static str> {
        let mut element = Self::from(&*members.name.ok_or("name")?);
        if let Some(namespace) = members.namespace {
            element.namespace = namespace;
        }
        Ok(element)
    }
}

impl Item for SanitizerElementWithAttributes {
    const EXPECTED: &'static str =
        "the name of an element, or an object with `name`, `namespace`, `attributes` and `removeAttributes`";

    fn from_text(text: &str) -> Self {
        text.into()
    }

    fn from_members(mut members: Members) -> Result<Self, &'static str> {
        let (attributes, remove_attributes) = (members.attributes.take(), members.remove_attributes.take());
        Ok(Self { element: SanitizerElement::from_members(members)?, attributes, remove_attributes })
    }
}

impl Item for SanitizerAttribute {
    const EXPECTED: &'static str = "the name of an attribute, or an object with `name` and `namespace`";

    fn from_text(text: &str) -> Self {
        text.into()
    }

    fn from_members(members: Members) -> Result<Self, &'static str> {
        let name = members.name.ok_or("name")?;
        Ok(Self { name, namespace: members.namespace.flatten() })
    }
}

/// The target of a processing instruction.
struct Target(String);

impl Item for Target {
    const EXPECTED: &'static str = "the target of a processing instruction, or an object with `target`";

    fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    fn from_members(members: Members) -> Result<Self, &'static str> {
        members.target.ok_or("target").map(Self)
    }
}

/// A member that is a string. An integer is converted to a string.
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl Visitor<'_> for TextVisitor {
            type Value = Text;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string")
            }

            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }
        }
        deserializer.deserialize_any(TextVisitor)
    }
}

/// A wrapper that implements `Deserialize` for every [`Item`].
struct Wrapped<T>(T);

impl<'de, T: Item> Deserialize<'de> for Wrapped<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemVisitor<T>(PhantomData<T>);
        impl<'de, T: Item> Visitor<'de> for ItemVisitor<T> {
            type Value = Wrapped<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(T::EXPECTED)
            }

            fn visit_str<E>(self, text: &str) -> Result<Wrapped<T>, E> {
                Ok(Wrapped(T::from_text(text)))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Wrapped<T>, E> {
                Ok(Wrapped(T::from_text(&number.to_string())))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Wrapped<T>, E> {
                Ok(Wrapped(T::from_text(&number.to_string())))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Wrapped<T>, A::Error> {
                let mut members = Members::default();
                while let Some(key) = map.next_key::<String>()? {
                    match &*key {
                        "name" => members.name = Some(map.next_value::<Text>()?.0),
                        "namespace" => {
                            members.namespace = Some(map.next_value::<Option<Text>>()?.map(|text| text.0));
                        }
                        "target" => members.target = Some(map.next_value::<Text>()?.0),
                        "attributes" => members.attributes = Some(map.next_value::<Items<_>>()?.0),
                        "removeAttributes" => {
                            members.remove_attributes = Some(map.next_value::<Items<_>>()?.0);
                        }
                        _ => drop(map.next_value::<serde::de::IgnoredAny>()?),
                    }
                }
                T::from_members(members).map(Wrapped).map_err(A::Error::missing_field)
            }
        }
        deserializer.deserialize_any(ItemVisitor(PhantomData))
    }
}

/// A list of items.
struct Items<T>(Vec<T>);

impl<'de, T: Item> Deserialize<'de> for Items<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemsVisitor<T>(PhantomData<T>);
        impl<'de, T: Item> Visitor<'de> for ItemsVisitor<T> {
            type Value = Items<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "a list; each entry is {}", T::EXPECTED)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Items<T>, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = sequence.next_element::<Wrapped<T>>()? {
                    items.push(item.0);
                }
                Ok(Items(items))
            }
        }
        deserializer.deserialize_seq(ItemsVisitor(PhantomData))
    }
}

/// The members of a configuration.
const MEMBERS: [&str; 10] = [
    "elements", "removeElements", "replaceWithChildrenElements", "processingInstructions",
    "removeProcessingInstructions", "attributes", "removeAttributes", "comments", "dataAttributes",
    "javascriptURLs",
];

/// A configuration that is read from an object without unknown members.
///
/// The standard ignores unknown members. For this type, they are errors, because a misspelt `removeElements` would keep the elements
/// that it lists.
///
/// ```
/// use hedgerow::sanitize::{SanitizerConfig, StrictSanitizerConfig};
/// let misspelt = r#"{ "removeElement": ["img"] }"#;
/// assert!(serde_json::from_str::<SanitizerConfig>(misspelt).is_ok());
/// let error = serde_json::from_str::<StrictSanitizerConfig>(misspelt).unwrap_err();
/// assert!(error.to_string().starts_with("unknown member \"removeElement\"; the members are elements, removeElements,"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StrictSanitizerConfig(pub SanitizerConfig);

impl<'de> Deserialize<'de> for StrictSanitizerConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ConfigVisitor { is_strict: true }).map(Self)
    }
}

impl<'de> Deserialize<'de> for SanitizerConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ConfigVisitor { is_strict: false })
    }
}

/// Reads a configuration.
struct ConfigVisitor {
    /// Whether unknown members are errors.
    is_strict: bool,
}

impl<'de> Visitor<'de> for ConfigVisitor {
    type Value = SanitizerConfig;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object with the members of a sanitizer configuration")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SanitizerConfig, A::Error> {
        let mut config = SanitizerConfig::default();
        let targets = |items: Items<Target>| Some(items.0.into_iter().map(|target| target.0).collect());
        while let Some(key) = map.next_key::<String>()? {
            match &*key {
                "elements" => config.elements = Some(map.next_value::<Items<_>>()?.0),
                "removeElements" => config.remove_elements = Some(map.next_value::<Items<_>>()?.0),
                "replaceWithChildrenElements" => {
                    config.replace_with_children_elements = Some(map.next_value::<Items<_>>()?.0);
                }
                "processingInstructions" => config.processing_instructions = targets(map.next_value()?),
                "removeProcessingInstructions" => {
                    config.remove_processing_instructions = targets(map.next_value()?);
                }
                "attributes" => config.attributes = Some(map.next_value::<Items<_>>()?.0),
                "removeAttributes" => config.remove_attributes = Some(map.next_value::<Items<_>>()?.0),
                "comments" => config.comments = Some(map.next_value()?),
                "dataAttributes" => config.data_attributes = Some(map.next_value()?),
                "javascriptURLs" => config.javascript_urls = Some(map.next_value()?),
                _ if self.is_strict => {
                    let members = MEMBERS.join(", ");
                    let message = format_args!("unknown member {key:?}; the members are {members}");
                    return Err(A::Error::custom(message));
                }
                _ => drop(map.next_value::<serde::de::IgnoredAny>()?),
            }
        }
        Ok(config)
    }
}

/// Writes the targets of processing instructions, each as a dictionary.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
pub(crate) fn instructions<S: Serializer>(
    targets: &Option<Vec<String>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Instruction<'t> {
        target: &'t str,
    }
    serializer.collect_seq(targets.iter().flatten().map(|target| Instruction { target }))
}
