//! [`Suppressions`]: the comments in a document that suppress findings.
//!
//! ```text
//! <!-- hedgerow-ignore CODE CODE -->    findings on the line of the comment, and on the next line
//! <!-- hedgerow-ignore-file CODE -->    findings in the whole file
//! ```

use hedgerow::dom::NodeKind;
use hedgerow::errors::ErrorKind;
use hedgerow::source::{NodeSource as _, Span};
use hedgerow::{Document, NodeRef};

use crate::codes;
use crate::locations::Locations;

/// The first word of a comment that suppresses findings.
const MARKER: &str = "hedgerow-ignore";

/// Whether a document may have such comments.
pub(crate) fn has_suppressions(bytes: &[u8]) -> bool {
    bytes.windows(MARKER.len()).any(|window| window == MARKER.as_bytes())
}

/// The comments of a document.
#[derive(Default)]
pub(super) struct Suppressions {
    suppressions: Vec<Suppression>,
    /// The codes that do not exist, with the spans of their comments.
    pub(super) unknown: Vec<(Span, String)>,
}

/// The findings that a comment suppresses.
struct Suppression {
    span: Span,
    is_for_file: bool,
    /// The kinds of findings; all if the list is empty and no code of the comment is unknown.
    kinds: Vec<ErrorKind>,
    is_for_all: bool,
}

impl Suppressions {
    pub(super) fn of(document: &Document, source: &str) -> Self {
        let mut found = Self::default();
        if !has_suppressions(source.as_bytes()) {
            return found;
        }
        let mut roots = vec![document.root()];
        while let Some(root) = roots.pop() {
            for node in root.descendants() {
                roots.extend(node.template_contents());
                roots.extend(node.shadow_root());
                found.push(node);
            }
        }
        found
    }

    fn push(&mut self, node: NodeRef<'_>) {
        let Some(span) = node.source_span().filter(|_| node.kind() == NodeKind::Comment) else { return };
        let mut words = node.data().unwrap_or_default().split_ascii_whitespace();
        let is_for_file = match words.next() {
            Some(word) if word == MARKER => false,
            Some("hedgerow-ignore-file") => true,
            _ => return,
        };
        let (mut kinds, mut is_for_all) = (Vec::new(), true);
        for code in words.flat_map(|word| word.split(',')).filter(|code| !code.is_empty()) {
            is_for_all = false;
            match codes::find(code, &[]) {
                Ok(kind) => kinds.push(kind),
                Err(error) => self.unknown.push((span, error.to_string())),
            }
        }
        self.suppressions.push(Suppression { span, is_for_file, kinds, is_for_all });
    }

    /// Returns the offsets whose locations are needed.
    pub(super) fn offsets(&self) -> impl Iterator<Item = u32> {
        let unknown = self.unknown.iter().map(|(span, _)| span.start);
        self.suppressions.iter().flat_map(|it| [it.span.start, it.span.end]).chain(unknown)
    }

    /// Returns a function that tells whether a finding on a line, or anywhere if the line is `None`, is suppressed.
    pub(super) fn test<'s>(
        &'s self,
        locations: &'s Locations,
    ) -> impl Fn(ErrorKind, Option<u32>) -> bool + 's {
        let line_at = |offset| locations.at(offset).map_or(0, |location| location.line);
        let mut lines: Vec<(u32, u32, &Suppression)> = Vec::new();
        for it in &self.suppressions {
            lines.push(if it.is_for_file {
                (0, u32::MAX, it)
            } else {
                (line_at(it.span.start), line_at(it.span.end) + 1, it)
            });
        }
        move |kind, line| {
            lines.iter().any(|(first, last, it)| {
                let is_here = line.map_or(it.is_for_file, |line| (*first..=*last).contains(&line));
                is_here && (it.is_for_all || it.kinds.contains(&kind))
            })
        }
    }
}
