//! [`Links`]: the addresses in attributes, resolved against the base URL of the document.

use std::ops::Range;

use hedgerow_base::known;
use hedgerow_dom::{Document, NodeRef};
use hedgerow_serialize::OutputLimit;

use super::addresses::{AddressAttribute, Resolver};
use super::collapsed_text::CollapsedText;

/// The addresses of a document: [`Extract::links`](crate::Extract::links).
#[derive(Clone, Debug)]
pub struct Links<'d> {
    resolver: Resolver,
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
    /// The address as the attribute contains it: the whole value, or a part of it, such as a candidate of a `srcset`.
    pub value: &'l str,
    /// The [rendered text](hedgerow_serialize::ToHtml::rendered_text) of an `a` element, with each run of white space as one space; the `alt`
    /// of an `area`; otherwise empty.
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

/// An attribute that contains addresses. They are split and resolved when they are read, because elements can share a long
/// attribute.
#[derive(Clone, Debug)]
struct Item<'d> {
    node: NodeRef<'d>,
    attribute: AddressAttribute,
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

impl<'d> Links<'d> {
    pub(crate) fn new(document: &'d Document, page: Option<&str>) -> Self {
        let mut items = Vec::new();
        // The number of `a` elements whose texts are collected.
        let mut wanted = 0;
        let (text, ranges) = CollapsedText::collect(document, |node, name| {
            let items_before = items.len();
            for (attribute, value) in AddressAttribute::of(node, name) {
                let alternative = if name.is_html(known::AREA) { node.attribute(known::ALT) } else { None };
                let alternative = Text::Alternative(alternative.unwrap_or_default());
                let text = if name.local == known::A { Text::Of(wanted) } else { alternative };
                items.push(Item { node, attribute: *attribute, value, text });
            }
            let is_wanted = name.local == known::A && items.len() > items_before;
            wanted += usize::from(is_wanted);
            is_wanted
        });
        Self { resolver: Resolver::new(document, page), text, ranges, items }
    }

    /// Returns the limit on the texts of all links together if they exceed it: clones of elements can share their texts, so the
    /// texts of links can be much longer than the document. The texts after the limit are missing.
    ///
    /// The limit is 16 bytes for each byte of text that the document stores, and 1 MiB more.
    #[must_use]
    pub fn exceeded(&self) -> Option<OutputLimit> {
        self.text.exceeded()
    }

