//! [`Decision`] and [`Decisions`]: facts about elements that are decided later, when more of the document has been read.
//!
//! A fact is a gate: the disjunction of its inputs, which are other facts. Inputs are added until the gate is closed:
//!
//! ```text
//! a gate is true with its first true input, and false when it is closed and all its inputs are false
//! ```
//!
//! A conjunction is the negation of a disjunction of negations. When a gate is decided, each gate that has it as an input is
//! notified once, so the time is linear in the number of gates and inputs.

use hedgerow_base::SideTable;

/// A fact about an element that may be decided later, or its negation. A [`SelectorSet`](crate::SelectorSet) has the facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Decision(u32);

/// Undecided facts by slot.
pub(crate) type Facts = SideTable<usize, Decision>;

impl Decision {
    pub(crate) const FALSE: Self = Self(0);
    pub(crate) const TRUE: Self = Self(1);

    fn index(self) -> usize {
        self.0 as usize / 2
    }

    fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }
}

impl std::ops::Not for Decision {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl From<bool> for Decision {
    fn from(value: bool) -> Self {
        Self(value.into())
    }
}

#[derive(Debug, Default)]
struct Gate {
    value: Option<bool>,
    is_closed: bool,
    /// The number of undecided inputs.
    missing: u32,
    /// The gates that have this one, or its negation, as an input. The negation belongs to the input.
    outputs: Vec<Decision>,
}

/// The gates. The first one is false.
#[derive(Debug)]
pub(crate) struct Decisions {
    gates: Vec<Gate>,
    /// The number of undecided gates.
    undecided: usize,
    /// The number of undecided inputs of all gates.
    inputs: usize,
    /// The number of gates and inputs after which the decided ones are removed.
    threshold: usize,
}

impl Default for Decisions {
    fn default() -> Self {
        let constant = Gate { value: Some(false), ..Gate::default() };
        Self { gates: vec![constant], undecided: 0, inputs: 0, threshold: 1024 }
    }
}

impl Decisions {
    /// Creates a gate without inputs, which is open.
    pub(crate) fn open(&mut self) -> Decision {
        self.gates.push(Gate::default());
        self.undecided += 1;
        Decision(2 * (self.gates.len() - 1) as u32)
    }

    pub(crate) fn value(&self, decision: Decision) -> Option<bool> {
        let value = self.gates.get(decision.index())?.value;
        value.map(|value| value != decision.is_negated())
    }

    /// Adds an input to a gate.
    pub(crate) fn add(&mut self, gate: Decision, input: Decision) {
        if self.value(gate).is_some() {
            return;
        }
        match self.value(input) {
            Some(true) => self.decide(gate, true),
            Some(false) => {}
            None => {
                let output = Decision(gate.0 | u32::from(input.is_negated()));
                self.gates[input.index()].outputs.push(output);
                self.gates[gate.index()].missing += 1;
                self.inputs += 1;
            }
        }
    }

    /// Closes a gate, which gets no further inputs.
    pub(crate) fn close(&mut self, gate: Decision) {
        let closed = &mut self.gates[gate.index()];
        closed.is_closed = true;
        if closed.value.is_none() && closed.missing == 0 {
            self.decide(gate, false);
        }
    }

    /// Decides a gate without inputs.
    pub(crate) fn set(&mut self, gate: Decision, value: bool) {
        self.add(gate, value.into());
        self.close(gate);
    }

    fn decide(&mut self, gate: Decision, value: bool) {
        let mut decided = vec![(gate, value)];
        while let Some((decision, value)) = decided.pop() {
            let gate = &mut self.gates[decision.index()];
            if gate.value.is_some() {
                continue;
            }
            gate.value = Some(value);
            self.undecided -= 1;
            let outputs = std::mem::take(&mut gate.outputs);
            self.inputs -= outputs.len();
            for output in outputs {
                let target = &mut self.gates[output.index()];
                if value != output.is_negated() {
                    decided.push((output, true));
                } else if target.value.is_none() {
                    target.missing -= 1;
                    if target.is_closed && target.missing == 0 {
                        decided.push((output, false));
                    }
                }
            }
        }
    }

