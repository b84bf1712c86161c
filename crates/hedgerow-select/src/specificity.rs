//! [`Specificity`]: the weight of a selector in the cascade of CSS. <https://drafts.csswg.org/selectors-4/#specificity-rules>

use std::ops::Add;

use selectors::parser::{Component, Selector};

use crate::pseudo_class::{PseudoClass, PseudoElement};
use crate::words::Implementation;

/// The weight of a selector in the cascade of CSS; greater values win.
/// <https://drafts.csswg.org/selectors-4/#specificity-rules>
///
/// ```
/// use hedgerow::Selector;
/// use hedgerow::select::Specificity;
/// let selector = Selector::parse("ul#trees > li.old:hover::before")?;
/// assert_eq!(selector.specificity(), Specificity { ids: 1, classes: 2, types: 3 });
/// assert!(Selector::parse("#a")?.specificity() > Selector::parse("p.a.b")?.specificity());
/// # Ok::<(), hedgerow::select::SelectorError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Specificity {
    /// The number of id selectors.
    pub ids: u32,
    /// The number of class selectors, attribute selectors and pseudo-classes.
    pub classes: u32,
    /// The number of type selectors and pseudo-elements.
    pub types: u32,
}

impl Specificity {
    const CLASS: Self = Self { ids: 0, classes: 1, types: 0 };
    const TYPE: Self = Self { ids: 0, classes: 0, types: 1 };
}

/// Adds each of the three numbers.
impl Add for Specificity {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            ids: self.ids.saturating_add(other.ids),
            classes: self.classes.saturating_add(other.classes),
            types: self.types.saturating_add(other.types),
        }
    }
}

/// The specificity of a selector list: the greatest one of its selectors.
pub(crate) fn of_list<'s>(list: impl IntoIterator<Item = &'s Selector<Implementation>>) -> Specificity {
    list.into_iter().map(of).max().unwrap_or_default()
}

fn of(selector: &Selector<Implementation>) -> Specificity {
    selector.iter_raw_match_order().map(of_component).fold(Specificity::default(), Add::add)
}

fn of_component(component: &Component<Implementation>) -> Specificity {
    match component {
        Component::ID(_) => Specificity { ids: 1, ..Specificity::default() },
        Component::LocalName(_) => Specificity::TYPE,
        Component::PseudoElement(PseudoElement::Text | PseudoElement::Attribute { .. }) => {
            Specificity::default()
        }
        Component::PseudoElement(PseudoElement::Slotted(argument)) => {
            Specificity::TYPE + of_list([&**argument])
        }
        Component::PseudoElement(_) => Specificity::TYPE,
        Component::Is(list) | Component::Negation(list) => of_list(list.slice()),
        Component::NonTSPseudoClass(PseudoClass::Has(has)) => of_list(&*has.0),
        Component::NthOf(nth) => Specificity::CLASS + of_list(nth.selectors()),
        Component::Host(argument) => Specificity::CLASS + of_list(argument),
        Component::Class(_)
        | Component::AttributeInNoNamespaceExists { .. }
        | Component::AttributeInNoNamespace { .. }
        | Component::AttributeOther(_)
        | Component::Root
        | Component::Empty
        | Component::Scope
        | Component::Nth(_)
        | Component::NonTSPseudoClass(_) => Specificity::CLASS,
        // `*`, namespaces, `:where()`, combinators, and `&` outside a rule.
        _ => Specificity::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_simple_selector_counts_as_the_specification_says() {
        for (text, expected) in [
            ("*", (0, 0, 0)),
            ("&", (0, 0, 0)),
            ("svg|*", (0, 0, 0)),
            ("li", (0, 0, 1)),
            ("ul li", (0, 0, 2)),
            ("ul ol + li", (0, 0, 3)),
            ("h1 + *[rel=up]", (0, 1, 1)),
            ("ul ol li.red", (0, 1, 3)),
            ("li.red.level", (0, 2, 1)),
            ("#x34y", (1, 0, 0)),
            ("#s12:not(foo)", (1, 0, 1)),
            (".foo :is(.bar, #baz)", (1, 1, 0)),
            (":where(#a, .b) p", (0, 0, 1)),
            (":not(em, strong#foo)", (1, 0, 1)),
            (":has(> .a b, #c)", (1, 0, 0)),
            (":nth-child(even of li, .item)", (0, 2, 0)),
            (":nth-child(2n)", (0, 1, 0)),
            (":first-child:empty:root:scope:lang(en):checked:hover", (0, 7, 0)),
            (":host(.a) > b", (0, 2, 1)),
            ("p::first-line", (0, 0, 2)),
            ("::slotted(.a)", (0, 1, 1)),
            ("p, #a, .b", (1, 0, 0)),
        ] {
            let (ids, classes, types) = expected;
            let found = crate::Selector::parse(text).unwrap().specificity();
            assert_eq!(found, Specificity { ids, classes, types }, "{text}");
        }
    }

    #[test]
    fn the_selectors_of_a_list_have_their_own_specificities() {
        let list = crate::Selector::parse("p, .b, #a").unwrap();
        let each: Vec<_> =
            list.iter().map(|selector| (selector.to_string(), selector.specificity())).collect();
        assert_eq!(each.iter().map(|(text, _)| &**text).collect::<Vec<_>>(), ["p", ".b", "#a"]);
        assert!(each.is_sorted_by(|one, other| one.1 < other.1));
    }
}
