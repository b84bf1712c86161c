//! The nodes that handlers receive: [`Element`], [`EndTag`], [`TextChunk`], [`Comment`], [`Doctype`] and [`DocumentEnd`].

use std::ops::Range;

use encoding_rs::Encoding;
use hedgerow_base::{ElementFlags, ElementName, NameId, Namespace, known};

use crate::check::{Checker, MOST_ANCESTORS};
use crate::error::EditError;
use crate::output::encodable;
use crate::tag::TagSource;
use crate::window::{Formatting, Origin, Slot, Window};

/// New content: markup, which is written unchanged, or text, which is escaped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content<'c> {
    /// Markup.
    Html(&'c str),
    /// Text.
    Text(&'c str),
}

/// The treatment of an edit whose effect on the tree would differ from what the edit says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Checks {
    /// Refuse the edit, or end the run with an error if the difference becomes known later.
    #[default]
    Refuse,
    /// Make the edit, and report the difference: see [`Outcome::departures`](crate::Outcome::departures).
    Report,
}

/// The result of an edit.
pub type EditResult = Result<(), EditError>;

const EMPTY: Content<'static> = Content::Text("");

type EndTagHandler<'h> = Box<dyn FnOnce(&mut EndTag<'_>) -> crate::HandlerResult + Send + 'h>;

/// The edits of an element.
#[derive(Default)]
pub(crate) struct Edits<'h> {
    pub(crate) before: String,
    pub(crate) prepended: String,
    pub(crate) appended: String,
    pub(crate) after: String,
    pub(crate) replacement: Option<String>,
    pub(crate) contents: Option<String>,
    pub(crate) is_unwrapped: bool,
    pub(crate) at_end: Vec<EndTagHandler<'h>>,
}

/// The facts that the checks of an edit need.
pub(crate) struct Context<'e> {
    pub(crate) window: &'e Window,
    pub(crate) checker: &'e mut Checker,
    pub(crate) encoding: &'static Encoding,
    /// The formatting elements after the token.
    pub(crate) formatting: Formatting,
}

impl Context<'_> {
    /// Refuses an edit, unless failed checks are only reported.
    fn refuse(&mut self, error: EditError) -> EditResult {
        if self.checker.checks == Checks::Refuse {
            return Err(error);
        }
        self.checker.record(error);
        Ok(())
    }

    fn refuse_if(&mut self, condition: bool, error: EditError) -> EditResult {
        if condition { self.refuse(error) } else { Ok(()) }
    }

    /// Refuses an edit in a template whose insertion mode depends on earlier siblings.
    fn refuse_in_other_template_mode(&mut self, parent: Slot) -> EditResult {
        let is_template = |slot| {
            self.window
                .node(slot)
                .and_then(|node| node.name)
                .is_some_and(|name| name.is_html(known::TEMPLATE))
        };
        let is_other = !self.formatting.is_in_body
            && self.window.ancestors(parent).take(MOST_ANCESTORS).any(is_template);
        self.refuse_if(is_other, EditError::NotContained)
    }

    /// Returns content in the form in which it is written into an element.
    fn content(&mut self, parent: Slot, content: Content<'_>) -> Result<String, EditError> {
        let text = self.written(parent, content)?;
        self.refuse_in_other_template_mode(parent)?;
        let is_contained = text.is_empty()
            || !self.formatting.is_pending && self.checker.is_contained(self.window, parent, &text);
        self.refuse_if(!is_contained, EditError::NotContained)?;
        Ok(text)
    }

    /// Returns content in the form in which it is written into an element, without a check of its place.
    fn written(&self, parent: Slot, content: Content<'_>) -> Result<String, EditError> {
        let name = self.window.node(parent).and_then(|node| node.name);
        let is_literal = name.is_some_and(|name| name.has_literal_text(self.window.has_scripting));
        let text = match content {
            Content::Html(html) => html.to_owned(),
            Content::Text(text) if is_literal => text.to_owned(),
            Content::Text(text) => escaped(text),
        };
        encodable(&text, self.encoding, !is_literal)
    }
}

