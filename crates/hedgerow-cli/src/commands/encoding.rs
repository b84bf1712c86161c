//! `hedgerow encoding`: prints the encodings of documents.

use std::io::{self, Write as _};

use anyhow::Result;
use hedgerow::encoding::{Confidence, EncodingReason, determine_encoding};
use hedgerow::{EncodingHints, Parser};

use super::documents::{Hints, answer_all};
use super::{Settings, inputs};
use crate::Outcome;
use crate::args::EncodingArguments;
use crate::input::{Document, Name};

pub(super) fn run(arguments: EncodingArguments, settings: &Settings) -> Result<Outcome> {
    let hints = Hints::new(&arguments.encoding)?;
    let inputs = inputs(arguments.files, "encoding", &arguments.limits)?;
    let parser = Parser::new().limits(arguments.limits.limits());
    let answer = move |_: &Name, document: Document, put: &mut dyn FnMut(String) -> io::Result<()>| {
        Ok(put(describe(&parser, &document.bytes, &hints.of(&document)))?)
    };
    answer_all(inputs, settings, answer, |output, heading, answer: String| {
        output.write_all(&[&heading.name, &b": "[..], answer.as_bytes(), b"\n"].concat())
    })
}

/// Returns the encoding, its confidence and its source: by sniffing, or from a `meta` element that the parser finds later.
fn describe(parser: &Parser, bytes: &[u8], hints: &EncodingHints) -> String {
    let sniffed = determine_encoding(bytes, hints);
    let mut found = sniffed;
    if sniffed.confidence == Confidence::Tentative
        && let Some(encoding) = parser.parse_bytes(bytes, hints).encoding()
        && encoding.reason == EncodingReason::LateMeta
    {
        found = encoding;
    }
    let confidence = match found.confidence {
        Confidence::Certain => "certain",
        Confidence::Tentative => "tentative",
    };
    let answer = format!("{}, {confidence}: {}", found.encoding.name(), found.reason);
    if found == sniffed {
        answer
    } else {
        format!("{answer} (at first {}: {})", sniffed.encoding.name(), sniffed.reason)
    }
}
