//! [`MutationError`], the reason why a change was refused, and [`MutationRule`], the rules with their steps, messages and
//! exceptions.

use std::fmt;

use crate::document::Document;
use crate::node_id::{NodeId, Slot};

/// An algorithm of a standard that refuses changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Algorithm {
    name: &'static str,
    address: &'static str,
}

impl Algorithm {
    pub(crate) const INSERT: Self = Self {
        name: "ensure pre-insert validity",
        address: "https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity",
    };
    pub(crate) const REPLACE: Self =
        Self { name: "replace", address: "https://dom.spec.whatwg.org/#concept-node-replace" };
    pub(crate) const SPLIT: Self =
        Self { name: "split a Text node", address: "https://dom.spec.whatwg.org/#concept-text-split" };
    pub(crate) const CREATE_ELEMENT: Self =
        Self { name: "createElement()", address: "https://dom.spec.whatwg.org/#dom-document-createelement" };
    pub(crate) const SET_ATTRIBUTE: Self =
        Self { name: "setAttribute()", address: "https://dom.spec.whatwg.org/#dom-element-setattribute" };
    pub(crate) const CREATE_DOCTYPE: Self = Self {
        name: "createDocumentType()",
        address: "https://dom.spec.whatwg.org/#dom-domimplementation-createdocumenttype",
    };
    pub(crate) const CREATE_PROCESSING_INSTRUCTION: Self = Self {
        name: "createProcessingInstruction()",
        address: "https://dom.spec.whatwg.org/#dom-document-createprocessinginstruction",
    };
    pub(crate) const ATTACH_SHADOW_ROOT: Self = Self {
        name: "attach a shadow root",
        address: "https://dom.spec.whatwg.org/#concept-attach-a-shadow-root",
    };
    pub(crate) const CHANGE_CLASSES: Self =
        Self { name: "add()", address: "https://dom.spec.whatwg.org/#dom-domtokenlist-add" };
    pub(crate) const SET_OUTER_HTML: Self = Self {
        name: "outerHTML",
        address: "https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-outerhtml",
    };
    pub(crate) const INSERT_ADJACENT_HTML: Self = Self {
        name: "insertAdjacentHTML()",
        address: "https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml",
    };
}

/// The rule that refuses a change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MutationRule {
    /// The parent is not a document, a fragment or an element.
    ParentHasNoChildren,
    /// The node would become its own descendant.
    Cycle,
    /// The reference is not a child of the parent.
    NotAChild,
    /// The node is a document.
    NotInsertable,
    /// Text would become a child of a document.
    TextInDocument,
    /// A doctype would become a child of a node other than a document.
    DoctypeOutsideDocument,
    /// A document would have a second element.
    SecondElement,
    /// A document would have a second doctype.
    SecondDoctype,
    /// An element of a document would come before the doctype.
    ElementBeforeDoctype,
    /// The offset at which a text is to be split is after its end.
    OffsetAfterEnd,
    /// The offset at which a text is to be split is inside a character.
    OffsetInCharacter,
    /// The name is not a valid element name.
    InvalidElementName,
    /// The name is not a valid attribute name.
    InvalidAttributeName,
    /// The name is given as an id that is not that of a well-known name, so it is valid in one document only.
    UnknownName,
    /// The name is not a valid doctype name.
    InvalidDoctypeName,
    /// The target is not a valid target of a processing instruction.
    InvalidTarget,
    /// The data would end the processing instruction.
    InvalidInstructionData,
    /// The class is empty.
    EmptyClass,
    /// The class contains whitespace.
    WhitespaceInClass,
    /// The markup would be inserted beside a node whose parent is a document, or that has no parent.
    NoPlaceForMarkup,
    /// The id does not denote a node of this document.
    NoSuchNode,
    /// The node has no parent.
    NoParent,
    /// The node is not an element.
    NotAnElement,
    /// The node is not a text.
    NotAText,
    /// The node has no data: it is not a text, a comment or a processing instruction.
    NoData,
    /// The node cannot contain text: it is a document or a doctype.
    NoTextContent,
    /// The node cannot contain markup.
    NoMarkup,
    /// The node is the root of the document.
    IsRoot,
    /// The node is neither a document nor a fragment without a host.
    CannotBeRoot,
    /// The node is the contents of a template, or a shadow root.
    HasHost,
    /// The element has an attribute of that name already.
    AttributeExists,
    /// The element may not have a shadow root.
    NotAShadowHost,
    /// The element has a shadow root already.
    HasShadowRoot,
    /// The text of the document would exceed 4 GiB.
    TooMuchText,
}

