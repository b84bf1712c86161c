//! `hedgerow tree`: formats, inputs, settings and errors.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::support::{command, run, start};
use insta::assert_snapshot;
use serde_json::Value;

#[test]
fn a_file_is_dumped() {
    assert_snapshot!(run(&["tree", "hedge.html"], "").report());
}

#[test]
fn the_standard_input_is_the_default_and_a_hyphen() {
    let expected = "| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"Yew\"\n";
    for arguments in [&["tree"][..], &["tree", "-"]] {
        let run = run(arguments, "<p>Yew");
        assert_eq!((run.exit_code, run.output.as_str(), run.complaints.as_str()), (Some(0), expected, ""));
    }
}

#[test]
fn an_empty_input_has_a_tree() {
    assert_eq!(run(&["tree"], "").output, "| <html>\n|   <head>\n|   <body>\n");
    assert_eq!(run(&["tree", "--fragment", "p"], "").output, "\n");
}

#[test]
fn html_is_serialized() {
    assert_snapshot!(run(&["tree", "--format", "html", "hedge.html"], "").report());
}

#[test]
fn json_has_every_node() {
    assert_snapshot!(run(&["tree", "--format", "json", "hedge.html"], "").report());
    assert_snapshot!(run(&["tree", "--format=json", "foreign.html"], "").report());
}

#[test]
fn json_is_json() {
    let output = run(&["tree", "--format", "json", "foreign.html"], "").output;
    let tree: Value = serde_json::from_str(&output).unwrap();
    let body = &tree["children"][1]["children"][1];
    assert_eq!(body["children"][0]["attributes"][0]["name"], "viewBox");
    assert_eq!(body["children"][2]["content"]["children"][0]["name"], "td");
}

#[test]
fn json_of_a_deep_tree() {
    let output = run(&["tree", "--format", "json"], "<div>".repeat(1_000_000)).output;
    let element = "{\"type\":\"element\",\"name\":\"div\",\"attributes\":[],\"children\":[";
    assert_eq!(output.matches(element).count(), 1_000_000);
    assert!(output.ends_with(&("]}".repeat(1_000_003) + "\n")));
}

#[test]
fn html_of_a_deep_tree() {
    let output = run(&["tree", "--format", "html", "--fragment", "div"], "<b>".repeat(1_000_000)).output;
    assert_eq!(output.trim_end(), "<b>".repeat(1_000_000) + &"</b>".repeat(1_000_000));
}

#[test]
fn a_fragment_is_parsed_in_its_context() {
    for (context, input, expected) in [
        ("div", "<td>1", "| \"1\"\n"),
        ("tr", "<td>1", "| <td>\n|   \"1\"\n"),
        ("svg path", "<g><b>", "| <svg g>\n| <b>\n"),
        ("math mi", "<b>", "| <b>\n"),
        ("textarea", "<b>", "| \"<b>\"\n"),
    ] {
        let run = run(&["tree", "--fragment", context], input);
        assert_eq!((run.exit_code, run.output.as_str()), (Some(0), expected), "{context}");
    }
    assert_snapshot!(run(&["tree", "--fragment=tr", "--format=json"], "<td>1").report());
}

#[test]
fn scripting_makes_noscript_text() {
    assert_snapshot!(run(&["tree", "--scripting", "hedge.html"], "").report());
    let html = run(&["tree", "--scripting", "--format=html", "hedge.html"], "").output;
    assert!(html.contains("<noscript><em>no scripts</em></noscript>"), "{html}");
}

#[test]
fn shadow_roots_are_attached_and_written_on_request() {
    let html = "<p><template shadowrootmode=closed><slot>a</slot></template>b";
    let plain = run(&["tree", "--fragment=div"], html).output;
    assert!(plain.contains("<template>"), "{plain}");
    assert_snapshot!(run(&["tree", "--shadow-roots", "--fragment=div"], html).report());
    let markup = "<p><template shadowrootmode=\"closed\"><slot>a</slot></template>b</p>\n";
    assert_eq!(run(&["tree", "--shadow-roots", "--fragment=div", "--format=html"], html).output, markup);
    assert_eq!(run(&["select", "--shadow-roots", "--fragment=div", "p"], html).output, markup);
    let minified = run(&["minify", "--shadow-roots", "--fragment=div"], html).output;
    assert_eq!(minified, "<p><template shadowrootmode=closed><slot>a</slot></template>b</p>\n");
    let request = serde_json::json!({"html": html, "context": "div", "shadowRoots": true}).to_string();
    let answer: Value = serde_json::from_str(&run(&["batch"], request).output).unwrap();
    assert!(!answer["tree"].as_str().unwrap().contains("<template>"), "{answer}");
}

