//! The steps of the parser, for the page in `docs/playground/`: all of them in short, one in full, and tokens.
//!
//! Each call parses the text anew. A step is identified by its index, which is that of its token.

use std::ops::ControlFlow;

use hedgerow::dom::NodeEdge;
use hedgerow::source::Span;
use hedgerow::stages::{Algorithm, AppliedRules, OperationKind, State, TraceStep, TracedToken};
use hedgerow::{Context, Document};
use hedgerow_dom::search::TraverseWhole;
use serde::{Deserialize, Serialize};

use crate::border::{Answer, Call, Text};
use crate::failure::Failure;
use crate::options::Options;
use crate::pages::{context, keep};
use crate::utf16::Source;

/// The maximum number of letters in [`Overview::marks`].
const MOST_MARKS: usize = 4000;

/// The maximum number of entries of the stack of open elements, and of the list of active formatting elements.
const MOST_ENTRIES: usize = 500;

/// The maximum number of operations of one set of rules in a step.
const MOST_OPERATIONS: usize = 2000;

/// The maximum number of characters of a text; an ellipsis may follow.
const MOST_CHARACTERS: usize = 1000;

/// The steps of a document.
#[derive(Default, Serialize)]
struct Overview {
    count: usize,
    /// A letter for each of the first steps: `m` if it moves nodes, `f` if it inserts before a table, `c` if it closes elements by
    /// implication, `e` if it only has errors, otherwise `.`.
    marks: String,
    /// The index of the step that made each node of the tree, in tree order; `None` if no operation did.
    made: Vec<Option<u32>>,
}

/// A token, and how it was read.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Token {
    index: usize,
    /// The kind, in the standard's words.
    kind: &'static str,
    /// The token on one line, or its beginning.
    text: String,
    /// The line, from 1.
    line: u32,
    /// The column in code points, from 1.
    column: u32,
    span: [u32; 2],
    /// The states in which the tokenizer read the token.
    states: Vec<String>,
    /// The insertion mode after the token.
    insertion_mode: String,
    /// The parts of the token that have a color, outer ones first: its kind of color, and its span.
    colors: Vec<(&'static str, [u32; 2])>,
}

/// A token, and its effects in the parser.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    token: Token,
    /// The parse errors of the tokenizer.
    errors: Vec<&'static str>,
    /// The rules that processed the token, with their operations.
    rules: Vec<AppliedRules>,
    /// The last entries of the stack of open elements, the topmost node first.
    open_elements: Vec<String>,
    open_element_count: usize,
    /// The last entries of the list of active formatting elements, the earliest first; a marker is `null`.
    active_formatting_elements: Vec<Option<String>>,
    /// The handle of the document after the step.
    document: u32,
    /// The numbers of the nodes of the document, in tree order, as the operations name them.
    numbers: Vec<usize>,
}

/// The tokens to return: those with these indexes, or those that overlap a part of the source.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Wanted {
    Indexes(usize, usize),
    Span(u32, u32),
}

/// Parses the text of a call, and calls a function with each step and its index.
fn trace(
    call: &Call,
    mut each: impl FnMut(usize, &TraceStep<'_>, &Source<'_>) -> ControlFlow<()>,
    has_rules: bool,
) -> Result<(), Failure> {
    let Text::Text(text) = &call.text else { return Err(Failure::argument("the source is a string")) };
    let options: Options = call.options()?;
    let context: Option<Context> = context(&options)?;
    let source = Source::new(text, options.surrogates);
    let mut index = 0;
    let step = |step: &TraceStep<'_>| {
        index += 1;
        each(index - 1, step, &source)
    };
    if has_rules {
        options.parser().trace(text, context.as_ref(), step);
    } else {
        options.parser().trace_tokens(text, context.as_ref(), step);
    }
    Ok(())
}

pub(crate) fn overview(call: &mut Call) -> Result<Answer, Failure> {
    let mut overview = Overview::default();
    // The step that made a node, by the number of the node. A text has an entry for each insertion of characters, of which the first
    // created the node.
    let mut made: Vec<Option<u32>> = Vec::new();
    let each = |index: usize, step: &TraceStep<'_>, _: &Source<'_>| {
        if index < MOST_MARKS {
            overview.marks.push(mark_of(step));
        }
        for operation in step.rules.iter().flat_map(|rules| &rules.operations) {
            if matches!(operation.kind, OperationKind::Insert | OperationKind::InsertText) {
                let number = operation.node.number;
                made.resize(made.len().max(number + 1), None);
                if let Some(step) = made.get_mut(number) {
                    step.get_or_insert(index as u32);
                }
            }
        }
        overview.count = index + 1;
        if step.token.kind() == "end-of-file" {
            let numbers = numbers(step.document()).into_iter();
            overview.made = numbers.map(|number| made.get(number).copied().flatten()).collect();
        }
        ControlFlow::Continue(())
    };
    trace(call, each, true)?;
    Answer::json(&overview)
}

