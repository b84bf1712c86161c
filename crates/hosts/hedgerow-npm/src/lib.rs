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
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod border;
#[cfg(feature = "full")]
mod changes;
#[cfg(feature = "full")]
mod check;
mod failure;
#[cfg(feature = "full")]
mod fields;
mod options;
#[cfg(feature = "full")]
mod output;
#[cfg(feature = "full")]
mod pages;
#[cfg(feature = "full")]
mod parts;
#[cfg(feature = "full")]
mod query;
#[cfg(feature = "full")]
mod rewriting;
mod sanitizing;
#[cfg(feature = "full")]
mod tree;
#[cfg(feature = "full")]
mod utf16;
#[cfg(feature = "full")]
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

exports! {
    /// Sanitizes HTML. The query is the name of a preset, or a configuration as JSON.
    sanitize => sanitizing::sanitize;
    /// Sanitizes HTML, and returns it with a list of the removals and changes.
    sanitize_with_report => sanitizing::sanitize_with_report;
}

#[cfg(feature = "full")]
exports! {
    /// Changes a document that is kept.
    change => changes::change;
    /// Frees a document.
    close => pages::close;
    /// Keeps a page, and returns the handle of its document.
    open => pages::open;
    /// The tree of a page.
    tree => tree::tree;
    /// Checks a page.
    check => check::check;
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
    /// Begins to rewrite a stream.
    rewrite => rewriting::rewrite;
    /// Takes a chunk of a stream.
    rewrite_chunk => rewriting::rewrite_chunk;
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

/// Makes place for the arguments of a call, and returns its address. The bytes that are already there are kept.
#[wasm_bindgen]
#[must_use]
pub fn reserve(bytes: usize) -> *const u8 {
    border::reserve(bytes)
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
