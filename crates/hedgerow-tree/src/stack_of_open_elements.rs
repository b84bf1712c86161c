//! The stack of open elements, with the indices that make every scope question a comparison of two numbers.
//!
//! Each entry knows the nearest entry at or below it that ends a scope, and the entry of the same name before it;
//! the stack knows the nearest entry of each name. So no question walks the stack, however deep it is.
//! The unit tests hold the answers against a plain walk.

use hedgerow_names::{ElementFlags, ElementName, NameId, Namespace, known};

use crate::list_of_active_formatting_elements::FormattingId;

/// An element on the stack of open elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenElement<H> {
    /// The node.
    pub(crate) handle: H,
    /// Its name.
    pub(crate) name: ElementName,
    /// The name of its token: for a foreign element, the name before its case was adjusted.
    pub(crate) token_name: NameId,
    /// The sets of elements that it belongs to.
    pub(crate) flags: ElementFlags,
    /// Its entry in the list of active formatting elements.
    pub(crate) formatting: Option<FormattingId>,
    // The rest are places: the index of an entry plus one, zero for none.
    /// The nearest entry below of the same kind and name.
    previous_of_name: u32,
    /// The nearest entry, this one or below, that ends "in scope".
    scope: u32,
    /// … that is special.
    special: u32,
    /// … that is special, but not `address`, `div` or `p`.
    special_except_address_div_p: u32,
    /// … that is in the HTML namespace.
    html: u32,
}

impl<H> OpenElement<H> {
    /// Whether this is the element of HTML with that local name.
    #[inline]
    pub(crate) fn is_html(&self, local: NameId) -> bool {
        self.name.is_html(local)
    }
}

#[cold]
fn grow(table: &mut Vec<u32>, index: usize) {
    table.resize(index + 1, 0);
}

/// The stack of open elements. It grows downwards: the first entry is the topmost node, the last is the current node.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements>
#[derive(Clone, Debug)]
pub(crate) struct StackOfOpenElements<H> {
    entries: Vec<OpenElement<H>>,
    /// For each name, the place of the last entry that is an element of HTML of this name.
    last_of_name: Vec<u32>,
    /// For each name of a token, the place of the last entry that is a foreign element made for it.
    last_foreign_of_name: Vec<u32>,
}

/// Deeper than most documents are.
const USUAL_DEPTH: usize = 32;

impl<H> Default for StackOfOpenElements<H> {
    fn default() -> Self {
        Self {
            entries: Vec::with_capacity(USUAL_DEPTH),
            last_of_name: vec![0; known::HTML_ELEMENT_COUNT],
            last_foreign_of_name: Vec::new(),
        }
    }
}

impl<H: Copy + Eq> StackOfOpenElements<H> {
    /// The number of entries.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The current node: the bottommost node.
    #[inline]
    pub(crate) fn current_node(&self) -> Option<&OpenElement<H>> {
        self.entries.last()
    }

    /// The topmost node: the `html` element.
    #[inline]
    pub(crate) fn first(&self) -> Option<&OpenElement<H>> {
        self.entries.first()
    }

