//! [`ArchiveWriter`]: writes the records of a web archive.

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use flate2::Compression;
use flate2::write::GzEncoder;

/// A writer of the records of an archive, by the WARC format 1.1 (ISO 28500).
///
/// ```
/// use hedgerow_warc::{Archive, ArchiveWriter};
///
/// let mut writer = ArchiveWriter::gzip(Vec::new());
/// writer.write("conversion", &[("WARC-Target-URI", "https://a.example/"), ("Content-Type", "text/plain")], b"Oak")?;
/// let bytes = writer.into_inner();
/// let record = Archive::new(&bytes[..])?.next_record(100, |_, _| true)?.unwrap();
/// assert_eq!((record.head.target(), &*record.block), (Some("https://a.example/"), &b"Oak"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ArchiveWriter<W> {
    output: W,
    is_compressed: bool,
}

impl<W: Write> ArchiveWriter<W> {
    /// Creates a writer of an archive without compression.
    pub fn new(output: W) -> Self {
        Self { output, is_compressed: false }
    }

    /// Creates a writer of an archive in which each record is a gzip member.
    pub fn gzip(output: W) -> Self {
        Self { output, is_compressed: true }
    }

    /// Writes the record of type `warcinfo` with which an archive begins: the date, the name of the file, and fields such as
    /// `software`.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write_info(&mut self, file_name: &str, fields: &[(&str, &str)]) -> io::Result<()> {
        let date = date(SystemTime::now());
        let head = [
            ("WARC-Date", &*date),
            ("WARC-Filename", file_name),
            ("Content-Type", "application/warc-fields"),
        ];
        let mut block = String::new();
        for (name, value) in fields {
            push_field(&mut block, name, value);
        }
        self.write("warcinfo", &head, block.as_bytes())
    }

    /// Writes a record of a type, such as `conversion`, with a new `WARC-Record-ID` and its `Content-Length`. A line break in the
    /// value of a field becomes a space.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write(&mut self, kind: &str, fields: &[(&str, &str)], block: &[u8]) -> io::Result<()> {
        let mut head = format!("WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{}>\r\n", uuid());
        for (name, value) in fields {
            push_field(&mut head, name, value);
        }
        // Writing to a string does not fail.
        let _ = write!(head, "Content-Length: {}\r\n\r\n", block.len());
        let parts = [head.as_bytes(), block, b"\r\n\r\n"];
        if self.is_compressed {
            let mut member = GzEncoder::new(&mut self.output, Compression::default());
            parts.iter().try_for_each(|part| member.write_all(part))?;
            member.finish()?;
            return Ok(());
        }
        parts.iter().try_for_each(|part| self.output.write_all(part))
    }

    /// Returns the writer to which the records were written.
    pub fn into_inner(self) -> W {
        self.output
    }
}

/// Adds a field to a head. A line break in the value becomes a space.
fn push_field(head: &mut String, name: &str, value: &str) {
    head.extend([name, ": ", &*value.replace(['\r', '\n'], " "), "\r\n"]);
}

/// Returns a time as a date of the format, such as `2026-11-29T06:00:00Z`. A time before 1970 is that of its beginning.
fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    // Years begin in March here, so that the leap day is the last day of a year.
    let days = seconds / 86400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Returns a random UUID of version 4. The keys of hash tables are the standard library's source of random numbers.
fn uuid() -> String {
    let [high, low] = [RandomState::new(), RandomState::new()].map(|state| state.hash_one(state.hash_one(0)));
    let (time, version) = (high >> 32, (high & 0xFFF) | 0x4000);
    let (middle, variant) = ((high >> 16) & 0xFFFF, (low >> 48 & 0x3FFF) | 0x8000);
    format!("{time:08x}-{middle:04x}-{version:04x}-{variant:04x}-{:012x}", low & 0xFFFF_FFFF_FFFF)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_230_768_000 - 1, "2008-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn a_value_cannot_add_a_field() {
        let mut writer = ArchiveWriter::new(Vec::new());
        writer.write("metadata", &[("WARC-Target-URI", "a\r\nb: c")], b"").unwrap();
        let text = String::from_utf8(writer.into_inner()).unwrap();
        assert!(text.contains("\r\nWARC-Target-URI: a  b: c\r\nContent-Length: 0\r\n\r\n\r\n\r\n"), "{text}");
    }

    #[test]
    fn identifiers_differ_and_have_a_version() {
        let identifiers = [uuid(), uuid(), uuid()];
        for identifier in &identifiers {
            assert_eq!((identifier.len(), &identifier[14..15]), (36, "4"), "{identifier}");
            assert!("89ab".contains(&identifier[19..20]), "{identifier}");
            assert_eq!(identifiers.iter().filter(|other| *other == identifier).count(), 1);
        }
    }
}
