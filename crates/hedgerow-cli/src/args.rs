//! The arguments of the program, as clap reads them.
//!
//! Contexts and encoding labels are not parsed here: the commands parse them, and report an invalid one on one line.

// The paths are explicit because the example `dist` includes this file from another folder.
#[path = "args/documents.rs"]
pub(crate) mod documents;
#[path = "args/sanitize.rs"]
pub(crate) mod sanitize;
#[path = "args/select.rs"]
pub(crate) mod select;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use hedgerow::Limits;
use hedgerow::serialize::Indentation;

use documents::{ParserLimitArguments, size};
use select::SelectArguments;

pub(crate) use documents::{DocumentArguments, EncodingHintArguments, HtmlFormat, LimitArguments};
pub(crate) use extract::{MarkdownArguments, TextArguments};
pub(crate) use warc::WarcArguments;

/// Parse HTML as browsers do, by the WHATWG standard: print trees, select, check, format, minify.
#[derive(Debug, Parser)]
#[command(name = "hedgerow", bin_name = "hedgerow", version, after_help = EXAMPLES, max_term_width = 110)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) settings: SettingArguments,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The options of all commands.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of all commands")]
pub(crate) struct SettingArguments {
    /// The number of documents to process in parallel [default: the number of cores]
    #[arg(long, short, global = true, value_name = "N", value_parser = number_of_jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// When to color the output: `auto` depends on the terminal, and on variables such as `NO_COLOR`
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub(crate) color: Colour,
}

fn number_of_jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "not a number of 1 or more")
}

/// The help of a command that reads documents: its examples, and the kinds of inputs.
macro_rules! examples_and_inputs {
    ($examples:literal) => {
        concat!(
            $examples,
            "\n\nInputs:\n  \
             FILE.html        a document; it may be compressed with gzip or zstd, whatever its name, or\n                   \
             with Brotli, if its name ends in .br\n  \
             FILE.warc        a web archive, also .warc.gz or .warc.zst: each HTML response in it is a\n                   \
             document, named by its URL\n  \
             FOLDER           all documents below it: .html, .htm, .shtml, .xhtml and .xht, also compressed,\n                   \
             and web archives; hidden files, those in .gitignore or .ignore, and symbolic\n                   \
             links are skipped (--hidden, --no-ignore, --follow)\n  \
             -                the standard input: any of these except a folder"
        )
    };
}

// Declared here because they use the macro.
#[path = "args/extract.rs"]
mod extract;
#[path = "args/rewrite.rs"]
pub(crate) mod rewrite;
#[path = "args/warc.rs"]
mod warc;

const EXAMPLES: &str = "\
Examples:
  hedgerow tree page.html                    the tree of a page
  hedgerow tree --fragment tr cells.html     the tree of a fragment inside a <tr>
  hedgerow select 'a[href]' page.html        the elements that match a CSS selector
  hedgerow encoding *.html                   the encodings of pages, and how they were found
  hedgerow check *.html                      the errors of pages
  hedgerow explain duplicate-attribute       the meaning of an error code
  hedgerow format page.html                  the page with indentation
  hedgerow minify page.html > small.html     the page in fewer bytes
  hedgerow markdown --main page.html         the main content of the page as Markdown
  hedgerow text page.html                    the text that a browser shows
  hedgerow sanitize comment.html             HTML without scripts, to insert into a page
  hedgerow rewrite --remove script page.html the page without scripts, otherwise unchanged
  hedgerow tokens page.html                  the tokens of a page
  hedgerow trace page.html                   the steps of the parser for each token
  hedgerow batch < cases.jsonl               the tree of each line of JSON
  hedgerow select --format csv -f 'h2::text' -f 'a::attr(href)' article page.html
                                             a row for each article
  hedgerow select title crawl.warc.gz        the titles of all pages of a web archive
  hedgerow warc --wet texts.gz crawl.warc.gz the texts of all pages, as a web archive
  hedgerow check site/                       the errors of all pages in a folder

