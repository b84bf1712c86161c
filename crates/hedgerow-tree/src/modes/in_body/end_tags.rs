//! The end tags of the "in body" insertion mode.

use hedgerow_base::NameId;
use hedgerow_base::known::{
    A, ADDRESS, APPLET, ARTICLE, ASIDE, B, BIG, BLOCKQUOTE, BODY, BR, BUTTON, CENTER, CODE, DD, DETAILS,
    DIALOG, DIR, DIV, DL, DT, EM, FIELDSET, FIGCAPTION, FIGURE, FONT, FOOTER, FORM, H1, H2, H3, H4, H5, H6,
    HEADER, HGROUP, HTML, I, LI, LISTING, MAIN, MARQUEE, MENU, NAV, NOBR, OBJECT, OL, P, PRE, S, SEARCH,
    SECTION, SELECT, SMALL, STRIKE, STRONG, SUMMARY, TEMPLATE, TT, U, UL,
};
use hedgerow_tokenizer::{EndTag, Tag, Token};

use crate::tree_builder::Control;
use crate::{InsertionMode, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// The rules for end tags of <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    pub(crate) fn in_body_end_tag(&mut self, tag: EndTag, token: &Token<'_>) -> Control {
        match tag.name {
            // An end tag whose tag name is "template"
            TEMPLATE => return self.in_head(token),
            // An end tag whose tag name is "body"
            BODY => {
                self.end_tag_body(
                    TreeConstructionError::BodyEndTagWithoutBodyInScope,
                    TreeConstructionError::BodyEndTagWithOpenElements,
                );
            }
            // An end tag whose tag name is "html"
            HTML => {
                if self.end_tag_body(
                    TreeConstructionError::HtmlEndTagWithoutBodyInScope,
                    TreeConstructionError::HtmlEndTagWithOpenElements,
                ) {
                    return Control::Reprocess;
                }
            }
            // An end tag whose tag name is one of: "address", "article", "aside", "blockquote", "button", "center",
            // "details", "dialog", "dir", "div", "dl", "fieldset", "figcaption", "figure", "footer", "header", "hgroup",
            // "listing", "main", "menu", "nav", "ol", "pre", "search", "section", "select", "summary", "ul"
            ADDRESS | ARTICLE | ASIDE | BLOCKQUOTE | BUTTON | CENTER | DETAILS | DIALOG | DIR | DIV | DL
            | FIELDSET | FIGCAPTION | FIGURE | FOOTER | HEADER | HGROUP | LISTING | MAIN | MENU | NAV
            | OL | PRE | SEARCH | SECTION | SELECT | SUMMARY | UL => {
                self.close_an_element_in_scope(
                    tag.name,
                    TreeConstructionError::EndTagWithoutElementInScope,
                    TreeConstructionError::EndTagWithOpenElements,
                );
            }
            // An end tag whose tag name is "form"
            FORM => self.end_tag_form(),
            // An end tag whose tag name is "p"
            P => {
                if !self.stack_of_open_elements.has_in_button_scope(P) {
                    self.parse_error(TreeConstructionError::PEndTagWithoutPInScope);
                    self.insert_an_html_element_with_no_attributes(P);
                }
                self.close_a_p_element(TreeConstructionError::PEndTagWithOpenElements);
            }
            // An end tag whose tag name is "li"
            LI => self.end_tag_li(),
            // An end tag whose tag name is one of: "dd", "dt"
            DD | DT => self.end_tag_dd(tag.name),
            // An end tag whose tag name is one of: "h1", "h2", "h3", "h4", "h5", "h6"
            H1 | H2 | H3 | H4 | H5 | H6 => self.end_tag_h1(tag.name),
            // An end tag whose tag name is one of: "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small",
            // "strike", "strong", "tt", "u"
            A | B | BIG | CODE | EM | FONT | I | NOBR | S | SMALL | STRIKE | STRONG | TT | U => {
                self.adoption_agency_algorithm(tag.name);
            }
            // An end tag token whose tag name is one of: "applet", "marquee", "object"
            APPLET | MARQUEE | OBJECT => {
                if self.close_an_element_in_scope(
                    tag.name,
                    TreeConstructionError::AppletMarqueeOrObjectEndTagWithoutElementInScope,
                    TreeConstructionError::AppletMarqueeOrObjectEndTagWithOpenElements,
                ) {
                    self.clear_the_list_of_active_formatting_elements_up_to_the_last_marker();
                }
            }
            // An end tag whose tag name is "br"
            BR => {
                self.parse_error(TreeConstructionError::UnexpectedBrEndTag);
                self.start_tag_area(&Tag::with_no_attributes(BR));
            }
            // Any other end tag. The standard's entry for "sarcasm" has the same effect.
            _ => self.any_other_end_tag(tag.name),
        }
        Control::Done
    }

    /// The rules that "body" and "html" share. Returns whether a `body` element is in scope.
    fn end_tag_body(
        &mut self,
        not_in_scope: TreeConstructionError,
        with_open_elements: TreeConstructionError,
    ) -> bool {
        if !self.stack_of_open_elements.has_in_scope(BODY) {
            self.parse_error(not_in_scope);
            return false;
        }
        if let Some(body) = self.stack_of_open_elements.last_index_of(BODY) {
            self.end_tag_was_read(body);
        }
        self.check_for_open_elements(with_open_elements);
        self.insertion_mode = InsertionMode::AfterBody;
        true
    }

    /// If the stack of open elements has no element in scope that is an HTML element with this tag name, ignores the
    /// token. Otherwise closes the element and everything inside it, and reports an error if an element inside it has no
    /// implied end tag. Returns whether the element was closed.
    fn close_an_element_in_scope(
        &mut self,
        name: NameId,
        not_in_scope: TreeConstructionError,
        with_open_elements: TreeConstructionError,
    ) -> bool {
        if !self.stack_of_open_elements.has_in_scope(name) {
            self.parse_error(not_in_scope);
            return false;
        }
        // 1. Generate implied end tags.
        self.generate_implied_end_tags();
        // 2. If the current node is not an HTML element with the same tag name as that of the token, then this is a
        //    parse error.
        self.expect_current_node(name, with_open_elements);
        // 3. Pop elements from the stack of open elements until an HTML element with the same tag name as the token has
        //    been popped from the stack.
        self.pop_until(name);
        true
    }

    fn end_tag_form(&mut self) {
        if self.is_parsing_template_contents() {
            // 1. If the stack of open elements does not have a form element in scope, then this is a parse error; return.
            // 2. to 4. The same steps as for the end tag of a block, such as "div".
            self.close_an_element_in_scope(
                FORM,
                TreeConstructionError::FormEndTagWithoutFormInScopeInTemplate,
                TreeConstructionError::FormEndTagWithOpenElementsInTemplate,
            );
            return;
        }
        // 1. Let node be the element that the form element pointer is set to, or null if it is not set to an element.
        // 2. Set the form element pointer to null.
        let node = self.form_element_pointer.take();
        // 3. If node is null or if the stack of open elements does not have node in scope, then this is a parse error;
        //    return and ignore the token.
        let index = self.form_index;
        if !node.is_some_and(|node| self.stack_of_open_elements.is_open_in_scope(node, index)) {
            self.parse_error(TreeConstructionError::FormEndTagWithoutFormInScope);
            return;
        }
        // 4. Generate implied end tags.
        self.generate_implied_end_tags();
        // 5. If the current node is not node, then this is a parse error.
        if index + 1 != self.stack_of_open_elements.len() {
            self.parse_error_about_the_current_node(TreeConstructionError::FormEndTagWithOpenElements);
        }
        // 6. Remove node from the stack of open elements.
        self.remove_from_the_stack(index);
    }

    fn end_tag_li(&mut self) {
        if !self.stack_of_open_elements.has_in_list_item_scope(LI) {
            self.parse_error(TreeConstructionError::LiEndTagWithoutLiInScope);
            return;
        }
        self.close_with_implied_end_tags(LI, TreeConstructionError::LiEndTagWithOpenElements);
    }

    fn end_tag_dd(&mut self, name: NameId) {
        if !self.stack_of_open_elements.has_in_scope(name) {
            self.parse_error(TreeConstructionError::DdOrDtEndTagWithoutElementInScope);
            return;
        }
        self.close_with_implied_end_tags(name, TreeConstructionError::DdOrDtEndTagWithOpenElements);
    }

    fn end_tag_h1(&mut self, name: NameId) {
        let Some(heading) = self.stack_of_open_elements.index_of_a_heading_in_scope() else {
            self.parse_error(TreeConstructionError::HeadingEndTagWithoutHeadingInScope);
            return;
        };
        // 1. Generate implied end tags.
        self.generate_implied_end_tags();
        // 2. If the current node is not an HTML element with the same tag name as that of the token, then this is a
        //    parse error.
        self.expect_current_node(name, TreeConstructionError::MismatchedHeadingEndTag);
        // 3. Pop elements from the stack of open elements until an HTML element whose tag name is one of "h1", "h2",
        //    "h3", "h4", "h5", or "h6" has been popped from the stack.
        self.pop_to_index(heading);
    }

    /// The rules for "any other end tag".
    pub(crate) fn any_other_end_tag(&mut self, name: NameId) {
        // 1. Initialize node to be the current node (the bottommost node of the stack).
        // 2. Loop: If node is an HTML element with the same tag name as the token: …
        // 3. Otherwise, if node is in the special category, then this is a parse error; ignore the token, and return.
        // OPTIMIZATION: most often node is the current node, and nothing else is popped.
        if self.stack_of_open_elements.current_node_is(name) {
            self.pop_the_current_node();
            return;
        }
        let stack = &self.stack_of_open_elements;
        let node = stack.index_before_special(name).and_then(|index| stack.get(index));
        let Some(node) = node.map(|node| node.handle) else {
            self.parse_error(TreeConstructionError::OrdinaryEndTagWithoutOpenElement);
            return;
        };
        // 2.1. Generate implied end tags, except for HTML elements with the same tag name as the token.
        self.generate_implied_end_tags_except_for(name);
        // 2.2. If node is not the current node, then this is a parse error.
        if self.stack_of_open_elements.current_node().is_none_or(|current| current.handle != node) {
            self.parse_error_about_the_current_node(TreeConstructionError::OrdinaryEndTagWithOpenElements);
        }
        // 2.3. Pop all the nodes from the current node up to node, including node, then stop these steps.
        self.pop_until_the_node(node);
    }
}
