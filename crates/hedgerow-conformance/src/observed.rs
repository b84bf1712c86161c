//! The results of a parse as text, for comparison: lines, the errors, and the encoding.

use hedgerow::Parsed;
use hedgerow::encoding::MalformedBytes;
use hedgerow::source::Location;

/// Returns items as lines.
pub(crate) fn lines(items: &[impl ToString]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Returns all errors with their ranges and subjects, sorted by position.
pub(crate) fn errors(parsed: &Parsed) -> String {
    let mut errors: Vec<_> = parsed
        .errors()
        .iter()
        .map(|error| (error.start(), error.end(), error.code(), error.subject(), error.malformed_bytes()))
        .collect();
    errors.sort_unstable();
    let line = |(start, end, code, subject, malformed): (Location, Location, &str, Option<&str>, _)| {
        let place = format!("({}:{}-{}:{}) {code}", start.line, start.column, end.line, end.column);
        match (subject, malformed) {
            (Some(subject), _) => format!("{place}: {subject}"),
            (None, Some(MalformedBytes { offset, length })) => format!("{place}: {length} bytes at {offset}"),
            (None, None) => place,
        }
    };
    errors.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the encoding of the bytes, its confidence and the reason for it.
pub(crate) fn encoding(parsed: &Parsed) -> String {
    parsed.encoding().map_or_else(String::new, |sniffed| {
        format!("{}, {:?}, {:?}", sniffed.encoding.name(), sniffed.confidence, sniffed.reason)
    })
}
