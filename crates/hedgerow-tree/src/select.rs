//! Customizable `select`: cloning the selected option into the `selectedcontent` element.
//!
//! The selectedness of options is a matter of the DOM; here it is followed as far as the parser's own insertions decide
//! it, and only for a `select` that has a `selectedcontent` element: what came before that is found in the tree.

use hedgerow_names::NameId;
use hedgerow_names::known::{
    DATALIST, DISABLED, HR, MULTIPLE, OPTGROUP, OPTION, SELECT, SELECTED, SELECTEDCONTENT, SIZE,
};

use crate::{TreeBuilder, TreeSink};

/// What is known of one `select` element with a `selectedcontent` element.
#[derive(Clone, Debug)]
struct SelectState<H> {
    select: H,
    /// The option of its list of options whose selectedness is true.
    selected: Option<H>,
    /// Its enabled `selectedcontent` descendants, which all mirror that option.
    selected_contents: Vec<H>,
}

/// What is known of all `select` elements with `selectedcontent` elements; empty for nearly all documents.
#[derive(Clone, Debug)]
pub(crate) struct SelectTracker<H> {
    states: Vec<SelectState<H>>,
}

impl<H> Default for SelectTracker<H> {
    fn default() -> Self {
        Self { states: Vec::new() }
    }
}

impl<H: Copy + Eq> SelectTracker<H> {
    fn state(&self, select: H) -> Option<&SelectState<H>> {
        self.states.iter().rev().find(|state| state.select == select)
    }

    fn state_mut(&mut self, select: H) -> Option<&mut SelectState<H>> {
        self.states.iter_mut().rev().find(|state| state.select == select)
    }
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Follows the insertion of an `option` or `selectedcontent` element.
    #[inline]
    pub(crate) fn element_of_a_select_was_inserted(&mut self, element: S::Handle, name: NameId) {
        if name == SELECTEDCONTENT {
            self.a_selectedcontent_was_inserted(element);
        } else if !self.select_tracker.states.is_empty() {
            self.an_option_was_inserted(element);
        }
    }

    /// The selectedness of the options of its select once an option was inserted.
    ///
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm>
    fn an_option_was_inserted(&mut self, option: S::Handle) {
        let Some(select) = self.option_element_nearest_ancestor_select(option) else { return };
        let Some(state) = self.select_tracker.state(select) else { return };
        // The option that was selected may have been removed, with what a selectedcontent element had contained.
        let is_still_there = |selected| self.option_element_nearest_ancestor_select(selected) == Some(select);
        let selected = match state.selected {
            _ if self.has_attribute(option, SELECTED) => Some(option),
            Some(selected) if is_still_there(selected) => Some(selected),
            Some(_) => self.selected_option(select),
            // OPTIMIZATION: if no other option could be selected, only the new one has to be looked at.
            None => self.becomes_selected_by_default(option, select).then_some(option),
        };
        if let Some(state) = self.select_tracker.state_mut(select) {
            state.selected = selected;
        }
    }

    /// Step 1: whether an option becomes the selected one while there is none.
    fn becomes_selected_by_default(&self, option: S::Handle, select: S::Handle) -> bool {
        !self.has_attribute(select, MULTIPLE)
            && self.display_size_is_one(select)
            && !self.option_is_disabled(option)
    }

    /// The option of a select whose selectedness is true: the last with a `selected` attribute, or the default.
    fn selected_option(&self, select: S::Handle) -> Option<S::Handle> {
        let options = || {
            std::iter::successors(self.sink.first_child(select), move |&node| {
                self.next_descendant(node, select)
            })
            .filter(move |&node| self.sink.element_name(node).is_some_and(|name| name.is_html(OPTION)))
            .filter(move |&option| self.option_element_nearest_ancestor_select(option) == Some(select))
        };
        options()
            .filter(|&option| self.has_attribute(option, SELECTED))
            .last()
            .or_else(|| options().find(|&option| self.becomes_selected_by_default(option, select)))
    }

