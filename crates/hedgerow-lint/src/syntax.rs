//! The rules for the syntax: end tags, ids, encoding declarations, obsolete elements and attributes, and the text of scripts. The
//! source is read if the tree does not contain enough information.

use std::borrow::Cow;

use hedgerow_base::{
    ElementFlags, ElementName, EndTagSource, Namespace, Span, StartTagSource, is_valid_custom_element_name,
    known::{CHARSET, CONTENT, ID, META, SCRIPT, XMLNS},
};
use hedgerow_dom::{AttributeRef, Doctype, NodeKind, NodeRef, search};
use hedgerow_serialize::{may_omit_end_tag, may_omit_end_tag_before};
use hedgerow_source::{AttributeSpans, NodeSource as _};

use crate::checker::Checker;
use crate::{AuthoringRule, Finding, obsolete, script};

impl<'d> Checker<'d, '_> {
    /// Reports a violation of a rule for the syntax, whose texts are those of `explain`.
    fn report_syntax(&mut self, rule: AuthoringRule, span: Span, subject: Option<&str>) {
        let explanation = rule.explanation();
        self.report_finding(Finding {
            rule,
            level: rule.level(),
            span,
            subject: subject.map(str::to_owned),
            message: explanation.message(subject),
            allowed: None,
            address: Cow::Owned(explanation.address()),
        });
    }

    /// Reports a violation at the span of a whole node, if the node has a span.
    fn report_syntax_at(&mut self, rule: AuthoringRule, node: NodeRef<'d>, subject: Option<&str>) {
        if let Some(span) = node.source_span() {
            self.report_syntax(rule, span, subject);
        }
    }

    /// Reports a violation at the start tag of an element, if the source has one.
    fn report_syntax_tag(&mut self, rule: AuthoringRule, element: NodeRef<'d>) {
        if let Some(span) = element.start_tag_span() {
            self.report_syntax(rule, span, Some(element.local_name_text()));
        }
    }

    /// Checks a DOCTYPE or a processing instruction.
    pub(crate) fn check_declaration(&mut self, node: NodeRef<'d>) {
        match node.kind() {
            NodeKind::DocumentType => self.check_doctype(node),
            NodeKind::ProcessingInstruction => self.check_processing_instruction(node),
            _ => {}
        }
    }

    fn check_doctype(&mut self, node: NodeRef<'d>) {
        let is_legacy =
            |doctype: Doctype<'_>| doctype.public_id.is_empty() && doctype.system_id == "about:legacy-compat";
        if node.doctype().is_some_and(is_legacy) {
            self.report_syntax_at(AuthoringRule::DoctypeLegacyString, node, None);
        }
    }

    fn check_processing_instruction(&mut self, node: NodeRef<'d>) {
        let Some((target, data)) = node.processing_instruction() else { return };
        if data.ends_with('?') {
            let rule = AuthoringRule::ProcessingInstructionDataEndingWithQuestionMark;
            self.report_syntax_at(rule, node, Some(target));
        }
        if node.parent().is_some_and(|parent| parent.kind() == NodeKind::Document) {
            let rule = AuthoringRule::ProcessingInstructionOutsideHtmlElement;
            self.report_syntax_at(rule, node, Some(target));
        }
    }

    /// Checks the tags of an element, the syntax of its attributes, and its text if it is a script.
    pub(crate) fn check_syntax(&mut self, element: NodeRef<'d>, name: ElementName) {
        if name.namespace == Namespace::Html && obsolete::is_obsolete_element(element.local_name_text()) {
            self.report_syntax_tag(AuthoringRule::ObsoleteElement, element);
        }
        if name.local.known_text().is_none() && has_unexpected_character(element, name) {
            self.report_syntax_tag(AuthoringRule::UnexpectedCharacterInTagName, element);
        }
        if ElementFlags::of(name).has(ElementFlags::IMPLIED_END_TAG_THOROUGHLY) {
            self.check_end_tag(element);
        }
        self.check_syntax_of_attributes(element, name);
        if name.is_html(SCRIPT) {
            self.check_script(element);
        }
        if name.is_html(META)
            && let Some(span) = element.start_tag_span()
            && span.end > MAX_DECLARATION
            && declares_encoding(element)
        {
            self.report_syntax(AuthoringRule::LateEncodingDeclaration, span, Some("meta"));
        }
    }

    fn check_end_tag(&mut self, element: NodeRef<'d>) {
        if element.end_tag_span().is_none()
            && !may_omit_end_tag(element)
            && !self.is_followed_by_a_tag_that_ends(element)
            && let Some(StartTagSource::Tag(span) | StartTagSource::Implied(span)) = element.start_tag()
        {
            self.report_syntax(AuthoringRule::RequiredEndTagOmitted, span, Some(element.local_name_text()));
        }
    }

    /// Whether the start tag that ended the element in the source allows omitting the end tag. The next node of the tree may be
    /// another one, because the parser moves text out of tables.
    fn is_followed_by_a_tag_that_ends(&self, element: NodeRef<'d>) -> bool {
        let Some(EndTagSource::Implied(token)) = element.end_tag() else { return false };
        let rest = self.source.get(token.start as usize..).unwrap_or_default();
        let Some(name) = rest.strip_prefix('<') else { return false };
        let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let is_end =
            |next: Option<&u8>| matches!(next, Some(b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/' | b'>'));
        is_end(name.as_bytes().get(length))
            && may_omit_end_tag_before(element, &name[..length].to_ascii_lowercase())
    }

    fn check_syntax_of_attributes(&mut self, element: NodeRef<'d>, name: ElementName) {
        let is_pragma = name.is_html(META) && is_content_type(element);
        // Both iterators are in source order.
        for (attribute, spans) in element.attributes().zip(element.attribute_spans()) {
            if attribute.name() != spans.attribute {
                continue;
            }
            if attribute.value().ends_with('/') {
                self.check_final_solidus(attribute, spans);
            }
            if attribute.namespace() == Namespace::None {
                self.check_plain_attribute(element, name, attribute, spans, is_pragma);
            }
        }
    }

    fn check_plain_attribute(
        &mut self,
        node: NodeRef<'d>,
        element: ElementName,
        attribute: AttributeRef<'d>,
        spans: AttributeSpans<'d>,
        is_pragma: bool,
    ) {
        let value = attribute.value();
        if element.namespace == Namespace::Html
            && let Some(element) = element.local.known_text()
            && obsolete::is_obsolete_attribute(element, attribute.name_text(), value)
        {
            self.report_syntax(AuthoringRule::ObsoleteAttribute, spans.name, Some(attribute.name_text()));
        }
        let end = spans.value.map_or(spans.name.end, |value| self.end_with_quote(value));
        let whole = Span { start: spans.name.start, end };
        match search::attribute_name(attribute).local {
            ID => self.check_id(node, value, spans),
            // The attribute is allowed if its value is the namespace of the element.
            XMLNS if element.namespace == Namespace::Html && value != Namespace::Html.as_str() => {
                self.report_syntax(AuthoringRule::NamespaceDeclarationWithoutEffect, whole, Some("xmlns"));
            }
            CHARSET if element.is_html(META) && !is_utf_8(value) => {
                self.report_syntax(AuthoringRule::EncodingDeclarationNotUtf8, whole, Some(value));
            }
            CONTENT if is_pragma => {
                // A value without a label declares no encoding.
                if let Some(label) = encoding_label(value)
                    && !is_utf_8(label)
                {
                    self.report_syntax(AuthoringRule::EncodingDeclarationNotUtf8, whole, Some(label));
                }
            }
            local if local.known_text().is_none() && attribute.name_text().starts_with("xmlns:") => {
                self.report_syntax(
                    AuthoringRule::NamespaceDeclarationWithoutEffect,
                    whole,
                    Some(attribute.name_text()),
                );
            }
            _ => {}
        }
    }

    fn check_id(
        &mut self,
        element: NodeRef<'d>,
        id: &'d str,
        AttributeSpans { name, value, .. }: AttributeSpans<'d>,
    ) {
        let value = value.filter(|value| !value.is_empty());
        let is_new = self.state.references.add_id(id, element);
        if id.is_empty() {
            self.report_syntax(AuthoringRule::EmptyId, name, None);
        } else if id.contains(|character: char| character.is_ascii_whitespace()) {
            self.report_syntax(AuthoringRule::WhitespaceInId, value.unwrap_or(name), Some(id));
        } else if !is_new {
            self.report_syntax(AuthoringRule::DuplicateId, value.unwrap_or(name), Some(id));
        }
    }

    /// Checks a value that ends with a solidus. The solidus is reported if `>` follows directly in the source, because
    /// the author probably meant to end the tag with `/>`.
    fn check_final_solidus(&mut self, attribute: AttributeRef<'d>, spans: AttributeSpans<'d>) {
        let Some(value) = spans.value else { return };
        let Span { start, end } = value;
        let byte = |offset: u32| self.source.as_bytes().get(offset as usize);
        // Only the end of an unquoted value can be followed by `>`; a quoted value is followed by its quote.
        if byte(end) == Some(&b'>') && start < end && byte(end - 1) == Some(&b'/') {
            let solidus = Span { start: value.end - 1, end: value.end };
            let rule = AuthoringRule::SolidusAtEndOfUnquotedAttributeValue;
            self.report_syntax(rule, solidus, Some(attribute.name_text()));
        }
    }

    /// The end of a value, including the closing quote of a quoted value.
    fn end_with_quote(&self, value: Span) -> u32 {
        let before = value.start as usize - 1;
        value.end + u32::from(matches!(self.source.as_bytes().get(before), Some(b'"' | b'\'')))
    }

    fn check_script(&mut self, script: NodeRef<'d>) {
        let Some(contents) = script.contents_span() else { return };
        let Some((rule, range)) = self.source.get(contents.range()).and_then(script::first_violation) else {
            return;
        };
        let [start, end] = [range.start, range.end].map(|offset| contents.start + offset as u32);
        self.report_syntax(rule, Span { start, end }, None);
    }
}

/// The number of bytes at the start of a document that must contain the encoding declaration.
/// <https://html.spec.whatwg.org/multipage/semantics.html#charset>
///
/// Spans count the bytes of the decoded source, because the bytes of the file are not available here. In a legacy encoding,
/// in which a character outside ASCII takes fewer bytes than in UTF-8, a declaration may be reported too early.
const MAX_DECLARATION: u32 = 1024;

/// Whether a `meta` element declares an encoding.
fn declares_encoding(meta: NodeRef<'_>) -> bool {
    meta.attribute("charset").is_some()
        || is_content_type(meta)
            && meta.attribute("content").is_some_and(|content| encoding_label(content).is_some())
}

/// Whether a `meta` element stands for the HTTP header `Content-Type`.
fn is_content_type(meta: NodeRef<'_>) -> bool {
    meta.attribute("http-equiv").is_some_and(|pragma| pragma.eq_ignore_ascii_case("content-type"))
}

/// Returns the label after `charset=`; `None` if there is no label.
fn encoding_label(content: &str) -> Option<&str> {
    let lower = content.to_ascii_lowercase();
    let at = lower
        .match_indices("charset")
        .find(|(at, name)| lower[at + name.len()..].trim_ascii_start().starts_with('='));
    let (at, name) = at?;
    let (_, label) = content.get(at + name.len()..)?.split_once('=')?;
    let label = label.trim_ascii_start();
    match label.chars().next()? {
        quote @ ('"' | '\'') => label[1..].split(quote).next(),
        _ => label.split(|character: char| character == ';' || character.is_ascii_whitespace()).next(),
    }
}

fn is_utf_8(label: &str) -> bool {
    label.eq_ignore_ascii_case("utf-8")
}

/// Whether a name has a character that is not allowed in the names of HTML, custom, SVG or `MathML` elements.
fn has_unexpected_character(element: NodeRef<'_>, name: ElementName) -> bool {
    let text = element.local_name_text();
    let is_custom = name.namespace == Namespace::Html && is_valid_custom_element_name(text);
    !is_custom && !text.chars().all(|character| matches!(character, 'A'..='Z' | 'a'..='z' | '0'..='9' | '-'))
}
