//! [`Part`]: what inputs are made of, and the inputs of any size that parts make.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// What stands for a number in [`Part::Numbered`].
const NUMBER: &str = "#";

/// A part of an input. Families that are written down have static texts, those of the hunter strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part<T = &'static str> {
    /// A text that stands there once.
    Once(T),
    /// A text that is repeated.
    Times(T),
    /// A text that is repeated, each time with another number for each `#`.
    Numbered(T),
    /// A text that is repeated as often as the square root says, numbered as well: for inputs whose tree grows with the
    /// product of two of their parts.
    Root(T),
}

impl<T: AsRef<str>> Part<T> {
    /// The text, as it is written down.
    ///
    /// ```
    /// assert_eq!(hedgerow_growth::Part::Numbered("a#").text(), "a#");
    /// ```
    pub fn text(&self) -> &str {
        match self {
            Self::Once(text) | Self::Times(text) | Self::Numbered(text) | Self::Root(text) => text.as_ref(),
        }
    }

    /// Adds the part to a text.
    fn add_to(&self, text: &mut String, repetitions: usize) {
        match self {
            Self::Once(once) => text.push_str(once.as_ref()),
            Self::Times(repeated) => (0..repetitions).for_each(|_| text.push_str(repeated.as_ref())),
            Self::Numbered(numbered) => add_numbered(text, numbered.as_ref(), repetitions),
            Self::Root(numbered) => add_numbered(text, numbered.as_ref(), repetitions.isqrt()),
        }
    }
}

/// The input that parts make with so many repetitions.
///
/// ```
/// use hedgerow_growth::{Part, input};
/// assert_eq!(input(&[Part::Once("a"), Part::Times("b")], 3), "abbb");
/// ```
pub fn input<T: AsRef<str>>(parts: &[Part<T>], repetitions: usize) -> String {
    let mut text = String::new();
    for part in parts {
        part.add_to(&mut text, repetitions);
    }
    text
}

fn add_numbered(text: &mut String, numbered: &str, repetitions: usize) {
    for number in 0..repetitions {
        for (index, piece) in numbered.split(NUMBER).enumerate() {
            if index > 0 {
                let _ = write!(text, "{number}");
            }
            text.push_str(piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_repeated_as_they_say() {
        let parts = [Part::Once("a"), Part::Times("b"), Part::Numbered("c#-#;"), Part::Root("d#")];
        assert_eq!(input(&parts, 4), "abbbbc0-0;c1-1;c2-2;c3-3;d0d1");
    }
}
