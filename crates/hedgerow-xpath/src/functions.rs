//! The core function library. <https://www.w3.org/TR/1999/REC-xpath-19991116/#corelib>

use std::borrow::Cow;

use hedgerow_dom::search;

use crate::error::EvaluationError;
use crate::evaluate::{Context, Evaluation, Val, Want};
use crate::expression::{Expr, ValueType};
use crate::node::{self, Item, Part};
use crate::number;
use crate::steps::BYTES_PER_READ_STEP;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CoreFunction {
    Last,
    Position,
    Count,
    Id,
    LocalName,
    NamespaceUri,
    Name,
    String,
    Concat,
    StartsWith,
    Contains,
    SubstringBefore,
    SubstringAfter,
    Substring,
    StringLength,
    NormalizeSpace,
    Translate,
    Boolean,
    Not,
    True,
    False,
    Lang,
    Number,
    Sum,
    Floor,
    Ceiling,
    Round,
}

/// The arguments that a function accepts.
pub(crate) struct Arguments {
    pub(crate) least: usize,
    pub(crate) most: usize,
    /// Whether the first argument must be a node-set. No other type is converted to a node-set.
    pub(crate) first_is_node_set: bool,
}

impl CoreFunction {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "last" => Self::Last,
            "position" => Self::Position,
            "count" => Self::Count,
            "id" => Self::Id,
            "local-name" => Self::LocalName,
            "namespace-uri" => Self::NamespaceUri,
            "name" => Self::Name,
            "string" => Self::String,
            "concat" => Self::Concat,
            "starts-with" => Self::StartsWith,
            "contains" => Self::Contains,
            "substring-before" => Self::SubstringBefore,
            "substring-after" => Self::SubstringAfter,
            "substring" => Self::Substring,
            "string-length" => Self::StringLength,
            "normalize-space" => Self::NormalizeSpace,
            "translate" => Self::Translate,
            "boolean" => Self::Boolean,
            "not" => Self::Not,
            "true" => Self::True,
            "false" => Self::False,
            "lang" => Self::Lang,
            "number" => Self::Number,
            "sum" => Self::Sum,
            "floor" => Self::Floor,
            "ceiling" => Self::Ceiling,
            "round" => Self::Round,
            _ => return None,
        })
    }

    pub(crate) fn arguments(self) -> Arguments {
        let (least, most, first_is_node_set) = match self {
            Self::Last | Self::Position | Self::True | Self::False => (0, 0, false),
            Self::Count | Self::Sum => (1, 1, true),
            Self::LocalName | Self::NamespaceUri | Self::Name => (0, 1, true),
            Self::String | Self::StringLength | Self::NormalizeSpace | Self::Number => (0, 1, false),
            Self::Id | Self::Boolean | Self::Not | Self::Lang | Self::Floor | Self::Ceiling | Self::Round => {
                (1, 1, false)
            }
            Self::StartsWith | Self::Contains | Self::SubstringBefore | Self::SubstringAfter => (2, 2, false),
            Self::Substring => (2, 3, false),
            Self::Translate => (3, 3, false),
            Self::Concat => (2, usize::MAX, false),
        };
        Arguments { least, most, first_is_node_set }
    }

    pub(crate) fn value_type(self) -> ValueType {
        match self {
            Self::Id => ValueType::Nodes,
            Self::Last
            | Self::Position
            | Self::Count
            | Self::StringLength
            | Self::Number
            | Self::Sum
            | Self::Floor
            | Self::Ceiling
            | Self::Round => ValueType::Number,
            Self::StartsWith
            | Self::Contains
            | Self::Boolean
            | Self::Not
            | Self::True
            | Self::False
            | Self::Lang => ValueType::Boolean,
            Self::LocalName
            | Self::NamespaceUri
            | Self::Name
            | Self::String
            | Self::Concat
            | Self::SubstringBefore
            | Self::SubstringAfter
            | Self::Substring
            | Self::NormalizeSpace
            | Self::Translate => ValueType::String,
        }
    }
}

