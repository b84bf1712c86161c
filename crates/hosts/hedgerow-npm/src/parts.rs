//! Parts of a page: links, tables, metadata, main content, Markdown.

use std::collections::BTreeMap;

use hedgerow::NodeRef;
use hedgerow::dom::known;
use hedgerow_extract::{
    ContentOptions, Extract as _, LinkStyle, MarkdownOptions, Metadata, Preference, ToMarkdown as _,
};
use serde::Serialize;

use crate::border::{Answer, Call};
use crate::failure::Failure;
use crate::options::Options;
use crate::pages::{Page, Records, ask};

/// The maximum number of slots that the tables of a page may have, in addition to one slot for each node. Only tables with cells
/// that span several slots can exceed this maximum.
const SPANNED_SLOTS: usize = 1_000_000;

/// A link, as JavaScript sees it.
#[derive(Serialize)]
struct Link<'l> {
    url: Option<String>,
    value: &'l str,
    text: &'l str,
    rel: Option<&'l str>,
    element: &'l str,
    attribute: &'l str,
}

pub(crate) fn links(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Nothing, |page| {
        let links = page.document.links(page.options.url.as_deref());
        if let Some(limit) = links.exceeded() {
            return Err(limit.into());
        }
        let mut output = page.output();
        let mut found = Vec::new();
        for link in links.iter() {
            let texts = [link.value, link.text, link.element, link.attribute];
            for text in texts.into_iter().chain(link.url.as_deref()).chain(link.rel) {
                output.count(text)?;
            }
            let hedgerow_extract::Link { url, value, text, rel, element, attribute, .. } = link;
            found.push(Link { url, value, text, rel, element, attribute });
        }
        Answer::json(&found)
    })
}

/// A table, as JavaScript sees it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Table<'t> {
    caption: Option<&'t str>,
    /// The number of rows at the start that are headers.
    header_rows: usize,
    rows: Vec<Vec<Option<&'t str>>>,
}

pub(crate) fn tables(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Nothing, |page| {
        let tables = page.document.tables();
        if let Some(limit) = tables.exceeded() {
            return Err(limit.into());
        }
        let most = SPANNED_SLOTS + page.document.node_count();
        let (mut output, mut slots, mut found) = (page.output(), 0, Vec::new());
        for table in tables.iter() {
            let (mut rows, mut header_rows, mut is_header) = (Vec::new(), 0, true);
            for cells in table.rows() {
                let mut cells_of_row = cells.clone().elements().flatten().take(most).peekable();
                is_header &= cells_of_row.peek().is_some() && cells_of_row.all(is_header_cell);
                header_rows += usize::from(is_header);
                let mut row = Vec::new();
                for cell in cells {
                    slots += 1;
                    if slots > most {
                        let message = format!("the tables have more than {most} slots, with spanned slots");
                        return Err(Failure::new("limit", message));
                    }
                    output.count(cell.unwrap_or_default())?;
                    row.push(cell);
                }
                rows.push(row);
            }
            found.push(Table { caption: table.caption(), header_rows, rows });
        }
        Answer::json(&found)
    })
}

/// Whether a cell is in a `thead`, or is a `th`.
fn is_header_cell(cell: NodeRef<'_>) -> bool {
    let group = cell.parent().and_then(NodeRef::parent);
    cell.is_html(known::TH) || group.is_some_and(|group| group.is_html(known::THEAD))
}

/// The metadata of a page, as JavaScript sees it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct About {
    title: Option<String>,
    author: Option<String>,
    date: Option<String>,
    site: Option<String>,
    description: Option<String>,
    language: Option<String>,
    kind: &'static str,
    meta: BTreeMap<String, String>,
    json_ld: Vec<String>,
}

pub(crate) fn metadata(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Nothing, |page| {
        let mut output = page.output();
        let mut meta = BTreeMap::new();
        for entry in page.document.meta() {
            output.count(entry.name)?;
            output.count(entry.content)?;
            let name = entry.name.to_ascii_lowercase();
            meta.entry(name).or_insert_with(|| entry.content.to_owned());
        }
        let mut json_ld = Vec::new();
        for text in page.document.json_ld() {
            output.count(&text)?;
            json_ld.push(text);
        }
        let Metadata { title, author, date, site, description, language, kind, .. } =
            page.document.metadata();
        Answer::json(&About {
            title,
            author,
            date,
            site,
            description,
            language,
            kind: kind.name(),
            meta,
            json_ld,
        })
    })
}

/// The options for Markdown.
fn markdown_options(options: &Options) -> Result<MarkdownOptions<'_>, Failure> {
    let links = match options.links.as_deref() {
        None | Some("inline") => LinkStyle::Inline,
        Some("references") => LinkStyle::References,
        Some("text") => LinkStyle::Text,
        Some(_) => return Err(Failure::argument("links is \"inline\", \"references\" or \"text\"")),
    };
    let base = options.url.as_deref();
    let (images, tables) = (options.images.unwrap_or(true), options.tables.unwrap_or(true));
    Ok(MarkdownOptions::default().links(links).images(images).tables(tables).base(base))
}

pub(crate) fn markdown(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Nothing, |page| {
        let options = markdown_options(page.options)?;
        let document = page.document;
        Ok(Answer::Text(page.output().whole(|text| document.write_markdown(text, &options))?))
    })
}

/// The main content of a page, as JavaScript sees it.
#[derive(Serialize)]
struct MainContent {
    text: String,
    markdown: String,
    words: u32,
    confidence: f32,
}

pub(crate) fn main_content(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Nothing, main_content_of)
}

fn main_content_of(page: &Page<'_>) -> Result<Answer, Failure> {
    let prefer = match page.options.prefer.as_deref() {
        None | Some("balance") => Preference::Balance,
        Some("precision") => Preference::Precision,
        Some("recall") => Preference::Recall,
        Some(_) => return Err(Failure::argument("prefer is \"balance\", \"precision\" or \"recall\"")),
    };
    let options = ContentOptions::default()
        .prefer(prefer)
        .comments(page.options.comments.unwrap_or(true))
        .tables(page.options.tables.unwrap_or(true));
    let content = page.document.main_content(&options);
    let markdown_options = markdown_options(page.options)?;
    let output = page.output();
    Answer::json(&MainContent {
        text: output.whole(|text| content.write_text(text))?,
        markdown: output.whole(|text| content.write_markdown(text, &markdown_options))?,
        words: content.words(),
        confidence: content.confidence(),
    })
}
