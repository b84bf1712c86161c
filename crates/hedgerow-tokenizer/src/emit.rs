//! Creating, appending to and emitting tokens.
//!
//! Characters are emitted by *not* moving `text_start`: when the next token comes, the text from `text_start` to that token
//! is passed to the sink as one run. So a state that "emits the current input character" does nothing.

use std::borrow::Cow;

use hedgerow_base::NameId;
use hedgerow_input::{InputStream, Span};

use crate::piece::Piece;
use crate::token::{AttributePlace, AttributeSpan, Attributes};
use crate::tokenizer::{CurrentAttribute, CurrentDoctype, Step, TagKind, Tokenizer};
use crate::{
    Doctype, EndTag, Feedback, ParseErrorCode, ProcessingInstruction, State, Tag, Text, Token, TokenSink,
};

/// The largest number of attributes for which duplicates are found by comparing one by one.
const FEW_ATTRIBUTES: usize = 16;

impl<S: TokenSink> Tokenizer<S> {
    /// Passes the characters before `end` to the sink; the next run starts at `end`. Returns whether the tokenizer continues in
    /// the same state.
    #[inline(never)]
    pub(crate) fn flush_characters(&mut self, input: &InputStream<'_>, end: usize) -> bool {
        if self.is_plain() {
            self.flush_characters_inlined::<true>(input, end)
        } else {
            self.flush_characters_inlined::<false>(input, end)
        }
    }

    /// See [`flush_characters`](Self::flush_characters). For ordinary tags and character references.
    #[inline(always)]
    fn flush_characters_inlined<const PLAIN: bool>(&mut self, input: &InputStream<'_>, end: usize) -> bool {
        if S::PARSE_ERRORS && !PLAIN && end > self.checked {
            self.report_input_stream_errors(input.text(), end);
        }
        if self.text_start >= end {
            return true;
        }
        let characters = Text::in_input(input.text(), self.text_start as u32, end as u32, self.base as u32);
        let span = self.span(self.text_start, end);
        self.text_start = end;
        let feedback = process_inlined::<S, PLAIN>(&mut self.sink, &Token::Characters(characters), span);
        self.follow(feedback);
        feedback == Feedback::Continue
    }

    /// Emits characters that replace the input between `start` and `end`.
    pub(crate) fn emit_characters_instead(
        &mut self,
        characters: &str,
        start: usize,
        end: usize,
        input: &InputStream<'_>,
    ) {
        if self.is_plain() {
            self.emit_characters_inlined::<true>(characters, start, end, input);
        } else {
            self.emit_characters_inlined::<false>(characters, start, end, input);
        }
    }

    #[inline(never)]
    fn emit_characters_inlined<const PLAIN: bool>(
        &mut self,
        characters: &str,
        start: usize,
        end: usize,
        input: &InputStream<'_>,
    ) {
        // OPTIMIZATION: the sink's code is inlined, because some pages have many references. The copies are small: the compiler
        // sees that the tokens are characters.
        self.flush_characters_inlined::<PLAIN>(input, start);
        self.text_start = end;
        let (token, span) = (Token::Characters(characters.into()), self.span(start, end));
        let feedback = process_inlined::<S, PLAIN>(&mut self.sink, &token, span);
        self.follow(feedback);
    }

    /// Emits the current input character, which is U+0000 NULL, as a character token.
    #[cold]
    pub(crate) fn emit_null_character(&mut self, input: &InputStream<'_>) {
        self.flush_characters(input, input.current());
        self.text_start = input.position();
        let span = self.span(input.current(), input.position());
        let feedback = process(&mut self.sink, &Token::NullCharacter, span);
        self.follow(feedback);
    }

    /// Reports the current input character, which is U+0000 NULL, as a parse error, and emits a U+FFFD REPLACEMENT CHARACTER
    /// instead.
    #[cold]
    pub(crate) fn emit_replacement_character(&mut self, input: &InputStream<'_>) {
        self.parse_error(ParseErrorCode::UnexpectedNullCharacter, input);
        self.emit_characters_instead("\u{FFFD}", input.current(), input.position(), input);
    }

    /// Emits all characters and an end-of-file token.
    #[cold]
    pub(crate) fn emit_end_of_file(&mut self, input: &InputStream<'_>) -> Step {
        self.flush_characters(input, input.current());
        let span = self.span(input.current(), input.current());
        let _ = process(&mut self.sink, &Token::EndOfFile, span);
        self.finish()
    }

