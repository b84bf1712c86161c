//! [`Policy`]: rules beyond the standard, which are all off by default.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, LazyLock};

use hedgerow_base::{ElementName, NameId, Namespace, known};

use crate::builtins::builtins;
use crate::report::Reason;
use crate::rules::{Action, Verdict};
use crate::url::{scheme, urls_of_srcset};

/// An attribute that a callback decides on.
#[derive(Clone, Copy, Debug)]
pub struct AttributeContext<'a> {
    /// The local name of the element.
    pub element: &'a str,
    /// The namespace of the element.
    pub element_namespace: Namespace,
    /// The namespace of the attribute.
    pub namespace: Namespace,
    /// The local name of the attribute.
    pub name: &'a str,
    /// The value.
    pub value: &'a str,
}

/// The decision of a callback on an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttributeAction {
    /// It is kept.
    Keep,
    /// It is removed.
    Remove,
    /// It gets another value. The new value is checked for `javascript:` URLs and schemes, like the old value.
    Replace(String),
}

type ElementCallback = Arc<dyn Fn(Namespace, &str) -> Action + Send + Sync>;
type AttributeCallback = Arc<dyn Fn(AttributeContext<'_>) -> AttributeAction + Send + Sync>;

/// Rules that the standard does not have. They remove or change nodes and attributes that the configuration keeps, add only the
/// attributes `rel` and `target`, and may keep the contents of unknown elements.
///
/// ```
/// use hedgerow::sanitize::Policy;
/// let policy = Policy::new().url_schemes(["https", "mailto"]).link_rel("noopener nofollow").prefix_ids("user-");
/// ```
#[derive(Clone, Default)]
pub struct Policy {
    replaces_unknown_elements: bool,
    schemes: Option<HashSet<String>>,
    schemes_of: HashMap<(String, String), HashSet<String>>,
    removes_relative_urls: bool,
    link_rel: Option<BTreeSet<String>>,
    link_target: LinkTarget,
    prefix: Option<String>,
    classes: Option<HashSet<String>>,
    classes_of: HashMap<String, HashSet<String>>,
    #[cfg(feature = "css")]
    css: Option<HashSet<String>>,
    on_element: Vec<ElementCallback>,
    on_attribute: Vec<AttributeCallback>,
}

/// The treatment of the `target` attributes of links and forms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum LinkTarget {
    /// They stay unchanged.
    #[default]
    Keep,
    /// All `a` and `area` elements with a `href` and all `form` elements with an `action` get this target.
    Set(String),
}

/// The attributes that contain an id: `id`, `name`, and those that refer to an id.
const ID_ATTRIBUTES: &[&str] = &[
    "id", "name", "for", "form", "list", "popovertarget", "commandfor", "aria-activedescendant", "usemap",
    "anchor",
];

/// The attributes that refer to several ids.
const ID_LIST_ATTRIBUTES: &[&str] = &[
    "headers", "itemref", "aria-controls", "aria-describedby", "aria-details", "aria-errormessage",
    "aria-flowto", "aria-labelledby", "aria-owns",
];

impl Policy {
    /// Returns a policy without rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces unknown HTML elements, such as custom elements, with their children. Without this rule, a configuration with a list of
    /// elements removes them with their contents, which a browser shows. Elements in the lists of the configuration are treated as
    /// the lists say; [`on_element`](Self::on_element) can remove others.
    ///
    /// ```
    /// use hedgerow::sanitize::{Policy, Sanitizer, sanitize};
    /// let sanitizer = Sanitizer::new().with_policy(Policy::new().replace_unknown_elements());
    /// assert_eq!(sanitize("<p>a<my-tag onclick=b>c</my-tag>", &sanitizer), "<p>ac</p>");
    /// ```
    #[must_use]
    pub fn replace_unknown_elements(mut self) -> Self {
        self.replaces_unknown_elements = true;
        self
    }

