//! The walk over a document: content models, forbidden descendants, and the calls of the other checks.

use std::borrow::Cow;
use std::ops::Range;

use hedgerow_base::{ElementName, Namespace, Span, StartTagSource, is_valid_custom_element_name};
use hedgerow_dom::{AttributeRef, Document, NodeKind, NodeRef, search};
use hedgerow_source::NodeSource as _;

use crate::Finding;
use crate::attributes::{Attribute, ElementView, MOST_UNKNOWN, name_bit};
use crate::checks::{self, Violation};
use crate::condition::Marks;
use crate::content_model::{Categories, Child, ContentModel, Progress, RowIndex, Step};
use crate::document_rules::{DocumentState, RuleFrame};
use crate::tables::{Row, Tables, Without};

/// A check in progress.
pub(crate) struct Checker<'d, 'r> {
    pub(crate) tables: &'static Tables,
    pub(crate) document: &'d Document,
    pub(crate) source: &'d str,
    report: &'r mut dyn FnMut(Finding),
    frames: Vec<Frame<'d>>,
    /// The attributes of the last element, whose memory is used again.
    attributes: Vec<Attribute<'d>>,
    pub(crate) state: DocumentState<'d>,
}

/// An open element.
pub(crate) struct Frame<'d> {
    pub(crate) node: NodeRef<'d>,
    /// The local name, for messages.
    pub(crate) name: &'d str,
    pub(crate) namespace: Namespace,
    content: Content,
    /// The content that a transparent child inherits.
    inherited: Categories,
    /// The position of the closest frame that is not transparent, which may be this one.
    solid: usize,
    /// In SVG, the content model of the closest ancestor that is not transparent.
    around: Option<&'static ContentModel>,
    /// The marks of this element and its ancestors.
    pub(crate) marks: Marks,
    /// The descendants that this element and its ancestors do not allow.
    without: Without,
    pub(crate) aria: crate::aria::Frame,
    pub(crate) rules: RuleFrame,
}

/// The content that an element allows.
#[derive(Clone, Copy)]
enum Content {
    /// Anything: the element is unknown, or the root.
    Any,
    /// The content of the parent.
    Transparent,
    Model(&'static ContentModel, Progress),
}

impl<'d, 'r> Checker<'d, 'r> {
    pub(crate) fn new(document: &'d Document, report: &'r mut dyn FnMut(Finding)) -> Self {
        Self {
            tables: Tables::get(),
            document,
            source: document.source().unwrap_or_default(),
            report,
            frames: Vec::new(),
            attributes: Vec::new(),
            state: DocumentState::default(),
        }
    }

    /// Checks all trees of the document: its own, and those of templates and shadow roots.
    pub(crate) fn run(&mut self) {
        let mut roots = vec![self.document.root()];
        while let Some(root) = roots.pop() {
            self.begin_tree(root);
            self.walk(root, &mut roots);
            self.end_tree(root);
        }
    }

    fn walk(&mut self, root: NodeRef<'d>, roots: &mut Vec<NodeRef<'d>>) {
        self.frames.push(Frame {
            node: root,
            name: "",
            namespace: Namespace::Html,
            content: Content::Any,
            inherited: Categories::ANY_FLOW,
            solid: 0,
            around: None,
            marks: if root == self.document.root() { 0 } else { self.tables.marks.find("template") },
            without: Without::default(),
            aria: crate::aria::Frame::default(),
            rules: RuleFrame::default(),
        });
        let mut next = root.first_child();
        loop {
            let Some(node) = next else {
                let Some(frame) = self.frames.pop() else { return };
                self.leave(&frame);
                if frame.node == root {
                    return;
                }
                next = frame.node.next_sibling();
                continue;
            };
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root());
            if let Some(name) = search::element_name(node) {
                self.enter(node, name);
                next = node.first_child();
            } else {
                self.check_other(node);
                next = node.next_sibling();
            }
        }
    }

