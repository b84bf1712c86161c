//! [`InnermostUnclosed`]: which open element needs an end tag when the body ends, without walking the stack twice.
//!
//! Any number of elements may be open that need none, and any number of end tags may ask. So each answer is remembered for all
//! elements that were looked at, until they are popped.

use hedgerow_names::NameId;

/// Elements on the stack, one below the other, that need no end tag.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// How many elements are above them.
    start: usize,
    /// How many elements there are, these included.
    end: usize,
    /// The name of the one immediately above them, which needs an end tag; there is none if they begin with the topmost.
    above: Option<NameId>,
}

/// What is known of the elements on the stack of open elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct InnermostUnclosed {
    /// From the topmost to the bottommost. Between two there is an element that needs an end tag.
    runs: Vec<Run>,
}

impl InnermostUnclosed {
    /// The name of the innermost element that needs an end tag. The stack has so many elements, and these from the current node
    /// upwards, each with its name if it needs one.
    pub(crate) fn find(
        &mut self,
        depth: usize,
        upwards: impl Iterator<Item = Option<NameId>>,
    ) -> Option<NameId> {
        let mut run = Run { start: depth, end: depth, above: None };
        for element in upwards {
            if let Some(known) = self.runs.pop_if(|known| known.end == run.start) {
                run = Run { end: depth, ..known };
                break;
            }
            if element.is_some() {
                run.above = element;
                break;
            }
            run.start -= 1;
        }
        self.runs.push(run);
        run.above
    }

    /// Takes note that all but the topmost so many elements were popped.
    #[inline]
    pub(crate) fn popped_to(&mut self, depth: usize) {
        while let Some(run) = self.runs.last_mut().filter(|run| run.end > depth) {
            if run.start <= depth {
                run.end = depth;
                return;
            }
            self.runs.pop();
        }
    }

    /// Forgets everything: elements have moved on the stack.
    pub(crate) fn forget(&mut self) {
        self.runs.clear();
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_names::known::{B, DIV};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_a_walk(steps in prop::collection::vec((0..8_u8, 1..6_usize), 0..200)) {
            let mut stack = Vec::new();
            let mut unclosed = InnermostUnclosed::default();
            for (step, count) in steps {
                match step {
                    0..=2 => stack.extend(std::iter::repeat_n(None, count)),
                    3 => stack.push(Some([B, DIV][count % 2])),
                    4 | 5 => for _ in 0..count {
                        stack.pop();
                        unclosed.popped_to(stack.len());
                    },
                    _ => {
                        let expected = stack.iter().rev().find_map(|&element| element);
                        prop_assert_eq!(unclosed.find(stack.len(), stack.iter().rev().copied()), expected);
                    }
                }
            }
        }

        #[test]
        fn looks_at_each_element_once(pops in prop::collection::vec(0..3_usize, 0..100)) {
            let mut depth = 1000_usize;
            let mut unclosed = InnermostUnclosed::default();
            unclosed.find(depth, std::iter::repeat_n(None, depth));
            for pop in pops {
                depth -= pop;
                unclosed.popped_to(depth);
                let mut asked = 0;
                unclosed.find(depth, std::iter::repeat_n(None, depth).inspect(|_| asked += 1));
                prop_assert!(asked <= 1);
            }
        }
    }
}
