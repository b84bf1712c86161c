//! The evaluator: values, conversions, operators and paths.
//!
//! The evaluator recurses as deeply as the parser; it does not recurse over the tree.

use std::borrow::Cow;
use std::collections::HashSet;

use foldhash::fast::RandomState;
use hedgerow_dom::{Document, NodeRef, search};

use crate::error::EvaluationError;
use crate::expression::{Expr, Operator, Path, Predicate, PredicateKind, Segment, Start, Test};
use crate::node::{self, Item, Part, ResolvedName};
use crate::number;
use crate::order::Order;
use crate::steps::{ATTRIBUTES_PER_STEP, BYTES_PER_COPY_STEP, BYTES_PER_READ_STEP, Failure, Steps};
use crate::value::Value;
use crate::xpath::Compiled;

/// A value during the evaluation. Node-sets are in document order.
#[derive(Clone, Debug)]
pub(crate) enum Val<'e> {
    Nodes(Vec<Item>),
    String(Cow<'e, str>),
    Number(f64),
    Boolean(bool),
}

/// The changing part of an expression's context: the context node, the position and the size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) item: Item,
    pub(crate) position: usize,
    pub(crate) size: usize,
}

/// The part of a node-set that is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    All,
    /// At least one node, in any order, which shows that the set is not empty.
    Any,
    /// The first node in document order.
    First,
}

/// The evaluation of one expression.
pub(crate) struct Evaluation<'e> {
    pub(crate) document: &'e Document,
    pub(crate) compiled: &'e Compiled,
    pub(crate) names: &'e [ResolvedName],
    /// A value for each of [`Compiled::variables`].
    pub(crate) variables: &'e [Option<Val<'e>>],
    pub(crate) steps_left: u64,
    most_steps: u64,
    /// The root of the tree that the context node is in.
    pub(crate) root: NodeRef<'e>,
    /// Whether nodes may be in another tree of the document, because the caller passed nodes.
    has_several_trees: bool,
    order: Option<Order>,
}

