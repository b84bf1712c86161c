//! The requirements as data: reads `tables/html.txt`, `tables/svg.txt`, `tables/mathml.txt` and `tables/conditions.txt` once.

use std::collections::HashMap;
use std::sync::OnceLock;

use foldhash::fast::RandomState;
use hedgerow_base::known::HTML_ELEMENT_COUNT;
use hedgerow_base::{ElementName, NameId, Namespace};

use crate::aria::AriaTables;
use crate::attributes::name_bit;
use crate::condition::{Condition, MarkNames, Marks};
use crate::content_model::{Categories, ContentModel, RowIndex};
use crate::text_tables::{self, Section, split};
use crate::values::Syntax;
use crate::{AuthoringRule, Level};

type Map<V> = HashMap<&'static str, V, RandomState>;

/// The standard's requirements for an element.
#[derive(Debug, Default)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The page and the anchor of the definition.
    pub(crate) address: &'static str,
    categories: Categories,
    /// Categories that depend on a condition.
    conditional: Vec<(Categories, Condition)>,
    pub(crate) models: Vec<(Option<Condition>, ContentModel)>,
    /// The descendants that are not allowed.
    pub(crate) without: Without,
    /// The bit of the element, if a condition or a list of forbidden descendants mentions it.
    pub(crate) mark: Marks,
    pub(crate) attributes: Map<Syntax>,
    pub(crate) has_any_attribute: bool,
    pub(crate) requirements: Vec<Requirement>,
}

/// Descendants that are not allowed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Without {
    pub(crate) categories: Categories,
    pub(crate) marks: Marks,
    pub(crate) tabindex: bool,
}

/// The kinds of requirements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The attributes are allowed only if the condition holds.
    Only,
    /// The attributes are not allowed if the condition holds.
    Never,
    /// One of the attributes is required if the condition holds.
    Needs,
    /// The element is not allowed if the condition holds.
    Not,
    /// The attributes have the syntax if the condition holds.
    Value,
}

/// A requirement that depends on a condition: a line of `tables/conditions.txt`.
#[derive(Debug)]
pub(crate) struct Requirement {
    pub(crate) kind: Kind,
    pub(crate) level: Option<Level>,
    pub(crate) rule: AuthoringRule,
    /// The attributes, each with the values to which the requirement is restricted.
    pub(crate) attributes: Vec<(&'static str, Option<&'static str>)>,
    /// The bits of the names of the attributes.
    pub(crate) names: u64,
    pub(crate) condition: Option<Condition>,
    pub(crate) message: &'static str,
    pub(crate) syntax: Option<Syntax>,
    pub(crate) address: &'static str,
}

/// All tables.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) rows: Vec<Row>,
    html: [Option<RowIndex>; HTML_ELEMENT_COUNT],
    names: [HashMap<&'static str, RowIndex>; 3],
    /// The rows of the attributes of all elements: of HTML, SVG and MathML.
    pub(crate) globals: [Row; 3],
    pub(crate) marks: MarkNames,
    pub(crate) aria: AriaTables,
}

/// The index of a namespace in the tables.
pub(crate) fn namespace_index(namespace: Namespace) -> usize {
    match namespace {
        Namespace::Svg => 1,
        Namespace::MathMl => 2,
        _ => 0,
    }
}

const TEXTS: [&str; 3] = [
    include_str!("../tables/html.txt"),
    include_str!("../tables/svg.txt"),
    include_str!("../tables/mathml.txt"),
];

