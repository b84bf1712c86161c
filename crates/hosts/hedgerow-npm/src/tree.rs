//! [`tree`]: a whole tree as numbers and texts, from which JavaScript builds objects (`js/tree.js`).
//!
//! The nodes come in tree order. A node is its kind, then its numbers, then its inner nodes, then 0:
//!
//! ```text
//! 1 element                   name, namespace, number of attributes; for each attribute: name, length of its value
//! 2 text, 3 comment           length of the data
//! 4 doctype                   lengths of its name, public and system identifier
//! 5 processing instruction    lengths of its target and its data
//! 6 contents of a template
//! 7 shadow root              0 if it is open, 1 if it is closed
//! ```
//!
//! A name is an index into the list of distinct names, and a length counts UTF-16 code units of the text of all nodes together. With
//! positions, the numbers of a node of the kinds 1 to 5 are followed by its start and end, or 2^32 - 1 twice; those of an element also by
//! the starts and ends of its start tag, its end tag, and each attribute.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use hedgerow::dom::{Namespace, NodeEdge, NodeKind, ShadowRootMode};
use hedgerow::source::{EndTagSource, NodeSource as _, Span, StartTagSource};
use hedgerow::{Document, NodeRef};
use hedgerow_dom::search::TraverseWhole;

use crate::border::{Answer, Call};
use crate::failure::Failure;
use crate::options::Options;
use crate::output::Output;
use crate::pages::{Page, Records, ask};
use crate::utf16::{Source, code_units};

/// The tree as numbers and texts.
pub(crate) struct Flat {
    numbers: Vec<u32>,
    /// The distinct names, each followed by a U+0000, which no name contains. The name of an attribute with a namespace follows the
    /// prefix and a space.
    names: String,
    text: String,
    /// The starts of the lines of the source, if there are positions.
    lines: Vec<u32>,
}

impl Flat {
    /// The numbers of numbers, of lines, and of bytes of names; then the numbers, the lines, the names and the text.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let counts = [self.numbers.len() as u32, self.lines.len() as u32, self.names.len() as u32];
        let numbers = counts.iter().chain(&self.numbers).chain(&self.lines);
        let size = 4 * (counts.len() + self.numbers.len() + self.lines.len());
        let mut bytes = vec![0; size + self.names.len() + self.text.len()];
        for (place, number) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
            *place = number.to_le_bytes();
        }
        bytes.truncate(size);
        bytes.extend_from_slice(self.names.as_bytes());
        bytes.extend_from_slice(self.text.as_bytes());
        bytes
    }
}

/// Writes a tree.
struct Writer<'d> {
    flat: Flat,
    indexes: HashMap<(Namespace, &'d str), u32, FixedState>,
    output: Output,
    source: Option<Source<'d>>,
}

pub(crate) fn tree(call: &mut Call) -> Result<Answer, Failure> {
    let records = if call.options::<Options>()?.positions { Records::Spans } else { Records::Nothing };
    ask(call, records, |page: &Page<'_>| {
        let document = page.document;
        let source = page.options.positions.then(|| {
            let text = document.source().unwrap_or_default();
            Source::new(text, page.options.surrogates)
        });
        let flat = Flat {
            numbers: Vec::with_capacity(4 * document.node_count()),
            names: String::new(),
            text: String::with_capacity(document.text_size() as usize),
            lines: source.as_ref().map(Source::line_starts).unwrap_or_default(),
        };
        let mut writer = Writer { flat, indexes: HashMap::default(), output: page.output(), source };
        writer.write(document)?;
        Ok(Answer::Tree(writer.flat))
    })
}

impl<'d> Writer<'d> {
    fn write(&mut self, document: &'d Document) -> Result<(), Failure> {
        let mode = document.quirks_mode() as u32;
        let is_fragment = document.root().kind() == NodeKind::DocumentFragment;
        self.flat.numbers.extend([u32::from(is_fragment), mode]);
        for edge in TraverseWhole::new(document.root()) {
            match edge {
                NodeEdge::Leave(_) => self.flat.numbers.push(0),
                NodeEdge::Enter(node) if node == document.root() => {}
                NodeEdge::Enter(node) => self.node(node)?,
            }
        }
        Ok(())
    }

