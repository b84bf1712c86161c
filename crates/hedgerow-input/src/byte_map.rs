//! [`ByteMap`]: maps offsets in decoded text, whose newlines are not normalized yet, to offsets in the bytes.

use std::fmt;
use std::ops::Range;

use encoding_rs::{DecoderResult, Encoding, UTF_8};
use hedgerow_base::Span;

/// A map from offsets in decoded text to offsets in the bytes.
///
/// For UTF-8 without malformed sequences, the map is only the length of the byte order mark. Otherwise bytes are decoded
/// again, one by one, so create the map only if it is needed.
///
/// ```
/// use hedgerow::source::{ByteMap, Span};
/// use hedgerow::encoding::encoding_for_label;
/// let bytes = b"\x90\xB6\x8A_<b>";
/// let map = ByteMap::new(bytes, encoding_for_label("shift_jis").unwrap());
/// // "生垣<b>": six bytes of text before the tag are four bytes of Shift_JIS.
/// assert_eq!(map.to_byte(6), 4);
/// assert_eq!(&bytes[map.byte_range(Span { start: 6, end: 9 })], b"<b>");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByteMap {
    encoding: &'static Encoding,
    /// The runs of adjacent characters that have equal lengths.
    runs: Vec<Run>,
    /// The ends of the text and of the bytes.
    end: Run,
}

/// The start of a run of characters that all have the same length in the text and the same length in the bytes.
///
/// A character of more than 255 bytes is a run of its own, whose lengths are stored as 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Run {
    text: u32,
    byte: u32,
    text_per_character: u8,
    bytes_per_character: u8,
}

impl ByteMap {
    /// Creates the map of bytes that were decoded with this encoding. As in [`decode`](crate::decode()), a byte order
    /// mark is not part of the text.
    ///
    /// ```
    /// use hedgerow::source::ByteMap;
    /// use hedgerow::encoding::encoding_for_label;
    /// let map = ByteMap::new(b"\xEF\xBB\xBFa", encoding_for_label("utf-8").unwrap());
    /// assert_eq!(map.to_byte(0), 3);
    /// ```
    #[must_use]
    pub fn new(bytes: &[u8], encoding: &'static Encoding) -> Self {
        let start = match Encoding::for_bom(bytes) {
            Some((marked, length)) if marked == encoding => length,
            _ => 0,
        };
        let rest = &bytes[start..];
        let mut builder = Builder { runs: Vec::new(), end: Run { byte: start as u32, ..Run::default() } };
        let valid = if encoding == UTF_8 { Encoding::utf8_valid_up_to(rest) } else { 0 };
        if valid > 0 {
            // Each byte of this text is one byte of the source, so the characters need not be counted.
            builder.push_one_to_one(valid as u32, valid as u32);
        }
        if valid < rest.len() {
            builder.decode(&rest[valid..], encoding);
        }
        Self { encoding, runs: builder.runs, end: builder.end }
    }

    /// Returns the offset of the first byte of the character at an offset of the text. For an offset inside a
    /// character, this is the offset of the character itself; after the end of the text, it is the number of bytes.
    ///
    /// Bytes without a character, such as an escape sequence, belong to the character after them.
    ///
    /// ```
    /// use hedgerow::source::ByteMap;
    /// use hedgerow::encoding::encoding_for_label;
    /// let map = ByteMap::new(b"\xE4a", encoding_for_label("latin1").unwrap()); // "äa"
    /// assert_eq!([0, 1, 2, 3].map(|offset| map.to_byte(offset)), [0, 0, 1, 2]);
    /// ```
    #[must_use]
    pub fn to_byte(&self, text: u32) -> u32 {
        if text >= self.end.text {
            return self.end.byte;
        }
        let index = self.runs.partition_point(|run| run.text <= text);
        let Some(run) = index.checked_sub(1).and_then(|index| self.runs.get(index)) else { return 0 };
        match u32::from(run.text_per_character) {
            0 => run.byte,
            length => run.byte + (text - run.text) / length * u32::from(run.bytes_per_character),
        }
    }

    /// Returns the range of the bytes of a part of the text.
    ///
    /// ```
    /// use hedgerow::source::{ByteMap, Span};
    /// use hedgerow::encoding::encoding_for_label;
    /// let map = ByteMap::new(b"\xE4a", encoding_for_label("latin1").unwrap());
    /// assert_eq!(map.byte_range(Span { start: 0, end: 2 }), 0..1);
    /// ```
    #[must_use]
    pub fn byte_range(&self, text: Span) -> Range<usize> {
        self.to_byte(text.start) as usize..self.to_byte(text.end) as usize
    }

