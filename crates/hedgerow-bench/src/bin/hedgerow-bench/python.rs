//! A peer that is a Python library. It runs in a separate interpreter, is controlled through its standard streams, and times
//! itself, so that the streams do not count.

use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use hedgerow_bench::Page;

/// The program of the interpreter.
const SCRIPT: &str = include_str!("peers.py");

/// A peer that is a Python library.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    /// Its name in the tables.
    pub(crate) name: &'static str,
    /// Its name in the script.
    word: &'static str,
}

/// All of them.
pub(crate) const LIBRARIES: &[Library] = &[
    Library { name: "selectolax (lexbor)", word: "selectolax" },
    Library { name: "selectolax (no events)", word: "selectolax-without-events" },
    Library { name: "turbohtml", word: "turbohtml" },
];

/// The time of a measurement.
pub(crate) struct Seconds {
    /// Wall-clock time.
    pub(crate) clock: f64,
    /// Processor time.
    pub(crate) processor: f64,
}

/// An interpreter that has imported a library and holds the pages.
pub(crate) struct Interpreter {
    library: Library,
    version: String,
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// The reason why a library is not available, with a remedy, on one line.
pub(crate) type Absence = String;

impl Interpreter {
    /// Starts the interpreter. A missing library is not an error.
    pub(crate) fn start(program: &str, library: Library) -> Result<Result<Self, Absence>> {
        let spawned = Command::new(program)
            .args(["-c", SCRIPT, library.word])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = match spawned {
            Ok(child) => child,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Err(format!(
                    "{} is skipped: {program} is not installed; try --python",
                    library.name
                )));
            }
            Err(error) => return Err(error).with_context(|| format!("cannot start {program}")),
        };
        let input = child.stdin.take().context("the interpreter has no input")?;
        let output = BufReader::new(child.stdout.take().context("the interpreter has no output")?);
        let child = Arc::new(Mutex::new(child));
        let mut interpreter = Self { library, version: String::new(), child, input, output };
        let greeting = interpreter.answer()?;
        if let Some(version) = greeting.strip_prefix("ready ") {
            version.clone_into(&mut interpreter.version);
            return Ok(Ok(interpreter));
        }
        let reason = greeting.strip_prefix("missing ").unwrap_or(&greeting);
        Ok(Err(format!(
            "{} is skipped: {reason}; install it with: {program} -m pip install selectolax turbohtml",
            library.name
        )))
    }

    /// Returns the version of the library.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Sends all pages to the interpreter.
    pub(crate) fn keep(&mut self, pages: &[Page]) -> Result<()> {
        for page in pages {
            writeln!(self.input, "page {}", page.text.len())?;
            self.input.write_all(page.text.as_bytes())?;
            self.input.flush()?;
            if self.answer()? != "kept" {
                bail!("{} did not accept the page {}", self.library.name, page.name);
            }
        }
        Ok(())
    }

    /// Parses a page `count` times, frees the results, and returns the time that the library reports.
    pub(crate) fn run(&mut self, page: usize, count: u32) -> Result<Seconds> {
        writeln!(self.input, "run {page} {count}")?;
        self.input.flush()?;
        let answer = self.answer()?;
        let seconds = answer.split_once(' ').and_then(|(clock, processor)| {
            Some(Seconds { clock: clock.parse().ok()?, processor: processor.parse().ok()? })
        });
        seconds.with_context(|| format!("{} answers {answer:?}", self.library.name))
    }

    /// Returns a function that kills the interpreter.
    pub(crate) fn killer(&self) -> impl FnOnce() + Send + 'static {
        let child = Arc::clone(&self.child);
        move || end(&child)
    }

    fn answer(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            let status = self.child.lock().unwrap_or_else(PoisonError::into_inner).wait()?;
            bail!("{}: the interpreter ended, {status}", self.library.name);
        }
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Interpreter {
    /// Ends the interpreter and waits for it.
    fn drop(&mut self) {
        end(&self.child);
    }
}

fn end(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    // Killing fails if the process has already ended.
    let _ = child.kill();
    let _ = child.wait();
}
