//! Measures the processor time of queries over an archive of the pages in a folder:
//! `cargo xtask extra scale --measure FOLDER`.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use datafusion::physical_plan::ExecutionPlanProperties as _;
use datafusion::prelude::{SessionConfig, SessionContext};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures::StreamExt as _;
use hedgerow_warc::Decompressed;

/// The approximate length of the archive in bytes, before compression.
const BYTES: usize = 400 << 20;

/// The queries, each with its name.
const QUERIES: [(&str, &str); 6] = [
    ("addresses", "SELECT url FROM archive"),
    ("payload", "SELECT payload FROM archive"),
    ("title", "SELECT html_title(payload, content_type) FROM archive"),
    ("text", "SELECT html_text(payload, content_type) FROM archive"),
    ("links", "SELECT html_links(payload, url, content_type) FROM archive"),
    (
        "all three, in one parse",
        "SELECT url, html_extract(payload, '{\"title\": \"html_title\", \"text\": \"html_text\", \
         \"links\": \"html_links\"}', url, content_type) FROM archive",
    ),
];

/// Returns the processor time of this process so far, including its time in the kernel, in steps of 10 ms.
fn processor_time() -> Result<Duration, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name of the program may contain spaces, and ends at the last parenthesis.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    let ticks = fields.map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(ticks * 10))
}

/// Runs a function, and prints its processor time and its elapsed time.
#[expect(clippy::cast_precision_loss, reason = "the archive has less than 2^52 bytes")]
fn measure(
    name: &str,
    bytes: u64,
    function: impl FnOnce() -> Result<usize, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let (time, start) = (processor_time()?, Instant::now());
    let rows = function()?;
    let (time, elapsed) =
        (processor_time()?.saturating_sub(time).as_secs_f64(), start.elapsed().as_secs_f64());
    let per_gigabyte = time / (bytes as f64 / 1e9);
    println!(
        "{name:40} {per_gigabyte:7.2} s of processor time per GB; {time:6.2} s in {elapsed:6.2} s; {rows} rows"
    );
    Ok(())
}

/// Adds the HTML files below a folder to `pages`.
fn collect(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            pages.push(path);
        }
    }
    Ok(())
}

/// Writes an archive of the pages, repeated. Returns its length before compression.
fn write_archive(folder: &Path, output: &mut impl Write) -> Result<u64, Box<dyn Error>> {
    let mut paths = Vec::new();
    collect(folder, &mut paths)?;
    paths.sort();
    let pages = paths.iter().map(fs::read).collect::<Result<Vec<_>, _>>()?;
    if pages.is_empty() {
        return Err(format!("no .html file is in {}", folder.display()).into());
    }
    // Each page is compressed once, and its member is repeated.
    let mut members = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let block = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n", &**page].concat();
        let head = format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://site.example/{number}/page\r\n\
             Content-Length: {}\r\n\r\n",
            block.len()
        );
        let record = [head.as_bytes(), &block, b"\r\n\r\n"].concat();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&record)?;
        members.push((record.len(), encoder.finish()?));
    }
    let mut written = 0;
    for (length, member) in members.iter().cycle() {
        output.write_all(member)?;
        written += length;
        if written >= BYTES {
            return Ok(written as u64);
        }
    }
    Ok(written as u64)
}

/// Runs a query with a partition for each thread. Returns the number of rows.
fn query(sql: &str, threads: usize) -> Result<usize, Box<dyn Error>> {
    let runtime = || tokio::runtime::Builder::new_current_thread().build();
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(threads));
    hedgerow_datafusion::register(&context);
    let plan = runtime()?.block_on(async { context.sql(sql).await?.create_physical_plan().await })?;
    let partitions = plan.output_partitioning().partition_count();
    let count = |partition| {
        let mut rows = 0;
        let batches = plan.execute(partition, context.task_ctx());
        runtime().map_err(|error| error.to_string())?.block_on(async {
            let mut batches = batches.map_err(|error| error.to_string())?;
            while let Some(batch) = batches.next().await {
                rows += batch.map_err(|error| error.to_string())?.num_rows();
            }
            Ok::<usize, String>(rows)
        })
    };
    let count = &count;
    let results = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..partitions).map(|partition| scope.spawn(move || count(partition))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or(Err("a thread panicked".to_owned())))
            .collect::<Vec<_>>()
    });
    Ok(results.into_iter().sum::<Result<usize, String>>()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("give the folder of the pages")?;
    let path = std::env::temp_dir().join(format!("hedgerow-measure-{}.warc.gz", std::process::id()));
    let mut file = BufWriter::new(File::create(&path)?);
    let bytes = write_archive(Path::new(&folder), &mut file)?;
    file.flush()?;
    println!("{bytes} bytes, compressed to {}", fs::metadata(&path)?.len());
    for round in 1..=2 {
        println!("round {round}");
        measure("decompression alone", bytes, || {
            let mut reader = Decompressed::new(BufReader::new(File::open(&path)?))?;
            let mut buffer = vec![0; 1 << 16];
            while reader.read(&mut buffer)? > 0 {}
            Ok(0)
        })?;
        for threads in [1, 2] {
            println!("{threads} thread(s)");
            for (name, sql) in QUERIES {
                let sql = sql.replace("archive", &format!("warc('{}')", path.display()));
                measure(name, bytes, || query(&sql, threads))?;
            }
        }
    }
    fs::remove_file(&path)?;
    Ok(())
}
