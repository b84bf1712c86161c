//! The reasons why a serialized tree may not parse to the same tree. Each rule is a predicate on the tree.
//!
//! The rules are evaluated only if the trees differ. `exception_of_the_standard` has those that apply to the standard's
//! serialization only; the presets of the writer avoid these problems.

use hedgerow::dom::{Namespace, NodeKind, QuirksMode};
use hedgerow::serialize::WriteOptions;
use hedgerow::{Document, NodeRef, Parser, ToHtml};
use hedgerow_base::{ElementFlags, ElementName, NameInterner};

use super::SerializationForm;
use crate::trees::nodes;

/// Returns the rule that excepts a tree, if any.
pub(crate) fn exception(
    document: &Document,
    context: Option<&str>,
    scripting: bool,
    form: SerializationForm,
) -> Option<&'static str> {
    if form == SerializationForm::Standard
        && let Some(rule) = exception_of_the_standard(document, scripting)
    {
        return Some(rule);
    }
    let is_foreign = context.is_some_and(|context| context.contains(' '));
    if is_foreign && document.root().children().any(|child| html_name(child).is_some()) {
        return Some("an element of HTML directly in a context of SVG or MathML");
    }
    if mode_of_the_written_doctype(document, form) != document.quirks_mode() {
        return Some("the quirks mode differs from that of the serialized DOCTYPE");
    }
    if context.is_some_and(|context| has_raw_text(context, scripting)) {
        return Some("the text is literal because of the context, which is not serialized");
    }
    let mut left = vec![NodeInContext { node: document.root(), parents: Parents::of_root(context) }];
    while let Some(node) = left.pop() {
        if let Some(rule) = exception_at(&node, scripting) {
            return Some(rule);
        }
        left.extend(node.children());
    }
    None
}

fn exception_of_the_standard(document: &Document, scripting: bool) -> Option<&'static str> {
    nodes(document).into_iter().find_map(|node| {
        if scripting && html_name(node) == Some("noscript") && is_in_template(node) {
            return Some(
                "standard only: a noscript element in template contents, where scripting is disabled",
            );
        }
        if node.shadow_root_init().is_some_and(|init| init.custom_element_registry_is_null)
            && is_in_template(node)
        {
            return Some("standard only: a shadow root in template contents, whose document has no registry");
        }
        let swallows = matches!(html_name(node), Some("pre" | "textarea" | "listing"));
        let first = node.first_child().filter(|child| child.kind() == NodeKind::Text).and_then(NodeRef::data);
        if swallows && first.is_some_and(|data| data.starts_with('\n')) {
            return Some("standard only: a line feed at the start of a pre, textarea or listing element");
        }
        let has_cr = |text: &str| text.contains('\r');
        let in_text = node.kind() == NodeKind::Text && node.data().is_some_and(has_cr);
        let in_value =
            node.element_name().is_some() && node.attributes().any(|attribute| has_cr(attribute.value()));
        (in_text || in_value).then_some("standard only: U+000D in text or in the value of an attribute")
    })
}

/// Whether a node is in template contents, possibly inside shadow roots.
fn is_in_template(node: NodeRef<'_>) -> bool {
    let root = node.tree_root();
    root.host().is_some_and(|host| root.kind() == NodeKind::DocumentFragment || is_in_template(host))
}

fn mode_of_the_written_doctype(document: &Document, form: SerializationForm) -> QuirksMode {
    let mut children = document.root().children();
    match children.find(|child| child.kind() == NodeKind::DocumentType) {
        Some(doctype) if form == SerializationForm::Standard => mode_of(&doctype.outer_html()),
        Some(doctype) => mode_of(&doctype.to_html(&WriteOptions::minify())),
        // A fragment, or a document without a DOCTYPE.
        None => document.quirks_mode(),
    }
}

fn mode_of(doctype: &str) -> QuirksMode {
    Parser::new().parse(doctype).document().quirks_mode()
}

/// Returns the name of an HTML element.
fn html_name(node: NodeRef<'_>) -> Option<&str> {
    (node.namespace() == Some(Namespace::Html)).then(|| node.local_name_text())
}

fn has_raw_text(name: &str, scripting: bool) -> bool {
    matches!(name, "style" | "script" | "xmp" | "iframe" | "noembed" | "noframes" | "plaintext")
        || scripting && name == "noscript"
}

