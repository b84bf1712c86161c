//! The arguments of the program, as clap reads them.
//!
//! What is not here: the contexts and labels that the arguments name. A wrong one is reported by the command,
//! on one line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// HTML into the trees that the WHATWG standard prescribes, as a browser would build them.
#[derive(Debug, Parser)]
#[command(name = "hedgerow", bin_name = "hedgerow", version, after_help = EXAMPLES, max_term_width = 110)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) settings: SettingArguments,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What holds for all commands.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of all commands")]
pub(crate) struct SettingArguments {
    /// How many documents are worked on at a time; as many as there are cores, unless it is said
    #[arg(long, short, global = true, value_name = "N", value_parser = number_of_jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Whether the output is coloured: `auto` goes by the terminal, and by variables such as `NO_COLOR`
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub(crate) color: Colour,
}

fn number_of_jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "not a number from 1 on")
}

/// The help of a command that reads documents: examples, and what can be read.
macro_rules! examples_and_inputs {
    ($examples:literal) => {
        concat!(
            $examples,
            "\n\nInputs:\n  \
             FILE.html        a document; also compressed by gzip, whatever its name\n  \
             FILE.warc[.gz]   a web archive: each response that is HTML is a document, called by its address\n  \
             FOLDER           the documents in it and in its folders: .html, .htm, .xhtml and .shtml, also with\n                   \
             .gz, and web archives; not what is hidden or named in a .gitignore or .ignore\n  \
             -                the standard input: any of these but a folder"
        )
    };
}

const EXAMPLES: &str = "\
Examples:
  hedgerow tree page.html                    the tree of a page
  hedgerow tree --fragment tr cells.html     the tree of a fragment inside of a <tr>
  hedgerow select 'a[href]' page.html        what a CSS selector matches
  hedgerow encoding *.html                   the encodings of pages, and why
  hedgerow check *.html                      what is wrong with pages
  hedgerow explain duplicate-attribute       what a code of an error means
  hedgerow format page.html                  the page on indented lines
  hedgerow minify page.html > small.html     the page in fewer bytes
  hedgerow tokens page.html                  the tokens of a page
  hedgerow trace page.html                   what the parser does with each token
  hedgerow batch < cases.jsonl               a tree for each line of JSON
  hedgerow select title crawl.warc.gz        the titles of all pages of a web archive
  hedgerow check site/                       what is wrong with the pages of a folder

Exit codes: 0 all done; 1 errors were found, nothing matched, or a line of a batch was malformed; 2 a file or an argument \
was wrong.
`hedgerow help tree`, `hedgerow help check` and so on say more.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the trees of documents or fragments
    #[command(long_about = TREE_ABOUT, after_long_help = TREE_EXAMPLES)]
    Tree(TreeArguments),
    /// Print the tokens of documents or fragments
    #[command(long_about = TOKENS_ABOUT, after_long_help = TOKENS_EXAMPLES)]
    Tokens(TokensArguments),
    /// Show the parser at work: what it does with each token
    #[command(long_about = TRACE_ABOUT, after_long_help = TRACE_EXAMPLES)]
    Trace(TraceArguments),
    /// Print what a CSS selector matches
    #[command(long_about = SELECT_ABOUT, after_long_help = SELECT_EXAMPLES)]
    Select(SelectArguments),
    /// Say what is wrong with documents or fragments
    #[command(long_about = CHECK_ABOUT, after_long_help = CHECK_EXAMPLES)]
    Check(CheckArguments),
    /// Explain the code of an error, or list all codes
    #[command(long_about = EXPLAIN_ABOUT, after_long_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArguments),
    /// Say in which encodings documents are, how certain that is, and why
    #[command(long_about = ENCODING_ABOUT, after_long_help = ENCODING_EXAMPLES)]
    Encoding(EncodingArguments),
    /// Write documents or fragments with a line for each block, indented
    #[command(long_about = FORMAT_ABOUT, after_long_help = FORMAT_EXAMPLES)]
    Format(DocumentArguments),
    /// Write documents or fragments with as few bytes as they need
    #[command(long_about = MINIFY_ABOUT, after_long_help = MINIFY_EXAMPLES)]
    Minify(DocumentArguments),
    /// Answer JSON lines with trees, for other programs
    #[command(long_about = BATCH_ABOUT, after_long_help = BATCH_EXAMPLES)]
    Batch,
}

const TREE_ABOUT: &str = "\
Print the trees of documents or fragments.