    /// Drops the current token and emits an end-of-file token.
    #[cold]
    pub(crate) fn drop_the_token_and_emit_end_of_file(&mut self, input: &InputStream<'_>) -> Step {
        self.flush_characters(input, self.token_start);
        self.text_start = input.current();
        self.emit_end_of_file(input)
    }

    /// "This is an eof-in-tag parse error. Emit an end-of-file token."
    #[cold]
    pub(crate) fn eof_in_tag(&mut self, input: &InputStream<'_>) -> Step {
        self.parse_error(ParseErrorCode::EofInTag, input);
        self.drop_the_token_and_emit_end_of_file(input)
    }

    /// Creates a new start or end tag token with an empty tag name.
    #[inline]
    pub(crate) fn create_a_new_tag_token(&mut self, kind: TagKind, name_start: usize) {
        self.scratch.clear();
        self.tag.kind = kind;
        self.tag.name.set_run(name_start, name_start);
        self.tag.name_id = None;
        self.tag.self_closing = false;
        debug_assert!(self.tag.attributes.is_empty(), "the last tag with attributes was emitted");
        if S::SOURCE_SPANS {
            self.tag.attribute_places.clear();
        }
        self.attribute.is_removed = true;
    }

    #[inline]
    pub(crate) fn append_to_tag_name(&mut self, input: &InputStream<'_>, start: usize) {
        self.tag.name.append_run(input.text(), &mut self.scratch, start, input.position());
    }

    #[inline]
    pub(crate) fn append_to_attribute_name(&mut self, input: &InputStream<'_>, start: usize) {
        self.attribute.name.append_run(input.text(), &mut self.scratch, start, input.position());
    }

    #[inline]
    pub(crate) fn append_to_attribute_value(&mut self, input: &InputStream<'_>, start: usize) {
        self.attribute.value.append_run(input.text(), &mut self.scratch, start, input.position());
    }

    #[inline]
    pub(crate) fn append_to_comment(&mut self, input: &InputStream<'_>, start: usize, end: usize) {
        self.comment.append_run(input.text(), &mut self.scratch, start, end);
    }

    /// Starts a new attribute in the current tag token, with an empty name and value.
    #[inline]
    pub(crate) fn start_a_new_attribute(&mut self, name_start: usize) {
        self.finish_the_current_attribute();
        self.attribute =
            CurrentAttribute { name: Piece::at(name_start), value: Piece::default(), is_removed: false };
        if S::SOURCE_SPANS {
            self.attribute_name_start = (self.base + name_start) as u32;
        }
    }

    /// Records the spans of the name and the value of the current attribute, which was just added to the tag.
    #[inline]
    pub(crate) fn record_attribute_place(&mut self, name: Span, value: Option<Span>) {
        if self.records_places() {
            self.tag.attribute_places.push(AttributePlace { name, value });
        }
    }

    /// Records that the value of the current attribute starts at an offset of the text.
    #[inline]
    pub(crate) fn record_value_start(&mut self, start: usize) {
        if self.records_places()
            && !self.attribute.is_removed
            && let Some(place) = self.tag.attribute_places.last_mut()
        {
            let start = (self.base + start) as u32;
            place.value = Some(Span { start, end: start });
        }
    }

    /// Records that the value of the current attribute ends before the current input character.
    #[inline]
    pub(crate) fn record_value_end(&mut self, input: &InputStream<'_>) {
        if self.records_places()
            && !self.attribute.is_removed
            && let Some(AttributePlace { value: Some(value), .. }) = self.tag.attribute_places.last_mut()
        {
            value.end = (self.base + input.current()) as u32;
        }
    }

    /// Stores the value of the current attribute in the tag token.
    #[inline]
    pub(crate) fn finish_the_current_attribute(&mut self) {
        if !self.attribute.is_removed
            && let Some(last) = self.tag.attributes.last_mut()
        {
            last.value = self.attribute.value;
        }
        self.attribute.is_removed = true;
    }

    /// "When the user agent leaves the attribute name state": adds the current attribute to the tag, or removes it as a
    /// duplicate.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state>
    #[inline]
    pub(crate) fn leave_the_attribute_name_state(&mut self, input: &InputStream<'_>) {
        let name = self.name_id(self.attribute.name, input);
        if self.has_attribute(name) {
            self.attribute.is_removed = true;
            if S::PARSE_ERRORS {
                let place = self.span(input.current(), input.current());
                self.sink.parse_error(ParseErrorCode::DuplicateAttribute, place, Some(name));
            }
        } else {
            self.tag.push_attribute(AttributeSpan { name, value: Piece::default() });
            let end = (self.base + input.current()) as u32;
            self.record_attribute_place(Span { start: self.attribute_name_start, end }, None);
        }
    }