impl MutationRule {
    /// Returns the step of the algorithm; `None` for a rule that is not from a standard.
    fn step(self) -> Option<&'static str> {
        Some(match self {
            Self::ParentHasNoChildren | Self::InvalidElementName | Self::InvalidAttributeName => "1",
            Self::InvalidDoctypeName | Self::InvalidTarget => "1",
            Self::EmptyClass => "1.1",
            Self::WhitespaceInClass => "1.2",
            Self::HasShadowRoot => "4.2",
            Self::Cycle | Self::OffsetAfterEnd | Self::InvalidInstructionData | Self::NotAShadowHost => "2",
            Self::NotAChild => "3",
            Self::NotInsertable => "4",
            Self::TextInDocument | Self::DoctypeOutsideDocument => "5",
            Self::SecondElement | Self::SecondDoctype | Self::ElementBeforeDoctype => "6",
            _ => return None,
        })
    }

    fn text(self) -> &'static str {
        match self {
            Self::ParentHasNoChildren => "only documents, fragments and elements can have children",
            Self::Cycle => "a node cannot be inserted into itself or its descendants",
            Self::NotAChild => "the reference is not a child of the parent",
            Self::NotInsertable => "a document cannot be a child; insert its children instead",
            Self::TextInDocument => "text cannot be a child of a document; insert it into an element",
            Self::DoctypeOutsideDocument => "a doctype can only be a child of a document",
            Self::SecondElement => "a document can have only one element; replace it, or insert into it",
            Self::SecondDoctype => "a document can have only one doctype; remove or replace it first",
            Self::ElementBeforeDoctype => "the element of a document must come after the doctype",
            Self::OffsetAfterEnd => "the offset is greater than the length of the text",
            Self::OffsetInCharacter => "the offset is inside a character; offsets count bytes of UTF-8",
            Self::InvalidElementName => "not a valid element name",
            Self::InvalidAttributeName => "not a valid attribute name",
            Self::UnknownName => "this id is not a well-known name; pass the name as a string",
            Self::InvalidDoctypeName => "not a valid doctype name",
            Self::InvalidTarget => "not a valid target of a processing instruction",
            Self::InvalidInstructionData => {
                "the data of a processing instruction cannot contain its end delimiter"
            }
            Self::EmptyClass => "a class cannot be empty",
            Self::WhitespaceInClass => "a class cannot contain whitespace; add several classes one by one",
            Self::NoPlaceForMarkup => {
                "markup can be inserted beside a node only if its parent is an element or a fragment"
            }
            Self::NoSuchNode => {
                "the node is not in this document; it was removed, or belongs to another document"
            }
            Self::NoParent => "the node has no parent",
            Self::NotAnElement => "only elements have a name and attributes",
            Self::NotAText => "only a text can be split",
            Self::NoData => "only texts, comments and processing instructions have data",
            Self::NoTextContent => "documents and doctypes have no text of their own",
            Self::NoMarkup => "only elements and fragments can be filled from markup",
            Self::IsRoot => "the root of a document cannot be removed; remove its children instead",
            Self::HasHost => {
                "template contents and shadow roots cannot be removed from their host; remove the host or the children"
            }
            Self::CannotBeRoot => "the root must be a document, or a fragment without a host",
            Self::NotAShadowHost => {
                "only custom elements and some elements of HTML, such as div and span, can have shadow roots"
            }
            Self::HasShadowRoot => "the element already has a shadow root",
            Self::TooMuchText => "the text of a document is limited to 4 GiB",
            Self::AttributeExists => "the element already has an attribute of that name; remove it first",
        }
    }

    /// Returns the name of the `DOMException` that a script gets. <https://webidl.spec.whatwg.org/#idl-DOMException-error-names>
    ///
    /// A rule that is not from a standard has the nearest name.
    #[must_use]
    pub fn exception_name(self) -> &'static str {
        match self {
            Self::NotAChild | Self::NoSuchNode | Self::NoParent => "NotFoundError",
            Self::OffsetAfterEnd | Self::OffsetInCharacter => "IndexSizeError",
            Self::InvalidElementName
            | Self::InvalidAttributeName
            | Self::UnknownName
            | Self::InvalidDoctypeName
            | Self::InvalidTarget
            | Self::InvalidInstructionData
            | Self::WhitespaceInClass => "InvalidCharacterError",
            Self::EmptyClass => "SyntaxError",
            Self::NoPlaceForMarkup => "NoModificationAllowedError",
            Self::AttributeExists => "InUseAttributeError",
            Self::NotAShadowHost | Self::HasShadowRoot => "NotSupportedError",
            Self::TooMuchText => "QuotaExceededError",
            _ => "HierarchyRequestError",
        }
    }
}

