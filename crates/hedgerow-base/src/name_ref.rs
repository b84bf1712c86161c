//! [`ElementNameRef`] and [`AttributeNameRef`]: views of names that compare across documents.
//!
//! A name is stored as a number. The number of an unknown name is valid only in its document, so these views also
//! have the document's interner, and compare and hash by the text.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::{AttributeName, ElementName, NameId, NameInterner, Namespace};

/// The name of an element: its namespace and its local name.
///
/// Names are equal if their namespaces and the texts of their local names are equal, even if the documents differ.
///
/// ```
/// use hedgerow::dom::{ElementName, ElementNameRef, NameInterner};
/// let (mut one, mut other) = (NameInterner::default(), NameInterner::default());
/// one.intern("x-a");
/// let [in_one, in_other] = [&mut one, &mut other].map(|names| ElementName::html(names.intern("x-b")));
/// assert_ne!(in_one, in_other, "the numbers differ");
/// assert_eq!(ElementNameRef::new(&one, in_one), ElementNameRef::new(&other, in_other));
/// ```
#[derive(Clone, Copy)]
pub struct ElementNameRef<'d> {
    names: &'d NameInterner,
    name: ElementName,
}

impl<'d> ElementNameRef<'d> {
    /// Returns the view of a name whose number is valid in `names`.
    #[inline]
    #[must_use]
    pub fn new(names: &'d NameInterner, name: ElementName) -> Self {
        Self { names, name }
    }

    /// Returns the namespace.
    #[inline]
    #[must_use]
    pub fn namespace(self) -> Namespace {
        self.name.namespace
    }

    /// Returns the local name.
    #[inline]
    #[must_use]
    #[doc(alias = "localName")]
    pub fn local_name(self) -> &'d str {
        self.names.text(self.name.local)
    }

    /// Whether this is the name of the HTML element with this known local name.
    #[inline]
    #[must_use]
    pub fn is_html(self, local_name: NameId) -> bool {
        self.name.is_html(local_name)
    }
}

/// The name of an attribute: its namespace and its local name. The namespace determines the prefix.
///
/// Names are equal if their namespaces and the texts of their local names are equal, even if the documents differ.
///
/// ```
/// use hedgerow::dom::{AttributeName, AttributeNameRef, NameInterner, Namespace, known};
/// let names = NameInterner::default();
/// let name = AttributeName { namespace: Namespace::XLink, local: known::HREF };
/// let name = AttributeNameRef::new(&names, name);
/// assert_eq!((name.prefix(), name.local_name()), (Some("xlink"), "href"));
/// assert_eq!(name.to_string(), "xlink:href");
/// ```
#[derive(Clone, Copy)]
pub struct AttributeNameRef<'d> {
    names: &'d NameInterner,
    name: AttributeName,
}

impl<'d> AttributeNameRef<'d> {
    /// Returns the view of a name whose number is valid in `names`.
    #[inline]
    #[must_use]
    pub fn new(names: &'d NameInterner, name: AttributeName) -> Self {
        Self { names, name }
    }

    /// Returns the namespace, which is nearly always [`Namespace::None`].
    #[inline]
    #[must_use]
    pub fn namespace(self) -> Namespace {
        self.name.namespace
    }

    /// Returns the prefix: `xlink`, `xml` or `xmlns`; `None` for nearly all attributes.
    /// <https://dom.spec.whatwg.org/#concept-attribute-namespace-prefix>
    #[must_use]
    pub fn prefix(self) -> Option<&'static str> {
        self.name.serialized_prefix().strip_suffix(':')
    }

    /// Returns the local name, without the prefix.
    #[inline]
    #[must_use]
    #[doc(alias = "localName")]
    pub fn local_name(self) -> &'d str {
        self.names.text(self.name.local)
    }
}

/// Comparison by the namespace and the text of the local name.
macro_rules! compare_by_text {
    ($name:ident) => {
        impl PartialEq for $name<'_> {
            fn eq(&self, other: &Self) -> bool {
                let is_known = |name: &Self| name.name.local.known_text().is_some();
                // OPTIMIZATION: a known name has the same number in all documents.
                self.namespace() == other.namespace()
                    && if is_known(self) || is_known(other) {
                        self.name.local == other.name.local
                    } else {
                        self.local_name() == other.local_name()
                    }
            }
        }

        impl Eq for $name<'_> {}

        impl Hash for $name<'_> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.namespace().hash(state);
                self.local_name().hash(state);
            }
        }

        impl Ord for $name<'_> {
            fn cmp(&self, other: &Self) -> Ordering {
                (self.namespace(), self.local_name()).cmp(&(other.namespace(), other.local_name()))
            }
        }

        impl PartialOrd for $name<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl fmt::Debug for $name<'_> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "{:?} {:?}", self.namespace(), self.local_name())
            }
        }
    };
}

compare_by_text!(ElementNameRef);
compare_by_text!(AttributeNameRef);

/// The local name.
impl fmt::Display for ElementNameRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.local_name())
    }
}

/// The qualified name: `href`, `xlink:href`. <https://dom.spec.whatwg.org/#concept-attribute-qualified-name>
impl fmt::Display for AttributeNameRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name.serialized_prefix())?;
        formatter.write_str(self.local_name())
    }
}
