//! Customizable `select`: cloning the selected option into the `selectedcontent` element.
//!
//! The selectedness of options belongs to the DOM. [`SelectTracker`] computes it as far as the parser's own insertions determine
//! it, and only for a `select` that has a `selectedcontent` element. When that element is inserted, a walk finds the options that
//! were inserted before.

use std::hash::Hash;

use hedgerow_base::known::{
    DATALIST, DISABLED, HR, MULTIPLE, OPTGROUP, OPTION, SELECT, SELECTED, SELECTEDCONTENT, SIZE,
};
use hedgerow_base::{NameId, SideTable, is_display_size_one};

use crate::first_in_tree_order::FirstInTreeOrder;
use crate::walk::next_after;
use crate::{AncestorSet, Observer, TreeBuilder, TreeSink};

/// The state of one `select` element with a `selectedcontent` element.
#[derive(Clone, Debug)]
struct SelectState<H> {
    /// Whether the options can be selected by default.
    selects_by_default: bool,
    /// The option in the list of options whose selectedness is true.
    selected: Option<H>,
    /// The options that may be selected by default; may include options that have left the list.
    defaults: FirstInTreeOrder<H>,
    /// The enabled `selectedcontent` descendants that may have children; they mirror the selected option.
    filled: Vec<SelectedContent<H>>,
    /// The enabled `selectedcontent` descendants without children; they mirror the selected option.
    empty: Vec<SelectedContent<H>>,
}

/// A `selectedcontent` element.
#[derive(Clone, Copy, Debug)]
struct SelectedContent<H> {
    handle: H,
    /// The index of the element on the stack of open elements.
    stack_position: usize,
}

/// The states of all `select` elements with `selectedcontent` elements; empty for nearly all documents.
#[derive(Clone, Debug)]
pub(crate) struct SelectTracker<H> {
    states: SideTable<H, SelectState<H>>,
    /// The insertion numbers of options. The first number belongs to the first option that may have been inserted out
    /// of tree order. All options without a number were inserted earlier, in tree order.
    late_options: SideTable<H, usize>,
    /// The highest insertion number.
    last_late_option: usize,
    /// The approximate number of options and `selectedcontent` elements in the states.
    options_and_contents: usize,
    /// The number of open `<template for>` elements that patch the content of each `selectedcontent` element.
    patches: SideTable<H, usize>,
}

impl<H> Default for SelectTracker<H> {
    fn default() -> Self {
        Self {
            states: SideTable::default(),
            late_options: SideTable::default(),
            last_late_option: 0,
            options_and_contents: 0,
            patches: SideTable::default(),
        }
    }
}

impl<H: Copy + Eq + Hash> SelectTracker<H> {
    /// Records that a `<template for>` begins to patch the content of a `selectedcontent` element.
    pub(crate) fn patch_begins(&mut self, selected_content: H) {
        *self.patches.get_or_insert_with(selected_content, || 0) += 1;
    }

    /// Returns the approximate number of nodes that the states refer to.
    pub(crate) fn len(&self) -> usize {
        self.late_options.len() + self.states.len() + self.options_and_contents
    }

    /// Discards nodes that have been freed.
    pub(crate) fn forget(&mut self, is_gone: impl Fn(H) -> bool, mut is_before: impl FnMut(H, H) -> bool) {
        self.late_options.retain(|&option, _| !is_gone(option));
        self.patches.retain(|&content, _| !is_gone(content));
        self.states.retain(|&select, _| !is_gone(select));
        for state in self.states.values_mut() {
            state.filled.retain(|content| !is_gone(content.handle));
            state.empty.retain(|content| !is_gone(content.handle));
            state.defaults.retain(|option| !is_gone(option), &mut is_before);
            // The tree builder checks that this option still belongs to the select.
            state.selected = state.selected.filter(|&option| !is_gone(option)).or(state.defaults.first());
        }
        let of_state = |state: &SelectState<H>| state.defaults.len() + state.filled.len() + state.empty.len();
        self.options_and_contents = self.states.values().map(of_state).sum();
    }

