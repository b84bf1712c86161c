//! Links into the standard: each must be in the pinned list `xtask/data/anchors.txt`.
//!
//! The list has a line for each link.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context as _, Result};

use super::Source;
use crate::workspace;

/// The path of the list.
const LIST: &str = "xtask/data/anchors.txt";

/// The address of the standard.
const STANDARD: &str = "html.spec.whatwg.org/multipage/";

/// The folder of the conformance checker, whose links have no address of the standard.
const CHECKER: &str = "crates/hedgerow-lint/";

/// The pinned list.
#[derive(Debug)]
pub(super) struct Pinned(BTreeSet<String>);

impl Pinned {
    /// Reads the list. The links have no address of the standard: `parsing.html#data-state`.
    pub(super) fn load() -> Result<Self> {
        let text =
            fs::read_to_string(workspace::path(LIST)).with_context(|| format!("cannot read {LIST}"))?;
        let links = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(Self(links.map(str::to_owned).collect()))
    }

    /// Whether the list contains a link, or, for a prefix, whether the list contains a link that begins with it.
    fn has(&self, link: &str, is_prefix: bool) -> bool {
        self.0.contains(link)
            || is_prefix && self.0.range(link.to_owned()..).next().is_some_and(|next| next.starts_with(link))
    }
}

/// Returns all complaints about links.
pub(super) fn check(sources: &[Source], pinned: &Pinned) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources {
        for (number, line) in source.lines() {
            let short = short_links(line).filter(|_| source.path.starts_with(CHECKER));
            for (link, is_prefix) in links(line).chain(short.map(|link| (link, false))) {
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

/// Returns the links in a line that have no address of the standard: `"dom.html#it"` or `[names] dom.html#it`.
fn short_links(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices(".html#").filter_map(|(at, _)| {
        let page =
            line[..at].trim_end_matches(|character: char| character.is_ascii_lowercase() || character == '-');
        let rest = &line[page.len()..];
        let end = rest.find(['"', ' ']).unwrap_or(rest.len());
        page.ends_with(['"', ' ']).then_some(&rest[..end])
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
    fn finds_short_links() {
        let found = |line: &'static str| short_links(line).collect::<Vec<_>>();
        assert_eq!(found("A: B, \"dom.html#a,-b\", \"text\";"), ["dom.html#a,-b"]);
        assert_eq!(found("[a b] form-elements.html#c"), ["form-elements.html#c"]);
        assert_eq!(found("# https://html.spec.whatwg.org/multipage/indices.html#elements-3"), [""; 0]);
    }

    #[test]
    fn the_list_has_links_and_their_prefixes() {
        let pinned = Pinned::load().expect("the list is part of the repository");
        assert!(pinned.has("parsing.html#data-state", false));
        assert!(pinned.has("parsing.html#parse-error-", true));
        assert!(!pinned.has("parsing.html#parse-error-", false));
        assert!(!pinned.has("parsing.html#no-such-", true));
    }
}
