//! [`XPath`], a compiled expression; [`XPathBuilder`], which declares namespaces and functions; [`Evaluator`], which sets
//! variables and limits.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hedgerow_dom::NodeRef;

use crate::error::{EvaluationError, XPathError};
use crate::evaluate::{Context, Evaluation, Val};
use crate::expression::{Expr, TestName};
use crate::node::{self, Item, ResolvedName};
use crate::parser;
use crate::steps::{Failure, Steps};
use crate::value::{NodeSet, Value};

/// The code of a function.
type Call = Arc<dyn for<'d> Fn(Vec<Value<'d>>, &mut Steps) -> Result<Value<'d>, Failure> + Send + Sync>;

/// A function of the caller or of EXSLT.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) call: Call,
    /// The number of nodes of each argument whose string-values the function reads. The evaluation counts the steps for them,
    /// because the function cannot. It is 0 for functions of the caller.
    pub(crate) texts: usize,
}

/// A compiled expression with the names in it.
pub(crate) struct Compiled {
    pub(crate) expression: Expr,
    pub(crate) names: Box<[TestName]>,
    pub(crate) variables: Box<[Box<str>]>,
    /// The caller's functions that the expression calls, each with its name in the expression.
    pub(crate) functions: Box<[(Function, Box<str>)]>,
}

/// A compiled XPath expression. Clones share the compiled form, so they are cheap.
///
/// ```
/// use hedgerow::xpath::XPath;
/// let document = hedgerow::parse("<ul><li><a href=oak>Oak</a><li><a href=yew>Yew</a></ul>");
/// let links: XPath = "//li/a/@href".parse()?;
/// let found: Vec<_> = links.nodes(&document)?.into_iter().map(|link| link.string_value()).collect();
/// assert_eq!(found, ["oak", "yew"]);
/// assert_eq!(XPath::parse("count(//li)")?.evaluate(&document)?.to_number(), 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct XPath {
    source: Arc<str>,
    compiled: Arc<Compiled>,
}

impl XPath {
    /// Compiles an expression with the core functions and the predefined prefixes; see [`XPathBuilder`] for others.
    ///
    /// # Errors
    ///
    /// If the text is not a valid expression: its syntax is invalid, a function or prefix is unknown, a value cannot be
    /// converted to a node-set, it nests more than 100 deep, or it is longer than 1 MiB.
    pub fn parse(text: &str) -> Result<Self, XPathError> {
        XPathBuilder::new().parse(text)
    }

    /// Evaluates the expression with a node as its context node, or with the root of a document.
    ///
    /// # Errors
    ///
    /// If the evaluation takes more steps than the default [`Limits`] allow, or the expression has a variable. Also if a function of
    /// the caller fails, or returns nodes of another document, or a value that is not a node-set where one is required.
    pub fn evaluate<'d>(&self, context: impl Into<NodeRef<'d>>) -> Result<Value<'d>, EvaluationError> {
        self.evaluator().evaluate(context)
    }

    /// Evaluates an expression that must have a node-set as its value.
    ///
    /// # Errors
    ///
    /// As [`evaluate`](Self::evaluate), and if the value is a string, a number or a boolean.
    pub fn nodes<'d>(&self, context: impl Into<NodeRef<'d>>) -> Result<NodeSet<'d>, EvaluationError> {
        let value = self.evaluate(context)?;
        value.into_nodes().ok_or_else(|| EvaluationError::NotANodeSet { place: "XPath::nodes".into() })
    }

    /// Returns `svg` or `math` if the expression tests for this name without a prefix, which finds only elements of HTML. If the
    /// expression finds nothing, the prefix is probably missing: `//svg:svg`.
    ///
    /// ```
    /// use hedgerow::xpath::XPath;
    /// assert_eq!(XPath::parse("//svg/@width")?.foreign_name(), Some("svg"));
    /// assert_eq!(XPath::parse("//svg:svg/@width")?.foreign_name(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn foreign_name(&self) -> Option<&'static str> {
        ["svg", "math"].into_iter().find(|name| {
            let is_name =
                |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '@' | '\'' | '"' | '$');
            self.source.match_indices(name).any(|(start, _)| {
                let (before, after) = (self.source[..start].trim_end(), &self.source[start + name.len()..]);
                let is_after_axis =
                    before.is_empty() || before.ends_with(['/', '|', '[', '(']) || before.ends_with("::");
                is_after_axis && !after.starts_with(is_name) && !after.trim_start().starts_with('(')
            })
        })
    }

    /// Starts an evaluation with variables or other limits.
    #[must_use]
    pub fn evaluator<'d>(&self) -> Evaluator<'_, 'd> {
        Evaluator { xpath: self, variables: Vec::new(), limits: Limits::default() }
    }
}

impl FromStr for XPath {
    type Err = XPathError;

    fn from_str(text: &str) -> Result<Self, XPathError> {
        Self::parse(text)
    }
}

