//! The attributes that contain addresses, the places of the addresses in their values, and the URLs that they stand for.

use std::collections::HashMap;
use std::ops::Range;

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, known};
use hedgerow_dom::{Document, MutationError, NodeRef, search};

use crate::urls::{NoUrl, Url, parse};

/// An attribute that contains addresses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AddressAttribute {
    pub(crate) name: AttributeName,
    /// The qualified name.
    pub(crate) text: &'static str,
    syntax: Syntax,
}

/// The syntax of the value of an attribute that contains addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Syntax {
    /// One address.
    Address,
    /// One address; an empty value stands for the page.
    Action,
    /// Candidates with descriptors. <https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute>
    Srcset,
    /// Addresses with spaces between them.
    Several,
    /// A number of seconds and an address.
    Refresh,
}

const fn attribute(name: NameId, text: &'static str, syntax: Syntax) -> AddressAttribute {
    AddressAttribute { name: AttributeName::plain(name), text, syntax }
}

const ACTION: AddressAttribute = attribute(known::ACTION, "action", Syntax::Action);
const BACKGROUND: AddressAttribute = attribute(known::BACKGROUND, "background", Syntax::Address);
const CITE: AddressAttribute = attribute(known::CITE, "cite", Syntax::Address);
const CONTENT: AddressAttribute = attribute(known::CONTENT, "content", Syntax::Refresh);
const DATA: AddressAttribute = attribute(known::DATA, "data", Syntax::Address);
const FORMACTION: AddressAttribute = attribute(known::FORMACTION, "formaction", Syntax::Action);
const HREF: AddressAttribute = attribute(known::HREF, "href", Syntax::Address);
const IMAGESRCSET: AddressAttribute = attribute(known::IMAGESRCSET, "imagesrcset", Syntax::Srcset);
const LONGDESC: AddressAttribute = attribute(known::LONGDESC, "longdesc", Syntax::Address);
const PING: AddressAttribute = attribute(known::PING, "ping", Syntax::Several);
const POSTER: AddressAttribute = attribute(known::POSTER, "poster", Syntax::Address);
const SRC: AddressAttribute = attribute(known::SRC, "src", Syntax::Address);
const SRCSET: AddressAttribute = attribute(known::SRCSET, "srcset", Syntax::Srcset);
const XLINK_HREF: AddressAttribute = AddressAttribute {
    name: AttributeName { namespace: Namespace::XLink, local: known::HREF },
    text: "xlink:href",
    syntax: Syntax::Address,
};

impl AddressAttribute {
    /// The attributes that may contain addresses on elements with a name. The list is in the documentation of
    /// [`Extract::links`](crate::Extract::links).
    ///
    /// <https://html.spec.whatwg.org/multipage/indices.html#attributes-3>
    fn of_name(name: ElementName) -> &'static [Self] {
        if name.namespace == Namespace::Svg {
            return &[HREF, XLINK_HREF];
        }
        if name.namespace != Namespace::Html {
            return &[];
        }
        match name.local {
            known::A | known::AREA => &[HREF, PING],
            known::LINK => &[HREF, IMAGESRCSET],
            known::IMG => &[SRC, SRCSET, LONGDESC],
            known::SOURCE => &[SRC, SRCSET],
            known::IFRAME | known::FRAME => &[SRC, LONGDESC],
            known::SCRIPT | known::EMBED | known::AUDIO | known::TRACK => &[SRC],
            known::VIDEO => &[SRC, POSTER],
            known::INPUT => &[SRC, FORMACTION],
            known::OBJECT => &[DATA],
            known::FORM => &[ACTION],
            known::BUTTON => &[FORMACTION],
            known::BLOCKQUOTE | known::Q | known::INS | known::DEL => &[CITE],
            known::BODY
            | known::TABLE
            | known::THEAD
            | known::TBODY
            | known::TFOOT
            | known::TR
            | known::TD
            | known::TH => &[BACKGROUND],
            known::META => &[CONTENT],
            _ => &[],
        }
    }

    /// The attributes of an element that contain addresses, with their values.
    pub(crate) fn of(element: NodeRef<'_>, name: ElementName) -> impl Iterator<Item = (&'static Self, &str)> {
        let is_refresh = move || {
            let pragma = element.attribute(known::HTTP_EQUIV);
            pragma.is_some_and(|pragma| pragma.eq_ignore_ascii_case("refresh"))
        };
        Self::of_name(name)
            .iter()
            .filter(move |attribute| attribute.syntax != Syntax::Refresh || is_refresh())
            .filter_map(move |attribute| Some((attribute, search::attribute_value(element, attribute.name)?)))
    }

    /// The places of the addresses in a value of the attribute.
    pub(crate) fn places(self, value: &str) -> impl Iterator<Item = Range<usize>> {
        let several: Option<Box<dyn Iterator<Item = &str>>> = match self.syntax {
            Syntax::Address | Syntax::Action | Syntax::Refresh => None,
            Syntax::Srcset => Some(Box::new(candidates(value))),
            Syntax::Several => Some(Box::new(value.split_ascii_whitespace())),
        };
        let one = match self.syntax {
            Syntax::Address | Syntax::Action => Some(0..value.len()),
            Syntax::Refresh => address_of_refresh(value),
            Syntax::Srcset | Syntax::Several => None,
        };
        let start = value.as_ptr().addr();
        let place = move |part: &str| {
            let from = part.as_ptr().addr() - start;
            from..from + part.len()
        };
        one.into_iter().chain(several.into_iter().flatten().map(place))
    }
}

