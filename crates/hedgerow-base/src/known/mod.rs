//! The known names: a constant with a dense id for each, and the perfect hash that finds them.
//!
//! The list is `known-names.txt`; `cargo xtask codegen` generates `generated.rs` from it.

mod generated;
pub mod hash;

pub use generated::*;
use generated::{COUNT, DISPLACEMENTS, HASH_SEED, IDS, NAMES, SHORT_IDS, SHORT_SEED};
use hash::{NameWords, bucket, short_slot, short_word, short_word_lowercased, slot};

use crate::NameId;

/// The number of known names; every [`NameId`] below it is one of the constants of this module.
pub const KNOWN_NAME_COUNT: u32 = COUNT as u32;

/// The [`NameWords`] of each known name. They are compared after a lookup, because the hash finds a slot for unknown names, too.
static WORDS: [NameWords; COUNT] = {
    let mut words = [NameWords { first: 0, second: 0, length: 0 }; COUNT];
    let mut id = 0;
    while id < COUNT {
        words[id] = words_of(NAMES[id].as_bytes());
        id += 1;
    }
    words
};

/// Returns the words of the known name with this index.
#[inline(always)]
fn known_words(id: u16) -> Option<NameWords> {
    WORDS.get(usize::from(id)).copied()
}

/// [`NameWords::exact`] as a `const` function.
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

/// Returns the known name whose text is the bytes `start..end` of `text` in ASCII lower case.
#[inline(always)]
pub(crate) fn find_lowercased(text: &[u8], start: usize, end: usize) -> Option<NameId> {
    let words = NameWords::lowercased(text, start, end);
    let found = find(words)?;
    (words.length <= 16 || is_long_name(&text[start..end], found)).then_some(found)
}

/// The known names of at most eight bytes, each as one number; zero for longer names.
static SHORT_WORDS: [u64; COUNT] = {
    let mut words = [0; COUNT];
    let mut id = 0;
    while id < COUNT {
        let NameWords { first, length, .. } = words_of(NAMES[id].as_bytes());
        if let Some(word) = short_word(&first.to_le_bytes(), length) {
            words[id] = word;
        }
        id += 1;
    }
    words
};

/// Returns the known name that is the first `length` bytes of `text`, if it is in the table of short names.
#[inline(always)]
pub(crate) fn find_short(text: &[u8], length: usize) -> Option<NameId> {
    find_short_word(short_word(text, length)?)
}

#[inline(always)]
fn find_short_word(word: u64) -> Option<NameId> {
    let id = SHORT_IDS[short_slot(word, SHORT_SEED)];
    (*SHORT_WORDS.get(usize::from(id))? == word).then_some(NameId::known(u32::from(id)))
}

/// Returns the known name whose text is the first `length` bytes of `text` in ASCII lower case. All of these bytes must be
/// greater than `,`.
#[inline(always)]
pub(crate) fn find_ordinary(text: &[u8], length: usize) -> Option<NameId> {
    // OPTIMIZATION: most names are short, and are found in a simpler table first. It does not contain all short names: it has
    // the names of HTML, and as many others as there is room for.
    if let Some(word) = short_word_lowercased(text, length)
        && let Some(name) = find_short_word(word)
    {
        return Some(name);
    }
    find_lowercased_elsewhere(text, length)
}

#[inline(never)]
fn find_lowercased_elsewhere(text: &[u8], length: usize) -> Option<NameId> {
    find_lowercased(text, 0, length)
}

/// The bytes that follow `</` in the end tag of a name of fewer than eight bytes: the name and `>`.
#[derive(Clone, Copy)]
struct EndOfTag {
    /// The bytes, little-endian.
    word: u64,
    /// A mask for these bytes. For a name that is too long for `word`, the mask is 0 and `word` is 1, so that no text
    /// is equal.
    mask: u64,
    /// The length of the name.
    length: usize,
}

