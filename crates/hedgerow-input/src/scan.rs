//! Searching for the next byte that ends a run: sixteen bytes at a time, and with `memchr` in long runs.
//!
//! Markup is dense: the byte is usually among the next sixteen, at an unpredictable position, so a loop over single
//! bytes would end with a mispredicted branch each time. The vector code finds it without a branch. The unit tests
//! compare each routine with a scalar twin.

use memchr::{memchr, memchr2, memchr3};
use wide::u8x16;

use crate::ByteSet;

/// The number of pairs of vectors to search before calling `memchr`.
const PAIRS: usize = 3;

/// Returns the offset of the first byte that equals the given one, or the length.
#[inline(always)]
pub(crate) fn first_of_one(bytes: &[u8], byte: u8) -> usize {
    memchr(byte, bytes).unwrap_or(bytes.len())
}

/// Returns the offset of the first byte that equals one of two, or the length.
#[inline(always)]
pub(crate) fn first_of_two(bytes: &[u8], one: u8, other: u8) -> usize {
    memchr2(one, other, bytes).unwrap_or(bytes.len())
}

/// Returns the offset of the first byte that equals one of three, or the length.
#[inline(always)]
pub(crate) fn first_of_three<const ONE: u8, const TWO: u8, const THREE: u8>(bytes: &[u8]) -> usize {
    // OPTIMIZATION: only the first vector is searched inline.
    let Some((first, rest)) = bytes.split_first_chunk::<16>() else {
        return first_of_three_in_rest::<ONE, TWO, THREE>(bytes);
    };
    let found = any_of_three::<ONE, TWO, THREE>(first);
    if found != 0 {
        found.trailing_zeros() as usize
    } else {
        16 + first_of_three_in_rest::<ONE, TWO, THREE>(rest)
    }
}

/// Returns what [`first_of_three`] returns, and is faster if the run often has more than sixteen bytes.
///
/// OPTIMIZATION: 32 bytes are searched with one branch, because the processor cannot predict which runs have more than sixteen.
#[inline(always)]
pub(crate) fn first_of_three_in_value<const ONE: u8, const TWO: u8, const THREE: u8>(bytes: &[u8]) -> usize {
    let Some((first, rest)) = bytes.split_first_chunk::<32>() else {
        return first_of_three_in_rest::<ONE, TWO, THREE>(bytes);
    };
    let found = any_of_three_in_pair::<ONE, TWO, THREE>(first);
    if found != 0 {
        found.trailing_zeros() as usize
    } else {
        32 + first_of_three_in_rest::<ONE, TWO, THREE>(rest)
    }
}

#[inline(never)]
fn first_of_three_in_rest<const ONE: u8, const TWO: u8, const THREE: u8>(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    for _ in 0..PAIRS {
        let Some((pair, after)) = rest.split_first_chunk::<32>() else {
            let is_stop = |&byte: &u8| byte == ONE || byte == TWO || byte == THREE;
            return bytes.len() - rest.len() + rest.iter().position(is_stop).unwrap_or(rest.len());
        };
        let found = any_of_three_in_pair::<ONE, TWO, THREE>(pair);
        if found != 0 {
            return bytes.len() - rest.len() + found.trailing_zeros() as usize;
        }
        rest = after;
    }
    bytes.len() - rest.len() + memchr3(ONE, TWO, THREE, rest).unwrap_or(rest.len())
}

/// Returns a mask with a bit for each byte that equals one of the three.
#[inline(always)]
fn any_of_three<const ONE: u8, const TWO: u8, const THREE: u8>(vector: &[u8; 16]) -> u32 {
    let vector = u8x16::new(*vector);
    let is = |byte| vector.cmp_eq(u8x16::splat(byte));
    (is(ONE) | is(TWO) | is(THREE)).move_mask().cast_unsigned()
}

/// Returns a mask with a bit for each of 32 bytes that equals one of the three.
#[inline(always)]
fn any_of_three_in_pair<const ONE: u8, const TWO: u8, const THREE: u8>(pair: &[u8; 32]) -> u32 {
    let (vectors, _) = pair.as_chunks::<16>();
    any_of_three::<ONE, TWO, THREE>(&vectors[0]) | any_of_three::<ONE, TWO, THREE>(&vectors[1]) << 16
}

/// Returns the offset of the first of sixteen bytes that equals `ONE` or `OTHER`; more than sixteen if no byte does.
#[inline(always)]
pub(crate) fn first_of_two_in_vector<const ONE: u8, const OTHER: u8>(vector: &[u8; 16]) -> usize {
    let vector = u8x16::new(*vector);
    let is = |byte| vector.cmp_eq(u8x16::splat(byte));
    (is(ONE) | is(OTHER)).move_mask().cast_unsigned().trailing_zeros() as usize
}

