//! [`Patterns`]: compiled regular expressions, and searches whose work is counted.
//!
//! A lazily built DFA finds the end of a match in time proportional to the bytes that it reads, and a simulation of the NFA
//! finds the groups, in time proportional to the bytes up to that end times the states. For some patterns the DFA has too many
//! states: then it gives up, and the simulation searches the rest of the text. Only the simulation is counted for each state,
//! so that ordinary patterns are cheap and no pattern is slower than its steps.

use std::collections::VecDeque;
use std::error::Error as _;
use std::sync::{Arc, Mutex, PoisonError};

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::NFA;
use regex_automata::nfa::thompson::pikevm::{self, PikeVM};
use regex_automata::util::captures::Captures;
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

    /// Takes the steps for simulating the NFA on a part of a text.
    fn spend_on_simulation(&self, length: usize, steps: &mut Steps) -> Result<(), Failure> {
        let states = self.nfa().states().len();
        steps.spend((length / STATES_PER_STEP).saturating_mul(states))
    }

    /// Whether a text contains a match.
    pub(crate) fn is_match(&self, text: &str, steps: &mut Steps) -> Result<bool, Failure> {
        let (cache, simulation) = &mut *self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        match self.end_of_match(cache, text, 0, true, steps)? {
            End::At(_) => Ok(true),
            End::None => Ok(false),
            End::Unknown => {
                self.spend_on_simulation(text.len(), steps)?;
                Ok(self.vm.is_match(simulation, Input::new(text).earliest(true)))
            }
        }
    }

    /// Finds the end of the first match that starts at an offset or later; if `is_earliest`, only whether there is a match. Takes
    /// the steps for the bytes that are read, which may be many more than those of the match: the first alternative of
    /// `a.*z|a` has to be tried up to the end of the text.
    fn end_of_match(
        &self,
        cache: &mut Option<Cache>,
        text: &str,
        start: usize,
        is_earliest: bool,
        steps: &mut Steps,
    ) -> Result<End, Failure> {
        let (Some(dfa), Some(cache)) = (&self.dfa, cache) else { return Ok(End::Unknown) };
        let Ok(mut state) = dfa.start_state_forward(cache, &Input::new(text).range(start..)) else {
            return Ok(End::Unknown);
        };
        let mut found = None;
        let mut offset = start;
        cache.search_start(start);
        'search: for chunk in text.as_bytes().get(start..).unwrap_or_default().chunks(BYTES_PER_COPY_STEP) {
            steps.spend(1)?;
            cache.search_update(offset);
            for &byte in chunk {
                let Ok(next) = dfa.next_state(cache, state, byte) else { return Ok(End::Unknown) };
                state = next;
                if state.is_match() {
                    // A match is reported one byte after its end.
                    found = Some(offset);
                }
                if state.is_quit() {
                    return Ok(End::Unknown);
                }
                if state.is_dead() || is_earliest && found.is_some() {
                    break 'search;
                }
                offset += 1;
            }
        }
        cache.search_finish(offset);
        if offset == text.len() {
            let Ok(last) = dfa.next_eoi_state(cache, state) else { return Ok(End::Unknown) };
            if last.is_match() {
                found = Some(offset);
            }
        }
        Ok(match found {
            None => End::None,
            // An empty match inside a character is not one.
            Some(end) if !text.is_char_boundary(end) => End::Unknown,
            Some(end) => End::At(end),
        })
    }

    /// Finds the groups of the first match that starts at an offset or later.
    fn captures(&self, text: &str, start: usize, steps: &mut Steps) -> Result<Option<Captures>, Failure> {
        let (cache, simulation) = &mut *self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        let end = match self.end_of_match(cache, text, start, false, steps)? {
            End::At(end) => end,
            End::None => return Ok(None),
            End::Unknown => text.len(),
        };
        // The first match of this part is that of the text, because it ends here.
        self.spend_on_simulation(end - start, steps)?;
        let mut captures = self.vm.create_captures();
        self.vm.captures(simulation, Input::new(text).range(start..end), &mut captures);
        Ok(captures.is_match().then_some(captures))
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
        let mut replaced = String::new();
        let groups_of_replacement = replacement.matches('$').count();
        // The replacements so far, the end of the last match, and the start of the next search.
        let (mut written, mut end, mut start) = (0_usize, 0, 0);
        let mut is_first = true;
        while is_first || is_global {
            let Some(captures) = self.captures(text, start, steps)? else { break };
            let Some(found) = captures.get_match() else { break };
            if found.is_empty() && found.end() == end && !is_first {
                // An empty match directly after a match does not count.
                let Some(character) = text.get(start..).and_then(|rest| rest.chars().next()) else { break };
                start += character.len_utf8();
                continue;
            }
            is_first = false;
            replaced.push_str(text.get(end..found.start()).unwrap_or_default());
            (end, start) = (found.end(), found.end());
            // A group of a match is not longer than the match.
            let groups = groups_of_replacement.saturating_mul(found.len());
            written = written.saturating_add(replacement.len()).saturating_add(groups);
            if written > most {
                return Err(Failure::Message(format!("the result may have more than {most} bytes")));
            }
            steps.spend(1 + replacement.len() / BYTES_PER_COPY_STEP)?;
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

/// The end of the first match in a text.
enum End {
    At(usize),
    /// The text contains no match.
    None,
    /// The DFA cannot search the text.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces all matches as the iterator of the simulation finds them.
    fn replaced_by_simulation(pattern: &Pattern, text: &str) -> String {
        let mut cache = pattern.vm.create_cache();
        let mut replaced = String::new();
        let mut end = 0;
        for captures in pattern.vm.captures_iter(&mut cache, text) {
            let found = captures.get_match().unwrap();
            let group = captures.get_group(1).map_or("", |span| &text[span.range()]);
            replaced.extend([&text[end..found.start()], "[", group, "]"]);
            end = found.end();
        }
        replaced.push_str(&text[end..]);
        replaced
    }

    #[test]
    fn the_matches_are_those_of_the_simulation() {
        let texts = [
            "", "a", "aab", "abab a", "xaz", "é", "aéa bé", "\u{1F600}a\u{1F600}", "a\nb\n\na", "aaaz a z",
            "éa éb",
        ];
        for pattern in [
            "", "a", "(a)", "a*", "(a*)", "(a)|b", "(a.*z)|a", "a|(a.*z)", "(a.*?)b", r"\b(\w)", r"\B",
            r"\b", "(?m)^(.)", "$", "(?m)$", "(é)|", "(.)?", r"(\w+) ?", "(?s)(.)(.)", "(a+)(?:b|$)", "x*?",
            "(|a)", "(a|)",
        ] {
            let compiled = Pattern::new(pattern, false).unwrap();
            for text in texts {
                let mut steps = Steps::new(1_000_000);
                let replaced = compiled.replace(text, "[$1]", true, 1000, &mut steps).unwrap();
                assert_eq!(replaced, replaced_by_simulation(&compiled, text), "{pattern:?} in {text:?}");
                let is_match = compiled.is_match(text, &mut steps).unwrap();
                assert_eq!(is_match, replaced != text, "{pattern:?} in {text:?}");
            }
        }
    }
}
