//! [`Extraction`]: the functions of one parse, and their specification in JSON.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use arrow_schema::{DataType, Fields};
use hedgerow::Selector;
use hedgerow::sanitize::UnknownPreset;
use hedgerow::select::SelectorError;
use hedgerow::xpath::{XPath, XPathError};
use indexmap::IndexMap;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::function::{Expression, Function, REASON, arrow_fields};

/// Functions that are computed in one parse, each with the name of its field in the result of
/// [`html_extract`](crate::html_extract).
///
/// An extraction as text is a JSON object. The value of a field is the name of a function, or an object with the name and the
/// arguments:
///
/// ```
/// let extraction: hedgerow_columns::Extraction = r#"{
///     "title": "html_title",
///     "headings": {"function": "html_select_text", "selector": "h1, h2"},
///     "icon": {"function": "html_attribute", "selector": "link[rel~=icon]", "attribute": "href"},
///     "words": {"function": "html_xpath", "expression": "count(//p)"}
/// }"#.parse()?;
/// assert_eq!(extraction.fields().map(|(name, _)| name).collect::<Vec<_>>(), ["title", "headings", "icon", "words"]);
/// # Ok::<(), hedgerow_columns::ExtractionError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Extraction {
    fields: IndexMap<String, Function>,
}

/// The reason why a specification or the arguments of a function are not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExtractionError {
    message: Box<str>,
    source: Option<Cause>,
}

/// The error of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Cause {
    Selector(SelectorError),
    XPath(XPathError),
}

impl ExtractionError {
    fn new(message: impl Into<Box<str>>) -> Self {
        Self { message: message.into(), source: None }
    }

    fn in_field(self, field: &str) -> Self {
        Self { message: format!("field {field:?}: {self}").into(), source: self.source }
    }
}

impl fmt::Display for ExtractionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl From<SelectorError> for ExtractionError {
    fn from(error: SelectorError) -> Self {
        Self { message: error.to_string().into(), source: Some(Cause::Selector(error)) }
    }
}

impl From<XPathError> for ExtractionError {
    fn from(error: XPathError) -> Self {
        Self { message: error.to_string().into(), source: Some(Cause::XPath(error)) }
    }
}

/// The source is the [`SelectorError`] or the [`XPathError`] of an argument.
impl Error for ExtractionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self.source.as_ref()? {
            Cause::Selector(error) => Some(error),
            Cause::XPath(error) => Some(error),
        }
    }
}

/// The value of a field in JSON.
#[derive(Deserialize)]
#[serde(untagged)]
enum Specification {
    Name(String),
    Call(Call),
}

/// A function and its arguments in JSON.
#[derive(Deserialize)]
struct Call {
    function: String,
    #[serde(flatten)]
    arguments: BTreeMap<String, String>,
}

/// The fields of a specification, in order: not a map, which would drop duplicate names, so that they could not be reported.
struct Specifications(Vec<(String, Specification)>);

