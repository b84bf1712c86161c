//! [`OneParse`]: an optimizer rule that computes several functions of the same page in one parse.
//!
//! ```text
//! SELECT html_title(payload) AS title, html_text(payload) AS text FROM archive
//! ```
//!
//! becomes
//!
//! ```text
//! SELECT page['0'] AS title, page['1'] AS text
//! FROM (SELECT html_extract(payload, '{"0": "html_title", "1": "html_text"}') AS page FROM archive)
//! ```
//!
//! The rule is applied twice. As the last analyzer rule, it is applied before the optimizer separates a call that is used several
//! times from the other calls. As the last optimizer rule, it is applied after the optimizer has merged projections, which brings
//! calls together. A field of `html_extract` is treated like a call of its function.

use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult as _, TreeNode as _, TreeNodeRecursion};
use datafusion::common::{Column, Result, ScalarValue, exec_datafusion_err};
use datafusion::functions::core::expr_fn::get_field_path;
use datafusion::functions::core::getfield::GetFieldFunc;
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::{Expr, LogicalPlan, Projection, ScalarUDF, lit};
use datafusion::optimizer::{AnalyzerRule, ApplyOrder, OptimizerConfig, OptimizerRule};
use hedgerow_columns::{Extraction, Function, Options};

use crate::functions::{HtmlExtract, HtmlFunction, Parameter};

/// Computes the functions of the same page in a projection in one parse, with `html_extract`.
///
/// It is an analyzer rule and also an optimizer rule, each after all other rules.
/// [`register`](crate::register) adds it as both.
#[derive(Debug)]
pub struct OneParse;

const NAME: &str = "html_one_parse";

/// The arguments that determine the parse.
#[derive(Clone, Copy, PartialEq)]
struct Page<'e> {
    document: &'e Expr,
    content_type: Option<&'e Expr>,
    options: &'e Options,
}

/// The address of the page, against which links are resolved.
#[derive(Clone, Copy, PartialEq)]
enum Address<'e> {
    /// The call does not depend on the address.
    Any,
    /// The argument, which may be absent.
    Argument(Option<&'e Expr>),
}

impl<'e> Address<'e> {
    /// Returns the address of a call of these functions, or [`Any`](Self::Any) if no function depends on it.
    fn of<'f>(mut functions: impl Iterator<Item = &'f Function>, arguments: &Arguments<'e>) -> Self {
        let is_read = functions.any(Function::reads_url);
        if is_read { Self::Argument(arguments.url) } else { Self::Any }
    }

    /// Whether calls with these addresses can share a parse.
    fn accepts(self, other: Address<'_>) -> bool {
        self == Address::Any || other == Address::Any || self == other
    }
}

/// The part of a page that a call computes.
enum Part<'e> {
    Function(Function),
    /// The result of a call of `html_extract` as a whole, or its field `reason`, which depends on the whole specification.
    Whole(&'e Expr, Extraction),
}

/// A call of a function of a page, or the access to a field of `html_extract`.
struct Call<'e> {
    page: Page<'e>,
    url: Address<'e>,
    part: Part<'e>,
    /// The names of fields in the value of the function.
    path: &'e [Expr],
}

/// The arguments of a call.
struct Arguments<'e> {
    page: Page<'e>,
    url: Option<&'e Expr>,
    constants: Vec<&'e str>,
}

impl<'e> Arguments<'e> {
    /// Returns the arguments. Returns `None` if the call cannot share a parse, because an argument is volatile or
    /// refers to an outer query, or because an argument is not the constant that it must be.
    fn of(call: &'e ScalarFunction, parameters: &[Parameter], options: &'e Options) -> Option<Self> {
        let (mut document, mut content_type, mut url, mut constants) = (None, None, None, Vec::new());
        for (parameter, argument) in parameters.iter().zip(&call.args) {
            if argument.is_volatile() || argument.contains_outer() {
                return None;
            }
            let constant = if let Expr::Literal(value, _) = argument { Some(value) } else { None };
            let given = Some(argument).filter(|_| !constant.is_some_and(ScalarValue::is_null));
            match parameter {
                Parameter::Document => document = Some(argument),
                Parameter::ContentType => content_type = given,
                Parameter::Url => url = given,
                Parameter::Constant(_) => constants.push(constant?.try_as_str().flatten()?),
            }
        }
        Some(Self { page: Page { document: document?, content_type, options }, url, constants })
    }
}

