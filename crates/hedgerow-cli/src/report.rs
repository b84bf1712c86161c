//! Messages on the standard error, one line each: `hedgerow: problem, place and remedy`.

use std::io::{self, Write as _};
use std::path::Path;

/// Writes one line to the standard error.
pub(crate) fn complain(message: &str) {
    // If the standard error is closed, the program has no other place for messages.
    let _ = writeln!(io::stderr(), "hedgerow: {message}");
}

/// Returns the name of a file, quoted if it would not stay on one line.
pub(crate) fn file_name(path: &Path) -> String {
    on_one_line(&path.display().to_string())
}

/// Returns a name, quoted if it would not stay on one line, or would change the terminal.
pub(crate) fn on_one_line(name: &str) -> String {
    if name.is_empty() || name.chars().any(char::is_control) { format!("{name:?}") } else { name.to_owned() }
}
