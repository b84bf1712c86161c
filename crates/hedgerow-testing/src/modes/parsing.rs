//! Modes that parse: with each setting, with each form of input, and with changes between chunks or when a script pauses the
//! parser.

use std::hint::black_box;
use std::ops::ControlFlow;

use hedgerow::stream::Progress;
use hedgerow::{
    Context, Document, DynamicMarkup as _, EncodingHints, Limits, NodeRef, Parsed, Parser, Select as _,
};

use super::{Mode, Outcome, Row, Run, driven};
use crate::NODE;

/// The contexts of fragments.
const CONTEXTS: [&str; 18] = [
    "div", "body", "html", "head", "table", "tbody", "tr", "td", "colgroup", "select", "option", "template",
    "form", "frameset", "textarea", "script", "noscript", "button",
];

/// The length of a chunk in bytes, typical of network packets.
const PACKET: usize = 1460;

/// The length of a chunk in bytes if the document is read or changed between chunks.
const SHORT_CHUNK: usize = 64;

/// The number of errors to keep, and the value of low limits.
const FEW: u32 = 100;

/// Limits that most inputs exceed.
const LIMITS: Limits = Limits::BROWSER.nodes(1_000_000).depth(FEW).attributes(FEW).errors(FEW);

/// The document that a selector is matched in.
const SEARCHED: &str = "<ul id=a class='b c'><li><b>d</b><li title=e><i><b><i>";

/// A row for a change of the parser's options.
macro_rules! with_options {
    ($name:literal, |$parser:ident| $options:expr) => {
        driven($name, |parser, input| {
            let $parser = parser.clone();
            Outcome::of(&$options.parse(input))
        })
    };
}

pub(super) fn fragments() -> impl Iterator<Item = Mode> {
    CONTEXTS.into_iter().map(|context| Mode::new(format!("fragment: {context}"), Run::Fragment(context)))
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = whole();
    rows.extend(in_chunks());
    rows.extend(with_scripts());
    rows.extend(markup());
    rows
}

fn whole() -> Vec<Row> {
    vec![
        with_options!("parse", |parser| parser),
        with_options!("parse: errors", |parser| parser.collect_errors(true)),
        with_options!("parse: shadow roots", |parser| parser.allow_declarative_shadow_roots(true)),
        with_options!("parse: scripting", |parser| parser.scripting(true)),
        with_options!("parse: spans", |parser| parser.source_spans(true)),
        // The messages of the checker count as output.
        driven("parse: checked", |parser, input| {
            let parsed = parser.clone().collect_errors(true).source_spans(true).parse(input);
            let written = parsed.check(usize::MAX).list.iter().map(|finding| finding.message().len()).sum();
            Outcome { written, ..Outcome::of(&parsed) }
        }),
        driven("parse: bytes", |parser, input| bytes(parser, input.as_bytes())),
        driven("parse: limits", |parser, input| {
            limited(&parser.clone().limits(LIMITS).collect_errors(true).parse(input))
        }),
        driven("parse: watched", |parser, input| {
            let mut written = 0;
            let parsed = parser.parse_until(input, |_: NodeRef<'_>| {
                written += 1;
                ControlFlow::Continue(())
            });
            Outcome { written, ..Outcome::of(&parsed) }
        }),
        driven("parse: reused", |parser, input| {
            let spare = parser.parse(input).into_document();
            Outcome::of(&parser.parse_reusing(input, spare))
        }),
        // A trace has no document. Its steps and the texts of their operations count as output.
        driven("parse: traced", |parser, input| {
            let mut written = 0;
            parser.trace(input, None, |step| {
                let operations = step.rules.iter().flat_map(|rules| &rules.operations);
                written += NODE * (1 + step.rules.len())
                    + operations.map(|operation| operation.to_string().len()).sum::<usize>();
                ControlFlow::Continue(())
            });
            Outcome { written, ..Outcome::default() }
        }),
        // A trace has no document, so the nodes of a plain parse are counted.
        driven("parse: traced tokens", |parser, input| {
            let mut written = 0;
            parser.trace_tokens(input, None, |_| {
                written += 1;
                ControlFlow::Continue(())
            });
            Outcome { written, ..Outcome::of(&parser.parse(input)) }
        }),
        // The input is parsed twice, because a `meta` element after it has another encoding.
        driven("parse: restarted", |parser, input| {
            bytes(parser, &[&[b' '; 1024], input.as_bytes(), b"<meta charset=koi8-r>\xE9"].concat())
        }),
        driven("parse: UTF-16", |parser, input| {
            let units = std::iter::once(0xFEFF).chain(input.encode_utf16());
            bytes(parser, &units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>())
        }),
        driven("fragment: svg", |parser, input| {
            Outcome::of(&parser.parse_fragment(input, &Context::svg("svg")))
        }),
        driven("fragment: math", |parser, input| {
            Outcome::of(&parser.parse_fragment(input, &Context::mathml("annotation-xml")))
        }),
        // The input is a selector. An error for one that is too long must be found in linear time, too.
        driven("selector", |parser, input| {
            let parsed = parser.parse(SEARCHED);
            let _ = black_box(parsed.document().select(input).map(Iterator::count));
            Outcome::of(&parsed)
        }),
    ]
}

