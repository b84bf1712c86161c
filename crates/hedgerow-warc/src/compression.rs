//! [`Decompressed`]: reads gzip members, zstd frames or uncompressed bytes as one stream.
//!
//! If a member is cut off, the decoder reads the start of the next member as a part of the damaged one. The search for the next
//! member therefore begins one byte after the start of the damaged one, and the last bytes read are kept for that search. The
//! total distance that the reader goes back is at most the number of bytes read, so each byte is read at most twice on average,
//! even if members seem to begin inside other members.

use std::error;
use std::fmt;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};

use crate::budget::read_once;
use crate::gzip::{GZIP, GzipMember};

/// The first bytes of a gzip member, including the compression method, which is always deflate.
const GZIP_DEFLATE: [u8; 3] = [0x1F, 0x8B, 8];

/// The first bytes of a zstd frame.
pub(crate) const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The magic number of the skippable frame that contains the dictionary of an archive, and the bytes of this number.
const ZSTD_DICTIONARY: u32 = 0x184D_2A5D;
const ZSTD_DICTIONARY_BYTES: [u8; 4] = ZSTD_DICTIONARY.to_le_bytes();

/// The maximum length of a dictionary in bytes.
const MOST_BYTES_OF_DICTIONARY: u64 = 16 << 20;

/// At least this many of the bytes consumed since the mark are kept for the search for the next member. The decoder detects
/// nearly any damage within a few hundred bytes.
const LEAST_KEPT: usize = 1 << 20;

/// The number of bytes per read.
const CHUNK: usize = 1 << 16;

/// An empty block that is the last one of its frame, and a checksum, which is read only if the frame has one.
const END_OF_ZSTD_FRAME: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

/// The size of the input buffer of the Brotli decoder in bytes.
pub(crate) const BUFFER_OF_BROTLI: usize = 1 << 12;

/// Returns a reader that decompresses Brotli data. Brotli has no magic number, so [`Decompressed`] cannot recognize it.
pub fn brotli(reader: impl Read) -> impl Read {
    brotli_decompressor::Decompressor::new(reader, BUFFER_OF_BROTLI)
}

/// Whether the bytes begin like a format that [`Decompressed`] decompresses.
#[must_use]
pub fn is_compressed(bytes: &[u8]) -> bool {
    Format::of(bytes) != Format::Plain
}

/// The error, inside an [`io::Error`], for a file in which other bytes follow the last gzip member or zstd frame.
///
/// The error comes after the contents of all members were read. gzip(1) ignores such bytes with a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrailingBytes;

impl fmt::Display for TrailingBytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("other bytes follow the compressed data")
    }
}

impl error::Error for TrailingBytes {}

/// The compression format.
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

/// The start of a member: its offset in the decompressed bytes, and in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemberStart {
    pub(crate) decompressed: u64,
    pub(crate) offset: u64,
}

/// A reader of decompressed bytes: the concatenated contents of all gzip members or zstd frames. Bytes that begin like
/// neither are passed through unchanged.
///
/// The first bytes decide the format. A read in a damaged member is an error; after
/// [`skip_damaged_member`](Self::skip_damaged_member), reading continues with the next member.
pub struct Decompressed<R> {
    source: Source<R>,
    is_compressed: bool,
    /// The number of decompressed bytes that were read or inserted.
    length: u64,
    /// The members that began since the last call of [`take_member_starts`](Self::take_member_starts).
    starts: Vec<MemberStart>,
}

enum Source<R> {
    Plain(Rewindable<R>),
    Gzip(Rewindable<R>, Box<GzipMember>),
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
    /// The errors of the reader.
    pub fn new(reader: R) -> io::Result<Self> {
        let mut source = Rewindable::new(reader);
        let format = Format::of(source.peek(ZSTD.len())?);
        let is_compressed = format != Format::Plain;
        let mut new = Self { source: Source::Ended, is_compressed, length: 0, starts: Vec::new() };
        match format {
            Format::Plain => new.source = Source::Plain(source),
            Format::Gzip => new.begin_gzip(source, Box::new(GzipMember::new())),
            Format::Zstd => new.source = Source::Zstd(Frames::new(source)),
        }
        Ok(new)
    }

