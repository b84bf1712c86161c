//! The states of attributes: before, in and after the name; before, in and after the value.

use hedgerow_input::{ByteSet, InputStream, Next};

use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

/// The bytes that end a run of an attribute name.
const ATTRIBUTE_NAME_STOPS: ByteSet = ByteSet::new(b"\t\n\x0C />=\0\"'<");
/// The bytes that end a run of an unquoted value.
pub(super) const UNQUOTED_STOPS: ByteSet = ByteSet::new(b"\t\n\x0C &>\0\"'<=`");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    pub(crate) fn before_attribute_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        if self.fast_rest_of_the_tag(input) {
            return Some(());
        }
        loop {
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {}
                Next::Byte(b'/' | b'>') | Next::Eof => {
                    return self.reconsume_in(State::AfterAttributeName, input);
                }
                Next::Byte(b'=') => {
                    self.parse_error(ParseErrorCode::UnexpectedEqualsSignBeforeAttributeName, input);
                    self.start_a_new_attribute(input.current());
                    self.append_to_attribute_name(input, input.current());
                    return self.switch_to(State::AttributeName);
                }
                Next::Byte(_) => {
                    self.start_a_new_attribute(input.current());
                    return self.reconsume_in(State::AttributeName, input);
                }
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state>
    #[inline]
    pub(crate) fn attribute_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            let start = input.position();
            input.skip_name(&ATTRIBUTE_NAME_STOPS);
            self.append_to_attribute_name(input, start);
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>') | Next::Eof => {
                    self.leave_the_attribute_name_state(input);
                    return self.reconsume_in(State::AfterAttributeName, input);
                }
                Next::Byte(b'=') => {
                    self.leave_the_attribute_name_state(input);
                    return self.switch_to(State::BeforeAttributeValue);
                }
                Next::Byte(b'\0') => {
                    self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input);
                    self.attribute.name.append_to_scratch(input.text(), &mut self.scratch, "\u{FFFD}");
                }
                Next::Byte(b'"' | b'\'' | b'<') => {
                    self.parse_error(ParseErrorCode::UnexpectedCharacterInAttributeName, input);
                    self.append_to_attribute_name(input, input.current());
                }
                // Anything else is part of a run. ASCII upper alphas are lowercased when the name is looked
                // up.
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-name-state>
    #[inline]
    pub(crate) fn after_attribute_name_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {}
                Next::Byte(b'/') => return self.switch_to(State::SelfClosingStartTag),
                Next::Byte(b'=') => return self.switch_to(State::BeforeAttributeValue),
                Next::Byte(b'>') => return self.emit_the_current_tag_token(input),
                Next::Eof => return self.eof_in_tag(input),
                Next::Byte(_) => {
                    self.start_a_new_attribute(input.current());
                    return self.reconsume_in(State::AttributeName, input);
                }
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state>
    #[inline]
    pub(crate) fn before_attribute_value_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {}
                Next::Byte(b'"') => return self.begin_value(State::AttributeValueDoubleQuoted, input),
                Next::Byte(b'\'') => return self.begin_value(State::AttributeValueSingleQuoted, input),
                Next::Byte(b'>') => {
                    self.parse_error(ParseErrorCode::MissingAttributeValue, input);
                    self.record_value_start(input.current());
                    return self.emit_the_current_tag_token(input);
                }
                Next::Byte(_) | Next::Eof => {
                    input.reconsume();
                    return self.begin_value(State::AttributeValueUnquoted, input);
                }
            }
        }
    }

    #[inline]
    fn begin_value(&mut self, state: State, input: &InputStream<'_>) -> Step {
        self.attribute.value = crate::piece::Piece::at(input.position());
        self.record_value_start(input.position());
        self.switch_to(state)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(double-quoted)-state>
    #[inline]
    pub(crate) fn attribute_value_double_quoted_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.attribute_value_quoted::<b'"'>(State::AttributeValueDoubleQuoted, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(single-quoted)-state>
    pub(crate) fn attribute_value_single_quoted_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.attribute_value_quoted::<b'\''>(State::AttributeValueSingleQuoted, input)
    }

    #[inline]
    fn attribute_value_quoted<const QUOTE: u8>(&mut self, this: State, input: &mut InputStream<'_>) -> Step {
        loop {
            let start = input.position();
            input.skip_until_any_of::<QUOTE, b'&', b'\0'>();
            self.append_to_attribute_value(input, start);
            match input.next()? {
                Next::Byte(byte) if byte == QUOTE => {
                    self.record_value_end(input);
                    return self.switch_to(State::AfterAttributeValueQuoted);
                }
                // OPTIMIZATION: a reference in the cache needs no other state.
                Next::Byte(b'&') => match self.recent_references.find(input.rest()) {
                    Some((length, characters)) if !S::STATES => {
                        input.advance(length);
                        self.attribute.value.append_to_scratch(input.text(), &mut self.scratch, characters);
                    }
                    _ => return self.begin_character_reference_in_attribute(this, input),
                },
                Next::Byte(b'\0') => self.append_replacement_character_to_attribute_value(input),
                Next::Eof => return self.eof_in_tag(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(unquoted)-state>
    pub(crate) fn attribute_value_unquoted_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            let start = input.position();
            input.skip_until(&UNQUOTED_STOPS);
            self.append_to_attribute_value(input, start);
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {
                    self.record_value_end(input);
                    return self.switch_to(State::BeforeAttributeName);
                }
                Next::Byte(b'&') => {
                    return self.begin_character_reference_in_attribute(State::AttributeValueUnquoted, input);
                }
                Next::Byte(b'>') => {
                    self.record_value_end(input);
                    return self.emit_the_current_tag_token(input);
                }
                Next::Byte(b'\0') => self.append_replacement_character_to_attribute_value(input),
                Next::Byte(b'"' | b'\'' | b'<' | b'=' | b'`') => {
                    self.parse_error(ParseErrorCode::UnexpectedCharacterInUnquotedAttributeValue, input);
                    self.append_to_attribute_value(input, input.current());
                }
                Next::Eof => return self.eof_in_tag(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// "Set the return state to …. Switch to the character reference state." in an attribute.
    fn begin_character_reference_in_attribute(
        &mut self,
        return_state: State,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.reference_start = input.current();
        self.return_state = return_state;
        self.switch_to(State::CharacterReference)?;
        self.character_reference_at_once(input)
    }

    #[cold]
    fn append_replacement_character_to_attribute_value(&mut self, input: &InputStream<'_>) {
        self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input);
        self.attribute.value.append_to_scratch(input.text(), &mut self.scratch, "\u{FFFD}");
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-value-(quoted)-state>
    #[inline]
    pub(crate) fn after_attribute_value_quoted_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(State::BeforeAttributeName),
            Next::Byte(b'/') => self.switch_to(State::SelfClosingStartTag),
            Next::Byte(b'>') => self.emit_the_current_tag_token(input),
            Next::Eof => self.eof_in_tag(input),
            Next::Byte(_) => {
                self.parse_error(ParseErrorCode::MissingWhitespaceBetweenAttributes, input);
                self.reconsume_in(State::BeforeAttributeName, input)
            }
        }
    }
}
