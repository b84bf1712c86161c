//! Properties of chunked input: cuts, stops and pauses do not change the result.

use hedgerow::encoding::{Encoding, encoding_for_label};
use hedgerow::limits::{Limit, Stop};
use hedgerow::serialize::{ToHtml as _, ToTestFormat};
use hedgerow::source::NodeSource as _;
use hedgerow::stream::{ByteStreamParser, Progress};
use hedgerow::{EncodingHints, Limits, NodeRef, Parsed, Parser};
use hedgerow_testing::assert_linear_time;
use proptest::prelude::*;

/// Parts of random documents.
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

/// Generates bytes that choose options, cuts and the actions of scripts; the last byte is the number of these bytes.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..100).prop_map(|mut choices| {
        choices.push(u8::try_from(choices.len()).unwrap());
        choices
    })
}

/// Describes a result, after checking the document's invariants.
fn summary(parsed: &Parsed) -> (String, Vec<String>, String) {
    parsed.document().validate().unwrap();
    let errors = parsed.errors().iter().map(|error| format!("{error:?}")).collect();
    (parsed.document().to_test_format(), errors, format!("{:?} {:?}", parsed.stop(), parsed.encoding()))
}

/// Encodes a text, with malformed bytes in the middle on request.
fn encode(text: &str, encoding: &'static Encoding, malformed: bool) -> Vec<u8> {
    let mut bytes = encoding.encode(text).0.into_owned();
    if malformed {
        let middle = bytes.len() / 2;
        bytes.splice(middle..middle, *b"\xFF\x80");
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cuts_do_not_change_the_result_with_limits_stops_and_pauses(html in html(), choices in choices()) {
        hedgerow_testing::CHUNKS.run(&[html.as_bytes(), &choices].concat());
    }

    #[test]
    fn the_first_errors_are_kept_and_the_others_are_counted(html in html(), choices in choices()) {
        hedgerow_testing::ERRORS.run(&[html.as_bytes(), &choices].concat());
    }

    #[test]
    fn bytes_in_chunks_give_the_same_result(
        html in html(),
        choices in choices(),
        label in prop::sample::select(&["utf-8", "koi8-r", "big5", "windows-1252", "iso-2022-jp"][..]),
        malformed in any::<bool>(),
    ) {
        let bytes = encode(&html, encoding_for_label(label).unwrap(), malformed);
        hedgerow_testing::BYTES.run(&[&bytes, &*choices].concat());
    }
}

/// Feeds bytes to a parser whose scripts all write the same text.
fn run_byte_scripts(parser: &Parser, hints: &EncodingHints, pieces: &[&[u8]], written: &str) -> Parsed {
    let mut stream = parser.stream_bytes(hints);
    let run_scripts = |stream: &mut ByteStreamParser, mut progress: Progress| {
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
        // With an odd number of pieces, the scripts do not run until all bytes have arrived.
        let progress = stream.feed(piece);
        if pieces.len().is_multiple_of(2) {
            run_scripts(&mut stream, progress);
        }
    }
    let progress = stream.end();
    run_scripts(&mut stream, progress);
    stream.finish()
}

#[test]
fn the_text_after_a_meta_that_a_script_writes_is_parsed_at_once() {
    let mut stream = Parser::new().scripting(true).pause_at_scripts(true).stream_bytes(&EncodingHints::new());
    let start = format!("<script>outer</script>{:1100}<p>end", "");
    let Progress::Script(outer) = stream.feed(start.as_bytes()) else { panic!("a script") };
    let written = "<meta charset=windows-1252><i>1</i><script>inner</script>2";
    let Ok(Progress::Script(inner)) = stream.document_write(written) else { panic!("a script") };
    assert_ne!(inner, outer);
    assert!(stream.document().root().text().ends_with("1inner"));
    assert_eq!(stream.finish_script(), Progress::Script(outer));
    assert_eq!(stream.finish_script(), Progress::NeedsInput);
    assert!(stream.document().root().text().ends_with("end"));
}

#[test]
fn bytes_that_arrive_while_a_script_runs_are_parsed_after_it() {
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
fn written_text_moves_the_errors_after_it() {
    let parser = Parser::new().scripting(true).pause_at_scripts(true).collect_errors(true);
    let hints = EncodingHints::new().user(encoding_for_label("utf-8").unwrap());
    let html = b"<!DOCTYPE html><script></script>a\xFFb\x01";
    let parsed = run_byte_scripts(&parser, &hints, &[html], "xxxx");
    let errors: Vec<String> = parsed.errors().iter().map(ToString::to_string).collect();
    assert_eq!(errors, ["1:38: malformed-bytes-in-input-stream", "1:40: control-character-in-input-stream"]);
}

/// Parses a page whose script writes each of the texts.
fn parse_written(parser: &Parser, writes: &[&str], after: &str) -> Parsed {
    let mut stream = parser.clone().scripting(true).pause_at_scripts(true).stream();
    stream.feed(&format!("<!DOCTYPE html><script></script>{after}"));
    for text in writes {
        let _ = stream.document_write(text);
    }
    stream.finish()
}

#[test]
fn cuts_between_writes_do_not_change_the_errors_and_their_limit() {
    let parser = Parser::new().collect_errors(true);
    let limited = parser.clone().limits(Limits::UNLIMITED.errors(1));
    for text in ["&#0;<b></i>", "<a b=&#0;x>", "<!--\0-->&#x80;</p a>", "<p\0 a=\"b\"c>\0&#0"] {
        for parser in [&parser, &limited] {
            let at_once = parse_written(parser, &[text], "<p>");
            for cut in 0..=text.len() {
                let (start, end) = text.split_at(cut);
                let in_two = parse_written(parser, &[start, end], "<p>");
                assert_eq!(summary(&at_once), summary(&in_two), "{start} {end}");
            }
        }
    }
    let parsed = parse_written(&limited, &["&#0;", "<b></i>"], "<p><i>");
    assert_eq!(parsed.document().body().unwrap().inner_html(), "\u{FFFD}<b><p></p></b>");
    let parsed = parse_written(&parser, &["<a b=&#0;", "x>"], "");
    assert_eq!(parsed.errors()[0].start().column, 27 + 15);
}

#[test]
fn many_writes_into_an_open_token_take_linear_time() {
    for (start, part) in [("<!--", "\0"), ("<a b='", "&#0;"), ("<!--", "\u{1}")] {
        let parser = Parser::new().collect_errors(true).scripting(true).pause_at_scripts(true);
        assert_linear_time(
            2_000,
            |count| count,
            |&mut count| {
                let hints = EncodingHints::new().user(encoding_for_label("utf-8").unwrap());
                let mut stream = parser.stream_bytes(&hints);
                stream.feed(b"<!DOCTYPE html><script></script>\xFF");
                stream.document_write(start).unwrap();
                for _ in 0..count {
                    stream.document_write(part).unwrap();
                }
                assert!(stream.finish().errors().len() > count);
            },
        );
    }
}

#[test]
fn spans_end_at_the_same_newline_wherever_the_parser_stops() {
    let html = "<p>a\r\n<b>c</b>\r\n<!--d\r\n-->\re\r\n";
    for nodes in 3..12 {
        let parser = Parser::new().source_spans(true).limits(Limits::UNLIMITED.nodes(nodes));
        let spans = |parsed: &Parsed| -> Vec<_> {
            parsed.document().root().descendants().map(NodeRef::source_span).collect()
        };
        let whole = parser.parse(html);
        for cut in 0..=html.len() {
            let mut stream = parser.stream();
            stream.feed(&html[..cut]);
            stream.feed(&html[cut..]);
            assert_eq!(spans(&whole), spans(&stream.finish()), "{nodes} nodes, cut at {cut}");
        }
    }
}

#[test]
fn text_before_a_limit_on_written_bytes_is_parsed_after_the_scripts_in_it() {
    let limits = Limits::UNLIMITED.bytes(40);
    let parser = Parser::new().scripting(true).pause_at_scripts(true).limits(limits);
    let mut stream = parser.stream();
    stream.feed("<script></script><p>the rest");
    let inner = stream.document_write("<script></script>written text, more than the limit");
    assert!(matches!(inner, Ok(Progress::Script(_))), "the inner script runs: {inner:?}");
    assert!(matches!(stream.finish_script(), Progress::Script(_)));
    assert_eq!(stream.document_write("!"), Ok(Progress::Stopped));
    let parsed = stream.finish();
    assert_eq!(parsed.document().root().text(), "written text, more than");
    assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::Bytes { most: 40 })));

    let mut stream = parser.stream();
    stream.feed("<script></script><p>the rest");
    assert_eq!(stream.document_write(&"x".repeat(50)), Ok(Progress::Stopped));
    assert_eq!(stream.finish().document().root().text(), "x".repeat(40));
}