/// Returns the offset of the first byte of `stops`, or the length, in the rest of a tag or attribute name.
///
/// The set may contain only bytes from 0x00 to `,`, and `/`, `<`, `=` and `>`. All bytes that end names are among
/// these.
#[inline]
pub(crate) fn first_after_name(bytes: &[u8], stops: &ByteSet) -> usize {
    // The vector search stops at every byte from 0x00 to ",". Those that do not end the name are rare in names, so the
    // text from there on is searched one byte at a time.
    let start = length_of_ordinary_name(bytes).unwrap_or(0);
    let rest = &bytes[start..];
    start + rest.iter().position(|&byte| stops.contains(byte)).unwrap_or(rest.len())
}

/// Returns the offset of the first byte from 0x00 to `,`, or `/`, `<`, `=` or `>`. Only the complete vectors of sixteen
/// bytes are searched; returns `None` if they contain no such byte.
#[inline(always)]
pub(crate) fn length_of_ordinary_name(bytes: &[u8]) -> Option<usize> {
    let found = ends_of_names(bytes.first_chunk::<16>()?);
    if found == 0 { length_of_long_name(bytes) } else { Some(found.trailing_zeros() as usize) }
}

#[cold]
fn length_of_long_name(bytes: &[u8]) -> Option<usize> {
    let (vectors, _) = bytes.as_chunks::<16>();
    let found = vectors.iter().map(ends_of_names).enumerate().find(|&(_, found)| found != 0);
    found.map(|(index, found)| 16 * index + found.trailing_zeros() as usize)
}

/// Returns a mask with a bit for each byte from 0x00 to `,`, and for each `/`, `<`, `=` and `>`.
#[inline(always)]
fn ends_of_names(vector: &[u8; 16]) -> u32 {
    let vector = u8x16::new(*vector);
    let low = vector.min(u8x16::splat(b',')).cmp_eq(vector);
    let offset = vector - u8x16::splat(b'<');
    let angle_or_equals = offset.min(u8x16::splat(2)).cmp_eq(offset);
    (low | angle_or_equals | vector.cmp_eq(u8x16::splat(b'/'))).move_mask().cast_unsigned()
}

/// Returns the offset of the first byte that may start a control character or a noncharacter in UTF-8: a control up to
/// U+009F other than tab and line feed, U+FDD0 to U+FDEF, or one of the last two code points of a plane.
pub(crate) fn first_that_may_be_an_error(bytes: &[u8]) -> Option<usize> {
    // OPTIMIZATION: one branch for a block of eight vectors. Nearly all blocks pass the first test, which is cheaper.
    let has_none = |block: &&[u8; 128]| is_plain_ascii(block) || is_without_errors(block);
    let start = 128 * bytes.as_chunks::<128>().0.iter().take_while(has_none).count();
    let (vectors, rest) = bytes[start..].as_chunks::<16>();
    let found = vectors.iter().map(|vector| possible_errors(vector).move_mask().cast_unsigned());
    if let Some((index, found)) = found.enumerate().find(|&(_, found)| found != 0) {
        return Some(start + 16 * index + found.trailing_zeros() as usize);
    }
    let may_be = |&byte: &u8| matches!(byte, 0x00..=0x08 | 0x0B..=0x1F | 0x7F | 0xC2 | 0xEF..);
    rest.iter().position(may_be).map(|offset| bytes.len() - rest.len() + offset)
}

/// Whether all bytes are tabs, line feeds, or from `0x20` to `0x7E`.
#[inline(always)]
fn is_plain_ascii(block: &[u8; 128]) -> bool {
    let (mut most, mut least) = (u8x16::splat(0), u8x16::splat(u8::MAX));
    for vector in block.as_chunks::<16>().0 {
        // Tab becomes 0x00, line feed 0x01, the controls after it 0x02 to 0x16, and 0x20 to 0x7E become 0x17 to 0x75. All other
        // bytes are greater.
        let from_tab = u8x16::new(*vector) - u8x16::splat(b'\t');
        most = most.max(from_tab);
        least = least.min(from_tab - u8x16::splat(2));
    }
    let has_others = most.max(u8x16::splat(0x76)).cmp_eq(most);
    let has_controls = least.min(u8x16::splat(0x14)).cmp_eq(least);
    (has_others | has_controls).move_mask() == 0
}

/// Whether no byte [may be an error](first_that_may_be_an_error).
#[inline(never)]
fn is_without_errors(block: &[u8; 128]) -> bool {
    let (vectors, _) = block.as_chunks::<16>();
    let found = vectors.iter().map(possible_errors).fold(u8x16::splat(0), |all, found| all | found);
    found.move_mask() == 0
}

