//! [`Plan`]: the tests of a selector that are made first. They decide single type, id, class and attribute selectors
//! completely, and reject most elements for other selectors.

use std::ops::RangeInclusive;

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, known};
use hedgerow_dom::NodeRef;
use hedgerow_dom::search;

use crate::compile::{Complex, Test};
use crate::element::has_word;
use crate::query_cache::{LongTexts, Question};
use crate::slots::TestNumber;
use crate::words::Names;

/// The simple selectors of the last compound selector that are cheap to compare: at most one of each kind.
#[derive(Default)]
pub(crate) struct Plan {
    name: Option<Names>,
    id: Option<Box<str>>,
    class: Option<(Box<str>, TestNumber)>,
    /// An attribute that the element must have.
    attribute: Option<Names>,
    /// The rest of the selector, if there is any.
    pub(crate) rest: Option<Complex>,
}

impl Plan {
    pub(crate) fn new(mut complex: Complex) -> Self {
        let mut plan = Self::default();
        let mut is_whole = true;
        if let Some(subject) = complex.compounds.first_mut() {
            let tests = std::mem::take(&mut subject.tests).into_iter();
            subject.tests = tests.filter_map(|test| plan.take(test)).collect();
            is_whole = subject.tests.is_empty() && subject.combinator.is_none();
        }
        plan.rest = (!is_whole).then_some(complex);
        plan
    }

    /// Moves a test into the plan. Returns the part of the test that the plan does not cover.
    fn take(&mut self, test: Test) -> Option<Test> {
        match test {
            Test::Any => return None,
            Test::Name(names) if self.name.is_none() => self.name = Some(names),
            Test::Id(id) if self.id.is_none() => self.id = Some(id),
            Test::Class(class, number) if self.class.is_none() => self.class = Some((class, number)),
            Test::Attribute(attribute)
                if self.attribute.is_none() && attribute.namespace == Some(Namespace::None) =>
            {
                self.attribute = Some(attribute.names);
                return attribute.value.is_some().then_some(Test::Attribute(attribute));
            }
            test => return Some(test),
        }
        None
    }

    /// The plan for a document; `None` if no element can match.
    pub(crate) fn resolve(&self, index: usize, resolved: &[Option<NameId>]) -> Option<Resolved> {
        Some(Resolved {
            index,
            name: ResolvedNames::resolve(self.name, resolved).ok()?,
            attribute: ResolvedNames::resolve(self.attribute, resolved).ok()?,
            needs_attributes: self.id.is_some() || self.class.is_some() || self.attribute.is_some(),
        })
    }

    pub(crate) fn has_id_or_class(&self) -> bool {
        self.id.is_some() || self.class.is_some()
    }

    /// The id that every matching element has.
    pub(crate) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// An attribute that every matching element has, and the condition on its value.
    pub(crate) fn attribute_test(&self, resolved: &Resolved) -> Option<(AttributeName, Wanted<'_>)> {
        let (name, wanted) = match (&self.id, &self.class, resolved.attribute) {
            (Some(id), _, _) => (known::ID, Wanted::Id(id)),
            (None, Some((class, number)), _) => (known::CLASS, Wanted::Class(class, *number)),
            (None, None, Some(ResolvedNames { html: Some(html), other: Some(other) })) if html == other => {
                (html, Wanted::Any)
            }
            _ => return None,
        };
        Some((AttributeName::plain(name), wanted))
    }
}

/// The condition on the value of an attribute.
pub(crate) enum Wanted<'p> {
    Id(&'p str),
    Class(&'p str, TestNumber),
    Any,
}

impl Wanted<'_> {
    /// The possible lengths of the value.
    pub(crate) fn lengths(&self) -> RangeInclusive<usize> {
        match self {
            Self::Id(id) => id.len()..=id.len(),
            Self::Class(class, _) => class.len()..=usize::MAX,
            Self::Any => 0..=usize::MAX,
        }
    }

    #[inline]
    pub(crate) fn is_in(&self, value: &str, ignores_case: bool, long_texts: &mut LongTexts) -> bool {
        match self {
            Self::Id(id) if ignores_case => value.eq_ignore_ascii_case(id),
            Self::Id(id) => value == *id,
            Self::Class(class, number) => {
                long_texts.pass(value, Question::Test(*number), || has_word(value, class, ignores_case))
            }
            Self::Any => true,
        }
    }
}

/// A plan for one document.
pub(crate) struct Resolved {
    /// The index of the selector in its list, which is also the index of its plan.
    pub(crate) index: usize,
    name: Option<ResolvedNames>,
    attribute: Option<ResolvedNames>,
    needs_attributes: bool,
}

/// The error for a name that the document does not contain.
struct Absent;

/// The ids of a name in its two forms (see [`Names`]); `None` if the document does not contain the form.
#[derive(Clone, Copy)]
struct ResolvedNames {
    html: Option<NameId>,
    other: Option<NameId>,
}

impl ResolvedNames {
    /// The ids of a name; `None` if `names` is `None`, and an error if the document does not contain the name.
    fn resolve(names: Option<Names>, resolved: &[Option<NameId>]) -> Result<Option<Self>, Absent> {
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
    /// The names of matching elements, in any namespace; `None` if all names are possible.
    pub(crate) fn names(&self) -> Option<impl Iterator<Item = NameId> + use<>> {
        let names = self.name?;
        let other = names.other.filter(|_| names.other != names.html);
        Some(names.html.into_iter().chain(other))
    }

    /// Whether an element with this name can match.
    #[inline]
    pub(crate) fn admits_name(&self, element_name: ElementName) -> bool {
        self.name.is_none_or(|names| names.within(element_name.namespace) == Some(element_name.local))
    }

    /// Whether an element whose name can match passes the plan. If the plan has no `rest`, an element that passes is a match.
    #[inline]
    pub(crate) fn admits(
        &self,
        plan: &Plan,
        element: NodeRef<'_>,
        element_name: ElementName,
        ignores_case: bool,
        long_texts: &mut LongTexts,
    ) -> bool {
        !self.needs_attributes
            || self.admits_attributes(plan, element, element_name, ignores_case, long_texts)
    }

    #[inline]
    fn admits_attributes(
        &self,
        plan: &Plan,
        element: NodeRef<'_>,
        element_name: ElementName,
        ignores_case: bool,
        long_texts: &mut LongTexts,
    ) -> bool {
        if let Some(id) = &plan.id {
            let Some(value) = search::attribute_value(element, AttributeName::plain(known::ID)) else {
                return false;
            };
            if !Wanted::Id(id).is_in(value, ignores_case, long_texts) {
                return false;
            }
        }
        if let Some((class, number)) = &plan.class {
            let Some(value) = search::attribute_value(element, AttributeName::plain(known::CLASS)) else {
                return false;
            };
            if !Wanted::Class(class, *number).is_in(value, ignores_case, long_texts) {
                return false;
            }
        }
        if let Some(names) = self.attribute {
            let name = names.within(element_name.namespace);
            return name
                .is_some_and(|name| search::attribute_value(element, AttributeName::plain(name)).is_some());
        }
        true
    }
}
