//! The arena DOM: a [`Document`] is a flat row of nodes in a handful of growing vectors, `Send + Sync`,
//! without reference counting and without a lifetime.
//!
//! Views ([`NodeRef`]) are for reading, ids ([`NodeId`]) for changing:
//!
//! ```
//! use hedgerow_dom::Document;
//! use hedgerow_serialize::ToHtml;
//!
//! let mut document = Document::new();
//! let paragraph = document.create_element("p")?;
//! document.set_attribute(paragraph, "class", "first")?;
//! document.append(document.root_id(), paragraph)?;
//! document.append_text(paragraph, "Hello & ")?;
//! document.append_text(paragraph, "goodbye")?;
//!
//! let paragraph = document.node(paragraph);
//! assert_eq!(paragraph.text(), "Hello & goodbye");
//! assert_eq!(paragraph.attribute("class"), Some("first"));
//! assert_eq!(paragraph.outer_html(), r#"<p class="first">Hello &amp; goodbye</p>"#);
//! # Ok::<(), hedgerow_dom::MutationError>(())
//! ```
//!
//! Every walk over the tree is iterative: no depth of nesting overflows the stack.
//! A node that is [removed](Document::remove) leaves its place in the row, its attributes and its text to others.
//!
//! # What there is
//!
//! - **Looking**: [`Document::title`], [`Document::body`], [`Document::element_by_id`] and the like begin; a [`NodeRef`] goes to parents, children and siblings, and has iterators in all directions
//!   ([`NodeRef::descendants`], [`NodeRef::ancestors`], [`NodeRef::traverse`], …); names, attributes ([`Attributes`]),
//!   classes; which of two nodes comes first ([`TreeOrder`]).
//! - **Text**: [`NodeRef::text`]; the text as a page shows it is in `hedgerow-serialize`.
//! - **Changing**: methods of [`Document`] with the DOM's names (`append`, `insert_before`, `replace`, `remove`,
//!   `set_attribute`, …). What the DOM refuses is a [`MutationError`], and leaves all as it was;
//!   [`Document::unchecked`] refuses nothing.
//! - **Places in the source**: [`SourceSpans`]; what is asked of a node about its place is in `hedgerow-source`.
//! - **Template contents and shadow roots** are trees of their own: [`NodeRef::template_contents`],
//!   [`NodeRef::shadow_root`]; [`NodeRef::deep_descendants`] walks over all of them.
//! - **Exchange**: with the feature `json` JSON trees of any depth, with `serde` any format of serde.
//!
//! A [`NodeId`] denotes one node for ever: the id of a node that was removed, or of another document, is found out.
//! [`Document::validate`] checks all that should hold of a document, for tests.
//!
//! What is not here: the parser (`hedgerow-tree` calls a sink, which `hedgerow` implements on this document),
//! what the names mean (`hedgerow-names`), and HTML that is written (`hedgerow-serialize`).
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// No input may make it panic: each exception says why none does.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod attribute_data;
mod attribute_overlay;
mod attribute_ref;
mod attributes;
mod by_slot;
mod clone;
mod create;
mod document;
mod edit;
mod import;
mod index;
#[cfg(any(feature = "json", feature = "serde"))]
mod interchange;
mod link_changes;
mod links;
mod long_attributes;
mod name_ref;
mod node;
mod node_id;
mod node_ref;
mod node_vector;
mod reclamation;
mod scan;
#[doc(hidden)]
pub mod search;
mod search_cache;
mod shadow;
mod source;
mod template;
mod test_format;
mod text;
mod traverse;
mod tree_accessors;
mod tree_order;
mod validate;

pub use attribute_data::AttributeList;
pub use attribute_ref::{AttributeRef, Attributes};
pub use document::Document;
pub use edit::{
    AdjacentPosition, AttributeKey, ElementBuilder, ElementKey, MarkupPlace, MutationError, MutationRule,
    Selection,
};
pub use hedgerow_names::{NewlineMap, QuirksMode, ShadowRootInit, ShadowRootMode, SlotAssignment, Span};
#[cfg(feature = "json")]
pub use interchange::JsonError;
pub use link_changes::LinkChange;
pub use links::Unchecked;
pub use name_ref::{AttributeNameRef, ElementNameRef};
pub use node::{Doctype, NodeKind};
pub use node_id::{NodeId, Slot};
pub use node_ref::{Classes, NodeRef};
pub use source::{EndTagSource, SourceSpans, StartTagSource};
pub use text::NewText;
pub use traverse::{
    Ancestors, Children, DeepDescendants, Descendants, Elements, NextSiblings, NodeEdge, PreviousSiblings,
    Texts, Traverse,
};
pub use tree_order::{DocumentPosition, TreeOrder};
pub use validate::InvariantError;
