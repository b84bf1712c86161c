//! A full HTML parser: any bytes into the DOM tree that the WHATWG HTML standard prescribes.
//!
//! ```
//! let document = hedgerow::parse("<p>Hello <b>world</b>");
//! assert_eq!(document.root().text(), "Hello world");
//! assert_eq!(document.root().inner_html(), "<html><head></head><body><p>Hello <b>world</b></p></body></html>");
//! ```
//!
//! Parsing never fails: for any input there is a tree. [`parse`] takes text, [`parse_bytes`] bytes of any encoding,
//! [`parse_fragment`] what belongs into an element. A [`Parser`] is the same with settings, and with the parse errors:
//!
//! ```
//! use hedgerow::{EncodingHints, Parser};
//! let parsed = Parser::new().collect_errors(true).parse_bytes(b"<!DOCTYPE html><p a a>", &EncodingHints::new());
//! let error = &parsed.errors()[0];
//! assert_eq!(error.to_string(), "1:22: duplicate-attribute");
//! ```
//!
//! What is not here: the stages themselves. They are crates of their own: `hedgerow-input`, `hedgerow-tokenizer`,
//! `hedgerow-tree` and `hedgerow-dom`.
#![forbid(unsafe_code)]

mod authoring;
mod context;
mod dom_sink;
mod dynamic_markup;
mod error_locator;
mod error_table;
mod errors;
mod first_in_order;
mod limits;
mod machine;
mod options;
mod parse;
mod parse_error;
mod source_recorder;
mod stream;
mod trace;
mod watch;
mod whole;

pub use authoring::AuthoringRule;
pub use context::{Context, UnknownContext};
pub use dynamic_markup::DynamicMarkup;
pub use error_table::Example;
pub use hedgerow_dom::*;
pub use hedgerow_input::{
    ByteMap, Confidence, Encoding, EncodingHints, EncodingReason, Location, MalformedBytes, SniffedEncoding,
    UnknownEncodingLabel, determine_encoding, encoding_for_label,
};
pub use hedgerow_names::{
    AttributeName, ElementName, LocalName, NameId, NameInterner, Namespace, NamespaceUrl, Prefix, known,
};
#[cfg(feature = "select")]
pub use hedgerow_select::{IntoSelector, Matches, Select, Selector, SelectorBuilder, SelectorError};
pub use hedgerow_tokenizer::{ParseErrorCode, State};
pub use hedgerow_tree::{InsertionMode, RecordedRules, Rules, ScriptingMode, TreeConstructionError};
pub use limits::{Limit, Limits, Stop};
pub use options::Parser;
pub use parse::{Incomplete, Parsed, parse, parse_bytes, parse_fragment};
pub use parse_error::{ErrorKind, ParseError};
pub use stream::{
    ByteChunks, ByteStreamParser, InsertionPointIsUndefined, Progress, StreamParser, TextChunks,
};
pub use trace::{TraceStep, TracedAttribute, TracedToken};

/// The example of the README, which is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
