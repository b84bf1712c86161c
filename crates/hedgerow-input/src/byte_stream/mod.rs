//! The input byte stream in pieces: sniffing, decoding, and changing the encoding while parsing.
//!
//! The stream has three sets of bytes. *Held* bytes are not converted yet, because the encoding is being sniffed from
//! them. *Converted* bytes have become text. *Kept* bytes are all held and converted bytes, as long as the document may
//! still declare another encoding.
//!
//! The positions of the cuts between pieces do not change the result, except for the lengths of the pieces of text.

mod converter;

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT};

use crate::sniff::{
    BYTES_BEFORE, BYTES_TO_AUTODETECT, BYTES_TO_PRESCAN, Beginning, autodetect, declared_encoding,
    first_non_ascii, sniff_the_beginning, tentative,
};
use crate::{
    Confidence, EncodingChange, EncodingHints, EncodingReason, SniffedEncoding, change_the_encoding,
};
use converter::{Converted, Converter};

/// The number of bytes that a [`ByteStream`] keeps for converting them again: 4 MiB.
///
/// When the first byte after these bytes is converted, the confidence becomes certain. A later declaration of the
/// encoding is ignored, which the standard allows if the bytes are no longer available. A parser that has all bytes
/// should follow the same rule, so that it builds the same tree.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
pub const MOST_KEPT_BYTES: usize = 4 * 1024 * 1024;

/// The largest number of bytes to convert to one piece of text.
const MAX_PIECE_LENGTH: usize = 64 * 1024;

/// Converts bytes to text as they arrive in pieces.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
///
/// ```
/// use hedgerow::EncodingHints;
/// use hedgerow_input::ByteStream;
/// let mut stream = ByteStream::new(EncodingHints::new(), false);
/// let mut text = String::new();
/// for (mut bytes, is_end) in [(b"<meta char".as_slice(), false), (b"set=koi8-r>\xE9", true)] {
///     while let Some(piece) = stream.next_piece(&mut bytes, is_end) {
///         text.push_str(&piece.text);
///     }
/// }
/// assert_eq!(text, "<meta charset=koi8-r>И");
/// ```
#[derive(Debug)]
pub struct ByteStream {
    hints: EncodingHints,
    reports_malformed: bool,
    state: State,
    /// The encoding, and the step that determined it.
    determined: Option<(&'static Encoding, EncodingReason)>,
    /// The confidence in the encoding. It is tentative at first, before there is an encoding.
    confidence: Confidence,
    /// The bytes that were received and held; those from `held_start` are not converted yet.
    held: Vec<u8>,
    held_start: usize,
    /// All bytes that were received, as long as the confidence is tentative.
    kept: Vec<u8>,
    /// The number of converted bytes.
    converted: u64,
    /// The last two converted bytes, if there is no encoding yet.
    last_ascii: Vec<u8>,
}

/// The progress in determining the encoding.
#[derive(Debug)]
enum State {
    /// Sniffing the first bytes.
    Sniffing,
    /// All bytes so far are ASCII, and are passed on.
    PassingAscii,
    /// Collecting the bytes from the first that is not ASCII.
    Autodetecting,
    /// The encoding is determined.
    Converting(Converter),
    /// The end was converted.
    Finished,
}

/// A malformed byte sequence that became U+FFFD.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MalformedBytes {
    /// The offset of its first byte in the whole byte stream, including a byte order mark.
    pub offset: u64,
    /// The number of its bytes.
    pub length: u8,
}

/// A piece of text.
#[derive(Debug)]
pub struct Piece<'b> {
    /// The text, never empty; borrowed if the bytes were valid UTF-8 already.
    pub text: Cow<'b, str>,
    /// Present if the last character of the text is the U+FFFD for this sequence.
    pub malformed: Option<MalformedBytes>,
}

/// The reaction of a [`ByteStream`] to an encoding declaration in the document.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StreamEncodingChange {
    /// The declaration has no effect.
    Ignored,
    /// All text so far is the same in the new encoding, and the stream continues with that encoding.
    OnTheFly,
    /// The document must be parsed again. These are all the bytes so far: feed them again, followed by the rest. The
    /// stream has restarted with the new encoding, and counts offsets from 0.
    Restart(Vec<u8>),
}

