//! [`MarkdownOptions`].

/// How links are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum LinkStyle {
    /// `[text](address)`
    #[default]
    Inline,
    /// `[text][1]`, with the addresses at the end. An address is listed once.
    References,
    /// Only the text.
    Text,
}

/// Options of [`ToMarkdown`](crate::ToMarkdown).
///
/// ```
/// use hedgerow::extract::{LinkStyle, MarkdownOptions, ToMarkdown};
/// let document = hedgerow::parse("<p>An <a href=/oak>oak</a>. <img src=a.png alt=Leaf>");
/// let options = MarkdownOptions::default().base(Some("https://trees.example/")).images(false);
/// assert_eq!(document.to_markdown(&options), "An [oak](https://trees.example/oak).\n");
/// let options = MarkdownOptions::default().links(LinkStyle::References);
/// assert_eq!(document.to_markdown(&options), "An [oak][1]. ![Leaf](a.png)\n\n[1]: /oak\n");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MarkdownOptions<'o> {
    /// How links are written.
    pub links: LinkStyle,
    /// Whether images are written; if not, nor is their alternative text.
    pub images: bool,
    /// Whether tables are written as tables; if not, their cells are written as paragraphs.
    pub tables: bool,
    /// The address of the page. With it, the addresses of links and images are absolute.
    pub base: Option<&'o str>,
}

impl Default for MarkdownOptions<'_> {
    fn default() -> Self {
        Self { links: LinkStyle::Inline, images: true, tables: true, base: None }
    }
}

impl<'o> MarkdownOptions<'o> {
    hedgerow_base::setters!(links: LinkStyle, images: bool, tables: bool, base: Option<&'o str>);
}
