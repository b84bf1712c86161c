//! [`Decompressed`]: bytes that may be compressed, as members of gzip or frames of zstd, read as one stream.
//!
//! A member that is cut off is followed by the next one within the length that the first had claimed. The search for the next
//! member therefore begins one byte after the start of the damaged one, and the last bytes are kept for that. The total distance
//! that the reader goes back is at most the number of bytes read, so each byte is read twice on average at most, however many
//! members seem to begin inside others.

use std::fmt;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};

use crate::budget::read_once;

/// The bytes that a member of gzip begins with.
pub(crate) const GZIP: [u8; 2] = [0x1F, 0x8B];

/// The same with the only method of compression.
const GZIP_DEFLATE: [u8; 3] = [0x1F, 0x8B, 8];

/// The bytes that a frame of zstd begins with.
pub(crate) const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The number that the skippable frame with the dictionary of an archive begins with, and its bytes.
const ZSTD_DICTIONARY: u32 = 0x184D_2A5D;
const ZSTD_DICTIONARY_BYTES: [u8; 4] = ZSTD_DICTIONARY.to_le_bytes();

/// The longest dictionary.
const MOST_BYTES_OF_DICTIONARY: u64 = 16 << 20;

/// How far back the search for the next member may begin. The decoder detects nearly any damage within a few hundred bytes.
const MOST_KEPT: usize = 1 << 20;

/// How many bytes are read at a time.
const CHUNK: usize = 1 << 16;

/// Whether bytes begin like a format that [`Decompressed`] decompresses.
#[must_use]
pub fn is_compressed(bytes: &[u8]) -> bool {
    Format::of(bytes) != Format::Plain
}

/// How bytes are compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Plain,
    Gzip,
    Zstd,
}

impl Format {
    fn of(bytes: &[u8]) -> Self {
        if bytes.starts_with(&GZIP) {
            Self::Gzip
        } else if bytes.starts_with(&ZSTD) || bytes.starts_with(&ZSTD_DICTIONARY_BYTES) {
            Self::Zstd
        } else {
            Self::Plain
        }
    }
}

/// Where a member begins: in the decompressed bytes, and in the bytes that were read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemberStart {
    pub(crate) decompressed: u64,
    pub(crate) offset: u64,
}

/// Decompressed bytes: those of all members of gzip or frames of zstd, one after the other, or the bytes as they are if they
/// begin like neither.
///
/// The first bytes decide the format. Reading ends with an error where a member is damaged, and can go on after
/// [`skip_damaged_member`](Self::skip_damaged_member).
pub struct Decompressed<R> {
    source: Source<R>,
    /// How many decompressed bytes were read.
    length: u64,
    /// The members that began since the last call of [`take_member_starts`](Self::take_member_starts).
    starts: Vec<MemberStart>,
}

enum Source<R> {
    Plain(Rewindable<R>),
    Gzip(GzDecoder<Rewindable<R>>),
    Zstd(Frames<R>),
    /// The end, and a placeholder while a member is replaced by the next one.
    Ended,
}

impl<R> fmt::Debug for Decompressed<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Decompressed").field("length", &self.length).finish_non_exhaustive()
    }
}

impl<R: Read> Decompressed<R> {
    /// Reads from the beginning of a file.
    ///
    /// # Errors
    ///
    /// Those of the reader.
    pub fn new(reader: R) -> io::Result<Self> {
        let mut source = Rewindable::new(reader);
        let mut new = Self { source: Source::Ended, length: 0, starts: Vec::new() };
        match Format::of(source.peek(ZSTD.len())?) {
            Format::Plain => new.source = Source::Plain(source),
            Format::Gzip => new.begin_gzip(source),
            Format::Zstd => new.source = Source::Zstd(Frames::new(source)),
        }
        Ok(new)
    }

    /// Whether the bytes are compressed.
    pub(crate) fn is_compressed(&self) -> bool {
        matches!(self.source, Source::Gzip(_) | Source::Zstd(_))
    }

    fn begin_gzip(&mut self, mut source: Rewindable<R>) {
        source.mark();
        self.starts.push(MemberStart { decompressed: self.length, offset: source.offset() });
        self.source = Source::Gzip(GzDecoder::new(source));
    }

