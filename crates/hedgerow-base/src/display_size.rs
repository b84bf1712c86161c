//! The number of rows that a `select` shows, which decides whether one of its options is selected by default.

/// Whether the display size of a `select` without the `multiple` attribute is 1, given its `size` attribute.
///
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size>
///
/// ```
/// use hedgerow_base::is_display_size_one;
/// assert!(is_display_size_one(None) && is_display_size_one(Some("1")));
/// assert!(!is_display_size_one(Some("4")));
/// ```
#[must_use]
pub fn is_display_size_one(size: Option<&str>) -> bool {
    // The rules for parsing non-negative integers; if they fail, the display size is 1.
    let Some(size) = size else { return true };
    let size = size.trim_start_matches(['\t', '\n', '\x0C', '\r', ' ']);
    let unsigned = size.strip_prefix(['+', '-']).unwrap_or(size);
    let digits = unsigned.split(|character: char| !character.is_ascii_digit()).next().unwrap_or_default();
    let number = digits.trim_start_matches('0');
    if size.starts_with('-') {
        // Negative numbers are errors, except -0.
        return digits.is_empty() || !number.is_empty();
    }
    digits.is_empty() || number == "1"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_size_means_one() {
        for size in ["", "x", "+", "-", "-1", "- 0", "1", " \n+01x", "1.5", "1e9"] {
            assert!(is_display_size_one(Some(size)), "{size:?}");
        }
        for size in ["0", "-0", "+00", "2", "\t10", "11", "100000000000000000000"] {
            assert!(!is_display_size_one(Some(size)), "{size:?}");
        }
    }
}
