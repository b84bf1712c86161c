//! `cargo xtask fuzz differential`: the trees of generated documents beside those of turbohtml, an independent parser with the
//! rules of today, which runs in an interpreter of its own.
//!
//! A difference is a question: the text of the standard decides. What turbohtml is known to do otherwise is excepted by a rule.
//! What is not here: html5ever, which is a target of its own (`crates/hedgerow-fuzz`).

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use hedgerow::{Context, Document, Parser, known};
use hedgerow_fuzz::{Mutator, nodes};
use serde_json::json;

use crate::generate::{self, Case};

/// What the interpreter runs.
const SCRIPT: &str = include_str!("turbohtml.py");

/// The most elements that turbohtml nests.
const MOST_LEVELS: usize = 512;

/// How many differences are shown.
const MOST_SHOWN: usize = 20;

/// How long a mutation of a seed may be.
const LONGEST: usize = 400;

/// Compares so many trees; whether all are equal or excepted.
pub(super) fn run(count: usize, seed: u64) -> Result<bool> {
    let Some(mut other) = Interpreter::start()? else { return Ok(true) };
    let mut differing = 0;
    let mut excepted = 0;
    for case in cases(seed)?.take(count) {
        let document = parse(&case)?;
        let (mine, theirs) = (document.to_test_format(), other.tree(&case)?);
        if mine.trim_end() == theirs.trim_end() {
            continue;
        }
        if exception(&case, &document).is_some() {
            excepted += 1;
            continue;
        }
        differing += 1;
        if differing <= MOST_SHOWN {
            println!("{:?} in {:?}\n{}", case.html, case.context, first_difference(&mine, &theirs));
        }
    }
    println!("{count} trees, {differing} differ, {excepted} excepted by a rule");
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

/// What turbohtml does otherwise than the standard does today, and the words of which each source has one in which it does.
const EXCEPTIONS: [(&str, &[&[&str]]); 12] = [
    ("it attaches declarative shadow roots, and does not write them", &[&["<template"], &["shadowrootmode"]]),
    ("it does not know <template for>", &[&["<template"], &["for"], &["<?"]]),
    ("it reconstructs the active formatting elements for a NULL", &[&["\0"]]),
    ("it reconstructs them for param, source and track", &[&["<param", "<source", "<track"]]),
    ("an isindex is special to it", &[&["<isindex"]]),
    ("a template does not keep it from taking a frameset", &[&["<template"], &["<frameset"]]),
    ("it forgets where it is when an html tag comes late", &[&["<html"]]),
    ("it takes whitespace in a noscript and what follows it together", &[&["<noscript"]]),
    ("it reconstructs them for a line feed that is ignored", &[&["<pre\n", "<pre>", "<pre ", "<listing"]]),
    ("it lets a select element in where one is open", &[&["<select"], &["context: c", "context: t"]]),
    ("it ignores a form in a template in a select", &[&["<template"], &["<select"], &["<form"]]),
    ("it does not know that the context is in a form", &[&["<form"], &["context: form"]]),
];

/// Why turbohtml has another tree.
fn exception(case: &Case, document: &Document) -> Option<&'static str> {
    let source = format!("{}context: {}", case.html.to_ascii_lowercase(), case.context.unwrap_or_default());
    let holds = |words: &[&[&str]]| words.iter().all(|all| all.iter().any(|word| source.contains(word)));
    if let Some((reason, _)) = EXCEPTIONS.iter().find(|(_, words)| holds(words)) {
        return Some(reason);
    }
    for node in nodes(document) {
        if node.ancestors().nth(MOST_LEVELS).is_some() {
            return Some("it ends nesting at some depth");
        }
        let is_form = node.element_name().is_some_and(|name| name.is_html(known::FORM));
        let in_table = node.parent().is_some_and(|parent| TABLE.contains(&parent.local_name_text()));
        if is_form && in_table && node.ancestors().last().is_some_and(|root| root.host().is_some()) {
            return Some("it ignores a form in a table in a template");
        }
    }
    None
}

/// Elements whose contents are processed by the rules of "in table".
const TABLE: [&str; 5] = ["table", "tbody", "thead", "tfoot", "tr"];

fn first_difference(mine: &str, theirs: &str) -> String {
    let equal = mine.lines().zip(theirs.lines()).take_while(|(mine, theirs)| mine == theirs).count();
    let part = |text: &str| {
        let lines: Vec<&str> = text.lines().skip(equal.saturating_sub(3)).take(8).collect();
        lines.join("\n")
    };
    format!("hedgerow:\n{}\nturbohtml:\n{}\n", part(mine), part(theirs))
}

/// An interpreter that answers with trees.
struct Interpreter {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Interpreter {
    /// Starts it; nothing, said aloud, if turbohtml is not installed.
    fn start() -> Result<Option<Self>> {
        let mut command = Command::new("python3");
        command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().context("cannot start python3, in which turbohtml runs")?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            bail!("python3 has no standard streams");
        };
        let mut interpreter = Self { process, input, output: BufReader::new(output) };
        let answer = interpreter.line()?;
        if answer.starts_with("ready") {
            return Ok(Some(interpreter));
        }
        println!("SKIPPED: nothing is compared, turbohtml cannot be imported: {}", answer.trim_end());
        Ok(None)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            bail!("python3 ends without an answer");
        }
        Ok(line)
    }

    /// The tree, as the conformance suite writes it.
    fn tree(&mut self, case: &Case) -> Result<String> {
        let question = json!({ "html": case.html, "context": case.context });
        writeln!(self.input, "{question}")?;
        self.input.flush()?;
        let tree: String = serde_json::from_str(&self.line()?)?;
        // Empty identifiers of a DOCTYPE are not written here.
        Ok(match tree.split_once('\n') {
            Some((first, rest)) if first.starts_with("| <!DOCTYPE ") => {
                format!("{}\n{rest}", first.replace(" \"\" \"\">", ">"))
            }
            _ => tree,
        })
    }
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        // It ends by itself when nothing more is asked; this is for one that does not.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
