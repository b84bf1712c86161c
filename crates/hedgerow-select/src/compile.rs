//! Selectors as they are matched: [`Complex`] and its parts, made from what the `selectors` crate has parsed.
//!
//! What is not here: what is parsed (`syntax.rs`), and matching (`matching.rs`).

use hedgerow_names::Namespace;
use selectors::attr::{
    AttrSelectorOperator, AttrSelectorWithOptionalNamespace, NamespaceConstraint,
    ParsedAttrSelectorOperation, ParsedCaseSensitivity,
};
use selectors::parser::{AnPlusB, Combinator, Component, NthSelectorData, NthType, Selector};

use crate::pseudo_class::{DirArgument, PseudoClass, State};
use crate::words::{Implementation, Name, Names, UnknownNames, Value, Word};

/// A complex selector. <https://drafts.csswg.org/selectors-4/#complex>
pub(crate) struct Complex {
    /// Its compound selectors, from that of the subject to the first one.
    pub(crate) compounds: Box<[Compound]>,
}

/// A compound selector of a complex one. <https://drafts.csswg.org/selectors-4/#compound>
pub(crate) struct Compound {
    pub(crate) tests: Box<[Test]>,
    /// What stands between the compound selector to the left and this one.
    pub(crate) combinator: Option<Combinator>,
    /// Whether it matches an element, with all to the left of it; none if that is not worth being remembered.
    pub(crate) matches: Option<Slot>,
    /// Whether it so matches an ancestor of an element, or an earlier sibling; one of the two is asked for.
    pub(crate) matches_before: Slot,
}

/// Where the answers to a yes-or-no question are remembered by node.
#[derive(Clone, Copy)]
pub(crate) struct Slot(pub(crate) usize);

/// Where it is remembered what elements have from their ancestors for the pseudo-classes of form controls.
#[derive(Clone, Copy)]
pub(crate) struct StateSlots {
    /// Whether the element is in a disabled `fieldset`.
    pub(crate) disabled: Slot,
    /// Whether an `option` is in a disabled `optgroup`.
    pub(crate) disabled_option: Slot,
    /// Whether the element is editable.
    pub(crate) editable: Slot,
}

/// A simple selector. <https://drafts.csswg.org/selectors-4/#simple>
pub(crate) enum Test {
    /// `*`.
    Any,
    Name(Names),
    Namespace(Namespace),
    /// The default namespace, which a selector without a prefix asks for.
    DefaultNamespace(Namespace),
    Id(Box<str>),
    Class(Box<str>),
    Attribute(Box<AttributeTest>),
    Root,
    Scope,
    /// `:host`, and the argument of `:host()`.
    Host(Option<Box<Complex>>),
    Empty,
    FirstChild,
    LastChild,
    Nth(Box<Nth>),
    /// `:is()` and `:where()`.
    AnyOf(Box<[Complex]>),
    /// `:not()`.
    NoneOf(Box<[Complex]>),
    Has(Box<[Relative]>),
    /// `:lang()` with its ranges.
    Language(Box<[Box<str>]>, Slot),
    /// `:dir()`.
    Direction(DirArgument, Slot),
    State(State, StateSlots),
    /// What matches nothing.
    Never,
}

impl Test {
    /// In which order tests are made: those that take longer, later.
    fn cost(&self) -> u8 {
        match self {
            Self::Any | Self::Name(_) | Self::Namespace(_) | Self::DefaultNamespace(_) => 0,
            Self::Root | Self::Scope | Self::Host(_) | Self::Never => 0,
            Self::Id(_) | Self::FirstChild | Self::LastChild => 1,
            Self::Class(_) | Self::Attribute(_) | Self::State(..) | Self::Empty => 2,
            Self::Nth(_) | Self::AnyOf(_) | Self::NoneOf(_) | Self::Language(..) | Self::Direction(..) => 3,
            Self::Has(_) => 4,
        }
    }
}

/// An attribute selector. <https://drafts.csswg.org/selectors-4/#attribute-selectors>
pub(crate) struct AttributeTest {
    /// None stands for any.
    pub(crate) namespace: Option<Namespace>,
    pub(crate) names: Names,
    pub(crate) value: Option<ValueTest>,
}

/// What an attribute selector asks of the value.
pub(crate) struct ValueTest {
    pub(crate) operator: AttrSelectorOperator,
    pub(crate) case_sensitivity: ParsedCaseSensitivity,
    pub(crate) text: Box<str>,
}

