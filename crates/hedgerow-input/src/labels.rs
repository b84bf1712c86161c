//! Encoding labels, and the error for an unknown label.
//!
//! <https://encoding.spec.whatwg.org/#names-and-labels>

use std::fmt;

use encoding_rs::Encoding;

/// The address of the list of all labels.
const LIST: &str = "https://encoding.spec.whatwg.org/#names-and-labels";

/// The largest number of characters of a label in an error message.
const MAX_SHOWN_CHARACTERS: usize = 40;

/// A label that is not in the Encoding Standard.
///
/// <https://encoding.spec.whatwg.org/#names-and-labels>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEncodingLabel {
    /// The label, or the start of it with an ellipsis.
    shown: String,
}

impl UnknownEncodingLabel {
    fn new(label: &str) -> Self {
        let mut shown: String = label.chars().take(MAX_SHOWN_CHARACTERS).collect();
        if shown.len() < label.len() {
            shown.push('…');
        }
        Self { shown }
    }
}

impl fmt::Display for UnknownEncodingLabel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown encoding label {:?}; all labels are listed at {LIST}", self.shown)
    }
}

impl std::error::Error for UnknownEncodingLabel {}

/// Returns the encoding of a label of the Encoding Standard.
///
/// <https://encoding.spec.whatwg.org/#concept-encoding-get>
///
/// ```
/// use hedgerow::encoding::encoding_for_label;
/// assert_eq!(encoding_for_label(" Latin1 ").unwrap().name(), "windows-1252");
/// ```
///
/// # Errors
///
/// If the label is unknown.
///
/// ```
/// let error = hedgerow::encoding::encoding_for_label("shiftjis").unwrap_err();
/// assert!(error.to_string().starts_with(r#"unknown encoding label "shiftjis""#));
/// ```
pub fn encoding_for_label(label: &str) -> Result<&'static Encoding, UnknownEncodingLabel> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| UnknownEncodingLabel::new(label))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(label: &str) -> String {
        encoding_for_label(label).unwrap_err().to_string()
    }

    #[test]
    fn the_message_names_the_label_and_the_list() {
        assert_eq!(
            message("utf-9"),
            format!(r#"unknown encoding label "utf-9"; all labels are listed at {LIST}"#)
        );
    }

    #[test]
    fn long_labels_are_shortened() {
        let message = message(&"é".repeat(1_000_000));
        assert!(message.chars().count() < 200, "{message}");
        assert!(message.contains("é…\""), "{message}");
    }
}
