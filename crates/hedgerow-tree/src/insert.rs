//! Creating and inserting nodes, and the operations on the stack of open elements and the list of active formatting
//! elements.

use hedgerow_base::known::{ENCODING, HTML, OPTION, SELECTEDCONTENT, XMLNS, XMLNS_XLINK};
use hedgerow_base::{ElementFlags, ElementName, NameId, Namespace};
use hedgerow_input::Span;
use hedgerow_tokenizer::{Tag, Text, Token};

use crate::attributes::{Adjustment, ElementAttributes};
use crate::fragment::flags_with_encoding;
use crate::list_of_active_formatting_elements::{ActiveFormattingElement, FormattingId};
use crate::stack_of_open_elements::OpenElement;
use crate::{Algorithm, InsertionLocation, Observer, TreeBuilder, TreeConstructionError, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token>
    #[inline]
    pub(crate) fn create_an_element_for_the_token(
        &mut self,
        tag: &Tag<'_>,
        name: ElementName,
        adjustment: Adjustment,
    ) -> S::Handle {
        self.check_the_element(tag, name);
        self.sink.create_element(name, ElementAttributes::new(tag.attributes, adjustment))
    }

    #[inline(always)]
    fn check_the_element(&mut self, tag: &Tag<'_>, name: ElementName) {
        if S::Observer::PARSE_ERRORS && name.namespace != Namespace::Html && !self.is_plain() {
            self.check_namespace_declarations(tag, name.namespace);
        }
    }

    /// Reports wrong values of `xmlns` and `xmlns:xlink`: step 13 of creating an element for a token.
    fn check_namespace_declarations(&mut self, tag: &Tag<'_>, namespace: Namespace) {
        for (name, expected, error) in [
            (XMLNS, namespace, TreeConstructionError::XmlnsValueDoesNotMatchElementNamespace),
            (XMLNS_XLINK, Namespace::XLink, TreeConstructionError::XmlnsXlinkValueIsNotXlinkNamespace),
        ] {
            if tag.attributes.get(name).is_some_and(|value| *value != *expected.as_str()) {
                self.parse_error_about(error, name);
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-an-element-at-the-adjusted-insertion-location>
    ///
    /// Omits step 2, because the elements that the parser creates have no parent and no descendants yet, and are
    /// inserted into an element or a fragment.
    #[inline]
    pub(crate) fn insert_an_element_at_the_adjusted_insertion_location(&mut self, element: S::Handle) {
        let location = self.current_insertion_location();
        self.sink.insert(location, element);
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element>
    pub(crate) fn insert_a_foreign_element(
        &mut self,
        tag: &Tag<'_>,
        name: ElementName,
        adjustment: Adjustment,
    ) -> S::Handle {
        let element = self.create_and_insert_an_element(tag, name, adjustment);
        let flags = flags_with_encoding(name, tag.attributes.get(ENCODING));
        self.stack_of_open_elements.push(element, name, tag.name, flags);
        element
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-an-html-element>
    #[inline(never)]
    pub(crate) fn insert_an_html_element(&mut self, tag: &Tag<'_>) -> S::Handle {
        let name = ElementName::html(tag.name);
        let element = self.create_and_insert_an_element(tag, name, Adjustment::None);
        self.push_onto_the_stack(element, name);
        if matches!(tag.name, OPTION | SELECTEDCONTENT) {
            self.element_of_a_select_was_inserted(element, tag.name);
        }
        element
    }

    /// Creates an element for the token and inserts it at the adjusted insertion location.
    #[inline(always)]
    fn create_and_insert_an_element(
        &mut self,
        tag: &Tag<'_>,
        name: ElementName,
        adjustment: Adjustment,
    ) -> S::Handle {
        let location = self.current_insertion_location();
        self.create_and_insert_an_element_at(location, tag, name, adjustment)
    }

    /// Creates an element for the token and inserts it at a location.
    #[inline(always)]
    pub(crate) fn create_and_insert_an_element_at(
        &mut self,
        location: InsertionLocation<S::Handle>,
        tag: &Tag<'_>,
        name: ElementName,
        adjustment: Adjustment,
    ) -> S::Handle {
        if self.is_plain() {
            let attributes = ElementAttributes::new(tag.attributes, adjustment);
            return self.sink.insert_plain_element(location, name, attributes);
        }
        // OPTIMIZATION: passes a copy of the tag, so that it need not be stored in memory otherwise.
        self.insert_an_observed_element(location, *tag, name, adjustment)
    }

    /// Creates an element for the token and inserts it, unless the run is plain.
    #[inline(never)]
    pub(crate) fn insert_an_observed_element(
        &mut self,
        location: InsertionLocation<S::Handle>,
        tag: Tag<'_>,
        name: ElementName,
        adjustment: Adjustment,
    ) -> S::Handle {
        self.check_the_element(&tag, name);
        self.sink.insert_new_element(location, name, ElementAttributes::new(tag.attributes, adjustment))
    }

    /// "Insert an HTML element for the token. Immediately pop the current node off the stack of open elements.
    /// Acknowledge the token's self-closing flag, if it is set."
    pub(crate) fn insert_a_void_html_element(&mut self, tag: &Tag<'_>) {
        // OPTIMIZATION: the element is not pushed at all.
        let element = self.insert_without_a_push(tag);
        self.acknowledge_the_self_closing_flag();
        self.element_was_finished(element, tag.name);
    }

    /// Inserts an HTML element that is not pushed onto the stack of open elements.
    #[inline]
    pub(crate) fn insert_without_a_push(&mut self, tag: &Tag<'_>) -> S::Handle {
        self.create_and_insert_an_element(tag, ElementName::html(tag.name), Adjustment::None)
    }

    /// "Insert an HTML element for a … start tag token with no attributes."
    pub(crate) fn insert_an_html_element_with_no_attributes(&mut self, name: NameId) -> S::Handle {
        self.insert_an_html_element(&Tag::with_no_attributes(name))
    }

    /// Pushes an HTML element, without inserting it into the tree.
    #[inline(always)]
    pub(crate) fn push_onto_the_stack(&mut self, element: S::Handle, name: ElementName) {
        self.stack_of_open_elements.push(element, name, name.local, ElementFlags::of(name));
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character>
    #[inline(always)]
    pub(crate) fn insert_characters(&mut self, characters: Text<'_>) {
        let location = self.current_insertion_location();
        if self.is_plain() {
            self.sink.insert_plain_characters(location, characters);
        } else {
            let span = self.span_of(characters);
            self.insert_observed_characters(location, characters, span);
        }
    }

    /// Inserts characters, unless the run is plain.
    #[inline(never)]
    pub(crate) fn insert_observed_characters(
        &mut self,
        location: InsertionLocation<S::Handle>,
        characters: Text<'_>,
        span: Span,
    ) {
        self.sink.insert_characters(location, characters, span);
    }

    /// Returns the span in the input of some characters of the current token, if the sink wants source spans. Otherwise
    /// the result may be empty.
    #[inline(always)]
    pub(crate) fn span_of(&self, characters: Text<'_>) -> Span {
        match characters.place_in_input() {
            Some((start, end)) => Span { start, end },
            // A character reference: each of its characters has the span of the whole reference.
            None => self.token.span,
        }
    }

    /// The rules of most modes for comment, processing instruction and DOCTYPE tokens: "Insert a comment.", "Insert a
    /// processing instruction.", "Parse error. Ignore the token."
    pub(crate) fn insert_a_comment_or_ignore_a_doctype(
        &mut self,
        token: &Token<'_>,
        unexpected_doctype: TreeConstructionError,
    ) {
        if let Token::Doctype(_) = token {
            self.parse_error(unexpected_doctype);
        } else {
            let location = self.current_insertion_location();
            self.insert_a_comment_or_processing_instruction(token, location);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-comment>
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-processing-instruction>
    pub(crate) fn insert_a_comment_or_processing_instruction(
        &mut self,
        token: &Token<'_>,
        location: InsertionLocation<S::Handle>,
    ) {
        let node = match token {
            Token::Comment(data) => self.sink.create_comment(*data),
            Token::ProcessingInstruction(token) => {
                self.has_processing_instructions = true;
                self.sink.create_processing_instruction(token.target, token.data)
            }
            _ => return,
        };
        self.sink.insert(location, node);
    }

    /// (The `Document` object, null).
    pub(crate) fn document_location(&self) -> InsertionLocation<S::Handle> {
        InsertionLocation::end_of(self.sink.document())
    }

    /// The adjusted insertion location given (the first element in the stack of open elements, null).
    pub(crate) fn html_element_location(&self) -> InsertionLocation<S::Handle> {
        self.adjusted_insertion_location(self.stack_of_open_elements.first())
    }

    /// Pops the current node off the stack of open elements.
    #[inline(always)]
    pub(crate) fn pop_the_current_node(&mut self) {
        let Some(popped) = self.stack_of_open_elements.pop() else { return };
        if let Some(id) = popped.formatting {
            self.list_of_active_formatting_elements.set_stack_position(id, None);
        }
        if popped.flags.has(ElementFlags::OPTION | ElementFlags::MARK) {
            self.an_option_or_marked_element_was_popped(popped.handle, popped.flags);
        }
        self.element_was_popped(&popped);
    }

    #[inline(always)]
    pub(crate) fn element_was_popped(&mut self, popped: &OpenElement<S::Handle>) {
        if !self.is_plain() {
            if S::Observer::PARSE_ERRORS {
                self.stack_of_open_elements.forget_popped();
            }
            self.element_was_finished(popped.handle, popped.token_name);
        }
    }

    #[cold]
    fn an_option_or_marked_element_was_popped(&mut self, element: S::Handle, flags: ElementFlags) {
        if flags.has(ElementFlags::MARK) {
            for (id, index) in self.stack_of_open_elements.restore() {
                self.list_of_active_formatting_elements.set_stack_position(id, Some(index));
            }
        }
        if flags.has(ElementFlags::OPTION) {
            self.an_option_was_popped(element);
        }
    }

    /// Tells the sink that the current end tag ends an element that stays on the stack of open elements.
    pub(crate) fn end_tag_was_read(&mut self, index: usize) {
        if S::Observer::SOURCE_SPANS
            && let Some(element) = self.stack_of_open_elements.get(index)
        {
            self.sink.observer().end_tag_was_read(element.handle, element.token_name);
        }
    }

    /// Tells the sink that an element has left the stack of open elements, and that no open element is inside it.
    #[inline(always)]
    pub(crate) fn element_was_finished(&mut self, element: S::Handle, token_name: NameId) {
        if self.is_plain() {
            return;
        }
        if S::Observer::SOURCE_SPANS {
            self.sink.observer().element_left_the_stack(element, token_name);
        }
        if S::Observer::IS_WATCHED {
            self.sink.observer().element_was_finished(element);
            if !self.unfinished.is_empty() {
                self.finish_the_elements_around(element);
            }
        }
    }

    /// Tells the sink that the elements are finished that only waited for an element inside them.
    #[cold]
    pub(crate) fn finish_the_elements_around(&mut self, finished: S::Handle) {
        let mut pending = self.unfinished.remove(&finished).unwrap_or_default();
        pending.reverse();
        // The inner elements come first.
        while let Some(element) = pending.pop() {
            self.sink.observer().element_was_finished(element);
            pending.extend(self.unfinished.remove(&element).into_iter().flatten().rev());
        }
    }

    /// Pops elements from the stack of open elements until an HTML element of this name has been popped.
    #[inline]
    pub(crate) fn pop_until(&mut self, name: NameId) {
        if let Some(index) = self.stack_of_open_elements.last_index_of(name) {
            self.pop_to_index(index);
        }
    }

    /// Pops the elements from the current node up to the element at an index, which is popped too.
    #[inline(never)]
    pub(crate) fn pop_to_index(&mut self, index: usize) {
        // The element at the index is popped outside the loop, because popping it may give another element, which was
        // moved, a new entry at the same index. The loop would pop that entry as well.
        while self.stack_of_open_elements.len() > index + 1 {
            self.pop_the_current_node();
        }
        self.pop_the_current_node();
    }

    /// Pops elements until a node has been popped.
    pub(crate) fn pop_until_the_node(&mut self, node: S::Handle) {
        while let Some(current) = self.stack_of_open_elements.current_node().map(|current| current.handle) {
            self.pop_the_current_node();
            if current == node {
                return;
            }
        }
    }

    /// Clears the stack back to a context: pops elements while the current node is not in one of the sets.
    pub(crate) fn clear_the_stack_back_to(&mut self, context: ElementFlags) {
        self.during(Algorithm::ClearTheStackBackToAContext, |builder| {
            while !builder.stack_of_open_elements.is_empty()
                && !builder.stack_of_open_elements.current_node_has(context)
            {
                builder.pop_the_current_node();
            }
        });
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags>
    #[inline]
    pub(crate) fn generate_implied_end_tags(&mut self) {
        self.during(Algorithm::GenerateImpliedEndTags, |builder| {
            while builder.stack_of_open_elements.current_node_has(ElementFlags::IMPLIED_END_TAG) {
                builder.pop_the_current_node();
            }
        });
    }

    /// Generates implied end tags, with an element to exclude from the process.
    #[inline]
    pub(crate) fn generate_implied_end_tags_except_for(&mut self, name: NameId) {
        self.during(Algorithm::GenerateImpliedEndTags, |builder| {
            while builder.stack_of_open_elements.current_node_has(ElementFlags::IMPLIED_END_TAG)
                && !builder.stack_of_open_elements.current_node_is(name)
            {
                builder.pop_the_current_node();
            }
        });
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly>
    pub(crate) fn generate_all_implied_end_tags_thoroughly(&mut self) {
        self.during(Algorithm::GenerateAllImpliedEndTagsThoroughly, |builder| {
            while builder.stack_of_open_elements.current_node_has(ElementFlags::IMPLIED_END_TAG_THOROUGHLY) {
                builder.pop_the_current_node();
            }
        });
    }

    /// "If the stack of open elements has a p element in button scope, then close a p element."
    #[inline]
    pub(crate) fn close_a_p_element_in_button_scope(&mut self) {
        if self.stack_of_open_elements.has_in_button_scope(hedgerow_base::known::P) {
            self.close_a_p_element(TreeConstructionError::PImplicitlyClosedWithOpenElements);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#close-a-p-element>
    pub(crate) fn close_a_p_element(&mut self, error: TreeConstructionError) {
        self.during(Algorithm::CloseAPElement, |builder| {
            builder.close_with_implied_end_tags(hedgerow_base::known::P, error);
        });
    }

    /// Closes an open HTML element and everything inside it. Reports an error if an element inside it has no implied
    /// end tag.
    pub(crate) fn close_with_implied_end_tags(&mut self, name: NameId, error: TreeConstructionError) {
        // 1. Generate implied end tags, except for … elements.
        self.generate_implied_end_tags_except_for(name);
        // 2. If the current node is not …, then this is a parse error.
        self.expect_current_node(name, error);
        // 3. Pop elements from the stack of open elements until … has been popped from the stack.
        self.pop_until(name);
    }

    /// "If the current node is not … , then this is a parse error."
    #[inline]
    pub(crate) fn expect_current_node(&mut self, name: NameId, error: TreeConstructionError) {
        if S::Observer::PARSE_ERRORS && !self.stack_of_open_elements.current_node_is(name) {
            self.parse_error_about_the_current_node(error);
        }
    }

    /// Whether the current node is the root `html` element.
    pub(crate) fn current_node_is_the_root(&self) -> bool {
        self.stack_of_open_elements.len() <= 1
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-template-contents>
    pub(crate) fn is_parsing_template_contents(&self) -> bool {
        let template = hedgerow_base::known::TEMPLATE;
        self.stack_of_open_elements.contains(template)
            || self.fragment_context.is_some_and(|context| context.name.is_html(template))
    }

    /// Whether the fragment context element is an HTML element of this name.
    pub(crate) fn fragment_context_is(&self, name: NameId) -> bool {
        self.fragment_context.is_some_and(|context| context.name.is_html(name))
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements>
    ///
    /// The element must be the current node.
    #[inline(always)]
    pub(crate) fn push_onto_the_list_of_active_formatting_elements(
        &mut self,
        handle: S::Handle,
        name: NameId,
    ) {
        let attributes = self.sink.attribute_list(handle);
        let stack_position = self.stack_of_open_elements.len() - 1;
        let element =
            ActiveFormattingElement { handle, name, attributes, stack_position: Some(stack_position) };
        if let Some(id) = self.list_of_active_formatting_elements.push_onto_short_list(element) {
            self.stack_of_open_elements.set_formatting_of_the_current_node(id);
        } else {
            self.push_onto_the_long_list_of_active_formatting_elements(element);
        }
    }

    /// Performs the steps for a list that is too long for `push_onto_short_list`.
    #[inline(never)]
    fn push_onto_the_long_list_of_active_formatting_elements(
        &mut self,
        element: ActiveFormattingElement<S::Handle, S::AttributeList>,
    ) {
        let ActiveFormattingElement { name, attributes, .. } = element;
        // 1. If there are already three elements in the list of active formatting elements after the last marker, if
        //    any, or anywhere in the list if there are no markers, that have the same tag name, namespace, and
        //    attributes as element, then remove the earliest such element.
        let key = if self.list_of_active_formatting_elements.is_short() {
            None
        } else {
            self.key_for_the_list_of_active_formatting_elements(attributes)
        };
        let list = &self.list_of_active_formatting_elements;
        let earliest =
            list.earliest_of_three(name, key, |other| self.sink.same_attributes(other, attributes));
        if let Some(earliest) = earliest {
            self.remove_from_the_list_of_active_formatting_elements(earliest);
        }
        // 2. Add element to the list of active formatting elements.
        let id = self.list_of_active_formatting_elements.push(element, key);
        self.stack_of_open_elements.set_formatting_of_the_current_node(id);
    }

    /// Returns the hash of attributes, for the index of the list. Creates the index if there is none.
    #[cold]
    fn key_for_the_list_of_active_formatting_elements(
        &mut self,
        attributes: S::AttributeList,
    ) -> Option<u64> {
        let (list, sink) = (&mut self.list_of_active_formatting_elements, &self.sink);
        if list.hasher().is_none() {
            list.make_the_index(|attributes, hasher| sink.hash_attributes(attributes, hasher));
        }
        list.hasher().map(|hasher| sink.hash_attributes(attributes, hasher))
    }

    /// Removes an entry from the list, and the reference to it from the stack.
    pub(crate) fn remove_from_the_list_of_active_formatting_elements(&mut self, id: FormattingId) {
        if let Some(index) = self.list_of_active_formatting_elements.remove(id) {
            self.stack_of_open_elements.set_formatting(index, None);
        }
    }

    /// Removes the element at an index from the stack of open elements.
    pub(crate) fn remove_from_the_stack(&mut self, index: usize) {
        if index + 1 == self.stack_of_open_elements.len() {
            self.pop_the_current_node();
        } else if let Some((removed, below)) = self.stack_of_open_elements.take_out(index) {
            if let Some(id) = removed.formatting {
                self.list_of_active_formatting_elements.set_stack_position(id, None);
            }
            if S::Observer::SOURCE_SPANS {
                self.sink.observer().element_left_the_stack(removed.handle, removed.token_name);
            }
            if S::Observer::IS_WATCHED && !self.is_plain() {
                self.unfinished.get_or_insert_with(below, Vec::new).push(removed.handle);
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements>
    #[inline(always)]
    pub(crate) fn reconstruct_the_active_formatting_elements(&mut self) {
        // 1. If there are no entries in the list of active formatting elements, then there is nothing to reconstruct.
        // 2. If the last entry in the list is a marker, or if it is an element that is in the stack of open elements,
        //    then there is nothing to reconstruct; stop this algorithm.
        if let Some(last) = self.list_of_active_formatting_elements.last()
            && self.is_to_be_reconstructed(last)
        {
            self.during(Algorithm::ReconstructTheActiveFormattingElements, |builder| {
                builder.reconstruct_from(last);
            });
        }
    }

    /// Whether the first two steps stop the algorithm "reconstruct the active formatting elements".
    #[inline(always)]
    pub(crate) fn has_nothing_to_reconstruct(&self) -> bool {
        self.list_of_active_formatting_elements.last().is_none_or(|last| !self.is_to_be_reconstructed(last))
    }

    /// Whether an entry is neither a marker nor an element that is in the stack of open elements.
    #[inline]
    fn is_to_be_reconstructed(&self, id: FormattingId) -> bool {
        self.list_of_active_formatting_elements
            .element(id)
            .is_some_and(|element| element.stack_position.is_none())
    }

    /// Steps 3 to 10.
    #[cold]
    fn reconstruct_from(&mut self, last: FormattingId) {
        // 3. Let entry be the last (most recently added) element in the list of active formatting elements.
        let mut entry = last;
        // 4. Rewind: If there are no entries before entry in the list, then jump to the step labeled create.
        // 5. Let entry be the entry one earlier than entry in the list of active formatting elements.
        // 6. If entry is neither a marker nor an element that is also in the stack of open elements, go to rewind.
        // 7. Advance: Let entry be the element one later than entry in the list of active formatting elements.
        while let Some(earlier) = self.list_of_active_formatting_elements.previous(entry)
            && self.is_to_be_reconstructed(earlier)
        {
            entry = earlier;
        }
        loop {
            // 8. Create: Insert an HTML element for the token for which the element entry was created.
            // 9. Replace the entry for entry in the list with an entry for new element.
            self.insert_an_html_element_for_the_token_of(entry);
            // 10. If the entry for new element in the list is not the last entry in the list, return to advance.
            match self.list_of_active_formatting_elements.next(entry) {
                // There may be many elements to reconstruct. If a limit is exceeded, the parser stops after the
                // current token.
                Some(next) if !(S::Observer::IS_WATCHED && self.exceeds_a_limit()) => entry = next,
                _ => return,
            }
        }
    }

    fn insert_an_html_element_for_the_token_of(&mut self, id: FormattingId) {
        let Some(&element) = self.list_of_active_formatting_elements.element(id) else { return };
        let name = ElementName::html(element.name);
        let new_element = self.sink.create_element_with_list(name, element.attributes, element.handle);
        self.insert_an_element_at_the_adjusted_insertion_location(new_element);
        let stack_position = self.stack_of_open_elements.len();
        self.push_onto_the_stack(new_element, name);
        self.stack_of_open_elements.set_formatting(stack_position, Some(id));
        self.list_of_active_formatting_elements.replace(id, new_element, Some(stack_position));
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker>
    pub(crate) fn clear_the_list_of_active_formatting_elements_up_to_the_last_marker(&mut self) {
        while let Some(entry) = self.list_of_active_formatting_elements.last() {
            let is_marker = self.list_of_active_formatting_elements.element(entry).is_none();
            self.remove_from_the_list_of_active_formatting_elements(entry);
            if is_marker {
                return;
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#stop-parsing>
    pub(crate) fn stop_parsing(&mut self) {
        // 4. Pop all the nodes off the stack of open elements.
        self.pop_to_index(0);
    }

    /// Adds those attributes of a second `html` or `body` tag that the element does not have yet.
    pub(crate) fn add_missing_attributes(&mut self, element: S::Handle, tag: &Tag<'_>) {
        let attributes = ElementAttributes::new(tag.attributes, Adjustment::None);
        self.sink.add_missing_attributes(element, attributes);
    }

    /// Creates the `html` element, appends it to the document, and puts it in the stack of open elements.
    pub(crate) fn append_the_html_element(&mut self, tag: &Tag<'_>) {
        let name = ElementName::html(HTML);
        let location = self.document_location();
        let element = self.create_and_insert_an_element_at(location, tag, name, Adjustment::None);
        self.push_onto_the_stack(element, name);
    }
}