/// Resolves the addresses of a document against its base URL, with queries in the encoding of the document.
///
/// ```
/// use hedgerow::extract::Resolver;
/// let document = hedgerow::parse("<base href=/a/>");
/// let resolver = Resolver::new(&document, Some("https://b.example/c"));
/// assert_eq!(resolver.join("d#e").as_deref(), Some("https://b.example/a/d#e"));
/// assert_eq!(resolver.join("https://[/"), None);
/// ```
#[derive(Clone, Debug)]
pub struct Resolver {
    /// The address of the page.
    page: Option<Url>,
    base: Option<Url>,
    /// The encoding of queries.
    encoding: &'static str,
}

impl Resolver {
    /// Returns the resolver for a document on a page with this address. Searches the document for its first `base` element with
    /// an `href`.
    ///
    /// <https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url>
    #[must_use]
    pub fn new(document: &Document, page: Option<&str>) -> Self {
        let page = page.and_then(|page| parse(None, "UTF-8", page).ok());
        let encoding = document.character_set();
        let mut elements = document.root().descendants().filter(|node| node.is_html(known::BASE));
        let declared = elements.find_map(|node| node.attribute(known::HREF));
        let base = declared.and_then(|value| parse(page.as_ref(), encoding, value).ok());
        let base = base.filter(|url| !matches!(url.scheme(), "data" | "javascript"));
        Self { base: base.or_else(|| page.clone()), page, encoding }
    }

    /// Returns the base URL.
    pub(crate) fn into_base(self) -> Option<Url> {
        self.base
    }

    /// Returns the absolute URL of an address; the address itself, without spaces around it, if there is no base URL; and
    /// `None` if the address is not a valid URL.
    #[must_use]
    pub fn join(&self, address: &str) -> Option<String> {
        self.resolve(HREF, address)
    }

    /// Returns the absolute URL of an address in an attribute.
    fn url(&self, attribute: AddressAttribute, address: &str) -> Result<Url, NoUrl> {
        if attribute.syntax == Syntax::Action && address.is_empty() {
            return self.page.clone().ok_or(NoUrl::RelativeWithoutBase);
        }
        parse(self.base.as_ref(), self.encoding, address)
    }

    /// Returns the absolute URL of an address in an attribute, or the address itself if there is no base URL.
    pub(crate) fn resolve(&self, attribute: AddressAttribute, address: &str) -> Option<String> {
        match self.url(attribute, address) {
            Ok(url) => Some(url.into()),
            Err(NoUrl::RelativeWithoutBase) => {
                Some(address.trim_matches(|character| character <= ' ').to_owned())
            }
            Err(_) => None,
        }
    }

    /// Returns a value of an attribute with absolute URLs; `None` if it is the same value. Other addresses stay unchanged.
    fn resolve_value(&self, attribute: AddressAttribute, value: &str) -> Option<String> {
        let mut resolved = String::new();
        let mut end = 0;
        for place in attribute.places(value) {
            let address = &value[place.clone()];
            resolved.push_str(&value[end..place.start]);
            match self.url(attribute, address) {
                Ok(url) => resolved.push_str(url.as_str()),
                Err(_) => resolved.push_str(address),
            }
            end = place.end;
        }
        resolved.push_str(&value[end..]);
        (resolved != value).then_some(resolved)
    }
}

