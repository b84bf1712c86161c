//! [`SplayTree`]: sequences of entries, any part of which can be cut out and inserted at another position.
//!
//! The entries of a sequence are the vertices of a binary tree, from left to right. Each operation first moves the vertices
//! that it uses to the root, by rotations (*splaying*). That makes every operation logarithmic, amortized over any order of
//! operations. Several sequences share the memory of one [`SplayTree`].
//!
//! An entry can be an opening or a closing bracket of each kind, and a marker. Each vertex stores the sums of the brackets and the
//! markers in its subtree. With these sums, a search goes directly to the bracket around an entry, or to the marker with a given
//! number.
//!
//! `mod.rs` says what the entries represent.

/// The number of an entry, which moves do not change. [`NONE`] means no entry.
pub(super) type Entry = u32;

/// No entry.
pub(super) const NONE: Entry = 0;

/// The number of kinds of brackets.
pub(super) const KINDS: usize = 3;

/// The kind to which every bracket belongs.
pub(super) const ANY: usize = KINDS - 1;

/// The contribution of an entry to the sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Weight {
    /// For each kind of brackets, 1 for an opening bracket, -1 for a closing bracket, and otherwise 0.
    pub(super) brackets: [i8; KINDS],
    pub(super) is_marker: bool,
}

impl Weight {
    /// Returns the weight of the closing bracket that matches this opening bracket.
    pub(super) fn of_closing_bracket(self) -> Self {
        Self { brackets: self.brackets.map(|bracket| -bracket), is_marker: false }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Vertex {
    parent: Entry,
    /// The subtree of the entries before this one, and the subtree of the entries after it.
    children: [Entry; 2],
    weight: Weight,
    /// The number of markers in this subtree.
    markers: u32,
    /// For each kind, the sum of the brackets in this subtree.
    brackets: [i32; KINDS],
    /// For each kind, the greatest sum over all suffixes of this subtree, including the empty suffix, whose sum is 0.
    greatest: [i32; KINDS],
}

const BEFORE: usize = 0;
const AFTER: usize = 1;

/// A part of a sequence that was cut out, as a sequence of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// The root; [`NONE`] if the part is empty.
    pub(super) root: Entry,
    /// The number of markers before the part at its old position.
    pub(super) markers_before: u32,
    /// An entry of the rest of the sequence; [`NONE`] if the rest is empty.
    pub(super) rest: Entry,
}

/// Sequences of entries.
#[derive(Clone, Debug)]
pub(super) struct SplayTree {
    /// The first vertex is a placeholder for [`NONE`].
    vertices: Vec<Vertex>,
    /// The total number of vertices that were visited or rotated.
    steps: u64,
}

impl Default for SplayTree {
    fn default() -> Self {
        Self { vertices: vec![Vertex::default()], steps: 0 }
    }
}

impl SplayTree {
    /// Returns the total number of vertices that were visited or rotated.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the number of entries, including [`NONE`].
    pub(super) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Adds an entry, as a sequence of its own.
    pub(super) fn push(&mut self) -> Entry {
        self.vertices.push(Vertex::default());
        self.vertices.len() as Entry - 1
    }

    /// Whether an entry is the only one of its sequence.
    pub(super) fn is_alone(&self, entry: Entry) -> bool {
        self[entry].parent == NONE && self[entry].children == [NONE; 2]
    }

    /// Sets the weight of an entry.
    pub(super) fn set_weight(&mut self, entry: Entry, weight: Weight) {
        if self[entry].weight != weight {
            self.splay(entry);
            self.vertices[entry as usize].weight = weight;
            self.update(entry);
        }
    }

    /// Cuts out the entries from `first` to `last`.
    pub(super) fn cut(&mut self, first: Entry, last: Entry) -> Cut {
        self.splay(first);
        let before = self.detach(first, BEFORE);
        self.splay(last);
        let after = self.detach(last, AFTER);
        let markers_before = self[before].markers;
        Cut { root: last, markers_before, rest: self.join(before, after) }
    }

