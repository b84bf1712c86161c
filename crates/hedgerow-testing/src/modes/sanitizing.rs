//! Sanitizing with each kind of configuration: while parsing, of finished trees, and to text.

use std::sync::LazyLock;

use hedgerow::sanitize::{Action, LinkTarget, Policy, Preset, Sanitizer, SanitizerConfig};
use hedgerow::{Context, Parser};

use super::{Outcome, Row, driven};

/// The elements that [`REPLACING`] replaces with their children.
const REPLACED: [&str; 24] = [
    "a", "aside", "b", "body", "button", "caption", "colgroup", "div", "font", "form", "i", "li", "nobr",
    "option", "p", "select", "selectedcontent", "span", "table", "tbody", "td", "template", "tr", "ul",
];

/// A sanitizer that keeps everything that runs no script.
static BASELINE: LazyLock<Sanitizer> =
    LazyLock::new(|| Sanitizer::from_config(SanitizerConfig::default()).unwrap_or_default());

/// A sanitizer that keeps everything if it is passed to an unsafe function.
static EVERYTHING: LazyLock<Sanitizer> =
    LazyLock::new(|| Sanitizer::from_config_unsafe(SanitizerConfig::default()).unwrap_or_default());

static REPLACING: LazyLock<Sanitizer> = LazyLock::new(|| {
    let mut sanitizer = EVERYTHING.clone();
    for name in REPLACED {
        sanitizer.replace_element_with_children(name);
    }
    sanitizer
});

static POLICY: LazyLock<Sanitizer> = LazyLock::new(|| {
    EVERYTHING.clone().with_policy(
        Policy::new()
            .url_schemes(["https"])
            .link_rel("noopener")
            .link_target(LinkTarget::Set("_blank".to_owned()))
            .prefix_ids("x-")
            .classes(["c"])
            .on_element(|_, name| if name == "i" { Action::ReplaceWithChildren } else { Action::Keep }),
    )
});

static PRESETS: LazyLock<[Sanitizer; Preset::ALL.len()]> =
    LazyLock::new(|| Preset::ALL.map(Preset::sanitizer));

pub(super) fn rows() -> Vec<Row> {
    vec![
        driven("sanitize: default", |parser, input| parsed(parser, input, &PRESETS[0])),
        driven("sanitize: baseline", |parser, input| parsed(parser, input, &BASELINE)),
        driven("sanitize: replacing", |parser, input| parsed(parser, input, &REPLACING)),
        driven("sanitize: policy", |parser, input| parsed(parser, input, &POLICY)),
        driven("sanitize: presets", |parser, input| {
            PRESETS.iter().fold(Outcome::default(), |sum, sanitizer| {
                let one = parsed(parser, input, sanitizer);
                Outcome { nodes: sum.nodes + one.nodes, stop: sum.stop.or(one.stop), ..sum }
            })
        }),
        // The entries of the report count like errors.
        driven("sanitize: reported", |parser, input| {
            let (_, report) =
                parser.parse_sanitized_with_report(input, Some(&Context::html("div")), &BASELINE);
            Outcome { errors: report.count(), ..parsed(parser, input, &BASELINE) }
        }),
        driven("sanitize: finished tree", |parser, input| {
            let mut errors = 0;
            let outcome = Outcome::with(parser.parse(input), |document| {
                let root = document.root_id();
                errors = REPLACING.sanitize_tree(document, root).count();
                0
            });
            Outcome { errors, ..outcome }
        }),
        driven("sanitize: unsafe", |parser, input| {
            let context = Context::html("div");
            let plain = Outcome::of(&parser.parse_fragment(input, &context));
            let sanitized = Outcome::of(&parser.parse_sanitized_unsafe(input, Some(&context), &EVERYTHING).0);
            Outcome { nodes: plain.nodes.max(sanitized.nodes), ..sanitized }
        }),
        driven("sanitize: text", |parser, input| written(parser, input, &PRESETS[0])),
        driven("sanitize: text, baseline", |parser, input| written(parser, input, &BASELINE)),
        driven("sanitize: text, replacing", |parser, input| written(parser, input, &REPLACING)),
    ]
}

/// Sanitizes while parsing. The nodes of a plain parse are counted, too: tree construction creates them, even those
/// that do not get into the tree.
fn parsed(parser: &Parser, input: &str, sanitizer: &Sanitizer) -> Outcome {
    let context = Context::html("div");
    let plain = Outcome::of(&parser.parse_fragment(input, &context));
    let sanitized = Outcome::of(&parser.parse_fragment_sanitized(input, &context, sanitizer));
    Outcome { nodes: plain.nodes.max(sanitized.nodes), ..sanitized }
}

/// Sanitizes to text. The nodes of a plain parse are counted, because a text has no nodes.
fn written(parser: &Parser, input: &str, sanitizer: &Sanitizer) -> Outcome {
    let parsed = parser.parse_fragment(input, &Context::html("div"));
    let sanitized = parser.sanitize(input, sanitizer);
    Outcome { written: sanitized.html.len(), stop: sanitized.stop, ..Outcome::of(&parsed) }
}
