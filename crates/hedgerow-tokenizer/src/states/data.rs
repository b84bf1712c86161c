//! The states in which characters are text: data, RCDATA, RAWTEXT, script data, PLAINTEXT.

use hedgerow_input::{InputStream, Next};

use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    #[inline]
    pub(crate) fn data_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            if S::STATES {
                input.skip_until_any_of::<b'<', b'&', b'\0'>();
            } else {
                if self.is_plain() {
                    self.fast_text_and_tags::<true>(input);
                } else {
                    self.fast_text_and_tags::<false>(input);
                }
                if self.state != State::Data || self.is_suspended() {
                    return Some(());
                }
            }
            match input.next()? {
                Next::Byte(b'&') => return self.begin_character_reference_in_text(State::Data, input),
                Next::Byte(b'<') => return self.begin_token(State::TagOpen, input),
                Next::Byte(b'\0') => {
                    self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input);
                    self.emit_null_character(input);
                }
                Next::Eof => return self.emit_end_of_file(input),
                // Anything else is part of a run.
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>
    pub(crate) fn rcdata_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            input.skip_until_any_of::<b'<', b'&', b'\0'>();
            match input.next()? {
                Next::Byte(b'&') => return self.begin_character_reference_in_text(State::Rcdata, input),
                Next::Byte(b'<') => return self.begin_token(State::RcdataLessThanSign, input),
                Next::Byte(b'\0') => self.emit_replacement_character(input),
                Next::Eof => return self.emit_end_of_file(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state>
    pub(crate) fn rawtext_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.raw_text(State::RawtextLessThanSign, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
    pub(crate) fn script_data_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.raw_text(State::ScriptDataLessThanSign, input)
    }

    /// The body of the RAWTEXT and script data states.
    fn raw_text(&mut self, less_than_sign: State, input: &mut InputStream<'_>) -> Step {
        loop {
            input.skip_until_either(b'<', b'\0');
            match input.next()? {
                Next::Byte(b'<') => return self.begin_token(less_than_sign, input),
                Next::Byte(b'\0') => self.emit_replacement_character(input),
                Next::Eof => return self.emit_end_of_file(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state>
    pub(crate) fn plaintext_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            input.skip_until_byte(b'\0');
            match input.next()? {
                Next::Byte(b'\0') => self.emit_replacement_character(input),
                Next::Eof => return self.emit_end_of_file(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// Records that the current input character may start a token, and switches to the state that decides.
    #[inline]
    pub(super) fn begin_token(&mut self, state: State, input: &InputStream<'_>) -> Step {
        self.token_start = input.current();
        self.switch_to(state)
    }

    /// "Set the return state to …. Switch to the character reference state." outside attributes.
    fn begin_character_reference_in_text(
        &mut self,
        return_state: State,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.reference_start = input.current();
        self.return_state = return_state;
        self.begin_token(State::CharacterReference, input)?;
        self.character_reference_at_once(input)
    }
}