/// A node and the stack of open elements at its position.
struct NodeInContext<'d> {
    node: NodeRef<'d>,
    parents: Parents<'d>,
}

/// The names of the open elements, the nearest first; `None` for an element outside the HTML namespace.
#[derive(Clone, Default)]
struct Parents<'d>(Vec<Option<&'d str>>);

impl<'d> Parents<'d> {
    fn of_root(context: Option<&'d str>) -> Self {
        Self(context.map(|context| (!context.contains(' ')).then_some(context)).into_iter().collect())
    }

    fn nearest(&self) -> Option<&'d str> {
        self.0.first().copied().flatten()
    }

    /// Whether an element with one of the names is open and `ends` is false for all nearer elements.
    fn has(&self, names: &[&str], ends: impl Fn(Option<&str>) -> bool) -> bool {
        let mut parents = self.0.iter().copied();
        parents
            .find(|parent| parent.is_some_and(|name| names.contains(&name)) || ends(*parent))
            .flatten()
            .is_some_and(|name| names.contains(&name))
    }

    fn has_in_scope(&self, names: &[&str]) -> bool {
        self.has(names, ends_scope)
    }

    fn has_in_button_scope(&self, names: &[&str]) -> bool {
        self.has(names, |parent| ends_scope(parent) || parent == Some("button"))
    }
}

impl NodeInContext<'_> {
    fn children(&self) -> Vec<Self> {
        let mut parents = self.parents.clone();
        if self.node.element_name().is_some() {
            parents.0.insert(0, html_name(self.node));
        }
        let inner = [Some(self.node), self.node.template_contents(), self.node.shadow_root()];
        let children = inner.into_iter().flatten().flat_map(NodeRef::children);
        children.map(|node| Self { node, parents: parents.clone() }).collect()
    }
}

/// Whether an element ends a search for an element in scope. By the standard, only some elements of SVG and `MathML` do; here,
/// all of them do.
fn ends_scope(parent: Option<&str>) -> bool {
    parent.is_none_or(|name| {
        matches!(
            name,
            "applet"
                | "caption"
                | "html"
                | "table"
                | "td"
                | "th"
                | "marquee"
                | "object"
                | "select"
                | "template"
        )
    })
}

/// Whether an element inserts a marker into the list of active formatting elements.
fn ends_formatting(parent: Option<&str>) -> bool {
    matches!(parent, Some("applet" | "object" | "marquee" | "template" | "td" | "th" | "caption"))
}

/// Elements whose start tag closes an open `p`.
const ENDS_P: &[&str] = &[
    "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hgroup", "hr", "li", "listing", "main", "menu", "nav", "ol", "p", "plaintext", "pre", "search",
    "section", "summary", "table", "ul", "xmp",
];

/// Elements that "generate implied end tags" pops.
const IMPLIED: &[&str] = &["dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"];

const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6"];

