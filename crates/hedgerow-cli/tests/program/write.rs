//! `hedgerow format` and `hedgerow minify`: output, inputs and errors.

use std::fs;
use std::path::Path;

use crate::support::{command, run};
use insta::assert_snapshot;

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

#[test]
fn files_are_checked_and_written_in_place() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("format");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a.html"), "<title>a</title><p>b").unwrap();
    fs::write(folder.join("b.html.gz"), b"\x1F\x8Bno").unwrap();
    let hedgerow = |options: &[&str]| {
        let output = command(options).current_dir(&folder).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(hedgerow(&["format", "--check", "a.html"]), (Some(1), "a.html\n".to_owned()));
    assert_eq!(hedgerow(&["format", "--write", "a.html"]), (Some(0), "a.html\n".to_owned()));
    let written = fs::read_to_string(folder.join("a.html")).unwrap();
    assert_eq!(written, run(&["format"], "<title>a</title><p>b").output);
    assert_eq!(hedgerow(&["format", "--check", "a.html"]), (Some(0), String::new()));
    assert_eq!(hedgerow(&["format", "--write", "a.html"]), (Some(0), String::new()));
    assert_eq!(hedgerow(&["format", "--write", "."]).0, Some(2));
    assert_eq!(fs::read(folder.join("b.html.gz")).unwrap(), b"\x1F\x8Bno");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    assert_eq!(run(&["format", "--write"], "<p>").exit_code, Some(2));
    assert_eq!(run(&["format", "--check"], "<p>").output, "standard input\n");
}

#[test]
fn every_document_is_a_line_of_json() {
    let output = run(&["minify", "--format=json", "hedge.html", "utf8.html"], "").output;
    let files: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&files[0]["file"], &files[1]["file"]), (&"hedge.html".into(), &"utf8.html".into()));
    assert!(files[0]["html"].as_str().unwrap().starts_with("<!DOCTYPE html><title>"));
}

#[test]
fn the_layout_can_be_chosen() {
    let html =
        "<div><p>one two three <b>four five</b> six\n\n seven<pre>a b c d e f g h i j k l m</pre></div>";
    let format = |options: &[&str]| run(&[&["format", "--fragment=body"][..], options].concat(), html).output;
    let wide = format(&["--indent=tab"]);
    assert_eq!(
        wide,
        "<div>\n\t<p>one two three <b>four five</b> six seven</p>\n\t<pre>a b c d e f g h i j k l m</pre>\n</div>\n"
    );
    let narrow = format(&["--indent=3", "--width=20"]);
    assert_eq!(
        narrow,
        "<div>\n   <p>one two three <b>four\n   five</b> six\n   seven</p>\n   <pre>a b c d e f g h i j k l m</pre>\n</div>\n"
    );
    // Lines that are broken already are broken at the same places.
    assert_eq!(run(&["format", "--fragment=body", "--indent=3", "--width=20"], &*narrow).output, narrow);
    assert_eq!(run(&["format", "--indent=17"], "").exit_code, Some(2));
}
