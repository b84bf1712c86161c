//! [`Plan`]: what is asked of an element before the machinery of the `selectors` crate is started for it, which is all there
//! is to ask for lone type, id, class and attribute selectors, and for most combinations of them.

use std::ops::RangeInclusive;

use hedgerow_dom::{Document, IndexKey, NodeId};
use hedgerow_names::{AttributeName, ElementName, NameId, Namespace, known};
use selectors::context::QuirksMode;
use selectors::parser::{AncestorHashes, Component, Selector};

use crate::element::{attribute_value, has_word};
use crate::words::{Implementation, Name, Word};

/// The simple selectors of the last compound selector that are quickly compared: at most one of each kind.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    name: Option<Names>,
    id: Option<Word>,
    class: Option<Word>,
    attribute: Option<Names>,
    /// Whether this is the whole selector.
    is_whole: bool,
}

/// A name as it is compared with those of HTML elements, and of others.
#[derive(Debug)]
struct Names {
    html: Name,
    other: Name,
}

impl Plan {
    pub(crate) fn new(selector: &Selector<Implementation>) -> Self {
        let mut plan = Self::default();
        let mut rest = false;
        let mut components = selector.iter();
        for component in &mut components {
            match component {
                Component::LocalName(name) if plan.name.is_none() => {
                    plan.name = Some(Names { html: name.lower_name.clone(), other: name.name.clone() });
                }
                Component::ID(id) if plan.id.is_none() => plan.id = Some(id.clone()),
                Component::Class(class) if plan.class.is_none() => plan.class = Some(class.clone()),
                Component::AttributeInNoNamespaceExists { local_name, local_name_lower }
                    if plan.attribute.is_none() =>
                {
                    plan.attribute =
                        Some(Names { html: local_name_lower.clone(), other: local_name.clone() });
                }
                Component::ExplicitUniversalType | Component::ExplicitAnyNamespace => {}
                _ => rest = true,
            }
        }
        plan.is_whole = !rest && components.next_sequence().is_none();
        plan
    }

    /// The plan for a document; `None` if no element of it can match.
    pub(crate) fn resolve(
        &self,
        index: usize,
        resolved: &[Option<NameId>],
        selector: &Selector<Implementation>,
        quirks_mode: QuirksMode,
    ) -> Option<Resolved> {
        Some(Resolved {
            index,
            name: ResolvedNames::resolve(self.name.as_ref(), resolved).ok()?,
            attribute: ResolvedNames::resolve(self.attribute.as_ref(), resolved).ok()?,
            needs_attributes: self.id.is_some() || self.class.is_some() || self.attribute.is_some(),
            is_whole: self.is_whole,
            hashes: (!self.is_whole).then(|| AncestorHashes::new(selector, quirks_mode)),
        })
    }
}

impl Plan {
    pub(crate) fn has_id_or_class(&self) -> bool {
        self.id.is_some() || self.class.is_some()
    }

    /// What an index is asked for, of which every element that passes has one; an error if it cannot be asked.
    pub(crate) fn index_keys<'p>(
        &'p self,
        resolved: &Resolved,
    ) -> Result<impl Iterator<Item = IndexKey<'p>> + use<'p>, NotIndexed> {
        let word = match (&self.id, &self.class) {
            (Some(id), _) => Some(IndexKey::Id(id.as_str())),
            (None, Some(class)) => Some(IndexKey::Class(class.as_str())),
            (None, None) => None,
        };
        let names = if word.is_some() { None } else { Some(resolved.names().ok_or(NotIndexed)?) };
        Ok(word.into_iter().chain(names.into_iter().flatten().map(IndexKey::Name)))
    }

    /// An attribute that every element has which passes, the lengths of its value, and what that is tested for.
    pub(crate) fn attribute_test(
        &self,
        resolved: &Resolved,
        ignores_case: bool,
    ) -> Option<(AttributeName, RangeInclusive<usize>, impl Fn(&str) -> bool)> {
        let (name, wanted) = match (&self.id, &self.class, resolved.attribute) {
            (Some(id), _, _) => (known::ID, Wanted::Id(id)),
            (None, Some(class), _) => (known::CLASS, Wanted::Class(class)),
            (None, None, Some(ResolvedNames { html: Some(html), other: Some(other) })) if html == other => {
                (html, Wanted::Any)
            }
            _ => return None,
        };
        let lengths = wanted.lengths();
        Some((AttributeName::plain(name), lengths, move |value: &str| wanted.is_in(value, ignores_case)))
    }
}

