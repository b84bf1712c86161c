//! The arguments of `hedgerow warc`.

use std::path::PathBuf;

use clap::Args;

use super::documents::DocumentArguments;

pub(crate) const WARC_ABOUT: &str = "\
Write the texts and the metadata of the pages of web archives as web archives.

For each HTML response, --wet writes a record of type `conversion` with its text, and --wat a record of type `metadata` with a JSON \
object, in the form of Common Crawl's WET and WAT files. Each page is parsed once. A file whose name ends in .gz gets a gzip \
member for each record. If a page can't be read, the others are still processed, and the exit code is 2.";

pub(crate) const WARC_EXAMPLES: &str = "\
Examples:
  hedgerow warc --wet texts.warc.wet.gz crawl.warc.gz
  hedgerow warc --wet texts.warc.wet.gz --wat metadata.warc.wat.gz crawl/
  hedgerow warc --wet articles.warc.gz --main --markdown crawl.warc.gz";

#[derive(Args, Debug)]
pub(crate) struct WarcArguments {
    /// Write the texts to this file, which must not exist
    #[arg(long, value_name = "FILE", required_unless_present = "wat")]
    pub(crate) wet: Option<PathBuf>,

    /// Write the metadata to this file, which must not exist
    #[arg(long, value_name = "FILE")]
    pub(crate) wat: Option<PathBuf>,

    /// Write only the main content of each page as its text
    #[arg(long, requires = "wet")]
    pub(crate) main: bool,

    /// Write Markdown instead of text
    #[arg(long, requires = "wet")]
    pub(crate) markdown: bool,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}
