//! [`Extract`]: reads the parts of a page that programs most often need: its links, tables, metadata and language.
//!
//! ```text
//! collapsed_text.rs  the texts of links, captions and cells with collapsed white space, in one buffer
//! addresses.rs       the attributes that contain addresses; resolution against the address of the page
//! urls.rs            absolute URLs, by a library or by the host
//! links.rs           the addresses of a document
//! tables.rs          tables as rows of cells
//! content/           the main content of a page; what the page says about itself
//! markdown/          documents, nodes and main content as Markdown
//! field_selector.rs  the notation of a field, such as "a::attr(href)"
//! fingerprint.rs     a hash that is similar for pages of similar structure
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod addresses;
mod collapsed_text;
mod content;
mod field_selector;
mod fingerprint;
mod links;
mod markdown;
mod tables;
mod urls;

use hedgerow_base::known;
use hedgerow_dom::{Document, MutationError, NodeRef, search};

/// Keeps other crates from implementing the traits of this crate, so that methods can be added.
mod sealed {
    use std::fmt::{self, Write};

    use hedgerow_dom::Document;

    use crate::MarkdownOptions;

    pub trait Sealed {}

    impl Sealed for Document {}

    /// Documents, nodes and contents that can be written as Markdown or as text.
    pub trait MarkdownSource<'d> {
        fn write_as<W: Write>(
            self,
            writer: &mut W,
            options: &MarkdownOptions<'_>,
            is_plain: bool,
        ) -> fmt::Result;
    }
}

pub use addresses::Resolver;
#[doc(hidden)]
pub use content::measure;
pub use content::{ContentOptions, MainContent, Metadata, PageKind, Preference};
pub use field_selector::{FieldPart, FieldSelector};
pub use links::{Link, Links};
pub use markdown::{LinkStyle, MarkdownOptions, ToMarkdown};
pub use tables::{Cells, Rows, Table, Tables};
#[cfg(feature = "encodings")]
pub use urls::encode_query;
pub use urls::{UrlParser, set_url_parser};

/// The functions that read the common parts of a page, each in one walk over the document.
///
/// ```
/// use hedgerow::extract::Extract as _;
/// let document = hedgerow::parse("<html lang=en><meta name=author content=Ann><p><a href=/oak>The <b>oak</b></a>");
/// assert_eq!(document.lang(), Some("en"));
/// assert_eq!(document.meta().next().unwrap().content, "Ann");
/// let links = document.links(Some("https://trees.example/"));
/// let link = links.iter().next().unwrap();
/// assert_eq!((link.url.unwrap(), link.text), ("https://trees.example/oak".into(), "The oak"));
/// ```
pub trait Extract: sealed::Sealed {
    /// Returns the address against which relative addresses in the document are resolved: the address in the first
    /// `base` element with an `href`, or else `page`, the address of the page. Returns `None` if neither is an absolute
    /// URL.
    ///
    /// <https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url>
    ///
    /// ```
    /// use hedgerow::extract::Extract as _;
    /// let document = hedgerow::parse("<base href=/a/>");
    /// assert_eq!(document.base_url(Some("https://b.example/c")).unwrap(), "https://b.example/a/");
    /// assert_eq!(document.base_url(None), None);
    /// ```
    fn base_url(&self, page: Option<&str>) -> Option<String>;

