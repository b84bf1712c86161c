//! [`Part`]: the parts of an input, from which inputs of any size are generated.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// The placeholder for a number in [`Part::Numbered`].
const NUMBER: &str = "#";

/// A part of an input. Committed families have static texts; the families that the hunter generates have strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part<T = &'static str> {
    /// A text that occurs once.
    Once(T),
    /// A text that is repeated.
    Times(T),
    /// A text that is repeated; each `#` is replaced by the number of the repetition.
    Numbered(T),
    /// A numbered text. Its number of repetitions is the square root of that of the other parts. It is for inputs whose
    /// tree grows with the product of two parts.
    Root(T),
}

impl<T: AsRef<str>> Part<T> {
    /// Returns the text, with placeholders.
    pub fn text(&self) -> &str {
        match self {
            Self::Once(text) | Self::Times(text) | Self::Numbered(text) | Self::Root(text) => text.as_ref(),
        }
    }

    /// Appends the part to a text.
    fn add_to(&self, text: &mut String, repetitions: usize) {
        match self {
            Self::Once(once) => text.push_str(once.as_ref()),
            Self::Times(repeated) => (0..repetitions).for_each(|_| text.push_str(repeated.as_ref())),
            Self::Numbered(numbered) => add_numbered(text, numbered.as_ref(), repetitions),
            Self::Root(numbered) => add_numbered(text, numbered.as_ref(), repetitions.isqrt()),
        }
    }
}

/// Generates the input for parts and a number of repetitions.
///
/// ```
/// use hedgerow_testing::{Part, input};
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
    fn parts_are_repeated() {
        let parts = [Part::Once("a"), Part::Times("b"), Part::Numbered("c#-#;"), Part::Root("d#")];
        assert_eq!(input(&parts, 4), "abbbbc0-0;c1-1;c2-2;c3-3;d0d1");
    }
}
