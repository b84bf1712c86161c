//! The other places that explain a finding, such as the first of two equal ids or the start tag of an element that is not closed,
//! and whether an error follows from another error.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::ops::Range;

use hedgerow::errors::{AuthoringRule, ErrorKind, ParseError};
use hedgerow::serialize::may_omit_end_tag;
use hedgerow::source::{EndTagSource, NodeSource, Span, StartTagSource};
use hedgerow::{Document, NodeRef};

/// The maximum number of elements that are named because they are not closed.
const MAX_ELEMENTS: usize = 5;

/// The maximum number of bytes between two errors in one attribute.
const MAX_DISTANCE: usize = 1000;

/// The places in a document that may explain errors.
pub(super) struct Places<'c> {
    document: &'c Document,
    end: u32,
    /// The elements that were closed without an end tag, by the start of the token that closed them.
    closed: BTreeMap<u32, Vec<NodeRef<'c>>>,
    /// The span of the first of several equal ids, by the start of each later one.
    first_ids: HashMap<u32, Span>,
}

impl<'c> Places<'c> {
    pub(super) fn of(document: &'c Document, source: &str) -> Self {
        let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
        let mut places = Self { document, end, closed: BTreeMap::new(), first_ids: HashMap::new() };
        let mut roots = vec![document.root()];
        while let Some(root) = roots.pop() {
            // An id is unique in its tree.
            let mut ids = HashMap::new();
            for element in root.descendant_elements() {
                roots.extend(element.template_contents());
                roots.extend(element.shadow_root());
                if let Some(EndTagSource::Implied(token)) = element.end_tag()
                    && let Some(StartTagSource::Tag(_)) = element.start_tag()
                {
                    places.closed.entry(token.start).or_default().push(element);
                }
                if let Some((id, span)) = id(element)
                    && let Some(first) = ids.get(id).copied().or_else(|| {
                        ids.insert(id, span);
                        None
                    })
                {
                    places.first_ids.insert(span.start, first);
                }
            }
        }
        places
    }

    /// Returns the elements that the token of an error closed although they need an end tag.
    pub(super) fn closed_by(&self, error: &ParseError) -> impl Iterator<Item = NodeRef<'c>> {
        let elements = self.closed.get(&error.start().offset).into_iter().flatten().copied();
        elements.filter(|element| !may_omit_end_tag(*element))
    }

    /// Returns the open elements that an error complains about; no elements for errors of other kinds.
    pub(super) fn open_elements(&self, error: &ParseError) -> Vec<NodeRef<'c>> {
        let code = error.code();
        let of_subject = |element: &NodeRef<'_>| error.subject() == Some(element.local_name_text());
        match code {
            // The elements stay open until the end.
            "body-end-tag-with-open-elements" | "html-end-tag-with-open-elements" => {
                let open = self.closed.get(&self.end).into_iter().flatten().copied();
                let is_before = |element: &NodeRef<'_>| {
                    element.start_tag_span().is_some_and(|span| span.start < error.start().offset)
                };
                open.filter(is_before).filter(|element| !may_omit_end_tag(*element)).collect()
            }
            _ if code.contains("-start-tag-in-") => {
                let closed: Vec<_> = self.closed_by(error).collect();
                let same: Vec<_> = closed.iter().copied().filter(of_subject).collect();
                if same.is_empty() { closed } else { same }
            }
            // The prefix is that of `eof-in-text-element` and `eof-in-template`.
            _ if code.contains("open-elements") || code.starts_with("eof-in-te") => {
                self.closed_by(error).collect()
            }
            "misnested-formatting-element" | "mismatched-heading-end-tag" => self.closed_by(error).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the places that explain an error.
    pub(super) fn related_to(&self, error: &ParseError) -> Vec<(Span, String)> {
        if error.kind() == ErrorKind::Authoring(AuthoringRule::DuplicateId) {
            let first = self.first_ids.get(&error.start().offset);
            return first
                .map(|span| (*span, "the first element with this `id` is here".to_owned()))
                .into_iter()
                .collect();
        }
        if let Some((span, message)) = self.boundary_of_head_and_body(error) {
            return vec![(span, message.to_owned())];
        }
        let elements = self.open_elements(error);
        let more = elements.len().saturating_sub(MAX_ELEMENTS);
        let mut related: Vec<(Span, String)> = elements
            .into_iter()
            .take(MAX_ELEMENTS)
            .filter_map(|element| {
                let name = element.local_name_text();
                Some((
                    element.start_tag_span()?,
                    format!("`<{name}>` begins here, and has no end tag before this place"),
                ))
            })
            .collect();
        if let Some((_, last)) = related.last_mut()
            && more > 0
        {
            let _ = write!(last, " ({more} more elements have no end tag either)");
        }
        related
    }
}

