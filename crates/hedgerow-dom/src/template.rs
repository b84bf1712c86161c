//! The template contents of `template` elements, in a side table.
//! <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>

use crate::document::Document;
use crate::node::{NodeData, NodeFlags};
use crate::node_id::Slot;
use crate::node_ref::NodeRef;
use crate::unchecked::Unchecked;

impl Document {
    /// Returns the template contents of a `template` element; `None` for another node.
    ///
    /// Also `None` for the `template` element of a declarative shadow root. The parser puts its content into the shadow root,
    /// which belongs only to its host, and the standard shows that link only to the parser.
    /// <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
    #[inline]
    pub(crate) fn template_contents(&self, template: Slot) -> Option<Slot> {
        let contents = self.parser_contents(template)?;
        let is_hosted = matches!(
            self.nodes[contents].data,
            NodeData::DocumentFragment { host } if host == Some(template)
        );
        is_hosted.then_some(contents)
    }

    /// Returns the fragment into which a parser puts the content of a `template` element: its template contents, or the shadow root
    /// that it declares; `None` for another node.
    #[inline]
    pub(crate) fn parser_contents(&self, template: Slot) -> Option<Slot> {
        if !self.flags(template).has(NodeFlags::TEMPLATE_CONTENTS) {
            return None;
        }
        self.rare.template_contents.get(&template).copied()
    }

    #[cold]
    pub(crate) fn create_template_contents(&mut self, template: Slot) -> Slot {
        let contents = self.nodes.push(NodeData::DocumentFragment { host: Some(template) });
        self.rare.template_contents.insert(template, contents);
        self.add_flag(template, NodeFlags::TEMPLATE_CONTENTS);
        contents
    }

    /// Removes the link from a `template` element to its contents.
    pub(crate) fn forget_template_contents(&mut self, template: Slot) {
        if let Some(contents) = self.rare.template_contents.remove(&template) {
            self.set_fragment_host(contents, None);
        }
        self.remove_flag(template, NodeFlags::TEMPLATE_CONTENTS);
    }

    /// Sets the `template` element of a fragment, which is the host unless the fragment is a shadow root.
    fn set_fragment_host(&mut self, fragment: Slot, template: Option<Slot>) {
        match &mut self.nodes[fragment].data {
            NodeData::DocumentFragment { host } => *host = template,
            NodeData::ShadowRoot { contents_of, .. } => *contents_of = template,
            _ => {}
        }
    }
}

impl Unchecked<'_> {
    /// Makes a `DocumentFragment` the template contents of an element. A shadow root becomes the fragment into which a parser puts
    /// the content ([`parser_contents`](NodeRef::parser_contents)), and keeps its host.
    ///
    /// The caller guarantees that `template` is an element and is not inside the fragment. An element whose contents the fragment
    /// was has no contents afterwards.
    ///
    /// ```
    /// use hedgerow_dom::{Document, ShadowRootInit};
    /// let mut document = Document::new();
    /// let [host, template] = ["div", "template"].map(|name| document.create_element(name).unwrap());
    /// let shadow = document.attach_shadow_root(host, ShadowRootInit::default())?;
    /// let [template, contents] = [template, shadow].map(|id| document.node(id).slot());
    /// document.unchecked().set_template_contents(template, contents);
    /// assert_eq!(template.node(&document).parser_contents().unwrap().id(), shadow);
    /// assert_eq!(template.node(&document).template_contents(), None);
    /// assert_eq!(document.node(shadow).host().unwrap().id(), host);
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    pub fn set_template_contents(self, template: Slot, contents: Slot) {
        let document = self.document;
        debug_assert!(document.element_name(template).is_some(), "only an element has template contents");
        let former = match document.nodes[contents].data {
            NodeData::DocumentFragment { host } => host,
            NodeData::ShadowRoot { contents_of, .. } => contents_of,
            _ => None,
        };
        if let Some(former) = former {
            document.forget_template_contents(former);
        }
        document.add_flag(template, NodeFlags::TEMPLATE_CONTENTS);
        if let Some(replaced) = document.rare.template_contents.insert(template, contents) {
            document.set_fragment_host(replaced, None);
        }
        document.set_fragment_host(contents, Some(template));
    }
}

impl NodeRef<'_> {
    /// Returns the fragment into which a parser puts the content of a `template` element: its template contents, or the shadow root
    /// that it declares; `None` for another node. Only a parser needs it.
    #[inline]
    #[must_use]
    pub fn parser_contents(self) -> Option<Self> {
        let contents = self.document().parser_contents(self.slot());
        contents.map(|contents| self.document().at(contents))
    }
}
