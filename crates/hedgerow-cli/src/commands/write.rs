//! `hedgerow format` and `hedgerow minify`: write documents as HTML with different options.

use std::io::{self, Write};

use anyhow::Result;
use hedgerow::ToHtml;
use hedgerow::serialize::{MetaCharset, WriteOptions};

use super::documents::{self, Reading, Task};
use super::{Settings, inputs};
use crate::Outcome;
use crate::args::DocumentArguments;
use crate::input::{Document, Name};

/// The name of the encoding of all output.
const OUTPUT_ENCODING: &str = "utf-8";

/// Writes documents with the options `base`, in UTF-8; `command` is the name of the command.
pub(super) fn run(
    arguments: DocumentArguments,
    base: &WriteOptions,
    command: &'static str,
    settings: &Settings,
) -> Result<Outcome> {
    let options = documents::write_options(&arguments, base)
        // The declared encoding is replaced with that of the output.
        .meta_charset(MetaCharset::Correct(OUTPUT_ENCODING.into()));
    let task = Format { reading: Reading::new(&arguments)?, options };
    documents::run(task, inputs(arguments.files, command, &arguments.limits)?, settings)
}

/// Parses documents and writes them as HTML.
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
