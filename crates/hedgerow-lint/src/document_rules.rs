//! Rules over a whole document: elements that may occur once, headings, labels, selections, scripts, and the like.

use std::collections::HashSet;
use std::fmt::Display;

use hedgerow_base::{Namespace, Span};
use hedgerow_dom::{NodeKind, NodeRef};
use hedgerow_source::NodeSource as _;

use crate::aria::AriaState;
use crate::attributes::{ElementView, shown};
use crate::checker::{Checker, Frame, Place};
use crate::checks;
use crate::content_model::Categories;
use crate::inline_policy::InlinePolicy;
use crate::references::References;
use crate::table_model::Table;
use crate::values::{has_token, json, names, parse_float, url};

/// The state of the rules: the elements and values that were found.
#[derive(Debug, Default)]
pub(crate) struct DocumentState<'d> {
    pub(crate) aria: AriaState<'d>,
    pub(crate) references: References<'d>,
    pub(crate) tables: Vec<Table<'d>>,
    pub(crate) policy: InlinePolicy,
    /// The elements that may occur once.
    once: HashSet<&'static str>,
    /// Whether an element with a URL precedes the `base` element.
    has_url: bool,
    has_main: bool,
    has_role_main: bool,
    /// The level of the heading before.
    heading_level: u32,
    /// The scopes in which an element has `autofocus`.
    autofocus: HashSet<usize>,
    /// The labels that were found to have a form control.
    labels: HashSet<usize>,
    /// The terms of the open description lists.
    terms: Vec<HashSet<String>>,
}

/// The notes of the rules about an open element.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleFrame {
    /// The scope of `autofocus`: the document, a dialog or a popover.
    scope: usize,
    /// The sum of the heading offsets.
    heading_offset: u32,
    /// The position of the frame of the innermost label.
    label: Option<usize>,
    labelable: u32,
    /// Whether the element contains text or an element with content of its own.
    has_content: bool,
    has_heading: bool,
    selected: u32,
    default_tracks: u32,
    is_multiple: bool,
    is_hidden: bool,
}

/// The elements that are headings.
const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

