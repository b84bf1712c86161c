//! Lines on the standard error: `hedgerow: what, where, and what to do`.

use std::io::{self, Write as _};
use std::path::Path;

/// Writes one line to the standard error.
pub(crate) fn complain(message: &str) {
    // There is no other place to say that this place is closed.
    let _ = writeln!(io::stderr(), "hedgerow: {message}");
}

/// The name of a file, such that it stays on its line.
pub(crate) fn file_name(path: &Path) -> String {
    on_one_line(&path.display().to_string())
}

/// A name, such that it stays on its line.
pub(crate) fn on_one_line(name: &str) -> String {
    if name.is_empty() || name.chars().any(char::is_control) { format!("{name:?}") } else { name.to_owned() }
}
