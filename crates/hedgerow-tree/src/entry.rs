//! The doors of a token: everything that may take a token before the tree construction dispatcher does.
//!
//! The first of these that takes a token ends its way:
//!
//! | door | takes | why it comes here |
//! |---|---|---|
//! | [`fast_characters`](TreeBuilder::fast_characters) | characters at the end of the current node | before the token is recorded: such characters have no errors and make no elements |
//! | `has_stopped` | every token after the observer has stopped the parser | no token may change the tree |
//! | `stops_before_start_tag` | a start tag with too many attributes | its element must not be created |
//! | [`fast_start_tag`](TreeBuilder::fast_start_tag), [`fast_end_tag`](TreeBuilder::fast_end_tag) | tags that only insert or pop | most tags; the decision needs only the cache and the flags of the elements |
//! | [`fast_other_start_tag`](TreeBuilder::fast_other_start_tag) | void elements, headings, list items | compares names, so it must not slow down the others |
//! | `fast_table_characters`, `fast_table_start_tag`, `fast_table_end_tag` | rows, cells, and the whitespace between them | their modes have no fast parent, so the doors before do not take them |
//! | [`fast_entry_into_the_body`](TreeBuilder::fast_entry_into_the_body) | no token: creates `head` and `body` for a start tag in the body | saves a tag without them the five modes before "in body" |
//! | `takes_tag_as_in_body` | tags in a mode that processes them as "in body" does | skips the dispatcher |
//! | [`dispatch`](TreeBuilder::dispatch) | all others | the standard |
//!
//! Characters in modes with rules for whitespace are split into runs first, and
//! [`fast_characters_outside_the_body`](TreeBuilder::fast_characters_outside_the_body) may take a run.
//!
//! The doors that a frequent token meets are compiled twice: if `PLAIN` is true, the run is [plain](Observer::is_plain), and the code does
//! not ask the observer. If not, the run may still be plain.
//!
//! Only this file computes the cache of the fast paths again, at the end of each of the four ways of a token: characters, start tag,
//! end tag, and any other. The tags that a fast path takes update the cache themselves.

use hedgerow_base::{NameId, Namespace};
use hedgerow_input::{Span, is_whitespace, length_of_whitespace};
use hedgerow_tokenizer::{AttributePlace, EndTag, Feedback, ParseErrorCode, Tag, Text, Token, TokenSink};

use crate::tree_builder::Control;
use crate::{Observer, Rules, SourceToken, TreeBuilder, TreeSink, WatchedToken};

impl<S: TreeSink> TokenSink for TreeBuilder<S> {
    const PARSE_ERRORS: bool = S::Observer::PARSE_ERRORS;
    const SOURCE_SPANS: bool = S::Observer::SOURCE_SPANS;
    // If rules are reported, speed does not matter, so the tokenizer is compiled without its fast paths, too.
    const STATES: bool = S::Observer::RULES;
    const HAS_PLAIN_RUNS: bool = S::HAS_PLAIN_RUNS;

    fn is_plain(&mut self) -> bool {
        // The method of the type itself.
        TreeBuilder::is_plain(self)
    }

    #[inline]
    fn attribute_places(&mut self, places: &[AttributePlace]) {
        self.sink.observer().attribute_places(places);
    }

