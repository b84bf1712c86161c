//! Reads the text files of `tables/`, which are compiled into the program.

/// A section of a table: a line `[names] address` and the lines after it.
pub(crate) struct Section {
    /// The text in the brackets.
    pub(crate) names: &'static str,
    /// The text after the brackets: an address in a specification.
    pub(crate) address: &'static str,
    /// The lines of the section, without empty lines and comments.
    pub(crate) lines: Vec<&'static str>,
}

/// Returns the sections of a table.
pub(crate) fn sections(text: &'static str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((names, address)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            sections.push(Section { names, address: address.trim_ascii(), lines: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            section.lines.push(line);
        }
    }
    sections
}

/// Splits a line at the first occurrence of a separator, and trims both parts.
pub(crate) fn split(line: &'static str, separator: &str) -> (&'static str, Option<&'static str>) {
    match line.split_once(separator) {
        Some((start, rest)) => (start.trim_ascii(), Some(rest.trim_ascii())),
        None => (line.trim_ascii(), None),
    }
}
