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
use crate::mode::{Mode, Observed, Plain};
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
    /// The encoding that the document declares, if the document must be parsed again with that encoding.
    pub(crate) changed_encoding: Option<&'static Encoding>,
}

/// The functions for input of bytes. They are pointers so that a program that parses only text is linked without the decoders and
/// the tables of encodings.
struct Decoding {
    convert: Convert,
    find_encoding: FindEncoding,
    change_the_encoding: fn(&'static Encoding, &'static Encoding) -> EncodingChange,
}

/// A function that converts bytes to pieces of preprocessed text, and passes on each piece with the malformed bytes at its
/// end. The flag says whether the end of the input is included.
type Convert = fn(&[u8], &'static Encoding, bool, &mut dyn FnMut(&str, Option<MalformedBytes>));

/// See [`Decoding`].
static DECODING: Decoding = Decoding { convert, find_encoding: declared_encoding, change_the_encoding };

/// Preprocessed text.
struct Input<'i> {
    text: NewSource<'i>,
    /// How the source differs from the preprocessed text, if that is needed.
    newlines: Option<Box<NewlineMap>>,
    /// The limit that was exceeded, if the text was cut.
    cut: Option<Limit>,
    /// The bytes and their encoding, if malformed bytes are to be reported and there may be some.
    dubious: Option<(&'i [u8], &'static Encoding)>,
    /// The functions for bytes, if the input is bytes.
    decoding: Option<&'static Decoding>,
}

