//! [`MutationError`], the reason why a change was refused, and [`MutationRule`], the rules and their messages.

use std::fmt;

use crate::document::Document;
use crate::node_id::{NodeId, Slot};

/// An algorithm of a standard that refuses changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Algorithm {
    pub(crate) name: &'static str,
    pub(crate) address: &'static str,
}

/// Defines the algorithms: their names and addresses.
macro_rules! algorithms {
    ($($algorithm:ident = $name:literal, $address:literal;)*) => {
        impl Algorithm {
            $(pub(crate) const $algorithm: Self = Self { name: $name, address: $address };)*
        }
    };
}

algorithms! {
    INSERT = "ensure pre-insert validity", "https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity";
    REPLACE = "replace", "https://dom.spec.whatwg.org/#concept-node-replace";
    SPLIT = "split a Text node", "https://dom.spec.whatwg.org/#concept-text-split";
    CREATE_ELEMENT = "createElement()", "https://dom.spec.whatwg.org/#dom-document-createelement";
    SET_ATTRIBUTE = "setAttribute()", "https://dom.spec.whatwg.org/#dom-element-setattribute";
    CREATE_DOCTYPE = "createDocumentType()", "https://dom.spec.whatwg.org/#dom-domimplementation-createdocumenttype";
    CREATE_PROCESSING_INSTRUCTION = "createProcessingInstruction()", "https://dom.spec.whatwg.org/#dom-document-createprocessinginstruction";
    ATTACH_SHADOW_ROOT = "attach a shadow root", "https://dom.spec.whatwg.org/#concept-attach-a-shadow-root";
    CHANGE_CLASSES = "add()", "https://dom.spec.whatwg.org/#dom-domtokenlist-add";
}

/// The parts of a rule that messages and exceptions need.
struct RuleDetails {
    /// The step of the algorithm, if the rule is from a standard.
    step: Option<&'static str>,
    /// The name of the `DOMException` that a script gets.
    exception: &'static str,
    message: &'static str,
}

/// Defines [`MutationRule`] and the [`RuleDetails`] of each rule, in the order of their fields.
macro_rules! mutation_rules {
    ($($rule:ident, $step:expr, $exception:literal, $message:literal;)*) => {
        /// The rule that refuses a change. The documentation of each variant is its message.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum MutationRule {
            $(#[doc = $message] $rule,)*
        }

        impl MutationRule {
            fn details(self) -> RuleDetails {
                match self {
                    $(Self::$rule => RuleDetails { step: $step, exception: $exception, message: $message },)*
                }
            }
        }
    };
}

