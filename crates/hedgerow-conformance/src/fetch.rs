//! `cargo xtask suite fetch`: downloads the upstream conformance suite with git.
//!
//! No single source has all files of the suite as they are pinned. Each source of `html5lib-tests/pin.json` is a sparse checkout of
//! one commit, and each file is taken from the first checkout that has it with the right checksum. For a mirror, use git's
//! `url.MIRROR.insteadOf`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand};

use crate::locate;
use crate::pin::{Pin, Source, sha256};
use crate::workspace;

/// The folder of the downloaded suite; ignored by git.
const TARGET: &str = "html5lib-tests/upstream";

/// The temporary folder in the target for the checkouts.
const TEMPORARY: &str = ".fetch";

/// A command on the suite.
#[derive(Subcommand, Debug)]
pub(crate) enum SuiteCommand {
    /// Download the upstream suite at the pinned commits
    Fetch(FetchOptions),
}

/// The options of `cargo xtask suite fetch`.
#[derive(Args, Debug, Default)]
pub(crate) struct FetchOptions {
    /// Do nothing if the suite exists: downloaded, beside the checkout, or named by `HTML5LIB_TESTS`
    #[arg(long)]
    if_missing: bool,
    /// Give up on a repository that sends almost nothing for this many seconds
    #[arg(long, value_name = "SECONDS")]
    within: Option<u64>,
}

/// Runs a command on the suite.
pub(crate) fn run(command: &SuiteCommand) -> Result<()> {
    let SuiteCommand::Fetch(options) = command;
    if options.if_missing && locate::upstream().is_some() {
        return Ok(());
    }
    let fetched = fetch(&Pin::load()?, options.within, &workspace::path(TARGET))?;
    println!("{} files in {TARGET} are as pinned", fetched.right);
    for file in &fetched.different {
        println!("differs from the pin: {file}");
    }
    for file in &fetched.missing {
        println!("not found: {file}");
    }
    match fetched.different.len() + fetched.missing.len() {
        0 => Ok(()),
        wrong => bail!("{wrong} files are not as pinned; the others are in their places and can be used"),
    }
}

/// The number of files that are as pinned, and the names of the files that differ or are missing.
#[derive(Debug, Default, PartialEq, Eq)]
struct Fetched {
    right: usize,
    different: Vec<String>,
    missing: Vec<String>,
}

/// Downloads the suite into `target`, and replaces the folders of the suite there.
fn fetch(pin: &Pin, within: Option<u64>, target: &Path) -> Result<Fetched> {
    let temporary = target.join(TEMPORARY);
    remove(&temporary)?;
    // The files of the suite that were found, each with whether it is as pinned.
    let mut found: BTreeMap<&str, (bool, Vec<u8>)> = BTreeMap::new();
    for (number, source) in pin.sources.iter().enumerate() {
        let folder = temporary.join(number.to_string());
        if let Err(error) = check_out(source, within, &folder) {
            eprintln!("cannot fetch {} at {}: {error:#}", source.name, source.commit);
            continue;
        }
        for (file, checksum) in &pin.files {
            if found.get(file.as_str()).is_some_and(|(is_right, _)| *is_right) {
                continue;
            }
            if let Some(Ok(bytes)) = source.path_of(file).map(|path| fs::read(folder.join(path))) {
                found.insert(file, (sha256(&bytes) == *checksum, bytes));
            }
        }
    }
    remove(&temporary)?;
    if found.is_empty() {
        bail!("no file of the suite could be fetched");
    }
    for name in pin.files.keys().filter_map(|file| file.split('/').next()) {
        remove(&target.join(name))?;
    }
    let mut fetched = Fetched::default();
    for file in pin.files.keys() {
        match found.get(file.as_str()) {
            Some((is_right, bytes)) => {
                write(&target.join(file), bytes)?;
                if *is_right {
                    fetched.right += 1;
                } else {
                    fetched.different.push(file.clone());
                }
            }
            None => fetched.missing.push(file.clone()),
        }
    }
    Ok(fetched)
}

