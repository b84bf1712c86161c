//! Answers: a line of JSON for each line of the input.

use std::io::{self, BufRead as _};

use hedgerow::Parser;

use super::Lines;
use super::request::{Malformed, Request};
use crate::input::MOST_BYTES;
use crate::json_text::{write_json, write_string};

/// The answers to some consecutive lines.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// A line for each line.
    pub(crate) lines: Vec<u8>,
    /// Whether some of them are errors.
    pub(crate) some_malformed: bool,
}

/// Answers lines.
pub(crate) fn answer(lines: &Lines) -> io::Result<Answers> {
    let mut answers = Answers::default();
    match lines {
        Lines::Whole { bytes, first_number } => {
            let mut rest = bytes.as_slice();
            let mut number = *first_number;
            while !rest.is_empty() {
                let from_here = rest;
                let length = rest.skip_until(b'\n')?;
                answers.answer_line(&from_here[..length], number)?;
                number += 1;
            }
        }
        Lines::TooLong { number } => {
            let reason = format!("more than {MOST_BYTES} bytes, which is the limit");
            answers.push_error(&Malformed { id: "null".to_owned(), reason }, *number)?;
        }
    }
    Ok(answers)
}

impl Answers {
    fn answer_line(&mut self, line: &[u8], number: u64) -> io::Result<()> {
        // A byte order mark may begin a file, as some editors and shells write them.
        let line = line.strip_prefix(b"\xEF\xBB\xBF").filter(|_| number == 1).unwrap_or(line);
        match Request::read(line) {
            Ok(request) => self.push_tree(&request),
            Err(malformed) => self.push_error(&malformed, number),
        }
    }

    fn push_tree(&mut self, request: &Request) -> io::Result<()> {
        let parser =
            Parser::new().scripting(request.scripting).allow_declarative_shadow_roots(request.shadow_roots);
        let parsed = match &request.context {
            None => parser.parse(&request.html),
            Some(context) => parser.parse_fragment(&request.html, context),
        };
        self.push_object(&request.id, "tree", &parsed.document().to_test_format())
    }

    fn push_error(&mut self, malformed: &Malformed, number: u64) -> io::Result<()> {
        self.some_malformed = true;
        self.push_object(&malformed.id, "error", &format!("line {number}: {}", malformed.reason))
    }

    fn push_object(&mut self, id: &str, name: &str, text: &str) -> io::Result<()> {
        self.lines.extend_from_slice(b"{\"id\":");
        write_json(id, &mut self.lines);
        self.lines.extend_from_slice(format!(",\"{name}\":").as_bytes());
        write_string(text, &mut self.lines)?;
        self.lines.extend_from_slice(b"}\n");
        Ok(())
    }
}
