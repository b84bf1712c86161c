//! Functions from Arrow arrays of HTML documents to Arrow arrays, for query engines.
//!
//! ```
//! use arrow_array::{Array, StringArray, cast::AsArray};
//! use hedgerow_columns::{Documents, Options, html_title};
//!
//! let pages = StringArray::from(vec![Some("<title>Oak</title>"), None, Some("<p>")]);
//! let titles = html_title(&Documents::new(&pages)?, &Options::default());
//! let values = titles.values.as_string::<i64>();
//! assert_eq!(values.iter().collect::<Vec<_>>(), [Some("Oak"), None, None]);
//! # Ok::<(), hedgerow_columns::ColumnError>(())
//! ```
//!
//! [`html_extract`] computes several functions of a page in one parse:
//!
//! ```
//! use arrow_array::{Array, StringArray, cast::AsArray};
//! use hedgerow_columns::{Documents, Extraction, Options, html_extract};
//!
//! let extraction: Extraction =
//!     r#"{"title": "html_title", "prices": {"function": "html_select_text", "selector": ".price"}}"#.parse()?;
//! let pages = StringArray::from(vec!["<title>Shop</title><b class=price>3 €</b>"]);
//! let row = html_extract(&Documents::new(&pages)?, &extraction, &Options::default());
//! assert_eq!(row.column_by_name("title").unwrap().as_string::<i64>().value(0), "Shop");
//! let prices = row.column_by_name("prices").unwrap().as_list::<i32>().value(0);
//! assert_eq!(prices.as_string::<i64>().value(0), "3 €");
//! assert!(row.column_by_name("reason").unwrap().is_null(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rows
//!
//! A row never fails a batch. If a document cannot be processed, because it exceeds a limit of [`Options`] or is not HTML, its
//! value is null, and [`Column::reasons`] says why. A null document has a null value without a reason, and so has a document
//! without the requested part, such as a page without a title.
//!
//! # Types
//!
//! Documents are in arrays of type Binary, `LargeBinary`, `BinaryView`, Utf8, `LargeUtf8` or `Utf8View`, or of type
//! Dictionary with values of one of these types. Bytes are decoded as in browsers; the Content-Type, if there is a
//! column with it, states the encoding and whether the document is HTML.
//!
//! Texts in results are `LargeUtf8`, because the texts of a batch may exceed the 2 GiB that the offsets of Utf8 can address.
//!
//! # Memory
//!
//! Only one document is parsed at a time. The output for a document is limited in proportion to its length:
//! [`Options::output_bytes`]. So a batch takes memory in proportion to its documents, whatever they contain.
//!
//! # Archives
//!
//! With the feature `warc`, `ArchiveRows` reads the records of web archives as batches with the pages as a column.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

#[cfg(feature = "warc")]
mod archive;
mod documents;
mod extraction;
mod function;
mod items;
mod options;
mod output;
mod writers;

#[cfg(feature = "warc")]
pub use archive::{
    ArchiveBytes, ArchiveColumn, ArchiveCondition, ArchiveFilter, ArchivePart, ArchiveRows, ArchiveSource,
    archive_files, archive_schema,
};
pub use documents::{ColumnError, Documents};
pub use extraction::{Extraction, ExtractionError};
pub use function::{Column, Expression, Function, html_extract, parse_count};
pub use function::{
    html_attribute, html_decode, html_errors, html_fingerprint, html_json_ld, html_lang, html_links,
    html_main_text, html_markdown, html_meta, html_reason, html_sanitize, html_select, html_select_text,
    html_tables, html_text, html_title, html_xpath,
};
pub use options::Options;
