//! From bytes to the input stream that the tokenizer reads: sniffing, decoding, newline normalization,
//! the cursor over the text, and positions in it.
//!
//! A byte stream becomes text in one of two ways with equal results: [`decode()`] converts all bytes at once, and a
//! [`ByteStream`] converts them in pieces. Both determine the encoding by the standard's encoding sniffing algorithm,
//! [`determine_encoding`], from the bytes and from [`EncodingHints`]. If a `meta` element declares another encoding
//! while the document is parsed, [`change_the_encoding`] decides what to do, and [`ByteStream::change_the_encoding`]
//! does it.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
//!
//! ```
//! use hedgerow::EncodingHints;
//! use hedgerow::encoding::EncodingReason;
//! use hedgerow::source::LocationTracker;
//! use hedgerow_input::{decode, normalize_newlines};
//! let decoded = decode(b"<meta charset=latin1>\r\n<p>caf\xE9", &EncodingHints::new());
//! assert_eq!(decoded.encoding.encoding.name(), "windows-1252"); // what the label means
//! assert_eq!(decoded.encoding.reason, EncodingReason::Meta);
//!
//! let text = normalize_newlines(&decoded.text);
//! assert_eq!(text, "<meta charset=latin1>\n<p>caf\u{E9}");
//! let place = LocationTracker::default().locate(&text, 25);
//! assert_eq!((place.line, place.column), (2, 4));
//! ```
//!
//! # Contents
//!
//! - **The encoding**: [`determine_encoding`], with the caller's [`EncodingHints`]; it returns a [`SniffedEncoding`]
//!   with the confidence and the reason. [`encoding_for_label`], [`encoding_from_meta_content`]; [`MimeType`] parses
//!   a `Content-Type` header.
//! - **Text from bytes**: [`decode()`] and [`decode_as`] borrow valid UTF-8; a [`ByteStream`] returns [`Piece`]s, and
//!   reports malformed bytes. [`decode_utf16`] is for the strings of JavaScript.
//! - **Newlines and characters**: [`normalize_newlines`], [`input_stream_errors`].
//! - **Chunks**: a [`ChunkQueue`] has the text that is not discarded yet, with its insertion points.
//! - **The cursor**: [`InputStream`] and [`Lookahead`], with [`ByteSet`]s for the bytes that end a run.
//! - **Positions**: [`LocationTracker`] counts lines and columns; a [`ByteMap`] maps decoded text to the bytes.
//!
//! The tokenizer is the only reader of an [`InputStream`].
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod byte_map;
mod byte_set;
mod byte_stream;
mod chunks;
mod decode;
mod labels;
mod lookahead;
mod position;
mod preprocess;
mod scan;
mod sniff;
mod stream;

pub use byte_map::{ByteMap, PatchError};
pub use byte_set::ByteSet;
pub use byte_stream::{ByteStream, MOST_KEPT_BYTES, MalformedBytes, Piece, StreamEncodingChange};
pub use chunks::ChunkQueue;
pub use decode::{Decoded, decode, decode_as, decode_utf16, malformed_sequences};
pub use encoding_rs::Encoding;
pub use hedgerow_base::{NewlineMap, Span};
pub use labels::{UnknownEncodingLabel, encoding_for_label};
pub use lookahead::Lookahead;
pub use position::{Location, LocationTracker};
pub use preprocess::{InputStreamError, input_stream_errors, normalize_newlines};
pub use scan::{is_whitespace, length_of_whitespace};
pub use sniff::{
    Confidence, EncodingChange, EncodingHints, EncodingReason, MimeType, SniffedEncoding,
    change_the_encoding, determine_encoding, encoding_from_meta_content,
};
pub use stream::{InputStream, Next};
