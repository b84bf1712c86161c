//! The program `hedgerow-ballista`: a scheduler, an executor, or a query.
#![forbid(unsafe_code)]

use std::error::Error;
use std::io::{self, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand};
use env_logger::Env;
use hedgerow_ballista::ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use hedgerow_ballista::ballista_scheduler::cluster::BallistaCluster;
use hedgerow_ballista::ballista_scheduler::config::SchedulerConfig;
use hedgerow_ballista::ballista_scheduler::scheduler_process::start_server;
use hedgerow_datafusion::Options;
use hedgerow_datafusion::datafusion::arrow::json::LineDelimitedWriter;
use hedgerow_datafusion::futures::StreamExt as _;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Runs SQL queries over web archives on several machines.
///
/// Start one scheduler, and an executor on each machine; then send queries to the scheduler. The environment variable
/// `RUST_LOG` sets what a program logs to standard error, for example `RUST_LOG=info`.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plans queries and divides them among executors
    Scheduler(Scheduler),
    /// Runs parts of queries
    Executor(Executor),
    /// Runs a query, and prints its rows as lines of JSON
    Sql(Sql),
}

#[derive(Args)]
struct Scheduler {
    /// The address at which executors and queries connect; every program that reaches it can run queries
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The port at which executors and queries connect
    #[arg(long, default_value_t = 50050)]
    port: u16,
    /// The time without a heartbeat after which an executor counts as lost, and other executors do its work
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    timeout: u64,
}

#[derive(Args)]
struct Executor {
    /// The host of the scheduler
    #[arg(long, value_name = "HOST", default_value = "localhost")]
    scheduler: String,
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    scheduler_port: u16,
    /// The address at which the scheduler and other executors connect
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The host name at which the scheduler and other executors connect, if it is not the address
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// The port for results
    #[arg(long, default_value_t = 50051)]
    port: u16,
    /// The port for tasks
    #[arg(long, value_name = "PORT", default_value_t = 50052)]
    task_port: u16,
    /// The number of tasks that run at once; by default one for each processor
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    tasks: usize,
    /// The folder of intermediate results; by default a temporary one
    #[arg(long, value_name = "FOLDER")]
    work: Option<String>,
    /// The time between the heartbeats that the executor sends to the scheduler
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    heartbeat: u64,
}

#[derive(Args)]
struct Sql {
    /// The address of the scheduler
    #[arg(long, value_name = "URL", default_value = "df://localhost:50050")]
    scheduler: String,
    /// The query
    query: String,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    env_logger::Builder::from_env(Env::default().default_filter_or("off")).init();
    // The threads have large stacks, because Ballista decodes plans by recursion.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(32 << 20).build();
    let result = runtime.map_err(Into::into).and_then(|runtime| {
        runtime.block_on(async {
            match arguments.command {
                Command::Scheduler(options) => schedule(&options).await,
                Command::Executor(options) => execute(options).await,
                Command::Sql(options) => run(&options).await,
            }
        })
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn schedule(options: &Scheduler) -> Result<()> {
    let config = SchedulerConfig {
        bind_host: options.bind.to_string(),
        bind_port: options.port,
        executor_timeout_seconds: options.timeout,
        expire_dead_executor_interval_seconds: options.timeout.div_ceil(4).min(15),
        no_executors_grace_period_seconds: options.timeout,
        ..hedgerow_ballista::scheduler(&Options::default())
    };
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let address = SocketAddr::new(options.bind, options.port);
    eprintln!("the scheduler is at {address}");
    Ok(start_server(cluster, address, Arc::new(config)).await?)
}

async fn execute(options: Executor) -> Result<()> {
    let config = ExecutorProcessConfig {
        bind_host: options.bind.to_string(),
        external_host: options.host,
        port: options.port,
        grpc_port: options.task_port,
        scheduler_host: options.scheduler,
        scheduler_port: options.scheduler_port,
        scheduler_connect_timeout_seconds: 60,
        vcores: options.tasks,
        work_dir: options.work,
        executor_heartbeat_interval_seconds: options.heartbeat,
        ..hedgerow_ballista::executor(&Options::default())
    };
    Ok(start_executor_process(Arc::new(config)).await?)
}

async fn run(options: &Sql) -> Result<()> {
    let context = hedgerow_ballista::connect(&options.scheduler, &Options::default()).await?;
    let mut batches = context.sql(&options.query).await?.execute_stream().await?;
    let mut output = io::stdout().lock();
    while let Some(batch) = batches.next().await {
        let mut lines = LineDelimitedWriter::new(Vec::new());
        lines.write(&batch?)?;
        output.write_all(&lines.into_inner())?;
    }
    Ok(output.flush()?)
}
