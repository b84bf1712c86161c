//! [`gzip`]: compresses files that pages load.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Compresses bytes as small as possible.
pub(crate) fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
