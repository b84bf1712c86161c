//! The shadow roots of shadow hosts, in a side table. <https://dom.spec.whatwg.org/#interface-shadowroot>
//!
//! The tree constructor (`hedgerow-tree`) has the rules of declarative shadow roots.

use hedgerow_base::ShadowRootInit;

use crate::document::Document;
use crate::node::{NodeData, NodeFlags, ShadowRootRecord};
use crate::node_id::Slot;
use crate::unchecked::Unchecked;

impl Document {
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
}
