//! A decoder that reports the positions of malformed sequences, and borrows valid UTF-8.

use std::borrow::Cow;
use std::str::from_utf8;

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};

/// The largest number of bytes to decode at once. The output is a string of its own, up to three times as long.
const MAX_DECODED_BYTES: usize = 16 * 1024;

/// The largest number of bytes to decode at once directly after a malformed sequence that is reported. The text ends at the next
/// malformed sequence, so memory for the text of more bytes would often be allocated in vain. The number doubles with each piece
/// of text without a malformed sequence.
const MAX_DECODED_BYTES_AFTER_MALFORMED: usize = 128;

/// The largest number of bytes of UTF-8 to decode at once. The decoder is only used for malformed and incomplete sequences of
/// UTF-8.
const MAX_DECODED_BYTES_OF_UTF_8: usize = 1024;

/// The additional space if the output is longer than the estimate.
const ADDITIONAL_CAPACITY: usize = 64;

/// Converts bytes in one encoding to text.
pub(super) struct Converter {
    decoder: Decoder,
    /// The number of bytes of an incomplete sequence in the decoder. Meaningful for UTF-8 only.
    pending_bytes: usize,
    /// The number of bytes to decode at once. Not used for UTF-8.
    most: usize,
}

impl std::fmt::Debug for Converter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Converter")
            .field("encoding", &self.decoder.encoding())
            .finish_non_exhaustive()
    }
}

/// The result of converting some bytes.
#[derive(Debug)]
pub(super) struct Converted<'b> {
    /// The text, which may be empty.
    pub(super) text: Cow<'b, str>,
    /// The number of bytes that were read.
    pub(super) read: usize,
    /// Present if the last character of the text is the U+FFFD for a malformed sequence: the length of the sequence,
    /// and the number of bytes that were read after it.
    pub(super) malformed: Option<(u8, u8)>,
    /// Whether there will be no more text.
    pub(super) is_finished: bool,
}

impl Converted<'_> {
    /// Returns the same with an owned text.
    pub(super) fn into_owned<'b>(self) -> Converted<'b> {
        Converted { text: Cow::Owned(self.text.into_owned()), ..self }
    }
}

impl Converter {
    /// Creates a converter that decodes a byte order mark as a character.
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self {
            decoder: encoding.new_decoder_without_bom_handling(),
            pending_bytes: 0,
            most: MAX_DECODED_BYTES,
        }
    }

    /// Converts bytes from the start of `source`. At least one is read, unless `source` is empty,
    /// or its first byte shows that the bytes of the previous call ended with a malformed sequence.
    /// `is_last` says that no bytes follow.
    ///
    /// Must not be called after it has returned a finished result.
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
            (false, _) => self.most,
            (true, 0) => MAX_DECODED_BYTES_OF_UTF_8,
            // Byte by byte to the end of the sequence, so that the bytes after it can be borrowed.
            (true, _) => 1,
        };
        match source.get(..most) {
            Some(beginning) => self.decode(beginning, is_last && most == source.len(), reports_malformed),
            None => self.decode(source, is_last, reports_malformed),
        }
    }

    fn decode<'b>(&mut self, source: &[u8], is_last: bool, reports_malformed: bool) -> Converted<'b> {
        let estimate = self.decoder.max_utf8_buffer_length(source.len()).unwrap_or_default();
        let mut text = String::with_capacity(estimate.max(ADDITIONAL_CAPACITY));
        let mut rest = source;
        let mut malformed = None;
        let is_finished = loop {
            let length_before = text.len();
            let (result, read) = self.decoder.decode_to_string_without_replacement(rest, &mut text, is_last);
            rest = rest.get(read..).unwrap_or_default();
            self.pending_bytes = (self.pending_bytes + read).saturating_sub(text.len() - length_before);
            match result {
                DecoderResult::InputEmpty => break is_last,
                DecoderResult::OutputFull => text.reserve(rest.len() + ADDITIONAL_CAPACITY),
                DecoderResult::Malformed(length, taken_after) => {
                    self.pending_bytes = 0;
                    text.push(char::REPLACEMENT_CHARACTER);
                    if reports_malformed {
                        malformed = Some((length, taken_after));
                        break false;
                    }
                }
            }
        };
        self.most = match malformed {
            Some(_) => MAX_DECODED_BYTES_AFTER_MALFORMED,
            None => MAX_DECODED_BYTES.min(2 * self.most),
        };
        Converted { text: Cow::Owned(text), read: source.len() - rest.len(), malformed, is_finished }
    }
}

/// Returns the longest prefix that is valid UTF-8.
fn valid_beginning(source: &[u8]) -> &str {
    match from_utf8(source) {
        Ok(text) => text,
        Err(error) => {
            source.get(..error.valid_up_to()).and_then(|valid| from_utf8(valid).ok()).unwrap_or_default()
        }
    }
}
