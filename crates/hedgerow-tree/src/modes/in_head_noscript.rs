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
            Token::Doctype(_) => self.parse_error(TreeConstructionError::UnexpectedDoctypeInHeadNoscript),
            // A start tag whose tag name is "html"
            Token::StartTag(tag) if tag.name == HTML => return self.in_body(token),
            // An end tag whose tag name is "noscript"
            Token::EndTag(tag) if tag.name == NOSCRIPT => {
                self.pop_the_current_node();
                self.insertion_mode = InsertionMode::InHead;
            }
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            Token::Characters(characters) if is_all_whitespace(characters) => return self.in_head(token),
            // A comment token
            // A processing instruction token
            Token::Comment(_) | Token::ProcessingInstruction(_) => return self.in_head(token),
            // A start tag whose tag name is one of: "basefont", "bgsound", "link", "meta", "noframes", "style"
            Token::StartTag(tag)
                if matches!(tag.name, BASEFONT | BGSOUND | LINK | META | NOFRAMES | STYLE) =>
            {
                return self.in_head(token);
            }
            // An end tag whose tag name is "br"
            Token::EndTag(tag) if tag.name == BR => return self.in_head_noscript_anything_else(token),
            // A start tag whose tag name is one of: "head", "noscript"
            Token::StartTag(tag) if matches!(tag.name, HEAD | NOSCRIPT) => {
                self.parse_error(TreeConstructionError::UnexpectedStartTagInHeadNoscript);
            }
            // Any other end tag
            Token::EndTag(_) => self.parse_error(TreeConstructionError::UnexpectedEndTagInHeadNoscript),
            // Anything else
            _ => return self.in_head_noscript_anything_else(token),
        }
        Control::Done
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