fn in_chunks() -> Vec<Row> {
    vec![
        driven("parse: single bytes", |parser, input| Outcome::of(&in_byte_chunks(parser, input, 1))),
        driven("parse: two bytes", |parser, input| Outcome::of(&in_byte_chunks(parser, input, 2))),
        driven("parse: packets", |parser, input| Outcome::of(&in_byte_chunks(parser, input, PACKET))),
        driven("parse: single characters", |parser, input| in_character_chunks(parser, input, 1)),
        driven("parse: three characters", |parser, input| in_character_chunks(parser, input, 3)),
        driven("parse: seven characters", |parser, input| in_character_chunks(parser, input, 7)),
        driven("parse: spans, errors, chunks", |parser, input| {
            Outcome::of(&in_byte_chunks(&parser.clone().source_spans(true).collect_errors(true), input, 7))
        }),
        driven("parse: few errors kept, packets", |parser, input| {
            Outcome::of(&in_byte_chunks(&parser.clone().keep_errors(FEW as usize), input, PACKET))
        }),
        driven("parse: few errors kept, single bytes", |parser, input| {
            Outcome::of(&in_byte_chunks(&parser.clone().keep_errors(FEW as usize), input, 1))
        }),
        driven("parse: limits, packets", |parser, input| {
            limited(&in_byte_chunks(&parser.clone().limits(LIMITS).collect_errors(true), input, PACKET))
        }),
        driven("parse: document read between chunks", |parser, input| {
            let mut stream = parser.stream_bytes(&EncodingHints::new());
            let mut written = 0;
            for chunk in input.as_bytes().chunks(SHORT_CHUNK) {
                stream.feed(chunk);
                written += usize::from(stream.document().root().last_child().is_some());
            }
            Outcome { written, ..Outcome::of(&stream.finish()) }
        }),
        driven("parse: document changed between chunks", |parser, input| {
            let mut stream = parser.stream_bytes(&EncodingHints::new());
            for chunk in input.as_bytes().chunks(SHORT_CHUNK) {
                stream.feed(chunk);
                change(stream.document_mut());
            }
            Outcome::of(&stream.finish())
        }),
        driven("fragment: single characters", |parser, input| {
            let mut stream = parser.stream_fragment(&Context::html("div"));
            for character in input.chars() {
                stream.feed(character.encode_utf8(&mut [0; 4]));
            }
            Outcome::of(&stream.finish())
        }),
    ]
}

fn with_scripts() -> Vec<Row> {
    vec![
        driven("parse: scripts", |parser, input| in_one_chunk(&pausing(parser), input.as_bytes())),
        // A malformed byte is at the end of each line.
        driven("parse: scripts and errors", |parser, input| {
            let bytes: Vec<u8> = input.bytes().map(|byte| if byte == b'\n' { 0xFF } else { byte }).collect();
            in_one_chunk(&pausing(parser).collect_errors(true), &bytes)
        }),
        driven("parse: written lines", |parser, input| {
            let mut stream = pausing(parser).stream();
            stream.feed("<script></script>after");
            for line in input.lines() {
                // The script that writes never ends, so writing is always allowed.
                let _ = stream.document_write(line);
            }
            Outcome::of(&stream.finish())
        }),
        driven("parse: document changed at scripts", |parser, input| {
            let mut stream = pausing(parser).stream();
            let mut progress = stream.feed(input);
            while let Progress::Script(_) = progress {
                change(stream.document_mut());
                progress = stream.finish_script();
            }
            Outcome::of(&stream.finish())
        }),
        driven("parse: written at scripts", |parser, input| {
            let mut stream = pausing(parser).stream();
            let mut progress = stream.feed(input);
            while let Progress::Script(_) = progress {
                let _ = stream.document_write("<p>a</");
                progress = stream.finish_script();
            }
            Outcome::of(&stream.finish())
        }),
        driven("parse: written in a script", |parser, input| {
            let mut stream = pausing(parser).keep_errors(FEW as usize).stream();
            stream.feed("<script></script>");
            for piece in input.split_inclusive(|character: char| !character.is_ascii_alphanumeric()) {
                let _ = stream.document_write(piece);
            }
            Outcome::of(&stream.finish())
        }),
    ]
}

