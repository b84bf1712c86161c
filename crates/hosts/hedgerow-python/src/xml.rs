//! [`parse_xml`]: a document as XML, from which libxml2 builds a tree for lxml much faster than Python code could.
//!
//! The names have no namespaces, as in trees of `lxml.html`: a name with a colon stays as it is, because libxml2 keeps a prefix that
//! is not declared. With `namespaces`, foreign elements and their attributes have namespaces.

use std::borrow::Cow;
use std::fmt::Write as _;

use hedgerow::dom::{AttributeRef, Namespace, NodeEdge, NodeKind};
use hedgerow::serialize::{LimitedWriter, OutputLimit};
use hedgerow::{Document as Tree, NodeRef};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::error;
use crate::options::{self, Limits, Options};
use crate::output::default_limit;
use crate::page::Source;

/// The maximum depth of elements; libxml2 refuses documents whose elements are deeper. A deeper element has no contents, which
/// follow it instead.
const MOST_DEPTH: usize = 2000;

/// The maximum number of patterns of names.
const MOST_NAMES: usize = 8;

/// The attribute that stands for `xmlns`, which would be a declaration.
const XMLNS: &str = "xmlnsU";

/// Parses a document, or a fragment if there is a context. Returns it as XML in UTF-8; the name and the identifiers of the doctype,
/// or None; and patterns of the names of the elements with an attribute "xmlns", which has the name "xmlnsU". The contents of
/// templates are children of the template. The nodes of a fragment are in an element "fragment".
#[pyfunction]
#[pyo3(signature = (data: "str | Buffer", *, context = None, content_type = None, encoding = None, scripting = false, limits = None, namespaces = false) -> "tuple[bytes, tuple[str, str, str] | None, list[str]]")]
pub(crate) fn parse_xml<'py>(
    data: &Bound<'py, PyAny>,
    context: Option<&str>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    scripting: bool,
    limits: Option<Limits>,
    namespaces: bool,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = data.py();
    let options = Options::new(py, content_type, encoding, false, scripting, limits)?;
    let context = context.map(options::context).transpose()?;
    let outcome = Source::of(data, &options)?.parse(py, options, context)?;
    let tree = outcome.complete(py, scripting)?.parsed.into_document();
    // About the length of the XML, so that the buffer seldom grows.
    let capacity = tree.text_size() as usize + 16 * tree.node_count();
    let xml = LimitedWriter::new(String::with_capacity(capacity), default_limit(&tree));
    let mut writer = Writer { xml, namespaces, with_xmlns: Vec::new() };
    let written = py.detach(|| writer.write(&tree));
    let doctype = tree.root().children().find_map(NodeRef::doctype);
    let doctype = doctype.map(|it| (it.name.to_owned(), it.public_id.to_owned(), it.system_id.to_owned()));
    let with_xmlns = std::mem::take(&mut writer.with_xmlns);
    if written.is_err() {
        return Err(error::output(OutputLimit { most: default_limit(&tree) }));
    }
    (PyBytes::new(py, writer.xml.into_inner().as_bytes()), doctype, with_xmlns).into_pyobject(py)
}

/// Writes a document as XML.
struct Writer {
    xml: LimitedWriter<String>,
    namespaces: bool,
    /// Patterns of the names of elements with an attribute `xmlns`; one for all names if there are more than [`MOST_NAMES`].
    with_xmlns: Vec<String>,
}

impl Writer {
    fn write(&mut self, tree: &Tree) -> std::fmt::Result {
        let is_fragment = tree.root().kind() != NodeKind::Document;
        if is_fragment {
            self.xml.write_str("<fragment>")?;
        }
        // The namespaces of the open elements.
        let mut open: Vec<Namespace> = Vec::new();
        // Elements that are too deep are closed at once.
        let mut deep = 0;
        let mut pending = vec![tree.root().traverse()];
        while let Some(edges) = pending.last_mut() {
            let Some(edge) = edges.next() else {
                pending.pop();
                continue;
            };
            match edge {
                NodeEdge::Enter(node) if node.kind() == NodeKind::Element => {
                    let around = open.last().copied().unwrap_or(Namespace::Html);
                    self.start(node, around)?;
                    if open.len() >= MOST_DEPTH {
                        deep += 1;
                        self.xml.write_str("/>")?;
                    } else {
                        open.push(node.namespace().unwrap_or(Namespace::Html));
                        self.xml.write_str(">")?;
                    }
                    if let Some(contents) = node.template_contents() {
                        pending.push(contents.traverse());
                    }
                }
                NodeEdge::Leave(node) if node.kind() == NodeKind::Element => {
                    if deep > 0 {
                        deep -= 1;
                    } else {
                        open.pop();
                        self.xml.write_str("</")?;
                        self.xml.write_str(&name(node.local_name_text()))?;
                        self.xml.write_str(">")?;
                    }
                }
                NodeEdge::Enter(node) => self.other(node)?,
                NodeEdge::Leave(_) => {}
            }
        }
        if is_fragment {
            self.xml.write_str("</fragment>")?;
        }
        Ok(())
    }

