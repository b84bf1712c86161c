//! `cargo xtask dist`: builds a package of the program: the program, shell completions and manual pages.
//!
//! The program is [trained](Training) on generated pages, if the tools for that are installed.
//!
//! An example of the program's crate writes completions and manual pages, so that neither the program nor the xtask depends on
//! the libraries for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::training::Training;
use crate::workspace;

/// The commands that the program is trained with.
const COMMANDS: [&[&str]; 6] = [
    &["tree"],
    &["tree", "--format", "json"],
    &["select", "a[href]"],
    &["format"],
    &["minify"],
    &["check", "--format", "json"],
];

/// The number of runs of each program in the comparison.
const RUNS: usize = 11;

/// Writes the package into a folder below the root of the workspace.
pub(crate) fn run(folder: &str) -> Result<()> {
    let mut program = workspace::build_for_users("hedgerow-cli", "hedgerow")?;
    if let Some(training) = Training::new()? {
        let pages = training.pages()?;
        let counting = build(&training.counting())?;
        for command in COMMANDS {
            run_program(&counting, command, &pages)?;
        }
        let guided = build(&training.guided()?)?;
        print_gain(&program, &guided, &pages)?;
        program = guided;
    }
    let path = workspace::path(folder);
    fs::create_dir_all(&path).with_context(|| format!("cannot create {}", path.display()))?;
    let copy = path.join(program.file_name().context("the program has a name")?);
    fs::copy(&program, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
    println!("{folder}/{}", copy.file_name().unwrap_or_default().display());
    if !workspace::cargo(&["run", "--quiet", "--package", "hedgerow-cli", "--example", "dist", folder], &[])?
    {
        bail!("the completions and manual pages could not be written");
    }
    Ok(())
}

fn build(arguments: &[String]) -> Result<PathBuf> {
    let mut options = vec!["--release"];
    options.extend(arguments.iter().map(String::as_str));
    workspace::build("hedgerow-cli", "hedgerow", &options)
}

/// Runs a command of the program over the pages. `check` fails, because the pages have errors.
fn run_program(program: &Path, arguments: &[&str], pages: &Path) -> Result<()> {
    let output = Command::new(program).args(arguments).arg(pages).output()?;
    if !output.status.success() && arguments[0] != "check" {
        bail!("{} failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Runs both programs in turn, and prints the shortest times.
fn print_gain(plain: &Path, guided: &Path, pages: &Path) -> Result<()> {
    let arguments = ["select", "--count", "--jobs", "1", "a[href]"];
    let mut shortest = [Duration::MAX; 2];
    for _ in 0..RUNS {
        for (program, shortest) in [plain, guided].into_iter().zip(&mut shortest) {
            let start = Instant::now();
            run_program(program, &arguments, pages)?;
            *shortest = start.elapsed().min(*shortest);
        }
    }
    let [plain, guided] = shortest;
    let gain = 100.0 * (1.0 - guided.as_secs_f64() / plain.as_secs_f64());
    println!("profile-guided: {guided:.1?} instead of {plain:.1?} for the generated pages, {gain:.0} % less");
    Ok(())
}
