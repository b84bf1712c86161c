//! [`PolicyOptions`]: the rules of a policy that programs in other languages can express.

use crate::policy::{LinkTarget, Policy};

/// Rules of a [`Policy`] as plain values, for programs in other languages and for files with settings.
///
/// With the feature `serde`, the members of an object are in camel case, such as `urlSchemes`, and unknown members are errors.
///
/// ```
/// use hedgerow::sanitize::{PolicyOptions, Sanitizer, sanitize};
/// let options = PolicyOptions { link_rel: Some("nofollow".to_owned()), ..PolicyOptions::default() };
/// let sanitizer = Sanitizer::new().with_policy(options.policy());
/// assert_eq!(sanitize("<a href=/oak>Oak</a>", &sanitizer), r#"<a href="/oak" rel="nofollow">Oak</a>"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize),
    serde(default, deny_unknown_fields, rename_all = "camelCase")
)]
pub struct PolicyOptions {
    /// See [`Policy::url_schemes`].
    pub url_schemes: Option<Vec<String>>,
    /// See [`Policy::remove_relative_urls`].
    pub remove_relative_urls: bool,
    /// See [`Policy::link_rel`].
    pub link_rel: Option<String>,
    /// The target of links and forms; see [`LinkTarget::Set`].
    pub link_target: Option<String>,
    /// See [`Policy::prefix_ids`].
    pub prefix_ids: Option<String>,
    /// See [`Policy::classes`].
    pub classes: Option<Vec<String>>,
    /// See [`Policy::css_properties`].
    #[cfg(feature = "css")]
    pub css_properties: Option<Vec<String>>,
}

impl PolicyOptions {
    /// Returns the policy with these rules.
    #[must_use]
    pub fn policy(&self) -> Policy {
        let mut policy = Policy::new();
        if let Some(schemes) = &self.url_schemes {
            policy = policy.url_schemes(schemes);
        }
        if self.remove_relative_urls {
            policy = policy.remove_relative_urls();
        }
        if let Some(types) = &self.link_rel {
            policy = policy.link_rel(types);
        }
        if let Some(target) = &self.link_target {
            policy = policy.link_target(LinkTarget::Set(target.clone()));
        }
        if let Some(prefix) = &self.prefix_ids {
            policy = policy.prefix_ids(prefix);
        }
        if let Some(classes) = &self.classes {
            policy = policy.classes(classes);
        }
        #[cfg(feature = "css")]
        if let Some(properties) = &self.css_properties {
            policy = policy.css_properties(properties);
        }
        policy
    }
}
