//! A plain evaluator that follows the recommendation literally: every axis is a filter over all nodes, without optimizations.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/>
#![expect(
    clippy::float_cmp,
    clippy::cast_precision_loss,
    clippy::too_many_lines,
    reason = "numbers are compared exactly, counts are small, and the oracle has many functions"
)]

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::{Document, NodeRef};

#[derive(Clone, Debug)]
pub(crate) enum Expression {
    Number(&'static str),
    Literal(&'static str),
    Binary(&'static str, Box<(Expression, Expression)>),
    Negative(Box<Expression>),
    Path { start: Start, steps: Vec<Step> },
    Call(&'static str, Vec<Expression>),
}

#[derive(Clone, Debug)]
pub(crate) enum Start {
    Root,
    Context,
    Filter(Box<Expression>, Vec<Expression>),
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) axis: &'static str,
    pub(crate) test: &'static str,
    pub(crate) predicates: Vec<Expression>,
}

/// Writes all parentheses, and an abbreviation wherever one exists.
impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(text) => formatter.write_str(text),
            Self::Literal(text) => write!(formatter, "'{text}'"),
            Self::Binary("|", operands) => write!(formatter, "{} | {}", operands.0, operands.1),
            Self::Binary(operator, operands) => {
                write!(formatter, "({} {operator} {})", operands.0, operands.1)
            }
            Self::Negative(inner) => write!(formatter, "- {inner}"),
            Self::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                write!(formatter, "{name}({})", arguments.join(", "))
            }
            Self::Path { start, steps } => {
                let mut separator = match start {
                    Start::Root => "/",
                    Start::Context => "",
                    Start::Filter(inner, predicates) => {
                        write!(formatter, "({inner})")?;
                        predicates.iter().try_for_each(|predicate| write!(formatter, "[{predicate}]"))?;
                        "/"
                    }
                };
                if steps.is_empty() && matches!(start, Start::Root) {
                    return formatter.write_str("/");
                }
                let mut steps = steps.iter().peekable();
                while let Some(step) = steps.next() {
                    let is_all = step.axis == "descendant-or-self" && step.test == "node()";
                    if is_all && step.predicates.is_empty() && !separator.is_empty() && steps.peek().is_some()
                    {
                        separator = "//";
                        continue;
                    }
                    write!(formatter, "{separator}{step}")?;
                    separator = "/";
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.axis, self.test) {
            ("self", "node()") if self.predicates.is_empty() => formatter.write_str("."),
            ("parent", "node()") if self.predicates.is_empty() => formatter.write_str(".."),
            ("child", test) => formatter.write_str(test),
            ("attribute", test) => write!(formatter, "@{test}"),
            (axis, test) => write!(formatter, "{axis}::{test}"),
        }?;
        self.predicates.iter().try_for_each(|predicate| write!(formatter, "[{predicate}]"))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Nodes(BTreeSet<usize>),
    String(String),
    Number(f64),
    Boolean(bool),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Root,
    Element,
    Attribute,
    Text,
    Comment,
    ProcessingInstruction,
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    parent: Option<usize>,
    namespace: &'static str,
    name: String,
    /// The value; unused for roots and elements.
    text: String,
}

/// The nodes of a tree, numbered in document order.
pub(crate) struct Model {
    nodes: Vec<Node>,
    /// The number of each node, by its slot, and of each attribute, by the slot of its element and its name.
    numbers: HashMap<(usize, Option<String>), usize>,
}

impl Model {
    pub(crate) fn new(document: &Document) -> Self {
        let mut model = Self { nodes: Vec::new(), numbers: HashMap::new() };
        let root = document.root();
        for node in root.inclusive_descendants() {
            let parent = node.parent().map(|parent| model.numbers[&(parent.slot().index(), None)]);
            let (kind, name) = match node.kind() {
                NodeKind::DocumentType => continue,
                NodeKind::Element => (Kind::Element, node.local_name_text().to_owned()),
                NodeKind::Text => (Kind::Text, String::new()),
                NodeKind::Comment => (Kind::Comment, String::new()),
                NodeKind::ProcessingInstruction => {
                    let target = node.processing_instruction().map_or("", |(target, _)| target);
                    (Kind::ProcessingInstruction, target.to_owned())
                }
                _ => (Kind::Root, String::new()),
            };
            let data = node.data().unwrap_or_default();
            let is_text = |node: NodeRef<'_>| node.kind() == NodeKind::Text;
            if is_text(node) && node.previous_sibling().is_some_and(is_text) {
                // Adjacent text nodes form one text node in XPath. The last node of the model is the previous sibling.
                model.nodes.last_mut().unwrap().text.push_str(data);
                continue;
            }
            let namespace = node.namespace().map_or("", Namespace::as_str);
            model.add(node, None, Node { kind, parent, namespace, name, text: data.to_owned() });
            let element = model.nodes.len() - 1;
            for attribute in node.attributes() {
                let name = attribute.name_text().to_owned();
                let text = attribute.value().to_owned();
                let namespace = attribute.namespace().as_str();
                let parts = Node { kind: Kind::Attribute, parent: Some(element), namespace, name, text };
                model.add(node, Some(attribute.name_text()), parts);
            }
        }
        model
    }

    fn add(&mut self, of: NodeRef<'_>, attribute: Option<&str>, node: Node) {
        self.numbers.insert((of.slot().index(), attribute.map(str::to_owned)), self.nodes.len());
        self.nodes.push(node);
    }

    pub(crate) fn number_of(&self, owner: NodeRef<'_>, attribute: Option<&str>) -> usize {
        self.numbers[&(owner.slot().index(), attribute.map(str::to_owned))]
    }

    fn is_ancestor(&self, ancestor: usize, node: usize) -> bool {
        let mut parent = self.nodes[node].parent;
        while let Some(number) = parent {
            if number == ancestor {
                return true;
            }
            parent = self.nodes[number].parent;
        }
        false
    }

    /// Whether `node` is on an axis of `context`.
    fn is_on_axis(&self, axis: &str, context: usize, node: usize) -> bool {
        let (from, to) = (&self.nodes[context], &self.nodes[node]);
        let is_attribute = to.kind == Kind::Attribute;
        let is_child = to.parent == Some(context);
        let are_siblings = from.kind != Kind::Attribute && from.parent.is_some() && from.parent == to.parent;
        match axis {
            "self" => node == context,
            "parent" => from.parent == Some(node),
            "ancestor" => self.is_ancestor(node, context),
            "ancestor-or-self" => node == context || self.is_ancestor(node, context),
            "attribute" => is_child && is_attribute,
            "descendant-or-self" if node == context => true,
            _ if is_attribute => false,
            "child" => is_child,
            "descendant" | "descendant-or-self" => self.is_ancestor(context, node),
            "following" => node > context && !self.is_ancestor(context, node),
            "preceding" => node < context && !self.is_ancestor(node, context),
            "following-sibling" => are_siblings && node > context,
            "preceding-sibling" => are_siblings && node < context,
            _ => panic!("{axis}"),
        }
    }

    fn passes(&self, axis: &str, test: &str, node: usize) -> bool {
        let Node { kind, namespace, ref name, parent, .. } = self.nodes[node];
        let principal = if axis == "attribute" { Kind::Attribute } else { Kind::Element };
        match test {
            "node()" => true,
            "text()" => kind == Kind::Text,
            "comment()" => kind == Kind::Comment,
            "processing-instruction()" => kind == Kind::ProcessingInstruction,
            _ if kind != principal => false,
            "*" => true,
            _ => {
                let html = Namespace::Html.as_str();
                let (prefix, local) =
                    test.split_once(':').map_or(("", test), |(prefix, local)| (prefix, local));
                let (wanted, is_html) = match (prefix, principal) {
                    ("svg", _) => (Namespace::Svg.as_str(), false),
                    ("", Kind::Attribute) => {
                        ("", parent.is_some_and(|parent| self.nodes[parent].namespace == html))
                    }
                    _ => (html, true),
                };
                let is_name = local == "*" || *name == local || is_html && name.eq_ignore_ascii_case(local);
                namespace == wanted && is_name
            }
        }
    }

    fn text(&self, node: usize) -> String {
        match self.nodes[node].kind {
            Kind::Root | Kind::Element => {
                let is_text =
                    |&other: &usize| self.nodes[other].kind == Kind::Text && self.is_ancestor(node, other);
                (node..self.nodes.len()).filter(is_text).map(|text| self.text(text)).collect()
            }
            _ => self.nodes[node].text.clone(),
        }
    }

    pub(crate) fn evaluate(
        &self,
        expression: &Expression,
        node: usize,
        position: usize,
        size: usize,
    ) -> Value {
        let evaluate = |expression: &Expression| self.evaluate(expression, node, position, size);
        match expression {
            Expression::Number(text) => Value::Number(text.parse().unwrap()),
            Expression::Literal(text) => Value::String((*text).to_owned()),
            Expression::Negative(inner) => Value::Number(-self.number(&evaluate(inner))),
            Expression::Binary(operator, operands) => {
                let (left, right) = (evaluate(&operands.0), evaluate(&operands.1));
                self.binary(operator, &left, &right)
            }
            Expression::Path { start, steps } => {
                let mut nodes = match start {
                    Start::Root => BTreeSet::from([0]),
                    Start::Context => BTreeSet::from([node]),
                    Start::Filter(inner, predicates) => {
                        let Value::Nodes(nodes) = evaluate(inner) else {
                            panic!("{inner} is not a node-set")
                        };
                        self.filter(nodes.into_iter().collect(), predicates)
                    }
                };
                for step in steps {
                    let selected = nodes.iter().flat_map(|&context| {
                        let mut nodes: Vec<usize> = (0..self.nodes.len())
                            .filter(|&node| self.is_on_axis(step.axis, context, node))
                            .filter(|&node| self.passes(step.axis, step.test, node))
                            .collect();
                        if matches!(
                            step.axis,
                            "ancestor" | "ancestor-or-self" | "preceding" | "preceding-sibling"
                        ) {
                            nodes.reverse();
                        }
                        self.filter(nodes, &step.predicates)
                    });
                    nodes = selected.collect();
                }
                Value::Nodes(nodes)
            }
            Expression::Call(name, arguments) => {
                let arguments: Vec<Value> = arguments.iter().map(evaluate).collect();
                self.call(name, &arguments, node, position, size)
            }
        }
    }

    fn filter(&self, mut nodes: Vec<usize>, predicates: &[Expression]) -> BTreeSet<usize> {
        for predicate in predicates {
            let size = nodes.len();
            let mut position = 0;
            nodes.retain(|&node| {
                position += 1;
                match self.evaluate(predicate, node, position, size) {
                    Value::Number(number) => number == position as f64,
                    other => boolean(&other),
                }
            });
        }
        nodes.into_iter().collect()
    }

    fn binary(&self, operator: &str, left: &Value, right: &Value) -> Value {
        match operator {
            "or" => Value::Boolean(boolean(left) || boolean(right)),
            "and" => Value::Boolean(boolean(left) && boolean(right)),
            "|" => match (left, right) {
                (Value::Nodes(left), Value::Nodes(right)) => Value::Nodes(left | right),
                _ => panic!("an operand of a union is not a node-set"),
            },
            "+" => Value::Number(self.number(left) + self.number(right)),
            "-" => Value::Number(self.number(left) - self.number(right)),
            "*" => Value::Number(self.number(left) * self.number(right)),
            "div" => Value::Number(self.number(left) / self.number(right)),
            "mod" => Value::Number(self.number(left) % self.number(right)),
            _ => Value::Boolean(self.compare(operator, left, right)),
        }
    }

    fn compare(&self, operator: &str, left: &Value, right: &Value) -> bool {
        let texts = |nodes: &BTreeSet<usize>| -> Vec<Value> {
            nodes.iter().map(|&node| Value::String(self.text(node))).collect()
        };
        match (left, right) {
            (Value::Nodes(_), Value::Boolean(_)) => {
                self.compare(operator, &Value::Boolean(boolean(left)), right)
            }
            (Value::Boolean(_), Value::Nodes(_)) => {
                self.compare(operator, left, &Value::Boolean(boolean(right)))
            }
            (Value::Nodes(nodes), _) => texts(nodes).iter().any(|text| self.compare(operator, text, right)),
            (_, Value::Nodes(nodes)) => texts(nodes).iter().any(|text| self.compare(operator, left, text)),
            _ if matches!(operator, "=" | "!=") => {
                let is_equal = match (left, right) {
                    (Value::Boolean(_), _) | (_, Value::Boolean(_)) => boolean(left) == boolean(right),
                    (Value::Number(_), _) | (_, Value::Number(_)) => self.number(left) == self.number(right),
                    _ => left == right,
                };
                is_equal == (operator == "=")
            }
            _ => {
                let (left, right) = (self.number(left), self.number(right));
                match operator {
                    "<" => left < right,
                    "<=" => left <= right,
                    ">" => left > right,
                    _ => left >= right,
                }
            }
        }
    }

    fn string(&self, value: &Value) -> String {
        match value {
            Value::Nodes(nodes) => nodes.first().map(|&node| self.text(node)).unwrap_or_default(),
            Value::String(text) => text.clone(),
            Value::Boolean(boolean) => boolean.to_string(),
            Value::Number(number) if number.is_nan() => "NaN".to_owned(),
            Value::Number(number) if *number == f64::INFINITY => "Infinity".to_owned(),
            Value::Number(number) if *number == f64::NEG_INFINITY => "-Infinity".to_owned(),
            // Negative zero is written as "0".
            Value::Number(number) => (number + 0.0).to_string(),
        }
    }

    fn number(&self, value: &Value) -> f64 {
        match value {
            Value::Number(number) => *number,
            Value::Boolean(boolean) => f64::from(u8::from(*boolean)),
            _ => {
                let text = self.string(value);
                let text = text.trim_matches([' ', '\t', '\n', '\r']);
                let digits = text.strip_prefix('-').unwrap_or(text);
                let is_number = digits.chars().all(|digit| digit.is_ascii_digit() || digit == '.');
                if is_number { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
            }
        }
    }

    fn call(&self, name: &str, arguments: &[Value], node: usize, position: usize, size: usize) -> Value {
        let context = Value::Nodes(BTreeSet::from([node]));
        let first = arguments.first().unwrap_or(&context);
        let text = |index: usize| self.string(&arguments[index]);
        let first_node = match first {
            Value::Nodes(nodes) => nodes.first().map(|&node| &self.nodes[node]),
            _ => None,
        };
        let round = |number: f64| if number.fract() == -0.5 { number.ceil() } else { number.round() };
        match name {
            "position" => Value::Number(position as f64),
            "last" => Value::Number(size as f64),
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "not" => Value::Boolean(!boolean(first)),
            "boolean" => Value::Boolean(boolean(first)),
            "number" => Value::Number(self.number(first)),
            "string" => Value::String(self.string(first)),
            "floor" => Value::Number(self.number(first).floor()),
            "ceiling" => Value::Number(self.number(first).ceil()),
            "round" => Value::Number(round(self.number(first))),
            "count" | "sum" => {
                let Value::Nodes(nodes) = first else { panic!("the argument of {name} is not a node-set") };
                let numbers = nodes.iter().map(|&node| self.number(&Value::String(self.text(node))));
                Value::Number(if name == "count" {
                    nodes.len() as f64
                } else {
                    numbers.fold(0.0, |sum, number| sum + number)
                })
            }
            "name" | "local-name" => {
                Value::String(first_node.map(|node| node.name.clone()).unwrap_or_default())
            }
            "namespace-uri" => {
                Value::String(first_node.map(|node| node.namespace.to_owned()).unwrap_or_default())
            }
            "string-length" => Value::Number(self.string(first).chars().count() as f64),
            "normalize-space" => {
                let text = self.string(first);
                Value::String(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
            }
            "concat" => Value::String(arguments.iter().map(|argument| self.string(argument)).collect()),
            "starts-with" => Value::Boolean(text(0).starts_with(&text(1))),
            "contains" => Value::Boolean(text(0).contains(&text(1))),
            "substring-before" => Value::String(
                text(0).split_once(&text(1)).map(|(before, _)| before.to_owned()).unwrap_or_default(),
            ),
            "substring-after" => Value::String(
                text(0).split_once(&text(1)).map(|(_, after)| after.to_owned()).unwrap_or_default(),
            ),
            "substring" => {
                let start = round(self.number(&arguments[1]));
                let end = arguments.get(2).map(|length| start + round(self.number(length)));
                let is_selected = |position: f64| position >= start && end.is_none_or(|end| position < end);
                let characters = text(0);
                let characters =
                    characters.chars().zip(1..).filter(|&(_, position)| is_selected(f64::from(position)));
                Value::String(characters.map(|(character, _)| character).collect())
            }
            "translate" => {
                let (from, to) = (text(1), text(2));
                let characters = text(0).chars().collect::<Vec<_>>();
                let translated = characters.into_iter().filter_map(|character| {
                    match from.chars().position(|other| other == character) {
                        Some(index) => to.chars().nth(index),
                        None => Some(character),
                    }
                });
                Value::String(translated.collect())
            }
            "id" => {
                let lists = match first {
                    Value::Nodes(nodes) => nodes.iter().map(|&node| self.text(node)).collect(),
                    other => vec![self.string(other)],
                };
                let ids: Vec<&str> = lists.iter().flat_map(|list| list.split_ascii_whitespace()).collect();
                let has_id = |id: &str| {
                    let is_id =
                        |node: &&Node| node.kind == Kind::Attribute && node.name == "id" && node.text == id;
                    self.nodes.iter().find(is_id).and_then(|attribute| attribute.parent)
                };
                Value::Nodes(ids.into_iter().filter_map(has_id).collect())
            }
            "lang" => {
                let wanted = text(0);
                let mut at = Some(node);
                let language = std::iter::from_fn(|| {
                    let node = at?;
                    at = self.nodes[node].parent;
                    Some(node)
                })
                .find_map(|element| {
                    self.nodes.iter().find(|other| {
                        other.parent == Some(element) && other.kind == Kind::Attribute && other.name == "lang"
                    })
                });
                Value::Boolean(language.is_some_and(|node| {
                    let language = node.text.to_lowercase();
                    language == wanted || language.starts_with(&format!("{wanted}-"))
                }))
            }
            _ => panic!("{name}"),
        }
    }
}

fn boolean(value: &Value) -> bool {
    match value {
        Value::Nodes(nodes) => !nodes.is_empty(),
        Value::String(text) => !text.is_empty(),
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Boolean(boolean) => *boolean,
    }
}
