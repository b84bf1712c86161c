//! `hedgerow warc`.

use std::fs;

use hedgerow_warc::{Archive, Record};

use crate::inputs::{folder, run_in};

/// An archive with two pages, one of them damaged, and an image.
fn archive() -> Vec<u8> {
    let record = |id: u32, kind: &str, body: &str, rest: &str| {
        let block = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nX-Note: a\r\nSet-Cookie: b\r\nSet-Cookie: c\r\nSet-Cookie: d\r\n\r\n{body}"
        );
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{id}>\r\nWARC-Date: 2026-11-29T06:00:00Z\r\n\
             WARC-Target-URI: https://a.example/{id}\r\nContent-Length: {}\r\n\r\n{block}{rest}",
            block.len()
        )
    };
    let page = "<title>Oaks &amp; ashes</title><meta name=author content=Ann><link rel=icon href=i.png><script src=s.js></script>\
        <p>Oaks grow <a href=/slowly rel=next>slowly</a>.<img src=oak.png>";
    [
        record(1, "text/html", page, "\r\n\r\n"),
        record(2, "image/png", "PNG", "\r\n\r\n"),
        record(3, "text/html", "<p>Ashes", ""),
        "WARC/1.1\r\nWARC-Type: response\r\n\r\n".to_owned(),
    ]
    .concat()
    .into_bytes()
}

/// The records of a file after the first, which describes the file.
fn records(bytes: &[u8]) -> Vec<Record> {
    let mut archive = Archive::new(bytes).unwrap();
    let mut records = std::iter::from_fn(|| archive.next_record(1 << 20, |_, _| true).unwrap());
    let first = records.next().unwrap();
    assert_eq!((first.head.kind(), first.head.field("warc-date").map(str::len)), ("warcinfo", Some(20)));
    let block = String::from_utf8_lossy(&first.block);
    assert!(block.starts_with("software: hedgerow/") && block.ends_with("1.1\r\n"), "{block}");
    records.collect()
}

#[test]
fn texts_and_metadata_are_written_as_archives() {
    let folder = folder("wet");
    fs::write(folder.join("a.warc"), archive()).unwrap();
    let run = run_in(&folder, &["warc", "--wet", "a.wet.gz", "--wat", "a.wat", "a.warc"]);
    assert_eq!(run.exit_code, Some(2), "{}", run.complaints);
    let wet = records(&fs::read(folder.join("a.wet.gz")).unwrap());
    let texts: Vec<_> = wet.iter().map(|record| String::from_utf8_lossy(&record.block)).collect();
    assert_eq!(texts, ["Oaks grow slowly.", "Ashes"]);
    for (name, value) in [
        ("warc-type", "conversion"),
        ("warc-target-uri", "https://a.example/1"),
        ("warc-refers-to", "<urn:uuid:1>"),
        ("warc-date", "2026-11-29T06:00:00Z"),
        ("content-type", "text/plain"),
    ] {
        assert_eq!(wet[0].head.field(name), Some(value));
    }
    let wat = records(&fs::read(folder.join("a.wat")).unwrap());
    assert_eq!(wat[0].head.field("warc-type"), Some("metadata"));
    let metadata: serde_json::Value = serde_json::from_slice(&wat[0].block).unwrap();
    let at = |path: &str| metadata.pointer(&format!("/Envelope/{path}")).cloned().unwrap_or_default();
    assert_eq!(at("WARC-Header-Metadata/WARC-Target-URI"), "https://a.example/1");
    let response = "Payload-Metadata/HTTP-Response-Metadata";
    assert_eq!(at(&format!("{response}/Headers/X-Note")), "a");
    assert_eq!(at(&format!("{response}/Headers/Set-Cookie")), serde_json::json!(["b", "c", "d"]));
    let html = format!("{response}/HTML-Metadata");
    assert_eq!(at(&format!("{html}/Head/Title")), "Oaks & ashes");
    assert_eq!(at(&format!("{html}/Head/Metas/0/content")), "Ann");
    assert_eq!(at(&format!("{html}/Head/Link/0/path")), "LINK@/href");
    assert_eq!(at(&format!("{html}/Head/Scripts/0/url")), "s.js");
    assert_eq!(
        at(&format!("{html}/Links")),
        serde_json::json!([
            {"path": "A@/href", "rel": "next", "text": "slowly", "url": "/slowly"},
            {"path": "IMG@/src", "url": "oak.png"},
        ])
    );
    // The program reads the texts of a file that it wrote, but not as pages.
    let run = run_in(&folder, &["warc", "--wet", "a.wet.gz", "a.warc"]);
    assert!(run.complaints.contains("a.wet.gz exists already"), "{}", run.complaints);
}

#[test]
fn outputs_are_two_files_outside_the_folders_that_are_read() {
    let folder = folder("wet-places");
    fs::create_dir(folder.join("crawl")).unwrap();
    fs::write(folder.join("crawl/a.warc"), archive()).unwrap();
    for (arguments, complaint) in [
        (["--wet", "a.wet", "--wat", "./a.wet", "crawl"], "--wet and --wat name one file"),
        (["--wet", "crawl/b.warc.gz", "--wat", "a.wat", "crawl"], "because crawl is an input"),
        (["--wet", "b.warc", "--wat", "a.wat", "./b.warc"], "because ./b.warc is an input"),
        (["--wet", "a.wet", "--wat", "crawl/a.warc", "crawl"], "a.warc exists already"),
    ] {
        let run = run_in(&folder, &[&["warc"], &arguments[..]].concat());
        assert_eq!(run.exit_code, Some(2));
        assert!(run.complaints.contains(complaint), "{}", run.complaints);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no file is left");
    // A folder is searched for pages and archives only.
    run_in(&folder, &["warc", "--wet", "crawl/a.warc.wet", "crawl"]);
    assert_eq!(records(&fs::read(folder.join("crawl/a.warc.wet")).unwrap()).len(), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_cannot_be_written_is_named() {
    let folder = folder("wet-full");
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", "oak ".repeat(50_000));
    let archive =
        format!("WARC/1.1\r\nWARC-Type: response\r\nContent-Length: {}\r\n\r\n{block}", block.len());
    fs::write(folder.join("a.warc"), archive).unwrap();
    let run = run_in(&folder, &["warc", "--wet", "/dev/full", "a.warc"]);
    assert_eq!(run.exit_code, Some(2));
    assert!(run.complaints.contains("cannot write /dev/full: No space left"), "{}", run.complaints);
}

#[test]
fn the_text_may_be_markdown_of_the_main_content() {
    let folder = folder("wet-markdown");
    fs::write(folder.join("a.warc"), archive()).unwrap();
    run_in(&folder, &["warc", "--wet", "a.wet", "--markdown", "a.warc"]);
    let wet = records(&fs::read(folder.join("a.wet")).unwrap());
    assert_eq!(wet[0].head.field("content-type"), Some("text/markdown; charset=utf-8"));
    let text = String::from_utf8_lossy(&wet[0].block);
    assert!(text.contains("[slowly](https://a.example/slowly)"), "{text}");
    let page = folder.join("p.html");
    fs::write(&page, "<p>").unwrap();
    let run = run_in(&folder, &["warc", "--wet", "b.wet", "p.html"]);
    assert!(run.complaints.contains("p.html is not in a web archive"), "{}", run.complaints);
}
