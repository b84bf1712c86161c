//! The "text" insertion mode.

use hedgerow_base::known::SCRIPT;
use hedgerow_tokenizer::{Feedback, Token};

use crate::tree_builder::Control;
use crate::{Observer, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata>
    #[inline(never)]
    pub(crate) fn text(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A character token
            Token::Characters(characters) => self.insert_characters(*characters),
            // An end-of-file token
            Token::EndOfFile => {
                self.parse_error(TreeConstructionError::EofInTextElement);
                if let Some(&current) = self.stack_of_open_elements.current_node()
                    && current.is_html(SCRIPT)
                {
                    self.sink.mark_script_already_started(current.handle);
                }
                self.pop_the_current_node();
                self.insertion_mode = self.original_insertion_mode;
                return Control::Reprocess;
            }
            // An end tag whose tag name is "script"
            Token::EndTag(tag) if tag.name == SCRIPT => {
                let script = self.stack_of_open_elements.current_node().map(|script| script.handle);
                self.pop_the_current_node();
                self.insertion_mode = self.original_insertion_mode;
                if let Some(script) = script {
                    self.prepare_the_script_element(script);
                }
            }
            // Any other end tag
            Token::EndTag(_) => {
                self.pop_the_current_node();
                self.insertion_mode = self.original_insertion_mode;
            }
            // The tokenizer emits no other tokens in text.
            Token::Doctype(_)
            | Token::StartTag(_)
            | Token::Comment(_)
            | Token::ProcessingInstruction(_)
            | Token::NullCharacter => {}
        }
        Control::Done
    }

    /// Suspends the tokenizer if the script must run before the rest of the input is tokenized. The insertion point,
    /// the script nesting level and the parser pause flag belong to the owner of the sink, which also owns the input
    /// stream.
    pub(crate) fn prepare_the_script_element(&mut self, script: S::Handle) {
        if self.sink.observer().prepare_the_script_element(script) {
            self.token.feedback = Feedback::Suspend;
        }
    }
}
