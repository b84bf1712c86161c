//! `hedgerow select`: prints the results of a CSS selector or an XPath, or rows of fields.
//!
//! The queries are in `crate::query`, rows in `crate::rows`, and the addresses for `--base` in `crate::base`.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context as _, Result, bail};
use hedgerow::dom::Namespace;
use hedgerow::select::SelectMut as _;
use hedgerow::serialize::{LimitedWriter, OutputLimit, RenderedTextOptions, WriteOptions};
use hedgerow::{NodeRef, ToHtml as _};
use serde::Serialize;
use url::Url;

use super::common::{CANNOT_WRITE, Settings, inputs};
use super::documents::{OutputBound, Pieces, Reading, answer_all, describe_limit, write_options};
use crate::args::select::{SelectArguments, SelectFormat, ShownArguments};
use crate::base;
use crate::input::{Document, Name, is_document};
use crate::json_text::{NamedLines, write_line};
use crate::ordered::Weight;
use crate::query::{Found, Query, parse_elements};
use crate::render::Positions;
use crate::report::file_name;
use crate::rows::{RowFormat, Rows, TextOf};
use crate::{Outcome, render, report};

pub(super) fn run(mut arguments: SelectArguments, settings: &Settings) -> Result<Outcome> {
    let queries = if arguments.xpath.is_empty() {
        let selector = arguments.selector.unwrap_or_default();
        if is_document(&selector) && Path::new(&selector).is_file() {
            let name = file_name(Path::new(&selector));
            bail!("{name} is a file; put a selector before it: hedgerow select 'a[href]' {name}");
        }
        vec![Query::css(&selector.to_string_lossy())?]
    } else {
        // With an XPath, the first argument is a file, like the other arguments.
        arguments.documents.files.splice(0..0, arguments.selector);
        arguments.xpath.iter().map(|text| Query::xpath(text)).collect::<Result<_>>()?
    };
    let remove = arguments.remove.iter().map(|text| parse_elements(text)).collect::<Result<_>>()?;
    let base = arguments.base.as_deref().map(Url::parse).transpose();
    let base = base.with_context(|| {
        format!("--base: not a URL with a scheme, such as https://example.org: {:?}", arguments.base)
    })?;
    let mut reading = Reading::new(&arguments.documents)?;
    reading.parser = reading.parser.source_spans(arguments.line_number);
    let markup = write_options(&arguments.documents, &WriteOptions::default());
    let inputs = inputs(arguments.documents.files, "select", &arguments.documents.limits)?;
    let names = if arguments.names.no_filename {
        Names::Nowhere
    } else if arguments.names.with_filename {
        Names::OnEachLine
    } else if inputs.are_several() {
        Names::Before
    } else {
        Names::Nowhere
    };
    let is_named_in_json = !arguments.names.no_filename;
    let search = Search {
        queries,
        shown: Shown::new(&arguments.shown, arguments.format, markup, names, is_named_in_json)?,
        remove,
        base,
        templates: arguments.templates,
        limit: if arguments.first { 1 } else { arguments.limit.map_or(usize::MAX, NonZeroUsize::get) },
        text: RenderedTextOptions::default().scripting(arguments.documents.scripting),
        line_numbers: arguments.line_number,
        end: if arguments.null { b'\0' } else { b'\n' },
        names,
        is_named_in_json,
        output_bound: OutputBound::of_html(&arguments.documents.limits),
        bound_of_all: OutputBound::of_json(&arguments.documents.limits),
        reading,
    };
    if let Shown::Rows(rows) = &search.shown {
        rows.write_header(&mut io::stdout()).context(CANNOT_WRITE)?;
    }
    let has_headings = search.has_headings();
    let is_terminal = io::stdout().is_terminal() && search.end == b'\n';
    let hint_at_prefix = search.queries.iter().find_map(Query::hint_at_prefix);
    let mut found = false;
    let work = move |name: &Name, document: Document, put: &mut dyn FnMut(Answer) -> io::Result<()>| {
        search.answer(name, &document, put)
    };
    let outcome = answer_all(inputs, settings, work, |output, heading, answer| {
        if has_headings && !answer.text.is_empty() {
            heading.write(output)?;
        }
        found |= answer.matches > 0;
        output.write_all(&if is_terminal { without_controls(answer.text) } else { answer.text })
    })?;
    if let Some(hint) = HINT.get().or(hint_at_prefix.as_ref().filter(|_| !found)) {
        report::complain(hint);
    }
    Ok(if outcome == Outcome::Done && !found { Outcome::NothingFound } else { outcome })
}

