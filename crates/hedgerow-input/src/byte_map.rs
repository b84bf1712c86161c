//! [`ByteMap`]: maps offsets in decoded text, whose newlines are not normalized yet, to offsets in the bytes.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use encoding_rs::{DecoderResult, Encoding, UTF_8};
use hedgerow_base::{SourceEdit, Span};

use crate::decode_as;

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

    /// Replaces parts of the text, and returns the resulting bytes, which decode to the text with these replacements. The edits
    /// may have any order; replacements at the same offset keep their order. All other bytes stay, except that escape sequences
    /// of ISO-2022-JP may be added around a part.
    ///
    /// Characters that the encoding cannot represent are written as character references, if the edit
    /// [takes](SourceEdit::takes_references) them. So are those that the encoder of the Encoding Standard would change, such as
    /// the yen sign in `Shift_JIS`.
    ///
    /// The bytes are decoded to check the result, so the time is linear in their number, also for few replacements.
    ///
    /// ```
    /// use hedgerow::source::{ByteMap, SourceEdit, Span};
    /// use hedgerow::encoding::encoding_for_label;
    /// let map = ByteMap::new(b"<p>\xE4", encoding_for_label("latin1").unwrap());
    /// let edit = SourceEdit::new(Span { start: 1, end: 2 }, "b title=\u{FC}\u{2200}", true);
    /// let patched = map.patch(b"<p>\xE4", [&edit]).unwrap();
    /// assert_eq!(patched, b"<b title=\xFC&#8704;>\xE4");
    /// ```
    ///
    /// # Errors
    ///
    /// If two parts overlap, or the end of one is before its start; and if the result would not decode to the intended text:
    /// for example, because a part comes after a malformed byte that would form a character with the next one, or because
    /// the start would become a byte order mark. Also if a replacement contains a character that the encoding cannot
    /// represent, and takes no character references, or if that character is one from U+0080 to U+009F, because a reference
    /// to it would denote another character.
    pub fn patch<'e>(
        &self,
        bytes: &[u8],
        edits: impl IntoIterator<Item = &'e SourceEdit>,
    ) -> Result<Vec<u8>, PatchError> {
        let mut edits: Vec<&SourceEdit> = edits.into_iter().collect();
        edits.sort_by_key(|edit| edit.span);
        if edits.is_empty() {
            return Ok(bytes.to_vec());
        }
        let text = self.decode(bytes);
        let mut expected = String::with_capacity(text.len());
        let mut starts = Vec::with_capacity(edits.len());
        let mut writer = Writer::new(self.encoding, bytes);
        let mut previous = Span::default();
        let mut text_end = 0;
        for edit in edits {
            let span = edit.span;
            if span.start < previous.end || span.end < span.start {
                return Err(PatchError::Overlap { first: previous, second: span });
            }
            previous = span;
            let range = self.byte_range(span);
            let replacement = representable(&edit.replacement, self.encoding)
                .filter(|written| edit.takes_references || *written == edit.replacement);
            let Some(replacement) = replacement else {
                return Err(PatchError::Inexact { part: span, encoding: self.encoding.name() });
            };
            expected.push_str(text.get(text_end..boundary(&text, span.start)).unwrap_or_default());
            starts.push((expected.len(), span));
            expected.push_str(&replacement);
            text_end = boundary(&text, span.end);
            writer.keep_until(range.start);
            writer.push(&replacement);
            writer.read = writer.read.max(range.end);
        }
        expected.push_str(text.get(text_end..).unwrap_or_default());
        writer.keep_until(bytes.len());
        let patched = writer.patched;
        let result = self.decode(&patched);
        if result == expected && marked_encoding(&patched) == marked_encoding(bytes) {
            return Ok(patched);
        }
        let difference = result.bytes().zip(expected.bytes()).position(|(one, other)| one != other);
        let difference = difference.unwrap_or(result.len().min(expected.len()));
        let after = starts.partition_point(|&(start, _)| start <= difference);
        let part = starts.get(after.saturating_sub(1)).map_or(previous, |&(_, span)| span);
        Err(PatchError::Inexact { part, encoding: self.encoding.name() })
    }

    /// Decodes bytes, without a byte order mark.
    fn decode<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        let start = match Encoding::for_bom(bytes) {
            Some((marked, length)) if marked == self.encoding => length,
            _ => 0,
        };
        decode_as(bytes.get(start..).unwrap_or_default(), self.encoding)
    }
}

