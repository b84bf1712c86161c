//! Compiled selectors: [`Complex`] and its parts, created from the output of the `selectors` crate.
//!
//! The syntax is in `syntax.rs`, matching in `matching.rs`.

use hedgerow_base::Namespace;
use selectors::attr::{
    AttrSelectorOperator, AttrSelectorWithOptionalNamespace, NamespaceConstraint,
    ParsedAttrSelectorOperation, ParsedCaseSensitivity,
};
use selectors::parser::{AnPlusB, Combinator, Component, NthSelectorData, NthType, Selector};

use crate::pseudo_class::{AttributeNamespace, Contains, DirArgument, PseudoClass, PseudoElement, State};
use crate::slots::{CacheSlot, StateSlots, TestNumber};
use crate::substring::Substring;
use crate::words::{Implementation, Name, Names, UnknownNames, Value, Word};

/// A complex selector. <https://drafts.csswg.org/selectors-4/#complex>
pub(crate) struct Complex {
    /// The compound selectors, from right to left: the subject comes first.
    pub(crate) compounds: Box<[Compound]>,
}

/// A compound selector of a complex selector. <https://drafts.csswg.org/selectors-4/#compound>
pub(crate) struct Compound {
    pub(crate) tests: Box<[Test]>,
    /// The combinator between the compound selector to the left and this one; `None` for the leftmost one.
    pub(crate) combinator: Option<Combinator>,
    /// The cache of whether an element matches this compound selector and everything to its left; `None` if caching is not
    /// worthwhile.
    pub(crate) matches_slot: Option<CacheSlot>,
    /// The cache of whether any ancestor or any earlier sibling of an element matches this compound selector and everything
    /// to its left. The combinator to the right determines whether ancestors or siblings are tested.
    pub(crate) matches_before_slot: CacheSlot,
}

/// The kind of results of a selector.
#[derive(Clone, Copy)]
pub(crate) enum Output {
    /// The elements that match.
    Elements,
    /// `::text`: the text nodes that are children of these elements.
    Text,
    /// `::attr()`: the values of an attribute of these elements. The namespace is `None` if it may be any.
    Attribute { namespace: Option<Namespace>, names: Names },
}

/// A simple selector. <https://drafts.csswg.org/selectors-4/#simple>
pub(crate) enum Test {
    /// `*`.
    Any,
    Name(Names),
    Namespace(Namespace),
    /// The default namespace, for a selector without a prefix.
    DefaultNamespace(Namespace),
    Id(Box<str>),
    Class(Box<str>, TestNumber),
    Attribute(Box<AttributeTest>),
    Root,
    Scope,
    /// `:host`, or `:host()` with its argument.
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
    /// `:contains()`.
    Contains(Box<TextTest>),
    /// `:lang()` with its ranges.
    Language(Box<[Box<str>]>, CacheSlot),
    /// `:dir()`.
    Direction(DirArgument, CacheSlot),
    State(State, StateSlots),
    /// A test that never passes.
    Never,
}

/// The greatest cost of a test.
const HIGHEST_COST: usize = 4;

impl Test {
    /// The rank of the test. Tests with a low rank are cheap and are made first.
    fn cost(&self) -> usize {
        match self {
            Self::Any | Self::Name(_) | Self::Namespace(_) | Self::DefaultNamespace(_) => 0,
            Self::Root | Self::Scope | Self::Host(_) | Self::Never => 0,
            Self::Id(_) | Self::FirstChild | Self::LastChild => 1,
            Self::Class(..) | Self::Attribute(_) | Self::State(..) | Self::Empty => 2,
            Self::Nth(_) | Self::AnyOf(_) | Self::NoneOf(_) | Self::Language(..) | Self::Direction(..) => 3,
            Self::Has(_) | Self::Contains(_) => HIGHEST_COST,
        }
    }
}

/// An attribute selector. <https://drafts.csswg.org/selectors-4/#attribute-selectors>
pub(crate) struct AttributeTest {
    /// The namespace; `None` stands for any.
    pub(crate) namespace: Option<Namespace>,
    pub(crate) names: Names,
    pub(crate) value: Option<ValueTest>,
    pub(crate) number: TestNumber,
}