Exit codes: 0 success; 1 errors were found, nothing matched, or a line of a batch was malformed; 2 a file could not be read, \
or an argument was invalid.
`hedgerow help COMMAND` describes a command.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the trees of documents or fragments
    #[command(long_about = TREE_ABOUT, after_long_help = TREE_EXAMPLES)]
    Tree(TreeArguments),
    /// Print the tokens of documents or fragments
    #[command(long_about = TOKENS_ABOUT, after_long_help = TOKENS_EXAMPLES)]
    Tokens(TokensArguments),
    /// Trace the parser: states, insertion modes and tree operations for each token
    #[command(long_about = TRACE_ABOUT, after_long_help = TRACE_EXAMPLES)]
    Trace(TraceArguments),
    /// Print the elements that match a CSS selector, their text, attributes, or rows of fields
    #[command(long_about = SELECT_ABOUT, after_long_help = SELECT_EXAMPLES)]
    Select(SelectArguments),
    /// Report the errors of documents or fragments
    #[command(long_about = CHECK_ABOUT, after_long_help = CHECK_EXAMPLES)]
    Check(CheckArguments),
    /// Explain an error code, or list all codes
    #[command(long_about = EXPLAIN_ABOUT, after_long_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArguments),
    /// Print the encodings of documents, and how they were found
    #[command(long_about = ENCODING_ABOUT, after_long_help = ENCODING_EXAMPLES)]
    Encoding(EncodingArguments),
    /// Format documents or fragments: a line for each block, indented
    #[command(long_about = FORMAT_ABOUT, after_long_help = FORMAT_EXAMPLES)]
    Format(FormatArguments),
    /// Minify documents or fragments
    #[command(long_about = MINIFY_ABOUT, after_long_help = MINIFY_EXAMPLES)]
    Minify(MinifyArguments),
    /// Print documents, or their main content, as Markdown
    #[command(long_about = extract::MARKDOWN_ABOUT, after_long_help = extract::MARKDOWN_EXAMPLES)]
    Markdown(MarkdownArguments),
    /// Print the text of documents, or of their main content
    #[command(long_about = extract::TEXT_ABOUT, after_long_help = extract::TEXT_EXAMPLES)]
    Text(TextArguments),
    /// Write the texts and the metadata of the pages of web archives as web archives
    #[command(long_about = warc::WARC_ABOUT, after_long_help = warc::WARC_EXAMPLES)]
    Warc(WarcArguments),
    /// Remove scripts and everything else that is not allowed from untrusted HTML
    #[command(long_about = sanitize::ABOUT, after_long_help = sanitize::EXAMPLES)]
    Sanitize(sanitize::SanitizeArguments),
    /// Edit documents by selector while they pass, and keep all other bytes
    #[command(long_about = rewrite::ABOUT, after_long_help = rewrite::EXAMPLES)]
    Rewrite(rewrite::RewriteArguments),
    /// Read documents as lines of JSON, and write their trees as lines of JSON, for other programs
    #[command(long_about = BATCH_ABOUT, after_long_help = BATCH_EXAMPLES)]
    Batch(BatchArguments),
    /// Print the completions for a shell
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArguments),
    /// Print a manual page
    #[command(after_long_help = MAN_EXAMPLES)]
    Man(ManArguments),
}

const TREE_ABOUT: &str = "\
Print the trees of documents or fragments.

Any input has a tree. On a terminal it is an outline with guides and colors, otherwise a dump in the format of the html5lib tests. \
Several documents are parsed in parallel and printed in the order of the arguments, each after its name. If a file can't be \
read, the others are still processed, and the exit code is 2.";

const TREE_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow tree page.html
  curl -s https://example.org | hedgerow tree
  hedgerow tree --format json page.html | jq -r '.. | objects | select(.name == \"a\")'
  hedgerow tree --format html untidy.html > tidy.html
  hedgerow tree --spans --fold-whitespace page.html
  hedgerow tree --fragment 'svg path' --scripting fragment.html
  hedgerow tree --encoding shift_jis *.html

In JSON, a document is one line, with its name as \"file\" unless it comes from the standard input. A node is an object whose \"type\" is one of:
  document, document-fragment   mode (no-quirks, limited-quirks, quirks; optional), children
  element                       name, namespace (svg, math; absent for HTML), attributes, children;
                                shadowRoot, content (of a template)
  text, comment                 data
  doctype                       name, publicId, systemId
  processing-instruction        target, data
  shadow-root                   mode, delegatesFocus, serializable, clonable, slotAssignment,
                                declarative, customElementRegistryIsNull, children
