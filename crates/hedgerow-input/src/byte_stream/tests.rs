//! Tests of the byte stream: cuts do not change the result.

use encoding_rs::{
    BIG5, ISO_8859_2, KOI8_R, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252,
    X_USER_DEFINED,
};

use super::*;
use crate::{decode, encoding_for_label};

/// The whole result of a stream.
#[derive(PartialEq, Debug)]
struct Outcome {
    text: String,
    malformed: Vec<MalformedBytes>,
    encoding: Option<SniffedEncoding>,
}

fn feed(stream: &mut ByteStream, mut bytes: &[u8], is_end: bool, outcome: &mut Outcome) {
    while let Some(piece) = stream.next_piece(&mut bytes, is_end) {
        assert!(!piece.text.is_empty());
        assert!(piece.malformed.is_none() || piece.text.ends_with('\u{FFFD}'));
        outcome.text.push_str(&piece.text);
        outcome.malformed.extend(piece.malformed);
    }
    assert!(bytes.is_empty());
    outcome.encoding = stream.encoding();
}

fn run<'b>(hints: &EncodingHints, reports: bool, pieces: impl IntoIterator<Item = &'b [u8]>) -> Outcome {
    let mut stream = ByteStream::new(hints.clone(), reports);
    let mut outcome = Outcome { text: String::new(), malformed: Vec::new(), encoding: None };
    for piece in pieces {
        feed(&mut stream, piece, false, &mut outcome);
    }
    feed(&mut stream, b"", true, &mut outcome);
    outcome
}

/// Returns the outcome of the uncut bytes, after comparing it with that of each cut and of single
/// bytes.
fn run_in_all_ways(hints: &EncodingHints, bytes: &[u8]) -> Outcome {
    let mut stream = ByteStream::new(hints.clone(), true);
    let mut whole = Outcome { text: String::new(), malformed: Vec::new(), encoding: None };
    feed(&mut stream, bytes, true, &mut whole);
    for cut in 0..=bytes.len() {
        let (one, other) = bytes.split_at(cut);
        assert_eq!(run(hints, true, [one, other]), whole, "cut at {cut}: {bytes:?}");
    }
    assert_eq!(run(hints, true, bytes.chunks(1)), whole, "byte by byte: {bytes:?}");
    let decoded = decode(bytes, hints);
    assert_eq!((&*decoded.text, Some(decoded.encoding)), (&*whole.text, whole.encoding), "{bytes:?}");
    assert_eq!(decoded.had_errors, !whole.malformed.is_empty(), "{bytes:?}");
    for unreported in [run(hints, false, [bytes]), run(hints, false, bytes.chunks(1))] {
        assert_eq!((unreported.text, unreported.malformed), (whole.text.clone(), Vec::new()), "{bytes:?}");
    }
    whole
}

#[test]
fn byte_order_marks_are_seen_and_skipped_however_they_are_cut() {
    for hints in
        [EncodingHints::new(), EncodingHints::new().user(BIG5), EncodingHints::new().autodetect(false)]
    {
        for (bytes, name, text) in [
            (b"\xEF\xBB\xBFa\xC3\xA9".as_slice(), "UTF-8", "aé"),
            (b"\xFE\xFF\0a\0\xE9", "UTF-16BE", "aé"),
            (b"\xFF\xFEa\0\xE9\0", "UTF-16LE", "aé"),
            (b"\xEF\xBB\xBF", "UTF-8", ""),
            (b"\xFF\xFE", "UTF-16LE", ""),
            // The second byte order mark is a character.
            (b"\xFE\xFF\xFE\xFF", "UTF-16BE", "\u{FEFF}"),
            (b"\xEF\xBB\xBF\xEF\xBB\xBF", "UTF-8", "\u{FEFF}"),
        ] {
            let outcome = run_in_all_ways(&hints, bytes);
            let sniffed = outcome.encoding.unwrap();
            assert_eq!((sniffed.encoding.name(), outcome.text.as_str()), (name, text));
            assert_eq!(
                (sniffed.confidence, sniffed.reason),
                (Confidence::Certain, EncodingReason::ByteOrderMark)
            );
        }
        for bytes in
            [b"\xEF\xBB".as_slice(), b"\xEF", b"\xFE", b"\xFF", b"\xEF\xBBa", b"\xFEa", b"", b"\xFFa\xFE"]
        {
            let outcome = run_in_all_ways(&hints, bytes);
            assert_ne!(outcome.encoding.unwrap().reason, EncodingReason::ByteOrderMark);
        }
    }
}