    /// The addresses in tree order. An attribute is split into addresses, and each URL is resolved, when it is read. So the
    /// memory is linear in the document, even if the links together are longer because elements share attributes.
    pub fn iter(&self) -> impl Iterator<Item = Link<'_>> {
        self.items.iter().flat_map(|item| {
            item.attribute.places(item.value).map(|place| self.link(item, &item.value[place]))
        })
    }

    fn link<'l>(&'l self, item: &'l Item<'d>, value: &'l str) -> Link<'l> {
        Link {
            url: self.resolver.resolve(item.attribute, value),
            value,
            text: match &item.text {
                Text::Of(index) => self.text.get(&self.ranges[*index]),
                Text::Alternative(text) => text,
            },
            rel: item.node.attribute(known::REL),
            element: item.node.local_name_text(),
            attribute: item.attribute.text,
            node: item.node,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Extract as _;

    fn urls(html: &str, page: Option<&str>) -> Vec<Option<String>> {
        let document = hedgerow::parse(html);
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
    fn a_shared_image_set_is_split_when_it_is_read() {
        let clones = "<selectedcontent></selectedcontent>".repeat(200);
        let set = "a ,".repeat(100);
        let document =
            hedgerow::parse(&format!("<select><button>{clones}</button><option><img srcset='{set}'>"));
        let links = document.links(None);
        assert_eq!(links.items.len(), 201);
        assert_eq!(links.iter().count(), 201 * 100);
    }

    #[test]
    fn lists_of_addresses_and_refreshes_are_links() {
        let page = Some("https://a.example/b/?q");
        let html = "<meta http-equiv=Refresh content='5; url=\"/n\" '><meta content='0;url=/no'>\
                    <link imagesrcset='1 1x, 2 2x'><a href=3 ping='4  5'>x</a><img longdesc=6 usemap=#no>";
        let expected = ["n", "b/1", "b/2", "b/3", "b/4", "b/5", "b/6"];
        let expected: Vec<_> =
            expected.iter().map(|path| Some(format!("https://a.example/{path}"))).collect();
        assert_eq!(urls(html, page), expected);
    }

    #[test]
    fn an_empty_action_is_the_page() {
        let html =
            "<base href=/x/><form action=''><button formaction=''></button><input formaction=y><a href=''>";
        let page = "https://e.example/p/q/?r";
        let base = "https://e.example/x/";
        let expected = [page, page, &format!("{base}y"), base].map(|url| Some(url.to_owned()));
        assert_eq!(urls(html, Some(page)), expected);
        assert_eq!(urls("<form action=''>", None), [Some(String::new())]);
    }

    #[test]
    fn queries_have_the_encoding_of_the_document() {
        let bytes =
            b"<meta charset=windows-1251><base href='?\xEF'><a href='/\xEF?q=\xEF#\xEF'></a><a href=''>";
        let document = hedgerow::parse_bytes(bytes);
        let links = document.links(Some("http://a.example/"));
        let urls: Vec<_> = links.iter().filter_map(|link| link.url).collect();
        assert_eq!(urls, ["http://a.example/%D0%BF?q=%EF#%D0%BF", "http://a.example/?%EF"]);
    }

    #[test]
    fn links_in_shadow_trees_are_found() {
        let html = "<x-a><template shadowrootmode=open><a href=/in>in</a><template><a href=/no></a></template></template>\
                    <a href=/out>out</a></x-a><template><a href=/no></a></template>";
        let document =
            hedgerow::Parser::new().allow_declarative_shadow_roots(true).parse(html).into_document();
        let links = document.links(None);
        let found: Vec<_> = links.iter().map(|link| (link.value, link.text)).collect();
        assert_eq!(found, [("/in", "in"), ("/out", "out")]);
        assert_eq!(urls(html, None), [Some("/out".to_owned())]);
    }

    #[test]
    fn addresses_are_made_absolute() {
        let html = "<base href=x/><img srcset='a.png 1x, /b.png 2x,data:,c'><form action=''></form><a href=' d ' ping='e  f'></a>\
                    <template><a href='https://[x'></a></template><svg><a xlink:href=g></a></svg>\
                    <meta http-equiv=refresh content='0;url=h'>";
        let mut document = hedgerow::parse_fragment(html, &hedgerow::Context::html("body"));
        document.make_links_absolute(Some("https://e.example/p/")).unwrap();
        let expected = "<base href=\"https://e.example/p/x/\"><img srcset=\"https://e.example/p/x/a.png 1x, \
             https://e.example/b.png 2x,data:,c\"><form action=\"https://e.example/p/\"></form>\
             <a href=\"https://e.example/p/x/d\" ping=\"https://e.example/p/x/e  https://e.example/p/x/f\"></a>\
             <template><a href=\"https://[x\"></a></template><svg><a xlink:href=\"https://e.example/p/x/g\"></a></svg>\
             <meta http-equiv=\"refresh\" content=\"0;url=https://e.example/p/x/h\">";
        assert_eq!(hedgerow::ToHtml::inner_html(document.root()), expected);
        document.make_links_absolute(Some("https://other.example/")).unwrap();
        assert_eq!(hedgerow::ToHtml::inner_html(document.root()), expected, "nothing is left to be changed");
        let html = "<a href=\" d \"></a><form action=\"\"></form>";
        let mut document = hedgerow::parse_fragment(html, &hedgerow::Context::html("body"));
        document.make_links_absolute(None).unwrap();
        assert_eq!(hedgerow::ToHtml::inner_html(document.root()), html);
    }

    #[test]
    fn texts_of_links_are_collapsed() {
        let document = hedgerow::parse(
            "<a href=1> The\n<b>oak</b>s <script>no</script><style>no</style></a>x<a href=2>one<div>two</div>three<br>four</a>\
             <map><area href=3 alt='An area'></map><a href=4><table><td><a href=5>in</a></td></table>out</a>\
             <svg><text><a href=6 xlink:href=7>leaf</a></text></svg><math><mi href=8>no</mi></math><a>no</a>",
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
