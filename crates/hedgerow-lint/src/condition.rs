//! Conditions of requirements: terms about attributes, ancestors and types. `tables/conditions.txt` describes the language.

use hedgerow_dom::NodeRef;

use crate::attributes::ElementView;
use crate::predicates::{self, Predicate};
use crate::text_tables::split;

/// A set of ancestors, each a bit of [`Marks`].
pub(crate) type Marks = u128;

/// The names that conditions and tables of forbidden descendants mention, each with a bit.
#[derive(Default, Debug)]
pub(crate) struct MarkNames(Vec<&'static str>);

impl MarkNames {
    /// Returns the bit of a name, which is added if it is new.
    pub(crate) fn add(&mut self, name: &'static str) -> Marks {
        let position = self.0.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.0.push(name);
            self.0.len() - 1
        });
        debug_assert!(position < 128, "too many marks");
        1 << position
    }

    /// Returns the bit of a name; zero if nothing mentions the name.
    pub(crate) fn find(&self, name: &str) -> Marks {
        self.0.iter().position(|known| *known == name).map_or(0, |position| 1 << position)
    }
}

/// Alternatives, of which one must hold.
#[derive(Debug, Default)]
pub(crate) struct Condition {
    alternatives: Vec<Vec<Term>>,
}

#[derive(Debug)]
struct Term {
    is_negated: bool,
    source: &'static str,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Has(&'static str),
    Is(&'static str, &'static str),
    Contains(&'static str, &'static str),
    Ancestor(Marks),
    Parent(&'static str),
    State(&'static str),
    Predicate(Predicate),
}

impl Condition {
    /// Parses a condition.
    pub(crate) fn new(source: &'static str, marks: &mut MarkNames) -> Self {
        let mut alternatives = Vec::new();
        let mut rest = Some(source);
        while let Some(text) = rest {
            let (one, others) = split(text, " or ");
            rest = others;
            alternatives.push(one.split_ascii_whitespace().map(|term| Term::new(term, marks)).collect());
        }
        Self { alternatives }
    }

    pub(crate) fn holds(&self, element: &ElementView<'_>) -> bool {
        self.alternatives.iter().any(|terms| terms.iter().all(|term| term.holds(element)))
    }

    /// Describes the condition, as a clause after "if".
    pub(crate) fn describe(&self) -> String {
        let alternatives = self.alternatives.iter().map(|terms| {
            let terms: Vec<_> = terms.iter().map(Term::describe).collect();
            terms.join(" and ")
        });
        alternatives.collect::<Vec<_>>().join(", or ")
    }
}

impl Term {
    fn new(source: &'static str, marks: &mut MarkNames) -> Self {
        let positive = source.strip_prefix('!').unwrap_or(source);
        let kind = if let Some(attribute) = positive.strip_prefix('@') {
            if let Some((name, tokens)) = attribute.split_once('~') {
                Kind::Contains(name, tokens)
            } else if let Some((name, values)) = attribute.split_once('=') {
                Kind::Is(name, values)
            } else {
                Kind::Has(attribute)
            }
        } else if let Some(names) = positive.strip_prefix("in:") {
            Kind::Ancestor(names.split(',').fold(0, |set, name| set | marks.add(name)))
        } else if let Some(names) = positive.strip_prefix("parent:") {
            Kind::Parent(names)
        } else if let Some(types) = positive.strip_prefix("state:") {
            Kind::State(types)
        } else {
            Kind::Predicate(predicates::find(positive))
        };
        Self { is_negated: positive.len() < source.len(), source: positive, kind }
    }

    fn holds(&self, element: &ElementView<'_>) -> bool {
        let is_so = match self.kind {
            Kind::Has(name) => element.value(name).is_some(),
            Kind::Is(name, values) => element.value(name).is_some_and(|value| {
                let value = value.trim_ascii();
                values.split(',').any(|one| one.eq_ignore_ascii_case(value))
            }),
            Kind::Contains(name, tokens) => element.value(name).is_some_and(|value| {
                value
                    .split_ascii_whitespace()
                    .any(|token| tokens.split(',').any(|one| one.eq_ignore_ascii_case(token)))
            }),
            Kind::Ancestor(marks) => element.ancestors & marks != 0,
            Kind::Parent(names) => parent_is(element.node, names),
            Kind::State(types) => types.split(',').any(|one| one.eq_ignore_ascii_case(element.input_type())),
            Kind::Predicate(predicate) => predicate(element),
        };
        is_so != self.is_negated
    }

    fn describe(&self) -> String {
        let quoted = |list: &str| {
            let quoted: Vec<_> = list.split(',').map(|one| format!("`{one}`")).collect();
            quoted.join(" or ")
        };
        let not = if self.is_negated { "not " } else { "" };
        match self.kind {
            Kind::Has(name) if self.is_negated => format!("`{name}` is absent"),
            Kind::Has(name) => format!("`{name}` is present"),
            Kind::Is(name, "") => format!("`{name}` is {not}empty"),
            Kind::Is(name, values) => format!("`{name}` is {not}{}", quoted(values)),
            Kind::Contains(name, tokens) if self.is_negated => {
                format!("`{name}` does not contain {}", quoted(tokens))
            }
            Kind::Contains(name, tokens) => format!("`{name}` contains {}", quoted(tokens)),
            Kind::Ancestor(_) => format!("it is {not}inside {}", quoted(&self.source[3..])),
            Kind::Parent(names) => format!("its parent is {not}{}", quoted(names)),
            Kind::State(types) => format!("its type is {not}{}", quoted(types)),
            Kind::Predicate(_) => format!(
                "{}{}",
                if self.is_negated { "it is not so that " } else { "" },
                predicates::describe(self.source)
            ),
        }
    }
}

/// Whether the parent of a node is an HTML element with one of the names.
pub(crate) fn parent_is(node: NodeRef<'_>, names: &str) -> bool {
    node.parent_element().is_some_and(|parent| {
        let name = parent.local_name_text();
        names.split(',').any(|one| one == name)
    })
}
