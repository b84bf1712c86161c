//! The "in template" insertion mode.

use hedgerow_base::known::{
    BASE, BASEFONT, BGSOUND, CAPTION, COL, COLGROUP, LINK, META, NOFRAMES, SCRIPT, STYLE, TBODY, TD,
    TEMPLATE, TFOOT, TH, THEAD, TITLE, TR,
};
use hedgerow_tokenizer::Token;

use crate::tree_builder::Control;
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate>
    #[inline(never)]
    pub(crate) fn in_template(&mut self, token: &Token<'_>) -> Control {
        self.record_use_of(InsertionMode::InTemplate, token);
        match token {
            // A character token
            // A comment token
            // A processing instruction token
            // A DOCTYPE token
            Token::Characters(_)
            | Token::NullCharacter
            | Token::Comment(_)
            | Token::ProcessingInstruction(_)
            | Token::Doctype(_) => return self.in_body(token),
            Token::StartTag(tag) => match tag.name {
                // A start tag whose tag name is one of: "base", "basefont", "bgsound", "link", "meta", "noframes",
                // "script", "style", "template", "title"
                BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                    return self.in_head(token);
                }
                // A start tag whose tag name is one of: "caption", "colgroup", "tbody", "tfoot", "thead"
                CAPTION | COLGROUP | TBODY | TFOOT | THEAD => {
                    return self.switch_the_template_insertion_mode_to(InsertionMode::InTable);
                }
                // A start tag whose tag name is "col"
                COL => return self.switch_the_template_insertion_mode_to(InsertionMode::InColumnGroup),
                // A start tag whose tag name is "tr"
                TR => return self.switch_the_template_insertion_mode_to(InsertionMode::InTableBody),
                // A start tag whose tag name is one of: "td", "th"
                TD | TH => return self.switch_the_template_insertion_mode_to(InsertionMode::InRow),
                // Any other start tag
                _ => return self.switch_the_template_insertion_mode_to(InsertionMode::InBody),
            },
            // An end tag whose tag name is "template"
            Token::EndTag(tag) if tag.name == TEMPLATE => return self.in_head(token),
            // Any other end tag
            Token::EndTag(_) => self.parse_error(TreeConstructionError::UnexpectedEndTagInTemplate),
            // An end-of-file token
            Token::EndOfFile => {
                if !self.stack_of_open_elements.contains(TEMPLATE) {
                    self.stop_parsing();
                    return Control::Done;
                }
                self.parse_error(TreeConstructionError::EofInTemplate);
                self.close_the_template();
                return Control::Reprocess;
            }
        }
        Control::Done
    }

    /// "Pop the current template insertion mode off the stack of template insertion modes. Push … onto the stack of
    /// template insertion modes so that it is the new current template insertion mode. Switch the insertion mode to …,
    /// and reprocess the token."
    fn switch_the_template_insertion_mode_to(&mut self, mode: InsertionMode) -> Control {
        self.template_insertion_modes.pop();
        self.template_insertion_modes.push(mode);
        self.insertion_mode = mode;
        Control::Reprocess
    }
}
