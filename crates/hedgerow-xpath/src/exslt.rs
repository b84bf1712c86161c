//! EXSLT functions, registered like functions of a caller. <https://exslt.github.io/>

use std::collections::HashSet;
use std::sync::Arc;

use crate::patterns::Patterns;
use crate::value::{NodeSet, Value, XPathNode};
use crate::xpath::XPathBuilder;

const REGULAR_EXPRESSIONS: &str = "http://exslt.org/regular-expressions";
const STRINGS: &str = "http://exslt.org/strings";
const SETS: &str = "http://exslt.org/sets";

/// The maximum length of a padding or a replacement in bytes.
const MOST_BYTES: usize = 1 << 24;

pub(crate) fn register(builder: XPathBuilder) -> XPathBuilder {
    let builder =
        builder.namespace("re", REGULAR_EXPRESSIONS).namespace("str", STRINGS).namespace("set", SETS);
    sets(strings(regular_expressions(builder)))
}

fn regular_expressions(builder: XPathBuilder) -> XPathBuilder {
    let patterns = Arc::new(Patterns::default());
    let (test, replace) = (patterns.clone(), patterns);
    builder
        .function_counting(1, REGULAR_EXPRESSIONS, "test", move |arguments, steps| {
            let ([text, pattern] | [text, pattern, _]) = &*arguments else {
                return Err("takes a string, a pattern and flags".to_owned().into());
            };
            let flags = arguments.get(2).map(Value::to_text).unwrap_or_default();
            let pattern = test.get(&pattern.to_text(), &flags, steps)?;
            Ok(Value::Boolean(pattern.is_match(&text.to_text(), steps)?))
        })
        .function_counting(1, REGULAR_EXPRESSIONS, "replace", move |arguments, steps| {
            let [text, pattern, flags, replacement] = &*arguments else {
                return Err("takes a string, a pattern, flags and a replacement".to_owned().into());
            };
            let (text, flags, replacement) = (text.to_text(), flags.to_text(), replacement.to_text());
            let pattern = replace.get(&pattern.to_text(), &flags, steps)?;
            let replaced = pattern.replace(&text, &replacement, flags.contains('g'), MOST_BYTES, steps)?;
            Ok(Value::String(replaced))
        })
}

fn strings(builder: XPathBuilder) -> XPathBuilder {
    builder
        .function_reading(usize::MAX, STRINGS, "concat", |arguments| {
            let [Value::Nodes(nodes)] = &*arguments else { return Err("takes a node-set".to_owned()) };
            Ok(Value::String(nodes.iter().map(XPathNode::string_value).collect()))
        })
        .function_reading(1, STRINGS, "replace", |arguments| {
            let [text, from, to] = &*arguments else {
                return Err("takes a string, the text to find and its replacement".to_owned());
            };
            let (text, from, to) = (text.to_text(), from.to_text(), to.to_text());
            if from.is_empty() {
                return Ok(Value::String(text.into_owned()));
            }
            if text.matches(&*from).count().saturating_mul(to.len()) > MOST_BYTES {
                return Err(format!("the result has more than {MOST_BYTES} bytes"));
            }
            Ok(Value::String(text.replace(&*from, &to)))
        })
        .function_reading(1, STRINGS, "padding", |arguments| {
            let ([length] | [length, _]) = &*arguments else {
                return Err("takes a length and a string".to_owned());
            };
            let filler = arguments.get(1).map_or(" ".into(), Value::to_text);
            Ok(Value::String(padding(length.to_number(), &filler)?))
        })
        .function_reading(1, STRINGS, "align", |arguments| {
            let ([text, filler] | [text, filler, _]) = &*arguments else {
                return Err("takes a string, a padding, and left, right or center".to_owned());
            };
            let (text, filler) = (text.to_text(), filler.to_text());
            let (length, most) = (text.chars().count(), filler.chars().count());
            let Some(missing) = most.checked_sub(length) else {
                return Ok(Value::String(text.chars().take(most).collect()));
            };
            let before = match arguments.get(2).map(Value::to_text).as_deref() {
                Some("right") => missing,
                Some("center") => missing / 2,
                _ => 0,
            };
            let characters = filler.chars();
            let aligned = characters.clone().take(before).chain(text.chars());
            Ok(Value::String(aligned.chain(characters.skip(before + length)).collect()))
        })
}

