//! The arguments of `hedgerow select`.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use super::documents::DocumentArguments;

#[derive(Args, Debug)]
pub(crate) struct SelectArguments {
    /// A CSS selector, or several separated by commas; with --xpath, this argument is a file instead
    #[arg(value_name = "CSS", required_unless_present = "xpath")]
    pub(crate) selector: Option<OsString>,

    /// Evaluate this XPath 1.0 expression instead of a selector; may be repeated. Attributes and texts are printed as text, and so
    /// are strings, numbers and booleans
    #[arg(long, short, value_name = "EXPR")]
    pub(crate) xpath: Vec<String>,

    #[command(flatten)]
    pub(crate) shown: ShownArguments,

    /// The format of the output [default: html; tsv for fields]
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["text", "html", "json", "count", "files_with_matches"])]
    pub(crate) format: Option<SelectFormat>,

    /// Before the search, remove the elements that match this selector, also in template contents; may be repeated
    #[arg(long, short, value_name = "CSS")]
    pub(crate) remove: Vec<String>,

    /// Resolve the addresses in attributes such as href and src, with this URL as the URL of the document; a document of a web
    /// archive has its own URL, and a <base> in the document takes precedence
    #[arg(long, short, value_name = "URL")]
    pub(crate) base: Option<String>,

    /// Search template contents and shadow trees as well; a selector does not match across their roots
    #[arg(long, conflicts_with = "xpath")]
    pub(crate) templates: bool,

    /// Print at most N results of each document
    #[arg(long, short = 'n', value_name = "N")]
    pub(crate) limit: Option<NonZeroUsize>,

    /// Print the first result of each document only
    #[arg(long, conflicts_with = "limit")]
    pub(crate) first: bool,

    /// Print before each element the line number of its start, and a colon
    #[arg(long, conflicts_with_all = ["format", "json", "count", "files_with_matches", "fields"])]
    pub(crate) line_number: bool,

    /// End each result with a NUL character instead of a newline; texts are not trimmed then
    #[arg(long, short = '0')]
    pub(crate) null: bool,

    #[command(flatten)]
    pub(crate) names: NameArguments,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

/// Whether the output contains the names of documents. By default, it does if there are several documents, and in JSON.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct NameArguments {
    /// Print the name of the document before each result
    #[arg(long, short = 'H')]
    pub(crate) with_filename: bool,

    /// Do not print the names of documents
    #[arg(long)]
    pub(crate) no_filename: bool,
}

/// The output for each matching element; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct ShownArguments {
    /// Print the text in each element, as it is rendered, without space around it
    #[arg(long, short)]
    pub(crate) text: bool,

    /// Print the value of this attribute, such as `href` or `xlink:href`, of each element that has it
    #[arg(long, short, value_name = "NAME", conflicts_with = "format")]
    pub(crate) attribute: Option<String>,

    /// Print a row for each element, with this field; may be repeated
    #[arg(long = "field", short, value_name = "[NAME=]QUERY")]
    pub(crate) fields: Vec<String>,

    /// Print the HTML of each element; the default
    #[arg(long)]
    pub(crate) html: bool,

    /// Print each element as a line of JSON, as `hedgerow help tree` describes it
    #[arg(long)]
    pub(crate) json: bool,

    /// Print only the number of matching elements
    #[arg(long, short)]
    pub(crate) count: bool,

    /// Print only the names of the documents with a match
    #[arg(long, short = 'l')]
    pub(crate) files_with_matches: bool,
}

/// How the results of a selection are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SelectFormat {
    /// The HTML of each element
    Html,
    /// The text in each element
    Text,
    /// A line of JSON for each element or row
    Json,
    /// A row for each element, with tabs between fields
    Tsv,
    /// A row for each element, with commas between fields
    Csv,
}
