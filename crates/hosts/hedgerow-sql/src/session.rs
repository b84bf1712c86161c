//! [`session`]: a session with the functions, the stores of addresses, and files as tables.

use std::sync::Arc;

use async_trait::async_trait;
use hedgerow_datafusion::datafusion::catalog::{DynamicFileCatalog, TableProvider, UrlTableFactory};
use hedgerow_datafusion::datafusion::common::{DataFusionError, Result, plan_datafusion_err};
use hedgerow_datafusion::datafusion::datasource::dynamic_file::DynamicListTableFactory;
use hedgerow_datafusion::datafusion::datasource::listing::{
    ListingTable, ListingTableConfig, ListingTableConfigExt as _, ListingTableUrl,
};
use hedgerow_datafusion::datafusion::execution::SessionState;
use hedgerow_datafusion::datafusion::execution::runtime_env::RuntimeEnvBuilder;
use hedgerow_datafusion::datafusion::prelude::{SessionConfig, SessionContext};
use hedgerow_datafusion::{CdxTable, Options};

use crate::stores::{Requests, Stores};

/// The maximum number of rows of a batch. Rows may be pages, so the default of `DataFusion`, 8192, would take much memory.
const MOST_ROWS: usize = 1024;

/// Creates a session.
pub(crate) fn session(threads: usize, requests: Requests, options: &Options) -> Result<SessionContext> {
    let config = SessionConfig::new()
        .with_target_partitions(threads)
        .with_batch_size(MOST_ROWS)
        // For SHOW FUNCTIONS and SHOW TABLES.
        .with_information_schema(true);
    let runtime = RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(Stores::new(requests)));
    let context = SessionContext::new_with_config_rt(config, runtime.build_arc()?);
    let factory = Arc::new(Files(DynamicListTableFactory::default()));
    let tables = Arc::clone(context.state_ref().read().catalog_list());
    let tables = DynamicFileCatalog::new(tables, Arc::clone(&factory) as Arc<dyn UrlTableFactory>);
    let state = context.into_state_builder().with_catalog_list(Arc::new(tables)).build();
    let context = SessionContext::from(state);
    factory.0.session_store().with_state(context.state_weak_ref());
    hedgerow_datafusion::register_with(&context, options);
    Ok(context)
}

/// Reads files as tables: `FROM 'pages.parquet'`.
///
/// `DataFusion` has such a factory, but for it, a file that cannot be read is a table that does not exist. Only its reference to the
/// session is used.
#[derive(Debug)]
struct Files(DynamicListTableFactory);

#[async_trait]
impl UrlTableFactory for Files {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        if !name.contains(['.', '/']) {
            return Ok(None);
        }
        if hedgerow_datafusion::is_cdx(name) {
            return Ok(Some(Arc::new(CdxTable::new(name))));
        }
        let session = self.0.session_store().get_session().upgrade();
        let state =
            session.and_then(|session| session.read().as_any().downcast_ref::<SessionState>().cloned());
        let state = state.ok_or_else(|| plan_datafusion_err!("the session has ended"))?;
        let cannot_read = |error: DataFusionError| match &error {
            DataFusionError::Internal(text) if text.starts_with("No files for table") => {
                plan_datafusion_err!("no file matches {name:?}")
            }
            error => plan_datafusion_err!("cannot read {name}: {}", error.strip_backtrace()),
        };
        let config = ListingTableConfig::new(ListingTableUrl::parse(name)?);
        let config = config.infer_options(&state).await.map_err(cannot_read)?;
        let config = config.infer_partitions_from_path(&state).await.map_err(cannot_read)?;
        let config = config.infer_schema(&state).await.map_err(cannot_read)?;
        Ok(Some(Arc::new(ListingTable::try_new(config)?)))
    }
}
