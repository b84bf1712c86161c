//! Inputs: their names, and reading them.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::ordered::Item;
use crate::report::file_name;

/// The most bytes that one input may have: 1 GiB, the limit of the parser.
pub(crate) const MOST_BYTES: usize = 1 << 30;

/// Where bytes come from.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// The standard input: `-`.
    StandardInput,
    /// A file.
    File(PathBuf),
}

impl From<OsString> for Input {
    fn from(argument: OsString) -> Self {
        if argument == "-" { Self::StandardInput } else { Self::File(argument.into()) }
    }
}

impl Input {
    /// The name that is printed above the tree: the very bytes of the argument.
    pub(crate) fn heading(&self) -> Vec<u8> {
        match self {
            Self::StandardInput => b"standard input".to_vec(),
            Self::File(path) => path.as_os_str().as_encoded_bytes().to_vec(),
        }
    }

    /// The name for a message.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::StandardInput => "standard input".to_owned(),
            Self::File(path) => file_name(path),
        }
    }

    /// All the bytes.
    pub(crate) fn read(&self) -> Result<Vec<u8>> {
        let bytes = match self {
            Self::StandardInput => read_at_most(io::stdin().lock(), MOST_BYTES, 0),
            Self::File(path) => File::open(path).and_then(|file| {
                let length = file.metadata().map_or(0, |metadata| metadata.len());
                read_at_most(file, MOST_BYTES, usize::try_from(length).unwrap_or(usize::MAX))
            }),
        };
        match bytes.with_context(|| format!("cannot read {}", self.name()))? {
            Some(bytes) => Ok(bytes),
            None => bail!(
                "cannot parse {}: it has more than {MOST_BYTES} bytes, which is the limit; split it",
                self.name()
            ),
        }
    }
}

impl Item for Input {
    /// How many bytes it will probably have, before it is opened.
    fn weight(&self) -> usize {
        match self {
            Self::StandardInput => 0,
            Self::File(path) => {
                let length = fs::metadata(path).map_or(0, |metadata| metadata.len());
                usize::try_from(length).unwrap_or(usize::MAX)
            }
        }
    }
}

/// All the bytes of a reader; `None` if there are more than `most`.
fn read_at_most(reader: impl Read, most: usize, expected: usize) -> io::Result<Option<Vec<u8>>> {
    if expected > most {
        return Ok(None);
    }
    // One more, so that the end is seen without growing.
    let mut bytes = Vec::with_capacity(expected + 1);
    reader.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= most).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_much_as_is_allowed() {
        assert_eq!(read_at_most(&b"abc"[..], 3, 0).unwrap(), Some(b"abc".to_vec()));
        assert_eq!(read_at_most(&b"abc"[..], 2, 0).unwrap(), None);
        assert_eq!(read_at_most(&b"abc"[..], 2, 3).unwrap(), None);
    }
}
