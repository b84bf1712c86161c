//! The namespaces of elements and attributes.

use std::fmt;

#[cfg(feature = "atoms")]
use crate::atoms::NamespaceUrl;

/// A namespace of elements or attributes in a parsed document.
///
/// <https://infra.spec.whatwg.org/#namespaces>
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Namespace {
    /// The HTML namespace.
    #[default]
    Html,
    /// The MathML namespace.
    MathMl,
    /// The SVG namespace.
    Svg,
    /// The `XLink` namespace: attributes of foreign elements.
    XLink,
    /// The XML namespace: attributes of foreign elements.
    Xml,
    /// The XMLNS namespace: attributes of foreign elements.
    XmlNs,
    /// No namespace: nearly all attributes.
    None,
}

impl Namespace {
    /// All namespaces.
    pub const ALL: [Self; 7] =
        [Self::Html, Self::MathMl, Self::Svg, Self::XLink, Self::Xml, Self::XmlNs, Self::None];

    /// Returns the URL of the namespace as an atom; empty for no namespace.
    ///
    /// ```
    /// use hedgerow::dom::{Namespace, NamespaceUrl};
    /// assert_eq!(Namespace::Svg.url(), NamespaceUrl::from("http://www.w3.org/2000/svg"));
    /// ```
    #[cfg(feature = "atoms")]
    #[must_use]
    pub fn url(self) -> NamespaceUrl {
        match self {
            Self::Html => namespace_url!("http://www.w3.org/1999/xhtml"),
            Self::MathMl => namespace_url!("http://www.w3.org/1998/Math/MathML"),
            Self::Svg => namespace_url!("http://www.w3.org/2000/svg"),
            Self::XLink => namespace_url!("http://www.w3.org/1999/xlink"),
            Self::Xml => namespace_url!("http://www.w3.org/XML/1998/namespace"),
            Self::XmlNs => namespace_url!("http://www.w3.org/2000/xmlns/"),
            Self::None => namespace_url!(""),
        }
    }

    /// Returns the URL of the namespace; empty for no namespace.
    ///
    /// ```
    /// use hedgerow::dom::Namespace;
    /// assert_eq!(Namespace::Svg.as_str(), "http://www.w3.org/2000/svg");
    /// assert_eq!(Namespace::None.to_string(), "");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Html => "http://www.w3.org/1999/xhtml",
            Self::MathMl => "http://www.w3.org/1998/Math/MathML",
            Self::Svg => "http://www.w3.org/2000/svg",
            Self::XLink => "http://www.w3.org/1999/xlink",
            Self::Xml => "http://www.w3.org/XML/1998/namespace",
            Self::XmlNs => "http://www.w3.org/2000/xmlns/",
            Self::None => "",
        }
    }

    /// Returns the prefix of parsed attributes in this namespace, or an empty text.
    ///
    /// The attribute `xmlns` itself is in the XMLNS namespace but has no prefix; callers must handle this exception.
    ///
    /// ```
    /// use hedgerow::dom::Namespace;
    /// assert_eq!(Namespace::XLink.prefix(), "xlink");
    /// assert_eq!(Namespace::None.prefix(), "");
    /// ```
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::XLink => "xlink",
            Self::Xml => "xml",
            Self::XmlNs => "xmlns",
            Self::Html | Self::MathMl | Self::Svg | Self::None => "",
        }
    }
}

/// Writes the URL.
impl fmt::Display for Namespace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

#[cfg(all(test, feature = "atoms"))]
mod tests {
    use super::*;

    #[test]
    fn the_url_is_the_same_as_atom_and_as_text() {
        use Namespace::{Html, MathMl, None, Svg, XLink, Xml, XmlNs};
        for namespace in [Html, MathMl, Svg, XLink, Xml, XmlNs, None] {
            assert_eq!(&*namespace.url(), namespace.as_str());
        }
    }
}
