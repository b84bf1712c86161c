//! [`Patterns`]: compiled regular expressions, and searches whose work is counted.
//!
//! Most searches run on a lazily built DFA, in time proportional to the text. For some patterns the DFA has too many states:
//! then it gives up, and a simulation of the NFA takes time proportional to the text times the states. Only that time is
//! counted for each state, so that ordinary patterns are cheap and no pattern is slower than its steps.

use std::collections::VecDeque;
use std::error::Error as _;
use std::sync::{Arc, Mutex, PoisonError};

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::NFA;
use regex_automata::nfa::thompson::pikevm::{self, PikeVM};
use regex_automata::util::{interpolate, syntax};
use regex_automata::{Input, nfa::thompson};

use crate::steps::{BYTES_PER_COPY_STEP, Failure, Steps};

/// The maximum number of compiled patterns in the cache.
const MOST_PATTERNS: usize = 32;

/// The maximum size of a compiled pattern in bytes.
const MOST_BYTES_OF_PATTERN: usize = 1 << 20;

/// The number of bytes of a compiled pattern that are built in about one step.
const COMPILED_BYTES_PER_STEP: usize = 4;

/// The number of states of an NFA that are simulated for a byte of text in about one step.
const STATES_PER_STEP: usize = 16;

/// Caches compiled regular expressions by pattern and flags; the last used one comes first.
#[derive(Default)]
pub(crate) struct Patterns(Mutex<VecDeque<(Key, Arc<Pattern>)>>);

/// The text of a pattern, and whether case is ignored.
type Key = (Box<str>, bool);

impl Patterns {
    /// Returns a compiled pattern, and takes the steps for compiling it if it is not in the cache.
    pub(crate) fn get(&self, pattern: &str, flags: &str, steps: &mut Steps) -> Result<Arc<Pattern>, Failure> {
        let ignores_case = flags.contains('i');
        let is_wanted = |(text, ignores): &Key| **text == *pattern && *ignores == ignores_case;
        {
            let mut patterns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(index) = patterns.iter().position(|(key, _)| is_wanted(key))
                && let Some(entry) = patterns.remove(index)
            {
                let found = entry.1.clone();
                patterns.push_front(entry);
                return Ok(found);
            }
        }
        let compiled = Arc::new(Pattern::new(pattern, ignores_case)?);
        steps.spend(compiled.nfa().memory_usage() / COMPILED_BYTES_PER_STEP)?;
        let mut patterns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        patterns.push_front(((pattern.into(), ignores_case), compiled.clone()));
        patterns.truncate(MOST_PATTERNS);
        Ok(compiled)
    }
}

/// A compiled regular expression.
pub(crate) struct Pattern {
    vm: PikeVM,
    /// `None` if no DFA can be built from the pattern.
    dfa: Option<DFA>,
    caches: Mutex<(Option<Cache>, pikevm::Cache)>,
}

impl Pattern {
    fn new(pattern: &str, ignores_case: bool) -> Result<Self, Failure> {
        let nfa = thompson::Compiler::new()
            .syntax(syntax::Config::new().case_insensitive(ignores_case))
            .configure(thompson::Config::new().nfa_size_limit(Some(MOST_BYTES_OF_PATTERN)))
            .build(pattern)
            // The source of the error shows the place in the pattern.
            .map_err(|error| error.source().map_or_else(|| error.to_string(), ToString::to_string))?;
        // A new state of the DFA takes time proportional to the states of the NFA, so it must repay itself.
        let bytes_per_state = nfa.states().len() / STATES_PER_STEP + 10;
        let config = DFA::config()
            .unicode_word_boundary(true)
            .skip_cache_capacity_check(true)
            .minimum_cache_clear_count(Some(3))
            .minimum_bytes_per_state(Some(bytes_per_state));
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa.clone()).ok();
        let vm = PikeVM::new_from_nfa(nfa).map_err(|error| error.to_string())?;
        let caches = Mutex::new((dfa.as_ref().map(DFA::create_cache), vm.create_cache()));
        Ok(Self { vm, dfa, caches })
    }

    fn nfa(&self) -> &NFA {
        self.vm.get_nfa()
    }

    /// Takes the steps for simulating the NFA on a text.
    fn spend_on_simulation(&self, text: &str, steps: &mut Steps) -> Result<(), Failure> {
        let states = self.nfa().states().len();
        steps.spend((text.len() / STATES_PER_STEP).saturating_mul(states))
    }

    /// Whether a text contains a match.
    pub(crate) fn is_match(&self, text: &str, steps: &mut Steps) -> Result<bool, Failure> {
        let caches = &mut *self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        let input = Input::new(text).earliest(true);
        if let (Some(dfa), Some(cache)) = (&self.dfa, &mut caches.0)
            && let Ok(found) = dfa.try_search_fwd(cache, &input)
        {
            return Ok(found.is_some());
        }
        self.spend_on_simulation(text, steps)?;
        Ok(self.vm.is_match(&mut caches.1, input))
    }

    /// Replaces the first match in a text, or all of them. In the replacement, `$1` or `$name` stands for a group. `most` is the
    /// maximum number of bytes that the replacements may have together.
    pub(crate) fn replace(
        &self,
        text: &str,
        replacement: &str,
        is_global: bool,
        most: usize,
        steps: &mut Steps,
    ) -> Result<String, Failure> {
        if !self.is_match(text, steps)? {
            return Ok(text.to_owned());
        }
        self.spend_on_simulation(text, steps)?;
        let cache = &mut self.caches.lock().unwrap_or_else(PoisonError::into_inner).1;
        let mut replaced = String::new();
        // The replacements so far, and the end of the last match.
        let (mut written, mut end) = (0_usize, 0);
        for captures in self.vm.captures_iter(cache, text).take(if is_global { usize::MAX } else { 1 }) {
            let Some(found) = captures.get_match() else { continue };
            replaced.push_str(text.get(end..found.start()).unwrap_or_default());
            end = found.end();
            // A group of a match is not longer than the match.
            let groups = replacement.matches('$').count().saturating_mul(found.len());
            written = written.saturating_add(replacement.len()).saturating_add(groups);
            if written > most {
                return Err(Failure::Message(format!("the result may have more than {most} bytes")));
            }
            steps.spend(replacement.len() / BYTES_PER_COPY_STEP)?;
            interpolate::string(
                replacement,
                |group, output| {
                    if let Some(span) = captures.get_group(group) {
                        output.push_str(text.get(span.range()).unwrap_or_default());
                    }
                },
                |name| {
                    let groups = self.nfa().group_info();
                    captures.pattern().and_then(|pattern| groups.to_index(pattern, name))
                },
                &mut replaced,
            );
        }
        replaced.push_str(text.get(end..).unwrap_or_default());
        Ok(replaced)
    }
}
