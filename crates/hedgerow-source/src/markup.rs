//! [`Markup`]: reads markup that an edit inserts, as far as the edits after it depend on it.

use hedgerow_base::{ElementFlags, ElementName, NameId, Namespace, known};

use crate::tag_source::{attributes_of_tag, ends_a_tag_name};

/// The attributes with which a `font` element ends foreign elements.
pub(crate) const FONT_ATTRIBUTES: [&str; 3] = ["color", "face", "size"];

/// The properties of markup that is inserted: between HTML elements unless stated otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Markup {
    /// Whether a parser reads the source after the markup as before: the markup leaves no tag, comment, text or foreign element
    /// open, and closes no foreign element around it. `false` if this is uncertain.
    pub(crate) is_complete: bool,
    /// Whether the markup ends in a tag or a comment.
    pub(crate) ends_in_token: bool,
    /// Whether the markup, written directly into a foreign element, would end that element, because it has the tag of an HTML
    /// element.
    pub(crate) ends_foreign_elements: bool,
    /// Whether all characters outside ASCII are where a parser reads character references. `false` if this is uncertain.
    pub(crate) takes_references: bool,
}

impl Markup {
    /// Reads markup. `has_literal_text` is true for the elements in whose text nothing is escaped.
    pub(crate) fn new(html: &str, has_literal_text: impl Fn(ElementName) -> bool) -> Self {
        let mut markup = Self {
            is_complete: true,
            ends_in_token: false,
            ends_foreign_elements: false,
            takes_references: true,
        };
        let mut open = Open::default();
        let mut rest = html;
        while let Some((_, after)) = rest.split_once('<') {
            let is_end = after.starts_with('/');
            let tag = after.strip_prefix('/').unwrap_or(after);
            if tag.starts_with(|first: char| first.is_ascii_alphabetic()) {
                let Some(tag) = Tag::new(tag, is_end) else {
                    (markup.is_complete, markup.ends_in_token) = (false, true);
                    break;
                };
                markup.takes_references &= tag.has_ascii_names;
                markup.ends_foreign_elements |= !open.is_any() && tag.ends_foreign_elements;
                markup.is_complete &= open.read(&tag);
                rest = tag.after;
                let is_text = |name: ElementName| name.is_html(known::TITLE) || name.is_html(known::TEXTAREA);
                if let Some(name) = tag.name
                    && !is_end
                    && (has_literal_text(name) || is_text(name))
                {
                    let may_be_foreign = open.foreign_elements > 0;
                    rest = markup.skip_text(rest, tag.text, has_literal_text(name), may_be_foreign);
                }
            } else if is_end || after.starts_with(['!', '?']) {
                rest = markup.skip_comment(after);
            } else {
                // A text may be joined with the source after it.
                markup.is_complete &= !after.is_empty();
                rest = after;
            }
        }
        markup.is_complete &= open.foreign_elements == 0;
        markup
    }

    /// Skips a comment, a doctype, a processing instruction or a CDATA section, and returns the markup after it.
    fn skip_comment<'h>(&mut self, after: &'h str) -> &'h str {
        let (comment, rest) = match after.strip_prefix('!') {
            // The hyphens of the end may be those of the start.
            Some(comment) if comment.starts_with("--") => comment.split_once("-->"),
            _ => after.split_once('>'),
        }
        .unwrap_or_else(|| {
            (self.is_complete, self.ends_in_token) = (false, true);
            (after, "")
        });
        self.takes_references &= comment.is_ascii();
        self.is_complete &= !comment.contains("--!>") && !comment.starts_with("![CDATA[");
        rest
    }

    /// Skips the text of an element in which a parser reads no tags, and returns the end tag and the markup after it.
    fn skip_text<'h>(
        &mut self,
        rest: &'h str,
        name: &str,
        is_literal: bool,
        may_be_foreign: bool,
    ) -> &'h str {
        let is_end_tag = |&(offset, _): &(usize, &str)| {
            let tag = &rest[offset + "</".len()..];
            tag.get(..name.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(name))
                && tag[name.len()..].starts_with(ends_a_tag_name)
        };
        let end = rest.match_indices("</").find(is_end_tag).map(|(offset, _)| offset);
        let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
        // The text of a script may begin a comment, in which an end tag is text.
        let is_ended = end.is_some() && !name.eq_ignore_ascii_case("plaintext");
        self.is_complete &= is_ended && !text.contains("<!--") && !(may_be_foreign && text.contains('<'));
        self.takes_references &= !is_literal || text.is_ascii();
        after
    }
}

/// A tag of markup.
struct Tag<'h> {
    is_end: bool,
    /// The name in the source.
    text: &'h str,
    name: Option<ElementName>,
    /// Whether the self-closing flag is set.
    has_slash: bool,
    has_ascii_names: bool,
    ends_foreign_elements: bool,
    /// The markup after the tag.
    after: &'h str,
}

