//! [`Links`]: the addresses in attributes, resolved against the base URL of the document.

use std::ops::Range;

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, known};
use hedgerow_dom::{Document, NodeRef, search};
use url::{ParseError, Url};

use super::collapsed_text::CollapsedText;

/// The addresses of a document: [`Extract::links`](super::Extract::links).
#[derive(Clone, Debug)]
pub struct Links<'d> {
    base: Option<Url>,
    text: CollapsedText,
    /// The ranges of the texts of the `a` elements.
    ranges: Vec<Range<usize>>,
    items: Vec<Item<'d>>,
}

/// An address in a document.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Link<'l> {
    /// The absolute URL. If neither the page nor the document has an absolute base URL, a relative address is unchanged, without
    /// white space at its ends. `None` if the address is not a valid URL.
    pub url: Option<String>,
    /// The address as the attribute contains it.
    pub value: &'l str,
    /// The text of an `a` element, with each run of white space as one space; the `alt` of an `area`; otherwise empty.
    pub text: &'l str,
    /// The `rel` attribute of the element.
    pub rel: Option<&'l str>,
    /// The local name of the element.
    pub element: &'l str,
    /// The name of the attribute, such as `href` or `xlink:href`.
    pub attribute: &'l str,
    /// The element.
    pub node: NodeRef<'l>,
}

/// An address before it is resolved.
#[derive(Clone, Debug)]
struct Item<'d> {
    node: NodeRef<'d>,
    attribute: &'static str,
    value: &'d str,
    text: Text<'d>,
}

/// The text of a link.
#[derive(Clone, Debug)]
enum Text<'d> {
    /// The text of the `a` element whose range has this index.
    Of(usize),
    Alternative(&'d str),
}

/// An attribute that contains an address, or several in the syntax of `srcset`.
#[derive(Clone, Copy)]
struct AddressAttribute {
    name: AttributeName,
    text: &'static str,
    is_srcset: bool,
}

impl AddressAttribute {
    const fn new(name: NameId, text: &'static str) -> Self {
        Self { name: AttributeName::plain(name), text, is_srcset: false }
    }

    const fn srcset(name: NameId, text: &'static str) -> Self {
        Self { name: AttributeName::plain(name), text, is_srcset: true }
    }
}

const ACTION: AddressAttribute = AddressAttribute::new(known::ACTION, "action");
const BACKGROUND: AddressAttribute = AddressAttribute::new(known::BACKGROUND, "background");
const CITE: AddressAttribute = AddressAttribute::new(known::CITE, "cite");
const DATA: AddressAttribute = AddressAttribute::new(known::DATA, "data");
const FORMACTION: AddressAttribute = AddressAttribute::new(known::FORMACTION, "formaction");
const HREF: AddressAttribute = AddressAttribute::new(known::HREF, "href");
const IMAGESRCSET: AddressAttribute = AddressAttribute::srcset(known::IMAGESRCSET, "imagesrcset");
const POSTER: AddressAttribute = AddressAttribute::new(known::POSTER, "poster");
const SRC: AddressAttribute = AddressAttribute::new(known::SRC, "src");
const SRCSET: AddressAttribute = AddressAttribute::srcset(known::SRCSET, "srcset");
const XLINK_HREF: AddressAttribute = AddressAttribute {
    name: AttributeName { namespace: Namespace::XLink, local: known::HREF },
    text: "xlink:href",
    is_srcset: false,
};

/// The attributes of an element that contain addresses.
///
/// <https://html.spec.whatwg.org/multipage/indices.html#attributes-3>
fn address_attributes(name: ElementName) -> &'static [AddressAttribute] {
    if name.namespace == Namespace::Svg {
        return &[HREF, XLINK_HREF];
    }
    if name.namespace != Namespace::Html {
        return &[];
    }
    match name.local {
        known::A | known::AREA => &[HREF],
        known::LINK => &[HREF, IMAGESRCSET],
        known::IMG | known::SOURCE => &[SRC, SRCSET],
        known::SCRIPT | known::IFRAME | known::FRAME | known::EMBED | known::AUDIO | known::TRACK => &[SRC],
        known::VIDEO => &[SRC, POSTER],
        known::INPUT => &[SRC, FORMACTION],
        known::OBJECT => &[DATA],
        known::FORM => &[ACTION],
        known::BUTTON => &[FORMACTION],
        known::BLOCKQUOTE | known::Q | known::INS | known::DEL => &[CITE],
        known::BODY => &[BACKGROUND],
        _ => &[],
    }
}

impl<'d> Links<'d> {
    pub(super) fn new(document: &'d Document, page: Option<&str>) -> Self {
        let mut items = Vec::new();
        // The number of `a` elements whose texts are collected.
        let mut wanted = 0;
        let (text, ranges) = CollapsedText::collect(document, |node, name| {
            let items_before = items.len();
            for address in address_attributes(name) {
                let Some(value) = search::attribute_value(node, address.name) else { continue };
                let alternative = if name.is_html(known::AREA) { node.attribute(known::ALT) } else { None };
                let item = |value| {
                    let alternative = Text::Alternative(alternative.unwrap_or_default());
                    let text = if name.local == known::A { Text::Of(wanted) } else { alternative };
                    Item { node, attribute: address.text, value, text }
                };
                if address.is_srcset {
                    items.extend(candidates(value).map(item));
                } else {
                    items.push(item(value));
                }
            }
            let is_wanted = name.local == known::A && items.len() > items_before;
            wanted += usize::from(is_wanted);
            is_wanted
        });
        Self { base: base_url(document, page), text, ranges, items }
    }

