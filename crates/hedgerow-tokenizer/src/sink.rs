//! [`TokenSink`]: where the tokens go, and the [`Feedback`] that comes back.

use hedgerow_input::Span;
use hedgerow_names::NameId;

use crate::{AttributePlace, ParseErrorCode, State, Token};

/// What the receiver of a token tells the tokenizer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Feedback {
    /// Go on.
    Continue,
    /// Switch to another state: what the tree construction stage does for elements that contain only text.
    SwitchTo(State),
    /// Return to the caller before reading on: a script is to be run. The state that emitted the token is finished first.
    Suspend,
}

/// The receiver of tokens: the tree construction stage, or anything else.
pub trait TokenSink {
    /// Whether parse errors are wanted. If not, no code for them is generated.
    const PARSE_ERRORS: bool;

    /// Whether it is wanted where attributes stand. If not, no code for it is generated.
    const SOURCE_SPANS: bool = false;

    /// Whether it is wanted which states the tokenizer is in. If not, no code for it is generated; otherwise no state is passed
    /// by for the sake of speed.
    const STATES: bool = false;

    /// Takes note of where the attributes of the start tag stand that is processed next, one place for each. Called only if
    /// [`SOURCE_SPANS`](Self::SOURCE_SPANS).
    fn attribute_places(&mut self, _places: &[AttributePlace]) {}

    /// Takes note that the tokenizer is in a state, which reads from an offset of the preprocessed input on; it may be the same
    /// as before. Called only if [`STATES`](Self::STATES).
    fn state_begins(&mut self, _state: State, _offset: u32) {}

    /// Processes a token; `span` is its place in the preprocessed input.
    ///
    /// The span of a tag, comment, DOCTYPE or processing instruction includes its delimiters; that of
    /// characters is the run, or the reference that stands for them.
    fn process_token(&mut self, token: &Token<'_>, span: Span) -> Feedback;

    /// Takes note of a parse error; `subject` is the element or the attribute that it is about, if there is one. Called only
    /// if [`PARSE_ERRORS`](Self::PARSE_ERRORS).
    fn parse_error(&mut self, error: ParseErrorCode, span: Span, subject: Option<NameId>);

    /// The id of a name that is not a known one. It must come from one
    /// [`NameInterner`](hedgerow_names::NameInterner) for all names of the document.
    fn intern(&mut self, name: &str) -> NameId;

    /// The tag name that an end tag is most likely to have, such as that of the current node. Only a hint: it saves looking
    /// the name up.
    #[inline]
    fn likely_end_tag_name(&self) -> Option<NameId> {
        None
    }

    /// Whether there is an adjusted current node and it is not an element in the HTML namespace,
    /// so that a CDATA section may begin.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state>
    fn adjusted_current_node_is_foreign(&self) -> bool;
}
