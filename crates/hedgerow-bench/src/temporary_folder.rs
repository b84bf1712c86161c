//! [`TemporaryFolder`]: a folder for a program that is built for a measurement, or for the files of a browser.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A temporary folder. It is removed when this value is dropped; processes that run a program in it continue.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Creates a folder whose name contains this word.
    ///
    /// # Errors
    ///
    /// If the folder cannot be created.
    pub fn new(word: &str) -> io::Result<Self> {
        let folder = Self(std::env::temp_dir().join(format!("hedgerow-{word}-{}", std::process::id())));
        fs::create_dir_all(&folder.0)?;
        Ok(folder)
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A folder that cannot be removed does not change the results. A browser may still be writing in it.
        let _ = fs::remove_dir_all(&self.0);
    }
}
