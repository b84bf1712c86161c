//! What is said about each parse error: one table, in a file for each group.
//!
//! The codes themselves are in `hedgerow-tokenizer` and `hedgerow-tree`; what one error is about, and where it lies, is in
//! `parse_error.rs`. That every code is in the table once is proved when this is compiled, and that its example is one is
//! tested.

mod authoring;
mod before_body;
mod body_end_tags;
mod body_start_tags;
mod characters;
mod declarations;
mod elsewhere;
mod tables;
mod tags;

use hedgerow_tokenizer::ParseErrorCode;
use hedgerow_tree::TreeConstructionError;

use crate::{AuthoringRule, ErrorKind};

// Sentences for more than one error.
const A_DOCTYPE_ELSEWHERE: &str =
    "A DOCTYPE only means something at the very start of a document. It is ignored here.";
const CLOSE_IN_THE_OPPOSITE_ORDER: &str =
    "Close the elements in the order opposite to that of their start tags.";
const CLOSE_THE_ELEMENTS_IN_IT_FIRST: &str = "Close the elements in it first.";
const IT_IS_IGNORED: &str = "It is ignored.";
const REMOVE_OR_MOVE_THE_DOCTYPE: &str = "Remove the DOCTYPE, or move it to the start of the document.";
const REMOVE_THE_CHARACTER: &str = "Remove the character, or save the document in UTF-8.";
const REMOVE_THE_END_TAG: &str = "Remove the end tag.";
const REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG: &str = "Remove the end tag, or add the start tag.";
const REMOVE_THE_START_TAG: &str = "Remove the start tag.";
const REMOVE_THE_TAG: &str = "Remove the tag.";
const THEY_ARE_CLOSED_TOO: &str = "They are closed, too.";
const THE_ELEMENT_IS_CLOSED_THERE: &str = "The element is closed there.";
const THE_OTHER_ONE_IS_CLOSED_FIRST: &str = "The other one is closed first.";

/// Markup that has an error, and the same without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Example {
    /// Markup with the error.
    pub before: &'static str,
    /// Markup without any error.
    pub after: &'static str,
    /// The context element if they are fragments, as [`Context`](crate::Context) reads it; otherwise they are documents.
    pub context: Option<&'static str>,
}

/// What is said about an error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texts {
    kind: ErrorKind,
    /// The fragment of the address in the standard's page on parsing; for a rule for authors, with the page.
    pub(crate) anchor: &'static str,
    pub(crate) explanation: &'static str,
    /// Whether the explanation says already what each such error is about.
    pub(crate) names_the_subject: bool,
    pub(crate) details: &'static str,
    pub(crate) fix: Option<&'static str>,
}

/// The same with an example, as it is written down.
#[derive(Debug)]
struct Entry {
    texts: Texts,
    example: Option<Example>,
}

impl Entry {
    const fn new(
        kind: ErrorKind,
        anchor: &'static str,
        explanation: &'static str,
        details: &'static str,
    ) -> Self {
        let texts = Texts { kind, anchor, explanation, names_the_subject: false, details, fix: None };
        Self { texts, example: None }
    }

    /// An error to which the standard gives a code. Its anchor is made of the code.
    const fn standard(code: ParseErrorCode, explanation: &'static str, details: &'static str) -> Self {
        Self::new(ErrorKind::Standard(code), "", explanation, details)
    }

    /// An error of tree construction.
    const fn tree_construction(
        error: TreeConstructionError,
        anchor: &'static str,
        explanation: &'static str,
        details: &'static str,
    ) -> Self {
        Self::new(ErrorKind::TreeConstruction(error), anchor, explanation, details)
    }

    /// A rule for authors. Its anchor is on another page, which is named with it.
    const fn authoring(
        rule: AuthoringRule,
        anchor: &'static str,
        explanation: &'static str,
        details: &'static str,
    ) -> Self {
        Self::new(ErrorKind::Authoring(rule), anchor, explanation, details)
    }

    /// The explanation says already what each such error is about.
    const fn naming_the_subject(mut self) -> Self {
        self.texts.names_the_subject = true;
        self
    }

    /// What to do about it, in one sentence.
    const fn fix(mut self, fix: &'static str) -> Self {
        self.texts.fix = Some(fix);
        self
    }

    /// An example that is a whole document.
    const fn document(mut self, before: &'static str, after: &'static str) -> Self {
        self.example = Some(Example { before, after, context: None });
        self
    }

    /// An example that is a fragment in the body.
    const fn in_body(self, before: &'static str, after: &'static str) -> Self {
        self.fragment("body", before, after)
    }

    /// An example that is a fragment.
    const fn fragment(mut self, context: &'static str, before: &'static str, after: &'static str) -> Self {
        self.example = Some(Example { before, after, context: Some(context) });
        self
    }
}

/// The groups of entries.
const GROUPS: &[&[Entry]] = &[
    characters::ENTRIES,
    tags::ENTRIES,
    declarations::ENTRIES,
    before_body::ENTRIES,
    body_start_tags::ENTRIES,
    body_end_tags::ENTRIES,
    tables::ENTRIES,
    elsewhere::ENTRIES,
    authoring::ENTRIES,
];

/// How many parse errors have a code.
const PARSE_ERROR_COUNT: usize = ParseErrorCode::ALL.len() + TreeConstructionError::ALL.len();

/// How many errors there are.
const COUNT: usize = PARSE_ERROR_COUNT + 1 + AuthoringRule::ALL.len();

