//! [`Feeding`]: the ways to feed an input to the parser.

use std::hint::black_box;

use hedgerow::limits::Stop;
use hedgerow::stream::Progress;
use hedgerow::{Context, EncodingHints, Limits, Parsed, Parser, Select as _};

use crate::usage::Use;

/// The document that [`Feeding::Selector`] searches.
const SEARCHED: &str = "<ul id=a class='b c'><li><b>d</b><li title=e><i><b><i>";

/// A way to feed an input to the parser.
#[derive(Clone, Copy, Debug)]
pub enum Feeding {
    /// As a document, all at once.
    Whole,
    /// As a document, with parse errors collected.
    Errors,
    /// As a document, with declarative shadow roots.
    ShadowRoots,
    /// As a fragment in this context element.
    Fragment(&'static str),
    /// As bytes whose encoding must be sniffed.
    Bytes,
    /// As chunks of this number of bytes.
    ByteChunks(usize),
    /// As chunks of this number of characters, with parse errors collected.
    CharacterChunks(usize),
    /// As one chunk of bytes; the parser pauses at each script.
    Scripts,
    /// Like `Scripts`, with parse errors collected and one malformed byte at the end of each line.
    ScriptsAndErrors,
    /// Line by line, by a script with `document.write()`.
    Written,
    /// As a document that is then used.
    Used(Use),
    /// As a selector, which is matched in a small document.
    Selector,
    /// By this function, which receives the parser and the input.
    Driven(fn(&Parser, &str) -> Outcome),
}

/// The size of the output for an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The number of nodes of the document, before or after the change, whichever is larger.
    pub nodes: usize,
    /// The number of parse errors.
    pub errors: usize,
    /// The number of bytes of output, and of items that count like bytes.
    pub written: usize,
    /// The reason why the parser stopped before the end, if it did.
    pub stop: Option<Stop>,
}

impl Outcome {
    /// Counts the output of a parse.
    pub(crate) fn of(parsed: &Parsed) -> Self {
        Self {
            nodes: parsed.document().node_count(),
            errors: parsed.errors().len(),
            written: 0,
            stop: parsed.stop(),
        }
    }
}

impl Feeding {
    /// Parses an input and drops the result.
    pub(crate) fn run(self, input: &str, limits: Limits) -> Outcome {
        let parser = Parser::new().collect_errors(self.collects_errors()).limits(limits);
        let parsed = match self {
            Self::Whole | Self::Errors => parser.parse(input),
            Self::ShadowRoots => parser.allow_declarative_shadow_roots(true).parse(input),
            Self::Fragment(context) => parser.parse_fragment(input, &Context::html(context)),
            Self::Bytes => parser.parse_bytes(input.as_bytes(), &EncodingHints::new()),
            Self::ByteChunks(length) => in_byte_chunks(&parser, input, length),
            Self::CharacterChunks(length) => in_character_chunks(&parser, input, length),
            Self::Scripts | Self::ScriptsAndErrors => {
                in_one_chunk_with_scripts(&parser.pause_at_scripts(true).scripting(true), &self.bytes(input))
            }
            Self::Written => written(&parser.pause_at_scripts(true).scripting(true), input),
            Self::Used(using) => {
                let parsed = parser.parse(input);
                let (errors, stop) = (parsed.errors().len(), parsed.stop());
                let mut document = parsed.into_document();
                let parsed_nodes = document.node_count();
                let written = using.apply(&mut document);
                return Outcome { nodes: parsed_nodes.max(document.node_count()), errors, written, stop };
            }
            Self::Selector => {
                let parsed = parser.parse(SEARCHED);
                // The error for a selector that is too long must be found in linear time, too.
                let _ = black_box(parsed.document().select(input).map(Iterator::count));
                parsed
            }
            Self::Driven(drive) => return drive(&parser, input),
        };
        Outcome::of(&parsed)
    }

    /// Whether parse errors are collected.
    #[must_use]
    pub fn collects_errors(self) -> bool {
        matches!(self, Self::Errors | Self::CharacterChunks(_) | Self::ScriptsAndErrors)
    }

    /// Whether the input is a plain document, suitable for any parser.
    #[must_use]
    pub fn is_plain(self) -> bool {
        matches!(self, Self::Whole | Self::Errors)
    }

    fn bytes(self, input: &str) -> Vec<u8> {
        let mut bytes = input.as_bytes().to_vec();
        if matches!(self, Self::ScriptsAndErrors) {
            bytes.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = 0xFF);
        }
        bytes
    }
}

pub(crate) fn in_byte_chunks(parser: &Parser, input: &str, length: usize) -> Parsed {
    let mut stream = parser.stream_bytes(&EncodingHints::new());
    for chunk in input.as_bytes().chunks(length) {
        stream.feed(chunk);
    }
    stream.finish()
}

fn in_character_chunks(parser: &Parser, input: &str, length: usize) -> Parsed {
    let mut stream = parser.stream();
    let mut rest = input;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(length).map_or(rest.len(), |(offset, _)| offset);
        let (chunk, remaining) = rest.split_at(end);
        stream.feed(chunk);
        rest = remaining;
    }
    stream.finish()
}

fn in_one_chunk_with_scripts(parser: &Parser, bytes: &[u8]) -> Parsed {
    let mut stream = parser.stream_bytes(&EncodingHints::new());
    stream.feed(bytes);
    // `finish` is not called before the last script, so that each `finish_script` only releases the bytes up to the next script.
    while let Progress::Script(_) = stream.finish_script() {}
    stream.finish()
}

fn written(parser: &Parser, input: &str) -> Parsed {
    let mut stream = parser.stream();
    stream.feed("<script></script>after");
    for line in input.lines() {
        // The script that writes never ends, so writing is always allowed.
        let _ = stream.document_write(line);
    }
    stream.finish()
}