    #[inline]
    pub(crate) fn has_attribute(&mut self, name: NameId) -> bool {
        if self.tag.attributes.len() <= FEW_ATTRIBUTES {
            self.tag.may_have_attribute(name)
                && self.tag.attributes.iter().any(|attribute| attribute.name == name)
        } else {
            self.insert_among_many(name)
        }
    }

    /// Inserts the name into the set of the tag's attribute names, and returns whether it was present.
    #[cold]
    fn insert_among_many(&mut self, name: NameId) -> bool {
        if self.tag.attributes.len() == FEW_ATTRIBUTES + 1 {
            self.tag.attribute_names.clear();
            self.tag.attribute_names = self.tag.attributes.iter().map(|attribute| attribute.name).collect();
        }
        !self.tag.attribute_names.add(name)
    }

    /// Returns the id of a name, in ASCII lower case.
    #[inline]
    pub(crate) fn name_id(&mut self, name: Piece, input: &InputStream<'_>) -> NameId {
        match name.find_name(input.text(), &self.scratch) {
            Some(known) => known,
            None => self.intern(name, input.text()),
        }
    }

    /// Returns the id of an unknown name.
    #[inline(never)]
    pub(crate) fn intern(&mut self, name: Piece, text: &str) -> NameId {
        let words = name.name_words(text, &self.scratch);
        if let Some(id) = self.recent_names.find(words) {
            return id;
        }
        let name = name.get(text, &self.scratch);
        // OPTIMIZATION: a fold instead of `any`, because a fold has no branch for each byte.
        let id = if name.bytes().fold(false, |found, byte| found | byte.is_ascii_uppercase()) {
            self.sink.intern(&name.to_ascii_lowercase())
        } else {
            self.sink.intern(name)
        };
        self.recent_names.add(words, id);
        id
    }

    /// Switches to the data state and emits the current tag token.
    pub(crate) fn emit_the_current_tag_token(&mut self, input: &InputStream<'_>) -> Step {
        self.finish_the_current_attribute();
        self.emit_tag(input)
    }

    /// Switches to the data state and emits the current tag token, whose attributes are complete.
    pub(crate) fn emit_tag(&mut self, input: &InputStream<'_>) -> Step {
        let name = match self.tag.name_id {
            Some(id) => id,
            None => self.name_id(self.tag.name, input),
        };
        self.state = State::Data;
        let (start, end) = (self.token_start, input.position());
        let feedback = match self.tag.kind {
            // The scratch text belongs to this token. If it is empty, all values are in the input.
            TagKind::Start => {
                let in_input = self.scratch.is_empty();
                self.emit_start_tag::<false>(name, self.tag.self_closing, in_input, start, end, input)
            }
            TagKind::End => self.emit_end_tag_with_attributes(name, start, end, input),
        };
        if let Some(feedback) = feedback {
            self.follow(feedback);
        }
        Some(())
    }

    /// Emits a start tag token with the current attributes. `in_input` says whether all values are known to equal the input.
    ///
    /// Returns the feedback that the caller has to [`follow`](Self::follow). If the feedback to the characters before
    /// the tag was not [`Feedback::Continue`], follows the feedback to the tag itself and returns `None`.
    #[inline(always)]
    pub(crate) fn emit_start_tag<const PLAIN: bool>(
        &mut self,
        name: NameId,
        self_closing: bool,
        in_input: bool,
        start: usize,
        end: usize,
        input: &InputStream<'_>,
    ) -> Option<Feedback> {
        let continues = self.flush_characters_inlined::<PLAIN>(input, start);
        self.text_start = end;
        self.last_start_tag_name = Some(name);
        let span = self.span(start, end);
        let list = &self.tag.attributes;
        let attributes = Attributes::new(list, input.text(), &self.scratch, self.base as u32, in_input);
        if S::SOURCE_SPANS && !PLAIN {
            self.sink.attribute_places(&self.tag.attribute_places);
            self.tag.attribute_places.clear();
        }
        let token = Token::StartTag(Tag { name, self_closing, attributes });
        let feedback = process_inlined::<S, PLAIN>(&mut self.sink, &token, span);
        // Cleared here, and not when the next tag starts, because each call of `run` that ends within a token moves the
        // offsets of all attributes.
        self.tag.clear_attributes();
        self.feedback_to_follow(feedback, continues)
    }

    /// Returns the feedback to a tag if the tokenizer `continues` after the characters before the tag. Otherwise follows the
    /// feedback and returns `None`.
    #[inline(always)]
    fn feedback_to_follow(&mut self, feedback: Feedback, continues: bool) -> Option<Feedback> {
        if continues {
            return Some(feedback);
        }
        self.follow(feedback);
        None
    }