impl<'h> Tag<'h> {
    /// Reads the tag whose name is at the start of some markup. Returns `None` if the tag does not end.
    fn new(markup: &'h str, is_end: bool) -> Option<Self> {
        let name_end = markup.find(ends_a_tag_name)?;
        let text = &markup[..name_end];
        let name = NameId::find_known(&text.to_ascii_lowercase()).map(ElementName::html);
        let (mut end, mut has_font_attribute, mut has_ascii_names) = (name_end, false, text.is_ascii());
        for (name, span) in attributes_of_tag(markup, name_end as u32) {
            end = span.range().end;
            has_ascii_names &= name.is_ascii();
            has_font_attribute |= FONT_ATTRIBUTES.iter().any(|other| name.eq_ignore_ascii_case(other));
        }
        let (slashes, after) = markup.get(end..)?.split_once('>')?;
        let ends_foreign_elements = name.is_some_and(|name| match name.local {
            known::P | known::BR if is_end => true,
            _ if is_end => false,
            known::FONT => has_font_attribute,
            _ => ElementFlags::of(name).has(ElementFlags::BREAKS_OUT_OF_FOREIGN_CONTENT),
        });
        let has_slash = slashes.ends_with('/');
        Some(Self { is_end, text, name, has_slash, has_ascii_names, ends_foreign_elements, after })
    }
}

/// The numbers of elements that the markup has opened and not closed.
#[derive(Default)]
struct Open {
    /// `svg` and `math`.
    foreign_elements: usize,
    /// The foreign elements between whose tags HTML is allowed, such as `desc`.
    integration_points: usize,
}

impl Open {
    fn is_any(&self) -> bool {
        self.foreign_elements > 0 || self.integration_points > 0
    }

    /// Counts a tag. Returns whether it may not close an element around the markup.
    fn read(&mut self, tag: &Tag<'_>) -> bool {
        let Some(name) = tag.name else { return true };
        let count = match name.local {
            known::SVG | known::MATH => &mut self.foreign_elements,
            local if is_integration_point(local) => &mut self.integration_points,
            _ => return true,
        };
        match tag.is_end {
            true if *count > 0 => *count -= 1,
            true => return false,
            false => *count += usize::from(!tag.has_slash),
        }
        true
    }
}

/// Whether HTML is allowed in a foreign element with this name.
fn is_integration_point(name: NameId) -> bool {
    let integration_points =
        ElementFlags::HTML_INTEGRATION_POINT | ElementFlags::MATHML_TEXT_INTEGRATION_POINT;
    let name = if name == known::FOREIGNOBJECT { known::FOREIGN_OBJECT } else { name };
    let has = |namespace| ElementFlags::of(ElementName { namespace, local: name }).has(integration_points);
    name == known::ANNOTATION_XML || has(Namespace::Svg) || has(Namespace::MathMl)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_complete_if_it_leaves_nothing_open() {
        let markup = |html| Markup::new(html, |name| name.has_literal_text(false));
        for html in [
            "", "a < b", "<p>a", "</p>", "<br/>", "<a title='>'>", "<svg><path/></svg>", "<svg/>",
            "<math/ ></math>", "<!-->", "<!--->", "<!-- <svg> -->", "<!doctype html>", "<?a?>", "</>",
            "</ a>", "<style>a<b</style>", "<STYLE><svg></Style >", "<title><svg></title>",
            "<svg><title>a</title></svg>", "<svg><g></svg>",
        ] {
            assert!(markup(html).is_complete, "{html}");
        }
        for html in [
            "<", "<p", "<p title='>", "<p a=b", "<svg>", "</svg>", "<math><svg></svg>", "<svg a=b/>", "<!--",
            "<!-- ->", "<!a", "<style>a", "<style>a</styles>", "<title>", "<plaintext>",
            "<script><!--</script>", "</desc>", "</foreignObject>", "</mi>", "</title>",
            "<svg><![CDATA[a]]></svg>", "<svg><style><b></style></svg>", "<!-- --!> -->",
        ] {
            assert!(!markup(html).is_complete, "{html}");
        }
    }

    #[test]
    fn html_ends_foreign_elements() {
        let markup = |html| Markup::new(html, |name| name.has_literal_text(false));
        for html in [
            "<p>", "<G><IMG>", "</p>", "</br>", "<font size=1>", "<desc></desc><b>", "<svg/><table>",
            "<desc/><p>",
        ] {
            assert!(markup(html).ends_foreign_elements, "{html}");
        }
        for html in
            ["a", "<g>", "<a>", "<font>", "<desc><p></p></desc>", "<svg><p></svg>", "</b>", "<!-- <p> -->"]
        {
            assert!(!markup(html).ends_foreign_elements, "{html}");
        }
    }

    #[test]
    fn references_are_read_in_text_and_values() {
        let markup = |html| Markup::new(html, |name| name.has_literal_text(false));
        for html in [
            "\u{E9}<p title='\u{E9}'>\u{E9}", "<title>\u{E9}</title>", "<style>a</style>\u{E9}",
            "<!-- a -->\u{E9}",
        ] {
            assert!(markup(html).takes_references, "{html}");
        }
        for html in
            ["<p\u{E9}>", "<p \u{E9}=a>", "<style>\u{E9}</style>", "<!--\u{E9}-->", "<!\u{E9}>", "</p\u{E9}>"]
        {
            assert!(!markup(html).takes_references, "{html}");
        }
    }
}
