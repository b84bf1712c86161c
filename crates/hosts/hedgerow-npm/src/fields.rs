//! [`extract`]: reads the fields that an object describes.
//!
//! ```text
//! "selector"                a string, or null
//! ["selector"]              a list of strings
//! ["selector", {…}]         a list of objects
//! {…}                       an object
//! ```
//!
//! A selector may end in `::text` (the default), `::html`, `::attr(name)` or `::abs(name)`; without a selector before it, the field
//! reads the element itself.

use std::cell::LazyCell;
use std::fmt;

use hedgerow::select::Selector;
use hedgerow::serialize::RenderedTextOptions;
use hedgerow::{NodeRef, ToHtml as _};
use hedgerow_extract::{FieldPart, FieldSelector, Resolver};
use serde_json::{Map, Value};

use crate::border::{Answer, Call};
use crate::failure::Failure;
use crate::options::Options;
use crate::output::Output;
use crate::pages::{Page, Records, ask};
use crate::query::{html, nodes, strings};
use crate::selectors::selector;

/// The maximum depth of fields that contain other fields.
const MOST_NESTED: usize = 32;

/// A field: the elements that it reads, and what it reads of them.
enum Field {
    First(Source),
    All(Source),
    /// A list of objects.
    Records(Selector, Fields),
    Object(Fields),
}

/// Fields with their names.
type Fields = Vec<(String, Field)>;

/// A selector, `None` for the element itself, and what is read of an element.
struct Source {
    selector: Option<Selector>,
    part: FieldPart,
}

/// The number of steps of an extraction, in addition to [`STEPS_PER_NODE`].
const STEPS: u64 = 10_000_000;

/// The number of steps of an extraction for each node of the page.
const STEPS_PER_NODE: u64 = 100;

/// The page of an extraction.
struct Reader<'p, R> {
    /// The number of steps that are left. Elements that match can contain one another, and each of them is searched. A step is a node
    /// that is searched.
    steps: u64,
    /// Created when the first address is resolved, because it searches the document for its base URL.
    resolver: LazyCell<Resolver, R>,
    options: &'p Options,
    output: Output,
}

pub(crate) fn extract(call: &mut Call) -> Result<Answer, Failure> {
    let description: Value = serde_json::from_str(&call.query).map_err(Failure::argument)?;
    let Value::Object(description) = description else {
        return Err(Failure::argument("the fields are an object from names to selectors"));
    };
    let fields = compile_fields(&description, 0)?;
    ask(call, Records::Nothing, |page: &Page<'_>| {
        let resolver = || Resolver::new(page.document, page.options.url.as_deref());
        let resolver = LazyCell::new(resolver);
        let default = STEPS + STEPS_PER_NODE * page.document.node_count() as u64;
        let steps = page.options.steps.unwrap_or(default);
        let mut reader = Reader { steps, resolver, options: page.options, output: page.output() };
        Answer::json(&reader.object(&fields, page.document.root())?)
    })
}

fn compile_fields(description: &Map<String, Value>, depth: usize) -> Result<Fields, Failure> {
    if depth > MOST_NESTED {
        return Err(Failure::argument(format_args!("more than {MOST_NESTED} levels of fields")));
    }
    let field = |(name, value): (&String, &Value)| {
        let field = compile(value, depth).map_err(|failure| failure.in_field(name))?;
        Ok((name.clone(), field))
    };
    description.iter().map(field).collect()
}

fn compile(value: &Value, depth: usize) -> Result<Field, Failure> {
    let forms = "a field is \"selector\", [\"selector\"], [\"selector\", {fields}] or {fields}";
    match value {
        Value::String(text) => Ok(Field::First(Source::compile(text)?)),
        Value::Object(fields) => Ok(Field::Object(compile_fields(fields, depth + 1)?)),
        Value::Array(list) => match &list[..] {
            [Value::String(text)] => match Source::compile(text)? {
                Source { selector: None, .. } => {
                    Err(Failure::argument("a list needs a selector for its elements"))
                }
                source => Ok(Field::All(source)),
            },
            [Value::String(text), Value::Object(fields)] => match selector(text)? {
                selector if selector.yields_strings() => Err(Failure::argument(
                    "the selector of a list of objects finds elements, so it cannot end in ::text or ::attr()",
                )),
                selector => Ok(Field::Records(selector, compile_fields(fields, depth + 1)?)),
            },
            _ => Err(Failure::argument(forms)),
        },
        _ => Err(Failure::argument(forms)),
    }
}

