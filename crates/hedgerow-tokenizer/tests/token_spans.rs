//! Every byte of the input belongs to exactly one token, except for markup without a token.

use hedgerow_base::{NameId, NameInterner};
use hedgerow_input::{ChunkQueue, Span};
use hedgerow_tokenizer::{AttributePlace, Feedback, Outcome, ParseErrorCode, Token, TokenSink, Tokenizer};
use proptest::prelude::*;

/// Records the spans of the tokens, and problems with them.
#[derive(Default)]
struct Spans {
    names: NameInterner,
    of_tokens: Vec<Span>,
    places: Vec<AttributePlace>,
    wrong: Vec<String>,
}

impl TokenSink for Spans {
    const PARSE_ERRORS: bool = false;
    const SOURCE_SPANS: bool = true;

    fn attribute_places(&mut self, places: &[AttributePlace]) {
        self.places = places.to_vec();
    }

    fn process_token(&mut self, token: &Token<'_>, span: Span) -> Feedback {
        self.of_tokens.push(span);
        if let Token::Characters(characters) = token
            && let Some((start, end)) = characters.place_in_input()
            && (start, end) != (span.start, span.end)
        {
            self.wrong.push(format!("{characters:?} at {start}..{end} has the span {span:?}"));
        }
        if let Token::StartTag(tag) = token {
            let mut start = span.start;
            for place in &self.places {
                let end = place.value.map_or(place.name.end, |value| value.end);
                if place.name.start <= start || end >= span.end || place.name.is_empty() {
                    self.wrong.push(format!("{place:?} in {span:?}"));
                }
                start = end.saturating_sub(1);
            }
            if tag.attributes.len() != self.places.len() {
                self.wrong.push(format!("{} places in {span:?}", self.places.len()));
            }
        }
        Feedback::Continue
    }

    fn parse_error(&mut self, _: ParseErrorCode, _: Span, _: Option<NameId>) {}

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        true
    }
}

const PARTS: [&str; 40] = [
    "<a", "<DIV", "</a", "</", "<", ">", "/>", " ", "\n", "=", "=\"", "\"", "='", "'", "x", "y=1", "=&amp;",
    "a=b&notit;", "\0", "&", "&amp;", "&#65", "&notin;", "&am", "<!--", "-->", "--!>", "<!",
    "<!doctype html", "public 'a'", "<?x", "y?>", "<![CDATA[", "]]>", "]]", "</>", "text", "\u{e9}",
    "<p a=1 a=2>", "</b >",
];

/// Returns the parts of the input between tokens.
fn between<'i>(input: &'i str, spans: &[Span]) -> Result<Vec<&'i str>, TestCaseError> {
    let mut gaps = Vec::new();
    let mut end = 0;
    for span in spans {
        prop_assert!(end <= span.start && span.start <= span.end, "{:?} after {}", span, end);
        if end < span.start {
            gaps.push(&input[end as usize..span.start as usize]);
        }
        end = span.end;
    }
    prop_assert_eq!(end as usize, input.len(), "the end of the file is a token");
    Ok(gaps)
}

/// Returns the rest of a gap after an end tag without a name, or after the start or end of a CDATA section.
fn after_markup_without_token(mut gap: &str) -> &str {
    while let Some(rest) = ["</>", "<![CDATA[", "]]>"].into_iter().find_map(|markup| gap.strip_prefix(markup))
    {
        gap = rest;
    }
    gap
}

proptest! {
    #[test]
    fn every_byte_belongs_to_one_token(parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..20)) {
        let input = parts.concat();
        let mut tokenizer = Tokenizer::new(Spans::default());
        prop_assert_eq!(tokenizer.run(&input, true), Outcome::Finished);
        let whole = tokenizer.into_sink();
        prop_assert_eq!(&whole.wrong, &Vec::<String>::new());
        let gaps = between(&input, &whole.of_tokens)?;
        for gap in &gaps {
            let rest = after_markup_without_token(gap);
            // A tag that is cut by the end of the input is dropped.
            let is_cut_tag = rest.starts_with('<') && input.ends_with(rest);
            prop_assert!(rest.is_empty() || is_cut_tag, "{:?} in {:?}", gap, input);
        }

        let mut tokenizer = Tokenizer::new(Spans::default());
        let mut queue = ChunkQueue::default();
        for character in input.chars() {
            queue.push(character.encode_utf8(&mut [0; 4]));
            while queue.advance() {
                if let Outcome::NeedsInput { consumed } = tokenizer.run(queue.text(), false) {
                    queue.discard(consumed);
                }
            }
        }
        tokenizer.run(queue.text(), true);
        let cut = tokenizer.into_sink();
        prop_assert_eq!(&cut.wrong, &Vec::<String>::new());
        prop_assert_eq!(between(&input, &cut.of_tokens)?, gaps);
    }
}
