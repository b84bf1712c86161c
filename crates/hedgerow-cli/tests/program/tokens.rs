//! `hedgerow tokens` and `hedgerow trace`: the output as text and as JSON.

use crate::support::run;
use insta::assert_snapshot;
use serde_json::Value;

const HTML: &str = "<!DOCTYPE html>\r\n<title>a &amp; b</title>\n<table>x<b class=c>y</table><script>1<2</script><br/></p a>\0<!--z";

#[test]
fn tokens_have_positions_and_states() {
    assert_snapshot!(run(&["tokens"], HTML).report());
    assert_snapshot!(run(&["tokens", "--states", "--fragment=svg path"], "<A><![CDATA[b]]>&#x26;").report());
    assert_snapshot!(run(&["tokens", "--json", "--states"], "<p a b=c>\u{1F600}</p>").report());
}

#[test]
fn every_token_is_a_line_of_json() {
    let output = run(&["tokens", "--json"], HTML).output;
    let tokens: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // Each token begins where the previous one ends.
    for (one, next) in tokens.iter().zip(&tokens[1..]) {
        assert_eq!(one["end"], next["start"]);
    }
    let last = tokens.last().unwrap();
    assert_eq!((&last["type"], &last["start"]["offset"]), (&"end-of-file".into(), &HTML.len().into()));
}

#[test]
fn the_encoding_and_scripting_options_are_used() {
    let output =
        run(&["tokens", "--scripting"], &b"<meta charset=shift_jis><noscript>\x90\xB6<b></noscript>"[..])
            .output;
    assert!(output.contains("characters   \"\u{751F}<b>\"\n"), "{output}");
}

#[test]
fn a_trace_has_the_operations_of_each_token() {
    assert_snapshot!(run(&["trace"], HTML).report());
    assert_snapshot!(run(&["trace", "--stack=2", "--fragment=body"], "<div><i><b><object><u>a").report());
    assert_snapshot!(run(&["trace", "--color=always"], "</b>").output.escape_debug().to_string());
}

#[test]
fn a_trace_is_lines_of_json() {
    let output = run(&["trace", "--json", "--stack=2"], "<p><i><object>").output;
    let steps: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(steps.len(), 4);
    assert_snapshot!(format!("{:#}", steps[2]));
    let output = run(&["trace", "--json", "--stack=1"], "<b><i><u>").output;
    let step: Value = serde_json::from_str(output.lines().nth(2).unwrap()).unwrap();
    for list in ["openElements", "activeFormattingElements"] {
        assert_eq!(step[list].as_array().map(Vec::len), Some(1), "{list}");
    }
}

#[test]
fn a_trace_of_a_deep_tree_is_linear() {
    let output = run(&["trace", "--fragment=div"], "<div>".repeat(20_000)).output;
    assert!(output.contains("(19989 more) "), "{}", &output[output.len() - 1000..]);
}

#[test]
fn several_files_are_headed() {
    let output = run(&["tokens", "hedge.html", "-"], "<p>").output;
    assert!(
        output.contains("end-of-file\n\n==> standard input <==\n1:1-1:4       start tag    <p>\n"),
        "{output}"
    );
}

#[test]
fn help_has_examples() {
    assert_snapshot!(run(&["tokens", "--help"], "").report());
    assert_snapshot!(run(&["trace", "--help"], "").report());
}