/// A refused change, which would break a rule of the standard or does not fit the kind of a node. The tree is unchanged.
///
/// ```
/// use hedgerow_dom::{Document, MutationRule};
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
    #[must_use]
    pub fn rule(&self) -> MutationRule {
        self.rule
    }

    /// Returns the nodes of the change: first its subject, then the others.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Returns the step of the standard's [`algorithm`](Self::algorithm); `None` if the rule is not from a standard.
    #[must_use]
    pub fn step(&self) -> Option<&'static str> {
        self.rule.step()
    }

    /// Returns the algorithm of the standard that refuses the change; `None` if the rule is not from a standard.
    #[must_use]
    pub fn algorithm(&self) -> Option<&'static str> {
        self.algorithm.map(|algorithm| algorithm.name)
    }

    /// Returns the URL of that algorithm.
    #[must_use]
    pub fn address(&self) -> Option<&'static str> {
        self.algorithm.map(|algorithm| algorithm.address)
    }
}

impl fmt::Display for MutationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "cannot {}: {}", self.attempt, self.rule.text())?;
        match (self.algorithm, self.rule.step()) {
            (Some(Algorithm { name, address }), Some(step)) => {
                write!(formatter, " (step {step} of \"{name}\", {address})")
            }
            (Some(Algorithm { name, address }), None) => write!(formatter, " (\"{name}\", {address})"),
            (None, _) => Ok(()),
        }
    }
}

impl std::error::Error for MutationError {}

/// A description of a change for messages: a verb and up to two nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt<'t> {
    pub(crate) verb: &'t str,
    pub(crate) node: NodeId,
    /// A preposition and another node.
    pub(crate) other: Option<(&'t str, NodeId)>,
}

impl<'t> Attempt<'t> {
    pub(crate) fn on(verb: &'t str, node: NodeId) -> Self {
        Self { verb, node, other: None }
    }

    pub(crate) fn with(verb: &'t str, node: NodeId, word: &'t str, other: NodeId) -> Self {
        Self { verb, node, other: Some((word, other)) }
    }
}

/// Refusals.
impl Document {
    /// Returns the error for a change of nodes.
    pub(crate) fn refusal(
        &self,
        attempt: Attempt<'_>,
        algorithm: impl Into<Option<Algorithm>>,
        rule: MutationRule,
    ) -> MutationError {
        let Attempt { verb, node, other } = attempt;
        let node_text = self.describe_any(node);
        let text = match other {
            Some((word, other)) => format!("{verb} {node_text} {word} {}", self.describe_any(other)),
            None => format!("{verb} {node_text}"),
        };
        let nodes = std::iter::once(node).chain(other.map(|(_, other)| other)).collect();
        MutationError { rule, algorithm: algorithm.into(), nodes, attempt: text }
    }

    /// Returns the error for an invalid text.
    pub(crate) fn refused_text(
        algorithm: impl Into<Option<Algorithm>>,
        rule: MutationRule,
        verb: &str,
        text: &str,
    ) -> MutationError {
        MutationError {
            rule,
            algorithm: algorithm.into(),
            nodes: Vec::new(),
            attempt: format!("{verb} {text:?}"),
        }
    }

    /// Returns the slot of the subject. Refuses stale and foreign ids, also of the other node.
    pub(crate) fn slot_for(&self, attempt: Attempt<'_>) -> Result<Slot, MutationError> {
        self.slots_for(attempt).map(|(node, _)| node)
    }

    /// Returns the slots of both nodes; that of the subject twice without another node. Refuses stale and foreign ids.
    pub(crate) fn slots_for(&self, attempt: Attempt<'_>) -> Result<(Slot, Slot), MutationError> {
        let other = attempt.other.map_or(attempt.node, |(_, other)| other);
        match (self.slot_of(attempt.node), self.slot_of(other)) {
            (Some(node), Some(other)) => Ok((node, other)),
            _ => Err(self.refusal(attempt, None, MutationRule::NoSuchNode)),
        }
    }

    fn describe_any(&self, id: NodeId) -> String {
        self.slot_of(id).map_or_else(|| format!("{:?}", id.slot()), |node| self.describe(node))
    }
}
