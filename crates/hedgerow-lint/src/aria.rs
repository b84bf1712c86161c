//! ARIA: the roles that elements may have, and the attributes that roles allow.
//!
//! <https://w3c.github.io/html-aria/>, <https://www.w3.org/TR/wai-aria-1.2/>

use std::collections::HashMap;
use std::fmt::Display;

use hedgerow_base::Namespace;
use hedgerow_dom::NodeRef;

use crate::attributes::{Attribute, ElementView, MOST_UNKNOWN, shown};
use crate::checker::Checker;
use crate::checks::{self, Check};
use crate::condition::{Condition, MarkNames, Marks};
use crate::content_model::Categories;
use crate::text_tables::{self, split};
use crate::values::Syntax;

/// The index of a role.
type RoleIndex = usize;

/// A set of roles.
type Roles = u128;

/// A role of WAI-ARIA, with its attributes and its place.
#[derive(Debug, Default)]
struct Role {
    name: &'static str,
    address: &'static str,
    supports: Vec<&'static str>,
    requires: Vec<&'static str>,
    /// The supported attributes that authors should not use.
    deprecates: Vec<&'static str>,
    /// The roles of which one must contain the role.
    inside: Roles,
    /// The roles that children with a role may have.
    contains: Roles,
    /// The descendants that are not allowed.
    without: Categories,
    without_tabindex: bool,
    is_abstract: bool,
    is_unnamed: bool,
    is_presentational: bool,
    is_deprecated: bool,
    is_flow: bool,
    mark: Marks,
}

/// A line of ARIA in HTML about an element, with its condition.
#[derive(Debug)]
struct Line {
    condition: Option<Condition>,
    implicit: Option<RoleIndex>,
    allowed: Allowed,
    /// Naming is prohibited without a role.
    is_unnamed: bool,
    has_no_aria: bool,
    has_only_hidden: bool,
    /// The role whose attributes are allowed.
    like: Option<RoleIndex>,
    address: &'static str,
}

#[derive(Debug)]
enum Allowed {
    Any,
    Only(Vec<RoleIndex>),
}

/// The tables of ARIA.
#[derive(Debug)]
pub(crate) struct AriaTables {
    roles: Vec<Role>,
    names: HashMap<&'static str, RoleIndex>,
    lines: HashMap<&'static str, Vec<Line>>,
    /// The same lines by the rows of the elements.
    by_row: Vec<Option<Vec<Line>>>,
    /// The attributes that all roles support; those for which this is deprecated; and those that some roles support.
    attributes: [HashMap<&'static str, Syntax>; 3],
}

impl AriaTables {
    /// Reads the tables. The conditions add marks.
    pub(crate) fn new(marks: &mut MarkNames) -> Self {
        let mut tables = Self {
            roles: Vec::new(),
            names: HashMap::new(),
            lines: HashMap::new(),
            by_row: Vec::new(),
            attributes: Default::default(),
        };
        let sections = text_tables::sections(include_str!("../tables/roles.txt"));
        let html = text_tables::sections(include_str!("../tables/html-aria.txt"));
        for section in &sections {
            if let Some(set) = ["*", "deprecated", "supported"].iter().position(|name| *name == section.names)
            {
                for word in section.lines.iter().flat_map(|line| line.split_ascii_whitespace().skip(1)) {
                    let (name, syntax) = split(word, ":");
                    tables.attributes[set]
                        .insert(name, Syntax::find(syntax.unwrap_or_default()).unwrap_or(Syntax::Text));
                }
            } else {
                tables.names.insert(section.names, tables.roles.len());
                tables.roles.push(Role { name: section.names, address: section.address, ..Role::default() });
            }
        }
        for section in &sections {
            let Some(&index) = tables.names.get(section.names) else { continue };
            for line in &section.lines {
                let (keyword, rest) = split(line, " ");
                let words = rest.unwrap_or_default().split_ascii_whitespace();
                let set = words
                    .clone()
                    .filter_map(|name| tables.names.get(name))
                    .fold(0, |set, role| set | bit(*role));
                let role = &mut tables.roles[index];
                match keyword {
                    "supports" => role.supports.extend(words),
                    "deprecates" => role.deprecates.extend(words),
                    "requires" => role.requires.extend(words),
                    "inside" => role.inside = set,
                    "contains" => role.contains = set,
                    "without" => {
                        for word in words {
                            role.without_tabindex |= word == "@tabindex";
                            role.without = role.without.with(Categories::find(word).unwrap_or_default());
                        }
                    }
                    "abstract" => role.is_abstract = true,
                    "unnamed" => role.is_unnamed = true,
                    "presentational" => role.is_presentational = true,
                    "deprecated" => role.is_deprecated = true,
                    "flow" => role.is_flow = true,
                    _ => debug_assert!(false, "unknown keyword in {line}"),
                }
            }
        }
        for section in html {
            for name in section.names.split_ascii_whitespace() {
                let lines = section
                    .lines
                    .iter()
                    .filter_map(|line| tables.line(line, section.address, marks))
                    .collect();
                tables.lines.insert(name, lines);
            }
        }
        tables
    }