#[test]
fn offsets_count_from_the_byte_order_mark() {
    let outcome = run_in_all_ways(&EncodingHints::new(), b"\xEF\xBB\xBFa\xFFb");
    assert_eq!(outcome.malformed, [MalformedBytes { offset: 4, length: 1 }]);
    let outcome = run_in_all_ways(&EncodingHints::new(), b"\xFE\xFF\0a\xD8\0\0b");
    assert_eq!(outcome.malformed, [MalformedBytes { offset: 4, length: 2 }]);
}

#[test]
fn every_encoding_is_the_same_however_it_is_cut() {
    for (label, bytes) in [
        ("utf-8", b"a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xC3(\xE2\x82(\xF0\x9F\x98(\xE2\xC3\xA9\xED\xA0\x80\xC0\xAF\xF4\x90\x80\x80b\xF0\x9F\x98".as_slice()),
        ("shift_jis", b"a\x90\xB6\x8A\x5C\x80\xFF\x90\x20\x90\xFFz\xA0\xB1\xFC\xFC\xFCA\x90"),
        ("euc-jp", b"a\xB0\xA1\x8E\xB1\x8F\xB0\xA1\x8F\xB0z\x8F\xB0\x8EA\xB0\x8E\xB1\xFF\x8F\xA2\xA2\x8F"),
        ("euc-kr", b"a\xB0\xA1\x81A\x81\x20\xFFz\xC9\xA1A\xB0\xFF\xB0"),
        ("big5", b"a\xA4\x40\x88\x62\x88\x66\x88zz\xA4\xFF\xFF\xA4\x20A\x81\x40\xA4"),
        ("gb18030", b"a\xB0\xA1\x81\x30\x81\x30\x95\x32\x90\x33\x81\x30A\x81\x30\x81A\xFF\x81\x20\x84\x31\xA4\x37\xE3\x32\x9A\x36\x81\x30\x81\x81\x30"),
        ("gbk", b"a\xB0\xA1\x80\x81\x30\x81A\x81\x7F\xFF\xA2\xE3\x81\x30\x81"),
        ("iso-2022-jp", b"a\x1B$B0!\x1B(J\\~\x1B(I1\x1B(Bb\x1B$B0\x1B(Bc\x1B$@0\xFF\x1B\x1B$B!\x0E\x80\x1B(Bd\x1B$\x1B\x1B(\x1B(Be\x1B"),
        ("windows-1251", b"a\xCF\xF0\x98\xFFb"),
        ("windows-1253", b"a\xD2\xFF\xAAb\xD2"),
        ("utf-16le", b"a\0=\xD8\0\xDEb\0=\xD8c\0\0\xDE\0\xDE=\xD8=\xD8\0\xDEd\0=\xD8x"),
        ("utf-16be", b"\0a\xD8=\xDE\0\0b\xD8=\0c\xDE\0\xDE\0\xD8=\xD8=\xDE\0\0d\xD8=\0"),
        ("utf-16be", b"\0a\xD8="),
        ("x-user-defined", b"a\x80\xFFb"),
        ("replacement", b"abc\xFF"),
        ("replacement", b""),
        ("latin1", b"a\x80\x81\xE9\xFF"),
    ] {
        let encoding = encoding_for_label(label).unwrap();
        let outcome = run_in_all_ways(&EncodingHints::new().transport(encoding), bytes);
        assert_eq!(outcome.malformed.is_empty(), !outcome.text.contains('\u{FFFD}'), "{label}");
        for pair in outcome.malformed.windows(2) {
            assert!(pair[0].offset + u64::from(pair[0].length) <= pair[1].offset, "{label}: {pair:?}");
        }
        // Malformed sequences are not empty, and do not extend past the end.
        for MalformedBytes { offset, length } in outcome.malformed {
            assert!(length > 0 && offset as usize + usize::from(length) <= bytes.len(), "{label}");
        }
    }
}

