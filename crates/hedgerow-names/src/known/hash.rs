//! The hash of a name: two words of eight bytes and a length, mixed by multiplication.
//!
//! `cargo xtask codegen` searches for the displacements of the perfect hash with this code.
//! What is *not* here: the tables themselves (`generated.rs`) and the comparison that confirms a
//! match (`mod.rs`).

/// The number of slots of the perfect hash table.
pub const SLOTS: usize = 2048;
/// The number of displacements.
pub const BUCKETS: usize = 512;

const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// A name folded into two words.
///
/// For names of at most 16 bytes, equal words and lengths mean equal names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameWords {
    /// The first eight bytes, little-endian; shorter names are padded with zeros.
    /// Names of more than 16 bytes have their second eight bytes mixed in.
    pub first: u64,
    /// The last eight bytes, or zero for names of fewer than eight bytes.
    pub last: u64,
    /// The number of bytes.
    pub length: usize,
}

impl NameWords {
    /// Folds `bytes`, turning ASCII upper alphas into lower ones.
    #[inline]
    #[must_use]
    pub fn lowercased(bytes: &[u8]) -> Self {
        Self::fold(bytes, to_ascii_lowercase)
    }

    /// Folds `bytes` as they are.
    #[inline]
    #[must_use]
    pub fn exact(bytes: &[u8]) -> Self {
        Self::fold(bytes, |word| word)
    }

    #[inline]
    fn fold(bytes: &[u8], map: impl Fn(u64) -> u64) -> Self {
        let length = bytes.len();
        let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) else {
            return Self { first: map(short_word(bytes)), last: 0, length };
        };
        let mut first = map(u64::from_le_bytes(*first));
        if length > 16
            && let Some(second) = bytes[8..].first_chunk::<8>()
        {
            first ^= map(u64::from_le_bytes(*second)).rotate_left(13);
        }
        Self { first, last: map(u64::from_le_bytes(*last)), length }
    }

    /// All bits of the name, mixed by an odd seed.
    #[inline]
    #[must_use]
    pub fn mixed(self, seed: u64) -> u64 {
        (self.first ^ self.last.rotate_left(25) ^ ((self.length as u64) << 57)).wrapping_mul(seed)
    }
}

/// The bucket of a mixed name.
#[inline]
#[must_use]
pub const fn bucket(mixed: u64) -> usize {
    (mixed >> 55) as usize % BUCKETS
}

/// The slot of a mixed name, once the displacement of its bucket is known.
#[inline]
#[must_use]
pub const fn slot(mixed: u64, displacement: u16) -> usize {
    ((mixed >> 32) as usize ^ displacement as usize) % SLOTS
}

/// Fewer than eight bytes as a word, padded with zeros.
#[inline]
fn short_word(bytes: &[u8]) -> u64 {
    // OPTIMIZATION: two overlapping loads instead of a loop over the bytes.
    let length = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let first = u64::from(u32::from_le_bytes(*first));
        let last = u64::from(u32::from_le_bytes(*last));
        return first | (last << (8 * (length - 4)));
    }
    match *bytes {
        [] => 0,
        [a] => u64::from(a),
        [a, b] => u64::from(a) | (u64::from(b) << 8),
        [a, b, c, ..] => u64::from(a) | (u64::from(b) << 8) | (u64::from(c) << 16),
    }
}

/// ASCII-lowercases the eight bytes of a word at once.
#[inline]
#[must_use]
pub fn to_ascii_lowercase(word: u64) -> u64 {
    let ascii = !word & HIGH_BITS;
    let low = word & !HIGH_BITS;
    // The high bit of a byte of `from_a` is set where the byte is at least 'A' (0x41), of `past_z` where it is above 'Z'.
    let from_a = low.wrapping_add(LOW_BITS * (0x80 - 0x41));
    let past_z = low.wrapping_add(LOW_BITS * (0x80 - 0x5B));
    word | (((from_a & !past_z & ascii) >> 7) * 0x20)
}
