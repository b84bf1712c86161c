//! [`Archive`]: reads the records of a web archive in order.
//!
//! ```text
//! WARC/1.1                                     a record: a version,
//! WARC-Type: response                          fields,
//! WARC-Target-URI: https://example.org/
//! Content-Length: 1234
//!                                              an empty line,
//! HTTP/1.1 200 OK …                            a block of `Content-Length` bytes, and two newlines
//! ```
//!
//! A record ends after its stated length if newlines, another record or the end follow. Otherwise, the bytes up to the next
//! apparent record are returned with the problem. A record apparently begins with a version at the start of a line
//! ([`line_starts`]) or of a member. Two rules keep the time linear if several damaged records claim the same bytes: a head
//! ends where another record apparently begins, and a block is searched only up to the next record.
//!
//! Nothing is lost without a trace: each apparent record is returned, is an error, or is counted in [`RecordError::lost`].

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read, Seek};
use std::ops::Range;

use crate::budget::read_once;
use crate::compression::{Decompressed, MemberStart};
use crate::http::fields;
use crate::problem::{Problem, RecordError};

/// The first bytes of a record.
const VERSION: &[u8] = b"WARC/";

/// The maximum length of the head of a record or a response in bytes.
const MOST_BYTES_OF_HEAD: usize = 1 << 20;

/// The maximum length of an unwanted record that is read, to check whether it is cut off; longer records are skipped.
const MOST_BYTES_OF_OTHERS: usize = 1 << 20;

/// The maximum number of newlines that are accepted after a record; there should be two.
const MOST_NEWLINES: usize = 16;

/// The minimum and maximum number of bytes per read.
const CHUNK: usize = 1 << 16;
const MOST_PER_READ: usize = 1 << 18;

/// Whether the bytes begin like an uncompressed archive.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(VERSION) && bytes.get(VERSION.len()).is_some_and(u8::is_ascii_digit)
}

/// A reader of the records of an archive, compressed or not.
pub struct Archive<R> {
    source: Decompressed<R>,
    /// The bytes that were read, and room for more.
    buffer: Vec<u8>,
    /// The number of bytes in the buffer that were read.
    filled: usize,
    /// The number of bytes in the buffer that were consumed.
    consumed: usize,
    /// The number of bytes that were dropped from the buffer.
    dropped: u64,
    /// The file offset of the first byte, if the archive is not compressed.
    offset: u64,
    /// Records at or after this offset are not read.
    end: u64,
    /// The member that contains the next byte, and the members after it.
    members: VecDeque<MemberStart>,
    /// The error that prevents reading the next bytes.
    damage: Option<io::Error>,
    /// The number of records that were begun.
    records: u64,
    /// Whether the next byte begins a line.
    is_at_line_start: bool,
    is_at_end: bool,
}

impl<R> fmt::Debug for Archive<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Archive").field("records", &self.records).finish_non_exhaustive()
    }
}

/// A record.
#[derive(Debug)]
#[non_exhaustive]
pub struct Record {
    /// The number of the record, counted from 1 for the first record that was read.
    pub number: u64,
    /// The offset of the record in the file in bytes. In a compressed archive, the offset of the gzip member or zstd frame
    /// that contains the first byte of the record.
    pub offset: u64,
    /// The fields of the record.
    pub head: Head,
    /// The contents, for example an HTTP response with its head.
    pub block: Vec<u8>,
    /// The reason why the block may be incomplete: the record does not end at its stated length.
    pub problem: Option<Problem>,
}

/// The fields of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    fields: Vec<(String, String)>,
}

impl Record {
    /// Takes the [`problem`](Self::problem) as an error.
    pub fn take_error(&mut self) -> Option<RecordError> {
        let (number, offset, target) = (self.number, self.offset, self.head.target().map(str::to_owned));
        self.problem.take().map(|problem| RecordError { number, offset, target, problem, lost: 0 })
    }
}

impl Head {
    /// All fields in order, with names in lower case.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (&**name, &**value))
    }

    /// The value of the first field with this name; `name` must be in lower case.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields().find(|field| field.0 == name).map(|field| field.1)
    }

    /// `WARC-Type` in its original case, for example `response`; empty if it is missing.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.field("warc-type").unwrap_or_default()
    }

    /// `WARC-Target-URI`: the address of the archived resource.
    #[must_use]
    pub fn target(&self) -> Option<&str> {
        // The grammar of version 1.0 puts the address in angle brackets.
        self.field("warc-target-uri").map(|target| target.trim_matches(['<', '>']))
    }

    /// `Content-Length`: the length of the block in bytes.
    fn length(&self) -> Option<usize> {
        self.field("content-length")?.parse().ok()
    }
}

