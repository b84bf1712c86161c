//! Web archives: files of the WARC format, the responses of web servers in them, and gzip, which compresses both.
//!
//! ```text
//! gzip.rs      bytes, decompressed if they are members of gzip
//! records.rs   the records of an archive, of which each response that is HTML is handed on
//! http.rs      a response: what its head says, and the document that was sent
//! budget.rs    how much may be read and decompressed
//! ```
//!
//! The time of all of it is linear in the bytes that are read and decompressed. Nothing here knows the rest of the program.

mod budget;
mod gzip;
mod http;
mod records;

pub(crate) use budget::Budget;
pub(crate) use gzip::{Decompressed, MAGIC_OF_GZIP, damage};
pub(crate) use http::{DecodeError, Document, Response};
pub(crate) use records::{Archive, Problem, Record, RecordError, is_archive};
