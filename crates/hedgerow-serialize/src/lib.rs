//! Serialization: the standard's algorithm, and a writer with options.
//!
//! ```text
//! tree → walk ─┬→ standard: the HTML fragment serialization algorithm
//!              └→ items ─┐
//! HtmlEvent  ────────────┴→ charset of the meta → whitespace → optional tags → markup
//! ```
//!
//! | file | content |
//! |---|---|
//! | `to_html.rs` | the methods: [`ToHtml`] |
//! | `walk.rs` | the order of tags, text, comments, … of a tree |
//! | `standard.rs`, `escape.rs` | the algorithm of the standard |
//! | `options.rs` | [`WriteOptions`] and its presets |
//! | `writer.rs` | [`HtmlWriter`]: items from a tree or from events, one after the other |
//! | `item.rs` | the items that the stages of the writer pass on |
//! | `charset.rs` | adds a declaration of the encoding to a `head` without one |
//! | `whitespace.rs` | collapses, removes or adds whitespace |
//! | `optional_tags.rs` | omits optional tags |
//! | `markup.rs` | writes items as markup, and corrects declarations of the encoding |
//! | `limited.rs` | a bound on the length of the output |
//! | `repeated_text.rs` | caches for long texts that are cloned |
//! | `generated.rs` | the names of character references |
//! | `rendered_text/` | the text as it would be rendered |
//! | `xml/` | the XML serialization: [`ToXml`] |
//! | `test_format.rs` | the format of the conformance tests: [`ToTestFormat`] |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod charset;
mod escape;
#[cfg(feature = "names")]
mod generated;
mod item;
mod limited;
mod markup;
mod optional_tags;
mod options;
mod rendered_text;
mod repeated_text;
mod standard;
mod test_format;
mod to_html;
mod walk;
mod whitespace;
mod writer;
mod xml;

/// Keeps other crates from implementing the traits of this crate, so that methods can be added.
mod sealed {
    use hedgerow_dom::{Document, NodeRef};

    pub trait Sealed {}

    impl Sealed for &Document {}
    impl Sealed for NodeRef<'_> {}
}

pub use escape::{escape_attribute, escape_text};
pub use item::EventAttribute;
pub use limited::{LimitedWriter, OutputLimit};
pub use optional_tags::{may_omit_end_tag, may_omit_end_tag_before};
pub use options::{
    AttributeQuotes, Escapes, Indentation, MetaCharset, NonAscii, OptionalTags, QuoteCharacter, ShadowRoots,
    TrailingSolidus, Whitespace, WriteOptions,
};
pub use rendered_text::{RenderedElements, RenderedTextOptions, write_rendered_elements};
pub use test_format::ToTestFormat;
pub use to_html::{SerializeOptions, ToHtml};
pub use writer::{HtmlEvent, HtmlWriter};
pub use xml::{ToXml, XmlError, XmlOptions, XmlRule};
