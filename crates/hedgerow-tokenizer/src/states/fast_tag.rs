//! A fast path for text and ordinary tags. It does the work of the data state, and of the states from tag open to after
//! attribute value (quoted), but handles only the common characters of each state.
//!
//! At the first other character (an *unusual* one), or if fewer than sixteen bytes follow, the machine is left in the
//! state that has to continue, with everything before that character processed.
//!
//! The fast path repeats the work of the states, so tests compare the two. An input that is cut after each character runs only
//! the states. The conformance suites compare its results with those of the whole input, which is padded so that the fast path is
//! used; the unit tests do the same with random tags.

use hedgerow_base::NameId;
use hedgerow_input::{InputStream, Lookahead};

use crate::piece::Piece;
use crate::states::attribute::UNQUOTED_STOPS;
use crate::token::AttributeSpan;
use crate::tokenizer::{CurrentAttribute, TagKind, Tokenizer};
use crate::{Feedback, State, TokenSink};

/// The place at which the fast path leaves a tag.
enum TagEnd {
    /// After its `>`.
    Whole,
    /// At an unusual character, with the state that has to continue.
    Unusual(State),
}

impl<S: TokenSink> Tokenizer<S> {
    /// Reads text and ordinary tags in the data state, up to the first character that needs a state. `PLAIN` says whether the run
    /// [is plain](TokenSink::is_plain).
    #[inline(never)]
    pub(super) fn fast_text_and_tags<const PLAIN: bool>(&mut self, input: &mut InputStream<'_>) {
        let mut ahead = input.ahead();
        loop {
            ahead.skip_until_any_of::<b'<', b'&', b'\0'>();
            match ahead.peek() {
                Some(b'<') => {}
                Some(b'&') => match self.recent_reference(ahead, input) {
                    Some(after) => {
                        ahead = after;
                        if self.state == State::Data && !self.is_suspended() {
                            continue;
                        }
                        break;
                    }
                    None => break,
                },
                _ => break,
            }
            let start = input.offset_of(ahead);
            ahead.skip(1);
            let feedback = match ahead.peek() {
                Some(b'/') => self.fast_end_tag::<PLAIN>(start, &mut ahead, input),
                _ => self.fast_tag::<PLAIN>(TagKind::Start, start, &mut ahead, input),
            };
            if feedback != Some(Feedback::Continue) {
                if let Some(feedback) = feedback {
                    self.follow(feedback);
                }
                break;
            }
        }
        input.advance_to(ahead);
    }