/// `:nth-child()` and its relatives. <https://drafts.csswg.org/selectors-4/#child-index>
pub(crate) struct Nth {
    pub(crate) is_of_type: bool,
    pub(crate) is_from_end: bool,
    pub(crate) an_plus_b: AnPlusB,
    /// Only these are counted; all if there are none.
    pub(crate) of: Box<[Complex]>,
    /// Where the numbers of elements are remembered.
    pub(crate) slot: Slot,
}

/// A relative selector, the argument of `:has()`: its compound selectors from the first to the last, each with the combinator
/// in front of it. <https://drafts.csswg.org/selectors-4/#relative-selector>
pub(crate) struct Relative(pub(crate) Box<[RelativeCompound]>);

/// A compound selector of a relative selector.
pub(crate) struct RelativeCompound {
    pub(crate) combinator: Combinator,
    pub(crate) tests: Box<[Test]>,
    /// Whether an element has, beyond the combinator, what this and all to the right of it match.
    pub(crate) slot: Slot,
}

/// Compiles the selectors of a list, and counts what all of them need.
#[derive(Default)]
pub(crate) struct Compiler {
    /// The names that not every document knows.
    pub(crate) unknown_names: UnknownNames,
    /// How many slots there are for answers.
    pub(crate) answers: usize,
    /// How many slots there are for numbers.
    pub(crate) numbers: usize,
}

impl Compiler {
    pub(crate) fn complex(&mut self, selector: &Selector<Implementation>) -> Complex {
        let compounds = self.compounds(selector).into_iter().enumerate();
        let compounds = compounds.map(|(index, (tests, combinator))| {
            let is_remembered = index > 0 && tests.iter().any(|test| test.cost() > 0);
            Compound {
                tests: tests.into(),
                combinator,
                matches: is_remembered.then(|| self.slot()),
                matches_before: self.slot(),
            }
        });
        Complex { compounds: compounds.collect() }
    }

    /// The compound selectors from the last to the first, each with the combinator to its left.
    fn compounds(&mut self, selector: &Selector<Implementation>) -> Vec<(Vec<Test>, Option<Combinator>)> {
        let mut compounds = Vec::new();
        let mut components = selector.iter();
        loop {
            let mut tests: Vec<Test> = Vec::new();
            for component in &mut components {
                self.push_tests(component, &mut tests);
            }
            tests.sort_by_key(Test::cost);
            let combinator = components.next_sequence();
            compounds.push((tests, combinator));
            if combinator.is_none() {
                return compounds;
            }
        }
    }

    fn relative(&mut self, selector: &Selector<Implementation>) -> Relative {
        let mut compounds = self.compounds(selector);
        // The first one is the anchor, which has nothing to its left.
        compounds.reverse();
        let compounds = compounds.into_iter().filter_map(|(tests, combinator)| {
            Some(RelativeCompound { combinator: combinator?, tests: tests.into(), slot: self.slot() })
        });
        Relative(compounds.collect())
    }

