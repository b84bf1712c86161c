//! Parse errors: their positions are in the source, and the errors are sorted by position. Cuts of the input do not change the
//! errors. With a limit on their number, the first errors are kept, and the others are counted.

use std::collections::BTreeMap;

use hedgerow::errors::{ErrorKind, ParseError};
use hedgerow::{Limits, Parsed, Parser};

use super::chunks::{Scripts, limits, stop_at};
use super::text::parser;
use crate::input::{Choices, Input};

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let html = &*input.text();
    let choices = &mut input.choices;
    let parser = parser(choices);
    let collecting = parser.clone().collect_errors(true);
    let whole = collecting.parse(html);
    for error in whole.errors() {
        check_position(html, error);
    }
    assert!(whole.errors().is_sorted_by_key(|error| error.span().start), "{:?}", whole.errors());

    let mut stream = collecting.stream();
    for piece in choices.text_pieces(html) {
        stream.feed(piece);
    }
    assert_eq!(whole.errors(), stream.finish().errors(), "in chunks");
    let mut stream = collecting.stream();
    for character in html.chars() {
        stream.feed(character.encode_utf8(&mut [0; 4]));
    }
    assert_eq!(whole.errors(), stream.finish().errors(), "by single characters");

    let limited = parser.limits(limits(choices));
    let most = choices.below(12);
    let all = results(&limited.clone().collect_errors(true), html, choices.clone());
    let some = results(&limited.keep_errors(most), html, choices.clone());
    for (all, some) in all.iter().zip(&some) {
        check_kept(all, some, most);
    }
}

/// Parses a text in four ways: at once; at once, until the caller stops; in chunks, until the caller stops; and with scripts.
/// Equal choices give the same chunks, stops and scripts.
fn results(parser: &Parser, html: &str, mut choices: Choices<'_>) -> [Parsed; 4] {
    let number = choices.below(40);
    let mut stream = parser.stream();
    stream.stop_when(stop_at(number));
    for piece in choices.text_pieces(html) {
        stream.feed(piece);
    }
    let scripted = parser.clone().limits(Limits::UNLIMITED).scripting(true).pause_at_scripts(true);
    [
        parser.parse(html),
        parser.parse_until(html, stop_at(number)),
        stream.finish(),
        Scripts::new(html, &choices).run(scripted.stream(), &[html]),
    ]
}

/// Checks that the first errors are kept and the others are counted.
fn check_kept(all: &Parsed, some: &Parsed, most: usize) {
    let (kept, omitted) = all.errors().split_at(most.min(all.errors().len()));
    assert_eq!(some.errors(), kept);
    if some.stop().is_some() {
        // The count includes errors after the stopping point if they were found.
        assert!(some.error_count() >= all.errors().len());
        return;
    }
    assert_eq!((all.error_count(), some.error_count()), (all.errors().len(), all.errors().len()));
    let mut counts: BTreeMap<ErrorKind, usize> = BTreeMap::new();
    for error in omitted {
        *counts.entry(error.kind()).or_default() += 1;
    }
    assert!(some.errors_left_out().eq(counts));
}

fn check_position(html: &str, error: &ParseError) {
    let span = error.span();
    assert!(html.get(span.range()).is_some(), "{error:?}");
    for (location, offset) in [(error.start(), span.start), (error.end(), span.end)] {
        let counted = [location.offset, location.line, location.column, location.utf16_column];
        assert_eq!(counted, counts(html, offset), "{error:?}");
    }
    assert!(!error.message().is_empty());
    assert_eq!(ErrorKind::from_code(error.code()), Some(error.kind()));
}

/// Returns an offset, its line and its two columns, counted from the start of the text.
fn counts(html: &str, offset: u32) -> [u32; 4] {
    let before = &html[..offset as usize];
    let normalized = before.replace("\r\n", "\n").replace('\r', "\n");
    let line = normalized.rsplit('\n').next().unwrap_or_default();
    let count = |number: usize| u32::try_from(number).unwrap_or_default();
    [
        offset,
        count(normalized.matches('\n').count() + 1),
        count(line.chars().count() + 1),
        count(line.encode_utf16().count() + 1),
    ]
}
