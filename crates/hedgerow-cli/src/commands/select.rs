//! `hedgerow select`: files in, what a CSS selector matches out.
//!
//! What is not here: matching, which is the crate `hedgerow`; reading (`input.rs`), parsing (`documents.rs`), the formats
//! (`render`).

use std::io::{self, Write};

use anyhow::{Result, anyhow};
use hedgerow::{NodeRef, Select as _, Selector, WriteOptions};

use super::documents::{Pieces, Reading, answer_all, write_options};
use super::{Settings, inputs};
use crate::args::{SelectArguments, ShownArguments};
use crate::input::{Document, Name};
use crate::ordered::Weight;
use crate::{Outcome, render};

pub(super) fn run(arguments: SelectArguments, settings: &Settings) -> Result<Outcome> {
    let selector =
        Selector::parse(&arguments.selector).map_err(|error| anyhow!("invalid selector: {error}"))?;
    let reading = Reading::new(&arguments.documents)?;
    let markup = write_options(&arguments.documents, &WriteOptions::default());
    let search = Search { reading, selector, shown: Shown::new(arguments.shown, markup) };
    let inputs = inputs(arguments.documents.files, "select", &arguments.documents.limits)?;
    let mut found = false;
    let work = move |name: &Name, document: Document, put: &mut dyn FnMut(Answer) -> io::Result<()>| {
        search.answer(name, &document, put)
    };
    let outcome = answer_all(inputs, settings, work, |output, heading, answer| {
        heading.write(output)?;
        found |= answer.matches > 0;
        output.write_all(&answer.text)
    })?;
    Ok(if outcome == Outcome::Done && !found { Outcome::NothingFound } else { outcome })
}

/// What is looked for in each input.
struct Search {
    reading: Reading,
    selector: Selector,
    shown: Shown,
}

/// A piece of what is found in an input.
struct Answer {
    /// How many elements match, in the last piece.
    matches: usize,
    text: Vec<u8>,
}

impl Weight for Answer {
    fn weight(&self) -> usize {
        self.text.capacity()
    }
}

/// What is printed of an element that matches.
enum Shown {
    Html(WriteOptions),
    Text,
    Attribute(String),
    Json,
    Count,
}

impl Shown {
    fn new(arguments: ShownArguments, markup: WriteOptions) -> Self {
        match arguments {
            ShownArguments { attribute: Some(name), .. } => Self::Attribute(name),
            ShownArguments { text: true, .. } => Self::Text,
            ShownArguments { json: true, .. } => Self::Json,
            ShownArguments { count: true, .. } => Self::Count,
            _ => Self::Html(markup),
        }
    }

    fn write(&self, element: NodeRef<'_>, writer: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Html(markup) => render::write_html(element, markup, writer),
            Self::Text => writeln!(writer, "{}", element.text()),
            Self::Attribute(name) => match element.attribute(name) {
                Some(value) => writeln!(writer, "{value}"),
                None => Ok(()),
            },
            Self::Json => render::write_json(element, writer),
            Self::Count => Ok(()),
        }
    }
}

impl Search {
    fn answer(
        &self,
        name: &Name,
        document: &Document,
        put: &mut dyn FnMut(Answer) -> io::Result<()>,
    ) -> Result<()> {
        let tree = self.reading.tree(name, document)?;
        let mut matches = 0;
        let mut put_text = |text| put(Answer { matches: 0, text });
        let mut output = Pieces::new(&mut put_text);
        for element in tree.select(&self.selector)? {
            matches += 1;
            self.shown.write(element, &mut output)?;
        }
        if matches!(self.shown, Shown::Count) {
            writeln!(output, "{matches}")?;
        }
        let text = output.rest;
        Ok(put(Answer { matches, text })?)
    }
}
