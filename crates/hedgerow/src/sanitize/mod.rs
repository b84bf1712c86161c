//! Sanitizing: removing scripts, and everything else that is not allowed, from untrusted HTML.
//!
//! [`parse_sanitized`] and [`parse_fragment_sanitized`] sanitize while parsing: nodes and attributes that the configuration
//! does not allow never enter the tree. [`sanitize`] returns HTML for a browser. [`SetHtml`] has the DOM's methods, such as
//! `setHTML()`.
//!
//! Everything that runs a script is removed, even if the configuration allows it, except by the functions with `unsafe` in their
//! names.
//!
//! In the standard: section "HTML sanitization".

mod parse;
mod set_html;
mod text;

#[cfg(feature = "serde")]
pub use hedgerow_sanitize::StrictSanitizerConfig;
pub use hedgerow_sanitize::{
    Action, AttributeAction, AttributeContext, ConfigError, LinkTarget, Policy, PolicyOptions, Preset,
    Reason, Removal, Report, Sanitizer, SanitizerAttribute, SanitizerConfig, SanitizerElement,
    SanitizerElementWithAttributes, Subject, UnknownPreset,
};

pub use self::parse::{parse_fragment_sanitized, parse_sanitized};
pub use self::set_html::{GetHtmlOptions, SetHtml};
pub use self::text::{Sanitized, sanitize, sanitize_with_report};
