//! The types that all suites share: files of numbered cases, the runs of a case, and the problems of a run.
//!
//! The `*_file` modules read the formats; the `*_run` modules run the cases.

use std::ffi::OsStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use clap::ValueEnum;

use super::dat_file::TreeCase;
use super::encoding_file::EncodingCase;
use super::sanitizer_file::SanitizerCase;
use super::serializer_file::SerializerCase;
use super::tokenizer_file::TokenizerCase;
use super::xpath_file::XPathCase;

/// A suite that can be named on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Suite {
    /// The tokens and errors of an input
    Tokenizer,
    /// The tree and errors of an input
    Tree,
    /// The encoding of bytes
    Encoding,
    /// The inputs of the tree suite, encoded in a random encoding: the result must be the same whole and in chunks
    Recoded,
    /// The HTML of tokens
    Serializer,
    /// The trees of the tree suite and of real pages, written as HTML and parsed again
    RoundTrip,
    /// Sanitizing: web-platform-tests' `sanitizer-api`
    Sanitizer,
    /// XPath: web-platform-tests' `domxpath`
    Domxpath,
    /// XPath: the expressions of libxml2
    Libxml2,
}

impl Suite {
    /// All suites, in the order of the report.
    pub(crate) const ALL: [Self; 9] = [
        Self::Tokenizer,
        Self::Tree,
        Self::Encoding,
        Self::Recoded,
        Self::Serializer,
        Self::RoundTrip,
        Self::Sanitizer,
        Self::Domxpath,
        Self::Libxml2,
    ];

    /// The name in commands and reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tokenizer => "tokenizer",
            Self::Tree => "tree",
            Self::Encoding => "encoding",
            Self::Recoded => "recoded",
            Self::Serializer => "serializer",
            Self::RoundTrip => "round-trip",
            Self::Sanitizer => "sanitizer",
            Self::Domxpath => "domxpath",
            Self::Libxml2 => "libxml2",
        }
    }

    /// The folder of the suite's files, in the upstream suite and in ours.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Tokenizer => "tokenizer",
            Self::Tree | Self::Recoded | Self::RoundTrip => "tree-construction",
            Self::Encoding => "encoding",
            Self::Serializer => "serializer",
            Self::Sanitizer => "wpt/sanitizer-api",
            Self::Domxpath => "wpt/domxpath",
            Self::Libxml2 => "xpath/libxml2",
        }
    }

    /// Whether the suite uses the files of html5lib-tests. Only these suites also have cases of our own.
    pub(crate) fn is_of_html5lib(self) -> bool {
        !matches!(self, Self::Sanitizer | Self::Domxpath | Self::Libxml2)
    }

    /// Whether a file below [`Self::folder`] belongs to the suite.
    pub(crate) fn has_file(self, name: &str) -> bool {
        let extension = Path::new(name).extension().and_then(OsStr::to_str);
        match self {
            Self::Tokenizer | Self::Serializer => extension == Some("test"),
            Self::Tree | Self::Recoded | Self::RoundTrip => extension == Some("dat"),
            Self::Encoding => extension == Some("dat") || name.contains("/chardet/"),
            Self::Sanitizer => name.ends_with("/cases.json"),
            Self::Domxpath => name.ends_with("/xml_xpath_tests.xml"),
            Self::Libxml2 => name.contains("/result/XPath/") || name.contains("/test/XPath/docs/"),
        }
    }
}

/// A test of some suite.
#[derive(Debug)]
pub(crate) enum Case {
    /// A test of the tokenizer suite.
    Tokenizer(TokenizerCase),
    /// A test of the tree construction suite.
    Tree(TreeCase),
    /// A test of the encoding suite.
    Encoding(EncodingCase),
    /// An input of the tree construction suite, to be encoded.
    Recoded(String),
    /// A test of the serializer suite.
    Serializer(SerializerCase),
    /// A test of the tree construction suite, or a page, whose tree is written and parsed again.
    RoundTrip(TreeCase),
    /// A test of the sanitizer suite.
    Sanitizer(SanitizerCase),
    /// A test of an XPath suite.
    XPath(XPathCase),
}

impl Case {
    /// Whether scripts must be run.
    pub(crate) fn is_scripted(&self) -> bool {
        match self {
            Self::Tree(case) => case.is_scripted,
            Self::Encoding(case) => case.is_scripted,
            _ => false,
        }
    }
}

/// A case that is listed, but not run.
#[derive(Clone, Debug)]
pub(crate) struct NotRun {
    /// The name of the case, such as `tokenizer/xmlViolation.test:1`.
    pub(crate) case: String,
    /// The reason why the case is not run.
    pub(crate) reason: &'static str,
}

/// A file of a suite.
#[derive(Debug)]
pub(crate) struct SuiteFile {
    /// The name, such as `tokenizer/test1.test`; the names of our own files begin with `cases/`.
    pub(crate) name: String,
    /// The suite of the file.
    pub(crate) suite: Suite,
    /// Whether the file is ours, not upstream's.
    pub(crate) own: bool,
    /// The cases by their number from 1.
    pub(crate) cases: Vec<(usize, Case)>,
    /// The cases that are not run.
    pub(crate) not_run: Vec<NotRun>,
}

/// A difference between the expected and the actual result.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The part that differs: `tokens`, `errors`, `tree`.
    pub(crate) what: &'static str,
    /// The expected items, one line each.
    pub(crate) expected: String,
    /// The actual items, one line each.
    pub(crate) got: String,
}

impl Problem {
    /// Returns a problem, unless both texts are equal.
    pub(crate) fn unless_equal(what: &'static str, expected: String, got: String) -> Option<Self> {
        (expected != got).then_some(Self { what, expected, got })
    }
}

/// One run of a case: with one initial state, scripting mode or method, and with one feeding of the input.
#[derive(Debug)]
pub(crate) struct Run {
    /// The name, such as `Data state, one character at a time`.
    pub(crate) name: String,
    /// Whether the seed is needed to repeat the run.
    pub(crate) is_random: bool,
    /// The problems; empty if the run passed.
    pub(crate) problems: Vec<Problem>,
    /// The rule that allows this run to differ from the expectation.
    pub(crate) exception: Option<&'static str>,
}

impl Run {
    /// Runs a closure, and reports a panic as a problem.
    pub(crate) fn new(name: String, is_random: bool, run: impl FnOnce() -> Vec<Problem>) -> Self {
        let problems = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| {
            let message = payload.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| payload.downcast_ref::<&str>().copied());
            let got = format!("panicked: {}", message.unwrap_or("(no message)"));
            vec![Problem { what: "panic", expected: "no panic".to_owned(), got }]
        });
        Self { name, is_random, problems, exception: None }
    }

    /// Whether the run has no problems.
    pub(crate) fn passed(&self) -> bool {
        self.problems.is_empty()
    }
}
