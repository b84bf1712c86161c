//! Serves the cases to one browser on the same machine.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use anyhow::{Context as _, Result};

use super::cases::Cases;

/// The page that runs the cases.
const PAGE: &str = include_str!("page.html");

/// Answers requests, each connection in a thread of its own, and passes on the reports.
pub(super) fn serve(listener: &TcpListener, cases: &Arc<Cases>, reports: &Sender<Vec<u8>>) {
    for stream in listener.incoming().flatten() {
        let (cases, reports) = (Arc::clone(cases), reports.clone());
        // Each connection has a thread, because the browser may open one that it never uses. Errors are ignored, because the
        // browser may also close a connection early.
        std::thread::spawn(move || answer(&stream, &cases, &reports));
    }
}

/// Answers one request.
fn answer(stream: &TcpStream, cases: &Cases, reports: &Sender<Vec<u8>>) -> Result<()> {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse()?;
        }
    }
    let path = request.split(' ').nth(1).context("the request has no path")?;
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let (kind, body) = match parts[..] {
        [""] => ("text/html;charset=utf-8", PAGE.to_owned()),
        ["batch", batch] => ("application/json", cases.batch(batch.parse()?).to_string()),
        ["page", batch] => ("text/html;charset=utf-8", cases.page(batch.parse()?, None)),
        ["page", batch, only] => ("text/html;charset=utf-8", cases.page(batch.parse()?, Some(only.parse()?))),
        ["report"] => {
            let mut report = vec![0; length];
            reader.read_exact(&mut report)?;
            reports.send(report)?;
            ("text/plain", String::new())
        }
        // Other addresses: those of images, scripts and frames in the markup of the cases, and that of the page's icon. Nothing
        // needs their contents.
        _ => ("text/plain", String::new()),
    };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    Ok(())
}
