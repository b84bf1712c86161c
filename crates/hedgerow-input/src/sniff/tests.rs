//! Tests of the order of the steps, and of changing the encoding.

use encoding_rs::{BIG5, GBK, KOI8_R, REPLACEMENT};

use super::*;

fn sniff(bytes: &[u8], hints: &EncodingHints) -> (&'static str, Confidence, EncodingReason) {
    let SniffedEncoding { encoding, confidence, reason } = determine_encoding(bytes, hints);
    (encoding.name(), confidence, reason)
}

/// Returns bytes and hints for which each step would determine a different encoding.
fn everything() -> (Vec<u8>, EncodingHints) {
    let bytes = b"<?xml encoding='koi8-r'?><meta charset=koi8-u>\xC3\xA9".to_vec();
    let hints = EncodingHints::new().user(BIG5).transport(GBK).parent_document(REPLACEMENT).likely(KOI8_R);
    (bytes, hints)
}

#[test]
fn the_steps_have_their_order() {
    let (mut bytes, mut hints) = everything();
    let marked = [b"\xFF\xFE".as_slice(), &bytes].concat();
    assert_eq!(sniff(&marked, &hints), ("UTF-16LE", Confidence::Certain, EncodingReason::ByteOrderMark));
    assert_eq!(sniff(&bytes, &hints), ("Big5", Confidence::Certain, EncodingReason::User));
    hints.user = None;
    assert_eq!(sniff(&bytes, &hints), ("GBK", Confidence::Certain, EncodingReason::Transport));
    hints.transport = None;
    assert_eq!(sniff(&bytes, &hints), ("KOI8-U", Confidence::Tentative, EncodingReason::Meta));
    bytes.truncate(b"<?xml encoding='koi8-r'?>".len());
    assert_eq!(sniff(&bytes, &hints), ("KOI8-R", Confidence::Tentative, EncodingReason::XmlDeclaration));
    let bytes = "é".as_bytes();
    assert_eq!(sniff(bytes, &hints), ("replacement", Confidence::Tentative, EncodingReason::ParentDocument));
    hints.parent_document = None;
    assert_eq!(sniff(bytes, &hints), ("KOI8-R", Confidence::Tentative, EncodingReason::Likely));
    hints.likely = None;
    assert_eq!(sniff(bytes, &hints), ("UTF-8", Confidence::Tentative, EncodingReason::Autodetection));
    hints.autodetect = false;
    assert_eq!(sniff(bytes, &hints), ("windows-1252", Confidence::Tentative, EncodingReason::Default));
}

#[test]
fn only_1024_bytes_are_prescanned() {
    let hints = EncodingHints::new();
    let declaration = "<meta charset=koi8-r>";
    for (spaces, expected) in
        [(0, "KOI8-R"), (1024 - declaration.len(), "KOI8-R"), (1025 - declaration.len(), "windows-1252")]
    {
        let bytes = " ".repeat(spaces) + declaration;
        assert_eq!(sniff(bytes.as_bytes(), &hints).0, expected, "{spaces}");
        let declaration = format!("<?xml {} encoding='koi8-r'>", "a".repeat(spaces));
        let expected = if declaration.len() <= 1024 { "KOI8-R" } else { "windows-1252" };
        assert_eq!(sniff(declaration.as_bytes(), &hints).0, expected, "{spaces}");
    }
}

#[test]
fn utf_16_is_recognized_without_a_byte_order_mark() {
    let hints = EncodingHints::new();
    let text = "<!DOCTYPE html><meta charset=utf-8><p>Grüße";
    let units = || text.encode_utf16();
    let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
    assert_eq!(sniff(&little, &hints), ("UTF-16LE", Confidence::Tentative, EncodingReason::Autodetection));
    assert_eq!(sniff(&big, &hints), ("UTF-16BE", Confidence::Tentative, EncodingReason::Autodetection));
    assert_eq!(sniff(&little, &hints.autodetect(false)).2, EncodingReason::Default);
    let declaration: Vec<u8> = "<?xml?>".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let hints = EncodingHints::new().likely(BIG5);
    assert_eq!(
        sniff(&declaration, &hints),
        ("UTF-16BE", Confidence::Tentative, EncodingReason::Utf16XmlDeclaration)
    );
}

#[test]
fn autodetection_waits_for_a_byte_that_is_not_ascii() {
    let hints = EncodingHints::new();
    let far = [b"a".repeat(100_000), "Füße".as_bytes().to_vec()].concat();
    assert_eq!(sniff(&far, &hints), ("UTF-8", Confidence::Tentative, EncodingReason::Autodetection));
    assert_eq!(sniff(&b"a".repeat(100_000), &hints).2, EncodingReason::Default);
    // A default encoding that is not a superset of ASCII must be known from the start.
    let hints = hints.default_encoding(UTF_16LE);
    assert_eq!(sniff(&far, &hints), ("UTF-16LE", Confidence::Tentative, EncodingReason::Default));
    assert_eq!(sniff("Füße".as_bytes(), &hints).0, "UTF-8");
}

#[test]
fn changes_of_the_encoding() {
    use EncodingChange::{Changed, Confirmed, Ignored};
    for (current, new, expected) in [
        (UTF_16LE, KOI8_R, Ignored),
        (UTF_16BE, UTF_16LE, Ignored),
        (WINDOWS_1252, UTF_16LE, Changed(UTF_8)),
        (WINDOWS_1252, UTF_16BE, Changed(UTF_8)),
        (UTF_8, UTF_16BE, Confirmed),
        (UTF_8, X_USER_DEFINED, Changed(WINDOWS_1252)),
        (WINDOWS_1252, X_USER_DEFINED, Confirmed),
        (X_USER_DEFINED, X_USER_DEFINED, Changed(WINDOWS_1252)),
        (KOI8_R, KOI8_R, Confirmed),
        (KOI8_R, BIG5, Changed(BIG5)),
        (KOI8_R, REPLACEMENT, Changed(REPLACEMENT)),
    ] {
        assert_eq!(change_the_encoding(current, new), expected, "{} to {}", current.name(), new.name());
    }
}
