//! `hedgerow format` and `hedgerow minify`: files in, the same documents out, written otherwise.
//!
//! What is not here: how they are written, which is the writer of the DOM; doing many at once (`documents.rs`).

use std::io::{self, Write};

use anyhow::Result;
use hedgerow::{MetaCharset, ToHtml, WriteOptions};

use super::documents::{self, Reading, Task};
use super::{Settings, inputs};
use crate::Outcome;
use crate::args::DocumentArguments;
use crate::input::{Document, Name};

/// The name of the encoding of all output.
const OUTPUT_ENCODING: &str = "utf-8";

/// Writes documents as `base` says, as UTF-8; `command` is the name of the command.
pub(super) fn run(
    arguments: DocumentArguments,
    base: &WriteOptions,
    command: &'static str,
    settings: &Settings,
) -> Result<Outcome> {
    let options = documents::write_options(&arguments, base)
        // Whatever a document says of its encoding, it is written in this one.
        .meta_charset(MetaCharset::Correct(OUTPUT_ENCODING.into()));
    let task = Format { reading: Reading::new(&arguments)?, options };
    documents::run(task, inputs(arguments.files, command, &arguments.limits)?, settings)
}

/// How documents are read and written.
struct Format {
    reading: Reading,
    options: WriteOptions,
}

impl Task for Format {
    type Answer = hedgerow::Document;

    fn answer(&self, name: &Name, document: Document) -> Result<Self::Answer> {
        self.reading.tree(name, &document)
    }

    fn write(&self, tree: &Self::Answer, writer: &mut impl Write) -> io::Result<()> {
        tree.root().write_html_to(writer, &self.options)?;
        writer.write_all(b"\n")
    }
}
