//! [`Palette`]: the colours of trees and tokens.

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use anstyle::{AnsiColor, Style};
use hedgerow::stages::TracedToken;

/// The colours of the output for people; empty styles if the output is not coloured.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// Names of elements.
    pub(crate) element: Style,
    /// Names of attributes.
    pub(crate) attribute: Style,
    /// Texts, and values of attributes.
    pub(crate) text: Style,
    /// Secondary text: guides, positions, comments.
    pub(crate) quiet: Style,
    /// Parse errors.
    pub(crate) error: Style,
    /// The width of the terminal that the output goes to.
    width: Option<usize>,
}

/// The number of columns for the note about the number of characters that are cut off.
const MORE: usize = 16;

/// The minimum number of characters to which a text is cut.
const LEAST: usize = 20;

/// Returns the width of the terminal that the standard output goes to, in columns.
pub(crate) fn terminal_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(io::stdout());
    // Some terminals do not tell their size.
    let of_variable = || env::var("COLUMNS").ok()?.parse().ok().filter(|_| io::stdout().is_terminal());
    size.map(|(terminal_size::Width(width), _)| width.into()).or_else(of_variable)
}

impl Palette {
    pub(crate) fn new(is_coloured: bool) -> Self {
        let width = terminal_width();
        if !is_coloured {
            return Self { width, ..Self::default() };
        }
        Self {
            width,
            element: AnsiColor::Cyan.on_default().bold(),
            attribute: AnsiColor::Yellow.on_default(),
            text: AnsiColor::Green.on_default(),
            quiet: Style::new().dimmed(),
            error: AnsiColor::Red.on_default().bold(),
        }
    }

    /// Returns a palette without colours, for a terminal of this width.
    #[cfg(test)]
    pub(crate) fn of_width(width: usize) -> Self {
        Self { width: Some(width), ..Self::default() }
    }

    /// Returns the number of columns for a text that begins after `before` columns, if the output goes to a terminal. The columns
    /// for the note about cut characters are subtracted.
    pub(super) fn columns_after(&self, before: usize) -> Option<usize> {
        self.width.map(|width| width.saturating_sub(before + MORE).max(LEAST))
    }

    /// Cuts a text that begins after `before` columns to the width of the terminal, if the output goes to a terminal.
    pub(crate) fn cut(&self, mut text: String, before: usize) -> String {
        let Some(most) = self.columns_after(before) else { return text };
        if let Some((end, _)) = text.char_indices().nth(most)
            && text[end..].chars().count() > MORE
        {
            let more = text[end..].chars().count();
            text.truncate(end);
            let _ = write!(text, "… ({more} more)");
        }
        text
    }

    /// Returns the colour of a token.
    pub(crate) fn of_token(&self, token: &TracedToken<'_>) -> Style {
        match token {
            TracedToken::StartTag { .. } | TracedToken::EndTag { .. } => self.element,
            TracedToken::Characters { .. } | TracedToken::NullCharacter => self.text,
            _ => self.quiet,
        }
    }
}
