//! Findings as workflow commands. GitHub Actions shows them beside the lines of a change.

use std::io::{self, Write as _};

use super::findings::{Checked, Related};
use super::levels::Level;

/// Appends a command for each finding.
pub(super) fn write(checked: &Checked<'_>, output: &mut Vec<u8>) -> io::Result<()> {
    for finding in &checked.findings {
        // GitHub calls the lowest level `notice`.
        let level = if finding.level == Level::Advice { "notice" } else { finding.level.name() };
        let error = finding.error;
        let (start, end) = (finding.start, finding.end);
        write!(output, "::{level} file={},line={},", file(&checked.file), start.line)?;
        if start.line == end.line {
            // `endColumn` is the column of the last character, and `end.column` the one after it.
            let last = end.column.max(start.column + 1) - 1;
            write!(output, "col={},endColumn={last},", start.column)?;
        } else {
            write!(output, "endLine={},", end.line)?;
        }
        let mut message = finding.message();
        for Related { start, message: place, .. } in &finding.related {
            message = format!("{message}\n{}:{}: {place}", start.line, start.column);
        }
        writeln!(output, "title={}::{}", property(error.code()), data(&message))?;
    }
    Ok(())
}

/// Appends a command about a file that cannot be read.
pub(super) fn write_unreadable(name: &str, message: &str, output: &mut Vec<u8>) -> io::Result<()> {
    writeln!(output, "::error file={},title=unreadable::{}", file(name), data(message))
}

/// Escapes a text for the data of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns the escaped name of a file, without `./` at its start, because GitHub compares it with the paths of the repository.
fn file(name: &str) -> String {
    property(name.strip_prefix("./").unwrap_or(name))
}

/// Escapes a text for the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(data("50%: a,\r\nb"), "50%25: a,%0D%0Ab");
        assert_eq!(file("./a.html"), "a.html");
        assert_eq!(property("c:\\50%,\n.html"), "c%3A\\50%25%2C%0A.html");
    }
}
