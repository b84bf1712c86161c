//! Modes that parse: with each setting, with each form of input, and with changes between chunks or when a script pauses the
//! parser.

use std::ops::ControlFlow;

use hedgerow::stream::Progress;
use hedgerow::{Context, Document, DynamicMarkup as _, EncodingHints, Limits, NodeRef, Parsed, Parser};

use crate::NODE;

use super::{Mode, fed, functions};
use crate::Feeding::{
    ByteChunks, Bytes, CharacterChunks, Errors, Fragment, Scripts, ScriptsAndErrors, ShadowRoots, Whole,
    Written,
};
use crate::Outcome;
use crate::feeding::in_byte_chunks;

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

pub(super) fn modes() -> Vec<Mode> {
    let mut modes = vec![
        fed("parse", "Whole", Whole),
        fed("parse: errors", "Errors", Errors),
        fed("parse: shadow roots", "ShadowRoots", ShadowRoots),
        fed("parse: bytes", "Bytes", Bytes),
        fed("parse: single bytes", "ByteChunks(1)", ByteChunks(1)),
        fed("parse: packets", "ByteChunks(1460)", ByteChunks(PACKET)),
        fed("parse: seven characters", "CharacterChunks(7)", CharacterChunks(7)),
        fed("parse: scripts", "Scripts", Scripts),
        fed("parse: scripts and errors", "ScriptsAndErrors", ScriptsAndErrors),
        fed("parse: written lines", "Written", Written),
    ];
    modes.extend(CONTEXTS.map(|context| {
        fed(&format!("fragment: {context}"), &format!("Fragment({context:?})"), Fragment(context))
    }));
    modes.extend(functions!(driven:
        "parse: scripting" => scripting,
        "parse: spans" => spans,
        "parse: spans, errors, chunks" => spans_and_errors_in_chunks,
        "parse: authoring rules" => authoring_rules,
        "parse: few errors kept, packets" => few_errors_kept,
        "parse: few errors kept, single bytes" => few_errors_kept_byte_by_byte,
        "parse: limits" => limits,
        "parse: limits, packets" => limits_in_packets,
        "parse: watched" => watched,
        "parse: reused" => reused,
        "parse: traced" => traced,
        "parse: traced tokens" => traced_tokens,
        "parse: document read between chunks" => read_between_chunks,
        "parse: document changed between chunks" => changed_between_chunks,
        "parse: document changed at scripts" => changed_at_scripts,
        "parse: written at scripts" => written_at_scripts,
        "parse: written in a script" => written_in_a_script,
        "parse: restarted" => restarted,
        "parse: UTF-16" => utf_16,
        "fragment: svg" => svg_fragment,
        "fragment: math" => math_fragment,
        "fragment: single characters" => fragment_character_by_character,
        "markup: inner HTML" => inner_html,
        "markup: outer HTML" => outer_html,
        "markup: inner HTML, twice" => inner_html_twice,
        "markup: inner HTML, with limits" => inner_html_within_limits,
        "markup: shadow roots" => shadow_markup,
    ));
    modes
}

fn scripting(parser: &Parser, input: &str) -> Outcome {
    Outcome::of(&parser.clone().scripting(true).parse(input))
}

fn spans(parser: &Parser, input: &str) -> Outcome {
    Outcome::of(&parser.clone().source_spans(true).parse(input))
}

fn spans_and_errors_in_chunks(parser: &Parser, input: &str) -> Outcome {
    Outcome::of(&in_byte_chunks(&parser.clone().source_spans(true).collect_errors(true), input, 7))
}

fn authoring_rules(parser: &Parser, input: &str) -> Outcome {
    Outcome::of(&parser.clone().collect_errors(true).authoring_rules(true).parse(input))
}

pub(crate) fn few_errors_kept(parser: &Parser, input: &str) -> Outcome {
    Outcome::of(&in_byte_chunks(&parser.clone().keep_errors(FEW as usize), input, PACKET))
}

pub(crate) fn few_errors_kept_byte_by_byte(parser: &Parser, input: &str) -> Outcome {
    Outcome::of(&in_byte_chunks(&parser.clone().keep_errors(FEW as usize), input, 1))
}

pub(crate) fn limits(parser: &Parser, input: &str) -> Outcome {
    limited(&parser.clone().limits(LIMITS).collect_errors(true).parse(input))
}

fn limits_in_packets(parser: &Parser, input: &str) -> Outcome {
    limited(&in_byte_chunks(&parser.clone().limits(LIMITS).collect_errors(true), input, PACKET))
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

fn watched(parser: &Parser, input: &str) -> Outcome {
    let mut count = 0;
    let watcher = |_: NodeRef<'_>| {
        count += 1;
        ControlFlow::Continue(())
    };
    let parsed = parser.parse_until(input, watcher);
    Outcome { written: count, ..Outcome::of(&parsed) }
}

fn reused(parser: &Parser, input: &str) -> Outcome {
    let spare = parser.parse(input).into_document();
    Outcome::of(&parser.parse_reusing(input, spare))
}

/// A trace has no document. Its steps and the texts of their operations count as output.
pub(crate) fn traced(parser: &Parser, input: &str) -> Outcome {
    let mut written = 0;
    parser.trace(input, None, |step| {
        let operations = step.rules.iter().flat_map(|rules| &rules.operations);
        written += NODE * (1 + step.rules.len())
            + operations.map(|operation| operation.to_string().len()).sum::<usize>();
        ControlFlow::Continue(())
    });
    Outcome { nodes: 0, errors: 0, written, stop: None }
}