impl<R: Read> Archive<R> {
    /// Reads a file from its beginning.
    ///
    /// # Errors
    ///
    /// The errors of the reader.
    pub fn new(reader: R) -> io::Result<Self> {
        Ok(Self {
            source: Decompressed::new(reader)?,
            buffer: Vec::new(),
            filled: 0,
            consumed: 0,
            dropped: 0,
            offset: 0,
            end: u64::MAX,
            members: VecDeque::new(),
            damage: None,
            records: 0,
            is_at_line_start: true,
            is_at_end: false,
        })
    }

    /// Whether the bytes begin like an archive. If not, [`into_bytes`](Self::into_bytes) returns them.
    pub fn is_archive(&mut self) -> bool {
        self.fill(VERSION.len() + 1);
        is_archive(self.rest())
    }

    /// Returns a reader of the decompressed bytes, for a file that is not an archive.
    ///
    /// # Errors
    ///
    /// If the first bytes could not be decompressed.
    pub fn into_bytes(mut self) -> io::Result<impl Read> {
        if let Some(damage) = self.damage {
            return Err(damage);
        }
        self.buffer.truncate(self.filled);
        self.buffer.drain(..self.consumed);
        Ok(io::Cursor::new(self.buffer).chain(self.source))
    }

    /// Returns the bytes that were read and not consumed.
    fn rest(&self) -> &[u8] {
        &self.buffer[self.consumed..self.filled]
    }

    fn consume(&mut self, length: usize) {
        if let Some(last) = self.rest()[..length].last() {
            self.is_at_line_start = is_line_break(*last);
        }
        self.consumed += length;
        // OPTIMIZATION: the rest is moved only if it is shorter than the bytes dropped.
        if self.consumed * 2 >= self.filled {
            self.buffer.copy_within(self.consumed..self.filled, 0);
            self.dropped += self.consumed as u64;
            self.filled -= self.consumed;
            self.consumed = 0;
        }
    }

    /// Returns the offset of the next byte in the decompressed bytes.
    fn position(&self) -> u64 {
        self.dropped + self.consumed as u64
    }

    /// Returns the file offset of the next byte, or of its member in a compressed archive.
    fn file_offset(&mut self) -> u64 {
        self.forget_members();
        self.members.front().map_or(self.offset + self.position(), |member| member.offset)
    }

    /// Forgets the members before the one that contains the next byte.
    fn forget_members(&mut self) {
        let position = self.position();
        while self.members.get(1).is_some_and(|next| next.decompressed <= position) {
            self.members.pop_front();
        }
    }

    /// Returns the starts of the members that begin at or after the next byte, relative to it.
    fn next_members(&self) -> impl Iterator<Item = usize> {
        let position = self.position();
        let start = move |member: &MemberStart| member.decompressed.checked_sub(position)?.try_into().ok();
        self.members.iter().filter_map(start)
    }

    /// Whether the next byte begins an apparent record.
    fn begins_record(&mut self) -> bool {
        self.forget_members();
        is_archive(self.rest()) && (self.is_at_line_start || self.next_members().next() == Some(0))
    }

    /// Returns the offset of the first apparent record in the first `most` unconsumed bytes, except at offset 0.
    fn find_record(&mut self, most: usize) -> Option<usize> {
        self.forget_members();
        let bytes = first(self.rest(), most);
        let mut searched = 0;
        // OPTIMIZATION: lines are searched member by member, so no byte after the found record is examined.
        for member in self.next_members().skip_while(|&start| start == 0) {
            if member >= bytes.len() {
                break;
            }
            count_steps(1);
            if let Some(next) = find_record(bytes, searched..member) {
                return Some(next);
            }
            if is_archive(&bytes[member..]) {
                return Some(member);
            }
            searched = member;
        }
        find_record(bytes, searched..bytes.len())
    }

