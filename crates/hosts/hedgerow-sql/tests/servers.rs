//! Archives and tables on servers: a server in this test, whose answers can be faulty, and an S3 server.
//!
//! `cargo xtask extra scale` starts the S3 server, and passes its address in `HEDGEROW_S3`.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::ops::Range;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

/// The number of records of the archive.
const RECORDS: usize = 150;

/// Runs the program. Returns its output, or its complaints if it fails.
fn run(arguments: &[&str]) -> Result<String, String> {
    succeed(program().args(["--format", "csv"]).args(arguments))
}

/// The program, with the credentials of the S3 server.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hedgerow-sql"));
    // A proxy cannot reach the loopback address of this machine.
    let is_removed = |name: &str| name.starts_with("AWS_") || name.to_ascii_lowercase().ends_with("_proxy");
    for (name, _) in env::vars().filter(|(name, _)| is_removed(name)) {
        command.env_remove(name);
    }
    if let Ok(server) = env::var("HEDGEROW_S3") {
        command.envs([("AWS_ENDPOINT_URL", server.as_str()), ("AWS_REGION", "us-east-1")]);
        command.envs([("AWS_ACCESS_KEY_ID", "key"), ("AWS_SECRET_ACCESS_KEY", "secret")]);
    }
    command
}

/// Returns the output of a program, or what it complains about if it fails.
fn succeed(command: &mut Command) -> Result<String, String> {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// Returns an archive, and the range of each record.
fn archive() -> (Vec<u8>, Vec<Range<usize>>) {
    let (mut archive, mut ranges) = (Vec::new(), Vec::new());
    let mut noise = 1_u32;
    for number in 0..RECORDS {
        let mut page = format!("<title>Page {number}</title>");
        for _ in 0..2000 {
            // Text that does not compress, so that the archive has several ranges.
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            write!(page, "{noise:x}").unwrap();
        }
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        let mut member = GzEncoder::new(Vec::new(), Compression::fast());
        write!(
            member,
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/{number}\r\nContent-Length: {}\r\n\r\n\
             {block}\r\n\r\n",
            block.len()
        )
        .unwrap();
        let start = archive.len();
        archive.extend(member.finish().unwrap());
        ranges.push(start..archive.len());
    }
    (archive, ranges)
}

/// The query that all servers must answer alike, and its answer.
fn query(address: &str) -> String {
    format!(
        "SELECT count(*), count(DISTINCT html_title(payload)), count(reason), min(file) FROM warc('{address}')"
    )
}

fn answer(address: &str) -> String {
    format!("{RECORDS},{RECORDS},0,{address}\n")
}

fn rows(output: &str) -> &str {
    output.split_once('\n').unwrap().1
}

/// A request: the path, and the range.
type Request = (String, Option<Range<usize>>);

/// A server on the loopback address. The first folder of a path says which fault its answers have.
struct Server {
    address: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    fn start(files: HashMap<&'static str, Vec<u8>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::<Mutex<Vec<_>>>::default();
        let (files, log, own) = (Arc::new(files), Arc::clone(&requests), address.clone());
        thread::spawn(move || {
            for connection in listener.incoming() {
                let (files, log, own) = (Arc::clone(&files), Arc::clone(&log), own.clone());
                // A client that ends the connection is no failure of the test.
                thread::spawn(move || drop(answer_request(&connection.unwrap(), &files, &log, &own)));
            }
        });
        Self { address, requests }
    }

    /// The requests for a path, without those for its description.
    fn ranges(&self, path: &str) -> Vec<Range<usize>> {
        let requests = self.requests.lock().unwrap();
        requests.iter().filter(|request| request.0 == path).filter_map(|request| request.1.clone()).collect()
    }
}

fn answer_request(
    mut connection: &TcpStream,
    files: &HashMap<&'static str, Vec<u8>>,
    log: &Mutex<Vec<Request>>,
    own: &str,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(connection);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut range = None;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(bytes) = line.to_ascii_lowercase().strip_prefix("range: bytes=") {
            let (start, end) = bytes.trim().split_once('-').unwrap();
            range = Some(start.parse().unwrap()..end.parse::<usize>().unwrap() + 1);
        }
    }
    let mut words = first.split(' ');
    let (method, path) = (words.next().unwrap(), words.next().unwrap().to_owned());
    let attempt = {
        let mut log = log.lock().unwrap();
        log.push((path.clone(), range.clone()));
        log.iter().filter(|request| **request == (path.clone(), range.clone())).count()
    };
    let mut parts = path[1..].splitn(2, '/');
    let (fault, name) = (parts.next().unwrap(), parts.next().unwrap_or_default());
    let is_first = attempt == 1 && range.is_some();
    let status = match fault {
        "busy" if attempt <= 2 => "503 Service Unavailable",
        "down" => "503 Service Unavailable",
        "secret" => "403 Forbidden",
        "moved" => {
            return write!(
                connection,
                "HTTP/1.1 302 Found\r\nLocation: {own}/plain/{name}\r\nContent-Length: 0\r\n\r\n"
            );
        }
        "elsewhere" => {
            let other = own.replace("127.0.0.1", "localhost");
            return write!(
                connection,
                "HTTP/1.1 302 Found\r\nLocation: {other}/plain/{name}\r\nContent-Length: 0\r\n\r\n"
            );
        }
        _ => "",
    };
    let Some(file) = files.get(name).filter(|_| status.is_empty()) else {
        let status = if status.is_empty() { "404 Not Found" } else { status };
        return write!(connection, "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    if fault == "silent" && is_first {
        thread::sleep(Duration::from_secs(3));
        return Ok(());
    }
    let range = range.filter(|_| fault != "whole").map(|range| range.start..range.end.min(file.len()));
    let bytes = &file[range.clone().unwrap_or(0..file.len())];
    // The bytes that the server says to send, and those that it sends.
    let stated = if fault == "short" && is_first { bytes.len() / 2 } else { bytes.len() };
    let sent = if fault == "cut" && is_first { stated / 2 } else { stated };
    let status = if range.is_some() { "206 Partial Content" } else { "200 OK" };
    write!(connection, "HTTP/1.1 {status}\r\nContent-Length: {stated}\r\nConnection: close\r\n")?;
    // Without a tag, the client cannot be sure that it reads the same file, so both must work.
    if !name.contains("untagged") {
        write!(connection, "ETag: \"1\"\r\n")?;
    }
    write!(connection, "Last-Modified: Sun, 29 Nov 2026 06:00:00 GMT\r\n")?;
    if let Some(range) = &range {
        write!(connection, "Content-Range: bytes {}-{}/{}\r\n", range.start, range.end - 1, file.len())?;
    }
    write!(connection, "\r\n")?;
    if method == "HEAD" {
        return Ok(());
    }
    for part in bytes[..sent].chunks(1 << 17) {
        if fault == "slow" {
            thread::sleep(Duration::from_millis(50));
        }
        connection.write_all(part)?;
    }
    Ok(())
}

/// A server with the archive, as `a.warc.gz` and as `untagged.warc.gz`.
fn server() -> Server {
    let (archive, _) = archive();
    Server::start(HashMap::from([("a.warc.gz", archive.clone()), ("untagged.warc.gz", archive)]))
}

#[test]
fn an_archive_on_a_server_has_the_rows_of_a_local_one() {
    let server = server();
    // Requests whose first answer is faulty are sent again.
    for fault in ["plain", "cut", "busy", "short", "slow", "silent", "moved"] {
        for (file, jobs) in [("a.warc.gz", "1"), ("untagged.warc.gz", "3")] {
            let address = format!("{}/{fault}/{file}", server.address);
            // On a busy machine, any answer may take a second, so only this test of timeouts has such a short one.
            let timeout = if fault == "silent" { "1" } else { "30" };
            let output = run(&["--jobs", jobs, "--timeout", timeout, &query(&address)]);
            let output = output.unwrap_or_else(|error| panic!("{address}: {error}"));
            assert_eq!(rows(&output), answer(&address), "{address}");
        }
    }
}

#[test]
fn each_byte_is_requested_once() {
    let server = server();
    let address = format!("{}/plain/a.warc.gz", server.address);
    run(&["--jobs", "1", &query(&address)]).unwrap();
    let mut ranges = server.ranges("/plain/a.warc.gz");
    ranges.sort_by_key(|range| range.start);
    assert!(ranges.len() > 3, "{ranges:?}");
    assert_eq!(ranges[0].start, 0);
    assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start), "{ranges:?}");
}