Any bytes give a tree. On a terminal it is drawn with guides and in colours, otherwise it is dumped in the format of the html5lib \
tests. Several documents are parsed on all cores, printed in the order of the arguments, and each headed by its name. A file that can't be read is reported, the others are still done, and the exit code is 2.";

const TREE_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow tree page.html
  curl -s https://example.org | hedgerow tree
  hedgerow tree --format json page.html | jq -r '.. | objects | select(.name == \"a\")'
  hedgerow tree --format html untidy.html > tidy.html
  hedgerow tree --spans page.html
  hedgerow tree --fragment 'svg path' --scripting fragment.html
  hedgerow tree --encoding shift_jis *.html

In JSON, a document is one line. A node is an object whose \"type\" is one of:
  document, document-fragment   mode (no-quirks, limited-quirks, quirks; may be missing), children
  element                       name, namespace (svg, math; missing for HTML), attributes, children;
                                shadowRoot, content (of a template)
  text, comment                 data
  doctype                       name, publicId, systemId
  processing-instruction        target, data
  shadow-root                   mode, delegatesFocus, serializable, clonable, slotAssignment,
                                declarative, customElementRegistryIsNull, children
An attribute is an object: name, value, namespace (xlink, xml, xmlns; missing for nearly all)."
);

const TOKENS_ABOUT: &str = "\
Print the tokens of documents or fragments.

A line for each token: where it begins and ends (line and column), what kind of token it is, and the token as it could be \
written. They are the tokens that the parser gets: what is in a <script> or a <title>, for instance, is characters.";

const TOKENS_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow tokens page.html
  hedgerow tokens --states --fragment textarea fragment.html
  hedgerow tokens --json page.html | jq -r 'select(.type == \"start-tag\") | .name' | sort | uniq -c

In JSON, each line is an object whose \"type\" is one of:
  doctype                   name, publicIdentifier, systemIdentifier (each may be null), forceQuirks
  start-tag                 name, selfClosing, attributes (a list of objects: name, value)
  end-tag                   name
  comment, characters       data
  processing-instruction    target, data
  null-character, end-of-file
and which has start and end: offset (bytes of the file as UTF-8), line, column (characters), utf16Column (code units of UTF-16). \
Lines and columns begin with 1; the end is behind the last character. With --states, it has states, too."
);

const TRACE_ABOUT: &str = "\
Show the parser at work: what it does with each token.

For each token: the states of the tokenizer that have read it, the parse errors, the insertion modes by whose rules it is \
processed one after the other and what each of them does, the insertion mode for the next token (then), and the stack of open \
elements and the list of active formatting elements as they are then. Each node is called by its name and a number.";

const TRACE_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  echo '<table>x<b>y</table>' | hedgerow trace
  hedgerow trace --fragment tr --stack 20 cells.html
  hedgerow trace --json page.html | jq 'select(.errors != [] or any(.rules[]; .errors != []))'

In JSON, each line is an object: token (as `hedgerow tokens --json` describes it), start, end, states, errors (codes), rules (a list \
of objects: name, errors, operations), insertionMode, openElements (from the topmost node down to the current node, the \
last ones as --stack says), openElementCount, activeFormattingElements (null is a marker)."
);

const SELECT_ABOUT: &str = "\
Print what a CSS selector matches.

The HTML of each element that matches, in tree order, and a newline behind each. The options print something else \
instead. With several files, what is found in each is headed by its name. The prefixes html, svg, math, xlink, xml and xmlns \
are declared. Template contents and shadow trees are not searched.

The exit code is 0 if something matches, 1 if nothing does, and 2 if the selector is not valid or a file can't be read; \
the other files are still done.";

const SELECT_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow select 'article > h2' page.html
  curl -s https://example.org | hedgerow select --attribute href 'a[href]'
  hedgerow select --text title site/ crawl.warc.gz
  hedgerow select --count 'img:not([alt])' *.html
  hedgerow select --fragment tr --text 'td + td' cells.html
  hedgerow select --json 'svg|a' page.html | jq -c .attributes"
);

const CHECK_ABOUT: &str = "\
Say what is wrong with documents or fragments.

Each parse error of the standard is reported with its place, its code and what to do about it. So is what breaks a rule for \
authors that a parser does not enforce, such as an id that two elements have: as a warning. Characters that follow each \
other and are each wrong for the same reason are one finding. Several files are checked on all \
cores and reported in the order of the arguments; the last line on the standard error sums it up. `hedgerow explain` \
lists all codes.

The exit code is 0 if there are no errors but at most warnings, 1 if there are errors, and 2 if a file can't be read or an argument is wrong; the \
other files are still done.";

