//! Other parsers as processes that return trees: [`Peer`] and [`Process`].
//!
//! A process first writes "ready", or the reason why it is not. Then it reads cases as lines of JSON, and writes the tree of each
//! as a line of JSON.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use hedgerow::Document;
use serde_json::json;

use super::{html5ever, turbohtml};
use crate::generate::Case;

/// The Python program for turbohtml.
const SCRIPT: &str = include_str!("turbohtml.py");

/// Another parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Peer {
    /// A Python library with nearly all current rules
    Turbohtml,
    /// The parser of Servo
    Html5ever,
}

impl Peer {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Turbohtml => "turbohtml",
            Self::Html5ever => "html5ever",
        }
    }

    /// Returns the command that starts the parser.
    fn command(self) -> Command {
        let mut command;
        match self {
            Self::Turbohtml => {
                command = Command::new("python3");
                command.args(["-c", SCRIPT]);
            }
            Self::Html5ever => {
                command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
                command.args(["run", "--quiet", "--package", "hedgerow-bench", "--features", "peers"]);
                command.args(["--bin", "hedgerow-html5ever"]);
            }
        }
        command
    }

    /// Returns the known reason why the parser's tree differs, or `None` if there is no known reason. `source` is the input in
    /// lower case, followed by the context element.
    pub(super) fn exception(self, source: &str, document: &Document) -> Option<&'static str> {
        match self {
            Self::Turbohtml => turbohtml::exception(source, document),
            Self::Html5ever => html5ever::exception(source, document),
        }
    }
}

/// A running parser that returns trees.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts the parser; prints a message and returns `None` if it is not installed.
    pub(super) fn start(peer: Peer) -> Result<Option<Self>> {
        let mut command = peer.command();
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
            bail!("the other parser ended without printing a tree");
        }
        Ok(line)
    }

    /// Returns the tree in the suite's format.
    pub(super) fn tree(&mut self, case: &Case) -> Result<String> {
        let question = json!({ "html": case.html, "context": case.context });
        writeln!(self.input, "{question}")?;
        self.input.flush()?;
        let tree: String = serde_json::from_str(&self.line()?)?;
        // The other parsers omit empty identifiers of a DOCTYPE.
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
        // The process waits for another case, because its input is still open.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
