//! `hedgerow encoding`: prints the encodings of documents.

use std::fmt;
use std::io::{self, Write as _};

use anyhow::{Result, anyhow};
use hedgerow::encoding::{
    Confidence, EncodingReason, SniffedEncoding, determine_encoding, malformed_sequences,
};
use hedgerow::{EncodingHints, Parser};
use serde::Serialize;

use super::common::{Settings, describe_stop, inputs};
use super::documents::{Hints, answer_all};
use crate::Outcome;
use crate::args::{EncodingArguments, TextFormat};
use crate::input::{Document, Name};
use crate::json_text::{NamedLines, write_line};

pub(super) fn run(arguments: EncodingArguments, settings: &Settings) -> Result<Outcome> {
    let hints = Hints::new(&arguments.encoding)?;
    let inputs = inputs(arguments.files, "encoding", &arguments.limits)?;
    let parser = Parser::new().limits(arguments.limits.limits());
    let is_json = arguments.format == TextFormat::Json;
    let answer = move |name: &Name, document: Document, put: &mut dyn FnMut(Vec<u8>) -> io::Result<()>| {
        let found = Found::of(&parser, name, &document.bytes, &hints.of(&document))?;
        let mut line = Vec::new();
        if is_json {
            write_line(&found.line(), &mut NamedLines::new(&mut line, name))?;
        } else {
            line = [&name.heading(), &b": "[..], found.to_string().as_bytes(), b"\n"].concat();
        }
        Ok(put(line)?)
    };
    answer_all(inputs, settings, answer, |output, _, line: Vec<u8>| output.write_all(&line))
}

/// The encoding of a document.
struct Found {
    encoding: SniffedEncoding,
    /// The encoding that sniffing found, if the parser then found a `meta` element that changed or confirmed it.
    sniffed: Option<SniffedEncoding>,
    /// The number of malformed byte sequences, each of which becomes U+FFFD.
    malformed: u64,
}

/// An encoding as a line of JSON.
#[derive(Serialize)]
struct Line {
    encoding: &'static str,
    confidence: &'static str,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sniffed: Option<Box<Line>>,
    #[serde(rename = "malformedSequences", skip_serializing_if = "Option::is_none")]
    malformed: Option<u64>,
}

impl Line {
    fn of(encoding: SniffedEncoding) -> Self {
        Self {
            encoding: encoding.encoding.name(),
            confidence: confidence(encoding),
            reason: encoding.reason.to_string(),
            sniffed: None,
            malformed: None,
        }
    }
}

impl Found {
    fn of(parser: &Parser, name: &Name, bytes: &[u8], hints: &EncodingHints) -> Result<Self> {
        let sniffed = determine_encoding(bytes, hints);
        let found = |encoding: SniffedEncoding, sniffed| {
            let malformed = malformed_sequences(bytes, encoding.encoding);
            Self { encoding, sniffed, malformed }
        };
        if sniffed.confidence == Confidence::Tentative {
            let parsed = parser.parse_bytes(bytes, hints);
            if let Some(encoding) = parsed.encoding()
                && encoding.reason == EncodingReason::LateMeta
            {
                return Ok(found(encoding, Some(sniffed)));
            }
            if let Some(stop) = parsed.stop() {
                return Err(anyhow!("cannot parse {}: {}", name.for_message(), describe_stop(stop)));
            }
        }
        Ok(found(sniffed, None))
    }

    fn line(&self) -> Line {
        Line {
            sniffed: self.sniffed.map(|sniffed| Line::of(sniffed).into()),
            malformed: Some(self.malformed),
            ..Line::of(self.encoding)
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SniffedEncoding { encoding, reason, .. } = self.encoding;
        write!(formatter, "{}, {}: {reason}", encoding.name(), confidence(self.encoding))?;
        if let Some(sniffed) = self.sniffed {
            write!(formatter, " (at first {}: {})", sniffed.encoding.name(), sniffed.reason)?;
        }
        match self.malformed {
            0 => Ok(()),
            1 => formatter.write_str(", 1 malformed sequence"),
            count => write!(formatter, ", {count} malformed sequences"),
        }
    }
}

fn confidence(encoding: SniffedEncoding) -> &'static str {
    match encoding.confidence {
        Confidence::Certain => "certain",
        Confidence::Tentative => "tentative",
    }
}
