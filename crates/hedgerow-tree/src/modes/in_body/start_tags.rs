//! The start tags of the "in body" insertion mode.

use hedgerow_base::known::{
    A, ADDRESS, APPLET, AREA, ARTICLE, ASIDE, B, BASE, BASEFONT, BGSOUND, BIG, BLOCKQUOTE, BODY, BR, BUTTON,
    CAPTION, CENTER, CODE, COL, COLGROUP, DD, DETAILS, DIALOG, DIR, DIV, DL, DT, EM, EMBED, FIELDSET,
    FIGCAPTION, FIGURE, FONT, FOOTER, FORM, FRAME, FRAMESET, H1, H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP,
    HR, HTML, I, IFRAME, IMAGE, IMG, INPUT, KEYGEN, LI, LINK, LISTING, MAIN, MARQUEE, MATH, MENU, META, NAV,
    NOBR, NOEMBED, NOFRAMES, NOSCRIPT, OBJECT, OL, OPTGROUP, OPTION, P, PARAM, PLAINTEXT, PRE, RB, RP, RT,
    RTC, RUBY, S, SCRIPT, SEARCH, SECTION, SELECT, SMALL, SOURCE, STRIKE, STRONG, STYLE, SUMMARY, SVG, TABLE,
    TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TITLE, TR, TRACK, TT, U, UL, WBR, XMP,
};
use hedgerow_base::{ElementFlags, ElementName, Namespace, QuirksMode};
use hedgerow_tokenizer::{Feedback, State, Tag, Token};

