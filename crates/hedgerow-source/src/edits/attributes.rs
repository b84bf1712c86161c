//! Edits of attributes.

use std::collections::{HashMap, HashSet};

use hedgerow_base::{Span, StartTagSource, known};
use hedgerow_dom::{NodeId, NodeRef};

use super::{
    EditResult, PendingEdit, SourceEdits, describe, ends_a_tag_name, escaped, refuse_null_characters,
    start_tag,
};
use crate::tag_source::{attributes_of_tag, removal};
use crate::{AttributeSpans, NodeSource, SourceEditError};

/// The edits of an attribute in the source, as indices of the field `edits` of [`SourceEdits`].
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct AttributeEdits {
    name: Option<usize>,
    /// The edit of the value, or the removal of the attribute.
    value: Option<usize>,
    is_removed: bool,
}

/// The maximum number of attributes that are searched one by one.
const LINEAR_SEARCH_LIMIT: usize = 16;

impl<'d> SourceEdits<'d> {
    /// Changes the name of an attribute. Later edits can use both names, unless another attribute gets the old name.
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
    /// If the name is invalid, if the element does not have the attribute in the source, if the element has another
    /// attribute with the new name, or if a later `html` or `body` tag repeats the attribute.
    pub fn rename_attribute(&mut self, element: NodeId, name: &str, new_name: &str) -> EditResult {
        let element = self.node(element)?;
        check_attribute_name(new_name)?;
        let spans = self.present_attribute(element, name)?;
        if self.has_another(element, new_name, spans) {
            return Err(SourceEditError::AttributeExists {
                node: describe(element),
                name: new_name.to_owned(),
            });
        }
        self.refuse_if_repeated_later(element, spans)?;
        self.remove_duplicates(element, spans);
        self.forget_new_name(element, spans);
        let index = self.changed.get(&spans.name.start).and_then(|edits| edits.name);
        let index = self.put(index, PendingEdit::replacement(spans.name, new_name));
        self.changed.entry(spans.name.start).or_default().name = Some(index);
        if let Some(key) = renamed_key(element, new_name) {
            self.renamed.insert(key, spans);
        }
        Ok(())
    }

    /// Whether an attribute other than `renamed` would have this name after the edits.
    fn has_another(&mut self, element: NodeRef<'d>, name: &str, renamed: AttributeSpans<'_>) -> bool {
        let is_other = |spans: &AttributeSpans<'_>| spans.name != renamed.name;
        let new = renamed_key(element, name).and_then(|key| self.renamed.get(&key));
        new.is_some_and(is_other)
            || added_key(element, name).is_some_and(|key| self.added.contains_key(&key))
            || self.attribute_in_source(element, name).filter(is_other).is_some_and(|spans| {
                let edits = self.changed.get(&spans.name.start).copied().unwrap_or_default();
                !edits.is_removed && self.new_name(edits).is_none_or(|new| new.eq_ignore_ascii_case(name))
            })
    }

    /// The new name of an attribute, if it was renamed.
    fn new_name(&self, edits: AttributeEdits) -> Option<&str> {
        Some(&self.edits.get(edits.name?)?.edit.replacement)
    }

    /// Makes an attribute's new name available to other attributes.
    fn forget_new_name(&mut self, element: NodeRef<'d>, spans: AttributeSpans<'_>) {
        let edits = self.changed.get(&spans.name.start).copied().unwrap_or_default();
        if let Some(key) = self.new_name(edits).and_then(|name| renamed_key(element, name)) {
            self.renamed.remove(&key);
        }
    }

