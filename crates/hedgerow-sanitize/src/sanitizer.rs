//! [`Sanitizer`]: a canonical and valid configuration with a policy.

use std::sync::{Arc, OnceLock};

use hedgerow_dom::{Document, NodeId};

use crate::builtins::safe_default_configuration;
use crate::config::{
    SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
    canonicalize_namespace,
};
use crate::policy::Policy;
use crate::report::Report;
use crate::rules::Rules;
use crate::tree;
use crate::validity::ConfigError;

/// A valid configuration, which decides on nodes and attributes, and a policy, which has rules beyond the standard.
///
/// Whatever the configuration says, the safe functions remove everything that runs a script. Only the functions with `unsafe` in
/// their names may keep scripts.
///
/// In the standard: `Sanitizer`.
///
/// ```
/// use hedgerow::sanitize::Sanitizer;
/// let mut sanitizer = Sanitizer::new();
/// assert!(sanitizer.remove_element("table"));
/// assert!(sanitizer.allow_attribute("class"));
/// assert!(!sanitizer.allow_attribute("class"));
/// ```
#[derive(Clone, Debug)]
pub struct Sanitizer {
    config: SanitizerConfig,
    policy: Arc<Policy>,
    safe: OnceLock<Arc<Rules>>,
    unsafe_rules: OnceLock<Arc<Rules>>,
}

impl Default for Sanitizer {
    fn default() -> Self {
        Self::new()
    }
}

/// Compares the configurations, not the policies.
impl PartialEq for Sanitizer {
    fn eq(&self, other: &Self) -> bool {
        self.config() == other.config()
    }
}

impl Sanitizer {
    /// Returns the built-in safe default: 121 elements of HTML, SVG and `MathML` that format text, and their attributes.
    ///
    /// In the standard: built-in safe default configuration.
    #[must_use]
    pub fn new() -> Self {
        static RULES: OnceLock<Arc<Rules>> = OnceLock::new();
        let sanitizer = Self::of_valid(safe_default_configuration());
        let rules = RULES.get_or_init(|| sanitizer.compile(true));
        // The rules are the same for all sanitizers with this configuration, so they are compiled once.
        Self { safe: OnceLock::from(Arc::clone(rules)), ..sanitizer }
    }

    /// Returns a sanitizer for a configuration whose missing members have the defaults of the safe functions: comments, processing
    /// instructions, custom data attributes and `javascript:` URLs are removed.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid: the error names the entry.
    pub fn from_config(config: SanitizerConfig) -> Result<Self, ConfigError> {
        Self::configured(config, false)
    }

    /// Returns a sanitizer for a configuration whose missing members have the defaults of the unsafe functions and of the
    /// standard's `new Sanitizer(config)`: comments, processing instructions, custom data attributes and `javascript:` URLs are
    /// kept.
    ///
    /// Even with these defaults, the safe functions remove everything that runs a script.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid: the error names the entry.
    pub fn from_config_unsafe(config: SanitizerConfig) -> Result<Self, ConfigError> {
        Self::configured(config, true)
    }

    /// In the standard: "configure a `Sanitizer`".
    fn configured(mut config: SanitizerConfig, permissive_defaults: bool) -> Result<Self, ConfigError> {
        config.canonicalize(permissive_defaults);
        config.check()?;
        Ok(Self::of_valid(config))
    }

    pub(crate) fn of_valid(config: SanitizerConfig) -> Self {
        debug_assert_eq!(config.check(), Ok(()), "the configuration is valid");
        Self { config, policy: Arc::default(), safe: OnceLock::new(), unsafe_rules: OnceLock::new() }
    }

