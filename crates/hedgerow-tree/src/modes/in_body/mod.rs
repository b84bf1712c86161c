//! The "in body" insertion mode: characters, comments and the end of the file. Tags are in `start_tags.rs` and
//! `end_tags.rs`.

mod end_tags;
mod start_tags;

use hedgerow_tokenizer::{Text, Token};

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, Observer, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    #[inline(never)]
    pub(crate) fn in_body(&mut self, token: &Token<'_>) -> Control {
        self.record_use_of(InsertionMode::InBody, token);
        match token {
            // A character token that is U+0000 NULL
            Token::NullCharacter => self.parse_error(TreeConstructionError::UnexpectedNullCharacterInBody),
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            // Any other character token
            Token::Characters(characters) => self.in_body_characters(*characters),
            // A comment token
            // A processing instruction token
            // A DOCTYPE token
            Token::Comment(_) | Token::ProcessingInstruction(_) | Token::Doctype(_) => self
                .insert_a_comment_or_ignore_a_doctype(token, TreeConstructionError::UnexpectedDoctypeInBody),
            Token::StartTag(tag) => return self.in_body_start_tag(tag, token),
            Token::EndTag(tag) => return self.in_body_end_tag(*tag, token),
            // An end-of-file token
            Token::EndOfFile => {
                if !self.template_insertion_modes.is_empty() {
                    return self.in_template(token);
                }
                self.check_for_open_elements(TreeConstructionError::EofWithOpenElements);
                self.stop_parsing();
            }
        }
        Control::Done
    }

    /// The rules for character tokens that are not U+0000 NULL.
    #[inline(always)]
    pub(crate) fn in_body_characters(&mut self, characters: Text<'_>) {
        self.reconstruct_the_active_formatting_elements();
        if self.is_stopped_by_the_watch(true) {
            return;
        }
        self.insert_characters(characters);
        if self.frameset_ok && !is_all_whitespace(&characters) {
            self.frameset_ok = false;
        }
    }

    /// "If there is a node in the stack of open elements that is not either a dd element, a dt element, …, the body
    /// element, or the html element, then this is a parse error."
    ///
    /// The error is about the current node.
    fn check_for_open_elements(&mut self, error: TreeConstructionError) {
        if S::Observer::PARSE_ERRORS && self.stack_of_open_elements.has_element_to_close() {
            self.parse_error_about_the_current_node(error);
        }
    }
}
