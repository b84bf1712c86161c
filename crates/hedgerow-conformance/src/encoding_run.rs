//! Runs a case of the encoding suite: the sniffing alone, the parser on all bytes, and the parser on pieces of them.

use encoding_rs::WINDOWS_1252;
use hedgerow::encoding::{EncodingReason, determine_encoding};
use hedgerow::serialize::ToTestFormat;
use hedgerow::{EncodingHints, Parsed, Parser};

use super::case::{Problem, Run};
use super::encoding_file::EncodingCase;
use super::feeding::Feeding;
use super::{observed, scripts};

/// The number of bytes prescanned: "User agents are encouraged to only prescan the first 1024 bytes".
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
const BYTES_TO_PRESCAN: usize = 1024;

/// Returns all runs of a case.
pub(crate) fn run(case: &EncodingCase, name: &str, seed: u64) -> Vec<Run> {
    let mut runs = Vec::new();
    let hints = hints(case);
    if !case.is_scripted {
        runs.push(Run::new("sniffing".to_owned(), false, || {
            let sniffed = determine_encoding(&case.data, &hints);
            let expected = case.sniffed.unwrap_or(case.encoding).name();
            // If the input is longer than the prescan, possibly only the parser finds the expected encoding.
            let may_find_nothing = case.sniffed.is_none() && case.data.len() > BYTES_TO_PRESCAN;
            if may_find_nothing && sniffed.reason == EncodingReason::Default {
                return Vec::new();
            }
            compare("encoding", expected, sniffed.encoding.name())
        }));
    }
    let mut whole = None;
    for feeding in Feeding::all(seed, name) {
        runs.push(Run::new(run_name(feeding).to_owned(), feeding.is_random(), || {
            let (parsed, mut problems) = parse(case, &hints, feeding);
            let got = parsed.encoding().map_or("none", |sniffed| sniffed.encoding.name());
            problems.extend(compare("encoding", case.encoding.name(), got));
            let whole = whole.get_or_insert_with(|| parsed.clone());
            problems.extend(differences(whole, &parsed));
            problems
        }));
    }
    runs
}

/// Returns the name of a feeding of bytes in a report.
pub(crate) fn run_name(feeding: Feeding) -> &'static str {
    match feeding {
        Feeding::Characters => "one byte at a time",
        feeding => feeding.name(),
    }
}

/// Returns the differences between parsing the bytes whole and in pieces.
pub(crate) fn differences(whole: &Parsed, pieces: &Parsed) -> Vec<Problem> {
    let tree = |parsed: &Parsed| parsed.document().to_test_format();
    let mut problems = compare("tree of the whole", &tree(whole), &tree(pieces));
    problems.extend(compare("errors of the whole", &observed::errors(whole), &observed::errors(pieces)));
    let encoding = observed::encoding;
    problems.extend(compare("encoding of the whole", &encoding(whole), &encoding(pieces)));
    problems
}

fn compare(what: &'static str, expected: &str, got: &str) -> Vec<Problem> {
    Problem::unless_equal(what, expected.to_owned(), got.to_owned()).into_iter().collect()
}

/// Returns the encoding hints that the suite assumes.
fn hints(case: &EncodingCase) -> EncodingHints {
    EncodingHints::new().autodetect(case.autodetect).default_encoding(WINDOWS_1252)
}

/// Parses the bytes; returns the uncaught exceptions of scripts, too.
fn parse(case: &EncodingCase, hints: &EncodingHints, feeding: Feeding) -> (Parsed, Vec<Problem>) {
    let parser = Parser::new().collect_errors(true);
    let pieces = feeding.pieces_of_bytes(&case.data);
    if case.is_scripted {
        let page = (scripts::engine().parse_bytes)(&parser, hints, &pieces);
        let problem = page.problem();
        return (page.parsed, problem.into_iter().collect());
    }
    if let Feeding::Whole = feeding {
        return (parser.parse_bytes(&case.data, hints), Vec::new());
    }
    let mut stream = parser.stream_bytes(hints);
    for piece in pieces {
        stream.feed(piece);
    }
    (stream.finish(), Vec::new())
}
