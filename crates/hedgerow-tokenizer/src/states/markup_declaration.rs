//! After `<!`: comment, DOCTYPE, CDATA section, or a bogus comment.

use hedgerow_input::InputStream;

use super::look_ahead::{LookAhead, look_ahead, look_ahead_ignoring_ascii_case};
use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

const COMMENT: &[u8] = b"--";
const USUAL_DOCTYPE_LENGTH: usize = b"DOCTYPE html>".len();
const DOCTYPE: &[u8] = b"DOCTYPE";
const CDATA: &[u8] = b"[CDATA[";

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state>
    pub(crate) fn markup_declaration_open_state(&mut self, input: &mut InputStream<'_>) -> Step {
        // OPTIMIZATION: most documents begin with this token, so the states that read it are skipped.
        if !S::STATES
            && let Some(b"DOCTYPE html>" | b"doctype html>") = input.rest().first_chunk()
        {
            input.advance(USUAL_DOCTYPE_LENGTH);
            return self.emit_the_html_doctype_token(input);
        }
        match look_ahead(input, COMMENT) {
            LookAhead::Match => {
                input.advance(COMMENT.len());
                self.create_a_comment_token(input.position());
                return self.switch_to(State::CommentStart);
            }
            LookAhead::Incomplete => return None,
            LookAhead::NoMatch => {}
        }
        match look_ahead_ignoring_ascii_case(input, DOCTYPE) {
            LookAhead::Match => {
                input.advance(DOCTYPE.len());
                return self.switch_to(State::Doctype);
            }
            LookAhead::Incomplete => return None,
            LookAhead::NoMatch => {}
        }
        match look_ahead(input, CDATA) {
            LookAhead::Match => return self.cdata_section_or_bogus_comment(input),
            LookAhead::Incomplete => return None,
            LookAhead::NoMatch => {}
        }
        self.parse_error_at(ParseErrorCode::IncorrectlyOpenedComment, input.position());
        self.create_a_comment_token(input.position());
        self.switch_to(State::BogusComment)
    }

    fn cdata_section_or_bogus_comment(&mut self, input: &mut InputStream<'_>) -> Step {
        let start = input.position();
        input.advance(CDATA.len());
        // The characters before the declaration may still change the adjusted current node.
        self.flush_characters(input, self.token_start);
        if self.sink.adjusted_current_node_is_foreign() {
            self.text_start = input.position();
            return self.switch_to(State::CdataSection);
        }
        self.parse_error(ParseErrorCode::CdataInHtmlContent, input);
        self.create_a_comment_token(start);
        self.append_to_comment(input, start, input.position());
        self.switch_to(State::BogusComment)
    }
}
