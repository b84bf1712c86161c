//! Removal of nodes between the chunks of misnested markup, after which the parser uses their slots again. Nodes that are only
//! detached, and matches that are removed when everything is parsed, are the oracles: their slots are not used again.

use hedgerow::dom::MutationError;
use hedgerow::encoding::encoding_for_label;
use hedgerow::stream::{ByteStreamParser, Progress, StreamParser};
use hedgerow::{Document, EncodingHints, NodeRef, Parsed, Parser, ToHtml};

use crate::input::{Choices, Input};
use crate::trees::{Summary, validate};

/// Markup that opens, closes, misnests and moves elements. Each byte of the input chooses one.
const TOKENS: [&str; 64] = [
    "<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "<i>", "</i>", "<a>", "</a>", "<b><p></b>",
    "<a><div></a>", "<i id=x><section></i>", "<b><i><p></b>", "<form>", "</form>", "<form><div></form>",
    "<span>", "</span>", "text", " ", "<li>", "</li>", "<ul>", "</ul>", "<table>", "</table>", "<tr>",
    "<td>", "</td>", "<caption>", "<tbody>", "<h1>", "</h1>", "<nobr>", "<button>", "</button>", "<applet>",
    "</applet>", "<br>", "<select>", "</select>", "<option>", "</option>", "<svg>", "</svg>", "<desc>",
    "<template>", "</template>", "</body>", "<body class=y>", "<!--comment-->", "<head>", "</head>",
    "<title>t</title>", "<script></script>", "<meta>", "<dd>", "<address>", "<section>", "</section>",
    "<p class=y>", "<div class=y>", "<a href=1><table><a href=2>",
];

/// Markup that inserts nodes into closed elements, so that a match depends on the time at which it is taken.
const OF_OTHER_NODES: [&str; 11] = [
    "<select><button><selectedcontent></button>",
    "<selectedcontent>",
    "</selectedcontent>",
    "<option selected>one",
    "<option disabled>",
    "<optgroup>",
    "<template for=m>",
    "<?marker name='m'>",
    "<?start name='m'>",
    "<?end>",
    "<?start name='m'><option>two</option><?end>",
];

/// Selectors whose matches are removed.
const SELECTORS: [&str; 16] = [
    "div", "p", "b", "form", "a", "div, p", "form, p", "a, b, i", "section", "div > p", "b p", ".y", "td",
    "ul > li", "head, script", "body.y p, form div",
];

pub(super) fn check(data: &[u8]) {
    let Input { bytes, mut choices } = Input::new(data);
    let parser = Parser::new().collect_errors(choices.one_in(2)).source_spans(choices.one_in(8));
    let mode = choices.below(4);
    let all = if mode == 0 { [&TOKENS[..], &OF_OTHER_NODES].concat() } else { TOKENS.to_vec() };
    let tokens: Vec<&str> = bytes.iter().map(|&byte| all[usize::from(byte) % all.len()]).collect();
    let html = tokens.concat();
    match mode {
        0 => removed_or_detached(&parser, &tokens, &mut choices),
        1 => taken_in_any_order(&parser, &html, &tokens, &mut choices),
        2 => with_other_content_discarded(&parser, &html, &tokens, &mut choices),
        _ => with_scripts_in_bytes(&parser, &html, &mut choices),
    }
}

/// Removes the nodes from one document, and only detaches them in the other one.
fn removed_or_detached(parser: &Parser, tokens: &[&str], choices: &mut Choices<'_>) {
    let mut streams = [parser.stream(), parser.stream()];
    for token in tokens {
        for stream in &mut streams {
            stream.feed(token);
        }
        if !choices.one_in(3) {
            continue;
        }
        for _ in 0..=choices.below(3) {
            let count = streams[0].document().root().descendants().count();
            // Most often one of the last nodes, and rarely `html` or `body`.
            let number = count.saturating_sub(1 + choices.below(12).min(choices.below(count.max(1))));
            let [removed, detached] = &mut streams;
            let _ = change(removed, number, Document::remove);
            let _ = change(detached, number, Document::detach);
        }
        let [removed, detached] = [0, 1].map(|number| streams[number].document().root().outer_html());
        assert_eq!(removed, detached, "removed, and detached");
    }
    let [removed, detached] = streams.map(|stream| Summary::of(&stream.finish()));
    removed.assert_is(&detached, "removed, and detached");
}

/// Changes the node with this number in tree order.
fn change(
    stream: &mut StreamParser,
    number: usize,
    change: fn(&mut Document, hedgerow::NodeId) -> Result<(), MutationError>,
) -> Result<(), MutationError> {
    let node = stream.document().root().descendants().nth(number).map(NodeRef::id);
    node.map_or(Ok(()), |node| change(stream.document_mut(), node))
}

/// The matches as they are when they are taken, and the rest of the document.
#[derive(PartialEq, Eq, Debug)]
struct Taken {
    matches: Vec<String>,
    rest: String,
    errors: Vec<String>,
}