    /// Sets the schemes that URLs may have: attributes with another scheme are removed, relative URLs are kept.
    ///
    /// This covers `href`, `src`, `srcset`, `action`, `cite`, `poster` and the other URL attributes of HTML, on every element.
    #[must_use]
    pub fn url_schemes<S: AsRef<str>>(mut self, schemes: impl IntoIterator<Item = S>) -> Self {
        self.schemes = Some(lowercased(schemes));
        self
    }

    /// Sets the schemes that one attribute of one element may have, instead of [the schemes of all attributes](Self::url_schemes).
    #[must_use]
    pub fn url_schemes_of<S: AsRef<str>>(
        mut self,
        element: &str,
        attribute: &str,
        schemes: impl IntoIterator<Item = S>,
    ) -> Self {
        self.schemes_of.insert((element.to_owned(), attribute.to_owned()), lowercased(schemes));
        self
    }

    /// Removes attributes with relative URLs, except those that only have a fragment, such as `#top`.
    #[must_use]
    pub fn remove_relative_urls(mut self) -> Self {
        self.removes_relative_urls = true;
        self
    }

    /// Adds link types, such as `noopener nofollow`, to the `rel` attributes of all `a`, `area` and `form` elements that have an
    /// address. Several calls add all of their types.
    #[must_use]
    pub fn link_rel(mut self, types: &str) -> Self {
        let types = types.split_ascii_whitespace().map(str::to_ascii_lowercase);
        self.link_rel.get_or_insert_default().extend(types);
        self
    }

    /// Sets how the `target` attributes of links and forms are treated.
    #[must_use]
    pub fn link_target(mut self, target: LinkTarget) -> Self {
        self.link_target = target;
        self
    }

    /// Puts a prefix before all ids and names, and before references to them, so that they cannot clobber properties of the
    /// document or collide with ids of the page.
    ///
    /// An id that begins with the prefix gets the prefix, too, because it would otherwise be the id that another one becomes. So
    /// sanitizing HTML that is already sanitized puts a second prefix before its ids, unless it is done
    /// [without the prefix](Self::without_prefix).
    #[must_use]
    pub fn prefix_ids(mut self, prefix: &str) -> Self {
        self.prefix = Some(prefix.to_owned());
        self
    }

    /// Sets the classes that all elements may have. The configuration must allow the attribute `class`.
    #[must_use]
    pub fn classes<S: AsRef<str>>(mut self, classes: impl IntoIterator<Item = S>) -> Self {
        self.classes = Some(classes.into_iter().map(|class| class.as_ref().to_owned()).collect());
        self
    }

    /// Sets the classes that one kind of element may have, besides [the classes of all elements](Self::classes).
    #[must_use]
    pub fn classes_of<S: AsRef<str>>(mut self, element: &str, classes: impl IntoIterator<Item = S>) -> Self {
        let classes = classes.into_iter().map(|class| class.as_ref().to_owned()).collect();
        self.classes_of.insert(element.to_owned(), classes);
        self
    }

    /// Sets the CSS properties that `style` attributes may have. The configuration must allow the attribute `style`.
    ///
    /// Declarations with `url()`, `image-set()`, `src()`, `expression()` or other functions that load or run anything are
    /// removed even if their property is allowed; so are custom properties and `var()`.
    #[cfg(feature = "css")]
    #[must_use]
    pub fn css_properties<S: AsRef<str>>(mut self, properties: impl IntoIterator<Item = S>) -> Self {
        self.css = Some(lowercased(properties));
        self
    }

    /// Calls a function for each element that the configuration keeps or replaces; the stricter decision counts. If several
    /// functions are given, the strictest decision counts.
    #[must_use]
    pub fn on_element(
        mut self,
        callback: impl Fn(Namespace, &str) -> Action + Send + Sync + 'static,
    ) -> Self {
        self.on_element.push(Arc::new(callback));
        self
    }

