//! Writes the tree of a case and parses what was written: the same tree has to come back.
//!
//! That is done with the standard's serialization and with both presets of the writer, which declare what whitespace
//! they change. Where something else comes back, a rule must say why (`round_trip_rules`).

use std::fmt::Write as _;

use hedgerow::{
    Document, Namespace, NodeId, NodeKind, NodeRef, Parser, SerializeOptions, ShadowRoots, WriteOptions,
};

use super::case::{Problem, Run};
use super::dat_file::TreeCase;
use super::round_trip_rules::exception;

/// How many characters of the output are shown.
const MOST_SHOWN: usize = 1000;

/// How a tree is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    /// By the standard's algorithm.
    Standard,
    /// As small as it can be.
    Minified,
    /// On indented lines.
    Pretty,
}

impl Written {
    const ALL: [Self; 3] = [Self::Standard, Self::Minified, Self::Pretty];

    fn name(self) -> &'static str {
        match self {
            Self::Standard => "the standard's serialization",
            Self::Minified => "minified",
            Self::Pretty => "pretty",
        }
    }

    fn html(self, document: &Document, scripting: bool) -> String {
        let options = match self {
            Self::Standard => {
                let shadow_roots = shadow_roots(document);
                let options = SerializeOptions {
                    scripting,
                    shadow_roots: &shadow_roots,
                    ..SerializeOptions::default()
                };
                let mut html = String::new();
                let written = document.root().write_inner_html(&mut html, options);
                debug_assert!(written.is_ok(), "writing to a string does not fail");
                return html;
            }
            Self::Minified => WriteOptions::minify(),
            Self::Pretty => WriteOptions::pretty(),
        };
        document.root().to_html(&WriteOptions { scripting, shadow_roots: ShadowRoots::All, ..options })
    }

    /// The tree, as far as it has to come back.
    fn tree(self, document: &Document, scripting: bool) -> String {
        match self {
            // The standard writes the name of a DOCTYPE only.
            Self::Standard => outline(document, scripting, false, false),
            Self::Minified | Self::Pretty => outline(document, scripting, true, true),
        }
    }
}

/// All runs of a case: with scripting off and on, unless it is for one of them; written in each way.
pub(crate) fn run(case: &TreeCase) -> Vec<Run> {
    let modes = match case.scripting {
        Some(scripting) => vec![scripting],
        None => vec![false, true],
    };
    let mut runs = Vec::new();
    for scripting in modes {
        let mut standard_is_right = false;
        for written in Written::ALL {
            let mode = if scripting { "on" } else { "off" };
            let mut exception = None;
            let mut run = Run::new(format!("scripting {mode}, {}", written.name()), false, || {
                let (problem, rule) = round_trip(case, scripting, written, standard_is_right);
                exception = rule;
                problem.into_iter().collect()
            });
            run.exception = exception;
            if written == Written::Standard {
                standard_is_right = run.passed() && exception.is_none();
            }
            runs.push(run);
        }
    }
    runs
}

/// What is wrong, or the rule that says why it is not. No rule excepts a preset where the standard's serialization is
/// right.
fn round_trip(
    case: &TreeCase,
    scripting: bool,
    written: Written,
    standard_is_right: bool,
) -> (Option<Problem>, Option<&'static str>) {
    let document = match parse(case, &case.data, scripting) {
        Ok(document) => document,
        Err(problem) => return (Some(problem), None),
    };
    let html = written.html(&document, scripting);
    let again = match parse(case, &html, scripting) {
        Ok(document) => document,
        Err(problem) => return (Some(problem), None),
    };
    let (expected, got) = (written.tree(&document, scripting), written.tree(&again, scripting));
    if expected == got {
        return (None, None);
    }
    if !standard_is_right
        && let Some(rule) = exception(&document, case.context.as_deref(), scripting, written)
    {
        return (None, Some(rule));
    }
    (Some(first_difference(&expected, &got, &html)), None)
}