/// A trace has no document, so the nodes of a plain parse are counted.
fn traced_tokens(parser: &Parser, input: &str) -> Outcome {
    let mut tokens = 0;
    parser.trace_tokens(input, None, |_| {
        tokens += 1;
        ControlFlow::Continue(())
    });
    Outcome { written: tokens, ..Outcome::of(&parser.parse(input)) }
}

fn read_between_chunks(parser: &Parser, input: &str) -> Outcome {
    let mut stream = parser.stream_bytes(&EncodingHints::new());
    let mut count = 0;
    for chunk in input.as_bytes().chunks(SHORT_CHUNK) {
        stream.feed(chunk);
        count += usize::from(stream.document().root().last_child().is_some());
    }
    Outcome { written: count, ..Outcome::of(&stream.finish()) }
}

/// Makes a small change, as a script would.
fn change(document: &mut Document) {
    let root = document.root_id();
    let comment = document.create_comment("");
    let _ = document.append(root, comment);
}

pub(crate) fn changed_between_chunks(parser: &Parser, input: &str) -> Outcome {
    let mut stream = parser.stream_bytes(&EncodingHints::new());
    for chunk in input.as_bytes().chunks(SHORT_CHUNK) {
        stream.feed(chunk);
        change(stream.document_mut());
    }
    Outcome::of(&stream.finish())
}

pub(crate) fn changed_at_scripts(parser: &Parser, input: &str) -> Outcome {
    let mut stream = parser.clone().pause_at_scripts(true).scripting(true).stream();
    let mut progress = stream.feed(input);
    while let Progress::Script(_) = progress {
        change(stream.document_mut());
        progress = stream.finish_script();
    }
    Outcome::of(&stream.finish())
}

pub(crate) fn written_at_scripts(parser: &Parser, input: &str) -> Outcome {
    let mut stream = parser.clone().pause_at_scripts(true).scripting(true).stream();
    let mut progress = stream.feed(input);
    while let Progress::Script(_) = progress {
        let _ = stream.document_write("<p>a</");
        progress = stream.finish_script();
    }
    Outcome::of(&stream.finish())
}

pub(crate) fn written_in_a_script(parser: &Parser, input: &str) -> Outcome {
    let mut stream = parser.clone().pause_at_scripts(true).scripting(true).keep_errors(FEW as usize).stream();
    stream.feed("<script></script>");
    for piece in input.split_inclusive(|character: char| !character.is_ascii_alphanumeric()) {
        let _ = stream.document_write(piece);
    }
    Outcome::of(&stream.finish())
}

/// Puts the input before a `meta` element with another encoding, so that the input is parsed twice.
fn restarted(parser: &Parser, input: &str) -> Outcome {
    let mut bytes = vec![b' '; 1024];
    bytes.extend_from_slice(input.as_bytes());
    bytes.extend_from_slice(b"<meta charset=koi8-r>\xE9");
    Outcome::of(&parser.parse_bytes(&bytes, &EncodingHints::new()))
}

fn utf_16(parser: &Parser, input: &str) -> Outcome {
    let mut bytes = vec![0xFF, 0xFE];
    bytes.extend(input.encode_utf16().flat_map(u16::to_le_bytes));
    Outcome::of(&parser.parse_bytes(&bytes, &EncodingHints::new()))
}

fn svg_fragment(parser: &Parser, input: &str) -> Outcome {
    Outcome::of(&parser.parse_fragment(input, &Context::svg("svg")))
}

fn math_fragment(parser: &Parser, input: &str) -> Outcome {
    Outcome::of(&parser.parse_fragment(input, &Context::mathml("annotation-xml")))
}

fn fragment_character_by_character(parser: &Parser, input: &str) -> Outcome {
    let mut stream = parser.stream_fragment(&Context::html("div"));
    for (index, character) in input.char_indices() {
        stream.feed(&input[index..index + character.len_utf8()]);
    }
    Outcome::of(&stream.finish())
}

/// Calls a function several times on a small document.
fn with_markup(parser: &Parser, times: usize, put: impl Fn(&Parser, &mut Document)) -> Outcome {
    let mut document = parser.parse("<p>a").into_document();
    for _ in 0..times {
        put(parser, &mut document);
    }
    Outcome { nodes: document.node_count(), errors: 0, written: 0, stop: None }
}

pub(crate) fn inner_html(parser: &Parser, input: &str) -> Outcome {
    with_markup(parser, 1, |_, document| {
        if let Some(body) = document.body().map(NodeRef::id) {
            let _ = document.set_inner_html(body, input);
        }
    })
}

pub(crate) fn inner_html_within_limits(parser: &Parser, input: &str) -> Outcome {
    inner_html_by(&parser.clone().limits(LIMITS), input)
}

/// Sets the inner HTML of the body with the options of a parser.
fn inner_html_by(parser: &Parser, input: &str) -> Outcome {
    with_markup(parser, 1, |parser, document| {
        if let Some(body) = document.body().map(NodeRef::id) {
            let _ = parser.set_inner_html(document, body, input);
        }
    })
}

fn inner_html_twice(parser: &Parser, input: &str) -> Outcome {
    with_markup(parser, 2, |_, document| {
        if let Some(body) = document.body().map(NodeRef::id) {
            let _ = document.set_inner_html(body, input);
        }
    })
}

fn outer_html(parser: &Parser, input: &str) -> Outcome {
    with_markup(parser, 1, |_, document| {
        let paragraph = document.body().and_then(NodeRef::first_child).map(NodeRef::id);
        if let Some(paragraph) = paragraph {
            let _ = document.set_outer_html(paragraph, input);
        }
    })
}

fn shadow_markup(parser: &Parser, input: &str) -> Outcome {
    inner_html_by(&parser.clone().allow_declarative_shadow_roots(true), input)
}
