//! `hedgerow warc`: the texts and the metadata of the pages of web archives, as web archives.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use hedgerow::ToHtml as _;
use hedgerow::extract::{ContentOptions, Extract as _, Link, MarkdownOptions, ToMarkdown as _};
use hedgerow::serialize::{LimitedWriter, OutputLimit, RenderedTextOptions};
use hedgerow_warc::ArchiveWriter;
use serde_json::{Value, json};

use super::common::{Settings, inputs};
use super::documents::{OutputBound, Reading, answer_all, describe_limit};
use crate::Outcome;
use crate::args::{DocumentArguments, WarcArguments};
use crate::input::{Captured, Document, Name, is_archive_name, is_document};
use crate::ordered::Weight;
use crate::report::file_name;

pub(super) fn run(arguments: WarcArguments, settings: &Settings) -> Result<Outcome> {
    let WarcArguments { wet, wat, main, markdown, documents } = arguments;
    let task = Records {
        reading: Reading::new(&documents)?,
        texts: wet.as_deref().map(|path| Texts {
            is_compressed: is_gzip(path),
            is_main: main,
            is_markdown: markdown,
        }),
        metadata: wat.as_deref().map(|path| Metadata { is_compressed: is_gzip(path) }),
        scripting: documents.scripting,
        text_bound: OutputBound::of_html(&documents.limits),
        metadata_bound: OutputBound::of_json(&documents.limits),
    };
    check_places([wet.as_deref(), wat.as_deref()], &documents)?;
    let inputs = inputs(documents.files, "warc", &documents.limits)?;
    let mut outputs = [Output::create(wet)?, Output::create(wat)?];
    let work = move |name: &Name,
                     document: Document,
                     put: &mut dyn FnMut(Written) -> io::Result<()>|
          -> Result<()> { Ok(put(task.records(name, &document)?)?) };
    let mut failure = None;
    let outcome = answer_all(inputs, settings, work, |_, _, Written(written)| {
        let written = outputs.iter_mut().zip(&written).try_for_each(|(output, bytes)| output.write(bytes));
        written.map_err(|error| {
            failure = Some(error);
            io::ErrorKind::Other.into()
        })
    });
    // The other error is about the standard output.
    if let Some(failure) = failure {
        return Err(failure);
    }
    let outcome = outcome?;
    outputs.iter_mut().try_for_each(Output::flush)?;
    Ok(outcome)
}

/// Refuses outputs that exist, because they may be inputs, that are one file, or that would be read.
fn check_places(outputs: [Option<&Path>; 2], documents: &DocumentArguments) -> Result<()> {
    for output in outputs.into_iter().flatten() {
        if output.is_file() {
            bail!("{} exists already; remove it, or name another file", file_name(output));
        }
    }
    let places = outputs.map(|output| place(output?));
    if let [Some(first), Some(second)] = &places
        && first == second
    {
        bail!("--wet and --wat name one file, {}; name two", file_name(first));
    }
    let has_globs = !documents.limits.folders.globs.is_empty();
    for output in places.iter().flatten() {
        let name = output.file_name().unwrap_or_default();
        let is_found_in_folders = has_globs || is_archive_name(name) || is_document(name);
        let is_input = |input: &&OsString| {
            let input = Path::new(input);
            place(input).as_ref() == Some(output)
                || is_found_in_folders
                    && input.canonicalize().is_ok_and(|input| input.is_dir() && output.starts_with(input))
        };
        if let Some(input) = documents.files.iter().find(is_input) {
            bail!(
                "{} would be read, because {} is an input; name another file",
                file_name(output),
                file_name(Path::new(input))
            );
        }
    }
    Ok(())
}

/// Returns the path of a file that may not exist yet, without links to its folder.
fn place(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
}

fn is_gzip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
}

/// A file to which records are written, if there is one.
struct Output(Option<(PathBuf, BufWriter<File>)>);