    /// Calls a function for each attribute that the configuration and the other rules of the policy keep. If several functions are
    /// given, each is called with the value that the previous one returned.
    ///
    /// The function must return the same decision for the same attribute, because decisions on shared attributes are cached.
    ///
    /// The function may be called again with a value that it has returned, because some trees are written and parsed again to
    /// make the HTML safe. So it should keep its own values: a function that replaces an address by that of a proxy keeps the
    /// addresses of the proxy.
    #[must_use]
    pub fn on_attribute(
        mut self,
        callback: impl Fn(AttributeContext<'_>) -> AttributeAction + Send + Sync + 'static,
    ) -> Self {
        self.on_attribute.push(Arc::new(callback));
        self
    }

    /// Adds the rules of another policy. A rule that both policies have is that of `other`, but link types are collected, and the
    /// functions of both are called.
    ///
    /// A rule for all attributes or elements does not replace the rules for single ones. For example, `url_schemes(["https"])`
    /// added to [`Preset::Email`](crate::Preset::Email) keeps the images with the scheme `cid`; a rule
    /// `url_schemes_of("img", "src", ["https"])` removes them.
    ///
    /// ```
    /// use hedgerow::sanitize::{Policy, Preset};
    /// let policy = Preset::Comments.policy().and(Policy::new().prefix_ids("user-").link_rel("noreferrer"));
    /// ```
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        let Self {
            replaces_unknown_elements,
            schemes,
            schemes_of,
            removes_relative_urls,
            link_rel,
            link_target,
            prefix,
            classes,
            classes_of,
            #[cfg(feature = "css")]
            css,
            on_element,
            on_attribute,
        } = other;
        self.replaces_unknown_elements |= replaces_unknown_elements;
        self.schemes = schemes.or(self.schemes);
        self.schemes_of.extend(schemes_of);
        self.removes_relative_urls |= removes_relative_urls;
        if let Some(types) = link_rel {
            self.link_rel.get_or_insert_default().extend(types);
        }
        if link_target != LinkTarget::Keep {
            self.link_target = link_target;
        }
        self.prefix = prefix.or(self.prefix);
        self.classes = classes.or(self.classes);
        self.classes_of.extend(classes_of);
        #[cfg(feature = "css")]
        {
            self.css = css.or(self.css);
        }
        self.on_element.extend(on_element);
        self.on_attribute.extend(on_attribute);
        self
    }

    /// Removes the rule of [`prefix_ids`](Self::prefix_ids): for HTML whose ids have the prefix already.
    #[must_use]
    pub fn without_prefix(self) -> Self {
        Self { prefix: None, ..self }
    }

    pub(crate) fn replaces_unknown_elements(&self) -> bool {
        self.replaces_unknown_elements
    }

    pub(crate) fn has_prefix(&self) -> bool {
        self.prefix.is_some()
    }

    /// Whether the policy has any rule that checks attributes.
    pub(crate) fn checks_attributes(&self) -> bool {
        self.checks_all()
            || self.checks_urls()
            || self.prefix.is_some()
            || self.checks_classes()
            || self.checks_css()
    }

    /// Whether all attributes must be checked.
    pub(crate) fn checks_all(&self) -> bool {
        !self.on_attribute.is_empty()
    }

    /// Whether attributes with this name must be checked.
    pub(crate) fn checks(&self, name: &str) -> bool {
        self.checks_all()
            || self.checks_urls() && (is_url(name) || is_url_list(name) || self.has_schemes_of(name))
            || self.prefix.is_some() && (is_id(name) || name == "href")
            || self.checks_classes() && name == "class"
            || self.checks_css() && name == "style"
    }

    fn has_schemes_of(&self, name: &str) -> bool {
        self.schemes_of.keys().any(|(_, attribute)| attribute == name)
    }

    fn checks_classes(&self) -> bool {
        self.classes.is_some() || !self.classes_of.is_empty()
    }

    fn checks_urls(&self) -> bool {
        self.schemes.is_some() || !self.schemes_of.is_empty() || self.removes_relative_urls
    }

    #[cfg(feature = "css")]
    fn checks_css(&self) -> bool {
        self.css.is_some()
    }

