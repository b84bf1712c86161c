//! Parsing: the callbacks of the `selectors` crate, the pseudo-classes with arguments, and the limits.
//!
//! Matching recurses on the nesting and the combinators of a selector, so both are limited here.

use cssparser::{CowRcStr, ParseError, Parser as CssParser, Token};
use hedgerow_base::Namespace;
use selectors::parser::{Component, ParseRelative, Parser, Selector, SelectorList, SelectorParseErrorKind};

use crate::pseudo_class::{
    AttributeNamespace, Contains, DirArgument, Has, NEVER_MATCHING_FUNCTIONS, PseudoClass, PseudoElement,
};
use crate::words::{Implementation, SelectorNamespace, Word};

/// The maximum nesting of parentheses and brackets.
const MOST_NESTED: u8 = 32;

/// The maximum number of compound selectors that depend on each other: those of a complex selector, plus those in the
/// largest argument of its pseudo-classes.
pub(crate) const MOST_COMPOUNDS: usize = 256;

/// The declared namespaces, and whether extensions are allowed.
#[derive(Clone, Debug)]
pub(crate) struct Dialect {
    pub(crate) prefixes: Vec<(Box<str>, Namespace)>,
    pub(crate) default: Option<Namespace>,
    /// Whether `::text`, `::attr()` and `:contains()` are allowed.
    pub(crate) has_extensions: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        let prefixes = [
            ("html", Namespace::Html),
            ("svg", Namespace::Svg),
            ("math", Namespace::MathMl),
            ("xlink", Namespace::XLink),
            ("xml", Namespace::Xml),
            ("xmlns", Namespace::XmlNs),
        ];
        Self {
            prefixes: prefixes.map(|(prefix, namespace)| (prefix.into(), namespace)).into(),
            default: None,
            has_extensions: false,
        }
    }
}

impl Dialect {
    /// The predefined namespaces, and extensions.
    pub(crate) fn extended() -> Self {
        Self { has_extensions: true, ..Self::default() }
    }

    pub(crate) fn for_prefix(&self, prefix: &str) -> Option<SelectorNamespace> {
        // The last declaration counts.
        let declared = self.prefixes.iter().rev().find(|(other, _)| **other == *prefix);
        declared.map(|(_, namespace)| SelectorNamespace(*namespace))
    }
}

/// Why a selector is invalid.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Problem {
    /// A problem that the `selectors` crate reports.
    Kind(SelectorParseErrorKind),
    /// An unknown pseudo-class.
    UnknownPseudoClass(Box<str>),
    /// An unknown pseudo-element.
    PseudoElement(Box<str>),
    /// An extension where extensions are not allowed: its CSS text.
    Extension(&'static str),
    /// A list of selectors for elements and of selectors for strings.
    Mixed,
    /// `:has()` in `:has()`.
    NestedHas,
    /// Too many compound selectors that depend on each other.
    TooComplex,
    /// An unexpected argument, with what was expected.
    Expected(&'static str),
}

impl From<SelectorParseErrorKind> for Problem {
    fn from(kind: SelectorParseErrorKind) -> Self {
        Self::Kind(kind)
    }
}

/// The result of the parser's callbacks.
type Answer<T> = Result<T, ParseError<Problem>>;

/// Parses a list of selectors, to the end of the text.
pub(crate) fn parse(text: &str, dialect: &Dialect) -> Answer<SelectorList<Implementation>> {
    let mut input = CssParser::new(text);
    input.set_nested_block_limit(MOST_NESTED);
    let rules = Rules { dialect, is_in_has: false };
    let list = SelectorList::parse(&rules, &mut input, ParseRelative::No)?;
    if compounds(list.slice()) > MOST_COMPOUNDS {
        return Err(ParseError::custom(Problem::TooComplex));
    }
    let mut strings = list.slice().iter().map(yields_strings);
    let first = strings.next();
    if strings.any(|other| Some(other) != first) {
        return Err(ParseError::custom(Problem::Mixed));
    }
    Ok(list)
}

/// Whether a selector ends with `::text` or `::attr()`.
pub(crate) fn yields_strings(selector: &Selector<Implementation>) -> bool {
    matches!(selector.pseudo_element(), Some(PseudoElement::Text | PseudoElement::Attribute { .. }))
}

/// The number of compound selectors that depend on each other, as in [`MOST_COMPOUNDS`]: the maximum over a list.
fn compounds<'s>(list: impl IntoIterator<Item = &'s Selector<Implementation>>) -> usize {
    let of_selector = |selector: &Selector<Implementation>| {
        let combinators =
            selector.iter_raw_match_order().filter(|component| component.is_combinator()).count();
        let nested = selector.iter_raw_match_order().map(|component| match component {
            Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
                compounds(list.slice())
            }
            Component::NthOf(nth) => compounds(nth.selectors()),
            Component::Host(Some(selector)) => compounds([selector]),
            Component::NonTSPseudoClass(PseudoClass::Has(has)) => compounds(&*has.0),
            _ => 0,
        });
        1 + combinators + nested.max().unwrap_or(0)
    };
    list.into_iter().map(of_selector).max().unwrap_or(0)
}

