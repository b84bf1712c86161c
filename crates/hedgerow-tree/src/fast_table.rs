//! The fast paths for the tokens of a well-formed table: `<tr>`, `<td>`, `<th>`, their end tags, and the characters between them.
//!
//! The fast paths have the same effect as the modes "in table", "in table body", "in row", "in cell" and "in table text" if no
//! tag is implied. Each method returns whether it has processed the token; otherwise the rules of the mode process it.
//!
//! ```text
//! start tag td, th:   "in row", the current node is a tr element:          insert the cell and a marker; switch to "in cell"
//! start tag tr:       "in table body", the current node is a tbody, …:     insert the row; switch to "in row"
//! end tag td, th:     "in cell", the current node is that element, and
//!                     the last active formatting entry is its marker:      pop it and its marker; switch to "in row"
//! end tag tr:         "in row", the current node is a tr element:          pop it; switch to "in table body"
//! characters:         the current node is a part of a table:               keep them until the next token
//! ```
//!
//! The unit tests of `fast_path.rs` compare the fast paths with the modes.

use hedgerow_base::known::{TD, TH, TR};
use hedgerow_base::{ElementFlags, ElementName, NameId};
use hedgerow_tokenizer::{Tag, Text};

use crate::fast_path::NO_FAST_PARENT;
use crate::tree_builder::is_all_whitespace;
use crate::{InsertionMode, Observer, TreeBuilder, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// Keeps characters between the parts of a table until the next token, as "in table text" does.
    #[inline(always)]
    pub(crate) fn fast_table_characters<const PLAIN: bool>(&mut self, characters: Text<'_>) -> bool {
        use InsertionMode::{InRow, InTable, InTableBody, InTableText};
        if !matches!(self.insertion_mode, InTable | InTableBody | InTableText | InRow)
            || !self.may_take_fast_paths()
            || self.ignore_next_line_feed
            || !self.stack_of_open_elements.current_node_has(ElementFlags::FOSTERS_CONTENT)
        {
            return false;
        }
        if !PLAIN {
            self.record_the_span_of(characters);
            if self.is_stopped_by_the_watch(true) {
                return true;
            }
        }
        if self.insertion_mode != InTableText {
            self.pending_table_character_tokens.clear();
            self.original_insertion_mode = self.insertion_mode;
            self.insertion_mode = InTableText;
        }
        self.keep_table_characters(characters);
        true
    }

    /// Leaves the mode "in table text" before a tag and inserts the kept characters, if they are whitespace. Other text is left
    /// to the rules of the mode, because it is foster-parented.
    #[inline(always)]
    fn leave_table_text(&mut self) {
        if self.insertion_mode != InsertionMode::InTableText {
            return;
        }
        let wants_spans = S::Observer::SOURCE_SPANS && !self.is_plain();
        let location = self.current_insertion_location();
        let characters = self.pending_table_character_tokens.text();
        if characters.is_empty() || !is_all_whitespace(&characters) {
            return;
        }
        // The text is not a copy of the input: it contains a character reference, or a U+0000 was dropped. Its runs have
        // separate spans, so the rules of the mode insert the text.
        if wants_spans && characters.place_in_input().is_none() {
            return;
        }
        let span = self.span_of(characters);
        self.sink.insert_characters(location, characters, span);
        self.pending_table_character_tokens.clear();
        self.insertion_mode = self.original_insertion_mode;
    }

    /// Inserts a row or a cell at the end of the current node.
    #[inline(never)]
    pub(crate) fn fast_table_start_tag<const PLAIN: bool>(&mut self, tag: &Tag<'_>) -> bool {
        if !matches!(tag.name, TD | TH | TR) || !self.may_take_fast_paths() {
            return false;
        }
        self.leave_table_text();
        let Some(current) = self.stack_of_open_elements.current_node() else { return false };
        let is_cell = tag.name != TR;
        let is_in_place = match self.insertion_mode {
            InsertionMode::InRow => is_cell && current.is_html(TR),
            InsertionMode::InTableBody => {
                !is_cell
                    && current.flags.has(ElementFlags::TABLE_BODY_CONTEXT)
                    && !current.flags.has(NO_FAST_PARENT)
            }
            _ => false,
        };
        if !is_in_place {
            return false;
        }
        self.ignore_next_line_feed = false;
        let element = self.append_an_element::<PLAIN>(current.handle, tag);
        self.push_onto_the_stack(element, ElementName::html(tag.name));
        if is_cell {
            self.insertion_mode = InsertionMode::InCell;
            self.list_of_active_formatting_elements.insert_marker();
        } else {
            self.insertion_mode = InsertionMode::InRow;
        }
        true
    }

    /// Pops a row or a cell that is the current node.
    #[inline(never)]
    pub(crate) fn fast_table_end_tag(&mut self, name: NameId) -> bool {
        if !matches!(name, TD | TH | TR) || !self.may_take_fast_paths() {
            return false;
        }
        self.leave_table_text();
        if !self.stack_of_open_elements.current_node_is(name) {
            return false;
        }
        match self.insertion_mode {
            InsertionMode::InCell if name != TR => {
                let list = &self.list_of_active_formatting_elements;
                let Some(marker) = list.last().filter(|&last| list.element(last).is_none()) else {
                    return false;
                };
                self.pop_the_current_node();
                if !self.list_of_active_formatting_elements.pop_without_index() {
                    self.remove_from_the_list_of_active_formatting_elements(marker);
                }
                self.insertion_mode = InsertionMode::InRow;
            }
            InsertionMode::InRow if name == TR => {
                self.pop_the_current_node();
                self.insertion_mode = InsertionMode::InTableBody;
            }
            _ => return false,
        }
        self.ignore_next_line_feed = false;
        true
    }
}
