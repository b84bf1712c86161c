//! `hedgerow check`: reports the errors of documents. The formats and levels are in `crate::check`.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, StdoutLock, Write as _};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context as _, Result};
use hedgerow::errors::ErrorKind;
use serde_json::json;

use super::common::{CANNOT_WRITE, Settings, inputs};
use super::documents::{self, Piece, Reading, decoded, report_all};
use crate::args::{CheckArguments, CheckFormat};
use crate::check::{Checked, Counts, Format, Level, Levels, Log, has_suppressions};
use crate::input::{Document, Name};
use crate::json_text::write_line;
use crate::ordered::Weight;
use crate::{Outcome, report};

/// The default of `--max-errors` for the formats for people.
const MAX_FINDINGS: usize = 100;

/// The number of findings of the conformance checker that are kept for each document, if `--max-errors` is not greater. Allowed
/// and suppressed findings are among them.
const MOST_KEPT: usize = 100_000;

pub(super) fn run(arguments: CheckArguments, settings: &Settings) -> Result<Outcome> {
    let CheckArguments { format, level, max_errors, deny, allow, statistics, rules, documents } = arguments;
    if rules {
        return write_rules();
    }
    let levels = Levels::new(&allow, &deny, level.into())?;
    let choice = settings.colour_choice();
    let is_for_people = matches!(format, CheckFormat::Human | CheckFormat::Short);
    let most = if is_for_people && !statistics { MAX_FINDINGS } else { usize::MAX };
    let most = max_errors.map_or(most, |most| most.0);
    let format = Format::new(format, choice != ColorChoice::Never);
    let mut reading = Reading::new(&documents)?;
    reading.parser = reading
        .parser
        .keep_errors(most)
        .ignore_errors(levels.allowed())
        // The checker and the related places of a finding need the spans of elements.
        .source_spans(true);
    let checker = Checker { reading, levels, format: format.clone(), most, counts_codes: statistics };
    let inputs = inputs(documents.files, "check", &documents.limits)?;

    // In formats for programs, the stream must not remove escape sequences, because a file name may contain them.
    let choice = if is_for_people { choice } else { ColorChoice::AlwaysAnsi };
    let output = AutoStream::new(io::stdout().lock(), choice);
    let mut findings = Report::begin(output, format).context(CANNOT_WRITE)?;
    findings.has_statistics = statistics;
    let work = move |name: &Name, document: Document, put: &mut dyn FnMut(Answer) -> io::Result<()>| {
        Ok(put(checker.check(name, &document)?)?)
    };
    report_all(inputs, settings, work, &mut findings)?;
    findings.end().context(CANNOT_WRITE)
}

/// Writes the requirements that the checker knows as lines of JSON.
fn write_rules() -> Result<Outcome> {
    let mut output = Vec::new();
    for requirement in hedgerow::requirements() {
        let line = json!({
            "code": requirement.rule.code(),
            "level": requirement.level.name(),
            "language": requirement.language,
            "element": requirement.element,
            "attribute": requirement.attribute,
            "text": requirement.text,
            "address": requirement.address,
        });
        write_line(&line, &mut output).context(CANNOT_WRITE)?;
    }
    io::stdout().lock().write_all(&output).context(CANNOT_WRITE)?;
    Ok(Outcome::Done)
}

/// Checks each file.
struct Checker {
    reading: Reading,
    levels: Levels,
    format: Format,
    /// The maximum number of findings of a file.
    most: usize,
    /// Whether the findings of each code are counted instead of formatted.
    counts_codes: bool,
}

/// The number of findings of each code.
type Statistics = BTreeMap<ErrorKind, (Level, usize)>;

/// The findings of a file, formatted and counted.
struct Answer {
    text: Vec<u8>,
    counts: Counts,
    /// The number of findings of each code, if they are needed.
    statistics: Statistics,
    encoding: Option<&'static str>,
    /// Whether the document was checked; XHTML is not checked.
    is_checked: bool,
}

impl Weight for Answer {
    fn weight(&self) -> usize {
        self.text.capacity()
    }
}

impl Checker {
    fn check(&self, name: &Name, document: &Document) -> Result<Answer> {
        if document.is_xhtml(name) {
            return Ok(Answer {
                text: Vec::new(),
                counts: Counts::default(),
                statistics: Statistics::new(),
                encoding: None,
                is_checked: false,
            });
        }
        let mut parsed = self.reading.parse(name, document)?;
        let are_all_kept = parsed.errors_left_out().next().is_none();
        let findings = self.levels.has_authoring_rules().then(|| parsed.check(self.most.max(MOST_KEPT)));
        let (findings, left_out) = findings.map(|found| (found.list, found.left_out)).unwrap_or_default();
        let has_errors = !parsed.errors().is_empty() || !findings.is_empty() || !are_all_kept;
        let has_suppressions = has_errors && has_suppressions(&document.bytes);
        if has_suppressions && !are_all_kept {
            // Suppressed findings do not count for the maximum.
            let mut reading = self.reading.clone();
            reading.parser = reading.parser.keep_errors(usize::MAX);
            parsed = reading.parse(name, document)?;
        }
        // The text is only needed for the excerpts of errors.
        let source = if has_errors { decoded(document, &parsed) } else { Cow::Borrowed("") };
        let mut checked = Checked::new(name, &source, &parsed, (&findings, &left_out), &self.levels);
        checked.truncate(self.most);
        for message in &checked.unknown {
            report::complain(message);
        }
        let (text, statistics) = if self.counts_codes {
            (Vec::new(), checked.statistics())
        } else {
            (self.format.describe(&checked)?, Statistics::new())
        };
        Ok(Answer {
            text,
            counts: checked.counts(),
            statistics,
            encoding: parsed.encoding().map(|encoding| encoding.encoding.name()),
            is_checked: true,
        })
    }
}