impl<'e> Evaluation<'e> {
    /// Calls a function. The parser has checked the number of arguments.
    pub(crate) fn call(
        &mut self,
        function: CoreFunction,
        arguments: &'e [Expr],
        context: Context,
    ) -> Result<Val<'e>, EvaluationError> {
        Ok(match function {
            CoreFunction::Last => Val::Number(context.size as f64),
            CoreFunction::Position => Val::Number(context.position as f64),
            CoreFunction::Count => {
                Val::Number(self.nodes_argument(arguments, context, "count()")?.len() as f64)
            }
            CoreFunction::Id => Val::Nodes(self.ids(arguments, context)?),
            CoreFunction::LocalName | CoreFunction::NamespaceUri | CoreFunction::Name => {
                let item = if arguments.is_empty() {
                    Some(context.item)
                } else {
                    let place = match function {
                        CoreFunction::LocalName => "local-name()",
                        CoreFunction::NamespaceUri => "namespace-uri()",
                        _ => "name()",
                    };
                    self.nodes_argument(arguments, context, place)?.first().copied()
                };
                Val::String(item.map_or(Ok(Cow::Borrowed("")), |item| self.name(function, item))?)
            }
            CoreFunction::String => Val::String(self.string_argument_or_context(arguments, context)?),
            CoreFunction::Concat => {
                // The usual argument is the `class` attribute, which rarely has more than 64 bytes.
                let mut text = String::with_capacity(64);
                for argument in arguments {
                    let part = self.string(argument, context)?;
                    self.spend_on_copy(&part)?;
                    text.push_str(&part);
                }
                Val::String(Cow::Owned(text))
            }
            CoreFunction::StartsWith => {
                let [text, prefix] = self.string_arguments(arguments, context)?;
                self.spend_on_text(&prefix)?;
                Val::Boolean(text.starts_with(&*prefix))
            }
            CoreFunction::Contains => {
                let [text, part] = self.search_arguments(arguments, context)?;
                Val::Boolean(text.contains(&*part))
            }
            CoreFunction::SubstringBefore => {
                let [text, part] = self.search_arguments(arguments, context)?;
                let end = text.find(&*part).unwrap_or(0);
                Val::String(slice(text, 0, end))
            }
            CoreFunction::SubstringAfter => {
                let [text, part] = self.search_arguments(arguments, context)?;
                let start = text.find(&*part).map_or(text.len(), |start| start + part.len());
                let end = text.len();
                Val::String(slice(text, start, end))
            }
            CoreFunction::Substring => self.substring(arguments, context)?,
            CoreFunction::StringLength => {
                let text = self.string_argument_or_context(arguments, context)?;
                self.spend_on_text(&text)?;
                Val::Number(text.chars().count() as f64)
            }
            CoreFunction::NormalizeSpace => {
                let text = self.string_argument_or_context(arguments, context)?;
                self.spend_on_copy(&text)?;
                Val::String(normalize_space(text))
            }
            CoreFunction::Translate => {
                let [text, from, to] = self.string_arguments(arguments, context)?;
                for read in [&text, &from, &to] {
                    self.spend_on_copy(read)?;
                }
                Val::String(Cow::Owned(translate(&text, &from, &to)))
            }
            CoreFunction::Boolean => Val::Boolean(self.boolean_argument(arguments, context)?),
            CoreFunction::Not => Val::Boolean(!self.boolean_argument(arguments, context)?),
            CoreFunction::True => Val::Boolean(true),
            CoreFunction::False => Val::Boolean(false),
            CoreFunction::Lang => {
                let [wanted] = self.string_arguments(arguments, context)?;
                let node = self.node(context.item);
                let language = node::language(node, |steps| self.spend(steps))?;
                // The comparison ends with the shorter text.
                self.spend(language.map_or(0, str::len).min(wanted.len()) / BYTES_PER_READ_STEP)?;
                Val::Boolean(language.is_some_and(|language| is_sublanguage(language, &wanted)))
            }
            CoreFunction::Number => Val::Number(if let [argument] = arguments {
                self.number(argument, context)?
            } else {
                let text = self.string_of(context.item)?;
                self.number_of(&text)?
            }),
            CoreFunction::Sum => {
                let mut sum = 0.0;
                for item in self.nodes_argument(arguments, context, "sum()")? {
                    let text = self.string_of(item)?;
                    sum += self.number_of(&text)?;
                }
                Val::Number(sum)
            }
            CoreFunction::Floor => Val::Number(self.number_argument(arguments, context)?.floor()),
            CoreFunction::Ceiling => Val::Number(self.number_argument(arguments, context)?.ceil()),
            CoreFunction::Round => Val::Number(number::round(self.number_argument(arguments, context)?)),
        })
    }

    fn nodes_argument(
        &mut self,
        arguments: &'e [Expr],
        context: Context,
        place: &str,
    ) -> Result<Vec<Item>, EvaluationError> {
        arguments.first().map_or(Ok(Vec::new()), |argument| self.nodes(argument, context, Want::All, place))
    }

    fn boolean_argument(&mut self, arguments: &'e [Expr], context: Context) -> Result<bool, EvaluationError> {
        arguments.first().map_or(Ok(false), |argument| self.boolean(argument, context))
    }

    fn number_argument(&mut self, arguments: &'e [Expr], context: Context) -> Result<f64, EvaluationError> {
        arguments.first().map_or(Ok(f64::NAN), |argument| self.number(argument, context))
    }

    fn string_arguments<const COUNT: usize>(
        &mut self,
        arguments: &'e [Expr],
        context: Context,
    ) -> Result<[Cow<'e, str>; COUNT], EvaluationError> {
        let mut strings = [const { Cow::Borrowed("") }; COUNT];
        for (string, argument) in strings.iter_mut().zip(arguments) {
            *string = self.string(argument, context)?;
        }
        Ok(strings)
    }

    /// The two arguments of a function that searches for the second one in the first one, with the steps for the search.
    fn search_arguments(
        &mut self,
        arguments: &'e [Expr],
        context: Context,
    ) -> Result<[Cow<'e, str>; 2], EvaluationError> {
        let [text, part] = self.string_arguments(arguments, context)?;
        self.spend_on_text(&text)?;
        self.spend_on_text(&part)?;
        Ok([text, part])
    }

    fn string_argument_or_context(
        &mut self,
        arguments: &'e [Expr],
        context: Context,
    ) -> Result<Cow<'e, str>, EvaluationError> {
        match arguments {
            [argument] => self.string(argument, context),
            _ => self.string_of(context.item),
        }
    }

    fn ids(&mut self, arguments: &'e [Expr], context: Context) -> Result<Vec<Item>, EvaluationError> {
        let Some(argument) = arguments.first() else { return Ok(Vec::new()) };
        let lists = match self.evaluate(argument, context)? {
            Val::Nodes(items) => {
                items.into_iter().map(|item| self.string_of(item)).collect::<Result<Vec<_>, _>>()?
            }
            other => vec![self.text_from(other)?],
        };
        let root = self.node(context.item).tree_root();
        let mut found = Vec::new();
        for list in &lists {
            for id in list.split([' ', '\t', '\n', '\r']).filter(|id| !id.is_empty()) {
                // Without an index of ids, the search visits the nodes.
                self.spend(root.document().node_count() / 16)?;
                found.extend(node::element_by_id(root, id).map(Item::node));
            }
        }
        self.sort(&mut found);
        Ok(found)
    }

    fn name(&mut self, function: CoreFunction, item: Item) -> Result<Cow<'e, str>, EvaluationError> {
        let node = self.node(item);
        let (url, prefix, local) = match item.part() {
            Part::Whole => node::expanded_name(node),
            Part::Attribute(key) => {
                search::attribute_with_key(node, key).map_or(("", "", ""), node::attribute_name)
            }
            Part::Namespace(_) => ("", "", self.namespace_of(item)?.map_or("", |(prefix, _)| prefix)),
        };
        Ok(match function {
            CoreFunction::NamespaceUri => Cow::Borrowed(url),
            CoreFunction::Name if !prefix.is_empty() && prefix != local => {
                Cow::Owned(format!("{prefix}:{local}"))
            }
            _ => Cow::Borrowed(local),
        })
    }

    fn substring(&mut self, arguments: &'e [Expr], context: Context) -> Result<Val<'e>, EvaluationError> {
        let (Some(text), Some(start)) = (arguments.first(), arguments.get(1)) else {
            return Ok(Val::String(Cow::Borrowed("")));
        };
        let text = self.string(text, context)?;
        let start = number::round(self.number(start, context)?);
        let end = match arguments.get(2) {
            Some(length) => start + number::round(self.number(length, context)?),
            None => f64::INFINITY,
        };
        self.spend_on_copy(&text)?;
        // Comparisons with NaN are false, so NaN selects nothing.
        let is_selected = |position: usize| position as f64 >= start && (position as f64) < end;
        let selected = text.char_indices().zip(1..).filter(|&(_, position)| is_selected(position));
        let mut bounds = None;
        for ((offset, character), _) in selected {
            let first = bounds.map_or(offset, |(first, _)| first);
            bounds = Some((first, offset + character.len_utf8()));
        }
        let (first, last) = bounds.unwrap_or_default();
        Ok(Val::String(slice(text, first, last)))
    }
}

