//! Makes a tree safe to be written as HTML that an unknown parser reads.
//!
//! The idea: every `<` of the written HTML begins a tag of an element that was kept, or a comment without further markup.
//! Then any parser, in any context and of any age, only finds tags that were checked. So the following are removed:
//!
//! - elements whose text is written without escapes, if it contains `<`;
//! - elements whose contents depend on whether scripting is enabled, or that have no end;
//! - `meta` elements, which may change the encoding of the page;
//! - elements and attributes whose names have ASCII characters other than letters, digits and `-_.:`;
//! - comments that contain `<` or `>`, and processing instructions, which older parsers read as comments;
//! - elements that no safe configuration allows, `javascript:` URLs, and animations of URLs, in all namespaces, because another
//!   context may give an element another namespace;
//! - attributes of `template` that declare a shadow root, or move the contents to another part of the page (`for`);
//! - elements at a depth of more than [`GREATEST_DEPTH`].

use std::sync::LazyLock;

use hedgerow_base::{ElementName, NameId, Namespace, known};
use hedgerow_dom::{AttributeRef, Document, NodeId, NodeKind, NodeRef, search};

use crate::bits::Bits;
use crate::builtins::builtins;
use crate::policy::is_url;
use crate::report::{Reason, Report, Subject};
use crate::rules::names_href;
use crate::url::is_javascript_url;

/// The greatest depth of an element below the root. Browsers nest elements at most 512 deep and move deeper ones elsewhere; the
/// elements of the page around the written HTML count, too.
pub(crate) const GREATEST_DEPTH: usize = 256;

/// Removes all descendants of `root` that cannot be written as HTML that every parser reads in the same way.
///
/// The function takes linear time, without recursion. The tree must be the result of parsing with safe rules.
///
/// # Panics
///
/// If the document has no such node.
pub fn make_writable(document: &mut Document, root: NodeId, report: &mut Report) {
    let mut removed = Vec::new();
    let mut with_attributes = Vec::new();
    let mut roots = vec![(root, 0)];
    while let Some((root, mut depth)) = roots.pop() {
        let mut next = document.node(root).first_child();
        depth += 1;
        while let Some(node) = next {
            if let Some(subject) = unwritable(node, depth) {
                report.push(subject, Reason::NotWritable, None);
                removed.push(node.id());
            } else {
                if let Some(name) = search::element_name(node)
                    && !node.attributes().all(|attribute| is_writable_attribute(name, attribute))
                {
                    with_attributes.push(node.id());
                }
                roots.extend(node.template_contents().map(|contents| (contents.id(), depth)));
                if let Some(child) = node.first_child() {
                    depth += 1;
                    next = Some(child);
                    continue;
                }
            }
            next = following(node, root, &mut depth);
        }
    }
    for node in removed {
        let removed = document.remove(node);
        debug_assert!(removed.is_ok(), "a child of another node can be removed");
    }
    if !with_attributes.is_empty() {
        remove_attributes(document, with_attributes, report);
    }
}

/// Removes, from the elements, the attributes that cannot be written.
fn remove_attributes(document: &mut Document, elements: Vec<NodeId>, report: &mut Report) {
    let mut selection = document.change(elements);
    let retained = selection.retain_attributes(|element, attribute| {
        let is_kept = passes_all_checks(element == "template", attribute);
        if !is_kept {
            let attribute = Report::name(attribute.name_text());
            let subject = Subject::Attribute { element: Report::name(element), attribute };
            report.push(subject, Reason::NotWritable, None);
        }
        is_kept
    });
    debug_assert!(retained.is_ok(), "attributes can always be removed");
}

/// Whether an attribute of a `template` declares a shadow root, or moves the contents to another part of the page.
fn is_template_attribute(name: &str) -> bool {
    name == "for" || name.starts_with("shadowroot")
}

/// The known names of attributes that can be written whatever their values are.
static HARMLESS_ATTRIBUTES: LazyLock<Bits> = LazyLock::new(|| {
    let is_harmless = |name: &NameId| {
        let text = name.known_text().unwrap_or_default();
        let is_harmful =
            is_url(text) || text.eq_ignore_ascii_case("attributename") || is_template_attribute(text);
        is_writable_name(text) && !is_harmful
    };
    NameId::all_known().filter(is_harmless).collect()
});

/// The known names of attributes that can be written unless their values are `javascript:` URLs.
static URL_ATTRIBUTES: LazyLock<Bits> = LazyLock::new(|| {
    let is_plain_url = |name: &NameId| {
        let text = name.known_text().unwrap_or_default();
        is_url(text) && is_writable_name(text) && !is_template_attribute(text)
    };
    NameId::all_known().filter(is_plain_url).collect()
});

/// Whether an attribute may be written.
#[inline]
pub(crate) fn is_writable_attribute(element: ElementName, attribute: AttributeRef<'_>) -> bool {
    let local = search::attribute_name(attribute).local;
    // OPTIMIZATION: nearly all attributes have known names.
    if HARMLESS_ATTRIBUTES.has(local) {
        return true;
    }
    if URL_ATTRIBUTES.has(local) {
        return !is_javascript_url(attribute.value());
    }
    passes_all_checks(element.local == known::TEMPLATE, attribute)
}

