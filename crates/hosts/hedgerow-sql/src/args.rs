//! The arguments of `hedgerow-sql`.

use std::num::{NonZeroU16, NonZeroUsize};

use clap::{Parser, ValueEnum};
use hedgerow_datafusion::ArchiveColumn;

const ABOUT: &str = "\
Run SQL queries over web archives.

The table function warc('FILE') has a row for each record, and the functions html_title(payload), html_text(payload), \
html_links(payload, url) and others compute columns from pages; SHOW FUNCTIONS lists them. A query reads only the columns that it \
names. Even a single archive is read by all cores in parallel. For a damaged record, there is a row that states what is wrong, and \
the query continues.

warc_records('INDEX') reads only the records that a table or file lists, and cdx('FILE') is a CDX file as a table.

A FILE is a path, an address with s3:, https: or http:, or a glob pattern of paths or of addresses with s3:. Parquet, CSV and JSON \
files are tables: FROM 'pages.parquet'; COPY (SELECT ...) TO 'pages.parquet' writes one.";

const EXAMPLES: &str = "\
Examples:
  hedgerow sql \"SELECT url, html_title(payload) FROM warc('crawl.warc.gz')\"
  hedgerow sql --format csv \"SELECT http_status, count(*) FROM warc('crawl/*.warc.gz') GROUP BY http_status\"
  hedgerow sql --format json \"SELECT url, html_links(payload, url) AS links FROM warc('crawl.warc.gz')\" | jq .links
  hedgerow sql \"COPY (SELECT url, html_text(payload) AS text FROM warc('s3://bucket/*.warc.gz')) TO 'texts.parquet'\"
  hedgerow sql \"SELECT url, html_title(payload) FROM warc_records('index.cdx.gz', 'https://host/archives/')\"
  hedgerow sql --for-each 'crawl/*.warc.gz' --to titles \"SELECT url, html_title(payload) AS title FROM warc('{file}')\"

In JSON, each row is an object on a line. Null values are omitted, and bytes are written in hexadecimal. CSV has no \
lists, so columns with lists need --format json.
If the query has several statements, only the rows of the last one are printed.

With --for-each, a file whose result is in the folder is not read again, so a job that was interrupted continues where it ended.

The credentials for S3 are those in variables such as AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL. \
Without credentials, requests are not signed. A redirection to another host is an error.

docs/scale.md describes the functions. The SQL dialect is Apache DataFusion's.

Columns of warc() and warc_records():
";

/// Returns the examples, and the columns of archives.
fn examples_and_columns() -> String {
    let columns =
        ArchiveColumn::ALL.map(|column| format!("  {:29} {}\n", column.name(), column.description()));
    EXAMPLES.to_owned() + &columns.concat()
}

/// Run SQL queries over web archives
#[derive(Parser, Debug)]
#[command(name = "hedgerow-sql", version, long_about = ABOUT, after_long_help = examples_and_columns())]
pub(crate) struct Arguments {
    /// The query
    #[arg(value_name = "SQL")]
    pub(crate) query: String,
    /// Output format [default: table on a terminal, otherwise json]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<RowFormat>,
    /// The number of threads [default: the number of cores]
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Read bytes without a declared encoding as UTF-8 if nearly all of them are UTF-8, unlike browsers
    #[arg(long)]
    pub(crate) prefer_utf8: bool,
    /// Run the query for each file that matches the path, address or glob pattern; {file} in the query stands for it
    #[arg(long, value_name = "PATTERN", requires = "to", conflicts_with = "format")]
    pub(crate) for_each: Option<String>,
    /// The folder for the results of --for-each, one Parquet file each; files with a result are not read again
    #[arg(long, value_name = "FOLDER", requires = "for_each")]
    pub(crate) to: Option<String>,
    /// The number of seconds after which a server that sends nothing counts as failed
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    pub(crate) timeout: NonZeroU16,
    /// The number of times that a failed request to a server is sent again
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) retries: u16,
}

/// The format of the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RowFormat {
    /// A table with borders; all rows are kept in memory until the end
    Table,
    /// Lines of JSON, one for each row
    Json,
    /// Comma-separated values, with a header line
    Csv,
}
