//! The arguments of `hedgerow-sql`.

use std::num::NonZeroUsize;

use clap::{Parser, ValueEnum};

const ABOUT: &str = "\
Run SQL queries over web archives.

The table function warc('PATH OR GLOB') has a row for each record, and the functions html_title(payload), html_text(payload), \
html_links(payload, url) and others compute columns from pages. A query reads only the columns that it names. Even a \
single archive is read by all cores in parallel. For a damaged record, there is a row that states what is wrong, and the query \
continues.";

const EXAMPLES: &str = "\
Examples:
  hedgerow sql \"SELECT url, html_title(payload) FROM warc('crawl.warc.gz')\"
  hedgerow sql --format csv \"SELECT http_status, count(*) FROM warc('crawl/*.warc.gz') GROUP BY http_status\"
  hedgerow sql --format json \"SELECT url, html_links(payload, url) AS links FROM warc('crawl.warc.gz')\" | jq .links
  hedgerow sql \"DESCRIBE SELECT * FROM warc('crawl.warc.gz')\"

In JSON, each row is an object on a line. Null values are omitted, and bytes are written in hexadecimal. CSV has no \
lists, so columns with lists need --format json.
docs/scale.md describes the functions. The SQL dialect is Apache DataFusion's.";

/// Run SQL queries over web archives
#[derive(Parser, Debug)]
#[command(name = "hedgerow-sql", version, long_about = ABOUT, after_long_help = EXAMPLES)]
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
