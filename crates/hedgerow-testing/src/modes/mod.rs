//! [`Mode`]: a public operation with an input, for the families and for the hunter. Each file has a table with a row for each
//! operation.

mod changing;
mod parsing;
mod reading;
mod rewriting;
mod sanitizing;
mod selecting;
mod source;

use std::sync::LazyLock;

use hedgerow::limits::Stop;
use hedgerow::{Context, Document, Limits, Parsed, Parser};
use serde::{Deserialize, Serialize};

use selecting::Query;

/// A public operation with an input. It is stored as its name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Mode {
    /// The name, `group: operation`.
    pub name: String,
    run: Run,
}

/// How a mode uses an input.
#[derive(Clone, Debug)]
pub(crate) enum Run {
    /// The function gets the parser and the input.
    Driven(fn(&Parser, &str) -> Outcome),
    /// The input is parsed as a fragment in this HTML element.
    Fragment(&'static str),
    /// The input is parsed, and the function reads the document. It returns the size of its output.
    Read(fn(&Document) -> usize),
    /// The input is parsed, and the function changes the document.
    Changed(fn(&mut Document)),
    /// The input is parsed, and a selector is used on the document.
    Selected(Query, String),
}

/// A row of a table: the name and the operation.
type Row = (&'static str, Run);

fn driven(name: &'static str, drive: fn(&Parser, &str) -> Outcome) -> Row {
    (name, Run::Driven(drive))
}

fn read(name: &'static str, read: fn(&Document) -> usize) -> Row {
    (name, Run::Read(read))
}

fn changed(name: &'static str, change: fn(&mut Document)) -> Row {
    (name, Run::Changed(change))
}

/// The size of the output for an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The number of nodes of the document, before or after the change, whichever is larger.
    pub nodes: usize,
    /// The number of parse errors.
    pub errors: usize,
    /// The number of bytes of output, and of items that count like bytes.
    pub written: usize,
    /// The reason why the parser stopped before the end, if it did.
    pub stop: Option<Stop>,
}

impl Outcome {
    /// Counts the output of a parse.
    fn of(parsed: &Parsed) -> Self {
        Self {
            nodes: parsed.document().node_count(),
            errors: parsed.errors().len(),
            written: 0,
            stop: parsed.stop(),
        }
    }

    /// Counts the output of a parse and of what a function does with the document, which returns the bytes of its output.
    fn with(parsed: Parsed, operate: impl FnOnce(&mut Document) -> usize) -> Self {
        let outcome = Self::of(&parsed);
        let mut document = parsed.into_document();
        let written = operate(&mut document);
        Self { nodes: outcome.nodes.max(document.node_count()), written, ..outcome }
    }
}

static MODES: LazyLock<Vec<Mode>> = LazyLock::new(|| {
    let reading = [parsing::rows(), reading::rows(), source::rows()];
    let changing = [changing::rows(), sanitizing::rows(), rewriting::rows()];
    let rows = reading.into_iter().chain(changing).flatten().map(|(name, run)| Mode::new(name, run));
    rows.chain(parsing::fragments()).chain(selecting::modes()).collect()
});

/// Returns the modes that the hunter tries. A family may also use [other selectors and contexts](Mode::named).
#[must_use]
pub fn modes() -> Vec<Mode> {
    MODES.clone()
}

impl Mode {
    pub(crate) fn new(name: impl Into<String>, run: Run) -> Self {
        Self { name: name.into(), run }
    }

    /// Returns the mode with a name: one of [`modes`], or a query with any selector, such as `select: p > b`.
    ///
    /// ```
    /// use hedgerow_testing::Mode;
    /// assert_eq!(Mode::named("matches of each: p > b").map(|mode| mode.name).as_deref(), Some("matches of each: p > b"));
    /// assert!(Mode::named("no such mode").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let known = MODES.iter().find(|mode| mode.name == name).cloned();
        known.or_else(|| {
            let (group, selector) = name.split_once(": ")?;
            Some(Self::new(name, Run::Selected(Query::of_group(group)?, selector.to_owned())))
        })
    }

    /// Returns the group, which is the part of the name before the colon.
    #[must_use]
    pub fn group(&self) -> &str {
        self.name.split(':').next().unwrap_or_default()
    }

    /// Whether the input is only parsed as a document.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.name == Self::default().name
    }

    /// Runs the operation and drops the result.
    #[must_use]
    pub fn run(&self, input: &str, limits: Limits) -> Outcome {
        let parser = Parser::new().limits(limits);
        match &self.run {
            Run::Driven(drive) => drive(&parser, input),
            Run::Fragment(context) => Outcome::of(&parser.parse_fragment(input, &Context::html(context))),
            Run::Read(read) => Outcome::with(parser.parse(input), |document| read(document)),
            Run::Changed(change) => Outcome::with(parser.parse(input), |document| {
                change(document);
                0
            }),
            Run::Selected(query, selector) => {
                Outcome::with(parser.parse(input), |document| query.run(document, selector))
            }
        }
    }
}

impl Default for Mode {
    /// The input is parsed as a document, all at once.
    fn default() -> Self {
        Self::new("parse", Run::Driven(|parser, input| Outcome::of(&parser.parse(input))))
    }
}

impl TryFrom<String> for Mode {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::named(&name).ok_or_else(|| format!("there is no mode {name:?}"))
    }
}

impl From<Mode> for String {
    fn from(mode: Mode) -> Self {
        mode.name
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_mode_takes_any_input() {
        const INPUT: &str = "<html a><p id=b class='c d' title=e dir=auto lang=f>g<!--h--><table><b>i<select><option>j\
            <svg><title>k</svg><template shadowrootmode=open>l</template><script></script>\n\0\r";
        let modes = modes();
        let names: HashSet<&str> = modes.iter().map(|mode| mode.name.as_str()).collect();
        assert_eq!(names.len(), modes.len());
        for mode in &modes {
            for input in ["", INPUT, "<frameset>"] {
                let outcome = mode.run(input, Limits::UNLIMITED);
                assert!(outcome.nodes + outcome.written > 0, "{}", mode.name);
            }
        }
    }
}