impl Output {
    /// Creates the file, and writes the record with which it begins.
    fn create(path: Option<PathBuf>) -> Result<Self> {
        let Some(path) = path else { return Ok(Self(None)) };
        let file = File::create(&path).with_context(|| format!("cannot write {}", file_name(&path)))?;
        let info = information(&path)?;
        let mut output = Self(Some((path, BufWriter::with_capacity(1 << 16, file))));
        output.write(&info)?;
        Ok(output)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.with_file(|file| file.write_all(bytes))
    }

    fn flush(&mut self) -> Result<()> {
        self.with_file(BufWriter::flush)
    }

    fn with_file(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<()> {
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        write(file).with_context(|| format!("cannot write {}", file_name(path)))
    }
}

/// Returns the record with which a file begins.
fn information(path: &Path) -> io::Result<Vec<u8>> {
    let mut writer = writer(is_gzip(path));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let software = concat!("hedgerow/", env!("CARGO_PKG_VERSION"));
    writer.write_info(&name, &[("software", software), ("format", "WARC File Format 1.1")])?;
    Ok(writer.into_inner())
}

fn writer(is_compressed: bool) -> ArchiveWriter<Vec<u8>> {
    if is_compressed { ArchiveWriter::gzip(Vec::new()) } else { ArchiveWriter::new(Vec::new()) }
}

/// The records of a page for each output.
struct Written([Vec<u8>; 2]);

impl Weight for Written {
    fn weight(&self) -> usize {
        self.0.iter().map(Weight::weight).sum()
    }
}

/// Makes the records of a page.
struct Records {
    reading: Reading,
    texts: Option<Texts>,
    metadata: Option<Metadata>,
    scripting: bool,
    text_bound: OutputBound,
    metadata_bound: OutputBound,
}

struct Texts {
    is_compressed: bool,
    is_main: bool,
    is_markdown: bool,
}

struct Metadata {
    is_compressed: bool,
}

impl Records {
    fn records(&self, name: &Name, document: &Document) -> Result<Written> {
        let Some(captured) = document.captured.as_deref() else {
            bail!("{} is not in a web archive", name.for_message());
        };
        let tree = self.reading.tree(name, document)?;
        let length = document.bytes.len();
        let mut written = Written([Vec::new(), Vec::new()]);
        if let Some(texts) = &self.texts {
            let text = LimitedWriter::text(self.text_bound.bytes(length), |writer| {
                self.write_text(texts, captured, &tree, writer)
            });
            let text = text.map_err(|error| describe_limit(name, error.into()))?;
            let media_type = if texts.is_markdown { "text/markdown; charset=utf-8" } else { "text/plain" };
            written.0[0] = record("conversion", captured, media_type, text.as_bytes(), texts.is_compressed)?;
        }
        if let Some(Metadata { is_compressed }) = self.metadata {
            let most = self.metadata_bound.bytes(length);
            let json = Collector { most, left: most }.metadata(captured, &tree, length);
            let json = json.map_err(|error| describe_limit(name, error.into()))?.to_string();
            written.0[1] = record("metadata", captured, "application/json", json.as_bytes(), is_compressed)?;
        }
        Ok(written)
    }

    fn write_text(
        &self,
        texts: &Texts,
        captured: &Captured,
        tree: &hedgerow::Document,
        writer: &mut impl std::fmt::Write,
    ) -> std::fmt::Result {
        let content = texts.is_main.then(|| tree.main_content(&ContentOptions::default()));
        let markdown = MarkdownOptions::default().base(captured.record.target());
        match (&content, texts.is_markdown) {
            (Some(content), true) => content.write_markdown(writer, &markdown),
            (Some(content), false) => content.write_text(writer),
            (None, true) => tree.write_markdown(writer, &markdown),
            (None, false) => {
                tree.write_rendered_text(writer, RenderedTextOptions::default().scripting(self.scripting))
            }
        }
    }
}

/// Returns a record about a captured page.
fn record(
    kind: &str,
    captured: &Captured,
    media_type: &str,
    block: &[u8],
    is_compressed: bool,
) -> io::Result<Vec<u8>> {
    let mut writer = writer(is_compressed);
    let of_page = [
        ("WARC-Target-URI", captured.record.target()),
        ("WARC-Date", captured.record.field("warc-date")),
        ("WARC-Refers-To", captured.record.field("warc-record-id")),
        ("Content-Type", Some(media_type)),
    ];
    let fields: Vec<_> = of_page.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    writer.write(kind, &fields, block)?;
    Ok(writer.into_inner())
}

/// The metadata of a page, in the form of Common Crawl's WAT files, up to a maximum number of bytes of its texts.
struct Collector {
    most: u64,
    left: u64,
}

impl Collector {
    /// Copies a text. Elements can share a long attribute, so texts are counted before they are copied.
    fn text(&mut self, text: &str) -> Result<Value, OutputLimit> {
        match self.left.checked_sub(text.len() as u64) {
            Some(left) => self.left = left,
            None => return Err(OutputLimit { most: self.most }),
        }
        Ok(text.into())
    }

