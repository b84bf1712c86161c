//! The "in frameset" insertion mode.

use hedgerow_base::known::{FRAME, FRAMESET, HTML, NOFRAMES};
use hedgerow_tokenizer::Token;

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset>
    pub(crate) fn in_frameset(&mut self, token: &Token<'_>) -> Control {
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
                    TreeConstructionError::UnexpectedDoctypeInFrameset,
                ),
            // A start tag whose tag name is "html"
            Token::StartTag(tag) if tag.name == HTML => return self.in_body(token),
            // A start tag whose tag name is "frameset"
            Token::StartTag(tag) if tag.name == FRAMESET => {
                self.insert_an_html_element(tag);
            }
            // An end tag whose tag name is "frameset"
            Token::EndTag(tag) if tag.name == FRAMESET => self.end_tag_frameset(),
            // A start tag whose tag name is "frame"
            Token::StartTag(tag) if tag.name == FRAME => self.insert_a_void_html_element(tag),
            // A start tag whose tag name is "noframes"
            Token::StartTag(tag) if tag.name == NOFRAMES => return self.in_head(token),
            // An end-of-file token
            Token::EndOfFile => {
                if !self.current_node_is_the_root() {
                    self.parse_error(TreeConstructionError::EofInFrameset);
                }
                self.stop_parsing();
            }
            // Anything else
            _ => {
                self.parse_error_at_each_character(TreeConstructionError::UnexpectedContentInFrameset, token);
            }
        }
        Control::Done
    }

    fn end_tag_frameset(&mut self) {
        // If the current node is the root html element, then this is a parse error; ignore the token. (fragment case)
        if self.current_node_is_the_root() {
            self.parse_error(TreeConstructionError::FramesetEndTagWithoutOpenFrameset);
            return;
        }
        // Otherwise, pop the current node from the stack of open elements.
        self.pop_the_current_node();
        // If the parser's fragment context element is null and the current node is no longer a frameset element, then
        // switch the insertion mode to "after frameset".
        if self.fragment_context.is_none() && !self.stack_of_open_elements.current_node_is(FRAMESET) {
            self.insertion_mode = InsertionMode::AfterFrameset;
        }
    }
}
