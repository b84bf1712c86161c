//! Dates, times, weeks, time zones and durations.
//! <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates-and-times>

use super::{Checked, Flaw, fail};

/// The rest of a value that is being read.
struct Reader<'v> {
    value: &'v str,
    at: usize,
}

impl<'v> Reader<'v> {
    fn new(value: &'v str) -> Self {
        Self { value, at: 0 }
    }

    fn rest(&self) -> &'v str {
        &self.value[self.at..]
    }

    fn take(&mut self, character: char) -> bool {
        let is_next = self.rest().starts_with(character);
        self.at += if is_next { character.len_utf8() } else { 0 };
        is_next
    }

    fn expect(&mut self, character: char) -> Checked {
        if self.take(character) { Ok(()) } else { self.fail(format!("`{character}` is missing here")) }
    }

    /// Fails at the rest of the value.
    fn fail<T>(&self, reason: impl Into<std::borrow::Cow<'static, str>>) -> Result<T, Flaw> {
        if self.rest().is_empty() { fail(reason) } else { Err(Flaw::at(self.at..self.value.len(), reason)) }
    }

    /// Returns the digits at the current position.
    fn digits(&mut self) -> &'v str {
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let digits = &self.rest()[..length];
        self.at += length;
        digits
    }

    /// Reads exactly two digits, whose number must be in the range.
    fn two_digits(&mut self, name: &str, least: u32, most: u32) -> Result<u32, Flaw> {
        let start = self.at;
        let digits = self.rest().get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
        let Some(digits) = digits else { return self.fail(format!("the {name} must have two digits")) };
        let number = digits.parse().unwrap_or(u32::MAX);
        self.at += 2;
        if number < least || number > most {
            return Err(Flaw::at(start..self.at, format!("the {name} must be from {least:02} to {most}")));
        }
        Ok(number)
    }

    /// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-month-string>
    fn year(&mut self) -> Result<u64, Flaw> {
        let start = self.at;
        let digits = self.digits();
        if digits.len() < 4 {
            self.at = start;
            return self.fail("the year must have at least four digits");
        }
        if digits.bytes().all(|digit| digit == b'0') {
            return Err(Flaw::at(start..self.at, "the year must be greater than zero"));
        }
        // The calendar repeats after 400 years, so that the last digits determine the leap years.
        let last = &digits[digits.len().saturating_sub(18)..];
        Ok(last.parse().unwrap_or(1))
    }

    fn month(&mut self) -> Result<(u64, u32), Flaw> {
        let year = self.year()?;
        self.expect('-')?;
        Ok((year, self.two_digits("month", 1, 12)?))
    }

    fn date(&mut self) -> Checked {
        let (year, month) = self.month()?;
        self.expect('-')?;
        self.day(year, month)
    }

    fn day(&mut self, year: u64, month: u32) -> Checked {
        self.two_digits("day", 1, days(year, month)).map(drop)
    }

    /// Reads a month and a day, which may be the 29th of February.
    fn yearless_date(&mut self) -> Checked {
        let month = self.two_digits("month", 1, 12)?;
        self.expect('-')?;
        self.day(4, month)
    }

    fn week(&mut self) -> Checked {
        let year = self.year()?;
        self.expect('-')?;
        self.expect('W')?;
        self.two_digits("week", 1, weeks(year)).map(drop)
    }

    /// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-time-string>
    fn time(&mut self) -> Checked {
        self.two_digits("hour", 0, 23)?;
        self.expect(':')?;
        self.two_digits("minute", 0, 59)?;
        if self.take(':') {
            self.two_digits("second", 0, 59)?;
            if self.take('.') {
                let start = self.at;
                if !(1..=3).contains(&self.digits().len()) {
                    self.at = start;
                    return self.fail("a fraction of a second must have one to three digits");
                }
            }
        }
        Ok(())
    }

    /// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-time-zone-offset-string>
    fn zone(&mut self) -> Checked {
        if self.take('Z') {
            return Ok(());
        }
        let start = self.at;
        let is_negative = self.take('-');
        if !is_negative && !self.take('+') {
            return self.fail("a time zone is missing here: `Z`, or an offset such as `+01:00`");
        }
        let hour = self.two_digits("hour of the time zone", 0, 23)?;
        self.take(':');
        let minute = self.two_digits("minute of the time zone", 0, 59)?;
        if is_negative && hour == 0 && minute == 0 {
            return Err(Flaw::at(start..self.at, "the offset of a time zone must not be `-00:00`"));
        }
        Ok(())
    }

    /// Reads a `T` or a space between date and time.
    fn separator(&mut self) -> Checked {
        if self.take('T') || self.take(' ') {
            Ok(())
        } else {
            self.fail("`T` or a space is missing between date and time")
        }
    }

    fn end(&self) -> Checked {
        if self.rest().is_empty() { Ok(()) } else { self.fail("the value must end before this") }
    }
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(400) || year.is_multiple_of(4) && !year.is_multiple_of(100)
}

