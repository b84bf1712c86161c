//! [`Budget`]: a limit on the bytes that are read for one document, with a callback before each allocation.

use std::io::{self, Read};

/// The initial capacity in bytes.
const CHUNK: usize = 1 << 16;

/// A limit on the bytes of one document, including intermediate results, for example after the first of two decompressions.
pub struct Budget<'r> {
    left: usize,
    reserve: &'r mut dyn FnMut(usize),
}

impl<'r> Budget<'r> {
    /// Creates a budget of `most` bytes. Before each allocation, `reserve` is called with the number of additional bytes.
    pub fn new(most: usize, reserve: &'r mut dyn FnMut(usize)) -> Self {
        Self { left: most, reserve }
    }

    /// Reads a reader to its end; `expected` is an estimate of its length. Returns `None` if the estimate or the
    /// length exceeds the rest of the budget.
    ///
    /// # Errors
    ///
    /// The errors of the reader.
    pub fn read(&mut self, reader: impl Read, expected: usize) -> io::Result<Option<Vec<u8>>> {
        match self.read_part(reader, expected) {
            Some((_, Some(error))) => Err(error),
            Some((bytes, None)) => Ok(Some(bytes)),
            None => Ok(None),
        }
    }

    /// Reads a reader to its end or to an error, as [`read`](Self::read) does. Returns the bytes before the error, too.
    pub(crate) fn read_part(
        &mut self,
        mut reader: impl Read,
        expected: usize,
    ) -> Option<(Vec<u8>, Option<io::Error>)> {
        if expected > self.left {
            return None;
        }
        let mut bytes = Vec::new();
        let mut length = 0;
        let error = loop {
            if length == bytes.len() {
                // One byte more than expected or allowed, because the end is then found without another allocation.
                let size = if length == 0 { expected } else { length * 2 };
                let size = size.clamp(CHUNK, CHUNK.max(self.left)) + 1;
                (self.reserve)(size - length);
                bytes.resize(size, 0);
            }
            match read_once(&mut reader, &mut bytes[length..]) {
                Ok(0) => break None,
                Ok(read) => length += read,
                Err(error) => break Some(error),
            }
            if length > self.left {
                return None;
            }
        };
        self.left -= length;
        bytes.truncate(length);
        Some((bytes, error))
    }
}

/// Reads some bytes and retries if the read was interrupted. Returns their number; 0 at the end.
pub(crate) fn read_once(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(length: usize, most: usize, expected: usize) -> (Option<usize>, usize) {
        let mut reserved = 0;
        let mut reserve = |bytes| reserved += bytes;
        let bytes = Budget::new(most, &mut reserve).read(io::repeat(b'a').take(length as u64), expected);
        (bytes.unwrap().map(|bytes| bytes.len()), reserved)
    }

    #[test]
    fn reading_stops_at_the_limit() {
        for length in [0, 1, 3, CHUNK, CHUNK + 1, 5 * CHUNK] {
            for expected in [0, length / 2, length] {
                assert_eq!(read(length, length, expected).0, Some(length));
                assert_eq!(read(length + 1, length, expected).0, None);
            }
            assert_eq!(read(length, length, length + 1).0, None);
        }
    }

    #[test]
    fn the_callback_gets_the_size_of_each_allocation() {
        assert_eq!(read(10 * CHUNK, usize::MAX, 10 * CHUNK).1, 10 * CHUNK + 1);
        for length in [10 * CHUNK, 1000 * CHUNK] {
            let (_, reserved) = read(length, 64 * CHUNK, 0);
            assert!(
                reserved > length.min(64 * CHUNK) && reserved <= 2 * length.min(64 * CHUNK) + 2,
                "{reserved}"
            );
        }
    }

    #[test]
    fn intermediate_results_count() {
        let mut reserve = |_| ();
        let mut budget = Budget::new(10, &mut reserve);
        assert!(budget.read(&b"123456"[..], 0).unwrap().is_some());
        assert!(budget.read(&b"12345"[..], 0).unwrap().is_none());
        assert!(budget.read(&b"1234"[..], 0).unwrap().is_some());
    }
}
