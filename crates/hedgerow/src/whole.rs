//! Parsing documents and fragments whose whole text or bytes are in memory.

use std::borrow::Cow;

use hedgerow_dom::{Document, NewSource, SharedText};
use hedgerow_input::{
    ByteStream, ChunkQueue, Confidence, Encoding, EncodingChange, EncodingHints, EncodingReason,
    MOST_KEPT_BYTES, MalformedBytes, NewlineMap, SniffedEncoding, change_the_encoding, decode,
    malformed_sequences, normalize_newlines,
};
use hedgerow_tree::{FindEncoding, declared_encoding};

use crate::limits::{Limit, Limits, MOST_BYTES_OF_TEXT, Stop, cut};
use crate::machine::{Ending, Machine};
use crate::watch::{Pause, Watch, Watcher};
use crate::{Context, Parsed, Parser};

/// The parameters of a parse, except the input.
pub(crate) struct Job<'j, 'w> {
    pub(crate) parser: &'j Parser,
    pub(crate) context: Option<&'j Context>,
    /// A document whose memory is reused.
    pub(crate) spare: Option<Document>,
    /// See [`Machine::finish`].
    pub(crate) keeps_reserve: bool,
    pub(crate) watcher: Option<Watcher<'w>>,
}

/// Preprocessed text.
struct Prepared<'i> {
    text: NewSource<'i>,
    /// How the source differs from the preprocessed text, if that is needed.
    newlines: Option<Box<NewlineMap>>,
    /// The limit that was exceeded, if the text was cut.
    cut: Option<Limit>,
}

/// The bytes of which a text was decoded.
///
/// This is a trait, and used as a trait object, so that a program that parses only text is linked without the decoders and the tables
/// of encodings.
trait DecodedBytes {
    /// The encoding in which the bytes were decoded.
    fn encoding(&self) -> SniffedEncoding;

    /// See [`Observer::tentative_encoding`](hedgerow_tree::Observer::tentative_encoding).
    fn find_encoding(&self) -> Option<FindEncoding> {
        (self.encoding().confidence == Confidence::Tentative).then_some(declared_encoding)
    }

    /// Passes malformed bytes to the callback, each with the end of the character that replaces them in the preprocessed text.
    fn report_malformed(&self, report: &mut dyn FnMut(MalformedBytes, usize));

    /// Called when a `meta` element at an offset of the preprocessed text declares an encoding. Returns whether the bytes must be
    /// decoded and parsed again.
    fn encoding_was_declared(&mut self, declared: &'static Encoding, offset: usize) -> bool;
}

/// See [`DecodedBytes`].
struct ByteInput<'b> {
    bytes: &'b [u8],
    encoding: SniffedEncoding,
    /// Whether malformed bytes are reported, and there may be some.
    reports_malformed: bool,
    /// The encoding with which the bytes must be decoded again.
    changed: Option<&'static Encoding>,
}

impl ByteInput<'_> {
    /// The last offset of the preprocessed text at which a declaration comes early enough to change the encoding. It must be within
    /// the bytes that a [`ByteStream`] keeps, so that bytes in chunks give the same result.
    fn last_declaration(&self) -> usize {
        if self.bytes.len() <= MOST_KEPT_BYTES {
            return usize::MAX;
        }
        let kept = self.bytes.get(..MOST_KEPT_BYTES).unwrap_or_default();
        let mut length = 0;
        convert(kept, self.encoding.encoding, false, |text, _| length += text.len());
        length
    }
}

impl DecodedBytes for ByteInput<'_> {
    fn encoding(&self) -> SniffedEncoding {
        self.encoding
    }

    fn report_malformed(&self, report: &mut dyn FnMut(MalformedBytes, usize)) {
        if self.reports_malformed {
            let mut end = 0;
            convert(self.bytes, self.encoding.encoding, true, |piece, malformed| {
                end += piece.len();
                if let Some(malformed) = malformed {
                    report(malformed, end);
                }
            });
        }
    }

    fn encoding_was_declared(&mut self, declared: &'static Encoding, offset: usize) -> bool {
        let is_in_time = offset <= self.last_declaration();
        self.changed = changed_encoding(&mut self.encoding, declared, is_in_time);
        self.changed.is_some()
    }
}

