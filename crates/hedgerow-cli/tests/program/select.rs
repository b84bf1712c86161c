//! `hedgerow select`: the output and the exit code.

use crate::support::run;
use insta::assert_snapshot;

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
        [("p", Some(0), "<p>Yew</p>\n"), ("h1", Some(1), ""), ("p::nope", Some(2), "")]
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
        (&["--xpath", "//p/text() | //@id"], 0, "a\none\ntwo\n"),
        (&["--xpath", "count(//p)", "--xpath", "string(//b)"], 0, "2\nbold\n"),
        (&["--xpath", "//p", "--count", "-"], 0, "2\n"),
        (&["--xpath", "//p", "--text"], 0, "one\ntwo bold\n"),
        (&["--xpath", "//p/@id", "--json", "--xpath", "1 div 0"], 0, "{\"value\":\"a\"}\n{\"value\":null}\n"),
        (&["--json", "--xpath", "count(//p)", "--xpath", "1 = 1"], 0, "{\"value\":2}\n{\"value\":true}\n"),
        (&["--xpath", "//h1"], 1, ""),
        (&["--xpath", "//h1["], 2, ""),
    ] {
        let run = run(&[&["select"][..], arguments].concat(), page);
        assert_eq!((run.exit_code, run.output.as_str()), (Some(exit_code), output), "{arguments:?}");
    }
    assert_eq!(run(&["select"], page).exit_code, Some(2));
    for (expression, has_hint) in [
        ("//svg", true),
        ("//svg:svg", false),
        ("//p[svg/path]", true),
        ("//h1", false),
        ("//p | //svg", false),
    ] {
        let complaints = run(&["select", "--xpath", expression], page).complaints;
        assert_eq!(complaints.contains("use //svg:svg"), has_hint, "{expression}: {complaints}");
    }
}

const ARTICLES: &str = "<base href=/b/><article><h2>One</h2><a href=x title=''>a\nlink</a><i>p</i><i>q\t|</i></article>\
    <article><h2> Two \"2\" </h2><a href='//z/\u{E9}'>l,2</a></article><script>1</script><template><p>in</template>";

fn assert_outputs(cases: &[(&[&str], &str)]) {
    for (arguments, output) in cases {
        let run = run(&[&["select"][..], arguments].concat(), ARTICLES);
        assert_eq!(
            (run.exit_code, run.output.as_str()),
            (Some(0), *output),
            "{arguments:?}: {}",
            run.complaints
        );
    }
}

#[test]
fn extensions_of_selectors() {
    assert_outputs(&[
        (&["h2::text"], "One\nTwo \"2\"\n"),
        (&["-0", "h2::text"], "One\0 Two \"2\" \0"),
        (&["a::attr(href)"], "x\n//z/\u{E9}\n"),
        (&["h2:contains(two i)"], "<h2> Two \"2\" </h2>\n"),
        (&["--json", "a::text"], "{\"value\":\"a\\nlink\"}\n{\"value\":\"l,2\"}\n"),
        (&["--count", "a::attr(title)"], "1\n"),
    ]);
}

#[test]
fn texts_are_rendered_and_trimmed() {
    let output =
        run(&["select", "-t", "body"], "<p> a\n b <p>c<script>1</script><style>2</style>\n\n").output;
    assert_eq!(output, "a b\n\nc\n");
    assert_eq!(
        run(&["select", "-t", "title, script"], "<title> a </title><script>1</script>").output,
        "a\n1\n"
    );
}

#[test]
fn options_that_change_the_document_and_the_number_of_results() {
    assert_outputs(&[
        (&["--remove", "a, i", "--first", "article"], "<article><h2>One</h2></article>\n"),
        (&["-n1", "-t", "h2"], "One\n"),
        (&["--base", "https://e.org/p/", "a::attr(href)"], "https://e.org/b/x\nhttps://z/%C3%A9\n"),
        (
            &["-b", "https://e.org/p/", "-a", "href", "a, base"],
            "https://e.org/b/\nhttps://e.org/b/x\nhttps://z/%C3%A9\n",
        ),
        (&["--templates", "p"], "<p>in</p>\n"),
        (&["-0", "-a", "href", "a"], "x\0//z/\u{E9}\0"),
    ]);
    assert_eq!(run(&["select", "p"], ARTICLES).exit_code, Some(1));
    let wrong = run(&["select", "--base", "e.org", "p"], "");
    assert_eq!(wrong.exit_code, Some(2));
    assert!(wrong.complaints.contains("--base: not a URL with a scheme"), "{}", wrong.complaints);
}

