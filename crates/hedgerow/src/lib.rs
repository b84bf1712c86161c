//! A complete HTML parser: builds the DOM tree that the WHATWG HTML standard prescribes, for any input.
//!
//! ```
//! use hedgerow::ToHtml;
//! let document = hedgerow::parse("<p>Hello <b>world</b>");
//! assert_eq!(document.root().text(), "Hello world");
//! assert_eq!(document.root().inner_html(), "<html><head></head><body><p>Hello <b>world</b></p></body></html>");
//! ```
//!
//! Parsing never fails: every input has a tree. [`parse`] takes text, [`parse_bytes`] takes bytes in any encoding, and
//! [`parse_fragment`] takes the markup of an element's contents. A [`Parser`] adds settings, and can collect the parse errors:
//!
//! ```
//! use hedgerow::{EncodingHints, Parser};
//! let parsed = Parser::new().collect_errors(true).parse_bytes(b"<!DOCTYPE html><p a a>", &EncodingHints::new());
//! let error = &parsed.errors()[0];
//! assert_eq!(error.to_string(), "1:22: duplicate-attribute");
//! ```
//!
//! # Overview
//!
//! - **Parsing**: [`Parser`] has the settings, [`Parsed`] the result. [`StreamParser`](stream::StreamParser) and
//!   [`ByteStreamParser`](stream::ByteStreamParser) parse chunks and pause at scripts; [`Parser::parse_until`] stops early.
//!   [`StreamParser::elements`](stream::StreamParser::elements) returns element after element in bounded memory. [`Limits`]
//!   bound the cost of a document.
//! - **The document**: [`Document`] owns all nodes; begin with [`Document::title`], [`Document::body`],
//!   [`Document::element_by_id`] or [`Document::root`]. A [`NodeRef`] borrows the document and reads one node; a [`NodeId`]
//!   identifies a node while the document changes. Changes are methods of the document; a change that the DOM refuses returns
//!   a [`MutationError`](dom::MutationError).
//! - **Selectors**: the trait [`Select`], on documents and nodes.
//! - **Serialization**: [`ToHtml::inner_html`] and [`ToHtml::outer_html`] follow the standard; [`ToHtml::to_html`] takes
//!   [`WriteOptions`](serialize::WriteOptions), which minify or indent. [`DynamicMarkup`] inserts markup into a document.
//! - **Errors and source positions**: [`ParseError`](errors::ParseError) and its [`ErrorKind`](errors::ErrorKind);
//!   `Parser::source_spans`, which records the position of each node; `SourceEdits`, which change the source and leave all other
//!   bytes unchanged.
//! - **Traces**: `Parser::trace` shows the steps of the parser, `Parser::trace_tokens` only the tokens.
//!
//! `docs/coming-from.md` maps the names of html5ever, scraper, kuchiki, lxml, Beautiful Soup and parse5 to those of this
//! crate; `docs/cookbook.md` has short programs for common tasks.
//!
//! # Features
//!
//! The default is what most programs need, because each feature costs build time.
//!
//! - `select` (on by default): CSS selectors.
//! - `atoms`: names and namespaces as atoms of the crate `string_cache`: `LocalName`, `NamespaceUrl` and `Prefix` in [`dom`].
//! - `dir`: the selector `:dir()`, with a table of the directions of characters.
//! - `names`: named character references in the output, with a table of their names.
//! - `source`: the source spans of nodes and attributes, and edits of the source, in the module [`source`].
//! - `lint`: the conformance checker, [`Parsed::check`](crate::Parsed::check); the rules for the syntax as further errors.
//! - `trace`: the steps of the parser, in the module [`stages`].
//! - `sanitize`: the standard's sanitizer, in the module `sanitize`.
//! - `sanitize-css`: lists of allowed CSS properties for the sanitizer.
//! - `extract`: main content, Markdown, links, tables, metadata, language and a fingerprint of a page, in the module `extract`.
//! - `json`: conversion of documents to JSON trees and back, to any depth.
//! - `rewrite`: a rewriter for documents that pass in chunks, in the module `rewrite`, and the pull reader `Reader`.
//! - `serde`: traced tokens in any serde format; with `json`, also documents; with `sanitize`, also configurations of
//!   sanitizers.
//! - `validate`: `Document::validate`, which checks all invariants of a document, for tests.
//! - `xpath`: XPath 1.0, in the module `xpath`.
//! - `full`: all of these.
//!
//! # Modules
//!
//! The items that most programs need first are at the root; the others are in modules: [`dom`], [`encoding`], [`errors`], [`limits`],
//! [`select`], [`serialize`], [`source`], [`stages`], [`stream`]. The [`prelude`] has the traits.
//!
//! # The crates of the stages
//!
//! Each stage is a crate, for programs that need only one stage or a custom tree: `hedgerow-input` (bytes to
//! text), `hedgerow-tokenizer` (text to tokens), `hedgerow-tree` (tokens to operations on a tree, through its trait
//! `TreeSink`), `hedgerow-dom` (the document), `hedgerow-serialize` (its HTML and text), `hedgerow-select`, `hedgerow-xpath` and
//! `hedgerow-base`. The example `custom_sink` connects them to a custom tree.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod acceptable;
mod ancestors;
#[cfg(feature = "lint")]
mod check;
mod context;
mod dom_sink;
mod dynamic_markup;
mod error;
mod error_collector;
mod error_locator;
pub mod limits;
mod machine;
mod marked_span;
mod markup_place;
mod options;
mod parse;
mod parse_error;
mod parsing;
mod removal;
#[cfg(feature = "sanitize")]
pub mod sanitize;
mod source_recorder;
pub mod stream;
#[cfg(feature = "trace")]
mod trace;
mod unescape;
mod watch;
mod whole;

