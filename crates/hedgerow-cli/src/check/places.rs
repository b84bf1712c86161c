//! The other places that explain a finding, such as the first of two equal ids or the start tag of an element that is not closed,
//! and whether an error follows from another error.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::ops::Range;

use hedgerow::dom::NodeKind;
use hedgerow::errors::{AuthoringRule, ErrorKind, ParseError};
use hedgerow::serialize::may_omit_end_tag;
use hedgerow::source::{EndTagSource, NodeSource, Span, StartTagSource};
use hedgerow::{Document, NodeRef, Parsed};

/// The maximum number of elements that are named because they are not closed.
const MAX_ELEMENTS: usize = 5;

/// The maximum number of bytes between two errors in one attribute.
const MAX_DISTANCE: usize = 1000;

/// The maximum number of nodes that are examined in each step of a search for open elements.
const MAX_STEPS: usize = 64;

/// The elements that may be open at the end of the body.
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
const MAY_BE_OPEN: [&str; 18] = [
    "dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc", "tbody", "td", "tfoot", "th",
    "thead", "tr", "body", "html",
];

/// The most frequent elements that an end tag of an ordinary element cannot close.
/// <https://html.spec.whatwg.org/multipage/parsing.html#special>
const IN_THE_WAY: [&str; 30] = [
    "address", "article", "aside", "blockquote", "button", "dd", "details", "div", "dl", "dt", "fieldset",
    "figure", "footer", "form", "h1", "h2", "h3", "header", "li", "main", "nav", "ol", "p", "pre", "section",
    "select", "table", "td", "th", "ul",
];

/// The elements that are not in the scope of an element around them.
/// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope>
const BOUNDS_OF_SCOPES: [&str; 8] =
    ["applet", "caption", "marquee", "object", "table", "td", "template", "th"];

/// An element that is open at an end tag with its name, although the parser ignores this end tag.
pub(super) struct OpenElement<'c> {
    element: NodeRef<'c>,
    /// The open element inside it because of which the end tag is ignored.
    pub(super) inside: Option<NodeRef<'c>>,
}

impl OpenElement<'_> {
    /// The offset of the start tag.
    pub(super) fn start(&self) -> usize {
        self.element.start_tag_span().map_or(0, |tag| tag.range().start)
    }

    pub(super) fn message(&self) -> String {
        let name = self.element.local_name_text();
        let other = self.inside.map_or_else(
            || "another element".to_owned(),
            |element| format!("`<{}>`", element.local_name_text()),
        );
        format!("`</{name}>` cannot close `<{name}>`, because {other} is open inside it")
    }

    /// The places of the start tags, with messages.
    pub(super) fn places(&self) -> Vec<(Span, String)> {
        let elements = [Some(self.element), self.inside].into_iter().flatten();
        let place = |element: NodeRef<'_>| {
            Some((element.start_tag_span()?, format!("`<{}>` begins here", element.local_name_text())))
        };
        elements.filter_map(place).collect()
    }
}

/// Whether an element of the source begins before an offset, and ends after it.
fn is_open_at(element: NodeRef<'_>, offset: u32) -> bool {
    let is_begun = element.start_tag_span().is_some_and(|tag| tag.start < offset);
    let is_ended = match element.end_tag() {
        Some(EndTagSource::Tag(end) | EndTagSource::Implied(end)) => end.start <= offset,
        Some(EndTagSource::None) | None => true,
    };
    is_begun && !is_ended
}

/// The places in a document that may explain errors.
pub(super) struct Places<'c> {
    document: &'c Document,
    end: u32,
    /// The elements that were closed without an end tag, by the start of the token that closed them.
    closed: BTreeMap<u32, Vec<NodeRef<'c>>>,
    /// The elements that were closed without an end tag, by their names and the starts of their start tags.
    unclosed: BTreeMap<(&'c str, u32), NodeRef<'c>>,
    /// The starts of the start tags of the elements that are closed while elements inside them stay open, by the starts of their
    /// end tags.
    misnested: HashMap<u32, Option<u32>>,
    source: &'c str,
    /// The span of the first of several equal ids, by the start of each later one.
    first_ids: HashMap<u32, Span>,
}