    /// Replaces parts of the text, and returns the resulting bytes. The parts may have any order; replacements at the
    /// same offset keep their order. Characters that the encoding cannot represent are written as character references.
    ///
    /// If the Encoding Standard only defines a decoder for the encoding, the replacements are encoded as UTF-8, except
    /// that UTF-16 is written as UTF-16.
    ///
    /// ```
    /// use hedgerow::source::{ByteMap, Span};
    /// use hedgerow::encoding::encoding_for_label;
    /// let map = ByteMap::new(b"<p>\xE4", encoding_for_label("latin1").unwrap());
    /// let patched = map.patch(b"<p>\xE4", [(Span { start: 1, end: 2 }, "b title=\u{FC}\u{2200}")]).unwrap();
    /// assert_eq!(patched, b"<b title=\xFC&#8704;>\xE4");
    /// ```
    ///
    /// # Errors
    ///
    /// If two parts overlap, or the end of one is before its start.
    pub fn patch<'t>(
        &self,
        bytes: &[u8],
        parts: impl IntoIterator<Item = (Span, &'t str)>,
    ) -> Result<Vec<u8>, OverlappingParts> {
        let mut parts: Vec<(Span, &str)> = parts.into_iter().collect();
        parts.sort_by_key(|&(span, _)| span);
        let mut patched = Vec::with_capacity(bytes.len());
        let mut previous = Span::default();
        let mut end = 0;
        for (span, replacement) in parts {
            if span.start < previous.end || span.end < span.start {
                return Err(OverlappingParts { first: previous, second: span });
            }
            previous = span;
            let range = self.byte_range(span);
            patched.extend_from_slice(bytes.get(end..range.start).unwrap_or_default());
            patched.extend_from_slice(&self.encode(replacement));
            end = range.end;
        }
        patched.extend_from_slice(bytes.get(end..).unwrap_or_default());
        Ok(patched)
    }

    fn encode(&self, text: &str) -> Vec<u8> {
        if self.encoding == encoding_rs::UTF_16LE {
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        } else if self.encoding == encoding_rs::UTF_16BE {
            text.encode_utf16().flat_map(u16::to_be_bytes).collect()
        } else {
            self.encoding.encode(text).0.into_owned()
        }
    }
}

/// The error of [`ByteMap::patch`]: two replacements overlap, or the second ends before it starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct OverlappingParts {
    /// The part that starts first.
    pub first: Span,
    /// The other part.
    pub second: Span,
}

impl fmt::Display for OverlappingParts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, second } = self;
        if second.end < second.start {
            return write!(
                formatter,
                "the part {}..{} of the text ends before it starts",
                second.start, second.end
            );
        }
        write!(
            formatter,
            "the parts {}..{} and {}..{} of the text overlap, so they can't both be replaced",
            first.start, first.end, second.start, second.end
        )
    }
}

impl std::error::Error for OverlappingParts {}

/// A map under construction.
struct Builder {
    runs: Vec<Run>,
    end: Run,
}

impl Builder {
    /// Adds bytes that map one to one to bytes of the text.
    fn push_one_to_one(&mut self, text: u32, bytes: u32) {
        self.runs.push(Run { text_per_character: 1, bytes_per_character: 1, ..self.end });
        self.end.text += text;
        self.end.byte += bytes;
    }

    /// Adds a character.
    fn push(&mut self, text: usize, bytes: u32) {
        let new = match u8::try_from(bytes) {
            Ok(bytes) => Run { text_per_character: text as u8, bytes_per_character: bytes, ..self.end },
            Err(_) => Run { text_per_character: 0, bytes_per_character: 0, ..self.end },
        };
        let is_alike = new.text_per_character > 0
            && self.runs.last().is_some_and(|last| {
                (last.text_per_character, last.bytes_per_character)
                    == (new.text_per_character, new.bytes_per_character)
            });
        if !is_alike {
            self.runs.push(new);
        }
        self.end.text += text as u32;
        self.end.byte += bytes;
    }

    /// Adds bytes by decoding them one by one, which shows the bytes of each character.
    fn decode(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        let start = self.end.byte;
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text = String::with_capacity(64);
        let mut read = 0;
        loop {
            let next = bytes.get(read..=read).unwrap_or_default();
            let (result, taken) =
                decoder.decode_to_string_without_replacement(next, &mut text, next.is_empty());
            read += taken;
            let consumed = start + read as u32;
            let malformed = match result {
                DecoderResult::Malformed(_, read_after) => {
                    Some(consumed.saturating_sub(u32::from(read_after)).max(self.end.byte))
                }
                DecoderResult::InputEmpty | DecoderResult::OutputFull => None,
            };
            self.take_characters(&text, malformed.unwrap_or(consumed), malformed.is_some());
            text.clear();
            if let Some(end) = malformed {
                self.push(char::REPLACEMENT_CHARACTER.len_utf8(), end - self.end.byte);
            } else if next.is_empty() {
                return;
            }
        }
    }

