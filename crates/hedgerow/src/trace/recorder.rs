//! The methods of the DOM that record its operations in a [`Recording`] while it performs them.

use hedgerow_base::known::TABLE;
use hedgerow_base::{AttributeName, ElementName, NameId, ShadowRootInit};
use hedgerow_dom::{NodeKind, Slot};
use hedgerow_tokenizer::{Text, Token};
use hedgerow_tree::{Algorithm, InsertionLocation, InsertionMode, Rules, SourceToken, TreeSink};

use super::operation::{AppliedRules, NodeLabel, Operation, OperationKind};
use super::recording::Recording;
use super::rows::RowKey;
use crate::dom_sink::DomSink;
use crate::mode::Mode;

/// The methods that record. They are called only if there is a recording.
impl<M: Mode> DomSink<'_, M> {
    /// Takes the rules that were recorded since the last call.
    pub(super) fn take_recorded_rules(&mut self) -> Vec<AppliedRules> {
        self.recording().map(Recording::take_rules).unwrap_or_default()
    }

    pub(super) fn node_label(&self, node: Slot) -> NodeLabel {
        let node_ref = node.node(self.document());
        let name = match node_ref.kind() {
            NodeKind::Element => node_ref.local_name_text(),
            NodeKind::Document => "document",
            NodeKind::DocumentType => "doctype",
            NodeKind::DocumentFragment => "fragment",
            NodeKind::ShadowRoot => "shadow-root",
            NodeKind::Text => "text",
            NodeKind::Comment => "comment",
            NodeKind::ProcessingInstruction => "processing-instruction",
        };
        NodeLabel { number: node.index(), name: name.to_owned() }
    }

    fn operation(&self, kind: OperationKind, node: Slot) -> Operation {
        let node = self.node_label(node);
        let by = self.recording.as_ref().map(|recording| recording.algorithms.clone()).unwrap_or_default();
        Operation { kind, node, text: None, from: None, parent: None, before: None, by }
    }

    fn operation_at(&self, kind: OperationKind, node: Slot, location: InsertionLocation<Slot>) -> Operation {
        let InsertionLocation { parent, reference } = location;
        let mut operation = self.operation(kind, node);
        operation.parent = Some(self.node_label(parent));
        operation.before = reference.map(|reference| self.node_label(reference));
        if reference.and_then(|node| self.element_name(node)) == Some(ElementName::html(TABLE)) {
            operation.by.push(Algorithm::FosterParenting);
        }
        operation
    }

    fn record(&mut self, operation: Operation) {
        if let Some(recording) = self.recording() {
            recording.record(operation);
        }
    }

    pub(crate) fn record_rules(&mut self, rules: Rules, token: &Token<'_>) {
        if self.is_recording() {
            let key = RowKey::new(token, |name| self.name_text(name));
            let (used, operations, errors) = (Vec::new(), Vec::new(), Vec::new());
            if let Some(recording) = self.recording() {
                recording.keys.push((key, Vec::new()));
                recording.rules.push(AppliedRules { rules, row: "", used, operations, errors });
            }
        }
    }

    pub(crate) fn record_use(&mut self, mode: InsertionMode, token: &Token<'_>) {
        let Some(applied) = self.recording().and_then(|recording| recording.rules.last()) else { return };
        let last = applied.used.last().map_or(applied.rules, |&(mode, _)| Rules::InsertionMode(mode));
        if last == Rules::InsertionMode(mode) {
            return;
        }
        let key = RowKey::new(token, |name| self.name_text(name));
        let Some(recording) = self.recording() else { return };
        if let (Some(applied), Some((_, keys))) = (recording.rules.last_mut(), recording.keys.last_mut()) {
            applied.used.push((mode, ""));
            keys.push(key);
        }
    }

    #[cold]
    pub(crate) fn record_insertion(&mut self, node: Slot, location: InsertionLocation<Slot>) {
        let mut operation = self.operation_at(OperationKind::Insert, node, location);
        let inserted = node.node(self.document());
        operation.text = match inserted.kind() {
            NodeKind::DocumentType => inserted.doctype().map(|doctype| doctype.name.to_owned()),
            NodeKind::Comment => inserted.data().map(str::to_owned),
            NodeKind::ProcessingInstruction => {
                inserted.processing_instruction().map(|(target, data)| format!("{target} {data}"))
            }
            _ => None,
        };
        if let Some(recording) = self.recording() {
            recording.last_inserted = Some(node);
            recording.record(operation);
        }
    }

    #[cold]
    pub(crate) fn record_text(&mut self, kind: OperationKind, node: Slot, text: String) {
        let mut operation = self.operation(kind, node);
        operation.text = Some(text);
        self.record(operation);
    }

    #[cold]
    pub(crate) fn record_missing_attributes<'v>(
        &mut self,
        element: Slot,
        attributes: impl Iterator<Item = (AttributeName, &'v str)>,
    ) {
        for (name, value) in attributes {
            if !self.has_attribute(element, name) {
                let attribute = format!("{}={value:?}", self.name_text(name.local));
                self.record_text(OperationKind::AddAttribute, element, attribute);
            }
        }
    }

    #[cold]
    pub(crate) fn record_characters(
        &mut self,
        node: Slot,
        characters: Text<'_>,
        location: InsertionLocation<Slot>,
    ) {
        let mut operation = self.operation_at(OperationKind::InsertText, node, location);
        operation.text = Some(characters.as_str().to_owned());
        self.record(operation);
    }

    #[cold]
    pub(crate) fn record_removal(&mut self, node: Slot) {
        let mut operation = self.operation(OperationKind::Remove, node);
        operation.from = self.parent(node).map(|parent| self.node_label(parent));
        self.record(operation);
    }

    #[cold]
    pub(crate) fn record_move(&mut self, node: Slot, from: Option<Slot>, location: InsertionLocation<Slot>) {
        let kind = if from.is_some() { OperationKind::Move } else { OperationKind::Insert };
        let mut operation = self.operation_at(kind, node, location);
        operation.from = from.map(|from| self.node_label(from));
        self.record(operation);
    }

    /// Records that a node gets the children of another one, or clones of them.
    #[cold]
    pub(crate) fn record_operation_from(&mut self, kind: OperationKind, node: Slot, from: Slot) {
        let mut operation = self.operation(kind, node);
        operation.from = Some(self.node_label(from));
        if kind == OperationKind::MoveChildren {
            operation.parent = Some(operation.node.clone());
        }
        self.record(operation);
    }

    #[cold]
    pub(crate) fn record_operation(&mut self, kind: OperationKind, node: Slot) {
        let operation = self.operation(kind, node);
        self.record(operation);
    }

    #[cold]
    pub(crate) fn record_end(&mut self, element: Slot, token_name: NameId) {
        let Some(recording) = self.recording() else { return };
        let kind = match recording.token {
            // The start tag of a void element also closes it, which is not recorded.
            SourceToken::StartTag(_) if recording.last_inserted == Some(element) => return,
            SourceToken::EndTag(name) if name == token_name => OperationKind::Close,
            _ => OperationKind::CloseByImplication,
        };
        self.record_operation(kind, element);
    }

    #[cold]
    pub(crate) fn record_shadow_root(&mut self, shadow_root: Slot, host: Slot, init: ShadowRootInit) {
        let mut operation = self.operation(OperationKind::AttachShadowRoot, shadow_root);
        operation.text = Some(init.mode.as_str().to_owned());
        operation.parent = Some(self.node_label(host));
        self.record(operation);
    }
}