    /// Records the end of a `<template for>` that patches a target.
    pub(crate) fn patch_ends(&mut self, target: H) {
        if let Some(patches) = self.patches.get_mut(&target) {
            *patches -= 1;
            if *patches == 0 {
                self.patches.remove(&target);
            }
        }
    }
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Updates the tracker after the insertion of an `option` or `selectedcontent` element.
    #[inline]
    pub(crate) fn element_of_a_select_was_inserted(&mut self, element: S::Handle, name: NameId) {
        if name == SELECTEDCONTENT {
            self.a_selectedcontent_was_inserted(element);
            return;
        }
        // The option may precede elements that were inserted earlier.
        let may_be_out_of_order = self.foster_parenting || !self.content_patches.is_empty();
        let tracker = &mut self.select_tracker;
        if may_be_out_of_order || tracker.last_late_option > 0 {
            tracker.last_late_option += 1;
            tracker.late_options.insert(element, tracker.last_late_option);
        }
        if !self.select_tracker.states.is_empty() {
            self.an_option_was_inserted(element);
        }
    }

    /// Updates the selectedness of the options of a select after an option was inserted.
    ///
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm>
    fn an_option_was_inserted(&mut self, option: S::Handle) {
        let Some((select, optgroup)) = self.option_element_nearest_ancestor_select(option) else { return };
        if !self.select_tracker.states.contains_key(&select) {
            return;
        }
        let is_selected = self.has_attribute(option, SELECTED);
        let may_be_default = self.selects_by_default(select) && !self.is_disabled(option, optgroup);
        let selected = self.selected_option(select);
        let Some(state) = self.select_tracker.states.get_mut(&select) else { return };
        if may_be_default {
            let sink = &mut self.sink;
            state.defaults.push(option, |one, other| sink.is_before(one, other));
            self.select_tracker.options_and_contents += 1;
        }
        if is_selected || (selected.is_none() && may_be_default) {
            state.selected = Some(option);
        }
    }

    /// Returns the selected option of a select. If it has left the list of options, the first one that is not disabled is
    /// selected: a `<template for>`, a `selectedcontent` element that gets other content, and scripts remove options.
    fn selected_option(&mut self, select: S::Handle) -> Option<S::Handle> {
        let selected = self.select_tracker.states.get(&select)?.selected?;
        if !self.is_option_of(selected, select) {
            self.select_by_default(select);
        }
        self.select_tracker.states.get(&select)?.selected
    }

    /// Selects the first option that is not disabled.
    ///
    /// Step 1: […] then set the selectedness of the first option element in the list of options in tree order that is not
    /// disabled, if any, to true.
    fn select_by_default(&mut self, select: S::Handle) {
        while let Some(state) = self.select_tracker.states.get_mut(&select) {
            let first = state.defaults.first();
            state.selected = first;
            if first.is_none_or(|option| self.is_option_of(option, select)) {
                return;
            }
            if let Some(state) = self.select_tracker.states.get_mut(&select) {
                let sink = &mut self.sink;
                state.defaults.remove_first(|one, other| sink.is_before(one, other));
            }
        }
    }

    /// Whether the options of a select can be selected by default.
    ///
    /// Step 1: If element's multiple attribute is absent, and element's display size is 1, …
    fn selects_by_default(&mut self, select: S::Handle) -> bool {
        let known = self.select_tracker.states.get(&select).map(|state| state.selects_by_default);
        match known {
            // The tree builder itself never changes the attributes of a select.
            Some(selects_by_default) if !self.sink.was_changed_by_others() => selects_by_default,
            _ => {
                !self.has_attribute(select, MULTIPLE)
                    && is_display_size_one(self.sink.attribute_value(select, SIZE))
            }
        }
    }

