//! [`SanitizerConfig`]: the configuration of a sanitizer, as its author writes it.

use std::fmt;

use hedgerow_base::Namespace;

/// The name and the namespace of an element.
///
/// A string is the name of an HTML element.
///
/// In the standard: `SanitizerElementNamespace`.
///
/// ```
/// use hedgerow::sanitize::SanitizerElement;
/// assert_eq!(SanitizerElement::from("p").to_string(), "p");
/// assert_eq!(SanitizerElement::svg("path").to_string(), "svg path");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SanitizerElement {
    /// The local name. It is compared exactly, so the name of an HTML element must be in lower case.
    pub name: String,
    /// The URL of the namespace; `None` is the null namespace, in which the parser creates no elements.
    pub namespace: Option<String>,
}

impl SanitizerElement {
    /// An element of SVG, such as `foreignObject`.
    #[must_use]
    pub fn svg(name: &str) -> Self {
        Self::new(name, Namespace::Svg)
    }

    /// An element of `MathML`.
    #[must_use]
    pub fn mathml(name: &str) -> Self {
        Self::new(name, Namespace::MathMl)
    }

    pub(crate) fn new(name: &str, namespace: Namespace) -> Self {
        Self { name: name.to_owned(), namespace: url(namespace) }
    }
}

impl From<&str> for SanitizerElement {
    fn from(name: &str) -> Self {
        Self::new(name, Namespace::Html)
    }
}

/// Writes the name, after `svg`, `math` or the URL of the namespace if that is not HTML.
impl fmt::Display for SanitizerElement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.namespace.as_deref() {
            Some(url) if url == Namespace::Html.as_str() => {}
            Some(url) if url == Namespace::Svg.as_str() => formatter.write_str("svg ")?,
            Some(url) if url == Namespace::MathMl.as_str() => formatter.write_str("math ")?,
            Some(url) => write!(formatter, "{{{url}}}")?,
            None => formatter.write_str("{}")?,
        }
        formatter.write_str(&self.name)
    }
}

/// The name and the namespace of an attribute.
///
/// A string is the name of an attribute without a namespace.
///
/// In the standard: `SanitizerAttributeNamespace`.
///
/// ```
/// use hedgerow::sanitize::SanitizerAttribute;
/// assert_eq!(SanitizerAttribute::xlink("href").to_string(), "xlink:href");
/// assert_ne!(SanitizerAttribute::xlink("href"), SanitizerAttribute::from("xlink:href"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SanitizerAttribute {
    /// The local name. It is compared exactly, so the name of an attribute of an HTML element must be in lower case.
    pub name: String,
    /// The URL of the namespace.
    pub namespace: Option<String>,
}

impl SanitizerAttribute {
    /// An attribute in the `XLink` namespace, which the parser creates for `xlink:href` on an SVG or `MathML` element.
    #[must_use]
    pub fn xlink(name: &str) -> Self {
        Self { name: name.to_owned(), namespace: url(Namespace::XLink) }
    }

    /// Whether the attribute is a custom data attribute.
    ///
    /// In the standard: "custom data attribute".
    pub(crate) fn is_custom_data(&self) -> bool {
        self.namespace.is_none() && self.name.starts_with("data-")
    }
}

impl From<&str> for SanitizerAttribute {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), namespace: None }
    }
}

/// Writes the name, after the prefix or the URL of the namespace if there is one.
impl fmt::Display for SanitizerAttribute {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.namespace.as_deref() {
            None => {}
            Some(url) if url == Namespace::XLink.as_str() => formatter.write_str("xlink:")?,
            Some(url) if url == Namespace::Xml.as_str() => formatter.write_str("xml:")?,
            Some(url) => write!(formatter, "{{{url}}}")?,
        }
        formatter.write_str(&self.name)
    }
}

/// An element, and the attributes that are allowed or removed on this element only.
///
/// In the standard: `SanitizerElementNamespaceWithAttributes`.
///
/// ```
/// use hedgerow::sanitize::SanitizerElementWithAttributes;
/// let link = SanitizerElementWithAttributes::from("a").attributes(["href"]);
/// assert_eq!(link.attributes.unwrap().len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct SanitizerElementWithAttributes {
    /// The element.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub element: SanitizerElement,
    /// The attributes that are allowed on this element.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub attributes: Option<Vec<SanitizerAttribute>>,
    /// The attributes that are removed from this element.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub remove_attributes: Option<Vec<SanitizerAttribute>>,
}

