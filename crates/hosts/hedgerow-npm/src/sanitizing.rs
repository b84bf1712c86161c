//! Sanitizing: the standard's configurations, presets, and the rules beyond the standard.

use std::cell::RefCell;
use std::rc::Rc;

use hedgerow::Parser;
use hedgerow::sanitize::{LinkTarget, Policy, Preset, Removal, Sanitizer, SanitizerConfig, Subject};
use serde::{Deserialize, Serialize};

use crate::border::{Answer, Call, Text};
use crate::failure::Failure;
use crate::limits::Bounds;

/// The members of a configuration. The standard ignores unknown members. Here they are errors, because a misspelt `removeElements`
/// would keep the elements that it lists.
const MEMBERS: [&str; 10] = [
    "elements", "removeElements", "replaceWithChildrenElements", "processingInstructions",
    "removeProcessingInstructions", "attributes", "removeAttributes", "comments", "dataAttributes",
    "javascriptURLs",
];

/// The maximum number of sanitizers in the cache.
const MAX_CACHED: usize = 64;

/// The options: limits, and rules beyond the standard.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Options {
    limits: Bounds,
    #[serde(rename = "surrogates")]
    _surrogates: u32,
    url_schemes: Option<Vec<String>>,
    remove_relative_urls: bool,
    link_rel: Option<String>,
    link_target: Option<String>,
    prefix_ids: Option<String>,
    classes: Option<Vec<String>>,
    css_properties: Option<Vec<String>>,
}

/// A sanitizer, and the parser with the limits.
struct Prepared {
    sanitizer: Sanitizer,
    parser: Parser,
}

/// A configuration and options as text, and what they mean.
struct Cached {
    config: String,
    options: String,
    prepared: Rc<Prepared>,
}

thread_local! {
    static CACHE: RefCell<Vec<Cached>> = const { RefCell::new(Vec::new()) };
}

/// Makes the sanitizer for a configuration and options, or returns it from the cache.
fn prepare(call: &Call) -> Result<Rc<Prepared>, Failure> {
    CACHE.with_borrow_mut(|cache| {
        let is_same = |cached: &&Cached| cached.config == call.query && cached.options == call.options;
        if let Some(cached) = cache.iter().find(is_same) {
            return Ok(Rc::clone(&cached.prepared));
        }
        let options: Options = call.options()?;
        let parser = Parser::new().limits(options.limits.limits());
        let prepared = Rc::new(Prepared { sanitizer: make(&call.query, options)?, parser });
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        let (config, options) = (call.query.clone(), call.options.clone());
        cache.push(Cached { config, options, prepared: Rc::clone(&prepared) });
        Ok(prepared)
    })
}

fn make(config: &str, options: Options) -> Result<Sanitizer, Failure> {
    let policy = policy(options);
    if !config.starts_with('{') {
        let preset: Preset =
            if config.is_empty() { Preset::Default } else { config.parse().map_err(Failure::argument)? };
        return match policy {
            None => Ok(preset.sanitizer()),
            Some(policy) if preset == Preset::Default => Ok(Sanitizer::new().with_policy(policy)),
            Some(_) => Err(Failure::argument(format_args!(
                "the preset {config:?} has rules of its own, so only \"default\" and configurations accept further rules"
            ))),
        };
    }
    let invalid =
        |error: &dyn std::fmt::Display| Failure::argument(format_args!("invalid configuration: {error}"));
    let json: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(config).map_err(|error| invalid(&error))?;
    if let Some(member) = json.keys().find(|member| !MEMBERS.contains(&member.as_str())) {
        let members = MEMBERS.join(", ");
        return Err(invalid(&format_args!("unknown member {member:?}; the members are {members}")));
    }
    let config: SanitizerConfig = serde_json::from_str(config).map_err(|error| invalid(&error))?;
    let sanitizer = Sanitizer::from_config(config).map_err(|error| invalid(&error))?;
    Ok(match policy {
        None => sanitizer,
        Some(policy) => sanitizer.with_policy(policy),
    })
}

/// Sanitizes the contents of an element with the default rules, or with those of a preset.
pub(crate) fn sanitize_node(
    document: &mut hedgerow::Document,
    node: hedgerow::NodeId,
    config: &str,
) -> Result<(), Failure> {
    make(config, Options::default())?.sanitize_tree(document, node);
    Ok(())
}

/// The rules beyond the standard; `None` if the options have none.
fn policy(options: Options) -> Option<Policy> {
    let Options {
        url_schemes,
        remove_relative_urls,
        link_rel,
        link_target,
        prefix_ids,
        classes,
        css_properties,
        ..
    } = options;
    let texts = [link_rel.is_some(), link_target.is_some(), prefix_ids.is_some()];
    let lists = [url_schemes.is_some(), classes.is_some(), css_properties.is_some()];
    if !(remove_relative_urls || texts.contains(&true) || lists.contains(&true)) {
        return None;
    }
    let mut policy = Policy::new();
    if remove_relative_urls {
        policy = policy.remove_relative_urls();
    }
    if let Some(schemes) = url_schemes {
        policy = policy.url_schemes(schemes);
    }
    if let Some(types) = link_rel {
        policy = policy.link_rel(&types);
    }
    if let Some(target) = link_target {
        policy = policy.link_target(LinkTarget::Set(target));
    }
    if let Some(prefix) = prefix_ids {
        policy = policy.prefix_ids(&prefix);
    }
    if let Some(classes) = classes {
        policy = policy.classes(classes);
    }
    if let Some(properties) = css_properties {
        policy = policy.css_properties(properties);
    }
    Some(policy)
}

/// The HTML of a call.
fn html(text: &Text) -> Result<&str, Failure> {
    match text {
        Text::Text(html) => Ok(html),
        Text::Bytes(_) => Err(Failure::argument("a sanitizer takes a string; decode the bytes first")),
    }
}

pub(crate) fn sanitize(call: &mut Call) -> Result<Answer, Failure> {
    let prepared = prepare(call)?;
    Ok(Answer::Text(prepared.parser.try_sanitize(html(&call.text)?, &prepared.sanitizer)?))
}

/// Sanitized HTML, and what was removed and changed.
#[derive(Serialize)]
struct Report {
    html: String,
    removals: Vec<Entry>,
}

/// An entry of a report.
#[derive(Serialize)]
struct Entry {
    message: String,
    element: Option<String>,
    attribute: Option<String>,
}

impl Entry {
    fn new(removal: &Removal) -> Self {
        let (element, attribute) = match &removal.subject {
            Subject::Element(name) | Subject::ReplacedElement(name) => (Some(name), None),
            Subject::Attribute { element, attribute } | Subject::ChangedAttribute { element, attribute } => {
                (Some(element), Some(attribute))
            }
            _ => (None, None),
        };
        Self { message: removal.to_string(), element: element.cloned(), attribute: attribute.cloned() }
    }
}

pub(crate) fn sanitize_with_report(call: &mut Call) -> Result<Answer, Failure> {
    let prepared = prepare(call)?;
    let sanitized = prepared.parser.sanitize(html(&call.text)?, &prepared.sanitizer);
    if let Some(stop) = sanitized.stop {
        return Err(stop.into());
    }
    let removals = sanitized.report.removals().iter().map(Entry::new).collect();
    Answer::json(&Report { html: sanitized.html, removals })
}
