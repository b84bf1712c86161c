//! The engine that runs the scripts of the suites. The crate `hedgerow-scripting` has one; a program without an engine leaves
//! out the cases with scripts.

use std::sync::OnceLock;

use hedgerow::{EncodingHints, Parsed, Parser};

use crate::case::Problem;

/// The result of parsing a page.
#[derive(Debug)]
pub struct ScriptedPage {
    /// The parsed document, with the changes of scripts.
    pub parsed: Parsed,
    /// The uncaught exceptions.
    pub uncaught: Vec<String>,
}

impl ScriptedPage {
    /// Returns a problem if there was an uncaught exception.
    pub(crate) fn problem(&self) -> Option<Problem> {
        Problem::unless_equal("uncaught exceptions", String::new(), self.uncaught.join("\n"))
    }
}

/// Functions that parse a page and run its scripts.
#[derive(Clone, Copy, Debug)]
pub struct ScriptEngine {
    /// Parses a page whose text comes in pieces.
    pub parse_text: fn(&Parser, &[&str]) -> ScriptedPage,
    /// Parses a page whose bytes come in pieces.
    pub parse_bytes: fn(&Parser, &EncodingHints, &[&[u8]]) -> ScriptedPage,
}

/// The engine of this process.
static ENGINE: OnceLock<ScriptEngine> = OnceLock::new();

/// Sets the engine, once.
pub(crate) fn set_engine(engine: ScriptEngine) {
    let _ = ENGINE.set(engine);
}

/// Whether cases with scripts can be run.
pub(crate) fn has_engine() -> bool {
    ENGINE.get().is_some()
}

/// Returns the engine.
///
/// # Panics
///
/// If there is none: cases with scripts are read only if there is an engine.
pub(crate) fn engine() -> &'static ScriptEngine {
    ENGINE.get().expect("an engine was set before the cases were read")
}
