//! Writes items as markup: tags with their attributes, escaped or collapsed text, comments, processing instructions and
//! doctypes.
//!
//! The earlier stages have decided which items are written.

use std::fmt::{self, Write};

use hedgerow_base::{ElementName, Namespace, known};
use hedgerow_dom::{AttributeRef, Doctype, search};

use crate::charset::{charset_of, is_content_type, is_label_of, names_charset};
use crate::escape::{EscapedBytes, write_escaped, write_escaped_attribute_value, write_escaped_text};
use crate::item::{EventAttribute, Item, Parents, Tag, TagAttributes, TextItem, is_any};
use crate::options::{
    AttributeQuotes, Escapes, Indentation, NonAscii, QuoteCharacter, TrailingSolidus, Whitespace,
    WriteOptions,
};
use crate::rendered_text::ZERO_WIDTH_SPACE;
use crate::repeated_text::{CollapsedTexts, collapse_runs};
use crate::standard::{shadow_root_attributes, write_parts};
use crate::walk::serializes_as_void;

/// The maximum number of indented levels. Without it, the output for a deep tree would grow with the square of its depth.
const MOST_LEVELS: usize = 32;

/// The largest number of spaces of a level.
const MOST_SPACES: u8 = 16;

/// A writer that counts the characters since the last line feed, if `max_line_width` is set.
#[derive(Debug)]
pub(crate) struct LineWriter<W> {
    pub(crate) writer: W,
    column: Option<usize>,
}

impl<W: Write> Write for LineWriter<W> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some(column) = &mut self.column {
            match text.rsplit_once('\n') {
                Some((_, line)) => *column = line.chars().count(),
                None => *column += text.chars().count(),
            }
        }
        self.writer.write_str(text)
    }
}

/// The stage that writes markup.
#[derive(Debug)]
pub(crate) struct Markup<W> {
    pub(crate) writer: LineWriter<W>,
    options: WriteOptions,
    /// The line feed and the indentation of the current line.
    new_line: String,
    collapsed: CollapsedTexts,
    text: EscapedBytes,
    unquoted: EscapedBytes,
    double_quoted: EscapedBytes,
    single_quoted: EscapedBytes,
    is_standard: bool,
    /// Whether the last item was the start tag of an element in which a parser drops a line feed at the start.
    swallows_line_feed: bool,
}

/// An attribute in the form in which it is written.
#[derive(Clone, Copy)]
struct Attribute<'a> {
    prefix: &'static str,
    name: &'a str,
    value: &'a str,
}

impl<'a> From<AttributeRef<'a>> for Attribute<'a> {
    fn from(attribute: AttributeRef<'a>) -> Self {
        let prefix = search::attribute_name(attribute).serialized_prefix();
        Self { prefix, name: attribute.name_text(), value: attribute.value() }
    }
}

impl<'a> From<&EventAttribute<'a>> for Attribute<'a> {
    fn from(attribute: &EventAttribute<'a>) -> Self {
        Self { prefix: attribute.prefix(), name: attribute.name, value: attribute.value }
    }
}

impl<W: Write> Markup<W> {
    pub(crate) fn new(writer: W, options: WriteOptions) -> Self {
        let with_options = |mut set: EscapedBytes| {
            if options.keep_newlines {
                set = set.and(b"\r");
            }
            if options.non_ascii == NonAscii::Keep { set } else { set.and_non_ascii() }
        };
        // A `>` needs no escape in text or in a quoted value. It is escaped because another parser may read raw text of
        // this tree as markup. If that text contains `<!--`, a comment begins there for that parser, and a `-->` in a later
        // text or value must not end it.
        let escaped = match options.escapes {
            Escapes::Standard => EscapedBytes::TEXT,
            Escapes::WhereNeeded => EscapedBytes::of(b"&<>"),
        };
        Self {
            text: with_options(escaped),
            unquoted: with_options(escaped),
            double_quoted: with_options(escaped.and(b"\"")),
            single_quoted: with_options(escaped.and(b"'")),
            is_standard: options.escapes == Escapes::Standard
                && !options.keep_newlines
                && options.non_ascii == NonAscii::Keep,
            swallows_line_feed: false,
            writer: LineWriter { writer, column: options.max_line_width.map(|_| 0) },
            options,
            new_line: "\n".to_owned(),
            collapsed: CollapsedTexts::default(),
        }
    }

