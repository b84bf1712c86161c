//! `hedgerow select`: files in, what a CSS selector matches out.
//!
//! What is not here: matching, which is the crate `hedgerow`; reading (`input.rs`), parsing (`documents.rs`), the formats
//! (`render`).

use std::io::{self, Write};

use anyhow::{Result, anyhow};
use hedgerow::{AttributeRef, Namespace, NodeRef, Select as _, Selector, WriteOptions, known};

use super::documents::{Reading, answer_all, write_options};
use super::{Settings, inputs};
use crate::args::{SelectArguments, ShownArguments};
use crate::input::{Document, Name};
use crate::{Outcome, render};

pub(super) fn run(arguments: SelectArguments, settings: &Settings) -> Result<Outcome> {
    let selector =
        Selector::parse(&arguments.selector).map_err(|error| anyhow!("invalid selector: {error}"))?;
    let reading = Reading::new(&arguments.documents)?;
    let markup = write_options(&arguments.documents, &WriteOptions::default());
    let search = Search { reading, selector, shown: Shown::new(arguments.shown, markup) };
    let inputs = inputs(arguments.documents.files, "select")?;
    let mut found = false;
    let work = move |name: &Name, document: Document| search.answer(name, &document);
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

/// What is found in an input.
struct Answer {
    matches: usize,
    text: Vec<u8>,
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

    fn write(&self, element: NodeRef<'_>, writer: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Html(markup) => render::write_html(element, markup, writer),
            Self::Text => writeln!(writer, "{}", element.text()),
            Self::Attribute(name) => {
                let mut attributes = element.attributes();
                match attributes.find(|attribute| is_called(*attribute, element, name)) {
                    Some(attribute) => writeln!(writer, "{}", attribute.value()),
                    None => Ok(()),
                }
            }
            Self::Json => render::write_json(element, writer),
            Self::Count => Ok(()),
        }
    }
}

/// Whether this is the name of an attribute as it is written in HTML, with its prefix, as in `xlink:href`.
/// <https://dom.spec.whatwg.org/#concept-element-attributes-get-by-name>
fn is_called(attribute: AttributeRef<'_>, element: NodeRef<'_>, name: &str) -> bool {
    let prefix = attribute.namespace().prefix();
    let local_name = if prefix.is_empty() || attribute.name().local == known::XMLNS {
        Some(name)
    } else {
        name.strip_prefix(&*prefix).and_then(|rest| rest.strip_prefix(':'))
    };
    local_name.is_some_and(|local_name| match element.namespace() {
        Some(Namespace::Html) => attribute.name_text() == local_name.to_ascii_lowercase(),
        _ => attribute.name_text() == local_name,
    })
}

impl Search {
    fn answer(&self, name: &Name, document: &Document) -> Result<Answer> {
        let tree = self.reading.tree(name, document)?;
        let mut answer = Answer { matches: 0, text: Vec::new() };
        for element in tree.select(&self.selector)? {
            answer.matches += 1;
            self.shown.write(element, &mut answer.text)?;
        }
        if matches!(self.shown, Shown::Count) {
            writeln!(answer.text, "{}", answer.matches)?;
        }
        Ok(answer)
    }
}
