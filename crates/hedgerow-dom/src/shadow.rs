//! The shadow roots of shadow hosts, in a side table. <https://dom.spec.whatwg.org/#interface-shadowroot>
//!
//! The tree constructor (`hedgerow-tree`) has the rules of declarative shadow roots.

use hedgerow_base::{ShadowRootInit, is_valid_shadow_host_name};

use crate::document::Document;
use crate::edit::{Algorithm, Attempt, MutationError, MutationRule};
use crate::links::Unchecked;
use crate::node::{NodeData, NodeFlags, ShadowRootRecord};
use crate::node_id::{NodeId, Slot};

impl Document {
    /// Attaches a shadow root to an element. A shadow root of the same mode that markup has declared is emptied and returned
    /// instead. <https://dom.spec.whatwg.org/#concept-attach-a-shadow-root>
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind, ShadowRootInit};
    /// let mut document = Document::new();
    /// let host = document.create_element("div")?;
    /// let shadow = document.attach_shadow_root(host, ShadowRootInit::default())?;
    /// assert_eq!(document.node(shadow).kind(), NodeKind::ShadowRoot);
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node is not an HTML element that may be a shadow host, or has a shadow root already.
    #[doc(alias = "attachShadow")]
    pub fn attach_shadow_root(
        &mut self,
        host: NodeId,
        init: ShadowRootInit,
    ) -> Result<NodeId, MutationError> {
        let attempt = Attempt::on("attach a shadow root to", host);
        let host = self.element_for(attempt)?;
        let refusal = |rule| Err(self.refusal(attempt, Algorithm::ATTACH_SHADOW_ROOT, rule));
        // 1. If element's namespace is not the HTML namespace, then throw a "NotSupportedError" DOMException.
        // 2. If element's local name is not a valid shadow host name, then throw a "NotSupportedError" DOMException.
        let name = self.element_name(host);
        if !name.is_some_and(|name| is_valid_shadow_host_name(name, self.names.text(name.local))) {
            return refusal(MutationRule::NotAShadowHost);
        }
        let Some(ShadowRootRecord { root, init: current }) = self.shadow_root_record(host) else {
            let root = self.unchecked().attach_shadow_root(host, init);
            return Ok(self.id_of(root));
        };
        // 4.2. If any of the following are true: … then throw a "NotSupportedError" DOMException.
        if !current.declarative || current.mode != init.mode {
            return refusal(MutationRule::HasShadowRoot);
        }
        // 4.3. Remove all of currentShadowRoot's children, in tree order.
        self.detach_and_free_from(self.first_child(root));
        // 4.4. Set currentShadowRoot's declarative to false.
        self.rare.shadow_roots.insert(host, ShadowRootRecord { root, init: current.declarative(false) });
        Ok(self.id_of(root))
    }

    /// Returns the shadow root of a shadow host; `None` for another node.
    /// <https://dom.spec.whatwg.org/#concept-element-shadow-root>
    #[inline]
    pub(crate) fn shadow_root(&self, host: Slot) -> Option<Slot> {
        self.shadow_root_record(host).map(|record| record.root)
    }

    /// Returns the properties of the shadow root of a shadow host; `None` for another node.
    pub(crate) fn shadow_root_init(&self, host: Slot) -> Option<ShadowRootInit> {
        self.shadow_root_record(host).map(|record| record.init)
    }

    #[inline]
    pub(crate) fn shadow_root_record(&self, host: Slot) -> Option<ShadowRootRecord> {
        if !self.flags(host).has(NodeFlags::SHADOW_HOST) {
            return None;
        }
        self.rare.shadow_roots.get(&host).copied()
    }
}

impl Unchecked<'_> {
    /// Creates a shadow root for `host`.
    ///
    /// The caller guarantees that `host` is an element without a shadow root. An existing shadow root becomes a plain
    /// `DocumentFragment`.
    #[must_use]
    pub fn attach_shadow_root(self, host: Slot, init: ShadowRootInit) -> Slot {
        let document = self.document;
        debug_assert!(document.element_name(host).is_some(), "only an element is a shadow host");
        let root = document.nodes.push(NodeData::ShadowRoot { host, contents_of: None });
        if let Some(replaced) = document.rare.shadow_roots.insert(host, ShadowRootRecord { root, init })
            && let NodeData::ShadowRoot { contents_of, .. } = document.nodes[replaced.root].data
        {
            // It may contain the template that declared it, so it cannot become the contents of that template.
            if let Some(template) = contents_of {
                document.forget_template_contents(template);
            }
            document.nodes[replaced.root].data = NodeData::DocumentFragment { host: None };
        }
        document.add_flag(host, NodeFlags::SHADOW_HOST);
        root
    }
}
