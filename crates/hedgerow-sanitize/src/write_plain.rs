//! Writes [plain](crate::plain) trees as HTML, and checks at the same time whether they are plain.

use hedgerow_base::{ElementName, Namespace};
use hedgerow_dom::{Document, NodeId, NodeKind, NodeRef, search};
use hedgerow_serialize::{escape_attribute, escape_text};

use crate::plain::Open;
use crate::strict::{GREATEST_DEPTH, is_writable_attribute};

/// Why [`write_plain`] returns no HTML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritten {
    /// The tree is not plain.
    NotPlain,
    /// The HTML is longer than the maximum.
    TooLong,
}

/// Returns the descendants of `root` as HTML with at most `most` bytes.
///
/// In a plain tree, [`make_writable`](crate::make_writable) has nothing to remove. Parsed in an element that can contain paragraphs,
/// its HTML gives the same tree.
///
/// The function takes time linear in the tree and the HTML, without recursion. Before it finds that the HTML is too long, it
/// writes at most `most` bytes and one text or value. The tree must be the result of parsing with safe rules.
///
/// # Errors
///
/// If the tree is not *plain*, or its HTML is too long.
///
/// # Panics
///
/// If the document has no such node.
pub fn write_plain(document: &Document, root: NodeId, most: usize) -> Result<String, Unwritten> {
    use Unwritten::NotPlain;
    let mut html = String::new();
    // The open elements, with their end tags.
    let mut open: Vec<(Open, &str)> = Vec::new();
    let mut parent = Open::ROOT;
    let mut next = document.node(root).first_child();
    while let Some(mut node) = next {
        if let Some(name) = search::element_name(node) {
            parent = parent.enter(name).filter(|_| open.len() < GREATEST_DEPTH).ok_or(NotPlain)?;
            let local = search::names(document).text(name.local);
            write_start_tag(&mut html, node, name, local, most)?;
            open.push((parent, local));
            next = node.first_child();
            if next.is_some() {
                continue;
            }
        } else {
            write_text(&mut html, node, parent).ok_or(NotPlain)?;
        }
        if html.len() > most {
            return Err(Unwritten::TooLong);
        }
        // Find the next node in tree order, and write the end tags of the elements that end before it.
        let mut is_open = search::element_name(node).is_some();
        loop {
            if is_open && let Some((ended, local)) = open.pop() {
                if !ended.is_void() {
                    html.push_str("</");
                    html.push_str(local);
                    html.push('>');
                }
                parent = open.last().map_or(Open::ROOT, |(open, _)| *open);
            }
            next = node.next_sibling();
            if next.is_some() || open.is_empty() {
                break;
            }
            node = node.parent().ok_or(NotPlain)?;
            is_open = true;
        }
    }
    // The parser changes U+000D and U+0000. In ISO-2022-JP, which a browser may detect as the encoding of a page
    // without a declaration, U+001B switches to another character set.
    let is_plain = memchr::memchr3(b'\r', b'\0', 0x1B, html.as_bytes()).is_none();
    match html.len() {
        _ if !is_plain => Err(NotPlain),
        length if length > most => Err(Unwritten::TooLong),
        _ => Ok(html),
    }
}

/// Writes a start tag.
#[inline]
fn write_start_tag(
    html: &mut String,
    element: NodeRef<'_>,
    name: ElementName,
    local: &str,
    most: usize,
) -> Result<(), Unwritten> {
    html.push('<');
    html.push_str(local);
    for attribute in element.attributes() {
        if !is_writable_attribute(name, attribute) {
            return Err(Unwritten::NotPlain);
        }
        // Checked for each attribute, because each can be as long as the input.
        if html.len() > most {
            return Err(Unwritten::TooLong);
        }
        let of = search::attribute_name(attribute);
        html.push(' ');
        if of.namespace != Namespace::None {
            html.push_str(of.serialized_prefix());
        }
        html.push_str(attribute.name_text());
        html.push_str("=\"");
        html.push_str(&escape_attribute(attribute.value()));
        html.push('"');
    }
    html.push('>');
    Ok(())
}

/// Writes a `Text` node. Returns `None` for other nodes, and for text that a parser would change or move.
#[inline]
fn write_text(html: &mut String, node: NodeRef<'_>, parent: Open) -> Option<()> {
    let text = node.data().filter(|_| node.kind() == NodeKind::Text)?;
    let previous = node.previous_sibling();
    // A parser would merge two adjacent texts, and drop an empty one.
    let is_alone = previous.is_none_or(|previous| previous.kind() != NodeKind::Text);
    if text.is_empty() || !is_alone || !parent.allows_text(text) {
        return None;
    }
    if previous.is_none() && text.starts_with('\n') && parent.drops_first_newline() {
        html.push('\n');
    }
    html.push_str(&escape_text(text));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(build: impl FnOnce(&mut Document, NodeId)) -> Option<String> {
        let mut document = Document::new();
        let root = document.create_document_fragment();
        build(&mut document, root);
        write_plain(&document, root, usize::MAX).ok()
    }

    fn in_element(name: &'static str, text: &'static str) -> Option<String> {
        written(|document, root| {
            document.build(name).text(text).append_to(root).expect("it can be appended");
        })
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(in_element("p", "a<b>&\u{A0}").as_deref(), Some("<p>a&lt;b&gt;&amp;&nbsp;</p>"));
        assert_eq!(in_element("title", "</title>").as_deref(), Some("<title>&lt;/title&gt;</title>"));
    }

    #[test]
    fn the_line_feed_that_the_parser_drops_is_doubled() {
        assert_eq!(in_element("pre", "\n\na").as_deref(), Some("<pre>\n\n\na</pre>"));
        assert_eq!(in_element("pre", "a\n").as_deref(), Some("<pre>a\n</pre>"));
        assert_eq!(in_element("div", "\na").as_deref(), Some("<div>\na</div>"));
    }

    #[test]
    fn trees_that_parsing_would_change_are_not_plain() {
        for (name, text) in
            [("p", "\r"), ("p", "\u{1B}"), ("style", "a"), ("li", "a"), ("table", "a"), ("br", "a")]
        {
            assert_eq!(in_element(name, text), None, "{name}");
        }
        let comment = written(|document, root| {
            let comment = document.create_comment("a");
            document.append(root, comment).expect("it can be appended");
        });
        assert_eq!(comment, None);
    }

    #[test]
    fn deep_trees_are_not_plain() {
        let nested = |depth| {
            written(|document, root| {
                let mut parent = root;
                for _ in 0..depth {
                    parent = document.build("b").append_to(parent).expect("it can be appended");
                }
            })
        };
        assert!(nested(GREATEST_DEPTH).is_some());
        assert_eq!(nested(GREATEST_DEPTH + 1), None);
        assert_eq!(nested(100_000), None);
    }

    #[test]
    fn attributes_that_cannot_be_written_are_not_plain() {
        let with = |name: &'static str, value: &'static str| {
            written(|document, root| {
                document.build("a").attribute(name, value).append_to(root).expect("it can be appended");
            })
        };
        assert_eq!(with("title", "\"<").as_deref(), Some("<a title=\"&quot;&lt;\"></a>"));
        assert_eq!(with("href", "javascript:x"), None);
    }
}
