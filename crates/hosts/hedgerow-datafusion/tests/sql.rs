//! SQL queries: functions, archives, and the examples of `docs/scale.md`.

#[path = "support/archive.rs"]
mod archive;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::OnceLock;

use archive::{Damage, Response};
use datafusion::arrow::array::cast::AsArray;
use datafusion::arrow::array::{Array, RecordBatch};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use hedgerow_datafusion::Options;

fn context(partitions: usize) -> SessionContext {
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(partitions));
    hedgerow_datafusion::register(&context);
    context
}

fn run_in(context: &SessionContext, sql: &str) -> Result<Vec<RecordBatch>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async { context.sql(sql).await?.collect().await })
}

fn table(batches: &[RecordBatch]) -> String {
    pretty_format_batches(batches).unwrap().to_string()
}

fn query(sql: &str) -> String {
    table(&run_in(&context(2), sql).unwrap_or_else(|error| panic!("{sql}: {error}")))
}

/// The only cell of the result.
fn cell(sql: &str) -> String {
    let table = query(sql);
    let line = table.lines().nth(3).unwrap_or_else(|| panic!("{sql}: {table}"));
    line.trim_matches(['|', ' ']).to_owned()
}

/// The error of a query.
fn error(sql: &str) -> String {
    match run_in(&context(2), sql) {
        Ok(batches) => panic!("{sql}: {}", table(&batches)),
        Err(error) => error.to_string(),
    }
}

/// Returns a temporary folder for the tests of this process.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("sql-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The path of an archive with 20,000 responses, and their descriptions.
fn archive() -> &'static (String, Vec<Response>) {
    static ARCHIVE: OnceLock<(String, Vec<Response>)> = OnceLock::new();
    ARCHIVE.get_or_init(|| {
        let path = folder().join("crawl.warc.gz");
        let mut file = BufWriter::new(File::create(&path).unwrap());
        let responses = archive::write_archive(&mut file, 20_000, 20).unwrap();
        (path.to_str().unwrap().to_owned(), responses)
    })
}

/// The title, the number of links, and whether there is a reason.
type Row = (Option<String>, Option<u64>, bool);

#[test]
fn functions_are_called_from_sql() {
    for (expression, expected) in [
        ("html_title('<title> A  b</title>')", "A b"),
        ("html_text('<p>one<p>two')", "one"),
        ("html_lang('<html lang=de>')", "de"),
        (
            "html_main_text('<nav><a href=/>Home</a></nav><main><p>Oaks grow slowly, and live long.</main>')",
            "Oaks grow slowly, and live long.",
        ),
        ("html_markdown('<a href=/b>b</a>', 'https://a.example/')", "[b](https://a.example/b)"),
        ("html_meta('<meta property=og:Title content=Oak>')['og:title']", "Oak"),
        ("html_select('<a href=/x>', 'a')[1]['attributes']['href']", "/x"),
        ("html_extract('<meta name=a content=b>', '{\"meta\": \"html_meta\"}')['meta']['a']", "b"),
        ("html_select('<p>1<p id=x>2', 'p:last-child')[1]['html']", "<p id=\"x\">2</p>"),
        ("html_select_text('<p>1<p>2', 'p')", "[1, 2]"),
        ("html_attribute('<a href=x><a>', 'a', 'href')", "[x]"),
        ("html_xpath('<p>1<p>2', 'count(//p)')", "[2]"),
        ("html_tables('<table><tr><td colspan=2>1</table>')[1]['rows']", "[[1, 1]]"),
        ("html_json_ld('<script type=application/ld+json>{}</script>')", "[{}]"),
        ("html_errors('<!DOCTYPE html></b>')[1]['column']", "16"),
        ("html_links('<a href=/b>b</a>', 'https://a.example/')[1]['url']", "https://a.example/b"),
        ("html_decode(X'C4D5C2', 'text/html; charset=koi8-r')['text']", "дуб"),
        ("html_decode(X'C480FF', 'text/html; charset=utf-8')['malformed_sequences']", "1"),
        ("html_fingerprint('<ul><li>1') = html_fingerprint('<ul><li>2')", "true"),
        ("html_extract('<title>T</title>', '{\"t\": \"html_title\"}')['t']", "T"),
        (
            "html_extract('%PDF', '{\"t\": \"html_title\"}', NULL, 'application/pdf')['reason']",
            "the Content-Type is application/pdf, not HTML",
        ),
        ("html_title(document => '<title>N</title>')", "N"),
        ("html_sanitize('<b onclick=x>1</b><script>2</script>', 'basic')", "<b>1</b>"),
        ("html_title(NULL)", ""),
        ("html_reason('%PDF', 'application/pdf')", "the Content-Type is application/pdf, not HTML"),
    ] {
        assert_eq!(cell(&format!("SELECT {expression}")), expected, "{expression}");
    }
    // Columns of bytes and of text, with nulls.
    let sql = "SELECT html_title(arrow_cast(page, 'LargeBinary'), type) FROM (VALUES ('<title>1</title>', 'text/html'), \
               (NULL, 'text/html'), ('<title>3</title>', 'image/png'), ('<title>4</title>', NULL)) AS pages(page, type)";
    let batches = run_in(&context(1), sql).unwrap();
    let titles: Vec<_> = batches.iter().flat_map(|batch| batch.column(0).as_string::<i64>().iter()).collect();
    assert_eq!(titles, [Some("1"), None, None, Some("4")]);
}

