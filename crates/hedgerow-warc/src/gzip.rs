//! [`GzipMember`]: decompresses one gzip member; [`Deflate`]: decompresses its data.
//!
//! Unlike the readers of flate2, these decoders return all bytes before damage: the error comes only after the last byte that can
//! be decompressed. So the contents of damaged data do not depend on the sizes of buffers.
//!
//! <https://www.rfc-editor.org/rfc/rfc1952>

use std::io::{self, BufRead};

use crc32fast::Hasher;
use flate2::{Decompress, FlushDecompress, Status};

/// The first bytes of a gzip member.
pub(crate) const GZIP: [u8; 2] = [0x1F, 0x8B];

/// The number of the only compression method, deflate.
const DEFLATE: u8 = 8;

/// The flags of a header: the optional parts that follow, and the bits that must be zero.
const HAS_CHECKSUM: u8 = 1 << 1;
const HAS_EXTRA: u8 = 1 << 2;
const HAS_NAME: u8 = 1 << 3;
const HAS_COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0xE0;

/// The state of the decoder of deflate data.
pub(crate) struct Deflate {
    decoder: Decompress,
    is_ended: bool,
    is_damaged: bool,
}

impl Deflate {
    /// Creates a decoder for data with or without the header and the trailer of zlib.
    pub(crate) fn new(is_zlib: bool) -> Self {
        Self { decoder: Decompress::new(is_zlib), is_ended: false, is_damaged: false }
    }

    /// Reads decompressed bytes. Returns their number; 0 at the end of the data.
    pub(crate) fn read(&mut self, source: &mut impl BufRead, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_ended && !self.is_damaged {
            let input = source.fill_buf()?;
            let is_at_end = input.is_empty();
            let (read, written) = (self.decoder.total_in(), self.decoder.total_out());
            let result = self.decoder.decompress(input, buffer, FlushDecompress::None);
            let length = (self.decoder.total_out() - written) as usize;
            source.consume((self.decoder.total_in() - read) as usize);
            match result {
                Ok(Status::StreamEnd) => self.is_ended = true,
                Ok(_) if length == 0 && is_at_end => {
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "incomplete deflate stream"));
                }
                Ok(_) => {}
                // The decoder's own message depends on the sizes of the buffers.
                Err(_) => self.is_damaged = true,
            }
            if length > 0 {
                return Ok(length);
            }
        }
        if self.is_damaged { Err(invalid("the compressed data is not valid")) } else { Ok(0) }
    }
}

/// The part of a member that comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Header,
    Data,
    Trailer,
    Nothing,
}

/// The state of the decoder of a member.
pub(crate) struct GzipMember {
    data: Deflate,
    /// The checksum of the data.
    checksum: Hasher,
    next: Part,
}

impl GzipMember {
    /// Creates a decoder for a member that begins at the next byte.
    pub(crate) fn new() -> Self {
        Self { data: Deflate::new(false), checksum: Hasher::new(), next: Part::Header }
    }

    /// Prepares the decoder for another member.
    pub(crate) fn reset(&mut self) {
        self.data.decoder.reset(false);
        (self.data.is_ended, self.data.is_damaged) = (false, false);
        self.checksum.reset();
        self.next = Part::Header;
    }

