//! `Parser::trace` and `Parser::trace_tokens`: the tokens with their positions and states, and the operations for each.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use hedgerow::serialize::ToTestFormat;
use hedgerow::stages::{OperationKind, TraceStep};
use hedgerow::{Context, Limits, Parser};
use insta::assert_snapshot;
use proptest::prelude::*;

/// Returns a whole trace as text.
fn trace(html: &str, context: Option<&str>) -> String {
    let mut text = String::new();
    let context: Option<Context> = context.map(|context| context.parse().unwrap());
    Parser::new().trace(html, context.as_ref(), |step| {
        write_step(step, &mut text);
        ControlFlow::Continue(())
    });
    text
}

fn write_step(step: &TraceStep<'_>, text: &mut String) {
    let positions = [step.start, step.end].map(|position| format!("{}:{}", position.line, position.column));
    let states: Vec<String> = step.states.iter().map(ToString::to_string).collect();
    writeln!(text, "{} {} {}", positions.join("-"), step.token.kind(), step.token).unwrap();
    writeln!(text, "  states: {}", states.join(", ")).unwrap();
    for error in step.errors {
        writeln!(text, "  {error}").unwrap();
    }
    for done in &step.rules {
        writeln!(
            text,
            "  {}: {}",
            done.rules,
            [done.operations.iter().map(ToString::to_string).collect(), owned(&done.errors)]
                .concat()
                .join("; ")
        )
        .unwrap();
    }
    let stack: Vec<String> = step.open_elements_upwards().collect();
    let list: Vec<String> =
        step.active_formatting_elements().map(|entry| entry.unwrap_or("marker".to_owned())).collect();
    writeln!(text, "  {}; {}; {}", step.insertion_mode(), stack.join(" "), list.join(" ")).unwrap();
}

/// Describes a step without its rules. The numbers of nodes are removed, because they differ between the two kinds of traces.
fn without_rules(step: &TraceStep<'_>) -> String {
    let name = |label: String| label.split('#').next().unwrap_or_default().to_owned();
    let stack: Vec<String> = step.open_elements_upwards().map(name).collect();
    let list: Vec<Option<String>> = step.active_formatting_elements().map(|entry| entry.map(name)).collect();
    let TraceStep { token, start, end, states, errors, .. } = step;
    let mode = step.insertion_mode();
    format!(
        "{token:?} {start:?} {end:?} {states:?} {errors:?} {mode} {stack:?} {list:?} {}",
        step.open_element_count()
    )
}

fn owned(codes: &[&str]) -> Vec<String> {
    codes.iter().map(|&code| code.to_owned()).collect()
}

#[test]
fn the_operations_for_each_token() {
    assert_snapshot!(trace("<!DOCTYPE html>\r\n<title>a&amp;b</title><p class='x' A>1<b>2</p>3</b>\0", None));
}

#[test]
fn tables_and_foreign_content() {
    assert_snapshot!(trace("<td><object><b>x</object><svg><![CDATA[a]]></svg></table>", Some("tr")));
}

#[test]
fn the_states_of_each_token() {
    assert_snapshot!(trace("a<!--b--!>&#x41;&ampx;<?c d?><e f=&lt;/><", Some("div")));
}

#[test]
fn the_observer_can_stop_the_trace() {
    let mut tokens = 0;
    Parser::new().trace("<p>a<p>b", None, |_| {
        tokens += 1;
        if tokens < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(tokens, 3);
}

#[test]
fn a_trace_of_cut_input_ends_before_the_token_that_is_cut() {
    let mut tokens = Vec::new();
    Parser::new().limits(Limits::UNLIMITED.bytes(5)).trace_tokens("a &amp;", None, |step| {
        tokens.push(step.token.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(tokens, ["\"a \""]);
}

#[test]
fn a_deep_stack_is_not_copied_for_each_token() {
    let mut deepest = 0;
    Parser::new().trace(&"<div>".repeat(100_000), None, |step| {
        deepest = step.open_element_count().max(deepest);
        assert!(step.open_elements_upwards().next().is_some() || step.open_element_count() == 0);
        ControlFlow::Continue(())
    });
    assert_eq!(deepest, 100_002);
}

proptest! {
    /// Every byte of the input belongs to one token, and the operations insert the elements of the parsed tree.
    #[test]
    fn a_trace_has_the_tokens_and_elements_of_a_parse(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", " ", "<p>", "</p>", "<table>", "<tr>", "<td>", "</table>", "<svg>", "<![CDATA[", "]]>", "<title>",
            "</title>", "<script>", "</script>", "<!--", "-->", "&lt;", "&", "<b c=d>", "</b>", "<", ">", "\0", "\r\n", "<?e f>",
            "<template>", "</template>", "<select>", "<option>", "<textarea>", "</textarea>", "<plaintext>", "<!DOCTYPE x>",
        ]), 0..20),
    ) {
        let html = pieces.concat();
        let mut end = 0;
        let (mut inserted, mut tree) = (Vec::new(), String::new());
        Parser::new().trace(&html, None, |step| {
            assert!(step.start.offset <= step.end.offset && step.start.offset >= end);
            assert!(!step.states.is_empty());
            end = step.end.offset;
            for operation in step.rules.iter().flat_map(|done| &done.operations) {
                if operation.kind == OperationKind::Insert {
                    inserted.push(operation.node.number);
                }
            }
            for done in &step.rules {
                let rows = [done.row].into_iter().chain(done.used.iter().map(|&(_, row)| row));
                assert!(rows.into_iter().all(|row| !row.is_empty()), "{done:?} of {:?}", step.token);
            }
            tree = step.document().to_test_format();
            ControlFlow::Continue(())
        });
        prop_assert_eq!(end as usize, html.len());
        for context in [None, Some(&Context::html("table"))] {
            let (mut traced, mut tokens) = (Vec::new(), Vec::new());
            Parser::new().trace(&html, context, |step| {
                traced.push(without_rules(step));
                ControlFlow::Continue(())
            });
            Parser::new().trace_tokens(&html, context, |step| {
                assert!(step.rules.is_empty());
                tokens.push(without_rules(step));
                ControlFlow::Continue(())
            });
            prop_assert_eq!(traced, tokens);
        }
        prop_assert_eq!(tree, Parser::new().parse(&html).into_document().to_test_format());
        let count = inserted.len();
        inserted.sort_unstable();
        inserted.dedup();
        prop_assert_eq!(inserted.len(), count, "each node is inserted once, and then moved");
    }
}
