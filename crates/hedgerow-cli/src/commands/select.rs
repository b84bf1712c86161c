//! `hedgerow select`: prints what a CSS selector matches or an XPath evaluates to.

use std::io::{self, Write};

use anyhow::{Result, anyhow};
use hedgerow::serialize::WriteOptions;
use hedgerow::xpath::{Value, XPath, XPathNode};
use hedgerow::{NodeRef, Select as _, Selector};

use super::documents::{Pieces, Reading, answer_all, write_options};
use super::{Settings, inputs};
use crate::args::{SelectArguments, ShownArguments};
use crate::input::{Document, Name};
use crate::ordered::Weight;
use crate::{Outcome, render};

pub(super) fn run(mut arguments: SelectArguments, settings: &Settings) -> Result<Outcome> {
    let query = if arguments.xpath.is_empty() {
        let selector = arguments.selector.unwrap_or_default();
        Query::Css(
            Selector::parse(&selector.to_string_lossy())
                .map_err(|error| anyhow!("invalid selector: {error}"))?,
        )
    } else {
        // The first argument is a file then, like the others.
        arguments.documents.files.splice(0..0, arguments.selector);
        let parse = |text: &String| XPath::parse(text).map_err(|error| anyhow!("invalid XPath: {error}"));
        Query::XPath(arguments.xpath.iter().map(parse).collect::<Result<_>>()?)
    };
    let reading = Reading::new(&arguments.documents)?;
    let markup = write_options(&arguments.documents, &WriteOptions::default());
    let search = Search { reading, query, shown: Shown::new(arguments.shown, markup) };
    let inputs = inputs(arguments.documents.files, "select", &arguments.documents.limits)?;
    let mut found = false;
    let work = move |name: &Name, document: Document, put: &mut dyn FnMut(Answer) -> io::Result<()>| {
        search.answer(name, &document, put)
    };
    let outcome = answer_all(inputs, settings, work, |output, heading, answer| {
        heading.write(output)?;
        found |= answer.matches > 0;
        output.write_all(&answer.text)
    })?;
    Ok(if outcome == Outcome::Done && !found { Outcome::NothingFound } else { outcome })
}

/// The search in each input.
struct Search {
    reading: Reading,
    query: Query,
    shown: Shown,
}

/// The query of a search.
enum Query {
    Css(Selector),
    XPath(Vec<XPath>),
}

/// A piece of the output for an input.
struct Answer {
    /// The number of matching elements; set in the last piece.
    matches: usize,
    text: Vec<u8>,
}

impl Weight for Answer {
    fn weight(&self) -> usize {
        self.text.capacity()
    }
}

/// The output for a matching element.
enum Shown {
    Html(WriteOptions),
    Text,
    Attribute(String),
    Json,
    Count,
}

impl Shown {
    fn new(arguments: ShownArguments, markup: WriteOptions) -> Self {
        match arguments {
            ShownArguments { attribute: Some(name), .. } => Self::Attribute(name),
            ShownArguments { text: true, .. } => Self::Text,
            ShownArguments { json: true, .. } => Self::Json,
            ShownArguments { count: true, .. } => Self::Count,
            _ => Self::Html(markup),
        }
    }

    fn write(&self, element: NodeRef<'_>, writer: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Html(markup) => render::write_html(element, markup, writer),
            Self::Text => writeln!(writer, "{}", element.text()),
            Self::Attribute(name) => match element.attribute(name) {
                Some(value) => writeln!(writer, "{value}"),
                None => Ok(()),
            },
            Self::Json => render::write_json(element, writer),
            Self::Count => Ok(()),
        }
    }

    /// Prints what is no element: an attribute or a text as its text.
    fn write_node(&self, node: XPathNode<'_>, writer: &mut impl Write) -> io::Result<()> {
        match (self, node.node()) {
            (_, Some(element)) if element.element_name().is_some() => self.write(element, writer),
            (Self::Json, Some(other)) => render::write_json(other, writer),
            (Self::Json, None) => write_json_string(&node.string_value(), writer),
            (Self::Html(_) | Self::Text, _) => writeln!(writer, "{}", node.string_value()),
            (Self::Attribute(_) | Self::Count, _) => Ok(()),
        }
    }

    /// Prints a string, a number or a boolean, whatever is printed of nodes.
    fn write_scalar(&self, value: &Value<'_>, writer: &mut impl Write) -> io::Result<()> {
        match (self, value) {
            (Self::Json, Value::String(text)) => write_json_string(text, writer),
            (Self::Json, Value::Number(number)) if !number.is_finite() => writeln!(writer, "null"),
            _ => writeln!(writer, "{}", value.to_text()),
        }
    }
}

fn write_json_string(text: &str, writer: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *writer, text)?;
    writer.write_all(b"\n")
}

impl Search {
    fn answer(
        &self,
        name: &Name,
        document: &Document,
        put: &mut dyn FnMut(Answer) -> io::Result<()>,
    ) -> Result<()> {
        let tree = self.reading.tree(name, document)?;
        let mut matches = 0;
        let mut put_text = |text| put(Answer { matches: 0, text });
        let mut output = Pieces::new(&mut put_text);
        match &self.query {
            Query::Css(selector) => {
                for element in tree.select(selector)? {
                    matches += 1;
                    self.shown.write(element, &mut output)?;
                }
                if matches!(self.shown, Shown::Count) {
                    writeln!(output, "{matches}")?;
                }
            }
            Query::XPath(expressions) => {
                for expression in expressions {
                    matches += self.evaluate(expression, &tree, &mut output)?;
                }
            }
        }
        let text = output.rest;
        Ok(put(Answer { matches, text })?)
    }

    /// Prints the value of an expression, and returns how much was found: a scalar is always something.
    fn evaluate(
        &self,
        expression: &XPath,
        tree: &hedgerow::Document,
        output: &mut impl Write,
    ) -> Result<usize> {
        let value = expression.evaluate(tree).map_err(|error| anyhow!("{expression}: {error}"))?;
        let Value::Nodes(nodes) = value else {
            self.shown.write_scalar(&value, output)?;
            return Ok(1);
        };
        let matches = nodes.len();
        for node in nodes {
            self.shown.write_node(node, output)?;
        }
        if matches!(self.shown, Shown::Count) {
            writeln!(output, "{matches}")?;
        }
        Ok(matches)
    }
}
