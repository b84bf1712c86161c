//! [`ChunkQueue`]: the text of a chunked input that the tokenizer has not discarded yet, and its insertion points.

use std::borrow::Cow;
use std::collections::VecDeque;

use tendril::{Atomic, Tendril, fmt::UTF8};

use crate::normalize_newlines;

/// A slice of a buffer. The buffer may be shared with other slices, and the slice may be sent to another thread.
type Chunk = Tendril<UTF8, Atomic>;

/// The smallest number of bytes of a chunk to append to a token that started before the chunk. These bytes are copied.
const FIRST_JOINED_BYTES: usize = 1 << 8;

/// The largest number of bytes of a chunk to append at once.
const MAX_JOINED_BYTES: usize = 1 << 16;

/// The text after an insertion point.
#[derive(Clone, Debug, Default)]
struct Following {
    chunks: VecDeque<Chunk>,
    /// The length of all chunks, in bytes.
    length: usize,
    /// Whether the text that was inserted at the insertion point ends with a CR so far.
    after_carriage_return: bool,
}

/// The part of the input stream that was received and is not discarded yet: preprocessed text, of which the tokenizer
/// reads one contiguous piece at a time.
///
/// A CR at the end of a chunk becomes a LF at once; a LF at the start of the next chunk is then dropped.
///
/// While a script runs, there is an insertion point. While a script that this script has written runs, there is a second
/// insertion point before the first one. The text after an insertion point is not read. Chunks are slices of shared buffers, so
/// splitting them at an insertion point and joining them again copies nothing.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#insertion-point>
#[derive(Clone, Debug, Default)]
pub struct ChunkQueue {
    /// The text that the tokenizer reads.
    text: Chunk,
    /// The text after `text`, up to the innermost insertion point or up to the end.
    next: VecDeque<Chunk>,
    /// The number of bytes of the next chunk that were copied to the end of `text`. The chunk still has these bytes, and more.
    /// The copy may have been discarded in part.
    joined: usize,
    /// The text after each insertion point, the innermost last.
    following: Vec<Following>,
    /// The length of the text before the innermost insertion point, in bytes.
    length: usize,
    /// The length of the text after the innermost insertion point, in bytes.
    length_after: usize,
    /// Whether the last chunk ended with a CR, for which the text already has an LF.
    after_carriage_return: bool,
}

impl ChunkQueue {
    /// Appends a chunk to the input, after normalizing its newlines.
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("a\r");
    /// queue.push("\nb");
    /// while queue.advance() {}
    /// assert_eq!(queue.text(), "a\nb");
    /// ```
    pub fn push(&mut self, chunk: &str) {
        let text = self.preprocess(chunk);
        self.push_preprocessed(&text);
    }

