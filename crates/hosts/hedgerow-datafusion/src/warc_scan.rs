//! [`WarcScan`]: the plan that reads the records of archives.

use std::collections::BTreeSet;
use std::fmt;
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
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    ChildrenPropertiesMode, DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties as _,
    PhysicalExpr, PlanProperties, ReplaceChildrenOptions,
};
use futures::{TryStreamExt as _, stream};
use hedgerow_columns::{ArchiveColumn, ArchiveFilter, ArchivePart, ArchiveRows, archive_schema};

/// The physical plan for a [`WarcTable`](crate::WarcTable), which reads the records of archives.
///
/// Its input has a row for each part of a file: the path, and the offsets between which records begin. The parts are rows
/// because engines that distribute a plan, such as Ballista, can divide the rows of an input, but not a plan that they do not
/// know.
#[derive(Clone, Debug)]
pub struct WarcScan {
    input: Arc<dyn ExecutionPlan>,
    columns: Vec<ArchiveColumn>,
    filter: Option<Filter>,
    fetch: Option<usize>,
    properties: Arc<PlanProperties>,
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
        if input.schema().fields() != schema_of_parts().fields() {
            return plan_err!("the input of an archive scan has the columns path, start and end");
        }
        let properties = PlanProperties::new(
            EquivalenceProperties::new(archive_schema(&columns)),
            Partitioning::UnknownPartitioning(input.output_partitioning().partition_count()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        let properties = properties.with_scheduling_type(SchedulingType::Cooperative);
        Ok(Self { input, columns, filter, fetch, properties: Arc::new(properties) })
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
    let batches: Vec<Vec<RecordBatch>> = batches.collect::<Result<_>>()?;
    Ok(MemorySourceConfig::try_new_exec(&batches, schema_of_parts(), None)?)
}

/// The parts of files in the rows of a batch.
fn parts(batch: &RecordBatch) -> Result<Vec<ArchivePart>> {
    let (Some(paths), Some(starts), Some(ends)) = (
        batch.column(0).as_string_opt::<i32>(),
        batch.column(1).as_primitive_opt::<UInt64Type>(),
        batch.column(2).as_primitive_opt::<UInt64Type>(),
    ) else {
        return internal_err!("the input of an archive scan has columns of other types");
    };
    let part = |row| ArchivePart { path: paths.value(row).into(), range: starts.value(row)..ends.value(row) };
    Ok((0..paths.len()).map(part).collect())
}

impl DisplayAs for WarcScan {
    fn fmt_as(&self, _: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<&str> = self.columns().collect();
        write!(formatter, "WarcScan: columns=[{}]", columns.join(", "))?;
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
        Ok(Arc::new(Self::of_columns(input, self.columns.clone(), self.filter.clone(), self.fetch)?))
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
        let most_rows = context.session_config().batch_size();
        let input = self.input.execute(partition, context)?;
        let scan = self.clone();
        let schema = self.schema();
        let rows = stream::once(async move {
            let batches: Vec<RecordBatch> = input.try_collect().await?;
            let parts = batches.iter().map(parts).collect::<Result<Vec<_>>>()?.concat();
            let filter = scan.filter.map(Filter::of_batches);
            let rows = ArchiveRows::new(parts, scan.columns, filter, most_rows);
            Ok::<_, DataFusionError>(stream::iter(rows).map_err(DataFusionError::from))
        });
        let rows = make_cooperative(Box::pin(RecordBatchStreamAdapter::new(schema, rows.try_flatten())));
        let Some(fetch) = self.fetch else { return Ok(rows) };
        let metrics = BaselineMetrics::new(&ExecutionPlanMetricsSet::new(), partition);
        Ok(Box::pin(LimitStream::new(rows, 0, Some(fetch), metrics)))
    }
}
