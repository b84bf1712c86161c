//! The appropriate place for inserting a node, with foster parenting and content patching.

use hedgerow_base::ElementFlags;
use hedgerow_base::known::{TABLE, TEMPLATE};

use crate::stack_of_open_elements::OpenElement;
use crate::{InsertionLocation, TreeBuilder, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// The adjusted insertion location given (null, null).
    #[inline(always)]
    pub(crate) fn current_insertion_location(&self) -> InsertionLocation<S::Handle> {
        let always = ElementFlags::TEMPLATE | ElementFlags::HTML;
        let unusual = if self.foster_parenting { ElementFlags::FOSTERS_CONTENT | always } else { always };
        match self.stack_of_open_elements.current_node() {
            // OPTIMIZATION: for most current nodes, no step of the algorithm applies.
            Some(current) if !current.flags.has(unusual) => InsertionLocation::end_of(current.handle),
            _ => self.adjusted_insertion_location(None),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjusted-insertion-location>
    pub(crate) fn adjusted_insertion_location(
        &self,
        override_target: Option<&OpenElement<S::Handle>>,
    ) -> InsertionLocation<S::Handle> {
        let location = self.appropriate_place_for_inserting_a_node(override_target);
        match (self.root_insertion_target, self.stack_of_open_elements.first()) {
            (Some(root), Some(first)) if first.handle == location.parent => InsertionLocation::end_of(root),
            _ => location,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node>
    #[inline]
    pub(crate) fn appropriate_place_for_inserting_a_node(
        &self,
        override_target: Option<&OpenElement<S::Handle>>,
    ) -> InsertionLocation<S::Handle> {
        // 1. Let targetParent be overrideTarget if it is not null; otherwise the current node.
        let Some(target) = override_target.or_else(|| self.stack_of_open_elements.current_node()) else {
            return InsertionLocation::end_of(self.sink.document());
        };
        // 3. If foster parenting is enabled and targetParent is a table, tbody, tfoot, thead, or tr element:
        if self.foster_parenting && target.flags.has(ElementFlags::FOSTERS_CONTENT) {
            return self.foster_parent();
        }
        self.location_in(target)
    }

    /// Steps 3.1 to 3.5.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#foster-parent>
    #[cold]
    fn foster_parent(&self) -> InsertionLocation<S::Handle> {
        let stack = &self.stack_of_open_elements;
        // 3.1. Let lastTemplateOrTable be the last template or table element in the stack of open elements.
        let index = stack.last_index_of(TEMPLATE).max(stack.last_index_of(TABLE));
        let last = index.and_then(|index| Some((index, stack.get(index)?)));
        // 3.2. If lastTemplateOrTable is null, then return (the first element in the stack of open elements, null).
        let Some((index, last)) = last else { return self.first_element_location() };
        // 3.3. If lastTemplateOrTable is a template element, then set targetParent to lastTemplateOrTable.
        if last.is_html(TEMPLATE) {
            return self.location_in(last);
        }
        // 3.4. Otherwise, if lastTemplateOrTable's parent is not null, then set targetParent to it, and referenceChild to
        //      lastTemplateOrTable.
        if let Some(parent) = self.sink.parent(last.handle) {
            return InsertionLocation { parent, reference: Some(last.handle) };
        }
        // 3.5. Otherwise, set targetParent to the element immediately above lastTemplateOrTable in the stack.
        let above = stack.above(index).and_then(|above| stack.get(above));
        above.map_or_else(|| self.first_element_location(), |above| self.location_in(above))
    }

    fn first_element_location(&self) -> InsertionLocation<S::Handle> {
        let first = self.stack_of_open_elements.first();
        InsertionLocation::end_of(first.map_or_else(|| self.sink.document(), |first| first.handle))
    }

    /// Steps 4 to 8, for a target parent without a reference child.
    #[inline]
    fn location_in(&self, target: &OpenElement<S::Handle>) -> InsertionLocation<S::Handle> {
        // 4. If targetParent is not a template element, then return (targetParent, referenceChild).
        if target.is_html(TEMPLATE) {
            self.location_in_template(target.handle)
        } else {
            InsertionLocation::end_of(target.handle)
        }
    }

    /// Steps 5 to 8.
    fn location_in_template(&self, template: S::Handle) -> InsertionLocation<S::Handle> {
        // 5. Let patchInsertionTarget be targetParent's insertion target.
        // 6. If patchInsertionTarget is null, then return (targetParent's template contents, null).
        let Some(patch) = self.content_patch_of(template) else {
            return InsertionLocation::end_of(self.sink.template_contents(template));
        };
        // 7. If targetParent's insertion end marker is not null and its parent is patchInsertionTarget, then return
        //    (patchInsertionTarget, targetParent's insertion end marker).
        // 8. Return (patchInsertionTarget, null).
        let reference = patch.end.filter(|&end| self.sink.parent(end) == Some(patch.target));
        InsertionLocation { parent: patch.target, reference }
    }
}
