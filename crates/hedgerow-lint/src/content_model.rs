//! Content models: expressions over names and categories, compiled to automata.
//!
//! An expression such as `caption? colgroup* (tbody*|tr+)` becomes a list of instructions. The set of the instructions that a
//! parent has reached is one number, so a child takes constant time for a model.

use std::collections::HashMap;

/// A set of content categories. <https://html.spec.whatwg.org/multipage/dom.html#kinds-of-content>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Categories(pub(crate) u32);

impl Categories {
    /// The names, in the order of the bits.
    const NAMES: [&'static str; 22] = [
        "metadata", "flow", "phrasing", "sectioning", "heading", "embedded", "interactive", "palpable",
        "script-supporting", "labelable", "#text", "transparent", "shape", "structural", "gradient",
        "descriptive", "animation", "text-child", "filter-primitive", "paint", "mathml", "graphics",
    ];
    pub(crate) const TEXT: Self = Self(1 << 10);
    pub(crate) const TRANSPARENT: Self = Self(1 << 11);
    pub(crate) const FLOW: Self = Self(1 << 1);
    pub(crate) const PHRASING: Self = Self(1 << 2);
    pub(crate) const HEADING: Self = Self(1 << 4);
    pub(crate) const INTERACTIVE: Self = Self(1 << 6);
    pub(crate) const LABELABLE: Self = Self(1 << 9);
    /// Flow and phrasing content and text, as in elements whose content is not restricted.
    pub(crate) const ANY_FLOW: Self = Self(Self::FLOW.0 | Self::PHRASING.0 | Self::TEXT.0);

    /// Returns the category with this name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|known| *known == name).map(|bit| Self(1 << bit))
    }

    pub(crate) fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the part of a parent's content that a transparent element inherits.
    fn inherited(self) -> Self {
        let flow = if self.intersects(Self::FLOW) { Self::ANY_FLOW } else { Self::default() };
        let phrasing =
            if self.intersects(Self::PHRASING) { Self::PHRASING.with(Self::TEXT) } else { Self::default() };
        flow.with(phrasing)
    }
}

/// The index of an element in the tables.
pub(crate) type RowIndex = u16;

/// The children that one position of a content model accepts.
#[derive(Debug, Default, Clone)]
struct Accepted {
    categories: Categories,
    rows: Vec<RowIndex>,
}

/// An instruction of the automaton.
#[derive(Debug)]
enum Instruction {
    /// Accepts a child, and continues with the next instruction.
    Take(Accepted),
    /// Continues with both instructions.
    Split(usize, usize),
    /// Continues with another instruction.
    Jump(usize),
    /// The content is complete.
    End,
}

/// A content model.
#[derive(Debug)]
pub(crate) struct ContentModel {
    /// The expression, for messages.
    pub(crate) source: &'static str,
    instructions: Vec<Instruction>,
    /// All children that the model accepts anywhere.
    all: Accepted,
    /// Whether the order is free and nothing is required, so that `all` decides.
    is_set: bool,
    /// Whether script-supporting elements are allowed between the children.
    has_scripts: bool,
}

/// The instructions that a parent has reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress(u64);

/// A child: its element, and its categories. Text has no element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) row: Option<RowIndex>,
    pub(crate) categories: Categories,
}

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Accepted,
    /// The model accepts the child at another position.
    Misplaced,
    /// The model accepts the child nowhere.
    Disallowed,
}

impl ContentModel {
    /// Compiles an expression.
    pub(crate) fn new(source: &'static str, rows: &HashMap<&'static str, RowIndex>) -> Self {
        let expression = source.strip_prefix("scripts ");
        let mut model = Self {
            source: expression.unwrap_or(source),
            instructions: Vec::new(),
            all: Accepted::default(),
            is_set: false,
            has_scripts: expression.is_some(),
        };
        let mut words = words(model.source);
        words.reverse();
        if model.source != "empty" {
            model.alternatives(&mut words, rows);
        }
        model.instructions.push(Instruction::End);
        let takes =
            model.instructions.iter().filter(|instruction| matches!(instruction, Instruction::Take(_)));
        model.is_set = takes.count() == 1 && source.ends_with('*') || model.is_repeated_choice();
        debug_assert!(model.is_set || model.instructions.len() <= 64, "{source}");
        model
    }

