//! Bytes that may be compressed by gzip, read as a stream from which one can go on behind what is damaged.
//!
//! What is not here: what the bytes mean (`warc.rs`).

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

use super::read_prefix;

/// What each member of a file of gzip begins with.
pub(super) const MAGIC: [u8; 2] = [0x1F, 0x8B];

/// What it nearly always begins with: the method of compression is the only one that there is.
const MEMBER: &[u8] = &[0x1F, 0x8B, 8];

/// How many bytes of a member are kept, so that the next one is found if it is damaged.
const MOST_KEPT: usize = 64 << 20;

/// How many bytes are read at a time.
const CHUNK: usize = 1 << 16;

/// What is said about bytes that cannot be decompressed; what the system says stays.
pub(super) fn damage(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(_) => error,
        None => {
            io::Error::new(error.kind(), format!("what gzip has compressed is cut off or damaged ({error})"))
        }
    }
}

/// Decompressed bytes: those of the members one after the other, or the very bytes if they are not compressed.
pub(super) struct Decompressed<R> {
    source: Source<R>,
}

enum Source<R> {
    Plain(Rewindable<R>),
    Member(GzDecoder<Rewindable<R>>),
    /// Only while one of the others becomes the other.
    Ended,
}

impl<R: Read> Decompressed<R> {
    pub(super) fn new(reader: R) -> io::Result<Self> {
        let mut source = Rewindable::new(reader);
        let prefix = source.peek(MAGIC.len())?;
        let source =
            if prefix == MAGIC { Source::Member(GzDecoder::new(source)) } else { Source::Plain(source) };
        Ok(Self { source })
    }

    /// Goes to the next member behind the one that could not be decompressed. Whether there is one.
    pub(super) fn skip_damaged_member(&mut self) -> io::Result<bool> {
        let mut source = match std::mem::replace(&mut self.source, Source::Ended) {
            Source::Member(decoder) => decoder.into_inner(),
            other => {
                self.source = other;
                return Ok(false);
            }
        };
        if !source.rewind() {
            return Ok(false);
        }
        source.consume(1);
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

/// A reader that keeps what was read since a mark, and can go back there.
struct Rewindable<R> {
    reader: R,
    /// What was read, from the mark on or from before it.
    kept: Vec<u8>,
    /// Where the mark is.
    mark: usize,
    /// How much of what is kept was consumed.
    position: usize,
    /// More than could be kept has come since the mark.
    is_lost: bool,
}

impl<R: Read> Rewindable<R> {
    fn new(reader: R) -> Self {
        Self { reader, kept: Vec::new(), mark: 0, position: 0, is_lost: false }
    }

    /// Takes what was consumed for settled: this is where one goes back to from now on.
    fn mark(&mut self) {
        self.mark = self.position;
        self.is_lost = false;
        // OPTIMIZATION: what is left over is only moved when that is less than what is dropped.
        if self.mark * 2 >= self.kept.len() {
            self.kept.drain(..self.mark);
            self.mark = 0;
            self.position = 0;
        }
    }

    /// Goes back to the mark. Whether that is possible.
    fn rewind(&mut self) -> bool {
        self.position = self.mark;
        !self.is_lost
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

    /// The next bytes: so many, unless the reader ends before.
    fn peek(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.kept.len() - self.position < length {
            let more = read_prefix(&mut self.reader, length)?;
            if more.is_empty() {
                break;
            }
            self.kept.extend_from_slice(&more);
        }
        let rest = &self.kept[self.position..];
        Ok(&rest[..rest.len().min(length)])
    }
}

impl<R: Read> BufRead for Rewindable<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.position == self.kept.len() {
            if self.kept.len() > MOST_KEPT {
                self.is_lost = true;
                self.kept.clear();
                self.mark = 0;
                self.position = 0;
            }
            let length = self.kept.len();
            self.kept.resize(length + CHUNK, 0);
            let read = read_once(&mut self.reader, &mut self.kept[length..]);
            self.kept.truncate(length + *read.as_ref().unwrap_or(&0));
            read?;
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

fn read_once(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
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
}
