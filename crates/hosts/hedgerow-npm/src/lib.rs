//! The WebAssembly modules of the npm package `hedgerow`.
//!
//! Strings go in and answers come out, each in one piece. A call consists of these steps, of which JavaScript
//! (`js/border.js`) does all but the third:
//!
//! ```text
//! reserve(n)                         returns the address of n bytes
//! write text, query and options      as UTF-8, one after the other; a page may also be bytes in any encoding
//! FUNCTION(page, kind, lengths…)     reads the three, and returns the kind of its answer
//! read output(), output_length()     the answer: a text, JSON, or a tree as numbers and a text
//! ```
//!
//! All functions have the same parameters, so the border is one mechanism. `page` is the handle of a document that is kept in the
//! module, or 0 for a page that is parsed for this call.
//!
//! The features of this crate decide which functions a module exports; the linker drops everything else.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(all(feature = "bytes", feature = "steps")),
    allow(dead_code, reason = "each module exports some of the functions")
)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod border;
mod bytes;
mod changes;
mod check;
mod decoded;
mod failure;
mod fields;
mod limits;
mod options;
mod output;
mod pages;
mod parts;
mod query;
mod rewriting;
mod sanitizing;
mod selectors;
mod steps;
mod tree;
mod urls;
mod utf16;
mod writing;

use wasm_bindgen::prelude::wasm_bindgen;

/// Declares exported functions that pass their arguments to the functions of this crate with a [`Call`](border::Call).
macro_rules! exports {
    ($($(#[$attribute:meta])* $name:ident => $function:path;)*) => {
        $(
            $(#[$attribute])*
            #[wasm_bindgen]
            #[must_use]
            pub fn $name(page: u32, kind: u32, text: usize, query: usize, options: usize) -> u32 {
                border::answer(page, kind, [text, query, options], $function)
            }
        )*
    };
}

#[cfg(feature = "sanitize")]
exports! {
    /// Sanitizes HTML. The query is the name of a preset, or a configuration as JSON.
    sanitize => sanitizing::sanitize;
    /// Sanitizes HTML, and returns it with a list of the removals and changes.
    sanitize_with_report => sanitizing::sanitize_with_report;
}

#[cfg(feature = "check")]
exports! {
    /// Checks a page.
    check => check::check;
}

#[cfg(feature = "text")]
exports! {
    /// Changes a document that is kept.
    change => changes::change;
    /// Frees a document.
    close => pages::close;
    /// Keeps a page, and returns the handle of its document.
    open => pages::open;
    /// The tree of a page.
    tree => tree::tree;
    /// Reads the fields that the query describes as JSON.
    extract => fields::extract;
    /// Indents a page.
    format => writing::format;
    /// The links of a page.
    links => parts::links;
    /// The main content of a page.
    main_content => parts::main_content;
    /// A page as Markdown.
    markdown => parts::markdown;
    /// The metadata of a page.
    metadata => parts::metadata;
    /// Minifies a page.
    minify => writing::minify;
    /// The strings or the HTML of elements that a selector finds.
    select => query::select;
    /// A page as the standard serializes it.
    serialize => writing::serialize;
    /// The tables of a page.
    tables => parts::tables;
    /// The rendered text of a page.
    text => writing::text;
    /// The value of an XPath expression.
    xpath => query::xpath;
}

#[cfg(feature = "bytes")]
exports! {
    /// Decodes bytes.
    decode => bytes::decode;
    /// Encodes the query of a URL.
    encode_query => bytes::encode_query;
    /// Begins to rewrite a stream.
    rewrite => rewriting::rewrite;
    /// Takes a chunk of a stream.
    rewrite_chunk => rewriting::rewrite_chunk;
}

#[cfg(feature = "steps")]
exports! {
    /// The steps of the parser in short.
    overview => steps::overview;
    /// A step of the parser.
    step => steps::step;
    /// Some tokens.
    tokens => steps::tokens;
}

/// Makes place for the arguments of a call, and returns its address. The bytes that are already there are kept.
#[wasm_bindgen]
#[must_use]
pub fn reserve(bytes: usize) -> *const u8 {
    border::reserve(bytes)
}

/// Whether the input may have a U+FFFD, which JavaScript writes instead of a lone surrogate. This is faster than a test of the
/// string.
#[wasm_bindgen]
#[must_use]
pub fn has_replacement() -> bool {
    border::contains(0xEF)
}

/// The address of the answer.
#[wasm_bindgen]
#[must_use]
pub fn output() -> *const u8 {
    border::output().0
}

/// The number of bytes of the answer.
#[wasm_bindgen]
#[must_use]
pub fn output_length() -> usize {
    border::output().1
}
