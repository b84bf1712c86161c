//! `cargo xtask suite fetch`: downloads the upstream conformance suite with git.
//!
//! No single source has all files of the suite as they are pinned. Each file is searched for in the commits of
//! `html5lib-tests/pin.json`, in order, until one has it with the right checksum.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand};

use crate::locate;
use crate::pin::{Pin, Source, sha256};
use crate::workspace;

/// The folder of the downloaded suite; ignored by git.
const TARGET: &str = "html5lib-tests/upstream";

/// The interval at which a process with a deadline is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The temporary folder in the target for repositories and files.
const TEMPORARY: &str = ".fetch";

/// The name of the repository that `--from` replaces.
const MAIN_REPOSITORY: &str = "html5lib-tests";

/// The name of the repository that `--web-platform-tests-from` replaces.
const WEB_PLATFORM_TESTS: &str = "wpt";

/// A command on the suite.
#[derive(Subcommand, Debug)]
pub(crate) enum SuiteCommand {
    /// Download the upstream suite at the pinned commits
    Fetch(FetchOptions),
}

/// The options of `cargo xtask suite fetch`.
#[derive(Args, Debug, Default)]
pub(crate) struct FetchOptions {
    /// A repository to use instead of html5lib/html5lib-tests; if it lacks a commit, its HEAD is used
    #[arg(long, value_name = "REPOSITORY")]
    from: Option<String>,
    /// A repository to use instead of web-platform-tests/wpt; if it lacks a commit, its HEAD is used
    #[arg(long, value_name = "REPOSITORY")]
    web_platform_tests_from: Option<String>,
    /// Do nothing if the suite exists: downloaded, beside the checkout, or named by `HTML5LIB_TESTS`
    #[arg(long)]
    if_missing: bool,
    /// Give up on a repository after this many seconds
    #[arg(long, value_name = "SECONDS")]
    within: Option<u64>,
}

