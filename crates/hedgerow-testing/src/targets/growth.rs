//! Costs: if a part of a text is repeated more often, the time for each byte of input and output stays about the same.

use std::convert::Infallible;

use hedgerow::Limits;

use crate::clock::processor_time;
use crate::growth::{Growth, NODE, Point, too_fast};
use crate::input::Input;
use crate::modes::modes;

/// The approximate length of the shortest input in bytes.
const LENGTH: usize = 1 << 10;

/// The number of consecutive measurements that must grow too fast before the target fails, because other load on the machine
/// can disturb one of them.
const MEASUREMENTS: usize = 3;

/// The memory limit in bytes.
const MEMORY: usize = 1 << 30;

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let text = &*input.text();
    let repeated = match input.choices.part(text) {
        part if part.is_empty() => 0..text.len(),
        part => part,
    };
    if repeated.is_empty() {
        return;
    }
    let modes = modes();
    let mode = &modes[input.choices.below(modes.len())];
    let measure = |repetitions: usize| {
        let middle = text[repeated.clone()].repeat(repetitions);
        let input = [&text[..repeated.start], &middle, &text[repeated.end..]].concat();
        let start = processor_time();
        let outcome = mode.run(&input, Limits::UNLIMITED);
        let size = input.len() + NODE * (outcome.nodes + outcome.errors) + outcome.written;
        let seconds = processor_time().saturating_sub(start).as_secs_f64();
        Ok::<Point, Infallible>(Point { bytes: input.len(), size, seconds, allocated: 0 })
    };
    let mut growth = Growth::new(MEMORY, measure);
    let repetitions = LENGTH.div_ceil(repeated.len());
    if growth.may_be_too_fast(repetitions) != Ok(true) {
        return;
    }
    let mut measured = Vec::new();
    for _ in 0..MEASUREMENTS {
        let Ok(points) = growth.points(repetitions);
        if too_fast(&points).is_none() {
            return;
        }
        measured.push(points);
    }
    panic!("{}, {:?} is repeated: {measured:?}", mode.name, &text[repeated]);
}