impl ByteStream {
    /// Creates an empty byte stream. With `reports_malformed`, malformed byte sequences end a piece and are reported.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::MalformedBytes;
    /// use hedgerow_input::ByteStream;
    /// let mut stream = ByteStream::new(EncodingHints::new().content_type("text/html; charset=utf-8"), true);
    /// let mut bytes = b"a\xFFb".as_slice();
    /// let pieces: Vec<_> = std::iter::from_fn(|| stream.next_piece(&mut bytes, true)).collect();
    /// assert_eq!(pieces.iter().map(|piece| &*piece.text).collect::<Vec<_>>(), ["a", "\u{FFFD}", "b"]);
    /// assert_eq!(pieces[1].malformed, Some(MalformedBytes { offset: 1, length: 1 }));
    /// ```
    #[must_use]
    pub fn new(hints: EncodingHints, reports_malformed: bool) -> Self {
        Self {
            hints,
            reports_malformed,
            state: State::Sniffing,
            determined: None,
            confidence: Confidence::Tentative,
            held: Vec::new(),
            held_start: 0,
            kept: Vec::new(),
            converted: 0,
            last_ascii: Vec::new(),
        }
    }

    /// Reads bytes from the start of `bytes`, and converts them to one piece of text. `is_end` says that no bytes
    /// follow.
    ///
    /// Returns `None` if there is no more text: then all bytes are read, and the stream holds those that it cannot
    /// convert without further bytes. Held bytes are converted at the end at the latest. After the end, bytes are read
    /// and dropped.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow_input::ByteStream;
    /// let mut stream = ByteStream::new(EncodingHints::new(), false);
    /// let mut bytes = b"caf\xC3".as_slice();
    /// assert!(stream.next_piece(&mut bytes, false).is_none() && bytes.is_empty());
    /// let mut bytes = b"\xA9".as_slice();
    /// assert_eq!(stream.next_piece(&mut bytes, true).unwrap().text, "caf");
    /// assert_eq!(stream.next_piece(&mut bytes, true).unwrap().text, "é");
    /// assert!(stream.next_piece(&mut bytes, true).is_none());
    /// ```
    pub fn next_piece<'b>(&mut self, bytes: &mut &'b [u8], is_end: bool) -> Option<Piece<'b>> {
        loop {
            match self.state {
                State::Sniffing => self.sniff(bytes, is_end)?,
                State::PassingAscii => {
                    if let Some(text) = self.pass_ascii(bytes) {
                        return Some(Piece { text, malformed: None });
                    }
                    if self.held_length() + bytes.len() > 0 {
                        self.state = State::Autodetecting;
                    } else if is_end {
                        self.determine(tentative(self.hints.default_encoding, EncodingReason::Default));
                    } else {
                        return None;
                    }
                }
                State::Autodetecting => self.autodetect(bytes, is_end)?,
                State::Converting(_) => return self.convert(bytes, is_end),
                State::Finished => {
                    *bytes = &[];
                    return None;
                }
            }
        }
    }

    /// Returns the encoding, or `None` if it is not determined yet, because there are too few bytes, or because all
    /// bytes so far are ASCII and only other bytes can determine it.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::EncodingReason;
    /// use hedgerow_input::ByteStream;
    /// let mut stream = ByteStream::new(EncodingHints::new(), false);
    /// let mut bytes = b"<p>".as_slice();
    /// while stream.next_piece(&mut bytes, false).is_some() {}
    /// assert_eq!(stream.encoding(), None);
    /// while stream.next_piece(&mut bytes, true).is_some() {}
    /// assert_eq!(stream.encoding().unwrap().reason, EncodingReason::Default);
    /// ```
    #[must_use]
    pub fn encoding(&self) -> Option<SniffedEncoding> {
        let (encoding, reason) = self.determined?;
        Some(SniffedEncoding { encoding, confidence: self.confidence, reason })
    }

    /// Whether the stream would still honor a declaration in the document, because the confidence is tentative. The
    /// confidence is tentative before the encoding is determined, too, but only for the first [`MOST_KEPT_BYTES`].
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence>
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow_input::ByteStream;
    /// let mut stream = ByteStream::new(EncodingHints::new(), false);
    /// assert!(stream.is_tentative());
    /// let mut bytes = b"\xFE\xFF\0a".as_slice();
    /// while stream.next_piece(&mut bytes, false).is_some() {}
    /// assert!(!stream.is_tentative());
    /// ```
    #[must_use]
    pub fn is_tentative(&self) -> bool {
        self.confidence == Confidence::Tentative
    }

    /// Applies "change the encoding" for a `meta` element that declares an encoding. Does nothing if the confidence is
    /// certain.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::encoding_for_label;
    /// use hedgerow_input::{ByteStream, StreamEncodingChange};
    /// let mut stream = ByteStream::new(EncodingHints::new().autodetect(false), false);
    /// let start = [b"caf\xC3\xA9".as_slice(), &[b' '; 1024]].concat();
    /// let mut bytes = start.as_slice();
    /// while stream.next_piece(&mut bytes, false).is_some() {}
    /// let utf_8 = encoding_for_label("utf-8").unwrap();
    /// assert_eq!(stream.change_the_encoding(utf_8), StreamEncodingChange::Restart(start.clone()));
    /// assert!(stream.next_piece(&mut start.as_slice(), false).unwrap().text.starts_with("café "));
    /// assert_eq!(stream.change_the_encoding(utf_8), StreamEncodingChange::Ignored);
    /// ```
    pub fn change_the_encoding(&mut self, new: &'static Encoding) -> StreamEncodingChange {
        // Without text, there is no document that could contain a declaration.
        if !self.is_tentative() || matches!(self.state, State::Sniffing) {
            return StreamEncodingChange::Ignored;
        }
        let change = match self.determined {
            Some((current, _)) => change_the_encoding(current, new),
            None => EncodingChange::Changed(declared_encoding(new)),
        };
        let kept = std::mem::take(&mut self.kept);
        self.become_certain();
        let new = match change {
            EncodingChange::Changed(new) => new,
            EncodingChange::Confirmed => {
                self.determined = self.determined.map(|(encoding, reason)| (encoding, reason.confirmed()));
                return StreamEncodingChange::Ignored;
            }
            EncodingChange::Ignored => return StreamEncodingChange::Ignored,
        };
        let current = self.determined.replace((new, EncodingReason::LateMeta));
        let converted = kept.get(..self.converted as usize).unwrap_or(&kept);
        let [is_same_in_current, is_same_in_new] =
            [current.map(|(current, _)| current), Some(new)].map(|encoding| means_ascii(converted, encoding));
        // 5. If all the bytes up to the last byte converted by the current decoder have the same Unicode
        // interpretations in both the current encoding and the new encoding, and if the user agent supports changing
        // the converter on the fly, then the user agent may change to the new converter for the encoding on the fly.
        if is_same_in_current && is_same_in_new {
            if !matches!(self.state, State::Finished) {
                self.state = State::Converting(Converter::new(new));
            }
            return StreamEncodingChange::OnTheFly;
        }
        // 6. Otherwise, restart.
        self.state = State::Converting(Converter::new(new));
        self.held.clear();
        self.held_start = 0;
        self.converted = 0;
        StreamEncodingChange::Restart(kept)
    }

    /// Makes the stream ignore declarations in the document, so that it keeps no bytes for decoding them again.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow_input::ByteStream;
    /// let mut stream = ByteStream::new(EncodingHints::new(), false);
    /// stream.ignore_declarations();
    /// assert!(!stream.is_tentative());
    /// ```
    pub fn ignore_declarations(&mut self) {
        self.become_certain();
    }

    /// Sniffs the first bytes; returns `None` if more bytes are needed.
    fn sniff(&mut self, bytes: &mut &[u8], is_end: bool) -> Option<()> {
        // OPTIMIZATION: usually the first bytes come together, and are not copied.
        let is_direct = self.held.is_empty();
        if !is_direct {
            self.hold(bytes, BYTES_TO_PRESCAN.saturating_sub(self.held.len()));
        }
        let (beginning, is_all) =
            if is_direct { (*bytes, is_end) } else { (&*self.held, is_end && bytes.is_empty()) };
        let Some(found) = sniff_the_beginning(beginning, is_all, &self.hints) else {
            self.hold(bytes, bytes.len());
            return None;
        };
        match found {
            Beginning::Determined(sniffed) => {
                let mark = match Encoding::for_bom(beginning) {
                    Some((_, length)) => length,
                    None => 0,
                };
                self.determine(sniffed);
                if is_direct {
                    self.take(bytes, mark);
                } else {
                    self.held_start = mark;
                }
                self.converted = mark as u64;
            }
            Beginning::ToAutodetect => self.state = State::PassingAscii,
        }
        Some(())
    }

    /// Converts ASCII bytes to text; returns `None` if the first byte is not ASCII.
    fn pass_ascii<'b>(&mut self, bytes: &mut &'b [u8]) -> Option<Cow<'b, str>> {
        let is_held = self.held_length() > 0;
        let available = if is_held { self.held_length() } else { bytes.len() };
        let length = self.length_to_convert(available);
        let source = if is_held { self.held.get(self.held_start..)? } else { *bytes };
        let source = source.get(..length)?;
        let length = first_non_ascii(source).unwrap_or(length);
        let text = if is_held {
            let text = std::str::from_utf8(source.get(..length)?).ok()?.to_owned();
            self.held_start += length;
            Cow::Owned(text)
        } else {
            Cow::Borrowed(std::str::from_utf8(self.take(bytes, length)).ok()?)
        };
        self.converted += length as u64;
        let last = text.as_bytes().get(length.saturating_sub(BYTES_BEFORE)..)?;
        self.last_ascii.extend_from_slice(last);
        self.last_ascii.drain(..self.last_ascii.len().saturating_sub(BYTES_BEFORE));
        (!text.is_empty()).then_some(text)
    }

    /// Collects bytes and autodetects their encoding; returns `None` if more bytes are needed.
    fn autodetect(&mut self, bytes: &mut &[u8], is_end: bool) -> Option<()> {
        self.hold(bytes, BYTES_TO_AUTODETECT.saturating_sub(self.held_length()));
        let is_all = self.held_length() < BYTES_TO_AUTODETECT;
        if is_all && !is_end {
            return None;
        }
        let held = self.held.get(self.held_start..)?;
        let seen = [&self.last_ascii, held.get(..BYTES_TO_AUTODETECT).unwrap_or(held)].concat();
        self.determine(autodetect(&seen, is_all, &self.hints));
        Some(())
    }

    /// Converts bytes to one piece of text; returns `None` if there is no text.
    fn convert<'b>(&mut self, bytes: &mut &'b [u8], is_end: bool) -> Option<Piece<'b>> {
        loop {
            let is_held = self.held_length() > 0;
            let available = if is_held { self.held_length() } else { bytes.len() };
            let length = self.length_to_convert(available);
            let is_last = is_end && length == self.held_length() + bytes.len();
            let State::Converting(converter) = &mut self.state else { return None };
            let converted = if is_held {
                let source = self.held.get(self.held_start..self.held_start + length)?;
                converter.convert(source, is_last, self.reports_malformed).into_owned()
            } else {
                converter.convert(bytes.get(..length)?, is_last, self.reports_malformed)
            };
            let Converted { text, read, malformed, is_finished } = converted;
            if is_held {
                self.held_start += read;
            } else {
                self.take(bytes, read);
            }
            self.converted += read as u64;
            if is_finished {
                self.state = State::Finished;
            }
            if !text.is_empty() {
                let malformed = malformed.map(|(length, taken_after)| MalformedBytes {
                    offset: self.converted.saturating_sub(u64::from(length) + u64::from(taken_after)),
                    length,
                });
                return Some(Piece { text, malformed });
            }
            if is_finished || length == 0 {
                return None;
            }
        }
    }

    /// Returns the number of available bytes to convert at once. Makes the confidence certain once [`MOST_KEPT_BYTES`]
    /// were converted.
    fn length_to_convert(&mut self, available: usize) -> usize {
        let mut most = MAX_PIECE_LENGTH.min(available);
        if self.is_tentative() && available > 0 {
            match MOST_KEPT_BYTES.saturating_sub(self.converted as usize) {
                0 => self.become_certain(),
                left => most = most.min(left),
            }
        }
        most
    }

    /// Sets the encoding.
    fn determine(&mut self, sniffed: SniffedEncoding) {
        self.determined = Some((sniffed.encoding, sniffed.reason));
        self.state = State::Converting(Converter::new(sniffed.encoding));
        if sniffed.confidence == Confidence::Certain {
            self.become_certain();
        }
    }

    /// Makes the confidence certain. The encoding cannot change any more, so no bytes are kept.
    fn become_certain(&mut self) {
        self.confidence = Confidence::Certain;
        self.kept = Vec::new();
    }

    /// Returns the number of bytes that are received but not converted.
    fn held_length(&self) -> usize {
        self.held.len() - self.held_start
    }

    /// Reads up to `most` bytes and holds them.
    fn hold(&mut self, bytes: &mut &[u8], most: usize) {
        let taken = self.take(bytes, most);
        self.held.extend_from_slice(taken);
    }

    /// Reads up to `most` bytes.
    fn take<'b>(&mut self, bytes: &mut &'b [u8], most: usize) -> &'b [u8] {
        let (taken, rest) = bytes.split_at_checked(most).unwrap_or((bytes, &[]));
        *bytes = rest;
        if self.is_tentative() {
            self.kept.extend_from_slice(taken);
        }
        taken
    }
}

/// Whether the bytes are ASCII and the encoding decodes them as ASCII. Without an encoding, they only have to be ASCII.
fn means_ascii(bytes: &[u8], encoding: Option<&'static Encoding>) -> bool {
    let Some(encoding) = encoding else { return bytes.is_ascii() };
    if bytes.is_empty() {
        return true;
    }
    if encoding == ISO_2022_JP {
        // In this encoding, the shift codes have their own meaning.
        return Encoding::iso_2022_jp_ascii_valid_up_to(bytes) == bytes.len();
    }
    encoding != REPLACEMENT && encoding.is_ascii_compatible() && bytes.is_ascii()
}

#[cfg(test)]
mod tests;
