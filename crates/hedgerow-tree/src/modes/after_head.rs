//! The "after head" insertion mode.

use hedgerow_base::ElementName;
use hedgerow_base::known::{
    BASE, BASEFONT, BGSOUND, BODY, BR, FRAMESET, HEAD, HTML, LINK, META, NOFRAMES, SCRIPT, STYLE, TEMPLATE,
    TITLE,
};
use hedgerow_tokenizer::{Tag, Token};

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode>
    pub(crate) fn after_head(&mut self, token: &Token<'_>) -> Control {
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
                    TreeConstructionError::UnexpectedDoctypeAfterHead,
                ),
            Token::StartTag(tag) => return self.after_head_start_tag(tag, token),
            Token::EndTag(tag) => match tag.name {
                // An end tag whose tag name is "template"
                TEMPLATE => return self.in_head(token),
                // An end tag whose tag name is one of: "body", "html", "br"
                BODY | HTML | BR => return self.after_head_anything_else(),
                // Any other end tag
                _ => self.parse_error(TreeConstructionError::UnexpectedEndTagAfterHead),
            },
            // Anything else
            Token::Characters(_) | Token::NullCharacter | Token::EndOfFile => {
                return self.after_head_anything_else();
            }
        }
        Control::Done
    }

    fn after_head_start_tag(&mut self, tag: &Tag<'_>, token: &Token<'_>) -> Control {
        match tag.name {
            // A start tag whose tag name is "html"
            HTML => return self.in_body(token),
            // A start tag whose tag name is "body"
            BODY => {
                self.insert_an_html_element(tag);
                self.frameset_ok = false;
                self.insertion_mode = InsertionMode::InBody;
            }
            // A start tag whose tag name is "frameset"
            FRAMESET => {
                self.insert_an_html_element(tag);
                self.insertion_mode = InsertionMode::InFrameset;
            }
            // A start tag whose tag name is one of: "base", "basefont", "bgsound", "link", "meta", "noframes", "script",
            // "style", "template", "title"
            BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                return self.start_tag_base_after_head(token);
            }
            // A start tag whose tag name is "head"
            HEAD => self.parse_error(TreeConstructionError::HeadStartTagAfterHead),
            // Anything else
            _ => return self.after_head_anything_else(),
        }
        Control::Done
    }

    fn start_tag_base_after_head(&mut self, token: &Token<'_>) -> Control {
        self.parse_error(TreeConstructionError::MetadataStartTagAfterHead);
        let Some(head) = self.head_element_pointer else { return Control::Done };
        // Push the node pointed to by the head element pointer onto the stack of open elements.
        let index = self.stack_of_open_elements.len();
        self.push_onto_the_stack(head, ElementName::html(HEAD));
        let control = self.in_head(token);
        // Remove the node pointed to by the head element pointer from the stack of open elements. (It might not be the
        // current node at this point.)
        self.remove_from_the_stack(index);
        control
    }

    pub(crate) fn after_head_anything_else(&mut self) -> Control {
        self.insert_an_html_element_with_no_attributes(BODY);
        self.frameset_ok = true;
        self.insertion_mode = InsertionMode::InBody;
        Control::Reprocess
    }
}
