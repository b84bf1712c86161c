//! [`Mode`]: the variants in which the machine is compiled.

use std::fmt::Debug;

/// The features of a compiled variant of the machine. The code for other features is not generated.
///
/// Each variant is a copy of the tokenizer and the tree builder, which costs every user seconds of build time.
pub(crate) trait Mode: Debug + Send + 'static {
    /// Whether parse errors, source spans, limits, pauses and finished elements are supported.
    const IS_OBSERVED: bool;
}

/// For whole documents without options.
#[derive(Debug)]
pub(crate) struct Plain;

impl Mode for Plain {
    const IS_OBSERVED: bool = false;
}

/// For everything else. The options of the parser decide at run time what is observed.
#[derive(Debug)]
pub(crate) struct Observed;

impl Mode for Observed {
    const IS_OBSERVED: bool = true;
}
