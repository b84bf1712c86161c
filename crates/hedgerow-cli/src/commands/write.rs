//! `hedgerow format` and `hedgerow minify`: write documents as HTML, indented or without optional parts.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use hedgerow::ToHtml;
use hedgerow::serialize::{MetaCharset, WriteOptions};
use serde::Serialize;

use super::common::{Settings, inputs};
use super::documents::{self, Reading, Task, answer_all};
use crate::Outcome;
use crate::args::{FormatArguments, HtmlFormat, MinifyArguments};
use crate::input::{Document, Name};
use crate::json_text::write_line;

/// The name of the encoding of all output.
const OUTPUT_ENCODING: &str = "utf-8";

pub(super) fn format(arguments: FormatArguments, settings: &Settings) -> Result<Outcome> {
    let FormatArguments { check, write, indent, width, layout } = arguments;
    let base = WriteOptions::pretty().indentation(indent).max_line_width(width);
    if !check && !write {
        return run(layout, &base, "format", settings);
    }
    let task = Format::new(&layout, &base)?;
    let inputs = inputs(layout.documents.files, "format", &layout.documents.limits)?;
    let mut some_differ = false;
    let work = move |name: &Name, document: Document, put: &mut dyn FnMut(Vec<u8>) -> io::Result<()>| {
        Ok(put(if task.reformat(name, &document, write)? {
            [&name.heading(), &b"\n"[..]].concat()
        } else {
            Vec::new()
        })?)
    };
    let outcome = answer_all(inputs, settings, work, |output, _, changed: Vec<u8>| {
        some_differ |= !changed.is_empty();
        output.write_all(&changed)
    })?;
    Ok(if check && some_differ && outcome == Outcome::Done { Outcome::SomeErrors } else { outcome })
}

pub(super) fn minify(arguments: MinifyArguments, settings: &Settings) -> Result<Outcome> {
    run(arguments, &WriteOptions::minify(), "minify", settings)
}

/// Writes documents with the options `base`, in UTF-8; `command` is the name of the command.
fn run(
    arguments: MinifyArguments,
    base: &WriteOptions,
    command: &'static str,
    settings: &Settings,
) -> Result<Outcome> {
    let task = Format::new(&arguments, base)?;
    documents::run(task, inputs(arguments.documents.files, command, &arguments.documents.limits)?, settings)
}

/// Parses documents and writes them as HTML.
struct Format {
    reading: Reading,
    options: WriteOptions,
    is_json: bool,
}

/// A document as a line of JSON.
#[derive(Serialize)]
struct Line {
    html: String,
}

impl Format {
    fn new(arguments: &MinifyArguments, base: &WriteOptions) -> Result<Self> {
        let options = documents::write_options(&arguments.documents, base)
            // The declared encoding is replaced with the encoding of the output.
            .meta_charset(MetaCharset::Correct(OUTPUT_ENCODING.into()));
        let is_json = arguments.format == Some(HtmlFormat::Json);
        Ok(Self { reading: Reading::new(&arguments.documents)?, options, is_json })
    }

    /// Formats a document, and writes it to its file if `is_written`. Returns whether formatting changes its bytes.
    fn reformat(&self, name: &Name, document: &Document, is_written: bool) -> Result<bool> {
        let Name::File(path) = name else {
            if is_written {
                bail!("cannot write {}: it is not a file", name.for_message());
            }
            return Ok(self.formatted(name, document)?.is_some());
        };
        let Some(formatted) = self.formatted(name, document)? else { return Ok(false) };
        if is_written {
            if fs::read(path).is_ok_and(|bytes| bytes != *document.bytes) {
                bail!("cannot write {}: it is compressed, or it changed meanwhile", name.for_message());
            }
            replace(path, &formatted).with_context(|| format!("cannot write {}", name.for_message()))?;
        }
        Ok(true)
    }

    /// Returns the formatted document; `None` if the document is formatted already.
    fn formatted(&self, name: &Name, document: &Document) -> Result<Option<Vec<u8>>> {
        let tree = self.reading.tree(name, document)?;
        let mut formatted = Vec::new();
        self.write(&tree, &mut formatted)?;
        Ok((formatted != document.bytes).then_some(formatted))
    }
}

/// Replaces a file: writes a temporary file beside it, and renames the temporary file, so that no failure leaves a part of a
/// file.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // The file may be a symbolic link.
    let path = fs::canonicalize(path)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let written = fs::write(&beside, bytes)
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(&path)?.permissions()))
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

impl Task for Format {
    type Answer = hedgerow::Document;

    fn answer(&self, name: &Name, document: Document) -> Result<Self::Answer> {
        self.reading.tree(name, &document)
    }

    fn is_json(&self) -> bool {
        self.is_json
    }

    fn write(&self, tree: &Self::Answer, writer: &mut impl Write) -> io::Result<()> {
        if self.is_json {
            return write_line(&Line { html: tree.root().to_html(&self.options) }, writer);
        }
        tree.root().write_html_to(writer, &self.options)?;
        writer.write_all(b"\n")
    }
}
