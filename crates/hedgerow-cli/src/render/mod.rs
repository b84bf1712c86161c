//! Trees as text, in the formats of `hedgerow tree`.
//!
//! What is not here: dumps and HTML themselves, which are the DOM's.

mod json;

use std::fmt;
use std::io::{self, Write};

use hedgerow::{Document, SerializeOptions};

use crate::args::Format;

/// Writes the tree of a document, and a newline.
pub(crate) fn write(
    document: &Document,
    format: Format,
    scripting: bool,
    writer: &mut impl Write,
) -> io::Result<()> {
    match format {
        Format::Dump => writer.write_all(document.to_test_format().as_bytes())?,
        Format::Html => write_html(document, scripting, writer)?,
        Format::Json => json::write_document(document, writer)?,
    }
    writer.write_all(b"\n")
}

fn write_html(document: &Document, scripting: bool, writer: &mut impl Write) -> io::Result<()> {
    let mut output = TextOutput { writer, result: Ok(()) };
    let options = SerializeOptions { scripting, ..SerializeOptions::default() };
    match document.root().write_inner_html(&mut output, options) {
        Ok(()) => Ok(()),
        Err(fmt::Error) => output.result,
    }
}

/// A writer of bytes as a writer of text, which remembers the error.
struct TextOutput<'w, W> {
    writer: &'w mut W,
    result: io::Result<()>,
}

impl<W: Write> fmt::Write for TextOutput<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.result = self.writer.write_all(text.as_bytes());
        self.result.as_ref().map_err(|_| fmt::Error).copied()
    }
}
