//! [`Growth`]: measures whether the cost of an operation grows faster than its input and output, at sizes that increase
//! fourfold.
//!
//! The growth is judged by ratios: the cost for each byte of input and output, divided by the same cost at the previous size.

use std::fmt;

/// The number of bytes that each node and each error adds to the size of the output. Without this, the cost for each byte would
/// seem to grow where a tree grows faster than its input.
pub const NODE: usize = 16;

/// The factor between the sizes of consecutive points.
const STEP: usize = 4;

/// A case is measured again if the cost for each byte grows by more than this factor in one step. The factor is 1 for linear
/// and 4 for quadratic cost.
const SUSPICIOUS: f64 = 1.7;

/// The factor over two steps (16 times the size) that is too much. It is 4 for a cost of n^1.5. Linear cost may reach 2.5 if
/// the input exceeds the caches.
const TOO_MUCH: f64 = 3.5;

/// The factor over one step that is too much. It is used if a second step would take too long.
const TOO_MUCH_AT_ONCE: f64 = 3.0;

/// The longest time of the first point in seconds; if it takes longer, its size is reduced.
const LONG: f64 = 2e-3;

/// The time in seconds after which no larger sizes are measured, unless the last growth is suspicious.
const LONG_ENOUGH: f64 = 0.05;

/// The longest time of a point in seconds; a point that is predicted to take longer is not measured.
const TOO_LONG: f64 = 3.0;

/// The maximum input length in bytes.
const LONGEST: usize = 4 << 20;

/// The number of measurements of a suspicious or short point; the minimum counts.
const ROUNDS: usize = 3;

/// The cost at one size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// The length of the input in bytes.
    pub bytes: usize,
    /// The size of input and output in bytes; each node and each error counts for [`NODE`] bytes.
    pub size: usize,
    /// The processor time in seconds.
    pub seconds: f64,
    /// The bytes that were allocated, including those that were freed again.
    pub allocated: usize,
}

/// A resource whose use grows too fast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// The processor time.
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
        cost / float(self.size.max(1))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bytes, size, seconds, allocated } = self;
        let (milliseconds, megabytes) = (1e3 * seconds, float(*allocated) / 1e6);
        write!(
            formatter,
            "{bytes} bytes, {size} with output: {milliseconds:.2} ms, {megabytes:.2} MB allocated"
        )
    }
}

/// Measures an operation at growing sizes.
#[derive(Debug)]
pub struct Growth<F> {
    measure: F,
    memory: usize,
}

impl<E, F: FnMut(usize) -> Result<Point, E>> Growth<F> {
    /// Creates a measurement. `measure` measures one size. Sizes that might allocate more than half of `memory` bytes
    /// are not measured.
    ///
    /// ```
    /// use hedgerow_testing::{Growth, Point, Resource, too_fast};
    /// let measure = |size: usize| {
    ///     Ok::<Point, String>(Point { bytes: size, size, seconds: 1e-9, allocated: size * size })
    /// };
    /// let points = Growth::new(1 << 30, measure).points(100).unwrap();
    /// assert_eq!(too_fast(&points), Some(Resource::Memory));
    /// ```
    pub fn new(memory: usize, measure: F) -> Self {
        Self { measure, memory }
    }

    /// Whether the cost may grow too fast. The method measures a size and four times that size, and repeats both measurements
    /// if the growth is suspicious.
    ///
    /// # Errors
    ///
    /// The errors of `measure`.
    pub fn may_be_too_fast(&mut self, size: usize) -> Result<bool, E> {
        let size = self.first(size)?;
        let mut before = (self.measure)(size)?;
        if !self.can_continue(&[before]) {
            return Ok(true);
        }
        let mut after = (self.measure)(STEP * size)?;
        for _ in 1..ROUNDS {
            if !is_suspicious(&before, &after) {
                return Ok(false);
            }
            before.seconds = before.seconds.min((self.measure)(size)?.seconds);
            after.seconds = after.seconds.min((self.measure)(STEP * size)?.seconds);
        }
        Ok(is_suspicious(&before, &after))
    }

