//! DOCTYPE: the name, the keywords, and bogus DOCTYPEs.

use hedgerow_input::{ByteSet, InputStream, Next};

use super::look_ahead::{LookAhead, look_ahead_ignoring_ascii_case};
use crate::piece::Piece;
use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

/// The bytes that end a run of a name.
const NAME_STOPS: ByteSet = ByteSet::new(b"\t\n\x0C >\0");

const PUBLIC: &[u8] = b"PUBLIC";
const SYSTEM: &[u8] = b"SYSTEM";

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-state>
    pub(crate) fn doctype_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(State::BeforeDoctypeName),
            Next::Byte(b'>') => self.reconsume_in(State::BeforeDoctypeName, input),
            Next::Eof => {
                self.create_a_new_doctype_token();
                self.eof_in_doctype(input)
            }
            Next::Byte(_) => {
                self.parse_error(ParseErrorCode::MissingWhitespaceBeforeDoctypeName, input);
                self.reconsume_in(State::BeforeDoctypeName, input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-name-state>
    pub(crate) fn before_doctype_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {}
                Next::Byte(b'>') => {
                    self.parse_error(ParseErrorCode::MissingDoctypeName, input);
                    self.create_a_new_doctype_token();
                    self.doctype.force_quirks = true;
                    return self.emit_the_current_doctype_token(input);
                }
                Next::Eof => {
                    self.create_a_new_doctype_token();
                    return self.eof_in_doctype(input);
                }
                // ASCII upper alpha, U+0000 NULL and anything else: the next state does the same with them.
                Next::Byte(_) => {
                    self.create_a_new_doctype_token();
                    self.doctype.name = Some(Piece::at(input.current()));
                    return self.reconsume_in(State::DoctypeName, input);
                }
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-name-state>
    pub(crate) fn doctype_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            let start = input.position();
            input.skip_until(&NAME_STOPS);
            let name = self.doctype.name.get_or_insert_default();
            name.append_run(input.text(), &mut self.scratch, start, input.position());
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => return self.switch_to(State::AfterDoctypeName),
                Next::Byte(b'>') => return self.emit_the_current_doctype_token(input),
                Next::Byte(b'\0') => {
                    name.append_to_scratch(input.text(), &mut self.scratch, "\u{FFFD}");
                    self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input);
                }
                Next::Eof => return self.eof_in_doctype(input),
                // Anything else is part of a run. ASCII upper alphas are lowercased when the token is
                // emitted.
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-name-state>
    pub(crate) fn after_doctype_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {}
                Next::Byte(b'>') => return self.emit_the_current_doctype_token(input),
                Next::Eof => return self.eof_in_doctype(input),
                Next::Byte(_) => {
                    input.reconsume();
                    return self.doctype_keyword(input);
                }
            }
        }
    }

    /// Compares "the six characters starting from the current input character" with the keywords. That
    /// character was put back, so it is the next character of the input.
    fn doctype_keyword(&mut self, input: &mut InputStream<'_>) -> Step {
        for (keyword, state) in
            [(PUBLIC, State::AfterDoctypePublicKeyword), (SYSTEM, State::AfterDoctypeSystemKeyword)]
        {
            match look_ahead_ignoring_ascii_case(input, keyword) {
                LookAhead::Match => {
                    input.advance(keyword.len());
                    return self.switch_to(state);
                }
                LookAhead::Incomplete => return None,
                LookAhead::NoMatch => {}
            }
        }
        self.parse_error_at(ParseErrorCode::InvalidCharacterSequenceAfterDoctypeName, input.position());
        self.doctype.force_quirks = true;
        self.switch_to(State::BogusDoctype)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-doctype-state>
    pub(crate) fn bogus_doctype_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            input.skip_until_either(b'>', b'\0');
            match input.next()? {
                Next::Byte(b'>') => return self.emit_the_current_doctype_token(input),
                Next::Byte(b'\0') => self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input),
                Next::Eof => return self.emit_the_current_doctype_token_and_end_of_file(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }
}
