//! Edits of attributes.

use std::collections::{HashMap, HashSet};

use hedgerow_base::{Span, StartTagSource, known};
use hedgerow_dom::{NodeId, NodeRef};

use super::plan::Write;
use super::{EditResult, SourceEdits, describe, escaped, refuse_null_characters, start_tag};
use crate::tag_source::{attributes_of_tag, ends_a_tag_name, removal};
use crate::{NodeSource, SourceEditError};

/// The edits of the attributes of a start tag. Copies of an element share the start tag of the original.
#[derive(Clone, Debug)]
pub(super) struct TagEdits<'d> {
    pub(super) element: NodeRef<'d>,
    /// The attributes of the source in their order, without duplicates, and then the added ones.
    attributes: Vec<Attribute>,
    /// The attributes by their names in lower case: their present names, and the names in the source unless another attribute
    /// got that name.
    by_name: HashMap<String, usize>,
    /// The attributes that get the name of another one, by that name in lower case. It denotes the other attribute until that
    /// is removed or renamed.
    waiting: HashMap<String, usize>,
}

#[derive(Clone, Debug)]
struct Attribute {
    /// The spans of the name and of the value; `None` for an added attribute.
    spans: Option<(Span, Option<Span>)>,
    /// The name in the source, or the first name of an added attribute.
    name: String,
    new_name: Option<String>,
    new_value: Option<String>,
    is_removed: bool,
}

impl Attribute {
    fn present_name(&self) -> &str {
        self.new_name.as_deref().unwrap_or(&self.name)
    }
}

impl<'d> TagEdits<'d> {
    fn of(source: &str, element: NodeRef<'d>) -> Self {
        let (by_name, waiting) = (HashMap::new(), HashMap::new());
        let mut tag = Self { element, attributes: Vec::new(), by_name, waiting };
        for spans in element.attribute_spans() {
            let name = spans.name.of(source).unwrap_or_default();
            tag.by_name.entry(name.to_ascii_lowercase()).or_insert(tag.attributes.len());
            tag.push(Some((spans.name, spans.value)), name, None);
        }
        tag
    }

    fn push(&mut self, spans: Option<(Span, Option<Span>)>, name: &str, new_value: Option<String>) {
        let name = name.to_owned();
        self.attributes.push(Attribute { spans, name, new_name: None, new_value, is_removed: false });
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(&name.to_ascii_lowercase()).copied()
    }

    /// Makes a name denote no attribute, if it denotes this one.
    fn forget(&mut self, name: &str, index: usize) {
        let name = name.to_ascii_lowercase();
        if self.by_name.get(&name) == Some(&index) {
            self.by_name.remove(&name);
        }
    }

    fn rename(&mut self, index: usize, new_name: &str) {
        self.give_up_name(index);
        let old_name = self.attributes[index].new_name.replace(new_name.to_owned());
        if let Some(old_name) = old_name {
            self.forget(&old_name, index);
        }
        let name = new_name.to_ascii_lowercase();
        if self.has_another(new_name, index) {
            self.waiting.insert(name, index);
        } else {
            self.by_name.insert(name, index);
        }
    }

    fn remove(&mut self, index: usize) {
        self.give_up_name(index);
        self.attributes[index].is_removed = true;
    }

    /// Makes the present name of an attribute denote the attribute that waits for the name.
    fn give_up_name(&mut self, index: usize) {
        let name = self.attributes[index].present_name().to_ascii_lowercase();
        match self.waiting.remove(&name) {
            Some(next) if next != index => drop(self.by_name.insert(name, next)),
            _ => {}
        }
    }

    /// Whether an attribute other than this one has a name.
    fn has_another(&self, name: &str, index: usize) -> bool {
        self.find(name).is_some_and(|other| {
            let Attribute { is_removed, .. } = self.attributes[other];
            other != index && !is_removed && self.attributes[other].present_name().eq_ignore_ascii_case(name)
        })
    }

    /// Whether an attribute other than this one waits for a name.
    fn is_awaited(&self, name: &str, index: usize) -> bool {
        self.waiting.get(&name.to_ascii_lowercase()).is_some_and(|&other| other != index)
    }

    /// Refuses two attributes with the same name.
    pub(super) fn check(&self) -> EditResult {
        match self.waiting.values().next() {
            Some(&index) => Err(self.exists(self.attributes[index].present_name())),
            None => Ok(()),
        }
    }

