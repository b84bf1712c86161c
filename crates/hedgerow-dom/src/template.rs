//! The template contents of `template` elements: a side table.
//!
//! <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
//!
//! What is not here: declarative shadow roots, whose rules are the tree constructor's.

use crate::document::{Document, NodeId};
use crate::node::{NodeData, NodeFlags};

impl Document {
    /// The template contents of a `template` element; `None` for another node.
    /// <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let template = document.create_element(ElementName::html(known::TEMPLATE), []);
    /// let contents = document.template_contents(template).unwrap();
    /// assert_eq!(document.kind(contents), NodeKind::DocumentFragment);
    /// ```
    #[inline]
    #[must_use]
    pub fn template_contents(&self, template: NodeId) -> Option<NodeId> {
        if !self.flags(template).has(NodeFlags::TEMPLATE_CONTENTS) {
            return None;
        }
        self.template_contents.get(&template).copied()
    }

    /// The template contents of a node, unless they are the shadow root of another.
    pub(crate) fn hosted_contents(&self, node: NodeId) -> Option<NodeId> {
        self.template_contents(node).filter(|&contents| self.host(contents) == Some(node))
    }

    /// Makes another `DocumentFragment` the template contents: for a declarative shadow root, the shadow
    /// root, which keeps its host.
    ///
    /// The caller guarantees that `template` is an element, and that no other has a fragment as its contents.
    ///
    /// ```
    /// use hedgerow_dom::{Document, ShadowRootInit};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let host = document.create_element(ElementName::html(known::DIV), []);
    /// let template = document.create_element(ElementName::html(known::TEMPLATE), []);
    /// let shadow = document.attach_shadow_root(host, ShadowRootInit::default());
    /// document.set_template_contents(template, shadow);
    /// assert_eq!(document.template_contents(template), Some(shadow));
    /// assert_eq!(document.host(shadow), Some(host));
    /// ```
    pub fn set_template_contents(&mut self, template: NodeId, contents: NodeId) {
        debug_assert!(self.element_name(template).is_some(), "only an element has template contents");
        self.add_flag(template, NodeFlags::TEMPLATE_CONTENTS);
        if let Some(replaced) = self.template_contents.insert(template, contents) {
            self.set_fragment_host(replaced, None);
        }
        self.set_fragment_host(contents, Some(template));
    }

    #[cold]
    pub(crate) fn create_template_contents(&mut self, template: NodeId) -> NodeId {
        let contents = self.nodes.push(NodeData::DocumentFragment { host: Some(template) });
        self.template_contents.insert(template, contents);
        self.add_flag(template, NodeFlags::TEMPLATE_CONTENTS);
        contents
    }

    /// Sets the element whose contents a fragment is: of one that is no shadow root, the host.
    pub(crate) fn set_fragment_host(&mut self, fragment: NodeId, template: Option<NodeId>) {
        match &mut self.nodes[fragment].data {
            NodeData::DocumentFragment { host } => *host = template,
            NodeData::ShadowRoot { contents_of, .. } => *contents_of = template,
            _ => {}
        }
    }
}