    /// The entry at an index, counted from the topmost node.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&OpenElement<H>> {
        self.entries.get(index)
    }

    /// The entries from the topmost to the current node.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &OpenElement<H>> + ExactSizeIterator {
        self.entries.iter()
    }

    /// Whether the current node is an element of HTML with that local name.
    #[inline]
    pub(crate) fn current_node_is(&self, name: NameId) -> bool {
        self.current_node().is_some_and(|element| element.is_html(name))
    }

    /// Whether the current node belongs to one of the sets.
    #[inline]
    pub(crate) fn current_node_has(&self, sets: ElementFlags) -> bool {
        self.current_node().is_some_and(|element| element.flags.has(sets))
    }

    /// Pushes an element, which becomes the current node. `flags` are its sets, with what its start tag adds.
    #[inline(always)]
    pub(crate) fn push(&mut self, handle: H, name: ElementName, token_name: NameId, flags: ElementFlags) {
        self.push_entry(OpenElement {
            handle,
            name,
            token_name,
            flags,
            formatting: None,
            previous_of_name: 0,
            scope: 0,
            special: 0,
            special_except_address_div_p: 0,
            html: 0,
        });
    }

    #[inline(always)]
    fn push_entry(&mut self, mut entry: OpenElement<H>) {
        let place = self.entries.len() as u32 + 1;
        if let Some(below) = self.entries.last() {
            entry.scope = below.scope;
            entry.special = below.special;
            entry.special_except_address_div_p = below.special_except_address_div_p;
            entry.html = below.html;
        }
        if entry.flags.has(ElementFlags::SPECIAL) {
            entry.special = place;
            if !entry.flags.has(ElementFlags::ADDRESS_DIV_P) {
                entry.special_except_address_div_p = place;
            }
            if entry.flags.has(ElementFlags::SCOPE) {
                entry.scope = place;
            }
        }
        if entry.name.namespace == Namespace::Html {
            entry.html = place;
        }
        let last = self.last_of_name_mut(&entry);
        entry.previous_of_name = std::mem::replace(last, place);
        self.entries.push(entry);
    }

    /// Pops the current node.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<H>> {
        let entry = self.entries.pop()?;
        *self.last_of_name_mut(&entry) = entry.previous_of_name;
        Some(entry)
    }

    #[inline(always)]
    fn last_of_name_mut(&mut self, entry: &OpenElement<H>) -> &mut u32 {
        let (table, index) = if entry.name.namespace == Namespace::Html {
            (&mut self.last_of_name, entry.name.local.index())
        } else {
            (&mut self.last_foreign_of_name, entry.token_name.index())
        };
        if index >= table.len() {
            grow(table, index);
        }
        &mut table[index]
    }

    /// Puts an element at an index; all from there on move down.
    pub(crate) fn insert(&mut self, index: usize, handle: H, name: ElementName) {
        let below = self.split_off(index);
        self.push(handle, name, name.local, ElementFlags::of(name));
        self.push_all(&below);
    }

    /// Takes out the element at an index; all behind it move up.
    pub(crate) fn remove(&mut self, index: usize) -> Option<OpenElement<H>> {
        let below = self.split_off(index + 1);
        let removed = self.pop();
        self.push_all(&below);
        removed
    }

    /// Takes out the elements in a range of indices that `keep` does not want; all behind move up.
    pub(crate) fn retain_in(
        &mut self,
        start: usize,
        end: usize,
        mut keep: impl FnMut(&OpenElement<H>) -> bool,
    ) {
        let below = self.split_off(end);
        let range = self.split_off(start);
        for entry in range {
            if keep(&entry) {
                self.push_entry(entry);
            }
        }
        self.push_all(&below);
    }

    /// Puts another element of the same name in the place of the one at an index.
    pub(crate) fn replace(&mut self, index: usize, handle: H) {
        if let Some(entry) = self.entries.get_mut(index) {
            entry.handle = handle;
        }
    }

    /// Pops all entries from an index on, and returns them from the topmost on.
    fn split_off(&mut self, index: usize) -> Vec<OpenElement<H>> {
        let mut popped = Vec::with_capacity(self.entries.len().saturating_sub(index));
        while self.entries.len() > index {
            popped.extend(self.pop());
        }
        popped.reverse();
        popped
    }

    fn push_all(&mut self, entries: &[OpenElement<H>]) {
        for &entry in entries {
            self.push_entry(entry);
        }
    }

    /// Notes the entry of an element in the list of active formatting elements.
    pub(crate) fn set_formatting(&mut self, index: usize, formatting: Option<FormattingId>) {
        if let Some(entry) = self.entries.get_mut(index) {
            entry.formatting = formatting;
        }
    }

    /// The index of a node.
    pub(crate) fn index_of(&self, handle: H) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.handle == handle)
    }

    /// The place of the last element of HTML of that name, zero if there is none.
    #[inline]
    fn place(&self, name: NameId) -> u32 {
        self.last_of_name.get(name.index()).copied().unwrap_or(0)
    }

    /// The index of the last element of HTML of that name.
    #[inline]
    pub(crate) fn last_index_of(&self, name: NameId) -> Option<usize> {
        (self.place(name) as usize).checked_sub(1)
    }

    /// Whether an element of HTML of that name is open.
    #[inline]
    pub(crate) fn contains(&self, name: NameId) -> bool {
        self.place(name) != 0
    }

    /// The place of the nearest element that ends "in scope".
    #[inline]
    fn scope_place(&self) -> u32 {
        self.current_node().map_or(0, |current| current.scope)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope>
    #[inline]
    pub(crate) fn has_in_scope(&self, name: NameId) -> bool {
        is_in_scope(self.place(name), self.scope_place())
    }

    /// Whether the element at that index is in scope.
    pub(crate) fn has_index_in_scope(&self, index: usize) -> bool {
        is_in_scope(index as u32 + 1, self.scope_place())
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope>
    pub(crate) fn has_in_list_item_scope(&self, name: NameId) -> bool {
        let scope = self.scope_place().max(self.place(known::OL)).max(self.place(known::UL));
        is_in_scope(self.place(name), scope)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope>
    #[inline]
    pub(crate) fn has_in_button_scope(&self, name: NameId) -> bool {
        is_in_scope(self.place(name), self.scope_place().max(self.place(known::BUTTON)))
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope>
    pub(crate) fn has_in_table_scope(&self, name: NameId) -> bool {
        let scope = self.place(known::HTML).max(self.place(known::TABLE)).max(self.place(known::TEMPLATE));
        is_in_scope(self.place(name), scope)
    }

    /// Whether one of `h1` to `h6` is in scope.
    pub(crate) fn has_a_heading_in_scope(&self) -> bool {
        [known::H1, known::H2, known::H3, known::H4, known::H5, known::H6]
            .into_iter()
            .any(|heading| self.has_in_scope(heading))
    }

    /// For the loops of the "li", "dd" and "dt" start tags: whether an element of that name comes before any that is
    /// special and none of `address`, `div` and `p`; and where.
    pub(crate) fn index_before_special_except_address_div_p(&self, name: NameId) -> Option<usize> {
        let boundary = self.current_node()?.special_except_address_div_p;
        let place = self.place(name);
        // The elements asked for are special themselves, and end the loop by being found.
        (place != 0 && place >= boundary).then(|| place as usize - 1)
    }

    /// For the loop of "any other end tag": the element of that name, if it comes before any other special one.
    pub(crate) fn index_before_special(&self, name: NameId) -> Option<usize> {
        let boundary = self.current_node()?.special;
        let place = self.place(name);
        (place != 0 && place >= boundary).then(|| place as usize - 1)
    }

    /// For the loop of "any other end tag" in foreign content: the foreign element made for that tag name,
    /// if it comes before any element of HTML.
    pub(crate) fn foreign_index_before_html(&self, token_name: NameId) -> Option<usize> {
        let boundary = self.current_node()?.html;
        let place = self.last_foreign_of_name.get(token_name.index()).copied().unwrap_or(0);
        (place > boundary).then(|| place as usize - 1)
    }

    /// The topmost special element below an index.
    pub(crate) fn first_special_after(&self, index: usize) -> Option<usize> {
        // OPTIMIZATION: most often there is none, and the last special element tells.
        if self.current_node()?.special as usize <= index + 1 {
            return None;
        }
        let below = self.entries.get(index + 1..)?;
        below.iter().position(|entry| entry.flags.has(ElementFlags::SPECIAL)).map(|offset| index + 1 + offset)
    }
}

/// Whether an element at `place` (zero: none) is at least as near as the element that ends the scope.
#[inline]
fn is_in_scope(place: u32, scope: u32) -> bool {
    place != 0 && place >= scope
}

#[cfg(test)]
mod tests {
    use hedgerow_names::known::{
        ADDRESS, B, BUTTON, DD, DIV, HTML, LI, MI, OL, P, SELECT, SPAN, SVG, TABLE, TD, TEMPLATE, TITLE, UL,
    };

    use super::*;

    type Stack = StackOfOpenElements<u32>;

    /// "Has an element in the specific scope", by walking.
    fn walk(stack: &Stack, name: NameId, scope: ElementFlags) -> bool {
        for entry in stack.iter().rev() {
            if entry.is_html(name) {
                return true;
            }
            if entry.flags.has(scope) {
                return false;
            }
        }
        false
    }

    fn walk_to(stack: &Stack, name: NameId, stops: impl Fn(&OpenElement<u32>) -> bool) -> Option<usize> {
        for (index, entry) in stack.iter().enumerate().rev() {
            if entry.is_html(name) {
                return Some(index);
            }
            if stops(entry) {
                return None;
            }
        }
        None
    }

    fn check(stack: &Stack) {
        for name in
            [ADDRESS, B, BUTTON, DD, DIV, HTML, LI, OL, P, SELECT, SPAN, TABLE, TD, TEMPLATE, TITLE, UL]
        {
            assert_eq!(stack.has_in_scope(name), walk(stack, name, ElementFlags::SCOPE), "{name:?}");
            assert_eq!(stack.has_in_list_item_scope(name), walk(stack, name, ElementFlags::LIST_ITEM_SCOPE));
            assert_eq!(stack.has_in_button_scope(name), walk(stack, name, ElementFlags::BUTTON_SCOPE));
            assert_eq!(stack.has_in_table_scope(name), walk(stack, name, ElementFlags::TABLE_SCOPE));
            assert_eq!(stack.contains(name), stack.iter().any(|entry| entry.is_html(name)));
            let special = |entry: &OpenElement<u32>| entry.flags.has(ElementFlags::SPECIAL);
            assert_eq!(stack.index_before_special(name), walk_to(stack, name, special));
            assert_eq!(
                stack.index_before_special_except_address_div_p(name),
                walk_to(stack, name, |entry| special(entry) && !entry.flags.has(ElementFlags::ADDRESS_DIV_P)),
            );
        }
        for index in 0..stack.len() {
            let first =
                (index + 1..stack.len()).find(|&place| stack.entries[place].flags.has(ElementFlags::SPECIAL));
            assert_eq!(stack.first_special_after(index), first);
        }
        for token_name in [SVG, TITLE, MI] {
            let mut expected = None;
            for (index, entry) in stack.iter().enumerate().rev() {
                if entry.name.namespace == Namespace::Html {
                    break;
                }
                if entry.token_name == token_name {
                    expected = Some(index);
                    break;
                }
            }
            assert_eq!(stack.foreign_index_before_html(token_name), expected);
        }
    }

    #[test]
    fn the_indices_agree_with_walking_through_random_changes() {
        let html = |local| ElementName::html(local);
        let names = [
            html(ADDRESS),
            html(B),
            html(BUTTON),
            html(DD),
            html(DIV),
            html(LI),
            html(OL),
            html(P),
            html(SELECT),
            html(SPAN),
            html(TABLE),
            html(TD),
            html(TEMPLATE),
            html(UL),
            ElementName { namespace: Namespace::Svg, local: SVG },
            ElementName { namespace: Namespace::Svg, local: TITLE },
            ElementName { namespace: Namespace::MathMl, local: MI },
        ];
        let mut seed = 0x2545_F491_4F6C_DD1D_u64;
        let mut random = move |below: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 33) as usize % below
        };
        let mut stack = Stack::default();
        stack.push(0, html(HTML), HTML, ElementFlags::of(html(HTML)));
        for handle in 1..3000 {
            let name = names[random(names.len())];
            match random(8) {
                0..=3 => stack.push(handle, name, name.local, ElementFlags::of(name)),
                4 | 5 if stack.len() > 1 => drop(stack.pop()),
                6 if stack.len() > 2 => drop(stack.remove(1 + random(stack.len() - 1))),
                7 => stack.insert(1 + random(stack.len()), handle, name),
                _ => stack.retain_in(1, stack.len().min(4), |entry| entry.handle % 2 == 0),
            }
            check(&stack);
            if stack.len() > 40 {
                stack.retain_in(1, 40, |_| false);
            }
        }
    }
}
