//! `hedgerow completions` and `hedgerow man`: the files that a package installs beside the program.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result, anyhow};
use clap::CommandFactory as _;
use clap_mangen::Man;

use super::common::CANNOT_WRITE;
use crate::Outcome;
use crate::args::{Arguments, CompletionsArguments, ManArguments};

pub(super) fn completions(arguments: &CompletionsArguments) -> Result<Outcome> {
    // The generator cannot report errors, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "hedgerow", &mut script);
    print(&script)
}

pub(super) fn man(arguments: &ManArguments) -> Result<Outcome> {
    let mut program = Arguments::command();
    program.build();
    let command = match &arguments.command {
        None => &program,
        Some(name) => program
            .find_subcommand(name)
            .ok_or_else(|| anyhow!("there is no command {name:?}; see `hedgerow help`"))?,
    };
    // The name of a page about a command is `hedgerow-COMMAND`.
    let title = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut page = Vec::new();
    Man::new(command.clone()).title(title).render(&mut page)?;
    print(&page)
}

fn print(bytes: &[u8]) -> Result<Outcome> {
    let mut output = io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush()).context(CANNOT_WRITE)?;
    Ok(Outcome::Done)
}
