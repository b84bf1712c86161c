//! `hedgerow format` and `hedgerow minify`: write documents as HTML, indented or without optional parts.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context as _, Result, bail};
use hedgerow::dom::{NodeKind, known};
use hedgerow::encoding::{Confidence, Encoding, malformed_sequences};
use hedgerow::serialize::{LimitedWriter, MetaCharset, WriteOptions};
use hedgerow::{Parsed, ToHtml};
use serde::Serialize;

use super::common::{Settings, inputs};
use super::documents::{self, OutputBound, Reading, Task, answer_all, decoded, describe_limit};
use super::templates::{changed_code, has_code, moved_code};
use crate::Outcome;
use crate::args::{FormatArguments, HtmlFormat, MinifyArguments};
use crate::input::{Document, Name};
use crate::json_text::write_line;
use crate::report::{self, on_one_line};

/// The name of the encoding of all output.
const OUTPUT_ENCODING: &str = "utf-8";

/// The maximum number of characters of code in a message.
const MOST_OF_CODE: usize = 60;

/// The byte order mark of the output.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

pub(super) fn format(arguments: FormatArguments, settings: &Settings) -> Result<Outcome> {
    let FormatArguments { check, write, indent, width, layout } = arguments;
    let base = WriteOptions::pretty().indentation(indent).max_line_width(width);
    if !check && !write {
        return run(layout, &base, "format", settings);
    }
    let task = Format::new(&layout, &base)?;
    let inputs = inputs(layout.documents.files, "format", &layout.documents.limits)?;
    let mut some_differ = false;
    let work = move |name: &Name, document: Document, put: &mut dyn FnMut(Vec<u8>) -> io::Result<()>| {
        Ok(put(if task.reformat(name, &document, write)? {
            [&name.heading(), &b"\n"[..]].concat()
        } else {
            Vec::new()
        })?)
    };
    let outcome = answer_all(inputs, settings, work, |output, _, changed: Vec<u8>| {
        some_differ |= !changed.is_empty();
        output.write_all(&changed)
    })?;
    if let Some(hint) = HINT.get() {
        report::complain(hint);
    }
    Ok(if check && some_differ && outcome == Outcome::Done { Outcome::SomeErrors } else { outcome })
}

pub(super) fn minify(arguments: MinifyArguments, settings: &Settings) -> Result<Outcome> {
    run(arguments, &WriteOptions::minify(), "minify", settings)
}

/// Writes documents with the options `base`, in UTF-8; `command` is the name of the command.
fn run(
    arguments: MinifyArguments,
    base: &WriteOptions,
    command: &'static str,
    settings: &Settings,
) -> Result<Outcome> {
    let task = Format::new(&arguments, base)?;
    documents::run(task, inputs(arguments.documents.files, command, &arguments.documents.limits)?, settings)
}

/// Parses documents and writes them as HTML.
struct Format {
    reading: Reading,
    options: WriteOptions,
    /// The same options, but the encoding is declared.
    declaring: WriteOptions,
    is_json: bool,
    output_bound: OutputBound,
}

/// A document to be written.
struct Page {
    tree: hedgerow::Document,
    /// The encoding in which the document was read.
    encoding: Option<&'static Encoding>,
    /// Whether the document has a byte order mark, which is kept.
    has_mark: bool,
    /// Whether the encoding must be declared if the output is not ASCII: browsers would not find that it is UTF-8.
    needs_declaration: bool,
}

/// A writer that fails at the first character outside ASCII.
struct AsciiOnly;

impl Write for AsciiOnly {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_ascii() { Ok(bytes.len()) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A document as a line of JSON.
#[derive(Serialize)]
struct Line {
    html: String,
}

impl Format {
    fn new(arguments: &MinifyArguments, base: &WriteOptions) -> Result<Self> {
        let options = documents::write_options(&arguments.documents, base);
        let declaring = options.clone().meta_charset(MetaCharset::Inject(OUTPUT_ENCODING.into()));
        // The declared encoding is replaced with the encoding of the output.
        let options = options.meta_charset(MetaCharset::Correct(OUTPUT_ENCODING.into()));
        let is_json = arguments.format == Some(HtmlFormat::Json);
        let output_bound = OutputBound::of_html(&arguments.documents.limits);
        Ok(Self { reading: Reading::new(&arguments.documents)?, options, declaring, is_json, output_bound })
    }

    /// Parses a document.
    fn page(&self, name: &Name, document: &Document) -> Result<Page> {
        let parsed = self.reading.parse(name, document)?;
        let has_mark = Encoding::for_bom(&document.bytes).is_some();
        // A fragment is a part of a page that declares the encoding.
        let needs_declaration =
            !has_mark && self.reading.context.is_none() && !is_guessed_again(&parsed, document);
        let encoding = parsed.encoding().map(|sniffed| sniffed.encoding);
        self.refuse_changed_code(name, document, &parsed)?;
        Ok(Page { tree: parsed.into_document(), encoding, has_mark, needs_declaration })
    }

    /// Returns an error if the document contains code of a template language that the output would change.
    fn refuse_changed_code(&self, name: &Name, document: &Document, parsed: &Parsed) -> Result<()> {
        let source = decoded(document, parsed);
        if !has_code(&source) {
            return Ok(());
        }
        let root = parsed.document().root();
        let most = self.output_bound.bytes(document.bytes.len());
        let output = LimitedWriter::text(most, |html| root.write_html(html, &self.options))
            .map_err(|error| describe_limit(name, error.into()))?;
        let mut reading = self.reading.clone();
        reading.parser = reading.parser.source_spans(true);
        let with_spans = reading.parse(name, document)?;
        match changed_code(&source, &output).or_else(|| moved_code(with_spans.document())) {
            None => Ok(()),
            Some(code) => bail!(
                "cannot write {} as HTML: it contains code of a template language, which would change: {}",
                name.for_message(),
                on_one_line(code.trim().chars().take(MOST_OF_CODE).collect::<String>().as_str())
            ),
        }
    }

