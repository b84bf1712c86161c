//! [`Substring`]: searches for a string in texts that come in parts, by the algorithm of Knuth, Morris and Pratt, in linear time.

use memchr::{memchr, memchr2};

/// A string to search for.
pub(crate) struct Substring {
    /// The string, in lower case if case is ignored.
    text: Box<[u8]>,
    ignores_case: bool,
    /// At index n - 1: the length of the longest proper prefix of the string's first n bytes that is also their suffix.
    borders: Box<[usize]>,
}

impl Substring {
    /// Compiles a string. If `ignores_case`, the case of ASCII letters is ignored.
    pub(crate) fn new(text: &str, ignores_case: bool) -> Self {
        let text = if ignores_case { text.to_ascii_lowercase() } else { text.to_owned() };
        let mut new = Self { text: text.into_bytes().into(), ignores_case, borders: Box::default() };
        let mut borders = Vec::with_capacity(new.text.len());
        let mut matched = 0;
        for (index, byte) in new.text.iter().enumerate() {
            if index > 0 {
                matched = new.advance(&borders, matched, *byte);
            }
            borders.push(matched);
        }
        new.borders = borders.into();
        new
    }

    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether a text contains the string; false if the string is empty.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let mut is_found = false;
        self.search(0, text, |_| {
            is_found = true;
            false
        });
        is_found
    }

    /// The number of bytes of the string that match after one more byte of a text, if `matched` bytes match before it.
    #[inline]
    fn advance(&self, borders: &[usize], mut matched: usize, byte: u8) -> usize {
        loop {
            if self.text.get(matched) == Some(&byte) {
                return matched + 1;
            }
            if matched == 0 {
                return 0;
            }
            matched = borders.get(matched - 1).copied().unwrap_or(0);
        }
    }

    /// Continues a search in the next part of a text. `matched` is the number of bytes of the string that match at the end of
    /// the previous part. Returns this number for the end of this part. Calls `found` with the offset after each occurrence,
    /// until it returns false.
    pub(crate) fn search(
        &self,
        mut matched: usize,
        part: &str,
        mut found: impl FnMut(usize) -> bool,
    ) -> usize {
        let part = part.as_bytes();
        let Some(&first) = self.text.first() else { return 0 };
        let mut at = 0;
        while let Some(&byte) = part.get(at) {
            let byte = if self.ignores_case { byte.to_ascii_lowercase() } else { byte };
            if matched == 0 && byte != first {
                let rest = part.get(at..).unwrap_or_default();
                let next = if self.ignores_case {
                    memchr2(first, first.to_ascii_uppercase(), rest)
                } else {
                    memchr(first, rest)
                };
                let Some(next) = next else { return 0 };
                at += next;
                continue;
            }
            matched = self.advance(&self.borders, matched, byte);
            at += 1;
            if matched == self.text.len() && !found(at) {
                return matched;
            }
        }
        matched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_are_found_in_parts() {
        let string = Substring::new("aAb", true);
        assert!(string.is_in("xaaaB") && !string.is_in("aaxb"));
        let matched = string.search(0, "xaa", |_| panic!("no occurrence"));
        let mut ends = Vec::new();
        string.search(matched, "aabAAb", |end| {
            ends.push(end);
            true
        });
        assert_eq!(ends, [3, 6]);
        assert!(!Substring::new("", false).is_in("a"));
    }
}
