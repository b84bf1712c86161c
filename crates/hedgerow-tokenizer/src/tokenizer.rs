//! [`Tokenizer`]: its fields, its input, and the one `match` that dispatches to the states.

use hedgerow_base::{NameId, SideTable};
use hedgerow_input::{InputStream, Span, input_stream_errors};

use crate::entities::RecentReferences;
use crate::piece::Piece;
use crate::recent_names::RecentNames;
use crate::token::{AttributePlace, AttributeSpan};
use crate::{ParseErrorCode, State, TokenSink};

/// The number of bytes that are searched for input-stream errors ahead of the current position.
const BYTES_CHECKED_AHEAD: usize = 1 << 12;

/// The result of a state: `None` stops the machine, because the text or the input has ended. Otherwise the machine
/// runs the state that is now the current one.
pub(crate) type Step = Option<()>;

/// Why [`Tokenizer::run`] returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The text is used up. Discard its first `consumed` bytes, and run again with the rest followed by more text.
    NeedsInput {
        /// The number of bytes of the text to discard.
        consumed: usize,
    },
    /// The sink returned [`Feedback::Suspend`](crate::Feedback::Suspend). Discard the first `consumed` bytes of the
    /// text, and run again with the rest, with or without more text.
    Suspended {
        /// The number of bytes of the text to discard.
        consumed: usize,
    },
    /// The end-of-file token was emitted.
    Finished,
}

/// Whether the current tag token is a start or an end tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagKind {
    Start,
    End,
}

/// The current tag token.
#[derive(Debug)]
pub(crate) struct CurrentTag {
    pub(crate) kind: TagKind,
    pub(crate) name: Piece,
    /// The id of the name, if it is known already.
    pub(crate) name_id: Option<NameId>,
    pub(crate) self_closing: bool,
    pub(crate) attributes: Vec<AttributeSpan>,
    /// The [bits](name_bit) of the names of the attributes.
    pub(crate) name_bits: u64,
    /// The names of the attributes, if there are too many to compare one by one.
    pub(crate) attribute_names: SideTable<NameId, ()>,
    /// The places of the attributes, if the sink wants them.
    pub(crate) attribute_places: Vec<AttributePlace>,
}

impl CurrentTag {
    #[inline(always)]
    pub(crate) fn push_attribute(&mut self, attribute: AttributeSpan) {
        self.name_bits |= name_bit(attribute.name);
        self.attributes.push(attribute);
    }

    #[inline(always)]
    pub(crate) fn clear_attributes(&mut self) {
        self.name_bits = 0;
        self.attributes.clear();
    }

    /// Whether an attribute may have this name.
    ///
    /// OPTIMIZATION: the answer is nearly always no, so the attributes are seldom compared one by one, in a loop whose end the
    /// processor cannot predict.
    #[inline(always)]
    pub(crate) fn may_have_attribute(&self, name: NameId) -> bool {
        self.name_bits & name_bit(name) != 0
    }
}

/// Returns the bit of a name, which other names share.
#[inline(always)]
fn name_bit(name: NameId) -> u64 {
    1 << (name.index() % 64)
}

/// The current attribute.
#[derive(Debug, Default)]
pub(crate) struct CurrentAttribute {
    pub(crate) name: Piece,
    pub(crate) value: Piece,
    /// Whether the attribute was removed from its token as a duplicate, or there is no current attribute. In both
    /// cases, the value is dropped.
    pub(crate) is_removed: bool,
}

/// The current DOCTYPE token.
#[derive(Debug, Default)]
pub(crate) struct CurrentDoctype {
    pub(crate) name: Option<Piece>,
    pub(crate) public_identifier: Option<Piece>,
    pub(crate) system_identifier: Option<Piece>,
    pub(crate) force_quirks: bool,
}

/// The current processing instruction token.
#[derive(Debug, Default)]
pub(crate) struct CurrentProcessingInstruction {
    pub(crate) target: Piece,
    pub(crate) data: Piece,
}

