//! `hedgerow tree`: files in, trees out.
//!
//! What is not here: the formats (`render`), reading and headings (`documents.rs`).

use std::io::{self, Write};

use anyhow::Result;
use hedgerow::Document;

use super::documents::{self, Task};
use crate::args::{Format, TreeArguments};
use crate::{Outcome, render};

pub(super) fn run(arguments: TreeArguments) -> Result<Outcome> {
    let TreeArguments { format, documents } = arguments;
    let task = Task::new(&documents, Tree { format, scripting: documents.scripting })?;
    documents::run(task, documents.files, "tree")
}

/// How trees are written.
#[derive(Clone, Copy, Debug)]
struct Tree {
    format: Format,
    scripting: bool,
}

impl documents::Output for Tree {
    fn write(&self, document: &Document, writer: &mut impl Write) -> io::Result<()> {
        render::write(document, self.format, self.scripting, writer)
    }
}
