//! [`Writer`]: appends the value of a page to an array. It is implemented for each kind of result.

use arrow_array::builder::{BooleanBuilder, Int32Builder, Int64Builder, LargeStringBuilder};
use arrow_array::cast::AsArray as _;
use arrow_array::{ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use hedgerow::encoding::Confidence;
use hedgerow::extract::{ContentOptions, Extract as _, MarkdownOptions, ToMarkdown as _};
use hedgerow::limits::{Limit, Stop};
use hedgerow::sanitize::Sanitizer;
use hedgerow::serialize::{RenderedTextOptions, SerializeOptions};
use hedgerow::xpath::{Value, XPath};
use hedgerow::{Document, NodeRef, Parsed, Parser, Select as _, Selector, ToHtml as _};

use crate::documents::Content;
use crate::items::{Items, Lists, Maps, Texts, struct_of};
use crate::options::Options;
use crate::output::{Output, Reason, reason_of};

/// A parsed document.
pub(crate) struct Page<'p> {
    pub(crate) content: Content<'p>,
    pub(crate) url: Option<&'p str>,
    pub(crate) parsed: &'p Parsed,
}

impl Page<'_> {
    fn document(&self) -> &Document {
        self.parsed.document()
    }

    /// The text, decoded as for the parser.
    fn decoded(&self) -> Result<Cow<'_, str>, Reason> {
        match (self.content, self.parsed.encoding()) {
            (Content::Bytes(bytes), Some(sniffed)) => Ok(sniffed.encoding.decode_with_bom_removal(bytes).0),
            (Content::Bytes(_), None) => Err("the encoding is unknown".into()),
            (Content::Text(text), _) => Ok(text.into()),
        }
    }
}

