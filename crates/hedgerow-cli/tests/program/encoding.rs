//! `hedgerow encoding`, and the encoding options of `hedgerow tree`.

use crate::support::run;
use insta::assert_snapshot;

/// Returns the output for the standard input.
fn encoding_of(arguments: &[&str], bytes: &[u8]) -> String {
    let run = run(&[&["encoding"], arguments].concat(), bytes);
    assert_eq!((run.exit_code, run.complaints.as_str()), (Some(0), ""));
    run.output.strip_prefix("standard input: ").unwrap().trim_end().to_owned()
}

#[test]
fn files_are_answered_in_order_and_a_missing_one_is_reported() {
    assert_snapshot!(
        run(&["encoding", "utf8.html", "missing.html", "latin1.html", "hedge.html"], "").report()
    );
}

#[test]
fn each_step_is_named() {
    let padding = " ".repeat(1024);
    for (arguments, bytes, expected) in [
        (&[][..], &b"\xEF\xBB\xBF<p>"[..], "UTF-8, certain: a byte order mark"),
        (&["--encoding", "sjis"], b"<p>", "Shift_JIS, certain: the user's choice"),
        (&["--transport", "text/html; charset=\"EUC-KR\""], b"<p>", "EUC-KR, certain: the transport layer"),
        (
            &["--transport", "text/html; charset=big5, x, text/html"],
            b"<p>",
            "Big5, certain: the transport layer",
        ),
        (&[], b"<meta charset=big5>", "Big5, tentative: a meta element in the first 1024 bytes"),
        (&[], b"<?xml encoding='gbk'?>", "GBK, tentative: an XML declaration"),
        (&[], b"<\0?\0x\0", "UTF-16LE, tentative: an XML declaration in UTF-16"),
        (&[], "<p>caf\u{E9}".as_bytes(), "UTF-8, tentative: autodetection"),
        (&["--top-level-domain", "www.example.ru"], b"\xCF\xF0", "windows-1251, tentative: autodetection"),
        (&["--locale", "ja"], b"<p>", "Shift_JIS, tentative: the default"),
        (
            &["--prefer-utf8"],
            b"<p>\xD0\x94\xD1\x83\xD0\xB1\xD1\x8B \xD0\xB8\xD0",
            "UTF-8, tentative: autodetection, 1 malformed sequence",
        ),
        (&["--encoding=utf-8"], b"\xFF\xFF", "UTF-8, certain: the user's choice, 2 malformed sequences"),
    ] {
        assert_eq!(encoding_of(arguments, bytes), expected);
    }
    let late = format!("<p>\u{E9}{padding}<meta charset=koi8-r>");
    assert_eq!(
        encoding_of(&[], late.as_bytes()),
        "KOI8-R, certain: a meta element found while parsing (at first UTF-8: autodetection)"
    );
}

#[test]
fn a_limit_that_ends_the_parse_before_the_encoding_is_found_is_an_error() {
    let late = format!("<p>\u{E9}{}<meta charset=koi8-r>", " ".repeat(1024));
    let run = run(&["encoding", "--max-nodes=3"], late);
    assert_eq!((run.exit_code, run.output.as_str()), (Some(2), ""));
    assert_eq!(
        run.complaints,
        "hedgerow: cannot parse standard input: the document has more than 3 nodes, which is the limit; --max-nodes sets it\n"
    );
}

#[test]
fn a_tree_is_decoded_with_the_sniffed_encoding() {
    for (arguments, bytes) in [
        (&["tree", "--transport", "text/html;charset=shift_jis"][..], &b"<p>\x90\xB6\x8A_"[..]),
        (&["tree"], b"<meta charset=euc-jp><p>\xC0\xB8\xB3\xC0"),
        (&["tree"], b"<\0?\0x\0>\0\x1F\x75\xA3\x57"),
    ] {
        let run = run(arguments, bytes);
        assert!(run.output.contains("\"\u{751F}\u{57A3}\""), "{}", run.output);
    }
}

#[test]
fn an_unknown_label_is_refused() {
    assert_snapshot!(run(&["encoding", "--encoding", "shift-gis", "hedge.html"], "").report());
    assert_snapshot!(run(&["encoding", "--encoding", "no such thing", "hedge.html"], "").report());
}

#[test]
fn help_has_examples() {
    assert_snapshot!(run(&["encoding", "--help"], "").report());
}
