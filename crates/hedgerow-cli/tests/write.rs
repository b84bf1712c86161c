//! `hedgerow format` and `hedgerow minify`: output, inputs and errors.

mod support;

use insta::assert_snapshot;
use support::run;

#[test]
fn a_file_is_formatted() {
    assert_snapshot!(run(&["format", "hedge.html"], "").report());
}

#[test]
fn a_file_is_minified() {
    assert_snapshot!(run(&["minify", "hedge.html"], "").report());
}

#[test]
fn several_files_are_headed_and_a_missing_one_is_reported() {
    assert_snapshot!(run(&["format", "foreign.html", "missing.html", "hedge.html"], "").report());
    assert_snapshot!(run(&["minify", "foreign.html", "missing.html", "hedge.html"], "").report());
}

#[test]
fn the_tree_is_restored() {
    // Trees are compared without whitespace, and therefore without texts of only whitespace.
    let squeezed = |tree: String| tree.split_ascii_whitespace().collect::<String>().replace("|\"\"", "");
    for file in ["foreign.html", "hedge.html"] {
        let tree = squeezed(run(&["tree", file], "").output);
        for command in ["format", "minify"] {
            let written = run(&[command, file], "").output;
            assert_eq!(squeezed(run(&["tree"], written.clone()).output), tree, "{command}");
            assert_eq!(run(&[command], written.clone()).output, written, "{command}");
        }
    }
}

#[test]
fn the_declared_encoding_is_that_of_the_output() {
    let input = b"<!DOCTYPE html><meta charset=windows-1252><p>caf\xE9";
    assert_eq!(run(&["minify"], &input[..]).output, "<!DOCTYPE html><meta charset=utf-8><p>caf\u{E9}\n");
    // No declaration is added.
    assert_eq!(run(&["minify", "--encoding", "latin1"], &b"caf\xE9"[..]).output, "caf\u{E9}\n");
}

#[test]
fn a_fragment_is_parsed_in_its_context() {
    assert_eq!(run(&["minify", "--fragment", "tr"], "<td>1</td> <td>2").output, "<td>1</td><td>2</td>\n");
    assert_eq!(run(&["format", "--fragment", "tr"], "<td>1<td>2").output, "<td>1</td>\n<td>2</td>\n");
    let run = run(&["format", "--fragment", "<tr>"], "");
    assert_eq!((run.exit_code, run.output.as_str()), (Some(2), ""));
}

#[test]
fn scripting_makes_noscript_text() {
    let input = "<body><noscript><p>a  b</noscript>";
    assert_eq!(run(&["minify"], input).output, "<body><noscript><p>a b</p></noscript>\n");
    assert_eq!(run(&["minify", "--scripting"], input).output, "<body><noscript><p>a  b</noscript>\n");
}

#[test]
fn a_deep_tree_has_no_long_lines() {
    let output = run(&["format", "--fragment", "div"], "<div>".repeat(100_000)).output;
    assert_eq!(output.matches("<div>").count(), 100_000);
    assert!(output.lines().all(|line| line.len() < 100));
    let output = run(&["minify", "--fragment", "div"], "<div>".repeat(1_000_000)).output;
    assert_eq!(output.trim_end(), "<div>".repeat(1_000_000) + &"</div>".repeat(1_000_000));
}

#[test]
fn help_has_examples() {
    assert_snapshot!(run(&["help", "format"], "").report());
    assert_snapshot!(run(&["help", "minify"], "").report());
}
