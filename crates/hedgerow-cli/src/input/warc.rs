//! Web archives: files of the WARC format, of which each response of a web server that is HTML is a document.
//!
//! ```text
//! WARC/1.1                                     a record: a version,
//! WARC-Type: response                          fields,
//! WARC-Target-URI: https://example.org/
//! Content-Length: 1234
//!                                              an empty line,
//! HTTP/1.1 200 OK …                            so many bytes, and two newlines
//! ```
//!
//! A record that does not end where it should is reported, and the next one is looked for.
//!
//! What is not here: what a response is made of (`http.rs`), and compression (`gzip.rs`).

use std::io::{self, Read};

use anyhow::{Error, anyhow};

use super::gzip::Decompressed;
use super::http::{Response, fields, length_of_head};
use super::{Input, MOST_BYTES, Name};

/// What a record begins with.
const VERSION: &[u8] = b"WARC/";

/// The longest head of a record or a response.
const MOST_BYTES_OF_HEAD: usize = 1 << 20;

/// The longest record that is read if it is none of those that are wanted; others are skipped.
const MOST_BYTES_OF_OTHERS: usize = 1 << 20;

/// How many bytes are read at a time.
const CHUNK: usize = 1 << 16;

/// Whether bytes begin as an archive does.
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(VERSION) && bytes.get(VERSION.len()).is_some_and(u8::is_ascii_digit)
}

/// Reads the records of an archive.
pub(super) struct Archive<R> {
    name: Name,
    source: Decompressed<R>,
    /// What was read, and how much of it was consumed.
    buffer: Vec<u8>,
    consumed: usize,
    /// Why what follows cannot be read.
    damage: Option<io::Error>,
    /// How many records were begun.
    records: u64,
    is_at_end: bool,
}

/// The fields of a record that matter.
#[derive(Debug, Default)]
struct Head {
    is_response: bool,
    target: Option<String>,
    length: Option<usize>,
}

/// Where a record ends.
enum End {
    /// Where its head says.
    AsSaid,
    /// Before, and another one follows.
    Before { length: usize },
    /// Somewhere: the archive ends, or cannot be read on.
    Nowhere { length: usize, damage: Option<io::Error> },
}

impl<R: Read> Archive<R> {
    pub(super) fn new(name: Name, reader: R) -> io::Result<Self> {
        Ok(Self {
            name,
            source: Decompressed::new(reader)?,
            buffer: Vec::new(),
            consumed: 0,
            damage: None,
            records: 0,
            is_at_end: false,
        })
    }

    /// Whether it begins as an archive does. If not, it can be read as something else.
    pub(super) fn is_archive(&mut self) -> bool {
        self.fill(VERSION.len() + 1);
        is_archive(self.rest())
    }

    /// The bytes, if it is no archive.
    pub(super) fn into_bytes(mut self) -> io::Result<impl Read> {
        if let Some(damage) = self.damage {
            return Err(damage);
        }
        self.buffer.drain(..self.consumed);
        Ok(io::Cursor::new(self.buffer).chain(self.source))
    }

    /// What was read and not consumed.
    fn rest(&self) -> &[u8] {
        &self.buffer[self.consumed..]
    }

    fn consume(&mut self, length: usize) {
        self.consumed += length;
        // OPTIMIZATION: what is left over is only moved when that is less than what is dropped.
        if self.consumed * 2 >= self.buffer.len() {
            self.buffer.drain(..self.consumed);
            self.consumed = 0;
        }
    }

