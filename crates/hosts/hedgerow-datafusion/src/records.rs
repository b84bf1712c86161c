//! [`RecordsFunction`] and [`RecordsTable`]: the records that an index lists, as a table.

use std::fs::File;
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::runtime::SpawnedTask;
use datafusion::common::{
    Result, ScalarValue, TableReference, exec_datafusion_err, plan_datafusion_err, plan_err,
};
use datafusion::datasource::provider_as_source;
use datafusion::error::DataFusionError;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::execution::session_state::SessionState;
use datafusion::logical_expr::{
    Expr, LogicalPlanBuilder, Operator, TableProviderFilterPushDown, TableType, binary_expr, cast, ident,
    lit, try_cast,
};
use datafusion::physical_expr::Partitioning;
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::repartition::RepartitionExec;
use futures::{Stream, TryStreamExt as _};
use hedgerow_columns::{ArchiveColumn, ArchivePart, ArchiveSource, archive_schema};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::cdx::{CdxTable, is_cdx};
use crate::objects::{Failure, Object, is_address};
use crate::warc_scan::Reading;
use crate::warc_table::{pushdown, scan};

/// The names of the columns of an index, in the order in which they are looked for.
const FILE: [&str; 3] = ["file", "filename", "warc_filename"];
const OFFSET: [&str; 3] = ["record_offset", "offset", "warc_record_offset"];
const LENGTH: [&str; 3] = ["record_length", "length", "warc_record_length"];

/// The maximum length of a range. A longer range would contain a record that is too long, or many records.
const MOST_BYTES_OF_RANGE: u64 = 65 << 20;

/// The maximum number of ranges that each partition requests at the same time.
const MOST_REQUESTS: usize = 32;

/// The maximum number of bytes that each partition requests at the same time, in units of 64 KiB.
const MOST_UNITS: u32 = (MOST_BYTES_OF_RANGE / BYTES_OF_UNIT) as u32;
const BYTES_OF_UNIT: u64 = 1 << 16;

/// The table function `warc_records('index')` or `warc_records('index', 'address')`: the records that an index lists. See
/// [`RecordsTable`].
#[derive(Debug)]
pub struct RecordsFunction;

impl TableFunctionImpl for RecordsFunction {
    fn call_with_args(&self, arguments: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let text = |argument: &Expr| match argument {
            Expr::Literal(value, _) => ScalarValue::try_as_str(value).flatten().map(str::to_owned),
            _ => None,
        };
        let texts: Option<Vec<String>> = arguments.exprs().iter().map(text).collect();
        let mut texts = texts.unwrap_or_default().into_iter();
        let (Some(index), base, None) = (texts.next(), texts.next(), texts.next()) else {
            return plan_err!(
                "warc_records() takes one or two constant texts: the name of a table or file that lists records, and the \
                 address before the names of their files"
            );
        };
        Ok(Arc::new(RecordsTable::new(index, base.unwrap_or_default())))
    }
}

/// The records that an index lists, as a table with the columns of [`WarcTable`](crate::WarcTable).
///
/// An index is a table, a view, or a file that the session reads as a table, such as a Parquet file or a CDX file. Each row
/// states a file, an offset and a length in bytes, for example in the columns `file`, `record_offset` and `record_length`. The range is
/// requested once, and the records in it become rows. Ranges are read in parallel, on servers up to 32 in each partition.
///
/// A range that does not exist is a row with a `reason`.
#[derive(Debug)]
pub struct RecordsTable {
    index: String,
    base: String,
    schema: SchemaRef,
}

impl RecordsTable {
    /// Creates a table of the records that the table or file `index` lists. The names of files in the index are appended
    /// to `base`.
    #[must_use]
    pub fn new(index: String, base: String) -> Self {
        Self { index, base, schema: archive_schema(&ArchiveColumn::ALL) }
    }

