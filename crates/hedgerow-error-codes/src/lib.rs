//! Explanations, fixes and examples for the errors of HTML documents.
//!
//! Each error has a Markdown file, `error_codes/<code>.md`, from which `cargo xtask codegen` generates tables; [`index`] shows all
//! files. Crates define their errors with the macro [`error_codes!`], so that the compiler checks that each code has a file.
//!
//! ```
//! use hedgerow::errors::Explanation;
//! let explanation = Explanation::find("duplicate-attribute").unwrap();
//! assert_eq!(explanation.fix(), Some("Remove the duplicate, or merge the values."));
//! ```
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod authoring_rule;
mod codes;
#[rustfmt::skip]
mod tables;

pub mod index {
    #![doc = include_str!("index.md")]
}

pub use authoring_rule::{AuthoringRule, Level};

/// The placeholder in a message for the subject of an error: the name of an element or attribute, or a value.
const SUBJECT: &str = "{subject}";

/// The message about end tags without a start tag. Longer messages, which start with it, also say where they are.
const STRAY_END_TAG: &str = "`</{subject}>` has no matching start tag";

/// The elements without end tags, except `br`, whose end tag is parsed as a start tag.
const VOID_ELEMENTS: [&str; 12] =
    ["area", "base", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// The texts about an error, each as its start and end in [`tables::TEXT`]. That string contains equal texts only once, so it is
/// much smaller than a table of texts. An absent text is empty.
struct Parts {
    summary: (u16, u16),
    message: (u16, u16),
    details: (u16, u16),
    fix: (u16, u16),
    /// The address after [`tables::STANDARD`].
    address: (u16, u16),
}

/// The text of a part.
const fn text((start, end): (u16, u16)) -> &'static str {
    tables::TEXT.split_at(end as usize).0.split_at(start as usize).1
}

/// Markup that has an error, and the same markup without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Example {
    /// Markup with the error.
    pub before: &'static str,
    /// Markup without any error.
    pub after: &'static str,
    /// The context element, such as `body`, if the markup is a fragment; `None` if it is a document.
    pub context: Option<&'static str>,
}

/// The explanation of an error, stored as an index into tables, so that copies and comparisons are cheap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Explanation(u8);

impl Explanation {
    /// The number of explanations.
    pub const COUNT: usize = tables::CODES.len();

    /// Returns the explanation of the error that has this code.
    #[must_use]
    pub const fn find(code: &str) -> Option<Self> {
        let mut index = 0;
        while index < Self::COUNT {
            if is_equal(tables::CODES[index], code) {
                return Some(Self(index as u8));
            }
            index += 1;
        }
        None
    }

    /// Returns the explanation of the error that has this code, and checks that its summary is `summary`, which begins with a
    /// space, as the value of a `doc` attribute does. In a constant, a failed check is a compile error.
    ///
    /// # Panics
    ///
    /// If no explanation has this code, or if its summary differs.
    #[must_use]
    #[expect(clippy::panic, reason = "it is run by the compiler; see the documentation")]
    pub const fn of(code: &str, summary: &str) -> Self {
        match Self::find(code) {
            Some(Self(index))
                if is_equal(summary.split_at(1).1, text(tables::PARTS[index as usize].summary)) =>
            {
                Self(index)
            }
            Some(_) => panic!("the documentation of an error differs from the summary in its file"),
            None => panic!("an error has no file in crates/hedgerow-error-codes/error_codes/"),
        }
    }

    /// Returns the error in one sentence.
    #[must_use]
    pub fn summary(self) -> &'static str {
        text(self.parts().summary)
    }

    /// Returns the message: one line without a full stop. `subject` is the subject of the error: the name of an element or
    /// attribute, or a value. Without a subject, the message is the summary.
    ///
    /// The messages for the end tags of the head and of void elements do not say that the start tag is missing, because
    /// the document often has it.
    ///
    /// ```
    /// use hedgerow::errors::Explanation;
    /// let explanation = Explanation::find("duplicate-attribute").unwrap();
    /// assert_eq!(explanation.message(Some("id")), "Duplicate attribute `id`");
    /// assert_eq!(explanation.message(None), "Duplicate attribute on an element");
    /// ```
    #[must_use]
    pub fn message(self, subject: Option<&str>) -> String {
        match (text(self.parts().message), subject) {
            (message, Some("head")) if message == STRAY_END_TAG => {
                "`</head>` outside the head, or in a template".to_owned()
            }
            (message, Some(subject))
                if message.starts_with(STRAY_END_TAG) && VOID_ELEMENTS.contains(&subject) =>
            {
                ["`</", subject, ">` has no effect, because `", subject, "` is a void element"].concat()
            }
            (message, Some(subject)) if !message.is_empty() => message.replace(SUBJECT, subject),
            _ => self.summary().trim_end_matches('.').to_owned(),
        }
    }

    /// Returns how the parser handles the error, and its usual cause.
    #[must_use]
    pub fn details(self) -> &'static str {
        text(self.parts().details)
    }

    /// Returns the fix, in one sentence.
    #[must_use]
    pub fn fix(self) -> Option<&'static str> {
        Some(text(self.parts().fix)).filter(|fix| !fix.is_empty())
    }

    /// Returns markup with the error and without it; `None` if no short markup can have the error.
    #[must_use]
    pub fn example(self) -> Option<Example> {
        tables::EXAMPLES[usize::from(self.0)]
    }

    /// Returns the address of the passage of the standard.
    #[must_use]
    pub fn address(self) -> String {
        [tables::STANDARD, text(self.parts().address)].concat()
    }

    fn parts(self) -> &'static Parts {
        &tables::PARTS[usize::from(self.0)]
    }
}

/// Whether two texts are equal; `==` for texts cannot be called in a `const fn`.
const fn is_equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = (&'static str, Explanation)> {
        tables::CODES.iter().zip(0..).map(|(code, index)| (*code, Explanation(index)))
    }

    #[test]
    fn every_code_is_found() {
        for (code, explanation) in all() {
            assert_eq!(Explanation::find(code), Some(explanation));
        }
        assert_eq!(Explanation::find("error"), None);
        assert_eq!(Explanation::find(""), None);
    }

    #[test]
    fn the_end_tags_of_the_head_and_of_void_elements_have_their_own_messages() {
        let stray = Explanation::find("ordinary-end-tag-without-open-element").unwrap();
        assert_eq!(stray.message(Some("b")), "`</b>` has no matching start tag");
        assert_eq!(stray.message(Some("img")), "`</img>` has no effect, because `img` is a void element");
        assert_eq!(stray.message(Some("head")), "`</head>` outside the head, or in a template");
        let in_the_head = Explanation::find("unexpected-end-tag-in-template").unwrap();
        assert_eq!(in_the_head.message(Some("head")), "`</head>` has no matching start tag in the template");
        let attribute = Explanation::find("duplicate-attribute").unwrap();
        assert_eq!(attribute.message(Some("col")), "Duplicate attribute `col`");
    }

    #[test]
    fn every_text_is_made_of_sentences() {
        for (code, explanation) in all() {
            let texts = [Some(explanation.summary()), Some(explanation.details()), explanation.fix()];
            for text in texts.into_iter().flatten() {
                assert!(text.ends_with('.') && !text.contains("  "), "{code}: {text:?}");
                assert!(
                    text.starts_with(|first: char| first.is_uppercase() || first == '`'),
                    "{code}: {text:?}"
                );
            }
            assert_eq!(explanation.summary().matches(". ").count(), 0, "{code}: one sentence");
        }
    }
}
