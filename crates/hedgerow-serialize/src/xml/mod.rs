//! [`ToXml`]: the XML serialization of documents and nodes.
//!
//! <https://w3c.github.io/DOM-Parsing/#xml-serialization>
//!
//! The output is well-formed, or there is an error. `scope.rs` keeps the declared prefixes, `names.rs` decides what XML allows.
//!
//! ```text
//! for each element:
//!     if its namespace is the default namespace: write its name
//!     else if a prefix is declared for its namespace: write the prefix and the name
//!     else: write its name, and declare its namespace as the default one
//!     for each attribute in a namespace: write a declared prefix, or declare one
//! ```

mod error;
mod names;
mod scope;

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write;

use hedgerow_base::{Namespace, known};
use hedgerow_dom::{Doctype, Document, NodeId, NodeKind, NodeRef};

pub use self::error::{XmlError, XmlRule};
use self::names::{coerced_comment, coerced_name, coerced_target, coerced_text, is_char, is_name};
use self::scope::Scope;

/// Options of the XML serialization.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct XmlOptions {
    /// Changes what XML cannot represent, instead of returning an error: characters, names, comments and declarations are
    /// replaced or left out.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset>
    pub coerce: bool,
}

impl XmlOptions {
    hedgerow_base::setters!(coerce: bool);
}

/// Writes documents and nodes as XML, for example a page as XHTML.
///
/// The contents of a `template` element are written as its children; shadow trees are not written.
///
/// ```
/// use hedgerow::Select;
/// use hedgerow::serialize::{ToXml, XmlOptions};
/// let document = hedgerow::parse("<!DOCTYPE html><title>1 &lt; 2</title><p>one<br>two<svg><path d=z>");
/// assert_eq!(
///     document.to_xml()?,
///     "<!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>1 &lt; 2</title></head><body><p>one<br />two\
///      <svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"z\"/></svg></p></body></html>"
/// );
///
/// // Many pages have names that XML does not allow.
/// let document = hedgerow::parse("<a b:c=1 @click=2>x</a>");
/// let link = document.select_first("a").unwrap().unwrap();
/// assert!(link.to_xml().is_err());
/// let mut xml = String::new();
/// link.write_xml(&mut xml, XmlOptions::default().coerce(true))?;
/// assert_eq!(xml, "<a xmlns=\"http://www.w3.org/1999/xhtml\" bU00003Ac=\"1\" U000040click=\"2\">x</a>");
/// # Ok::<(), hedgerow::serialize::XmlError>(())
/// ```
pub trait ToXml<'d>: Sized + crate::sealed::Sealed {
    /// Returns the node that is written; for a document, its root.
    #[doc(hidden)]
    fn xml_node(self) -> NodeRef<'d>;

    /// Returns the node as XML; for a `Document` or a `DocumentFragment`, its children.
    /// <https://w3c.github.io/DOM-Parsing/#dfn-xml-serialization>
    ///
    /// The text is not limited; elements that share attributes can make it much longer than the source. To limit it, call
    /// [`write_xml`](Self::write_xml) with a [`LimitedWriter`](crate::LimitedWriter).
    ///
    /// # Errors
    ///
    /// If XML cannot represent the tree: see [`XmlRule`].
    #[doc(alias("XMLSerializer", "xhtml"))]
    fn to_xml(self) -> Result<String, XmlError> {
        let mut xml = String::new();
        self.write_xml(&mut xml, XmlOptions::default())?;
        Ok(xml)
    }

    /// Writes the node as XML, piece by piece.
    ///
    /// # Errors
    ///
    /// If XML cannot represent the tree, or the writer returns an error. The writer may have received a part of the output.
    fn write_xml(self, writer: &mut impl Write, options: XmlOptions) -> Result<(), XmlError> {
        Serializer { writer, options, scope: Scope::default(), tasks: Vec::new() }.write(self.xml_node())
    }
}

impl<'d> ToXml<'d> for &'d Document {
    fn xml_node(self) -> NodeRef<'d> {
        self.root()
    }
}

impl<'d> ToXml<'d> for NodeRef<'d> {
    fn xml_node(self) -> Self {
        self
    }
}

/// A piece of remaining work.
enum Task<'d> {
    /// A node and its following siblings, inside the given default namespace.
    NodeAndFollowing(NodeRef<'d>, &'d str),
    /// The end tag of a qualified name, and the number of prefixes that were declared before the element.
    EndTag(String, usize),
}

