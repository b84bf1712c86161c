//! Compares the values of generated expressions on generated documents with those of the plain evaluator in `oracle.rs`.
//!
//! If the environment variable `HEDGEROW_XPATH_CASES` names a file, the expressions, documents and values are written to
//! it, so that they can be compared with other implementations.
#![expect(clippy::float_cmp, reason = "numbers are compared exactly")]

use std::fmt::Write as _;

use hedgerow::dom::AttributeRef;
use hedgerow::{Document, NodeRef};
use hedgerow_testing::Random;
use hedgerow_xpath::{Value, XPath};

use crate::oracle::{self, Expression, Model, Start, Step};

const DOCUMENTS: usize = 400;
const EXPRESSIONS: usize = 50;

const AXES: [&str; 12] = [
    "child", "descendant", "parent", "ancestor", "following-sibling", "preceding-sibling", "following",
    "preceding", "attribute", "self", "descendant-or-self", "ancestor-or-self",
];

const TESTS: [&str; 10] =
    ["*", "node()", "text()", "comment()", "div", "b", "SPAN", "i", "svg:g", "processing-instruction()"];

/// Generates an expression of any type.
fn any(random: &mut Random, depth: usize) -> Expression {
    match random.below(4) {
        0 => nodes(random, depth),
        1 => number(random, depth),
        2 => string(random, depth),
        _ => boolean(random, depth),
    }
}

fn binary(operator: &'static str, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Box::new((left, right)))
}

fn call(name: &'static str, arguments: impl Into<Vec<Expression>>) -> Expression {
    Expression::Call(name, arguments.into())
}

fn nodes(random: &mut Random, depth: usize) -> Expression {
    if depth > 0 && random.below(8) == 0 {
        let union = binary("|", nodes(random, depth - 1), nodes(random, depth - 1));
        return Expression::Path {
            start: Start::Filter(Box::new(union), predicates(random, depth)),
            steps: Vec::new(),
        };
    }
    let start = match random.below(if depth > 0 { 8 } else { 6 }) {
        0..3 => Start::Root,
        3..6 => Start::Context,
        6 => Start::Filter(Box::new(nodes(random, depth - 1)), predicates(random, depth - 1)),
        _ => Start::Filter(Box::new(call("id", [any(random, 0)])), Vec::new()),
    };
    let mut steps: Vec<Step> = (0..=random.below(3)).flat_map(|_| step(random, depth)).collect();
    if matches!(start, Start::Root) && random.below(2) == 0 {
        steps.insert(0, everything());
    }
    Expression::Path { start, steps }
}

fn everything() -> Step {
    Step { axis: "descendant-or-self", test: "node()", predicates: Vec::new() }
}

fn step(random: &mut Random, depth: usize) -> Vec<Step> {
    let axis = match random.below(3) {
        0 => random.pick(&AXES),
        _ => random.pick(&["child", "descendant", "child", "self"]),
    };
    let test = match (axis, random.below(3)) {
        ("attribute", _) => random.pick(&["id", "class", "*", "CLASS", "node()"]),
        (_, 0) => "*",
        _ => random.pick(&TESTS),
    };
    let step = Step { axis, test, predicates: predicates(random, depth) };
    if random.below(4) == 0 { vec![everything(), step] } else { vec![step] }
}

fn predicates(random: &mut Random, depth: usize) -> Vec<Expression> {
    let count = if depth == 0 { 0 } else { [0, 0, 1, 1, 2][random.below(5)] };
    let predicate = |random: &mut Random| match random.below(6) {
        0 => Expression::Number(random.pick(&["1", "2", "3"])),
        1 => call("last", []),
        2 => binary(
            random.pick(&["=", "<", ">", "!=", "<=", ">="]),
            call("position", []),
            if random.below(2) == 0 { call("last", []) } else { number(random, depth - 1) },
        ),
        3 => nodes(random, depth - 1),
        _ => any(random, depth - 1),
    };
    (0..count).map(|_| predicate(random)).collect()
}