    /// Reads until `length` unconsumed bytes are in the buffer, the end is reached, or a read fails.
    fn fill(&mut self, length: usize) {
        while self.rest().len() < length && self.damage.is_none() && !self.is_at_end {
            if self.buffer.len() - self.filled < CHUNK {
                // A stated length may be wrong, so the buffer grows only as bytes are read.
                self.buffer.resize((self.filled + CHUNK).max(self.filled * 2), 0);
            }
            let room = &mut self.buffer[self.filled..];
            let most = room.len().min(MOST_PER_READ);
            match read_once(&mut self.source, &mut room[..most]) {
                Ok(0) => break,
                Ok(read) => self.filled += read,
                Err(error) => self.damage = Some(error),
            }
        }
        self.members.extend(self.source.take_member_starts());
    }

    /// Takes the error that prevents reading the next bytes. Seeks to the next member of a compressed archive, because members
    /// begin with a record.
    fn take_damage(&mut self) -> Option<io::Error> {
        let damage = self.damage.take()?;
        // A record is recognized at the start of a line, so a newline is inserted before it.
        self.source.count_inserted(1);
        self.is_at_end = !self.source.skip_damaged_member().unwrap_or(false);
        self.buffer.truncate(self.filled);
        self.buffer.push(b'\n');
        self.filled += 1;
        Some(damage)
    }

    /// Returns the next wanted record, or `None` at the end.
    ///
    /// `is_wanted` receives the head of each record and up to 1 MiB of its block, which includes the whole head of an HTTP
    /// response. Only the blocks of wanted records are kept.
    ///
    /// # Errors
    ///
    /// If a record cannot be read, or if a wanted record is longer than `most_bytes`. The next call continues after
    /// that record. A record that is cut off, damaged or longer than stated is not an error if it is wanted and has a part of its
    /// block: it is returned with that part and its [`problem`](Record::problem).
    ///
    /// An unwanted record of more than 1 MiB and a wanted record of more than `most_bytes` are skipped by their stated length,
    /// because their contents may look like records. If such a record is cut off, an error is returned, and the apparent
    /// records before its stated end are [counted](RecordError::lost).
    pub fn next_record(
        &mut self,
        most_bytes: usize,
        mut is_wanted: impl FnMut(&Head, &[u8]) -> bool,
    ) -> Result<Option<Record>, RecordError> {
        loop {
            self.skip_newlines();
            let offset = self.file_offset();
            // Damage before the first record of the next range is reported here, because the reader of the next range
            // skips it.
            if offset >= self.end && self.can_begin_range() {
                return Ok(None);
            }
            if self.rest().is_empty() {
                let Some(damage) = self.take_damage() else { return Ok(None) };
                self.look_for_next();
                return Err(self.error(offset, None, Problem::DamageAfter(damage)));
            }
            self.records += 1;
            let head = self.read_head().map_err(|problem| self.error(offset, None, problem))?;
            let target = head.target().map(str::to_owned);
            match self.read_block(&head, most_bytes, &mut is_wanted) {
                Ok(Block::Unwanted) => {}
                Ok(Block::Whole(block)) => {
                    return Ok(Some(Record { number: self.records, offset, head, block, problem: None }));
                }
                Ok(Block::Part { block, is_wanted: true, problem }) if !block.is_empty() => {
                    let problem = Some(problem);
                    return Ok(Some(Record { number: self.records, offset, head, block, problem }));
                }
                Ok(Block::Part { problem, .. }) => return Err(self.error(offset, target, problem)),
                Err((problem, lost)) => {
                    return Err(RecordError { lost, ..self.error(offset, target, problem) });
                }
            }
        }
    }

    /// Whether the reader of a range that begins here would recognize a record here, or whether this is the end. In a compressed
    /// archive, a record is recognized by its version, because it begins a member; otherwise by a head with a type and a length
    /// at the start of a line.
    fn can_begin_range(&mut self) -> bool {
        if self.source.is_compressed() {
            return self.is_archive() || (self.rest().is_empty() && self.damage.is_none());
        }
        if !self.is_at_line_start {
            return false;
        }
        let Some(length) = self.length_of_head() else { return self.rest().is_empty() };
        let head = Head { fields: fields(&self.rest()[..length]) };
        is_archive(self.rest()) && head.length().is_some() && !head.kind().is_empty()
    }