#[test]
fn a_server_that_fails_ends_the_query_with_the_reason() {
    let server = server();
    for (path, reason) in [
        ("plain/b.warc.gz", "it does not exist"),
        ("secret/a.warc.gz", "the server refuses access with these credentials, or without any"),
        ("down/a.warc.gz", "503 Service Unavailable"),
        ("whole/a.warc.gz", "the server does not support requests for ranges of bytes"),
        ("elsewhere/a.warc.gz", "use this address in the query"),
        ("plain/*.warc.gz", "a web server does not list its files"),
        ("plain/a.warc.gz#1", "are not supported"),
    ] {
        let address = format!("{}/{path}", server.address);
        let error = run(&["--retries", "2", &query(&address)]).unwrap_err();
        assert!(error.contains(&format!("cannot read {address}")) && error.contains(reason), "{error}");
        assert!(error.len() < 1000, "{error}");
    }
    // A host that was not asked for got no request.
    let requests = server.requests.lock().unwrap();
    assert!(requests.iter().filter(|request| request.0.starts_with("/elsewhere")).count() > 0);
    let error = run(&["--retries", "0", &query("http://127.0.0.1:9/a.warc.gz")]).unwrap_err();
    assert!(error.contains("Connection refused"), "{error}");
    let error = run(&[&query("gs://bucket/a.warc.gz")]).unwrap_err();
    assert!(error.contains("addresses with gs: are not supported"), "{error}");
}