use crate::attributes::Adjustment;
use crate::modes::in_table::is_hidden_input;
use crate::tree_builder::Control;
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// The rules for start tags of <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    pub(crate) fn in_body_start_tag(&mut self, tag: &Tag<'_>, token: &Token<'_>) -> Control {
        match tag.name {
            // A start tag whose tag name is "html"
            HTML => self.start_tag_html(tag),
            // A start tag whose tag name is one of: "base", "basefont", "bgsound", "link", "meta", "noframes", "script",
            // "style", "template", "title"
            BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                return self.in_head(token);
            }
            // A start tag whose tag name is "body"
            BODY => self.start_tag_body(tag),
            // A start tag whose tag name is "frameset"
            FRAMESET => self.start_tag_frameset(tag),
            // A start tag whose tag name is one of: "address", "article", "aside", "blockquote", "center", "details",
            // "dialog", "dir", "div", "dl", "fieldset", "figcaption", "figure", "footer", "header", "hgroup", "main",
            // "menu", "nav", "ol", "p", "search", "section", "summary", "ul"
            ADDRESS | ARTICLE | ASIDE | BLOCKQUOTE | CENTER | DETAILS | DIALOG | DIR | DIV | DL
            | FIELDSET | FIGCAPTION | FIGURE | FOOTER | HEADER | HGROUP | MAIN | MENU | NAV | OL | P
            | SEARCH | SECTION | SUMMARY | UL => {
                self.close_a_p_element_in_button_scope();
                self.insert_an_html_element(tag);
            }
            // A start tag whose tag name is one of: "h1", "h2", "h3", "h4", "h5", "h6"
            H1 | H2 | H3 | H4 | H5 | H6 => self.start_tag_h1(tag),
            // A start tag whose tag name is one of: "pre", "listing"
            PRE | LISTING => {
                self.close_a_p_element_in_button_scope();
                self.insert_an_html_element(tag);
                self.ignore_next_line_feed = true;
                self.frameset_ok = false;
            }
            // A start tag whose tag name is "form"
            FORM => self.start_tag_form(tag),
            // A start tag whose tag name is "li"
            LI => self.start_tag_li(tag),
            // A start tag whose tag name is one of: "dd", "dt"
            DD | DT => self.start_tag_dd(tag),
            // A start tag whose tag name is "plaintext"
            PLAINTEXT => {
                self.close_a_p_element_in_button_scope();
                self.insert_an_html_element(tag);
                self.token.feedback = Feedback::SwitchTo(State::Plaintext);
            }
            // A start tag whose tag name is "button"
            BUTTON => self.start_tag_button(tag),
            // A start tag whose tag name is "a"
            A => self.start_tag_a(tag),
            // A start tag whose tag name is one of: "b", "big", "code", "em", "font", "i", "s", "small", "strike",
            // "strong", "tt", "u"
            B | BIG | CODE | EM | FONT | I | S | SMALL | STRIKE | STRONG | TT | U => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_a_formatting_element(tag);
            }
            // A start tag whose tag name is "nobr"
            NOBR => self.start_tag_nobr(tag),
            // A start tag whose tag name is one of: "applet", "marquee", "object"
            APPLET | MARQUEE | OBJECT => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_an_html_element(tag);
                self.list_of_active_formatting_elements.insert_marker();
                self.frameset_ok = false;
            }
            // A start tag whose tag name is "table"
            TABLE => self.start_tag_table(tag),
            // A start tag whose tag name is one of: "area", "br", "embed", "img", "keygen", "wbr"
            AREA | BR | EMBED | IMG | KEYGEN | WBR => self.start_tag_area(tag),
            // A start tag whose tag name is "input"
            INPUT => self.start_tag_input(tag),
            // A start tag whose tag name is one of: "param", "source", "track"
            PARAM | SOURCE | TRACK => self.insert_a_void_html_element(tag),
            // A start tag whose tag name is "hr"
            HR => self.start_tag_hr(tag),
            // A start tag whose tag name is "image"
            IMAGE => {
                // Change the token's tag name to "img" and reprocess it. (Don't ask.) A call of the rules for "img" is
                // enough: each mode that uses these rules for "image" would use them for "img", too.
                self.parse_error(TreeConstructionError::ImageStartTag);
                self.start_tag_area(&Tag { name: IMG, ..*tag });
            }
            // A start tag whose tag name is "textarea"
            TEXTAREA => {
                self.insert_an_html_element(tag);
                self.ignore_next_line_feed = true;
                self.frameset_ok = false;
                self.parse_text_in(State::Rcdata);
            }
            // A start tag whose tag name is "xmp"
            XMP => {
                self.close_a_p_element_in_button_scope();
                self.reconstruct_the_active_formatting_elements();
                self.frameset_ok = false;
                self.generic_raw_text_element_parsing_algorithm(tag);
            }
            // A start tag whose tag name is "iframe"
            IFRAME => {
                self.frameset_ok = false;
                self.generic_raw_text_element_parsing_algorithm(tag);
            }
            // A start tag whose tag name is "noembed"
            // A start tag whose tag name is "noscript", if scripting mode is not Disabled
            NOEMBED => self.generic_raw_text_element_parsing_algorithm(tag),
            NOSCRIPT if !self.scripting_is_disabled() => self.generic_raw_text_element_parsing_algorithm(tag),
            // A start tag whose tag name is "select"
            SELECT => self.start_tag_select(tag),
            // A start tag whose tag name is "option"
            OPTION => self.start_tag_option(tag),
            // A start tag whose tag name is "optgroup"
            OPTGROUP => self.start_tag_optgroup(tag),
            // A start tag whose tag name is one of: "rb", "rtc"
            RB | RTC => self.start_tag_rb(tag),
            // A start tag whose tag name is one of: "rp", "rt"
            RP | RT => self.start_tag_rp(tag),
            // A start tag whose tag name is "math"
            MATH => self.start_tag_math_or_svg(tag, Namespace::MathMl, Adjustment::MathMl),
            // A start tag whose tag name is "svg"
            SVG => self.start_tag_math_or_svg(tag, Namespace::Svg, Adjustment::Svg),
            // A start tag whose tag name is one of: "caption", "col", "colgroup", "frame", "head", "tbody", "td", "tfoot",
            // "th", "thead", "tr"
            CAPTION | COL | COLGROUP | FRAME | HEAD | TBODY | TD | TFOOT | TH | THEAD | TR => {
                self.parse_error(TreeConstructionError::UnexpectedStartTagInBody);
            }
            // Any other start tag
            _ => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_an_html_element(tag);
            }
        }
        Control::Done
    }

    fn start_tag_html(&mut self, tag: &Tag<'_>) {
        self.parse_error(TreeConstructionError::HtmlStartTagInHtml);
        if self.stack_of_open_elements.contains(TEMPLATE) {
            return;
        }
        if let Some(html) = self.stack_of_open_elements.first().map(|element| element.handle) {
            self.add_missing_attributes(html, tag);
        }
    }

    fn start_tag_body(&mut self, tag: &Tag<'_>) {
        self.parse_error(TreeConstructionError::BodyStartTagInBody);
        if let Some(body) = self.body_as_second_element()
            && !self.stack_of_open_elements.contains(TEMPLATE)
        {
            self.frameset_ok = false;
            self.add_missing_attributes(body, tag);
        }
    }

    /// Returns the second element on the stack of open elements, if it is a `body` element.
    fn body_as_second_element(&self) -> Option<S::Handle> {
        let second = self.stack_of_open_elements.get(1)?;
        second.is_html(BODY).then_some(second.handle)
    }

    fn start_tag_frameset(&mut self, tag: &Tag<'_>) {
        self.parse_error(TreeConstructionError::FramesetStartTagInBody);
        let Some(body) = self.body_as_second_element() else { return };
        if !self.frameset_ok {
            return;
        }
        // 1. Remove the second element on the stack of open elements from its parent node, if it has one.
        self.sink.remove(body);
        // 2. Pop all the nodes from the bottom of the stack of open elements, from the current node up to, but not
        //    including, the root html element.
        self.pop_to_index(1);
        // 3. Insert an HTML element for the token.
        self.insert_an_html_element(tag);
        // 4. Switch the insertion mode to "in frameset".
        self.insertion_mode = InsertionMode::InFrameset;
    }

    fn start_tag_h1(&mut self, tag: &Tag<'_>) {
        self.close_a_p_element_in_button_scope();
        if self.stack_of_open_elements.current_node_has(ElementFlags::HEADING) {
            self.parse_error(TreeConstructionError::HeadingStartTagInHeading);
            self.pop_the_current_node();
        }
        self.insert_an_html_element(tag);
    }

    fn start_tag_form(&mut self, tag: &Tag<'_>) {
        let is_parsing_template_contents = self.is_parsing_template_contents();
        if self.form_element_pointer.is_some() && !is_parsing_template_contents {
            self.parse_error(TreeConstructionError::FormStartTagInForm);
            return;
        }
        self.close_a_p_element_in_button_scope();
        let form = self.insert_an_html_element(tag);
        if !is_parsing_template_contents {
            self.form_element_pointer = Some(form);
            self.form_index = self.stack_of_open_elements.len().saturating_sub(1);
        }
    }

    fn start_tag_li(&mut self, tag: &Tag<'_>) {
        // 1. Set the frameset-ok flag to "not ok".
        self.frameset_ok = false;
        // 2. to 5. OPTIMIZATION: the indices of the stack replace the standard's loop.
        if self.stack_of_open_elements.index_before_special_except_address_div_p(LI).is_some() {
            self.close_with_implied_end_tags(LI, TreeConstructionError::LiImplicitlyClosedWithOpenElements);
        }
        // 6. Done: If the stack of open elements has a p element in button scope, then close a p element.
        self.close_a_p_element_in_button_scope();
        // 7. Finally, insert an HTML element for the token.
        self.insert_an_html_element(tag);
    }

    fn start_tag_dd(&mut self, tag: &Tag<'_>) {
        // 1. Set the frameset-ok flag to "not ok".
        self.frameset_ok = false;
        // 2. to 6. OPTIMIZATION: the indices of the stack replace the standard's loop, which ends at the nearer of dd and dt.
        let stack = &self.stack_of_open_elements;
        let dd = stack.index_before_special_except_address_div_p(DD);
        let dt = stack.index_before_special_except_address_div_p(DT);
        if dd.is_some() || dt.is_some() {
            let (nearer, error) = if dd > dt {
                (DD, TreeConstructionError::DdImplicitlyClosedWithOpenElements)
            } else {
                (DT, TreeConstructionError::DtImplicitlyClosedWithOpenElements)
            };
            self.close_with_implied_end_tags(nearer, error);
        }
        // 7. Done: If the stack of open elements has a p element in button scope, then close a p element.
        self.close_a_p_element_in_button_scope();
        // 8. Finally, insert an HTML element for the token.
        self.insert_an_html_element(tag);
    }

    fn start_tag_button(&mut self, tag: &Tag<'_>) {
        if self.stack_of_open_elements.has_in_scope(BUTTON) {
            self.parse_error(TreeConstructionError::ButtonStartTagInButton);
            self.generate_implied_end_tags();
            self.pop_until(BUTTON);
        }
        self.reconstruct_the_active_formatting_elements();
        self.insert_an_html_element(tag);
        self.frameset_ok = false;
    }

    fn start_tag_a(&mut self, tag: &Tag<'_>) {
        if let Some(entry) = self.list_of_active_formatting_elements.last_of_name_since_the_last_marker(A)
            && let Some(open) = self.list_of_active_formatting_elements.element(entry).copied()
        {
            self.parse_error(TreeConstructionError::AStartTagInA);
            self.adoption_agency_algorithm(A);
            // Then remove that element from the list of active formatting elements and the stack of open elements if
            // the adoption agency algorithm didn't already remove it.
            let still_there = self
                .list_of_active_formatting_elements
                .element(entry)
                .filter(|element| element.handle == open.handle)
                .map(|element| element.stack_position);
            if let Some(stack_position) = still_there {
                self.remove_from_the_list_of_active_formatting_elements(entry);
                if let Some(index) = stack_position {
                    self.remove_from_the_stack(index);
                }
            }
        }
        self.reconstruct_the_active_formatting_elements();
        self.insert_a_formatting_element(tag);
    }

    fn start_tag_nobr(&mut self, tag: &Tag<'_>) {
        self.reconstruct_the_active_formatting_elements();
        if self.stack_of_open_elements.has_in_scope(NOBR) {
            self.parse_error(TreeConstructionError::NobrStartTagInNobr);
            self.adoption_agency_algorithm(NOBR);
            self.reconstruct_the_active_formatting_elements();
        }
        self.insert_a_formatting_element(tag);
    }

    /// "Insert an HTML element for the token. Push onto the list of active formatting elements that element."
    fn insert_a_formatting_element(&mut self, tag: &Tag<'_>) {
        let element = self.insert_an_html_element(tag);
        self.push_onto_the_list_of_active_formatting_elements(element, tag.name);
    }

    fn start_tag_table(&mut self, tag: &Tag<'_>) {
        if self.quirks_mode != QuirksMode::Quirks {
            self.close_a_p_element_in_button_scope();
        }
        self.insert_an_html_element(tag);
        self.frameset_ok = false;
        self.insertion_mode = InsertionMode::InTable;
    }

    pub(super) fn start_tag_area(&mut self, tag: &Tag<'_>) {
        self.reconstruct_the_active_formatting_elements();
        self.insert_a_void_html_element(tag);
        self.frameset_ok = false;
    }

    fn start_tag_input(&mut self, tag: &Tag<'_>) {
        if self.fragment_context_is(SELECT) {
            self.parse_error(TreeConstructionError::InputStartTagInSelectFragment);
            return;
        }
        if self.stack_of_open_elements.has_in_scope(SELECT) {
            self.parse_error(TreeConstructionError::InputStartTagInSelect);
            self.pop_until(SELECT);
        }
        self.reconstruct_the_active_formatting_elements();
        self.insert_a_void_html_element(tag);
        if !is_hidden_input(tag) {
            self.frameset_ok = false;
        }
    }

    fn start_tag_hr(&mut self, tag: &Tag<'_>) {
        self.close_a_p_element_in_button_scope();
        if self.stack_of_open_elements.has_in_scope(SELECT) {
            self.generate_implied_end_tags();
            self.check_for_an_option_in_scope(true, TreeConstructionError::HrStartTagInOption);
        }
        self.insert_a_void_html_element(tag);
        self.frameset_ok = false;
    }

    fn start_tag_select(&mut self, tag: &Tag<'_>) {
        if self.fragment_context_is(SELECT) {
            self.parse_error(TreeConstructionError::SelectStartTagInSelectFragment);
        } else if self.stack_of_open_elements.has_in_scope(SELECT) {
            self.parse_error(TreeConstructionError::SelectStartTagInSelect);
            self.pop_until(SELECT);
        } else {
            self.reconstruct_the_active_formatting_elements();
            self.insert_an_html_element(tag);
            self.frameset_ok = false;
        }
    }

    fn start_tag_option(&mut self, tag: &Tag<'_>) {
        if self.stack_of_open_elements.has_in_scope(SELECT) {
            self.generate_implied_end_tags_except_for(OPTGROUP);
            self.check_for_an_option_in_scope(false, TreeConstructionError::OptionStartTagInOption);
        } else if self.stack_of_open_elements.current_node_is(OPTION) {
            self.pop_the_current_node();
        }
        self.reconstruct_the_active_formatting_elements();
        self.insert_an_html_element(tag);
    }

    fn start_tag_optgroup(&mut self, tag: &Tag<'_>) {
        if self.stack_of_open_elements.has_in_scope(SELECT) {
            self.generate_implied_end_tags();
            self.check_for_an_option_in_scope(
                true,
                TreeConstructionError::OptgroupStartTagInOptionOrOptgroup,
            );
        } else if self.stack_of_open_elements.current_node_is(OPTION) {
            self.pop_the_current_node();
        }
        self.reconstruct_the_active_formatting_elements();
        self.insert_an_html_element(tag);
    }

    /// "If the stack of open elements has an option element in scope (or has an optgroup element in scope), then this is
    /// a parse error."
    fn check_for_an_option_in_scope(&mut self, or_an_optgroup: bool, error: TreeConstructionError) {
        let stack = &self.stack_of_open_elements;
        if stack.has_in_scope(OPTION) || (or_an_optgroup && stack.has_in_scope(OPTGROUP)) {
            self.parse_error(error);
        }
    }

    fn start_tag_rb(&mut self, tag: &Tag<'_>) {
        if self.stack_of_open_elements.has_in_scope(RUBY) {
            self.generate_implied_end_tags();
        }
        self.expect_current_node(RUBY, TreeConstructionError::RbOrRtcStartTagOutsideRuby);
        self.insert_an_html_element(tag);
    }

    fn start_tag_rp(&mut self, tag: &Tag<'_>) {
        if self.stack_of_open_elements.has_in_scope(RUBY) {
            self.generate_implied_end_tags_except_for(RTC);
        }
        if !self.stack_of_open_elements.current_node_is(RTC) {
            self.expect_current_node(RUBY, TreeConstructionError::RpOrRtStartTagOutsideRuby);
        }
        self.insert_an_html_element(tag);
    }

    fn start_tag_math_or_svg(&mut self, tag: &Tag<'_>, namespace: Namespace, adjustment: Adjustment) {
        self.reconstruct_the_active_formatting_elements();
        self.insert_a_foreign_element(tag, ElementName { namespace, local: tag.name }, adjustment);
        if tag.self_closing {
            self.pop_the_current_node();
            self.acknowledge_the_self_closing_flag();
        }
    }
}