fn number(random: &mut Random, depth: usize) -> Expression {
    if depth == 0 {
        return match random.below(4) {
            0 => call("position", []),
            1 => call("last", []),
            _ => Expression::Number(random.pick(&["0", "1", "2", "3", "1.5", ".5", "10.", "0.25"])),
        };
    }
    match random.below(7) {
        0 => binary(
            random.pick(&["+", "-", "*", "div", "mod"]),
            number(random, depth - 1),
            any(random, depth - 1),
        ),
        1 => Expression::Negative(Box::new(number(random, 0))),
        2 => call(random.pick(&["floor", "ceiling", "round", "number"]), [any(random, depth - 1)]),
        3 => call(random.pick(&["count", "sum"]), [nodes(random, depth - 1)]),
        4 => call("string-length", [any(random, depth - 1)]),
        5 => call(random.pick(&["string-length", "number"]), []),
        _ => number(random, 0),
    }
}

fn string(random: &mut Random, depth: usize) -> Expression {
    if depth == 0 {
        return Expression::Literal(
            random.pick(&["", "a", "b", "1", "2", " a  b ", "x y", "-3.5", "héé", "en", "ab"]),
        );
    }
    let deeper = |random: &mut Random| any(random, depth - 1);
    match random.below(8) {
        0 => call(random.pick(&["string", "normalize-space"]), [deeper(random)]),
        1 => call(random.pick(&["name", "local-name", "namespace-uri"]), [nodes(random, depth - 1)]),
        2 => call(random.pick(&["name", "local-name", "string", "normalize-space"]), []),
        3 => call("concat", [deeper(random), deeper(random)]),
        4 => call(random.pick(&["substring-before", "substring-after"]), [deeper(random), deeper(random)]),
        5 => call("substring", [deeper(random), number(random, depth - 1), number(random, 0)]),
        6 => call("translate", [deeper(random), string(random, 0), string(random, 0)]),
        _ => string(random, 0),
    }
}

fn boolean(random: &mut Random, depth: usize) -> Expression {
    if depth == 0 {
        return call(random.pick(&["true", "false"]), []);
    }
    let deeper = |random: &mut Random| any(random, depth - 1);
    match random.below(6) {
        0 => binary(random.pick(&["and", "or"]), deeper(random), deeper(random)),
        1 => call(random.pick(&["not", "boolean"]), [deeper(random)]),
        2 => call(random.pick(&["starts-with", "contains"]), [deeper(random), deeper(random)]),
        3 => call("lang", [Expression::Literal(random.pick(&["en", "de"]))]),
        _ => binary(random.pick(&["=", "!=", "<", "<=", ">", ">="]), deeper(random), deeper(random)),
    }
}

/// Generates markup from which HTML and XML parsers build the same tree, except for optional foreign elements.
fn markup(random: &mut Random, with_foreign: bool) -> String {
    let mut html = String::from("<!DOCTYPE html><html lang=\"en\"><head><title>1</title></head><body>");
    let mut open: Vec<&str> = Vec::new();
    let mut was_text = false;
    for _ in 0..8 + random.below(25) {
        let choice = random.below(10);
        match choice {
            0..4 => {
                let in_foreign = open.contains(&"svg");
                let name = match random.below(8) {
                    _ if in_foreign => "g",
                    0 if with_foreign => "svg",
                    _ => random.pick(&["div", "b", "span", "i"]),
                };
                // The HTML parser has rules for blocks in formatting elements, so a `div` is generated only in `div` elements.
                let name =
                    if name == "div" && open.iter().any(|open| *open != "div") { "span" } else { name };
                let name = if matches!(name, "b" | "i") && open.contains(&name) { "span" } else { name };
                let _ = write!(html, "<{name}");
                if random.below(3) == 0 {
                    let _ = write!(html, " id=\"{}\"", random.pick(&["a", "b", "1", "x"]));
                }
                if random.below(3) == 0 {
                    let _ = write!(html, " class=\"{}\"", random.pick(&["a", "x y", "2", ""]));
                }
                if random.below(8) == 0 {
                    let _ = write!(html, " lang=\"{}\"", random.pick(&["en-US", "de", ""]));
                }
                html.push('>');
                open.push(name);
            }
            4..6 => {
                if let Some(name) = open.pop() {
                    let _ = write!(html, "</{name}>");
                }
            }
            6..9 if !was_text => html.push_str(random.pick(&["a", "1", "2", " b ", "héé", "3.5", "x y"])),
            _ => html.push_str(random.pick(&["<!--a-->", "<!--1-->"])),
        }
        was_text = (6..9).contains(&choice);
    }
    while let Some(name) = open.pop() {
        let _ = write!(html, "</{name}>");
    }
    html + "</body></html>"
}