/// A builder of the result of a function.
pub(crate) trait Writer {
    /// Appends the value of a page. After an error, the caller must call [`null`](Self::null), which completes the row.
    fn write(&mut self, page: &Page<'_>, options: &Options, output: &mut Output) -> Result<(), Reason>;

    /// Appends a null.
    fn null(&mut self);

    /// Appends the value of a document that could not be parsed: a null, except for the function that returns the reason.
    fn unparsed(&mut self, _reason: &str) {
        self.null();
    }

    /// Returns the array.
    fn finish(self: Box<Self>) -> ArrayRef;
}

/// A function that appends a text or a null.
pub(crate) type WriteText = fn(&Page<'_>, &mut Output, &mut LargeStringBuilder) -> Result<(), Reason>;

/// Writes a text.
pub(crate) struct TextWriter {
    builder: LargeStringBuilder,
    write: WriteText,
}

impl TextWriter {
    pub(crate) fn new(write: WriteText) -> Self {
        Self { builder: LargeStringBuilder::new(), write }
    }
}

impl Writer for TextWriter {
    fn write(&mut self, page: &Page<'_>, _: &Options, output: &mut Output) -> Result<(), Reason> {
        (self.write)(page, output, &mut self.builder)
    }

    fn null(&mut self) {
        self.builder.append_null();
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        Box::new(self.builder).finish()
    }
}

/// Writes the reasons why documents could not be parsed.
pub(crate) struct ReasonWriter {
    builder: LargeStringBuilder,
}

impl ReasonWriter {
    pub(crate) fn new() -> Self {
        Self { builder: LargeStringBuilder::new() }
    }
}

impl Writer for ReasonWriter {
    fn write(&mut self, _: &Page<'_>, _: &Options, _: &mut Output) -> Result<(), Reason> {
        self.null();
        Ok(())
    }

    fn null(&mut self) {
        self.builder.append_null();
    }

    fn unparsed(&mut self, reason: &str) {
        self.builder.append_value(reason);
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        Box::new(self.builder).finish()
    }
}

pub(crate) fn title(
    page: &Page<'_>,
    output: &mut Output,
    builder: &mut LargeStringBuilder,
) -> Result<(), Reason> {
    output.option(builder, page.document().title().as_deref())
}

pub(crate) fn lang(
    page: &Page<'_>,
    output: &mut Output,
    builder: &mut LargeStringBuilder,
) -> Result<(), Reason> {
    output.option(builder, page.document().lang())
}

pub(crate) fn text(
    page: &Page<'_>,
    output: &mut Output,
    builder: &mut LargeStringBuilder,
) -> Result<(), Reason> {
    rendered_text(page.document().root(), output, builder)
}

/// The text of the main content.
pub(crate) fn main_text(
    page: &Page<'_>,
    output: &mut Output,
    builder: &mut LargeStringBuilder,
) -> Result<(), Reason> {
    let content = page.document().main_content(&ContentOptions::default());
    output.write(builder, |writer| content.write_text(writer))
}

pub(crate) fn markdown(
    page: &Page<'_>,
    output: &mut Output,
    builder: &mut LargeStringBuilder,
) -> Result<(), Reason> {
    let options = MarkdownOptions::default().base(page.url);
    output.write(builder, |writer| page.document().write_markdown(writer, &options))
}

fn rendered_text(
    node: NodeRef<'_>,
    output: &mut Output,
    builder: &mut LargeStringBuilder,
) -> Result<(), Reason> {
    output.write(builder, |writer| node.write_rendered_text(writer, RenderedTextOptions::default()))
}

/// The origin of the texts in a list.
pub(crate) enum Source {
    /// The texts of JSON-LD scripts.
    JsonLd,
    /// The rendered texts of the elements that match a selector.
    Selector(Selector),
    /// The values of an attribute of the elements that match a selector.
    Attribute(Selector, Box<str>),
    /// The string values of the nodes of an XPath expression, or its value as one text.
    XPath(XPath),
}

/// Writes a list of texts.
pub(crate) struct ListWriter {
    lists: Lists<LargeStringBuilder>,
    source: Source,
}

impl ListWriter {
    pub(crate) fn new(source: Source) -> Self {
        Self { lists: Lists::new(LargeStringBuilder::new()), source }
    }
}

impl Writer for ListWriter {
    fn write(&mut self, page: &Page<'_>, options: &Options, output: &mut Output) -> Result<(), Reason> {
        let texts = &mut self.lists.items;
        let document = page.document();
        let mut append = |output: &mut Output, text: &str| {
            output.item()?;
            output.text(texts, text)
        };
        match &self.source {
            Source::JsonLd => document.json_ld().try_for_each(|text| append(output, &text))?,
            Source::Attribute(selector, name) => {
                let mut values = matches(document, selector)?.filter_map(|element| element.attribute(name));
                values.try_for_each(|value| append(output, value))?;
            }
            Source::XPath(xpath) => {
                let evaluator = xpath.evaluator().limits(options.xpath);
                match evaluator.evaluate(document).map_err(|error| error.to_string())? {
                    Value::Nodes(nodes) => {
                        nodes.iter().try_for_each(|node| append(output, &node.string_value()))?;
                    }
                    value => append(output, &value.to_text())?,
                }
            }
            Source::Selector(selector) => {
                for element in matches(document, selector)? {
                    output.item()?;
                    rendered_text(element, output, texts)?;
                }
            }
        }
        self.lists.append()
    }

    fn null(&mut self) {
        // If writing a text failed, the null ends the incomplete text.
        self.lists.items.append_null();
        self.lists.append_null();
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        Box::new(self.lists).finish()
    }
}

fn matches<'d>(
    document: &'d Document,
    selector: &Selector,
) -> Result<impl Iterator<Item = NodeRef<'d>>, Reason> {
    document.select(selector).map_err(|error| error.to_string().into())
}

/// Writes the links.
pub(crate) struct LinksWriter(Lists<Texts<5>>);

impl LinksWriter {
    pub(crate) fn new() -> Self {
        Self(Lists::new(Texts::new(["url", "text", "rel", "element", "attribute"])))
    }
}

impl Writer for LinksWriter {
    fn write(&mut self, page: &Page<'_>, _: &Options, output: &mut Output) -> Result<(), Reason> {
        for link in page.document().links(page.url).iter() {
            let text = Some(link.text).filter(|_| matches!(link.element, "a" | "area"));
            let texts = [link.url.as_deref(), text, link.rel, Some(link.element), Some(link.attribute)];
            self.0.items.append(output, texts)?;
        }
        self.0.append()
    }

    fn null(&mut self) {
        self.0.append_null();
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        Box::new(self.0).finish()
    }
}

/// The elements that match a selector.
struct Elements {
    text: LargeStringBuilder,
    html: LargeStringBuilder,
    attributes: Maps,
}

impl Items for Elements {
    fn len(&self) -> usize {
        self.attributes.len()
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        struct_of([
            ("text", Box::new(self.text) as Box<dyn Items>),
            ("html", Box::new(self.html)),
            ("attributes", Box::new(self.attributes)),
        ])
    }
}

/// Writes the elements that match a selector.
pub(crate) struct SelectWriter {
    lists: Lists<Elements>,
    selector: Selector,
}

impl SelectWriter {
    pub(crate) fn new(selector: Selector) -> Self {
        let elements = Elements {
            text: LargeStringBuilder::new(),
            html: LargeStringBuilder::new(),
            attributes: Maps::new(),
        };
        Self { lists: Lists::new(elements), selector }
    }
}