/// Makes all addresses of a document absolute, also in template contents and shadow trees.
pub(crate) fn make_links_absolute(document: &mut Document, page: Option<&str>) -> Result<(), MutationError> {
    let resolver = Resolver::new(document, page);
    let of_page = Resolver { base: resolver.page.clone(), ..resolver.clone() };
    // Elements that share a value share the new one.
    let mut values: HashMap<(&'static str, *const str), Option<usize>> = HashMap::new();
    let mut texts: Vec<(String, Option<_>)> = Vec::new();
    let mut changes = Vec::new();
    for node in document.root().deep_descendants() {
        let Some(name) = search::element_name(node) else { continue };
        let base = Some(&HREF).filter(|_| name.is_html(known::BASE));
        let base = base.and_then(|href| Some((href, search::attribute_value(node, href.name)?, &of_page)));
        let others = AddressAttribute::of(node, name).map(|(attribute, value)| (attribute, value, &resolver));
        for (attribute, value, resolver) in base.into_iter().chain(others) {
            let key =
                (if name.is_html(known::BASE) { "base" } else { attribute.text }, std::ptr::from_ref(value));
            let index = *values.entry(key).or_insert_with(|| {
                texts.push((resolver.resolve_value(*attribute, value)?, None));
                Some(texts.len() - 1)
            });
            changes.extend(index.map(|index| (node.id(), node.slot(), attribute, index)));
        }
    }
    for (id, slot, attribute, index) in changes {
        let (text, first) = &mut texts[index];
        if let Some(first) = *first {
            search::share_attribute(document, first, slot, attribute.name);
        } else {
            *first = Some(slot);
            let AttributeName { namespace, .. } = attribute.name;
            let local = attribute.text.rsplit(':').next().unwrap_or_default();
            document.set_attribute(id, (namespace, local), text)?;
        }
    }
    Ok(())
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

/// Returns the place of the address in the `content` of a `meta` with the pragma `refresh`.
///
/// <https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps>
fn address_of_refresh(content: &str) -> Option<Range<usize>> {
    let skip_space = |text: &'_ str| text.len() - text.trim_ascii_start().len();
    let mut position = skip_space(content);
    // 3. to 6. The time.
    let after_digits = content[position..].trim_start_matches(|character: char| character.is_ascii_digit());
    if after_digits.len() == content[position..].len() && !after_digits.starts_with('.') {
        return None;
    }
    let after =
        after_digits.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
    position = content.len() - after.len();
    // 8. If position is not past the end of input: …
    if !after.starts_with([';', ',']) && skip_space(after) == 0 {
        return None;
    }
    position += skip_space(&content[position..]);
    if content[position..].starts_with([';', ',']) {
        position += 1;
    }
    position += skip_space(&content[position..]);
    if position == content.len() {
        return None;
    }
    // 11.2. to 11.5. `url`, `=`, with space around the equals sign.
    let mut start = position;
    if content.get(position..position + 3).is_some_and(|word| word.eq_ignore_ascii_case("url")) {
        let after = content[position + 3..].trim_ascii_start();
        if let Some(address) = after.strip_prefix('=') {
            start = content.len() - address.trim_ascii_start().len();
        }
    }
    // 11.8. Skip quotes. Steps 3 to 7 jump over this if the word is not complete.
    let is_quoted_position = start > position || !content[position..].starts_with(['u', 'U']);
    let quote =
        content[start..].chars().next().filter(|&quote| is_quoted_position && matches!(quote, '"' | '\''));
    let mut end = content.len();
    if let Some(quote) = quote {
        start += 1;
        end = content[start..].find(quote).map_or(end, |length| start + length);
    }
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_of_an_image_set_end_at_spaces_and_commas() {
        let set = |value: &str| candidates(value).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(set(" a 1x,b,c 2x , d(1,2) (x,y), e,"), ["a", "b,c", "d(1,2)", "e"]);
        assert_eq!(set("data:,a 1x, b"), ["data:,a", "b"]);
        assert_eq!(set(" , "), [""; 0]);
    }

    #[test]
    fn a_refresh_has_an_address_after_the_time() {
        for (content, expected) in [
            ("0;url=/n", Some("/n")),
            (" 5 , URL = '/a b' x", Some("/a b")),
            ("5 \"/n", Some("/n")),
            (".5.; u", Some("u")),
            ("1;/n", Some("/n")),
            ("1;url/n", Some("url/n")),
            ("1; url= ", Some("")),
            ("1;url='x", Some("x")),
            ("5", None),
            ("5; ", None),
            ("5x;url=/n", None),
            ("x;url=/n", None),
            ("", None),
        ] {
            assert_eq!(address_of_refresh(content).map(|place| &content[place]), expected, "{content:?}");
        }
    }
}
