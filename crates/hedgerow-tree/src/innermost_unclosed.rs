//! [`InnermostUnclosed`]: finds the innermost open element that needs an end tag, when the body ends.
//!
//! Many open elements may need no end tag, and many tags may cause a search through them. So the result of each search
//! is cached for all visited elements, until they are popped.

use hedgerow_base::NameId;

/// Adjacent elements on the stack that need no end tag.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The number of elements above the run.
    start: usize,
    /// The number of elements up to the end of the run.
    end: usize,
    /// The name of the element immediately above the run. That element needs an end tag. `None` if the run starts with
    /// the topmost element.
    above: Option<NameId>,
}

/// The cache of all searches in the current stack of open elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct InnermostUnclosed {
    /// The runs that were searched, from the topmost to the bottommost. Between two runs, there is an element that
    /// needs an end tag.
    runs: Vec<Run>,
}

impl InnermostUnclosed {
    /// Returns the name of the innermost element that needs an end tag. `depth` is the number of elements on the stack;
    /// `upwards` has an item for each of them, from the current node: the name if the element needs an end tag, or
    /// `None`.
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

    /// Removes the elements that were popped: all but the topmost `depth` elements.
    #[inline]
    pub(crate) fn truncate(&mut self, depth: usize) {
        while let Some(run) = self.runs.last_mut().filter(|run| run.end > depth) {
            if run.start <= depth {
                run.end = depth;
                return;
            }
            self.runs.pop();
        }
    }

    /// Clears the cache, because elements were moved on the stack.
    pub(crate) fn clear(&mut self) {
        self.runs.clear();
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_base::known::{B, DIV};
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
                        unclosed.truncate(stack.len());
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
                unclosed.truncate(depth);
                let mut asked = 0;
                unclosed.find(depth, std::iter::repeat_n(None, depth).inspect(|_| asked += 1));
                prop_assert!(asked <= 1);
            }
        }
    }
}
