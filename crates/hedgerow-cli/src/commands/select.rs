//! `hedgerow select`: files in, what a CSS selector matches out.
//!
//! What is not here: matching, which is the crate `hedgerow`; reading (`input.rs`), the formats (`render`).

use std::io::{self, Write};

use anyhow::{Context as _, Result, anyhow};
use hedgerow::{Document, EncodingHints, NodeRef, Parser, Select as _, Selector};

use super::{answer_all, encoding_hints, inputs, write_heading};
use crate::args::{SelectArguments, ShownArguments};
use crate::input::Input;
use crate::{Outcome, render};

pub(super) fn run(arguments: SelectArguments) -> Result<Outcome> {
    let selector =
        Selector::parse(&arguments.selector).map_err(|error| anyhow!("not a selector: {error}"))?;
    let task =
        Task { selector, hints: encoding_hints(&arguments.encoding)?, shown: Shown::new(arguments.shown) };
    let inputs = inputs(arguments.files, "select")?;
    let are_headed = inputs.len() > 1;
    let (mut is_first, mut found) = (true, false);
    let outcome = answer_all(
        inputs,
        move |input| task.answer(input),
        |output, heading, answer| {
            if are_headed {
                write_heading(output, &mut is_first, heading)?;
            }
            found |= answer.matches > 0;
            output.write_all(&answer.text)
        },
    )?;
    Ok(if outcome == Outcome::Done && !found { Outcome::NothingFound } else { outcome })
}

/// What is done with each input.
struct Task {
    selector: Selector,
    hints: EncodingHints,
    shown: Shown,
}

/// What is found in an input.
struct Answer {
    matches: usize,
    text: Vec<u8>,
}

/// What is printed of an element that matches.
enum Shown {
    Html,
    Text,
    Attribute(String),
    Json,
    Count,
}

impl Shown {
    fn new(arguments: ShownArguments) -> Self {
        match arguments {
            ShownArguments { attribute: Some(name), .. } => Self::Attribute(name),
            ShownArguments { text: true, .. } => Self::Text,
            ShownArguments { json: true, .. } => Self::Json,
            ShownArguments { count: true, .. } => Self::Count,
            _ => Self::Html,
        }
    }

    fn write(&self, element: NodeRef<'_>, writer: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Html => render::write_outer_html(element, writer),
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

impl Task {
    fn answer(&self, input: &Input) -> Result<Answer> {
        let document = self.parse(input)?;
        let mut answer = Answer { matches: 0, text: Vec::new() };
        for element in document.select(&self.selector)? {
            answer.matches += 1;
            self.shown.write(element, &mut answer.text)?;
        }
        if matches!(self.shown, Shown::Count) {
            writeln!(answer.text, "{}", answer.matches)?;
        }
        Ok(answer)
    }

    fn parse(&self, input: &Input) -> Result<Document> {
        let parsed = Parser::new().parse_bytes(&input.read()?, &self.hints);
        let parsed = parsed.complete().with_context(|| format!("cannot parse {}; split it", input.name()))?;
        Ok(parsed.into_document())
    }
}
