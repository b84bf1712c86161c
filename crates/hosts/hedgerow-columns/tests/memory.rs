//! The peak memory of a worker that reads an archive and extracts parts of its pages is bounded, whatever the pages
//! contain.
//!
//! There is only one test, because memory is counted for the whole process.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, RecordBatch};
use flate2::Compression;
use flate2::write::GzEncoder;
use hedgerow_columns::{
    ArchiveColumn, ArchivePart, ArchiveRows, Documents, Extraction, Options, html_extract,
};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const MB: usize = 1_000_000;

/// The maximum length of a record, and of a payload, in bytes.
const LONGEST: usize = 64 << 20;

/// The number of small pages before and after the large one, and the length of their text in bytes.
const SMALL_PAGES: usize = 400;
const SMALL: usize = 30_000;

const WORDS: &str = "<p>Oak <b>and</b> <a href=/elm>elm</a>, in a hedge.\n";

/// The large page among the small ones.
#[derive(Clone, Copy, Debug)]
enum Page {
    /// There is no large page.
    Missing,
    /// A record of this many bytes.
    Plain(usize),
    /// A record that is short, but whose body has this many bytes without its gzip coding.
    Coded(usize),
}

/// Writes a page of `bytes` bytes.
fn write_page(mut output: impl Write, bytes: usize) -> io::Result<()> {
    output.write_all(b"<title>Hedges</title>")?;
    for _ in 0..bytes / WORDS.len() {
        output.write_all(WORDS.as_bytes())?;
    }
    Ok(())
}

/// Writes a record with an HTTP response, without the body.
fn write_head(mut output: impl Write, url: &str, coding: &str, bytes: usize) -> io::Result<()> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{coding}\r\n");
    write!(
        output,
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {}\r\n\r\n{http}",
        http.len() + bytes
    )
}

/// Writes an archive of small pages with `page` among them.
fn write_archive(path: &Path, page: Page) -> io::Result<()> {
    let mut output = BufWriter::new(File::create(path)?);
    let mut small = Vec::new();
    write_page(&mut small, SMALL)?;
    for index in 0..2 * SMALL_PAGES {
        write_head(&mut output, &format!("https://small.example/{index}"), "", small.len())?;
        output.write_all(&small)?;
        output.write_all(b"\r\n\r\n")?;
        if index != SMALL_PAGES {
            continue;
        }
        let url = "https://large.example/";
        match page {
            Page::Missing => continue,
            Page::Plain(bytes) => {
                let bytes = bytes / WORDS.len() * WORDS.len();
                write_head(&mut output, url, "", "<title>Hedges</title>".len() + bytes)?;
                write_page(&mut output, bytes)?;
            }
            Page::Coded(bytes) => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
                write_page(&mut encoder, bytes)?;
                let body = encoder.finish()?;
                write_head(&mut output, url, "Content-Encoding: gzip\r\n", body.len())?;
                output.write_all(&body)?;
            }
        }
        output.write_all(b"\r\n\r\n")?;
    }
    output.flush()
}

/// Extracts parts of the pages of a batch. Returns the number of titles.
fn titles(batch: &RecordBatch, extraction: &Extraction) -> usize {
    let documents = Documents::new(batch.column(2)).unwrap();
    let documents =
        documents.with_urls(batch.column(0)).unwrap().with_content_types(batch.column(1)).unwrap();
    let parts = html_extract(&documents, extraction, &Options::default());
    let titles = parts.column_by_name("title").unwrap().as_string::<i64>();
    titles.len() - titles.null_count()
}

/// Reads an archive as one worker. Returns the peak memory in bytes, and the number of titles.
fn read(path: &Path, extraction: &Extraction) -> (usize, usize) {
    let part = ArchivePart { path: path.to_string_lossy().into(), range: 0..u64::MAX };
    let columns = vec![ArchiveColumn::Url, ArchiveColumn::ContentType, ArchiveColumn::Payload];
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let rows = ArchiveRows::new(vec![part], columns, None, 1024);
    let titles = rows.map(|batch| titles(&batch.unwrap(), extraction)).sum();
    (ALLOCATOR.peak_usage() - before, titles)
}

#[test]
fn a_page_of_any_size_takes_bounded_memory() {
    let json = r#"{"title": "html_title", "text": "html_text", "links": "html_links"}"#;
    let extraction: Extraction = json.parse().unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("memory");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("pages.warc");
    let peak = |page: Page| {
        write_archive(&path, page).unwrap();
        let (peak, titles) = read(&path, &extraction);
        eprintln!("{page:?}: {peak} bytes");
        assert_eq!(
            titles,
            2 * SMALL_PAGES,
            "{page:?}: the small pages have titles, and the large one is refused"
        );
        peak
    };
    let small = peak(Page::Missing);
    // A batch has 8 MiB of records and 8 MiB of payloads. The other bytes are the parts that are extracted from the
    // pages.
    assert!(small < 60 * MB, "{small}");
    // This page is longer than a record may be, so it is skipped. Then the batch ends at another page, and up to 1 MiB
    // of this page is buffered.
    assert!(peak(Page::Plain(200 * MB)) < small + 4 * MB);
    // This page is read, but is too long to be parsed. Its record and its payload are in vectors that are copied when
    // they grow.
    assert!(peak(Page::Plain(60 * MB)) < small + 4 * LONGEST);
    // This page is decoded until it is longer than a payload may be.
    assert!(peak(Page::Coded(200 * MB)) < small + 4 * LONGEST);
    std::fs::remove_file(&path).unwrap();
}