    fn error(&self, offset: u64, target: Option<String>, problem: Problem) -> RecordError {
        RecordError { number: self.records, offset, target, problem, lost: 0 }
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

    /// Reads up to the end of the next head. Returns its length, or `None` if the head has no end.
    fn length_of_head(&mut self) -> Option<usize> {
        let mut wanted = CHUNK;
        loop {
            self.fill(wanted);
            match find_end_of_head(first(self.rest(), MOST_BYTES_OF_HEAD)) {
                EndOfHead::At(length) => return Some(length),
                EndOfHead::NotYet if self.rest().len() >= wanted && wanted < MOST_BYTES_OF_HEAD => {
                    wanted *= 2;
                }
                EndOfHead::NotYet | EndOfHead::Missing => return None,
            }
        }
    }

    fn read_head(&mut self) -> Result<Head, Problem> {
        let length = self.length_of_head();
        if !is_archive(self.rest()) {
            self.look_for_next();
            return Err(Problem::NoVersion);
        }
        let Some(length) = length else {
            self.look_for_next();
            return Err(Problem::HeadWithoutEnd);
        };
        let head = Head { fields: fields(&self.rest()[..length]) };
        self.consume(length);
        Ok(head)
    }

    /// Reads the block of a record. An error contains the number of apparent records that were skipped.
    fn read_block(
        &mut self,
        head: &Head,
        most_bytes: usize,
        is_wanted: &mut impl FnMut(&Head, &[u8]) -> bool,
    ) -> Result<Block, (Problem, u64)> {
        let Some(length) = head.length() else {
            if !self.is_archive() {
                self.look_for_next();
            }
            return Err((Problem::NoLength, 0));
        };
        self.fill(length.min(MOST_BYTES_OF_HEAD));
        let start = &self.rest()[..length.min(self.rest().len()).min(MOST_BYTES_OF_HEAD)];
        let is_wanted = is_wanted(head, start);
        if length > if is_wanted { most_bytes } else { MOST_BYTES_OF_OTHERS } {
            self.skip(length)?;
            let problem = Problem::TooLong { most: most_bytes };
            return if is_wanted { Err((problem, 0)) } else { Ok(Block::Unwanted) };
        }
        let (block, problem) = self.read_bytes(length);
        Ok(match problem {
            Some(problem) => Block::Part { block, is_wanted, problem },
            None if is_wanted => Block::Whole(block),
            None => Block::Unwanted,
        })
    }

    /// Reads the bytes of a block, or a part of them and the problem if the record does not end after them.
    fn read_bytes(&mut self, length: usize) -> (Vec<u8>, Option<Problem>) {
        // The newlines after the block and the start of the next record are needed, too.
        self.fill(length.saturating_add(MOST_NEWLINES + VERSION.len() + 1));
        let bytes = self.rest();
        let newlines = bytes.get(length..).map(|after| length_of_newlines(first(after, MOST_NEWLINES)));
        let is_followed = newlines.is_some_and(|newlines| {
            let next = &bytes[length + newlines..];
            next.is_empty() || is_archive(next)
        });
        if !is_followed {
            // The last bytes may be the start of a version.
            let next = self.find_record(length.saturating_add(VERSION.len()));
            if let Some(next) = next.filter(|&next| next < length) {
                // The newlines before the next record are not a part of the block.
                let block = without_newlines_after(&self.rest()[..next]).to_vec();
                self.consume(next);
                return (block, Some(Problem::CutOff { there: next, length }));
            }
        }
        let bytes = self.rest();
        let there = bytes.len().min(length);
        let block = bytes[..there].to_vec();
        self.consume(there);
        // This record is complete even if the next bytes are not a record.
        if is_followed || newlines.is_some_and(|newlines| newlines > 0) {
            return (block, None);
        }
        (block, Some(self.leave_incomplete(there, length)))
    }

    /// Skips the bytes of a block if the record ends after them. An error contains the number of apparent records in the
    /// bytes.
    fn skip(&mut self, length: usize) -> Result<(), (Problem, u64)> {
        let (mut missing, mut lost) = (length, 0);
        // Whether the next byte begins a part that was not searched.
        let mut is_new = false;
        loop {
            self.fill(missing.min(CHUNK) + VERSION.len() + 1);
            let part = missing.min(self.rest().len());
            lost += u64::from(is_new && missing > 0 && self.begins_record());
            if part == 0 {
                break;
            }
            let next = self.find_record(part + VERSION.len()).filter(|&next| next < part);
            lost += u64::from(next.is_some());
            is_new = next.is_none();
            self.consume(next.unwrap_or(part));
            missing -= next.unwrap_or(part);
        }
        let next = self.rest();
        if missing == 0 && (next.is_empty() || length_of_newlines(first(next, 1)) > 0 || is_archive(next)) {
            return Ok(());
        }
        Err((self.leave_incomplete(length - missing, length), lost))
    }

    /// Seeks to the next record after a record whose end was not found. Returns the problem.
    fn leave_incomplete(&mut self, there: usize, length: usize) -> Problem {
        // If unconsumed bytes are left, the damage comes after them, and does not concern this record.
        let damage = if self.rest().is_empty() { self.take_damage() } else { None };
        self.look_for_next();
        match damage {
            Some(damage) => Problem::Damaged { there, length, damage },
            None if there == length => Problem::LongerThanStated { length },
            None => Problem::CutOff { there, length },
        }
    }

    /// Consumes all bytes up to the next apparent record, except at the next byte.
    fn look_for_next(&mut self) {
        loop {
            if let Some(next) = self.find_record(self.rest().len()) {
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

/// The result of reading a block.
enum Block {
    Whole(Vec<u8>),
    Part { block: Vec<u8>, is_wanted: bool, problem: Problem },
    Unwanted,
}

impl<R: Read + Seek> Archive<R> {
    /// Reads the records that begin in a range of file offsets, so that several workers can share an archive. Adjacent ranges
    /// read each record exactly once.
    ///
    /// A compressed archive is divided at its gzip members or zstd frames; crawlers write a member or frame for each record. In an
    /// uncompressed archive, a record is recognized by a line that begins with the version, followed by a head with a type and
    /// a length.
    ///
    /// # Errors
    ///
    /// The errors of the reader.
    pub fn in_range(reader: R, range: Range<u64>) -> io::Result<Self> {
        let mut archive = Self::new(reader)?;
        archive.end = range.end;
        if range.start == 0 {
            return Ok(archive);
        }
        if !archive.source.is_compressed() {
            // A record is recognized by the newline before it.
            archive.offset = range.start - 1;
            archive.source.seek_member(archive.offset)?;
            archive.look_for_next();
            while !archive.rest().is_empty() && !archive.can_begin_range() {
                archive.look_for_next();
            }
            return Ok(archive);
        }
        archive.is_at_end = !archive.source.seek_member(range.start)?;
        // Bytes inside a member may look like the start of a member, but they do not decompress to a record.
        while !archive.is_at_end && !archive.can_begin_range() {
            archive.dropped += archive.filled as u64;
            archive.filled = 0;
            archive.damage = None;
            archive.is_at_end = !archive.source.skip_damaged_member()?;
        }
        Ok(archive)
    }
}

/// The end of the head of a record.
#[derive(PartialEq, Eq, Debug)]
enum EndOfHead {
    /// After this many bytes, including the empty line.
    At(usize),
    /// Missing: another record begins inside the head.
    Missing,
    /// The end of the head is not among these bytes.
    NotYet,
}

fn find_end_of_head(bytes: &[u8]) -> EndOfHead {
    let mut line = 0;
    for start in line_starts(bytes, 0..bytes.len()) {
        if bytes[start - 1] == b'\n' {
            count_steps(start - line);
            if matches!(&bytes[line..start - 1], b"" | b"\r") {
                return EndOfHead::At(start);
            }
            line = start;
        }
        if is_archive(&bytes[start..]) {
            return EndOfHead::Missing;
        }
    }
    EndOfHead::NotYet
}

/// Returns the first version at the start of a line whose line break is in the range.
fn find_record(bytes: &[u8], range: Range<usize>) -> Option<usize> {
    let examined = range.clone();
    let found = line_starts(bytes, range).find(|&start| is_archive(&bytes[start..]));
    count_steps(found.unwrap_or(examined.end).saturating_sub(examined.start));
    found
}

/// Returns the offsets after the line breaks in the range. A line break is a CR, an LF, or both; between both, there is an
/// offset, too, because no record begins there.
fn line_starts(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = usize> {
    range.filter(|&index| is_line_break(bytes[index])).map(|index| index + 1)
}

fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

fn length_of_newlines(bytes: &[u8]) -> usize {
    let length = bytes.iter().take_while(|byte| is_line_break(**byte)).count();
    count_steps(length);
    length
}

/// Removes the two newlines that end a record.
fn without_newlines_after(bytes: &[u8]) -> &[u8] {
    let strip = |bytes: &'_ [u8]| -> usize {
        let bytes =
            bytes.strip_suffix(b"\n").map_or(bytes, |bytes| bytes.strip_suffix(b"\r").unwrap_or(bytes));
        bytes.len()
    };
    let bytes = &bytes[..strip(bytes)];
    &bytes[..strip(bytes)]
}

/// The first `most` bytes, or all if there are fewer.
fn first(bytes: &[u8], most: usize) -> &[u8] {
    &bytes[..bytes.len().min(most)]
}

/// Counts the bytes that are examined, for tests.
fn count_steps(steps: usize) {
    #[cfg(test)]
    tests::STEPS.set(tests::STEPS.get() + steps);
    #[cfg(not(test))]
    let _ = steps;
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::iter;

    use super::*;

    thread_local! {
        pub(super) static STEPS: Cell<usize> = const { Cell::new(0) };
    }

    /// Reads an archive. Returns the numbers of records, of unreadable records, and of examined bytes.
    fn read(archive: &[u8]) -> (usize, usize, usize) {
        STEPS.set(0);
        let mut archive = Archive::new(archive).unwrap();
        let mut next = || archive.next_record(1 << 30, |head, _| head.kind() == "response").transpose();
        let records: Vec<_> = iter::from_fn(&mut next).collect();
        let errors = records.iter().filter(|record| record.is_err()).count();
        (records.len(), errors, STEPS.get())
    }

    fn assert_is_linear(archive: impl Fn(usize) -> Vec<u8>) {
        for count in [1 << 10, 1 << 13] {
            let archive = archive(count);
            let (.., steps) = read(&archive);
            // Each byte is examined for the end of a head, for the next record, and as a newline.
            assert!(steps <= 4 * archive.len(), "{steps} steps for {} bytes", archive.len());
            STEPS.set(0);
            Archive::in_range(io::Cursor::new(&archive), 1..u64::MAX).unwrap();
            let steps = STEPS.get();
            assert!(steps <= 4 * archive.len(), "{steps} steps for {} bytes in a range", archive.len());
        }
    }

    #[test]
    fn the_search_for_the_end_of_a_record_is_bounded() {
        // Each record ends in the same run of newlines.
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
        assert_is_linear(|count| b"WARC/1\nContent-Length: 2000000\n\n".repeat(count));
        assert_is_linear(|count| [b"WARC/1\na\n".repeat(count), vec![b'a'; 400 * count]].concat());
        assert_is_linear(|count| [b"WARC/1\n\n".repeat(count), vec![b'a'; 10 * count]].concat());
        assert_is_linear(|count| {
            [b"WARC/1\nContent-Length: 0\n\n".repeat(count), vec![b'a'; 10 * count]].concat()
        });
        assert_eq!(find_end_of_head(b"WARC/1\r\na: b\r\n\r\nc"), EndOfHead::At(16));
        assert_eq!(find_end_of_head(b"WARC/1\na: b\nWARC/1\n\n"), EndOfHead::Missing);
        assert_eq!(find_end_of_head(b"WARC/1\na: b\nWARC/\n"), EndOfHead::NotYet);
    }

    #[test]
    fn a_head_has_a_maximum_length() {
        for (length, errors) in [(MOST_BYTES_OF_HEAD, 0), (MOST_BYTES_OF_HEAD + 1, 1)] {
            let start = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\nWARC-Note: ";
            let note = "a".repeat(length - start.len() - "\r\n\r\n".len());
            let record = format!("{start}{note}\r\n\r\n\r\n\r\n");
            assert_eq!(read(record.as_bytes()).1, errors, "{length}");
        }
    }

    #[test]
    fn any_number_of_newlines_may_follow_a_record() {
        let record = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 47\r\n\r\n\
             HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
        for newlines in [0, 1, 2, 4, MOST_NEWLINES, MOST_NEWLINES + 1, 1000] {
            let archive = format!("{record}{}{record}\r\n\r\n", "\n".repeat(newlines));
            let (records, errors, _) = read(archive.as_bytes());
            assert_eq!((records, errors), (2, 0), "{newlines}");
        }
    }
}