fn marked_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_bom(bytes).map(|(encoding, _)| encoding)
}

/// Returns the start of the character at an offset, or the end of the text.
fn boundary(text: &str, offset: u32) -> usize {
    let offset = text.len().min(offset as usize);
    (0..=offset).rev().find(|&offset| text.is_char_boundary(offset)).unwrap_or_default()
}

/// Returns the text with character references for the characters that the encoding cannot represent, or that its encoder would
/// change; `None` if it contains such a character to which no reference is possible, because a parser takes references to
/// U+0080 to U+009F as bytes of windows-1252.
fn representable<'t>(text: &'t str, encoding: &'static Encoding) -> Option<Cow<'t, str>> {
    // Three of the ASCII characters control the state of ISO-2022-JP.
    let is_safe =
        |character: char| character.is_ascii() && !matches!(character, '\u{E}' | '\u{F}' | '\u{1B}');
    if encoding.output_encoding() == UTF_8 || text.chars().all(is_safe) {
        return Some(text.into());
    }
    let mut representable = String::with_capacity(text.len());
    let mut buffer = [0; 4];
    for character in text.chars() {
        let one: &str = character.encode_utf8(&mut buffer);
        if is_safe(character) || encoding.decode_without_bom_handling(&encoding.encode(one).0).0 == one {
            representable.push(character);
        } else if matches!(character, '\u{80}'..='\u{9F}') {
            return None;
        } else {
            representable.extend(["&#", &u32::from(character).to_string(), ";"]);
        }
    }
    Some(representable.into())
}

/// Writes patched bytes. The state of ISO-2022-JP is carried across the borders of the parts.
struct Writer<'b> {
    encoding: &'static Encoding,
    bytes: &'b [u8],
    /// The number of bytes that were kept or dropped.
    read: usize,
    /// The number of bytes that were searched for escape sequences, and the last escape sequence in them.
    searched: (usize, Escape),
    patched: Vec<u8>,
    /// The last escape sequence of the patched bytes.
    escape: Escape,
}

/// An escape sequence of ISO-2022-JP, which selects how the bytes after it are decoded.
type Escape = [u8; 3];

const ESCAPE: u8 = 0x1B;
const TO_ASCII: Escape = [ESCAPE, b'(', b'B'];

impl<'b> Writer<'b> {
    fn new(encoding: &'static Encoding, bytes: &'b [u8]) -> Self {
        let patched = Vec::with_capacity(bytes.len());
        Self { encoding, bytes, read: 0, searched: (0, TO_ASCII), patched, escape: TO_ASCII }
    }

    fn is_stateful(&self) -> bool {
        self.encoding == encoding_rs::ISO_2022_JP
    }

    /// Keeps the bytes up to an offset.
    fn keep_until(&mut self, end: usize) {
        let bytes = self.bytes;
        let kept = bytes.get(self.read..end).unwrap_or_default();
        if kept.is_empty() {
            return;
        }
        if self.is_stateful() {
            let escape = self.escape_before(self.read);
            if escape != self.escape && last_escape(kept.get(..3).unwrap_or_default()).is_none() {
                self.patched.extend_from_slice(&escape);
            }
            self.escape = self.escape_before(end);
        }
        self.patched.extend_from_slice(kept);
        self.read = end;
    }

