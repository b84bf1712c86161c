//! The entry of the tokens into tree construction: the fast paths, the checks of the observers, and the rules.

use hedgerow_base::{NameId, Namespace};
use hedgerow_input::Span;
use hedgerow_tokenizer::{AttributePlace, Feedback, ParseErrorCode, Token, TokenSink};

use crate::{Observer, SourceToken, TreeBuilder, TreeSink};

impl<S: TreeSink> TokenSink for TreeBuilder<S> {
    const PARSE_ERRORS: bool = S::Observer::PARSE_ERRORS;
    const SOURCE_SPANS: bool = S::Observer::SOURCE_SPANS;
    // If rules are reported, speed does not matter, so the tokenizer is compiled without its fast paths, too.
    const STATES: bool = S::Observer::RULES;

    #[inline]
    fn attribute_places(&mut self, places: &[AttributePlace]) {
        self.sink.observer().attribute_places(places);
    }

    // Without optimization, the copies would only take build time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process_token(&mut self, token: &Token<'_>, span: Span) -> Feedback {
        let may_stop = S::Observer::IS_WATCHED && self.sink.observer().may_stop();
        // OPTIMIZATION: before the token is recorded, because errors and source spans do not need that for these characters.
        if let Token::Characters(characters) = token
            && self.ordinary_characters(*characters, span, may_stop)
        {
            let has_stopped = may_stop && self.is_stopped_by_the_watch(true);
            return if has_stopped { Feedback::Suspend } else { Feedback::Continue };
        }
        if S::Observer::PARSE_ERRORS || S::Observer::SOURCE_SPANS {
            self.token_span = span;
        }
        if S::Observer::PARSE_ERRORS {
            self.token_name = tag_name(token);
        }
        if S::Observer::SOURCE_SPANS {
            self.sink.observer().token_begins(source_token(token), span);
        }
        if may_stop && self.sink.observer().has_stopped() {
            return Feedback::Suspend;
        }
        match token {
            Token::Characters(characters) => {
                if !self.table_characters(*characters) {
                    let start = characters.place_in_input().map(|(start, _)| start);
                    self.process_characters(characters.as_str(), start);
                }
                let has_stopped = self.is_stopped_by_the_watch(true);
                return if has_stopped { Feedback::Suspend } else { Feedback::Continue };
            }
            Token::StartTag(tag) => self.process_start_tag(tag),
            Token::EndTag(tag) => {
                if !self.ordinary_end_tag(tag.name) && !self.table_end_tag(tag.name) {
                    self.process_end_tag(*tag);
                    self.update_the_ordinary_parent();
                }
            }
            _ => {
                self.ignore_next_line_feed = false;
                self.dispatch(token);
                self.update_the_ordinary_parent();
            }
        }
        if self.is_stopped_by_the_watch(false) {
            return Feedback::Suspend;
        }
        if self.feedback == Feedback::Continue {
            return Feedback::Continue;
        }
        std::mem::replace(&mut self.feedback, Feedback::Continue)
    }

    fn parse_error(&mut self, error: ParseErrorCode, span: Span, subject: Option<NameId>) {
        self.sink.observer().parse_error(error, span, subject);
    }

    #[inline]
    fn intern(&mut self, name: &str) -> NameId {
        self.sink.intern(name)
    }

    #[inline(always)]
    fn likely_end_tag_name(&self) -> Option<NameId> {
        Some(self.likely_end_tag_name)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.adjusted_current_node().is_some_and(|(namespace, ..)| namespace != Namespace::Html)
    }
}

fn tag_name(token: &Token<'_>) -> Option<NameId> {
    match token {
        Token::StartTag(tag) => Some(tag.name),
        Token::EndTag(tag) => Some(tag.name),
        _ => None,
    }
}

/// Returns the kind of a token, for source spans.
fn source_token(token: &Token<'_>) -> SourceToken {
    match token {
        Token::StartTag(tag) => SourceToken::StartTag(tag.name),
        Token::EndTag(tag) => SourceToken::EndTag(tag.name),
        _ => SourceToken::Other,
    }
}