impl<'de> Deserialize<'de> for Specifications {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Specifications;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Specifications, M::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Specifications(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

impl Function {
    /// The names of all functions, each with the names of its arguments.
    pub const ALL: &[(&str, &[&str])] = &[
        ("html_attribute", &["selector", "attribute"]),
        ("html_decode", &[]),
        ("html_errors", &[]),
        ("html_fingerprint", &[]),
        ("html_json_ld", &[]),
        ("html_lang", &[]),
        ("html_links", &[]),
        ("html_main_text", &[]),
        ("html_markdown", &[]),
        ("html_meta", &[]),
        ("html_reason", &[]),
        ("html_sanitize", &["preset"]),
        ("html_select", &["selector"]),
        ("html_select_text", &["selector"]),
        ("html_tables", &[]),
        ("html_text", &[]),
        ("html_title", &[]),
        ("html_xpath", &["expression"]),
    ];

    /// Returns the function with a name and arguments, in the order of [`ALL`](Self::ALL).
    ///
    /// ```
    /// use hedgerow_columns::Function;
    /// assert_eq!(Function::new("html_select", &["p"])?.name(), "html_select");
    /// assert!(Function::new("html_select", &["p["]).is_err());
    /// # Ok::<(), hedgerow_columns::ExtractionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such function, if the function takes another number of arguments, or if an argument is not valid. The
    /// [source](Error::source) is the error of a selector or of an XPath expression.
    pub fn new(name: &str, arguments: &[&str]) -> Result<Self, ExtractionError> {
        Ok(match (name, arguments) {
            ("html_attribute", &[elements, attribute]) => {
                Self::Attribute { selector: Selector::parse(elements)?, attribute: attribute.into() }
            }
            ("html_decode", []) => Self::Decode,
            ("html_errors", []) => Self::Errors,
            ("html_fingerprint", []) => Self::Fingerprint,
            ("html_json_ld", []) => Self::JsonLd,
            ("html_lang", []) => Self::Lang,
            ("html_links", []) => Self::Links,
            ("html_main_text", []) => Self::MainText,
            ("html_markdown", []) => Self::Markdown,
            ("html_meta", []) => Self::Meta,
            ("html_reason", []) => Self::Reason,
            ("html_sanitize", &[preset]) => {
                let preset =
                    preset.parse().map_err(|error: UnknownPreset| ExtractionError::new(error.to_string()))?;
                Self::Sanitize { preset }
            }
            ("html_select", &[elements]) => Self::Select { selector: Selector::parse(elements)? },
            ("html_select_text", &[elements]) => Self::SelectText { selector: Selector::parse(elements)? },
            ("html_tables", []) => Self::Tables,
            ("html_text", []) => Self::Text,
            ("html_title", []) => Self::Title,
            ("html_xpath", &[expression]) => {
                Self::XPath { expression: Expression(XPath::parse(expression)?) }
            }
            _ => return Err(wrong_arguments(name, arguments)),
        })
    }

    /// Returns the function of a specification.
    fn of(specification: Specification) -> Result<Self, ExtractionError> {
        let (name, mut given) = match specification {
            Specification::Name(name) => (name, BTreeMap::new()),
            Specification::Call(call) => (call.function, call.arguments),
        };
        let names = Self::ALL.iter().find(|(other, _)| *other == name).map_or(&[][..], |(_, names)| names);
        let arguments: Vec<String> = names.iter().filter_map(|&name| given.remove(name)).collect();
        if let Some(argument) = given.keys().next() {
            return Err(ExtractionError::new(format!("{name} has no argument {argument:?}")));
        }
        Self::new(&name, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

/// The error for a function that does not exist or has other parameters.
fn wrong_arguments(name: &str, arguments: &[&str]) -> ExtractionError {
    ExtractionError::new(match Function::ALL.iter().find(|(other, _)| *other == name) {
        Some((_, [])) => format!("{name} takes no arguments, but got {}", arguments.len()),
        Some((_, names)) => {
            let (count, s) = (names.len(), if names.len() == 1 { "" } else { "s" });
            format!("{name} takes {count} argument{s} ({}), but got {}", names.join(" and "), arguments.len())
        }
        None => {
            let names: Vec<&str> = Function::ALL.iter().map(|(name, _)| *name).collect();
            format!("there is no function {name:?}; the functions are {}", names.join(", "))
        }
    })
}

impl Extraction {
    /// Creates an extraction without functions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function as a field of the result.
    ///
    /// # Errors
    ///
    /// If there is already a field with this name, or if the name is `reason`, because the result's field `reason`
    /// contains the reason why a value is null.
    pub fn field(mut self, name: &str, function: Function) -> Result<Self, ExtractionError> {
        if name == REASON {
            return Err(ExtractionError::new(
                "the field \"reason\" contains the reasons; choose another name",
            ));
        }
        match self.fields.insert(name.to_owned(), function) {
            None => Ok(self),
            Some(_) => Err(ExtractionError::new(format!("there are two fields {name:?}"))),
        }
    }

    /// The functions, with the names of their fields.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &Function)> {
        self.fields.iter().map(|(name, function)| (&**name, function))
    }

    /// The type of the result of [`html_extract`](crate::html_extract).
    #[must_use]
    pub fn data_type(&self) -> DataType {
        DataType::Struct(self.arrow_fields())
    }

    pub(crate) fn arrow_fields(&self) -> Fields {
        arrow_fields(self.fields())
    }
}

impl FromStr for Extraction {
    type Err = ExtractionError;

    fn from_str(json: &str) -> Result<Self, ExtractionError> {
        let Specifications(fields) = serde_json::from_str(json).map_err(|error| {
            ExtractionError::new(format!(
                "an extraction is a JSON object, such as {{\"title\": \"html_title\"}}: {error}"
            ))
        })?;
        fields.into_iter().try_fold(Self::new(), |extraction, (name, specification)| {
            let function = Function::of(specification).map_err(|error| error.in_field(&name))?;
            extraction.field(&name, function)
        })
    }
}

/// The specification in JSON, which [`from_str`](str::parse) reads.
impl fmt::Display for Extraction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.fields().map(|(name, function)| {
            let call = [("function", function.name().to_owned())].into_iter();
            let names = Function::ALL.iter().find(|(other, _)| *other == function.name());
            let arguments =
                names.map_or(&[][..], |(_, names)| names).iter().copied().zip(function.arguments());
            let call: Map<_, _> =
                call.chain(arguments).map(|(name, value)| (name.to_owned(), value.into())).collect();
            (name, call)
        });
        formatter.write_str("{")?;
        for (index, (name, call)) in fields.enumerate() {
            let separator = if index == 0 { "" } else { "," };
            write!(formatter, "{separator}{}:{}", Value::from(name), Value::from(call))?;
        }
        formatter.write_str("}")
    }
}

impl Function {
    /// The arguments as text, in the order of [`ALL`](Self::ALL).
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        match self {
            Self::Attribute { selector, attribute } => vec![selector.to_string(), attribute.to_string()],
            Self::Sanitize { preset } => vec![preset.name().to_owned()],
            Self::Select { selector } | Self::SelectText { selector } => vec![selector.to_string()],
            Self::XPath { expression } => vec![expression.0.to_string()],
            _ => Vec::new(),
        }
    }
}
