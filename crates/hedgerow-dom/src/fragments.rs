//! Template contents and shadow roots, in side tables. <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
//! <https://dom.spec.whatwg.org/#interface-shadowroot>

use hedgerow_base::ShadowRootInit;

use crate::document::Document;
use crate::node::{NodeData, NodeFlags, ShadowRootRecord, TemplateFragments};
use crate::node_id::Slot;
use crate::node_ref::NodeRef;
use crate::unchecked::Unchecked;

impl Document {
    #[inline]
    pub(crate) fn shadow_root(&self, host: Slot) -> Option<Slot> {
        self.shadow_root_record(host).map(|record| record.root)
    }

    #[inline]
    pub(crate) fn shadow_root_record(&self, host: Slot) -> Option<ShadowRootRecord> {
        if !self.flags(host).has(NodeFlags::SHADOW_HOST) {
            return None;
        }
        self.rare.shadow_roots.get(&host).copied()
    }

    /// Returns the template contents of a `template` element; `None` for another node. If the element declares a shadow
    /// root, its template contents are empty, because the parser puts the content into the shadow root.
    /// <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
    #[inline]
    pub(crate) fn template_contents(&self, template: Slot) -> Option<Slot> {
        Some(self.template_fragments(template)?.contents)
    }

    #[inline]
    pub(crate) fn parser_contents(&self, template: Slot) -> Option<Slot> {
        Some(self.template_fragments(template)?.for_parser)
    }

    #[inline]
    fn template_fragments(&self, template: Slot) -> Option<TemplateFragments> {
        if !self.flags(template).has(NodeFlags::TEMPLATE_CONTENTS) {
            return None;
        }
        self.rare.template_contents.get(&template).copied()
    }

    #[cold]
    pub(crate) fn create_template_contents(&mut self, template: Slot) -> Slot {
        let contents = self.nodes.push(NodeData::DocumentFragment { host: Some(template) });
        self.rare.template_contents.insert(template, TemplateFragments { contents, for_parser: contents });
        self.add_flag(template, NodeFlags::TEMPLATE_CONTENTS);
        contents
    }

    /// Removes the links from a `template` element to its contents and to the shadow root that it declares.
    pub(crate) fn forget_template_contents(&mut self, template: Slot) {
        self.forget_declared_shadow_root(template);
        if let Some(TemplateFragments { contents, .. }) = self.rare.template_contents.remove(&template)
            && let NodeData::DocumentFragment { host } = &mut self.nodes[contents].data
        {
            *host = None;
        }
        self.remove_flag(template, NodeFlags::TEMPLATE_CONTENTS);
    }

    /// Removes the link from a `template` element to the shadow root that it declares.
    pub(crate) fn forget_declared_shadow_root(&mut self, template: Slot) {
        if let Some(TemplateFragments { contents, for_parser }) =
            self.rare.template_contents.get_mut(&template)
            && let NodeData::ShadowRoot { declared_by, .. } = &mut self.nodes[*for_parser].data
        {
            *declared_by = None;
            *for_parser = *contents;
        }
    }
}

impl Unchecked<'_> {
    /// Creates a shadow root for `host`. The caller guarantees that `host` is an element without a shadow root; otherwise the
    /// existing shadow root becomes a plain `DocumentFragment`.
    #[must_use]
    pub fn attach_shadow_root(self, host: Slot, init: ShadowRootInit) -> Slot {
        let document = self.document;
        debug_assert!(document.element_name(host).is_some(), "only an element is a shadow host");
        let root = document.nodes.push(NodeData::ShadowRoot { host, declared_by: None });
        if let Some(replaced) = document.rare.shadow_roots.insert(host, ShadowRootRecord { root, init })
            && let NodeData::ShadowRoot { declared_by, .. } = document.nodes[replaced.root].data
        {
            if let Some(template) = declared_by {
                document.forget_declared_shadow_root(template);
            }
            document.nodes[replaced.root].data = NodeData::DocumentFragment { host: None };
        }
        document.add_flag(host, NodeFlags::SHADOW_HOST);
        root
    }

    /// Makes a shadow root the fragment into which a parser puts the content of a `template` element
    /// ([`parser_contents`](NodeRef::parser_contents)). The template contents of the element stay as they are.
    ///
    /// By the standard, the shadow root becomes the template contents. The standard assumes that nothing can access the
    /// element, because the parser does not insert it. Here the element has an id, and can be inserted.
    /// <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
    ///
    /// The caller guarantees that `template` is a `template` element.
    pub fn set_declared_shadow_root(self, template: Slot, shadow_root: Slot) {
        let document = self.document;
        document.forget_declared_shadow_root(template);
        if let NodeData::ShadowRoot { declared_by: Some(former), .. } = document.nodes[shadow_root].data {
            document.forget_declared_shadow_root(former);
        }
        if let NodeData::ShadowRoot { declared_by, .. } = &mut document.nodes[shadow_root].data {
            *declared_by = Some(template);
        }
        if let Some(fragments) = document.rare.template_contents.get_mut(&template) {
            fragments.for_parser = shadow_root;
        }
    }
}

impl NodeRef<'_> {
    /// Returns the fragment into which a parser puts the content of a `template` element: its template contents, or the shadow
    /// root that it declares; `None` for another node. Only a parser needs it.
    #[inline]
    pub fn parser_contents(self) -> Option<Self> {
        let contents = self.document().parser_contents(self.slot());
        contents.map(|contents| self.document().at(contents))
    }
}
