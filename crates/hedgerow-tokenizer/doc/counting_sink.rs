# use hedgerow_input::Span;
# use hedgerow_names::{NameId, NameInterner, known};
# use hedgerow_tokenizer::{Feedback, ParseErrorCode, State, Token, TokenSink, Tokenizer};
# #[derive(Default)]
# struct Count { tokens: usize, names: NameInterner }
# impl TokenSink for Count {
#     const PARSE_ERRORS: bool = false;
#     fn process_token(&mut self, _: &Token<'_>, _: Span) -> Feedback { self.tokens += 1; Feedback::Continue }
#     fn parse_error(&mut self, _: ParseErrorCode, _: Span) {}
#     fn intern(&mut self, name: &str) -> NameId { self.names.intern(name) }
#     fn adjusted_current_node_is_foreign(&self) -> bool { false }
# }
