//! [`Step`]: a token with its effects in the parser; [`Overview`]: the number of steps, and a letter for each.

use std::ops::ControlFlow;

use hedgerow::source::Span;
use hedgerow::stages::{Algorithm, AppliedRules, OperationKind, TraceStep};
use hedgerow::{Context, Document, Parser};
use serde::Serialize;

use crate::excerpt::excerpt;
use crate::tokens::TokenRow;
use crate::utf16::Source;

/// The maximum number of letters in [`Overview::marks`].
const MOST_MARKS: usize = 4000;

/// The maximum number of returned entries of the stack of open elements, and of the list of active formatting elements.
const MOST_ENTRIES: usize = 500;

/// The maximum number of returned operations of one set of rules in a step.
const MOST_OPERATIONS: usize = 2000;

/// A token, and its effects in the parser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The index of the token.
    pub index: usize,
    /// The token; its insertion mode is the mode after it.
    pub token: TokenRow,
    /// The parse errors of the tokenizer.
    pub errors: Vec<&'static str>,
    /// The rules that processed the token, with their operations.
    pub rules: Vec<AppliedRules>,
    /// The stack of open elements, the topmost node first; only the last entries if there are many.
    pub open_elements: Vec<String>,
    /// The number of elements on the stack.
    pub open_element_count: usize,
    /// The list of active formatting elements, the earliest entry first; a marker is `null`.
    pub active_formatting_elements: Vec<Option<String>>,
}

/// The steps of a document.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Overview {
    /// The number of steps.
    pub count: usize,
    /// A letter for each of the first steps: `m` if it moves nodes, `f` if it inserts before a table, `c` if it closes elements
    /// by implication, `e` if it only has errors, otherwise `.`.
    pub marks: String,
    /// Node and step of each insertion, in the order of steps.
    #[serde(skip)]
    inserted: Vec<(u32, u32)>,
}

impl Overview {
    pub(crate) fn step_making(&self, node: usize) -> Option<usize> {
        let (_, step) = self.inserted.iter().find(|&&(inserted, _)| inserted as usize == node)?;
        Some(*step as usize)
    }
}

pub(crate) fn overview(parser: &Parser, source: &Source, context: Option<&Context>) -> Overview {
    let mut overview = Overview::default();
    parser.trace(source.text(), context, |step| {
        if overview.count < MOST_MARKS {
            overview.marks.push(mark_of(step));
        }
        for operation in step.rules.iter().flat_map(|rules| &rules.operations) {
            // A text node may have several entries, one for each insertion of characters. The first one is found: the step that
            // created the node.
            if matches!(operation.kind, OperationKind::Insert | OperationKind::InsertText) {
                overview.inserted.push((operation.node.number as u32, overview.count as u32));
            }
        }
        overview.count += 1;
        ControlFlow::Continue(())
    });
    overview
}

fn mark_of(step: &TraceStep<'_>) -> char {
    let operations = || step.rules.iter().flat_map(|rules| &rules.operations);
    let is_end = step.token.kind() == "end-of-file";
    if operations().any(|operation| operation.kind == OperationKind::Move) {
        'm'
    } else if operations().any(|operation| operation.by.contains(&Algorithm::FosterParenting)) {
        'f'
    } else if !is_end && operations().any(|operation| operation.kind == OperationKind::CloseByImplication) {
        'c'
    } else if !step.errors.is_empty() || step.rules.iter().any(|rules| !rules.errors.is_empty()) {
        'e'
    } else {
        '.'
    }
}

/// Returns the step with an index, and the document after that step.
pub(crate) fn step(
    parser: &Parser,
    source: &Source,
    context: Option<&Context>,
    index: usize,
) -> Option<(Step, Document)> {
    let mut found = None;
    let mut next = 0;
    parser.trace(source.text(), context, |step| {
        if next < index {
            next += 1;
            return ControlFlow::Continue(());
        }
        found = Some((step_of(step, index, source), step.document().clone()));
        ControlFlow::Break(())
    });
    found
}

fn step_of(step: &TraceStep<'_>, index: usize, source: &Source) -> Step {
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
        index,
        token: TokenRow::new(step, source),
        errors: step.errors.iter().map(|error| error.code()).collect(),
        rules,
        open_elements,
        open_element_count: step.open_element_count(),
        active_formatting_elements,
    }
}

/// The span of a token in the source.
pub(crate) fn span_of(step: &TraceStep<'_>) -> Span {
    Span { start: step.start.offset, end: step.end.offset }
}
