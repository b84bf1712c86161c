//! Trees for people: guides, colours, and the source position of each node.

use std::io::{self, Write};

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::source::{EndTagSource, NodeSource, Span, StartTagSource};
use hedgerow::{Document, NodeRef};

use super::palette::Palette;
use super::positions::Positions;

/// The maximum number of guides before a node. The levels above them are only counted, so that no tree makes the output
/// quadratic.
const MAX_GUIDES: usize = 40;

/// The number of columns of the guide of a level.
const WIDTH_OF_GUIDE: usize = 3;

/// The maximum number of characters that are written of a text.
const MAX_CHARACTERS: usize = 120;

/// The number of columns of most source positions.
const WIDTH_OF_POSITIONS: usize = 30;

/// The number of columns reserved for the end of a start tag: ` (99 more)` for omitted attributes, and `>`.
const WIDTH_OF_REST: usize = 11;

/// The number of characters around the name and the value of an attribute: a space, an equals sign and two quotes.
const SIGNS_OF_ATTRIBUTE: usize = 4;

/// Writes trees for people.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    palette: Palette,
    /// Whether the source positions of nodes are written.
    has_positions: bool,
    /// Whether texts that are only whitespace are left out.
    folds_whitespace: bool,
}

/// The nodes of a level that are not written yet.
struct Level<'d> {
    next: Option<NodeRef<'d>>,
    /// The shadow root of an element or the contents of a template, which are written after the children.
    contents: Option<NodeRef<'d>>,
}

impl Outline {
    pub(crate) fn new(is_coloured: bool, has_positions: bool, folds_whitespace: bool) -> Self {
        Self { palette: Palette::new(is_coloured), has_positions, folds_whitespace }
    }

    /// Whether the source positions of nodes are written.
    pub(super) fn has_positions(&self) -> bool {
        self.has_positions
    }

