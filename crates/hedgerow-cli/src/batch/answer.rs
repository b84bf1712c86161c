//! Answers requests: writes a line of JSON for each line of the input.

use std::fmt;
use std::io::{self, BufRead as _};

use hedgerow::extract::{ContentOptions, Extract as _, MarkdownOptions, ToMarkdown as _};
use hedgerow::serialize::{LimitedWriter, RenderedTextOptions, ToTestFormat};
use hedgerow::{Document, Limits, Parser, ToHtml as _};

use super::Lines;
use super::request::{Malformed, Request, ResultKind};
use crate::commands::common::describe_stop;
use crate::json_text::{write_json, write_string};
use crate::ordered::Weight;

/// The size in bytes at which collected answers are sent.
const SIZE_OF_PIECE: usize = 1 << 18;

/// The limits for each request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestLimits {
    pub(crate) parser: Limits,
    /// The maximum length of a line in bytes.
    pub(crate) bytes: usize,
    /// The maximum length of the results in bytes.
    pub(crate) answer: usize,
}

/// The answers to some consecutive lines.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// A line of JSON for each line of the input.
    pub(crate) lines: Vec<u8>,
    /// Whether some of the answers are errors.
    pub(crate) some_malformed: bool,
}

impl Weight for Answers {
    fn weight(&self) -> usize {
        self.lines.capacity()
    }
}

/// Answers lines, and passes the answers to `put` piece by piece.
pub(crate) fn answer(
    lines: &Lines,
    limits: &RequestLimits,
    put: &mut dyn FnMut(Answers) -> io::Result<()>,
) -> io::Result<()> {
    let mut answers = Answers::default();
    match lines {
        Lines::Whole { bytes, first_number } => {
            let mut rest = bytes.as_slice();
            let mut number = *first_number;
            while !rest.is_empty() {
                let from_here = rest;
                let length = rest.skip_until(b'\n')?;
                answers.answer_line(&from_here[..length], number, limits)?;
                number += 1;
                if answers.lines.len() >= SIZE_OF_PIECE {
                    put(std::mem::take(&mut answers))?;
                }
            }
        }
        Lines::TooLong { number } => {
            answers.push_error(&too_long(limits), *number)?;
        }
    }
    put(answers)
}

impl Answers {
    fn answer_line(&mut self, line: &[u8], number: u64, limits: &RequestLimits) -> io::Result<()> {
        // Some editors and shells write a byte order mark at the start of a file.
        let line = line.strip_prefix(b"\xEF\xBB\xBF").filter(|_| number == 1).unwrap_or(line);
        // The limit does not count the newline.
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let request = if line.len() > limits.bytes { Err(too_long(limits)) } else { Request::read(line) };
        let results = request.and_then(|request| match results(&request, limits) {
            Ok(results) => Ok((request.id, results)),
            Err(reason) => Err(Malformed { id: request.id, reason }),
        });
        match results {
            Ok((id, results)) => self.push_object(&id, &results),
            Err(malformed) => self.push_error(&malformed, number),
        }
    }

    fn push_error(&mut self, malformed: &Malformed, number: u64) -> io::Result<()> {
        self.some_malformed = true;
        self.push_object(&malformed.id, &[("error", format!("line {number}: {}", malformed.reason))])
    }

    fn push_object(&mut self, id: &str, members: &[(&str, String)]) -> io::Result<()> {
        self.lines.extend_from_slice(b"{\"id\":");
        write_json(id, &mut self.lines);
        for (name, text) in members {
            self.lines.extend_from_slice(format!(",\"{name}\":").as_bytes());
            write_string(text, &mut self.lines)?;
        }
        self.lines.extend_from_slice(b"}\n");
        Ok(())
    }
}

fn too_long(limits: &RequestLimits) -> Malformed {
    let reason = format!("more than {} bytes, which is the limit; --max-bytes sets it", limits.bytes);
    Malformed { id: "null".to_owned(), reason }
}

/// Returns the requested results with their names, or the reason why there are none.
fn results(request: &Request, limits: &RequestLimits) -> Result<Vec<(&'static str, String)>, String> {
    let parser = Parser::new()
        .scripting(request.scripting)
        .allow_declarative_shadow_roots(request.shadow_roots)
        .limits(limits.parser);
    let parsed = match &request.context {
        None => parser.parse(&request.html),
        Some(context) => parser.parse_fragment(&request.html, context),
    };
    if let Some(stop) = parsed.stop() {
        return Err(describe_stop(stop));
    }
    let mut left = limits.answer as u64;
    let result = |&kind: &ResultKind| {
        let text = LimitedWriter::text(left, |writer| write_result(parsed.document(), kind, request, writer));
        let text = text.map_err(|_| {
            format!(
                "the {} has more than {} bytes in this format, which is the limit; --max-answer sets it",
                if request.results.len() == 1 { kind.name() } else { "answer" },
                limits.answer
            )
        })?;
        left -= text.len() as u64;
        Ok((kind.name(), text))
    };
    request.results.iter().map(result).collect()
}

/// Writes a result.
fn write_result(
    document: &Document,
    kind: ResultKind,
    request: &Request,
    writer: &mut impl fmt::Write,
) -> fmt::Result {
    let main = || document.main_content(&ContentOptions::default());
    let markdown = MarkdownOptions::default().base(request.url.as_deref());
    match kind {
        ResultKind::Tree => document.root().write_test_format(writer),
        ResultKind::Text => {
            let options = RenderedTextOptions::default().scripting(request.scripting);
            document.root().write_rendered_text(writer, options)
        }
        ResultKind::MainText => main().write_text(writer),
        ResultKind::Markdown => document.write_markdown(writer, &markdown),
        ResultKind::MainMarkdown => main().write_markdown(writer, &markdown),
    }
}
