//! [`ByteCounter`]: a writer that counts bytes and does not store them.

use std::fmt;
use std::hint::black_box;
use std::io;

/// Returns the number of bytes that a function writes.
pub fn counted<E>(write: impl FnOnce(&mut ByteCounter) -> Result<(), E>) -> usize {
    let mut counter = ByteCounter(0);
    // A `ByteCounter` never returns an error.
    let _ = write(&mut counter);
    counter.0
}

/// A writer that counts the bytes written.
#[derive(Debug)]
pub struct ByteCounter(usize);

impl fmt::Write for ByteCounter {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += black_box(text).len();
        Ok(())
    }
}

impl io::Write for ByteCounter {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += black_box(bytes).len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
