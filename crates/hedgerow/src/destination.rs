//! [`Destination`]: the document that gets the nodes of a parse.

use hedgerow_dom::{Document, Slot};

/// The document that gets the nodes of a parse.
#[derive(Debug)]
pub(crate) enum Destination {
    /// A new document.
    New,
    /// A new document in the memory of this one.
    MemoryOf(Document),
    /// This document, which already has nodes. The result is a new fragment of it, which becomes its root.
    FragmentOf {
        document: Document,
        /// An empty fragment that takes the place of the `Document` node that the fragment parsing algorithm creates.
        /// The parser inserts the algorithm's `html` element into it; neither is part of the result.
        outside: Slot,
    },
}
