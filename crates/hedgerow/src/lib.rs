//! A full HTML parser: any bytes into the DOM tree that the WHATWG HTML standard prescribes.
//!
//! ```
//! use hedgerow::ToHtml;
//! let document = hedgerow::parse("<p>Hello <b>world</b>");
//! assert_eq!(document.root().text(), "Hello world");
//! assert_eq!(document.root().inner_html(), "<html><head></head><body><p>Hello <b>world</b></p></body></html>");
//! ```
//!
//! Parsing never fails: for any input there is a tree. [`parse`] takes text, [`parse_bytes`] bytes of any encoding,
//! [`parse_fragment`] what belongs inside an element. A [`Parser`] is the same with settings, and with the parse errors:
//!
//! ```
//! use hedgerow::{EncodingHints, Parser};
//! let parsed = Parser::new().collect_errors(true).parse_bytes(b"<!DOCTYPE html><p a a>", &EncodingHints::new());
//! let error = &parsed.errors()[0];
//! assert_eq!(error.to_string(), "1:22: duplicate-attribute");
//! ```
//!
//! # What there is
//!
//! - **Parsing**: [`Parser`] has the settings, [`Parsed`] the result. In chunks, with scripts that write, or only as far as
//!   needed: [`StreamParser`](stream::StreamParser), [`ByteStreamParser`](stream::ByteStreamParser),
//!   [`Parser::parse_until`]. Element by element, in little memory: [`StreamParser::elements`](stream::StreamParser::elements).
//!   What a document may cost: [`Limits`].
//! - **The document**: [`Document`] owns all nodes; [`Document::title`], [`Document::body`], [`Document::element_by_id`] and
//!   [`Document::root`] are where to begin. A [`NodeRef`] looks at one of them; a [`NodeId`] is what is kept of it while the
//!   document changes. Changes are methods of the document, and answer with [`MutationError`](dom::MutationError) where the DOM refuses them.
//! - **Selectors**: the trait [`Select`], on documents and nodes.
//! - **Writing**: [`ToHtml::inner_html`] and [`ToHtml::outer_html`] are the standard's; [`ToHtml::to_html`] has
//!   [`WriteOptions`](serialize::WriteOptions), which minify or indent. [`DynamicMarkup`] puts markup into a document.
//! - **Errors and places**: [`ParseError`](errors::ParseError) and its [`ErrorKind`](errors::ErrorKind); [`Parser::source_spans`] and what a node says of its place;
//!   [`SourceEdits`](source::SourceEdits), which change the source and leave all else as it was.
//! - **Seeing it at work**: [`Parser::trace`]; only the tokens, [`Parser::trace_tokens`].
//!
//! What things are called here for users of html5ever, scraper, kuchiki, lxml, Beautiful Soup and parse5 is in
//! `docs/coming-from.md`; short programs for what people most often want are in `docs/cookbook.md`.
//!
//! # Features
//!
//! - `select` (on by default): CSS selectors.
//! - `json`: documents as JSON trees and back, to any depth.
//! - `serde`: documents in any format of serde.
//! - `xpath`: XPath 1.0, as the module `xpath`.
//! - `compact`: smaller programs, for WebAssembly: the parser is compiled once, which makes the usual parse slower.
//!
//! # Where things are
//!
//! What most programs begin with is at the root; all else is in modules: [`dom`], [`encoding`], [`errors`], [`limits`],
//! [`select`], [`serialize`], [`source`], [`stages`], [`stream`]. The [`prelude`] has the traits.
//!
//! # The stages
//!
//! They are crates of their own, for those who want only one of them, or a tree of their own: `hedgerow-input` (bytes to
//! text), `hedgerow-tokenizer` (text to tokens), `hedgerow-tree` (tokens to operations on a tree, through its trait
//! `TreeSink`), `hedgerow-dom` (the document), `hedgerow-serialize` (HTML and text of it), `hedgerow-select`, `hedgerow-xpath` and
//! `hedgerow-names`. The example `custom_sink` puts them together in another way than this crate does.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// No input may make it panic: each exception says why none does.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod ancestors;
mod context;
mod dom_sink;
mod dynamic_markup;
mod error;
mod error_locator;
mod first_in_order;
pub mod limits;
mod machine;
mod options;
mod parse;
mod parse_error;
mod pending_errors;
mod removal;
mod source_recorder;
pub mod stream;
mod trace;
mod unescape;
mod watch;
mod whole;