    /// Measures growing sizes from about `size`, until a measurement takes long enough to judge.
    ///
    /// # Errors
    ///
    /// The errors of `measure`.
    pub fn points(&mut self, size: usize) -> Result<Vec<Point>, E> {
        let mut size = self.first(size)?;
        let mut points = vec![self.best(size)?];
        while self.can_continue(&points) && !is_clear(&points) {
            size *= STEP;
            points.push(self.best(size)?);
        }
        Ok(points)
    }

    /// Returns the size of the first point, which is reduced if the point takes long.
    fn first(&mut self, mut size: usize) -> Result<usize, E> {
        loop {
            let point = (self.measure)(size)?;
            let is_small = point.seconds < LONG && point.allocated < self.memory / 64;
            if is_small || size < 4 * STEP {
                return Ok(size);
            }
            size /= STEP;
        }
    }

    /// Whether four times the last size can be measured, if the cost grows as before or somewhat faster.
    fn can_continue(&self, points: &[Point]) -> bool {
        let Some(last) = points.last() else { return true };
        let growth = |cost: fn(&Point) -> f64| match points {
            [.., before, last] => 1.5 * (cost(last) / cost(before).max(1e-9)).max(float(STEP)),
            _ => float(STEP).powi(3),
        };
        let seconds = last.seconds * growth(|point| point.seconds);
        let allocated = float(last.allocated) * growth(|point| float(point.allocated));
        last.bytes * STEP <= LONGEST && seconds < TOO_LONG && allocated < float(self.memory) / 2.0
    }

    /// Returns the minimum of several measurements.
    fn best(&mut self, size: usize) -> Result<Point, E> {
        let mut best = (self.measure)(size)?;
        for _ in 1..ROUNDS {
            if best.seconds < LONG_ENOUGH {
                best.seconds = best.seconds.min((self.measure)(size)?.seconds);
            }
        }
        Ok(best)
    }
}

/// Returns the resource that grows too fast over the last two steps, or over the only step.
#[must_use]
pub fn too_fast(points: &[Point]) -> Option<Resource> {
    [Resource::Time, Resource::Memory].into_iter().find(|&resource| match points {
        [.., first, second, third] => {
            let last = growth(second, third, resource);
            last > SUSPICIOUS && last * growth(first, second, resource) > TOO_MUCH
        }
        [first, second] => growth(first, second, resource) > TOO_MUCH_AT_ONCE,
        _ => false,
    })
}

/// Whether the points suffice to judge.
fn is_clear(points: &[Point]) -> bool {
    match points {
        [.., before, last] if points.len() >= 3 => {
            too_fast(points).is_some() || (last.seconds > LONG_ENOUGH && !is_suspicious(before, last))
        }
        _ => false,
    }
}

/// Whether a growth should be measured again.
fn is_suspicious(before: &Point, after: &Point) -> bool {
    [Resource::Time, Resource::Memory].iter().any(|&resource| growth(before, after, resource) > SUSPICIOUS)
}

/// Returns the factor by which the cost for each byte of input and output grows between two points.
fn growth(before: &Point, after: &Point, resource: Resource) -> f64 {
    after.cost(resource) / before.cost(resource).max(1e-12)
}

/// Converts a count to a float; a rounding error is irrelevant.
#[expect(clippy::cast_precision_loss, reason = "only ratios are judged")]
fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(costs: &[(usize, f64, usize)]) -> Vec<Point> {
        costs
            .iter()
            .map(|&(size, seconds, allocated)| Point { bytes: size, size, seconds, allocated })
            .collect()
    }

    #[test]
    fn quadratic_cost_is_too_fast() {
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 16.0, 4), (16, 256.0, 16)])), Some(Resource::Time));
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 4.0, 16), (16, 16.0, 256)])), Some(Resource::Memory));
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 8.0, 4), (16, 64.0, 16)])), Some(Resource::Time));
    }

    #[test]
    fn cost_linear_in_the_output_is_not_too_fast() {
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 4.4, 4), (16, 20.0, 16)])), None);
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (4, 9.0, 4), (16, 40.0, 16)])), None, "only one step");
        assert_eq!(too_fast(&points(&[(1, 1.0, 1), (16, 16.0, 16), (256, 256.0, 256)])), None);
    }
}
