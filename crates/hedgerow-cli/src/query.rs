//! [`Query`]: a CSS selector or an XPath of `hedgerow select`, and [`Found`], one of its results.

use std::fmt;

use anyhow::{Result, anyhow};
use hedgerow::dom::NodeKind;
use hedgerow::select::SelectorBuilder;
use hedgerow::xpath::{Value, XPath};
use hedgerow::{NodeRef, Select as _, Selector};
use serde::{Serialize, Serializer};

/// A query.
pub(crate) enum Query {
    Css(Selector),
    XPath(XPath),
}

/// A result of a query.
pub(crate) enum Found<'d> {
    /// An element, a document or a fragment.
    Node(NodeRef<'d>),
    /// The text of another node, or the value of an attribute.
    Text(std::borrow::Cow<'d, str>),
    /// A string, number or boolean that an XPath evaluates to.
    Scalar(Value<'d>),
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node(node) => formatter.write_str(&node.text()),
            Self::Text(text) => formatter.write_str(text),
            Self::Scalar(value) => formatter.write_str(&value.to_text()),
        }
    }
}

/// Serializes a result as a string, number or boolean. NaN and infinity become null, because JSON cannot represent them.
impl Serialize for Found<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Scalar(Value::Boolean(boolean)) => serializer.serialize_bool(*boolean),
            Self::Scalar(Value::Number(number)) if !number.is_finite() => serializer.serialize_none(),
            // Most numbers are counts, so a whole number is written without a fraction.
            Self::Scalar(Value::Number(number)) if number.fract() == 0.0 && number.abs() < 1e15 => {
                serializer.serialize_i64(*number as i64)
            }
            Self::Scalar(Value::Number(number)) => serializer.serialize_f64(*number),
            _ => serializer.collect_str(self),
        }
    }
}

impl Query {
    /// Parses a CSS selector, which may contain extensions of CSS, such as `::text`.
    pub(crate) fn css(text: &str) -> Result<Self> {
        let parsed = SelectorBuilder::new().extensions().parse(text);
        parsed.map(Self::Css).map_err(|error| anyhow!("invalid selector: {error}{}", hint(text)))
    }

    /// Parses an XPath.
    pub(crate) fn xpath(text: &str) -> Result<Self> {
        XPath::parse(text).map(Self::XPath).map_err(|error| anyhow!("invalid XPath: {error}"))
    }

    /// Returns a hint for an XPath that finds nothing because a prefix is missing.
    pub(crate) fn hint_at_prefix(&self) -> Option<String> {
        let Self::XPath(expression) = self else { return None };
        let name = expression.foreign_name()?;
        Some(format!("//{name} finds only elements of HTML; use //{name}:{name}"))
    }

    /// Calls `each` with the results inside a node, at most `limit` times. Returns the number of calls.
    pub(crate) fn find<'d>(
        &self,
        scope: NodeRef<'d>,
        is_deep: bool,
        limit: usize,
        each: &mut dyn FnMut(Found<'d>) -> Result<()>,
    ) -> Result<usize> {
        let results: Box<dyn Iterator<Item = Found<'d>>> = match self {
            Self::Css(selector) if selector.yields_strings() => {
                let strings =
                    if is_deep { scope.select_text_deep(selector)? } else { scope.select_text(selector)? };
                Box::new(strings.map(|text| Found::Text(text.into())))
            }
            Self::Css(selector) => {
                let matches = if is_deep { scope.select_deep(selector)? } else { scope.select(selector)? };
                Box::new(matches.map(Found::Node))
            }
            Self::XPath(expression) => {
                match expression.evaluate(scope).map_err(|error| anyhow!("{expression}: {error}"))? {
                    Value::Nodes(nodes) => Box::new(nodes.into_iter().map(|found| match found.node() {
                        Some(node) if has_markup(node) => Found::Node(node),
                        _ => Found::Text(found.string_value()),
                    })),
                    scalar => Box::new(std::iter::once(Found::Scalar(scalar))),
                }
            }
        };
        let mut count = 0;
        results.take(limit).try_for_each(|found| {
            count += 1;
            each(found)
        })?;
        Ok(count)
    }
}

/// Parses a selector for elements.
pub(crate) fn parse_elements(text: &str) -> Result<Selector> {
    match Query::css(text)? {
        Query::Css(selector) if !selector.yields_strings() => Ok(selector),
        _ => Err(anyhow!("invalid selector: {text} finds strings, but elements are needed here")),
    }
}

fn has_markup(node: NodeRef<'_>) -> bool {
    matches!(node.kind(), NodeKind::Element | NodeKind::Document | NodeKind::DocumentFragment)
}

/// Returns a hint if the text looks like an XPath, or like a selector of the program pup; otherwise, an empty string.
fn hint(text: &str) -> String {
    let text = text.trim();
    if text.starts_with('/') || text.starts_with("./") {
        return "\nfor an XPath, use --xpath".to_owned();
    }
    // The functions of pup.
    let Some((before, argument)) = text.strip_suffix('}').and_then(|text| text.rsplit_once('{')) else {
        return String::new();
    };
    let (selector, function) = before.rsplit_once(char::is_whitespace).unwrap_or(("", before));
    let selector = selector.trim_end();
    match function {
        "text" => format!("\ninstead of text{{}}, use ::text: {selector} ::text; or --text"),
        "attr" => format!(
            "\ninstead of attr{{}}, use ::attr(): {selector}::attr({argument}); or --attribute {argument}"
        ),
        "json" => "\ninstead of json{}, use --json".to_owned(),
        _ => String::new(),
    }
}
