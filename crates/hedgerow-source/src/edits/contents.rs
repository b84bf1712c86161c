//! [`Contents`]: how a parser reads the contents of elements, before the edits and after them.
//!
//! The contents of an element depend on its namespace, which depends on the elements around it. An edit that would change how the
//! parser reads contents that stay is refused, so the elements around an element leave its namespace as it is, and only its
//! own name changes it. Otherwise, text could become markup, because it is escaped in another way in each namespace.

use hedgerow_base::{ElementFlags, ElementName, NameId, Namespace, adjust_svg_tag_name, known};
use hedgerow_dom::{NodeRef, search};

use super::attributes::TagEdits;
use super::plan::{Plan, describe_edit};
use super::{NodeSource, SourceEditError, StartTagSource, describe};
use crate::markup::FONT_ATTRIBUTES;

/// How a parser reads the contents of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Contents {
    Html,
    /// Text without elements, but with character references.
    Text,
    /// Text without elements and character references.
    LiteralText,
    /// Elements of SVG or `MathML`. The start tag of most HTML elements ends the foreign elements around it.
    Foreign(Namespace),
    /// HTML, except that `mglyph` and `malignmark` belong to `MathML`.
    MathMlText,
    /// As [`Foreign`](Self::Foreign), except that `svg` belongs to SVG.
    AnnotationXml,
}

impl Contents {
    /// Returns the name that an element in these contents has for a parser, by the name in its start tag.
    fn name_of(self, tag_name: NameId) -> ElementName {
        let breaks_out =
            || ElementFlags::of(ElementName::html(tag_name)).has(ElementFlags::BREAKS_OUT_OF_FOREIGN_CONTENT);
        let is_mathml_glyph = matches!(tag_name, known::MGLYPH | known::MALIGNMARK);
        let namespace = match self {
            // A `font` ends foreign elements if it has certain attributes.
            Self::Foreign(_) | Self::AnnotationXml if breaks_out() || tag_name == known::FONT => {
                Namespace::Html
            }
            Self::Foreign(namespace) => namespace,
            Self::AnnotationXml if tag_name == known::SVG => Namespace::Svg,
            Self::AnnotationXml => Namespace::MathMl,
            Self::MathMlText if is_mathml_glyph => Namespace::MathMl,
            _ => match tag_name {
                known::SVG => Namespace::Svg,
                known::MATH => Namespace::MathMl,
                _ => Namespace::Html,
            },
        };
        let local = if namespace == Namespace::Svg { adjust_svg_tag_name(tag_name) } else { tag_name };
        ElementName { namespace, local }
    }

    /// Whether the contents of a renamed element may stay.
    pub(super) fn are_read_as(self, other: Self, text: &str) -> bool {
        let is_literal = |contents| contents == Self::LiteralText;
        // The end tag of another element, or the start of a comment, is text only in some of these elements.
        let has_own_end = self.is_text() && (text.contains("</") || text.contains("<!--"));
        self == other && !has_own_end
            || !text.contains('<') && (is_literal(self) == is_literal(other) || !text.contains('&'))
    }

    /// Whether the contents have no elements.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::LiteralText)
    }

    fn is_foreign(self) -> bool {
        matches!(self, Self::Foreign(_) | Self::AnnotationXml)
    }
}

