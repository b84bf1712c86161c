//! [`Inputs`]: the documents that the arguments name, found one after the other while those before are worked on.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, Error, anyhow};
use hedgerow::MimeType;
use hedgerow_warc::{Archive, Head, Record, RecordError, ResponseHead};
use ignore::{Walk, WalkBuilder};

use super::{Contents, Input, Name, cannot_read};

/// How the names of documents end that are looked for in folders; each may be followed by one of [`COMPRESSED`].
const HTML: [&str; 4] = [".html", ".htm", ".xhtml", ".shtml"];

/// How the names of web archives end; each may be followed by one of [`COMPRESSED`].
const ARCHIVE: &str = ".warc";

/// How the names of compressed files end.
const COMPRESSED: [&str; 2] = [".gz", ".zst"];

/// The documents that the arguments name.
pub(crate) struct Inputs {
    /// The name of the command, for hints.
    command: &'static str,
    arguments: VecDeque<OsString>,
    are_several: bool,
    /// What is gone through: folders, and an archive in one.
    sources: Vec<Source>,
    /// The first document, if it had to be looked at already.
    first: Option<Input>,
    is_standard_input_taken: bool,
    /// The longest document.
    most_bytes: usize,
    progress: Arc<Progress>,
}

/// What has several documents.
enum Source {
    Folder(Folder),
    Archive(Box<dyn Iterator<Item = Input> + Send>),
}

/// A folder that is gone through.
struct Folder {
    root: PathBuf,
    walk: Box<Walk>,
    /// Nothing in it was a document so far.
    is_empty: bool,
}

/// How much of the input was taken up.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    bytes: AtomicU64,
    /// How many bytes there are, if that is known.
    pub(crate) total: Option<u64>,
}

impl Progress {
    /// How many bytes were taken up.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn add(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Inputs {
    /// The documents that these arguments of a command name. Records of archives with more than `most_bytes` are not read.
    pub(crate) fn new(arguments: Vec<OsString>, command: &'static str, most_bytes: usize) -> Self {
        let is_one_of_several = |argument: &OsString| is_archive(argument) || Path::new(argument).is_dir();
        let are_several = arguments.len() > 1 || arguments.iter().any(is_one_of_several);
        let length = |argument: &OsString| match Path::new(argument).metadata() {
            Ok(metadata) if metadata.is_file() => Some(metadata.len()),
            // A file that is missing takes no time.
            Err(_) if argument != "-" => Some(0),
            _ => None,
        };
        let total = arguments.iter().map(length).sum();
        let mut inputs = Self {
            command,
            arguments: arguments.into(),
            are_several,
            sources: Vec::new(),
            first: None,
            is_standard_input_taken: false,
            most_bytes,
            progress: Arc::new(Progress { total, ..Progress::default() }),
        };
        if !are_several {
            // The standard input may be an archive.
            inputs.first = inputs.next();
        }
        inputs
    }

    /// Whether there may be several documents, so that each needs a heading.
    pub(crate) fn are_several(&self) -> bool {
        self.are_several
    }

    /// The most bytes that a document may have.
    pub(crate) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// How much of the input was taken up so far.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// The next document of what has several; `None` if there is none, or another source is to be gone through first.
    fn next_of(&mut self, mut source: Source) -> Option<Input> {
        let input = match &mut source {
            Source::Archive(archive) => archive.next()?,
            Source::Folder(folder) => {
                let entry = match folder.walk.next() {
                    Some(Ok(entry)) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                        entry.into_path()
                    }
                    Some(Ok(_)) => {
                        self.sources.push(source);
                        return None;
                    }
                    Some(Err(error)) => {
                        folder.is_empty = false;
                        let name = Name::File(folder.root.clone());
                        let error = Error::from(error).context(cannot_read(&name));
                        self.sources.push(source);
                        return Some(Input::unreadable(name, error));
                    }
                    None => return folder.is_empty.then(|| self.nothing_is_in(&folder.root)),
                };
                let is_archive = is_archive(entry.as_os_str());
                let is_document = entry.file_name().is_some_and(is_document);
                folder.is_empty &= !is_archive && !is_document;
                self.sources.push(source);
                return match (is_archive, is_document) {
                    (true, _) => self.open_archive_file(entry),
                    (_, true) => Some(Input::file(entry)),
                    _ => None,
                };
            }
        };
        self.sources.push(source);
        Some(input)
    }

    /// A document, or what has several.
    fn open(&mut self, argument: OsString) -> Option<Input> {
        if argument == "-" {
            if std::mem::replace(&mut self.is_standard_input_taken, true) {
                let name = Name::StandardInput;
                let error = anyhow!("{} a second time: name `-` only once", cannot_read(&name));
                return Some(Input::unreadable(name, error));
            }
            return self.open_archive(Name::StandardInput, Ok(Box::new(io::stdin())));
        }
        let path = PathBuf::from(argument);
        let name = Name::File(path.clone());
        if path.is_dir() {
            let walk = WalkBuilder::new(&path).sort_by_file_name(OsStr::cmp).build();
            self.sources.push(Source::Folder(Folder { root: path, walk: Box::new(walk), is_empty: true }));
            return None;
        }
        if is_archive(path.as_os_str()) {
            return self.open_archive_file(path);
        }
        if let Some(address) = path.to_str().filter(|name| is_address(name) && !path.exists()) {
            return Some(Input::unreadable(name, self.nothing_is_fetched(address)));
        }
        Some(Input::file(path))
    }

    fn open_archive_file(&mut self, path: PathBuf) -> Option<Input> {
        let file = File::open(&path).map(|file| Box::new(file) as Box<dyn Read + Send>);
        self.open_archive(Name::File(path), file)
    }

    /// An archive as what has several documents; or the document, if it is none.
    fn open_archive(&mut self, name: Name, reader: io::Result<Box<dyn Read + Send>>) -> Option<Input> {
        let progress = self.progress();
        let archive = reader.and_then(|reader| Archive::new(Counted { reader, progress }));
        let opened = archive.and_then(|mut archive| {
            if archive.is_archive() {
                self.are_several = true;
                let name = name.clone();
                let most_bytes = self.most_bytes;
                let next = move || next_html_response(&mut archive, most_bytes).transpose();
                let documents = iter::from_fn(next).map(move |response| match response {
                    Ok((Record { number, head, block, .. }, response)) => {
                        let target = head.target().map_or_else(|| format!("record {number}"), str::to_owned);
                        Input::response(Name::Address(target), response, block)
                    }
                    Err(error) => Input::bad_record(&name, error),
                });
                self.sources.push(Source::Archive(Box::new(documents)));
                return Ok(None);
            }
            archive.into_bytes().map(Some)
        });
        match opened.with_context(|| cannot_read(&name)) {
            Ok(None) => None,
            Ok(Some(bytes)) if name == Name::StandardInput => {
                Some(Input { name, contents: Contents::Reader(Box::new(bytes)) })
            }
            Ok(Some(_)) => {
                let error = anyhow!("{}: it does not begin as a web archive does", cannot_read(&name));
                Some(Input::unreadable(name, error))
            }
            Err(error) => Some(Input::unreadable(name, error)),
        }
    }

    fn nothing_is_in(&self, folder: &Path) -> Input {
        let name = Name::File(folder.to_owned());
        let command = self.command;
        let error = anyhow!(
            "no document is in the folder {}: `hedgerow help {command}` says which files are looked for",
            name.for_message()
        );
        Input::unreadable(name, error)
    }

    fn nothing_is_fetched(&self, address: &str) -> Error {
        let command = self.command;
        anyhow!(
            "cannot read {address}: hedgerow fetches nothing, pipe it in: curl -sL '{address}' | hedgerow {command}"
        )
    }
}

