//! Findings for people: as compilers print them, or one line each.

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{AnnotationKind, Group, Level as Title, Renderer, Snippet};

use super::excerpt::Excerpt;
use super::levels::Level;
use super::{Checked, Finding};

/// How findings are written.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    renderer: Renderer,
    is_coloured: bool,
    /// One line for each finding, without the source.
    is_short: bool,
}

impl Style {
    pub(super) fn new(is_coloured: bool, is_short: bool) -> Self {
        let renderer = if is_coloured { Renderer::styled() } else { Renderer::plain() };
        Self { renderer: renderer.short_message(is_short), is_coloured, is_short }
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
        let error = finding.error;
        let line = error.start().line as usize;
        let Excerpt { text, marked } =
            Excerpt::new(checked.source, error.span().start as usize..finding.end.offset as usize);
        let snippet = Snippet::source(text).line_start(line).annotation(AnnotationKind::Primary.span(marked));
        let help = error.kind().fix().map(|fix| Title::HELP.message(fix));
        let text = self.renderer.render(&[title(finding).element(snippet).elements(help)]);
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
        Level::Warning | Level::Allowed => Title::WARNING,
    };
    Group::with_title(level.primary_title(finding.error.message()).id(finding.error.code()))
}

fn position(checked: &Checked<'_>, finding: &Finding<'_>) -> String {
    let start = finding.error.start();
    format!("{}:{}:{}", checked.name, start.line, start.column)
}
