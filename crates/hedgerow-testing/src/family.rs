//! [`Family`]: a kind of hostile input, from which inputs of any size are generated. `data/families.json` has the families.

use std::sync::LazyLock;

use hedgerow::Limits;
use serde::{Deserialize, Serialize};

use crate::{Mode, Outcome, Part, input};

/// A kind of hostile input: a recipe for inputs of any size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Family {
    /// The name.
    pub name: String,
    /// The operation with an input.
    #[serde(default, skip_serializing_if = "Mode::is_plain")]
    pub mode: Mode,
    /// The parts of an input.
    pub parts: Vec<Part>,
}

/// Families that stress the same part of the library.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    #[serde(rename = "about")]
    _about: String,
    /// If there are any, each family is tried in each of these modes, with this addition to its name.
    #[serde(default)]
    modes: Vec<(String, Mode)>,
    families: Vec<Family>,
}

/// All families, group by group.
static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    let groups: Vec<Group> =
        serde_json::from_str(include_str!("../data/families.json")).expect("a list of groups of families");
    let families = |group: Group| {
        let in_mode = |(name, mode): &(String, Mode)| {
            let family = |family: &Family| Family {
                name: format!("{}{name}", family.name),
                mode: mode.clone(),
                parts: family.parts.clone(),
            };
            group.families.iter().map(family).collect::<Vec<_>>()
        };
        if group.modes.is_empty() { group.families } else { group.modes.iter().flat_map(in_mode).collect() }
    };
    groups.into_iter().flat_map(families).collect()
});

/// Returns all families, group by group.
pub fn families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter()
}

impl Family {
    /// Returns the number of repetitions for an input of about `bytes` bytes.
    #[must_use]
    pub fn repetitions(&self, bytes: usize) -> usize {
        let mut most = 1;
        while self.input(most).len() < bytes {
            most *= 2;
        }
        let mut least = most / 2;
        while least + 1 < most {
            let middle = usize::midpoint(least, most);
            if self.input(middle).len() < bytes {
                least = middle;
            } else {
                most = middle;
            }
        }
        most
    }

    /// Returns the number of repetitions for the shortest input of a measurement.
    ///
    /// The input has about `bytes` bytes. It is shorter if the tree grows faster than the input, so that the tree is never much
    /// larger than for an ordinary family.
    ///
    /// ```
    /// for family in hedgerow_testing::families() {
    ///     let length = family.input(family.least_repetitions(65536)).len();
    ///     assert_eq!(length < 65536, family.is_superlinear(), "{}", family.name);
    /// }
    /// ```
    #[must_use]
    pub fn least_repetitions(&self, bytes: usize) -> usize {
        const BYTES_FOR_A_ROOT: usize = 32;
        self.repetitions(if self.is_superlinear() { BYTES_FOR_A_ROOT * bytes.isqrt() } else { bytes })
    }

    /// Returns the input with the given number of repetitions.
    #[must_use]
    pub fn input(&self, repetitions: usize) -> String {
        input(&self.parts, repetitions)
    }

    /// Parses an input and drops the result.
    ///
    /// This method is never inlined, so that a profiler can attribute instructions to it.
    #[inline(never)]
    #[must_use]
    pub fn run(&self, input: &str) -> Outcome {
        self.mode.run(input, Limits::UNLIMITED)
    }

    /// Parses an input with limits and drops the result.
    ///
    /// ```
    /// use hedgerow::limits::{Limit, Stop};
    /// use hedgerow::Limits;
    /// let family = hedgerow_testing::families().next().unwrap();
    /// let outcome = family.run_within(&family.input(10), Limits::UNLIMITED.nodes(5));
    /// assert_eq!(outcome.stop, Some(Stop::Limit(Limit::Nodes { most: 5 })));
    /// ```
    #[must_use]
    pub fn run_within(&self, input: &str, limits: Limits) -> Outcome {
        self.mode.run(input, limits)
    }

    /// Whether the standard makes the tree grow faster than the input, because its number of nodes is the product of two parts of
    /// the input.
    #[must_use]
    pub fn is_superlinear(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Root(_)))
    }
}
