//! The states that may read an end tag in RAWTEXT.

use hedgerow_input::InputStream;

use crate::tokenizer::{Step, Tokenizer};
use crate::{State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-less-than-sign-state>
    pub(crate) fn rawtext_less_than_sign_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.less_than_sign_in_text(State::RawtextEndTagOpen, State::Rawtext, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-open-state>
    pub(crate) fn rawtext_end_tag_open_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.end_tag_open_in_text(State::RawtextEndTagName, State::Rawtext, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-name-state>
    pub(crate) fn rawtext_end_tag_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.end_tag_name_in_text(State::Rawtext, input)
    }
}