/// Replaces the control characters of a page with visible ones, because a terminal would obey them.
fn without_controls(text: Vec<u8>) -> Vec<u8> {
    let is_control = |character: char| character.is_control() && !matches!(character, '\n' | '\t');
    match String::from_utf8(text) {
        Ok(text) if text.contains(is_control) => text
            .chars()
            .map(|character| match u32::from(character) {
                // The "control pictures" are in the order of the control characters.
                code @ 0..=0x1F if is_control(character) => {
                    char::from_u32(0x2400 + code).unwrap_or(character)
                }
                0x7F => '\u{2421}',
                0x80..=0x9F => char::REPLACEMENT_CHARACTER,
                _ => character,
            })
            .collect::<String>()
            .into_bytes(),
        Ok(text) => text.into_bytes(),
        // A piece may end inside a character, and a file may have any name.
        Err(error) => error
            .into_bytes()
            .into_iter()
            .map(|byte| if byte.is_ascii_control() && !matches!(byte, b'\n' | b'\t') { b'?' } else { byte })
            .collect(),
    }
}

/// The hint that an element has the requested attribute only in a different case of letters.
static HINT: OnceLock<String> = OnceLock::new();

/// The search in each input.
struct Search {
    reading: Reading,
    queries: Vec<Query>,
    shown: Shown,
    remove: Vec<hedgerow::Selector>,
    base: Option<Url>,
    templates: bool,
    /// The maximum number of results of a document.
    limit: usize,
    text: RenderedTextOptions,
    /// Whether the line number of each element is written before it.
    line_numbers: bool,
    /// The byte after each result.
    end: u8,
    names: Names,
    is_named_in_json: bool,
    /// The limit on a result, which is in memory as a whole.
    output_bound: OutputBound,
    /// The limit on all results of a document. Each result repeats the results inside it.
    bound_of_all: OutputBound,
}

/// The places in the output that contain the names of documents.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Nowhere,
    /// In a heading before all results of a document; counts and rows contain the name on each line.
    Before,
    OnEachLine,
}

/// A piece of the output for an input.
struct Answer {
    /// The number of results; set in the last piece.
    matches: usize,
    text: Vec<u8>,
}

impl Weight for Answer {
    fn weight(&self) -> usize {
        self.text.capacity()
    }
}

/// The output for a result.
enum Shown {
    Html(WriteOptions),
    Text,
    Attribute(String),
    Json,
    Rows(Rows),
    Count,
    FileNames,
}

/// A result that is not an element, as a line of JSON.
#[derive(Serialize)]
struct Line<'l, 'd> {
    value: &'l Found<'d>,
}