    /// Cuts out the entries between `first` and `last`, excluding both.
    pub(super) fn cut_between(&mut self, first: Entry, last: Entry) -> Cut {
        self.splay(first);
        let after = self.detach(first, AFTER);
        let markers_before = self[first].markers;
        self.splay(last);
        debug_assert!(after == NONE || self[last].parent == NONE, "the last entry comes after the first one");
        let root = self.detach(last, BEFORE);
        self.attach(last, BEFORE, first);
        Cut { root, markers_before, rest: last }
    }

    /// Inserts the whole sequence of `moved` into another sequence, before `entry`. Returns the number of markers before the inserted
    /// part.
    pub(super) fn insert_before(&mut self, moved: Entry, entry: Entry) -> u32 {
        self.splay(moved);
        self.splay(entry);
        let before = self.detach(entry, BEFORE);
        let markers_before = self[before].markers;
        let joined = self.join(before, moved);
        self.attach(entry, BEFORE, joined);
        markers_before
    }

    /// Appends the whole sequence of `moved` to the sequence of `entry`.
    pub(super) fn insert_last(&mut self, moved: Entry, entry: Entry) {
        self.splay(moved);
        self.splay(entry);
        self.join(entry, moved);
    }

    /// Returns the number of markers of a sequence, given its root.
    pub(super) fn markers(&self, root: Entry) -> u32 {
        self[root].markers
    }

    /// Whether an entry comes before another entry of the same sequence.
    pub(super) fn is_before(&mut self, one: Entry, other: Entry) -> bool {
        self.splay(other);
        self.splay(one);
        // After splaying `one`, the previous root `other` is at most three levels below it.
        let mut entry = other;
        while self[entry].parent != one {
            entry = self[entry].parent;
            if entry == NONE {
                return false;
            }
        }
        self[one].children[AFTER] == entry
    }

    /// Returns the number of pairs of brackets of all kinds around an entry.
    pub(super) fn depth(&mut self, entry: Entry) -> usize {
        self.splay(entry);
        self[self[entry].children[BEFORE]].brackets[ANY].unsigned_abs() as usize
    }

    /// Returns the opening bracket of a pair of a kind around the entry. `inner` is the number of nearer pairs of that
    /// kind that are skipped; with 0, the result belongs to the nearest pair.
    pub(super) fn enclosing_bracket(&mut self, entry: Entry, kind: usize, inner: usize) -> Option<Entry> {
        let inner = i32::try_from(inner).ok()?;
        self.splay(entry);
        let (mut last, mut next) = (entry, self[entry].children[BEFORE]);
        let mut found = None;
        // The sum of the brackets between the subtree of `next` and the entry. From the entry backwards, the first bracket with
        // which this sum exceeds `inner` is the one searched for: its closing bracket comes after the entry.
        let mut sum = 0;
        while next != NONE && found.is_none() {
            last = next;
            self.steps += 1;
            let Vertex { children: [before, after], weight, .. } = self[next];
            if sum + self[after].greatest[kind] > inner {
                next = after;
                continue;
            }
            sum += self[after].brackets[kind] + i32::from(weight.brackets[kind]);
            if sum > inner {
                found = Some(last);
            }
            next = before;
        }
        // Splays the last vertex visited, which amortizes the descent.
        self.splay(last);
        found
    }

    /// Returns the marker with a given number, counted from 0, in the sequence of an entry.
    pub(super) fn nth_marker(&mut self, entry: Entry, mut number: u32) -> Option<Entry> {
        self.splay(entry);
        let mut next = entry;
        while number < self[next].markers {
            self.steps += 1;
            let Vertex { children: [before, after], weight, .. } = self[next];
            let markers_before = self[before].markers;
            if number < markers_before {
                next = before;
            } else if number == markers_before && weight.is_marker {
                self.splay(next);
                return Some(next);
            } else {
                number -= markers_before + u32::from(weight.is_marker);
                next = after;
            }
        }
        None
    }

