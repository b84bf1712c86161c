//! Encodes an input of the tree construction suite in an encoding that the seed chooses, and declares that encoding in one of
//! several ways. However the bytes are cut, the tree, the errors and the encoding must equal those of the whole input.
//!
//! Some inputs get malformed bytes. All inputs get characters beyond ASCII, because the encodings encode ASCII alike.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2, ISO_8859_3, ISO_8859_4,
    ISO_8859_5, ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_8_I, ISO_8859_10, ISO_8859_13, ISO_8859_14,
    ISO_8859_15, ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874,
    WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
    WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC,
};
use hedgerow::{EncodingHints, Parser};
use hedgerow_testing::Random;

use super::case::{Problem, Run};
use super::encoding_run::{differences, run_name};
use super::feeding::{Feeding, random_for_case};

/// All encodings that a document can declare, except `replacement`, which decodes nothing, and
/// `x-user-defined`, which a `meta` element turns into windows-1252.
const ENCODINGS: [&Encoding; 38] = [
    BIG5, EUC_JP, EUC_KR, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_5,
    ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_8_I, ISO_8859_10, ISO_8859_13, ISO_8859_14, ISO_8859_15,
    ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257,
    WINDOWS_1258, X_MAC_CYRILLIC,
];

/// Characters to insert into the inputs. Each encoding has some of them; the others become character references.
const CHARACTERS: [char; 20] =
    ['é', 'ü', 'ő', 'ş', 'ķ', 'ŵ', 'ħ', '€', 'Ж', 'щ', 'є', 'Ω', 'א', 'ش', 'ก', 'か', '漢', '中', '한', '😀'];

/// Bytes that are malformed in many encodings, or begin a sequence.
const BYTES: [u8; 8] = [0x80, 0x81, 0x8F, 0xC3, 0xE2, 0xF0, 0xFF, 0x1B];

/// How the encoding is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Declaration {
    ByteOrderMark,
    Transport,
    EarlyMeta,
    /// A `meta` element after the prescanned bytes. All bytes before it are ASCII, so that the decoder is changed on the fly.
    LateMeta,
    /// A `meta` element after bytes that are not all ASCII, so that parsing starts again.
    LateMetaAfterOtherBytes,
    /// The encoding is not declared: the guess must be the same for all cuts.
    None,
}

/// An input as bytes.
#[derive(Debug)]
struct Recoded {
    encoding: &'static Encoding,
    declaration: Declaration,
    bytes: Vec<u8>,
    hints: EncodingHints,
}

/// Returns all runs of a case.
pub(crate) fn run(text: &str, name: &str, seed: u64) -> Vec<Run> {
    let recoded = Recoded::new(text, &mut random_for_case(seed, name));
    let about = format!("{}, {:?}", recoded.encoding.name(), recoded.declaration);
    let parser = Parser::new().collect_errors(true);
    let mut whole = None;
    let mut runs = vec![Run::new(format!("{about}, whole"), true, || {
        let parsed = whole.insert(parser.parse_bytes(&recoded.bytes, &recoded.hints));
        let got = parsed.encoding().map_or("none", |sniffed| sniffed.encoding.name());
        let expected = if recoded.declaration == Declaration::None { got } else { recoded.encoding.name() };
        Problem::unless_equal("encoding", expected.to_owned(), got.to_owned()).into_iter().collect()
    })];
    let Some(whole) = whole else { return runs };
    for feeding in Feeding::all(seed, name).into_iter().filter(|feeding| !matches!(feeding, Feeding::Whole)) {
        runs.push(Run::new(format!("{about}, {}", run_name(feeding)), true, || {
            let mut stream = parser.stream_bytes(&recoded.hints);
            for piece in feeding.pieces_of_bytes(&recoded.bytes) {
                stream.feed(piece);
            }
            differences(&whole, &stream.finish())
        }));
    }
    runs
}

impl Recoded {
    fn new(text: &str, random: &mut Random) -> Self {
        let encoding = random.pick(&ENCODINGS);
        let declaration = declaration(encoding, random);
        let mut bytes = match declaration {
            Declaration::ByteOrderMark => encode(encoding, "\u{FEFF}"),
            Declaration::EarlyMeta => meta(encoding),
            Declaration::LateMeta => [vec![b' '; 1024 + random.below(3)], meta(encoding)].concat(),
            Declaration::LateMetaAfterOtherBytes => {
                let others: String = CHARACTERS.iter().collect();
                let comment = encode(encoding, &format!("<!--{others}-->"));
                [comment, vec![b' '; 1024], meta(encoding)].concat()
            }
            Declaration::Transport | Declaration::None => Vec::new(),
        };
        let start = bytes.len();
        bytes.extend(encode(encoding, &with_other_characters(text, random)));
        if random.below(3) == 0 {
            for _ in 0..=random.below(4) {
                let position = start + random.below(bytes.len() + 1 - start);
                bytes.insert(position, random.pick(&BYTES));
            }
        }
        let hints = EncodingHints::new().autodetect(random.below(2) == 0);
        let hints = if declaration == Declaration::Transport { hints.transport(encoding) } else { hints };
        Self { encoding, declaration, bytes, hints }
    }
}

/// Chooses a declaration that is possible for this encoding.
fn declaration(encoding: &Encoding, random: &mut Random) -> Declaration {
    let is_utf_16 = encoding == UTF_16BE || encoding == UTF_16LE;
    let mut possible = vec![
        Declaration::ByteOrderMark,
        Declaration::Transport,
        Declaration::EarlyMeta,
        Declaration::LateMeta,
        Declaration::LateMetaAfterOtherBytes,
        Declaration::None,
    ];
    possible.retain(|declaration| match declaration {
        Declaration::ByteOrderMark => is_utf_16 || encoding == UTF_8,
        Declaration::Transport | Declaration::None => true,
        _ => !is_utf_16,
    });
    random.pick(&possible)
}

fn meta(encoding: &'static Encoding) -> Vec<u8> {
    format!("<meta charset={}>", encoding.name()).into_bytes()
}

/// Inserts some characters beyond ASCII at random positions.
fn with_other_characters(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(6) {
        characters.insert(random.below(characters.len() + 1), random.pick(&CHARACTERS));
    }
    characters.into_iter().collect()
}

/// Encodes the text; characters that the encoding lacks become character references.
fn encode(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    if encoding == UTF_16BE {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    } else if encoding == UTF_16LE {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else {
        encoding.encode(text).0.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_has_some_of_the_characters() {
        for encoding in ENCODINGS {
            let is_there = |character: &char| {
                let bytes = encode(encoding, &character.to_string());
                !bytes.is_ascii() || encoding == ISO_2022_JP && !bytes.starts_with(b"&#")
            };
            assert!(CHARACTERS.iter().any(is_there), "{}", encoding.name());
        }
    }

    #[test]
    fn the_seed_and_the_name_determine_the_bytes() {
        let bytes = |seed, name| Recoded::new("<p>text", &mut random_for_case(seed, name)).bytes;
        assert_eq!(bytes(1, "a:1"), bytes(1, "a:1"));
        assert_ne!(bytes(1, "a:1"), bytes(2, "a:1"));
        assert_ne!(bytes(1, "a:1"), bytes(1, "a:2"));
    }
}