impl<'j> Job<'j, '_> {
    pub(crate) fn new(parser: &'j Parser, context: Option<&'j Context>) -> Self {
        Self { parser, context, spare: None, keeps_reserve: false, watcher: None, changed_encoding: None }
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
        let input = Input { text, newlines, cut, dubious: None, decoding: None };
        self.read(&input, None)
    }

    /// Determines the encoding of bytes, decodes and parses them. Repeats this if the document declares another encoding.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
    pub(crate) fn parse_bytes(mut self, bytes: &[u8], hints: &EncodingHints) -> Parsed {
        let most = self.parser.limits.most_bytes();
        let cut = (bytes.len() as u64 > most).then_some(Limit::Bytes { most });
        let bytes = if cut.is_some() { &bytes[..most as usize] } else { bytes };
        let decoded = decode(bytes, hints);
        let mut encoding = decoded.encoding;
        let (mut text, mut is_malformed) = (decoded.text, decoded.had_errors);
        loop {
            let input = self.preprocess(bytes, encoding.encoding, text, cut);
            let mut parsed = self.read(&input, Some((bytes, &mut encoding)));
            let Some(new) = self.changed_encoding.take() else {
                if bytes.len() > MOST_KEPT_BYTES {
                    encoding.confidence = Confidence::Certain;
                }
                parsed.set_encoding(Some(encoding));
                let count = || malformed_sequences(bytes, encoding.encoding);
                parsed.malformed_sequences = Some(if is_malformed { count() } else { 0 });
                return parsed;
            };
            // 6. Otherwise, restart …, but this time skip the encoding sniffing algorithm and instead just set the encoding to the
            //    new encoding and the confidence to certain.
            self.spare = Some(parsed.into_document());
            encoding = SniffedEncoding {
                encoding: new,
                confidence: Confidence::Certain,
                reason: EncodingReason::LateMeta,
            };
            (text, is_malformed) = new.decode_without_bom_handling(bytes);
        }
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

    /// Normalizes the newlines of decoded text.
    fn preprocess<'i>(
        &self,
        bytes: &'i [u8],
        encoding: &'static Encoding,
        text: Cow<'i, str>,
        cut_bytes: Option<Limit>,
    ) -> Input<'i> {
        let may_be_malformed = self.parser.collect_errors && text.contains(char::REPLACEMENT_CHARACTER);
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
        let text = without_copy(text);
        let cut = is_cut.then_some(Limit::Bytes { most: MOST_BYTES_OF_TEXT });
        Input {
            text,
            newlines,
            cut: cut.or(cut_bytes),
            dubious: may_be_malformed.then_some((bytes, encoding)),
            decoding: Some(&DECODING),
        }
    }

    /// Parses preprocessed text, with the fastest machine that observes everything needed.
    #[inline]
    fn read(&mut self, input: &Input<'_>, bytes: Option<(&[u8], &mut SniffedEncoding)>) -> Parsed {
        let is_watched = self.watcher.is_some() || self.parser.limits.bound_the_tree();
        let (errors, spans) = (self.parser.collect_errors, self.parser.keeps_source_spans());
        if is_watched || errors || spans {
            self.read_with::<Observed>(input, bytes)
        } else {
            self.read_with::<Plain>(input, bytes)
        }
    }

    fn read_with<M: Mode>(
        &mut self,
        input: &Input<'_>,
        mut bytes: Option<(&[u8], &mut SniffedEncoding)>,
    ) -> Parsed {
        let text: &str = &input.text;
        let is_tentative =
            bytes.as_ref().is_some_and(|(_, encoding)| encoding.confidence == Confidence::Tentative);
        let find_encoding = input.decoding.filter(|_| is_tentative).map(|decoding| decoding.find_encoding);
        // OPTIMIZATION: an unwatched parse has no limits, so the compiler writes constants.
        let watch = if M::IS_OBSERVED {
            Watch::new(self.parser.limits, self.watcher.take(), find_encoding)
        } else {
            Watch::new(Limits::UNLIMITED, None, find_encoding)
        };
        let mut machine =
            Machine::<M>::new(self.parser, self.context.is_some(), true, input.newlines.clone(), watch);
        machine.begin(self.parser, self.context, Some(input.text.clone()), &mut self.spare);
        if let (Some((bytes, encoding)), Some(decoding)) = (input.dubious, input.decoding) {
            let mut end = 0;
            (decoding.convert)(bytes, encoding, true, &mut |piece, malformed| {
                end += piece.len();
                if let Some(malformed) = malformed.filter(|_| end <= text.len()) {
                    machine.report_malformed_bytes(malformed, end);
                }
            });
        }
        let mut rest = text;
        loop {
            let run = machine.run(rest, input.cut.is_none());
            rest = &rest[run.consumed..];
            match (run.ending, &mut bytes, input.decoding) {
                (Ending::Paused(Pause::Encoding(declared)), Some((bytes, encoding)), Some(decoding)) => {
                    machine.watch_mut().tentative_encoding = None;
                    encoding.confidence = Confidence::Certain;
                    if is_early_enough(decoding.convert, bytes, encoding.encoding, machine.offset()) {
                        match (decoding.change_the_encoding)(encoding.encoding, declared) {
                            EncodingChange::Ignored => {}
                            EncodingChange::Confirmed => encoding.reason = encoding.reason.confirmed(),
                            EncodingChange::Changed(new) => {
                                self.changed_encoding = Some(new);
                                self.watcher = machine.watch_mut().watcher.take();
                                return machine.finish(true);
                            }
                        }
                    }
                }
                // Pauses at scripts are not enabled here.
                (Ending::Paused(Pause::Encoding(_) | Pause::Script(_)), _, _) => {}
                (Ending::NeedsInput | Ending::Finished | Ending::Paused(Pause::Stop(_)), _, _) => break,
            }
        }
        if let Some(limit) = input.cut {
            machine.watch_mut().stop(Stop::Limit(limit));
        }
        #[cfg(feature = "lint")]
        machine.find_violations(text);
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

/// Whether a declaration at an offset of the preprocessed input comes early enough to change the encoding. It must be
/// within the bytes that a [`ByteStream`] keeps, so that bytes in chunks give the same result.
fn is_early_enough(convert: Convert, bytes: &[u8], encoding: &'static Encoding, offset: usize) -> bool {
    let Some(kept) = bytes.get(..MOST_KEPT_BYTES) else { return true };
    let mut length = 0;
    convert(kept, encoding, false, &mut |text, _| length += text.len());
    offset <= length
}

/// See [`Convert`].
fn convert(
    mut bytes: &[u8],
    encoding: &'static Encoding,
    is_end: bool,
    take: &mut dyn FnMut(&str, Option<MalformedBytes>),
) {
    let mut stream = ByteStream::new(EncodingHints::new().user(encoding), true);
    let mut queue = ChunkQueue::default();
    while let Some(piece) = stream.next_piece(&mut bytes, is_end) {
        take(&queue.preprocess(&piece.text), piece.malformed);
    }
}