/// The lines around the first difference: all of a page would be too many.
fn first_difference(expected: &str, got: &str, html: &str) -> Problem {
    let equal = expected.lines().zip(got.lines()).take_while(|(expected, got)| expected == got).count();
    let part = |text: &str| {
        let lines: Vec<&str> = text.lines().skip(equal.saturating_sub(8)).take(16).collect();
        lines.join("\n")
    };
    let start: String = html.chars().take(MOST_SHOWN).collect();
    Problem { what: "tree", expected: part(expected), got: format!("{}\nwritten: {start:?}", part(got)) }
}

fn parse(case: &TreeCase, data: &str, scripting: bool) -> Result<Document, Problem> {
    let parser = Parser::new().scripting(scripting).allow_declarative_shadow_roots(case.shadow_roots);
    let context = case.context_element()?;
    let parsed = match &context {
        None => parser.parse(data),
        Some(context) => parser.parse_fragment(data, context),
    };
    Ok(parsed.into_document())
}

/// All shadow roots of a document.
fn shadow_roots(document: &Document) -> Vec<NodeId> {
    let mut roots = Vec::new();
    let mut left = vec![document.root()];
    while let Some(top) = left.pop() {
        for node in std::iter::once(top).chain(top.descendants()) {
            roots.extend(node.shadow_root().map(NodeRef::id));
            left.extend(node.shadow_root());
            left.extend(node.template_contents());
        }
    }
    roots
}

/// A tree as lines: all that has to come back.
///
/// With `squeezed`, text that may be changed has no whitespace at its start and end, and single spaces inside.
fn outline(document: &Document, scripting: bool, squeezed: bool, identifiers: bool) -> String {
    let mut out = String::new();
    // Nodes with their depth, and whether whitespace in them stays. The next is the last.
    let mut left: Vec<(NodeRef<'_>, usize, bool)> = vec![(document.root(), 0, false)];
    while let Some((node, depth, stays)) = left.pop() {
        left.extend(node.next_sibling().map(|next| (next, depth, stays)));
        if let (NodeKind::Text, Some(data)) = (node.kind(), node.data()) {
            let squeezes = squeezed && !stays;
            let text = if squeezes {
                data.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
            } else {
                data.to_owned()
            };
            if !squeezes || !text.is_empty() {
                let _ = writeln!(out, "{:depth$}{text:?}", "");
            }
            continue;
        }
        let mut stays = stays;
        if let Some(name) = node.element_name() {
            let attributes = node.attributes().map(|attribute| {
                format!("{:?} {:?}={:?}", attribute.namespace(), attribute.name_text(), attribute.value())
            });
            let mut attributes: Vec<String> = attributes.collect();
            attributes.sort();
            let tag = node.local_name_text();
            let _ = writeln!(out, "{:depth$}<{:?} {tag:?} {}>", "", name.namespace, attributes.join(" "));
            stays |= name.namespace != Namespace::Html || keeps_whitespace(tag, scripting);
        } else if let Some(doctype) = node.doctype() {
            let _ = write!(out, "{:depth$}<!DOCTYPE {:?}", "", doctype.name);
            if identifiers {
                let _ = write!(out, " {:?} {:?}", doctype.public_id, doctype.system_id);
            }
            out.push_str(">\n");
        } else if let Some((target, data)) = node.processing_instruction() {
            let _ = writeln!(out, "{:depth$}<?{target:?} {data:?}>", "");
        } else if let Some(data) = node.data() {
            let _ = writeln!(out, "{:depth$}<!-- {data:?} -->", "");
        }
        left.extend(node.first_child().map(|child| (child, depth + 1, stays)));
        if let Some(contents) = node.template_contents() {
            let _ = writeln!(out, "{:depth$} content", "");
            left.extend(contents.first_child().map(|child| (child, depth + 2, stays)));
        }
        if let Some(shadow) = node.shadow_root() {
            let _ = writeln!(out, "{:depth$} shadow root {:?}", "", document.shadow_root_init(node.id()));
            left.extend(shadow.first_child().map(|child| (child, depth + 2, stays)));
        }
    }
    out
}

/// Whether the writer keeps whitespace in an element of HTML.
fn keeps_whitespace(name: &str, scripting: bool) -> bool {
    let preserving = ["pre", "textarea", "listing", "title"];
    let raw_text = ["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext"];
    preserving.contains(&name) || raw_text.contains(&name) || scripting && name == "noscript"
}
