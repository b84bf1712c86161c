//! Checks the parsing of bytes, with random hints about the encoding. Parsing in chunks must give the same result as parsing at
//! once. The text that `encoding_rs` decodes from the bytes must give the same tree as the bytes.

use hedgerow::EncodingHints;
use hedgerow::encoding::encoding_for_label;
use hedgerow::serialize::ToTestFormat;

use super::text::parser;
use crate::input::{Choices, Input};
use crate::trees::Summary;

/// Encodings of all kinds.
const LABELS: [&str; 14] = [
    "utf-8", "windows-1252", "koi8-r", "big5", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "gb18030",
    "utf-16le", "utf-16be", "replacement", "x-user-defined", "windows-1251",
];

/// More bytes than the prescan for an encoding reads.
const PADDING: [u8; 1100] = [b' '; 1100];

pub(super) fn check(data: &[u8]) {
    let Input { bytes, mut choices } = Input::new(data);
    let parser = parser(&mut choices).collect_errors(choices.one_in(2)).source_spans(choices.one_in(4));
    let hints = hints(&mut choices);
    let padding: &[u8] = if choices.one_in(4) { &PADDING } else { &[] };
    let bytes = &[padding, bytes].concat();
    let whole = parser.parse_bytes(bytes, &hints);
    let mut stream = parser.stream_bytes(&hints);
    for piece in choices.pieces(bytes) {
        stream.feed(piece);
    }
    let summary = Summary::of(&whole);
    Summary::of(&stream.finish()).assert_is(&summary, "in chunks");

    let Some(sniffed) = whole.encoding() else { panic!("no encoding was found") };
    let text = sniffed.encoding.decode(bytes).0;
    let decoded = parser.collect_errors(false).parse(&text);
    let [of_bytes, of_text] = [&whole, &decoded].map(|parsed| parsed.document().to_test_format());
    assert_eq!(of_bytes, of_text, "{}", sniffed.encoding.name());
}

fn hints(choices: &mut Choices<'_>) -> EncodingHints {
    let hints = EncodingHints::new().autodetect(choices.one_in(2));
    let kind = choices.below(6);
    let Ok(encoding) = encoding_for_label(choices.of(&LABELS)) else { return hints };
    match kind {
        1 => hints.user(encoding),
        2 => hints.transport(encoding),
        3 => hints.parent_document(encoding),
        4 => hints.likely(encoding),
        5 => hints.default_encoding(encoding),
        _ => hints,
    }
}