/// Keeps other crates from implementing the traits of this crate, so that methods can be added.
mod sealed {
    use hedgerow_dom::Document;

    pub trait Sealed {}

    impl Sealed for Document {}
}

#[cfg(feature = "lint")]
pub use check::{Findings, check};
pub use context::Context;
pub use dynamic_markup::DynamicMarkup;
pub use error::Error;
pub use hedgerow_dom::{Document, NodeId, NodeRef};
pub use hedgerow_input::EncodingHints;
#[cfg(feature = "lint")]
pub use hedgerow_lint::requirements;
#[cfg(feature = "rewrite")]
pub use hedgerow_rewrite::{self as rewrite, Reader};
#[cfg(feature = "select")]
pub use hedgerow_select::{Select, Selector};
pub use hedgerow_serialize::ToHtml;
#[cfg(feature = "xpath")]
pub use hedgerow_xpath as xpath;
pub use limits::Limits;
pub use options::Parser;
pub use parse::{Parsed, parse, parse_bytes, parse_fragment};

/// The document: nodes and their names, iterators, and mutations.
pub mod dom {
    pub use hedgerow_base::{AttributeName, ElementName, NameId, NameInterner, Namespace, known};
    #[cfg(feature = "atoms")]
    pub use hedgerow_base::{LocalName, NamespaceUrl, Prefix};
    #[cfg(feature = "validate")]
    pub use hedgerow_dom::InvariantError;
    pub use hedgerow_dom::{
        Ancestors, AttributeKey, AttributeNameRef, AttributeRef, Attributes, DeepDescendants, Descendants,
        Doctype, Document, DocumentPosition, ElementBuilder, ElementKey, ElementNameRef, Elements,
        InsertPosition, MutationError, MutationRule, NodeEdge, NodeId, NodeKind, NodeRef, QuirksMode,
        Selection, ShadowRootInit, ShadowRootMode, SharedText, Siblings, SlotAssignment, Texts, Traverse,
        TreeOrder,
    };
    // For parsers with a tree of their own; not covered by semantic versioning.
    #[doc(hidden)]
    pub use hedgerow_dom::{Slot, Unchecked};

    pub use crate::markup_place::AdjacentPosition;
}

/// Encodings: sniffing, hints and results.
pub mod encoding {
    pub use hedgerow_input::{
        Confidence, Encoding, EncodingHints, EncodingReason, MalformedBytes, MimeType, SniffedEncoding,
        UnknownEncodingLabel, determine_encoding, encoding_for_label, malformed_sequences,
    };

    pub use crate::whole::DecodedText;
}

/// Parse errors of documents, and the error types of this crate.
pub mod errors {
    pub use hedgerow_error_codes::{AuthoringRule, Example, Explanation, Level, index};
    pub use hedgerow_tokenizer::ParseErrorCode;
    pub use hedgerow_tree::TreeConstructionError;

    pub use crate::context::UnknownContext;
    pub use crate::error::Error;
    pub use crate::parse::Incomplete;
    pub use crate::parse_error::{ErrorKind, ParseError};
}