impl<'e> Call<'e> {
    /// Returns the call, if the expression is one.
    fn of(expression: &'e Expr) -> Option<Self> {
        let Expr::ScalarFunction(call) = expression else { return None };
        let function = call.func.inner();
        if let Some(html) = function.downcast_ref::<HtmlFunction>() {
            let arguments = Arguments::of(call, html.parameters(), html.options())?;
            let function = Function::new(html.constant_name(), &arguments.constants).ok()?;
            return Some(Self::of_function(function, &arguments, &[]));
        }
        if let Some(html) = function.downcast_ref::<HtmlExtract>() {
            let arguments = Arguments::of(call, html.parameters(), html.options())?;
            let extraction: Extraction = arguments.constants.first()?.parse().ok()?;
            let url = Address::of(extraction.fields().map(|(_, function)| function), &arguments);
            return Some(Self {
                page: arguments.page,
                url,
                part: Part::Whole(expression, extraction),
                path: &[],
            });
        }
        if function.downcast_ref::<GetFieldFunc>().is_some()
            && let [Expr::ScalarFunction(call), Expr::Literal(field, _), path @ ..] = &*call.args
        {
            let html = call.func.inner().downcast_ref::<HtmlExtract>()?;
            let arguments = Arguments::of(call, html.parameters(), html.options())?;
            let extraction: Extraction = arguments.constants.first()?.parse().ok()?;
            // The field `reason` is not a function, so it is not a call. Its `html_extract`, the child of this
            // expression, is found as a call that is needed as a whole.
            let field = field.try_as_str().flatten()?;
            let (_, function) = extraction.fields().find(|(name, _)| *name == field)?;
            return Some(Self::of_function(function.clone(), &arguments, path));
        }
        None
    }

    fn of_function(function: Function, arguments: &Arguments<'e>, path: &'e [Expr]) -> Self {
        let url = Address::of([&function].into_iter(), arguments);
        Self { page: arguments.page, url, part: Part::Function(function), path }
    }
}

/// Calls with the same page, which share a parse.
struct Group<'e> {
    page: Page<'e>,
    url: Address<'e>,
    functions: Vec<Function>,
    whole: Vec<(&'e Expr, Extraction)>,
    /// The number of expressions that read a part of the page.
    uses: usize,
}

impl<'e> Group<'e> {
    /// Whether a call has the same page.
    fn accepts(&self, call: &Call<'_>) -> bool {
        self.page == call.page && self.url.accepts(call.url)
    }

    fn add(&mut self, call: Call<'e>) {
        self.uses += 1;
        if self.url == Address::Any {
            self.url = call.url;
        }
        match call.part {
            Part::Function(function) if !self.functions.contains(&function) => self.functions.push(function),
            Part::Whole(call, extraction) if !self.whole.iter().any(|(other, _)| *other == call) => {
                self.whole.push((call, extraction));
            }
            _ => {}
        }
    }

    /// Returns the calls of `html_extract` that compute all parts: the calls whose whole result is needed, and a call with
    /// numbered fields for the functions that none of these calls contains.
    fn extracts(&self) -> Result<Vec<(Expr, Extraction)>> {
        let mut extracts: Vec<_> =
            self.whole.iter().map(|(call, extraction)| ((*call).clone(), extraction.clone())).collect();
        let others = self
            .functions
            .iter()
            .filter(|function| !extracts.iter().any(|(_, e)| field(e, function).is_some()));
        let mut extraction = Extraction::new();
        for (number, function) in others.enumerate() {
            let added = extraction.field(&number.to_string(), function.clone());
            extraction = added.map_err(|error| exec_datafusion_err!("{error}"))?;
        }
        if extraction.fields().next().is_some() {
            let extract = ScalarUDF::from(HtmlExtract::new(self.page.options.clone()));
            let url = match self.url {
                Address::Argument(Some(url)) => url.clone(),
                Address::Argument(None) | Address::Any => lit(ScalarValue::Utf8(None)),
            };
            let mut arguments = vec![self.page.document.clone(), lit(extraction.to_string()), url];
            arguments.extend(self.page.content_type.cloned());
            extracts.push((extract.call(arguments), extraction));
        }
        Ok(extracts)
    }
}

/// Returns the name of the field that has the value of a function, if the extraction has such a field.
fn field<'x>(extraction: &'x Extraction, function: &Function) -> Option<&'x str> {
    extraction.fields().find(|(_, other)| *other == function).map(|(name, _)| name)
}