An attribute is an object: name, value, namespace (xlink, xml, xmlns; usually absent).
With --spans, a node that comes from the source has start and end, as in `hedgerow help tokens`, and an element that the parser created \
without a tag has origin: implied, or copy (of a formatting element)."
);

const TOKENS_ABOUT: &str = "\
Print the tokens of documents or fragments.

Each line is a token: its start and end (line and column), its kind, and its markup. The tree \
builder controls the tokenizer, so the content of a <script> or a <title>, for instance, is characters.";

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
Each has file (unless it comes from the standard input), start and end, objects with offset (bytes of the file as UTF-8), line, column (characters) and utf16Column (UTF-16 code \
units). Lines and columns start at 1; the end is after the last character. With --states, each has states as well."
);

const TRACE_ABOUT: &str = "\
Trace the parser: states, insertion modes and tree operations for each token.

For each token: the tokenizer states that read it, its parse errors, each insertion mode that processes it with its operations on \
the tree, and then the next insertion mode, the stack of open elements and the list of active formatting elements. Each node is \
identified by its name and a number.";

const TRACE_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  echo '<table>x<b>y</table>' | hedgerow trace
  hedgerow trace --fragment tr --stack 20 cells.html
  hedgerow trace --json page.html | jq 'select(.errors != [] or any(.rules[]; .errors != []))'
  hedgerow trace --json page.html | jq -c '.rules[].operations[] | select(.type == \"move\")'

In JSON, each line is an object: token (as `hedgerow tokens --json` describes it), start, end, states, errors (codes), rules (a list \
of objects), insertionMode, openElements (at most the last --stack entries, ending with the \
current node), openElementCount, activeFormattingElements (null is a marker).
Each of the rules has name, row (the entry that applied, in the standard's words), address (of that entry), used (a list of name, \
row and address: the modes whose rules it used), errors, operations.
Each operation has type (insert, insert-text, move, move-children, remove, clone-children, add-attribute, attach-shadow-root, \
set-quirks-mode, mark-script, close, close-by-implication), node (name and number), by (algorithms, such as foster parenting), and, \
where they apply, text, from, parent, before."
);

const SELECT_ABOUT: &str = "\
Print the elements that match a CSS selector, their text, attributes, or rows of fields.

The output is the HTML of each matching element, in tree order, each followed by a newline; the options select a different output. \
With several files, the matches of each file come after its name. The prefixes html, svg, math, xlink, xml and xmlns \
are declared.

Selectors may end in ::text or ::attr(NAME), as in Scrapy: `p::text` is the text directly in a paragraph, `p ::text` all text in \
it, `a::attr(href)` the addresses of links. :contains(\"TEXT\") matches elements by their text, :contains(\"TEXT\" i) ignores \
the case of ASCII letters.

The exit code is 0 if an element matches, 1 if none does, and 2 if the selector is invalid or a file can't be read; \
the other files are still processed.";

const SELECT_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow select 'article > h2' page.html
  curl -s https://example.org | hedgerow select --base https://example.org 'a::attr(href)'
  hedgerow select --text title site/ crawl.warc.gz
  hedgerow select --count 'img:not([alt])' *.html
  hedgerow select --fragment tr --text 'td + td' cells.html
  hedgerow select --json 'svg|a' page.html | jq -c .attributes
  hedgerow select --xpath '//a[starts-with(@href, \"http\")]/@href' page.html
  hedgerow select --xpath 'count(//table)' --xpath 'string(//h1)' page.html
  hedgerow select --remove 'nav, script, style' --text main page.html
  hedgerow select --files-with-matches 'form:not([action])' site/
  hedgerow select article -f name='h2' -f link='a::attr(href)' -f 'tags[]=.tag' --format json page.html
  hedgerow select a -f text=:scope -f 'link=:scope::attr(href)' page.html
  hedgerow select html -f title -f 'links=xpath:count(//a)' --format csv site/

A field is a query within each match: CSS, or XPath after `xpath:`; `:scope` is the match itself. Its value is the first result that is not blank: the rendered \
text of an element, the string of ::text and ::attr(), or the value of an XPath. With NAME[]=QUERY, the value is a list of all \
results that are not blank. In TSV, a tab, a line break or a backslash in a value is \\t, \\n, \\r or \\\\; the items of a list are separated by |. CSV follows RFC 4180. \
Both begin with a line of the names.

In JSON, each line is an object. An element is written as `hedgerow help tree` describes it; a string, number or boolean is the member \
value; a row has a member for each field. Each object also has file, unless the document comes from the standard input."
);

