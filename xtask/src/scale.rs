//! `cargo xtask extra scale`: tests the crates for query engines, and the program `hedgerow-sql`. `--lints` lints them, which builds
//! `DataFusion` a second time, and `--spark` compares the rows of Spark with those of `hedgerow-sql`.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::python::{Environment, find_interpreter};
use crate::workspace::{self, cargo_in_hosts};

/// The S3 server of the tests.
const MOTO: &str = "moto[server]==5.2.5";

/// The options of `cargo xtask extra scale`.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Measure the processor time of queries instead, on an archive that is generated from the pages in this folder
    #[arg(long, value_name = "FOLDER")]
    measure: Option<String>,
    /// Also lint the crates
    #[arg(long)]
    lints: bool,
    /// Also compare the rows of `hedgerow-sql` with those of the Python package and of Spark: `cargo xtask python --engines`
    #[arg(long)]
    spark: bool,
}

/// The arguments of the tests. The Python package is part of the selection, although it has no tests in Rust, so that cargo
/// selects the same features as for the wheel.
const TESTS: [&str; 5] = ["test", "--profile", "ci", "--workspace", "--no-fail-fast"];

/// Runs all steps. Returns whether they succeeded.
pub(crate) fn run(options: &Options) -> Result<bool> {
    if let Some(folder) = &options.measure {
        let example =
            ["-p", "hedgerow-datafusion", "--features", "measure", "--example", "measure", "--", folder];
        // Link-time optimization would take many minutes. The profile `ci` does not optimize the query engine.
        let settings = [("CARGO_PROFILE_RELEASE_LTO", "off"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")];
        return cargo_in_hosts(&[&["run", "--release"], &example[..]].concat(), &settings);
    }
    let mut passed = test()?;
    if options.lints {
        passed &= cargo_in_hosts(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    }
    if options.spark {
        passed &= compare_with_spark()?;
    } else {
        eprintln!("NOT TESTED: Spark; `cargo xtask extra scale --spark` tests it");
    }
    if std::env::var_os("HEDGEROW_SHARED").is_none() {
        eprintln!("NOT TESTED: real pages, because HEDGEROW_SHARED is not set");
    }
    Ok(passed)
}

/// Tests the second workspace. Returns whether the tests passed.
pub(crate) fn test() -> Result<bool> {
    let server = match environment_of_server() {
        Ok(environment) => Some(S3Server::start(&environment)?),
        Err(error) => {
            eprintln!("NOT TESTED: S3, because its server cannot be installed: {error:#}");
            None
        }
    };
    let address = server.as_ref().map(|server| ("HEDGEROW_S3", &*server.address));
    cargo_in_hosts(&TESTS, address.as_slice())
}

/// Returns an environment in which the S3 server is installed. The other tests need neither Python nor the network.
fn environment_of_server() -> Result<Environment> {
    let interpreter = find_interpreter(None).context("Python was not found; set PYTHON to an interpreter")?;
    let environment = Environment::create(&interpreter)?;
    environment.install(&[MOTO])?;
    Ok(environment)
}

/// An S3 server on the loopback address.
struct S3Server {
    process: Child,
    address: String,
}

impl S3Server {
    fn start(environment: &Environment) -> Result<Self> {
        // A port that is free at this moment.
        let host = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let mut command = Command::new(environment.program("moto_server"));
        command.args(["--host", "127.0.0.1", "--port", &host.port().to_string()]);
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let process = process.context("cannot start the S3 server")?;
        let server = Self { process, address: format!("http://{host}") };
        let begin = Instant::now();
        while TcpStream::connect(host).is_err() {
            if begin.elapsed() > Duration::from_secs(60) {
                bail!("the S3 server does not answer");
            }
            thread::sleep(Duration::from_millis(100));
        }
        Ok(server)
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        let ended: io::Result<_> = self.process.kill().and_then(|()| self.process.wait());
        if let Err(error) = ended {
            eprintln!("the S3 server cannot be ended: {error}");
        }
    }
}

/// Runs the tests of the Python package with query engines, which compare the rows of Spark with those of `hedgerow-sql`.
fn compare_with_spark() -> Result<bool> {
    // The tests have built the program.
    let program = workspace::target().join("ci/hedgerow-sql").with_extension(std::env::consts::EXE_EXTENSION);
    workspace::cargo(&["xtask", "python", "--engines"], &[("HEDGEROW_PROGRAM", &program.to_string_lossy())])
}
