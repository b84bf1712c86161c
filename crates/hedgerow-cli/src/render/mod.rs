//! Trees as text, in the formats of `hedgerow tree`.

mod outline;
mod palette;
mod positions;

use std::fmt;
use std::io::{self, Write};

use hedgerow::json::ToJson as _;
use hedgerow::serialize::{ToTestFormat, WriteOptions};
use hedgerow::{Document, NodeRef, ToHtml};

use crate::args::Format;

pub(crate) use outline::Outline;
pub(crate) use palette::{Palette, terminal_width};
pub(crate) use positions::Positions;

/// Writes the tree of a document, and a newline.
pub(crate) fn write(
    document: &Document,
    format: Format,
    outline: &Outline,
    markup: &WriteOptions,
    writer: &mut impl Write,
) -> io::Result<()> {
    match format {
        Format::Outline => return outline.write(document, writer),
        Format::Dump => write_text(writer, |output| document.root().write_test_format(output))?,
        Format::Html => document.root().write_html_to(writer, markup)?,
        Format::Json if outline.has_positions() => positions::write_json(document, writer)?,
        Format::Json => document.root().write_json(writer)?,
    }
    writer.write_all(b"\n")
}

/// Writes a node as JSON, and a newline.
pub(crate) fn write_json(node: NodeRef<'_>, writer: &mut impl Write) -> io::Result<()> {
    node.write_json(writer)?;
    writer.write_all(b"\n")
}

/// Calls `write` with an output for text that writes to `writer`.
fn write_text<W: Write>(
    writer: &mut W,
    write: impl FnOnce(&mut TextOutput<'_, W>) -> fmt::Result,
) -> io::Result<()> {
    let mut output = TextOutput { writer, result: Ok(()) };
    match write(&mut output) {
        Ok(()) => Ok(()),
        Err(fmt::Error) => output.result,
    }
}

/// An output for text that writes to a writer of bytes, and keeps the error of that writer.
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
