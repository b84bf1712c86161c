//! The tokenization stage of the WHATWG HTML standard: all 84 states, all parse errors, no tree.
//!
//! A [`Tokenizer`] reads preprocessed text and passes borrowed [`Token`]s to a [`TokenSink`]:
//!
//! ```
//! use hedgerow_input::Span;
//! use hedgerow_base::{NameId, NameInterner};
//! use hedgerow_tokenizer::{Feedback, ParseErrorCode, Token, TokenSink, Tokenizer};
//!
//! /// Collects the names of the start tags.
//! #[derive(Default)]
//! struct StartTags(NameInterner, Vec<String>);
//!
//! impl TokenSink for StartTags {
//!     const PARSE_ERRORS: bool = false;
//!     fn process_token(&mut self, token: &Token<'_>, _: Span) -> Feedback {
//!         if let Token::StartTag(tag) = token {
//!             self.1.push(self.0.text(tag.name).to_owned());
//!         }
//!         Feedback::Continue
//!     }
//!     fn parse_error(&mut self, _: ParseErrorCode, _: Span, _: Option<NameId>) {}
//!     fn intern(&mut self, name: &str) -> NameId {
//!         self.0.intern(name)
//!     }
//!     fn adjusted_current_node_is_foreign(&self) -> bool {
//!         false
//!     }
//! }
//!
//! let mut tokenizer = Tokenizer::new(StartTags::default());
//! tokenizer.run("<P>one <b>two</b><my-element>", true);
//! assert_eq!(tokenizer.into_sink().1, ["p", "b", "my-element"]);
//! ```
//!
//! # Overview
//!
//! - **Input**: [`Tokenizer::run`] takes text whose newlines are normalized (`hedgerow_input::normalize_newlines`). Its
//!   [`Outcome`] has the number of bytes that were used. The rest of the text is the start of a token: pass it again,
//!   followed by the next text. Wherever the input is cut, tokens, errors and spans are the same; only a run of
//!   characters may be split.
//! - **Tokens** are views, valid during the call. Characters come in runs ([`Text`]), which usually are slices of the
//!   input; NULs come alone. A name is a number; for an unknown name, the tokenizer asks the sink
//!   ([`TokenSink::intern`]).
//! - **Tree construction** controls the tokenizer: the [`Feedback`] of the sink switches the state after a token (to
//!   RCDATA after `<title>`, for instance) or suspends the tokenizer. With a sink that always returns
//!   [`Feedback::Continue`], all text is read in the data state.
//! - **Errors** ([`ParseErrorCode`]) and attribute places cost nothing unless the constants of the sink ask for them.
//! - **Tracing**: with [`TokenSink::STATES`], the sink receives each [`State`].
//!
//! For the tokens of documents as a browser reads them, use `hedgerow::Parser::trace_tokens`, which runs the tree
//! builder too.
//!
//! Bytes and encodings are in `hedgerow-input`; tree construction is in `hedgerow-tree`.
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod emit;
mod entities;
mod error;
mod piece;
mod recent_names;
mod sink;
mod state;
mod states;
mod text;
mod token;
mod tokenizer;

pub use error::ParseErrorCode;
pub use sink::{Feedback, TokenSink};
pub use state::{State, words_of_name};
pub use text::Text;
pub use token::{AttributePlace, Attributes, Doctype, EndTag, ProcessingInstruction, Tag, Token};
pub use tokenizer::{Outcome, Tokenizer};
