//! [`PendingTableCharacters`]: the pending table character tokens, with their places in the input.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext>

use hedgerow_base::Span;
use hedgerow_tokenizer::Text;

/// The length and the place of a run, which is the characters of one token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunOfCharacters {
    /// The length of the run in bytes.
    pub(crate) length: usize,
    /// The start of the run in the input, if the run is a copy of the input.
    pub(crate) start: Option<u32>,
    /// The span of the token. For a run that differs from the input, this is the span of a
    /// character reference.
    pub(crate) token: Span,
}

/// The pending table character tokens: their joined text, and the place of each token's run.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingTableCharacters {
    text: String,
    /// The start of the text in the input, if the text is a copy of the input.
    start: Option<u32>,
    /// The runs, if places are recorded.
    runs: Vec<RunOfCharacters>,
}

impl PendingTableCharacters {
    /// Whether there are no characters.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Removes all characters. The buffers are kept.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.start = None;
        self.runs.clear();
    }

    /// Appends the characters of a token. If the span of the token is given, also records the
    /// run.
    pub(crate) fn push(&mut self, characters: Text<'_>, token: Option<Span>) {
        let start = characters.place_in_input().map(|(start, _)| start);
        let length = self.text.len() as u32;
        if length == 0 {
            self.start = start;
        } else if start != self.start.map(|start| start + length) {
            self.start = None;
        }
        self.text.push_str(&characters);
        if let Some(token) = token {
            self.runs.push(RunOfCharacters { length: characters.len(), start, token });
        }
    }

    /// Returns all characters as one text.
    pub(crate) fn text(&self) -> Text<'_> {
        Text::copied_from(&self.text, self.start)
    }

    /// Iterates over the runs and their texts. Yields nothing if places are not recorded.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (&str, &RunOfCharacters)> {
        let mut rest = self.text.as_str();
        self.runs.iter().map(move |run| {
            let (text, following) = rest.split_at(run.length);
            rest = following;
            (text, run)
        })
    }

    /// Returns the offset of the first character in the input, if places are recorded.
    pub(crate) fn first_offset(&self) -> Option<u32> {
        let run = self.runs.first()?;
        Some(run.start.unwrap_or(run.token.start))
    }
}
