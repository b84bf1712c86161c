//! Character references: named, decimal and hexadecimal, in text and in attribute values.
//!
//! The temporary buffer is the input from the `&`. Flushing the buffer does nothing in text, because its characters
//! already belong to the run; in an attribute, it appends them to the value.

use hedgerow_input::{InputStream, Next};

use crate::entities::{NamedMatch, longest_match};
use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// Calls the character reference state, to which the machine was just switched. OPTIMIZATION: calls it directly,
    /// without the dispatch; if states are traced, the dispatch calls it.
    #[inline(always)]
    pub(super) fn character_reference_at_once(&mut self, input: &mut InputStream<'_>) -> Step {
        if S::STATES { Some(()) } else { self.character_reference_state(input) }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state>
    pub(crate) fn character_reference_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(byte) if byte.is_ascii_alphanumeric() => {
                // OPTIMIZATION: the common case calls the next state directly.
                self.reconsume_in(State::NamedCharacterReference, input)?;
                if S::STATES { Some(()) } else { self.named_character_reference_state(input) }
            }
            Next::Byte(b'#') => self.switch_to(State::NumericCharacterReference),
            Next::Byte(_) | Next::Eof => self.flush_and_reconsume_in_the_return_state(input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state>
    pub(crate) fn named_character_reference_state(&mut self, input: &mut InputStream<'_>) -> Step {
        let rest = &input.text()[input.position()..];
        if let Some((length, characters)) = self.recent_references.find(rest.as_bytes()) {
            input.advance(length);
            return self.replace_the_reference_by(characters, input);
        }
        match longest_match(rest, input.may_grow()) {
            NamedMatch::Found { length, characters } => {
                self.recent_references.add(&rest[..length], characters);
                input.advance(length);
                let has_semicolon = input.text().as_bytes()[input.current()] == b';';
                if !has_semicolon {
                    if self.is_consumed_as_part_of_an_attribute()
                        && matches!(input.rest(), [b'=' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z', ..])
                    {
                        self.flush_code_points_consumed_as_a_character_reference(input, input.position());
                        return self.switch_to(self.return_state);
                    }
                    self.parse_error_at(
                        ParseErrorCode::MissingSemicolonAfterCharacterReference,
                        input.position(),
                    );
                }
                self.replace_the_reference_by(characters, input)
            }
            NamedMatch::NotFound => {
                self.flush_code_points_consumed_as_a_character_reference(input, input.position());
                self.switch_to(State::AmbiguousAmpersand)
            }
            NamedMatch::Incomplete => None,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#ambiguous-ampersand-state>
    pub(crate) fn ambiguous_ampersand_state(&mut self, input: &mut InputStream<'_>) -> Step {
        let start = input.position();
        input.advance(input.rest().iter().take_while(|byte| byte.is_ascii_alphanumeric()).count());
        if self.is_consumed_as_part_of_an_attribute() {
            self.append_to_attribute_value(input, start);
        }
        match input.next()? {
            Next::Byte(b';') => {
                self.parse_error(ParseErrorCode::UnknownNamedCharacterReference, input);
                self.reconsume_in(self.return_state, input)
            }
            Next::Byte(_) | Next::Eof => self.reconsume_in(self.return_state, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state>
    pub(crate) fn numeric_character_reference_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.character_reference_code = 0;
        match input.next()? {
            Next::Byte(b'x' | b'X') => self.switch_to(State::HexadecimalCharacterReferenceStart),
            Next::Byte(byte) if byte.is_ascii_digit() => {
                self.reconsume_in(State::DecimalCharacterReference, input)
            }
            Next::Byte(_) | Next::Eof => self.absence_of_digits(input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-start-state>
    pub(crate) fn hexadecimal_character_reference_start_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        match input.next()? {
            Next::Byte(byte) if byte.is_ascii_hexdigit() => {
                self.reconsume_in(State::HexadecimalCharacterReference, input)
            }
            Next::Byte(_) | Next::Eof => self.absence_of_digits(input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-state>
    pub(crate) fn hexadecimal_character_reference_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.digits::<16>(input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#decimal-character-reference-state>
    pub(crate) fn decimal_character_reference_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.digits::<10>(input)
    }

    /// The body of the hexadecimal and decimal character reference states.
    fn digits<const RADIX: u32>(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            let next = input.next()?;
            if let Next::Byte(byte) = next
                && let Some(digit) = char::from(byte).to_digit(RADIX)
            {
                // Saturating arithmetic keeps a number above U+10FFFF above it.
                let code = self.character_reference_code;
                self.character_reference_code = code.saturating_mul(RADIX).saturating_add(digit);
            } else if next == Next::Byte(b';') {
                return self.switch_to(State::NumericCharacterReferenceEnd);
            } else {
                self.parse_error(ParseErrorCode::MissingSemicolonAfterCharacterReference, input);
                return self.reconsume_in(State::NumericCharacterReferenceEnd, input);
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state>
    pub(crate) fn numeric_character_reference_end_state(&mut self, input: &mut InputStream<'_>) -> Step {
        let (character, error) = check_the_character_reference_code(self.character_reference_code);
        if let Some(error) = error {
            self.parse_error_at(error, input.position());
        }
        self.replace_the_reference_by(character.encode_utf8(&mut [0; 4]), input)
    }

    /// "This is an absence-of-digits-in-numeric-character-reference parse error. Flush code points consumed as a
    /// character reference. Reconsume in the return state."
    fn absence_of_digits(&mut self, input: &mut InputStream<'_>) -> Step {
        self.parse_error(ParseErrorCode::AbsenceOfDigitsInNumericCharacterReference, input);
        self.flush_and_reconsume_in_the_return_state(input)
    }

    fn flush_and_reconsume_in_the_return_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.flush_code_points_consumed_as_a_character_reference(input, input.current());
        self.reconsume_in(self.return_state, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#flush-code-points-consumed-as-a-character-reference>
    fn flush_code_points_consumed_as_a_character_reference(&mut self, input: &InputStream<'_>, end: usize) {
        if self.is_consumed_as_part_of_an_attribute() {
            self.attribute.value.append_run(input.text(), &mut self.scratch, self.reference_start, end);
        }
    }

    /// Sets the temporary buffer to `characters`, flushes it, and switches to the return state.
    fn replace_the_reference_by(&mut self, characters: &str, input: &InputStream<'_>) -> Step {
        self.state = self.return_state;
        if self.is_consumed_as_part_of_an_attribute() {
            self.attribute.value.append_to_scratch(input.text(), &mut self.scratch, characters);
        } else {
            self.emit_characters_instead(characters, self.reference_start, input.position(), input);
        }
        Some(())
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#charref-in-attribute>
    fn is_consumed_as_part_of_an_attribute(&self) -> bool {
        self.return_state.is_in_a_value()
    }
}

/// Returns the character that a numeric reference denotes, and its parse error.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state>
fn check_the_character_reference_code(code: u32) -> (char, Option<ParseErrorCode>) {
    let replacement = char::REPLACEMENT_CHARACTER;
    let Some(character) = char::from_u32(code) else {
        let error = match code {
            0xD800..=0xDFFF => ParseErrorCode::SurrogateCharacterReference,
            _ => ParseErrorCode::CharacterReferenceOutsideUnicodeRange,
        };
        return (replacement, Some(error));
    };
    let control = Some(ParseErrorCode::ControlCharacterReference);
    match code {
        0x00 => (replacement, Some(ParseErrorCode::NullCharacterReference)),
        _ if code & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&code) => {
            (character, Some(ParseErrorCode::NoncharacterCharacterReference))
        }
        0x80..=0x9F => (WINDOWS_1252_CONTROLS[code as usize - 0x80].unwrap_or(character), control),
        0x09 | 0x0A | 0x0C => (character, None),
        0x0D => (character, control),
        _ if character.is_control() => (character, control),
        _ => (character, None),
    }
}

/// The rows of the standard's table for 0x80 to 0x9F; five numbers have no row.
const WINDOWS_1252_CONTROLS: [Option<char>; 32] = [
    Some('\u{20AC}'),
    None,
    Some('\u{201A}'),
    Some('\u{0192}'),
    Some('\u{201E}'),
    Some('\u{2026}'),
    Some('\u{2020}'),
    Some('\u{2021}'),
    Some('\u{02C6}'),
    Some('\u{2030}'),
    Some('\u{0160}'),
    Some('\u{2039}'),
    Some('\u{0152}'),
    None,
    Some('\u{017D}'),
    None,
    None,
    Some('\u{2018}'),
    Some('\u{2019}'),
    Some('\u{201C}'),
    Some('\u{201D}'),
    Some('\u{2022}'),
    Some('\u{2013}'),
    Some('\u{2014}'),
    Some('\u{02DC}'),
    Some('\u{2122}'),
    Some('\u{0161}'),
    Some('\u{203A}'),
    Some('\u{0153}'),
    None,
    Some('\u{017E}'),
    Some('\u{0178}'),
];