    /// The addresses in tree order. Each URL is resolved when it is read.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Link<'_>> {
        self.items.iter().map(|item| Link {
            url: resolve(self.base.as_ref(), item.value),
            value: item.value,
            text: match &item.text {
                Text::Of(index) => self.text.get(&self.ranges[*index]),
                Text::Alternative(text) => text,
            },
            rel: item.node.attribute(known::REL),
            element: item.node.local_name_text(),
            attribute: item.attribute,
            node: item.node,
        })
    }
}

/// Returns the base URL of a document on a page with this address.
///
/// <https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url>
pub(super) fn base_url(document: &Document, page: Option<&str>) -> Option<Url> {
    let fallback = page.and_then(|page| Url::parse(page).ok());
    let mut elements = document.root().descendants().filter(|node| node.is_html(known::BASE));
    let Some(value) = elements.find_map(|node| node.attribute(known::HREF)) else { return fallback };
    let url = Url::options().base_url(fallback.as_ref()).parse(value).ok();
    url.filter(|url| !matches!(url.scheme(), "data" | "javascript")).or(fallback)
}

/// Returns the absolute URL of an address, or the address itself if there is no base URL.
fn resolve(base: Option<&Url>, value: &str) -> Option<String> {
    match Url::options().base_url(base).parse(value) {
        Ok(url) => Some(url.into()),
        Err(ParseError::RelativeUrlWithoutBase) => {
            Some(value.trim_matches(|character| character <= ' ').to_owned())
        }
        Err(_) => None,
    }
}

/// Returns the addresses in a `srcset` attribute.
///
/// <https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute>
fn candidates(srcset: &str) -> impl Iterator<Item = &str> {
    let mut rest = srcset;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r', '\x0C', ',']);
        let end = rest.find(|character: char| character.is_ascii_whitespace()).unwrap_or(rest.len());
        let (url, after) = rest.split_at(end);
        rest = after;
        if !url.ends_with(',') {
            // The descriptors after the address end at a comma that is not in parentheses.
            let mut is_in_parentheses = false;
            let end = after.find(|character| {
                match character {
                    '(' => is_in_parentheses = true,
                    ')' => is_in_parentheses = false,
                    _ => {}
                }
                character == ',' && !is_in_parentheses
            });
            rest = &after[end.unwrap_or(after.len())..];
        }
        let url = url.trim_end_matches(',');
        (!url.is_empty()).then_some(url)
    })
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract as _;

    fn urls(html: &str, page: Option<&str>) -> Vec<Option<String>> {
        let document = crate::parse(html);
        document.links(page).iter().map(|link| link.url).collect()
    }

    #[test]
    fn addresses_are_resolved_against_the_first_base_with_an_address() {
        let page = Some("https://a.example/b/c?d");
        let html = "<base target=x><base href=../e/><base href=f><a href=g>";
        assert_eq!(urls(html, page), [Some("https://a.example/e/g".to_owned())]);
        assert_eq!(urls(html, None), [Some("g".to_owned())], "the base is relative");
        assert_eq!(
            urls("<base href='javascript:1'><a href=' g\n'>", page)[0].as_deref(),
            Some("https://a.example/b/g")
        );
        assert_eq!(
            urls("<base href=https://h.example/><a href=g>", None)[0].as_deref(),
            Some("https://h.example/g")
        );
        assert_eq!(urls("<a href='https://[x'><a href=''>", page), [None, page.map(str::to_owned)]);
        assert_eq!(urls("<a href=' g\t'>", Some("not a URL")), [Some("g".to_owned())]);
    }

    #[test]
    fn the_addresses_of_an_image_set_end_at_spaces_and_commas() {
        let set = |value: &str| super::candidates(value).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(set(" a 1x,b,c 2x , d(1,2) (x,y), e,"), ["a", "b,c", "d(1,2)", "e"]);
        assert_eq!(set("data:,a 1x, b"), ["data:,a", "b"]);
        assert_eq!(set(" , "), [""; 0]);
    }

    #[test]
    fn texts_of_links_are_collapsed() {
        let document = crate::parse(
            "<a href=1> The\n<b>oak</b>s <script>no</script><style>no</style></a>x<a href=2>one<div>two</div>three<br>four</a>\
             <map><area href=3 alt='An area'></map><a href=4><table><td><a href=5>in</a></td></table>out</a>\
             <svg><a href=6 xlink:href=7>leaf</a></svg><math><mi href=8>no</mi></math><a>no</a>",
        );
        let links = document.links(None);
        let texts: Vec<(&str, &str)> = links.iter().map(|link| (link.value, link.text)).collect();
        let expected = [
            ("1", "The oaks"),
            ("2", "one two three four"),
            ("3", "An area"),
            ("4", "in out"),
            ("5", "in"),
            ("6", "leaf"),
            ("7", "leaf"),
        ];
        assert_eq!(texts, expected);
        assert_eq!(links.iter().last().map(|link| (link.element, link.attribute)), Some(("a", "xlink:href")));
    }
}