    /// Checks the start of an element, and opens it.
    fn enter(&mut self, node: NodeRef<'d>, name: ElementName) {
        let text = node.local_name_text();
        let Some(parent) = self.frames.last() else { return };
        let index = self.tables.find(name, text);
        // Messages repeat the names of elements, so that long names would take quadratic time.
        let short = text.get(..MAX_NAME).unwrap_or(text);
        let mut attributes = std::mem::take(&mut self.attributes);
        attributes.clear();
        // A copy by the parser repeats an element that is checked, too. Copies share attributes, so only some are read.
        let is_copy = matches!(node.start_tag(), Some(StartTagSource::Copy(_)));
        let most = if is_copy { MOST_UNKNOWN } else { usize::MAX };
        attributes.extend(node.attributes().take(most).map(attribute));
        let element = ElementView {
            node,
            name: short,
            namespace: name.namespace,
            row: index,
            names: attributes.iter().fold(0, |names, attribute| names | name_bit(attribute.name)),
            attributes,
            ancestors: parent.marks,
        };
        let row = index.map(|index| self.tables.row(index));
        let is_custom =
            row.is_none() && name.namespace == Namespace::Html && is_valid_custom_element_name(text);
        let categories = match row {
            Some(row) => row.categories(&element),
            None if is_custom => Categories::ANY_FLOW,
            None => Categories::default(),
        };
        let mut is_allowed = true;
        if !is_copy {
            self.check_syntax(node, name);
            if row.is_none() && !is_custom {
                self.check_unknown_element(&element);
            } else {
                is_allowed = self.check_child(&element, index, categories);
                self.check_ancestors(&element, row, categories);
            }
            self.check_attributes(&element, row);
        }
        let aria = self.check_aria(&element, categories, is_copy);
        let rules =
            if is_copy { RuleFrame::default() } else { self.check_element_rules(&element, categories) };
        let Some(parent) = self.frames.last() else { return };
        let model = row.and_then(|row| {
            let applies = |condition: &Option<crate::condition::Condition>| {
                condition.as_ref().is_none_or(|condition| condition.holds(&element))
            };
            row.models.iter().find(|(condition, _)| applies(condition)).map(|(_, model)| model)
        });
        let content = match model {
            Some(model) if model.source == "transparent*" => Content::Transparent,
            Some(model) => Content::Model(model, model.start()),
            None if is_custom => Content::Transparent,
            None => Content::Any,
        };
        let inherited = match content {
            Content::Any => Categories::ANY_FLOW,
            // The children of a misplaced element are not reported, too.
            Content::Transparent if !is_allowed => Categories::ANY_FLOW,
            Content::Transparent => parent.inherited,
            Content::Model(model, _) => model.inherited(parent.inherited),
        };
        let solid = if matches!(content, Content::Transparent) { parent.solid } else { self.frames.len() };
        let around = match content {
            Content::Transparent => parent.around,
            Content::Model(model, _) if name.namespace == Namespace::Svg => Some(model),
            _ => None,
        };
        let mut without = parent.without;
        if let Some(row) = row {
            without.categories = without.categories.with(row.without.categories);
            without.marks |= row.without.marks;
            without.tabindex |= row.without.tabindex;
        }
        let marks = parent.marks | row.map_or(0, |row| row.mark) | aria.mark;
        self.attributes = element.attributes;
        self.frames.push(Frame {
            node,
            name: short,
            namespace: name.namespace,
            content,
            inherited,
            solid,
            around,
            marks,
            without,
            aria,
            rules,
        });
    }

    /// Checks the end of an element.
    fn leave(&mut self, frame: &Frame<'d>) {
        if let Content::Model(model, progress) = frame.content
            && let Some(missing) = model.missing(progress)
        {
            let names: Vec<_> =
                missing.iter().map(|row| format!("`{}`", self.tables.row(*row).name)).collect();
            let names = if names.is_empty() { "content".to_owned() } else { names.join(" or ") };
            let violation = checks::INCOMPLETE.with(&[&frame.name, &names]).at(self.address_of(frame));
            self.report_tag(frame.node, violation.allowed(Some(describe_content(model))));
        }
        self.end_element(frame);
    }

    /// Checks a node that is not an element.
    fn check_other(&mut self, node: NodeRef<'d>) {
        if node.kind() != NodeKind::Text {
            self.check_declaration(node);
            return;
        }
        let text = node.data().unwrap_or_default();
        let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
        self.check_text(is_blank);
        if is_blank {
            return;
        }
        let child = Child { row: None, categories: Categories::TEXT };
        if self.step(child, false) == Step::Accepted {
            return;
        }
        let Some(parent) = self.frames.last() else { return };
        let violation = checks::TEXT_NOT_ALLOWED.with(&[&parent.name]).at(self.address_of(parent));
        let place = Place { span: node.source_span().unwrap_or(Self::NOWHERE), subject: None };
        self.report(place, violation.allowed(self.allowed_content()));
    }