/// Repeats a string, and cuts the result off at `length` characters.
fn padding(length: f64, filler: &str) -> Result<String, String> {
    // A character has at most four bytes.
    const MOST_CHARACTERS: usize = MOST_BYTES / 4;
    if length > MOST_CHARACTERS as f64 {
        return Err(format!("the padding has more than {MOST_CHARACTERS} characters"));
    }
    // Negative numbers and NaN become 0.
    #[expect(clippy::cast_sign_loss, reason = "a cast of a negative number is 0")]
    let length = length as usize;
    let characters = filler.chars().count();
    if characters == 0 {
        return Ok(String::new());
    }
    let mut padding = filler.repeat(length / characters);
    padding.extend(filler.chars().take(length % characters));
    Ok(padding)
}

#[expect(clippy::mutable_key_type, reason = "nodes are hashed by their numbers, not by their document")]
fn sets(builder: XPathBuilder) -> XPathBuilder {
    builder
        .function(SETS, "difference", |arguments| retain(arguments, false))
        .function(SETS, "intersection", |arguments| retain(arguments, true))
        .function(SETS, "has-same-node", |arguments| {
            let (nodes, others) = two_sets(arguments)?;
            let others: HashSet<_> = others.into_iter().collect();
            Ok(Value::Boolean(nodes.iter().any(|node| others.contains(&node))))
        })
        .function_reading(usize::MAX, SETS, "distinct", |mut arguments| {
            let (Some(Value::Nodes(mut nodes)), true) = (arguments.pop(), arguments.is_empty()) else {
                return Err("takes a node-set".to_owned());
            };
            let mut texts = HashSet::new();
            nodes.retain(|node| texts.insert(node.string_value()));
            Ok(Value::Nodes(nodes))
        })
        .function(SETS, "leading", |arguments| {
            let (mut nodes, others) = two_sets(arguments)?;
            let Some(first) = others.first() else { return Ok(Value::Nodes(nodes)) };
            let position = nodes.iter().position(|node| node == first).unwrap_or(0);
            let mut index = 0;
            nodes.retain(|_| {
                index += 1;
                index <= position
            });
            Ok(Value::Nodes(nodes))
        })
        .function(SETS, "trailing", |arguments| {
            let (mut nodes, others) = two_sets(arguments)?;
            let Some(first) = others.first() else { return Ok(Value::Nodes(nodes)) };
            let position = nodes.iter().position(|node| node == first).unwrap_or(nodes.len());
            let mut index = 0;
            nodes.retain(|_| {
                index += 1;
                index > position + 1
            });
            Ok(Value::Nodes(nodes))
        })
}

/// Returns the nodes of the first set that are in the second set, or, unless `is_kept`, those that are not.
#[expect(clippy::mutable_key_type, reason = "nodes are hashed by their numbers, not by their document")]
fn retain(arguments: Vec<Value<'_>>, is_kept: bool) -> Result<Value<'_>, String> {
    let (mut nodes, others) = two_sets(arguments)?;
    let others: HashSet<_> = others.into_iter().collect();
    nodes.retain(|node| others.contains(&node) == is_kept);
    Ok(Value::Nodes(nodes))
}

fn two_sets(arguments: Vec<Value<'_>>) -> Result<(NodeSet<'_>, NodeSet<'_>), String> {
    match <[Value<'_>; 2]>::try_from(arguments) {
        Ok([Value::Nodes(one), Value::Nodes(other)]) => Ok((one, other)),
        _ => Err("takes two node-sets".to_owned()),
    }
}
