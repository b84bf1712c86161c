//! `hedgerow check`: files in, what is wrong with them out.
//!
//! What is not here: the formats and levels (`crate::check`), and what is wrong, which is the crate `hedgerow`.

use std::borrow::Cow;
use std::io::{self, StdoutLock, Write as _};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context as _, Result};
use hedgerow::{Encoding, Parsed};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::documents::Task;
use super::{CANNOT_WRITE, inputs, start_threads};
use crate::args::{CheckArguments, Colour};
use crate::check::{Checked, Counts, Format, Levels, Log};
use crate::input::Input;
use crate::ordered::{Item, in_order};
use crate::{Outcome, report};

/// After what time the progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn run(arguments: CheckArguments) -> Result<Outcome> {
    let CheckArguments { format, max_errors, deny, allow, color, documents } = arguments;
    let levels = Levels::new(&allow, &deny)?;
    let choice = match color {
        Colour::Auto => AutoStream::choice(&io::stdout()),
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    };
    let format = Format::new(format, choice != ColorChoice::Never);
    let mut task = Task::new(&documents, ())?;
    task.parser = task
        .parser
        .keep_errors(max_errors.0)
        .ignore_errors(levels.allowed())
        .authoring_rules(levels.has_authoring_rules());
    let checker = Checker { task, levels, format: format.clone() };
    let files = inputs(documents.files, "check")?;
    start_threads()?;

    let output = AutoStream::new(io::stdout().lock(), choice);
    let mut report = Report::begin(output, format, files.len()).context(CANNOT_WRITE)?;
    let work = move |file: File| {
        let answer = checker.check(&file);
        (file.input, answer)
    };
    let numbered = files.into_iter().enumerate().map(|(index, input)| File { index, input });
    in_order(numbered, work, |(input, answer)| report.push(&input, answer))
        .and_then(|()| report.end())
        .context(CANNOT_WRITE)
}

/// A file to check, and its number.
struct File {
    index: usize,
    input: Input,
}

impl Item for File {
    fn weight(&self) -> usize {
        self.input.weight()
    }
}

/// What is done with each file.
struct Checker {
    task: Task<()>,
    levels: Levels,
    format: Format,
}

/// What came of a file.
struct Answer {
    text: Vec<u8>,
    counts: Counts,
    encoding: Option<&'static str>,
}

impl Checker {
    fn check(&self, file: &File) -> Result<Answer> {
        let bytes = file.input.read()?;
        let parsed = self.task.parse(&bytes, &file.input)?;
        let source = source(&bytes, &parsed);
        let checked = Checked::new(&file.input, file.index, &source, &parsed, &self.levels);
        Ok(Answer {
            text: self.format.describe(&checked)?,
            counts: checked.counts(),
            encoding: parsed.encoding().map(|encoding| encoding.encoding.name()),
        })
    }
}

/// The text in which the errors are; it is not needed if there are none.
fn source<'b>(bytes: &'b [u8], parsed: &Parsed) -> Cow<'b, str> {
    let Some(encoding) = parsed.encoding().filter(|_| !parsed.errors().is_empty()) else {
        return Cow::Borrowed("");
    };
    let bytes = Encoding::for_bom(bytes).map_or(bytes, |(_, length)| &bytes[length..]);
    encoding.encoding.decode_without_bom_handling(bytes).0
}

/// What is written, in the order of the files.
struct Report {
    output: AutoStream<StdoutLock<'static>>,
    format: Format,
    log: Log,
    progress: Progress,
    outcome: Outcome,
    files: usize,
    files_with_findings: usize,
    counts: Counts,
}

impl Report {
    fn begin(mut output: AutoStream<StdoutLock<'static>>, format: Format, files: usize) -> io::Result<Self> {
        if matches!(format, Format::Sarif) {
            Log::begin(&mut output)?;
        }
        Ok(Self {
            output,
            format,
            log: Log::default(),
            progress: Progress::new(files),
            outcome: Outcome::Done,
            files: 0,
            files_with_findings: 0,
            counts: Counts::default(),
        })
    }

    /// Writes what came of a file.
    fn push(&mut self, input: &Input, answer: Result<Answer>) -> io::Result<()> {
        self.progress.hide();
        match answer {
            Ok(answer) => self.push_answer(input, &answer)?,
            Err(error) => {
                let message = format!("{error:#}");
                self.outcome = Outcome::SomeUnreadable;
                self.output.write_all(&self.format.describe_unreadable(&input.name(), &message)?)?;
                self.log.push_artifact(input, None);
                self.complain(&message, true)?;
            }
        }
        self.progress.advance(&mut self.output)
    }

    fn push_answer(&mut self, input: &Input, answer: &Answer) -> io::Result<()> {
        let Answer { text, counts, encoding } = answer;
        match self.format {
            Format::Sarif => self.log.write_results(text, &mut self.output)?,
            _ => self.output.write_all(text)?,
        }
        self.log.push_artifact(input, *encoding);
        self.files += 1;
        self.files_with_findings += usize::from(counts.errors + counts.warnings > 0);
        self.counts.errors += counts.errors;
        self.counts.warnings += counts.warnings;
        if counts.left_out > 0 {
            let message = format!(
                "{}: {} more, not shown (--max-errors all shows them)",
                input.name(),
                counts.left_out
            );
            self.complain(&message, false)?;
        }
        Ok(())
    }

    fn complain(&mut self, message: &str, is_error: bool) -> io::Result<()> {
        self.log.push_notification(message, is_error);
        self.output.flush()?;
        report::complain(message);
        Ok(())
    }

    /// Writes the end, and the summary on the standard error.
    fn end(mut self) -> io::Result<Outcome> {
        self.progress.hide();
        if matches!(self.format, Format::Sarif) {
            std::mem::take(&mut self.log).end(&mut self.output)?;
        }
        self.output.flush()?;
        report::complain(&self.summary());
        if self.outcome == Outcome::Done && self.counts.errors > 0 {
            self.outcome = Outcome::SomeErrors;
        }
        Ok(self.outcome)
    }

    fn summary(&self) -> String {
        let Self { files, files_with_findings, counts, .. } = self;
        let found = match (counts.errors, counts.warnings) {
            (0, 0) => return format!("nothing found in {}", number(*files, "file")),
            (errors, 0) => number(errors, "error"),
            (0, warnings) => number(warnings, "warning"),
            (errors, warnings) => format!("{} and {}", number(errors, "error"), number(warnings, "warning")),
        };
        let places = match files {
            1 => "1 file".to_owned(),
            _ => format!("{files_with_findings} of {}", number(*files, "file")),
        };
        format!("{found} in {places}; `hedgerow explain CODE` says more about a code")
    }
}

/// A number of things.
fn number(count: usize, name: &str) -> String {
    if count == 1 { format!("1 {name}") } else { format!("{count} {name}s") }
}

/// A bar on the terminal that says how many files are done, once that has taken a while.
struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    fn new(files: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
        bar.set_style(ProgressStyle::default_bar());
        Self { bar, start: Instant::now() }
    }

    /// Takes the bar away, so that something can be written.
    fn hide(&self) {
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
    }

    /// Takes note that a file is done, and shows the bar below what was written.
    fn advance(&self, output: &mut impl io::Write) -> io::Result<()> {
        self.bar.inc(1);
        if self.start.elapsed() > PATIENCE && self.bar.length() != Some(self.bar.position()) {
            output.flush()?;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.tick();
        }
        Ok(())
    }
}