mutation_rules! {
    ParentHasNoChildren, Some("1"), "HierarchyRequestError",
        "only documents, fragments and elements can have children";
    Cycle, Some("2"), "HierarchyRequestError", "a node cannot be inserted into itself or its descendants";
    NotAChild, Some("3"), "NotFoundError", "the reference is not a child of the parent";
    NotInsertable, Some("4"), "HierarchyRequestError",
        "a document cannot be a child; insert its children instead";
    TextInDocument, Some("5"), "HierarchyRequestError",
        "text cannot be a child of a document; insert it into an element";
    DoctypeOutsideDocument, Some("5"), "HierarchyRequestError", "a doctype can only be a child of a document";
    SecondElement, Some("6"), "HierarchyRequestError",
        "a document can have only one element; replace it, or insert into it";
    SecondDoctype, Some("6"), "HierarchyRequestError",
        "a document can have only one doctype; remove or replace it first";
    ElementBeforeDoctype, Some("6"), "HierarchyRequestError",
        "the element of a document must come after the doctype";
    OffsetAfterEnd, Some("2"), "IndexSizeError", "the offset is greater than the length of the text";
    OffsetInCharacter, None, "IndexSizeError",
        "the offset is inside a character; offsets count bytes of UTF-8";
    InvalidElementName, Some("1"), "InvalidCharacterError", "not a valid element name";
    InvalidAttributeName, Some("1"), "InvalidCharacterError", "not a valid attribute name";
    UnknownName, None, "InvalidCharacterError", "this id is not a known name; pass the name as a string";
    InvalidDoctypeName, Some("1"), "InvalidCharacterError", "not a valid doctype name";
    InvalidTarget, Some("1"), "InvalidCharacterError", "not a valid target of a processing instruction";
    InvalidInstructionData, Some("2"), "InvalidCharacterError",
        "the data of a processing instruction cannot contain `?>`";
    EmptyClass, Some("1.1"), "SyntaxError", "a class cannot be empty";
    WhitespaceInClass, Some("1.2"), "InvalidCharacterError",
        "a class cannot contain whitespace; add several classes one by one";
    NoPlaceForMarkup, None, "NoModificationAllowedError",
        "markup can be inserted beside a node only if its parent is an element or a fragment";
    NoSuchNode, None, "NotFoundError",
        "the node is not in this document; it was removed, or belongs to another document";
    NoParent, None, "NotFoundError", "the node has no parent";
    NotAnElement, None, "HierarchyRequestError", "only elements have a name and attributes";
    NotAText, None, "HierarchyRequestError", "only a text can be split";
    NoData, None, "HierarchyRequestError", "only texts, comments and processing instructions have data";
    NoTextContent, None, "HierarchyRequestError", "documents and doctypes have no text of their own";
    NoMarkup, None, "HierarchyRequestError", "only elements and fragments can be filled from markup";
    IsRoot, None, "HierarchyRequestError",
        "the root of a document cannot be removed; remove its children instead";
    CannotBeRoot, None, "HierarchyRequestError", "the root must be a document, or a fragment without a host";
    HeldByParser, None, "InvalidStateError",
        "the parser still works on this element; make it a template after the parser has finished";
    HasHost, None, "HierarchyRequestError",
        "template contents and shadow roots cannot be removed from their host; remove the host or the children";
    AttributeExists, None, "InUseAttributeError",
        "the element already has an attribute of that name; remove it first";
    NotAShadowHost, Some("2"), "NotSupportedError",
        "only custom elements and some elements of HTML, such as div and span, can have shadow roots";
    HasShadowRoot, Some("4.2"), "NotSupportedError", "the element already has a shadow root";
    TooMuchText, None, "QuotaExceededError", "the text of a document is limited to 4 GiB";
}

impl MutationRule {
    /// Returns the name of the `DOMException` that a script gets. A rule that is not from a standard has the most
    /// similar of the standard's names.
    /// <https://webidl.spec.whatwg.org/#idl-DOMException-error-names>
    pub fn exception_name(self) -> &'static str {
        self.details().exception
    }
}

/// The reason why a change was refused. The tree is unchanged, unless the documentation of the method says otherwise.
///
/// ```
/// use hedgerow::Document;
/// use hedgerow::dom::MutationRule;
/// let mut document = Document::new();
/// let root = document.root_id();
/// let text = document.create_text("Hello");
/// let error = document.append(root, text).unwrap_err();
/// assert_eq!(error.rule(), MutationRule::TextInDocument);
/// assert_eq!(
///     error.to_string(),
///     "cannot insert #2 Text into #1 Document: text cannot be a child of a document; insert it into an element \
///      (step 5 of \"ensure pre-insert validity\", \
///      https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity)"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MutationError {
    rule: MutationRule,
    algorithm: Option<Algorithm>,
    nodes: Vec<NodeId>,
    attempt: String,
}

impl MutationError {
    /// Returns the broken rule.
    pub fn rule(&self) -> MutationRule {
        self.rule
    }

