//! The "before head" insertion mode.

use hedgerow_base::known::{BODY, BR, HEAD, HTML};
use hedgerow_tokenizer::{Tag, Token};

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode>
    pub(crate) fn before_head(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            Token::Characters(characters) if is_all_whitespace(characters) => {}
            // A comment token
            // A processing instruction token
            // A DOCTYPE token
            Token::Comment(_) | Token::ProcessingInstruction(_) | Token::Doctype(_) => self
                .insert_a_comment_or_ignore_a_doctype(
                    token,
                    TreeConstructionError::UnexpectedDoctypeBeforeHead,
                ),
            // A start tag whose tag name is "html"
            Token::StartTag(tag) if tag.name == HTML => return self.in_body(token),
            // A start tag whose tag name is "head"
            Token::StartTag(tag) if tag.name == HEAD => self.insert_the_head_element(tag),
            // An end tag whose tag name is one of: "head", "body", "html", "br": as "anything else".
            // Any other end tag
            Token::EndTag(tag) if !matches!(tag.name, HEAD | BODY | HTML | BR) => {
                self.parse_error(TreeConstructionError::UnexpectedEndTagBeforeHead);
            }
            // Anything else
            _ => {
                self.insert_the_head_element(&Tag::with_no_attributes(HEAD));
                return Control::Reprocess;
            }
        }
        Control::Done
    }

    fn insert_the_head_element(&mut self, tag: &Tag<'_>) {
        let head = self.insert_an_html_element(tag);
        self.head_element_pointer = Some(head);
        self.insertion_mode = InsertionMode::InHead;
    }
}
