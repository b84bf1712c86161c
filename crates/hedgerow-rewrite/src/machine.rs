//! [`Machine`]: a tokenizer, and its position in the text of an [`Input`].

use hedgerow_tokenizer::{Outcome, TokenSink, Tokenizer};

use crate::input::Input;

/// The number of bytes of text that are read before the results are used.
const RUN: usize = 16 * 1024;

#[derive(Debug)]
pub(crate) struct Machine<S: TokenSink> {
    pub(crate) tokenizer: Tokenizer<S>,
    /// The offset in the input's text from which the tokenizer reads.
    pub(crate) position: usize,
    /// The number of bytes of text from the position that the tokenizer has seen.
    pub(crate) seen: usize,
}

impl<S: TokenSink> Machine<S> {
    pub(crate) fn new(sink: S) -> Self {
        Self { tokenizer: Tokenizer::new(sink), position: 0, seen: 0 }
    }

    /// Reads some tokens. `is_end` states that the document ends where the text does. Returns whether there may be more tokens; `None` at
    /// the end of the document.
    pub(crate) fn step(&mut self, input: &Input, is_end: bool) -> Option<bool> {
        let rest = input.text().get(self.position..).unwrap_or_default();
        let mut end = rest.len().min(self.seen + RUN);
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let is_last = end == rest.len();
        let outcome = self.tokenizer.run(rest.get(..end).unwrap_or_default(), is_end && is_last);
        let (Outcome::NeedsInput { consumed } | Outcome::Suspended { consumed }) = outcome else {
            return None;
        };
        self.position += consumed;
        self.seen = end - consumed;
        Some(!is_last || matches!(outcome, Outcome::Suspended { .. }))
    }
}