/// A folder for the files of a test, which is removed with the value.
fn folder() -> TempDir {
    // Names that begin with a dot, as by default, are those of hidden folders.
    tempfile::Builder::new().prefix("servers-").tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

#[test]
fn the_records_of_an_index_are_requested_once_each() {
    let (archive, ranges) = archive();
    let server = Server::start(HashMap::from([("a.warc.gz", archive.clone())]));
    let folder = folder();
    fs::write(folder.path().join("a.warc.gz"), &archive).unwrap();
    let wanted: Vec<&Range<usize>> = ranges.iter().step_by(7).collect();
    let mut cdx = " CDX N b a m s k r M S V g\n".to_owned();
    let mut cdxj = String::new();
    for range in &wanted {
        writeln!(cdx, "k 20240501 - text/html 200 - - - {} {} a.warc.gz", range.len(), range.start).unwrap();
        writeln!(
            cdxj,
            "k 20240501 {{\"length\": \"{}\", \"offset\": \"{}\", \"filename\": \"a.warc.gz\"}}",
            range.len(),
            range.start
        )
        .unwrap();
    }
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("a.cdx"), cdx).unwrap();
    fs::write(path("a.cdxj"), cdxj).unwrap();
    let parquet = path("index.parquet");
    let copied = run(&[&format!(
        "COPY (SELECT file AS warc_filename, record_offset AS warc_record_offset, record_length AS warc_record_length FROM cdx('{}')) \
         TO '{parquet}'",
        path("a.cdx")
    )]);
    assert_eq!(rows(&copied.unwrap()), format!("{}\n", wanted.len()));
    let expected: Vec<String> = (0..RECORDS).step_by(7).map(|number| format!("Page {number}\n")).collect();
    let expected = expected.concat();
    for index in [path("a.cdx"), path("a.cdxj"), parquet] {
        for base in [format!("{}/{}/", server.address, index.len()), format!("{}/", folder.path().display())]
        {
            let output = run(&[&format!(
                "SELECT html_title(payload) AS title FROM warc_records('{index}', '{base}') ORDER BY record_offset"
            )]);
            assert_eq!(rows(&output.unwrap()), expected, "{index} {base}");
        }
        let mut requested = server.ranges(&format!("/{}/a.warc.gz", index.len()));
        requested.sort_by_key(|range| range.start);
        assert_eq!(requested.iter().collect::<Vec<_>>(), wanted);
    }
}

#[test]
fn a_range_that_does_not_exist_is_a_row_with_a_reason() {
    let (archive, ranges) = archive();
    let server = Server::start(HashMap::from([("a.warc.gz", archive.clone())]));
    let length = ranges[0].len();
    let query = format!(
        "CREATE VIEW wanted AS SELECT * FROM (VALUES ('a.warc.gz', 0, {length}), ('b.warc.gz', 0, 5), ('a.warc.gz', 0, {}), \
         ('a.warc.gz', 0, 0), (NULL, 0, 5)) AS t(file, record_offset, record_length); \
         SELECT html_title(payload) AS title, reason FROM warc_records('wanted', '{}/plain/') ORDER BY reason",
        length / 2,
        server.address
    );
    let output = run(&[&query]).unwrap();
    let lines: Vec<&str> = rows(&output).lines().collect();
    assert_eq!(lines.len(), 5, "{output}");
    for reason in ["it does not exist", "it is damaged", "a length of 0 bytes", "states no file"] {
        assert!(lines.iter().any(|line| line.contains(reason)), "{reason}: {output}");
    }
    assert!(lines.contains(&"Page 0,"), "{output}");
    let error = run(&[&query.replace("/plain/", "/down/"), "--retries", "1"]).unwrap_err();
    assert!(error.contains("503"), "{error}");
}

