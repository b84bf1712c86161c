//! `hedgerow check` and `hedgerow explain`: the output in each format, and the exit code.

use crate::support::{self, Run, command, start};
use insta::assert_snapshot;
use serde_json::Value;

/// Leaves out the rules that are not about the syntax or ids, because the documents of these tests are short.
const ONLY_SYNTAX: &str = "--allow=blocked-by-policy,conflicting-attribute,contradictory-values,dangling-reference,\
disallowed-aria-attribute,disallowed-attribute,disallowed-descendant,disallowed-element,\
disallowed-role,disallowed-text,duplicate-element,duplicate-term,empty-heading,hidden-semantics,\
invalid-attribute-value,invalid-script-data,missing-accessible-name,missing-ancestor,\
missing-aria-attribute,missing-attribute,missing-child,missing-heading,missing-language,\
missing-role-ancestor,overlapping-cells,questionable-value,skipped-heading-level,uneven-table,\
unknown-element,unknown-role,unnecessary-attribute,unnecessary-role,unnecessary-solidus,\
unsuitable-aria-attribute,unsuitable-reference";

/// Runs the program. `check` reports only errors of the syntax, and ids.
fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut arguments = arguments.to_vec();
    if arguments.first() == Some(&"check")
        && !arguments.contains(&"--help")
        && !arguments.contains(&"--rules")
    {
        arguments.insert(1, ONLY_SYNTAX);
    }
    support::run(&arguments, input)
}

#[test]
fn a_page_is_checked_against_the_requirements_for_authors() {
    let html = "<!DOCTYPE html><html lang=en><title>t</title><ul><p>a</ul><img src=a><input type=foo><br/>";
    let all = support::run(&["check", "--format=short"], html);
    assert_eq!(all.exit_code, Some(1));
    for finding in
        ["`p` is not allowed in `ul`", "`img` needs a text alternative", "`foo` is not a valid value"]
    {
        assert!(all.output.contains(finding), "{finding}: {}", all.output);
    }
    assert!(!all.output.contains("unnecessary-solidus"), "{}", all.output);
    let advice = support::run(&["check", "--format=short", "--level=advice"], html).output;
    assert!(advice.contains("note[unnecessary-solidus]"), "{advice}");
    let json = support::run(&["check", "--format=json"], html).output;
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[0]["address"],
        "https://html.spec.whatwg.org/multipage/grouping-content.html#the-ul-element"
    );
}

#[test]
fn the_rules_are_lines_of_json() {
    let rules = support::run(&["check", "--rules"], "").output;
    let all: Vec<Value> = rules.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(all.len() > 1000);
    assert!(all.iter().any(|rule| rule["element"] == "ol" && rule["attribute"] == "start"));
}

#[test]
fn each_format() {
    for format in ["human", "short", "json", "github"] {
        let arguments = ["check", "--format", format, "--max-errors=4", "wrong.html", "hedge.html"];
        assert_snapshot!(format!("format_{format}"), run(&arguments, "").report());
    }
}

#[test]
fn a_log_of_sarif_has_rules_results_and_files() {
    let arguments = ["check", "--format=sarif", "--max-errors=2", "wrong.html", "missing.html", "-"];
    let run = run(&arguments, "<!DOCTYPE html><p>\u{1F600}<a\0>{");
    assert_eq!(run.exit_code, Some(2));
    let mut log: Value = serde_json::from_str(&run.output).unwrap();
    let driver = &mut log["runs"][0]["tool"]["driver"];
    let rules = driver["rules"].take();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let index = result["ruleIndex"].as_u64().unwrap();
        assert_eq!(rules[usize::try_from(index).unwrap()]["id"], result["ruleId"]);
    }
    assert_snapshot!("sarif_rule", format!("{:#}", rules[0]));
    assert_snapshot!("sarif_log", format!("{log:#}"));
}

