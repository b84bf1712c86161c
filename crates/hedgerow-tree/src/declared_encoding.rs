//! [`declared_encoding`]: the encoding that a `meta` tag declares.

use hedgerow_base::known::{CHARSET, CONTENT, HTTP_EQUIV};
use hedgerow_input::{Encoding, encoding_from_meta_content};
use hedgerow_tokenizer::Tag;

/// A function that returns the encoding a `meta` tag declares: [`declared_encoding`].
pub type FindEncoding = fn(&Tag<'_>) -> Option<&'static Encoding>;

/// Returns the encoding that a `meta` tag declares.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
#[must_use]
pub fn declared_encoding(tag: &Tag<'_>) -> Option<&'static Encoding> {
    let attribute = |name| tag.attributes.get(name);
    // 1. If the element has a charset attribute, and getting an encoding from its value results in an encoding, …
    if let Some(encoding) = attribute(CHARSET).and_then(|label| Encoding::for_label(label.as_bytes())) {
        return Some(encoding);
    }
    // 2. Otherwise, if the element has an http-equiv attribute whose value is an ASCII case-insensitive match for
    //    "Content-Type", and the element has a content attribute, and applying the algorithm for extracting a character
    //    encoding from a meta element to that attribute's value returns an encoding, …
    if attribute(HTTP_EQUIV)?.eq_ignore_ascii_case("content-type") {
        encoding_from_meta_content(attribute(CONTENT)?)
    } else {
        None
    }
}