struct Serializer<'d, 'w, W> {
    writer: &'w mut W,
    options: XmlOptions,
    scope: Scope<'d>,
    /// The tasks; the last one is next.
    tasks: Vec<Task<'d>>,
}

const XML: &str = Namespace::Xml.as_str();
const XMLNS: &str = Namespace::XmlNs.as_str();

impl<'d, W: Write> Serializer<'d, '_, W> {
    fn write(mut self, node: NodeRef<'d>) -> Result<(), XmlError> {
        self.scope.declare("xml", XML);
        self.node(node, "")?;
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::NodeAndFollowing(node, default) => {
                    if let Some(next) = node.next_sibling() {
                        self.tasks.push(Task::NodeAndFollowing(next, default));
                    }
                    self.node(node, default)?;
                }
                Task::EndTag(name, prefixes) => {
                    self.scope.truncate(prefixes);
                    self.put(&["</", &name, ">"])?;
                }
            }
        }
        Ok(())
    }

    fn put(&mut self, parts: &[&str]) -> Result<(), XmlError> {
        Ok(parts.iter().try_for_each(|part| self.writer.write_str(part))?)
    }

    /// Returns a text, or its replacement if XML does not allow the text.
    fn checked<'t>(
        &self,
        text: &'t str,
        is_allowed: impl FnOnce(&str) -> bool,
        coerced: impl FnOnce(&'t str) -> Cow<'t, str>,
        error: XmlError,
    ) -> Result<Cow<'t, str>, XmlError> {
        if is_allowed(text) {
            Ok(Cow::Borrowed(text))
        } else if self.options.coerce {
            Ok(coerced(text))
        } else {
            Err(error)
        }
    }

    fn checked_text<'t>(&self, text: &'t str, node: NodeId) -> Result<Cow<'t, str>, XmlError> {
        let is_allowed = |text: &str| text.chars().all(is_char);
        self.checked(text, is_allowed, coerced_text, XmlRule::Character.broken_by(node))
    }

    fn checked_name<'t>(&self, name: &'t str, node: NodeId) -> Result<Cow<'t, str>, XmlError> {
        self.checked(name, is_name, coerced_name, XmlRule::Name.broken_by(node))
    }

    fn push_children(&mut self, container: NodeRef<'d>, default: &'d str) {
        self.tasks.extend(container.first_child().map(|child| Task::NodeAndFollowing(child, default)));
    }

    fn node(&mut self, node: NodeRef<'d>, default: &'d str) -> Result<(), XmlError> {
        match node.kind() {
            NodeKind::Element => self.element(node, default),
            NodeKind::Text => {
                let data = self.checked_text(node.data().unwrap_or_default(), node.id())?;
                self.escaped(&data, false)
            }
            NodeKind::Comment => {
                let is_allowed =
                    |data: &str| data.chars().all(is_char) && !data.contains("--") && !data.ends_with('-');
                let error = XmlRule::Comment.broken_by(node.id());
                let data =
                    self.checked(node.data().unwrap_or_default(), is_allowed, coerced_comment, error)?;
                self.put(&["<!--", &data, "-->"])
            }
            NodeKind::ProcessingInstruction => {
                let (target, data) = node.processing_instruction().unwrap_or_default();
                let error = || XmlRule::ProcessingInstruction.broken_by(node.id());
                let is_target = |target: &str| is_name(target) && !target.eq_ignore_ascii_case("xml");
                let target = self.checked(target, is_target, coerced_target, error())?;
                let is_allowed = |data: &str| data.chars().all(is_char) && !data.contains("?>");
                let coerced = |data| Cow::Owned(coerced_text(data).replace("?>", "? >"));
                let data = self.checked(data, is_allowed, coerced, error())?;
                self.put(&["<?", &target, " ", &data, "?>"])
            }
            NodeKind::DocumentType => {
                node.doctype().map_or(Ok(()), |doctype| self.doctype(doctype, node.id()))
            }
            NodeKind::Document => {
                if node.child_elements().next().is_none() {
                    return Err(XmlRule::NoRootElement.broken_by(node.id()));
                }
                self.push_children(node, default);
                Ok(())
            }
            NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
                self.push_children(node, default);
                Ok(())
            }
        }
    }

    /// <https://w3c.github.io/DOM-Parsing/#dfn-xml-serializing-a-documenttype-node>
    fn doctype(&mut self, doctype: Doctype<'d>, node: NodeId) -> Result<(), XmlError> {
        let Doctype { name, public_id, system_id } = doctype;
        let is_allowed = is_name(name)
            && public_id.chars().all(is_public_id_char)
            && system_id.chars().all(is_char)
            && !(system_id.contains('"') && system_id.contains('\''));
        if !is_allowed {
            // A document needs no DOCTYPE.
            return if self.options.coerce { Ok(()) } else { Err(XmlRule::Doctype.broken_by(node)) };
        }
        self.put(&["<!DOCTYPE ", name])?;
        let quote = if system_id.contains('"') { "'" } else { "\"" };
        match (public_id, system_id) {
            ("", "") => {}
            ("", system_id) => self.put(&[" SYSTEM ", quote, system_id, quote])?,
            // In XML, a system identifier follows every public identifier.
            (public_id, system_id) => {
                self.put(&[" PUBLIC \"", public_id, "\" ", quote, system_id, quote])?;
            }
        }
        self.put(&[">"])
    }

    /// <https://w3c.github.io/DOM-Parsing/#dfn-xml-serializing-an-element-node>
    fn element(&mut self, element: NodeRef<'d>, inherited: &'d str) -> Result<(), XmlError> {
        let namespace = element.namespace().unwrap_or_default();
        let url = namespace.as_str();
        if namespace == Namespace::XmlNs {
            return Err(XmlRule::Namespace.broken_by(element.id()));
        }
        let local = self.checked_name(element.local_name_text(), element.id())?;
        let prefixes = self.scope.len();
        let own_default = self.record_namespace_information(element, prefixes)?;
        let mut default = inherited;
        // The declaration that is written in place of the attribute `xmlns`.
        let mut declared = None;
        let mut keeps_declaration = true;
        let name = if inherited == url {
            keeps_declaration = own_default.is_none();
            local.into_owned()
        } else if let Some(prefix) = self.scope.prefix(url, "") {
            default = own_default.unwrap_or(inherited);
            format!("{prefix}:{local}")
        } else {
            if own_default != Some(url) {
                keeps_declaration = false;
                declared = Some(url);
            }
            default = url;
            local.into_owned()
        };
        self.put(&["<", &name])?;
        if let Some(url) = declared {
            self.attribute_text("xmlns", url)?;
        }
        self.attributes(element, prefixes, keeps_declaration)?;
        let content = element.template_contents().unwrap_or(element);
        if content.first_child().is_none() && (namespace != Namespace::Html || is_void(element)) {
            self.scope.truncate(prefixes);
            return self.put(&[if namespace == Namespace::Html { " />" } else { "/>" }]);
        }
        self.put(&[">"])?;
        self.tasks.push(Task::EndTag(name, prefixes));
        self.push_children(content, default);
        Ok(())
    }

    /// Declares the prefixes of the attributes that declare namespaces. Returns the default namespace that they declare.
    /// <https://w3c.github.io/DOM-Parsing/#dfn-recording-the-namespace-information>
    fn record_namespace_information(
        &mut self,
        element: NodeRef<'d>,
        prefixes: usize,
    ) -> Result<Option<&'d str>, XmlError> {
        let mut default = None;
        if self.options.coerce {
            // The declarations that are needed are generated.
            return Ok(default);
        }
        for attribute in element.attributes().filter(|attribute| attribute.namespace() == Namespace::XmlNs) {
            let (prefix, url) = (attribute.name_text(), attribute.value());
            if prefix == "xmlns" {
                default = Some(url);
            } else if prefix == "xml" || url == XML {
                if prefix != "xml" || url != XML {
                    return Err(XmlRule::Namespace.broken_by(element.id()));
                }
            } else if self.scope.namespace(prefix) != Some(url) || self.scope.has_since(prefixes, prefix) {
                self.scope.declare(prefix, url);
            }
            if url == XMLNS || prefix == "xmlns" && url == XML {
                return Err(XmlRule::Namespace.broken_by(element.id()));
            }
        }
        Ok(default)
    }

    /// <https://w3c.github.io/DOM-Parsing/#dfn-xml-serializing-the-attributes>
    fn attributes(
        &mut self,
        element: NodeRef<'d>,
        prefixes: usize,
        keeps_declaration: bool,
    ) -> Result<(), XmlError> {
        let mut coerced_names = HashSet::new();
        for attribute in element.attributes() {
            let (namespace, local) = (attribute.namespace(), attribute.name_text());
            let declares = namespace == Namespace::XmlNs
                || namespace == Namespace::None && (local == "xmlns" || local.starts_with("xmlns:"));
            if declares && self.options.coerce {
                continue;
            }
            if namespace == Namespace::XmlNs {
                self.declaration(element, local, attribute.value(), prefixes, keeps_declaration)?;
                continue;
            }
            if namespace == Namespace::None && local == "xmlns" {
                return Err(XmlRule::Namespace.broken_by(element.id()));
            }
            let name = self.checked_name(local, element.id())?;
            let name = if namespace == Namespace::None {
                name
            } else {
                Cow::Owned(format!("{}:{name}", self.prefix_for(namespace)?))
            };
            // Only names that were changed can be equal.
            if self.options.coerce && !coerced_names.insert(name.to_string()) {
                return Err(XmlRule::DuplicateAttribute.broken_by(element.id()));
            }
            let value = self.checked_text(attribute.value(), element.id())?;
            self.attribute_text(&name, &value)?;
        }
        Ok(())
    }

    /// Writes an attribute that declares a namespace, unless the declaration is written elsewhere or has no effect.
    fn declaration(
        &mut self,
        element: NodeRef<'d>,
        prefix: &'d str,
        url: &'d str,
        prefixes: usize,
        keeps_declaration: bool,
    ) -> Result<(), XmlError> {
        let name = match prefix {
            "xmlns" if !keeps_declaration => return Ok(()),
            "xmlns" => Cow::Borrowed("xmlns"),
            _ if !self.scope.has_since(prefixes, prefix) => return Ok(()),
            _ => Cow::Owned(format!("xmlns:{}", self.checked_name(prefix, element.id())?)),
        };
        if url.is_empty() {
            return Err(XmlRule::Namespace.broken_by(element.id()));
        }
        let value = self.checked_text(url, element.id())?;
        self.attribute_text(&name, &value)
    }

    /// Returns a prefix for an attribute in a namespace, and declares the prefix if necessary.
    fn prefix_for(&mut self, namespace: Namespace) -> Result<Cow<'d, str>, XmlError> {
        let preferred = match namespace {
            Namespace::XLink => "xlink",
            _ => "",
        };
        if let Some(prefix) = self.scope.prefix(namespace.as_str(), preferred) {
            return Ok(prefix);
        }
        let prefix = if preferred.is_empty() || self.scope.namespace(preferred).is_some() {
            self.scope.generate()
        } else {
            preferred.to_owned()
        };
        self.scope.declare(prefix.clone(), namespace.as_str());
        self.attribute_text(&format!("xmlns:{prefix}"), namespace.as_str())?;
        Ok(Cow::Owned(prefix))
    }

    fn attribute_text(&mut self, name: &str, value: &str) -> Result<(), XmlError> {
        self.put(&[" ", name, "=\""])?;
        self.escaped(value, true)?;
        self.put(&["\""])
    }

    /// Writes a text with the escapes of XML. A parser of XML would change unescaped line breaks and tabs.
    fn escaped(&mut self, text: &str, is_value: bool) -> Result<(), XmlError> {
        let mut rest = text;
        while let Some(at) = rest.find(|character| match character {
            '&' | '<' | '>' | '\r' => true,
            '"' | '\t' | '\n' => is_value,
            _ => false,
        }) {
            let (before, after) = rest.split_at(at);
            let escape = match after.as_bytes().first() {
                Some(b'&') => "&amp;",
                Some(b'<') => "&lt;",
                Some(b'>') => "&gt;",
                Some(b'"') => "&quot;",
                Some(b'\t') => "&#x9;",
                Some(b'\n') => "&#xA;",
                _ => "&#xD;",
            };
            self.put(&[before, escape])?;
            rest = after.get(1..).unwrap_or_default();
        }
        self.put(&[rest])
    }
}

/// Whether an HTML element without content is written without an end tag.
fn is_void(element: NodeRef<'_>) -> bool {
    element.is_html_any(&[
        known::AREA,
        known::BASE,
        known::BASEFONT,
        known::BGSOUND,
        known::BR,
        known::COL,
        known::EMBED,
        known::FRAME,
        known::HR,
        known::IMG,
        known::INPUT,
        known::KEYGEN,
        known::LINK,
        known::META,
        known::PARAM,
        known::SOURCE,
        known::TRACK,
        known::WBR,
    ])
}

/// <https://www.w3.org/TR/xml/#NT-PubidChar>
fn is_public_id_char(character: char) -> bool {
    character.is_ascii_alphanumeric() || " \r\n-'()+,./:=?;!*#@$_%".contains(character)
}
