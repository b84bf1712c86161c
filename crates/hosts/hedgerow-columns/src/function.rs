//! [`Function`], and the functions that compute a column.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::builder::LargeStringBuilder;
use arrow_array::{Array, ArrayRef, LargeStringArray, StructArray};
use arrow_schema::{DataType, Field, Fields};
use hedgerow::encoding::MimeType;
use hedgerow::limits::Limit;
use hedgerow::sanitize::Preset;
use hedgerow::xpath::XPath;
use hedgerow::{EncodingHints, Parsed, Parser, Selector};

use crate::documents::{Content, Documents};
use crate::extraction::Extraction;
use crate::options::Options;
use crate::output::{Output, Reason, reason_of};
use crate::writers::{
    DecodeWriter, ErrorsWriter, FingerprintWriter, LinksWriter, ListWriter, MetaWriter, Page, ReasonWriter,
    SanitizeWriter, SelectWriter, Source, TablesWriter, TextWriter, Writer, lang, main_text, markdown, text,
    title,
};

/// The name of the column with the reasons in the result of [`html_extract`].
pub(crate) const REASON: &str = "reason";

/// The result of a function.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Column {
    /// The value of each document.
    pub values: ArrayRef,
    /// For each document that could not be processed, the reason.
    pub reasons: LargeStringArray,
}

impl Column {
    /// Returns an array of structs with the fields `value` and `reason`.
    #[must_use]
    pub fn into_struct(self) -> StructArray {
        let value = Arc::new(Field::new("value", self.values.data_type().clone(), true));
        let reason = Arc::new(Field::new(REASON, DataType::LargeUtf8, true));
        StructArray::from(vec![(value, self.values), (reason, Arc::new(self.reasons) as ArrayRef)])
    }
}

/// A function that computes a value from a page.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Function {
    /// [`html_attribute`]
    Attribute {
        /// The selector of the elements.
        selector: Selector,
        /// The name of the attribute.
        attribute: Box<str>,
    },
    /// [`html_decode`]
    Decode,
    /// [`html_errors`]
    Errors,
    /// [`html_fingerprint`]
    Fingerprint,
    /// [`html_json_ld`]
    JsonLd,
    /// [`html_lang`]
    Lang,
    /// [`html_links`]
    Links,
    /// [`html_main_text`]
    MainText,
    /// [`html_markdown`]
    Markdown,
    /// [`html_meta`]
    Meta,
    /// [`html_reason`]
    Reason,
    /// [`html_sanitize`]
    Sanitize {
        /// The elements and attributes that are kept.
        preset: Preset,
    },
    /// [`html_select`]
    Select {
        /// The selector of the elements.
        selector: Selector,
    },
    /// [`html_select_text`]
    SelectText {
        /// The selector of the elements.
        selector: Selector,
    },
    /// [`html_tables`]
    Tables,
    /// [`html_text`]
    Text,
    /// [`html_title`]
    Title,
    /// [`html_xpath`]
    XPath {
        /// The expression.
        expression: Expression,
    },
}

/// An XPath expression; compared by its text.
#[derive(Clone)]
pub struct Expression(pub XPath);

impl From<XPath> for Expression {
    fn from(xpath: XPath) -> Self {
        Self(xpath)
    }
}

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Function {
    /// The name, such as `html_title`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Attribute { .. } => "html_attribute",
            Self::Decode => "html_decode",
            Self::Errors => "html_errors",
            Self::Fingerprint => "html_fingerprint",
            Self::JsonLd => "html_json_ld",
            Self::Lang => "html_lang",
            Self::Links => "html_links",
            Self::MainText => "html_main_text",
            Self::Markdown => "html_markdown",
            Self::Meta => "html_meta",
            Self::Reason => "html_reason",
            Self::Sanitize { .. } => "html_sanitize",
            Self::Select { .. } => "html_select",
            Self::SelectText { .. } => "html_select_text",
            Self::Tables => "html_tables",
            Self::Text => "html_text",
            Self::Title => "html_title",
            Self::XPath { .. } => "html_xpath",
        }
    }

    /// Whether the value depends on the address of the page.
    #[must_use]
    pub fn reads_url(&self) -> bool {
        matches!(self, Self::Links | Self::Markdown)
    }

    /// The type of the values.
    #[must_use]
    pub fn data_type(&self) -> DataType {
        self.writer().finish().data_type().clone()
    }

    fn writer(&self) -> Box<dyn Writer> {
        match self {
            Self::Attribute { selector, attribute } => {
                Box::new(ListWriter::new(Source::Attribute(selector.clone(), attribute.clone())))
            }
            Self::Decode => Box::new(DecodeWriter::new()),
            Self::Errors => Box::new(ErrorsWriter::new()),
            Self::Fingerprint => Box::new(FingerprintWriter::new()),
            Self::JsonLd => Box::new(ListWriter::new(Source::JsonLd)),
            Self::Lang => Box::new(TextWriter::new(lang)),
            Self::Links => Box::new(LinksWriter::new()),
            Self::MainText => Box::new(TextWriter::new(main_text)),
            Self::Markdown => Box::new(TextWriter::new(markdown)),
            Self::Meta => Box::new(MetaWriter::new()),
            Self::Reason => Box::new(ReasonWriter::new()),
            Self::Sanitize { preset } => Box::new(SanitizeWriter::new(preset.sanitizer())),
            Self::Select { selector } => Box::new(SelectWriter::new(selector.clone())),
            Self::SelectText { selector } => Box::new(ListWriter::new(Source::Selector(selector.clone()))),
            Self::Tables => Box::new(TablesWriter::new()),
            Self::Text => Box::new(TextWriter::new(text)),
            Self::Title => Box::new(TextWriter::new(title)),
            Self::XPath { expression } => Box::new(ListWriter::new(Source::XPath(expression.0.clone()))),
        }
    }

    /// Computes the function for each document.
    #[must_use]
    pub fn run(&self, documents: &Documents<'_>, options: &Options) -> Column {
        let (mut columns, reasons) = run(&[(None, self)], documents, options);
        let values =
            columns.pop().unwrap_or_else(|| arrow_array::new_null_array(&self.data_type(), documents.len()));
        Column { values, reasons }
    }
}