impl Iterator for Inputs {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        loop {
            let input = if let Some(source) = self.sources.pop() {
                self.next_of(source)
            } else {
                let argument = self.arguments.pop_front()?;
                self.open(argument)
            };
            if let Some(input) = input {
                if let Contents::File { length } = input.contents {
                    self.progress.add(length);
                }
                return Some(input);
            }
        }
    }
}

/// Returns the next response of an archive that is HTML and has a body.
fn next_html_response<R: Read>(
    archive: &mut Archive<R>,
    most_bytes: usize,
) -> Result<Option<(Record, ResponseHead)>, RecordError> {
    loop {
        let mut response = None;
        let is_html_response = |head: &Head, start: &[u8]| {
            response = (head.kind().eq_ignore_ascii_case("response")).then(|| html_response(start)).flatten();
            response.is_some()
        };
        match (archive.next_record(most_bytes, is_html_response)?, response) {
            (Some(record), Some(response)) if record.block.len() > response.length() => {
                return Ok(Some((record, response)));
            }
            (Some(_), _) => {}
            (None, _) => return Ok(None),
        }
    }
}

/// Reads the head of a response, if that is HTML.
fn html_response(start: &[u8]) -> Option<ResponseHead> {
    let response = ResponseHead::parse(start)?;
    let mime_type = MimeType::extract(&response.field("content-type")?)?;
    matches!(mime_type.essence(), "text/html" | "application/xhtml+xml").then_some(response)
}

/// Whether a file in a folder is a document by its name.
fn is_document(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    HTML.iter().any(|ending| without_compression(&name).ends_with(ending))
}

/// Whether a file is an archive by its name.
fn is_archive(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    without_compression(&name).ends_with(ARCHIVE)
}

/// Returns a name without the ending of a compressed file.
fn without_compression(name: &str) -> &str {
    COMPRESSED.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// Whether an argument looks like an address.
fn is_address(argument: &str) -> bool {
    argument.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|character| character.is_ascii_alphanumeric() || "+-.".contains(character))
    })
}

/// Says how much of it was read.
struct Counted {
    reader: Box<dyn Read + Send>,
    progress: Arc<Progress>,
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
    fn names_say_what_is_in_a_file() {
        for (name, document, archive) in [
            ("a.html", true, false),
            ("a.b.HTM", true, false),
            ("a.xhtml.gz", true, false),
            ("a.txt", false, false),
            ("html", false, false),
            ("a.gz", false, false),
            ("a.warc", false, true),
            ("a.WARC.gz", false, true),
            ("a.warc.zst", false, true),
            ("a.html.zst", true, false),
        ] {
            assert_eq!(
                (is_document(name.as_ref()), is_archive(name.as_ref())),
                (document, archive),
                "{name}"
            );
        }
    }

    #[test]
    fn an_address_has_a_scheme() {
        assert!(is_address("https://example.org") && is_address("file:///a"));
        assert!(
            !is_address("a.html")
                && !is_address("c:/a.html")
                && !is_address("./https://a")
                && !is_address("://a")
        );
    }
}