impl Source {
    fn compile(text: &str) -> Result<Self, Failure> {
        let FieldSelector { selector: elements, part } = FieldSelector::new(text);
        Ok(Self { selector: elements.map(selector).transpose()?, part })
    }
}

impl<R: FnOnce() -> Resolver> Reader<'_, R> {
    fn object(&mut self, fields: &Fields, node: NodeRef<'_>) -> Result<Value, Failure> {
        let mut object = Map::new();
        for (name, field) in fields {
            object.insert(name.clone(), self.field(field, node)?);
        }
        Ok(Value::Object(object))
    }

    fn field(&mut self, field: &Field, node: NodeRef<'_>) -> Result<Value, Failure> {
        match field {
            Field::Object(fields) => self.object(fields, node),
            Field::Records(selector, fields) => {
                let object = |found| {
                    self.count_steps(found)?;
                    self.object(fields, found)
                };
                nodes(node, selector).map(object).collect()
            }
            Field::First(source) => {
                let first = self.values(source, node, 1)?.pop();
                Ok(first.unwrap_or_default())
            }
            Field::All(source) => Ok(Value::Array(self.values(source, node, usize::MAX)?)),
        }
    }

    /// At most `most` values. Of the elements that match, only the first `most` are read.
    fn values(&mut self, source: &Source, node: NodeRef<'_>, most: usize) -> Result<Vec<Value>, Failure> {
        let mut values = Vec::new();
        match (&source.selector, &source.part) {
            (None, part) => values.extend(self.part(part, node)?),
            (Some(selector), FieldPart::Strings) => {
                for text in strings(node, selector).take(most) {
                    self.output.count(text)?;
                    values.push(text.into());
                }
            }
            (Some(selector), part) => {
                for found in nodes(node, selector).take(most) {
                    values.extend(self.part(part, found)?);
                }
            }
        }
        Ok(values)
    }

    /// Counts the nodes in an element that is searched.
    fn count_steps(&mut self, node: NodeRef<'_>) -> Result<(), Failure> {
        let most = usize::try_from(self.steps).unwrap_or(usize::MAX);
        let steps = node.descendants().take(most.saturating_add(1)).count() as u64;
        self.steps = self.steps.checked_sub(steps).ok_or_else(|| {
            Failure::new("limit", "the fields search the same elements too often; raise the option steps")
        })?;
        Ok(())
    }

    fn part(&mut self, part: &FieldPart, node: NodeRef<'_>) -> Result<Option<Value>, Failure> {
        let value = match part {
            FieldPart::Attribute(name) => node.attribute(name.as_str()).map(str::to_owned),
            FieldPart::Address(name) => {
                node.attribute(name.as_str()).and_then(|address| self.resolver.join(address))
            }
            FieldPart::Html => return Ok(Some(html(node, self.options, &mut self.output)?.into())),
            FieldPart::Text | FieldPart::Strings => {
                self.count_steps(node)?;
                let text = self.output.text(|text| write_collapsed(node, text))?;
                return Ok(Some(text.into()));
            }
        };
        if let Some(value) = &value {
            self.output.count(value)?;
        }
        Ok(value.map(Value::from))
    }
}

/// Writes the rendered text of a node, with each run of white space as one space.
fn write_collapsed(node: NodeRef<'_>, writer: &mut impl fmt::Write) -> fmt::Result {
    let mut collapsed = Collapsed { writer, has_text: false, has_space: false };
    node.write_rendered_text(&mut collapsed, RenderedTextOptions::default())
}

/// A writer that collapses white space, and writes none at the start and at the end.
struct Collapsed<'w, W> {
    writer: &'w mut W,
    has_text: bool,
    has_space: bool,
}

impl<W: fmt::Write> fmt::Write for Collapsed<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (index, word) in text.split(|c: char| c.is_ascii_whitespace()).enumerate() {
            self.has_space |= index > 0;
            if word.is_empty() {
                continue;
            }
            if std::mem::take(&mut self.has_space) && self.has_text {
                self.writer.write_char(' ')?;
            }
            self.writer.write_str(word)?;
            self.has_text = true;
        }
        Ok(())
    }
}
