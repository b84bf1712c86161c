//! Bytes that may be compressed by gzip, read as a stream that continues after a damaged member.
//!
//! A member that is cut off is followed by the next one in the midst of what it said it had, so the search for the next one
//! begins after its first byte. To go back there, the last bytes are kept. How far it goes back altogether is bounded by how
//! much was read, so that each byte is read twice on average at the most, however many members seem to begin in the others.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

use super::budget::read_once;

/// The bytes that each member of a file of gzip begins with.
pub(crate) const MAGIC_OF_GZIP: [u8; 2] = [0x1F, 0x8B];

/// The same with the method of compression, of which there is only one.
const MEMBER: &[u8] = &[0x1F, 0x8B, 8];

/// How far back the search for the next member may begin. The decoder notices nearly any damage within a few hundred bytes.
const MOST_KEPT: usize = 1 << 20;

/// How many bytes are read at a time.
const CHUNK: usize = 1 << 16;

/// The error of bytes that cannot be decompressed; errors of the system stay as they are.
pub(crate) fn damage(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(_) => error,
        None => {
            io::Error::new(error.kind(), format!("what gzip has compressed is cut off or damaged ({error})"))
        }
    }
}

/// Decompressed bytes: those of the members one after the other, or the very bytes if they are not compressed.
pub(crate) struct Decompressed<R> {
    source: Source<R>,
}

enum Source<R> {
    Plain(Rewindable<R>),
    Member(GzDecoder<Rewindable<R>>),
    /// Only while one of the others becomes the other.
    Ended,
}

impl<R: Read> Decompressed<R> {
    pub(crate) fn new(reader: R) -> io::Result<Self> {
        let mut source = Rewindable::new(reader);
        let prefix = source.peek(MAGIC_OF_GZIP.len())?;
        let source = if prefix == MAGIC_OF_GZIP {
            Source::Member(GzDecoder::new(source))
        } else {
            Source::Plain(source)
        };
        Ok(Self { source })
    }

    /// Goes to the next member after the one that could not be decompressed. Returns whether there is one.
    pub(crate) fn skip_damaged_member(&mut self) -> io::Result<bool> {
        let mut source = match std::mem::replace(&mut self.source, Source::Ended) {
            Source::Member(decoder) => decoder.into_inner(),
            other => {
                self.source = other;
                return Ok(false);
            }
        };
        source.go_back();
        while source.peek(MEMBER.len())? != MEMBER {
            let rest = source.fill_buf()?;
            if rest.is_empty() {
                return Ok(false);
            }
            let next = rest[1..].iter().position(|&byte| byte == MEMBER[0]);
            let length = next.map_or(rest.len(), |next| next + 1);
            source.consume(length);
        }
        source.mark();
        self.source = Source::Member(GzDecoder::new(source));
        Ok(true)
    }
}

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let decoder = match &mut self.source {
                Source::Plain(source) => {
                    source.mark();
                    return source.read(buffer);
                }
                Source::Ended => return Ok(0),
                Source::Member(decoder) => decoder,
            };
            let length = decoder.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let Source::Member(decoder) = std::mem::replace(&mut self.source, Source::Ended) else {
                return Ok(0);
            };
            let mut source = decoder.into_inner();
            // Some pad the end with zeros; anything else has to be a member.
            source.skip_zeros()?;
            if !source.fill_buf()?.is_empty() {
                source.mark();
                self.source = Source::Member(GzDecoder::new(source));
            }
        }
    }
}

/// A reader that keeps the last bytes that were read since a mark, and can go back.
struct Rewindable<R> {
    reader: R,
    /// The bytes that are kept, and those that were read and not consumed.
    kept: Vec<u8>,
    /// Where the mark is among them; at their start if it was dropped.
    mark: usize,
    /// Where the next byte is.
    position: usize,
    /// How many more bytes it may go back: as many as were read, less those that it has gone back already.
    budget: usize,
}

impl<R: Read> Rewindable<R> {
    fn new(reader: R) -> Self {
        Self { reader, kept: Vec::new(), mark: 0, position: 0, budget: 0 }
    }

    /// Forgets the bytes that were consumed: the mark is here now.
    fn mark(&mut self) {
        self.mark = self.position;
        // OPTIMIZATION: the rest is moved only if that is less than what is dropped.
        if self.mark * 2 >= self.kept.len() {
            self.drop_first(self.mark);
        }
    }

    /// Goes back to the first byte after the mark, or as near to it as possible.
    fn go_back(&mut self) {
        let distance = self.position.saturating_sub(self.mark + 1).min(self.budget);
        self.budget -= distance;
        // If nothing was consumed since the mark, the search begins after one byte nevertheless.
        self.position = (self.position - distance).max(self.mark + 1).min(self.kept.len());
    }

    /// Goes to the next byte that is not zero, or to the end.
    fn skip_zeros(&mut self) -> io::Result<()> {
        loop {
            let rest = self.fill_buf()?;
            let (zeros, length) = (rest.iter().take_while(|&&byte| byte == 0).count(), rest.len());
            self.consume(zeros);
            if zeros < length || length == 0 {
                return Ok(());
            }
        }
    }