    /// Returns the plan that reads the index, with the columns path, start and end.
    async fn input(&self, session: &dyn Session) -> Result<Arc<dyn ExecutionPlan>> {
        let index = &self.index;
        let Some(state) = session.as_any().downcast_ref::<SessionState>() else {
            return plan_err!("warc_records() needs a session of DataFusion");
        };
        let table: Option<Arc<dyn TableProvider>> = if is_cdx(index) {
            Some(Arc::new(CdxTable::new(index)))
        } else {
            let name = TableReference::bare(index.as_str());
            state.schema_for_ref(name)?.table(index).await?
        };
        let table = table.ok_or_else(|| plan_datafusion_err!("there is no table or file {index:?}"))?;
        let schema = table.schema();
        let column = |names: [&str; 3]| {
            let found = names.into_iter().find(|name| schema.column_with_name(name).is_some());
            found.map(ident).ok_or_else(|| {
                plan_datafusion_err!("the index {index:?} has no column {}", names.join(" or "))
            })
        };
        // A value that is not a number, or is negative, becomes null, and its row states the reason.
        let number = |names| Ok::<_, DataFusionError>(try_cast(column(names)?, DataType::UInt64));
        let file = binary_expr(lit(self.base.as_str()), Operator::StringConcat, column(FILE)?);
        let columns = [
            cast(file, DataType::Utf8).alias("path"),
            number(OFFSET)?.alias("start"),
            (number(OFFSET)? + number(LENGTH)?).alias("end"),
        ];
        let plan = LogicalPlanBuilder::scan("records", provider_as_source(table), None)?;
        let plan = state.create_physical_plan(&plan.project(columns)?.build()?).await?;
        let partitions =
            Partitioning::Hash(vec![Arc::new(Column::new("start", 1))], session.config().target_partitions());
        Ok(Arc::new(RepartitionExec::try_new(plan, partitions)?))
    }
}

#[async_trait]
impl TableProvider for RecordsTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        Ok(pushdown(filters))
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let input = self.input(session).await?;
        Ok(Arc::new(scan(session, input, projection, filters, limit)?.reading(Reading::Ranges)))
    }
}

/// The bytes of a range, and the permit for their memory.
pub(crate) type RangeSource = (ArchiveSource, Option<OwnedSemaphorePermit>);

/// Reads ranges of files, up to [`MOST_REQUESTS`] at the same time, and returns lists of those that have been read.
pub(crate) fn sources(
    ranges: impl Stream<Item = Result<ArchivePart>>,
    runtime: Arc<RuntimeEnv>,
) -> impl Stream<Item = Result<Vec<RangeSource>>> {
    let room = Arc::new(Semaphore::new(MOST_UNITS as usize));
    let read = move |range: ArchivePart| read(range, Arc::clone(&runtime), Arc::clone(&room));
    let sources = ranges.map_ok(read).try_buffered(MOST_REQUESTS).try_ready_chunks(MOST_REQUESTS);
    sources.map_err(|error| error.1)
}

/// Reads a range of a file of the file system.
fn read_file(path: &str, range: Range<u64>) -> Result<Bytes, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|mut file| {
        file.seek(SeekFrom::Start(range.start))?;
        file.take(range.end - range.start).read_to_end(&mut bytes)
    });
    match read {
        Ok(0) => Err(Failure::Missing("the file ends before this offset".to_owned())),
        Ok(_) => Ok(bytes.into()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Failure::Missing(error.to_string())),
        Err(error) => Err(Failure::Other(error.to_string())),
    }
}

/// Reads a range of a file.
async fn read(range: ArchivePart, runtime: Arc<RuntimeEnv>, room: Arc<Semaphore>) -> Result<RangeSource> {
    let ArchivePart { path, range } = range;
    let (start, length) = (range.start, range.end.saturating_sub(range.start));
    let unreadable =
        |reason: &str| ArchiveSource::unreadable(&path, start, format!("cannot read the record: {reason}"));
    if path.is_empty() {
        return Ok((unreadable("the index states no file, or no valid offset or length"), None));
    }
    if length == 0 || length > MOST_BYTES_OF_RANGE {
        let reason = format!(
            "the index states a length of {length} bytes; it must be from 1 to {MOST_BYTES_OF_RANGE}"
        );
        return Ok((unreadable(&reason), None));
    }
    let units = length.div_ceil(BYTES_OF_UNIT) as u32;
    let permit = room.acquire_many_owned(units).await.map_err(|error| exec_datafusion_err!("{error}"))?;
    let bytes = if is_address(&path) {
        let object = Object::new(&runtime, &path)?;
        SpawnedTask::spawn(async move { object.read(range).await })
    } else {
        let path = Arc::clone(&path);
        SpawnedTask::spawn_blocking(move || read_file(&path, range))
    };
    let bytes = bytes.join().await.map_err(|error| exec_datafusion_err!("{error}"))?;
    let source = match bytes {
        Ok(bytes) => ArchiveSource::of_range(&path, start, bytes),
        Err(Failure::Missing(reason)) => unreadable(&reason),
        Err(Failure::Other(reason)) => {
            return Err(exec_datafusion_err!("cannot read {path} at {start}: {reason}"));
        }
    };
    Ok((source, Some(permit)))
}
