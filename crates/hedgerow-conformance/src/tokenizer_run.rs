//! Runs a case of the tokenizer suite; no other module calls the tokenizer.

use hedgerow_base::{NameId, NameInterner};
use hedgerow_input::{ChunkQueue, LocationTracker, Span, normalize_newlines};
use hedgerow_tokenizer::{Feedback, Outcome, ParseErrorCode, State, Token, TokenSink, Tokenizer};

use super::case::{Problem, Run};
use super::feeding::{Feeding, PADDING};
use super::tokenizer_file::{TestError, TestToken, TokenizerCase};
use super::{observed, position};

/// Returns all runs of a case: from each initial state, with each feeding.
pub(crate) fn run(case: &TokenizerCase, name: &str, seed: u64) -> Vec<Run> {
    let mut runs = Vec::new();
    for (state_name, state) in &case.initial_states {
        let mut spans_of_the_whole = None;
        for feeding in Feeding::all(seed, name) {
            let run_name = format!("{state_name}, {}", feeding.name());
            runs.push(Run::new(run_name, feeding.is_random(), || {
                let recording = match feeding {
                    Feeding::Whole => tokenize_whole(case, *state, &case.input),
                    Feeding::Characters | Feeding::Random(_) => {
                        tokenize_pieces(case, *state, &feeding.pieces(&case.input))
                    }
                };
                let mut problems = compare(case, &recording);
                let spans = recording.lines_of_spans();
                let expected = spans_of_the_whole.get_or_insert_with(|| spans.clone());
                problems.extend(Problem::unless_equal("spans of the whole", expected.clone(), spans));
                problems
            }));
        }
        runs.push(Run::new(format!("{state_name}, padded"), false, || compare_padded(case, *state)));
    }
    runs
}

/// Tokenizes the padded input as a whole and by single characters, and compares the results.
fn compare_padded(case: &TokenizerCase, state: State) -> Vec<Problem> {
    let input = format!("{}{PADDING}", case.input);
    let whole = tokenize_whole(case, state, &input);
    let characters = tokenize_pieces(case, state, &Feeding::Characters.pieces(&input));
    let errors = |recording: &Recording| observed::lines(&recording.test_errors(case, &input));
    let tokens = Problem::unless_equal("tokens", characters.lines_of_spans(), whole.lines_of_spans());
    let errors = Problem::unless_equal("errors", errors(&characters), errors(&whole));
    tokens.into_iter().chain(errors).collect()
}

/// Preprocesses and tokenizes a whole input.
fn tokenize_whole(case: &TokenizerCase, state: State, input: &str) -> Recording {
    let mut tokenizer = tokenizer(case, state);
    let outcome = tokenizer.run(&normalize_newlines(input), true);
    tokenizer.into_sink().end(outcome)
}

/// Preprocesses and tokenizes piece by piece.
fn tokenize_pieces(case: &TokenizerCase, state: State, pieces: &[&str]) -> Recording {
    let mut tokenizer = tokenizer(case, state);
    let mut queue = ChunkQueue::default();
    for piece in pieces {
        queue.push(piece);
        while queue.advance() {
            match tokenizer.run(queue.text(), false) {
                Outcome::NeedsInput { consumed } => queue.discard(consumed),
                outcome => return tokenizer.into_sink().end(outcome),
            }
        }
    }
    let outcome = tokenizer.run(queue.text(), true);
    tokenizer.into_sink().end(outcome)
}

fn tokenizer(case: &TokenizerCase, state: State) -> Tokenizer<Recording> {
    let mut sink = Recording::default();
    let last_start_tag = case.last_start_tag.as_ref().map(|name| sink.intern(name));
    Tokenizer::starting_in(state, last_start_tag, sink)
}

fn compare(case: &TokenizerCase, recording: &Recording) -> Vec<Problem> {
    let tokens =
        Problem::unless_equal("tokens", observed::lines(&case.tokens), observed::lines(&recording.tokens));
    let errors = Problem::unless_equal(
        "errors",
        observed::lines(&case.errors),
        observed::lines(&recording.test_errors(case, &case.input)),
    );
    let ending = match recording.ending {
        None => Some("the end-of-file token did not come last".to_owned()),
        Some(Outcome::Finished) => None,
        Some(outcome) => Some(format!("{outcome:?}")),
    };
    let ending = ending.map(|got| Problem { what: "end", expected: "Finished".to_owned(), got });
    tokens.into_iter().chain(errors).chain(ending).collect()
}

