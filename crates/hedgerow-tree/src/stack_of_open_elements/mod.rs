//! The stack of open elements, with the indices that answer each scope query by comparing two numbers.
//!
//! Each entry has the index of the nearest entry at or above it that ends a scope, and of the previous entry of the same name;
//! the stack has the index of the last entry of each name. So no query walks the stack, however deep it is. The unit tests
//! compare the results to those of a walk.
//!
//! Moving and removing elements in the middle is in `order.rs`.

mod order;

use hedgerow_base::known::HTML_ELEMENT_COUNT;
use hedgerow_base::{ElementFlags, ElementName, NameId, Namespace, known};

use self::order::{DETACHED, Record};
use crate::list_of_active_formatting_elements::FormattingId;

/// An element on the stack of open elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenElement<H> {
    /// The node.
    pub(crate) handle: H,
    /// The name of the element.
    pub(crate) name: ElementName,
    /// The tag name of the element's token: for a foreign element, the name before its case was adjusted.
    pub(crate) token_name: NameId,
    /// The sets of elements that the element belongs to.
    pub(crate) flags: ElementFlags,
    /// The element's entry in the list of active formatting elements.
    pub(crate) formatting: Option<FormattingId>,
    // The remaining fields are places. A place is the index of an entry plus one, or zero if there is no such entry.
    /// The previous entry of the same name: for an HTML element, the previous HTML element with its local name; for a foreign
    /// element, the previous foreign element with its token name.
    pub(crate) previous_of_name: u32,
    /// The nearest entry, this one or above, that ends the scope of "has an element in scope".
    scope: u32,
    /// The nearest entry, this one or above, that is special.
    special: u32,
    /// The nearest entry, this one or above, that is special, but not `address`, `div` or `p`.
    special_except_address_div_p: u32,
    /// The nearest entry, this one or above, that is in the HTML namespace.
    html: u32,
}

impl<H> OpenElement<H> {
    /// Whether this is an HTML element with this local name.
    #[inline]
    pub(crate) fn is_html(&self, local: NameId) -> bool {
        self.name.is_html(local)
    }

    /// Returns the places of the nearest entries, one for each of the four kinds.
    fn nearest(&self) -> [u32; 4] {
        [self.scope, self.special, self.special_except_address_div_p, self.html]
    }

    fn nearest_mut(&mut self) -> [&mut u32; 4] {
        [&mut self.scope, &mut self.special, &mut self.special_except_address_div_p, &mut self.html]
    }
}

/// Grows a table so that it contains the index of a name.
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
    /// For each name of an HTML element, the place of the last entry that is an HTML element of this name.
    last_of_name: [u32; HTML_ELEMENT_COUNT],
    /// The same for all other names, indexed by the name's number minus the length of `last_of_name`.
    last_of_other_name: Vec<u32>,
    /// For each token name, the place of the last entry that is a foreign element created for it.
    last_foreign_of_name: Vec<u32>,
    /// The links of the entries, if an element was moved or removed: see `order.rs`.
    records: Vec<Record>,
    /// The number of detached entries, whose element was moved or removed.
    detached: usize,
    /// The number of entries before which no element has to be closed before the end of the body, as far as was checked.
    checked: usize,
}

/// The initial capacity: deeper than most documents, in less than a kilobyte.
const USUAL_DEPTH: usize = 23;

impl<H> Default for StackOfOpenElements<H> {
    fn default() -> Self {
        Self {
            entries: Vec::with_capacity(USUAL_DEPTH),
            last_of_name: [0; HTML_ELEMENT_COUNT],
            last_of_other_name: Vec::new(),
            last_foreign_of_name: Vec::new(),
            records: Vec::new(),
            detached: 0,
            checked: 0,
        }
    }
}