    /// Returns the addresses in attributes, in tree order. `page` is the address of the page.
    ///
    /// | attributes | elements |
    /// |---|---|
    /// | `href` | `a`, `area`, `link`; all elements of SVG, also `xlink:href` |
    /// | `ping` (several addresses) | `a`, `area` |
    /// | `src` | `audio`, `embed`, `frame`, `iframe`, `img`, `input`, `script`, `source`, `track`, `video` |
    /// | `srcset` (several) | `img`, `source` |
    /// | `imagesrcset` (several) | `link` |
    /// | `action`, `formaction`: the page if the value is empty | `form`; `button`, `input` |
    /// | `content` | `meta` with the pragma `refresh` |
    /// | `data`, `poster` | `object`; `video` |
    /// | `cite` | `blockquote`, `del`, `ins`, `q` |
    /// | `longdesc` | `frame`, `iframe`, `img` |
    /// | `background` | `body`, `table` and its parts |
    ///
    /// An `usemap`, which is the name of a `map` of the same page, is not among them. If the parser attached shadow roots, the
    /// addresses in shadow trees are included, before the children of the host. Template contents are not included.
    ///
    /// The query of a URL is in the [encoding of the document](Document::character_set), as the standard requires.
    ///
    /// ```
    /// use hedgerow::extract::Extract as _;
    /// let document = hedgerow::parse("<img srcset='a.png, b.png 2x'><a rel=next href='#end'>End</a>");
    /// let links = document.links(Some("https://a.example/b/"));
    /// let urls: Vec<_> = links.iter().map(|link| link.url.unwrap()).collect();
    /// assert_eq!(urls, ["https://a.example/b/a.png", "https://a.example/b/b.png", "https://a.example/b/#end"]);
    /// assert_eq!(links.iter().last().unwrap().rel, Some("next"));
    /// ```
    fn links(&self, page: Option<&str>) -> Links<'_>;

    /// Makes the addresses of [`links`](Self::links) absolute, and also those in template contents and of `base` elements. An
    /// address that is not a valid URL stays unchanged, and so does a relative one without a base URL.
    ///
    /// ```
    /// use hedgerow::ToHtml as _;
    /// use hedgerow::extract::Extract as _;
    /// let mut document = hedgerow::parse("<img srcset='a.png, /b.png 2x'>");
    /// document.make_links_absolute(Some("https://a.example/c/"))?;
    /// let html = document.body().unwrap().inner_html();
    /// assert_eq!(html, "<img srcset=\"https://a.example/c/a.png, https://a.example/b.png 2x\">");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text of the document becomes too long.
    fn make_links_absolute(&mut self, page: Option<&str>) -> Result<(), MutationError>;

    /// Returns the tables, in tree order; a nested table after the one that contains it.
    ///
    /// ```
    /// use hedgerow::extract::Extract as _;
    /// let document = hedgerow::parse("<table><tr><th colspan=2>Tree<tr><td>oak<td>ash</table>");
    /// let tables = document.tables();
    /// let table = tables.iter().next().unwrap();
    /// let rows: Vec<Vec<&str>> = table.rows().map(|row| row.map(Option::unwrap_or_default).collect()).collect();
    /// assert_eq!(rows, [["Tree", "Tree"], ["oak", "ash"]]);
    /// ```
    fn tables(&self) -> Tables<'_>;

    /// Returns the metadata in `meta` elements that have a content and a name, in tree order. An element with several names, such
    /// as a `name` and a `property`, or a `property` with two words, has an entry for each of them.
    ///
    /// <https://html.spec.whatwg.org/multipage/semantics.html#the-meta-element>
    ///
    /// ```
    /// use hedgerow::extract::Extract as _;
    /// let document = hedgerow::parse("<meta property=og:title content=Oak><meta http-equiv=Refresh content=5>");
    /// let metadata: Vec<_> = document.meta().map(|meta| (meta.attribute, meta.name, meta.content)).collect();
    /// assert_eq!(metadata, [("property", "og:title", "Oak"), ("http-equiv", "Refresh", "5")]);
    /// ```
    fn meta(&self) -> impl Iterator<Item = Meta<'_>>;

    /// Returns the texts of the `script` elements whose type is `application/ld+json`, in tree order. They need not be valid
    /// JSON.
    ///
    /// ```
    /// use hedgerow::extract::Extract as _;
    /// let document = hedgerow::parse("<script type='application/ld+json'>{\"@type\": \"Recipe\"}</script>");
    /// assert_eq!(document.json_ld().collect::<Vec<_>>(), ["{\"@type\": \"Recipe\"}"]);
    /// ```
    fn json_ld(&self) -> impl Iterator<Item = String>;