#[test]
fn wrong_arguments_are_errors() {
    for (sql, expected) in [
        ("SELECT html_title()", "html_title"),
        ("SELECT html_title(1)", "html_title takes text or bytes as its argument document, not Int64"),
        (
            "SELECT html_select('a')",
            "html_select takes 2 to 3 arguments, html_select(document, selector, content_type)",
        ),
        ("SELECT html_select('a', 'p[')", "html_select: "),
        (
            "SELECT html_select(p, p) FROM (VALUES ('a')) AS t(p)",
            "the argument selector of html_select must be a constant",
        ),
        ("SELECT html_extract('a', '{\"t\": \"title\"}')", "field \"t\": there is no function \"title\""),
        ("SELECT * FROM warc('/no/such/file*.warc')", "no file matches \"/no/such/file*.warc\""),
        ("SELECT * FROM warc(1)", "warc() takes a text (a path, an address or a glob pattern), not 1"),
    ] {
        let message = error(sql);
        assert!(message.contains(expected), "{sql}: {message}");
    }
}

#[test]
fn an_array_of_equal_values_is_a_constant_on_request() {
    let context = context(1);
    for function in hedgerow_datafusion::functions_for_capsules(&Options::default()) {
        context.register_udf(function);
    }
    let query = |selectors: [&str; 2]| {
        let [first, second] = selectors;
        let sql = format!(
            "SELECT html_select_text(page, selector) FROM (VALUES ('<b>1</b><i>2</i>', '{first}'), ('<b>3</b>', '{second}')) \
             AS pages(page, selector)"
        );
        run_in(&context, &sql).map(|batches| table(&batches))
    };
    let found = query(["b", "b"]).unwrap();
    assert!(found.contains("[1]") && found.contains("[3]"), "{found}");
    let message = query(["b", "i"]).unwrap_err().to_string();
    assert!(message.contains("must be a constant"), "{message}");
}

#[test]
fn every_function_of_columns_is_a_function_of_sql() {
    let functions = context(1).state().scalar_functions().clone();
    for (name, _) in hedgerow_columns::Function::ALL {
        assert!(functions.contains_key(*name), "{name}");
    }
}

/// The plan of a query.
fn plan(sql: &str) -> String {
    query(&format!("EXPLAIN {sql}"))
}

