//! Finding the next byte that matters: sixteen bytes at a time, and by a library search in long runs.
//!
//! Markup is dense: mostly the byte is among the next sixteen, and where exactly cannot be foreseen, so a loop over
//! single bytes would end with a mispredicted branch each time. The vector code finds it without a branch.
//! The unit tests hold every routine against its scalar twin.

use memchr::{memchr2, memchr3};
use wide::u8x16;

use crate::ByteSet;

/// How many vectors are looked at inline before a library search is worth its call.
const INLINE_VECTORS: usize = 4;

/// The offset of the first byte that is one of two, or the length.
#[inline]
pub(crate) fn first_of_two(bytes: &[u8], one: u8, other: u8) -> usize {
    first_of(
        bytes,
        |vector| vector.simd_eq(u8x16::splat(one)) | vector.simd_eq(u8x16::splat(other)),
        |byte| byte == one || byte == other,
        |rest| memchr2(one, other, rest),
    )
}

/// The offset of the first byte that is one of three, or the length.
#[inline]
pub(crate) fn first_of_three(bytes: &[u8], one: u8, two: u8, three: u8) -> usize {
    first_of(
        bytes,
        |vector| {
            vector.simd_eq(u8x16::splat(one))
                | vector.simd_eq(u8x16::splat(two))
                | vector.simd_eq(u8x16::splat(three))
        },
        |byte| byte == one || byte == two || byte == three,
        |rest| memchr3(one, two, three, rest),
    )
}

#[inline]
fn first_of(
    bytes: &[u8],
    stops: impl Fn(u8x16) -> u8x16,
    is_stop: impl Fn(u8) -> bool,
    search: impl FnOnce(&[u8]) -> Option<usize>,
) -> usize {
    let (vectors, tail) = bytes.as_chunks::<16>();
    for (index, vector) in vectors.iter().take(INLINE_VECTORS).enumerate() {
        let found = stops(u8x16::new(*vector)).to_bitmask();
        if found != 0 {
            return 16 * index + found.trailing_zeros() as usize;
        }
    }
    if vectors.len() > INLINE_VECTORS {
        let looked_at = 16 * INLINE_VECTORS;
        return looked_at + search(&bytes[looked_at..]).unwrap_or(bytes.len() - looked_at);
    }
    let looked_at = bytes.len() - tail.len();
    looked_at + tail.iter().position(|&byte| is_stop(byte)).unwrap_or(tail.len())
}

/// The offset of the first byte of `stops`, or the length, where a run is the rest of a tag or attribute name.
///
/// The set may hold ASCII bytes up to `,`, and `/`, `<`, `=`, `>`: what ends names.
#[inline]
pub(crate) fn first_after_name(bytes: &[u8], stops: &ByteSet) -> usize {
    let mut start = 0;
    if let Some(vector) = bytes.first_chunk::<16>() {
        let vector = u8x16::new(*vector);
        // Bytes up to "," are rare in names, so whether each is in the set is asked one by one.
        let low = vector.min(u8x16::splat(b',')).simd_eq(vector);
        let offset = vector - u8x16::splat(b'<');
        let angle_or_equals = offset.min(u8x16::splat(2)).simd_eq(offset);
        let found = (low | angle_or_equals | vector.simd_eq(u8x16::splat(b'/'))).to_bitmask();
        start = if found == 0 { 16 } else { found.trailing_zeros() as usize };
    }
    let rest = &bytes[start..];
    start + rest.iter().position(|&byte| stops.contains(byte)).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME_STOPS: ByteSet = ByteSet::new(b"\t\n\x0C />=\0\"'<");

    fn random_bytes(seed: &mut u64, length: usize, alphabet: &[u8]) -> Vec<u8> {
        let mut next = || {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            (*seed >> 33) as usize
        };
        (0..length).map(|_| alphabet[next() % alphabet.len()]).collect()
    }

    #[test]
    fn the_vectors_find_what_a_loop_finds() {
        let mut seed = 0x2545_F491_4F6C_DD1D;
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let mostly_text = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:\xC3\xA9abcdefghijklmnop<&\0=!";
        for length in 0..200 {
            for alphabet in [&all[..], &mostly_text[..], b"ab", b"a<", b"!,-./;<=>?@[`{"] {
                let bytes = random_bytes(&mut seed, length, alphabet);
                let position = |is_stop: &dyn Fn(u8) -> bool| {
                    bytes.iter().position(|&byte| is_stop(byte)).unwrap_or(bytes.len())
                };
                assert_eq!(first_of_two(&bytes, b'<', 0), position(&|byte| byte == b'<' || byte == 0));
                assert_eq!(
                    first_of_three(&bytes, b'<', b'&', 0),
                    position(&|byte| byte == b'<' || byte == b'&' || byte == 0)
                );
                assert_eq!(
                    first_after_name(&bytes, &NAME_STOPS),
                    position(&|byte| NAME_STOPS.contains(byte))
                );
            }
        }
    }
}
