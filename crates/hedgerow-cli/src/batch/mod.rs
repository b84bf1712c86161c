//! The parts of `hedgerow batch`: lines of input, requests, answers. `commands/batch.rs` connects them.

mod answer;
mod lines;
mod request;

pub(crate) use answer::{Answers, RequestLimits, answer};
pub(crate) use lines::{LineReader, Lines};
