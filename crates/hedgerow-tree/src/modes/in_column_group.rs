//! The "in column group" insertion mode.

use hedgerow_base::known::{COL, COLGROUP, HTML, TEMPLATE};
use hedgerow_tokenizer::{EndTag, Tag, Token};

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup>
    pub(crate) fn in_column_group(&mut self, token: &Token<'_>) -> Control {
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
                    TreeConstructionError::UnexpectedDoctypeInColumnGroup,
                ),
            // A start tag whose tag name is "html"
            Token::StartTag(tag) if tag.name == HTML => return self.in_body(token),
            // A start tag whose tag name is "col"
            Token::StartTag(tag) if tag.name == COL => self.insert_a_void_html_element(tag),
            // An end tag whose tag name is "colgroup"
            Token::EndTag(tag) if tag.name == COLGROUP => {
                if !self.close_the_column_group() {
                    self.parse_error(TreeConstructionError::ColgroupEndTagWithoutOpenColgroup);
                }
            }
            // An end tag whose tag name is "col"
            Token::EndTag(tag) if tag.name == COL => {
                self.parse_error(TreeConstructionError::UnexpectedColEndTag);
            }
            // A start tag whose tag name is "template"
            // An end tag whose tag name is "template"
            Token::StartTag(Tag { name: TEMPLATE, .. }) | Token::EndTag(EndTag { name: TEMPLATE }) => {
                return self.in_head(token);
            }
            // An end-of-file token
            Token::EndOfFile => return self.in_body(token),
            // Anything else
            _ => {
                let is_closed = self.close_the_column_group();
                if !is_closed {
                    let error = TreeConstructionError::UnexpectedContentInColumnGroup;
                    self.parse_error_at_each_character(error, token);
                }
                return Control::reprocess_if(is_closed);
            }
        }
        Control::Done
    }

    /// Closes the `colgroup` element if it is the current node. Otherwise returns false, and the token must be
    /// ignored.
    fn close_the_column_group(&mut self) -> bool {
        if !self.stack_of_open_elements.current_node_is(COLGROUP) {
            return false;
        }
        self.pop_the_current_node();
        self.insertion_mode = InsertionMode::InTable;
        true
    }
}
