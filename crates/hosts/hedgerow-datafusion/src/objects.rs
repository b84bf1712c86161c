//! [`Object`] and [`ObjectReader`]: files on servers, which the object stores of a session read in ranges.
//!
//! The stores retry requests that fail. Here, a range is also requested again if the connection ends in the middle of it, or
//! if the server sends another number of bytes than it states.

use std::error;
use std::io::{self, Read, Seek, SeekFrom};
use std::iter;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use datafusion::common::{Result, exec_datafusion_err, plan_datafusion_err, plan_err};
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::object_store::path::Path;
use datafusion::object_store::{Error, GetOptions, GetRange, ObjectMeta, ObjectStore, ObjectStoreExt as _};
use futures::TryStreamExt as _;
use glob::{MatchOptions, Pattern};
use hedgerow_columns::archive_files;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

/// The number of times that a range is requested, if the connection ends in the middle of it.
const ATTEMPTS: u32 = 4;

/// The time before the second request for a range. It doubles with each further request.
const PAUSE: Duration = Duration::from_millis(100);

/// The number of bytes of the first range that a reader requests after each seek, and of the longest range.
const FIRST_RANGE: u64 = 1 << 16;
const LONGEST_RANGE: u64 = 8 << 20;

/// The maximum length of a reason in characters.
const MOST_CHARACTERS: usize = 500;

/// The characters that make an address a glob pattern.
const WILDCARDS: [char; 3] = ['*', '?', '['];

/// The characters that are escaped in the address of a file that was found, so that the address denotes this file only. Others are
/// kept, so that it is readable.
const ESCAPES: [(char, &str); 5] = [('%', "%25"), ('?', "%3F"), ('#', "%23"), ('*', "%2A"), ('[', "%5B")];

/// Whether the text is an address such as `s3://bucket/key`, and not a path.
pub(crate) fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty()
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    })
}

/// Divides an address into that of its store and the rest, without the slash between them.
fn divide(address: &str) -> (&str, &str) {
    let host = address.find("://").map_or(0, |scheme| scheme + 3);
    match address[host..].find('/') {
        Some(slash) => (&address[..host + slash], &address[host + slash + 1..]),
        None => (address, ""),
    }
}

/// A file in an object store.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    store: Arc<dyn ObjectStore>,
    path: Path,
    /// The address, for messages.
    name: Arc<str>,
}

/// Bytes of an object.
struct Part {
    bytes: Bytes,
    /// The description of the whole object.
    object: ObjectMeta,
}

/// The reason why bytes of an object cannot be read.
pub(crate) enum Failure {
    /// The object does not exist, or is shorter.
    Missing(String),
    /// Another attempt may succeed.
    Other(String),
}

impl Failure {
    /// Creates the failure for an error of a store.
    fn new(error: &Error) -> Self {
        let text = match error {
            Error::NotFound { .. } => return Self::Missing("it does not exist".to_owned()),
            Error::Unauthenticated { .. } | Error::PermissionDenied { .. } => {
                "the server refuses access with these credentials, or without any".to_owned()
            }
            Error::Precondition { .. } => "it has changed since the first bytes of it were read".to_owned(),
            Error::NotSupported { .. } => {
                "the server does not support requests for ranges of bytes".to_owned()
            }
            Error::Generic { source, .. } => causes(source.as_ref()),
            error => causes(error),
        };
        if text.contains("416 Range Not Satisfiable") {
            return Self::Missing("it ends before this offset".to_owned());
        }
        Self::Other(text)
    }

    pub(crate) fn reason(self) -> String {
        match self {
            Self::Missing(reason) | Self::Other(reason) => reason,
        }
    }
}

