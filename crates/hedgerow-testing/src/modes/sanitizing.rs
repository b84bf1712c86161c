//! Sanitizing with each kind of configuration: while parsing, of finished trees, and to text.

use std::sync::LazyLock;

use hedgerow::sanitize::{Action, LinkTarget, Policy, Preset, Sanitizer, SanitizerConfig};
use hedgerow::{Context, Parser};

use super::{Mode, functions};
use crate::Outcome;

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

pub(super) fn modes() -> Vec<Mode> {
    functions!(driven:
        "sanitize: default" => default,
        "sanitize: baseline" => baseline,
        "sanitize: replacing" => replacing,
        "sanitize: policy" => policy,
        "sanitize: presets" => presets,
        "sanitize: reported" => reported,
        "sanitize: finished tree" => finished_tree,
        "sanitize: unsafe" => everything,
        "sanitize: text" => text,
        "sanitize: text, baseline" => text_of_baseline,
        "sanitize: text, replacing" => text_of_replacing,
    )
    .to_vec()
}

/// Sanitizes while parsing. The nodes of a plain parse are counted, too: tree construction creates them, even those
/// that do not get into the tree.
fn parsed(parser: &Parser, input: &str, sanitizer: &Sanitizer) -> Outcome {
    let context = Context::html("div");
    let plain = Outcome::of(&parser.parse_fragment(input, &context));
    let sanitized = Outcome::of(&parser.parse_fragment_sanitized(input, &context, sanitizer));
    Outcome { nodes: plain.nodes.max(sanitized.nodes), ..sanitized }
}

pub(crate) fn default(parser: &Parser, input: &str) -> Outcome {
    parsed(parser, input, &PRESETS[0])
}

pub(crate) fn baseline(parser: &Parser, input: &str) -> Outcome {
    parsed(parser, input, &BASELINE)
}

pub(crate) fn replacing(parser: &Parser, input: &str) -> Outcome {
    parsed(parser, input, &REPLACING)
}

pub(crate) fn policy(parser: &Parser, input: &str) -> Outcome {
    parsed(parser, input, &POLICY)
}

/// Sanitizes with each preset in turn.
pub(crate) fn presets(parser: &Parser, input: &str) -> Outcome {
    let mut sum = Outcome { nodes: 0, errors: 0, written: 0, stop: None };
    for sanitizer in &*PRESETS {
        let one = parsed(parser, input, sanitizer);
        sum = Outcome { nodes: sum.nodes + one.nodes, stop: sum.stop.or(one.stop), ..sum };
    }
    sum
}

/// Sanitizes with a report. Its entries count like errors.
pub(crate) fn reported(parser: &Parser, input: &str) -> Outcome {
    let context = Context::html("div");
    let (_, report) = parser.parse_sanitized_with_report(input, Some(&context), &BASELINE);
    Outcome { errors: report.count(), ..parsed(parser, input, &BASELINE) }
}

pub(crate) fn finished_tree(parser: &Parser, input: &str) -> Outcome {
    let parsed = parser.parse(input);
    let outcome = Outcome::of(&parsed);
    let mut document = parsed.into_document();
    let root = document.root_id();
    let report = REPLACING.sanitize_tree(&mut document, root);
    Outcome { errors: report.count(), ..outcome }
}

pub(crate) fn everything(parser: &Parser, input: &str) -> Outcome {
    let context = Context::html("div");
    let plain = Outcome::of(&parser.parse_fragment(input, &context));
    let (parsed, _) = parser.parse_sanitized_unsafe(input, Some(&context), &EVERYTHING);
    let sanitized = Outcome::of(&parsed);
    Outcome { nodes: plain.nodes.max(sanitized.nodes), ..sanitized }
}

/// Sanitizes to text. The nodes of a plain parse are counted, because a text has no nodes.
fn written(parser: &Parser, input: &str, sanitizer: &Sanitizer) -> Outcome {
    let parsed = parser.parse_fragment(input, &Context::html("div"));
    let sanitized = parser.sanitize(input, sanitizer);
    Outcome { written: sanitized.html.len(), stop: sanitized.stop, ..Outcome::of(&parsed) }
}

pub(crate) fn text(parser: &Parser, input: &str) -> Outcome {
    written(parser, input, &PRESETS[0])
}

pub(crate) fn text_of_baseline(parser: &Parser, input: &str) -> Outcome {
    written(parser, input, &BASELINE)
}

pub(crate) fn text_of_replacing(parser: &Parser, input: &str) -> Outcome {
    written(parser, input, &REPLACING)
}
