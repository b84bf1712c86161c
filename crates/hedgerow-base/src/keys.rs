//! [`ElementKey`] and [`AttributeKey`], the names that methods take.

use crate::{AttributeNameRef, ElementNameRef, NameId, Namespace};

/// The name of an element. The variants are the forms in which methods accept a name.
///
/// ```
/// use hedgerow::dom::{ElementKey, Namespace, known};
/// assert_eq!(ElementKey::from("p"), ElementKey::Html("p"));
/// assert_eq!(ElementKey::from(&String::from("p")), ElementKey::Html("p"));
/// assert_eq!(ElementKey::from(known::P), ElementKey::Known(Namespace::Html, known::P));
/// assert_eq!(ElementKey::from((Namespace::Svg, "path")), ElementKey::InNamespace(Namespace::Svg, "path"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementKey<'t> {
    /// An HTML element, in upper or lower case.
    Html(&'t str),
    /// An element of any namespace, by its exact local name.
    InNamespace(Namespace, &'t str),
    /// An element of any namespace, by a constant of [`known`](crate::known).
    ///
    /// The [`NameId`] of any other name is valid only in one document, so methods refuse it
    /// (`MutationRule::UnknownName`).
    Known(Namespace, NameId),
}

/// The name of an attribute. The variants are the forms in which methods accept a name.
///
/// ```
/// use hedgerow::dom::{AttributeKey, Namespace, known};
/// assert_eq!(AttributeKey::from("id"), AttributeKey::Qualified("id"));
/// assert_eq!(AttributeKey::from(&String::from("id")), AttributeKey::Qualified("id"));
/// assert_eq!(AttributeKey::from(known::ID), AttributeKey::Known(Namespace::None, known::ID));
/// assert_eq!(AttributeKey::from((Namespace::XLink, "href")), AttributeKey::InNamespace(Namespace::XLink, "href"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeKey<'t> {
    /// The qualified name: `class`, `xlink:href`; for an HTML element in upper or lower case. A new attribute is in no namespace.
    Qualified(&'t str),
    /// The namespace and the exact local name.
    InNamespace(Namespace, &'t str),
    /// The namespace and a constant of [`known`](crate::known), which saves the lookup of the name.
    ///
    /// The [`NameId`] of any other name is valid only in one document: a search finds no attribute with this key, and a
    /// change is refused (`MutationRule::UnknownName`).
    Known(Namespace, NameId),
}

/// Conversions into a key: `$text` is the variant of a string, `$view` the view of a name, and `$namespace` the namespace of a
/// known name that is given alone.
macro_rules! conversions {
    ($key:ident, $text:ident, $view:ident, $namespace:ident) => {
        /// `&str`, `&String` and other strings.
        impl<'t, T: AsRef<str> + ?Sized> From<&'t T> for $key<'t> {
            #[inline]
            fn from(name: &'t T) -> Self {
                Self::$text(name.as_ref())
            }
        }

        /// The exact local name.
        impl<'t, T: AsRef<str> + ?Sized> From<(Namespace, &'t T)> for $key<'t> {
            #[inline]
            fn from((namespace, name): (Namespace, &'t T)) -> Self {
                Self::InNamespace(namespace, name.as_ref())
            }
        }

        /// The name of a node of any document.
        impl<'t> From<$view<'t>> for $key<'t> {
            #[inline]
            fn from(name: $view<'t>) -> Self {
                Self::InNamespace(name.namespace(), name.local_name())
            }
        }

        /// A known name: an element in the HTML namespace, or an attribute in no namespace.
        impl From<NameId> for $key<'_> {
            #[inline]
            fn from(name: NameId) -> Self {
                Self::Known(Namespace::$namespace, name)
            }
        }

        impl From<(Namespace, NameId)> for $key<'_> {
            #[inline]
            fn from((namespace, name): (Namespace, NameId)) -> Self {
                Self::Known(namespace, name)
            }
        }
    };
}

conversions!(ElementKey, Html, ElementNameRef, Html);
conversions!(AttributeKey, Qualified, AttributeNameRef, None);
