//! [`answer`]: parses a text, and returns the data that the page shows.

use std::fmt;
use std::str::FromStr;

use hedgerow::errors::{ParseError, UnknownContext};
use hedgerow::serialize::{ShadowRoots, WriteOptions};
use hedgerow::{Context, Parser, ToHtml};
use serde::Serialize;

use crate::tokens::{self, TokenRow};
use crate::tree::{self, TreeRow};
use crate::utf16::Utf16Offsets;

/// The data that is shown in addition to the errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// No further data: `none`.
    None,
    /// The tree: `tree`.
    Tree,
    /// The tokens: `tokens`.
    Tokens,
    /// The tree in the format of the conformance suite: `dump`.
    Dump,
    /// The standard's serialization, with all shadow roots: `html`.
    Html,
    /// The minified serialization: `minified`.
    Minified,
    /// The indented serialization: `indented`.
    Indented,
}

/// The name of a view is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownView(String);

impl fmt::Display for UnknownView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "unknown view {:?}; the views are `none`, `tree`, `tokens`, `dump`, `html`, `minified` and `indented`",
            self.0
        )
    }
}

impl std::error::Error for UnknownView {}

impl FromStr for View {
    type Err = UnknownView;

    fn from_str(name: &str) -> Result<Self, UnknownView> {
        Ok(match name {
            "none" => Self::None,
            "tree" => Self::Tree,
            "tokens" => Self::Tokens,
            "dump" => Self::Dump,
            "html" => Self::Html,
            "minified" => Self::Minified,
            "indented" => Self::Indented,
            _ => return Err(UnknownView(name.to_owned())),
        })
    }
}

/// The data about a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The mode of the document: `no-quirks`, `limited-quirks`, `quirks`.
    pub quirks_mode: &'static str,
    /// The number of nodes.
    pub node_count: usize,
    /// The first errors and warnings.
    pub errors: Vec<ErrorRow>,
    /// The number of all errors and warnings.
    pub error_count: usize,
    /// The data of the view.
    #[serde(flatten)]
    pub shown: Shown,
}

/// The data of a view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum Shown {
    /// No data.
    Nothing {},
    /// Nodes.
    Tree {
        /// The first ones in tree order.
        rows: Vec<TreeRow>,
        /// The number of all nodes.
        count: usize,
    },
    /// Tokens.
    Tokens {
        /// The first ones.
        tokens: Vec<TokenRow>,
        /// Whether these are all tokens.
        is_complete: bool,
    },
    /// Text.
    Text {
        /// The whole text.
        text: String,
    },
}

/// A parse error, or a violation of a rule for authors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorRow {
    /// The code, such as `eof-in-tag`.
    pub code: &'static str,
    /// Whether it is a parse error; otherwise, it violates a rule for authors.
    pub is_parse_error: bool,
    /// The message.
    pub message: String,
    /// How the parser handles it.
    pub details: &'static str,
    /// The fix.
    pub fix: Option<&'static str>,
    /// The address of the passage of the standard.
    pub address: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column in code points, from 1.
    pub column: u32,
    /// Start and end in the source.
    pub span: [u32; 2],
}

/// Parses a document, or a fragment if the context is not empty.
///
/// ```
/// use hedgerow_playground::{View, answer};
/// let answer = answer("<p></b>", "div", false, View::Html, 100)?;
/// assert_eq!(answer.errors[0].span, [3, 7]);
/// # Ok::<(), hedgerow::errors::UnknownContext>(())
/// ```
///
/// # Errors
///
/// If the context is not written as `div`, `svg path` or `math mi`.
pub fn answer(
    html: &str,
    context: &str,
    scripting: bool,
    view: View,
    rows: usize,
) -> Result<Answer, UnknownContext> {
    let parser = parser(scripting).keep_errors(rows).authoring_rules(true).source_spans(view == View::Tree);
    let context = context_of(context)?;
    let parsed = match &context {
        None => parser.parse(html),
        Some(context) => parser.parse_fragment(html, context),
    };
    let offsets = Utf16Offsets::new(html);
    let document = parsed.document();
    let written = |options: WriteOptions| {
        let options = options.scripting(scripting).shadow_roots(ShadowRoots::All);
        Shown::Text { text: document.root().to_html(&options) }
    };
    Ok(Answer {
        quirks_mode: document.quirks_mode().as_str(),
        node_count: document.node_count(),
        errors: parsed.errors().iter().map(|error| error_row(error, &offsets)).collect(),
        error_count: parsed.error_count(),
        shown: match view {
            View::None => Shown::Nothing {},
            View::Tree => {
                let (rows, count) = tree::rows(document, &offsets, rows);
                Shown::Tree { rows, count }
            }
            View::Tokens => {
                let (tokens, is_complete) = tokens::rows(&parser, html, context.as_ref(), &offsets, rows);
                Shown::Tokens { tokens, is_complete }
            }
            View::Dump => Shown::Text { text: document.to_test_format() },
            View::Html => written(WriteOptions::default()),
            View::Minified => written(WriteOptions::minify()),
            View::Indented => written(WriteOptions::pretty()),
        },
    })
}

/// The parser with the settings of the page.
pub(crate) fn parser(scripting: bool) -> Parser {
    Parser::new().scripting(scripting).allow_declarative_shadow_roots(true)
}

/// Parses a context; the empty text is no context.
pub(crate) fn context_of(text: &str) -> Result<Option<Context>, UnknownContext> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
}

fn error_row(error: &ParseError, offsets: &Utf16Offsets<'_>) -> ErrorRow {
    let kind = error.kind();
    ErrorRow {
        code: error.code(),
        is_parse_error: kind.is_parse_error(),
        message: error.message(),
        details: kind.details(),
        fix: kind.fix(),
        address: kind.address(),
        line: error.start().line,
        column: error.start().column,
        span: offsets.span(error.span()),
    }
}