    /// Lets the content model of the parent take a child.
    fn step(&mut self, child: Child, is_script: bool) -> Step {
        let inherited_by_parent = match self.frames.as_slice() {
            [.., grandparent, _] => grandparent.inherited,
            _ => Categories::ANY_FLOW,
        };
        let Some(parent) = self.frames.last_mut() else { return Step::Accepted };
        match &mut parent.content {
            Content::Any => Step::Accepted,
            Content::Transparent if parent.inherited.intersects(child.categories) => Step::Accepted,
            Content::Transparent if parent.around.is_some_and(|model| model.accepts_anywhere(child)) => {
                Step::Accepted
            }
            Content::Transparent => Step::Disallowed,
            Content::Model(model, progress) => model.step(progress, child, inherited_by_parent, is_script),
        }
    }

    /// Checks that the parent allows an element. Returns whether it does.
    fn check_child(
        &mut self,
        element: &ElementView<'d>,
        row: Option<RowIndex>,
        categories: Categories,
    ) -> bool {
        let is_script = element.namespace == Namespace::Html && matches!(element.name, "script" | "template");
        let step = self.step(Child { row, categories }, is_script);
        let Some(parent) = self.frames.last() else { return true };
        if step == Step::Accepted || self.is_reported_elsewhere(element, parent) {
            return true;
        }
        let place = if step == Step::Misplaced { " at this position" } else { "" };
        let violation = checks::CHILD_NOT_ALLOWED.with(&[&element.name, &parent.name, &place]);
        let violation = violation.at(self.address_of(parent)).allowed(self.allowed_content());
        self.report_tag(element.node, violation);
        false
    }

    /// Whether another rule reports a child that is not allowed.
    fn is_reported_elsewhere(&self, element: &ElementView<'d>, parent: &Frame<'d>) -> bool {
        // A foreign element whose start tag the parser reported, or an implied element.
        parent.name.is_empty() || element.node.start_tag().is_none() && self.document.source().is_some()
    }

    /// Returns the address of the definition of an open element.
    fn address_of(&self, frame: &Frame<'_>) -> &'static str {
        search::element_name(frame.node)
            .and_then(|name| self.tables.find(name, frame.name))
            .map_or("dom.html#content-models", |row| self.tables.row(row).address)
    }

    /// Describes the content that the parent allows.
    fn allowed_content(&self) -> Option<Cow<'static, str>> {
        match self.frames.last()?.content {
            Content::Any => None,
            Content::Model(model, _) => Some(describe_content(model)),
            Content::Transparent => {
                let ancestor = self.frames.get(self.frames.last()?.solid)?;
                Some(Cow::Owned(format!("the content that `{}` may have", ancestor.name)))
            }
        }
    }

    /// Checks that no ancestor forbids an element.
    fn check_ancestors(&mut self, element: &ElementView<'d>, row: Option<&Row>, categories: Categories) {
        let Some(parent) = self.frames.last() else { return };
        let mark = row.map_or(0, |row| row.mark);
        let has_tabindex = element.value("tabindex").is_some();
        let is_forbidden = |without: &Without| {
            without.marks & mark != 0
                || without.categories.intersects(categories)
                || without.tabindex && has_tabindex
        };
        if !is_forbidden(&parent.without) {
            return;
        }
        // Each frame forbids what its ancestors forbid, so the first frame that forbids the element is the ancestor.
        let position = self.frames.partition_point(|frame| !is_forbidden(&frame.without));
        let Some(ancestor) = self.frames.get(position) else { return };
        let is_by_tabindex = has_tabindex
            && mark & parent.without.marks == 0
            && !parent.without.categories.intersects(categories);
        let with = if is_by_tabindex { " with `tabindex`" } else { "" };
        let violation = checks::DESCENDANT_NOT_ALLOWED.with(&[&element.name, &with, &ancestor.name]);
        self.report_tag(element.node, violation.at(self.address_of(ancestor)));
    }

    fn check_unknown_element(&mut self, element: &ElementView<'d>) {
        if element.namespace == Namespace::Html && crate::obsolete::is_obsolete_element(element.name) {
            return;
        }
        let kind = match element.namespace {
            Namespace::Svg => "SVG",
            Namespace::MathMl => "MathML",
            _ => "HTML",
        };
        self.report_tag(element.node, checks::UNKNOWN_ELEMENT.with(&[&element.name, &kind]));
    }

