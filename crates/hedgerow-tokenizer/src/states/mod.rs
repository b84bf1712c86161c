//! The states: a file for each group of states, and a method for each state, named as in the standard. The fast
//! path through several states is in `fast_tag.rs`; states share `end_tag_in_text.rs` and `look_ahead.rs`.
//!
//! A state consumes as much as it can and returns on a transition. It is re-enterable: when the text of a chunk
//! ends, `input.next()?` leaves it, and the next run enters it again with everything that is pending in the
//! fields of the [`Tokenizer`](crate::Tokenizer).

mod attribute;
mod cdata;
mod character_reference;
mod comment;
mod data;
mod doctype;
mod doctype_identifiers;
mod end_tag_in_text;
mod fast_tag;
mod look_ahead;
mod markup_declaration;
mod processing_instruction;
mod rawtext;
mod rcdata;
mod script_data;
mod script_data_double_escaped;
mod script_data_escaped;
mod tag;
