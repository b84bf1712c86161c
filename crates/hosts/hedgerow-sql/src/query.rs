//! Runs the query, and writes its rows.

use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Error, Result, anyhow};
use hedgerow_datafusion::Options;
use hedgerow_datafusion::datafusion::arrow::array::RecordBatch;
use hedgerow_datafusion::datafusion::arrow::csv::WriterBuilder;
use hedgerow_datafusion::datafusion::arrow::error::ArrowError;
use hedgerow_datafusion::datafusion::arrow::json::LineDelimitedWriter;
use hedgerow_datafusion::datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use hedgerow_datafusion::datafusion::dataframe::DataFrame;
use hedgerow_datafusion::datafusion::error::DataFusionError;
use hedgerow_datafusion::datafusion::prelude::SessionContext;
use hedgerow_datafusion::datafusion::sql::parser::DFParser;
use hedgerow_datafusion::futures::StreamExt as _;
use tokio::runtime::Builder;

use crate::args::{Arguments, RowFormat};
use crate::stores::Requests;
use crate::{each_file, session};

/// The error message for an output that cannot be written.
const CANNOT_WRITE: &str = "cannot write to the standard output";

/// The maximum number of threads. A larger `--jobs` is reduced to it, because the runtime cannot start any number of threads.
const MAX_THREADS: usize = 256;

/// Runs the query, and writes its rows to the standard output.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let default = if io::stdout().is_terminal() { RowFormat::Table } else { RowFormat::Json };
    let format = arguments.format.unwrap_or(default);
    let threads = arguments.jobs.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get).min(MAX_THREADS);
    let runtime = Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build()
        .context("cannot start the threads; try a smaller --jobs")?;
    let requests = Requests {
        timeout: Duration::from_secs(arguments.timeout.get().into()),
        retries: arguments.retries.into(),
    };
    let mut options = Options::default();
    options.prefer_utf8 = arguments.prefer_utf8;
    let context = session::session(threads, requests, &options).map_err(|error| describe(&error))?;
    runtime.block_on(async {
        match (&arguments.for_each, &arguments.to) {
            (Some(pattern), Some(folder)) => {
                each_file::run(&context, &arguments.query, pattern, folder).await
            }
            _ => write_rows(&context, &arguments.query, format).await,
        }
    })
}

/// Runs all statements of a query but the last, and returns the rows of the last.
pub(crate) async fn dataframe(context: &SessionContext, query: &str) -> Result<DataFrame> {
    let mut statements = DFParser::parse_sql(query).map_err(|error| describe(&error))?;
    let last = statements.pop_back().context("cannot run the query: it is empty")?;
    let plan = async |statement| context.state().statement_to_plan(statement).await;
    let run = async |statement| context.execute_logical_plan(plan(statement).await?).await;
    for statement in statements {
        run(statement)
            .await
            .map_err(|error| describe(&error))?
            .collect()
            .await
            .map_err(|error| describe(&error))?;
    }
    run(last).await.map_err(|error| describe(&error))
}

/// Runs the query and writes its rows: a table after the last row, other formats as soon as rows arrive.
async fn write_rows(context: &SessionContext, query: &str, format: RowFormat) -> Result<()> {
    let rows = dataframe(context, query).await?;
    let schema = rows.schema().inner().clone();
    let mut batches = rows.execute_stream().await.map_err(|error| describe(&error))?;
    let mut output = io::stdout().lock();
    let mut write =
        |bytes: &[u8]| output.write_all(bytes).and_then(|()| output.flush()).context(CANNOT_WRITE);
    if format == RowFormat::Csv {
        write(&csv(&RecordBatch::new_empty(schema.clone()), true)?)?;
    }
    let mut table = Vec::new();
    while let Some(batch) = batches.next().await {
        let batch = batch.map_err(|error| describe(&error))?;
        match format {
            RowFormat::Table => table.push(batch),
            RowFormat::Json => write(&json(&batch)?)?,
            RowFormat::Csv => write(&csv(&batch, false)?)?,
        }
    }
    if format == RowFormat::Table {
        write(format!("{}\n", pretty_format_batches_with_schema(schema, &table)?).as_bytes())?;
    }
    Ok(())
}

/// Returns the error of a query. Its message already contains the messages of its causes.
pub(crate) fn describe(error: &DataFusionError) -> Error {
    // DataFusion prints the Debug form of a syntax error.
    let message: &dyn fmt::Display = match error.find_root() {
        DataFusionError::SQL(syntax_error, _) => syntax_error,
        _ => error,
    };
    anyhow!("cannot run the query: {message}")
}

/// Returns the rows as lines of JSON.
fn json(batch: &RecordBatch) -> Result<Vec<u8>, ArrowError> {
    let mut lines = LineDelimitedWriter::new(Vec::new());
    lines.write(batch)?;
    Ok(lines.into_inner())
}

/// Returns the rows as lines of CSV, with a header line if `has_header`.
fn csv(batch: &RecordBatch, has_header: bool) -> Result<Vec<u8>> {
    let mut lines = Vec::new();
    WriterBuilder::new()
        .with_header(has_header)
        .build(&mut lines)
        .write(batch)
        .context("the rows cannot be CSV; try --format json")?;
    Ok(lines)
}