#[test]
fn malformed_sequences_have_their_places() {
    let malformed = |label, bytes| {
        let hints = EncodingHints::new().transport(encoding_for_label(label).unwrap());
        let outcome = run_in_all_ways(&hints, bytes);
        outcome.malformed.into_iter().map(|it| (it.offset, it.length)).collect::<Vec<_>>()
    };
    assert_eq!(malformed("utf-8", b"a\xFFb\xE2\x82c\xF0\x9F\x98"), [(1, 1), (3, 2), (6, 3)]);
    assert_eq!(malformed("shift_jis", b"\x90 \xFF"), [(0, 1), (2, 1)]);
    assert_eq!(malformed("utf-16le", b"a\0\0\xDE=\xD8b\0x"), [(2, 2), (4, 2), (8, 1)]);
    assert_eq!(malformed("gb18030", b"a\x81\x30\x81A"), [(1, 1)]);
    assert_eq!(malformed("iso-2022-jp", b"a\x1Bz"), [(1, 1)]);
    assert_eq!(malformed("replacement", b"abc"), [(0, 1)]);
}

#[test]
fn sniffing_does_not_depend_on_cuts() {
    let spaces = " ".repeat(700);
    let long = "я".repeat(5000);
    for text in [
        "<meta charset=koi8-r>é".to_owned(),
        format!("<meta charset=koi8-r>{spaces}{spaces}é"),
        format!("{spaces}é<meta charset=koi8-r>"),
        format!("é{spaces}{spaces}<meta charset=koi8-r>é"),
        "<?xml encoding='koi8-r'?>é".to_owned(),
        format!("<?xml encoding='koi8-r'?>{spaces}{spaces}é"),
        format!("<?xml {spaces}{spaces} encoding='koi8-r'?>"),
        "<?xml encoding='koi8-r'?><meta charset=big5>".to_owned(),
        "<p>ASCII only".to_owned(),
        format!("<p>ASCII only{spaces}{spaces}"),
        format!("aaé{spaces}{spaces}"),
        String::new(),
    ] {
        run_in_all_ways(&EncodingHints::new(), text.as_bytes());
        run_in_all_ways(&EncodingHints::new().default_encoding(UTF_16LE), text.as_bytes());
        run_in_all_ways(&EncodingHints::new().autodetect(false), text.as_bytes());
        run_in_all_ways(&EncodingHints::new().likely(SHIFT_JIS), text.as_bytes());
    }
    for text in [format!("{spaces}{spaces}Э{long}"), format!("Э{long}")] {
        for bytes in [text.as_bytes(), &WINDOWS_1251.encode(&text).0] {
            check_chunks_of_sizes(&[1, 2, 3, 700, 1023, 1024, 1025, 4095, 4096, 4097, 5000], bytes);
        }
    }
}

/// Checks that chunks of each size give the text and the encoding of the whole.
fn check_chunks_of_sizes(sizes: &[usize], bytes: &[u8]) {
    let whole = decode(bytes, &EncodingHints::new());
    for &size in sizes {
        let outcome = run(&EncodingHints::new(), false, bytes.chunks(size));
        assert_eq!((&*outcome.text, outcome.encoding), (&*whole.text, Some(whole.encoding)), "{size}");
    }
}

#[test]
fn the_detector_gets_at_most_4096_bytes() {
    // An incomplete sequence matters only at the end of the byte stream.
    for length in 4094..4099 {
        for end in [b"\xD0".as_slice(), b"\xD0\xB0", b"\xE2\x82"] {
            let mut bytes = b"ab".to_vec();
            bytes.extend("й".bytes().cycle().take(length / 2 * 2));
            bytes.extend_from_slice(&b" "[..length % 2]);
            bytes.extend_from_slice(end);
            check_chunks_of_sizes(&[1, 4096, 4097, 4098, 10_000], &bytes);
        }
    }
}

#[test]
fn valid_utf_8_is_borrowed() {
    for hints in [EncodingHints::new().transport(UTF_8), EncodingHints::new().likely(UTF_8)] {
        let text = "é".repeat(50_000);
        let mut bytes = text.as_bytes();
        let mut stream = ByteStream::new(hints, true);
        let mut length = 0;
        while let Some(piece) = stream.next_piece(&mut bytes, true) {
            assert!(matches!(piece.text, Cow::Borrowed(_)));
            assert!(piece.text.len() <= MAX_PIECE_LENGTH);
            length += piece.text.len();
        }
        assert_eq!(length, text.len());
    }
    let mut stream = ByteStream::new(EncodingHints::new(), true);
    let ascii = "a".repeat(2000);
    let piece = stream.next_piece(&mut ascii.as_bytes(), false).unwrap();
    assert!(matches!(piece.text, Cow::Borrowed(text) if text == ascii));
    assert_eq!(stream.encoding(), None);
}

