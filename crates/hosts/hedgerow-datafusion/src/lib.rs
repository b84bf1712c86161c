//! HTML functions and web archives for Apache `DataFusion`.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//! # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
//! # runtime.block_on(async {
//! let context = SessionContext::new();
//! hedgerow_datafusion::register(&context);
//! let rows = context.sql("SELECT html_title('<title>Oak</title>') AS title").await?.to_string().await?;
//! assert!(rows.contains("| Oak   |"), "{rows}");
//! # Ok::<(), datafusion::error::DataFusionError>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`register`] adds the functions of [`hedgerow_columns`] as scalar functions, and the table functions `warc()`
//! ([`WarcFunction`]), `warc_records()` ([`RecordsFunction`]) and `cdx()` ([`CdxFunction`]). If a `SELECT` calls several functions with the same page, the page is
//! parsed once for all of them ([`OneParse`]).
//!
//! `docs/scale.md` has examples and measurements.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod cdx;
mod functions;
mod objects;
mod one_parse;
mod records;
mod warc_scan;
mod warc_table;

use std::sync::Arc;

/// The version of `DataFusion` with which the functions work.
pub use datafusion;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;
/// The version of `futures` whose streams `DataFusion` returns.
pub use futures;
pub use hedgerow_columns::{ArchiveColumn, Options};

pub use cdx::{CdxFunction, CdxTable, is_cdx};
pub use functions::{HtmlExtract, HtmlFunction};
pub use objects::find_files;
pub use one_parse::OneParse;
pub use records::{RecordsFunction, RecordsTable};
pub use warc_scan::WarcScan;
pub use warc_table::{WarcFunction, WarcTable};

/// Registers the functions, the table functions and the rules of [`OneParse`], with the default limits.
///
/// It also turns off the option `datafusion.optimizer.enable_leaf_expression_pushdown` of the session, which would copy
/// `html_extract` for each field that is read. Without the option, `DataFusion` reads the structs in Parquet files as a whole.
pub fn register(context: &SessionContext) {
    register_with(context, &Options::default());
}

/// Registers the same as [`register`], with other limits on the cost of a document.
pub fn register_with(context: &SessionContext, options: &Options) {
    for function in functions(options) {
        context.register_udf(function);
    }
    context.register_udtf("cdx", Arc::new(CdxFunction));
    context.register_udtf("warc", Arc::new(WarcFunction));
    context.register_udtf("warc_records", Arc::new(RecordsFunction));
    // With this option, `DataFusion` would replace `page` in `page['title']` with its expression, and evaluate that
    // before the conditions: html_extract would be computed for each field, also in rows that a condition removes.
    context.state_ref().write().config_mut().options_mut().optimizer.enable_leaf_expression_pushdown = false;
    context.add_analyzer_rule(Arc::new(OneParse));
    context.add_optimizer_rule(Arc::new(OneParse));
}

/// Returns the functions, with limits on the cost of a document.
pub fn functions(options: &Options) -> impl Iterator<Item = ScalarUDF> {
    functions_with(options, false)
}

/// Returns the functions for capsules of `datafusion-ffi`. For these, an array of equal values counts as a constant,
/// because `datafusion-ffi` passes all constants as arrays.
pub fn functions_for_capsules(options: &Options) -> impl Iterator<Item = ScalarUDF> {
    functions_with(options, true)
}

fn functions_with(options: &Options, constants_as_arrays: bool) -> impl Iterator<Item = ScalarUDF> {
    let extract = HtmlExtract::new(options.clone()).constants_as_arrays(constants_as_arrays);
    HtmlFunction::all(options)
        .map(move |function| ScalarUDF::from(function.constants_as_arrays(constants_as_arrays)))
        .chain([ScalarUDF::from(extract)])
}
