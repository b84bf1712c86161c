//! What `hedgerow batch` is made of: lines of input, requests, answers.
//!
//! What is not here: who reads, works and writes when (`commands/batch.rs`).

mod answer;
mod lines;
mod request;

pub(crate) use answer::{Answers, RequestLimits, answer};
pub(crate) use lines::{LineReader, Lines};