/// Returns a stream that was fed with the first bytes of a document.
fn fed(hints: EncodingHints, bytes: &[u8]) -> ByteStream {
    let mut stream = ByteStream::new(hints, false);
    let mut bytes = bytes;
    while stream.next_piece(&mut bytes, false).is_some() {}
    stream
}

fn late_meta(encoding: &'static Encoding) -> Option<SniffedEncoding> {
    Some(SniffedEncoding { encoding, confidence: Confidence::Certain, reason: EncodingReason::LateMeta })
}

#[test]
fn a_change_on_the_fly() {
    let ascii = vec![b'a'; 1500];
    for hints in [
        EncodingHints::new(),
        EncodingHints::new().autodetect(false),
        EncodingHints::new().likely(UTF_8),
        EncodingHints::new().likely(ISO_2022_JP),
    ] {
        let mut stream = fed(hints, &ascii);
        assert!(stream.is_tentative());
        assert_eq!(stream.change_the_encoding(KOI8_R), StreamEncodingChange::OnTheFly);
        assert_eq!(stream.encoding(), late_meta(KOI8_R));
        assert!(!stream.is_tentative() && stream.kept.is_empty());
        let mut rest = b"\xE9".as_slice();
        assert_eq!(stream.next_piece(&mut rest, true).unwrap().text, "И");
        assert_eq!(stream.change_the_encoding(BIG5), StreamEncodingChange::Ignored);
    }
    let mut stream = fed(EncodingHints::new(), &ascii);
    assert_eq!(stream.change_the_encoding(UTF_16BE), StreamEncodingChange::OnTheFly);
    assert_eq!(stream.encoding(), late_meta(UTF_8));
    let mut stream = fed(EncodingHints::new(), &ascii);
    assert_eq!(stream.change_the_encoding(X_USER_DEFINED), StreamEncodingChange::OnTheFly);
    assert_eq!(stream.encoding(), late_meta(WINDOWS_1252));
}

#[test]
fn held_bytes_go_through_the_new_decoder() {
    // Bytes that are not ASCII wait for autodetection.
    let bytes = [vec![b'a'; 1500], b"\xE9b".to_vec()].concat();
    let mut stream = fed(EncodingHints::new(), &bytes);
    assert_eq!(stream.encoding(), None);
    assert_eq!(stream.change_the_encoding(KOI8_R), StreamEncodingChange::OnTheFly);
    assert_eq!(stream.next_piece(&mut b"".as_slice(), false).unwrap().text, "Иb");
    let mut rest = b"\xE9".as_slice();
    assert_eq!(stream.next_piece(&mut rest, true).unwrap().text, "И");
    assert!(stream.next_piece(&mut rest, true).is_none());
}

#[test]
fn a_restart() {
    let bytes = [vec![b'a'; 1500], b"\xE9b\x81".to_vec()].concat();
    for (hints, new) in [
        (EncodingHints::new().autodetect(false), KOI8_R),
        (EncodingHints::new().likely(SHIFT_JIS), ISO_8859_2),
        (EncodingHints::new().likely(UTF_8), WINDOWS_1252),
        (EncodingHints::new().likely(REPLACEMENT), KOI8_R),
        (EncodingHints::new().autodetect(false), REPLACEMENT),
    ] {
        let mut stream = fed(hints, &bytes);
        assert_eq!(stream.change_the_encoding(new), StreamEncodingChange::Restart(bytes.clone()));
        assert_eq!(stream.encoding(), late_meta(new));
        let mut outcome = Outcome { text: String::new(), malformed: Vec::new(), encoding: None };
        feed(&mut stream, &bytes, true, &mut outcome);
        assert_eq!(outcome.text, crate::decode_as(&bytes, new));
    }
    // ASCII bytes may have another meaning in the new encoding.
    for (bytes, new) in [("a".repeat(1500), REPLACEMENT), ("\u{1B}(J\\".repeat(1500), ISO_2022_JP)] {
        let mut stream = fed(EncodingHints::new(), bytes.as_bytes());
        assert_eq!(stream.change_the_encoding(new), StreamEncodingChange::Restart(bytes.into_bytes()));
    }
    // The encoding may also change after the end.
    let mut stream = ByteStream::new(EncodingHints::new().autodetect(false), true);
    let mut outcome = Outcome { text: String::new(), malformed: Vec::new(), encoding: None };
    feed(&mut stream, &bytes, true, &mut outcome);
    assert_eq!(stream.change_the_encoding(UTF_8), StreamEncodingChange::Restart(bytes.clone()));
    outcome.text.clear();
    feed(&mut stream, &bytes, true, &mut outcome);
    assert!(outcome.text.ends_with("a\u{FFFD}b\u{FFFD}"));
    assert_eq!(outcome.malformed[0], MalformedBytes { offset: 1500, length: 1 });
}