/// Makes an encoding certain because of a declaration. Returns the encoding with which the bytes must be decoded again, if there is one.
fn changed_encoding(
    encoding: &mut SniffedEncoding,
    declared: &'static Encoding,
    is_in_time: bool,
) -> Option<&'static Encoding> {
    encoding.confidence = Confidence::Certain;
    if !is_in_time {
        return None;
    }
    match change_the_encoding(encoding.encoding, declared) {
        EncodingChange::Ignored => None,
        EncodingChange::Confirmed => {
            encoding.reason = encoding.reason.confirmed();
            None
        }
        EncodingChange::Changed(new) => Some(new),
    }
}

/// Bytes that were decoded, as [`Parser::parse_decoded`] takes them.
///
/// [`Parser::parse_bytes`] does both steps. They are separate for programs of two parts, such as modules of WebAssembly, of which only
/// one has the tables of encodings.
///
/// ```
/// use hedgerow::encoding::{DecodedText, Encoding};
/// use hedgerow::{EncodingHints, Parser};
/// let bytes = [&b"<!DOCTYPE html>"[..], &b" ".repeat(1024), b"<meta charset=koi8-r>\xCB"].concat();
/// let decoded = DecodedText::new(&bytes, &EncodingHints::new());
/// let encoding: &Encoding = Parser::new().parse_decoded(decoded, None).unwrap_err();
/// let decoded = DecodedText::again(&bytes, encoding);
/// let parsed = Parser::new().parse_decoded(decoded, None).unwrap();
/// assert_eq!(parsed.document().root().text().trim(), "\u{43A}");
/// ```
#[derive(Clone, Debug)]
pub struct DecodedText {
    /// The text, without a byte order mark.
    pub text: String,
    /// The encoding with its confidence.
    pub encoding: SniffedEncoding,
    /// An offset in the preprocessed text: declarations after it come too late to change the encoding. `usize::MAX` if no declaration
    /// comes too late, because there are few bytes.
    pub last_declaration: usize,
    /// The malformed bytes, each with the end of the U+FFFD that replaces them, as an offset in the preprocessed text.
    pub malformed: Vec<(MalformedBytes, usize)>,
}

impl DecodedText {
    /// Determines the encoding of bytes, and decodes them.
    #[must_use]
    pub fn new(bytes: &[u8], hints: &EncodingHints) -> Self {
        let decoded = decode(bytes, hints);
        Self::of(bytes, decoded.text.into_owned(), decoded.encoding, decoded.had_errors)
    }

    /// Decodes bytes again, with the encoding that [`Parser::parse_decoded`] returned.
    #[must_use]
    pub fn again(bytes: &[u8], encoding: &'static Encoding) -> Self {
        let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
        Self::of(bytes, text.into_owned(), late_encoding(encoding), had_errors)
    }

    fn of(bytes: &[u8], text: String, encoding: SniffedEncoding, had_errors: bool) -> Self {
        let input = ByteInput { bytes, encoding, reports_malformed: had_errors, changed: None };
        let mut malformed = Vec::new();
        input.report_malformed(&mut |bytes, end| malformed.push((bytes, end)));
        Self { text, encoding, last_declaration: input.last_declaration(), malformed }
    }
}

impl DecodedBytes for DecodedText {
    fn encoding(&self) -> SniffedEncoding {
        self.encoding
    }

    fn report_malformed(&self, report: &mut dyn FnMut(MalformedBytes, usize)) {
        for &(bytes, end) in &self.malformed {
            report(bytes, end);
        }
    }

    fn encoding_was_declared(&mut self, declared: &'static Encoding, offset: usize) -> bool {
        let is_in_time = offset <= self.last_declaration;
        let changed = changed_encoding(&mut self.encoding, declared, is_in_time);
        if let Some(new) = changed {
            self.encoding = late_encoding(new);
        }
        changed.is_some()
    }
}

/// An encoding that a `meta` element declares late.
fn late_encoding(encoding: &'static Encoding) -> SniffedEncoding {
    SniffedEncoding { encoding, confidence: Confidence::Certain, reason: EncodingReason::LateMeta }
}

