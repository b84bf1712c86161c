//! [`Inputs`]: an iterator that finds the documents that the arguments name, while earlier documents are processed.

use std::collections::VecDeque;
use std::error::Error as StdError;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Error, anyhow};
use hedgerow_warc::Archive;
use ignore::overrides::OverrideBuilder;
use ignore::{DirEntry, Walk, WalkBuilder};

use super::file_name::{is_archive, is_document};
use super::progress::{Counted, Progress, Share};
use super::responses::Responses;
use super::{Contents, Input, Name, cannot_read};
use crate::args::documents::FolderArguments;

/// The documents that the arguments name.
pub(crate) struct Inputs {
    /// The name of the command, for hints.
    command: &'static str,
    arguments: VecDeque<OsString>,
    are_several: bool,
    /// The open sources: a folder, an archive, or a folder and an archive in it.
    sources: Vec<Source>,
    /// The first document, if it was opened early.
    first: Option<Input>,
    is_standard_input_taken: bool,
    /// The maximum length of a document.
    max_bytes: usize,
    folders: FolderArguments,
    /// Whether the files in folders are chosen by globs instead of extensions.
    has_glob: bool,
    progress: Arc<Progress>,
}

/// A source of several documents.
enum Source {
    Folder(Folder),
    Archive(Box<dyn Iterator<Item = Input> + Send>),
}

/// A folder that is being walked.
struct Folder {
    root: PathBuf,
    walk: Box<Walk>,
    /// Whether no document was found in the folder so far.
    is_empty: bool,
}

/// Returns a walk through a folder.
fn walk(folder: &Path, options: &FolderArguments) -> Walk {
    let mut walk = WalkBuilder::new(folder);
    let mut globs = OverrideBuilder::new(folder);
    for glob in &options.globs {
        // An invalid glob is an error of the arguments.
        let _ = globs.add(glob);
    }
    if let Ok(globs) = globs.build() {
        walk.overrides(globs);
    }
    walk.standard_filters(!options.no_ignore)
        .hidden(!options.hidden)
        .follow_links(options.follow)
        .sort_by_file_name(OsStr::cmp)
        .build()
}