const CHECK_ABOUT: &str = "\
Report the errors of documents or fragments.

Each parse error of the standard is reported with its position, its code and a fix. The tree is then compared with the requirements \
for authors: content models, attributes and their values, references, tables, headings, ARIA in HTML, SVG and MathML. A requirement \
that says \"must\" is an error, a recommendation a warning. Style sheets are not checked. Adjacent characters with the same error are one finding, and errors that \
follow from one mistake are shown with the first. XHTML (.xhtml, .xht, application/xhtml+xml) is not checked, because browsers parse it as XML. Several files are \
checked in parallel and reported in the order of the arguments; the last line on the standard error is a summary. \
`hedgerow explain` lists all codes.

The exit code is 0 if there are no errors (warnings are allowed), 1 if there are errors, and 2 if a file can't be read or an argument \
is invalid; the other files are still processed.";

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
  hedgerow check --no-ignore dist/

CODE is a code, or one of the groups `all` and `warnings`; several are separated by commas. A code takes \
precedence over a group, and --deny over --allow.

A comment in the source suppresses findings: <!-- hedgerow-ignore CODE --> those on its line and on the next line, \
<!-- hedgerow-ignore-file CODE --> those in the whole file. Several codes are separated by spaces; without a code, all are suppressed.

In JSON, each line is an object whose \"type\" is one of:
  finding       file, severity (error or warning), code, standard (whether the code is the
                standard's), message, subject (an element or attribute, or null), fix (or null),
                start, end, related (other places that explain it: a list of objects with message,
                start and end), address
  left-out      file, severity, code, count: the number of findings that --max-errors left out
  unreadable    file, message
start and end are objects: offset (bytes of the file as UTF-8), line, column (characters), utf16Column (UTF-16 code \
units). Lines and columns start at 1; the end is after the last character."
);

const EXPLAIN_ABOUT: &str = "\
Explain an error code, or list all codes.

An explanation has the error, what the parser does about it, the fix, an example, and a link to the standard.";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  hedgerow explain duplicate-attribute
  hedgerow explain | grep eof
  hedgerow explain --format json | jq -r 'select(.severity == \"warning\") | .code'";

const ENCODING_ABOUT: &str = "\
Print the encodings of documents, and how they were found.

Each line is a file: its name, the encoding, the confidence (certain or tentative), and the step of the standard's \
encoding sniffing algorithm that determined the encoding. If the document declares another encoding after the bytes \
that are sniffed, both are printed.";

const ENCODING_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  $ hedgerow encoding page.html
  page.html: Shift_JIS, tentative: a meta element in the first 1024 bytes
  hedgerow encoding --transport 'text/html; charset=euc-kr' page.html
  hedgerow encoding --top-level-domain example.jp --locale ja *.html
  hedgerow encoding --format json site/ | jq -r 'select(.encoding != \"UTF-8\") | .file'"
);

const FORMAT_ABOUT: &str = "\
Format documents or fragments: a line for each block, indented.

The output parses into the same tree, except for whitespace that is not rendered: next to the tags of blocks, and inside \
elements such as head, table and ul. Whitespace in pre, textarea, title, scripts, style sheets, SVG and MathML is kept.
The output is UTF-8. A byte order mark is kept, and a meta element that declares another encoding is corrected. If the output of a page \
is not ASCII, and browsers would not find the encoding, a meta element is added. A document with code of a template language, such as PHP, that \
would change is an error. Several files are each printed after their \
names. If a file can't be read, the others are still processed, and the exit code is 2.";

const FORMAT_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow format page.html
  curl -s https://example.org | hedgerow format | less
  hedgerow format --fragment tr cells.html
  hedgerow format --check site/              the files that are not formatted; exit code 1 if there are any
  hedgerow format --write site/              formats the files in place
  hedgerow format --indent tab --width 100 page.html"
);

const MINIFY_ABOUT: &str = "\
Minify documents or fragments.

