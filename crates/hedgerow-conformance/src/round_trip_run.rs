//! Runs a case as a round trip: its tree is written in several forms, and parsing each must give the same tree.
//!
//! The forms, and the rules for exceptions, are in `hedgerow-testing`.

use hedgerow_testing::{RoundTrip, RoundTripResult, SerializationForm};

use super::case::{Problem, Run};
use super::dat_file::TreeCase;

/// Returns all runs of a case. The case is run with scripting off and on, unless it names one of the two modes,
/// and its tree is written in each form.
pub(crate) fn run(case: &TreeCase) -> Vec<Run> {
    let mut runs = Vec::new();
    for scripting in case.scripting_modes() {
        let mut standard_is_right = false;
        for form in SerializationForm::ALL {
            let mode = if scripting { "on" } else { "off" };
            let mut exception = None;
            let mut run = Run::new(format!("scripting {mode}, {}", form.name()), false, || {
                let (problem, rule) = round_trip(case, scripting, form, standard_is_right);
                exception = rule;
                problem.into_iter().collect()
            });
            run.exception = exception;
            if form == SerializationForm::Standard {
                standard_is_right = run.passed() && exception.is_none();
            }
            runs.push(run);
        }
    }
    runs
}

/// Returns the problem if the trees differ, or the rule that allows them to differ.
fn round_trip(
    case: &TreeCase,
    scripting: bool,
    form: SerializationForm,
    standard_is_right: bool,
) -> (Option<Problem>, Option<&'static str>) {
    let context = match case.context_element() {
        Ok(context) => context,
        Err(problem) => return (Some(problem), None),
    };
    let (html, shadow_roots) = (&*case.data, case.shadow_roots);
    let trip = RoundTrip { html, context: context.as_ref(), scripting, shadow_roots };
    match trip.result(form, standard_is_right) {
        RoundTripResult::Same => (None, None),
        RoundTripResult::Excepted(rule) => (None, Some(rule)),
        RoundTripResult::Different { expected, got } => (Some(Problem { what: "tree", expected, got }), None),
    }
}
