//! The "initial" insertion mode.

use hedgerow_base::QuirksMode;
use hedgerow_tokenizer::{Doctype, Token};

use crate::quirks::quirks_mode_for;
use crate::tree_builder::{Control, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>
    pub(crate) fn initial(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            Token::Characters(characters) if is_all_whitespace(characters) => {}
            // A comment token
            // A processing instruction token
            Token::Comment(_) | Token::ProcessingInstruction(_) => {
                self.insert_a_comment_or_processing_instruction(token, self.document_location());
            }
            // A DOCTYPE token
            Token::Doctype(doctype) => {
                self.insert_a_doctype(doctype);
                self.insertion_mode = InsertionMode::BeforeHtml;
            }
            // Anything else
            _ => {
                self.begin_without_a_doctype();
                return Control::Reprocess;
            }
        }
        Control::Done
    }

    /// The steps of the entry "anything else", except "reprocess the token".
    pub(crate) fn begin_without_a_doctype(&mut self) {
        if !self.options.iframe_srcdoc {
            self.parse_error(TreeConstructionError::MissingDoctype);
            self.set_quirks_mode(QuirksMode::Quirks);
        }
        self.insertion_mode = InsertionMode::BeforeHtml;
    }

    fn insert_a_doctype(&mut self, doctype: &Doctype<'_>) {
        if doctype.name != Some("html")
            || doctype.public_identifier.is_some()
            || !matches!(doctype.system_identifier, None | Some("about:legacy-compat"))
        {
            self.parse_error(TreeConstructionError::NonConformingDoctype);
        }
        self.sink.append_doctype(
            doctype.name.unwrap_or_default(),
            doctype.public_identifier.unwrap_or_default(),
            doctype.system_identifier.unwrap_or_default(),
        );
        if !self.options.iframe_srcdoc {
            self.set_quirks_mode(quirks_mode_for(doctype));
        }
    }
}
