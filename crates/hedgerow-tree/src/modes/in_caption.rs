//! The "in caption" insertion mode.

use hedgerow_base::known::{BODY, CAPTION, COL, COLGROUP, HTML, TABLE, TBODY, TD, TFOOT, TH, THEAD, TR};
use hedgerow_tokenizer::Token;

use crate::tree_builder::Control;
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption>
    #[inline(never)]
    pub(crate) fn in_caption(&mut self, token: &Token<'_>) -> Control {
        match token {
            // An end tag whose tag name is "caption"
            Token::EndTag(tag) if tag.name == CAPTION => {
                self.close_the_caption(
                    TreeConstructionError::CaptionEndTagWithoutCaptionInScope,
                    TreeConstructionError::CaptionEndTagWithOpenElements,
                );
            }
            // A start tag whose tag name is one of: "caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead",
            // "tr"
            Token::StartTag(tag)
                if matches!(tag.name, CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR) =>
            {
                return self.close_the_caption_and_reprocess();
            }
            // An end tag whose tag name is "table"
            Token::EndTag(tag) if tag.name == TABLE => return self.close_the_caption_and_reprocess(),
            // An end tag whose tag name is one of: "body", "col", "colgroup", "html", "tbody", "td", "tfoot", "th",
            // "thead", "tr"
            Token::EndTag(tag)
                if matches!(
                    tag.name,
                    BODY | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR
                ) =>
            {
                self.parse_error(TreeConstructionError::UnexpectedEndTagInCaption);
            }
            // Anything else
            _ => return self.in_body(token),
        }
        Control::Done
    }

    /// The rules for the start tags above and for the end tag "table": closes the caption and reprocesses the token.
    fn close_the_caption_and_reprocess(&mut self) -> Control {
        Control::reprocess_if(self.close_the_caption(
            TreeConstructionError::TableTagWithoutCaptionInScope,
            TreeConstructionError::CaptionImplicitlyClosedWithOpenElements,
        ))
    }

    /// Closes the caption and returns true. If no caption is in table scope (fragment case), reports an error and
    /// returns false, and the token must be ignored.
    fn close_the_caption(
        &mut self,
        not_in_scope: TreeConstructionError,
        with_open_elements: TreeConstructionError,
    ) -> bool {
        if !self.stack_of_open_elements.has_in_table_scope(CAPTION) {
            self.parse_error(not_in_scope);
            return false;
        }
        // 1. Generate implied end tags.
        self.generate_implied_end_tags();
        // 2. Now, if the current node is not a caption element, then this is a parse error.
        self.expect_current_node(CAPTION, with_open_elements);
        // 3. Pop elements from this stack until a caption element has been popped from the stack.
        self.pop_until(CAPTION);
        // 4. Clear the list of active formatting elements up to the last marker.
        self.clear_the_list_of_active_formatting_elements_up_to_the_last_marker();
        // 5. Switch the insertion mode to "in table".
        self.insertion_mode = InsertionMode::InTable;
        true
    }
}