/// A sink that records tokens and errors.
#[derive(Default)]
struct Recording {
    names: NameInterner,
    tokens: Vec<TestToken>,
    /// The span of each token.
    spans: Vec<Span>,
    errors: Vec<(ParseErrorCode, Span)>,
    end_of_file: bool,
    /// The final outcome; `None` unless the end-of-file token was the last token.
    ending: Option<Outcome>,
}

impl Recording {
    fn end(mut self, outcome: Outcome) -> Self {
        self.ending = self.end_of_file.then_some(outcome);
        self
    }

    fn push(&mut self, token: TestToken, span: Span) {
        if let TestToken::Characters(characters) = &token
            && let Some(TestToken::Characters(last)) = self.tokens.last_mut()
            && let Some(last_span) = self.spans.last_mut()
        {
            last.push_str(characters);
            last_span.end = span.end;
        } else {
            self.tokens.push(token);
            self.spans.push(span);
        }
    }

    /// Returns the errors in the suite's form. The errors of lone surrogates are added, because the tokenizer does not
    /// see the surrogates.
    fn test_errors(&self, case: &TokenizerCase, input: &str) -> Vec<TestError> {
        let text = normalize_newlines(input);
        let surrogates = case.lone_surrogates.iter().map(|&offset| {
            (ParseErrorCode::SurrogateInInputStream, normalize_newlines(&case.input[..offset]).len() as u32)
        });
        let mut tracker = LocationTracker::default();
        let mut errors: Vec<TestError> = self
            .errors
            .iter()
            .map(|&(error, span)| (error, span.start))
            .chain(surrogates)
            .map(|(error, offset)| {
                let (line, column) = position::in_suite(tracker.locate(&text, offset));
                TestError { line, column, code: error.code().to_owned() }
            })
            .collect();
        errors.sort();
        errors
    }

    fn lines_of_spans(&self) -> String {
        let lines = self.spans.iter().zip(&self.tokens);
        lines
            .map(|(span, token)| format!("{}..{} {token}", span.start, span.end))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl TokenSink for Recording {
    const PARSE_ERRORS: bool = true;

    fn process_token(&mut self, token: &Token<'_>, span: Span) -> Feedback {
        let name = |name: NameId| self.names.text(name).to_owned();
        let token = match *token {
            Token::Doctype(doctype) => TestToken::Doctype {
                name: doctype.name.map(str::to_owned),
                public_identifier: doctype.public_identifier.map(str::to_owned),
                system_identifier: doctype.system_identifier.map(str::to_owned),
                force_quirks: doctype.force_quirks,
            },
            Token::StartTag(tag) => {
                let attributes = tag.attributes.iter();
                let mut attributes: Vec<(String, String)> =
                    attributes.map(|(attribute, value)| (name(attribute), value.to_string())).collect();
                attributes.sort();
                TestToken::StartTag { name: name(tag.name), attributes, self_closing: tag.self_closing }
            }
            Token::EndTag(tag) => TestToken::EndTag(name(tag.name)),
            Token::Comment(data) => TestToken::Comment(data.to_string()),
            Token::ProcessingInstruction(instruction) => TestToken::ProcessingInstruction {
                target: instruction.target.to_owned(),
                data: instruction.data.to_string(),
            },
            Token::Characters(characters) => TestToken::Characters(characters.to_string()),
            Token::NullCharacter => TestToken::Characters("\0".to_owned()),
            Token::EndOfFile => {
                self.end_of_file = true;
                return Feedback::Continue;
            }
        };
        self.end_of_file = false;
        self.push(token, span);
        Feedback::Continue
    }

    fn parse_error(&mut self, error: ParseErrorCode, span: Span, _: Option<NameId>) {
        self.errors.push((error, span));
    }

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        false
    }
}
