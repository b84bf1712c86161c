//! [`Part`]: the parts of an input, from which inputs of any size are generated.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// The placeholder for a number in [`Part::Numbered`].
const NUMBER: &str = "#";

/// A part of an input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part {
    /// A text that occurs once.
    Once(String),
    /// A text that is repeated.
    Times(String),
    /// A text that is repeated; each `#` is replaced by the number of the repetition.
    Numbered(String),
    /// A numbered text. Its number of repetitions is the square root of that of the other parts. It is for inputs whose
    /// tree grows with the product of two parts.
    Root(String),
}

impl Part {
    /// Returns the text, with placeholders.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Once(text) | Self::Times(text) | Self::Numbered(text) | Self::Root(text) => text,
        }
    }

    /// Appends the part to a text.
    fn add_to(&self, text: &mut String, repetitions: usize) {
        match self {
            Self::Once(once) => text.push_str(once),
            Self::Times(repeated) => (0..repetitions).for_each(|_| text.push_str(repeated)),
            Self::Numbered(numbered) => add_numbered(text, numbered, repetitions),
            Self::Root(numbered) => add_numbered(text, numbered, repetitions.isqrt()),
        }
    }
}

/// Generates the input for parts and a number of repetitions.
///
/// ```
/// use hedgerow_testing::{Part, input};
/// assert_eq!(input(&[Part::Once("a".to_owned()), Part::Times("b".to_owned())], 3), "abbb");
/// ```
#[must_use]
pub fn input(parts: &[Part], repetitions: usize) -> String {
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
        let parts = r#"[{"Once": "a"}, {"Times": "b"}, {"Numbered": "c#-#;"}, {"Root": "d#"}]"#;
        let parts: Vec<Part> = serde_json::from_str(parts).expect("parts");
        assert_eq!(input(&parts, 4), "abbbbc0-0;c1-1;c2-2;c3-3;d0d1");
    }
}
