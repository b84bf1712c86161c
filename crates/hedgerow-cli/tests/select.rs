//! `hedgerow select`: what is printed, and the exit code.

mod support;

use insta::assert_snapshot;
use support::run;

#[test]
fn each_way_of_printing() {
    for arguments in [
        &["select", "p", "hedge.html"][..],
        &["select", "--html", "p.first, title", "hedge.html"],
        &["select", "--text", "p, title", "hedge.html"],
        &["select", "--attribute", "id", "p", "hedge.html"],
        &["select", "--json", "p", "hedge.html"],
        &["select", "--count", "p", "hedge.html"],
        &["select", "svg|*", "foreign.html"],
    ] {
        assert_snapshot!(run(arguments, "").report());
    }
}

#[test]
fn several_files_are_headed_and_a_missing_one_is_reported() {
    assert_snapshot!(
        run(&["select", "--text", "title, p", "hedge.html", "missing.html", "utf8.html"], "").report()
    );
    assert_snapshot!(run(&["select", "--count", "svg", "hedge.html", "foreign.html"], "").report());
}

#[test]
fn the_exit_code_says_whether_something_was_found() {
    for (selector, exit_code, output) in
        [("p", Some(0), "<p>Yew</p>\n"), ("h1", Some(1), ""), ("p::before", Some(2), "")]
    {
        for arguments in [&["select", selector][..], &["select", selector, "-"]] {
            let run = run(arguments, "<p>Yew");
            assert_eq!((run.exit_code, run.output.as_str()), (exit_code, output), "{selector}");
        }
    }
    assert_eq!(run(&["select", "--attribute", "id", "p"], "<p>Yew").exit_code, Some(0));
    assert_eq!(run(&["select", "h1", "hedge.html", "missing.html"], "").exit_code, Some(2));
}

#[test]
fn the_encoding_can_be_said() {
    let run = run(&["select", "--text", "--encoding", "shift_jis", "p"], b"<p>\x90\xB6\x8A_");
    assert_eq!(run.output, "\u{751F}\u{57A3}\n");
}

#[test]
fn wrong_arguments_are_explained() {
    assert_snapshot!(run(&["select", "ul > li:nth-chld(2)", "hedge.html"], "").report());
    assert_snapshot!(run(&["select", "--text", "--count", "p", "hedge.html"], "").report());
}

#[test]
fn help_has_examples() {
    assert_snapshot!(run(&["select", "--help"], "").report());
}