/// An element whose start tag has been processed.
///
/// The attributes are those of the start tag. Attribute names are compared ignoring case.
pub struct Element<'e, 'h> {
    pub(crate) context: Context<'e>,
    pub(crate) slot: Slot,
    pub(crate) parent: Slot,
    pub(crate) name: ElementName,
    pub(crate) origin: Origin,
    pub(crate) is_in_order: bool,
    pub(crate) is_implied_by_end_tag: bool,
    /// The start tag that implied the parent, too, in the same token.
    pub(crate) implies_parent: bool,
    pub(crate) contents: Option<&'e str>,
    pub(crate) tag: &'e mut TagSource,
    pub(crate) edits: &'e mut Edits<'h>,
}

impl<'e, 'h> Element<'e, 'h> {
    /// Returns the local name: in lower case for HTML elements, and adjusted for SVG elements.
    #[must_use]
    pub fn local_name(&self) -> &str {
        self.context.window.local_name(self.slot)
    }

    /// Returns the namespace.
    #[must_use]
    pub fn namespace(&self) -> Namespace {
        self.name.namespace
    }

    /// Returns the offset of the start tag in bytes of the source. If the element is implied or a copy, this is the offset of the
    /// token that the parser created it for.
    #[must_use]
    pub fn source_offset(&self) -> u64 {
        self.context.checker.offset
    }

    /// Whether the place of the element in the tree is that of its start tag in the source. It is not if the element was
    /// foster-parented: moved before the table around it.
    #[must_use]
    pub fn is_in_source_order(&self) -> bool {
        self.is_in_order
    }

    /// Whether the element has a start tag of its own. Otherwise it is implied, or a copy of a formatting element, and only its
    /// contents at its end can be changed.
    #[must_use]
    pub fn has_start_tag(&self) -> bool {
        self.origin == Origin::StartTag
    }

    /// Whether the element can have contents in the source: it is neither void nor self-closing.
    #[must_use]
    pub fn can_have_contents(&self) -> bool {
        if self.name.namespace == Namespace::Html {
            !ElementFlags::of(self.name).has(ElementFlags::SERIALIZES_AS_VOID)
        } else {
            !self.tag.is_self_closing
        }
    }

