//! [`Input`]: the part of the source that is still needed, as bytes and as preprocessed text, with the map between both.
//!
//! Most text is its own source: UTF-8 without carriage returns and malformed sequences. Then no bytes are stored beside the
//! text. Otherwise [`Run`]s map the text to the bytes.

use encoding_rs::{Decoder, DecoderResult, ISO_2022_JP, REPLACEMENT, UTF_8, WINDOWS_1252};
use hedgerow_input::{
    ByteStream, Encoding, EncodingChange, EncodingHints, EncodingReason, change_the_encoding,
};
use memchr::memchr;

/// The length of U+FFFD in the text.
const REPLACEMENT_LENGTH: usize = '\u{FFFD}'.len_utf8();

/// The start of a run of characters that all have the same length in the text and the same length in the source.
#[derive(Clone, Copy, Debug)]
struct Run {
    text: usize,
    source: usize,
    text_per_character: usize,
    source_per_character: usize,
}

/// The progress in determining the encoding.
#[derive(Debug)]
enum Decoding {
    /// All bytes so far are ASCII, or are held, because the encoding is not determined.
    Sniffing(Box<ByteStream>),
    Utf8,
    Other(Box<DecoderOf>),
}

/// A decoder, which has no [`Debug`](std::fmt::Debug) of its own.
struct DecoderOf(Decoder);

impl std::fmt::Debug for DecoderOf {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "decoder of {}", self.0.encoding().name())
    }
}

/// The source that is not discarded yet.
#[derive(Debug)]
pub(crate) struct Input {
    decoding: Decoding,
    encoding: &'static Encoding,
    /// The bytes that are not decoded yet.
    undecoded: Vec<u8>,
    /// The preprocessed text.
    text: String,
    /// The source of the text, if it differs from the text.
    source: Vec<u8>,
    is_mapped: bool,
    runs: Vec<Run>,
    /// The end of the last run in the source.
    mapped: usize,
    /// The end of the source that was decoded to whole characters. The last one may be a carriage return without a run.
    decoded: usize,
    /// The length of a carriage return in the source, if the last character was one, which is not yet added to the text.
    carriage_return: Option<usize>,
}

impl Input {
    /// Creates the input of a byte stream, or of text that need not be decoded.
    pub(crate) fn new(hints: Option<&EncodingHints>) -> Self {
        let decoding = match hints {
            Some(hints) => {
                let mut stream = ByteStream::new(hints.clone(), false);
                stream.ignore_declarations();
                Decoding::Sniffing(Box::new(stream))
            }
            None => Decoding::Utf8,
        };
        Self {
            decoding,
            encoding: UTF_8,
            undecoded: Vec::new(),
            text: String::new(),
            source: Vec::new(),
            is_mapped: false,
            runs: Vec::new(),
            mapped: 0,
            decoded: 0,
            carriage_return: None,
        }
    }

    /// The encoding; UTF-8 as long as it is not determined.
    pub(crate) fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The bytes that are held, and not part of the source yet.
    pub(crate) fn undecoded(&self) -> &[u8] {
        &self.undecoded
    }

    /// Whether the source may contain malformed bytes that could form a character with other bytes.
    pub(crate) fn has_malformed_bytes(&self) -> bool {
        self.is_mapped && !self.encoding.is_single_byte()
    }

    /// Whether a declaration in the document can still determine the encoding.
    pub(crate) fn is_tentative(&self) -> bool {
        matches!(self.decoding, Decoding::Sniffing(_))
    }

    /// Applies a declaration of the encoding, if all bytes so far are ASCII. Later ones are ignored, as the standard permits if the
    /// bytes are no longer available.
    pub(crate) fn declare(&mut self, declared: &'static Encoding) {
        if self.is_tentative() {
            let changed = match change_the_encoding(WINDOWS_1252, declared) {
                EncodingChange::Changed(encoding) => encoding,
                _ => WINDOWS_1252,
            };
            self.set_encoding(changed);
        }
    }

