//! Integers, floating-point numbers, and lists of numbers.
//! <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#numbers>

use super::{Checked, Flaw, fail};

/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-integer>
pub(super) fn integer(value: &str) -> Checked {
    non_negative_integer(value.strip_prefix('-').unwrap_or(value))
}

/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-non-negative-integer>
pub(super) fn non_negative_integer(value: &str) -> Checked {
    if value.is_empty() {
        return fail("a number is missing");
    }
    match value.char_indices().find(|(_, character)| !character.is_ascii_digit()) {
        None => Ok(()),
        Some((0, '-')) => Err(Flaw::at(0..1, "it must not be negative")),
        Some((at, '.')) => Err(Flaw::at(at..value.len(), "it must be a whole number")),
        Some((at, '%')) => Err(Flaw::at(at..at + 1, "a percentage is not allowed")),
        Some((at, character)) => {
            Err(Flaw::at(at..at + character.len_utf8(), format!("`{character}` is not a digit")))
        }
    }
}

pub(super) fn positive_integer(value: &str) -> Checked {
    non_negative_integer(value)?;
    if value.bytes().all(|digit| digit == b'0') { fail("it must be greater than zero") } else { Ok(()) }
}

/// Checks an integer with a limit.
fn at_most(value: &str, most: u32) -> Checked {
    match value.trim_start_matches('0') {
        "" => Ok(()),
        digits if digits.len() < 9 && digits.parse().is_ok_and(|number: u32| number <= most) => Ok(()),
        _ => fail(format!("it must be at most {most}")),
    }
}

pub(super) fn heading_offset(value: &str) -> Checked {
    non_negative_integer(value)?;
    at_most(value, 8)
}

pub(super) fn span(value: &str) -> Checked {
    positive_integer(value)?;
    at_most(value, 1000)
}

pub(super) fn rowspan(value: &str) -> Checked {
    non_negative_integer(value)?;
    at_most(value, 65534)
}

/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number>
pub(super) fn float(value: &str) -> Checked {
    match number_prefix(value, Sign::Minus) {
        Some(length) if length == value.len() => Ok(()),
        Some(length) => Err(Flaw::at(length..value.len(), "the number ends before this")),
        None => fail("it does not begin with a number"),
    }
}

pub(super) fn non_negative_float(value: &str) -> Checked {
    float(value)?;
    if parse_float(value).is_some_and(|number| number < 0.0) {
        fail("it must not be negative")
    } else {
        Ok(())
    }
}

pub(super) fn positive_float(value: &str) -> Checked {
    float(value)?;
    if parse_float(value).is_some_and(|number| number > 0.0) {
        Ok(())
    } else {
        fail("it must be greater than zero")
    }
}

pub(super) fn step(value: &str) -> Checked {
    if value.eq_ignore_ascii_case("any") { Ok(()) } else { positive_float(value) }
}

/// Returns the number, if the value is a valid floating-point number.
pub(crate) fn parse_float(value: &str) -> Option<f64> {
    float(value).ok()?;
    value.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The signs that may precede a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Minus,
    Any,
}

/// Returns the length of the number at the start of a text; `None` if the text does not begin with a number.
fn number_prefix(text: &str, sign: Sign) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let has_sign = match bytes.first()? {
        b'-' => true,
        b'+' => sign == Sign::Any,
        _ => false,
    };
    let start = usize::from(has_sign);
    let mut end = start + digits(start);
    let mut has_digits = end > start;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        if fraction > 0 {
            end += 1 + fraction;
            has_digits = true;
        }
    }
    if !has_digits {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let exponent = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
        let length = if exponent <= bytes.len() { digits(exponent) } else { 0 };
        if length > 0 {
            end = exponent + length;
        }
    }
    Some(end)
}

/// Checks a list of numbers that are separated by white space or one comma.
pub(super) fn number_list(value: &str) -> Checked {
    let mut at = 0;
    let mut must_follow = false;
    loop {
        at += value[at..].len() - value[at..].trim_ascii_start().len();
        if at == value.len() {
            return if must_follow { fail("a number is missing at the end") } else { Ok(()) };
        }
        let Some(length) = number_prefix(&value[at..], Sign::Any) else {
            return Err(Flaw::at(at..value.len(), "this is not a number"));
        };
        at += length;
        let rest = value[at..].trim_ascii_start();
        must_follow = rest.starts_with(',');
        at = value.len() - rest.len() + usize::from(must_follow);
    }
}

/// <https://html.spec.whatwg.org/multipage/image-maps.html#attr-area-coords>
pub(super) fn coordinates(value: &str) -> Checked {
    let mut start = 0;
    for part in value.split(',') {
        float(part).map_err(|flaw| flaw.shifted(start, part.len()))?;
        start += part.len() + 1;
    }
    Ok(())
}

