//! [`Checker`]: whether a parser puts new content where an edit says, and nowhere else.
//!
//! The content is parsed in the same situation as in the document: after the start tags of the open elements around the place. It is
//! contained if the parser then has the same open elements and formatting elements as before, is in the same insertion mode,
//! has moved no node, and is not inside a token.

use std::collections::HashSet;

use encoding_rs::Encoding;
use hedgerow_select::SelectorSet;
use hedgerow_tokenizer::{Outcome, Tokenizer};
use hedgerow_tree::{TreeBuilder, TreeBuilderOptions};

use crate::element::{Checks, Context};
use crate::error::EditError;
use crate::seam::has_literal_effect;
use crate::window::{Formatting, Slot, Wanted, Window};

/// The largest number of open elements around a place.
pub(crate) const MOST_ANCESTORS: usize = 256;

/// The maximum number of departures and of unchecked edits that are reported with their places.
pub(crate) const MOST_REPORTS: usize = 100;

/// The number of results that are cached.
const CACHED: usize = 64;

/// Checks edits, and stores those that were made although a check failed.
pub(crate) struct Checker {
    pub(crate) checks: Checks,
    /// The first edits that were made although a check failed, each with an offset in the source.
    pub(crate) unchecked: Vec<(EditError, u64)>,
    pub(crate) unchecked_count: u64,
    /// The offset in bytes of the source of the token that is processed.
    pub(crate) offset: u64,
    options: TreeBuilderOptions,
    /// The start tags and the content of the last checks that succeeded.
    contained: HashSet<(String, String)>,
}

impl Checker {
    pub(crate) fn new(checks: Checks, options: TreeBuilderOptions) -> Self {
        Self {
            checks,
            unchecked: Vec::new(),
            unchecked_count: 0,
            offset: 0,
            options,
            contained: HashSet::new(),
        }
    }

    /// Returns the facts that the checks of an edit need.
    pub(crate) fn context<'c>(
        &'c mut self,
        window: &'c Window,
        encoding: &'static Encoding,
        formatting: Formatting,
    ) -> Context<'c> {
        Context { window, checker: self, encoding, formatting }
    }

    /// Records an edit that was made although a check failed.
    pub(crate) fn record(&mut self, error: EditError) {
        self.unchecked_count += 1;
        if self.unchecked.len() < MOST_REPORTS {
            self.unchecked.push((error, self.offset));
        }
    }

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
        let literal = window.node(parent).and_then(|node| node.name);
        let has_effect = literal
            .filter(|name| name.has_literal_text(window.has_scripting))
            .is_some_and(|_| has_literal_effect(window.local_name(parent), content));
        let is_contained = !has_effect && is_contained(&names, &key.0, content, self.options);
        if is_contained {
            if self.contained.len() >= CACHED {
                self.contained.clear();
            }
            self.contained.insert(key);
        }
        is_contained
    }
}

fn is_contained(names: &[&str], tags: &str, content: &str, options: TreeBuilderOptions) -> bool {
    let Ok(selectors) = SelectorSet::new(&[]) else { return false };
    if content.ends_with('\r') {
        return false;
    }
    let window = Window::new(selectors, Vec::new(), Wanted::default(), false, usize::MAX);
    let mut tokenizer = Tokenizer::new(TreeBuilder::new(window, options));
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

/// Whether a parser creates the `body` for the first token of some content.
pub(crate) fn implies_the_body(content: &str) -> bool {
    const IN_HEAD: [&str; 12] = [
        "base", "basefont", "bgsound", "link", "meta", "noframes", "noscript", "script", "style", "template",
        "title", "head",
    ];
    let Some(rest) = content.strip_prefix('<') else {
        return content.starts_with(|first: char| !first.is_ascii_whitespace());
    };
    let length = rest.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let name = rest.get(..length).unwrap_or_default();
    length > 0 && !IN_HEAD.iter().any(|other| name.eq_ignore_ascii_case(other))
}