#[test]
fn a_job_continues_where_it_ended() {
    let (archive, _) = archive();
    let folder = folder();
    for file in ["a.warc.gz", "b.warc.gz"] {
        fs::write(folder.path().join(file), &archive).unwrap();
    }
    let broken = folder.path().join("c.warc.gz");
    fs::create_dir(&broken).unwrap();
    let (files, results) = (format!("{}/*.warc.gz", folder.path().display()), folder.path().join("results"));
    let job = |query: &str| {
        Command::new(env!("CARGO_BIN_EXE_hedgerow-sql"))
            .args(["--for-each", &files, "--to", results.to_str().unwrap(), query])
            .output()
            .map(|output| (output.status.success(), String::from_utf8(output.stderr).unwrap()))
            .unwrap()
    };
    let query = "SELECT url, html_title(payload) AS title FROM warc('{file}')";
    let (succeeded, progress) = job(&query.replace("url", "nothing"));
    assert!(!succeeded && progress.contains("2 of 2 files have no result"), "{progress}");
    let (succeeded, progress) = job(query);
    assert!(succeeded && progress.contains("b.warc.gz: 150 rows"), "{progress}");
    fs::remove_file(results.join("a.warc.gz.parquet")).unwrap();
    let (succeeded, progress) = job(query);
    assert!(succeeded && progress.contains("a.warc.gz: 150 rows"), "{progress}");
    assert!(progress.contains("1 of 2 files had a result already"), "{progress}");
    let count = run(&[&format!("SELECT count(title) FROM '{}/'", results.display())]);
    assert_eq!(rows(&count.unwrap()), "300\n");
}

/// Sends a request to the S3 server.
fn put(server: &str, path: &str, body: &[u8]) {
    let host = server.strip_prefix("http://").unwrap();
    let mut connection = TcpStream::connect(host).unwrap();
    write!(
        connection,
        "PUT {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )
    .unwrap();
    connection.write_all(body).unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn s3_has_archives_and_tables() {
    let Ok(server) = env::var("HEDGEROW_S3") else {
        eprintln!("NOT TESTED: S3, because HEDGEROW_S3 is not set; `cargo xtask extra scale` sets it");
        return;
    };
    let (archive, ranges) = archive();
    put(&server, "/crawl", b"");
    for key in ["a.warc.gz", "part/b.warc.gz", "part/c%20d%23%25.warc.gz", "part/%2A%5B1%5D.warc.gz"] {
        put(&server, &format!("/crawl/{key}"), &archive);
    }
    for (pattern, count) in [
        ("a.warc.gz", 1),
        ("part/*.warc.gz", 3),
        ("*/*", 3),
        ("part/c%20d%23%25.warc.gz", 1),
        ("part/%2A%5B1%5D.warc.gz", 1),
    ] {
        let output =
            run(&[&format!("SELECT count(*), count(reason) FROM warc('s3://crawl/{pattern}')")]).unwrap();
        assert_eq!(rows(&output), format!("{},0\n", count * RECORDS), "{pattern}");
    }
    let copied =
        run(&["COPY (SELECT url, payload FROM warc('s3://crawl/a.warc.gz')) TO 's3://crawl/pages.parquet'"]);
    assert_eq!(rows(&copied.unwrap()), format!("{RECORDS}\n"));
    let titles = run(&["SELECT count(html_title(payload)) FROM 's3://crawl/pages.parquet'"]);
    assert_eq!(rows(&titles.unwrap()), format!("{RECORDS}\n"));
    // Each file that is found is read by its address, also one whose key has wildcards.
    let each =
        ["--for-each", "s3://crawl/part/*", "--to", "s3://crawl/urls", "SELECT url FROM warc('{file}')"];
    succeed(program().args(each)).unwrap();
    let urls = run(&["SELECT count(*) FROM 's3://crawl/urls/'"]);
    assert_eq!(rows(&urls.unwrap()), format!("{}\n", 3 * RECORDS));
    let range = &ranges[5];
    let record = run(&[&format!(
        "CREATE VIEW wanted AS SELECT 's3://crawl/a.warc.gz' AS file, {} AS record_offset, {} AS record_length; \
         SELECT html_title(payload) AS title FROM warc_records('wanted')",
        range.start,
        range.len()
    )]);
    assert_eq!(rows(&record.unwrap()), "Page 5\n");
    for (query, reason) in [
        ("SELECT url FROM warc('s3://crawl/none.warc.gz')", "it does not exist"),
        ("SELECT url FROM warc('s3://crawl/none*')", "no file matches"),
        ("SELECT url FROM warc('s3://nobody/a.warc.gz')", "it does not exist"),
        ("SELECT url FROM 's3://crawl/none.parquet'", "no file matches"),
    ] {
        let error = run(&[query]).unwrap_err();
        assert!(error.contains(reason), "{query}: {error}");
    }
}