#[test]
fn the_exit_code_says_whether_there_are_errors() {
    for (arguments, input, exit_code) in [
        (&["check"][..], "<!DOCTYPE html><title>a</title>", 0),
        (&["check", "-"], "<!DOCTYPE html><title>a</title", 1),
        (&["check", "--fragment=tr"], "<td>1<td>2", 0),
        (&["check", "--scripting", "--fragment=div"], "<noscript></b></noscript>", 0),
        (&["check", "--fragment=div"], "<noscript></b></noscript>", 1),
        (&["check", "missing.html", "-"], "<!DOCTYPE html>", 2),
        (&["check", "--allow=eof-in-tag"], "<!DOCTYPE html><title>a</title", 1),
        (&["check", "--allow=eof-in-tag,all"], "<!DOCTYPE html><title>a</title", 0),
        (&["check", "--allow=all", "--deny=eof-in-tag"], "<!DOCTYPE html><p", 1),
        (&["check", "--max-errors=0"], "<!DOCTYPE html><p", 1),
        (&["check"], "<!DOCTYPE html><p id=a><p id=a>", 1),
        (&["check"], "<!DOCTYPE html><p><a href='a/'>b</a><a href=c/>d</a>", 0),
        (&["check", "--deny=warnings"], "<!DOCTYPE html><p><a href=c/>d</a>", 1),
        (&["check", "--deny=warnings", "--allow=duplicate-id"], "<!DOCTYPE html><p id=a><p id=a>", 0),
        (&["check", "--max-errors=1", "--deny=obsolete-element"], "<!DOCTYPE html><p id=''></p><tt></tt>", 1),
    ] {
        let run = run(arguments, input);
        assert_eq!(run.exit_code, Some(exit_code), "{arguments:?}: {}{}", run.output, run.complaints);
    }
}

#[test]
fn a_stray_end_tag_of_the_head_is_explained_by_the_template_or_the_end_of_the_head() {
    for (input, note) in [
        ("<!DOCTYPE html><head><template><div></head>", "1:22: the `<template>` begins here"),
        ("<!DOCTYPE html><head><title>a</title><p></head>", "1:38: the head ends here"),
        ("<!DOCTYPE html><head></head><template><div></head>", "1:22: the head ends here"),
    ] {
        let run = run(&["check", "-"], input);
        assert!(run.output.contains("`</head>` outside the head, or in a template"), "{}", run.output);
        assert!(run.output.contains(note), "{note}: {}", run.output);
    }
}

#[test]
fn allowed_codes_do_not_count_towards_max_errors() {
    let run =
        run(&["check", "--max-errors=1", "--allow=duplicate-attribute", "--format=short"], "<b a a></b a>");
    assert_snapshot!(run.report());
}

#[test]
fn characters_that_follow_each_other_are_one_finding() {
    let text = "<!DOCTYPE html>\n<table>a\u{1F600}&nbsp;b c<tr></div></div>\u{1}\u{1}\n\0\0</table>\0<p></p\u{1}>\u{1}";
    assert_snapshot!(run(&["check", "--format=short"], text).report());
    assert_snapshot!(run(&["check", "--format=json"], "<!DOCTYPE html>\n<table>a\u{1F600}b").report());
    let long = run(
        &["check", "--max-errors=all", "--allow=missing-doctype", "--format=short"],
        "\0".repeat(100_000),
    );
    assert_eq!(long.output.lines().count(), 1, "{}", long.output);
}

#[test]
fn one_mistake_is_one_finding_with_its_other_place() {
    for (body, expected) in [
        ("<a href=1>x<a href=2>y</a></a>", "a-start-tag-in-a"),
        ("<select><input></select>", "input-start-tag-in-select"),
        ("<div><b>q</div></b>", "end-tag-with-open-elements"),
        ("<p =\"\">", "unexpected-equals-sign-before-attribute-name"),
        ("<p id=\"a\"=\"b\">", "unexpected-equals-sign-before-attribute-name"),
        ("<p id='a''>", "unexpected-character-in-attribute-name"),
        ("a\0b", "unexpected-null-character"),
        ("<p id=x><p id=x>", "duplicate-id"),
        ("<div>\n<span>", "body-end-tag-with-open-elements"),
        ("a<body>", "body-start-tag-in-body"),
        ("a</head>", "ordinary-end-tag-without-open-element"),
        ("<b><i>a</b></i>", "misnested-formatting-element"),
        ("<div/>", "non-void-html-element-start-tag-with-trailing-solidus"),
        ("<div><span/></div>", "non-void-html-element-start-tag-with-trailing-solidus"),
        ("<p><span/>a</p>", "non-void-html-element-start-tag-with-trailing-solidus"),
    ] {
        let html = format!("<!DOCTYPE html><body>{body}</body></html>");
        let run = run(&["check", "--format=json"], html.as_str());
        let findings: Vec<Value> =
            run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let [finding] = findings.as_slice() else { panic!("{body}: {}", run.output) };
        assert_eq!(finding["code"], expected, "{body}");
        assert!(!finding["related"].as_array().unwrap().is_empty(), "{body}: {finding}");
    }
}

