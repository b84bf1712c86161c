//! Documents as data for other programs: JSON trees, and what `serde` makes of a document.
//!
//! ```text
//! words.rs         enumerations as words
//! builder.rs       a document from nodes that are told one after the other, checked; what can be wrong with them
//! json_writer.rs   a tree as JSON: an object for each node        (feature `json`)
//! json_reader.rs   and back                                       (feature `json`)
//! flat.rs          a document as a flat list of what its walk finds, for any format of `serde`  (feature `serde`)
//! ```
//!
//! JSON is nested as the tree is, and so it is written and read event by event, not by `serde`, which recurses. What goes
//! through `serde` is flat.
//!
//! What is not here: HTML (`hedgerow-serialize`), and the dump of the test suite (`test_format.rs`).

mod builder;
#[cfg(feature = "serde")]
mod flat;
#[cfg(feature = "json")]
mod json_reader;
#[cfg(feature = "json")]
mod json_writer;
mod words;

#[cfg(feature = "json")]
pub use json_reader::JsonError;
