//! [`Page`]: the page of a call, parsed for the call or kept in the module.

use std::cell::RefCell;

use hedgerow::dom::SharedText;
use hedgerow::errors::ParseError;
use hedgerow::{Context, Document};

use crate::border::{Answer, Call};
use crate::failure::Failure;
use crate::options::Options;
use crate::output::Output;
use crate::urls;

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
fn parse(text: String, options: Options, records: Records) -> Result<Kept, Failure> {
    let mut parser = options.parser().source_spans(records != Records::Nothing);
    if records == Records::Errors {
        parser = parser.keep_errors(MOST_ERRORS);
    }
    let context = context(&options)?;
    let parsed = match (&options.decoded, &context) {
        (Some(decoded), _) => parser
            .parse_decoded(decoded.with_text(text)?, context.as_ref())
            .map_err(|encoding| Failure::new("encoding", encoding.name()))?,
        (None, None) => parser.parse_shared(into_shared(text)),
        (None, Some(context)) => parser.parse_fragment(&text, context),
    };
    if let Some(stop) = parsed.stop() {
        return Err(stop.into());
    }
    let (document, errors) = parsed.into_parts();
    Ok(Kept { document, errors, options })
}

/// The text, which a document can share.
fn into_shared(mut text: String) -> SharedText {
    text.shrink_to_fit();
    SharedText::new(text)
}

/// The context of a fragment.
pub(crate) fn context(options: &Options) -> Result<Option<Context>, Failure> {
    options.context.as_deref().map(|context| context.parse().map_err(Failure::argument)).transpose()
}

/// Answers a question about the page of a call.
pub(crate) fn ask<R>(
    call: &mut Call,
    records: Records,
    question: impl FnOnce(&Page<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    urls::set_up();
    let options: Options = call.options()?;
    if call.page == 0 {
        let Kept { document, errors, options } = parse(call.take_text()?, options, records)?;
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
    let options: Options = call.options()?;
    let records = match options.positions {
        true if cfg!(feature = "check") => Records::Errors,
        true => Records::Spans,
        false => Records::Nothing,
    };
    let Kept { document, errors, options } = parse(call.take_text()?, options, records)?;
    Ok(Answer::Number(f64::from(keep(document, errors, options))))
}

/// Keeps a document, and returns its handle.
pub(crate) fn keep(document: Document, errors: Vec<ParseError>, options: Options) -> u32 {
    PAGES.with_borrow_mut(|pages| {
        let index = pages.iter().position(Option::is_none).unwrap_or(pages.len());
        pages.resize_with(pages.len().max(index + 1), || None);
        if let Some(place) = pages.get_mut(index) {
            *place = Some(Kept { document, errors, options });
        }
        index as u32 + 1
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