    fn set_encoding(&mut self, encoding: &'static Encoding) {
        self.encoding = encoding;
        self.decoding = if encoding == UTF_8 {
            Decoding::Utf8
        } else {
            Decoding::Other(Box::new(DecoderOf(encoding.new_decoder_without_bom_handling())))
        };
    }

    /// The preprocessed text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The source of the text, and source after it that is not decoded yet.
    pub(crate) fn source(&self) -> &[u8] {
        if self.is_mapped { &self.source } else { self.text.as_bytes() }
    }

    /// Returns the offset in the source of the character at an offset of the text. Source without a character belongs to the
    /// character after it.
    pub(crate) fn to_source(&self, text: usize) -> usize {
        if !self.is_mapped {
            return text;
        }
        if text >= self.text.len() {
            return self.mapped;
        }
        let index = self.runs.partition_point(|run| run.text <= text);
        let Some(run) = index.checked_sub(1).and_then(|index| self.runs.get(index)) else { return 0 };
        run.source + (text - run.text) / run.text_per_character * run.source_per_character
    }

    /// Discards the beginning of the text. Returns the length of its source.
    pub(crate) fn discard(&mut self, text: usize) -> usize {
        if text == 0 {
            return 0;
        }
        let source = self.to_source(text);
        self.text.drain(..text);
        if !self.is_mapped {
            return source;
        }
        self.source.drain(..source);
        self.mapped -= source;
        self.decoded -= source;
        let first = self.runs.partition_point(|run| run.text <= text).saturating_sub(1);
        self.runs.drain(..first);
        for run in &mut self.runs {
            // The first run may begin before the rest of the text, whose start is the start of a character.
            let dropped = text.saturating_sub(run.text) / run.text_per_character * run.source_per_character;
            run.source = (run.source + dropped).saturating_sub(source);
            run.text = run.text.saturating_sub(text);
        }
        if self.text.is_empty() {
            self.runs.clear();
            self.is_mapped = !self.source.is_empty() || self.carriage_return.is_some();
        }
        source
    }

    /// Reads text that need not be decoded.
    pub(crate) fn push_text(&mut self, text: &str) {
        self.add_utf_8(text);
    }

    /// Reads bytes. Must be called until it returns false, and the text must be processed after each call.
    pub(crate) fn push(&mut self, bytes: &mut &[u8], is_end: bool) -> bool {
        if let Decoding::Sniffing(stream) = &mut self.decoding {
            self.undecoded.extend_from_slice(bytes);
            let piece = stream.next_piece(bytes, is_end);
            // The bytes that the stream has not read are added by the next call.
            self.undecoded.truncate(self.undecoded.len() - bytes.len());
            let Some(sniffed) = stream.encoding() else {
                // Without an encoding, all text is ASCII.
                let text = piece.map(|piece| piece.text.into_owned()).unwrap_or_default();
                self.undecoded.drain(..text.len());
                self.add_utf_8(&text);
                return !text.is_empty();
            };
            if sniffed.reason == EncodingReason::ByteOrderMark
                && let Some((_, length)) = Encoding::for_bom(&self.undecoded)
            {
                self.map();
                self.source.extend(self.undecoded.drain(..length));
                (self.mapped, self.decoded) = (length, length);
            }
            self.set_encoding(sniffed.encoding);
            return true;
        }
        let mut held = std::mem::take(&mut self.undecoded);
        let mut source = std::mem::take(bytes);
        if !held.is_empty() {
            held.extend_from_slice(source);
            source = &held;
        }
        let read = match std::mem::replace(&mut self.decoding, Decoding::Utf8) {
            Decoding::Other(mut decoder) => {
                self.decode(&mut decoder.0, source, is_end);
                self.decoding = Decoding::Other(decoder);
                source.len()
            }
            _ => self.decode_utf_8(source, is_end),
        };
        self.undecoded.extend_from_slice(source.get(read..).unwrap_or_default());
        if is_end && let Some(length) = self.carriage_return.take() {
            self.add_run("\n", 1, length);
        }
        false
    }

