//! Other parsers, as processes that answer with trees: [`Peer`] and [`Process`].
//!
//! They say "ready", or why they are not. Then for each line of JSON, a case, they write a line of JSON, its tree.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use hedgerow::Document;
use serde_json::json;

use super::{html5ever, turbohtml};
use crate::generate::Case;
use crate::workspace;

/// What Python runs for turbohtml.
const SCRIPT: &str = include_str!("turbohtml.py");

/// Another parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Peer {
    /// For Python, with nearly all rules of today
    Turbohtml,
    /// The one of Servo
    Html5ever,
}

impl Peer {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Turbohtml => "turbohtml",
            Self::Html5ever => "html5ever",
        }
    }

    /// What starts it.
    fn command(self) -> Result<Command> {
        let mut command;
        match self {
            Self::Turbohtml => {
                command = Command::new("python3");
                command.args(["-c", SCRIPT]);
            }
            Self::Html5ever => {
                let program = workspace::build("hedgerow-bench", "hedgerow-html5ever", &[])?;
                command = Command::new(program);
            }
        }
        Ok(command)
    }

    /// Why it has another tree, as far as that is known; of a source in lower case with its context behind it.
    pub(super) fn exception(self, source: &str, document: &Document) -> Option<&'static str> {
        match self {
            Self::Turbohtml => turbohtml::exception(source, document),
            Self::Html5ever => html5ever::exception(source, document),
        }
    }
}

/// A parser that answers with trees.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts it; nothing, said aloud, if it is not installed.
    pub(super) fn start(peer: Peer) -> Result<Option<Self>> {
        let mut command = peer.command()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{command:?} has no standard streams");
        };
        let mut process = Self { child, input, output: BufReader::new(output) };
        let answer = process.line()?;
        if answer.starts_with("ready") {
            return Ok(Some(process));
        }
        println!("SKIPPED: nothing is compared, there is no {}: {}", peer.name(), answer.trim_end());
        Ok(None)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            bail!("the other parser ends without an answer");
        }
        Ok(line)
    }

    /// The tree, as the conformance suite writes it.
    pub(super) fn tree(&mut self, case: &Case) -> Result<String> {
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

impl Drop for Process {
    fn drop(&mut self) {
        // It ends by itself when nothing more is asked; this is for one that does not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