#[test]
fn every_intact_response_has_a_row_in_any_division() {
    let (path, responses) = archive();
    let sql = format!(
        "SELECT url, html_title(payload, content_type) AS title, \
         cardinality(html_select_text(payload, 'a', content_type)) AS links, reason, record_offset \
         FROM warc('{path}') WHERE warc_type = 'response' OR warc_type IS NULL"
    );
    let mut results = Vec::new();
    for partitions in [1, 2, 5] {
        let batches = run_in(&context(partitions), &sql).unwrap();
        let mut found: HashMap<String, Vec<Row>> = HashMap::new();
        let mut lines: Vec<String> = Vec::new();
        for batch in &batches {
            let titles = batch.column(1).as_string::<i64>();
            let links = batch.column(2).as_primitive::<datafusion::arrow::datatypes::UInt64Type>();
            for row in 0..batch.num_rows() {
                let urls = batch.column(0).as_string::<i32>();
                let url = if urls.is_valid(row) { urls.value(row) } else { "" };
                let title = titles.is_valid(row).then(|| titles.value(row).to_owned());
                let links = links.is_valid(row).then(|| links.value(row));
                let reasons = batch.column(3).as_string::<i32>();
                let reason = if reasons.is_valid(row) { reasons.value(row) } else { "" };
                let offset =
                    batch.column(4).as_primitive::<datafusion::arrow::datatypes::Int64Type>().value(row);
                lines.push(format!("{url} {title:?} {links:?} {reason} {offset}"));
                found.entry(url.to_owned()).or_default().push((title, links, !reason.is_empty()));
            }
        }
        for response in responses.iter().filter(|response| response.damage == Damage::None) {
            let expected = (Some(response.title.clone()), Some(response.links as u64), false);
            assert_eq!(found.get(&response.url), Some(&vec![expected]), "{} {partitions}", response.url);
        }
        let count = |damage| responses.iter().filter(|response| response.damage == damage).count();
        let with_reason = found.values().flatten().filter(|row| row.2).count();
        assert!(with_reason >= count(Damage::CutMember) + count(Damage::WrongCoding), "{with_reason}");
        lines.sort();
        results.push(lines);
    }
    assert!(results[0].len() >= 19_000);
    for divided in &results[1..] {
        // The lines are sorted.
        let without = |lines: &[String], others: &[String]| -> Vec<String> {
            lines.iter().filter(|line| others.binary_search(line).is_err()).cloned().collect()
        };
        let (missing, added) = (without(&results[0], divided), without(divided, &results[0]));
        assert!(
            *divided == results[0],
            "{} and {} rows; missing {missing:?}, added {added:?}",
            results[0].len(),
            divided.len()
        );
    }
}

#[test]
fn conditions_and_columns_are_pushed_into_the_archive() {
    let (path, responses) = archive();
    let sql =
        format!("SELECT count(*) FROM warc('{path}') WHERE warc_type = 'request' AND http_status IS NULL");
    let expected = responses.len().to_string();
    assert_eq!(cell(&sql), expected);
    let physical = plan(&sql).split("physical_plan").nth(1).unwrap().to_owned();
    assert!(!physical.contains("FilterExec"), "{physical}");
    // A condition on the payload is not pushed into the archive, because the payload must be
    // decoded for it.
    let sql = format!(
        "SELECT url FROM warc('{path}') WHERE html_title(payload) LIKE 'Page 7 %' AND http_status = 200"
    );
    assert!(plan(&sql).contains("FilterExec"));
    let expected = responses.iter().find(|response| response.title.starts_with("Page 7 ")).unwrap();
    assert_eq!(cell(&sql), expected.url);
    // A limit ends the reading.
    assert_eq!(query(&format!("SELECT url FROM warc('{path}') LIMIT 3")).lines().count(), 7);
}

#[test]
fn records_have_the_columns_of_daft_and_of_http() {
    let (path, _) = archive();
    let sql = format!(
        "SELECT warc_record_id, warc_type, warc_date, content_length > 0, warc_identified_payload_type, \
         warc_headers, http_status, http_headers['content-type'], content_type, record_offset > 0, file = '{path}' FROM warc('{path}') WHERE url LIKE '%/page/0' AND http_status = 200"
    );
    let row = cell(&sql);
    let expected = "00000000-0000-4000-8000-000000000000 | response | 2024-05-01T12:00:00Z | true | text/html | \
        {\"content-type\":\"application/http\",\"warc-target-uri\":\"https://site0.example/page/0\"} | 200 | \
        text/html; charset=utf-8 | text/html; charset=utf-8 | true | true";
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(&row), words(expected));
}

#[test]
fn the_examples_of_the_documentation_run() {
    let (path, _) = archive();
    let documentation = include_str!("../../../../docs/scale.md");
    let examples: Vec<&str> =
        documentation.split("```sql\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(examples.len() >= 5, "{}", examples.len());
    for example in examples {
        let sql = example.replace("crawl.warc.gz", path);
        let batches = run_in(&context(2), &sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
        assert!(batches.iter().any(|batch| batch.num_rows() > 0), "no rows: {sql}");
    }
}