    /// Returns the source of the contents, with normalized newlines, if a handler of the element [needs
    /// it](crate::Rewriter::on_contents). The contents of the `head` and the `body` end with their end tags.
    #[must_use]
    pub fn contents(&self) -> Option<&'e str> {
        self.contents
    }

    /// Returns the value of an attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.tag.get(name)
    }

    /// Iterates over the names and values of the attributes, in source order.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tag.attributes()
    }

    /// Sets the value of an attribute, and adds the attribute if it is missing.
    ///
    /// # Errors
    ///
    /// If the element has no start tag, the name or the value cannot be written, or the attribute controls the parser, such as
    /// `type` of an `input` and `charset` of a `meta`.
    pub fn set_attribute(&mut self, name: &str, value: &str) -> EditResult {
        self.need_start_tag()?;
        let is_invalid = |character: char| {
            character.is_ascii_whitespace() || matches!(character, '/' | '>' | '=' | '\0' | '"' | '\'' | '<')
        };
        if name.is_empty() || name.contains(is_invalid) {
            return Err(EditError::InvalidName(name.to_owned()));
        }
        encodable(name, self.context.encoding, false).map_err(|_| EditError::InvalidName(name.to_owned()))?;
        let value = encodable(value, self.context.encoding, true).map(|_| value)?;
        self.refuse_if_it_controls_the_parser(name)?;
        self.tag.set(name, value);
        Ok(())
    }

    /// Removes an attribute. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// As for [`set_attribute`](Self::set_attribute).
    pub fn remove_attribute(&mut self, name: &str) -> Result<bool, EditError> {
        self.need_start_tag()?;
        self.refuse_if_it_controls_the_parser(name)?;
        Ok(self.tag.remove(name))
    }

    /// Changes the name, in the start tag and in the end tag.
    ///
    /// # Errors
    ///
    /// If the name cannot be written, the element has no start tag, or a parser has other rules for the new name.
    pub fn rename(&mut self, name: &str) -> EditResult {
        self.need_start_tag()?;
        let is_invalid =
            |character: char| character.is_ascii_whitespace() || matches!(character, '/' | '>' | '\0' | '<');
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || name.contains(is_invalid) {
            return Err(EditError::InvalidName(name.to_owned()));
        }
        encodable(name, self.context.encoding, false).map_err(|_| EditError::InvalidName(name.to_owned()))?;
        let new = NameId::find_known(&name.to_ascii_lowercase()).unwrap_or(known::SPAN);
        let has_same_rules = self.name.namespace == Namespace::Html && have_equal_rules(self.name.local, new);
        self.context.refuse_if(!has_same_rules, EditError::OtherRules(name.to_owned()))?;
        self.tag.rename(name);
        Ok(())
    }

    /// Inserts content before the element.
    ///
    /// # Errors
    ///
    /// If the element has no start tag or is not in source order, or a parser would not put the content there.
    pub fn before(&mut self, content: Content<'_>) -> EditResult {
        let content = self.sibling(content)?;
        self.edits.before.push_str(&content);
        Ok(())
    }

    /// Inserts content after the element. Later calls insert before the content of earlier ones.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before).
    pub fn after(&mut self, content: Content<'_>) -> EditResult {
        let content = self.sibling(content)?;
        self.edits.after.insert_str(0, &content);
        Ok(())
    }

    /// Inserts content before the first child. Later calls insert before the content of earlier ones.
    ///
    /// # Errors
    ///
    /// If the element has no start tag or cannot have contents, or a parser would not put the content there.
    pub fn prepend(&mut self, content: Content<'_>) -> EditResult {
        self.need_start_tag()?;
        let content = self.child(content)?;
        self.edits.prepended.insert_str(0, &content);
        Ok(())
    }

    /// Inserts content after the last child.
    ///
    /// # Errors
    ///
    /// If the element cannot have contents, or a parser would not put the content there.
    pub fn append(&mut self, content: Content<'_>) -> EditResult {
        let content = self.child(content)?;
        self.edits.appended.push_str(&content);
        Ok(())
    }

    /// Replaces the contents.
    ///
    /// # Errors
    ///
    /// As for [`prepend`](Self::prepend).
    pub fn set_contents(&mut self, content: Content<'_>) -> EditResult {
        self.need_start_tag()?;
        let is_structure = self.is_structure();
        self.context.refuse_if(is_structure && !self.name.is_html(known::BODY), EditError::OutsideTheBody)?;
        let content = self.child(content)?;
        self.edits.contents = Some(content);
        self.edits.prepended.clear();
        self.edits.appended.clear();
        Ok(())
    }

    /// Replaces the element with its contents. Handlers are not called for its contents.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before).
    pub fn replace(&mut self, content: Content<'_>) -> EditResult {
        let content = self.sibling(content)?;
        let is_structure = self.is_structure();
        self.context.refuse_if(is_structure, EditError::OutsideTheBody)?;
        // The first element in a template determines the insertion mode.
        let is_in_template = self.has_parent(|name| name.is_html(known::TEMPLATE));
        self.context.refuse_if(is_in_template, EditError::NotContained)?;
        self.edits.replacement = Some(content);
        Ok(())
    }

    /// Removes the element with its contents. Handlers are not called for its contents.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before).
    pub fn remove(&mut self) -> EditResult {
        self.replace(EMPTY)
    }

    /// Removes the element, and keeps its contents.
    ///
    /// # Errors
    ///
    /// If a parser has rules of its own for the element, such as for the parts of tables, or as for [`before`](Self::before).
    pub fn remove_and_keep_contents(&mut self) -> EditResult {
        self.sibling(EMPTY)?;
        // Other elements shield their contents from elements around them, or are shielded.
        let flags = ElementFlags::of(self.name);
        let is_ordinary = self.name.namespace == Namespace::Html
            && has_ordinary_rules(self.name.local)
            && !flags.has(ElementFlags::SPECIAL)
            && !self.has_parent(|name| {
                name.namespace != Namespace::Html
                    || name.is_html(known::TEMPLATE)
                    || ElementFlags::of(name).has(ElementFlags::HEADING)
            });
        self.context.refuse_if(!is_ordinary, EditError::OtherRules(self.local_name().to_owned()))?;
        self.edits.is_unwrapped = true;
        Ok(())
    }

    /// Whether the element was removed or replaced.
    #[must_use]
    pub fn is_removed(&self) -> bool {
        self.edits.replacement.is_some() || self.edits.is_unwrapped
    }

    /// Calls a function at the end of the element, before its end tag if there is one.
    ///
    /// # Errors
    ///
    /// If the element cannot have contents.
    pub fn on_end(
        &mut self,
        handler: impl FnOnce(&mut EndTag<'_>) -> crate::HandlerResult + Send + 'h,
    ) -> EditResult {
        if !self.can_have_contents() {
            return Err(EditError::NoContents);
        }
        self.edits.at_end.push(Box::new(handler));
        Ok(())
    }

    fn need_start_tag(&self) -> EditResult {
        match self.origin {
            Origin::StartTag => Ok(()),
            Origin::Implied => Err(EditError::NoStartTag),
            Origin::Copied => Err(EditError::Copy),
        }
    }

    fn has_parent(&self, property: impl FnOnce(ElementName) -> bool) -> bool {
        self.context.window.node(self.parent).and_then(|node| node.name).is_some_and(property)
    }

    fn is_structure(&self) -> bool {
        [known::HTML, known::HEAD, known::BODY, known::FRAMESET].iter().any(|&name| self.name.is_html(name))
    }

    fn refuse_if_it_controls_the_parser(&mut self, name: &str) -> EditResult {
        let is_any = |names: &[&str]| names.iter().any(|other| name.eq_ignore_ascii_case(other));
        let controls = match self.name {
            ElementName { namespace: Namespace::Html, local: known::INPUT } => is_any(&["type"]),
            ElementName { namespace: Namespace::Html, local: known::META } => {
                is_any(&["charset", "http-equiv", "content"]) && self.declares_an_encoding()
                    || is_any(&["charset"])
            }
            ElementName { namespace: Namespace::Html, local: known::TEMPLATE } => {
                is_any(&["for", "shadowrootmode"])
            }
            ElementName { namespace: Namespace::MathMl, .. } => is_any(&["encoding"]),
            _ => false,
        };
        self.context.refuse_if(controls, EditError::OtherRules(name.to_owned()))
    }

    fn declares_an_encoding(&self) -> bool {
        self.tag.get("charset").is_some()
            || self.tag.get("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("content-type"))
    }

    fn sibling(&mut self, content: Content<'_>) -> Result<String, EditError> {
        self.need_start_tag()?;
        self.context.refuse_if(!self.is_in_order, EditError::NotInSourceOrder)?;
        let parent = self.context.window.node(self.parent).and_then(|node| node.name);
        let has_tag = parent.is_some_and(|name| name.is_html(known::HEAD) || name.is_html(known::BODY));
        self.context.refuse_if(self.implies_parent && !has_tag, EditError::NotContained)?;
        self.context
            .refuse_if(self.context.formatting.is_any_pending && content != EMPTY, EditError::NotContained)?;
        self.context.content(self.parent, content)
    }

    fn child(&mut self, content: Content<'_>) -> Result<String, EditError> {
        if self.is_implied_by_end_tag {
            return Err(EditError::NoStartTag);
        }
        if !self.can_have_contents() {
            return Err(EditError::NoContents);
        }
        self.context.content(self.slot, content)
    }
}

/// Whether the parser has the same rules for two HTML elements.
fn have_equal_rules(one: NameId, other: NameId) -> bool {
    const GROUPS: [&[NameId]; 5] = [
        &[known::TD, known::TH],
        &[known::TBODY, known::TFOOT, known::THEAD],
        &[known::DD, known::DT],
        &[known::PRE, known::LISTING],
        &[known::H1, known::H2, known::H3, known::H4, known::H5, known::H6],
    ];
    let has_equal_flags =
        ElementFlags::of(ElementName::html(one)) == ElementFlags::of(ElementName::html(other));
    one == other
        || GROUPS.iter().any(|group| group.contains(&one) && group.contains(&other))
        || has_equal_flags && has_ordinary_rules(one) && has_ordinary_rules(other)
}

/// Whether the rules of "in body" for the start tag only insert the element, perhaps after they have closed a `p` element or
/// reconstructed the active formatting elements.
fn has_ordinary_rules(name: NameId) -> bool {
    let flags = ElementFlags::of(ElementName::html(name));
    let ordinary =
        ElementFlags::INSERTED_IN_BODY | ElementFlags::CLOSES_P_IN_BODY | ElementFlags::FORMATS_IN_BODY;
    flags.has(ordinary)
        && !flags.has(ElementFlags::IMPLIED_END_TAG | ElementFlags::HEADING)
        && name != known::A
}

/// The end of an element.
pub struct EndTag<'e> {
    pub(crate) context: Context<'e>,
    pub(crate) slot: Slot,
    pub(crate) parent: Slot,
    pub(crate) has_tag: bool,
    pub(crate) before: &'e mut String,
    pub(crate) after: &'e mut String,
}

