//! The program as its users run it.

use std::fs;
use std::path::Path;
use std::process::Command;

use insta::assert_snapshot;

/// The result of a run of the program.
struct Run {
    exit_code: Option<i32>,
    output: String,
    complaints: String,
}

/// Runs the program.
fn run(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_hedgerow-sql"))
        .args(arguments)
        .output()
        .expect("hedgerow-sql starts");
    Run {
        exit_code: output.status.code(),
        output: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        complaints: String::from_utf8(output.stderr).expect("the complaints are UTF-8"),
    }
}

/// Writes an archive with two pages and a damaged record. Returns its path.
fn archive(name: &str) -> String {
    let response = |target: &str, page: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {target}\r\nContent-Type: application/http\r\n\
             Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let records = [
        response("https://a.example/", "<title>Oak</title><a href=b>B</a>"),
        "WARC/1.1\r\nWARC-Type: response\r\n\r\n<p>\r\n\r\n".to_owned(),
        response("https://b.example/", "<title>Ash, \"thorn\"</title>"),
    ];
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, records.concat()).unwrap();
    path.display().to_string()
}

/// The query of the titles.
fn titles(archive: &str) -> String {
    format!(
        "SELECT url, html_title(payload) AS title FROM warc('{archive}') WHERE url IS NOT NULL ORDER BY url"
    )
}

#[test]
fn rows_are_printed_in_each_format() {
    let query = titles(&archive("formats.warc"));
    for format in ["table", "json", "csv"] {
        let run = run(&["--format", format, &query]);
        assert_eq!(run.exit_code, Some(0), "{}", run.complaints);
        assert_snapshot!(format!("sql_{format}"), run.output);
    }
    assert_eq!(run(&[&query]).output, run(&["--format=json", &query]).output);
}

#[test]
fn a_result_without_rows_has_its_columns() {
    let query = titles(&archive("none.warc")).replace("IS NOT NULL", "= ''");
    assert_eq!(run(&["--format=csv", &query]).output, "url,title\n");
    assert_eq!(run(&["--format=json", &query]).output, "");
    assert!(run(&["--format=table", &query]).output.contains("| url | title |"));
}

#[test]
fn the_damaged_record_is_a_row() {
    let archive = archive("damaged.warc");
    let query = format!("SELECT count(*) AS rows, count(reason) AS damaged FROM warc('{archive}')");
    assert_eq!(run(&["--format=csv", &query]).output, "rows,damaged\n3,1\n");
}

#[test]
fn a_wrong_query_is_an_error_with_its_reason() {
    let archive = archive("errors.warc");
    for (name, query) in [
        ("syntax", "SELEC 1".to_owned()),
        ("file", "SELECT url FROM warc('nowhere.warc')".to_owned()),
        ("function", "SELECT html_titel('<p>')".to_owned()),
        ("table", "SELECT url FROM 'nowhere.parquet'".to_owned()),
    ] {
        let run = run(&[&query]);
        assert_eq!(run.exit_code, Some(2));
        assert_snapshot!(format!("sql_error_{name}"), run.complaints);
    }
    let lists = format!("SELECT html_links(payload, url) AS links FROM warc('{archive}')");
    let run = run(&["--format=csv", &lists]);
    assert_eq!(run.exit_code, Some(2));
    assert!(run.complaints.contains("the rows cannot be CSV; try --format json"), "{}", run.complaints);
}
