//! [`Rules`]: a configuration, compiled so that names are looked up by their numbers.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use foldhash::fast::RandomState;
use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, known};

use crate::bits::Bits;
use crate::builtins::builtins;
use crate::config::{SanitizerAttribute, SanitizerConfig, SanitizerElement, namespace_of};
use crate::policy::{AttributeContext, Policy};
use crate::report::Reason;
use crate::url::is_javascript_url;

/// The decision on an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// It is kept.
    Keep,
    /// It is removed with its descendants.
    Remove,
    /// It is removed, and its children take its place.
    ReplaceWithChildren,
}

/// The decision on an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is kept.
    Keep,
    /// It is removed.
    Remove(Reason),
    /// It gets another value.
    Replace(String, Reason),
}

/// A decision on an attribute by its name alone, or the check that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuickDecision {
    /// It is kept.
    Keep,
    /// It is removed.
    Remove,
    /// It is kept unless its value [is a `javascript:` URL](is_javascript_url).
    CheckUrl,
    /// The lists permit it; the [check](Rules::check_value) decides on its value.
    CheckValue,
    /// It needs the [check](Rules::check).
    Check,
}

/// The rules for an element.
#[derive(Clone, Debug)]
pub struct ElementRule {
    /// The decision on the element.
    pub action: Action,
    namespace: Namespace,
    local: Option<Local>,
    /// The attributes that navigate; empty if they may have `javascript:` URLs.
    navigating: Vec<(Namespace, &'static str)>,
    /// Whether the element animates the attribute that its `attributeName` names.
    animates: bool,
    /// The known attributes without a namespace that are kept whatever their values are.
    keep: Bits,
    /// The known attributes without a namespace that the lists permit, and whose values need a check.
    check: Bits,
    /// The decision on the attributes in `check`: the check that they need.
    decision_for_check: QuickDecision,
    /// The decision on attributes without a namespace whose names are not known.
    decision_for_unknown: QuickDecision,
}

/// The attributes that are allowed and removed on one element only.
#[derive(Clone, Debug)]
struct Local {
    allowed: Option<NameSet>,
    removed: NameSet,
}

/// A set of names, each with its namespace.
#[derive(Clone, Debug, Default)]
struct NameSet {
    /// The names without a namespace.
    plain: HashSet<String, RandomState>,
    others: HashSet<(Namespace, String)>,
}

impl NameSet {
    fn of(attributes: &[SanitizerAttribute]) -> Self {
        let mut set = Self::default();
        for attribute in attributes {
            // `None` stands for a namespace in which documents have no attributes.
            match namespace_of(attribute.namespace.as_deref()) {
                Some(Namespace::None) => set.plain.insert(attribute.name.clone()),
                Some(namespace) => set.others.insert((namespace, attribute.name.clone())),
                None => false,
            };
        }
        set
    }

    fn has(&self, namespace: Namespace, name: &str) -> bool {
        if namespace == Namespace::None {
            !self.plain.is_empty() && self.plain.contains(name)
        } else {
            !self.others.is_empty() && self.others.contains(&(namespace, name.to_owned()))
        }
    }

