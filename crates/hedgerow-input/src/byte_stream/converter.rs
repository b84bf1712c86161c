//! A decoder that tells where malformed sequences were, and that borrows what is valid UTF-8 already.

use std::borrow::Cow;
use std::str::from_utf8;

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};

/// How many bytes at once go through the decoder: its output is a string of its own, of up to thrice the length.
const MOST_DECODED_BYTES: usize = 16 * 1024;

/// The same for UTF-8, where the decoder is for what is malformed or cut off only.
const MOST_DECODED_BYTES_OF_UTF_8: usize = 1024;

/// How much room is made if the output turns out longer than it was estimated.
const MORE_ROOM: usize = 64;

/// Converts bytes to text, in one encoding.
pub(super) struct Converter {
    decoder: Decoder,
    /// How many bytes of an unfinished sequence the decoder holds. Counted for UTF-8 only.
    pending_bytes: usize,
}

impl std::fmt::Debug for Converter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Converter")
            .field("encoding", &self.decoder.encoding())
            .finish_non_exhaustive()
    }
}

/// What came of some bytes.
#[derive(Debug)]
pub(super) struct Converted<'b> {
    /// May be empty.
    pub(super) text: Cow<'b, str>,
    /// How many bytes were taken.
    pub(super) read: usize,
    /// The last character of the text is the U+FFFD for a malformed sequence of so many bytes, behind which so many
    /// other bytes were taken.
    pub(super) malformed: Option<(u8, u8)>,
    /// There is no more text to be had, ever.
    pub(super) is_finished: bool,
}

impl Converted<'_> {
    /// The same, with a text that borrows nothing.
    pub(super) fn into_owned<'b>(self) -> Converted<'b> {
        Converted { text: Cow::Owned(self.text.into_owned()), ..self }
    }
}

impl Converter {
    /// A byte order mark is a character to it.
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self { decoder: encoding.new_decoder_without_bom_handling(), pending_bytes: 0 }
    }

    /// Converts bytes from the front of `source`, at least one unless that is empty or a malformed sequence ends
    /// before it. `is_last`: nothing follows.
    ///
    /// Must not be called again once it is finished.
    pub(super) fn convert<'b>(
        &mut self,
        source: &'b [u8],
        is_last: bool,
        reports_malformed: bool,
    ) -> Converted<'b> {
        let is_utf_8 = self.decoder.encoding() == UTF_8;
        // OPTIMIZATION: text that is UTF-8 already is borrowed.
        if is_utf_8 && self.pending_bytes == 0 {
            let valid = valid_beginning(source);
            if !valid.is_empty() {
                let (read, is_finished) = (valid.len(), is_last && valid.len() == source.len());
                return Converted { text: Cow::Borrowed(valid), read, malformed: None, is_finished };
            }
        }
        let most = match (is_utf_8, self.pending_bytes) {
            (false, _) => MOST_DECODED_BYTES,
            (true, 0) => MOST_DECODED_BYTES_OF_UTF_8,
            // Byte by byte to the end of the sequence, so that what is behind it can be borrowed.
            (true, _) => 1,
        };
        match source.get(..most) {
            Some(beginning) => self.decode(beginning, is_last && most == source.len(), reports_malformed),
            None => self.decode(source, is_last, reports_malformed),
        }
    }

    fn decode<'b>(&mut self, source: &[u8], is_last: bool, reports_malformed: bool) -> Converted<'b> {
        let estimate = self.decoder.max_utf8_buffer_length(source.len()).unwrap_or_default();
        let mut text = String::with_capacity(estimate.max(MORE_ROOM));
        let mut rest = source;
        let mut malformed = None;
        let is_finished = loop {
            let length_before = text.len();
            let (result, read) = self.decoder.decode_to_string_without_replacement(rest, &mut text, is_last);
            rest = rest.get(read..).unwrap_or_default();
            self.pending_bytes = (self.pending_bytes + read).saturating_sub(text.len() - length_before);
            match result {
                DecoderResult::InputEmpty => break is_last,
                DecoderResult::OutputFull => text.reserve(rest.len() + MORE_ROOM),
                DecoderResult::Malformed(length, taken_behind) => {
                    self.pending_bytes = 0;
                    text.push(char::REPLACEMENT_CHARACTER);
                    if reports_malformed {
                        malformed = Some((length, taken_behind));
                        break false;
                    }
                }
            }
        };
        Converted { text: Cow::Owned(text), read: source.len() - rest.len(), malformed, is_finished }
    }
}

/// The longest beginning that is valid UTF-8.
fn valid_beginning(source: &[u8]) -> &str {
    match from_utf8(source) {
        Ok(text) => text,
        Err(error) => {
            source.get(..error.valid_up_to()).and_then(|valid| from_utf8(valid).ok()).unwrap_or_default()
        }
    }
}