    /// Whether the bytes are compressed.
    pub(crate) fn is_compressed(&self) -> bool {
        self.is_compressed
    }

    fn begin_gzip(&mut self, mut source: Rewindable<R>, mut member: Box<GzipMember>) {
        source.mark();
        member.reset();
        self.starts.push(MemberStart { decompressed: self.length, offset: source.offset() });
        self.source = Source::Gzip(source, member);
    }

    /// Seeks to the next member after a member that could not be decompressed. Returns whether there is a next member.
    ///
    /// # Errors
    ///
    /// The errors of the reader.
    pub fn skip_damaged_member(&mut self) -> io::Result<bool> {
        match std::mem::replace(&mut self.source, Source::Ended) {
            Source::Gzip(mut source, member) => {
                source.go_back();
                if !source.go_to(&GZIP_DEFLATE)? {
                    return Ok(false);
                }
                self.begin_gzip(source, member);
            }
            Source::Zstd(mut frames) => {
                frames.source.go_back();
                (frames.is_in_frame, frames.damage) = (false, None);
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

    /// Counts bytes that the archive reader inserts after the decompressed bytes that it has read.
    pub(crate) fn count_inserted(&mut self, length: u64) {
        self.length += length;
    }

    /// Returns the members that began since the last call, in order.
    pub(crate) fn take_member_starts(&mut self) -> Vec<MemberStart> {
        std::mem::take(&mut self.starts)
    }

    /// Reads from the current member, or begins the next one. Returns `None` if nothing was read, but the end is not
    /// reached.
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
            Source::Gzip(source, member) => {
                let length = member.read(source, buffer)?;
                if length > 0 {
                    return Ok(Some(length));
                }
            }
            Source::Ended => return Ok(Some(0)),
        }
        if let Source::Gzip(mut source, member) = std::mem::replace(&mut self.source, Source::Ended) {
            // Some programs pad the end with zeros; any other bytes must begin a member.
            source.skip_zeros()?;
            if source.peek(GZIP.len())?.starts_with(&GZIP) {
                self.begin_gzip(source, member);
            } else if !source.fill_buf()?.is_empty() {
                self.begin_gzip(source, member);
                return Err(io::Error::new(io::ErrorKind::InvalidData, TrailingBytes));
            }
        }
        Ok(None)
    }
}

impl<R: Read + Seek> Decompressed<R> {
    /// Seeks to the first member that seems to begin at or after `offset` of the file. A dictionary at the start of the file
    /// stays in use. Returns whether there is such a member; always true if the file is not compressed.
    pub(crate) fn seek_member(&mut self, offset: u64) -> io::Result<bool> {
        self.starts.clear();
        match std::mem::replace(&mut self.source, Source::Ended) {
            Source::Plain(mut source) => {
                source.seek(offset)?;
                self.source = Source::Plain(source);
            }
            Source::Gzip(mut source, member) => {
                source.seek(offset)?;
                if !source.go_to(&GZIP_DEFLATE)? {
                    return Ok(false);
                }
                self.begin_gzip(source, member);
            }
            Source::Zstd(mut frames) => {
                // Only the dictionary is needed, so the first frame may be damaged.
                let _ = frames.read_header()?;
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

/// A reader of zstd frames.
struct Frames<R> {
    source: Rewindable<R>,
    decoder: Box<FrameDecoder>,
    /// The dictionary at the start of the archive.
    dictionary: Option<u32>,
    is_in_frame: bool,
    /// Whether the end of a frame was reached.
    is_after_frame: bool,
    /// The damage after the last bytes that the decoder holds.
    damage: Option<FrameDecoderError>,
}

/// Whether the bytes begin like a frame, with or without data.
fn is_zstd(bytes: &[u8]) -> bool {
    bytes.starts_with(&ZSTD) || matches!(*bytes, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

impl<R: Read> Frames<R> {
    fn new(source: Rewindable<R>) -> Self {
        let decoder = Box::new(FrameDecoder::new());
        Self { source, decoder, dictionary: None, is_in_frame: false, is_after_frame: false, damage: None }
    }

    /// Reads the dictionary and other frames without data, up to the header of the next frame with data. Returns whether there is
    /// such a frame, or the error in its header.
    fn read_header(&mut self) -> io::Result<Result<bool, FrameDecoderError>> {
        loop {
            self.source.mark();
            if self.source.fill_buf()?.is_empty() {
                return Ok(Ok(false));
            }
            let is_frame = is_zstd(self.source.peek(ZSTD.len())?);
            if self.is_after_frame && !is_frame {
                // Some programs pad the end with zeros.
                self.source.skip_zeros()?;
                if self.source.fill_buf()?.is_empty() {
                    return Ok(Ok(false));
                }
                if !is_zstd(self.source.peek(ZSTD.len())?) {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, TrailingBytes));
                }
                continue;
            }
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(Ok(true)),
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
                    if contents.limit() > 0 {
                        return Err(io::Error::new(
                            io::ErrorKind::UnexpectedEof,
                            "a skippable frame is cut off",
                        ));
                    }
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Begins the next frame with data. Returns whether there is such a frame.
    fn begin_frame(&mut self) -> io::Result<bool> {
        if !self.read_header()?.map_err(io::Error::other)? {
            return Ok(false);
        }
        // A frame may omit the id of the archive's dictionary.
        if let Some(dictionary) = self.dictionary {
            self.decoder.force_dict(dictionary).map_err(io::Error::other)?;
        }
        self.is_in_frame = true;
        Ok(true)
    }

    /// Reads from the current frame. Returns 0 at its end, and an error after the last block before damage. A block, whose
    /// contents have at most 128 KiB, can only be decoded as a whole.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let one = || BlockDecodingStrategy::UptoBlocks(1);
            if let Err(damage) = self.decoder.decode_blocks(&mut self.source, one()) {
                self.damage = Some(damage);
                // Until the frame ends, the decoder retains as many bytes as the window has.
                self.decoder.decode_blocks(&END_OF_ZSTD_FRAME[..], one()).map_err(io::Error::other)?;
            }
        }
        let length = self.decoder.read(buffer)?;
        if length == 0 {
            self.is_in_frame = false;
            if let Some(damage) = self.damage.take() {
                return Err(io::Error::other(damage));
            }
            self.is_after_frame = true;
            let expected = self.decoder.get_checksum_from_data();
            if expected.is_some() && expected != self.decoder.get_calculated_checksum() {
                return Err(io::Error::other("the checksum is wrong"));
            }
        }
        Ok(length)
    }
}

/// Reads the dictionary of an archive. The dictionary may itself be compressed.
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

/// A reader that keeps the last bytes read since a mark and can go back to them.
struct Rewindable<R> {
    reader: R,
    /// The file offset of the first byte in the buffer.
    offset: u64,
    /// The kept bytes, then the bytes that were read and not consumed.
    kept: Vec<u8>,
    /// The position of the mark in the buffer; 0 if the byte at the mark was dropped.
    mark: usize,
    /// The position of the next byte in the buffer.
    position: usize,
    /// The number of bytes that the reader may still go back: the number of bytes read minus the distance gone back so far.
    budget: usize,
}

impl<R: Read> Rewindable<R> {
    fn new(reader: R) -> Self {
        Self { reader, offset: 0, kept: Vec::new(), mark: 0, position: 0, budget: 0 }
    }

    /// The file offset of the next byte.
    fn offset(&self) -> u64 {
        self.offset + self.position as u64
    }

    /// The file offset of the mark.
    fn offset_of_mark(&self) -> u64 {
        self.offset + self.mark as u64
    }

    /// Sets the mark at the next byte. The bytes before it are no longer needed.
    fn mark(&mut self) {
        self.mark = self.position;
        // OPTIMIZATION: the rest is moved only if it is shorter than the bytes dropped.
        if self.mark * 2 >= self.kept.len() {
            self.drop_first(self.mark);
        }
    }

    /// Goes back to one byte after the mark, or as far towards that byte as the budget allows.
    fn go_back(&mut self) {
        let distance = self.position.saturating_sub(self.mark + 1).min(self.budget);
        self.budget -= distance;
        // The search begins one byte later even if nothing was consumed since the mark.
        self.position = (self.position - distance).max(self.mark + 1).min(self.kept.len());
    }

    /// Seeks to the next occurrence of `bytes`, or to the end. Returns whether there is an occurrence.
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

    /// Skips zeros, up to the next other byte or the end.
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

    /// Returns the next `length` bytes, or fewer at the end of the reader.
    fn peek(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.kept.len() - self.position < length && self.read_more()? > 0 {}
        let rest = &self.kept[self.position..];
        Ok(&rest[..rest.len().min(length)])
    }

    /// Reads more bytes and drops those that are too far back. Returns the number of bytes read.
    fn read_more(&mut self) -> io::Result<usize> {
        // OPTIMIZATION: at least as many bytes are dropped as are moved, so moving is amortized.
        if self.position >= 2 * LEAST_KEPT {
            self.drop_first(self.position - LEAST_KEPT);
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
    /// Seeks to an offset and clears the buffer.
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
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

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

    fn frame(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    #[test]
    fn bytes_after_the_last_member_are_not_dropped() {
        for compress in [member, frame] {
            for after in [&b"\r\n"[..], b"\0\0two"] {
                let bytes = [&compress(b"one"), after].concat();
                let mut reader = Decompressed::new(&bytes[..]).unwrap();
                let mut read = Vec::new();
                let error = reader.read_to_end(&mut read).unwrap_err();
                assert!(error.get_ref().unwrap().is::<TrailingBytes>(), "{error}");
                assert_eq!(read, b"one");
            }
            let bytes = [&compress(b"one"), &compress(b" two")[..], &[0; 5]].concat();
            assert_eq!(read_all(&mut Decompressed::new(&bytes[..]).unwrap()).unwrap(), "one two");
        }
    }

    #[test]
    fn a_skippable_frame_that_is_cut_off_is_an_error() {
        let skippable =
            |stated: u32| [&0x184D_2A50_u32.to_le_bytes()[..], &stated.to_le_bytes(), b"12345"].concat();
        let bytes = [frame(b"one"), skippable(5), frame(b" two")].concat();
        assert_eq!(read_all(&mut Decompressed::new(&bytes[..]).unwrap()).unwrap(), "one two");
        // The stated length contains all later frames.
        let bytes = [frame(b"one"), skippable(500), frame(b" two")].concat();
        let mut reader = Decompressed::new(&bytes[..]).unwrap();
        let mut read = Vec::new();
        let error = reader.read_to_end(&mut read).unwrap_err();
        assert_eq!(error.to_string(), "a skippable frame is cut off");
        assert!(reader.skip_damaged_member().unwrap());
        reader.read_to_end(&mut read).unwrap();
        assert_eq!(read, b"one two");
        let bytes = [frame(b"one"), skippable(6)].concat();
        assert!(read_all(&mut Decompressed::new(&bytes[..]).unwrap()).is_err());
    }

    #[test]
    fn the_member_after_a_damaged_one_is_found() {
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

    /// Members that each seem to contain all later ones: each is 15 bytes long, a member header and the header of a stored
    /// block whose contents are the header of the next member.
    fn overlapping_members(count: usize) -> Vec<u8> {
        const HEAD: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3];
        const HEAD_OF_BLOCK: [u8; 5] = [0, 10, 0, !10, 0xFF];
        [&HEAD[..], &HEAD_OF_BLOCK].concat().repeat(count)
    }

    /// The number of bytes that are decompressed until there are no more members.
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
    fn overlapping_members_are_read_at_most_twice_on_average() {
        for count in [100, 1_000, 10_000, 200_000] {
            let bytes = overlapping_members(count);
            assert!(decompressed(&bytes) <= 2 * bytes.len(), "{count}");
        }
    }

    #[test]
    fn a_member_is_found_after_damage_of_any_length() {
        // The last length exceeds the number of bytes kept.
        for length in [0, 1, 1_000, 3 * LEAST_KEPT] {
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