impl<'d> Checker<'d, '_> {
    pub(crate) fn begin_tree(&mut self, root: NodeRef<'d>) {
        self.state.heading_level = 0;
        self.state.references.begin(root);
    }

    pub(crate) fn end_tree(&mut self, root: NodeRef<'d>) {
        self.end_aria_tree();
        self.check_references();
        if root.kind() == NodeKind::Document {
            self.check_language(root);
        }
    }

    fn check_language(&mut self, root: NodeRef<'d>) {
        let html = root.child_elements().next();
        if let Some(html) =
            html.filter(|html| !html.has_attribute("lang") && html.local_name_text() == "html")
        {
            self.report_tag(html, checks::NO_LANGUAGE);
        }
    }

    /// Checks the start of an element. Returns what the rules record about it.
    pub(crate) fn check_element_rules(
        &mut self,
        element: &ElementView<'d>,
        categories: Categories,
    ) -> RuleFrame {
        let mut frame = self.frames().last().map(|parent| RuleFrame {
            scope: parent.rules.scope,
            heading_offset: parent.rules.heading_offset,
            label: parent.rules.label,
            is_hidden: parent.rules.is_hidden,
            ..RuleFrame::default()
        });
        let frame = frame.get_or_insert_default();
        self.collect_references(element);
        self.check_questionable_values(element);
        self.check_policy(element);
        if element.namespace != Namespace::Html {
            self.mark_content();
            if matches!(element.name, "math" | "svg") {
                self.check_foreign_role(element);
            }
            return frame.clone();
        }
        self.check_solidus(element);
        frame.is_hidden |= element.value("hidden").is_some();
        if element.is_html(&["dialog"]) || element.value("popover").is_some() {
            frame.scope = element.node.slot().index() + 1;
        }
        if element.value("autofocus").is_some() && !self.state.autofocus.insert(frame.scope) {
            self.report_name(element.node, "autofocus", checks::AUTOFOCUS_TWICE);
        }
        let offset = element
            .value("headingoffset")
            .and_then(|offset| offset.trim_ascii().parse().ok())
            .unwrap_or(0_u32);
        let base = if element.value("headingreset").is_some() { 0 } else { frame.heading_offset };
        frame.heading_offset = base.saturating_add(offset).min(8);
        if let (Some(xml), lang) = (element.value("xml:lang"), element.value("lang"))
            && lang.is_some_and(|lang| !lang.eq_ignore_ascii_case(xml))
        {
            self.report_name(element.node, "xml:lang", checks::OTHER_XML_LANG);
        }
        if categories.intersects(Categories::LABELABLE) {
            self.check_label(element, frame);
        }
        match element.name {
            "label" => frame.label = Some(self.frames().len()),
            "title" => self.once(element, "title"),
            "base" => self.check_base(element),
            "meta" => self.check_meta(element),
            "main" => self.check_main(element, frame.is_hidden, false),
            "img" => self.check_image(element),
            "meter" => self.check_meter(element),
            "progress" => self.check_order(element, &[("value", "max")], 0.0, 1.0),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.check_heading(element, frame.heading_offset),
            "option" => self.check_option(element),
            "track" => self.check_track(element),
            "map" => self.check_map(element),
            "dl" => self.state.terms.push(HashSet::new()),
            "select" => {
                frame.is_multiple = element.value("multiple").is_some();
                self.check_placeholder(element);
            }
            "table" => self.state.tables.push(Table::new()),
            "caption" => self.check_caption(element),
            "colgroup" | "col" | "tr" | "td" | "th" | "thead" | "tbody" | "tfoot" => {
                self.check_table_part(element);
            }
            _ => {}
        }
        if element.name != "main" && element.value("role").is_some_and(|role| has_token(role, "main")) {
            self.check_main(element, frame.is_hidden, true);
        }
        if matches!(
            element.name,
            "img" | "video" | "audio" | "object" | "embed" | "iframe" | "canvas" | "input"
        ) || element.value("aria-label").is_some()
        {
            self.mark_content();
        }
        frame.clone()
    }

    /// Advises against the slash of a void element. <https://html.spec.whatwg.org/multipage/syntax.html#start-tags>
    fn check_solidus(&mut self, element: &ElementView<'d>) {
        const VOID: [&str; 13] = [
            "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
            "wbr",
        ];
        if VOID.contains(&element.name)
            && let Some(tag) = element.node.start_tag_span()
            && tag.of(self.document.source().unwrap_or_default()).is_some_and(|tag| tag.ends_with("/>"))
        {
            let span = Span { start: tag.end - 2, end: tag.end - 1 };
            let place = Place { span, subject: Some(element.name) };
            self.report(place, checks::SOLIDUS.with(&[&element.name]));
        }
    }

    /// Records that the open elements have content. Stops at the first that has content already.
    fn mark_content(&mut self) {
        for frame in self.frames_mut().iter_mut().rev() {
            if std::mem::replace(&mut frame.rules.has_content, true) {
                break;
            }
        }
    }

    pub(crate) fn check_text(&mut self, is_blank: bool) {
        if !is_blank {
            self.mark_content();
        }
    }

    /// Checks the end of an element, after its frame was closed.
    pub(crate) fn end_element(&mut self, frame: &Frame<'d>) {
        if frame.namespace != Namespace::Html {
            return;
        }
        let node = frame.node;
        match frame.name {
            "head" if !self.state.once.contains("title") => {
                self.report_tag(node, checks::NO_TITLE);
            }
            "title"
                if !frame.rules.has_content
                    && node.parent().is_some_and(|parent| parent.local_name_text() == "head") =>
            {
                self.report_tag(node, checks::EMPTY_TITLE);
            }
            name if !frame.rules.has_content && HEADINGS.contains(&name) => {
                self.report_tag(node, checks::EMPTY_HEADING.with(&[&name]));
            }
            "option" if !frame.rules.has_content && !node.has_attribute("label") => {
                let in_datalist = node.parent().is_some_and(|parent| parent.local_name_text() == "datalist");
                if !in_datalist || !node.has_attribute("value") {
                    let violation = checks::EMPTY_OPTION.with(&[]);
                    let is_placeholder = node.attribute("value").is_some_and(str::is_empty);
                    self.report_tag(node, if is_placeholder { violation.warning() } else { violation });
                }
            }
            "article" | "section"
                if !frame.rules.has_heading
                    && !node.has_attribute("aria-label")
                    && !node.has_attribute("aria-labelledby") =>
            {
                self.report_tag(node, checks::NO_HEADING.with(&[&frame.name]));
            }
            "dl" => drop(self.state.terms.pop()),
            "dt" => self.check_term(node),
            "script" => self.check_script_data(node),
            "table" => {
                if let Some(table) = self.state.tables.pop() {
                    self.finish_table(table);
                }
            }
            _ => {}
        }
    }

    /// Checks an element of which a document may have one.
    fn once(&mut self, element: &ElementView<'d>, name: &'static str) {
        let in_head = element.node.parent().is_some_and(|parent| parent.local_name_text() == "head");
        if in_head && !self.state.once.insert(name) {
            self.report_tag(element.node, checks::TWICE_IN_HEAD.with(&[&name]));
        }
    }

    fn check_base(&mut self, element: &ElementView<'d>) {
        self.once(element, "base");
        if self.state.has_url && element.value("href").is_some() {
            self.report_tag(element.node, checks::LATE_BASE);
        }
    }

    fn check_meta(&mut self, element: &ElementView<'d>) {
        let is_content_type = element.has("http-equiv", "content-type");
        if element.value("charset").is_some() {
            self.once(element, "meta charset");
        }
        if is_content_type {
            self.once(element, "meta http-equiv=content-type");
        }
        if element.has("name", "description") {
            self.once(element, "meta name=description");
        }
        let both = ["meta charset", "meta http-equiv=content-type"];
        if (is_content_type || element.value("charset").is_some())
            && both.iter().all(|name| self.state.once.contains(name))
        {
            self.report_tag(element.node, checks::TWO_ENCODINGS);
        }
        if element.has("http-equiv", "content-security-policy") {
            self.state.policy.add(element.value("content").unwrap_or_default());
        }
    }

    fn check_main(&mut self, element: &ElementView<'d>, is_hidden: bool, is_role: bool) {
        if is_hidden {
            return;
        }
        if self.state.has_main || self.state.has_role_main {
            let check = if is_role { checks::SECOND_ROLE_MAIN } else { checks::SECOND_MAIN };
            // Only two `main` elements are an error.
            let is_error = !is_role && self.state.has_main;
            self.report_tag(element.node, if is_error { check.into() } else { check.with(&[]).warning() });
        }
        self.state.has_main |= !is_role;
        self.state.has_role_main |= is_role;
    }

    /// <https://html.spec.whatwg.org/multipage/sections.html#headings-and-outlines-2>
    fn check_heading(&mut self, element: &ElementView<'d>, offset: u32) {
        let own = element.name.as_bytes().get(1).map_or(1, |digit| u32::from(digit - b'0'));
        let level = (own + offset).min(9);
        let before = std::mem::replace(&mut self.state.heading_level, level);
        if before > 0 && level > before + 1 {
            self.report_tag(element.node, checks::SKIPPED_LEVEL.with(&[&element.name, &level, &before]));
        }
        for frame in self.frames_mut().iter_mut().rev() {
            if std::mem::replace(&mut frame.rules.has_heading, true) {
                break;
            }
            if matches!(frame.name, "article" | "section" | "aside" | "nav" | "body") {
                break;
            }
        }
    }

    fn check_label(&mut self, element: &ElementView<'d>, frame: &RuleFrame) {
        let Some(open) = frame.label.and_then(|position| self.frames_mut().get_mut(position)) else { return };
        let label = open.node;
        open.rules.labelable += 1;
        if open.rules.labelable > 1 {
            self.report_tag(element.node, checks::TWO_CONTROLS);
            return;
        }
        if let Some(target) = label.attribute("for")
            && element.value("id") != Some(target)
        {
            self.report_tag(element.node, checks::OTHER_CONTROL);
        }
        self.check_labelling(label);
    }

    /// Checks the role and the name of a label with a form control.
    pub(crate) fn check_labelling(&mut self, label: NodeRef<'d>) {
        if self.state.labels.insert(label.slot().index()) && label.has_attribute("role") {
            self.report_name(label, "role", checks::ROLE_OF_LABEL);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/images.html#alt>
    fn check_image(&mut self, element: &ElementView<'d>) {
        let has = |name: &str| element.value(name).is_some_and(|value| !value.trim_ascii().is_empty());
        let has_name = has("aria-label") || has("aria-labelledby") || has("title");
        let is_named = element.value("alt").is_some() || has_name;
        if is_named {
            return;
        }
        let aria = element.attributes.iter().find(|attribute| {
            attribute.name == "role" && !matches!(attribute.value, "none" | "presentation")
                || attribute.name.starts_with("aria-") && attribute.name != "aria-hidden"
        });
        match aria {
            Some(attribute) => self.report_tag(element.node, checks::NO_NAME.with(&[&attribute.name])),
            None if is_only_content_of_a_figure(element.node) => {}
            None => self.report_tag(element.node, checks::NO_ALTERNATIVE),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#the-meter-element>
    fn check_meter(&mut self, element: &ElementView<'d>) {
        let pairs = [
            ("min", "max"),
            ("min", "value"),
            ("value", "max"),
            ("min", "low"),
            ("low", "max"),
            ("low", "high"),
            ("min", "high"),
            ("high", "max"),
            ("min", "optimum"),
            ("optimum", "max"),
        ];
        self.check_order(element, &pairs, 0.0, 1.0);
        if element.value("value").is_none() {
            self.report_tag(element.node, checks::METER_WITHOUT_VALUE);
        }
    }

    /// Checks that numbers are in order. `min` and `max` have defaults. Reports the first pair that is not.
    fn check_order(
        &mut self,
        element: &ElementView<'d>,
        pairs: &[(&'static str, &'static str)],
        min: f64,
        max: f64,
    ) {
        let number = |name: &str| match element.value(name) {
            Some(value) => parse_float(value),
            None if name == "min" => Some(min),
            None if name == "max" => Some(max),
            None => None,
        };
        for (less, more) in pairs {
            let (Some(small), Some(large)) = (number(less), number(more)) else { continue };
            if small > large {
                let name = if element.value(more).is_some() { more } else { less };
                let value = element.value(name).unwrap_or_default();
                let place = self.value_place(element.node, name, value, None);
                let values: [&dyn Display; 5] = [less, &small, more, &large, &element.name];
                self.report(place, checks::WRONG_ORDER.with(&values));
                return;
            }
        }
    }

    fn check_option(&mut self, element: &ElementView<'d>) {
        if element.value("selected").is_none() {
            return;
        }
        let select = self.frames_mut().iter_mut().rev().take(4).find(|frame| frame.name == "select");
        let Some(select) = select else { return };
        select.rules.selected += 1;
        if select.rules.selected > 1 && !select.rules.is_multiple {
            self.report_name(element.node, "selected", checks::SELECTED_TWICE);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#placeholder-label-option>
    fn check_placeholder(&mut self, element: &ElementView<'d>) {
        let is_drop_down =
            element.value("multiple").is_none() && crate::predicates::display_size(element.node) == 1;
        if element.value("required").is_none() || !is_drop_down {
            return;
        }
        let first = element.node.child_elements().find(|child| child.local_name_text() == "option");
        let Some(first) = first else { return };
        let is_placeholder = match first.attribute("value") {
            Some(value) => value.is_empty(),
            None => first.texts().all(|text| text.trim_ascii().is_empty()),
        };
        if !is_placeholder {
            self.report_tag(first, checks::NO_PLACEHOLDER);
        }
    }

    fn check_track(&mut self, element: &ElementView<'d>) {
        if element.value("default").is_none() {
            return;
        }
        let Some(media) = self.frames_mut().last_mut() else { return };
        media.rules.default_tracks += 1;
        if media.rules.default_tracks > 1 {
            self.report_name(element.node, "default", checks::DEFAULT_TWICE);
        }
    }

    fn check_map(&mut self, element: &ElementView<'d>) {
        if let (Some(name), Some(id)) = (element.value("name"), element.value("id"))
            && name != id
        {
            let place = self.value_place(element.node, "id", id, None);
            self.report(place, checks::MAP_WITH_OTHER_ID);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/tables.html#the-caption-element>
    fn check_caption(&mut self, element: &ElementView<'d>) {
        let Some(table) = element.node.parent() else { return };
        let Some(figure) = table.parent().filter(|figure| figure.local_name_text() == "figure") else {
            return;
        };
        let mut others =
            figure.children().filter(|child| *child != table && child.local_name_text() != "figcaption");
        let is_blank = |child: NodeRef<'_>| {
            child.data().is_none_or(|data| data.trim_ascii().is_empty() || child.kind() == NodeKind::Comment)
        };
        let has_figcaption = [figure.first_element_child(), figure.last_element_child()]
            .iter()
            .flatten()
            .any(|child| child.local_name_text() == "figcaption");
        if has_figcaption
            && others.by_ref().take(8).all(|child| child.element_name().is_none() && is_blank(child))
        {
            self.report_tag(element.node, checks::TWO_CAPTIONS.with(&[]).warning());
        }
    }

    fn check_term(&mut self, node: NodeRef<'d>) {
        let Some(terms) = self.state.terms.last_mut() else { return };
        let mut name = String::new();
        // Terms may be nested, so long ones are compared by their starts.
        let texts = node.descendants().take(64).filter(|node| node.kind() == NodeKind::Text);
        let words = texts.filter_map(NodeRef::data).flat_map(str::split_ascii_whitespace).take(64);
        for word in words {
            name.push_str(if name.is_empty() { "" } else { " " });
            name.push_str(word);
        }
        if !name.is_empty() && !terms.insert(name.clone()) {
            self.report_tag(node, checks::TERM_TWICE.with(&[&shown(&name)]));
        }
    }

    fn check_script_data(&mut self, node: NodeRef<'d>) {
        let kind = node.attribute("type").unwrap_or_default().trim_ascii();
        let check = match kind.to_ascii_lowercase().as_str() {
            "importmap" => json::import_map,
            "speculationrules" => json::speculation_rules,
            _ => return,
        };
        if node.has_attribute("src") {
            return;
        }
        if let Err(reason) = check(&node.text()) {
            self.report_tag(node, checks::SCRIPT_DATA.with(&[&kind, &reason]));
        }
    }

    /// Checks values that are allowed, but probably mistakes.
    fn check_questionable_values(&mut self, element: &ElementView<'d>) {
        for attribute in &element.attributes {
            let name = attribute.name;
            let is_url = matches!(
                name,
                "href" | "src" | "action" | "formaction" | "cite" | "data" | "poster" | "itemid" | "itemtype"
            ) || name == "value"
                && element.is_html(&["input"])
                && element.input_type().eq_ignore_ascii_case("url");
            if is_url && element.namespace == Namespace::Html {
                self.state.has_url |= !matches!(element.name, "html" | "base");
                if url::is_data_url_with_fragment(attribute.value) {
                    let reason =
                        "the fragment of the `data:` URL is not part of its data; write `%23` for `#`";
                    self.report_questionable(element, name, attribute.value, reason);
                }
            } else if name == "datetime" {
                if let Some(reason) = names::questionable_date(attribute.value) {
                    self.report_questionable(element, name, attribute.value, reason);
                }
            } else if name == "lang" {
                if let Some(script) = names::unnecessary_script(attribute.value) {
                    let reason = format!(
                        "the script `{script}` is the usual one of the language and should be omitted"
                    );
                    self.report_questionable(element, name, attribute.value, &reason);
                } else if names::is_deprecated_language(attribute.value) {
                    self.report_questionable(
                        element, name, attribute.value, "the language tag is deprecated",
                    );
                }
            } else if name == "sandbox"
                && has_token(attribute.value, "allow-scripts")
                && has_token(attribute.value, "allow-same-origin")
            {
                let reason = "a page with `allow-scripts` and `allow-same-origin` can remove the sandbox";
                self.report_questionable(element, name, attribute.value, reason);
            } else if name == "content" && element.name == "meta" {
                self.check_meta_content(element, attribute.value);
            }
        }
        if element.is_html(&["link", "script", "img"]) && element.value("imagesrcset").is_some() {
            self.state.has_url = true;
        }
    }

    fn check_meta_content(&mut self, element: &ElementView<'d>, content: &str) {
        if element.has("name", "viewport") {
            let compact: String =
                content.to_ascii_lowercase().chars().filter(|one| !one.is_ascii_whitespace()).collect();
            let blocks = compact.split([',', ';']).any(|part| {
                matches!(part, "user-scalable=no" | "user-scalable=0")
                    || part
                        .strip_prefix("maximum-scale=")
                        .is_some_and(|scale| scale.parse().is_ok_and(|scale: f64| scale < 2.0))
            });
            if blocks {
                self.report_questionable(element, "content", content, "it prevents readers from zooming");
            }
        } else if element.has("http-equiv", "content-security-policy") {
            for directive in content.split([';', ',']) {
                let name = directive.split_ascii_whitespace().next().unwrap_or_default();
                if !name.is_empty() && !crate::values::is_known_directive(name) {
                    let reason = format!("`{}` is not a known directive", shown(name));
                    self.report_questionable(element, "content", content, &reason);
                }
            }
        }
    }

    fn report_questionable(&mut self, element: &ElementView<'d>, name: &str, value: &str, reason: &str) {
        let violation = checks::QUESTIONABLE_VALUE.with(&[&shown(value), &name, &element.name, &reason]);
        let place = self.value_place(element.node, name, value, None);
        self.report(place, violation.at(self.row_address(element)));
    }

    fn check_foreign_role(&mut self, element: &ElementView<'d>) {
        if element.name == "math" && element.value("role").is_some_and(|role| has_token(role, "math")) {
            let violation = checks::IMPLICIT_ROLE.with(&[&"math", &"math"]);
            self.report_name(element.node, "role", violation.at("https://w3c.github.io/html-aria/#el-math"));
        }
    }
}

/// Whether the image may have no `alt`, because it is the only content of a figure apart from its caption.
fn is_only_content_of_a_figure(image: NodeRef<'_>) -> bool {
    let Some(figure) = image.parent().filter(|parent| parent.local_name_text() == "figure") else {
        return false;
    };
    let mut has_caption = false;
    figure.children().take(16).all(|child| {
        let is_caption = child.local_name_text() == "figcaption";
        has_caption |= is_caption && child.texts().any(|text| !text.trim_ascii().is_empty());
        child == image
            || is_caption
            || child.data().is_some_and(|data| data.trim_ascii().is_empty())
            || child.kind() == NodeKind::Comment
    }) && has_caption
}
