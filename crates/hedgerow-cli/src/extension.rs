//! Commands that are programs of their own: `hedgerow NAME` starts `hedgerow-NAME` if it is on the `PATH`, as cargo and git
//! start theirs.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::error::{ContextKind, ContextValue};

use crate::report::complain;

/// Starts the program of an unknown command, and waits for its end. Returns `None` if the command is not the first argument, or
/// has no program.
pub(crate) fn run(usage: &clap::Error) -> Option<ExitCode> {
    let Some(ContextValue::String(name)) = usage.get(ContextKind::InvalidSubcommand) else { return None };
    let mut arguments = env::args_os().skip(1);
    if arguments.next()?.to_str() != Some(name) {
        return None;
    }
    let program = find(name)?;
    Some(start(&program, arguments.collect()))
}

/// Returns the path of the program `hedgerow-NAME` in the folders of the `PATH`.
fn find(name: &str) -> Option<PathBuf> {
    let is_a_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let file = format!("hedgerow-{name}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").filter(|_| is_a_word)?;
    env::split_paths(&path).map(|folder| folder.join(&file)).find(|program| program.is_file())
}

fn start(program: &PathBuf, arguments: Vec<OsString>) -> ExitCode {
    match Command::new(program).args(arguments).status() {
        // A program that a signal has ended has no code.
        Ok(status) => status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2).into(),
        Err(error) => {
            complain(&format!("cannot start {}: {error}", program.display()));
            ExitCode::from(2)
        }
    }
}