/// Returns the texts of an error and its causes, up to a maximum length, because servers send a part of them.
fn causes(error: &(dyn error::Error + 'static)) -> String {
    let mut texts: Vec<String> = Vec::new();
    for cause in iter::successors(Some(error), |error| error.source()) {
        let text = cause.to_string();
        // This text repeats the address and the causes.
        let is_summary = text.starts_with("Error performing ");
        if !is_summary && !texts.iter().any(|known| known.contains(&text)) {
            texts.push(text);
        }
    }
    texts.join(": ").chars().take(MOST_CHARACTERS).collect()
}

impl Object {
    /// Finds the store of an address.
    pub(crate) fn new(runtime: &RuntimeEnv, name: &str) -> Result<Self> {
        if name.contains(['?', '#']) {
            return plan_err!("cannot read {name}: addresses with \"?\" or \"#\" are not supported");
        }
        let (store, path) = divide(name);
        let path = Path::from_url_path(path)
            .map_err(|error| plan_datafusion_err!("{name} is not a valid address: {error}"))?;
        Ok(Self { store: find_store(runtime, store)?, path, name: name.into() })
    }

    /// Requests the description of the object.
    pub(crate) async fn describe(&self) -> Result<ObjectMeta> {
        self.store.head(&self.path).await.map_err(|error| cannot_read(&self.name, &error))
    }

    /// Reads a range of bytes, or up to the end of the object.
    pub(crate) async fn read(&self, range: Range<u64>) -> Result<Bytes, Failure> {
        Ok(self.read_part(range, None).await?.bytes)
    }

    /// Reads a range of bytes of the object with this tag.
    async fn read_part(&self, range: Range<u64>, tag: Option<&str>) -> Result<Part, Failure> {
        let (mut attempt, mut pause) = (1, PAUSE);
        loop {
            let options = GetOptions {
                range: Some(GetRange::Bounded(range.clone())),
                // Weak tags never match.
                if_match: tag.filter(|tag| !tag.starts_with("W/")).map(str::to_owned),
                ..GetOptions::default()
            };
            let result =
                self.store.get_opts(&self.path, options).await.map_err(|error| Failure::new(&error))?;
            let (object, stated) = (result.meta.clone(), result.range.end - result.range.start);
            let problem = match result.bytes().await {
                Ok(bytes) if bytes.len() as u64 == stated => return Ok(Part { bytes, object }),
                Ok(bytes) => format!("the server states {stated} bytes, but sends {}", bytes.len()),
                Err(error) => Failure::new(&error).reason(),
            };
            if attempt == ATTEMPTS {
                return Err(Failure::Other(format!("{problem} (in each of {ATTEMPTS} attempts)")));
            }
            tokio::time::sleep(pause).await;
            attempt += 1;
            pause *= 2;
        }
    }
}

/// Finds the store of an address.
fn find_store(runtime: &RuntimeEnv, store: &str) -> Result<Arc<dyn ObjectStore>> {
    runtime.object_store(ObjectStoreUrl::parse(store)?)
}

fn cannot_read(name: &str, error: &Error) -> datafusion::error::DataFusionError {
    exec_datafusion_err!("cannot read {name}: {}", Failure::new(error).reason())
}

/// Returns the files that a path, an address or a glob pattern of these denotes, sorted, with their lengths in bytes.
///
/// # Errors
///
/// If no file matches the pattern, or if a folder or a server cannot be read, or the server cannot list its files.
pub async fn find_files(runtime: &RuntimeEnv, pattern: &str) -> Result<Vec<(String, u64)>> {
    if !is_address(pattern) {
        return archive_files(pattern).map_err(|error| plan_datafusion_err!("{error}"));
    }
    let (address, path) = divide(pattern);
    let Some(wildcard) = path.find(WILDCARDS) else {
        let object = Object::new(runtime, pattern)?.describe().await?;
        return Ok(vec![(pattern.to_owned(), object.size)]);
    };
    if address.starts_with("http") {
        return plan_err!(
            "cannot read {pattern}: a web server does not list its files, so an address with https: or http: has no wildcards"
        );
    }
    let glob = Pattern::new(path).map_err(|error| plan_datafusion_err!("{pattern}: {error}"))?;
    let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
    let folder = path[..wildcard].rfind('/').map(|end| Path::from(&path[..end]));
    let mut objects = find_store(runtime, address)?.list(folder.as_ref());
    let mut found = Vec::new();
    while let Some(object) = objects.try_next().await.map_err(|error| cannot_read(pattern, &error))? {
        if glob.matches_with(object.location.as_ref(), options) {
            let key = ESCAPES.iter().fold(object.location.to_string(), |key, (character, escape)| {
                key.replace(*character, escape)
            });
            found.push((format!("{address}/{key}"), object.size));
        }
    }
    if found.is_empty() {
        return plan_err!("no file matches {pattern:?}");
    }
    found.sort();
    Ok(found)
}

/// Returns the files of [`find_files`] that are not empty, because servers have no range of an empty file.
pub(crate) async fn find_nonempty_files(runtime: &RuntimeEnv, pattern: &str) -> Result<Vec<(String, u64)>> {
    let mut files = find_files(runtime, pattern).await?;
    files.retain(|(_, length)| *length > 0);
    Ok(files)
}

/// A reader of an object. While a range is used, the next one is requested.
///
/// It blocks its thread, which must not be one that runs the tasks of a runtime.
pub(crate) struct ObjectReader {
    object: Arc<Object>,
    runtime: Handle,
    /// The offset of the next byte.
    position: u64,
    /// The current range, and the offset at which it begins.
    current: Bytes,
    start: u64,
    /// The next range, and the offset at which it begins.
    next: Option<(u64, JoinHandle<Result<Part, Failure>>)>,
    /// The number of bytes to request next.
    length: u64,
    /// The offset after which little is read, so no range extends beyond it.
    end: u64,
    /// The description of the object, after the first response.
    description: Option<ObjectMeta>,
}

impl ObjectReader {
    /// Creates a reader for the records that begin before the offset `end`.
    pub(crate) fn new(object: Object, runtime: Handle, end: u64) -> Self {
        let object = Arc::new(object);
        let (current, next, description) = (Bytes::new(), None, None);
        Self { object, runtime, position: 0, current, start: 0, next, length: FIRST_RANGE, end, description }
    }

    /// Requests a range that begins at this offset.
    fn request(&mut self, start: u64) -> JoinHandle<Result<Part, Failure>> {
        let left = self.end.checked_sub(start).filter(|&left| left > 0);
        let range = start..start + left.map_or(FIRST_RANGE, |left| left.min(self.length));
        let tag = self.description.as_ref().and_then(|description| description.e_tag.clone());
        let object = Arc::clone(&self.object);
        self.runtime.spawn(async move { object.read_part(range, tag.as_deref()).await })
    }

    /// Waits for the range that begins at the position, and requests the one after it.
    fn advance(&mut self) -> io::Result<()> {
        let request = match self.next.take() {
            Some((start, request)) if start == self.position => request,
            other => {
                if let Some((_, request)) = other {
                    request.abort();
                }
                self.length = FIRST_RANGE;
                self.request(self.position)
            }
        };
        let part = self.runtime.block_on(request).map_err(io::Error::other)?;
        let part = part.map_err(|failure| io::Error::other(failure.reason()))?;
        let size = self.description.get_or_insert(part.object).size;
        (self.start, self.current) = (self.position, part.bytes);
        let next = self.start + self.current.len() as u64;
        self.length = (self.length * 2).min(LONGEST_RANGE);
        if next < size.min(self.end) {
            let request = self.request(next);
            self.next = Some((next, request));
        }
        Ok(())
    }
}

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let is_at_end = |object: &ObjectMeta| self.position >= object.size;
        if buffer.is_empty() || self.description.as_ref().is_some_and(is_at_end) {
            return Ok(0);
        }
        let is_in_current =
            |position: &u64| (self.start..self.start + self.current.len() as u64).contains(position);
        if !is_in_current(&self.position) {
            self.advance()?;
        }
        let rest = &self.current[(self.position - self.start) as usize..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.position += length as u64;
        Ok(length)
    }
}

impl Seek for ObjectReader {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        let position = match position {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::Current(distance) => self.position.checked_add_signed(distance),
            SeekFrom::End(_) => None,
        };
        self.position = position.ok_or(io::ErrorKind::Unsupported)?;
        Ok(self.position)
    }
}

impl Drop for ObjectReader {
    fn drop(&mut self) {
        if let Some((_, request)) = self.next.take() {
            request.abort();
        }
    }
}