#[test]
fn changes_that_are_ignored() {
    let ascii = vec![b'a'; 1500];
    let mut stream = fed(EncodingHints::new().likely(KOI8_R), &ascii);
    assert!(stream.is_tentative());
    assert_eq!(stream.change_the_encoding(KOI8_R), StreamEncodingChange::Ignored);
    assert!(!stream.is_tentative() && stream.kept.is_empty());
    assert_eq!(stream.encoding().unwrap().reason, EncodingReason::LateMeta);
    let mut stream = fed(EncodingHints::new(), &b"a\0".repeat(800));
    assert_eq!(stream.encoding().unwrap().encoding, UTF_16LE);
    assert_eq!(stream.change_the_encoding(KOI8_R), StreamEncodingChange::Ignored);
    let mut stream = fed(EncodingHints::new().user(KOI8_R), &ascii);
    assert!(!stream.is_tentative() && stream.kept.is_empty());
    assert_eq!(stream.change_the_encoding(BIG5), StreamEncodingChange::Ignored);
    // The stream has no text yet.
    let mut stream = fed(EncodingHints::new(), b"\xEF\xBB");
    assert_eq!(stream.change_the_encoding(BIG5), StreamEncodingChange::Ignored);
    assert_eq!(stream.next_piece(&mut b"\xBFa".as_slice(), false).unwrap().text, "a");
}

#[test]
fn no_more_than_4_mib_are_kept() {
    let hints = EncodingHints::new().autodetect(false);
    let bytes = vec![b'\xE9'; MOST_KEPT_BYTES];
    for size in [1000, 65_536, 100_000, MOST_KEPT_BYTES] {
        let mut stream = ByteStream::new(hints.clone(), false);
        for mut chunk in bytes.chunks(size) {
            while stream.next_piece(&mut chunk, false).is_some() {}
        }
        assert!(stream.is_tentative());
        let mut more = b"b".as_slice();
        assert_eq!(stream.next_piece(&mut more, false).unwrap().text, "b");
        assert!(!stream.is_tentative() && stream.kept.capacity() == 0);
        assert_eq!(stream.change_the_encoding(KOI8_R), StreamEncodingChange::Ignored);
        assert_eq!(stream.encoding().unwrap().encoding, WINDOWS_1252);
    }
    // A piece ends after the last kept byte, even if other bytes are available.
    let mut stream = ByteStream::new(hints, false);
    let longer = [bytes.as_slice(), b"bb"].concat();
    let mut rest = longer.as_slice();
    while rest.len() > 2 {
        assert!(stream.next_piece(&mut rest, true).is_some() && stream.is_tentative());
    }
    assert_eq!(rest, b"bb");
    assert_eq!(stream.change_the_encoding(KOI8_R), StreamEncodingChange::Restart(bytes));
}

#[test]
fn the_encoding_may_still_be_open_after_the_kept_bytes() {
    let mut stream = fed(EncodingHints::new(), &vec![b'a'; MOST_KEPT_BYTES + 1]);
    assert_eq!((stream.encoding(), stream.is_tentative()), (None, false));
    assert_eq!(stream.change_the_encoding(KOI8_R), StreamEncodingChange::Ignored);
    let mut outcome = Outcome { text: String::new(), malformed: Vec::new(), encoding: None };
    feed(&mut stream, "Füße".as_bytes(), true, &mut outcome);
    assert_eq!(outcome.text, "Füße");
    let sniffed = outcome.encoding.unwrap();
    assert_eq!((sniffed.encoding, sniffed.confidence), (UTF_8, Confidence::Certain));
}