/// The numbers of the nodes below the root, in tree order.
fn numbers(document: &Document) -> Vec<usize> {
    let nodes = TraverseWhole::new(document.root()).filter_map(|edge| match edge {
        NodeEdge::Enter(node) => Some(node.id().index()),
        NodeEdge::Leave(_) => None,
    });
    nodes.skip(1).collect()
}

fn mark_of(step: &TraceStep<'_>) -> char {
    let has = |is_wanted: &dyn Fn(OperationKind, &[Algorithm]) -> bool| {
        let mut operations = step.rules.iter().flat_map(|rules| &rules.operations);
        operations.any(|operation| is_wanted(operation.kind, &operation.by))
    };
    let is_end = step.token.kind() == "end-of-file";
    if has(&|kind, _| kind == OperationKind::Move) {
        'm'
    } else if has(&|_, by| by.contains(&Algorithm::FosterParenting)) {
        'f'
    } else if !is_end && has(&|kind, _| kind == OperationKind::CloseByImplication) {
        'c'
    } else if !step.errors.is_empty() || step.rules.iter().any(|rules| !rules.errors.is_empty()) {
        'e'
    } else {
        '.'
    }
}

/// The query is the index of the step; without such a step, the answer is `undefined`.
pub(crate) fn step(call: &mut Call) -> Result<Answer, Failure> {
    let wanted: usize = call.query.parse().map_err(Failure::argument)?;
    let mut found = None;
    let each = |index: usize, step: &TraceStep<'_>, source: &Source<'_>| {
        if index < wanted {
            return ControlFlow::Continue(());
        }
        found = Some((step_of(index, step, source), step.document().clone()));
        ControlFlow::Break(())
    };
    trace(call, each, true)?;
    let Some((mut step, document)) = found else { return Ok(Answer::Nothing) };
    step.document = keep(document, Vec::new(), call.options()?);
    Answer::json(&step)
}

fn step_of(index: usize, step: &TraceStep<'_>, source: &Source<'_>) -> Step {
    let mut open_elements: Vec<String> = step.open_elements_upwards().take(MOST_ENTRIES).collect();
    open_elements.reverse();
    let mut active_formatting_elements: Vec<_> =
        step.active_formatting_elements().take(MOST_ENTRIES).collect();
    active_formatting_elements.reverse();
    let mut rules = step.rules.clone();
    for applied in &mut rules {
        applied.operations.truncate(MOST_OPERATIONS);
        for operation in &mut applied.operations {
            operation.text = operation.text.as_deref().map(excerpt);
        }
    }
    Step {
        token: Token::new(index, step, source),
        errors: step.errors.iter().map(|error| error.code()).collect(),
        rules,
        open_elements,
        open_element_count: step.open_element_count(),
        active_formatting_elements,
        document: 0,
        numbers: numbers(step.document()),
    }
}

/// The query is a [`Wanted`].
pub(crate) fn tokens(call: &mut Call) -> Result<Answer, Failure> {
    let wanted: Wanted = serde_json::from_str(&call.query).map_err(Failure::argument)?;
    let mut found = Vec::new();
    let each = |index: usize, step: &TraceStep<'_>, source: &Source<'_>| {
        let (is_wanted, is_past) = match wanted {
            Wanted::Indexes(from, to) => (index >= from, index >= to),
            Wanted::Span(from, to) => {
                let [start, end] = source.span(span_of(step));
                (end >= from, start > to)
            }
        };
        if is_past {
            return ControlFlow::Break(());
        }
        if is_wanted {
            found.push(Token::new(index, step, source));
        }
        ControlFlow::Continue(())
    };
    trace(call, each, false)?;
    Answer::json(&found)
}

impl Token {
    fn new(index: usize, step: &TraceStep<'_>, source: &Source<'_>) -> Self {
        let mut colors = Vec::new();
        let kind = match &step.token {
            TracedToken::StartTag { .. } | TracedToken::EndTag { .. } => "tag",
            TracedToken::Doctype { .. } | TracedToken::Comment { .. } => "comment",
            TracedToken::ProcessingInstruction { .. } => "comment",
            _ if step.states.contains(&State::CharacterReference) => "reference",
            _ => "",
        };
        let span = source.span(span_of(step));
        if !kind.is_empty() {
            colors.push((kind, span));
        }
        if let TracedToken::StartTag { attributes, .. } = &step.token {
            for attribute in attributes {
                colors.push(("name", source.span(attribute.name_span)));
                colors.extend(attribute.value_span.map(|value| ("value", source.span(value))));
            }
        }
        Self {
            index,
            kind: step.token.kind(),
            text: excerpt(&step.token.to_string()),
            line: step.start.line,
            column: step.start.column,
            span,
            states: step.states.iter().map(ToString::to_string).collect(),
            insertion_mode: step.insertion_mode().to_string(),
            colors,
        }
    }
}

/// The span of a token in the source.
fn span_of(step: &TraceStep<'_>) -> Span {
    Span { start: step.start.offset, end: step.end.offset }
}

/// A text, or its beginning with an ellipsis.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}
