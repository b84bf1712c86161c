//! A peer in a process of its own. It is controlled through its standard streams, and times itself, so that its times
//! do not include the communication.
//!
//! ```text
//! <- ready VERSION, or missing REASON
//! -> page LENGTH, a line feed, and the text      <- kept
//! -> run INDEX COUNT                             <- seconds of wall-clock time and of processor time
//! ```

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use hedgerow_bench::Page;

/// The time of a measurement.
pub(crate) struct Seconds {
    /// Wall-clock time.
    pub(crate) clock: f64,
    /// Processor time.
    pub(crate) processor: f64,
}

/// A process that holds the pages.
pub(crate) struct Process {
    name: &'static str,
    version: String,
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// The reason why a peer is not available.
pub(crate) type Absence = String;

impl Process {
    /// Starts the process. A missing library is not an error.
    pub(crate) fn start(name: &'static str, command: &mut Command) -> Result<Result<Self, Absence>> {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = match spawned {
            Ok(child) => child,
            Err(error) => {
                return Ok(Err(format!("cannot start {}: {error}", command.get_program().display())));
            }
        };
        let input = child.stdin.take().context("the process has no input")?;
        let output = BufReader::new(child.stdout.take().context("the process has no output")?);
        let child = Arc::new(Mutex::new(child));
        let mut process = Self { name, version: String::new(), child, input, output };
        let greeting = process.answer()?;
        let Some(version) = greeting.strip_prefix("ready ") else {
            return Ok(Err(greeting.strip_prefix("missing ").unwrap_or(&greeting).to_owned()));
        };
        version.clone_into(&mut process.version);
        Ok(Ok(process))
    }

    /// Returns the version of the library.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Sends all pages to the process.
    pub(crate) fn keep(&mut self, pages: &[Page]) -> Result<()> {
        for page in pages {
            writeln!(self.input, "page {}", page.text.len())?;
            self.input.write_all(page.text.as_bytes())?;
            self.input.flush()?;
            if self.answer()? != "kept" {
                bail!("{} did not accept the page {}", self.name, page.name);
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
        seconds.with_context(|| format!("{}: unexpected output {answer:?}", self.name))
    }

    /// Returns a function that kills the process.
    pub(crate) fn killer(&self) -> impl FnOnce() + Send + 'static {
        let child = Arc::clone(&self.child);
        move || end(&child)
    }

    fn answer(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            let status = self.child.lock().unwrap_or_else(PoisonError::into_inner).wait()?;
            bail!("{}: the process ended, {status}", self.name);
        }
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Process {
    /// Ends the process and waits for it.
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
