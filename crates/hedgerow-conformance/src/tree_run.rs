//! Runs a case of the tree construction suite.

use hedgerow::errors::ParseError;
use hedgerow::serialize::ToTestFormat;
use hedgerow::{Parsed, Parser};

use super::case::{Problem, Run};
use super::dat_file::{NewError, TreeCase};
use super::feeding::{Feeding, PADDING};
use super::{locate, observed, position, scripts};

/// Returns all runs of a case: with scripting off and on, unless the case names one of the two modes, and with each
/// feeding.
pub(crate) fn run(case: &TreeCase, name: &str, seed: u64) -> Vec<Run> {
    let mut runs = Vec::new();
    for scripting in case.scripting_modes() {
        let mode = if scripting { "on" } else { "off" };
        let mut errors_of_the_whole = None;
        for feeding in Feeding::all(seed, name) {
            let run_name = format!("scripting {mode}, {}", feeding.name());
            runs.push(Run::new(run_name, feeding.is_random(), || {
                let parsed = match parse(case, &case.data, scripting, feeding, true) {
                    Ok(parsed) => parsed,
                    Err(problem) => return vec![problem],
                };
                let mut problems = compare(case, &parsed);
                let errors = observed::errors(&parsed);
                let expected = errors_of_the_whole.get_or_insert_with(|| errors.clone());
                problems.extend(Problem::unless_equal("errors of the whole", expected.clone(), errors));
                problems
            }));
        }
        let run_name = format!("scripting {mode}, padded");
        runs.push(Run::new(run_name, false, || {
            compare_padded(case, scripting).unwrap_or_else(|problem| vec![problem])
        }));
        if !scripting || case.scripting.is_some() {
            runs.push(Run::new(format!("scripting {mode}, all errors"), false, || {
                match parse(case, &case.data, scripting, Feeding::Whole, true) {
                    Ok(parsed) if locate::is_our_own(name) => {
                        compare_all_errors(case, &parsed).into_iter().collect()
                    }
                    Ok(parsed) => compare_error_count(case, &parsed).into_iter().collect(),
                    Err(problem) => vec![problem],
                }
            }));
        }
        // The parser that does not collect errors is compiled separately, so it is also tested separately.
        for feeding in [Feeding::Whole, Feeding::Characters] {
            let run_name = format!("scripting {mode}, {}, without errors", feeding.name());
            runs.push(Run::new(run_name, false, || {
                match parse(case, &case.data, scripting, feeding, false) {
                    Ok(parsed) => compare_tree(case, &parsed).into_iter().collect(),
                    Err(problem) => vec![problem],
                }
            }));
        }
    }
    runs
}

/// Compares the results of parsing the padded input whole and one character at a time.
fn compare_padded(case: &TreeCase, scripting: bool) -> Result<Vec<Problem>, Problem> {
    let data = format!("{}{PADDING}", case.data);
    let mut problems = Vec::new();
    for collect_errors in [true, false] {
        let characters = parse(case, &data, scripting, Feeding::Characters, collect_errors)?;
        let whole = parse(case, &data, scripting, Feeding::Whole, collect_errors)?;
        let tree = |parsed: &Parsed| parsed.document().to_test_format();
        problems.extend(Problem::unless_equal("tree", tree(&characters), tree(&whole)));
        problems.extend(Problem::unless_equal(
            "errors",
            observed::errors(&characters),
            observed::errors(&whole),
        ));
    }
    Ok(problems)
}

fn parse(
    case: &TreeCase,
    data: &str,
    scripting: bool,
    feeding: Feeding,
    collect_errors: bool,
) -> Result<Parsed, Problem> {
    let parser = Parser::new()
        .scripting(scripting)
        .collect_errors(collect_errors)
        .allow_declarative_shadow_roots(case.shadow_roots);
    let context = case.context_element()?;
    if case.is_scripted {
        let page = (scripts::engine().parse_text)(&parser, &feeding.pieces(data));
        return page.problem().map_or(Ok(page.parsed), Err);
    }
    if let Feeding::Whole = feeding {
        return Ok(match &context {
            None => parser.parse(data),
            Some(context) => parser.parse_fragment(data, context),
        });
    }
    let mut stream = match &context {
        None => parser.stream(),
        Some(context) => parser.stream_fragment(context),
    };
    for piece in feeding.pieces(data) {
        stream.feed(piece);
    }
    Ok(stream.finish())
}

fn compare_tree(case: &TreeCase, parsed: &Parsed) -> Option<Problem> {
    let got = parsed.document().to_test_format();
    Problem::unless_equal("tree", case.document.clone(), got.trim_end_matches('\n').to_owned())
}

fn compare(case: &TreeCase, parsed: &Parsed) -> Vec<Problem> {
    let tree = compare_tree(case, parsed);
    let errors = case.new_errors.as_ref().and_then(|expected| {
        let standard = parsed.errors().iter().filter(|error| error.is_standard());
        let mut got: Vec<NewError> = standard.map(|error| new_error(error, expected)).collect();
        got.sort();
        Problem::unless_equal("errors", observed::lines(expected), observed::lines(&got))
    });
    let invariants = parsed.document().validate().err().map(|error| Problem {
        what: "invariants",
        expected: String::new(),
        got: error.to_string(),
    });
    tree.into_iter().chain(errors).chain(invariants).collect()
}

/// Compares the positions and codes of all errors, which our own cases list.
fn compare_all_errors(case: &TreeCase, parsed: &Parsed) -> Option<Problem> {
    let mut errors: Vec<NewError> = parsed
        .errors()
        .iter()
        .map(|error| {
            let (start, end) = (position::in_suite(error.start()), position::in_suite(error.end()));
            NewError { start, end: (start != end).then_some(end), code: error.code().to_owned() }
        })
        .collect();
    errors.sort();
    Problem::unless_equal("all errors", case.errors.join("\n"), observed::lines(&errors))
}

/// Compares the number of errors with the suite's, or with the number in `error-counts.txt`.
fn compare_error_count(case: &TreeCase, parsed: &Parsed) -> Option<Problem> {
    let listed = case.error_counts;
    let theirs = case.errors.len();
    let ours = parsed.error_count();
    let expected = listed.map_or(theirs, |listed| listed.ours);
    if ours == expected && listed.is_none_or(|listed| listed.theirs == theirs) {
        return None;
    }
    let lines = case.errors.join("\n");
    let expected = match listed {
        Some(listed) => format!("{expected}, and the suite's is {}", listed.theirs),
        None => expected.to_string(),
    };
    Some(Problem {
        what: "number of errors",
        expected: format!("{expected}\n{lines}"),
        got: format!("{ours}, and the suite's is {theirs}\n{}", observed::errors(parsed)),
    })
}

/// Returns an error in the suite's form: as a range only if the suite expects a range for this code at this position.
fn new_error(error: &ParseError, expected: &[NewError]) -> NewError {
    let code = error.code().to_owned();
    let start = position::in_suite(error.start());
    let is_range =
        |expected: &NewError| expected.code == code && expected.start == start && expected.end.is_some();
    let end = expected.iter().any(is_range).then(|| position::in_suite(error.end()));
    NewError { start, end, code }
}