    #[cfg(not(feature = "css"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    fn checks_css(&self) -> bool {
        false
    }

    /// Whether a callback decides on elements.
    pub(crate) fn calls_back_for_elements(&self) -> bool {
        !self.on_element.is_empty()
    }

    /// Whether the policy adds attributes to links.
    pub(crate) fn adds_attributes(&self) -> bool {
        self.link_rel.is_some() || self.link_target != LinkTarget::Keep
    }

    /// Whether the policy may add attributes to an element.
    #[inline]
    pub(crate) fn adds_attributes_to(&self, element: ElementName) -> bool {
        self.adds_attributes() && address_of(element).is_some()
    }

    /// Returns the decision on an element that the configuration keeps or replaces.
    pub(crate) fn element(&self, namespace: Namespace, name: &str, action: Action) -> Action {
        self.on_element.iter().fold(action, |action, callback| {
            if action == Action::Remove {
                return action;
            }
            match callback(namespace, name) {
                Action::Keep => action,
                // These elements are removed instead: `html` cannot be replaced, and in HTML content, the children of an
                // element of foreign content would be in the wrong namespace.
                Action::ReplaceWithChildren if namespace != Namespace::Html || name == "html" => {
                    Action::Remove
                }
                stricter => stricter,
            }
        })
    }

    /// Returns the decision on an attribute that the configuration keeps.
    pub(crate) fn attribute(&self, attribute: AttributeContext<'_>) -> Verdict {
        let mut changed = None;
        if self.checks_urls() && !self.has_allowed_urls(attribute) {
            return Verdict::Remove(Reason::UrlScheme);
        }
        if self.checks_classes() && is_plain(attribute, "class") {
            let lists = [self.classes.as_ref(), self.classes_of.get(attribute.element)];
            let is_allowed = |class: &&str| lists.iter().flatten().any(|list| list.contains(*class));
            let all = || attribute.value.split_ascii_whitespace();
            if !all().all(|class| is_allowed(&class)) {
                let kept: Vec<&str> = all().filter(is_allowed).collect();
                if kept.is_empty() {
                    return Verdict::Remove(Reason::Class);
                }
                changed = Some((kept.join(" "), Reason::Class));
            }
        }
        #[cfg(feature = "css")]
        if let Some(properties) = self.css.as_ref().filter(|_| is_plain(attribute, "style")) {
            let kept = crate::css::allowed_declarations(attribute.value, properties);
            if kept.is_empty() {
                return Verdict::Remove(Reason::Css);
            }
            if kept != attribute.value {
                changed = Some((kept, Reason::Css));
            }
        }
        if let Some(prefix) = &self.prefix
            && let Some(value) = prefixed(attribute, prefix)
        {
            changed = Some((value, Reason::Prefix));
        }
        for callback in &self.on_attribute {
            let value = changed.as_ref().map_or(attribute.value, |(value, _)| value);
            match callback(AttributeContext { value, ..attribute }) {
                AttributeAction::Keep => {}
                AttributeAction::Remove => return Verdict::Remove(Reason::Callback),
                AttributeAction::Replace(value) => {
                    if self.checks_urls()
                        && !self.has_allowed_urls(AttributeContext { value: &value, ..attribute })
                    {
                        return Verdict::Remove(Reason::UrlScheme);
                    }
                    changed = Some((value, Reason::Callback));
                }
            }
        }
        match changed {
            Some((value, reason)) => Verdict::Replace(value, reason),
            None => Verdict::Keep,
        }
    }

    fn has_allowed_urls(&self, attribute: AttributeContext<'_>) -> bool {
        let AttributeContext { element, name, value, .. } = attribute;
        // OPTIMIZATION: few policies have schemes for single attributes.
        let has_own = !self.schemes_of.is_empty();
        let own = has_own.then(|| self.schemes_of.get(&(element.to_owned(), name.to_owned()))).flatten();
        let is_allowed = |url: &str| match scheme(url) {
            Some(scheme) => {
                let schemes = own.or(self.schemes.as_ref());
                schemes.is_none_or(|schemes| schemes.contains(&scheme))
            }
            None => {
                !self.removes_relative_urls
                    || url.trim_start_matches(|character: char| character <= ' ').starts_with('#')
            }
        };
        if is_url_list(name) {
            if name == "ping" {
                value.split_ascii_whitespace().all(is_allowed)
            } else {
                urls_of_srcset(value).into_iter().all(is_allowed)
            }
        } else if is_url(name) || own.is_some() {
            is_allowed(value)
        } else {
            true
        }
    }

    /// Returns the attributes that the policy adds to a link or form. `value` returns the values of the attributes that are kept.
    pub(crate) fn added_attributes<'v>(
        &self,
        element: ElementName,
        value: impl Fn(NameId) -> Option<&'v str>,
    ) -> Vec<(NameId, String)> {
        let mut added = Vec::new();
        if address_of(element).and_then(&value).is_none() {
            return added;
        }
        if let LinkTarget::Set(target) = &self.link_target
            && value(known::TARGET) != Some(target)
        {
            added.push((known::TARGET, target.clone()));
        }
        if let Some(types) = &self.link_rel {
            let present = value(known::REL).unwrap_or_default();
            let mut all: Vec<&str> = present.split_ascii_whitespace().collect();
            // `opener` would contradict `noopener`.
            if types.contains("noopener") {
                all.retain(|present| !present.eq_ignore_ascii_case("opener"));
            }
            for link_type in types {
                if !all.iter().any(|present| present.eq_ignore_ascii_case(link_type)) {
                    all.push(link_type);
                }
            }
            let all = all.join(" ");
            if all != present {
                added.push((known::REL, all));
            }
        }
        added
    }
}

