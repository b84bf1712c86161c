//! The "in table text" insertion mode.

use hedgerow_tokenizer::{Text, Token};

use crate::tree_builder::{Control, PlaceOfCharacters, is_all_whitespace};
use crate::{TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext>
    #[inline(never)]
    pub(crate) fn in_table_text(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A character token that is U+0000 NULL
            Token::NullCharacter => {
                self.parse_error(TreeConstructionError::UnexpectedNullCharacterInTableText);
                Control::Done
            }
            // Any other character token
            Token::Characters(characters) => {
                let length = self.pending_table_character_tokens.len() as u32;
                let place = characters.place_in_input().map(|(start, _)| start);
                let is_next = place == self.place_of_the_pending_table_characters.map(|start| start + length);
                if length == 0 {
                    self.place_of_the_pending_table_characters = place;
                } else if !is_next {
                    self.place_of_the_pending_table_characters = None;
                }
                self.pending_table_character_tokens.push_str(characters);
                if S::PARSE_ERRORS || S::SOURCE_SPANS {
                    let length = characters.len();
                    let place = PlaceOfCharacters { length, start: place, token: self.token_span };
                    self.places_of_pending_table_characters.push(place);
                }
                Control::Done
            }
            // Anything else
            _ => {
                self.flush_the_pending_table_character_tokens();
                self.insertion_mode = self.original_insertion_mode;
                Control::Reprocess
            }
        }
    }

    fn flush_the_pending_table_character_tokens(&mut self) {
        let characters = std::mem::take(&mut self.pending_table_character_tokens);
        let text = Text::copied_from(&characters, self.place_of_the_pending_table_characters.take());
        if is_all_whitespace(&characters) {
            if S::SOURCE_SPANS {
                self.for_each_run_of_pending_characters(&characters, Self::insert_characters);
            } else if !characters.is_empty() {
                self.insert_characters(text);
            }
        } else {
            // If any of the tokens in the pending table character tokens list are character tokens that are not ASCII
            // whitespace, then this is a parse error: reprocess the character tokens using the rules given in the
            // "anything else" entry in the "in table" insertion mode. It is that entry that reports each of them.
            self.report_the_pending_table_character_tokens(&characters);
            // The rules for characters in the body never ask for reprocessing.
            if S::SOURCE_SPANS {
                self.for_each_run_of_pending_characters(&characters, |this, text| {
                    let _ = this.process_in_body_with_foster_parenting(&Token::Characters(text));
                });
            } else {
                let _ = self.process_in_body_with_foster_parenting(&Token::Characters(text));
            }
        }
        self.places_of_pending_table_characters.clear();
        // The buffer is used again.
        self.pending_table_character_tokens = characters;
        self.pending_table_character_tokens.clear();
    }

    fn report_the_pending_table_character_tokens(&mut self, mut characters: &str) {
        if S::PARSE_ERRORS {
            let places = std::mem::take(&mut self.places_of_pending_table_characters);
            for place in &places {
                let (run, rest) = characters.split_at(place.length);
                self.parse_error_at_each_of(TreeConstructionError::UnexpectedCharacterInTable, run, place);
                characters = rest;
            }
            // The buffer is used again.
            self.places_of_pending_table_characters = places;
        }
    }

    /// Processes the pending table character tokens a run at a time, each as if its own token were processed.
    fn for_each_run_of_pending_characters(
        &mut self,
        mut characters: &str,
        mut process: impl FnMut(&mut Self, Text<'_>),
    ) {
        let places = std::mem::take(&mut self.places_of_pending_table_characters);
        let token_span = self.token_span;
        for place in &places {
            let (run, rest) = characters.split_at(place.length);
            self.token_span = place.token;
            process(self, Text::copied_from(run, place.start));
            characters = rest;
            self.token_span = token_span;
            // However many runs there are, the token behind them is the one after which the parser stops.
            if self.is_stopped_by_the_watch(true) {
                break;
            }
        }
        self.places_of_pending_table_characters = places;
    }
}
