//! The `template` tags: plain templates, declarative shadow roots, and content patching (`<template for>`).

use hedgerow_base::known::{
    BODY, FOR, FRAMESET, HTML, SELECTEDCONTENT, SHADOWROOTCLONABLE, SHADOWROOTCUSTOMELEMENTREGISTRY,
    SHADOWROOTDELEGATESFOCUS, SHADOWROOTMODE, SHADOWROOTSERIALIZABLE, SHADOWROOTSLOTASSIGNMENT, TEMPLATE,
};
use hedgerow_base::{ElementName, NameId, ShadowRootInit, ShadowRootMode, SlotAssignment};
use hedgerow_tokenizer::Tag;

use crate::attributes::Adjustment;
use crate::tree_builder::Control;
use crate::{InsertionMode, Observer, TreeBuilder, TreeConstructionError, TreeSink};

/// The insertion target and the markers of a `template` element whose insertion target is not null.
///
/// <https://html.spec.whatwg.org/multipage/scripting.html#the-template-element>
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContentPatch<H> {
    pub(crate) template: H,
    /// The insertion target.
    pub(crate) target: H,
    /// The insertion start marker.
    pub(crate) start: H,
    /// The insertion end marker.
    pub(crate) end: Option<H>,
    /// The difference between the depth of the content in the tree and the depth of the stack of open elements, because the
    /// insertion target may be deeper than the stack. Always 0 unless the sink is watched.
    pub(crate) added_depth: usize,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// The rules for a start tag whose tag name is "template".
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
    pub(crate) fn start_tag_template(&mut self, tag: &Tag<'_>) -> Control {
        // 2. Insert a marker at the end of the list of active formatting elements.
        self.list_of_active_formatting_elements.insert_marker();
        // 3. Set the frameset-ok flag to "not ok".
        self.frameset_ok = false;
        // 4. Switch the insertion mode to "in template".
        self.insertion_mode = InsertionMode::InTemplate;
        // 5. Push "in template" onto the stack of template insertion modes.
        self.template_insertion_modes.push(InsertionMode::InTemplate);
        let allows = |name: NameId| self.sink.allows_template_attribute(name);
        if let Some(mode) = shadow_root_mode(tag).filter(|_| allows(SHADOWROOTMODE)) {
            // 7. If templateStartTag's shadowrootmode is not in the None state:
            self.insert_declarative_shadow_root(tag, mode);
        } else if let Some(marker_name) = tag.attributes.get(FOR).filter(|_| allows(FOR)) {
            // 8. Otherwise, if templateStartTag's for attribute is specified:
            self.insert_content_patch(tag, marker_name);
        } else {
            // 9. Otherwise, insert an HTML element for templateStartTag.
            self.insert_an_html_element(tag);
        }
        Control::Done
    }

    /// Step 7: inserts a template for a declarative shadow root.
    fn insert_declarative_shadow_root(&mut self, tag: &Tag<'_>, mode: ShadowRootMode) {
        // 7.1. If the parser's allow declarative shadow roots is false, or the adjusted current node is the topmost
        //      element in the stack of open elements, then insert an HTML element for the token and return.
        //      (In the fragment case, this condition also keeps the context element from becoming a host. Its shadow root
        //      would not be in the returned fragment.)
        let host = match self.stack_of_open_elements.current_node() {
            Some(&host)
                if self.options.allow_declarative_shadow_roots && !self.current_node_is_the_root() =>
            {
                host
            }
            _ => {
                self.insert_an_html_element(tag);
                return;
            }
        };
        // 6. Let adjustedInsertionLocation be the appropriate place for inserting a node.
        let location = self.adjusted_insertion_location(None);
        // 7.3. Let template be the result of insert a foreign element for templateStartTag, with HTML namespace and true.
        let template = self.create_template_on_the_stack(tag);
        // 7.4. to 7.9.
        let value =
            |name: NameId| tag.attributes.get(name).filter(|_| self.sink.allows_template_attribute(name));
        let has = |name: NameId| value(name).is_some();
        let slot_assignment = value(SHADOWROOTSLOTASSIGNMENT);
        let is_manual = slot_assignment.is_some_and(|value| value.eq_ignore_ascii_case("manual"));
        let init = ShadowRootInit::default()
            .mode(mode)
            .delegates_focus(has(SHADOWROOTDELEGATESFOCUS))
            .serializable(has(SHADOWROOTSERIALIZABLE))
            .clonable(has(SHADOWROOTCLONABLE))
            .slot_assignment(if is_manual { SlotAssignment::Manual } else { SlotAssignment::Named })
            .declarative(true)
            .custom_element_registry_is_null(has(SHADOWROOTCUSTOMELEMENTREGISTRY));
        // 7.10. If declarativeShadowHostElement is a shadow host, then insert an element at the adjusted insertion
        //       location with template and adjustedInsertionLocation.
        // 7.11.1. Attach a shadow root … 7.11.6. Set template's template contents to shadow.
        // 7.11.2. If an exception is thrown, then catch it and: insert an element at the adjusted insertion location …
        if !self.sink.attach_declarative_shadow_root(host.handle, template, init) {
            self.sink.insert(location, template);
        }
    }

    /// Step 8: inserts a `<template for>`.
    fn insert_content_patch(&mut self, tag: &Tag<'_>, marker_name: &str) {
        let location = self.adjusted_insertion_location(None);
        // 8.1. Let scope be the node that contains the adjusted insertion location.
        // 8.2. If scope is a template element, then set scope to scope's template contents.
        //      (The location is never in a template element itself.)
        // 8.3. Otherwise, if scope is the body element of its node document, then set scope to its parent.
        let scope = self.parent_of_the_body_element(location.parent).unwrap_or(location.parent);
        // 8.4. Let template be the result of insert a foreign element for templateStartTag, with HTML namespace and true.
        let template = self.create_template_on_the_stack(tag);
        // 8.5. Let success be the result of prepare content patching given scope and template.
        match self.prepare_content_patching(scope, template, marker_name) {
            Some(mut patch) => {
                if S::Observer::IS_WATCHED && !self.is_plain() {
                    patch.added_depth = self.added_depth(location.parent, patch.target);
                }
                self.content_patches.push(patch);
                if self.sink.element_name(patch.target).is_some_and(|name| name.is_html(SELECTEDCONTENT)) {
                    self.select_tracker.patch_begins(patch.target);
                }
            }
            // 8.6. If success is false: insert an element at the adjusted insertion location with template.
            None => self.sink.insert(location, template),
        }
    }

    /// Returns the difference between the depth of the target of a patch and the depth of the stack of open elements. The
    /// template is the current node, and `parent` contains its adjusted insertion location.
    fn added_depth(&mut self, parent: S::Handle, target: S::Handle) -> usize {
        // `parent` and `target` are in the same tree, so only the difference between their depths in it matters.
        let depth_of_target = self.depth() - 1 + self.sink.depth(target);
        depth_of_target.saturating_sub(self.sink.depth(parent) + self.stack_of_open_elements.depth())
    }

    /// "Insert a foreign element for templateStartTag, with HTML namespace and true": pushes it onto the stack only.
    fn create_template_on_the_stack(&mut self, tag: &Tag<'_>) -> S::Handle {
        let name = ElementName::html(tag.name);
        let template = self.create_an_element_for_the_token(tag, name, Adjustment::None);
        self.push_onto_the_stack(template, name);
        template
    }

    /// Returns the parent of a node, if the node is the body element of its document: the first child of the `html`
    /// element that is a `body` or a `frameset` element.
    ///
    /// <https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2>
    fn parent_of_the_body_element(&self, node: S::Handle) -> Option<S::Handle> {
        let is_html = |node, name| self.sink.element_name(node).is_some_and(|element| element.is_html(name));
        let html = self.sink.parent(node).filter(|&parent| is_html(node, BODY) && is_html(parent, HTML))?;
        let mut children =
            std::iter::successors(self.sink.first_child(html), |&child| self.sink.next_sibling(child));
        // OPTIMIZATION: the tree builder itself inserts at most one `body` or `frameset` element into an `html` element.
        let is_first = !self.sink.was_changed_by_others()
            || children.find(|&child| is_html(child, BODY) || is_html(child, FRAMESET)) == Some(node);
        (is_first && self.sink.parent(html) == Some(self.sink.document())).then_some(html)
    }

    /// Returns the insertion target and the markers of a `template` element, if its insertion target is not null.
    pub(crate) fn content_patch_of(&self, template: S::Handle) -> Option<ContentPatch<S::Handle>> {
        // The last patch is enough: all callers pass the last template element on the stack, and the patches of popped
        // templates are removed.
        self.content_patches.last().filter(|patch| patch.template == template).copied()
    }

    /// <https://html.spec.whatwg.org/multipage/scripting.html#prepare-content-patching>
    fn prepare_content_patching(
        &mut self,
        scope: S::Handle,
        template: S::Handle,
        marker_name: &str,
    ) -> Option<ContentPatch<S::Handle>> {
        // 3. If markerName is the empty string, then return false.
        // OPTIMIZATION: without processing instructions, there are no markers.
        let may_find_one = self.has_processing_instructions || self.sink.was_changed_by_others();
        if marker_name.is_empty() || !may_find_one {
            return None;
        }
        // 4. Let (start, end) be the result of find markers given scope and markerName.
        // 5. If start is null, then return false.
        let start = self.sink.find_marker(scope, marker_name)?;
        let end = match self.sink.processing_instruction(start)? {
            // Step 1.4 of "find markers": If descendant's target is "start":
            ("start", _) => self.matching_end(start),
            // Step 1.3 of "find markers": If descendant's target is "marker", then return (descendant, descendant).
            _ => Some(start),
        };
        // 6. Set template's insertion target to start's parent.
        let patch = ContentPatch { template, target: self.sink.parent(start)?, start, end, added_depth: 0 };
        // 9. If start is end, then return true.
        if end != Some(start) {
            // 10. to 13. Remove the nodes between start and end.
            while let Some(node) = self.sink.next_sibling(start)
                && Some(node) != end
            {
                self.sink.remove(node);
            }
        }
        Some(patch)
    }

    /// Steps 1.4.1 to 1.4.5 of "find markers": returns the `<?end>` that matches a `<?start>`.
    fn matching_end(&self, start: S::Handle) -> Option<S::Handle> {
        let mut nesting_level = 0_usize;
        let mut siblings =
            std::iter::successors(self.sink.next_sibling(start), |&node| self.sink.next_sibling(node));
        siblings.find(|&sibling| match self.sink.processing_instruction(sibling) {
            Some(("start", _)) => {
                nesting_level += 1;
                false
            }
            Some(("end", _)) if nesting_level == 0 => true,
            Some(("end", _)) => {
                nesting_level -= 1;
                false
            }
            _ => false,
        })
    }

    /// The rules for an end tag whose tag name is "template".
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
    pub(crate) fn end_tag_template(&mut self) -> Control {
        // 3. Let template be the last template element in the stack of open elements.
        let Some(index) = self.stack_of_open_elements.last_index_of(TEMPLATE) else {
            self.parse_error(TreeConstructionError::TemplateEndTagWithoutOpenTemplate);
            return Control::Done;
        };
        // 1. Generate all implied end tags thoroughly.
        self.generate_all_implied_end_tags_thoroughly();
        // 2. If the current node is not a template element, then this is a parse error.
        self.expect_current_node(TEMPLATE, TreeConstructionError::TemplateEndTagWithOpenElements);
        // 4. If template's insertion target is not null:
        if let Some(template) = self.stack_of_open_elements.get(index).map(|element| element.handle)
            && let Some(patch) = self.content_patch_of(template)
        {
            // 4.4. If start's parent is not null, then remove start.
            self.sink.remove(patch.start);
            // 4.5. If end is not null and end's parent is not null, then remove end.
            if let Some(end) = patch.end {
                self.sink.remove(end);
            }
            // 4.6. to 4.8. Set template's insertion target and markers to null. (Not read after the template is closed.)
        }
        self.close_the_template();
        Control::Done
    }

    /// Steps 5 to 8 of the end tag, which the rules for the end of the file repeat.
    pub(crate) fn close_the_template(&mut self) {
        let template = self.stack_of_open_elements.last_index_of(TEMPLATE);
        let template = template.and_then(|index| self.stack_of_open_elements.get(index));
        let is_patching = template.is_some_and(|template| self.content_patch_of(template.handle).is_some());
        if is_patching && let Some(patch) = self.content_patches.pop() {
            self.select_tracker.patch_ends(patch.target);
        }
        // 5. Pop elements from the stack of open elements until a template element has been popped from the stack.
        self.pop_until(TEMPLATE);
        // 6. Clear the list of active formatting elements up to the last marker.
        self.clear_the_list_of_active_formatting_elements_up_to_the_last_marker();
        // 7. Pop the current template insertion mode off the stack of template insertion modes.
        self.template_insertion_modes.pop();
        // 8. Reset the insertion mode appropriately.
        self.reset_the_insertion_mode_appropriately();
    }
}

/// Returns the state of the `shadowrootmode` attribute; `None` is the None state.
///
/// <https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode>
fn shadow_root_mode(tag: &Tag<'_>) -> Option<ShadowRootMode> {
    let value = tag.attributes.get(SHADOWROOTMODE)?;
    if value.eq_ignore_ascii_case("open") {
        Some(ShadowRootMode::Open)
    } else if value.eq_ignore_ascii_case("closed") {
        Some(ShadowRootMode::Closed)
    } else {
        None
    }
}