impl<'j> Job<'j, '_> {
    pub(crate) fn new(parser: &'j Parser, context: Option<&'j Context>) -> Self {
        Self { parser, context, spare: None, keeps_reserve: false, watcher: None }
    }

    /// Parses text.
    #[inline]
    pub(crate) fn parse(mut self, source: &NewSource<'_>) -> Parsed {
        let most = self.parser.limits.most_bytes();
        let (text, is_cut) = cut(source, most);
        let cut = is_cut.then_some(Limit::Bytes { most });
        let (text, newlines) = self.normalize(text);
        let text = match (text, source) {
            (Cow::Borrowed(_), NewSource::Shared(source)) if !is_cut => NewSource::Shared(source.clone()),
            (text, _) => without_copy(text),
        };
        self.run(&Prepared { text, newlines, cut }, None)
    }

    /// Determines the encoding of bytes, decodes and parses them. Repeats this if the document declares another encoding.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
    pub(crate) fn parse_bytes(mut self, bytes: &[u8], hints: &EncodingHints) -> Parsed {
        let most = self.parser.limits.most_bytes();
        let cut = (bytes.len() as u64 > most).then_some(Limit::Bytes { most });
        let bytes = if cut.is_some() { &bytes[..most as usize] } else { bytes };
        let decoded = decode(bytes, hints);
        let mut input =
            ByteInput { bytes, encoding: decoded.encoding, reports_malformed: false, changed: None };
        let (mut text, mut is_malformed) = (decoded.text, decoded.had_errors);
        loop {
            input.reports_malformed = self.parser.collect_errors && is_malformed;
            let prepared = self.prepare(text, cut);
            let mut parsed = self.run(&prepared, Some(&mut input));
            let Some(new) = input.changed.take() else {
                if bytes.len() > MOST_KEPT_BYTES {
                    input.encoding.confidence = Confidence::Certain;
                }
                parsed.set_encoding(Some(input.encoding));
                let count = || malformed_sequences(bytes, input.encoding.encoding);
                parsed.malformed_sequences = Some(if is_malformed { count() } else { 0 });
                return parsed;
            };
            // 6. Otherwise, restart …, but this time skip the encoding sniffing algorithm and instead just set the encoding to the
            //    new encoding and the confidence to certain.
            self.spare = Some(parsed.into_document());
            input.encoding = late_encoding(new);
            (text, is_malformed) = new.decode_without_bom_handling(bytes);
        }
    }

    /// Parses text that was decoded, or returns the encoding with which the bytes must be decoded again.
    pub(crate) fn parse_decoded(mut self, mut decoded: DecodedText) -> Result<Parsed, &'static Encoding> {
        let most = self.parser.limits.most_bytes();
        let mut text = std::mem::take(&mut decoded.text);
        let (start, is_cut) = cut(&text, most);
        if is_cut {
            text.truncate(start.len());
        }
        let prepared = self.prepare(Cow::Owned(text), is_cut.then_some(Limit::Bytes { most }));
        let malformed_sequences = decoded.malformed.len() as u64;
        if !self.parser.collect_errors {
            decoded.malformed.clear();
        }
        let encoding = decoded.encoding.encoding;
        let mut parsed = self.run(&prepared, Some(&mut decoded));
        if decoded.encoding.encoding != encoding {
            return Err(decoded.encoding.encoding);
        }
        if decoded.last_declaration != usize::MAX {
            decoded.encoding.confidence = Confidence::Certain;
        }
        parsed.set_encoding(Some(decoded.encoding));
        parsed.malformed_sequences = Some(malformed_sequences);
        Ok(parsed)
    }

    /// Normalizes the newlines of a source. Also returns how the source differs from the result, if that is needed.
    #[inline]
    fn normalize<'s>(&self, source: &'s str) -> (Cow<'s, str>, Option<Box<NewlineMap>>) {
        let text = normalize_newlines(source);
        let newlines = self.parser.needs_the_newlines().then(|| match text {
            Cow::Borrowed(_) => Box::default(),
            Cow::Owned(_) => Box::new(NewlineMap::of(source)),
        });
        (text, newlines)
    }

    /// Normalizes the newlines of decoded text, and cuts it at the greatest length.
    fn prepare<'i>(&self, text: Cow<'i, str>, cut_bytes: Option<Limit>) -> Prepared<'i> {
        let (mut text, newlines) = match text {
            Cow::Borrowed(text) => self.normalize(text),
            Cow::Owned(text) => {
                let (normalized, newlines) = self.normalize(&text);
                let changed = if let Cow::Owned(changed) = normalized { Some(changed) } else { None };
                (Cow::Owned(changed.unwrap_or(text)), newlines)
            }
        };
        let (start, is_cut) = cut(&text, MOST_BYTES_OF_TEXT);
        if is_cut {
            text = Cow::Owned(start.to_owned());
        }
        let cut = is_cut.then_some(Limit::Bytes { most: MOST_BYTES_OF_TEXT });
        Prepared { text: without_copy(text), newlines, cut: cut.or(cut_bytes) }
    }

    /// Parses preprocessed text, in a plain run if nothing is observed.
    #[inline]
    fn run(&mut self, input: &Prepared<'_>, bytes: Option<&mut dyn DecodedBytes>) -> Parsed {
        let is_watched = self.watcher.is_some() || self.parser.limits.bound_the_tree();
        if is_watched || self.parser.collect_errors || self.parser.source_spans {
            self.run_in(input, bytes, false)
        } else {
            self.run_in(input, bytes, true)
        }
    }

    fn run_in(
        &mut self,
        input: &Prepared<'_>,
        mut bytes: Option<&mut dyn DecodedBytes>,
        is_plain: bool,
    ) -> Parsed {
        let find_encoding = bytes.as_ref().and_then(|bytes| bytes.find_encoding());
        // OPTIMIZATION: a plain parse has no limits, so the compiler writes constants.
        let watch = if is_plain {
            Watch::new(Limits::UNLIMITED, None, find_encoding)
        } else {
            Watch::new(self.parser.limits, self.watcher.take(), find_encoding)
        };
        let mut machine =
            Machine::new(self.parser, self.context.is_some(), true, is_plain, input.newlines.clone(), watch);
        machine.begin(self.parser, self.context, Some(input.text.clone()), &mut self.spare);
        let mut rest: &str = &input.text;
        if let Some(bytes) = &bytes {
            bytes.report_malformed(&mut |malformed, end| {
                if end <= rest.len() {
                    machine.report_malformed_bytes(malformed, end);
                }
            });
        }
        loop {
            let run = machine.run(rest, input.cut.is_none());
            rest = &rest[run.consumed..];
            match run.ending {
                Ending::Paused(Pause::Encoding(declared)) => {
                    machine.watch_mut().tentative_encoding = None;
                    let offset = machine.offset();
                    if bytes.as_mut().is_some_and(|bytes| bytes.encoding_was_declared(declared, offset)) {
                        self.watcher = machine.watch_mut().watcher.take();
                        return machine.finish(true);
                    }
                }
                // Pauses at scripts are not enabled here.
                Ending::Paused(Pause::Script(_)) => {}
                Ending::NeedsInput | Ending::Finished | Ending::Paused(Pause::Stop(_)) => break,
            }
        }
        if let Some(limit) = input.cut {
            machine.watch_mut().stop(Stop::Limit(limit));
        }
        machine.finish(self.keeps_reserve)
    }
}

/// Returns the source for a document, which shares decoded or normalized text instead of copying it.
#[inline]
fn without_copy(text: Cow<'_, str>) -> NewSource<'_> {
    match text {
        Cow::Borrowed(text) => NewSource::Copied(text),
        Cow::Owned(mut text) => {
            // A decoder reserves memory for the longest possible text.
            text.shrink_to(text.len() + text.len() / 8);
            NewSource::Shared(SharedText::new(text))
        }
    }
}

/// Converts bytes to pieces of preprocessed text, and passes on each piece with the malformed bytes at its end.
fn convert(
    mut bytes: &[u8],
    encoding: &'static Encoding,
    is_end: bool,
    mut take: impl FnMut(&str, Option<MalformedBytes>),
) {
    let mut stream = ByteStream::new(EncodingHints::new().user(encoding), true);
    let mut queue = ChunkQueue::default();
    while let Some(piece) = stream.next_piece(&mut bytes, is_end) {
        take(&queue.preprocess(&piece.text), piece.malformed);
    }
}