impl Writer for SelectWriter {
    fn write(&mut self, page: &Page<'_>, _: &Options, output: &mut Output) -> Result<(), Reason> {
        let elements = &mut self.lists.items;
        for element in matches(page.document(), &self.selector)? {
            output.item()?;
            // The HTML is written first: it is at least as long as the text, so the limit also bounds the time for the text.
            let html = &mut elements.html;
            output.write(html, |writer| element.write_outer_html(writer, SerializeOptions::default()))?;
            rendered_text(element, output, &mut elements.text)?;
            for attribute in element.attributes() {
                elements.attributes.entry(output, attribute.name_text(), attribute.value())?;
            }
            elements.attributes.append()?;
        }
        self.lists.append()
    }

    fn null(&mut self) {
        // The element at which writing failed, if any, is completed with nulls.
        let elements = &mut self.lists.items;
        let length = elements.attributes.len() + 1;
        for builder in [&mut elements.text, &mut elements.html] {
            if Items::len(builder) < length {
                builder.append_null();
            }
        }
        elements.attributes.append_null();
        self.lists.append_null();
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        Box::new(self.lists).finish()
    }
}

/// The tables of pages: their captions, and their rows of cells.
struct Tables {
    captions: LargeStringBuilder,
    rows: Lists<Lists<LargeStringBuilder>>,
}

impl Items for Tables {
    fn len(&self) -> usize {
        Items::len(&self.captions)
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        struct_of([("caption", Box::new(self.captions) as Box<dyn Items>), ("rows", Box::new(self.rows))])
    }
}

/// Writes the tables.
pub(crate) struct TablesWriter(Lists<Tables>);

impl TablesWriter {
    pub(crate) fn new() -> Self {
        let rows = Lists::new(Lists::new(LargeStringBuilder::new()));
        Self(Lists::new(Tables { captions: LargeStringBuilder::new(), rows }))
    }
}

impl Writer for TablesWriter {
    fn write(&mut self, page: &Page<'_>, _: &Options, output: &mut Output) -> Result<(), Reason> {
        let lists = &mut self.0.items;
        for table in page.document().tables().iter() {
            output.item()?;
            for row in table.rows() {
                output.item()?;
                for cell in row {
                    output.item()?;
                    output.option(&mut lists.rows.items.items, cell)?;
                }
                lists.rows.items.append()?;
            }
            // Last, because `null` completes a table whose rows have not ended.
            output.option(&mut lists.captions, table.caption())?;
            lists.rows.append()?;
        }
        self.0.append()
    }

    fn null(&mut self) {
        // A table that is completed with nulls: the one at which writing failed, if any.
        let tables = &mut self.0.items;
        tables.rows.items.append_null();
        if Items::len(&tables.captions) == tables.rows.len() {
            tables.captions.append_null();
        }
        tables.rows.append_null();
        self.0.append_null();
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        Box::new(self.0).finish()
    }
}

/// Writes the metadata.
pub(crate) struct MetaWriter(Maps);

impl MetaWriter {
    pub(crate) fn new() -> Self {
        Self(Maps::new())
    }
}

impl Writer for MetaWriter {
    fn write(&mut self, page: &Page<'_>, _: &Options, output: &mut Output) -> Result<(), Reason> {
        let mut names = HashSet::new();
        for meta in page.document().meta() {
            let name = meta.name.to_ascii_lowercase();
            // The keys of a map are unique.
            if !names.contains(&name) {
                self.0.entry(output, &name, meta.content)?;
                names.insert(name);
            }
        }
        self.0.append()
    }

    fn null(&mut self) {
        self.0.append_null();
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        Box::new(self.0).finish()
    }
}

/// Parse errors with their positions.
struct Errors {
    codes: LargeStringBuilder,
    lines: Int32Builder,
    columns: Int32Builder,
}

impl Items for Errors {
    fn len(&self) -> usize {
        Items::len(&self.codes)
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        struct_of([
            ("code", Box::new(self.codes) as Box<dyn Items>),
            ("line", Box::new(self.lines)),
            ("column", Box::new(self.columns)),
        ])
    }
}

/// Writes the parse errors.
pub(crate) struct ErrorsWriter(Lists<Errors>);

impl ErrorsWriter {
    pub(crate) fn new() -> Self {
        let errors = Errors {
            codes: LargeStringBuilder::new(),
            lines: Int32Builder::new(),
            columns: Int32Builder::new(),
        };
        Self(Lists::new(errors))
    }
}

