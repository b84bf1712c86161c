//! Code that the examples share: parsing the page.

use std::error::Error;

use hedgerow::{EncodingHints, Parsed, Parser};

/// Parses the file named on the command line, or `sample` if there is no argument.
pub(crate) fn parse_argument(parser: &Parser, sample: &str) -> Result<Parsed, Box<dyn Error>> {
    match std::env::args_os().nth(1) {
        Some(path) => Ok(parser.parse_bytes(&std::fs::read(path)?, &EncodingHints::new())),
        None => Ok(parser.parse(sample)),
    }
}
