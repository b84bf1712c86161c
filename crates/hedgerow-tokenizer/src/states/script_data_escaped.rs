//! Script data after `<!--`, where `<script` starts the double escape.

use hedgerow_input::{InputStream, Next};

use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state>
    pub(crate) fn script_data_escaped_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            input.skip_until_any_of::<b'-', b'<', b'\0'>();
            match input.next()? {
                Next::Byte(b'-') => return self.switch_to(State::ScriptDataEscapedDash),
                Next::Byte(b'<') => return self.begin_token(State::ScriptDataEscapedLessThanSign, input),
                Next::Byte(b'\0') => self.emit_replacement_character(input),
                Next::Eof => return self.eof_in_script_html_comment_like_text(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-state>
    pub(crate) fn script_data_escaped_dash_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => self.switch_to(State::ScriptDataEscapedDashDash),
            Next::Byte(b'<') => self.begin_token(State::ScriptDataEscapedLessThanSign, input),
            Next::Byte(b'\0') => {
                self.state = State::ScriptDataEscaped;
                self.emit_replacement_character(input);
                Some(())
            }
            Next::Eof => self.eof_in_script_html_comment_like_text(input),
            Next::Byte(_) => self.reconsume_in(State::ScriptDataEscaped, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-dash-state>
    pub(crate) fn script_data_escaped_dash_dash_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'-') => {}
                Next::Byte(b'<') => return self.begin_token(State::ScriptDataEscapedLessThanSign, input),
                Next::Byte(b'>') => return self.switch_to(State::ScriptData),
                Next::Byte(b'\0') => {
                    self.state = State::ScriptDataEscaped;
                    self.emit_replacement_character(input);
                    return Some(());
                }
                Next::Eof => return self.eof_in_script_html_comment_like_text(input),
                Next::Byte(_) => return self.reconsume_in(State::ScriptDataEscaped, input),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-less-than-sign-state>
    pub(crate) fn script_data_escaped_less_than_sign_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'/') => self.switch_to(State::ScriptDataEscapedEndTagOpen),
            // The temporary buffer is the input after the "<".
            Next::Byte(byte) if byte.is_ascii_alphabetic() => {
                self.reconsume_in(State::ScriptDataDoubleEscapeStart, input)
            }
            Next::Byte(_) | Next::Eof => self.reconsume_in(State::ScriptDataEscaped, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-open-state>
    pub(crate) fn script_data_escaped_end_tag_open_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.end_tag_open_in_text(State::ScriptDataEscapedEndTagName, State::ScriptDataEscaped, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-name-state>
    pub(crate) fn script_data_escaped_end_tag_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.end_tag_name_in_text(State::ScriptDataEscaped, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-start-state>
    pub(crate) fn script_data_double_escape_start_state(&mut self, input: &mut InputStream<'_>) -> Step {
        let name_start = self.token_start + "<".len();
        self.double_escape(name_start, State::ScriptDataDoubleEscaped, State::ScriptDataEscaped, input)
    }

    /// The body of the "double escape start" and "double escape end" states: switches to `if_script` after the name
    /// "script", and to `otherwise` after any other name.
    pub(super) fn double_escape(
        &mut self,
        name_start: usize,
        if_script: State,
        otherwise: State,
        input: &mut InputStream<'_>,
    ) -> Step {
        input.advance(input.rest().iter().take_while(|byte| byte.is_ascii_alphabetic()).count());
        match input.next()? {
            Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>') => {
                let temporary_buffer = &input.text()[name_start..input.current()];
                let is_script = temporary_buffer.eq_ignore_ascii_case("script");
                self.switch_to(if is_script { if_script } else { otherwise })
            }
            Next::Byte(_) | Next::Eof => self.reconsume_in(otherwise, input),
        }
    }

    /// "This is an eof-in-script-html-comment-like-text parse error. Emit an end-of-file token."
    #[cold]
    pub(super) fn eof_in_script_html_comment_like_text(&mut self, input: &InputStream<'_>) -> Step {
        self.parse_error(ParseErrorCode::EofInScriptHtmlCommentLikeText, input);
        self.emit_end_of_file(input)
    }
}
