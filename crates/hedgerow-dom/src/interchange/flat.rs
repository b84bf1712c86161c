//! Documents through `serde`: a flat list of what a walk over the tree finds, so that no format recurses.
//!
//! ```text
//! { mode: "no-quirks", nodes: [ Document, Doctype { … }, Element { … }, Text("…"), End, End ] }
//! ```
//!
//! A node that may contain others ends with an `End`. A shadow root and template contents come behind their host, before its
//! children.
//!
//! What is not here: what a tree may be (`builder.rs`).

use std::borrow::Cow;
use std::fmt;

use hedgerow_names::{AttributeName, ElementName, QuirksMode, ShadowRootInit};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::builder::{Builder, Place, Problem, value_of};
use super::words::Word;
use crate::document::Document;
use crate::node::{NodeData, NodeKind};
use crate::node_id::Slot;
use crate::node_ref::NodeRef;
use crate::traverse::{NodeEdge, TraverseWhole};

/// What a document is written as.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Document", deny_unknown_fields)]
struct Flat<'t, N> {
    #[serde(borrow)]
    mode: Cow<'t, str>,
    nodes: N,
}

/// A node, up to what is inside it, or the end of one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Entry<'t> {
    Document,
    DocumentFragment,
    TemplateContents,
    #[serde(borrow)]
    ShadowRoot(ShadowRootEntry<'t>),
    Doctype {
        #[serde(borrow)]
        name: Cow<'t, str>,
        #[serde(borrow)]
        public_id: Cow<'t, str>,
        #[serde(borrow)]
        system_id: Cow<'t, str>,
    },
    Element {
        #[serde(borrow)]
        name: Cow<'t, str>,
        #[serde(borrow)]
        namespace: Cow<'t, str>,
        #[serde(borrow)]
        attributes: Vec<AttributeEntry<'t>>,
    },
    Text(#[serde(borrow)] Cow<'t, str>),
    Comment(#[serde(borrow)] Cow<'t, str>),
    ProcessingInstruction {
        #[serde(borrow)]
        target: Cow<'t, str>,
        #[serde(borrow)]
        data: Cow<'t, str>,
    },
    /// The end of the innermost node that has not ended.
    End,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttributeEntry<'t> {
    #[serde(borrow)]
    name: Cow<'t, str>,
    #[serde(borrow)]
    namespace: Cow<'t, str>,
    #[serde(borrow)]
    value: Cow<'t, str>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShadowRootEntry<'t> {
    #[serde(borrow)]
    mode: Cow<'t, str>,
    delegates_focus: bool,
    serializable: bool,
    clonable: bool,
    #[serde(borrow)]
    slot_assignment: Cow<'t, str>,
    declarative: bool,
    custom_element_registry_is_null: bool,
}

/// The mode and the tree of the root. Ids of nodes are not kept, nor nodes that are not in the tree, nor the source.
impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mode = Cow::Borrowed(self.quirks_mode().word());
        Flat { mode, nodes: Nodes(self.root()) }.serialize(serializer)
    }
}

/// The nodes of a tree as a sequence.
struct Nodes<'d>(NodeRef<'d>);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Some formats must know beforehand.
        let count = entries(self.0).count();
        let mut sequence = serializer.serialize_seq(Some(count))?;
        for edge in entries(self.0) {
            sequence.serialize_element(&entry(edge))?;
        }
        sequence.end()
    }
}

/// The steps of the walk that have an entry.
fn entries(root: NodeRef<'_>) -> impl Iterator<Item = NodeEdge<'_>> {
    TraverseWhole::new(root).filter(|edge| match edge {
        NodeEdge::Enter(_) => true,
        NodeEdge::Leave(node) => node.kind().may_have_children(),
    })
}

fn entry(edge: NodeEdge<'_>) -> Entry<'_> {
    let NodeEdge::Enter(node) = edge else { return Entry::End };
    let data = Cow::Borrowed(node.data().unwrap_or_default());
    match node.kind() {
        NodeKind::Document => Entry::Document,
        NodeKind::DocumentFragment if node.host().is_some() => Entry::TemplateContents,
        NodeKind::DocumentFragment => Entry::DocumentFragment,
        NodeKind::ShadowRoot => {
            let document = node.document();
            let init =
                node.host().and_then(|host| document.shadow_root_init(host.slot())).unwrap_or_default();
            Entry::ShadowRoot(ShadowRootEntry {
                mode: Cow::Borrowed(init.mode.word()),
                delegates_focus: init.delegates_focus,
                serializable: init.serializable,
                clonable: init.clonable,
                slot_assignment: Cow::Borrowed(init.slot_assignment.word()),
                declarative: init.declarative,
                custom_element_registry_is_null: init.custom_element_registry_is_null,
            })
        }
        NodeKind::DocumentType => {
            let strings = node
                .doctype()
                .map_or([""; 3], |doctype| [doctype.name, doctype.public_id, doctype.system_id]);
            let [name, public_id, system_id] = strings.map(Cow::Borrowed);
            Entry::Doctype { name, public_id, system_id }
        }
        NodeKind::Element => Entry::Element {
            name: Cow::Borrowed(node.local_name_text()),
            namespace: Cow::Borrowed(node.namespace().unwrap_or_default().word()),
            attributes: node
                .attributes()
                .map(|attribute| AttributeEntry {
                    name: Cow::Borrowed(attribute.name_text()),
                    namespace: Cow::Borrowed(attribute.namespace().word()),
                    value: Cow::Borrowed(attribute.value()),
                })
                .collect(),
        },
        NodeKind::Text => Entry::Text(data),
        NodeKind::Comment => Entry::Comment(data),
        NodeKind::ProcessingInstruction => {
            let target = node.processing_instruction().map_or("", |(target, _)| target);
            Entry::ProcessingInstruction { target: Cow::Borrowed(target), data }
        }
    }
}

/// What was written, checked as `Document::from_json` does it: an error says which entry is wrong.
impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Flat { mode, nodes: Built(mut document) } = Flat::deserialize(deserializer)?;
        let mode: QuirksMode = value_of(&mode).map_err(D::Error::custom)?;
        document.set_quirks_mode(mode);
        Ok(document)
    }
}

