//! `hedgerow sanitize`.

use crate::support::run;
use insta::assert_snapshot;

const HTML: &str =
    "<p title=t onclick=x()>a <b>b</b><script>c</script>\n<a href=javascript:x() target=d>e</a>";

#[test]
fn the_default_removes_scripts() {
    let run = run(&["sanitize"], HTML);
    assert_eq!(run.output, "<p title=\"t\">a <b>b</b>\n<a>e</a></p>\n");
    assert_eq!((run.exit_code, &*run.complaints), (Some(0), ""));
}

#[test]
fn a_configuration_is_read() {
    let run = run(&["sanitize", "--config", "../configurations/some.json"], HTML);
    assert_eq!(run.output, "<p title=\"t\">a b\n<a>e</a></p>\n");
}

#[test]
fn presets_have_names() {
    let html = "<a href=http://a>b</a><a href=data:c>d</a>";
    let comments = run(&["sanitize", "--preset", "comments"], html);
    assert_eq!(comments.output, "<a href=\"http://a\" rel=\"nofollow noopener ugc\">b</a><a>d</a>\n");
    let unknown = run(&["sanitize", "--preset", "all"], html);
    assert_eq!(unknown.exit_code, Some(2));
    assert!(
        unknown.complaints.contains("the presets are default, basic, comments, email, article"),
        "{}",
        unknown.complaints
    );
}

#[test]
fn a_report_has_the_places() {
    let run = run(&["sanitize", "--report"], HTML);
    let expected = "\
1:12: removed attribute onclick of p: not allowed by the configuration
1:34: removed element script: not allowed by the configuration
2:4: removed attribute href of a: javascript: URL
2:24: removed attribute target of a: not allowed by the configuration
";
    assert_eq!(run.output, expected);
}

#[test]
fn a_document_is_a_line_of_json() {
    let json = |arguments: &[&str]| run(arguments, "<p onclick=x()>a").output;
    assert_eq!(json(&["sanitize", "--format=json"]), "{\"html\":\"<p>a</p>\"}\n");
    assert_snapshot!(json(&["sanitize", "--format=json", "--report"]));
}

#[test]
fn the_encoding_is_found() {
    let run = run(&["sanitize"], &b"<meta charset=koi8-r><p>\xCB\xD5\xD3\xD4"[..]);
    assert_eq!(run.output, "<p>куст</p>\n");
}

#[test]
fn a_wrong_configuration_is_an_error() {
    let wrong = run(&["sanitize", "--config", "../configurations/wrong.json"], HTML);
    assert_eq!((wrong.exit_code, &*wrong.output), (Some(2), ""));
    assert!(
        wrong.complaints.contains("both `elements` and `removeElements` are given"),
        "{}",
        wrong.complaints
    );
    let misspelled = run(&["sanitize", "--config", "../configurations/misspelled.json"], HTML);
    assert!(misspelled.complaints.contains("unknown member \"removeElement\""), "{}", misspelled.complaints);
}