    /// Returns the first entry of a sequence for which a condition holds; the condition must hold for all entries after it, too.
    pub(super) fn first_where(
        &mut self,
        entry: Entry,
        mut holds: impl FnMut(Entry) -> bool,
    ) -> Option<Entry> {
        self.splay(entry);
        let mut found = None;
        let (mut last, mut next) = (entry, entry);
        while next != NONE {
            last = next;
            self.steps += 1;
            let [before, after] = self[next].children;
            next = if holds(last) {
                found = Some(last);
                before
            } else {
                after
            };
        }
        // Splays the last vertex visited, which amortizes the descent.
        self.splay(last);
        found
    }

    /// Joins two sequences, given their roots, either of which may be [`NONE`]. Returns the root.
    fn join(&mut self, before: Entry, after: Entry) -> Entry {
        if before == NONE {
            return after;
        }
        let mut last = before;
        while self[last].children[AFTER] != NONE {
            self.steps += 1;
            last = self[last].children[AFTER];
        }
        self.splay(last);
        self.attach(last, AFTER, after);
        last
    }

    /// Detaches the subtree on one side of a root, and returns it.
    fn detach(&mut self, root: Entry, side: usize) -> Entry {
        let child = std::mem::take(&mut self.vertices[root as usize].children[side]);
        self.vertices[child as usize].parent = NONE;
        self.update(root);
        child
    }

    fn attach(&mut self, root: Entry, side: usize, child: Entry) {
        self.vertices[root as usize].children[side] = child;
        if child != NONE {
            self.vertices[child as usize].parent = root;
        }
        self.update(root);
    }

    /// Computes the sums of a vertex from the sums of its children.
    fn update(&mut self, entry: Entry) {
        let Vertex { children: [before, after], weight, .. } = self[entry];
        let (before, after) = (&self[before], &self[after]);
        let markers = before.markers + u32::from(weight.is_marker) + after.markers;
        let (mut brackets, mut greatest) = ([0; KINDS], [0; KINDS]);
        for kind in 0..KINDS {
            let from_this = after.brackets[kind] + i32::from(weight.brackets[kind]);
            brackets[kind] = before.brackets[kind] + from_this;
            greatest[kind] = after.greatest[kind].max(from_this + before.greatest[kind]);
        }
        let vertex = &mut self.vertices[entry as usize];
        vertex.markers = markers;
        (vertex.brackets, vertex.greatest) = (brackets, greatest);
    }

    /// Returns the side of its parent that a vertex is on.
    fn side(&self, entry: Entry) -> usize {
        usize::from(self[self[entry].parent].children[AFTER] == entry)
    }

    /// Rotates a vertex to the position of its parent.
    fn rotate(&mut self, entry: Entry) {
        self.steps += 1;
        let parent = self[entry].parent;
        let grandparent = self[parent].parent;
        let side = self.side(entry);
        if grandparent != NONE {
            let side_of_parent = self.side(parent);
            self.vertices[grandparent as usize].children[side_of_parent] = entry;
        }
        let inner = self[entry].children[1 - side];
        self.attach(parent, side, inner);
        self.attach(entry, 1 - side, parent);
        self.vertices[entry as usize].parent = grandparent;
    }

    /// Rotates a vertex to the root of its tree.
    fn splay(&mut self, entry: Entry) {
        while self[entry].parent != NONE {
            let parent = self[entry].parent;
            if self[parent].parent != NONE {
                let is_straight = self.side(entry) == self.side(parent);
                self.rotate(if is_straight { parent } else { entry });
            }
            self.rotate(entry);
        }
    }
}

impl std::ops::Index<Entry> for SplayTree {
    type Output = Vertex;

    fn index(&self, entry: Entry) -> &Vertex {
        &self.vertices[entry as usize]
    }
}
