//! [`Case`]: a generated family, and the mode in which it is tried.

use serde::{Deserialize, Serialize};

use crate::words::{Theme, WORDS};
use crate::{Mode, Part, Random};

/// The initial lengths of a family in bytes. Short inputs are fast, so that more families are tried; long ones reveal a cost
/// that is small compared with the rest.
const LENGTHS: [usize; 8] = [1 << 10, 2 << 10, 2 << 10, 4 << 10, 4 << 10, 8 << 10, 8 << 10, 32 << 10];

/// A family, and the mode in which it is tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Case {
    /// The name of the theme that provides the words.
    pub theme: String,
    /// The name of the mode.
    pub mode: String,
    /// The parts of the inputs.
    pub parts: Vec<Part>,
    /// The approximate length of the first input in bytes.
    pub length: usize,
}

impl Case {
    /// Generates the case with a number. The same seed, number, themes and modes generate the same case.
    ///
    /// ```
    /// use hedgerow_testing::Case;
    /// let themes: Vec<_> = hedgerow_testing::themes().iter().collect();
    /// let modes = hedgerow_testing::modes();
    /// assert_eq!(Case::random(1, 2, &themes, &modes), Case::random(1, 2, &themes, &modes));
    /// assert_ne!(Case::random(1, 2, &themes, &modes), Case::random(1, 3, &themes, &modes));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no theme or no mode.
    #[must_use]
    pub fn random(seed: u64, number: u64, themes: &[&Theme], modes: &[Mode]) -> Self {
        let mut random = Random::new(seed ^ number.wrapping_mul(0xD134_2543_DE82_EF95));
        // Discards the first numbers, because similar seeds have similar first numbers.
        for _ in 0..4 {
            random.below(2);
        }
        let theme = random.pick(themes);
        let all = &WORDS.themes;
        let other = if random.below(4) == 0 { &all[random.below(all.len())] } else { theme };
        let words = few_words(&mut random, [theme, theme, other]);
        let parts = Maker { random: &mut random, words }.parts();
        let mode = pick_mode(&mut random, modes);
        let length = random.pick(&LENGTHS);
        Self { theme: theme.name.clone(), mode: mode.name.clone(), parts, length }
    }

    /// Returns the number of repetitions for an input of about `self.length` bytes.
    #[must_use]
    pub(super) fn repetitions(&self) -> usize {
        let [none, one] = [0, 1].map(|repetitions| crate::input(&self.parts, repetitions).len());
        (self.length.saturating_sub(none) / (one - none).max(1)).max(4)
    }

    /// Returns the words of the family: tags, attributes, and the text between them.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().flat_map(|part| words(part.text()))
    }
}

/// Returns the words of a text; each `<` and each space begins one.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?.len_utf8();
        let end = rest[first..].find(['<', ' ']).map_or(rest.len(), |end| first + end);
        let (word, remaining) = rest.split_at(end);
        rest = remaining;
        Some(word)
    })
}

/// Picks a group of modes, each with the same probability, and then a mode of that group.
fn pick_mode<'m>(random: &mut Random, modes: &'m [Mode]) -> &'m Mode {
    let mut groups: Vec<&str> = modes.iter().map(Mode::group).collect();
    groups.sort_unstable();
    groups.dedup();
    let group = random.pick(&groups);
    let of_group: Vec<&Mode> = modes.iter().filter(|mode| mode.group() == group).collect();
    random.pick(&of_group)
}

/// Picks three to eight words of the themes. Few words make a particular combination of several words more likely.
fn few_words<'t>(random: &mut Random, themes: [&'t Theme; 3]) -> Vec<&'t str> {
    let count = 3 + random.below(6);
    let word = |_| {
        let theme = random.pick(&themes);
        &*theme.words[random.below(theme.words.len())]
    };
    (0..count).map(word).collect()
}

/// Generates families.
struct Maker<'r> {
    random: &'r mut Random,
    words: Vec<&'r str>,
}

impl Maker<'_> {
    /// Generates the parts: perhaps a text that occurs once, one to three repeated parts, perhaps with texts between them, and
    /// perhaps a long text at a random position.
    fn parts(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        if self.random.below(2) == 0 {
            parts.push(Part::Once(self.text(5)));
        }
        for _ in 0..=self.random.below(3) {
            let text = self.text(3);
            parts.push(repeated(text));
            if self.random.below(4) == 0 {
                parts.push(Part::Once(self.text(3)));
            }
        }
        if self.random.below(3) == 0 {
            let [before, long, after] = WORDS.long[self.random.below(WORDS.long.len())].clone();
            let long = [Part::Once(before), repeated(long), Part::Once(after)];
            let position = self.random.below(parts.len() + 1);
            parts.splice(position..position, long.into_iter().filter(|part| !part.text().is_empty()));
        }
        parts
    }

    /// Concatenates between one and `most` random words.
    fn text(&mut self, most: usize) -> String {
        (0..=self.random.below(most)).map(|_| self.random.pick(&self.words)).collect()
    }
}

fn repeated(text: String) -> Part {
    if text.contains('#') { Part::Numbered(text) } else { Part::Times(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_with_tags_and_spaces() {
        assert_eq!(words("a<b c='d' e>f</b>").collect::<Vec<_>>(), ["a", "<b", " c='d'", " e>f", "</b>"]);
        assert_eq!(words("").count(), 0);
    }

    #[test]
    fn every_mode_and_every_theme_is_picked() {
        let themes: Vec<&Theme> = WORDS.themes.iter().collect();
        let modes = crate::modes();
        let cases: Vec<Case> = (0..20_000).map(|number| Case::random(7, number, &themes, &modes)).collect();
        for mode in &modes {
            assert!(cases.iter().any(|case| case.mode == mode.name), "{}", mode.name);
        }
        for theme in &WORDS.themes {
            assert!(cases.iter().any(|case| case.theme == theme.name), "{}", theme.name);
        }
        for case in &cases {
            assert!(crate::input(&case.parts, 2).len() > crate::input(&case.parts, 1).len());
        }
    }
}
