//! The parser: from tokens to [`Expr`], by operator precedence.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#section-Expressions>
//!
//! The parser recurses only for parentheses, predicates and arguments, at most [`MOST_NESTED`] deep. The code that evaluates or
//! drops an expression recurses as deeply.

use std::collections::HashMap;
use std::hash::Hash;

use crate::axes::Axis;
use crate::error::XPathError;
use crate::expression::{Expr, Operator, Path, Predicate, Start, Step, Test, TestName, ValueType, segments};
use crate::functions::{Arguments, CoreFunction};
use crate::lexer::{QName, Token, tokens};
use crate::xpath::{Compiled, Declarations};

/// The maximum nesting of parentheses, predicates and arguments.
const MOST_NESTED: usize = 100;

/// The maximum length of an expression in bytes.
const MOST_BYTES: usize = 1 << 20;

/// Compiles an expression.
pub(crate) fn compile(text: &str, declarations: &Declarations) -> Result<Compiled, XPathError> {
    if text.len() > MOST_BYTES {
        let message = format!("the expression has more than {MOST_BYTES} bytes");
        return Err(XPathError::new("", 0, message));
    }
    let mut parser = Parser {
        text,
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
        declarations,
        names: Numbered::default(),
        variables: Numbered::default(),
        functions: Vec::new(),
    };
    let expression = parser.expression()?;
    if parser.peek() != Token::End {
        return Err(parser.unexpected("an operator or the end of the expression"));
    }
    let functions = parser
        .functions
        .iter()
        .map(|&(index, ref name)| (declarations.functions[index].2.clone(), name.clone()));
    Ok(Compiled {
        expression,
        names: parser.names.into_list(),
        variables: parser.variables.into_list(),
        functions: functions.collect(),
    })
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Token<'t>, usize)>,
    at: usize,
    depth: usize,
    declarations: &'t Declarations,
    names: Numbered<TestName>,
    variables: Numbered<Box<str>>,
    /// For each call of a function of the caller: the index of the function in `declarations`, and its name in the expression.
    functions: Vec<(usize, Box<str>)>,
}

/// Distinct values, numbered in the order of their first occurrence.
struct Numbered<T>(HashMap<T, usize>);

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Hash + Eq> Numbered<T> {
    /// Returns the number of a value, which gets the next one if it has none.
    fn number(&mut self, value: T) -> usize {
        let next = self.0.len();
        *self.0.entry(value).or_insert(next)
    }

    /// Returns the values in the order of their numbers.
    fn into_list(self) -> Box<[T]> {
        let mut values: Vec<(T, usize)> = self.0.into_iter().collect();
        values.sort_unstable_by_key(|&(_, number)| number);
        values.into_iter().map(|(value, _)| value).collect()
    }
}

