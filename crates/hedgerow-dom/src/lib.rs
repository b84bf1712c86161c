//! The arena DOM: a [`Document`] is a few growing vectors, `Send + Sync`, without reference counting and without a lifetime.
//!
//! Views ([`NodeRef`]) are for reading, ids ([`NodeId`]) for changing:
//!
//! ```
//! use hedgerow::Document;
//! use hedgerow::ToHtml;
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
//! # Ok::<(), hedgerow::dom::MutationError>(())
//! ```
//!
//! Every walk over the tree is iterative: no depth of nesting overflows the stack.
//! The memory of a [removed](Document::remove) node, of its attributes and of its text is used again.
//!
//! # Overview
//!
//! - **Navigation**: [`Document::title`], [`Document::body`] and [`Document::element_by_id`] find nodes to start from. A
//!   [`NodeRef`] leads to parents, children and siblings, and has iterators in all directions ([`NodeRef::descendants`],
//!   [`NodeRef::ancestors`], [`NodeRef::traverse`], …). It has a name, attributes ([`Attributes`]) and classes.
//!   [`TreeOrder`] compares the positions of nodes.
//! - **Text**: [`NodeRef::text`]; `hedgerow-serialize` has the rendered text.
//! - **Changes**: methods of [`Document`] with the DOM's names (`append`, `insert_before`, `replace`, `remove`,
//!   `set_attribute`, …). A change that the DOM standard refuses returns a [`MutationError`] and has no effect. The operations
//!   of [`Document::unchecked`] check nothing.
//! - **Source positions**: [`SourceSpans`](hedgerow_base::SourceSpans) stores them, `hedgerow-source` has the methods of nodes.
//! - **Template contents and shadow roots** are trees of their own: [`NodeRef::template_contents`],
//!   [`NodeRef::shadow_root`]. [`NodeRef::deep_descendants`] also walks over these trees.
//!
//! A [`NodeId`] always denotes the same node: the ids of removed nodes and of other documents are detected.
//! With the feature `validate`, `Document::validate` checks all invariants of a document, for tests.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![expect(
    clippy::must_use_candidate,
    reason = "most methods only read; only results that have to be used are marked"
)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod attribute_data;
mod attributes;
mod by_slot;
mod copy;
mod debug;
mod document;
mod edit;
mod fragments;
mod links;
mod node;
mod node_id;
mod node_ref;
mod node_vector;
mod own_attributes;
mod rare;
#[doc(hidden)]
pub mod search;
mod search_cache;
mod source;
mod text;
mod traverse;
mod tree_accessors;
mod tree_order;
mod unchecked;
#[cfg(any(test, feature = "validate"))]
mod validate;

pub use attribute_data::AttributeList;
pub use attributes::{AttributeRef, Attributes};
pub use document::Document;
pub use edit::{ElementBuilder, InsertPosition, MutationError, MutationRule, Selection};
pub use hedgerow_base::{
    AttributeKey, AttributeNameRef, ElementKey, ElementNameRef, NewlineMap, QuirksMode, ShadowRootInit,
    ShadowRootMode, SlotAssignment, Span,
};
pub use node::{Doctype, NodeKind};
pub use node_id::{NodeId, Slot};
pub use node_ref::NodeRef;
pub use search_cache::LinkChange;
pub use source::{NewSource, SharedText};
pub use text::NewText;
pub use traverse::{Ancestors, DeepDescendants, Descendants, Elements, NodeEdge, Siblings, Texts, Traverse};
pub use tree_order::{DocumentPosition, TreeOrder};
pub use unchecked::Unchecked;
#[cfg(feature = "validate")]
pub use validate::InvariantError;
