//! Runs the program `hedgerow` in the folder of the test pages.

use std::io::Write as _;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

/// The result of a run of the program.
pub(crate) struct Run {
    pub(crate) exit_code: Option<i32>,
    pub(crate) output: String,
    pub(crate) complaints: String,
}

impl Run {
    /// Returns the result of a program that has ended.
    pub(crate) fn of(output: Output) -> Self {
        Self {
            exit_code: output.status.code(),
            output: String::from_utf8(output.stdout).expect("the output is UTF-8"),
            complaints: String::from_utf8(output.stderr).expect("the complaints are UTF-8"),
        }
    }

    /// Returns the result as text, for a snapshot.
    pub(crate) fn report(&self) -> String {
        let Self { exit_code, output, complaints } = self;
        let exit_code = exit_code.map_or("none".to_owned(), |code| code.to_string());
        format!("exit code: {exit_code}\n--- output\n{output}--- complaints\n{complaints}---")
    }
}

/// Returns the command that runs the program.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hedgerow"));
    command.args(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pages"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts the program.
pub(crate) fn start(arguments: &[&str]) -> Child {
    command(arguments).spawn().expect("hedgerow starts")
}

/// Runs the program with this standard input.
pub(crate) fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("the standard input is a pipe");
    let input = input.into();
    // The program may end without reading its input.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("hedgerow ends");
    writer.join().expect("writing does not panic");
    Run::of(output)
}
