//! [`Rare`]: the data that few documents have, in a box that is allocated when the first entry is added. The accounting
//! of unused memory is a part of this data.

use std::ops::{Deref, DerefMut};

use hedgerow_base::SideTable;

use crate::attribute_data::{AttributeIndex, AttributeRange};
use crate::node::{DoctypeSpans, ShadowRootRecord, TemplateFragments};
use crate::node_id::{NodeId, Slot};
use crate::own_attributes::OwnAttributes;

/// The data that few documents have.
#[derive(Clone, Debug)]
pub(crate) struct Rare {
    /// The strings of each `DocumentType` node other than `<!DOCTYPE html>`.
    pub(crate) doctypes: SideTable<Slot, DoctypeSpans>,
    /// The fragments of each `template` element that has `NodeFlags::TEMPLATE_CONTENTS`.
    pub(crate) template_contents: SideTable<Slot, TemplateFragments>,
    /// The shadow root of each element that has `NodeFlags::SHADOW_HOST`.
    pub(crate) shadow_roots: SideTable<Slot, ShadowRootRecord>,
    /// The attributes of each element that has `NodeFlags::OWN_ATTRIBUTES`.
    pub(crate) own_attributes: SideTable<Slot, Box<OwnAttributes>>,
    /// The indexes of the long lists in the attribute vector.
    pub(crate) attribute_indexes: SideTable<AttributeRange, AttributeIndex>,
    /// The accounting of unused memory.
    pub(crate) reclamation: Reclamation,
}

impl Rare {
    const EMPTY: Self = Self {
        doctypes: SideTable::new(),
        template_contents: SideTable::new(),
        shadow_roots: SideTable::new(),
        own_attributes: SideTable::new(),
        attribute_indexes: SideTable::new(),
        reclamation: Reclamation::NONE,
    };
}

/// The [`Rare`] data of a document. The first mutable dereference allocates the box; before it, reading returns empty data.
#[derive(Clone, Default, Debug)]
pub(crate) struct LazyRare(Option<Box<Rare>>);

impl LazyRare {
    /// Returns the data if the box is allocated. Removals use this method, because they need not allocate the box.
    pub(crate) fn existing(&mut self) -> Option<&mut Rare> {
        self.0.as_deref_mut()
    }

    /// Returns the state of the parser that is building the document, if there is one.
    pub(crate) fn construction_mut(&mut self) -> Option<&mut Construction> {
        self.0.as_mut()?.reclamation.construction.as_deref_mut()
    }
}

impl Deref for LazyRare {
    type Target = Rare;

    #[inline]
    fn deref(&self) -> &Rare {
        static EMPTY: Rare = Rare::EMPTY;
        self.0.as_deref().unwrap_or(&EMPTY)
    }
}

impl DerefMut for LazyRare {
    #[inline]
    fn deref_mut(&mut self) -> &mut Rare {
        self.0.get_or_insert_with(|| Box::new(Rare::EMPTY))
    }
}

/// The accounting of unused memory.
#[derive(Debug)]
pub(crate) struct Reclamation {
    /// The approximate number of unused attributes in the vector.
    pub(crate) attributes: usize,
    /// The long attribute lists whose text is already counted as unused, each by its start in the vector. Elements share such
    /// lists, so the removal of a second element must not count the text again.
    pub(crate) shared_lists: SideTable<u32, ()>,
    /// The number of attributes after the last compaction.
    pub(crate) attributes_kept: usize,
    /// The number of bytes of added text after the last compaction.
    pub(crate) text_kept: usize,
    /// The state of the parser, while one works on the document.
    pub(crate) construction: Option<Box<Construction>>,
}

impl Reclamation {
    /// The accounting of a document without unused memory.
    pub(crate) const NONE: Self = Self {
        attributes: 0,
        shared_lists: SideTable::new(),
        attributes_kept: 0,
        text_kept: 0,
        construction: None,
    };

    pub(crate) fn is_under_construction(&self) -> bool {
        self.construction.is_some()
    }
}

impl Clone for Reclamation {
    /// No parser works on a clone.
    fn clone(&self) -> Self {
        Self { construction: None, shared_lists: self.shared_lists.clone(), ..*self }
    }
}

/// The state of a parser that works on the document.
#[derive(Default, Debug)]
pub(crate) struct Construction {
    /// The nodes that the parser holds; `None` if they are unknown.
    pub(crate) held: Option<SideTable<Slot, ()>>,
    /// The removed trees that must not be freed yet: their roots, each with a held node of the tree, or `None` if the held
    /// nodes are unknown. A later change that inserts, detaches or keeps the root takes its tree out.
    pub(crate) waiting: SideTable<NodeId, Option<NodeId>>,
    /// The slots that were freed since the parser last took them.
    pub(crate) freed: Vec<Slot>,
}

impl Construction {
    pub(crate) fn holds(&self, node: Slot) -> bool {
        self.held.as_ref().is_some_and(|held| held.contains_key(&node))
    }
}
