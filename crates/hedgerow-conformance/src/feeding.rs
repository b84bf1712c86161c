//! [`Feeding`]: the pieces in which an input is passed to the parser, with seeded random cuts.

use std::ops::Range;

use hedgerow_testing::Random;

/// The number of random feedings that [`Feeding::all`] returns.
const RANDOM_CUTS: usize = 3;

/// Padding after an input, so that short inputs also take the parser's fast paths, some of which read sixteen bytes at a time.
pub(crate) const PADDING: &str = "                                ";

/// The division of an input into pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Feeding {
    /// The whole input at once.
    Whole,
    /// One character, or byte, at a time.
    Characters,
    /// Cut at random positions; the number is the seed.
    Random(u64),
}

impl Feeding {
    /// Returns all feedings of a case. The same seed and case name give the same feedings.
    pub(crate) fn all(seed: u64, case: &str) -> Vec<Self> {
        let mut random = random_for_case(seed, case);
        let cuts = (0..RANDOM_CUTS).map(|_| Self::Random(random.below(1 << 31) as u64));
        [Self::Whole, Self::Characters].into_iter().chain(cuts).collect()
    }

    /// Returns the pieces of `text`, whose concatenation is `text`.
    pub(crate) fn pieces(self, text: &str) -> Vec<&str> {
        match self {
            Self::Whole => vec![text],
            Self::Characters => text
                .char_indices()
                .map(|(start, character)| &text[start..start + character.len_utf8()])
                .collect(),
            Self::Random(seed) => random_pieces(text, seed),
        }
    }

    /// Returns the pieces of `bytes`, whose concatenation is `bytes`.
    pub(crate) fn pieces_of_bytes(self, bytes: &[u8]) -> Vec<&[u8]> {
        match self {
            Self::Whole => vec![bytes],
            Self::Characters => bytes.chunks(1).collect(),
            Self::Random(seed) => {
                random_ranges(bytes.len() + 1, |boundary| boundary, seed).map(|range| &bytes[range]).collect()
            }
        }
    }

    /// Returns the name of the feeding in a report.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Characters => "one character at a time",
            Self::Random(_) => "cut at random",
        }
    }

    /// Whether the pieces depend on the seed.
    pub(crate) fn is_random(self) -> bool {
        matches!(self, Self::Random(_))
    }
}

fn random_pieces(text: &str, seed: u64) -> Vec<&str> {
    let boundaries: Vec<usize> = (0..=text.len()).filter(|&offset| text.is_char_boundary(offset)).collect();
    random_ranges(boundaries.len(), |boundary| boundaries[boundary], seed).map(|range| &text[range]).collect()
}

/// Cuts an input at one to eight random boundaries, and returns the ranges between the cuts; a range may be empty.
/// `offset` returns the offset of each of the boundaries, which are in order and include the end of the input.
fn random_ranges(
    boundaries: usize,
    offset: impl Fn(usize) -> usize,
    seed: u64,
) -> impl Iterator<Item = Range<usize>> {
    let mut random = Random::new(seed);
    let count = 1 + random.below(8);
    let mut cuts: Vec<usize> = (0..count).map(|_| offset(random.below(boundaries))).collect();
    cuts.sort_unstable();
    cuts.push(offset(boundaries - 1));
    let mut start = 0;
    cuts.into_iter().map(move |end| std::mem::replace(&mut start, end)..end)
}

/// Returns the random number generator for a case. The same seed and name give the same numbers.
pub(crate) fn random_for_case(seed: u64, case: &str) -> Random {
    Random::new(seed ^ fowler_noll_vo(case))
}

/// Hashes a name to the same number in every run and every build.
fn fowler_noll_vo(text: &str) -> u64 {
    text.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_the_text() {
        for text in ["", "a", "<p>caf\u{e9} \u{1F600}</p>\r\n"] {
            for feeding in Feeding::all(7, "tokenizer/test1.test:1") {
                assert_eq!(feeding.pieces(text).concat(), text);
                assert_eq!(feeding.pieces_of_bytes(text.as_bytes()).concat(), text.as_bytes());
            }
        }
        assert_eq!(Feeding::Characters.pieces("a\u{e9}"), ["a", "\u{e9}"]);
        assert_eq!(Feeding::Characters.pieces_of_bytes(b"a\xE9"), [b"a", b"\xE9"]);
    }

    #[test]
    fn the_seed_and_the_name_determine_the_cuts() {
        let cuts = |seed, name| -> Vec<Vec<&str>> {
            Feeding::all(seed, name).into_iter().map(|feeding| feeding.pieces("0123456789abcdef")).collect()
        };
        assert_eq!(cuts(1, "a:1"), cuts(1, "a:1"));
        assert_ne!(cuts(1, "a:1"), cuts(2, "a:1"));
        assert_ne!(cuts(1, "a:1"), cuts(1, "a:2"));
    }
}
