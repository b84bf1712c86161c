//! The "after after body" insertion mode.

use hedgerow_base::known::HTML;
use hedgerow_tokenizer::Token;

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode>
    pub(crate) fn after_after_body(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A comment token
            // A processing instruction token
            Token::Comment(_) | Token::ProcessingInstruction(_) => {
                self.insert_a_comment_or_processing_instruction(token, self.document_location());
            }
            // A DOCTYPE token
            Token::Doctype(_) => return self.in_body(token),
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            Token::Characters(characters) if is_all_whitespace(characters) => return self.in_body(token),
            // A start tag whose tag name is "html"
            Token::StartTag(tag) if tag.name == HTML => return self.in_body(token),
            // An end-of-file token
            Token::EndOfFile => self.stop_parsing(),
            // Anything else
            _ => {
                self.parse_error(TreeConstructionError::UnexpectedContentAfterAfterBody);
                self.insertion_mode = InsertionMode::InBody;
                return Control::Reprocess;
            }
        }
        Control::Done
    }
}
