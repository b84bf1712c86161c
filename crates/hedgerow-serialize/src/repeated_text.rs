//! Caches for long texts that consist mostly of whitespace.
//!
//! The clones of a text share its characters. Collapsing or trimming each clone again would read far more than it writes: the
//! time would grow with the length of the text times the number of its clones. A shared text is recognized by its address and
//! length, which do not change while a document is written.

use std::collections::HashMap;

/// The minimum length in bytes of a text that is cached.
const LONG: usize = 64;

/// The address and the length of a text.
type Key = (usize, usize);

fn key(text: &str) -> Key {
    (text.as_ptr().addr(), text.len())
}

/// The collapsed form of each long text, if the form is at most half as long as the text.
#[derive(Debug, Default)]
pub(crate) struct CollapsedTexts(HashMap<Key, String>);

impl CollapsedTexts {
    /// Whether a text is long enough to be cached.
    #[inline]
    pub(crate) fn is_long(text: &str) -> bool {
        text.len() >= LONG
    }

    /// Returns the collapsed form of a text if it is cached, or else the text.
    #[inline]
    pub(crate) fn shortest<'t>(&'t self, text: &'t str) -> &'t str {
        if !Self::is_long(text) || self.0.is_empty() {
            return text;
        }
        self.0.get(&key(text)).map_or(text, String::as_str)
    }

    /// Caches the collapsed form of a text if that is worthwhile. `length` is the length of the collapsed form.
    #[inline]
    pub(crate) fn add(&mut self, text: &str, length: usize, collapse: impl FnOnce(&str) -> String) {
        if Self::is_long(text) && length <= text.len() / 2 {
            self.0.entry(key(text)).or_insert_with(|| collapse(text));
        }
    }
}

/// Replaces each run of whitespace by one character.
pub(crate) fn collapse_runs(
    text: &str,
    is_whitespace: fn(char) -> bool,
    replacement: fn(&str) -> char,
) -> String {
    let mut collapsed = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.trim_start_matches(is_whitespace);
        let run = &rest[..rest.len() - word.len()];
        if !run.is_empty() {
            collapsed.push(replacement(run));
        }
        let (word, after) = word.split_at(word.find(is_whitespace).unwrap_or(word.len()));
        collapsed.push_str(word);
        rest = after;
    }
    collapsed
}

/// The number of whitespace bytes at each end of the long texts that begin or end with much whitespace.
#[derive(Debug, Default)]
pub(crate) struct TrimmedTexts {
    starts: HashMap<Key, usize>,
    ends: HashMap<Key, usize>,
}

impl TrimmedTexts {
    /// Removes ASCII whitespace from the start of a text.
    pub(crate) fn trim_start<'t>(&mut self, text: &'t str) -> &'t str {
        let start = removed(&mut self.starts, text, str::trim_ascii_start);
        text.get(start..).unwrap_or_default()
    }

    /// Removes ASCII whitespace from the end of a text.
    pub(crate) fn trim_end<'t>(&mut self, text: &'t str) -> &'t str {
        let end = removed(&mut self.ends, text, str::trim_ascii_end);
        text.get(..text.len() - end).unwrap_or_default()
    }
}

/// Returns the number of bytes that a function removes from a text.
fn removed(cache: &mut HashMap<Key, usize>, text: &str, trim: impl FnOnce(&str) -> &str) -> usize {
    if text.len() >= LONG
        && !cache.is_empty()
        && let Some(&removed) = cache.get(&key(text))
    {
        return removed;
    }
    let removed = text.len() - trim(text).len();
    if removed >= LONG {
        cache.insert(key(text), removed);
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collapsed_text_is_found_by_its_address_and_length() {
        let text = format!("a{}b", " ".repeat(LONG));
        let copy = text.clone();
        let mut texts = CollapsedTexts::default();
        texts.add(&text, 3, |_| "a b".to_owned());
        texts.add(&text, 3, |_| unreachable!("it is cached"));
        assert_eq!(texts.shortest(&text), "a b");
        assert_eq!(texts.shortest(&text[1..]), &text[1..]);
        assert_eq!(texts.shortest(&copy), copy);
    }

    #[test]
    fn short_texts_and_texts_with_little_whitespace_are_not_cached() {
        let mut texts = CollapsedTexts::default();
        let words = "oak ash ".repeat(LONG);
        texts.add("a  b", 2, |_| unreachable!("it is short"));
        texts.add(&words, words.len() - 1, |_| unreachable!("it is as long"));
        assert_eq!(texts.shortest(&words), words);
    }

    #[test]
    fn texts_are_trimmed_again_without_reading_them() {
        let text = format!("{0}a{0}", " \n".repeat(LONG));
        let mut texts = TrimmedTexts::default();
        for _ in 0..2 {
            assert_eq!(texts.trim_start(&text), format!("a{}", " \n".repeat(LONG)));
            assert_eq!(texts.trim_end(text.trim_ascii_start()), "a");
            assert_eq!(texts.trim_end(&text[..2 * LONG]), "");
        }
        let removed =
            |cache: &mut HashMap<Key, usize>| removed(cache, &text, |_| unreachable!("it is cached"));
        assert_eq!(removed(&mut texts.starts), 2 * LONG);
        assert_eq!(texts.trim_start(" a "), "a ");
        assert_eq!(texts.trim_end("  "), "");
    }
}
