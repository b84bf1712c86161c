//! Parsing elements that contain only text.

use hedgerow_tokenizer::{Feedback, State, Tag};

use crate::{InsertionMode, TreeBuilder, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#generic-raw-text-element-parsing-algorithm>
    pub(crate) fn generic_raw_text_element_parsing_algorithm(&mut self, tag: &Tag<'_>) {
        self.insert_an_html_element(tag);
        self.parse_text_in(State::Rawtext);
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#generic-rcdata-element-parsing-algorithm>
    pub(crate) fn generic_rcdata_element_parsing_algorithm(&mut self, tag: &Tag<'_>) {
        self.insert_an_html_element(tag);
        self.parse_text_in(State::Rcdata);
    }

    /// Switches the tokenizer to a state, sets the original insertion mode to the current insertion mode, and
    /// switches the insertion mode to "text".
    pub(crate) fn parse_text_in(&mut self, state: State) {
        self.token.feedback = Feedback::SwitchTo(state);
        self.original_insertion_mode = self.insertion_mode;
        self.insertion_mode = InsertionMode::Text;
    }
}
