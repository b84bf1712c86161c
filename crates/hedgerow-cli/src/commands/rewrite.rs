//! `hedgerow rewrite`: edits documents by selector while they pass.
//!
//! A single document is never in memory as a whole. Several documents are read and rewritten in parallel, as in other commands.

use std::io::{self, BufWriter, Write};
use std::sync::Mutex;

use anyhow::{Context as _, Error, Result, anyhow, ensure};
use hedgerow::rewrite::{Beyond, Checks, Element, Outcome as RunOutcome, RewriteError, Rewriter};
use hedgerow::{EncodingHints, Selector};

use super::common::{CANNOT_WRITE, Settings, inputs_of};
use super::documents::{Complaints, Hints, Pieces, answer_all, complain};
use super::write::overwrite;
use crate::Outcome;
use crate::args::rewrite::{Edit, RewriteArguments};
use crate::input::{Document, Input, Name};

/// The maximum number of refused edits that are reported for a document; the others are counted.
const MOST_REPORTS: usize = 100;

pub(super) fn run(arguments: RewriteArguments, settings: &Settings) -> Result<Outcome> {
    let RewriteArguments {
        files,
        edits,
        write,
        force,
        scripting,
        max_held,
        keep_held,
        max_bytes,
        encoding,
        folders,
    } = arguments;
    ensure!(
        !edits.0.is_empty(),
        "no edit: name at least one, such as `--remove SELECTOR`; see `hedgerow help rewrite`"
    );
    let edits = edits.0.into_iter().map(|edit| {
        let selector = Selector::parse(&edit.selector);
        let selector = selector.with_context(|| format!("--{}: invalid selector", edit.kind.option))?;
        Rewriter::new().on(&selector, |_| Ok(())).with_context(|| format!("--{}", edit.kind.option))?;
        Ok((selector, edit))
    });
    let rewrite = Rewrite {
        edits: edits.collect::<Result<_>>()?,
        checks: if force { Checks::Report } else { Checks::Refuse },
        scripting,
        max_held,
        beyond: if keep_held { Beyond::KeepSource } else { Beyond::Error },
        hints: Hints::new(&encoding)?,
    };
    let mut inputs = inputs_of(files, "rewrite", max_bytes, folders)?;
    if !write
        && !inputs.are_several()
        && let Some(only) = inputs.next()
    {
        return rewrite.stream(only);
    }
    let work = move |name: &Name, document: Document, put: &mut dyn FnMut(Vec<u8>) -> io::Result<()>| {
        let hints = rewrite.hints.of(&document);
        let read = |take: &mut Take<'_>| take(&document.bytes);
        if !write {
            let mut pieces = Pieces::new(put);
            let found = rewrite.document(name, &hints, &mut pieces, read)?;
            let rest = pieces.rest;
            put(rest)?;
            return found.into_result();
        }
        let mut rewritten = Vec::new();
        let mut found = rewrite.document(name, &hints, &mut rewritten, read)?;
        if found.outcome != Outcome::SomeUnreadable && rewritten != document.bytes {
            match overwrite(name, &document, &rewritten) {
                Ok(()) => put([&name.heading(), &b"\n"[..]].concat())?,
                Err(error) => found.fail(&error),
            }
        }
        found.into_result()
    };
    answer_all(inputs, settings, work, move |output, heading, written: Vec<u8>| {
        if !write {
            heading.write(output)?;
        }
        output.write_all(&written)
    })
}

/// Takes the next bytes of a document.
type Take<'t> = dyn FnMut(&[u8]) -> Result<()> + 't;

struct Rewrite {
    edits: Vec<(Selector, Edit)>,
    checks: Checks,
    scripting: bool,
    max_held: usize,
    beyond: Beyond,
    hints: Hints,
}

/// The edits of a document that were refused.
#[derive(Default)]
struct Reports {
    /// The first ones, in words.
    first: Vec<String>,
    count: u64,
}

impl Reports {
    fn push(&mut self, report: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < MOST_REPORTS {
            self.first.push(report());
        }
    }
}

