//! Decides which scripts are run: the part of "prepare the script element" that needs no network.

use std::iter::successors;

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::{Document, NodeId, NodeRef};

/// <https://mimesniff.spec.whatwg.org/#javascript-mime-type>
const JAVASCRIPT_MIME_TYPES: [&str; 16] = [
    "application/ecmascript", "application/javascript", "application/x-ecmascript",
    "application/x-javascript", "text/ecmascript", "text/javascript", "text/javascript1.0",
    "text/javascript1.1", "text/javascript1.2", "text/javascript1.3", "text/javascript1.4",
    "text/javascript1.5", "text/jscript", "text/livescript", "text/x-ecmascript", "text/x-javascript",
];

/// Returns the text of a script element if it is executable: a classic, inline script in the document.
///
/// <https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element>
pub(crate) fn source_to_run(document: &Document, script: NodeId) -> Option<String> {
    let element = document.node(script);
    let is_svg = element.namespace() == Some(Namespace::Svg);
    // Let source text be el's child text content.
    let children = element.children().filter(|child| child.kind() == NodeKind::Text);
    let source: String = children.filter_map(NodeRef::data).collect();
    // If el has no src attribute, and source text is the empty string, then return.
    let is_external = if is_svg {
        element.has_attribute("href") || element.has_attribute((Namespace::XLink, "href"))
    } else {
        element.has_attribute("src")
    };
    if source.is_empty() || is_external {
        return None;
    }
    // If el is not connected, then return.
    // The contents of a template are in no document.
    let mut ancestors = successors(Some(element), |node| {
        let is_shadow_root = node.kind() == NodeKind::ShadowRoot;
        node.parent().or_else(|| node.host().filter(|_| is_shadow_root))
    });
    if !ancestors.any(|node| node == document.root()) {
        return None;
    }
    let of_type = match (element.attribute("type"), element.attribute("language")) {
        (Some(""), _) | (None, None | Some("")) => "text/javascript".to_owned(),
        (Some(type_), _) => type_.trim_matches([' ', '\t', '\n', '\x0C', '\r']).to_ascii_lowercase(),
        (None, Some(language)) => format!("text/{}", language.to_ascii_lowercase()),
    };
    let is_classic = JAVASCRIPT_MIME_TYPES.contains(&of_type.as_str());
    // If el has a nomodule content attribute and its type is "classic", then return.
    let is_nomodule = !is_svg && element.attribute("nomodule").is_some();
    (is_classic && !is_nomodule).then_some(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the only script of a page is run.
    fn is_run(html: &str) -> bool {
        let document = hedgerow::parse(html);
        let script = document.root().descendants().find(|node| node.local_name_text() == "script");
        let template = document.root().descendants().find_map(NodeRef::template_contents);
        let script = script.or_else(|| template?.first_child()).expect("a script");
        source_to_run(&document, script.id()).is_some()
    }

    #[test]
    fn classic_scripts_of_the_document_are_run() {
        for (html, expected) in [
            ("<script>1</script>", true),
            ("<script type>1</script>", true),
            ("<script type=' Text/JavaScript '>1</script>", true),
            ("<script type=text/javascript1.5 language=x>1</script>", true),
            ("<script language=JavaScript>1</script>", true),
            ("<script language>1</script>", true),
            ("<svg><script>1</script>", true),
            ("<script></script>", false),
            ("<script type=' '>1</script>", false),
            ("<script type=module>1</script>", false),
            ("<script type=application/json>1</script>", false),
            ("<script language=vbscript>1</script>", false),
            ("<script src>1</script>", false),
            ("<script nomodule>1</script>", false),
            ("<svg><script href>1</script>", false),
            ("<svg><script xlink:href>1</script>", false),
            ("<template><script>1</script></template>", false),
        ] {
            assert_eq!(is_run(html), expected, "{html}");
        }
    }
}
