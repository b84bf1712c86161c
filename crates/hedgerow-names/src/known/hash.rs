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
    pub first: u64,
    /// The next eight bytes, padded likewise. Names of more than 16 bytes have their last eight bytes mixed in.
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
    #[inline]
    #[must_use]
    pub fn lowercased(text: &[u8], start: usize, end: usize) -> Self {
        let name = &text[start..end];
        // OPTIMIZATION: sixteen bytes are read at once, and those behind the name are masked out: names differ in
        // length all the time, and a branch on it would be mispredicted as often.
        let words = match text[start..].first_chunk::<16>() {
            Some(bytes) => *bytes,
            None => copied(name),
        };
        Self::fold(&words, name, to_ascii_lowercase)
    }

    /// Folds `bytes` as they are.
    #[inline]
    #[must_use]
    pub fn exact(name: &[u8]) -> Self {
        Self::fold(&copied(name), name, |word| word)
    }

    #[inline]
    fn fold(words: &[u8; 16], name: &[u8], map: impl Fn(u64) -> u64) -> Self {
        let length = name.len();
        let words = u128::from_le_bytes(*words);
        let (first_mask, second_mask) = MASKS[if length < 16 { length } else { 16 }];
        let first = map(words as u64 & first_mask);
        let mut second = map((words >> 64) as u64 & second_mask);
        if length > 16
            && let Some(last) = name.last_chunk::<8>()
        {
            second ^= map(u64::from_le_bytes(*last)).rotate_left(13);
        }
        Self { first, second, length }
    }

    /// All bits of the name, mixed by an odd seed.
    #[inline]
    #[must_use]
    pub fn mixed(self, seed: u64) -> u64 {
        (self.first ^ self.second.rotate_left(25) ^ ((self.length as u64) << 57)).wrapping_mul(seed)
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

/// For each length up to 16, what the two words keep.
static MASKS: [(u64, u64); 17] = {
    let mut masks = [(u64::MAX, u64::MAX); 17];
    let mut length = 0;
    while length < 16 {
        let mask = (1_u128 << (8 * length)) - 1;
        masks[length] = (mask as u64, (mask >> 64) as u64);
        length += 1;
    }
    masks
};

/// The first sixteen bytes of a name, padded with zeros.
fn copied(name: &[u8]) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (byte, source) in bytes.iter_mut().zip(name) {
        *byte = *source;
    }
    bytes
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