Minifying removes tags that parsers restore, quotes and escapes that are not needed, and the whitespace that `hedgerow \
help format` describes; other whitespace becomes one space. Comments, scripts and style sheets are kept. The output parses into \
the same tree, except for that whitespace.
The output is UTF-8. A byte order mark is kept, and a meta element that declares another encoding is corrected. If the output of a page \
is not ASCII, and browsers would not find the encoding, a meta element is added. A document with code of a template language, such as PHP, that \
would change is an error. Several files are each printed after their \
names. If a file can't be read, the others are still processed, and the exit code is 2.";

const MINIFY_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow minify page.html > small.html
  hedgerow minify --encoding shift_jis page.html"
);

const BATCH_ABOUT: &str = "\
Read documents as lines of JSON, and write their trees, texts or Markdown as lines of JSON, for other programs.

Each line of the standard input is an object:
  {\"id\": anything, \"html\": string, \"context\": string or null,
   \"scripting\": boolean, \"shadowRoots\": boolean, \"url\": string or null,
   \"results\": list of \"tree\", \"text\", \"mainText\", \"markdown\" and \"mainMarkdown\"}
All but \"html\" are optional. The output has one line for each, in the same order:
  {\"id\": the same, \"tree\": the tree in the format of the html5lib tests}
with a member for each of \"results\"; \"url\" makes the addresses in Markdown absolute. All results come from one parse.
A line that is malformed or exceeds a limit gives an error instead; the others are still processed, and the exit code is 1:
  {\"id\": the same or null, \"error\": \"line 3: the reason\"}
A lone surrogate such as \\ud800 in a string becomes U+FFFD.
Whenever the input pauses, all lines received so far are processed and written. --jobs sets the number of threads. The \
limits keep the memory of each thread below 512 MiB for any requests.";

const BATCH_EXAMPLES: &str = r##"Examples:
  $ echo '{"id": 1, "html": "<td>1<td>2", "context": "tr"}' | hedgerow batch
  {"id":1,"tree":"| <td>\n|   \"1\"\n| <td>\n|   \"2\""}
  $ echo '{"html": "<h1>Oak</h1><p>A <b>tree</b>", "results": ["text", "markdown"]}' | hedgerow batch
  {"id":null,"text":"Oak\n\nA tree","markdown":"# Oak\n\nA **tree**\n"}"##;

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  hedgerow completions bash > ~/.local/share/bash-completion/completions/hedgerow
  hedgerow completions fish > ~/.config/fish/completions/hedgerow.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  hedgerow man > ~/.local/share/man/man1/hedgerow.1
  hedgerow man select > ~/.local/share/man/man1/hedgerow-select.1";

#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArguments {
    /// The command that the page describes [default: the program]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct TreeArguments {
    /// The format of the output [default: outline on a terminal, otherwise dump]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Print the line and column of the start and end of each node, in an outline or in JSON
    #[arg(long)]
    pub(crate) spans: bool,

    /// Print an outline without the texts that are only whitespace
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pub(crate) fold_whitespace: bool,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

#[derive(Args, Debug)]
pub(crate) struct FormatArguments {
    /// Print the names of the files that are not formatted, and set the exit code to 1 if there are any
    #[arg(long, conflicts_with_all = ["write", "format"])]
    pub(crate) check: bool,

    /// Format the files in place, and print the names of changed files
    #[arg(long, short, conflicts_with_all = ["format", "stdin_filename"])]
    pub(crate) write: bool,

    /// Indent each level by N spaces, at most 16, or by a `tab`
    #[arg(long, value_name = "N", default_value = "2", value_parser = indentation)]
    pub(crate) indent: Indentation,

    /// Break lines after N characters, where spaces in text allow it [default: lines are not broken]
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<usize>,

    #[command(flatten)]
    pub(crate) layout: MinifyArguments,
}

fn indentation(text: &str) -> Result<Indentation, &'static str> {
    match text.parse() {
        Ok(spaces @ 0..=16) => Ok(Indentation::Spaces(spaces)),
        _ if text == "tab" => Ok(Indentation::Tab),
        _ => Err("neither a number from 0 to 16 nor `tab`"),
    }
}

/// The output of `format` and `minify`.
#[derive(Args, Debug)]
pub(crate) struct MinifyArguments {
    /// The format of the output; in JSON, each document is a line: an object with file and html
    #[arg(long, value_enum)]
    pub(crate) format: Option<HtmlFormat>,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

#[derive(Args, Debug)]
pub(crate) struct TokensArguments {
    #[command(flatten)]
    pub(crate) format: TextOrJson,

    /// Also print the tokenizer states that read each token
    #[arg(long)]
    pub(crate) states: bool,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

#[derive(Args, Debug)]
pub(crate) struct TraceArguments {
    #[command(flatten)]
    pub(crate) format: TextOrJson,

    /// Print at most the last N entries of the stack of open elements and of the list of active formatting elements
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) stack: usize,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// The format of the output
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    pub(crate) format: CheckFormat,

    /// Report at most N findings of each file, and count the others; or `all` [default: 100 for human and short, otherwise all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) max_errors: Option<MaxErrors>,

    /// Report findings of this level and above
    #[arg(long, value_enum, default_value_t = LeastLevel::Warning)]
    pub(crate) level: LeastLevel,

    /// Report these codes as errors
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,

    /// Do not report these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) allow: Vec<String>,

    /// Print the number of findings of each code instead of the findings
    #[arg(long, conflicts_with_all = ["format", "max_errors"])]
    pub(crate) statistics: bool,

    /// Print all requirements that are checked, as lines of JSON, instead of checking files
    #[arg(long)]
    pub(crate) rules: bool,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}

/// The lowest level of findings to report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum LeastLevel {
    /// Also improvements of documents that conform
    Advice,
    /// Also features that a specification recommends against
    Warning,
    /// Only features that do not conform
    Error,
}

/// The maximum number of findings to report for each file.
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
    /// Codes, such as `duplicate-attribute` [default: list all codes]
    #[arg(value_name = "CODE")]
    pub(crate) codes: Vec<String>,

    /// The format of the output; in JSON, each code is a line
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TextFormat,
}

#[derive(Args, Debug)]
pub(crate) struct EncodingArguments {
    /// Files, folders or web archives; `-` is the standard input, which is the default unless it is a terminal
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    /// The format of the output; in JSON, each line is an object: file, encoding, confidence, reason, and, if the encoding was changed
    /// during parsing, sniffed (the first encoding)
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TextFormat,

    #[command(flatten)]
    pub(crate) encoding: EncodingHintArguments,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

/// The limits for each request.
#[derive(Args, Debug)]
pub(crate) struct BatchArguments {
    /// Maximum size of a request in bytes: `500000`, `64M`; at most `1G`
    #[arg(long = "max-bytes", value_name = "SIZE", default_value = "16M", value_parser = size)]
    pub(crate) bytes: usize,

    /// Maximum number of nodes of a tree
    #[arg(long = "max-nodes", value_name = "N", default_value_t = 1_000_000)]
    pub(crate) nodes: u32,

    #[command(flatten)]
    pub(crate) parser: ParserLimitArguments,

    /// Maximum size of the results of a request in bytes
    #[arg(long = "max-answer", value_name = "SIZE", default_value = "32M", value_parser = size)]
    pub(crate) answer: usize,
}

impl BatchArguments {
    /// The limits of the parser.
    pub(crate) fn limits(&self) -> Limits {
        self.parser.limits(self.nodes)
    }
}

/// How a tree is printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// The format of the html5lib tests, which shows every node
    Dump,
    /// Guides and colors, for people; long texts are shortened
    Outline,
    /// HTML, as `innerHTML` returns it, and a newline
    Html,
    /// One line of JSON
    Json,
}

/// The choice between text and lines of JSON.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct TextOrJson {
    /// The format of the output
    #[arg(long, value_enum, default_value_t)]
    format: TextFormat,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl TextOrJson {
    /// Whether the output is lines of JSON.
    pub(crate) fn is_json(self) -> bool {
        self.json || self.format == TextFormat::Json
    }
}

/// How a command prints its lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum TextFormat {
    /// For people
    #[default]
    Text,
    /// Lines of JSON
    Json,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CheckFormat {
    /// The error, its line of the source, and the fix
    Human,
    /// A line for each finding
    Short,
    /// A line of JSON for each finding
    Json,
    /// A log of SARIF 2.1.0; it lists all files at its end, so it takes about 2 KB of memory for each file
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

/// When the output is colored.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Colour {
    /// If it goes to a terminal that supports colors
    Auto,
    /// Always
    Always,
    /// Never
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
