//! The content security policies of `meta` elements, as far as they concern inline scripts and styles.
//! <https://w3c.github.io/webappsec-csp/#directives-fetch>

use hedgerow_base::Namespace;

use crate::attributes::{ElementView, MOST_UNKNOWN};
use crate::checker::Checker;
use crate::checks;

/// The kinds of inline code that the policies block.
#[derive(Debug, Default)]
pub(crate) struct InlinePolicy {
    blocks_scripts: bool,
    blocks_handlers: bool,
    blocks_styles: bool,
    blocks_style_attributes: bool,
}

impl InlinePolicy {
    /// Adds the policies of a `meta` element, which apply to what follows it.
    pub(crate) fn add(&mut self, content: &str) {
        for policy in content.split(',') {
            let directive = |names: &[&str]| {
                names.iter().find_map(|name| {
                    policy.split(';').find_map(|directive| {
                        let mut words = directive.split_ascii_whitespace();
                        words
                            .next()
                            .is_some_and(|found| found.eq_ignore_ascii_case(name))
                            .then(|| words.collect::<Vec<_>>())
                    })
                })
            };
            let blocks = |names: &[&str]| {
                directive(names).is_some_and(|sources| {
                    let has = |start: &str| {
                        sources.iter().any(|source| source.to_ascii_lowercase().starts_with(start))
                    };
                    let is_unsafe = has("'unsafe-inline'");
                    // A nonce or a hash allows certain scripts, which are not compared here.
                    !is_unsafe && !has("'nonce-") && !has("'sha")
                })
            };
            self.blocks_scripts |= blocks(&["script-src-elem", "script-src", "default-src"]);
            self.blocks_handlers |= blocks(&["script-src-attr", "script-src", "default-src"]);
            self.blocks_styles |= blocks(&["style-src-elem", "style-src", "default-src"]);
            self.blocks_style_attributes |= blocks(&["style-src-attr", "style-src", "default-src"]);
        }
    }
}

impl<'d> Checker<'d, '_> {
    /// Reports what the policies block.
    pub(crate) fn check_policy(&mut self, element: &ElementView<'d>) {
        let InlinePolicy {
            blocks_scripts: scripts,
            blocks_handlers: handlers,
            blocks_styles: styles,
            blocks_style_attributes: style_attributes,
        } = self.state.policy;
        if !(scripts || handlers || styles || style_attributes) {
            return;
        }
        let is_blocked_element =
            scripts && element.name == "script" && element.value("src").is_none() && is_code(element)
                || styles && element.is_html(&["style"]);
        if is_blocked_element {
            self.report_tag(element.node, checks::BLOCKED_ELEMENT.with(&[&element.name]));
        }
        for attribute in element.attributes.iter().take(MOST_UNKNOWN) {
            let is_blocked =
                handlers && attribute.name.starts_with("on") || style_attributes && attribute.name == "style";
            if is_blocked && attribute.namespace == Namespace::None {
                let violation = checks::BLOCKED_ATTRIBUTE.with(&[&attribute.name]);
                self.report_name(element.node, attribute.name, violation);
            }
        }
    }
}

/// Whether a script is code, and not data.
fn is_code(element: &ElementView<'_>) -> bool {
    element.value("type").is_none_or(|kind| {
        kind.is_empty() || kind.eq_ignore_ascii_case("module") || crate::values::is_javascript_mime_type(kind)
    })
}