    fn is_disabled(&mut self, option: S::Handle, optgroup: Option<S::Handle>) -> bool {
        self.has_attribute(option, DISABLED)
            || optgroup.is_some_and(|optgroup| self.has_attribute(optgroup, DISABLED))
    }

    /// Computes the state of a select: its selected option is the last inserted one with a `selected` attribute, or else the first
    /// inserted one that can be selected by default.
    fn state_of(&mut self, select: S::Handle) -> SelectState<S::Handle> {
        let selects_by_default = self.selects_by_default(select);
        let mut selected: Option<(usize, S::Handle)> = None;
        let mut default: Option<(usize, S::Handle)> = None;
        let mut defaults = Vec::new();
        let mut optgroup = None;
        let mut next = self.sink.first_child(select);
        // "To get the list of options": 3. While node is not null:
        while let Some(node) = next {
            // 3.1. If node is an option element, then append node to options.
            // 3.2. If any of the following conditions are true: … excluding node's descendants.
            let name = self.sink.element_name(node);
            let is = |expected| name.is_some_and(|name| name.is_html(expected));
            if is(OPTION) {
                let number = self.select_tracker.late_options.get(&node).copied().unwrap_or_default();
                if self.has_attribute(node, SELECTED) && selected.is_none_or(|(last, _)| number >= last) {
                    selected = Some((number, node));
                }
                if selects_by_default && !self.is_disabled(node, optgroup) {
                    defaults.push(node);
                    if default.is_none_or(|(first, _)| number < first) {
                        default = Some((number, node));
                    }
                }
            }
            let is_excluded =
                is(OPTION) || is(SELECT) || is(HR) || is(DATALIST) || (is(OPTGROUP) && optgroup.is_some());
            next = self.sink.first_child(node).filter(|_| !is_excluded);
            if next.is_some() {
                optgroup = optgroup.or(is(OPTGROUP).then_some(node));
                continue;
            }
            next = next_after(&self.sink, node, optgroup.unwrap_or(select));
            if next.is_none()
                && let Some(ended) = optgroup.take()
            {
                next = next_after(&self.sink, ended, select);
            }
        }
        let selected = selected.or(default).map(|(_, option)| option);
        let defaults = FirstInTreeOrder(defaults);
        SelectState { selects_by_default, selected, defaults, filled: Vec::new(), empty: Vec::new() }
    }

    /// The post-connection steps of a `selectedcontent` element.
    ///
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element>
    #[cold]
    fn a_selectedcontent_was_inserted(&mut self, selected_content: S::Handle) {
        // A `selectedcontent` element is disabled inside an option, inside another `selectedcontent`, and inside a nested select.
        let ancestors = AncestorSet::OfASelectedContent;
        let Some((select, SELECT)) = self.sink.nearest_ancestor(selected_content, ancestors) else { return };
        if self.sink.nearest_ancestor(select, ancestors).is_some() {
            return;
        }
        if !self.select_tracker.states.contains_key(&select) {
            let state = self.state_of(select);
            self.select_tracker.options_and_contents += state.defaults.len();
            self.select_tracker.states.insert(select, state);
        }
        let Some(state) = self.select_tracker.states.get_mut(&select) else { return };
        let stack_position = self.stack_of_open_elements.len() - 1;
        state.filled.push(SelectedContent { handle: selected_content, stack_position });
        self.select_tracker.options_and_contents += 1;
        if let Some(option) = self.selected_option(select)
            && self.sink.is_connected(select)
            && !self.has_attribute(select, MULTIPLE)
        {
            self.clone_an_option_into_a_selectedcontent(option, selected_content);
        }
    }

