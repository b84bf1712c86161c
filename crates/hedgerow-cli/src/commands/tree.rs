//! `hedgerow tree`: prints the trees of documents. The formats are in `render`.

use std::io::{self, IsTerminal as _, Write};

use anstream::ColorChoice;
use anyhow::{Result, bail};
use hedgerow::serialize::{LimitedWriter, WriteOptions};

use super::common::{Settings, inputs};
use super::documents::{self, OutputBound, Reading, Task};
use crate::Outcome;
use crate::args::{Format, TreeArguments};
use crate::input::{Document, Name};
use crate::render::{self, Outline};

pub(super) fn run(arguments: TreeArguments, settings: &Settings) -> Result<Outcome> {
    let TreeArguments { format, json, spans, fold_whitespace, documents: arguments } = arguments;
    let format = if json { Some(Format::Json) } else { format };
    if spans && matches!(format, Some(Format::Dump | Format::Html)) {
        bail!("--spans: only an outline and JSON have positions");
    }
    let mut reading = Reading::new(&arguments)?;
    reading.parser = reading.parser.source_spans(spans);
    let choice = settings.colour_choice();
    let is_for_people =
        spans || fold_whitespace || choice == ColorChoice::Always || io::stdout().is_terminal();
    let format = format.unwrap_or(if is_for_people { Format::Outline } else { Format::Dump });
    let outline = Outline::new(choice != ColorChoice::Never, spans, fold_whitespace);
    let markup = documents::write_options(&arguments, &WriteOptions::default());
    let output_bound = match format {
        Format::Html => OutputBound::of_html(&arguments.limits),
        Format::Json => OutputBound::of_json(&arguments.limits),
        Format::Dump | Format::Outline => OutputBound::of_lines(&arguments.limits),
    };
    let task = Tree { reading, format, outline, markup, output_bound };
    documents::run(task, inputs(arguments.files, "tree", &arguments.limits)?, settings)
}

/// Parses documents and writes their trees.
struct Tree {
    reading: Reading,
    format: Format,
    outline: Outline,
    markup: WriteOptions,
    output_bound: OutputBound,
}

impl Task for Tree {
    type Answer = hedgerow::Document;

    fn answer(&self, name: &Name, document: Document) -> Result<Self::Answer> {
        self.reading.tree(name, &document)
    }

    fn is_json(&self) -> bool {
        matches!(self.format, Format::Json)
    }

    fn output_bound(&self) -> OutputBound {
        self.output_bound
    }

    fn write(&self, tree: &Self::Answer, writer: &mut LimitedWriter<impl Write>) -> io::Result<()> {
        render::write(tree, self.format, &self.outline, &self.markup, writer)
    }
}