    /// Whether one of the names without a namespace is not known.
    fn has_unknown(&self) -> bool {
        self.plain.iter().any(|name| NameId::find_known(name).is_none())
    }
}

/// The targets of processing instructions in the configuration: those that are kept, or else those that are removed.
#[derive(Clone, Debug)]
struct Targets {
    listed: HashSet<String>,
    listed_are_kept: bool,
}

/// A compiled configuration.
#[derive(Debug)]
#[allow(clippy::struct_field_names, reason = "the rules of elements are one part of the rules")]
pub struct Rules {
    /// For each namespace of elements, the index of the rule of each known name in `rules`.
    known: [Vec<u32>; 3],
    unknown: HashMap<(Namespace, String), u32>,
    /// The index of the rule of the other unknown names of HTML elements.
    unknown_html: u32,
    /// The length in bytes of the longest name that can have a rule of its own.
    longest_name: usize,
    rules: Vec<ElementRule>,
    keeps_comments: bool,
    targets: Targets,
    /// The attributes that are allowed on all elements, if the configuration lists them.
    allowed: Option<NameSet>,
    /// The attributes that are removed from all elements.
    removed: NameSet,
    data_attributes: bool,
    /// The names of attributes that are not known and that some element permits; `None` if an element may permit names that are
    /// not listed.
    unknown_permitted: Option<HashSet<String, RandomState>>,
    is_safe: bool,
    pub(crate) policy: Arc<Policy>,
}

/// The namespaces of elements, in the order of [`Rules::known`]. The first rules are the defaults for these namespaces.
const ELEMENT_NAMESPACES: [Namespace; 3] = [Namespace::Html, Namespace::MathMl, Namespace::Svg];

/// An upper bound of the length in bytes of known names.
const LONGEST_KNOWN_NAME: usize = 64;

fn table_of(namespace: Namespace) -> usize {
    ELEMENT_NAMESPACES.iter().position(|&other| other == namespace).unwrap_or(0)
}

impl Rules {
    /// Compiles a canonical configuration. If `is_safe`, nothing that runs a script is kept, whatever the configuration says.
    pub(crate) fn new(config: &SanitizerConfig, policy: Arc<Policy>, is_safe: bool) -> Self {
        let mut config = config.clone();
        if is_safe {
            config.remove_unsafe();
        }
        let rules = Self {
            known: [0, 1, 2].map(|rule| vec![rule; known::KNOWN_NAME_COUNT as usize]),
            unknown: HashMap::new(),
            unknown_html: 0,
            longest_name: LONGEST_KNOWN_NAME,
            rules: Vec::new(),
            keeps_comments: config.comments == Some(true),
            targets: Targets {
                listed_are_kept: config.processing_instructions.is_some(),
                listed: config
                    .processing_instructions
                    .iter()
                    .chain(&config.remove_processing_instructions)
                    .flatten()
                    .cloned()
                    .collect(),
            },
            allowed: config.attributes.as_deref().map(NameSet::of),
            removed: NameSet::of(config.remove_attributes.as_deref().unwrap_or_default()),
            data_attributes: config.data_attributes == Some(true),
            unknown_permitted: None,
            is_safe,
            policy,
        };
        rules.with_elements(&config)
    }

    fn with_elements(mut self, config: &SanitizerConfig) -> Self {
        let default = if config.elements.is_some() { Action::Remove } else { Action::Keep };
        for namespace in ELEMENT_NAMESPACES {
            let rule = Self::new_rule(default, namespace);
            self.rules.push(rule);
        }
        let checks_urls = config.javascript_urls != Some(true);
        for list in ["navigating", "animating"].into_iter().filter(|_| checks_urls) {
            for (element, attributes) in builtins().elements(list) {
                let Some(rule) = self.rule_of(element) else { continue };
                rule.animates |= list == "animating";
                for attribute in attributes {
                    let namespace = namespace_of(attribute.namespace.as_deref()).unwrap_or(Namespace::None);
                    if list == "navigating" {
                        rule.navigating.push((namespace, &attribute.name));
                    }
                }
            }
        }
        for entry in config.elements.iter().flatten() {
            if let Some(rule) = self.rule_of(&entry.element) {
                rule.action = Action::Keep;
                rule.local = Some(Local {
                    allowed: entry.attributes.as_deref().map(NameSet::of),
                    removed: NameSet::of(entry.remove_attributes.as_deref().unwrap_or_default()),
                });
            }
        }
        for (list, action) in [
            (&config.remove_elements, Action::Remove),
            (&config.replace_with_children_elements, Action::ReplaceWithChildren),
        ] {
            for element in list.iter().flatten() {
                if let Some(rule) = self.rule_of(element) {
                    rule.action = action;
                }
            }
        }
        if default == Action::Remove && self.policy.replaces_unknown_elements() {
            self.unknown_html = self.rules.len() as u32;
            self.rules.push(Self::new_rule(Action::ReplaceWithChildren, Namespace::Html));
        }
        if checks_urls {
            for rule in self.rules.iter_mut().filter(|rule| rule.namespace == Namespace::MathMl) {
                rule.navigating.extend([(Namespace::None, "href"), (Namespace::XLink, "href")]);
            }
        }
        self.decide_on_attributes();
        self
    }

    fn new_rule(action: Action, namespace: Namespace) -> ElementRule {
        ElementRule {
            action,
            namespace,
            local: None,
            navigating: Vec::new(),
            animates: false,
            keep: Bits::default(),
            check: Bits::default(),
            decision_for_check: QuickDecision::CheckValue,
            decision_for_unknown: QuickDecision::Check,
        }
    }

    /// Returns the rule of an element. If the element has no rule of its own, adds a copy of the default rule of its
    /// namespace. Returns `None` if the parser creates no elements in the namespace.
    fn rule_of(&mut self, element: &SanitizerElement) -> Option<&mut ElementRule> {
        let namespace = namespace_of(element.namespace.as_deref())?;
        let table = ELEMENT_NAMESPACES.iter().position(|&other| other == namespace)?;
        let next = u32::try_from(self.rules.len()).ok()?;
        self.longest_name = self.longest_name.max(element.name.len());
        let index = match NameId::find_known(&element.name) {
            Some(name) => &mut self.known[table][name.index()],
            None => self.unknown.entry((namespace, element.name.clone())).or_insert(table as u32),
        };
        if *index as usize == table {
            *index = next;
            let rule = self.rules[table].clone();
            self.rules.push(rule);
        }
        self.rules.get_mut(*index as usize)
    }