    pub(crate) fn write(&mut self, item: &Item<'_>, parents: Parents) -> fmt::Result {
        let swallows_line_feed = std::mem::take(&mut self.swallows_line_feed);
        match *item {
            Item::StartTag { tag, attributes } => self.write_start_tag(tag, attributes),
            Item::EndTag(tag) => write_parts(&mut self.writer, &["</", tag.text, ">"]),
            Item::Text(text) => {
                if swallows_line_feed && self.options.keep_newlines && text.data.starts_with('\n') {
                    self.writer.write_str("\n")?;
                }
                self.write_text(text, parents)
            }
            Item::Comment(data) => write_parts(&mut self.writer, &["<!--", data, "-->"]),
            Item::ProcessingInstruction { target, data } => {
                write_parts(&mut self.writer, &["<?", target, " ", data, "?>"])
            }
            Item::Doctype(doctype) => self.write_doctype(doctype),
            Item::NewLine(depth) => {
                let levels = depth.min(MOST_LEVELS);
                let (character, count) = match self.options.indentation {
                    Indentation::Spaces(spaces) => (' ', usize::from(spaces.min(MOST_SPACES))),
                    Indentation::Tab => ('\t', 1),
                };
                self.new_line.truncate(1);
                self.new_line.extend(std::iter::repeat_n(character, levels * count));
                self.writer.write_str(&self.new_line)
            }
        }
    }

    fn write_text(&mut self, text: TextItem<'_>, parents: Parents) -> fmt::Result {
        let is_literal = parents.parent.is_some_and(|parent| parent.has_literal_text(self.options.scripting));
        if is_literal && !self.options.escape_raw_text {
            return self.writer.write_str(text.data);
        }
        if !text.is_collapsed {
            return self.write_escaped_text(text.data);
        }
        if !CollapsedTexts::is_long(text.data) {
            return self.write_collapsed(text.data).map(|_| ());
        }
        // The cache is moved out, because the methods that write need `self`.
        let collapsed = std::mem::take(&mut self.collapsed);
        let written = self.write_collapsed(collapsed.shortest(text.data));
        self.collapsed = collapsed;
        self.collapsed.add(text.data, written?, collapse);
        Ok(())
    }

    /// Writes each run of whitespace as one character. Returns the length of the collapsed text before escaping.
    fn write_collapsed(&mut self, text: &str) -> Result<usize, fmt::Error> {
        let mut length = 0;
        let mut rest = text;
        let mut is_after_zero_width_space = false;
        while !rest.is_empty() {
            let words = rest.trim_ascii_start();
            let run = &rest[..rest.len() - words.len()];
            // The piece ends at the next run of whitespace that is not a single space, or, if lines are broken, at any
            // whitespace.
            let end = if self.options.max_line_width.is_none() {
                end_of_collapsed(words)
            } else {
                words.find(|character: char| character.is_ascii_whitespace()).unwrap_or(words.len())
            };
            if is_after_zero_width_space || words.starts_with(ZERO_WIDTH_SPACE) {
                // Whether whitespace next to this character is rendered depends on its line feeds.
                let space = if run.is_empty() { "" } else { " " };
                self.writer.write_str(if run.contains('\n') { "\n" } else { space })?;
            } else if !run.is_empty() {
                self.write_space(&words[..end])?;
            }
            length += usize::from(!run.is_empty());
            self.write_escaped_text(&words[..end])?;
            is_after_zero_width_space = words[..end].ends_with(ZERO_WIDTH_SPACE);
            length += end;
            rest = &words[end..];
        }
        Ok(length)
    }

    /// Writes the whitespace before a word: a line feed if the word would not fit into the line, otherwise a space.
    fn write_space(&mut self, word: &str) -> fmt::Result {
        let column = self.writer.column.unwrap_or(0);
        let is_too_long =
            |most: usize| column + 1 + word.chars().count() > most && column >= self.new_line.len();
        if self.options.whitespace == Whitespace::Indent
            && self.options.max_line_width.is_some_and(is_too_long)
        {
            self.writer.write_str(&self.new_line)
        } else {
            self.writer.write_str(" ")
        }
    }

    fn write_escaped_text(&mut self, text: &str) -> fmt::Result {
        if self.is_standard {
            write_escaped_text(&mut self.writer, text)
        } else {
            write_escaped(&mut self.writer, text, &self.text, self.options.non_ascii)
        }
    }