/// Checks out the folder of a source.
fn check_out(source: &Source, within: Option<u64>, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let git = |arguments: &[&str]| -> Result<()> {
        let mut command = Command::new("git");
        // Inside a git hook, these variables name the repository of this project.
        command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
        command.env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null()).current_dir(folder).args(arguments);
        if let Some(seconds) = within {
            command
                .env("GIT_HTTP_LOW_SPEED_LIMIT", "100")
                .env("GIT_HTTP_LOW_SPEED_TIME", seconds.to_string());
        }
        let output = command.output().context("cannot start git")?;
        if !output.status.success() {
            bail!("git: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(())
    };
    eprintln!("fetching {} from {}", source.commit, source.repository);
    git(&["init", "--quiet"])?;
    git(&["remote", "add", "origin", &source.repository])?;
    git(&["sparse-checkout", "set", "--no-cone", &format!("/{}*", source.folder)])?;
    git(&["fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", &source.commit])?;
    git(&["checkout", "--quiet", "--detach", "FETCH_HEAD"])
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn remove(path: &Path) -> Result<()> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else if path.exists() {
        fs::remove_file(path)
    } else {
        Ok(())
    };
    removed.with_context(|| format!("cannot remove {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A folder for a test, removed at its end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("hedgerow-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a temporary folder");
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn git(folder: &Path, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .args(["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"])
            .arg("-C")
            .arg(folder)
            .args(arguments)
            .env_remove("GIT_DIR")
            .env_remove("GIT_WORK_TREE")
            .env_remove("GIT_INDEX_FILE")
            .output()
            .expect("git");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Commits some files to a repository, and returns the hash of the commit.
    fn commit(folder: &Path, files: &[(&str, &str)]) -> String {
        for (file, text) in files {
            write(&folder.join(file), text.as_bytes()).expect("a file");
        }
        git(folder, &["add", "--all"]);
        git(folder, &["commit", "--quiet", "--message", "files"]);
        git(folder, &["rev-parse", "HEAD"])
    }

    fn source(name: &str, repository: &Path, commit: &str, folder: &str, target: &str) -> Source {
        Source {
            name: name.to_owned(),
            repository: repository.display().to_string(),
            commit: commit.to_owned(),
            folder: folder.to_owned(),
            target: target.to_owned(),
            scripted_by_name: !folder.is_empty() && folder != target,
        }
    }

    #[test]
    fn takes_each_file_from_the_commit_that_has_it_right() {
        let folder = Folder::new("suite-fetch");
        let (main, other) = (folder.0.join("main"), folder.0.join("other"));
        for repository in [&main, &other] {
            fs::create_dir_all(repository).expect("a folder");
            git(repository, &["init", "--quiet"]);
        }
        let old = commit(&main, &[("tokenizer/a.test", "a"), ("tree-construction/t.dat", "old")]);
        git(&main, &["rm", "--quiet", "-r", "tree-construction"]);
        let new = commit(&main, &[("tokenizer/a.test", "b")]);
        let resources =
            [("html/t.dat", "new"), ("html/scripted_s.dat", "s"), ("html/u.dat", "not the pinned one")];
        let tree = commit(&other, &resources);

        let files = [
            ("tokenizer/a.test", "b"),
            ("tree-construction/t.dat", "new"),
            ("tree-construction/scripted/s.dat", "s"),
            ("tree-construction/u.dat", "u"),
            ("tree-construction/v.dat", "v"),
        ];
        let checksums = files.map(|(file, text)| (file.to_owned(), sha256(text.as_bytes())));
        let sources = serde_json::json!({"about": "", "sources": [], "files": {}});
        let mut pin: Pin = serde_json::from_value(sources).expect("a pin");
        pin.files = checksums.into_iter().collect();
        pin.sources = vec![
            source("html5lib-tests", &main, &new, "", ""),
            source("html5lib-tests", &main, &old, "tree-construction/", "tree-construction/"),
            source("wpt", &other, &tree, "html/", "tree-construction/"),
        ];

        let target = folder.0.join("upstream");
        write(&target.join("tokenizer/stale.test"), b"").expect("a file");
        let fetched = fetch(&pin, None, &target).expect("something was fetched");
        let expected = Fetched {
            right: 3,
            different: vec!["tree-construction/u.dat".to_owned()],
            missing: vec!["tree-construction/v.dat".to_owned()],
        };
        assert_eq!(fetched, expected);
        let read = |file: &str| fs::read_to_string(target.join(file)).ok();
        assert_eq!(read("tokenizer/a.test").as_deref(), Some("b"));
        assert_eq!(read("tokenizer/stale.test"), None);
        assert_eq!(read("tree-construction/t.dat").as_deref(), Some("new"));
        assert_eq!(read("tree-construction/scripted/s.dat").as_deref(), Some("s"));
        assert!(!target.join(TEMPORARY).exists());

        pin.sources[0].commit = "0".repeat(40);
        pin.sources.truncate(1);
        assert!(fetch(&pin, None, &target).is_err());
    }
}
