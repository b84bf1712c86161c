//! The adoption agency algorithm.
//!
//! The outer loop has at most eight iterations. The inner loop clones at most three elements and takes all others off
//! the stack, so its cost is amortized by the tags that pushed them. The searches use the indices of the stack of open
//! elements and of the list of active formatting elements.

use hedgerow_base::{ElementName, NameId};

use crate::list_of_active_formatting_elements::{ActiveFormattingElement, FormattingId};
use crate::stack_of_open_elements::OpenElement;
use crate::{Algorithm, InsertionLocation, Observer, TreeBuilder, TreeConstructionError, TreeSink};

/// Whether the outer loop continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Adoption {
    Again,
    Return,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm>
    pub(crate) fn adoption_agency_algorithm(&mut self, subject: NameId) {
        // 2. If the current node is an HTML element whose tag name is subject, and the current node is not in the list
        //    of active formatting elements, then pop the current node off the stack of open elements and return.
        if let Some(current) = self.stack_of_open_elements.current_node()
            && current.is_html(subject)
            && current.formatting.is_none()
        {
            self.pop_the_current_node();
            return;
        }
        // 3. Let outerLoopCounter be 0.
        // 4. While true:
        // 4.1. If outerLoopCounter is greater than or equal to 8, then return.
        // 4.2. Increment outerLoopCounter by 1.
        self.during(Algorithm::AdoptionAgency, |builder| {
            for _ in 0..8 {
                if builder.adopt(subject) == Adoption::Return {
                    return;
                }
            }
        });
    }

    /// Steps 4.3 to 4.21.
    fn adopt(&mut self, subject: NameId) -> Adoption {
        // 4.3. Let formattingElement be the last element in the list of active formatting elements that is between the
        //      end of the list and the last marker in the list, if any, and has the tag name subject.
        //      If there is no such element, then act as described in the "any other end tag" entry and return.
        let Some(entry) = self.list_of_active_formatting_elements.last_of_name_since_the_last_marker(subject)
        else {
            self.any_other_end_tag(subject);
            return Adoption::Return;
        };
        let Some(&ActiveFormattingElement { handle, stack_position, .. }) =
            self.list_of_active_formatting_elements.element(entry)
        else {
            return Adoption::Return;
        };
        // 4.4. If formattingElement is not in the stack of open elements, then this is a parse error; remove the
        //      element from the list, and return.
        let Some(index) = stack_position else {
            self.parse_error_about(TreeConstructionError::FormattingElementNotOpen, subject);
            self.remove_from_the_list_of_active_formatting_elements(entry);
            return Adoption::Return;
        };
        // OPTIMIZATION: formattingElement is the current node, so it is in scope and there is no furthestBlock. Only
        // the end of step 4.8 applies.
        if index + 1 == self.stack_of_open_elements.len() {
            self.pop_the_current_node();
            self.remove_from_the_list_of_active_formatting_elements(entry);
            return Adoption::Return;
        }
        // 4.5. If formattingElement is in the stack of open elements, but the element is not in scope, then this is a
        //      parse error; return.
        if !self.stack_of_open_elements.has_index_in_scope(index) {
            self.parse_error_about(TreeConstructionError::FormattingElementNotInScope, subject);
            return Adoption::Return;
        }
        // 4.6. If formattingElement is not the current node, this is a parse error. (But do not return.)
        self.parse_error_about(TreeConstructionError::MisnestedFormattingElement, subject);
        // 4.7. Let furthestBlock be the topmost node in the stack of open elements that is lower in the stack than
        //      formattingElement, and is an element in the special category. There might not be one.
        let Some(furthest_block_index) = self.stack_of_open_elements.first_special_below(index) else {
            // 4.8. If there is no furthestBlock, then the UA must first pop all the nodes from the bottom of the stack
            //      of open elements, from the current node up to and including formattingElement, then remove
            //      formattingElement from the list of active formatting elements, and finally return.
            self.pop_until_the_node(handle);
            self.remove_from_the_list_of_active_formatting_elements(entry);
            return Adoption::Return;
        };
        debug_assert!(furthest_block_index > index, "furthestBlock is below formattingElement");
        self.adopt_furthest_block(entry, index, furthest_block_index);
        Adoption::Again
    }

    /// Steps 4.9 to 4.21.
    fn adopt_furthest_block(
        &mut self,
        formatting_entry: FormattingId,
        formatting_index: usize,
        furthest_block_index: usize,
    ) {
        let Some(&formatting_element) = self.list_of_active_formatting_elements.element(formatting_entry)
        else {
            return;
        };
        // 4.9. Let commonAncestor be the element immediately above formattingElement in the stack of open elements.
        let stack = &self.stack_of_open_elements;
        let (Some(&common_ancestor), Some(&furthest_block)) = (
            stack.above(formatting_index).and_then(|above| stack.get(above)),
            stack.get(furthest_block_index),
        ) else {
            return;
        };
        // Elements that wait for furthestBlock are inside formattingElement, and furthestBlock is moved out of them.
        if S::Observer::IS_WATCHED && !self.unfinished.is_empty() {
            self.finish_the_elements_around(furthest_block.handle);
        }
        // 4.10. Let a bookmark note the position of formattingElement in the list of active formatting elements
        //       relative to the elements on either side of it in the list.
        // 4.11. to 4.13.
        let (last_node, bookmark) =
            self.clone_the_nodes_between(formatting_index, furthest_block_index, &furthest_block);

        // 4.14. Let (target, refNode) be the adjusted insertion location given (commonAncestor, null).
        let location = self.adjusted_insertion_location(Some(&common_ancestor));
        // 4.15. If lastNode's parent is non-null, then remove lastNode. 4.16. If all of the following are true: …, then
        // insert lastNode into target before refNode. OPTIMIZATION: the conditions are not checked. lastNode does not
        // contain target, because its descendants were below formattingElement on the stack, or are closed. If a script
        // moves nodes, the sink prevents cycles.
        self.sink.move_node(location, last_node);
        // 4.17. Create an element for the token for which formattingElement was created, in the HTML namespace, with
        //       furthestBlock as the intended parent.
        let name = ElementName::html(formatting_element.name);
        let new_element = self
            .sink
            .create_element_with_list(name, formatting_element.attributes, formatting_element.handle);
        // 4.18. Take all of the child nodes of furthestBlock and append them to the element created in the last step.
        self.sink.move_children(furthest_block.handle, new_element);
        // 4.19. Append that new element to furthestBlock.
        self.sink.insert(InsertionLocation::end_of(furthest_block.handle), new_element);

        // 4.20. Remove formattingElement from the list of active formatting elements, and insert the new element into
        // the list of active formatting elements at the position of the aforementioned bookmark. The bookmark is after
        // an element that was below formattingElement on the stack, so in the list it is after formattingElement, too.
        // The elements between them have other names, because formattingElement was the last of its name, so
        // `move_after` may be used.
        if let Some(bookmark) = bookmark {
            self.list_of_active_formatting_elements.move_after(formatting_entry, bookmark);
        }
        // 4.21. Remove formattingElement from the stack of open elements, and insert the new element into the stack of
        //       open elements immediately below the position of furthestBlock in that stack.
        let index =
            self.stack_of_open_elements.move_below(formatting_index, furthest_block_index, new_element);
        self.list_of_active_formatting_elements.replace(formatting_entry, new_element, index);
        self.element_was_finished(formatting_element.handle, formatting_element.name);
    }

    /// Steps 4.11 to 4.13: clones the nodes between the formatting element and the furthest block, or removes them from
    /// the stack. Returns lastNode, and the entry of the list before the bookmark if the bookmark was moved.
    fn clone_the_nodes_between(
        &mut self,
        formatting_index: usize,
        furthest_block_index: usize,
        furthest_block: &OpenElement<S::Handle>,
    ) -> (S::Handle, Option<FormattingId>) {
        // 4.11. Let node and lastNode be furthestBlock.
        let mut last_node = furthest_block.handle;
        let mut bookmark = None;
        // 4.12. Let innerLoopCounter be 0.
        // 4.13. While true:
        // 4.13.1. Increment innerLoopCounter by 1.
        // 4.13.2. Let node be the element immediately above node in the stack of open elements, …
        // 4.13.3. If node is formattingElement, then break.
        let mut counter = 0;
        let mut next = self.stack_of_open_elements.above(furthest_block_index);
        while let Some(index) = next.filter(|&index| index != formatting_index) {
            let Some(&node) = self.stack_of_open_elements.get(index) else { break };
            counter += 1;
            next = self.stack_of_open_elements.above(index);
            // 4.13.4. If innerLoopCounter is greater than 3 and node is in the list of active formatting elements, then
            //         remove node from the list of active formatting elements.
            let entry = match node.formatting {
                Some(entry) if counter > 3 => {
                    self.remove_from_the_list_of_active_formatting_elements(entry);
                    None
                }
                entry => entry,
            };
            // 4.13.5. If node is not in the list of active formatting elements, then remove node from the stack of open
            //         elements and continue.
            let Some(entry) = entry else {
                self.stack_of_open_elements.take_out(index);
                self.element_was_finished(node.handle, node.token_name);
                continue;
            };
            let Some(&element) = self.list_of_active_formatting_elements.element(entry) else { continue };
            // 4.13.6. Create an element for the token for which the element node was created, in the HTML namespace,
            //         with commonAncestor as the intended parent; replace the entry for node in the list of active
            //         formatting elements with an entry for the new element, replace the entry for node in the stack of
            //         open elements with an entry for the new element, and let node be the new element.
            let new_node = self.sink.create_element_with_list(node.name, element.attributes, element.handle);
            self.list_of_active_formatting_elements.replace(entry, new_node, Some(index));
            self.stack_of_open_elements.replace(index, new_node);
            self.element_was_finished(node.handle, node.token_name);
            // 4.13.7. If lastNode is furthestBlock, then move the aforementioned bookmark to be immediately after the
            //         new node in the list of active formatting elements.
            if last_node == furthest_block.handle {
                bookmark = Some(entry);
            }
            // 4.13.8. Append lastNode to node.
            self.sink.move_node(InsertionLocation::end_of(new_node), last_node);
            // 4.13.9. Set lastNode to node.
            last_node = new_node;
        }
        (last_node, bookmark)
    }
}
