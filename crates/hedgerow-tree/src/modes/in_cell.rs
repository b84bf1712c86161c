//! The "in cell" insertion mode.

use hedgerow_base::known::{BODY, CAPTION, COL, COLGROUP, HTML, TABLE, TBODY, TD, TFOOT, TH, THEAD, TR};
use hedgerow_tokenizer::Token;

use crate::tree_builder::Control;
use crate::{Algorithm, InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd>
    #[inline(never)]
    pub(crate) fn in_cell(&mut self, token: &Token<'_>) -> Control {
        match token {
            // An end tag whose tag name is one of: "td", "th"
            Token::EndTag(tag) if matches!(tag.name, TD | TH) => {
                if !self.stack_of_open_elements.has_in_table_scope(tag.name) {
                    self.parse_error(TreeConstructionError::CellEndTagWithoutCellInScope);
                    return Control::Done;
                }
                // 1. Generate implied end tags.
                self.generate_implied_end_tags();
                // 2. Now, if the current node is not an HTML element with the same tag name as the token, then this is a
                //    parse error.
                self.expect_current_node(tag.name, TreeConstructionError::CellEndTagWithOpenElements);
                // 3. Pop elements from the stack until an HTML element with the same tag name has been popped.
                self.pop_until(tag.name);
                // 4. Clear the list of active formatting elements up to the last marker.
                self.clear_the_list_of_active_formatting_elements_up_to_the_last_marker();
                // 5. Switch the insertion mode to "in row".
                self.insertion_mode = InsertionMode::InRow;
            }
            // A start tag whose tag name is one of: "caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead",
            // "tr"
            Token::StartTag(tag)
                if matches!(tag.name, CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR) =>
            {
                self.during(Algorithm::CloseTheCell, Self::close_the_cell);
                return Control::Reprocess;
            }
            // An end tag whose tag name is one of: "body", "caption", "col", "colgroup", "html"
            Token::EndTag(tag) if matches!(tag.name, BODY | CAPTION | COL | COLGROUP | HTML) => {
                self.parse_error(TreeConstructionError::UnexpectedEndTagInCell);
            }
            // An end tag whose tag name is one of: "table", "tbody", "tfoot", "thead", "tr"
            Token::EndTag(tag) if matches!(tag.name, TABLE | TBODY | TFOOT | THEAD | TR) => {
                if !self.stack_of_open_elements.has_in_table_scope(tag.name) {
                    self.parse_error(TreeConstructionError::TablePartEndTagInCellWithoutElementInScope);
                    return Control::Done;
                }
                self.during(Algorithm::CloseTheCell, Self::close_the_cell);
                return Control::Reprocess;
            }
            // Anything else
            _ => return self.in_body(token),
        }
        Control::Done
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell>
    fn close_the_cell(&mut self) {
        // 1. Generate implied end tags.
        self.generate_implied_end_tags();
        // 2. If the current node is not now a td element or a th element, then this is a parse error.
        if !self.stack_of_open_elements.current_node_is(TD)
            && !self.stack_of_open_elements.current_node_is(TH)
        {
            self.parse_error_about_the_current_node(
                TreeConstructionError::CellImplicitlyClosedWithOpenElements,
            );
        }
        // 3. Pop elements from the stack of open elements until a td element or a th element has been popped.
        let stack = &self.stack_of_open_elements;
        if let Some(index) = stack.last_index_of(TD).max(stack.last_index_of(TH)) {
            self.pop_to_index(index);
        }
        // 4. Clear the list of active formatting elements up to the last marker.
        self.clear_the_list_of_active_formatting_elements_up_to_the_last_marker();
        // 5. Switch the insertion mode to "in row".
        self.insertion_mode = InsertionMode::InRow;
    }
}