impl EndTag<'_> {
    /// Returns the local name of the element.
    #[must_use]
    pub fn local_name(&self) -> &str {
        self.context.window.local_name(self.slot)
    }

    /// Returns the offset in bytes of the source of the token that ends the element.
    #[must_use]
    pub fn source_offset(&self) -> u64 {
        self.context.checker.offset
    }

    /// Whether there is an end tag. Otherwise the end is implied.
    #[must_use]
    pub fn has_tag(&self) -> bool {
        self.has_tag
    }

    /// Inserts content after the last child.
    ///
    /// # Errors
    ///
    /// If a parser would not put the content there.
    pub fn before(&mut self, content: Content<'_>) -> EditResult {
        let content = self.context.content(self.slot, content)?;
        self.before.push_str(&content);
        Ok(())
    }

    /// Inserts content after the element.
    ///
    /// # Errors
    ///
    /// If a parser would not put the content there.
    pub fn after(&mut self, content: Content<'_>) -> EditResult {
        let content = self.context.content(self.parent, content)?;
        self.after.insert_str(0, &content);
        Ok(())
    }
}

/// The edits of a text, a comment or a doctype.
#[derive(Default)]
pub(crate) struct LeafEdits {
    pub(crate) before: String,
    pub(crate) after: String,
    pub(crate) replacement: Option<String>,
}