/// Returns a part of a string, without copying if the string is borrowed.
fn slice(text: Cow<'_, str>, start: usize, end: usize) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(start..end).unwrap_or_default()),
        Cow::Owned(text) => Cow::Owned(text.get(start..end).unwrap_or_default().to_owned()),
    }
}

/// Strips whitespace, and replaces each run of whitespace by one space. Only XML whitespace counts.
fn normalize_space(text: Cow<'_, str>) -> Cow<'_, str> {
    const SPACES: [char; 4] = [' ', '\t', '\n', '\r'];
    let is_normal = !text.starts_with(SPACES)
        && !text.ends_with(SPACES)
        && !text.contains(['\t', '\n', '\r'])
        && !text.contains("  ");
    if is_normal {
        return text;
    }
    let mut normal = String::with_capacity(text.len());
    for word in text.split(SPACES).filter(|word| !word.is_empty()) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    Cow::Owned(normal)
}

fn translate(text: &str, from: &str, to: &str) -> String {
    // If a character occurs several times, its first replacement applies.
    let mut replacements = std::collections::HashMap::new();
    let mut to = to.chars();
    for character in from.chars() {
        let replacement = to.next();
        replacements.entry(character).or_insert(replacement);
    }
    text.chars()
        .filter_map(|character| replacements.get(&character).copied().unwrap_or(Some(character)))
        .collect()
}

/// Whether a language is equal to another or a sublanguage of it, ignoring case.
fn is_sublanguage(language: &str, wanted: &str) -> bool {
    language.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted))
        && language.get(wanted.len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}
