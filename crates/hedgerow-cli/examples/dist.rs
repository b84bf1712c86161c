//! Writes the shell completions and manual pages for a package of the program.
//!
//! `cargo xtask dist` runs this example with the output folder as its argument. The generators are in an example, so
//! that the program does not contain them.
#![forbid(unsafe_code)]

#[path = "../src/args.rs"]
#[allow(dead_code, reason = "only the definitions of the arguments are used, not their values")]
mod args;

use std::path::PathBuf;
use std::{env, fs, io};

use clap::{CommandFactory as _, ValueEnum as _};
use clap_complete::Shell;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map_or_else(|| PathBuf::from("target/dist"), PathBuf::from);
    let (completions, manual) = (folder.join("completions"), folder.join("man"));
    fs::create_dir_all(&completions)?;
    fs::create_dir_all(&manual)?;
    for shell in Shell::value_variants() {
        let mut command = args::Arguments::command();
        let path = clap_complete::generate_to(*shell, &mut command, "hedgerow", &completions)?;
        println!("{}", path.display());
    }
    clap_mangen::generate_to(args::Arguments::command(), &manual)?;
    for page in fs::read_dir(&manual)? {
        println!("{}", page?.path().display());
    }
    Ok(())
}
