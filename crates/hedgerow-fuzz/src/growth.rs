//! [`Growth`]: whether the cost of something grows faster than what is read and made, at sizes of which each is four times the one
//! before.
//!
//! What is measured are ratios: the cost for a byte of what is made, beside that of the size before.

use std::fmt;

/// A node costs as much as so many bytes, in time and in memory. Were it not counted, a tree that begins to grow faster than the
/// input would seem to cost more and more for what is made.
pub const NODE: usize = 16;

/// By how much the size grows from one point to the next.
const STEP: usize = 4;

/// A growth beside what is made that is worth a second look: 1 is linear, 4 is quadratic.
const SUSPICIOUS: f64 = 1.7;

/// The growth over two steps that is too much, which 16 times the size has: 4 are n^1.5. Caches that are outgrown may make it 2.5.
const TOO_MUCH: f64 = 3.5;

/// The growth over one step, where a second one would take too long.
const TOO_MUCH_AT_ONCE: f64 = 3.0;

/// What takes longer is made smaller at first.
const LONG: f64 = 2e-3;

/// After a point that takes longer, no more are needed unless it is suspicious.
const LONG_ENOUGH: f64 = 0.05;

/// No point may take longer, as far as that can be foreseen.
const TOO_LONG: f64 = 3.0;

/// The longest inputs.
const LONGEST: usize = 4 << 20;

/// How often a point is measured when it matters; the best counts.
const ROUNDS: usize = 3;

/// What something has cost at one size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// The bytes that were read.
    pub bytes: usize,
    /// What was read and made, counted in bytes: nodes and errors count for several.
    pub made: usize,
    /// The time of the processor.
    pub seconds: f64,
    /// The bytes that were allocated, those that were freed again included.
    pub allocated: usize,
}

/// What grows too fast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// Measures something at sizes that grow.
#[derive(Debug)]
pub struct Growth<F> {
    measure: F,
    memory: usize,
}

impl<E, F: FnMut(usize) -> Result<Point, E>> Growth<F> {
    /// What a function measures at a size; it is not asked for sizes that might allocate more than half of so many bytes.
    ///
    /// ```
    /// use hedgerow_fuzz::{Growth, Point, Resource, too_fast};
    /// let measure = |size: usize| {
    ///     Ok::<Point, String>(Point { bytes: size, made: size, seconds: 1e-9, allocated: size * size })
    /// };
    /// let points = Growth::new(1 << 30, measure).points(100).unwrap();
    /// assert_eq!(too_fast(&points), Some(Resource::Memory));
    /// ```
    pub fn new(memory: usize, measure: F) -> Self {
        Self { measure, memory }
    }

    /// Whether the cost may grow too fast: a quick look at a size and at four times that, and the same again if it is suspicious.
    ///
    /// # Errors
    ///
    /// Those of the function.
    pub fn may_be_too_fast(&mut self, size: usize) -> Result<bool, E> {
        let size = self.first(size)?;
        let mut before = (self.measure)(size)?;
        if !self.may_go_on(&[before]) {
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

    /// What it costs at sizes that grow from about so much, until it takes long enough to judge.
    ///
    /// # Errors
    ///
    /// Those of the function.
    pub fn points(&mut self, size: usize) -> Result<Vec<Point>, E> {
        let mut size = self.first(size)?;
        let mut points = vec![self.best(size)?];
        while self.may_go_on(&points) && !is_clear(&points) {
            size *= STEP;
            points.push(self.best(size)?);
        }
        Ok(points)
    }

    /// The first size: less, if that takes long.
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

    /// Whether four times the size can be measured: if the cost grows as it did, and even somewhat faster.
    fn may_go_on(&self, points: &[Point]) -> bool {
        let Some(last) = points.last() else { return true };
        let growth = |cost: fn(&Point) -> f64| match points {
            [.., before, last] => 1.5 * (cost(last) / cost(before).max(1e-9)).max(float(STEP)),
            _ => float(STEP).powi(3),
        };
        let seconds = last.seconds * growth(|point| point.seconds);
        let allocated = float(last.allocated) * growth(|point| float(point.allocated));
        last.bytes * STEP <= LONGEST && seconds < TOO_LONG && allocated < float(self.memory) / 2.0
    }

    /// The best of several measurements.
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

/// What grows too fast over the last two steps; over the only step, if there is but one.
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

/// Whether the points are enough to judge.
fn is_clear(points: &[Point]) -> bool {
    match points {
        [.., before, last] if points.len() >= 3 => {
            too_fast(points).is_some() || (last.seconds > LONG_ENOUGH && !is_suspicious(before, last))
        }
        _ => false,
    }
}

/// Whether a growth is worth a second look.
fn is_suspicious(before: &Point, after: &Point) -> bool {
    [Resource::Time, Resource::Memory].iter().any(|&resource| growth(before, after, resource) > SUSPICIOUS)
}

/// How much the cost of what is made grows from one point to the next.
fn growth(before: &Point, after: &Point, resource: Resource) -> f64 {
    after.cost(resource) / before.cost(resource).max(1e-12)
}

/// A count to calculate with; the last digits of a large one do not matter.
#[expect(clippy::cast_precision_loss, reason = "what is judged are ratios")]
fn float(count: usize) -> f64 {
    count as f64
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
