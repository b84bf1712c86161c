//! `hedgerow rewrite`: edits, refused edits, streams, inputs and errors.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;

use crate::support::{command, run, start};
use insta::assert_snapshot;

const PAGE: &str =
    "<!DOCTYPE html>\r\n<HEAD><TITLE>Hedges</TITLE>\r\n<p CLASS=a>Oak <b>and</b>\r\n<p>Yew<img src=y>";

#[test]
fn each_edit_changes_its_elements_and_no_other_byte() {
    for (arguments, from, to) in [
        (&["--set", "img", "loading=lazy"][..], "<img src=y>", "<img src=y loading=\"lazy\">"),
        (&["--set", "img", "src="], "<img src=y>", "<img src=\"\">"),
        (&["--set", "img", "alt=a=b"], "<img src=y>", "<img src=y alt=\"a=b\">"),
        (&["--unset", ".a", "class"], "<p CLASS=a>", "<p>"),
        (&["--rename", "b", "strong"], "<b>and</b>", "<strong>and</strong>"),
        (&["--before", "title", "<meta name=a>"], "<TITLE>", "<meta name=a><TITLE>"),
        (&["--after", "title", "<!-- -->"], "</TITLE>", "</TITLE><!-- -->"),
        (&["--prepend", "p + p", "<b>1</b>"], "<p>Yew", "<p><b>1</b>Yew"),
        (&["--append", "p:nth-of-type(1)", "-"], "</b>\r\n", "</b>\r\n-"),
        (&["--contents", "b", "or"], "<b>and</b>", "<b>or</b>"),
        (&["--replace", "b", "<i>or</i>"], "<b>and</b>", "<i>or</i>"),
        (&["--remove", "title"], "<TITLE>Hedges</TITLE>", ""),
        (&["--unwrap", "b"], "<b>and</b>", "and"),
        (&["--remove", "p s"], "", ""),
    ] {
        assert!(PAGE.contains(from), "{arguments:?}");
        let run = run(&[&["rewrite"], arguments].concat(), PAGE);
        let expected = if from.is_empty() { PAGE.to_owned() } else { PAGE.replacen(from, to, 1) };
        assert_eq!((run.exit_code, run.output, &*run.complaints), (Some(0), expected, ""), "{arguments:?}");
    }
}

#[test]
fn edits_are_made_in_the_order_of_the_arguments() {
    let arguments =
        ["rewrite", "--set", "b", "id=1", "--append", "b", "x", "--set", "b", "id=2", "--append", "b", "y"];
    assert_eq!(run(&arguments, "<b></b>").output, "<b id=\"2\">xy</b>");
    let arguments =
        ["rewrite", "--append", "b", "y", "--set", "b", "id=2", "--append", "b", "x", "--set", "b", "id=1"];
    assert_eq!(run(&arguments, "<b></b>").output, "<b id=\"1\">yx</b>");
}

#[test]
fn the_output_has_the_encoding_of_the_input() {
    let arguments = ["rewrite", "--append", "p", "\u{E9}\u{2022}", "--set", "p", "id=\u{E9}"];
    let mut child = start(&arguments);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"<meta charset=latin1><p>caf\xE9</p>\x81").unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"<meta charset=latin1><p id=\"\xE9\">caf\xE9\xE9\x95</p>\x81");
    let arguments = ["rewrite", "--encoding", "shift_jis", "--append", "p", "\u{2603}"];
    assert_eq!(run(&arguments, "<p>a</p>").output, "<p>a&#9731;</p>");
}

#[test]
fn refused_edits_are_reported_with_their_places_and_the_others_are_made() {
    let page = "<table>\n<tr><td>1</table><b>2</b>";
    let run = run(&["rewrite", "--before", "tr, b", "text", "--set", "tbody", "id=a"], page);
    assert_snapshot!(run.report());
}

#[test]
fn an_effect_that_is_noticed_later_ends_the_output_or_is_reported() {
    let page = "<i>a</i><b><p>b</b>c</p><u>d</u>";
    let refused = run(&["rewrite", "--remove", "b"], page);
    assert_eq!(refused.exit_code, Some(2));
    assert_eq!(
        refused.complaints,
        "hedgerow: cannot rewrite standard input: at byte 15: the parser moves nodes out of the edited element or into it\n"
    );
    let forced = run(&["rewrite", "--remove", "b", "--force"], page);
    assert_eq!((forced.exit_code, &*forced.output), (Some(0), "<i>a</i>c</p><u>d</u>"));
    assert!(
        forced.complaints.contains("standard input: at byte 15: an edit was made although"),
        "{}",
        forced.complaints
    );
}

