//! [`Hunter`]: generates families and finds those whose cost grows faster than their input and output.
//!
//! A case is a family and a [mode](crate::Mode). It is measured at a length and at four times that length. A case that seems to
//! grow too fast is measured again several times, at more lengths; if it still grows too fast, it is shortened.
//! The cost is divided by the size of input and output. Therefore a tree that grows quadratically by the standard is not a
//! finding.
//!
//! An input may crash the program or never finish, so `cargo xtask growth --hunt` supervises the program.

mod case;
mod shorten;

use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

pub use case::Case;
use hedgerow::Limits;

use crate::{Growth, Mode, NODE, Point, Resource, processor_time, too_fast};

/// The plain mode, which every other mode includes.
const PLAIN: &str = "parse";

/// A mode with this many findings is no longer tried, because it grows too fast in general.
const MOST_FINDINGS: usize = 3;
/// The same limit for the plain mode.
const MOST_PLAIN_FINDINGS: usize = 20;

/// The time limit for shortening a family.
const SHORTENING: Duration = Duration::from_secs(20);

/// A finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The shortened case.
    pub case: Case,
    /// The flaw.
    pub flaw: Flaw,
    /// The costs of inputs of the family, each four times as long as the previous one.
    pub points: Vec<Point>,
}

/// The kind of flaw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The cost grows too fast.
    Grows(Resource),
    /// The program panics with this message.
    Panics(String),
}

/// Tries cases and records the findings.
#[derive(Debug)]
pub struct Hunter {
    modes: Vec<Mode>,
    /// Returns the number of bytes allocated since the program started.
    allocated: fn() -> usize,
    /// The available memory in bytes.
    memory: usize,
    found: Vec<Finding>,
}

impl Hunter {
    /// Creates a hunter without findings.
    ///
    /// `allocated` returns the number of bytes allocated since the program started. The hunter skips inputs that might need more
    /// than `memory` bytes.
    ///
    /// ```
    /// use hedgerow_testing::{Case, Hunter, themes};
    /// let modes = hedgerow_testing::modes();
    /// let case = Case::random(1, 1, &themes().iter().collect::<Vec<_>>(), &modes);
    /// let hunter = Hunter::new(modes, || 0, 1 << 30);
    /// assert!(!hunter.is_known(&case));
    /// ```
    #[must_use]
    pub fn new(modes: Vec<Mode>, allocated: fn() -> usize, memory: usize) -> Self {
        Self { modes, allocated, memory, found: Vec::new() }
    }

    /// Whether a case is not worth trying: it contains all words of a finding in the same mode or in a plain parse, or the mode
    /// already has many findings.
    #[must_use]
    pub fn is_known(&self, case: &Case) -> bool {
        let most = if case.mode == PLAIN { MOST_PLAIN_FINDINGS } else { MOST_FINDINGS };
        if self.found.iter().filter(|found| found.case.mode == case.mode).count() >= most {
            return true;
        }
        let text: String = case.parts.iter().map(|part| part.text().to_owned() + "\n").collect();
        self.found.iter().any(|found| {
            (found.case.mode == case.mode || found.case.mode == PLAIN)
                && found.case.words().all(|word| text.contains(word))
        })
    }

    /// Tries a case. A finding is shortened and recorded, so that it [is known](Self::is_known) from then on.
    pub fn examine(&mut self, case: &Case) -> Option<Finding> {
        if !self.growth(case).may_be_too_fast(case.repetitions()).unwrap_or(true) {
            return None;
        }
        let (flaw, _) = self.flaw(case)?;
        let plain = Case { mode: PLAIN.to_owned(), ..case.clone() };
        let has_it = |case: &Case| self.flaw(case).is_some_and(|(found, _)| found.is_like(&flaw));
        let case = if has_it(&plain) { plain } else { case.clone() };
        let start = Instant::now();
        let shortened =
            shorten::shortened(case.clone(), |shorter| start.elapsed() < SHORTENING && has_it(shorter));
        // If the flaw is not found again in the shortened case, the original case is reported.
        let finding = self.report(&shortened).or_else(|| self.report(&case))?;
        self.found.push(finding.clone());
        Some(finding)
    }

    /// Returns the flaw of a case without shortening it, if any.
    #[must_use]
    pub fn report(&self, case: &Case) -> Option<Finding> {
        let (flaw, points) = self.flaw(case)?;
        Some(Finding { case: case.clone(), flaw, points })
    }

    /// Measures the inputs of a case until they take long enough to judge.
    ///
    /// # Errors
    ///
    /// The message of a panic.
    pub fn points(&self, case: &Case) -> Result<Vec<Point>, String> {
        self.growth(case).points(case.repetitions())
    }

    /// Returns the flaw of a case and the points that show it.
    fn flaw(&self, case: &Case) -> Option<(Flaw, Vec<Point>)> {
        match self.points(case) {
            Ok(points) => too_fast(&points).map(|resource| (Flaw::Grows(resource), points)),
            Err(message) => Some((Flaw::Panics(message), Vec::new())),
        }
    }