fn markup() -> Vec<Row> {
    vec![
        driven("markup: inner HTML", |parser, input| inner_html(&Parser::new(), parser, input)),
        driven("markup: inner HTML, with limits", |parser, input| {
            inner_html(&parser.clone().limits(LIMITS), parser, input)
        }),
        driven("markup: shadow roots", |parser, input| {
            inner_html(&parser.clone().allow_declarative_shadow_roots(true), parser, input)
        }),
        driven("markup: inner HTML, twice", |parser, input| {
            with_markup(parser, |document, body| {
                for _ in 0..2 {
                    let _ = document.set_inner_html(body, input);
                }
            })
        }),
        driven("markup: outer HTML", |parser, input| {
            with_markup(parser, |document, body| {
                let paragraph = document.node(body).first_child().map(NodeRef::id);
                if let Some(paragraph) = paragraph {
                    let _ = document.set_outer_html(paragraph, input);
                }
            })
        }),
    ]
}

/// Checks that the tree is at most four times as deep as the limit, which [`Limits::depth`] guarantees, and that no element
/// exceeds the limit on attributes.
fn limited(parsed: &Parsed) -> Outcome {
    let root = parsed.document().root();
    let mut depth: u32 = 0;
    for edge in root.traverse() {
        match edge {
            hedgerow::dom::NodeEdge::Enter(node) if node.element_name().is_some() => {
                depth += 1;
                assert!(depth <= 4 * (FEW + 2), "a tree more than four times as deep as the limit: {depth}");
                let attributes = node.attributes().count();
                assert!(attributes <= FEW as usize, "more attributes than the limit: {attributes}");
            }
            hedgerow::dom::NodeEdge::Leave(node) if node.element_name().is_some() => depth -= 1,
            _ => {}
        }
    }
    Outcome::of(parsed)
}

/// Makes a small change, as a script would.
fn change(document: &mut Document) {
    let root = document.root_id();
    let comment = document.create_comment("");
    let _ = document.append(root, comment);
}

/// Returns a parser that pauses at each script.
fn pausing(parser: &Parser) -> Parser {
    parser.clone().pause_at_scripts(true).scripting(true)
}

fn bytes(parser: &Parser, bytes: &[u8]) -> Outcome {
    Outcome::of(&parser.parse_bytes(bytes, &EncodingHints::new()))
}

fn in_byte_chunks(parser: &Parser, input: &str, length: usize) -> Parsed {
    let mut stream = parser.stream_bytes(&EncodingHints::new());
    for chunk in input.as_bytes().chunks(length) {
        stream.feed(chunk);
    }
    stream.finish()
}

/// Parses chunks of a number of characters, and collects the errors.
fn in_character_chunks(parser: &Parser, input: &str, length: usize) -> Outcome {
    let mut stream = parser.clone().collect_errors(true).stream();
    let mut rest = input;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(length).map_or(rest.len(), |(offset, _)| offset);
        let (chunk, remaining) = rest.split_at(end);
        stream.feed(chunk);
        rest = remaining;
    }
    Outcome::of(&stream.finish())
}

fn in_one_chunk(parser: &Parser, bytes: &[u8]) -> Outcome {
    let mut stream = parser.stream_bytes(&EncodingHints::new());
    stream.feed(bytes);
    // `finish` is not called before the last script, so that each `finish_script` only releases the bytes up to the next script.
    while let Progress::Script(_) = stream.finish_script() {}
    Outcome::of(&stream.finish())
}

/// Changes the body of a small document.
fn with_markup(parser: &Parser, put: impl FnOnce(&mut Document, hedgerow::NodeId)) -> Outcome {
    let mut document = parser.parse("<p>a").into_document();
    if let Some(body) = document.body().map(NodeRef::id) {
        put(&mut document, body);
    }
    Outcome { nodes: document.node_count(), ..Outcome::default() }
}

/// Sets the inner HTML of the body with the options of a parser.
fn inner_html(options: &Parser, parser: &Parser, input: &str) -> Outcome {
    with_markup(parser, |document, body| drop(options.set_inner_html(document, body, input)))
}
