//! The text of a chunked input that the tokenizer has not let go of yet, and the insertion points in it.

use std::borrow::Cow;
use std::collections::VecDeque;

use tendril::{Atomic, Tendril, fmt::UTF8};

use crate::normalize_newlines;

/// A slice of a buffer that it may share with others; it can go to another thread.
type Chunk = Tendril<UTF8, Atomic>;

/// How much of a chunk is put behind a token that has begun before it: what is joined is copied.
const MOST_JOINED_BYTES: u32 = 1 << 16;

/// What stands behind an insertion point.
#[derive(Clone, Debug, Default)]
struct Behind {
    chunks: VecDeque<Chunk>,
    /// How long they are together, in bytes.
    length: usize,
    /// The text that was inserted before it ended with a CR.
    after_carriage_return: bool,
}

/// The input stream as far as it has come and was not discarded: preprocessed text, of which the tokenizer reads a
/// contiguous piece at a time.
///
/// A CR at the end of a chunk waits for the next chunk, which may begin with its LF.
///
/// While a script runs there is an insertion point, and while a script that it has written runs, another one before it. What
/// stands behind the points is not read: chunks are slices of shared buffers, so that dividing them at a point and putting
/// them together again copies nothing.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#insertion-point>
#[derive(Clone, Debug, Default)]
pub struct ChunkQueue {
    /// What the tokenizer reads.
    text: Chunk,
    /// What follows, up to the innermost insertion point or up to what has come.
    next: VecDeque<Chunk>,
    /// What stands behind the insertion points, the innermost last.
    behind: Vec<Behind>,
    /// How long what stands before the innermost insertion point is, in bytes.
    length: usize,
    /// How long what stands behind it is.
    length_behind: usize,
    /// The last chunk ended with a CR, for which a LF is already in the text.
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

    /// Normalizes the newlines of the next chunk of the input, which goes elsewhere or is
    /// [pushed](Self::push_preprocessed) then.
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
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push_preprocessed("ab");
    /// queue.advance();
    /// assert_eq!(queue.text(), "ab");
    /// ```
    pub fn push_preprocessed(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let chunk = Chunk::from_slice(text);
        if let Some(outermost) = self.behind.first_mut() {
            outermost.chunks.push_back(chunk);
            outermost.length += text.len();
            self.length_behind += text.len();
        } else {
            self.next.push_back(chunk);
            self.length += text.len();
        }
    }

    /// The text to be read now. It grows when the queue [advances](Self::advance).
    ///
    /// ```
    /// assert_eq!(hedgerow_input::ChunkQueue::default().text(), "");
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How long the text is that has come and was not discarded, in bytes.
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("ab");
    /// assert_eq!(queue.len(), 2);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.length + self.length_behind
    }

    /// Puts more behind the text, for a reader that reads chunks elsewhere and has the queue hold only what it has left over.
    ///
    /// Nothing may [stand behind](Self::is_at_the_end) the text.
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

    /// Puts more behind the text, if there is more before the innermost insertion point. Answers whether there was.
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("ab");
    /// assert!(queue.advance());
    /// assert!(!queue.advance());
    /// ```
    pub fn advance(&mut self) -> bool {
        let Some(mut chunk) = self.next.pop_front() else { return false };
        if self.text.is_empty() {
            self.text = chunk;
        } else if chunk.len32() <= MOST_JOINED_BYTES {
            self.text.push_tendril(&chunk);
        } else {
            let mut length = MOST_JOINED_BYTES;
            while !chunk.is_char_boundary(length as usize) {
                length -= 1;
            }
            self.text.push_slice(&chunk[..length as usize]);
            chunk.pop_front(length);
            self.next.push_front(chunk);
        }
        true
    }

    /// Drops the first `bytes` of the text.
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

    /// Whether all that has come was read and discarded.
    ///
    /// ```
    /// assert!(hedgerow_input::ChunkQueue::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether nothing stands behind the text.
    ///
    /// ```
    /// assert!(hedgerow_input::ChunkQueue::default().is_at_the_end());
    /// ```
    #[must_use]
    pub fn is_at_the_end(&self) -> bool {
        self.next.is_empty() && self.behind.is_empty()
    }

    /// "Let the insertion point be just before the next input character."
    ///
    /// The point that there was before is kept, see [`restore_the_insertion_point`](Self::restore_the_insertion_point).
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("network");
    /// queue.set_the_insertion_point();
    /// queue.insert("written ");
    /// queue.advance();
    /// assert_eq!(queue.text(), "written ");
    /// ```
    pub fn set_the_insertion_point(&mut self) {
        let mut chunks = std::mem::take(&mut self.next);
        if !self.text.is_empty() {
            chunks.push_front(std::mem::take(&mut self.text));
        }
        let length = std::mem::take(&mut self.length);
        self.length_behind += length;
        self.behind.push(Behind { chunks, length, after_carriage_return: false });
    }

    /// Inserts text just before the insertion point, after normalizing its newlines. Answers where: the length of what stands
    /// before it, and that of the text. Does nothing if the insertion point is undefined.
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// assert_eq!(queue.insert("text"), None);
    /// queue.set_the_insertion_point();
    /// assert_eq!(queue.insert("text"), Some((0, 4)));
    /// assert_eq!(queue.insert("\r\n"), Some((4, 1)));
    /// ```
    pub fn insert(&mut self, text: &str) -> Option<(usize, usize)> {
        let behind = self.behind.last_mut()?;
        let text = preprocess(text, &mut behind.after_carriage_return);
        let before = self.length;
        if !text.is_empty() {
            self.length += text.len();
            self.next.push_back(Chunk::from_slice(&text));
        }
        Some((before, text.len()))
    }

    /// "Let the insertion point have the value of the old insertion point."
    ///
    /// ```
    /// let mut queue = hedgerow_input::ChunkQueue::default();
    /// queue.push("network");
    /// queue.set_the_insertion_point();
    /// queue.insert("written ");
    /// queue.restore_the_insertion_point();
    /// while queue.advance() {}
    /// assert_eq!(queue.text(), "written network");
    /// ```
    pub fn restore_the_insertion_point(&mut self) {
        let Some(Behind { mut chunks, length, .. }) = self.behind.pop() else { return };
        self.length_behind -= length;
        self.length += length;
        // The shorter goes to the longer, so that however scripts are nested each chunk is moved a few times only.
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

/// Normalizes the newlines of a chunk behind another one.
fn preprocess<'c>(chunk: &'c str, after_carriage_return: &mut bool) -> Cow<'c, str> {
    let Some(&last) = chunk.as_bytes().last() else { return Cow::Borrowed(chunk) };
    let chunk = if *after_carriage_return { chunk.strip_prefix('\n').unwrap_or(chunk) } else { chunk };
    *after_carriage_return = last == b'\r';
    normalize_newlines(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(queue: &mut ChunkQueue) -> String {
        let mut read = String::new();
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
        queue.set_the_insertion_point();
        queue.insert("2");
        queue.insert("8");
        queue.advance();
        queue.discard(1);
        queue.set_the_insertion_point();
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
        assert!(queue.text().len() < MOST_JOINED_BYTES as usize + 10);
        while queue.advance() {}
        assert_eq!(queue.text(), format!("<p title={long}"));
    }

    #[test]
    fn a_queue_can_go_to_another_thread() {
        fn assert_send<T: Send>() {}
        assert_send::<ChunkQueue>();
    }
}
