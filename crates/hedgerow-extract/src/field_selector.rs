//! [`FieldSelector`]: the short notation for a field that a program extracts, such as `"a.next::attr(href)"`.

/// The characters of the name of an attribute in `::attr()` and `::abs()`, besides ASCII letters and digits.
const NAME_CHARACTERS: &[char] = &['-', '_', ':', '.'];

/// A selector, and the part that is read of each element that it matches.
///
/// The notation is a CSS selector, optionally followed by one of `::text`, `::html`, `::attr(name)` and `::abs(name)`. Without
/// one of them, the part is the text. The selector is not compiled.
///
/// ```
/// use hedgerow::extract::{FieldPart, FieldSelector};
/// let field = FieldSelector::new("a.next::abs(href)");
/// assert_eq!(field.selector, Some("a.next"));
/// assert_eq!(field.part, FieldPart::Address("href".into()));
/// assert_eq!(FieldSelector::new("h1"), FieldSelector { selector: Some("h1"), part: FieldPart::Text });
/// assert_eq!(FieldSelector::new("::html"), FieldSelector { selector: None, part: FieldPart::Html });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldSelector<'t> {
    /// The selector; `None` if nothing or `:scope` is before the part, which means the element in which the field is searched.
    pub selector: Option<&'t str>,
    /// The part.
    pub part: FieldPart,
}

/// The part of an element that a [`FieldSelector`] reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldPart {
    /// The rendered text.
    Text,
    /// The HTML of the element with its tags.
    Html,
    /// The value of the attribute with this name.
    Attribute(String),
    /// The absolute URL of the address in the attribute with this name.
    Address(String),
    /// The strings that the selector itself yields, because it has other pseudo-elements, or several.
    Strings,
}

impl<'t> FieldSelector<'t> {
    /// Splits the text of a field.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let text = text.trim_ascii();
        let of_selector = Self { selector: Some(text), part: FieldPart::Strings };
        let mut places = pseudo_elements(text);
        let (selector, pseudo) = match (places.next(), places.next()) {
            (None, _) => (text, "text"),
            (Some(place), None) => {
                (text.get(..place).unwrap_or(text), text.get(place + 2..).unwrap_or_default())
            }
            (Some(_), Some(_)) => return of_selector,
        };
        let argument = |function: &str| {
            let name = pseudo.strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')')?;
            let name = name.trim_ascii().trim_matches(['"', '\'']);
            let is_name = |c: char| c.is_ascii_alphanumeric() || NAME_CHARACTERS.contains(&c);
            (!name.is_empty() && name.chars().all(is_name)).then(|| name.to_owned())
        };
        let part = match pseudo {
            "text" => Some(FieldPart::Text),
            "html" => Some(FieldPart::Html),
            _ => {
                argument("attr").map(FieldPart::Attribute).or_else(|| argument("abs").map(FieldPart::Address))
            }
        };
        let Some(part) = part else { return of_selector };
        let selector = selector.trim_ascii_end();
        Self { selector: Some(selector).filter(|&selector| !matches!(selector, "" | ":scope")), part }
    }
}

/// The places of the `::` outside strings.
fn pseudo_elements(text: &str) -> impl Iterator<Item = usize> {
    let (mut quote, mut is_escaped) = (None, false);
    text.bytes().enumerate().filter_map(move |(place, byte)| {
        match byte {
            _ if std::mem::take(&mut is_escaped) => {}
            b'\\' => is_escaped = true,
            b'"' | b'\'' if quote.is_none() => quote = Some(byte),
            _ if quote == Some(byte) => quote = None,
            b':' if quote.is_none() && text.get(place..)?.starts_with("::") => return Some(place),
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_comes_after_the_selector() {
        let attribute = |name: &str| FieldPart::Attribute(name.to_owned());
        for (text, selector, part) in [
            (" p > b ", Some("p > b"), FieldPart::Text),
            ("p ::text", Some("p"), FieldPart::Text),
            ("", None, FieldPart::Text),
            (":scope::html", None, FieldPart::Html),
            ("a::attr( 'data-x.y:z' )", Some("a"), attribute("data-x.y:z")),
            ("::attr(href)", None, attribute("href")),
            ("a::abs(\"href\")", Some("a"), FieldPart::Address("href".to_owned())),
            ("a::attr()", Some("a::attr()"), FieldPart::Strings),
            ("a::attr(b c)", Some("a::attr(b c)"), FieldPart::Strings),
            ("a::before", Some("a::before"), FieldPart::Strings),
            ("[title='a::b']", Some("[title='a::b']"), FieldPart::Text),
            ("[title=\"'::\\\"::\"]::html", Some("[title=\"'::\\\"::\"]"), FieldPart::Html),
            ("[title='::html']::before", Some("[title='::html']::before"), FieldPart::Strings),
            ("a::text, b::text", Some("a::text, b::text"), FieldPart::Strings),
        ] {
            assert_eq!(FieldSelector::new(text), FieldSelector { selector, part }, "{text}");
        }
    }
}