impl Writer for ErrorsWriter {
    fn write(&mut self, page: &Page<'_>, options: &Options, output: &mut Output) -> Result<(), Reason> {
        let count = page.parsed.error_count();
        if count > options.errors {
            return Err(format!(
                "the document has {count} parse errors, and {} is the limit",
                options.errors
            )
            .into());
        }
        for error in page.parsed.errors() {
            output.item()?;
            let errors = &mut self.0.items;
            output.text(&mut errors.codes, error.code())?;
            let start = error.start();
            errors.lines.append_option(i32::try_from(start.line).ok());
            errors.columns.append_option(i32::try_from(start.column).ok());
        }
        self.0.append()
    }

    fn null(&mut self) {
        self.0.append_null();
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        Box::new(self.0).finish()
    }
}

/// Writes the fingerprint.
pub(crate) struct FingerprintWriter(Int64Builder);

impl FingerprintWriter {
    pub(crate) fn new() -> Self {
        Self(Int64Builder::new())
    }
}

impl Writer for FingerprintWriter {
    fn write(&mut self, page: &Page<'_>, _: &Options, _: &mut Output) -> Result<(), Reason> {
        // The signed number with the same bits, because few query engines have unsigned numbers.
        self.0.append_value(page.document().fingerprint().cast_signed());
        Ok(())
    }

    fn null(&mut self) {
        self.0.append_null();
    }

    fn finish(mut self: Box<Self>) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

/// Writes sanitized HTML.
pub(crate) struct SanitizeWriter {
    builder: LargeStringBuilder,
    sanitizer: Sanitizer,
}

impl SanitizeWriter {
    pub(crate) fn new(sanitizer: Sanitizer) -> Self {
        Self { builder: LargeStringBuilder::new(), sanitizer }
    }
}

impl Writer for SanitizeWriter {
    fn write(&mut self, page: &Page<'_>, options: &Options, output: &mut Output) -> Result<(), Reason> {
        // Without the limit, HTML that is too long would be in memory before it is refused.
        let limits = options.limits.output(output.left());
        let sanitized = Parser::new().limits(limits).sanitize(&page.decoded()?, &self.sanitizer);
        match sanitized.stop {
            None => output.text(&mut self.builder, &sanitized.html),
            Some(Stop::Limit(Limit::Output { .. })) => Err(output.is_exceeded()),
            Some(stop) => Err(reason_of(&stop)),
        }
    }

    fn null(&mut self) {
        self.builder.append_null();
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        Box::new(self.builder).finish()
    }
}

/// Writes the decoded text and the encoding.
pub(crate) struct DecodeWriter {
    texts: [LargeStringBuilder; 3],
    certain: BooleanBuilder,
    malformed: Int64Builder,
    valid: NullBufferBuilder,
}

impl DecodeWriter {
    pub(crate) fn new() -> Self {
        let texts = std::array::from_fn(|_| LargeStringBuilder::new());
        let (certain, malformed) = (BooleanBuilder::new(), Int64Builder::new());
        Self { texts, certain, malformed, valid: NullBufferBuilder::new(0) }
    }
}

impl Writer for DecodeWriter {
    fn write(&mut self, page: &Page<'_>, _: &Options, output: &mut Output) -> Result<(), Reason> {
        let [text, encoding, encoding_reason] = &mut self.texts;
        output.text(text, &page.decoded()?)?;
        let sniffed = page.parsed.encoding();
        encoding.append_option(sniffed.map(|sniffed| sniffed.encoding.name()));
        encoding_reason.append_option(sniffed.map(|sniffed| sniffed.reason.to_string()));
        self.certain.append_option(sniffed.map(|sniffed| sniffed.confidence == Confidence::Certain));
        let malformed = page.parsed.malformed_sequences().and_then(|count| i64::try_from(count).ok());
        self.malformed.append_option(malformed);
        self.valid.append_non_null();
        Ok(())
    }

    fn null(&mut self) {
        self.texts.iter_mut().for_each(LargeStringBuilder::append_null);
        self.certain.append_null();
        self.malformed.append_null();
        self.valid.append_null();
    }

    fn finish(mut self: Box<Self>) -> ArrayRef {
        let [text, encoding, reason] = self.texts;
        let columns = struct_of([
            ("text", Box::new(text) as Box<dyn Items>),
            ("encoding", Box::new(encoding)),
            ("encoding_reason", Box::new(reason)),
            ("encoding_certain", Box::new(self.certain)),
            ("malformed_sequences", Box::new(self.malformed)),
        ]);
        let (fields, arrays, _) = columns.as_struct().clone().into_parts();
        Arc::new(StructArray::new(fields, arrays, self.valid.finish()))
    }
}