pub use context::Context;
pub use dynamic_markup::DynamicMarkup;
pub use error::Error;
pub use hedgerow_dom::{Document, NodeId, NodeRef};
pub use hedgerow_input::EncodingHints;
#[cfg(feature = "select")]
pub use hedgerow_select::{Select, Selector};
pub use hedgerow_serialize::ToHtml;
#[cfg(feature = "xpath")]
pub use hedgerow_xpath as xpath;
pub use limits::Limits;
pub use options::Parser;
pub use parse::{Parsed, parse, parse_bytes, parse_fragment};

/// The document: what its nodes are and are called, walks over them, and changes.
pub mod dom {
    #[cfg(feature = "json")]
    pub use hedgerow_dom::JsonError;
    pub use hedgerow_dom::{
        AdjacentPosition, Ancestors, AttributeKey, AttributeNameRef, AttributeRef, Attributes, Children,
        Classes, DeepDescendants, Descendants, Doctype, Document, DocumentPosition, ElementBuilder,
        ElementKey, ElementNameRef, Elements, InvariantError, MarkupPlace, MutationError, MutationRule,
        NextSiblings, NodeEdge, NodeId, NodeKind, NodeRef, PreviousSiblings, QuirksMode, Selection,
        ShadowRootInit, ShadowRootMode, Slot, SlotAssignment, Texts, Traverse, TreeOrder, Unchecked,
    };
    pub use hedgerow_names::{
        AttributeName, ElementName, LocalName, NameId, NameInterner, Namespace, NamespaceUrl, Prefix, known,
    };
}

/// The encoding of bytes: how it is found out, and what has to do with it.
pub mod encoding {
    pub use hedgerow_input::{
        Confidence, Encoding, EncodingHints, EncodingReason, MalformedBytes, MimeType, SniffedEncoding,
        UnknownEncodingLabel, determine_encoding, encoding_for_label,
    };
}

/// What is wrong with a document, and what can go wrong.
pub mod errors {
    pub use hedgerow_error_codes::{Example, index};
    pub use hedgerow_lint::AuthoringRule;
    pub use hedgerow_tokenizer::ParseErrorCode;
    pub use hedgerow_tree::TreeConstructionError;

    pub use crate::context::UnknownContext;
    pub use crate::error::Error;
    pub use crate::parse::Incomplete;
    pub use crate::parse_error::{ErrorKind, ParseError};
}

/// CSS selectors.
#[cfg(feature = "select")]
pub mod select {
    pub use hedgerow_select::{
        IntoSelector, Matches, Select, SelectMut, Selector, SelectorBuilder, SelectorError,
    };
}

/// Documents as HTML and as text, and single texts with and without escapes.
pub mod serialize {
    pub use hedgerow_serialize::{
        AttributeQuotes, Escapes, EventAttribute, HtmlEvent, HtmlWriter, LimitedWriter, MetaCharset,
        NonAscii, OptionalTags, OutputLimit, QuoteCharacter, RenderedTextOptions, SerializeOptions,
        ShadowRoots, ToHtml, TrailingSolidus, Whitespace, WriteOptions, escape_attribute, escape_text,
        may_omit_end_tag,
    };

    pub use crate::unescape::{unescape_attribute, unescape_text};
}

/// Places in the source, and changes of it.
pub mod source {
    pub use hedgerow_input::{ByteMap, Location, LocationTracker, NewlineMap, OverlappingParts, Span};
    pub use hedgerow_source::{
        AttributeSpans, EndTagSource, NodeSource, OverlappingEdits, SourceEdit, SourceEditError, SourceEdits,
        StartTagSource,
    };
}

/// The stages of the parser, as a [trace](Parser::trace) shows them at work.
pub mod stages {
    pub use hedgerow_tokenizer::State;
    pub use hedgerow_tree::{InsertionMode, RecordedRules, Rules, ScriptingMode};

    pub use crate::trace::{TraceStep, TracedAttribute, TracedToken};
}

/// The traits whose methods one wants on a document: `use hedgerow::prelude::*;`.
///
/// ```
/// use hedgerow::prelude::*;
/// let mut document = hedgerow::parse("<p>Hello <b>world</b>");
/// let bold = document.select_first("b")?.unwrap().id();
/// document.set_inner_html(bold, "<i>you</i>")?;
/// document.select_mut("i")?.unwrap()?;
/// assert_eq!(document.body().unwrap().inner_html(), "<p>Hello <b>you</b></p>");
/// # Ok::<(), hedgerow::Error>(())
/// ```
pub mod prelude {
    #[cfg(feature = "select")]
    pub use crate::select::{Select as _, SelectMut as _};
    pub use crate::source::NodeSource as _;
    pub use crate::{DynamicMarkup as _, ToHtml as _};
}

/// The example of the README, which is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Those of the cookbook.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cookbook.md")]
struct Cookbook;
