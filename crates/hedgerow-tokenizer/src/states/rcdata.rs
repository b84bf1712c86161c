//! The states that may read an end tag in RCDATA.

use hedgerow_input::InputStream;

use crate::tokenizer::{Step, Tokenizer};
use crate::{State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-less-than-sign-state>
    pub(crate) fn rcdata_less_than_sign_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.less_than_sign_in_text(State::RcdataEndTagOpen, State::Rcdata, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-open-state>
    pub(crate) fn rcdata_end_tag_open_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.end_tag_open_in_text(State::RcdataEndTagName, State::Rcdata, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-name-state>
    pub(crate) fn rcdata_end_tag_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.end_tag_name_in_text(State::Rcdata, input)
    }
}