    fn object<'t>(
        &mut self,
        texts: impl IntoIterator<Item = (String, &'t str)>,
    ) -> Result<Value, OutputLimit> {
        texts.into_iter().map(|(name, text)| Ok((name, self.text(text)?))).collect()
    }

    /// Returns the fields of a head as an object. The value of a field that is repeated is a list.
    fn fields<'t>(&mut self, fields: impl Iterator<Item = (&'t str, &'t str)>) -> Result<Value, OutputLimit> {
        let mut object = json!({});
        for (name, value) in fields {
            let value = self.text(value)?;
            match &mut object[in_title_case(name)] {
                new @ Value::Null => *new = value,
                Value::Array(values) => values.push(value),
                first => *first = json!([first.take(), value]),
            }
        }
        Ok(object)
    }

    /// Returns an address and its place, such as `A@/href`.
    fn link(&mut self, link: &Link<'_>) -> Result<Value, OutputLimit> {
        let path = format!("{}@/{}", link.element.to_ascii_uppercase(), link.attribute);
        let texts = [
            ("path", Some(&*path)),
            ("url", Some(link.value)),
            ("text", Some(link.text).filter(|text| !text.is_empty())),
            ("rel", link.rel),
        ];
        self.object(texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?))))
    }

    fn metadata(
        &mut self,
        captured: &Captured,
        tree: &hedgerow::Document,
        length: usize,
    ) -> Result<Value, OutputLimit> {
        let [mut metas, mut of_links, mut of_scripts, mut others] = [const { Vec::new() }; 4];
        for meta in tree.meta() {
            metas.push(
                self.object([(meta.attribute.to_owned(), meta.name), ("content".to_owned(), meta.content)])?,
            );
        }
        let links = tree.links(None);
        if let Some(limit) = links.exceeded() {
            return Err(limit);
        }
        for link in links.iter() {
            match link.element {
                "link" => &mut of_links,
                "script" => &mut of_scripts,
                _ => &mut others,
            }
            .push(self.link(&link)?);
        }
        Ok(json!({ "Envelope": {
            "Format": "WARC",
            "WARC-Header-Metadata": self.fields(captured.record.fields())?,
            "Payload-Metadata": {
                "Actual-Content-Type": "application/http; msgtype=response",
                "HTTP-Response-Metadata": {
                    "Response-Message": { "Status": captured.response.status().to_string() },
                    "Headers": self.fields(captured.response.fields())?,
                    "Entity-Length": length.to_string(),
                    "HTML-Metadata": {
                        "Head": {
                            "Title": tree.title().map(|title| self.text(&title)).transpose()?,
                            "Metas": metas,
                            "Link": of_links,
                            "Scripts": of_scripts,
                        },
                        "Links": others,
                    },
                },
            },
        } }))
    }
}

/// Returns the name of a field with its usual capitals: `WARC-Target-URI`.
fn in_title_case(name: &str) -> String {
    let word = |word: &str| match word {
        "warc" | "uri" | "id" | "ip" => word.to_ascii_uppercase(),
        word => {
            let mut characters = word.chars();
            let first = characters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(characters).collect()
        }
    };
    name.split('-').map(word).collect::<Vec<String>>().join("-")
}
