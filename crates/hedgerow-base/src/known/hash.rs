//! The hash of a name: two words of eight bytes and a length, mixed by multiplication.
//!
//! `cargo xtask codegen` searches for the displacements of the perfect hash with this code. The tables are in `generated.rs`.

use wide::u8x16;

/// The number of slots of the perfect hash table.
pub const SLOTS: usize = 2048;
/// The number of displacements.
pub const BUCKETS: usize = 512;

/// A name folded into two words.
///
/// For names of at most 16 bytes, equal words and lengths mean equal names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameWords {
    /// The first eight bytes, little-endian; shorter names are padded with zeros.
    pub first: u64,
    /// The next eight bytes, padded in the same way. Names of more than 16 bytes have their last eight bytes mixed in.
    pub second: u64,
    /// The number of bytes.
    pub length: usize,
}

impl NameWords {
    /// Folds the bytes `start..end` of a text, turning ASCII upper alphas into lower ones.
    ///
    /// # Panics
    ///
    /// If the text has no such range.
    #[inline(always)]
    #[must_use]
    pub fn lowercased(text: &[u8], start: usize, end: usize) -> Self {
        let length = end.wrapping_sub(start);
        // OPTIMIZATION: sixteen bytes are read at once, and those after the name are masked out, because a branch on the
        // length of names is often mispredicted.
        if let Some(bytes) = text.get(start..).and_then(<[u8]>::first_chunk::<16>)
            && let Some(mask) = MASKS.get(length)
        {
            let [first, second] = to_words(to_ascii_lowercase(u8x16::new(*bytes) & u8x16::new(*mask)));
            Self { first, second, length }
        } else {
            Self::lowercased_long_or_last(&text[start..end])
        }
    }

    #[cold]
    fn lowercased_long_or_last(name: &[u8]) -> Self {
        Self::fold(name, to_ascii_lowercase)
    }

    /// Folds the bytes of a name unchanged.
    #[inline]
    #[must_use]
    pub fn exact(name: &[u8]) -> Self {
        Self::fold(name, |bytes| bytes)
    }

    fn fold(name: &[u8], map: impl Fn(u8x16) -> u8x16) -> Self {
        let padded = |name: &[u8]| {
            let mut bytes = [0; 16];
            for (byte, source) in bytes.iter_mut().zip(name) {
                *byte = *source;
            }
            to_words(map(u8x16::new(bytes)))
        };
        let [first, mut second] = padded(name);
        if name.len() > 16 {
            let [last, _] = padded(&name[name.len() - 8..]);
            second ^= last.rotate_left(13);
        }
        Self { first, second, length: name.len() }
    }

    /// Mixes all bits of the name with an odd seed.
    #[inline]
    #[must_use]
    pub fn mixed(self, seed: u64) -> u64 {
        (self.first ^ self.second.rotate_left(25) ^ ((self.length as u64) << 57)).wrapping_mul(seed)
    }
}

/// Returns the bucket of a mixed name.
#[inline]
#[must_use]
pub const fn bucket(mixed: u64) -> usize {
    (mixed >> 55) as usize % BUCKETS
}

/// Returns the slot of a mixed name, given the displacement of its bucket.
#[inline]
#[must_use]
pub const fn slot(mixed: u64, displacement: u16) -> usize {
    ((mixed >> 32) as usize ^ displacement as usize) % SLOTS
}

/// The number of slots of the table of short names.
pub const SHORT_SLOTS: usize = 4096;

/// Returns a name of one to eight bytes as one number; `None` for other lengths, and if fewer than eight bytes of text follow its
/// start. Equal numbers mean equal names.
#[inline(always)]
#[must_use]
pub const fn short_word(text: &[u8], length: usize) -> Option<u64> {
    match text.first_chunk::<8>() {
        Some(bytes) => first_bytes(u64::from_le_bytes(*bytes), length),
        None => None,
    }
}

/// Returns a [`short_word`] in ASCII lower case.
///
/// Setting bit 0x20 of each byte lowercases the letters. The bytes of the name must be greater than `,`. Then the other bytes
/// that change, such as `@`, never become a byte that [known names have](may_be_in_a_short_name).
#[inline(always)]
#[must_use]
pub fn short_word_lowercased(text: &[u8], length: usize) -> Option<u64> {
    first_bytes(u64::from_le_bytes(*text.first_chunk::<8>()?) | 0x2020_2020_2020_2020, length)
}

/// Returns the first `length` bytes of a word as a number, if `length` is from one to eight.
#[inline(always)]
const fn first_bytes(word: u64, length: usize) -> Option<u64> {
    if length.wrapping_sub(1) < 8 {
        // For a shorter name, the lowest byte of the shifted word is 0, and becomes the length, which distinguishes "a" from
        // "\0a". For a name of eight bytes, it is the first byte of the name plus 8. This is never the length of a shorter name,
        // because UTF-8 has no bytes from 0xF9 to 0xFF.
        Some((word << (64 - 8 * length)).wrapping_add(length as u64))
    } else {
        None
    }
}

/// Whether [`short_word_lowercased`] works for names with this byte: of all bytes greater than `,`, that function turns
/// only this byte and its upper case into this byte.
#[must_use]
pub const fn may_be_in_a_short_name(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b':')
}

/// Returns the slot of a short name.
#[inline]
#[must_use]
pub const fn short_slot(word: u64, seed: u64) -> usize {
    (word.wrapping_mul(seed) >> 52) as usize
}

/// For each length up to 16, the mask of the bytes of a name of this length.
static MASKS: [[u8; 16]; 17] = {
    let mut masks = [[0; 16]; 17];
    let mut length = 0;
    while length <= 16 {
        let mut byte = 0;
        while byte < length {
            masks[length][byte] = 0xFF;
            byte += 1;
        }
        length += 1;
    }
    masks
};

/// Returns the two halves of sixteen bytes, little-endian.
#[inline]
fn to_words(bytes: u8x16) -> [u64; 2] {
    let words = u128::from_le_bytes(bytes.to_array());
    [words as u64, (words >> 64) as u64]
}

/// ASCII-lowercases sixteen bytes at once.
#[inline]
fn to_ascii_lowercase(bytes: u8x16) -> u8x16 {
    let offset = bytes - u8x16::splat(b'A');
    let is_upper = offset.min(u8x16::splat(25)).cmp_eq(offset);
    bytes | (is_upper & u8x16::splat(0x20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowercasing_sixteen_bytes_is_the_same_as_lowercasing_each() {
        for byte in 0..=u8::MAX {
            for place in 0..16 {
                let mut bytes = *b"Z\xFFa[@\x80AzZ\xFFa[@\x80Az";
                bytes[place] = byte;
                let expected = bytes.map(|byte| byte.to_ascii_lowercase());
                assert_eq!(to_ascii_lowercase(u8x16::new(bytes)).to_array(), expected);
            }
        }
    }
}
