//! Feeding bytes to a parser: decoding them, and changing the encoding.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;

use hedgerow_input::{
    ByteStream, ChunkQueue, Encoding, EncodingHints, SniffedEncoding, StreamEncodingChange,
};
use hedgerow_tree::declared_encoding;

use super::scripts::Scripts;
use super::{ByteChunks, Chunk, End, Progress, StreamParser, machine};
use crate::limits::Limit;
use crate::{Context, Parser};

/// The size of one read.
const BYTES_READ_AT_ONCE: usize = 1 << 16;

impl StreamParser<ByteChunks> {
    pub(crate) fn of_bytes(parser: &Parser, context: Option<&Context>, hints: &EncodingHints) -> Self {
        Self::with_byte_stream(parser, context, Some(hints))
    }

    /// Takes a chunk of bytes and parses as much of the input as possible.
    ///
    /// The returned state can be ignored unless the parser pauses at scripts: bytes that are fed during a pause are kept,
    /// and bytes after a [stop](Progress::Stopped) are ignored.
    ///
    /// Up to 1024 bytes are held until the encoding is determined, and more if the encoding has to be guessed.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
    ///
    /// ```
    /// use hedgerow::encoding::encoding_for_label;
    /// use hedgerow::{EncodingHints, Parser};
    /// let hints = EncodingHints::new().transport(encoding_for_label("utf-8")?);
    /// let mut stream = Parser::new().stream_bytes(&hints);
    /// stream.feed(b"<p>\xC3");
    /// stream.feed(b"\xA9");
    /// assert_eq!(stream.document().root().text(), "é");
    /// # Ok::<(), hedgerow::encoding::UnknownEncodingLabel>(())
    /// ```
    pub fn feed(&mut self, chunk: &[u8]) -> Progress {
        if self.end == End::Open && !self.has_stopped() {
            let most = self.settings.limits.most_bytes();
            let rest = usize::try_from(most.saturating_sub(self.fed)).unwrap_or(usize::MAX);
            let admitted = &chunk[..chunk.len().min(rest)];
            self.fed += admitted.len() as u64;
            if admitted.len() < chunk.len() {
                self.end = End::Cut(Limit::Bytes { most });
            }
            self.pump(Chunk::Bytes(admitted));
        }
        self.progress()
    }

    /// Feeds all bytes from a reader, up to its end or a [stop](Progress::Stopped). If the parser pauses at a script,
    /// the rest of the bytes is read and kept.
    ///
    /// ```
    /// use hedgerow::{EncodingHints, Parser};
    /// let mut stream = Parser::new().stream_bytes(&EncodingHints::new());
    /// stream.feed_all(&b"<p>Yew"[..])?;
    /// assert_eq!(stream.finish().document().root().text(), "Yew");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the reader returns an error other than [`ErrorKind::Interrupted`]. The bytes before the error were fed.
    pub fn feed_all(&mut self, mut reader: impl Read) -> io::Result<Progress> {
        let mut buffer = vec![0; BYTES_READ_AT_ONCE];
        while !self.has_stopped() && self.end == End::Open {
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => self.feed(&buffer[..length]),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
        }
        Ok(self.progress())
    }

    /// Returns the encoding, or `None` if it is not determined yet.
    ///
    /// ```
    /// use hedgerow::{EncodingHints, Parser};
    /// let mut stream = Parser::new().stream_bytes(&EncodingHints::new());
    /// stream.feed(b"<meta charset=big5");
    /// assert_eq!(stream.encoding(), None);
    /// stream.feed(b">");
    /// assert_eq!(stream.encoding().unwrap().encoding.name(), "Big5");
    /// ```
    #[must_use]
    pub fn encoding(&self) -> Option<SniffedEncoding> {
        self.byte_stream.as_ref().and_then(ByteStream::encoding)
    }
}

/// Writing feeds bytes; parsing never fails. After a stop or the end, writing is an error, so that a writer does not
/// continue in vain.
impl io::Write for StreamParser<ByteChunks> {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        if matches!(self.end, End::Reached | End::Parsed) {
            return Err(io::Error::other("the input of this parser has already ended"));
        }
        self.feed(chunk);
        match self.machine.stop_reason() {
            None => Ok(chunk.len()),
            Some(stop) => Err(io::Error::other(stop)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<Chunks> StreamParser<Chunks> {
    /// Decodes the next piece of the bytes, first of the waiting ones, and parses it. Returns whether there was one.
    pub(super) fn decode(&mut self, chunk: &mut &[u8]) -> bool {
        let mut waiting = std::mem::take(&mut self.waiting_bytes);
        loop {
            let Some(stream) = &mut self.byte_stream else { return false };
            let (front, _) = waiting.as_slices();
            let is_waiting = !front.is_empty();
            let mut bytes = if is_waiting { front } else { *chunk };
            let count = bytes.len();
            let is_end = count == 0 && self.end != End::Open;
            let piece = stream.next_piece(&mut bytes, is_end);
            let used = count - bytes.len();
            let has_text = piece.is_some();
            if let Some(piece) = piece {
                self.machine.watch_mut().tentative_encoding =
                    stream.is_tentative().then_some(declared_encoding);
                self.take_text(&piece.text, piece.malformed);
            }
            if is_waiting {
                waiting.drain(..used);
            } else {
                *chunk = &chunk[used..];
            }
            if has_text {
                // After a restart, the bytes from the first one on come before the rest.
                self.waiting_bytes.append(&mut waiting);
                return true;
            }
            if count == 0 {
                self.has_all_text = is_end;
                return false;
            }
        }
    }

    /// Changes the encoding because of a `meta` element. Breaks if parsing begins again.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
    pub(super) fn change_the_encoding(&mut self, encoding: &'static Encoding) -> ControlFlow<()> {
        self.machine.watch_mut().tentative_encoding = None;
        let change = self.byte_stream.as_mut().map(|stream| stream.change_the_encoding(encoding));
        if let Some(StreamEncodingChange::Restart(bytes)) = change {
            self.restart(bytes);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Prepares to parse all bytes again, beginning with the first one.
    fn restart(&mut self, bytes: Vec<u8>) {
        let watcher = self.machine.watch_mut().watcher.take();
        #[cfg(feature = "select")]
        let matches = self.machine.watch_mut().matches.take();
        self.machine = machine(&self.settings, self.context.as_ref(), watcher);
        #[cfg(feature = "select")]
        if let Some(matches) = matches {
            self.machine.watch_mut().matches = matches.restarted().map(Box::new);
        }
        self.queue = ChunkQueue::default();
        self.scripts = Scripts::default();
        self.scripts.is_to_be_resumed = self.settings.pauses_at_scripts(self.context.is_some());
        self.has_restarted = true;
        self.holds_a_carriage_return = false;
        self.has_all_text = false;
        self.written = 0;
        self.fed_text = 0;
        let mut waiting = VecDeque::from(bytes);
        waiting.append(&mut self.waiting_bytes);
        self.waiting_bytes = waiting;
    }
}
