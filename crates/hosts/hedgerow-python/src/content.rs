//! [`MainContent`]: the main content of a page; documents and nodes as Markdown.

use hedgerow::extract::{
    ContentOptions, Extract as _, LinkStyle, MarkdownOptions, Preference, ToMarkdown as _,
};
use hedgerow::serialize::{LimitedWriter, OutputLimit};
use hedgerow::{NodeId, NodeRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::document::Document;
use crate::node::Node;
use crate::{error, query};

/// The main content of a page, and what the page says about itself.
#[pyclass(frozen, get_all, module = "hedgerow")]
pub(crate) struct MainContent {
    /// The text: blocks with an empty line between them.
    text: String,
    /// The content as Markdown.
    markdown: String,
    /// The nodes that are content with all their descendants, in tree order.
    nodes: Vec<Py<Node>>,
    /// An estimate of how well the nodes match the content, from 0 to 1.
    confidence: f32,
    /// The title of the content; None if the page does not state it. The same holds for the following attributes.
    title: Option<String>,
    /// The names of the authors.
    author: Option<String>,
    /// The date of publication, usually in ISO 8601.
    date: Option<String>,
    /// The name of the site.
    site: Option<String>,
    /// A description of the content.
    description: Option<String>,
    /// The language.
    language: Option<String>,
    /// The kind of page: "article", "forum", "product", "collection", "documentation", "other" or "unknown".
    kind: &'static str,
}

#[pymethods]
impl MainContent {
    #[pyo3(signature = () -> "Any")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a MainContent refers to nodes, so it cannot be pickled or copied; use its text or its markdown",
        ))
    }

    fn __repr__(&self) -> String {
        let title = self.title.as_deref().unwrap_or_default();
        format!("<MainContent {title:?}, {} characters>", self.text.chars().count())
    }

    fn __str__(&self) -> &str {
        &self.text
    }
}

/// Reads the options of Markdown.
pub(crate) fn markdown_options<'o>(
    links: &str,
    images: bool,
    tables: bool,
    base: Option<&'o str>,
) -> PyResult<MarkdownOptions<'o>> {
    let links = match links {
        "inline" => LinkStyle::Inline,
        "references" => LinkStyle::References,
        "text" => LinkStyle::Text,
        _ => return Err(PyValueError::new_err("links must be \"inline\", \"references\" or \"text\"")),
    };
    Ok(MarkdownOptions::default().links(links).images(images).tables(tables).base(base))
}

/// Reads the options of the main content.
pub(crate) fn content_options(prefer: &str, comments: bool, tables: bool) -> PyResult<ContentOptions> {
    let prefer = match prefer {
        "balance" => Preference::Balance,
        "precision" => Preference::Precision,
        "recall" => Preference::Recall,
        _ => return Err(PyValueError::new_err("prefer must be \"balance\", \"precision\" or \"recall\"")),
    };
    Ok(ContentOptions::default().prefer(prefer).comments(comments).tables(tables))
}

/// The Markdown of a node.
pub(crate) fn markdown(
    document: &Bound<'_, Document>,
    node: NodeId,
    options: &MarkdownOptions<'_>,
) -> PyResult<String> {
    let options = options.base(options.base.or(document.get().url()));
    let document_of = document.get();
    let markdown = query::run(document, node, |node| {
        document_of.written(node, |markdown| node.write_markdown(markdown, &options))
    })?;
    markdown.map_err(error::output)
}

/// The main content of a document.
pub(crate) fn main_content(
    document: &Bound<'_, Document>,
    content_options: ContentOptions,
    options: &MarkdownOptions<'_>,
) -> PyResult<MainContent> {
    let options = options.base(options.base.or(document.get().url()));
    let document_of = document.get();
    let root = document_of.root_id(document.py());
    let found = query::run(document, root, |root| {
        let tree = root.document();
        let content = tree.main_content(&content_options);
        let most = document_of.most_output(tree);
        let text = LimitedWriter::text(most, |text| content.write_text(text))?;
        let markdown = LimitedWriter::text(most, |text| content.write_markdown(text, &options))?;
        let ids: Vec<_> = content.nodes().map(NodeRef::id).collect();
        Ok::<_, OutputLimit>((text, markdown, ids, content.confidence(), tree.metadata()))
    })?;
    let (text, markdown, ids, confidence, metadata) = found.map_err(error::output)?;
    let nodes = ids.into_iter().map(|id| Ok(Node::bind(document, id)?.unbind())).collect::<PyResult<_>>()?;
    Ok(MainContent {
        text,
        markdown,
        nodes,
        confidence,
        title: metadata.title,
        author: metadata.author,
        date: metadata.date,
        site: metadata.site,
        description: metadata.description,
        language: metadata.language,
        kind: metadata.kind.name(),
    })
}
