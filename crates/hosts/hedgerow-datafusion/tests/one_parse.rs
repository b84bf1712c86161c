//! Counts the parses of the pages of a query. This test is a program of its own, because the parses of all threads
//! are counted.

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::{SessionConfig, SessionContext};
use hedgerow_datafusion::Options;

/// Three pages, one of which is in English.
const PAGES: &str = "CREATE TABLE pages(url VARCHAR, payload VARCHAR, content_type VARCHAR) AS VALUES \
    ('https://a.example/', '<html lang=en><title>Oak</title><h2>Leaves</h2><meta name=description content=tree><a href=b>b</a>', \
     'text/html'), \
    ('https://b.example/', '<html lang=de><title>Eiche</title><p>1<p>2</b>', NULL), \
    ('https://c.example/', '<title>A</title><h2>B</h2><h2>C</h2>', 'text/html; charset=utf-8')";

const PAGE: &str = "html_extract(payload, '{\"title\": \"html_title\", \"text\": \"html_text\", \"links\": \"html_links\"}', url)";

async fn context(is_optimized: bool) -> SessionContext {
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(2));
    if is_optimized {
        hedgerow_datafusion::register(&context);
    } else {
        hedgerow_datafusion::functions(&Options::default())
            .for_each(|function| context.register_udf(function));
    }
    context.sql(PAGES).await.unwrap().collect().await.unwrap();
    context
}

/// Runs a query, and returns its rows and the number of parses.
async fn run(context: &SessionContext, sql: &str) -> (String, u64) {
    let before = hedgerow_columns::parse_count();
    let batches = context.sql(sql).await.unwrap().collect().await.unwrap();
    (pretty_format_batches(&batches).unwrap().to_string(), hedgerow_columns::parse_count() - before)
}

#[test]
fn the_functions_of_a_page_share_a_parse() {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(check());
}

async fn check() {
    let (optimized, separate) = (context(true).await, context(false).await);
    let reasons = format!("{PAGE} AS page FROM pages");
    let queries = [
        // Each of the three pages is parsed once.
        (3, format!("SELECT {PAGE}['title'], {PAGE}['text'] FROM pages")),
        (3, "SELECT url, html_title(payload), html_text(payload), html_links(payload, url) FROM pages".to_owned()),
        (3, "SELECT html_title(payload), html_title(payload) || html_lang(payload) AS b FROM pages".to_owned()),
        (3, format!("SELECT page['title'], page['text'], page['reason'] FROM (SELECT {reasons})")),
        (3, format!("SELECT page, page['title'], page['links'][1]['url'] FROM (SELECT {reasons})")),
        (3, format!("SELECT page['title'], html_lang(payload) FROM (SELECT payload, {reasons})")),
        (3, format!("SELECT page['reason'], html_title(payload) FROM (SELECT payload, {reasons})")),
        (3, format!("SELECT url, page['text'] FROM (SELECT url, {reasons}) ORDER BY page['title'] LIMIT 2")),
        (3, "SELECT count(a), max(b) FROM (SELECT html_title(payload) AS a, html_text(payload) AS b FROM pages)".to_owned()),
        (
            3,
            "SELECT html_meta(payload)['description'], html_decode(payload)['text'], html_errors(payload)[1]['code'] FROM pages"
                .to_owned(),
        ),
        (
            3,
            "SELECT html_select_text(payload, 'h2'), html_xpath(payload, 'count(//h2)'), html_attribute(payload, 'a', 'href') \
             FROM pages"
                .to_owned(),
        ),
        (
            3,
            "SELECT html_title(p.payload), q.url, html_text(p.payload) FROM pages p JOIN pages q ON p.url = q.url".to_owned(),
        ),
        // A function that is not needed for a row is not computed.
        (3, "SELECT html_title(payload), CASE WHEN url IS NULL THEN html_lang(payload) END FROM pages".to_owned()),
        // Calls with different addresses or Content-Types do not share a parse.
        (6, "SELECT html_links(payload, url), html_links(payload) FROM pages".to_owned()),
        (6, "SELECT html_title(payload), html_lang(payload), html_text(payload, content_type) FROM pages".to_owned()),
        // `OneParse` adds no function to an `html_extract` whose field `reason` is read, because `reason` depends on all
        // functions of the call.
        (6, format!("SELECT page['reason'], html_lang(payload), html_errors(payload) FROM (SELECT payload, {reasons})")),
        // A condition is computed before the selected values, which are computed only for the rows that it accepts.
        (4, "SELECT html_title(payload), html_text(payload) FROM pages WHERE html_lang(payload) = 'en'".to_owned()),
        (
            1,
            format!("SELECT page['title'], page['text'], page['reason'] FROM (SELECT url, {reasons}) WHERE url LIKE '%b.example%'"),
        ),
    ];
    for (parses, sql) in queries {
        let (rows, counted) = run(&optimized, &sql).await;
        let (expected, more) = run(&separate, &sql).await;
        assert_eq!(rows, expected, "{sql}");
        assert_eq!(counted, parses, "{sql}: {}", run(&optimized, &format!("EXPLAIN {sql}")).await.0);
        assert!(counted <= more, "{sql}");
    }
    // Without the optimizer rule `OneParse`, each value has a parse of its own.
    let (_, parses) = run(&separate, &format!("SELECT {PAGE}['title'], html_text(payload) FROM pages")).await;
    assert_eq!(parses, 6);
}
