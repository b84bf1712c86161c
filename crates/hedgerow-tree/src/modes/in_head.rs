//! The "in head" insertion mode. The `template` tags are in `template.rs`.

use hedgerow_base::known::{
    BASE, BASEFONT, BGSOUND, BODY, BR, HEAD, HTML, LINK, META, NOFRAMES, NOSCRIPT, SCRIPT, STYLE, TEMPLATE,
    TITLE,
};
use hedgerow_tokenizer::{Feedback, State, Tag, Token};

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, Observer, ScriptingMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
    pub(crate) fn in_head(&mut self, token: &Token<'_>) -> Control {
        self.record_use_of(InsertionMode::InHead, token);
        match token {
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            Token::Characters(characters) if is_all_whitespace(characters) => {
                self.insert_characters(*characters);
            }
            // A comment token
            // A processing instruction token
            // A DOCTYPE token
            Token::Comment(_) | Token::ProcessingInstruction(_) | Token::Doctype(_) => self
                .insert_a_comment_or_ignore_a_doctype(token, TreeConstructionError::UnexpectedDoctypeInHead),
            Token::StartTag(tag) => return self.in_head_start_tag(tag, token),
            Token::EndTag(tag) => match tag.name {
                // An end tag whose tag name is "head"
                HEAD => {
                    self.pop_the_current_node();
                    self.insertion_mode = InsertionMode::AfterHead;
                }
                // An end tag whose tag name is one of: "body", "html", "br"
                BODY | HTML | BR => return self.in_head_anything_else(),
                // An end tag whose tag name is "template"
                TEMPLATE => return self.end_tag_template(),
                // Any other end tag
                _ => self.parse_error(TreeConstructionError::UnexpectedEndTagInHead),
            },
            // Anything else
            Token::Characters(_) | Token::NullCharacter | Token::EndOfFile => {
                return self.in_head_anything_else();
            }
        }
        Control::Done
    }

    fn in_head_start_tag(&mut self, tag: &Tag<'_>, token: &Token<'_>) -> Control {
        match tag.name {
            // A start tag whose tag name is "html"
            HTML => return self.in_body(token),
            // A start tag whose tag name is one of: "base", "basefont", "bgsound", "link"
            BASE | BASEFONT | BGSOUND | LINK => self.insert_a_void_html_element(tag),
            // A start tag whose tag name is "meta"
            META => {
                self.insert_a_void_html_element(tag);
                if let Some(find) = self.sink.observer().tentative_encoding()
                    && let Some(encoding) = find(tag)
                {
                    self.sink.observer().change_the_encoding(encoding);
                    self.token.feedback = Feedback::Suspend;
                }
            }
            // A start tag whose tag name is "title"
            TITLE => self.generic_rcdata_element_parsing_algorithm(tag),
            // A start tag whose tag name is "noscript", if scripting mode is Disabled
            NOSCRIPT if self.scripting_is_disabled() => {
                self.insert_an_html_element(tag);
                self.insertion_mode = InsertionMode::InHeadNoscript;
            }
            // A start tag whose tag name is "noscript", if scripting mode is not Disabled
            // A start tag whose tag name is one of: "noframes", "style"
            NOSCRIPT | NOFRAMES | STYLE => self.generic_raw_text_element_parsing_algorithm(tag),
            // A start tag whose tag name is "script"
            SCRIPT => {
                let script = self.insert_an_html_element(tag);
                // 5. If the parser's scripting mode is Inert, then set the script element's already started to true.
                if self.options.scripting_mode == ScriptingMode::Inert {
                    self.sink.mark_script_already_started(script);
                }
                self.parse_text_in(State::ScriptData);
            }
            // A start tag whose tag name is "template"
            TEMPLATE => return self.start_tag_template(tag),
            // A start tag whose tag name is "head"
            HEAD => self.parse_error(TreeConstructionError::HeadStartTagInHead),
            // Anything else
            _ => return self.in_head_anything_else(),
        }
        Control::Done
    }

    fn in_head_anything_else(&mut self) -> Control {
        self.pop_the_current_node();
        self.insertion_mode = InsertionMode::AfterHead;
        Control::Reprocess
    }
}