    /// Emits an end tag token. The result is as in [`emit_start_tag`](Self::emit_start_tag).
    #[inline(always)]
    pub(crate) fn emit_end_tag<const PLAIN: bool>(
        &mut self,
        name: NameId,
        start: usize,
        end: usize,
        input: &InputStream<'_>,
    ) -> Option<Feedback> {
        let continues = self.flush_characters_inlined::<PLAIN>(input, start);
        self.text_start = end;
        let span = self.span(start, end);
        let token = Token::EndTag(EndTag { name });
        let feedback = process_inlined::<S, PLAIN>(&mut self.sink, &token, span);
        self.feedback_to_follow(feedback, continues)
    }

    /// Does the same as [`emit_end_tag`](Self::emit_end_tag), for end tags that are less frequent.
    #[inline(never)]
    pub(crate) fn emit_other_end_tag(
        &mut self,
        name: NameId,
        start: usize,
        end: usize,
        input: &InputStream<'_>,
    ) -> Option<Feedback> {
        let continues = self.flush_characters(input, start);
        self.text_start = end;
        let span = self.span(start, end);
        let feedback = process(&mut self.sink, &Token::EndTag(EndTag { name }), span);
        self.feedback_to_follow(feedback, continues)
    }

    /// Emits an end tag token, and reports its attributes and its self-closing flag as parse errors.
    #[inline(always)]
    pub(crate) fn emit_end_tag_with_attributes(
        &mut self,
        name: NameId,
        start: usize,
        end: usize,
        input: &InputStream<'_>,
    ) -> Option<Feedback> {
        let continues = !S::PARSE_ERRORS
            || self.is_plain()
            || self.report_the_parts_of_the_end_tag(name, start, end, input);
        self.tag.clear_attributes();
        if S::SOURCE_SPANS {
            self.tag.attribute_places.clear();
        }
        let feedback = self.emit_other_end_tag(name, start, end, input)?;
        self.feedback_to_follow(feedback, continues)
    }

    /// Reports the attributes and the self-closing flag of an end tag, after the characters before it. Returns whether the tokenizer
    /// continues after these characters.
    #[inline(never)]
    fn report_the_parts_of_the_end_tag(
        &mut self,
        name: NameId,
        start: usize,
        end: usize,
        input: &InputStream<'_>,
    ) -> bool {
        let continues = self.flush_characters(input, start);
        let place = self.span(end - 1, end - 1);
        if !self.tag.attributes.is_empty() {
            self.sink.parse_error(ParseErrorCode::EndTagWithAttributes, place, Some(name));
        }
        if self.tag.self_closing {
            self.sink.parse_error(ParseErrorCode::EndTagWithTrailingSolidus, place, Some(name));
        }
        continues
    }

    /// Whether the current end tag token is an appropriate end tag token.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token>
    pub(crate) fn is_appropriate_end_tag_token(&mut self, input: &InputStream<'_>) -> bool {
        let Some(last) = self.last_start_tag_name else { return false };
        let name = self.tag.name.get(input.text(), &self.scratch);
        match last.known_text() {
            // OPTIMIZATION: compares the text, so that the name of an incomplete end tag in a script is never interned.
            Some(last) => name.eq_ignore_ascii_case(last),
            None => self.name_id(self.tag.name, input) == last,
        }
    }

    /// Creates a comment token with empty data; its first run is expected at `start`.
    pub(crate) fn create_a_comment_token(&mut self, start: usize) {
        self.scratch.clear();
        self.comment = Piece::at(start);
    }

    /// Switches to the data state and emits the current comment token.
    pub(crate) fn emit_the_current_comment_token(&mut self, input: &InputStream<'_>) -> Step {
        self.state = State::Data;
        self.emit_comment(input, input.position());
        Some(())
    }

    /// Emits the current comment token and an end-of-file token.
    #[cold]
    pub(crate) fn emit_the_current_comment_token_and_end_of_file(&mut self, input: &InputStream<'_>) -> Step {
        self.emit_comment(input, input.current());
        self.emit_end_of_file(input)
    }

    fn emit_comment(&mut self, input: &InputStream<'_>, end: usize) {
        let span = self.start_of_emission(input, end);
        let data = self.comment.text(input.text(), &self.scratch, self.base as u32);
        let feedback = process(&mut self.sink, &Token::Comment(data), span);
        self.follow(feedback);
    }

