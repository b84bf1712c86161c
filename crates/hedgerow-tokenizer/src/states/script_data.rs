//! The states that may read an end tag in script data, and the start of the escape `<!--`.

use hedgerow_input::{InputStream, Next};

use crate::tokenizer::{Step, Tokenizer};
use crate::{State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-less-than-sign-state>
    pub(crate) fn script_data_less_than_sign_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'/') => self.switch_to(State::ScriptDataEndTagOpen),
            Next::Byte(b'!') => self.switch_to(State::ScriptDataEscapeStart),
            Next::Byte(_) | Next::Eof => self.reconsume_in(State::ScriptData, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-open-state>
    pub(crate) fn script_data_end_tag_open_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.end_tag_open_in_text(State::ScriptDataEndTagName, State::ScriptData, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-name-state>
    pub(crate) fn script_data_end_tag_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.end_tag_name_in_text(State::ScriptData, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-state>
    pub(crate) fn script_data_escape_start_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => self.switch_to(State::ScriptDataEscapeStartDash),
            Next::Byte(_) | Next::Eof => self.reconsume_in(State::ScriptData, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-dash-state>
    pub(crate) fn script_data_escape_start_dash_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => self.switch_to(State::ScriptDataEscapedDashDash),
            Next::Byte(_) | Next::Eof => self.reconsume_in(State::ScriptData, input),
        }
    }
}
