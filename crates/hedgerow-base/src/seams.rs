//! Seams: places where text follows text that it did not follow in the source, because something between them was removed or
//! inserted. A parser must not read both together.
//!
//! In text with markup, the first character after a seam can be written as a character reference if [`TextEnd::joins`]. In raw
//! text, which has no references, a change is impossible if [`joins_literally`].

/// The number of bytes on each side of a seam that the functions of this module read.
pub const CONTEXT: usize = 64;

/// The length of the longest name of a character reference, and some digits.
const LONGEST_NAME: usize = 40;

/// The end of the text before a seam, if a parser reads this text as markup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextEnd {
    /// Nothing can continue it.
    Closed,
    /// A `<`, which a name would make a tag.
    Tag,
    /// The start of an end tag in a `title` or a `textarea`, which is text if it does not continue.
    EndTag,
    /// The start of a character reference, or a reference without a semicolon.
    Reference,
}

impl TextEnd {
    /// Reads the last [`CONTEXT`] bytes of a text.
    ///
    /// ```
    /// use hedgerow_base::seams::TextEnd;
    /// assert_eq!(TextEnd::of("oak &am"), TextEnd::Reference);
    /// assert!(TextEnd::of("oak <").joins('b'));
    /// assert!(!TextEnd::of("oak <").joins(' '));
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Self {
        let text = tail(text);
        if text.ends_with('<') {
            return Self::Tag;
        }
        let rest = text.trim_end_matches(|character: char| character.is_ascii_alphanumeric());
        let run = text.get(rest.len()..).unwrap_or_default();
        // The start of a long number may be before the context.
        let may_be_number = run.len() > LONGEST_NAME && run.bytes().all(|byte| byte.is_ascii_hexdigit());
        if rest.ends_with("</") {
            Self::EndTag
        } else if rest.ends_with('&') || rest.ends_with("&#") || may_be_number {
            Self::Reference
        } else {
            Self::Closed
        }
    }

    /// Whether a parser may read this end and a character after it together.
    #[must_use]
    pub fn joins(self, next: char) -> bool {
        match self {
            Self::Closed => false,
            Self::Tag => next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'),
            Self::EndTag => {
                next.is_ascii_alphanumeric() || next.is_ascii_whitespace() || matches!(next, '/' | '>')
            }
            Self::Reference => next.is_ascii_alphanumeric() || matches!(next, '#' | ';'),
        }
    }
}

/// Returns the sequences in lowercase that are more than text in an element whose text has no markup.
///
/// ```
/// use hedgerow_base::seams::markers;
/// assert!(markers("style").eq(["</style"]));
/// assert!(markers("script").eq(["</script", "<!--", "<script", "-->"]));
/// ```
pub fn markers(tag_name: &str) -> impl Iterator<Item = String> {
    let name = tag_name.to_ascii_lowercase();
    let of_script: &[&str] = if name == "script" { &["<!--", "<script", "-->"] } else { &[] };
    std::iter::once(format!("</{name}")).chain(of_script.iter().map(|&marker| marker.to_owned()))
}

/// Whether a text may contain one of the [`markers`] of its element together with the text after it, across the seam.
/// An empty text after it stands for unknown text. Reads at most [`CONTEXT`] bytes of each text.
///
/// ```
/// use hedgerow_base::seams::joins_literally;
/// assert!(joins_literally("style", "a { } </st", "yle>"));
/// assert!(!joins_literally("style", "a { } </st", "rong>"));
/// assert!(joins_literally("style", "a { } </st", ""));
/// ```
#[must_use]
pub fn joins_literally(tag_name: &str, before: &str, after: &str) -> bool {
    let before = tail(before).to_ascii_lowercase();
    let after = head(after).to_ascii_lowercase();
    markers(tag_name).any(|marker| {
        (1..marker.len()).any(|length| {
            let Some((start, end)) = marker.split_at_checked(length) else { return false };
            before.ends_with(start) && (after.starts_with(end) || end.starts_with(&after))
        })
    })
}

/// Returns the end of a text, at most [`CONTEXT`] bytes.
///
/// ```
/// use hedgerow_base::seams::{CONTEXT, tail};
/// assert_eq!(tail(&format!("{}a", "é".repeat(CONTEXT))).len(), CONTEXT - 1);
/// ```
#[must_use]
pub fn tail(text: &str) -> &str {
    let mut start = text.len().saturating_sub(CONTEXT);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..).unwrap_or_default()
}

/// Returns the start of a text, at most [`CONTEXT`] bytes.
fn head(text: &str) -> &str {
    let mut end = text.len().min(CONTEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_context_of_a_seam_is_read() {
        for (text, length) in
            [("é".repeat(CONTEXT), CONTEXT), (format!("a{}", "é".repeat(CONTEXT)), CONTEXT - 1)]
        {
            assert_eq!(head(&text).len(), length);
            assert_eq!(tail(&text).len(), CONTEXT);
        }
        assert_eq!(head("oak"), "oak");
        assert_eq!(tail("oak"), "oak");
    }

    #[test]
    fn a_text_joins_what_a_parser_reads_with_it() {
        let digits = "0".repeat(CONTEXT);
        for (before, joining, apart) in [
            ("oak", "", "a<&;#/!? "),
            ("<", "az/!?", "0 <&;#>="),
            ("</", "a0/> \n", "<&;#!"),
            ("</tit", "a0/>\t", "<&;#!"),
            ("&", "a0#;", " <&/="),
            ("&#", "x0;", " <&/="),
            ("&#38", "a0;", " <&/="),
            ("&am", "pp;", " <&/="),
            (&*digits, "0a;", " <&/="),
            ("oak &amp;", "", "a0;#"),
        ] {
            let end = TextEnd::of(before);
            assert!(joining.chars().all(|next| end.joins(next)), "{before}");
            assert!(!apart.chars().any(|next| end.joins(next)), "{before}");
        }
    }

    #[test]
    fn raw_texts_join_to_markers() {
        for (name, before, after, expected) in [
            ("STYLE", "</St", "YLE", true),
            ("style", "<", "/s", true),
            ("style", "</style", "", false),
            ("style", "<", "!--", false),
            ("script", "<!-", "->", true),
            ("script", "--", ">", true),
            ("script", "<scr", "ipt", true),
            ("script", "x", "</script", false),
        ] {
            assert_eq!(joins_literally(name, before, after), expected, "{name} {before} {after}");
        }
    }
}