impl Tables {
    pub(crate) fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Self::new)
    }

    fn new() -> Self {
        let mut marks = MarkNames::default();
        let aria = AriaTables::new(&mut marks);
        let mut tables = Self {
            rows: Vec::new(),
            html: [None; HTML_ELEMENT_COUNT],
            names: Default::default(),
            globals: Default::default(),
            marks,
            aria,
        };
        for (index, text) in TEXTS.into_iter().enumerate() {
            let sections = text_tables::sections(text);
            for name in sections.iter().flat_map(|section| section.names.split_ascii_whitespace()) {
                if name != "*" && !tables.names[index].contains_key(name) {
                    let row = tables.rows.len() as RowIndex;
                    tables.names[index].insert(name, row);
                    tables.rows.push(Row { name, ..Row::default() });
                }
            }
            for section in &sections {
                tables.add_section(index, section);
            }
        }
        for section in text_tables::sections(include_str!("../tables/conditions.txt")) {
            for name in section.names.split_ascii_whitespace() {
                let requirements: Vec<_> = section
                    .lines
                    .iter()
                    .filter_map(|line| requirement(line, section.address, &mut tables.marks))
                    .collect();
                if let Some(row) = tables.row_mut(0, name) {
                    row.requirements.extend(requirements);
                }
            }
        }
        for (name, &row) in &tables.names[0] {
            if let Some(slot) = NameId::find_known(name).and_then(|id| tables.html.get_mut(id.index())) {
                *slot = Some(row);
            }
        }
        let html = tables.names[0].len();
        tables.aria.finish(&tables.marks, tables.rows.iter().take(html).map(|row| row.name));
        for names in &tables.names {
            for (name, &row) in names {
                tables.rows[usize::from(row)].mark = tables.marks.find(name);
            }
        }
        tables
    }

    fn row_mut(&mut self, namespace: usize, name: &str) -> Option<&mut Row> {
        if name == "*" {
            return self.globals.get_mut(namespace);
        }
        let row = *self.names[namespace].get(name)?;
        self.rows.get_mut(usize::from(row))
    }

    /// Adds what the lines of a section say to the rows of its names.
    fn add_section(&mut self, namespace: usize, section: &Section) {
        for name in section.names.split_ascii_whitespace() {
            let mut row = std::mem::take(match self.row_mut(namespace, name) {
                Some(row) => row,
                None => continue,
            });
            if row.address.is_empty() {
                row.address = section.address;
            }
            for line in &section.lines {
                self.add_line(namespace, &mut row, line);
            }
            if let Some(slot) = self.row_mut(namespace, name) {
                *slot = row;
            }
        }
    }

    fn add_line(&mut self, namespace: usize, row: &mut Row, line: &'static str) {
        let (keyword, rest) = split(line, " ");
        let rest = rest.unwrap_or_default();
        let mut words = rest.split_ascii_whitespace();
        if let Some(condition) = line.strip_prefix("content(") {
            let (condition, expression) = split(condition, ") ");
            let condition = Condition::new(condition, &mut self.marks);
            let model = ContentModel::new(expression.unwrap_or("empty"), &self.names[namespace]);
            row.models.push((Some(condition), model));
            return;
        }
        match keyword {
            "content" => row.models.push((None, ContentModel::new(rest, &self.names[namespace]))),
            "categories" => {
                // A condition may contain spaces, so the words are split at the ends of the categories.
                let mut rest = rest;
                while !rest.is_empty() {
                    let end = rest.find([' ', '(']).unwrap_or(rest.len());
                    let category = Categories::find(&rest[..end]).unwrap_or_default();
                    debug_assert!(category != Categories::default(), "unknown category in {line}");
                    if rest[end..].starts_with('(') {
                        let (condition, after) = split(&rest[end + 1..], ")");
                        row.conditional.push((category, Condition::new(condition, &mut self.marks)));
                        rest = after.unwrap_or_default();
                    } else {
                        row.categories = row.categories.with(category);
                        rest = rest[end..].trim_ascii_start();
                    }
                }
            }
            "without" => {
                for word in words {
                    match Categories::find(word) {
                        Some(category) => row.without.categories = row.without.categories.with(category),
                        None if word == "@tabindex" => row.without.tabindex = true,
                        None => row.without.marks |= self.marks.add(word),
                    }
                }
            }
            "attributes" => {
                for word in &mut words {
                    let (name, syntax) = match word.split_once(':') {
                        Some((prefix @ ("xml" | "xlink" | "xmlns"), rest)) => {
                            let name = &word[..prefix.len() + 1 + rest.find(':').unwrap_or(rest.len())];
                            (name, word.get(name.len() + 1..).unwrap_or_default())
                        }
                        Some((name, syntax)) => (name, syntax),
                        None => (word, ""),
                    };
                    if name == "*" {
                        row.has_any_attribute = true;
                        continue;
                    }
                    let found = Syntax::find(syntax);
                    debug_assert!(found.is_some(), "unknown syntax {syntax}");
                    row.attributes.insert(name, found.unwrap_or(Syntax::Text));
                }
            }
            _ => debug_assert!(false, "unknown keyword in {line}"),
        }
    }

    /// Returns the row of an element.
    pub(crate) fn find(&self, name: ElementName, text: &str) -> Option<RowIndex> {
        if name.namespace == Namespace::Html
            && let Some(&row) = self.html.get(name.local.index())
        {
            return row;
        }
        self.names[namespace_index(name.namespace)].get(text).copied()
    }

    /// Returns the index of the language of a row: HTML, SVG or MathML.
    pub(crate) fn language_of(&self, row: &Row) -> usize {
        let is_of = |names: &HashMap<&str, RowIndex>| {
            names.get(row.name).is_some_and(|index| std::ptr::eq(self.row(*index), row))
        };
        self.names.iter().position(is_of).unwrap_or_default()
    }

    pub(crate) fn row(&self, index: RowIndex) -> &Row {
        &self.rows[usize::from(index)]
    }
}

