//! [`Checked`]: the findings about a file, one for each mistake.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use hedgerow::errors::{ErrorKind, ParseError};
use hedgerow::source::{Location, NodeSource as _, Span};
use hedgerow::{NodeRef, Parsed};

use super::fixes;
use super::levels::{Level, Levels};
use super::places::{Places, follows, is_stray_end_tag};
use super::suppressions::Suppressions;
use crate::input::Name;
use crate::locations::Locations;

/// A file that was checked.
pub(crate) struct Checked<'c> {
    pub(super) document: &'c Name,
    /// The name for messages, on one line.
    pub(super) name: String,
    /// The exact name.
    pub(super) file: Cow<'c, str>,
    /// The decoded text.
    pub(super) source: &'c str,
    pub(super) findings: Vec<Finding<'c>>,
    /// The number of findings of each kind that are not shown.
    pub(super) left_out: Vec<(ErrorKind, Level, usize)>,
    /// Messages about unknown codes in comments that suppress findings.
    pub(crate) unknown: Vec<String>,
}

fn at_line(locations: &Locations, offset: u32) -> u32 {
    locations.at(offset).map_or(0, |location| location.line)
}

/// An error, or a run of adjacent characters with the same error. Errors that follow from it are among the related places.
pub(super) struct Finding<'c> {
    /// The error, or the first error of the run.
    pub(super) error: &'c ParseError,
    pub(super) level: Level,
    /// A message that is more exact than that of the error.
    message: Option<String>,
    /// The place of the mistake: the part that is marked.
    pub(super) start: Location,
    pub(super) end: Location,
    pub(super) related: Vec<Related>,
}

impl Finding<'_> {
    /// The message of the error, or a more exact one.
    pub(super) fn message(&self) -> String {
        self.message.clone().unwrap_or_else(|| self.error.message())
    }

    /// The fix of the error, if there is one.
    pub(super) fn fix(&self) -> Option<Cow<'_, str>> {
        if let Some(allowed) = self.error.allowed() {
            return Some(Cow::Owned(format!("Allowed: {allowed}.")));
        }
        let fix =
            if self.message.is_some() { Some(fixes::OF_OPEN_ELEMENT) } else { fixes::of_error(self.error) };
        fix.map(Cow::Borrowed)
    }
}

/// Another place that explains a finding.
pub(super) struct Related {
    pub(super) start: Location,
    pub(super) end: Location,
    pub(super) message: String,
}

/// A finding whose places are byte offsets.
struct Draft<'c> {
    error: &'c ParseError,
    level: Level,
    message: Option<String>,
    range: Range<usize>,
    /// The range of the last character of a run; equal to `range` if there is no run.
    last: Range<usize>,
    /// Whether the error is about a character or a character reference, so that adjacent ones are one finding.
    is_character: bool,
    related: Vec<(Span, String)>,
}

/// The parts of the source in which elements stay open because of a finding: start tags with self-closing syntax that has no effect
/// or without the end tag that they need, and the contents of elements whose end tags are ignored or close nothing inside.
#[derive(Default)]
struct LeftOpen {
    /// The end of each part and the index of its finding, by the start of the part.
    parts: BTreeMap<usize, (usize, usize)>,
}

impl LeftOpen {
    fn add(&mut self, part: Range<usize>, at: usize) {
        if !part.is_empty() {
            self.parts.entry(part.start).or_insert((0, at)).0 = part.end;
        }
    }

    /// Returns the finding because of which the first of the elements is open, if all are open because of findings.
    fn cause_of(&self, elements: &[NodeRef<'_>]) -> Option<usize> {
        let cause = |element: &NodeRef<'_>| {
            let tag = element.start_tag_span()?.range();
            let mut before = self.parts.range(..tag.end).rev().take(MAX_PARTS);
            before.find(|(_, (end, _))| tag.start < *end).map(|(_, (_, at))| *at)
        };
        let causes: Option<Vec<usize>> = elements.iter().map(cause).collect();
        causes?.first().copied()
    }
}

/// The number of parts that are searched for an element.
const MAX_PARTS: usize = 64;

/// The number of latest findings that a new error may extend or follow from. It is more than 1, because one character
/// may have several kinds of errors.
const MAX_LOOKBACK: usize = 4;