#[test]
fn a_limit_on_bytes_counts_fed_and_written_text() {
    let limits = Limits::UNLIMITED.bytes(30);
    let parser = Parser::new().scripting(true).pause_at_scripts(true).limits(limits);
    let html = format!("<script></script>{}", "x".repeat(20));
    for length in [1, 17, 64] {
        let pieces: Vec<&[u8]> = html.as_bytes().chunks(length).collect();
        let parsed = run_byte_scripts(&parser, &EncodingHints::new(), &pieces, "wwwww");
        assert_eq!(parsed.document().root().text(), format!("wwwww{}", "x".repeat(13)));
        assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::Bytes { most: 30 })));
    }
    // A script that writes itself.
    let mut stream = parser.stream();
    let mut progress = stream.feed("<script></script>");
    while let Progress::Script(_) = progress {
        progress = stream.document_write("<script></script>").unwrap();
    }
    assert_eq!(progress, Progress::Stopped);
}

#[test]
fn errors_of_characters_count_towards_the_limit() {
    let limits = Limits::UNLIMITED.errors(2);
    let parser = Parser::new().collect_errors(true).limits(limits);
    let html = "<!DOCTYPE html>\u{1}\u{1}\u{1}\u{1}<p>x<p>y<p>z";
    let whole = parser.parse(html);
    assert_eq!(whole.stop(), Some(Stop::Limit(Limit::Errors { most: 2 })));
    assert!(!whole.document().root().text().contains('x'));
}