    /// Normalizes the newlines of the next chunk of the input. The caller then reads the text without the queue, or
    /// [pushes](Self::push_preprocessed) it.
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// assert_eq!(queue.preprocess("a\r"), "a\n");
    /// assert_eq!(queue.preprocess("\nb"), "b");
    /// ```
    pub fn preprocess<'c>(&mut self, chunk: &'c str) -> Cow<'c, str> {
        preprocess(chunk, &mut self.after_carriage_return)
    }

    /// Appends preprocessed text to the input.
    pub fn push_preprocessed(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let chunk = Chunk::from_slice(text);
        if let Some(outermost) = self.following.first_mut() {
            outermost.chunks.push_back(chunk);
            outermost.length += text.len();
            self.length_after += text.len();
        } else {
            self.next.push_back(chunk);
            self.length += text.len();
        }
    }

    /// Returns the text to read now. It grows when the queue [advances](Self::advance).
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the length of all text that was received and not discarded, in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length + self.length_after
    }

    /// Appends text to the current text, for a caller that reads chunks without the queue, and keeps only their unread
    /// end in it.
    ///
    /// There must be [no text after the current text](Self::is_at_the_end).
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.hold("<p");
    /// queue.hold(">");
    /// assert_eq!(queue.text(), "<p>");
    /// ```
    pub fn hold(&mut self, preprocessed: &str) {
        debug_assert!(self.is_at_the_end(), "the text would come before other text");
        self.length += preprocessed.len();
        self.text.push_slice(preprocessed);
    }

    /// Appends more text to the current text, if there is more before the innermost insertion point. Returns whether text was
    /// appended. A long chunk may be appended in parts, so the caller repeats the call until it returns `false`.
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("ab");
    /// assert!(queue.advance());
    /// assert!(!queue.advance());
    /// ```
    pub fn advance(&mut self) -> bool {
        if self.text.len() <= self.joined {
            // Once the token that started before the chunk is finished, the chunk is read in place, without a copy.
            self.take_back_joined_text();
        }
        let Some(chunk) = self.next.front() else { return false };
        if self.text.is_empty() {
            self.text = self.next.pop_front().unwrap_or_default();
            return true;
        }
        // Appends about as much as the text has, so that a long token is joined in few steps, and little is copied for a short
        // one.
        let mut end = self.joined + self.text.len().clamp(FIRST_JOINED_BYTES, MAX_JOINED_BYTES);
        if end < chunk.len() {
            while !chunk.is_char_boundary(end) {
                end -= 1;
            }
            self.text.push_slice(&chunk[self.joined..end]);
            self.joined = end;
        } else {
            self.text.push_slice(&chunk[self.joined..]);
            self.joined = 0;
            self.next.pop_front();
        }
        true
    }

    /// Makes the current text end where the next chunk starts: removes the copied bytes from the text, or from the chunk if
    /// their copy was discarded.
    fn take_back_joined_text(&mut self) {
        let joined = std::mem::take(&mut self.joined);
        let left = joined.min(self.text.len());
        self.text.pop_back(left as u32);
        if let Some(chunk) = self.next.front_mut() {
            chunk.pop_front((joined - left) as u32);
        }
    }

    /// Discards the first `bytes` of the text.
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("abc");
    /// queue.advance();
    /// queue.discard(2);
    /// assert_eq!(queue.text(), "c");
    /// ```
    pub fn discard(&mut self, bytes: usize) {
        self.text.pop_front(bytes as u32);
        self.length -= bytes;
    }

    /// Whether all received text was read and discarded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is no text after the current text.
    #[must_use]
    pub fn is_at_the_end(&self) -> bool {
        self.next.is_empty() && self.following.is_empty()
    }

    /// "Let the insertion point be just before the next input character." `read` is the number of bytes of the current text that
    /// the tokenizer has read: in the middle of a token, it has read more than it allows to discard.
    ///
    /// The previous insertion point is kept, see [`restore_the_insertion_point`](Self::restore_the_insertion_point).
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("network");
    /// queue.set_the_insertion_point(0);
    /// queue.insert("written ");
    /// queue.advance();
    /// assert_eq!(queue.text(), "written ");
    /// ```
    pub fn set_the_insertion_point(&mut self, read: usize) {
        self.take_back_joined_text();
        let mut chunks = std::mem::take(&mut self.next);
        debug_assert!(read <= self.text.len(), "the tokenizer has not read beyond the text");
        let unread = self.text.len().saturating_sub(read) as u32;
        if unread > 0 {
            chunks.push_front(self.text.subtendril(read as u32, unread));
            self.text.pop_back(unread);
        }
        let length = self.length - self.text.len();
        self.length = self.text.len();
        self.length_after += length;
        self.following.push(Following { chunks, length, after_carriage_return: false });
    }

    /// Inserts text just before the insertion point, after normalizing its newlines. Returns the length of the text before the
    /// inserted text, and the length of the inserted text. Does nothing if the insertion point is undefined.
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// assert_eq!(queue.insert("text"), None);
    /// queue.set_the_insertion_point(0);
    /// assert_eq!(queue.insert("text"), Some((0, 4)));
    /// assert_eq!(queue.insert("\r\n"), Some((4, 1)));
    /// ```
    pub fn insert(&mut self, text: &str) -> Option<(usize, usize)> {
        let following = self.following.last_mut()?;
        let text = preprocess(text, &mut following.after_carriage_return);
        let before = self.length;
        if !text.is_empty() {
            self.length += text.len();
            self.next.push_back(Chunk::from_slice(&text));
        }
        Some((before, text.len()))
    }

    /// Discards all text after the innermost insertion point.
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("network");
    /// queue.set_the_insertion_point(0);
    /// queue.insert("written");
    /// queue.discard_after_the_insertion_point();
    /// queue.restore_the_insertion_point();
    /// while queue.advance() {}
    /// assert_eq!(queue.text(), "written");
    /// ```
    pub fn discard_after_the_insertion_point(&mut self) {
        for following in &mut self.following {
            following.chunks.clear();
            following.length = 0;
        }
        self.length_after = 0;
    }

    /// "Let the insertion point have the value of the old insertion point."
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("network");
    /// queue.set_the_insertion_point(0);
    /// queue.insert("written ");
    /// queue.restore_the_insertion_point();
    /// while queue.advance() {}
    /// assert_eq!(queue.text(), "written network");
    /// ```
    pub fn restore_the_insertion_point(&mut self) {
        let Some(Following { mut chunks, length, .. }) = self.following.pop() else { return };
        self.length_after -= length;
        self.length += length;
        // Appends the shorter list to the longer one, so that each chunk is moved only a few times, however scripts are
        // nested.
        if self.next.len() > chunks.len() {
            self.next.append(&mut chunks);
        } else {
            while let Some(chunk) = self.next.pop_back() {
                chunks.push_front(chunk);
            }
            self.next = chunks;
        }
    }
}

