//! CDATA sections, which only foreign content contains.

use hedgerow_input::{InputStream, Next};

use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state>
    pub(crate) fn cdata_section_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            input.skip_until_either(b']', b'\0');
            match input.next()? {
                Next::Byte(b']') => return self.begin_token(State::CdataSectionBracket, input),
                Next::Eof => {
                    self.parse_error(ParseErrorCode::EofInCdata, input);
                    return self.emit_end_of_file(input);
                }
                // U+0000 NULL is "anything else" here. It is emitted unchanged, but as a token of its own, because
                // tree construction treats it separately.
                Next::Byte(b'\0') => self.emit_null_character(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-bracket-state>
    pub(crate) fn cdata_section_bracket_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b']') => self.switch_to(State::CdataSectionEnd),
            Next::Byte(_) | Next::Eof => self.reconsume_in(State::CdataSection, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-end-state>
    pub(crate) fn cdata_section_end_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                // The first of three brackets is a character; the other two may still end the section.
                Next::Byte(b']') => self.token_start += 1,
                Next::Byte(b'>') => {
                    self.flush_characters(input, self.token_start);
                    self.text_start = input.position();
                    return self.switch_to(State::Data);
                }
                Next::Byte(_) | Next::Eof => return self.reconsume_in(State::CdataSection, input),
            }
        }
    }
}
