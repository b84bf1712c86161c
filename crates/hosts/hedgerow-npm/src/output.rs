//! [`Output`]: the limit on the text or list that a call returns.
//!
//! Elements can share attributes and texts, which are repeated for each of them, so a short input can have a very long output.

use std::fmt;

use hedgerow::Document;
use hedgerow::serialize::{LimitedWriter, OutputLimit};

use crate::options::Options;

/// The number of bytes that are counted for a string in addition to its text.
const BYTES_OF_STRING: u64 = 48;

/// Counts the strings of a result.
pub(crate) struct Output {
    most: u64,
    left: u64,
}

impl Output {
    /// The limit in the options, or 1 MiB, and 16 bytes for each byte of text and 256 for each node.
    pub(crate) fn new(options: &Options, document: &Document) -> Self {
        let default = || (1 << 20) + 16 * document.text_size() + 256 * document.node_count() as u64;
        let most = options.limits.limits().output.unwrap_or_else(default);
        Self { most, left: most }
    }

    /// Returns the text that a function writes, as a result of its own.
    pub(crate) fn whole(
        &self,
        write: impl FnOnce(&mut LimitedWriter<String>) -> fmt::Result,
    ) -> Result<String, OutputLimit> {
        LimitedWriter::text(self.most, write)
    }

    /// Returns the text that a function writes, as a string of the result.
    pub(crate) fn text(
        &mut self,
        write: impl FnOnce(&mut LimitedWriter<String>) -> fmt::Result,
    ) -> Result<String, OutputLimit> {
        let text = LimitedWriter::text(self.left, write).map_err(|_| OutputLimit { most: self.most })?;
        self.count(&text).map(|()| text)
    }

    /// Counts a string.
    pub(crate) fn count(&mut self, text: &str) -> Result<(), OutputLimit> {
        let bytes = text.len() as u64 + BYTES_OF_STRING;
        self.left = self.left.checked_sub(bytes).ok_or(OutputLimit { most: self.most })?;
        Ok(())
    }
}