    /// Creates a new DOCTYPE token.
    pub(crate) fn create_a_new_doctype_token(&mut self) {
        self.scratch.clear();
        self.doctype = CurrentDoctype::default();
    }

    /// Switches to the data state and emits the current DOCTYPE token.
    pub(crate) fn emit_the_current_doctype_token(&mut self, input: &InputStream<'_>) -> Step {
        self.state = State::Data;
        self.emit_doctype(input, input.position());
        Some(())
    }

    /// Switches to the data state and emits the token of `<!DOCTYPE html>`.
    pub(crate) fn emit_the_html_doctype_token(&mut self, input: &InputStream<'_>) -> Step {
        self.state = State::Data;
        let span = self.start_of_emission(input, input.position());
        let doctype = Doctype { name: Some("html"), ..Doctype::default() };
        let feedback = process(&mut self.sink, &Token::Doctype(doctype), span);
        self.follow(feedback);
        Some(())
    }

    /// Emits the current DOCTYPE token and an end-of-file token.
    #[cold]
    pub(crate) fn emit_the_current_doctype_token_and_end_of_file(&mut self, input: &InputStream<'_>) -> Step {
        self.emit_doctype(input, input.current());
        self.emit_end_of_file(input)
    }

    /// "This is an eof-in-doctype parse error. Set the current DOCTYPE token's force-quirks flag to on. Emit the
    /// current DOCTYPE token. Emit an end-of-file token."
    #[cold]
    pub(crate) fn eof_in_doctype(&mut self, input: &InputStream<'_>) -> Step {
        self.parse_error(ParseErrorCode::EofInDoctype, input);
        self.doctype.force_quirks = true;
        self.emit_the_current_doctype_token_and_end_of_file(input)
    }

    fn emit_doctype(&mut self, input: &InputStream<'_>, end: usize) {
        let span = self.start_of_emission(input, end);
        let get = |piece: Piece| piece.get(input.text(), &self.scratch);
        let name = self.doctype.name.map(|name| lowercased(get(name)));
        let doctype = Doctype {
            name: name.as_deref(),
            public_identifier: self.doctype.public_identifier.map(get),
            system_identifier: self.doctype.system_identifier.map(get),
            force_quirks: self.doctype.force_quirks,
        };
        let feedback = process(&mut self.sink, &Token::Doctype(doctype), span);
        self.follow(feedback);
    }

    /// Switches to the data state and emits the current processing instruction token.
    pub(crate) fn emit_the_current_processing_instruction_token(&mut self, input: &InputStream<'_>) -> Step {
        self.state = State::Data;
        let span = self.start_of_emission(input, input.position());
        let get = |piece: Piece| piece.get(input.text(), &self.scratch);
        let token = ProcessingInstruction {
            target: get(self.processing_instruction.target),
            data: get(self.processing_instruction.data),
        };
        let feedback = process(&mut self.sink, &Token::ProcessingInstruction(token), span);
        self.follow(feedback);
        Some(())
    }

    /// Passes the characters before the current token to the sink, and returns the span of the token, which ends before
    /// `end`.
    fn start_of_emission(&mut self, input: &InputStream<'_>, end: usize) -> Span {
        self.flush_characters(input, self.token_start);
        self.text_start = end;
        self.span(self.token_start, end)
    }

    /// Applies the feedback of the sink.
    #[inline]
    pub(crate) fn follow(&mut self, feedback: Feedback) {
        match feedback {
            Feedback::Continue => {}
            Feedback::SwitchTo(state) => self.state = state,
            Feedback::Suspend => self.suspend(),
        }
    }
}

/// Passes a token to the sink.
///
/// OPTIMIZATION: the sink's code is inlined for ordinary tags and the text before them. All other tokens share this copy of it,
/// because each copy costs every program build time.
#[inline(never)]
fn process<S: TokenSink>(sink: &mut S, token: &Token<'_>, span: Span) -> Feedback {
    if S::HAS_PLAIN_RUNS && sink.is_plain() {
        process_inlined::<S, true>(sink, token, span)
    } else {
        process_inlined::<S, false>(sink, token, span)
    }
}

/// Passes a token to the sink, whose code is inlined. `PLAIN` says whether the run is known to be plain.
#[inline(always)]
fn process_inlined<S: TokenSink, const PLAIN: bool>(sink: &mut S, token: &Token<'_>, span: Span) -> Feedback {
    if PLAIN { sink.process_plain_token(token, span) } else { sink.process_token(token, span) }
}

/// Returns a name in ASCII lower case. OPTIMIZATION: borrows the name, because most names are in lower case.
fn lowercased(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}
