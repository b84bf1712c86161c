//! [`Options`]: limits on the cost of a document.

use hedgerow::{Limits, xpath};

/// Limits on the cost of a document. A document that exceeds a limit has a null value with a reason.
///
/// ```
/// use hedgerow_columns::Options;
/// let mut options = Options::default();
/// options.limits = options.limits.bytes(1 << 20);
/// options.output_bytes = 1 << 20;
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Limits of the parser; by default those of [`Limits::BROWSER`] and 16 MiB of input. The limit on the depth also bounds
    /// the time for a selector that matches nested elements.
    pub limits: Limits,
    /// Whether bytes without a declared encoding are read as UTF-8 if nearly all of them are UTF-8; see
    /// [`EncodingHints::prefer_utf8`](hedgerow::EncodingHints::prefer_utf8). By default `false`, as in browsers.
    pub prefer_utf8: bool,
    /// The maximum length of a value in bytes, to which each byte of the document adds
    /// [`output_bytes_per_byte`](Self::output_bytes_per_byte). Each item of a list counts as 16 bytes in
    /// addition to its texts. By default 64 KiB.
    pub output_bytes: u64,
    /// The number of bytes that each byte of the document adds to [`output_bytes`](Self::output_bytes); by default 16.
    pub output_bytes_per_byte: u64,
    /// The maximum number of parse errors that [`html_errors`](crate::html_errors) lists; by default 1000.
    pub errors: usize,
    /// Limits of XPath expressions.
    pub xpath: xpath::Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::BROWSER.bytes(16 << 20),
            prefer_utf8: false,
            output_bytes: 64 << 10,
            output_bytes_per_byte: 16,
            errors: 1000,
            xpath: xpath::Limits::default(),
        }
    }
}

impl Options {
    /// The maximum number of bytes of a value for a document of this length.
    pub(crate) fn most_output(&self, length: usize) -> u64 {
        self.output_bytes.saturating_add(self.output_bytes_per_byte.saturating_mul(length as u64))
    }
}