    #[inline]
    pub(crate) fn or(&mut self, one: Decision, other: Decision) -> Decision {
        if one == Decision::TRUE || other == Decision::FALSE || one == other {
            return one;
        }
        if other == Decision::TRUE || one == Decision::FALSE {
            return other;
        }
        match (self.value(one), self.value(other)) {
            (Some(true), _) | (_, Some(true)) => return Decision::TRUE,
            (Some(false), _) => return other,
            (_, Some(false)) => return one,
            (None, None) => {}
        }
        let gate = self.open();
        self.add(gate, one);
        self.add(gate, other);
        self.close(gate);
        gate
    }

    #[inline]
    pub(crate) fn and(&mut self, one: Decision, other: Decision) -> Decision {
        !self.or(!one, !other)
    }

    /// Closes all gates.
    pub(crate) fn close_all(&mut self) {
        for index in 1..self.gates.len() {
            self.close(Decision(2 * index as u32));
        }
    }

    /// The bytes of the undecided gates and inputs.
    pub(crate) fn size(&self) -> usize {
        self.undecided * size_of::<Gate>() + self.inputs * size_of::<Decision>()
    }

    /// Whether [`compact`](Self::compact) is worthwhile: the gates and inputs are more than its threshold, and more than the objects
    /// that the caller visits for it.
    pub(crate) fn is_full(&self, visited: usize) -> bool {
        self.gates.len() + self.inputs > self.threshold.max(visited)
    }

    /// Removes the gates that are decided, and those on which none of the `results` depends. The `results` and the `open` gates are all
    /// decisions that the caller still has. Open gates that are removed become false.
    pub(crate) fn compact(&mut self, results: Vec<&mut Decision>, open: Vec<&mut Decision>) {
        let roots = results.iter().map(|decision| decision.index());
        let is_needed = self.needed(roots.collect());
        let mut next = 0;
        let place = |(index, gate): (usize, &Gate)| {
            gate.value.map_or_else(
                || {
                    next += u32::from(is_needed[index]);
                    if is_needed[index] { Decision(2 * next) } else { Decision::FALSE }
                },
                Decision::from,
            )
        };
        let places: Vec<Decision> = self.gates.iter().enumerate().map(place).collect();
        let moved = |old: Decision| Decision(places[old.index()].0 ^ u32::from(old.is_negated()));
        for decision in results.into_iter().chain(open) {
            *decision = moved(*decision);
        }
        let mut index = 0;
        self.gates.retain(|gate| {
            index += 1;
            index == 1 || is_needed[index - 1] && gate.value.is_none()
        });
        for gate in &mut self.gates {
            gate.outputs.retain(|output| places[output.index()].index() > 0);
            for output in &mut gate.outputs {
                *output = moved(*output);
            }
        }
        self.undecided = self.gates.len() - 1;
        self.inputs = self.gates.iter().map(|gate| gate.outputs.len()).sum();
        self.threshold = 1024 + 2 * (self.gates.len() + self.inputs);
    }

    /// Returns, for each gate, whether a gate in a list depends on it.
    fn needed(&self, mut list: Vec<usize>) -> Vec<bool> {
        let with_outputs = self.gates.iter().enumerate();
        let mut inputs: Vec<(usize, usize)> = with_outputs
            .flat_map(|(input, gate)| gate.outputs.iter().map(move |output| (output.index(), input)))
            .collect();
        inputs.sort_unstable();
        let mut is_needed = vec![false; self.gates.len()];
        while let Some(gate) = list.pop() {
            if !std::mem::replace(&mut is_needed[gate], true) {
                let first = inputs.partition_point(|&(output, _)| output < gate);
                let own = inputs[first..].iter().take_while(|&&(output, _)| output == gate);
                list.extend(own.map(|&(_, input)| input));
            }
        }
        is_needed
    }
}