/// A node without contents, and its edits.
pub(crate) struct Leaf<'e> {
    pub(crate) context: Context<'e>,
    pub(crate) parent: Slot,
    pub(crate) is_in_order: bool,
    pub(crate) is_in_cdata_section: bool,
    /// Whether the node is a text of white space.
    pub(crate) is_white_space: bool,
    pub(crate) edits: &'e mut LeafEdits,
}

impl Leaf<'_> {
    fn content(&mut self, content: Content<'_>) -> Result<String, EditError> {
        let is_text = matches!(content, Content::Text(_));
        // Text in a CDATA section, and a newline that the source could continue, are written in another form.
        let is_plain =
            !self.is_in_cdata_section && !matches!(content, Content::Html(html) if html.ends_with('\r'));
        if self.is_in_order && self.is_white_space && is_white_space(content) && is_plain {
            // A parser has the same rules for all white space.
            return self.context.written(self.parent, content);
        }
        self.context.refuse_if(!self.is_in_order && !is_text, EditError::NotInSourceOrder)?;
        if self.is_in_order {
            let content = self.context.content(self.parent, content)?;
            let is_inside = self.is_in_cdata_section && !content.is_empty();
            // The content is written between two sections.
            return Ok(if is_inside { format!("]]>{content}<![CDATA[") } else { content });
        }
        let (Content::Html(text) | Content::Text(text)) = content;
        encodable(&escaped(text), self.context.encoding, true)
    }
}

macro_rules! leaf_edits {
    ($name:ident) => {
        impl $name<'_> {
            /// Inserts content before the node.
            ///
            /// # Errors
            ///
            /// If a parser would not put the content there.
            pub fn before(&mut self, content: Content<'_>) -> EditResult {
                let content = self.leaf.content(content)?;
                self.leaf.edits.before.push_str(&content);
                Ok(())
            }

            /// Inserts content after the node. Later calls insert before the content of earlier ones.
            ///
            /// # Errors
            ///
            /// If a parser would not put the content there.
            pub fn after(&mut self, content: Content<'_>) -> EditResult {
                let content = self.leaf.content(content)?;
                self.leaf.edits.after.insert_str(0, &content);
                Ok(())
            }

            /// Replaces the node.
            ///
            /// # Errors
            ///
            /// If a parser would not put the content there.
            pub fn replace(&mut self, content: Content<'_>) -> EditResult {
                // White space in a table is not moved out of it.
                let stays = !self.leaf.is_in_order && !self.leaf.is_white_space && is_white_space(content);
                self.leaf.context.refuse_if(stays, EditError::NotInSourceOrder)?;
                let content = self.leaf.content(content)?;
                self.leaf.edits.replacement = Some(content);
                Ok(())
            }

            /// Removes the node.
            pub fn remove(&mut self) {
                self.leaf.edits.replacement = Some(String::new());
            }

            /// Whether the node was removed or replaced.
            #[must_use]
            pub fn is_removed(&self) -> bool {
                self.leaf.edits.replacement.is_some()
            }

            /// Returns the offset of the node in bytes of the source.
            #[must_use]
            pub fn source_offset(&self) -> u64 {
                self.leaf.context.checker.offset
            }

            /// Whether the place of the node in the tree is that in the source.
            #[must_use]
            pub fn is_in_source_order(&self) -> bool {
                self.leaf.is_in_order
            }
        }
    };
}

