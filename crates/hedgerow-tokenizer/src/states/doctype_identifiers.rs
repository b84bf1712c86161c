//! DOCTYPE: the public and the system identifier.

use hedgerow_input::{InputStream, Next};

use crate::piece::Piece;
use crate::tokenizer::{CurrentDoctype, Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

/// The public or the system identifier, as a parameter of the functions that their states share: the states and the errors.
struct Identifier {
    before: State,
    double_quoted: State,
    single_quoted: State,
    after: State,
    missing_whitespace: ParseErrorCode,
    missing: ParseErrorCode,
    missing_quote: ParseErrorCode,
    abrupt: ParseErrorCode,
    /// Returns the identifier of the current token.
    of_token: fn(&mut CurrentDoctype) -> &mut Option<Piece>,
}

const PUBLIC: &Identifier = &Identifier {
    before: State::BeforeDoctypePublicIdentifier,
    double_quoted: State::DoctypePublicIdentifierDoubleQuoted,
    single_quoted: State::DoctypePublicIdentifierSingleQuoted,
    after: State::AfterDoctypePublicIdentifier,
    missing_whitespace: ParseErrorCode::MissingWhitespaceAfterDoctypePublicKeyword,
    missing: ParseErrorCode::MissingDoctypePublicIdentifier,
    missing_quote: ParseErrorCode::MissingQuoteBeforeDoctypePublicIdentifier,
    abrupt: ParseErrorCode::AbruptDoctypePublicIdentifier,
    of_token: |doctype| &mut doctype.public_identifier,
};

const SYSTEM: &Identifier = &Identifier {
    before: State::BeforeDoctypeSystemIdentifier,
    double_quoted: State::DoctypeSystemIdentifierDoubleQuoted,
    single_quoted: State::DoctypeSystemIdentifierSingleQuoted,
    after: State::AfterDoctypeSystemIdentifier,
    missing_whitespace: ParseErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword,
    missing: ParseErrorCode::MissingDoctypeSystemIdentifier,
    missing_quote: ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier,
    abrupt: ParseErrorCode::AbruptDoctypeSystemIdentifier,
    of_token: |doctype| &mut doctype.system_identifier,
};

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-keyword-state>
    pub(crate) fn after_doctype_public_keyword_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.after_doctype_keyword(PUBLIC, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-keyword-state>
    pub(crate) fn after_doctype_system_keyword_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.after_doctype_keyword(SYSTEM, input)
    }

    fn after_doctype_keyword(&mut self, identifier: &Identifier, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(identifier.before),
            Next::Byte(quote @ (b'"' | b'\'')) => {
                self.parse_error(identifier.missing_whitespace, input);
                self.begin_identifier(identifier, quote, input)
            }
            Next::Byte(b'>') => self.missing_identifier(identifier, input),
            Next::Eof => self.eof_in_doctype(input),
            Next::Byte(_) => self.missing_quote_before_identifier(identifier, input),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-public-identifier-state>
    pub(crate) fn before_doctype_public_identifier_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.before_doctype_identifier(PUBLIC, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-system-identifier-state>
    pub(crate) fn before_doctype_system_identifier_state(&mut self, input: &mut InputStream<'_>) -> Step {
        self.before_doctype_identifier(SYSTEM, input)
    }

    fn before_doctype_identifier(&mut self, identifier: &Identifier, input: &mut InputStream<'_>) -> Step {
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
        self.doctype_identifier_quoted::<b'"'>(PUBLIC, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(single-quoted)-state>
    pub(crate) fn doctype_public_identifier_single_quoted_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.doctype_identifier_quoted::<b'\''>(PUBLIC, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(double-quoted)-state>
    pub(crate) fn doctype_system_identifier_double_quoted_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.doctype_identifier_quoted::<b'"'>(SYSTEM, input)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(single-quoted)-state>
    pub(crate) fn doctype_system_identifier_single_quoted_state(
        &mut self,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.doctype_identifier_quoted::<b'\''>(SYSTEM, input)
    }

    fn doctype_identifier_quoted<const QUOTE: u8>(
        &mut self,
        identifier: &Identifier,
        input: &mut InputStream<'_>,
    ) -> Step {
        loop {
            let start = input.position();
            input.skip_until_any_of::<QUOTE, b'>', b'\0'>();
            let piece = (identifier.of_token)(&mut self.doctype).get_or_insert_default();
            piece.append_run(input.text(), &mut self.scratch, start, input.position());
            match input.next()? {
                Next::Byte(byte) if byte == QUOTE => return self.switch_to(identifier.after),
                Next::Byte(b'\0') => {
                    piece.append_to_scratch(input.text(), &mut self.scratch, "\u{FFFD}");
                    self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input);
                }
                Next::Byte(b'>') => {
                    self.parse_error(identifier.abrupt, input);
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
                self.begin_identifier(SYSTEM, quote, input)
            }
            Next::Eof => self.eof_in_doctype(input),
            Next::Byte(_) => self.missing_quote_before_identifier(SYSTEM, input),
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
                    return self.begin_identifier(SYSTEM, quote, input);
                }
                Next::Eof => return self.eof_in_doctype(input),
                Next::Byte(_) => return self.missing_quote_before_identifier(SYSTEM, input),
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
    fn begin_identifier(&mut self, identifier: &Identifier, quote: u8, input: &InputStream<'_>) -> Step {
        *(identifier.of_token)(&mut self.doctype) = Some(Piece::at(input.position()));
        self.switch_to(if quote == b'"' { identifier.double_quoted } else { identifier.single_quoted })
    }

    fn missing_identifier(&mut self, identifier: &Identifier, input: &InputStream<'_>) -> Step {
        self.parse_error(identifier.missing, input);
        self.doctype.force_quirks = true;
        self.emit_the_current_doctype_token(input)
    }

    fn missing_quote_before_identifier(
        &mut self,
        identifier: &Identifier,
        input: &mut InputStream<'_>,
    ) -> Step {
        self.parse_error(identifier.missing_quote, input);
        self.doctype.force_quirks = true;
        self.reconsume_in(State::BogusDoctype, input)
    }
}
