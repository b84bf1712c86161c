//! Checks sanitized trees by rules that share no code with the sanitizer.

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::{Document, NodeRef};

/// Returns a description of the first node that could run a script.
pub(crate) fn first_script(document: &Document) -> Option<String> {
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            if node.kind() != NodeKind::Element {
                continue;
            }
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root());
            if let Some(script) = script_of(node) {
                return Some(script);
            }
        }
    }
    None
}

fn script_of(node: NodeRef<'_>) -> Option<String> {
    let name = node.local_name_text();
    let namespace = node.namespace()?;
    let is_forbidden = match namespace {
        Namespace::Html => ["script", "iframe", "object", "embed", "frame", "base"].contains(&name),
        Namespace::Svg => ["script", "use"].contains(&name),
        _ => false,
    };
    if is_forbidden {
        return Some(format!("<{name}>"));
    }
    for attribute in node.attributes() {
        let attribute_name = attribute.name_text();
        let value = attribute.value();
        // The prefixes of event handlers. They are as short as possible without matching a harmless attribute of the
        // generator.
        if ["onclick", "onerror", "onload", "onfocus", "onbegin", "onpointer", "ontoggle"]
            .iter()
            .any(|handler| attribute_name.to_lowercase().starts_with(handler))
        {
            return Some(format!("{attribute_name} of <{name}>"));
        }
        let local = attribute_name.rsplit(':').next().unwrap_or_default();
        let navigates = match (namespace, name) {
            (Namespace::Html, "a" | "area") => local == "href",
            (Namespace::Html, "form") => local == "action",
            (Namespace::Html, "button" | "input") => local == "formaction",
            (Namespace::Svg, "a") | (Namespace::MathMl, _) => local == "href",
            _ => false,
        };
        if navigates && is_script_url(value) {
            return Some(format!("{attribute_name}={value:?} of <{name}>"));
        }
        if namespace == Namespace::Svg
            && ["animate", "set", "animateTransform"].contains(&name)
            && attribute_name == "attributeName"
            && ["href", "xlink:href"].contains(&value)
        {
            return Some(format!("{attribute_name}={value:?} of <{name}>"));
        }
    }
    None
}

fn is_script_url(value: &str) -> bool {
    let stripped: String = value.chars().filter(|character| !"\t\n\r".contains(*character)).collect();
    stripped.trim_start_matches(|character: char| character <= ' ').to_lowercase().starts_with("javascript:")
}

/// Returns the text from the first `<` that begins neither a tag nor a comment without markup.
pub(crate) fn first_stray_markup(html: &str) -> Option<&str> {
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = comment.find('>')?;
            if comment[..end].contains('<') || !comment[..end].ends_with("--") {
                return Some(rest);
            }
            rest = &comment[end..];
            continue;
        }
        let name = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Some(rest);
        }
        rest = &rest[1..];
        // Attribute values contain neither `<` nor `>`, so the next `>` ends the tag.
        if rest.find('>')? > rest.find('<').unwrap_or(usize::MAX) {
            return Some(rest);
        }
    }
    None
}

/// Returns the depth of a tree.
pub(crate) fn depth(document: &Document) -> usize {
    document.root().descendants().map(|node| node.ancestors().count()).max().unwrap_or_default()
}