    /// Writes the start tag of an element, without its end.
    fn start(&mut self, element: NodeRef<'_>, around: Namespace) -> std::fmt::Result {
        self.xml.write_str("<")?;
        self.xml.write_str(&name(element.local_name_text()))?;
        let namespace = element.namespace().unwrap_or(Namespace::Html);
        if self.namespaces && namespace != around {
            let url = if namespace == Namespace::Html {
                Cow::Borrowed("")
            } else {
                Cow::Borrowed(namespace.as_str())
            };
            self.attribute("xmlns", &url)?;
        }
        if self.namespaces && element.attributes().any(|attribute| attribute.namespace() == Namespace::XLink)
        {
            self.attribute("xmlns:xlink", Namespace::XLink.as_str())?;
        }
        for attribute in element.attributes() {
            if let Some(name) = self.attribute_name(element, attribute) {
                self.attribute(&name, attribute.value())?;
            }
        }
        Ok(())
    }

    /// The name of an attribute; `None` for a declaration that the namespaces of the tree replace.
    fn attribute_name<'a>(
        &mut self,
        element: NodeRef<'_>,
        attribute: AttributeRef<'a>,
    ) -> Option<Cow<'a, str>> {
        let full = attribute.name();
        if self.namespaces && full.namespace() == Namespace::XmlNs {
            return None;
        }
        let text: Cow<'a, str> = match full.prefix() {
            Some(prefix) => format!("{prefix}:{}", full.local_name()).into(),
            None => attribute.name_text().into(),
        };
        if text == "xmlns" {
            self.add_name(element.local_name_text());
            return Some(XMLNS.into());
        }
        // A declaration would give namespaces to other names.
        if let Some(prefix) = text.strip_prefix("xmlns:") {
            return Some(name(&format!("xmlnsU0003A{prefix}")).into_owned().into());
        }
        Some(match text {
            Cow::Borrowed(text) => name(text),
            Cow::Owned(text) => name(&text).into_owned().into(),
        })
    }

    /// Adds the pattern for a name of an element with an attribute `xmlns`.
    fn add_name(&mut self, name: &str) {
        let all = "{*}*";
        if self.with_xmlns.first().is_some_and(|first| first == all) {
            return;
        }
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let pattern = if is_plain { format!("{{*}}{name}") } else { all.to_owned() };
        if self.with_xmlns.contains(&pattern) {
            return;
        }
        if !is_plain || self.with_xmlns.len() >= MOST_NAMES {
            self.with_xmlns = vec![all.to_owned()];
        } else {
            self.with_xmlns.push(pattern);
        }
    }

    fn attribute(&mut self, name: &str, value: &str) -> std::fmt::Result {
        self.xml.write_str(" ")?;
        self.xml.write_str(name)?;
        self.xml.write_str("=\"")?;
        self.text(value, true)?;
        self.xml.write_str("\"")
    }

    /// Writes a node that is not an element.
    fn other(&mut self, node: NodeRef<'_>) -> std::fmt::Result {
        let data = node.data().unwrap_or_default();
        match node.kind() {
            NodeKind::Text => self.text(data, false),
            NodeKind::Comment => self.comment(data),
            NodeKind::ProcessingInstruction => {
                let (target, data) = node.processing_instruction().unwrap_or_default();
                if target.eq_ignore_ascii_case("xml") || name(target) != target || data.contains("?>") {
                    return self.comment(&format!("?{target} {data}?"));
                }
                write!(self.xml, "<?{target} ")?;
                self.characters(data)?;
                self.xml.write_str("?>")
            }
            _ => Ok(()),
        }
    }

    /// Writes a comment. libxml2 accepts two hyphens in a comment, but not one at its end.
    fn comment(&mut self, data: &str) -> std::fmt::Result {
        self.xml.write_str("<!--")?;
        self.characters(data)?;
        self.xml.write_str(if data.ends_with('-') { " -->" } else { "-->" })
    }

    /// Writes a text without references: a form feed as a space, and other characters that XML does not allow as U+FFFD.
    fn characters(&mut self, text: &str) -> std::fmt::Result {
        if text.bytes().all(|byte| byte >= b' ' || matches!(byte, b'\t' | b'\n')) && !has_noncharacters(text)
        {
            return self.xml.write_str(text);
        }
        text.chars().try_for_each(|character| self.xml.write_char(allowed(character)))
    }

    /// Writes a text or a value, with references.
    fn text(&mut self, text: &str, is_value: bool) -> std::fmt::Result {
        let (bytes, mut start) = (text.as_bytes(), 0);
        while let Some(length) = first_special(&bytes[start..], is_value) {
            let end = start + length;
            self.xml.write_str(&text[start..end])?;
            start = end + 1;
            self.xml.write_str(match bytes[end] {
                // The first byte of U+F000 to U+FFFF.
                b'\xEF' => {
                    start = end + 3;
                    match &text[end..start] {
                        "\u{FFFE}" | "\u{FFFF}" => "\u{FFFD}",
                        allowed => allowed,
                    }
                }
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                b'\t' => "&#9;",
                b'\n' => "&#10;",
                b'\r' => "&#13;",
                b'\x0C' => " ",
                _ => "\u{FFFD}",
            })?;
        }
        self.xml.write_str(&text[start..])
    }
}

