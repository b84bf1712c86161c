//! The text of a chunked input that the tokenizer has not let go of yet.

use std::borrow::Cow;

use crate::normalize_newlines;

/// Collects chunks into one contiguous, preprocessed text, from which the consumed part is dropped.
///
/// A CR at the end of a chunk waits for the next chunk, which may begin with its LF.
#[derive(Clone, Debug, Default)]
pub struct ChunkBuffer {
    text: String,
    /// The last chunk ended with a CR, for which a LF is already in the text.
    after_carriage_return: bool,
}

impl ChunkBuffer {
    /// Appends a chunk, with its newlines normalized.
    ///
    /// ```
    /// let mut buffer = hedgerow_input::ChunkBuffer::default();
    /// buffer.push("a\r");
    /// buffer.push("\nb");
    /// assert_eq!(buffer.text(), "a\nb");
    /// ```
    pub fn push(&mut self, chunk: &str) {
        let Some(&last) = chunk.as_bytes().last() else { return };
        let chunk =
            if self.after_carriage_return { chunk.strip_prefix('\n').unwrap_or(chunk) } else { chunk };
        self.after_carriage_return = last == b'\r';
        match normalize_newlines(chunk) {
            Cow::Borrowed(chunk) => self.text.push_str(chunk),
            Cow::Owned(chunk) => self.text.push_str(&chunk),
        }
    }

    /// The text that has come and was not discarded.
    ///
    /// ```
    /// assert_eq!(hedgerow_input::ChunkBuffer::default().text(), "");
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Drops the first `bytes` of the text.
    ///
    /// ```
    /// let mut buffer = hedgerow_input::ChunkBuffer::default();
    /// buffer.push("abc");
    /// buffer.discard(2);
    /// assert_eq!(buffer.text(), "c");
    /// ```
    pub fn discard(&mut self, bytes: usize) {
        self.text.drain(..bytes);
    }
}
