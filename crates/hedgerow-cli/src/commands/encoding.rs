//! `hedgerow encoding`: files in, their encodings out.
//!
//! What is not here: how an encoding is determined, which is the crate `hedgerow`.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result};
use hedgerow::{Confidence, EncodingHints, EncodingReason, Parser, determine_encoding};

use super::{CANNOT_WRITE, encoding_hints, inputs, start_threads};
use crate::args::EncodingArguments;
use crate::input::Input;
use crate::ordered::in_order;
use crate::{Outcome, report};

pub(super) fn run(arguments: EncodingArguments) -> Result<Outcome> {
    let hints = encoding_hints(&arguments.encoding)?;
    let inputs = inputs(arguments.files, "encoding")?;
    start_threads()?;
    let mut headings = inputs.iter().map(Input::heading).collect::<Vec<_>>().into_iter();
    let mut outcome = Outcome::Done;
    let mut output = io::stdout().lock();
    let answer = move |input: Input| -> Result<String> { Ok(describe(&input.read()?, &hints)) };
    in_order(inputs.into_iter(), answer, |answer| {
        let heading = headings.next().unwrap_or_default();
        match answer {
            Ok(answer) => output.write_all(&[&heading[..], b": ", answer.as_bytes(), b"\n"].concat()),
            Err(error) => {
                output.flush()?;
                report::complain(&format!("{error:#}"));
                outcome = Outcome::SomeUnreadable;
                Ok(())
            }
        }
    })
    .and_then(|()| output.flush())
    .context(CANNOT_WRITE)?;
    Ok(outcome)
}

/// The encoding, the confidence in it, and why: as it is sniffed; or as a `meta` element has it that is found later.
fn describe(bytes: &[u8], hints: &EncodingHints) -> String {
    let sniffed = determine_encoding(bytes, hints);
    let mut found = sniffed;
    if sniffed.confidence == Confidence::Tentative
        && let Some(encoding) = Parser::new().parse_bytes(bytes, hints).encoding()
        && encoding.reason == EncodingReason::LateMeta
    {
        found = encoding;
    }
    let confidence = match found.confidence {
        Confidence::Certain => "certain",
        Confidence::Tentative => "tentative",
    };
    let answer = format!("{}, {confidence}: {}", found.encoding.name(), found.reason);
    if found == sniffed {
        answer
    } else {
        format!("{answer} (first taken for {}: {})", sniffed.encoding.name(), sniffed.reason)
    }
}