    /// Returns the node, or the first of its following siblings that is written.
    fn written<'d>(&self, mut node: Option<NodeRef<'d>>) -> Option<NodeRef<'d>> {
        while self.folds_whitespace
            && let Some(text) = node.filter(|node| node.kind() == NodeKind::Text)
            && text.data().unwrap_or_default().trim_ascii().is_empty()
        {
            node = text.next_sibling();
        }
        node
    }

    /// Writes the tree of a document.
    pub(crate) fn write(&self, document: &Document, writer: &mut impl Write) -> io::Result<()> {
        let positions = self.has_positions.then(|| Positions::of(document));
        let mut levels = vec![Level { next: self.written(document.root().first_child()), contents: None }];
        while let Some(level) = levels.last_mut() {
            let node = match (level.next, level.contents) {
                (Some(node), _) => {
                    level.next = self.written(node.next_sibling());
                    node
                }
                (None, Some(contents)) => {
                    level.contents = None;
                    contents
                }
                (None, None) => {
                    levels.pop();
                    continue;
                }
            };
            self.write_guides(&levels, writer)?;
            self.write_node(node, self.columns(levels.len()), writer)?;
            if let Some(positions) = &positions {
                self.write_position(node, positions, writer)?;
            }
            writer.write_all(b"\n")?;
            let contents = node.shadow_root().or(node.template_contents());
            levels.push(Level { next: self.written(node.first_child()), contents });
        }
        Ok(())
    }

    /// Writes the guides to the left of a node of the last level.
    fn write_guides(&self, levels: &[Level<'_>], writer: &mut impl Write) -> io::Result<()> {
        let has_more = |level: &Level<'_>| level.next.is_some() || level.contents.is_some();
        let Some((own, others)) = levels.split_last() else { return Ok(()) };
        let quiet = self.palette.quiet;
        write!(writer, "{quiet}")?;
        let hidden = others.len().saturating_sub(MAX_GUIDES);
        if hidden > 0 {
            write!(writer, "({hidden} more) ")?;
        }
        for level in &others[hidden..] {
            writer.write_all(if has_more(level) { "│  " } else { "   " }.as_bytes())?;
        }
        write!(writer, "{}{quiet:#}", if has_more(own) { "├─ " } else { "└─ " })
    }

    /// Returns the number of columns for a node at a level, if the output goes to a terminal.
    fn columns(&self, level: usize) -> Option<usize> {
        let of_positions = if self.has_positions { WIDTH_OF_POSITIONS } else { 0 };
        self.palette.columns_after(level.min(MAX_GUIDES) * WIDTH_OF_GUIDE + of_positions)
    }

    fn write_node(
        &self,
        node: NodeRef<'_>,
        columns: Option<usize>,
        writer: &mut impl Write,
    ) -> io::Result<()> {
        let most = columns.map_or(MAX_CHARACTERS, |columns| columns.min(MAX_CHARACTERS));
        let Palette { element, attribute, text, quiet, .. } = self.palette;
        match node.kind() {
            NodeKind::Element => {
                let prefix = match node.namespace() {
                    Some(Namespace::Svg) => "svg ",
                    Some(Namespace::MathMl) => "math ",
                    _ => "",
                };
                write!(writer, "{element}<{prefix}{}{element:#}", node.local_name_text())?;
                // The number of columns that are left. Without a terminal, all attributes are written, and none is shortened.
                let of_name = prefix.len() + node.local_name_text().len() + WIDTH_OF_REST;
                let mut left = columns.unwrap_or(usize::MAX).saturating_sub(of_name);
                for (number, one) in node.attributes().enumerate() {
                    let prefix = one.namespace().prefix();
                    let colon = if prefix.is_empty() { "" } else { ":" };
                    let length = prefix.len() + one.name_text().len() + SIGNS_OF_ATTRIBUTE;
                    if left < length {
                        write!(writer, " {quiet}({} more){quiet:#}", node.attributes().count() - number)?;
                        break;
                    }
                    write!(writer, " {attribute}{prefix}{colon}{}{attribute:#}", one.name_text())?;
                    write!(writer, "={text}{}{text:#}", shortened(one.value(), left - length))?;
                    left -= length;
                    left = left.saturating_sub(one.value().len());
                }
                write!(writer, "{element}>{element:#}")
            }
            NodeKind::Text => {
                let data = node.data().unwrap_or_default();
                let style = if data.trim_ascii().is_empty() { quiet } else { text };
                write!(writer, "{style}{}{style:#}", shortened(data, most))
            }
            NodeKind::Comment => {
                let most = most.saturating_sub("comment ".len());
                let data = shortened(node.data().unwrap_or_default(), most);
                write!(writer, "{quiet}comment{quiet:#} {data}")
            }
            NodeKind::ProcessingInstruction => {
                let (target, data) = node.processing_instruction().unwrap_or_default();
                let most = most.saturating_sub("processing instruction  ".len() + target.len());
                write!(writer, "{quiet}processing instruction{quiet:#} {target} {}", shortened(data, most))
            }
            NodeKind::DocumentType => {
                write!(writer, "{quiet}doctype{quiet:#}")?;
                let Some(doctype) = node.doctype() else { return Ok(()) };
                write!(writer, " {}", doctype.name)?;
                if !doctype.public_id.is_empty() || !doctype.system_id.is_empty() {
                    write!(writer, " {:?} {:?}", doctype.public_id, doctype.system_id)?;
                }
                Ok(())
            }
            NodeKind::ShadowRoot => write!(writer, "{quiet}shadow root{quiet:#}"),
            // The only fragments below the root are the contents of templates.
            NodeKind::DocumentFragment => write!(writer, "{quiet}content{quiet:#}"),
            NodeKind::Document => Ok(()),
        }
    }

    /// Writes the source position of a node.
    fn write_position(
        &self,
        node: NodeRef<'_>,
        positions: &Positions,
        writer: &mut impl Write,
    ) -> io::Result<()> {
        let quiet = self.palette.quiet;
        let (start, to) = match node.start_tag() {
            Some(StartTagSource::Implied(span)) => {
                (format!("implied at {}", positions.at(span.start)), ", to")
            }
            Some(StartTagSource::Copy(span)) => {
                (format!("copy of the tag at {}", positions.at(span.start)), ", to")
            }
            Some(StartTagSource::Tag(_)) | None => match node.source_span() {
                Some(Span { start, .. }) => (positions.at(start), " to"),
                None => return Ok(()),
            },
        };
        let end = match (node.end_tag(), node.source_span()) {
            (Some(EndTagSource::Implied(span)), _) => {
                format!("{to} {}, no end tag", positions.at(span.start))
            }
            (Some(EndTagSource::Tag(span)), _) | (_, Some(span)) => {
                format!("{to} {}", positions.at(span.end))
            }
            (_, None) => String::new(),
        };
        write!(writer, "  {quiet}{start}{end}{quiet:#}")
    }
}

/// Returns the text quoted, on one line, and shortened to `most` characters.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => format!("{text:?}"),
        Some((end, _)) => {
            let more = text[end..].chars().count();
            format!("{:?} ({more} more)", &text[..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_the_terminal() {
        let long = "x ".repeat(300);
        let html = format!(
            "<body class='{long}' id=a b={long}><div><p title='{long}' a b c d e f g h i j k l m n>{long}<svg><path d='{long}'/>\
             </svg><!--{long}--><?p {long}?>"
        );
        let document = hedgerow::Parser::new().source_spans(true).parse(&html).into_document();
        for width in [60, 80, 200] {
            for has_positions in [false, true] {
                let outline =
                    Outline { palette: Palette::of_width(width), has_positions, folds_whitespace: false };
                let mut output = Vec::new();
                outline.write(&document, &mut output).unwrap();
                for line in String::from_utf8(output).unwrap().lines() {
                    // A text has a minimum length, however narrow the terminal is.
                    let most = if has_positions { width.max(90) } else { width };
                    assert!(line.chars().count() <= most, "{width}: {line}");
                }
            }
        }
    }
}