    fn exists(&self, name: &str) -> SourceEditError {
        SourceEditError::AttributeExists { node: describe(self.element), name: name.to_owned() }
    }

    /// The offset of the start tag.
    pub(super) fn start(&self) -> Option<u32> {
        match self.element.start_tag()? {
            StartTagSource::Tag(tag) | StartTagSource::Copy(tag) => Some(tag.start),
            StartTagSource::Implied(_) => None,
        }
    }

    /// Whether an attribute with one of these names is changed, before or after the change.
    pub(super) fn changes_any(&self, names: &[&str]) -> bool {
        let is_changed = |attribute: &&Attribute| {
            attribute.is_removed || attribute.new_name.is_some() || attribute.new_value.is_some()
        };
        let is_any = |name: &str| names.iter().any(|other| name.eq_ignore_ascii_case(other));
        let mut changed = self.attributes.iter().filter(is_changed);
        changed.any(|attribute| is_any(&attribute.name) || is_any(attribute.present_name()))
    }

    /// Sets the value of an attribute; returns false if there is no such attribute, nor one that was removed.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let Some(index) = self.find(name) else { return false };
        if self.attributes[index].is_removed {
            if self.attributes[index].spans.is_none() {
                return false;
            }
            // The attribute returns with the name by which it is set.
            let source_name = self.attributes[index].name.clone();
            self.forget(&source_name, index);
            let is_own = name.eq_ignore_ascii_case(&source_name);
            self.rename(index, if is_own { &source_name } else { name });
        }
        let attribute = &mut self.attributes[index];
        attribute.is_removed = false;
        attribute.new_value = Some(value.to_owned());
        true
    }

    /// Returns the changes of the source of the tag.
    pub(super) fn writes(&self, source: &str) -> Vec<Write<'_>> {
        let mut writes = Vec::new();
        let mut duplicates = None;
        let (mut removed, mut with_new_values) = (HashSet::new(), HashSet::new());
        let mut remove = |writes: &mut Vec<Write<'_>>, attribute: Span| {
            removed.insert(attribute.start);
            let (span, replacement) = removal(source, attribute);
            writes.push(Write::new(span, replacement, false));
        };
        for attribute in &self.attributes {
            let Some((name, value)) = attribute.spans else { continue };
            let quote = value.and_then(|value| quote_around(source, value));
            let present_name = attribute.present_name();
            if attribute.is_removed {
                let end = value.unwrap_or(name).end + u32::from(quote.is_some());
                remove(&mut writes, Span { end, ..name });
            } else if present_name != attribute.name {
                writes.push(Write::new(name, present_name, false));
            }
            if attribute.is_removed || !present_name.eq_ignore_ascii_case(&attribute.name) {
                let duplicates = duplicates.get_or_insert_with(|| duplicates_in_tags(source, self.element));
                for duplicate in duplicates.remove(&attribute.name.to_ascii_lowercase()).unwrap_or_default() {
                    remove(&mut writes, duplicate);
                }
            }
            if let Some(new) = attribute.new_value.as_ref().filter(|_| !attribute.is_removed) {
                let (span, text) = match (value, quote) {
                    (Some(span), Some(quote)) => (span, escaped_value(new, quote)),
                    (Some(span), None) => (span, format!("\"{}\"", escaped_value(new, '"'))),
                    (None, _) => {
                        (Span { start: name.end, end: name.end }, format!("=\"{}\"", escaped_value(new, '"')))
                    }
                };
                with_new_values.insert(name.start);
                writes.push(Write::new(span, text, true));
            }
        }
        let mut added = String::new();
        let mut takes_references = true;
        for attribute in &self.attributes {
            if let Attribute { spans: None, new_value: Some(value), is_removed: false, .. } = attribute {
                takes_references &= attribute.present_name().is_ascii();
                added.extend([" ", attribute.present_name(), "=\"", &escaped_value(value, '"'), "\""]);
            }
        }
        if let Some(tag) = self.element.start_tag_span().filter(|_| !added.is_empty()) {
            let name_end = tag_name(source, tag.start + 1).end;
            let last = attributes_of_tag(source, name_end).last();
            let offset = last.map_or(name_end, |(_, span)| span.end);
            // An equals sign without a value would take the added attribute as its value.
            let lacks_value = last.is_some_and(|(name, span)| {
                let text = span.of(source).unwrap_or_default();
                let value = text.get(name.len()..).unwrap_or_default().trim_ascii_start();
                value.strip_prefix('=').is_some_and(|value| value.trim_ascii_start().is_empty())
                    && !removed.contains(&span.start)
                    && !with_new_values.contains(&span.start)
            });
            let empty_value = if lacks_value { "\"\"" } else { "" };
            writes.push(Write::new(
                Span { start: offset, end: offset },
                format!("{empty_value}{added}"),
                takes_references,
            ));
        }
        writes
    }
}