/// The expression in its original form.
impl fmt::Display for XPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.source)
    }
}

impl fmt::Debug for XPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("XPath").field(&self.source).finish()
    }
}

const _: () = {
    const fn assert_properties<T: Send + Sync + Clone + 'static>() {}
    assert_properties::<XPath>();
};

/// The namespaces and functions that expressions may refer to.
#[derive(Clone)]
pub(crate) struct Declarations {
    /// Prefixes and URLs.
    namespaces: Vec<(Box<str>, Box<str>)>,
    /// Namespace URLs, local names and functions.
    pub(crate) functions: Vec<(Box<str>, Box<str>, Function)>,
}

impl Declarations {
    /// The URL of a prefix. The last declaration applies.
    pub(crate) fn namespace(&self, prefix: &str) -> Option<&str> {
        self.namespaces.iter().rev().find(|(other, _)| **other == *prefix).map(|(_, url)| &**url)
    }

    /// The index of a function. The last registration applies.
    pub(crate) fn function(&self, url: &str, local: &str) -> Option<usize> {
        self.functions.iter().rposition(|(other_url, other, _)| **other_url == *url && **other == *local)
    }
}

/// Compiles expressions with namespaces and functions that the caller declares.
///
/// The prefixes `html`, `svg`, `math`, `xlink` and `xml` are always declared; with the feature `exslt` also `re`, `str` and
/// `set`, with functions of EXSLT.
///
/// ```
/// use hedgerow::xpath::{Value, XPathBuilder};
/// let document = hedgerow::parse("<p>oak<p>hazelnut");
/// let longest = XPathBuilder::new()
///     .namespace("my", "urn:mine")
///     .function("urn:mine", "longest", |arguments| {
///         let [Value::Nodes(nodes)] = &*arguments else { return Err("takes one node-set".to_owned()) };
///         let longest = nodes.iter().map(|node| node.string_value()).max_by_key(|text| text.len());
///         Ok(Value::String(longest.unwrap_or_default().into_owned()))
///     })
///     .parse("my:longest(//p)")?;
/// assert_eq!(longest.evaluate(&document)?.to_text(), "hazelnut");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct XPathBuilder {
    declarations: Declarations,
}

impl XPathBuilder {
    /// Returns a builder with the predefined prefixes.
    #[must_use]
    pub fn new() -> Self {
        let namespaces = [
            ("html", "http://www.w3.org/1999/xhtml"),
            ("svg", "http://www.w3.org/2000/svg"),
            ("math", "http://www.w3.org/1998/Math/MathML"),
            ("xlink", "http://www.w3.org/1999/xlink"),
            ("xml", "http://www.w3.org/XML/1998/namespace"),
        ];
        let namespaces = namespaces.map(|(prefix, url)| (prefix.into(), url.into())).into();
        let builder = Self { declarations: Declarations { namespaces, functions: Vec::new() } };
        #[cfg(feature = "exslt")]
        let builder = crate::exslt::register(builder);
        builder
    }

    /// Declares a namespace prefix.
    #[must_use]
    pub fn namespace(mut self, prefix: &str, url: &str) -> Self {
        self.declarations.namespaces.push((prefix.into(), url.into()));
        self
    }

    /// Registers a function by the URL of its namespace and its local name. A function with an empty URL is called without a
    /// prefix; functions of the core library cannot be replaced.
    ///
    /// The function receives the values of its arguments. It may return nodes in any order, and a node several times. If it
    /// returns an error message, the evaluation fails.
    #[must_use]
    pub fn function(
        self,
        url: &str,
        local_name: &str,
        function: impl for<'d> Fn(Vec<Value<'d>>) -> Result<Value<'d>, String> + Send + Sync + 'static,
    ) -> Self {
        self.function_reading(0, url, local_name, function)
    }

    /// Registers a function, with its [`Function::texts`].
    pub(crate) fn function_reading(
        self,
        texts: usize,
        url: &str,
        local_name: &str,
        function: impl for<'d> Fn(Vec<Value<'d>>) -> Result<Value<'d>, String> + Send + Sync + 'static,
    ) -> Self {
        self.function_counting(texts, url, local_name, move |arguments, _| Ok(function(arguments)?))
    }

    /// Registers a function that takes steps of the evaluation, with its [`Function::texts`].
    pub(crate) fn function_counting(
        mut self,
        texts: usize,
        url: &str,
        local_name: &str,
        function: impl for<'d> Fn(Vec<Value<'d>>, &mut Steps) -> Result<Value<'d>, Failure>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let function = Function { call: Arc::new(function), texts };
        self.declarations.functions.push((url.into(), local_name.into(), function));
        self
    }

    /// Compiles an expression.
    ///
    /// # Errors
    ///
    /// As [`XPath::parse`].
    pub fn parse(&self, text: &str) -> Result<XPath, XPathError> {
        let compiled = parser::compile(text, &self.declarations)?;
        Ok(XPath { source: text.into(), compiled: Arc::new(compiled) })
    }
}