/// The tokenization stage: a state machine over preprocessed text.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>
///
/// Offsets in the fields count from the start of the text that the current call of [`run`](Self::run) reads.
#[derive(Debug)]
pub struct Tokenizer<S> {
    pub(crate) sink: S,
    pub(crate) state: State,
    pub(crate) return_state: State,
    /// The offset of the next input character, between two calls of [`run`](Self::run).
    position: usize,
    /// The start of the characters that were consumed but not passed to the sink yet.
    pub(crate) text_start: usize,
    /// The start of the current token or reference: its `<`, `&` or `]`.
    pub(crate) token_start: usize,
    /// The number of bytes of the input that were discarded before the text.
    pub(crate) base: usize,
    /// The offset up to which all input-stream errors were reported.
    pub(crate) checked: usize,
    skips_input_stream_errors: bool,
    /// Whether the current run [is plain](TokenSink::is_plain).
    is_plain: bool,
    suspended: bool,
    finished: bool,
    pub(crate) last_start_tag_name: Option<NameId>,
    pub(crate) tag: CurrentTag,
    pub(crate) attribute: CurrentAttribute,
    /// The offset of the name of the current attribute in the input, if the sink wants it.
    pub(crate) attribute_name_start: u32,
    pub(crate) comment: Piece,
    pub(crate) doctype: CurrentDoctype,
    pub(crate) processing_instruction: CurrentProcessingInstruction,
    /// The parts of the current token that are not spans of the input.
    pub(crate) scratch: String,
    /// The offset of the current character reference: its `&`.
    pub(crate) reference_start: usize,
    pub(crate) character_reference_code: u32,
    pub(crate) recent_references: RecentReferences,
    pub(crate) recent_names: RecentNames,
}

impl<S: TokenSink> Tokenizer<S> {
    /// Returns a tokenizer in the data state.
    ///
    /// See the [crate documentation](crate) for a whole sink.
    ///
    /// ```
    #[doc = include_str!("../doc/counting_sink.txt")]
    /// let mut tokenizer = Tokenizer::new(Count::default());
    /// tokenizer.run("<p>", true);
    /// assert_eq!(tokenizer.sink().tokens, 2); // the start tag and the end of the file
    /// ```
    pub fn new(sink: S) -> Self {
        Self::starting_in(State::Data, None, sink)
    }

    /// Returns a tokenizer that starts in another state, for fragments and tests.
    ///
    /// With `last_start_tag_name`, an end tag of that name is an appropriate end tag.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token>
    ///
    /// ```
    #[doc = include_str!("../doc/counting_sink.txt")]
    /// let mut tokenizer = Tokenizer::starting_in(State::Rcdata, Some(known::TITLE), Count::default());
    /// tokenizer.run("<b></title>", true);
    /// assert_eq!(tokenizer.sink().tokens, 3); // characters, the end tag, the end of the file
    /// ```
    pub fn starting_in(state: State, last_start_tag_name: Option<NameId>, sink: S) -> Self {
        Self {
            sink,
            state,
            return_state: State::Data,
            position: 0,
            text_start: 0,
            token_start: 0,
            base: 0,
            checked: 0,
            skips_input_stream_errors: false,
            is_plain: false,
            suspended: false,
            finished: false,
            last_start_tag_name,
            tag: CurrentTag {
                kind: TagKind::Start,
                name: Piece::default(),
                name_id: None,
                self_closing: false,
                attributes: Vec::new(),
                name_bits: 0,
                attribute_names: SideTable::new(),
                attribute_places: Vec::new(),
            },
            attribute: CurrentAttribute { is_removed: true, ..CurrentAttribute::default() },
            attribute_name_start: 0,
            comment: Piece::default(),
            doctype: CurrentDoctype::default(),
            processing_instruction: CurrentProcessingInstruction::default(),
            scratch: String::new(),
            reference_start: 0,
            character_reference_code: 0,
            recent_references: RecentReferences::default(),
            recent_names: RecentNames::default(),
        }
    }

    /// Makes a new tokenizer start in another state, as [`starting_in`](Self::starting_in) does.
    pub fn start_in(&mut self, state: State) {
        self.state = state;
    }

    /// Makes a new tokenizer not search for input-stream errors, for a sink that ignores parse errors although it is compiled
    /// for them.
    pub fn skip_input_stream_errors(&mut self) {
        self.skips_input_stream_errors = true;
    }

    /// Returns the state that reads the next character.
    pub fn state(&self) -> State {
        self.state
    }

    /// Returns the sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Returns the sink for changes.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Returns the sink and drops the tokenizer.
    pub fn into_sink(self) -> S {
        self.sink
    }

