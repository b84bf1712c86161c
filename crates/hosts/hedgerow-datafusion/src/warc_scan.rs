//! [`WarcScan`]: the plan that reads the records of archives.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::sync::Arc;

use datafusion::arrow::array::cast::AsArray as _;
use datafusion::arrow::array::types::UInt64Type;
use datafusion::arrow::array::{Array as _, RecordBatch, StringArray, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::memory::MemorySourceConfig;
use datafusion::common::cast::as_boolean_array;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, internal_err, plan_datafusion_err, plan_err};
use datafusion::error::DataFusionError;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::utils::{collect_columns, reassign_expr_columns};
use datafusion::physical_expr::{EquivalenceProperties, Partitioning};
use datafusion::physical_plan::coop::make_cooperative;
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType, SchedulingType};
use datafusion::physical_plan::limit::LimitStream;
use datafusion::physical_plan::metrics::{BaselineMetrics, ExecutionPlanMetricsSet};
use datafusion::physical_plan::stream::{RecordBatchReceiverStreamBuilder, RecordBatchStreamAdapter};
use datafusion::physical_plan::{
    ChildrenPropertiesMode, DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties as _,
    PhysicalExpr, PlanProperties, ReplaceChildrenOptions,
};
use futures::stream::{self, BoxStream};
use futures::{StreamExt as _, TryStreamExt as _};
use hedgerow_columns::{
    ArchiveColumn, ArchiveFilter, ArchivePart, ArchiveRows, ArchiveSource, archive_schema,
};
use tokio::runtime::Handle;

use crate::objects::{Object, ObjectReader, is_address};
use crate::records::sources;

/// The physical plan for a [`WarcTable`](crate::WarcTable), which reads the records of archives.
///
/// Its input has a row for each part of a file: the path, and the offsets between which records begin, or the range of an index.
/// The parts are rows because engines that distribute a plan, such as Ballista, can divide the rows of an input, but not a plan
/// that they do not know.
#[derive(Clone, Debug)]
pub struct WarcScan {
    input: Arc<dyn ExecutionPlan>,
    columns: Vec<ArchiveColumn>,
    filter: Option<Filter>,
    fetch: Option<usize>,
    reading: Reading,
    properties: Arc<PlanProperties>,
}

/// The meaning of a row of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// A part of a file. Its records begin in the range, and may end after it.
    Parts,
    /// A range of a file that an index lists. It contains whole records.
    Ranges,
}

impl WarcScan {
    /// Creates a plan that reads the parts of files in the rows of `input`.
    ///
    /// The result has the columns of [`WarcTable`](crate::WarcTable) that `columns` names. If there is a `condition`, only the
    /// records that fulfil it are read; it is an expression over [`WarcScan::schema_of_condition`]. With `fetch`, each partition
    /// ends after this number of rows.
    ///
    /// # Errors
    ///
    /// If a name is not that of a column, the condition refers to a column that is known only after payloads are decoded, or the
    /// input has other columns than `path`, `start` and `end`.
    pub fn new<'a>(
        input: Arc<dyn ExecutionPlan>,
        columns: impl IntoIterator<Item = &'a str>,
        condition: Option<Arc<dyn PhysicalExpr>>,
        fetch: Option<usize>,
    ) -> Result<Self> {
        let columns = columns.into_iter().map(|name| {
            ArchiveColumn::find(name).ok_or_else(|| plan_datafusion_err!("archives have no column {name:?}"))
        });
        let filter = condition.map(Filter::new).transpose()?;
        Self::of_columns(input, columns.collect::<Result<_>>()?, filter, fetch)
    }

    pub(crate) fn of_columns(
        input: Arc<dyn ExecutionPlan>,
        columns: Vec<ArchiveColumn>,
        filter: Option<Filter>,
        fetch: Option<usize>,
    ) -> Result<Self> {
        let types = |schema: &Schema| -> Vec<_> {
            schema.fields().iter().map(|field| (field.name().clone(), field.data_type().clone())).collect()
        };
        if types(&input.schema()) != types(&schema_of_parts()) {
            return plan_err!("the input of an archive scan has the columns path, start and end");
        }
        let properties = PlanProperties::new(
            EquivalenceProperties::new(archive_schema(&columns)),
            Partitioning::UnknownPartitioning(input.output_partitioning().partition_count()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        let properties = properties.with_scheduling_type(SchedulingType::Cooperative);
        Ok(Self { input, columns, filter, fetch, reading: Reading::Parts, properties: Arc::new(properties) })
    }

    /// Sets the meaning of a row of the input.
    pub(crate) fn reading(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }

    /// The names of the columns of the result.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|column| column.name())
    }

    /// The condition that records must fulfil.
    #[must_use]
    pub fn condition(&self) -> Option<&Arc<dyn PhysicalExpr>> {
        self.filter.as_ref().map(|filter| &filter.condition)
    }

    /// The schema to whose columns a condition refers: all columns of [`WarcTable`](crate::WarcTable).
    #[must_use]
    pub fn schema_of_condition() -> SchemaRef {
        archive_schema(&ArchiveColumn::ALL)
    }
}