impl Places<'_> {
    /// Returns the end of the head for a stray `</head>`, or the start of the body for a second `<body>`, with a message. If the
    /// head has not ended, the `</head>` is in a template of the head, and the start of the template is returned.
    fn boundary_of_head_and_body(&self, error: &ParseError) -> Option<(Span, &'static str)> {
        match error.code() {
            "body-start-tag-in-body" => match self.document.body()?.start_tag()? {
                StartTagSource::Tag(place) | StartTagSource::Copy(place) | StartTagSource::Implied(place) => {
                    Some((place, "the body begins here"))
                }
            },
            "ordinary-end-tag-without-open-element" if error.subject() == Some("head") => {
                let (head, stray) = (self.document.head()?, error.start().offset);
                match head.end_tag()? {
                    EndTagSource::Tag(end) | EndTagSource::Implied(end) if end.start < stray => {
                        Some((end, "the head ends here"))
                    }
                    EndTagSource::None => None,
                    _ => {
                        let is_before = |span: &Span| span.start < stray;
                        let template = |child: NodeRef<'_>| {
                            child.template_contents().and_then(|_| child.start_tag_span()).filter(is_before)
                        };
                        let template = head.children().filter_map(template).last()?;
                        Some((template, "the `<template>` begins here"))
                    }
                }
            }
            _ => None,
        }
    }
}

/// Returns the id of an element, and the span of its value, or of its name if the value's span is empty. Returns `None`
/// for an empty id and for a copy of another element.
fn id(element: NodeRef<'_>) -> Option<(&str, Span)> {
    let id = element.attribute("id").filter(|id| !id.is_empty())?;
    if let Some(StartTagSource::Copy(_)) = element.start_tag() {
        return None;
    }
    let mut spans = element.attributes().zip(element.attribute_spans());
    let (_, spans) = spans.find(|(attribute, spans)| {
        attribute.name_text() == "id"
            && attribute.namespace().prefix().is_empty()
            && attribute.name() == spans.attribute
    })?;
    Some((id, spans.value.filter(|value| !value.is_empty()).unwrap_or(spans.name)))
}

/// Whether an error reports an end tag without a start tag.
pub(super) fn is_stray_end_tag(error: &ParseError) -> bool {
    matches!(
        error.code(),
        "ordinary-end-tag-without-open-element"
            | "end-tag-without-element-in-scope"
            | "formatting-element-not-in-scope"
            | "formatting-element-not-open"
            | "form-end-tag-without-form-in-scope"
            | "heading-end-tag-without-heading-in-scope"
            | "applet-marquee-or-object-end-tag-without-element-in-scope"
    )
}

/// Whether an error is a consequence of the earlier error `first`, so that both are shown as one finding. `range_of_first` is the
/// range of `first`, or of the last character of a run that begins with `first`.
pub(super) fn follows(
    error: &ParseError,
    range: &Range<usize>,
    first: &ParseError,
    range_of_first: &Range<usize>,
    source: &str,
) -> bool {
    /// The errors in attribute names, several of which may be caused by one missing or superfluous character.
    const IN_ATTRIBUTE_NAMES: [&str; 4] = [
        "missing-whitespace-between-attributes",
        "unexpected-character-in-attribute-name",
        "unexpected-equals-sign-before-attribute-name",
        "unexpected-solidus-in-tag",
    ];
    let are_parse_errors = error.kind().is_parse_error() && first.kind().is_parse_error();
    if !are_parse_errors || error.kind() == first.kind() && range != range_of_first {
        return are_parse_errors
            && IN_ATTRIBUTE_NAMES.contains(&error.code())
            && may_be_in_one_attribute(range_of_first, range, source);
    }
    let (code, of) = (error.code(), first.code());
    range == range_of_first
        || of == "body-end-tag-with-open-elements"
            && matches!(code, "html-end-tag-with-open-elements" | "eof-with-open-elements")
        || IN_ATTRIBUTE_NAMES.contains(&code)
            && IN_ATTRIBUTE_NAMES.contains(&of)
            && may_be_in_one_attribute(range_of_first, range, source)
}

/// Whether two ranges are probably in one attribute: they begin close to each other, without whitespace or angle brackets
/// between.
fn may_be_in_one_attribute(first: &Range<usize>, second: &Range<usize>, source: &str) -> bool {
    first.start <= second.start
        && second.start - first.start <= MAX_DISTANCE
        && source.get(first.start..second.start).is_some_and(|between| {
            !between.contains(|character: char| character.is_ascii_whitespace() || "<>".contains(character))
        })
}