    /// Decides for each element on the known attributes without a namespace, and collects the permitted attributes that are not
    /// known.
    fn decide_on_attributes(&mut self) {
        if let Some(allowed) = self.allowed.as_ref().filter(|_| !self.data_attributes) {
            let local = self.rules.iter().filter_map(|rule| rule.local.as_ref()?.allowed.as_ref());
            let names = local.chain([allowed]).flat_map(|names| &names.plain);
            self.unknown_permitted =
                Some(names.filter(|name| NameId::find_known(name).is_none()).cloned().collect());
        }
        // The first rule has no lists of its own, so it permits exactly the attributes that the global lists permit.
        let of_all = &self.rules[0];
        debug_assert!(of_all.local.is_none(), "the first rule is that of all elements");
        let is_permitted = |name: &NameId| {
            self.permits(of_all, Namespace::None, name.known_text().unwrap_or_default()).is_ok()
        };
        let permitted: Bits = NameId::all_known().filter(is_permitted).collect();
        let is_checked = |name: &NameId| self.policy.checks(name.known_text().unwrap_or_default());
        let checked: Vec<NameId> = NameId::all_known().filter(is_checked).collect();
        for index in 0..self.rules.len() {
            let decisions = self.decisions_of(&self.rules[index], &permitted, &checked);
            let rule = &mut self.rules[index];
            (rule.keep, rule.check, rule.decision_for_unknown) = decisions;
            // Without a policy, only the values of attributes that navigate or animate are checked.
            if !self.policy.checks_attributes() && !rule.animates {
                rule.decision_for_check = QuickDecision::CheckUrl;
            }
        }
    }

    /// Returns the known attributes that an element keeps, those whose values need a check, and the decision on unknown
    /// attributes.
    fn decisions_of(
        &self,
        rule: &ElementRule,
        permitted: &Bits,
        checked: &[NameId],
    ) -> (Bits, Bits, QuickDecision) {
        let allowed = rule.local.as_ref().and_then(|local| local.allowed.as_ref());
        let removed = rule.local.as_ref().map(|local| &local.removed);
        let mut keep = permitted.clone();
        if self.allowed.is_none() && allowed.is_some() {
            keep = Bits::default();
        }
        for name in allowed.into_iter().chain(removed).flat_map(|names| &names.plain) {
            if let Some(known) = NameId::find_known(name) {
                keep.set(known, self.permits(rule, Namespace::None, name).is_ok());
            }
        }
        let mut check = Bits::default();
        let navigating = rule.navigating.iter().filter(|(namespace, _)| *namespace == Namespace::None);
        let navigating = navigating.filter_map(|(_, name)| NameId::find_known(name));
        let animating = rule.animates.then_some(known::ATTRIBUTE_NAME);
        // When the written attribute `xlink:href` is parsed again, it may be in the namespace of the prefix.
        let prefixed = NameId::find_known(PREFIXED_HREF).filter(|_| !rule.navigating.is_empty());
        for name in checked.iter().copied().chain(navigating).chain(animating).chain(prefixed) {
            // A name may occur twice: as a name that the policy checks, and as one that navigates.
            if keep.has(name) {
                keep.set(name, false);
                check.set(name, true);
            }
        }
        let lists_unknown = self.allowed.as_ref().is_none_or(NameSet::has_unknown)
            || allowed.is_some_and(NameSet::has_unknown);
        let unknown =
            if self.data_attributes || lists_unknown { QuickDecision::Check } else { QuickDecision::Remove };
        (keep, check, unknown)
    }

    /// Returns the rule for an element, given its name as a number and as text.
    #[inline]
    #[must_use]
    pub fn element<'r, 't>(&'r self, name: ElementName, text: impl FnOnce() -> &'t str) -> &'r ElementRule {
        match self.known[table_of(name.namespace)].get(name.local.index()) {
            Some(&index) => &self.rules[index as usize],
            None => self.unknown_element(name.namespace, text()),
        }
    }

    /// Returns the rule for an element, given its name as text.
    #[must_use]
    pub fn element_by_text(&self, namespace: Namespace, name: &str) -> &ElementRule {
        match NameId::find_known(name) {
            Some(name) => &self.rules[self.known[table_of(namespace)][name.index()] as usize],
            None => self.unknown_element(namespace, name),
        }
    }

