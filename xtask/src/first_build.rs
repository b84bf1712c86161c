//! `cargo xtask extra first-build`: measures what a program of one line costs to build from nothing, with hedgerow and with scraper, in
//! processor time and in bytes of the program.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::workspace;

/// A library, its dependency line, and the program of one line.
const PROGRAMS: [(&str, &str, &str); 2] = [
    (
        "hedgerow",
        "hedgerow = { path = \"CRATES/hedgerow\" }",
        "use hedgerow::Select as _; fn main() { let d = hedgerow::parse(\"<p>Hello\"); \
         for p in d.select(\"p\").unwrap() { println!(\"{}\", p.text()); } }",
    ),
    (
        "scraper",
        "scraper = { version = \"0.29.0\", default-features = false }",
        "fn main() { let d = scraper::Html::parse_document(\"<p>Hello\"); \
         for p in d.select(&scraper::Selector::parse(\"p\").unwrap()) { println!(\"{}\", p.text().collect::<String>()); } }",
    ),
];

/// Builds each program in both profiles, and prints a table. Returns whether all could be built.
pub(crate) fn run() -> Result<bool> {
    let folder = workspace::path("target/first-build");
    println!("{:<10} {:<9} {:>9} {:>9} {:>12}", "library", "profile", "processor", "elapsed", "bytes");
    let mut processor_times = Vec::new();
    for (name, dependency, program) in PROGRAMS {
        let project = folder.join(name);
        write(&project, name, dependency, program)?;
        // The crates are fetched before the measurement.
        cargo(&project, &["fetch", "--quiet"])?;
        for (profile, argument) in [("dev", "--profile=dev"), ("release", "--profile=release")] {
            let target = project.join("target");
            if target.exists() {
                fs::remove_dir_all(&target).with_context(|| format!("cannot empty {}", target.display()))?;
            }
            let (start, before) = (Instant::now(), processor_time_of_children());
            cargo(&project, &["build", "--quiet", argument])?;
            let processor = before.zip(processor_time_of_children()).map(|(before, after)| after - before);
            let binary = target.join(if profile == "dev" { "debug" } else { profile }).join("one-line");
            let bytes = fs::metadata(binary.with_extension(std::env::consts::EXE_EXTENSION))?.len();
            let seconds = processor.map_or("–".to_owned(), |seconds| format!("{seconds:.1} s"));
            let elapsed = start.elapsed().as_secs_f64();
            println!("{name:<10} {profile:<9} {seconds:>9} {elapsed:>7.1} s {bytes:>12}");
            processor_times.push(processor);
        }
    }
    if let [Some(dev), Some(release), Some(other_dev), Some(other_release)] = processor_times[..] {
        println!("hedgerow / scraper: dev {:.2}, release {:.2}", dev / other_dev, release / other_release);
    }
    Ok(true)
}

/// Writes a package of one file that is a workspace of its own.
fn write(project: &Path, name: &str, dependency: &str, program: &str) -> Result<()> {
    let crates = workspace::path("crates").canonicalize()?;
    let dependency = dependency.replace("CRATES", &crates.to_string_lossy());
    let manifest = format!(
        "[package]\nname = \"one-line\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n{dependency}\n[workspace]\n"
    );
    let write = |file: &str, text: &str| {
        let path = project.join(file);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    fs::create_dir_all(project.join("src")).with_context(|| format!("cannot make a folder for {name}"))?;
    write("Cargo.toml", &manifest)?;
    write("src/main.rs", program)
}

/// Runs cargo in the folder of a package, with the settings that a stranger has. A dependency from a registry is never compiled
/// incrementally, which takes less time than the default for a dependency by path.
fn cargo(project: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(project).env("CARGO_TARGET_DIR", project.join("target"));
    command.env("CARGO_INCREMENTAL", "0").env_remove("CARGO_PROFILE_DEV_DEBUG");
    if !command.status().context("cannot start cargo")?.success() {
        bail!("cargo {} failed in {}", arguments.join(" "), project.display());
    }
    Ok(())
}

/// Returns the processor time of all processes that this one started and that have ended, in seconds. `None` on systems other
/// than Linux.
fn processor_time_of_children() -> Option<f64> {
    /// The clock of this file has 100 ticks a second on every architecture.
    const TICKS: f64 = 100.0;
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain spaces.
    let (_, fields) = text.rsplit_once(") ")?;
    let ticks: f64 = fields.split(' ').skip(13).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    Some(ticks / TICKS)
}