#[test]
fn the_encoding_option_applies_to_documents_and_fragments() {
    let document = run(&["tree", "--encoding", "latin1", "latin1.html"], "");
    assert!(document.output.contains("\"caf\u{E9}1\""), "{}", document.output);
    let fragment = run(&["tree", "--encoding=ISO-8859-1", "--fragment=tr", "latin1.html"], "");
    assert_eq!(fragment.output, "| <td>\n|   \"caf\u{E9}\"\n| <td>\n|   \"1\"\n");
    assert!(run(&["tree", "utf8.html"], "").output.contains("\"na\u{EF}ve\""));
    // The byte is not UTF-8, so the default encoding is used, unless the option declares UTF-8.
    assert!(run(&["tree"], *b"\xFF").output.contains("\"\u{FF}\""));
    assert!(run(&["tree", "--encoding=utf-8"], *b"\xFF").output.contains("\"\u{FFFD}\""));
    assert_eq!(run(&["tree", "--fragment=p"], *b"\xFE\xFF\0\xE9").output, "| \"\u{E9}\"\n");
}

#[test]
fn several_files_are_headed_and_a_missing_one_is_reported() {
    assert_snapshot!(
        run(&["tree", "utf8.html", "missing.html", "-", "foreign.html"], "<!doctype html>").report()
    );
}

#[test]
fn one_missing_file_is_reported() {
    assert_snapshot!(run(&["tree", "missing.html"], "").report());
}

#[test]
fn many_files_keep_their_order() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("many_files_keep_their_order");
    std::fs::create_dir_all(&folder).unwrap();
    let mut arguments = vec!["tree".to_owned()];
    let mut expected = Vec::new();
    for number in 0..300 {
        let path = folder.join(format!("{number}.html"));
        std::fs::write(&path, "<i>".repeat(number % 37) + &number.to_string()).unwrap();
        arguments.push(path.to_str().unwrap().to_owned());
        expected.push(format!("==> {} <==", path.display()));
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = run(&arguments, "");
    let headings: Vec<&str> = run.output.lines().filter(|line| line.starts_with("==>")).collect();
    assert_eq!(headings, expected);
    assert_eq!(run.exit_code, Some(0));
}

#[test]
fn a_name_stays_on_its_line() {
    let run = run(&["tree", "a\nb.html", ""], "");
    assert_eq!(run.complaints.lines().count(), 2, "{}", run.complaints);
    assert_eq!(run.exit_code, Some(2));
    assert!(run.complaints.starts_with("hedgerow: cannot read \"a\\nb.html\": "), "{}", run.complaints);
}

#[test]
fn an_unknown_label_or_context_is_reported() {
    assert_snapshot!(run(&["tree", "--encoding", "utf-9", "hedge.html"], "").report());
    assert_snapshot!(run(&["tree", "--fragment", "xml path", "hedge.html"], "").report());
    assert_snapshot!(run(&["tree", "--transport", "shift_jis", "hedge.html"], "").report());
}

#[test]
fn wrong_arguments_show_the_usage() {
    assert_snapshot!(run(&["tree", "--format", "yaml"], "").report());
    assert_snapshot!(run(&["branch"], "").report());
    assert_snapshot!(run(&["hedge.html"], "").report());
}

