//! HTML functions and web archives for Apache Ballista, which runs the queries of `DataFusion` on several machines.
//!
//! A cluster has a scheduler, which plans queries, and executors, which run them. Programs connect to the scheduler:
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let context = hedgerow_ballista::connect("df://scheduler.example:50050", &Default::default()).await?;
//! context.sql("SELECT url, html_title(payload) FROM warc('/crawl/*.warc.gz')").await?.show().await?;
//! # Ok(())
//! # }
//! ```
//!
//! The program `hedgerow-ballista` starts a scheduler or an executor, and runs queries. A program that needs other settings
//! can start from those that [`scheduler`] and [`executor`] return.
//!
//! Archives are files, which each executor must find at the same absolute path. The program that sends a query expands
//! the pattern in `warc()`.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod codec;

use std::sync::Arc;

use ballista::prelude::{SessionConfigExt as _, SessionContextExt as _};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::{default_config_producer, default_session_builder};
use hedgerow_datafusion::datafusion::error::Result;
use hedgerow_datafusion::datafusion::execution::SessionState;
use hedgerow_datafusion::datafusion::prelude::{SessionConfig, SessionContext};
use hedgerow_datafusion::{Options, register_with};

/// The version of Ballista's executor whose settings [`executor`] returns.
pub use ballista_executor;
use ballista_executor::executor_process::ExecutorProcessConfig;
/// The version of Ballista's scheduler whose settings [`scheduler`] returns.
pub use ballista_scheduler;
use ballista_scheduler::config::SchedulerConfig;

pub use codec::{LogicalCodec, PhysicalCodec};

/// Connects to a scheduler, and registers the functions and `warc()`.
///
/// The limits in `options` apply only to expressions that the planner computes; the executors have their own limits.
///
/// # Errors
///
/// If the address is not a URL.
pub async fn connect(scheduler: &str, options: &Options) -> Result<SessionContext> {
    let state = default_session_builder(with_codecs(default_config_producer()))?;
    let context = SessionContext::remote_with_state(scheduler, state).await?;
    register_with(&context, options);
    Ok(context)
}

/// Returns the default settings of a scheduler, with the functions and `warc()`.
///
/// `ballista_scheduler::scheduler_process::start_server` starts a scheduler with these settings.
#[must_use]
pub fn scheduler(options: &Options) -> SchedulerConfig {
    let options = options.clone();
    SchedulerConfig {
        override_logical_codec: Some(Arc::new(LogicalCodec::default())),
        override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
        override_config_producer: Some(Arc::new(|| with_codecs(default_config_producer()))),
        override_session_builder: Some(Arc::new(move |config| session(config, &options))),
        ..SchedulerConfig::default()
    }
}

/// Returns the default settings of an executor, with the functions and `warc()`.
///
/// `ballista_executor::executor_process::start_executor_process` starts an executor with these settings.
#[must_use]
pub fn executor(options: &Options) -> ExecutorProcessConfig {
    // Ballista's own registry has fewer functions than the sessions in which queries are planned.
    let context = SessionContext::new();
    register_with(&context, options);
    let registry = BallistaFunctionRegistry::from(&context.state());
    ExecutorProcessConfig {
        override_logical_codec: Some(Arc::new(LogicalCodec::default())),
        override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
        override_config_producer: Some(Arc::new(|| with_codecs(default_config_producer()))),
        override_function_registry: Some(Arc::new(registry)),
        ..ExecutorProcessConfig::default()
    }
}

fn with_codecs(config: SessionConfig) -> SessionConfig {
    config
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default()))
}

/// Creates a session of the scheduler.
fn session(config: SessionConfig, options: &Options) -> Result<SessionState> {
    let context = SessionContext::new_with_state(default_session_builder(config)?);
    register_with(&context, options);
    Ok(context.state())
}