    /// The open elements, the innermost last. The first one is the root.
    pub(crate) fn frames(&self) -> &[Frame<'d>] {
        &self.frames
    }

    pub(crate) fn frames_mut(&mut self) -> &mut [Frame<'d>] {
        &mut self.frames
    }

    /// Reports a violation.
    pub(crate) fn report(&mut self, place: Place<'_>, violation: impl Into<Violation>) {
        let Violation { rule, level, address, message, allowed } = violation.into();
        let address = crate::full_address(address);
        let (span, subject) = (place.span, place.subject.map(str::to_owned));
        self.report_finding(Finding { rule, level, span, subject, message, allowed, address });
    }

    pub(crate) fn report_finding(&mut self, finding: Finding) {
        (self.report)(finding);
    }

    /// Reports a violation at the start tag of an element.
    pub(crate) fn report_tag(&mut self, node: NodeRef<'d>, violation: impl Into<Violation>) {
        self.report(Self::tag_place(node), violation);
    }

    /// Reports a violation at the name of an attribute.
    pub(crate) fn report_name(&mut self, node: NodeRef<'d>, name: &str, violation: impl Into<Violation>) {
        self.report(Self::name_place(node, name), violation);
    }

    /// Returns the place of a start tag, or of the token that implied it.
    pub(crate) fn tag_place(node: NodeRef<'_>) -> Place<'_> {
        let span = match node.start_tag() {
            Some(StartTagSource::Tag(span) | StartTagSource::Implied(span)) => span,
            _ => Self::NOWHERE,
        };
        Place { span, subject: Some(node.local_name_text()) }
    }

    /// Returns the place of the name of an attribute.
    pub(crate) fn name_place<'p>(node: NodeRef<'p>, name: &'p str) -> Place<'p> {
        let span = node.attribute_span(name).map_or_else(|| Self::tag_place(node).span, |spans| spans.name);
        Place { span, subject: Some(name) }
    }

    /// Returns the place of a value, or of a part of it if the value has no character references.
    pub(crate) fn value_place<'p>(
        &self,
        node: NodeRef<'p>,
        name: &'p str,
        value: &str,
        part: Option<Range<usize>>,
    ) -> Place<'p> {
        let place = Self::name_place(node, name);
        let value_span = node.attribute_span(name).and_then(|spans| spans.value);
        let Some(span) = value_span.filter(|span| !span.is_empty()) else { return place };
        let span = match part {
            Some(part) if !part.is_empty() && span.of(self.source) == Some(value) => {
                Span { start: span.start + part.start as u32, end: span.start + part.end as u32 }
            }
            _ => span,
        };
        Place { span, ..place }
    }
}

/// The place of a finding, and the name of the element or the attribute that it concerns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'p> {
    pub(crate) span: Span,
    pub(crate) subject: Option<&'p str>,
}

/// The maximum length of the names of elements in messages. No table has longer names.
const MAX_NAME: usize = 60;

/// Describes the content that a model accepts.
fn describe_content(model: &ContentModel) -> Cow<'static, str> {
    match model.source {
        "flow*" => Cow::Borrowed("flow content"),
        "phrasing*" => Cow::Borrowed("phrasing content"),
        "text*" => Cow::Borrowed("text"),
        "empty" => Cow::Borrowed("nothing"),
        source => Cow::Owned(format!("`{source}`")),
    }
}

/// Reads an attribute.
fn attribute(attribute: AttributeRef<'_>) -> Attribute<'_> {
    let name = match (attribute.namespace(), attribute.name_text()) {
        (Namespace::Xml, "lang") => "xml:lang",
        (Namespace::Xml, "space") => "xml:space",
        (Namespace::XLink, name) => XLINK.iter().copied().find(|one| &one[6..] == name).unwrap_or(name),
        (Namespace::XmlNs, "xmlns") => "xmlns",
        (Namespace::XmlNs, _) => "xmlns:xlink",
        (_, name) => name,
    };
    Attribute { name, namespace: attribute.namespace(), value: attribute.value() }
}

/// The attributes of XLink. <https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes>
const XLINK: [&str; 7] =
    ["xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type"];
