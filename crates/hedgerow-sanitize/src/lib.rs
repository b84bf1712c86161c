//! The HTML standard's sanitizer: configurations, and their application to documents.
//!
//! A [`SanitizerConfig`] lists the elements and attributes that are kept or removed. A [`Sanitizer`] has a valid configuration,
//! methods that modify it, and a [`Policy`] with rules beyond the standard. A sanitizer
//! [sanitizes](Sanitizer::sanitize_tree) finished trees. A [`SanitizingSink`] between the tree builder and a document applies the
//! compiled [`Rules`] of a sanitizer during the parse; the crate `hedgerow` connects them.
//!
//! In the standard: <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html>, section "HTML sanitization".
//!
//! ```
//! use hedgerow::Document;
//! use hedgerow::sanitize::Sanitizer;
//! let mut document = Document::new();
//! let body = document.build("body").finish()?;
//! document.build("p").attribute("onclick", "x()").text("Hello").append_to(body)?;
//! document.build("script").text("x()").append_to(body)?;
//! let report = Sanitizer::new().sanitize_tree(&mut document, body);
//! assert_eq!(report.count(), 2);
//! assert_eq!(document.node(body).descendants().count(), 2);
//! # Ok::<(), hedgerow::dom::MutationError>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod bits;
mod builtins;
mod config;
#[cfg(feature = "css")]
mod css;
mod marks;
mod modify;
mod plain;
mod policy;
mod policy_options;
mod presets;
mod report;
mod rules;
mod sanitizer;
#[cfg(feature = "serde")]
mod shape;
mod sink;
mod strict;
mod tree;
mod url;
mod validity;
mod write_plain;

pub use config::{SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes};
pub use policy::{AttributeAction, AttributeContext, LinkTarget, Policy};
pub use policy_options::PolicyOptions;
pub use presets::{Preset, UnknownPreset};
pub use report::{Reason, Removal, Report, Subject};
pub use rules::{Action, ElementRule, QuickDecision, Rules, Verdict};
pub use sanitizer::Sanitizer;
#[cfg(feature = "serde")]
pub use shape::StrictSanitizerConfig;
pub use sink::{DocumentSink, SanitizingSink};
pub use strict::make_writable;
pub use url::is_javascript_url;
pub use validity::ConfigError;
pub use write_plain::{Unwritten, write_plain};
