//! [`Page`]: the page of a call, parsed for the call or kept in the module.

use hedgerow::encoding::encoding_for_label;
use hedgerow::{Context, Document, EncodingHints, Parsed};

use crate::border::{Call, Text};
use crate::failure::Failure;
use crate::options::Options;
use crate::output::Output;

/// The data that a parse records in addition to the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Records {
    Nothing,
    /// The positions of nodes, and parse errors.
    Errors,
}

/// The maximum number of parse errors, and of findings of the checker, that are kept.
pub(crate) const MOST_ERRORS: usize = 10_000;

/// A page with the options of the call.
pub(crate) struct Page<'p> {
    pub(crate) parsed: &'p Parsed,
    pub(crate) options: &'p Options,
}

impl<'p> Page<'p> {
    pub(crate) fn document(&self) -> &'p Document {
        self.parsed.document()
    }

    /// The limit on the result.
    pub(crate) fn output(&self) -> Output {
        Output::new(self.options, self.document())
    }
}

/// Parses the page of a call.
pub(crate) fn parse(text: Text, options: &Options, records: Records) -> Result<Parsed, Failure> {
    let mut parser = options.parser().source_spans(records != Records::Nothing);
    if records == Records::Errors {
        parser = parser.keep_errors(MOST_ERRORS);
    }
    let context: Option<Context> =
        options.context.as_deref().map(|context| context.parse().map_err(Failure::argument)).transpose()?;
    let parsed = match (text, context) {
        (Text::Text(text), None) => parser.parse_shared(Text::into_shared(text)),
        (Text::Text(text), Some(context)) => parser.parse_fragment(&text, &context),
        (Text::Bytes(bytes), None) => parser.parse_bytes(&bytes, &hints(options)?),
        (Text::Bytes(bytes), Some(context)) => {
            parser.parse_fragment_bytes(&bytes, &hints(options)?, &context)
        }
    };
    match parsed.stop() {
        Some(stop) => Err(stop.into()),
        None => Ok(parsed),
    }
}

/// The hints at the encoding of bytes.
fn hints(options: &Options) -> Result<EncodingHints, Failure> {
    let mut hints = EncodingHints::new();
    if let Some(content_type) = &options.content_type {
        hints = hints.content_type(content_type);
    }
    if let Some(label) = &options.encoding {
        hints = hints.user(encoding_for_label(label).map_err(Failure::argument)?);
    }
    Ok(hints)
}

/// Answers a question about a page.
pub(crate) fn ask<R>(
    call: &mut Call,
    records: Records,
    question: impl FnOnce(&Page<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let options = call.options()?;
    let parsed = parse(call.take_text(), &options, records)?;
    question(&Page { parsed: &parsed, options: &options })
}
