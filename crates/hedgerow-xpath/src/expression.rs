//! The compiled form of an expression, and the properties of its parts that decide how they are evaluated.

use crate::axes::Axis;
use crate::functions::CoreFunction;

/// An expression. Operators of one precedence are one node, so that only parentheses, predicates and arguments nest.
#[derive(Debug)]
pub(crate) enum Expr {
    Or(Box<[Expr]>),
    And(Box<[Expr]>),
    /// Operators of one precedence, applied from the left.
    Chain(Box<Expr>, Box<[(Operator, Expr)]>),
    /// The conversion to a number and, if the flag is true, its negation.
    Negate(Box<Expr>, bool),
    Union(Box<[Expr]>),
    Path(Box<Path>),
    /// `@name`: an attribute of the context node.
    Attribute(Test),
    Literal(Box<str>),
    Number(f64),
    /// An index into [`Compiled::variables`].
    Variable(usize),
    Core(CoreFunction, Box<[Expr]>),
    /// An index into [`Compiled::functions`].
    Extension(usize, Box<[Expr]>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

impl Operator {
    pub(crate) fn is_comparison(self) -> bool {
        !matches!(self, Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Modulo)
    }

    /// For a comparison, returns the operator that gives the same result when the operands are exchanged, which is the operator
    /// itself if it is symmetric.
    pub(crate) fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            other => other,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Path {
    pub(crate) start: Start,
    pub(crate) segments: Box<[Segment]>,
}

#[derive(Debug)]
pub(crate) enum Start {
    /// The root of the tree that the context node is in.
    Root,
    Context,
    Filter(Expr, Box<[Predicate]>),
}

/// A part of a path that is evaluated at once, from a node-set to a node-set.
#[derive(Debug)]
pub(crate) enum Segment {
    /// Downward steps that a single walk in document order evaluates.
    Walk(Walk),
    Step(Step),
}

/// Steps on the axes `child`, `descendant`, `descendant-or-self` and `self`.
///
/// Bit 0 stands for the context nodes, bit `i + 1` for the nodes that step `i` selects. Each mask contains the
/// bits of the steps that select children, descendants, or the node itself; a step on `descendant-or-self` is in two masks.
#[derive(Default, Debug)]
pub(crate) struct Walk {
    pub(crate) steps: Vec<WalkStep>,
    pub(crate) children: u64,
    pub(crate) descendants: u64,
    pub(crate) selves: u64,
    /// The number of positional predicates of all steps. Each of them has a counter for each parent.
    pub(crate) counters: usize,
}

#[derive(Debug)]
pub(crate) struct WalkStep {
    pub(crate) test: Test,
    pub(crate) predicates: Box<[Predicate]>,
    /// The number of positional predicates of the earlier steps.
    pub(crate) first_counter: usize,
}

#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) axis: Axis,
    pub(crate) test: Test,
    pub(crate) predicates: Box<[Predicate]>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// `node()`
    Node,
    Text,
    Comment,
    ProcessingInstruction(Option<Box<str>>),
    /// `*`: the nodes of the axis's principal type, which are attributes, namespaces, or otherwise elements.
    Any,
    /// `prefix:*`, with the URL of the namespace.
    Namespace(Box<str>),
    /// An index into [`Compiled::names`].
    Name(usize),
}

/// A name in a name test, as it is written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TestName {
    /// The URL of the namespace; `None` without a prefix.
    pub(crate) namespace: Option<Box<str>>,
    pub(crate) local: Box<str>,
}

#[derive(Debug)]
pub(crate) struct Predicate {
    pub(crate) expression: Expr,
    pub(crate) kind: PredicateKind,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum PredicateKind {
    /// `[3]`, `[position() = 3]`
    Position(f64),
    /// `[last()]`, `[position() = last()]`
    Last,
    /// The value depends on the position, or may be a number that is compared with it.
    Positional { uses_last: bool },
    /// The value is the same at every position.
    Plain,
}

impl Predicate {
    pub(crate) fn new(expression: Expr) -> Self {
        let kind = kind_of(&expression);
        Self { expression, kind }
    }

