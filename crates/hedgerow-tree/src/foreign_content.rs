//! The rules for parsing tokens in foreign content.

use hedgerow_base::known::{BR, COLOR, FACE, FONT, P, SCRIPT, SIZE};
use hedgerow_base::{ElementFlags, ElementName, Namespace, adjust_svg_tag_name};
use hedgerow_tokenizer::{EndTag, Tag, Text, Token};

use crate::attributes::Adjustment;
use crate::tree_builder::{Control, is_all_whitespace};
use crate::{Observer, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>
    pub(crate) fn in_foreign_content(&mut self, token: &Token<'_>) -> Control {
        match token {
            // A character token that is U+0000 NULL
            Token::NullCharacter => {
                self.parse_error(TreeConstructionError::UnexpectedNullCharacterInForeignContent);
                self.insert_characters("\u{FFFD}".into());
            }
            // A character token that is one of U+0009 CHARACTER TABULATION, …
            // Any other character token
            Token::Characters(characters) => self.foreign_characters(*characters),
            // A comment token
            // A processing instruction token
            // A DOCTYPE token
            Token::Comment(_) | Token::ProcessingInstruction(_) | Token::Doctype(_) => self
                .insert_a_comment_or_ignore_a_doctype(
                    token,
                    TreeConstructionError::UnexpectedDoctypeInForeignContent,
                ),
            // A start tag whose tag name is one of: "b", "big", "blockquote", …
            // A start tag whose tag name is "font", if the token has any attributes named "color", "face", or "size"
            Token::StartTag(tag) if breaks_out_of_foreign_content(tag) => {
                return self.break_out_of_foreign_content(token);
            }
            // An end tag whose tag name is "br", "p"
            Token::EndTag(tag) if matches!(tag.name, BR | P) => {
                return self.break_out_of_foreign_content(token);
            }
            // Any other start tag
            Token::StartTag(tag) => return self.any_other_start_tag_in_foreign_content(tag),
            Token::EndTag(tag) => match self.svg_script_to_end(*tag) {
                // An end tag whose tag name is "script", if the current node is an SVG script element
                Some(script) => {
                    self.pop_the_current_node();
                    self.prepare_the_script_element(script);
                }
                // Any other end tag
                None => return self.any_other_end_tag_in_foreign_content(*tag, token),
            },
            // Never reached: the dispatcher passes an end-of-file token to the rules for HTML content.
            Token::EndOfFile => return self.using_the_rules_for(self.insertion_mode, token),
        }
        Control::Done
    }

    /// The rules for character tokens that are not U+0000 NULL.
    #[inline(always)]
    pub(crate) fn foreign_characters(&mut self, characters: Text<'_>) {
        self.insert_characters(characters);
        if self.frameset_ok && !is_all_whitespace(&characters) {
            self.frameset_ok = false;
        }
    }

    /// "While the current node is not a `MathML` text integration point, an HTML integration point, or an element in the
    /// HTML namespace, pop elements. Reprocess the token according to the current insertion mode in HTML content."
    fn break_out_of_foreign_content(&mut self, token: &Token<'_>) -> Control {
        self.parse_error(match token {
            Token::StartTag(_) => TreeConstructionError::HtmlStartTagInForeignContent,
            _ => TreeConstructionError::HtmlEndTagInForeignContent,
        });
        let integration_point =
            ElementFlags::MATHML_TEXT_INTEGRATION_POINT | ElementFlags::HTML_INTEGRATION_POINT;
        while self.stack_of_open_elements.current_node().is_some_and(|current| {
            current.name.namespace != Namespace::Html && !current.flags.has(integration_point)
        }) {
            self.pop_the_current_node();
        }
        self.using_the_rules_for(self.insertion_mode, token)
    }

    fn any_other_start_tag_in_foreign_content(&mut self, tag: &Tag<'_>) -> Control {
        let Some((namespace, ..)) = self.adjusted_current_node() else { return Control::Done };
        let (local, adjustment) = match namespace {
            // If the adjusted current node is an element in the MathML namespace, adjust MathML attributes.
            Namespace::MathMl => (tag.name, Adjustment::MathMl),
            // If the adjusted current node is an element in the SVG namespace, and the token's tag name is one of the
            // ones in the first column of the following table, change the tag name; adjust SVG attributes.
            Namespace::Svg => (adjust_svg_tag_name(tag.name), Adjustment::Svg),
            // Adjust foreign attributes for the token.
            _ => (tag.name, Adjustment::Foreign),
        };
        // Insert a foreign element for the token, with the adjusted current node's namespace and false.
        let element = self.insert_a_foreign_element(tag, ElementName { namespace, local }, adjustment);
        // If the token has its self-closing flag set, then pop the current node off the stack of open elements and
        // acknowledge the token's self-closing flag; for an SVG "script", act as for its end tag, which pops it too.
        if tag.self_closing {
            self.acknowledge_the_self_closing_flag();
            self.pop_the_current_node();
            if tag.name == SCRIPT && namespace == Namespace::Svg {
                self.prepare_the_script_element(element);
            }
        }
        Control::Done
    }

    /// Returns the current node, if it is an SVG `script` element and the tag is its end tag.
    fn svg_script_to_end(&self, tag: EndTag) -> Option<S::Handle> {
        let current = self.stack_of_open_elements.current_node().filter(|_| tag.name == SCRIPT)?;
        let is_svg_script = current.name.namespace == Namespace::Svg && current.name.local == SCRIPT;
        is_svg_script.then_some(current.handle)
    }

    fn any_other_end_tag_in_foreign_content(&mut self, tag: EndTag, token: &Token<'_>) -> Control {
        // 1. Initialize node to be the current node (the bottommost node of the stack).
        // 2. If node's tag name, converted to ASCII lowercase, is not the same as the tag name of the token, then this
        //    is a parse error.
        let found = self.stack_of_open_elements.foreign_index_before_html(tag.name);
        if S::Observer::PARSE_ERRORS
            && self.stack_of_open_elements.current_node().is_some_and(|node| node.token_name != tag.name)
        {
            self.parse_error(TreeConstructionError::MismatchedEndTagInForeignContent);
        }
        // 4. If node's tag name, converted to ASCII lowercase, is the same as the tag name of the token, pop elements
        //    from the stack of open elements until node has been popped from the stack, and then return.
        if let Some(index) = found {
            self.pop_to_index(index);
            return Control::Done;
        }
        // 3. Loop: If node is the topmost element in the stack of open elements, then return. (fragment case)
        // 5. Set node to the previous entry in the stack of open elements.
        // 6. If node is not an element in the HTML namespace, return to the step labeled loop.
        // Step 3 applies only if the topmost element is the current node. Otherwise step 6 ends the loop at the topmost
        // element, which is an HTML element.
        if self.current_node_is_the_root() {
            return Control::Done;
        }
        // 7. Otherwise, process the token according to the current insertion mode in HTML content.
        self.using_the_rules_for(self.insertion_mode, token)
    }
}

/// Whether a start tag ends foreign content, because it is the tag of an HTML element.
fn breaks_out_of_foreign_content(tag: &Tag<'_>) -> bool {
    let is_any = || [COLOR, FACE, SIZE].into_iter().any(|name| tag.attributes.get(name).is_some());
    ElementFlags::of(ElementName::html(tag.name)).has(ElementFlags::BREAKS_OUT_OF_FOREIGN_CONTENT)
        || tag.name == FONT && is_any()
}