/// Returns the precedence of a binary operator, and the operator, which is `None` for `or` and `and`.
fn binary(token: Token<'_>) -> Option<(u8, Option<Operator>)> {
    Some(match token {
        Token::Or => (1, None),
        Token::And => (2, None),
        Token::Equal => (3, Some(Operator::Equal)),
        Token::NotEqual => (3, Some(Operator::NotEqual)),
        Token::Less => (4, Some(Operator::Less)),
        Token::LessOrEqual => (4, Some(Operator::LessOrEqual)),
        Token::Greater => (4, Some(Operator::Greater)),
        Token::GreaterOrEqual => (4, Some(Operator::GreaterOrEqual)),
        Token::Plus => (5, Some(Operator::Add)),
        Token::Minus => (5, Some(Operator::Subtract)),
        Token::Multiply => (6, Some(Operator::Multiply)),
        Token::Div => (6, Some(Operator::Divide)),
        Token::Mod => (6, Some(Operator::Modulo)),
        _ => return None,
    })
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Token<'t> {
        self.tokens.get(self.at).map_or(Token::End, |&(token, _)| token)
    }

    fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |&(_, offset)| offset)
    }

    fn advance(&mut self) {
        self.at += 1;
    }

    fn eat(&mut self, token: Token<'_>) -> bool {
        let is_next = self.peek() == token;
        if is_next {
            self.advance();
        }
        is_next
    }

    fn error(&self, offset: usize, message: impl Into<String>) -> XPathError {
        XPathError::new(self.text, offset, message.into())
    }

    fn unexpected(&self, expected: &str) -> XPathError {
        self.error(self.offset(), format!("expected {expected}"))
    }

    fn expect(&mut self, token: Token<'_>, expected: &str) -> Result<(), XPathError> {
        if self.eat(token) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Parses an expression inside parentheses, a predicate or a call.
    fn nested(&mut self) -> Result<Expr, XPathError> {
        if self.depth == MOST_NESTED {
            let message = format!("nested more than {MOST_NESTED} deep");
            return Err(self.error(self.offset(), message));
        }
        self.depth += 1;
        let expression = self.expression()?;
        self.depth -= 1;
        Ok(expression)
    }

    fn expression(&mut self) -> Result<Expr, XPathError> {
        self.operators(1)
    }

    /// Parses operands joined by operators whose precedence is at least `least`.
    fn operators(&mut self, least: u8) -> Result<Expr, XPathError> {
        let mut left = self.unary()?;
        while let Some((precedence, operator)) = binary(self.peek())
            && precedence >= least
        {
            // All operands at this level of precedence.
            let mut rest = Vec::new();
            let mut next = Some((precedence, operator));
            while let Some((same, operator)) = next
                && same == precedence
            {
                self.advance();
                rest.push((operator, self.operators(precedence + 1)?));
                next = binary(self.peek());
            }
            left = join(precedence, left, rest);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, XPathError> {
        let mut signs = 0;
        while self.eat(Token::Minus) {
            signs += 1;
        }
        let operand = self.union()?;
        Ok(if signs == 0 { operand } else { Expr::Negate(Box::new(operand), signs % 2 == 1) })
    }

    fn union(&mut self) -> Result<Expr, XPathError> {
        let offset = self.offset();
        let first = self.path()?;
        if self.peek() != Token::Union {
            return Ok(first);
        }
        self.require_nodes(&first, offset, "an operand of |")?;
        let mut parts = vec![first];
        while self.eat(Token::Union) {
            let offset = self.offset();
            let part = self.path()?;
            self.require_nodes(&part, offset, "an operand of |")?;
            parts.push(part);
        }
        Ok(Expr::Union(parts.into()))
    }

    fn require_nodes(&self, expression: &Expr, offset: usize, place: &str) -> Result<(), XPathError> {
        match expression.value_type() {
            ValueType::Nodes | ValueType::Unknown => Ok(()),
            _ => Err(self.error(offset, format!("{place} must be a node-set"))),
        }
    }

    fn path(&mut self) -> Result<Expr, XPathError> {
        let mut steps = Vec::new();
        let start = match self.peek() {
            Token::Slash => {
                self.advance();
                if self.begins_step() {
                    self.relative_path(&mut steps)?;
                }
                Start::Root
            }
            Token::DoubleSlash => {
                self.advance();
                steps.push(everything());
                self.relative_path(&mut steps)?;
                Start::Root
            }
            Token::Variable(_) | Token::Open | Token::Literal(_) | Token::Number(_) | Token::Function(_) => {
                let offset = self.offset();
                let primary = self.primary()?;
                let has_predicate = self.peek() == Token::OpenBracket;
                let has_more_steps = matches!(self.peek(), Token::Slash | Token::DoubleSlash);
                if !has_predicate && !has_more_steps {
                    return Ok(primary);
                }
                let place = if has_predicate { "the operand of a predicate" } else { "the start of a path" };
                self.require_nodes(&primary, offset, place)?;
                let predicates = self.predicates()?;
                if self.eat(Token::DoubleSlash) {
                    steps.push(everything());
                    self.relative_path(&mut steps)?;
                } else if self.eat(Token::Slash) {
                    self.relative_path(&mut steps)?;
                }
                Start::Filter(primary, predicates)
            }
            _ => {
                self.relative_path(&mut steps)?;
                Start::Context
            }
        };
        // OPTIMIZATION: a single attribute needs no node-set.
        if let (Start::Context, [Step { axis: Axis::Attribute, test: test @ Test::Name(_), predicates }]) =
            (&start, &*steps)
            && predicates.is_empty()
        {
            return Ok(Expr::Attribute(test.clone()));
        }
        Ok(Expr::Path(Box::new(Path { start, segments: segments(steps) })))
    }

    fn begins_step(&self) -> bool {
        matches!(
            self.peek(),
            Token::Dot
                | Token::DoubleDot
                | Token::At
                | Token::Axis(_)
                | Token::NameTest(_)
                | Token::NodeType(_)
        )
    }

    fn relative_path(&mut self, steps: &mut Vec<Step>) -> Result<(), XPathError> {
        loop {
            steps.push(self.step()?);
            if self.eat(Token::DoubleSlash) {
                steps.push(everything());
            } else if !self.eat(Token::Slash) {
                return Ok(());
            }
        }
    }

    fn step(&mut self) -> Result<Step, XPathError> {
        let abbreviated = |axis| Step { axis, test: Test::Node, predicates: Box::default() };
        let axis = match self.peek() {
            Token::Dot => {
                self.advance();
                return Ok(abbreviated(Axis::SelfNode));
            }
            Token::DoubleDot => {
                self.advance();
                return Ok(abbreviated(Axis::Parent));
            }
            Token::At => {
                self.advance();
                Axis::Attribute
            }
            Token::Axis(name) => {
                let axis = Axis::named(name);
                let axis = axis.ok_or_else(|| self.error(self.offset(), format!("unknown axis {name}")))?;
                self.advance();
                self.expect(Token::DoubleColon, "two colons after the name of the axis")?;
                axis
            }
            _ => Axis::Child,
        };
        let test = self.node_test()?;
        Ok(Step { axis, test, predicates: self.predicates()? })
    }

    fn node_test(&mut self) -> Result<Test, XPathError> {
        match self.peek() {
            Token::NodeType(name) => {
                self.advance();
                self.expect(Token::Open, "an opening parenthesis")?;
                let test = match name {
                    "node" => Test::Node,
                    "text" => Test::Text,
                    "comment" => Test::Comment,
                    _ => match self.peek() {
                        Token::Literal(target) => {
                            self.advance();
                            Test::ProcessingInstruction(Some(target.into()))
                        }
                        _ => Test::ProcessingInstruction(None),
                    },
                };
                self.expect(Token::Close, "a closing parenthesis")?;
                Ok(test)
            }
            Token::NameTest(name) => {
                let namespace = self.namespace(name)?;
                self.advance();
                if name.local == "*" {
                    return Ok(namespace.map_or(Test::Any, Test::Namespace));
                }
                let name = TestName { namespace, local: name.local.into() };
                Ok(Test::Name(self.names.number(name)))
            }
            _ => Err(self.unexpected("a step: a name, *, @name, an axis, or a test like text()")),
        }
    }

    /// The URL of the prefix of a name.
    fn namespace(&self, name: QName<'_>) -> Result<Option<Box<str>>, XPathError> {
        let Some(prefix) = name.prefix else { return Ok(None) };
        match self.declarations.namespace(prefix) {
            Some(url) => Ok(Some(url.into())),
            None => Err(self.error(
                self.offset(),
                format!(
                    "the namespace prefix {prefix} is not declared; html, svg, math, xlink and xml are always declared"
                ),
            )),
        }
    }

    fn predicates(&mut self) -> Result<Box<[Predicate]>, XPathError> {
        let mut predicates = Vec::new();
        while self.eat(Token::OpenBracket) {
            predicates.push(Predicate::new(self.nested()?));
            self.expect(Token::CloseBracket, "] to close the predicate")?;
        }
        Ok(predicates.into())
    }

    fn primary(&mut self) -> Result<Expr, XPathError> {
        match self.peek() {
            Token::Variable(name) => {
                // The prefix must be declared, but values are looked up by the name in the expression.
                self.namespace(name)?;
                self.advance();
                let name: Box<str> = match name.prefix {
                    Some(prefix) => format!("{prefix}:{}", name.local).into(),
                    None => name.local.into(),
                };
                Ok(Expr::Variable(self.variables.number(name)))
            }
            Token::Open => {
                self.advance();
                let inner = self.nested()?;
                self.expect(Token::Close, "a closing parenthesis")?;
                Ok(inner)
            }
            Token::Literal(text) => {
                self.advance();
                Ok(Expr::Literal(text.into()))
            }
            Token::Number(number) => {
                self.advance();
                Ok(Expr::Number(number))
            }
            Token::Function(name) => self.call(name),
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn call(&mut self, name: QName<'_>) -> Result<Expr, XPathError> {
        let offset = self.offset();
        let url = self.namespace(name)?;
        self.advance();
        self.expect(Token::Open, "an opening parenthesis")?;
        let mut arguments = Vec::new();
        let mut offsets = Vec::new();
        if !self.eat(Token::Close) {
            loop {
                offsets.push(self.offset());
                arguments.push(self.nested()?);
                if self.eat(Token::Close) {
                    break;
                }
                self.expect(Token::Comma, "a comma or a closing parenthesis")?;
            }
        }
        let core = if url.is_none() { CoreFunction::named(name.local) } else { None };
        if let Some(function) = core {
            let Arguments { least, most, first_is_node_set } = function.arguments();
            if !(least..=most).contains(&arguments.len()) {
                let expected = match (least, most) {
                    (0, 0) => "no arguments".to_owned(),
                    (1, 1) => "1 argument".to_owned(),
                    (_, usize::MAX) => format!("at least {least} arguments"),
                    (least, most) if least == most => format!("{least} arguments"),
                    (least, most) => format!("{least} to {most} arguments"),
                };
                return Err(self.error(offset, format!("{}() takes {expected}", name.local)));
            }
            if first_is_node_set && let (Some(argument), Some(&offset)) = (arguments.first(), offsets.first())
            {
                self.require_nodes(argument, offset, &format!("the argument of {}()", name.local))?;
            }
            return Ok(Expr::Core(function, arguments.into()));
        }
        let written = match name.prefix {
            Some(prefix) => format!("{prefix}:{}", name.local),
            None => name.local.to_owned(),
        };
        match self.declarations.function(url.as_deref().unwrap_or_default(), name.local) {
            Some(index) => {
                self.functions.push((index, written.into()));
                Ok(Expr::Extension(self.functions.len() - 1, arguments.into()))
            }
            None => Err(self.error(offset, format!("unknown function {written}()"))),
        }
    }
}

/// The step that `//` stands for.
fn everything() -> Step {
    Step { axis: Axis::DescendantOrSelf, test: Test::Node, predicates: Box::default() }
}

fn join(precedence: u8, first: Expr, rest: Vec<(Option<Operator>, Expr)>) -> Expr {
    match precedence {
        1 | 2 => {
            let parts = std::iter::once(first).chain(rest.into_iter().map(|(_, part)| part)).collect();
            if precedence == 1 { Expr::Or(parts) } else { Expr::And(parts) }
        }
        _ => {
            let rest = rest.into_iter().filter_map(|(operator, part)| Some((operator?, part)));
            Expr::Chain(Box::new(first), rest.collect())
        }
    }
}
