//! `hedgerow format` and `hedgerow minify`: files in, the same documents out, written otherwise.
//!
//! What is not here: how they are written, which is the writer of the DOM; doing many at once (`documents.rs`).

use std::io::{self, Write};

use anyhow::Result;
use hedgerow::{Document, MetaCharset, WriteOptions};

use super::documents::{self, Task};
use crate::Outcome;
use crate::args::DocumentArguments;

/// The name of the encoding of all output.
const OUTPUT_ENCODING: &str = "utf-8";

/// Writes documents as `base` says, as UTF-8; `command` is the name of the command.
pub(super) fn run(arguments: DocumentArguments, base: &WriteOptions, command: &str) -> Result<Outcome> {
    let options = WriteOptions {
        scripting: arguments.scripting,
        // Whatever a document says of its encoding, it is written in this one.
        meta_charset: MetaCharset::Correct(OUTPUT_ENCODING.into()),
        ..base.clone()
    };
    let task = Task::new(&arguments, Format { options })?;
    documents::run(task, arguments.files, command)
}

/// How documents are written.
#[derive(Clone, Debug)]
struct Format {
    options: WriteOptions,
}

impl documents::Output for Format {
    fn write(&self, document: &Document, writer: &mut impl Write) -> io::Result<()> {
        document.root().write_html_to(writer, &self.options)?;
        writer.write_all(b"\n")
    }
}
