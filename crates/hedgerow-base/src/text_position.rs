//! [`TextPosition`]: the line, the column and the excerpt of an error in a short text, such as a selector or an XPath.

use std::fmt;

/// The maximum number of characters that an excerpt shows on each side of the position.
const SHOWN: usize = 40;

/// A position in a text of a few lines, for error messages. Each method takes time linear in the text.
///
/// ```
/// use hedgerow_base::TextPosition;
/// let position = TextPosition { text: "a,\nb !", offset: 5 };
/// assert_eq!((position.line(), position.column()), (2, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextPosition<'t> {
    /// The whole text.
    pub text: &'t str,
    /// The offset in bytes, at most the length of the text.
    pub offset: usize,
}

impl TextPosition<'_> {
    fn before(&self) -> &str {
        self.text.get(..self.offset).unwrap_or_default()
    }

    /// Returns the line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.before().matches('\n').count() + 1
    }

    /// Returns the column in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.before().rsplit('\n').next().unwrap_or_default().chars().count() + 1
    }

    /// Writes the position, a message, the line of the text, and a caret under the position.
    ///
    /// # Errors
    ///
    /// Those of the formatter.
    pub fn write_message(&self, formatter: &mut fmt::Formatter<'_>, message: &str) -> fmt::Result {
        let before = self.before().rsplit('\n').next().unwrap_or_default();
        let after = self.text.get(self.offset..).unwrap_or_default().split('\n').next().unwrap_or_default();
        let skipped = before.chars().count().saturating_sub(SHOWN);
        let cut = if skipped > 0 { "…" } else { "" };
        let shown_before: String = before.chars().skip(skipped).map(visible).collect();
        let shown_after: String = after.chars().take(SHOWN).map(visible).collect();
        let rest = if after.chars().nth(SHOWN).is_some() { "…" } else { "" };
        let indent = " ".repeat(cut.chars().count() + shown_before.chars().count());
        write!(
            formatter,
            "{}:{}: {message}\n{cut}{shown_before}{shown_after}{rest}\n{indent}^",
            self.line(),
            self.column()
        )
    }
}

/// Replaces a control character, so that the caret stays under its column.
fn visible(character: char) -> char {
    if character.is_control() { ' ' } else { character }
}