impl<H: Copy + Eq> StackOfOpenElements<H> {
    /// Returns the number of entries, including detached entries, which is the index of the next entry.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the number of elements.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.entries.len() - self.detached
    }

    /// Whether there are no entries.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the current node: the bottommost node.
    #[inline]
    pub(crate) fn current_node(&self) -> Option<&OpenElement<H>> {
        self.entries.last()
    }

    /// Returns the topmost node: the `html` element.
    #[inline]
    pub(crate) fn first(&self) -> Option<&OpenElement<H>> {
        self.entries.first()
    }

    /// Returns the entry at an index.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&OpenElement<H>> {
        self.entries.get(index)
    }

    /// Whether the current node is an HTML element with this local name.
    #[inline]
    pub(crate) fn current_node_is(&self, name: NameId) -> bool {
        self.current_node().is_some_and(|element| element.is_html(name))
    }

    /// Whether the current node belongs to one of the sets.
    #[inline]
    pub(crate) fn current_node_has(&self, sets: ElementFlags) -> bool {
        self.current_node().is_some_and(|element| element.flags.has(sets))
    }

    /// Pushes an element, which becomes the current node. `flags` are its sets, including those that depend on its
    /// start tag.
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
        let last = self.last_of_name_mut(&entry);
        entry.previous_of_name = std::mem::replace(last, place);
        self.entries.push(entry);
        let (above, entry) = match &mut self.entries[..] {
            [.., above, entry] => (Some(above), entry),
            [entry] => (None, entry),
            [] => return,
        };
        if let Some(above) = above {
            entry.scope = above.scope;
            entry.special = above.special;
            entry.special_except_address_div_p = above.special_except_address_div_p;
            entry.html = above.html;
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
    }

    /// Pops the current node. If it is [marked](ElementFlags::MARK), the element above it must be
    /// [restored](Self::restore).
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<H>> {
        let entry = self.entries.pop()?;
        *self.last_of_name_mut(&entry) = entry.previous_of_name;
        Some(entry)
    }

    /// Whether an element is open that must be closed before the end of the body. Each entry is checked once, if
    /// [`forget_popped`](Self::forget_popped) is called after each pop.
    pub(crate) fn has_element_to_close(&mut self) -> bool {
        let may_stay = |entry: &OpenElement<H>| {
            entry.flags.has(ElementFlags::OPEN_AT_END_OF_BODY) || entry.previous_of_name == DETACHED
        };
        while self.entries.get(self.checked).is_some_and(may_stay) {
            self.checked += 1;
        }
        self.checked < self.entries.len()
    }

    /// Updates the number of checked entries after a pop.
    #[inline]
    pub(crate) fn forget_popped(&mut self) {
        self.checked = self.checked.min(self.entries.len());
    }

    /// Returns the current node and the element above it, if there are two elements.
    #[inline(always)]
    pub(crate) fn current_node_and_above(&self) -> Option<(&OpenElement<H>, &OpenElement<H>)> {
        match &self.entries[..] {
            [.., above, current] => Some((current, above)),
            _ => None,
        }
    }

    /// Pops the current node, which must be an unmarked HTML element of this name. `previous_of_name` is the field of its
    /// entry.
    #[inline(always)]
    pub(crate) fn pop_html_element(&mut self, name: NameId, previous_of_name: u32) {
        self.entries.truncate(self.entries.len().saturating_sub(1));
        if let Some(last) = self.last_of_name.get_mut(name.index()) {
            *last = previous_of_name;
        } else if let Some(last) = self.last_of_other_name.get_mut(name.index() - HTML_ELEMENT_COUNT) {
            *last = previous_of_name;
        }
    }

    #[inline(always)]
    fn last_of_name_mut(&mut self, entry: &OpenElement<H>) -> &mut u32 {
        let (table, index) = if entry.name.namespace == Namespace::Html {
            let index = entry.name.local.index();
            if index < HTML_ELEMENT_COUNT {
                return &mut self.last_of_name[index];
            }
            (&mut self.last_of_other_name, index - HTML_ELEMENT_COUNT)
        } else {
            (&mut self.last_foreign_of_name, entry.token_name.index())
        };
        if index >= table.len() {
            grow(table, index);
        }
        &mut table[index]
    }

    /// Stores, for the current node, its entry in the list of active formatting elements.
    #[inline(always)]
    pub(crate) fn set_formatting_of_the_current_node(&mut self, formatting: FormattingId) {
        if let Some(current) = self.entries.last_mut() {
            current.formatting = Some(formatting);
        }
    }

    /// Stores, for the element at an index, its entry in the list of active formatting elements.
    pub(crate) fn set_formatting(&mut self, index: usize, formatting: Option<FormattingId>) {
        if let Some(entry) = self.entries.get_mut(index) {
            entry.formatting = formatting;
        }
    }

    /// Returns the place of the last HTML element of this name, or zero.
    #[inline]
    fn place(&self, name: NameId) -> u32 {
        let index = name.index();
        let other = || self.last_of_other_name.get(index - HTML_ELEMENT_COUNT).copied().unwrap_or(0);
        self.last_of_name.get(index).copied().unwrap_or_else(other)
    }

    /// Returns the index of the last HTML element of this name.
    #[inline]
    pub(crate) fn last_index_of(&self, name: NameId) -> Option<usize> {
        (self.place(name) as usize).checked_sub(1)
    }

    /// Whether an HTML element of this name is open.
    #[inline]
    pub(crate) fn contains(&self, name: NameId) -> bool {
        self.place(name) != 0
    }

    /// Returns the place of the nearest element that ends the scope of "has an element in scope".
    #[inline]
    fn scope_place(&self) -> u32 {
        self.current_node().map_or(0, |current| current.scope)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope>
    #[inline]
    pub(crate) fn has_in_scope(&self, name: NameId) -> bool {
        is_in_scope(self.place(name), self.scope_place())
    }

    /// Whether the element at this index is in scope.
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

    /// Whether a `p` element is in button scope.
    #[inline(always)]
    pub(crate) fn has_p_in_button_scope(&self) -> bool {
        // OPTIMIZATION: usually no `p` element is open.
        self.contains(known::P) && self.has_in_button_scope(known::P)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope>
    pub(crate) fn has_in_table_scope(&self, name: NameId) -> bool {
        let scope = self.place(known::HTML).max(self.place(known::TABLE)).max(self.place(known::TEMPLATE));
        is_in_scope(self.place(name), scope)
    }

    /// Returns the index of the last `h1` to `h6` element, if it is in scope.
    pub(crate) fn index_of_a_heading_in_scope(&self) -> Option<usize> {
        let headings = [known::H1, known::H2, known::H3, known::H4, known::H5, known::H6];
        let last = headings.into_iter().filter_map(|heading| self.last_index_of(heading)).max();
        last.filter(|&index| self.has_index_in_scope(index))
    }

    /// For the loops of the "li", "dd" and "dt" start tags: returns the index of the last element of this name, if it
    /// comes after each special element except `address`, `div` and `p`.
    pub(crate) fn index_before_special_except_address_div_p(&self, name: NameId) -> Option<usize> {
        let boundary = self.current_node()?.special_except_address_div_p;
        let place = self.place(name);
        // The place may equal the boundary, because `li`, `dd` and `dt` are special themselves, and the loop looks for the
        // name first.
        (place != 0 && place >= boundary).then(|| place as usize - 1)
    }

    /// For the loop of "any other end tag": returns the index of the last element of this name, if it comes after each
    /// other special element.
    pub(crate) fn index_before_special(&self, name: NameId) -> Option<usize> {
        let boundary = self.current_node()?.special;
        // A moved element cannot be compared by its place, see `order.rs`.
        self.last_index_of(name).filter(|&index| self.entries[index].special == boundary)
    }

    /// For the loop of "any other end tag" in foreign content: returns the index of the last foreign element for this
    /// tag name, if it comes after each HTML element.
    pub(crate) fn foreign_index_before_html(&self, token_name: NameId) -> Option<usize> {
        let boundary = self.current_node()?.html;
        let place = self.last_foreign_of_name.get(token_name.index()).copied().unwrap_or(0);
        (place > boundary).then(|| place as usize - 1)
    }
}

/// Whether an element at `place` (zero: no element) is not above the element that ends the scope.
#[inline]
fn is_in_scope(place: u32, scope: u32) -> bool {
    place != 0 && place >= scope
}

#[cfg(test)]
mod tests {
    use hedgerow_base::known::{
        A, ADDRESS, B, BUTTON, DD, DIV, HTML, I, LI, MI, OL, P, SELECT, SPAN, SVG, TABLE, TD, TEMPLATE,
        TITLE, UL,
    };

    use super::*;
    use crate::random::random_numbers;

    type Stack = StackOfOpenElements<u32>;

    /// The stack as a plain vector, from the topmost to the current node: the oracle.
    type Plain = Vec<OpenElement<u32>>;

    /// "Has an element in the specific scope", by walking.
    fn walk(plain: &Plain, name: NameId, scope: ElementFlags) -> bool {
        walk_to(plain, name, |entry| entry.flags.has(scope)).is_some()
    }

    /// Returns the handle of the nearest element of this name, by walking.
    fn walk_to(plain: &Plain, name: NameId, stops: impl Fn(&OpenElement<u32>) -> bool) -> Option<u32> {
        for entry in plain.iter().rev() {
            if entry.is_html(name) {
                return Some(entry.handle);
            }
            if stops(entry) {
                return None;
            }
        }
        None
    }

    fn index_of(stack: &Stack, handle: u32) -> usize {
        let indices = std::iter::successors(stack.len().checked_sub(1), |&index| stack.above(index));
        indices.into_iter().find(|&index| stack.entries[index].handle == handle).expect("it is open")
    }

    fn check(stack: &mut Stack, plain: &Plain) {
        let handles = |entries: &mut dyn Iterator<Item = &OpenElement<u32>>| -> Vec<u32> {
            entries.map(|entry| entry.handle).collect()
        };
        assert_eq!(handles(&mut stack.upwards()), handles(&mut plain.iter().rev()));
        assert_eq!(stack.depth(), plain.len());
        assert_eq!(
            stack.current_node().map(|entry| entry.handle),
            plain.last().map(|entry| entry.handle),
            "the last entry is the current node"
        );
        let may_stay = |entry: &OpenElement<u32>| entry.flags.has(ElementFlags::OPEN_AT_END_OF_BODY);
        assert_eq!(stack.has_element_to_close(), !plain.iter().all(may_stay));
        let special = |entry: &OpenElement<u32>| entry.flags.has(ElementFlags::SPECIAL);
        for name in NAMES {
            assert_eq!(stack.has_in_scope(name), walk(plain, name, ElementFlags::SCOPE), "{name:?}");
            assert_eq!(stack.contains(name), plain.iter().any(|entry| entry.is_html(name)));
            let found = stack.index_before_special(name).map(|index| stack.entries[index].handle);
            assert_eq!(found, walk_to(plain, name, special));
            // For the names of moved elements, no other queries are made.
            if MOVED.contains(&name) {
                continue;
            }
            assert_eq!(stack.has_in_list_item_scope(name), walk(plain, name, ElementFlags::LIST_ITEM_SCOPE));
            assert_eq!(stack.has_in_button_scope(name), walk(plain, name, ElementFlags::BUTTON_SCOPE));
            assert_eq!(stack.has_in_table_scope(name), walk(plain, name, ElementFlags::TABLE_SCOPE));
            let found = stack.index_before_special_except_address_div_p(name);
            assert_eq!(
                found.map(|index| stack.entries[index].handle),
                walk_to(plain, name, |entry| special(entry) && !entry.flags.has(ElementFlags::ADDRESS_DIV_P)),
            );
        }
        for token_name in [SVG, TITLE, MI] {
            let foreign = plain.iter().rev().take_while(|entry| entry.name.namespace != Namespace::Html);
            let expected = foreign.into_iter().find(|entry| entry.token_name == token_name);
            let found = stack.foreign_index_before_html(token_name);
            assert_eq!(found.map(|index| stack.entries[index].handle), expected.map(|entry| entry.handle));
        }
    }

    /// Compares the results of the queries about a single element.
    fn check_element(stack: &mut Stack, plain: &Plain, position: usize) {
        let index = index_of(stack, plain[position].handle);
        let above = stack.above(index).map(|above| stack.entries[above].handle);
        assert_eq!(above, position.checked_sub(1).map(|above| plain[above].handle));
        let scope = plain[position + 1..].iter().any(|entry| entry.flags.has(ElementFlags::SCOPE));
        assert_eq!(stack.has_index_in_scope(index), !scope);
        assert_eq!(stack.is_open_in_scope(plain[position].handle, index), !scope);
        assert!(!stack.is_open_in_scope(u32::MAX, index));
        let found = stack.first_special_below(index).map(|index| stack.entries[index].handle);
        assert_eq!(found, first_special_below(plain, position).map(|position| plain[position].handle));
    }

    fn first_special_below(plain: &Plain, position: usize) -> Option<usize> {
        (position + 1..plain.len()).find(|&below| plain[below].flags.has(ElementFlags::SPECIAL))
    }

    fn pop(stack: &mut Stack) {
        let popped = stack.pop().expect("there is an element");
        if popped.flags.has(ElementFlags::MARK) {
            stack.restore();
        }
        stack.forget_popped();
    }

    /// Moves an element below the topmost special element below it, as the adoption agency algorithm does, if possible.
    fn adopt(stack: &mut Stack, plain: &mut Plain, position: usize, handle: u32, keep: impl Fn(u32) -> bool) {
        let name = plain[position].name.local;
        let ends_scope = |entry: &OpenElement<u32>| entry.flags.has(ElementFlags::SCOPE);
        let Some(special) = first_special_below(plain, position) else { return };
        if !plain[position].is_html(name)
            || !MOVED.contains(&name)
            || plain[position..].iter().any(ends_scope)
        {
            return;
        }
        for between in (position + 1..special).rev() {
            let entry = plain[between];
            let stays = MOVED.contains(&entry.name.local) && entry.name.local != name && keep(entry.handle);
            if !stays {
                stack.take_out(index_of(stack, entry.handle));
                plain.remove(between);
            }
        }
        let special = first_special_below(plain, position).expect("it is still there");
        let (index, other) =
            (index_of(stack, plain[position].handle), index_of(stack, plain[special].handle));
        assert!(stack.move_below(index, other, handle).is_some());
        let mut moved = plain.remove(position);
        moved.handle = handle;
        plain.insert(special, moved);
    }

    /// The names of the elements that the test moves.
    const MOVED: [NameId; 4] = [A, B, I, SPAN];
    const NAMES: [NameId; 18] =
        [A, I, ADDRESS, B, BUTTON, DD, DIV, HTML, LI, OL, P, SELECT, SPAN, TABLE, TD, TEMPLATE, TITLE, UL];

    #[test]
    fn the_indices_agree_with_a_walk_after_random_changes() {
        let html = |local| ElementName::html(local);
        let mut names: Vec<ElementName> =
            NAMES.iter().filter(|&&name| name != HTML).map(|&name| html(name)).collect();
        names.push(ElementName { namespace: Namespace::Svg, local: SVG });
        names.push(ElementName { namespace: Namespace::Svg, local: TITLE });
        names.push(ElementName { namespace: Namespace::MathMl, local: MI });
        let few = [A, B, I, SPAN, A, B, I, SPAN, DIV, P, LI].map(html);
        let mut random = random_numbers();
        let mut stack = Stack::default();
        stack.push(0, html(HTML), HTML, ElementFlags::of(html(HTML)));
        let mut plain = stack.entries.clone();
        for step in 1..20_000 {
            // A sink uses the handles of freed nodes again. The handle of an element that is on the stack is not free.
            let handle =
                (1..=100).find(|&free| plain.iter().all(|entry| entry.handle != free)).expect("it is free");
            // In most steps, only few names occur, so that many elements can be moved.
            let name = if step % 500 < 400 { few[random(few.len())] } else { names[random(names.len())] };
            let position = 1 + random(plain.len());
            match random(12) {
                0..=5 => {
                    stack.push(handle, name, name.local, ElementFlags::of(name));
                    plain.extend(stack.current_node());
                }
                6 | 7 if plain.len() > 1 => {
                    plain.pop();
                    pop(&mut stack);
                }
                8 if position + 1 < plain.len() => {
                    let removed = plain.remove(position).handle;
                    let index = index_of(&stack, removed);
                    stack.take_out(index);
                    assert!(!stack.is_open_in_scope(removed, index));
                }
                9..=11 if position < plain.len() => {
                    adopt(&mut stack, &mut plain, position, handle, |other| other % 3 > 0);
                }
                _ => {}
            }
            check(&mut stack, &plain);
            if position < plain.len() {
                check_element(&mut stack, &plain, position);
            }
            let most = if step % 500 == 499 { 1 } else { 60 };
            while plain.len() > most {
                plain.pop();
                pop(&mut stack);
                check(&mut stack, &plain);
            }
        }
    }
}