    fn write_start_tag(&mut self, tag: Tag<'_>, attributes: TagAttributes<'_>) -> fmt::Result {
        write_parts(&mut self.writer, &["<", tag.text])?;
        let ends_unquoted = self.write_attributes(tag, attributes)?;
        if serializes_as_void(tag.name) {
            match self.options.trailing_solidus {
                TrailingSolidus::None => {}
                // A solidus directly after an unquoted value would become a part of it.
                TrailingSolidus::WithoutSpace if !ends_unquoted => self.writer.write_str("/")?,
                TrailingSolidus::WithoutSpace | TrailingSolidus::WithSpace => self.writer.write_str(" /")?,
            }
        }
        self.swallows_line_feed = is_any(tag.name, &[known::PRE, known::TEXTAREA, known::LISTING]);
        self.writer.write_str(">")
    }

    /// Writes the attributes; returns whether the last value is unquoted.
    fn write_attributes(&mut self, tag: Tag<'_>, attributes: TagAttributes<'_>) -> Result<bool, fmt::Error> {
        let corrected = self.corrected_charset(tag, attributes);
        let correct = |attribute: Attribute<'_>| -> Option<&str> {
            let (name, value) = corrected.as_ref()?;
            (attribute.prefix.is_empty() && attribute.name == *name).then_some(value.as_str())
        };
        let mut list: Vec<Attribute<'_>> = match attributes {
            TagAttributes::Element(element) => element.attributes().map(Attribute::from).collect(),
            TagAttributes::Event(attributes) => attributes.iter().map(Attribute::from).collect(),
            TagAttributes::ShadowRoot(init) => shadow_root_attributes(init)
                .map(|(name, value)| Attribute { prefix: "", name, value })
                .collect(),
            TagAttributes::MetaCharset => vec![Attribute { prefix: "", name: "charset", value: "" }],
        };
        if self.options.alphabetical_attributes {
            list.sort_by_key(|attribute| (attribute.prefix, attribute.name));
        }
        let mut ends_unquoted = false;
        for (index, attribute) in list.iter().enumerate() {
            let value = correct(*attribute).unwrap_or(attribute.value);
            write_parts(&mut self.writer, &[" ", attribute.prefix, attribute.name])?;
            // After a name without a value, the `=` at the start of the next name would be parsed as the start of a value.
            let is_before_equals_sign = list.get(index + 1).is_some_and(|next| next.name.starts_with('='));
            if self.is_minimized(tag, *attribute, value) && !is_before_equals_sign {
                ends_unquoted = false;
            } else {
                self.writer.write_str("=")?;
                ends_unquoted = self.write_value(value)?;
            }
        }
        Ok(ends_unquoted)
    }

    /// Returns the attribute of a `meta` that names the encoding, with the value to be written; `None` if no value is
    /// replaced.
    fn corrected_charset(
        &self,
        tag: Tag<'_>,
        attributes: TagAttributes<'_>,
    ) -> Option<(&'static str, String)> {
        let charset = self.options.meta_charset.name()?;
        if !tag.name.is_html(known::META) {
            return None;
        }
        if let Some(label) = attributes.value("charset") {
            return (!is_label_of(charset, label)).then(|| ("charset", charset.to_owned()));
        }
        if matches!(attributes, TagAttributes::MetaCharset) {
            return Some(("charset", charset.to_owned()));
        }
        let content = attributes.value("content").filter(|content| names_charset(content));
        let content = content.filter(|_| is_content_type(attributes))?;
        let is_same = charset_of(content).is_some_and(|label| is_label_of(charset, label));
        (!is_same).then(|| ("content", format!("text/html; charset={charset}")))
    }

    /// Whether only the name of an attribute is written.
    fn is_minimized(&self, tag: Tag<'_>, attribute: Attribute<'_>, value: &str) -> bool {
        let is_flag = || attribute.prefix.is_empty() && is_flag(tag, attribute.name);
        value.is_empty()
            && (self.options.minimize_empty_attributes || self.options.minimize_flags && is_flag())
            || self.options.minimize_boolean_attributes
                && attribute.prefix.is_empty()
                && is_boolean(tag, attribute.name)
    }

    /// Writes a value; returns whether it is unquoted.
    fn write_value(&mut self, value: &str) -> Result<bool, fmt::Error> {
        if self.options.attribute_quotes == AttributeQuotes::WhereNeeded && Self::may_be_unquoted(value) {
            write_escaped(&mut self.writer, value, &self.unquoted, self.options.non_ascii)?;
            return Ok(true);
        }
        let is_single = match self.options.quote_character {
            QuoteCharacter::Double => false,
            QuoteCharacter::Single => true,
            QuoteCharacter::Fewest => value.contains('"') && !value.contains('\''),
        };
        if is_single {
            self.writer.write_str("'")?;
            write_escaped(&mut self.writer, value, &self.single_quoted, self.options.non_ascii)?;
            self.writer.write_str("'")?;
        } else {
            self.writer.write_str("\"")?;
            if self.is_standard {
                write_escaped_attribute_value(&mut self.writer, value)?;
            } else {
                write_escaped(&mut self.writer, value, &self.double_quoted, self.options.non_ascii)?;
            }
            self.writer.write_str("\"")?;
        }
        Ok(false)
    }

    /// <https://html.spec.whatwg.org/multipage/syntax.html#unquoted>
    fn may_be_unquoted(value: &str) -> bool {
        // A `<` is always escaped, so it needs no quotes.
        let needs_quotes = |byte: u8| {
            matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'"' | b'\'' | b'=' | b'>' | b'`')
        };
        !value.is_empty() && !value.bytes().any(needs_quotes)
    }

    fn write_doctype(&mut self, doctype: Doctype<'_>) -> fmt::Result {
        write_parts(&mut self.writer, &["<!DOCTYPE ", doctype.name])?;
        if self.options.doctype_identifiers {
            let (public_id, system_id) = (doctype.public_id, doctype.system_id);
            match (public_id.is_empty(), system_id.is_empty()) {
                (true, true) => {}
                (true, false) => self.write_identifiers(" SYSTEM", &[system_id])?,
                (false, true) => self.write_identifiers(" PUBLIC", &[public_id])?,
                (false, false) => self.write_identifiers(" PUBLIC", &[public_id, system_id])?,
            }
        }
        self.writer.write_str(">")
    }

    fn write_identifiers(&mut self, keyword: &str, identifiers: &[&str]) -> fmt::Result {
        self.writer.write_str(keyword)?;
        identifiers.iter().try_for_each(|identifier| {
            let quote = if identifier.contains('"') { "'" } else { "\"" };
            write_parts(&mut self.writer, &[" ", quote, identifier, quote])
        })
    }
}