fn exception_at(in_context: &NodeInContext<'_>, scripting: bool) -> Option<&'static str> {
    let (node, parents) = (in_context.node, &in_context.parents);
    match node.kind() {
        NodeKind::Element => {
            let text = node.text();
            match html_name(node) {
                Some("plaintext") => return Some("a plaintext element, which has no end tag"),
                Some("script") if opens_an_escape(&text) => {
                    return Some("a script that leaves an escape open");
                }
                Some(name)
                    if has_raw_text(name, scripting)
                        && text.to_ascii_lowercase().contains(&format!("</{name}")) =>
                {
                    return Some("raw text that contains its end tag");
                }
                Some(name) => {
                    if let Some(rule) = nesting(name, parents) {
                        return Some(rule);
                    }
                    if let Some(rule) = position(name, parents) {
                        return Some(rule);
                    }
                }
                None => {}
            }
        }
        NodeKind::Text => {
            if node.next_sibling().is_some_and(|next| next.kind() == NodeKind::Text) {
                return Some("adjacent text nodes");
            }
            let is_whitespace =
                node.data().is_none_or(|data| data.chars().all(|character| character.is_ascii_whitespace()));
            // Only <template for> inserts text as a child of these elements.
            let has_no_text = matches!(
                parents.nearest(),
                Some(
                    "html" | "head" | "frameset" | "table" | "tbody" | "thead" | "tfoot" | "tr" | "colgroup"
                )
            );
            if !is_whitespace && has_no_text {
                return Some("a node in a place where the parser never inserts one");
            }
        }
        _ => {}
    }
    None
}

/// Whether a script's text may end in the script data double escaped state.
fn opens_an_escape(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.find("<!--").is_some_and(|start| text[start..].contains("<script"))
}

/// Returns the reason if the start tag of an element would close one of its ancestors, or would be ignored.
fn nesting(name: &str, parents: &Parents<'_>) -> Option<&'static str> {
    if name == "a" && parents.has(&["a"], ends_formatting) {
        return Some("an a element in an a element");
    }
    if name == "nobr" && parents.has_in_scope(&["nobr"]) {
        return Some("a nobr element in a nobr element");
    }
    if name == "form" && parents.has(&["form"], |parent| parent == Some("template")) {
        return Some("a form element in a form element");
    }
    if ENDS_P.contains(&name) && parents.has_in_button_scope(&["p"]) {
        return Some("an element whose start tag ends the p element around it");
    }
    if HEADINGS.contains(&name) && parents.nearest().is_some_and(|parent| HEADINGS.contains(&parent)) {
        return Some("a heading in a heading");
    }
    let ends_list_item =
        |parent: Option<&str>| !matches!(parent, Some("address" | "div" | "p" | "li" | "dd" | "dt"));
    if name == "li" && parents.has(&["li"], |parent| is_special(parent) && ends_list_item(parent)) {
        return Some("a list item in a list item");
    }
    if matches!(name, "dd" | "dt")
        && parents.has(&["dd", "dt"], |parent| is_special(parent) && ends_list_item(parent))
    {
        return Some("a list item in a list item");
    }
    if name == "button" && parents.has_in_scope(&["button"]) {
        return Some("a button element in a button element");
    }
    let is_in_implied = parents.nearest().is_some_and(|parent| IMPLIED.contains(&parent));
    if matches!(name, "rb" | "rtc" | "rp" | "rt") && is_in_implied && parents.has_in_scope(&["ruby"]) {
        return Some("a part of a ruby element in another");
    }
    if matches!(name, "option" | "optgroup" | "hr" | "select" | "input")
        && (is_in_implied && parents.nearest() != Some("optgroup") || name != "option")
        && parents.has(&["select", "option"], |parent| parent == Some("template"))
    {
        return Some("an element whose start tag ends the select element around it");
    }
    None
}

/// <https://html.spec.whatwg.org/multipage/parsing.html#special>
fn is_special(parent: Option<&str>) -> bool {
    parent.is_none_or(|name| {
        let name = NameInterner::default().find(name).map(ElementName::html);
        name.is_some_and(|name| ElementFlags::of(name).has(ElementFlags::SPECIAL))
    })
}

/// Returns the reason if the parser never inserts an element at this position.
fn position(name: &str, parents: &Parents<'_>) -> Option<&'static str> {
    let parent = parents.nearest();
    let is_top = parents.0.is_empty();
    let may_be_in: &[&str] = match name {
        "caption" | "colgroup" | "tbody" | "tfoot" | "thead" => &["table", "template"],
        "col" => &["colgroup", "template"],
        "tr" => &["tbody", "tfoot", "thead", "template"],
        "td" | "th" => &["tr", "template"],
        "frame" => &["frameset"],
        "head" | "body" => &["html"],
        "frameset" => &["html", "frameset"],
        "html" => &[],
        "selectedcontent" => return Some("a selectedcontent element, whose content the parser replaces"),
        _ => return of_a_parent_with_few_children(name, parent),
    };
    let is_right = is_top || parent.is_some_and(|parent| may_be_in.contains(&parent));
    (!is_right).then_some("a node in a place where the parser never inserts one")
}

/// Returns the reason if the parent accepts only some elements and this one is not among them.
fn of_a_parent_with_few_children(name: &str, parent: Option<&str>) -> Option<&'static str> {
    let children: &[&str] = match parent {
        Some("html") => &["head", "body", "frameset"],
        Some("head") => &[
            "base", "basefont", "bgsound", "link", "meta", "noframes", "noscript", "script", "style",
            "template", "title",
        ],
        Some("table" | "tbody" | "thead" | "tfoot" | "tr") => {
            &["script", "style", "template", "input", "form"]
        }
        Some("colgroup") => &["template"],
        Some("frameset") => &["noframes"],
        _ => return None,
    };
    (!children.contains(&name)).then_some("a node in a place where the parser never inserts one")
}
