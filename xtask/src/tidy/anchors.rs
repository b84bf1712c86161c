//! Links into the standard: each must be in the pinned list `xtask/data/anchors.txt`.
//!
//! The list has a line for each anchor. In its first two sections, an anchor is followed by the name of the function that
//! implements the state or mode.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context as _, Result, bail};

use super::Source;
use crate::workspace;

/// The path of the list.
const LIST: &str = "xtask/data/anchors.txt";

/// The address of the standard.
const STANDARD: &str = "html.spec.whatwg.org/multipage/";

/// The page of all states and modes.
const PARSING: &str = "parsing.html#";

/// A state or mode of the standard.
#[derive(Debug)]
pub(super) struct StandardItem {
    /// The anchor on the page on parsing.
    pub(super) anchor: String,
    /// The name of the function that implements the state or mode.
    pub(super) function: String,
}

/// The pinned list.
#[derive(Debug, Default)]
pub(super) struct Pinned {
    /// The states of the tokenizer, in the standard's order.
    pub(super) states: Vec<StandardItem>,
    /// The insertion modes, in the standard's order.
    pub(super) modes: Vec<StandardItem>,
    /// All links, without the address of the standard: `parsing.html#data-state`.
    links: BTreeSet<String>,
}

impl Pinned {
    /// Reads the list.
    pub(super) fn load() -> Result<Self> {
        let path = workspace::path(LIST);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| LIST.to_owned())
    }

    fn parse(text: &str) -> Result<Self> {
        let mut pinned = Self::default();
        let mut section = "";
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if line.starts_with('[') {
                section = line;
                continue;
            }
            let items = match section {
                "[states]" => &mut pinned.states,
                "[modes]" => &mut pinned.modes,
                "[others]" => {
                    pinned.links.insert(line.to_owned());
                    continue;
                }
                _ => bail!("unknown section {section:?}"),
            };
            let Some((anchor, function)) = line.split_once(' ') else {
                bail!("{line:?} has no function");
            };
            pinned.links.insert(format!("{PARSING}{anchor}"));
            items.push(StandardItem { anchor: anchor.to_owned(), function: function.to_owned() });
        }
        Ok(pinned)
    }

    /// Whether the list contains a link, or, for a prefix, whether the list contains a link that begins with it.
    fn has(&self, link: &str, is_prefix: bool) -> bool {
        self.links.contains(link)
            || is_prefix
                && self.links.range(link.to_owned()..).next().is_some_and(|next| next.starts_with(link))
    }
}

/// Returns all complaints about links.
pub(super) fn check(sources: &[Source], pinned: &Pinned) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources {
        for (number, line) in source.lines() {
            for (link, is_prefix) in links(line) {
                if !pinned.has(link, is_prefix) {
                    complaints.push(format!("{}:{number}: {link} is not in {LIST}", source.path));
                }
            }
        }
    }
    complaints
}

/// Returns the links with an anchor in a line, and whether each may be a prefix: if a quotation mark ends the link, `concat!` may
/// append the rest of the anchor.
fn links(line: &str) -> impl Iterator<Item = (&str, bool)> {
    line.split(STANDARD).skip(1).filter_map(|rest| {
        let end = rest.find(|character: char| character.is_whitespace() || "<>\"`\\]".contains(character));
        let (link, after) = rest.split_at(end.unwrap_or(rest.len()));
        let is_unbalanced = link.matches(')').count() > link.matches('(').count();
        let link = if is_unbalanced { link.trim_end_matches([')', '.', ',']) } else { link };
        link.contains('#').then_some((link, after.starts_with('"')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_links() {
        let base = "https://html.spec.whatwg.org/multipage/";
        let found = |line: &str| -> Vec<(String, bool)> {
            links(line).map(|(link, is_prefix)| (link.to_owned(), is_prefix)).collect()
        };
        let link = |text: &str| vec![(text.to_owned(), false)];
        assert_eq!(found(&format!("/// <{base}parsing.html#data-state>")), link("parsing.html#data-state"));
        assert_eq!(
            found(&format!("/// <{base}parsing.html#a-(quoted)-state>")),
            link("parsing.html#a-(quoted)-state")
        );
        assert_eq!(found(&format!("/// [it]({base}dom.html#it).")), link("dom.html#it"));
        assert_eq!(found(&format!("concat!(\"<{base}a.html#b-\", x)")), [("a.html#b-".to_owned(), true)]);
        assert!(found(&format!("/// <{base}parsing.html>")).is_empty());
    }

    #[test]
    fn the_list_has_all_states_and_modes() {
        let pinned = Pinned::load().expect("it is well-formed");
        assert_eq!((pinned.states.len(), pinned.modes.len()), (84, 21));
        assert!(pinned.has("parsing.html#data-state", false));
        assert!(pinned.has("parsing.html#parse-error-", true));
        assert!(!pinned.has("parsing.html#parse-error-", false));
        assert!(!pinned.has("parsing.html#no-such-", true));
    }
}
