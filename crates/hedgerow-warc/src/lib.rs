//! Reads and writes web archives: files in the WARC format (ISO 28500), which crawlers write, and the HTTP responses in them.
//!
//! ```text
//! compression.rs  decompression of gzip members and zstd frames; gzip.rs: one gzip member
//! records.rs      the records of an archive
//! problem.rs      the reasons why a record cannot be read
//! http.rs         an HTTP response: its status, its fields, and its body without transfer and content codings
//! budget.rs       a limit on the bytes that are read and decompressed for one document
//! writer.rs       writing records
//! ```
//!
//! Archives of real crawls are often damaged. A record that cannot be read is reported as an error with the number and the
//! address of the record, and reading continues after it. The time is linear in the bytes that are read and decompressed, even
//! if the archive is hostile, and only one record is in memory at a time.
//!
//! ```
//! use hedgerow_warc::{Archive, Budget, ResponseHead};
//!
//! let bytes = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\nContent-Length: 49\r\n\r\n\
//!     HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Hi\r\n\r\n";
//! let mut archive = Archive::new(&bytes[..])?;
//! while let Some(record) = archive.next_record(1 << 20, |head, _| head.kind() == "response")? {
//!     let Some(head) = ResponseHead::parse(&record.block) else { continue };
//!     let body = head.body(record.block, &mut Budget::new(1 << 20, &mut |_| ()))?;
//!     assert_eq!((record.head.target(), head.status(), &*body.bytes), (Some("https://a.example/"), 200, &b"<p>Hi"[..]));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod budget;
mod compression;
mod gzip;
mod http;
mod problem;
mod records;
mod writer;

pub use budget::Budget;
pub use compression::{Decompressed, TrailingBytes, brotli, is_compressed};
pub use http::{Body, BodyProblem, DecodeError, ResponseHead};
pub use problem::{Problem, RecordError};
pub use records::{Archive, Head, Record, is_archive};
pub use writer::ArchiveWriter;
