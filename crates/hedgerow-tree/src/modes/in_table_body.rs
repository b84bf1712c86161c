//! The "in table body" insertion mode.

use hedgerow_base::ElementFlags;
use hedgerow_base::known::{BODY, CAPTION, COL, COLGROUP, HTML, TABLE, TBODY, TD, TFOOT, TH, THEAD, TR};
use hedgerow_tokenizer::Token;

use crate::tree_builder::Control;
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody>
    #[inline(never)]
    pub(crate) fn in_table_body(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A start tag whose tag name is "tr"
            Token::StartTag(tag) if tag.name == TR => {
                self.clear_the_stack_back_to_a_table_body_context();
                self.insert_an_html_element(tag);
                self.insertion_mode = InsertionMode::InRow;
            }
            // A start tag whose tag name is one of: "th", "td"
            Token::StartTag(tag) if matches!(tag.name, TH | TD) => {
                self.parse_error(TreeConstructionError::CellStartTagInTableBody);
                self.clear_the_stack_back_to_a_table_body_context();
                self.insert_an_html_element_with_no_attributes(TR);
                self.insertion_mode = InsertionMode::InRow;
                return Control::Reprocess;
            }
            // An end tag whose tag name is one of: "tbody", "tfoot", "thead"
            Token::EndTag(tag) if matches!(tag.name, TBODY | TFOOT | THEAD) => {
                if self.stack_of_open_elements.has_in_table_scope(tag.name) {
                    self.close_the_table_body();
                } else {
                    self.parse_error(TreeConstructionError::TableBodyEndTagWithoutElementInScope);
                }
            }
            // A start tag whose tag name is one of: "caption", "col", "colgroup", "tbody", "tfoot", "thead"
            Token::StartTag(tag) if matches!(tag.name, CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD) => {
                return self.close_any_table_body();
            }
            // An end tag whose tag name is "table"
            Token::EndTag(tag) if tag.name == TABLE => return self.close_any_table_body(),
            // An end tag whose tag name is one of: "body", "caption", "col", "colgroup", "html", "td", "th", "tr"
            Token::EndTag(tag)
                if matches!(tag.name, BODY | CAPTION | COL | COLGROUP | HTML | TD | TH | TR) =>
            {
                self.parse_error(TreeConstructionError::UnexpectedEndTagInTableBody);
            }
            // Anything else
            _ => return self.in_table(token),
        }
        Control::Done
    }

    fn close_any_table_body(&mut self) -> Control {
        let stack = &self.stack_of_open_elements;
        if ![TBODY, THEAD, TFOOT].into_iter().any(|name| stack.has_in_table_scope(name)) {
            self.parse_error(TreeConstructionError::TableTagWithoutTableBodyInScope);
            return Control::Done;
        }
        self.close_the_table_body();
        Control::Reprocess
    }

    fn close_the_table_body(&mut self) {
        self.clear_the_stack_back_to_a_table_body_context();
        self.pop_the_current_node();
        self.insertion_mode = InsertionMode::InTable;
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-body-context>
    fn clear_the_stack_back_to_a_table_body_context(&mut self) {
        self.clear_the_stack_back_to(ElementFlags::TABLE_BODY_CONTEXT);
    }
}