    /// The post-connection steps of a `selectedcontent` element.
    ///
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element>
    #[cold]
    fn a_selectedcontent_was_inserted(&mut self, selected_content: S::Handle) {
        let mut select = None;
        let mut is_disabled = false;
        let mut root = selected_content;
        while let Some(ancestor) = self.sink.parent(root) {
            root = ancestor;
            let Some(name) = self.sink.element_name(ancestor) else { continue };
            if name.is_html(SELECT) {
                is_disabled |= select.is_some();
                select = select.or(Some(ancestor));
            } else if name.is_html(OPTION) || name.is_html(SELECTEDCONTENT) {
                is_disabled = true;
            }
        }
        let Some(select) = select else { return };
        if self.select_tracker.state(select).is_none() {
            let selected = self.selected_option(select);
            self.select_tracker.states.push(SelectState { select, selected, selected_contents: Vec::new() });
        }
        let Some(state) = self.select_tracker.state_mut(select) else { return };
        if is_disabled {
            return;
        }
        state.selected_contents.push(selected_content);
        if let Some(option) = state.selected
            && root == self.sink.document()
            && !self.has_attribute(select, MULTIPLE)
        {
            self.sink.replace_children_with_clones_of(selected_content, option);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent>
    ///
    /// Clones the children of an option into each enabled `selectedcontent` of its select, if it is the selected one.
    #[inline]
    pub(crate) fn an_option_was_popped(&mut self, option: S::Handle) {
        if !self.select_tracker.states.is_empty() {
            self.maybe_clone_into_selectedcontent(option);
        }
    }

    #[cold]
    fn maybe_clone_into_selectedcontent(&mut self, option: S::Handle) {
        let Some(select) = self.option_element_nearest_ancestor_select(option) else { return };
        let Some(state) = self.select_tracker.state(select) else { return };
        if state.selected != Some(option) || self.has_attribute(select, MULTIPLE) {
            return;
        }
        for selected_content in state.selected_contents.clone() {
            self.sink.replace_children_with_clones_of(selected_content, option);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
    fn option_element_nearest_ancestor_select(&self, option: S::Handle) -> Option<S::Handle> {
        // 1. Let ancestorOptgroup be null.
        let mut is_in_optgroup = false;
        // 2. For each ancestor of option's ancestors, in reverse tree order:
        let mut node = option;
        while let Some(ancestor) = self.sink.parent(node) {
            node = ancestor;
            let Some(name) = self.sink.element_name(ancestor) else { continue };
            // 2.1. If ancestor is a datalist, hr, or option element, then return null.
            if name.is_html(DATALIST) || name.is_html(HR) || name.is_html(OPTION) {
                return None;
            }
            // 2.2. If ancestor is an optgroup element: if ancestorOptgroup is not null, then return null.
            if name.is_html(OPTGROUP) && std::mem::replace(&mut is_in_optgroup, true) {
                return None;
            }
            // 2.3. If ancestor is a select, then return ancestor.
            if name.is_html(SELECT) {
                return Some(ancestor);
            }
        }
        // 3. Return null.
        None
    }

    /// Whether an option, or the `optgroup` it is in, has a `disabled` attribute.
    fn option_is_disabled(&self, option: S::Handle) -> bool {
        let mut ancestors = std::iter::successors(self.sink.parent(option), |&node| self.sink.parent(node));
        self.has_attribute(option, DISABLED)
            || ancestors
                .find_map(|ancestor| {
                    let name = self.sink.element_name(ancestor)?;
                    if name.is_html(OPTGROUP) {
                        Some(self.has_attribute(ancestor, DISABLED))
                    } else {
                        name.is_html(SELECT).then_some(false)
                    }
                })
                .unwrap_or(false)
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size>
    fn display_size_is_one(&self, select: S::Handle) -> bool {
        // The rules for parsing non-negative integers; without the `multiple` attribute the default is 1.
        let Some(size) = self.sink.attribute_value(select, SIZE) else { return true };
        let size = size.trim_start_matches(['\t', '\n', '\x0C', '\r', ' ']);
        let size = size.strip_prefix('+').unwrap_or(size);
        let digits = size.split(|character: char| !character.is_ascii_digit()).next().unwrap_or_default();
        digits.is_empty() || digits.trim_start_matches('0') == "1"
    }

    fn has_attribute(&self, element: S::Handle, name: NameId) -> bool {
        self.sink.attribute_value(element, name).is_some()
    }
}