    // Without optimization, the copies would only take build time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process_token(&mut self, token: &Token<'_>, span: Span) -> Feedback {
        self.process::<false>(token, span)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process_plain_token(&mut self, token: &Token<'_>, span: Span) -> Feedback {
        self.process::<true>(token, span)
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
        Some(self.cache.likely_end_tag_name)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.adjusted_current_node().is_some_and(|(namespace, ..)| namespace != Namespace::Html)
    }
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a token. `PLAIN` says whether the run is known to be plain.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<const PLAIN: bool>(&mut self, token: &Token<'_>, span: Span) -> Feedback {
        let may_stop = !PLAIN && S::Observer::IS_WATCHED && self.sink.observer().may_stop();
        // OPTIMIZATION: before the token is recorded, because errors and source spans do not need that for these characters.
        if let Token::Characters(characters) = token
            && self.fast_characters::<PLAIN>(*characters, span, may_stop)
        {
            let has_stopped = may_stop && self.is_stopped_by_the_watch(true);
            return if has_stopped { Feedback::Suspend } else { Feedback::Continue };
        }
        if !PLAIN && (S::Observer::PARSE_ERRORS || S::Observer::SOURCE_SPANS) {
            self.token.span = span;
        }
        if !PLAIN && S::Observer::PARSE_ERRORS {
            self.token.name = tag_name(token);
        }
        if !PLAIN && S::Observer::SOURCE_SPANS {
            self.sink.observer().token_begins(source_token(token), span);
        }
        if may_stop && self.sink.observer().has_stopped() {
            return Feedback::Suspend;
        }
        match token {
            Token::Characters(characters) => {
                if !self.fast_table_characters::<PLAIN>(*characters) {
                    let start = characters.place_in_input().map(|(start, _)| start);
                    self.process_characters(characters.as_str(), start);
                }
                let has_stopped = !PLAIN && self.is_stopped_by_the_watch(true);
                return if has_stopped { Feedback::Suspend } else { Feedback::Continue };
            }
            Token::StartTag(tag) => self.process_start_tag::<PLAIN>(tag),
            Token::EndTag(tag) => {
                if !self.fast_end_tag::<PLAIN>(tag.name) {
                    if !self.fast_table_end_tag(tag.name) {
                        self.process_end_tag(*tag);
                    }
                    self.update_the_cache();
                }
            }
            _ => {
                self.ignore_next_line_feed = false;
                self.dispatch(token);
                self.update_the_cache();
            }
        }
        if !PLAIN && self.is_stopped_by_the_watch(false) {
            return Feedback::Suspend;
        }
        if self.token.feedback == Feedback::Continue {
            return Feedback::Continue;
        }
        std::mem::replace(&mut self.token.feedback, Feedback::Continue)
    }

    #[inline(always)]
    fn process_start_tag<const PLAIN: bool>(&mut self, tag: &Tag<'_>) {
        if !PLAIN
            && S::Observer::IS_WATCHED
            && self.sink.observer().stops_before_start_tag(tag.attributes.len())
        {
            return;
        }
        if !PLAIN && S::Observer::PARSE_ERRORS {
            self.token.self_closing_flag_acknowledged = false;
        }
        if !self.fast_start_tag::<PLAIN>(tag) {
            // OPTIMIZATION: passes a copy of the tag, so that the fast path need not store its tags in memory.
            self.process_other_start_tag::<PLAIN>(*tag);
        }
        if !PLAIN {
            self.check_that_the_self_closing_flag_is_acknowledged(tag);
        }
    }

    #[inline(never)]
    fn process_other_start_tag<const PLAIN: bool>(&mut self, tag: Tag<'_>) {
        if self.fast_other_start_tag::<PLAIN>(&tag) {
            return;
        }
        if !self.fast_table_start_tag::<PLAIN>(&tag) {
            self.process_start_tag_by_the_rules(&Token::StartTag(tag), tag.name);
        }
        self.update_the_cache();
    }

    #[inline(always)]
    fn process_start_tag_by_the_rules(&mut self, token: &Token<'_>, name: NameId) {
        self.ignore_next_line_feed = false;
        self.fast_entry_into_the_body(name);
        let is_done = match (self.takes_tag_as_in_body(name, token), token) {
            (true, Token::StartTag(tag)) => self.in_body_start_tag(tag, token) == Control::Done,
            _ => false,
        };
        if !is_done {
            self.dispatch(token);
        }
    }

    #[inline(always)]
    fn process_end_tag(&mut self, tag: EndTag) {
        self.ignore_next_line_feed = false;
        let token = &Token::EndTag(tag);
        if !self.takes_tag_as_in_body(tag.name, token)
            || self.in_body_end_tag(tag, token) == Control::Reprocess
        {
            self.dispatch(token);
        }
    }

    /// Whether the tag is known to be processed using the rules of "in body". OPTIMIZATION: most tags are, and the
    /// dispatcher is skipped for them.
    #[inline(always)]
    fn takes_tag_as_in_body(&mut self, name: NameId, token: &Token<'_>) -> bool {
        let takes = self.insertion_mode.takes_tag_as_in_body(name) && self.is_in_html_content();
        if takes {
            self.record_the_rules_of_in_body(token);
        }
        takes
    }

    /// Processes characters by the rules, without a fast path. `start` is the offset of the characters in the input, or `None` if
    /// they are not a copy of the input.
    #[inline(never)]
    fn process_characters(&mut self, characters: &str, start: Option<u32>) {
        self.process_text(Text::copied_from(characters, start));
        self.update_the_cache();
    }