    /// Returns the last escape sequence of the source before an offset, which must not descend.
    fn escape_before(&mut self, end: usize) -> Escape {
        let (start, escape) = self.searched;
        let searched = self.bytes.get(start..end).unwrap_or_default();
        self.searched = (end.max(start), last_escape(searched).unwrap_or(escape));
        self.searched.1
    }

    /// Writes a replacement.
    fn push(&mut self, text: &str) {
        if text.is_empty() {
            // An encoder may need bytes even for no text.
        } else if self.encoding == encoding_rs::UTF_16LE {
            self.patched.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        } else if self.encoding == encoding_rs::UTF_16BE {
            self.patched.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
        } else if self.is_stateful() {
            let (encoded, ..) = self.encoding.encode(text);
            // The next bytes may begin with an escape sequence, and two adjacent ones would be malformed.
            let encoded = encoded.strip_suffix(&TO_ASCII).unwrap_or(&encoded);
            if self.escape != TO_ASCII && last_escape(encoded.get(..3).unwrap_or_default()).is_none() {
                self.patched.extend_from_slice(&TO_ASCII);
                self.escape = TO_ASCII;
            }
            self.patched.extend_from_slice(encoded);
            self.escape = last_escape(encoded).unwrap_or(self.escape);
        } else {
            self.patched.extend_from_slice(&self.encoding.encode(text).0);
        }
    }
}

/// Returns the last escape sequence of some bytes.
fn last_escape(bytes: &[u8]) -> Option<Escape> {
    let mut escapes = bytes.windows(3).rev().filter_map(|window| Escape::try_from(window).ok());
    escapes.find(|escape| matches!(escape, [ESCAPE, b'(', b'B' | b'J' | b'I'] | [ESCAPE, b'$', b'@' | b'B']))
}

/// The error of [`ByteMap::patch`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PatchError {
    /// Two replacements overlap, or the second ends before it starts.
    Overlap {
        /// The part that starts first.
        first: Span,
        /// The other part.
        second: Span,
    },
    /// The patched bytes would not decode to the intended text. The bytes beside a part are malformed, or are one character
    /// together with bytes of the part, or the replacement has a character that can neither be represented nor referred to.
    Inexact {
        /// A part at the first difference.
        part: Span,
        /// The name of the encoding.
        encoding: &'static str,
    },
}

impl fmt::Display for PatchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap { second, .. } if second.end < second.start => {
                write!(
                    formatter,
                    "the part {}..{} of the text ends before it starts",
                    second.start, second.end
                )
            }
            Self::Overlap { first, second } => write!(
                formatter,
                "the parts {}..{} and {}..{} of the text overlap, so they can't both be replaced",
                first.start, first.end, second.start, second.end
            ),
            Self::Inexact { part, encoding } => write!(
                formatter,
                "the part {}..{} of the text cannot be replaced in {encoding}: together with the bytes beside it, which may be malformed, the replacement would decode to other text",
                part.start, part.end
            ),
        }
    }
}