    /// Reads decompressed bytes. Returns their number; 0 at the end of the member.
    pub(crate) fn read(&mut self, source: &mut impl BufRead, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.next {
                Part::Header => {
                    read_header(source)?;
                    self.next = Part::Data;
                }
                Part::Data => {
                    let length = self.data.read(source, buffer)?;
                    if length > 0 {
                        self.checksum.update(&buffer[..length]);
                        return Ok(length);
                    }
                    self.next = Part::Trailer;
                }
                Part::Trailer => {
                    let checksum = u32::from_le_bytes(read_array(source)?);
                    let stated = u32::from_le_bytes(read_array(source)?);
                    if checksum != self.checksum.clone().finalize() {
                        return Err(invalid("the checksum is wrong"));
                    }
                    if stated != self.data.decoder.total_out() as u32 {
                        return Err(invalid("the length differs from the length in the trailer"));
                    }
                    self.next = Part::Nothing;
                }
                Part::Nothing => return Ok(0),
            }
        }
    }
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn read_array<const LENGTH: usize>(source: &mut impl BufRead) -> io::Result<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Reads the header of a member.
fn read_header(source: &mut impl BufRead) -> io::Result<()> {
    let mut checksum = Hasher::new();
    let start: [u8; 10] = read_array(source)?;
    checksum.update(&start);
    let [first, second, method, flags, ..] = start;
    if [first, second] != GZIP || method != DEFLATE || flags & RESERVED != 0 {
        return Err(invalid("the gzip header is not valid"));
    }
    if flags & HAS_EXTRA != 0 {
        let length: [u8; 2] = read_array(source)?;
        checksum.update(&length);
        for _ in 0..u16::from_le_bytes(length) {
            checksum.update(&read_array::<1>(source)?);
        }
    }
    for flag in [HAS_NAME, HAS_COMMENT] {
        let mut is_in_text = flags & flag != 0;
        while is_in_text {
            let byte: [u8; 1] = read_array(source)?;
            checksum.update(&byte);
            is_in_text = byte != [0];
        }
    }
    if flags & HAS_CHECKSUM != 0
        && u32::from(u16::from_le_bytes(read_array(source)?)) != checksum.finalize() & 0xFFFF
    {
        return Err(invalid("the checksum of the gzip header is wrong"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Write as _};

    use flate2::{Compression, GzBuilder};

    use super::*;

    /// Reads a member with an input buffer and an output buffer of these lengths, up to its end or an error.
    fn read(bytes: &[u8], input: usize, output: usize) -> (Vec<u8>, Option<String>) {
        let mut source = BufReader::with_capacity(input, bytes);
        let (mut member, mut buffer, mut read) = (GzipMember::new(), vec![0; output], Vec::new());
        loop {
            match member.read(&mut source, &mut buffer) {
                Ok(0) => return (read, None),
                Ok(length) => read.extend_from_slice(&buffer[..length]),
                Err(error) => return (read, Some(error.to_string())),
            }
        }
    }

    fn member(text: &[u8]) -> Vec<u8> {
        let header = GzBuilder::new().filename("a name").comment("a comment").extra("extra");
        let mut encoder = header.write(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn text() -> Vec<u8> {
        (0..3000_u32).flat_map(|number| format!("{} oak\n", number * number % 977).into_bytes()).collect()
    }

    #[test]
    fn headers_have_optional_parts() {
        assert_eq!(read(&member(b"oak"), 1, 1), (b"oak".to_vec(), None));
        assert_eq!(read(&member(b""), 1, 1), (Vec::new(), None));
        let mut checked = vec![0x1F, 0x8B, 8, HAS_CHECKSUM, 0, 0, 0, 0, 0, 3];
        let mut checksum = Hasher::new();
        checksum.update(&checked);
        checked.extend_from_slice(&(checksum.finalize() as u16).to_le_bytes());
        checked.extend_from_slice(&[3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(read(&checked, 9, 9), (Vec::new(), None));
        checked[4] = 1;
        assert_eq!(read(&checked, 9, 9).1.unwrap(), "the checksum of the gzip header is wrong");
        for index in [0, 1, 2] {
            let mut bytes = member(b"oak");
            bytes[index] ^= 1;
            assert_eq!(read(&bytes, 9, 9).1.unwrap(), "the gzip header is not valid");
        }
    }

    #[test]
    fn the_bytes_before_damage_do_not_depend_on_the_buffers() {
        let whole = member(&text());
        let mut damaged = Vec::new();
        for part in 0..40 {
            let position = whole.len() * part / 40;
            damaged.push(whole[..position].to_vec());
            let mut wrong = whole.clone();
            wrong[position] ^= 0x55;
            damaged.push(wrong);
            damaged.push([&whole[..position], &whole].concat());
        }
        let mut with_bytes = 0;
        for bytes in damaged {
            let expected = read(&bytes, 1 << 20, 1 << 20);
            with_bytes += usize::from(expected.1.is_some() && !expected.0.is_empty());
            for (input, output) in [(1, 1 << 20), (1 << 20, 1), (7, 300), (300, 7), (4096, 40_000)] {
                let (read, error) = read(&bytes, input, output);
                let lengths = (read.len(), expected.0.len());
                assert_eq!(error, expected.1, "buffers of {input} and {output} bytes: {lengths:?} bytes");
                assert!(read == expected.0, "buffers of {input} and {output} bytes: {lengths:?} bytes");
            }
        }
        assert!(with_bytes > 60, "{with_bytes}");
    }

    #[test]
    fn the_trailer_is_checked() {
        let whole = member(&text());
        for (from_end, message) in
            [(8, "the checksum is wrong"), (4, "the length differs from the length in the trailer")]
        {
            let mut bytes = whole.clone();
            let position = bytes.len() - from_end;
            bytes[position] ^= 1;
            assert_eq!(read(&bytes, 100, 100), (text(), Some(message.to_owned())));
        }
    }
}
