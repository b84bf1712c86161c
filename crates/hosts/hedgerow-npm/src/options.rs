//! [`Options`]: the options of all functions that read a page. TypeScript knows which function has which option.

use std::collections::BTreeMap;

use hedgerow::Parser;
use serde::Deserialize;

use crate::decoded::Decoded;
use crate::limits::Bounds;

/// The options of the functions that read a page. Each is `None` or `false` unless it is set.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Options {
    pub(crate) limits: Bounds,
    /// The first of the characters that stand for lone surrogates: see [`Source`](crate::utf16::Source).
    pub(crate) surrogates: u32,
    pub(crate) scripting: bool,
    /// Only bytes have these two.
    #[serde(rename = "contentType")]
    _content_type: Option<String>,
    #[serde(rename = "encoding")]
    _encoding: Option<String>,
    pub(crate) shadow_roots: bool,
    pub(crate) context: Option<String>,
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
    // Documents and trees.
    pub(crate) positions: bool,
    /// For a text that was decoded.
    pub(crate) decoded: Option<Decoded>,
}

/// The indentation of a level: a number of spaces, or `"\t"`.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Indent {
    Spaces(u8),
    Text(String),
}

/// The value of a variable.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Scalar {
    Boolean(bool),
    Number(f64),
    Text(String),
}

impl Options {
    /// The parser with these options.
    pub(crate) fn parser(&self) -> Parser {
        Parser::new()
            .scripting(self.scripting)
            .allow_declarative_shadow_roots(self.shadow_roots)
            .limits(self.limits.limits())
    }
}
