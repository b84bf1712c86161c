//! The reader of the tree construction suite's files: sections headed by lines such as `#data`.
//!
//! Only LF ends a line, because inputs contain CR and NUL. A `#description` precedes the `#data` of its test. In upstream's
//! files, only the number of the lines under `#errors` is compared, because these lines do not have the standard's codes. In our
//! own files, the lines themselves are compared.

use std::fmt;

use anyhow::{Context as _, Result, bail};
use hedgerow::Context;
use hedgerow::errors::UnknownContext;

use super::case::Problem;
use super::error_counts::ErrorCounts;

/// A line of a `#new-errors` section: `(1:5) code`, or `(1:5-1:9) code` with an exclusive end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NewError {
    /// The line and column at which the error begins, both from 1.
    pub(crate) start: (u32, u32),
    /// The line and column after the end of the error, if the file gives a range.
    pub(crate) end: Option<(u32, u32)>,
    /// The standard's code.
    pub(crate) code: String,
}

impl fmt::Display for NewError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.start;
        match self.end {
            None => write!(formatter, "({line}:{column}) {}", self.code),
            Some((end_line, end_column)) => {
                write!(formatter, "({line}:{column}-{end_line}:{end_column}) {}", self.code)
            }
        }
    }
}

/// A test of the tree construction suite.
#[derive(Debug, Default)]
pub(crate) struct TreeCase {
    /// The description; usually empty.
    pub(crate) description: String,
    /// The input.
    pub(crate) data: String,
    /// The lines of `#errors`.
    pub(crate) errors: Vec<String>,
    /// Our number of errors and the suite's, if `error-counts.txt` lists the case.
    pub(crate) error_counts: Option<ErrorCounts>,
    /// The lines of `#new-errors`, sorted; `None` if the test does not have this section.
    pub(crate) new_errors: Option<Vec<NewError>>,
    /// The context element of a fragment: `td`, `svg path`.
    pub(crate) context: Option<String>,
    /// Whether scripting is enabled; `None` if the test is run in both modes.
    pub(crate) scripting: Option<bool>,
    /// Whether declarative shadow roots are allowed. The heading `#shadow-roots-on`, which only our own files have, allows
    /// them.
    pub(crate) shadow_roots: bool,
    /// Whether the scripts in the input are run.
    pub(crate) is_scripted: bool,
    /// The tree, without a newline at the end.
    pub(crate) document: String,
}

impl TreeCase {
    /// Returns whether scripting is enabled in each mode of the case.
    pub(crate) fn scripting_modes(&self) -> Vec<bool> {
        self.scripting.map_or_else(|| vec![false, true], |scripting| vec![scripting])
    }

    /// Returns the context element, if the case is a fragment.
    pub(crate) fn context_element(&self) -> std::result::Result<Option<Context>, Problem> {
        let context = self.context.as_ref().map(|context| context.parse()).transpose();
        context.map_err(|error: UnknownContext| Problem {
            what: "context",
            expected: "a context element".to_owned(),
            got: error.to_string(),
        })
    }
}

/// Reads a file.
pub(crate) fn parse(bytes: &[u8]) -> Result<Vec<TreeCase>> {
    let text = str::from_utf8(bytes).context("not UTF-8")?;
    let mut lines = Lines { lines: text.split('\n').peekable() };
    let mut cases = Vec::new();
    while lines.skip_empty() {
        cases.push(case(&mut lines).with_context(|| format!("test {}", cases.len() + 1))?);
    }
    Ok(cases)
}

fn case(lines: &mut Lines<'_>) -> Result<TreeCase> {
    let mut case = TreeCase::default();
    let mut heading = lines.heading()?;
    if heading == "#description" {
        case.description = lines.until(&["#data"]).join("\n");
        heading = lines.heading()?;
    }
    if heading != "#data" {
        bail!("{heading:?} instead of #data");
    }
    case.data = lines.until(&["#errors"]).join("\n");
    lines.heading().context("no #errors")?;
    let options =
        ["#new-errors", "#document-fragment", "#script-off", "#script-on", "#shadow-roots-on", "#document"];
    let errors = lines.until(&options).into_iter().filter(|line| !line.is_empty());
    case.errors = errors.map(str::to_owned).collect();
    loop {
        match lines.heading().context("no #document")? {
            "#new-errors" => {
                let errors = lines.until(&options[1..]).into_iter().map(new_error);
                let mut errors = errors.collect::<Result<Vec<_>>>()?;
                errors.sort();
                case.new_errors = Some(errors);
            }
            "#document-fragment" => case.context = Some(lines.heading()?.to_owned()),
            "#script-off" => case.scripting = Some(false),
            "#script-on" => case.scripting = Some(true),
            "#shadow-roots-on" => case.shadow_roots = true,
            "#document" => break,
            other => bail!("{other:?} instead of #document"),
        }
    }
    let document = lines.until(&["#data", "#description"]).join("\n");
    document.trim_end_matches('\n').clone_into(&mut case.document);
    Ok(case)
}

