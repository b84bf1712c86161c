//! [`DecidedAt`]: when a selector is decided while a tree is built, and which parts it uses.

use crate::compile::{Complex, Test};
use crate::pseudo_class::State;

/// The time at which a selector is decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum DecidedAt {
    /// When an element begins: the selector depends on the element, its ancestors and its earlier siblings.
    #[default]
    Start,
    /// Later, at the latest when the parent of an element ends: the selector also depends on later siblings or on the contents of
    /// elements, as `:last-child`, `:empty` and `:has()` do.
    Later,
}

/// Whether a test of a complex selector, or one inside it, has a property.
pub(crate) fn uses(complex: &Complex, property: &dyn Fn(&Test) -> bool) -> bool {
    complex.compounds.iter().any(|compound| any_uses(&compound.tests, property))
}

fn any_uses(tests: &[Test], property: &dyn Fn(&Test) -> bool) -> bool {
    let inside = |list: &[Complex]| list.iter().any(|complex| uses(complex, property));
    tests.iter().any(|test| {
        property(test)
            || match test {
                Test::AnyOf(list) | Test::NoneOf(list) => inside(list),
                Test::Nth(nth) => inside(&nth.of),
                Test::Has(relatives) => relatives
                    .iter()
                    .flat_map(|relative| &relative.0)
                    .any(|compound| any_uses(&compound.tests, property)),
                _ => false,
            }
    })
}

/// Returns the time at which a selector is decided. The error is a part that cannot be decided, in all forms that it can have in the
/// selector, without arguments.
pub(crate) fn when_decided(complex: &Complex) -> Result<DecidedAt, &'static [&'static str]> {
    let tests = complex.compounds.iter().flat_map(|compound| &compound.tests);
    tests.map(when_test_is_decided).try_fold(DecidedAt::Start, |latest, next| Ok(latest.max(next?)))
}

fn when_test_is_decided(test: &Test) -> Result<DecidedAt, &'static [&'static str]> {
    let latest = |list: &[Complex]| {
        list.iter().map(when_decided).try_fold(DecidedAt::Start, |latest, next| Ok(latest.max(next?)))
    };
    Err(match test {
        Test::AnyOf(list) | Test::NoneOf(list) => return latest(list),
        Test::Nth(nth) => match latest(&nth.of)? {
            DecidedAt::Later => &[":nth-child", ":nth-last-child"],
            DecidedAt::Start if nth.is_from_end => return Ok(DecidedAt::Later),
            DecidedAt::Start => return Ok(DecidedAt::Start),
        },
        Test::Empty | Test::LastChild => return Ok(DecidedAt::Later),
        Test::Has(relatives) => {
            let tests =
                relatives.iter().flat_map(|relative| &relative.0).flat_map(|compound| &compound.tests);
            return tests
                .map(when_test_is_decided)
                .try_fold(DecidedAt::Later, |latest, next| Ok(latest.max(next?)));
        }
        Test::State(State::AnyLink | State::Link | State::Open | State::Defined, _) => {
            return Ok(DecidedAt::Start);
        }
        Test::Scope => &[":scope", "&"],
        Test::Host(_) => &[":host"],
        Test::Contains(_) => &[":contains"],
        Test::Language(..) => &[":lang"],
        Test::Direction(..) => &[":dir"],
        Test::State(..) => &["a state of controls"],
        _ => return Ok(DecidedAt::Start),
    })
}
