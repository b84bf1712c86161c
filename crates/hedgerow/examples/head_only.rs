//! Reads a page in chunks, only up to the end of its head: `cargo run -p hedgerow --example head_only -- page.html`.

use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;

use hedgerow::dom::known;
use hedgerow::stream::Progress;
use hedgerow::{EncodingHints, NodeRef, Parsed, Parser, Select as _};

const SAMPLE: &[u8] = b"<meta charset=utf-8><title>Hedges</title>\
    <meta name=description content='Rows of shrubs'><body><p>A very long page";

/// Returns the document up to the end of its head, and the number of bytes read for it.
fn head(mut page: impl Read) -> Result<(Parsed, usize), Box<dyn Error>> {
    let mut stream = Parser::new().stream_bytes(&EncodingHints::new());
    stream.stop_when(|element| {
        if element.is_html(known::HEAD) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (mut chunk, mut read) = ([0; 4096], 0);
    loop {
        let length = page.read(&mut chunk)?;
        read += length;
        if length == 0 || matches!(stream.feed(&chunk[..length]), Progress::Stopped) {
            return Ok((stream.finish(), read));
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (parsed, read) = match std::env::args_os().nth(1) {
        Some(path) => head(File::open(path)?)?,
        None => head(SAMPLE)?,
    };
    let document = parsed.document();
    let title = document.select_first("title")?;
    println!("title: {}", title.map(NodeRef::text).unwrap_or_default());
    for meta in document.select("meta[name][content]")? {
        println!("{}: {}", meta.attribute("name").unwrap_or(""), meta.attribute("content").unwrap_or(""));
    }
    eprintln!("read {read} bytes");
    Ok(())
}

#[test]
fn the_body_is_not_read() {
    let (parsed, _) = head(SAMPLE).unwrap();
    let document = parsed.document();
    assert_eq!(document.select("meta").unwrap().count(), 2);
    assert!(!document.root().text().contains("long page"));
    let endless = SAMPLE.chain(std::io::repeat(b'x'));
    assert!(head(endless).unwrap().1 <= 2 * 4096, "at most two chunks are read");
}
