//! What the examples share: the page they work on.

use std::error::Error;

use hedgerow::{EncodingHints, Parsed, Parser};

/// Parses the file that the command line names, or a sample if it names none.
pub(crate) fn parse_argument(parser: &Parser, sample: &str) -> Result<Parsed, Box<dyn Error>> {
    match std::env::args_os().nth(1) {
        Some(path) => Ok(parser.parse_bytes(&std::fs::read(path)?, &EncodingHints::new())),
        None => Ok(parser.parse(sample)),
    }
}
