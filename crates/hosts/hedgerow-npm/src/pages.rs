//! [`Page`]: the page of a call, parsed for the call or kept in the module.

use std::cell::RefCell;

use hedgerow::encoding::encoding_for_label;
use hedgerow::errors::ParseError;
use hedgerow::{Context, Document, EncodingHints};

use crate::border::{Answer, Call, Text};
use crate::failure::Failure;
use crate::options::Options;
use crate::output::Output;

/// The data that a parse records in addition to the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Records {
    Nothing,
    /// The positions of nodes.
    Spans,
    /// The positions of nodes, and parse errors.
    Errors,
}

/// The maximum number of parse errors, and of findings of the checker, that are kept.
pub(crate) const MOST_ERRORS: usize = 10_000;

/// A parsed page.
pub(crate) struct Kept {
    pub(crate) document: Document,
    pub(crate) errors: Vec<ParseError>,
    /// The options of the parse, such as `scripting`, which hold for all questions.
    options: Options,
}

thread_local! {
    /// The documents of JavaScript. The handle of a document is its index plus 1.
    static PAGES: RefCell<Vec<Option<Kept>>> = const { RefCell::new(Vec::new()) };
}

/// A page with the options of the call.
pub(crate) struct Page<'p> {
    pub(crate) document: &'p Document,
    pub(crate) errors: &'p [ParseError],
    pub(crate) options: &'p Options,
}

impl Page<'_> {
    /// The limit on the result.
    pub(crate) fn output(&self) -> Output {
        Output::new(self.options, self.document)
    }
}

/// Parses the page of a call.
fn parse(text: Text, options: Options, records: Records) -> Result<Kept, Failure> {
    let mut parser = options.parser().source_spans(records != Records::Nothing);
    if records == Records::Errors {
        parser = parser.keep_errors(MOST_ERRORS);
    }
    let context: Option<Context> =
        options.context.as_deref().map(|context| context.parse().map_err(Failure::argument)).transpose()?;
    let parsed = match (text, context) {
        (Text::Text(text), None) => parser.parse_shared(Text::into_shared(text)),
        (Text::Text(text), Some(context)) => parser.parse_fragment(&text, &context),
        (Text::Bytes(bytes), None) => parser.parse_bytes(&bytes, &hints(&options)?),
        (Text::Bytes(bytes), Some(context)) => {
            parser.parse_fragment_bytes(&bytes, &hints(&options)?, &context)
        }
    };
    if let Some(stop) = parsed.stop() {
        return Err(stop.into());
    }
    let (document, errors) = parsed.into_parts();
    Ok(Kept { document, errors, options })
}

/// The hints at the encoding of bytes.
pub(crate) fn hints(options: &Options) -> Result<EncodingHints, Failure> {
    let mut hints = EncodingHints::new();
    if let Some(content_type) = &options.content_type {
        hints = hints.content_type(content_type);
    }
    if let Some(label) = &options.encoding {
        hints = hints.user(encoding_for_label(label).map_err(Failure::argument)?);
    }
    Ok(hints)
}

/// Answers a question about the page of a call.
pub(crate) fn ask<R>(
    call: &mut Call,
    records: Records,
    question: impl FnOnce(&Page<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let options = call.options()?;
    if call.page == 0 {
        let Kept { document, errors, options } = parse(call.take_text(), options, records)?;
        return question(&Page { document: &document, errors: &errors, options: &options });
    }
    with_kept(call.page, |Kept { document, errors, options: kept }| {
        let mut options = options;
        (options.scripting, options.shadow_roots) = (kept.scripting, kept.shadow_roots);
        question(&Page { document, errors, options: &options })
    })
}

/// Uses a document that is kept in the module.
pub(crate) fn with_kept<R>(
    page: u32,
    function: impl FnOnce(&mut Kept) -> Result<R, Failure>,
) -> Result<R, Failure> {
    PAGES.with_borrow_mut(|pages| match pages.get_mut((page as usize).wrapping_sub(1)) {
        Some(Some(kept)) => function(kept),
        _ => Err(Failure::new("disposed", "there is no such document")),
    })
}

/// Parses the page of a call, keeps it, and returns its handle.
pub(crate) fn open(call: &mut Call) -> Result<Answer, Failure> {
    let options = call.options()?;
    let records = if options.positions { Records::Errors } else { Records::Nothing };
    let kept = parse(call.take_text(), options, records)?;
    PAGES.with_borrow_mut(|pages| {
        let index = pages.iter().position(Option::is_none).unwrap_or(pages.len());
        if index == pages.len() {
            pages.push(None);
        }
        if let Some(place) = pages.get_mut(index) {
            *place = Some(kept);
        }
        Ok(Answer::Number(f64::from(index as u32 + 1)))
    })
}

/// Frees a document.
pub(crate) fn close(call: &mut Call) -> Result<Answer, Failure> {
    PAGES.with_borrow_mut(|pages| {
        if let Some(place) = pages.get_mut((call.page as usize).wrapping_sub(1)) {
            *place = None;
        }
    });
    Ok(Answer::Nothing)
}
