//! Properties: wherever the input is cut, and wherever the parser stops or pauses, the result is that of the whole.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use hedgerow::{
    ByteStreamParser, Document, Encoding, EncodingHints, ErrorKind, Limit, Limits, NodeId, NodeKind, NodeRef,
    Parsed, Parser, Progress, Stop, StreamParser, encoding_for_label,
};
use proptest::prelude::*;

/// Pieces of which interesting documents are made.
const PARTS: [&str; 66] = [
    "<!DOCTYPE html>",
    "<html lang=en>",
    "<head>",
    "</head>",
    "<title>T &amp; t</title>",
    "<meta name=a>",
    "<meta charset=koi8-r>",
    "<meta charset=utf-8>",
    "<meta http-equiv=content-type content='text/html; charset=big5'>",
    "<body class=a>",
    "<p>",
    "</p>",
    "<b id=1>",
    "<b id=2>",
    "</b>",
    "<i>",
    "</i>",
    "<a href='x'>",
    "</a>",
    "<div a b=c d=\"e\">",
    "</div>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<select><option>",
    "<button><selectedcontent></button>",
    "</select>",
    "<ul><li>",
    "</ul>",
    "<svg>",
    "</svg>",
    "<math><mi>",
    "</math>",
    "<script>x</script>",
    "<svg><script>y</script></svg>",
    "<script/>",
    "<template>",
    "</template>",
    "<textarea>\n",
    "</textarea>",
    "<style>a{}</style>",
    "<!-- comment -->",
    "<!-- <script>",
    "-->",
    "<?pi a='b'?>",
    "<img src=a>",
    "<br/>",
    "<frameset>",
    "text",
    " \n",
    "\r\n",
    "\r",
    "\0",
    "\u{1}&notin;&#x80;",
    "é€😀",
    "<plaintext>",
    "&am",
    "&nGt;",
    "<caption>",
    "<colgroup>",
    "<col>",
    "</frameset>",
    "</body>",
    "</html>",
    "<noscript>",
];

fn html() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PARTS[..]), 0..30).prop_map(|parts| parts.concat())
}

/// Where to cut, as shares of the whole.
fn cuts() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..8)
}

/// The pieces of some bytes; all of them together are the bytes again.
fn pieces<'b>(bytes: &'b [u8], cuts: &[prop::sample::Index]) -> Vec<&'b [u8]> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    cuts.push(bytes.len());
    cuts.sort_unstable();
    let mut start = 0;
    cuts.into_iter().map(|end| &bytes[std::mem::replace(&mut start, end)..end]).collect()
}

/// The pieces of a text, cut between characters.
fn text_pieces<'t>(text: &'t str, cuts: &[prop::sample::Index]) -> Vec<&'t str> {
    let mut rest = text;
    let mut texts = Vec::new();
    for piece in pieces(text.as_bytes(), cuts) {
        let mut length = piece.len().min(rest.len());
        while !rest.is_char_boundary(length) {
            length -= 1;
        }
        let (start, behind) = rest.split_at(length);
        texts.push(start);
        rest = behind;
    }
    texts.push(rest);
    texts
}

/// What must be the same, and what must hold.
fn summary(parsed: &Parsed) -> (String, Vec<String>, String) {
    parsed.document().validate().unwrap();
    let errors = parsed.errors().iter().map(|error| format!("{error:?}")).collect();
    (parsed.document().to_test_format(), errors, format!("{:?} {:?}", parsed.stop(), parsed.encoding()))
}

fn feed(stream: &mut StreamParser, text: &str, cuts: &[prop::sample::Index]) {
    for piece in text_pieces(text, cuts) {
        stream.feed(piece);
    }
}

fn feed_bytes(stream: &mut ByteStreamParser, bytes: &[u8], cuts: &[prop::sample::Index]) {
    for piece in pieces(bytes, cuts) {
        stream.feed(piece);
    }
}

fn limits() -> impl Strategy<Value = Limits> {
    let small = || prop::option::weighted(0.4, 0..20_u32);
    (
        prop::option::weighted(0.3, 0..300_u64),
        small(),
        small(),
        prop::option::weighted(0.3, 0..4_u32),
        small(),
    )
        .prop_map(|(bytes, nodes, depth, attributes, errors)| Limits {
            bytes,
            nodes,
            depth,
            attributes,
            errors,
        })
}