    /// Reads preprocessed text: the unused rest of the previous text, followed by new text.
    ///
    /// Wherever the input is cut, tokens, errors and spans are the same; only a run of characters may be split.
    ///
    /// ```
    #[doc = include_str!("../doc/counting_sink.txt")]
    /// use hedgerow_tokenizer::Outcome;
    /// let mut tokenizer = Tokenizer::new(Count::default());
    /// assert_eq!(tokenizer.run("text<!-- a", false), Outcome::NeedsInput { consumed: 4 });
    /// assert_eq!(tokenizer.run("<!-- a -->", true), Outcome::Finished);
    /// assert_eq!(tokenizer.into_sink().tokens, 3); // characters, the comment, the end of the file
    /// ```
    pub fn run(&mut self, text: &str, end_of_input: bool) -> Outcome {
        if self.finished {
            return Outcome::Finished;
        }
        self.is_plain = S::HAS_PLAIN_RUNS && self.sink.is_plain();
        let mut input = InputStream::new(text, self.position, end_of_input);
        // <https://html.spec.whatwg.org/multipage/parsing.html#parser-pause-flag>
        while !self.suspended && self.traced_step(&mut input).is_some() {}
        if S::PARSE_ERRORS && !self.skips_input_stream_errors {
            self.report_input_stream_errors(text, input.position());
            // Text may still be inserted at the current position, so the text after it is checked again.
            self.checked = self.checked.min(input.position());
        }
        if self.finished {
            return Outcome::Finished;
        }
        let consumed = self.discard_consumed(&input);
        if std::mem::take(&mut self.suspended) {
            Outcome::Suspended { consumed }
        } else {
            Outcome::NeedsInput { consumed }
        }
    }

    /// Passes all complete characters to the sink, and makes all offsets relative to the text that is still needed.
    /// Returns the number of bytes that are no longer needed.
    fn discard_consumed(&mut self, input: &InputStream<'_>) -> usize {
        let is_between_tokens = self.state.is_between_tokens();
        let needed = if is_between_tokens { input.position() } else { self.token_start };
        self.flush_characters(input, needed);
        let consumed = needed.min(self.text_start);
        self.position = input.position() - consumed;
        self.text_start -= consumed;
        self.token_start = self.token_start.saturating_sub(consumed);
        self.reference_start = self.reference_start.saturating_sub(consumed);
        self.checked = self.checked.saturating_sub(consumed);
        self.base += consumed;
        // The offsets of a token are moved at most once, because afterwards the token is at the start of the text.
        if consumed > 0 && !is_between_tokens {
            for attribute in &mut self.tag.attributes {
                attribute.value.discard(consumed);
            }
            let doctype = &mut self.doctype;
            let identifiers =
                [&mut doctype.name, &mut doctype.public_identifier, &mut doctype.system_identifier];
            for piece in identifiers.into_iter().flatten() {
                piece.discard(consumed);
            }
            for piece in [
                &mut self.tag.name, &mut self.attribute.name, &mut self.attribute.value, &mut self.comment,
                &mut self.processing_instruction.target, &mut self.processing_instruction.data,
            ] {
                piece.discard(consumed);
            }
        }
        consumed
    }

    /// Reports the errors of the characters before `end`, before the token that starts there is emitted.
    ///
    /// OPTIMIZATION: checks some text ahead, because tokens are short, but not too much, because other text may be
    /// inserted.
    #[cold]
    pub(crate) fn report_input_stream_errors(&mut self, text: &str, end: usize) {
        let end = end.min(text.len());
        if self.skips_input_stream_errors {
            self.checked = text.len();
        }
        while self.checked < end {
            let mut ahead = text.len().min(end.max(self.checked + BYTES_CHECKED_AHEAD));
            while !text.is_char_boundary(ahead) {
                ahead += 1;
            }
            let Some((offset, error)) = input_stream_errors(&text[self.checked..ahead]).next() else {
                self.checked = ahead;
                return;
            };
            self.checked += offset;
            if self.checked < end {
                let span = self.span(self.checked, self.checked);
                self.sink.parse_error(error.into(), span, None);
                self.checked += text[self.checked..].chars().next().map_or(1, char::len_utf8);
            } else {
                return;
            }
        }
    }