impl WarcScan {
    /// Reads parts of files. A thread of its own waits for the answers of servers.
    fn read_parts(
        &self,
        input: SendableRecordBatchStream,
        context: &TaskContext,
    ) -> BoxStream<'static, Result<RecordBatch>> {
        let (scan, runtime, most_rows) =
            (self.clone(), context.runtime_env(), context.session_config().batch_size());
        let rows = stream::once(async move {
            let batches: Vec<RecordBatch> = input.try_collect().await?;
            let parts = batches.iter().map(parts).collect::<Result<Vec<_>>>()?.concat();
            let schema = scan.schema();
            let filter = scan.filter.map(Filter::of_batches);
            if !parts.iter().any(|part| is_address(&part.path)) {
                let rows = ArchiveRows::new(parts, scan.columns, filter, most_rows);
                return Ok::<_, DataFusionError>(stream::iter(rows).map_err(DataFusionError::from).boxed());
            }
            let mut rows = RecordBatchReceiverStreamBuilder::new(schema, 1);
            let batches = rows.tx();
            rows.spawn_blocking(move || {
                let handle = Handle::current();
                let open = move |part: &ArchivePart| {
                    let object = Object::new(&runtime, &part.path).map_err(io::Error::other)?;
                    ArchiveSource::of_part(part, ObjectReader::new(object, handle.clone(), part.range.end))
                };
                let rows = ArchiveRows::of_parts(parts, open, scan.columns, filter, most_rows);
                for batch in rows {
                    if batches.blocking_send(Ok(batch?)).is_err() {
                        break;
                    }
                }
                Ok(())
            });
            Ok(rows.build().boxed())
        });
        rows.try_flatten().boxed()
    }

    /// Reads the ranges that an index lists.
    fn read_ranges(
        &self,
        input: SendableRecordBatchStream,
        context: &TaskContext,
    ) -> BoxStream<'static, Result<RecordBatch>> {
        let (columns, filter) = (self.columns.clone(), self.filter.clone());
        let most_rows = context.session_config().batch_size();
        let ranges =
            input.map(|batch| Ok::<_, DataFusionError>(stream::iter(parts(&batch?)?.into_iter().map(Ok))));
        let rows = sources(ranges.try_flatten(), context.runtime_env()).map_ok(move |sources| {
            let filter = filter.clone().map(Filter::of_batches);
            let sources = sources.into_iter().map(|(source, _permit)| Ok(source));
            let rows = ArchiveRows::of_sources(sources, columns.clone(), filter, most_rows);
            stream::iter(rows).map_err(DataFusionError::from)
        });
        rows.try_flatten().boxed()
    }
}

/// A condition on the columns that are known before payloads are decoded.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// The condition, with the column indexes of [`WarcScan::schema_of_condition`].
    condition: Arc<dyn PhysicalExpr>,
    /// The columns to which the condition refers.
    columns: Vec<ArchiveColumn>,
    /// The condition, with column indexes into `columns`.
    evaluated: Arc<dyn PhysicalExpr>,
}

impl Filter {
    /// Creates a filter from a condition with the column indexes of [`WarcScan::schema_of_condition`].
    ///
    /// # Errors
    ///
    /// If the condition refers to a column that is known only after payloads are decoded.
    pub(crate) fn new(condition: Arc<dyn PhysicalExpr>) -> Result<Self> {
        let columns: BTreeSet<ArchiveColumn> = collect_columns(&condition)
            .iter()
            .map(|column| match ArchiveColumn::find(column.name()) {
                Some(column) if column.is_in_head() => Ok(column),
                _ => plan_err!("{:?} is not known before payloads are decoded", column.name()),
            })
            .collect::<Result<_>>()?;
        let columns = Vec::from_iter(columns);
        let evaluated = reassign_expr_columns(Arc::clone(&condition), &archive_schema(&columns))?;
        Ok(Self { condition, columns, evaluated })
    }

