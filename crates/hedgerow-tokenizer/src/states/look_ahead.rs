//! Looking at "the next few characters", some of which may be in the next chunk.

use hedgerow_input::InputStream;

/// Whether the next characters are the expected ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LookAhead {
    /// They are the expected ones.
    Match,
    /// They differ.
    NoMatch,
    /// They match so far, but the text ends before the last of them, and more may follow.
    Incomplete,
}

/// Whether the next characters are exactly `expected`, which is ASCII.
pub(super) fn look_ahead(input: &InputStream<'_>, expected: &[u8]) -> LookAhead {
    look_ahead_by(input, expected, |bytes, expected| bytes == expected)
}

/// Whether the next characters are an ASCII case-insensitive match for `expected`, which is ASCII.
pub(super) fn look_ahead_ignoring_ascii_case(input: &InputStream<'_>, expected: &[u8]) -> LookAhead {
    look_ahead_by(input, expected, <[u8]>::eq_ignore_ascii_case)
}

fn look_ahead_by(
    input: &InputStream<'_>,
    expected: &[u8],
    equals: impl Fn(&[u8], &[u8]) -> bool,
) -> LookAhead {
    let rest = input.rest();
    let length = rest.len().min(expected.len());
    if !equals(&rest[..length], &expected[..length]) {
        LookAhead::NoMatch
    } else if length == expected.len() {
        LookAhead::Match
    } else if input.may_grow() {
        LookAhead::Incomplete
    } else {
        LookAhead::NoMatch
    }
}