    /// Goes to the next member after the one that could not be decompressed. Returns whether there is one.
    ///
    /// # Errors
    ///
    /// Those of the reader.
    pub fn skip_damaged_member(&mut self) -> io::Result<bool> {
        match std::mem::replace(&mut self.source, Source::Ended) {
            Source::Gzip(decoder) => {
                let mut source = decoder.into_inner();
                source.go_back();
                if !source.go_to(&GZIP_DEFLATE)? {
                    return Ok(false);
                }
                self.begin_gzip(source);
            }
            Source::Zstd(mut frames) => {
                frames.source.go_back();
                frames.is_in_frame = false;
                if !frames.source.go_to(&ZSTD)? {
                    return Ok(false);
                }
                self.source = Source::Zstd(frames);
            }
            other @ (Source::Plain(_) | Source::Ended) => {
                self.source = other;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the members that began since the last call, in order.
    pub(crate) fn take_member_starts(&mut self) -> Vec<MemberStart> {
        std::mem::take(&mut self.starts)
    }

    /// Reads from the current member, or begins the next one. Returns `None` if there is more to read.
    fn read_member(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        match &mut self.source {
            Source::Plain(source) => {
                source.mark();
                return source.read(buffer).map(Some);
            }
            Source::Zstd(frames) => {
                if !frames.is_in_frame {
                    if !frames.begin_frame()? {
                        return Ok(Some(0));
                    }
                    let offset = frames.source.offset_of_mark();
                    self.starts.push(MemberStart { decompressed: self.length, offset });
                }
                let length = frames.read(buffer)?;
                return Ok((length > 0).then_some(length));
            }
            Source::Gzip(decoder) => {
                let length = decoder.read(buffer)?;
                if length > 0 {
                    return Ok(Some(length));
                }
            }
            Source::Ended => return Ok(Some(0)),
        }
        if let Source::Gzip(decoder) = std::mem::replace(&mut self.source, Source::Ended) {
            let mut source = decoder.into_inner();
            // Some programs pad the end with zeros; anything else has to be a member.
            source.skip_zeros()?;
            if !source.fill_buf()?.is_empty() {
                self.begin_gzip(source);
            }
        }
        Ok(None)
    }
}

impl<R: Read + Seek> Decompressed<R> {
    /// Goes to `offset` of the file, and to the first bytes from there on that look like a member. What was read from the
    /// beginning, as a dictionary, is kept. Returns whether there is one; in a file that is not compressed there always is.
    pub(crate) fn seek_member(&mut self, offset: u64) -> io::Result<bool> {
        self.starts.clear();
        match std::mem::replace(&mut self.source, Source::Ended) {
            Source::Plain(mut source) => {
                source.seek(offset)?;
                self.source = Source::Plain(source);
            }
            Source::Gzip(decoder) => {
                let mut source = decoder.into_inner();
                source.seek(offset)?;
                if !source.go_to(&GZIP_DEFLATE)? {
                    return Ok(false);
                }
                self.begin_gzip(source);
            }
            Source::Zstd(mut frames) => {
                frames.begin_frame()?;
                frames.is_in_frame = false;
                frames.source.seek(offset)?;
                if !frames.source.go_to(&ZSTD)? {
                    return Ok(false);
                }
                self.source = Source::Zstd(frames);
            }
            Source::Ended => return Ok(false),
        }
        Ok(true)
    }
}

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(length) = self.read_member(buffer)? {
                self.length += length as u64;
                return Ok(length);
            }
        }
    }
}

/// Frames of zstd.
struct Frames<R> {
    source: Rewindable<R>,
    decoder: Box<FrameDecoder>,
    /// The dictionary that the archive begins with.
    dictionary: Option<u32>,
    is_in_frame: bool,
}

impl<R: Read> Frames<R> {
    fn new(source: Rewindable<R>) -> Self {
        Self { source, decoder: Box::new(FrameDecoder::new()), dictionary: None, is_in_frame: false }
    }

