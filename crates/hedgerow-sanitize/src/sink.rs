//! [`SanitizingSink`]: decides which of the operations of tree construction reach the DOM.
//!
//! The idea: an element that is removed or replaced is created like any other, because tree construction needs it on its
//! stack, but it never gets a parent.
//!
//! - A removed element stays the root of a tree of its own. Nodes that the adoption agency or foster parenting moves out of that
//!   tree are nevertheless inserted into the document.
//! - A replaced element has a target: the location at which it would have been inserted. Its children are inserted
//!   there. The target is set when tree construction inserts the element. Until then, the element keeps its children
//!   itself. This happens to clones, because the adoption agency inserts a clone only after it has moved children into
//!   the clone.
//!
//! Text directly in a removed element is dropped. One node represents all removed nodes that contain only text, such as
//! comments. At the end, the nodes without a parent are freed.

use std::collections::HashSet;
use std::hash::BuildHasher;

use hedgerow_base::{
    AttributeName, ElementFlags, ElementName, NameId, Namespace, QuirksMode, ShadowRootInit, known,
};
use hedgerow_dom::{AttributeList, Document, NewText, Slot};
use hedgerow_input::Span;
use hedgerow_tokenizer::{AttributePlace, Text};
use hedgerow_tree::{AncestorSet, ElementAttributes, InsertionLocation, TreeSink};

use crate::marks::Marks;
use crate::{Action, ElementRule, QuickDecision, Reason, Report, Rules, Subject, Verdict, is_javascript_url};

/// A sink that builds a [`Document`], and that a [`SanitizingSink`] can be around. No code outside the parser may change the
/// document.
pub trait DocumentSink: TreeSink<Handle = Slot, AttributeList = AttributeList> {
    /// The document under construction, for operations that take only some of the attributes of a token.
    fn document_so_far_mut(&mut self) -> &mut Document;

    /// Returns the text of a name.
    fn name_text(&self, name: NameId) -> &str;

    /// Whether places in the text of the tokenizer's run are also places in the source that the document stores.
    fn has_source(&self) -> bool;

    /// Whether adding the attributes that an element lacks would exceed a limit. If so, stops the parser.
    fn exceeds_the_limit_of_attributes(&mut self, element: Slot, attributes: ElementAttributes<'_>) -> bool;

    /// Returns the span of the current token.
    fn token_span(&self) -> Span;

    /// Keeps the places of the attributes of each token, for [`place_of_attribute`](Self::place_of_attribute).
    fn keep_attribute_places(&mut self);

    /// Returns the place of an attribute of the current token, if places are kept.
    fn place_of_attribute(&self, index: usize) -> Option<AttributePlace>;
}

/// A sink that passes on the nodes and attributes that the rules allow.
#[derive(Debug)]
pub struct SanitizingSink<'r, S> {
    inner: S,
    rules: &'r Rules,
    /// The decisions on elements that are not kept.
    marks: Marks,
    /// Whether a callback decides on elements.
    calls_back_for_elements: bool,
    /// The placeholder for all removed nodes that contain only text.
    dropped: Option<Slot>,
    /// A fragment outside the document: the temporary parent of new elements, and the parent of elements that only hold attributes.
    limbo: Option<Slot>,
    /// The last created formatting element whose attributes differ from its token's, with the attributes of the token.
    attributes_as_parsed: Option<(Slot, AttributeList)>,
    /// The attributes of `html` and `body` elements that were parsed, whether they were kept or removed. A later tag adds only
    /// attributes that the element lacks in the tree that is not sanitized.
    parsed_attributes: HashSet<(Slot, AttributeName)>,
    /// Whether the parts that are removed are reported.
    reports: bool,
    report: Report,
}

impl<'r, S: DocumentSink> SanitizingSink<'r, S> {
    /// Creates a sink around another one. `reports` says whether the parts that are removed are reported.
    pub fn new(mut inner: S, rules: &'r Rules, reports: bool) -> Self {
        if reports {
            inner.keep_attribute_places();
        }
        Self {
            inner,
            rules,
            marks: Marks::default(),
            calls_back_for_elements: rules.calls_back_for_elements(),
            dropped: None,
            limbo: None,
            attributes_as_parsed: None,
            parsed_attributes: HashSet::new(),
            reports,
            report: Report::default(),
        }
    }

    /// Forgets everything that was reported. The elements that represent the context of a fragment are not part of the result.
    pub fn forget_report(&mut self) {
        self.report = Report::default();
    }

