//! Finding out which rules for authors a document breaks: a walk along its nodes, and a look at the source where the tree does
//! not tell.
//!
//! Each node costs the same, however many there are.

use std::collections::HashSet;

use hedgerow_dom::{AttributeRef, AttributeSpans, Doctype, Document, NodeKind, NodeRef, StartTagSource};
use hedgerow_input::{NewlineMap, Span};
use hedgerow_names::{
    ElementFlags, ElementName, KeptName, Namespace,
    known::{
        ACRONYM, APPLET, BASEFONT, BGSOUND, BIG, BLINK, CENTER, CHARSET, CONTENT, DIR, FONT, FRAME, FRAMESET,
        ID, ISINDEX, KEYGEN, LISTING, MARQUEE, MENUITEM, META, NOBR, NOEMBED, NOFRAMES, PARAM, PLAINTEXT, RB,
        RTC, SCRIPT, SPACER, STRIKE, TT, XMLNS, XMP,
    },
};

use super::{AuthoringRule, script};
use crate::ErrorKind;
use crate::errors::PendingError;
use crate::parse_error::Subject;

/// Shows each place where a document breaks a rule for authors, roughly in the order of the source; nothing unless the document
/// keeps source spans. The input is the source with its newlines normalized, as the map says.
pub(crate) fn find_violations(
    document: &Document,
    input: &str,
    newlines: &NewlineMap,
    report: impl FnMut(PendingError),
) {
    let mut rules = Rules { input, newlines, report, ids: HashSet::new() };
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        // An id need only be unique in its tree.
        rules.ids.clear();
        for node in root.descendants() {
            rules.check(node);
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root());
        }
    }
}

struct Rules<'d, 'i, Report> {
    input: &'i str,
    newlines: &'i NewlineMap,
    report: Report,
    /// The ids of the tree so far.
    ids: HashSet<&'d str>,
}

