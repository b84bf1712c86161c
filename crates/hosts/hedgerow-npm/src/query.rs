//! CSS selectors and XPath.

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::select::{Select as _, Selector};
use hedgerow::serialize::SerializeOptions;
use hedgerow::source::NodeSource as _;
use hedgerow::{NodeRef, ToHtml as _};
use hedgerow_xpath::{EvaluationError, Limits, Value, XPath, XPathBuilder, XPathNode};
use serde::Serialize;

use crate::border::{Answer, Call};
use crate::failure::Failure;
use crate::options::{Options, Scalar};
use crate::output::Output;
use crate::pages::{Page, Records, ask};
use crate::selectors::selector;
use crate::utf16::Source;

/// The prefixes that are declared in XPath.
const PREFIXES: [(&str, Namespace); 3] =
    [("svg", Namespace::Svg), ("math", Namespace::MathMl), ("xlink", Namespace::XLink)];

/// The nodes that match. A selector that yields strings has none.
pub(crate) fn nodes<'t>(
    scope: NodeRef<'t>,
    selector: &Selector,
) -> impl Iterator<Item = NodeRef<'t>> + use<'t> {
    scope.select(selector).into_iter().flatten()
}

/// The strings that are found. A selector that yields nodes has none.
pub(crate) fn strings<'t>(
    scope: NodeRef<'t>,
    selector: &Selector,
) -> impl Iterator<Item = &'t str> + use<'t> {
    scope.select_text(selector).into_iter().flatten()
}

/// The HTML of a node.
pub(crate) fn html(node: NodeRef<'_>, options: &Options, output: &mut Output) -> Result<String, Failure> {
    let serialization = SerializeOptions::default().scripting(options.scripting);
    Ok(output.text(|html| node.write_outer_html(html, serialization))?)
}

/// An element with its place, as JavaScript sees it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    html: String,
    /// Offsets in UTF-16 code units; `None` if the element has no tag in the source.
    start: Option<u32>,
    start_tag_end: Option<u32>,
    end: Option<u32>,
}

/// The elements that match, with their places.
fn places(page: &Page<'_>, selector: &Selector) -> Result<Answer, Failure> {
    let source = Source::new(page.document.source().unwrap_or_default(), page.options.surrogates);
    let mut output = page.output();
    let found = nodes(page.document.root(), selector).map(|node| {
        let (whole, tag) = (node.source_span(), node.start_tag_span());
        let at = |offset: Option<u32>| offset.map(|offset| source.to_utf16(offset));
        Ok(Found {
            html: html(node, page.options, &mut output)?,
            start: at(tag.map(|tag| tag.start)),
            start_tag_end: at(tag.map(|tag| tag.end)),
            end: at(tag.and(whole).map(|whole| whole.end)),
        })
    });
    let found: Result<Vec<Found>, Failure> = found.collect();
    Answer::json(&found?)
}

pub(crate) fn select(call: &mut Call) -> Result<Answer, Failure> {
    let selector = selector(&call.query)?;
    if call.options::<Options>()?.positions {
        if selector.yields_strings() {
            return Err(Failure::argument(
                "only elements have positions, so the selector cannot end in ::text or ::attr()",
            ));
        }
        return ask(call, Records::Spans, |page| places(page, &selector));
    }
    ask(call, Records::Nothing, |page| {
        let (root, mut output) = (page.document.root(), page.output());
        let most = if page.options.first { 1 } else { usize::MAX };
        let mut found = Vec::new();
        if selector.yields_strings() {
            for text in strings(root, &selector).take(most) {
                output.count(text)?;
                found.push(text.to_owned());
            }
        } else {
            for node in nodes(root, &selector).take(most) {
                found.push(html(node, page.options, &mut output)?);
            }
        }
        match (page.options.first, found.pop()) {
            (false, last) => {
                found.extend(last);
                Answer::json(&found)
            }
            (true, Some(first)) => Ok(Answer::Text(first)),
            (true, None) => Ok(Answer::Nothing),
        }
    })
}

/// Compiles an expression.
fn compile(text: &str, options: &Options) -> Result<XPath, Failure> {
    let mut builder = XPathBuilder::new();
    for (prefix, namespace) in PREFIXES {
        builder = builder.namespace(prefix, namespace.as_str());
    }
    for (prefix, url) in &options.namespaces {
        builder = builder.namespace(prefix, url);
    }
    builder.parse(text).map_err(|error| {
        Failure::new("invalid-xpath", error.to_string()).at(error.expression(), error.offset())
    })
}

pub(crate) fn xpath(call: &mut Call) -> Result<Answer, Failure> {
    let expression = compile(&call.query, &call.options::<Options>()?)?;
    ask(call, Records::Nothing, |page| evaluate(&expression, page))
}

fn evaluate(expression: &XPath, page: &Page<'_>) -> Result<Answer, Failure> {
    let mut evaluator = expression.evaluator();
    if let Some(steps) = page.options.steps {
        evaluator = evaluator.limits(Limits::default().steps(steps));
    }
    for (name, value) in &page.options.variables {
        evaluator = match value {
            Scalar::Boolean(value) => evaluator.variable(name, *value),
            Scalar::Number(value) => evaluator.variable(name, *value),
            Scalar::Text(value) => evaluator.variable(name, value.as_str()),
        };
    }
    let value = evaluator.evaluate(page.document.root()).map_err(|error| match error {
        EvaluationError::TooManySteps { .. } => Failure::new("limit", error.to_string()),
        error => Failure::new("xpath-evaluation", error.to_string()),
    })?;
    let nodes = match &value {
        Value::Nodes(nodes) => nodes,
        Value::Boolean(value) => return Answer::json(value),
        Value::Number(value) => return Ok(Answer::Number(*value)),
        Value::String(value) => return Ok(Answer::Text(value.clone())),
    };
    let mut output = page.output();
    let item = |item: XPathNode<'_>| match item.node() {
        Some(node) if node.kind() == NodeKind::Element => html(node, page.options, &mut output),
        _ => {
            let text = item.string_value();
            output.count(&text)?;
            Ok(text.into_owned())
        }
    };
    let found: Result<Vec<String>, Failure> = nodes.iter().map(item).collect();
    Answer::json(&found?)
}
