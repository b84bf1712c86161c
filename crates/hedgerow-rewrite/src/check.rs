//! [`Checker`]: whether a parser puts new content where an edit says, and nowhere else.
//!
//! The content is parsed in the same situation as in the document: after the start tags of the open elements around the place. It is
//! contained if the parser then has the same open elements and formatting elements as before, is in the same insertion mode,
//! has moved no node, and is not inside a token.

use std::collections::HashSet;

use hedgerow_select::SelectorSet;
use hedgerow_tokenizer::{Outcome, Tokenizer};
use hedgerow_tree::{TreeBuilder, TreeBuilderOptions};

use crate::window::{Slot, Wanted, Window};

/// The largest number of open elements around a place.
pub(crate) const MOST_ANCESTORS: usize = 256;

/// The number of results that are cached.
const CACHED: usize = 64;

#[derive(Default)]
pub(crate) struct Checker {
    /// The start tags and the content of the last checks that succeeded.
    contained: HashSet<(String, String)>,
}

impl Checker {
    /// Whether content is contained as a child of an element, after its last child.
    pub(crate) fn is_contained(&mut self, window: &Window, parent: Slot, content: &str) -> bool {
        let mut names: Vec<&str> = window
            .ancestors(parent)
            .map(|slot| window.local_name(slot))
            .filter(|name| !name.is_empty())
            .take(MOST_ANCESTORS + 1)
            .collect();
        names.reverse();
        if names.len() > MOST_ANCESTORS || names.first() != Some(&"html") {
            return false;
        }
        let mut tags = String::from(if window.is_in_quirks_mode { "" } else { "<!DOCTYPE html>" });
        tags.extend(names.iter().flat_map(|name| ["<", name, ">"]));
        let key = (tags, content.to_owned());
        if self.contained.contains(&key) {
            return true;
        }
        let is_contained = is_contained(&names, &key.0, content);
        if is_contained {
            if self.contained.len() >= CACHED {
                self.contained.clear();
            }
            self.contained.insert(key);
        }
        is_contained
    }
}

fn is_contained(names: &[&str], tags: &str, content: &str) -> bool {
    let is_text_of_a_script = names.last() == Some(&"script") && content.contains("<!--");
    let Ok(selectors) = SelectorSet::new(&[]) else { return false };
    if is_text_of_a_script || content.ends_with('\r') {
        return false;
    }
    let window = Window::new(selectors, Vec::new(), Wanted::default());
    let mut tokenizer = Tokenizer::new(TreeBuilder::new(window, TreeBuilderOptions::default()));
    tokenizer.run(tags, false);
    let before = situation(tokenizer.sink());
    let window = tokenizer.sink().sink();
    if !before.open.iter().rev().map(|&slot| window.local_name(slot)).eq(names.iter().copied()) {
        return false;
    }
    let content = hedgerow_input::normalize_newlines(content);
    let outcome = tokenizer.run(&content, false);
    outcome == Outcome::NeedsInput { consumed: content.len() } && situation(tokenizer.sink()) == before
}

/// The part of the parser's state that content must not change.
#[derive(PartialEq)]
struct Situation {
    open: Vec<Slot>,
    formatting: Vec<Option<Slot>>,
    mode: hedgerow_tree::InsertionMode,
    moves: u32,
}

fn situation(builder: &TreeBuilder<Window>) -> Situation {
    Situation {
        open: builder.open_elements_upwards().collect(),
        formatting: builder.active_formatting_elements().collect(),
        mode: builder.insertion_mode(),
        moves: builder.sink().moves(),
    }
}
