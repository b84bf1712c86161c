//! [`Destination`]: the document that gets the nodes of a parse.

use hedgerow_dom::{Document, Slot};

/// The document that gets the nodes of a parse.
#[derive(Debug)]
pub(crate) enum Destination {
    /// A new document.
    New,
    /// A new document in the memory of this one.
    MemoryOf(Document),
    /// This document, which has other nodes already. The result is a new fragment, which becomes the root.
    FragmentOf {
        document: Document,
        /// An empty fragment that takes the place of the new `Document` node of the fragment parsing algorithm. It gets the
        /// `html` element of the algorithm, which is not part of the result.
        outside: Slot,
    },
}
