//! A cache of recent character references, because a text uses a few of them repeatedly.

/// A character reference whose name, with its semicolon, has at most eight bytes.
#[derive(Clone, Copy, Debug)]
struct Reference {
    /// The bytes of the name, little-endian.
    name: u64,
    /// A mask for the bytes of the name.
    mask: u64,
    length: usize,
    characters: &'static str,
}

/// The references with short names that were added last.
///
/// A name that ends with a semicolon is not a prefix of another name, so a match in the cache is the longest
/// match.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentReferences {
    references: [Option<Reference>; 4],
    oldest: usize,
}

impl RecentReferences {
    /// Returns the length and the characters of the name that `text` starts with.
    #[inline]
    pub(crate) fn find(&self, text: &[u8]) -> Option<(usize, &'static str)> {
        let word = u64::from_le_bytes(*text.first_chunk::<8>()?);
        let found =
            self.references.iter().flatten().find(|reference| word & reference.mask == reference.name)?;
        Some((found.length, found.characters))
    }

    /// Adds a reference to the cache, unless its name is long or has no semicolon.
    pub(crate) fn add(&mut self, name: &str, characters: &'static str) {
        if name.len() > 8 || !name.ends_with(';') {
            return;
        }
        let mut bytes = [0; 8];
        bytes[..name.len()].copy_from_slice(name.as_bytes());
        let mask = u64::MAX >> (64 - 8 * name.len());
        let reference = Reference { name: u64::from_le_bytes(bytes), mask, length: name.len(), characters };
        self.references[self.oldest] = Some(reference);
        self.oldest = (self.oldest + 1) % self.references.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_exactly_the_added_references() {
        let mut recent = RecentReferences::default();
        assert_eq!(recent.find(b"amp;    "), None);
        for (name, characters) in [
            ("amp;", "&"),
            ("lt", "<"),
            ("lt;", "<"),
            ("dagger;", "\u{2020}"),
            ("Longrightarrow;", "\u{27F9}"),
        ] {
            recent.add(name, characters);
        }
        assert_eq!(recent.find(b"amp;&lt;&"), Some((4, "&")));
        assert_eq!(recent.find(b"lt;amp;&"), Some((3, "<")));
        assert_eq!(recent.find(b"dagger; "), Some((7, "\u{2020}")));
        assert_eq!(recent.find(b"ltx     "), None);
        assert_eq!(recent.find(b"amp     "), None);
        assert_eq!(recent.find(b"amp;"), None, "fewer than eight bytes");
        assert_eq!(recent.find(b"Longrightarrow;"), None);
        for name in ["a;", "b;", "c;", "d;"] {
            recent.add(name, "x");
        }
        assert_eq!(recent.find(b"amp;    "), None, "only four are kept");
        assert_eq!(recent.find(b"a;      "), Some((2, "x")));
    }
}
