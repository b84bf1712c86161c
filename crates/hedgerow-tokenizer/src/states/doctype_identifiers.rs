//! DOCTYPE: the public and the system identifier.

use hedgerow_input::{InputStream, Next};

use crate::piece::Piece;
use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

/// The public or the system identifier, as a parameter of the functions that their states share.
#[derive(Clone, Copy)]
enum Identifier {
    Public,
    System,
}

impl Identifier {
    /// Returns the states for the two quotes.
    const fn quoted_states(self) -> (State, State) {
        match self {
            Self::Public => {
                (State::DoctypePublicIdentifierDoubleQuoted, State::DoctypePublicIdentifierSingleQuoted)
            }
            Self::System => {
                (State::DoctypeSystemIdentifierDoubleQuoted, State::DoctypeSystemIdentifierSingleQuoted)
            }
        }
    }

    const fn before(self) -> State {
        match self {
            Self::Public => State::BeforeDoctypePublicIdentifier,
            Self::System => State::BeforeDoctypeSystemIdentifier,
        }
    }

    const fn after(self) -> State {
        match self {
            Self::Public => State::AfterDoctypePublicIdentifier,
            Self::System => State::AfterDoctypeSystemIdentifier,
        }
    }

    const fn missing_whitespace(self) -> ParseErrorCode {
        match self {
            Self::Public => ParseErrorCode::MissingWhitespaceAfterDoctypePublicKeyword,
            Self::System => ParseErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword,
        }
    }

    const fn missing(self) -> ParseErrorCode {
        match self {
            Self::Public => ParseErrorCode::MissingDoctypePublicIdentifier,
            Self::System => ParseErrorCode::MissingDoctypeSystemIdentifier,
        }
    }

    const fn missing_quote(self) -> ParseErrorCode {
        match self {
            Self::Public => ParseErrorCode::MissingQuoteBeforeDoctypePublicIdentifier,
            Self::System => ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier,
        }
    }