/// Stops at the finished element with that number.
fn stop_at(number: usize) -> impl FnMut(NodeRef<'_>) -> ControlFlow<()> + Send + 'static {
    let mut count = 0;
    move |_| {
        count += 1;
        if count == number { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A text in an encoding, with something malformed in between.
fn encode(text: &str, encoding: &'static Encoding, malformed: bool) -> Vec<u8> {
    let mut bytes = encoding.encode(text).0.into_owned();
    if malformed {
        let middle = bytes.len() / 2;
        bytes.splice(middle..middle, *b"\xFF\x80");
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_limit_is_exceeded_at_the_same_place(html in html(), cuts in cuts(), limits in limits()) {
        for collect_errors in [false, true] {
            let parser = Parser::new().collect_errors(collect_errors).limits(limits);
            let mut stream = parser.stream();
            feed(&mut stream, &html, &cuts);
            let (whole, chunks) = (parser.parse(&html), stream.finish());
            let is_of_errors =
                |parsed: &Parsed| matches!(parsed.stop(), Some(Stop::Limit(Limit::Errors { .. })));
            if is_of_errors(&whole) || is_of_errors(&chunks) {
                // How many errors of tree construction a run of characters has depends on the cuts.
                prop_assert!(summary(&whole).1.len() <= limits.errors.unwrap() as usize);
                continue;
            }
            prop_assert_eq!(summary(&whole), summary(&chunks));
        }
    }

    #[test]
    fn the_caller_stops_at_the_same_place(html in html(), cuts in cuts(), number in 1..12_usize) {
        let parser = Parser::new().collect_errors(true);
        let mut stream = parser.stream();
        stream.stop_when(stop_at(number));
        feed(&mut stream, &html, &cuts);
        prop_assert_eq!(summary(&parser.parse_until(&html, stop_at(number))), summary(&stream.finish()));
    }

    #[test]
    fn bytes_in_chunks_are_bytes(
        html in html(),
        cuts in cuts(),
        label in prop::sample::select(&["utf-8", "koi8-r", "big5", "windows-1252", "iso-2022-jp"][..]),
        padding in prop::sample::select(&[0, 1100][..]),
        malformed in any::<bool>(),
        autodetect in any::<bool>(),
    ) {
        let text = format!("{}{html}", " ".repeat(padding));
        let bytes = encode(&text, encoding_for_label(label).unwrap(), malformed);
        let parser = Parser::new().collect_errors(true);
        let hints = EncodingHints::new().autodetect(autodetect);
        let mut stream = parser.stream_bytes(&hints);
        feed_bytes(&mut stream, &bytes, &cuts);
        prop_assert_eq!(summary(&parser.parse_bytes(&bytes, &hints)), summary(&stream.finish()));
    }

    #[test]
    fn scripts_see_the_same(html in html(), cuts in cuts(), plan in prop::collection::vec(step(), 0..12)) {
        let parser = Parser::new().scripting(true).pause_at_scripts(true).collect_errors(true);
        let whole = run_scripts(parser.stream(), &[&html], &plan);
        let chunks = run_scripts(parser.stream(), &text_pieces(&html, &cuts), &plan);
        prop_assert_eq!(summary(&whole), summary(&chunks));
    }

    #[test]
    fn the_first_errors_are_kept_and_the_others_counted(
        html in html(),
        cuts in cuts(),
        most in 0..12_usize,
        limits in limits(),
        number in 1..40_usize,
        malformed in any::<bool>(),
        plan in prop::collection::vec(step(), 0..6),
    ) {
        let bytes = encode(&html, encoding_for_label("utf-8").unwrap(), malformed);
        let results = |parser: &Parser| {
            let mut stream = parser.stream_bytes(&EncodingHints::new());
            stream.stop_when(stop_at(number));
            feed_bytes(&mut stream, &bytes, &cuts);
            let scripted = parser.clone().limits(Limits::UNLIMITED).scripting(true).pause_at_scripts(true);
            [
                parser.parse_bytes(&bytes, &EncodingHints::new()),
                parser.parse_until(&html, stop_at(number)),
                stream.finish(),
                run_scripts(scripted.stream(), &text_pieces(&html, &cuts), &plan),
            ]
        };
        let parser = Parser::new().limits(limits);
        let (all, some) = (results(&parser.clone().collect_errors(true)), results(&parser.keep_errors(most)));
        for (all, some) in all.iter().zip(&some) {
            let count = all.errors().len();
            prop_assert_eq!(some.errors(), &all.errors()[..most.min(count)]);
            prop_assert_eq!((all.error_count(), some.error_count()), (count, count));
            let mut left_out: BTreeMap<ErrorKind, usize> = BTreeMap::new();
            for error in &all.errors()[most.min(count)..] {
                *left_out.entry(error.kind()).or_default() += 1;
            }
            prop_assert!(some.errors_left_out().eq(left_out));
        }
    }
}

/// What a script does.
#[derive(Clone, Debug)]
enum Step {
    Write(Vec<&'static str>),
    Detach(prop::sample::Index),
    Move(prop::sample::Index, prop::sample::Index),
    SetAttribute(prop::sample::Index),
    Wait,
    Nothing,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        prop::collection::vec(prop::sample::select(&PARTS[..]), 0..6).prop_map(Step::Write),
        any::<prop::sample::Index>().prop_map(Step::Detach),
        (any::<prop::sample::Index>(), any::<prop::sample::Index>())
            .prop_map(|(node, to)| Step::Move(node, to)),
        any::<prop::sample::Index>().prop_map(Step::SetAttribute),
        Just(Step::Wait),
        Just(Step::Nothing),
    ]
}

/// Feeds the pieces; each script that is met does the next step.
fn run_scripts(mut stream: StreamParser, pieces: &[&str], plan: &[Step]) -> Parsed {
    let mut steps = plan.iter();
    for piece in pieces {
        let progress = stream.feed(piece);
        go_on(&mut stream, progress, &mut steps);
    }
    let progress = stream.end();
    go_on(&mut stream, progress, &mut steps);
    assert_eq!(stream.progress(), Progress::Finished);
    stream.finish()
}

fn go_on(stream: &mut StreamParser, mut progress: Progress, steps: &mut std::slice::Iter<'_, Step>) {
    loop {
        progress = match progress {
            Progress::Script(_) => match steps.next().unwrap_or(&Step::Nothing) {
                Step::Wait => stream.block_on_script(),
                Step::Write(parts) => {
                    let level = stream.script_nesting_level();
                    for part in parts {
                        let mut progress = stream.document_write(part).unwrap();
                        while stream.script_nesting_level() > level {
                            go_on_once(stream, &mut progress, steps);
                        }
                    }
                    stream.finish_script()
                }
                step => {
                    change(stream.document_mut(), step);
                    stream.finish_script()
                }
            },
            Progress::Blocked(_) => stream.run_pending_script(),
            _ => return,
        };
    }
}

/// A nested script does the next step, but does not write.
fn go_on_once(stream: &mut StreamParser, progress: &mut Progress, steps: &mut std::slice::Iter<'_, Step>) {
    let step = steps.next().unwrap_or(&Step::Nothing);
    *progress = if let Step::Wait = step {
        stream.block_on_script()
    } else {
        change(stream.document_mut(), step);
        stream.finish_script()
    };
}

/// Changes the tree in a way that the DOM allows.
fn change(document: &mut Document, step: &Step) {
    let nodes: Vec<NodeId> = document.root().descendants().map(NodeRef::id).collect();
    if nodes.is_empty() {
        return;
    }
    match step {
        Step::Detach(node) => document.detach(*node.get(&nodes)).unwrap(),
        // What the DOM refuses is not done.
        Step::Move(node, to) => drop(document.append(*to.get(&nodes), *node.get(&nodes))),
        Step::SetAttribute(node) => {
            let node = *node.get(&nodes);
            if document.kind(node) == NodeKind::Element {
                let name = hedgerow::AttributeName::plain(hedgerow::known::ID);
                document.set_attribute(node, name, "changed").unwrap();
            }
        }
        Step::Write(_) | Step::Wait | Step::Nothing => {}
    }
}

/// Feeds bytes to a parser at which each script writes the same, and answers as [`summary`] does.
fn run_byte_scripts(parser: &Parser, hints: &EncodingHints, pieces: &[&[u8]], written: &str) -> Parsed {
    let mut stream = parser.stream_bytes(hints);
    let go_on = |stream: &mut ByteStreamParser, mut progress: Progress| {
        loop {
            progress = match progress {
                Progress::Script(_) => {
                    let _ = stream.document_write(written);
                    stream.finish_script()
                }
                Progress::Restarted => stream.resume(),
                _ => return,
            };
        }
    };
    for piece in pieces {
        // Whoever is slow to run scripts gets more bytes meanwhile.
        let progress = stream.feed(piece);
        if pieces.len().is_multiple_of(2) {
            go_on(&mut stream, progress);
        }
    }
    let progress = stream.end();
    go_on(&mut stream, progress);
    stream.finish()
}

#[test]
fn bytes_that_come_while_a_script_is_run_wait_for_it() {
    let padding = " ".repeat(100_000);
    let rest = " ".repeat(5 << 20);
    let html = [
        format!("<script></script>{padding}<meta charset=koi8-r>").as_bytes(),
        b"\xE9",
        rest.as_bytes(),
        b"<script></script>\xE9\xFF",
    ]
    .concat();
    let parser = Parser::new().scripting(true).pause_at_scripts(true).collect_errors(true);
    let hints = EncodingHints::new().autodetect(false);
    let at_once = run_byte_scripts(&parser, &hints, &[&html], "x");
    assert_eq!(at_once.encoding().unwrap().encoding.name(), "KOI8-R");
    assert!(at_once.document().root().text().contains('\u{418}'));
    for length in [1 << 12, 99_999, 1 << 16] {
        let pieces: Vec<&[u8]> = html.chunks(length).collect();
        assert_eq!(summary(&at_once), summary(&run_byte_scripts(&parser, &hints, &pieces, "x")));
    }
}

#[test]
fn what_a_script_writes_moves_the_errors_behind_it() {
    let parser = Parser::new().scripting(true).pause_at_scripts(true).collect_errors(true);
    let hints = EncodingHints::new().user(encoding_for_label("utf-8").unwrap());
    let html = b"<!DOCTYPE html><script></script>a\xFFb\x01";
    let parsed = run_byte_scripts(&parser, &hints, &[html], "xxxx");
    let errors: Vec<String> = parsed.errors().iter().map(ToString::to_string).collect();
    assert_eq!(errors, ["1:38: malformed-bytes-in-input-stream", "1:40: control-character-in-input-stream"]);
}

#[test]
fn a_limit_on_bytes_counts_what_is_fed_and_what_is_written() {
    let limits = Limits { bytes: Some(30), ..Limits::UNLIMITED };
    let parser = Parser::new().scripting(true).pause_at_scripts(true).limits(limits);
    let html = format!("<script></script>{}", "x".repeat(20));
    for length in [1, 17, 64] {
        let pieces: Vec<&[u8]> = html.as_bytes().chunks(length).collect();
        let parsed = run_byte_scripts(&parser, &EncodingHints::new(), &pieces, "wwwww");
        assert_eq!(parsed.document().root().text(), format!("wwwww{}", "x".repeat(13)));
        assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::Bytes { most: 30 })));
    }
    // A script that writes itself again and again.
    let mut stream = parser.stream();
    let mut progress = stream.feed("<script></script>");
    while let Progress::Script(_) = progress {
        progress = stream.document_write("<script></script>").unwrap();
    }
    assert_eq!(progress, Progress::Stopped);
}

#[test]
fn errors_of_characters_count_for_their_limit() {
    let limits = Limits { errors: Some(2), ..Limits::UNLIMITED };
    let parser = Parser::new().collect_errors(true).limits(limits);
    let html = "<!DOCTYPE html>\u{1}\u{1}\u{1}\u{1}<p>x<p>y<p>z";
    let whole = parser.parse(html);
    assert_eq!(whole.stop(), Some(Stop::Limit(Limit::Errors { most: 2 })));
    assert!(!whole.document().root().text().contains('x'));
}

#[test]
fn a_depth_is_exceeded_before_the_text_that_is_too_deep() {
    for (html, depth) in [("<p><b></p><div><div>abcdef", 4), ("text", 0), ("<table><b>text</table>", 4)] {
        let parser = Parser::new().limits(Limits { depth: Some(depth), ..Limits::UNLIMITED });
        let mut stream = parser.stream();
        for index in 0..html.len() {
            stream.feed(&html[index..=index]);
        }
        assert_eq!(summary(&parser.parse(html)), summary(&stream.finish()), "{html}");
    }
}

#[test]
fn errors_stand_in_the_source_with_its_newlines() {
    let html = "<!DOCTYPE html>\r\n\r\r\n<p>\r\n😀<b\r\n></p>\r\n</i>\r\n";
    let parser = Parser::new().collect_errors(true);
    let whole = parser.parse(html);
    let found: Vec<_> = whole
        .errors()
        .iter()
        .map(|error| {
            let start = error.start();
            (&html[error.span().range()], start.line, start.column, start.utf16_column, error.subject())
        })
        .collect();
    let expected = [("</p>", 6, 2, 2, Some("b")), ("</i>", 7, 1, 1, Some("i")), ("", 8, 1, 1, Some("b"))];
    assert_eq!(found, expected);
    for length in 1..html.len() {
        let mut stream = parser.stream();
        let mut rest = html;
        while !rest.is_empty() {
            let mut end = length.min(rest.len());
            while !rest.is_char_boundary(end) {
                end += 1;
            }
            stream.feed(&rest[..end]);
            rest = &rest[end..];
        }
        assert_eq!(stream.finish().errors(), whole.errors(), "pieces of {length} bytes");
        let hints = EncodingHints::new().user(encoding_for_label("utf-8").unwrap());
        let mut stream = parser.stream_bytes(&hints);
        for piece in html.as_bytes().chunks(length) {
            stream.feed(piece);
        }
        assert_eq!(stream.finish().errors(), whole.errors(), "pieces of {length} bytes");
    }
}