/// Returns a mask with all bits set in each byte that [may be an error](first_that_may_be_an_error).
#[inline(always)]
fn possible_errors(vector: &[u8; 16]) -> u8x16 {
    let vector = u8x16::new(*vector);
    let is = |byte| vector.cmp_eq(u8x16::splat(byte));
    // The range from EF to FF and from 00 to 1F is one range, modulo 256.
    let offset = vector - u8x16::splat(0xEF);
    let in_range = offset.min(u8x16::splat(0x30)).cmp_eq(offset);
    (in_range & !(is(b'\n') | is(b'\t'))) | is(0x7F) | is(0xC2)
}

/// Whether a character is one of U+0009 CHARACTER TABULATION, U+000A LINE FEED (LF), U+000C FORM FEED (FF),
/// U+000D CARRIAGE RETURN (CR), or U+0020 SPACE.
#[inline]
#[must_use]
pub fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// Returns the number of [whitespace](is_whitespace) characters at the start of a text.
///
/// ```
/// assert_eq!(hedgerow_input::length_of_whitespace("\n  <p>"), 3);
/// ```
#[must_use]
pub fn length_of_whitespace(text: &str) -> usize {
    let (vectors, _) = text.as_bytes().as_chunks::<16>();
    let is_whitespace_only = |vector: &&[u8; 16]| {
        let vector = u8x16::new(**vector);
        let is = |byte| vector.cmp_eq(u8x16::splat(byte));
        (is(b' ') | is(b'\n') | is(b'\t') | is(b'\r') | is(b'\x0C')).move_mask() == 0xFFFF
    };
    let start = 16 * vectors.iter().take_while(is_whitespace_only).count();
    let rest = &text.as_bytes()[start..];
    start + rest.iter().position(|&byte| !is_whitespace(byte)).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::RngExt as _;
    use proptest::test_runner::{RngAlgorithm, TestRng};

    use super::*;

    const NAME_STOPS: ByteSet = ByteSet::new(b"\t\n\x0C />=\0\"'<");

    fn random_bytes(random: &mut TestRng, length: usize, alphabet: &[u8]) -> Vec<u8> {
        (0..length).map(|_| alphabet[random.random_range(0..alphabet.len())]).collect()
    }

    #[test]
    fn vector_searches_agree_with_a_loop() {
        let mut random = TestRng::deterministic_rng(RngAlgorithm::XorShift);
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let mostly_text = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:\xC3\xA9abcdefghijklmnop<&\0=!";
        for length in 0..200 {
            for alphabet in [&all[..], &mostly_text[..], b"ab", b"a<", b" \n\t\r\x0C", b"!,-./;<=>?@[`{"] {
                let bytes = random_bytes(&mut random, length, alphabet);
                let position = |is_stop: &dyn Fn(u8) -> bool| {
                    bytes.iter().position(|&byte| is_stop(byte)).unwrap_or(bytes.len())
                };
                assert_eq!(first_of_one(&bytes, b'<'), position(&|byte| byte == b'<'));
                assert_eq!(first_of_two(&bytes, b'<', 0), position(&|byte| byte == b'<' || byte == 0));
                let of_three = position(&|byte| byte == b'<' || byte == b'&' || byte == 0);
                assert_eq!(first_of_three::<b'<', b'&', 0>(&bytes), of_three);
                assert_eq!(first_of_three_in_value::<b'<', b'&', 0>(&bytes), of_three);
                if let Some(vector) = bytes.first_chunk::<16>() {
                    let found = vector.iter().position(|&byte| byte == b'<' || byte == b'=').unwrap_or(32);
                    assert_eq!(first_of_two_in_vector::<b'<', b'='>(vector), found);
                }
                let text: String = bytes.iter().map(|&byte| char::from(byte & 0x7F)).collect();
                assert_eq!(
                    length_of_whitespace(&text),
                    text.bytes().position(|byte| !is_whitespace(byte)).unwrap_or(text.len())
                );
                let may_be_an_error = |byte| matches!(byte, 0x00..=0x08 | 0x0B..=0x1F | 0x7F | 0xC2 | 0xEF..);
                assert_eq!(first_that_may_be_an_error(&bytes).unwrap_or(length), position(&may_be_an_error));
                let is_not_ordinary = |byte| byte <= b',' || matches!(byte, b'/' | b'<' | b'=' | b'>');
                let ordinary = position(&is_not_ordinary);
                assert_eq!(
                    length_of_ordinary_name(&bytes),
                    (ordinary < length / 16 * 16).then_some(ordinary)
                );
                assert_eq!(
                    first_after_name(&bytes, &NAME_STOPS),
                    position(&|byte| NAME_STOPS.contains(byte))
                );
            }
        }
    }

    #[test]
    fn one_byte_in_a_block_of_text_is_found() {
        for byte in 0..=u8::MAX {
            let mut block = [b'a'; 128];
            block[37] = byte;
            let may_be_an_error = matches!(byte, 0x00..=0x08 | 0x0B..=0x1F | 0x7F | 0xC2 | 0xEF..);
            assert_eq!(first_that_may_be_an_error(&block), may_be_an_error.then_some(37), "{byte:#x}");
        }
    }
}