    /// Reads the head of the next frame, after those without data. Returns whether there is a frame.
    fn begin_frame(&mut self) -> io::Result<bool> {
        loop {
            self.source.mark();
            if self.source.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.decoder.reset(&mut self.source) {
                Ok(()) => break,
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    magic_number,
                    length,
                })) => {
                    let mut contents = (&mut self.source).take(length.into());
                    if magic_number == ZSTD_DICTIONARY && self.dictionary.is_none() {
                        let dictionary = read_dictionary(&mut contents)?;
                        self.dictionary = Some(dictionary.id);
                        self.decoder.add_dict(dictionary).map_err(io::Error::other)?;
                    }
                    io::copy(&mut contents, &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        // A frame may leave out the number of the archive's dictionary.
        if let Some(dictionary) = self.dictionary {
            self.decoder.force_dict(dictionary).map_err(io::Error::other)?;
        }
        self.is_in_frame = true;
        Ok(true)
    }

    /// Reads from the current frame. Returns 0 at its end.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            self.decoder
                .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                .map_err(io::Error::other)?;
        }
        let length = self.decoder.read(buffer)?;
        if length == 0 {
            self.is_in_frame = false;
            let expected = self.decoder.get_checksum_from_data();
            if expected.is_some() && expected != self.decoder.get_calculated_checksum() {
                return Err(io::Error::other("the checksum is wrong"));
            }
        }
        Ok(length)
    }
}

/// Reads the dictionary of an archive, which may be compressed itself.
fn read_dictionary(contents: &mut impl Read) -> io::Result<Dictionary> {
    let mut bytes = Vec::new();
    contents.take(MOST_BYTES_OF_DICTIONARY).read_to_end(&mut bytes)?;
    if bytes.starts_with(&ZSTD) {
        let mut frames = Frames::new(Rewindable::new(&bytes[..]));
        let mut dictionary = Vec::new();
        frames.begin_frame()?;
        while dictionary.len() < MOST_BYTES_OF_DICTIONARY as usize {
            let length = dictionary.len();
            dictionary.resize(length + CHUNK, 0);
            let read = frames.read(&mut dictionary[length..])?;
            dictionary.truncate(length + read);
            if read == 0 {
                break;
            }
        }
        bytes = dictionary;
    }
    Dictionary::decode_dict(&bytes).map_err(io::Error::other)
}

/// A reader that keeps the last bytes that were read since a mark, and can go back.
struct Rewindable<R> {
    reader: R,
    /// The offset of the first byte that is kept.
    offset: u64,
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
        Self { reader, offset: 0, kept: Vec::new(), mark: 0, position: 0, budget: 0 }
    }

    /// The offset of the next byte in what was read.
    fn offset(&self) -> u64 {
        self.offset + self.position as u64
    }

    /// The offset of the mark in what was read.
    fn offset_of_mark(&self) -> u64 {
        self.offset + self.mark as u64
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

    /// Goes to the next place where these bytes are. Returns whether there is one; if not, goes to the end.
    fn go_to(&mut self, bytes: &[u8]) -> io::Result<bool> {
        while self.peek(bytes.len())? != bytes {
            let rest = self.fill_buf()?;
            if rest.is_empty() {
                return Ok(false);
            }
            let next = rest[1..].iter().position(|&byte| byte == bytes[0]);
            let length = next.map_or(rest.len(), |next| next + 1);
            self.consume(length);
        }
        Ok(true)
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
        self.offset += length as u64;
        self.mark = self.mark.saturating_sub(length);
        self.position -= length;
    }
}

impl<R: Seek> Rewindable<R> {
    /// Goes to an offset, and forgets what was read.
    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.offset = self.reader.seek(SeekFrom::Start(offset))?;
        self.kept.clear();
        (self.mark, self.position) = (0, 0);
        Ok(())
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
    fn bytes_after_the_last_member_are_not_dropped() {
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
            let bytes = [&member(b"one")[..], &GZIP, &noise, &member(b"two")].concat();
            let mut reader = Decompressed::new(&bytes[..]).unwrap();
            let mut read = Vec::new();
            while reader.read_to_end(&mut read).is_err() && reader.skip_damaged_member().unwrap() {}
            assert!(read.starts_with(b"one") && read.ends_with(b"two"), "{length}");
        }
    }
}
