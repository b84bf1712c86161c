//! `hedgerow select`: the output and the exit code.

mod support;

use insta::assert_snapshot;
use support::run;

#[test]
fn each_output_option() {
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
fn the_encoding_option_is_used() {
    let run = run(&["select", "--text", "--encoding", "shift_jis", "p"], b"<p>\x90\xB6\x8A_");
    assert_eq!(run.output, "\u{751F}\u{57A3}\n");
}

#[test]
fn fragments_and_scripting() {
    let cells = run(&["select", "--fragment", "tr", "--text", ":scope > td + td"], "<td>1<td>2");
    assert_eq!((cells.exit_code, cells.output.as_str()), (Some(0), "2\n"));
    assert_eq!(run(&["select", "td"], "<td>1<td>2").exit_code, Some(1));
    for (arguments, exit_code) in
        [(&["select", "noscript b"][..], 0), (&["select", "--scripting", "noscript b"], 1)]
    {
        assert_eq!(run(arguments, "<body><noscript><b>").exit_code, Some(exit_code));
    }
}

#[test]
fn attributes_are_named_as_they_are_written() {
    let html = "<svg xmlns=n xlink:href=x href=y viewBox=v xml:lang=l><a xlink:href=z></svg><p LANG=de xlink:href=p>";
    for (name, output) in [
        ("xlink:href", "x\nz\np\n"),
        ("href", "y\n"),
        ("viewBox", "v\n"),
        ("viewbox", ""),
        ("xml:lang", "l\n"),
        ("lang", "de\n"),
        ("Lang", "de\n"),
        ("xmlns", "n\n"),
        ("xlink", ""),
    ] {
        assert_eq!(run(&["select", "--attribute", name, "svg, a, p"], html).output, output, "{name}");
    }
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

#[test]
fn expressions_of_xpath() {
    let page = "<title>T</title><p id=a>one<p>two <b>bold</b><!--c-->";
    for (arguments, exit_code, output) in [
        (&["--xpath", "//p[1]"][..], 0, "<p id=\"a\">one</p>\n"),
        (&["--xpath", "//p/text() | //@id"], 0, "a\none\ntwo \n"),
        (&["--xpath", "count(//p)", "--xpath", "string(//b)"], 0, "2\nbold\n"),
        (&["--xpath", "//p", "--count", "-"], 0, "2\n"),
        (&["--xpath", "//p", "--text"], 0, "one\ntwo bold\n"),
        (&["--xpath", "//p/@id", "--json", "--xpath", "1 div 0"], 0, "\"a\"\nnull\n"),
        (&["--xpath", "//h1"], 1, ""),
        (&["--xpath", "//h1["], 2, ""),
    ] {
        let run = run(&[&["select"][..], arguments].concat(), page);
        assert_eq!((run.exit_code, run.output.as_str()), (Some(exit_code), output), "{arguments:?}");
    }
    assert_eq!(run(&["select"], page).exit_code, Some(2));
}