    /// Decodes UTF-8, and returns the number of bytes that were read.
    fn decode_utf_8(&mut self, source: &[u8], is_end: bool) -> usize {
        let mut read = 0;
        loop {
            let rest = source.get(read..).unwrap_or_default();
            // OPTIMIZATION: this is faster than the check of the standard library.
            if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(rest) {
                self.add_utf_8(&text);
                return source.len();
            }
            let Err(error) = std::str::from_utf8(rest) else { return read };
            let (valid, invalid) = rest.split_at(error.valid_up_to());
            self.add_utf_8(std::str::from_utf8(valid).unwrap_or_default());
            read += valid.len();
            let length = match error.error_len() {
                None if !is_end => return read,
                None => invalid.len(),
                Some(length) => length,
            };
            self.map();
            self.source.extend_from_slice(invalid.get(..length).unwrap_or_default());
            self.decoded += length;
            self.add("\u{FFFD}", REPLACEMENT_LENGTH, length);
            read += length;
        }
    }

    /// Decodes bytes one by one, which shows the bytes of each character.
    fn decode(&mut self, decoder: &mut Decoder, bytes: &[u8], is_end: bool) {
        self.map();
        let start = self.source.len();
        self.source.extend_from_slice(bytes);
        let has_ascii_runs =
            self.encoding.is_ascii_compatible() && ![ISO_2022_JP, REPLACEMENT].contains(&self.encoding);
        let mut text = String::with_capacity(64);
        let mut read = 0;
        loop {
            if self.decoded == start + read && has_ascii_runs {
                let rest = bytes.get(read..).unwrap_or_default();
                let ascii = rest.get(..Encoding::ascii_valid_up_to(rest)).unwrap_or_default();
                self.decoded += ascii.len();
                self.add(std::str::from_utf8(ascii).unwrap_or_default(), 1, 1);
                read += ascii.len();
            }
            let next = bytes.get(read..=read).unwrap_or_default();
            if next.is_empty() && !is_end {
                return;
            }
            text.clear();
            let (result, taken) =
                decoder.decode_to_string_without_replacement(next, &mut text, next.is_empty());
            read += taken;
            let malformed_end = match result {
                DecoderResult::Malformed(_, read_after) => {
                    Some((start + read).saturating_sub(usize::from(read_after)).max(self.decoded))
                }
                DecoderResult::InputEmpty | DecoderResult::OutputFull => None,
            };
            let end = malformed_end.unwrap_or(start + read);
            for (index, character) in text.char_indices() {
                let is_last = index + character.len_utf8() == text.len();
                // If one sequence stands for several characters, the last one gets all bytes.
                let length = match end - self.decoded {
                    all if is_last && malformed_end.is_none() => all,
                    all => all.min(usize::from(character.is_ascii())),
                };
                self.decoded += length;
                self.add(character.encode_utf8(&mut [0; 4]), character.len_utf8(), length);
            }
            if malformed_end.is_some() {
                let length = end - self.decoded;
                self.decoded = end;
                self.add("\u{FFFD}", REPLACEMENT_LENGTH, length);
            } else if next.is_empty() {
                return;
            }
        }
    }

    /// Adds text that is its own source.
    fn add_utf_8(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.is_mapped && memchr(b'\r', text.as_bytes()).is_none() {
            self.text.push_str(text);
            return;
        }
        self.map();
        self.source.extend_from_slice(text.as_bytes());
        self.decoded += text.len();
        self.add(text, 1, 1);
    }

    /// Stores the source beside the text from here on.
    fn map(&mut self) {
        if !self.is_mapped {
            self.is_mapped = true;
            let length = self.text.len();
            self.source.extend_from_slice(self.text.as_bytes());
            (self.mapped, self.decoded) = (length, length);
            let run = Run { text: 0, source: 0, text_per_character: 1, source_per_character: 1 };
            self.runs.extend((length > 0).then_some(run));
        }
    }

