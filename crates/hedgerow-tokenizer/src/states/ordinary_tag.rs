//! A fast path for ordinary tags. It does the work of the states from tag open to after attribute value (quoted), as
//! long as each of them has only usual characters to process.
//!
//! At the first unusual character, or if fewer than sixteen bytes follow, the machine is left in the state that has to
//! continue, with everything before the character done.
//!
//! This repeats what the states do, because it is faster; so the two are compared. An input that is cut after each
//! character runs only the states: the conformance suites compare it with the whole input, padded so that the fast path
//! is used, and the unit tests compare random tags.

use hedgerow_input::InputStream;
use hedgerow_names::NameId;

use crate::piece::Piece;
use crate::states::attribute::UNQUOTED_STOPS;
use crate::token::AttributeSpan;
use crate::tokenizer::{CurrentAttribute, Step, TagKind, Tokenizer};
use crate::{State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// Starts in the tag open state.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state>
    #[inline(always)]
    pub(super) fn ordinary_tag(&mut self, input: &mut InputStream<'_>) -> Step {
        if S::STATES {
            return self.switch_to(State::TagOpen);
        }
        let mut ahead = input.clone();
        let mut kind = TagKind::Start;
        if ahead.peek() == Some(b'/') {
            ahead.advance(1);
            kind = TagKind::End;
            if let Some(name) = self.sink.likely_end_tag_name()
                && let Some(length) = name.length_at_start(ahead.rest())
                && ahead.rest().get(length) == Some(&b'>')
            {
                let start = ahead.position();
                debug_assert_eq!(
                    NameId::find_lowercased(input.text().as_bytes(), start, start + length),
                    Some(name)
                );
                self.create_a_new_tag_token(kind, start);
                self.tag.name_id = Some(name);
                input.advance(length + 2);
                return self.emit_tag(input);
            }
        }
        let start = ahead.position();
        if !ahead.skip_ordinary_name() {
            return self.switch_to(State::TagOpen);
        }
        let end = ahead.position();
        // All known names begin with a letter.
        let known = NameId::find_lowercased(input.text().as_bytes(), start, end);
        if known.is_none() && !input.text().as_bytes()[start].is_ascii_alphabetic() {
            return self.switch_to(State::TagOpen);
        }
        input.advance_to(&ahead);
        self.create_a_new_tag_token(kind, start);
        self.tag.name.set_run(start, end);
        self.tag.name_id = known;
        self.ordinary_attributes(State::TagName, input)
    }

    /// Starts in the before attribute name state. Returns whether anything was read.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    pub(super) fn ordinary_rest_of_the_tag(&mut self, input: &mut InputStream<'_>) -> bool {
        if S::STATES {
            return false;
        }
        let start = input.position();
        self.finish_the_current_attribute();
        let _ = self.ordinary_attributes(State::BeforeAttributeName, input);
        input.position() > start
    }

    /// Handles the text after a name or a value: sets the state that handles anything unusual there.
    #[inline(always)]
    fn ordinary_attributes(&mut self, mut state: State, input: &mut InputStream<'_>) -> Step {
        let mut ahead = input.clone();
        loop {
            match ahead.peek() {
                Some(b'>') => {
                    ahead.advance(1);
                    input.advance_to(&ahead);
                    return self.emit_tag(input);
                }
                Some(b' ' | b'\n' | b'\t' | b'\x0C') => {
                    ahead.advance(1);
                    state = State::BeforeAttributeName;
                }
                Some(b'/') if ahead.rest().get(1) == Some(&b'>') => {
                    ahead.advance(1);
                    self.tag.self_closing = true;
                }
                Some(_) if state == State::BeforeAttributeName => match self.ordinary_attribute(&mut ahead) {
                    Some(next) => state = next,
                    None => break,
                },
                _ => break,
            }
        }
        if state == State::TagName {
            // The name continues.
            self.tag.name_id = None;
        }
        input.advance_to(&ahead);
        self.switch_to(state)
    }

    /// Reads an attribute, or the usual part of one. Returns the state after it, or `None` if nothing was read.
    #[inline(always)]
    fn ordinary_attribute(&mut self, input: &mut InputStream<'_>) -> Option<State> {
        let mut ahead = input.clone();
        let start = ahead.position();
        if !ahead.skip_ordinary_name() || ahead.position() == start {
            return None;
        }
        let end = ahead.position();
        let (value, state) = match ahead.peek()? {
            b'=' => {
                ahead.advance(1);
                ordinary_value(&mut ahead)?
            }
            b' ' | b'\n' | b'\t' | b'\x0C' if equals_sign_may_follow(&ahead) => return None,
            b' ' | b'\n' | b'\t' | b'\x0C' | b'>' | b'/' => (Piece::default(), State::AfterAttributeName),
            _ => return None,
        };
        let name = self.name_id_of_run(start, end, input);
        if self.has_attribute(name) {
            return None;
        }
        self.tag.attributes.push(AttributeSpan { name, value });
        if S::SOURCE_SPANS {
            let has_value = input.text().as_bytes().get(end) == Some(&b'=');
            let value = has_value.then(|| value.span(self.base));
            self.record_attribute_place(self.span(start, end), value);
        }
        if state.is_in_a_value() {
            self.attribute = CurrentAttribute { name: Piece::default(), value, is_removed: false };
        }
        input.advance_to(&ahead);
        Some(state)
    }
}

