//! [`Row`]: entries one behind the other, of which any part can be moved elsewhere.
//!
//! A row is a splay tree: the order of the entries is that of the tree, and whatever is asked for comes to its root. So each
//! operation takes logarithmic time on average, whatever was done before. Several rows share the memory of one [`Row`].
//!
//! An entry can be one of a pair of brackets, of some kinds, and each node of the splay tree knows how the brackets below it
//! add up: that tells which bracket is the nearest around an entry.
//!
//! What is not here: what the entries mean (`mod.rs`).

/// Where an entry is: it stays the same wherever the entry goes. Zero is none.
pub(super) type Place = u32;

/// How many kinds of brackets there are.
pub(super) const KINDS: usize = 2;

/// What an entry adds to the sums: for each kind of brackets 1 for an opening and -1 for a closing one; and how many markers it
/// is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Weight {
    pub(super) brackets: [i32; KINDS],
    pub(super) markers: u32,
}

impl Weight {
    /// That of the other bracket of a pair.
    pub(super) fn of_the_closing_bracket(self) -> Self {
        Self { brackets: self.brackets.map(|bracket| -bracket), markers: 0 }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    parent: Place,
    /// The entries before this one, and those behind it, as far as they are below it in the splay tree.
    children: [Place; 2],
    weight: Weight,
    /// The weights of all entries below this one and its own.
    sum: Weight,
    /// For each kind of brackets, the highest sum of so many of these entries up to the last one, or of none.
    highest: [i32; KINDS],
}

const BEFORE: usize = 0;
const BEHIND: usize = 1;

/// Rows of entries.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The first is none.
    entries: Vec<Entry>,
}

impl Default for Row {
    fn default() -> Self {
        Self { entries: vec![Entry::default()] }
    }
}

impl Row {
    /// Makes a row of one entry. The places of entries that are made one behind the other are numbers one behind the other.
    pub(super) fn push(&mut self, weight: Weight) -> Place {
        let place = self.entries.len() as Place;
        self.entries.push(Entry { weight, ..Entry::default() });
        self.update(place);
        place
    }

    /// Puts the whole row of one entry into another row, before an entry of that.
    pub(super) fn insert_before(&mut self, place: Place, row_of: Place) {
        self.splay(row_of);
        self.splay(place);
        let before = self.detach(place, BEFORE);
        let joined = self.join(before, row_of);
        self.attach(place, BEFORE, joined);
    }

    /// Puts the whole row of one entry behind another row.
    pub(super) fn append(&mut self, row_of: Place, place: Place) {
        self.splay(place);
        self.splay(row_of);
        self.join(row_of, place);
    }

    /// Takes the entries from one to another out of their row, as a row of their own. Answers with an entry of what is left.
    pub(super) fn take_out(&mut self, first: Place, last: Place) -> Place {
        self.splay(first);
        let before = self.detach(first, BEFORE);
        self.splay(last);
        let behind = self.detach(last, BEHIND);
        self.join(before, behind)
    }

    /// The entry behind another one, zero if it is the last.
    pub(super) fn next(&mut self, place: Place) -> Place {
        self.splay(place);
        self.outermost(self.entries[place as usize].children[BEHIND], BEFORE)
    }

    /// Whether an entry stands before another one of the same row.
    pub(super) fn is_before(&mut self, one: Place, other: Place) -> bool {
        self.splay(other);
        self.splay(one);
        let mut place = other;
        while self.parent(place) != one {
            place = self.parent(place);
            if place == 0 {
                return false;
            }
        }
        self.entries[one as usize].children[BEHIND] == place
    }

    /// The number of markers before an entry.
    pub(super) fn markers_before(&mut self, place: Place) -> u32 {
        self.splay(place);
        let before = self.entries[place as usize].children[BEFORE];
        self.entries[before as usize].sum.markers
    }

    /// The opening bracket of the nearest pair of a kind around an entry, zero if there is none.
    pub(super) fn nearest_around(&mut self, place: Place, kind: usize) -> Place {
        self.splay(place);
        let (mut last, mut next) = (place, self.entries[place as usize].children[BEFORE]);
        let mut found = 0;
        // The sum of the brackets between: the first one from behind with which it is positive has its pair behind the entry.
        let mut sum = 0;
        while next != 0 && found == 0 {
            last = next;
            let Entry { children: [before, behind], weight, .. } = self.entries[next as usize];
            let behind_it = &self.entries[behind as usize];
            if sum + behind_it.highest[kind] > 0 {
                next = behind;
                continue;
            }
            sum += behind_it.sum.brackets[kind] + weight.brackets[kind];
            if sum > 0 {
                found = last;
            }
            next = before;
        }
        // Long ways are paid for by what they lead to.
        self.splay(last);
        found
    }

