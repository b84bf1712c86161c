//! Sanitizing: the standard's configurations, presets, and the rules beyond the standard.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use hedgerow::Parser;
use hedgerow::sanitize::{PolicyOptions, Preset, Removal, Sanitizer, StrictSanitizerConfig, Subject};
use serde::{Deserialize, Serialize};

use crate::border::{Answer, Call, Text};
use crate::failure::Failure;
use crate::limits::Bounds;

/// The maximum number of sanitizers in the cache.
const MAX_CACHED: usize = 64;

/// The options: limits, and rules beyond the standard.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    limits: Bounds,
    #[serde(rename = "surrogates")]
    _surrogates: u32,
    rules: PolicyOptions,
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
        let prepared = Rc::new(Prepared { sanitizer: make(&call.query, &options.rules)?, parser });
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        let (config, options) = (call.query.clone(), call.options.clone());
        cache.push(Cached { config, options, prepared: Rc::clone(&prepared) });
        Ok(prepared)
    })
}

fn make(config: &str, rules: &PolicyOptions) -> Result<Sanitizer, Failure> {
    let has_rules = *rules != PolicyOptions::default();
    let sanitizer = if config.starts_with('{') {
        let invalid =
            |error: &dyn fmt::Display| Failure::argument(format_args!("invalid configuration: {error}"));
        let StrictSanitizerConfig(config) = serde_json::from_str(config).map_err(|error| invalid(&error))?;
        Sanitizer::from_config(config).map_err(|error| invalid(&error))?
    } else {
        let preset: Preset =
            if config.is_empty() { Preset::Default } else { config.parse().map_err(Failure::argument)? };
        if has_rules && preset != Preset::Default {
            return Err(Failure::argument(format_args!(
                "the preset {config:?} has rules of its own, so only \"default\" and configurations accept further rules"
            )));
        }
        preset.sanitizer()
    };
    Ok(if has_rules { sanitizer.with_policy(rules.policy()) } else { sanitizer })
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
