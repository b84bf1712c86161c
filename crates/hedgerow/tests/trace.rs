//! `Parser::trace` and `Parser::trace_tokens`: the tokens with their places and states, and what was done with them.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use hedgerow::stages::TraceStep;
use hedgerow::{Context, Parser};
use insta::assert_snapshot;
use proptest::prelude::*;

/// All that is to be seen, as text.
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
    let places = [step.start, step.end].map(|place| format!("{}:{}", place.line, place.column));
    let states: Vec<String> = step.states.iter().map(ToString::to_string).collect();
    writeln!(text, "{} {} {}", places.join("-"), step.token.kind(), step.token).unwrap();
    writeln!(text, "  states: {}", states.join(", ")).unwrap();
    for error in step.errors {
        writeln!(text, "  {error}").unwrap();
    }
    for done in &step.rules {
        writeln!(
            text,
            "  {}: {}",
            done.rules,
            [&done.operations[..], &owned(&done.errors)].concat().join("; ")
        )
        .unwrap();
    }
    let stack: Vec<String> = step.open_elements_upwards().collect();
    let list: Vec<String> =
        step.active_formatting_elements().map(|entry| entry.unwrap_or("marker".to_owned())).collect();
    writeln!(text, "  {}; {}; {}", step.insertion_mode(), stack.join(" "), list.join(" ")).unwrap();
}

/// What is to be seen of a step without its rules. Each kind of trace has its own numbers for nodes.
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
fn what_is_done_with_each_token() {
    assert_snapshot!(trace("<!DOCTYPE html>\r\n<title>a&amp;b</title><p class='x' A>1<b>2</p>3</b>\0", None));
}

#[test]
fn tables_and_foreign_content() {
    assert_snapshot!(trace("<td><object><b>x</object><svg><![CDATA[a]]></svg></table>", Some("tr")));
}

#[test]
fn every_state_is_told() {
    assert_snapshot!(trace("a<!--b--!>&#x41;&ampx;<?c d?><e f=&lt;/><", Some("div")));
}

#[test]
fn the_observer_can_break_off() {
    let mut tokens = 0;
    Parser::new().trace("<p>a<p>b", None, |_| {
        tokens += 1;
        if tokens < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(tokens, 3);
}

#[test]
fn a_deep_stack_costs_only_what_is_looked_at() {
    let mut deepest = 0;
    Parser::new().trace(&"<div>".repeat(100_000), None, |step| {
        deepest = step.open_element_count().max(deepest);
        assert!(step.open_elements_upwards().next().is_some() || step.open_element_count() == 0);
        ControlFlow::Continue(())
    });
    assert_eq!(deepest, 100_002);
}

proptest! {
    /// Every byte of the input belongs to one token, and the tree that the operations make is the one that is parsed.
    #[test]
    fn the_tokens_are_those_of_the_parser(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", " ", "<p>", "</p>", "<table>", "<tr>", "<td>", "</table>", "<svg>", "<![CDATA[", "]]>", "<title>",
            "</title>", "<script>", "</script>", "<!--", "-->", "&lt;", "&", "<b c=d>", "</b>", "<", ">", "\0", "\r\n", "<?e f>",
            "<template>", "</template>", "<select>", "<option>", "<textarea>", "</textarea>", "<plaintext>", "<!DOCTYPE x>",
        ]), 0..20),
    ) {
        let html = pieces.concat();
        let mut end = 0;
        let mut names = Vec::new();
        Parser::new().trace(&html, None, |step| {
            assert!(step.start.offset <= step.end.offset && step.start.offset >= end);
            assert!(!step.states.is_empty());
            end = step.end.offset;
            for operation in step.rules.iter().flat_map(|done| &done.operations) {
                let words: Vec<&str> = operation.split(' ').collect();
                if let ["insert", node, ..] = words[..]
                    && let Some((name, _)) = node.split_once('#').filter(|_| !node.starts_with('"'))
                    && !["comment", "processing-instruction"].contains(&name)
                {
                    names.push(name.to_owned());
                }
            }
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
        // Elements that are moved are inserted again.
        names.sort();
        names.dedup();
        let document = Parser::new().parse(&html).into_document();
        let mut parsed: Vec<String> = elements(document.root());
        parsed.sort();
        parsed.dedup();
        prop_assert_eq!(names, parsed);
    }
}

/// The names of all elements, those in templates, too.
fn elements(root: hedgerow::NodeRef<'_>) -> Vec<String> {
    let mut names = Vec::new();
    let mut roots = vec![root];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            if node.element_name().is_some() {
                names.push(node.local_name_text().to_owned());
            }
            roots.extend(node.template_contents());
        }
    }
    names
}