    /// Whether the model is `(a|b|…)*`.
    fn is_repeated_choice(&self) -> bool {
        self.source.starts_with('(')
            && self.source.ends_with(")*")
            && !self.source[1..self.source.len() - 2].contains(['(', ' ', '*', '+', '?'])
    }

    fn alternatives(&mut self, words: &mut Vec<&'static str>, rows: &HashMap<&'static str, RowIndex>) {
        let start = self.instructions.len();
        self.sequence(words, rows);
        if words.last() == Some(&"|") {
            words.pop();
            self.insert(start, Instruction::Split(start + 1, self.instructions.len() + 2));
            let jump = self.instructions.len();
            self.instructions.push(Instruction::Jump(0));
            self.alternatives(words, rows);
            self.instructions[jump] = Instruction::Jump(self.instructions.len());
        }
    }

    fn sequence(&mut self, words: &mut Vec<&'static str>, rows: &HashMap<&'static str, RowIndex>) {
        while let Some(&word) = words.last() {
            if matches!(word, "|" | ")") {
                return;
            }
            words.pop();
            let start = self.instructions.len();
            if word == "(" {
                self.alternatives(words, rows);
                words.pop();
            } else {
                let mut accepted = Accepted::default();
                match Categories::find(word) {
                    Some(category) if category.intersects(Categories::ANY_FLOW) => {
                        accepted.categories = category.with(Categories::TEXT);
                    }
                    Some(category) => accepted.categories = category,
                    None => accepted.rows.extend(rows.get(word)),
                }
                self.all.categories = self.all.categories.with(accepted.categories);
                self.all.rows.extend(&accepted.rows);
                self.instructions.push(Instruction::Take(accepted));
            }
            match words.last() {
                Some(&"?") => {
                    self.insert(start, Instruction::Split(start + 1, self.instructions.len() + 1));
                }
                Some(&"*") => {
                    self.insert(start, Instruction::Split(start + 1, self.instructions.len() + 2));
                    self.instructions.push(Instruction::Jump(start));
                }
                Some(&"+") => {
                    let next = self.instructions.len() + 1;
                    self.instructions.push(Instruction::Split(start, next));
                }
                _ => continue,
            }
            words.pop();
        }
    }

    /// Inserts an instruction. The targets after it move.
    fn insert(&mut self, at: usize, instruction: Instruction) {
        for moved in &mut self.instructions[at..] {
            match moved {
                Instruction::Split(one, other) => {
                    *one += usize::from(*one >= at);
                    *other += usize::from(*other >= at);
                }
                Instruction::Jump(target) => *target += usize::from(*target >= at),
                Instruction::Take(_) | Instruction::End => {}
            }
        }
        self.instructions.insert(at, instruction);
    }

    /// Returns the progress before the first child.
    pub(crate) fn start(&self) -> Progress {
        if self.is_set { Progress(0) } else { self.closure([0]) }
    }

    /// Follows the instructions that accept nothing.
    fn closure(&self, from: impl IntoIterator<Item = usize>) -> Progress {
        let mut reached = 0_u64;
        let mut pending: Vec<usize> = from.into_iter().collect();
        while let Some(index) = pending.pop() {
            if reached & 1 << index != 0 {
                continue;
            }
            reached |= 1 << index;
            match self.instructions[index] {
                Instruction::Split(one, other) => pending.extend([one, other]),
                Instruction::Jump(target) => pending.push(target),
                Instruction::Take(_) | Instruction::End => {}
            }
        }
        Progress(reached)
    }

    /// Takes a child. `inherited` is the content that a transparent model has.
    pub(crate) fn step(
        &self,
        progress: &mut Progress,
        child: Child,
        inherited: Categories,
        is_script: bool,
    ) -> Step {
        if self.is_set {
            return if accepts(&self.all, child, inherited) || is_script && self.has_scripts {
                Step::Accepted
            } else {
                Step::Disallowed
            };
        }
        let next: Vec<usize> = self
            .reached(*progress)
            .filter(|(_, accepted)| accepts(accepted, child, inherited))
            .map(|(index, _)| index + 1)
            .collect();
        if !next.is_empty() {
            *progress = self.closure(next);
            Step::Accepted
        } else if is_script && self.has_scripts {
            Step::Accepted
        } else if accepts(&self.all, child, inherited) {
            Step::Misplaced
        } else {
            Step::Disallowed
        }
    }

