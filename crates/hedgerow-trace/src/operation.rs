//! [`Operation`]: an operation on the tree or on the stack of open elements; [`AppliedRules`]: the rules that caused it.

use std::fmt;

use hedgerow_tree::{Algorithm, InsertionMode, Rules};

use crate::rows::address_of;

/// The rules that processed a token, with their operations and errors.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AppliedRules {
    /// The rules.
    pub rules: Rules,
    /// The entry of these rules for the token, in the standard's words: `A start tag whose tag name is "table"`.
    pub row: &'static str,
    /// The insertion modes whose rules these rules used for the token ("process the token using the rules for"), each with its
    /// entry.
    pub used: Vec<(InsertionMode, &'static str)>,
    /// The operations, in their order.
    pub operations: Vec<Operation>,
    /// The codes of the parse errors.
    pub errors: Vec<&'static str>,
}

impl AppliedRules {
    /// The address of the entry in the standard.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// hedgerow::Parser::new().trace("<!DOCTYPE html>", None, |step| {
    ///     let address = "https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode";
    ///     assert!(step.rules[0].address().starts_with(address));
    ///     ControlFlow::Break(())
    /// });
    /// ```
    #[must_use]
    pub fn address(&self) -> String {
        address_of(self.rules.anchor(), self.row)
    }
}

/// A node in an operation: its name or its kind, and its number.
///
/// The number of a node is [`NodeId::index`](hedgerow_dom::NodeId::index) of its id.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NodeLabel {
    /// The number of the node.
    pub number: usize,
    /// The local name of an element, or the kind of another node, such as `text` or `comment`.
    pub name: String,
}

/// Writes `p#4`.
impl fmt::Display for NodeLabel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, name } = self;
        write!(formatter, "{name}#{number}")
    }
}

/// The kind of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum OperationKind {
    /// A new node is inserted.
    Insert,
    /// Characters are inserted into a text node, which may be new.
    InsertText,
    /// A node is moved.
    Move,
    /// All children of a node are moved.
    MoveChildren,
    /// A node is removed.
    Remove,
    /// All children of a node are replaced with clones of another node's children.
    CloneChildren,
    /// An attribute is added to an element.
    AddAttribute,
    /// A shadow root is attached to an element.
    AttachShadowRoot,
    /// The mode of the document is set to quirks mode or limited-quirks mode.
    SetQuirksMode,
    /// A `script` element is marked as already started.
    MarkScript,
    /// An element is popped off the stack of open elements by its end tag.
    Close,
    /// An element is popped off the stack of open elements by another token.
    CloseByImplication,
}

/// An operation of tree construction.
///
/// An operation is displayed on one line: `insert b#5 into body#3 before table#4`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Operation {
    /// The kind.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub kind: OperationKind,
    /// The node that is inserted, moved or changed.
    pub node: NodeLabel,
    /// The characters, the data of a comment, the attribute, the mode of the document or of the shadow root.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub text: Option<String>,
    /// The parent before a move or a removal, or the node from which children are moved or cloned.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub from: Option<NodeLabel>,
    /// The parent after the operation.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub parent: Option<NodeLabel>,
    /// The next sibling after the operation, if the node is not at the end of its parent.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub before: Option<NodeLabel>,
    /// The algorithms that caused the operation, the outermost first.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_algorithms"))]
    pub by: Vec<Algorithm>,
}

impl fmt::Display for Operation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use OperationKind as Kind;
        let Self { kind, node, text, .. } = self;
        let text = text.as_deref().unwrap_or_default();
        match kind {
            Kind::Insert if self.text.is_some() => write!(formatter, "insert {node} {text:?}")?,
            Kind::Insert => write!(formatter, "insert {node}")?,
            Kind::InsertText => write!(formatter, "insert {text:?}")?,
            Kind::Move => write!(formatter, "move {node}")?,
            Kind::MoveChildren => write!(formatter, "move the children")?,
            Kind::Remove => write!(formatter, "remove {node}")?,
            Kind::CloneChildren => {
                write!(formatter, "replace the children of {node} with clones of those")?;
                return self.from.iter().try_for_each(|from| write!(formatter, " of {from}"));
            }
            Kind::AddAttribute => write!(formatter, "add {text} to {node}")?,
            Kind::AttachShadowRoot => write!(formatter, "attach {node} ({text})")?,
            Kind::SetQuirksMode => write!(formatter, "set the document to {text} mode")?,
            Kind::MarkScript => write!(formatter, "mark {node} as already started")?,
            Kind::Close => write!(formatter, "close {node}")?,
            Kind::CloseByImplication => write!(formatter, "close {node} by implication")?,
        }
        if let Some(from) = &self.from {
            let preposition = if *kind == Kind::MoveChildren { "of" } else { "from" };
            write!(formatter, " {preposition} {from}")?;
        }
        if let Some(parent) = &self.parent {
            write!(formatter, " into {parent}")?;
        }
        if let Some(before) = &self.before {
            write!(formatter, " before {before}")?;
        }
        match self.by.last() {
            Some(algorithm) => write!(formatter, " ({algorithm})"),
            None => Ok(()),
        }
    }
}

#[cfg(feature = "serde")]
fn serialize_algorithms<S: serde::Serializer>(algorithms: &[Algorithm], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(algorithms.iter().map(ToString::to_string))
}

#[cfg(feature = "serde")]
impl serde::Serialize for AppliedRules {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        #[derive(serde::Serialize)]
        struct Used {
            name: String,
            row: &'static str,
            address: String,
        }
        let used = self.used.iter().map(|&(mode, row)| Used {
            name: mode.to_string(),
            row,
            address: address_of(mode.anchor(), row),
        });
        let mut object = to.serialize_struct("AppliedRules", 6)?;
        object.serialize_field("name", &self.rules.to_string())?;
        object.serialize_field("row", self.row)?;
        object.serialize_field("address", &self.address())?;
        object.serialize_field("used", &used.collect::<Vec<_>>())?;
        object.serialize_field("errors", &self.errors)?;
        object.serialize_field("operations", &self.operations)?;
        object.end()
    }
}