    /// Reads a character reference if it is in the cache, and returns the text after it.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state>
    #[inline(never)]
    fn recent_reference<'i>(
        &mut self,
        mut ahead: Lookahead<'i>,
        input: &InputStream<'i>,
    ) -> Option<Lookahead<'i>> {
        let start = input.offset_of(ahead);
        ahead.skip(1);
        let (length, characters) = self.recent_references.find(ahead.rest())?;
        ahead.skip(length);
        self.emit_characters_instead(characters, start, input.offset_of(ahead), input);
        Some(ahead)
    }

    /// Reads an end tag from its `/`. Returns the feedback to follow, or `None` if a state has to continue.
    #[inline(always)]
    fn fast_end_tag<'i, const PLAIN: bool>(
        &mut self,
        start: usize,
        ahead: &mut Lookahead<'i>,
        input: &InputStream<'i>,
    ) -> Option<Feedback> {
        ahead.skip(1);
        // OPTIMIZATION: most end tags have the name of the current node, which needs no look-up.
        if let Some(name) = self.sink.likely_end_tag_name()
            && let Some(length) = name.length_at_end_of_tag(ahead.rest())
        {
            ahead.skip(length + 1);
            return self.emit_end_tag::<PLAIN>(name, start, input.offset_of(*ahead), input);
        }
        self.fast_tag::<PLAIN>(TagKind::End, start, ahead, input)
    }

    /// Reads a tag from its name.
    #[inline(always)]
    fn fast_tag<'i, const PLAIN: bool>(
        &mut self,
        kind: TagKind,
        start: usize,
        ahead: &mut Lookahead<'i>,
        input: &InputStream<'i>,
    ) -> Option<Feedback> {
        let (name_start, from_name) = (input.offset_of(*ahead), ahead.rest());
        let (length, known) = if let Some((length, name)) = fast_tag_name(ahead) {
            (Some(length), Some(name))
        } else {
            let length = ahead.skip_ordinary_name();
            (length, length.and_then(|length| NameId::find_ordinary(from_name, length)))
        };
        // All known names begin with a letter.
        let Some(length) = length.filter(|_| known.is_some() || from_name[0].is_ascii_alphabetic()) else {
            *ahead = input.ahead_at(start + 1);
            self.token_start = start;
            self.state = State::TagOpen;
            return None;
        };
        let mut self_closing = false;
        match self.fast_attributes(State::TagName, &mut self_closing, ahead, input) {
            TagEnd::Whole => {
                let name = match known {
                    Some(name) => name,
                    None => self.name_id(Piece::of_run(name_start, name_start + length), input),
                };
                let end = input.offset_of(*ahead);
                match kind {
                    TagKind::Start => {
                        self.emit_start_tag::<PLAIN>(name, self_closing, true, start, end, input)
                    }
                    TagKind::End => {
                        self.tag.self_closing = self_closing;
                        self.emit_end_tag_with_attributes(name, start, end, input)
                    }
                }
            }
            TagEnd::Unusual(state) => {
                let name = Piece::of_run(name_start, name_start + length);
                // If the tag name state has to continue, the name may not be complete.
                let known = known.filter(|_| state != State::TagName);
                self.leave_in_the_tag(kind, name, known, self_closing, start, state)
            }
        }
    }

    /// Leaves the fast path in a tag, for the state that has to continue.
    #[inline(never)]
    fn leave_in_the_tag(
        &mut self,
        kind: TagKind,
        name: Piece,
        known: Option<NameId>,
        self_closing: bool,
        start: usize,
        state: State,
    ) -> Option<Feedback> {
        self.token_start = start;
        self.state = state;
        self.scratch.clear();
        self.tag.kind = kind;
        self.tag.name = name;
        self.tag.name_id = known;
        self.tag.self_closing = self_closing;
        None
    }

    /// Reads the rest of a tag from the before attribute name state, up to the first unusual character. Returns whether anything
    /// was read.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    pub(super) fn fast_rest_of_the_tag(&mut self, input: &mut InputStream<'_>) -> bool {
        if S::STATES {
            return false;
        }
        let start = input.position();
        self.finish_the_current_attribute();
        let mut ahead = input.ahead();
        let mut self_closing = self.tag.self_closing;
        let end = self.fast_attributes(State::BeforeAttributeName, &mut self_closing, &mut ahead, input);
        self.tag.self_closing = self_closing;
        input.advance_to(ahead);
        match end {
            TagEnd::Whole => {
                let _ = self.emit_tag(input);
            }
            TagEnd::Unusual(state) => self.state = state,
        }
        input.position() > start
    }

    /// Reads attributes and the end of the tag, up to the first unusual character. `state` is the state at the start: tag name or
    /// before attribute name.
    #[inline(always)]
    fn fast_attributes<'i>(
        &mut self,
        mut state: State,
        self_closing: &mut bool,
        ahead: &mut Lookahead<'i>,
        input: &InputStream<'i>,
    ) -> TagEnd {
        loop {
            match ahead.peek() {
                Some(b'>') => {
                    ahead.skip(1);
                    return TagEnd::Whole;
                }
                Some(b' ' | b'\n' | b'\t' | b'\x0C') => {
                    ahead.skip(1);
                    state = State::BeforeAttributeName;
                    if self.fast_short_attribute(ahead, input) {
                        state = State::AfterAttributeValueQuoted;
                    }
                }
                Some(b'/') if ahead.rest().get(1) == Some(&b'>') => {
                    ahead.skip(1);
                    *self_closing = true;
                }
                Some(_) if state == State::BeforeAttributeName => match self.fast_attribute(ahead, input) {
                    Some(next) => state = next,
                    None => return TagEnd::Unusual(state),
                },
                _ => return TagEnd::Unusual(state),
            }
        }
    }

    /// Reads an attribute of the most frequent shape: `name="value"`, with a frequent name in lower case, and without
    /// references in the value. Returns whether the attribute has this shape; if not, reads nothing.
    #[inline(always)]
    fn fast_short_attribute<'i>(&mut self, ahead: &mut Lookahead<'i>, input: &InputStream<'i>) -> bool {
        let Some((bytes, length)) = ahead.first_in_vector::<b'=', b'='>() else { return false };
        let Some(name) = NameId::find_short(bytes, length) else { return false };
        if bytes.get(length + 1) != Some(&b'"') {
            return false;
        }
        let mut next = *ahead;
        next.skip(length + 2);
        let start = input.offset_of(next);
        next.skip_value_until_any_of::<b'"', b'&', b'\0'>();
        let end = input.offset_of(next);
        if next.peek() != Some(b'"') || self.has_attribute(name) {
            return false;
        }
        next.skip(1);
        self.tag.push_attribute(AttributeSpan { name, value: Piece::of_run(start, end) });
        if self.records_places() {
            let name_start = input.offset_of(*ahead);
            let name = self.span(name_start, name_start + length);
            self.record_attribute_place(name, Some(self.span(start, end)));
        }
        *ahead = next;
        true
    }

    /// Reads an attribute, or the usual part of one. Returns the state after it, or `None` if nothing was read.
    #[inline(always)]
    fn fast_attribute<'i>(&mut self, ahead: &mut Lookahead<'i>, input: &InputStream<'i>) -> Option<State> {
        let from_name = ahead.rest();
        let mut next = *ahead;
        let length = next.skip_ordinary_name().filter(|&length| length > 0)?;
        let after_name = next.peek()?;
        let (value, state) = match after_name {
            // OPTIMIZATION: with a guard, the most frequent byte is compared before the jump table is used.
            _ if after_name == b'=' => {
                next.skip(1);
                fast_value(&mut next, input)?
            }
            b' ' | b'\n' | b'\t' | b'\x0C' if equals_sign_may_follow(next) => return None,
            b' ' | b'\n' | b'\t' | b'\x0C' | b'>' | b'/' => (Piece::default(), State::AfterAttributeName),
            _ => return None,
        };
        let name = NameId::find_ordinary(from_name, length).unwrap_or_else(|| {
            let start = input.offset_of(*ahead);
            self.intern(Piece::of_run(start, start + length), input.text())
        });
        if self.has_attribute(name) {
            return None;
        }
        self.tag.push_attribute(AttributeSpan { name, value });
        if self.records_places() {
            let start = input.offset_of(*ahead);
            let has_value = from_name.get(length) == Some(&b'=');
            let value = has_value.then(|| value.span(self.base));
            self.record_attribute_place(self.span(start, start + length), value);
        }
        if state.is_in_a_value() {
            self.attribute = CurrentAttribute { name: Piece::default(), value, is_removed: false };
        }
        *ahead = next;
        Some(state)
    }
}