impl std::error::Error for PatchError {}

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
    use crate::encoding_for_label;

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
        let patch = |parts: &[(Span, &'static str)]| map.patch(bytes, &edits(parts));
        let parts =
            [(span(7, 9), "b"), (span(1, 3), "a"), (span(1, 1), "c"), (span(9, 9), "d"), (span(1, 1), "e")];
        assert_eq!(patch(&parts).unwrap(), b"0cea3456bd9");
        for (first, second) in [(span(1, 3), span(2, 4)), (span(1, 3), span(1, 3)), (span(1, 3), span(2, 2))]
        {
            for parts in [[(first, "a"), (second, "b")], [(second, "b"), (first, "a")]] {
                assert_eq!(patch(&parts), Err(PatchError::Overlap { first, second }));
            }
        }
        let error = patch(&[(span(3, 1), "a")]).unwrap_err();
        assert_eq!(error.to_string(), "the part 3..1 of the text ends before it starts");
    }

    /// Returns edits whose replacements take character references.
    fn edits(parts: &[(Span, &str)]) -> Vec<SourceEdit> {
        parts.iter().map(|&(span, text)| SourceEdit::new(span, text, true)).collect()
    }

    /// Returns the text after a patch, or `None` if the patch is refused.
    fn patched(bytes: &[u8], label: &str, parts: &[(u32, u32, &str)]) -> Option<String> {
        let encoding = encoding_for_label(label).unwrap();
        let map = ByteMap::new(bytes, encoding);
        let parts: Vec<_> = parts.iter().map(|&(start, end, text)| (Span { start, end }, text)).collect();
        map.patch(bytes, &edits(&parts)).ok().map(|patched| decode_as(&patched, encoding).into_owned())
    }

    #[test]
    fn the_state_of_an_encoding_is_kept_around_a_part() {
        let bytes = b"<p>\x1B$B$\"$$\x1B(B</p>";
        let patched = |parts: &[(u32, u32, &str)]| patched(bytes, "iso-2022-jp", parts).unwrap();
        assert_eq!(patched(&[(9, 9, "x")]), "<p>あいx</p>");
        assert_eq!(patched(&[(6, 6, "x")]), "<p>あxい</p>");
        assert_eq!(patched(&[(6, 6, "う")]), "<p>あうい</p>");
        assert_eq!(patched(&[(3, 3, "う")]), "<p>うあい</p>");
        assert_eq!(patched(&[(6, 9, "x")]), "<p>あx</p>");
        assert_eq!(patched(&[(3, 9, "")]), "<p></p>");
        assert_eq!(patched(&[(3, 6, ""), (6, 9, "")]), "<p></p>");
        assert_eq!(patched(&[(0, 3, ""), (9, 13, "")]), "あい");
        assert_eq!(patched(&[(9, 9, "<b>う</b>"), (13, 13, "え\u{1B}")]), "<p>あい<b>う</b></p>え&#27;");
    }

    #[test]
    fn a_part_beside_malformed_bytes_is_exact_or_refused() {
        for label in ["shift_jis", "gbk", "gb18030", "euc-kr"] {
            assert_eq!(patched(b"<p>\x81</p>", label, &[(6, 6, "Abc")]), None, "{label}");
            assert_eq!(patched(b"<p>\x81</p>", label, &[(3, 6, "Abc")]).unwrap(), "<p>Abc</p>", "{label}");
            assert_eq!(
                patched(b"<p>\x81</p>", label, &[(3, 3, "b")]).unwrap(),
                "<p>b\u{FFFD}</p>",
                "{label}"
            );
            assert_eq!(
                patched(b"<p>\x81<b>Abc</b></p>", label, &[(6, 9, ""), (12, 16, "")]),
                None,
                "{label}"
            );
        }
        assert_eq!(patched(b"\xE2-\x82\xAC", "utf-8", &[(3, 4, "")]), None);
        assert_eq!(patched(b"a\0b", "utf-16le", &[(4, 4, "c")]), None);
        assert_eq!(patched(b"a\0b", "utf-16le", &[(0, 0, "c")]).unwrap(), "ca\u{FFFD}");
        assert_eq!(
            patched(b"<p>", "windows-1252", &[(0, 0, "\u{EF}\u{BB}\u{BF}")]),
            None,
            "a byte order mark"
        );
        let map = ByteMap::new(b"\x81", encoding_for_label("gbk").unwrap());
        let error = map.patch(b"\x81", &edits(&[(Span { start: 3, end: 3 }, "A")])).unwrap_err();
        assert!(
            error.to_string().starts_with("the part 3..3 of the text cannot be replaced in GBK"),
            "{error}"
        );
    }

    #[test]
    fn characters_that_an_encoder_would_change_are_written_as_references() {
        assert_eq!(patched(b"", "shift_jis", &[(0, 0, "\u{A5}100\u{2212}")]).unwrap(), "&#165;100&#8722;");
        assert_eq!(patched(b"", "euc-jp", &[(0, 0, "\u{203E}")]).unwrap(), "&#8254;");
        assert_eq!(patched(b"", "iso-2022-jp", &[(0, 0, "\u{FF71}\u{E}")]).unwrap(), "&#65393;&#14;");
        assert_eq!(patched(b"", "utf-16be", &[(0, 0, "\u{A5}")]).unwrap(), "\u{A5}");
    }

    #[test]
    fn references_are_written_only_where_they_are_read() {
        for (encoding, text, is_represented) in [
            ("latin1", "\u{2200}", false),
            ("shift_jis", "\u{A5}", false),
            ("latin1", "\u{FC}", true),
            ("utf-8", "\u{2200}", true),
        ] {
            let map = ByteMap::new(b"", encoding_for_label(encoding).unwrap());
            let patched = |takes_references| {
                map.patch(b"", [&SourceEdit::new(Span::default(), text, takes_references)])
            };
            assert_eq!(patched(false).is_ok(), is_represented, "{text} in {encoding}");
            assert!(patched(true).is_ok());
        }
    }

    #[test]
    fn characters_without_a_reference_are_refused_where_they_cannot_be_represented() {
        // A parser takes the reference to U+0080 as a euro sign.
        for label in ["windows-1252", "euc-jp", "big5", "iso-2022-jp"] {
            assert_eq!(patched(b"", label, &[(0, 0, "a\u{80}")]), None, "{label}");
        }
        for label in ["utf-8", "utf-16le", "iso-8859-2"] {
            assert_eq!(patched(b"", label, &[(0, 0, "a\u{80}")]).unwrap(), "a\u{80}", "{label}");
        }
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

        #[test]
        fn a_patch_is_exact_or_refused(
            bytes in proptest::collection::vec(
                proptest::prop_oneof![
                    proptest::prelude::any::<u8>(),
                    b' '..=b'~',
                    proptest::sample::select(&b"\x1B(BJI$@B\x81\xE3"[..]),
                ],
                0..30,
            ),
            label in proptest::sample::select(
                &["utf-8", "windows-1252", "shift_jis", "gbk", "gb18030", "euc-kr", "euc-jp", "big5", "iso-2022-jp",
                    "utf-16le", "utf-16be"][..],
            ),
            places in proptest::collection::vec((0..40_u32, 0..3_u32), 1..4),
            replacement in proptest::sample::select(&["", "x", "<b>", "う", "é", "う-"][..]),
        ) {
            let encoding = encoding_for_label(label).unwrap();
            let map = ByteMap::new(&bytes, encoding);
            let text = map.decode(&bytes).into_owned();
            let place = |(start, length)| (boundary(&text, start), boundary(&text, start + length));
            let mut places: Vec<(usize, usize)> = places.into_iter().map(place).collect();
            places.sort_unstable();
            places.dedup_by(|next, previous| next.0 <= previous.1);
            let edits: Vec<SourceEdit> = places
                .iter()
                .map(|&(start, end)| Span { start: start as u32, end: end as u32 })
                .map(|span| SourceEdit::new(span, replacement, true))
                .collect();
            if let Ok(patched) = map.patch(&bytes, &edits) {
                let mut expected = text.clone();
                for &(start, end) in places.iter().rev() {
                    expected.replace_range(start..end, &representable(replacement, encoding).unwrap());
                }
                proptest::prop_assert_eq!(map.decode(&patched), expected);
            } else {
                // In these encodings, only malformed bytes and what would become a byte order mark are refused.
                let is_plain = encoding == UTF_8 || encoding.is_single_byte();
                let may_be_marked = bytes.iter().any(|byte| matches!(byte, 0xEF | 0xFE | 0xFF));
                let may_be_refused = !is_plain || text.contains(char::REPLACEMENT_CHARACTER) || may_be_marked;
                proptest::prop_assert!(may_be_refused);
            }
        }
    }
}