    fn list<'s>(
        &mut self,
        selectors: impl IntoIterator<Item = &'s Selector<Implementation>>,
    ) -> Box<[Complex]> {
        selectors.into_iter().map(|selector| self.complex(selector)).collect()
    }

    fn slot(&mut self) -> Slot {
        self.answers += 1;
        Slot(self.answers - 1)
    }

    fn names(&mut self, html: &Word, other: &Word) -> Names {
        Names { html: self.name(html.as_str()), other: self.name(other.as_str()) }
    }

    fn name(&mut self, text: &str) -> Name {
        Name::new(text, &mut self.unknown_names)
    }

    fn push_tests(&mut self, component: &Component<Implementation>, tests: &mut Vec<Test>) {
        tests.push(match component {
            Component::LocalName(name) => Test::Name(self.names(&name.lower_name, &name.name)),
            Component::ID(id) => Test::Id(id.as_str().into()),
            Component::Class(class) => Test::Class(class.as_str().into()),
            Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
                let names = self.names(local_name_lower, local_name);
                Test::Attribute(AttributeTest { namespace: Some(Namespace::None), names, value: None }.into())
            }
            Component::AttributeInNoNamespace { local_name, operator, value, case_sensitivity } => {
                let names = self.names(local_name, local_name);
                let value = Some(ValueTest::new(*operator, *case_sensitivity, value));
                Test::Attribute(AttributeTest { namespace: Some(Namespace::None), names, value }.into())
            }
            Component::AttributeOther(attribute) => Test::Attribute(self.attribute(attribute).into()),
            Component::ExplicitUniversalType => Test::Any,
            Component::ExplicitAnyNamespace => return,
            Component::ExplicitNoNamespace => Test::Namespace(Namespace::None),
            Component::DefaultNamespace(namespace) => Test::DefaultNamespace(namespace.0),
            Component::Namespace(_, namespace) => Test::Namespace(namespace.0),
            Component::Negation(list) => Test::NoneOf(self.list(list.slice())),
            Component::Is(list) | Component::Where(list) => Test::AnyOf(self.list(list.slice())),
            Component::Root => Test::Root,
            Component::Empty => Test::Empty,
            Component::Scope => Test::Scope,
            Component::Host(argument) => {
                Test::Host(argument.as_ref().map(|selector| self.complex(selector).into()))
            }
            Component::Nth(data) => return self.push_nth(data, &[], tests),
            Component::NthOf(nth) => return self.push_nth(nth.nth_data(), nth.selectors(), tests),
            Component::NonTSPseudoClass(pseudo_class) => self.pseudo_class(pseudo_class),
            // The first compound selector of a relative selector, which is left out.
            Component::RelativeSelectorAnchor => return,
            // No element is a pseudo-element; all others are not parsed, or are not valid.
            _ => Test::Never,
        });
    }

    fn push_nth(&mut self, data: &NthSelectorData, of: &[Selector<Implementation>], tests: &mut Vec<Test>) {
        let (ends, is_of_type): (&[bool], bool) = match data.ty {
            NthType::Child => (&[false], false),
            NthType::LastChild => (&[true], false),
            NthType::OnlyChild => (&[false, true], false),
            NthType::OfType => (&[false], true),
            NthType::LastOfType => (&[true], true),
            NthType::OnlyOfType => (&[false, true], true),
        };
        for &is_from_end in ends {
            let is_first = data.an_plus_b == AnPlusB(0, 1) && !is_of_type && of.is_empty();
            tests.push(match (is_first, is_from_end) {
                (true, false) => Test::FirstChild,
                (true, true) => Test::LastChild,
                (false, _) => {
                    self.numbers += 1;
                    let slot = Slot(self.numbers - 1);
                    let (an_plus_b, of) = (data.an_plus_b, self.list(of));
                    Test::Nth(Nth { is_of_type, is_from_end, an_plus_b, of, slot }.into())
                }
            });
        }
    }

    fn attribute(&mut self, attribute: &AttrSelectorWithOptionalNamespace<Implementation>) -> AttributeTest {
        AttributeTest {
            namespace: match attribute.namespace() {
                None => Some(Namespace::None),
                Some(NamespaceConstraint::Specific(namespace)) => Some(namespace.0),
                Some(NamespaceConstraint::Any) => None,
            },
            names: self.names(&attribute.local_name_lower, &attribute.local_name),
            value: match &attribute.operation {
                ParsedAttrSelectorOperation::Exists => None,
                ParsedAttrSelectorOperation::WithValue { operator, case_sensitivity, value } => {
                    Some(ValueTest::new(*operator, *case_sensitivity, value))
                }
            },
        }
    }

    fn pseudo_class(&mut self, pseudo_class: &PseudoClass) -> Test {
        match pseudo_class {
            PseudoClass::Has(has) => {
                Test::Has(has.0.iter().map(|selector| self.relative(selector)).collect())
            }
            PseudoClass::Lang(ranges) => Test::Language(ranges.clone(), self.slot()),
            PseudoClass::Dir(argument) => Test::Direction(argument.clone(), self.slot()),
            PseudoClass::State(state) => {
                let [disabled, disabled_option, editable] = [(); 3].map(|()| self.slot());
                Test::State(*state, StateSlots { disabled, disabled_option, editable })
            }
            PseudoClass::Never(_) => Test::Never,
        }
    }
}

impl ValueTest {
    fn new(operator: AttrSelectorOperator, case_sensitivity: ParsedCaseSensitivity, value: &Value) -> Self {
        Self { operator, case_sensitivity, text: value.as_ref().into() }
    }
}