/// Takes matches after each chunk, all of them or as many as `choices` says.
fn taken(
    parser: &Parser,
    selector: &str,
    chunks: &[&str],
    discards: bool,
    mut choices: Option<Choices<'_>>,
    describe: fn(NodeRef<'_>) -> String,
) -> Taken {
    let Ok(mut stream) = parser.stream().elements(selector) else { panic!("{selector} is valid") };
    if discards {
        stream = stream.discard_others();
    }
    let mut matches = Vec::new();
    for chunk in chunks {
        stream.feed(chunk);
        let most = choices.as_mut().map_or(usize::MAX, |choices| choices.below(4));
        for _ in 0..most {
            let Some(element) = stream.next_element() else { break };
            matches.push(describe(element));
        }
        validate(stream.stream().document());
    }
    stream.end();
    while let Some(element) = stream.next_element() {
        matches.push(describe(element));
    }
    let rest = stream.finish();
    validate(rest.document());
    Taken { matches, rest: rest.document().root().inner_html(), errors: errors(&rest) }
}

fn markup(element: NodeRef<'_>) -> String {
    element.outer_html()
}

fn errors(parsed: &Parsed) -> Vec<String> {
    parsed.errors().iter().map(|error| format!("{error:?}")).collect()
}

/// The same matches, tree and errors for every cutting and every order of taking: as from the text that is parsed whole.
fn taken_in_any_order(parser: &Parser, html: &str, tokens: &[&str], choices: &mut Choices<'_>) {
    let selector = choices.of(&SELECTORS);
    let whole = taken(parser, selector, &[html], false, None, markup);
    assert_eq!(whole.errors, errors(&parser.parse(html)));
    let cut = choices.text_pieces(html);
    for chunks in [tokens, &cut] {
        let all = taken(parser, selector, chunks, false, None, markup);
        assert_eq!(all, whole, "{selector}, all after each of {chunks:?}");
        let some = taken(parser, selector, chunks, false, Some(choices.clone()), markup);
        assert_eq!(some, whole, "{selector}, some after each of {chunks:?}");
    }
}

/// Whether an element matches does not depend on the removal of other content.
fn with_other_content_discarded(parser: &Parser, html: &str, tokens: &[&str], choices: &mut Choices<'_>) {
    let selector = choices.of(&SELECTORS);
    // Content that is discarded may have been moved into a match later.
    let tag = |node: NodeRef<'_>| {
        let attributes = node.attributes().map(|attribute| format!("{attribute:?}"));
        node.local_name_text().to_owned() + &attributes.collect::<String>()
    };
    let whole = taken(parser, selector, &[html], false, None, tag);
    let cut = choices.text_pieces(html);
    for chunks in [tokens, &cut] {
        let discarded = taken(parser, selector, chunks, true, None, tag);
        assert_eq!(discarded.matches, whole.matches, "{selector} in {chunks:?}");
        assert_eq!(discarded.errors, whole.errors, "{selector} in {chunks:?}");
    }
}

/// Malformed bytes after scripts that write, and that are deferred before or after writing.
fn with_scripts_in_bytes(parser: &Parser, html: &str, choices: &mut Choices<'_>) {
    let Ok(gbk) = encoding_for_label("gbk") else { panic!("gbk is an encoding") };
    let parser = parser.clone().scripting(true).pause_at_scripts(true);
    let bytes: Vec<u8> = html.bytes().map(|byte| if byte == b' ' { 0xFF } else { byte }).collect();
    let pieces = choices.pieces(&bytes);
    let [whole, cut] = [&[&bytes[..]][..], &pieces].map(|pieces| {
        let mut stream = parser.stream_bytes(&EncodingHints::new().transport(gbk));
        let mut choices = choices.clone();
        for piece in pieces {
            stream.feed(piece);
            run_scripts(&mut stream, &mut choices);
        }
        stream.end();
        run_scripts(&mut stream, &mut choices);
        assert_eq!(stream.progress(), Progress::Finished);
        Summary::of(&stream.finish())
    });
    cut.assert_is(&whole, "bytes in chunks, with scripts");
}

/// The texts that scripts write: complete and incomplete tokens.
const WRITTEN: [&str; 8] =
    ["x&am", "p;y", "<b id=1", ">\n", "<!--a", "-->", "\nx<script></script>\n", "<p\n\n=>"];

fn run_scripts(stream: &mut ByteStreamParser, choices: &mut Choices<'_>) {
    loop {
        let _ = match stream.progress() {
            // Without choices, each script only finishes.
            Progress::Script(_) if !choices.are_left() => stream.finish_script(),
            Progress::Script(_) => match choices.below(4) {
                0 => stream.block_on_script(),
                1 => stream.finish_script(),
                _ => {
                    assert!(stream.document_write(choices.of(&WRITTEN)).is_ok(), "a script may write");
                    continue;
                }
            },
            Progress::Blocked(_) => stream.run_pending_script(),
            _ => return,
        };
    }
}