    fn process_text(&mut self, mut characters: Text<'_>) {
        if !self.is_plain() {
            self.record_the_span_of(characters);
            if self.is_stopped_by_the_watch(true) {
                return;
            }
        }
        if self.ignore_next_line_feed {
            characters = self.without_a_first_line_feed(characters);
            if characters.is_empty() {
                // The only character is ignored.
                return;
            }
        }
        if !self.insertion_mode.takes_characters_as_in_body() {
            self.process_characters_by_kind(characters);
        } else if self.is_processed_as_html(&Token::Characters(characters)) {
            self.record_the_rules_of_in_body(&Token::Characters(characters));
            self.in_body_characters(characters);
        } else {
            self.record_rules(Rules::ForeignContent, &Token::Characters(characters));
            self.foreign_characters(characters);
        }
    }

    #[cold]
    fn without_a_first_line_feed<'t>(&mut self, characters: Text<'t>) -> Text<'t> {
        self.ignore_next_line_feed = false;
        let (_, rest) = characters.split_at(usize::from(characters.starts_with('\n')));
        if !rest.is_empty() {
            self.record_the_span_of(rest);
        }
        rest
    }

    /// Sets the span of the current token to that of the first character, if the characters are a copy of the input. Errors are
    /// reported at one character, because the length of a run depends on the division into chunks.
    #[inline(always)]
    pub(crate) fn record_the_span_of(&mut self, characters: Text<'_>) {
        if S::Observer::PARSE_ERRORS
            && let Some((start, _)) = characters.place_in_input()
        {
            self.token.span = Span { start, end: start + characters.length_of_first() as u32 };
        }
    }

    /// Processes characters. In modes with rules for whitespace, whitespace and other characters are processed separately.
    ///
    /// If the sink is watched, the other characters are processed one at a time, because each may close an element,
    /// after which the sink may stop the parser. For source spans, they are also processed one at a time, because the
    /// implied start tag of an element has the span of the single character that implies the element.
    #[inline(never)]
    fn process_characters_by_kind(&mut self, mut characters: Text<'_>) {
        let is_plain = self.is_plain();
        while !characters.is_empty() {
            let distinguishes_whitespace = self.insertion_mode.distinguishes_whitespace();
            let whitespace = if distinguishes_whitespace { length_of_whitespace(&characters) } else { 0 };
            let length = match whitespace {
                _ if !distinguishes_whitespace => characters.len(),
                0 if !is_plain && (S::Observer::IS_WATCHED || S::Observer::SOURCE_SPANS) => {
                    characters.chars().next().map_or(0, char::len_utf8)
                }
                0 => characters.bytes().position(is_whitespace).unwrap_or(characters.len()),
                length => length,
            };
            let (run, rest) = characters.split_at(length);
            if !is_plain && S::Observer::SOURCE_SPANS {
                let span = self.span_of(run);
                self.sink.observer().token_begins(SourceToken::Other, span);
            }
            if !self.fast_characters_outside_the_body(run, whitespace > 0) {
                self.dispatch(&Token::Characters(run));
            }
            characters = rest;
            if !is_plain {
                if self.is_stopped_by_the_watch(true) {
                    return;
                }
                self.record_the_span_of(characters);
            }
        }
    }

    /// Whether nothing is observed in this run: [`Observer::is_plain`].
    #[inline(always)]
    pub(crate) fn is_plain(&mut self) -> bool {
        S::HAS_PLAIN_RUNS && self.sink.observer().is_plain()
    }

    /// Whether the tokenizer must stop, because a watched sink has stopped the parser.
    #[inline(always)]
    pub(crate) fn is_stopped_by_the_watch(&mut self, is_characters: bool) -> bool {
        // OPTIMIZATION: the depth is computed only if it is needed.
        S::Observer::IS_WATCHED && self.sink.observer().may_stop() && {
            let token = WatchedToken { span: self.token.span, is_characters, depth: self.depth() };
            self.sink.observer().stops_after_token(token)
        }
    }

    /// "When a start tag token is emitted with its self-closing flag set, if the flag is not acknowledged when it is
    /// processed by the tree construction stage, that is a … parse error."
    #[inline]
    fn check_that_the_self_closing_flag_is_acknowledged(&mut self, tag: &Tag<'_>) {
        if S::Observer::PARSE_ERRORS && tag.self_closing && !self.token.self_closing_flag_acknowledged {
            let error = ParseErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus;
            self.sink.observer().parse_error(error, self.token.span, Some(tag.name));
        }
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