    /// Sets the marks of the roles that conditions mention, and the lines of the rows of HTML elements.
    pub(crate) fn finish<'r>(&mut self, marks: &MarkNames, rows: impl Iterator<Item = &'r str>) {
        self.by_row = rows.map(|name| self.lines.remove(name)).collect();
        for role in &mut self.roles {
            role.mark = marks.find(&format!("[{}]", role.name));
        }
    }

    fn line(&self, line: &'static str, address: &'static str, marks: &mut MarkNames) -> Option<Line> {
        let mut parts = line.split(" | ");
        let (condition, implicit, allowed) =
            (parts.next()?.trim_ascii(), parts.next()?.trim_ascii(), parts.next()?);
        let mut parsed = Line {
            condition: (condition != "-").then(|| Condition::new(condition, marks)),
            implicit: self.names.get(implicit).copied(),
            allowed: Allowed::Only(Vec::new()),
            is_unnamed: false,
            has_no_aria: false,
            has_only_hidden: false,
            like: None,
            address,
        };
        // After the first word, `none` is the name of a role.
        for (position, word) in allowed.split_ascii_whitespace().enumerate() {
            match word {
                "any" => parsed.allowed = Allowed::Any,
                "none" if position == 0 && !allowed.contains("presentation") => {}
                "unnamed" => parsed.is_unnamed = true,
                "no-aria" => parsed.has_no_aria = true,
                "hidden-only" => parsed.has_only_hidden = true,
                _ => {
                    if let Some(name) = word.strip_prefix("as:") {
                        parsed.like = self.names.get(name).copied();
                    } else if let (Allowed::Only(list), Some(role)) =
                        (&mut parsed.allowed, self.names.get(word))
                    {
                        list.push(*role);
                    } else {
                        debug_assert!(false, "unknown role {word}");
                    }
                }
            }
        }
        Some(parsed)
    }

    fn find_line(&self, element: &ElementView<'_>) -> Option<&Line> {
        if element.namespace != Namespace::Html {
            return None;
        }
        let lines = match element.row {
            Some(row) => self.by_row.get(usize::from(row))?.as_ref()?,
            None if element.name.contains('-') => self.lines.get("*")?,
            None => return None,
        };
        lines.iter().find(|line| line.condition.as_ref().is_none_or(|condition| condition.holds(element)))
    }
}

fn bit(role: RoleIndex) -> Roles {
    if role < 128 { 1 << role } else { 0 }
}

/// The roles of an open element and its ancestors, for the checks of descendants.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The mark of the role.
    pub(crate) mark: Marks,
    /// The roles of the element and its ancestors.
    roles: Roles,
    /// The role that the element has, and whether the author gave it.
    role: Option<RoleIndex>,
    is_explicit: bool,
    /// The innermost role that restricts the descendants.
    restricting: Option<RoleIndex>,
    is_in_heading: bool,
}

