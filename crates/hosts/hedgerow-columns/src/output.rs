//! [`Output`]: the limit on the output for a document.

use std::fmt;

use arrow_array::builder::LargeStringBuilder;
use hedgerow::limits::Stop;
use hedgerow::serialize::{LimitedWriter, OutputLimit};

/// The reason why a value is null.
pub(crate) type Reason = Box<str>;

/// Returns the reason why a parser stopped. The value is null, so the reason does not say that the tree is incomplete.
pub(crate) fn reason_of(stop: &Stop) -> Reason {
    match stop {
        Stop::Limit(limit) => limit.to_string().into(),
        stop => stop.to_string().into(),
    }
}

/// The number of bytes that are counted for an item of a list in addition to its texts.
const BYTES_OF_ITEM: u64 = 16;

/// Counts the output of a function for a document, and limits it.
pub(crate) struct Output {
    most: u64,
    left: u64,
}

impl Output {
    pub(crate) fn new(most: u64) -> Self {
        Self { most, left: most }
    }

    /// The number of bytes that the output may still have.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// The reason for an output that is too long.
    pub(crate) fn is_exceeded(&self) -> Reason {
        OutputLimit { most: self.most }.to_string().into()
    }

    /// Counts bytes. Texts are counted before they are appended.
    pub(crate) fn count(&mut self, bytes: u64) -> Result<(), Reason> {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => return Err(self.is_exceeded()),
        }
        Ok(())
    }

    /// Counts an item of a list.
    pub(crate) fn item(&mut self) -> Result<(), Reason> {
        self.count(BYTES_OF_ITEM)
    }

    /// Appends a text.
    pub(crate) fn text(&mut self, builder: &mut LargeStringBuilder, text: &str) -> Result<(), Reason> {
        self.count(text.len() as u64)?;
        builder.append_value(text);
        Ok(())
    }

    /// Appends a text or a null.
    pub(crate) fn option(
        &mut self,
        builder: &mut LargeStringBuilder,
        text: Option<&str>,
    ) -> Result<(), Reason> {
        if let Some(text) = text {
            return self.text(builder, text);
        }
        builder.append_null();
        Ok(())
    }

    /// Appends the text that a function writes. After an error, the builder may contain a part of the text, but no new
    /// value.
    pub(crate) fn write(
        &mut self,
        builder: &mut LargeStringBuilder,
        write: impl FnOnce(&mut LimitedWriter<&mut LargeStringBuilder>) -> fmt::Result,
    ) -> Result<(), Reason> {
        let mut writer = LimitedWriter::new(&mut *builder, self.left);
        let result = write(&mut writer);
        let written = writer.written();
        if writer.finish().is_err() {
            return Err(self.is_exceeded());
        }
        result.map_err(|error| error.to_string())?;
        self.count(written)?;
        builder.append_value("");
        Ok(())
    }
}