/// The document that a sequence of nodes has become.
struct Built(Document);

impl<'de> Deserialize<'de> for Built {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(EntryVisitor)
    }
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Built;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the nodes of a document")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Built, A::Error> {
        let mut reader = Reader { builder: Builder::new(), open: Vec::new(), is_done: false };
        let mut index = 0_usize;
        while let Some(entry) = sequence.next_element::<Entry<'de>>()? {
            if reader.is_behind_the_end(&entry) {
                return Err(A::Error::custom(format_args!(
                    "entry {index}: the outermost node has ended already"
                )));
            }
            reader
                .read(entry)
                .map_err(|problem| A::Error::custom(format_args!("entry {index}: {problem}")))?;
            index += 1;
        }
        if reader.is_done {
            Ok(Built(reader.builder.finish()))
        } else {
            Err(A::Error::custom("the nodes end before the outermost one does"))
        }
    }
}

struct Reader {
    builder: Builder,
    /// The nodes that have not ended; the last is the innermost.
    open: Vec<(Slot, Place, ShadowRootInit)>,
    /// Whether the outermost node has ended.
    is_done: bool,
}

impl Reader {
    /// Whether an entry stands where there is no node that it could be in or could end.
    fn is_behind_the_end(&self, entry: &Entry<'_>) -> bool {
        self.is_done || self.open.is_empty() && matches!(entry, Entry::End)
    }

    fn read(&mut self, entry: Entry<'_>) -> Result<(), Problem> {
        if let Entry::End = entry {
            let Some((node, place, init)) = self.open.pop() else { return Ok(()) };
            self.is_done = self.open.is_empty();
            return match place {
                Place::ShadowRootOf(_) => self.builder.end_shadow_root(node, place, init),
                _ => self.builder.end(node),
            };
        }
        let parent = self.open.last().map(|(parent, ..)| *parent);
        let place = match (&entry, parent) {
            (Entry::TemplateContents, Some(parent)) => Place::TemplateContentsOf(parent),
            (Entry::ShadowRoot(_), Some(parent)) => Place::ShadowRootOf(parent),
            (_, Some(parent)) => Place::ChildOf(parent),
            (_, None) => Place::Outermost,
        };
        let node = self.builder.begin(place)?;
        let (data, init) = self.data(entry)?;
        self.builder.describe(node, place, data)?;
        if data.kind().may_have_children() {
            self.open.push((node, place, init));
            return Ok(());
        }
        self.is_done = self.open.is_empty();
        self.builder.end(node)
    }

    fn data(&mut self, entry: Entry<'_>) -> Result<(NodeData, ShadowRootInit), Problem> {
        let builder = &mut self.builder;
        let data = match entry {
            // Whoever ends a node asks for no data.
            Entry::End | Entry::Document => NodeData::Document,
            Entry::DocumentFragment | Entry::TemplateContents => NodeData::DocumentFragment { host: None },
            Entry::ShadowRoot(entry) => {
                let init = ShadowRootInit::default()
                    .mode(value_of(&entry.mode)?)
                    .delegates_focus(entry.delegates_focus)
                    .serializable(entry.serializable)
                    .clonable(entry.clonable)
                    .slot_assignment(value_of(&entry.slot_assignment)?)
                    .declarative(entry.declarative)
                    .custom_element_registry_is_null(entry.custom_element_registry_is_null);
                return Ok((NodeData::ShadowRoot { host: Slot::FIRST, contents_of: None }, init));
            }
            Entry::Doctype { name, public_id, system_id } => {
                let [name, public_id, system_id] =
                    [builder.text(&name)?, builder.text(&public_id)?, builder.text(&system_id)?];
                builder.doctype(name, public_id, system_id)?
            }
            Entry::Element { name, namespace, attributes } => {
                let attributes: Vec<_> = attributes
                    .iter()
                    .map(|attribute| {
                        let namespace = value_of(&attribute.namespace)?;
                        let local = builder.name(&attribute.name);
                        Ok((AttributeName { namespace, local }, builder.text(&attribute.value)?))
                    })
                    .collect::<Result<_, Problem>>()?;
                let attributes = builder.attributes(&attributes)?;
                let name = ElementName { namespace: value_of(&namespace)?, local: builder.name(&name) };
                builder.ensure_attributes(name.namespace, attributes)?;
                builder.element(name, attributes)?
            }
            Entry::Text(data) => Builder::character_data(NodeKind::Text, builder.text(&data)?),
            Entry::Comment(data) => Builder::character_data(NodeKind::Comment, builder.text(&data)?),
            Entry::ProcessingInstruction { target, data } => {
                let target = builder.name(&target);
                let data = builder.text(&data)?;
                builder.processing_instruction(target, data)?
            }
        };
        Ok((data, ShadowRootInit::default()))
    }
}