/// The parser callbacks for the `selectors` crate.
struct Rules<'n> {
    dialect: &'n Dialect,
    is_in_has: bool,
}

impl<'i> Parser<'i> for Rules<'_> {
    type Impl = Implementation;
    type Error = Problem;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_host(&self) -> bool {
        true
    }

    /// `&` outside a rule is `:scope`. <https://drafts.csswg.org/css-nesting-1/#nest-selector>
    fn parse_parent_selector(&self) -> bool {
        true
    }

    fn is_is_alias(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case("-webkit-any")
    }

    fn parse_non_ts_pseudo_class(&self, name: CowRcStr<'i>) -> Answer<PseudoClass> {
        PseudoClass::named(&name).ok_or_else(|| unknown(&name))
    }

    fn parse_non_ts_functional_pseudo_class(
        &self,
        name: CowRcStr<'i>,
        input: &mut CssParser<'i>,
        _: bool,
    ) -> Answer<PseudoClass> {
        if name.eq_ignore_ascii_case("has") {
            self.parse_has(input)
        } else if name.eq_ignore_ascii_case("lang") {
            parse_lang(input)
        } else if cfg!(feature = "dir") && name.eq_ignore_ascii_case("dir") {
            parse_dir(input)
        } else if name.eq_ignore_ascii_case("contains") {
            self.extension(":contains()")?;
            parse_contains(input)
        } else {
            let is_name = |text: &&str| name.eq_ignore_ascii_case(text);
            let index = NEVER_MATCHING_FUNCTIONS.iter().position(is_name).ok_or_else(|| unknown(&name))?;
            parse_never_matching(index, input)
        }
    }

    fn parse_pseudo_element(&self, name: CowRcStr<'i>) -> Answer<PseudoElement> {
        if name.eq_ignore_ascii_case("text") {
            self.extension("::text")?;
            return Ok(PseudoElement::Text);
        }
        let problem = || ParseError::custom(Problem::PseudoElement(name.as_ref().into()));
        PseudoElement::named(&name).ok_or_else(problem)
    }

    fn parse_functional_pseudo_element(
        &self,
        name: CowRcStr<'i>,
        input: &mut CssParser<'i>,
    ) -> Answer<PseudoElement> {
        if name.eq_ignore_ascii_case("attr") {
            self.extension("::attr()")?;
            return self.parse_attr(input);
        }
        if name.eq_ignore_ascii_case("slotted") {
            let list = SelectorList::parse_disallow_pseudo(self, input, ParseRelative::No)?;
            return match list.slice() {
                [only] if compounds([only]) == 1 => Ok(PseudoElement::Slotted(only.clone().into())),
                _ => Err(ParseError::custom(Problem::Expected("a compound selector"))),
            };
        }
        let problem = || ParseError::custom(Problem::PseudoElement(name.as_ref().into()));
        let function = PseudoElement::function(&name).ok_or_else(problem)?;
        let mut words = vec![word(input)?];
        while !input.is_exhausted() {
            words.push(word(input)?);
        }
        Ok(PseudoElement::Function(function, words.into()))
    }

    fn default_namespace(&self) -> Option<SelectorNamespace> {
        self.dialect.default.map(SelectorNamespace)
    }

    fn namespace_for_prefix(&self, prefix: &Word) -> Option<SelectorNamespace> {
        self.dialect.for_prefix(prefix.as_str())
    }
}