/// Replaces each run of whitespace by a line feed if it contains one, and otherwise by a space.
fn collapse(text: &str) -> String {
    let replacement = |run: &str| if run.contains('\n') { '\n' } else { ' ' };
    collapse_runs(text, |character| character.is_ascii_whitespace(), replacement)
}

/// Returns the start of the first run of whitespace that is not a single space, or the length of the text.
fn end_of_collapsed(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_whitespace = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_whitespace);
    let is_end = |index: &usize| is_whitespace(*index) && (bytes[*index] != b' ' || is_whitespace(index + 1));
    (0..bytes.len()).find(is_end).unwrap_or(bytes.len())
}

/// Whether authors usually write an attribute without a value if the value is empty.
fn is_flag(tag: Tag<'_>, attribute: &str) -> bool {
    match attribute {
        "hidden" | "popover" | "crossorigin" | "download" => true,
        "accept-charset" | "http-equiv" => false,
        _ => is_boolean(tag, attribute) || attribute.contains('-') && !attribute.starts_with("aria-"),
    }
}

/// Whether an attribute is a boolean attribute of an HTML element.
/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#boolean-attribute>
fn is_boolean(tag: Tag<'_>, attribute: &str) -> bool {
    let ElementName { namespace: Namespace::Html, .. } = tag.name else { return false };
    let elements: &[&str] = match attribute {
        "autofocus" | "inert" | "itemscope" => return true,
        "allowfullscreen" => &["iframe"],
        "alpha" => &["input"],
        "async" | "defer" | "nomodule" => &["script"],
        "autoplay" | "controls" | "loop" | "muted" => &["audio", "video"],
        "checked" => &["input"],
        "default" => &["track"],
        "disabled" => &["button", "fieldset", "input", "link", "optgroup", "option", "select", "textarea"],
        "formnovalidate" => &["button", "input"],
        "ismap" => &["img"],
        "multiple" => &["input", "select"],
        "novalidate" => &["form"],
        "open" => &["details", "dialog"],
        "playsinline" => &["video"],
        "readonly" => &["input", "textarea"],
        "required" => &["input", "select", "textarea"],
        "reversed" => &["ol"],
        "selected" => &["option"],
        "shadowrootclonable"
        | "shadowrootcustomelementregistry"
        | "shadowrootdelegatesfocus"
        | "shadowrootserializable" => &["template"],
        _ => &[],
    };
    elements.contains(&tag.text)
}
