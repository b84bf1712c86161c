//! [`Palette`]: the colours of trees and tokens.

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
}

impl Palette {
    pub(crate) fn new(is_coloured: bool) -> Self {
        if !is_coloured {
            return Self::default();
        }
        Self {
            element: AnsiColor::Cyan.on_default().bold(),
            attribute: AnsiColor::Yellow.on_default(),
            text: AnsiColor::Green.on_default(),
            quiet: Style::new().dimmed(),
            error: AnsiColor::Red.on_default().bold(),
        }
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