/// Writes the findings in the order of the files, and counts them.
struct Report {
    output: AutoStream<StdoutLock<'static>>,
    format: Format,
    /// The log, if the format is SARIF. It grows with the number of files.
    log: Option<Log>,
    outcome: Outcome,
    files: usize,
    files_with_findings: usize,
    counts: Counts,
    has_statistics: bool,
    statistics: Statistics,
}

impl documents::Report<Answer> for Report {
    fn push(&mut self, Piece { name, answer, .. }: Piece<Answer>) -> io::Result<()> {
        match answer {
            Ok(answer) => self.push_answer(&name, &answer),
            Err(error) => {
                let message = format!("{error:#}");
                self.outcome = Outcome::SomeUnreadable;
                self.output.write_all(&self.format.describe_unreadable(&name, &message)?)?;
                if let Some(log) = &mut self.log {
                    log.push_artifact(&name, None);
                }
                self.complain(&message, true)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    fn complains(&self, answer: &Result<Answer>) -> bool {
        answer.as_ref().map_or(true, |answer| answer.counts.left_out > 0 || !answer.is_checked)
    }
}

impl Report {
    fn begin(mut output: AutoStream<StdoutLock<'static>>, format: Format) -> io::Result<Self> {
        let log = match format {
            Format::Sarif => {
                Log::begin(&mut output)?;
                Some(Log::default())
            }
            _ => None,
        };
        Ok(Self {
            output,
            format,
            log,
            outcome: Outcome::Done,
            files: 0,
            files_with_findings: 0,
            counts: Counts::default(),
            has_statistics: false,
            statistics: Statistics::new(),
        })
    }

    fn push_answer(&mut self, name: &Name, answer: &Answer) -> io::Result<()> {
        let Answer { text, counts, statistics, encoding, is_checked } = answer;
        if !is_checked {
            let message = format!("{}: not checked, because browsers parse XHTML as XML", name.for_message());
            return self.complain(&message, false);
        }
        match &mut self.log {
            Some(log) => {
                log.write_results(text, &mut self.output)?;
                log.push_artifact(name, *encoding);
            }
            None => self.output.write_all(text)?,
        }
        for (kind, (level, count)) in statistics {
            self.statistics.entry(*kind).or_insert((*level, 0)).1 += count;
        }
        self.files += 1;
        self.files_with_findings += usize::from(counts.errors + counts.warnings > 0);
        self.counts.errors += counts.errors;
        self.counts.warnings += counts.warnings;
        if counts.left_out > 0 {
            let message =
                format!("{}: {} more (--max-errors all shows them)", name.for_message(), counts.left_out);
            self.complain(&message, false)?;
        }
        Ok(())
    }

    fn complain(&mut self, message: &str, is_error: bool) -> io::Result<()> {
        if let Some(log) = &mut self.log {
            log.push_notification(message, is_error);
        }
        self.output.flush()?;
        report::complain(message);
        Ok(())
    }

    /// Ends the log, and writes the summary to the standard error.
    fn end(mut self) -> io::Result<Outcome> {
        if let Some(log) = self.log.take() {
            log.end(&mut self.output)?;
        }
        if self.has_statistics {
            self.write_statistics()?;
        }
        self.output.flush()?;
        report::complain(&self.summary());
        Ok(match self.outcome {
            Outcome::Done if self.counts.errors > 0 => Outcome::SomeErrors,
            // The argument is a mistake if it names nothing to check.
            Outcome::Done if self.files == 0 => Outcome::SomeUnreadable,
            outcome => outcome,
        })
    }

    /// Writes the number of findings of each code, the most frequent first.
    fn write_statistics(&mut self) -> io::Result<()> {
        let mut lines: Vec<_> = self.statistics.iter().collect();
        lines.sort_by_key(|(kind, (_, count))| (Reverse(*count), kind.code()));
        for (kind, (level, count)) in lines {
            writeln!(self.output, "{count:>7} {:<7} {}", level.name(), kind.code())?;
        }
        Ok(())
    }

    fn summary(&self) -> String {
        let Self { files, files_with_findings, counts, .. } = self;
        let found = match (counts.errors, counts.warnings) {
            (0, 0) if *files == 0 => return "no HTML was checked".to_owned(),
            (0, 0) => return format!("no errors in {}", number(*files, "file")),
            (errors, 0) => number(errors, "error"),
            (0, warnings) => number(warnings, "warning"),
            (errors, warnings) => format!("{} and {}", number(errors, "error"), number(warnings, "warning")),
        };
        let places = match files {
            1 => "1 file".to_owned(),
            _ => format!("{files_with_findings} of {}", number(*files, "file")),
        };
        format!("{found} in {places}; `hedgerow explain CODE` explains a code")
    }
}

/// Returns a count with its noun in the singular or plural.
fn number(count: usize, name: &str) -> String {
    if count == 1 { format!("1 {name}") } else { format!("{count} {name}s") }
}
