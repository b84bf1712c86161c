//! The "in head noscript" insertion mode.

use hedgerow_base::known::{BASEFONT, BGSOUND, BR, HEAD, HTML, LINK, META, NOFRAMES, NOSCRIPT, STYLE};
use hedgerow_tokenizer::Token;

use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript>
    pub(crate) fn in_head_noscript(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A DOCTYPE token
            Token::Doctype(_) => {
                self.parse_error(TreeConstructionError::UnexpectedDoctypeInHeadNoscript);
                Control::Done
            }
            // A start tag whose tag name is "html"
            Token::StartTag(tag) if tag.name == HTML => self.in_body(token),
            // An end tag whose tag name is "noscript"
            Token::EndTag(tag) if tag.name == NOSCRIPT => {
                self.pop_the_current_node();
                self.insertion_mode = InsertionMode::InHead;
                Control::Done
            }
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            Token::Characters(characters) if is_all_whitespace(characters) => self.in_head(token),
            // A comment token
            // A processing instruction token
            Token::Comment(_) | Token::ProcessingInstruction(_) => self.in_head(token),
            // A start tag whose tag name is one of: "basefont", "bgsound", "link", "meta", "noframes", "style"
            Token::StartTag(tag)
                if matches!(tag.name, BASEFONT | BGSOUND | LINK | META | NOFRAMES | STYLE) =>
            {
                self.in_head(token)
            }
            // An end tag whose tag name is "br"
            Token::EndTag(tag) if tag.name == BR => self.in_head_noscript_anything_else(token),
            // A start tag whose tag name is one of: "head", "noscript"
            Token::StartTag(tag) if matches!(tag.name, HEAD | NOSCRIPT) => {
                self.parse_error(TreeConstructionError::UnexpectedStartTagInHeadNoscript);
                Control::Done
            }
            // Any other end tag
            Token::EndTag(_) => {
                self.parse_error(TreeConstructionError::UnexpectedEndTagInHeadNoscript);
                Control::Done
            }
            // Anything else
            _ => self.in_head_noscript_anything_else(token),
        }
    }

    fn in_head_noscript_anything_else(&mut self, token: &Token<'_>) -> Control {
        self.parse_error(match token {
            Token::EndOfFile => TreeConstructionError::EofInHeadNoscript,
            _ => TreeConstructionError::UnexpectedContentInHeadNoscript,
        });
        self.pop_the_current_node();
        self.insertion_mode = InsertionMode::InHead;
        Control::Reprocess
    }
}