const CHECK_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow check page.html
  curl -s https://example.org | hedgerow check
  hedgerow check --format short --max-errors all *.html
  hedgerow check --allow missing-doctype,eof-in-tag page.html
  hedgerow check --deny warnings --allow obsolete-element page.html
  hedgerow check --allow all --deny duplicate-attribute site/
  hedgerow check --format sarif *.html > findings.sarif

CODE is a code, or one of the groups `all` and `warnings` (the rules for authors); several have commas in between. A code \
weighs more than a group, and --deny more than --allow.

In JSON, each line is an object whose \"type\" is one of:
  finding       file, severity (error or warning), code, standard (whether the code is the
                standard's), message, subject (an element or attribute, or null), fix (or null),
                start, end, address
  left-out      file, severity, code, count: how many more there are that --max-errors has left out
  unreadable    file, message
start and end are objects: offset (bytes of the file as UTF-8), line, column (characters), utf16Column (code units of \
UTF-16). Lines and columns begin with 1; the end is behind the last character."
);

const EXPLAIN_ABOUT: &str = "\
Explain the code of an error, or list all codes.

What is wrong, what the parser makes of it, what to do about it, an example, and where the standard speaks of it.";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  hedgerow explain duplicate-attribute
  hedgerow explain | grep eof";

const ENCODING_ABOUT: &str = "\
Say in which encodings documents are, how certain that is, and why.

One line for each file: its name, the encoding, the confidence (certain or tentative), and the step of the standard's \
encoding sniffing algorithm that has determined it. If the document itself names another encoding behind the bytes \
that are sniffed, that one is said, and what it was first taken for.";

const ENCODING_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  $ hedgerow encoding page.html
  page.html: Shift_JIS, tentative: a meta element in the first 1024 bytes
  hedgerow encoding --transport 'text/html; charset=euc-kr' page.html
  hedgerow encoding --top-level-domain example.jp --locale ja *.html"
);

const FORMAT_ABOUT: &str = "\
Write documents or fragments with a line for each block, indented.

A parser builds the same tree of the output, except for whitespace that is not rendered: what is beside tags of blocks, \
and in elements such as head, table and ul. It stays in pre, textarea, title, scripts, style sheets, SVG and MathML.
The output is UTF-8; a meta element that names another encoding is corrected. Several files are each headed by their \
names. A file that can't be read is reported, the others are still done, and the exit code is 2.";

const FORMAT_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow format page.html
  curl -s https://example.org | hedgerow format | less
  hedgerow format --fragment tr cells.html"
);

const MINIFY_ABOUT: &str = "\
Write documents or fragments with as few bytes as they need.

Left out are tags that a parser puts back, quotation marks, escapes that are not needed, and whitespace as `hedgerow \
help format` says; other whitespace becomes one space. Comments, scripts and style sheets stay as they are. A parser \
builds the same tree of the output, except for that whitespace.
The output is UTF-8; a meta element that names another encoding is corrected. Several files are each headed by their \
names. A file that can't be read is reported, the others are still done, and the exit code is 2.";

const MINIFY_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow minify page.html > small.html
  hedgerow minify --encoding shift_jis page.html"
);

const BATCH_ABOUT: &str = "\
Answer JSON lines with trees, for other programs.

