//! Comments, and the bogus comments that the tokenizer creates for other markup.

use hedgerow_input::{InputStream, Next};

use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state>
    pub(crate) fn bogus_comment_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            let start = input.position();
            input.skip_until_either(b'>', b'\0');
            self.append_to_comment(input, start, input.position());
            match input.next()? {
                Next::Byte(b'>') => return self.emit_the_current_comment_token(input),
                Next::Eof => return self.emit_the_current_comment_token_and_end_of_file(input),
                Next::Byte(b'\0') => self.append_replacement_character_to_comment(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state>
    pub(crate) fn comment_start_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => self.switch_to(State::CommentStartDash),
            Next::Byte(b'>') => self.abrupt_closing_of_empty_comment(input),
            Next::Byte(_) | Next::Eof => self.reconsume_in(State::Comment, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-dash-state>
    pub(crate) fn comment_start_dash_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => self.switch_to(State::CommentEnd),
            Next::Byte(b'>') => self.abrupt_closing_of_empty_comment(input),
            Next::Eof => self.eof_in_comment(input),
            Next::Byte(_) => self.append_and_reconsume_in_comment("-", input),
        }
    }

    fn abrupt_closing_of_empty_comment(&mut self, input: &InputStream<'_>) -> Step {
        self.parse_error(ParseErrorCode::AbruptClosingOfEmptyComment, input);
        self.emit_the_current_comment_token(input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-state>
    pub(crate) fn comment_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            let start = input.position();
            input.skip_until_any_of::<b'<', b'-', b'\0'>();
            self.append_to_comment(input, start, input.position());
            match input.next()? {
                Next::Byte(b'<') => {
                    self.append_to_comment(input, input.current(), input.position());
                    return self.switch_to(State::CommentLessThanSign);
                }
                Next::Byte(b'-') => return self.switch_to(State::CommentEndDash),
                Next::Byte(b'\0') => self.append_replacement_character_to_comment(input),
                Next::Eof => return self.eof_in_comment(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-state>
    pub(crate) fn comment_less_than_sign_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'!') => {
                    self.append_to_comment(input, input.current(), input.position());
                    return self.switch_to(State::CommentLessThanSignBang);
                }
                Next::Byte(b'<') => self.append_to_comment(input, input.current(), input.position()),
                Next::Byte(_) | Next::Eof => return self.reconsume_in(State::Comment, input),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-state>
    pub(crate) fn comment_less_than_sign_bang_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => self.switch_to(State::CommentLessThanSignBangDash),
            Next::Byte(_) | Next::Eof => self.reconsume_in(State::Comment, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-state>
    pub(crate) fn comment_less_than_sign_bang_dash_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => self.switch_to(State::CommentLessThanSignBangDashDash),
            Next::Byte(_) | Next::Eof => self.reconsume_in(State::CommentEndDash, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-dash-state>
    pub(crate) fn comment_less_than_sign_bang_dash_dash_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        match input.next()? {
            Next::Byte(b'>') | Next::Eof => self.reconsume_in(State::CommentEnd, input),
            Next::Byte(_) => {
                self.parse_error(ParseErrorCode::NestedComment, input);
                self.reconsume_in(State::CommentEnd, input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-dash-state>
    pub(crate) fn comment_end_dash_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => self.switch_to(State::CommentEnd),
            Next::Eof => self.eof_in_comment(input),
            Next::Byte(_) => self.append_and_reconsume_in_comment("-", input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-state>
    pub(crate) fn comment_end_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'>') => return self.emit_the_current_comment_token(input),
                Next::Byte(b'!') => return self.switch_to(State::CommentEndBang),
                Next::Byte(b'-') => self.append_before_current("-", "--".len(), input),
                Next::Eof => return self.eof_in_comment(input),
                Next::Byte(_) => return self.append_and_reconsume_in_comment("--", input),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-bang-state>
    pub(crate) fn comment_end_bang_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'-') => {
                self.append_before_current("--!", "--!".len(), input);
                self.switch_to(State::CommentEndDash)
            }
            Next::Byte(b'>') => {
                self.parse_error(ParseErrorCode::IncorrectlyClosedComment, input);
                self.emit_the_current_comment_token(input)
            }
            Next::Eof => self.eof_in_comment(input),
            Next::Byte(_) => self.append_and_reconsume_in_comment("--!", input),
        }
    }

    /// Appends characters that were consumed just before the current input character, which is reconsumed in the
    /// comment state.
    fn append_and_reconsume_in_comment(&mut self, consumed: &str, input: &mut InputStream<'_>) -> Step {
        self.append_before_current(consumed, consumed.len(), input);
        self.reconsume_in(State::Comment, input)
    }

    /// Appends characters of the input that start `distance` bytes before the current input character.
    fn append_before_current(&mut self, characters: &str, distance: usize, input: &InputStream<'_>) {
        let start = input.current() - distance;
        self.append_to_comment(input, start, start + characters.len());
    }

    #[cold]
    fn append_replacement_character_to_comment(&mut self, input: &InputStream<'_>) {
        self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input);
        self.comment.append_to_scratch(input.text(), &mut self.scratch, "\u{FFFD}");
    }

    /// "This is an eof-in-comment parse error. Emit the current comment token. Emit an end-of-file token."
    #[cold]
    fn eof_in_comment(&mut self, input: &InputStream<'_>) -> Step {
        self.parse_error(ParseErrorCode::EofInComment, input);
        self.emit_the_current_comment_token_and_end_of_file(input)
    }
}
