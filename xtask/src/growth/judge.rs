//! [`Series`]: the cost of a family at sizes that double, and its growth.

use serde::Deserialize;

/// The largest allowed factor by which the cost grows when the size of input and output doubles.
pub(super) const MOST_GROWTH: f64 = 2.3;

/// The shortest time that is judged, in seconds. A few cache misses can double a shorter one.
const SHORTEST_TIME: f64 = 5e-3;

/// A series is judged only if it takes more instructions for each byte than this. `memcpy` takes one instruction for each byte or
/// for 32 bytes, depending on the length, so the cost of a family that does little else seems to grow. Repeated copies would take
/// hundreds of instructions for each byte.
const FEWEST_INSTRUCTIONS_FOR_A_BYTE: f64 = 10.0;

/// A family at one size.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) bytes: f64,
    pub(super) nodes: f64,
    pub(super) errors: f64,
    pub(super) cost: f64,
}

/// The unit of a cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    Seconds,
    Instructions,
}

/// A family at sizes that double.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) family: String,
    pub(super) points: Vec<Point>,
    /// The unit of the costs.
    pub(super) unit: Unit,
    /// The result of the longest input with a limit on nodes, if the tree grows faster than the input.
    pub(super) limited: Option<Limited>,
}

/// The result of an input with a limit on nodes.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Limited {
    pub(super) nodes: f64,
    pub(super) seconds: f64,
    pub(super) is_stopped: bool,
}

impl Series {
    /// Returns the growth of the cost from each size to the next, scaled to a doubling of the bytes, nodes or errors, whichever
    /// grow most.
    pub(super) fn growths(&self) -> impl Iterator<Item = f64> {
        self.points.windows(2).map(|pair| {
            let grown = |of: fn(&Point) -> f64| of(&pair[1]) / of(&pair[0]).max(1.0);
            let size =
                grown(|point| point.bytes).max(grown(|point| point.nodes)).max(grown(|point| point.errors));
            2.0 * pair[1].cost / pair[0].cost / size
        })
    }

    /// Whether the cost grows too fast, or the limit on nodes did not stop the parser.
    ///
    /// The growth is too fast if the last factor and the geometric mean of the last two are too large. One factor is not enough,
    /// because a hash table or a vector that is reallocated makes one step longer and the next one shorter.
    pub(super) fn grows_too_fast(&self) -> bool {
        if self.limited.as_ref().is_some_and(|limited| !limited.is_stopped) {
            return true;
        }
        let is_long_enough = self.points.last().is_some_and(|last| match self.unit {
            Unit::Seconds => last.cost > SHORTEST_TIME,
            Unit::Instructions => last.cost > FEWEST_INSTRUCTIONS_FOR_A_BYTE * last.bytes,
        });
        let growths: Vec<f64> = self.growths().collect();
        let last_two = &growths[growths.len().saturating_sub(2)..];
        let is_too_fast =
            |&[before, last]: &[f64; 2]| last > MOST_GROWTH && (before * last).sqrt() > MOST_GROWTH;
        is_long_enough && <&[f64; 2]>::try_from(last_two).is_ok_and(is_too_fast)
    }

    /// Replaces each cost by the cost of the same family in another measurement, if that is less.
    pub(super) fn take_minimum(&mut self, other: Self) {
        for (point, other) in self.points.iter_mut().zip(other.points) {
            point.cost = point.cost.min(other.cost);
        }
    }

    /// Returns the growths as text.
    pub(super) fn growths_text(&self) -> String {
        self.growths().map(|growth| format!("{growth:.2}")).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(points: &[[f64; 3]]) -> Series {
        let points =
            points.iter().map(|&[bytes, nodes, cost]| Point { bytes, nodes, errors: 0.0, cost }).collect();
        let family = "one".to_owned();
        Series { family, points, unit: Unit::Seconds, limited: None }
    }

    #[test]
    fn a_few_instructions_for_each_byte_are_not_judged() {
        for (instructions, is_judged) in [(6.0, false), (60.0, true)] {
            let points = [[100.0, 5.0, 1.0], [200.0, 5.0, 8.0], [400.0, 5.0, 400.0 * instructions]];
            let one = Series { unit: Unit::Instructions, ..series(&points) };
            assert_eq!(one.grows_too_fast(), is_judged);
        }
    }

    #[test]
    fn the_cost_may_grow_like_the_input_or_the_tree() {
        let of_costs = |costs: [f64; 3]| {
            series(&[[100.0, 5.0, costs[0]], [200.0, 5.0, costs[1]], [400.0, 5.0, costs[2]]])
        };
        assert!(!of_costs([1.0, 2.2, 4.8]).grows_too_fast());
        assert!(of_costs([1.0, 3.0, 12.0]).grows_too_fast());
        assert!(!of_costs([1.0, 1.5, 4.5]).grows_too_fast(), "only one step is long");
        assert!(!series(&[[100.0, 10.0, 1.0], [200.0, 40.0, 3.8], [400.0, 160.0, 15.0]]).grows_too_fast());
        assert_eq!(series(&[[100.0, 10.0, 1.0], [200.0, 40.0, 4.0]]).growths_text(), "2.00");
    }

    #[test]
    fn a_tree_that_grows_faster_than_its_input_must_be_stopped_by_the_limit() {
        let mut one = series(&[[100.0, 5.0, 1.0], [200.0, 50.0, 10.0], [400.0, 500.0, 100.0]]);
        for is_stopped in [true, false] {
            one.limited = Some(Limited { nodes: 50.0, seconds: 1.0, is_stopped });
            assert_eq!(one.grows_too_fast(), !is_stopped);
        }
    }

    #[test]
    fn the_minimum_of_two_measurements_counts() {
        let mut one = series(&[[100.0, 5.0, 1.0], [200.0, 5.0, 3.8]]);
        one.take_minimum(series(&[[100.0, 5.0, 2.0], [200.0, 5.0, 2.1]]));
        assert_eq!(one.growths_text(), "2.10");
    }
}
