//! Reads the lines of the input in groups: all lines that have arrived, without waiting for more.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

/// The number of bytes for each read. A pipe usually returns at most 64 KiB; for files, larger groups of lines cost less
/// synchronization between threads.
const READ_SIZE: usize = 1 << 18;

/// Some consecutive lines.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    /// Whole lines, each with its newline; the last line of the input may have no newline.
    Whole {
        /// The lines, one after the other.
        bytes: Vec<u8>,
        /// The number of the first line, counted from 1.
        first_number: u64,
    },
    /// One line that exceeds the limit.
    TooLong {
        /// The number of the line.
        number: u64,
    },
}

/// Reads lines in groups.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    reader: R,
    /// The maximum length of a line.
    max_bytes: usize,
    chunk: Box<[u8]>,
    /// The part of the chunk that is not processed yet.
    unseen: Range<usize>,
    /// The bytes of the unfinished line.
    pending: Vec<u8>,
    /// Whether the unfinished line is too long and is being skipped.
    is_skipping: bool,
    next_number: u64,
}

impl<R: Read> LineReader<R> {
    pub(crate) fn new(reader: R, max_bytes: usize) -> Self {
        Self {
            reader,
            max_bytes,
            chunk: vec![0; READ_SIZE].into_boxed_slice(),
            unseen: 0..0,
            pending: Vec::new(),
            is_skipping: false,
            next_number: 1,
        }
    }

    /// Returns all finished lines as soon as there is at least one; `None` at the end of the input.
    pub(crate) fn next_lines(&mut self) -> io::Result<Option<Lines>> {
        loop {
            if self.unseen.is_empty() {
                self.unseen = 0..self.read()?;
            }
            let unseen = &self.chunk[self.unseen.clone()];
            if unseen.is_empty() {
                return Ok(self.last_line());
            }
            if self.is_skipping {
                let end = unseen.iter().position(|byte| *byte == b'\n');
                self.unseen.start = end.map_or(self.unseen.end, |end| self.unseen.start + end + 1);
                if end.is_some() {
                    self.is_skipping = false;
                    return Ok(Some(self.too_long_line()));
                }
                continue;
            }
            self.unseen = 0..0;
            let Some(end) = unseen.iter().rposition(|byte| *byte == b'\n') else {
                self.pending.extend_from_slice(unseen);
                if self.pending.len() > self.max_bytes {
                    self.pending = Vec::new();
                    self.is_skipping = true;
                }
                continue;
            };
            let (finished, rest) = unseen.split_at(end + 1);
            self.pending.extend_from_slice(finished);
            let bytes = std::mem::replace(&mut self.pending, rest.to_vec());
            return Ok(Some(self.whole_lines(bytes)));
        }
    }

    fn read(&mut self) -> io::Result<usize> {
        loop {
            match self.reader.read(&mut self.chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// Returns the last line, if it does not end with a newline.
    fn last_line(&mut self) -> Option<Lines> {
        if std::mem::take(&mut self.is_skipping) {
            return Some(self.too_long_line());
        }
        let bytes = std::mem::take(&mut self.pending);
        (!bytes.is_empty()).then(|| self.whole_lines(bytes))
    }

    fn whole_lines(&mut self, bytes: Vec<u8>) -> Lines {
        let first_number = self.next_number;
        self.next_number += bytes.iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        Lines::Whole { bytes, first_number }
    }

    fn too_long_line(&mut self) -> Lines {
        let number = self.next_number;
        self.next_number += 1;
        Lines::TooLong { number }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// A reader that returns one piece for each read.
    struct Pieces(VecDeque<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let piece = self.0.pop_front().unwrap_or_default();
            buffer[..piece.len()].copy_from_slice(&piece);
            Ok(piece.len())
        }
    }

    fn read_all(pieces: &[&str], max_bytes: usize) -> Vec<Lines> {
        let pieces = Pieces(pieces.iter().map(|piece| piece.as_bytes().to_vec()).collect());
        let mut reader = LineReader::new(pieces, max_bytes);
        std::iter::from_fn(|| reader.next_lines().unwrap()).collect()
    }

    fn whole(text: &str, first_number: u64) -> Lines {
        Lines::Whole { bytes: text.as_bytes().to_vec(), first_number }
    }

    #[test]
    fn whole_lines_are_returned_at_once() {
        assert_eq!(read_all(&[], 9), []);
        assert_eq!(read_all(&["a\nb\nc", "c", "c\nd\n"], 9), [whole("a\nb\n", 1), whole("ccc\nd\n", 3)]);
        assert_eq!(read_all(&["\n", "\n\na"], 9), [whole("\n", 1), whole("\n\n", 2), whole("a", 4)]);
    }

    #[test]
    fn a_long_line_is_skipped_without_being_stored() {
        assert_eq!(
            read_all(&["a\nbbb", "bbb", "bbb", "b\nc\n", "d\n"], 4),
            [whole("a\n", 1), Lines::TooLong { number: 2 }, whole("c\n", 3), whole("d\n", 4)]
        );
        assert_eq!(read_all(&["bbb", "bbb", "bbb"], 4), [Lines::TooLong { number: 1 }]);
        assert_eq!(read_all(&["bbb", "bbb\nc\nd"], 4), [whole("bbbbbb\nc\n", 1), whole("d", 3)]);
    }
}