    /// Reads until so many bytes are there that were not consumed, or there are no more; it may be that they cannot be read.
    fn fill(&mut self, length: usize) {
        while self.rest().len() < length && self.damage.is_none() && !self.is_at_end {
            let missing = (length - self.rest().len()).max(CHUNK);
            match (&mut self.source).take(missing as u64).read_to_end(&mut self.buffer) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => self.damage = Some(error),
            }
        }
    }

    /// Why there are no more bytes, if they cannot be read. Goes to the next member of a compressed archive, which begins with a
    /// record.
    fn take_damage(&mut self) -> Option<io::Error> {
        let damage = self.damage.take()?;
        self.is_at_end = !self.source.skip_damaged_member().unwrap_or(false);
        // So that the beginning of the record is seen as such.
        self.buffer.push(b'\n');
        Some(damage)
    }

    /// The next response, or what is wrong with the next record.
    fn next_input(&mut self) -> Result<Option<Input>, (Option<String>, Error)> {
        loop {
            self.skip_newlines();
            if self.rest().is_empty() {
                let Some(damage) = self.take_damage() else { return Ok(None) };
                self.look_for_next();
                let place = format!("cannot read {} behind record {}", self.name.for_message(), self.records);
                return Err((None, Error::from(damage).context(place)));
            }
            self.records += 1;
            let head = self.read_head().map_err(|error| (None, error))?;
            let target = head.target.clone();
            match self.read_record(head) {
                Ok(None) => {}
                Ok(input) => return Ok(input),
                Err(error) => return Err((target, error)),
            }
        }
    }

    fn skip_newlines(&mut self) {
        loop {
            self.fill(1);
            let newlines = length_of_newlines(self.rest());
            self.consume(newlines);
            if newlines == 0 || !self.rest().is_empty() {
                return;
            }
        }
    }

    fn read_head(&mut self) -> Result<Head, Error> {
        let mut wanted = CHUNK;
        let length = loop {
            self.fill(wanted);
            if let Some(length) = length_of_head(self.rest()) {
                break length;
            }
            if self.rest().len() < wanted || wanted > MOST_BYTES_OF_HEAD {
                self.take_damage();
                self.look_for_next();
                return Err(anyhow!("{}: its head has no end", self.record()));
            }
            wanted *= 2;
        };
        if !is_archive(self.rest()) {
            self.look_for_next();
            return Err(anyhow!("{}: it does not begin with a version of WARC", self.record()));
        }
        let mut head = Head::default();
        for (name, value) in fields(&self.rest()[..length]) {
            match name.as_str() {
                "warc-type" => head.is_response = value.eq_ignore_ascii_case("response"),
                "warc-target-uri" => {
                    // Version 1.0 has it in angle brackets in its grammar.
                    head.target = Some(value.trim_matches(['<', '>']).to_owned());
                }
                "content-length" => head.length = value.parse().ok(),
                _ => {}
            }
        }
        self.consume(length);
        Ok(head)
    }

    /// Reads what a record has behind its head: a response that is HTML, or something else.
    fn read_record(&mut self, head: Head) -> Result<Option<Input>, Error> {
        let Some(length) = head.length else {
            self.look_for_next();
            return Err(anyhow!("{}: it does not say how long it is", self.record_of(&head)));
        };
        self.fill(length.min(MOST_BYTES_OF_HEAD));
        let start = &self.rest()[..length.min(self.rest().len())];
        let response = if head.is_response { Response::of_head(start) } else { None };
        if length > MOST_BYTES || (response.is_none() && length > MOST_BYTES_OF_OTHERS) {
            self.skip(length);
            if response.is_some() {
                return Err(anyhow!("{}: it has more than {MOST_BYTES} bytes", self.record_of(&head)));
            }
            return Ok(None);
        }
        let (block, end) = self.read_block(length);
        let (there, damage) = match end {
            End::AsSaid => {
                let response = response.and_then(|response| response.with_bytes(block));
                return Ok(response.map(|response| {
                    let name = head.target.unwrap_or_else(|| format!("record {}", self.records));
                    Input::response(Name::Address(name), response)
                }));
            }
            End::Before { length } => (length, None),
            End::Nowhere { length, damage } => (length, damage),
        };
        let record = self.record_of(&head);
        Err(match damage {
            None => anyhow!("{record}: it is cut off, {there} of {length} bytes are there"),
            Some(damage) => {
                anyhow!("{record}: it is damaged, {there} of {length} bytes can be read: {damage}")
            }
        })
    }

    /// Reads so many bytes, and sees whether the record ends there.
    fn read_block(&mut self, length: usize) -> (Vec<u8>, End) {
        // The newlines behind it, and the beginning of the next record.
        self.fill(length.saturating_add(4 + VERSION.len()));
        let bytes = self.rest();
        let newlines = bytes.get(length..).map(length_of_newlines);
        let is_followed = newlines.is_some_and(|newlines| {
            let next = &bytes[length + newlines..];
            next.is_empty() || (newlines > 0 && next.starts_with(VERSION))
        });
        let next = if is_followed { None } else { find_record(bytes).filter(|&next| next < length) };
        if let Some(next) = next {
            self.consume(next);
            return (Vec::new(), End::Before { length: next });
        }
        // What follows may be no record: that is not the fault of this one.
        if is_followed || newlines.is_some_and(|newlines| newlines > 0) {
            let block = bytes[..length].to_vec();
            self.consume(length);
            return (block, End::AsSaid);
        }
        let there = bytes.len().min(length);
        self.consume(there);
        let damage = self.take_damage();
        self.look_for_next();
        (Vec::new(), End::Nowhere { length: there, damage })
    }

    /// Skips so many bytes.
    fn skip(&mut self, length: usize) {
        let buffered = length.min(self.rest().len());
        self.consume(buffered);
        let missing = (length - buffered) as u64;
        if let Err(error) = io::copy(&mut (&mut self.source).take(missing), &mut io::sink()) {
            self.damage = Some(error);
        }
        self.fill(1);
        if length_of_newlines(self.rest()) == 0 {
            self.look_for_next();
        }
    }

    /// Consumes everything up to where a record seems to begin.
    fn look_for_next(&mut self) {
        loop {
            if let Some(next) = find_record(self.rest()) {
                self.consume(next);
                return;
            }
            let kept = self.rest().len().min(VERSION.len() + 1);
            self.consume(self.rest().len() - kept);
            self.fill(kept + CHUNK);
            if self.rest().len() == kept && self.take_damage().is_none() {
                self.consume(kept);
                return;
            }
        }
    }

    fn record(&self) -> String {
        format!("cannot read record {} of {}", self.records, self.name.for_message())
    }

    fn record_of(&self, head: &Head) -> String {
        match &head.target {
            Some(target) => format!("{} ({})", self.record(), Name::Address(target.clone()).for_message()),
            None => self.record(),
        }
    }
}

impl<R: Read> Iterator for Archive<R> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        match self.next_input() {
            Ok(input) => input,
            Err((target, error)) => {
                let name = target.map_or_else(|| self.name.clone(), Name::Address);
                Some(Input::unreadable(name, error))
            }
        }
    }
}

/// Where a record seems to begin: at the start of a line, but not that of the bytes.
fn find_record(bytes: &[u8]) -> Option<usize> {
    let mut lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index + 1);
    lines.find(|&start| is_archive(&bytes[start..]))
}

fn length_of_newlines(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}