impl<'d, Report: FnMut(PendingError)> Rules<'d, '_, Report> {
    fn check(&mut self, node: NodeRef<'d>) {
        match node.kind() {
            NodeKind::Element => self.check_element(node),
            NodeKind::DocumentType => self.check_doctype(node),
            NodeKind::ProcessingInstruction => self.check_processing_instruction(node),
            _ => {}
        }
    }

    /// Reports a piece of the source.
    fn report(&mut self, rule: AuthoringRule, span: Span, subject: Option<&str>) {
        let subject = subject.map_or(Subject::Nothing, |name| Subject::Name(KeptName::from(name)));
        let span = self.in_input(span);
        (self.report)(PendingError { kind: ErrorKind::Authoring(rule), span, subject });
    }

    /// Reports a node that was parsed.
    fn report_node(&mut self, rule: AuthoringRule, node: NodeRef<'d>, subject: Option<&str>) {
        if let Some(span) = node.source_span() {
            self.report(rule, span, subject);
        }
    }

    /// Reports something about an element that its start tag shows.
    fn report_tag(&mut self, rule: AuthoringRule, element: NodeRef<'d>) {
        if let Some(span) = element.start_tag_span() {
            self.report(rule, span, Some(element.local_name_text()));
        }
    }

    fn in_input(&self, source: Span) -> Span {
        Span {
            start: self.newlines.to_normalized(source.start),
            end: self.newlines.to_normalized(source.end),
        }
    }

    fn check_doctype(&mut self, node: NodeRef<'d>) {
        let is_legacy =
            |doctype: Doctype<'_>| doctype.public_id.is_empty() && doctype.system_id == "about:legacy-compat";
        if node.doctype().is_some_and(is_legacy) {
            self.report_node(AuthoringRule::DoctypeLegacyString, node, None);
        }
    }

    fn check_processing_instruction(&mut self, node: NodeRef<'d>) {
        let Some((target, data)) = node.processing_instruction() else { return };
        if data.ends_with('?') {
            let rule = AuthoringRule::ProcessingInstructionDataEndingWithQuestionMark;
            self.report_node(rule, node, Some(target));
        }
        if node.parent().is_some_and(|parent| parent.kind() == NodeKind::Document) {
            let rule = AuthoringRule::ProcessingInstructionOutsideHtmlElement;
            self.report_node(rule, node, Some(target));
        }
    }

    fn check_element(&mut self, element: NodeRef<'d>) {
        let Some(name) = element.element_name() else { return };
        if is_obsolete(element, name) {
            self.report_tag(AuthoringRule::ObsoleteElement, element);
        }
        if name.local.known_text().is_none() && has_unexpected_character(element, name) {
            self.report_tag(AuthoringRule::UnexpectedCharacterInTagName, element);
        }
        if ElementFlags::of(name).has(ElementFlags::IMPLIED_END_TAG_THOROUGHLY) {
            self.check_end_tag(element);
        }
        if element.attributes().next().is_some() {
            self.check_attributes(element, name);
        }
        if name.is_html(SCRIPT) {
            self.check_script(element);
        }
    }

    fn check_end_tag(&mut self, element: NodeRef<'d>) {
        if element.end_tag_span().is_none()
            && !element.may_omit_end_tag()
            && let Some(StartTagSource::Tag(span) | StartTagSource::Implied(span)) = element.start_tag()
        {
            self.report(AuthoringRule::RequiredEndTagOmitted, span, Some(element.local_name_text()));
        }
    }

    fn check_attributes(&mut self, element: NodeRef<'d>, name: ElementName) {
        if let Some(StartTagSource::Copy(_)) = element.start_tag() {
            // Its attributes are written once.
            return;
        }
        let is_pragma = name.is_html(META)
            && element
                .attribute("http-equiv")
                .is_some_and(|pragma| pragma.eq_ignore_ascii_case("content-type"));
        // Both are in the order of the source.
        for (attribute, spans) in element.attributes().zip(element.attribute_spans()) {
            if attribute.name() != spans.attribute {
                continue;
            }
            if attribute.value().ends_with('/') {
                self.check_solidus(attribute, spans);
            }
            if attribute.namespace() == Namespace::None {
                self.check_plain_attribute(name, attribute, spans, is_pragma);
            }
        }
    }

    fn check_plain_attribute(
        &mut self,
        element: ElementName,
        attribute: AttributeRef<'d>,
        spans: AttributeSpans,
        is_pragma: bool,
    ) {
        let value = attribute.value();
        let whole =
            Span { start: spans.name.start, end: spans.value.map_or(spans.name.end, |value| value.end) };
        match attribute.name().local {
            ID => self.check_id(value, spans),
            // It may be there, and say what is so anyway.
            XMLNS if element.namespace == Namespace::Html && value != HTML_NAMESPACE => {
                self.report(AuthoringRule::NamespaceDeclarationWithoutEffect, whole, Some("xmlns"));
            }
            CHARSET if element.is_html(META) && !is_utf_8(value) => {
                self.report(AuthoringRule::EncodingDeclarationNotUtf8, whole, Some(value));
            }
            CONTENT if is_pragma && value.rsplit_once('=').is_none_or(|(_, label)| !is_utf_8(label)) => {
                self.report(AuthoringRule::EncodingDeclarationNotUtf8, whole, Some(value));
            }
            local if local.known_text().is_none() && attribute.name_text().starts_with("xmlns:") => {
                self.report(
                    AuthoringRule::NamespaceDeclarationWithoutEffect,
                    whole,
                    Some(attribute.name_text()),
                );
            }
            _ => {}
        }
    }

    fn check_id(&mut self, id: &'d str, AttributeSpans { name, value, .. }: AttributeSpans) {
        let value = value.filter(|value| !value.is_empty());
        if id.is_empty() {
            self.report(AuthoringRule::EmptyId, name, None);
        } else if id.contains(|character: char| character.is_ascii_whitespace()) {
            self.report(AuthoringRule::WhitespaceInId, value.unwrap_or(name), Some(id));
        } else if !self.ids.insert(id) {
            self.report(AuthoringRule::DuplicateId, value.unwrap_or(name), Some(id));
        }
    }

    /// The value ends with a solidus. Whether it was meant to end the tag can only be seen in the source.
    fn check_solidus(&mut self, attribute: AttributeRef<'d>, spans: AttributeSpans) {
        let Some(value) = spans.value else { return };
        let Span { start, end } = self.in_input(value);
        let byte = |offset: u32| self.input.as_bytes().get(offset as usize);
        // A quoted value is followed by its quote.
        if byte(end) == Some(&b'>') && start < end && byte(end - 1) == Some(&b'/') {
            let solidus = Span { start: value.end - 1, end: value.end };
            let rule = AuthoringRule::SolidusAtEndOfUnquotedAttributeValue;
            self.report(rule, solidus, Some(attribute.name_text()));
        }
    }

    fn check_script(&mut self, script: NodeRef<'d>) {
        let Some(contents) = script.contents_span() else { return };
        let contents = self.in_input(contents);
        let Some((rule, offset)) = self.input.get(contents.range()).and_then(script::broken_rule) else {
            return;
        };
        let start = contents.start + offset as u32;
        let opening = Span { start, end: start + "<".len() as u32 };
        self.report(rule, self.newlines.span_in_source(opening), None);
    }
}

/// The namespace of HTML, as a declaration names it.
const HTML_NAMESPACE: &str = "http://www.w3.org/1999/xhtml";

fn is_utf_8(label: &str) -> bool {
    label.eq_ignore_ascii_case("utf-8")
}

/// Whether a name has a character that neither an element of HTML, a custom element, nor one of SVG or `MathML` may have.
fn has_unexpected_character(element: NodeRef<'_>, name: ElementName) -> bool {
    let text = element.local_name_text();
    let is_custom = name.namespace == Namespace::Html && text.contains('-');
    !text.chars().all(|character| match character {
        'A'..='Z' | 'a'..='z' | '0'..='9' | '-' => true,
        '.' | '_' => is_custom,
        _ => is_custom && !character.is_ascii(),
    })
}

/// <https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features>
fn is_obsolete(element: NodeRef<'_>, name: ElementName) -> bool {
    let is_known = || {
        matches!(
            name.local,
            ACRONYM
                | APPLET
                | BASEFONT
                | BGSOUND
                | BIG
                | BLINK
                | CENTER
                | DIR
                | FONT
                | FRAME
                | FRAMESET
                | ISINDEX
                | KEYGEN
                | LISTING
                | MARQUEE
                | MENUITEM
                | NOBR
                | NOEMBED
                | NOFRAMES
                | PARAM
                | PLAINTEXT
                | RB
                | RTC
                | SPACER
                | STRIKE
                | TT
                | XMP
        )
    };
    let is_unknown =
        || name.local.known_text().is_none() && matches!(element.local_name_text(), "multicol" | "nextid");
    name.namespace == Namespace::Html && (is_known() || is_unknown())
}