/// Returns the name of the attribute with the address to which a link or a form leads; `None` for other elements.
#[inline]
fn address_of(element: ElementName) -> Option<NameId> {
    match element.local {
        _ if element.namespace != Namespace::Html => None,
        known::A | known::AREA => Some(known::HREF),
        known::FORM => Some(known::ACTION),
        _ => None,
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Policy")
            .field("schemes", &self.schemes)
            .field("link_rel", &self.link_rel)
            .field("prefix", &self.prefix)
            .field("classes", &self.classes)
            .field("has_callbacks", &(self.calls_back_for_elements() || self.checks_all()))
            .finish_non_exhaustive()
    }
}

fn lowercased<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> HashSet<String> {
    words.into_iter().map(|word| word.as_ref().to_ascii_lowercase()).collect()
}

fn is_plain(attribute: AttributeContext<'_>, name: &str) -> bool {
    attribute.namespace == Namespace::None && attribute.name == name
}

pub(crate) fn is_url(name: &str) -> bool {
    // The name may be `xlink:href`, if the attribute is not in the namespace of the prefix.
    static NAMES: LazyLock<&[&str]> = LazyLock::new(|| builtins().names("url-attributes"));
    let name = name.rsplit(':').next().unwrap_or(name);
    NAMES.contains(&name)
}

fn is_url_list(name: &str) -> bool {
    static NAMES: LazyLock<&[&str]> = LazyLock::new(|| builtins().names("url-list-attributes"));
    NAMES.contains(&name)
}

fn is_id(name: &str) -> bool {
    ID_ATTRIBUTES.contains(&name) || ID_LIST_ATTRIBUTES.contains(&name)
}

/// The value with a prefix before each id, or `None` if it stays unchanged.
fn prefixed(attribute: AttributeContext<'_>, prefix: &str) -> Option<String> {
    let AttributeContext { name, value, .. } = attribute;
    let with_prefix = |id: &str| format!("{prefix}{id}");
    let new = if name == "href" || name == "usemap" {
        let id = value.trim_ascii().strip_prefix('#').filter(|id| !id.is_empty())?;
        format!("#{}", with_prefix(id))
    } else if ID_LIST_ATTRIBUTES.contains(&name) || name == "for" {
        value.split_ascii_whitespace().map(with_prefix).collect::<Vec<_>>().join(" ")
    } else if ID_ATTRIBUTES.contains(&name) {
        if value.is_empty() {
            return None;
        }
        with_prefix(value)
    } else {
        return None;
    };
    (new != value).then_some(new)
}
