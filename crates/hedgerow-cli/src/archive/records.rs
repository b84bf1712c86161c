//! The records of a web archive, of which each response of a web server that is HTML is handed on.
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
//! A record that does not end where it should is reported, and the search for the next one begins in it. So that bytes are not
//! looked at again for each record that claims them, the head of a record ends where a line begins like another record, and
//! what a record contains is searched only up to the next one.

use std::fmt;
use std::io::{self, Read};

use super::gzip::Decompressed;
use super::http::{Response, fields};

/// The bytes that a record begins with.
const VERSION: &[u8] = b"WARC/";

/// The longest head of a record or a response.
const MOST_BYTES_OF_HEAD: usize = 1 << 20;

/// The longest record that is read if it is not a response that is HTML; longer ones are skipped.
const MOST_BYTES_OF_OTHERS: usize = 1 << 20;

/// The most newlines after a record that are looked at; there should be two.
const MOST_NEWLINES: usize = 16;

/// How many bytes are read at a time.
const CHUNK: usize = 1 << 16;

/// Whether bytes begin as an archive does.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(VERSION) && bytes.get(VERSION.len()).is_some_and(u8::is_ascii_digit)
}

/// Reads the records of an archive.
pub(crate) struct Archive<R> {
    source: Decompressed<R>,
    /// The longest response.
    most_bytes: usize,
    /// The bytes that were read, and how many of them were consumed.
    buffer: Vec<u8>,
    consumed: usize,
    /// Why the bytes that follow cannot be read.
    damage: Option<io::Error>,
    /// How many records were begun.
    records: u64,
    is_at_end: bool,
}

/// A response that is HTML.
pub(crate) struct Record {
    /// The number of the record, which is 1 for the first of the archive.
    pub(crate) number: u64,
    /// The address of the document.
    pub(crate) target: Option<String>,
    pub(crate) response: Response,
}

/// A record that cannot be read.
#[derive(Debug)]
pub(crate) struct RecordError {
    /// The number of the record; of the one before if it is not known how many there are.
    pub(crate) number: u64,
    /// The address of the document, if that is known.
    pub(crate) target: Option<String>,
    pub(crate) problem: Problem,
}

