//! [`Session`]: a parsed text, and the data about it that the page shows.

use std::collections::HashSet;

use hedgerow::errors::UnknownContext;
use hedgerow::serialize::{ShadowRoots, ToTestFormat, WriteOptions};
use hedgerow::{Context, Document, Parsed, Select, ToHtml};
use serde::Serialize;

use crate::colors::{self, Color};
use crate::findings::{self, Finding};
use crate::parser;
use crate::steps::{self, Overview, Step};
use crate::tokens::{self, TokenRow};
use crate::tree::{TreeRow, TreeView};
use crate::utf16::Source;

/// The maximum number of errors that are kept.
const MOST_ERRORS: usize = 10_000;

/// A form in which a document is returned as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The standard's serialization, with all shadow roots: `html`.
    Html,
    /// The minified serialization: `minified`.
    Minified,
    /// The indented serialization: `indented`.
    Indented,
    /// The tree in the format of the conformance suite: `dump`.
    Dump,
    /// The tree in the same format, but parsed without scripting, as browsers parse documents that are not
    /// shown: `inert`.
    Inert,
}

impl Form {
    /// Returns the form with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "html" => Self::Html,
            "minified" => Self::Minified,
            "indented" => Self::Indented,
            "dump" => Self::Dump,
            "inert" => Self::Inert,
            _ => return None,
        })
    }
}

/// The data about a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The mode of the document: `no-quirks`, `limited-quirks`, `quirks`.
    pub quirks_mode: &'static str,
    /// The number of nodes.
    pub node_count: usize,
    /// The first findings.
    pub findings: Vec<Finding>,
    /// The number of all findings.
    pub finding_count: usize,
    /// Whether there are more errors, which were not kept.
    pub has_more: bool,
}

/// Some rows of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rows {
    /// The rows.
    pub rows: Vec<TreeRow>,
    /// The number of all rows that are not hidden.
    pub count: usize,
}

/// Some tokens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tokens {
    /// The tokens.
    pub rows: Vec<TokenRow>,
    /// The number of all tokens.
    pub count: usize,
}

/// The elements that match a selector.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Found {
    /// The number of all matches.
    pub count: usize,
    /// The node numbers of the first matches, in tree order.
    pub nodes: Vec<usize>,
    /// For each of these nodes, start and end of its start tag in the source, if it has one.
    pub places: Vec<Option<[u32; 2]>>,
}

/// A parsed text.
pub struct Session {
    source: Source,
    context: Option<Context>,
    scripting: bool,
    parsed: Parsed,
    view: TreeView,
    /// The document after the step that is shown.
    step: Option<(Document, TreeView)>,
    overview: Option<Overview>,
    token_count: Option<usize>,
    folds_whitespace: bool,
    collapsed: HashSet<u64>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Session of {} nodes", self.parsed.document().node_count())
    }
}

impl Session {
    /// Parses a document, or a fragment if the context is not empty.
    ///
    /// ```
    /// use hedgerow_playground::{Form, Session};
    /// let session = Session::new("<p></b>".to_owned(), "div", false)?;
    /// assert_eq!(session.text(Form::Html), "<p></p>");
    /// assert_eq!(session.summary(10).findings[0].span, [3, 7]);
    /// # Ok::<(), hedgerow::errors::UnknownContext>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the context is not written as `div`, `svg path` or `math mi`.
    pub fn new(html: String, context: &str, scripting: bool) -> Result<Self, UnknownContext> {
        let context = if context.is_empty() { None } else { Some(context.parse()?) };
        let parsed = parse(&html, context.as_ref(), scripting);
        let mut session = Self {
            source: Source::new(html),
            context,
            scripting,
            view: TreeView::default(),
            parsed,
            step: None,
            overview: None,
            token_count: None,
            folds_whitespace: false,
            collapsed: HashSet::new(),
        };
        session.view = session.view_of(session.parsed.document());
        Ok(session)
    }

    /// The mode, the number of nodes, and the first findings.
    #[must_use]
    pub fn summary(&self, most: usize) -> Summary {
        let document = self.parsed.document();
        let mut errors = self.parsed.errors().to_vec();
        errors.extend(self.parsed.check(MOST_ERRORS).list);
        errors.sort_by_key(|error| error.span().start);
        let mut findings = findings::findings(&errors, &self.source);
        let finding_count = findings.len();
        findings.truncate(most);
        Summary {
            quirks_mode: document.quirks_mode().as_str(),
            node_count: document.node_count(),
            findings,
            finding_count,
            has_more: self.parsed.error_count() > self.parsed.errors().len(),
        }
    }

