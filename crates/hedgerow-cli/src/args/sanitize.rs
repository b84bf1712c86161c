//! The arguments of `hedgerow sanitize`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use hedgerow::sanitize::Preset;

use super::documents::{EncodingHintArguments, HtmlFormat, LimitArguments};

pub(crate) const ABOUT: &str = "\
Remove scripts, event handlers, `javascript:` URLs, and all elements and attributes that the configuration does not allow from \
untrusted HTML.

The output is HTML in UTF-8, to be inserted into a `div` or a similar element of a page. A browser parses it as the tree that was \
sanitized, so markup that a browser would parse as another tree is removed, too. The configuration is the safe default of the HTML \
standard, a preset, or a file in the JSON shape of the standard's `SanitizerConfig`. No configuration allows scripts.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  hedgerow sanitize comment.html
  hedgerow sanitize --preset comments < comment.html
  echo '{\"elements\": [\"p\", {\"name\": \"a\", \"attributes\": [\"href\"]}]}' > config.json
  hedgerow sanitize --config config.json --report page.html
  hedgerow sanitize --format json --report *.html | jq -r '.removals[].message'";

#[derive(Args, Debug)]
pub(crate) struct SanitizeArguments {
    /// Files, folders or web archives; `-` is the standard input, which is the default unless it is a terminal
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    /// A file with a configuration as JSON: `{"elements": ["p", "em"], "attributes": ["title"]}`
    #[arg(long, value_name = "FILE", conflicts_with = "preset")]
    pub(crate) config: Option<PathBuf>,

    /// A built-in configuration: `default`, `basic`, `comments`, `email` or `article`
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<Preset>,

    /// Report each removal and change with its position in the source; text output then contains only the report
    #[arg(long)]
    pub(crate) report: bool,

    /// The format of the output. In JSON, each document is a line: an object with file and html. With --report, it also has
    /// removals (a list of objects with message, start and end) and removalCount
    #[arg(long, value_enum)]
    pub(crate) format: Option<HtmlFormat>,

    #[command(flatten)]
    pub(crate) encoding: EncodingHintArguments,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}
