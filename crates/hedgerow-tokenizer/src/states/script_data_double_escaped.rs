//! Script data after `<!--` and `<script`, where `</script` ends only the double escape.

use hedgerow_input::{InputStream, Next};

use crate::tokenizer::{Step, Tokenizer};
use crate::{State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state>
    pub(crate) fn script_data_double_escaped_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            input.skip_until_any_of::<b'-', b'<', b'\0'>();
            match input.next()? {
                Next::Byte(b'-') => return self.switch_to(State::ScriptDataDoubleEscapedDash),
                Next::Byte(b'<') => {
                    return self.begin_token(State::ScriptDataDoubleEscapedLessThanSign, input);
                }
                Next::Byte(b'\0') => self.emit_replacement_character(input),
                Next::Eof => return self.eof_in_script_html_comment_like_text(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-state>
    pub(crate) fn script_data_double_escaped_dash_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => self.switch_to(State::ScriptDataDoubleEscapedDashDash),
            Next::Byte(b'<') => self.begin_token(State::ScriptDataDoubleEscapedLessThanSign, input),
            Next::Byte(b'\0') => {
                self.state = State::ScriptDataDoubleEscaped;
                self.emit_replacement_character(input);
                Some(())
            }
            Next::Eof => self.eof_in_script_html_comment_like_text(input),
            Next::Byte(_) => self.reconsume_in(State::ScriptDataDoubleEscaped, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-dash-state>
    pub(crate) fn script_data_double_escaped_dash_dash_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'-') => {}
                Next::Byte(b'<') => {
                    return self.begin_token(State::ScriptDataDoubleEscapedLessThanSign, input);
                }
                Next::Byte(b'>') => return self.switch_to(State::ScriptData),
                Next::Byte(b'\0') => {
                    self.state = State::ScriptDataDoubleEscaped;
                    self.emit_replacement_character(input);
                    return Some(());
                }
                Next::Eof => return self.eof_in_script_html_comment_like_text(input),
                Next::Byte(_) => return self.reconsume_in(State::ScriptDataDoubleEscaped, input),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-less-than-sign-state>
    pub(crate) fn script_data_double_escaped_less_than_sign_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        match input.next()? {
            // The temporary buffer is the input after the "</".
            Next::Byte(b'/') => self.switch_to(State::ScriptDataDoubleEscapeEnd),
            Next::Byte(_) | Next::Eof => self.reconsume_in(State::ScriptDataDoubleEscaped, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-end-state>
    pub(crate) fn script_data_double_escape_end_state(&mut self, input: &mut InputStream<'_>) -> Step {
        let name_start = self.token_start + "</".len();
        self.double_escape(name_start, State::ScriptDataEscaped, State::ScriptDataDoubleEscaped, input)
    }
}