    /// The positions that were reached and accept a child.
    fn reached(&self, progress: Progress) -> impl Iterator<Item = (usize, &Accepted)> {
        self.instructions.iter().enumerate().filter_map(move |(index, instruction)| match instruction {
            Instruction::Take(accepted) if progress.0 & 1 << index != 0 => Some((index, accepted)),
            _ => None,
        })
    }

    /// Returns the elements of which one is missing at the end; `None` if the content is complete.
    pub(crate) fn missing(&self, progress: Progress) -> Option<Vec<RowIndex>> {
        if self.is_set || progress.0 & 1 << (self.instructions.len() - 1) != 0 {
            return None;
        }
        let rows = self.reached(progress).flat_map(|(_, accepted)| accepted.rows.iter().copied());
        Some(rows.collect())
    }

    /// Returns the content of transparent children.
    pub(crate) fn inherited(&self, inherited: Categories) -> Categories {
        let own = self.all.categories.inherited();
        if self.all.categories.intersects(Categories::TRANSPARENT) { own.with(inherited) } else { own }
    }

    /// Whether the model accepts a child at any position.
    pub(crate) fn accepts_anywhere(&self, child: Child) -> bool {
        accepts(&self.all, child, Categories::default())
    }
}

fn accepts(accepted: &Accepted, child: Child, inherited: Categories) -> bool {
    accepted.categories.intersects(child.categories)
        || accepted.categories.intersects(Categories::TRANSPARENT) && inherited.intersects(child.categories)
        || child.row.is_some_and(|row| accepted.rows.contains(&row))
}

/// Splits an expression into words and operators.
fn words(source: &'static str) -> Vec<&'static str> {
    let is_operator = |character: char| "()*+?|".contains(character);
    let mut words = Vec::new();
    let mut rest = source.trim_ascii_start();
    while !rest.is_empty() {
        let length = if rest.starts_with(is_operator) {
            1
        } else {
            rest.find(|character: char| is_operator(character) || character == ' ').unwrap_or(rest.len())
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_ascii_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &'static str, children: &str) -> (Vec<Step>, bool) {
        let rows: HashMap<_, _> = ["a", "b", "c", "d"].into_iter().zip(0..).collect();
        let model = ContentModel::new(source, &rows);
        let mut progress = model.start();
        let steps = children.split_ascii_whitespace().map(|name| {
            let categories = if name == "#text" { Categories::TEXT } else { Categories::default() };
            let child = Child { row: rows.get(name).copied(), categories };
            model.step(&mut progress, child, Categories::default(), name == "script")
        });
        let steps = steps.collect();
        (steps, model.missing(progress).is_none())
    }

    #[test]
    fn expressions_are_automata() {
        for (source, children, is_valid) in [
            ("a? b* (c+|d)", "a b b c c", true),
            ("a? b* (c+|d)", "d", true),
            ("a? b* (c+|d)", "a", false),
            ("a? b* (c+|d)", "b a c", false),
            ("(a+ b+)*", "", true),
            ("(a+ b+)*", "a a b a b b", true),
            ("(a+ b+)*", "a b a", false),
            ("(a+ b+)* | c+", "c c", true),
            ("(a+ b+)* | c+", "a b c", false),
            ("a b* | b* a?", "b b a", true),
            ("a b* | b* a?", "b a b", false),
            ("scripts a*", "a script a", true),
            ("a*", "script", false),
            ("empty", "", true),
            ("empty", "#text", false),
            ("(a|#text)*", "#text a", true),
            ("(phrasing+ (a+ | (b a)+ b))+", "#text a a #text b a b", true),
            ("(phrasing+ (a+ | (b a)+ b))+", "#text b a", false),
        ] {
            let (steps, is_complete) = check(source, children);
            let all_accepted = steps.iter().all(|step| *step == Step::Accepted);
            assert_eq!(all_accepted && is_complete, is_valid, "{source}: {children} {steps:?}");
        }
    }
}
