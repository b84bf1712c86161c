//! The template contents of `template` elements: a side table.
//!
//! <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
//!
//! What is not here: declarative shadow roots, whose rules are the tree constructor's.

use crate::document::{Document, NodeId};
use crate::node::{NodeData, NodeFlags};

impl Document {
    /// The template contents of a `template` element; `None` for another node.
    ///
    /// Also `None` for the `template` element of a declarative shadow root, whose content a parser puts into the shadow root:
    /// that belongs to its host alone. As the standard has it, nobody but the parser sees that link.
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
        let contents = self.parser_contents(template)?;
        let is_hosted = matches!(
            self.nodes[contents].data,
            NodeData::DocumentFragment { host } if host == Some(template)
        );
        is_hosted.then_some(contents)
    }

    /// The fragment into which a parser puts the content of a `template` element: its template contents, or the shadow root that
    /// it declares; `None` for another node.
    ///
    /// ```
    /// use hedgerow_dom::{Document, ShadowRootInit};
    /// let mut document = Document::new();
    /// let [host, template] = ["div", "template"].map(|name| document.create_element_named(name).unwrap());
    /// let shadow = document.attach_shadow_root(host, ShadowRootInit::default());
    /// document.set_template_contents(template, shadow);
    /// assert_eq!(document.parser_contents(template), Some(shadow));
    /// assert_eq!(document.template_contents(template), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn parser_contents(&self, template: NodeId) -> Option<NodeId> {
        if !self.flags(template).has(NodeFlags::TEMPLATE_CONTENTS) {
            return None;
        }
        self.template_contents.get(&template).copied()
    }

    /// Makes another `DocumentFragment` the template contents, or, for a declarative shadow root, the shadow root the
    /// [place](Self::parser_contents) where a parser puts them; it keeps its host.
    ///
    /// The caller guarantees that `template` is an element and is not inside the fragment, which is not the contents of another
    /// element from now on.
    ///
    /// ```
    /// use hedgerow_dom::{Document, ShadowRootInit};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let host = document.create_element(ElementName::html(known::DIV), []);
    /// let template = document.create_element(ElementName::html(known::TEMPLATE), []);
    /// let shadow = document.attach_shadow_root(host, ShadowRootInit::default());
    /// document.set_template_contents(template, shadow);
    /// assert_eq!(document.parser_contents(template), Some(shadow));
    /// assert_eq!(document.host(shadow), Some(host));
    /// ```
    pub fn set_template_contents(&mut self, template: NodeId, contents: NodeId) {
        debug_assert!(self.element_name(template).is_some(), "only an element has template contents");
        let former = match self.nodes[contents].data {
            NodeData::DocumentFragment { host } => host,
            NodeData::ShadowRoot { contents_of, .. } => contents_of,
            _ => None,
        };
        if let Some(former) = former {
            self.forget_template_contents(former);
        }
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

    /// Leaves a `template` element without contents.
    pub(crate) fn forget_template_contents(&mut self, template: NodeId) {
        if let Some(contents) = self.template_contents.remove(&template) {
            self.set_fragment_host(contents, None);
        }
        self.remove_flag(template, NodeFlags::TEMPLATE_CONTENTS);
    }

    /// Sets the element whose contents a fragment is: of one that is no shadow root, the host.
    fn set_fragment_host(&mut self, fragment: NodeId, template: Option<NodeId>) {
        match &mut self.nodes[fragment].data {
            NodeData::DocumentFragment { host } => *host = template,
            NodeData::ShadowRoot { contents_of, .. } => *contents_of = template,
            _ => {}
        }
    }
}