impl Row {
    /// Returns the categories of an element of this row.
    pub(crate) fn categories(&self, element: &crate::attributes::ElementView<'_>) -> Categories {
        let holding = self.conditional.iter().filter(|(_, condition)| condition.holds(element));
        holding.fold(self.categories, |all, (category, _)| all.with(*category))
    }
}

/// Parses a line of `tables/conditions.txt`.
fn requirement(line: &'static str, address: &'static str, marks: &mut MarkNames) -> Option<Requirement> {
    let (line, code) = split(line, " = ");
    let mut parts = line.split(" | ");
    let head = parts.next()?.trim_ascii();
    let (level, head) = match head.split_once(' ') {
        Some(("warn", rest)) => (Some(Level::Warning), rest),
        Some(("advice", rest)) => (Some(Level::Advice), rest),
        _ => (None, head),
    };
    let mut words = head.split_ascii_whitespace();
    let keyword = words.next()?;
    let (kind, rule) = match keyword {
        "only" => (Kind::Only, AuthoringRule::ConflictingAttribute),
        "never" => (Kind::Never, AuthoringRule::ConflictingAttribute),
        "needs" => (Kind::Needs, AuthoringRule::MissingAttribute),
        "not" => (Kind::Not, AuthoringRule::DisallowedElement),
        _ => (Kind::Value, AuthoringRule::InvalidAttributeValue),
    };
    debug_assert!(kind != Kind::Value || keyword == "value", "{line}");
    let mut syntax = None;
    let attributes = words.flat_map(|word| word.split('/')).map(|word| {
        if kind == Kind::Value
            && let Some((name, named)) = word.split_once(':')
        {
            syntax = Syntax::find(named);
            return (name, None);
        }
        word.split_once('=').map_or((word, None), |(name, values)| (name, Some(values)))
    });
    let attributes: Vec<_> = attributes.collect();
    let names = attributes.iter().fold(0, |names, (name, _)| names | name_bit(name));
    let condition = parts.next().map(|condition| Condition::new(condition.trim_ascii(), marks));
    let message = parts.next().unwrap_or_default();
    let rule = code.map_or(Some(rule), AuthoringRule::from_code);
    debug_assert!(rule.is_some(), "unknown code in {line}");
    Some(Requirement { names, kind, level, rule: rule?, attributes, condition, message, syntax, address })
}
