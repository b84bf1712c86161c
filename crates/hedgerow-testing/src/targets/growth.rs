//! Costs: if a part of a text is repeated more often, the time for each byte of input and output stays about the same.

use std::convert::Infallible;
use std::hint::black_box;

use hedgerow::serialize::WriteOptions;
use hedgerow::{
    Context, Document, DynamicMarkup as _, EncodingHints, NodeRef, Parsed, Parser, Select as _, ToHtml,
};

use super::fragments::CONTEXTS;
use crate::byte_counter::counted;
use crate::clock::processor_time;
use crate::growth::{Growth, NODE, Point, too_fast};
use crate::input::{Choices, Input};

/// The approximate length of the shortest input in bytes.
const LENGTH: usize = 1 << 10;

/// The number of consecutive measurements that must grow too fast before the target fails, because other load on the machine
/// can disturb one of them.
const MEASUREMENTS: usize = 3;

/// The memory limit in bytes.
const MEMORY: usize = 1 << 30;

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let text = &*input.text();
    let repeated = match input.choices.part(text) {
        part if part.is_empty() => 0..text.len(),
        part => part,
    };
    if repeated.is_empty() {
        return;
    }
    let operation = Operation::of(&mut input.choices);
    let measure = |repetitions: usize| {
        let middle = text[repeated.clone()].repeat(repetitions);
        let input = [&text[..repeated.start], &middle, &text[repeated.end..]].concat();
        let start = processor_time();
        let size = input.len() + operation.run(&input);
        let seconds = processor_time().saturating_sub(start).as_secs_f64();
        Ok::<Point, Infallible>(Point { bytes: input.len(), size, seconds, allocated: 0 })
    };
    let mut growth = Growth::new(MEMORY, measure);
    let repetitions = LENGTH.div_ceil(repeated.len());
    if growth.may_be_too_fast(repetitions) != Ok(true) {
        return;
    }
    let mut measured = Vec::new();
    for _ in 0..MEASUREMENTS {
        let Ok(points) = growth.points(repetitions);
        if too_fast(&points).is_none() {
            return;
        }
        measured.push(points);
    }
    panic!("{operation:?}, {:?} is repeated: {measured:?}", &text[repeated]);
}

/// The operation on the text.
#[derive(Debug)]
enum Operation {
    Parsed(Parser),
    InBytes(Parser),
    Fragment(Parser, &'static str),
    Markup(Parser),
    Written(WriteOptions),
    Selected(&'static str),
    Cloned,
}

impl Operation {
    fn of(choices: &mut Choices<'_>) -> Self {
        let number = choices.below(8);
        let parser =
            super::text::parser(choices).collect_errors(choices.one_in(2)).source_spans(choices.one_in(4));
        match number {
            1 => Self::InBytes(parser),
            2 => Self::Fragment(parser, choices.of(&CONTEXTS)),
            3 => Self::Markup(parser),
            4 => Self::Written(WriteOptions::minify()),
            5 => Self::Written(WriteOptions::pretty()),
            6 => Self::Selected(
                choices.of(&["*", ":nth-child(2 of p)", "p ~ b, div p", ":has(> b)", ":lang(en)"]),
            ),
            7 => Self::Cloned,
            _ => Self::Parsed(parser),
        }
    }

    /// Runs the operation and returns the size of its output in bytes.
    fn run(&self, text: &str) -> usize {
        match self {
            Self::Parsed(parser) => size(&parser.parse(text)),
            Self::InBytes(parser) => {
                // The encoding is given, so nothing is sniffed. Sniffing withholds the first 1024 bytes and then passes them on as
                // one chunk, so a short input costs less for each byte than a long one, most of which arrives in chunks of 3 bytes.
                let mut stream =
                    parser.stream_bytes(&EncodingHints::new().content_type("text/html; charset=utf-8"));
                for chunk in text.as_bytes().chunks(3) {
                    stream.feed(chunk);
                }
                size(&stream.finish())
            }
            Self::Fragment(parser, context) => {
                context.parse::<Context>().map_or(0, |context| size(&parser.parse_fragment(text, &context)))
            }
            Self::Markup(parser) => {
                let mut document = parser.parse("").into_document();
                if let Some(body) = document.body().map(NodeRef::id) {
                    let _ = document.set_inner_html(body, text);
                }
                NODE * document.node_count()
            }
            Self::Written(options) => {
                let document = hedgerow::parse(text);
                counted(|counter| document.root().write_html(counter, options)) + NODE * document.node_count()
            }
            Self::Selected(selector) => {
                let document = hedgerow::parse(text);
                let _ = black_box(document.select(*selector).map(Iterator::count));
                NODE * document.node_count()
            }
            Self::Cloned => {
                let mut document = hedgerow::parse(text);
                let root = document.document_element().map(NodeRef::id);
                black_box(root.map(|root| document.clone_subtree(root)));
                let mut other = Document::new();
                let _ = other.import(document.root());
                NODE * (document.node_count() + other.node_count())
            }
        }
    }
}

fn size(parsed: &Parsed) -> usize {
    NODE * (parsed.document().node_count() + parsed.errors().len())
}
