//! The kinds of files, by the extensions of their names.

use std::ffi::OsStr;
use std::path::Path;

/// The file extensions of documents in folders. One of [`COMPRESSED`] or [`BROTLI`] may follow.
const DOCUMENTS: [&str; 5] = [".html", ".htm", ".shtml", ".xhtml", ".xht"];

/// The file extensions of XHTML documents. One of [`COMPRESSED`] or [`BROTLI`] may follow.
const XHTML: [&str; 2] = [".xhtml", ".xht"];

/// The file extension of web archives. One of [`COMPRESSED`] may follow.
const ARCHIVE: &str = ".warc";

/// The file extensions of compressed files whose format is also known by its first bytes.
const COMPRESSED: [&str; 2] = [".gz", ".zst"];

/// The file extension of documents that are compressed with Brotli, which has no magic number.
const BROTLI: &str = ".br";

/// Whether a file name has the extension of a document.
pub(crate) fn is_document(name: &OsStr) -> bool {
    has_extension(name, &DOCUMENTS)
}

/// Whether a file name has the extension of an XHTML document.
pub(super) fn is_xhtml(name: &OsStr) -> bool {
    has_extension(name, &XHTML)
}

/// Whether a file name ends with one of these extensions. The extension of a compressed file may follow.
fn has_extension(name: &OsStr, extensions: &[&str]) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    let uncompressed = name.strip_suffix(BROTLI).unwrap_or_else(|| without_compression(&name));
    extensions.iter().any(|extension| uncompressed.ends_with(extension))
}

/// Whether a file name has the extension of Brotli.
pub(super) fn is_brotli(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().to_ascii_lowercase().ends_with(BROTLI)
}

/// Whether a file name has the extension of a web archive.
pub(crate) fn is_archive(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    without_compression(&name).ends_with(ARCHIVE)
}

/// Returns a file name without the extension of a compressed file.
fn without_compression(name: &str) -> &str {
    COMPRESSED.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_determine_the_type() {
        for (name, document, archive) in [
            ("a.html", true, false),
            ("a.b.HTM", true, false),
            ("a.xhtml.gz", true, false),
            ("a.xht", true, false),
            ("a.txt", false, false),
            ("html", false, false),
            ("a.gz", false, false),
            ("a.warc", false, true),
            ("a.WARC.gz", false, true),
            ("a.warc.zst", false, true),
            ("a.warc.br", false, false),
            ("a.html.zst", true, false),
            ("a.html.br", true, false),
        ] {
            assert_eq!(
                (is_document(name.as_ref()), is_archive(name.as_ref())),
                (document, archive),
                "{name}"
            );
        }
    }
}
