//! The shadow roots of shadow hosts: a side table.
//!
//! <https://dom.spec.whatwg.org/#interface-shadowroot>
//!
//! What is not here: the rules of "attach a shadow root" (which elements may be hosts, and when), which are
//! the tree constructor's.

use hedgerow_names::ShadowRootInit;

use crate::document::{Document, NodeId};
use crate::node::{NodeData, NodeFlags};

/// The shadow root of a host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowRootRecord {
    pub(crate) root: NodeId,
    pub(crate) init: ShadowRootInit,
}

impl Document {
    /// Creates a shadow root and makes it that of `host`.
    ///
    /// The caller guarantees that `host` is an element without a shadow root; if it has one, that becomes a
    /// plain `DocumentFragment`. <https://dom.spec.whatwg.org/#concept-attach-a-shadow-root>
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind, ShadowRootInit};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let host = document.create_element(ElementName::html(known::DIV), []);
    /// let shadow = document.attach_shadow_root(host, ShadowRootInit::default());
    /// assert_eq!(document.kind(shadow), NodeKind::ShadowRoot);
    /// ```
    pub fn attach_shadow_root(&mut self, host: NodeId, init: ShadowRootInit) -> NodeId {
        debug_assert!(self.element_name(host).is_some(), "only an element is a shadow host");
        let root = self.nodes.push(NodeData::ShadowRoot { host, contents_of: None });
        if let Some(replaced) = self.shadow_roots.insert(host, ShadowRootRecord { root, init })
            && let NodeData::ShadowRoot { contents_of, .. } = self.nodes[replaced.root].data
        {
            // It may contain the template that declared it, whose contents it can't become.
            if let Some(template) = contents_of {
                self.forget_template_contents(template);
            }
            self.nodes[replaced.root].data = NodeData::DocumentFragment { host: None };
        }
        self.add_flag(host, NodeFlags::SHADOW_HOST);
        root
    }

    /// The shadow root of a shadow host; `None` for another node.
    /// <https://dom.spec.whatwg.org/#concept-element-shadow-root>
    ///
    /// ```
    /// use hedgerow_dom::{Document, ShadowRootInit};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let host = document.create_element(ElementName::html(known::DIV), []);
    /// assert_eq!(document.shadow_root(host), None);
    /// let shadow = document.attach_shadow_root(host, ShadowRootInit::default());
    /// assert_eq!(document.shadow_root(host), Some(shadow));
    /// ```
    #[inline]
    #[must_use]
    pub fn shadow_root(&self, host: NodeId) -> Option<NodeId> {
        self.shadow_root_record(host).map(|record| record.root)
    }

    /// What the shadow root of a shadow host was attached with; `None` for another node.
    ///
    /// ```
    /// use hedgerow_dom::{Document, ShadowRootInit};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let host = document.create_element(ElementName::html(known::DIV), []);
    /// let init = ShadowRootInit::default().declarative(true);
    /// document.attach_shadow_root(host, init);
    /// assert_eq!(document.shadow_root_init(host), Some(init));
    /// ```
    #[must_use]
    pub fn shadow_root_init(&self, host: NodeId) -> Option<ShadowRootInit> {
        self.shadow_root_record(host).map(|record| record.init)
    }

    #[inline]
    pub(crate) fn shadow_root_record(&self, host: NodeId) -> Option<ShadowRootRecord> {
        if !self.flags(host).has(NodeFlags::SHADOW_HOST) {
            return None;
        }
        self.shadow_roots.get(&host).copied()
    }
}