impl<'d> Plan<'_, 'd> {
    /// How a parser reads the contents of an element with a name.
    pub(super) fn contents_of(&self, element: NodeRef<'_>, name: Option<ElementName>) -> Contents {
        let Some(name) = name else { return Contents::Html };
        let flags = ElementFlags::of(name);
        match name.namespace {
            _ if self.has_literal_text(Some(name)) => Contents::LiteralText,
            Namespace::Html if matches!(name.local, known::TEXTAREA | known::TITLE) => Contents::Text,
            Namespace::MathMl if name.local == known::ANNOTATION_XML => match element.attribute("encoding") {
                Some(value)
                    if ["text/html", "application/xhtml+xml"]
                        .iter()
                        .any(|encoding| value.eq_ignore_ascii_case(encoding)) =>
                {
                    Contents::Html
                }
                _ => Contents::AnnotationXml,
            },
            Namespace::MathMl if flags.has(ElementFlags::MATHML_TEXT_INTEGRATION_POINT) => {
                Contents::MathMlText
            }
            Namespace::Svg | Namespace::MathMl if !flags.has(ElementFlags::HTML_INTEGRATION_POINT) => {
                Contents::Foreign(name.namespace)
            }
            _ => Contents::Html,
        }
    }

    /// The contents in which a node is. They stay as they are, because other edits are refused.
    pub(super) fn contents_around(&self, node: NodeRef<'_>) -> Contents {
        let parent = node.parent().filter(|parent| parent.element_name().is_some());
        match (parent, search::element_name(node)) {
            (Some(parent), _) => self.contents_of(parent, search::element_name(parent)),
            // The context of a fragment.
            (None, Some(name))
                if name.namespace != Namespace::Html && !matches!(name.local, known::SVG | known::MATH) =>
            {
                Contents::Foreign(name.namespace)
            }
            _ => Contents::Html,
        }
    }

    /// The name of an element after the edits.
    pub(super) fn new_name(&self, element: NodeRef<'_>) -> Option<ElementName> {
        let old = search::element_name(element)?;
        let edits = self.edits.nodes.get(&element.id());
        let Some(new) = edits.and_then(|edits| edits.new_name.as_deref()) else { return Some(old) };
        let around = self.contents_around(element);
        // The parser has the same rules for all unknown names as for `data` and, in foreign elements, for `g`.
        let unknown = if around.is_foreign() { known::G } else { known::DATA };
        Some(around.name_of(NameId::find_known(&new.to_ascii_lowercase()).unwrap_or(unknown)))
    }

    /// Refuses a new name with which a parser would read the contents of an element in another way, or would not put the element
    /// where it is.
    pub(super) fn check_contents(
        &self,
        node: NodeRef<'_>,
        contents: Option<&str>,
    ) -> Result<(), SourceEditError> {
        let (old, new) = (search::element_name(node), self.new_name(node));
        let ends_foreign_elements = self.contents_around(node).is_foreign()
            && new.is_some_and(|name| name.namespace == Namespace::Html);
        let are_kept = old == new
            || contents.is_none_or(|text| {
                self.contents_of(node, old).are_read_as(self.contents_of(node, new), text)
            });
        if ends_foreign_elements {
            return Err(SourceEditError::EndsForeignElements { edit: describe_edit("rename_element", node) });
        }
        if are_kept { Ok(()) } else { Err(self.contents_of_other_kind(node)) }
    }

    pub(super) fn contents_of_other_kind(&self, node: NodeRef<'d>) -> SourceEditError {
        let edits = self.edits.nodes.get(&node.id());
        let name =
            edits.and_then(|edits| edits.new_name.as_deref()).unwrap_or_else(|| node.local_name_text());
        SourceEditError::ContentsOfOtherKind { node: describe(node), name: name.to_owned() }
    }

    /// Refuses changes of attributes after which a parser would read the contents of an element in another way, or would not
    /// put the element where it is. Returns whether the tag may have ended foreign elements because of an attribute.
    pub(super) fn check_attributes(&self, tag: &TagEdits<'d>) -> Result<bool, SourceEditError> {
        let element = tag.element;
        let Some(name) = search::element_name(element) else { return Ok(false) };
        match (name.namespace, name.local) {
            (Namespace::MathMl, known::ANNOTATION_XML) if tag.changes_any(&["encoding"]) => {
                let contents = element.contents_span().and_then(|span| span.of(self.edits.source()));
                if contents.unwrap_or_default().contains('<') {
                    return Err(self.contents_of_other_kind(element));
                }
            }
            (namespace, known::FONT) if tag.changes_any(&FONT_ATTRIBUTES) => {
                if namespace != Namespace::Html {
                    let edit = describe_edit("a change of an attribute", element);
                    return Err(SourceEditError::EndsForeignElements { edit });
                }
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    /// Closes the elements that start tags would close if they were unchanged. `starts` are the offsets of the tags.
    pub(super) fn close_before_tags(&mut self, starts: &[u32]) {
        if starts.is_empty() {
            return;
        }
        for node in self.edits.document.root().deep_descendants() {
            if let Some(StartTagSource::Tag(tag)) = node.start_tag()
                && starts.binary_search(&tag.start).is_ok()
            {
                self.close_before(node, tag.start);
            }
        }
    }
}