/// The parts of a page that programs most often need.
#[cfg(feature = "extract")]
pub mod extract {
    #[doc(hidden)]
    pub use hedgerow_extract::measure;
    pub use hedgerow_extract::{
        Cells, ContentOptions, Extract, FieldPart, FieldSelector, Link, LinkStyle, Links, MainContent,
        MarkdownOptions, Meta, Metadata, PageKind, Preference, Resolver, Rows, Table, Tables, ToMarkdown,
    };
}

/// Documents as JSON trees; with the feature `serde` also `#[serde(with = "hedgerow::json")]`.
#[cfg(feature = "json")]
pub mod json {
    pub use hedgerow_json::{FromJson, JsonError, Members, ToJson};
    #[cfg(feature = "serde")]
    pub use hedgerow_json::{deserialize, serialize};
}

/// CSS selectors.
#[cfg(feature = "select")]
pub mod select {
    pub use hedgerow_select::{
        IntoSelector, Matches, Select, SelectMut, Selector, SelectorBuilder, SelectorError,
        SelectorErrorKind, Specificity, Strings,
    };
}

/// Serialization of documents to HTML and text, and escaping and unescaping of strings.
pub mod serialize {
    pub use hedgerow_serialize::{
        AttributeQuotes, Escapes, EventAttribute, HtmlEvent, HtmlWriter, Indentation, LimitedWriter,
        MetaCharset, NonAscii, OptionalTags, OutputLimit, QuoteCharacter, RenderedTextOptions,
        SerializeOptions, ShadowRoots, ToHtml, ToTestFormat, ToXml, TrailingSolidus, Whitespace,
        WriteOptions, XmlError, XmlOptions, XmlRule, escape_attribute, escape_text, may_omit_end_tag,
    };

    pub use crate::unescape::{unescape_attribute, unescape_text};
}

/// Positions in the source, and, with the feature `source`, edits of the source.
pub mod source {
    pub use hedgerow_input::{ByteMap, Location, LocationTracker, NewlineMap, PatchError, Span};
    #[cfg(feature = "source")]
    pub use hedgerow_source::{
        AttributeSpans, EndTagSource, NodeSource, SourceEdit, SourceEditError, SourceEdits, StartTagSource,
    };
}

/// The stages of the parser in a [trace](Parser::trace).
pub mod stages {
    pub use hedgerow_tokenizer::State;
    pub use hedgerow_tree::{Algorithm, InsertionMode, Rules, ScriptingMode};

    #[cfg(feature = "trace")]
    pub use hedgerow_trace::{
        AppliedRules, NodeLabel, Operation, OperationKind, TraceStep, TracedAttribute, TracedToken,
    };
}

/// The traits with methods for documents and nodes: `use hedgerow::prelude::*;`. The traits have no names there; to write one as a
/// bound, import it from its module.
///
/// ```
/// use hedgerow::prelude::*;
/// let mut document = hedgerow::parse("<p>Hello <b>world</b>");
/// let bold = document.select_first("b")?.unwrap().id();
/// document.set_inner_html(bold, "<i>you</i>")?;
/// document.select_mut("i")?.replace_with_children()?;
/// assert_eq!(document.body().unwrap().inner_html(), "<p>Hello <b>you</b></p>");
/// # Ok::<(), hedgerow::Error>(())
/// ```
pub mod prelude {
    #[cfg(feature = "extract")]
    pub use crate::extract::{Extract as _, ToMarkdown as _};
    #[cfg(feature = "json")]
    pub use crate::json::{FromJson as _, ToJson as _};
    #[cfg(feature = "sanitize")]
    pub use crate::sanitize::SetHtml as _;
    #[cfg(feature = "select")]
    pub use crate::select::{Select as _, SelectMut as _};
    pub use crate::serialize::ToXml as _;
    #[cfg(feature = "source")]
    pub use crate::source::NodeSource as _;
    pub use crate::{DynamicMarkup as _, ToHtml as _};
}

/// The example of the README, run as a doc test.
#[cfg(all(doctest, feature = "sanitize", feature = "lint"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The examples of the cookbook, run as doc tests.
#[cfg(all(
    doctest,
    feature = "extract",
    feature = "lint",
    feature = "sanitize",
    feature = "trace",
    feature = "xpath"
))]
#[doc = include_str!("../../../docs/cookbook.md")]
struct Cookbook;

/// The examples of the page on main content, run as doc tests.
#[cfg(all(doctest, feature = "extract"))]
#[doc = include_str!("../../../docs/content.md")]
struct Content;

/// The examples of the page on sanitizing, run as doc tests.
#[cfg(all(doctest, feature = "sanitize"))]
#[doc = include_str!("../../../docs/sanitizing.md")]
struct Sanitizing;