    /// Returns the span of `start..end` of the text in the whole input.
    #[inline]
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        Span { start: (self.base + start) as u32, end: (self.base + end) as u32 }
    }

    /// Reports a parse error at the current input character.
    #[inline]
    pub(crate) fn parse_error(&mut self, error: ParseErrorCode, input: &InputStream<'_>) {
        self.parse_error_at(error, input.current());
    }

    /// Reports a parse error at an offset of the text.
    #[inline]
    pub(crate) fn parse_error_at(&mut self, error: ParseErrorCode, offset: usize) {
        if S::PARSE_ERRORS {
            let span = self.span(offset, offset);
            self.sink.parse_error(error, span, None);
        }
    }

    /// Switches to a state.
    #[inline]
    pub(crate) fn switch_to(&mut self, state: State) -> Step {
        self.state = state;
        Some(())
    }

    /// Reconsumes the current input character in a state.
    #[inline]
    pub(crate) fn reconsume_in(&mut self, state: State, input: &mut InputStream<'_>) -> Step {
        input.reconsume();
        self.switch_to(state)
    }

    /// Stops before the next step. The current step is finished first, so nothing is lost or repeated.
    pub(crate) fn suspend(&mut self) {
        self.suspended = true;
    }

    /// Whether a state that reads several tokens has to stop.
    #[inline]
    pub(crate) fn is_suspended(&self) -> bool {
        self.suspended
    }

    /// Whether the current run is plain.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        S::HAS_PLAIN_RUNS && self.is_plain
    }

    /// Whether the places of attributes are to be recorded.
    #[inline(always)]
    pub(crate) fn records_places(&self) -> bool {
        S::SOURCE_SPANS && !self.is_plain()
    }

    pub(crate) fn finish(&mut self) -> Step {
        self.finished = true;
        None
    }

    /// Runs one state, and reports it to a sink that traces states.
    #[inline(always)]
    fn traced_step(&mut self, input: &mut InputStream<'_>) -> Step {
        if S::STATES {
            let offset = self.span(input.position(), input.position()).start;
            self.sink.state_begins(self.state, offset);
        }
        self.step(input)
    }

    /// Runs one state, which consumes as much text as it can.
    #[inline]
    fn step(&mut self, input: &mut InputStream<'_>) -> Step {
        match self.state {
            State::Data => self.data_state(input),
            State::Rcdata => self.rcdata_state(input),
            State::Rawtext => self.rawtext_state(input),
            State::ScriptData => self.script_data_state(input),
            State::Plaintext => self.plaintext_state(input),
            State::TagOpen => self.tag_open_state(input),
            State::EndTagOpen => self.end_tag_open_state(input),
            State::TagName => self.tag_name_state(input),
            State::RcdataLessThanSign => self.rcdata_less_than_sign_state(input),
            State::RcdataEndTagOpen => self.rcdata_end_tag_open_state(input),
            State::RcdataEndTagName => self.rcdata_end_tag_name_state(input),
            State::RawtextLessThanSign => self.rawtext_less_than_sign_state(input),
            State::RawtextEndTagOpen => self.rawtext_end_tag_open_state(input),
            State::RawtextEndTagName => self.rawtext_end_tag_name_state(input),
            State::ScriptDataLessThanSign => self.script_data_less_than_sign_state(input),
            State::ScriptDataEndTagOpen => self.script_data_end_tag_open_state(input),
            State::ScriptDataEndTagName => self.script_data_end_tag_name_state(input),
            State::ScriptDataEscapeStart => self.script_data_escape_start_state(input),
            State::ScriptDataEscapeStartDash => self.script_data_escape_start_dash_state(input),
            State::ScriptDataEscaped => self.script_data_escaped_state(input),
            State::ScriptDataEscapedDash => self.script_data_escaped_dash_state(input),
            State::ScriptDataEscapedDashDash => self.script_data_escaped_dash_dash_state(input),
            State::ScriptDataEscapedLessThanSign => self.script_data_escaped_less_than_sign_state(input),
            State::ScriptDataEscapedEndTagOpen => self.script_data_escaped_end_tag_open_state(input),
            State::ScriptDataEscapedEndTagName => self.script_data_escaped_end_tag_name_state(input),
            State::ScriptDataDoubleEscapeStart => self.script_data_double_escape_start_state(input),
            State::ScriptDataDoubleEscaped => self.script_data_double_escaped_state(input),
            State::ScriptDataDoubleEscapedDash => self.script_data_double_escaped_dash_state(input),
            State::ScriptDataDoubleEscapedDashDash => self.script_data_double_escaped_dash_dash_state(input),
            State::ScriptDataDoubleEscapedLessThanSign => {
                self.script_data_double_escaped_less_than_sign_state(input)
            }
            State::ScriptDataDoubleEscapeEnd => self.script_data_double_escape_end_state(input),
            State::BeforeAttributeName => self.before_attribute_name_state(input),
            State::AttributeName => self.attribute_name_state(input),
            State::AfterAttributeName => self.after_attribute_name_state(input),
            State::BeforeAttributeValue => self.before_attribute_value_state(input),
            State::AttributeValueDoubleQuoted => self.attribute_value_double_quoted_state(input),
            State::AttributeValueSingleQuoted => self.attribute_value_single_quoted_state(input),
            State::AttributeValueUnquoted => self.attribute_value_unquoted_state(input),
            State::AfterAttributeValueQuoted => self.after_attribute_value_quoted_state(input),
            State::SelfClosingStartTag => self.self_closing_start_tag_state(input),
            State::BogusComment => self.bogus_comment_state(input),
            State::MarkupDeclarationOpen => self.markup_declaration_open_state(input),
            State::CommentStart => self.comment_start_state(input),
            State::CommentStartDash => self.comment_start_dash_state(input),
            State::Comment => self.comment_state(input),
            State::CommentLessThanSign => self.comment_less_than_sign_state(input),
            State::CommentLessThanSignBang => self.comment_less_than_sign_bang_state(input),
            State::CommentLessThanSignBangDash => self.comment_less_than_sign_bang_dash_state(input),
            State::CommentLessThanSignBangDashDash => self.comment_less_than_sign_bang_dash_dash_state(input),
            State::CommentEndDash => self.comment_end_dash_state(input),
            State::CommentEnd => self.comment_end_state(input),
            State::CommentEndBang => self.comment_end_bang_state(input),
            State::Doctype => self.doctype_state(input),
            State::BeforeDoctypeName => self.before_doctype_name_state(input),
            State::DoctypeName => self.doctype_name_state(input),
            State::AfterDoctypeName => self.after_doctype_name_state(input),
            State::AfterDoctypePublicKeyword => self.after_doctype_public_keyword_state(input),
            State::BeforeDoctypePublicIdentifier => self.before_doctype_public_identifier_state(input),
            State::DoctypePublicIdentifierDoubleQuoted => {
                self.doctype_public_identifier_double_quoted_state(input)
            }
            State::DoctypePublicIdentifierSingleQuoted => {
                self.doctype_public_identifier_single_quoted_state(input)
            }
            State::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier_state(input),
            State::BetweenDoctypePublicAndSystemIdentifiers => {
                self.between_doctype_public_and_system_identifiers_state(input)
            }
            State::AfterDoctypeSystemKeyword => self.after_doctype_system_keyword_state(input),
            State::BeforeDoctypeSystemIdentifier => self.before_doctype_system_identifier_state(input),
            State::DoctypeSystemIdentifierDoubleQuoted => {
                self.doctype_system_identifier_double_quoted_state(input)
            }
            State::DoctypeSystemIdentifierSingleQuoted => {
                self.doctype_system_identifier_single_quoted_state(input)
            }
            State::AfterDoctypeSystemIdentifier => self.after_doctype_system_identifier_state(input),
            State::BogusDoctype => self.bogus_doctype_state(input),
            State::CdataSection => self.cdata_section_state(input),
            State::CdataSectionBracket => self.cdata_section_bracket_state(input),
            State::CdataSectionEnd => self.cdata_section_end_state(input),
            State::ProcessingInstructionOpen => self.processing_instruction_open_state(input),
            State::ProcessingInstructionTarget => self.processing_instruction_target_state(input),
            State::AfterProcessingInstructionTarget => self.after_processing_instruction_target_state(input),
            State::ProcessingInstructionData => self.processing_instruction_data_state(input),
            State::ProcessingInstructionQuestionable => self.processing_instruction_questionable_state(input),
            State::CharacterReference => self.character_reference_state(input),
            State::NamedCharacterReference => self.named_character_reference_state(input),
            State::AmbiguousAmpersand => self.ambiguous_ampersand_state(input),
            State::NumericCharacterReference => self.numeric_character_reference_state(input),
            State::HexadecimalCharacterReferenceStart => {
                self.hexadecimal_character_reference_start_state(input)
            }
            State::HexadecimalCharacterReference => self.hexadecimal_character_reference_state(input),
            State::DecimalCharacterReference => self.decimal_character_reference_state(input),
            State::NumericCharacterReferenceEnd => self.numeric_character_reference_end_state(input),
        }
    }
}