#[test]
fn the_part_that_is_wrong_is_marked() {
    for (html, marked) in [
        ("<p>&foo;", "&foo;"),
        ("<p>&copy 2020", "&copy"),
        ("<p class=a class=b>", "class"),
        ("<p class='a'class=b class=c>", "class"),
        ("<p \"=a \"=b>", "\""),
        ("<p \u{E4}A=a \u{E4}a=b>", "\u{E4}a"),
        ("<p xmlns:a = 'b' c>", "xmlns:a = 'b'"),
        ("<!-- <!-- x -->", "<!--"),
        ("<p>&#0;", "&#0;"),
        ("</>", "</>"),
        ("<p></p a=b>", "</p a=b>"),
        ("<br / >", "/"),
        ("<![CDATA[x]]>", "<![CDATA["),
        ("<script><!--<script></script>--></script>", "<script"),
        ("<script><!--</script>", "<!--"),
    ] {
        let text = format!("<!DOCTYPE html>{html}");
        let output = run(&["check", "--format=json"], text.as_str()).output;
        let ranges = output.lines().map(|line| {
            let finding: Value = serde_json::from_str(line).unwrap();
            let offset = |end: &str| finding[end]["offset"].as_u64().unwrap() as usize;
            text[offset("start")..offset("end")].to_owned()
        });
        let ranges: Vec<String> = ranges.collect();
        assert!(ranges.iter().any(|range| range == marked), "{html}: {ranges:?}");
    }
}

#[test]
fn xhtml_is_not_checked() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("xhtml");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.xhtml"), "<?xml version='1.0'?><script src='a.js'/>").unwrap();
    let output = command(&["check", "."]).current_dir(&folder).output().unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{complaints}");
    assert!(complaints.contains("not checked, because browsers parse XHTML as XML"), "{complaints}");
    assert!(complaints.ends_with("no HTML was checked\n"), "{complaints}");
}

#[test]
fn machine_formats_have_all_findings() {
    let html = "<!DOCTYPE html>".to_owned() + &"<p></i>".repeat(150);
    for (format, count) in [("short", 100), ("json", 150), ("github", 150)] {
        let run = run(&["check", "--format", format], html.as_str());
        assert_eq!(run.output.lines().count(), count, "{format}");
    }
}

/// Linux reports the memory of a process in a file.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_documents() {
    use std::io::{Read as _, Write as _};

    let body = "<!DOCTYPE html><p id=a></b>".repeat(20);
    let response = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {}\r\n\r\n{response}\r\n\r\n",
        response.len()
    );
    for format in ["short", "json"] {
        let mut child = start(&["check", "--jobs=2", "--format", format]);
        let mut output = child.stdout.take().unwrap();
        let mut complaints = child.stderr.take().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let reader = std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        let status = format!("/proc/{}/status", child.id());
        let peak = || -> usize {
            let status = std::fs::read_to_string(&status).unwrap();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
            line.trim().trim_end_matches(" kB").parse().unwrap()
        };
        let mut peaks = Vec::new();
        for documents in [1_000, 5_000] {
            for _ in 0..documents {
                stdin.write_all(record.as_bytes()).unwrap();
            }
            peaks.push(peak());
        }
        drop(stdin);
        let written = reader.join().unwrap().unwrap();
        let mut text = String::new();
        complaints.read_to_string(&mut text).unwrap();
        child.wait().unwrap();
        // The findings of 5,000 documents are more than twice as long as the limit below.
        assert!(written > 24 << 20, "{written} bytes of {format}");
        assert!(peaks[1] < peaks[0] + (8 << 10), "{format}: {peaks:?} KB");
        assert!(text.contains("6000 of 6000 files"), "{text}");
    }
}

#[test]
fn many_errors_are_counted() {
    let run = run(&["check", "--max-errors=1", "--format=short"], "</b>".repeat(60_000));
    assert_eq!(run.output.lines().count(), 1);
    assert_snapshot!(run.complaints);
}

#[test]
fn a_rule_for_authors_is_a_warning() {
    let text = "<!DOCTYPE html>\n<p id=a>\n<p id='&#97;'>\n<dl><dt>b</dl></p a>";
    assert_snapshot!(run(&["check"], text).report());
    assert_snapshot!(run(&["check", "--deny=warnings", "--format=short"], text).report());
}

#[test]
fn a_long_line_is_trimmed_around_the_error() {
    let text =
        "<!DOCTYPE html><p>".to_owned() + &"w\u{751F} ".repeat(100_000) + "</p a>" + &"w".repeat(100_000);
    assert_snapshot!(run(&["check"], text).report());
}