/// Why a record cannot be read.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The bytes after the record are damaged.
    DamageAfter(io::Error),
    HeadWithoutEnd,
    NoVersion,
    NoLength,
    TooLong {
        most: usize,
    },
    CutOff {
        there: usize,
        length: usize,
    },
    Damaged {
        there: usize,
        length: usize,
        damage: io::Error,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DamageAfter(damage) => damage.fmt(formatter),
            Self::HeadWithoutEnd => formatter.write_str("its head has no end"),
            Self::NoVersion => formatter.write_str("it does not begin with a version of WARC"),
            Self::NoLength => formatter.write_str("it does not say how long it is"),
            Self::TooLong { most } => write!(formatter, "it has more than {most} bytes"),
            Self::CutOff { there, length } => {
                write!(formatter, "it is cut off, {there} of {length} bytes are there")
            }
            Self::Damaged { there, length, damage } => {
                write!(formatter, "it is damaged, {there} of {length} bytes can be read: {damage}")
            }
        }
    }
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
    /// Reads from the beginning. A response with more than `most_bytes` is an error.
    pub(crate) fn new(reader: R, most_bytes: usize) -> io::Result<Self> {
        Ok(Self {
            source: Decompressed::new(reader)?,
            most_bytes,
            buffer: Vec::new(),
            consumed: 0,
            damage: None,
            records: 0,
            is_at_end: false,
        })
    }

    /// Whether it begins as an archive does. If not, it can be read as something else.
    pub(crate) fn is_archive(&mut self) -> bool {
        self.fill(VERSION.len() + 1);
        is_archive(self.rest())
    }

    /// The bytes, if it is no archive.
    pub(crate) fn into_bytes(mut self) -> io::Result<impl Read> {
        if let Some(damage) = self.damage {
            return Err(damage);
        }
        self.buffer.drain(..self.consumed);
        Ok(io::Cursor::new(self.buffer).chain(self.source))
    }

    /// The bytes that were read and not consumed.
    fn rest(&self) -> &[u8] {
        &self.buffer[self.consumed..]
    }

    fn consume(&mut self, length: usize) {
        self.consumed += length;
        // OPTIMIZATION: the rest is moved only if that is less than what is dropped.
        if self.consumed * 2 >= self.buffer.len() {
            self.buffer.drain(..self.consumed);
            self.consumed = 0;
        }
    }

    /// Reads until there are so many bytes that were not consumed, or no more, or they cannot be read.
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

    /// The next response, or the problem of the next record.
    fn next_record(&mut self) -> Result<Option<Record>, RecordError> {
        loop {
            self.skip_newlines();
            if self.rest().is_empty() {
                let Some(damage) = self.take_damage() else { return Ok(None) };
                self.look_for_next();
                return Err(self.error(None, Problem::DamageAfter(damage)));
            }
            self.records += 1;
            let head = self.read_head().map_err(|problem| self.error(None, problem))?;
            let response = self.read_response(&head);
            match response.map_err(|problem| self.error(head.target.clone(), problem))? {
                None => {}
                Some(response) => {
                    return Ok(Some(Record { number: self.records, target: head.target, response }));
                }
            }
        }
    }

    fn error(&self, target: Option<String>, problem: Problem) -> RecordError {
        RecordError { number: self.records, target, problem }
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

    fn read_head(&mut self) -> Result<Head, Problem> {
        let mut wanted = CHUNK;
        let length = loop {
            self.fill(wanted);
            match find_end_of_head(self.rest()) {
                EndOfHead::At(length) => break length,
                EndOfHead::NotYet if self.rest().len() >= wanted && wanted <= MOST_BYTES_OF_HEAD => {
                    wanted *= 2;
                }
                EndOfHead::NotYet | EndOfHead::Missing => {
                    self.take_damage();
                    self.look_for_next();
                    return Err(Problem::HeadWithoutEnd);
                }
            }
        };
        if !is_archive(self.rest()) {
            self.look_for_next();
            return Err(Problem::NoVersion);
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

    /// Reads the block of a record: a response that is HTML, or something else.
    fn read_response(&mut self, head: &Head) -> Result<Option<Response>, Problem> {
        let Some(length) = head.length else {
            self.look_for_next();
            return Err(Problem::NoLength);
        };
        self.fill(length.min(MOST_BYTES_OF_HEAD));
        let start = &self.rest()[..length.min(self.rest().len()).min(MOST_BYTES_OF_HEAD)];
        let response = if head.is_response { Response::of_head(start) } else { None };
        if length > self.most_bytes || (response.is_none() && length > MOST_BYTES_OF_OTHERS) {
            self.skip(length);
            return match response {
                Some(_) => Err(Problem::TooLong { most: self.most_bytes }),
                None => Ok(None),
            };
        }
        let (block, end) = self.read_block(length);
        match end {
            End::AsSaid => Ok(response.and_then(|response| response.with_bytes(block))),
            End::Before { length: there } => Err(Problem::CutOff { there, length }),
            End::Nowhere { length: there, damage: None } => Err(Problem::CutOff { there, length }),
            End::Nowhere { length: there, damage: Some(damage) } => {
                Err(Problem::Damaged { there, length, damage })
            }
        }
    }

    /// Reads so many bytes, and finds out whether the record ends there.
    fn read_block(&mut self, length: usize) -> (Vec<u8>, End) {
        // The newlines after it, and the beginning of the next record.
        self.fill(length.saturating_add(MOST_NEWLINES + VERSION.len()));
        let bytes = self.rest();
        let newlines = bytes.get(length..).map(|after| length_of_newlines(first(after, MOST_NEWLINES)));
        let is_followed = newlines.is_some_and(|newlines| {
            let next = &bytes[length + newlines..];
            next.is_empty() || (newlines > 0 && next.starts_with(VERSION))
        });
        if !is_followed {
            // The last bytes may be the beginning of a version.
            let searched = first(bytes, length.saturating_add(VERSION.len()));
            if let Some(next) = find_record(searched).filter(|&next| next < length) {
                self.consume(next);
                return (Vec::new(), End::Before { length: next });
            }
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
        if length_of_newlines(first(self.rest(), 1)) == 0 {
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
}

impl<R: Read> Iterator for Archive<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record().transpose()
    }
}

/// Where the head of a record ends.
#[derive(PartialEq, Eq, Debug)]
enum EndOfHead {
    /// After so many bytes, its empty line included.
    At(usize),
    /// Nowhere: another record begins in it.
    Missing,
    /// Not in these bytes.
    NotYet,
}

fn find_end_of_head(bytes: &[u8]) -> EndOfHead {
    let mut start = 0;
    for (index, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
        count_steps(index + 1 - start);
        if matches!(&bytes[start..index], b"" | b"\r") {
            return EndOfHead::At(index + 1);
        }
        start = index + 1;
        if is_archive(&bytes[start..]) {
            return EndOfHead::Missing;
        }
    }
    EndOfHead::NotYet
}

/// Where a record seems to begin: at the start of a line, but not that of the bytes.
fn find_record(bytes: &[u8]) -> Option<usize> {
    let mut lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index + 1);
    let found = lines.find(|&start| is_archive(&bytes[start..]));
    count_steps(found.unwrap_or(bytes.len()));
    found
}

fn length_of_newlines(bytes: &[u8]) -> usize {
    let length = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    count_steps(length);
    length
}

/// The first bytes, `most` of them if there are as many.
fn first(bytes: &[u8], most: usize) -> &[u8] {
    &bytes[..bytes.len().min(most)]
}

/// Counts the bytes that are looked at, for tests.
fn count_steps(steps: usize) {
    #[cfg(test)]
    tests::STEPS.set(tests::STEPS.get() + steps);
    #[cfg(not(test))]
    let _ = steps;
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        pub(super) static STEPS: Cell<usize> = const { Cell::new(0) };
    }

    /// Reads an archive. Returns how many records there are, how many of them cannot be read, and how many bytes were looked at.
    fn read(archive: &[u8]) -> (usize, usize, usize) {
        STEPS.set(0);
        let records: Vec<_> = Archive::new(archive, 1 << 30).unwrap().collect();
        let errors = records.iter().filter(|record| record.is_err()).count();
        (records.len(), errors, STEPS.get())
    }

    fn assert_is_linear(archive: impl Fn(usize) -> Vec<u8>) {
        for count in [1 << 10, 1 << 13] {
            let archive = archive(count);
            let (.., steps) = read(&archive);
            // Each byte is looked at for the end of a head, for the next record, and as a newline.
            assert!(steps <= 4 * archive.len(), "{steps} steps for {} bytes", archive.len());
        }
    }

    #[test]
    fn the_end_of_a_record_is_not_looked_for_in_all_that_follows() {
        // Each of many records ends in one run of newlines.
        assert_is_linear(|count| {
            let mut archive = Vec::new();
            for number in 0..count {
                let length = (count - number) * 70;
                let record = format!(
                    "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {length:<20}\r\n\r\nHTTP/1\r\n"
                );
                archive.extend_from_slice(record.as_bytes());
            }
            archive.resize(archive.len() + count * 70, b'\n');
            archive
        });
    }

    #[test]
    fn a_head_ends_where_another_record_begins() {
        assert_is_linear(|count| b"WARC/1\n".repeat(count));
        assert_is_linear(|count| b"WARC/1\nContent-Length: 1000000\n".repeat(count));
        assert_is_linear(|count| b"WARC/1\nContent-Length: 1000000\n\n".repeat(count));
        assert_is_linear(|count| [b"WARC/1\n\n".repeat(count), vec![b'a'; 10 * count]].concat());
        assert_is_linear(|count| {
            [b"WARC/1\nContent-Length: 0\n\n".repeat(count), vec![b'a'; 10 * count]].concat()
        });
        assert_eq!(find_end_of_head(b"WARC/1\r\na: b\r\n\r\nc"), EndOfHead::At(16));
        assert_eq!(find_end_of_head(b"WARC/1\na: b\nWARC/1\n\n"), EndOfHead::Missing);
        assert_eq!(find_end_of_head(b"WARC/1\na: b\nWARC/\n"), EndOfHead::NotYet);
    }

    #[test]
    fn several_newlines_may_follow_a_record() {
        let record = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 47\r\n\r\n\
             HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
        for newlines in [0, 1, 2, 4, MOST_NEWLINES, MOST_NEWLINES + 1, 1000] {
            let archive = format!("{record}{}{record}\r\n\r\n", "\n".repeat(newlines));
            let expected = if newlines == 0 { (1, 1) } else { (2, 0) };
            let (records, errors, _) = read(archive.as_bytes());
            assert_eq!((records, errors), expected, "{newlines}");
        }
    }
}