    fn node(&mut self, node: NodeRef<'d>) -> Result<(), Failure> {
        match node.kind() {
            NodeKind::Element => return self.element(node),
            NodeKind::Text => self.texts(2, &[node.data().unwrap_or_default()])?,
            NodeKind::Comment => self.texts(3, &[node.data().unwrap_or_default()])?,
            NodeKind::DocumentType => {
                let doctype = node.doctype();
                let [name, public, system] = doctype
                    .map(|doctype| [doctype.name, doctype.public_id, doctype.system_id])
                    .unwrap_or_default();
                self.texts(4, &[name, public, system])?;
            }
            NodeKind::ProcessingInstruction => {
                let (target, data) = node.processing_instruction().unwrap_or_default();
                self.texts(5, &[target, data])?;
            }
            NodeKind::ShadowRoot => {
                let init = node.host().and_then(NodeRef::shadow_root_init).unwrap_or_default();
                self.flat.numbers.extend([7, u32::from(init.mode == ShadowRootMode::Closed)]);
            }
            NodeKind::Document | NodeKind::DocumentFragment => self.flat.numbers.push(6),
        }
        if self.source.is_some() && !matches!(node.kind(), NodeKind::ShadowRoot | NodeKind::DocumentFragment)
        {
            self.span(node.source_span());
        }
        Ok(())
    }

    fn element(&mut self, element: NodeRef<'d>) -> Result<(), Failure> {
        let name = self.name(Namespace::None, element.local_name_text());
        let namespace = match element.namespace() {
            Some(Namespace::Svg) => 1,
            Some(Namespace::MathMl) => 2,
            _ => 0,
        };
        let count = element.attributes().len() as u32;
        self.flat.numbers.extend([1, name, namespace, count]);
        for attribute in element.attributes() {
            let name = self.name(attribute.namespace(), attribute.name_text());
            self.flat.numbers.push(name);
            self.text(attribute.value())?;
        }
        if self.source.is_some() {
            let (whole, start_tag) = match element.start_tag() {
                Some(StartTagSource::Tag(tag)) => (element.source_span(), Some(tag)),
                Some(StartTagSource::Copy(tag)) => (Some(tag), None),
                Some(StartTagSource::Implied(_)) | None => (None, None),
            };
            self.span(whole);
            self.span(start_tag);
            self.span(match element.end_tag() {
                Some(EndTagSource::Tag(tag)) => Some(tag),
                _ => None,
            });
            let spans: HashMap<_, _> = element
                .attribute_spans()
                .map(|spans| {
                    let end = spans.value.map_or(spans.name.end, |value| end_of_value(element, value));
                    let name = (spans.attribute.namespace(), spans.attribute.local_name());
                    (name, Span { start: spans.name.start, end })
                })
                .collect();
            for attribute in element.attributes() {
                self.span(spans.get(&(attribute.namespace(), attribute.name_text())).copied());
            }
        }
        Ok(())
    }

    /// Writes a kind and the lengths of texts.
    fn texts(&mut self, kind: u32, texts: &[&str]) -> Result<(), Failure> {
        self.flat.numbers.push(kind);
        texts.iter().try_for_each(|text| self.text(text))
    }

    fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.output.count(text)?;
        self.flat.numbers.push(code_units(text) as u32);
        self.flat.text.push_str(text);
        Ok(())
    }

    fn name(&mut self, namespace: Namespace, name: &'d str) -> u32 {
        let next = self.indexes.len() as u32;
        let names = &mut self.flat.names;
        *self.indexes.entry((namespace, name)).or_insert_with(|| {
            names.push_str(match namespace {
                Namespace::XLink => "xlink ",
                Namespace::Xml => "xml ",
                Namespace::XmlNs => "xmlns ",
                _ => "",
            });
            names.push_str(name);
            names.push('\0');
            next
        })
    }

    fn span(&mut self, span: Option<Span>) {
        let Some(source) = &self.source else { return };
        let span = span.map_or([u32::MAX; 2], |span| source.span(span));
        self.flat.numbers.extend(span);
    }
}

/// The end of an attribute's value, with its closing quote.
fn end_of_value(element: NodeRef<'_>, value: Span) -> u32 {
    let source = element.document().source().unwrap_or_default().as_bytes();
    let quote = source.get((value.start as usize).wrapping_sub(1));
    let is_quoted = matches!(quote, Some(b'"' | b'\'')) && source.get(value.end as usize) == quote;
    value.end + u32::from(is_quoted)
}
