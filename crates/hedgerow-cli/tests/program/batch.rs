//! `hedgerow batch`: order, errors, and answers while the input is open.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};

use crate::support::{command, run, start};
use insta::assert_snapshot;
use serde_json::{Value, json};

#[test]
fn requests_are_answered() {
    let input = r#"{"id": 1, "html": "<p>a"}
{"id": {"suite": "a"}, "html": "<td>b", "context": "tr", "scripting": false}
{"html": "<g/>", "context": "svg path"}
{"id": "s", "html": "<noscript><b>", "context": "div", "scripting": true}
{"id": null, "html": "<!doctype html>", "context": null}"#;
    assert_snapshot!(run(&["batch"], input).report());
}

#[test]
fn several_results_come_from_one_parse() {
    let main = "<nav><a href=/>Home</a></nav><main><p>Oaks grow slowly, and live <b>long</b>. <a href=/oak>More</a></main>";
    let kinds = ["markdown", "mainText", "markdown", "mainMarkdown", "text", "tree"];
    let request = json!({"html": main, "url": "https://trees.example/", "results": kinds}).to_string();
    let output = run(&["batch"], request).output;
    let answer: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(answer["mainText"], "Oaks grow slowly, and live long. More");
    assert_eq!(
        answer["mainMarkdown"],
        "Oaks grow slowly, and live **long**. [More](https://trees.example/oak)\n"
    );
    assert!(answer["markdown"].as_str().unwrap().starts_with("[Home](https://trees.example/)\n"), "{output}");
    assert!(answer["text"].as_str().unwrap().contains("Home"), "{output}");
    assert!(answer["tree"].as_str().unwrap().starts_with("| <html>"), "{output}");
    assert_eq!(output.matches("\"markdown\":").count(), 1);
    let long = json!({"html": "a".repeat(60), "results": ["text", "markdown"]}).to_string();
    let output = run(&["batch", "--max-answer=100"], long).output;
    assert!(output.contains("the answer has more than 100 bytes"), "{output}");
}

#[test]
fn a_malformed_line_is_answered_and_the_others_too() {
    let mut input = br#"{"id": 1, "html": ""}
not JSON

{"id": 2}
{"id": 3, "html": "", "context": "a b c"}
{"id": 4, "html": 4}
{"id": 5, "html": "a\ud800\ud83d\ude00"}
"#
    .to_vec();
    input.extend_from_slice(b"{\"id\": 6, \"html\": \"\xFF\"}\n{\"id\": 7, \"html\": \"<b>\"}\n");
    assert_snapshot!(run(&["batch"], input).report());
}

#[test]
fn an_empty_input_has_no_answers() {
    let run = run(&["batch"], "");
    assert_eq!((run.exit_code, run.output.as_str(), run.complaints.as_str()), (Some(0), "", ""));
}

#[test]
fn a_byte_order_mark_and_carriage_returns_do_no_harm() {
    let run = run(&["batch"], "\u{FEFF}{\"id\":1,\"html\":\"\"}\r\n{\"id\":2,\"html\":\"\"}\r\n");
    assert_eq!((run.exit_code, run.output.lines().count()), (Some(0), 2));
}

#[test]
fn many_answers_keep_their_order() {
    let mut input = String::new();
    for number in 0..20_000 {
        let html = "<i>".repeat(if number % 1000 == 0 { 1000 } else { number % 7 });
        input += &json!({"id": number, "html": html, "context": "div"}).to_string();
        input.push('\n');
    }
    let run = run(&["batch"], input);
    assert_eq!(run.exit_code, Some(0));
    let answers: Vec<Value> = run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 20_000);
    for (number, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], number);
        let depth = if number % 1000 == 0 { 1000 } else { number % 7 };
        assert_eq!(answer["tree"].as_str().unwrap().matches("<i>").count(), depth);
    }
}

#[test]
fn received_lines_are_answered_while_the_input_is_open() {
    let mut child = start(&["batch"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut read_answer = || {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()
    };
    for number in 0..20 {
        writeln!(input, "{}", json!({"id": number, "html": "x", "context": "p"})).unwrap();
        assert_eq!(read_answer(), json!({"id": number, "tree": "| \"x\""}));
    }
    // For two and a half lines, there are two answers.
    write!(input, "{{\"id\": \"a\", \"html\": \"\"}}\n{{}}\n{{\"id\": ").unwrap();
    assert_eq!(read_answer()["id"], "a");
    assert_eq!(read_answer()["error"], "line 22: the member \"html\" is missing");
    writeln!(input, "\"b\", \"html\": \"\"}}").unwrap();
    assert_eq!(read_answer()["id"], "b");
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_closed_output_is_not_an_error() {
    let mut child = start(&["batch"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The program ends while there is more to read.
    while input.write_all(b"{\"html\": \"<p>\"}\n").is_ok() {}
    let mut complaints = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    assert_eq!((child.wait().unwrap().code(), complaints.as_str()), (Some(0), ""));
}

#[test]
fn one_thread_gives_the_same_output() {
    let input = "{\"id\":1,\"html\":\"a\"}\nx\n{\"id\":2,\"html\":\"b\"}\n".repeat(5000);
    let mut child = command(&["batch"]).env("RAYON_NUM_THREADS", "1").spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let several = run(&["batch"], input.clone()).output;
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), several);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_request_that_exceeds_a_limit_has_an_error_and_the_others_are_answered() {
    let requests = [
        json!({"id": 1, "html": "<i>a"}),
        // The dump grows with the square of the depth.
        json!({"id": 2, "html": "<div>".repeat(1000)}),
        json!({"id": 3, "html": "<p>".repeat(2000)}),
        json!({"id": 4, "html": "a".repeat(20_000)}),
        json!({"id": 5, "html": "<b>b"}),
    ];
    let input = requests.map(|request| request.to_string()).join("\n");
    let limits = ["batch", "--max-bytes=10k", "--max-nodes=1100", "--max-answer=100000"];
    assert_snapshot!(run(&limits, input.clone()).report());
    let deep = run(&["batch", "--max-depth=999"], input.clone());
    assert_eq!(deep.exit_code, Some(1));
    assert!(deep.output.contains("line 2: more than 999 elements are nested in one another"));
    let long = run(&["batch", "--max-steps=3000"], input.clone());
    assert!(long.output.contains("3000 steps, which is the limit; --max-steps sets it"), "{}", long.output);
    assert_eq!(run(&["batch"], input).exit_code, Some(0), "the defaults allow more");
}

#[test]
fn the_limit_of_a_request_does_not_count_its_newline() {
    let request = "{\"html\":\"a\"}";
    for input in [request.to_owned(), format!("{request}\n")] {
        let run_with = |limit: usize| run(&["batch", &format!("--max-bytes={limit}")], &*input).exit_code;
        assert_eq!((run_with(request.len()), run_with(request.len() - 1)), (Some(0), Some(1)), "{input:?}");
    }
}

#[test]
fn the_defaults_bound_an_answer() {
    let html = "<div>".repeat(32_000);
    let input = format!("{}\n{}\n", json!({"id": 1, "html": html}), json!({"id": 2, "html": "a"}));
    let run = run(&["batch"], input);
    assert_eq!((run.exit_code, run.output.lines().count()), (Some(1), 2));
    assert!(run.output.len() < 1000 && run.output.contains("; --max-answer sets it"), "{}", run.output);
}
