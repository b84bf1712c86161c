//! Conversion of numbers from and to strings, and rounding.

/// The `number()` of a string: NaN unless the string is a number, optionally with whitespace around it and a minus sign.
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-number>
pub(crate) fn from_string(text: &str) -> f64 {
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().any(|byte| byte.is_ascii_digit());
    // `parse` refuses two dots.
    if is_number { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

/// The `string()` of a number. <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-string>
pub(crate) fn to_string(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
    } else if number == 0.0 {
        "0".to_owned()
    } else {
        // The shortest representation that distinguishes the number from all others, without an exponent.
        number.to_string()
    }
}

/// The nearest integer; of two equally near integers, the greater one.
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-round>
pub(crate) fn round(number: f64) -> f64 {
    let below = number.floor();
    // `(number + 0.5).floor()` would be wrong for numbers whose sum with one half is rounded.
    let rounded = if number - below >= 0.5 { below + 1.0 } else { below };
    if rounded == 0.0 { rounded.copysign(number) } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_numbers() {
        for (text, number) in [("1", 1.0), (" -.5\n", -0.5), ("2.", 2.0), ("007", 7.0)] {
            assert_eq!(from_string(text), number, "{text}");
        }
        for text in ["", "-", ".", "+1", "1e3", "1 2", "1.2.3", "--1", "Infinity", "NaN", "- 1", "\u{A0}1"] {
            assert!(from_string(text).is_nan(), "{text}");
        }
        for (number, text) in [
            (-0.0, "0"),
            (1e21, "1000000000000000000000"),
            (1e-7, "0.0000001"),
            (-1.5, "-1.5"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(to_string(number), text);
        }
    }

    #[test]
    fn halves_are_rounded_up() {
        for (number, rounded) in [
            (2.5, 3.0),
            (-2.5, -2.0),
            (0.499_999_999_999_999_94, 0.0),
            (4_503_599_627_370_497.5, 4_503_599_627_370_498.0),
        ] {
            assert_eq!(round(number), rounded);
        }
        assert!(round(-0.5).is_sign_negative() && round(-0.5) == 0.0);
        assert!(round(f64::NAN).is_nan());
    }
}
