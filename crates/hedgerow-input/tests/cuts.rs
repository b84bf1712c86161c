//! Properties of the byte stream: cuts do not change the result, in any encoding.
//!
//! The oracle passes all remaining bytes to `encoding_rs` in each call.

use encoding_rs::{DecoderResult, Encoding};
use hedgerow_input::{
    ByteStream, EncodingHints, MalformedBytes, SniffedEncoding, StreamEncodingChange, decode, decode_as,
    encoding_for_label, encoding_from_meta_content,
};
use proptest::prelude::*;

/// One label of each encoding.
const LABELS: [&str; 40] = [
    "utf-8", "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7",
    "iso-8859-8", "iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16",
    "koi8-r", "koi8-u", "macintosh", "windows-874", "windows-1250", "windows-1251", "windows-1252",
    "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258",
    "x-mac-cyrillic", "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr",
    "replacement", "utf-16be", "utf-16le", "x-user-defined",
];

/// Byte sequences at which decoders and the prescan change their state. Random sequences of them are the inputs.
const FRAGMENTS: [&[u8]; 36] = [
    b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE", b"\xEF", b"\xBB", b"\xC3\xA9", b"\xE2\x82\xAC",
    b"\xF0\x9F\x98\x80", b"\xF0\x9F", b"\x1B$B", b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B", b"\x0E",
    b"\x81\x30\x81\x30", b"\x81\x30", b"\x8F\xB0\xA1", b"\x8E\xB1", b"\x88\x62", b"\x90\xB6",
    b"\xD8\x3D\xDE\x00", b"\x3D\xD8\x00\xDE", b"\x00", b"\x00\xD8", b"\xFF", b"\x80", b"a", b"<p>",
    b"<meta charset=koi8-r>", b"<meta charset=utf-8>", b"<?xml encoding='big5'?>", b"<!--", b"-->",
    b"<\0?\0x\0", b"\r\n",
];

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let fragment = prop_oneof![
        4 => prop::sample::select(&FRAGMENTS[..]).prop_map(<[u8]>::to_vec),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => (any::<u8>(), 1_usize..1500).prop_map(|(byte, count)| vec![byte; count]),
    ];
    prop::collection::vec(fragment, 0..24).prop_map(|fragments| fragments.concat())
}

fn encoding() -> impl Strategy<Value = &'static Encoding> {
    prop::sample::select(&LABELS[..]).prop_map(|label| encoding_for_label(label).expect("it is a label"))
}

fn hints() -> impl Strategy<Value = EncodingHints> {
    let hint = || prop::option::weighted(0.2, encoding());
    let domain = prop::option::of("[a-zA-Z.é]{0,5}");
    (hint(), hint(), hint(), hint(), any::<bool>(), domain, prop::option::of(encoding())).prop_map(
        |(user, transport, parent_document, likely, autodetect, domain, default)| {
            let mut hints = EncodingHints::new().autodetect(autodetect);
            hints = user.into_iter().fold(hints, EncodingHints::user);
            hints = transport.into_iter().fold(hints, EncodingHints::transport);
            hints = parent_document.into_iter().fold(hints, EncodingHints::parent_document);
            hints = likely.into_iter().fold(hints, EncodingHints::likely);
            hints = default.into_iter().fold(hints, EncodingHints::default_encoding);
            domain.iter().fold(hints, |hints, domain| hints.top_level_domain(domain))
        },
    )
}

/// The positions of the cuts, as fractions of the length.
fn cuts() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..8)
}

fn cut<'b>(bytes: &'b [u8], cuts: &[prop::sample::Index]) -> Vec<&'b [u8]> {
    let mut offsets: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    offsets.extend([0, bytes.len()]);
    offsets.sort_unstable();
    offsets.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Outcome {
    text: String,
    malformed: Vec<MalformedBytes>,
}

fn feed(stream: &mut ByteStream, mut bytes: &[u8], is_end: bool, outcome: &mut Outcome) {
    while let Some(piece) = stream.next_piece(&mut bytes, is_end) {
        assert!(!piece.text.is_empty());
        outcome.text.push_str(&piece.text);
        outcome.malformed.extend(piece.malformed);
    }
    assert!(bytes.is_empty());
}

/// Feeds pieces. If `end_is_known`, the last piece is fed as the end of the input. After the pieces, an empty piece is always fed
/// as the end.
fn run(
    hints: &EncodingHints,
    reports: bool,
    pieces: &[&[u8]],
    end_is_known: bool,
) -> (Outcome, Option<SniffedEncoding>) {
    let mut stream = ByteStream::new(hints.clone(), reports);
    let mut outcome = Outcome::default();
    for (index, piece) in pieces.iter().enumerate() {
        feed(&mut stream, piece, end_is_known && index + 1 == pieces.len(), &mut outcome);
    }
    feed(&mut stream, b"", true, &mut outcome);
    (outcome, stream.encoding())
}