Each line of the standard input is an object:
  {\"id\": anything, \"html\": string, \"context\": string or null,
   \"scripting\": boolean, \"shadowRoots\": boolean}
All but \"html\" may be missing. Each is answered by one line, in the same order:
  {\"id\": the same, \"tree\": the tree in the format of the html5lib tests}
A malformed line is answered as well, the others are still done, and the exit code is 1:
  {\"id\": the same or null, \"error\": \"line 3: what is wrong\"}
A lone surrogate such as \\ud800 in a string becomes U+FFFD.
Everything that has come so far is answered whenever the input pauses. All cores are used, unless --jobs says otherwise.";

const BATCH_EXAMPLES: &str = r#"Examples:
  $ echo '{"id": 1, "html": "<td>1<td>2", "context": "tr"}' | hedgerow batch
  {"id":1,"tree":"| <td>\n|   \"1\"\n| <td>\n|   \"2\""}"#;

#[derive(Args, Debug)]
pub(crate) struct TreeArguments {
    /// What is printed; an outline on a terminal, otherwise a dump, unless it is said
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,

    /// An outline that says where each node stands: line and column of its start and end
    #[arg(long, conflicts_with = "format")]
    pub(crate) spans: bool,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

/// What is parsed, and how.
#[derive(Args, Debug)]
pub(crate) struct DocumentArguments {
    /// Files, folders or web archives; `-` is the standard input, which is also the default unless it is a terminal
    // An `OsString`, as clap takes no empty `PathBuf`: it is for the system to say that there is no such file.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    /// Parse fragments, inside of this element: `div`, `svg path`, `math mi`
    #[arg(long, value_name = "CONTEXT")]
    pub(crate) fragment: Option<String>,

    /// As with scripting enabled: `noscript` contains only text. Nothing is executed
    #[arg(long)]
    pub(crate) scripting: bool,

    /// As when a browser loads a page: `<template shadowrootmode>` attaches a shadow root
    #[arg(long)]
    pub(crate) shadow_roots: bool,

    #[command(flatten)]
    pub(crate) encoding: EncodingHintArguments,
}

#[derive(Args, Debug)]
pub(crate) struct TokensArguments {
    /// Each token as a line of JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Also the states of the tokenizer that have read each token
    #[arg(long)]
    pub(crate) states: bool,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

#[derive(Args, Debug)]
pub(crate) struct TraceArguments {
    /// Each step as a line of JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// How many entries of the stack of open elements and of the list of active formatting elements are shown, the last ones
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) stack: usize,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

#[derive(Args, Debug)]
pub(crate) struct SelectArguments {
    /// A CSS selector, or several with commas in between
    #[arg(value_name = "CSS")]
    pub(crate) selector: String,

    #[command(flatten)]
    pub(crate) shown: ShownArguments,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

/// What is printed of the elements that match; one of these at the most.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct ShownArguments {
    /// The text in each element
    #[arg(long)]
    pub(crate) text: bool,

    /// The value of this attribute, as it is written: `href`, `xlink:href`; of each element that has it
    #[arg(long, value_name = "NAME")]
    pub(crate) attribute: Option<String>,

    /// The HTML of each element; the default
    #[arg(long)]
    pub(crate) html: bool,

    /// Each element as one line of JSON, as `hedgerow tree --format json` describes it
    #[arg(long)]
    pub(crate) json: bool,

    /// Only how many elements match
    #[arg(long)]
    pub(crate) count: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// How findings are written
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    pub(crate) format: CheckFormat,

    /// How many findings of each file are shown at the most; the others are counted. Or `all`
    #[arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true)]
    pub(crate) max_errors: MaxErrors,

    /// Take these codes for errors
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,

    /// Do not report these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) allow: Vec<String>,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

/// How many findings of a file are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaxErrors(pub(crate) usize);

impl FromStr for MaxErrors {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self(usize::MAX)),
            _ => text.parse().map(Self).map_err(|_| "neither a number nor `all`".to_owned()),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// Codes, such as `duplicate-attribute`; none for a list of all
    #[arg(value_name = "CODE")]
    pub(crate) codes: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct EncodingArguments {
    /// Files, folders or web archives; `-` is the standard input, which is also the default unless it is a terminal
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    #[command(flatten)]
    pub(crate) encoding: EncodingHintArguments,
}

/// What is known of the encoding.
#[derive(Args, Debug)]
#[command(next_help_heading = "Encoding")]
pub(crate) struct EncodingHintArguments {
    /// The encoding of the files, unless they begin with a byte order mark: `utf-8`, `shift_jis`, …
    #[arg(long, value_name = "LABEL")]
    pub(crate) encoding: Option<String>,

    /// The Content-Type that came with the files: `text/html; charset=utf-8`
    #[arg(long, value_name = "CONTENT-TYPE")]
    pub(crate) transport: Option<String>,

    /// The host or top-level domain that the files are from, if the encoding has to be guessed: `example.jp`
    #[arg(long, value_name = "DOMAIN")]
    pub(crate) top_level_domain: Option<String>,

    /// The language of the reader, whose usual encoding is the last resort: `ja`, `zh-TW`
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) locale: Option<String>,
}

/// What is printed of a tree.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// The format of the html5lib tests, which shows every node
    Dump,
    /// Guides and colours, for people; long texts are cut
    Outline,
    /// HTML, as `innerHTML` gives it, and a newline
    Html,
    /// One line of JSON
    Json,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CheckFormat {
    /// The line of the source, what is wrong with it, and what to do about it
    Human,
    /// A line for each finding
    Short,
    /// A line of JSON for each finding
    Json,
    /// A log of SARIF 2.1.0
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

/// Whether the output is coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Colour {
    /// If it goes to a terminal that shows colours
    Auto,
    /// In any case
    Always,
    /// Not at all
    Never,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
