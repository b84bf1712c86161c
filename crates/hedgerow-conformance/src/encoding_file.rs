//! The reader of the encoding suite's files: bytes below a line `#data`, and the label of their encoding below a line
//! `#encoding`.
//!
//! Our own files have two more headings: `#description` before `#data`, and `#sniffed` at the end. Below `#sniffed` is
//! the label of the encoding that sniffing alone finds; it is present only if the parser then changes the encoding.

use anyhow::{Context as _, Result, bail};
use hedgerow::encoding::{Encoding, encoding_for_label};

/// The headings.
const DESCRIPTION: &[u8] = b"#description";
const DATA: &[u8] = b"#data";
const ENCODING: &[u8] = b"#encoding";
const SNIFFED: &[u8] = b"#sniffed";

/// A test of the encoding suite.
#[derive(Debug)]
pub(crate) struct EncodingCase {
    /// The description; empty in upstream's cases.
    pub(crate) description: String,
    /// The input bytes.
    pub(crate) data: Vec<u8>,
    /// The encoding of the document at the end of the parse.
    pub(crate) encoding: &'static Encoding,
    /// The result of the encoding sniffing algorithm alone, if the test has it.
    pub(crate) sniffed: Option<&'static Encoding>,
    /// Whether the encoding must be found by autodetection.
    pub(crate) autodetect: bool,
    /// Whether scripts are run.
    pub(crate) is_scripted: bool,
}

/// Reads a file.
pub(crate) fn parse(bytes: &[u8], is_scripted: bool) -> Result<Vec<EncodingCase>> {
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let mut cases = Vec::new();
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let (case, after) = case(rest, is_scripted).with_context(|| format!("test {}", cases.len() + 1))?;
        cases.push(case);
        rest = after;
    }
    Ok(cases)
}

/// Reads a text whose encoding must be found by autodetection; the file name contains its label.
pub(crate) fn parse_text_to_autodetect(name: &str, bytes: &[u8]) -> Result<EncodingCase> {
    let stem = name.rsplit('/').next().and_then(|file| file.strip_suffix(".txt"));
    let label = stem.and_then(|stem| stem.strip_prefix("test_")).context("not named test_LABEL.txt")?;
    let encoding = encoding_for_label(label)?;
    Ok(EncodingCase {
        description: String::new(),
        data: bytes.to_vec(),
        encoding,
        sniffed: None,
        autodetect: true,
        is_scripted: false,
    })
}

/// Reads a case; returns it with the lines after it.
fn case<'l>(lines: &'l [&'l [u8]], is_scripted: bool) -> Result<(EncodingCase, &'l [&'l [u8]])> {
    let mut lines = lines;
    let mut description = String::new();
    if let Some((&DESCRIPTION, after)) = lines.split_first() {
        let end = after.iter().position(|line| *line == DATA).context("no #data")?;
        description = String::from_utf8_lossy(&after[..end].join(&b'\n')).into_owned();
        lines = &after[end..];
    }
    let Some((&DATA, lines)) = lines.split_first() else { bail!("it does not begin with #data") };
    let end = lines.iter().position(|line| *line == ENCODING).context("no #encoding")?;
    let data = lines[..end].join(&b'\n');
    let (encoding, mut lines) = label(&lines[end + 1..])?;
    let mut sniffed = None;
    if let Some((&SNIFFED, after)) = lines.split_first() {
        let (encoding, rest) = label(after)?;
        (sniffed, lines) = (Some(encoding), rest);
    }
    while let Some((line, after)) = lines.split_first()
        && line.is_empty()
    {
        lines = after;
    }
    Ok((EncodingCase { description, data, encoding, sniffed, autodetect: false, is_scripted }, lines))
}

/// Reads a line with a label; returns its encoding with the lines after it.
fn label<'l>(lines: &'l [&'l [u8]]) -> Result<(&'static Encoding, &'l [&'l [u8]])> {
    let (line, after) = lines.split_first().context("no label")?;
    Ok((encoding_for_label(&String::from_utf8_lossy(line))?, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_are_bytes() {
        let cases = parse(b"#data\n\xFF\r\n\n<\n#encoding\nLatin1\n\n#description\nWhat it is\n#data\n#encoding\nbig5\n#sniffed\nutf-8\n", false);
        let cases = cases.expect("it is well-formed");
        let [first, second] = cases.as_slice() else { panic!("{} tests", cases.len()) };
        assert_eq!(first.data, b"\xFF\r\n\n<");
        assert_eq!((first.encoding.name(), first.sniffed), ("windows-1252", None));
        assert_eq!((second.description.as_str(), second.data.as_slice()), ("What it is", b"".as_slice()));
        assert_eq!((second.encoding.name(), second.sniffed.map(Encoding::name)), ("Big5", Some("UTF-8")));
    }

    #[test]
    fn malformed_files_are_refused() {
        assert!(parse(b"x\n", false).is_err());
        assert!(parse(b"#data\nx\n", false).is_err());
        assert!(parse(b"#data\nx\n#encoding\n", false).is_err());
        assert!(parse(b"#data\nx\n#encoding\nno such label\n", false).is_err());
        assert!(parse(b"#data\nx\n#encoding\nutf-8\n#sniff\nutf-8\n", false).is_err());
    }

    #[test]
    fn the_file_name_has_the_encoding() {
        let case = parse_text_to_autodetect("encoding/chardet/test_big5.txt", b"\xA4").expect("a label");
        assert_eq!((case.encoding.name(), case.autodetect), ("Big5", true));
        assert!(parse_text_to_autodetect("encoding/chardet/README", b"").is_err());
    }
}
