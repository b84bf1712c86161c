//! `cargo xtask fuzz differential`: the trees of generated documents beside those of another parser, which runs in a process of
//! its own.
//!
//! A difference is a question: the text of the standard decides. What the other is known to do otherwise is excepted by a rule,
//! never by a case.
//!
//! What is not here: the rules (a file for each parser), and the processes (`peer.rs`).

mod html5ever;
mod peer;
mod turbohtml;

use std::collections::BTreeMap;

use anyhow::Result;
use hedgerow::{Context, Document, Parser};
use hedgerow_fuzz::Mutator;

use crate::generate::{self, Case};

pub(super) use peer::Peer;
use peer::Process;

/// How many differences are shown.
const MOST_SHOWN: usize = 20;

/// How long a mutation of a seed may be.
const LONGEST: usize = 400;

/// What a parser does otherwise, and lists of words: it does so in a source that has one of each list.
type Rule = (&'static str, &'static [&'static [&'static str]]);

/// What both do otherwise: the loop over the stack comes to the root element, which is of HTML, and goes on by the rules for that.
const END_TAG_IN_A_FOREIGN_FRAGMENT: Rule = (
    "in a foreign context, an end tag that no foreign element answers is not processed as one of HTML",
    &[&["context: svg", "context: math"], &["</"]],
);

/// What both do otherwise, too.
const FORM_IN_A_TABLE_IN_A_TEMPLATE: Rule = (
    "it ignores a form in a table in a template",
    &[
        &["<template", "context: template"],
        &["<form"],
        &["<table", "<tr", "<tb", "<tf", "<th", "<td", "context: t"],
    ],
);

/// Compares so many trees with those of another parser; whether all are equal or excepted.
pub(super) fn run(peer: Peer, count: usize, seed: u64) -> Result<bool> {
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

/// Generated documents and fragments, and mutations of the inputs of our own cases, in turn.
fn cases(seed: u64) -> Result<impl Iterator<Item = Case>> {
    let seeds = hedgerow_fuzz::seeds()?;
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

/// The first rule of which a source, in lower case and with its context behind it, has the words.
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
