//! Code that several commands share: the settings, the inputs, the encoding hints, and messages.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::num::NonZeroUsize;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context as _, Result, anyhow, ensure};
use clap::CommandFactory as _;
use clap::error::ErrorKind;
use hedgerow::EncodingHints;
use hedgerow::encoding::{MimeType, encoding_for_label};
use hedgerow::limits::{Limit, Stop};
use rayon::ThreadPoolBuilder;

use crate::args::documents::FolderArguments;
use crate::args::{Arguments, Colour, EncodingHintArguments, LimitArguments, SettingArguments};
use crate::input::Inputs;

/// The error message for an output that cannot be written.
pub(crate) const CANNOT_WRITE: &str = "cannot write to the standard output";

/// The settings of all commands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The number of threads, if the arguments contain it.
    pub(super) jobs: Option<NonZeroUsize>,
    colour: Colour,
}

/// The maximum number of threads. A larger `--jobs` is reduced to it, because the program ends with an error if the system
/// cannot start that many threads.
const MAX_THREADS: usize = 256;

impl From<SettingArguments> for Settings {
    fn from(SettingArguments { jobs, color }: SettingArguments) -> Self {
        Self { jobs, colour: color }
    }
}

impl Settings {
    /// Starts the threads. Their number is that of `--jobs`, otherwise that of `RAYON_NUM_THREADS`, otherwise the number of
    /// cores.
    pub(super) fn start_threads(self) -> Result<()> {
        let of_variable = || env::var("RAYON_NUM_THREADS").ok()?.parse().ok();
        // With 0, rayon uses the number of cores.
        let number = self.threads(|| of_variable().unwrap_or(0));
        ThreadPoolBuilder::new()
            .num_threads(number)
            .build_global()
            .context("cannot start the threads; try a smaller --jobs")
    }

    /// Returns the number of threads of `--jobs`, otherwise `default`, but at most [`MAX_THREADS`].
    pub(super) fn threads(self, default: impl FnOnce() -> usize) -> usize {
        self.jobs.map_or_else(default, NonZeroUsize::get).min(MAX_THREADS)
    }

    /// Whether the standard output is coloured.
    pub(super) fn colour_choice(self) -> ColorChoice {
        match self.colour {
            Colour::Auto => AutoStream::choice(&io::stdout()),
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        }
    }
}

/// Returns the inputs of a command; without arguments, the standard input, unless it is a terminal.
pub(super) fn inputs(files: Vec<OsString>, command: &'static str, limits: &LimitArguments) -> Result<Inputs> {
    inputs_of(files, command, limits.bytes, limits.folders.clone())
}

/// Returns the inputs of a command; documents have at most `max_bytes`.
pub(super) fn inputs_of(
    files: Vec<OsString>,
    command: &'static str,
    max_bytes: usize,
    folders: FolderArguments,
) -> Result<Inputs> {
    if !files.is_empty() {
        return Ok(Inputs::new(files, command, max_bytes, folders));
    }
    if io::stdin().is_terminal() {
        return Err(nothing_to_read(command).into());
    }
    Ok(Inputs::new(vec!["-".into()], command, max_bytes, folders))
}

fn nothing_to_read(name: &str) -> clap::Error {
    let mut all = Arguments::command();
    all.build();
    let mut command = all.find_subcommand_mut(name).map(|command| command.clone()).unwrap_or(all);
    let message = format!(
        "no input: name a file, pipe a document into the program, or run `hedgerow {name} -` and type a document"
    );
    command.error(ErrorKind::MissingRequiredArgument, message)
}

/// Describes why the parser stopped, and names the option that sets the limit, if there is one.
pub(crate) fn describe_stop(stop: Stop) -> String {
    let Stop::Limit(limit) = stop else { return stop.to_string() };
    match limit {
        Limit::Bytes { .. } => format!("{limit}, which is the limit; --max-bytes sets it"),
        Limit::Nodes { .. } => format!("{limit}, which is the limit; --max-nodes sets it"),
        Limit::Depth { .. } => format!("{limit}, which is the limit; --max-depth sets it"),
        Limit::Output { .. } => format!("{limit}, which is the limit; --max-answer sets it"),
        Limit::Steps { .. } => format!("{limit}, which is the limit; --max-steps sets it"),
        // The limit is the constant `COPIED_TEXT` in `args/documents.rs`; no option changes it.
        Limit::CopiedText { .. } => format!("{limit}, which is the limit of this program"),
        _ => stop.to_string(),
    }
}

/// Returns the encoding hints of the arguments.
pub(super) fn encoding_hints(arguments: &EncodingHintArguments) -> Result<EncodingHints> {
    let mut hints = EncodingHints::new();
    if let Some(label) = &arguments.encoding {
        hints = hints.user(encoding_for_label(label).map_err(|error| anyhow!("--encoding: {error}"))?);
    }
    if let Some(content_type) = &arguments.transport {
        ensure!(
            MimeType::extract(content_type).is_some(),
            "--transport: not a Content-Type: {content_type:?}; write it as `text/html; charset=utf-8`, or name the encoding \
             with --encoding"
        );
        hints = hints.content_type(content_type);
    }
    if let Some(domain) = &arguments.top_level_domain {
        hints = hints.top_level_domain(domain);
    }
    if let Some(language) = &arguments.locale {
        hints = hints.locale(language);
    }
    Ok(hints.prefer_utf8(arguments.prefer_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_threads_has_a_maximum() {
        let threads = |jobs, default| {
            Settings { jobs: NonZeroUsize::new(jobs), colour: Colour::Auto }.threads(|| default)
        };
        assert_eq!([threads(2, 8), threads(0, 8)], [2, 8]);
        assert_eq!([threads(1_000_000, 8), threads(0, 1_000_000)], [MAX_THREADS; 2]);
    }
}