    #[cold]
    fn unknown_element(&self, namespace: Namespace, text: &str) -> &ElementRule {
        let table = table_of(namespace);
        let other = if namespace == Namespace::Html { self.unknown_html as usize } else { table };
        // OPTIMIZATION: a name longer than every name with a rule is not read, because many elements may share it.
        if text.len() > self.longest_name {
            return &self.rules[other];
        }
        let key = (namespace, text.to_owned());
        if let Some(&index) = self.unknown.get(&key) {
            return &self.rules[index as usize];
        }
        // A parser reads the tag `SCRIPT` as `script`; only changes of a document create names in upper case.
        if self.is_safe && key.1.bytes().any(|byte| byte.is_ascii_uppercase()) {
            let lowercased = NameId::find_known(&key.1.to_ascii_lowercase());
            let index = lowercased.and_then(|name| self.known[table].get(name.index()));
            if let Some(rule) = index.map(|&index| &self.rules[index as usize])
                && rule.action == Action::Remove
            {
                return rule;
            }
        }
        &self.rules[other]
    }

    /// Decides on an attribute by its name alone, if that is possible.
    #[inline]
    #[must_use]
    pub fn quick(&self, rule: &ElementRule, name: AttributeName) -> QuickDecision {
        if name.namespace != Namespace::None {
            QuickDecision::Check
        } else if rule.keep.has(name.local) {
            QuickDecision::Keep
        } else if name.local.index() >= known::KNOWN_NAME_COUNT as usize {
            rule.decision_for_unknown
        } else if rule.check.has(name.local) {
            rule.decision_for_check
        } else {
            QuickDecision::Remove
        }
    }

    /// Whether no element permits the attribute `name`, which has no namespace and whose name is not known.
    #[inline]
    #[must_use]
    pub fn removes_unknown(&self, name: &str) -> bool {
        self.unknown_permitted.as_ref().is_some_and(|permitted| !permitted.contains(name))
    }

    /// Decides on an attribute. `element` and `name` are the local names of the element and the attribute.
    #[must_use]
    pub fn check(
        &self,
        rule: &ElementRule,
        element: &str,
        namespace: Namespace,
        name: &str,
        value: &str,
    ) -> Verdict {
        match self.permits(rule, namespace, name) {
            Ok(()) => self.check_value(rule, element, namespace, name, value),
            Err(reason) => Verdict::Remove(reason),
        }
    }

    /// Decides on an attribute that the lists permit. `element` and `name` are the local names of the element and the attribute.
    #[must_use]
    pub fn check_value(
        &self,
        rule: &ElementRule,
        element: &str,
        namespace: Namespace,
        name: &str,
        value: &str,
    ) -> Verdict {
        // 5. If configuration["javascriptURLs"] is not true:
        let navigates = rule.navigating.iter().any(|&(of, navigating)| of == namespace && navigating == name)
            || namespace == Namespace::None && name == PREFIXED_HREF && !rule.navigating.is_empty();
        if navigates && is_javascript_url(value) {
            return Verdict::Remove(Reason::JavascriptUrl);
        }
        if rule.animates && name == "attributeName" && names_href(value) {
            return Verdict::Remove(Reason::AnimatesUrl);
        }
        if !self.policy.checks_attributes() {
            return Verdict::Keep;
        }
        let context = AttributeContext { element, element_namespace: rule.namespace, namespace, name, value };
        match self.policy.attribute(context) {
            // A callback cannot bring back a script.
            Verdict::Replace(value, _) if navigates && is_javascript_url(&value) => {
                Verdict::Remove(Reason::JavascriptUrl)
            }
            Verdict::Replace(value, _) if rule.animates && name == "attributeName" && names_href(&value) => {
                Verdict::Remove(Reason::AnimatesUrl)
            }
            verdict => verdict,
        }
    }

    /// Whether the lists permit an attribute.
    fn permits(&self, rule: &ElementRule, namespace: Namespace, name: &str) -> Result<(), Reason> {
        if self.is_safe && is_event_handler(name) {
            return Err(Reason::EventHandler);
        }
        let local = rule.local.as_ref();
        // 2. If elementWithLocalAttributes["removeAttributes"] exists and contains attrName, then remove attribute.
        if local.is_some_and(|local| local.removed.has(namespace, name)) {
            return Err(Reason::NotAllowed);
        }
        let locally_allowed = local.and_then(|local| local.allowed.as_ref());
        let is_locally_allowed = locally_allowed.is_some_and(|allowed| allowed.has(namespace, name));
        let is_listed =
            is_locally_allowed || self.allowed.as_ref().is_some_and(|allowed| allowed.has(namespace, name));
        if self.is_safe && !is_listed && may_be_event_handler(name) {
            return Err(Reason::EventHandler);
        }
        let is_kept = match &self.allowed {
            // 3. Otherwise, if configuration["attributes"] exists: …
            Some(_) => {
                is_listed || self.data_attributes && namespace == Namespace::None && name.starts_with("data-")
            }
            // 4. Otherwise: …
            None => (locally_allowed.is_none() || is_locally_allowed) && !self.removed.has(namespace, name),
        };
        if is_kept { Ok(()) } else { Err(Reason::NotAllowed) }
    }

