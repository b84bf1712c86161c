//! The "in table text" insertion mode.

use hedgerow_tokenizer::{Text, Token};

use crate::pending_table_characters::PendingTableCharacters;
use crate::tree_builder::{Control, is_all_whitespace};
use crate::{Observer, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext>
    #[inline(never)]
    pub(crate) fn in_table_text(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A character token that is U+0000 NULL
            Token::NullCharacter => {
                self.parse_error(TreeConstructionError::UnexpectedNullCharacterInTableText);
            }
            // Any other character token
            Token::Characters(characters) => self.keep_table_characters(*characters),
            // Anything else
            _ => {
                let mut pending = std::mem::take(&mut self.pending_table_character_tokens);
                self.process_the_pending_table_character_tokens(&pending);
                // OPTIMIZATION: the buffers are used again.
                pending.clear();
                self.pending_table_character_tokens = pending;
                self.insertion_mode = self.original_insertion_mode;
                return Control::Reprocess;
            }
        }
        Control::Done
    }

    /// Adds characters to the pending table character tokens.
    pub(crate) fn keep_table_characters(&mut self, characters: Text<'_>) {
        // Either all tokens have places or none.
        let wants_places = (S::Observer::PARSE_ERRORS || S::Observer::SOURCE_SPANS) && !self.is_plain();
        let span = wants_places.then_some(self.token.span);
        self.pending_table_character_tokens.push(characters, span);
    }

    fn process_the_pending_table_character_tokens(&mut self, pending: &PendingTableCharacters) {
        if is_all_whitespace(&pending.text()) {
            self.for_each_run(pending, Self::insert_characters);
        } else {
            // If any of the tokens in the pending table character tokens list are character tokens that are not ASCII
            // whitespace, then this is a parse error: reprocess the character tokens using the rules given in the "anything
            // else" entry in the "in table" insertion mode. The errors of that entry are reported here, one for each
            // character.
            if S::Observer::PARSE_ERRORS {
                let error = TreeConstructionError::UnexpectedCharacterInTable;
                pending.runs().for_each(|(text, run)| self.parse_error_at_each_of(error, text, run));
            }
            // The rules of "in body" for characters never return `Reprocess`.
            self.for_each_run(pending, |this, text| {
                let _ = this.process_in_body_with_foster_parenting(&Token::Characters(text));
            });
        }
    }

    /// Calls `process` with all pending table character tokens as one text. If source spans are reported, calls
    /// `process` once for each run, with the run's token as the current token.
    fn for_each_run(
        &mut self,
        pending: &PendingTableCharacters,
        mut process: impl FnMut(&mut Self, Text<'_>),
    ) {
        if !S::Observer::SOURCE_SPANS || self.is_plain() {
            if !pending.is_empty() {
                process(self, pending.text());
            }
            return;
        }
        let token_span = self.token.span;
        for (text, run) in pending.runs() {
            self.token.span = run.token;
            process(self, Text::copied_from(text, run.start));
            self.token.span = token_span;
            // Each run may create elements, so the limits are checked after each run.
            if self.is_stopped_by_the_watch(true) {
                break;
            }
        }
    }
}
