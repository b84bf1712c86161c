//! [`TagSource`]: the parts of a start tag in the source, for reading and changing it.

use std::ops::Range;

use hedgerow_base::{NameId, NameInterner, Span};
use hedgerow_tokenizer::{AttributePlace, Feedback, ParseErrorCode, Token, TokenSink, Tokenizer};

/// An attribute of a start tag.
#[derive(Clone, Debug)]
pub(crate) struct TagAttribute {
    /// The name in lower case.
    pub(crate) name: String,
    pub(crate) value: String,
    /// The place of the name in the tag.
    name_place: Range<usize>,
    /// The place of the value without quotes; `None` if there is no equals sign.
    value_place: Option<Range<usize>>,
    change: Change,
}

impl TagAttribute {
    fn added(name: &str, value: &str) -> Self {
        let (name, value) = (name.to_owned(), value.to_owned());
        Self { name, value, name_place: 0..0, value_place: None, change: Change::Added }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    None,
    Value,
    Removed,
    Added,
}

/// A start tag: its attributes, and the changes of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagSource {
    pub(crate) name: String,
    pub(crate) is_self_closing: bool,
    attributes: Vec<TagAttribute>,
    new_name: Option<String>,
}

#[derive(Default)]
struct Collector {
    names: NameInterner,
    places: Vec<AttributePlace>,
    tag: TagSource,
}

impl TokenSink for Collector {
    const PARSE_ERRORS: bool = false;
    const SOURCE_SPANS: bool = true;

    fn attribute_places(&mut self, places: &[AttributePlace]) {
        self.places.extend_from_slice(places);
    }

    fn process_token(&mut self, token: &Token<'_>, _: Span) -> Feedback {
        if let Token::StartTag(tag) = token {
            self.tag.name = self.names.text(tag.name).to_owned();
            self.tag.is_self_closing = tag.self_closing;
            for ((name, value), place) in tag.attributes.iter().zip(&self.places) {
                self.tag.attributes.push(TagAttribute {
                    name: self.names.text(name).to_owned(),
                    value: value.as_str().to_owned(),
                    name_place: place.name.range(),
                    value_place: place.value.map(Span::range),
                    change: Change::None,
                });
            }
        }
        Feedback::Continue
    }

    fn parse_error(&mut self, _: ParseErrorCode, _: Span, _: Option<NameId>) {}

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        false
    }
}

impl TagSource {
    /// Reads a start tag.
    pub(crate) fn new(tag: &str) -> Self {
        let mut tokenizer = Tokenizer::new(Collector::default());
        tokenizer.run(tag, true);
        tokenizer.into_sink().tag
    }

    /// Creates the tag of a copy, which is not in the source.
    pub(crate) fn of_copy<'a>(attributes: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let attributes = attributes.map(|(name, value)| TagAttribute::added(name, value));
        Self { attributes: attributes.collect(), ..Self::default() }
    }

    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        let present = self.attributes.iter().filter(|attribute| attribute.change != Change::Removed);
        present.map(|attribute| (attribute.name.as_str(), attribute.value.as_str()))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Sets a value, and adds the attribute if it is missing.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        if let Some(attribute) =
            self.attributes.iter_mut().find(|attribute| attribute.name.eq_ignore_ascii_case(name))
        {
            if attribute.change == Change::None && attribute.value == value {
                return;
            }
            value.clone_into(&mut attribute.value);
            if attribute.change != Change::Added {
                attribute.change = Change::Value;
            }
            return;
        }
        self.attributes.push(TagAttribute::added(name, value));
    }

    /// Removes an attribute. Returns whether there was one.
    pub(crate) fn remove(&mut self, name: &str) -> bool {
        let Some(index) = self.attributes.iter().position(|attribute| {
            attribute.name.eq_ignore_ascii_case(name) && attribute.change != Change::Removed
        }) else {
            return false;
        };
        if self.attributes.get(index).is_some_and(|attribute| attribute.change == Change::Added) {
            self.attributes.remove(index);
        } else if let Some(attribute) = self.attributes.get_mut(index) {
            attribute.change = Change::Removed;
        }
        true
    }

    pub(crate) fn rename(&mut self, name: &str) {
        self.new_name = Some(name.to_owned());
    }

    pub(crate) fn new_name(&self) -> Option<&str> {
        self.new_name.as_deref()
    }

    /// Calls `write` with the changes of the tag, in source order: a range of the tag, and its replacement.
    pub(crate) fn changes(&self, tag: &str) -> Vec<(Range<usize>, String)> {
        let mut changes = Vec::new();
        let name_end = 1 + name_length(tag, 1);
        if let Some(name) = &self.new_name {
            changes.push((1..name_end, name.clone()));
        }
        let mut end_of_last = name_end;
        for attribute in &self.attributes {
            let (name, value) = (&attribute.name_place, &attribute.value_place);
            let end = match value {
                _ if attribute.change == Change::Added => continue,
                Some(value) => end_of_value(tag, value),
                None => name.end,
            };
            match (attribute.change, value) {
                (Change::Value, Some(value)) => {
                    let start = start_of_value(tag, value);
                    changes.push((start..end, quoted(&attribute.value)));
                }
                (Change::Value, None) => {
                    changes.push((name.end..name.end, format!("={}", quoted(&attribute.value))));
                }
                (Change::Removed, _) => {
                    // The white space before the attribute is removed with it. A solidus may stand there instead.
                    let before = tag.get(end_of_last..name.start).unwrap_or_default();
                    let kept = before.trim_ascii_end().len();
                    let start = if before.is_empty() { name.start } else { end_of_last + kept };
                    changes.push((start..end, String::new()));
                }
                _ => {}
            }
            end_of_last = end;
        }
        let mut added = String::new();
        for attribute in self.attributes.iter().filter(|attribute| attribute.change == Change::Added) {
            added.extend([" ", &attribute.name, "=", &quoted(&attribute.value)]);
        }
        if !added.is_empty() {
            changes.push((end_of_last..end_of_last, added));
        }
        changes
    }

    /// Returns a whole tag with the changes.
    pub(crate) fn rewritten(&self) -> String {
        let mut tag = format!("<{}", self.new_name().unwrap_or(&self.name));
        for (name, value) in self.attributes() {
            tag.extend([" ", name, "=", &quoted(value)]);
        }
        tag.push_str(if self.is_self_closing { " />" } else { ">" });
        tag
    }
}

/// Returns the length of the name that starts at an offset of a tag.
pub(crate) fn name_length(tag: &str, start: usize) -> usize {
    let name = tag.get(start..).unwrap_or_default();
    let ends = |character: char| character.is_ascii_whitespace() || matches!(character, '/' | '>');
    name.find(ends).unwrap_or(name.len())
}

/// Returns the start of a value with its quote.
fn start_of_value(tag: &str, value: &Range<usize>) -> usize {
    match tag.as_bytes().get(value.start.wrapping_sub(1)) {
        Some(b'"' | b'\'') => value.start - 1,
        _ => value.start,
    }
}

/// Returns the end of a value with its quote.
fn end_of_value(tag: &str, value: &Range<usize>) -> usize {
    let quote = value.start.checked_sub(1).and_then(|at| tag.as_bytes().get(at)).copied();
    match quote {
        Some(b'"' | b'\'') if tag.as_bytes().get(value.end).copied() == quote => value.end + 1,
        _ => value.end,
    }
}

fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('&', "&amp;").replace('"', "&quot;").replace('\r', "&#13;"))
}
