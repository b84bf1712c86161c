//! [`assert_linear_time`], for tests of one operation. Families of hostile documents are in `families/`.

use std::time::Duration;

use crate::clock::processor_time;

/// Asserts that an operation on an input sixteen times as large takes about sixteen times as long, not 256 times.
///
/// A small additional factor is allowed, because a large input does not fit into the caches. Measurements are repeated,
/// because other load on the machine may disturb some of them.
///
/// ```
/// hedgerow_testing::assert_linear_time(1_000, |size| vec![1; size], |numbers| {
///     numbers.reverse();
/// });
/// ```
///
/// # Panics
///
/// If the time grows faster in every measurement.
#[track_caller]
pub fn assert_linear_time<T>(size: usize, prepare: impl Fn(usize) -> T, operate: impl Fn(&mut T)) {
    assert!(takes_linear_time(size, prepare, operate), "the time grows much faster than the size {size}");
}

fn takes_linear_time<T>(size: usize, prepare: impl Fn(usize) -> T, operate: impl Fn(&mut T)) -> bool {
    let time = |size: usize| {
        let run = || {
            let mut prepared = prepare(size);
            let start = processor_time();
            operate(&mut prepared);
            processor_time().saturating_sub(start)
        };
        (0..3).map(|_| run()).min().unwrap_or(Duration::ZERO)
    };
    (0..20).any(|_| time(16 * size) < 80 * time(size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadratic_time_is_found() {
        let find_each = |numbers: &mut Vec<usize>| {
            let found = numbers.iter().filter(|number| numbers.iter().rev().any(|other| other == *number));
            assert_eq!(found.count(), numbers.len());
        };
        assert!(!takes_linear_time(200, |size| (0..size).collect(), find_each));
    }
}
