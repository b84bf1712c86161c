//! The cursor over preprocessed text: next input character, reconsume, look-ahead, runs.

use crate::scan::{first_after_name, first_of_one, first_of_three, first_of_two};
use crate::{ByteSet, Lookahead};

/// An item of the input stream: a byte, or the end of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The first byte of the next input character; the whole character if it is ASCII.
    Byte(u8),
    /// The conceptual "EOF" character.
    Eof,
}

/// A position in a contiguous piece of preprocessed text.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#input-stream>
///
/// Whenever a tokenizer state begins or ends, the position is on a character boundary.
#[derive(Clone, Debug)]
pub struct InputStream<'i> {
    text: &'i str,
    /// The offset of the next input character. After EOF was consumed, it is the length of the text plus one.
    position: usize,
    /// Whether the end of the text is the end of the input, or only of a chunk.
    end_is_eof: bool,
}

impl<'i> InputStream<'i> {
    /// Creates a stream that starts at `position` of `text`.
    ///
    /// If `end_is_eof` is false, the end of the text suspends the reader: [`next`](Self::next) returns `None`.
    ///
    /// ```
    /// use hedgerow_input::{InputStream, Next};
    /// let mut input = InputStream::new("a", 0, false);
    /// assert_eq!(input.next(), Some(Next::Byte(b'a')));
    /// assert_eq!(input.next(), None);
    /// ```
    #[must_use]
    pub fn new(text: &'i str, position: usize, end_is_eof: bool) -> Self {
        Self { text, position, end_is_eof }
    }

    /// Returns the whole text, consumed or not.
    #[inline]
    #[must_use]
    pub fn text(&self) -> &'i str {
        self.text
    }

    /// Returns the offset of the next input character.
    #[inline]
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the offset of the current input character: the last one consumed.
    #[inline]
    #[must_use]
    pub fn current(&self) -> usize {
        self.position - 1
    }

    /// Consumes the next input character; returns `None` at the end of a chunk that is not the last.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#next-input-character>
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "not an iterator: EOF is a value, and one can go back")]
    pub fn next(&mut self) -> Option<Next> {
        if let Some(&byte) = self.text.as_bytes().get(self.position) {
            self.position += 1;
            Some(Next::Byte(byte))
        } else if self.end_is_eof {
            self.position += 1;
            Some(Next::Eof)
        } else {
            None
        }
    }

    /// Returns the next input character without consuming it, if it is in the text.
    ///
    /// ```
    /// let input = hedgerow_input::InputStream::new("ab", 0, true);
    /// assert_eq!(input.peek(), Some(b'a'));
    /// assert_eq!(input.position(), 0);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    /// Undoes the last [`next`](Self::next): the current input character will be consumed again.
    ///
    /// ```
    /// use hedgerow_input::{InputStream, Next};
    /// let mut input = InputStream::new("a", 0, true);
    /// input.next();
    /// input.reconsume();
    /// assert_eq!(input.next(), Some(Next::Byte(b'a')));
    /// ```
    #[inline]
    pub fn reconsume(&mut self) {
        self.position -= 1;
    }

    /// Returns a cursor at the next input character.
    #[inline(always)]
    #[must_use]
    pub fn ahead(&self) -> Lookahead<'i> {
        Lookahead::new(self.rest())
    }

    /// Returns a cursor at an offset of the text.
    #[must_use]
    pub fn ahead_at(&self, offset: usize) -> Lookahead<'i> {
        Lookahead::new(self.text.as_bytes().get(offset..).unwrap_or_default())
    }

    /// Returns the offset of a cursor that was created by this stream.
    #[inline(always)]
    #[must_use]
    pub fn offset_of(&self, ahead: Lookahead<'i>) -> usize {
        self.text.len() - ahead.rest().len()
    }

    /// Consumes all characters before a cursor that was created by this stream.
    #[inline(always)]
    pub fn advance_to(&mut self, ahead: Lookahead<'i>) {
        self.position = self.offset_of(ahead);
    }

    /// Consumes bytes that the caller has examined in [`rest`](Self::rest).
    ///
    /// ```
    /// let mut input = hedgerow_input::InputStream::new("abc", 0, true);
    /// input.advance(2);
    /// assert_eq!(input.rest(), b"c");
    /// ```
    #[inline]
    pub fn advance(&mut self, bytes: usize) {
        self.position += bytes;
    }

    /// Returns the text that is not consumed yet, as bytes.
    #[inline(always)]
    #[must_use]
    pub fn rest(&self) -> &'i [u8] {
        self.text.as_bytes().get(self.position..).unwrap_or_default()
    }

    /// Whether more text may follow this text.
    #[inline]
    #[must_use]
    pub fn may_grow(&self) -> bool {
        !self.end_is_eof
    }

    /// Consumes the run of characters before the next byte of `stops`, or up to the end of the text.
    ///
    /// ```
    /// use hedgerow_input::{ByteSet, InputStream};
    /// let mut input = InputStream::new("title>", 0, true);
    /// input.skip_until(&ByteSet::new(b" />"));
    /// assert_eq!(input.rest(), b">");
    /// ```
    #[inline]
    pub fn skip_until(&mut self, stops: &ByteSet) {
        let rest = self.rest();
        self.position += rest.iter().position(|&byte| stops.contains(byte)).unwrap_or(rest.len());
    }

    /// Like [`skip_until`](Self::skip_until) for the rest of a tag or attribute name.
    ///
    /// `stops` may contain only bytes from 0x00 to `,`, and `/`, `<`, `=` and `>`.
    ///
    /// ```
    /// use hedgerow_input::{ByteSet, InputStream};
    /// let mut input = InputStream::new("data-long-name='1'>", 0, true);
    /// input.skip_name(&ByteSet::new(b" =>"));
    /// assert_eq!(input.rest(), b"='1'>");
    /// ```
    #[inline]
    pub fn skip_name(&mut self, stops: &ByteSet) {
        self.position += first_after_name(self.rest(), stops);
    }

    /// Like [`skip_until`](Self::skip_until) for one byte.
    ///
    /// ```
    /// let mut input = hedgerow_input::InputStream::new("plain text\0", 0, true);
    /// input.skip_until_byte(b'\0');
    /// assert_eq!(input.rest(), b"\0");
    /// ```
    #[inline(always)]
    pub fn skip_until_byte(&mut self, byte: u8) {
        self.position += first_of_one(self.rest(), byte);
    }

    /// Like [`skip_until`](Self::skip_until) for two bytes.
    ///
    /// ```
    /// let mut input = hedgerow_input::InputStream::new("var a = 1;</script>", 0, true);
    /// input.skip_until_either(b'<', b'\0');
    /// assert_eq!(input.rest(), b"</script>");
    /// ```
    #[inline(always)]
    pub fn skip_until_either(&mut self, one: u8, other: u8) {
        self.position += first_of_two(self.rest(), one, other);
    }

    /// Like [`skip_until`](Self::skip_until) for three bytes.
    ///
    /// ```
    /// let mut input = hedgerow_input::InputStream::new("fish &amp; chips", 0, true);
    /// input.skip_until_any_of::<b'<', b'&', b'\0'>();
    /// assert_eq!(input.rest(), b"&amp; chips");
    /// ```
    #[inline(always)]
    pub fn skip_until_any_of<const ONE: u8, const TWO: u8, const THREE: u8>(&mut self) {
        self.position += first_of_three::<ONE, TWO, THREE>(self.rest());
    }
}