    const fn abrupt(self) -> ParseErrorCode {
        match self {
            Self::Public => ParseErrorCode::AbruptDoctypePublicIdentifier,
            Self::System => ParseErrorCode::AbruptDoctypeSystemIdentifier,
        }
    }
}

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-keyword-state>
    pub(crate) fn after_doctype_public_keyword_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.after_doctype_keyword(Identifier::Public, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-keyword-state>
    pub(crate) fn after_doctype_system_keyword_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.after_doctype_keyword(Identifier::System, input)
    }

    fn after_doctype_keyword(&mut self, identifier: Identifier, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(identifier.before()),
            Next::Byte(quote @ (b'"' | b'\'')) => {
                self.parse_error(identifier.missing_whitespace(), input);
                self.begin_identifier(identifier, quote, input)
            }
            Next::Byte(b'>') => self.missing_identifier(identifier, input),
            Next::Eof => self.eof_in_doctype(input),
            Next::Byte(_) => self.missing_quote_before_identifier(identifier, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-public-identifier-state>
    pub(crate) fn before_doctype_public_identifier_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.before_doctype_identifier(Identifier::Public, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-system-identifier-state>
    pub(crate) fn before_doctype_system_identifier_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.before_doctype_identifier(Identifier::System, input)
    }

    fn before_doctype_identifier(&mut self, identifier: Identifier, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {}
                Next::Byte(quote @ (b'"' | b'\'')) => return self.begin_identifier(identifier, quote, input),
                Next::Byte(b'>') => return self.missing_identifier(identifier, input),
                Next::Eof => return self.eof_in_doctype(input),
                Next::Byte(_) => return self.missing_quote_before_identifier(identifier, input),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(double-quoted)-state>
    pub(crate) fn doctype_public_identifier_double_quoted_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.doctype_identifier_quoted::<b'"'>(Identifier::Public, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(single-quoted)-state>
    pub(crate) fn doctype_public_identifier_single_quoted_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.doctype_identifier_quoted::<b'\''>(Identifier::Public, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(double-quoted)-state>
    pub(crate) fn doctype_system_identifier_double_quoted_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.doctype_identifier_quoted::<b'"'>(Identifier::System, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(single-quoted)-state>
    pub(crate) fn doctype_system_identifier_single_quoted_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.doctype_identifier_quoted::<b'\''>(Identifier::System, input)
    }

    fn doctype_identifier_quoted<const QUOTE: u8>(
        &mut self,
        identifier: Identifier,
        input: &mut InputStream<'_>,
    ) -> Step {
        loop {
            let start = input.position();
            input.skip_until_any_of::<QUOTE, b'>', b'\0'>();
            let piece = match identifier {
                Identifier::Public => &mut self.doctype.public_identifier,
                Identifier::System => &mut self.doctype.system_identifier,
            }
            .get_or_insert_default();
            piece.append_run(input.text(), &mut self.scratch, start, input.position());
            match input.next()? {
                Next::Byte(byte) if byte == QUOTE => return self.switch_to(identifier.after()),
                Next::Byte(b'\0') => {
                    piece.append_to_scratch(input.text(), &mut self.scratch, "\u{FFFD}");
                    self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input);
                }
                Next::Byte(b'>') => {
                    self.parse_error(identifier.abrupt(), input);
                    self.doctype.force_quirks = true;
                    return self.emit_the_current_doctype_token(input);
                }
                Next::Eof => return self.eof_in_doctype(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-identifier-state>
    pub(crate) fn after_doctype_public_identifier_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {
                self.switch_to(State::BetweenDoctypePublicAndSystemIdentifiers)
            }
            Next::Byte(b'>') => self.emit_the_current_doctype_token(input),
            Next::Byte(quote @ (b'"' | b'\'')) => {
                self.parse_error(
                    ParseErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
                    input,
                );
                self.begin_identifier(Identifier::System, quote, input)
            }
            Next::Eof => self.eof_in_doctype(input),
            Next::Byte(_) => self.missing_quote_before_identifier(Identifier::System, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#between-doctype-public-and-system-identifiers-state>
    pub(crate) fn between_doctype_public_and_system_identifiers_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {}
                Next::Byte(b'>') => return self.emit_the_current_doctype_token(input),
                Next::Byte(quote @ (b'"' | b'\'')) => {
                    return self.begin_identifier(Identifier::System, quote, input);
                }
                Next::Eof => return self.eof_in_doctype(input),
                Next::Byte(_) => return self.missing_quote_before_identifier(Identifier::System, input),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-identifier-state>
    pub(crate) fn after_doctype_system_identifier_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {}
                Next::Byte(b'>') => return self.emit_the_current_doctype_token(input),
                Next::Eof => return self.eof_in_doctype(input),
                Next::Byte(_) => {
                    self.parse_error(ParseErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier, input);
                    return self.reconsume_in(State::BogusDoctype, input);
                }
            }
        }
    }

    /// "Set the current DOCTYPE token's … identifier to the empty string (not missing), then switch to …."
    fn begin_identifier(&mut self, identifier: Identifier, quote: u8, input: &InputStream<'_>) -> Step {
        let piece = Some(Piece::at(input.position()));
        match identifier {
            Identifier::Public => self.doctype.public_identifier = piece,
            Identifier::System => self.doctype.system_identifier = piece,
        }
        let (double_quoted, single_quoted) = identifier.quoted_states();
        self.switch_to(if quote == b'"' { double_quoted } else { single_quoted })
    }

    fn missing_identifier(&mut self, identifier: Identifier, input: &InputStream<'_>) -> Step {
        self.parse_error(identifier.missing(), input);
        self.doctype.force_quirks = true;
        self.emit_the_current_doctype_token(input)
    }

    fn missing_quote_before_identifier(
        &mut self,
        identifier: Identifier,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.parse_error(identifier.missing_quote(), input);
        self.doctype.force_quirks = true;
        self.reconsume_in(State::BogusDoctype, input)
    }
}