/// Gathers the errors of a document: one finding for one mistake.
fn gather<'c>(
    source: &'c str,
    parsed: &'c Parsed,
    findings: &'c [ParseError],
    levels: &Levels,
) -> Vec<Draft<'c>> {
    let places = Places::of(parsed, source);
    let mut drafts: Vec<Draft<'c>> = Vec::new();
    // The findings about elements that were closed before their end tags, by the names of the elements.
    let mut closed_early: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut left_open = LeftOpen::default();
    for error in in_order(parsed.errors(), findings) {
        let span = error.marked_span(source);
        let range = span.range();
        let text = source.get(range.clone()).unwrap_or_default();
        let is_character = text.starts_with('&') || text.chars().nth(1).is_none();
        let is_continued = |draft: &&mut Draft<'_>| {
            let is_run = draft.is_character && is_character && draft.range.end == range.start;
            is_run && draft.error.kind() == error.kind()
        };
        if let Some(run) = drafts.iter_mut().rev().take(MAX_LOOKBACK).find(is_continued) {
            run.range.end = range.end;
            run.last = range;
            continue;
        }
        let level = levels.of_error(error);
        if level == Level::Allowed {
            continue;
        }
        let is_cause = |draft: &&mut Draft<'_>| {
            draft.level == level && follows(error, &range, draft.error, &draft.last, source)
        };
        if let Some(cause) = drafts.iter_mut().rev().take(MAX_LOOKBACK).find(is_cause) {
            if cause.range != cause.last {
                continue;
            }
            let mut error = error;
            // A superfluous `=` or quote after a value is the mistake, and the missing space follows from it.
            if cause.error.code() == "missing-whitespace-between-attributes" && cause.range == range {
                std::mem::swap(&mut error, &mut cause.error);
            }
            let known = cause.related.len();
            cause.related.push((span, format!("this is also `{}`", error.code())));
            if known == 0 {
                cause.related.extend(places.related_to(error));
            }
            continue;
        }
        // Errors about elements that are open because of an earlier finding are shown with that finding.
        let cause = left_open.cause_of(&places.open_elements_of_message(error));
        if let Some(at) = cause
            && drafts[at].level == level
        {
            drafts[at].related.push((span, format!("because of that, this is `{}`", error.code())));
            continue;
        }
        let name = error.subject().filter(|_| is_stray_end_tag(error));
        if let Some(cause) =
            name.and_then(|name| closed_early.get_mut(name)?.pop()).and_then(|at| drafts.get_mut(at))
            && cause.level == level
        {
            let name = name.unwrap_or_default();
            cause
                .related
                .push((span, format!("because of that, `</{name}>` has no matching start tag here")));
            continue;
        }
        if error.code() == "form-start-tag-in-form" {
            // The inner start tag is ignored, so one of the end tags is superfluous.
            closed_early.entry("form").or_default().push(drafts.len());
        }
        let mut message = None;
        let mut related = Vec::new();
        if let Some(open) = places.open_element_of(error) {
            let cause = open.inside.and_then(|inside| left_open.cause_of(&[inside]));
            let cause = cause.filter(|at| drafts[*at].level == level);
            left_open.add(open.start()..range.start, cause.unwrap_or(drafts.len()));
            if let Some(at) = cause {
                drafts[at].related.push((span, open.message()));
                continue;
            }
            message = Some(open.message());
            related = open.places();
        }
        match error.code() {
            "non-void-html-element-start-tag-with-trailing-solidus" | "required-end-tag-omitted" => {
                left_open.add(range.clone(), drafts.len());
            }
            _ => left_open.add(places.misnested_by(error).unwrap_or(range.end)..range.start, drafts.len()),
        }
        for element in places.closed_by(error).filter(|_| error.kind().is_parse_error()) {
            closed_early.entry(element.local_name_text()).or_default().push(drafts.len());
        }
        let last = range.clone();
        related.extend(places.related_to(error));
        drafts.push(Draft { error, level, message, range, last, is_character, related });
    }
    drafts
}