/// The value condition of an attribute selector.
pub(crate) struct ValueTest {
    pub(crate) operator: AttrSelectorOperator,
    pub(crate) case_sensitivity: ParsedCaseSensitivity,
    pub(crate) text: Box<str>,
    /// The text prepared for searching, for `*=` if case may be ignored.
    pub(crate) substring: Option<Substring>,
}

/// The argument of `:contains()`.
pub(crate) struct TextTest {
    pub(crate) text: Substring,
    pub(crate) slot: CacheSlot,
}

impl TextTest {
    fn new(contains: &Contains, slot: CacheSlot) -> Self {
        Self { text: Substring::new(&contains.text, contains.ignores_case), slot }
    }
}

/// `:nth-child()` and its relatives. <https://drafts.csswg.org/selectors-4/#child-index>
pub(crate) struct Nth {
    pub(crate) is_of_type: bool,
    pub(crate) is_from_end: bool,
    pub(crate) an_plus_b: AnPlusB,
    /// The selectors of the elements that are counted; if empty, all elements are counted.
    pub(crate) of: Box<[Complex]>,
    /// The cache of the elements' numbers.
    pub(crate) slot: CacheSlot,
}

/// A relative selector, the argument of `:has()`: its compound selectors from left to right, each with the combinator before
/// it. <https://drafts.csswg.org/selectors-4/#relative-selector>
pub(crate) struct Relative(pub(crate) Box<[RelativeCompound]>);

/// A compound selector of a relative selector.
pub(crate) struct RelativeCompound {
    pub(crate) combinator: Combinator,
    pub(crate) tests: Box<[Test]>,
    /// The cache of whether this compound selector and everything to its right match relative to an element.
    pub(crate) slot: CacheSlot,
}

/// Compiles the selectors of a list, and counts the caches that they need.
#[derive(Default)]
pub(crate) struct Compiler {
    /// The names without a fixed id.
    pub(crate) unknown_names: UnknownNames,
    /// The number of caches for yes-or-no answers.
    pub(crate) answers: usize,
    /// The number of caches for numbers.
    pub(crate) numbers: usize,
    /// The number of tests of classes and other attributes.
    value_tests: usize,
}

impl Compiler {
    /// Compiles a selector of the list into complex selectors, each with the kind of its results.
    pub(crate) fn selectors(&mut self, selector: &Selector<Implementation>) -> Vec<(Complex, Output)> {
        let output = match selector.pseudo_element() {
            Some(PseudoElement::Text) => Output::Text,
            Some(PseudoElement::Attribute { namespace, name }) => {
                let namespace = match namespace {
                    AttributeNamespace::None => Some(Namespace::None),
                    AttributeNamespace::Any => None,
                    AttributeNamespace::Declared(_, namespace) => Some(*namespace),
                };
                let lower = Word::from(&*name.as_str().to_ascii_lowercase());
                Output::Attribute { namespace, names: self.names(&lower, name) }
            }
            Some(
                PseudoElement::Css(_)
                | PseudoElement::Function(..)
                | PseudoElement::Slotted(_)
                | PseudoElement::WebKit(_),
            )
            | None => return vec![(self.complex(selector), Output::Elements)],
        };
        // The first compound selector is the pseudo-element.
        let compounds = self.compounds(selector).split_off(1);
        let mut selectors = Vec::new();
        // `E ::text` means all text in `E`. Its compound selectors find only the text in descendants of `E`, so a
        // selector for the text nodes that are children of `E` is added.
        if let Some((subject, Some(Combinator::Descendant))) = compounds.first()
            && subject.iter().all(|test| matches!(test, Test::Any | Test::DefaultNamespace(_)))
        {
            let ancestors = self.compounds(selector).split_off(2);
            selectors.push((self.with_caches(ancestors), output));
        }
        selectors.push((self.with_caches(compounds), output));
        selectors
    }

    pub(crate) fn complex(&mut self, selector: &Selector<Implementation>) -> Complex {
        let compounds = self.compounds(selector);
        self.with_caches(compounds)
    }

