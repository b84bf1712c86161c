//! The "in row" insertion mode.

use hedgerow_base::ElementFlags;
use hedgerow_base::known::{BODY, CAPTION, COL, COLGROUP, HTML, TABLE, TBODY, TD, TFOOT, TH, THEAD, TR};
use hedgerow_tokenizer::Token;

use crate::tree_builder::Control;
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr>
    #[inline(never)]
    pub(crate) fn in_row(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A start tag whose tag name is one of: "th", "td"
            Token::StartTag(tag) if matches!(tag.name, TH | TD) => {
                self.clear_the_stack_back_to_a_table_row_context();
                self.insert_an_html_element(tag);
                self.insertion_mode = InsertionMode::InCell;
                self.list_of_active_formatting_elements.insert_marker();
            }
            // An end tag whose tag name is "tr"
            Token::EndTag(tag) if tag.name == TR => {
                self.close_the_row(TreeConstructionError::TrEndTagWithoutTrInScope);
            }
            // A start tag whose tag name is one of: "caption", "col", "colgroup", "tbody", "tfoot", "thead", "tr"
            Token::StartTag(tag)
                if matches!(tag.name, CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD | TR) =>
            {
                return self.close_the_row_and_reprocess();
            }
            // An end tag whose tag name is "table"
            Token::EndTag(tag) if tag.name == TABLE => return self.close_the_row_and_reprocess(),
            // An end tag whose tag name is one of: "tbody", "tfoot", "thead"
            Token::EndTag(tag) if matches!(tag.name, TBODY | TFOOT | THEAD) => {
                if !self.stack_of_open_elements.has_in_table_scope(tag.name) {
                    self.parse_error(TreeConstructionError::TableBodyEndTagInRowWithoutElementInScope);
                    return Control::Done;
                }
                // If the stack of open elements does not have a tr element in table scope, ignore the token.
                if !self.stack_of_open_elements.has_in_table_scope(TR) {
                    return Control::Done;
                }
                return self.close_the_row_and_reprocess();
            }
            // An end tag whose tag name is one of: "body", "caption", "col", "colgroup", "html", "td", "th"
            Token::EndTag(tag) if matches!(tag.name, BODY | CAPTION | COL | COLGROUP | HTML | TD | TH) => {
                self.parse_error(TreeConstructionError::UnexpectedEndTagInRow);
            }
            // Anything else
            _ => return self.in_table(token),
        }
        Control::Done
    }

    /// The steps that the entries for start tags, for the end tag "table" and for the end tags "tbody", "tfoot" and
    /// "thead" share.
    fn close_the_row_and_reprocess(&mut self) -> Control {
        Control::reprocess_if(self.close_the_row(TreeConstructionError::TableTagWithoutTrInScope))
    }

    /// Closes the `tr` element. Returns false if no `tr` element is in table scope; the token must then be ignored.
    fn close_the_row(&mut self, not_in_scope: TreeConstructionError) -> bool {
        if !self.stack_of_open_elements.has_in_table_scope(TR) {
            self.parse_error(not_in_scope);
            return false;
        }
        // 1. Clear the stack back to a table row context.
        self.clear_the_stack_back_to_a_table_row_context();
        // 2. Pop the current node (which will be a tr element) from the stack of open elements. Switch the insertion
        //    mode to "in table body".
        self.pop_the_current_node();
        self.insertion_mode = InsertionMode::InTableBody;
        true
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-row-context>
    fn clear_the_stack_back_to_a_table_row_context(&mut self) {
        self.clear_the_stack_back_to(ElementFlags::TABLE_ROW_CONTEXT);
    }
}