/// Returns the position of the first byte for which a reference or another character is written.
fn first_special(bytes: &[u8], is_value: bool) -> Option<usize> {
    // OPTIMIZATION: compilers compare all bytes of a block at once.
    let is = |byte: u8, other: u8| u8::from(byte == other);
    let is_special = |byte: u8| {
        let is_space = is(byte, b'\n') | is(byte, b'\t');
        u8::from(byte < b' ') & !is_space | is(byte, b'&') | is(byte, b'<') | is(byte, b'>') | is(byte, 0xEF)
    };
    let is_clean = |block: &&[u8]| block.iter().fold(0, |any, &byte| any | is_special(byte)) == 0;
    let clean = if is_value { 0 } else { BLOCK * bytes.chunks_exact(BLOCK).take_while(is_clean).count() };
    let special = if is_value { &SPECIAL_IN_VALUES } else { &SPECIAL_IN_TEXTS };
    let rest = bytes[clean..].iter().position(|byte| special[*byte as usize]);
    rest.map(|position| clean + position)
}

/// The number of bytes that are compared at once.
const BLOCK: usize = 32;

const SPECIAL_IN_TEXTS: [bool; 256] = special(b"&<>\xEF", b"\t\n");

const SPECIAL_IN_VALUES: [bool; 256] = special(b"&<>\"\xEF", b"");

/// Returns the bytes for which references or other characters are written: some bytes, and all controls except some.
const fn special(bytes: &[u8], without: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < 0x20 {
        table[index] = true;
        index += 1;
    }
    index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    index = 0;
    while index < without.len() {
        table[without[index] as usize] = false;
        index += 1;
    }
    table
}

/// Whether a text contains U+FFFE or U+FFFF.
fn has_noncharacters(text: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), b"\xEF\xBF\xBE").is_some()
        || memchr::memmem::find(text.as_bytes(), b"\xEF\xBF\xBF").is_some()
}

fn allowed(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'.. => character,
        '\x0C' => ' ',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Returns a name that XML allows, with at most one colon. Other characters become "U" with their code points, as in html5lib.
fn name(text: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if text.bytes().all(is_plain) && text.starts_with(|c: char| c.is_ascii_lowercase()) {
        return text.into();
    }
    let (prefix, local) = text.split_once(':').unwrap_or(("", text));
    let is_qualified = !prefix.is_empty() && is_name(prefix) && is_name(local) && prefix != "xmlns";
    if is_qualified || is_name(text) {
        return text.into();
    }
    let mut name = String::with_capacity(text.len() + 6);
    for (index, character) in text.char_indices() {
        let is_allowed = if index == 0 { is_name_start(character) } else { is_name_character(character) };
        if is_allowed {
            name.push(character);
        } else {
            let written = write!(name, "U{:05X}", u32::from(character));
            debug_assert!(written.is_ok(), "writing to a string does not fail");
        }
    }
    name.into()
}

/// Whether a text is a name without a colon. <https://www.w3.org/TR/xml-names/#NT-NCName>
fn is_name(text: &str) -> bool {
    text.starts_with(is_name_start) && text.chars().all(is_name_character)
}

/// <https://www.w3.org/TR/xml/#NT-NameStartChar>
fn is_name_start(character: char) -> bool {
    matches!(character, 'A'..='Z' | 'a'..='z' | '_' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

/// <https://www.w3.org/TR/xml/#NT-NameChar>
fn is_name_character(character: char) -> bool {
    is_name_start(character)
        || matches!(character, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}