impl Shown {
    fn new(
        arguments: &ShownArguments,
        format: Option<SelectFormat>,
        markup: WriteOptions,
        names: Names,
        is_named_in_json: bool,
    ) -> Result<Self> {
        let rows = |format| {
            let is_json = format == RowFormat::Json;
            let has_names = if is_json { is_named_in_json } else { names != Names::Nowhere };
            Rows::new(&arguments.fields, format, has_names)
        };
        Ok(match (&arguments, format) {
            (ShownArguments { fields, .. }, format) if !fields.is_empty() => {
                Self::Rows(rows(match format {
                    None | Some(SelectFormat::Tsv) => RowFormat::Tsv,
                    Some(SelectFormat::Csv) => RowFormat::Csv,
                    Some(SelectFormat::Json) => RowFormat::Json,
                    Some(SelectFormat::Html | SelectFormat::Text) => {
                        bail!("--field: rows are written as tsv, csv or json")
                    }
                })?)
            }
            (_, Some(SelectFormat::Tsv | SelectFormat::Csv)) => {
                bail!("--format: rows need fields; name them with --field, such as -f 'a::attr(href)'")
            }
            (ShownArguments { text: true, .. }, _) | (_, Some(SelectFormat::Text)) => Self::Text,
            (ShownArguments { json: true, .. }, _) | (_, Some(SelectFormat::Json)) => Self::Json,
            (ShownArguments { count: true, .. }, _) => Self::Count,
            (ShownArguments { files_with_matches: true, .. }, _) => Self::FileNames,
            (ShownArguments { attribute: Some(name), .. }, _) => Self::Attribute(name.clone()),
            _ => Self::Html(markup),
        })
    }
}

impl Search {
    /// Whether the results of a document come after a heading.
    fn has_headings(&self) -> bool {
        self.names == Names::Before
            && matches!(self.shown, Shown::Html(_) | Shown::Text | Shown::Attribute(_))
    }

    fn answer(
        &self,
        name: &Name,
        document: &Document,
        put: &mut dyn FnMut(Answer) -> io::Result<()>,
    ) -> Result<()> {
        let mut tree = self.reading.tree(name, document)?;
        for selector in &self.remove {
            tree.select_deep_mut(selector)?.remove()?;
        }
        if let Some(base) = &self.base {
            base::resolve_all(&mut tree, name, base)?;
        }
        let texts = Texts { search: self, most: self.output_bound.bytes(document.bytes.len()) };
        let mut put_text = |text| put(Answer { matches: 0, text });
        let mut output = Pieces::new(&mut put_text);
        let most = self.bound_of_all.bytes(document.bytes.len());
        let matches = self
            .write_matches(name, &tree, &texts, &mut LimitedWriter::new(&mut output, most))
            .map_err(|error| describe_limit(name, error))?;
        let text = output.rest;
        Ok(put(Answer { matches, text })?)
    }

    /// Writes the results of all queries. Returns the number of matches.
    fn write_matches(
        &self,
        name: &Name,
        tree: &hedgerow::Document,
        texts: &Texts<'_>,
        output: &mut impl Write,
    ) -> Result<usize> {
        let lines = self.line_numbers.then(|| Positions::of(tree));
        let mut matches = 0;
        for query in &self.queries {
            let limit = if matches!(self.shown, Shown::FileNames) { 1 } else { self.limit };
            let found = query.find(tree.root(), self.templates, limit, &mut |found| {
                self.write(name, &found, lines.as_ref(), texts, output)
            })?;
            if matches!(self.shown, Shown::Count) {
                Self::write_name(name, self.names != Names::Nowhere, output)?;
                write!(output, "{found}")?;
                output.write_all(&[self.end])?;
            }
            matches += found;
        }
        if matches!(self.shown, Shown::FileNames) && matches > 0 {
            output.write_all(
                if self.end == b'\0' { name.bytes().to_vec() } else { name.heading() }.as_slice(),
            )?;
            output.write_all(&[self.end])?;
        }
        Ok(matches)
    }

    /// Writes the name of the document before a result.
    fn write_name(name: &Name, is_needed: bool, output: &mut impl Write) -> io::Result<()> {
        if !is_needed {
            return Ok(());
        }
        output.write_all(&name.heading())?;
        output.write_all(b":")
    }