/// The oracle: decodes the bytes after `start`, which are not cut.
fn decoded_at_once(bytes: &[u8], encoding: &'static Encoding, start: usize) -> Outcome {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut outcome = Outcome::default();
    let mut position = start;
    loop {
        let rest = &bytes[position..];
        outcome.text.reserve(3 * rest.len() + 16);
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut outcome.text, true);
        position += read;
        match result {
            DecoderResult::InputEmpty => return outcome,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, read_after) => {
                outcome.text.push('\u{FFFD}');
                let offset = position as u64 - u64::from(length) - u64::from(read_after);
                outcome.malformed.push(MalformedBytes { offset, length });
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cuts_change_nothing(bytes in bytes(), hints in hints(), cuts in cuts(), end_is_known: bool) {
        let whole = decode(&bytes, &hints);
        let mark = Encoding::for_bom(&bytes).map_or(0, |(_, length)| length);
        let expected = decoded_at_once(&bytes, whole.encoding.encoding, mark);
        prop_assert_eq!(&*whole.text, &expected.text);
        let pieces = cut(&bytes, &cuts);
        let (outcome, encoding) = run(&hints, true, &pieces, end_is_known);
        prop_assert_eq!(encoding, Some(whole.encoding));
        prop_assert_eq!(&outcome, &expected);
        let (outcome, encoding) = run(&hints, false, &pieces, end_is_known);
        prop_assert_eq!(encoding, Some(whole.encoding));
        prop_assert_eq!(outcome, Outcome { text: expected.text, malformed: Vec::new() });
    }

    #[test]
    fn bytes_one_by_one_change_nothing(bytes in bytes(), encoding in encoding()) {
        let hints = EncodingHints::new().transport(encoding);
        let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
        let whole = run(&hints, true, &[&bytes], true);
        prop_assert_eq!(run(&hints, true, &pieces, true), whole);
    }

    #[test]
    fn a_late_change_gives_the_text_of_the_new_encoding(
        bytes in bytes(),
        hints in hints(),
        cuts in cuts(),
        at in any::<prop::sample::Index>(),
        new in encoding(),
        reports: bool,
    ) {
        let pieces = cut(&bytes, &cuts);
        let at = at.index(pieces.len());
        let mut stream = ByteStream::new(hints.clone(), reports);
        let mut outcome = Outcome::default();
        for piece in &pieces[..at] {
            feed(&mut stream, piece, false, &mut outcome);
        }
        let was_tentative = stream.is_tentative();
        let change = stream.change_the_encoding(new);
        match &change {
            StreamEncodingChange::Restart(kept) => {
                prop_assert_eq!(kept, &pieces[..at].concat());
                outcome = Outcome::default();
                feed(&mut stream, kept, false, &mut outcome);
            }
            StreamEncodingChange::OnTheFly | StreamEncodingChange::Ignored => {}
        }
        for piece in &pieces[at..] {
            feed(&mut stream, piece, false, &mut outcome);
        }
        feed(&mut stream, b"", true, &mut outcome);
        let encoding = stream.encoding().expect("the end has come");
        if change == StreamEncodingChange::Ignored {
            let whole = decode(&bytes, &hints);
            prop_assert_eq!(encoding.encoding, whole.encoding.encoding);
            prop_assert_eq!(outcome.text, whole.text);
        } else {
            prop_assert!(was_tentative && !stream.is_tentative());
            prop_assert_eq!(&outcome.text, &decode_as(&bytes, encoding.encoding));
            if reports {
                let expected = decoded_at_once(&bytes, encoding.encoding, 0);
                prop_assert_eq!(outcome.malformed, expected.malformed);
            }
        }
    }

    #[test]
    fn nothing_panics(text: String, markup in "[<>!?/=a-e'\" \tmetachrs-]{0,64}") {
        let _ = encoding_for_label(&text).map_err(|error| error.to_string());
        let _ = encoding_from_meta_content(&text);
        let _ = encoding_from_meta_content(&markup);
        let hints = EncodingHints::new().content_type(&text).content_type(&markup).locale(&text);
        let hints = hints.top_level_domain(&text).top_level_domain(&markup);
        let _ = decode(markup.as_bytes(), &hints);
    }
}

#[test]
fn there_is_a_label_for_each_encoding() {
    let mut names: Vec<&str> =
        LABELS.iter().map(|label| encoding_for_label(label).expect("it is a label").name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), LABELS.len());
}
