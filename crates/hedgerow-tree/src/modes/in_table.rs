//! The "in table" insertion mode.

use hedgerow_base::ElementFlags;
use hedgerow_base::known::{
    BODY, CAPTION, COL, COLGROUP, FORM, HTML, INPUT, SCRIPT, STYLE, TABLE, TBODY, TD, TEMPLATE, TFOOT, TH,
    THEAD, TR, TYPE,
};
use hedgerow_tokenizer::{Tag, Token};

use crate::tree_builder::Control;
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable>
    #[inline(never)]
    pub(crate) fn in_table(&mut self, token: &Token<'_>) -> Control {
        self.record_use_of(InsertionMode::InTable, token);
        match token {
            // A character token, if the current node is table, tbody, template, tfoot, thead, or tr element
            Token::Characters(_) | Token::NullCharacter if self.current_node_takes_table_text() => {
                self.pending_table_character_tokens.clear();
                self.original_insertion_mode = self.insertion_mode;
                self.insertion_mode = InsertionMode::InTableText;
                return Control::Reprocess;
            }
            // A comment token
            // A processing instruction token
            // A DOCTYPE token
            Token::Comment(_) | Token::ProcessingInstruction(_) | Token::Doctype(_) => self
                .insert_a_comment_or_ignore_a_doctype(token, TreeConstructionError::UnexpectedDoctypeInTable),
            Token::StartTag(tag) => return self.in_table_start_tag(tag, token),
            Token::EndTag(tag) => match tag.name {
                // An end tag whose tag name is "table"
                TABLE => {
                    if self.stack_of_open_elements.has_in_table_scope(TABLE) {
                        self.pop_until(TABLE);
                        self.reset_the_insertion_mode_appropriately();
                    } else {
                        self.parse_error(TreeConstructionError::TableEndTagWithoutTableInScope);
                    }
                }
                // An end tag whose tag name is one of: "body", "caption", "col", "colgroup", "html", "tbody", "td",
                // "tfoot", "th", "thead", "tr"
                BODY | CAPTION | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR => {
                    self.parse_error(TreeConstructionError::UnexpectedEndTagInTable);
                }
                // An end tag whose tag name is "template"
                TEMPLATE => return self.in_head(token),
                // Anything else
                _ => return self.in_table_anything_else(token),
            },
            // An end-of-file token
            Token::EndOfFile => return self.in_body(token),
            // Anything else
            Token::Characters(_) | Token::NullCharacter => return self.in_table_anything_else(token),
        }
        Control::Done
    }

    fn current_node_takes_table_text(&self) -> bool {
        self.stack_of_open_elements.current_node_has(ElementFlags::FOSTERS_CONTENT)
            || self.stack_of_open_elements.current_node_is(TEMPLATE)
    }

    fn in_table_start_tag(&mut self, tag: &Tag<'_>, token: &Token<'_>) -> Control {
        match tag.name {
            // A start tag whose tag name is "caption"
            CAPTION => {
                self.clear_the_stack_back_to_a_table_context();
                self.list_of_active_formatting_elements.insert_marker();
                self.insert_an_html_element(tag);
                self.insertion_mode = InsertionMode::InCaption;
            }
            // A start tag whose tag name is "colgroup"
            COLGROUP => {
                self.clear_the_stack_back_to_a_table_context();
                self.insert_an_html_element(tag);
                self.insertion_mode = InsertionMode::InColumnGroup;
            }
            // A start tag whose tag name is "col"
            COL => {
                self.clear_the_stack_back_to_a_table_context();
                self.insert_an_html_element_with_no_attributes(COLGROUP);
                self.insertion_mode = InsertionMode::InColumnGroup;
                return Control::Reprocess;
            }
            // A start tag whose tag name is one of: "tbody", "tfoot", "thead"
            TBODY | TFOOT | THEAD => {
                self.clear_the_stack_back_to_a_table_context();
                self.insert_an_html_element(tag);
                self.insertion_mode = InsertionMode::InTableBody;
            }
            // A start tag whose tag name is one of: "td", "th", "tr"
            TD | TH | TR => {
                self.clear_the_stack_back_to_a_table_context();
                self.insert_an_html_element_with_no_attributes(TBODY);
                self.insertion_mode = InsertionMode::InTableBody;
                return Control::Reprocess;
            }
            // A start tag whose tag name is "table"
            TABLE => {
                self.parse_error(TreeConstructionError::TableStartTagInTable);
                if !self.stack_of_open_elements.has_in_table_scope(TABLE) {
                    return Control::Done;
                }
                self.pop_until(TABLE);
                self.reset_the_insertion_mode_appropriately();
                return Control::Reprocess;
            }
            // A start tag whose tag name is one of: "style", "script", "template"
            STYLE | SCRIPT | TEMPLATE => return self.in_head(token),
            // A start tag whose tag name is "input"
            INPUT if is_hidden_input(tag) => {
                self.parse_error(TreeConstructionError::HiddenInputStartTagInTable);
                self.insert_a_void_html_element(tag);
            }
            // A start tag whose tag name is "form"
            FORM => {
                self.parse_error(TreeConstructionError::FormStartTagInTable);
                let is_parsing_template_contents = self.is_parsing_template_contents();
                if self.form_element_pointer.is_some() && !is_parsing_template_contents {
                    return Control::Done;
                }
                let form = self.insert_an_html_element(tag);
                if !is_parsing_template_contents {
                    self.form_element_pointer = Some(form);
                }
                self.pop_the_current_node();
            }
            // Anything else
            _ => return self.in_table_anything_else(token),
        }
        Control::Done
    }

    fn in_table_anything_else(&mut self, token: &Token<'_>) -> Control {
        match token {
            Token::StartTag(_) => self.parse_error(TreeConstructionError::UnexpectedStartTagInTable),
            Token::EndTag(_) => self.parse_error(TreeConstructionError::MisplacedEndTagInTable),
            _ => self.parse_error_at_each_character(TreeConstructionError::UnexpectedCharacterInTable, token),
        }
        self.process_in_body_with_foster_parenting(token)
    }

    /// "Enable foster parenting, process the token using the rules for the "in body" insertion mode, and then disable foster
    /// parenting."
    pub(super) fn process_in_body_with_foster_parenting(&mut self, token: &Token<'_>) -> Control {
        self.foster_parenting = true;
        let control = self.in_body(token);
        self.foster_parenting = false;
        control
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context>
    fn clear_the_stack_back_to_a_table_context(&mut self) {
        self.clear_the_stack_back_to(ElementFlags::TABLE_SCOPE);
    }
}

/// Whether an `input` start tag has a `type` attribute that is an ASCII case-insensitive match for "hidden".
pub(super) fn is_hidden_input(tag: &Tag<'_>) -> bool {
    tag.attributes.get(TYPE).is_some_and(|value| value.eq_ignore_ascii_case("hidden"))
}
