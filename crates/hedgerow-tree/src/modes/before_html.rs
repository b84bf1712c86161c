//! The "before html" insertion mode.

use hedgerow_base::known::{BODY, BR, HEAD, HTML};
use hedgerow_tokenizer::{Tag, Token};

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode>
    pub(crate) fn before_html(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A DOCTYPE token
            Token::Doctype(_) => self.parse_error(TreeConstructionError::UnexpectedDoctypeBeforeHtml),
            // A comment token
            // A processing instruction token
            Token::Comment(_) | Token::ProcessingInstruction(_) => {
                self.insert_a_comment_or_processing_instruction(token, self.document_location());
            }
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            Token::Characters(characters) if is_all_whitespace(characters) => {}
            // A start tag whose tag name is "html"
            Token::StartTag(tag) if tag.name == HTML => {
                self.append_the_html_element(tag);
                self.insertion_mode = InsertionMode::BeforeHead;
            }
            // An end tag whose tag name is one of: "head", "body", "html", "br": as "anything else".
            // Any other end tag
            Token::EndTag(tag) if !matches!(tag.name, HEAD | BODY | HTML | BR) => {
                self.parse_error(TreeConstructionError::UnexpectedEndTagBeforeHtml);
            }
            // Anything else
            _ => {
                self.append_the_html_element(&Tag::with_no_attributes(HTML));
                self.insertion_mode = InsertionMode::BeforeHead;
                return Control::Reprocess;
            }
        }
        Control::Done
    }
}