#[test]
fn tabs_wide_and_control_characters_do_not_move_the_caret() {
    let text = "<!DOCTYPE html>\n<p>\t\u{751F}\u{57A3}\u{1B}[31m</p a>\r\n\t<p>\u{202E}e\u{301}</p a>";
    assert_snapshot!(run(&["check", "--encoding=utf-8"], text).report());
}

#[test]
fn an_error_may_be_anywhere() {
    for text in ["", "\n", "<", "a\n\n</", "<!DOCTYPE html>\r\n<p\r\na\r\na>\r<"] {
        assert_snapshot!(run(&["check"], text).report());
    }
}

#[test]
fn the_encoding_option_is_used() {
    let run = run(&["check", "--encoding=shift_jis", "--format=short"], b"<!DOCTYPE html>\x90\xB6\xFF</p a>");
    assert_snapshot!(run.report());
}

#[test]
fn colours_are_printed_on_request() {
    let coloured = run(&["check", "--color=always"], "<!DOCTYPE html><p").output;
    assert_snapshot!(coloured.escape_debug().to_string().replace("\\n", "\n"));
    for arguments in [&["check"][..], &["check", "--color=never"]] {
        assert!(!run(arguments, "<!DOCTYPE html><p").output.contains('\u{1B}'), "{arguments:?}");
    }
}

#[test]
fn a_code_is_explained() {
    for code in ["duplicate-attribute", "duplicate-id", "missing-doctype", "unexpected-null-character"] {
        assert_snapshot!(format!("explain_{code}"), run(&["explain", code], "").report());
    }
    let both = run(&["explain", "eof-in-tag", "eof-in-cdata"], "").output;
    assert!(both.contains("\n\neof-in-cdata "), "{both}");
}

#[test]
fn all_codes_are_listed() {
    let output = run(&["explain"], "").output;
    let codes: Vec<&str> = output.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        codes,
        hedgerow::errors::ErrorKind::all().map(hedgerow::errors::ErrorKind::code).collect::<Vec<_>>()
    );
}

#[test]
fn an_unknown_code_has_suggestions() {
    assert_snapshot!(run(&["explain", "duplicate-atribute"], "").report());
    assert_snapshot!(run(&["check", "--deny", "eof-in-cdate", "hedge.html"], "").report());
    assert_snapshot!(run(&["check", "--max-errors", "many", "hedge.html"], "").report());
}

#[test]
fn help_has_examples() {
    for command in ["check", "explain"] {
        assert_snapshot!(format!("help_{command}"), run(&[command, "--help"], "").report());
    }
}

/// Returns the findings in the short format.
fn findings(input: &str) -> String {
    run(&["check", "--format=short"], input).report()
}

#[test]
fn an_ignored_end_tag_names_the_element_that_is_in_the_way() {
    let human = run(&["check"], "<!DOCTYPE html>\n<title>t</title>\n<ins><p>x</ins>\n");
    assert_snapshot!(human.report());
    for (html, inner) in [
        ("<ins><div>x</ins>", "div"),
        ("<my-el><div>x</my-el>", "div"),
        ("<ins><b><div><i>x</ins>", "div"),
        ("<ins><div>x</ins></ins>", "div"),
        ("<b><object data=a></b></object>", "object"),
        ("<form><object data=a></form></object>", "object"),
        ("<h1>x<object data=a></h1></object>", "object"),
        ("<div><object data=a></div></object>", "object"),
    ] {
        let report = findings(&format!("<!DOCTYPE html><title>t</title>{html}"));
        let message = format!("because `<{inner}>` is open inside it");
        assert!(report.contains(&message) && report.contains(" 1 error in 1 file"), "{html}: {report}");
    }
    assert!(findings("<!DOCTYPE html><title>t</title></ins>").contains("`</ins>` has no matching start tag"));
}

#[test]
fn errors_that_follow_from_one_mistake_are_one_finding() {
    let forms = findings("<!DOCTYPE html><title>t</title><form><form>a</form></form>");
    assert!(forms.contains(" 1 error in 1 file"), "{forms}");
    for (html, count) in [
        ("<a><div></a>", "1 error "),
        ("<b><div></b>", "1 error "),
        ("<form><div></form>", "1 error "),
        ("<ins><p>x</ins>", "1 error "),
        ("<ins><div><span></ins></div>", "1 error "),
        // The elements outside are another mistake.
        ("<form><div></form><div>", "2 errors "),
        ("<div><a><div></a>", "2 errors "),
        ("<ins><div></ins><p>x<i>", "2 errors "),
    ] {
        let report = findings(&format!("<!DOCTYPE html><title>t</title>{html}"));
        assert!(report.contains(&format!(" {count}in 1 file")), "{html}: {report}");
    }
    let paragraph = run(&["check"], "<!DOCTYPE html><title>t</title>\n<p>a<div>b</div></p>").report();
    assert!(paragraph.contains("2:5: the `p` element ends before this tag"), "{paragraph}");
}