impl Default for XPathBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for XPathBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let functions = self.declarations.functions.iter().map(|(url, local, _)| (url, local));
        formatter
            .debug_struct("XPathBuilder")
            .field("namespaces", &self.declarations.namespaces)
            .field("functions", &functions.collect::<Vec<_>>())
            .finish()
    }
}

/// A bound on the cost of an evaluation.
///
/// ```
/// use hedgerow::xpath::{EvaluationError, Limits, XPath};
/// let document = hedgerow::parse(&"<p>".repeat(1000));
/// let pairs = XPath::parse("//p[following::p = preceding::p]")?;
/// let result = pairs.evaluator().limits(Limits::UNLIMITED.steps(10_000)).evaluate(&document);
/// assert_eq!(result, Err(EvaluationError::TooManySteps { most: 10_000 }));
/// # Ok::<(), hedgerow::xpath::XPathError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The number of steps. `None` means no bound.
    ///
    /// A step is a visited node, 8 attributes that a name is compared with, 64 bytes of a text that is read, or 16 bytes of a
    /// text that is created, read as a number, or read character by character. Compiling a regular expression takes a step
    /// for each four bytes of its compiled form; the last ones are cached. A step takes about 20 to 100 nanoseconds. The work
    /// of functions of the caller is not counted, but their results are.
    pub steps: Option<u64>,
    /// The number of additional steps for each node of the document.
    pub steps_per_node: u64,
}

impl Limits {
    /// No bounds.
    pub const UNLIMITED: Self = Self { steps: None, steps_per_node: 0 };

    /// Sets the number of steps, independent of the size of the document.
    #[must_use]
    pub const fn steps(mut self, most: u64) -> Self {
        self.steps = Some(most);
        self.steps_per_node = 0;
        self
    }

    fn steps_for(self, nodes: usize) -> u64 {
        let per_node = self.steps_per_node.saturating_mul(nodes as u64);
        self.steps.map_or(u64::MAX, |steps| steps.saturating_add(per_node))
    }
}

/// Ten million steps, plus a hundred for each node of the document.
impl Default for Limits {
    fn default() -> Self {
        Self { steps: Some(10_000_000), steps_per_node: 100 }
    }
}

/// An evaluation with variables and limits: [`XPath::evaluator`].
///
/// ```
/// use hedgerow::xpath::XPath;
/// let document = hedgerow::parse("<p id=a>oak<p id=b>yew");
/// let by_id = XPath::parse("//p[@id = $id]")?;
/// let found = by_id.evaluator().variable("id", "b").evaluate(&document)?;
/// assert_eq!(found.to_text(), "yew");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator<'x, 'd> {
    xpath: &'x XPath,
    variables: Vec<(Box<str>, Value<'d>)>,
    limits: Limits,
}

impl<'d> Evaluator<'_, 'd> {
    /// Sets the value of a variable, by its name in the expression without the dollar sign.
    #[must_use]
    pub fn variable(mut self, name: &str, value: impl Into<Value<'d>>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Evaluates the expression with a node as its context node, or with the root of a document.
    ///
    /// # Errors
    ///
    /// If the evaluation takes more steps than the limits allow, a variable has no value, or a function of the caller fails. Also if
    /// the value of a variable or of a function contains nodes of another document, or is not a node-set where one is required.
    pub fn evaluate(self, context: impl Into<NodeRef<'d>>) -> Result<Value<'d>, EvaluationError> {
        self.evaluate_counted(context).map(|(value, _)| value)
    }

    /// Evaluates the expression, and also returns the number of steps that it took.
    ///
    /// # Errors
    ///
    /// As [`evaluate`](Self::evaluate).
    pub fn evaluate_counted(
        self,
        context: impl Into<NodeRef<'d>>,
    ) -> Result<(Value<'d>, u64), EvaluationError> {
        let context = node::logical(context.into());
        let document = context.document();
        let compiled = &*self.xpath.compiled;
        let names: Vec<ResolvedName> =
            compiled.names.iter().map(|name| ResolvedName::new(name, document)).collect();
        // The last value of a variable applies.
        let mut values: HashMap<Box<str>, Value<'d>> = self.variables.into_iter().collect();
        let mut variables: Vec<Option<Val<'_>>> = Vec::with_capacity(compiled.variables.len());
        for name in &compiled.variables {
            variables.push(values.remove(name).map(|value| value.into_val(document)).transpose()?);
        }
        let most = self.limits.steps_for(document.node_count());
        let mut evaluation = Evaluation::new(context.tree_root(), compiled, &names, &variables, most);
        let context = Context { item: Item::node(context), position: 1, size: 1 };
        let value = evaluation.evaluate(&compiled.expression, context)?;
        let steps = most - evaluation.steps_left;
        Ok((Value::from_val(value, document), steps))
    }
}
