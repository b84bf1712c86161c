//! Runs a case of the XPath suites.

use hedgerow::dom::NodeKind;
use hedgerow::xpath::{Value, XPath, XPathNode};
use hedgerow::{Document, NodeRef};

use super::case::{Problem, Run};
use super::xpath_file::{Expected, XPathCase, read_xml};

/// Returns the run of a case.
pub(crate) fn run(case: &XPathCase) -> Vec<Run> {
    vec![Run::new("XPath".to_owned(), false, || {
        let document = match read_xml(&case.xml) {
            Ok(document) => document,
            Err(error) => return vec![problem("document", "well-formed XML".to_owned(), error.to_string())],
        };
        match &case.expected {
            Expected::Element { local_name, position } => {
                selected_element(&case.expression, &document, local_name, *position)
            }
            Expected::Lines(lines) => printed_value(&case.expression, &document, lines),
        }
        .into_iter()
        .collect()
    })]
}

fn problem(what: &'static str, expected: String, got: String) -> Problem {
    Problem { what, expected, got }
}

/// Compares the selected nodes with one element.
fn selected_element(
    expression: &str,
    document: &Document,
    local_name: &str,
    position: usize,
) -> Option<Problem> {
    let named = document.root().descendants().filter(|node| node.local_name_text() == local_name);
    let nodes: Vec<NodeRef<'_>> = named.collect();
    let (Some(&expected), Some(root)) = (nodes.get(position), document.document_element()) else {
        return Some(problem("document", format!("{local_name} {position}"), "no such element".to_owned()));
    };
    let found = XPath::parse(expression)
        .map_err(|error| error.to_string())
        .and_then(|xpath| xpath.nodes(root).map_err(|error| error.to_string()));
    let found = match found {
        Ok(found) => found,
        Err(error) => return Some(problem("nodes", describe(expected), error)),
    };
    let found: Vec<_> = found.into_iter().map(XPathNode::node).collect();
    if found == [Some(expected)] {
        return None;
    }
    let found: Vec<String> = found.into_iter().flatten().map(describe).collect();
    Some(problem("nodes", describe(expected), found.join("\n")))
}

/// Describes a node by its name and its id, so that messages distinguish nodes.
fn describe(node: NodeRef<'_>) -> String {
    format!("{} {:?}", node.local_name_text(), node.id())
}

/// Compares a value with the lines of libxml2.
fn printed_value(expression: &str, document: &Document, lines: &[String]) -> Option<Problem> {
    let value = XPath::parse(expression)
        .map_err(|error| error.to_string())
        .and_then(|xpath| xpath.evaluate(document).map_err(|error| error.to_string()));
    let mine = value.as_ref().map_or_else(|error| vec![error.clone()], dump);
    let is_same =
        mine.len() == lines.len() && mine.iter().zip(lines).all(|(mine, theirs)| is_same_line(mine, theirs));
    (!is_same).then(|| problem("value", lines.join("\n"), mine.join("\n")))
}

/// Shows a value as libxml2 does, without the contents of nodes.
fn dump(value: &Value<'_>) -> Vec<String> {
    match value {
        Value::Boolean(boolean) => vec![format!("Object is a Boolean : {boolean}")],
        Value::String(text) => vec![format!("Object is a string : {text}")],
        Value::Number(number) => vec![format!("Object is a number : {number}")],
        Value::Nodes(nodes) => nodes.iter().map(dump_node).collect(),
    }
}

fn dump_node(node: XPathNode<'_>) -> String {
    match (node.node(), node.attribute()) {
        (None, Some(attribute)) => format!("ATTRIBUTE {}", attribute.name_text()),
        (Some(node), _) => match node.kind() {
            NodeKind::Element => format!("ELEMENT {}", node.local_name_text()),
            NodeKind::Text => "TEXT".to_owned(),
            NodeKind::Comment => "COMMENT".to_owned(),
            NodeKind::ProcessingInstruction => {
                format!("PI {}", node.processing_instruction().unwrap_or_default().0)
            }
            _ => "/".to_owned(),
        },
        _ => format!("NAMESPACE {}", node.namespace().unwrap_or_default().0),
    }
}

/// Whether two lines are equal, with numbers compared to the precision that libxml2 prints.
fn is_same_line(mine: &str, theirs: &str) -> bool {
    let number = |line: &str| {
        let text = line.strip_prefix("Object is a number : ")?;
        text.replace("Infinity", "inf").parse::<f64>().ok()
    };
    match (number(mine), number(theirs)) {
        (Some(mine), Some(theirs)) => {
            mine.to_bits() == theirs.to_bits()
                || mine.is_nan() && theirs.is_nan()
                || (mine - theirs).abs() <= theirs.abs() * 1e-5
        }
        // In these trees, CDATA sections are text, and names are in lower case.
        _ => escaped(mine).eq_ignore_ascii_case(&theirs.replace("CDATA_SECTION", "TEXT")),
    }
}

/// Returns a line with its bytes beyond ASCII as libxml2 prints them, such as `#E6` for 0xE6.
fn escaped(line: &str) -> String {
    let escape = |byte: u8| if byte.is_ascii() { char::from(byte).to_string() } else { format!("#{byte:X}") };
    line.bytes().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_compared_with_the_precision_of_libxml2() {
        assert!(is_same_line("Object is a number : 0.3333333333333333", "Object is a number : 0.333333"));
        assert!(!is_same_line("Object is a number : 0.34", "Object is a number : 0.333333"));
        assert!(!is_same_line("Object is a number : 0", "Object is a number : NaN"));
        assert!(is_same_line("ELEMENT chapter", "ELEMENT CHAPTER"));
        assert!(is_same_line("ELEMENT 文書", "ELEMENT #E6#96#87#E6#9B#B8"));
        assert!(!is_same_line("ELEMENT a", "ELEMENT b"));
    }

    #[test]
    fn a_wrong_result_is_a_problem() {
        let case = |expression: &str, position| XPathCase {
            expression: expression.to_owned(),
            xml: "<a><b/><b/></a>".to_owned(),
            expected: Expected::Element { local_name: "b".to_owned(), position },
        };
        assert!(run(&case("b[2]", 1))[0].passed());
        assert!(!run(&case("b[2]", 0))[0].passed());
        assert!(!run(&case("b", 0))[0].passed());
        assert!(!run(&case("b[", 0))[0].passed());
        assert!(!run(&case("b", 2))[0].passed());
    }
}