/// Checks the grammar of path data. <https://www.w3.org/TR/SVG2/paths.html#PathDataBNF>
pub(super) fn path_data(value: &str) -> Checked {
    let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\x0C' | b'\r');
    let bytes = value.as_bytes();
    let mut at = 0;
    let skip = |at: &mut usize, comma: bool| {
        let mut may_have_comma = comma;
        while let Some(&byte) = bytes.get(*at) {
            if byte == b',' && may_have_comma {
                may_have_comma = false;
            } else if !is_space(byte) {
                break;
            }
            *at += 1;
        }
    };
    skip(&mut at, false);
    if value.trim_ascii() == "none" {
        return Ok(());
    }
    let mut is_first = true;
    while let Some(&command) = bytes.get(at) {
        let Some((_, arguments)) = COMMANDS.iter().find(|(name, _)| command.eq_ignore_ascii_case(name))
        else {
            return Err(Flaw::at(at..value.len(), "this is not a path command"));
        };
        if is_first && !command.eq_ignore_ascii_case(&b'm') {
            return Err(Flaw::at(at..at + 1, "path data must begin with `M` or `m`"));
        }
        is_first = false;
        at += 1;
        skip(&mut at, false);
        let mut sets = 0;
        while !arguments.is_empty() {
            for (index, argument) in arguments.bytes().enumerate() {
                let rest = &value[at..];
                let length = match argument {
                    b'f' => rest.starts_with(['0', '1']).then_some(1),
                    _ => number_prefix(rest, Sign::Any),
                };
                match length {
                    Some(length) if argument == b'r' && rest.starts_with('-') && length > 1 => {
                        return Err(Flaw::at(at..at + length, "a radius must not be negative"));
                    }
                    Some(length) => at += length,
                    None if index == 0 && sets > 0 => break,
                    None if argument == b'f' => {
                        return Err(Flaw::at(at..value.len(), "a flag must be `0` or `1`"));
                    }
                    None => return Err(Flaw::at(at..value.len(), "a number is missing here")),
                }
                let before = at;
                skip(&mut at, true);
                if index + 1 == arguments.len() {
                    sets += 1;
                    let has_comma = value[before..at].contains(',');
                    if has_comma && number_prefix(&value[at..], Sign::Any).is_none() {
                        return Err(Flaw::at(before..at, "a number is missing after the comma"));
                    }
                }
            }
            if number_prefix(&value[at..], Sign::Any).is_none() {
                break;
            }
        }
        skip(&mut at, false);
    }
    Ok(())
}

/// The commands of path data with their arguments: numbers `n`, radii `r` and flags `f`.
const COMMANDS: [(u8, &str); 10] = [
    (b'm', "nn"),
    (b'l', "nn"),
    (b'h', "n"),
    (b'v', "n"),
    (b'c', "nnnnnn"),
    (b's', "nnnn"),
    (b'q', "nnnn"),
    (b't', "nn"),
    (b'a', "nnnffnn"),
    (b'z', ""),
];

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::*;

    #[test]
    fn integers_have_only_digits() {
        accepts(integer, &["0", "-1", "007", "123456789012345678901234567890"]);
        rejects(integer, &["", "-", "+1", " 1", "1 ", "1.0", "x", "--1"]);
        rejects(non_negative_integer, &["-1", "20%", "1px"]);
        rejects(positive_integer, &["0", "00"]);
        accepts(span, &["1", "1000", "0001"]);
        rejects(span, &["0", "1001", "99999999999999999999"]);
        accepts(rowspan, &["0", "65534"]);
        rejects(rowspan, &["65535"]);
    }

    #[test]
    fn floating_point_numbers_have_digits_after_the_point() {
        accepts(float, &["0", "-1", ".5", "-.5", "1.5e3", "1E-2", "1e+2"]);
        rejects(float, &["", "+1", "1.", "e3", "1e", "-", ".", "1 ", "Infinity", "NaN"]);
        rejects(positive_float, &["0", "-1", "0e5"]);
        accepts(step, &["any", "ANY", "0.1"]);
        rejects(step, &["0", ""]);
    }

    #[test]
    fn path_data_is_commands_with_numbers() {
        accepts(
            path_data,
            &["", "M0 0", "m1,2 3,4z", "M0,0L1-2.5.5 3", "M1 1A5 5 0 1 0 3,3", "M1 1a5 5 0 103 3", "none"],
        );
        rejects(path_data, &["L0 0", "M0", "M0 0x", "M280,120 h25 a25,25 0 6 0 -25,25 z", "M1 1,", "M"]);
    }
}
