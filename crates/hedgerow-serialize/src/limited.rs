//! [`LimitedWriter`]: limits the length of the output.

use std::fmt;
use std::io;

/// A writer that refuses to write more than a given number of bytes.
///
/// Elements of a document may share their attributes and their text, so the output can be much longer than the input: 640 KB
/// of `<p><b title=…></p>` and `<p>x` become 25 GB of HTML, as the standard requires. For untrusted documents, pass this
/// writer to any method that writes: [`write_inner_html`], [`write_html`], `write_json`, [`write_rendered_text`],
/// [`write_test_format`]. The methods that return a `String` are not limited; next to each of them is a method that writes the
/// same text, and [`LimitedWriter::text`] returns what it writes. For `NodeRef::text`, that is the iterator [`texts`].
///
/// ```
/// use hedgerow::Document;
/// use hedgerow::serialize::{LimitedWriter, SerializeOptions};
/// use hedgerow::ToHtml;
/// let mut document = Document::new();
/// let comment = document.create_comment("note");
/// document.append(document.root_id(), comment)?;
/// let written = |most| {
///     let mut writer = LimitedWriter::new(String::new(), most);
///     let _ = document.root().write_inner_html(&mut writer, SerializeOptions::default());
///     writer.finish()
/// };
/// assert_eq!(written(11).as_deref(), Ok("<!--note-->"));
/// assert_eq!(written(10).unwrap_err().to_string(), "the output is longer than 10 bytes");
/// # Ok::<(), hedgerow::dom::MutationError>(())
/// ```
///
/// [`write_inner_html`]: crate::ToHtml::write_inner_html
/// [`write_html`]: crate::ToHtml::write_html
/// [`write_rendered_text`]: crate::ToHtml::write_rendered_text
/// [`texts`]: hedgerow_dom::NodeRef::texts
/// [`write_test_format`]: crate::ToTestFormat::write_test_format
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitedWriter<W> {
    writer: W,
    most: u64,
    written: u64,
    is_exceeded: bool,
}

/// The error for an output that is longer than a [`LimitedWriter`] allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OutputLimit {
    /// The maximum number of bytes.
    pub most: u64,
}

impl fmt::Display for OutputLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the output is longer than {} bytes", self.most)
    }
}

impl std::error::Error for OutputLimit {}

impl<W> LimitedWriter<W> {
    /// Creates a writer that writes at most `most` bytes to another writer.
    pub fn new(writer: W, most: u64) -> Self {
        Self { writer, most, written: 0, is_exceeded: false }
    }

    /// The number of bytes that were written.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The number of bytes that may still be written.
    #[must_use]
    pub fn left(&self) -> u64 {
        if self.is_exceeded { 0 } else { self.most - self.written }
    }

    /// Returns the inner writer, which contains the whole output.
    ///
    /// # Errors
    ///
    /// If the limit was exceeded; use [`into_inner`](Self::into_inner) to get the part before the limit.
    pub fn finish(self) -> Result<W, OutputLimit> {
        if self.is_exceeded { Err(OutputLimit { most: self.most }) } else { Ok(self.writer) }
    }

    /// Returns the inner writer, which contains the output up to the limit.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Counts bytes that are about to be written. After the limit was exceeded, nothing is written.
    fn count(&mut self, bytes: usize) -> Result<(), OutputLimit> {
        let written = self.written.saturating_add(bytes as u64);
        if self.is_exceeded || written > self.most {
            self.is_exceeded = true;
            return Err(OutputLimit { most: self.most });
        }
        self.written = written;
        Ok(())
    }
}

impl LimitedWriter<String> {
    /// Returns the text that a function writes.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::serialize::{LimitedWriter, ToHtml, WriteOptions};
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment)?;
    /// let html = |most| LimitedWriter::text(most, |writer| document.write_html(writer, &WriteOptions::minify()));
    /// assert_eq!(html(100).unwrap(), "<!--note-->");
    /// assert_eq!(html(10).unwrap_err().most, 10);
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text has more than `most` bytes. The part before the limit is dropped.
    pub fn text(most: u64, write: impl FnOnce(&mut Self) -> fmt::Result) -> Result<String, OutputLimit> {
        let mut writer = Self::new(String::new(), most);
        // Only the limit makes a writer of strings fail.
        let _ = write(&mut writer);
        writer.finish()
    }
}

/// A string that exceeds the limit is refused as a whole.
impl<W: fmt::Write> fmt::Write for LimitedWriter<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.count(text.len()).map_err(|_| fmt::Error)?;
        self.writer.write_str(text)
    }
}

/// Bytes that exceed the limit are refused as a whole, with an error that [contains](io::Error::get_ref) an [`OutputLimit`].
impl<W: io::Write> io::Write for LimitedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.count(bytes.len()).map_err(io::Error::other)?;
        self.writer.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn nothing_is_written_once_the_limit_is_exceeded() {
        let mut writer = LimitedWriter::new(String::new(), 5);
        assert_eq!(writer.write_str("four"), Ok(()));
        assert_eq!(writer.write_str("and"), Err(fmt::Error));
        assert_eq!(writer.write_str("!"), Err(fmt::Error));
        assert_eq!((writer.written(), writer.clone().finish()), (4, Err(OutputLimit { most: 5 })));
        assert_eq!(writer.into_inner(), "four");
    }

    #[test]
    fn the_error_of_a_byte_writer_contains_the_limit() {
        let mut writer = LimitedWriter::new(Vec::new(), 3);
        io::Write::write_all(&mut writer, b"abc").expect("it fits");
        let error = io::Write::write(&mut writer, b"d").expect_err("it does not fit");
        let inner = error.get_ref().and_then(|error| error.downcast_ref());
        assert_eq!(inner, Some(&OutputLimit { most: 3 }));
    }
}
