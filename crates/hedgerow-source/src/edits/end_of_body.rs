//! [`EndOfBody`]: where the contents of the `body` end in the source.

use hedgerow_base::{Span, known};
use hedgerow_dom::{Document, NodeKind};

use super::is_whitespace;
use crate::NodeSource as _;
use crate::tag_source::{attributes_of_tag, ends_a_tag_name};

/// The end of the `body`. Its end tag closes no element, so a parser puts the source after the tag into the elements that are open.
#[derive(Clone, Copy, Debug)]
pub(super) enum EndOfBody {
    /// There is no end tag.
    Implied,
    /// The offset of the first end tag of the `body` or the root element after the content. Only whitespace of the `body` comes after
    /// it, so the open elements end there.
    Tag(u32),
    /// The end of the content after the end tag, which may be an end tag of an element in the `body`.
    Content(u32),
}

impl EndOfBody {
    /// Finds the end in a document and its source.
    pub(super) fn of(document: &Document, source: &str) -> Self {
        let body = document.body().filter(|body| body.is_html(known::BODY));
        let Some((body, tag)) = body.and_then(|body| Some((body, body.end_tag_span()?))) else {
            return Self::Implied;
        };
        // The spans of the content. The span of an element without an end tag ends at the token that ends the element.
        let content = |has_whole_elements: bool| {
            body.deep_descendants().flat_map(move |node| {
                let is_content = |piece: &Span| !piece.of(source).is_some_and(is_whitespace);
                let own = match node.kind() {
                    NodeKind::Text => None,
                    NodeKind::Element if !has_whole_elements => node.start_tag_span(),
                    _ => node.source_span(),
                };
                own.into_iter().chain(node.end_tag_span()).chain(node.text_pieces().filter(is_content))
            })
        };
        let (starts, ends) =
            content(true).fold((0, 0), |(start, end), span| (span.start.max(start), span.end.max(end)));
        if starts >= tag.end {
            Self::Content(ends)
        } else {
            let own = body.start_tag_span().into_iter();
            let end = own.chain(content(false)).map(|span| span.end).max().unwrap_or(tag.start);
            let rest = Span { start: end, end: tag.start }.of(source).unwrap_or_default();
            Self::Tag(first_end_tag(rest).map_or(tag.start, |at| end + at as u32))
        }
    }
}

/// Returns the offset of the first end tag of the `body` or the root element in source that consists of whitespace and of tags and
/// DOCTYPEs that a parser ignores: comments and raw text would be content.
fn first_end_tag(source: &str) -> Option<usize> {
    let mut start = source.find('<')?;
    loop {
        let rest = source.get(start..)?;
        let name_end = 2 + rest.get(2..)?.find(ends_a_tag_name)?;
        let name = rest.get(..name_end)?;
        if ["</body", "</html"].iter().any(|end_tag| name.eq_ignore_ascii_case(end_tag)) {
            return Some(start);
        }
        // The `>` of a DOCTYPE is its end, even in quotes.
        let attributes = attributes_of_tag(rest, name_end as u32).filter(|_| !name.starts_with("<!"));
        let attributes_end = attributes.last().map_or(name_end, |(_, span)| span.range().end);
        let end = start + attributes_end + rest.get(attributes_end..)?.find('>')?;
        start = end + source.get(end..)?.find('<')?;
    }
}
