//! From bytes to the input stream that the tokenizer reads: sniffing, decoding, newline normalization,
//! the cursor over the text, and positions in it.
//!
//! What is not here: tokens. The tokenizer is the only reader of an [`InputStream`].
#![forbid(unsafe_code)]

mod byte_set;
mod chunks;
mod decode;
mod position;
mod preprocess;
mod scan;
mod sniff;
mod stream;

pub use byte_set::ByteSet;
pub use chunks::ChunkBuffer;
pub use decode::{Decoded, decode, decode_utf16};
pub use position::{Location, LocationTracker, Span};
pub use preprocess::{InputStreamError, input_stream_errors, normalize_newlines};
pub use scan::{is_whitespace, length_of_whitespace};
pub use sniff::{
    Confidence, EncodingHint, SniffedEncoding, UnknownEncodingLabel, determine_encoding, encoding_for_label,
};
pub use stream::{InputStream, Next};