    /// Writes a result.
    fn write(
        &self,
        name: &Name,
        found: &Found<'_>,
        lines: Option<&Positions>,
        texts: &Texts<'_>,
        output: &mut impl Write,
    ) -> Result<()> {
        match &self.shown {
            Shown::Count | Shown::FileNames => return Ok(()),
            Shown::Rows(rows) => return rows.write(name, found, texts, output),
            Shown::Json => {
                let members = if self.is_named_in_json { name } else { &Name::StandardInput };
                let mut lines = NamedLines::new(output, members);
                match found {
                    Found::Node(node) => render::write_json(*node, &mut lines)?,
                    value => write_line(&Line { value }, &mut lines)?,
                }
                return Ok(());
            }
            Shown::Html(_) | Shown::Text | Shown::Attribute(_) => {}
        }
        let text = match (found, &self.shown) {
            (Found::Node(node), Shown::Html(markup)) => {
                Cow::Owned(LimitedWriter::text(texts.most, |html| node.write_html(html, markup))?)
            }
            (Found::Node(node), Shown::Attribute(attribute)) => {
                if let Some(value) = node.attribute(attribute.as_str()) {
                    self.one_line(value)
                } else {
                    Self::hint_at_case(*node, attribute);
                    return Ok(());
                }
            }
            (Found::Node(node), _) => Cow::Owned(texts.text_of(*node)?),
            (_, Shown::Attribute(_)) => return Ok(()),
            (Found::Text(text), _) => {
                let line = self.one_line(text);
                if self.end == b'\n' && line.is_empty() {
                    return Ok(());
                }
                line
            }
            (scalar, _) => Cow::Owned(scalar.to_string()),
        };
        Self::write_name(name, self.names == Names::OnEachLine, output)?;
        if let (Some(lines), Found::Node(node)) = (lines, found)
            && let Some(line) = lines.line_of(*node)
        {
            write!(output, "{line}:")?;
        }
        output.write_all(text.as_bytes())?;
        Ok(output.write_all(&[self.end])?)
    }

    /// Returns a text on one line: its lines, without space around them, joined by spaces. If results end with NUL, returns the
    /// text unchanged.
    fn one_line<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.end == b'\0' {
            return Cow::Borrowed(text);
        }
        let text = text.trim();
        if !text.contains(['\n', '\r']) {
            return Cow::Borrowed(text);
        }
        Cow::Owned(
            text.split(['\n', '\r'])
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .collect::<Vec<_>>()
                .join(" "),
        )
    }

    /// Records the hint if an element has an attribute only in a different case, which matters in SVG and `MathML`.
    fn hint_at_case(node: NodeRef<'_>, name: &str) {
        let mut names = node.attributes().map(hedgerow::dom::AttributeRef::name_text);
        if let Some(other) = names.find(|other| other.eq_ignore_ascii_case(name)) {
            HINT.get_or_init(|| {
                format!("some elements have no attribute {name}, but {other}: case matters outside HTML")
            });
        }
    }
}

/// The texts of nodes of a document.
struct Texts<'s> {
    search: &'s Search,
    /// The maximum number of bytes of a result, which is in memory as a whole.
    most: u64,
}

impl TextOf for Texts<'_> {
    /// The rendered text of a node, without space around it unless results end with NUL.
    fn text_of(&self, node: NodeRef<'_>) -> Result<String, OutputLimit> {
        if node.local_name_text() == "title" && node.namespace() == Some(Namespace::Html) {
            // A title is not rendered in the page, and browsers show it on one line.
            return Ok(node.text().split_ascii_whitespace().collect::<Vec<_>>().join(" "));
        }
        let Search { text: options, end, .. } = self.search;
        let text = LimitedWriter::text(self.most, |text| node.write_rendered_text(text, *options))?;
        Ok(if *end == b'\n' { text.trim().to_owned() } else { text })
    }

    fn most_bytes(&self) -> u64 {
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_control_characters() {
        let shown = |bytes: &[u8]| without_controls(bytes.to_vec());
        assert_eq!(shown(b"a\tb\n"), b"a\tb\n");
        assert_eq!(
            shown("\u{1B}[31m\0\u{9B}\u{7F}\u{E9}".as_bytes()),
            "\u{241B}[31m\u{2400}\u{FFFD}\u{2421}\u{E9}".as_bytes()
        );
        assert_eq!(shown(b"\xE2\x82 \x1B\n"), b"\xE2\x82 ?\n");
    }
}
