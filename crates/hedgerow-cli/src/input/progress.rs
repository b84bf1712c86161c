//! [`Progress`]: the number of input bytes processed, which the progress bar shows.
//!
//! The bytes of an archive are counted when they are read. The bytes of a file are counted while it is parsed, because parsing
//! takes far longer than reading. So the document carries the [`Share`] of its file.

use std::cell::Cell;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of input bytes processed.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    bytes: AtomicU64,
    /// The total number of bytes, if known.
    pub(crate) total: Option<u64>,
}

impl Progress {
    pub(crate) fn of(total: Option<u64>) -> Self {
        Self { bytes: AtomicU64::new(0), total }
    }

    /// Returns the number of bytes processed.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn add(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// The bytes of a file. They are counted step by step while the file is processed, and the rest when this value is dropped.
#[derive(Debug, Default)]
pub(crate) struct Share {
    progress: Arc<Progress>,
    length: u64,
    counted: Cell<u64>,
}

impl Share {
    pub(crate) fn new(progress: Arc<Progress>, length: u64) -> Self {
        Self { progress, length, counted: Cell::new(0) }
    }

    /// Returns the number of bytes of the file, which may be compressed.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Records that the part `done / whole` of the file is processed.
    pub(crate) fn reach(&self, done: usize, whole: usize) {
        let reached = u128::from(self.length) * done as u128 / whole.max(1) as u128;
        let reached = u64::try_from(reached).map_or(self.length, |reached| reached.min(self.length));
        let counted = self.counted.get().max(reached);
        self.progress.add(counted - self.counted.replace(counted));
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.reach(1, 1);
    }
}

/// A reader that counts the bytes that are read.
pub(super) struct Counted {
    reader: Box<dyn Read + Send>,
    progress: Arc<Progress>,
}

impl Counted {
    pub(super) fn new(reader: Box<dyn Read + Send>, progress: Arc<Progress>) -> Self {
        Self { reader, progress }
    }
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.progress.add(length as u64);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_counts_step_by_step_and_once() {
        let progress = Arc::new(Progress::of(Some(150)));
        let share = Share::new(Arc::clone(&progress), 100);
        let mut seen = Vec::new();
        for (done, whole) in [(0, 0), (1, 4), (1, 8), (3, 4), (9, 4)] {
            share.reach(done, whole);
            seen.push(progress.bytes());
        }
        drop(share);
        drop(Share::new(Arc::clone(&progress), 50));
        seen.push(progress.bytes());
        assert_eq!(seen, [0, 25, 25, 75, 100, 150]);
    }
}