    /// Returns the language of the document: the `lang` attribute of its `html` element, or else the content of the last
    /// `meta` element with the pragma `content-language`. A content that lists several languages is ignored.
    ///
    /// <https://html.spec.whatwg.org/multipage/dom.html#language>
    ///
    /// ```
    /// use hedgerow::extract::Extract as _;
    /// assert_eq!(hedgerow::parse("<html lang=de-CH>").lang(), Some("de-CH"));
    /// assert_eq!(hedgerow::parse("<meta http-equiv=content-language content=fr>").lang(), Some("fr"));
    /// assert_eq!(hedgerow::parse("<p lang=de>").lang(), None);
    /// ```
    fn lang(&self) -> Option<&str>;

    /// Returns the main content of the page: its text without navigation, advertisements and the like.
    ///
    /// `docs/content.md` lists the rules and how well they do. The time is linear in the size of the document. Each call finds the
    /// content again.
    ///
    /// ```
    /// use hedgerow::extract::{ContentOptions, Extract, ToMarkdown};
    /// let document = hedgerow::parse(
    ///     "<nav><ul><li><a href=/>Home</a><li><a href=/map>Map</a></ul></nav>\
    ///      <main><h1>Oaks</h1><p>Oaks grow <em>slowly</em>, and they live for a long time.</p></main>\
    ///      <footer>© 2026 <a href=/about>Trees</a></footer>",
    /// );
    /// let content = document.main_content(&ContentOptions::default());
    /// assert_eq!(content.text(), "Oaks\n\nOaks grow slowly, and they live for a long time.");
    /// assert_eq!(content.markdown(), "# Oaks\n\nOaks grow *slowly*, and they live for a long time.\n");
    /// ```
    fn main_content(&self, options: &ContentOptions) -> MainContent<'_>;

    /// Returns what the page says about itself: its title, author, date, site, description, language and kind. The sources are
    /// `meta` elements, JSON-LD, and a few elements of the body.
    ///
    /// ```
    /// use hedgerow::extract::{Extract, PageKind};
    /// let document = hedgerow::parse(
    ///     "<html lang=en><title>Oaks | Trees</title><meta property=og:site_name content=Trees>\
    ///      <script type='application/ld+json'>{\"@type\": \"NewsArticle\", \"author\": {\"name\": \"Ann\"}}</script>",
    /// );
    /// let metadata = document.metadata();
    /// assert_eq!(metadata.title.as_deref(), Some("Oaks"));
    /// assert_eq!(metadata.author.as_deref(), Some("Ann"));
    /// assert_eq!(metadata.kind, PageKind::Article);
    /// ```
    fn metadata(&self) -> Metadata;

    /// Returns a hash of the structure of the elements, for finding near duplicates: the fewer bits differ, the more similar
    /// are the structures. Text and attributes do not matter, nor does the number of repetitions of equal parts.
    ///
    /// The value is a `SimHash` of the distinct combinations of an element's name with the names of its three nearest
    /// ancestors and its previous sibling. The value is the same on all platforms.
    ///
    /// ```
    /// use hedgerow::extract::Extract as _;
    /// let fingerprint = |html: &str| hedgerow::parse(html).fingerprint();
    /// assert_eq!(fingerprint("<ul><li>1<li>2<li>3"), fingerprint("<ul><li>a<li>b<li>c<li>d"));
    /// assert_ne!(fingerprint("<ul><li>1<li>2<li>3"), fingerprint("<table><tr><td>1"));
    /// ```
    fn fingerprint(&self) -> u64;
}

/// An entry of a page's metadata.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Meta<'d> {
    /// The attribute that contains the name: `name`, `property` or `http-equiv`.
    pub attribute: &'static str,
    /// The name in its original case; case does not matter in names.
    pub name: &'d str,
    /// The content.
    pub content: &'d str,
}