    /// Adds characters whose source was added, and normalizes their newlines.
    fn add(&mut self, text: &str, per_character: usize, source: usize) {
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(length) = self.carriage_return.take() {
                let (line_feed, following) = rest.split_at(usize::from(rest.starts_with('\n')));
                self.add_run("\n", 1, length + line_feed.len() * source);
                rest = following;
            } else if let Some(at) = memchr(b'\r', rest.as_bytes()) {
                self.add_run(rest.get(..at).unwrap_or_default(), per_character, source);
                self.carriage_return = Some(source);
                rest = rest.get(at + 1..).unwrap_or_default();
            } else {
                self.add_run(rest, per_character, source);
                return;
            }
        }
    }

    fn add_run(&mut self, text: &str, per_character: usize, source: usize) {
        if text.is_empty() {
            return;
        }
        let run = Run {
            text: self.text.len(),
            source: self.mapped,
            text_per_character: per_character,
            source_per_character: source,
        };
        let is_alike = self.runs.last().is_some_and(|last| {
            (last.text_per_character, last.source_per_character) == (per_character, source)
        });
        if !is_alike {
            self.runs.push(run);
        }
        self.text.push_str(text);
        self.mapped += text.len() / per_character * source;
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_input::{ByteMap, Span, decode_as, encoding_for_label, normalize_newlines};

    use super::*;

    #[test]
    fn each_character_has_the_bytes_of_the_map_of_the_whole_source_wherever_it_is_cut() {
        let cases: [(&str, &[u8]); 9] = [
            ("utf-8", b"a\xC3\xA9\xFFb\xE2\x82 c\xE2\x82"),
            ("windows-1252", b"a\x80\xE9b"),
            ("shift_jis", b"a\x90\xB6\x8A_\x81<\x81"),
            ("utf-16le", b"a\0\x3D\xD8\0\xDE\0\xD8b\0"),
            ("utf-16be", b"\0a\0\r\0\n\0b"),
            ("iso-2022-jp", b"\x1B$B$\"\x1B(Ba"),
            ("gb18030", b"\x810\x81xy\x81\x30\x81\x30"),
            ("big5", b"a\x88\x62b\x88\xA4"),
            ("euc-kr", b"\xB0\xA1<\xFF"),
        ];
        for (label, bytes) in cases {
            let encoding = encoding_for_label(label).unwrap();
            let decoded = decode_as(bytes, encoding);
            let map = ByteMap::new(bytes, encoding);
            for step in 1..=bytes.len() {
                let mut input = Input::new(None);
                input.set_encoding(encoding);
                for chunk in bytes.chunks(step) {
                    input.push(&mut &*chunk, false);
                }
                input.push(&mut &b""[..], true);
                assert_eq!(input.text(), normalize_newlines(&decoded), "{label}");
                assert_eq!(input.source(), bytes);
                if decoded.contains('\r') {
                    continue;
                }
                for (at, character) in decoded.char_indices() {
                    let span = Span { start: at as u32, end: (at + character.len_utf8()) as u32 };
                    let range = input.to_source(at)..input.to_source(at + character.len_utf8());
                    assert_eq!(range, map.byte_range(span), "{label} {step} {at}");
                }
            }
        }
    }

    #[test]
    fn carriage_returns_stay_with_their_line_feeds_after_a_discard() {
        for step in 1..8 {
            let source = b"a\r\nb\rc\n\r\r\n";
            let mut input = Input::new(None);
            let mut bytes = Vec::new();
            let mut text = String::new();
            for chunk in source.chunks(step) {
                input.push(&mut &*chunk, false);
                text.push_str(input.text());
                let length = input.text().len();
                let end = input.to_source(length);
                bytes.extend_from_slice(&input.source()[..end]);
                assert_eq!(input.discard(length), end);
            }
            input.push(&mut &b""[..], true);
            text.push_str(input.text());
            bytes.extend_from_slice(input.source());
            assert_eq!((bytes.as_slice(), text.as_str()), (&source[..], "a\nb\nc\n\n\n"));
        }
    }
}
