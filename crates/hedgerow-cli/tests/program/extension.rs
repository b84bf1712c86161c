//! Commands that are programs of their own.

use std::path::Path;
use std::{env, fs};

use crate::support::{Run, command};

#[test]
fn an_unknown_command_starts_the_program_of_its_name() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("extension");
    fs::create_dir_all(&folder).unwrap();
    // The program starts a copy of itself, which exists on every system.
    let twin = folder.join(format!("hedgerow-twin{}", env::consts::EXE_SUFFIX));
    fs::copy(env!("CARGO_BIN_EXE_hedgerow"), twin).unwrap();
    let run = |arguments: &[&str]| Run::of(command(arguments).env("PATH", &folder).output().unwrap());
    let direct = run(&["explain", "duplicate-attribute"]);
    let started = run(&["twin", "explain", "duplicate-attribute"]);
    assert_eq!((started.exit_code, started.output), (direct.exit_code, direct.output));
    assert_eq!(run(&["twin", "explain", "no-such-code"]).exit_code, Some(2));
    let absent = run(&["sql", "SELECT 1"]);
    assert_eq!(absent.exit_code, Some(2));
    assert!(absent.complaints.contains("hedgerow-sql, which is not on the PATH"), "{}", absent.complaints);
}