impl<'e> Evaluation<'e> {
    pub(crate) fn new(
        root: NodeRef<'e>,
        compiled: &'e Compiled,
        names: &'e [ResolvedName],
        variables: &'e [Option<Val<'e>>],
        most_steps: u64,
    ) -> Self {
        Self {
            document: root.document(),
            compiled,
            names,
            variables,
            steps_left: most_steps,
            most_steps,
            root,
            has_several_trees: variables.iter().any(|value| matches!(value, Some(Val::Nodes(_)))),
            order: None,
        }
    }

    /// The node of an item; the element of an attribute or namespace.
    #[inline]
    pub(crate) fn node(&self, item: Item) -> NodeRef<'e> {
        item.slot.node(self.document)
    }

    /// Takes steps from the budget.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), EvaluationError> {
        match self.steps_left.checked_sub(steps as u64) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => Err(self.too_many_steps()),
        }
    }

    /// Takes the steps for reading a text once.
    #[inline]
    pub(crate) fn spend_on_text(&mut self, text: &str) -> Result<(), EvaluationError> {
        self.spend(text.len() / BYTES_PER_READ_STEP)
    }

    /// Takes the steps for creating a text, or for reading it character by character.
    #[inline]
    pub(crate) fn spend_on_copy(&mut self, text: &str) -> Result<(), EvaluationError> {
        self.spend(text.len() / BYTES_PER_COPY_STEP)
    }

    /// The number that a text denotes.
    #[inline]
    pub(crate) fn number_of(&mut self, text: &str) -> Result<f64, EvaluationError> {
        self.spend_on_copy(text)?;
        Ok(number::from_string(text))
    }

    #[cold]
    fn too_many_steps(&mut self) -> EvaluationError {
        self.steps_left = 0;
        EvaluationError::TooManySteps { most: self.most_steps }
    }

    /// The order of the nodes, computed on first use.
    pub(crate) fn order(&mut self) -> &mut Order {
        let (root, has_several_trees) = (self.root, self.has_several_trees);
        self.order.get_or_insert_with(|| {
            if has_several_trees { Order::of_several(root.document().id_limit()) } else { Order::of(root) }
        })
    }

    pub(crate) fn evaluate(
        &mut self,
        expression: &'e Expr,
        context: Context,
    ) -> Result<Val<'e>, EvaluationError> {
        Ok(match expression {
            Expr::Or(_) | Expr::And(_) => Val::Boolean(self.boolean(expression, context)?),
            Expr::Chain(first, rest) => self.chain(first, rest, context)?,
            Expr::Negate(..) => Val::Number(self.number(expression, context)?),
            Expr::Union(_) | Expr::Attribute(_) => {
                Val::Nodes(self.nodes(expression, context, Want::All, "an operand of |")?)
            }
            Expr::Path(path) => Val::Nodes(self.path(path, context, Want::All)?),
            Expr::Literal(text) => Val::String(Cow::Borrowed(text)),
            Expr::Number(number) => Val::Number(*number),
            Expr::Variable(index) => {
                let Some(Some(value)) = self.variables.get(*index) else {
                    let name = self.compiled.variables.get(*index).cloned().unwrap_or_default();
                    return Err(EvaluationError::UnboundVariable { name });
                };
                match value {
                    Val::Nodes(items) => self.spend(items.len())?,
                    Val::String(text) => self.spend_on_copy(text)?,
                    Val::Number(_) | Val::Boolean(_) => {}
                }
                value.clone()
            }
            Expr::Core(function, arguments) => self.call(*function, arguments, context)?,
            Expr::Extension(index, arguments) => self.extension(*index, arguments, context)?,
        })
    }

    pub(crate) fn boolean(
        &mut self,
        expression: &'e Expr,
        context: Context,
    ) -> Result<bool, EvaluationError> {
        match expression {
            Expr::Or(parts) => {
                for part in parts {
                    if self.boolean(part, context)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expr::And(parts) => {
                for part in parts {
                    if !self.boolean(part, context)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Expr::Attribute(test) => Ok(self.attribute(test, context)?.is_some()),
            Expr::Path(path) => Ok(!self.path(path, context, Want::Any)?.is_empty()),
            Expr::Union(parts) => {
                for part in parts {
                    if !self.nodes(part, context, Want::Any, "an operand of |")?.is_empty() {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => {
                let value = self.evaluate(expression, context)?;
                Ok(truth(&value))
            }
        }
    }

    pub(crate) fn number(&mut self, expression: &'e Expr, context: Context) -> Result<f64, EvaluationError> {
        match expression {
            Expr::Number(number) => Ok(*number),
            Expr::Negate(inner, is_negative) => {
                let number = self.number(inner, context)?;
                Ok(if *is_negative { -number } else { number })
            }
            Expr::Path(_) => {
                let text = self.string(expression, context)?;
                self.number_of(&text)
            }
            _ => {
                let value = self.evaluate(expression, context)?;
                self.number_from(value)
            }
        }
    }

    pub(crate) fn string(
        &mut self,
        expression: &'e Expr,
        context: Context,
    ) -> Result<Cow<'e, str>, EvaluationError> {
        match expression {
            Expr::Literal(text) => Ok(Cow::Borrowed(text)),
            Expr::Attribute(test) => {
                let value = self.attribute(test, context)?.unwrap_or_default();
                self.spend_on_text(value)?;
                Ok(Cow::Borrowed(value))
            }
            Expr::Path(path) => {
                let items = self.path(path, context, Want::First)?;
                self.text_from(Val::Nodes(items))
            }
            _ => {
                let value = self.evaluate(expression, context)?;
                self.text_from(value)
            }
        }
    }

    /// The node-set of an expression; `place` names the construct that requires a node-set, for the error.
    pub(crate) fn nodes(
        &mut self,
        expression: &'e Expr,
        context: Context,
        want: Want,
        place: &str,
    ) -> Result<Vec<Item>, EvaluationError> {
        match expression {
            Expr::Path(path) => self.path(path, context, want),
            Expr::Attribute(test) => {
                if !context.item.is_whole() {
                    return Ok(Vec::new());
                }
                let node = self.node(context.item);
                self.spend_attributes(node)?;
                let found = node::attributes(node, test, self.names).next();
                Ok(found.map(|(index, _)| Item::attribute(node.slot(), index)).into_iter().collect())
            }
            Expr::Union(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.append(&mut self.nodes(part, context, Want::All, "an operand of |")?);
                }
                self.spend(all.len())?;
                self.sort(&mut all);
                Ok(all)
            }
            _ => match self.evaluate(expression, context)? {
                Val::Nodes(items) => Ok(items),
                _ => Err(EvaluationError::NotANodeSet { place: place.into() }),
            },
        }
    }

    /// The value of the first attribute of the context node that passes a test.
    #[inline]
    fn attribute(&mut self, test: &Test, context: Context) -> Result<Option<&'e str>, EvaluationError> {
        if !context.item.is_whole() {
            return Ok(None);
        }
        let node = self.node(context.item);
        self.spend_attributes(node)?;
        Ok(node::attribute_value(node, test, self.names))
    }

    /// Counts the steps for reading all attributes of an element.
    #[inline]
    pub(crate) fn spend_attributes(&mut self, element: NodeRef<'e>) -> Result<(), EvaluationError> {
        self.spend(element.attributes().len() / ATTRIBUTES_PER_STEP)
    }

    fn path(&mut self, path: &'e Path, context: Context, want: Want) -> Result<Vec<Item>, EvaluationError> {
        let single;
        let mut list;
        let mut items: &[Item] = match &path.start {
            Start::Context => {
                single = [context.item];
                &single
            }
            Start::Root => {
                single = [Item::node(self.root_of(context.item))];
                &single
            }
            Start::Filter(expression, predicates) => {
                list = self.nodes(expression, context, Want::All, "a path or predicate")?;
                for predicate in predicates {
                    self.spend(list.len())?;
                    list = self.filter_list(list, predicate)?;
                }
                &list
            }
        };
        if path.segments.is_empty() {
            return Ok(items.to_vec());
        }
        for (index, segment) in path.segments.iter().enumerate() {
            if items.is_empty() {
                return Ok(Vec::new());
            }
            let want = if index + 1 == path.segments.len() { want } else { Want::All };
            list = match segment {
                Segment::Walk(walk) => self.walk(walk, items, want)?,
                Segment::Step(step) => self.step(step, items, want)?,
            };
            if index + 1 == path.segments.len() {
                return Ok(list);
            }
            items = &list;
        }
        Ok(Vec::new())
    }

    fn root_of(&self, item: Item) -> NodeRef<'e> {
        if self.has_several_trees { self.node(item).tree_root() } else { self.root }
    }

    /// Whether an item at a position passes a predicate.
    #[inline]
    pub(crate) fn passes(
        &mut self,
        predicate: &'e Predicate,
        context: Context,
    ) -> Result<bool, EvaluationError> {
        match predicate.kind {
            PredicateKind::Position(position) => Ok(context.position as f64 == position),
            PredicateKind::Last => Ok(context.position == context.size),
            PredicateKind::Plain => self.boolean(&predicate.expression, context),
            PredicateKind::Positional { .. } => Ok(match self.evaluate(&predicate.expression, context)? {
                Val::Number(number) => context.position as f64 == number,
                value => truth(&value),
            }),
        }
    }

    /// The string-value of an item, with the steps for reading it.
    pub(crate) fn string_of(&mut self, item: Item) -> Result<Cow<'e, str>, EvaluationError> {
        let node = self.node(item);
        let text = match item.part() {
            Part::Whole => node::string_value(node, |steps| self.spend(steps))?,
            Part::Attribute(key) => {
                let attribute = search::attribute_with_key(node, key);
                Cow::Borrowed(attribute.map_or("", |attribute| attribute.value()))
            }
            Part::Namespace(_) => Cow::Borrowed(self.namespace_of(item)?.map_or("", |(_, url)| url)),
        };
        self.spend_on_text(&text)?;
        Ok(text)
    }

    pub(crate) fn text_from(&mut self, value: Val<'e>) -> Result<Cow<'e, str>, EvaluationError> {
        match value {
            Val::Nodes(items) => match items.first() {
                Some(&first) => self.string_of(first),
                None => Ok(Cow::Borrowed("")),
            },
            Val::String(text) => Ok(text),
            Val::Number(number) => Ok(Cow::Owned(number::to_string(number))),
            Val::Boolean(boolean) => Ok(Cow::Borrowed(if boolean { "true" } else { "false" })),
        }
    }

    pub(crate) fn number_from(&mut self, value: Val<'e>) -> Result<f64, EvaluationError> {
        match value {
            Val::Number(number) => Ok(number),
            Val::Boolean(boolean) => Ok(f64::from(u8::from(boolean))),
            other => {
                let text = self.text_from(other)?;
                self.number_of(&text)
            }
        }
    }

    fn chain(
        &mut self,
        first: &'e Expr,
        rest: &'e [(Operator, Expr)],
        context: Context,
    ) -> Result<Val<'e>, EvaluationError> {
        // OPTIMIZATION: compares an attribute with a literal without creating a node-set or copying the value.
        if let [(operator @ (Operator::Equal | Operator::NotEqual), second)] = rest {
            let pair = match (first, second) {
                (Expr::Attribute(test), Expr::Literal(text))
                | (Expr::Literal(text), Expr::Attribute(test)) => Some((test, text)),
                _ => None,
            };
            if let Some((test, text)) = pair {
                let value = self.attribute(test, context)?;
                self.spend_on_comparison(value.unwrap_or_default(), text)?;
                let is_equal = value.map(|value| value == &**text);
                return Ok(Val::Boolean(is_equal == Some(*operator == Operator::Equal)));
            }
        }
        let mut left = self.evaluate(first, context)?;
        for (operator, right) in rest {
            let right = self.evaluate(right, context)?;
            left = if operator.is_comparison() {
                Val::Boolean(self.compare(*operator, left, right)?)
            } else {
                let (left, right) = (self.number_from(left)?, self.number_from(right)?);
                Val::Number(match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right,
                    Operator::Divide => left / right,
                    // The result has the sign of the dividend, as in Rust.
                    _ => left % right,
                })
            };
        }
        Ok(left)
    }

    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#booleans>
    fn compare(
        &mut self,
        operator: Operator,
        left: Val<'e>,
        right: Val<'e>,
    ) -> Result<bool, EvaluationError> {
        match (left, right) {
            (Val::Nodes(left), Val::Nodes(right)) => self.compare_sets(operator, &left, &right),
            (Val::Nodes(items), other) => self.compare_set(operator, &items, other),
            (other, Val::Nodes(items)) => self.compare_set(operator.mirrored(), &items, other),
            (left, right) => self.compare_values(operator, left, right),
        }
    }

    /// Whether any node of the set satisfies the comparison with a value that is not a node-set.
    fn compare_set(
        &mut self,
        operator: Operator,
        items: &[Item],
        other: Val<'e>,
    ) -> Result<bool, EvaluationError> {
        if let Val::Boolean(_) = other {
            return self.compare_values(operator, Val::Boolean(!items.is_empty()), other);
        }
        let is_equality = matches!(operator, Operator::Equal | Operator::NotEqual);
        let wanted = match other {
            Val::String(text) if is_equality => Err(text),
            other => Ok(self.number_from(other)?),
        };
        for &item in items {
            let text = self.string_of(item)?;
            let holds = match &wanted {
                Err(other) => (text == *other) == (operator == Operator::Equal),
                Ok(number) => compare_numbers(operator, self.number_of(&text)?, *number),
            };
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether any pair of nodes from two sets satisfies a comparison, in linear time.
    fn compare_sets(
        &mut self,
        operator: Operator,
        left: &[Item],
        right: &[Item],
    ) -> Result<bool, EvaluationError> {
        match operator {
            Operator::Equal => {
                let mut texts: HashSet<Cow<'e, str>, RandomState> = HashSet::default();
                for &item in left {
                    texts.insert(self.string_of(item)?);
                }
                for &item in right {
                    if texts.contains(&self.string_of(item)?) {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Operator::NotEqual => {
                // A pair differs unless all strings are equal.
                let (Some(&first), false) = (left.first(), right.is_empty()) else { return Ok(false) };
                let first = self.string_of(first)?;
                for &item in left.iter().skip(1).chain(right) {
                    if self.string_of(item)? != first {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => {
                // It suffices to compare the minimum of one side with the maximum of the other.
                let is_less = matches!(operator, Operator::Less | Operator::LessOrEqual);
                let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
                let (lows, highs) = if is_less { (left, right) } else { (right, left) };
                let (mut has_low, mut has_high) = (false, false);
                for &item in lows {
                    let text = self.string_of(item)?;
                    let number = self.number_of(&text)?;
                    has_low |= !number.is_nan();
                    low = low.min(number);
                }
                for &item in highs {
                    let text = self.string_of(item)?;
                    let number = self.number_of(&text)?;
                    has_high |= !number.is_nan();
                    high = high.max(number);
                }
                let (left, right) = if is_less { (low, high) } else { (high, low) };
                Ok(has_low && has_high && compare_numbers(operator, left, right))
            }
        }
    }

    fn compare_values(
        &mut self,
        operator: Operator,
        left: Val<'e>,
        right: Val<'e>,
    ) -> Result<bool, EvaluationError> {
        if matches!(operator, Operator::Equal | Operator::NotEqual) {
            let is_equal = match (&left, &right) {
                (Val::Boolean(_), _) | (_, Val::Boolean(_)) => truth(&left) == truth(&right),
                (Val::String(left), Val::String(right)) => {
                    self.spend_on_comparison(left, right)?;
                    left == right
                }
                _ => return Ok(compare_numbers(operator, self.number_from(left)?, self.number_from(right)?)),
            };
            return Ok(is_equal == (operator == Operator::Equal));
        }
        Ok(compare_numbers(operator, self.number_from(left)?, self.number_from(right)?))
    }

    /// Takes the steps for comparing two texts for equality.
    #[inline]
    fn spend_on_comparison(&mut self, one: &str, other: &str) -> Result<(), EvaluationError> {
        // Texts of different lengths are not read.
        if one.len() == other.len() { self.spend_on_text(one) } else { Ok(()) }
    }

    fn extension(
        &mut self,
        index: usize,
        arguments: &'e [Expr],
        context: Context,
    ) -> Result<Val<'e>, EvaluationError> {
        let Some((function, name)) = self.compiled.functions.get(index) else {
            return Ok(Val::Boolean(false));
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.evaluate(argument, context)?;
            match &value {
                Val::Nodes(items) => {
                    for &item in items.iter().take(function.texts) {
                        self.string_of(item)?;
                    }
                }
                Val::String(text) => self.spend_on_copy(text)?,
                Val::Number(_) | Val::Boolean(_) => {}
            }
            values.push(Value::from_val(value, self.document));
        }
        self.spend(1)?;
        let mut steps = Steps::new(self.steps_left);
        let result = (function.call)(values, &mut steps);
        self.steps_left = steps.left();
        let mut value = match result {
            Ok(value) => value.into_val(self.document)?,
            Err(Failure::TooManySteps) => return Err(self.too_many_steps()),
            Err(Failure::Message(message)) => {
                return Err(EvaluationError::Function { name: name.clone(), message: message.into() });
            }
        };
        match &mut value {
            Val::Nodes(items) => {
                self.spend(items.len())?;
                if !self.has_several_trees {
                    self.has_several_trees = true;
                    self.order = None;
                }
                self.sort(items);
            }
            Val::String(text) => self.spend_on_copy(text)?,
            Val::Number(_) | Val::Boolean(_) => {}
        }
        Ok(value)
    }
}

/// Converts a value like the function `boolean`: true unless the value is false, empty, zero or NaN.
fn truth(value: &Val<'_>) -> bool {
    match value {
        Val::Nodes(items) => !items.is_empty(),
        Val::String(text) => !text.is_empty(),
        Val::Number(number) => *number != 0.0 && !number.is_nan(),
        Val::Boolean(boolean) => *boolean,
    }
}

fn compare_numbers(operator: Operator, left: f64, right: f64) -> bool {
    match operator {
        Operator::Equal => left == right,
        Operator::NotEqual => left != right,
        Operator::Less => left < right,
        Operator::LessOrEqual => left <= right,
        Operator::Greater => left > right,
        Operator::GreaterOrEqual => left >= right,
        _ => false,
    }
}
