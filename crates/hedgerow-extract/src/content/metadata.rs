//! [`Metadata`]: what a page says about itself.

use hedgerow_base::known;
use hedgerow_dom::{Document, NodeKind, NodeRef};
use serde_json::Value;

use crate::Extract as _;

/// The metadata that a page states: [`Extract::metadata`](crate::Extract::metadata). Each text is `None` if the page does not state it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Metadata {
    /// The title of the content, without the name of the site.
    pub title: Option<String>,
    /// The names of the authors.
    pub author: Option<String>,
    /// The date of publication, as the page writes it for programs: usually ISO 8601.
    pub date: Option<String>,
    /// The name of the site.
    pub site: Option<String>,
    /// A description of the content.
    pub description: Option<String>,
    /// The language.
    pub language: Option<String>,
    /// The kind of page.
    pub kind: PageKind,
}

/// The kind of a page, as far as the page states it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PageKind {
    /// The page does not say what it is.
    #[default]
    Unknown,
    /// An article, a post of a blog or a message of a news site.
    Article,
    /// A thread of a forum, or a question with answers.
    Forum,
    /// A product.
    Product,
    /// A collection of products, or a list of pages.
    Collection,
    /// Documentation.
    Documentation,
    /// Anything else with a known type, such as the page of a company.
    Other,
}

impl PageKind {
    /// The name of the kind, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Article => "article",
            Self::Forum => "forum",
            Self::Product => "product",
            Self::Collection => "collection",
            Self::Documentation => "documentation",
            Self::Other => "other",
        }
    }

    /// The kind of a type of schema.org.
    fn of_type(name: &str) -> Option<Self> {
        Some(match name {
            "TechArticle" | "APIReference" => Self::Documentation,
            "DiscussionForumPosting" | "QAPage" | "Question" => Self::Forum,
            "Product" | "ProductGroup" | "Book" | "Course" | "SoftwareApplication" | "Vehicle" => {
                Self::Product
            }
            "CollectionPage" | "ItemList" | "SearchResultsPage" | "OfferCatalog" => Self::Collection,
            _ if name.ends_with("Article")
                || name.ends_with("BlogPosting")
                || name == "Report"
                || name == "Recipe" =>
            {
                Self::Article
            }
            "Organization" | "LocalBusiness" | "Service" | "AboutPage" | "ContactPage" | "ProfilePage" => {
                Self::Other
            }
            _ => return None,
        })
    }
}

/// The number of objects of JSON-LD that are read.
const MOST_OBJECTS: usize = 1000;

/// The number of bytes of JSON-LD that are read.
const MOST_JSON: usize = 1 << 20;

impl Metadata {
    pub(crate) fn of(document: &Document) -> Self {
        let mut found = Self { language: document.lang().map(str::to_owned), ..Self::default() };
        let mut of_page = Self::default();
        for meta in document.meta() {
            let place = match meta.name.to_ascii_lowercase().as_str() {
                "og:title" | "twitter:title" | "dc.title" | "citation_title" => &mut found.title,
                "author" | "article:author" | "dc.creator" | "citation_author" | "parsely-author"
                | "sailthru.author" => &mut found.author,
                "article:published_time"
                | "datepublished"
                | "date"
                | "dc.date"
                | "dc.date.issued"
                | "citation_publication_date"
                | "parsely-pub-date"
                | "sailthru.date"
                | "pubdate" => &mut found.date,
                "og:site_name" | "application-name" => &mut found.site,
                "description" | "og:description" | "twitter:description" => &mut found.description,
                "og:type" => {
                    of_page.kind = match meta.content {
                        "article" | "blog" => PageKind::Article,
                        "product" | "og:product" | "product.item" | "book" => PageKind::Product,
                        "product.group" => PageKind::Collection,
                        _ => of_page.kind,
                    };
                    continue;
                }
                _ => continue,
            };
            let is_name = !meta.content.starts_with("http");
            if place.is_none() && is_name {
                *place = text(meta.content);
            }
        }
        let mut budget = MOST_JSON;
        for json in document.json_ld() {
            budget = budget.saturating_sub(json.len());
            if budget > 0
                && let Ok(value) = serde_json::from_str::<Value>(&json)
            {
                of_page.read(&value);
            }
        }
        // What the page says of its main object is more exact than what it says for links to it, except for the title.
        found.author = of_page.author.or(found.author);
        found.date = of_page.date.or(found.date);
        found.site = found.site.or(of_page.site);
        found.description = found.description.or(of_page.description);
        found.kind = of_page.kind;
        found.complete(document, of_page.title);
        found
    }