/// Merges the errors of the parser and the findings of the checker, which are both in source order.
fn in_order<'c>(
    errors: &'c [ParseError],
    findings: &'c [ParseError],
) -> impl Iterator<Item = &'c ParseError> {
    let (mut errors, mut findings) = (errors.iter().peekable(), findings.iter().peekable());
    std::iter::from_fn(move || match (errors.peek(), findings.peek()) {
        (Some(error), Some(finding)) if finding.start().offset < error.start().offset => findings.next(),
        (Some(_), _) => errors.next(),
        (None, _) => findings.next(),
    })
}

/// The numbers of findings.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    /// The number of findings that are not shown.
    pub(crate) left_out: usize,
}

impl Counts {
    fn add(&mut self, level: Level, count: usize) {
        match level {
            Level::Error => self.errors += count,
            Level::Warning => self.warnings += count,
            Level::Allowed | Level::Advice => {}
        }
    }
}

impl<'c> Checked<'c> {
    pub(crate) fn new(
        document: &'c Name,
        source: &'c str,
        parsed: &'c Parsed,
        (findings, left_out): (&'c [ParseError], &[(ErrorKind, usize)]),
        levels: &Levels,
    ) -> Self {
        let is_clean = parsed.errors().is_empty() && findings.is_empty();
        let drafts = if is_clean { Vec::new() } else { gather(source, parsed, findings, levels) };
        let spans = |draft: &Draft<'_>| {
            draft.related.iter().flat_map(|(span, _)| [span.start, span.end]).collect::<Vec<_>>()
        };
        let offsets = drafts.iter().flat_map(|draft| {
            spans(draft).into_iter().chain([draft.range.start as u32, draft.range.end as u32])
        });
        let suppressions = Suppressions::of(parsed.document(), source);
        let locations = Locations::of(source, offsets.chain(suppressions.offsets()).collect());
        let is_suppressed = suppressions.test(&locations);
        let findings = drafts.into_iter().map(|draft| {
            let at = |offset: u32| locations.at(offset).unwrap_or(draft.error.start());
            let related = draft.related.into_iter();
            let related =
                related.map(|(span, message)| Related { start: at(span.start), end: at(span.end), message });
            Finding {
                error: draft.error,
                level: draft.level,
                message: draft.message,
                start: at(draft.range.start as u32),
                end: at(draft.range.end as u32),
                related: related.collect(),
            }
        });
        let findings = findings
            .filter(|finding| !is_suppressed(finding.error.kind(), Some(finding.start.line)))
            .collect();
        let left_out = parsed.errors_left_out().chain(left_out.iter().copied());
        let left_out = left_out.map(|(kind, count)| (kind, levels.of(kind), count));
        let left_out = left_out
            .filter(|&(kind, level, _)| level != Level::Allowed && !is_suppressed(kind, None))
            .collect();
        let unknown = suppressions.unknown.iter();
        let unknown = unknown.map(|(span, message)| {
            format!("{}:{}: {message}", document.for_message(), at_line(&locations, span.start))
        });
        Self {
            document,
            name: document.for_message(),
            file: document.text(),
            source,
            findings,
            left_out,
            unknown: unknown.collect(),
        }
    }

    /// Moves all findings after the first `most` to those that are not shown.
    pub(crate) fn truncate(&mut self, most: usize) {
        let mut left_out: BTreeMap<ErrorKind, (Level, usize)> = BTreeMap::new();
        for finding in self.findings.drain(most.min(self.findings.len())..) {
            left_out.entry(finding.error.kind()).or_insert((finding.level, 0)).1 += 1;
        }
        self.left_out.extend(left_out.into_iter().map(|(kind, (level, count))| (kind, level, count)));
    }

    /// Returns the number of findings of each kind.
    pub(crate) fn statistics(&self) -> BTreeMap<ErrorKind, (Level, usize)> {
        let mut counts: BTreeMap<ErrorKind, (Level, usize)> = BTreeMap::new();
        for finding in &self.findings {
            counts.entry(finding.error.kind()).or_insert((finding.level, 0)).1 += 1;
        }
        counts
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for finding in &self.findings {
            counts.add(finding.level, 1);
        }
        for &(_, level, count) in &self.left_out {
            counts.add(level, count);
            counts.left_out += count;
        }
        counts
    }
}
