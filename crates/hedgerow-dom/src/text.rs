//! The text heap: one string for all the text of a document, and the spans into it.
//!
//! Data of comments, values of attributes and the like are [`TextSpan`]s, which never change.
//! The data of a `Text` node is a [`TextRun`], which can be appended to:
//!
//! ```text
//! append data to run:
//!     if the run is the last of the heap: push data behind it
//!     else if the filler behind the run has room: overwrite filler with data
//!     else: copy the run to the end of the heap, push data, push as much filler as the run is long
//! ```
//!
//! So a run is copied only after it has doubled, and any interleaving of appends over any number of runs
//! takes time linear in the text.
//!
//! Two rules keep this safe. Only the node that owns a run has its filler; a copy of the node shares the
//! text, not the filler. And an empty span always starts at 0, so that none points into filler.
//!
//! What is not here: which node has which text.

/// A piece of the text heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextSpan {
    start: u32,
    length: u32,
}

impl TextSpan {
    pub(crate) const EMPTY: Self = Self { start: 0, length: 0 };

    #[inline]
    fn end(self) -> usize {
        self.start as usize + self.length as usize
    }
}

/// The text of a `Text` node: a piece of the text heap, with room to grow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextRun {
    start: u32,
    length: u32,
    /// The length with the filler behind the text; at least `length`.
    capacity: u32,
}

impl TextRun {
    /// A run that has the text of `span` but no filler.
    #[inline]
    pub(crate) fn sharing(span: TextSpan) -> Self {
        Self { start: span.start, length: span.length, capacity: span.length }
    }

    #[inline]
    pub(crate) fn span(self) -> TextSpan {
        TextSpan { start: self.start, length: self.length }
    }
}

/// All the text of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextHeap {
    text: String,
}

impl TextHeap {
    /// Offsets are `u32`.
    const LIMIT: usize = u32::MAX as usize;

    /// What is overwritten when a run grows: ASCII, so that it can be cut anywhere.
    const FILLER: char = '\0';

    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { text: String::with_capacity(capacity) }
    }

    #[inline]
    pub(crate) fn get(&self, span: TextSpan) -> &str {
        &self.text[span.start as usize..span.end()]
    }

    /// Whether the span lies in the heap and cuts no character.
    pub(crate) fn contains(&self, span: TextSpan) -> bool {
        self.text.get(span.start as usize..span.end()).is_some()
    }

    /// Whether the run lies in the heap, cuts no character, and has nothing but filler behind it.
    pub(crate) fn contains_run(&self, run: TextRun) -> bool {
        let filler = run.span().end()..run.start as usize + run.capacity as usize;
        self.contains(run.span())
            && (filler.is_empty()
                || self.text.get(filler).is_some_and(|text| text.chars().all(|c| c == Self::FILLER)))
            && run.capacity >= run.length
    }

    /// Puts `data` at the end.
    #[inline]
    pub(crate) fn push(&mut self, data: &str) -> TextSpan {
        if data.is_empty() {
            return TextSpan::EMPTY;
        }
        let start = self.text.len();
        self.push_within_limit(data);
        TextSpan { start: start as u32, length: data.len() as u32 }
    }

    /// Appends `data` to a run.
    #[inline]
    pub(crate) fn append(&mut self, run: &mut TextRun, data: &str) {
        if run.span().end() == self.text.len() {
            self.push_within_limit(data);
            run.length += data.len() as u32;
            run.capacity = run.length;
        } else if !data.is_empty() {
            self.append_apart(run, data);
        }
    }

    /// Appends to a run that has filler or another text behind it.
    #[cold]
    fn append_apart(&mut self, run: &mut TextRun, data: &str) {
        let end = run.span().end();
        let capacity_end = run.start as usize + run.capacity as usize;
        if data.len() <= capacity_end - end {
            self.text.replace_range(end..end + data.len(), data);
            run.length += data.len() as u32;
        } else if capacity_end == self.text.len() {
            self.text.truncate(end);
            self.push_within_limit(data);
            run.length += data.len() as u32;
            run.capacity = run.length;
        } else {
            self.move_to_the_end(run, data);
        }
    }

    fn move_to_the_end(&mut self, run: &mut TextRun, data: &str) {
        let was_empty = run.length == 0;
        let start = self.text.len();
        self.text.extend_from_within(run.start as usize..run.span().end());
        self.push_within_limit(data);
        let length = self.text.len() - start;
        let filler = if was_empty { 0 } else { length.min(Self::LIMIT - self.text.len()) };
        self.text.extend(std::iter::repeat_n(Self::FILLER, filler));
        *run = TextRun { start: start as u32, length: length as u32, capacity: (length + filler) as u32 };
    }

    #[inline]
    fn push_within_limit(&mut self, data: &str) {
        self.text.push_str(data);
        assert!(self.text.len() <= Self::LIMIT, "the text of a document is limited to 4 GiB");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_is_last_grows_in_place() {
        let mut heap = TextHeap::default();
        heap.push("attribute");
        let mut run = TextRun::sharing(heap.push("a"));
        for _ in 0..100 {
            heap.append(&mut run, "é");
        }
        assert_eq!(heap.text.len(), "attribute".len() + 201);
        assert!(heap.contains_run(run));
    }

    #[test]
    fn a_run_that_is_not_last_grows_by_doubling() {
        let mut heap = TextHeap::default();
        let mut runs = [TextRun::sharing(heap.push("a")), TextRun::sharing(heap.push("b"))];
        for _ in 0..50_000 {
            for run in &mut runs {
                heap.append(run, "é");
            }
        }
        assert!(runs.iter().all(|&run| heap.contains_run(run)));
        // 200,002 bytes of text; what was left behind and the filler are a small multiple of it.
        assert!(heap.text.len() < 1_000_000, "{}", heap.text.len());
    }

    #[test]
    fn an_empty_span_survives_the_filler_it_was_made_behind() {
        let mut heap = TextHeap::default();
        let mut run = TextRun::sharing(heap.push("one"));
        heap.push("between");
        heap.append(&mut run, "é");
        let empty = heap.push("");
        heap.append(&mut run, "more than the filler has room for");
        assert_eq!(heap.get(empty), "");
        assert_eq!(heap.get(run.span()), "oneémore than the filler has room for");
    }

    #[test]
    fn runs_that_share_text_part_when_one_grows() {
        let mut heap = TextHeap::default();
        let mut one = TextRun::sharing(heap.push("shared"));
        let mut other = TextRun::sharing(one.span());
        heap.append(&mut one, " one");
        heap.append(&mut other, " other");
        let mut third = TextRun::sharing(other.span());
        heap.append(&mut other, "!");
        heap.append(&mut third, "?");
        assert_eq!(heap.get(one.span()), "shared one");
        assert_eq!(heap.get(other.span()), "shared other!");
        assert_eq!(heap.get(third.span()), "shared other?");
    }
}