impl State {
    /// Whether the tokenizer is reading an attribute value in this state.
    pub(crate) fn is_in_a_value(self) -> bool {
        matches!(
            self,
            Self::AttributeValueDoubleQuoted
                | Self::AttributeValueSingleQuoted
                | Self::AttributeValueUnquoted
        )
    }

    /// Whether the tokenizer is between tokens and references in this state. If so, all consumed text consists of
    /// characters.
    fn is_between_tokens(self) -> bool {
        matches!(
            self,
            Self::Data
                | Self::Rcdata
                | Self::Rawtext
                | Self::ScriptData
                | Self::Plaintext
                | Self::ScriptDataEscapeStart
                | Self::ScriptDataEscapeStartDash
                | Self::ScriptDataEscaped
                | Self::ScriptDataEscapedDash
                | Self::ScriptDataEscapedDashDash
                | Self::ScriptDataDoubleEscaped
                | Self::ScriptDataDoubleEscapedDash
                | Self::ScriptDataDoubleEscapedDashDash
                | Self::CdataSection
        )
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_base::NameInterner;

    use super::*;
    use crate::{Feedback, Token};

    /// Records the tokens, and suspends after each one.
    #[derive(Default)]
    struct Suspending {
        names: NameInterner,
        tokens: Vec<String>,
    }

    impl TokenSink for Suspending {
        const PARSE_ERRORS: bool = false;

        fn process_token(&mut self, token: &Token<'_>, _: Span) -> Feedback {
            self.tokens.push(match token {
                Token::StartTag(tag) => format!("<{}>", self.names.text(tag.name)),
                Token::EndTag(tag) => format!("</{}>", self.names.text(tag.name)),
                Token::Comment(data) => format!("<!--{data}-->"),
                Token::Characters(characters) => characters.to_string(),
                Token::NullCharacter => "NUL".to_owned(),
                Token::EndOfFile => "EOF".to_owned(),
                Token::Doctype(_) => "DOCTYPE".to_owned(),
                Token::ProcessingInstruction(_) => "PI".to_owned(),
            });
            Feedback::Suspend
        }

        fn parse_error(&mut self, _: ParseErrorCode, _: Span, _: Option<NameId>) {}

        fn intern(&mut self, name: &str) -> NameId {
            self.names.intern(name)
        }

        fn adjusted_current_node_is_foreign(&self) -> bool {
            false
        }
    }

    #[test]
    fn suspending_at_every_token_gives_the_same_tokens() {
        for (html, expected) in [
            ("a", &["a", "EOF"][..]),
            ("a<b>c</b>", &["a", "<b>", "c", "</b>", "EOF"]),
            ("a</>b", &["a", "b", "EOF"]),
            ("a\0b&amp;c", &["a", "NUL", "b", "&", "c", "EOF"]),
            ("<!--x", &["<!--x-->", "EOF"]),
            ("a<!doctype x", &["a", "DOCTYPE", "EOF"]),
            ("<?a b><!x>", &["PI", "<!--x-->", "EOF"]),
        ] {
            let mut tokenizer = Tokenizer::new(Suspending::default());
            let mut rest = html;
            while let Outcome::Suspended { consumed } = tokenizer.run(rest, true) {
                rest = &rest[consumed..];
            }
            assert_eq!(tokenizer.into_sink().tokens, expected, "{html}");
        }
    }

    #[test]
    fn the_hot_types_stay_small() {
        assert!(size_of::<Token<'_>>() <= 72, "{}", size_of::<Token<'_>>());
        assert_eq!(size_of::<AttributeSpan>(), 16);
        assert_eq!(size_of::<State>(), 1);
    }
}