    /// Adds rules beyond the standard to the [policy](Self::policy), as [`Policy::and`] does: rules of other kinds stay, such as
    /// the URL schemes and the `rel` of a [`Preset`](crate::Preset).
    ///
    /// ```
    /// use hedgerow::sanitize::{Policy, Preset};
    /// let sanitizer = Preset::Comments.sanitizer().with_policy(Policy::new().prefix_ids("user-"));
    /// ```
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        self.map_policy(|present| present.and(policy))
    }

    /// Replaces the policy with the result of a function. Unlike [`with_policy`](Self::with_policy), this can remove rules.
    ///
    /// ```
    /// use hedgerow::sanitize::{LinkTarget, Policy, Preset};
    /// let sanitizer = Preset::Email.sanitizer().map_policy(|policy| policy.link_target(LinkTarget::Keep));
    /// assert!(!sanitizer.map_policy(|_| Policy::new()).has_policy());
    /// ```
    #[must_use]
    pub fn map_policy(mut self, change: impl FnOnce(Policy) -> Policy) -> Self {
        self.policy = Arc::new(change(Arc::unwrap_or_clone(self.policy)));
        self.invalidate_rules();
        self
    }

    /// Returns the rules beyond the standard.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Whether the sanitizer has a policy, which [`config`](Self::config) does not return.
    #[must_use]
    pub fn has_policy(&self) -> bool {
        self.policy.checks_attributes()
            || self.policy.replaces_unknown_elements()
            || self.policy.adds_attributes()
            || self.policy.calls_back_for_elements()
    }

    /// Returns the configuration, with sorted lists.
    ///
    /// In the standard: `get()`.
    #[doc(alias = "get")]
    #[must_use]
    pub fn config(&self) -> SanitizerConfig {
        let mut config = self.config.clone();
        config.sort();
        config
    }

    /// Ensures that an element is allowed. Returns whether this changed the configuration.
    #[doc(alias = "allowElement")]
    pub fn allow_element(&mut self, element: impl Into<SanitizerElementWithAttributes>) -> bool {
        let mut element = element.into();
        element.canonicalize();
        self.change(|config| config.allow_element(element))
    }

    /// Ensures that an element is removed with its descendants. Returns whether this changed the configuration.
    #[doc(alias = "removeElement")]
    pub fn remove_element(&mut self, element: impl Into<SanitizerElement>) -> bool {
        let element = canonical(element.into());
        self.change(|config| config.remove_element(&element))
    }

    /// Ensures that an element is replaced with its children. Returns whether this changed the configuration; false for `html`
    /// and the roots `svg` and `math`, which cannot be replaced.
    #[doc(alias = "replaceElementWithChildren")]
    pub fn replace_element_with_children(&mut self, element: impl Into<SanitizerElement>) -> bool {
        let element = canonical(element.into());
        self.change(|config| config.replace_element_with_children(&element))
    }

    /// Ensures that processing instructions with this target are allowed. Returns whether this changed the configuration.
    #[doc(alias = "allowProcessingInstruction")]
    pub fn allow_processing_instruction(&mut self, target: &str) -> bool {
        self.change(|config| config.allow_processing_instruction(target))
    }

    /// Ensures that processing instructions with this target are removed. Returns whether this changed the configuration.
    #[doc(alias = "removeProcessingInstruction")]
    pub fn remove_processing_instruction(&mut self, target: &str) -> bool {
        self.change(|config| config.remove_processing_instruction(target))
    }

    /// Ensures that an attribute is allowed on all elements. Returns whether this changed the configuration.
    #[doc(alias = "allowAttribute")]
    pub fn allow_attribute(&mut self, attribute: impl Into<SanitizerAttribute>) -> bool {
        let attribute = canonical_attribute(attribute.into());
        self.change(|config| config.allow_attribute(attribute))
    }

    /// Ensures that an attribute is removed from all elements. Returns whether this changed the configuration.
    #[doc(alias = "removeAttribute")]
    pub fn remove_attribute(&mut self, attribute: impl Into<SanitizerAttribute>) -> bool {
        let attribute = canonical_attribute(attribute.into());
        self.change(|config| config.remove_attribute(&attribute))
    }

    /// Sets whether comments are kept. Returns whether this changed the configuration.
    #[doc(alias = "setComments")]
    pub fn set_comments(&mut self, allow: bool) -> bool {
        self.change(|config| config.comments.replace(allow) != Some(allow))
    }

    /// Sets whether `data-…` attributes are kept. Returns whether this changed the configuration; false if the
    /// configuration has no list of allowed attributes.
    #[doc(alias = "setDataAttributes")]
    pub fn set_data_attributes(&mut self, allow: bool) -> bool {
        self.change(|config| config.set_data_attributes(allow))
    }

    /// Sets whether attributes that navigate may have `javascript:` URLs, which only the unsafe functions keep. Returns whether
    /// this changed the configuration.
    #[doc(alias = "setJavascriptURLs")]
    pub fn set_javascript_urls_unsafe(&mut self, allow: bool) -> bool {
        self.change(|config| config.javascript_urls.replace(allow) != Some(allow))
    }

    /// Disallows everything that the safe functions remove in any case. Returns whether this changed the configuration.
    #[doc(alias = "removeUnsafe")]
    pub fn remove_unsafe(&mut self) -> bool {
        self.change(SanitizerConfig::remove_unsafe)
    }

    fn change(&mut self, change: impl FnOnce(&mut SanitizerConfig) -> bool) -> bool {
        let has_changed = change(&mut self.config);
        if has_changed {
            self.invalidate_rules();
        }
        debug_assert_eq!(self.config.check(), Ok(()), "the configuration stays valid");
        has_changed
    }

    fn invalidate_rules(&mut self) {
        self.safe.take();
        self.unsafe_rules.take();
    }

    /// Returns the compiled rules of the safe functions.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        self.safe.get_or_init(|| self.compile(true))
    }

    /// Returns the compiled rules for HTML that was sanitized with [`rules`](Self::rules): the same, but ids get no second prefix.
    #[must_use]
    pub fn rules_after_prefixing(&self) -> Arc<Rules> {
        if !self.policy.has_prefix() {
            return Arc::clone(self.rules());
        }
        let policy = Arc::new(self.policy().clone().without_prefix());
        Arc::new(Rules::new(&self.config, policy, true))
    }

    /// Returns the compiled rules of the unsafe functions, which keep scripts if the configuration does.
    #[must_use]
    pub fn rules_unsafe(&self) -> &Arc<Rules> {
        self.unsafe_rules.get_or_init(|| self.compile(false))
    }

    fn compile(&self, is_safe: bool) -> Arc<Rules> {
        Arc::new(Rules::new(&self.config, Arc::clone(&self.policy), is_safe))
    }

    /// Removes all descendants of a node that are not allowed, and everything that runs a script. The tree must be finished.
    ///
    /// Template contents and shadow roots are included. If the document has no such node, does nothing.
    ///
    /// Takes linear time, without recursion, with one exception: if a callback of the [`Policy`](crate::Policy) changes many
    /// attributes of a list that elements share, as the elements do that a parser reconstructs in each of many paragraphs, each
    /// of the elements is changed. Elements that share a value are checked once, and share the changed value.
    ///
    /// In the standard: "sanitize".
    pub fn sanitize_tree(&self, document: &mut Document, root: NodeId) -> Report {
        let mut report = Report::default();
        tree::sanitize(document, root, self.rules(), &mut report);
        report
    }

    /// Removes only the descendants of a node that are not allowed; scripts stay if the configuration allows them. The tree must
    /// be finished. If the document has no such node, does nothing.
    pub fn sanitize_tree_unsafe(&self, document: &mut Document, root: NodeId) -> Report {
        let mut report = Report::default();
        tree::sanitize(document, root, self.rules_unsafe(), &mut report);
        report
    }
}

fn canonical(mut element: SanitizerElement) -> SanitizerElement {
    canonicalize_namespace(&mut element.namespace);
    element
}

fn canonical_attribute(mut attribute: SanitizerAttribute) -> SanitizerAttribute {
    canonicalize_namespace(&mut attribute.namespace);
    attribute
}