    /// Returns the nodes of the change: its subject, and the other node if there is one.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Returns the step of the standard's [`algorithm`](Self::algorithm); `None` if the rule is not from a standard.
    pub fn step(&self) -> Option<&'static str> {
        self.rule.details().step
    }

    /// Returns the algorithm of the standard that refuses the change; `None` if the rule is not from a standard.
    pub fn algorithm(&self) -> Option<&'static str> {
        self.algorithm.map(|algorithm| algorithm.name)
    }

    /// Returns the URL of the standard's [`algorithm`](Self::algorithm).
    pub fn address(&self) -> Option<&'static str> {
        self.algorithm.map(|algorithm| algorithm.address)
    }
}

impl fmt::Display for MutationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "cannot {}: {}", self.attempt, self.rule.details().message)?;
        match (self.algorithm, self.rule.details().step) {
            (Some(Algorithm { name, address }), Some(step)) => {
                write!(formatter, " (step {step} of \"{name}\", {address})")
            }
            (Some(Algorithm { name, address }), None) => write!(formatter, " (\"{name}\", {address})"),
            (None, _) => Ok(()),
        }
    }
}

impl std::error::Error for MutationError {}

pub(super) type Checked<T = ()> = Result<T, MutationError>;

/// A change of nodes that exist, for messages: a verb and one or two nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt<'t> {
    pub(super) verb: &'t str,
    pub(super) node: Slot,
    /// A preposition and another node.
    pub(super) other: Option<(&'t str, Slot)>,
}

impl Document {
    /// Returns the attempt to change a node, and its slot. Refuses a stale or foreign id.
    pub(crate) fn attempt<'t>(&self, verb: &'t str, node: NodeId) -> Checked<(Attempt<'t>, Slot)> {
        match self.slot_of(node) {
            Some(slot) => Ok((Attempt { verb, node: slot, other: None }, slot)),
            None => Err(self.refusal_of(MutationRule::NoSuchNode, None, verb, node, None)),
        }
    }

    /// Returns the attempt to change a node together with another one, and their slots. Refuses stale and foreign ids.
    pub(super) fn attempt_with<'t>(
        &self,
        verb: &'t str,
        node: NodeId,
        word: &'t str,
        other: NodeId,
    ) -> Checked<(Attempt<'t>, Slot, Slot)> {
        match (self.slot_of(node), self.slot_of(other)) {
            (Some(node), Some(other)) => {
                Ok((Attempt { verb, node, other: Some((word, other)) }, node, other))
            }
            _ => Err(self.refusal_of(MutationRule::NoSuchNode, None, verb, node, Some((word, other)))),
        }
    }

    pub(super) fn refusal(
        &self,
        Attempt { verb, node, other }: Attempt<'_>,
        algorithm: impl Into<Option<Algorithm>>,
        rule: MutationRule,
    ) -> MutationError {
        let other = other.map(|(word, other)| (word, self.id_of(other)));
        self.refusal_of(rule, algorithm.into(), verb, self.id_of(node), other)
    }

    /// Returns the error for a change of nodes, which need not exist.
    pub(crate) fn refusal_of(
        &self,
        rule: MutationRule,
        algorithm: Option<Algorithm>,
        verb: &str,
        node: NodeId,
        other: Option<(&str, NodeId)>,
    ) -> MutationError {
        let describe =
            |id: NodeId| self.slot_of(id).map_or(format!("{:?}", id.slot()), |node| self.describe(node));
        let attempt = match other {
            Some((word, other)) => format!("{verb} {} {word} {}", describe(node), describe(other)),
            None => format!("{verb} {}", describe(node)),
        };
        let nodes = std::iter::once(node).chain(other.map(|(_, other)| other)).collect();
        MutationError { rule, algorithm, nodes, attempt }
    }

    pub(crate) fn refused_text(
        algorithm: impl Into<Option<Algorithm>>,
        rule: MutationRule,
        verb: &str,
        text: &str,
    ) -> MutationError {
        let attempt = format!("{verb} {text:?}");
        MutationError { rule, algorithm: algorithm.into(), nodes: Vec::new(), attempt }
    }
}