static ENDS_OF_TAGS: [EndOfTag; COUNT] = {
    let mut ends = [EndOfTag { word: 1, mask: 0, length: 0 }; COUNT];
    let mut id = 0;
    while id < COUNT {
        let NameWords { first, length, .. } = words_of(NAMES[id].as_bytes());
        if length < 8 {
            let word = first | (b'>' as u64) << (8 * length);
            ends[id] = EndOfTag { word, mask: u64::MAX >> (56 - 8 * length), length };
        }
        id += 1;
    }
    ends
};

/// Returns the length of a name if `text` begins with the name and `>`. May miss long names and short texts.
#[inline(always)]
pub(crate) fn length_at_end_of_tag(name: NameId, text: &[u8]) -> Option<usize> {
    let EndOfTag { word, mask, length } = *ENDS_OF_TAGS.get(name.index())?;
    (u64::from_le_bytes(*text.first_chunk::<8>()?) & mask == word).then_some(length)
}

/// Returns the known name whose text is `bytes`.
#[inline]
pub(crate) fn find_exact(bytes: &[u8]) -> Option<NameId> {
    let found = find(NameWords::exact(bytes))?;
    (NAMES[found.index()].as_bytes() == bytes).then_some(found)
}

/// Returns the name with these words. The caller must compare the text if the name has more than 16 bytes.
#[inline(always)]
fn find(words: NameWords) -> Option<NameId> {
    let mixed = words.mixed(HASH_SEED);
    let id = IDS[slot(mixed, DISPLACEMENTS[bucket(mixed)])];
    (known_words(id)? == words).then_some(NameId::known(u32::from(id)))
}

#[cold]
fn is_long_name(text: &[u8], name: NameId) -> bool {
    text.eq_ignore_ascii_case(NAMES[name.index()].as_bytes())
}

/// Returns the text of a known name.
#[inline]
pub(crate) fn text(id: NameId) -> Option<&'static str> {
    NAMES.get(id.index()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookup_finds_exactly_the_known_names() {
        for (index, name) in NAMES.iter().enumerate() {
            let id = NameId::known(index as u32);
            assert_eq!(find_exact(name.as_bytes()), Some(id), "{name}");
            assert_eq!(text(id), Some(*name));
            assert_eq!(known_words(index as u16), Some(NameWords::exact(name.as_bytes())), "{name}");
            for (after, is_end) in
                [(">       ", true), ("a>      ", false), (" >      ", false), (">", name.len() == 7)]
            {
                let length = (is_end && name.len() < 8).then_some(name.len());
                assert_eq!(
                    length_at_end_of_tag(id, format!("{name}{after}").as_bytes()),
                    length,
                    "{name}{after}"
                );
            }
            let upper_case = |name: &str| {
                let text = format!("<{}", name.to_ascii_uppercase());
                let padded = format!("{text}>{}", "X".repeat(16));
                let found = find_lowercased(text.as_bytes(), 1, text.len());
                let is_short = name.len() <= 8 && SHORT_IDS.contains(&(index as u16));
                assert_eq!(
                    find_short(format!("{name}>       ").as_bytes(), name.len()),
                    is_short.then_some(id)
                );
                assert_eq!(find_short(&padded.as_bytes()[1..], name.len()), None, "{name}");
                for text in [&text, &padded] {
                    assert_eq!(find_ordinary(&text.as_bytes()[1..], name.len()), found, "{name}");
                }
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
        assert_eq!(find_short(b"\0td>       ", 3), None);
        assert_eq!(find_short(b"td\0>       ", 3), None);
        assert_eq!(find_ordinary(b">       ", 0), None);
        assert_eq!(find_exact("\u{212A}bd".as_bytes()), None);
    }

    #[test]
    fn an_ordinary_name_is_found_as_any_other() {
        for (index, name) in NAMES.iter().enumerate() {
            for place in 0..name.len() {
                for byte in b'-'..=u8::MAX {
                    let mut text = format!("{name}        ").into_bytes();
                    text[place] = byte;
                    let found = find_ordinary(&text, name.len());
                    assert_eq!(found, find_lowercased(&text, 0, name.len()), "{index} {text:?}");
                }
            }
        }
    }
}