/// Skips the name of a tag, if the name is frequent, in lower case, and followed by a space or `>`. Returns the length
/// and the id of the name.
#[inline(always)]
fn fast_tag_name(ahead: &mut Lookahead<'_>) -> Option<(usize, NameId)> {
    let (bytes, length) = ahead.first_in_vector::<b'>', b' '>()?;
    let name = NameId::find_short(bytes, length)?;
    ahead.skip(length);
    Some((length, name))
}

/// Whether an equals sign follows the whitespace after a name, or the text ends before this is known.
fn equals_sign_may_follow(ahead: Lookahead<'_>) -> bool {
    let is_whitespace = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\x0C');
    matches!(ahead.rest().iter().find(|byte| !is_whitespace(byte)), None | Some(b'='))
}

/// Reads the value after an equals sign up to the first unusual character, and returns the state for the rest.
#[inline(always)]
#[allow(
    clippy::redundant_guards,
    reason = "the most frequent character is compared before the jump table is used"
)]
fn fast_value<'i>(ahead: &mut Lookahead<'i>, input: &InputStream<'i>) -> Option<(Piece, State)> {
    match ahead.peek()? {
        quote if quote == b'"' => fast_quoted_value::<b'"'>(State::AttributeValueDoubleQuoted, ahead, input),
        b'\'' => fast_quoted_value::<b'\''>(State::AttributeValueSingleQuoted, ahead, input),
        b' ' | b'\n' | b'\t' | b'\x0C' | b'>' => None,
        _ => {
            let start = input.offset_of(*ahead);
            ahead.skip_until(&UNQUOTED_STOPS);
            let value = Piece::of_run(start, input.offset_of(*ahead));
            // The value is complete. The caller processes whitespace and a greater-than sign in the same way after a value as
            // after a name.
            match ahead.peek()? {
                b' ' | b'\n' | b'\t' | b'\x0C' | b'>' => Some((value, State::AfterAttributeName)),
                _ => Some((value, State::AttributeValueUnquoted)),
            }
        }
    }
}

