//! Processing instructions.

use hedgerow_input::{ByteSet, InputStream, Next};

use crate::piece::Piece;
use crate::tokenizer::{Step, Tokenizer};
use crate::{ParseErrorCode, State, TokenSink};

/// The bytes that end a run of data.
const DATA_STOPS: ByteSet = ByteSet::new(b"?>");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state>
    pub(crate) fn processing_instruction_open_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.reconsume_in(State::ProcessingInstructionTarget, input)
            }
            Next::Eof => self.eof_in_processing_instruction(input),
            Next::Byte(_) => {
                self.parse_error(ParseErrorCode::InvalidFirstCharacterOfProcessingInstructionTarget, input);
                self.convert_the_temporary_buffer_to_a_comment(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-target-state>
    pub(crate) fn processing_instruction_target_state(&mut self, input: &mut InputStream<'_>) -> Step {
        let is_target_character = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        input.advance(input.rest().iter().take_while(is_target_character).count());
        match input.next()? {
            Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ' | b'?' | b'>') => {
                let start = self.token_start + "<?".len();
                let target = &input.text()[start..input.current()];
                if target.eq_ignore_ascii_case("xml") || target.eq_ignore_ascii_case("xml-stylesheet") {
                    self.parse_error(ParseErrorCode::DisallowedProcessingInstructionTarget, input);
                    return self.convert_the_temporary_buffer_to_a_comment(input);
                }
                self.scratch.clear();
                let mut piece = Piece::at(start);
                piece.append_run(input.text(), &mut self.scratch, start, input.current());
                self.processing_instruction.target = piece;
                self.reconsume_in(State::AfterProcessingInstructionTarget, input)
            }
            Next::Eof => self.eof_in_processing_instruction(input),
            Next::Byte(_) => {
                self.parse_error(ParseErrorCode::InvalidProcessingInstructionTarget, input);
                self.convert_the_temporary_buffer_to_a_comment(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-processing-instruction-target-state>
    pub(crate) fn after_processing_instruction_target_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            match input.next()? {
                Next::Byte(b'\t' | b'\n' | b'\x0C' | b' ') => {}
                Next::Byte(_) | Next::Eof => {
                    self.processing_instruction.data = Piece::at(input.current());
                    return self.reconsume_in(State::ProcessingInstructionData, input);
                }
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-data-state>
    pub(crate) fn processing_instruction_data_state(&mut self, input: &mut InputStream<'_>) -> Step {
        loop {
            let start = input.position();
            input.skip_until(&DATA_STOPS);
            self.append_to_processing_instruction_data(input, start, input.position());
            match input.next()? {
                Next::Byte(b'?') => return self.switch_to(State::ProcessingInstructionQuestionable),
                Next::Byte(b'>') => return self.emit_the_current_processing_instruction_token(input),
                Next::Eof => return self.eof_in_processing_instruction(input),
                Next::Byte(_) => input.reconsume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-questionable-state>
    pub(crate) fn processing_instruction_questionable_state(&mut self, input: &mut InputStream<'_>) -> Step {
        match input.next()? {
            Next::Byte(b'>') => self.emit_the_current_processing_instruction_token(input),
            Next::Eof => self.eof_in_processing_instruction(input),
            Next::Byte(_) => {
                let question_mark = input.current() - 1;
                self.append_to_processing_instruction_data(input, question_mark, question_mark + 1);
                self.reconsume_in(State::ProcessingInstructionData, input)
            }
        }
    }

    fn append_to_processing_instruction_data(&mut self, input: &InputStream<'_>, start: usize, end: usize) {
        self.processing_instruction.data.append_run(input.text(), &mut self.scratch, start, end);
    }

    /// "Convert the temporary buffer to a comment. Reconsume in the bogus comment state."
    ///
    /// The comment starts with the `?`, and the temporary buffer is the input after it.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#convert-the-temporary-buffer-to-a-comment>
    #[cold]
    fn convert_the_temporary_buffer_to_a_comment(&mut self, input: &mut InputStream<'_>) -> Step {
        let start = self.token_start + "<".len();
        self.create_a_comment_token(start);
        self.append_to_comment(input, start, input.current());
        self.reconsume_in(State::BogusComment, input)
    }

    /// "This is an eof-in-processing-instruction parse error. Emit an end-of-file token."
    #[cold]
    fn eof_in_processing_instruction(&mut self, input: &InputStream<'_>) -> Step {
        self.parse_error(ParseErrorCode::EofInProcessingInstruction, input);
        self.drop_the_token_and_emit_end_of_file(input)
    }
}
