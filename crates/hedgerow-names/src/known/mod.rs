//! The names known by a dense id: a constant for each, and the perfect hash that finds them.
//!
//! The list is `xtask/data/known-names.txt`; `cargo xtask codegen` makes `generated.rs` from it.

mod generated;
pub mod hash;

pub use generated::*;
use generated::{COUNT, DISPLACEMENTS, HASH_SEED, IDS, NAMES};
use hash::{NameWords, bucket, slot};

use crate::NameId;

/// The number of known names; every [`NameId`] below it is one of the constants of this module.
pub const KNOWN_NAME_COUNT: u32 = COUNT as u32;

/// The words of each known name, to confirm what the hash found.
static WORDS: [NameWords; COUNT] = {
    let mut words = [NameWords { first: 0, second: 0, length: 0 }; COUNT];
    let mut id = 0;
    while id < COUNT {
        words[id] = words_of(NAMES[id].as_bytes());
        id += 1;
    }
    words
};

/// [`NameWords::exact`] for constants.
const fn words_of(bytes: &[u8]) -> NameWords {
    let length = bytes.len();
    let (mut first, mut second, mut last) = (0_u64, 0_u64, 0_u64);
    let mut i = 0;
    while i < 8 && i < length {
        first |= (bytes[i] as u64) << (8 * i);
        if i + 8 < length {
            second |= (bytes[i + 8] as u64) << (8 * i);
        }
        if length > 16 {
            last |= (bytes[length - 8 + i] as u64) << (8 * i);
        }
        i += 1;
    }
    NameWords { first, second: second ^ last.rotate_left(13), length }
}

/// The known name whose text is the bytes `start..end` of `text` in ASCII lower case.
#[inline]
pub(crate) fn find_lowercased(text: &[u8], start: usize, end: usize) -> Option<NameId> {
    find(NameWords::lowercased(text, start, end), |name| text[start..end].eq_ignore_ascii_case(name))
}

/// The known name whose text is `bytes`.
#[inline]
pub(crate) fn find_exact(bytes: &[u8]) -> Option<NameId> {
    find(NameWords::exact(bytes), |name| bytes == name)
}

#[inline]
fn find(words: NameWords, long_name_equals: impl FnOnce(&[u8]) -> bool) -> Option<NameId> {
    let mixed = words.mixed(HASH_SEED);
    let id = usize::from(IDS[slot(mixed, DISPLACEMENTS[bucket(mixed)])]);
    // Up to 16 bytes, the words hold the whole name.
    let found = *WORDS.get(id)? == words && (words.length <= 16 || long_name_equals(NAMES[id].as_bytes()));
    found.then_some(NameId::known(id as u32))
}

/// The text of a known name.
#[inline]
pub(crate) fn text(id: NameId) -> Option<&'static str> {
    NAMES.get(id.index()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_is_found_and_nothing_else() {
        for (index, name) in NAMES.iter().enumerate() {
            let id = NameId::known(index as u32);
            assert_eq!(find_exact(name.as_bytes()), Some(id), "{name}");
            assert_eq!(text(id), Some(*name));
            assert_eq!(WORDS[index], NameWords::exact(name.as_bytes()), "{name}");
            let upper_case = |name: &str| {
                let text = format!("<{}", name.to_ascii_uppercase());
                let padded = format!("{text}>{}", "X".repeat(16));
                let found = find_lowercased(text.as_bytes(), 1, text.len());
                assert_eq!(find_lowercased(padded.as_bytes(), 1, text.len()), found, "{name}");
                found
            };
            if !name.bytes().any(|byte| byte.is_ascii_uppercase()) {
                assert_eq!(upper_case(name), Some(id), "{name}");
            }
            for changed in [format!("{name}x"), format!("x{name}"), name[1..].to_owned(), format!("{name}\0")]
            {
                if !NAMES.contains(&changed.as_str()) {
                    assert_eq!(find_exact(changed.as_bytes()), None, "{changed}");
                }
            }
        }
        assert_eq!(find_exact(b""), None);
        assert_eq!(find_exact("\u{212A}bd".as_bytes()), None);
    }

    #[test]
    fn lowercasing_a_word_is_the_same_as_lowercasing_its_bytes() {
        for byte in 0..=u8::MAX {
            for place in 0..8 {
                let mut bytes = [b'Z', 0xFF, b'a', b'[', b'@', 0x80, b'A', b'z'];
                bytes[place] = byte;
                let expected = u64::from_le_bytes(bytes.map(|byte| byte.to_ascii_lowercase()));
                assert_eq!(hash::to_ascii_lowercase(u64::from_le_bytes(bytes)), expected);
            }
        }
    }
}