    pub(crate) fn is_positional(&self) -> bool {
        self.kind != PredicateKind::Plain
    }

    /// Whether the number of nodes must be known.
    pub(crate) fn uses_last(&self) -> bool {
        matches!(self.kind, PredicateKind::Last | PredicateKind::Positional { uses_last: true })
    }
}

fn kind_of(expression: &Expr) -> PredicateKind {
    let is_call =
        |expression: &Expr, function| matches!(expression, Expr::Core(other, _) if *other == function);
    match expression {
        Expr::Number(number) => return PredicateKind::Position(*number),
        Expr::Core(CoreFunction::Last, _) => return PredicateKind::Last,
        Expr::Chain(first, rest) => {
            if let [(Operator::Equal, second)] = &**rest {
                for (one, other) in [(&**first, second), (second, &**first)] {
                    if is_call(one, CoreFunction::Position) {
                        if let Expr::Number(number) = other {
                            return PredicateKind::Position(*number);
                        }
                        if is_call(other, CoreFunction::Last) {
                            return PredicateKind::Last;
                        }
                    }
                }
            }
        }
        _ => {}
    }
    let uses = expression.uses_position();
    let may_be_number = matches!(expression.value_type(), ValueType::Number | ValueType::Unknown);
    if uses.position || uses.last || may_be_number {
        PredicateKind::Positional { uses_last: uses.last }
    } else {
        PredicateKind::Plain
    }
}

/// The type of a value, as far as it is known at compile time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueType {
    Nodes,
    String,
    Number,
    Boolean,
    Unknown,
}

/// Whether an expression uses the context position and the context size.
#[derive(Clone, Copy, Default)]
struct PositionUse {
    position: bool,
    last: bool,
}

impl PositionUse {
    fn of_all<'e>(expressions: impl IntoIterator<Item = &'e Expr>) -> Self {
        expressions.into_iter().map(Expr::uses_position).fold(Self::default(), |all, one| Self {
            position: all.position || one.position,
            last: all.last || one.last,
        })
    }
}

impl Expr {
    pub(crate) fn value_type(&self) -> ValueType {
        match self {
            Self::Or(_) | Self::And(_) => ValueType::Boolean,
            Self::Chain(_, rest) => match rest.last() {
                Some((operator, _)) if operator.is_comparison() => ValueType::Boolean,
                _ => ValueType::Number,
            },
            Self::Negate(..) | Self::Number(_) => ValueType::Number,
            Self::Union(_) | Self::Attribute(_) => ValueType::Nodes,
            Self::Path(path) => match &path.start {
                Start::Filter(inner, predicates) if path.segments.is_empty() && predicates.is_empty() => {
                    inner.value_type()
                }
                _ => ValueType::Nodes,
            },
            Self::Literal(_) => ValueType::String,
            Self::Variable(_) | Self::Extension(..) => ValueType::Unknown,
            Self::Core(function, _) => function.value_type(),
        }
    }

    /// Whether the expression uses the position and the size of its context. Predicates and steps have contexts of their own.
    fn uses_position(&self) -> PositionUse {
        match self {
            Self::Or(parts) | Self::And(parts) | Self::Union(parts) => PositionUse::of_all(parts),
            Self::Chain(first, rest) => {
                PositionUse::of_all(std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)))
            }
            Self::Negate(inner, _) => inner.uses_position(),
            Self::Path(path) => match &path.start {
                Start::Filter(inner, _) => inner.uses_position(),
                Start::Root | Start::Context => PositionUse::default(),
            },
            Self::Core(CoreFunction::Position, _) => PositionUse { position: true, last: false },
            Self::Core(CoreFunction::Last, _) => PositionUse { position: false, last: true },
            Self::Core(_, arguments) | Self::Extension(_, arguments) => PositionUse::of_all(arguments),
            Self::Attribute(_) | Self::Literal(_) | Self::Number(_) | Self::Variable(_) => {
                PositionUse::default()
            }
        }
    }
}