    fn of_batches(self) -> ArchiveFilter {
        let Self { columns, evaluated, .. } = self;
        let condition = move |batch: &RecordBatch| {
            let fulfilled = evaluated.evaluate(batch)?.into_array(batch.num_rows())?;
            Ok(as_boolean_array(&fulfilled)?.clone())
        };
        ArchiveFilter { columns, condition: Arc::new(condition) }
    }
}

/// The columns of the input: a part of a file per row.
fn schema_of_parts() -> SchemaRef {
    let field = |name, data_type| Field::new(name, data_type, false);
    Arc::new(Schema::new(vec![
        field("path", DataType::Utf8),
        field("start", DataType::UInt64),
        field("end", DataType::UInt64),
    ]))
}

/// Returns the input of a scan: a partition for each list of parts.
pub(crate) fn input(partitions: &[Vec<ArchivePart>]) -> Result<Arc<dyn ExecutionPlan>> {
    let batches = partitions.iter().map(|parts| {
        let paths: StringArray = parts.iter().map(|part| Some(&*part.path)).collect();
        let starts: UInt64Array = parts.iter().map(|part| part.range.start).collect();
        let ends: UInt64Array = parts.iter().map(|part| part.range.end).collect();
        let columns = vec![Arc::new(paths) as _, Arc::new(starts) as _, Arc::new(ends) as _];
        Ok(vec![RecordBatch::try_new(schema_of_parts(), columns)?])
    });
    let mut batches: Vec<Vec<RecordBatch>> = batches.collect::<Result<_>>()?;
    if batches.is_empty() {
        // Some plans, such as those that write a file, need a partition.
        batches.push(Vec::new());
    }
    Ok(MemorySourceConfig::try_new_exec(&batches, schema_of_parts(), None)?)
}

/// The parts of files in the rows of a batch. A row with a null has an empty path.
fn parts(batch: &RecordBatch) -> Result<Vec<ArchivePart>> {
    let (Some(paths), Some(starts), Some(ends)) = (
        batch.column(0).as_string_opt::<i32>(),
        batch.column(1).as_primitive_opt::<UInt64Type>(),
        batch.column(2).as_primitive_opt::<UInt64Type>(),
    ) else {
        return internal_err!("the input of an archive scan has columns of other types");
    };
    let part = |row| {
        let is_known = paths.is_valid(row) && starts.is_valid(row) && ends.is_valid(row);
        let path = if is_known { paths.value(row) } else { "" };
        ArchivePart { path: path.into(), range: starts.value(row)..ends.value(row) }
    };
    Ok((0..paths.len()).map(part).collect())
}

impl DisplayAs for WarcScan {
    fn fmt_as(&self, _: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<&str> = self.columns().collect();
        write!(formatter, "WarcScan: columns=[{}]", columns.join(", "))?;
        if self.reading == Reading::Ranges {
            formatter.write_str(", by index")?;
        }
        if let Some(condition) = self.condition() {
            write!(formatter, ", condition={condition}")?;
        }
        if let Some(fetch) = self.fetch {
            write!(formatter, ", fetch={fetch}")?;
        }
        Ok(())
    }
}

impl ExecutionPlan for WarcScan {
    fn name(&self) -> &'static str {
        "WarcScan"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    /// The parts are already divided among the partitions.
    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn apply_expressions(
        &self,
        visit: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        self.condition().map_or(Ok(TreeNodeRecursion::Continue), visit)
    }

    fn replace_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let (Some(input), true) = (children.pop(), children.is_empty()) else {
            return internal_err!("an archive scan has one input");
        };
        let new = Self::of_columns(input, self.columns.clone(), self.filter.clone(), self.fetch)?;
        Ok(Arc::new(new.reading(self.reading)))
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.replace_children(children, ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute))
    }

    fn fetch(&self) -> Option<usize> {
        self.fetch
    }

    fn with_fetch(&self, fetch: Option<usize>) -> Option<Arc<dyn ExecutionPlan>> {
        Some(Arc::new(Self { fetch, ..self.clone() }))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let input = self.input.execute(partition, Arc::clone(&context))?;
        let rows = match self.reading {
            Reading::Parts => self.read_parts(input, &context),
            Reading::Ranges => self.read_ranges(input, &context),
        };
        let rows = make_cooperative(Box::pin(RecordBatchStreamAdapter::new(self.schema(), rows)));
        let Some(fetch) = self.fetch else { return Ok(rows) };
        let metrics = BaselineMetrics::new(&ExecutionPlanMetricsSet::new(), partition);
        Ok(Box::pin(LimitStream::new(rows, 0, Some(fetch), metrics)))
    }
}