/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#number-of-days-in-month-month-of-year-year>
fn days(year: u64, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Returns the number of weeks of a year: 53 if it begins on a Thursday, or on a Wednesday and is a leap year.
fn weeks(year: u64) -> u32 {
    let before = (year + 399) % 400;
    let first_day = (1 + before + before / 4 - before / 100) % 7;
    if first_day == 4 || first_day == 3 && is_leap(year) { 53 } else { 52 }
}

/// Reads a whole value.
fn whole<'v, T>(value: &'v str, read: impl FnOnce(&mut Reader<'v>) -> Result<T, Flaw>) -> Checked {
    let mut reader = Reader::new(value);
    read(&mut reader)?;
    reader.end()
}

pub(super) fn date(value: &str) -> Checked {
    whole(value, Reader::date)
}

pub(super) fn month(value: &str) -> Checked {
    whole(value, Reader::month)
}

pub(super) fn week(value: &str) -> Checked {
    whole(value, Reader::week)
}

pub(super) fn time(value: &str) -> Checked {
    whole(value, Reader::time)
}

/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-local-date-and-time-string>
pub(super) fn local_date_time(value: &str) -> Checked {
    whole(value, |reader| {
        reader.date()?;
        reader.separator()?;
        reader.time()
    })
}

/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-date-string-with-optional-time>
pub(super) fn date_with_optional_time(value: &str) -> Checked {
    whole(value, |reader| {
        reader.date()?;
        if reader.rest().is_empty() {
            return Ok(());
        }
        reader.separator()?;
        reader.time()?;
        reader.zone()
    })
}

/// <https://html.spec.whatwg.org/multipage/text-level-semantics.html#datetime-value>
pub(super) fn time_datetime(value: &str) -> Checked {
    let mut reader = Reader::new(value);
    match value.as_bytes().first() {
        // A yearless date may begin with two hyphens.
        Some(b'-') if value.starts_with("--") => {
            return whole(value, |reader| {
                reader.expect('-')?;
                reader.expect('-')?;
                reader.yearless_date()
            });
        }
        Some(b'Z' | b'+' | b'-') => return whole(value, Reader::zone),
        Some(b'P') => return duration(value),
        Some(b'0'..=b'9')
            if value.contains(|unit: char| matches!(unit.to_ascii_uppercase(), 'D' | 'H' | 'M' | 'S'))
                && !value.contains('T') =>
        {
            return duration(value);
        }
        Some(byte) if !byte.is_ascii_digit() => return duration(value),
        _ => {}
    }
    let digits = reader.digits().len();
    match (digits, reader.rest().as_bytes()) {
        (2, [b':', ..]) => whole(value, Reader::time),
        (2, [b'-', ..]) => whole(value, Reader::yearless_date),
        (_, []) => whole(value, Reader::year),
        (_, [b'-', b'W', ..]) => whole(value, Reader::week),
        _ => whole(value, |reader| {
            let (year, month) = reader.month()?;
            if reader.rest().is_empty() {
                return Ok(());
            }
            reader.expect('-')?;
            reader.day(year, month)?;
            if reader.rest().is_empty() {
                return Ok(());
            }
            reader.separator()?;
            reader.time()?;
            if reader.rest().is_empty() { Ok(()) } else { reader.zone() }
        }),
    }
}

/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-duration-string>
fn duration(value: &str) -> Checked {
    let unknown = || fail("it has no form of a date, a time or a duration");
    if let Some(rest) = value.strip_prefix('P') {
        let (days, time) = rest.split_once('T').map_or((rest, None), |(days, time)| (days, Some(time)));
        let has_days = !days.is_empty();
        if has_days
            && days.strip_suffix('D').is_none_or(|days| super::numbers::non_negative_integer(days).is_err())
        {
            return fail("the days of a duration must be digits and `D`");
        }
        return match time {
            None if has_days => Ok(()),
            None => fail("the duration has no parts"),
            Some(time) => components(time, &['H', 'M', 'S'], false),
        };
    }
    if value.trim_ascii().is_empty() {
        return unknown();
    }
    components(value, &['W', 'D', 'H', 'M', 'S'], true)
}

/// Reads numbers with units. In the second form of a duration, the units may have any case and order, and white space around.
fn components(value: &str, units: &[char], is_loose: bool) -> Checked {
    let mut rest = value;
    let mut seen = 0_usize;
    let mut next = 0;
    let space = |text: &str| if is_loose { text.len() - text.trim_ascii_start().len() } else { 0 };
    loop {
        rest = &rest[space(rest)..];
        if rest.is_empty() {
            return if seen == 0 { fail("the duration has no parts") } else { Ok(()) };
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (mut after, fraction) = match rest[digits..].strip_prefix('.') {
            Some(fraction) => {
                let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
                (&fraction[length..], Some(length))
            }
            None => (&rest[digits..], None),
        };
        after = &after[space(after)..];
        let unit = after.chars().next();
        let position = units.iter().position(|allowed| {
            unit.is_some_and(
                |unit| if is_loose { unit.eq_ignore_ascii_case(allowed) } else { unit == *allowed },
            )
        });
        let is_second = position.is_some_and(|position| units[position] == 'S');
        let is_valid = digits > 0 && fraction.is_none_or(|length| is_second && (1..=3).contains(&length));
        match position {
            Some(position) if is_valid && seen & 1 << position == 0 && (is_loose || position >= next) => {
                seen |= 1 << position;
                next = position + 1;
            }
            _ => return fail("a part of the duration is wrong"),
        }
        rest = &after[1..];
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::*;

    #[test]
    fn dates_exist_in_the_calendar() {
        accepts(date, &["2024-02-29", "0001-01-01", "12026-11-28", "2000-02-29"]);
        rejects(
            date,
            &[
                "2023-02-29", "1900-02-29", "0000-01-01", "999-01-01", "2024-1-01", "2024-04-31",
                "2024-13-01", "", "2024-01-01 ",
            ],
        );
        accepts(week, &["2026-W53", "2020-W53", "2024-W52"]);
        rejects(week, &["2024-W53", "2021-W53", "2024-W00", "2024-w01"]);
    }

    #[test]
    fn times_have_two_digits_in_each_part() {
        accepts(time, &["00:00", "23:59:59", "12:00:00.001"]);
        rejects(time, &["24:00", "12:60", "1:00", "12:00:60", "12:00:00.", "12:00:00.1234"]);
        accepts(local_date_time, &["2026-11-28T21:47", "2026-11-28 21:47:01.5"]);
        accepts(
            date_with_optional_time,
            &["2026-11-28", "2026-11-28T21:47Z", "2026-11-28 21:47:00+0100", "2026-11-28T21:47-08:00"],
        );
        rejects(
            date_with_optional_time,
            &["2026-11-28T21:47", "2026-11-28T21:47-00:00", "2026-11-28T21:47+24:00", "2026-11-28t21:47Z"],
        );
    }

    #[test]
    fn the_time_element_has_many_forms() {
        accepts(
            time_datetime,
            &[
                "2026", "2026-11", "2026-11-28", "11-28", "02-29", "--02-29", "2026-W48", "21:47",
                "2026-11-28T21:47", "2026-11-28T21:47Z", "Z", "+01:00", "P1D", "PT4H18M3S", "P2DT3.5S",
                "4h 18m 3s", "1w 2d", "3.5 s",
            ],
        );
        rejects(
            time_datetime,
            &[
                "", "2026-11-28T", "tomorrow", "02-30", "--02-30", "-02-29", "---02-29", "P", "PT", "P1Y",
                "4x", "4h 4h", "PT3S4H", "0000",
            ],
        );
    }
}