    /// Adds characters that were decoded together from the bytes up to an offset. With `is_malformed`, the last of
    /// these bytes are a malformed sequence after the characters.
    fn take_characters(&mut self, text: &str, end: u32, is_malformed: bool) {
        for (index, character) in text.char_indices() {
            let is_last = index + character.len_utf8() == text.len();
            let held = end - self.end.byte;
            // If a decoder returns several characters at once, they either include ASCII that the decoder had taken for
            // a part of a sequence, or one sequence represents all of them. In the second case, the last character gets
            // all bytes.
            let bytes = if is_last && !is_malformed {
                held
            } else if character.is_ascii() {
                held.min(1)
            } else {
                0
            };
            self.push(character.len_utf8(), bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{decode_as, encoding_for_label};

    /// Returns the characters of the text, each with its bytes.
    fn characters<'b>(bytes: &'b [u8], label: &str) -> Vec<(char, &'b [u8])> {
        let encoding = encoding_for_label(label).unwrap();
        let start = Encoding::for_bom(bytes).map_or(0, |(_, length)| length);
        let text = decode_as(&bytes[start..], encoding);
        let map = ByteMap::new(bytes, encoding);
        assert_eq!(map.to_byte(text.len() as u32) as usize, bytes.len());
        let characters = text.char_indices().map(|(offset, character)| {
            let span = Span { start: offset as u32, end: (offset + character.len_utf8()) as u32 };
            (character, &bytes[map.byte_range(span)])
        });
        characters.collect()
    }

    #[test]
    fn characters_map_to_their_bytes_in_all_kinds_of_encodings() {
        let bytes = |pairs: &[(char, &'static [u8])]| pairs.to_vec();
        assert_eq!(
            characters(b"\xEF\xBB\xBFa\xC3\xA9\xFFb\xE2\x82", "utf-8"),
            bytes(&[
                ('a', b"a"),
                ('\u{E9}', b"\xC3\xA9"),
                ('\u{FFFD}', b"\xFF"),
                ('b', b"b"),
                ('\u{FFFD}', b"\xE2\x82")
            ])
        );
        assert_eq!(characters(b"\xE2A", "utf-8"), bytes(&[('\u{FFFD}', b"\xE2"), ('A', b"A")]));
        assert_eq!(
            characters(b"a\x90\xB6\x8A_\x81", "shift_jis"),
            bytes(&[('a', b"a"), ('生', b"\x90\xB6"), ('垣', b"\x8A_"), ('\u{FFFD}', b"\x81")])
        );
        assert_eq!(
            characters(b"\xFF\xFEa\0\x3D\xD8\0\xDE\0\xD8b\0", "utf-16le"),
            bytes(&[('a', b"a\0"), ('\u{1F600}', b"\x3D\xD8\0\xDE"), ('\u{FFFD}', b"\0\xD8"), ('b', b"b\0")])
        );
        assert_eq!(
            characters(b"\x1B$B$\"\x1B(Ba", "iso-2022-jp"),
            bytes(&[('あ', b"\x1B$B$\""), ('a', b"\x1B(Ba")])
        );
        assert_eq!(
            characters(b"\x810\x81xy", "gb18030"),
            bytes(&[('\u{FFFD}', b"\x81"), ('0', b"0"), ('亁', b"\x81x"), ('y', b"y")])
        );
    }

    #[test]
    fn parts_are_replaced_in_any_order_unless_they_overlap() {
        let bytes = b"0123456789";
        let map = ByteMap::new(bytes, UTF_8);
        let span = |start, end| Span { start, end };
        let patch = |parts: &[(Span, &'static str)]| map.patch(bytes, parts.iter().copied());
        let parts =
            [(span(7, 9), "b"), (span(1, 3), "a"), (span(1, 1), "c"), (span(9, 9), "d"), (span(1, 1), "e")];
        assert_eq!(patch(&parts).unwrap(), b"0cea3456bd9");
        for (first, second) in [(span(1, 3), span(2, 4)), (span(1, 3), span(1, 3)), (span(1, 3), span(2, 2))]
        {
            for parts in [[(first, "a"), (second, "b")], [(second, "b"), (first, "a")]] {
                assert_eq!(patch(&parts), Err(OverlappingParts { first, second }));
            }
        }
        let error = patch(&[(span(3, 1), "a")]).unwrap_err();
        assert_eq!(error.to_string(), "the part 3..1 of the text ends before it starts");
    }

    proptest::proptest! {
        #[test]
        fn the_bytes_before_a_character_decode_to_the_text_before_it(
            bytes in proptest::collection::vec(
                proptest::prop_oneof![proptest::prelude::any::<u8>(), b' '..=b'~', 0x80..=0xBF_u8],
                0..40,
            ),
            label in proptest::sample::select(&["utf-8", "windows-1252", "shift_jis", "gb18030", "euc-kr", "euc-jp"][..]),
        ) {
            let encoding = encoding_for_label(label).unwrap();
            proptest::prop_assume!(Encoding::for_bom(&bytes).is_none());
            let text = decode_as(&bytes, encoding);
            let map = ByteMap::new(&bytes, encoding);
            // A sequence may be malformed only because of the bytes after it.
            let well_formed = text.split('\u{FFFD}').next().unwrap_or_default();
            for (offset, _) in well_formed.char_indices() {
                let end = map.to_byte(offset as u32) as usize;
                proptest::prop_assert_eq!(&decode_as(&bytes[..end], encoding), &text[..offset]);
            }
            proptest::prop_assert_eq!(map.patch(&bytes, []), Ok(bytes));
        }
    }
}
