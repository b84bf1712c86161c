//! [`TokenSink`]: the receiver of tokens, and its [`Feedback`] to the tokenizer.

use hedgerow_base::NameId;
use hedgerow_input::Span;

use crate::{AttributePlace, ParseErrorCode, State, Token};

/// The instruction of a token sink to the tokenizer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Feedback {
    /// Continue.
    Continue,
    /// Switch to another state, as tree construction does for elements that contain only text.
    SwitchTo(State),
    /// Return to the caller before reading on, because a script is to be run. The state that emitted the token is
    /// finished first.
    Suspend,
}

/// The receiver of tokens: the tree construction stage, or anything else.
pub trait TokenSink {
    /// Whether to report parse errors. If not, no code for them is generated.
    const PARSE_ERRORS: bool;

    /// Whether to report the places of attributes. If not, no code for them is generated.
    const SOURCE_SPANS: bool = false;

    /// Whether to report states. If not, no code for them is generated. If so, the fast paths are off.
    const STATES: bool = false;

    /// Whether there may be [plain runs](Self::is_plain). If so, the fast paths are compiled a second time for them, without code for
    /// errors and places.
    const HAS_PLAIN_RUNS: bool = false;

    /// Whether parse errors and the places of attributes are ignored in this run of the tokenizer, although they are reported. Called
    /// only if [`HAS_PLAIN_RUNS`](Self::HAS_PLAIN_RUNS).
    fn is_plain(&mut self) -> bool {
        false
    }

    /// Does the same as [`process_token`](Self::process_token) in a plain run, in which it is called for the most frequent tokens.
    #[inline(always)]
    fn process_plain_token(&mut self, token: &Token<'_>, span: Span) -> Feedback {
        self.process_token(token, span)
    }

    /// Receives the places of the attributes of the next start tag, one for each attribute. Called only if
    /// [`SOURCE_SPANS`](Self::SOURCE_SPANS). In a [plain run](Self::is_plain), it is not called for most tags, and the list is empty for
    /// the others.
    fn attribute_places(&mut self, _places: &[AttributePlace]) {}

    /// Receives the state of the tokenizer, and the offset in the preprocessed input from which it reads. The state may
    /// be the same as before. Called only if [`STATES`](Self::STATES).
    fn state_begins(&mut self, _state: State, _offset: u32) {}

    /// Processes a token; `span` is its place in the preprocessed input.
    ///
    /// The span of a tag, comment, DOCTYPE or processing instruction includes its delimiters. The span of characters is
    /// that of a run of text, or that of a character reference.
    fn process_token(&mut self, token: &Token<'_>, span: Span) -> Feedback;

    /// Receives a parse error. `subject` is the element or attribute that the error is about. Called only if
    /// [`PARSE_ERRORS`](Self::PARSE_ERRORS).
    fn parse_error(&mut self, error: ParseErrorCode, span: Span, subject: Option<NameId>);

    /// Returns the id of an unknown name. All names of a document must come from one
    /// [`NameInterner`](hedgerow_base::NameInterner).
    fn intern(&mut self, name: &str) -> NameId;

    /// Returns the most likely name of the next end tag, such as the name of the current node. If the hint is right, the
    /// tokenizer saves a lookup.
    #[inline]
    fn likely_end_tag_name(&self) -> Option<NameId> {
        None
    }

    /// Whether there is an adjusted current node and it is not an element in the HTML namespace. In that case, a CDATA
    /// section may begin.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state>
    fn adjusted_current_node_is_foreign(&self) -> bool;
}
