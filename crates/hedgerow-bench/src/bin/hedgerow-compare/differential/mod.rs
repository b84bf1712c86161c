//! `cargo xtask extra compare differential`: compares the trees of generated documents with those of another parser, which runs in a
//! separate process.
//!
//! The standard decides which of two different trees is correct. Known differences of the other parser are excepted by rules (a
//! file for each parser), never by single cases. `peer.rs` runs the processes.

mod html5ever;
mod peer;
mod turbohtml;

use std::collections::BTreeMap;

use anyhow::Result;
use hedgerow::serialize::ToTestFormat;
use hedgerow::{Context, Document, Parser};
use hedgerow_testing::Mutator;

use crate::generate::{self, Case};

use peer::{Peer, Process};

/// The maximum number of differences that are printed.
const MOST_SHOWN: usize = 20;

/// The maximum length of a mutated seed.
const LONGEST: usize = 400;

/// A deviation of a parser, with lists of words. The deviation can occur only if the source contains at least one word
/// of each list.
type Rule = (&'static str, &'static [&'static [&'static str]]);

/// A deviation of both parsers. For an end tag that matches no foreign element, the standard's loop reaches the root
/// element, which is an HTML element, and then uses the HTML rules; the loops of the two parsers end at that element.
const END_TAG_IN_A_FOREIGN_FRAGMENT: Rule = (
    "it does not process an unmatched end tag in a foreign context as HTML",
    &[&["context: svg", "context: math"], &["</"]],
);

/// Another deviation of both parsers.
const FORM_IN_A_TABLE_IN_A_TEMPLATE: Rule = (
    "it ignores a form in a table in a template",
    &[
        &["<template", "context: template"],
        &["<form"],
        &["<table", "<tr", "<tb", "<tf", "<th", "<td", "context: t"],
    ],
);

/// The command line of `cargo xtask extra compare differential`.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The parser to compare with
    #[arg(long, value_enum, value_name = "PARSER", default_value = "turbohtml")]
    beside: Peer,
    /// The number of documents
    #[arg(long, default_value_t = 20_000)]
    count: usize,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Compares a number of trees with another parser's trees. Returns whether all are equal or excepted.
pub(crate) fn run(options: &Options) -> Result<bool> {
    let Options { beside: peer, count, seed } = *options;
    let Some(mut other) = Process::start(peer)? else { return Ok(true) };
    let mut differing = 0;
    let mut excepted = BTreeMap::<_, usize>::new();
    for case in cases(seed)?.take(count) {
        let document = parse(&case)?;
        let (mine, theirs) = (document.to_test_format(), other.tree(&case)?);
        if mine.trim_end() == theirs.trim_end() {
            continue;
        }
        let source =
            format!("{}context: {}", case.html.to_ascii_lowercase(), case.context.unwrap_or_default());
        if let Some(rule) = peer.exception(&source, &document) {
            *excepted.entry(rule).or_default() += 1;
            continue;
        }
        differing += 1;
        if differing <= MOST_SHOWN {
            let difference = first_difference(peer, &mine, &theirs);
            println!("{:?} in {:?}\n{difference}", case.html, case.context);
        }
    }
    println!("{count} trees, {differing} differ, {} excepted by a rule", excepted.values().sum::<usize>());
    for (rule, count) in excepted {
        println!("{count:9}  {rule}");
    }
    Ok(differing == 0)
}

/// Returns generated documents and fragments alternating with mutations of the inputs of our own cases.
fn cases(seed: u64) -> Result<impl Iterator<Item = Case>> {
    let seeds = hedgerow_testing::seeds()?;
    let mut mutator = Mutator::new(seed);
    let mutated = std::iter::repeat_with(move || {
        let html = String::from_utf8_lossy(&mutator.mutated(&seeds, LONGEST)).into_owned();
        Case { html, context: None }
    });
    Ok(generate::cases(seed).zip(mutated).flat_map(|(generated, mutated)| [generated, mutated]))
}

fn parse(case: &Case) -> Result<Document> {
    let parsed = match case.context {
        None => Parser::new().parse(&case.html),
        Some(context) => Parser::new().parse_fragment(&case.html, &context.parse::<Context>()?),
    };
    Ok(parsed.into_document())
}

/// Returns the first rule whose words occur in `source`: the input in lower case, followed by the context element.
fn rule_by_words(rules: &[Rule], source: &str) -> Option<&'static str> {
    let has_one = |words: &&[&str]| words.iter().any(|word| source.contains(word));
    rules.iter().find(|(_, words)| words.iter().all(has_one)).map(|(rule, _)| *rule)
}

fn first_difference(peer: Peer, mine: &str, theirs: &str) -> String {
    let equal = mine.lines().zip(theirs.lines()).take_while(|(mine, theirs)| mine == theirs).count();
    let part = |text: &str| {
        let lines: Vec<&str> = text.lines().skip(equal.saturating_sub(3)).take(8).collect();
        lines.join("\n")
    };
    format!("hedgerow:\n{}\n{}:\n{}\n", part(mine), peer.name(), part(theirs))
}
