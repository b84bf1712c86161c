//! The "after frameset" insertion mode.

use hedgerow_base::known::{HTML, NOFRAMES};
use hedgerow_tokenizer::Token;

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset>
    pub(crate) fn after_frameset(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            Token::Characters(characters) if is_all_whitespace(characters) => {
                self.insert_characters(*characters);
            }
            // A comment token
            // A processing instruction token
            // A DOCTYPE token
            Token::Comment(_) | Token::ProcessingInstruction(_) | Token::Doctype(_) => self
                .insert_a_comment_or_ignore_a_doctype(
                    token,
                    TreeConstructionError::UnexpectedDoctypeAfterFrameset,
                ),
            // A start tag whose tag name is "html"
            Token::StartTag(tag) if tag.name == HTML => return self.in_body(token),
            // An end tag whose tag name is "html"
            Token::EndTag(tag) if tag.name == HTML => {
                self.end_tag_was_read(0);
                self.insertion_mode = InsertionMode::AfterAfterFrameset;
            }
            // A start tag whose tag name is "noframes"
            Token::StartTag(tag) if tag.name == NOFRAMES => return self.in_head(token),
            // An end-of-file token
            Token::EndOfFile => self.stop_parsing(),
            // Anything else
            _ => self
                .parse_error_at_each_character(TreeConstructionError::UnexpectedContentAfterFrameset, token),
        }
        Control::Done
    }
}