    /// Returns the next bytes, fewer than `length` only if the reader ends before.
    fn peek(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.kept.len() - self.position < length && self.read_more()? > 0 {}
        let rest = &self.kept[self.position..];
        Ok(&rest[..rest.len().min(length)])
    }

    /// Reads further bytes, and drops those that are too far back. Returns how many were read.
    fn read_more(&mut self) -> io::Result<usize> {
        // OPTIMIZATION: as many are dropped at a time as are moved.
        if self.position >= 2 * MOST_KEPT {
            self.drop_first(self.position - MOST_KEPT);
        }
        let length = self.kept.len();
        self.kept.resize(length + CHUNK, 0);
        let read = read_once(&mut self.reader, &mut self.kept[length..]);
        self.kept.truncate(length + *read.as_ref().unwrap_or(&0));
        self.budget += *read.as_ref().unwrap_or(&0);
        read
    }

    fn drop_first(&mut self, length: usize) {
        self.kept.drain(..length);
        self.mark = self.mark.saturating_sub(length);
        self.position -= length;
    }
}

impl<R: Read> BufRead for Rewindable<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.position == self.kept.len() {
            self.read_more()?;
        }
        Ok(&self.kept[self.position..])
    }

    fn consume(&mut self, amount: usize) {
        self.position = (self.position + amount).min(self.kept.len());
    }
}

impl<R: Read> Read for Rewindable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn member(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn read_all(reader: &mut Decompressed<&[u8]>) -> io::Result<String> {
        let mut text = String::new();
        reader.read_to_string(&mut text).map(|_| text)
    }

    #[test]
    fn members_follow_each_other() {
        let bytes = [member(b"one "), member(b""), member(b"two"), vec![0; 9]].concat();
        assert_eq!(read_all(&mut Decompressed::new(&bytes[..]).unwrap()).unwrap(), "one two");
        assert_eq!(read_all(&mut Decompressed::new(&b"\x1Fplain"[..]).unwrap()).unwrap(), "\x1Fplain");
        assert_eq!(read_all(&mut Decompressed::new(&b""[..]).unwrap()).unwrap(), "");
    }

    #[test]
    fn what_is_behind_the_last_member_is_not_dropped() {
        let bytes = [&member(b"one")[..], b"\0\0two"].concat();
        let mut reader = Decompressed::new(&bytes[..]).unwrap();
        let mut read = Vec::new();
        assert!(reader.read_to_end(&mut read).is_err());
        assert_eq!(read, b"one");
    }

    #[test]
    fn what_follows_a_damaged_member_is_found() {
        let text: Vec<u8> =
            (0..100_000_u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        let damaged = &member(&text)[..50_000];
        let bytes = [&member(b"one"), damaged, &member(b"two")].concat();
        let mut reader = Decompressed::new(&bytes[..]).unwrap();
        let mut read = Vec::new();
        assert!(reader.read_to_end(&mut read).is_err());
        assert!(read.starts_with(b"one"));
        let mut found = false;
        while reader.skip_damaged_member().unwrap() {
            let mut read = Vec::new();
            if reader.read_to_end(&mut read).is_ok() {
                assert_eq!(read, b"two");
                found = true;
            }
        }
        assert!(found);
    }

    /// Members of which each seems to contain all the following ones: 15 bytes are the head of a member and the head of a
    /// block, which is stored and contains the head of the next member.
    fn overlapping_members(count: usize) -> Vec<u8> {
        const HEAD: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3];
        const HEAD_OF_BLOCK: [u8; 5] = [0, 10, 0, !10, 0xFF];
        [&HEAD[..], &HEAD_OF_BLOCK].concat().repeat(count)
    }

    /// How many bytes are decompressed until there are no more members.
    fn decompressed(bytes: &[u8]) -> usize {
        let mut reader = Decompressed::new(bytes).unwrap();
        let mut count = 0;
        loop {
            let mut read = Vec::new();
            assert!(reader.read_to_end(&mut read).is_err());
            count += read.len();
            if !reader.skip_damaged_member().unwrap() {
                return count;
            }
        }
    }

    #[test]
    fn bytes_are_read_twice_on_average_however_many_members_overlap() {
        for count in [100, 1_000, 10_000, 200_000] {
            let bytes = overlapping_members(count);
            assert!(decompressed(&bytes) <= 2 * bytes.len(), "{count}");
        }
    }

    #[test]
    fn a_member_is_found_after_damage_of_any_length() {
        // The last one is longer than what is kept.
        for length in [0, 1, 1_000, 3 * MOST_KEPT] {
            let noise: Vec<u8> =
                (0..length as u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
            let bytes = [&member(b"one")[..], &MAGIC_OF_GZIP, &noise, &member(b"two")].concat();
            let mut reader = Decompressed::new(&bytes[..]).unwrap();
            let mut read = Vec::new();
            while reader.read_to_end(&mut read).is_err() && reader.skip_damaged_member().unwrap() {}
            assert!(read.starts_with(b"one") && read.ends_with(b"two"), "{length}");
        }
    }
}