/// Normalizes the newlines of a chunk. `after_carriage_return` says whether the previous chunk ended with a CR, and is updated.
fn preprocess<'c>(chunk: &'c str, after_carriage_return: &mut bool) -> Cow<'c, str> {
    let Some(&last) = chunk.as_bytes().last() else { return Cow::Borrowed(chunk) };
    let chunk = if *after_carriage_return { chunk.strip_prefix('\n').unwrap_or(chunk) } else { chunk };
    *after_carriage_return = last == b'\r';
    normalize_newlines(chunk)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read_all(queue: &mut ChunkQueue) -> String {
        let mut read = queue.text().to_owned();
        queue.discard(read.len());
        while queue.advance() {
            read.push_str(queue.text());
            queue.discard(queue.text().len());
        }
        read
    }

    #[test]
    fn a_newline_may_be_cut() {
        let mut queue = ChunkQueue::default();
        for chunk in ["a\r", "\nb", "\r", "\r", "\n", "", "\nc"] {
            queue.push(chunk);
        }
        assert_eq!(read_all(&mut queue), "a\nb\n\n\nc");
    }

    #[test]
    fn text_is_inserted_before_the_innermost_point() {
        let mut queue = ChunkQueue::default();
        queue.push("1");
        queue.push("9");
        queue.advance();
        queue.discard(1);
        queue.set_the_insertion_point(0);
        queue.insert("2");
        queue.insert("8");
        queue.advance();
        queue.discard(1);
        queue.set_the_insertion_point(0);
        queue.push("0");
        queue.insert("3");
        assert!(queue.advance());
        assert_eq!(queue.text(), "3");
        assert!(!queue.advance(), "the point is not passed");
        queue.restore_the_insertion_point();
        assert!(queue.advance());
        assert_eq!(queue.text(), "38");
        assert!(!queue.advance());
        queue.insert("4");
        assert!(!queue.is_at_the_end());
        queue.restore_the_insertion_point();
        while queue.advance() {}
        assert_eq!(queue.text(), "38490");
        assert_eq!(queue.len(), 5);
        assert!(queue.is_at_the_end());
    }

    #[test]
    fn a_long_chunk_is_joined_in_parts_between_characters() {
        let mut queue = ChunkQueue::default();
        let long = "\u{20AC}".repeat(100_000);
        queue.push("<p title=");
        queue.push(&long);
        queue.advance();
        queue.advance();
        assert!(queue.text().len() < FIRST_JOINED_BYTES + 10);
        while queue.advance() {}
        assert_eq!(queue.text(), format!("<p title={long}"));
    }

    #[test]
    fn a_chunk_is_not_copied_for_the_end_of_a_token() {
        let mut queue = ChunkQueue::default();
        let long = "b>".repeat(1000);
        queue.push("a<");
        queue.push(&long);
        queue.push("c");
        queue.advance();
        queue.discard(1);
        assert!(queue.advance());
        assert_eq!(queue.text(), format!("<{}", &long[..FIRST_JOINED_BYTES]));
        queue.discard(3);
        queue.clone().set_the_insertion_point(0);
        assert!(queue.advance());
        assert_eq!(queue.text(), &long[2..], "the rest of the chunk, where it is");
        assert_eq!(queue.len(), long.len() - 1);
        assert!(queue.advance());
        assert_eq!(queue.text(), format!("{}c", &long[2..]));
    }

    proptest! {
        #[test]
        fn text_is_read_in_order(
            chunks in prop::collection::vec((0..700_usize, 0..700_usize, 0..6_u8), 0..30),
        ) {
            let mut numbers = (0..).map(|number: u32| char::from(b'a' + (number % 23) as u8));
            let mut queue = ChunkQueue::default();
            let (mut pushed, mut read) = (String::new(), String::new());
            for (length, consumed, step) in chunks {
                match step {
                    0 | 1 => {
                        let chunk: String = numbers.by_ref().take(length).collect();
                        queue.push(&chunk);
                        pushed.push_str(&chunk);
                    }
                    2 | 3 => _ = queue.advance(),
                    4 => {
                        queue.set_the_insertion_point(0);
                        queue.restore_the_insertion_point();
                    }
                    _ => {
                        let text = queue.text();
                        let consumed = consumed.min(text.len());
                        read.push_str(&text[..consumed]);
                        queue.discard(consumed);
                    }
                }
                prop_assert_eq!(read.len() + queue.len(), pushed.len());
                prop_assert!(pushed[read.len()..].starts_with(queue.text()));
            }
            read.push_str(&read_all(&mut queue));
            prop_assert_eq!(read, pushed);
        }
    }
}