impl Inputs {
    /// Creates the iterator for the arguments of a command. Archive records of more than `max_bytes` are not read.
    pub(crate) fn new(
        arguments: Vec<OsString>,
        command: &'static str,
        max_bytes: usize,
        folders: FolderArguments,
    ) -> Self {
        let has_glob = folders.globs.iter().any(|glob| !glob.starts_with('!'));
        let is_one_of_several = |argument: &OsString| is_archive(argument) || Path::new(argument).is_dir();
        let are_several = arguments.len() > 1 || arguments.iter().any(is_one_of_several);
        let length = |argument: &OsString| match Path::new(argument).metadata() {
            Ok(metadata) if metadata.is_file() => Some(metadata.len()),
            // A missing file has no bytes to process.
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
            max_bytes,
            folders,
            has_glob,
            progress: Arc::new(Progress::of(total)),
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

    /// Returns the maximum length of a document in bytes.
    pub(crate) fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// Returns the shared progress counter.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Returns the next document of a source; `None` if the source is exhausted, if its next entry is not a document,
    /// or if the entry is another source, which is pushed onto `sources`.
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
                        let name = Name::File(path_of(&error).unwrap_or(&folder.root).to_owned());
                        // The messages of the outer errors repeat the path.
                        let error = anyhow!("{}: {}", cannot_read(&name), root_cause(&error));
                        self.sources.push(source);
                        return Some(Input::unreadable(name, error));
                    }
                    None => return folder.is_empty.then(|| self.no_documents_in(&folder.root)),
                };
                let is_archive = is_archive(entry.as_os_str());
                let is_document = self.has_glob || entry.file_name().is_some_and(is_document);
                folder.is_empty &= !is_archive && !is_document;
                self.sources.push(source);
                return match (is_archive, is_document) {
                    (true, _) => self.open_archive_file(entry),
                    (_, true) => Some(self.file(entry)),
                    _ => None,
                };
            }
        };
        self.sources.push(source);
        Some(input)
    }

    /// Opens an argument: returns a document or an error, or pushes a source of several documents and returns `None`.
    fn open(&mut self, argument: OsString) -> Option<Input> {
        if argument == "-" {
            if std::mem::replace(&mut self.is_standard_input_taken, true) {
                let name = Name::StandardInput;
                let error = anyhow!("{} a second time: name `-` only once", cannot_read(&name));
                return Some(Input::unreadable(name, error));
            }
            let name = self.folders.stdin_filename.clone().map_or(Name::StandardInput, Name::File);
            return self.open_archive(name, Ok(Box::new(io::stdin())), true);
        }
        let path = PathBuf::from(argument);
        let name = Name::File(path.clone());
        if path.is_dir() {
            let walk = walk(&path, &self.folders);
            self.sources.push(Source::Folder(Folder { root: path, walk: Box::new(walk), is_empty: true }));
            return None;
        }
        if is_archive(path.as_os_str()) {
            return self.open_archive_file(path);
        }
        if let Some(address) = path.to_str().filter(|name| is_address(name) && !path.exists()) {
            return Some(Input::unreadable(name, self.urls_are_not_fetched(address)));
        }
        Some(self.file(path))
    }

    fn file(&self, path: PathBuf) -> Input {
        let length = path.metadata().map_or(0, |metadata| metadata.len());
        Input::file(path, Share::new(self.progress(), length))
    }

    fn open_archive_file(&mut self, path: PathBuf) -> Option<Input> {
        let file = File::open(&path).map(|file| Box::new(file) as Box<dyn Read + Send>);
        self.open_archive(Name::File(path), file, false)
    }

    /// Pushes an archive as a source and returns `None`. Returns the document if the standard input is not an archive, or an error.
    fn open_archive(
        &mut self,
        name: Name,
        reader: io::Result<Box<dyn Read + Send>>,
        may_be_document: bool,
    ) -> Option<Input> {
        let progress = self.progress();
        let archive = reader.and_then(|reader| Archive::new(Counted::new(reader, progress)));
        let opened = archive.and_then(|mut archive| {
            if archive.is_archive() {
                self.are_several = true;
                let documents = Responses::new(archive, name.clone(), self.max_bytes);
                self.sources.push(Source::Archive(Box::new(documents)));
                return Ok(None);
            }
            archive.into_bytes().map(Some)
        });
        match opened.with_context(|| cannot_read(&name)) {
            Ok(None) => None,
            Ok(Some(bytes)) if may_be_document => {
                Some(Input { name, contents: Contents::Reader(Box::new(bytes)) })
            }
            Ok(Some(_)) => {
                let error = anyhow!("{}: it is not a web archive", cannot_read(&name));
                Some(Input::unreadable(name, error))
            }
            Err(error) => Some(Input::unreadable(name, error)),
        }
    }

    fn no_documents_in(&self, folder: &Path) -> Input {
        let name = Name::File(folder.to_owned());
        let command = self.command;
        let everything =
            FolderArguments { no_ignore: true, hidden: true, follow: true, ..FolderArguments::default() };
        let is_document = |entry: &DirEntry| {
            entry.file_type().is_some_and(|kind| kind.is_file())
                && (is_archive(entry.path().as_os_str()) || is_document(entry.file_name()))
        };
        let excluded = walk(folder, &everything).flatten().filter(is_document).count();
        let message = if self.has_glob {
            "no file matches --glob".to_owned()
        } else if excluded == 0 {
            format!("`hedgerow help {command}` lists the names of files that are read")
        } else {
            let are = if excluded == 1 { "1 is" } else { &format!("{excluded} are") };
            format!(
                "{are} hidden, excluded by a file such as .gitignore, or below a symbolic link; use --hidden, \
                 --no-ignore or --follow"
            )
        };
        let error = anyhow!("no documents in the folder {}: {message}", name.for_message());
        Input::unreadable(name, error)
    }

    fn urls_are_not_fetched(&self, address: &str) -> Error {
        let command = self.command;
        anyhow!(
            "cannot read {address}: hedgerow does not fetch URLs; use curl -sL '{address}' | hedgerow {command}"
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
            if input.is_some() {
                return input;
            }
        }
    }
}

/// Returns the path that an error is about.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

/// Returns the innermost error.
fn root_cause(error: &ignore::Error) -> &dyn StdError {
    let mut cause: &dyn StdError = match error.io_error() {
        Some(error) => error,
        None => error,
    };
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause
}

/// Whether an argument is a URL.
fn is_address(argument: &str) -> bool {
    argument.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|character| character.is_ascii_alphanumeric() || "+-.".contains(character))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
