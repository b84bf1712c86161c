//! Rewrites HTML while it passes, and reads its tokens.
//!
//! A [`Rewriter`] calls handlers for the elements that selectors match, and writes the document with the handlers' edits. The
//! selectors match the tree that a browser builds, with implied elements, foster parenting and templates. Everything that no handler
//! changes is written byte for byte, in the encoding of the document.
//!
//! ```
//! use hedgerow::rewrite::{Content, Rewriter};
//! let rewriter = Rewriter::new()
//!     .on("tr:nth-child(2n) > td", |cell| Ok(cell.set_attribute("class", "even")?))?
//!     .on("h1", |heading| Ok(heading.after(Content::Html("<hr>"))?))?;
//! let page = "<H1>Hedges</H1><table><tr><td>Oak<tr><td>Yew</table>";
//! let rewritten = "<H1>Hedges</H1><hr><table><tr><td>Oak<tr><td class=\"even\">Yew</table>";
//! assert_eq!(rewriter.rewrite(page)?, rewritten);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`RewriteStream`] takes chunks and is a [`Write`](std::io::Write); [`Rewriter::pieces`] is an iterator. A [`Reader`] returns the
//! tokens of a document.
//!
//! # Handlers
//!
//! - [`Rewriter::on`] is called when the start tag has been processed, also for implied elements and for the copies that the parser
//!   makes of formatting elements, in the order of the tags. Elements in a `template` are matched in its contents, which are a tree
//!   of their own.
//! - [`Rewriter::on_text`] and [`Rewriter::on_comment`] are called for the texts and comments in the elements that match, at any
//!   depth. A text may come in several parts.
//! - [`Element::on_end`] is called at the end of an element.
//!
//! A selector may contain everything that depends on elements and their order. If it needs later siblings or the contents of an
//! element, as `:last-child`, `:empty` and `:has()` do, the source is held back until it is decided, up to a
//! [limit](Rewriter::limit); [`Rewriter::decided_at`] returns whether this is so. [`Rewriter::on_contents`] holds each element back to
//! its end. If nodes are moved later, the result for their new place is not known. Clones of options in `selectedcontent`, and the
//! effects of `<template for>`, are not seen.
//!
//! # What an edit may do
//!
//! An edit says how the tree changes. An edit with another effect on the tree that a parser of the output builds is refused with an
//! [`EditError`], or, if the effect depends on later text, the run ends with a [`Departure`]. With [`Checks::Report`] these edits are
//! made, and reported in the [`Outcome`]. Examples:
//!
//! - Content must be contained in the place. `<div>` in a `p` closes the `p`, `<b>` without an end tag affects later text, and text
//!   in a `table` is moved before it: [`EditError::NotContained`].
//! - Text and attribute values are escaped. Characters that the encoding lacks are written as character references where these can
//!   be read, not in a `script`: [`EditError::NotInEncoding`].
//! - If the end of an element is implied, its end tag is written before content that follows it: in `<p>a<p>b`, content after the
//!   first `p` is written after `</p>`.
//! - An element that another token implies has no start tag, so that only the end of its contents can change:
//!   [`EditError::NoStartTag`].
//! - The `b` of `<table><b>` is before the table in the tree: [`Element::is_in_source_order`] returns false, and nothing can be inserted
//!   before or after it: [`EditError::NotInSourceOrder`]. Its attributes and contents can change.
//! - If the parser moves nodes out of a removed element, as from `<b><p></b>x</p>`, the removed source is not that of the element:
//!   [`Departure::MovedNodes`].
//! - If the document ends in a tag, which a parser drops, content at the end is written before this tag. If the document ends in a
//!   comment or another token, which content would continue: [`Departure::IncompleteToken`].
//! - `meta` declarations of the encoding, the type of an `input`, and other attributes that control the parser stay:
//!   [`EditError::OtherRules`]. A new name must have the same rules: `div` may become `section`, not `p`.
//!
//! Some effects are not checked, because they depend on the whole source: those that
//! `hedgerow::source::SourceEdits` lists. For example, text inserted before a `frameset` makes the parser ignore it.
//!
//! # Memory and time
//!
//! The memory is bounded by the depth of the open elements, the length of the longest token, and the lengths of the chunks; a token
//! longer than the [limit](Rewriter::limit) ends the run, and so do longer names that are not in the standard, in total, and longer
//! source that is held back. The time is linear in the length of the document for each part of a selector.
//!
//! # How it works
//!
//! ```text
//! chunks → Input → Tokenizer → TreeBuilder → Window ──┬→ events → Stage → output
//!            │ text                          selectors┘              │
//!            └────────────────────── source ─────────────────────────┘
//! ```
//!
//! - `input.rs` stores the part of the source that is still needed, as text and as bytes, with a map between both.
//! - `window.rs` is the sink of tree construction. It stores only the nodes that the parser may still refer to. An element has the
//!   results of the selectors for itself and its children (`SelectorSet` of `hedgerow-select`), so matching needs no walk.
//!   Elements that have left the stack and the list of active formatting elements are freed between two runs of the tokenizer.
//! - The sink passes on an event for each element that matches or may match, for its end, and for texts and comments if they are
//!   wanted. Without a match there are no events. If a selector is decided later (`window/later.rs`), the event and those after it
//!   wait until it is, or until the limit is reached.
//! - `stage.rs` processes the events after each run: it calls the handlers and writes the source up to the event, then the edits. An
//!   element's attributes are read from its start tag only now (`tag.rs`).
//! - `seam.rs` keeps new content, and the source after removed nodes, from continuing a tag or a reference that begins before it.
//! - `check.rs` parses new content in a copy of the situation around the place: after the start tags of the open elements.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod candidate;
mod check;
mod element;
mod error;
mod frame;
mod input;
mod machine;
mod output;
mod reader;
mod rewriter;
mod seam;
mod stage;
mod tag;
mod window;

pub use element::{Checks, Comment, Content, Doctype, DocumentEnd, EditResult, Element, EndTag, TextChunk};
pub use hedgerow_select::DecidedAt;

pub use error::{Departure, EditError, RewriteError};
pub use reader::{
    Attribute, Doctype as DoctypeToken, EndTag as EndTagToken, OwnedToken, Reader, StartTag, Text, Token,
};
pub use rewriter::{Beyond, HandlerResult, Outcome, RewriteStream, Rewriter};

pub(crate) use rewriter::Handler;
