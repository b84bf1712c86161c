//! The shared bodies of the states that look for an end tag in RCDATA, RAWTEXT and script data.

use hedgerow_input::{InputStream, Next};

use crate::tokenizer::{Step, TagKind, Tokenizer};
use crate::{State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// The body of the "less-than sign" states of RCDATA and RAWTEXT.
    pub(super) fn less_than_sign_in_text(
        &mut self,
        end_tag_open: State,
        text: State,
        input: &mut InputStream<'_>,
    ) -> Step {
        match input.next()? {
            // The temporary buffer is not needed, because it would repeat the input after the "</".
            Next::Byte(b'/') => self.switch_to(end_tag_open),
            Next::Byte(_) | Next::Eof => self.reconsume_in(text, input),
        }
    }

    /// The body of the "end tag open" states.
    pub(super) fn end_tag_open_in_text(
        &mut self,
        end_tag_name: State,
        text: State,
        input: &mut InputStream<'_>,
    ) -> Step {
        if self.fast_end_tag_in_text(input) {
            return Some(());
        }
        match input.next()? {
            Next::Byte(byte) if byte.is_ascii_alphabetic() => {
                self.create_a_new_tag_token(TagKind::End, input.current());
                self.reconsume_in(end_tag_name, input)
            }
            Next::Byte(_) | Next::Eof => self.reconsume_in(text, input),
        }
    }

    /// OPTIMIZATION: reads the rest of an appropriate end tag at once, if it consists of a name in lower case and `>`. Otherwise reads
    /// nothing and returns false. As in the states, only a name of letters is appropriate.
    fn fast_end_tag_in_text(&mut self, input: &mut InputStream<'_>) -> bool {
        if S::STATES {
            return false;
        }
        let Some(name) = self.last_start_tag_name else { return false };
        let Some(length) = name.length_at_end_of_tag(input.rest()) else { return false };
        if !input.rest().iter().take(length).all(u8::is_ascii_alphabetic) {
            return false;
        }
        input.advance(length + 1);
        self.state = State::Data;
        if let Some(feedback) = self.emit_other_end_tag(name, self.token_start, input.position(), input) {
            self.follow(feedback);
        }
        true
    }

    /// The body of the "end tag name" states.
    pub(super) fn end_tag_name_in_text(&mut self, text: State, input: &mut InputStream<'_>) -> Step {
        let start = input.position();
        input.advance(input.rest().iter().take_while(|byte| byte.is_ascii_alphabetic()).count());
        self.append_to_tag_name(input, start);
        let next = input.next()?;
        if matches!(next, Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>'))
            && self.is_appropriate_end_tag_token(input)
        {
            return match next {
                Next::Byte(b'/') => self.switch_to(State::SelfClosingStartTag),
                Next::Byte(b'>') => self.emit_the_current_tag_token(input),
                _ => self.switch_to(State::BeforeAttributeName),
            };
        }
        self.reconsume_in(text, input)
    }
}
