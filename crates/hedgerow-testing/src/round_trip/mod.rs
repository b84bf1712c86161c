//! Serializes a tree and parses the HTML again, which must give the same tree.
//!
//! The check covers the standard's serialization and both presets of the writer. The presets may change whitespace in
//! the documented ways. If the trees differ in any other way, a rule in `rules.rs` must give the reason.

mod rules;

use std::fmt::Write as _;

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::serialize::{SerializeOptions, ShadowRoots, WriteOptions};
use hedgerow::{Context, Document, NodeId, NodeRef, Parser, ToHtml};

/// The number of characters of the output that a failure shows.
const MOST_SHOWN: usize = 1000;

/// A form of serialization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SerializationForm {
    /// By the standard's algorithm.
    Standard,
    /// Minified.
    Minified,
    /// Indented.
    Pretty,
}

impl SerializationForm {
    /// All forms, the standard's first.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Minified, Self::Pretty];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
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
                let options = SerializeOptions::default().scripting(scripting).shadow_roots(&shadow_roots);
                let mut html = String::new();
                let written = document.root().write_inner_html(&mut html, options);
                debug_assert!(written.is_ok(), "writing to a string does not fail");
                return html;
            }
            Self::Minified => WriteOptions::minify(),
            Self::Pretty => WriteOptions::pretty(),
        };
        document.root().to_html(&options.scripting(scripting).shadow_roots(ShadowRoots::All))
    }

    /// Returns the part of the tree that must be preserved.
    fn tree(self, document: &Document, scripting: bool) -> String {
        match self {
            // The standard's serialization contains only the name of a DOCTYPE.
            Self::Standard => outline(document, scripting, false, false),
            Self::Minified | Self::Pretty => outline(document, scripting, true, true),
        }
    }
}

/// The input of a round trip.
#[derive(Clone, Copy, Debug)]
pub struct RoundTrip<'t> {
    /// The HTML that is parsed to the tree.
    pub html: &'t str,
    /// The context, if `html` is a fragment.
    pub context: Option<&'t Context>,
    /// Whether scripting is enabled.
    pub scripting: bool,
    /// Whether declarative shadow roots are allowed.
    pub shadow_roots: bool,
}

/// The result of a round trip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoundTripResult {
    /// The same tree.
    Same,
    /// Another tree, for which a rule gives the reason.
    Excepted(&'static str),
    /// Another tree, and the lines around the first difference.
    Different {
        /// The lines of the tree that was serialized.
        expected: String,
        /// The lines of the parsed tree, and the start of the serialization.
        got: String,
    },
}

impl RoundTrip<'_> {
    /// Returns the result for one form.
    ///
    /// `standard_is_right` is whether the standard's serialization of the same tree round-trips. If it does, the
    /// presets must round-trip as well, so no rules are evaluated.
    ///
    /// ```
    /// use hedgerow_testing::{RoundTrip, RoundTripResult, SerializationForm};
    /// let trip = |html| RoundTrip { html, context: None, scripting: false, shadow_roots: false };
    /// assert_eq!(trip("<p>a").result(SerializationForm::Standard, false), RoundTripResult::Same);
    /// let result = trip("<a><table><a>").result(SerializationForm::Standard, false);
    /// assert_eq!(result, RoundTripResult::Excepted("an a element in an a element"));
    /// ```
    #[must_use]
    pub fn result(&self, form: SerializationForm, standard_is_right: bool) -> RoundTripResult {
        let document = self.parse(self.html);
        let html = form.html(&document, self.scripting);
        let again = self.parse(&html);
        let (expected, got) = (form.tree(&document, self.scripting), form.tree(&again, self.scripting));
        let context = self.context.map(ToString::to_string);
        if expected == got {
            RoundTripResult::Same
        } else if !standard_is_right
            && let Some(rule) = rules::exception(&document, context.as_deref(), self.scripting, form)
        {
            RoundTripResult::Excepted(rule)
        } else {
            first_difference(&expected, &got, &html)
        }
    }

    fn parse(&self, html: &str) -> Document {
        let parser =
            Parser::new().scripting(self.scripting).allow_declarative_shadow_roots(self.shadow_roots);
        let parsed = match self.context {
            None => parser.parse(html),
            Some(context) => parser.parse_fragment(html, context),
        };
        parsed.into_document()
    }
}

/// Returns the lines around the first difference, because a whole page would be too long.
fn first_difference(expected: &str, got: &str, html: &str) -> RoundTripResult {
    let equal = expected.lines().zip(got.lines()).take_while(|(expected, got)| expected == got).count();
    let part = |text: &str| {
        let lines: Vec<&str> = text.lines().skip(equal.saturating_sub(8)).take(16).collect();
        lines.join("\n")
    };
    let start: String = html.chars().take(MOST_SHOWN).collect();
    RoundTripResult::Different { expected: part(expected), got: format!("{}\nwritten: {start:?}", part(got)) }
}

/// Returns all shadow roots of a document.
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

/// Describes the part of a tree that must be preserved, one line for each node.
///
/// With `squeezed`, whitespace that the writer may change is removed at the ends of a text and collapsed inside. With
/// `identifiers`, a DOCTYPE includes its public and system identifiers.
fn outline(document: &Document, scripting: bool, squeezed: bool, identifiers: bool) -> String {
    let mut out = String::new();
    // A stack of nodes with their depth, and whether whitespace in them is preserved.
    let mut left: Vec<(NodeRef<'_>, usize, bool)> = vec![(document.root(), 0, false)];
    while let Some((node, depth, preserves)) = left.pop() {
        left.extend(node.next_sibling().map(|next| (next, depth, preserves)));
        if let (NodeKind::Text, Some(data)) = (node.kind(), node.data()) {
            let squeezes = squeezed && !preserves;
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
        let mut preserves = preserves;
        if let Some(name) = node.element_name() {
            let attributes = node.attributes().map(|attribute| {
                format!("{:?} {:?}={:?}", attribute.namespace(), attribute.name_text(), attribute.value())
            });
            let mut attributes: Vec<String> = attributes.collect();
            attributes.sort();
            let tag = node.local_name_text();
            let _ = writeln!(out, "{:depth$}<{:?} {tag:?} {}>", "", name.namespace(), attributes.join(" "));
            preserves |= name.namespace() != Namespace::Html || keeps_whitespace(tag, scripting);
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
        left.extend(node.first_child().map(|child| (child, depth + 1, preserves)));
        if let Some(contents) = node.template_contents() {
            let _ = writeln!(out, "{:depth$} content", "");
            left.extend(contents.first_child().map(|child| (child, depth + 2, preserves)));
        }
        if let Some(shadow) = node.shadow_root() {
            let _ = writeln!(out, "{:depth$} shadow root {:?}", "", node.shadow_root_init());
            left.extend(shadow.first_child().map(|child| (child, depth + 2, preserves)));
        }
    }
    out
}

/// Whether the writer preserves whitespace in an HTML element.
fn keeps_whitespace(name: &str, scripting: bool) -> bool {
    let preserving = ["pre", "textarea", "listing", "title"];
    let raw_text = ["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext"];
    preserving.contains(&name) || raw_text.contains(&name) || scripting && name == "noscript"
}
