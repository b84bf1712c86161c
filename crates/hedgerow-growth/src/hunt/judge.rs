//! [`Point`]: what an input has cost; and whether the cost of inputs of which each is four times as long as the one before grows
//! faster than what is read and made.

use std::fmt;

use serde::{Deserialize, Serialize};

/// By how much the repetitions grow from one input to the next.
pub(super) const STEP: usize = 4;

/// A growth beside what is made that is worth a second look: 1 is linear, 4 is quadratic.
const SUSPICIOUS: f64 = 1.7;

/// The growth over two steps that is too much, which 16 times the input has: 4 are n^1.5. Caches that are outgrown may make it 2.5.
const TOO_MUCH: f64 = 3.5;

/// The growth over one step, where a second one would take too long.
const TOO_MUCH_AT_ONCE: f64 = 3.0;

/// What an input has cost.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// The bytes of the input.
    pub bytes: usize,
    /// What was read and made, counted in bytes: nodes and errors count for several.
    pub made: usize,
    /// The time of the processor.
    pub seconds: f64,
    /// The bytes that were allocated, those that were freed again included.
    pub allocated: usize,
}

/// What grows too fast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Resource {
    /// The time of the processor.
    Time,
    /// The allocated bytes.
    Memory,
}

impl Point {
    fn cost(&self, resource: Resource) -> f64 {
        let cost = match resource {
            Resource::Time => self.seconds,
            Resource::Memory => float(self.allocated),
        };
        cost / float(self.made.max(1))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bytes, made, seconds, allocated } = self;
        let (milliseconds, megabytes) = (1e3 * seconds, float(*allocated) / 1e6);
        write!(formatter, "{bytes} bytes, made for {made}: {milliseconds:.2} ms, {megabytes:.2} MB allocated")
    }
}

/// A count to calculate with; the last digits of a large one do not matter.
#[expect(clippy::cast_precision_loss, reason = "what is judged are ratios")]
pub(super) fn float(count: usize) -> f64 {
    count as f64
}

/// How much the cost of what is made grows from one point to the next.
fn growth(before: &Point, after: &Point, resource: Resource) -> f64 {
    after.cost(resource) / before.cost(resource).max(1e-12)
}

/// Whether a growth is worth a second look.
pub(super) fn is_suspicious(before: &Point, after: &Point) -> bool {
    [Resource::Time, Resource::Memory].iter().any(|&resource| growth(before, after, resource) > SUSPICIOUS)
}

/// What grows too fast over the last two steps; over the only step, if there is but one.
pub(super) fn too_fast(points: &[Point]) -> Option<Resource> {
    [Resource::Time, Resource::Memory].into_iter().find(|&resource| match points {
        [.., first, second, third] => {
            let last = growth(second, third, resource);
            last > SUSPICIOUS && last * growth(first, second, resource) > TOO_MUCH
        }
        [first, second] => growth(first, second, resource) > TOO_MUCH_AT_ONCE,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(costs: &[(usize, f64, usize)]) -> Vec<Point> {
        costs
            .iter()
            .map(|&(made, seconds, allocated)| Point { bytes: made, made, seconds, allocated })
            .collect()
    }

    #[test]
    fn what_is_quadratic_grows_too_fast() {
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 16.0, 4), (16, 256.0, 16)])), Some(Resource::Time));
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 4.0, 16), (16, 16.0, 256)])), Some(Resource::Memory));
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 8.0, 4), (16, 64.0, 16)])), Some(Resource::Time));
    }

    #[test]
    fn what_is_linear_in_what_is_made_does_not() {
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 4.4, 4), (16, 20.0, 16)])), None);
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 9.0, 4), (16, 40.0, 16)])), None, "a step alone");
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (16, 16.0, 16), (256, 256.0, 256)])), None);
    }
}