    /// Reads objects of JSON-LD, from the outside to the inside.
    fn read(&mut self, value: &Value) {
        let mut objects = vec![value];
        let mut left = MOST_OBJECTS;
        while let Some(value) = objects.pop() {
            left -= 1;
            if left == 0 {
                return;
            }
            match value {
                Value::Array(values) => objects.extend(values.iter().rev().take(left)),
                Value::Object(members) => {
                    objects
                        .extend(["mainEntity", "@graph"].iter().rev().filter_map(|name| members.get(*name)));
                    let kind = names(members.get("@type")).find_map(PageKind::of_type);
                    let Some(kind) = kind else { continue };
                    if matches!(self.kind, PageKind::Unknown | PageKind::Other) {
                        self.kind = kind;
                    }
                    if kind == PageKind::Other {
                        continue;
                    }
                    let string = |name: &str| members.get(name).and_then(Value::as_str).and_then(text);
                    self.title = self.title.take().or_else(|| string("headline").or_else(|| string("name")));
                    self.date = self
                        .date
                        .take()
                        .or_else(|| string("datePublished").or_else(|| string("dateCreated")));
                    self.description = self.description.take().or_else(|| string("description"));
                    let of = |name: &str| {
                        let people = members.get(name)?;
                        let all: Vec<String> = names_of(people).take(16).collect();
                        Some(all.join(", ")).filter(|all| !all.is_empty())
                    };
                    self.author = self.author.take().or_else(|| of("author").or_else(|| of("creator")));
                    self.site = self.site.take().or_else(|| of("publisher"));
                }
                _ => {}
            }
        }
    }

    /// Adds what only the body of the page says.
    fn complete(&mut self, document: &Document, title: Option<String>) {
        let elements = || document.root().descendants().filter(|node| node.kind() == NodeKind::Element);
        let headings: Vec<NodeRef<'_>> = elements().filter(|node| node.is_html(known::H1)).take(2).collect();
        let only = if let [heading] = headings.as_slice() { content(*heading) } else { None };
        let of_head = document.title();
        let of_head =
            of_head.as_deref().and_then(text).map(|title| without_site(&title, self.site.as_deref()));
        let declared = self.title.take().map(|title| without_site(&title, self.site.as_deref()));
        self.title = only.or(title).or(declared).or(of_head);
        if self.author.is_none() {
            let is_author = |node: &NodeRef<'_>| {
                node.attribute(known::REL) == Some("author")
                    || node.attribute(known::ITEMPROP) == Some("author")
            };
            let found = elements().find(is_author).and_then(content);
            self.author = found.filter(|author| author.len() < 100);
        }
        if self.date.is_none() {
            let is_date = |node: &NodeRef<'_>| {
                node.attribute(known::ITEMPROP) == Some("datePublished")
                    || node.is_html(known::TIME) && node.has_attribute(known::DATETIME)
            };
            self.date = elements().find(is_date).and_then(|node| {
                let machine = node.attribute(known::DATETIME).or_else(|| node.attribute(known::CONTENT));
                machine.and_then(text).or_else(|| content(node))
            });
        }
    }
}

/// The strings in a value, which is one or a list.
fn names(value: Option<&Value>) -> impl Iterator<Item = &str> {
    let list = match value {
        Some(Value::Array(values)) => values.as_slice(),
        Some(value) => std::slice::from_ref(value),
        None => &[],
    };
    list.iter().filter_map(Value::as_str)
}

/// The names of people or organizations.
fn names_of(value: &Value) -> impl Iterator<Item = String> {
    let list = match value {
        Value::Array(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    list.iter().filter_map(|one| {
        let name = one.as_str().or_else(|| one.get("name").and_then(Value::as_str))?;
        text(name).filter(|name| !name.starts_with("http"))
    })
}

/// The number of bytes of a text that are kept.
const MOST_TEXT: usize = 2000;

/// Returns the words of a text, or `None` if it has none.
fn text(text: &str) -> Option<String> {
    let mut words = String::new();
    for word in text.split_whitespace().take_while(|word| word.len() < MOST_TEXT) {
        if words.len() + word.len() > MOST_TEXT {
            break;
        }
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    (!words.is_empty()).then_some(words)
}

/// Returns the start of the text of an element.
fn content(element: NodeRef<'_>) -> Option<String> {
    let mut all = String::new();
    for part in element.texts() {
        if all.len() + part.len() > MOST_TEXT {
            break;
        }
        all.push_str(part);
    }
    text(&all)
}

/// Removes the name of the site from the end of a title.
fn without_site(title: &str, site: Option<&str>) -> String {
    for separator in [" | ", " – ", " — ", " - ", " · ", " :: ", " » "] {
        let Some((start, end)) = title.rsplit_once(separator) else { continue };
        let is_site = site.is_some_and(|site| site.eq_ignore_ascii_case(end.trim()));
        if is_site || start.len() > 2 * end.len() {
            return start.trim().to_owned();
        }
    }
    title.to_owned()
}