    /// Hides the descendants of the rows whose keys are in `collapsed`, separated by spaces. If `whitespace` is set,
    /// also hides texts that are only whitespace, and collapses the whitespace in other texts.
    pub fn fold(&mut self, whitespace: bool, collapsed: &str) {
        self.folds_whitespace = whitespace;
        self.collapsed = collapsed.split(' ').filter_map(|key| u64::from_str_radix(key, 16).ok()).collect();
        self.view = self.view_of(self.parsed.document());
        if let Some((document, _)) = self.step.take() {
            let view = self.view_of(&document);
            self.step = Some((document, view));
        }
    }

    fn view_of(&self, document: &Document) -> TreeView {
        TreeView::new(document, self.folds_whitespace, &self.collapsed)
    }

    fn shown(&self, of_step: bool) -> (&Document, &TreeView) {
        match &self.step {
            Some((document, view)) if of_step => (document, view),
            _ => (self.parsed.document(), &self.view),
        }
    }

    /// Some rows of the tree, or, with `of_step`, of the tree after the step that [`step`](Self::step)
    /// returned last.
    #[must_use]
    pub fn rows(&self, of_step: bool, from: usize, count: usize) -> Rows {
        let (document, view) = self.shown(of_step);
        Rows { rows: view.rows(document, &self.source, from, count), count: view.len() }
    }

    /// The index of the row of a node, or of its nearest ancestor that is not hidden.
    #[must_use]
    pub fn row_of(&self, of_step: bool, node: usize) -> Option<usize> {
        self.shown(of_step).1.row_of(node)
    }

    /// The index of the row of the innermost node at an offset of the source.
    #[must_use]
    pub fn row_at(&self, of_step: bool, offset: u32) -> Option<usize> {
        let (document, view) = self.shown(of_step);
        view.row_at(document, self.source.to_utf8(offset))
    }

    /// Returns at most `count` tokens, starting at the token with the index `from`, and the number of all tokens.
    pub fn tokens(&mut self, from: usize, count: usize) -> Tokens {
        let parser = parser(self.scripting);
        let context = self.context.as_ref();
        let (rows, counted) =
            tokens::rows(&parser, &self.source, context, from, count, self.token_count.is_none());
        let count = *self.token_count.get_or_insert(counted);
        Tokens { rows, count }
    }

    /// The parts of the source between two offsets that have a color.
    #[must_use]
    pub fn colors(&self, from: u32, to: u32) -> Vec<Color> {
        let places = self.source.to_utf8(from)..self.source.to_utf8(to);
        colors::colors(&parser(self.scripting), &self.source, self.context.as_ref(), &places)
    }

    /// The whole document in a form.
    #[must_use]
    pub fn text(&self, form: Form) -> String {
        let document = self.parsed.document();
        let written = |options: WriteOptions| {
            let options = options.scripting(self.scripting).shadow_roots(ShadowRoots::All);
            document.root().to_html(&options)
        };
        match form {
            Form::Html => written(WriteOptions::default()),
            Form::Minified => written(WriteOptions::minify()),
            Form::Indented => written(WriteOptions::pretty()),
            Form::Inert if self.scripting => {
                parse(self.source.text(), self.context.as_ref(), false).document().to_test_format()
            }
            Form::Dump | Form::Inert => document.to_test_format(),
        }
    }

    /// The number of steps, and the kinds of the first ones.
    pub fn overview(&mut self) -> &Overview {
        let Self { scripting, source, context, overview, .. } = self;
        overview.get_or_insert_with(|| steps::overview(&parser(*scripting), source, context.as_ref()))
    }

    /// The step for the token at an index; the tree after it is returned by [`rows`](Self::rows).
    pub fn step(&mut self, index: usize) -> Option<Step> {
        let (step, document) =
            steps::step(&parser(self.scripting), &self.source, self.context.as_ref(), index)?;
        let view = self.view_of(&document);
        self.step = Some((document, view));
        Some(step)
    }

    /// The index of the step that inserted a node.
    pub fn step_making(&mut self, node: usize) -> Option<usize> {
        self.overview().step_making(node)
    }

    /// The elements that match a selector, template contents and shadow trees included.
    ///
    /// # Errors
    ///
    /// The message, if the selector is invalid.
    pub fn select(&self, selector: &str, most: usize) -> Result<Found, String> {
        let document = self.parsed.document();
        let matches = document.select_deep(selector).map_err(|error| error.to_string())?;
        let mut found = Found { count: 0, nodes: Vec::new(), places: Vec::new() };
        for element in matches {
            found.count += 1;
            if found.nodes.len() < most {
                found.nodes.push(element.id().index());
                found.places.push(crate::tree::start_tag_span(element).map(|span| self.source.span(span)));
            }
        }
        Ok(found)
    }
}

fn parse(html: &str, context: Option<&Context>, scripting: bool) -> Parsed {
    let parser = parser(scripting).keep_errors(MOST_ERRORS).source_spans(true);
    match context {
        None => parser.parse(html),
        Some(context) => parser.parse_fragment(html, context),
    }
}