    /// Creates a complex selector from its compound selectors, and assigns the caches that it needs.
    fn with_caches(&mut self, compounds: Vec<(Vec<Test>, Option<Combinator>)>) -> Complex {
        let compounds = compounds.into_iter().enumerate();
        let compounds = compounds.map(|(index, (tests, combinator))| {
            let is_cached = index > 0 && tests.iter().any(|test| test.cost() > 0);
            Compound {
                tests: tests.into(),
                combinator,
                matches_slot: is_cached.then(|| self.slot()),
                matches_before_slot: self.slot(),
            }
        });
        Complex { compounds: compounds.collect() }
    }

    /// The compound selectors from right to left, each with the combinator to its left.
    fn compounds(&mut self, selector: &Selector<Implementation>) -> Vec<(Vec<Test>, Option<Combinator>)> {
        let mut compounds = Vec::new();
        let mut components = selector.iter();
        loop {
            let mut tests: Vec<Test> = Vec::new();
            for component in &mut components {
                self.push_tests(component, &mut tests);
            }
            let mut ranks = [const { Vec::new() }; HIGHEST_COST + 1];
            for test in tests {
                ranks[test.cost()].push(test);
            }
            let tests: Vec<Test> = ranks.into_iter().flatten().collect();
            let combinator = components.next_sequence();
            compounds.push((tests, combinator));
            if combinator.is_none() {
                return compounds;
            }
        }
    }

    fn relative(&mut self, selector: &Selector<Implementation>) -> Relative {
        let mut compounds = self.compounds(selector);
        // The first one is the anchor, which has no combinator to its left.
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

    fn slot(&mut self) -> CacheSlot {
        self.answers += 1;
        CacheSlot(self.answers - 1)
    }

    pub(crate) fn test_number(&mut self) -> TestNumber {
        self.value_tests += 1;
        TestNumber(self.value_tests - 1)
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
            Component::Class(class) => Test::Class(class.as_str().into(), self.test_number()),
            Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
                let names = self.names(local_name_lower, local_name);
                let (namespace, number) = (Some(Namespace::None), self.test_number());
                Test::Attribute(AttributeTest { namespace, names, value: None, number }.into())
            }
            Component::AttributeInNoNamespace { local_name, operator, value, case_sensitivity } => {
                let names = self.names(local_name, local_name);
                let value = Some(ValueTest::new(*operator, *case_sensitivity, value));
                let (namespace, number) = (Some(Namespace::None), self.test_number());
                Test::Attribute(AttributeTest { namespace, names, value, number }.into())
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
            Component::Scope | Component::ParentSelector => Test::Scope,
            Component::Host(argument) => {
                Test::Host(argument.as_ref().map(|selector| self.complex(selector).into()))
            }
            Component::Nth(data) => return self.push_nth(data, &[], tests),
            Component::NthOf(nth) => return self.push_nth(nth.nth_data(), nth.selectors(), tests),
            Component::NonTSPseudoClass(pseudo_class) => self.pseudo_class(pseudo_class),
            // The first compound selector of a relative selector, which is not compiled.
            Component::RelativeSelectorAnchor => return,
            // No element is a pseudo-element. All other components are invalid, or the parser does not produce them.
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
                    let slot = CacheSlot(self.numbers - 1);
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
            number: self.test_number(),
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
            PseudoClass::Contains(contains) => Test::Contains(TextTest::new(contains, self.slot()).into()),
            PseudoClass::State(state) => {
                let [disabled, disabled_option, editable] = [(); 3].map(|()| self.slot());
                Test::State(*state, StateSlots { disabled, disabled_option, editable })
            }
            PseudoClass::Never(_) | PseudoClass::NeverFor(..) => Test::Never,
        }
    }
}

impl ValueTest {
    fn new(operator: AttrSelectorOperator, case_sensitivity: ParsedCaseSensitivity, value: &Value) -> Self {
        let may_ignore_case = !matches!(
            case_sensitivity,
            ParsedCaseSensitivity::ExplicitCaseSensitive | ParsedCaseSensitivity::CaseSensitive
        );
        // The search of the crate `selectors` takes quadratic time if case is ignored.
        let is_searched = operator == AttrSelectorOperator::Substring && may_ignore_case;
        let substring = is_searched.then(|| Substring::new(value.as_ref(), true));
        Self { operator, case_sensitivity, text: value.as_ref().into(), substring }
    }
}