#[test]
fn rows_of_fields() {
    let fields = ["-f", "t=h2", "-f", "u=a::attr(href)", "-f", "i[]=i", "-f", "n=xpath:count(i)", "article"];
    let with = |format: &'static str| [&fields[..], &["--format", format]].concat();
    assert_outputs(&[
        (&fields, "t\tu\ti\tn\nOne\tx\tp|q |\t2\nTwo \"2\"\t//z/\u{E9}\t\t0\n"),
        (&with("csv"), "t,u,i,n\r\nOne,x,p|q |,2\r\n\"Two \"\"2\"\"\",//z/\u{E9},,0\r\n"),
        (
            &with("json"),
            "{\"t\":\"One\",\"u\":\"x\",\"i\":[\"p\",\"q |\"],\"n\":2}\n\
             {\"t\":\"Two \\\"2\\\"\",\"u\":\"//z/\u{E9}\",\"i\":[],\"n\":0}\n",
        ),
    ]);
    let several = run(&["select", "-f", "title", "html", "hedge.html", "foreign.html"], "");
    assert_eq!(several.output, "file\ttitle\nhedge.html\tHedge & row\nforeign.html\t\n");
    for wrong in [
        &["-f", "h2["][..],
        &["--format", "csv"],
        &["-f", "a=b", "-f", "a=c"],
        &["-f", "b", "--format", "html"],
    ] {
        assert_eq!(run(&[&["select", "p"][..], wrong].concat(), "<p>").exit_code, Some(2), "{wrong:?}");
    }
    assert_eq!(run(&["select", "-f", "b", "p::text"], "<p>a").exit_code, Some(2));
}

#[test]
fn names_of_files() {
    let files = ["hedge.html", "latin1.html", "foreign.html"];
    let select =
        |options: &[&str]| run(&[&["select"][..], options, &["h1, title"], &files].concat(), "").output;
    assert_eq!(select(&["-t"]), "==> hedge.html <==\nHedge & row\n\n==> foreign.html <==\nlight\n");
    assert_eq!(select(&["-tH"]), "hedge.html:Hedge & row\nforeign.html:light\n");
    assert_eq!(select(&["-t", "--no-filename"]), "Hedge & row\nlight\n");
    assert_eq!(select(&["-c"]), "hedge.html:1\nlatin1.html:0\nforeign.html:1\n");
    assert_eq!(select(&["-l"]), "hedge.html\nforeign.html\n");
    assert_eq!(select(&["-l0"]), "hedge.html\0foreign.html\0");
    for line in select(&["--json"]).lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(object["file"].is_string() && object["type"] == "element", "{line}");
    }
}

#[test]
fn hints_for_users_of_other_programs() {
    for (selector, hint) in [
        ("a text{}", "use ::text: a ::text"),
        ("a attr{href}", "use ::attr(): a::attr(href)"),
        ("a json{}", "use --json"),
        ("//a", "use --xpath"),
    ] {
        let run = run(&["select", selector], "<a>");
        assert_eq!(run.exit_code, Some(2));
        assert!(run.complaints.contains(hint), "{}", run.complaints);
    }
    let run = run(&["select", "-a", "viewbox", "svg"], "<svg viewBox=1>");
    assert!(run.complaints.contains("no attribute viewbox, but viewBox"), "{}", run.complaints);
}

#[test]
fn lines_are_numbered_on_request() {
    let html = "<ul>\n<li>a\r\n<li>b<b>\n</b>\r<template>\n<li>c</template>";
    let select = |arguments: &[&str]| run(&[&["select", "--line-number"], arguments].concat(), html);
    assert_eq!(select(&["--text", "li"]).output, "2:a\n3:b\n");
    assert_eq!(
        select(&["-H", "--templates", "--text", "li"]).output,
        "standard input:2:a\nstandard input:3:b\nstandard input:6:c\n"
    );
    assert_eq!(select(&["--text", "body"]).output, "1:a\nb\n");
    assert_eq!(
        select(&["--remove=b", "--base=https://a.example", "li"]).output,
        "2:<li>a\n</li>\n3:<li>b\n<template>\n<li>c</li></template></li>\n"
    );
    assert_eq!(select(&["--count", "li"]).exit_code, Some(2));
}

#[test]
fn the_match_itself_is_a_field() {
    let html = "<a href=1><b>Bold</b> rest</a><a href=2>two</a>";
    let run = run(&["select", "a", "-f", "t=:scope", "-f", "h=:scope::attr(href)", "-f", "d=."], html);
    assert_eq!(run.output, "t\th\td\nBold rest\t1\tBold rest\ntwo\t2\ttwo\n");
}

#[test]
fn a_title_is_on_one_line() {
    let html = "<title>\n  A\n  title\n</title>";
    assert_eq!(run(&["select", "-t", "title"], html).output, "A title\n");
    assert_eq!(run(&["select", "html", "-f", "title"], html).output, "title\nA title\n");
}

#[test]
fn a_forgotten_selector_is_reported() {
    let run = run(&["select", "hedge.html"], "<p>");
    assert_eq!(run.exit_code, Some(2));
    let expected =
        "hedgerow: hedge.html is a file; put a selector before it: hedgerow select 'a[href]' hedge.html\n";
    assert_eq!(run.complaints, expected);
}
