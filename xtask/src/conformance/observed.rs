//! What a parse has made of an input, as text to compare: the tree, the errors, the encoding.

use hedgerow::{ErrorKind, Location, MalformedBytes, Parsed};

/// All errors that have a code in the standard, and malformed bytes, with their ranges, sorted by place.
///
/// The others are left out: the parser reports one about characters for each run of them, and where a run ends
/// depends on how the input was cut.
pub(crate) fn errors(parsed: &Parsed) -> String {
    let errors = parsed.errors().iter();
    let mut errors: Vec<_> = errors
        .filter(|error| !matches!(error.kind(), ErrorKind::TreeConstruction(_)))
        .map(|error| (error.start(), error.end(), error.code(), error.malformed_bytes()))
        .collect();
    errors.sort_unstable();
    let line = |(start, end, code, malformed): (Location, Location, &str, _)| {
        let place = format!("({}:{}-{}:{}) {code}", start.line, start.column, end.line, end.column);
        match malformed {
            Some(MalformedBytes { offset, length }) => format!("{place}, {length} bytes at {offset}"),
            None => place,
        }
    };
    errors.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The name of the encoding in which the bytes were read, how certain it is, and why.
pub(crate) fn encoding(parsed: &Parsed) -> String {
    parsed.encoding().map_or_else(String::new, |sniffed| {
        format!("{}, {:?}, {:?}", sniffed.encoding.name(), sniffed.confidence, sniffed.reason)
    })
}