/// Computes several functions of each document in one parse. The result has a field for each function, and the field `reason`,
/// which says why the document or some functions failed.
#[must_use]
pub fn html_extract(documents: &Documents<'_>, extraction: &Extraction, options: &Options) -> StructArray {
    let functions: Vec<_> = extraction.fields().map(|(name, function)| (Some(name), function)).collect();
    let (mut columns, reasons) = run(&functions, documents, options);
    columns.push(Arc::new(reasons));
    StructArray::new(extraction.arrow_fields(), columns, None)
}

/// The fields of the result of [`html_extract`].
pub(crate) fn arrow_fields<'e>(functions: impl Iterator<Item = (&'e str, &'e Function)>) -> Fields {
    let fields = functions.map(|(name, function)| Field::new(name, function.data_type(), true));
    fields.chain([Field::new(REASON, DataType::LargeUtf8, true)]).collect()
}

/// Computes functions of each document. Reasons begin with the name of the function's column, if it has one.
fn run(
    functions: &[(Option<&str>, &Function)],
    documents: &Documents<'_>,
    options: &Options,
) -> (Vec<ArrayRef>, LargeStringArray) {
    let mut writers: Vec<_> = functions.iter().map(|(_, function)| function.writer()).collect();
    let mut reasons = LargeStringBuilder::new();
    let mut parser = Parser::new().limits(options.limits);
    if functions.iter().any(|(_, function)| matches!(function, Function::Errors)) {
        parser = parser.keep_errors(options.errors);
    }
    for row in 0..documents.len() {
        let parsed = documents.content(row).map(|content| {
            let parsed = parse(&parser, content, documents.content_type(row), options)?;
            Ok::<_, Reason>((content, parsed))
        });
        let mut failures = String::new();
        for (writer, (name, _)) in writers.iter_mut().zip(functions) {
            let (content, parsed) = match &parsed {
                Some(Ok(page)) => page,
                Some(Err(reason)) => {
                    writer.unparsed(reason);
                    continue;
                }
                None => {
                    writer.null();
                    continue;
                }
            };
            let page = Page { content: *content, url: documents.url(row), parsed };
            let mut output = Output::new(options.most_output(content.len()));
            if let Err(reason) = writer.write(&page, options, &mut output) {
                writer.null();
                let separator = if failures.is_empty() { "" } else { "; " };
                let (name, colon) = name.map_or(("", ""), |name| (name, ": "));
                failures.extend([separator, name, colon, &*reason]);
            }
        }
        if let Some(Err(reason)) = &parsed {
            failures.push_str(reason);
        }
        reasons.append_option(Some(failures).filter(|failures| !failures.is_empty()));
    }
    (writers.into_iter().map(Writer::finish).collect(), reasons.finish())
}

static PARSES: AtomicU64 = AtomicU64::new(0);

/// Returns the number of documents that the functions of this crate have parsed in this process, in all threads.
///
/// [`html_extract`] adds one for each document, whatever the number of functions. [`html_sanitize`] parses the document once more
/// as the contents of an element, which does not count.
///
/// ```
/// use hedgerow_columns::{Documents, Extraction, Options, html_extract, parse_count};
/// let pages = arrow_array::StringArray::from(vec![Some("<title>Oak</title>"), None]);
/// let extraction: Extraction = r#"{"title": "html_title", "text": "html_text"}"#.parse()?;
/// html_extract(&Documents::new(&pages)?, &extraction, &Options::default());
/// assert_eq!(parse_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn parse_count() -> u64 {
    PARSES.load(Ordering::Relaxed)
}

