//! The document element, the head, the body, the title, and the element with an id.
//! <https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors>

use hedgerow_base::{NameId, Namespace, known};

use crate::document::Document;
use crate::node::NodeKind;
use crate::node_ref::NodeRef;
use crate::search::elements_with_id;

impl Document {
    /// Returns the document element, which is the `html` element of a parsed document; `None` for a fragment.
    /// <https://dom.spec.whatwg.org/#document-element>
    #[doc(alias = "documentElement")]
    pub fn document_element(&self) -> Option<NodeRef<'_>> {
        let root = self.root();
        if root.kind() == NodeKind::Document { root.first_element_child() } else { None }
    }

    /// Returns the `head` element, in time linear in the number of children of the document and of the `html` element.
    /// <https://html.spec.whatwg.org/multipage/dom.html#the-head-element-2>
    pub fn head(&self) -> Option<NodeRef<'_>> {
        self.child_of_html_element(&[known::HEAD])
    }

    /// Returns the `body` element, or the `frameset` element instead, in the same time as [`head`](Self::head).
    /// <https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2>
    pub fn body(&self) -> Option<NodeRef<'_>> {
        self.child_of_html_element(&[known::BODY, known::FRAMESET])
    }

    fn child_of_html_element(&self, names: &[NameId]) -> Option<NodeRef<'_>> {
        let html = self.document_element().filter(|element| element.is_html(known::HTML))?;
        html.child_elements().find(|child| child.is_html_any(names))
    }

    /// Returns the title: the text of the first `title` element, trimmed and with collapsed whitespace; `None` without a `title`
    /// element. The time is linear in the number of nodes before that element.
    /// <https://html.spec.whatwg.org/multipage/dom.html#document.title>
    pub fn title(&self) -> Option<String> {
        let text = self.root().descendants().find(|node| node.is_html(known::TITLE))?.own_text();
        Some(joined_by_spaces(text.split_ascii_whitespace()))
    }

    /// Returns the text of all `Text` nodes in the tree of the root, as [`NodeRef::text`]. The text includes that of scripts and
    /// styles.
    #[doc(alias("textContent", "text_content"))]
    pub fn text(&self) -> String {
        self.root().text()
    }

    /// Returns the first element with this id. The comparison is case-sensitive. Repeated calls use a table of all ids.
    /// <https://dom.spec.whatwg.org/#dom-nonelementparentnode-getelementbyid>
    #[doc(alias("getElementById", "get_element_by_id"))]
    pub fn element_by_id(&self, id: &str) -> Option<NodeRef<'_>> {
        let has_id = |node: &NodeRef<'_>| node.element_id() == Some(id);
        match elements_with_id(self, id) {
            Some(found) => found.iter().map(|&(_, element)| self.at(element)).find(has_id),
            None => self.root().descendants().find(has_id),
        }
    }
}

/// Joins words by spaces. OPTIMIZATION: `join` would cost every program more build time.
pub(crate) fn joined_by_spaces<'t>(words: impl Iterator<Item = &'t str>) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

impl NodeRef<'_> {
    /// Returns the `form` that a control belongs to: the one that its attribute `form` names, or else the nearest enclosing one.
    /// Returns `None` if the control belongs to no form, or if the node is not a form-associated element.
    ///
    /// A search for an id takes time linear in the size of the tree. The parser associates some controls of misnested forms with a
    /// form that does not enclose them; the tree does not record this association.
    /// <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner>
    ///
    /// ```
    /// let document = hedgerow::parse("<form id=a><input id=b><input form=c id=d></form><form id=c></form>");
    /// let owner = |id| document.element_by_id(id).and_then(|node| node.form_owner()?.element_id());
    /// assert_eq!(["b", "d", "a"].map(owner), [Some("a"), Some("c"), None]);
    /// ```
    #[doc(alias = "form")]
    pub fn form_owner(self) -> Option<Self> {
        const LISTED: [NameId; 7] = [
            known::BUTTON,
            known::FIELDSET,
            known::INPUT,
            known::OBJECT,
            known::OUTPUT,
            known::SELECT,
            known::TEXTAREA,
        ];
        let is_listed = self.is_html_any(&LISTED);
        if !is_listed && !self.is_html(known::IMG) {
            return None;
        }
        let id = self.attribute((Namespace::None, "form")).filter(|_| is_listed);
        match id.map(|id| (id, self.tree_root())) {
            Some((id, root)) if root.is_connected() => {
                // An empty id names no element.
                let named = root.descendants().find(|node| node.element_id() == Some(id));
                named.filter(|node| node.is_html(known::FORM))
            }
            _ => self.ancestors().find(|node| node.is_html(known::FORM)),
        }
    }

    /// Whether the root of a tree is a document, or the root of a shadow tree in a document.
    /// <https://dom.spec.whatwg.org/#connected>
    fn is_connected(mut self) -> bool {
        while self.kind() == NodeKind::ShadowRoot
            && let Some(host) = self.host()
        {
            self = host.tree_root();
        }
        self.kind() == NodeKind::Document
    }
}
