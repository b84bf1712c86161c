//! The input byte stream, when it comes in pieces: sniffing, decoding, and changing the encoding on the way.
//!
//! What is taken in goes through three places. *Held* are bytes that are not converted yet: those that the encoding
//! is sniffed from. *Converted* are bytes that have become text. *Kept* are all bytes, held and converted, for as
//! long as the document may still declare that they mean something else.
//!
//! Nothing depends on where the pieces are cut, save how long the pieces of text are.

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

/// How many bytes a [`ByteStream`] keeps to convert them again: 4 MiB.
///
/// A declaration of the encoding that is met behind them is ignored, as the standard allows where the bytes cannot be
/// had again: when the first byte behind them is converted, the confidence becomes certain. A parser that has the
/// whole byte stream at hand will want to follow the same rule, so that it builds the same tree.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
pub const MOST_KEPT_BYTES: usize = 4 * 1024 * 1024;

/// How many bytes become one piece of text.
const MOST_BYTES_OF_A_PIECE: usize = 64 * 1024;

/// Bytes that come in pieces, on their way to text.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
///
/// ```
/// use hedgerow_input::{ByteStream, EncodingHints};
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
    /// What determined the encoding, and which it is.
    determined: Option<(&'static Encoding, EncodingReason)>,
    /// Tentative also as long as there is no encoding.
    confidence: Confidence,
    /// Bytes that were taken in; those from `held_start` on are not converted.
    held: Vec<u8>,
    held_start: usize,
    /// All bytes that were taken in, while the confidence is tentative.
    kept: Vec<u8>,
    /// How many bytes are converted.
    converted: u64,
    /// The last two bytes that are converted, before there is an encoding.
    last_ascii: Vec<u8>,
}

/// How far the encoding is known.
#[derive(Debug)]
enum State {
    /// The beginning is being sniffed.
    Sniffing,
    /// Nothing but ASCII has come yet, which is passed on.
    PassingAscii,
    /// Bytes are collected from the first one on that is not ASCII.
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
    /// Where its first byte is in the whole byte stream, a byte order mark included.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u8,
}

/// A piece of text.
#[derive(Debug)]
pub struct Piece<'b> {
    /// The text, never empty; borrowed if the bytes were valid UTF-8 already.
    pub text: Cow<'b, str>,
    /// The last character of the text is the U+FFFD for this.
    pub malformed: Option<MalformedBytes>,
}

/// What a [`ByteStream`] makes of a declaration of an encoding in the document.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StreamEncodingChange {
    /// Nothing.
    Ignored,
    /// All text so far is the same in the new encoding, in which the stream goes on.
    OnTheFly,
    /// The document is to be parsed again. These are all the bytes given so far; feed them again, and go on with the
    /// others. The stream has begun anew with the new encoding, and counts offsets from 0.
    Restart(Vec<u8>),
}

impl ByteStream {
    /// An empty byte stream. `reports_malformed`: malformed byte sequences end a piece and come with their place.
    ///
    /// ```
    /// use hedgerow_input::{ByteStream, EncodingHints, MalformedBytes};
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

    /// Takes bytes from the front of `bytes`, as many as give one piece of text. `is_end`: nothing follows behind
    /// `bytes`.
    ///
    /// `None` if nothing more can be had: then all bytes are taken, and those that cannot be converted before others
    /// come are held. At the end they come out, too; behind it, bytes are taken and dropped.
    ///
    /// ```
    /// use hedgerow_input::{ByteStream, EncodingHints};
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

    /// The encoding, as far as it is determined: `None` while there are too few bytes, or only ASCII ones where the
    /// others are to tell.
    ///
    /// ```
    /// use hedgerow_input::{ByteStream, EncodingHints, EncodingReason};
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

    /// Whether a declaration in the document would still be obeyed: the confidence is tentative, or there is no
    /// encoding yet.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence>
    ///
    /// ```
    /// use hedgerow_input::{ByteStream, EncodingHints};
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

    /// A `meta` element declares an encoding: "change the encoding". Nothing happens if the confidence is certain.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
    ///
    /// ```
    /// use hedgerow_input::{ByteStream, EncodingHints, StreamEncodingChange, encoding_for_label};
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
        // Without text, there is no document that could declare anything.
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

    /// Sniffs the beginning; `None` if more bytes are needed.
    fn sniff(&mut self, bytes: &mut &[u8], is_end: bool) -> Option<()> {
        // OPTIMIZATION: usually the first bytes come together, and need not be copied.
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

    /// Passes on ASCII bytes; `None` if the next byte is not, or there is none.
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

    /// Collects bytes and autodetects their encoding; `None` if more of them are needed.
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

    /// Converts bytes to one piece of text; `None` if there is none.
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
                let malformed = malformed.map(|(length, taken_behind)| MalformedBytes {
                    offset: self.converted.saturating_sub(u64::from(length) + u64::from(taken_behind)),
                    length,
                });
                return Some(Piece { text, malformed });
            }
            if is_finished || length == 0 {
                return None;
            }
        }
    }

    /// How many bytes may be converted at once, of those that are there. Behind the last byte that is kept, the
    /// confidence becomes certain.
    fn length_to_convert(&mut self, available: usize) -> usize {
        let mut most = MOST_BYTES_OF_A_PIECE.min(available);
        if self.is_tentative() && available > 0 {
            match MOST_KEPT_BYTES.saturating_sub(self.converted as usize) {
                0 => self.become_certain(),
                left => most = most.min(left),
            }
        }
        most
    }

    /// The encoding is determined.
    fn determine(&mut self, sniffed: SniffedEncoding) {
        self.determined = Some((sniffed.encoding, sniffed.reason));
        self.state = State::Converting(Converter::new(sniffed.encoding));
        if sniffed.confidence == Confidence::Certain {
            self.become_certain();
        }
    }

    /// Nothing will change the encoding any more, so nothing is kept.
    fn become_certain(&mut self) {
        self.confidence = Confidence::Certain;
        self.kept = Vec::new();
    }

    /// How many bytes are taken in but not converted.
    fn held_length(&self) -> usize {
        self.held.len() - self.held_start
    }

    /// Takes in up to `most` bytes and holds them.
    fn hold(&mut self, bytes: &mut &[u8], most: usize) {
        let taken = self.take(bytes, most);
        self.held.extend_from_slice(taken);
    }

    /// Takes in up to `most` bytes.
    fn take<'b>(&mut self, bytes: &mut &'b [u8], most: usize) -> &'b [u8] {
        let (taken, rest) = bytes.split_at_checked(most).unwrap_or((bytes, &[]));
        *bytes = rest;
        if self.is_tentative() {
            self.kept.extend_from_slice(taken);
        }
        taken
    }
}

/// Whether bytes are ASCII, and mean that in the encoding. If there is no encoding, they do.
fn means_ascii(bytes: &[u8], encoding: Option<&'static Encoding>) -> bool {
    let Some(encoding) = encoding else { return bytes.is_ascii() };
    if bytes.is_empty() {
        return true;
    }
    if encoding == ISO_2022_JP {
        // The shift codes have their own meaning there.
        return Encoding::iso_2022_jp_ascii_valid_up_to(bytes) == bytes.len();
    }
    encoding != REPLACEMENT && encoding.is_ascii_compatible() && bytes.is_ascii()
}

#[cfg(test)]
mod tests;