    /// The first entry of a row of which something is true, if it is true of all behind it, too; zero if it is true of none.
    /// The question must leave the row as it is.
    pub(super) fn first_of_which(
        &mut self,
        row_of: Place,
        mut is_true: impl FnMut(&mut Self, Place) -> bool,
    ) -> Place {
        self.splay(row_of);
        let mut found = 0;
        let (mut last, mut next) = (row_of, row_of);
        while next != 0 {
            last = next;
            let [before, behind] = self.entries[next as usize].children;
            next = if is_true(self, last) {
                found = last;
                before
            } else {
                behind
            };
        }
        // Long ways are paid for by what they lead to.
        self.splay(last);
        found
    }

    fn parent(&self, place: Place) -> Place {
        self.entries[place as usize].parent
    }

    /// The first or the last entry below one, which is asked for as often as it is deep; zero, if there is none.
    fn outermost(&mut self, place: Place, side: usize) -> Place {
        let mut outermost = place;
        let mut next = place;
        while next != 0 {
            outermost = next;
            next = self.entries[next as usize].children[side];
        }
        if outermost != 0 {
            self.splay(outermost);
        }
        outermost
    }

    /// Makes a row of two, given their roots, either of which may be none. Answers with its root.
    fn join(&mut self, before: Place, behind: Place) -> Place {
        if before == 0 {
            return behind;
        }
        let last = self.outermost(before, BEHIND);
        self.attach(last, BEHIND, behind);
        last
    }

    /// Cuts off what is on one side of a root.
    fn detach(&mut self, root: Place, side: usize) -> Place {
        let child = std::mem::take(&mut self.entries[root as usize].children[side]);
        self.entries[child as usize].parent = 0;
        self.update(root);
        child
    }

    fn attach(&mut self, root: Place, side: usize, child: Place) {
        self.entries[root as usize].children[side] = child;
        if child != 0 {
            self.entries[child as usize].parent = root;
        }
        self.update(root);
    }

    /// Makes an entry know what is below it.
    fn update(&mut self, place: Place) {
        let Entry { children: [before, behind], weight, .. } = self.entries[place as usize];
        let [before, behind] = [before, behind].map(|child| &self.entries[child as usize]);
        let mut sum = weight;
        sum.markers += before.sum.markers + behind.sum.markers;
        let mut highest = [0; KINDS];
        for (kind, highest) in highest.iter_mut().enumerate() {
            let with_this = behind.sum.brackets[kind] + weight.brackets[kind];
            *highest = behind.highest[kind].max(with_this + before.highest[kind]);
            sum.brackets[kind] = with_this + before.sum.brackets[kind];
        }
        let entry = &mut self.entries[place as usize];
        entry.sum = sum;
        entry.highest = highest;
    }

    /// On which side of its parent an entry is.
    fn side(&self, place: Place) -> usize {
        usize::from(self.entries[self.parent(place) as usize].children[BEHIND] == place)
    }

    /// Lifts an entry to where its parent is.
    fn rotate(&mut self, place: Place) {
        let parent = self.parent(place);
        let grandparent = self.parent(parent);
        let side = self.side(place);
        if grandparent != 0 {
            let side_of_parent = self.side(parent);
            self.entries[grandparent as usize].children[side_of_parent] = place;
        }
        let inner = self.entries[place as usize].children[1 - side];
        self.attach(parent, side, inner);
        self.attach(place, 1 - side, parent);
        self.entries[place as usize].parent = grandparent;
    }

    /// Lifts an entry to the root of its tree.
    fn splay(&mut self, place: Place) {
        while self.parent(place) != 0 {
            let parent = self.parent(place);
            if self.parent(parent) != 0 {
                let is_straight = self.side(place) == self.side(parent);
                self.rotate(if is_straight { parent } else { place });
            }
            self.rotate(place);
        }
    }
}