    /// Formats a document, and writes it to its file if `is_written`. Returns whether formatting changes its bytes.
    fn reformat(&self, name: &Name, document: &Document, is_written: bool) -> Result<bool> {
        if is_written {
            file_of(name)?;
        }
        let page = self.page(name, document)?;
        if page.tree.root().deep_descendants().any(|node| node.is_html(known::PLAINTEXT)) {
            bail!(
                "cannot format {}: everything after <plaintext> is text, so the end tags that formatting adds would be text, too",
                name.for_message()
            );
        }
        let Some(formatted) = self.formatted(name, document, &page)? else { return Ok(false) };
        if self.reading.context.is_none() && is_part_of_page(&page, &document.bytes) {
            HINT.get_or_init(|| {
                format!(
                    "{} has no DOCTYPE and no html, head or body tag, but the formatted page has these tags; \
                     --fragment body formats a part of a page without them",
                    name.for_message()
                )
            });
        }
        if is_written {
            if let Some(encoding) = page.encoding
                && malformed_sequences(&document.bytes, encoding) > 0
            {
                bail!(
                    "cannot write {}: some of its bytes are malformed in {}, and would be lost; --encoding sets another encoding",
                    name.for_message(),
                    encoding.name()
                );
            }
            overwrite(name, document, &formatted)?;
        }
        Ok(true)
    }

    /// Returns the formatted document; `None` if the document is formatted already.
    fn formatted(&self, name: &Name, document: &Document, page: &Page) -> Result<Option<Vec<u8>>> {
        let most = self.output_bound.bytes(document.bytes.len());
        let mut formatted = LimitedWriter::new(Vec::new(), most);
        self.write(page, &mut formatted).map_err(|error| describe_limit(name, error.into()))?;
        let formatted = formatted.into_inner();
        Ok((formatted != document.bytes).then_some(formatted))
    }
}

/// The hint that a document is probably a part of a page.
static HINT: OnceLock<String> = OnceLock::new();

/// Whether a document has neither a DOCTYPE nor a tag of the elements that every page has.
fn is_part_of_page(page: &Page, bytes: &[u8]) -> bool {
    let has_tag = |bytes: &[u8]| {
        [&b"html"[..], b"head", b"body"].iter().any(|name| {
            bytes.get(..name.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(name))
                && !bytes.get(name.len()).is_some_and(u8::is_ascii_alphanumeric)
        })
    };
    let has_doctype = page.tree.root().children().any(|node| node.kind() == NodeKind::DocumentType);
    let is_legible = page.encoding.is_none_or(Encoding::is_ascii_compatible);
    is_legible && !has_doctype && !bytes.split(|&byte| byte == b'<').skip(1).any(has_tag)
}

/// Whether browsers guess the encoding of a document without a declaration, and read the output as they read the document.
fn is_guessed_again(parsed: &Parsed, document: &Document) -> bool {
    parsed.encoding().is_none_or(|sniffed| {
        sniffed.confidence == Confidence::Tentative
            && sniffed.encoding.name() == "UTF-8"
            && !document.bytes.is_ascii()
    })
}

/// Returns the path of a document that can be written.
fn file_of(name: &Name) -> Result<&Path> {
    let Name::File(path) = name else { bail!("cannot write {}: it is not a file", name.for_message()) };
    Ok(path)
}

/// Replaces the file that a document was read from. A compressed file, or one that has changed meanwhile, is an error.
pub(super) fn overwrite(name: &Name, document: &Document, bytes: &[u8]) -> Result<()> {
    let path = file_of(name)?;
    if fs::read(path).is_ok_and(|bytes| bytes != *document.bytes) {
        bail!("cannot write {}: it is compressed, or it changed meanwhile", name.for_message());
    }
    replace(path, bytes).with_context(|| format!("cannot write {}", name.for_message()))
}

/// Replaces a file: writes a temporary file beside it, and renames the temporary file, so that no failure leaves a part of a
/// file.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // The file may be a symbolic link.
    let path = fs::canonicalize(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    // The name is random, the file is new, and only its owner may read it until it has all permissions of the old file.
    let mut beside = tempfile::Builder::new().prefix(".hedgerow-").suffix(".tmp").tempfile_in(folder)?;
    beside.write_all(bytes)?;
    beside.as_file().set_permissions(fs::metadata(&path)?.permissions())?;
    beside.as_file().sync_all()?;
    beside.persist(&path)?;
    // Not every system can open a folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

impl Task for Format {
    type Answer = Page;

    fn answer(&self, name: &Name, document: Document) -> Result<Page> {
        self.page(name, &document)
    }

    fn is_json(&self) -> bool {
        self.is_json
    }

    fn output_bound(&self) -> OutputBound {
        self.output_bound
    }

    fn write(&self, page: &Page, writer: &mut LimitedWriter<impl Write>) -> io::Result<()> {
        let root = page.tree.root();
        if self.is_json {
            let html = LimitedWriter::text(writer.left(), |html| root.write_html(html, &self.options));
            return write_line(&Line { html: html.map_err(io::Error::other)? }, writer);
        }
        if page.has_mark {
            writer.write_all(BYTE_ORDER_MARK)?;
        }
        let mut ascii = LimitedWriter::new(AsciiOnly, writer.left());
        if page.needs_declaration && root.write_html_to(&mut ascii, &self.options).is_err() {
            root.write_html_to(writer, &self.declaring)?;
        } else {
            root.write_html_to(writer, &self.options)?;
        }
        writer.write_all(b"\n")
    }
}
