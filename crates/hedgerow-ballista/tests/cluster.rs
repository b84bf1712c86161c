//! A scheduler and two executors, as processes on this machine, give the same rows as a query in this process.

#[path = "../../hedgerow-datafusion/tests/support/archive.rs"]
mod archive;

use std::fs::{self, File};
use std::io::BufWriter;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hedgerow_datafusion::datafusion::arrow::json::LineDelimitedWriter;
use hedgerow_datafusion::datafusion::prelude::SessionContext;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hedgerow-ballista");

/// The number of responses in the archive.
const RESPONSES: usize = 20_000;

/// The number of hard links to the archive. A query over all links takes so long that an executor can be killed during it.
const COPIES: usize = 8;

/// A folder with an archive and hard links to the archive. Dropping this removes the folder.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("crawl.warc.gz");
        let mut file = BufWriter::new(File::create(&path).unwrap());
        let responses = archive::write_archive(&mut file, RESPONSES, 20).unwrap();
        drop(file);
        assert!(responses.iter().any(|response| response.damage != archive::Damage::None));
        for copy in 0..COPIES {
            fs::hard_link(&path, folder.join(format!("copy-{copy}.warc.gz"))).unwrap();
        }
        Self(folder)
    }

    /// Returns a query with a row for each response and each damaged record in the archives that match a pattern.
    fn query(&self, pattern: &str) -> String {
        let path = self.0.join(pattern);
        format!(
            "SELECT url, \"offset\", reason, html_title(payload, content_type) AS title, \
             html_text(payload, content_type) AS text, html_links(payload, url, content_type) AS links \
             FROM warc('{}') WHERE \"WARC-Type\" = 'response' OR \"WARC-Type\" IS NULL",
            path.display()
        )
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process. Dropping this kills it.
struct Process(Child);

impl Process {
    fn start(arguments: &[String]) -> Self {
        Self(Command::new(PROGRAM).args(arguments).stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A scheduler and executors.
struct Cluster {
    port: u16,
    _scheduler: Process,
    executors: Vec<Process>,
}

impl Cluster {
    fn start(executors: usize) -> Self {
        let port = free_port();
        let scheduler = ["scheduler", "--port", &port.to_string(), "--timeout", "8"].map(str::to_owned);
        let scheduler = Process::start(&scheduler);
        wait_for(port);
        let executors = (0..executors).map(|_| {
            let (results, tasks) = (free_port(), free_port());
            let arguments = format!(
                "executor --scheduler-port {port} --port {results} --task-port {tasks} --tasks 1 --heartbeat 1"
            );
            let executor = Process::start(&arguments.split(' ').map(str::to_owned).collect::<Vec<_>>());
            wait_for(results);
            executor
        });
        Self { port, executors: executors.collect(), _scheduler: scheduler }
    }

    fn start_query(&self, query: &str) -> Child {
        let scheduler = format!("df://localhost:{}", self.port);
        let mut command = Command::new(PROGRAM);
        command.args(["sql", "--scheduler", &scheduler, query]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

/// Returns a free port that earlier calls have not returned, below the ports that the system assigns to outgoing
/// connections.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let ports = std::iter::repeat_with(|| 20_000 + NEXT.fetch_add(1, Ordering::Relaxed) % 10_000);
    ports.take(10_000).find(is_free).expect("a port is free")
}

/// Waits until a process listens at a port.
fn wait_for(port: u16) {
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_mins(1), "nothing listens at the port {port}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The sorted rows of a query that is running, as lines of JSON.
fn rows_of(query: Child) -> Vec<String> {
    let output = query.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    sorted(&output.stdout)
}

fn sorted(lines: &[u8]) -> Vec<String> {
    let mut lines: Vec<String> = str::from_utf8(lines).unwrap().lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// The sorted rows of a query in this process, as lines of JSON.
fn rows_here(query: &str) -> Vec<String> {
    let context = SessionContext::new();
    hedgerow_datafusion::register(&context);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let batches = runtime.block_on(async { context.sql(query).await?.collect().await }).unwrap();
    let mut lines = LineDelimitedWriter::new(Vec::new());
    lines.write_batches(&batches.iter().collect::<Vec<_>>()).unwrap();
    sorted(&lines.into_inner())
}

#[test]
fn a_cluster_gives_the_rows_of_a_query_in_one_process() {
    let folder = Folder::new("cluster");
    let cluster = Cluster::start(2);
    let query = folder.query("crawl.warc.gz");
    let expected = rows_here(&query);
    assert!(expected.len() > RESPONSES * 9 / 10);
    let rows = rows_of(cluster.start_query(&query));
    assert_eq!(rows.len(), expected.len());
    let different = rows.iter().zip(&expected).find(|(row, expected)| row != expected);
    assert_eq!(different, None);

    // A query with a shuffle and a condition on the HTTP status, and a query with a limit.
    let path = folder.0.join("crawl.warc.gz");
    let grouped = format!(
        "SELECT split_part(url, '/', 3) AS site, count(*) AS pages, sum(cardinality(html_links(payload, url))) AS links \
         FROM warc('{}') WHERE http_status IN (200, 203) GROUP BY site",
        path.display()
    );
    assert_eq!(rows_of(cluster.start_query(&grouped)), rows_here(&grouped));
    let limited = format!("SELECT url FROM warc('{}') WHERE url LIKE '%/7%' LIMIT 5", path.display());
    assert_eq!(rows_of(cluster.start_query(&limited)).len(), 5);
}

#[test]
fn killing_an_executor_loses_no_rows() {
    let folder = Folder::new("killed");
    let mut cluster = Cluster::start(2);
    let expected = rows_here(&folder.query("crawl.warc.gz"));
    let mut query = cluster.start_query(&folder.query("copy-*.warc.gz"));
    thread::sleep(Duration::from_millis(1500));
    assert!(query.try_wait().unwrap().is_none(), "the query ended before an executor was killed");
    drop(cluster.executors.pop());
    let rows = rows_of(query);
    assert_eq!(rows.len(), expected.len() * COPIES);
    assert!(rows.chunks(COPIES).zip(&expected).all(|(copies, row)| copies.iter().all(|copy| copy == row)));
}

#[test]
fn errors_name_what_is_wrong() {
    let cluster = Cluster::start(1);
    let output = cluster.start_query("SELECT html_select('<p>', '[')").wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: ") && message.contains("html_select"), "{message}");
    let output = cluster.start_query("SELECT * FROM warc('/no/such.warc')").wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("no file matches \"/no/such.warc\""), "{message}");
}
