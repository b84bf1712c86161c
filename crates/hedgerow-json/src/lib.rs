//! Documents as JSON trees: an object for each node, on one line.
//!
//! ```
//! use hedgerow::Document;
//! use hedgerow::json::{FromJson, ToJson};
//! let mut document = Document::new();
//! let root = document.root_id();
//! document.build("p").attribute("id", "x").text("Hello").append_to(root)?;
//! let json = document.to_json();
//! assert_eq!(
//!     json,
//!     concat!(
//!         r#"{"type":"document","mode":"no-quirks","children":["#,
//!         r#"{"type":"element","name":"p","attributes":[{"name":"id","value":"x"}],"#,
//!         r#""children":[{"type":"text","data":"Hello"}]}]}"#
//!     )
//! );
//! assert_eq!(Document::from_json(&json)?.root().text(), "Hello");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The keys of an object are written in the order of this table and read in any order. Keys in brackets are omitted if they
//! have their default value.
//!
//! | `type` | other keys |
//! |---|---|
//! | `document` | `mode` (`no-quirks`, `limited-quirks` or `quirks`), `children` |
//! | `document-fragment` | \[`mode`\], `children` |
//! | `element` | `name`, \[`namespace` (`svg` or `math`)\], `attributes`, \[`shadowRoot`\], \[`content`\], `children` |
//! | `text`, `comment` | `data` |
//! | `doctype` | `name`, `publicId`, `systemId` |
//! | `processing-instruction` | `target`, `data` |
//! | `shadow-root` | `mode` (`open` or `closed`), `delegatesFocus`, `serializable`, `clonable`, `slotAssignment`, `declarative`, `customElementRegistryIsNull`, `children` |
//!
//! An attribute is an object with `name`, \[`namespace` (`xlink`, `xml` or `xmlns`)\] and `value`.
//!
//! The names of elements, attributes and targets, and the strings of doctypes and processing instructions, are checked, so
//! that they cannot create other elements in HTML that is written from the tree. The data of text nodes and comments is not
//! checked, because the DOM does not check it either: a comment whose data contains `-->` is accepted, and in HTML the
//! comment ends at that `-->`.
//!
//! JSON trees are nested as deeply as documents. They are written and read event by event, because `serde` recurses,
//! and a deep document would overflow the stack. With the feature `serde`, a serializable structure can have a document
//! as a field. In any format, the value of the field is a string that contains the JSON tree:
//!
#![cfg_attr(feature = "serde", doc = "```")]
#![cfg_attr(not(feature = "serde"), doc = "```ignore")]
//! use hedgerow_dom::Document;
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Page {
//!     address: String,
//!     #[serde(with = "hedgerow_json")]
//!     document: Document,
//! }
//! let page = Page { address: "https://example.org/".to_owned(), document: Document::new() };
//! let again: Page = serde_json::from_str(&serde_json::to_string(&page)?)?;
//! assert_eq!(again.document.node_count(), 1);
//! # Ok::<(), serde_json::Error>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod builder;
mod reader;
mod words;
mod writer;

/// Keeps other crates from implementing the traits of this crate, so that methods can be added.
mod sealed {
    use hedgerow_dom::{Document, NodeRef};

    pub trait Sealed {}

    impl Sealed for Document {}
    impl Sealed for NodeRef<'_> {}
}

pub use reader::{FromJson, JsonError};
pub use writer::{Members, ToJson};

/// Serializes a document as a string that contains its JSON tree: `#[serde(with = "hedgerow_json")]`.
///
/// # Errors
///
/// The errors of the serializer.
#[cfg(feature = "serde")]
pub fn serialize<S: serde::Serializer>(
    document: &hedgerow_dom::Document,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&document.to_json())
}

/// Deserializes a document that [`serialize`] has written.
///
/// # Errors
///
/// The errors of the deserializer, and a [`JsonError`] as a custom error.
#[cfg(feature = "serde")]
pub fn deserialize<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<hedgerow_dom::Document, D::Error> {
    let json: String = serde::Deserialize::deserialize(deserializer)?;
    hedgerow_dom::Document::from_json(&json).map_err(serde::de::Error::custom)
}
