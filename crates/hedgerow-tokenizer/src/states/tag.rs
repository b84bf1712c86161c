//! From `<` to the end of the tag name: tag open, end tag open, tag name, self-closing start tag.

use hedgerow_input::{ByteSet, InputStream, Next};

use crate::tokenizer::{Step, TagKind, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

/// The bytes that end a run of a tag name.
const TAG_NAME_STOPS: ByteSet = ByteSet::new(b"\t\n\x0C />\0");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state>
    #[inline]
    pub(crate) fn tag_open_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'!') => self.switch_to(State::MarkupDeclarationOpen),
            Next::Byte(b'/') => self.switch_to(State::EndTagOpen),
            Next::Byte(byte) if byte.is_ascii_alphabetic() => {
                self.create_a_new_tag_token(TagKind::Start, input.current());
                self.reconsume_in(State::TagName, input)
            }
            // The temporary buffer is the input after the "<?".
            Next::Byte(b'?') => self.switch_to(State::ProcessingInstructionOpen),
            Next::Eof => {
                self.parse_error(ParseErrorCode::EofBeforeTagName, input);
                self.emit_end_of_file(input)
            }
            Next::Byte(_) => {
                self.parse_error(ParseErrorCode::InvalidFirstCharacterOfTagName, input);
                self.reconsume_in(State::Data, input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state>
    #[inline]
    pub(crate) fn end_tag_open_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(byte) if byte.is_ascii_alphabetic() => {
                self.create_a_new_tag_token(TagKind::End, input.current());
                self.reconsume_in(State::TagName, input)
            }
            Next::Byte(b'>') => {
                self.parse_error(ParseErrorCode::MissingEndTagName, input);
                self.flush_characters(input, self.token_start);
                self.text_start = input.position();
                self.switch_to(State::Data)
            }
            Next::Eof => {
                self.parse_error(ParseErrorCode::EofBeforeTagName, input);
                self.emit_end_of_file(input)
            }
            Next::Byte(_) => {
                self.parse_error(ParseErrorCode::InvalidFirstCharacterOfTagName, input);
                self.create_a_comment_token(input.current());
                self.reconsume_in(State::BogusComment, input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state>
    #[inline]
    pub(crate) fn tag_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            let start = input.position();
            input.skip_name(&TAG_NAME_STOPS);
            self.append_to_tag_name(input, start);
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {
                    return self.switch_to(State::BeforeAttributeName);
                }
                Next::Byte(b'/') => return self.switch_to(State::SelfClosingStartTag),
                Next::Byte(b'>') => return self.emit_the_current_tag_token(input),
                Next::Byte(b'\0') => {
                    self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input);
                    self.tag.name.append_to_scratch(input.text(), &mut self.scratch, "\u{FFFD}");
                }
                Next::Eof => return self.eof_in_tag(input),
                // Anything else is part of a run. ASCII upper alphas are lowercased when the name is looked
                // up.
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#self-closing-start-tag-state>
    pub(crate) fn self_closing_start_tag_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'>') => {
                self.tag.self_closing = true;
                self.emit_the_current_tag_token(input)
            }
            Next::Eof => self.eof_in_tag(input),
            Next::Byte(_) => {
                self.parse_error(ParseErrorCode::UnexpectedSolidusInTag, input);
                self.reconsume_in(State::BeforeAttributeName, input)
            }
        }
    }
}