    /// Returns the inner sink, the report, and the roots of the trees that are not part of the result.
    pub fn into_parts(self) -> (S, Report, Vec<Slot>) {
        let mut roots = self.marks.into_slots();
        roots.extend(self.limbo);
        (self.inner, self.report, roots)
    }

    /// Returns the decision on a new element, and reports it.
    fn action(&mut self, rule: &ElementRule, name: ElementName) -> Action {
        let action = if self.calls_back_for_elements {
            self.rules.element_action(name.namespace, self.inner.name_text(name.local), rule.action)
        } else {
            rule.action
        };
        if self.reports && action != Action::Keep {
            let text = Report::name(self.inner.name_text(name.local));
            let subject = match action {
                Action::ReplaceWithChildren => Subject::ReplacedElement(text),
                _ => Subject::Element(text),
            };
            let reason = if action == rule.action { Reason::NotAllowed } else { Reason::Callback };
            self.report.push(subject, reason, Some(self.inner.token_span()));
        }
        action
    }

    #[inline]
    fn rule(&self, name: ElementName) -> &'r ElementRule {
        self.rules.element(name, || self.inner.name_text(name.local))
    }

    fn verdict(&self, rule: &ElementRule, element: ElementName, name: AttributeName, value: &str) -> Verdict {
        match self.rules.quick(rule, name) {
            QuickDecision::Keep => Verdict::Keep,
            QuickDecision::Remove => Verdict::Remove(Reason::NotAllowed),
            QuickDecision::CheckUrl if is_javascript_url(value) => Verdict::Remove(Reason::JavascriptUrl),
            QuickDecision::CheckUrl => Verdict::Keep,
            quick => {
                let [element, local] = [element.local, name.local].map(|name| self.inner.name_text(name));
                if quick == QuickDecision::CheckValue {
                    self.rules.check_value(rule, element, name.namespace, local, value)
                } else {
                    self.rules.check(rule, element, name.namespace, local, value)
                }
            }
        }
    }

    /// Whether a new element keeps all of its attributes unchanged, and the rules add no attributes.
    fn keeps_all(&self, rule: &ElementRule, element: ElementName, attributes: ElementAttributes<'_>) -> bool {
        !self.rules.adds_attributes()
            && attributes
                .iter()
                .all(|(name, value)| self.verdict(rule, element, name, value.as_str()) == Verdict::Keep)
    }

    /// Reports the attributes that are removed or changed. Returns whether all are kept unchanged.
    fn report_changed_attributes(
        &mut self,
        rule: &ElementRule,
        element: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> bool {
        let mut keeps_all = true;
        for (index, (name, value)) in attributes.iter().enumerate() {
            let verdict = self.verdict(rule, element, name, value.as_str());
            if verdict == Verdict::Keep {
                continue;
            }
            keeps_all = false;
            let [element, attribute] =
                [element.local, name.local].map(|name| Report::name(self.inner.name_text(name)));
            let (subject, reason) = match verdict {
                Verdict::Replace(_, reason) => (Subject::ChangedAttribute { element, attribute }, reason),
                Verdict::Remove(reason) => (Subject::Attribute { element, attribute }, reason),
                Verdict::Keep => continue,
            };
            let span = self.inner.place_of_attribute(index).map_or(self.inner.token_span(), |place| Span {
                start: place.name.start,
                end: place.value.unwrap_or(place.name).end,
            });
            self.report.push(subject, reason, Some(span));
        }
        keeps_all
    }

    /// Returns copies of the attributes of a new element: without removed ones, with changed values, and with added ones.
    fn changed_attributes(
        &mut self,
        rule: &ElementRule,
        element: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Vec<(AttributeName, String)> {
        let mut changed = Vec::new();
        for (name, value) in attributes.iter() {
            match self.verdict(rule, element, name, value.as_str()) {
                Verdict::Keep => changed.push((name, value.as_str().to_owned())),
                Verdict::Replace(value, _) => changed.push((name, value)),
                Verdict::Remove(_) => {}
            }
        }
        let added = self.rules.added_attributes(element, |name| {
            let name = AttributeName::plain(name);
            changed.iter().find(|(other, _)| *other == name).map(|(_, value)| &**value)
        });
        for (name, value) in added {
            if self.reports {
                let subject = Subject::ChangedAttribute {
                    element: Report::name(self.inner.name_text(element.local)),
                    attribute: Report::name(self.inner.name_text(name)),
                };
                self.report.push(subject, Reason::LinkPolicy, Some(self.inner.token_span()));
            }
            let name = AttributeName::plain(name);
            match changed.iter_mut().find(|(other, _)| *other == name) {
                Some((_, old)) => *old = value,
                None => changed.push((name, value)),
            }
        }
        changed
    }

    /// Creates an element with the attributes that are kept, and inserts it.
    #[inline(always)]
    fn insert_kept(
        &mut self,
        location: InsertionLocation<Slot>,
        rule: &ElementRule,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        // OPTIMIZATION: most elements have no attributes.
        if attributes.is_empty() {
            self.inner.insert_new_element(location, name, attributes)
        } else {
            self.insert_kept_with_attributes(location, rule, name, attributes)
        }
    }

    #[inline(never)]
    fn insert_kept_with_attributes(
        &mut self,
        location: InsertionLocation<Slot>,
        rule: &ElementRule,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        let Some(kept) = self.kept_attributes(rule, name, attributes) else {
            return self.insert_with_changed_attributes(location, rule, name, attributes);
        };
        let keeps_all = kept.count_ones() as usize == attributes.len();
        let has_source = self.inner.has_source();
        let element = if keeps_all || kept == 0 {
            let attributes = if keeps_all { attributes } else { ElementAttributes::default() };
            self.inner.insert_new_element(location, name, attributes)
        } else if let Some(places) = attributes.places().filter(|_| has_source) {
            let remaining = places.enumerate().filter(|(index, _)| kept >> index & 1 == 1);
            let remaining = remaining.map(|(_, (name, start, end))| {
                (AttributeName::plain(name), NewText::OfSource { start, length: end - start })
            });
            self.insert_element_with(location, name, remaining)
        } else {
            let remaining = attributes.iter().enumerate().filter(|(index, _)| kept >> index & 1 == 1);
            let remaining = remaining.map(|(_, (name, value))| (name, NewText::Copied(value.as_str())));
            self.insert_element_with(location, name, remaining)
        };
        if !keeps_all {
            self.keep_attributes_as_parsed(element, name, attributes);
        }
        element
    }

    /// Returns a set bit for each attribute that is kept as it is, or `None` if attributes are changed, added or reported, or
    /// are more than 64.
    #[inline(always)]
    fn kept_attributes(
        &self,
        rule: &ElementRule,
        element: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Option<u64> {
        if self.reports || attributes.len() > 64 || self.rules.adds_attributes_to(element) {
            return None;
        }
        let mut kept = 0_u64;
        // OPTIMIZATION: reading the places takes less time than reading the texts, and few attributes need their text.
        if let Some(places) = attributes.places() {
            for (index, (name, ..)) in places.enumerate() {
                let is_kept = match self.rules.quick(rule, AttributeName::plain(name)) {
                    QuickDecision::Keep => true,
                    QuickDecision::Remove => false,
                    QuickDecision::CheckUrl => attributes
                        .iter()
                        .nth(index)
                        .is_some_and(|(_, value)| !is_javascript_url(value.as_str())),
                    QuickDecision::Check if self.rules.removes_unknown(self.inner.name_text(name)) => false,
                    QuickDecision::CheckValue | QuickDecision::Check => {
                        self.is_kept(rule, element, attributes, index)?
                    }
                };
                kept |= u64::from(is_kept) << index;
            }
        } else {
            for (index, (name, _)) in attributes.iter().enumerate() {
                let is_kept = match self.rules.quick(rule, name) {
                    QuickDecision::Keep => true,
                    QuickDecision::Remove => false,
                    _ => self.is_kept(rule, element, attributes, index)?,
                };
                kept |= u64::from(is_kept) << index;
            }
        }
        Some(kept)
    }

    /// Whether an attribute is kept as it is; `None` if its value is changed.
    #[inline(never)]
    fn is_kept(
        &self,
        rule: &ElementRule,
        element: ElementName,
        attributes: ElementAttributes<'_>,
        index: usize,
    ) -> Option<bool> {
        let (name, value) = attributes.iter().nth(index)?;
        match self.verdict(rule, element, name, value.as_str()) {
            Verdict::Keep => Some(true),
            Verdict::Remove(_) => Some(false),
            Verdict::Replace(..) => None,
        }
    }

    /// Does the same as [`insert_kept`](Self::insert_kept), for reports, policies, and elements with many attributes.
    fn insert_with_changed_attributes(
        &mut self,
        location: InsertionLocation<Slot>,
        rule: &ElementRule,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        let keeps_all = if self.reports {
            self.report_changed_attributes(rule, name, attributes) && !self.rules.adds_attributes()
        } else {
            self.keeps_all(rule, name, attributes)
        };
        if keeps_all {
            return self.inner.insert_new_element(location, name, attributes);
        }
        let changed = self.changed_attributes(rule, name, attributes);
        let changed = changed.iter().map(|(name, value)| (*name, NewText::from(value)));
        let element = self.insert_element_with(location, name, changed);
        self.keep_attributes_as_parsed(element, name, attributes);
        element
    }

    /// Creates an element with these attributes, and inserts it.
    #[inline]
    fn insert_element_with<'v>(
        &mut self,
        location: InsertionLocation<Slot>,
        name: ElementName,
        attributes: impl Iterator<Item = (AttributeName, NewText<'v>)>,
    ) -> Slot {
        let InsertionLocation { parent, reference } = location;
        self.inner.document_so_far_mut().unchecked().insert_new_element(parent, name, attributes, reference)
    }

    /// Returns the fragment outside the document, which the first call creates.
    fn limbo(&mut self) -> Slot {
        let inner = &mut self.inner;
        *self.limbo.get_or_insert_with(|| inner.document_so_far_mut().unchecked().create_document_fragment())
    }

    /// Keeps the attributes of the token of a formatting element, because the list of active formatting elements compares them,
    /// and the names of those of `html` and `body`.
    #[inline]
    fn keep_attributes_as_parsed(
        &mut self,
        element: Slot,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) {
        // OPTIMIZATION: an `a` element is never compared, because the start tag of a second one removes the first.
        let is_compared = ElementFlags::of(name).has(ElementFlags::FORMATTING) && !name.is_html(known::A);
        if name.is_html(known::HTML) || name.is_html(known::BODY) {
            self.parsed_attributes.extend(attributes.iter().map(|(name, _)| (element, name)));
        }
        if !attributes.is_empty() && is_compared {
            let limbo = InsertionLocation { parent: self.limbo(), reference: None };
            let as_parsed = self.inner.insert_new_element(limbo, name, attributes);
            self.attributes_as_parsed = Some((element, self.inner.attribute_list(as_parsed)));
        }
    }

    /// Creates an element that is removed or replaced, or that a callback decides on. Inserts it only if it is kept.
    #[inline(never)]
    fn insert_unwanted(
        &mut self,
        location: InsertionLocation<Slot>,
        rule: &ElementRule,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        match self.action(rule, name) {
            Action::Keep => self.insert_kept(self.resolve(location), rule, name, attributes),
            action => {
                let element = self.create_unwanted(name, attributes, action);
                if action == Action::ReplaceWithChildren {
                    self.redirect(location, element);
                }
                element
            }
        }
    }

    /// Creates an element that is removed or replaced.
    fn create_unwanted(
        &mut self,
        name: ElementName,
        attributes: ElementAttributes<'_>,
        action: Action,
    ) -> Slot {
        if action == Action::Remove && contains_only_text(name) {
            return self.dropped();
        }
        let element = self.inner.create_element(name, ElementAttributes::default());
        self.keep_attributes_as_parsed(element, name, attributes);
        self.marks.mark(element, action);
        element
    }

    /// Returns the location at which a node is inserted: the parent's target if the parent is a replaced element, and
    /// `location` otherwise.
    #[inline(always)]
    fn resolve(&self, location: InsertionLocation<Slot>) -> InsertionLocation<Slot> {
        if self.marks.have_replaced() { self.target_of(location) } else { location }
    }

    /// Follows replaced elements to their targets. Targets are resolved when they are set, so the loop is short: the parent of a
    /// target is a replaced element only if that element got its own target later, as clones of the adoption agency do.
    fn target_of(&self, mut location: InsertionLocation<Slot>) -> InsertionLocation<Slot> {
        while let Some(target) = self.marks.target(location.parent) {
            let reference = location.reference.or(target.reference);
            location = InsertionLocation { parent: target.parent, reference };
        }
        // The reference child may have been moved since.
        location.reference =
            location.reference.filter(|&reference| self.inner.parent(reference) == Some(location.parent));
        location
    }

    /// Sets the target of a replaced element, which itself is not inserted, and moves the element's children to the target.
    fn redirect(&mut self, location: InsertionLocation<Slot>, element: Slot) {
        let target = self.resolve(location);
        if target.parent == element {
            return;
        }
        self.marks.set_target(element, Some(target));
        while let Some(child) = self.inner.first_child(element) {
            self.inner.move_node(target, child);
        }
    }

    /// Returns the placeholder for all removed nodes that contain only text, which the first call creates.
    fn dropped(&mut self) -> Slot {
        if let Some(dropped) = self.dropped {
            return dropped;
        }
        let dropped = self.inner.create_comment(Text::copied_from("", None));
        self.marks.mark(dropped, Action::Remove);
        self.dropped = Some(dropped);
        dropped
    }
}

/// Whether the parser inserts nothing but text into an element, so that nothing is moved out of it.
fn contains_only_text(name: ElementName) -> bool {
    use known::{IFRAME, NOEMBED, NOFRAMES, SCRIPT, STYLE, TEXTAREA, TITLE, XMP};
    name.namespace == Namespace::Html
        && (matches!(name.local, IFRAME | NOEMBED | NOFRAMES | SCRIPT | STYLE | TEXTAREA | TITLE | XMP)
            || ElementFlags::of(name).has(ElementFlags::SERIALIZES_AS_VOID))
}

impl<S: DocumentSink> TreeSink for SanitizingSink<'_, S> {
    type Handle = Slot;
    type AttributeList = AttributeList;
    type Observer = S::Observer;

    #[inline(always)]
    fn observer(&mut self) -> &mut S::Observer {
        self.inner.observer()
    }

    #[inline]
    fn intern(&mut self, name: &str) -> NameId {
        self.inner.intern(name)
    }

    #[inline]
    fn document(&self) -> Slot {
        self.inner.document()
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.inner.set_quirks_mode(mode);
    }

    fn append_doctype(&mut self, name: &str, public_identifier: &str, system_identifier: &str) {
        self.inner.append_doctype(name, public_identifier, system_identifier);
    }

    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> Slot {
        let rule = self.rule(name);
        match self.action(rule, name) {
            Action::Keep => {
                let limbo = InsertionLocation { parent: self.limbo(), reference: None };
                let element = self.insert_kept(limbo, rule, name, attributes);
                self.inner.remove(element);
                element
            }
            action => self.create_unwanted(name, attributes, action),
        }
    }

    #[inline]
    fn attribute_list(&self, element: Slot) -> AttributeList {
        match self.attributes_as_parsed {
            Some((created, list)) if created == element => list,
            _ => self.inner.attribute_list(element),
        }
    }

    fn create_element_with_list(&mut self, name: ElementName, _: AttributeList, original: Slot) -> Slot {
        // The ignored list has the attributes of the token; the original has the sanitized attributes.
        let list = self.inner.attribute_list(original);
        let clone = self.inner.create_element_with_list(name, list, original);
        let action = self.marks.action(original);
        if action != Action::Keep {
            self.marks.mark(clone, action);
        }
        clone
    }

    fn same_attributes(&self, one: AttributeList, other: AttributeList) -> bool {
        self.inner.same_attributes(one, other)
    }

    fn hash_attributes(&self, list: AttributeList, hasher: &impl BuildHasher) -> u64 {
        self.inner.hash_attributes(list, hasher)
    }

    fn add_missing_attributes(&mut self, element: Slot, attributes: ElementAttributes<'_>) {
        let Some(name) =
            self.inner.element_name(element).filter(|_| self.marks.action(element) == Action::Keep)
        else {
            return;
        };
        if self.inner.exceeds_the_limit_of_attributes(element, attributes) {
            return;
        }
        let rule = self.rule(name);
        if self.reports {
            self.report_changed_attributes(rule, name, attributes);
        }
        let mut changed = self.changed_attributes(rule, name, attributes);
        changed.retain(|(name, _)| !self.parsed_attributes.contains(&(element, *name)));
        self.parsed_attributes.extend(attributes.iter().map(|(name, _)| (element, name)));
        let changed = changed.iter().map(|(name, value)| (*name, &**value));
        self.inner.document_so_far_mut().unchecked().add_missing_attributes(element, changed);
    }

    fn create_comment(&mut self, data: Text<'_>) -> Slot {
        if self.rules.keeps_comments() {
            return self.inner.create_comment(data);
        }
        if self.reports {
            self.report.push(Subject::Comment, Reason::NotAllowed, Some(self.inner.token_span()));
        }
        self.dropped()
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str) -> Slot {
        if self.rules.keeps_processing_instruction(target) {
            return self.inner.create_processing_instruction(target, data);
        }
        if self.reports {
            let subject = Subject::ProcessingInstruction(Report::name(target));
            self.report.push(subject, Reason::NotAllowed, Some(self.inner.token_span()));
        }
        self.dropped()
    }

    fn insert(&mut self, location: InsertionLocation<Slot>, node: Slot) {
        match self.marks.action(node) {
            Action::Keep => self.inner.insert(self.resolve(location), node),
            Action::Remove => {}
            Action::ReplaceWithChildren => self.redirect(location, node),
        }
    }

    #[inline(always)]
    fn insert_new_element(
        &mut self,
        location: InsertionLocation<Slot>,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        let rule = self.rule(name);
        if rule.action == Action::Keep && !self.calls_back_for_elements {
            return self.insert_kept(self.resolve(location), rule, name, attributes);
        }
        self.insert_unwanted(location, rule, name, attributes)
    }

    #[inline(always)]
    fn insert_characters(&mut self, location: InsertionLocation<Slot>, characters: Text<'_>, span: Span) {
        let location = self.resolve(location);
        // Text in a removed element never gets into the tree, because only elements are moved out of a removed element.
        if !self.marks.is_removed(location.parent) {
            self.inner.insert_characters(location, characters, span);
        }
    }

    fn remove(&mut self, node: Slot) {
        match self.marks.action(node) {
            Action::Keep => self.inner.remove(node),
            Action::Remove => {}
            // The children at its target stay there. The element keeps later children until it is inserted again.
            Action::ReplaceWithChildren => {
                self.marks.set_target(node, None);
            }
        }
    }

    fn move_node(&mut self, location: InsertionLocation<Slot>, node: Slot) {
        match self.marks.action(node) {
            Action::Keep => self.inner.move_node(self.resolve(location), node),
            Action::Remove => {}
            Action::ReplaceWithChildren => self.redirect(location, node),
        }
    }

    fn move_children(&mut self, from: Slot, to: Slot) {
        // `to` is a replaced clone. The adoption agency inserts it into `from` next, which would move the children
        // back.
        if self.marks.action(to) == Action::ReplaceWithChildren && self.marks.target(to).is_none() {
            return;
        }
        self.inner.move_children(from, to);
    }

    fn replace_children_with_clones_of(&mut self, node: Slot, original: Slot) {
        self.inner.replace_children_with_clones_of(node, original);
    }

    fn template_contents(&self, template: Slot) -> Slot {
        self.inner.template_contents(template)
    }

    fn allows_template_attribute(&self, name: NameId) -> bool {
        let element = ElementName::html(known::TEMPLATE);
        let rule = self.rule(element);
        let verdict = self.verdict(rule, element, AttributeName::plain(name), "");
        let text = self.inner.name_text(element.local);
        self.rules.element_action(Namespace::Html, text, rule.action) == Action::Keep
            && !matches!(verdict, Verdict::Remove(_))
    }

    fn attach_declarative_shadow_root(&mut self, host: Slot, template: Slot, init: ShadowRootInit) -> bool {
        self.inner.attach_declarative_shadow_root(host, template, init)
    }

    fn mark_script_already_started(&mut self, script: Slot) {
        self.inner.mark_script_already_started(script);
    }

    #[inline]
    fn parent(&self, node: Slot) -> Option<Slot> {
        self.inner.parent(node)
    }

    fn first_child(&self, node: Slot) -> Option<Slot> {
        self.inner.first_child(node)
    }

    fn next_sibling(&self, node: Slot) -> Option<Slot> {
        self.inner.next_sibling(node)
    }

    fn element_name(&self, node: Slot) -> Option<ElementName> {
        self.inner.element_name(node)
    }

    fn attribute_value(&mut self, element: Slot, name: NameId) -> Option<&str> {
        self.inner.attribute_value(element, name)
    }

    fn processing_instruction(&self, node: Slot) -> Option<(&str, &str)> {
        self.inner.processing_instruction(node)
    }

    fn is_connected(&mut self, node: Slot) -> bool {
        self.inner.is_connected(node)
    }

    fn depth(&mut self, node: Slot) -> usize {
        self.inner.depth(node)
    }

    fn was_changed_by_others(&self) -> bool {
        self.inner.was_changed_by_others()
    }

    fn nearest_ancestor(&mut self, node: Slot, set: AncestorSet) -> Option<(Slot, NameId)> {
        self.inner.nearest_ancestor(node, set)
    }

    fn is_before(&mut self, one: Slot, other: Slot) -> bool {
        self.inner.is_before(one, other)
    }

    fn find_marker(&mut self, scope: Slot, name: &str) -> Option<Slot> {
        self.inner.find_marker(scope, name)
    }
}