impl SanitizerElementWithAttributes {
    /// Sets the attributes that are allowed on this element.
    #[must_use]
    pub fn attributes<A: Into<SanitizerAttribute>>(
        mut self,
        attributes: impl IntoIterator<Item = A>,
    ) -> Self {
        self.attributes = Some(attributes.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the attributes that are removed from this element.
    #[must_use]
    pub fn remove_attributes<A: Into<SanitizerAttribute>>(
        mut self,
        attributes: impl IntoIterator<Item = A>,
    ) -> Self {
        self.remove_attributes = Some(attributes.into_iter().map(Into::into).collect());
        self
    }
}

impl<E: Into<SanitizerElement>> From<E> for SanitizerElementWithAttributes {
    fn from(element: E) -> Self {
        Self { element: element.into(), attributes: None, remove_attributes: None }
    }
}

/// The elements and attributes that a sanitizer keeps and removes, as an author writes them.
///
/// Of two lists such as `elements` and `remove_elements`, only one may be given. A member that is `None` has a default, which
/// depends on whether a safe or an unsafe function uses the configuration.
/// With the feature `serde`, configurations are read and written in the JSON shape of the standard.
///
/// In the standard: `SanitizerConfig`.
///
/// ```
/// use hedgerow::sanitize::{Sanitizer, SanitizerConfig};
/// let config = SanitizerConfig {
///     elements: Some(vec!["p".into(), "em".into()]),
///     attributes: Some(vec!["title".into()]),
///     ..SanitizerConfig::default()
/// };
/// assert!(Sanitizer::from_config(config).is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct SanitizerConfig {
    /// The elements that are kept; all others are removed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub elements: Option<Vec<SanitizerElementWithAttributes>>,
    /// The elements that are removed with their descendants; all others are kept.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub remove_elements: Option<Vec<SanitizerElement>>,
    /// The elements that are replaced with their children.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub replace_with_children_elements: Option<Vec<SanitizerElement>>,
    /// The targets of the processing instructions that are kept.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "Option::is_none", serialize_with = "crate::shape::instructions")
    )]
    pub processing_instructions: Option<Vec<String>>,
    /// The targets of the processing instructions that are removed.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "Option::is_none", serialize_with = "crate::shape::instructions")
    )]
    pub remove_processing_instructions: Option<Vec<String>>,
    /// The attributes that are kept on all elements.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub attributes: Option<Vec<SanitizerAttribute>>,
    /// The attributes that are removed from all elements.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub remove_attributes: Option<Vec<SanitizerAttribute>>,
    /// Whether comments are kept.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub comments: Option<bool>,
    /// Whether `data-…` attributes are kept. May be given only with [`attributes`](Self::attributes).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub data_attributes: Option<bool>,
    /// Whether attributes that navigate may have `javascript:` URLs.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", rename = "javascriptURLs"))]
    pub javascript_urls: Option<bool>,
}

impl SanitizerConfig {
    /// Gives the members that are `None` their defaults, and sets empty namespaces to null. The defaults keep everything if
    /// `permissive_defaults` is set; otherwise, they remove comments, processing instructions, custom data attributes
    /// and `javascript:` URLs.
    ///
    /// In the standard: "canonicalize the configuration".
    pub(crate) fn canonicalize(&mut self, permissive_defaults: bool) {
        // 1. If neither configuration["elements"] nor configuration["removeElements"] exists, …
        if self.elements.is_none() {
            self.remove_elements.get_or_insert_default();
        }
        // 2. If neither configuration["attributes"] nor configuration["removeAttributes"] exists, …
        if self.attributes.is_none() {
            self.remove_attributes.get_or_insert_default();
        }
        // 3. If neither configuration["processingInstructions"] nor configuration["removeProcessingInstructions"] exists: …
        if self.processing_instructions.is_none() && self.remove_processing_instructions.is_none() {
            let list = if permissive_defaults {
                &mut self.remove_processing_instructions
            } else {
                &mut self.processing_instructions
            };
            *list = Some(Vec::new());
        }
        // 4. to 8.
        for element in self.elements.iter_mut().flatten() {
            element.canonicalize();
        }
        for element in
            self.remove_elements.iter_mut().chain(&mut self.replace_with_children_elements).flatten()
        {
            canonicalize_namespace(&mut element.namespace);
        }
        for attribute in self.attributes.iter_mut().chain(&mut self.remove_attributes).flatten() {
            canonicalize_namespace(&mut attribute.namespace);
        }
        // 11. If configuration["comments"] does not exist, then set it to permissiveDefaults.
        self.comments.get_or_insert(permissive_defaults);
        // 12. If configuration["attributes"] exists and configuration["dataAttributes"] does not exist, then set it …
        if self.attributes.is_some() {
            self.data_attributes.get_or_insert(permissive_defaults);
        }
        // 13. If configuration["javascriptURLs"] does not exist, then set it to permissiveDefaults.
        self.javascript_urls.get_or_insert(permissive_defaults);
    }
}

impl SanitizerElementWithAttributes {
    /// In the standard: "canonicalize a `SanitizerElementWithAttributes`".
    pub(crate) fn canonicalize(&mut self) {
        canonicalize_namespace(&mut self.element.namespace);
        for attribute in self.attributes.iter_mut().chain(&mut self.remove_attributes).flatten() {
            canonicalize_namespace(&mut attribute.namespace);
        }
        // 3. If neither result["attributes"] nor result["removeAttributes"] exists, then set result["removeAttributes"] to an
        //    empty list.
        if self.attributes.is_none() {
            self.remove_attributes.get_or_insert_default();
        }
    }
}

/// "If `name["namespace"]` is the empty string, then set it to null."
pub(crate) fn canonicalize_namespace(namespace: &mut Option<String>) {
    if namespace.as_deref() == Some("") {
        *namespace = None;
    }
}

/// The URL of a namespace, as a configuration stores it: `None` for the null namespace.
fn url(namespace: Namespace) -> Option<String> {
    (namespace != Namespace::None).then(|| namespace.as_str().to_owned())
}

/// The namespace with a URL, or `None` if the parser creates no nodes in it.
pub(crate) fn namespace_of(url: Option<&str>) -> Option<Namespace> {
    let url = url.unwrap_or_default();
    Namespace::ALL.into_iter().find(|namespace| namespace.as_str() == url)
}