impl<'d> SourceEdits<'d> {
    /// Changes the name of an attribute. Later edits can use both names, unless another attribute gets the old name. If another
    /// attribute has the new name, that attribute must be removed or renamed, before this call or after it; until then, the
    /// name denotes the other attribute.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.rename_attribute(link, "href", "id")?;
    /// assert_eq!(edits.apply()?, "<A  id=/old>one</A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name is invalid, if the element does not have the attribute, or if a later `html` or `body` tag repeats the
    /// attribute. If two attributes of the element have the same name in the end, applying the edits is an
    /// [error](SourceEditError::AttributeExists).
    pub fn rename_attribute(&mut self, element: NodeId, name: &str, new_name: &str) -> EditResult {
        let element = self.node(element)?;
        check_attribute_name(new_name)?;
        let index = self.present_attribute(element, name)?;
        let tag = self.tag(element)?;
        if tag.has_another(new_name, index) && tag.is_awaited(new_name, index) {
            return Err(tag.exists(new_name));
        }
        self.refuse_if_repeated_later(element, index)?;
        self.tag(element)?.rename(index, new_name);
        Ok(())
    }

    /// Sets the value of an attribute, or adds the attribute after the others. Existing quotes stay unchanged; an unquoted
    /// value gets quotes. An attribute of the source that was removed returns at its place.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.set_attribute(link, "title", "&")?;
    /// assert_eq!(edits.apply()?, "<A  HREF=/old title=\"&amp;\">one</A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the value contains a null character, or if the attribute has to be added, and the name is invalid or the element
    /// has no start tag of its own.
    pub fn set_attribute(&mut self, element: NodeId, name: &str, value: &str) -> EditResult {
        let element = self.node(element)?;
        refuse_null_characters(element, value)?;
        if self.tag(element)?.set(name, value) {
            return Ok(());
        }
        check_attribute_name(name)?;
        start_tag(element)?;
        let tag = self.tag(element)?;
        tag.by_name.insert(name.to_ascii_lowercase(), tag.attributes.len());
        tag.push(None, name, Some(value.to_owned()));
        Ok(())
    }

    /// Removes an attribute with its value, and the white space before it.
    ///
    /// If the tag repeats the attribute, the duplicates are removed, too.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.remove_attribute(link, "href")?;
    /// assert_eq!(edits.apply()?, "<A>one</A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the element does not have the attribute, or if a later `html` or `body` tag repeats it.
    pub fn remove_attribute(&mut self, element: NodeId, name: &str) -> EditResult {
        let element = self.node(element)?;
        let index = self.present_attribute(element, name)?;
        self.refuse_if_repeated_later(element, index)?;
        self.tag(element)?.remove(index);
        Ok(())
    }

    /// Refuses an edit after which the parser would take the attribute from a later `html` or `body` tag.
    fn refuse_if_repeated_later(&mut self, element: NodeRef<'d>, index: usize) -> EditResult {
        let Attribute { spans, name, .. } = &self.tag(element)?.attributes[index];
        let (Some((span, _)), true) = (*spans, element.is_html_any(&[known::HTML, known::BODY])) else {
            return Ok(());
        };
        let name = name.to_ascii_lowercase();
        let source = self.source();
        let tag = element.local_name_text();
        let last = self.last_in_tags.entry(element.id()).or_insert_with(|| LastInTags::of(source, tag));
        if last.hidden_tag.max(last.attributes.get(&name).copied()) > Some(span.start) {
            return Err(SourceEditError::RepeatedAttribute { node: describe(element), name });
        }
        Ok(())
    }