/// A part of a text node. The text of a node may be divided into several parts, as the input is.
pub struct TextChunk<'e> {
    pub(crate) leaf: Leaf<'e>,
    pub(crate) source: &'e str,
    pub(crate) has_references: bool,
}

leaf_edits!(TextChunk);

impl TextChunk<'_> {
    /// Returns the characters, with their references replaced.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.source
    }

    /// Whether the characters are written in the source as they are: the chunk is no character reference.
    #[must_use]
    pub fn is_literal(&self) -> bool {
        !self.has_references
    }
}

/// A comment.
pub struct Comment<'e> {
    pub(crate) leaf: Leaf<'e>,
    pub(crate) source: &'e str,
    pub(crate) data: Range<usize>,
}

leaf_edits!(Comment);

impl Comment<'_> {
    /// Returns the text of the comment as it is written in the source.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source.get(self.data.clone()).unwrap_or_default()
    }

    /// Changes the text.
    ///
    /// # Errors
    ///
    /// If the text would end the comment, or the encoding cannot represent it.
    pub fn set_text(&mut self, text: &str) -> EditResult {
        let ends = text.starts_with('>')
            || text.starts_with("->")
            || ["-->", "--!>", "<!--"].iter().any(|end| text.contains(end))
            || text.ends_with("<!-")
            || text.ends_with('\r')
            || text.ends_with("--!");
        if ends {
            return Err(EditError::EndsTheComment);
        }
        let text = encodable(text, self.leaf.context.encoding, false)?;
        self.leaf.edits.replacement = Some(format!("<!--{text}-->"));
        Ok(())
    }
}

/// A DOCTYPE.
pub struct Doctype<'e> {
    pub(crate) source: &'e str,
    pub(crate) is_removed: &'e mut bool,
}

impl Doctype<'_> {
    /// Returns the DOCTYPE as it is written in the source.
    #[must_use]
    pub fn source(&self) -> &str {
        self.source
    }

    /// Removes the DOCTYPE. This changes the quirks mode, and with it the rules for tables in paragraphs.
    pub fn remove(&mut self) {
        *self.is_removed = true;
    }
}

/// The end of the document.
pub struct DocumentEnd<'e> {
    pub(crate) encoding: &'static Encoding,
    pub(crate) appended: &'e mut String,
}

impl DocumentEnd<'_> {
    /// Writes content after the document. A parser puts it at the end of the innermost element that is still open, which usually is
    /// the body.
    ///
    /// # Errors
    ///
    /// If the encoding cannot represent the content.
    pub fn append(&mut self, content: Content<'_>) -> EditResult {
        let text = match content {
            Content::Html(html) => encodable(html, self.encoding, true)?,
            Content::Text(text) => encodable(&escaped(text), self.encoding, true)?,
        };
        self.appended.push_str(&text);
        Ok(())
    }
}

/// Whether content is one or more characters of white space.
fn is_white_space(content: Content<'_>) -> bool {
    let (Content::Html(text) | Content::Text(text)) = content;
    !text.is_empty() && text.chars().all(|character| character.is_ascii_whitespace())
}

/// Escapes text for elements and attributes.
pub(crate) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('\r', "&#13;")
}

/// Returns the place of the text in the source of a comment.
pub(crate) fn comment_data(source: &str) -> Range<usize> {
    let Some(rest) = source.strip_prefix("<!--") else {
        let start = if source.starts_with("<!") || source.starts_with("</") { 2 } else { 1 };
        return start.min(source.len())
            ..source.strip_suffix('>').unwrap_or(source).len().max(start.min(source.len()));
    };
    let ends = ["-->", "--!>", ">"];
    let data = ends.iter().find_map(|end| rest.strip_suffix(end)).unwrap_or(rest);
    4..4 + data.trim_end_matches(if source.ends_with('>') { "\0" } else { "-" }).len()
}