/// Moves elements and adds texts and processing instructions, so that tree order differs from creation order.
fn change(document: &mut Document, random: &mut Random) {
    for _ in 0..random.below(6) {
        let elements: Vec<_> = document.body().unwrap().descendant_elements().map(NodeRef::id).collect();
        let Some(&one) = elements.get(random.below(elements.len() + 1)) else { continue };
        let Some(&other) = elements.get(random.below(elements.len() + 1)) else { continue };
        match random.below(3) {
            // Inserting an element into itself is refused.
            0 => {
                let _ = document.append(one, other);
            }
            1 => {
                let [text, next] = ["1", "a"].map(|text| document.create_text(text));
                document.append(one, text).unwrap();
                document.append(one, next).unwrap();
            }
            _ => {
                let instruction = document.create_processing_instruction("target", "2").unwrap();
                document.append(one, instruction).unwrap();
            }
        }
    }
}

/// Converts a value to a value of the plain evaluator, in which nodes are represented by their numbers in the model.
fn numbered(value: &Value<'_>, model: &Model) -> oracle::Value {
    match value {
        Value::Nodes(nodes) => {
            let numbers: Vec<usize> = nodes
                .iter()
                .map(|node| model.number_of(node.owner(), node.attribute().map(AttributeRef::name_text)))
                .collect();
            assert!(numbers.is_sorted_by(|one, other| one < other), "in document order: {numbers:?}");
            oracle::Value::Nodes(numbers.into_iter().collect())
        }
        Value::String(text) => oracle::Value::String(text.clone()),
        Value::Number(number) => oracle::Value::Number(*number),
        Value::Boolean(boolean) => oracle::Value::Boolean(*boolean),
    }
}

fn is_same(one: &oracle::Value, other: &oracle::Value) -> bool {
    match (one, other) {
        (oracle::Value::Number(one), oracle::Value::Number(other)) => {
            one == other || one.is_nan() && other.is_nan()
        }
        _ => one == other,
    }
}

#[test]
fn values_equal_those_of_a_plain_evaluator() {
    let path = std::env::var_os("HEDGEROW_XPATH_CASES");
    let mut cases = String::new();
    let mut found = 0;
    for seed in 0..DOCUMENTS {
        let random = &mut Random::new(seed as u64 + 1);
        let html = markup(random, path.is_none());
        let mut document = hedgerow::parse(&html);
        if path.is_none() {
            change(&mut document, random);
        }
        let model = Model::new(&document);
        // Other implementations evaluate expressions with the document element as the context node.
        let context = if path.is_none() { document.root() } else { document.document_element().unwrap() };
        let number = model.number_of(context, None);
        let _ = writeln!(cases, "D{html}");
        for _ in 0..EXPRESSIONS {
            let depth = random.below(4);
            let expression = if random.below(3) == 0 { any(random, depth) } else { nodes(random, depth) };
            let text = expression.to_string();
            let compiled = XPath::parse(&text).unwrap_or_else(|error| panic!("{error}"));
            let value = compiled.evaluate(context).unwrap_or_else(|error| panic!("{text}: {error}"));
            let (mine, plain) = (numbered(&value, &model), model.evaluate(&expression, number, 1, 1));
            assert!(is_same(&mine, &plain), "{text}\n{mine:?}\n{plain:?}\n{document:?}");
            found += usize::from(!matches!(&mine, oracle::Value::Nodes(nodes) if nodes.is_empty()));
            let shown = match &value {
                Value::Nodes(nodes) => {
                    let nodes = nodes.iter().map(|node| node.string_value().into_owned()).collect::<Vec<_>>();
                    format!("nodes {}", nodes.join("\u{1}"))
                }
                other => other.to_text().into_owned(),
            };
            let _ = writeln!(cases, "E{}\u{2}{}", text, shown.replace('\n', "\u{3}"));
        }
    }
    assert!(found > DOCUMENTS * EXPRESSIONS / 3, "only {found} are not empty");
    if let Some(path) = path {
        std::fs::write(path, cases).unwrap();
    }
}
