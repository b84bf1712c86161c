//! The output of `hedgerow check` for the example of each code.

use crate::support::run;
use hedgerow::errors::ErrorKind;
use insta::assert_snapshot;

/// Returns the reports on the examples of the wanted kinds of errors. Each example is checked only for its own kind.
fn reports(is_wanted: impl Fn(ErrorKind) -> bool) -> String {
    let mut reports = String::new();
    for kind in ErrorKind::all().filter(|&kind| is_wanted(kind)) {
        let Some(example) = kind.explanation().example() else { continue };
        let deny = format!("--deny={kind}");
        let fragment = example.context.map(|context| format!("--fragment={context}"));
        let mut arguments = vec!["check", "--encoding=utf-8", "--allow=all", &deny];
        arguments.extend(fragment.as_deref());
        let before = run(&arguments, example.before);
        assert_eq!(before.exit_code, Some(1), "{kind}: {}", before.complaints);
        assert!(before.output.contains(&format!("error[{kind}]: ")), "{}", before.output);
        assert_eq!(run(&arguments, example.after).exit_code, Some(0), "{kind}");
        reports.push_str(&before.output);
    }
    reports
}

#[test]
fn codes_of_the_standard() {
    assert_snapshot!(reports(ErrorKind::is_standard));
}

#[test]
fn codes_of_tree_construction() {
    assert_snapshot!(reports(|kind| kind.is_parse_error() && !kind.is_standard()));
}

#[test]
fn codes_of_authoring_rules() {
    assert_snapshot!(reports(|kind| !kind.is_parse_error()));
}

#[test]
fn malformed_bytes() {
    assert_snapshot!(run(&["check", "--encoding=utf-8"], b"<!DOCTYPE html><p>caf\xE9 \xE2\x82").output);
}