    fn growth(&self, case: &Case) -> Growth<impl FnMut(usize) -> Result<Point, String>> {
        Growth::new(self.memory, |repetitions| self.measure(case, repetitions))
    }

    fn measure(&self, case: &Case, repetitions: usize) -> Result<Point, String> {
        let Some(mode) = self.mode(case) else { return Err(format!("no mode {}", case.mode)) };
        let input = crate::input(&case.parts, repetitions);
        let run = || {
            let allocated = (self.allocated)();
            let start = processor_time();
            let outcome = mode.run(&input, Limits::UNLIMITED);
            let seconds = processor_time().saturating_sub(start).as_secs_f64();
            Point {
                bytes: input.len(),
                size: input.len() + NODE * (outcome.nodes + outcome.errors) + outcome.written,
                seconds,
                allocated: (self.allocated)() - allocated,
            }
        };
        panic::catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
            let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
            text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
        })
    }

    fn mode(&self, case: &Case) -> Option<&Mode> {
        self.modes.iter().find(|mode| mode.name == case.mode)
    }
}

impl fmt::Display for Finding {
    /// Writes the flaw, the family as a line for `data/families.json`, and the costs of its inputs.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { mode, parts, .. } = &self.case;
        match &self.flaw {
            Flaw::Grows(Resource::Time) => writeln!(formatter, "time: {mode}")?,
            Flaw::Grows(Resource::Memory) => writeln!(formatter, "memory: {mode}")?,
            Flaw::Panics(message) => writeln!(formatter, "panic: {mode}: {message}")?,
        }
        let family = serde_json::json!({ "name": "", "mode": mode, "parts": parts });
        write!(formatter, "    {family}")?;
        for point in &self.points {
            write!(formatter, "\n    {point}")?;
        }
        Ok(())
    }
}

impl Flaw {
    /// Whether two flaws are of the same kind; messages are not compared, because they may contain numbers.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Grows(one), Self::Grows(other)) => one == other,
            (Self::Panics(_), Self::Panics(_)) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread_local;

    use hedgerow::Parser;

    use super::*;
    use crate::modes::Run;
    use crate::{Outcome, Part};

    thread_local! {
        static ALLOCATED: Cell<usize> = const { Cell::new(0) };
    }

    /// Pretends to allocate one byte for each byte of input and one for each pair of `<b>` and `</i>`, which is quadratic.
    fn greedy(_: &Parser, input: &str) -> Outcome {
        let pairs = input.matches("<b>").count() * input.matches("</i>").count();
        ALLOCATED.set(ALLOCATED.get() + pairs + input.len());
        assert!(!input.contains("\u{FDD0}"), "a panic");
        Outcome { nodes: 1, errors: 0, written: 0, stop: None }
    }

    fn mode(name: &str, drive: fn(&Parser, &str) -> Outcome) -> Mode {
        Mode::new(name, Run::Driven(drive))
    }

    fn hunter() -> Hunter {
        let nothing: fn(&Parser, &str) -> Outcome =
            |_, _| Outcome { nodes: 1, errors: 0, written: 0, stop: None };
        let modes = vec![mode(PLAIN, nothing), mode("greedy", greedy)];
        Hunter::new(modes, || ALLOCATED.get(), 1 << 30)
    }

    fn case(mode: &str, parts: Vec<Part>) -> Case {
        Case { theme: String::new(), mode: mode.to_owned(), parts, length: 1 << 10 }
    }

    #[test]
    fn a_case_that_grows_too_fast_is_found_and_shortened_and_then_known() {
        let mut hunter = hunter();
        let parts = vec![
            Part::Once("<p>".to_owned()),
            Part::Numbered("x<b><i id=#>".to_owned()),
            Part::Times("</i></b>".to_owned()),
        ];
        assert!(hunter.examine(&case(PLAIN, parts.clone())).is_none());
        let greedy = case("greedy", parts);
        let found = hunter.examine(&greedy).unwrap();
        assert_eq!(found.flaw, Flaw::Grows(Resource::Memory));
        assert_eq!(found.case.parts, [Part::Times("<b>".to_owned()), Part::Times("</i>".to_owned())]);
        assert!(hunter.is_known(&greedy));
        assert!(!hunter.is_known(&case("greedy", vec![Part::Times("<b>".to_owned())])));
    }

    #[test]
    fn a_linear_case_is_not_found() {
        let parts = vec![Part::Once("<b>".to_owned()), Part::Times("</i>".to_owned())];
        assert!(hunter().examine(&case("greedy", parts)).is_none());
    }

    #[test]
    fn a_panic_is_found() {
        let parts = vec![Part::Once("a".to_owned()), Part::Times("\u{FDD0}b".to_owned())];
        let found = hunter().examine(&case("greedy", parts)).unwrap();
        assert_eq!(found.flaw, Flaw::Panics("a panic".to_owned()));
    }
}
