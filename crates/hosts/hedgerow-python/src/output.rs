//! [`Output`]: the limit on the text or list that a call returns.
//!
//! Elements can share attributes and texts, which are repeated for each of them, so a short input can have a very long output.

use hedgerow::Document;
use hedgerow::serialize::OutputLimit;

/// The number of bytes that are counted for a string in addition to its text.
const BYTES_OF_STRING: u64 = 48;

/// The default limit for a document: 1 MiB, and 16 bytes for each byte of text and 256 for each node.
pub(crate) fn default_limit(document: &Document) -> u64 {
    (1 << 20) + 16 * document.text_size() + 256 * document.node_count() as u64
}

/// Counts the strings of a result.
pub(crate) struct Output {
    most: u64,
    left: u64,
}

impl Output {
    pub(crate) fn new(most: u64) -> Self {
        Self { most, left: most }
    }

    /// The number of bytes that are left.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Counts a string.
    pub(crate) fn count(&mut self, text: &str) -> Result<(), OutputLimit> {
        let bytes = text.len() as u64 + BYTES_OF_STRING;
        self.left = self.left.checked_sub(bytes).ok_or(OutputLimit { most: self.most })?;
        Ok(())
    }
}