impl<'c> Places<'c> {
    pub(super) fn of(parsed: &'c Parsed, source: &'c str) -> Self {
        let document = parsed.document();
        let misnesting = parsed.errors().iter().filter(|error| {
            matches!(error.code(), "misnested-formatting-element" | "form-end-tag-with-open-elements")
        });
        let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
        let mut places = Self {
            document,
            end,
            closed: BTreeMap::new(),
            unclosed: BTreeMap::new(),
            misnested: misnesting.map(|error| (error.start().offset, None)).collect(),
            source,
            first_ids: HashMap::new(),
        };
        let mut roots = vec![document.root()];
        while let Some(root) = roots.pop() {
            // An id is unique in its tree.
            let mut ids = HashMap::new();
            for element in root.descendant_elements() {
                roots.extend(element.template_contents());
                roots.extend(element.shadow_root());
                match (element.start_tag(), element.end_tag()) {
                    (Some(StartTagSource::Tag(tag)), Some(EndTagSource::Implied(token))) => {
                        places.unclosed.insert((element.local_name_text(), tag.start), element);
                        places.closed.entry(token.start).or_default().push(element);
                    }
                    (Some(StartTagSource::Tag(tag)), Some(EndTagSource::Tag(end))) => {
                        if let Some(start) = places.misnested.get_mut(&end.start) {
                            *start = Some(tag.start);
                        }
                    }
                    _ => {}
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

    /// Returns the open elements because of which an error is reported: those of [`open_elements`](Self::open_elements), without
    /// those that may be open at the end of the body.
    pub(super) fn open_elements_of_message(&self, error: &ParseError) -> Vec<NodeRef<'c>> {
        let mut open = self.open_elements(error);
        if error.code().contains("open-elements") {
            open.retain(|element| !MAY_BE_OPEN.contains(&element.local_name_text()));
        }
        open
    }

    /// Returns the start of the element that the end tag of an error closes, although elements inside it stay open.
    pub(super) fn misnested_by(&self, error: &ParseError) -> Option<usize> {
        self.misnested.get(&error.start().offset).copied().flatten().map(|start| start as usize)
    }

    /// Returns the open element that an ignored end tag should close.
    pub(super) fn open_element_of(&self, error: &ParseError) -> Option<OpenElement<'c>> {
        // Messages about the head are more exact.
        let name = error.subject().filter(|name| is_stray_end_tag(error) && *name != "head")?;
        let is_ordinary = error.code() == "ordinary-end-tag-without-open-element";
        let in_the_way = if is_ordinary { &IN_THE_WAY[..] } else { &BOUNDS_OF_SCOPES };
        let offset = error.start().offset;
        let is_open = |element: &NodeRef<'_>| is_open_at(*element, offset);
        let before = self.unclosed.range((name, 0)..(name, offset)).rev().take(MAX_STEPS);
        let element = before.map(|(_, element)| *element).find(is_open)?;
        // The open elements inside are on the path to the innermost one.
        let (mut inner, mut inside) = (element, None);
        for _ in 0..MAX_STEPS {
            let mut next = None;
            let mut child = inner.last_child();
            for _ in 0..MAX_STEPS {
                let Some(node) = child else { break };
                if node.kind() == NodeKind::Element && is_open_at(node, offset) {
                    next = Some(node);
                    break;
                }
                child = node.previous_sibling();
            }
            let Some(found) = next else { break };
            if in_the_way.contains(&found.local_name_text()) || inside.is_none() {
                inside = Some(found);
            }
            inner = found;
        }
        Some(OpenElement { element, inside })
    }

    /// Returns the tag that closed the last `p` element before an error.
    fn end_of_last_paragraph(&self, error: &ParseError) -> Option<Span> {
        let offset = error.start().offset;
        let (_, paragraph) = self.unclosed.range(("p", 0)..("p", offset)).next_back()?;
        match paragraph.end_tag()? {
            EndTagSource::Implied(token) if token.start < offset => {
                let rest = self.source.get(token.start as usize..)?;
                let is_start_tag =
                    rest.strip_prefix('<')?.starts_with(|first: char| first.is_ascii_alphabetic());
                is_start_tag.then_some(token)
            }
            _ => None,
        }
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
        if error.code() == "p-end-tag-without-p-in-scope" {
            let tag = self.end_of_last_paragraph(error).into_iter();
            return tag.map(|tag| (tag, "the `p` element ends before this tag".to_owned())).collect();
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