    /// Whether comments are kept.
    #[inline]
    #[must_use]
    pub fn keeps_comments(&self) -> bool {
        self.keeps_comments
    }

    /// Whether a processing instruction with this target is kept.
    #[must_use]
    pub fn keeps_processing_instruction(&self, target: &str) -> bool {
        self.targets.listed.contains(target) == self.targets.listed_are_kept
    }

    /// Whether nothing that runs a script is kept.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        self.is_safe
    }

    /// Whether a callback decides on elements.
    #[inline]
    #[must_use]
    pub fn calls_back_for_elements(&self) -> bool {
        self.policy.calls_back_for_elements()
    }

    /// Whether attributes may get other values, or links may get additional attributes.
    pub(crate) fn changes_attributes(&self) -> bool {
        self.policy.checks_attributes() || self.policy.adds_attributes()
    }

    /// Whether links may get [additional attributes](Self::added_attributes).
    #[inline]
    #[must_use]
    pub fn adds_attributes(&self) -> bool {
        self.policy.adds_attributes()
    }

    /// Whether an element may get [additional attributes](Self::added_attributes).
    #[inline]
    #[must_use]
    pub fn adds_attributes_to(&self, element: ElementName) -> bool {
        self.policy.adds_attributes_to(element)
    }

    /// Returns the callback's decision on an element that the configuration keeps or replaces.
    #[must_use]
    pub fn element_action(&self, namespace: Namespace, name: &str, action: Action) -> Action {
        self.policy.element(namespace, name, action)
    }

    /// Returns the attributes that are added to an element or replace its own: `rel` and `target` of links and forms. `value`
    /// returns the values of the attributes that are kept.
    #[must_use]
    pub fn added_attributes<'v>(
        &self,
        element: ElementName,
        value: impl Fn(NameId) -> Option<&'v str>,
    ) -> Vec<(NameId, String)> {
        self.policy.added_attributes(element, value)
    }
}

/// The name of an attribute without a namespace, which gets a namespace if it is parsed in SVG or `MathML`.
const PREFIXED_HREF: &str = "xlink:href";

/// Whether an attribute is an event handler content attribute, of this or of another standard.
fn is_event_handler(name: &str) -> bool {
    static HANDLERS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let lists = ["event-handlers", "other-event-handlers"];
        lists.into_iter().flat_map(|list| builtins().names(list)).copied().collect()
    });
    // A parser reads the attribute `onClick` as `onclick`; only changes of a document create names in upper case.
    may_be_event_handler(name) && HANDLERS.contains(&*name.to_ascii_lowercase())
}

/// Whether an attribute may be an event handler content attribute of a future standard.
fn may_be_event_handler(name: &str) -> bool {
    name.as_bytes().get(..2).is_some_and(|start| start.eq_ignore_ascii_case(b"on"))
}

/// Whether an `attributeName` names `href`, with or without a prefix.
pub(crate) fn names_href(value: &str) -> bool {
    let mut parts = value.splitn(3, ':');
    let (first, second, third) = (parts.next(), parts.next(), parts.next());
    third.is_none() && second.or(first).is_some_and(|name| name.eq_ignore_ascii_case("href"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn href_is_recognized_with_any_prefix() {
        for value in ["href", "xlink:href", "ylink:href", "HREF", ":href"] {
            assert!(names_href(value), "{value:?}");
        }
        for value in ["", "xlink:href:x", "xref", "hreflang", "href:x", " href "] {
            assert!(!names_href(value), "{value:?}");
        }
    }

    #[test]
    fn event_handlers_are_recognized_in_any_case() {
        for name in ["onclick", "ONCLICK", "onpointerdown", "onbegin"] {
            assert!(is_event_handler(name), "{name:?}");
        }
        for name in ["", "o", "on", "one", "no", "é", "data-on"] {
            assert!(!is_event_handler(name), "{name:?}");
        }
        assert!(may_be_event_handler("onfuture"));
    }
}