/// Reads `(1:5) code` or `(1:5-1:9) code`.
fn new_error(line: &str) -> Result<NewError> {
    let place = |text: &str| -> Option<(u32, u32)> {
        let (line, column) = text.split_once(':')?;
        Some((line.parse().ok()?, column.parse().ok()?))
    };
    let parsed = line.strip_prefix('(').and_then(|rest| rest.split_once(") ")).and_then(|(range, code)| {
        let (start, end) = match range.split_once('-') {
            None => (place(range)?, None),
            Some((start, end)) => (place(start)?, Some(place(end)?)),
        };
        let is_code = code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        is_code.then(|| NewError { start, end, code: code.to_owned() })
    });
    parsed.with_context(|| format!("not a line of #new-errors: {line:?}"))
}

/// The lines of a file.
struct Lines<'t> {
    lines: std::iter::Peekable<std::str::Split<'t, char>>,
}

impl<'t> Lines<'t> {
    /// Skips empty lines, and returns whether a line is left.
    fn skip_empty(&mut self) -> bool {
        while self.lines.next_if(|line| line.is_empty()).is_some() {}
        self.lines.peek().is_some()
    }

    /// Returns the next line, which must exist.
    fn heading(&mut self) -> Result<&'t str> {
        self.lines.next().context("the file ends in the middle of a test")
    }

    /// Returns the lines before the next of these headings.
    fn until(&mut self, headings: &[&str]) -> Vec<&'t str> {
        std::iter::from_fn(|| self.lines.next_if(|line| !headings.contains(line))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_sections() {
        let cases = parse(
            b"#description\nWhat it is\nabout\n#data\na\n\nb\n#errors\n(1,1): whatever\n#new-errors\n(1:9-1:24) \
              eof-in-tag\n(1:5) eof-in-comment\n#document-fragment\nsvg path\n#script-on\n#document\n| \"a\n\nb\"\n\n\
              #data\n\n#errors\n#script-off\n#document\n| <html>\n",
        )
        .expect("it is well-formed");
        let [first, second] = cases.as_slice() else { panic!("{} tests", cases.len()) };
        assert_eq!(first.description, "What it is\nabout");
        assert_eq!(first.data, "a\n\nb");
        let errors: Vec<String> = first.new_errors.iter().flatten().map(ToString::to_string).collect();
        assert_eq!(errors, ["(1:5) eof-in-comment", "(1:9-1:24) eof-in-tag"]);
        assert_eq!(first.context.as_deref(), Some("svg path"));
        assert_eq!(first.scripting, Some(true));
        assert_eq!(first.document, "| \"a\n\nb\"");
        assert_eq!((second.description.as_str(), second.data.as_str()), ("", ""));
        assert!(second.new_errors.is_none() && second.context.is_none());
        assert_eq!(second.scripting, Some(false));
        assert_eq!(second.document, "| <html>");
    }

    #[test]
    fn only_the_final_newline_of_the_data_is_removed() {
        let cases = parse(b"#data\n\nx\n\n#errors\n#document\n| <html>\n").expect("it is well-formed");
        assert_eq!(cases[0].data, "\nx\n");
    }

    #[test]
    fn carriage_returns_and_nulls_are_data() {
        let cases =
            parse(b"#data\na\r\nb\r\0c\x0C\n#errors\n#document\n| \"x\"\n\n").expect("it is well-formed");
        assert_eq!(cases[0].data, "a\r\nb\r\0c\x0C");
    }

    #[test]
    fn a_description_does_not_belong_to_the_previous_test() {
        let cases = parse(
            b"#data\na\n#errors\n#document\n| \"a\"\n\n#description\nd\n#data\nb\n#errors\n#document\n| \"b\"\n",
        );
        let cases = cases.expect("it is well-formed");
        assert_eq!(cases[0].document, "| \"a\"");
        assert_eq!(cases[1].description, "d");
    }

    #[test]
    fn malformed_files_are_refused() {
        assert!(parse(b"#data\nx\n#errors\n").is_err());
        assert!(parse(b"x\n").is_err());
        assert!(parse(b"#data\nx\n#errors\n#new-errors\n1:2 code\n#document\n").is_err());
        assert!(parse(b"#data\n\xFF\n#errors\n#document\n").is_err());
    }
}
