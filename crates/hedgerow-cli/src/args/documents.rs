//! The arguments of all commands on documents: the inputs, their encodings, and the limits.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hedgerow::Limits;
use ignore::overrides::OverrideBuilder;

/// The documents to parse, and how to parse them.
#[derive(Args, Debug)]
pub(crate) struct DocumentArguments {
    /// Files, folders or web archives; `-` is the standard input, which is the default unless it is a terminal
    // An `OsString`, because clap refuses an empty `PathBuf`. The error for an empty name is that of the system.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    /// Parse fragments, as the content of this element: `div`, `svg path`, `math mi`
    #[arg(long, value_name = "CONTEXT")]
    pub(crate) fragment: Option<String>,

    /// Parse as if scripting were enabled: `noscript` contains only text. No script is run
    #[arg(long)]
    pub(crate) scripting: bool,

    /// Attach declarative shadow roots (`<template shadowrootmode>`), as when a browser loads a page
    #[arg(long)]
    pub(crate) shadow_roots: bool,

    #[command(flatten)]
    pub(crate) encoding: EncodingHintArguments,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

/// The encoding hints.
#[derive(Args, Debug)]
#[command(next_help_heading = "Encoding")]
pub(crate) struct EncodingHintArguments {
    /// The encoding of the files, unless they start with a byte order mark: `utf-8`, `shift_jis`, …
    #[arg(long, value_name = "LABEL")]
    pub(crate) encoding: Option<String>,

    /// The Content-Type that came with the files: `text/html; charset=utf-8`
    #[arg(long, value_name = "CONTENT-TYPE")]
    pub(crate) transport: Option<String>,

    /// The host or top-level domain of the files, for guessing the encoding: `example.jp`
    #[arg(long, value_name = "DOMAIN")]
    pub(crate) top_level_domain: Option<String>,

    /// The language of the reader; its usual encoding is used if no other step finds one: `ja`, `zh-TW`
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) locale: Option<String>,

    /// Read files without a declared encoding as UTF-8 if nearly all of their bytes are UTF-8; browsers do not
    #[arg(long)]
    pub(crate) prefer_utf8: bool,
}

/// The options that choose which files of a folder are read, and the name of the standard input.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Files and folders")]
pub(crate) struct FolderArguments {
    /// Read the files in folders that match this glob, whatever their extension, such as `*.vue`; with `!` before it, exclude them.
    /// May be repeated, and the last match counts
    #[arg(long = "glob", short = 'g', value_name = "GLOB", value_parser = glob)]
    pub(crate) globs: Vec<String>,

    /// The name of the standard input in the output, which also determines whether it is XHTML
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin_filename: Option<PathBuf>,

    /// Also read the files that .gitignore, .ignore and similar files exclude
    #[arg(long)]
    pub(crate) no_ignore: bool,

    /// Also read hidden files and folders
    #[arg(long)]
    pub(crate) hidden: bool,

    /// Follow symbolic links
    #[arg(long)]
    pub(crate) follow: bool,
}

fn glob(text: &str) -> Result<String, String> {
    match OverrideBuilder::new("").add(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The options for folders, and the limits for each document.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArguments {
    /// Maximum size of a document in bytes, after decompression: `500000`, `64M`; at most `1G`
    #[arg(long = "max-bytes", value_name = "SIZE", default_value = "256M", value_parser = size)]
    pub(crate) bytes: usize,

    /// Maximum number of nodes of a tree
    #[arg(long = "max-nodes", value_name = "N", default_value_t = 20_000_000)]
    pub(crate) nodes: u32,

    /// Maximum size of the output for a document in bytes [default: for HTML, 1 MiB and 16 times the size of the document;
    /// for JSON and for all results of select, 1 MiB and 256 times its size; otherwise unlimited]
    #[arg(long = "max-answer", value_name = "SIZE", value_parser = size)]
    pub(crate) answer: Option<usize>,

    #[command(flatten)]
    pub(crate) parser: ParserLimitArguments,

    // The last field, because its heading applies to all fields after it.
    #[command(flatten)]
    pub(crate) folders: FolderArguments,
}

impl LimitArguments {
    /// The limits of the parser and of the sanitizer.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = self.parser.limits(self.nodes);
        limits.output = self.answer.map(|most| most as u64);
        limits
    }
}

/// The limits of the parser whose defaults are the same for all commands.
#[derive(Args, Debug)]
pub(crate) struct ParserLimitArguments {
    /// Maximum nesting depth of open elements [default: unlimited]
    #[arg(long = "max-depth", value_name = "N")]
    pub(crate) depth: Option<u32>,

    /// Maximum number of steps of the parser, about 20 million a second: tags, attributes, nodes and searches [default:
    /// unlimited]
    #[arg(long = "max-steps", value_name = "N")]
    pub(crate) steps: Option<u64>,
}

impl ParserLimitArguments {
    /// Returns all limits of the parser.
    pub(crate) fn limits(&self, nodes: u32) -> Limits {
        let mut limits = Limits::UNLIMITED.nodes(nodes).copied_text(COPIED_TEXT);
        limits.depth = self.depth;
        limits.steps = self.steps;
        limits
    }
}

/// The maximum number of bytes of text that clones of options may copy, far more than in any ordinary document.
const COPIED_TEXT: u64 = 16 << 20;

/// Parses a number of bytes, which may end in K, M or G.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 10),
        Some((end, 'm' | 'M')) => (&text[..end], 20),
        Some((end, 'g' | 'G')) => (&text[..end], 30),
        _ => (text, 0),
    };
    let number: usize =
        digits.parse().map_err(|_| "not a number of bytes, such as 500000, 64M or 1G".to_owned())?;
    let most = MAX_BYTES >> shift;
    if number > most {
        Err("more than 1G, which is the limit of the parser".to_owned())
    } else {
        Ok(number << shift)
    }
}

/// The maximum number of bytes that the parser reads.
const MAX_BYTES: usize = 1 << 30;

/// How documents are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum HtmlFormat {
    /// HTML
    Html,
    /// Lines of JSON
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, expected) in [
            ("0", Some(0)),
            ("500", Some(500)),
            ("3k", Some(3 << 10)),
            ("64M", Some(64 << 20)),
            ("1G", Some(1 << 30)),
            ("1048576K", Some(1 << 30)),
            ("2G", None),
            ("1073741825", None),
            ("99999999999999999999G", None),
            ("G", None),
            ("-1", None),
            ("1.5M", None),
            ("1 M", None),
            ("é", None),
            ("", None),
        ] {
            assert_eq!(size(text).ok(), expected, "{text:?}");
        }
    }
}
