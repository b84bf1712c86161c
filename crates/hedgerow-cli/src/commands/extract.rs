//! `hedgerow markdown` and `hedgerow text`: what documents say, as Markdown or as text.

use std::fmt;
use std::io::{self, Write};

use anyhow::Result;
use hedgerow::ToHtml as _;
use hedgerow::extract::{ContentOptions, Extract as _, LinkStyle, MarkdownOptions, ToMarkdown as _};
use hedgerow::serialize::{LimitedWriter, RenderedTextOptions};
use serde::Serialize;

use super::common::{Settings, inputs};
use super::documents::{self, OutputBound, Reading, Task};
use crate::Outcome;
use crate::args::{MarkdownArguments, TextArguments};
use crate::base::address;
use crate::input::{Document, Name};
use crate::json_text::write_line;

pub(super) fn markdown(arguments: MarkdownArguments, settings: &Settings) -> Result<Outcome> {
    let MarkdownArguments { links, no_images, base, text } = arguments;
    let links = LinkStyle::from(links);
    run(text, Some(Markdown { links, images: !no_images, base }), "markdown", settings)
}

pub(super) fn text(arguments: TextArguments, settings: &Settings) -> Result<Outcome> {
    run(arguments, None, "text", settings)
}

fn run(
    arguments: TextArguments,
    markdown: Option<Markdown>,
    command: &'static str,
    settings: &Settings,
) -> Result<Outcome> {
    let TextArguments { main, format, documents } = arguments;
    let task = Extraction {
        reading: Reading::new(&documents)?,
        markdown,
        is_main: main,
        is_json: format.is_json(),
        scripting: documents.scripting,
        output_bound: OutputBound::of_html(&documents.limits),
    };
    documents::run(task, inputs(documents.files, command, &documents.limits)?, settings)
}

/// The options of Markdown.
struct Markdown {
    links: LinkStyle,
    images: bool,
    base: Option<String>,
}

/// Parses documents and writes what they say.
struct Extraction {
    reading: Reading,
    /// `None` for text.
    markdown: Option<Markdown>,
    is_main: bool,
    is_json: bool,
    scripting: bool,
    output_bound: OutputBound,
}

/// A document to be written.
struct Page {
    tree: hedgerow::Document,
    /// The address against which addresses are resolved.
    base: Option<String>,
}

/// A document as a line of JSON.
#[derive(Serialize)]
struct Line<'t> {
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<&'t str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'t str>,
}

impl Extraction {
    fn write_text(&self, page: &Page, writer: &mut impl fmt::Write) -> fmt::Result {
        let content = self.is_main.then(|| page.tree.main_content(&ContentOptions::default()));
        match (&self.markdown, &content) {
            (Some(markdown), _) => {
                let options = MarkdownOptions::default()
                    .links(markdown.links)
                    .images(markdown.images)
                    .base(page.base.as_deref());
                match &content {
                    Some(content) => content.write_markdown(writer, &options),
                    None => page.tree.write_markdown(writer, &options),
                }
            }
            (None, Some(content)) => content.write_text(writer),
            (None, None) => {
                let options = RenderedTextOptions::default().scripting(self.scripting);
                page.tree.write_rendered_text(writer, options)
            }
        }
    }
}

impl Task for Extraction {
    type Answer = Page;

    fn answer(&self, name: &Name, document: Document) -> Result<Page> {
        let base = self.markdown.as_ref().and_then(|markdown| markdown.base.as_deref());
        let base = base.map(|base| address(name).unwrap_or(base).to_owned());
        Ok(Page { tree: self.reading.tree(name, &document)?, base })
    }

    fn is_json(&self) -> bool {
        self.is_json
    }

    fn output_bound(&self) -> OutputBound {
        self.output_bound
    }

    fn write(&self, page: &Page, writer: &mut LimitedWriter<impl Write>) -> io::Result<()> {
        let text = LimitedWriter::text(writer.left(), |text| self.write_text(page, text));
        let text = text.map_err(io::Error::other)?;
        if self.is_json {
            let (markdown, text) =
                if self.markdown.is_some() { (Some(&*text), None) } else { (None, Some(&*text)) };
            return write_line(&Line { markdown, text }, writer);
        }
        writer.write_all(text.as_bytes())?;
        if text.ends_with('\n') { Ok(()) } else { writer.write_all(b"\n") }
    }
}