impl Rewrite {
    /// Rewrites a document while it is read, and writes it to the standard output.
    fn stream(&self, input: Input) -> Result<Outcome> {
        let hints = self.hints.of_arguments();
        let name = input.name.clone();
        let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let found = self.document(&name, hints, &mut output, |take| input.read_in_pieces(take))?;
        output.flush().context(CANNOT_WRITE)?;
        Ok(found.into_result().map_or_else(complain, |()| Outcome::Done))
    }

    /// Rewrites a document that `read` reads. Returns all messages about the document; the error is that of the writer.
    fn document(
        &self,
        name: &Name,
        hints: &EncodingHints,
        mut writer: impl Write,
        read: impl FnOnce(&mut Take<'_>) -> Result<()>,
    ) -> Result<Complaints> {
        let refused = Mutex::default();
        let describe = |error| match error {
            RewriteError::Io(error) => Error::new(error).context(CANNOT_WRITE),
            error @ RewriteError::Limit => {
                anyhow!("cannot rewrite {}: {error}; --max-held sets it", name.for_message())
            }
            error => anyhow!("cannot rewrite {}: {error}", name.for_message()),
        };
        let mut stream = self.rewriter(&refused)?.stream_bytes(hints, &mut writer);
        let read = read(&mut |piece| {
            stream.feed(piece).map_err(describe)?;
            stream.flush().context(CANNOT_WRITE)
        });
        let ended = read.and_then(|()| Ok(stream.finish().map_err(describe)?.1));
        let Reports { first, mut count } = refused.into_inner().unwrap_or_default();
        let mut found = Complaints { lines: first, outcome: Outcome::Done };
        if count > 0 {
            found.outcome = Outcome::SomeErrors;
        }
        let mut failure = None;
        let mut not_edited = RunOutcome::default();
        match ended {
            Ok(ended) => {
                count += ended.unchecked_count + ended.departure_count;
                let unchecked = ended.unchecked.iter().map(|(reason, at)| (at, reason.to_string()));
                let departures = ended.departures.iter().map(|(reason, at)| (at, reason.to_string()));
                let made = unchecked.chain(departures);
                found.lines.extend(
                    made.map(|(at, reason)| format!("at byte {at}: an edit was made although {reason}")),
                );
                if ended.undecided > 0 || ended.was_cut {
                    found.outcome = Outcome::SomeErrors;
                }
                not_edited = ended;
            }
            Err(error) if error.downcast_ref() == Some(&CANNOT_WRITE) => return Err(error),
            Err(error) => failure = Some(error),
        }
        let more = count - found.lines.len() as u64;
        found.lines.extend((more > 0).then(|| format!("and {more} more edits")));
        if not_edited.undecided > 0 {
            let count = not_edited.undecided;
            let line =
                "elements left as they are, because their selector is not decided within --max-held bytes";
            found.lines.push(format!("{line}: {count}"));
        }
        if not_edited.was_cut {
            found.lines.push(
                "the rest of the document is left as it is, because more than --max-held bytes would be held"
                    .to_owned(),
            );
        }
        for line in &mut found.lines {
            *line = format!("{}: {line}", name.for_message());
        }
        if let Some(error) = failure {
            found.fail(&error);
        }
        Ok(found)
    }

    /// Returns a rewriter with all edits, which reports refused ones.
    fn rewriter<'r>(&'r self, refused: &'r Mutex<Reports>) -> Result<Rewriter<'r>> {
        let rewriter =
            Rewriter::new().checks(self.checks).scripting(self.scripting).limit(self.max_held, self.beyond);
        self.edits.iter().try_fold(rewriter, |rewriter, (selector, edit)| {
            let handler = |element: &mut Element<'_, '_>| {
                if !element.is_removed()
                    && let Err(error) = (edit.kind.make)(element, &edit.value)
                    && let Ok(mut refused) = refused.lock()
                {
                    refused.push(|| {
                        let (at, element) = (element.source_offset(), element.local_name());
                        format!("at byte {at}: <{element}>: --{} is refused: {error}", edit.kind.option)
                    });
                }
                Ok(())
            };
            Ok(rewriter.on(selector, handler)?)
        })
    }
}