#[test]
fn text_in_a_table_exceeds_a_limit_at_the_token_after_it() {
    let html = "<table>text</table>";
    let parser = Parser::new().collect_errors(true).limits(Limits::UNLIMITED.nodes(5));
    let whole = parser.parse(html);
    assert_eq!(whole.errors().len(), 5, "no DOCTYPE, and four characters");
    let mut stream = parser.stream();
    for index in 0..html.len() {
        stream.feed(&html[index..=index]);
    }
    assert_eq!(summary(&whole), summary(&stream.finish()));
}

#[test]
fn a_limit_at_a_character_reference_keeps_the_same_errors_for_every_cut() {
    let html = "a</p x/>&#0;<b>c";
    let parser = Parser::new().collect_errors(true).limits(Limits::UNLIMITED.nodes(6));
    let whole = parser.parse(html);
    assert_eq!(whole.errors().len(), 4);
    for cut in 0..=html.len() {
        let mut stream = parser.stream();
        stream.feed(&html[..cut]);
        stream.feed(&html[cut..]);
        assert_eq!(stream.finish().errors(), whole.errors(), "cut at {cut}");
    }
}

#[test]
fn the_limit_on_depth_stops_the_parser_at_the_same_text_in_chunks() {
    for (html, depth) in [("<p><b></p><div><div>abcdef", 4), ("text", 0), ("<table><b>text</table>", 4)] {
        let parser = Parser::new().limits(Limits::UNLIMITED.depth(depth));
        let mut stream = parser.stream();
        for index in 0..html.len() {
            stream.feed(&html[index..=index]);
        }
        assert_eq!(summary(&parser.parse(html)), summary(&stream.finish()), "{html}");
    }
}

#[test]
fn errors_have_positions_in_the_source_with_its_own_newlines() {
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