#[test]
fn an_outline_has_guides_colours_and_positions() {
    let html = "<!DOCTYPE html>\r\n<svg a=b xlink:href=c/>\r<p>a<table>\n x<template><td>y</template></table><!-- z --><b>1<p>2";
    assert_snapshot!(run(&["tree", "--spans"], html).report());
    let coloured = run(&["tree", "--color=always"], html).output;
    assert_snapshot!(coloured.escape_debug().to_string().replace("\\n", "\n"));
    assert!(run(&["tree", "--format=dump", "--color=always"], html).output.starts_with("| <!DOCTYPE html>"));
    assert_snapshot!(run(&["tree", "--spans", "--format=html"], html).complaints, @"hedgerow: --spans: only an outline and JSON have positions\n");
}

#[test]
fn nodes_in_shadow_roots_have_positions() {
    let html = "<div>\n<template shadowrootmode=open>\n\n<p>a\n</template>b</div>";
    assert_snapshot!(run(&["tree", "--spans", "--shadow-roots"], html).output);
    assert_snapshot!(run(&["tree", "--spans", "--shadow-roots", "--json"], html).output);
    let select = ["select", "--shadow-roots", "--templates", "--line-number", "--text", "p"];
    assert_eq!(run(&select, html).output, "4:a\n");
}

#[test]
fn whitespace_is_folded_on_request() {
    let html = "<!DOCTYPE html>\n<ul> <li>a b</li>\n<li> </ul>\n<p>\n";
    assert_snapshot!(run(&["tree", "--fold-whitespace"], html).output);
}

#[test]
fn json_has_positions_on_request() {
    let html = "<p title=\u{E4}>\u{1F332}\n<b>x<p>y<!-- z -->";
    let output = run(&["tree", "--json", "--spans"], html).output;
    let tree: Value = serde_json::from_str(&output).unwrap();
    let mut found = Vec::new();
    let mut nodes = vec![&tree];
    while let Some(node) = nodes.pop() {
        nodes.extend(node["children"].as_array().into_iter().flatten().rev());
        let place = |end: &str| {
            let place = &node[end];
            place.as_object().map(|_| format!("{}:{}", place["line"], place["utf16Column"]))
        };
        let name = node["name"].as_str().or(node["data"].as_str()).unwrap_or("document");
        let place = [place("start"), place("end"), node["origin"].as_str().map(str::to_owned)];
        found.push(format!("{name:?} {}", place.map(|part| part.unwrap_or("-".to_owned())).join(" ")));
    }
    assert_snapshot!(found.join("\n"));
}

#[test]
fn an_outline_of_a_deep_tree_has_short_lines() {
    let output = run(&["tree", "--spans", "--fragment=div"], "<b>".repeat(200_000)).output;
    assert_eq!(output.lines().count(), 200_000);
    assert!(output.lines().all(|line| line.chars().count() < 250));
}

#[test]
fn help_has_examples() {
    assert_snapshot!(run(&["tree", "--help"], "").report());
    assert_snapshot!(run(&["batch", "--help"], "").report());
    assert_snapshot!(run(&["--help"], "").report());
    assert_eq!(run(&["--version"], "").output, format!("hedgerow {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(run(&[], "").exit_code, Some(2));
}

#[test]
fn a_closed_output_is_not_an_error() {
    for arguments in [
        &["tree", "-"][..],
        &["tree", "hedge.html", "-", "hedge.html"],
        &["tree", "--format=json"],
        &["tree", "--spans"],
        &["tokens"],
        &["trace"],
        &["trace", "--json", "-", "."],
        &["select", "p"],
        &["check", "--format=json"],
        &["encoding"],
        &["format"],
        &["minify", "hedge.html", "-"],
        &["explain"],
        &["help", "trace"],
    ] {
        let mut child = start(arguments);
        // The output is closed before anything is written, because the input is still open.
        drop(child.stdout.take());
        {
            use std::io::Write as _;
            // With several files, the first output comes before the input is read.
            let _ = child.stdin.take().unwrap().write_all("<p>".repeat(100_000).as_bytes());
        }
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!((child.wait().unwrap().code(), complaints.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_full_output_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let output = command(&["tree", "hedge.html"]).stdout(full).output().unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(complaints.starts_with("hedgerow: cannot write to the standard output: "), "{complaints}");
    assert_eq!(complaints.lines().count(), 1);
}