impl Extract for Document {
    fn base_url(&self, page: Option<&str>) -> Option<String> {
        Resolver::new(self, page).into_base().map(Into::into)
    }

    fn links(&self, page: Option<&str>) -> Links<'_> {
        Links::new(self, page)
    }

    fn make_links_absolute(&mut self, page: Option<&str>) -> Result<(), MutationError> {
        addresses::make_links_absolute(self, page)
    }

    fn tables(&self) -> Tables<'_> {
        Tables::new(self)
    }

    fn meta(&self) -> impl Iterator<Item = Meta<'_>> {
        let elements = self.root().descendants().filter(|node| node.is_html(known::META));
        elements.flat_map(|element| {
            let entries = element.attribute(known::CONTENT).map(|content| {
                let of = |key| element.attribute(key).unwrap_or_default().trim_ascii();
                // <https://www.w3.org/TR/rdfa-core/#A-property>
                let properties = of(known::PROPERTY).split_ascii_whitespace();
                let properties = properties.map(|property| ("property", property));
                let names = [("name", of(known::NAME))].into_iter().chain(properties);
                names
                    .chain([("http-equiv", of(known::HTTP_EQUIV))])
                    .filter(|(_, name)| !name.is_empty())
                    .map(move |(attribute, name)| Meta { attribute, name, content })
            });
            entries.into_iter().flatten()
        })
    }

    fn json_ld(&self) -> impl Iterator<Item = String> {
        let is_json_ld = |node: &NodeRef<'_>| {
            let mime_type = node.attribute(known::TYPE).unwrap_or_default();
            let essence = mime_type.split(';').next().unwrap_or_default().trim_ascii();
            essence.eq_ignore_ascii_case("application/ld+json")
        };
        let scripts = self.root().descendants().filter(|node| node.is_html(known::SCRIPT));
        scripts.filter(is_json_ld).map(NodeRef::own_text)
    }

    fn lang(&self) -> Option<&str> {
        let html = self.document_element()?;
        if let Some(language) = html.attribute(known::LANG) {
            // An empty language means that it is unknown.
            return Some(language.trim_ascii()).filter(|language| !language.is_empty());
        }
        search::pragma_set_default_language(self.root())
    }

    fn main_content(&self, options: &ContentOptions) -> MainContent<'_> {
        MainContent::new(self, *options)
    }

    fn metadata(&self) -> Metadata {
        Metadata::of(self)
    }

    fn fingerprint(&self) -> u64 {
        fingerprint::fingerprint(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_of_a_meta_is_an_entry() {
        let document = hedgerow::parse(
            "<meta name=image property=og:image content=/i.png><meta property=' og:url\n twitter:url ' content=/u>\
             <meta name='a b' content=1><meta name='a b' content=2><meta name='' property=' ' content=x><meta name=c>",
        );
        let found: Vec<_> = document.meta().map(|meta| (meta.attribute, meta.name, meta.content)).collect();
        let expected = [
            ("name", "image", "/i.png"),
            ("property", "og:image", "/i.png"),
            ("property", "og:url", "/u"),
            ("property", "twitter:url", "/u"),
            ("name", "a b", "1"),
            ("name", "a b", "2"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_last_pragma_with_one_language_counts() {
        for (html, expected) in [
            (
                "<meta http-equiv=content-language content='de,fr'><meta http-equiv=Content-Language content=en>",
                "en",
            ),
            (
                "<meta http-equiv=content-language content=de><meta http-equiv=content-language content=en>",
                "en",
            ),
            (
                "<meta http-equiv=content-language content=en><meta http-equiv=content-language content=' '>",
                "en",
            ),
            ("<meta name=x property=y http-equiv=content-language content=fr>", "fr"),
        ] {
            assert_eq!(hedgerow::parse(html).lang(), Some(expected), "{html}");
        }
    }
}