impl Step {
    pub(crate) fn is_positional(&self) -> bool {
        self.predicates.iter().any(Predicate::is_positional)
    }
}

impl Walk {
    /// The bit of the nodes that the last step selects.
    pub(crate) fn last(&self) -> u64 {
        1 << self.steps.len()
    }

    /// Adds a step on `child`, `descendant`, `descendant-or-self` or `self`.
    fn push(&mut self, axis: Axis, step: Step) {
        let bit = 1 << (self.steps.len() + 1);
        match axis {
            Axis::Child => self.children |= bit,
            Axis::Descendant => self.descendants |= bit,
            Axis::DescendantOrSelf => {
                self.descendants |= bit;
                self.selves |= bit;
            }
            _ => self.selves |= bit,
        }
        let first_counter = self.counters;
        self.counters += step.predicates.iter().filter(|predicate| predicate.is_positional()).count();
        self.steps.push(WalkStep { test: step.test, predicates: step.predicates, first_counter });
    }
}

/// Joins the steps of a path into segments.
///
/// `descendant-or-self::node()/child::x` becomes `descendant::x`. Its predicates still count positions among the
/// children of each parent. On `child`, a step of a walk may have any predicates, unless a predicate needs the size of a
/// list that an earlier predicate has filtered; on the other axes, only predicates that are not positional.
pub(crate) fn segments(steps: Vec<Step>) -> Box<[Segment]> {
    /// A mask of 64 bits has one bit for each step and one for the context nodes.
    const MOST_STEPS: usize = 63;
    let mut segments: Vec<Segment> = Vec::new();
    let mut open: Option<Walk> = None;
    let mut steps = steps.into_iter().peekable();
    while let Some(mut step) = steps.next() {
        let is_everything = |step: &Step| {
            step.axis == Axis::DescendantOrSelf && step.test == Test::Node && step.predicates.is_empty()
        };
        let mut kind = walk_kind(&step);
        if is_everything(&step)
            && let Some(next) = steps.peek_mut()
        {
            if next.axis == Axis::Child && walk_kind(next).is_some() {
                // `steps.next()` returns the peeked step.
                let Some(next) = steps.next() else { break };
                step = Step { axis: Axis::Descendant, ..next };
                kind = Some(Axis::Descendant);
            } else if next.axis == Axis::Descendant && !next.is_positional() {
                continue;
            } else if next.axis == Axis::Attribute {
                // OPTIMIZATION: only elements have attributes, so no other nodes are selected.
                step.test = Test::Any;
            }
        } else if step.axis == Axis::SelfNode && step.test == Test::Node && step.predicates.is_empty() {
            continue;
        }
        let Some(axis) = kind else {
            segments.extend(open.take().map(Segment::Walk));
            segments.push(Segment::Step(step));
            continue;
        };
        if open.as_ref().is_some_and(|open| open.steps.len() == MOST_STEPS) {
            segments.extend(open.take().map(Segment::Walk));
        }
        open.get_or_insert_default().push(axis, step);
    }
    segments.extend(open.map(Segment::Walk));
    segments.into()
}

/// The axis of a step as part of a walk; `None` if the step cannot be part of a walk.
fn walk_kind(step: &Step) -> Option<Axis> {
    let is_possible = match step.axis {
        // A walk does not know the size of a list that an earlier predicate has filtered.
        Axis::Child => !step.predicates.iter().skip(1).any(Predicate::uses_last),
        Axis::Descendant | Axis::DescendantOrSelf | Axis::SelfNode => !step.is_positional(),
        _ => false,
    };
    is_possible.then_some(step.axis)
}