/// Runs a command on the suite.
pub(crate) fn run(command: &SuiteCommand) -> Result<()> {
    let SuiteCommand::Fetch(options) = command;
    if options.if_missing && locate::upstream().is_some() {
        return Ok(());
    }
    let target = workspace::path(TARGET);
    let fetched = fetch(&Pin::load()?, options, &target)?;
    let right = fetched.right;
    println!("{right} files in {TARGET} are as pinned");
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

fn read(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // An error of the pipe is ignored, because the exit code of git shows whether git has failed.
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}

/// The number of files that are as pinned, and the names of the files that differ or are missing.
#[derive(Debug, Default, PartialEq, Eq)]
struct Fetched {
    right: usize,
    different: Vec<String>,
    missing: Vec<String>,
}

/// Downloads the suite into `target`, and replaces the folders of the suite there.
fn fetch(pin: &Pin, options: &FetchOptions, target: &Path) -> Result<Fetched> {
    let temporary = target.join(TEMPORARY);
    remove(&temporary)?;
    let suite = temporary.join("suite");
    fs::create_dir_all(&suite).with_context(|| format!("cannot create {}", suite.display()))?;

    // The files that are not fetched yet, each with its contents if only a file with a wrong hash was found.
    let mut wanted: BTreeMap<&str, Option<Vec<u8>>> =
        pin.files.keys().map(|file| (file.as_str(), None)).collect();
    let mut fetched = Fetched::default();
    let mut repositories = BTreeMap::new();
    for source in &pin.sources {
        if wanted.keys().all(|file| source.path_of(file).is_none()) {
            continue;
        }
        let repository = repositories
            .entry(source.name.clone())
            .or_insert_with(|| Repository::new(source, options, &temporary));
        let commit = match repository.commit(source) {
            Ok(commit) => commit,
            Err(error) => {
                eprintln!("cannot fetch {} at {}: {error:#}", source.name, source.commit);
                continue;
            }
        };
        wanted.retain(|file, wrong| {
            let bytes = source.path_of(file).and_then(|path| repository.file(&commit, &path));
            let Some(bytes) = bytes else { return true };
            let is_right = sha256(&bytes) == pin.files[*file];
            if is_right && write(&suite.join(file), &bytes).is_ok() {
                fetched.right += 1;
                return false;
            }
            *wrong = Some(bytes);
            true
        });
    }
    for (file, wrong) in wanted {
        match wrong {
            Some(bytes) => {
                write(&suite.join(file), &bytes)?;
                fetched.different.push(file.to_owned());
            }
            None => fetched.missing.push(file.to_owned()),
        }
    }
    if fetched.right + fetched.different.len() == 0 {
        remove(&temporary)?;
        bail!("no file of the suite could be fetched");
    }
    let top: BTreeSet<&str> = pin.files.keys().filter_map(|file| file.split('/').next()).collect();
    for name in top {
        remove(&target.join(name))?;
        if suite.join(name).exists() {
            fs::rename(suite.join(name), target.join(name)).with_context(|| format!("cannot move {name}"))?;
        }
    }
    remove(&temporary)?;
    Ok(fetched)
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

/// A bare repository of our own that objects are fetched into.
struct Repository {
    folder: PathBuf,
    address: String,
    /// Whether the address was given on the command line, so that its HEAD may replace a missing commit.
    is_replaced: bool,
    is_created: bool,
    /// The time at which git is killed.
    deadline: Option<Instant>,
}

impl Repository {
    fn new(source: &Source, options: &FetchOptions, temporary: &Path) -> Self {
        let replacement = match &*source.name {
            MAIN_REPOSITORY => options.from.as_ref(),
            WEB_PLATFORM_TESTS => options.web_platform_tests_from.as_ref(),
            _ => None,
        };
        Self {
            folder: temporary.join(format!("{}.git", source.name)),
            address: replacement.unwrap_or(&source.repository).clone(),
            is_replaced: replacement.is_some(),
            is_created: false,
            deadline: options.within.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
        }
    }

    /// Fetches the commit of a source, and returns its hash; the hash of HEAD if a replacement repository
    /// lacks the commit.
    fn commit(&mut self, source: &Source) -> Result<String> {
        if !self.is_created {
            fs::create_dir_all(&self.folder)?;
            self.git(["init", "--quiet", "--bare"])?;
            self.git(["remote", "add", "origin", &self.address])?;
            self.is_created = true;
        }
        if self.has_commit(&source.commit) {
            return Ok(source.commit.clone());
        }
        eprintln!("fetching {} from {}", source.commit, self.address);
        let alone =
            self.git(["fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", &source.commit]);
        let Err(reason) = alone else { return Ok(source.commit.clone()) };
        if source.is_large && !self.is_replaced {
            return Err(reason);
        }
        // Some servers refuse to serve a commit by its hash. Then one of the branches or tags must contain it.
        self.git(["fetch", "--quiet", "--tags", "origin", "+refs/heads/*:refs/heads/*"])?;
        if self.has_commit(&source.commit) {
            return Ok(source.commit.clone());
        }
        if !self.is_replaced {
            return Err(reason);
        }
        self.git(["fetch", "--quiet", "origin", "HEAD"])?;
        let head = self.git(["rev-parse", "FETCH_HEAD"])?;
        let head = String::from_utf8_lossy(&head).trim().to_owned();
        eprintln!("{} has no commit {}: taking its HEAD, {head}", self.address, source.commit);
        Ok(head)
    }

    fn has_commit(&self, commit: &str) -> bool {
        let object = format!("{commit}^{{commit}}");
        // Without this variable, git would fetch missing objects from the server.
        let command = self.command(["cat-file", "-e", &object]).env("GIT_NO_LAZY_FETCH", "1").output();
        command.is_ok_and(|output| output.status.success())
    }

    /// Returns the bytes of a file, if the commit has it.
    fn file(&self, commit: &str, path: &str) -> Option<Vec<u8>> {
        self.git(["cat-file", "blob", &format!("{commit}:{path}")]).ok()
    }

    fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new("git");
        // Inside a git hook, these variables name the repository of this project.
        command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
        command.env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null());
        command.arg("--git-dir").arg(&self.folder).args(arguments);
        command
    }

    /// Waits for git, and kills it at the deadline.
    fn wait(&self, mut child: Child) -> Result<Output> {
        let Some(deadline) = self.deadline else { return Ok(child.wait_with_output()?) };
        // The output is read concurrently, because a file of the suite is larger than the buffer of a pipe.
        let stdout = child.stdout.take().map(|pipe| std::thread::spawn(move || read(pipe)));
        let stderr = child.stderr.take().map(|pipe| std::thread::spawn(move || read(pipe)));
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if Instant::now() >= deadline {
                child.kill()?;
                child.wait()?;
                bail!("{} did not answer in time", self.address);
            }
            std::thread::sleep(POLL_INTERVAL);
        };
        let join = |reader: Option<JoinHandle<Vec<u8>>>| {
            reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
        };
        Ok(Output { status, stdout: join(stdout), stderr: join(stderr) })
    }

    fn git<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Result<Vec<u8>> {
        let mut command = self.command(arguments);
        let child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().context("cannot start git")?;
        let output = self.wait(child)?;
        if !output.status.success() {
            bail!("git: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(output.stdout)
    }
}

#[cfg(test)]
mod tests {
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
            is_large: false,
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
        let fetched = fetch(&pin, &FetchOptions::default(), &target).expect("something was fetched");
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

        // A repository that is named on the command line need not have the commit.
        pin.sources[0].commit = "0".repeat(40);
        pin.sources.truncate(1);
        assert!(fetch(&pin, &FetchOptions::default(), &target).is_err());
        let options = FetchOptions { from: Some(main.display().to_string()), ..FetchOptions::default() };
        let fetched = fetch(&pin, &options, &target).expect("something was fetched");
        assert_eq!((fetched.right, fetched.missing.len()), (1, 4));
    }
}