/// Parses a document, if it is HTML and within the limits.
fn parse(
    parser: &Parser,
    content: Content<'_>,
    content_type: Option<&str>,
    options: &Options,
) -> Result<Parsed, Reason> {
    let mime_type = content_type.and_then(MimeType::extract);
    if let Some(mime_type) = mime_type
        && !matches!(mime_type.essence(), "text/html" | "application/xhtml+xml")
    {
        return Err(format!("the Content-Type is {}, not HTML", mime_type.essence()).into());
    }
    // OPTIMIZATION: the parser would stop only after it has parsed that many bytes.
    if let Some(most) = options.limits.bytes.filter(|&most| content.len() as u64 > most) {
        return Err(Limit::Bytes { most }.to_string().into());
    }
    PARSES.fetch_add(1, Ordering::Relaxed);
    let parsed = match content {
        Content::Text(text) => parser.parse(text),
        Content::Bytes(bytes) => {
            let hints = EncodingHints::new().prefer_utf8(options.prefer_utf8);
            let hints = content_type.map_or(hints.clone(), |content_type| hints.content_type(content_type));
            parser.parse_bytes(bytes, &hints)
        }
    };
    match parsed.stop() {
        None => Ok(parsed),
        Some(stop) => Err(reason_of(&stop)),
    }
}

/// Defines the functions that compute a column. Their parameters are the fields of a variant of [`Function`].
macro_rules! functions {
    ($($(#[$documentation:meta])* $name:ident($($parameter:ident: $type:ty),*) = $function:expr;)*) => {
        $(
            $(#[$documentation])*
            #[must_use]
            pub fn $name(documents: &Documents<'_>, $($parameter: $type,)* options: &Options) -> Column {
                $function.run(documents, options)
            }
        )*
    };
}

functions! {
    /// The values of an attribute of the elements that match a selector: a list of texts. Elements without the attribute are
    /// skipped.
    html_attribute(selector: &Selector, attribute: &str) =
        Function::Attribute { selector: selector.clone(), attribute: attribute.into() };

    /// The decoded text, the name of the encoding, the step of the algorithm that determined it, whether it is certain or only
    /// guessed, and the number of malformed byte sequences, each of which became U+FFFD: a struct with the fields `text`,
    /// `encoding`, `encoding_reason`, `encoding_certain` and `malformed_sequences`. For a column of texts, all but `text` are null.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
    html_decode() = Function::Decode;

    /// The parse errors: a list of structs with the fields `code`, `line` and `column`, the last two from 1.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
    html_errors() = Function::Errors;

    /// A hash of the structure of the elements, which is similar for near duplicates: [`Extract::fingerprint`], as an Int64 with
    /// the same bits.
    ///
    /// [`Extract::fingerprint`]: hedgerow::extract::Extract::fingerprint
    html_fingerprint() = Function::Fingerprint;

    /// The texts of the JSON-LD scripts: a list of texts. They need not be valid JSON.
    html_json_ld() = Function::JsonLd;

    /// The language of the document: [`Extract::lang`](hedgerow::extract::Extract::lang).
    html_lang() = Function::Lang;

    /// The addresses in attributes: a list of structs with the fields `url`, `text`, `rel`, `element` and `attribute`. See
    /// [`Link`](hedgerow::extract::Link); `text` is null except for `a` and `area` elements.
    html_links() = Function::Links;

    /// The text of the main content, without navigation, advertisements and the like:
    /// [`Extract::main_content`](hedgerow::extract::Extract::main_content).
    html_main_text() = Function::MainText;

    /// The page as Markdown: [`ToMarkdown`](hedgerow::extract::ToMarkdown). Addresses are absolute if the address of the page is
    /// known.
    html_markdown() = Function::Markdown;

    /// The metadata: a map from the names, in lower case, to the contents. Of several entries with the same name, the first one
    /// counts. See [`Extract::meta`](hedgerow::extract::Extract::meta).
    html_meta() = Function::Meta;

    /// The reason why the page could not be processed, so that the other functions return null: a text. It is null if the
    /// page was processed, even if the result of another function is too long.
    html_reason() = Function::Reason;

    /// The document as HTML that can be shown in a page: [`sanitize`](hedgerow::sanitize::sanitize) with a preset.
    html_sanitize(preset: Preset) = Function::Sanitize { preset };

    /// The elements that match a selector: a list of structs with the fields `text` (the rendered text), `html` (the outer HTML)
    /// and `attributes` (a map).
    html_select(selector: &Selector) = Function::Select { selector: selector.clone() };

    /// The rendered texts of the elements that match a selector: a list of texts.
    html_select_text(selector: &Selector) = Function::SelectText { selector: selector.clone() };

    /// The tables: a list of structs with the fields `caption` and `rows`. A row is a list of texts; cells that span several
    /// columns or rows are repeated. See [`Table`](hedgerow::extract::Table).
    html_tables() = Function::Tables;

    /// The rendered text of the page: [`ToHtml::rendered_text`](hedgerow::ToHtml::rendered_text).
    html_text() = Function::Text;

    /// The title: [`Document::title`](hedgerow::Document::title).
    html_title() = Function::Title;

    /// The value of an XPath expression: a list with the string value of each node, or with a string, number or boolean as a
    /// text.
    html_xpath(expression: &XPath) = Function::XPath { expression: expression.clone().into() };
}
