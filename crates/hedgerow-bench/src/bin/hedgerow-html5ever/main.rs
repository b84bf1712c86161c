//! Prints html5ever's trees, for `cargo xtask extra compare differential --beside html5ever`.
//!
//! The program first writes the line "ready". Each line of the standard input is a JSON object {"html", "context"}; for each, the
//! program writes a JSON string on a line: the tree in the suite's format.
//!
//! html5ever builds a `Document` of hedgerow (`sink.rs`), so that one function writes the trees of both parsers.
#![forbid(unsafe_code)]

mod sink;

use std::io::{self, BufRead as _, Write as _};

use anyhow::{Context as _, Result};
use hedgerow::serialize::ToTestFormat;
use html5ever::driver::{ParseOpts, parse_document, parse_fragment_for_element};
use html5ever::interface::create_element;
use html5ever::tendril::TendrilSink as _;
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{LocalName, QualName, ns};
use sink::DocumentSink;

fn main() -> Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "ready")?;
    output.flush()?;
    for line in io::stdin().lock().lines() {
        let case: serde_json::Value = serde_json::from_str(&line?)?;
        let html = case["html"].as_str().context("a case has no \"html\"")?;
        let tree = tree(html, case["context"].as_str());
        writeln!(output, "{}", serde_json::Value::from(tree))?;
        output.flush()?;
    }
    Ok(())
}

/// Returns the tree of a document or of a fragment.
fn tree(html: &str, context: Option<&str>) -> String {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    // The input is text, so a byte order mark is an ordinary character.
    let tokenizer = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let options = ParseOpts { tokenizer, tree_builder };
    let sink = DocumentSink::default();
    let Some(context) = context else {
        return parse_document(sink, options).one(html).into_document().to_test_format();
    };
    let name = match context.split_once(' ') {
        Some(("svg", local)) => QualName::new(None, ns!(svg), LocalName::from(local)),
        Some((_, local)) => QualName::new(None, ns!(mathml), LocalName::from(local)),
        None => QualName::new(None, ns!(html), LocalName::from(context)),
    };
    let element = create_element(&sink, name, Vec::new());
    let form = (context == "form").then_some(element);
    parse_fragment_for_element(sink, options, element, false, form).one(html).into_fragment().to_test_format()
}
