//! Ordinary tags, read at once: what the states from tag open to after attribute value (quoted) do one after the other
//! where each of them has only usual characters to deal with.
//!
//! At the first unusual character the machine is left in the state that has to deal with it, with everything before
//! it done. A tag that does not end in the text is unusual, too. So whoever cuts the input behind every character runs the
//! states alone; the conformance suites are run that way as well, and hold this file against them.

use hedgerow_input::InputStream;
use hedgerow_names::NameId;

use crate::piece::Piece;
use crate::states::attribute::UNQUOTED_STOPS;
use crate::token::AttributeSpan;
use crate::tokenizer::{CurrentAttribute, Step, TagKind, Tokenizer};
use crate::{State, TokenSink};

impl<S: TokenSink> Tokenizer<S> {
    /// From the tag open state on.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state>
    #[inline(always)]
    pub(super) fn ordinary_tag(&mut self, input: &mut InputStream<'_>) -> Step {
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

    /// The same from the before attribute name state on. Whether anything was done.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    pub(super) fn ordinary_rest_of_the_tag(&mut self, input: &mut InputStream<'_>) -> bool {
        let start = input.position();
        self.finish_the_current_attribute();
        let _ = self.ordinary_attributes(State::BeforeAttributeName, input);
        input.position() > start
    }

    /// What follows a name or a value, in a state that deals with everything that is not usual there.
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
                    Some(behind) => state = behind,
                    None => break,
                },
                _ => break,
            }
        }
        if state == State::TagName {
            // The name goes on.
            self.tag.name_id = None;
        }
        input.advance_to(&ahead);
        self.switch_to(state)
    }

    /// An attribute, or what is usual of it. Answers with the state behind that, or `None` if nothing is done.
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
            b' ' | b'\n' | b'\t' | b'\x0C' | b'>' | b'/' => (Piece::default(), State::AfterAttributeName),
            _ => return None,
        };
        let name = self.name_id_of_run(start, end, input);
        if self.has_attribute(name) {
            return None;
        }
        self.tag.attributes.push(AttributeSpan { name, value });
        if state.is_in_a_value() {
            self.attribute = CurrentAttribute { name: Piece::default(), value, is_removed: false };
        }
        input.advance_to(&ahead);
        Some(state)
    }
}

/// The value behind an equals sign, up to the first unusual character, and the state for what follows.
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
            // Where whitespace or a greater-than sign follows, the state behind an empty value does the same.
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