/// A role that must be inside another one, or be owned by it.
#[derive(Debug)]
pub(crate) struct Orphan<'d> {
    node: NodeRef<'d>,
    role: RoleIndex,
}

/// The roles and references of a tree that are checked at its end.
#[derive(Debug, Default)]
pub(crate) struct AriaState<'d> {
    orphans: Vec<Orphan<'d>>,
    owned: std::collections::HashSet<&'d str>,
}

/// Returns the tables.
fn tables() -> &'static AriaTables {
    &crate::tables::Tables::get().aria
}

impl<'d> Checker<'d, '_> {
    /// Checks the role and the ARIA attributes of an element. Returns what its descendants need.
    pub(crate) fn check_aria(
        &mut self,
        element: &ElementView<'d>,
        categories: Categories,
        is_copy: bool,
    ) -> Frame {
        let tables = tables();
        let parent = self.frames().last().map(|frame| frame.aria).unwrap_or_default();
        let line = tables.find_line(element);
        let implicit = line.and_then(|line| line.implicit);
        let mut explicit = None;
        if let Some(value) = element.value("role") {
            for token in value.split_ascii_whitespace() {
                let found = tables.names.get(token.to_ascii_lowercase().as_str()).copied();
                let role = found.filter(|role| {
                    !tables.roles[*role].is_abstract && tables.roles[*role].name.len() == token.len()
                });
                explicit = explicit.or(role);
                if role.is_none() && !is_copy {
                    let start = token.as_ptr() as usize - value.as_ptr() as usize;
                    let place =
                        self.value_place(element.node, "role", value, Some(start..start + token.len()));
                    self.report(place, checks::UNKNOWN_ROLE.with(&[&shown(token)]));
                }
            }
            if let (Some(role), Some(line), false) = (explicit, line, is_copy) {
                self.check_role(element, value, role, line);
            }
        }
        let role = explicit.or(implicit);
        if !is_copy {
            self.check_aria_attributes(element, explicit, line);
            self.check_role_place(element, explicit, role, categories, &parent);
        }
        let is_heading = element.is_html(&["h1", "h2", "h3", "h4", "h5", "h6"]);
        let own = role.map(|role| &tables.roles[role]);
        let restricts = |role: &Role| role.without != Categories::default() || role.is_presentational;
        Frame {
            mark: own.map_or(0, |role| role.mark),
            roles: parent.roles | role.map_or(0, bit),
            role,
            is_explicit: explicit.is_some(),
            restricting: explicit.filter(|role| restricts(&tables.roles[*role])).or(parent.restricting),
            is_in_heading: parent.is_in_heading || is_heading,
        }
    }

    /// Checks that the element may have its role.
    fn check_role(&mut self, element: &ElementView<'d>, value: &str, role: RoleIndex, line: &'static Line) {
        let tables = tables();
        let name = tables.roles[role].name;
        let place = self.value_place(element.node, "role", value, None);
        let is_image = name == "image" && line.implicit.is_some_and(|role| tables.roles[role].name == "img");
        if line.implicit == Some(role) || is_image {
            self.report(place, checks::IMPLICIT_ROLE.with(&[&name, &element.name]).at(line.address));
            return;
        }
        if let Allowed::Only(list) = &line.allowed
            && !list.contains(&role)
        {
            let list: Vec<_> = list.iter().map(|role| format!("`{}`", tables.roles[*role].name)).collect();
            let allowed = if list.is_empty() { "no role".to_owned() } else { list.join(", ") };
            let violation = checks::ROLE_NOT_ALLOWED.with(&[&name, &element.name]).at(line.address);
            self.report(place, violation.allowed(Some(allowed.into())));
        } else if tables.roles[role].is_deprecated {
            self.report(place, checks::DEPRECATED_ROLE.with(&[&name]).at(tables.roles[role].address));
        }
    }

    fn check_aria_attributes(
        &mut self,
        element: &ElementView<'d>,
        explicit: Option<RoleIndex>,
        line: Option<&'static Line>,
    ) {
        let tables = tables();
        let role = explicit.or_else(|| line.and_then(|line| line.implicit));
        let supporting = explicit.or_else(|| line.and_then(|line| line.like.or(line.implicit)));
        let mut has_global = None;
        let mut unknown = 0;
        for attribute in &element.attributes {
            if !attribute.name.starts_with("aria-") {
                continue;
            }
            if attribute.name == "aria-owns" {
                self.state.aria.owned.extend(attribute.value.split_ascii_whitespace());
            }
            let set = tables.attributes.iter().position(|set| set.contains_key(attribute.name));
            let Some(set) = set else {
                unknown += 1;
                if unknown > MOST_UNKNOWN {
                    continue;
                }
                let violation = checks::UNKNOWN_ARIA.with(&[&attribute.name]);
                self.report_name(element.node, attribute.name, violation);
                continue;
            };
            if attribute.name != "aria-hidden" && set == 0 {
                has_global = Some(attribute);
            }
            if let Some(syntax) = tables.attributes[set].get(attribute.name)
                && let Err(flaw) = syntax.check(attribute.name, attribute.value)
                && !attribute.value.is_empty()
            {
                self.report_flaw(element, attribute, *syntax, flaw, None);
            }
            self.check_aria_attribute(element, attribute, set, (role, supporting, explicit), line);
        }
        if let Some(explicit) = explicit {
            let own = &tables.roles[explicit];
            let is_native = element.is_html(&[
                "input", "option", "select", "progress", "meter", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
            ]);
            for required in own
                .requires
                .iter()
                .filter(|_| !is_native && line.and_then(|line| line.implicit) != Some(explicit))
            {
                if element.value(required).is_none() {
                    let violation = checks::MISSING_ARIA.with(&[&own.name, required]);
                    self.report_tag(element.node, violation.at(own.address));
                }
            }
            let is_focusable = element.value("tabindex").is_some();
            if matches!(own.name, "none" | "presentation") && (has_global.is_some() || is_focusable) {
                let reason = has_global.map_or("tabindex", |attribute| attribute.name);
                let violation = checks::ROLE_WITHOUT_EFFECT.with(&[&own.name, &element.name, &reason]);
                self.report_name(element.node, "role", violation);
            }
        }
    }

    fn check_aria_attribute(
        &mut self,
        element: &ElementView<'d>,
        attribute: &Attribute<'d>,
        set: usize,
        (role, supporting, explicit): (Option<RoleIndex>, Option<RoleIndex>, Option<RoleIndex>),
        line: Option<&'static Line>,
    ) {
        let tables = tables();
        let name = attribute.name;
        let own = supporting.map(|role| &tables.roles[role]);
        let address = line.map_or("https://www.w3.org/TR/wai-aria-1.2/", |line| line.address);
        let mut problem = |check: Check, values: &[&dyn Display]| {
            self.report_name(element.node, name, check.with(values).at(address));
        };
        let described = match role {
            Some(role) if explicit.is_some() => format!("the role `{}`", tables.roles[role].name),
            _ => format!("`{}`", element.name),
        };
        if let Some(line) = line
            && (line.has_no_aria || line.has_only_hidden && name != "aria-hidden")
        {
            let rest = if line.has_no_aria {
                "ARIA attributes are"
            } else {
                "ARIA attributes except `aria-hidden` are"
            };
            return problem(checks::NO_ARIA, &[&name, &element.name, &rest]);
        }
        if matches!(name, "aria-dropeffect" | "aria-grabbed") {
            return problem(checks::DEPRECATED_ARIA, &[&name, &""]);
        }
        let is_naming = matches!(name, "aria-label" | "aria-labelledby" | "aria-braillelabel");
        let is_unnamed = match role {
            Some(_) if explicit.is_none() && line.is_some_and(|line| line.is_unnamed) => true,
            Some(role) => {
                tables.roles[role].is_unnamed && !matches!(tables.roles[role].name, "none" | "presentation")
            }
            None => line.is_some_and(|line| line.is_unnamed),
        };
        if is_naming && is_unnamed {
            return problem(checks::ARIA_NAME, &[&name, &described]);
        }
        let is_supported = own.is_some_and(|role| role.supports.contains(&name));
        if set == 2 && !is_supported && element.namespace == Namespace::Html {
            problem(checks::UNSUPPORTED_ARIA, &[&name, &described]);
        } else if own.is_some_and(|role| role.deprecates.contains(&name)) && explicit.is_some() {
            problem(checks::DEPRECATED_ARIA, &[&name, &format!(" on {described}")]);
        } else if set == 1 && !is_supported && explicit.is_some() {
            problem(checks::UNSUITABLE_ARIA, &[&name, &described]);
        }
    }

    /// Checks that the ancestors allow an element with its role.
    fn check_role_place(
        &mut self,
        element: &ElementView<'d>,
        explicit: Option<RoleIndex>,
        role: Option<RoleIndex>,
        categories: Categories,
        parent: &Frame,
    ) {
        let tables = tables();
        if let Some(index) = explicit {
            let own = &tables.roles[index];
            if own.inside != 0 && parent.roles & own.inside == 0 {
                self.state.aria.orphans.push(Orphan { node: element.node, role: index });
            }
            if own.is_flow && parent.is_in_heading {
                self.report_tag(element.node, checks::ROLE_IN_HEADING.with(&[&own.name]).at(own.address));
            }
        }
        if let (Some(container), true) = (parent.role, parent.is_explicit) {
            let container = &tables.roles[container];
            let tree = tables.names.get("tree").map_or(0, |tree| bit(*tree));
            let treeitem = tables.names.get("treeitem").map_or(0, |item| bit(*item));
            let is_group_of_tree = container.name == "group" && parent.roles & tree != 0;
            let contains = if is_group_of_tree { treeitem } else { container.contains };
            let is_neutral =
                |role: RoleIndex| matches!(tables.roles[role].name, "none" | "presentation" | "generic");
            if contains != 0
                && let Some(index) = explicit
                && contains & bit(index) == 0
                && !is_neutral(index)
            {
                let own = tables.roles[index].name;
                let violation = checks::ROLE_NOT_ALLOWED_IN_ROLE.with(&[&own, &container.name]);
                self.report_name(element.node, "role", violation.at(container.address));
            }
        }
        let Some(restricting) = parent.restricting.map(|role| &tables.roles[role]) else { return };
        let is_heading = categories.intersects(Categories::HEADING)
            || role.is_some_and(|role| tables.roles[role].name == "heading");
        if is_heading && restricting.without.intersects(Categories::HEADING) {
            let violation = checks::HEADING_IN_ROLE.with(&[&restricting.name]);
            self.report_tag(element.node, violation.at(restricting.address));
            return;
        }
        let has_tabindex = element.value("tabindex").is_some();
        let is_interactive = categories.intersects(Categories::INTERACTIVE);
        if is_interactive || has_tabindex && (restricting.without_tabindex || restricting.is_presentational) {
            let what = if is_interactive { "" } else { " with `tabindex`" };
            let violation = checks::HIDDEN_IN_ROLE.with(&[&element.name, &what, &restricting.name]);
            self.report_tag(element.node, violation.at(restricting.address));
        }
    }

    /// Reports the roles that no other role contains or owns.
    pub(crate) fn end_aria_tree(&mut self) {
        let state = std::mem::take(&mut self.state.aria);
        for Orphan { node, role } in state.orphans {
            let is_owned = |node: NodeRef<'_>| node.element_id().is_some_and(|id| state.owned.contains(id));
            if is_owned(node) || node.parent().is_some_and(is_owned) {
                continue;
            }
            let own = &tables().roles[role];
            let names: Vec<_> = tables()
                .roles
                .iter()
                .enumerate()
                .filter(|(index, _)| own.inside & bit(*index) != 0)
                .map(|(_, role)| format!("`{}`", role.name))
                .collect();
            let violation = checks::ORPHANED_ROLE.with(&[&own.name, &names.join(" or ")]);
            self.report_tag(node, violation.at(own.address));
        }
    }
}