/// Whether an attribute may be written, by its name and value. `in_template` tells whether its element is a `template`.
fn passes_all_checks(in_template: bool, attribute: AttributeRef<'_>) -> bool {
    let name = attribute.name_text();
    is_writable_name(name)
        && !(is_url(name) && is_javascript_url(attribute.value()))
        && !(name.eq_ignore_ascii_case("attributename") && names_href(attribute.value()))
        && !(in_template && is_template_attribute(name))
}

/// Returns the next node below `root` in tree order that is not a descendant of `node`, and sets `depth` to its depth.
fn following<'d>(node: NodeRef<'d>, root: NodeId, depth: &mut usize) -> Option<NodeRef<'d>> {
    let mut node = node;
    loop {
        if let Some(next) = node.next_sibling() {
            return Some(next);
        }
        node = node.parent().filter(|parent| parent.id() != root)?;
        *depth -= 1;
    }
}

/// Returns the subject to report if a node cannot be written.
fn unwritable(node: NodeRef<'_>, depth: usize) -> Option<Subject> {
    match node.kind() {
        NodeKind::Comment => node.data()?.contains(['<', '>']).then_some(Subject::Comment),
        NodeKind::ProcessingInstruction => {
            let (target, _) = node.processing_instruction()?;
            Some(Subject::ProcessingInstruction(Report::name(target)))
        }
        NodeKind::Element => {
            let name = search::element_name(node)?;
            let is_unwritable = depth > GREATEST_DEPTH
                || !is_writable_element(name, node)
                || name.namespace == Namespace::Html && is_raw_text(name.local) && has_markup(node);
            is_unwritable.then(|| Subject::Element(Report::name(node.local_name_text())))
        }
        _ => None,
    }
}

fn is_writable_name(name: &str) -> bool {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':') || byte >= 0x80;
    !name.is_empty() && name.bytes().all(is_plain)
}

/// The known names of elements that can be written.
static WRITABLE_ELEMENTS: LazyLock<Bits> = LazyLock::new(|| {
    let is_writable = |name: &NameId| {
        let text = name.known_text().unwrap_or_default();
        is_writable_name(text) && !is_never_writable(text)
    };
    NameId::all_known().filter(is_writable).collect()
});

#[inline]
pub(crate) fn is_writable_known_element(local: NameId) -> bool {
    WRITABLE_ELEMENTS.has(local)
}

#[inline]
fn is_writable_element(name: ElementName, node: NodeRef<'_>) -> bool {
    if name.local.index() < known::KNOWN_NAME_COUNT as usize {
        return is_writable_known_element(name.local);
    }
    let text = node.local_name_text();
    is_writable_name(text) && !is_never_writable(text)
}

/// Whether elements with this name are removed in any namespace, because they may get another namespace in another context.
fn is_never_writable(name: &str) -> bool {
    ["plaintext", "noscript", "meta"]
        .into_iter()
        .chain(builtins().elements("unsafe").iter().map(|(element, _)| &*element.name))
        .any(|never| never.eq_ignore_ascii_case(name))
}

/// Whether the text of an HTML element is written without escapes. The elements that are never writable are not listed.
fn is_raw_text(local: NameId) -> bool {
    matches!(local, known::STYLE | known::XMP | known::NOEMBED | known::NOFRAMES)
}

fn has_markup(element: NodeRef<'_>) -> bool {
    element.children().any(|child| child.data().is_some_and(|data| data.contains('<')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(build: impl FnOnce(&mut Document, NodeId)) -> (usize, usize) {
        let mut document = Document::new();
        let root = document.create_document_fragment();
        build(&mut document, root);
        let mut report = Report::default();
        make_writable(&mut document, root, &mut report);
        document.validate().expect("the links are consistent");
        (document.node(root).descendants().count(), report.count())
    }

    #[test]
    fn raw_text_with_markup_is_removed() {
        let style = |text: &'static str| {
            move |document: &mut Document, root| {
                document.build("style").text(text).append_to(root).expect("it can be appended");
            }
        };
        assert_eq!(written(style("a > b {}")), (2, 0));
        assert_eq!(written(style("</sty")), (0, 1));
    }

    #[test]
    fn deep_elements_are_removed() {
        let nested = |depth| {
            move |document: &mut Document, root| {
                let mut parent = root;
                for _ in 0..depth {
                    parent = document.build("b").append_to(parent).expect("it can be appended");
                }
                document.build("i").append_to(root).expect("it can be appended");
            }
        };
        assert_eq!(written(nested(256)), (257, 0));
        assert_eq!(written(nested(100_000)), (257, 1));
    }

    #[test]
    fn unsafe_names_are_removed_in_any_namespace() {
        for name in ["script", "iframe", "use", "object", "meta"] {
            for namespace in [Namespace::Svg, Namespace::MathMl, Namespace::Html] {
                let build = |document: &mut Document, root: NodeId| {
                    document.build((namespace, name)).append_to(root).expect("it can be appended");
                };
                assert_eq!(written(build), (0, 1), "{name}");
            }
        }
    }
}