    /// Sets the value of an attribute, or adds the attribute after the tag name. Existing quotes stay unchanged; an unquoted
    /// value gets quotes.
    ///
    /// ```
    #[doc = include_str!("../../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.set_attribute(link, "title", "&")?;
    /// assert_eq!(edits.apply()?, "<A title=\"&amp;\"  HREF=/old>one</A>");
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
        let Some(spans) = self.attribute(element, name) else {
            return self.add_attribute(element, name, value);
        };
        let edit = match spans.value {
            None => {
                let end = Span { start: spans.name.end, end: spans.name.end };
                PendingEdit::replacement(end, &format!("=\"{}\"", escaped_value(value, '"')))
            }
            Some(span) => match self.quote_before(span) {
                Some(quote) => PendingEdit::replacement(span, &escaped_value(value, quote)),
                None => PendingEdit::replacement(span, &format!("\"{}\"", escaped_value(value, '"'))),
            },
        };
        self.put_value(spans, edit, false);
        Ok(())
    }

    fn add_attribute(&mut self, element: NodeRef<'d>, name: &str, value: &str) -> EditResult {
        check_attribute_name(name)?;
        let start_tag = start_tag(element)?;
        let end = self.tag_name(start_tag.start + 1).end;
        let edit = PendingEdit::insertion(end, &format!(" {name}=\"{}\"", escaped_value(value, '"')));
        let key = (start_tag.start, name.to_ascii_lowercase());
        let index = self.added.get(&key).copied();
        let index = self.put(index, edit);
        self.added.insert(key, index);
        Ok(())
    }

    /// Stores the edit of an attribute's value, or its removal, replacing an earlier one.
    fn put_value(&mut self, spans: AttributeSpans<'_>, edit: PendingEdit, is_removed: bool) {
        let index = self.changed.get(&spans.name.start).and_then(|edits| edits.value);
        let index = self.put(index, edit);
        let edits = self.changed.entry(spans.name.start).or_default();
        (edits.value, edits.is_removed) = (Some(index), is_removed);
    }

    /// Stores an edit in place of an earlier one, or at the end; returns its index.
    fn put(&mut self, index: Option<usize>, edit: PendingEdit) -> usize {
        if let Some(place) = index.and_then(|index| self.edits.get_mut(index)) {
            *place = edit;
        } else {
            self.edits.push(edit);
        }
        index.unwrap_or(self.edits.len() - 1)
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
    /// If the element does not have the attribute in the source, or if a later `html` or `body` tag repeats it.
    pub fn remove_attribute(&mut self, element: NodeId, name: &str) -> EditResult {
        let element = self.node(element)?;
        if let Some(index) = added_key(element, name).and_then(|key| self.added.remove(&key)) {
            self.withdraw(Some(index));
            return Ok(());
        }
        let spans = self.present_attribute(element, name)?;
        self.refuse_if_repeated_later(element, spans)?;
        self.remove_duplicates(element, spans);
        self.forget_new_name(element, spans);
        let mut edits = self.changed.get(&spans.name.start).copied().unwrap_or_default();
        self.withdraw(edits.name.take());
        self.changed.insert(spans.name.start, edits);
        let mut end = spans.value.map_or(spans.name.end, |value| value.end);
        if spans.value.is_some_and(|value| self.quote_before(value).is_some()) {
            end += 1;
        }
        let (span, replacement) = removal(self.source(), Span { start: spans.name.start, end });
        self.put_value(spans, PendingEdit::replacement(span, replacement), true);
        Ok(())
    }

    /// Refuses an edit after which the parser would take the attribute from a later `html` or `body` tag.
    fn refuse_if_repeated_later(&mut self, element: NodeRef<'d>, spans: AttributeSpans<'_>) -> EditResult {
        if !element.is_html_any(&[known::HTML, known::BODY]) {
            return Ok(());
        }
        let source = self.source();
        let tag = element.local_name_text();
        let last = self.last_in_tags.entry(element.id()).or_insert_with(|| LastInTags::of(source, tag));
        let name = spans.name.of(source).unwrap_or_default().to_ascii_lowercase();
        if last.hidden_tag.max(last.attributes.get(&name).copied()) > Some(spans.name.start) {
            return Err(SourceEditError::RepeatedAttribute { node: describe(element), name });
        }
        Ok(())
    }

    /// Removes the attributes that the parser ignored because they repeat this one.
    fn remove_duplicates(&mut self, element: NodeRef<'d>, spans: AttributeSpans<'_>) {
        let source = self.source();
        let Some(first) = element.attribute_spans().next() else { return };
        let duplicates =
            self.duplicates.entry(first.name.start).or_insert_with(|| duplicates(source, element));
        let name = spans.name.of(source).unwrap_or_default().to_ascii_lowercase();
        // They leave the table, so that a later edit of the same attribute does not remove them again.
        for duplicate in duplicates.remove(&name).unwrap_or_default() {
            let (span, replacement) = removal(source, duplicate);
            self.edits.push(PendingEdit::replacement(span, replacement));
        }
    }

    /// Turns an edit into a no-op.
    fn withdraw(&mut self, index: Option<usize>) {
        if let Some(edit) = index.and_then(|index| self.edits.get_mut(index)) {
            *edit = PendingEdit::insertion(edit.edit.span.start, "");
        }
    }

    /// The spans of the attribute with that new name, or else with that name in the source.
    fn attribute(&mut self, element: NodeRef<'d>, name: &str) -> Option<AttributeSpans<'d>> {
        let renamed = renamed_key(element, name).and_then(|key| self.renamed.get(&key)).copied();
        renamed.or_else(|| self.attribute_in_source(element, name))
    }

    fn is_removed(&self, spans: AttributeSpans<'_>) -> bool {
        self.changed.get(&spans.name.start).is_some_and(|edits| edits.is_removed)
    }

    /// The spans of the first attribute with that name in the source.
    fn attribute_in_source(&mut self, element: NodeRef<'d>, name: &str) -> Option<AttributeSpans<'d>> {
        let first = element.attribute_spans().next()?.name.start;
        if let Some(index) = self.indexes.get(&first) {
            return index.get(&name.to_ascii_lowercase()).copied();
        }
        let source = self.document.source().unwrap_or_default();
        let written = |spans: &AttributeSpans<'_>| spans.name.of(source).unwrap_or_default();
        let mut spans = element.attribute_spans();
        let found =
            spans.by_ref().take(LINEAR_SEARCH_LIMIT).find(|spans| written(spans).eq_ignore_ascii_case(name));
        if found.is_some() || spans.next().is_none() {
            return found;
        }
        let mut index = HashMap::new();
        for spans in element.attribute_spans() {
            index.entry(written(&spans).to_ascii_lowercase()).or_insert(spans);
        }
        self.indexes.entry(first).or_insert(index).get(&name.to_ascii_lowercase()).copied()
    }

    /// The spans of an attribute, unless it was removed.
    fn present_attribute(
        &mut self,
        element: NodeRef<'d>,
        name: &str,
    ) -> Result<AttributeSpans<'d>, SourceEditError> {
        self.attribute(element, name)
            .filter(|&spans| !self.is_removed(spans))
            .ok_or_else(|| SourceEditError::NoAttribute { node: describe(element), name: name.to_owned() })
    }

    /// Returns the quotation mark around a value; `None` if the value is unquoted.
    fn quote_before(&self, value: Span) -> Option<char> {
        let before = self.source().as_bytes().get(value.start.checked_sub(1)? as usize)?;
        let after = self.source().as_bytes().get(value.end as usize)?;
        (matches!(before, b'"' | b'\'') && before == after).then_some(char::from(*before))
    }
}

/// Returns the key of an added attribute in the field `added`; `None` if the element has no start tag.
fn added_key(element: NodeRef<'_>, name: &str) -> Option<(u32, String)> {
    match element.start_tag()? {
        StartTagSource::Tag(tag) | StartTagSource::Copy(tag) => Some((tag.start, name.to_ascii_lowercase())),
        StartTagSource::Implied(_) => None,
    }
}

/// Returns the key of a new attribute name in the field `renamed`; `None` if the element has no attributes in the
/// source.
fn renamed_key(element: NodeRef<'_>, name: &str) -> Option<(u32, String)> {
    Some((element.attribute_spans().next()?.name.start, name.to_ascii_lowercase()))
}

/// Returns the spans of all attributes that repeat an attribute of the same tag, by their names in lower case.
fn duplicates(source: &str, element: NodeRef<'_>) -> HashMap<String, Vec<Span>> {
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