impl Rules<'_> {
    /// Returns an error if extensions are not allowed; `css` is the text of the extension.
    fn extension(&self, css: &'static str) -> Answer<()> {
        let problem = || ParseError::custom(Problem::Extension(css));
        self.dialect.has_extensions.then_some(()).ok_or_else(problem)
    }

    /// The argument of `::attr()`: the name of an attribute, with or without a namespace; or a string with the name.
    fn parse_attr(&self, input: &mut CssParser<'_>) -> Answer<PseudoElement> {
        let expected = || ParseError::custom(Problem::Expected("the name of an attribute"));
        let is_namespaced =
            |input: &mut CssParser<'_>| input.try_parse(|input| input.expect_delim('|')).is_ok();
        let (namespace, name) = match input.next().cloned() {
            Ok(Token::QuotedString(name)) => (AttributeNamespace::None, Word::from(&*name)),
            Ok(Token::Delim('*')) if is_namespaced(input) => {
                (AttributeNamespace::Any, Word::from(&**input.expect_ident()?))
            }
            Ok(Token::Ident(prefix)) if is_namespaced(input) => {
                let prefix = Word::from(&*prefix);
                let declared = self.dialect.for_prefix(prefix.as_str());
                let unknown = || ParseError::custom(SelectorParseErrorKind::ExpectedNamespace);
                let namespace = AttributeNamespace::Declared(prefix, declared.ok_or_else(unknown)?.0);
                (namespace, Word::from(&**input.expect_ident()?))
            }
            Ok(Token::Ident(name)) => (AttributeNamespace::None, Word::from(&*name)),
            _ => return Err(expected()),
        };
        if name.as_str().is_empty() {
            Err(expected())
        } else {
            Ok(PseudoElement::Attribute { namespace, name })
        }
    }

    /// The argument of `:has()`: a list of relative selectors.
    fn parse_has(&self, input: &mut CssParser<'_>) -> Answer<PseudoClass> {
        if self.is_in_has {
            return Err(ParseError::custom(Problem::NestedHas));
        }
        let rules = Rules { dialect: self.dialect, is_in_has: true };
        let relatives = input.parse_comma_separated(|input| {
            let list = SelectorList::parse_disallow_pseudo(&rules, input, ParseRelative::ForHas)?;
            let relative = list.slice().first().cloned();
            relative.ok_or_else(|| ParseError::custom(SelectorParseErrorKind::EmptySelector))
        })?;
        Ok(PseudoClass::Has(Has(relatives.into())))
    }
}

/// The argument of `:lang()`: language ranges, as identifiers or strings.
fn parse_lang(input: &mut CssParser<'_>) -> Answer<PseudoClass> {
    let expected = || ParseError::custom(Problem::Expected("a language range: an identifier or a string"));
    let ranges = input.parse_comma_separated(|input| match input.next() {
        Ok(Token::Ident(range) | Token::QuotedString(range)) => Ok(Box::from(range.as_ref())),
        _ => Err(expected()),
    })?;
    Ok(PseudoClass::Lang(ranges.into()))
}

/// The argument of `:dir()`: an identifier.
fn parse_dir(input: &mut CssParser<'_>) -> Answer<PseudoClass> {
    let Ok(argument) = input.expect_ident() else {
        return Err(ParseError::custom(Problem::Expected("ltr or rtl")));
    };
    Ok(PseudoClass::Dir(if argument.eq_ignore_ascii_case("ltr") {
        DirArgument::LeftToRight
    } else if argument.eq_ignore_ascii_case("rtl") {
        DirArgument::RightToLeft
    } else {
        DirArgument::Other(argument.as_ref().into())
    }))
}

/// The arguments of a pseudo-class that never matches: identifiers. `:state()` has one.
fn parse_never_matching(index: usize, input: &mut CssParser<'_>) -> Answer<PseudoClass> {
    let expected = || ParseError::custom(Problem::Expected("an identifier"));
    let arguments = input.parse_comma_separated(|input| match input.next() {
        Ok(Token::Ident(name)) => Ok(Box::from(name.as_ref())),
        _ => Err(expected()),
    })?;
    if NEVER_MATCHING_FUNCTIONS[index] == "state" && arguments.len() > 1 {
        return Err(expected());
    }
    Ok(PseudoClass::NeverFor(index, arguments.into()))
}

/// The argument of `:contains()`: a string or an identifier, and `i` to ignore the case of ASCII letters.
fn parse_contains(input: &mut CssParser<'_>) -> Answer<PseudoClass> {
    let Ok(Token::Ident(text) | Token::QuotedString(text)) = input.next().cloned() else {
        return Err(ParseError::custom(Problem::Expected("a string, optionally followed by i")));
    };
    let ignores_case = input.try_parse(|input| input.expect_ident_matching("i")).is_ok();
    Ok(PseudoClass::Contains(Contains { text: text.as_ref().into(), ignores_case }))
}

/// A word of the argument of a pseudo-element: an identifier or `*`.
fn word(input: &mut CssParser<'_>) -> Answer<Word> {
    match input.next() {
        Ok(Token::Ident(name)) => Ok(Word::from(name.as_ref())),
        Ok(Token::Delim('*')) => Ok(Word::from("*")),
        _ => Err(ParseError::custom(Problem::Expected("an identifier"))),
    }
}

fn unknown(name: &str) -> ParseError<Problem> {
    ParseError::custom(Problem::UnknownPseudoClass(name.into()))
}