#[test]
fn the_length_of_a_tag_is_limited() {
    let page = format!("<p title='{}'>a", "x".repeat(100_000));
    let limited = run(&["rewrite", "--max-held=50000", "--remove", "b"], &*page);
    assert_eq!(limited.exit_code, Some(2));
    assert!(
        limited.complaints.ends_with("than the limit allows; --max-held sets it\n"),
        "{}",
        limited.complaints
    );
    assert_eq!(run(&["rewrite", "--remove", "b"], &*page).output, page);
}

#[test]
fn elements_are_held_until_they_are_decided_up_to_a_limit() {
    let page = format!("0<p>1</p><p><b>2</b></p><p>{}<i>3</i></p><p>4</p>", "x".repeat(1_000));
    let remove = ["rewrite", "--remove", "p:not(:has(b))"];
    assert_eq!(run(&remove, &*page).output, "0<p><b>2</b></p>");
    let limited = run(&[&remove[..], &["--max-held=900"]].concat(), &*page);
    assert_eq!(limited.exit_code, Some(2));
    assert!(limited.complaints.ends_with("; --max-held sets it\n"), "{}", limited.complaints);
    let kept = run(&[&remove[..], &["--max-held=900", "--keep-held"]].concat(), &*page);
    assert_eq!(kept.output, page.replace("<p>1</p>", "").replace("<p>4</p>", ""));
    assert_eq!(kept.exit_code, Some(1));
    assert!(kept.complaints.ends_with("is not decided within --max-held bytes: 1\n"), "{}", kept.complaints);
}

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, message) in [
        (&[][..], "no edit: name at least one"),
        (&["--remove", "p:lang(en)"], "--remove: "),
        (&["--remove", "p:lang(en)"], "cannot be decided while a tree is built"),
        (&["--remove", "p["], "--remove: invalid selector: "),
        (&["--set", "p"], "2 values required"),
    ] {
        let run = run(&[&["rewrite"], arguments].concat(), "<p>");
        assert_eq!((run.exit_code, &*run.output), (Some(2), ""), "{arguments:?}");
        assert!(run.complaints.contains(message), "{arguments:?}: {}", run.complaints);
    }
}

#[test]
fn several_files_are_headed_and_a_missing_one_is_reported() {
    let arguments = ["rewrite", "--remove", "p, tr", "foreign.html", "missing.html", "hedge.html"];
    assert_snapshot!(run(&arguments, "").report());
    let one = run(&["rewrite", "--remove", "p", "missing.html"], "");
    assert_eq!((one.exit_code, &*one.output), (Some(2), ""));
    assert_eq!(run(&["rewrite", "--remove", "p"], "PK\u{3}\u{4}").exit_code, Some(2));
}

#[test]
fn files_are_rewritten_in_place() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rewrite");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, html) in [("a.html", "<p>a<table><tr>"), ("b.html", "<i>b"), ("c.html", "<b><p>c</b>d</p>")] {
        fs::write(folder.join(name), html).unwrap();
    }
    let edits = ["rewrite", "--write", "--set", "p", "id=a", "--set", "tbody", "id=b", "--remove", "b", "."];
    let output = command(&edits).current_dir(&folder).output().unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(2), &b"./a.html\n"[..]),
        "{complaints}"
    );
    assert!(complaints.contains("./a.html: at byte 11: <tbody>: --set is refused: "), "{complaints}");
    assert!(complaints.contains("cannot rewrite ./c.html: at byte 7: "), "{complaints}");
    let file = |name| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(
        [file("a.html"), file("b.html"), file("c.html")],
        ["<p id=\"a\">a<table><tr>", "<i>b", "<b><p>c</b>d</p>"]
    );
    assert_eq!(run(&["rewrite", "--write", "--remove", "p"], "<p>").exit_code, Some(2));
}

#[test]
fn a_page_is_written_while_it_is_read() {
    let mut child = start(&["rewrite", "--set", "p", "id=a"]);
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    stdin.write_all("<p>a</p>".repeat(1000).as_bytes()).unwrap();
    let mut first = [0; 1000];
    // The input has not ended.
    stdout.read_exact(&mut first).unwrap();
    assert!(first.starts_with(b"<p id=\"a\">a</p><p id=\"a\">"));
    drop(stdin);
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).unwrap();
    assert_eq!((first.len() + rest.len(), child.wait().unwrap().code()), (15_000, Some(0)));
}

#[test]
fn help_has_examples() {
    assert_snapshot!(run(&["help", "rewrite"], "").report());
}