    /// The edits of the start tag of an element.
    fn tag(&mut self, element: NodeRef<'d>) -> Result<&mut TagEdits<'d>, SourceEditError> {
        let source = self.source();
        let key = match element.start_tag() {
            Some(StartTagSource::Tag(tag) | StartTagSource::Copy(tag)) => (None, tag.start),
            // Later tags may have added attributes to an implied element.
            Some(StartTagSource::Implied(_)) => (Some(element.id()), 0),
            None => return Err(super::not_in_source(element)),
        };
        Ok(self.tags.entry(key).or_insert_with(|| TagEdits::of(source, element)))
    }

    /// The index of an attribute, unless it was removed.
    fn present_attribute(&mut self, element: NodeRef<'d>, name: &str) -> Result<usize, SourceEditError> {
        let error = || SourceEditError::NoAttribute { node: describe(element), name: name.to_owned() };
        let tag = self.tag(element).map_err(|_| error())?;
        tag.find(name).filter(|&index| !tag.attributes[index].is_removed).ok_or_else(error)
    }
}

/// Returns the span of the name in the tag that begins at an offset.
pub(super) fn tag_name(source: &str, start: u32) -> Span {
    let rest = source.get(start as usize..).unwrap_or_default();
    let length = rest.find(ends_a_tag_name).unwrap_or(rest.len()) as u32;
    Span { start, end: start + length }
}

/// Returns the quotation mark around a value; `None` if the value is unquoted.
fn quote_around(source: &str, value: Span) -> Option<char> {
    let before = source.as_bytes().get(value.start.checked_sub(1)? as usize)?;
    let after = source.as_bytes().get(value.end as usize)?;
    (matches!(before, b'"' | b'\'') && before == after).then_some(char::from(*before))
}

/// Returns the spans of all attributes that repeat an attribute of the same tag, by their names in lower case.
fn duplicates_in_tags(source: &str, element: NodeRef<'_>) -> HashMap<String, Vec<Span>> {
    let mut duplicates = HashMap::new();
    let mut end_of_tag = 0;
    for first_of_tag in element.attribute_spans().map(|spans| spans.name.start) {
        if first_of_tag < end_of_tag {
            continue;
        }
        let mut names = HashSet::new();
        for (name, span) in attributes_of_tag(source, first_of_tag) {
            end_of_tag = span.end;
            let name = name.to_ascii_lowercase();
            if !names.insert(name.clone()) {
                duplicates.entry(name).or_insert_with(Vec::new).push(span);
            }
        }
    }
    duplicates
}

/// The attributes in all tags of a source that have the same name. Text in a script or a comment that looks like such a
/// tag counts as one.
#[derive(Clone, Default, Debug)]
pub(super) struct LastInTags {
    /// The offset of the last attribute of each lower-case name, without duplicates in the same tag.
    attributes: HashMap<String, u32>,
    /// The offset of the last tag inside another tag, for example in the value of an attribute. If a comment looks like
    /// the outer tag, the parser may find the inner one.
    hidden_tag: Option<u32>,
}

impl LastInTags {
    /// Reads the tags of a source with the name `tag`.
    fn of(source: &str, tag: &str) -> Self {
        let mut last = Self::default();
        let mut end_of_tag = 0;
        for (start, _) in source.match_indices('<') {
            let name_end = start + 1 + tag.len();
            let is_tag = source.get(start + 1..name_end).is_some_and(|name| name.eq_ignore_ascii_case(tag));
            if !is_tag || !source[name_end..].starts_with(ends_a_tag_name) {
                continue;
            }
            if start < end_of_tag {
                last.hidden_tag = Some(start as u32);
                continue;
            }
            let mut names = HashSet::new();
            for (name, span) in attributes_of_tag(source, name_end as u32) {
                end_of_tag = span.range().end;
                let name = name.to_ascii_lowercase();
                if names.insert(name.clone()) {
                    last.attributes.insert(name, span.start);
                }
            }
        }
        last
    }
}

fn check_attribute_name(name: &str) -> EditResult {
    let is_forbidden =
        |character: char| ends_a_tag_name(character) || matches!(character, '\0' | '"' | '\'' | '<' | '=');
    if name.is_empty() || name.contains(is_forbidden) {
        return Err(SourceEditError::InvalidName { name: name.to_owned() });
    }
    Ok(())
}

fn escaped_value(value: &str, quote: char) -> String {
    escaped(value, |character| character == quote)
}