#[test]
fn an_end_tag_before_a_table_may_be_omitted_although_text_is_moved_before_the_table() {
    let report = findings("<!DOCTYPE html><title>t</title><p>a<table>x<tr><td>y</table>");
    assert!(report.contains(" 1 error in 1 file"), "{report}");
    let report = findings("<!DOCTYPE html><title>t</title><div><p>a<table-x>x</div>");
    assert!(report.contains("error"), "{report}");
}

#[test]
fn the_fix_depends_on_the_subject() {
    let html = "<!DOCTYPE html><title>t</title><img></img><script language=a></script><p align=left>";
    let report = run(&["check"], html).report();
    for fix in [
        "help: Remove the end tag.\n",
        "help: Remove the attribute: a script without `type` is JavaScript.",
        "help: Remove the attribute; use CSS for the appearance",
    ] {
        assert!(report.contains(fix), "{fix}: {report}");
    }
}

#[test]
fn attributes_that_are_obsolete_but_conforming_give_warnings_with_their_replacements() {
    let css = "Remove the attribute; use CSS for the appearance";
    let script = "Remove the attribute: a script without `type` is JavaScript.";
    for (html, level, message, fix) in [
        ("<a name=x></a>", "warning", "`name` should not be used on `a`", "Use `id` instead."),
        ("<a id=x name=x></a>", "warning", "`name` should not be used on `a`", "Use `id` instead."),
        ("<a name=''></a>", "error", "`name` of `a` must not be empty", "Use `id` instead."),
        ("<a id=y name=x></a>", "error", "`name` of `a` must be equal to its `id`", "Use `id` instead."),
        (
            "<p id=x></p><a name=x></a>",
            "error",
            "`name` of `a` must not be the `id` of another element",
            "Use `id` instead.",
        ),
        (
            "<a name=x></a><a name=x></a>",
            "error",
            "`name` of `a` must not be the `name` of another `a`",
            "Use `id` instead.",
        ),
        ("<img alt src=a border=0>", "warning", "The value `0` of `border` should not be used on `img`", css),
        ("<script language=javascript></script>", "warning", "`language` should not be used", script),
        ("<script language=javascript type=module></script>", "error", "`language` is not allowed", script),
        (
            "<script charset=utf-8 src=a></script>",
            "warning",
            "`charset` should not be used",
            "Remove the attribute, and serve the other resource with its encoding.",
        ),
    ] {
        let report = run(&["check"], format!("<!DOCTYPE html><title>t</title>{html}")).report();
        assert!(report.contains(&format!("{level}[obsolete-attribute]: {message}")), "{html}: {report}");
        assert!(report.contains(&format!("help: {fix}")), "{html}: {report}");
    }
}

#[test]
fn comments_suppress_findings() {
    let html = "<!DOCTYPE html><title>t</title>
<!-- hedgerow-ignore duplicate-id obsolete-element -->
<p id=a><p id=a><tt></tt>
<p id=a><tt></tt>
<!-- hedgerow-ignore -->
<p id=a><tt></b></tt>
<tt></tt> <!-- hedgerow-ignore obsolete-element --> <p id=a>
<!-- hedgerow-ignore obsolete-elements -->
<!-- another comment about hedgerow-ignore --> </b>
";
    assert_snapshot!(findings(html));
    let few = run(&["check", "--format=short", "--max-errors=1"], html).report();
    assert!(
        few.contains("4 more (--max-errors all shows them)") || few.contains(" more (--max-errors"),
        "{few}"
    );
    let file = format!(
        "{html}<!-- hedgerow-ignore-file duplicate-id, obsolete-element\nordinary-end-tag-without-open-element formatting-element-not-open -->"
    );
    let report = findings(&file);
    assert!(report.contains("no errors in 1 file"), "{report}");
}

#[test]
fn statistics_count_the_findings_of_each_code() {
    let html = "<!DOCTYPE html><title>t</title><p id=a><p id=a><p id=a></b>";
    assert_snapshot!(run(&["check", "--statistics"], html).report());
}

#[test]
fn nothing_to_check_is_an_error() {
    let run = run(&["check", "--stdin-filename=a.xhtml"], "<p>");
    assert_eq!(run.exit_code, Some(2));
    assert!(
        run.complaints.contains("a.xhtml: not checked") && run.complaints.contains("no HTML was checked")
    );
}