/// Whether an equals sign follows the whitespace after a name, or the text ends before this is known.
fn equals_sign_may_follow(ahead: &InputStream<'_>) -> bool {
    let is_whitespace = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\x0C');
    matches!(ahead.rest().iter().find(|byte| !is_whitespace(byte)), None | Some(b'='))
}

/// Reads the value after an equals sign up to the first unusual character, and returns the state for the rest.
#[inline(always)]
fn ordinary_value(ahead: &mut InputStream<'_>) -> Option<(Piece, State)> {
    match ahead.peek()? {
        b'"' => ordinary_quoted_value::<b'"'>(State::AttributeValueDoubleQuoted, ahead),
        b'\'' => ordinary_quoted_value::<b'\''>(State::AttributeValueSingleQuoted, ahead),
        b' ' | b'\n' | b'\t' | b'\x0C' | b'>' => None,
        _ => {
            let start = ahead.position();
            ahead.skip_until(&UNQUOTED_STOPS);
            let value = Piece::of_run(start, ahead.position());
            // For whitespace and a greater-than sign, the state after an empty value does the same.
            match ahead.peek()? {
                b' ' | b'\n' | b'\t' | b'\x0C' | b'>' => Some((value, State::AfterAttributeName)),
                _ => Some((value, State::AttributeValueUnquoted)),
            }
        }
    }
}

#[inline(always)]
fn ordinary_quoted_value<const QUOTE: u8>(
    state: State,
    ahead: &mut InputStream<'_>,
) -> Option<(Piece, State)> {
    ahead.advance(1);
    let start = ahead.position();
    ahead.skip_until_any_of(QUOTE, b'&', b'\0');
    let value = Piece::of_run(start, ahead.position());
    if ahead.peek()? == QUOTE {
        ahead.advance(1);
        Some((value, State::AfterAttributeValueQuoted))
    } else {
        Some((value, state))
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_input::{ChunkQueue, Span};
    use hedgerow_names::{NameInterner, known};
    use proptest::prelude::RngExt as _;
    use proptest::test_runner::{RngAlgorithm, TestRng};

    use super::*;
    use crate::{AttributePlace, Feedback, Outcome, ParseErrorCode, Token};

    /// Records everything, with adjacent characters joined. The hint is right, wrong or missing in turn.
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
            Feedback::Continue
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
        const PARTS: [&str; 44] = [
            "<",
            "</",
            "<a",
            "<div",
            "</a",
            "</div",
            "</DIV>",
            "<A",
            "<x-y",
            "<!--",
            "-->",
            ">",
            "/>",
            "/",
            " ",
            "\n",
            "\t",
            "\x0C",
            "=",
            " = ",
            "=\"",
            "\"",
            "='",
            "'",
            "a",
            "href",
            "HREF",
            "class=\"",
            "b=c",
            "data-x",
            "@click=1",
            "\0",
            "&",
            "&amp;",
            "&ampx",
            "&#65;",
            "&not",
            "\u{e9}",
            "`",
            "<b",
            "id=1 id=2",
            "?",
            "!",
            "[",
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