    /// "Replace all with documentFragment within selectedcontent", with clones of the children of an option.
    fn clone_an_option_into_a_selectedcontent(&mut self, option: S::Handle, selected_content: S::Handle) {
        // One token may end many options, each of which is cloned many times. So cloning ends when a limit is exceeded;
        // the parser then stops after the token.
        if S::Observer::IS_WATCHED && self.exceeds_a_limit() {
            return;
        }
        self.sink.replace_children_with_clones_of(selected_content, option);
        // Clones of options are options of the same select, except inside another option.
        let mut next = self.sink.first_child(selected_content);
        while let Some(node) = next {
            let is_option = self.sink.element_name(node).is_some_and(|name| name.is_html(OPTION));
            if is_option {
                self.an_option_was_inserted(node);
            }
            let child = self.sink.first_child(node).filter(|_| !is_option);
            next = child.or_else(|| next_after(&self.sink, node, selected_content));
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent>
    ///
    /// Clones the children of an option into each enabled `selectedcontent` of its select, if the option is the selected one.
    #[inline]
    pub(crate) fn an_option_was_popped(&mut self, option: S::Handle) {
        if !self.select_tracker.states.is_empty() {
            self.maybe_clone_into_selectedcontent(option);
        }
    }

    #[cold]
    fn maybe_clone_into_selectedcontent(&mut self, option: S::Handle) {
        let Some((select, _)) = self.option_element_nearest_ancestor_select(option) else { return };
        if self.selected_option(select) != Some(option) {
            return;
        }
        let Some(state) = self.select_tracker.states.get_mut(&select) else { return };
        let mut contents = std::mem::take(&mut state.filled);
        let mut empty = std::mem::take(&mut state.empty);
        if !self.has_attribute(select, MULTIPLE) {
            if self.sink.first_child(option).is_some() {
                contents.append(&mut empty);
            }
            for selected_content in &contents {
                self.clone_an_option_into_a_selectedcontent(option, selected_content.handle);
            }
            // OPTIMIZATION: the `selectedcontent` elements that are empty and closed stay empty, so the next empty option skips
            // them.
            if self.sink.first_child(option).is_none() {
                let (filled, emptied) = contents.into_iter().partition(|content| self.is_open(content));
                contents = filled;
                empty.extend::<Vec<_>>(emptied);
            }
        }
        if let Some(state) = self.select_tracker.states.get_mut(&select) {
            state.filled = contents;
            state.empty = empty;
        }
    }

    /// Whether nodes may still be inserted into a `selectedcontent` element.
    fn is_open(&self, content: &SelectedContent<S::Handle>) -> bool {
        self.stack_of_open_elements.is_open(content.handle, content.stack_position)
            || self.select_tracker.patches.contains_key(&content.handle)
    }

    /// Whether a select is the select of an option.
    fn is_option_of(&mut self, option: S::Handle, select: S::Handle) -> bool {
        let nearest = self.option_element_nearest_ancestor_select(option);
        nearest.is_some_and(|(nearest, _)| nearest == select)
    }

    /// Returns the select of an option, and the `optgroup` between them, if there is one.
    ///
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
    fn option_element_nearest_ancestor_select(
        &mut self,
        option: S::Handle,
    ) -> Option<(S::Handle, Option<S::Handle>)> {
        // 1. Let ancestorOptgroup be null.
        let mut ancestor_optgroup = None;
        // 2. For each ancestor of option's ancestors, in reverse tree order:
        let mut node = option;
        loop {
            let (ancestor, name) = self.sink.nearest_ancestor(node, AncestorSet::OfAnOption)?;
            match name {
                // 2.2. If ancestor is an optgroup element: set ancestorOptgroup to ancestor.
                OPTGROUP if ancestor_optgroup.is_none() => ancestor_optgroup = Some(ancestor),
                // 2.3. If ancestor is a select, then return ancestor.
                SELECT => return Some((ancestor, ancestor_optgroup)),
                // 2.1. If ancestor is a datalist, hr, or option element, then return null.
                // 2.2.1. If ancestorOptgroup is not null, then return null.
                _ => return None,
            }
            node = ancestor;
        }
        // 3. Return null.
    }

    fn has_attribute(&mut self, element: S::Handle, name: NameId) -> bool {
        self.sink.attribute_value(element, name).is_some()
    }
}