/// What is asked for is nothing that an index knows.
pub(crate) struct NotIndexed;

/// What the value of an attribute is tested for.
enum Wanted<'p> {
    Id(&'p Word),
    Class(&'p Word),
    Any,
}

impl Wanted<'_> {
    /// The lengths that the value may have.
    fn lengths(&self) -> RangeInclusive<usize> {
        match self {
            Self::Id(id) => id.as_str().len()..=id.as_str().len(),
            Self::Class(class) => class.as_str().len()..=usize::MAX,
            Self::Any => 0..=usize::MAX,
        }
    }

    #[inline]
    fn is_in(&self, value: &str, ignores_case: bool) -> bool {
        match self {
            Self::Id(id) if ignores_case => value.eq_ignore_ascii_case(id.as_str()),
            Self::Id(id) => value == id.as_str(),
            Self::Class(class) => has_word(value, class.as_str(), ignores_case),
            Self::Any => true,
        }
    }
}

/// A plan for one document.
pub(crate) struct Resolved {
    /// The index of the selector and of its plan.
    pub(crate) index: usize,
    name: Option<ResolvedNames>,
    attribute: Option<ResolvedNames>,
    needs_attributes: bool,
    pub(crate) is_whole: bool,
    /// What ancestors have to have; nothing is computed if none of them is asked for.
    pub(crate) hashes: Option<AncestorHashes>,
}

/// The document does not have a name.
struct Absent;

/// The ids of a name; none where the document does not have it.
#[derive(Clone, Copy)]
struct ResolvedNames {
    html: Option<NameId>,
    other: Option<NameId>,
}

impl ResolvedNames {
    /// The ids of a name, if one is asked for; an error if the document does not have it.
    fn resolve(names: Option<&Names>, resolved: &[Option<NameId>]) -> Result<Option<Self>, Absent> {
        let Some(names) = names else { return Ok(None) };
        let ids = Self { html: names.html.id(resolved), other: names.other.id(resolved) };
        if ids.html.is_none() && ids.other.is_none() { Err(Absent) } else { Ok(Some(ids)) }
    }

    /// The id for an element of a namespace.
    #[inline]
    fn within(self, namespace: Namespace) -> Option<NameId> {
        if namespace == Namespace::Html { self.html } else { self.other }
    }
}

impl Resolved {
    /// The names of elements that pass, whatever their namespaces; `None` if all names do.
    pub(crate) fn names(&self) -> Option<impl Iterator<Item = NameId> + use<>> {
        let names = self.name?;
        let other = names.other.filter(|_| names.other != names.html);
        Some(names.html.into_iter().chain(other))
    }

    /// Whether the name of an element passes.
    #[inline]
    pub(crate) fn admits_name(&self, element_name: ElementName) -> bool {
        self.name.is_none_or(|names| names.within(element_name.namespace) == Some(element_name.local))
    }

    /// Whether an element passes whose name does; if the plan is the whole selector, then it matches.
    #[inline]
    pub(crate) fn admits(
        &self,
        plan: &Plan,
        document: &Document,
        element: NodeId,
        element_name: ElementName,
        ignores_case: bool,
    ) -> bool {
        !self.needs_attributes || self.admits_attributes(plan, document, element, element_name, ignores_case)
    }

    #[inline]
    fn admits_attributes(
        &self,
        plan: &Plan,
        document: &Document,
        element: NodeId,
        element_name: ElementName,
        ignores_case: bool,
    ) -> bool {
        if let Some(id) = &plan.id {
            let Some(value) = attribute_value(document, element, AttributeName::plain(known::ID)) else {
                return false;
            };
            if !Wanted::Id(id).is_in(value, ignores_case) {
                return false;
            }
        }
        if let Some(class) = &plan.class {
            let Some(value) = attribute_value(document, element, AttributeName::plain(known::CLASS)) else {
                return false;
            };
            if !Wanted::Class(class).is_in(value, ignores_case) {
                return false;
            }
        }
        if let Some(names) = self.attribute {
            let name = names.within(element_name.namespace);
            return name.is_some_and(|name| {
                attribute_value(document, element, AttributeName::plain(name)).is_some()
            });
        }
        true
    }
}