/// Returns the calls in the expressions, grouped by page. Calls that are not always evaluated, such as those in `CASE`,
/// are omitted.
fn groups(expressions: &[Expr]) -> Result<Vec<Group<'_>>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for expression in expressions {
        expression.apply(|expression| {
            if expression.short_circuits() {
                return Ok(TreeNodeRecursion::Jump);
            }
            let Some(call) = Call::of(expression) else { return Ok(TreeNodeRecursion::Continue) };
            if let Some(group) = groups.iter_mut().find(|group| group.accepts(&call)) {
                group.add(call);
            } else {
                let (functions, whole) = (Vec::new(), Vec::new());
                let mut group = Group { page: call.page, url: call.url, functions, whole, uses: 0 };
                group.add(call);
                groups.push(group);
            }
            Ok(TreeNodeRecursion::Jump)
        })?;
    }
    Ok(groups)
}

/// A group with the columns of the inner projection that have the results of its calls of `html_extract`.
struct Shared<'g> {
    group: &'g Group<'g>,
    columns: Vec<(Expr, Extraction, String)>,
}

impl Shared<'_> {
    /// Returns the expression that replaces a call, if this group has the page of the call.
    fn replacement(&self, call: &Call<'_>) -> Option<Expr> {
        if !self.group.accepts(call) {
            return None;
        }
        let column = |name: &str| Expr::Column(Column::new_unqualified(name));
        match &call.part {
            Part::Whole(expression, _) => {
                let (.., name) = self.columns.iter().find(|(extract, ..)| extract == *expression)?;
                Some(column(name))
            }
            Part::Function(function) => {
                let mut columns = self.columns.iter();
                let (name, field) =
                    columns.find_map(|(_, extraction, name)| Some((name, field(extraction, function)?)))?;
                Some(get_field_path(column(name), [&[lit(field)][..], call.path].concat()))
            }
        }
    }
}

impl AnalyzerRule for OneParse {
    fn name(&self) -> &'static str {
        NAME
    }

    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.transform_up_with_subqueries(share).data()
    }
}

impl OptimizerRule for OneParse {
    fn name(&self) -> &'static str {
        NAME
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        Some(ApplyOrder::BottomUp)
    }

    fn rewrite(&self, plan: LogicalPlan, _: &dyn OptimizerConfig) -> Result<Transformed<LogicalPlan>> {
        share(plan)
    }
}

/// Replaces the calls in a projection that can share a parse.
fn share(plan: LogicalPlan) -> Result<Transformed<LogicalPlan>> {
    let LogicalPlan::Projection(Projection { expr, input, .. }) = &plan else {
        return Ok(Transformed::no(plan));
    };
    let groups = groups(expr)?;
    let mut names = (0..)
        .map(|number: usize| format!("__html_page_{number}"))
        .filter(|name| !input.schema().has_column_with_unqualified_name(name));
    let mut shared = Vec::new();
    for group in groups.iter().filter(|group| group.uses > 1) {
        let extracts = group.extracts()?;
        if extracts.len() < group.uses {
            let columns = extracts.into_iter().zip(&mut names);
            let columns = columns.map(|((call, extraction), name)| (call, extraction, name)).collect();
            shared.push(Shared { group, columns });
        }
    }
    if shared.is_empty() {
        return Ok(Transformed::no(plan));
    }
    let preserver = NamePreserver::new_for_projection();
    let replace = |expression: &Expr| {
        let name = preserver.save(expression);
        let replaced = expression.clone().transform_down(|expression| {
            let replacement = Call::of(&expression)
                .and_then(|call| shared.iter().find_map(|shared| shared.replacement(&call)));
            Ok(match replacement {
                Some(replacement) => Transformed::new(replacement, true, TreeNodeRecursion::Jump),
                None => Transformed::no(expression),
            })
        })?;
        Ok(name.restore(replaced.data))
    };
    let outer = expr.iter().map(replace).collect::<Result<Vec<Expr>>>()?;
    // The inner projection has the columns that the outer projection needs, in the order of the input, and then the
    // results of `html_extract`.
    let needed: Vec<&Column> = outer.iter().flat_map(Expr::column_refs).collect();
    let columns = input.schema().columns().into_iter().filter(|column| needed.contains(&column));
    let mut inner: Vec<Expr> = columns.map(Expr::Column).collect();
    let pages = shared.iter().flat_map(|shared| &shared.columns);
    inner.extend(pages.map(|(call, _, name)| call.clone().alias(name)));
    let inner = LogicalPlan::Projection(Projection::try_new(inner, Arc::clone(input))?);
    let outer = Projection::try_new(outer, Arc::new(inner))?;
    Ok(Transformed::yes(LogicalPlan::Projection(outer)))
}