#[inline(always)]
fn fast_quoted_value<'i, const QUOTE: u8>(
    state: State,
    ahead: &mut Lookahead<'i>,
    input: &InputStream<'i>,
) -> Option<(Piece, State)> {
    ahead.skip(1);
    let start = input.offset_of(*ahead);
    ahead.skip_value_until_any_of::<QUOTE, b'&', b'\0'>();
    let value = Piece::of_run(start, input.offset_of(*ahead));
    if ahead.peek()? == QUOTE {
        ahead.skip(1);
        Some((value, State::AfterAttributeValueQuoted))
    } else {
        Some((value, state))
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_base::{NameInterner, known};
    use hedgerow_input::{ChunkQueue, Span};
    use proptest::prelude::RngExt as _;
    use proptest::test_runner::{RngAlgorithm, TestRng};

    use super::*;
    use crate::{AttributePlace, Feedback, Outcome, ParseErrorCode, Token};

    /// Records everything, with adjacent characters joined, and switches the state in a `title`, `style` or `script` element. As the
    /// likely name of the next end tag, returns no name, `a` and `div` by turns.
    #[derive(Default)]
    struct Recording {
        names: NameInterner,
        lines: Vec<String>,
        errors: Vec<String>,
        characters: String,
        tags: usize,
    }

    impl TokenSink for Recording {
        const PARSE_ERRORS: bool = true;
        const SOURCE_SPANS: bool = true;

        fn attribute_places(&mut self, places: &[AttributePlace]) {
            self.lines.push(format!("{places:?}"));
        }

        fn process_token(&mut self, token: &Token<'_>, span: Span) -> Feedback {
            if let Token::Characters(characters) = token {
                self.characters.push_str(characters);
                return Feedback::Continue;
            }
            let line = match token {
                Token::StartTag(tag) => {
                    let attributes = tag.attributes.iter();
                    let attributes: Vec<_> =
                        attributes.map(|(name, value)| (self.names.text(name), value.as_str())).collect();
                    format!("{} {} {attributes:?}", self.names.text(tag.name), tag.self_closing)
                }
                Token::EndTag(tag) => format!("/{}", self.names.text(tag.name)),
                other => format!("{other:?}"),
            };
            self.tags += 1;
            self.lines.push(format!("{:?}", std::mem::take(&mut self.characters)));
            self.lines.push(format!("{}..{} {line}", span.start, span.end));
            match token {
                Token::StartTag(tag) if tag.name == known::TITLE => Feedback::SwitchTo(State::Rcdata),
                Token::StartTag(tag) if tag.name == known::STYLE => Feedback::SwitchTo(State::Rawtext),
                Token::StartTag(tag) if tag.name == known::SCRIPT => Feedback::SwitchTo(State::ScriptData),
                _ => Feedback::Continue,
            }
        }

        fn parse_error(&mut self, error: ParseErrorCode, span: Span, _: Option<NameId>) {
            self.errors.push(format!("{}..{} {}", span.start, span.end, error.code()));
        }

        fn intern(&mut self, name: &str) -> NameId {
            self.names.intern(name)
        }

        fn likely_end_tag_name(&self) -> Option<NameId> {
            [None, Some(known::A), Some(known::DIV)][self.tags % 3]
        }

        fn adjusted_current_node_is_foreign(&self) -> bool {
            false
        }
    }

    fn at_once(html: &str) -> Recording {
        let mut tokenizer = Tokenizer::new(Recording::default());
        assert_eq!(tokenizer.run(html, true), Outcome::Finished);
        tokenizer.into_sink()
    }

    /// Feeds the text in pieces of up to `most` characters.
    fn in_pieces(html: &str, most: usize, random: &mut impl FnMut(usize) -> usize) -> Recording {
        let mut tokenizer = Tokenizer::new(Recording::default());
        let mut queue = ChunkQueue::default();
        let mut rest = html;
        while !rest.is_empty() {
            let count = 1 + random(most);
            let length = rest.char_indices().nth(count).map_or(rest.len(), |(offset, _)| offset);
            let (piece, following) = rest.split_at(length);
            queue.push(piece);
            while queue.advance() {
                if let Outcome::NeedsInput { consumed } = tokenizer.run(queue.text(), false) {
                    queue.discard(consumed);
                }
            }
            rest = following;
        }
        tokenizer.run(queue.text(), true);
        tokenizer.into_sink()
    }

    #[test]
    fn reading_at_once_is_the_same_as_the_states() {
        const PARTS: [&str; 53] = [
            "<", "</", "<a", "<div", "</a", "</div", "</DIV>", "<A", "<x-y", "<!--", "-->", ">", "/>", "/",
            " ", "\n", "\t", "\x0C", "=", " = ", "=\"", "\"", "='", "'", "a", "href", "HREF", "class=\"",
            "b=c", "data-x", "@click=1", "\0", "&", "&amp;", "&ampx", "&#65;", "&not", "\u{e9}", "`", "<b",
            "id=1 id=2", "?", "!", "[", "<title>", "</title>", "<style>", "</style>", "<script>",
            "</script>", "</script", "</SCRIPT>", "&quot;",
        ];
        let mut random = TestRng::deterministic_rng(RngAlgorithm::XorShift);
        let mut random = move |below| random.random_range(0..below);
        for round in 0..20_000 {
            let mut html: String = (0..=random(14)).map(|_| PARTS[random(PARTS.len())]).collect();
            if round % 4 == 0 {
                html.insert_str(0, "<div a b c d e f g h i j k l m n o p q r s t ");
            }
            if round % 2 == 0 {
                html.push_str("more than sixteen bytes after it");
            }
            let expected = in_pieces(&html, 1, &mut random);
            for found in [at_once(&html), in_pieces(&html, 30, &mut random)] {
                assert_eq!(found.lines, expected.lines, "{html:?}");
                assert_eq!(found.errors, expected.errors, "{html:?}");
                assert_eq!(found.characters, expected.characters, "{html:?}");
            }
        }
    }
}
