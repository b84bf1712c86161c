//! Findings for people: as compilers print them, or on one line for each finding.

use annotate_snippets::renderer::{DEFAULT_LINE_NUM_STYLE, DEFAULT_TERM_WIDTH};
use annotate_snippets::{AnnotationKind, Group, Level as Title, Renderer, Snippet};

use super::excerpt::Excerpt;
use super::findings::{Checked, Finding, Related};
use super::levels::Level;
use crate::render::terminal_width;

/// The number of columns of an excerpt that the source text does not use.
const WIDTH_OF_MARGIN: usize = 16;

/// The number of characters that are marked on the narrowest terminal.
const MIN_MARKED: usize = 16;

/// How findings are written.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    renderer: Renderer,
    is_coloured: bool,
    /// Whether each finding is written on one line, without the source.
    is_short: bool,
    /// The number of columns of an excerpt.
    width: usize,
}

impl Style {
    pub(super) fn new(is_coloured: bool, is_short: bool) -> Self {
        let renderer = if is_coloured { Renderer::styled() } else { Renderer::plain() };
        Self { renderer: renderer.short_message(is_short), is_coloured, is_short, width: 0 }
            .of_width(terminal_width().unwrap_or(DEFAULT_TERM_WIDTH))
    }

    /// Returns the same style for a terminal with this number of columns.
    fn of_width(self, width: usize) -> Self {
        Self { renderer: self.renderer.term_width(width), width, ..self }
    }

    /// Appends all findings.
    pub(super) fn write(&self, checked: &Checked<'_>, output: &mut Vec<u8>) {
        for finding in &checked.findings {
            let text =
                if self.is_short { self.line(checked, finding) } else { self.paragraph(checked, finding) };
            output.extend_from_slice(text.as_bytes());
        }
    }

    fn line(&self, checked: &Checked<'_>, finding: &Finding<'_>) -> String {
        let title = self.renderer.render(&[title(finding)]);
        format!("{}: {title}\n", position(checked, finding))
    }

    fn paragraph(&self, checked: &Checked<'_>, finding: &Finding<'_>) -> String {
        let line = finding.start.line as usize;
        // The renderer does not trim a marked part, and shows the number of the line beside it.
        let most = self.width.saturating_sub(WIDTH_OF_MARGIN).max(MIN_MARKED);
        let range = finding.start.offset as usize..finding.end.offset as usize;
        let Excerpt { text, marked } = Excerpt::new(checked.source, range, most);
        let snippet = Snippet::source(text).line_start(line).annotation(AnnotationKind::Primary.span(marked));
        let help = finding.fix().map(|fix| Title::HELP.message(fix));
        let notes = finding.related.iter().map(|Related { start, message, .. }| {
            Title::NOTE.message(format!("{}:{}:{}: {message}", checked.name, start.line, start.column))
        });
        let text = self.renderer.render(&[title(finding).element(snippet).elements(notes).elements(help)]);
        // The position is inserted here, because the renderer would count the column from the start of the excerpt.
        let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let margin = line.to_string().len();
        let style =
            if self.is_coloured { DEFAULT_LINE_NUM_STYLE } else { annotate_snippets::renderer::Style::new() };
        format!("{title}\n{:margin$}{style}--> {style:#}{}\n{rest}\n\n", "", position(checked, finding))
    }
}

fn title<'f>(finding: &Finding<'f>) -> Group<'f> {
    let level = match finding.level {
        Level::Error => Title::ERROR,
        Level::Warning => Title::WARNING,
        Level::Advice | Level::Allowed => Title::NOTE,
    };
    Group::with_title(level.primary_title(finding.message()).id(finding.error.code()))
}

fn position(checked: &Checked<'_>, finding: &Finding<'_>) -> String {
    let start = finding.start;
    format!("{}:{}:{}", checked.name, start.line, start.column)
}

#[cfg(test)]
mod tests {
    use hedgerow::Parser;

    use super::*;
    use crate::check::Levels;
    use crate::input::Name;

    #[test]
    fn an_excerpt_is_as_wide_as_the_terminal() {
        let long = "x".repeat(300);
        let html = format!("<p>{long}</b {long}='y'>{long}\n\n<!DOCTYPE {long}> {long}</i>{long}");
        let parsed = Parser::new().collect_errors(true).source_spans(true).parse(&html);
        let levels = Levels::new(&[], &[], Level::Warning).unwrap();
        let checked = Checked::new(&Name::StandardInput, &html, &parsed, (&[], &[]), &levels);
        assert!(checked.findings.len() >= 4);
        for width in [40, 80, 200] {
            let mut output = Vec::new();
            Style::new(false, false).of_width(width).write(&checked, &mut output);
            let output = String::from_utf8(output).unwrap();
            for line in output.lines().filter(|line| line.contains(" | ")) {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }
}
