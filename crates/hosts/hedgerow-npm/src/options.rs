//! [`Options`]: the options of all functions. TypeScript knows which function has which option.

use std::collections::BTreeMap;

use hedgerow::{Limits, Parser};
use serde::Deserialize;

use crate::failure::Failure;

/// The options of a call. Each is `None` or `false` unless it is set.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Options {
    limits: Bounds,
    /// The first of the characters that stand for lone surrogates: see [`Source`](crate::utf16::Source).
    pub(crate) surrogates: u32,
    pub(crate) scripting: bool,
    pub(crate) context: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) encoding: Option<String>,
    pub(crate) shadow_roots: bool,
    pub(crate) url: Option<String>,
    // Writing.
    pub(crate) indent: Option<Indent>,
    pub(crate) width: Option<usize>,
    // Markdown and main content.
    pub(crate) links: Option<String>,
    pub(crate) images: Option<bool>,
    pub(crate) tables: Option<bool>,
    pub(crate) comments: Option<bool>,
    pub(crate) prefer: Option<String>,
    // Queries.
    pub(crate) first: bool,
    pub(crate) namespaces: BTreeMap<String, String>,
    pub(crate) variables: BTreeMap<String, Scalar>,
    pub(crate) steps: Option<u64>,
    // Rewriting.
    pub(crate) max_held: Option<usize>,
    pub(crate) keep_held: bool,
    // Documents and trees.
    pub(crate) positions: bool,
    // Sanitizing.
    pub(crate) url_schemes: Option<Vec<String>>,
    pub(crate) remove_relative_urls: bool,
    pub(crate) link_rel: Option<String>,
    pub(crate) link_target: Option<String>,
    pub(crate) prefix_ids: Option<String>,
    pub(crate) classes: Option<Vec<String>>,
    pub(crate) css_properties: Option<Vec<String>>,
}

/// The indentation of a level: a number of spaces, or `"\t"`.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "full"), expect(dead_code, reason = "a sanitizer does not indent"))]
pub(crate) enum Indent {
    Spaces(u8),
    Text(String),
}

/// The value of a variable.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "full"), expect(dead_code, reason = "a sanitizer has no variables"))]
pub(crate) enum Scalar {
    Boolean(bool),
    Number(f64),
    Text(String),
}

/// [`Limits`] as an object.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Bounds {
    bytes: Option<u64>,
    nodes: Option<u32>,
    depth: Option<u32>,
    attributes: Option<u32>,
    copied_text: Option<u64>,
    steps: Option<u64>,
    errors: Option<u32>,
    output: Option<u64>,
}

impl Options {
    /// Reads the options; an empty text means that there are none.
    pub(crate) fn read(json: &str) -> Result<Self, Failure> {
        if json.is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(json).map_err(|error| {
            let message = error.to_string();
            let message = message.rsplit_once(" at line").map_or(&*message, |(message, _)| message);
            Failure::argument(format_args!("invalid options: {message}"))
        })
    }

    /// The bounds on the cost of a page.
    pub(crate) fn limits(&self) -> Limits {
        let Bounds { bytes, nodes, depth, attributes, copied_text, steps, errors, output } = self.limits;
        let mut limits = Limits::UNLIMITED;
        (limits.bytes, limits.nodes, limits.depth) = (bytes, nodes, depth);
        (limits.attributes, limits.copied_text, limits.steps) = (attributes, copied_text, steps);
        (limits.errors, limits.output) = (errors, output);
        limits
    }

    /// The parser with these options.
    pub(crate) fn parser(&self) -> Parser {
        Parser::new()
            .scripting(self.scripting)
            .allow_declarative_shadow_roots(self.shadow_roots)
            .limits(self.limits())
    }
}
