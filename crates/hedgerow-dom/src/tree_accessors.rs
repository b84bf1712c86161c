//! The document element, the head, the body, the title, and the element with an id.
//! <https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors>

use hedgerow_base::{NameId, known};

use crate::document::Document;
use crate::node::NodeKind;
use crate::node_ref::NodeRef;
use crate::search::{IndexKey, index};

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
        Some(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the first element with this id. The comparison is case-sensitive. Repeated calls use an index.
    /// <https://dom.spec.whatwg.org/#dom-nonelementparentnode-getelementbyid>
    #[doc(alias("getElementById", "get_element_by_id"))]
    pub fn element_by_id(&self, id: &str) -> Option<NodeRef<'_>> {
        let has_id = |node: &NodeRef<'_>| node.element_id() == Some(id);
        match index(self).and_then(|index| index.find([IndexKey::Id(id)])) {
            Some(found) => found.map(|node| self.at(node)).find(has_id),
            None => self.root().descendants().find(has_id),
        }
    }
}
