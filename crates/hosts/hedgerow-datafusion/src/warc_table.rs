//! [`WarcFunction`] and [`WarcTable`]: the records of web archives as a table.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{DFSchema, Result, ScalarValue, plan_err};
use datafusion::logical_expr::utils::conjunction;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use hedgerow_columns::{ArchiveColumn, ArchivePart, archive_schema};

use crate::objects::find_nonempty_files;
use crate::warc_scan::{self, Filter, WarcScan};

/// The table function `warc('path')`: the records of the archives whose paths or addresses match a glob pattern. See
/// [`WarcTable`].
#[derive(Debug)]
pub struct WarcFunction;

impl TableFunctionImpl for WarcFunction {
    fn call_with_args(&self, arguments: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let [Expr::Literal(value, _)] = arguments.exprs() else {
            return plan_err!("warc() takes one constant text: a path, an address or a glob pattern");
        };
        let Some(Some(pattern)) = ScalarValue::try_as_str(value) else {
            return plan_err!("warc() takes a text (a path, an address or a glob pattern), not {value}");
        };
        Ok(Arc::new(WarcTable::new(pattern)))
    }
}

/// The records of web archives, compressed or not, as a table with one row for each record.
///
/// The columns are those of [`ArchiveColumn`]. Only the columns that a query uses are computed. Conditions on the columns other
/// than `warc_content`, `payload` and `reason` are checked before payloads are decoded.
///
/// Addresses, such as `s3://bucket/a.warc.gz`, are read through the object stores of the session, in ranges. An error of a store,
/// after its retries, ends the query.
///
/// A record that cannot be read is a row with a `reason`. Records longer than 64 MiB are not read, and neither are payloads
/// whose decoded length exceeds 64 MiB.
#[derive(Debug)]
pub struct WarcTable {
    pattern: String,
    schema: SchemaRef,
}

impl WarcTable {
    /// Creates a table of the archives whose paths or addresses match a glob pattern. They are found when a query is planned.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        Self { pattern: pattern.to_owned(), schema: archive_schema(&ArchiveColumn::ALL) }
    }
}

/// Whether all columns that an expression refers to are known before the payload is decoded.
fn is_about_heads(filter: &Expr) -> bool {
    filter
        .column_refs()
        .into_iter()
        .all(|column| ArchiveColumn::find(&column.name).is_some_and(ArchiveColumn::is_in_head))
}

#[async_trait]
impl TableProvider for WarcTable {
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
        let files = find_nonempty_files(session.runtime_env(), &self.pattern).await?;
        let input = warc_scan::input(&ArchivePart::divide(&files, session.config().target_partitions()))?;
        Ok(Arc::new(scan(session, input, projection, filters, limit)?))
    }
}

/// Which conditions are checked before payloads are decoded.
pub(crate) fn pushdown(filters: &[&Expr]) -> Vec<TableProviderFilterPushDown> {
    let support = |filter: &&Expr| {
        if is_about_heads(filter) && !filter.is_volatile() {
            TableProviderFilterPushDown::Exact
        } else {
            TableProviderFilterPushDown::Unsupported
        }
    };
    filters.iter().map(support).collect()
}

/// Creates the plan that reads the parts in the rows of `input`.
pub(crate) fn scan(
    session: &dyn Session,
    input: Arc<dyn ExecutionPlan>,
    projection: Option<&Vec<usize>>,
    filters: &[Expr],
    limit: Option<usize>,
) -> Result<WarcScan> {
    let columns: Vec<ArchiveColumn> = match projection {
        Some(indexes) => indexes.iter().filter_map(|&index| ArchiveColumn::ALL.get(index).copied()).collect(),
        None => ArchiveColumn::ALL.to_vec(),
    };
    let filter = conjunction(filters.iter().cloned()).map(|condition| {
        let names = DFSchema::try_from(WarcScan::schema_of_condition().as_ref().clone())?;
        Filter::new(session.create_physical_expr(unqualified(condition)?, &names)?)
    });
    WarcScan::of_columns(input, columns, filter.transpose()?, limit)
}

/// Removes the names of tables from the columns of an expression.
fn unqualified(expression: Expr) -> Result<Expr> {
    use datafusion::common::tree_node::{Transformed, TreeNode as _};
    let rewritten = expression.transform(|expression| {
        Ok(match expression {
            Expr::Column(column) => Transformed::yes(datafusion::prelude::ident(column.name)),
            other => Transformed::no(other),
        })
    })?;
    Ok(rewritten.data)
}
