//! [`Recording`]: the rules and operations of a trace.

use hedgerow_dom::Slot;
use hedgerow_tree::{Algorithm, InsertionMode, Rules, SourceToken};

use crate::operation::{AppliedRules, Operation, OperationKind};
use crate::rows::{Conditions, RowKey};

/// The rules and operations that were recorded since the last [`take_rules`](Self::take_rules).
#[derive(Debug)]
pub(crate) struct Recording {
    scripting: bool,
    pub(crate) rules: Vec<AppliedRules>,
    /// For each entry of `rules`, the key of its token, and a key for each mode whose rules were used.
    pub(crate) keys: Vec<(RowKey, Vec<RowKey>)>,
    /// The running algorithms, the outermost first.
    pub(crate) algorithms: Vec<Algorithm>,
    pub(crate) token: SourceToken,
    /// The last element that was inserted for the current token.
    pub(crate) last_inserted: Option<Slot>,
}

impl Recording {
    pub(crate) fn new(scripting: bool) -> Self {
        Self {
            scripting,
            rules: Vec::new(),
            keys: Vec::new(),
            algorithms: Vec::new(),
            token: SourceToken::Other,
            last_inserted: None,
        }
    }

    /// Takes the rules that were recorded since the last call.
    pub(crate) fn take_rules(&mut self) -> Vec<AppliedRules> {
        self.last_inserted = None;
        let mut recorded = std::mem::take(&mut self.rules);
        let keys = std::mem::take(&mut self.keys);
        let following: Vec<_> = recorded.iter().skip(1).map(|next| Some(next.rules)).chain([None]).collect();
        for ((applied, (key, used_keys)), next) in recorded.iter_mut().zip(keys).zip(following) {
            let conditions = Conditions {
                scripting: self.scripting,
                is_table_text: next == Some(Rules::InsertionMode(InsertionMode::InTableText)),
                closes_script: applied.used.is_empty()
                    && applied.operations.first().is_some_and(|first| first.node.name == "script"),
            };
            applied.row = key.row_in(&applied.rules.to_string(), conditions);
            for ((mode, row), key) in applied.used.iter_mut().zip(used_keys) {
                *row = key.row_in(&mode.to_string(), conditions);
            }
        }
        let mut taken: Vec<AppliedRules> = Vec::with_capacity(recorded.len());
        for applied in recorded {
            match taken.last_mut() {
                Some(last) if continues(last, &applied) => join(last, applied),
                _ => taken.push(applied),
            }
        }
        taken
    }

    pub(crate) fn record_error(&mut self, code: &'static str) {
        if let Some(applied) = self.rules.last_mut() {
            applied.errors.push(code);
        }
    }

    pub(crate) fn record(&mut self, operation: Operation) {
        if let Some(applied) = self.rules.last_mut() {
            applied.operations.push(operation);
        }
    }
}

/// Whether `next` continues `last`: the same rules were applied to the next characters of a run, which a watched parse takes
/// one by one.
fn continues(last: &AppliedRules, next: &AppliedRules) -> bool {
    let is_text =
        |operation: Option<&Operation>| operation.is_some_and(|text| text.kind == OperationKind::InsertText);
    (last.rules, last.row, &last.used) == (next.rules, next.row, &next.used)
        && is_text(last.operations.last())
        && is_text(next.operations.first())
}

fn join(last: &mut AppliedRules, mut next: AppliedRules) {
    let first = next.operations.remove(0);
    match last.operations.last_mut() {
        Some(Operation { node, text: Some(text), .. }) if *node == first.node => {
            text.push_str(first.text.as_deref().unwrap_or_default());
        }
        _ => last.operations.push(first),
    }
    last.operations.append(&mut next.operations);
    last.errors.append(&mut next.errors);
}
