//! [`Mode`]: the variants in which the machine is compiled.

use std::fmt::Debug;

/// The features of a compiled variant of the machine. The code for other features is not generated.
pub(crate) trait Mode: Debug + Send + 'static {
    /// See [`TreeSink::PARSE_ERRORS`](hedgerow_tree::TreeSink::PARSE_ERRORS).
    const PARSE_ERRORS: bool;
    /// See [`TreeSink::IS_WATCHED`](hedgerow_tree::TreeSink::IS_WATCHED).
    const IS_WATCHED: bool;
    /// See [`TreeSink::SOURCE_SPANS`](hedgerow_tree::TreeSink::SOURCE_SPANS).
    const SOURCE_SPANS: bool;
    /// Whether the rules and the operations may be recorded, for traces.
    const RECORDS: bool = false;
}

/// For whole documents.
#[derive(Debug)]
pub(crate) struct Plain;

impl Mode for Plain {
    const PARSE_ERRORS: bool = false;
    const IS_WATCHED: bool = false;
    const SOURCE_SPANS: bool = false;
}

/// For whole documents with parse errors, with or without source spans.
#[derive(Debug)]
pub(crate) struct WithErrors;

impl Mode for WithErrors {
    const PARSE_ERRORS: bool = true;
    const IS_WATCHED: bool = false;
    const SOURCE_SPANS: bool = true;
}

/// For chunks, limits, and callers that see elements as they are finished.
#[derive(Debug)]
pub(crate) struct Watched;

impl Mode for Watched {
    const PARSE_ERRORS: bool = false;
    const IS_WATCHED: bool = true;
    const SOURCE_SPANS: bool = false;
}

/// For the same uses as [`Watched`], with parse errors, source spans, or both.
#[derive(Debug)]
pub(crate) struct WatchedWithErrors;

impl Mode for WatchedWithErrors {
    const PARSE_ERRORS: bool = true;
    const IS_WATCHED: bool = true;
    const SOURCE_SPANS: bool = true;
    // With the feature `compact`, only this variant is compiled, so it serves traces, too. The unit tests of this crate are
    // built in the same way, because all variants take half a minute to build.
    const RECORDS: bool = cfg!(any(test, feature = "compact"));
}

/// For traces.
#[cfg(not(any(test, feature = "compact")))]
#[derive(Debug)]
pub(crate) struct Recorded;

#[cfg(not(any(test, feature = "compact")))]
impl Mode for Recorded {
    const PARSE_ERRORS: bool = true;
    const IS_WATCHED: bool = false;
    const SOURCE_SPANS: bool = true;
    const RECORDS: bool = true;
}
