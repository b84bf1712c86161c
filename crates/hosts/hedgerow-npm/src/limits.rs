//! [`Bounds`]: limits, as JavaScript describes them.

use hedgerow::Limits;
use serde::Deserialize;

/// [`Limits`] as an object.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Bounds {
    bytes: Option<u64>,
    nodes: Option<u32>,
    depth: Option<u32>,
    attributes: Option<u32>,
    copied_text: Option<u64>,
    steps: Option<u64>,
    errors: Option<u32>,
    output: Option<u64>,
}

impl Bounds {
    /// The bounds on the cost of a page.
    pub(crate) fn limits(self) -> Limits {
        let Self { bytes, nodes, depth, attributes, copied_text, steps, errors, output } = self;
        let mut limits = Limits::UNLIMITED;
        (limits.bytes, limits.nodes, limits.depth) = (bytes, nodes, depth);
        (limits.attributes, limits.copied_text, limits.steps) = (attributes, copied_text, steps);
        (limits.errors, limits.output) = (errors, output);
        limits
    }
}
