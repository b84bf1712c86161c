//! [`Part`]: what inputs are made of.

use std::fmt::Write as _;

/// What stands for a number in [`Part::Numbered`].
const NUMBER: &str = "#";

/// A part of an input.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A text that stands there once.
    Once(&'static str),
    /// A text that is repeated.
    Times(&'static str),
    /// A text that is repeated, each time with another number for each `#`.
    Numbered(&'static str),
    /// A text that is repeated as often as the square root says, numbered as well: for inputs whose tree grows with the
    /// product of two of their parts.
    Root(&'static str),
}

impl Part {
    /// Adds the part to a text.
    pub(crate) fn add_to(self, text: &mut String, repetitions: usize) {
        match self {
            Self::Once(once) => text.push_str(once),
            Self::Times(repeated) => text.push_str(&repeated.repeat(repetitions)),
            Self::Numbered(numbered) => add_numbered(text, numbered, repetitions),
            Self::Root(numbered) => add_numbered(text, numbered, repetitions.isqrt()),
        }
    }
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
        let mut text = String::new();
        for part in [Part::Once("a"), Part::Times("b"), Part::Numbered("c#-#;"), Part::Root("d#")] {
            part.add_to(&mut text, 4);
        }
        assert_eq!(text, "abbbbc0-0;c1-1;c2-2;c3-3;d0d1");
    }
}
