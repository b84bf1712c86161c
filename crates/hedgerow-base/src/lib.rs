//! Types that the other hedgerow crates share: names, namespaces, the standard's sets of elements, and spans.
//!
//! A name is a [`NameId`], one number. The names of HTML, SVG and `MathML` are constants in [`known`], found by a generated
//! perfect hash; the [`NameInterner`] of a document numbers all others. Tree construction tests an element ("is it special?")
//! by a look-up with this number: [`ElementFlags`].
//!
//! ```
//! use hedgerow::dom::{ElementName, NameInterner, known};
//! use hedgerow_base::ElementFlags;
//! let mut names = NameInterner::default();
//! assert_eq!(names.intern("table"), known::TABLE);
//! let unknown = names.intern("my-table");
//! assert_eq!(names.text(unknown), "my-table");
//!
//! let sets = ElementFlags::of(ElementName::html(known::TABLE));
//! assert!(sets.has(ElementFlags::SPECIAL) && !sets.has(ElementFlags::FORMATTING));
//! ```
//!
//! # Contents
//!
//! - **Names**: [`NameId`], its constants in [`known`], and the [`NameInterner`] for all others. The id of an unknown name is
//!   valid only with its interner; a [`KeptName`] is independent of it.
//! - **Names in a namespace**: [`ElementName`] and [`AttributeName`], with a [`Namespace`]; their views [`ElementNameRef`] and
//!   [`AttributeNameRef`], which compare across documents; [`ElementKey`] and [`AttributeKey`], the forms that methods take.
//! - **Validity of names**: for the DOM ([`is_valid_element_local_name`] and the like), for XML ([`is_xml_name`]), and for names
//!   that a parser can produce ([`is_parser_element_name`], [`is_parser_attribute_name`]); the case and the namespaces of names
//!   in SVG and `MathML` ([`adjust_svg_tag_name`] and the like).
//! - **Processing instructions**: [`pseudo_attributes`].
//! - **Sets of elements**: [`ElementFlags`], each set defined once, in the standard's words; [`is_valid_custom_element_name`];
//!   [`ignored_newline`].
//! - **Edits of the source**: [`SourceEdit`]; [`seams`] between texts.
//! - **Positions**: a [`Span`] of a text, the [`NewlineMap`] from normalized text to its source, and the [`SourceSpans`] of the
//!   nodes of a document.
//! - **Shared by parser and DOM**: [`QuirksMode`], [`ShadowRootInit`], and the [`SideTable`]; [`setters!`].
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod custom_element_name;
mod display_size;
mod document_types;
mod element_sets;
mod foreign_names;
mod ignored_newline;
mod kept_name;
mod keys;
pub mod known;
mod name_id;
mod name_ref;
mod name_syntax;
mod namespace;
mod newline_map;
mod pseudo_attributes;
pub mod seams;
mod setters;
mod side_table;
mod source_edit;
mod source_spans;
mod span;
mod text_position;

pub use custom_element_name::{is_valid_custom_element_name, is_valid_shadow_host_name};
pub use display_size::is_display_size_one;
pub use document_types::{QuirksMode, ShadowRootInit, ShadowRootMode, SlotAssignment};
pub use element_sets::{AttributeName, ElementFlags, ElementName};
pub use foreign_names::{
    adjust_foreign_attribute, adjust_mathml_attribute, adjust_svg_attribute, adjust_svg_tag_name,
};
pub use ignored_newline::ignored_newline;
pub use kept_name::KeptName;
pub use keys::{AttributeKey, ElementKey};
pub use name_id::{NameId, NameInterner};
pub use name_ref::{AttributeNameRef, ElementNameRef};
pub use name_syntax::{
    is_parser_attribute_name, is_parser_element_name, is_valid_attribute_local_name, is_valid_doctype_name,
    is_valid_element_local_name, is_xml_name,
};
pub use namespace::Namespace;
pub use newline_map::NewlineMap;
pub use pseudo_attributes::{pseudo_attributes, pseudo_attributes_text};
pub use side_table::{SideTable, sort_numbers};
pub use source_edit::SourceEdit;
pub use source_spans::{AttributeSource, EndTagSource, SourceSpans, StartTagSource};
pub use span::Span;
pub use text_position::TextPosition;