/// What is said of each error, in the order of [`slot`].
static TEXTS: [Texts; COUNT] = {
    let mut texts = [ENTRIES[0].texts; COUNT];
    let mut index = 0;
    while index < COUNT {
        texts[index] = ENTRIES[index].texts;
        index += 1;
    }
    texts
};

/// The examples in the same order: apart, so that a program that shows none is made without them.
static EXAMPLES: [Option<Example>; COUNT] = {
    let mut examples = [None; COUNT];
    let mut index = 0;
    while index < COUNT {
        examples[index] = ENTRIES[index].example;
        index += 1;
    }
    examples
};

/// All entries in the order of [`slot`], for the compiler only.
const ENTRIES: [&Entry; COUNT] = in_order_of_slots();

/// The place of an error among all.
const fn slot(kind: ErrorKind) -> usize {
    match kind {
        ErrorKind::Standard(code) => code as usize,
        ErrorKind::TreeConstruction(error) => ParseErrorCode::ALL.len() + error as usize,
        ErrorKind::MalformedBytes => PARSE_ERROR_COUNT,
        ErrorKind::Authoring(rule) => PARSE_ERROR_COUNT + 1 + rule as usize,
    }
}

#[expect(clippy::panic, reason = "it is run by the compiler only")]
const fn in_order_of_slots() -> [&'static Entry; COUNT] {
    let mut table: [Option<&'static Entry>; COUNT] = [None; COUNT];
    let mut group = 0;
    while group < GROUPS.len() {
        let mut index = 0;
        while index < GROUPS[group].len() {
            let entry = &GROUPS[group][index];
            assert!(table[slot(entry.texts.kind)].is_none(), "an error has two entries");
            table[slot(entry.texts.kind)] = Some(entry);
            index += 1;
        }
        group += 1;
    }
    let mut entries = [&GROUPS[0][0]; COUNT];
    let mut index = 0;
    while index < COUNT {
        entries[index] = match table[index] {
            Some(entry) => entry,
            None => panic!("an error has no entry"),
        };
        index += 1;
    }
    entries
}

/// What is said of an error.
pub(crate) fn texts(kind: ErrorKind) -> &'static Texts {
    &TEXTS[slot(kind)]
}

/// Its example.
pub(crate) fn example(kind: ErrorKind) -> Option<Example> {
    EXAMPLES[slot(kind)]
}

/// All errors, those of the standard first.
pub(crate) fn kinds() -> impl Iterator<Item = ErrorKind> {
    TEXTS.iter().map(|texts| texts.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseError, Parser};

    fn errors(kind: ErrorKind, text: &str, context: Option<&str>) -> Vec<ParseError> {
        let parser = Parser::new().collect_errors(true).authoring_rules(!kind.is_parse_error());
        let parsed = match context {
            None => parser.parse(text),
            Some(context) => {
                parser.parse_fragment(text, &context.parse().expect("the context has a known form"))
            }
        };
        parsed.errors().to_vec()
    }

    #[test]
    fn every_example_shows_its_error_and_how_it_goes_away() {
        let mut without = Vec::new();
        for kind in kinds() {
            let Some(Example { before, after, context }) = kind.example() else {
                without.push(kind.code());
                continue;
            };
            let found = errors(kind, before, context);
            assert!(found.iter().any(|error| error.kind() == kind), "{kind}: {before:?} has {found:?}");
            let left = errors(kind, after, context);
            assert!(left.is_empty(), "{kind}: {after:?} has {left:?}");
        }
        // Text has neither of them.
        assert_eq!(without, ["surrogate-in-input-stream", "malformed-bytes-in-input-stream"]);
    }

    #[test]
    fn no_message_names_its_subject_twice() {
        for kind in kinds() {
            let Some(Example { before, context, .. }) = kind.example() else { continue };
            let errors = errors(kind, before, context);
            let Some(subject) =
                errors.iter().find(|error| error.kind() == kind).and_then(ParseError::subject)
            else {
                continue;
            };
            let mut words = kind.explanation().split('`');
            let begins_with_it = words.next().is_some_and(|beginning| {
                ["A ", "An ", "There is a ", "There is an ", "There is a second ", "There is a hidden "]
                    .contains(&beginning)
            });
            let is_it = words.next().is_some_and(|word| word.trim_matches(['<', '/', '>']) == subject);
            // Where it is one of several, it has to be said which one.
            let is_one_of_several = matches!(words.next(), Some(" or " | ", "));
            let is_named = begins_with_it && is_it && !is_one_of_several;
            assert_eq!(texts(kind).names_the_subject, is_named, "{kind}: {} ({subject})", kind.explanation());
        }
    }

    #[test]
    fn every_text_is_made_of_sentences() {
        for kind in kinds() {
            for text in [Some(kind.explanation()), Some(kind.details()), kind.fix()].into_iter().flatten() {
                assert!(text.ends_with('.') && !text.contains("  "), "{kind}: {text:?}");
                assert!(
                    text.starts_with(|first: char| first.is_uppercase() || first == '`'),
                    "{kind}: {text:?}"
                );
            }
            assert_eq!(kind.explanation().matches(". ").count(), 0, "{kind}: one sentence");
        }
    }

    #[test]
    fn every_code_leads_to_its_error() {
        for kind in kinds() {
            assert_eq!(ErrorKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(ErrorKind::from_code("error"), None);
    }
}
